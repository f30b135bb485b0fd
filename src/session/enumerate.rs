//! Enumerates the solutions that differ on the visible unknowns. Depth-first search comes first, as it is fast where
//! solutions lie close together. An engine enumerates the rest in a formula of its own, which is dropped afterwards.

use super::incremental::Outcome;
use super::{ProgressSink, Session};
use sator_base::limits::{Limits, Reason};
use sator_lang::diagnostic::Result;
use sator_lang::verify::verify;
use sator_model::{Assignment, Atom, Checker, Model, UnknownId};
use sator_propagate::Aim;
use sator_solve::lower::search::{self, Solutions};
use sator_solve::lower::{BrokenSolution, Encoding, formula_of};
use sator_solve::solver::Engine;
use sator_solve::solver::sat::Verdict;

/// Depth-first search verifies this many solutions by evaluating the model, and after them one in `SAMPLE`.
const ALL_VERIFIED: u64 = 4_096;
const SAMPLE: u64 = 64;

/// The solutions that are verified. A solution that is shown must be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verified {
    /// The first ones and a sample of those after them, for a count.
    Sample,
    Each,
}

/// The end of an enumeration.
pub(super) enum Ended {
    All,
    /// There is at least one more than the limit.
    More,
    Stopped(Reason),
}

impl Ended {
    /// Whether the enumeration is complete, and the limit that stopped it.
    pub(super) fn into_parts(self) -> (bool, Option<Reason>) {
        match self {
            Ended::All => (true, None),
            Ended::More => (false, None),
            Ended::Stopped(reason) => (false, Some(reason)),
        }
    }
}

type Visit<'a> = &'a mut dyn FnMut(&Session, &Assignment, &mut ProgressSink);

impl Session {
    /// Visits up to `most` solutions that differ on the visible unknowns. Their order is unspecified but the same in
    /// each run.
    pub(super) fn enumerate(&mut self, most: u64, verified: Verified, limits: &Limits, visit: Visit) -> Result<Ended> {
        self.enumerate_in(None, most, verified, limits, visit)
    }

    /// The same for another model over the unknowns of the session.
    pub(super) fn enumerate_in(
        &mut self,
        other: Option<&Model>,
        most: u64,
        verified: Verified,
        limits: &Limits,
        visit: Visit,
    ) -> Result<Ended> {
        let mut count = 0;
        let visited = match self.search(other, most, verified, limits, &mut count, visit)? {
            DepthFirstEnd::Ended(ended) => return Ok(ended),
            DepthFirstEnd::Incomplete(visited) => visited,
        };
        if count == 0
            && other.is_none()
            && let Some(ended) = self.known_solutions(most, limits, visit)?
        {
            return Ok(ended);
        }
        let method = self.method();
        self.with_progress(|session, progress| {
            let model = other.unwrap_or(session.model());
            let m = model.expressions();
            let mut formula = match formula_of(model, method, limits) {
                Ok(formula) => formula,
                Err(reason) => return Ok(Ended::Stopped(reason)),
            };
            visited.iter().for_each(|clause| formula.want(m, clause));
            let visible: Vec<UnknownId> = model.visible().collect();
            let ended = formula.each_solution(m, &mut Checker::new(model), limits, &mut |a| {
                if count == most {
                    return None;
                }
                count += 1;
                visit(session, a, progress);
                Some(visible.iter().map(|&unknown| Atom { unknown, value: a.get(unknown), is: false }).collect())
            });
            match ended {
                Ok(Verdict::Unsat) => Ok(Ended::All),
                Ok(Verdict::Sat) => Ok(Ended::More),
                Ok(Verdict::Unknown(reason)) => Ok(Ended::Stopped(reason)),
                Err(BrokenSolution(assignment)) => verify(model, &assignment).map(|()| Ended::More),
            }
        })
    }

    /// Lends the progress out, so that the session can be read while it is reported.
    fn with_progress<T>(&mut self, work: impl FnOnce(&Session, &mut ProgressSink) -> T) -> T {
        let mut progress = self.listeners.progress.take();
        let done = work(self, &mut progress);
        self.listeners.progress = progress;
        done
    }

    /// Enumerates by depth-first search until it is done or too hard.
    fn search(
        &mut self,
        other: Option<&Model>,
        most: u64,
        verified: Verified,
        limits: &Limits,
        count: &mut u64,
        visit: Visit,
    ) -> Result<DepthFirstEnd> {
        self.with_progress(|session, progress| {
            let (model, method) = (other.unwrap_or(session.model()), session.settings.method());
            // A user who sets an engine or an encoding wants its answer.
            if method.encoding != Encoding::Fd || method.engine != Engine::Auto {
                return Ok(DepthFirstEnd::Incomplete(vec![]));
            }
            let mut checker = Checker::new(model);
            let mut broken = None;
            let mut show = |a: &Assignment| {
                if *count == most {
                    return false;
                }
                let verify = verified == Verified::Each || *count < ALL_VERIFIED || count.is_multiple_of(SAMPLE);
                if verify && !checker.holds(model.expressions(), a) {
                    broken = Some(a.clone());
                    return false;
                }
                *count += 1;
                visit(session, a, progress);
                true
            };
            // Masks of 64 values are the quicker search where they suffice.
            let (ended, visited) = match Solutions::of(model, limits) {
                Some(mut search) => {
                    let ended = search.run(limits, &mut show);
                    (ended, search.gone_through())
                }
                None => match sator_propagate::Search::of(model, &Aim::default(), limits) {
                    Some(mut search) => {
                        let ended = search.each_solution(limits, &mut show);
                        (ended, search.gone_through())
                    }
                    None => return Ok(DepthFirstEnd::Incomplete(vec![])),
                },
            };
            if let Some(broken) = broken {
                verify(model, &broken)?;
            }
            Ok(match ended {
                search::Ended::All => DepthFirstEnd::Ended(Ended::All),
                search::Ended::Enough => DepthFirstEnd::Ended(Ended::More),
                search::Ended::Stopped(reason) => DepthFirstEnd::Ended(Ended::Stopped(reason)),
                search::Ended::Hard => DepthFirstEnd::Incomplete(visited),
            })
        })
    }

    /// Visits the solutions shown so far, if the solver proves that there are no others.
    fn known_solutions(&mut self, most: u64, limits: &Limits, visit: Visit) -> Result<Option<Ended>> {
        let shown = self.cache.seen.shown.clone();
        if shown.is_empty() || self.cache.solver.is_none() {
            return Ok(None);
        }
        let (solver, model) = match self.solver(limits) {
            Ok(pair) => pair,
            Err(reason) => return Ok(Some(Ended::Stopped(reason))),
        };
        let other = solver.exclude(model, shown.values());
        match solver.check(model, &[other], limits)? {
            Outcome::Sat(_) => Ok(None),
            Outcome::Unknown(reason) => Ok(Some(Ended::Stopped(reason))),
            Outcome::Unsat => {
                for (i, solution) in shown.values().enumerate() {
                    if i as u64 == most {
                        return Ok(Some(Ended::More));
                    }
                    self.with_progress(|session, progress| visit(session, solution, progress));
                }
                Ok(Some(Ended::All))
            }
        }
    }
}

/// The end of a depth-first search.
enum DepthFirstEnd {
    Ended(Ended),
    /// Too hard. The clauses exclude the part of the search space that was visited.
    Incomplete(Vec<Vec<Atom>>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Answer, Settings};
    use sator_base::limits::Interrupt;

    const SUDOKU: &str = "grid x 4x4 in 1..4\nsudoku(x)\n";
    const QUEENS: &str = "var q[6] in 1..6\ndistinct(q)\ndistinct(q[i] + i for i in 1..6)\n\
                          distinct(q[i] - i for i in 1..6)\n";
    const LOOPS: &str = "grid x 3x3\nfences e of x\nsingle_loop(e)\n";
    /// Hidden unknowns: many solutions for each visible one.
    const HIDDEN: &str = "var a in 1..5\nhidden var h in 1..9\nhidden var g in 1..9\nh + g > a\na != 3\n";
    /// Domains too wide for a bit a value.
    const WIDE: &str = "var a[3] in {0, 1, 2, 20000}\ndistinct(a)\n";

    fn session(engine: &str, encoding: &str) -> Session {
        let mut settings = Settings::of_environment();
        settings.set("engine", engine).expect("an engine");
        settings.set("encoding", encoding).expect("an encoding");
        Session::new(settings, Interrupt::new())
    }

    fn say(session: &mut Session, text: &str) -> Vec<Answer> {
        let mut answers = vec![];
        for statement in session.read("test", text, None).expect("the text reads") {
            session.run(&statement, &mut |_, report| answers.push(report.answer)).expect("the statement is accepted");
        }
        answers
    }

    fn count(session: &mut Session, question: &str) -> (u64, bool) {
        match say(session, question).pop() {
            Some(Answer::Count { count, exact, .. }) => (count, exact),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_engine_and_encoding_counts_the_same() {
        for (engine, encoding) in [("auto", "fd"), ("sat", "fd"), ("z3", "fd"), ("auto", "int")] {
            for (text, wanted) in [(SUDOKU, 288), (QUEENS, 4), (LOOPS, 213), (HIDDEN, 4), (WIDE, 24)] {
                if wanted > 100 && engine != "sat" && (engine, encoding) != ("auto", "fd") {
                    continue;
                }
                let mut session = session(engine, encoding);
                say(&mut session, text);
                assert_eq!(count(&mut session, "count"), (wanted, true), "{engine} {encoding} {text}");
                assert_eq!(count(&mut session, "count limit 3"), (3, false), "{engine} {encoding} {text}");
            }
        }
    }

    #[test]
    fn nothing_stays_in_the_solver() {
        for engine in ["auto", "sat"] {
            let mut session = session(engine, "fd");
            say(&mut session, SUDOKU);
            say(&mut session, "solve");
            let size = |session: &Session| session.cache.solver.as_ref().map(|solver| solver.formula.size());
            let before = size(&session);
            say(&mut session, "count\nsolutions 100\ncandidates\nforced");
            // One clause at most, against the solution shown.
            let more = size(&session).zip(before).map(|(after, before)| after.assertions - before.assertions);
            assert!(more.is_some_and(|more| more <= 101), "{engine}: {more:?}");
        }
    }

    #[test]
    fn an_interrupt_gives_the_count_so_far_and_leaves_the_session_as_it_was() {
        for engine in ["auto", "sat", "z3"] {
            let mut session = session(engine, "fd");
            say(&mut session, SUDOKU);
            let interrupt = session.interrupt().clone();
            let limits = session.limits();
            let mut seen = 0;
            let ended = session.enumerate(u64::MAX, Verified::Sample, &limits, &mut |_, _, _| {
                seen += 1;
                if seen == 10 {
                    interrupt.set();
                }
            });
            match ended {
                Ok(Ended::Stopped(Reason::Interrupted)) => assert!((10..288).contains(&seen), "{engine}: {seen}"),
                // With so few solutions the search can end before it looks at the interrupt.
                Ok(Ended::All) => assert_eq!(seen, 288),
                _ => panic!("{engine}: neither stopped nor finished"),
            }
            session.interrupt().clear();
            assert_eq!(count(&mut session, "r1c1 = 1\ncount"), (72, true), "{engine}");
            assert_eq!(count(&mut session, "undo\nr1c1 = 2\nr1c2 = 3\ncount"), (24, true), "{engine}");
            assert_eq!(count(&mut session, "undo\nundo\nredo\ncount"), (72, true), "{engine}");
        }
    }

    /// The callback receives the solutions that the answer lists without it, and keeps them out of the answer.
    #[test]
    fn a_callback_receives_each_solution() {
        for (engine, encoding) in [("auto", "fd"), ("sat", "fd"), ("auto", "auto")] {
            for text in [QUEENS, HIDDEN, "var a in 0..; a + 999999 <= 1000001\n"] {
                let mut session = session(engine, encoding);
                say(&mut session, text);
                let Some(Answer::Solutions { list, .. }) = say(&mut session, "solutions").pop() else {
                    panic!("no list")
                };
                let seen = std::rc::Rc::new(std::cell::RefCell::new(vec![]));
                let all = seen.clone();
                session.set_on_solution(Some(Box::new(move |a| all.borrow_mut().push(a.clone()))));
                let answer = say(&mut session, "solutions").pop();
                assert!(matches!(&answer, Some(Answer::Solutions { list, complete: true, .. }) if list.is_empty()));
                let sorted = |mut list: Vec<Assignment>| {
                    list.sort();
                    list.dedup();
                    list.len()
                };
                let seen = seen.borrow().clone();
                assert_eq!((seen.len(), sorted(seen)), (list.len(), sorted(list)), "{engine} {encoding} {text}");
            }
        }
    }

    #[test]
    fn solutions_are_all_different_and_right() {
        for engine in ["auto", "sat"] {
            let mut session = session(engine, "fd");
            say(&mut session, SUDOKU);
            let Some(Answer::Solutions { list, complete, .. }) = say(&mut session, "solutions 500").pop() else {
                panic!("no list")
            };
            assert!(complete);
            let different: std::collections::BTreeSet<_> = list.iter().collect();
            assert_eq!((list.len(), different.len()), (288, 288));
            assert!(list.iter().all(|a| session.model().violations(a) == Ok(vec![])));
        }
    }
}
