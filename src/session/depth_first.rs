//! Depth-first search with propagation, and then local search, before an engine is asked: for puzzles of wide numbers, whose
//! clauses are many.
//! Every solution is evaluated before it is shown.

use super::Session;
use super::incremental::Outcome;
use sator_base::limits::Limits;
use sator_lang::diagnostic::Result;
use sator_lang::verify::verify;
use sator_model::{Assignment, Model};
use sator_propagate::{Aim, BranchAndBound, LocalSearch, Step, prefers_search};
use sator_solve::lower::search::Shape;

/// Effort of one question, in values looked at, before an engine takes over: about a quarter of a second.
const EFFORT: u64 = 50_000_000;
/// Effort of local search after it, in nodes evaluated: about half a second.
const LOCAL_EFFORT: u64 = 20_000_000;
/// The same where values are exchanged, which engines don't do well: two seconds. Measured on a permutation of 20 with three sums,
/// which takes 3 to 92 million.
const EXCHANGE_EFFORT: u64 = 100_000_000;

impl Session {
    /// The only solution, if the session before had a puzzle of the same shape and a short search proves that there is no other.
    pub(super) fn only_solution(&mut self, limits: &Limits) -> Result<Option<Assignment>> {
        if !self.may_search() || self.cache.solver.is_some() {
            return Ok(None);
        }
        let model = &self.elaborator.model;
        let Some(shape) = self.cache.shape.as_mut().filter(|shape| shape.fits(model)) else {
            self.cache.shape = Some(Shape::of(model));
            return Ok(None);
        };
        let Some(only) = shape.only_solution(model, limits) else { return Ok(None) };
        verify(model, &only)?;
        let same = |other: &Assignment| model.visible().all(|u| other.get(u) == only.get(u));
        Ok(match &self.cache.seen.current {
            None => Some(only),
            Some(current) => same(current).then(|| current.clone()),
        })
    }

    /// Whether a search can answer: the settings leave the choice of the method, and all domains have an end.
    pub(super) fn may_search(&self) -> bool {
        self.settings.leaves_method_open() && self.model().open.is_empty()
    }

    /// A solution that differs from the known ones on the visible unknowns, or the proof that there is none. `None` if
    /// the choice is an engine first or the search is too long.
    pub(super) fn search_besides(&mut self, known: &[&Assignment], limits: &Limits) -> Result<Option<Outcome>> {
        let model = self.model();
        if !self.may_search() || !prefers_search(model) {
            return Ok(None);
        }
        let Some(found) = self.depth_first_besides(known, limits) else { return Ok(None) };
        match found? {
            Some(found) => Ok(Some(found)),
            None => local_besides(self.model(), self.settings.seed, known, limits),
        }
    }

    /// A solution, or the proof that there is none, by a short search with the linear relaxation. `None` if the search is too
    /// long, or has had its turn before the engine.
    pub(super) fn relaxed_solution(&mut self, limits: &Limits) -> Result<Option<Outcome>> {
        if prefers_search(self.model()) {
            return Ok(None);
        }
        self.depth_first_besides(&[], limits).transpose().map(Option::flatten)
    }

    /// A short search by propagation. `None` if a condition has no propagator.
    fn depth_first_besides(&mut self, known: &[&Assignment], limits: &Limits) -> Option<Result<Option<Outcome>>> {
        let aim = Aim { seed: self.settings.seed.into(), ..Aim::default() };
        let mut search = BranchAndBound::of(self.model(), &aim, limits)?;
        let found = first_besides(self.model(), &mut search, known, limits);
        self.measures.depth_first = Some(search.work());
        Some(found)
    }
}

/// A solution that differs from the known ones by local search, which proves nothing if it finds none.
fn local_besides(model: &Model, seed: u32, known: &[&Assignment], limits: &Limits) -> Result<Option<Outcome>> {
    // Another start for each solution, since the same one would lead to the last one again.
    let seed = u64::from(seed).wrapping_add(known.len() as u64);
    let Some(mut local) = LocalSearch::of(model, &[], None, seed) else { return Ok(None) };
    let effort = if local.exchanges() { EXCHANGE_EFFORT } else { LOCAL_EFFORT };
    match local.run(model, 0, None, effort, limits) {
        Some(assignment) if differs(model, &assignment, known) => {
            verify(model, &assignment)?;
            Ok(Some(Outcome::Sat(assignment)))
        }
        _ => Ok(None),
    }
}

/// Whether an assignment differs from each of the known ones on the visible unknowns.
fn differs(model: &Model, assignment: &Assignment, known: &[&Assignment]) -> bool {
    known.iter().all(|other| model.visible().any(|u| assignment.get(u) != other.get(u)))
}

fn first_besides(
    model: &Model,
    search: &mut BranchAndBound,
    known: &[&Assignment],
    limits: &Limits,
) -> Result<Option<Outcome>> {
    loop {
        match search.improve(EFFORT.saturating_sub(search.effort()), limits) {
            Step::Better(assignment) if differs(model, &assignment, known) => {
                verify(model, &assignment)?;
                return Ok(Some(Outcome::Sat(assignment)));
            }
            Step::Better(_) => {}
            Step::Exhausted => return Ok(Some(Outcome::Unsat)),
            Step::Hard | Step::Stopped(_) => return Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::session::{Answer, Session, Settings};
    use sator_base::limits::Interrupt;

    /// The answers to the questions of a script, and whether an engine was asked.
    fn ask(text: &str, encoding: Option<&str>) -> (Vec<Answer>, bool) {
        let mut settings = Settings::of_environment();
        settings.set("engine", "auto").expect("an engine");
        if let Some(encoding) = encoding {
            settings.set("encoding", encoding).expect("an encoding");
        }
        let mut session = Session::new(settings, Interrupt::new());
        let mut answers = vec![];
        for statement in session.read("test", text, None).expect("the text reads") {
            session.run(&statement, &mut |_, report| answers.push(report.answer)).expect("the statement is accepted");
        }
        (answers, session.cache.solver.is_some())
    }

    const QUEENS: &str = "var q[130] in 1..130\ndistinct(q)\ndistinct(q[i] + i for i in 1..130)\n\
                          distinct(q[i] - i for i in 1..130)\n";
    const CRYPTARITHM: &str = "var D, O, N, A, L, G, E, R, B, T in 0..9\ndistinct([D, O, N, A, L, G, E, R, B, T])\n\
                               D != 0; G != 0; R != 0\n\
                               number(D, O, N, A, L, D) + number(G, E, R, A, L, D) = number(R, O, B, E, R, T)\n";
    const MAGIC_7: &str = "grid x 7x7 in 1..49\ndistinct(x)\n\
                           for l in rows(x) + cols(x) + [[x[i, i] for i in 1..7], [x[i, 8 - i] for i in 1..7]] { sum(l) = 175 }\n";
    const PERMUTATION: &str = "let a = [44, 2, 18, 39, 43, 45, 11, 45, 21, 35, 37, 37, 7, 46, 42, 14, 41, 37, 18, 19]\n\
                               let b = [8, 5, 31, 41, 31, 6, 23, 5, 27, 10, 2, 19, 28, 50, 27, 8, 3, 39, 40, 49]\n\
                               let c = [3, 25, 46, 38, 22, 36, 18, 33, 16, 3, 20, 1, 5, 7, 39, 35, 3, 13, 27, 19]\n\
                               var x[20] in 1..20\ndistinct(x)\nsum(p * q for p, q in zip(a, x)) = 6805\n\
                               sum(p * q for p, q in zip(b, x)) = 4531\nsum(p * q for p, q in zip(c, x)) = 4056\n";
    const PYTHAGORAS: &str = "var a, b, c in 1..60\na <= b\na * a + b * b = c * c\n";

    #[test]
    fn wide_numbers_need_no_engine() {
        let (answers, engine) = ask(&format!("{QUEENS}solve\nanother"), None);
        assert!(!engine);
        assert!(matches!(answers[..], [Answer::Solution { .. }, Answer::Solution { .. }]));
        let (answers, engine) = ask(&format!("{MAGIC_7}solve"), None);
        assert!(!engine && matches!(answers[..], [Answer::Solution { .. }]));
        // Depth-first search gives up, and local search finds solutions.
        let (answers, engine) = ask(&format!("{PERMUTATION}solve\nanother"), None);
        assert!(!engine && matches!(answers[..], [Answer::Solution { .. }, Answer::Solution { .. }]));
        let (answers, engine) = ask(&format!("{CRYPTARITHM}solve\nanother\nunique"), None);
        assert!(!engine);
        assert!(matches!(answers[..], [Answer::Solution { .. }, Answer::NoOther { .. }, Answer::Unique { .. }]));
    }

    /// A graph is left to an engine, which learns from cuts.
    #[test]
    fn wide_numbers_on_graphs_need_an_engine() {
        let (answers, engine) = ask("grid x 12x12 in 1..144\nfillomino(x)\nr1c1 = 1\nsolve", None);
        assert!(engine && matches!(answers[..], [Answer::Solution { .. }]));
    }

    #[test]
    fn search_and_encodings_agree() {
        for (text, solutions) in [(CRYPTARITHM, 1), (PYTHAGORAS, 26)] {
            for encoding in [None, Some("fd")] {
                let (answers, _) = ask(&format!("{text}count"), encoding);
                assert!(
                    matches!(answers[..], [Answer::Count { count, exact: true, .. }] if count == solutions),
                    "{answers:?}"
                );
            }
        }
        let nothing = "var a, b, c in 1..30\na * a * a + b * b * b = c * c * c\nsolve";
        for encoding in [None, Some("fd")] {
            let (answers, _) = ask(nothing, encoding);
            assert!(matches!(answers.first(), Some(Answer::None)), "{answers:?}");
        }
    }
}
