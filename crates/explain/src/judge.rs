//! `judge`: the statements that a board breaks, and whether a claimed step follows from the statements that it cites.
//!
//! A board is a list of facts about unknowns. It breaks a group if the group, the facts and the domains can't hold together,
//! whatever the open cells become. Four tests decide that for one group at a time, the cheapest first:
//!
//! 1. A known solution that agrees with the facts about the group meets the group.
//! 2. Interval arithmetic over the group's conditions refutes it.
//! 3. A search over the group's unknowns alone finds values that meet it.
//! 4. A solver decides it exactly, within a counted effort.

use crate::explainer::{Context, Explainer};
use crate::groups::uses_of;
use crate::local::Local;
use crate::prover::{Found, ProofContext};
use crate::verify::Claim;
use rustc_hash::{FxHashMap, FxHashSet};
use sator_answer::{Atom, BrokenStatement, StatementRef};
use sator_base::limits::Reason;
use sator_model::bounds::bounds;
use sator_model::{Assignment, Bounds, Domain, ExprId, Model, Node, UnknownId};
use sator_solve::solver::sat::Lit;
use std::rc::Rc;

/// Conflicts of the check of one group. A group that takes more counts as not broken.
const ONE_GROUP: u64 = 2_000;

/// The result of comparing a claimed step with the puzzle and a board that has solutions.
#[derive(Clone, Debug)]
pub enum ClaimedStep {
    /// The conclusions follow from the cited statements and the board.
    Follows {
        /// Cited statements that are enough. None can be left out.
        because: Vec<StatementRef>,
    },
    /// The conclusions follow from the puzzle and the board, but not from the cited statements.
    Uncited {
        /// Statements from which they follow. None can be left out.
        because: Vec<StatementRef>,
        /// The ones among them that are not cited.
        missing: Vec<StatementRef>,
    },
    /// Some solution meets the conclusions, and another one doesn't.
    Open {
        /// A solution that doesn't.
        counterexample: Assignment,
    },
    /// No solution meets the conclusions.
    False {
        /// Statements that exclude them. None can be left out.
        because: Vec<StatementRef>,
    },
}

impl Explainer {
    /// All statements of the puzzle. The positions in this list are what [`Explainer::claimed`] takes.
    pub fn statements(&self, context: &Context) -> Vec<StatementRef> {
        self.groups.list.iter().map(|group| context.statement(group)).collect()
    }

    /// The values that statements of the puzzle fix by themselves.
    pub fn fixed(&self) -> impl Iterator<Item = Atom> + '_ {
        let fixes = self.groups.list.iter().filter_map(|group| group.fixes);
        fixes.map(|(unknown, value)| Atom { unknown, value, is: true })
    }

    /// The unknowns whose values are givens: a statement that is no part of a rule fixes them.
    pub fn given(&self) -> impl Iterator<Item = UnknownId> + '_ {
        let own = self.groups.list.iter().filter(|group| uses_of(group).is_empty());
        own.filter_map(|group| group.fixes).map(|(unknown, _)| unknown)
    }

    /// The statements that the facts break, in the order of the puzzle. The values that statements fix count as facts about unknowns
    /// that no other fact is about. `known` are solutions of the puzzle.
    ///
    /// # Errors
    /// A limit was met other than the effort for one statement.
    pub fn broken(&mut self, context: &Context, facts: &[Atom], known: &[Assignment]) -> Found<Vec<BrokenStatement>> {
        // Of two values for one unknown the first counts: together they would break every statement about it.
        let mut valued: FxHashSet<UnknownId> = FxHashSet::default();
        let mut facts: Vec<Atom> =
            facts.iter().copied().filter(|fact| !fact.is || valued.insert(fact.unknown)).collect();
        let mut about: FxHashSet<UnknownId> = facts.iter().map(|fact| fact.unknown).collect();
        facts.extend(self.fixed().filter(|fact| about.insert(fact.unknown)));
        let mut checks = std::mem::take(&mut self.group_checks);
        let proof = self.case(context);
        let touched = |&g: &usize| proof.groups[g].scope.iter().any(|unknown| about.contains(unknown));
        let touched: Vec<usize> = (0..proof.groups.len()).filter(touched).collect();
        let mut board = Board { proof, known, checks: &mut checks };
        let broken = board.all_broken(&touched, &facts);
        self.group_checks = checks;
        let named = |(group, facts): (usize, _)| {
            let statement = context.statement(&self.groups.list[group]);
            BrokenStatement { statement, facts }
        };
        Ok(broken?.into_iter().map(named).collect())
    }

    /// Compares a claimed step with the puzzle. `cited` are positions in [`Explainer::statements`]; without it every statement is
    /// cited. The board must have a solution, because everything follows from one without.
    ///
    /// # Errors
    /// A limit was met, or two solvers disagree.
    pub fn claimed(
        &mut self,
        context: &Context,
        facts: &[Atom],
        conclusions: &[Atom],
        cited: Option<&[usize]>,
    ) -> Found<ClaimedStep> {
        let mut proof = self.case(context);
        let all: Vec<usize> = (0..proof.groups.len()).collect();
        let given: Vec<Lit> = facts.iter().map(|fact| proof.fact(fact)).collect();
        let concluded: Vec<Lit> = conclusions.iter().map(|fact| proof.fact(fact)).collect();
        let contrary: Vec<Lit> = concluded.iter().map(|literal| !*literal).collect();
        let guard = proof.one_of(&contrary);
        let denied: Vec<Lit> = given.iter().copied().chain([guard]).collect();
        let cited = cited.unwrap_or(&all);
        if let Some(because) = proof.minimal(cited.to_vec(), &denied, None)? {
            proof.retire(guard);
            self.confirm(context, &because, Claim { facts, conclusions, ..Claim::default() })?;
            return Ok(ClaimedStep::Follows { because: self.named(context, &because) });
        }
        // Cited statements first: those behind them are left out before them.
        let others = all.iter().copied().filter(|group| !cited.contains(group));
        let uncited = proof.minimal(cited.iter().copied().chain(others).collect(), &denied, None)?;
        let counterexample = if uncited.is_none() { Some(proof.assignment()) } else { None };
        proof.retire(guard);
        if let Some(because) = uncited {
            let missing: Vec<usize> = because.iter().copied().filter(|group| !cited.contains(group)).collect();
            self.confirm(context, &because, Claim { facts, conclusions, ..Claim::default() })?;
            let (because, missing) = (self.named(context, &because), self.named(context, &missing));
            return Ok(ClaimedStep::Uncited { because, missing });
        }
        let held: Vec<Lit> = given.iter().chain(&concluded).copied().collect();
        let excluded = proof.minimal(all, &held, None)?;
        if let Some(because) = excluded {
            let facts: Vec<Atom> = facts.iter().chain(conclusions).copied().collect();
            self.confirm(context, &because, Claim { facts: &facts, ..Claim::default() })?;
            return Ok(ClaimedStep::False { because: self.named(context, &because) });
        }
        match counterexample {
            Some(counterexample) => Ok(ClaimedStep::Open { counterexample }),
            None => unreachable!("a step that doesn't follow has a counterexample"),
        }
    }
}

/// Whether a solution has a fact.
fn agrees(solution: &Assignment, fact: &Atom) -> bool {
    (solution.get(fact.unknown) == fact.value) == fact.is
}

/// The values that an unknown can have, by the facts.
fn bounds_of(model: &Model, unknown: UnknownId, facts: &[Atom]) -> Bounds {
    let domain = &model.unknown(unknown).domain;
    let mut about = facts.iter().filter(|fact| fact.unknown == unknown).peekable();
    if about.peek().is_none() {
        return (domain.min(), domain.max());
    }
    if let Some(fact) = about.clone().find(|fact| fact.is) {
        return (fact.value, fact.value);
    }
    let excluded = Domain::from_values(about.map(|fact| fact.value));
    let left = domain.minus(&excluded);
    if left.is_empty() { (domain.min(), domain.max()) } else { (left.min(), left.max()) }
}

/// Bounds of a condition whose bounds the pool leaves open.
fn bounds_of_list(node: &Node, child: impl Fn(ExprId) -> Bounds) -> Option<Bounds> {
    const FALSE: Bounds = (0, 0);
    match node {
        Node::AllDifferent(list, except) => {
            let known = list.iter().map(|&e| child(e)).filter(|(low, high)| low == high && !except.contains(low));
            let mut values: Vec<i64> = known.map(|(value, _)| value).collect();
            values.sort_unstable();
            values.windows(2).any(|pair| pair[0] == pair[1]).then_some(FALSE)
        }
        Node::Table(list, rows) => {
            let bounds: Vec<Bounds> = list.iter().map(|&e| child(e)).collect();
            let fits = |row: &[i64]| row.iter().zip(&bounds).all(|(value, (low, high))| low <= value && value <= high);
            (!rows.iter().any(|row| fits(row))).then_some(FALSE)
        }
        _ => None,
    }
}

/// Facts about each group that hold on every board.
#[derive(Default)]
pub(crate) struct GroupChecks {
    /// Results for few facts: whether the group can't hold with them.
    clashes: FxHashMap<(usize, Vec<Atom>), bool>,
    /// The group as a problem of its own; `None` for one that is too large or about a graph.
    alone: FxHashMap<usize, Option<Local>>,
    /// The nodes of the group's conditions, children first.
    nodes: FxHashMap<usize, Rc<[ExprId]>>,
}

impl GroupChecks {
    /// Longest list of facts whose result is kept. Shorter lists come again on other boards.
    const FEW: usize = 2;
    /// Largest number of results.
    const MOST: usize = 1 << 16;

    fn keep(&mut self, group: usize, facts: &[Atom], clashes: bool) {
        if facts.len() <= GroupChecks::FEW && self.clashes.len() < GroupChecks::MOST {
            self.clashes.insert((group, facts.to_vec()), clashes);
        }
    }
}

/// The check of one board.
struct Board<'a> {
    proof: ProofContext<'a>,
    /// Solutions of the puzzle.
    known: &'a [Assignment],
    checks: &'a mut GroupChecks,
}

impl Board<'_> {
    /// The groups that the facts break, with the fewest facts that do.
    fn all_broken(&mut self, groups: &[usize], facts: &[Atom]) -> Result<Vec<(usize, Vec<Atom>)>, Reason> {
        let mut broken = vec![];
        for &group in groups {
            let scope = &self.proof.groups[group].scope;
            let inside = facts.iter().filter(|fact| scope.binary_search(&fact.unknown).is_ok());
            let inside: Vec<Atom> = inside.copied().collect();
            match self.fewest(group, inside) {
                Ok(Some(facts)) => broken.push((group, facts)),
                Ok(None) | Err(Reason::Effort) => {}
                Err(reason) => return Err(reason),
            }
        }
        Ok(broken)
    }

    /// Facts that the group can't hold with, none of which can be left out; `None` if it can hold with all of them.
    fn fewest(&mut self, group: usize, facts: Vec<Atom>) -> Result<Option<Vec<Atom>>, Reason> {
        if self.is_met(&facts) {
            return Ok(None);
        }
        let nodes = self.checks.nodes.entry(group).or_insert_with(|| self.proof.nodes(group)).clone();
        let mut kept = if self.proof.is_refuted(group, &nodes, &facts) {
            self.proof.fewest_refuted(group, &nodes, facts)
        } else if self.clashes(group, &facts)? {
            facts
        } else {
            return Ok(None);
        };
        let mut at = 0;
        while at < kept.len() {
            let mut rest = kept.clone();
            rest.remove(at);
            if self.clashes(group, &rest)? { kept = rest } else { at += 1 }
        }
        Ok(Some(kept))
    }

    /// Whether a known solution has the facts. It meets every group.
    fn is_met(&self, facts: &[Atom]) -> bool {
        self.known.iter().any(|solution| facts.iter().all(|fact| agrees(solution, fact)))
    }

    /// Whether the group can't hold with the facts.
    fn clashes(&mut self, group: usize, facts: &[Atom]) -> Result<bool, Reason> {
        if self.is_met(facts) {
            return Ok(false);
        }
        if let Some(&clashes) = self.checks.clashes.get(&(group, facts.to_vec())) {
            return Ok(clashes);
        }
        if self.has_values(group, facts) {
            self.checks.keep(group, facts, false);
            return Ok(false);
        }
        let limits = self.proof.limits.with_effort(ONE_GROUP);
        let literals: Vec<Lit> = facts.iter().map(|fact| self.proof.fact(fact)).collect();
        let clashes = self.proof.unsat_within(&[group], &literals, &limits)?;
        self.checks.keep(group, facts, clashes);
        Ok(clashes)
    }

    /// Whether a search over the group's unknowns finds values for the open ones.
    fn has_values(&mut self, group: usize, facts: &[Atom]) -> bool {
        let ProofContext { model, groups, .. } = self.proof;
        let alone = self.checks.alone.entry(group).or_insert_with(|| Local::new(model, &groups[group].constraints));
        alone.as_ref().is_some_and(|alone| alone.can_hold(&alone.masks_of(facts)))
    }
}

impl ProofContext<'_> {
    /// The nodes of a group's conditions, children first.
    fn nodes(&self, group: usize) -> Rc<[ExprId]> {
        let mut open = self.groups[group].constraints.clone();
        let mut seen: FxHashSet<ExprId> = open.iter().copied().collect();
        while let Some(e) = open.pop() {
            self.model.pool.node(e).for_each_child(|child| {
                if seen.insert(child) {
                    open.push(child);
                }
            });
        }
        let mut nodes: Vec<ExprId> = seen.into_iter().collect();
        nodes.sort_unstable();
        nodes.into()
    }

    /// Whether interval arithmetic shows that the group can't hold with the facts. `nodes` are those of the group.
    fn is_refuted(&self, group: usize, nodes: &[ExprId], facts: &[Atom]) -> bool {
        // By place in `nodes`.
        let mut known: Vec<Bounds> = Vec::with_capacity(nodes.len());
        let place = |e: &ExprId| nodes.binary_search(e).ok();
        for &e in nodes {
            let node = self.model.pool.node(e);
            let child = |e: ExprId| place(&e).map_or((0, 0), |at| known[at]);
            let found = match bounds_of_list(node, child) {
                Some(found) => Ok(found),
                None => bounds(node, |unknown| bounds_of(self.model, unknown, facts), child),
            };
            // Bounds inside those of the pool never overflow.
            let Ok(found) = found else { return false };
            known.push(found);
        }
        self.groups[group].constraints.iter().any(|e| place(e).is_some_and(|at| known[at] == (0, 0)))
    }

    /// The facts with which interval arithmetic still refutes the group.
    fn fewest_refuted(&self, group: usize, nodes: &[ExprId], facts: Vec<Atom>) -> Vec<Atom> {
        let mut kept = facts.clone();
        for fact in facts {
            let rest: Vec<Atom> = kept.iter().copied().filter(|other| *other != fact).collect();
            if self.is_refuted(group, nodes, &rest) {
                kept = rest;
            }
        }
        kept
    }

    /// A literal that holds where the fact does.
    fn fact(&mut self, fact: &Atom) -> Lit {
        let literal = self.value_literal(fact.unknown, fact.value);
        if fact.is { literal } else { !literal }
    }
}
