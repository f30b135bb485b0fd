//! A random solution of a puzzle.
//!
//! Where there are few solutions all are listed, and each is as likely as any other. Where there are more, a
//! depth-first search branches at random: every solution can come up, but some are more likely than others. Where
//! that search does not understand the rules, or gets nowhere, a SAT engine starts from random values, which is the
//! least even of the three.

use crate::session::warm::verify;
use sator_base::limits::Limits;
use sator_base::random::Random;
use sator_lang::diagnostic::Result;
use sator_model::{Assignment, Atom, Checker, Model, UnknownId};
use sator_solve::lower::search::{Ended, Search};
use sator_solve::lower::{Broken, Encoding, Formula, Method, formula_of};
use sator_solve::solver::Engine;
use sator_solve::solver::sat::{Reason, Verdict};

/// Solutions that are listed at most: by depth-first search, and by an engine.
const LISTED: usize = 4_096;
const LISTED_SLOWLY: usize = 256;
/// One in so many unknowns is given a random value, if its domain is no wider than this; and the conflicts of a check
/// that looks whether that can be.
const SCATTERED: usize = 6;
const WIDE: usize = 1_000;
const SHORT: u64 = 2_000;
/// Random descents before an engine is asked.
const DESCENTS: u32 = 4;

/// Where random solutions come from.
pub(super) enum Source {
    /// All there are, at least one.
    List(Vec<Assignment>),
    Search,
    Engine,
    /// There is no solution.
    Nothing,
    Stopped(Reason),
}

impl Source {
    /// Sees how many solutions there are.
    pub(super) fn of(model: &Model, method: Method, limits: &Limits) -> Result<Source> {
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
            Err(Broken(wrong)) => verify(model, &wrong).map(|()| Source::Engine),
        }
    }

    fn listed(model: &Model, list: Vec<Assignment>) -> Result<Source> {
        list.iter().try_for_each(|a| verify(model, a))?;
        Ok(if list.is_empty() { Source::Nothing } else { Source::List(list) })
    }

    /// A random solution that meets all rules.
    pub(super) fn draw(&self, fresh: &mut Fresh, random: &mut Random) -> Result<Drawn> {
        let (model, limits) = (fresh.model, fresh.limits);
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
                let formula = match fresh.formula() {
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

/// A puzzle's rules in an engine; made when it is first asked for, as many solutions are seen to be of no use without it.
pub(super) struct Fresh<'a> {
    model: &'a Model,
    method: Method,
    limits: &'a Limits,
    formula: Option<Box<dyn Formula>>,
}

impl<'a> Fresh<'a> {
    /// The SAT engine draws the solutions whatever engine proves, because it starts from random values. Z3's solutions
    /// resemble each other so much that none of them may have sufficient clues.
    pub(super) fn new(model: &'a Model, method: Method, limits: &'a Limits) -> Fresh<'a> {
        let method = Method { engine: Engine::Sat, ..method };
        Fresh { model, method, limits, formula: None }
    }

    pub(super) fn formula(&mut self) -> Result<&mut dyn Formula, Reason> {
        let formula = match self.formula.take() {
            Some(formula) => formula,
            None => formula_of(self.model, self.method, self.limits)?,
        };
        Ok(&mut **self.formula.insert(formula))
    }
}

pub(super) enum Drawn {
    Solution(Assignment),
    Nothing,
    Stopped(Reason),
}

/// One of a list that meets all rules; some may have been added since.
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

/// A solution in which some unknowns, here and there, have random values as far as the rules let them: an engine alone
/// would settle for the nearest one, as a loop around a single cell.
pub(super) fn scattered(model: &Model, formula: &mut dyn Formula, random: &mut Random, limits: &Limits) -> Verdict {
    let mut visible: Vec<UnknownId> = model.visible().collect();
    random.shuffle(&mut visible);
    visible.truncate(visible.len() / SCATTERED);
    let mut assumed = Vec::with_capacity(visible.len());
    for u in visible {
        let domain = &model.unknown(u).domain;
        let size = usize::try_from(domain.size()).unwrap_or(usize::MAX);
        let value = if size <= WIDE { domain.iter().nth(random.below(size.max(1))) } else { None };
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

/// A solution near one of two that have the same clues: what they agree in stays as far as it can, and an unknown in which
/// they differ has a third value. `None` where none is found soon.
pub(super) fn third(
    fresh: &mut Fresh,
    (one, other): (&Assignment, &Assignment),
    random: &mut Random,
) -> Result<Option<Assignment>> {
    let (model, limits) = (fresh.model, fresh.limits);
    let m = model.expressions();
    let (agreed, open): (Vec<UnknownId>, Vec<UnknownId>) = model.visible().partition(|&u| one.get(u) == other.get(u));
    let Some(&moved) = random.choose(&open) else { return Ok(None) };
    let domain = &model.unknown(moved).domain;
    let free = domain.iter().take(WIDE).filter(|&value| value != one.get(moved) && value != other.get(moved));
    let Some(&value) = random.choose(&free.collect::<Vec<_>>()) else { return Ok(None) };
    let Ok(formula) = fresh.formula() else { return Ok(None) };
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

/// The way in which puzzles are made: the same everywhere for one seed, so that no engines race.
pub(super) fn reproducible(method: Method, random: &mut Random) -> Method {
    let engine = if method.engine == Engine::Auto { Engine::Sat } else { method.engine };
    // 0 would ask for no random start.
    let seed = (random.number() >> 33) as u32 | 1;
    Method { encoding: Encoding::Fd, engine, seed, trial: false }
}
