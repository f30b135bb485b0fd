//! A model as a pseudo-Boolean formula, naively: each kind of node is a few constraints over one literal a value, so
//! that a reader can compare them with the puzzle. It shares no code with the formulas that sator solves.

mod conditions;
mod digits;
pub(crate) mod integers;
mod pairs;

use crate::formula::{Formula, Linear, Lit, TooLarge};
use crate::graphs::Graphs;
use crate::{Contradiction, Refusal, Statement};
use integers::Integer;
use pairs::PairOfValues;
use rustc_hash::FxHashMap;
use sator_model::{Assignment, Atom, ExprId, Kind, Model, UnknownId};
use std::rc::Rc;

/// Limit on the variables and constraints of a certificate's formula.
pub(crate) const SIZE: (usize, usize) = (400_000, 2_000_000);

/// Writes the formula of a model.
pub(crate) struct Encoder<'a> {
    model: &'a Model,
    pub(crate) formula: Formula,
    pub(crate) graphs: Graphs,
    unknowns: FxHashMap<UnknownId, Rc<Integer>>,
    /// Numbers in binary digits, as sums.
    digits: FxHashMap<ExprId, Linear>,
    integers: FxHashMap<ExprId, Rc<Integer>>,
    /// By two integers: the pairs of their values.
    pairs: FxHashMap<(ExprId, ExprId), Rc<[PairOfValues]>>,
    /// Whether a number of a pair is a sum over its values.
    has_pairs: bool,
    conditions: FxHashMap<ExprId, Lit>,
    /// The statement that is being encoded: the first part of labels and names.
    statement: String,
    labels: usize,
    names: usize,
    /// Limit on variables and constraints.
    size: (usize, usize),
    /// Numbers with more values are written in binary digits.
    most_values: u64,
}

/// A result, or why there is no certificate.
type Encoded<T> = Result<T, Refusal>;

impl From<TooLarge> for Refusal {
    fn from(_: TooLarge) -> Refusal {
        Refusal::Numbers(None)
    }
}

impl<'a> Encoder<'a> {
    pub(crate) fn new(model: &'a Model) -> Encoder<'a> {
        Encoder::within(model, SIZE)
    }

    /// An encoder with a limit on variables and constraints.
    pub(crate) fn within(model: &'a Model, size: (usize, usize)) -> Encoder<'a> {
        Encoder {
            model,
            size,
            most_values: u64::MAX,
            formula: Formula::new(),
            graphs: Graphs::default(),
            unknowns: FxHashMap::default(),
            digits: FxHashMap::default(),
            integers: FxHashMap::default(),
            pairs: FxHashMap::default(),
            has_pairs: true,
            conditions: FxHashMap::default(),
            statement: String::new(),
            labels: 0,
            names: 0,
        }
    }

    /// Encodes the conditions of each statement under a comment with its text.
    ///
    /// # Errors
    /// A kind of condition that has no encoding, or a limit.
    pub(crate) fn statements(&mut self, statements: &[Statement]) -> Encoded<()> {
        for statement in statements {
            self.statement = format!("s{}", statement.number);
            self.labels = 0;
            self.names = 0;
            let comment = format!("statement {}: {}", statement.number, statement.text);
            self.formula.comments.push((self.formula.constraints.len(), comment));
            self.assert_all(&statement.conditions).map_err(|refusal| refusal.of(statement.number))?;
        }
        Ok(())
    }

    fn assert_all(&mut self, conditions: &[ExprId]) -> Encoded<()> {
        for &condition in conditions {
            self.assert(condition)?;
            if self.formula.names.len() > self.size.0 || self.formula.constraints.len() > self.size.1 {
                return Err(Refusal::Size);
            }
        }
        Ok(())
    }

    /// Encodes what contradicts itself.
    pub(crate) fn contradiction(&mut self, claim: &Contradiction) -> Encoded<()> {
        if !self.model.open.is_empty() {
            return Err(Refusal::Numbers(None));
        }
        self.statement = "claim".into();
        self.assert_all(claim.conditions)?;
        self.keep_pairs_apart(claim);
        for fact in claim.facts {
            let holds = self.atom(fact)?;
            self.clause(&[holds]);
        }
        if let Some(denied) = claim.denied {
            let holds = self.condition(denied)?;
            self.clause(&[!holds]);
        }
        if !claim.conclusions.is_empty() {
            let fail = claim.conclusions.iter().map(|atom| self.atom(atom).map(|holds| !holds));
            let fail = fail.collect::<Encoded<Vec<_>>>()?;
            self.clause(&fail);
        }
        Ok(())
    }

    fn atom(&mut self, atom: &Atom) -> Encoded<Lit> {
        let is = self.unknown(atom.unknown)?.is(atom.value);
        Ok(if atom.is { is } else { !is })
    }

    /// Declares all unknowns that answers show, so that each has a value in the formula.
    pub(crate) fn visible(&mut self) -> Encoded<()> {
        for u in self.model.visible() {
            self.unknown(u)?;
        }
        Ok(())
    }

    /// By visible unknown: its value as text, and the literal that it has this value.
    pub(crate) fn values(&mut self, assignment: &Assignment) -> Encoded<Vec<(String, Lit)>> {
        let model = self.model;
        let mut lines = Vec::new();
        for u in model.visible() {
            let integer = self.unknown(u)?;
            let text =
                format!("{} = {}", model.unknown(u).name, model.value_text(model.unknown(u).kind, assignment.get(u)));
            lines.push((text, integer.is(assignment.get(u))));
        }
        Ok(lines)
    }

    /// An objective as a sum of literals.
    pub(crate) fn objective(&mut self, objective: ExprId) -> Encoded<Linear> {
        self.statement = "objective".into();
        self.linear(objective)
    }

    fn label(&mut self) -> String {
        self.labels += 1;
        format!("{}_{}", self.statement, self.labels)
    }

    fn clause(&mut self, literals: &[Lit]) {
        let label = self.label();
        self.formula.clause(&label, literals);
    }

    fn at_least(&mut self, sum: &Linear, bound: i64, guard: Option<Lit>) -> Encoded<()> {
        let label = self.label();
        Ok(self.formula.at_least(&label, sum, bound, guard)?)
    }

    /// A variable for a part of the statement.
    fn fresh(&mut self) -> Lit {
        self.names += 1;
        let name = format!("{}_p{}", self.statement, self.names);
        self.formula.variable(&name)
    }

    fn name_of(&self, u: UnknownId) -> &'a str {
        &self.model.unknown(u).name
    }

    fn kind_of(&self, u: UnknownId) -> Kind {
        self.model.unknown(u).kind
    }
}
