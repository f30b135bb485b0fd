//! A session: the statements so far, the questions asked of them, and the solver kept warm in between.
//!
//! Invariant: a statement that fails changes nothing; the list of statements is the truth and the solver
//! a cache of it.

mod cache;
mod candidates;
mod check;
mod commands;
mod compare;
mod enumerate;
mod expect;
mod explain;
mod export;
mod generate;
mod import;
mod incremental;
mod load;
mod notes;
mod optimise;
mod print;
mod remarks;
mod resume;
mod save;
mod share;
mod solve;
mod statements;
mod unbounded;
mod understood;
mod warnings;
mod writing;

pub use crate::settings::Settings;
use load::passed_over;
pub use sator_answer::*;
pub(crate) use save::LAST_LINE;
pub use statements::Entry;
pub use writing::Overwrite;

use cache::{Cache, Event};
use remarks::Remarks;
use sator_base::clock::Instant;
use sator_base::limits::{Interrupt, Limits, Reason};
use sator_base::source::{SourceMap, Span};
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::elaborate::{Elaborator, Value, only_prints};
use sator_lang::syntax::ast::{Command, Question, Statement, StatementKind, Why};
use sator_model::{Kind, Model};
use statements::Change;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where reports go, in the order in which questions end.
pub type Sink<'a> = &'a mut dyn FnMut(&Session, Report);

/// Whether statements may read and write files: not those of a script that nobody here has looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Files {
    #[default]
    Allowed,
    Refused,
}

/// Where a text comes from: what its paths are relative to, and where it may write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TextOrigin {
    /// What the user typed at the prompt or on the command line.
    #[default]
    Typed,
    /// A script without a file, as from standard input: its folder is the working directory.
    Script,
    File(PathBuf),
}

impl TextOrigin {
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            TextOrigin::File(file) => Some(file),
            TextOrigin::Typed | TextOrigin::Script => None,
        }
    }
}

/// A file is the origin of its text; without one the user typed it.
impl From<Option<PathBuf>> for TextOrigin {
    fn from(file: Option<PathBuf>) -> TextOrigin {
        file.map_or(TextOrigin::Typed, TextOrigin::File)
    }
}

/// How often progress is told at most.
const PROGRESS_EVERY: Duration = Duration::from_millis(200);

/// Hears how far a long question is.
pub type OnProgress = Box<dyn FnMut(&str)>;

/// Tells how far a long question is, now and then.
struct ProgressSink {
    callback: Option<OnProgress>,
    /// Nothing is told sooner after the last time.
    every: Duration,
    last: Instant,
}

impl ProgressSink {
    /// Lends it out; until it is put back nothing is told.
    fn take(&mut self) -> ProgressSink {
        ProgressSink { callback: self.callback.take(), every: self.every, last: self.last }
    }

    fn report(&mut self, text: impl FnOnce() -> String) {
        if let Some(callback) = &mut self.callback
            && self.last.elapsed() >= self.every
        {
            self.last = Instant::now();
            callback(&text());
        }
    }
}

pub struct Session {
    elaborator: Elaborator,
    pub settings: Settings,
    interrupt: Interrupt,
    entries: Vec<Entry>,
    /// The steps that `undo` takes back, and those it has taken back.
    past: Vec<Change>,
    future: Vec<Change>,
    /// Lengths of the list at each `push`.
    pushed: Vec<usize>,
    /// After a change that failed: the statement that could not stand any more.
    needs: Option<u32>,
    remarks: Remarks,
    /// What `edit` asks to be put into the line editor: a number and its text.
    editing: Option<(u32, String)>,
    cache: Cache,
    /// The integers of Z3 were tried for wide numbers and did not answer soon.
    trial_ended: bool,
    /// Nobody will read why there is no solution.
    unexplained: bool,
    /// At the prompt, an expression that is no condition is printed.
    pub interactive: bool,
    /// Where each source comes from, by its number.
    origins: Vec<TextOrigin>,
    /// The file that was read last, until `load` takes its text: a pipe is read only once.
    read_ahead: Option<(PathBuf, String)>,
    /// Files being loaded, the outermost first.
    loading: Vec<PathBuf>,
    /// Whether statements may read and write files.
    pub files: Files,
    /// What happens to files that do not carry a mark of sator.
    pub overwrite: Overwrite,
    /// Statements come from another program's puzzle: they name no files.
    importing: bool,
    progress: ProgressSink,
    /// The last question and how it went, for `stats`.
    last: Option<(&'static str, Duration)>,
    warnings: Vec<Diagnostic>,
    /// It was warned of a `/` that may leave a fraction.
    warned_of_fractions: bool,
    /// How often a puzzle was made without a seed.
    made: u64,
    /// The script that was saved or loaded last.
    saved: Option<String>,
    quit: bool,
}

impl Session {
    pub fn new(settings: Settings, interrupt: Interrupt) -> Session {
        let mut elaborator = Elaborator::default();
        elaborator.expansion.size = settings.limit;
        Session {
            elaborator,
            settings,
            interrupt,
            entries: vec![],
            past: vec![],
            future: vec![],
            pushed: vec![],
            needs: None,
            remarks: Remarks::default(),
            editing: None,
            cache: Cache::default(),
            trial_ended: false,
            unexplained: false,
            interactive: false,
            origins: vec![],
            files: Files::Allowed,
            overwrite: Overwrite::Refuse,
            read_ahead: None,
            loading: vec![],
            importing: false,
            progress: ProgressSink { callback: None, every: PROGRESS_EVERY, last: Instant::now() },
            last: None,
            warnings: vec![],
            warned_of_fractions: false,
            made: 0,
            saved: None,
            quit: false,
        }
    }

    pub fn model(&self) -> &Model {
        &self.elaborator.model
    }

    /// The solution that was shown last, if the puzzle has not changed since.
    pub fn solution_shown(&self) -> Option<&sator_model::Assignment> {
        self.cache.seen.current.as_ref()
    }

    pub fn sources(&self) -> &SourceMap {
        &self.elaborator.sources
    }

    /// Values as text, and the names that can be typed.
    pub fn elaborator(&self) -> &Elaborator {
        &self.elaborator
    }

    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Whether `quit` was typed.
    pub fn has_quit(&self) -> bool {
        self.quit
    }

    /// The statement that `edit` asks for, once: its number and text.
    pub fn take_edit(&mut self) -> Option<(u32, String)> {
        self.editing.take()
    }

    /// Calls `hear` now and then while a question runs.
    pub fn set_progress(&mut self, callback: Option<OnProgress>) {
        self.progress.callback = callback;
    }

    fn progress(&mut self, text: impl FnOnce() -> String) {
        self.progress.report(text);
    }

    /// Reads text into statements, as a source of its own.
    pub fn read(&mut self, name: &str, text: &str, origin: impl Into<TextOrigin>) -> Result<Vec<Statement>> {
        let id = self.elaborator.sources.add(name, text);
        self.origins.resize(id.index(), TextOrigin::Typed);
        self.origins.push(origin.into());
        let statements = sator_lang::syntax::parse_within(id, text, &self.limits())?;
        if self.loading.is_empty() {
            self.remarks.start(&self.elaborator.sources, id, &statements);
            self.check_prints(&statements)?;
        }
        Ok(statements)
    }

    /// Takes one statement: adds it to the puzzle, answers it, or carries it out. On an error the session
    /// is as it was.
    pub fn run(&mut self, statement: &Statement, sink: Sink) -> Result<()> {
        self.read_ahead = None;
        if let StatementKind::Load { path, path_span } = &statement.kind
            && let Some(imported) = self.imported(path, *path_span)?
        {
            let line = self.elaborator.sources.line_column(statement.span).0;
            return self.take_import(&imported, line, sink);
        }
        if let Some(done) = self.load_apart(statement, sink) {
            return done;
        }
        let mark = self.elaborator.mark();
        let mut taken = Vec::new();
        self.elaborator.take_printed();
        let done = self.run_one(statement, &mut taken, sink);
        let printed = self.elaborator.take_printed();
        match &done {
            Ok(()) => self.print_added(&taken, printed, sink),
            Err(_) => self.report_printed(printed, false, sink),
        }
        match done {
            Ok(()) => {
                // `hint apply` and `unique fix keep` add a statement of their own.
                let shown = match (&statement.kind, taken.first()) {
                    (StatementKind::Question(_), Some(first)) => first.clone(),
                    _ => statement.clone(),
                };
                if !taken.is_empty() {
                    self.push_entry(&shown, taken, mark);
                }
                Ok(())
            }
            Err(error) => {
                if !taken.is_empty() {
                    self.roll_back(&mark);
                    self.changed(Event::Extended);
                }
                Err(error)
            }
        }
    }

    /// Runs a statement; those that become part of the puzzle are added to `taken`.
    fn run_one(&mut self, statement: &Statement, taken: &mut Vec<Statement>, sink: Sink) -> Result<()> {
        self.elaborator.limits = self.limits();
        match &statement.kind {
            StatementKind::Question(question) => {
                let report = match question {
                    Question::Why(Why::All) => self.ask_all_clashes(question, statement.span, sink)?,
                    _ => self.ask(question, statement.span)?,
                };
                self.note_warnings();
                if let Some(added) = self.added_statement(question, &report.answer, report.line)? {
                    self.take(&added, taken)?;
                }
                let kept = self.kept_puzzle(question, &report.answer)?;
                let unsolvable = matches!(report.answer, Answer::None) && !matches!(question, Question::Try(_));
                sink(self, report);
                if unsolvable {
                    // A report of its own: the search for a clash can't take the answer with it.
                    self.report_clash(question, statement.span, sink)?;
                }
                match self.loading.is_empty() {
                    true if !kept.is_empty() => self.take_made(question, &kept, sink),
                    _ => kept.iter().try_for_each(|statement| self.take(statement, taken)),
                }
            }
            StatementKind::Command(_) | StatementKind::Load { .. } if self.importing => {
                fail(Diagnostic::at(Code::Misplaced, statement.span, "an imported puzzle can't contain commands"))
            }
            StatementKind::Command(command) => {
                if let Command::LoadExample { name, span, .. } = command {
                    return self.load_example(name, *span, taken, sink);
                }
                if !self.loading.is_empty() && !matches!(command, Command::Set { .. }) {
                    self.warnings.push(passed_over(statement.span));
                    return Ok(());
                }
                self.command(command, statement.span, sink)
            }
            StatementKind::Load { path, path_span } => self.load(path, *path_span, taken, sink),
            _ if only_prints(statement) => self.print_all(statement, sink),
            StatementKind::Expr { expr, label: None, .. }
                if self.interactive && !self.elaborator.is_rule_use(expr)? =>
            {
                let value = self.elaborator.value(expr)?;
                // A function alone says nothing: the error tells how it is used.
                if matches!(value, Value::Rule(_) | Value::Def(_) | Value::Builtin(_)) {
                    return self.take(statement, taken);
                }
                if self.elaborator.kind_of(&value) == Some(Kind::Bool) {
                    return self.take(statement, taken);
                }
                let report = self.ask(&Question::Print(vec![expr.clone()]), statement.span)?;
                sink(self, report);
                Ok(())
            }
            _ => self.take(statement, taken),
        }
    }

    fn take(&mut self, statement: &Statement, taken: &mut Vec<Statement>) -> Result<()> {
        // Once for each statement, however short it is.
        if let Some(reason) = self.elaborator.limits.stop() {
            return Err(Diagnostic::stopped(reason, statement.span));
        }
        self.elaborator.take_warnings();
        self.elaborator.add(statement)?;
        self.note_warnings();
        taken.push(statement.clone());
        self.changed(Event::Extended);
        Ok(())
    }

    /// Answers a question.
    pub fn ask(&mut self, question: &Question, span: Span) -> Result<Report> {
        self.ask_with(question, span, |session, limits| session.answer(question, span, limits))
    }

    /// Why the question before found no solution, within what its limits leave.
    fn report_clash(&mut self, question: &Question, span: Span, sink: Sink) -> Result<()> {
        let (start, limits) = (Instant::now(), self.elaborator.limits.clone());
        let answer = self.clash(&limits)?;
        if answer.stopped() == Some(&Reason::Memory) {
            self.changed(Event::MemoryPressure);
        }
        let line = self.elaborator.sources.line_column(span).0;
        sink(self, Report { query: question.word(), line, elapsed: start.elapsed(), answer, notes: vec![] });
        Ok(())
    }

    /// `why all`: each clash is a report of its own when it is found.
    fn ask_all_clashes(&mut self, question: &Question, span: Span, sink: Sink) -> Result<Report> {
        let (query, start, line) = (question.word(), Instant::now(), self.elaborator.sources.line_column(span).0);
        // Another engine may find them once more.
        let mut told: Vec<Vec<StatementRef>> = vec![];
        let mut tell = |session: &Session, because: &[StatementRef]| {
            if told.iter().all(|t| t != because) {
                told.push(because.to_vec());
                let answer = Answer::OneClash { number: told.len(), because: because.to_vec() };
                sink(session, Report { query, line, elapsed: start.elapsed(), answer, notes: vec![] });
            }
        };
        self.ask_with(question, span, |session, limits| {
            if let Some(answer) = session.nothing_to_solve(question).or_else(|| session.endless(question)) {
                return Ok(answer);
            }
            let mut answer = session.why(&Why::All, &mut tell, limits)?;
            if session.end_trial(answer.stopped()) {
                answer = session.why(&Why::All, &mut tell, limits)?;
            }
            if let Answer::Clashes { told, .. } = &mut answer {
                *told = true;
            }
            Ok(answer)
        })
    }

    fn ask_with(
        &mut self,
        question: &Question,
        span: Span,
        answer: impl FnOnce(&mut Session, &Limits) -> Result<Answer>,
    ) -> Result<Report> {
        let start = Instant::now();
        self.progress.last = start;
        let limits = self.limits();
        self.elaborator.limits = limits.clone();
        let guessed = self.cache.seen.current.is_none();
        let answer = answer(self, &limits).or_else(|error| match error.limit() {
            Some(reason) => Ok(Answer::Unknown(reason)),
            None => Err(error),
        })?;
        let answer = self.beyond(answer);
        let answer = self.as_understood(answer);
        self.cache.seen.learn(&answer);
        if answer.stopped() == Some(&Reason::Memory) {
            self.changed(Event::MemoryPressure);
        }
        let elapsed = start.elapsed();
        let query = question.word();
        if let Some(solver) = &mut self.cache.solver {
            solver.asked = true;
        }
        self.last = Some((query, elapsed));
        let line = self.elaborator.sources.line_column(span).0;
        let notes = self.notes_on(question, &answer, guessed);
        Ok(Report { query, line, elapsed, answer, notes })
    }

    fn answer_once(&mut self, question: &Question, span: Span, limits: &Limits) -> Result<Answer> {
        match question {
            Question::Solve { steps: false } => self.solve(limits),
            Question::Best => self.solve_best(span, limits),
            Question::Another => match self.another_optimum(limits)? {
                Some(answer) => Ok(answer),
                None => self.another(limits),
            },
            Question::Unique { fix: false, .. } => self.unique(limits),
            Question::Count { limit } => {
                let limit = limit.as_ref().map(|e| self.amount(e)).transpose()?;
                self.count(limit, limits)
            }
            Question::Solutions(most) => {
                let most = most.as_ref().map(|e| self.amount(e)).transpose()?;
                self.solutions(most.unwrap_or(DEFAULT_SOLUTIONS), limits)
            }
            Question::Candidates => self.candidates(limits),
            Question::Forced => self.forced(limits),
            Question::Maximize(e) => self.optimise(e, Sense::Most, limits),
            Question::Minimize(e) => self.optimise(e, Sense::Least, limits),
            Question::Try(statement) => self.try_statement(statement, limits),
            Question::Print(values) => self.print(values, limits),
            Question::Show(names) => self.show(names),
            Question::Expect(expectation) => self.expect(expectation, span, limits),
            Question::Solve { steps: true } => self.solve_steps(limits),
            Question::Unique { fix: true, .. } => self.unique_fix(limits),
            Question::Why(why) => self.why(why, &mut |_, _| {}, limits),
            Question::Hint { of: Some(of), .. } => self.hint_of(of, limits),
            Question::Hint { apply, of: None } => self.hint(*apply, limits),
            Question::Check => self.check_filled(limits),
            Question::Steps(walk) => self.walk(walk, limits),
            Question::Grade => self.grade(limits),
            Question::Redundant(what) => self.redundant(*what, limits),
            Question::Generate(asked) => self.generate(asked, span, limits),
            Question::Compare(question) => self.compare(question.as_deref(), span),
        }
    }
}

/// `solutions` without a number.
const DEFAULT_SOLUTIONS: u64 = 5;
