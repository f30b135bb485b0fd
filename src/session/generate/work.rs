//! One solution and its clues, in one solver: which of them tell it from all other solutions?
//!
//! A clue is assumed, not asserted, and the solution itself is ruled out. A check that finds nothing then proves
//! that the clues assumed are enough, and its core says at once which of them; one that finds another solution
//! shows a set of clues one of which is needed. These sets are kept: they settle later checks without a solver. Where
//! the clues are gone through once only, those that are needed are asserted after all: later checks are easier then.

use super::make::{Hear, Progress};
use super::place::{Clue, Says};
use crate::diagnostic::Result;
use crate::limits::Limits;
use crate::lower::Formula;
use crate::model::{Assignment, Model};
use crate::random::Random;
use crate::session::warm::verify;
use crate::solver::sat::{Lit, Reason, Verdict};
use rustc_hash::FxHashSet;

/// How sure a set of clues is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// These orbits tell the solution from all others.
    Yes(Vec<usize>),
    /// Another solution breaks no clue but those of these orbits.
    No(Vec<usize>),
    Unknown(Reason),
}

/// The clues of one solution.
pub(super) struct Work<'a> {
    pub model: &'a Model,
    pub solution: &'a Assignment,
    pub formula: &'a mut dyn Formula,
    pub orbits: Vec<Orbit>,
    /// In which the orbits are tried: what comes last is assumed first, and so is rather kept.
    pub order: Vec<usize>,
    /// The orbits are gone through once: one that is needed is for good.
    pub once: bool,
    /// By orbit and clue: what holds where the clue is there.
    there: Vec<Vec<Lit>>,
    /// Those that stay for good.
    settled: Vec<bool>,
    /// For each other solution seen: the orbits with a clue that it breaks.
    pub seen: Vec<Vec<usize>>,
    /// The other solution that was found last.
    pub other_solution: Option<Assignment>,
    /// Checks made.
    pub checks: u64,
}

/// Clues that come and go together, and whether they always stay.
#[derive(Clone)]
pub(super) struct Orbit {
    pub clues: Vec<Clue>,
    pub stays: bool,
}

/// Other solutions that are remembered at most; they are looked through for every clue.
const REMEMBERED: usize = 4_000;

impl<'a> Work<'a> {
    /// `formula` says what the rules do. `None` where all clues together are not so in the solution.
    pub(super) fn new(
        model: &'a Model,
        solution: &'a Assignment,
        formula: &'a mut dyn Formula,
        orbits: Vec<Orbit>,
        limits: &Limits,
    ) -> Result<Option<Work<'a>>, Reason> {
        let m = model.expressions();
        let mut guard = |clue: &Clue| match &clue.says {
            Says::Value(u, value) => formula.value_literal(m, *u, *value),
            Says::Conditions(list) => {
                let there = formula.selector();
                list.iter().for_each(|&e| formula.assert(m, e, Some(there)));
                there
            }
        };
        let there: Vec<Vec<Lit>> = orbits.iter().map(|orbit| orbit.clues.iter().map(&mut guard).collect()).collect();
        let known = model.visible().filter(|u| u.index() < solution.0.len());
        let mut same: Vec<Lit> = known.map(|u| formula.value_literal(m, u, solution.get(u))).collect();
        let other: Vec<Lit> = same.iter().map(|&l| !l).collect();
        // Clues may have unknowns of their own.
        if model.unknowns.len() > solution.0.len() {
            same.extend(there.iter().flatten());
            match formula.check(&same, limits) {
                Verdict::Sat => {}
                Verdict::Unsat => return Ok(None),
                Verdict::Unknown(reason) => return Err(reason),
            }
        }
        formula.clause(&other);
        let order = (0..orbits.len()).collect();
        let settled = vec![false; orbits.len()];
        let (seen, other_solution) = (vec![], None);
        let once = false;
        Ok(Some(Work {
            model,
            solution,
            formula,
            orbits,
            order,
            once,
            there,
            settled,
            seen,
            other_solution,
            checks: 0,
        }))
    }

    /// Another order in which to try the orbits.
    pub(super) fn shuffle(&mut self, random: &mut Random) {
        random.shuffle(&mut self.order);
    }

    /// How many clues these orbits have.
    pub(super) fn clues(&self, kept: &[bool]) -> usize {
        self.orbits.iter().zip(kept).filter(|(_, kept)| **kept).map(|(orbit, _)| orbit.clues.len()).sum()
    }

    /// Whether the clues of these orbits are enough.
    pub(super) fn tell(&mut self, kept: &[bool], limits: &Limits) -> Result<Told> {
        let mut assumed = vec![];
        for &o in self.order.iter().rev() {
            if kept[o] {
                assumed.extend(&self.there[o]);
            }
        }
        self.checks += 1;
        Ok(match self.formula.check(&assumed, limits) {
            Verdict::Unknown(reason) => Told::Unknown(reason),
            Verdict::Unsat => {
                let core: FxHashSet<Lit> = self.formula.core().into_iter().collect();
                let needed = |o: usize| self.there[o].iter().any(|there| core.contains(there));
                Told::Yes((0..kept.len()).filter(|&o| kept[o] && needed(o)).collect())
            }
            Verdict::Sat => {
                let other = self.formula.assignment(self.model.expressions());
                verify(self.model, &other)?;
                let values = self.model.evaluate_all(&other);
                let broken = |orbit: &Orbit| orbit.clues.iter().any(|clue| !clue.fits(&other, &values));
                let broken: Vec<usize> = (0..kept.len()).filter(|&o| broken(&self.orbits[o])).collect();
                if self.seen.len() < REMEMBERED {
                    self.seen.push(broken.clone());
                }
                self.other_solution = Some(other);
                Told::No(broken)
            }
        })
    }

    /// Takes away clues while the rest is enough, which `kept` is to begin with. Stopped, what is kept is enough all
    /// the same.
    pub(super) fn reduce(&mut self, kept: &mut [bool], limits: &Limits, hear: Hear) -> Result<Option<Reason>> {
        for i in 0..self.order.len() {
            let o = self.order[i];
            if !kept[o] {
                continue;
            }
            if self.orbits[o].stays || self.is_needed(kept, o) {
                self.settle(o);
                continue;
            }
            kept[o] = false;
            match self.tell(kept, limits)? {
                Told::Yes(core) => self.narrow_to(kept, &core),
                Told::No(_) => {
                    kept[o] = true;
                    self.settle(o);
                }
                Told::Unknown(reason) => {
                    kept[o] = true;
                    return Ok(Some(reason));
                }
            }
            hear(Progress { clues: self.clues(kept), checks: self.checks, bound: None });
        }
        Ok(None)
    }

    /// Keeps no more than a core, and what always stays.
    pub(super) fn narrow_to(&self, kept: &mut [bool], core: &[usize]) {
        for (o, kept) in kept.iter_mut().enumerate() {
            *kept &= self.orbits[o].stays || self.settled[o] || core.binary_search(&o).is_ok();
        }
    }

    /// Asserts the clues of this orbit, where it is not looked at again.
    fn settle(&mut self, orbit: usize) {
        if self.once {
            self.there[orbit].iter().for_each(|&there| self.formula.clause(&[there]));
            // No core names it any more.
            self.settled[orbit] = true;
        }
    }

    /// Whether a solution seen before breaks this orbit alone of those kept.
    fn is_needed(&self, kept: &[bool], orbit: usize) -> bool {
        self.seen.iter().any(|broken| broken.iter().all(|&o| o == orbit || !kept[o]))
    }
}
