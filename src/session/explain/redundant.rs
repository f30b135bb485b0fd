//! `redundant`: the parts without which the puzzle still has its one solution.

use super::why::answered;
use crate::session::Session;
use sator_answer::Answer;
use sator_base::limits::Limits;
use sator_explain::Redundancy;
use sator_lang::diagnostic::Result;
use sator_lang::syntax::ast::Redundant;
use sator_model::{Assignment, ExprId, Model};

impl Session {
    pub(in crate::session) fn redundant(&mut self, what: Redundant, limits: &Limits) -> Result<Answer> {
        let solution = match self.unique_or_fix(limits)? {
            Answer::Unique { assignment, .. } => assignment,
            answer => return Ok(answer),
        };
        // This adds to the pool of expressions, so it must happen before the explainer builds its formula.
        let only = only_solution(&mut self.elaborator.model, &solution);
        let what = match what {
            Redundant::Each => Redundancy::Each,
            Redundant::All => Redundancy::Together,
            Redundant::Minimal => Redundancy::Minimal,
        };
        answered(
            self.with_explainer(limits, |_, explainer, context| explainer.redundant(context, what, &solution, only)),
        )
    }
}

/// The condition that every visible unknown has its value in the solution.
fn only_solution(model: &mut Model, solution: &Assignment) -> ExprId {
    let visible: Vec<_> = model.visible().collect();
    let parts: Vec<ExprId> = visible.into_iter().map(|u| model.value_is(u, solution.get(u))).collect();
    model.pool.and(parts)
}
