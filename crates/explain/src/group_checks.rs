//! The groups that the facts of a board break.
//!
//! A board is a list of facts about unknowns. It breaks a group if the group, the facts and the domains can't hold together,
//! whatever the open cells become. Four tests decide that for one group at a time, the cheapest first:
//!
//! 1. A known solution that agrees with the facts about the group meets the group.
//! 2. Interval arithmetic over the group's conditions refutes it.
//! 3. A search over the group's unknowns alone finds values that meet it.
//! 4. A solver decides it exactly, within a counted effort.

use crate::group_csp::GroupCsp;
use crate::prover::ProofContext;
use rustc_hash::FxHashMap;
use sator_answer::Atom;
use sator_base::limits::Reason;
use sator_model::bounds::bounds;
use sator_model::{Assignment, Bounds, Domain, ExprId, Model, Node, UnknownId};
use sator_solve::solver::sat::Lit;
use std::rc::Rc;

/// Conflicts of the check of one group. A group that takes more counts as not broken.
const ONE_GROUP: u64 = 2_000;

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
    alone: FxHashMap<usize, Option<GroupCsp>>,
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
pub(crate) struct Board<'a> {
    pub proof: ProofContext<'a>,
    /// Solutions of the puzzle.
    pub known: &'a [Assignment],
    pub checks: &'a mut GroupChecks,
}

impl Board<'_> {
    /// The groups that the facts break, with the fewest facts that do.
    pub(crate) fn all_broken(&mut self, groups: &[usize], facts: &[Atom]) -> Result<Vec<(usize, Vec<Atom>)>, Reason> {
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
        let alone = self.checks.alone.entry(group).or_insert_with(|| GroupCsp::new(model, &groups[group].constraints));
        alone.as_ref().is_some_and(|alone| alone.can_hold(&alone.masks_of(facts)))
    }
}

impl ProofContext<'_> {
    /// The nodes of a group's conditions, children first.
    fn nodes(&self, group: usize) -> Rc<[ExprId]> {
        let mut nodes: Vec<ExprId> = self.model.pool.nodes_under(&self.groups[group].constraints).collect();
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
    pub(crate) fn fact(&mut self, fact: &Atom) -> Lit {
        let literal = self.value_literal(fact.unknown, fact.value);
        if fact.is { literal } else { !literal }
    }
}
