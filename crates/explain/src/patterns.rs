//! Patterns: implied conditions of rules, each with a small search of its own and the groups from which it follows.
//!
//! A pattern is used only where a solver derives it from a few groups around it, without anything known so far. The step then
//! cites these groups, so a pattern that does not follow from its rule has no effect.

#[cfg(test)]
mod tests;

use crate::groups::{Group, unknowns_of};
use crate::local::Local;
use crate::mask::Mask;
use crate::prover::ProofContext;
use rustc_hash::FxHashSet;
use sator_base::limits::Reason;
use sator_base::source::Span;
use sator_model::{ExprId, Model, UnknownId};
use sator_solve::solver::sat::Lit;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Conflicts of each check while a pattern is derived. A pattern that people see follows at once.
const CONFLICTS: u64 = 500;

/// Checks for the groups of one pattern.
const CHECKS: u32 = 60;

/// Groups of a puzzle above which patterns are left out: each check of a derivation has a solver find a whole solution, and the
/// steps of a slitherlink 30x45 with 750 groups took twice as long.
const LARGE: usize = 500;

/// Rings of groups around a pattern: those about its unknowns, those about the unknowns of these, and once more.
const RINGS: usize = 3;

/// Scope of a group through which a ring spreads. A group about the whole board would join everything.
const SPREADS: usize = 12;

/// One implied condition.
pub(crate) struct Pattern {
    condition: ExprId,
    /// The condition in the text.
    line: Span,
    /// The `because` text.
    pub(crate) name: Arc<str>,
    pub(crate) search: Local,
    derivation: Derivation,
}

/// The groups that imply a pattern.
#[derive(Clone)]
enum Derivation {
    Unknown,
    From(Arc<[usize]>),
    NotFound,
}

/// The candidates that a pattern leaves, and the groups that imply it.
pub(crate) struct Narrowing {
    /// The number of the pattern.
    pub(crate) pattern: usize,
    /// The candidates that it leaves to its unknowns, in the order of its search.
    pub(crate) left: Arc<[Mask]>,
    /// The groups that imply it.
    pub(crate) groups: Arc<[usize]>,
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
    marks: Vec<Mask>,
    /// Lines of the text from which a line's pattern follows, none of which can be left out.
    minimal_lines: FxHashSet<(Span, Vec<Span>)>,
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
            for pattern in self.list.iter_mut().filter(|pattern| matches!(pattern.derivation, Derivation::NotFound)) {
                pattern.derivation = Derivation::Unknown;
            }
        }
        for pattern in model.patterns.iter().skip(self.taken.0) {
            let search = Local::new(model, &[pattern.expr]).filter(|search| !search.is_large());
            let Some((search, name)) = search.zip(pattern.origin.because.clone()) else { continue };
            search.unknowns.iter().for_each(|&u| self.about[u].push(self.list.len()));
            self.due.insert(self.list.len());
            self.list.push(Pattern {
                condition: pattern.expr,
                line: pattern.origin.span,
                name,
                search,
                derivation: Derivation::Unknown,
            });
        }
        self.taken = (model.patterns.len(), groups.len());
    }

    pub(crate) fn get(&self, pattern: usize) -> Option<&Pattern> {
        self.list.get(pattern)
    }

    /// Notes the patterns about unknowns whose candidates have changed, and returns what the first one that removes
    /// candidates leaves.
    pub(crate) fn next(&mut self, marks: &[Mask], proof: &mut ProofContext) -> Result<Option<Narrowing>, Reason> {
        if self.list.is_empty() || proof.groups.len() > LARGE {
            return Ok(None);
        }
        self.marks.resize(marks.len(), 0);
        for (u, &mask) in marks.iter().enumerate() {
            if self.marks[u] != mask {
                self.marks[u] = mask;
                self.due.extend(&self.about[u]);
            }
        }
        while let Some(&number) = self.due.first() {
            proof.go_on()?;
            let search = &self.list[number].search;
            let before: Vec<Mask> = search.unknowns.iter().map(|&u| marks[u]).collect();
            let after = search.possible(&before);
            if before != *after
                && let Some(groups) = self.derive(number, proof)?
            {
                return Ok(Some(Narrowing { pattern: number, left: after, groups }));
            }
            self.due.remove(&number);
        }
        Ok(None)
    }

    /// The groups that imply the pattern, none of which can be left out as far as that is seen soon.
    fn derive(&mut self, number: usize, proof: &mut ProofContext) -> Result<Option<Arc<[usize]>>, Reason> {
        if matches!(self.list[number].derivation, Derivation::Unknown) {
            let found = self.groups_for(number, proof)?;
            self.list[number].derivation = found.map_or(Derivation::NotFound, |groups| Derivation::From(groups.into()));
        }
        match &self.list[number].derivation {
            Derivation::From(groups) => Ok(Some(groups.clone())),
            Derivation::Unknown | Derivation::NotFound => Ok(None),
        }
    }

    fn groups_for(&mut self, number: usize, proof: &mut ProofContext) -> Result<Option<Vec<usize>>, Reason> {
        let limits = proof.limits.with_effort(CONFLICTS);
        let mut counted = proof.within(&limits);
        counted.checks = Some(CHECKS);
        let Pattern { condition, line, .. } = self.list[number];
        let denial = !counted.literal(condition);
        let mut near: Vec<usize> = vec![];
        for rings in 1..=RINGS {
            let wider = self.rings(unknowns_of(counted.model, condition), rings, counted.groups);
            if wider.len() == near.len() {
                break;
            }
            near = wider;
            match self.minimal(line, &near, denial, &mut counted) {
                Ok(None) => {}
                Err(Reason::Effort) => return Ok(None),
                found => return found,
            }
        }
        Ok(None)
    }

    /// Groups out of these that clash with the denial of a pattern, none of which can be left out.
    fn minimal(
        &mut self,
        line: Span,
        near: &[usize],
        denial: Lit,
        proof: &mut ProofContext,
    ) -> Result<Option<Vec<usize>>, Reason> {
        let Some(groups) = proof.small_core(near, &[denial])? else { return Ok(None) };
        // A board has many turns of one line, which follow from the same lines of the rule. That none of these can be left out is
        // seen by solutions, which take long on a large board, so it is asked once.
        let mut lines: Vec<Span> = groups.iter().map(|&group| proof.groups[group].origin.span).collect();
        lines.sort_unstable_by_key(|span| (span.source, span.start, span.end));
        if self.minimal_lines.contains(&(line, lines.clone())) {
            return Ok(Some(groups));
        }
        let size = groups.len();
        let minimal = proof.reduced(groups, &[denial], None)?;
        if minimal.len() == size {
            self.minimal_lines.insert((line, lines));
        }
        Ok(Some(minimal))
    }

    /// The groups in so many rings around some unknowns.
    fn rings(&self, unknowns: Vec<UnknownId>, rings: usize, groups: &[Group]) -> Vec<usize> {
        let mut seen: FxHashSet<UnknownId> = unknowns.iter().copied().collect();
        let mut edge = unknowns;
        let mut found = BTreeSet::new();
        for _ in 0..rings {
            let mut next = vec![];
            for group in edge.iter().flat_map(|&u| &self.groups_about[u]) {
                if found.insert(*group) && groups[*group].scope.len() <= SPREADS {
                    next.extend(groups[*group].scope.iter().copied().filter(|u| seen.insert(*u)));
                }
            }
            edge = next;
        }
        found.into_iter().collect()
    }
}
