//! Clauses of bools. Boards of shading have thousands, most of which never fix anything, so they are kept in one list
//! without a propagator each.

use super::{Empty, Narrow};
use sator_model::view::bool_literal;
use sator_model::{ExprId, Pool, UnknownId};
use smallvec::SmallVec;
use std::ops::Range;

/// The largest number of literals. The literals of a clause are read once for each that becomes false.
const LITERALS_MAX: usize = 24;

/// An unknown, and whether it has to be true.
type Literal = (UnknownId, bool);

#[derive(Default)]
pub(super) struct BoolClauses {
    /// The literals of all clauses, one clause after the other.
    literals: Vec<Literal>,
    /// By clause: where its literals end.
    ends: Vec<u32>,
    /// By unknown: where its clauses start in `clauses`; one entry more than unknowns.
    starts: Vec<u32>,
    /// The clauses of each unknown, for the first `indexed` clauses.
    clauses: Vec<u32>,
    indexed: usize,
}

impl BoolClauses {
    /// The number of clauses.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    fn add(&mut self, literals: &[Literal]) {
        self.literals.extend_from_slice(literals);
        self.ends.push(self.literals.len() as u32);
    }

    fn literals(&self, clause: usize) -> &[Literal] {
        &self.literals[self.range(clause)]
    }

    /// The places of a clause in `literals`.
    fn range(&self, clause: usize) -> Range<usize> {
        let start = if clause == 0 { 0 } else { self.ends[clause - 1] };
        start as usize..self.ends[clause] as usize
    }

    /// Indexes the clauses by unknown, if at least as many are new as have an index.
    fn index(&mut self, unknowns: usize) {
        if self.ends.len() < 2 * self.indexed || self.ends.len() == self.indexed {
            return;
        }
        let mut starts = vec![0; unknowns + 1];
        self.literals.iter().for_each(|(u, _)| starts[u.index() + 1] += 1);
        for u in 0..unknowns {
            starts[u + 1] += starts[u];
        }
        let mut next = starts.clone();
        self.clauses = vec![0; self.literals.len()];
        for clause in 0..self.ends.len() {
            for at in self.range(clause) {
                let place = &mut next[self.literals[at].0.index()];
                self.clauses[*place as usize] = clause as u32;
                *place += 1;
            }
        }
        (self.starts, self.indexed) = (starts, self.ends.len());
    }

    /// The clauses that can contain an unknown: those of the index, then all without one.
    fn of(&self, u: UnknownId) -> impl Iterator<Item = usize> + use<> {
        let bound = |at: usize| self.starts.get(at).copied().unwrap_or(self.clauses.len() as u32) as usize;
        let found: SmallVec<[u32; 16]> = self.clauses[bound(u.index())..bound(u.index() + 1)].into();
        found.into_iter().map(|clause| clause as usize).chain(self.indexed..self.ends.len())
    }
}

impl Narrow {
    /// Posts that one of the conditions has this truth, if all are bools. Returns whether they are.
    pub(super) fn post_bools(&mut self, pool: &Pool, list: &[ExprId], truth: bool) -> Result<bool, Empty> {
        if list.len() > LITERALS_MAX {
            return Ok(false);
        }
        let literals = list.iter().map(|&e| bool_literal(pool, e, truth));
        let Some(literals) = literals.collect::<Option<SmallVec<[Literal; LITERALS_MAX]>>>() else {
            return Ok(false);
        };
        if self.open_literals(&literals)?.is_some_and(|open| open > 1) {
            self.bool_clauses.add(&literals);
        }
        Ok(true)
    }

    /// Looks at the clauses of all unknowns that changed.
    pub(super) fn check_bool_clauses(&mut self) -> Result<(), Empty> {
        while let Some(u) = self.unchecked.pop() {
            if self.bool_clauses.ends.is_empty() || self.set(u).single().is_none() {
                continue;
            }
            self.bool_clauses.index(self.sets.len());
            for clause in self.bool_clauses.of(u) {
                let literals: SmallVec<[Literal; LITERALS_MAX]> = self.bool_clauses.literals(clause).into();
                self.work += literals.len() as u64;
                self.open_literals(&literals)?;
            }
        }
        Ok(())
    }

    /// The number of literals that can become true, `None` if one is. The only one is made true.
    fn open_literals(&mut self, literals: &[Literal]) -> Result<Option<usize>, Empty> {
        let (mut open, mut last) = (0, None);
        for &(u, truth) in literals {
            match self.set(u).single() {
                Some(value) if (value != 0) == truth => return Ok(None),
                Some(_) => {}
                None => (open, last) = (open + 1, Some((u, truth))),
            }
        }
        match (open, last) {
            (0, _) => Err(Empty),
            (1, Some((u, truth))) => self.change(u, |s| s.assign(i64::from(truth))).map(|()| Some(1)),
            _ => Ok(Some(open)),
        }
    }
}
