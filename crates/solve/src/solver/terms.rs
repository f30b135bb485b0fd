//! Integer and Boolean terms as plain data, for the `int` encoding, like the terms of a notebook of PySMT or z3py. A
//! solver on another thread, or a writer of SMT-LIB text, builds its own terms from them.
//!
//! A term is an integer or a Boolean. Where an integer is needed, a Boolean counts 1 or 0; where a Boolean is needed,
//! an integer means "not zero".

use super::sat::Size;
use rustc_hash::FxHashMap;

/// A term of one [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

impl Term {
    pub(super) fn numbered(number: usize) -> Term {
        Term(number as u32)
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The definition of a term by earlier ones.
pub(super) enum Make {
    FreshBool,
    FreshInt,
    Int(i64),
    Bool(bool),
    Add(Box<[Term]>),
    Count(Box<[Term]>),
    Mul(Term, Term),
    Div(Term, Term),
    Mod(Term, Term),
    Ite(Term, Term, Term),
    And(Box<[Term]>),
    Or(Box<[Term]>),
    Not(Term),
    Implies(Term, Term),
    Iff(Term, Term),
    Eq(Term, Term),
    Le(Term, Term),
    Lt(Term, Term),
    Distinct(Box<[Term]>),
}

pub(super) enum Step {
    Make(Make),
    Assert(Term),
}

/// Terms and assertions in the order in which they were made.
#[derive(Default)]
pub struct Terms {
    made: u32,
    assertions: usize,
    /// By unknown: its index among the unknowns.
    unknowns: FxHashMap<Term, usize>,
    /// The steps that no solver has received yet.
    steps: Vec<Step>,
}

impl Terms {
    fn push(&mut self, make: Make) -> Term {
        self.steps.push(Step::Make(make));
        self.made += 1;
        Term(self.made - 1)
    }

    /// A new Boolean unknown.
    pub fn bool_fresh(&mut self) -> Term {
        let unknown = self.push(Make::FreshBool);
        self.unknowns.insert(unknown, self.unknowns.len());
        unknown
    }

    /// A new integer unknown.
    pub fn int_fresh(&mut self) -> Term {
        let unknown = self.push(Make::FreshInt);
        self.unknowns.insert(unknown, self.unknowns.len());
        unknown
    }

    /// A constant integer.
    pub fn int_value(&mut self, value: i64) -> Term {
        self.push(Make::Int(value))
    }

    /// A constant Boolean.
    pub fn bool_value(&mut self, value: bool) -> Term {
        self.push(Make::Bool(value))
    }

    /// The sum; 0 without terms.
    pub fn add(&mut self, terms: &[Term]) -> Term {
        self.push(Make::Add(terms.into()))
    }

    /// The product.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        self.push(Make::Mul(a, b))
    }

    /// Z3's division: rounds down for a positive divisor and up for a negative one, so that `a = b * div(a, b) +
    /// modulo(a, b)` with `0 <= modulo(a, b) < |b|`. Undefined for `b = 0`.
    pub fn div(&mut self, a: Term, b: Term) -> Term {
        self.push(Make::Div(a, b))
    }

    /// The remainder of [`Terms::div`], never negative. Undefined for `b = 0`.
    pub fn modulo(&mut self, a: Term, b: Term) -> Term {
        self.push(Make::Mod(a, b))
    }

    /// If-then-else: a Boolean if both branches are, else an integer.
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        self.push(Make::Ite(condition, then, otherwise))
    }

    /// All terms hold; true without terms.
    pub fn and(&mut self, terms: &[Term]) -> Term {
        self.push(Make::And(terms.into()))
    }

    /// At least one term holds; false without terms.
    pub fn or(&mut self, terms: &[Term]) -> Term {
        self.push(Make::Or(terms.into()))
    }

    /// The negation.
    pub fn not(&mut self, a: Term) -> Term {
        self.push(Make::Not(a))
    }

    /// `a => b`
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        self.push(Make::Implies(a, b))
    }

    /// `a <=> b`
    pub fn iff(&mut self, a: Term, b: Term) -> Term {
        self.push(Make::Iff(a, b))
    }

    /// Equality of Booleans, else of integers.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.push(Make::Eq(a, b))
    }

    /// `a <= b`
    pub fn le(&mut self, a: Term, b: Term) -> Term {
        self.push(Make::Le(a, b))
    }

    /// `a < b`
    pub fn lt(&mut self, a: Term, b: Term) -> Term {
        self.push(Make::Lt(a, b))
    }

    /// All integers differ.
    pub fn distinct(&mut self, terms: &[Term]) -> Term {
        self.push(Make::Distinct(terms.into()))
    }

    /// The number of conditions that hold.
    pub fn count(&mut self, conditions: &[Term]) -> Term {
        self.push(Make::Count(conditions.into()))
    }

    /// Asserts a condition.
    pub fn assert(&mut self, condition: Term) {
        self.assertions += 1;
        self.steps.push(Step::Assert(condition));
    }

    /// Takes all steps since the last call.
    #[cfg(feature = "z3")]
    pub(super) fn take_steps(&mut self) -> Vec<Step> {
        std::mem::take(&mut self.steps)
    }

    /// The steps that no solver has received yet.
    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The index of an unknown among the unknowns.
    #[cfg(feature = "z3")]
    pub(super) fn place(&self, unknown: Term) -> Option<usize> {
        self.unknowns.get(&unknown).copied()
    }

    /// The number of unknowns and assertions.
    pub fn size(&self) -> Size {
        Size { variables: self.unknowns.len(), assertions: self.assertions }
    }
}
