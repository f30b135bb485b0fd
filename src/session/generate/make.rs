//! Makes one puzzle: a random solution, and so many of its clues that there is no other.

use super::alike::{Alike, Chains, Near};
use super::ambiguous::{Ambiguous, Next};
use super::confirm::disagreement;
use super::exchange::Exchange;
use super::fewest::fewest;
use super::place::Clue;
use super::solution::{Drawn, Fresh, Source, reproducible};
use super::work::{Orbit, Told, Work};
use sator_base::limits::Limits;
use sator_base::random::Random;
use sator_lang::diagnostic::Result;
use sator_model::{Assignment, Model};
use sator_solve::lower::Method;
use sator_solve::lower::search::Others;
use sator_solve::solver::sat::Reason;

/// How many clues a puzzle is to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// None could be left out.
    Minimal,
    /// The same, in several ways for one solution.
    Minimals,
    Number(usize),
    /// All of them, of which a grade decides how many stay. That they are enough is proved, or where that takes more than few
    /// conflicts left to the steps that solve it.
    Graded {
        proved: bool,
    },
    /// As few as this solution can have.
    Fewest,
    /// All of them, even where they leave another solution.
    All,
}

/// Random solutions that are tried for one puzzle, and orders in which their clues are taken away.
const SOLUTIONS: usize = 16;
const ORDERS: usize = 8;
/// Random solutions that are looked at before one is drawn that is known not to be ruled out.
const DRAWS: usize = 3;
/// Conflicts in which another solution is looked for, where steps are to show that there is none.
const SHORT: u64 = 30;
/// Ways in which clues are put back to reach a number.
const FILLS: usize = 16;

/// A puzzle, not yet confirmed.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub solution: Assignment,
    pub clues: Vec<Clue>,
    /// What is left out, in a random order: each of these may be put back.
    pub spare: Vec<Vec<Clue>>,
    /// Those of `clues` that only make up their number: any of the spare would do as well.
    pub filled: Vec<Vec<Clue>>,
    /// No fewer clues tell this solution from others; proved.
    pub fewest: bool,
    /// Depth-first search said so: it is no confirmation.
    pub searched: bool,
    /// Other clues of which none could be left out either.
    pub alternatives: Vec<Vec<Clue>>,
    /// Why nothing better was looked for.
    pub stopped: Option<Reason>,
}

/// What came of it.
pub(super) enum Making {
    Made(Box<Made>),
    /// The rules have no solution.
    NoSolution,
    /// All clues together leave another solution, in every solution that was tried.
    Ambiguous,
    /// The same, for what could change places in all of them.
    Exchange(Exchange),
    Stopped(Reason),
}

/// The clues of a solution.
pub(super) struct Prepared {
    pub orbits: Vec<Orbit>,
    /// The model with what the clues say among its expressions, if it is not the recipe's.
    pub model: Option<Model>,
    /// Where clues stand the rules do not say all that they say of blank places.
    pub weaker: bool,
}

/// Which clues a solution has.
pub(super) trait CluesOf {
    /// `None` where it has none that the rules allow.
    fn of(&mut self, solution: &Assignment) -> Result<Option<Prepared>>;

    /// Whether each clue is the value of an unknown.
    fn are_values(&self) -> bool {
        false
    }

    /// All clues of this solution leave another one: whatever has the same clues is no use either.
    fn leave_another(&mut self, _solution: &Assignment) {}

    /// The rules without what is no use, if that is known of anything.
    fn draw_from(&self) -> Option<&Model> {
        None
    }
}

/// How far one puzzle is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    pub clues: usize,
    pub checks: u64,
    /// There are at least so many clues, where as few as can be are looked for.
    pub bound: Option<usize>,
}

/// Hears how far one puzzle is.
pub(super) type Hear<'a> = &'a mut dyn FnMut(Progress);

/// What a puzzle is made of.
pub(super) struct Recipe<'a> {
    pub model: &'a Model,
    pub source: &'a Source,
    pub method: Method,
    pub goal: Goal,
    /// The places of the clues to start from, if not from all.
    pub start: Option<&'a [usize]>,
    pub limits: &'a Limits,
}

impl Recipe<'_> {
    pub(super) fn make(&self, seed: u64, clues_of: &mut dyn CluesOf, hear: Hear) -> Result<Making> {
        let mut random = Random::new(seed);
        let mut best: Option<Made> = None;
        let mut tried = 0;
        let mut ambiguous = Ambiguous::default();
        let chains = Chains::of(self.model);
        let mut others = if clues_of.are_values() { Others::of(self.model, self.limits) } else { None };
        while tried < SOLUTIONS && !ambiguous.are_too_many() {
            let method = reproducible(self.method, &mut random);
            let mut fresh = Fresh::new(self.model, method, self.limits);
            let next = match ambiguous.next(&mut fresh, &mut random)? {
                Some(next) => next,
                None => match self.drawn(clues_of.draw_from(), &mut fresh, method, &mut random)? {
                    Drawn::Solution(solution) => Next { solution, least: 0 },
                    // Nothing else is left.
                    Drawn::Nothing if ambiguous.is_any() || best.is_some() => break,
                    Drawn::Nothing => return Ok(Making::NoSolution),
                    Drawn::Stopped(reason) => return Ok(stopped(best, reason)),
                },
            };
            let solution = &next.solution;
            let Some(prepared) = clues_of.of(solution)? else {
                tried += 1;
                continue;
            };
            let model = prepared.model.as_ref().unwrap_or(self.model);
            let orbits = &prepared.orbits;
            let clues: usize = orbits.iter().map(|orbit| orbit.clues.len()).sum();
            if !ambiguous.is_of_use(clues, next.least) {
                continue;
            }
            let mut alike = Alike::of(model, orbits, solution);
            let near = match &mut alike {
                Some(alike) if self.goal != Goal::All => chains.near(alike, solution),
                _ => Near::default(),
            };
            let mut other = near.same;
            if other.is_none() {
                let ways = (&mut fresh, &mut others);
                let mut work = match Work::new(model, solution, ways, orbits.clone(), self.limits) {
                    Ok(Some(work)) => work,
                    Ok(None) => {
                        tried += 1;
                        continue;
                    }
                    Err(reason) => return Ok(stopped(best, reason)),
                };
                work.seen = near.broken;
                match self.take_away(&mut work, method, &mut random, &mut best, hear)? {
                    Ended::Enough => break,
                    Ended::Ambiguous => other = work.other_solution.take(),
                    Ended::TryOn => {
                        tried += 1;
                        continue;
                    }
                    Ended::Stopped(reason) => return Ok(stopped(best, reason)),
                }
            }
            let found = ambiguous.note(self.model, solution, other, clues, alike);
            if let (Some(found), None) = (found, &best) {
                return Ok(Making::Exchange(found));
            }
            clues_of.leave_another(solution);
        }
        Ok(match best {
            Some(made) => Making::Made(Box::new(made)),
            None if ambiguous.is_any() => Making::Ambiguous,
            None => Making::NoSolution,
        })
    }

    /// A random solution, of those that may be of use: most random ones are, at first.
    fn drawn(&self, from: Option<&Model>, fresh: &mut Fresh, method: Method, random: &mut Random) -> Result<Drawn> {
        let Some(from) = from else { return self.source.draw(fresh, random) };
        if !matches!(self.source, Source::List(_)) {
            for _ in 0..DRAWS {
                match self.source.draw(fresh, random)? {
                    Drawn::Solution(a) if from.violations(&a).is_ok_and(|broken| !broken.is_empty()) => {}
                    drawn => return Ok(drawn),
                }
            }
        }
        self.source.draw(&mut Fresh::new(from, method, self.limits), random)
    }

    /// Takes clues of one solution away, in several orders where fewer are wanted.
    fn take_away(
        &self,
        work: &mut Work,
        method: Method,
        random: &mut Random,
        best: &mut Option<Made>,
        hear: Hear,
    ) -> Result<Ended> {
        if self.goal == Goal::All {
            *best = Some(made(work, &vec![true; work.orbits.len()], &None));
            return Ok(Ended::Enough);
        }
        work.once = self.goal == Goal::Minimal && self.start.is_none();
        for order in 0..ORDERS {
            work.shuffle(random);
            let mut kept = self.started(work);
            let (graded, unproved) = match self.goal {
                Goal::Graded { proved } => (true, !proved),
                _ => (false, false),
            };
            let limits = if unproved { self.limits.with_effort(SHORT) } else { self.limits.clone() };
            let told = work.tell(&kept, &limits)?;
            if graded && (matches!(told, Told::Yes(_)) || unproved && matches!(told, Told::Unknown(Reason::Effort))) {
                let stays: Vec<bool> = work.orbits.iter().map(|orbit| orbit.stays).collect();
                *best = Some(made(work, &stays, &None));
                return Ok(Ended::Enough);
            }
            match told {
                Told::Yes(core) => work.narrow_to(&mut kept, &core),
                Told::No(_) if self.start.is_some() => match self.added(work, &mut kept, method, random, best, hear)? {
                    Ended::Enough => {}
                    ended => return Ok(ended),
                },
                Told::No(_) => return Ok(Ended::Ambiguous),
                Told::Unknown(reason) => return Ok(Ended::Stopped(reason)),
            }
            let stopped = work.reduce(&mut kept, self.limits, hear)?;
            match best {
                Some(made) if self.goal == Goal::Minimals => made.alternatives.push(clues_of(work, &kept)),
                _ => note(best, work, &kept, &stopped),
            }
            if let Some(reason) = stopped {
                return Ok(Ended::Stopped(reason));
            }
            match self.goal {
                Goal::Minimal | Goal::All | Goal::Graded { .. } => return Ok(Ended::Enough),
                Goal::Minimals if order + 1 == ORDERS => return Ok(Ended::Enough),
                Goal::Minimals => {}
                Goal::Number(most) if work.clues(&kept) <= most => {
                    let needed = kept.clone();
                    fill(work, &mut kept, most, random);
                    let mut made = made(work, &kept, &None);
                    let filled = (0..kept.len()).filter(|&o| kept[o] && !needed[o]);
                    made.filled = filled.map(|o| work.orbits[o].clues.clone()).collect();
                    *best = Some(made);
                    return Ok(Ended::Enough);
                }
                Goal::Number(_) => {}
                Goal::Fewest if order + 1 < ORDERS => {}
                Goal::Fewest => return self.fewest(work, kept, method, random, best, hear),
            }
        }
        Ok(Ended::TryOn)
    }

    /// The clues to begin with. Those of the start are the last to be taken away.
    fn started(&self, work: &mut Work) -> Vec<bool> {
        let Some(start) = self.start else { return vec![true; work.orbits.len()] };
        let kept: Vec<bool> =
            work.orbits.iter().map(|orbit| orbit.clues.iter().any(|clue| start.contains(&clue.at))).collect();
        work.order.sort_by_key(|&o| kept[o]);
        kept
    }

    /// Adds as few clues as make those kept enough.
    fn added(
        &self,
        work: &mut Work,
        kept: &mut Vec<bool>,
        method: Method,
        random: &mut Random,
        best: &mut Option<Made>,
        hear: Hear,
    ) -> Result<Ended> {
        let mut all = vec![true; work.orbits.len()];
        let start: Vec<bool> = work.orbits.iter().map(|orbit| orbit.stays).collect();
        for (orbit, &kept) in work.orbits.iter_mut().zip(kept.iter()) {
            orbit.stays |= kept;
        }
        let mut ended = match work.tell(&all, self.limits)? {
            Told::Yes(core) => {
                work.narrow_to(&mut all, &core);
                work.reduce(&mut all, self.limits, hear)?.map_or(Ended::Enough, Ended::Stopped)
            }
            Told::No(_) => Ended::Ambiguous,
            Told::Unknown(reason) => Ended::Stopped(reason),
        };
        if matches!(ended, Ended::Enough) {
            let found = fewest(work, &mut all, method, random, self.limits, hear)?;
            ended = found.stopped.map_or(Ended::Enough, Ended::Stopped);
        }
        for (orbit, stays) in work.orbits.iter_mut().zip(start) {
            orbit.stays = stays;
        }
        // Whatever stopped it, these are enough.
        if !matches!(ended, Ended::Ambiguous) && work.clues(&all) < work.orbits.len() {
            note(best, work, &all, &None);
        }
        *kept = all;
        work.shuffle(random);
        let first = self.started(work);
        work.order.sort_by_key(|&o| first[o]);
        Ok(ended)
    }

    fn fewest(
        &self,
        work: &mut Work,
        mut kept: Vec<bool>,
        method: Method,
        random: &mut Random,
        best: &mut Option<Made>,
        hear: Hear,
    ) -> Result<Ended> {
        let found = fewest(work, &mut kept, method, random, self.limits, hear)?;
        let proved = found.bound >= work.clues(&kept);
        note(best, work, &kept, &found.stopped);
        if proved && let Some(best) = best {
            best.fewest = match found.confirm(work, self.method, self.limits) {
                Ok(true) => true,
                Ok(false) => return Err(disagreement()),
                Err(_) => false,
            };
        }
        Ok(found.stopped.map_or(Ended::Enough, Ended::Stopped))
    }
}

enum Ended {
    Enough,
    TryOn,
    /// All clues are not enough.
    Ambiguous,
    Stopped(Reason),
}

/// What there is so far, with why there is no more.
fn stopped(best: Option<Made>, reason: Reason) -> Making {
    match best {
        Some(made) => Making::Made(Box::new(Made { stopped: Some(reason), ..made })),
        None => Making::Stopped(reason),
    }
}

fn made(work: &Work, kept: &[bool], stopped: &Option<Reason>) -> Made {
    // Those of the start come last in the order, and are the first to be put back.
    let spare = work.order.iter().rev().filter(|&&o| !kept[o]).map(|&o| work.orbits[o].clues.clone());
    Made {
        solution: work.solution.clone(),
        clues: clues_of(work, kept),
        spare: spare.collect(),
        filled: vec![],
        fewest: false,
        searched: work.searched,
        alternatives: vec![],
        stopped: stopped.clone(),
    }
}

fn clues_of(work: &Work, kept: &[bool]) -> Vec<Clue> {
    let orbits = work.orbits.iter().zip(kept).filter(|(_, kept)| **kept);
    orbits.flat_map(|(orbit, _)| orbit.clues.iter().cloned()).collect()
}

/// Keeps the puzzle with the fewest clues.
fn note(best: &mut Option<Made>, work: &Work, kept: &[bool], stopped: &Option<Reason>) {
    if best.as_ref().is_none_or(|best| work.clues(kept) < best.clues.len()) {
        *best = Some(made(work, kept, stopped));
    }
}

/// Puts clues back until there are `most`, as near as the orbits allow.
fn fill(work: &mut Work, kept: &mut Vec<bool>, most: usize, random: &mut Random) {
    let start = kept.clone();
    for _ in 0..FILLS {
        work.shuffle(random);
        let mut filled = start.clone();
        let mut left = most - work.clues(&filled);
        for &o in &work.order {
            let size = work.orbits[o].clues.len();
            if !filled[o] && size <= left {
                filled[o] = true;
                left -= size;
            }
        }
        if work.clues(&filled) > work.clues(kept) {
            *kept = filled;
        }
        if left == 0 {
            return;
        }
    }
}
