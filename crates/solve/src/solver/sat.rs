//! The one narrow interface between formulas and SAT engines. `encode` turns cardinalities, weighted sums and
//! bit-vectors into clauses, once for all engines. An engine with good native sums can accept weighted sums directly
//! ([`Sat::linear`]).

use sator_base::limits::Limits;

pub use sator_base::limits::Reason;
pub use sator_base::method::{Size, Statistic, Work};

/// A literal: variable `n` is `Lit(n)`, its negation `Lit(-n)`. Variable 1 is fixed true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(pub i32);

impl Lit {
    /// The literal that always holds.
    pub const TRUE: Lit = Lit(1);
    /// The literal that never holds.
    pub const FALSE: Lit = Lit(-1);

    /// The number of the literal's variable, from 1.
    pub fn variable(self) -> usize {
        self.0.unsigned_abs() as usize
    }

    /// Whether the literal holds if its variable has this value.
    pub fn under(self, value: bool) -> bool {
        value == (self.0 > 0)
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a model.
    Sat,
    /// There is no model.
    Unsat,
    /// No result, and the reason.
    Unknown(Reason),
}

/// `sum(weight * literal) >= bound`, or `=` if `exactly`. Weights and bound are positive, the variables distinct, and
/// the weights add up to at most [`NATIVE_SUM`].
#[derive(Clone, Debug)]
pub struct LinearSum {
    /// Weights and their literals.
    pub terms: Vec<(i64, Lit)>,
    /// Whether the sum is `bound`, or at least `bound`.
    pub exactly: bool,
    /// The bound.
    pub bound: i64,
    /// A literal equivalent to the sum, if the sum itself is not asserted.
    pub holds: Option<Lit>,
}

/// The largest total weight of a sum that an engine accepts directly.
pub const NATIVE_SUM: i128 = i32::MAX as i128;

/// The treatment of a weighted sum by an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NativeSum {
    /// It needs clauses instead.
    No,
    /// It asserts the sum.
    Yes,
    /// A single engine of several asserts the sum. The clauses between [`Sat::clauses_for_others`] `(true)` and `(false)` are for the
    /// others.
    Partly,
}

/// Receives a full model. Returns `None` to accept it, or a clause that the model breaks: the clause becomes part of the formula and
/// the search continues. The clause contains only variables that existed when the check began.
pub type Hook<'a> = &'a mut dyn FnMut(&dyn Fn(Lit) -> bool) -> Option<Vec<Lit>>;

/// A SAT engine with assumptions. Clauses are never removed. A check that a limit stopped leaves the engine usable.
pub trait Sat: Send {
    /// The name in `set engine` and `stats`.
    fn name(&self) -> &'static str;

    /// The positive literal of a new variable. The first new variable is 2.
    fn fresh(&mut self) -> Lit;

    /// Asserts that one of the literals holds; they can include constants.
    fn clause(&mut self, literals: &[Lit]);

    /// Asserts a weighted sum directly, if the engine has good native sums; most have not.
    fn linear(&mut self, _sum: &LinearSum) -> NativeSum {
        NativeSum::No
    }

    /// See [`NativeSum::Partly`]. Engines that accept no sums ignore it.
    fn clauses_for_others(&mut self, _on: bool) {}

    /// Announces whether the next checks are rounds of lazy cuts: the caller adds clauses against a model and checks
    /// again.
    fn expect_cuts(&mut self, _expected: bool) {}

    /// Whether there is a model in which the assumptions hold too and that the hook accepts.
    fn check(&mut self, assumptions: &[Lit], hook: Option<Hook>, limits: &Limits) -> Verdict;

    /// The value of a literal in the model of the last check, which was `Sat`. A variable that the model leaves open is
    /// false.
    fn value(&self, literal: Lit) -> bool;

    /// After `Unsat`: assumptions that can't hold together (not always a minimal set).
    fn core(&self) -> Vec<Lit>;

    /// Variables and clauses so far.
    fn size(&self) -> Size;

    /// The work of its searches so far, if it counts it.
    fn work(&self) -> Option<Work> {
        None
    }

    /// The statistics that the engine itself reports; empty if it has none.
    fn statistics(&self) -> Vec<Statistic> {
        vec![]
    }

    /// Whether the engine can't answer any more and must be replaced.
    fn is_unusable(&self) -> bool {
        false
    }
}

/// A check with a hook, by an engine without hooks: solve, call the hook, add its clause, solve again.
pub(super) fn check_in_rounds<S: Sat + ?Sized>(
    sat: &mut S,
    hook: Option<Hook>,
    mut check: impl FnMut(&mut S) -> Verdict,
) -> Verdict {
    let Some(hook) = hook else { return check(sat) };
    loop {
        let verdict = check(sat);
        if verdict != Verdict::Sat {
            return verdict;
        }
        match hook(&|literal| sat.value(literal)) {
            None => return Verdict::Sat,
            Some(clause) => sat.clause(&clause),
        }
    }
}
