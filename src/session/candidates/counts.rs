//! `candidates counts`: how many solutions each value of a cell leaves, up to a limit.
//!
//! The first solutions are enumerated. Where there are more, each value that has too few of them asks the solver for
//! others that have it; a solution found counts for all of its values.

use crate::session::enumerate::{Ended, Verified};
use crate::session::incremental::{IncrementalSolver, Outcome};
use crate::session::progress::Listeners;
use crate::session::{ProgressSink, Session};
use sator_answer::{Answer, CandidateCounts};
use sator_base::limits::{Limits, Reason};
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::syntax::ast::Expr;
use sator_model::{Assignment, Domain, Model, UnknownId};
use sator_solve::solver::sat::Lit;
use std::collections::HashMap;

/// The largest count without a limit of the user's.
const LIMIT: u64 = 8;

/// The largest limit: every solution that is counted is kept.
const MOST: u64 = 1_000;

/// Solutions that are enumerated before values are asked for one by one.
const ENUMERATED: u64 = 1_000;

impl Session {
    /// For each unknown the values it takes in some solution, and in how many solutions, up to the limit.
    pub(in crate::session) fn candidate_counts(&mut self, limit: Option<&Expr>, limits: &Limits) -> Result<Answer> {
        let most = match limit {
            None => LIMIT,
            Some(limit) => match self.amount(limit)? {
                most @ 1..=MOST => most,
                most => {
                    let error = Diagnostic::at(Code::Domain, limit.span, format!("the limit {most} is out of range"));
                    return fail(error.help(format!("a limit from 1 to {MOST} is possible")));
                }
            },
        };
        let answer = self.candidates(None, limits)?;
        let Answer::Candidates { values, stopped: None, .. } = answer else { return Ok(answer) };
        let mut tally = Tally::new(self.model(), most);
        let ended = self.enumerate(ENUMERATED.max(most), Verified::Each, limits, &mut |_, solution, _| {
            tally.take(solution);
        })?;
        let stopped = match ended {
            Ended::All => None,
            Ended::More => self.count_by_value(&values, &mut tally, limits)?,
            Ended::Stopped(reason) => Some(reason),
        };
        let count = |(unknown, values): (usize, &Domain)| {
            values.iter().map(|value| tally.count(UnknownId::at(unknown), value)).collect()
        };
        let counts = values.iter().enumerate().map(count).collect();
        let counts = stopped.is_none().then_some(CandidateCounts { limit: most, counts });
        Ok(Answer::Candidates { values, up_to: None, counts, stopped })
    }

    /// Finds more solutions for each value until the limit is reached or the solver proves that there are no others.
    fn count_by_value(&mut self, values: &[Domain], tally: &mut Tally, limits: &Limits) -> Result<Option<Reason>> {
        let method = self.method();
        let Session { elaborator, listeners: Listeners { progress, .. }, .. } = self;
        let model = &elaborator.model;
        let mut solver = IncrementalSolver::new(method);
        if let Err(reason) = solver.extend_all(model, limits) {
            return Ok(Some(reason));
        }
        let mut guards: HashMap<usize, Lit> = HashMap::new();
        for &unknown in &tally.visible.clone() {
            for value in values[unknown].iter() {
                while tally.count(unknown, value) < tally.most {
                    let mut assumed = vec![solver.formula.value_literal(model.expressions(), unknown, value)];
                    for &known in tally.with(unknown, value) {
                        let guard = *guards.entry(known).or_insert_with(|| {
                            let guard = solver.formula.selector();
                            solver.block(model, &tally.solutions[known], guard);
                            guard
                        });
                        assumed.push(guard);
                    }
                    match solver.check(model, &assumed, limits)? {
                        Outcome::Sat(solution) => tally.take(&solution),
                        Outcome::Unsat => break,
                        Outcome::Unknown(reason) => return Ok(Some(reason)),
                    }
                    report(progress, tally);
                }
            }
        }
        Ok(None)
    }
}

fn report(progress: &mut ProgressSink, tally: &Tally) {
    progress.report(|| format!("{} solutions seen", tally.solutions.len()));
}

/// Solutions, and which of them have a value.
struct Tally {
    most: u64,
    visible: Vec<UnknownId>,
    /// Solutions that count for some value; no two agree on all visible unknowns.
    solutions: Vec<Assignment>,
    /// For each value of an unknown the first `most` solutions that have it.
    by_value: HashMap<(UnknownId, i64), Vec<usize>>,
}

impl Tally {
    fn new(model: &Model, most: u64) -> Tally {
        Tally { most, visible: model.visible().collect(), solutions: vec![], by_value: HashMap::new() }
    }

    /// The solutions that have the value.
    fn with(&self, unknown: UnknownId, value: i64) -> &[usize] {
        self.by_value.get(&(unknown, value)).map_or(&[], Vec::as_slice)
    }

    fn count(&self, unknown: UnknownId, value: i64) -> u64 {
        self.with(unknown, value).len() as u64
    }

    /// Takes in a solution that differs from all others on the visible unknowns.
    fn take(&mut self, solution: &Assignment) {
        let number = self.solutions.len();
        let mut counts = false;
        for &unknown in &self.visible {
            let with = self.by_value.entry((unknown, solution.get(unknown))).or_default();
            if (with.len() as u64) < self.most {
                with.push(number);
                counts = true;
            }
        }
        if counts {
            self.solutions.push(solution.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Settings;
    use sator_base::limits::Interrupt;

    fn answers(engine: &str, text: &str) -> Vec<Answer> {
        let mut settings = Settings::of_environment();
        settings.set("engine", engine).expect("an engine");
        let mut session = Session::new(settings, Interrupt::new());
        let mut answers = vec![];
        for statement in session.read("test", text, None).expect("the text reads") {
            session.run(&statement, &mut |_, report| answers.push(report.answer)).expect("the statement is accepted");
        }
        answers
    }

    /// The counts of `candidates counts` are those of all solutions in a list, whether solutions are few or many.
    #[test]
    fn counts_agree_with_all_solutions() {
        let puzzles = [
            "grid x 4x4 in 1..4\nsudoku(x)\n",
            "grid x 4x4 in 1..4\nsudoku(x)\nr1c1 = 1; r2c3 = 2; r3c2 = 3\n",
            "var a in 1..5\nhidden var h in 1..9\nh > a\na != 3\n",
            "grid x 3x3\nfences e of x\nsingle_loop(e)\n",
            "grid x 2x3 in 1..6\ndistinct(x)\nr1c1 < r1c2\nif r1c1 = 1 { for c in cells(x) { c <= 4 or c = r1c3 or c = r2c3 } }\n",
            "var q[4] in 1..8\nq[1] + q[2] + q[3] + q[4] = 31\n",
        ];
        for text in puzzles {
            for engine in ["auto", "sat"] {
                for limit in [1, 2, 8, 500] {
                    let all = answers(engine, &format!("{text}solutions 5000\ncandidates counts limit {limit}"));
                    let list = all.iter().find_map(|answer| match answer {
                        Answer::Solutions { list, complete: true, .. } => Some(list),
                        _ => None,
                    });
                    let list = list.unwrap_or_else(|| panic!("{text}"));
                    let Some(Answer::Candidates { values, counts: Some(counts), stopped: None, .. }) = all.last()
                    else {
                        panic!("{text}: {:?}", all.last())
                    };
                    let visible = if text.contains("hidden") { 1 } else { values.len() };
                    for (unknown, values) in values.iter().enumerate().take(visible) {
                        for (value, &count) in values.iter().zip(&counts.counts[unknown]) {
                            let with = list.iter().filter(|solution| solution.get(UnknownId::at(unknown)) == value);
                            assert_eq!(
                                count,
                                (with.count() as u64).min(limit),
                                "{engine} {limit} {text}{unknown} {value}"
                            );
                        }
                    }
                }
            }
        }
    }

    /// More solutions than are enumerated: each count is the limit, except where the statements leave fewer.
    #[test]
    fn counts_of_many_solutions() {
        let text = "var q[6] in 0..9\nsum(q) <= 53 or q[1] = 0\nif q[1] = 9 { distinct(q[i] for i in 2..6, except: 9); sum(q) >= 44 }\n";
        for engine in ["auto", "sat"] {
            let all = answers(engine, &format!("{text}candidates counts limit 30\nq[1] = 9\ncount"));
            let [Answer::Candidates { values, counts: Some(counts), .. }, Answer::Count { count, exact: true, .. }] =
                &all[..]
            else {
                panic!("{all:?}")
            };
            let first: Vec<(i64, u64)> = values[0].iter().zip(counts.counts[0].iter().copied()).collect();
            assert_eq!(first.last(), Some(&(9, (*count).min(30))), "{engine}");
            assert!(first.iter().all(|(value, count)| *value == 9 || *count == 30), "{engine} {first:?}");
        }
    }
}
