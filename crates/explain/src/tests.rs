//! Shared by the tests of this crate: a puzzle from its text, solved by the plain formula.

use crate::explainer::{Context, Explainer, Places};
use sator_base::limits::Limits;
use sator_base::source::Span;
use sator_lang::elaborate::Elaborator;
use sator_lang::syntax::ast::StatementKind;
use sator_model::Assignment;
use sator_solve::lower::{Encoding, Method, new_formula};
use sator_solve::solver::Engine;
use sator_solve::solver::sat::Verdict;

const METHOD: Method = Method { encoding: Encoding::Fd, engine: Engine::Sat, seed: 0, trial: false };

/// A puzzle that was read.
pub(crate) struct Puzzle {
    pub(crate) elaborator: Elaborator,
}

impl Places for Puzzle {
    fn place(&self, span: Span) -> (u32, Option<u32>) {
        (self.elaborator.sources.line_column(span).0, None)
    }
}

/// Reads a text, passing over its questions and commands; with one of its solutions.
pub(crate) fn run(text: &str) -> (Puzzle, Option<Assignment>) {
    let mut elaborator = Elaborator::default();
    let source = elaborator.sources.add("test", text);
    for statement in sator_lang::syntax::parse(source, text).expect("the text reads") {
        if !matches!(statement.kind, StatementKind::Question(_) | StatementKind::Command(_)) {
            elaborator.add(&statement).expect("the statement is accepted");
        }
    }
    let (model, limits) = (&elaborator.model, Limits::none());
    let mut formula = new_formula(METHOD, true);
    formula.add_constraints(model.expressions(), &model.conditions(), &limits).expect("no limit is met");
    let solved = formula.check(&[], &limits) == Verdict::Sat;
    let solution = solved.then(|| formula.assignment(model.expressions()));
    (Puzzle { elaborator }, solution)
}

impl Puzzle {
    /// Runs an explanation with all statements taken in.
    pub(crate) fn with_explainer<T>(
        &self,
        limits: &Limits,
        work: impl FnOnce(&Puzzle, &mut Explainer, &Context) -> T,
    ) -> T {
        let progress = |_: &dyn Fn() -> String| {};
        let context = Context {
            elaborator: &self.elaborator,
            places: self,
            method: METHOD,
            verify: true,
            limits,
            progress: &progress,
        };
        let mut explainer = Explainer::new(METHOD);
        explainer.extend(&context);
        work(self, &mut explainer, &context)
    }
}
