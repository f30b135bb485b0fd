//! A session runs statements, answers questions about them, and keeps its solver in between.
//!
//! Invariants: a statement that fails changes nothing. The list of statements is the truth, and the solver is a cache.

mod cache;
mod candidates;
mod certify;
mod check;
mod commands;
mod compare;
mod count;
mod depth_first;
mod enumerate;
mod expect;
mod explain;
mod export;
mod generate;
mod import;
mod incremental;
mod judge;
mod list;
mod load;
mod measures;
mod notes;
mod opening;
mod optimise;
mod params;
mod print;
mod progress;
mod remarks;
mod resume;
mod save;
mod share;
mod solutions;
mod solve;
mod statements;
mod sweep;
mod texts;
mod unbounded;
mod understood;
mod warnings;
mod writing;

pub use crate::settings::Settings;
pub(crate) use judge::Prospect;
pub use list::Entry;
use load::{Loaded, passed_over};
pub use params::{CallParams, Parameters};
pub use progress::{OnBetter, OnProgress, OnSolution};
pub use sator_answer::*;
pub(crate) use save::LAST_LINE;
pub use texts::{Files, TextOrigin, Texts};
pub use writing::Overwrite;

use cache::{Cache, Event};
use list::StatementList;
use measures::Measures;
use opening::Opening;
use progress::{Listeners, ProgressSink};
use sator_base::clock::Instant;
use sator_base::limits::{Interrupt, Limits, Reason};
use sator_base::source::{SourceMap, Span};
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::elaborate::{Elaborator, Value, only_prints};
use sator_lang::syntax::ast::{Command, Question, Statement, StatementKind, Why};
use sator_model::{Kind, Model};
use unbounded::without_unbounded_claims;
use understood::as_understood;
use warnings::Warnings;

/// Callback that receives the reports, in the order in which questions end.
pub type Sink<'a> = &'a mut dyn FnMut(&Session, Report);

/// The statements of a puzzle and what is known about it.
///
/// [`Session::read`] turns text into statements, [`Session::run`] runs one of them and passes its reports to a [`Sink`].
pub struct Session {
    elaborator: Elaborator,
    /// The values of `set`.
    pub settings: Settings,
    interrupt: Interrupt,
    list: StatementList,
    cache: Cache,
    opening: Opening,
    /// The integer encoding was tried for wide numbers and gave no answer within its budget.
    trial_ended: bool,
    /// The session belongs to a prompt, where an expression that is no condition is printed.
    pub interactive: bool,
    /// The texts that were read, and what their statements can read and write.
    pub texts: Texts,
    /// The parameters of the scripts, and the values that the call gives them.
    pub params: Parameters,
    listeners: Listeners,
    measures: Measures,
    warnings: Warnings,
    /// Number of puzzles generated without a seed.
    unseeded: u64,
    /// The requests of commands to the driver.
    pub requests: Requests,
}

/// The requests of commands to the driver of a session.
#[derive(Default)]
pub struct Requests {
    /// `quit`: run no more statements.
    pub quit: bool,
    /// `edit`: put the statement with this number and text into the line editor.
    pub edit: Option<(u32, String)>,
}

impl Session {
    /// A session without statements. `interrupt` stops the question that runs when it is set.
    pub fn new(settings: Settings, interrupt: Interrupt) -> Session {
        let mut elaborator = Elaborator::default();
        elaborator.expansion.size = settings.limit;
        elaborator.files.read = texts::reader(&Files::Allowed);
        Session {
            elaborator,
            settings,
            interrupt,
            list: StatementList::default(),
            cache: Cache::default(),
            opening: Opening::default(),
            trial_ended: false,
            interactive: false,
            texts: Texts::default(),
            params: Parameters::default(),
            listeners: Listeners::default(),
            measures: Measures::default(),
            warnings: Warnings::default(),
            unseeded: 0,
            requests: Requests::default(),
        }
    }

    /// The unknowns and constraints of the statements.
    pub fn model(&self) -> &Model {
        &self.elaborator.model
    }

    /// The solution found last, if it still meets all statements.
    pub fn solution_shown(&self) -> Option<&sator_model::Assignment> {
        self.cache.seen.current.as_ref()
    }

    /// The texts read so far, to locate spans.
    pub fn sources(&self) -> &SourceMap {
        &self.elaborator.sources
    }

    /// The elaborator, which has the names that can be typed and writes values as text.
    pub fn elaborator(&self) -> &Elaborator {
        &self.elaborator
    }

    /// The interrupt that stops a question.
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Parses text into statements. The text becomes a source of its own called `name`.
    ///
    /// # Errors
    /// A syntax error, or a `print` after a question that can't be elaborated.
    pub fn read(&mut self, name: &str, text: &str, origin: impl Into<TextOrigin>) -> Result<Vec<Statement>> {
        let origin = origin.into();
        let sets_params = origin != TextOrigin::Typed;
        if let Some(statements) = self.read_on(name, text, &origin) {
            return Ok(statements);
        }
        let id = self.texts.add(&mut self.elaborator, name, text, origin);
        let mut statements = sator_lang::syntax::parse_within(id, text, &self.limits())?;
        if sets_params {
            self.params.set(&mut statements, &self.list);
        }
        if self.texts.loading.is_empty() {
            self.list.remarks.start(&self.elaborator.sources, id, &statements);
            self.check_prints(&statements)?;
        }
        Ok(statements)
    }

    /// Runs one statement: a condition or declaration is added to the puzzle, a question answered, a command carried
    /// out. Reports go to `sink`.
    ///
    /// # Errors
    /// The located fault of the statement. The session is as it was before.
    pub fn run(&mut self, statement: &Statement, sink: Sink) -> Result<()> {
        self.texts.read_ahead = None;
        let (opens, warnings) = (self.opening.close(), self.warnings.list.len());
        if let StatementKind::Load(load) = &statement.kind
            && let Some(imported) = self.imported(load)?
        {
            let line = self.elaborator.sources.line_column(statement.span).0;
            return self.take_import(&imported, line, sink);
        }
        if let Some(done) = self.load_separately(statement, sink) {
            return done;
        }
        if let Some(done) = self.replace_declared(statement, sink) {
            return done;
        }
        let mark = self.elaborator.mark();
        let mut taken = Vec::new();
        self.elaborator.take_printed();
        let done = self.run_one(statement, &mut taken, sink);
        let printed = self.elaborator.take_printed();
        let opens = opens && done.is_ok() && printed.is_empty() && self.warnings.list.len() == warnings;
        match &done {
            Ok(()) => self.print_added(&taken, printed, sink),
            Err(_) => self.report_printed(printed, false, sink),
        }
        match done {
            Ok(()) => {
                // `hint apply` and `unique fix keep` add a statement that differs from the question.
                let shown = match (&statement.kind, taken.first()) {
                    (StatementKind::Question(_), Some(first)) => first.clone(),
                    _ => statement.clone(),
                };
                if !taken.is_empty() {
                    self.push_entry(&shown, taken, mark);
                    if opens {
                        self.opening.extend(statement);
                    }
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

    /// Runs a statement. The statements that it adds to the puzzle are pushed to `taken`.
    fn run_one(&mut self, statement: &Statement, taken: &mut Vec<Statement>, sink: Sink) -> Result<()> {
        self.elaborator.limits = self.limits();
        match &statement.kind {
            StatementKind::Question(question) => {
                let report = match question {
                    Question::Why(Why::All) => self.ask_all_clashes(question, statement.span, sink)?,
                    Question::Solutions(most) if self.listeners.streams => {
                        self.ask_solutions(question, most.as_ref(), statement.span, sink)?
                    }
                    Question::Solve { steps: true } if self.listeners.streams => {
                        self.ask_steps(question, statement.span, sink)?
                    }
                    _ => self.ask(question, statement.span)?,
                };
                self.warnings.note(self.elaborator.take_warnings(), self.settings.fractions);
                if let Some(added) = self.added_statement(question, &report.answer, report.line)? {
                    self.take(&added, taken)?;
                }
                let kept = self.kept_puzzle(question, &report.answer)?;
                let unsolvable = matches!(report.answer, Answer::None) && !matches!(question, Question::Try(_));
                sink(self, report);
                if unsolvable {
                    // A report of its own: a fault in the search for a clash leaves the answer standing.
                    self.report_clash(question, statement.span, sink)?;
                }
                match self.texts.loading.is_empty() {
                    true if !kept.is_empty() => self.take_made(question, &kept, sink),
                    _ => kept.iter().try_for_each(|statement| self.take(statement, taken)),
                }
            }
            StatementKind::Command(_) | StatementKind::Load { .. } if self.texts.importing => {
                fail(Diagnostic::at(Code::Misplaced, statement.span, "an imported puzzle can't contain commands"))
            }
            StatementKind::Command(command) => {
                if let Command::LoadExample { name, span, .. } = command {
                    return self.run_loaded(Loaded::example(name, *span)?, taken, sink);
                }
                if !self.texts.loading.is_empty() && !matches!(command, Command::Set { .. }) {
                    self.warnings.list.push(passed_over(statement.span));
                    return Ok(());
                }
                self.command(command, statement.span, sink)
            }
            StatementKind::Load(load) => self.load(load, taken, sink),
            StatementKind::Sweep { name, values, body } => {
                self.check_sweep(name, body, taken)?;
                self.sweep(name, values, body, statement.span, sink)
            }
            _ if only_prints(statement) => self.print_all(statement, sink),
            StatementKind::Expr { expr, label: None, .. }
                if self.interactive && !self.elaborator.is_rule_use(expr)? =>
            {
                let value = self.elaborator.value(expr)?;
                // A rule or function by itself is an error, whose message shows how to use it.
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
        // A script of many short statements must notice limits too.
        if let Some(reason) = self.elaborator.limits.stop() {
            return Err(Diagnostic::stopped(reason, statement.span));
        }
        self.elaborator.take_warnings();
        let start = Instant::now();
        let added = self.elaborator.add(statement);
        self.measures.reading += start.elapsed();
        added?;
        self.warnings.note(self.elaborator.take_warnings(), self.settings.fractions);
        taken.push(statement.clone());
        self.changed(Event::Extended);
        Ok(())
    }

    /// Answers a question of the text at `span`.
    ///
    /// # Errors
    /// The located fault of the question, for example an unknown name. A limit is no error but an answer.
    pub fn ask(&mut self, question: &Question, span: Span) -> Result<Report> {
        self.ask_with(question, span, |session, limits| session.answer(question, span, limits))
    }

    /// Reports the clash after an answer "no solution", within the rest of the question's limits.
    fn report_clash(&mut self, question: &Question, span: Span, sink: Sink) -> Result<()> {
        let (start, limits) = (Instant::now(), self.elaborator.limits.clone());
        let answer = self.clash(&limits)?;
        if answer.stopped() == Some(&Reason::Memory) {
            self.changed(Event::MemoryPressure);
        }
        let line = self.elaborator.sources.line_column(span).0;
        sink(self, Report { query: question.query(), line, elapsed: start.elapsed(), answer, notes: vec![] });
        Ok(())
    }

    fn ask_with(
        &mut self,
        question: &Question,
        span: Span,
        answer: impl FnOnce(&mut Session, &Limits) -> Result<Answer>,
    ) -> Result<Report> {
        let start = Instant::now();
        self.listeners.progress.last = start;
        if !matches!(question, Question::Print(_) | Question::Show(_) | Question::Expect(_)) {
            self.measures.start(start);
        }
        let limits = self.limits();
        self.elaborator.limits = limits.clone();
        let had_solution = self.cache.seen.current.is_some();
        let answer = answer(self, &limits).or_else(|error| match error.limit() {
            Some(reason) => Ok(Answer::Unknown(reason)),
            None => Err(error),
        })?;
        let answer = without_unbounded_claims(self.model(), self.cache.optimum.as_ref(), answer);
        let answer = as_understood(self.model(), answer);
        self.cache.seen.learn(&answer);
        if answer.stopped() == Some(&Reason::Memory) {
            self.changed(Event::MemoryPressure);
        }
        let elapsed = start.elapsed();
        if let Some(solver) = &mut self.cache.solver {
            solver.asked = true;
        }
        self.measures.last = Some((question.query(), elapsed));
        let line = self.elaborator.sources.line_column(span).0;
        let notes = self.notes_on(question, &answer, !had_solution && self.cache.seen.current.is_some());
        Ok(Report { query: question.query(), line, elapsed, answer, notes })
    }

    fn answer_once(&mut self, question: &Question, span: Span, limits: &Limits) -> Result<Answer> {
        match question {
            Question::Solve { steps: false } => self.solve(limits),
            Question::Best => self.solve_best(span, limits),
            Question::Another => self.another(limits),
            Question::Unique { fix: false, .. } => self.unique_or_fix(limits),
            Question::Count { limit } => {
                let limit = limit.as_ref().map(|e| self.amount(e)).transpose()?;
                self.count(limit, limits)
            }
            Question::Solutions(most) => self.solutions(most.as_ref(), limits),
            Question::Candidates { up_to } => self.candidates(up_to.as_ref(), limits),
            Question::CandidateCounts { limit } => self.candidate_counts(limit.as_ref(), limits),
            Question::Forced => self.forced(limits),
            Question::Maximize(e) => self.optimise(e, Sense::Most, limits),
            Question::Minimize(e) => self.optimise(e, Sense::Least, limits),
            Question::Try(statement) => self.try_statement(statement, limits),
            Question::Print(values) => self.print(values, limits),
            Question::Show(names) => self.show(names),
            Question::Expect(expectation) => self.expect(expectation, span, limits),
            Question::Solve { steps: true } => self.solve_steps(&mut |_, _, _| {}, limits),
            Question::ShortSteps => self.short_steps(limits),
            Question::Unique { fix: true, .. } => self.unique_fix(limits),
            Question::Why(why) => self.why(why, &mut |_, _| {}, limits),
            Question::Hint { of: Some(of), .. } => self.hint_of(of, limits),
            Question::Hint { up_to: Some(grade), .. } => self.hints_up_to(grade, limits),
            Question::Hint { apply, .. } => self.hint(*apply, limits),
            Question::Check => self.check_entries(limits),
            Question::Steps(walk) => self.walk(walk, limits),
            Question::Grade => self.grade(limits),
            Question::Redundant(what) => self.redundant(*what, limits),
            Question::Generate(asked) => self.generate(asked, span, limits),
            Question::Compare(question) => self.compare(question.as_deref(), span),
        }
    }
}
