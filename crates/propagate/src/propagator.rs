//! Propagators: algorithms that remove values which a constraint excludes.

use crate::event::{Event, Narrowed, Tier};
use crate::ids::Var;
use crate::literal::{Domains, Fact, Literal};
use crate::relaxation::rows::Rows;
use crate::store::Store;
use crate::store_at::StoreAt;

/// An algorithm that narrows the variables of one constraint.
///
/// A propagator removes only values that the constraint excludes, and reports a conflict if all its variables are
/// fixed and the constraint doesn't hold. It need not reach its own fixpoint: its own changes wake it again.
pub trait Propagator: Send {
    /// Calls `watch` with each variable and the least event that matters.
    fn watches(&self, watch: &mut dyn FnMut(Var, Event));

    /// Its cost.
    fn tier(&self) -> Tier {
        Tier::Linear
    }

    /// Removes values.
    ///
    /// # Errors
    /// No values are left.
    fn propagate(&mut self, store: &mut Store) -> Narrowed;

    /// Adds linear inequalities that follow from the constraint.
    fn relax(&self, rows: &mut Rows) {
        let _ = rows;
    }

    /// Adds linear inequalities that follow from the constraint, and that these values of variables don't meet.
    fn cut(&self, value: &dyn Fn(Var) -> Option<f64>, rows: &mut Rows) {
        let _ = (value, rows);
    }

    /// Adds facts of the state then from which the change follows by this constraint; without a change, facts that
    /// contradict the constraint. Unless a propagator knows better, all that was known of its variables.
    fn reason(&self, change: Option<Fact>, then: &StoreAt, facts: &mut Vec<Fact>) {
        let _ = change;
        self.watches(&mut |var, _| then.push_domain(var, facts));
    }
}

/// A constraint that can hold or fail, so that it can also be the meaning of a literal.
pub trait Condition: Send {
    /// As [`Propagator::watches`].
    fn watches(&self, watch: &mut dyn FnMut(Var, Event));

    /// As [`Propagator::tier`].
    fn tier(&self) -> Tier {
        Tier::Linear
    }

    /// Whether the condition holds, if the domains decide it. Decided whenever all variables are fixed.
    fn truth(&self, store: &Store) -> Option<bool>;

    /// Removes values with which the condition isn't `positive`.
    ///
    /// # Errors
    /// No values are left.
    fn enforce(&mut self, positive: bool, store: &mut Store) -> Narrowed;

    /// Adds linear inequalities that follow from the condition that is `positive`, where the literal holds.
    fn relax(&self, positive: bool, literal: Option<&Literal>, rows: &mut Rows) {
        let _ = (positive, literal, rows);
    }

    /// As [`Propagator::cut`], of the condition that holds.
    fn cut(&self, value: &dyn Fn(Var) -> Option<f64>, rows: &mut Rows) {
        let _ = (value, rows);
    }

    /// As [`Propagator::reason`], of the condition that is `positive`.
    fn reason(&self, positive: bool, change: Option<Fact>, then: &StoreAt, facts: &mut Vec<Fact>) {
        let _ = (positive, change);
        self.watches(&mut |var, _| then.push_domain(var, facts));
    }
}

/// The propagator of a condition that holds, or that fails.
pub struct Asserted<C> {
    /// The condition.
    pub condition: C,
    /// Whether it holds.
    pub positive: bool,
}

impl<C: Condition> Propagator for Asserted<C> {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        self.condition.watches(watch);
    }

    fn tier(&self) -> Tier {
        self.condition.tier()
    }

    fn propagate(&mut self, store: &mut Store) -> Narrowed {
        self.condition.enforce(self.positive, store)
    }

    fn relax(&self, rows: &mut Rows) {
        self.condition.relax(self.positive, None, rows);
    }

    fn cut(&self, value: &dyn Fn(Var) -> Option<f64>, rows: &mut Rows) {
        if self.positive {
            self.condition.cut(value, rows);
        }
    }

    fn reason(&self, change: Option<Fact>, then: &StoreAt, facts: &mut Vec<Fact>) {
        self.condition.reason(self.positive, change, then, facts);
    }
}

/// The propagator of `literal <=> condition`.
pub struct Reified<C> {
    /// The literal.
    pub literal: Literal,
    /// Its meaning.
    pub condition: C,
}

impl<C: Condition> Propagator for Reified<C> {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        watch(self.literal.var, Event::Value);
        self.condition.watches(watch);
    }

    fn tier(&self) -> Tier {
        self.condition.tier()
    }

    fn propagate(&mut self, store: &mut Store) -> Narrowed {
        match store.truth(&self.literal) {
            Some(positive) => self.condition.enforce(positive, store),
            None => match self.condition.truth(store) {
                Some(true) => store.assert(&self.literal),
                Some(false) => store.assert(&!self.literal.clone()),
                None => Ok(()),
            },
        }
    }

    fn relax(&self, rows: &mut Rows) {
        match rows.store.truth(&self.literal) {
            Some(positive) => self.condition.relax(positive, None, rows),
            None => {
                self.condition.relax(true, Some(&self.literal), rows);
                self.condition.relax(false, Some(&!self.literal.clone()), rows);
            }
        }
    }

    fn reason(&self, change: Option<Fact>, then: &StoreAt, facts: &mut Vec<Fact>) {
        if let Some(truth) = then.truth(&self.literal) {
            then.push_truth(&self.literal, facts);
            return self.condition.reason(truth, change, then, facts);
        }
        // The condition contradicts the opposite of what the literal became.
        let (min, max) = then.range(self.literal.var);
        match change.filter(|change| change.var == self.literal.var && max - min == 1) {
            Some(change) => {
                let holds = self.literal.holds(if change.holds(min) { min } else { max });
                self.condition.reason(!holds, None, then, facts);
            }
            None => self.condition.watches(&mut |var, _| then.push_domain(var, facts)),
        }
        facts.extend([Fact::at_least(self.literal.var, min), Fact::at_most(self.literal.var, max)]);
    }
}
