//! One solution and its clues, in one solver: which of them tell it from all other solutions?
//!
//! Where the clues are values, and depth-first search understands the rules, it looks for another solution first: where there
//! are many clues that takes less than to make a formula.
//!
//! A clue is assumed, not asserted, and the solution itself is ruled out. A check that finds nothing then proves
//! that the clues assumed are enough, and its core says at once which of them; one that finds another solution
//! shows a set of clues one of which is needed. These sets are kept: they settle later checks without a solver. Where
//! the clues are gone through once only, those that are needed are asserted after all: later checks are easier then.

use super::make::{Hear, Progress};
use super::place::{Clue, Says};
use super::solution::Fresh;
use crate::session::warm::verify;
use rustc_hash::FxHashSet;
use sator_base::limits::Limits;
use sator_base::random::Random;
use sator_lang::diagnostic::Result;
use sator_model::{Assignment, Model};
use sator_solve::lower::search::{Found, Others};
use sator_solve::solver::sat::{Lit, Reason, Verdict};

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
pub(super) struct Work<'a, 'f> {
    pub model: &'a Model,
    pub solution: &'a Assignment,
    fresh: &'a mut Fresh<'f>,
    /// None where it is of no use.
    others: &'a mut Option<Others>,
    /// Questions that it left open.
    open: u32,
    pub orbits: Vec<Orbit>,
    /// In which the orbits are tried: what comes last is assumed first, and so is rather kept.
    pub order: Vec<usize>,
    /// The orbits are gone through once: one that is needed is for good.
    pub once: bool,
    /// By orbit and clue: what holds where the clue is there; nothing until the engine is first asked.
    there: Option<Vec<Vec<Lit>>>,
    /// Those that stay for good.
    settled: Vec<bool>,
    /// For each other solution seen: the orbits with a clue that it breaks.
    pub seen: Vec<Vec<usize>>,
    /// The other solution that was found last.
    pub other_solution: Option<Assignment>,
    /// Checks made.
    pub checks: u64,
    /// Depth-first search said once that clues are enough.
    pub searched: bool,
}

/// Clues that come and go together, and whether they always stay.
#[derive(Clone)]
pub(super) struct Orbit {
    pub clues: Vec<Clue>,
    pub stays: bool,
}

/// The orbits with a clue that a solution breaks; `values` are those of all that clues say.
pub(super) fn broken(orbits: &[Orbit], solution: &Assignment, values: &[i64]) -> Vec<usize> {
    let fits = |o: usize| orbits[o].clues.iter().all(|clue| clue.fits(solution, values));
    (0..orbits.len()).filter(|&o| !fits(o)).collect()
}

/// Other solutions that are remembered at most; they are looked through for every clue.
const REMEMBERED: usize = 4_000;
/// Questions that depth-first search leaves open before it is asked no more.
const OPEN: u32 = 3;

impl<'a, 'f> Work<'a, 'f> {
    /// `fresh` and `others` know the rules. `None` where all clues together are not so in the solution.
    pub(super) fn new(
        model: &'a Model,
        solution: &'a Assignment,
        (fresh, others): (&'a mut Fresh<'f>, &'a mut Option<Others>),
        orbits: Vec<Orbit>,
        limits: &Limits,
    ) -> Result<Option<Work<'a, 'f>>, Reason> {
        let order = (0..orbits.len()).collect();
        let settled = vec![false; orbits.len()];
        let mut work = Work {
            model,
            solution,
            fresh,
            others,
            open: 0,
            orbits,
            order,
            once: false,
            there: None,
            settled,
            seen: vec![],
            other_solution: None,
            checks: 0,
            searched: false,
        };
        let fits = work.others.is_some() || work.ready(limits)?;
        Ok(fits.then_some(work))
    }

    /// Tells the engine of the clues, and that the solution is none; false where they are not so in it.
    fn ready(&mut self, limits: &Limits) -> Result<bool, Reason> {
        if self.there.is_some() {
            return Ok(true);
        }
        let m = self.model.expressions();
        let formula = self.fresh.formula()?;
        let mut guard = |clue: &Clue| match &clue.says {
            Says::Value(u, value) => formula.value_literal(m, *u, *value),
            Says::Conditions(list) => {
                let there = formula.selector();
                list.iter().for_each(|&e| formula.assert(m, e, Some(there)));
                there
            }
        };
        let guards = self.orbits.iter().map(|orbit| orbit.clues.iter().map(&mut guard).collect());
        let there: Vec<Vec<Lit>> = guards.collect();
        let known = self.model.visible().filter(|u| u.index() < self.solution.0.len());
        let mut same: Vec<Lit> = known.map(|u| formula.value_literal(m, u, self.solution.get(u))).collect();
        let other: Vec<Lit> = same.iter().map(|&l| !l).collect();
        // Clues may have unknowns of their own.
        if self.model.unknowns.len() > self.solution.0.len() {
            same.extend(there.iter().flatten());
            match formula.check(&same, limits) {
                Verdict::Sat => {}
                Verdict::Unsat => return Ok(false),
                Verdict::Unknown(reason) => return Err(reason),
            }
        }
        formula.clause(&other);
        let settled = there.iter().zip(&self.settled).filter(|(_, settled)| **settled);
        settled.flat_map(|(there, _)| there).for_each(|&there| formula.clause(&[there]));
        self.there = Some(there);
        Ok(true)
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
        self.tell_without(None, kept, limits)
    }

    /// The same, where with those of one more orbit they are.
    fn tell_without(&mut self, out: Option<usize>, kept: &[bool], limits: &Limits) -> Result<Told> {
        self.checks += 1;
        match self.search(out, kept, limits) {
            Some(Some(other)) => return self.told_by(other),
            Some(None) => return Ok(Told::Yes((0..kept.len()).filter(|&o| kept[o]).collect())),
            None => {}
        }
        if let Err(reason) = self.ready(limits) {
            return Ok(Told::Unknown(reason));
        }
        let there = self.there.as_deref().unwrap_or_default();
        let formula = match self.fresh.formula() {
            Ok(formula) => formula,
            Err(reason) => return Ok(Told::Unknown(reason)),
        };
        let order = self.order.iter().rev().filter(|&&o| kept[o]);
        let assumed: Vec<Lit> = order.flat_map(|&o| &there[o]).copied().collect();
        match formula.check(&assumed, limits) {
            Verdict::Unknown(reason) => Ok(Told::Unknown(reason)),
            Verdict::Unsat => {
                let core: FxHashSet<Lit> = formula.core().into_iter().collect();
                let needed = |o: usize| there[o].iter().any(|there| core.contains(there));
                Ok(Told::Yes((0..kept.len()).filter(|&o| kept[o] && needed(o)).collect()))
            }
            Verdict::Sat => {
                let other = formula.assignment(self.model.expressions());
                self.told_by(other)
            }
        }
    }

    /// Another solution with these clues, or that there is none, where depth-first search finds out.
    fn search(&mut self, out: Option<usize>, kept: &[bool], limits: &Limits) -> Option<Option<Assignment>> {
        let others = self.others.as_mut()?;
        let clues = self.orbits.iter().zip(kept).filter(|(_, kept)| **kept).flat_map(|(orbit, _)| &orbit.clues);
        let same = clues.filter_map(|clue| Some(clue.value()?.0));
        // What is told by one more clue differs in it.
        let differs = match out.map(|o| &self.orbits[o].clues[..]) {
            Some([clue]) => clue.value().map(|value| value.0),
            _ => None,
        };
        match others.find(same, differs, self.solution, limits) {
            Found::Other(other) => Some(Some(other.clone())),
            Found::None => {
                self.searched = true;
                Some(None)
            }
            Found::Unknown => {
                self.open += 1;
                if self.open == OPEN {
                    *self.others = None;
                }
                None
            }
        }
    }

    /// What another solution says of the clues.
    fn told_by(&mut self, other: Assignment) -> Result<Told> {
        verify(self.model, &other)?;
        let values = self.model.evaluate_all(&other);
        let broken = broken(&self.orbits, &other, &values);
        if self.seen.len() < REMEMBERED {
            self.seen.push(broken.clone());
        }
        self.other_solution = Some(other);
        Ok(Told::No(broken))
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
            match self.tell_without(Some(o), kept, limits)? {
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
            if let (Some(there), Ok(formula)) = (&self.there, self.fresh.formula()) {
                there[orbit].iter().for_each(|&there| formula.clause(&[there]));
            }
            // No core names it any more.
            self.settled[orbit] = true;
        }
    }

    /// Whether a solution seen before breaks this orbit alone of those kept.
    fn is_needed(&self, kept: &[bool], orbit: usize) -> bool {
        self.seen.iter().any(|broken| broken.iter().all(|&o| o == orbit || !kept[o]))
    }
}
