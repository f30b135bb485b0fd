//! Solutions all clues of which together leave another one: which solution is tried after them.

use super::alike::Alike;
use super::exchange::{Exchange, Exchanges};
use super::solution::{Fresh, third};
use sator_base::random::Random;
use sator_lang::diagnostic::Result;
use sator_model::{Assignment, Model};

/// As many are tried: of small boards with few clues that is most. The other one has these clues, and where it has
/// more it is tried next; else a new random solution is.
const MOST: usize = 2_000;
/// Random solutions of these before a change of one is tried: a solution near it, which differs where the other one does, is
/// the next if no more unknowns than before, or so many more, are open in it. A random one again after so many of them.
const RANDOM: usize = 20;
const FARTHER: usize = 1;
const ANEW: usize = 200;
/// Other solutions with no more clues, one after the other, after which none is tried next any more.
const NO_MORE: usize = 3;

/// The solutions of which that is known so far.
#[derive(Default)]
pub(super) struct Ambiguous {
    seen: usize,
    no_more: usize,
    /// Another solution with all clues of the one before, and how many those were.
    climb: Option<(Assignment, usize)>,
    pair: Option<Pair>,
    exchanges: Exchanges,
}

/// Two solutions with the same clues, and in how many unknowns they differ.
struct Pair {
    solution: Assignment,
    other: Assignment,
    apart: usize,
}

/// A solution to try, which is of use with so many clues.
pub(super) struct Next {
    pub solution: Assignment,
    pub least: usize,
}

impl Ambiguous {
    pub(super) fn is_any(&self) -> bool {
        self.seen > 0
    }

    pub(super) fn are_too_many(&self) -> bool {
        self.seen >= MOST
    }

    /// What to try next, unless it is a random solution.
    pub(super) fn next(&mut self, fresh: &mut Fresh, random: &mut Random) -> Result<Option<Next>> {
        if let Some((solution, clues)) = self.climb.take() {
            return Ok(Some(Next { solution, least: clues + 1 }));
        }
        let near = match &self.pair {
            Some(pair) if !self.seen.is_multiple_of(ANEW) => third(fresh, (&pair.solution, &pair.other), random)?,
            _ => None,
        };
        if near.is_none() {
            self.pair = None;
        }
        Ok(near.map(|solution| Next { solution, least: 0 }))
    }

    /// Whether a solution with this many clues is of use.
    pub(super) fn is_of_use(&mut self, clues: usize, least: usize) -> bool {
        if clues < least {
            self.no_more += usize::from(clues + 1 == least);
            return false;
        }
        if least > 0 {
            self.no_more = 0;
        }
        true
    }

    /// Takes in a solution and the other one that has all its `clues`; what can change places in all of them so far, if that
    /// is known of enough.
    pub(super) fn note(
        &mut self,
        model: &Model,
        solution: &Assignment,
        other: Option<Assignment>,
        clues: usize,
        alike: Option<Alike>,
    ) -> Option<Exchange> {
        self.seen += 1;
        // What unknowns of clues are is no part of the next one.
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
        self.exchanges.note(model, solution, alike)
    }
}
