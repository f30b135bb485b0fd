//! Steps that solve a puzzle, and their grade, by `sator-explain`.

use crate::confirm::completed;
use crate::generator::Generator;
use crate::options::StepRequest;
use crate::outcome::Shortfall;
use sator_answer::Grade;
use sator_base::limits::{Limits, Reason};
use sator_base::source::{SourceMap, Span};
use sator_explain::{Explainer, Places, Reach, Steps, Unexplained};
use sator_lang::diagnostic::Result;
use sator_model::Assignment;
use sator_solve::lower::{Encoding, Method, prefers_integers};

impl Generator<'_> {
    /// The reach of steps of the grades up to `most` in the puzzle with this text. No second solver confirms the steps.
    pub(crate) fn reach_of(
        &mut self,
        text: &str,
        solution: &Assignment,
        most: Grade,
    ) -> Result<std::result::Result<Reach, Reason>> {
        let limits = self.context.limits;
        let reach = self.explained(text, solution, false, limits, |explainer, context, solution| {
            let hidden = context.model().unknowns.iter().any(|u| u.hidden);
            if !hidden {
                return Ok(explainer.reach(context, solution, most));
            }
            // Steps about hidden unknowns count only with the steps that they serve.
            Ok(match explainer.steps(context, solution, Some(most), &mut |_, _| {}) {
                Ok(Steps { stopped: Some(reason), .. }) | Err(Unexplained::Limit(reason)) => Err(reason),
                Ok(Steps { steps, done, known, .. }) => {
                    Ok(Reach::of(context.model(), done, steps.iter().map(|step| step.technique), &known))
                }
                Err(Unexplained::Wrong(_)) => Ok(Reach { grade: None, known: 0 }),
            })
        })?;
        Ok(reach
            .and_then(|reach| reach)
            .map(|reach| Reach { grade: reach.grade.filter(|&grade| grade <= most), ..reach }))
    }

    /// The grade of the puzzle with this text, with each step confirmed, and whether the steps meet the wish; `None` if the steps do
    /// not solve it.
    pub(crate) fn confirmed_grade(
        &mut self,
        text: &str,
        solution: &Assignment,
        step_request: StepRequest,
        limits: &Limits,
    ) -> Result<Option<(Grade, bool)>> {
        let verify = self.context.verify;
        let grade = self.explained(text, solution, verify, limits, |explainer, context, solution| {
            match explainer.steps(context, solution, None, &mut |_, _| {}) {
                Ok(Steps { steps, done: true, stopped: None, .. }) => {
                    let hardest = steps.iter().map(|step| step.technique).max();
                    Ok(Some((hardest.map_or(Grade::Easy, |technique| technique.grade()), step_request.is_met(&steps))))
                }
                Ok(_) | Err(Unexplained::Limit(_)) => Ok(None),
                Err(Unexplained::Wrong(error)) => Err(error),
            }
        })?;
        Ok(grade.unwrap_or(None))
    }

    /// Runs an explanation of the puzzle with this text, given its solution; or returns the limit that left the solution unknown.
    fn explained<T>(
        &mut self,
        text: &str,
        solution: &Assignment,
        verify: bool,
        limits: &Limits,
        explain: impl FnOnce(&mut Explainer, &sator_explain::Context, &Assignment) -> Result<T>,
    ) -> Result<std::result::Result<T, Reason>> {
        self.with_text(text, |generator| {
            let solution = match generator.solution_with(solution)? {
                Ok(solution) => solution,
                Err(reason) => return Ok(Err(reason)),
            };
            generator.elaborator.elaborate_patterns(limits)?;
            let method = generator.explaining_method();
            let elaborator = &*generator.elaborator;
            let places = Lines(&elaborator.sources);
            let context =
                sator_explain::Context { elaborator, places: &places, method, verify, limits, progress: &|_| {} };
            let mut explainer = Explainer::new(method);
            explainer.extend(&context);
            explain(&mut explainer, &context, &solution).map(Ok)
        })
    }

    /// The solution, extended to the unknowns of the statements just added; another solution where those do not allow it.
    fn solution_with(&mut self, solution: &Assignment) -> Result<std::result::Result<Assignment, Reason>> {
        let (model, method) = (&self.elaborator.model, self.context.method);
        match completed(model, solution, method, &self.elaborator.limits)? {
            Ok(Some(solution)) => Ok(Ok(solution)),
            Ok(None) => Ok(self.any_solution()?.map_err(|shortfall| match shortfall {
                Shortfall::Stopped(reason) => reason,
                _ => Reason::GaveUp("the puzzle lacks its solution".into()),
            })),
            Err(reason) => Ok(Err(reason)),
        }
    }

    /// The method that proves steps: Z3's integers where numbers are wide.
    fn explaining_method(&self) -> Method {
        let (model, method) = (&self.elaborator.model, self.context.method);
        match self.context.prefer_integers && prefers_integers(model.expressions(), &model.conditions()) {
            true => Method { encoding: Encoding::Int, trial: true, ..method },
            false => method,
        }
    }
}

/// Refers to statements by their lines.
struct Lines<'a>(&'a SourceMap);

impl Places for Lines<'_> {
    fn place(&self, span: Span) -> (u32, Option<u32>) {
        (self.0.line_column(span).0, None)
    }
}
