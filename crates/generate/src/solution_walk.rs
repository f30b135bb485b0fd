//! A walk over solutions that their clues do not single out: which solution to try next?
//!
//! The other solution has the same clues; where it has more clues of its own it comes next. After some random solutions the walk
//! takes steps near the closest pair of solutions with the same clues.

use crate::kempe::NeighbourTest;
use crate::solution::{LazySolver, third};
use crate::value_symmetry::{ValueSymmetries, ValueSymmetry};
use sator_base::random::Random;
use sator_lang::diagnostic::Result;
use sator_model::{Assignment, Model};

/// Limit on the solutions of a walk. Small boards with few clues have hardly more.
const MOST: usize = 2_000;
/// Random solutions before the walk takes steps near a pair.
const RANDOM: usize = 20;
/// A pair replaces the closest one if it differs in at most this many unknowns more.
const FARTHER: usize = 1;
/// The walk starts anew from a random solution after this many solutions.
const ANEW: usize = 200;
/// Other solutions in a row without more clues after which the walk does not move to the other solution any more.
const NO_MORE: usize = 3;

/// The solutions known to be ambiguous, and where the walk stands.
#[derive(Default)]
pub(crate) struct SolutionWalk {
    seen: usize,
    no_more: usize,
    /// The other solution with all clues of the last one, and the number of those clues.
    climb: Option<(Assignment, usize)>,
    pair: Option<Pair>,
    symmetries: ValueSymmetries,
}

/// Two solutions with the same clues.
struct Pair {
    solution: Assignment,
    other: Assignment,
    /// The number of unknowns in which they differ.
    apart: usize,
}

/// A solution to try.
pub(crate) struct Next {
    pub solution: Assignment,
    /// With fewer clues it is of no use.
    pub least: usize,
}

impl SolutionWalk {
    /// Whether some solution is known to be ambiguous.
    pub(crate) fn has_begun(&self) -> bool {
        self.seen > 0
    }

    /// Whether the walk has met its limit.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.seen >= MOST
    }

    /// The solution to try next; `None` for a random one.
    pub(crate) fn next(&mut self, lazy_solver: &mut LazySolver, random: &mut Random) -> Result<Option<Next>> {
        if let Some((solution, clues)) = self.climb.take() {
            return Ok(Some(Next { solution, least: clues + 1 }));
        }
        let near = match &self.pair {
            Some(pair) if !self.seen.is_multiple_of(ANEW) => third(lazy_solver, (&pair.solution, &pair.other), random)?,
            _ => None,
        };
        if near.is_none() {
            self.pair = None;
        }
        Ok(near.map(|solution| Next { solution, least: 0 }))
    }

    /// Whether a solution with this many clues is of use.
    pub(crate) fn is_of_use(&mut self, clues: usize, least: usize) -> bool {
        if clues < least {
            self.no_more += usize::from(clues + 1 == least);
            return false;
        }
        if least > 0 {
            self.no_more = 0;
        }
        true
    }

    /// Notes a solution and another one that has all its `clues`. Returns the exchange of values that keeps the clues of all
    /// solutions so far, once there are enough of them.
    pub(crate) fn note(
        &mut self,
        model: &Model,
        solution: &Assignment,
        other: Option<Assignment>,
        clues: usize,
        test: Option<NeighbourTest>,
    ) -> Option<ValueSymmetry> {
        self.seen += 1;
        // The next solution leaves out the unknowns that clues declare.
        let other = other.map(|mut other| {
            other.0.truncate(model.unknowns.len());
            other
        });
        if self.seen >= RANDOM
            && let Some(other) = &other
        {
            let apart = model.visible().filter(|&u| solution.get(u) != other.get(u)).count();
            let nearer = self.pair.as_ref().is_none_or(|old| apart <= old.apart + FARTHER);
            if nearer {
                self.pair = Some(Pair { solution: solution.clone(), other: other.clone(), apart });
            }
        }
        self.climb = other.filter(|_| self.no_more < NO_MORE).map(|other| (other, clues));
        self.symmetries.note(model, solution, test)
    }
}
