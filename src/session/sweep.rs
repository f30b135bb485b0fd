//! `sweep n in 4..10 { ... }`: the body once for each value. Each turn starts from the same session and leaves it as it
//! was, as between `push` and `pop`.

use super::cache::Event;
use super::list::StatementList;
use super::load::changes_session;
use super::{Session, Sink};
use sator_answer::{Answer, Done, Report, Sweep, SweepRow, TurnValue};
use sator_base::limits::Reason;
use sator_base::source::Span;
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::elaborate::Value;
use sator_lang::syntax::ast::{Expr, Ident, Query, Statement, StatementKind};

impl Session {
    /// Checks the name and the body of a sweep. `taken` are the statements before it that are no entries yet, because
    /// they are part of a file that is being loaded.
    pub(super) fn check_sweep(&self, name: &Ident, body: &[Statement], taken: &[Statement]) -> Result<()> {
        let changes = |s: &&Statement| match &s.kind {
            StatementKind::Command(command) => changes_session(command),
            StatementKind::Sweep { .. } => true,
            _ => false,
        };
        if let Some(statement) = body.iter().find(changes) {
            let error = Diagnostic::at(Code::Misplaced, statement.span, "this can't stand in a sweep");
            return fail(error.help("a sweep holds declarations, conditions, rule uses, questions and `set`"));
        }
        let declares =
            |s: &Statement| matches!(&s.kind, StatementKind::Param { name: own, .. } if own.name == name.name);
        let is_param = self.list.param(&name.name).is_some();
        // The statements of the file would be lost when those after the parameter are made again.
        if !taken.is_empty() && (is_param || taken.iter().any(declares)) {
            let message = "a sweep over a parameter can't stand in a file that is loaded";
            return fail(
                Diagnostic::at(Code::Misplaced, name.span, message).help("write it in the script that loads the file"),
            );
        }
        if !is_param && self.elaborator.global(&name.name).is_some() {
            let message = format!("`{}` is already declared, and is no parameter", name.name);
            let help = format!("declare it as `param {}`, or choose another name for the sweep", name.name);
            return fail(Diagnostic::at(Code::Duplicate, name.span, message).help(help));
        }
        Ok(())
    }

    pub(super) fn sweep(
        &mut self,
        name: &Ident,
        values: &Expr,
        body: &[Statement],
        span: Span,
        sink: Sink,
    ) -> Result<()> {
        let values = self.elaborator.known_values(values)?;
        let questions = body.iter().filter(|s| is_question(s));
        let questions = questions.map(|s| sator_base::text::first_line(self.elaborator.sources.slice(s.span)));
        let mut table =
            Sweep { name: name.name.clone(), questions: questions.collect(), rows: vec![], left: values.len() };
        for value in values.iter() {
            let turn = turn_value(self, value);
            self.report(
                Query::Sweep,
                Answer::Done(Done::Turn { name: name.name.clone(), value: turn.clone() }),
                span,
                sink,
            );
            let answers = self.turn(name, value, body, span, sink);
            let answers = answers.map_err(|error| Box::new(error.note(format!("with {} = {turn}", name.name))))?;
            let ended = answers.iter().flatten().any(|answer| answer.stopped() == Some(&Reason::Interrupted));
            table.rows.push(SweepRow { value: turn, answers });
            table.left -= 1;
            if ended || self.interrupt.is_set() {
                break;
            }
        }
        self.report(Query::Sweep, Answer::Sweep(Box::new(table)), span, sink);
        Ok(())
    }

    /// One turn, from the state of the session and back to it. Returns the answers by question.
    fn turn(
        &mut self,
        name: &Ident,
        value: &Value,
        body: &[Statement],
        span: Span,
        sink: Sink,
    ) -> Result<Vec<Vec<Answer>>> {
        let (elaborated, list) = (self.elaborator.snapshot(), self.list.clone());
        let done = self.isolated(self.settings.clone(), |session| {
            session.set_swept(name, value, span)?;
            let mut all = vec![];
            for statement in body {
                let mut answers = vec![];
                session.run(statement, &mut |session, report: Report| {
                    // A solution or step before its list, and the clash after an answer "no solution", add nothing to the table.
                    match report.answer {
                        Answer::OneSolution { .. } | Answer::OneStep { .. } => {}
                        Answer::Clash { .. } | Answer::Unexplained(_) if !answers.is_empty() => {}
                        _ => answers.push(report.answer.clone()),
                    }
                    sink(session, report);
                })?;
                if is_question(statement) {
                    all.push(answers);
                }
                if session.interrupt.is_set() {
                    all.resize(body.iter().filter(|s| is_question(s)).count(), vec![]);
                    break;
                }
            }
            Ok(all)
        });
        self.elaborator.restore(elaborated);
        self.elaborator.expansion.size = self.settings.limit;
        self.list = StatementList { saved: self.list.saved.take(), ..list };
        done
    }

    /// Gives the name of a sweep its value. Statements that use a parameter of this name are elaborated again.
    fn set_swept(&mut self, name: &Ident, value: &Value, span: Span) -> Result<()> {
        let Some((at, statement)) = self.list.param(&name.name) else {
            self.elaborator.declare_value(&name.name, value.clone());
            return Ok(());
        };
        let (mark, statements) = (self.list.entries[at].mark.clone(), self.list.entries[at].statements.clone());
        self.elaborator.limits = self.limits();
        self.roll_back(&mark);
        for (i, one) in statements.iter().enumerate() {
            if i == statement {
                self.elaborator.declare_value(&name.name, value.clone());
            } else {
                self.elaborator.add(one)?;
            }
        }
        self.list.entries[at].text = format!("param {} = {}", name.name, self.elaborator.text_of(value));
        self.elaborate_from(at + 1).map_err(|(number, error)| match error.limit() {
            Some(reason) => Diagnostic::stopped(reason, span),
            None => Box::new(error.note(format!("#{number} is made again"))),
        })?;
        self.changed(Event::Extended);
        Ok(())
    }
}

/// Whether a statement has a column in the table of a sweep.
fn is_question(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Question(_))
}

/// The value of a turn as data.
fn turn_value(session: &Session, value: &Value) -> TurnValue {
    match value {
        Value::Int(number) => TurnValue::Number(*number),
        Value::Str(word) => TurnValue::Text(word.to_string()),
        other => TurnValue::Text(session.elaborator.text_of(other)),
    }
}
