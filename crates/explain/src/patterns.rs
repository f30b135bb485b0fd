//! Patterns: implied conditions of rules, each with a small search of its own and the groups from which it follows.
//!
//! A pattern is used only where a solver derives it from a few groups around it, without anything known so far. The step then
//! cites these groups, so a pattern that does not follow from its rule has no effect.

#[cfg(test)]
mod tests;

use crate::group_csp::GroupCsp;
use crate::groups::Group;
use crate::logic::{ConstraintId, Subproblem};
use crate::mask::Mask;
use crate::prover::ProofContext;
use rustc_hash::FxHashSet;
use sator_base::limits::Reason;
use sator_base::source::Span;
use sator_model::{ExprId, Model, Sentence, UnknownId};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Conflicts of each check while a pattern is derived. A pattern that people see follows at once.
const CONFLICTS: u64 = 500;

/// Checks for the groups of one pattern.
const CHECKS: u32 = 60;

/// Groups of a puzzle above which patterns are derived from the groups about few unknowns only: each check of a derivation from all
/// has a solver find a whole solution, and the steps of a slitherlink 30x45 with 750 groups took twice as long.
const LARGE: usize = 500;

/// Rings of groups around a pattern: those about its unknowns, those about the unknowns of these, and once more.
const RINGS: usize = 3;

/// Groups that are tried by themselves for one pattern.
const SINGLE_GROUPS: usize = 3;

/// The number of groups about the unknowns of a pattern from which on those about no other unknowns are tried first.
const MANY: usize = 100;

/// Scope of a group that a formula of few groups takes in: statements about a room or a line, and not those about the whole board.
const FEW: usize = 48;

/// Scope of a group through which a ring spreads. A group about the whole board would join everything.
const SPREADS: usize = 12;

/// One implied condition.
pub(crate) struct Pattern {
    condition: ExprId,
    /// The condition in the text.
    line: Span,
    pub(crate) name: Sentence,
    pub(crate) search: GroupCsp,
    /// The groups that imply it, once they were looked for; `None` if none were found.
    derivation: OnceCell<Option<Box<[usize]>>>,
}

/// The candidates that a pattern leaves, and the groups that imply it.
pub(crate) struct Narrowing {
    /// The number of the pattern.
    pub(crate) pattern: usize,
    /// The candidates that it leaves to its unknowns, in the order of its search.
    pub(crate) left: Arc<[Mask]>,
    /// The groups that imply it.
    pub(crate) groups: Vec<usize>,
}

impl Pattern {
    /// Whether no groups were found that imply it.
    fn is_refused(&self) -> bool {
        matches!(self.derivation.get(), Some(None))
    }
}

/// The patterns of a puzzle; grows with it.
#[derive(Default)]
pub(crate) struct Patterns {
    list: Vec<Pattern>,
    /// By unknown: the patterns about it.
    about: Vec<Vec<usize>>,
    /// By unknown: the groups about it.
    groups_about: Vec<Vec<usize>>,
    /// The conditions and groups taken in.
    taken: (usize, usize),
    /// By unknown: the candidates when the patterns about it were last looked at.
    candidates: Vec<Mask>,
    /// Lines of the text from which a line's pattern follows, none of which can be left out.
    minimal_lines: RefCell<FxHashSet<(Span, Vec<Span>)>>,
    /// Patterns that may remove candidates.
    due: BTreeSet<usize>,
}

impl Patterns {
    /// Takes in the patterns and groups added since the last time.
    pub(crate) fn extend(&mut self, model: &Model, groups: &[Group]) {
        self.about.resize(model.unknowns.len(), vec![]);
        self.groups_about.resize(model.unknowns.len(), vec![]);
        for (number, group) in groups.iter().enumerate().skip(self.taken.1) {
            group.scope.iter().for_each(|&u| self.groups_about[u].push(number));
        }
        if groups.len() > self.taken.1 {
            // More statements can imply more.
            for pattern in self.list.iter_mut().filter(|pattern| pattern.is_refused()) {
                pattern.derivation = OnceCell::new();
            }
        }
        for pattern in model.patterns.iter().skip(self.taken.0) {
            let search = GroupCsp::new(model, &[pattern.expr]).filter(|search| !search.is_large());
            let Some((search, name)) = search.zip(pattern.origin.because.clone()) else { continue };
            search.unknowns.iter().for_each(|&u| self.about[u].push(self.list.len()));
            self.due.insert(self.list.len());
            self.list.push(Pattern {
                condition: pattern.expr,
                line: pattern.origin.span,
                name,
                search,
                derivation: OnceCell::new(),
            });
        }
        self.taken = (model.patterns.len(), groups.len());
    }

    pub(crate) fn get(&self, pattern: usize) -> Option<&Pattern> {
        self.list.get(pattern)
    }

    /// The search of a pattern, with the groups from which it was derived.
    pub(crate) fn search(&self, of: ConstraintId) -> Option<Subproblem<'_>> {
        let ConstraintId::Pattern(pattern) = of else { return None };
        let Pattern { search, derivation, .. } = self.list.get(pattern)?;
        Some(Subproblem { csp: search, also: derivation.get().and_then(Option::as_deref).unwrap_or_default() })
    }

    /// The patterns about an unknown that can be used: those that follow, or were not derived yet.
    pub(crate) fn about(&self, u: UnknownId) -> impl Iterator<Item = usize> + '_ {
        self.about[u].iter().copied().filter(|&pattern| !self.list[pattern].is_refused())
    }

    /// The groups about an unknown.
    pub(crate) fn groups_about(&self, u: UnknownId) -> &[usize] {
        &self.groups_about[u]
    }

    /// By pattern: the unknowns it is about.
    pub(crate) fn scopes(&self) -> Vec<Box<[UnknownId]>> {
        self.list.iter().map(|pattern| pattern.search.unknowns.as_slice().into()).collect()
    }

    /// The unknowns that patterns about an unknown are about.
    pub(crate) fn beside(&self, u: UnknownId) -> impl Iterator<Item = UnknownId> + '_ {
        self.about(u).flat_map(|pattern| self.list[pattern].search.unknowns.iter().copied())
    }

    /// Notes the patterns about unknowns whose candidates have changed, and returns what the first one that removes
    /// candidates leaves.
    pub(crate) fn next(&mut self, candidates: &[Mask], proof: &mut ProofContext) -> Result<Option<Narrowing>, Reason> {
        if self.list.is_empty() {
            return Ok(None);
        }
        self.candidates.resize(candidates.len(), 0);
        for (u, &mask) in candidates.iter().enumerate() {
            if self.candidates[u] != mask {
                self.candidates[u] = mask;
                self.due.extend(&self.about[u]);
            }
        }
        while let Some(&number) = self.due.first() {
            proof.go_on()?;
            let search = &self.list[number].search;
            let before: Vec<Mask> = search.unknowns.iter().map(|&u| candidates[u]).collect();
            let after = search.possible(&before);
            if before != *after
                && let Some(groups) = self.derive(number, proof)?
            {
                let groups = groups.to_vec();
                return Ok(Some(Narrowing { pattern: number, left: after, groups }));
            }
            self.due.remove(&number);
        }
        Ok(None)
    }

    /// The groups that imply the pattern. A search of limited effort has left out the groups that are not needed.
    pub(crate) fn derive(&self, number: usize, proof: &mut ProofContext) -> Result<Option<&[usize]>, Reason> {
        let derivation = &self.list[number].derivation;
        if derivation.get().is_none() {
            let found = self.groups_for(number, proof)?;
            derivation.get_or_init(|| found.map(Vec::into_boxed_slice));
        }
        Ok(derivation.get().and_then(Option::as_deref))
    }

    fn groups_for(&self, number: usize, proof: &mut ProofContext) -> Result<Option<Vec<usize>>, Reason> {
        let limits = proof.limits.with_effort(CONFLICTS);
        let mut counted = proof.within(&limits);
        counted.checks = Some(CHECKS);
        let Pattern { condition, line, .. } = self.list[number];
        if let Some(group) = self.only_group_for(number, &mut counted)? {
            return Ok(Some(vec![group]));
        }
        if let Some(groups) = self.own_groups_for(number, &mut counted)? {
            return Ok(Some(groups));
        }
        let mut near: Vec<usize> = vec![];
        for rings in 1..=RINGS {
            let wider = self.rings(counted.model.pool.unknowns_of(condition), rings, counted.groups, &|_| true);
            if wider.len() == near.len() {
                break;
            }
            near = wider;
            let small: Vec<usize> = near.iter().copied().filter(|&g| counted.groups[g].scope.len() <= FEW).collect();
            let found = counted.among_few(&small, |few| self.minimal(line, condition, &small, few));
            let found = match found {
                Ok(None) if counted.groups.len() <= LARGE => self.minimal(line, condition, &near, &mut counted),
                found => found,
            };
            match found {
                Ok(None) => {}
                Err(Reason::Effort) => return Ok(None),
                found => return found,
            }
        }
        Ok(None)
    }

    /// Groups about no other unknowns than the pattern that imply it, if there are many others about its unknowns: a formula of all
    /// of these takes long to write.
    fn own_groups_for(&self, number: usize, proof: &mut ProofContext) -> Result<Option<Vec<usize>>, Reason> {
        let Pattern { condition, line, ref search, .. } = self.list[number];
        let unknowns: FxHashSet<UnknownId> = search.unknowns.iter().copied().collect();
        let about: BTreeSet<usize> = search.unknowns.iter().flat_map(|&u| &self.groups_about[u]).copied().collect();
        let is_own = |group: &usize| proof.groups[*group].scope.iter().all(|u| unknowns.contains(u));
        let own: Vec<usize> = about.iter().copied().filter(is_own).collect();
        if about.len() < MANY || own.is_empty() {
            return Ok(None);
        }
        match proof.among_few(&own, |few| self.minimal(line, condition, &own, few)) {
            Err(Reason::Effort) => Ok(None),
            found => found,
        }
    }

    /// A group that implies the pattern by itself, among those about all of its unknowns. A formula of the whole board
    /// takes too long for each pattern.
    fn only_group_for(&self, number: usize, proof: &mut ProofContext) -> Result<Option<usize>, Reason> {
        let Pattern { condition, search, .. } = &self.list[number];
        let Some(&first) = search.unknowns.first() else { return Ok(None) };
        let groups = proof.groups;
        let is_about_all =
            |&group: &usize| search.unknowns.iter().all(|u| groups[group].scope.binary_search(u).is_ok());
        let is_near = |&&group: &&usize| groups[group].scope.len() <= FEW && is_about_all(&group);
        for &group in self.groups_about[first].iter().filter(is_near).take(SINGLE_GROUPS) {
            let is_enough = proof.among_few(&[group], |few| {
                let denial = !few.literal(*condition);
                few.unsat(&[group], &[denial])
            });
            match is_enough {
                Ok(true) => return Ok(Some(group)),
                Ok(false) | Err(Reason::Effort) => {}
                Err(reason) => return Err(reason),
            }
        }
        Ok(None)
    }

    /// Groups out of these that clash with the denial of a pattern, none of which can be left out.
    fn minimal(
        &self,
        line: Span,
        condition: ExprId,
        near: &[usize],
        proof: &mut ProofContext,
    ) -> Result<Option<Vec<usize>>, Reason> {
        let denial = !proof.literal(condition);
        let Some(mut groups) = proof.small_core(near, &[denial])? else { return Ok(None) };
        // An implied line of a rule has an instance at each place of the board, and most follow from the same lines of the rule.
        // The proof that no group can be left out takes one solution a group, slow on a large board, so one instance is reduced for
        // all that have the same lines.
        let mut lines: Vec<Span> = groups.iter().map(|&group| proof.groups[group].origin.span).collect();
        lines.sort_unstable_by_key(|span| (span.source, span.start, span.end));
        if self.minimal_lines.borrow().contains(&(line, lines.clone())) {
            return Ok(Some(groups));
        }
        let size = groups.len();
        proof.reduce(usize::MAX, &mut groups, &[denial], None)?;
        if groups.len() == size {
            self.minimal_lines.borrow_mut().insert((line, lines));
        }
        Ok(Some(groups))
    }

    /// The groups near some unknowns: a breadth-first search of `rings` steps. `through` are the unknowns that it passes.
    pub(crate) fn rings(
        &self,
        unknowns: Vec<UnknownId>,
        rings: usize,
        groups: &[Group],
        through: &dyn Fn(UnknownId) -> bool,
    ) -> Vec<usize> {
        let mut seen: FxHashSet<UnknownId> = unknowns.iter().copied().collect();
        let mut edge = unknowns;
        let mut found = BTreeSet::new();
        for _ in 0..rings {
            let mut next = vec![];
            for group in edge.iter().flat_map(|&u| &self.groups_about[u]) {
                if found.insert(*group) && groups[*group].scope.len() <= SPREADS {
                    next.extend(groups[*group].scope.iter().copied().filter(|&u| through(u) && seen.insert(u)));
                }
            }
            edge = next;
        }
        found.into_iter().collect()
    }
}
