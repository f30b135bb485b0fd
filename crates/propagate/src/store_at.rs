//! The domains at an earlier time, of which reasons are asked.
//!
//! A reason is asked of the state at the time of the change, as in Pumpkin and in Gent, Miguel & Moore, Lazy Explanations
//! for Constraint Propagators (2010): most changes are never asked about.

use crate::history::{Change, History};
use crate::ids::Var;
use crate::literal::{Domains, Fact, Literal, Relation, Test};
use crate::store::Store;

/// The domains as they were before a change.
#[derive(Clone, Copy)]
pub struct StoreAt<'a> {
    store: &'a Store,
    history: &'a History,
    /// The number of changes then.
    at: u32,
}

impl<'a> StoreAt<'a> {
    /// The domains before change number `at`, or those of now if there are only as many.
    ///
    /// # Panics
    /// Reasons are off.
    pub(crate) fn new(store: &'a Store, at: usize) -> StoreAt<'a> {
        let history = store.history.as_ref().expect("reasons are on");
        StoreAt { store, history, at: at as u32 }
    }

    /// The value of a variable that was fixed.
    pub fn value(&self, var: Var) -> Option<i64> {
        let (min, max) = self.range(var);
        (min == max).then_some(min)
    }

    /// The values that the variable has lost from between its bounds since then.
    fn removed_later(&self, var: Var) -> impl Iterator<Item = i64> {
        let later = self.history.of(var).take_while(|change| change.0 >= self.at);
        later.filter_map(|(_, change)| match change.fact.relation {
            Relation::IsNot(value) if change.is_inner() => Some(value),
            _ => None,
        })
    }

    /// The facts that fixed a variable to its value.
    pub fn push_fixed(&self, var: Var, facts: &mut Vec<Fact>) {
        let (min, max) = self.range(var);
        if min == max && self.store.has_bits(var) {
            facts.push(Fact::is(var, min));
        } else {
            facts.extend([Fact::at_least(var, min), Fact::at_most(var, max)]);
        }
    }

    /// All that was known of a variable.
    pub fn push_domain(&self, var: Var, facts: &mut Vec<Fact>) {
        self.push_fixed(var, facts);
        let (min, max) = self.range(var);
        for (_, change) in self.history.of(var).filter(|change| change.0 < self.at) {
            if let Relation::IsNot(value) = change.fact.relation
                && min < value
                && value < max
            {
                facts.push(change.fact);
            }
        }
    }

    /// The facts that decided a literal; all that was known of its variable where there is no single one.
    pub fn push_truth(&self, literal: &Literal, facts: &mut Vec<Fact>) {
        let var = literal.var;
        let Some(truth) = self.truth(literal) else { return };
        match (&literal.test, truth) {
            (Test::AtLeast(k), true) => facts.push(Fact::at_least(var, *k)),
            (Test::AtLeast(k), false) => facts.push(Fact::at_most(var, *k - 1)),
            (Test::AtMost(k), true) => facts.push(Fact::at_most(var, *k)),
            (Test::AtMost(k), false) => facts.push(Fact::at_least(var, *k + 1)),
            (Test::Is(_), true) | (Test::IsNot(_), false) => self.push_fixed(var, facts),
            (Test::Is(k), false) | (Test::IsNot(k), true) => facts.push(Fact::is_not(var, *k)),
            (Test::In(_) | Test::NotIn(_), _) => self.push_domain(var, facts),
        }
    }

    /// Appends the facts that decided these literals before their constraint caused `change`. A change to the next bound within the
    /// set of a literal, in a domain without bits, rests on the old bounds too.
    pub fn push_truths<'b>(
        &self,
        literals: impl IntoIterator<Item = &'b Literal>,
        change: Option<Fact>,
        facts: &mut Vec<Fact>,
    ) {
        for literal in literals {
            let is_set = matches!(literal.test, Test::In(_) | Test::NotIn(_)) && !self.has_bits(literal.var);
            if is_set && change.is_some_and(|change| change.var == literal.var) {
                self.push_domain(literal.var, facts);
            } else {
                self.push_truth(literal, facts);
            }
        }
    }

    /// The first change after which the fact held; `None` if it held before all of them. It must have held then.
    pub(crate) fn first(&self, fact: &Fact) -> Option<u32> {
        let mut changes = self.history.of(fact.var).filter(|change| change.0 < self.at);
        let at = |found: Option<(u32, &Change)>| found.map(|found| found.0);
        match fact.relation {
            Relation::AtLeast(k) => at(changes.find(|(_, change)| change.old.0 < k)),
            Relation::AtMost(k) => at(changes.find(|(_, change)| change.old.1 > k)),
            Relation::Is(_) => at(changes.find(|(_, change)| change.old.0 != change.old.1)),
            Relation::IsNot(k) => {
                let crosses = |change: &Change| {
                    (change.old.0 <= k && k <= change.old.1) && !(change.new.0 <= k && k <= change.new.1)
                };
                if self.store.allows(fact.var, k) {
                    return at(changes.find(|(_, change)| crosses(change)));
                }
                let mut found = None;
                for (at, change) in changes {
                    if change.removes(k) {
                        return Some(at);
                    }
                    if crosses(change) {
                        found = Some(at);
                    }
                }
                // A value that no change removed was missing from the start, or was removed later.
                let later = self.history.of(fact.var).any(|(_, change)| change.removes(k));
                found.filter(|_| later)
            }
        }
    }
}

impl Domains for StoreAt<'_> {
    fn range(&self, var: Var) -> (i64, i64) {
        let mut range = (self.store.min(var), self.store.max(var));
        for (at, change) in self.history.of(var) {
            if at < self.at {
                return change.new;
            }
            range = change.old;
        }
        range
    }

    fn values(&self, var: Var) -> impl Iterator<Item = i64> {
        let (min, max) = self.range(var);
        let later: Vec<i64> = self.removed_later(var).collect();
        (min..=max).filter(move |&value| self.store.allows(var, value) || later.contains(&value))
    }

    fn contains(&self, var: Var, value: i64) -> bool {
        let (min, max) = self.range(var);
        (min..=max).contains(&value)
            && (self.store.allows(var, value) || self.removed_later(var).any(|later| later == value))
    }

    fn has_bits(&self, var: Var) -> bool {
        self.store.has_bits(var)
    }
}
