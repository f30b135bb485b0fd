//! The finite-domain encoding: a literal for each value of a small domain, clauses, cardinalities, pseudo-Boolean sums,
//! and bit-vectors for anything larger. `crate::tuning` has the thresholds between them.
//!
//! A *view* of an integer expression is a list of its values with one literal each, exactly one of which is true. It is
//! made from the domains at that time; unit clauses exclude values that are removed later.

mod all_different;
mod bits;
mod cages;
mod compare;
mod conditions;
mod derived_sums;
mod each_solution;
mod gates;
mod lengths;
mod merged;
mod relation;
mod sums;
mod table;
#[cfg(test)]
mod tests;
mod topology;
mod views;

use super::narrow::{Empty, Narrow};
use super::recursion_checkpoints::checkpoints;
use super::topology::Topology;
use super::{BrokenSolution, Formula, NextClause, Stopped};
use crate::encode::{Bits, Encoder};
use crate::solver::sat::{Lit, Reason, Sat, Size, Statistic, Verdict, Work};
use crate::tuning::{ROUND_OF_CUTS, Sizes, UNKNOWN_FD};
use rustc_hash::FxHashMap;
use sator_base::limits::Limits;
use sator_model::{Assignment, Bounds, Checker, Domain, ExprId, Expressions, UnknownId};
use sator_propagate::facts::{DomainBounds, NodeFacts};
use sator_propagate::tuples::Tuples;
use std::sync::Arc;
use views::{View, ViewId};

/// The representation of an unknown.
#[derive(Clone, Copy)]
enum Coding {
    OneHot(ViewId),
    Bits(Bits),
}

/// A formula in the finite-domain encoding.
pub struct Fd {
    encoder: Encoder,
    sizes: Sizes,
    narrow: Option<Narrow>,
    domains: Vec<Domain>,
    /// By unknown: its coding, made at the first use, and the number of checks before that.
    codings: Vec<Option<(Coding, u32)>>,
    /// Formulas of one model can share them.
    facts: Arc<NodeFacts>,
    tuples: Tuples,
    views: Vec<View>,
    memo: Memo,
    topology: Topology,
    cages: cages::Cages,
    /// Whether the formula can give up, so that another one takes over. It can then omit values.
    trial: bool,
    merged: Option<merged::MergedSizes>,
    given_up: Option<Reason>,
    checks: u32,
}

/// Literals, bit-vectors and views made for expressions.
#[derive(Default)]
struct Memo {
    literals: FxHashMap<ExprId, Lit>,
    /// Literals that only imply that the condition is true (or false).
    halves: FxHashMap<(ExprId, bool), Lit>,
    /// Literals for `e = k` (true) and `e <= k` (false).
    compares: FxHashMap<(ExprId, i64, bool), Lit>,
    views: FxHashMap<ExprId, Option<ViewId>>,
    bits: FxHashMap<ExprId, Bits>,
    /// Quotient and remainder.
    quotients: FxHashMap<(ExprId, ExprId), (Bits, Bits)>,
    view_bits: FxHashMap<ViewId, Bits>,
    /// Literals for `u = value`, for unknowns that are bit-vectors.
    values: FxHashMap<(UnknownId, i64), Lit>,
}

/// Narrowing that shrinks at most one domain in this many leaves facts as they are about expressions of the other unknowns.
const REFRESHED: usize = 4;

struct Domains<'a>(&'a [Domain]);

impl DomainBounds for Domains<'_> {
    fn bounds(&self, u: UnknownId) -> Bounds {
        let domain = &self.0[u];
        (domain.min(), domain.max())
    }

    fn contains(&self, u: UnknownId, value: i64) -> bool {
        self.0[u].contains(value)
    }
}

impl Fd {
    /// An empty formula. With `narrow` its constraints shrink domains.
    pub fn new(engine: Box<dyn Sat>, sizes: Sizes, narrow: bool) -> Fd {
        Fd {
            encoder: Encoder::new(engine, sizes.clone()),
            sizes,
            narrow: narrow.then(Narrow::new),
            domains: vec![],
            codings: vec![],
            facts: Arc::default(),
            tuples: Tuples::default(),
            views: vec![],
            memo: Memo::default(),
            topology: Topology::default(),
            cages: cages::Cages::default(),
            trial: false,
            merged: None,
            given_up: None,
            checks: 0,
        }
    }

    /// The same formula with what the domains imply about expressions.
    pub fn with_facts(self, facts: Arc<NodeFacts>) -> Fd {
        let narrow = self.narrow.map(|narrow| narrow.with_facts(facts.clone()));
        Fd { facts, narrow, ..self }
    }

    /// The same formula, which can give up ([`Reason::NotSoon`]) if `trial` is true.
    pub fn on_trial(self, trial: bool) -> Fd {
        Fd { trial, ..self }
    }

    /// Adds unknowns and expressions.
    fn add_new(&mut self, m: Expressions) {
        for unknown in &m.unknowns[self.domains.len()..] {
            self.domains.push(unknown.domain.clone());
            self.codings.push(None);
        }
        if let Some(narrow) = &mut self.narrow {
            narrow.add_unknowns(m);
        }
        if self.facts.len() < m.pool.len() {
            Arc::make_mut(&mut self.facts).extend(m.pool, &Domains(&self.domains));
        }
    }

    /// Shrinks domains by unconditional constraints.
    fn narrow(&mut self, m: Expressions, conditions: &[ExprId], limits: &Limits) -> Result<(), Empty> {
        let Some(narrow) = &mut self.narrow else { return Ok(()) };
        narrow.add_unknowns(m);
        let changed = narrow.add(m, conditions.iter().copied(), limits)?;
        // The facts before narrowing hold, and most of them are as tight as those after it.
        let few = changed.len() <= self.domains.len() / REFRESHED;
        let is_first = self.facts.is_empty() || Arc::ptr_eq(&self.facts, &narrow.facts());
        if is_first {
            self.facts = if few { narrow.facts() } else { Arc::default() };
        }
        let is_changed = (is_first && few).then(|| flags(self.domains.len(), &changed));
        for u in changed {
            let domain = self.narrow.as_ref().map(|n| n.domain(u)).unwrap_or_default();
            match self.codings[u] {
                Some((Coding::OneHot(view), _)) => {
                    for (_, literal) in self.values(view).iter().filter(|v| !domain.contains(v.0)) {
                        self.encoder.clause(&[!*literal]);
                    }
                }
                Some((Coding::Bits(bits), _)) => self.bits_within(bits, &domain),
                None => {}
            }
            self.domains[u] = domain;
        }
        if let Some(is_changed) = is_changed
            && is_changed.contains(&true)
        {
            Arc::make_mut(&mut self.facts).refresh(m.pool, &Domains(&self.domains), |u| is_changed[u.index()]);
        }
        Ok(())
    }

    /// Lowers the checkpoints under an expression from the bottom up.
    fn lower_checkpoints(&mut self, m: Expressions, e: ExprId) {
        let Memo { literals, views, bits, .. } = &self.memo;
        let whole = |e: ExprId| matches!(views.get(&e), Some(Some(_))) || bits.contains_key(&e);
        for checkpoint in checkpoints(m.pool, &self.facts, e, |e| literals.contains_key(&e) || whole(e)) {
            if m.pool.is_condition(checkpoint) {
                self.condition_literal(m, checkpoint);
            } else if self.view(m, checkpoint).is_none() {
                self.bits(m, checkpoint);
            }
        }
    }

    fn domain_of(&self, u: UnknownId) -> &Domain {
        &self.domains[u]
    }

    fn coding(&mut self, u: UnknownId) -> Coding {
        if let Some((coding, _)) = self.codings[u] {
            return coding;
        }
        let domain = self.domain_of(u);
        if (domain.size(), domain.min()) == (2, 0) && domain.max() == 1 {
            let coding = Coding::OneHot(self.new_bool_view());
            self.codings[u] = Some((coding, self.checks));
            return coding;
        }
        let domain = domain.clone();
        let most = if self.topology.is_label(u) { self.sizes.label_max } else { self.sizes.one_hot_max };
        let coding = if domain.size() <= most.max(2) {
            Coding::OneHot(self.new_view(domain.iter().collect()))
        } else {
            let bits = self.encoder.bits_fresh(bits::width(domain.min(), domain.max()));
            self.bits_within(bits, &domain);
            Coding::Bits(bits)
        };
        self.codings[u] = Some((coding, self.checks));
        coding
    }
}

/// By unknown: whether it is in the list.
fn flags(unknowns: usize, list: &[UnknownId]) -> Vec<bool> {
    let mut flags = vec![false; unknowns];
    list.iter().for_each(|u| flags[u.index()] = true);
    flags
}

impl Formula for Fd {
    fn within(&mut self, limits: &Limits) {
        self.encoder.within(limits);
    }

    fn spent(&self) -> Option<Reason> {
        let lost = || self.encoder.is_unusable().then(|| Reason::GaveUp("the engine was stopped for good".into()));
        self.given_up.clone().or_else(|| self.encoder.stopped().cloned()).or_else(lost)
    }

    fn add_unknowns(&mut self, m: Expressions) {
        self.add_new(m);
    }

    fn add_constraints(&mut self, m: Expressions, conditions: &[ExprId], limits: &Limits) -> Result<(), Stopped> {
        self.encoder.within(limits);
        if self.merged.is_some() {
            // The domains of new unknowns would contain all values.
            self.give_up();
            return Err(Stopped(Reason::NotSoon));
        }
        limits.check_memory(m.unknowns.len() - self.domains.len(), UNKNOWN_FD).map_err(Stopped)?;
        for unknown in &m.unknowns[self.domains.len()..] {
            self.domains.push(unknown.domain.clone());
            self.codings.push(None);
        }
        // Narrowing comes first, so that the facts use the smaller domains.
        if self.narrow(m, conditions, limits).is_err() {
            // Whatever else the formula contains, it has no model.
            self.narrow = None;
            self.encoder.clause(&[]);
            return Ok(());
        }
        if self.trial {
            self.merge_sizes(m, conditions);
        }
        self.add_new(m);
        super::topology::learn(self, m, conditions);
        if self.narrow.is_some() {
            self.add_cages(m, conditions.iter().map(|&e| (e, None)));
        }
        let taken = self.assert_each(m, &mut conditions.iter().map(|&e| (e, None)), limits);
        self.seal_merged();
        taken
    }

    fn literal(&mut self, m: Expressions, e: ExprId) -> Lit {
        self.add_new(m);
        self.give_up_on_merged(m, e);
        self.lower_checkpoints(m, e);
        self.condition_literal(m, e)
    }

    fn value_literal(&mut self, m: Expressions, u: UnknownId, value: i64) -> Lit {
        self.add_new(m);
        self.give_up_on_merged_value(u, value);
        self.unknown_equals(u, value)
    }

    fn at_most_literal(&mut self, m: Expressions, e: ExprId, bound: i64) -> Lit {
        self.add_new(m);
        self.give_up_on_merged(m, e);
        self.lower_checkpoints(m, e);
        self.at_most(m, e, bound)
    }

    fn selector(&mut self) -> Lit {
        self.encoder.fresh()
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.encoder.clause(literals);
    }

    fn assert(&mut self, m: Expressions, e: ExprId, guard: Option<Lit>) {
        self.add_new(m);
        if self.merged.is_none() && self.emit_bools(m, e, guard) {
            return;
        }
        if guard.is_none() && super::topology::defer(self, m, e, self.sizes.deferred_count) {
            return;
        }
        if self.emit_merged(m, e) {
            return;
        }
        self.give_up_on_merged(m, e);
        if let Some(columns) = self.columns_of_chain(m, e) {
            let prefix: Vec<Lit> = guard.map(|g| !g).into_iter().collect();
            return self.emit_tuples(m, &[e], true, &columns, &prefix);
        }
        self.lower_checkpoints(m, e);
        if !self.emit_as_cage(m, e, guard) {
            self.emit(m, e, true, &mut guard.map(|g| !g).into_iter().collect());
        }
    }

    fn combine(&mut self, m: Expressions, conditions: &[(ExprId, Option<Lit>)]) {
        self.add_new(m);
        self.add_cages(m, conditions.iter().copied());
    }

    fn check(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        self.encoder.within(limits);
        self.encoder.expect_cuts(self.topology.has_cuts());
        let rounds = limits.effort.map(|conflicts| conflicts.div_ceil(ROUND_OF_CUTS));
        for round in 1u64.. {
            if let Some(reason) = &self.given_up {
                return Verdict::Unknown(reason.clone());
            }
            if rounds.is_some_and(|rounds| round > rounds) {
                break;
            }
            self.checks += 1;
            let verdict = self.encoder.check(assumptions, None, limits);
            if verdict != Verdict::Sat {
                return verdict;
            }
            if !self.cut() {
                self.measure_merged();
                if self.given_up.is_none() {
                    return verdict;
                }
            }
        }
        Verdict::Unknown(Reason::Effort)
    }

    fn each_solution(
        &mut self,
        m: Expressions,
        checker: &mut Checker,
        limits: &Limits,
        visit: &mut dyn FnMut(&Assignment) -> NextClause,
    ) -> Result<Verdict, BrokenSolution> {
        if self.merged.is_some() {
            self.give_up();
            return Ok(Verdict::Unknown(Reason::NotSoon));
        }
        self.run_through(m, checker, limits, visit)
    }

    fn assignment(&self, m: Expressions) -> Assignment {
        let value = |i: usize| {
            let (Some(domain), Some(coding)) = (self.domains.get(i), self.codings.get(i)) else {
                return m.unknowns[i].domain.min();
            };
            // An unknown outside the last check takes its smallest value.
            let found = match coding {
                Some((Coding::OneHot(view), born)) if *born < self.checks => {
                    let values = &self.views[*view].values;
                    values.iter().find(|v| self.encoder.value(v.1)).map(|v| v.0)
                }
                Some((Coding::Bits(bits), born)) if *born < self.checks => Some(self.encoder.bits_value(*bits)),
                _ => None,
            };
            found.filter(|&v| domain.contains(v)).unwrap_or(domain.min())
        };
        let mut values: Vec<i64> = (0..m.unknowns.len()).map(value).collect();
        self.measured().for_each(|(u, size)| values[u.index()] = size);
        Assignment(values)
    }

    fn core(&self) -> Vec<Lit> {
        self.encoder.core()
    }

    fn size(&self) -> Size {
        self.encoder.size()
    }

    fn engine(&self) -> &'static str {
        self.encoder.engine().name()
    }

    fn work(&self) -> Option<Work> {
        self.encoder.engine().work()
    }

    fn statistics(&self) -> Vec<Statistic> {
        self.encoder.engine().statistics()
    }

    fn domain(&self, u: UnknownId) -> Option<&Domain> {
        self.unmerged_domain(u).or_else(|| self.domains.get(u.index()))
    }

    fn forget(&mut self, m: Expressions) {
        let nodes = m.pool.len();
        let kept = |e: &ExprId| e.index() < nodes;
        if self.facts.len() > nodes {
            Arc::make_mut(&mut self.facts).truncate(nodes);
        }
        self.memo.literals.retain(|e, _| kept(e));
        self.memo.halves.retain(|(e, _), _| kept(e));
        self.memo.compares.retain(|(e, ..), _| kept(e));
        self.memo.views.retain(|e, _| kept(e));
        self.memo.bits.retain(|e, _| kept(e));
        self.memo.quotients.retain(|(a, b), _| kept(a) && kept(b));
        self.memo.values.retain(|(u, _), _| u.index() < m.unknowns.len());
        self.domains.truncate(m.unknowns.len());
        self.codings.truncate(m.unknowns.len());
        self.topology.forget(m);
        if let Some(narrow) = &mut self.narrow {
            narrow.forget(m);
        }
    }
}
