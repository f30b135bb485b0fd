//! Random solutions of a model.
//!
//! Few solutions are listed, and each is equally likely. For more solutions, depth-first search branches at random: every solution
//! is possible, but not equally likely. Where depth-first search does not understand the rules or gives up, a SAT engine starts from
//! random values, which is the least even of the three.

use sator_base::limits::Limits;
use sator_base::random::Random;
use sator_lang::diagnostic::Result;
use sator_lang::verify::verify;
use sator_model::{Assignment, Atom, Checker, Model, UnknownId};
use sator_solve::lower::search::{Ended, Search};
use sator_solve::lower::{BrokenSolution, Encoding, Formula, Method, formula_of};
use sator_solve::solver::Engine;
use sator_solve::solver::sat::{Reason, Verdict};

/// Limits on the solutions listed: by depth-first search, and by an engine.
const LISTED: usize = 4_096;
const LISTED_SLOWLY: usize = 256;
/// One unknown in this many is assumed to have a random value.
const SCATTERED: usize = 6;
/// Domains of more values get no random value.
const LARGE_DOMAIN: usize = 1_000;
/// Conflicts of a check with assumed values.
const SHORT: u64 = 2_000;
/// Random descents of depth-first search before an engine takes over.
const DESCENTS: u32 = 4;

/// The source of random solutions.
pub(crate) enum Source {
    /// All solutions; at least one.
    List(Vec<Assignment>),
    /// Depth-first search.
    Search,
    /// A SAT engine.
    Engine,
    /// There is no solution.
    Nothing,
    Stopped(Reason),
}

impl Source {
    /// Chooses the source by the number of solutions.
    pub(crate) fn of(model: &Model, method: Method, limits: &Limits) -> Result<Source> {
        let mut list: Vec<Assignment> = Vec::new();
        if let Some(mut search) = Search::of(model, limits) {
            let ended = search.run(limits, &mut |a| {
                list.push(a.clone());
                list.len() <= LISTED
            });
            match ended {
                Ended::All => return Source::listed(model, list),
                Ended::Enough => return Ok(Source::Search),
                Ended::Hard => return Ok(Source::Engine),
                Ended::Stopped(reason) => return Ok(Source::Stopped(reason)),
            }
        }
        let mut formula = match formula_of(model, method, limits) {
            Ok(formula) => formula,
            Err(reason) => return Ok(Source::Stopped(reason)),
        };
        let m = model.expressions();
        let visible: Vec<UnknownId> = model.visible().collect();
        let ended = formula.each_solution(m, &mut Checker::new(model), limits, &mut |a| {
            list.push(a.clone());
            let differs = |&unknown: &UnknownId| Atom { unknown, value: a.get(unknown), is: false };
            (list.len() <= LISTED_SLOWLY).then(|| visible.iter().map(differs).collect())
        });
        match ended {
            Ok(Verdict::Unsat) => Source::listed(model, list),
            Ok(Verdict::Sat) => Ok(Source::Engine),
            Ok(Verdict::Unknown(reason)) => Ok(Source::Stopped(reason)),
            Err(BrokenSolution(wrong)) => verify(model, &wrong).map(|()| Source::Engine),
        }
    }

    fn listed(model: &Model, list: Vec<Assignment>) -> Result<Source> {
        list.iter().try_for_each(|a| verify(model, a))?;
        Ok(if list.is_empty() { Source::Nothing } else { Source::List(list) })
    }

    /// A random solution, evaluated against the model.
    pub(crate) fn draw(&self, lazy_solver: &mut LazySolver, random: &mut Random) -> Result<Drawn> {
        let (model, limits) = (lazy_solver.model, lazy_solver.limits);
        let solution = match self {
            Source::Nothing => return Ok(Drawn::Nothing),
            Source::Stopped(reason) => return Ok(Drawn::Stopped(reason.clone())),
            Source::List(list) => return Ok(listed(list, model, random).map_or(Drawn::Nothing, Drawn::Solution)),
            Source::Search => descend(model, random, limits),
            Source::Engine => None,
        };
        let solution = match solution {
            Some(solution) => solution,
            None => {
                let formula = match lazy_solver.formula() {
                    Ok(formula) => formula,
                    Err(reason) => return Ok(Drawn::Stopped(reason)),
                };
                match scattered(model, formula, random, limits) {
                    Verdict::Sat => formula.assignment(model.expressions()),
                    Verdict::Unsat => return Ok(Drawn::Nothing),
                    Verdict::Unknown(reason) => return Ok(Drawn::Stopped(reason)),
                }
            }
        };
        verify(model, &solution)?;
        Ok(Drawn::Solution(solution))
    }
}

/// The rules in an engine, lowered at first use: Kempe chains dismiss many solutions without it.
pub(crate) struct LazySolver<'a> {
    model: &'a Model,
    method: Method,
    pub limits: &'a Limits,
    formula: Option<Box<dyn Formula>>,
}

impl<'a> LazySolver<'a> {
    /// The SAT engine draws the solutions even if another engine proves uniqueness, because it starts from random values. Z3's solutions
    /// resemble each other so much that possibly none of them has sufficient clues.
    pub(crate) fn new(model: &'a Model, method: Method, limits: &'a Limits) -> LazySolver<'a> {
        let method = Method { engine: Engine::Sat, ..method };
        LazySolver { model, method, limits, formula: None }
    }

    pub(crate) fn formula(&mut self) -> Result<&mut dyn Formula, Reason> {
        let formula = match self.formula.take() {
            Some(formula) => formula,
            None => formula_of(self.model, self.method, self.limits)?,
        };
        Ok(&mut **self.formula.insert(formula))
    }
}

pub(crate) enum Drawn {
    Solution(Assignment),
    Nothing,
    Stopped(Reason),
}

/// A solution of the list that meets the model, which can have more rules than when the list was made.
fn listed(list: &[Assignment], model: &Model, random: &mut Random) -> Option<Assignment> {
    let meets = |a: &&Assignment| model.violations(a).is_ok_and(|broken| broken.is_empty());
    let first = random.choose(list).filter(meets);
    first.cloned().or_else(|| {
        let all: Vec<&Assignment> = list.iter().filter(meets).collect();
        random.choose(&all).copied().cloned()
    })
}

fn descend(model: &Model, random: &mut Random, limits: &Limits) -> Option<Assignment> {
    for _ in 0..DESCENTS {
        let mut found = None;
        let mut search = Search::of(model, limits)?.shuffled(random.number());
        search.run(limits, &mut |a| {
            found = Some(a.clone());
            false
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Solves with random values for scattered unknowns, as far as the rules allow them. An engine alone settles for the nearest
/// solution, such as a loop around a single cell.
pub(crate) fn scattered(model: &Model, formula: &mut dyn Formula, random: &mut Random, limits: &Limits) -> Verdict {
    let mut visible: Vec<UnknownId> = model.visible().collect();
    random.shuffle(&mut visible);
    visible.truncate(visible.len() / SCATTERED);
    let mut assumed = Vec::with_capacity(visible.len());
    for u in visible {
        let domain = &model.unknown(u).domain;
        let size = usize::try_from(domain.size()).unwrap_or(usize::MAX);
        let value = if size <= LARGE_DOMAIN { domain.iter().nth(random.below(size.max(1))) } else { None };
        assumed.extend(value.map(|value| formula.value_literal(model.expressions(), u, value)));
    }
    while !assumed.is_empty() {
        match formula.check(&assumed, &limits.with_effort(SHORT)) {
            Verdict::Unsat => {
                let core = formula.core();
                let Some(&one) = random.choose(&core) else { return Verdict::Unsat };
                assumed.retain(|&l| l != one);
            }
            Verdict::Unknown(Reason::Effort) => assumed.truncate(assumed.len() / 2),
            verdict => return verdict,
        }
    }
    formula.check(&[], limits)
}

/// A solution near two that have the same clues: values on which they agree stay as far as possible, and an unknown on which they
/// differ gets a third value. `None` if none is found soon.
pub(crate) fn third(
    lazy_solver: &mut LazySolver,
    (one, other): (&Assignment, &Assignment),
    random: &mut Random,
) -> Result<Option<Assignment>> {
    let (model, limits) = (lazy_solver.model, lazy_solver.limits);
    let m = model.expressions();
    let (agreed, open): (Vec<UnknownId>, Vec<UnknownId>) = model.visible().partition(|&u| one.get(u) == other.get(u));
    let Some(&moved) = random.choose(&open) else { return Ok(None) };
    let domain = &model.unknown(moved).domain;
    let free = domain.iter().take(LARGE_DOMAIN).filter(|&value| value != one.get(moved) && value != other.get(moved));
    let Some(&value) = random.choose(&free.collect::<Vec<_>>()) else { return Ok(None) };
    let Ok(formula) = lazy_solver.formula() else { return Ok(None) };
    let there = formula.value_literal(m, moved, value);
    let mut assumed = vec![there];
    assumed.extend(agreed.into_iter().map(|u| formula.value_literal(m, u, one.get(u))));
    loop {
        match formula.check(&assumed, &limits.with_effort(SHORT)) {
            Verdict::Sat => {
                let found = formula.assignment(m);
                verify(model, &found)?;
                return Ok(Some(found));
            }
            Verdict::Unsat => {
                let loose: Vec<_> = formula.core().into_iter().filter(|&l| l != there).collect();
                let Some(&one) = random.choose(&loose) else { return Ok(None) };
                assumed.retain(|&l| l != one);
            }
            Verdict::Unknown(_) => return Ok(None),
        }
    }
}

/// The method for a seed, with the same result on every machine: no racing engines.
pub(crate) fn reproducible(method: Method, random: &mut Random) -> Method {
    let engine = if method.engine == Engine::Auto { Engine::Sat } else { method.engine };
    // 0 would ask for no random start.
    let seed = (random.number() >> 33) as u32 | 1;
    Method { encoding: Encoding::Fd, engine, seed, trial: false }
}
