//! The list of statements: the truth, from which the session makes everything else.
//!
//! Invariant: entry `i` was elaborated right after entry `i - 1`, from the state of its `mark`.

use super::remarks::Remarks;
use sator_base::source::{SourceMap, Span};
use sator_base::text;
use sator_lang::diagnostic::{Code, Diagnostic, Help, Result, fail};
use sator_lang::elaborate::Mark;
use sator_lang::syntax::ast::{DropWhat, Statement, StatementKind};
use std::ops::Range;
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

/// The statements of the puzzle as typed, and the changes that `undo` and `redo` reverse.
#[derive(Clone, Default)]
pub(super) struct StatementList {
    pub entries: Vec<Entry>,
    /// The changes that `undo` can take back, the last one last.
    pub past: Vec<Change>,
    /// The changes that `redo` can bring back, the next one last.
    pub future: Vec<Change>,
    /// The number of entries at each `push`.
    pub levels: Vec<usize>,
    /// The comments that belong to no entry yet.
    pub remarks: Remarks,
    /// The script saved or loaded last, to see whether the statements differ from it.
    pub saved: Option<String>,
}

/// A change of the list: from position `at` on, `added` entries replaced those in `removed`.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub at: usize,
    pub removed: Vec<Entry>,
    pub added: usize,
}

impl Change {
    /// The addition of one entry at position `at`.
    pub(super) fn addition(at: usize) -> Change {
        Change { at, removed: vec![], added: 1 }
    }
}

impl StatementList {
    /// The statements that `redo` brings back, the next one first.
    pub(super) fn undone(&self) -> impl Iterator<Item = &Entry> {
        self.future.iter().rev().flat_map(|step| &step.removed)
    }

    /// The position of statement number `number`.
    pub(super) fn position_of(&self, number: u32, span: Span) -> Result<usize> {
        match self.entries.iter().position(|e| e.number == number) {
            Some(at) => Ok(at),
            None => fail(
                Diagnostic::at(Code::NoStatement, span, format!("there is no statement #{number}"))
                    .help("`list` shows the numbers"),
            ),
        }
    }

    /// The positions of the statements that `drop` names.
    pub(super) fn positions(&self, what: DropWhat, span: Span) -> Result<Range<usize>> {
        let (first, last) = match what {
            DropWhat::Last if self.entries.is_empty() => {
                return fail(Diagnostic::at(Code::NoStatement, span, "there are no statements yet"));
            }
            DropWhat::Last => return Ok(self.entries.len() - 1..self.entries.len()),
            DropWhat::Range(first, last) => (first, last),
        };
        let (from, to) = (self.position_of(first, span)?, self.position_of(last, span)?);
        if from > to {
            let error = Diagnostic::at(Code::Domain, span, format!("#{first} comes after #{last}"));
            return fail(error.help(Help::write(format!("drop {last}..{first}"))));
        }
        Ok(from..to + 1)
    }

    /// The positions of the entry that declares a parameter, and of its statement.
    pub(super) fn param(&self, name: &str) -> Option<(usize, usize)> {
        self.entries.iter().enumerate().find_map(|(at, entry)| {
            let is_it = |s: &Statement| matches!(&s.kind, StatementKind::Param { name: own, .. } if own.name == name);
            entry.statements.iter().position(is_it).map(|statement| (at, statement))
        })
    }

    /// Appends a statement, with the comments above and behind it.
    pub(super) fn append(&mut self, entry: Entry, sources: &SourceMap, span: Span) {
        let (above, behind) = self.remarks.take(sources, span);
        self.past.push(Change::addition(self.entries.len()));
        self.future.clear();
        self.entries.push(Entry { above, behind, ..entry });
    }

    /// The range of constraints of each entry, of `all` constraints.
    pub(super) fn ranges(&self, all: usize) -> Vec<Range<usize>> {
        let ends = self.entries.iter().skip(1).map(|e| e.constraints).chain([all]);
        self.entries.iter().zip(ends).map(|(e, end)| e.constraints..end).collect()
    }
}
