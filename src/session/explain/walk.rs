//! `steps 12`, `next`, `back`: show one step of the solution with the values known after it. Also `hint 5` and `hint
//! r1c1`, which ask for several steps.

use crate::session::Session;
use sator_answer::{Answer, Atom, Condition, NoStep, Step};
use sator_base::limits::Limits;
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::elaborate::Value;
use sator_lang::syntax::ast::{self, Expr};
use sator_lang::syntax::print::print_expr;

/// Largest number of hints in one question.
const MOST_HINTS: i64 = 1000;

/// The steps of a solution and a position among them.
pub(in crate::session) struct Walk {
    steps: Vec<Step>,
    /// The value of each unknown that is known before the first step, by unknown.
    start: Vec<Option<i64>>,
    /// The step shown last, from 1.
    at: usize,
}

impl Walk {
    /// `known` has the value of each unknown that is known after the last step.
    pub(crate) fn new(steps: &[Step], mut known: Vec<Option<i64>>) -> Walk {
        for found in steps.iter().flat_map(|s| s.conclusions()).filter(|c| c.is) {
            known[found.unknown] = None;
        }
        Walk { steps: steps.to_vec(), start: known, at: 0 }
    }

    fn show(&mut self, at: usize) -> Answer {
        self.at = at;
        let mut known = self.start.clone();
        for found in self.steps[..at].iter().flat_map(|s| s.conclusions()).filter(|c| c.is) {
            known[found.unknown] = Some(found.value);
        }
        Answer::Walk { number: at, of: self.steps.len(), step: self.steps[at - 1].clone(), known }
    }
}

impl Session {
    pub(in crate::session) fn walk(&mut self, walk: &ast::StepChoice, limits: &Limits) -> Result<Answer> {
        let to = match walk {
            ast::StepChoice::To(Some(expr)) => Some((self.elaborator.known_number_of(expr)?, expr.span)),
            _ => None,
        };
        if self.cache.walk.is_none() {
            if let answer @ (Answer::None | Answer::Unknown(_)) = self.solve_steps(&mut |_, _, _| {}, limits)? {
                return Ok(answer);
            }
            self.skip_hinted();
        }
        let none = |why, of| Answer::NoStep { why, of };
        let Some(steps) = &mut self.cache.walk else { return Ok(none(NoStep::Empty, 0)) };
        let all = steps.steps.len();
        if all == 0 {
            return Ok(none(NoStep::Empty, 0));
        }
        let at = match (walk, to) {
            (_, Some((number, span))) => match usize::try_from(number) {
                Ok(number) if (1..=all).contains(&number) => number,
                _ => {
                    return fail(Diagnostic::at(
                        Code::Index,
                        span,
                        format!("there is no step {number}: they are 1 to {all}"),
                    ));
                }
            },
            (ast::StepChoice::Next, _) if steps.at == all => return Ok(none(NoStep::AtLast, all)),
            (ast::StepChoice::Next, _) => steps.at + 1,
            (ast::StepChoice::Back, _) if steps.at <= 1 => return Ok(none(NoStep::AtFirst, all)),
            (ast::StepChoice::Back, _) => steps.at - 1,
            (ast::StepChoice::To(_), _) => 1,
        };
        Ok(steps.show(at))
    }

    /// Moves past the steps that hints have already shown, so that `next` goes on after them.
    fn skip_hinted(&mut self) {
        let (Some(explainer), Some(walk)) = (&self.cache.explainer, &mut self.cache.walk) else { return };
        if !explainer.has_hints() {
            return;
        }
        let is_known = |step: &&Step| step.conclusions().iter().all(|c| explainer.is_known(c));
        walk.at = walk.steps.iter().take_while(is_known).count();
    }

    /// `hint 5`: five hints. `hint r1c1`: the steps that lead to the value of that cell.
    pub(in crate::session) fn hint_of(&mut self, of: &Expr, limits: &Limits) -> Result<Answer> {
        if let Value::Int(number) = self.elaborator.value(of)? {
            if !(1..=MOST_HINTS).contains(&number) {
                let message = format!("`hint` takes a number from 1 to {MOST_HINTS}, not {number}");
                return fail(Diagnostic::at(Code::Domain, of.span, message));
            }
            return self.hints(number as usize, limits);
        }
        match self.value_of_cell(of, limits)? {
            Ok((e, condition)) => self.steps_to(e, condition, limits),
            Err(answer) => Ok(answer),
        }
    }

    /// The condition that a cell, or everything drawn in it, has its values of the current solution, and the condition
    /// as an answer names it. The inner error is the answer if there is no solution.
    pub(super) fn value_of_cell(
        &mut self,
        of: &Expr,
        limits: &Limits,
    ) -> Result<std::result::Result<(sator_model::ExprId, Condition), Answer>> {
        let value = self.elaborator.value(of)?;
        let unknowns = self.elaborator.unknowns_of(&value);
        if unknowns.is_empty() {
            let message = format!("`{}` is no cell and no variable", print_expr(of));
            return fail(
                Diagnostic::at(Code::Type, of.span, message).help("write `hint r1c1`, or `hint 5` for five of them"),
            );
        }
        let solution = match self.solution_or_answer(limits)? {
            Ok(solution) => solution,
            Err(answer) => return Ok(Err(answer)),
        };
        let atoms: Vec<Atom> =
            (unknowns.into_iter()).map(|unknown| Atom { unknown, value: solution.get(unknown), is: true }).collect();
        let conditions: Vec<_> = atoms.iter().map(|is| self.elaborator.has_value(is.unknown, is.value)).collect();
        let texts: Vec<String> = atoms.iter().map(|is| is.text(self.model())).collect();
        let condition = Condition { text: texts.join(" and "), atoms };
        Ok(Ok((self.elaborator.model.pool.and(conditions), condition)))
    }
}
