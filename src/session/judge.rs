//! Boards of a puzzle: whether a solution is left, which statements a board breaks, and whether a claimed step follows.

use super::Session;
use super::incremental::Outcome;
use sator_answer::{Atom, BrokenStatement, StatementRef};
use sator_base::limits::Reason;
use sator_explain::{ClaimedStep, Unexplained};
use sator_lang::diagnostic::Result;
use sator_model::{Assignment, Grid, Kind, Model, PictureContent, UnknownId};
use std::collections::HashSet;

/// Whether a board has a solution.
pub(crate) enum Prospect {
    /// A solution with all facts of the board, evaluated without the solver.
    Alive(Assignment),
    /// No solution has all facts.
    Dead,
    /// A limit was met.
    Unknown(Reason),
}

impl Session {
    /// Looks for a solution that has all facts of a board.
    ///
    /// # Errors
    /// The solver returned a grid that breaks a statement.
    pub(crate) fn prospect(&mut self, facts: &[Atom]) -> Result<Prospect> {
        let mut found = self.prospect_once(facts)?;
        let reason = if let Prospect::Unknown(reason) = &found { Some(reason) } else { None };
        if self.end_trial(reason) {
            found = self.prospect_once(facts)?;
        }
        Ok(found)
    }

    fn prospect_once(&mut self, facts: &[Atom]) -> Result<Prospect> {
        let limits = self.limits();
        let (solver, model) = match self.solver(&limits) {
            Ok(both) => both,
            Err(reason) => return Ok(Prospect::Unknown(reason)),
        };
        solver.asked = true;
        let mut literal = |fact: &Atom| {
            let literal = solver.formula.value_literal(model.expressions(), fact.unknown, fact.value);
            if fact.is { literal } else { !literal }
        };
        let facts: Vec<_> = facts.iter().map(&mut literal).collect();
        Ok(match solver.check(model, &facts, &limits)? {
            Outcome::Sat(solution) => Prospect::Alive(solution),
            Outcome::Unsat => Prospect::Dead,
            Outcome::Unknown(reason) => Prospect::Unknown(reason),
        })
    }

    /// The statements that the facts of a board break, each by itself. `known` are solutions of the puzzle.
    ///
    /// # Errors
    /// Two solvers disagree; the inner one is a limit.
    pub(crate) fn broken(
        &mut self,
        facts: &[Atom],
        known: &[Assignment],
    ) -> Result<std::result::Result<Vec<BrokenStatement>, Reason>> {
        let limits = self.limits();
        limited(self.with_explainer(&limits, |_, explainer, context| explainer.broken(context, facts, known)))
    }

    /// Compares a claimed step with the puzzle; `cites` chooses the statements that it cites.
    ///
    /// # Errors
    /// Two solvers disagree; the inner one is a limit.
    pub(crate) fn claimed(
        &mut self,
        facts: &[Atom],
        conclusions: &[Atom],
        cited: Option<&[usize]>,
    ) -> Result<std::result::Result<ClaimedStep, Reason>> {
        let limits = self.limits();
        let found =
            self.with_explainer(&limits, |_, explainer, context| explainer.claimed(context, facts, conclusions, cited));
        let found = limited(found)?;
        if let Ok(ClaimedStep::Open { counterexample }) = &found {
            sator_lang::verify::verify(self.model(), counterexample)?;
        }
        Ok(found)
    }

    /// The statements of the puzzle as explanations name them, each with its number. A statement about one unknown has
    /// its name in a step too.
    pub(crate) fn named_statements(&mut self) -> Vec<(usize, StatementRef)> {
        let limits = self.limits();
        self.with_explainer(&limits, |_, explainer, context| {
            explainer.statements(context).into_iter().enumerate().chain(explainer.known_values(context)).collect()
        })
    }

    /// The visible unknowns that a full board has a value for. Givens belong to the puzzle. So do the cells of clues that a rule takes
    /// as no, such as the numbers of a Nurikabe.
    pub(crate) fn unknowns_to_fill(&mut self) -> Vec<UnknownId> {
        let limits = self.limits();
        let (mut settled, no): (HashSet<UnknownId>, Vec<UnknownId>) =
            self.with_explainer(&limits, |_, explainer, _| {
                let no = explainer.fixed().filter(|fact| fact.value == 0).map(|fact| fact.unknown);
                (explainer.given().collect(), no.collect())
            });
        let model = self.model();
        let with_clue: HashSet<UnknownId> = model.grids.iter().flat_map(|grid| clue_cells(model, grid)).collect();
        settled.extend(no.into_iter().filter(|unknown| with_clue.contains(unknown)));
        model.visible().filter(|unknown| !settled.contains(unknown)).collect()
    }
}

/// The cells of a yes/no grid that hold a clue of a picture.
fn clue_cells<'a>(model: &'a Model, grid: &'a Grid) -> impl Iterator<Item = UnknownId> + 'a {
    let is_yes_no = matches!(grid.content, Some((Kind::Bool, _)));
    let words = model.pictures.iter().filter_map(move |picture| match &picture.content {
        PictureContent::Clues { rows, cols, words, halves: None, .. }
            if is_yes_no && (*rows, *cols) == (grid.rows, grid.cols) =>
        {
            Some(words)
        }
        _ => None,
    });
    words
        .flat_map(|words| words.iter().zip(&grid.unknowns))
        .filter_map(|(word, unknown)| (*unknown).filter(|_| word.is_some()))
}

/// Keeps a limit apart from an error.
fn limited<T>(found: std::result::Result<T, Unexplained>) -> Result<std::result::Result<T, Reason>> {
    match found {
        Ok(found) => Ok(Ok(found)),
        Err(Unexplained::Limit(reason)) => Ok(Err(reason)),
        Err(Unexplained::Wrong(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Settings;
    use sator_base::limits::Interrupt;
    use sator_base::random::Random;
    use sator_model::{ExprId, Model};

    const PUZZLES: [&str; 3] = [
        "grid x 3x3 in 1..3\nlatin(x)\nkiller(r1c1..r1c2, 4)\nr2c1 < r3c1\nr3c3 = 1\n",
        "grid x 2x4 in 1..4\ndistinct(r1)\nthermo(r2c1..r2c3)\nr1c1 + r1c2 * r2c1 = 6\nr2c2 = 3 or r2c4 = 1\nrenban(r1c3..r1c4)\n",
        "grid x 2x3 in bool\nconnected(x)\ncount(r1) = 2\nr1c1 => not r2c2\n",
    ];

    /// Whether some values of the unknowns meet the conditions and the facts.
    fn can_hold(model: &Model, conditions: &[ExprId], unknowns: &[UnknownId], facts: &[Atom]) -> bool {
        let mut values = Assignment(model.unknowns.iter().map(|unknown| unknown.domain.min()).collect());
        let domains: Vec<Vec<i64>> = unknowns.iter().map(|&u| model.unknown(u).domain.iter().collect()).collect();
        (0..domains.iter().map(Vec::len).product()).any(|mut number: usize| {
            for (&unknown, domain) in unknowns.iter().zip(&domains) {
                values.0[unknown.index()] = domain[number % domain.len()];
                number /= domain.len();
            }
            let mut inside = facts.iter().filter(|fact| unknowns.contains(&fact.unknown));
            inside.all(|fact| (values.get(fact.unknown) == fact.value) == fact.is) && {
                let all = model.evaluate_all(&values);
                conditions.iter().all(|&e| all[e] != 0)
            }
        })
    }

    /// A statement is listed exactly where no values of its unknowns meet it and the facts, and its facts are the fewest.
    #[test]
    fn broken_statements_are_those_of_brute_force() {
        for text in PUZZLES {
            let mut session = Session::new(Settings::of_environment(), Interrupt::new());
            for statement in session.read("puzzle", text, None).expect("a puzzle") {
                session.run(&statement, &mut |_, _| {}).unwrap_or_else(|error| panic!("{text}: {}", error.message));
            }
            let statements =
                session.with_explainer(&session.limits(), |_, explainer, context| explainer.statements(context));
            let conditions: Vec<Vec<ExprId>> = session.with_explainer(&session.limits(), |_, explainer, context| {
                let of = |statement| explainer.conditions_of(context, statement).expect("a statement of the puzzle");
                statements.iter().map(of).collect()
            });
            let Ok(Prospect::Alive(known)) = session.prospect(&[]) else { panic!("{text} has a solution") };
            let cells: Vec<UnknownId> = session.model().visible().collect();
            let (mut random, mut all_broken) = (Random::new(5), 0);
            for _ in 0..60 {
                let mut facts = vec![];
                for &unknown in &cells {
                    let domain: Vec<i64> = session.model().unknown(unknown).domain.iter().collect();
                    let value = domain[random.below(domain.len())];
                    if random.below(2) == 0 {
                        facts.push(Atom { unknown, value, is: random.below(4) > 0 });
                    }
                }
                let all: Vec<Atom> = session.with_explainer(&session.limits(), |_, explainer, _| {
                    let is_open = |fixed: &Atom| facts.iter().all(|fact| fact.unknown != fixed.unknown);
                    explainer.fixed().filter(is_open).chain(facts.iter().copied()).collect()
                });
                let broken = session.broken(&facts, std::slice::from_ref(&known)).expect("no fault").expect("no limit");
                all_broken += broken.len();
                for (statement, conditions) in statements.iter().zip(&conditions) {
                    let holds = |facts: &[Atom]| can_hold(session.model(), conditions, &statement.unknowns, facts);
                    let found = broken.iter().find(|broken| broken.statement == *statement);
                    assert_eq!(found.is_none(), holds(&all), "{text}{:?} {facts:?}", statement.name);
                    let Some(found) = found else { continue };
                    assert!(!holds(&found.facts), "{text}{found:?}");
                    for left_out in 0..found.facts.len() {
                        let mut fewer = found.facts.clone();
                        fewer.remove(left_out);
                        assert!(holds(&fewer), "{text}{found:?}");
                    }
                }
            }
            assert!(all_broken > 20, "{text}: {all_broken}");
        }
    }
}
