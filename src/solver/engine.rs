//! The narrow interface that the `fd` encoding speaks to. Z3 stands behind it (`solver::z3_fd`);
//! another SAT engine with cardinalities could stand there as well.

use crate::limits::Limits;
pub use crate::limits::Reason;

/// A literal: variable `n` is `Lit(n)`, its negation `Lit(-n)`. Variable 1 is fixed true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(pub i32);

impl Lit {
    pub const TRUE: Lit = Lit(1);
    pub const FALSE: Lit = Lit(-1);
}

impl std::ops::Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

/// A two's complement bit-vector term of an engine. Operands of one operation have one width;
/// the caller chooses widths so that nothing wraps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    AtMost,
    AtLeast,
    Exactly,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Sat,
    Unsat,
    Unknown(Reason),
}

pub trait Engine {
    /// A new variable's positive literal.
    fn fresh(&mut self) -> Lit;

    /// Asserts that one of the literals holds. Constants among them are allowed.
    fn clause(&mut self, literals: &[Lit]);

    /// Asserts that at most / at least / exactly `k` of the literals hold.
    fn cardinality(&mut self, literals: &[Lit], relation: Relation, k: u32);

    /// Asserts `sum(coefficient * literal) REL bound` (coefficients of either sign).
    fn weighted(&mut self, terms: &[(i64, Lit)], relation: Relation, bound: i64);

    /// A literal that holds exactly when `sum(coefficient * literal) REL bound`.
    fn weighted_literal(&mut self, terms: &[(i64, Lit)], relation: Relation, bound: i64) -> Lit;

    fn bits_fresh(&mut self, width: u32) -> Bits;
    fn bits_const(&mut self, value: i64, width: u32) -> Bits;
    fn bits_ite(&mut self, condition: Lit, then: Bits, otherwise: Bits) -> Bits;
    /// Sign-extends to `width`, which is at least the term's own.
    fn bits_extend(&mut self, a: Bits, width: u32) -> Bits;
    fn bits_add(&mut self, a: Bits, b: Bits) -> Bits;
    fn bits_mul(&mut self, a: Bits, b: Bits) -> Bits;
    fn bits_neg(&mut self, a: Bits) -> Bits;
    /// Signed `a <= b`.
    fn bits_le(&mut self, a: Bits, b: Bits) -> Lit;
    fn bits_eq(&mut self, a: Bits, b: Bits) -> Lit;
    fn bits_width(&self, a: Bits) -> u32;

    /// Is there a model in which the assumptions hold too?
    fn check(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict;

    /// Value of a literal in the model of the last check, which was `Sat`; a variable that the
    /// model leaves open is false.
    fn value(&self, literal: Lit) -> bool;

    /// Value of a fresh or constant bit-vector (not of an operation) in that model.
    fn bits_value(&self, a: Bits) -> i64;

    /// After `Unsat`: assumptions that can't hold together (not always minimal).
    fn core(&self) -> Vec<Lit>;

    /// Variables and assertions made so far, for `stats` and `compare`.
    fn size(&self) -> Size;
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    pub variables: usize,
    pub assertions: usize,
}
