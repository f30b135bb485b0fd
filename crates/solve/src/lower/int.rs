//! The integer encoding, as in a notebook of Z3: Int constants with asserted bounds, `distinct`, plain arithmetic.
//!
//! It is the reference for `fd`, so it stays as plain as possible: every node of the model becomes one term with the
//! node's value (`model::evaluate::node_value`).

mod pieces;
mod terms;

use super::recursion_checkpoints::below;
use super::topology::{self, Host, Topology};
use super::{Formula, Stopped};
use crate::solver::sat::{Lit, Reason, Size, Statistic, Verdict};
use crate::solver::terms::{Term, Terms};
use crate::solver::{Engine, Integers};
use crate::tuning::{INTEGER_TRIAL, UNKNOWN_INT};
use rustc_hash::FxHashMap;
use sator_base::limits::Limits;
use sator_model::{Assignment, Domain, ExprId, Expressions, Kind, Node, UnknownId};
use std::sync::Arc;

/// The least effort of a round, where effort is counted.
const ROUND: u64 = 10;

/// A formula in the integer encoding.
pub struct Int {
    built: Terms,
    solver: Integers,
    /// The term of variable n has index n - 1.
    literals: Vec<Term>,
    /// A Bool or Int constant for each unknown, and the number of checks before it was made.
    unknowns: Vec<(Term, u32)>,
    domains: Vec<Domain>,
    terms: FxHashMap<ExprId, Term>,
    conditions: FxHashMap<ExprId, Lit>,
    values: FxHashMap<(UnknownId, i64), Lit>,
    topology: Topology,
    /// Graphs whose conditions are asserted before the first check instead of by cuts.
    pieces: Option<pieces::Pieces>,
    checks: u32,
    /// The assumptions of the last check.
    assumed: Vec<(Term, Lit)>,
    limits: Limits,
    /// Whether it gives up soon.
    trial: bool,
    /// Why lowering or a trial ended early.
    spent: Option<Reason>,
}

impl Int {
    /// With `trial` each check has [`INTEGER_TRIAL`] of effort, and the first check that needs more is the last.
    pub fn new(seed: u32, trial: bool) -> Int {
        let mut built = Terms::default();
        let yes = built.bool_value(true);
        Int {
            built,
            solver: Integers::new(seed),
            literals: vec![yes],
            unknowns: vec![],
            domains: vec![],
            terms: FxHashMap::default(),
            conditions: FxHashMap::default(),
            values: FxHashMap::default(),
            topology: Topology::default(),
            pieces: None,
            checks: 0,
            assumed: vec![],
            limits: Limits::none(),
            trial,
            spent: None,
        }
    }

    /// A formula with everything asserted before the first check, for export to other programs.
    pub(super) fn without_cuts() -> Int {
        Int { pieces: Some(pieces::Pieces::default()), ..Int::new(0, false) }
    }

    /// The text of the formula, with a name for each unknown.
    pub(super) fn smt2(&self, names: &[String], limits: &Limits) -> Result<String, Reason> {
        let by_term: FxHashMap<Term, &String> = self.unknowns.iter().map(|u| u.0).zip(names).collect();
        self.built.smt2(&|term| by_term.get(&term).map(|name| (*name).clone()), limits)
    }

    fn number(&mut self, term: Term) -> Lit {
        self.literals.push(term);
        Lit(self.literals.len() as i32)
    }

    fn term_of(&mut self, literal: Lit) -> Term {
        let term = self.literals[literal.0.unsigned_abs() as usize - 1];
        if literal.0 < 0 { self.built.not(term) } else { term }
    }

    /// A literal for a condition. Assumptions must be constants, so it gets a constant of its own.
    fn named(&mut self, condition: Term) -> Lit {
        let name = self.built.bool_fresh();
        let same = self.built.iff(name, condition);
        self.built.assert(same);
        self.number(name)
    }

    fn equals(&mut self, term: Term, value: i64) -> Term {
        let value = self.built.int_value(value);
        self.built.eq(term, value)
    }

    fn in_set(&mut self, term: Term, set: &Domain) -> Term {
        let mut parts = Vec::with_capacity(set.ranges().len());
        for &(lo, hi) in set.ranges() {
            let part = if lo == hi {
                self.equals(term, lo)
            } else {
                let (lo, hi) = (self.built.int_value(lo), self.built.int_value(hi));
                let (above, below) = (self.built.le(lo, term), self.built.le(term, hi));
                self.built.and(&[above, below])
            };
            parts.push(part);
        }
        self.built.or(&parts)
    }

    /// The term of an expression: a Bool for a condition, an Int otherwise.
    fn term(&mut self, m: Expressions, e: ExprId) -> Term {
        if let Some(&term) = self.terms.get(&e) {
            return term;
        }
        for node in below(m.pool, e, |node| self.terms.contains_key(&node)) {
            if self.limit_met() {
                return self.literals[0];
            }
            let term = self.make_term(m, node);
            self.terms.insert(node, term);
        }
        self.terms[&e]
    }

    /// Counts one unit of work. Returns whether a limit is met.
    fn limit_met(&mut self) -> bool {
        if self.spent.is_none() {
            self.spent = self.limits.tick().err();
        }
        self.spent.is_some()
    }

    fn all(&mut self, m: Expressions, list: &[ExprId]) -> Vec<Term> {
        list.iter().map(|&e| self.term(m, e)).collect()
    }

    /// Asserts "`prefix`, or `e`". A condition on a graph that only has to hold needs no literal.
    fn assert_under(&mut self, m: Expressions, e: ExprId, prefix: &[Lit]) {
        let (inner, positive) = match m.pool.node(e) {
            Node::And(parts) => return parts.iter().for_each(|&part| self.assert_under(m, part, prefix)),
            Node::Not(inner) => (*inner, false),
            _ => (e, true),
        };
        let node = m.pool.node(inner);
        if self.pieces.is_none() && node.graph().is_some() && m.pool.is_condition(inner) {
            return topology::emit(self, m, node, positive, prefix);
        }
        let mut parts = vec![self.term(m, e)];
        for &literal in prefix {
            parts.push(self.term_of(literal));
        }
        let clause = self.built.or(&parts);
        self.built.assert(clause);
    }
}

impl Host for Int {
    fn topology(&mut self) -> &mut Topology {
        &mut self.topology
    }

    fn fresh(&mut self) -> Lit {
        self.selector()
    }

    fn clause(&mut self, literals: &[Lit]) {
        Formula::clause(self, literals);
    }

    fn condition(&mut self, m: Expressions, e: ExprId) -> Lit {
        self.literal(m, e)
    }

    fn values(&mut self, _m: Expressions, _e: ExprId) -> Option<Arc<[(i64, Lit)]>> {
        None
    }

    fn holds(&self, literal: Lit) -> bool {
        if literal == Lit::TRUE || literal == Lit::FALSE {
            return literal == Lit::TRUE;
        }
        let term = self.literals[literal.0.unsigned_abs() as usize - 1];
        literal.under(self.solver.in_model(&self.built, term) != 0)
    }
}

impl Formula for Int {
    fn within(&mut self, limits: &Limits) {
        self.limits = limits.clone();
    }

    fn spent(&self) -> Option<Reason> {
        self.spent.clone().or_else(|| self.solver.failure())
    }

    fn add_unknowns(&mut self, m: Expressions) {
        for unknown in &m.unknowns[self.unknowns.len()..] {
            let term = if unknown.kind == Kind::Bool {
                let term = self.built.bool_fresh();
                if let Some(value) = unknown.domain.single() {
                    let fixed = if value != 0 { term } else { self.built.not(term) };
                    self.built.assert(fixed);
                }
                term
            } else {
                let term = self.built.int_fresh();
                let inside = self.in_set(term, &unknown.domain);
                self.built.assert(inside);
                term
            };
            self.unknowns.push((term, self.checks));
            self.domains.push(unknown.domain.clone());
        }
    }

    fn add_constraints(&mut self, m: Expressions, conditions: &[ExprId], limits: &Limits) -> Result<(), Stopped> {
        self.within(limits);
        limits.check_memory(m.unknowns.len() - self.unknowns.len(), UNKNOWN_INT).map_err(Stopped)?;
        self.add_unknowns(m);
        if self.pieces.is_none() {
            topology::learn(self, m, conditions);
        }
        self.assert_each(m, &mut conditions.iter().map(|&e| (e, None)), limits)
    }

    fn literal(&mut self, m: Expressions, e: ExprId) -> Lit {
        self.add_unknowns(m);
        if let Some(value) = m.pool.constant(e) {
            return if value != 0 { Lit::TRUE } else { Lit::FALSE };
        }
        if let Some(&literal) = self.conditions.get(&e) {
            return literal;
        }
        let term = self.term(m, e);
        let literal = self.named(term);
        self.conditions.insert(e, literal);
        literal
    }

    fn value_literal(&mut self, m: Expressions, u: UnknownId, value: i64) -> Lit {
        self.add_unknowns(m);
        let unknown = m.unknown(u);
        if !unknown.domain.contains(value) {
            return Lit::FALSE;
        }
        if let Some(&literal) = self.values.get(&(u, value)) {
            return literal;
        }
        let term = self.unknowns[u].0;
        let literal = if unknown.kind == Kind::Bool {
            let literal = self.number(term);
            self.values.insert((u, 1 - value), if value != 0 { !literal } else { literal });
            if value != 0 { literal } else { !literal }
        } else {
            let equal = self.equals(term, value);
            self.named(equal)
        };
        self.values.insert((u, value), literal);
        literal
    }

    fn at_most_literal(&mut self, m: Expressions, e: ExprId, bound: i64) -> Lit {
        self.add_unknowns(m);
        let (term, bound) = (self.term(m, e), self.built.int_value(bound));
        let le = self.built.le(term, bound);
        self.named(le)
    }

    fn selector(&mut self) -> Lit {
        let term = self.built.bool_fresh();
        self.number(term)
    }

    fn clause(&mut self, literals: &[Lit]) {
        let parts: Vec<Term> = literals.iter().map(|&l| self.term_of(l)).collect();
        let clause = self.built.or(&parts);
        self.built.assert(clause);
    }

    fn assert(&mut self, m: Expressions, e: ExprId, guard: Option<Lit>) {
        self.add_unknowns(m);
        let prefix: Vec<Lit> = guard.iter().map(|&g| !g).collect();
        self.assert_under(m, e, &prefix);
    }

    fn check(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        self.within(limits);
        if let Some(reason) = self.spent() {
            return Verdict::Unknown(reason);
        }
        let ended_trial = self.trial && limits.effort.is_none_or(|effort| effort > INTEGER_TRIAL);
        let mut within = if ended_trial { limits.with_effort(INTEGER_TRIAL) } else { limits.clone() };
        loop {
            self.checks += 1;
            self.assumed = assumptions.iter().map(|&l| (self.term_of(l), l)).collect();
            let terms: Vec<Term> = self.assumed.iter().map(|a| a.0).collect();
            let verdict = self.solver.check(&mut self.built, &terms, &within);
            if ended_trial && verdict == Verdict::Unknown(Reason::Effort) {
                self.spent = Some(Reason::NotSoon);
                return Verdict::Unknown(Reason::NotSoon);
            }
            if verdict != Verdict::Sat || !topology::cut(self) {
                return verdict;
            }
            // A check of many short rounds would never reach the limit otherwise.
            if let Some(effort) = within.effort.filter(|_| !ended_trial) {
                match effort.saturating_sub(ROUND) {
                    0 => return Verdict::Unknown(Reason::Effort),
                    left => within = within.with_effort(left),
                }
            }
        }
    }

    fn assignment(&self, m: Expressions) -> Assignment {
        let value = |i: usize| {
            let unknown = &m.unknowns[i];
            let found = match self.unknowns.get(i) {
                Some(&(term, born)) if born < self.checks => Some(self.solver.in_model(&self.built, term)),
                _ => None,
            };
            // An unknown outside the last check takes its smallest value.
            found.filter(|&v| unknown.domain.contains(v)).unwrap_or(unknown.domain.min())
        };
        Assignment((0..m.unknowns.len()).map(value).collect())
    }

    fn core(&self) -> Vec<Lit> {
        let core = self.solver.core();
        self.assumed.iter().filter(|a| core.contains(&a.0)).map(|a| a.1).collect()
    }

    fn size(&self) -> Size {
        self.built.size()
    }

    fn statistics(&self) -> Vec<Statistic> {
        self.solver.statistics()
    }

    fn engine(&self) -> &'static str {
        Engine::Z3.name()
    }

    fn domain(&self, u: UnknownId) -> Option<&Domain> {
        self.domains.get(u.index())
    }

    fn forget(&mut self, m: Expressions) {
        let kept = |e: &ExprId| e.index() < m.pool.len();
        self.terms.retain(|e, _| kept(e));
        self.conditions.retain(|e, _| kept(e));
        self.topology.forget(m);
        let unknowns = m.unknowns.len();
        self.values.retain(|(u, _), _| u.index() < unknowns);
        self.unknowns.truncate(unknowns);
        self.domains.truncate(unknowns);
    }
}
