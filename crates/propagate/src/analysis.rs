//! Conflict analysis: from the facts that contradict each other back to the first fact of a decision level that all of
//! them follow from (the first unique implication point of Marques-Silva & Sakallah 1996, over facts as in Ohrimenko,
//! Stuckey & Codish, Propagation via Lazy Clause Generation, 2009).

use crate::history::{Cause, Change};
use crate::ids::Var;
use crate::literal::{Fact, Literal, Relation};
use crate::network::Network;
use crate::store_at::StoreAt;
use rustc_hash::FxHashMap;
use std::collections::BinaryHeap;

/// A clause that follows from the constraints, and excludes what led to the conflict.
pub(crate) struct Learned {
    /// Its literals. After going back to `level`, the first is the only one that doesn't fail; the second is among those
    /// that failed last.
    pub(crate) literals: Vec<Literal>,
    /// The number of decisions that stay.
    pub(crate) level: usize,
    /// The number of levels that its literals belong to.
    pub(crate) levels: u32,
}

/// The facts of an analysis that still need a reason, by the change that made each true.
#[derive(Default)]
pub(crate) struct Analysis {
    facts: FxHashMap<u32, Fact>,
    order: BinaryHeap<u32>,
    found: Vec<Fact>,
    /// The variables met.
    pub(crate) met: Vec<Var>,
}

impl Analysis {
    /// Finds a clause from facts that contradict each other. `None` if they do so without any decision.
    ///
    /// `starts` has, by decision, the number of changes before it.
    pub(crate) fn learn(&mut self, network: &Network, starts: &[usize], conflict: &[Fact]) -> Option<Learned> {
        self.facts.clear();
        self.order.clear();
        self.met.clear();
        let changes = &network.store.history.as_ref()?.changes;
        let level = |at: u32| starts.partition_point(|&start| start <= at as usize);
        for &fact in conflict {
            self.add(network, starts, fact, changes.len());
        }
        let (top, fact) = loop {
            let top = self.order.pop()?;
            let fact = self.facts.remove(&top)?;
            let change = &changes[top as usize];
            self.met.push(fact.var);
            let alone = self.order.peek().is_none_or(|&next| level(next) < level(top));
            if alone && change.cause != Cause::Given && has_negation(network, fact) {
                break (top, fact);
            }
            self.explain(network, starts, top, change, fact);
        };
        self.shorten(network, changes, starts, top);
        Some(self.clause(fact, &level))
    }

    /// Puts the facts that are left into a clause.
    fn clause(&mut self, first: Fact, level: &impl Fn(u32) -> usize) -> Learned {
        let mut rest: Vec<(u32, Fact)> = self.facts.drain().collect();
        rest.sort_unstable_by_key(|fact| std::cmp::Reverse(fact.0));
        let mut levels: Vec<usize> = rest.iter().map(|fact| level(fact.0)).collect();
        levels.dedup();
        let literals = std::iter::once(first).chain(rest.iter().map(|fact| fact.1)).map(|fact| !Literal::from(fact));
        Learned {
            literals: literals.collect(),
            level: levels.first().copied().unwrap_or(0),
            levels: levels.len() as u32 + 1,
        }
    }

    /// Adds a fact that held before change number `before`.
    fn add(&mut self, network: &Network, starts: &[usize], fact: Fact, before: usize) {
        let then = StoreAt::new(&network.store, before);
        let Some(at) = then.first(&fact) else { return };
        if starts.first().is_none_or(|&start| (at as usize) < start) {
            return;
        }
        let Some(history) = &network.store.history else { return };
        let change = &history.changes[at as usize];
        // A bound that has passed the value implies that it is gone, and one fact a change is enough.
        let relation = match fact.relation {
            Relation::IsNot(value) if change.fact.relation != fact.relation || !change.is_inner() => {
                if change.new.0 > value { Relation::AtLeast(value + 1) } else { Relation::AtMost(value - 1) }
            }
            relation => relation,
        };
        let merged = |old: Relation| match (old, relation) {
            (Relation::AtLeast(a), Relation::AtLeast(b)) => Relation::AtLeast(a.max(b)),
            (Relation::AtMost(a), Relation::AtMost(b)) => Relation::AtMost(a.min(b)),
            (a, b) if a == b => a,
            _ => Relation::Is(change.new.0),
        };
        match self.facts.entry(at) {
            std::collections::hash_map::Entry::Occupied(mut entry) => {
                let old = entry.get().relation;
                entry.get_mut().relation = merged(old);
            }
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(Fact { var: fact.var, relation });
                self.order.push(at);
            }
        }
    }

    /// Replaces a fact by those that it follows from.
    fn explain(&mut self, network: &Network, starts: &[usize], at: u32, change: &Change, fact: Fact) {
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        reasons(network, at, change, fact, &mut found);
        for &fact in &found {
            self.add(network, starts, fact, at as usize);
        }
        self.found = found;
    }

    /// Drops facts whose reasons are all among the others (Sörensson & Biere 2009, local).
    fn shorten(&mut self, network: &Network, changes: &[Change], starts: &[usize], top: u32) {
        let root = starts.first().copied().unwrap_or(0);
        let mut out = vec![];
        let mut found = std::mem::take(&mut self.found);
        for (&at, &fact) in &self.facts {
            let change = &changes[at as usize];
            if at >= top || matches!(change.cause, Cause::Decision | Cause::Given) {
                continue;
            }
            found.clear();
            reasons(network, at, change, fact, &mut found);
            let then = StoreAt::new(&network.store, at as usize);
            let covered = found.iter().all(|reason| match then.first(reason).filter(|&first| first as usize >= root) {
                None => true,
                Some(first) => self.facts.get(&first).is_some_and(|known| implies(*known, *reason)),
            });
            if covered {
                out.push(at);
            }
        }
        self.found = found;
        self.facts.retain(|at, _| !out.contains(at));
    }
}

/// Whether one fact follows from another of the same variable.
fn implies(known: Fact, fact: Fact) -> bool {
    known.var == fact.var
        && match (known.relation, fact.relation) {
            (Relation::AtLeast(a), Relation::AtLeast(b)) => a >= b,
            (Relation::AtMost(a), Relation::AtMost(b)) => a <= b,
            (Relation::Is(a), _) => fact.holds(a),
            (Relation::AtLeast(a), Relation::IsNot(b)) => a > b,
            (Relation::AtMost(a), Relation::IsNot(b)) => a < b,
            (a, b) => a == b,
        }
}

/// Whether a domain can lose exactly what agrees with the fact. A domain without bits can't lose one value inside.
fn has_negation(network: &Network, fact: Fact) -> bool {
    !matches!(fact.relation, Relation::Is(_)) || network.store.has_bits(fact.var)
}

/// The facts before a change from which a fact follows that the change made true.
fn reasons(network: &Network, at: u32, change: &Change, fact: Fact, found: &mut Vec<Fact>) {
    let var = fact.var;
    let before = at as usize;
    network.reason(change.cause, Some(change.fact), before, found);
    // From the change's own condition and the holes to the new bound, which is at least as strong as the fact.
    let (mut least, mut most) = (None, None);
    match change.fact.relation {
        Relation::AtLeast(from) => least = Some(from),
        Relation::AtMost(to) => most = Some(to),
        Relation::Is(_) => return,
        Relation::IsNot(_) if change.is_inner() => return,
        Relation::IsNot(value) if value == change.old.0 => {
            found.push(Fact::at_least(var, value));
            least = Some(value + 1);
        }
        Relation::IsNot(value) => {
            found.push(Fact::at_most(var, value));
            most = Some(value - 1);
        }
    }
    let (lower, upper) = match fact.relation {
        Relation::AtLeast(k) => (Some(k), None),
        Relation::AtMost(k) => (None, Some(k)),
        Relation::Is(k) => (Some(k), Some(k)),
        Relation::IsNot(_) => (None, None),
    };
    // A domain without bits has the holes that it began with.
    let has_holes = network.store.has_bits(var);
    let mut skipped = |from: i64, to: i64| {
        if has_holes {
            found.extend((from..=to).map(|value| Fact::is_not(var, value)));
        }
    };
    match (least, most) {
        (Some(from), _) => {
            skipped(from, lower.map_or(i64::MIN, |k| k - 1));
            found.extend(upper.map(|to| Fact::at_most(var, to)));
        }
        (_, Some(to)) => {
            skipped(upper.map_or(i64::MAX, |k| k + 1), to);
            found.extend(lower.map(|from| Fact::at_least(var, from)));
        }
        (None, None) => {}
    }
}
