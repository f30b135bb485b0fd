//! Makes one puzzle: a random solution, and so many of its clues that there is no other.

use super::confirm::disagreement;
use super::exchange::{Exchange, Exchanges};
use super::fewest::fewest;
use super::place::Clue;
use super::solution::{Drawn, Source, reproducible, third};
use super::work::{Orbit, Told, Work};
use crate::diagnostic::Result;
use crate::limits::Limits;
use crate::lower::{Formula, Method, formula_of};
use crate::model::{Assignment, Model};
use crate::random::Random;
use crate::solver::sat::Reason;

/// How many clues a puzzle is to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// None could be left out.
    Minimal,
    Number(usize),
    /// Enough, of which a grade decides how many stay: none is taken away here. With `soon` only where that they are enough
    /// takes few conflicts, as it does of what is no harder than asked for.
    Graded {
        soon: bool,
    },
    /// As few as this solution can have.
    Fewest,
    /// All of them, even where they leave another solution.
    All,
}

/// Random solutions that are tried for one puzzle, and orders in which their clues are taken away.
const SOLUTIONS: usize = 16;
const ORDERS: usize = 8;
/// Solutions of which all clues together still leave another one: of small boards with few clues that is most. That other
/// one has these clues, and where it has more it is tried next; else a new random solution is.
const AMBIGUOUS: usize = 2_000;
/// Random solutions of these before a change of one is tried: a solution near it, which differs where the other one does, is
/// the next if no more unknowns than before, or so many more, are open in it. A random one again after so many of them.
const RANDOM: usize = 20;
const FARTHER: usize = 1;
const ANEW: usize = 200;
/// Random solutions that are looked at before one is drawn that is known not to be ruled out.
const DRAWS: usize = 3;
/// Other solutions with no more clues, one after the other, after which none is tried next any more.
const NO_MORE: usize = 3;
/// Conflicts in which it is seen that all clues of a puzzle are enough, where it is not to be hard.
const SHORT: u64 = 300;
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
    fn of(&mut self, solution: &Assignment, formula: &mut dyn Formula) -> Result<Option<Prepared>>;

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
        let (mut tried, mut ambiguous, mut no_more) = (0, 0, 0);
        // Another solution with all clues of the one before, and how many those were.
        let mut climb: Option<(Assignment, usize)> = None;
        let mut pair: Option<Pair> = None;
        let mut exchanges = Exchanges::default();
        while tried < SOLUTIONS && ambiguous < AMBIGUOUS {
            let method = reproducible(self.method, &mut random);
            let mut formula = match formula_of(self.model, method, self.limits) {
                Ok(formula) => formula,
                Err(reason) => return Ok(stopped(best, reason)),
            };
            let (solution, least) = match climb.take() {
                Some((solution, clues)) => (Drawn::Solution(solution), clues + 1),
                None => {
                    let near = match &pair {
                        Some(pair) if ambiguous % ANEW != 0 => {
                            let both = (&pair.solution, &pair.other);
                            third(self.model, &mut *formula, both, &mut random, self.limits)?
                        }
                        _ => None,
                    };
                    pair = pair.filter(|_| near.is_some());
                    match near {
                        Some(near) => (Drawn::Solution(near), 0),
                        None => (self.drawn(clues_of.draw_from(), &mut *formula, method, &mut random)?, 0),
                    }
                }
            };
            let solution = match solution {
                Drawn::Solution(solution) => solution,
                // Nothing else is left.
                Drawn::Nothing if ambiguous > 0 || best.is_some() => break,
                Drawn::Nothing => return Ok(Making::NoSolution),
                Drawn::Stopped(reason) => return Ok(stopped(best, reason)),
            };
            let Some(prepared) = clues_of.of(&solution, &mut *formula)? else {
                tried += 1;
                continue;
            };
            let model = prepared.model.as_ref().unwrap_or(self.model);
            let clues: usize = prepared.orbits.iter().map(|orbit| orbit.clues.len()).sum();
            if clues < least {
                no_more += usize::from(clues + 1 == least);
                continue;
            }
            no_more = if least > 0 { 0 } else { no_more };
            let mut work = Work::new(model, &solution, &mut *formula, prepared.orbits);
            let ended = self.take_away(&mut work, method, &mut random, &mut best, hear)?;
            match ended {
                Ended::Enough => break,
                Ended::Ambiguous => {
                    ambiguous += 1;
                    let found = exchanges.note(self.model, &work);
                    if let (Some(found), None) = (found, &best) {
                        return Ok(Making::Exchange(found));
                    }
                    clues_of.leave_another(&solution);
                    let other = work.other_solution.take();
                    if ambiguous >= RANDOM {
                        let found = other.as_ref().map(|other| Pair::new(self.model, &solution, other));
                        pair = match (pair, found) {
                            (Some(old), Some(new)) if new.apart > old.apart + FARTHER => Some(old),
                            (_, found) => found,
                        };
                    }
                    climb = other.filter(|_| no_more < NO_MORE).map(|other| (other, clues));
                }
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

    /// A random solution, of those that may be of use: most random ones are, at first.
    fn drawn(
        &self,
        from: Option<&Model>,
        formula: &mut dyn Formula,
        method: Method,
        random: &mut Random,
    ) -> Result<Drawn> {
        let Some(from) = from else { return self.source.draw(self.model, formula, random, self.limits) };
        if !matches!(self.source, Source::List(_)) {
            for _ in 0..DRAWS {
                match self.source.draw(self.model, formula, random, self.limits)? {
                    Drawn::Solution(a) if from.violations(&a).is_ok_and(|broken| !broken.is_empty()) => {}
                    drawn => return Ok(drawn),
                }
            }
        }
        match formula_of(from, method, self.limits) {
            Ok(mut formula) => self.source.draw(from, &mut *formula, random, self.limits),
            Err(reason) => Ok(Drawn::Stopped(reason)),
        }
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
            let graded = matches!(self.goal, Goal::Graded { .. });
            let soon = self.goal == Goal::Graded { soon: true };
            let limits = if soon { self.limits.with_effort(SHORT) } else { self.limits.clone() };
            match work.tell(&kept, &limits)? {
                Told::Unknown(Reason::Effort) if soon => return Ok(Ended::TryOn),
                Told::Yes(_) if graded => {
                    let stays: Vec<bool> = work.orbits.iter().map(|orbit| orbit.stays).collect();
                    *best = Some(made(work, &stays, &None));
                    return Ok(Ended::Enough);
                }
                Told::Yes(core) => work.narrow_to(&mut kept, &core),
                Told::No(_) if self.start.is_some() => match self.added(work, &mut kept, method, random, best, hear)? {
                    Ended::Enough => {}
                    ended => return Ok(ended),
                },
                Told::No(_) => return Ok(Ended::Ambiguous),
                Told::Unknown(reason) => return Ok(Ended::Stopped(reason)),
            }
            let stopped = work.reduce(&mut kept, self.limits, hear)?;
            note(best, work, &kept, &stopped);
            if let Some(reason) = stopped {
                return Ok(Ended::Stopped(reason));
            }
            match self.goal {
                Goal::Minimal | Goal::All | Goal::Graded { .. } => return Ok(Ended::Enough),
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

/// Two solutions with the same clues, and in how many unknowns they differ.
struct Pair {
    solution: Assignment,
    other: Assignment,
    apart: usize,
}

impl Pair {
    fn new(model: &Model, solution: &Assignment, other: &Assignment) -> Pair {
        let apart = model.visible().filter(|&u| solution.get(u) != other.get(u)).count();
        Pair { solution: solution.clone(), other: other.clone(), apart }
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
    // Those of the start come last in the order, and are the first to be put back.
    let spare = work.order.iter().rev().filter(|&&o| !kept[o]).map(|&o| work.orbits[o].clues.clone());
    Made {
        solution: work.solution.clone(),
        clues: orbits.flat_map(|(orbit, _)| orbit.clues.iter().cloned()).collect(),
        spare: spare.collect(),
        filled: vec![],
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
