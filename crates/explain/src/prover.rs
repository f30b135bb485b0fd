//! A formula made for explanations: each group stands under a guard of its own, so that any set of groups
//! can be asked about. Domains are hard; nothing is narrowed. It is written when something is first asked of it: what
//! people find takes no solver.

use super::groups::{Group, Groups};
use rustc_hash::{FxHashMap, FxHashSet};
use sator_answer::Atom;
use sator_base::limits::Limits;
use sator_base::source::SourceMap;
use sator_lang::diagnostic::Diagnostic;
use sator_model::{Assignment, ExprId, Model, UnknownId};
use sator_solve::lower::{Formula, Method, SharedFacts, Stopped};
use sator_solve::solver::sat::{Lit, Reason, Verdict};

/// Groups or unknowns of a puzzle from which on a formula of few groups is made for each proof: a check of all groups has the solver
/// find values of everything on the board.
pub(super) const LARGE: usize = 300;

/// Why there is no explanation.
#[derive(Clone, Debug)]
pub enum Unexplained {
    /// A limit was met.
    Limit(Reason),
    /// Two solvers disagree.
    Wrong(Box<Diagnostic>),
}

impl From<Reason> for Unexplained {
    fn from(reason: Reason) -> Unexplained {
        Unexplained::Limit(reason)
    }
}

/// A result, or the reason that there is none.
pub type Found<T> = std::result::Result<T, Unexplained>;

pub(super) struct Prover {
    method: Method,
    formula: Box<dyn Formula>,
    /// Bounds and support that provers of few groups share.
    shared: SharedFacts,
    /// By group: assumed, it holds. Made when the group is first used.
    guards: Vec<Option<Lit>>,
    group_of: FxHashMap<Lit, usize>,
    /// Conditions that are not in the formula yet, with their groups.
    waiting: Vec<(usize, ExprId)>,
    /// Why they could not be taken in.
    stopped: Option<Reason>,
}

impl Prover {
    pub(super) fn new(method: Method) -> Prover {
        Prover::with(method, SharedFacts::default())
    }

    fn with(method: Method, shared: SharedFacts) -> Prover {
        let (formula, group_of) = (shared.new_formula(method, false), FxHashMap::default());
        Prover { method, formula, shared, guards: vec![], group_of, waiting: vec![], stopped: None }
    }

    /// A prover of the same method with these groups alone.
    fn of_few(&mut self, model: &Model, groups: &[Group], few: &[usize]) -> Prover {
        self.shared.extend(model);
        let mut prover = Prover::with(self.method, self.shared.clone());
        prover.add(groups, few);
        prover
    }

    /// A formula of the same method that narrows domains.
    pub(super) fn narrowing(&mut self, model: &Model) -> Box<dyn Formula> {
        self.shared.extend(model);
        self.shared.new_formula(self.method, true)
    }

    /// Takes in groups that it doesn't have.
    pub(super) fn add(&mut self, groups: &[Group], more: &[usize]) {
        self.waiting.extend(more.iter().flat_map(|&group| groups[group].constraints.iter().map(move |&e| (group, e))));
    }

    /// Assumed, the group holds.
    fn guard(&mut self, group: usize) -> Lit {
        if self.guards.len() <= group {
            self.guards.resize(group + 1, None);
        }
        *self.guards[group].get_or_insert_with(|| {
            let guard = self.formula.selector();
            self.group_of.insert(guard, group);
            guard
        })
    }

    /// Takes in the constraints that the model has more than the groups.
    pub(super) fn extend(&mut self, model: &Model, sources: &SourceMap, groups: &mut Groups, limits: &Limits) {
        self.formula.within(limits);
        while let Some(next) = groups.take_next(model, sources) {
            self.waiting.push(next);
        }
    }

    /// The formula, with all that was taken in.
    fn written(&mut self, model: &Model, limits: &Limits) -> &mut dyn Formula {
        let m = model.expressions();
        self.formula.add_unknowns(m);
        if !self.waiting.is_empty() {
            let mut conditions = Vec::new();
            for (group, e) in std::mem::take(&mut self.waiting) {
                conditions.push((e, Some(self.guard(group))));
            }
            if let Err(Stopped(reason)) = self.formula.assert_all(m, &conditions, limits) {
                self.stopped = Some(reason);
            }
        }
        &mut *self.formula
    }

    /// Why it is of no more use, if so.
    pub(super) fn spent(&self) -> Option<Reason> {
        self.stopped.clone().or_else(|| self.formula.spent())
    }
}

/// All that one question works with.
pub(super) struct ProofContext<'a> {
    pub prover: &'a mut Prover,
    pub model: &'a Model,
    pub groups: &'a [Group],
    pub limits: &'a Limits,
    /// Checks that are left, where their number is limited.
    pub checks: Option<u32>,
}

impl ProofContext<'_> {
    /// Whether a check of all groups takes far longer than one of a formula of few groups.
    pub(super) fn is_large(&self) -> bool {
        self.groups.len() >= LARGE || self.model.unknowns.len() >= LARGE
    }

    /// The unknowns of groups and of a conclusion, sorted.
    pub(super) fn scope_of(&self, groups: &[usize], conclusion: Atom) -> Vec<UnknownId> {
        let mut scope: Vec<UnknownId> = groups.iter().flat_map(|&g| self.groups[g].scope.iter().copied()).collect();
        scope.push(conclusion.unknown);
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    /// Whether the limits allow more.
    pub(super) fn go_on(&self) -> Result<(), Reason> {
        self.limits.stop().map_or(Ok(()), Err)
    }

    /// The same with these limits; its checks are counted apart.
    pub(super) fn within<'a>(&'a mut self, limits: &'a Limits) -> ProofContext<'a> {
        ProofContext { prover: &mut *self.prover, model: self.model, groups: self.groups, limits, checks: self.checks }
    }

    /// Asks with a formula of few groups. A check of a formula has a solver find values of all its unknowns.
    pub(super) fn among_few<T>(&mut self, few: &[usize], ask: impl FnOnce(&mut ProofContext) -> T) -> T {
        let mut prover = self.of_few(few);
        self.with(&mut prover, ask)
    }

    /// A prover of the same method with few groups.
    pub(super) fn of_few(&mut self, few: &[usize]) -> Prover {
        self.prover.of_few(self.model, self.groups, few)
    }

    /// A prover of the same method with all groups.
    pub(super) fn another(&mut self) -> Prover {
        let all: Vec<usize> = (0..self.groups.len()).collect();
        self.of_few(&all)
    }

    /// Asks another prover.
    pub(super) fn with<T>(&mut self, prover: &mut Prover, ask: impl FnOnce(&mut ProofContext) -> T) -> T {
        let ProofContext { model, groups, limits, checks, .. } = *self;
        let mut proof = ProofContext { prover, model, groups, limits, checks };
        let answer = ask(&mut proof);
        self.checks = proof.checks;
        answer
    }

    /// Makes a literal hold from now on.
    pub(super) fn hold(&mut self, literal: Lit) {
        self.prover.formula.clause(&[literal]);
    }

    /// Whether these groups, with the literals, can't hold together.
    pub(super) fn unsat(&mut self, groups: &[usize], also: &[Lit]) -> Result<bool, Reason> {
        self.unsat_within(groups, also, self.limits)
    }

    pub(super) fn unsat_within(&mut self, groups: &[usize], also: &[Lit], limits: &Limits) -> Result<bool, Reason> {
        if let Some(left) = &mut self.checks {
            *left = left.checked_sub(1).ok_or(Reason::Effort)?;
        }
        let mut assumed = self.guards(groups);
        assumed.extend(also);
        if let Some(reason) = &self.prover.stopped {
            return Err(reason.clone());
        }
        match self.prover.formula.check(&assumed, limits) {
            Verdict::Unsat => Ok(true),
            Verdict::Sat => Ok(false),
            Verdict::Unknown(reason) => Err(reason),
        }
    }

    /// The groups out of these in the core of the last check, in their order.
    pub(super) fn core(&self, groups: &[usize]) -> Vec<usize> {
        let core = self.prover.formula.core();
        let inside: FxHashSet<usize> = core.iter().filter_map(|l| self.prover.group_of.get(l).copied()).collect();
        groups.iter().copied().filter(|g| inside.contains(g)).collect()
    }

    /// The literals in the core of the last check.
    pub(super) fn core_literals(&self) -> Vec<Lit> {
        self.prover.formula.core()
    }

    /// The solution of the last check.
    pub(super) fn assignment(&self) -> Assignment {
        self.prover.formula.assignment(self.model.expressions())
    }

    /// The groups out of these that the values of all expressions break.
    pub(super) fn broken(&self, groups: &[usize], values: &[i64]) -> Vec<usize> {
        groups.iter().copied().filter(|&g| self.is_broken(g, values)).collect()
    }

    pub(super) fn is_broken(&self, group: usize, values: &[i64]) -> bool {
        self.groups[group].constraints.iter().any(|e| values[*e] == 0)
    }

    /// A literal that holds only where one of these does; to be assumed, then [`ProofContext::retire`]d.
    pub(super) fn one_of(&mut self, literals: &[Lit]) -> Lit {
        let formula = self.prover.written(self.model, self.limits);
        let guard = formula.selector();
        let mut clause = vec![!guard];
        clause.extend(literals);
        formula.clause(&clause);
        guard
    }

    /// Holds where the condition does.
    pub(super) fn literal(&mut self, e: ExprId) -> Lit {
        self.prover.written(self.model, self.limits).literal(self.model.expressions(), e)
    }

    pub(super) fn value_literal(&mut self, u: UnknownId, value: i64) -> Lit {
        self.prover.written(self.model, self.limits).value_literal(self.model.expressions(), u, value)
    }

    /// Assumed, the group holds.
    pub(super) fn guard(&mut self, group: usize) -> Lit {
        self.prover.written(self.model, self.limits);
        self.prover.guard(group)
    }

    pub(super) fn retire(&mut self, guard: Lit) {
        self.prover.formula.clause(&[!guard]);
    }

    pub(super) fn guards(&mut self, groups: &[usize]) -> Vec<Lit> {
        groups.iter().map(|&group| self.guard(group)).collect()
    }
}
