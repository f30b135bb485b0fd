//! `implied`: conditions that follow from the other statements and give a step of an explanation its name. Nothing else reads
//! them.
//!
//! The implied conditions of standard rules are elaborated when an explanation asks for them, so that a puzzle that is only
//! solved doesn't pay for them.

use super::Elaborator;
use super::value::Value;
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::syntax::ast::Expr;
use sator_base::limits::Limits;
use sator_base::source::Span;
use sator_model::{Constraint, ExprId, Frame};
use std::sync::Arc;

/// The implied conditions of the puzzle that are still to be elaborated.
#[derive(Clone, Default)]
pub(super) struct Implied {
    /// The conditions of standard rules, in the order of their uses.
    postponed: Vec<Postponed>,
    /// The number of postponed ones that were elaborated.
    elaborated: usize,
    /// Whether the conditions at hand are implied.
    pub inside: bool,
}

/// A number of implied conditions to roll back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    postponed: usize,
    elaborated: usize,
}

/// An `implied` of a standard rule, with the names that its condition can use.
#[derive(Clone)]
struct Postponed {
    condition: Expr,
    because: Arc<[Expr]>,
    locals: Vec<(Arc<str>, Value)>,
    guards: Vec<ExprId>,
    frame: Option<Arc<Frame>>,
}

impl Implied {
    pub(super) fn mark(&self) -> Mark {
        Mark { postponed: self.postponed.len(), elaborated: self.elaborated }
    }

    pub(super) fn rollback(&mut self, mark: Mark) {
        self.postponed.truncate(mark.postponed);
        self.elaborated = mark.elaborated;
        self.inside = false;
    }
}

impl Elaborator {
    /// Elaborates the implied conditions of standard rules that were postponed, into the patterns of the model.
    ///
    /// # Errors
    /// A limit.
    pub fn elaborate_patterns(&mut self, limits: &Limits) -> Result<()> {
        let outer = std::mem::replace(&mut self.limits, limits.clone());
        let done = self.elaborate_postponed();
        self.limits = outer;
        done
    }

    fn elaborate_postponed(&mut self) -> Result<()> {
        while let Some(next) = self.implied.postponed.get(self.implied.elaborated) {
            let Postponed { condition, because, locals, guards, frame } = next.clone();
            let mark = self.mark();
            self.memo.reset();
            let at = self.scope.enter_call(true);
            locals.into_iter().for_each(|(name, value)| self.scope.bind(name, value));
            (self.guards, self.frame) = (guards, frame);
            let done = self.implied_now(&condition, &because);
            self.scope.leave(at);
            self.forget_locals();
            if done.is_err() {
                self.rollback(&mark);
                return done;
            }
            self.implied.elaborated += 1;
        }
        Ok(())
    }

    /// `implied E because "text"`
    pub(super) fn implied(&mut self, condition: &Expr, because: &[Expr]) -> Result<()> {
        if self.implied.inside || !self.scope.is_in_library() {
            return self.implied_now(condition, because);
        }
        let postponed = Postponed {
            condition: condition.clone(),
            because: because.into(),
            locals: self.scope.locals().to_vec(),
            guards: self.guards.clone(),
            frame: self.frame.clone(),
        };
        self.implied.postponed.push(postponed);
        Ok(())
    }

    fn implied_now(&mut self, condition: &Expr, because: &[Expr]) -> Result<()> {
        let outer = std::mem::replace(&mut self.implied.inside, true);
        let before = self.declared();
        let done = self.assertion_with_reason(condition, None, because);
        self.implied.inside = outer;
        done?;
        if self.declared() != before {
            let message = "an implied rule has conditions only: it can't declare, draw or prefer anything";
            let help = "declare the names outside of it, and hand them to the rule";
            return fail(Diagnostic::at(Code::Misplaced, condition.span, message).help(help));
        }
        Ok(())
    }

    /// The number of things in the model that are no conditions.
    fn declared(&self) -> [usize; 5] {
        let model = &self.model;
        [model.unknowns.len(), model.grids.len(), model.shapes.len(), model.preferences.len(), model.charts.len()]
    }

    /// Adds an implied condition to the patterns.
    pub(super) fn imply(&mut self, expr: ExprId, span: Span) -> Result<()> {
        let origin = self.origin(span, None);
        if origin.because.is_none() {
            let message = "an implied condition needs a `because` text, which names its step";
            let help = "write `because \"3 in a corner\"` behind the condition";
            return fail(Diagnostic::at(Code::Syntax, span, message).help(help));
        }
        if self.model.pool.constant(expr).is_none() {
            self.model.patterns.push(Constraint { expr, origin });
        }
        self.step(span)
    }
}
