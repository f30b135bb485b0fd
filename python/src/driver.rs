//! The session of a worker: reads scripts, runs texts, answers.

use crate::events::{Events, Failure};
use crate::report::{drawn, report_object};
use sator::service::{Method, Service};
use sator::session::{ExportOptions, Report, Session, TextOrigin};
use sator::{Diagnostic, Interrupt, Settings, files};
use sator_answer::{Answer, Format, Scale, Subject, Theme};
use sator_base::source::{SourceId, Span};
use sator_draw::render::{ShownClash, export_bytes};
use sator_lang::diagnostic::Code;
use sator_lang::elaborate::only_prints;
use sator_lang::syntax::ast::{Command, Statement, StatementKind};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A name of the script, its value, and the value as the rows of a picture; both are expressions.
pub(crate) type Data = (String, String, String);

/// The name of a text that is one question.
const QUESTION: &str = "question";

type Result<T> = std::result::Result<T, Failure>;

/// A session, and what it takes to make another one like it.
pub(crate) struct Driver {
    session: Session,
    interrupt: Interrupt,
    file: Option<PathBuf>,
    /// The clash that was shown last.
    shown_clash: RefCell<ShownClash>,
    /// The service that answers requests, kept because it holds the puzzle whose boards were judged last.
    service: Option<(Settings, Service)>,
}

impl Driver {
    pub(crate) fn new(file: Option<PathBuf>, interrupt: Interrupt) -> Driver {
        // A call has one answer, so a hint is whole.
        let settings = Settings { staged_hints: false, ..Settings::of_environment() };
        let session = Session::new(settings, interrupt.clone());
        Driver { session, interrupt, file, shown_clash: RefCell::default(), service: None }
    }

    pub(crate) fn restart(&mut self) -> Result<String> {
        self.session = Session::new(self.session.settings.clone(), self.interrupt.clone());
        self.shown_clash = RefCell::default();
        Ok(String::new())
    }

    /// Data for a grid of the script become its givens, other data parameters.
    pub(crate) fn open(&mut self, text: &str, data: &[Data], ask: bool, events: &Events) -> Result<String> {
        let origin = self.file.clone().map_or(TextOrigin::Script, TextOrigin::File);
        let name = self.file.as_ref().map_or("script".into(), |file| file.display().to_string());
        let grids = self.grids_declared(text);
        let (givens, parameters): (Vec<_>, Vec<_>) = data.iter().partition(|(name, ..)| grids.contains(name));
        for (name, value, _) in parameters {
            self.session
                .give(&format!("Session(..., {name}=...)"), name, value)
                .map_err(|error| self.failure(&error))?;
        }
        let statements = self.session.read(&name, text, origin).map_err(|error| self.failure(&error))?;
        let loads = statements.iter().any(|s| matches!(s.kind, StatementKind::Load { .. }));
        // A script that is loaded can declare a parameter.
        if !loads {
            self.session.params.check().map_err(|error| self.failure(&error))?;
        }
        let givens: Vec<String> = givens.iter().map(|(name, _, rows)| format!("givens {name} = {rows}\n")).collect();
        let mut wanted = statements.iter().filter(|statement| ask || is_of_puzzle(statement)).peekable();
        // Givens come before the first question.
        while let Some(statement) = wanted.next_if(|statement| givens.is_empty() || is_of_puzzle(statement)) {
            self.run_statement(statement, events)?;
        }
        if !givens.is_empty() {
            let given = self.session.read("data", &givens.concat(), TextOrigin::Script);
            let given = given.map_err(|error| self.failure(&error))?;
            given.iter().try_for_each(|statement| self.run_statement(statement, events))?;
        }
        wanted.try_for_each(|statement| self.run_statement(statement, events))?;
        self.session.params.check().map_err(|error| self.failure(&error))?;
        Ok(String::new())
    }

    /// The names of the grids that a text declares; none where it can't be read, which `read` reports.
    fn grids_declared(&mut self, text: &str) -> Vec<String> {
        let limits = self.session.settings.limits(&self.interrupt);
        let statements = sator_lang::syntax::parse_within(SourceId(0), text, &limits).unwrap_or_default();
        let grid = |statement: Statement| match statement.kind {
            StatementKind::Grid { name, .. } => Some(name.name),
            _ => None,
        };
        statements.into_iter().filter_map(grid).collect()
    }

    pub(crate) fn run(&mut self, name: &str, text: &str, typed: bool, events: &Events) -> Result<String> {
        let origin = if typed { TextOrigin::Typed } else { TextOrigin::Script };
        let statements = self.session.read(name, text, origin).map_err(|error| self.failure(&error))?;
        if let (true, Some(second)) = (name == QUESTION, statements.get(1)) {
            let error =
                Diagnostic::at(Code::Misplaced, second.span, "a question is one statement, and this is another");
            return Err(self.failure(&error.help("`Session.run` takes a text of several")));
        }
        let edit = |s: &&Statement| matches!(s.kind, StatementKind::Command(Command::Edit(_)));
        if let (true, Some(edit)) = (typed, statements.iter().find(edit)) {
            let error = Diagnostic::at(Code::Misplaced, edit.span, "`edit` belongs to the prompt of a terminal");
            return Err(self.failure(&error.help("change the cell and run it again")));
        }
        self.session.interactive = typed;
        let done = statements.iter().try_for_each(|statement| self.run_statement(statement, events));
        self.session.interactive = false;
        done.map(|()| String::new())
    }

    fn run_statement(&mut self, statement: &Statement, events: &Events) -> Result<()> {
        let progress = events.clone();
        self.session.set_progress(Some(Box::new(move |text| progress.send("progress", text.into()))));
        let mut unwritten = None;
        let shown_clash = &self.shown_clash;
        let mut sink = |session: &Session, report: Report| match files::write_export(session, report) {
            Ok(report) => {
                let clash_shown = shown_clash.borrow_mut().again(&report);
                events.send("report", report_object(session, &report, clash_shown).to_string());
            }
            Err(error) => unwritten = Some(error),
        };
        let done = self.session.run(statement, &mut sink);
        self.session.set_progress(None);
        for warning in self.session.take_warnings() {
            events.send("warning", self.failure(&warning).json());
        }
        match unwritten.map_or(done, Err) {
            Ok(()) if self.interrupt.is_set() => {
                let stopped = Diagnostic::stopped(sator_base::limits::Reason::Interrupted, statement.span);
                Err(self.failure(&stopped))
            }
            done => done.map_err(|error| self.failure(&error)),
        }
    }

    /// The result of a method by name.
    pub(crate) fn request(&mut self, method: &str, params: &str, of_puzzle: bool) -> Result<String> {
        let wrong = |message: String| Failure::of_words(&Diagnostic::new(Code::Import, message));
        let mut params: Value = serde_json::from_str(params).map_err(|error| wrong(error.to_string()))?;
        if of_puzzle {
            params["text"] = json!(self.session.whole_script());
        }
        let settings = &self.session.settings;
        let (_, mut service) = match self.service.take().filter(|(used, _)| used == settings) {
            Some(warm) => warm,
            None => (settings.clone(), Service::new(settings.clone(), self.interrupt.clone())),
        };
        let unheard: sator::service::Events = Arc::new(|_, _| {});
        let found =
            Method::of(&json!({"method": method})).and_then(|method| method.call(&mut service, params, &unheard));
        self.service = Some((settings.clone(), service));
        if self.interrupt.is_set() {
            let nowhere = Span::new(SourceId(0), 0, 0);
            return Err(Failure::of_words(&Diagnostic::stopped(sator_base::limits::Reason::Interrupted, nowhere)));
        }
        found.map(|result| result.to_string()).map_err(wrong)
    }

    pub(crate) fn solutions(&mut self, most: u32, events: &Events) -> Result<String> {
        let model = self.session.model().clone();
        let look = self.session.settings.look(false, sator_draw::render::PAGE_WIDTH, false);
        let found = events.clone();
        self.session.set_on_solution(Some(Box::new(move |assignment| {
            let answer = Answer::Show { assignment: Some(assignment.clone()), grids: vec![] };
            let mut object = drawn(&model, answer, &look);
            object["solution"] = sator_draw::render::json::solution(&model, assignment);
            found.send("solution", object.to_string());
        })));
        let done = self.run(QUESTION, &format!("solutions {most}"), false, events);
        self.session.set_on_solution(None);
        done
    }

    pub(crate) fn entries(&self) -> String {
        let entries = self.session.entries().iter().map(|entry| json!([entry.number, entry.text]));
        entries.collect::<serde_json::Value>().to_string()
    }

    pub(crate) fn script(&self) -> String {
        self.session.whole_script()
    }

    pub(crate) fn export(&mut self, format: &str, subject: Option<&str>, theme: &str, scale: &str) -> Result<String> {
        let options = ExportOptions {
            subject: subject.map(|subject| named("subject", &Subject::ALL, subject)).transpose()?,
            theme: named("theme", &Theme::ALL, theme)?,
            scale: named("scale", &Scale::ALL, scale)?,
        };
        let format = named("format", &Format::ALL, format)?;
        let export = self.session.export(format, options, Path::new(""), Span::new(SourceId(0), 0, 0));
        let export = export.map_err(|error| self.failure(&error))?;
        let bytes = export_bytes(self.session.model(), &export);
        let bytes = bytes.map_err(|message| Failure::of_words(&Diagnostic::new(Code::Export, message)))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    pub(crate) fn complete(&self, text: &str, at: usize) -> String {
        let units = text.chars().take(at).map(char::len_utf16).sum();
        let mut offers = sator::service::completion(&self.session, text, self.session.files().clone(), units);
        for end in ["from", "to"] {
            let units = offers[end].as_u64().unwrap_or(0) as usize;
            let ends = text.chars().scan(0, |sum, c| {
                *sum += c.len_utf16();
                Some(*sum)
            });
            offers[end] = json!(ends.take_while(|&sum| sum <= units).count());
        }
        offers.to_string()
    }

    fn failure(&self, error: &Diagnostic) -> Failure {
        Failure::new(error, self.session.sources())
    }
}

fn named<T: Copy>(what: &str, all: &[(&str, T)], word: &str) -> Result<T> {
    let found = all.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        let error = Diagnostic::new(Code::Export, format!("there is no {what} `{word}`"));
        Failure::of_words(&error.help(format!("there are {}", names.join(", "))))
    })
}

/// Whether a text has questions and commands alone, which leave the puzzle as it is.
pub(crate) fn only_asks(text: &str) -> bool {
    let statements = sator_lang::syntax::parse(SourceId(0), text);
    statements.is_ok_and(|statements| !statements.iter().any(is_of_puzzle))
}

/// Whether the statement is part of the puzzle, or sets how it is read.
fn is_of_puzzle(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Question(_) | StatementKind::Sweep { .. } => false,
        StatementKind::Command(command) => matches!(command, Command::Set { .. } | Command::LoadExample { .. }),
        _ => !only_prints(statement),
    }
}
