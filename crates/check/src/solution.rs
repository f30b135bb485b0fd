//! Solutions, and the two constraints that follow from them: "another solution" and "a better one".

use crate::formula::{Formula, Literal};
use crate::proof::Assignment;
use crate::{Claim, Failure, Result};
use std::collections::BTreeSet;

type Terms = Vec<(i64, Literal)>;

/// A solution: the values of the puzzle's unknowns, and of all variables of the formula.
struct Solution {
    /// The literals that express the values of the unknowns.
    shown: Vec<Literal>,
    /// The variables that are true.
    values: Assignment,
    /// The score, which is as large as possible: its value and constant part, and its terms.
    score: Option<([i64; 2], Terms)>,
}

impl Solution {
    /// Reads `unknown NAME = VALUE : literals`, `holds variables` or `score VALUE CONSTANT : terms`. `None` if the line
    /// has another form.
    fn read(&mut self, formula: &Formula, line: &str) -> Option<()> {
        let literals =
            |text: &str| text.split_whitespace().map(|word| formula.literal(word)).collect::<Option<Vec<_>>>();
        if let Some(unknown) = line.strip_prefix("unknown ") {
            let values = literals(unknown.split_once(" : ")?.1)?;
            self.shown.extend(&values);
            return (!values.is_empty()).then_some(());
        } else if let Some(variables) = line.strip_prefix("holds ") {
            literals(variables)?.into_iter().for_each(|variable| self.values.assign(variable));
        } else {
            let (numbers, terms) = line.strip_prefix("score ")?.split_once(" :")?;
            let (value, constant) = numbers.split_once(' ')?;
            let terms = formula.constraint(&format!("{terms} >= 0"))?.terms;
            self.score = Some(([value.parse().ok()?, constant.parse().ok()?], terms));
        }
        Some(())
    }
}

/// Checks that the solution meets the formula, and that the formula excludes exactly this solution, or all solutions
/// that are not better. Returns the claim and the values of all variables.
///
/// # Errors
/// The constraint that the solution breaks, or the constraint that excludes something else.
pub(crate) fn check(formula: &Formula, text: &str) -> Result<(Claim, Assignment)> {
    let mut solution = Solution { shown: vec![], values: Assignment::new(formula.names.len()), score: None };
    for (number, line) in (1..).zip(text.lines()) {
        if solution.read(formula, line).is_none() {
            return Err(Failure::at("solution", number, "this is no line `unknown`, `holds` or `score`"));
        }
    }
    // A variable that the file leaves out is false.
    for variable in (0..formula.names.len() as u32).map(|number| Literal(2 * number)) {
        if !solution.values.holds(variable) {
            solution.values.assign(!variable);
        }
    }
    let holds = |literal: Literal| solution.values.holds(literal);
    if !solution.shown.iter().all(|&literal| holds(literal)) {
        return Err(Failure::new("an unknown has another value than its variables"));
    }
    let total = |terms: &[(i64, Literal)]| terms.iter().filter(|t| holds(t.1)).map(|t| i128::from(t.0)).sum::<i128>();
    let shown: BTreeSet<Literal> = solution.shown.iter().map(|&literal| !literal).collect();
    let mut claim = None;
    for constraint in &formula.constraints {
        let right = match (&constraint.label[..], &solution.score) {
            ("@another", _) if claim.is_none() => {
                claim = Some(Claim::OneSolution);
                constraint.clause().is_some_and(|excluded| shown == excluded.into_iter().collect())
            }
            ("@better", Some(([value, constant], terms))) if claim.is_none() => {
                claim = Some(Claim::BestSolution);
                let scored = total(terms);
                i128::from(*constant) + scored == i128::from(*value)
                    && constraint.terms == *terms
                    && i128::from(constraint.bound) == scored + 1
            }
            _ => total(&constraint.terms) >= i128::from(constraint.bound),
        };
        if !right {
            return Err(Failure::new(&format!("{} doesn't agree with the solution", constraint.label)));
        }
    }
    let missing = || Failure::new("there is a solution, but neither @another nor @better in the formula");
    claim.map(|claim| (claim, solution.values)).ok_or_else(missing)
}
