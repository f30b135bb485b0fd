//! The kernel: whether each line of a proof follows from the lines that it names: a clause by unit propagation, and a sum
//! by addition.

use crate::formula::{Constraint, Formula, Literal};
use crate::{Failure, Result};
use std::collections::BTreeMap;

/// A partial assignment that can be taken back.
pub(crate) struct Assignment {
    /// By literal: whether it is true.
    holds: Vec<bool>,
    assigned: Vec<Literal>,
}

impl Assignment {
    /// Nothing is assigned to this number of variables.
    pub(crate) fn new(variables: usize) -> Assignment {
        Assignment { holds: vec![false; 2 * variables], assigned: Vec::new() }
    }

    /// Whether a literal is true.
    pub(crate) fn holds(&self, literal: Literal) -> bool {
        self.holds[literal.0 as usize]
    }

    /// Makes a literal true that isn't false.
    pub(crate) fn assign(&mut self, literal: Literal) {
        if !std::mem::replace(&mut self.holds[literal.0 as usize], true) {
            self.assigned.push(literal);
        }
    }

    /// Takes everything back.
    pub(crate) fn clear(&mut self) {
        for literal in self.assigned.drain(..) {
            self.holds[literal.0 as usize] = false;
        }
    }

    /// Makes true each literal without which the constraint can't be met. Returns whether it can be met at all.
    fn propagate(&mut self, constraint: &Constraint) -> bool {
        let open = constraint.terms.iter().filter(|t| !self.holds(!t.1));
        let slack = open.map(|t| t.0).sum::<i64>() - constraint.bound;
        for &(coefficient, literal) in &constraint.terms {
            if coefficient > slack && !self.holds(!literal) {
                self.assign(literal);
            }
        }
        slack >= 0
    }
}

/// The constraint with this number.
fn numbered<'a>(formula: &'a Formula, derived: &'a [Constraint], number: &str) -> Option<&'a Constraint> {
    let index = number.parse::<usize>().ok()?.checked_sub(1)?;
    formula.constraints.get(index).or_else(|| derived.get(index - formula.constraints.len()))
}

/// Reads the line `3 2 * 4 7 * + s` and adds up the constraints with these numbers, each times the factor after it. No
/// literal counts more than the bound in the result. `None` if the line has another form, or the sum always holds.
fn sum(formula: &Formula, derived: &[Constraint], line: &str) -> Option<Constraint> {
    let words: Vec<&str> = line.strip_suffix(" s")?.split(' ').collect();
    let (first, rest) = words.split_at_checked(3)?;
    let mut added: Vec<&[&str]> = vec![first];
    for group in rest.chunks(4) {
        added.push(group.strip_suffix(&["+"])?);
    }
    // By variable: its coefficient.
    let mut terms: BTreeMap<usize, i128> = BTreeMap::new();
    let mut bound: i128 = 0;
    for group in added {
        let [number, factor, "*"] = group else { return None };
        let factor = factor.parse::<i64>().ok().filter(|&factor| factor > 0)?;
        let times = |k: i64| i128::from(k) * i128::from(factor);
        let constraint = numbered(formula, derived, number)?;
        bound = bound.checked_add(times(constraint.bound))?;
        for &(k, literal) in &constraint.terms {
            // `k ~x` is `k - k x`.
            let negated = literal.0 % 2 == 1;
            bound = bound.checked_sub(if negated { times(k) } else { 0 })?;
            let coefficient = terms.entry(literal.variable()).or_default();
            *coefficient = coefficient.checked_add(if negated { -times(k) } else { times(k) })?;
        }
    }
    let bound = terms.values().filter(|&&k| k < 0).try_fold(bound, |bound, k| bound.checked_sub(*k))?;
    let bound = i64::try_from(bound).ok().filter(|&bound| bound > 0)?;
    let literal = |variable: usize, k: i128| Literal(2 * variable as u32 + u32::from(k < 0));
    let least = |k: i128| k.unsigned_abs().min(bound.unsigned_abs().into()) as i64;
    let terms: Vec<(i64, Literal)> =
        terms.into_iter().filter(|t| t.1 != 0).map(|(variable, k)| (least(k), literal(variable, k))).collect();
    // A total beyond 64 bits could overflow in a propagation.
    terms.iter().try_fold(0_i64, |total, t| total.checked_add(t.0))?;
    Some(Constraint { label: String::new(), terms, bound })
}

/// Reads the line `1 a 1 ~b >= 1 : 3 4 ~` and checks whether the clause follows: its negation and the constraints with
/// these numbers, propagated in this order, contradict each other. `None` if the line has another form.
fn step(formula: &Formula, derived: &[Constraint], known: &mut Assignment, line: &str) -> Option<(Constraint, bool)> {
    let (constraint, hints) = line.split_once(" : ")?;
    let constraint = formula.constraint(constraint)?;
    constraint.clause()?.iter().for_each(|&literal| known.assign(!literal));
    let mut contradiction = false;
    for hint in hints.split(' ').filter(|&hint| hint != "~") {
        contradiction = contradiction || !known.propagate(numbered(formula, derived, hint)?);
    }
    known.clear();
    Some((constraint, contradiction))
}

/// Checks a proof that the constraints of the formula contradict each other. Returns its number of lines.
///
/// # Errors
/// The first line that doesn't follow or has another form, or a missing conclusion.
pub(crate) fn check(formula: &Formula, text: &str) -> Result<usize> {
    let given = formula.constraints.len();
    let mut known = Assignment::new(formula.names.len());
    let mut derived: Vec<Constraint> = Vec::new();
    let header = ["pseudo-Boolean proof version 3.0".to_string(), format!("f {given} ;")];
    let mut lines = (1..).zip(text.lines()).peekable();
    let fail = |number: usize, message: &str| Err(Failure::at("proof", number, message));
    for (expected, (number, line)) in header.iter().zip(lines.by_ref()) {
        if line != expected {
            return fail(number, &format!("the line is not `{expected}`"));
        }
    }
    while let Some((number, line)) = lines.next_if(|(_, line)| line.starts_with("rup ") || line.starts_with("pol ")) {
        if let Some(line) = line.strip_prefix("pol ") {
            match line.strip_suffix(" ;").and_then(|line| sum(formula, &derived, line)) {
                Some(constraint) => derived.push(constraint),
                None => return fail(number, "this is no sum of earlier constraints that excludes something"),
            }
            continue;
        }
        let clause = line.strip_prefix("rup ").and_then(|line| line.strip_suffix(" ;"));
        match clause.and_then(|line| step(formula, &derived, &mut known, line)) {
            Some((constraint, true)) => derived.push(constraint),
            Some((_, false)) => return fail(number, "the clause doesn't follow from those that the line names"),
            None => return fail(number, "this is no clause with the numbers of earlier constraints"),
        }
    }
    let conclusion = format!("conclusion UNSAT : {} ;", given + derived.len());
    let concluded = derived.last().is_some_and(|last| last.terms.is_empty());
    if !concluded || !lines.map(|(_, line)| line).eq(["output NONE ;", &conclusion, "end pseudo-Boolean proof ;"]) {
        return Err(Failure::new("the proof doesn't end with the contradiction `>= 1` and its conclusion"));
    }
    Ok(derived.len())
}
