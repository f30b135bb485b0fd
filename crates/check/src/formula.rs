//! Formulas: pseudo-Boolean constraints in the format OPB, with named variables and labelled constraints.

use crate::Failure;
use std::collections::HashMap;

/// A variable or its negation: twice the number of the variable, plus 1 if negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal(pub u32);

impl Literal {
    /// The number of the variable.
    pub fn variable(self) -> usize {
        self.0 as usize / 2
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;
    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// `sum(coefficient * literal) >= bound`, with positive coefficients and each variable at most once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The label with its `@`; empty if there is none.
    pub label: String,
    /// Coefficients and literals.
    pub terms: Vec<(i64, Literal)>,
    /// The bound.
    pub bound: i64,
}

impl Constraint {
    /// The literals, if the constraint is a clause: one of them holds.
    pub fn clause(&self) -> Option<Vec<Literal>> {
        let is_clause = self.bound == 1 && self.terms.iter().all(|t| t.0 == 1);
        is_clause.then(|| self.terms.iter().map(|t| t.1).collect())
    }
}

/// The variables and constraints of a formula.
#[derive(Clone, Debug, Default)]
pub struct Formula {
    /// The names of the variables.
    pub names: Vec<String>,
    numbers: HashMap<String, u32>,
    /// The constraints, in the order of the file. The first one has the number 1 in proofs.
    pub constraints: Vec<Constraint>,
}

impl Formula {
    /// Reads a formula. A line is empty, a comment after `*`, or `@label 1 x 2 ~y >= 2 ;`.
    ///
    /// # Errors
    /// The first line that has another form.
    pub fn parse(text: &str) -> Result<Formula, Failure> {
        let mut formula = Formula::default();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('*') {
                continue;
            }
            let (label, rest) = line.split_once(' ').filter(|(first, _)| first.starts_with('@')).unwrap_or(("", line));
            // Every second word before `>=` names a variable.
            for word in rest.split_whitespace().skip(1).step_by(2).take_while(|word| word.parse::<i64>().is_err()) {
                formula.number(word.trim_start_matches('~'));
            }
            let Some(constraint) = rest.strip_suffix(';').and_then(|rest| formula.constraint(rest)) else {
                return Err(Failure::at("formula.opb", number, "this is no constraint `1 a 2 ~b >= 2 ;`"));
            };
            formula.constraints.push(Constraint { label: label.to_string(), ..constraint });
        }
        Ok(formula)
    }

    /// The constraint written as `1 a 2 ~b >= 2`, of variables that the formula has.
    pub(crate) fn constraint(&self, text: &str) -> Option<Constraint> {
        let (sum, bound) = text.split_once(">=")?;
        // A bound below 0 could overflow a difference.
        let bound = bound.trim().parse().ok().filter(|&bound: &i64| bound >= 0)?;
        let (mut terms, mut total) = (Vec::new(), 0_i64);
        let mut words = sum.split_whitespace();
        while let Some(word) = words.next() {
            let coefficient = word.parse().ok().filter(|&c: &i64| c > 0)?;
            total = total.checked_add(coefficient)?;
            terms.push((coefficient, self.literal(words.next()?)?));
        }
        let mut variables: Vec<usize> = terms.iter().map(|t| t.1.variable()).collect();
        variables.sort_unstable();
        let once = variables.windows(2).all(|pair| pair[0] != pair[1]);
        once.then(|| Constraint { label: String::new(), terms, bound })
    }

    fn number(&mut self, name: &str) {
        if !self.numbers.contains_key(name) {
            self.numbers.insert(name.to_string(), self.names.len() as u32);
            self.names.push(name.to_string());
        }
    }

    /// The literal `name` or `~name`, if the formula has the variable.
    pub fn literal(&self, text: &str) -> Option<Literal> {
        let (name, negated) = text.strip_prefix('~').map_or((text, 0), |name| (name, 1));
        self.numbers.get(name).map(|number| Literal(number * 2 + negated))
    }
}
