//! `print` and `show`: values in the current solution.

use super::incremental::Outcome;
use super::{Session, Sink};
use sator_answer::{Answer, Note, Report};
use sator_base::clock::Instant;
use sator_base::limits::Limits;
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::elaborate::{Elaborator, Printed, Resolve, Value, prints};
use sator_lang::syntax::ast::{Command, Expr, Ident, Query, Statement, StatementKind};
use sator_model::Assignment;
use std::time::Duration;

/// Evaluates expressions, or the `print`s of a statement.
type Work<'a> = &'a dyn Fn(&mut Elaborator) -> Result<Vec<Printed>>;

impl Session {
    pub(super) fn print(&mut self, exprs: &[Expr], limits: &Limits) -> Result<Answer> {
        let span = exprs.iter().map(|e| e.span).reduce(|a, b| a.to(b));
        let Some(span) = span else { return Ok(Answer::Print { text: String::new(), values: vec![] }) };
        match self.evaluated(&|el| el.printed_values(exprs, span), limits)? {
            Ok(printed) => Ok(print_answer(&self.elaborator, printed.into_iter().flat_map(|p| p.values).collect())),
            Err(answer) => Ok(*answer),
        }
    }

    /// Runs a statement that only prints, for example a loop of `print`s.
    pub(super) fn print_all(&mut self, statement: &Statement, sink: Sink) -> Result<()> {
        let limits = self.limits();
        self.elaborator.limits = limits.clone();
        let (start, line) = (Instant::now(), self.elaborator.sources.line_column(statement.span).0);
        let had_solution = self.cache.seen.current.is_some();
        let printed = self.evaluated(&|el| el.printed_by(std::slice::from_ref(statement)), &limits).or_else(
            |error| match error.limit() {
                Some(reason) => Ok(Err(Box::new(Answer::Unknown(reason)))),
                None => Err(error),
            },
        )?;
        self.warnings.list.extend(self.elaborator.take_warnings());
        match printed {
            Ok(printed) => {
                self.report_printed(printed, !had_solution && self.cache.seen.current.is_some(), sink);
            }
            Err(answer) => {
                sink(
                    self,
                    Report { query: Query::Print, line, elapsed: start.elapsed(), answer: *answer, notes: vec![] },
                );
            }
        }
        Ok(())
    }

    /// Reports the `print`s of statements that were added to the puzzle. Their values come from the current solution,
    /// if there is one.
    pub(super) fn print_added(&mut self, added: &[Statement], mut printed: Vec<Printed>, sink: Sink) {
        if let Some(span) = printed.iter().find(|p| p.has_unknowns || p.undecided).map(|p| p.span) {
            let current = self.cache.seen.current.clone();
            let known = current.map(|c| self.elaborator.in_solution(&c, Resolve::ToValues, |el| el.printed_by(added)));
            match known {
                Some(Ok(known)) => printed = known,
                // The statement has been added, so a fault of its `print` is a warning.
                Some(Err(error)) => {
                    self.warnings.list.push(Diagnostic { warning: true, ..*error });
                    printed.retain(|p| !p.undecided);
                }
                None => {
                    let message = "this `print` depends on unknowns, and no solution of the puzzle was shown yet";
                    let help = "it prints their names; after `solve`, `print` has their values";
                    self.warnings.list.push(Diagnostic::warning(Code::NotKnown, span, message).help(help));
                    printed.retain(|p| !p.undecided);
                }
            }
        }
        self.report_printed(printed, false, sink);
    }

    /// `found`: the values come from a solution that was found for them.
    pub(super) fn report_printed(&mut self, printed: Vec<Printed>, found: bool, sink: Sink) {
        let mut notes = if found { vec![Note::OneSolution] } else { vec![] };
        for Printed { span, values, .. } in printed {
            let line = self.elaborator.sources.line_column(span).0;
            let answer = print_answer(&self.elaborator, values);
            let notes = std::mem::take(&mut notes);
            sink(self, Report { query: Query::Print, line, elapsed: Duration::ZERO, answer, notes });
        }
    }

    /// Evaluates expressions in the current solution. A solution is looked for if the expressions depend on unknowns
    /// and none is known. The inner error is the answer if there is no solution.
    pub(super) fn evaluated(&mut self, work: Work, limits: &Limits) -> Result<Result<Vec<Printed>, Box<Answer>>> {
        if self.cache.seen.current.is_none() {
            match self.elaborator.without_trace(work) {
                Ok(printed) if printed.iter().all(|p| !p.has_unknowns && !p.undecided) => return Ok(Ok(printed)),
                Ok(_) => {}
                Err(error) => self.refuse(error, work)?,
            }
        }
        let assignment = match self.current_solution(limits)? {
            Outcome::Sat(assignment) => assignment,
            Outcome::Unsat => return Ok(Err(Box::new(Answer::None))),
            Outcome::Unknown(reason) => return Ok(Err(Box::new(Answer::Unknown(reason)))),
        };
        let known = self.elaborator.in_solution(&assignment, Resolve::ToValues, work);
        known.map(Ok).or_else(|error| {
            // An index out of bounds is an error if it is known, and makes a condition false if it is unknown.
            match self.elaborator.in_solution(&assignment, Resolve::ToUnknowns, work) {
                Ok(printed) if printed.iter().all(|p| !p.undecided) => Ok(Ok(printed)),
                // This error names the unknowns.
                Err(same) if same.code == error.code => Err(same),
                _ => Err(error),
            }
        })
    }

    /// Returns the error, unless it depends on the values of unknowns.
    fn refuse(&mut self, error: Box<Diagnostic>, work: Work) -> Result<()> {
        if error.limit().is_some() {
            return Err(error);
        }
        // Evaluate with the least and with the largest values. An error that both give depends on no values.
        let unknowns = &self.model().unknowns;
        let least = Assignment(unknowns.iter().map(|u| u.domain.min()).collect());
        let most = Assignment(unknowns.iter().map(|u| u.domain.max()).collect());
        let found = [least, most].map(|values| self.elaborator.in_solution(&values, Resolve::ToValues, work).err());
        let unknown_name = |e: &Diagnostic| e.code == Code::UnknownName;
        let same = |e: &Diagnostic| e.code == error.code && e.message == error.message;
        if found.iter().all(|e| e.as_deref().is_some_and(same)) {
            return Err(error);
        }
        found.into_iter().flatten().find(|e| unknown_name(e)).map_or(Ok(()), Err)
    }

    /// Refuses a text in which a `print` after a question can't be elaborated, before the question runs for a long time.
    pub(super) fn check_prints(&mut self, statements: &[Statement]) -> Result<()> {
        let asks = |s: &Statement| matches!(s.kind, StatementKind::Question(_)) && !prints(s);
        let Some(first) = statements.iter().position(asks) else { return Ok(()) };
        let Some(last) = statements.iter().rposition(prints).filter(|last| *last > first) else { return Ok(()) };
        let mark = self.elaborator.mark();
        let warnings = self.elaborator.take_warnings();
        self.elaborator.limits = self.limits();
        let mut done = Ok(());
        for (i, statement) in statements[..=last].iter().enumerate() {
            match &statement.kind {
                _ if prints(statement) && i > first => {
                    let work = |el: &mut Elaborator| el.printed_by(std::slice::from_ref(statement));
                    if let Err(error) = self.elaborator.without_trace(work) {
                        done = self.refuse(error, &work);
                    }
                    let _ = self.elaborator.add(statement);
                }
                // Later statements depend on what these add or change.
                StatementKind::Load { .. } => break,
                StatementKind::Question(asked) if asked.adds_statements() => break,
                StatementKind::Command(command) if !matches!(command, Command::Set { .. }) => break,
                StatementKind::Question(_) | StatementKind::Command(_) => {}
                _ if self.elaborator.add(statement).is_err() => break,
                _ => {}
            }
            if done.is_err() {
                break;
            }
        }
        self.elaborator.rollback(&mark);
        self.elaborator.take_printed();
        self.elaborator.take_warnings();
        self.warnings.list.extend(warnings);
        done
    }

    pub(super) fn show(&mut self, names: &[Ident]) -> Result<Answer> {
        for name in names {
            let model = self.model();
            let known = model.grids.iter().any(|g| g.name == name.name)
                || model.lines.iter().any(|l| l.name == name.name)
                || model.variables.iter().any(|v| v.is_called(&name.name));
            if !known {
                return fail(
                    Diagnostic::at(
                        Code::UnknownName,
                        name.span,
                        format!("no grid or variable is called `{}`", name.name),
                    )
                    .help(match name.name.as_str() {
                        "all" | "everything" => "write `show` alone",
                        _ => "for the value of an expression write `print`",
                    }),
                );
            }
        }
        let grids = names.iter().map(|n| n.name.clone()).collect();
        Ok(Answer::Show { assignment: self.cache.seen.current.clone(), grids })
    }
}

fn print_answer(elaborator: &Elaborator, values: Vec<Value>) -> Answer {
    let text = |v: &Value| match v {
        Value::Str(s) => s.to_string(),
        other => elaborator.text_of(other),
    };
    let text = values.iter().map(text).collect::<Vec<_>>().join(" ");
    Answer::Print { text, values }
}
