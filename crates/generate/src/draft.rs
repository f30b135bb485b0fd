//! Drafts: a random solution and enough of its clues to single it out, not confirmed yet.
//!
//! [`Recipe::draft`] draws solutions until the clues of one of them leave no other, then removes clues
//! ([`ClueReduction`]) toward the goal.

use crate::clue::Clue;
use crate::clue_reduction::{ClueReduction, Orbit, Sufficiency};
use crate::fewest::fewest;
use crate::kempe::{Chains, NeighbourTest, Neighbours};
use crate::options::Goal;
use crate::outcome::{Made, Shortfall};
use crate::progress::Reporter;
use crate::refusal::Disagreement;
use crate::solution::{Drawn, LazySolver, Source, reproducible};
use crate::solution_walk::{Next, SolutionWalk};
use sator_base::limits::Limits;
use sator_base::random::Random;
use sator_lang::diagnostic::Result;
use sator_model::{Assignment, Model};
use sator_solve::lower::Method;
use sator_solve::lower::search::SecondSolution;
use sator_solve::solver::sat::Reason;

/// Limit on the solutions that one draft tries, besides those that [`SolutionWalk`] limits.
const SOLUTIONS: usize = 16;
/// Orders in which the clues of one solution are removed.
const ORDERS: usize = 8;
/// Random solutions drawn of all rules before one is drawn of the rules without the solutions known to be of no use.
const DRAWS: usize = 3;
/// Conflicts of the check for another solution where the steps of grading prove uniqueness anyway.
const SHORT: u64 = 30;
/// Orders in which clues are added to reach a number.
const FILLS: usize = 16;

/// A puzzle that is not confirmed yet. `P` contains what the text of the puzzle needs besides the clues.
#[derive(Clone, Debug)]
pub(crate) struct Draft<P> {
    pub solution: Assignment,
    pub puzzle: P,
    pub clues: Vec<Clue>,
    /// Orbits of clues left out, in random order. Adding some of them keeps the solution unique.
    pub spare: Vec<Vec<Clue>>,
    /// The orbits among `clues` that only bring their number up. Spare ones can replace them.
    pub filled: Vec<Vec<Clue>>,
    /// Whether a proof shows that no smaller set of clues singles out the solution.
    pub fewest: bool,
    /// Whether depth-first search took part in the proof of uniqueness. It can't confirm the puzzle then.
    pub searched: bool,
    /// Other minimal sets of clues of the solution.
    pub alternatives: Vec<Vec<Clue>>,
    /// The limit that ended the search for a better draft.
    pub stopped: Option<Reason>,
}

impl<P> Draft<P> {
    /// A draft without separate clues.
    pub(crate) fn new(solution: Assignment, puzzle: P) -> Draft<P> {
        Draft {
            solution,
            puzzle,
            clues: vec![],
            spare: vec![],
            filled: vec![],
            fewest: false,
            searched: false,
            alternatives: vec![],
            stopped: None,
        }
    }
}

impl<P: Clone> Draft<P> {
    /// The draft with some of its spare clues back.
    pub(crate) fn with(&self, back: &[Vec<Clue>]) -> Draft<P> {
        let mut more = Draft { spare: vec![], ..self.clone() };
        more.clues.extend(back.iter().flatten().cloned());
        more
    }
}

/// All clues of a solution.
pub(crate) struct SolutionClues<P> {
    pub orbits: Vec<Orbit>,
    /// The model with the conditions of the clues among its expressions; `None` if the recipe's model has them.
    pub model: Option<Model>,
    pub puzzle: P,
}

/// Finds the clues of solutions.
pub(crate) trait ClueSource {
    /// The material for the text of a puzzle besides the clues.
    type Puzzle: Clone;

    /// All clues of a solution; `None` where the rules allow none for it.
    fn clues(&mut self, solution: &Assignment) -> Result<Option<SolutionClues<Self::Puzzle>>>;

    /// Whether each clue is the value of an unknown.
    fn are_values(&self) -> bool {
        false
    }

    /// Notes that all clues of this solution leave another one. Solutions with the same clues are of no use either.
    fn rule_out(&mut self, _solution: &SolutionClues<Self::Puzzle>) {}

    /// The rules without the solutions ruled out; `None` if there are none.
    fn draw_from(&self) -> Option<&Model> {
        None
    }
}

/// The material for a draft.
pub(crate) struct Recipe<'a> {
    pub model: &'a Model,
    pub source: &'a Source,
    pub method: Method,
    pub goal: Goal,
    /// The places of the clues to start from; `None` starts from all clues.
    pub start: Option<&'a [usize]>,
    pub limits: &'a Limits,
    pub progress: Reporter<'a>,
}

impl Recipe<'_> {
    /// Makes the draft of a seed.
    pub(crate) fn draft<S: ClueSource>(&self, seed: u64, clue_source: &mut S) -> Result<Made<Draft<S::Puzzle>>> {
        let mut random = Random::new(seed);
        let mut best: Option<Draft<S::Puzzle>> = None;
        let mut tried = 0;
        let mut walk = SolutionWalk::default();
        let chains = Chains::of(self.model);
        let mut second_solution =
            if clue_source.are_values() { SecondSolution::of(self.model, self.limits) } else { None };
        while tried < SOLUTIONS && !walk.is_exhausted() {
            let method = reproducible(self.method, &mut random);
            let mut lazy_solver = LazySolver::new(self.model, method, self.limits);
            let next = match walk.next(&mut lazy_solver, &mut random)? {
                Some(next) => next,
                None => match self.drawn(clue_source.draw_from(), &mut lazy_solver, method, &mut random)? {
                    Drawn::Solution(solution) => Next { solution, least: 0 },
                    // All solutions are ruled out.
                    Drawn::Nothing if walk.has_begun() || best.is_some() => break,
                    Drawn::Nothing => return Ok(Err(Shortfall::NoSolution)),
                    Drawn::Stopped(reason) => return Ok(stopped(best, reason)),
                },
            };
            let solution = &next.solution;
            let Some(found) = clue_source.clues(solution)? else {
                tried += 1;
                continue;
            };
            let model = found.model.as_ref().unwrap_or(self.model);
            let orbits = &found.orbits;
            let clues: usize = orbits.iter().map(|orbit| orbit.clues.len()).sum();
            if !walk.is_of_use(clues, next.least) {
                continue;
            }
            let mut test = NeighbourTest::of(model, orbits, solution);
            let near = match &mut test {
                Some(test) if self.goal != Goal::All => chains.neighbours(test, solution),
                _ => Neighbours::default(),
            };
            let mut other = near.same_clues;
            if other.is_none() {
                let solvers = (&mut lazy_solver, &mut second_solution);
                let mut reduction = match ClueReduction::new(model, solution, solvers, orbits.clone(), self.limits) {
                    Ok(Some(reduction)) => reduction,
                    Ok(None) => {
                        tried += 1;
                        continue;
                    }
                    Err(reason) => return Ok(stopped(best, reason)),
                };
                reduction.seen = near.broken;
                match self.reduce(&mut reduction, &found.puzzle, method, &mut random, &mut best)? {
                    Ended::Enough => break,
                    Ended::Ambiguous => other = reduction.other_solution.take(),
                    Ended::TryOn => {
                        tried += 1;
                        continue;
                    }
                    Ended::Stopped(reason) => return Ok(stopped(best, reason)),
                }
            }
            let symmetry = walk.note(self.model, solution, other, clues, test);
            if let (Some(symmetry), None) = (symmetry, &best) {
                return Ok(Err(Shortfall::ValueSymmetry(symmetry)));
            }
            clue_source.rule_out(&found);
        }
        Ok(match best {
            Some(draft) => Ok(draft),
            None if walk.has_begun() => Err(Shortfall::Ambiguous),
            None => Err(Shortfall::NoSolution),
        })
    }

    /// A random solution. While most solutions are of use, it comes from all rules; after that from those in `from`, which rule
    /// out the useless ones.
    fn drawn(
        &self,
        from: Option<&Model>,
        lazy_solver: &mut LazySolver,
        method: Method,
        random: &mut Random,
    ) -> Result<Drawn> {
        let Some(from) = from else { return self.source.draw(lazy_solver, random) };
        if !matches!(self.source, Source::List(_)) {
            for _ in 0..DRAWS {
                match self.source.draw(lazy_solver, random)? {
                    Drawn::Solution(a) if from.violations(&a).is_ok_and(|broken| !broken.is_empty()) => {}
                    drawn => return Ok(drawn),
                }
            }
        }
        self.source.draw(&mut LazySolver::new(from, method, self.limits), random)
    }

    /// Removes clues of one solution: in one order for a minimal set, in several orders for a smaller one.
    fn reduce<P: Clone>(
        &self,
        reduction: &mut ClueReduction,
        puzzle: &P,
        method: Method,
        random: &mut Random,
        best: &mut Option<Draft<P>>,
    ) -> Result<Ended> {
        if self.goal == Goal::All {
            *best = Some(draft(reduction, puzzle, &vec![true; reduction.orbits.len()], &None));
            return Ok(Ended::Enough);
        }
        reduction.once = self.goal == Goal::Minimal && self.start.is_none();
        for order in 0..ORDERS {
            reduction.shuffle(random);
            let mut kept = self.started(reduction);
            let (graded, unproved) = match self.goal {
                Goal::Graded { proved } => (true, !proved),
                _ => (false, false),
            };
            let limits = if unproved { self.limits.with_effort(SHORT) } else { self.limits.clone() };
            let sufficiency = reduction.check(&kept, &limits)?;
            let spent = matches!(sufficiency, Sufficiency::Unknown(Reason::Effort));
            if graded && (matches!(sufficiency, Sufficiency::Sufficient(_)) || unproved && spent) {
                let stays: Vec<bool> = reduction.orbits.iter().map(|orbit| orbit.stays).collect();
                *best = Some(draft(reduction, puzzle, &stays, &None));
                return Ok(Ended::Enough);
            }
            match sufficiency {
                Sufficiency::Sufficient(core) => reduction.narrow_to(&mut kept, &core),
                Sufficiency::Insufficient(_) if self.start.is_some() => {
                    match self.complete(reduction, &mut kept, puzzle, method, random, best)? {
                        Ended::Enough => {}
                        ended => return Ok(ended),
                    }
                }
                Sufficiency::Insufficient(_) => return Ok(Ended::Ambiguous),
                Sufficiency::Unknown(reason) => return Ok(Ended::Stopped(reason)),
            }
            // More than a minimal set is wanted: the first sufficient set that is small enough does.
            let most = if let Goal::Number(most) = self.goal { most } else { 0 };
            let stopped = reduction.reduce(&mut kept, most, self.limits, self.progress)?;
            match best {
                Some(best) if self.goal == Goal::Minimals => best.alternatives.push(clues_of(reduction, &kept)),
                _ => keep_smaller(best, reduction, puzzle, &kept, &stopped),
            }
            if let Some(reason) = stopped {
                return Ok(Ended::Stopped(reason));
            }
            match self.goal {
                Goal::Minimal | Goal::All | Goal::Graded { .. } => return Ok(Ended::Enough),
                Goal::Minimals if order + 1 == ORDERS => return Ok(Ended::Enough),
                Goal::Minimals => {}
                Goal::Number(most) if reduction.clues(&kept) <= most => {
                    let needed = kept.clone();
                    fill(reduction, &mut kept, most, random);
                    let mut filled = draft(reduction, puzzle, &kept, &None);
                    let added = (0..kept.len()).filter(|&o| kept[o] && !needed[o]);
                    filled.filled = added.map(|o| reduction.orbits[o].clues.clone()).collect();
                    *best = Some(filled);
                    return Ok(Ended::Enough);
                }
                Goal::Number(_) => {}
                Goal::Fewest if order + 1 < ORDERS => {}
                Goal::Fewest => return self.fewest(reduction, kept, puzzle, method, random, best),
            }
        }
        Ok(Ended::TryOn)
    }

    /// The orbits to begin with. The orbits of the start come last in the order, so that they are removed last.
    fn started(&self, reduction: &mut ClueReduction) -> Vec<bool> {
        let Some(start) = self.start else { return vec![true; reduction.orbits.len()] };
        let kept: Vec<bool> =
            reduction.orbits.iter().map(|orbit| orbit.clues.iter().any(|clue| start.contains(&clue.at))).collect();
        reduction.order.sort_by_key(|&o| kept[o]);
        kept
    }

    /// Adds as few clues as possible to those kept until they single out the solution.
    fn complete<P: Clone>(
        &self,
        reduction: &mut ClueReduction,
        kept: &mut Vec<bool>,
        puzzle: &P,
        method: Method,
        random: &mut Random,
        best: &mut Option<Draft<P>>,
    ) -> Result<Ended> {
        let mut all = vec![true; reduction.orbits.len()];
        let start: Vec<bool> = reduction.orbits.iter().map(|orbit| orbit.stays).collect();
        for (orbit, &kept) in reduction.orbits.iter_mut().zip(kept.iter()) {
            orbit.stays |= kept;
        }
        let mut ended = match reduction.check(&all, self.limits)? {
            Sufficiency::Sufficient(core) => {
                reduction.narrow_to(&mut all, &core);
                reduction.reduce(&mut all, 0, self.limits, self.progress)?.map_or(Ended::Enough, Ended::Stopped)
            }
            Sufficiency::Insufficient(_) => Ended::Ambiguous,
            Sufficiency::Unknown(reason) => Ended::Stopped(reason),
        };
        if matches!(ended, Ended::Enough) {
            let found = fewest(reduction, &mut all, method, random, self.limits, self.progress)?;
            ended = found.stopped.map_or(Ended::Enough, Ended::Stopped);
        }
        for (orbit, stays) in reduction.orbits.iter_mut().zip(start) {
            orbit.stays = stays;
        }
        // A limit leaves a sufficient set.
        if !matches!(ended, Ended::Ambiguous) && reduction.clues(&all) < reduction.orbits.len() {
            keep_smaller(best, reduction, puzzle, &all, &None);
        }
        *kept = all;
        reduction.shuffle(random);
        let first = self.started(reduction);
        reduction.order.sort_by_key(|&o| first[o]);
        Ok(ended)
    }

    fn fewest<P: Clone>(
        &self,
        reduction: &mut ClueReduction,
        mut kept: Vec<bool>,
        puzzle: &P,
        method: Method,
        random: &mut Random,
        best: &mut Option<Draft<P>>,
    ) -> Result<Ended> {
        let found = fewest(reduction, &mut kept, method, random, self.limits, self.progress)?;
        let proved = found.bound >= reduction.clues(&kept);
        keep_smaller(best, reduction, puzzle, &kept, &found.stopped);
        if proved && let Some(best) = best {
            best.fewest = match found.confirm(reduction, self.method, self.limits) {
                Ok(true) => true,
                Ok(false) => return Err(Disagreement::AnotherSolution.error()),
                Err(_) => false,
            };
        }
        Ok(found.stopped.map_or(Ended::Enough, Ended::Stopped))
    }
}

/// The end of the reduction of one solution.
enum Ended {
    /// The goal is met.
    Enough,
    /// The goal is not met; another solution can meet it.
    TryOn,
    /// All clues leave another solution.
    Ambiguous,
    Stopped(Reason),
}

/// The best draft so far, with the limit that ended the search.
fn stopped<P>(best: Option<Draft<P>>, reason: Reason) -> Made<Draft<P>> {
    match best {
        Some(draft) => Ok(Draft { stopped: Some(reason), ..draft }),
        None => Err(Shortfall::Stopped(reason)),
    }
}

fn draft<P: Clone>(reduction: &ClueReduction, puzzle: &P, kept: &[bool], stopped: &Option<Reason>) -> Draft<P> {
    // Orbits of the start come last in the order; they are the first that return.
    let spare = reduction.order.iter().rev().filter(|&&o| !kept[o]).map(|&o| reduction.orbits[o].clues.clone());
    Draft {
        clues: clues_of(reduction, kept),
        spare: spare.collect(),
        searched: reduction.searched,
        stopped: stopped.clone(),
        ..Draft::new(reduction.solution.clone(), puzzle.clone())
    }
}

fn clues_of(reduction: &ClueReduction, kept: &[bool]) -> Vec<Clue> {
    let orbits = reduction.orbits.iter().zip(kept).filter(|(_, kept)| **kept);
    orbits.flat_map(|(orbit, _)| orbit.clues.iter().cloned()).collect()
}

/// Replaces the best draft if these are fewer clues.
fn keep_smaller<P: Clone>(
    best: &mut Option<Draft<P>>,
    reduction: &ClueReduction,
    puzzle: &P,
    kept: &[bool],
    stopped: &Option<Reason>,
) {
    if best.as_ref().is_none_or(|best| reduction.clues(kept) < best.clues.len()) {
        *best = Some(draft(reduction, puzzle, kept, stopped));
    }
}

/// Adds orbits of clues until there are `most` clues, or as many below as the sizes of the orbits allow.
fn fill(reduction: &mut ClueReduction, kept: &mut Vec<bool>, most: usize, random: &mut Random) {
    let start = kept.clone();
    for _ in 0..FILLS {
        reduction.shuffle(random);
        let mut filled = start.clone();
        let mut left = most - reduction.clues(&filled);
        for &o in &reduction.order {
            let size = reduction.orbits[o].clues.len();
            if !filled[o] && size <= left {
                filled[o] = true;
                left -= size;
            }
        }
        if reduction.clues(&filled) > reduction.clues(kept) {
            *kept = filled;
        }
        if left == 0 {
            return;
        }
    }
}
