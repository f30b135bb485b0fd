//! `why`, `hint`, `steps`, `grade`, `check` and `redundant`: passes the statements of the session to `sator-explain`
//! and turns its results into answers.

mod check_entries;
mod condition;
mod fix;
mod hint;
mod redundant;
mod steps;
#[cfg(test)]
mod tests;
mod walk;
mod why;

use super::Session;
use sator_answer::{Answer, StatementName, StatementRef};
use sator_base::limits::Limits;
use sator_base::source::Span;
use sator_explain::{Context, Explainer, Explanation, Places, Unexplained};
use sator_generate::GENERATED;
use sator_lang::diagnostic::Result;
use sator_model::UnknownId;
use sator_solve::tuning::INTEGER_TRIAL;
use std::cell::RefCell;
pub(super) use walk::Walk;

/// Conflict budget of each check while a clash is looked for without a `why`, right after an answer "no solution".
/// `why` itself has no such budget.
const CLASH: u64 = 20_000;

impl Places for Session {
    fn place(&self, span: Span) -> (u32, Option<u32>) {
        let typed = self.interactive && self.texts.origin(span).file().is_none();
        // Statements made by `generate` stand in no text of the user's, so they are located like typed ones.
        let typed = typed || self.elaborator.sources.get(span.source).name == GENERATED;
        let entry = self.list.entries.iter().filter(|_| typed).find(|e| e.holds(span));
        (self.elaborator.sources.line_column(span).0, entry.map(|e| e.number))
    }
}

impl Session {
    /// The clash that follows an answer "no solution".
    pub(super) fn clash(&mut self, limits: &Limits) -> Result<Answer> {
        let effort = if self.method().trial { INTEGER_TRIAL } else { CLASH };
        match self.with_explainer(&limits.with_effort(effort), |_, explainer, context| explainer.clash(context)) {
            Ok(clash) => Ok(clash_answer(clash)),
            Err(Unexplained::Limit(reason)) => Ok(Answer::Unexplained(reason)),
            Err(Unexplained::Wrong(error)) => Err(error),
        }
    }

    /// Runs `work` with an explainer that knows all statements.
    pub(super) fn with_explainer<T>(
        &mut self,
        limits: &Limits,
        work: impl FnOnce(&Session, &mut Explainer, &Context) -> T,
    ) -> T {
        let whole = |explainer: &Explainer| explainer.spent().is_none();
        let method = self.method();
        let mut explainer = self.cache.explainer.take().filter(whole).unwrap_or_else(|| Explainer::new(method));
        let sink = RefCell::new(self.listeners.progress.take());
        let session: &Session = self;
        let context = session.context(limits);
        let context = Context { progress: &|text| sink.borrow_mut().report(text), ..context };
        explainer.extend(&context);
        let done = work(session, &mut explainer, &context);
        self.listeners.progress = sink.into_inner();
        self.cache.explainer = Some(explainer);
        done
    }

    /// Runs `work` with an explainer that also knows the patterns of rules.
    pub(super) fn with_patterns<T>(
        &mut self,
        limits: &Limits,
        work: impl FnOnce(&Session, &mut Explainer, &Context) -> T,
    ) -> Result<T> {
        self.elaborator.elaborate_patterns(limits)?;
        Ok(self.with_explainer(limits, work))
    }

    /// The puzzle and its limits, in the form that `sator-explain` takes.
    fn context<'a>(&'a self, limits: &'a Limits) -> Context<'a> {
        Context {
            elaborator: &self.elaborator,
            places: self,
            method: self.method(),
            verify: self.settings.verify,
            limits,
            progress: &|_| {},
        }
    }

    /// The clash found last, if its statements still clash.
    pub(super) fn clash_found(&self) -> Option<Answer> {
        self.cache.explainer.as_ref()?.clash_found(&self.context(&Limits::none())).map(clash_answer)
    }

    pub(super) fn statement_at(&self, span: Span, name: StatementName, unknowns: Vec<UnknownId>) -> StatementRef {
        self.context(&Limits::none()).statement_at(span, name, unknowns)
    }
}

/// The answer about statements that clash.
fn clash_answer(clash: Explanation) -> Answer {
    let Explanation { because, is_minimal, fewest } = clash;
    Answer::Clash { because, is_minimal, fewest }
}
