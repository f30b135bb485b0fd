//! Changes of the list of statements. Each replaces some entries by others; `undo` and `redo` reverse such changes.

use super::cache::Event;
use super::list::Change;
use super::{Entry, Session, Sink};
use sator_answer::{Done, Named, Reversed};
use sator_base::source::Span;
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::elaborate::Mark;
use sator_lang::syntax::ast::{DropWhat, Statement, StatementKind};
use sator_lang::syntax::print::print_statement;

/// A change that was taken back, because a statement can't be elaborated after it.
pub(super) struct FailedChange {
    /// The number of that statement, unless a limit stopped its elaboration.
    dependent: Option<u32>,
    error: Box<Diagnostic>,
}

impl From<FailedChange> for Box<Diagnostic> {
    fn from(failed: FailedChange) -> Box<Diagnostic> {
        failed.error
    }
}

impl Session {
    /// The statements of the puzzle, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.list.entries
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
        let number = self.list.entries.last().map_or(0, |e| e.number) + 1;
        let entry = self.entry(number, statement, statements, mark);
        self.list.append(entry, &self.elaborator.sources, statement.span);
    }

    pub(super) fn undo(&mut self, span: Span) -> Result<Reversed> {
        // The step stays until it is reversed: after a limit it can be tried again.
        let Some(step) = self.list.past.last().cloned() else {
            return fail(Diagnostic::at(Code::NothingToUndo, span, "there is no statement to undo"));
        };
        let (back, reversed) = self.reverse(step)?;
        self.list.past.pop();
        self.list.future.push(back);
        Ok(reversed)
    }

    pub(super) fn redo(&mut self, span: Span) -> Result<Reversed> {
        let Some(step) = self.list.future.last().cloned() else {
            return fail(
                Diagnostic::at(Code::NothingToRedo, span, "there is nothing to redo")
                    .help("`redo` takes back an `undo`"),
            );
        };
        let (back, reversed) = self.reverse(step)?;
        self.list.future.pop();
        self.list.past.push(back);
        Ok(reversed)
    }

    /// Reverses a change. Returns the change that reverses it again.
    fn reverse(&mut self, step: Change) -> Result<(Change, Reversed)> {
        let back = self.splice(step.at, step.added, step.removed)?;
        let added = named(&self.list.entries[back.at..back.at + back.added]);
        let removed = named(&back.removed);
        Ok((back, Reversed { removed, added }))
    }

    /// Makes a change that `undo` can take back.
    pub(super) fn change(&mut self, at: usize, removed: usize, added: Vec<Entry>) -> Result<(), FailedChange> {
        let step = self.splice(at, removed, added)?;
        self.list.past.push(step);
        self.list.future.clear();
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

    pub(super) fn drop_statements(&mut self, what: DropWhat, span: Span) -> Result<Done> {
        let at = self.list.positions(what, span)?;
        let done = Done::Dropped(named(&self.list.entries[at.clone()]));
        let dropped = match &self.list.entries[at.clone()] {
            [one] => format!("#{}", one.number),
            many => format!("#{} to #{}", many[0].number, many[many.len() - 1].number),
        };
        self.change(at.start, at.len(), vec![]).map_err(|FailedChange { dependent, mut error }| {
            if let Some(needs) = dependent {
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
        let start = self.elaborator.mark();
        let (at, past, future) = (self.list.entries.len(), self.list.past.len(), self.list.future.clone());
        for statement in statements {
            let mark = self.elaborator.mark();
            let mut taken = Vec::new();
            if let Err(error) = self.run_one(statement, &mut taken, sink) {
                self.list.entries.truncate(at);
                self.list.past.truncate(past);
                self.list.future = future;
                self.roll_back(&start);
                self.changed(Event::Extended);
                return Err(error);
            }
            if !taken.is_empty() {
                self.push_entry(statement, taken, mark);
            }
        }
        self.list.past.truncate(past);
        let added = self.list.entries.len() - at;
        if added > 0 {
            self.list.past.push(Change { at, removed: vec![], added });
        }
        Ok(())
    }

    /// Number of statements that the last change added, or 0 if it also removed some.
    pub fn just_added(&self) -> usize {
        self.list.past.last().map_or(0, |step| if step.removed.is_empty() { step.added } else { 0 })
    }

    /// Replaces statement number `number` by `statement`.
    ///
    /// # Errors
    /// There is no such statement, `statement` is a question, a command or faulty, or a later statement can't be
    /// elaborated any more. The session is as it was before.
    pub fn replace(&mut self, number: u32, statement: &Statement, sink: Sink) -> Result<()> {
        let at = self.list.position_of(number, statement.span)?;
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
                let mark = self.elaborator.mark();
                let done = self.load(load, &mut statements, sink);
                self.roll_back(&mark);
                done?;
            }
            _ => statements.push(statement.clone()),
        }
        let old = &self.list.entries[at];
        let (above, behind, mark) = (old.above.clone(), old.behind.clone(), old.mark.clone());
        let entry = Entry { above, behind, ..self.entry(number, statement, statements, mark) };
        self.change(at, 1, vec![entry]).map_err(|FailedChange { dependent, mut error }| {
            if let Some(needs) = dependent.filter(|&n| n != number) {
                error.message = format!("after this change, #{needs} is an error: {}", error.message);
            }
            error
        })
    }

    pub(super) fn push_level(&mut self) -> Done {
        self.list.levels.push(self.list.entries.len());
        Done::Pushed(self.list.levels.len())
    }

    pub(super) fn pop_level(&mut self, span: Span) -> Result<Done> {
        let Some(length) = self.list.levels.pop() else {
            return fail(Diagnostic::at(Code::NothingToPop, span, "there is no `push` to go back to"));
        };
        let count = self.list.entries.len().saturating_sub(length);
        if count > 0 {
            self.change(length, count, vec![])?;
        }
        Ok(Done::Popped(count))
    }

    pub(super) fn reset(&mut self) -> Result<Done> {
        self.list.levels.clear();
        if !self.list.entries.is_empty() {
            self.change(0, self.list.entries.len(), vec![])?;
        }
        Ok(Done::Reset)
    }

    /// Replaces entries by others, and elaborates the new entries and all after them. After an error the session is as
    /// it was.
    fn splice(&mut self, at: usize, removed: usize, added: Vec<Entry>) -> Result<Change, FailedChange> {
        let before = self.list.entries.clone();
        let kept = (at < before.len()).then(|| self.elaborator.snapshot());
        let count = added.len();
        self.elaborator.limits = self.limits();
        let removed: Vec<Entry> = self.list.entries.splice(at..at + removed, added).collect();
        if let Some(first) = before.get(at) {
            self.roll_back(&first.mark);
        }
        if let Err((number, error)) = self.elaborate_from(at) {
            if let Some(kept) = kept {
                self.elaborator.restore(kept);
            } else if let Some(first) = self.list.entries.get(at) {
                self.elaborator.rollback(&first.mark);
            }
            self.list.entries = before;
            self.changed(Event::RolledBack);
            self.changed(Event::Extended);
            let dependent = error.limit().is_none().then_some(number);
            return Err(FailedChange { dependent, error });
        }
        let kept = removed.len().min(count);
        for level in self.list.levels.iter_mut().filter(|n| **n > at + kept) {
            *level = (*level + count).saturating_sub(removed.len()).max(at);
        }
        self.changed(Event::Extended);
        Ok(Change { at, removed, added: count })
    }

    /// Elaborates the entries from position `at` on. An error comes with the number of its entry.
    pub(super) fn elaborate_from(&mut self, at: usize) -> Result<(), (u32, Box<Diagnostic>)> {
        for i in at..self.list.entries.len() {
            let mark = self.elaborator.mark();
            let entry = &mut self.list.entries[i];
            entry.unknowns = mark.unknowns();
            entry.constraints = mark.constraints();
            entry.mark = mark;
            for statement in entry.statements.clone().iter() {
                if let Some(reason) = self.elaborator.limits.stop() {
                    return Err((self.list.entries[i].number, Diagnostic::stopped(reason, statement.span)));
                }
                self.elaborator.add(statement).map_err(|e| (self.list.entries[i].number, e))?;
            }
        }
        Ok(())
    }
}

fn named(entries: &[Entry]) -> Vec<Named> {
    entries.iter().map(|entry| Named { number: entry.number, text: entry.text.clone() }).collect()
}
