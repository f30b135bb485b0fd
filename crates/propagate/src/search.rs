//! Depth-first search over the solutions that differ on visible unknowns.

use crate::event::{Conflict, Narrowed};
use crate::ids::Var;
use crate::literal::{Literal, Test};
use crate::network::Network;
use crate::post::{Aim, Posted, post};
use sator_base::limits::{Limits, Reason};
use sator_model::{Assignment, Atom, Model, UnknownId};

/// Effort before the first solution of an enumeration: some 20 ms.
pub const FIRST: u64 = 4_000_000;
/// Effort that each solution of an enumeration adds.
pub const EACH: u64 = 100_000;
/// The most effort that solutions of an enumeration save up.
pub const SAVED: u64 = 40_000_000;

/// A decision: the literal holds, or no longer.
struct Frame {
    literal: Literal,
    mark: usize,
    /// All solutions with the literal have been seen; the search is among those without.
    flipped: bool,
}

/// The end of a search.
#[derive(Debug, PartialEq, Eq)]
pub enum Ended {
    /// There are no more solutions.
    All,
    /// The visitor has seen enough.
    Enough,
    /// The effort is used up.
    Hard,
    /// A limit was met.
    Stopped(Reason),
}

/// A search over the solutions of a model. Its order depends on the model and the seed alone.
pub struct Search {
    network: Network,
    /// The variables to branch on, and those that follow when they are fixed.
    visible: Vec<Var>,
    hidden: Vec<Var>,
    frames: Vec<Frame>,
    assignment: Assignment,
    /// Effort at which the search gives up.
    until: u64,
}

impl Search {
    /// A search for all solutions. `None` if a condition has no
    /// propagator, or a limit was met.
    pub fn of(model: &Model, aim: &Aim, limits: &Limits) -> Option<Search> {
        let Posted { network, .. } = post(model, aim, limits)?;
        let (visible, hidden) = visible_first(model);
        Some(Search {
            network,
            visible,
            hidden,
            frames: vec![],
            assignment: Assignment(vec![0; model.unknowns.len()]),
            until: FIRST,
        })
    }

    /// Shows each solution to the visitor, which returns whether to go on. Solutions that differ only in hidden unknowns
    /// are one. Called once.
    pub fn each_solution(&mut self, limits: &Limits, visit: &mut dyn FnMut(&Assignment) -> bool) -> Ended {
        let mut found = self.network.propagate();
        loop {
            if let Err(reason) = self.network.poll(limits) {
                return Ended::Stopped(reason);
            }
            found = match found {
                Err(Conflict) => match self.next_branch() {
                    Some(next) => next,
                    None => return Ended::All,
                },
                Ok(()) if self.network.store.effort > self.until => return Ended::Hard,
                Ok(()) if !self.network.is_stable() => match limits.stop() {
                    Some(reason) => return Ended::Stopped(reason),
                    None => self.network.propagate(),
                },
                Ok(()) => match self.smallest() {
                    Some(var) => self.decide(Literal::is(var, self.network.store.min(var))),
                    None => {
                        self.read();
                        if !visit(&self.assignment) {
                            return Ended::Enough;
                        }
                        self.until = (self.until + EACH).min(self.network.store.effort + SAVED);
                        // Other values of hidden unknowns make no other solution.
                        self.leave_hidden();
                        Err(Conflict)
                    }
                },
            };
        }
    }

    /// The open unknown with the fewest values, hidden ones last.
    fn smallest(&self) -> Option<Var> {
        let fewest = |vars: &[Var]| {
            let mut best: Option<(u64, Var)> = None;
            for &var in vars {
                let size = self.network.store.size(var);
                if size > 1 && best.is_none_or(|b| size < b.0) {
                    best = Some((size, var));
                    if size == 2 {
                        break;
                    }
                }
            }
            best.map(|b| b.1)
        };
        fewest(&self.visible).or_else(|| fewest(&self.hidden))
    }

    fn decide(&mut self, literal: Literal) -> Narrowed {
        let mark = self.network.store.mark();
        let narrowed = self.network.store.assert(&literal);
        self.frames.push(Frame { literal, mark, flipped: false });
        narrowed.and_then(|()| self.network.propagate())
    }

    /// Takes back the last decision that can be turned round, and turns it; `None` after the last.
    fn next_branch(&mut self) -> Option<Narrowed> {
        while let Some(frame) = self.frames.last_mut() {
            self.network.undo(frame.mark);
            if frame.flipped {
                self.frames.pop();
                continue;
            }
            frame.flipped = true;
            let without = !frame.literal.clone();
            let narrowed = self.network.store.assert(&without);
            return Some(narrowed.and_then(|()| self.network.propagate()));
        }
        None
    }

    fn leave_hidden(&mut self) {
        let hidden = &self.hidden;
        while let Some(frame) = self.frames.pop_if(|f| hidden.binary_search(&f.literal.var).is_ok()) {
            self.network.undo(frame.mark);
        }
    }

    /// Reads the values of the unknowns, all of which are fixed.
    fn read(&mut self) {
        for (u, value) in self.assignment.0.iter_mut().enumerate() {
            *value = self.network.store.min(Var::at(u));
        }
    }

    /// After [`Ended::Hard`]: clauses that exclude exactly the solutions that were shown.
    pub fn gone_through(&self) -> Vec<Vec<Atom>> {
        let decisions = self.frames.iter().map_while(|frame| match frame.literal.test {
            Test::Is(value) if self.hidden.binary_search(&frame.literal.var).is_err() => {
                let unknown = UnknownId::at(frame.literal.var.index());
                Some((Atom { unknown, value, is: false }, frame.flipped))
            }
            _ => None,
        });
        gone_through(decisions)
    }
}

/// The clauses that exclude exactly what was searched. For each decision: its contrary, and whether it was turned round.
pub fn gone_through(decisions: impl Iterator<Item = (Atom, bool)>) -> Vec<Vec<Atom>> {
    let mut clauses = Vec::new();
    let mut held: Vec<Atom> = Vec::new();
    for (contrary, flipped) in decisions {
        match flipped {
            true => clauses.push([&held[..], &[contrary]].concat()),
            false => held.push(contrary),
        }
    }
    clauses
}

/// The variables of visible unknowns, and those of hidden ones.
pub(crate) fn visible_first(model: &Model) -> (Vec<Var>, Vec<Var>) {
    (0..model.unknowns.len()).map(Var::at).partition(|u| !model.unknown(UnknownId::at(u.index())).hidden)
}
