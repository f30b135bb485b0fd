//! The list of statements. Every change of it replaces some entries by others; `undo` and `redo` reverse such changes.
//!
//! Invariant: entry `i` was elaborated right after entry `i - 1`, from the state of its `mark`.

use super::cache::Event;
use super::{Session, Sink};
use sator_answer::{Done, Named, Reversed};
use sator_base::source::Span;
use sator_base::text;
use sator_lang::diagnostic::{Code, Diagnostic, Help, Result, fail};
use sator_lang::elaborate::Mark;
use sator_lang::syntax::ast::{DropWhat, Statement, StatementKind};
use sator_lang::syntax::print::print_statement;
use std::path::PathBuf;
use std::sync::Arc;

/// One typed statement that is part of the puzzle.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The number that `list` shows, from 1. Numbers grow along the list.
    pub number: u32,
    /// The statement as typed.
    pub text: String,
    /// The comments and blank lines right above it, each with its line break.
    pub above: String,
    /// The comment on its last line.
    pub behind: String,
    /// The file of a `load`.
    pub(crate) file: Option<PathBuf>,
    /// The statement itself, or all statements of the file of a `load`.
    pub(crate) statements: Arc<[Statement]>,
    /// The state of the elaborator before it.
    pub(super) mark: Mark,
    /// Number of unknowns before it.
    pub(crate) unknowns: usize,
    /// Number of constraints before it.
    pub(crate) constraints: usize,
}

impl Entry {
    /// Number of preferences before it.
    pub(crate) fn preferences(&self) -> usize {
        self.mark.preferences()
    }

    /// Number of shapes that were drawn before it.
    pub(crate) fn shapes(&self) -> usize {
        self.mark.shapes()
    }

    /// The byte offset of its text in its source.
    pub(crate) fn start(&self) -> u32 {
        self.statements.first().map_or(0, |statement| statement.span.start)
    }

    /// Whether it declares the rule or def of this name.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.statements.iter().any(|s| match &s.kind {
            StatementKind::Rule { name: n, .. } | StatementKind::Def { name: n, .. } => n.name == name,
            _ => false,
        })
    }

    /// Whether `span` lies in its text.
    pub(super) fn holds(&self, span: Span) -> bool {
        let around = |s: Span| s.source == span.source && s.start <= span.start && span.end <= s.end;
        self.statements.iter().any(|s| around(s.span))
    }

    /// The text up to its first line break.
    pub fn first_line(&self) -> String {
        text::first_line(&self.text)
    }
}

/// A change of the list: from position `at` on, `added` entries replaced those in `removed`.
#[derive(Clone, Debug)]
pub(super) struct Change {
    at: usize,
    removed: Vec<Entry>,
    added: usize,
}

impl Change {
    /// The addition of one entry at position `at`.
    pub(super) fn addition(at: usize) -> Change {
        Change { at, removed: vec![], added: 1 }
    }
}

impl Session {
    /// The statements of the puzzle, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The statements that `redo` brings back, the next one first.
    pub(super) fn undone(&self) -> impl Iterator<Item = &Entry> {
        self.future.iter().rev().flat_map(|step| &step.removed)
    }

    /// The position of statement number `number`.
    pub(super) fn entry_at(&self, number: u32, span: Span) -> Result<usize> {
        match self.entries.iter().position(|e| e.number == number) {
            Some(at) => Ok(at),
            None => fail(
                Diagnostic::at(Code::NoStatement, span, format!("there is no statement #{number}"))
                    .help("`list` shows the numbers"),
            ),
        }
    }

    /// Makes an entry of a statement that was elaborated from `mark` on.
    fn entry(&self, number: u32, statement: &Statement, statements: Vec<Statement>, mark: Mark) -> Entry {
        let file = match &statement.kind {
            StatementKind::Load(load) => Some(self.texts.resolve(&load.path, statement.span)),
            _ => None,
        };
        let text = match &statement.kind {
            // The value that the call gives stands in its place.
            StatementKind::Param { given: Some(_), .. } => print_statement(statement),
            _ => self.elaborator.sources.slice(statement.span).to_string(),
        };
        Entry {
            number,
            text,
            above: String::new(),
            behind: String::new(),
            file,
            statements: statements.into(),
            unknowns: mark.unknowns(),
            constraints: mark.constraints(),
            mark,
        }
    }

    /// Appends a statement that has just been elaborated.
    pub(super) fn push_entry(&mut self, statement: &Statement, statements: Vec<Statement>, mark: Mark) {
        // Numbers grow along the list.
        let number = self.entries.last().map_or(0, |e| e.number) + 1;
        let mut entry = self.entry(number, statement, statements, mark);
        (entry.above, entry.behind) = self.remarks.take(&self.elaborator.sources, statement.span);
        self.past.push(Change::addition(self.entries.len()));
        self.future.clear();
        self.entries.push(entry);
    }

    pub(super) fn undo(&mut self, span: Span) -> Result<Reversed> {
        let Some(step) = self.past.pop() else {
            return fail(Diagnostic::at(Code::NothingToUndo, span, "there is no statement to undo"));
        };
        let (back, reversed) = self.reverse(step)?;
        self.future.push(back);
        Ok(reversed)
    }

    pub(super) fn redo(&mut self, span: Span) -> Result<Reversed> {
        let Some(step) = self.future.pop() else {
            return fail(
                Diagnostic::at(Code::NothingToRedo, span, "there is nothing to redo")
                    .help("`redo` takes back an `undo`"),
            );
        };
        let (back, reversed) = self.reverse(step)?;
        self.past.push(back);
        Ok(reversed)
    }

    /// Reverses a change. Returns the change that reverses it again.
    fn reverse(&mut self, step: Change) -> Result<(Change, Reversed)> {
        let back = self.splice(step.at, step.added, step.removed)?;
        let added = named(&self.entries[back.at..back.at + back.added]);
        let removed = named(&back.removed);
        Ok((back, Reversed { removed, added }))
    }

    /// Makes a change that `undo` can take back.
    pub(super) fn change(&mut self, at: usize, removed: usize, added: Vec<Entry>) -> Result<()> {
        let step = self.splice(at, removed, added)?;
        self.past.push(step);
        self.future.clear();
        Ok(())
    }

    /// Runs `step`, which is `undo` or `redo`, up to `asked` times. Fails only if the first time fails.
    pub(super) fn steps(
        &mut self,
        asked: u32,
        step: fn(&mut Session, Span) -> Result<Reversed>,
        span: Span,
    ) -> Result<Done> {
        if asked == 0 {
            return fail(
                Diagnostic::at(Code::NoStatement, span, "the number of steps is from 1").help("write `undo 3`"),
            );
        }
        let mut steps = vec![step(self, span)?];
        while (steps.len() as u32) < asked
            && let Ok(reversed) = step(self, span)
        {
            steps.push(reversed);
        }
        Ok(Done::Steps { steps, asked })
    }

    /// The positions of the statements that `drop` names.
    fn positions(&self, what: DropWhat, span: Span) -> Result<std::ops::Range<usize>> {
        let (first, last) = match what {
            DropWhat::Last if self.entries.is_empty() => {
                return fail(Diagnostic::at(Code::NoStatement, span, "there are no statements yet"));
            }
            DropWhat::Last => return Ok(self.entries.len() - 1..self.entries.len()),
            DropWhat::Range(first, last) => (first, last),
        };
        let (from, to) = (self.entry_at(first, span)?, self.entry_at(last, span)?);
        if from > to {
            let error = Diagnostic::at(Code::Domain, span, format!("#{first} comes after #{last}"));
            return fail(error.help(Help::write(format!("drop {last}..{first}"))));
        }
        Ok(from..to + 1)
    }

    pub(super) fn drop_statements(&mut self, what: DropWhat, span: Span) -> Result<Done> {
        let at = self.positions(what, span)?;
        let done = Done::Dropped(named(&self.entries[at.clone()]));
        let dropped = match &self.entries[at.clone()] {
            [one] => format!("#{}", one.number),
            many => format!("#{} to #{}", many[0].number, many[many.len() - 1].number),
        };
        self.change(at.start, at.len(), vec![]).map_err(|mut error| {
            if let Some(needs) = self.dependent.take() {
                error.message = format!("{dropped} can't be dropped: #{needs} needs it ({})", error.message);
                error.help = Some(format!("drop #{needs} first"));
            }
            error
        })?;
        Ok(done)
    }

    /// Runs statements that came with one command. Each becomes an entry, and `undo` takes all back at once. After an
    /// error the session is as it was.
    pub(super) fn take_separately(&mut self, statements: &[Statement], sink: Sink) -> Result<()> {
        let start = self.mark();
        let (at, past, future) = (self.entries.len(), self.past.len(), self.future.clone());
        for statement in statements {
            let mark = self.mark();
            let mut taken = Vec::new();
            if let Err(error) = self.run_one(statement, &mut taken, sink) {
                self.entries.truncate(at);
                self.past.truncate(past);
                self.future = future;
                self.roll_back(&start);
                self.changed(Event::Extended);
                return Err(error);
            }
            if !taken.is_empty() {
                self.push_entry(statement, taken, mark);
            }
        }
        self.past.truncate(past);
        let added = self.entries.len() - at;
        if added > 0 {
            self.past.push(Change { at, removed: vec![], added });
        }
        Ok(())
    }

    /// Number of statements that the last change added, or 0 if it also removed some.
    pub fn just_added(&self) -> usize {
        self.past.last().map_or(0, |step| if step.removed.is_empty() { step.added } else { 0 })
    }

    /// Replaces statement number `number` by `statement`.
    ///
    /// # Errors
    /// There is no such statement, `statement` is a question, a command or faulty, or a later statement can't be
    /// elaborated any more. The session is as it was before.
    pub fn replace(&mut self, number: u32, statement: &Statement, sink: Sink) -> Result<()> {
        let at = self.entry_at(number, statement.span)?;
        if matches!(statement.kind, StatementKind::Question(_) | StatementKind::Command(_)) {
            return fail(
                Diagnostic::at(Code::Misplaced, statement.span, "a question or a command can't replace a statement")
                    .help("type it on its own"),
            );
        }
        let mut statements = Vec::new();
        match &statement.kind {
            // Loading the file can ask its questions, so this happens only once, at the end of the list.
            StatementKind::Load(load) => {
                let mark = self.mark();
                let done = self.load(load, &mut statements, sink);
                self.roll_back(&mark);
                done?;
            }
            _ => statements.push(statement.clone()),
        }
        let old = &self.entries[at];
        let (above, behind, mark) = (old.above.clone(), old.behind.clone(), old.mark.clone());
        let entry = Entry { above, behind, ..self.entry(number, statement, statements, mark) };
        self.change(at, 1, vec![entry]).map_err(|mut error| {
            if let Some(needs) = self.dependent.take().filter(|&n| n != number) {
                error.message = format!("after this change, #{needs} is an error: {}", error.message);
            }
            error
        })
    }

    pub(super) fn push_level(&mut self) -> Done {
        self.pushed.push(self.entries.len());
        Done::Pushed(self.pushed.len())
    }

    pub(super) fn pop_level(&mut self, span: Span) -> Result<Done> {
        let Some(length) = self.pushed.pop() else {
            return fail(Diagnostic::at(Code::NothingToPop, span, "there is no `push` to go back to"));
        };
        let count = self.entries.len().saturating_sub(length);
        if count > 0 {
            self.change(length, count, vec![])?;
        }
        Ok(Done::Popped(count))
    }

    pub(super) fn reset(&mut self) -> Result<Done> {
        self.pushed.clear();
        if !self.entries.is_empty() {
            self.change(0, self.entries.len(), vec![])?;
        }
        Ok(Done::Reset)
    }

    /// Replaces entries by others, and elaborates the new entries and all after them. After an error the session is as
    /// it was, and `dependent` is the number of the entry that can't be elaborated.
    fn splice(&mut self, at: usize, removed: usize, added: Vec<Entry>) -> Result<Change> {
        let before = self.entries.clone();
        let kept = (at < before.len()).then(|| self.elaborator.snapshot());
        let count = added.len();
        self.elaborator.limits = self.limits();
        let removed: Vec<Entry> = self.entries.splice(at..at + removed, added).collect();
        self.dependent = None;
        if let Some(first) = before.get(at) {
            self.roll_back(&first.mark);
        }
        if let Err((number, error)) = self.elaborate_from(at) {
            self.dependent = error.limit().is_none().then_some(number);
            if let Some(kept) = kept {
                self.elaborator.restore(kept);
            } else if let Some(first) = self.entries.get(at) {
                self.elaborator.rollback(&first.mark);
            }
            self.entries = before;
            self.changed(Event::RolledBack);
            self.changed(Event::Extended);
            return Err(error);
        }
        let kept = removed.len().min(count);
        for level in self.pushed.iter_mut().filter(|n| **n > at + kept) {
            *level = (*level + count).saturating_sub(removed.len()).max(at);
        }
        self.changed(Event::Extended);
        Ok(Change { at, removed, added: count })
    }

    /// Elaborates the entries from position `at` on. An error comes with the number of its entry.
    pub(super) fn elaborate_from(&mut self, at: usize) -> Result<(), (u32, Box<Diagnostic>)> {
        for i in at..self.entries.len() {
            let mark = self.mark();
            let entry = &mut self.entries[i];
            entry.unknowns = mark.unknowns();
            entry.constraints = mark.constraints();
            entry.mark = mark;
            for statement in entry.statements.clone().iter() {
                if let Some(reason) = self.elaborator.limits.stop() {
                    return Err((self.entries[i].number, Diagnostic::stopped(reason, statement.span)));
                }
                self.elaborator.add(statement).map_err(|e| (self.entries[i].number, e))?;
            }
        }
        Ok(())
    }
}

fn named(entries: &[Entry]) -> Vec<Named> {
    entries.iter().map(|entry| Named { number: entry.number, text: entry.text.clone() }).collect()
}
