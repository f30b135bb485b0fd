//! Clauses with two watched literals each (Moskewicz et al., Chaff, 2001): a clause is looked at only when one of the two
//! fails.

use crate::event::{Conflict, Narrowed};
use crate::history::Cause;
use crate::ids::{ClauseId, Var};
use crate::literal::{Domains, Literal};
use crate::store::Store;

/// A clause: the first two literals are watched.
struct Clause {
    literals: Box<[Literal]>,
    /// Number of decision levels of a learned clause when it was learned, the fewer the better (Audemard & Simon 2009).
    levels: Option<u32>,
}

/// All clauses of a network.
#[derive(Default)]
pub(crate) struct Clauses {
    clauses: Vec<Clause>,
    /// By variable: the clauses with a watched literal on it.
    watches: Vec<Vec<ClauseId>>,
    learned: usize,
}

impl Clauses {
    /// Adds a clause of two literals at least. Of a learned one the first literal is the only open one, and the second
    /// is among those that failed last.
    pub(crate) fn add(&mut self, store: &mut Store, literals: Vec<Literal>, levels: Option<u32>) -> ClauseId {
        let id = ClauseId::at(self.clauses.len());
        self.watches.resize_with(store.len(), Vec::new);
        for literal in &literals[..2] {
            self.watches[literal.var].push(id);
            store.watch_by_clauses(literal.var);
            if store.truth(literal) == Some(false) {
                store.touched.push_back(literal.var);
            }
        }
        self.learned += usize::from(levels.is_some());
        self.clauses.push(Clause { literals: literals.into(), levels });
        id
    }

    /// The literals of a clause.
    pub(crate) fn literals(&self, id: ClauseId) -> &[Literal] {
        &self.clauses[id.index()].literals
    }

    /// The clauses that were not learned.
    pub(crate) fn given(&self) -> impl Iterator<Item = &[Literal]> {
        self.clauses.iter().filter(|clause| clause.levels.is_none()).map(|clause| &*clause.literals)
    }

    /// Number of learned clauses.
    pub(crate) fn learned(&self) -> usize {
        self.learned
    }

    /// Drops the half of the learned clauses that spans the most levels. No change may depend on a clause.
    pub(crate) fn reduce(&mut self, store: &mut Store) {
        let mut all: Vec<u32> = self.clauses.iter().filter_map(|clause| clause.levels).collect();
        all.sort_unstable();
        let Some(&most) = all.get(all.len() / 2) else { return };
        self.watches.iter_mut().for_each(Vec::clear);
        self.learned = 0;
        for clause in std::mem::take(&mut self.clauses) {
            if clause.levels.is_none_or(|levels| levels < most.max(3)) {
                self.add(store, clause.literals.into(), clause.levels);
            }
        }
    }

    /// Drops all learned clauses. No change may depend on one.
    pub(crate) fn forget_learned(&mut self, store: &mut Store) {
        self.watches.iter_mut().for_each(Vec::clear);
        self.learned = 0;
        for clause in std::mem::take(&mut self.clauses).into_iter().filter(|clause| clause.levels.is_none()) {
            self.add(store, clause.literals.into(), None);
        }
    }

    /// Asserts what clauses say of the variables that changed, until nothing is left.
    ///
    /// # Errors
    /// All literals of a clause fail; the store's cause is this clause.
    pub(crate) fn propagate(&mut self, store: &mut Store) -> Narrowed {
        while let Some(var) = store.touched.pop_front() {
            let Some(list) = self.watches.get_mut(var.index()) else { continue };
            let mut list = std::mem::take(list);
            let mut kept = 0;
            let mut result = Ok(());
            for at in 0..list.len() {
                let id = list[at];
                let moved = result.is_ok() && {
                    store.effort += 1;
                    let step = self.visit(store, id, var);
                    result = step.map(|_| ());
                    step == Ok(true)
                };
                if !moved {
                    list[kept] = id;
                    kept += 1;
                }
            }
            list.truncate(kept);
            // Clauses that were moved to this variable meanwhile.
            list.append(&mut self.watches[var]);
            self.watches[var] = list;
            result?;
        }
        Ok(())
    }

    /// Looks at a clause of which a watched variable has changed; returns whether this watch has moved to another one.
    fn visit(&mut self, store: &mut Store, id: ClauseId, var: Var) -> Result<bool, Conflict> {
        let literals = &mut self.clauses[id.index()].literals;
        let fails = |store: &Store, literal: &Literal| store.truth(literal) == Some(false);
        let failed = |at: &usize| literals[*at].var == var && fails(store, &literals[*at]);
        let Some(at) = (0..2).find(failed) else { return Ok(false) };
        literals.swap(at, 1);
        if store.truth(&literals[0]) == Some(true) {
            return Ok(false);
        }
        if let Some(at) = (2..literals.len()).find(|&at| !fails(store, &literals[at])) {
            literals.swap(1, at);
            let watched = literals[1].var;
            if watched == var {
                return Ok(false);
            }
            self.watches[watched].push(id);
            store.watch_by_clauses(watched);
            return Ok(true);
        }
        store.cause = Cause::Clause(id);
        if fails(store, &literals[0]) {
            return Err(Conflict);
        }
        store.assert(&literals[0]).map(|()| false)
    }
}
