//! Makes one puzzle: a random solution, and so many of its clues that there is no other.

use super::confirm::disagreement;
use super::fewest::fewest;
use super::place::Clue;
use super::solution::{Drawn, Source, reproducible};
use super::work::{Orbit, Told, Work};
use crate::diagnostic::Result;
use crate::limits::Limits;
use crate::lower::{Formula, Method, Stopped, new_formula};
use crate::model::{Assignment, Model};
use crate::random::Random;
use crate::solver::sat::Reason;

/// How many clues a puzzle is to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// None could be left out.
    Minimal,
    Number(usize),
    /// As few as this solution can have.
    Fewest,
}

/// Random solutions that are tried for one puzzle, and orders in which their clues are taken away.
const SOLUTIONS: usize = 16;
const ORDERS: usize = 8;
/// Random solutions of which all clues together still leave another one: of small boards with few clues that is most.
const AMBIGUOUS: usize = 250;
/// Ways in which clues are put back to reach a number.
const FILLS: usize = 16;

/// A puzzle, not yet confirmed.
#[derive(Clone, Debug)]
pub struct Made {
    pub solution: Assignment,
    pub clues: Vec<Clue>,
    /// No fewer clues tell this solution from others; proved.
    pub fewest: bool,
    /// Why nothing better was looked for.
    pub stopped: Option<Reason>,
}

/// What came of it.
pub enum Making {
    Made(Box<Made>),
    /// The rules have no solution.
    NoSolution,
    /// All clues together leave another solution, in every solution that was tried.
    Ambiguous,
    Stopped(Reason),
}

/// The clues of a solution.
pub struct Prepared {
    pub orbits: Vec<Orbit>,
    /// The model with what the clues say among its expressions, if it is not the recipe's.
    pub model: Option<Model>,
}

/// Which clues a solution has; `None` where it has none that the rules allow.
pub type CluesOf<'a> = &'a mut dyn FnMut(&Assignment, &mut dyn Formula) -> Result<Option<Prepared>>;

/// Hears how many clues are left, and how many checks were made.
pub type Hear<'a> = &'a mut dyn FnMut(usize, u64);

/// What a puzzle is made of.
pub struct Recipe<'a> {
    pub model: &'a Model,
    pub source: &'a Source,
    pub method: Method,
    pub goal: Goal,
    pub limits: &'a Limits,
}

impl Recipe<'_> {
    pub fn make(&self, seed: u64, clues_of: CluesOf, hear: Hear) -> Result<Making> {
        let mut random = Random::new(seed);
        let mut best: Option<Made> = None;
        let (mut tried, mut ambiguous) = (0, 0);
        while tried < SOLUTIONS && ambiguous < AMBIGUOUS {
            let method = reproducible(self.method, &mut random);
            let mut formula = new_formula(method, true);
            if let Err(Stopped(reason)) =
                formula.add_constraints(self.model.expressions(), &self.model.conditions(), self.limits)
            {
                return Ok(stopped(best, reason));
            }
            let solution = match self.source.draw(self.model, &mut *formula, &mut random, self.limits)? {
                Drawn::Solution(solution) => solution,
                Drawn::Nothing => return Ok(Making::NoSolution),
                Drawn::Stopped(reason) => return Ok(stopped(best, reason)),
            };
            let Some(prepared) = clues_of(&solution, &mut *formula)? else {
                tried += 1;
                continue;
            };
            let model = prepared.model.as_ref().unwrap_or(self.model);
            let mut work = Work::new(model, &solution, &mut *formula, prepared.orbits);
            let ended = self.take_away(&mut work, method, &mut random, &mut best, hear)?;
            match ended {
                Ended::Enough => break,
                Ended::Ambiguous => ambiguous += 1,
                Ended::TryOn => tried += 1,
                Ended::Stopped(reason) => return Ok(stopped(best, reason)),
            }
        }
        Ok(match best {
            Some(made) => Making::Made(Box::new(made)),
            None if ambiguous > 0 => Making::Ambiguous,
            None => Making::NoSolution,
        })
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
        for order in 0..ORDERS {
            work.shuffle(random);
            let mut kept = vec![true; work.orbits.len()];
            match work.tell(&kept, self.limits)? {
                Told::Yes(core) => work.narrow_to(&mut kept, &core),
                Told::No(_) => return Ok(Ended::Ambiguous),
                Told::Unknown(reason) => return Ok(Ended::Stopped(reason)),
            }
            let stopped = work.reduce(&mut kept, self.limits, hear)?;
            note(best, work, &kept, &stopped);
            if let Some(reason) = stopped {
                return Ok(Ended::Stopped(reason));
            }
            match self.goal {
                Goal::Minimal => return Ok(Ended::Enough),
                Goal::Number(most) if work.clues(&kept) <= most => {
                    fill(work, &mut kept, most, random);
                    *best = Some(made(work, &kept, &None));
                    return Ok(Ended::Enough);
                }
                Goal::Number(_) => {}
                Goal::Fewest if order + 1 < ORDERS => {}
                Goal::Fewest => return self.fewest(work, kept, method, random, best, hear),
            }
        }
        Ok(Ended::TryOn)
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
        let mut told = |clues: usize, _: usize| hear(clues, 0);
        let found = fewest(work, &mut kept, method, random, self.limits, &mut told)?;
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
    let orbits = work.orbits.iter().zip(kept).filter(|(_, kept)| **kept);
    Made {
        solution: work.solution.clone(),
        clues: orbits.flat_map(|(orbit, _)| orbit.clues.iter().cloned()).collect(),
        fewest: false,
        stopped: stopped.clone(),
    }
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
