//! Clue reduction: which clues of a solution single it out?
//!
//! A check assumes clues and rules the solution out. If it finds nothing, the assumed clues are sufficient, and the core names
//! some that already are. If it finds another solution, at least one of the clues that this solution breaks is needed. These sets
//! are kept, and answer later checks without a solver.
//!
//! Depth-first search looks for another solution first if clues are values and it understands the rules: with many clues that
//! costs less than a formula.

use crate::clue::{Clue, Meaning};
use crate::progress::{Reporter, Stage};
use crate::solution::LazySolver;
use rustc_hash::FxHashSet;
use sator_base::limits::Limits;
use sator_base::random::Random;
use sator_lang::diagnostic::Result;
use sator_lang::verify::verify;
use sator_model::{Assignment, Model};
use sator_solve::lower::search::{Found, SecondSolution};
use sator_solve::solver::sat::{Lit, Reason, Verdict};

/// Whether clues single out their solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sufficiency {
    /// They do; these orbits are enough.
    Sufficient(Vec<usize>),
    /// They do not: there is another solution, and it breaks clues of these orbits only.
    Insufficient(Vec<usize>),
    Unknown(Reason),
}

/// The clues of one solution, and what is known about their sets.
pub(crate) struct ClueReduction<'a, 'f> {
    pub model: &'a Model,
    pub solution: &'a Assignment,
    lazy_solver: &'a mut LazySolver<'f>,
    /// Depth-first search; `None` where it is of no use.
    second_solution: &'a mut Option<SecondSolution>,
    /// Checks that depth-first search left open.
    open: u32,
    pub orbits: Vec<Orbit>,
    /// The order in which orbits are removed. The last orbit is assumed first, so cores rather contain it.
    pub order: Vec<usize>,
    /// Whether there is one pass over the orbits. A needed orbit is then asserted, which makes later checks easier.
    pub once: bool,
    /// By orbit and clue: the literal that switches the clue on; `None` before the first check by an engine.
    there: Option<Vec<Vec<Lit>>>,
    /// Orbits whose clues are asserted.
    settled: Vec<bool>,
    /// For each other solution seen: the orbits whose clues it breaks.
    pub seen: Vec<Vec<usize>>,
    /// The other solution found last.
    pub other_solution: Option<Assignment>,
    /// Number of checks.
    pub checks: u64,
    /// Whether depth-first search proved some set sufficient.
    pub searched: bool,
}

/// Clues that are kept or removed together, as a symmetry demands.
#[derive(Clone)]
pub(crate) struct Orbit {
    pub clues: Vec<Clue>,
    /// Whether the clues are never removed.
    pub stays: bool,
    /// Whether a clue is an empty cell. It excludes fewer solutions than a number, and many formats can't hold it.
    pub has_empty_cell: bool,
}

/// The orbits whose clues a solution breaks; `values` holds the value of each expression.
pub(crate) fn broken(orbits: &[Orbit], solution: &Assignment, values: &[i64]) -> Vec<usize> {
    let fits = |o: usize| orbits[o].clues.iter().all(|clue| clue.fits(solution, values));
    (0..orbits.len()).filter(|&o| !fits(o)).collect()
}

/// Limit on the other solutions remembered: each clue goes through all of them.
const REMEMBERED: usize = 4_000;
/// Checks left open after which depth-first search is not tried again.
const OPEN: u32 = 3;

impl<'a, 'f> ClueReduction<'a, 'f> {
    /// Takes all clues of a solution. `fresh` and `second_solution` hold the rules. `None` where the solution breaks a clue.
    pub(crate) fn new(
        model: &'a Model,
        solution: &'a Assignment,
        (lazy_solver, second_solution): (&'a mut LazySolver<'f>, &'a mut Option<SecondSolution>),
        orbits: Vec<Orbit>,
        limits: &Limits,
    ) -> Result<Option<ClueReduction<'a, 'f>>, Reason> {
        let order = (0..orbits.len()).collect();
        let settled = vec![false; orbits.len()];
        let mut reduction = ClueReduction {
            model,
            solution,
            lazy_solver,
            second_solution,
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
        let fits = reduction.second_solution.is_some() || reduction.ready(limits)?;
        Ok(fits.then_some(reduction))
    }

    /// Adds the clues to the formula and rules the solution out; false where the solution breaks a clue.
    fn ready(&mut self, limits: &Limits) -> Result<bool, Reason> {
        if self.there.is_some() {
            return Ok(true);
        }
        let m = self.model.expressions();
        let formula = self.lazy_solver.formula()?;
        let mut guard = |clue: &Clue| match &clue.meaning {
            Meaning::Value(u, value) => formula.value_literal(m, *u, *value),
            Meaning::Conditions(list) => {
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
        // Clues that declare unknowns need values for them.
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

    /// Shuffles the order of the orbits. Empty cells are removed first, so that few of them stay.
    pub(crate) fn shuffle(&mut self, random: &mut Random) {
        random.shuffle(&mut self.order);
        self.order.sort_by_key(|&o| !self.orbits[o].has_empty_cell);
    }

    /// The number of clues in these orbits.
    pub(crate) fn clues(&self, kept: &[bool]) -> usize {
        self.orbits.iter().zip(kept).filter(|(_, kept)| **kept).map(|(orbit, _)| orbit.clues.len()).sum()
    }

    /// Whether the clues of these orbits single out the solution.
    pub(crate) fn check(&mut self, kept: &[bool], limits: &Limits) -> Result<Sufficiency> {
        self.check_without(None, kept, limits)
    }

    /// The same for a set that is sufficient with one more orbit, `out`.
    fn check_without(&mut self, out: Option<usize>, kept: &[bool], limits: &Limits) -> Result<Sufficiency> {
        self.checks += 1;
        match self.search(out, kept, limits) {
            Some(Some(other)) => return self.insufficient(other),
            Some(None) => return Ok(Sufficiency::Sufficient((0..kept.len()).filter(|&o| kept[o]).collect())),
            None => {}
        }
        if let Err(reason) = self.ready(limits) {
            return Ok(Sufficiency::Unknown(reason));
        }
        let there = self.there.as_deref().unwrap_or_default();
        let formula = match self.lazy_solver.formula() {
            Ok(formula) => formula,
            Err(reason) => return Ok(Sufficiency::Unknown(reason)),
        };
        let order = self.order.iter().rev().filter(|&&o| kept[o]);
        let assumed: Vec<Lit> = order.flat_map(|&o| &there[o]).copied().collect();
        match formula.check(&assumed, limits) {
            Verdict::Unknown(reason) => Ok(Sufficiency::Unknown(reason)),
            Verdict::Unsat => {
                let core: FxHashSet<Lit> = formula.core().into_iter().collect();
                let needed = |o: usize| there[o].iter().any(|there| core.contains(there));
                Ok(Sufficiency::Sufficient((0..kept.len()).filter(|&o| kept[o] && needed(o)).collect()))
            }
            Verdict::Sat => {
                let other = formula.assignment(self.model.expressions());
                self.insufficient(other)
            }
        }
    }

    /// Another solution with these clues by depth-first search: `Some(None)` if there is none, `None` if the search gives up.
    fn search(&mut self, out: Option<usize>, kept: &[bool], limits: &Limits) -> Option<Option<Assignment>> {
        let second_solution = self.second_solution.as_mut()?;
        let clues = self.orbits.iter().zip(kept).filter(|(_, kept)| **kept).flat_map(|(orbit, _)| &orbit.clues);
        let same = clues.filter_map(|clue| Some(clue.value()?.0));
        // With one more clue they are sufficient, so another solution differs there.
        let differs = match out.map(|o| &self.orbits[o].clues[..]) {
            Some([clue]) => clue.value().map(|value| value.0),
            _ => None,
        };
        match second_solution.find(same, differs, self.solution, limits) {
            Found::Other(other) => Some(Some(other.clone())),
            Found::None => {
                self.searched = true;
                Some(None)
            }
            Found::Unknown => {
                self.open += 1;
                if self.open == OPEN {
                    *self.second_solution = None;
                }
                None
            }
        }
    }

    /// Notes another solution and the orbits that it breaks.
    fn insufficient(&mut self, other: Assignment) -> Result<Sufficiency> {
        verify(self.model, &other)?;
        let values = self.model.evaluate_all(&other);
        let broken = broken(&self.orbits, &other, &values);
        if self.seen.len() < REMEMBERED {
            self.seen.push(broken.clone());
        }
        self.other_solution = Some(other);
        Ok(Sufficiency::Insufficient(broken))
    }

    /// Removes clues from a sufficient set while the rest is sufficient and more than `most` clues are left. If a limit ends
    /// that, what is kept is sufficient.
    pub(crate) fn reduce(
        &mut self,
        kept: &mut [bool],
        most: usize,
        limits: &Limits,
        progress: Reporter,
    ) -> Result<Option<Reason>> {
        for i in 0..self.order.len() {
            if self.clues(kept) <= most {
                break;
            }
            let o = self.order[i];
            if !kept[o] {
                continue;
            }
            if self.orbits[o].stays || self.is_needed(kept, o) {
                self.settle(o);
                continue;
            }
            kept[o] = false;
            match self.check_without(Some(o), kept, limits)? {
                Sufficiency::Sufficient(core) => self.narrow_to(kept, &core),
                Sufficiency::Insufficient(_) => {
                    kept[o] = true;
                    self.settle(o);
                }
                Sufficiency::Unknown(reason) => {
                    kept[o] = true;
                    return Ok(Some(reason));
                }
            }
            progress.report(Stage::Reducing { clues: self.clues(kept), checks: self.checks, bound: None });
        }
        Ok(None)
    }

    /// Drops every orbit outside the core, except those that stay.
    pub(crate) fn narrow_to(&self, kept: &mut [bool], core: &[usize]) {
        for (o, kept) in kept.iter_mut().enumerate() {
            *kept &= self.orbits[o].stays || self.settled[o] || core.binary_search(&o).is_ok();
        }
    }

    /// Asserts the clues of this orbit, if there is one pass only.
    fn settle(&mut self, orbit: usize) {
        if self.once {
            if let (Some(there), Ok(formula)) = (&self.there, self.lazy_solver.formula()) {
                there[orbit].iter().for_each(|&there| formula.clause(&[there]));
            }
            // Cores hold no asserted clue.
            self.settled[orbit] = true;
        }
    }

    /// Whether some solution seen breaks this orbit and no other orbit kept.
    fn is_needed(&self, kept: &[bool], orbit: usize) -> bool {
        self.seen.iter().any(|broken| broken.iter().all(|&o| o == orbit || !kept[o]))
    }
}
