//! The one narrow seam between formulas and SAT engines. Everything richer than clauses (cardinalities,
//! weighted sums, bit-vectors) is made of clauses in `encode`, once for all engines; an engine may take
//! weighted sums as they are ([`Sat::linear`]) where it is better at them.

use sator_base::limits::Limits;

pub use sator_base::limits::Reason;
pub use sator_base::method::Size;

/// A literal: variable `n` is `Lit(n)`, its negation `Lit(-n)`. Variable 1 is fixed true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(pub i32);

impl Lit {
    pub const TRUE: Lit = Lit(1);
    pub const FALSE: Lit = Lit(-1);

    /// Number of the literal's variable, from 1.
    pub fn variable(self) -> usize {
        self.0.unsigned_abs() as usize
    }

    /// Whether it holds where its variable has this value.
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Sat,
    Unsat,
    Unknown(Reason),
}

/// `sum(weight * literal) >= bound`, or with `exactly` `=`. Weights and bound are positive, the
/// variables distinct, and the weights add up to at most [`NATIVE_SUM`].
#[derive(Clone, Debug)]
pub struct LinearSum {
    pub terms: Vec<(i64, Lit)>,
    pub exactly: bool,
    pub bound: i64,
    /// Where the sum need not hold: a literal that is true exactly when it does.
    pub holds: Option<Lit>,
}

/// The largest total of the weights of a sum that an engine takes as it is.
pub const NATIVE_SUM: i128 = i32::MAX as i128;

/// What an engine makes of a weighted sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// Nothing: it wants clauses.
    No,
    /// It has taken the sum in.
    Yes,
    /// One of the engines behind it has; the clauses between [`Sat::aside`] `(true)` and `(false)` are for the others.
    Partly,
}

/// Looks at a full model; a clause that the model breaks, and that is to hold from now on, sends the search on.
/// The literals must be of variables that the engine knew when the check began.
pub type Hook<'a> = &'a mut dyn FnMut(&dyn Fn(Lit) -> bool) -> Option<Vec<Lit>>;

/// A SAT engine under assumptions. It only ever grows; a check that was stopped leaves it usable.
pub trait Sat: Send {
    /// Its name, as `set engine` and `stats` have it.
    fn name(&self) -> &'static str;

    /// A new variable's positive literal. The first one is variable 2.
    fn fresh(&mut self) -> Lit;

    /// Asserts that one of the literals holds. Constants among them are allowed.
    fn clause(&mut self, literals: &[Lit]);

    /// Asserts a weighted sum as it is, if the engine is good at that; most are not.
    fn linear(&mut self, _sum: &LinearSum) -> Taken {
        Taken::No
    }

    /// See [`Taken::Partly`]; nothing to do where no sum is taken.
    fn aside(&mut self, _on: bool) {}

    /// Is there a model in which the assumptions hold too, and that the hook has nothing against?
    fn check(&mut self, assumptions: &[Lit], hook: Option<Hook>, limits: &Limits) -> Verdict;

    /// Value of a literal in the model of the last check, which was `Sat`; a variable that the
    /// model leaves open is false.
    fn value(&self, literal: Lit) -> bool;

    /// After `Unsat`: assumptions that can't hold together (not always minimal).
    fn core(&self) -> Vec<Lit>;

    fn size(&self) -> Size;

    /// Whether it can't answer any more, and another one has to be made.
    fn lost(&self) -> bool {
        false
    }
}

/// A check with a hook by an engine that has none: solve, ask, add the clause, solve again.
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
