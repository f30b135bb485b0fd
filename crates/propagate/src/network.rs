//! A store with its propagators, run until nothing changes.

use crate::clauses::Clauses;
use crate::constraints::Unit;
use crate::event::{Conflict, Narrowed};
use crate::history::Cause;
use crate::ids::{PropagatorId, Var};
use crate::literal::{Domains, Fact, Literal, Relation};
use crate::propagator::Propagator;
use crate::relaxation::inequality::Inequality;
use crate::relaxation::rows::Rows;
use crate::store::Store;
use crate::store_at::StoreAt;
use sator_base::limits::{Limits, Reason};

/// Effort after which propagation pauses, so that limits can be polled: some 5 ms.
const SLICE: u64 = 1_000_000;

/// Effort that counts as one short turn for the limits: about a microsecond.
const EFFORT_PER_TICK: u64 = 200;

/// Domains and the constraints on them.
#[derive(Default)]
pub struct Network {
    /// The domains.
    pub store: Store,
    propagators: Vec<Box<dyn Propagator>>,
    pub(crate) clauses: Clauses,
    /// By propagator: the unknowns that it depends on, directly or through other variables.
    scopes: Vec<Box<[Var]>>,
    /// Number of propagators that were run.
    pub(crate) runs: u64,
    /// The constraints contradict each other without any decision.
    contradiction: bool,
    /// Effort at which the limits were last polled.
    polled: u64,
    /// Inequalities that removed values, each with the trail's length before.
    inequalities: Vec<(usize, Inequality)>,
}

impl Network {
    /// Adds a constraint on these unknowns.
    pub fn add(&mut self, propagator: impl Propagator + 'static, scope: Box<[Var]>) {
        let id = PropagatorId::at(self.propagators.len());
        self.store.add_propagator(id, propagator.tier());
        propagator.watches(&mut |var, event| self.store.watch(var, id, event));
        self.propagators.push(Box::new(propagator));
        self.scopes.push(scope);
    }

    /// Records that the constraints contradict each other.
    pub fn contradict(&mut self) {
        self.contradiction = true;
    }

    /// Runs clauses and propagators, those of a lower tier first, until nothing changes or a slice of effort is used up:
    /// bounds of wide domains can creep for as many rounds as there are values. [`Network::is_stable`] is true in the
    /// first case.
    ///
    /// # Errors
    /// A domain would be empty.
    pub fn propagate(&mut self) -> Narrowed {
        if self.contradiction {
            return Err(Conflict);
        }
        let until = self.store.effort + SLICE;
        while self.store.effort < until {
            self.store.failed = None;
            if let Err(Conflict) = self.clauses.propagate(&mut self.store) {
                self.store.clear_queue();
                return Err(Conflict);
            }
            let Some(id) = self.store.next() else { break };
            self.store.effort += 1;
            self.store.cause = Cause::Propagator(id);
            self.runs += 1;
            if let Err(Conflict) = self.propagators[id.index()].propagate(&mut self.store) {
                self.store.clear_queue();
                return Err(Conflict);
            }
        }
        Ok(())
    }

    /// Adds the linear inequalities of all constraints, until there are more than this many terms: `None` then.
    pub(crate) fn relax(&self, rows: &mut Rows, terms: usize) -> Option<()> {
        for propagator in &self.propagators {
            propagator.relax(rows);
            if rows.terms > terms {
                return None;
            }
        }
        self.clauses.given().for_each(|clause| rows.add_clause(clause));
        (rows.terms <= terms).then_some(())
    }

    /// Adds inequalities that these values of variables don't meet.
    pub(crate) fn cut(&self, value: &dyn Fn(Var) -> Option<f64>, rows: &mut Rows) {
        self.propagators.iter().for_each(|propagator| propagator.cut(value, rows));
    }

    /// Adds an inequality that follows from the constraints, and removes what it excludes. What is removed at the root of
    /// the search needs no reason.
    ///
    /// # Errors
    /// No values are left.
    pub(crate) fn propagate_inequality(&mut self, inequality: Inequality, is_root: bool) -> Narrowed {
        if is_root || self.store.history.is_none() {
            self.store.cause = Cause::Given;
            return inequality.propagate(&mut self.store);
        }
        self.store.cause = Cause::Inequality(self.inequalities.len() as u32);
        self.inequalities.push((self.store.mark(), inequality));
        self.inequalities[self.inequalities.len() - 1].1.propagate(&mut self.store)
    }

    /// Polls the limits in proportion to the effort since the last call: one node of a search can take a millisecond.
    ///
    /// # Errors
    /// The limit that was met.
    pub fn poll(&mut self, limits: &Limits) -> Result<(), Reason> {
        let effort = self.store.effort;
        let turns = 1 + (effort - std::mem::replace(&mut self.polled, effort)) / EFFORT_PER_TICK;
        limits.tick_many(turns as usize)
    }

    /// Whether no propagator has anything left to look at.
    pub fn is_stable(&self) -> bool {
        self.store.is_stable()
    }

    /// After a conflict: the unknowns of the constraint that failed.
    pub fn blamed(&self) -> impl Iterator<Item = Var> {
        let (scope, literals): (&[Var], &[Literal]) = match self.store.cause {
            Cause::Propagator(id) => (&self.scopes[id.index()], &[]),
            Cause::Clause(id) => (&[], self.clauses.literals(id)),
            Cause::Given | Cause::Decision | Cause::Inequality(_) => (&[], &[]),
        };
        scope.iter().copied().chain(literals.iter().map(|literal| literal.var))
    }

    /// Takes back all changes since the mark.
    pub fn undo(&mut self, mark: usize) {
        self.store.clear_queue();
        self.store.undo(mark);
        while self.inequalities.pop_if(|inequality| inequality.0 >= mark).is_some() {}
    }

    /// Adds facts that held before change number `at` and from which `fact` follows, by what caused it; without a fact,
    /// facts that contradict the cause. A decision has no reason.
    pub(crate) fn reason(&self, cause: Cause, fact: Option<Fact>, at: usize, facts: &mut Vec<Fact>) {
        let then = StoreAt::new(&self.store, at);
        match cause {
            Cause::Given | Cause::Decision => {}
            Cause::Propagator(id) => self.propagators[id.index()].reason(fact, &then, facts),
            Cause::Inequality(at) => self.inequalities[at as usize].1.reason(fact, &then, facts),
            Cause::Clause(id) => then.push_truths(self.clauses.literals(id), fact, facts),
        }
    }

    /// Adds the facts that contradict each other, after a conflict.
    pub(crate) fn conflict(&self, facts: &mut Vec<Fact>) {
        let now = self.store.history.as_ref().map_or(0, |history| history.changes.len());
        let failed = self.store.failed;
        self.reason(self.store.cause, failed, now, facts);
        // The domain leaves no room for what the cause asks for.
        let Some(Fact { var, relation }) = failed else { return };
        let then = StoreAt::new(&self.store, now);
        let (min, max) = then.range(var);
        match relation {
            Relation::AtLeast(from) if max < from => facts.push(Fact::at_most(var, from - 1)),
            Relation::AtMost(to) if min > to => facts.push(Fact::at_least(var, to + 1)),
            Relation::Is(value) if value < min => facts.push(Fact::at_least(var, value + 1)),
            Relation::Is(value) if value > max => facts.push(Fact::at_most(var, value - 1)),
            Relation::Is(value) => facts.push(Fact::is_not(var, value)),
            Relation::AtLeast(_) | Relation::AtMost(_) | Relation::IsNot(_) => then.push_domain(var, facts),
        }
    }

    /// Adds a condition: one of the literals holds.
    pub fn add_clause(&mut self, literals: Vec<Literal>) {
        match &literals[..] {
            [] => self.contradict(),
            [literal] => self.add(Unit(literal.clone()), [literal.var].into()),
            _ => drop(self.clauses.add(&mut self.store, literals, None)),
        }
    }

    /// Adds a clause of two literals or more as [`Clauses::add`] describes.
    pub(crate) fn add_learned(&mut self, literals: Vec<Literal>, levels: Option<u32>) -> Cause {
        Cause::Clause(self.clauses.add(&mut self.store, literals, levels))
    }
}
