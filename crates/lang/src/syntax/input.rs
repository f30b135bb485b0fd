//! The input of the parsers: the remaining text, and the context that a parser needs.
//!
//! Everything here is passed by value, so that backtracking restores it. Invariant: `rest` is a slice of
//! `context.text`, and the offset is the distance between their starts.

use std::cell::{Cell, RefCell};
use std::str::{CharIndices, Chars};

use nom::{Compare, CompareResult, Needed, Offset};

use super::ast::BinaryOp;
use sator_base::limits::Limits;
use sator_base::source::{SourceId, Span};

/// Data that is constant for a whole text.
pub(super) struct Context<'a> {
    pub text: &'a str,
    pub source: SourceId,
    pub limits: Limits,
    pub nodes: Cell<u32>,
    /// The divisions read so far. A division parsed twice stands here twice.
    pub divisions: RefCell<Vec<(BinaryOp, Span)>>,
    /// The expression read last. An error right after it knows that an operand stands before it.
    pub last_expression: Cell<Option<Span>>,
    /// The last run of blanks skipped (start, end, whether newlines count as blanks). Each level of precedence skips
    /// the same blanks again.
    skipped: Cell<(usize, usize, bool)>,
}

impl<'a> Context<'a> {
    pub(super) fn new(source: SourceId, text: &'a str) -> Context<'a> {
        Context::within(source, text, &Limits::none())
    }

    /// [`Context::new`] with limits on the time and memory of reading.
    pub(super) fn within(source: SourceId, text: &'a str, limits: &Limits) -> Context<'a> {
        let skipped = Cell::new((usize::MAX, 0, false));
        Context {
            text,
            source,
            limits: limits.clone(),
            nodes: Cell::new(0),
            divisions: RefCell::default(),
            last_expression: Cell::new(None),
            skipped,
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Input<'a> {
    pub rest: &'a str,
    pub context: &'a Context<'a>,
    pub depth: u16,
    /// The start of the innermost open bracket. Inside brackets newlines are blanks.
    pub open: Option<u32>,
}

impl<'a> Input<'a> {
    pub(super) fn new(context: &'a Context<'a>) -> Input<'a> {
        Input { rest: context.text, context, depth: 0, open: None }
    }

    /// The offset in bytes from the start of the text.
    pub(super) fn offset(&self) -> usize {
        self.rest.as_ptr() as usize - self.context.text.as_ptr() as usize
    }

    /// The span from here to `end`.
    pub(super) fn span_to(&self, end: Input) -> Span {
        Span::new(self.context.source, self.offset(), end.offset())
    }

    /// The span of the next `length` bytes.
    pub(super) fn span(&self, length: usize) -> Span {
        Span::new(self.context.source, self.offset(), self.offset() + length)
    }

    pub(super) fn first(&self) -> Option<u8> {
        self.rest.as_bytes().first().copied()
    }

    pub(super) fn advance(self, bytes: usize) -> Input<'a> {
        Input { rest: &self.rest[bytes..], ..self }
    }

    pub(super) fn is_at_line_end(&self) -> bool {
        self.rest.is_empty() || self.rest.starts_with('\n') || self.rest.starts_with("\r\n")
    }

    /// Skips spaces and comments, and newlines where they are blanks.
    pub(super) fn skip_blank(self) -> Input<'a> {
        self.skip(self.open.is_some())
    }

    /// Skips spaces, comments and newlines.
    pub(super) fn skip_lines(self) -> Input<'a> {
        self.skip(true)
    }

    fn skip(self, newlines: bool) -> Input<'a> {
        if !matches!(self.first(), Some(b' ' | b'\t' | b'#' | b'\n' | b'\r')) {
            return self;
        }
        let (start, end, same) = self.context.skipped.get();
        if start == self.offset() && same == newlines {
            return self.advance(end - start);
        }
        let mut i = self;
        loop {
            let bytes = i.rest.as_bytes();
            let length = match bytes.first() {
                Some(b' ' | b'\t') => bytes.iter().take_while(|b| matches!(b, b' ' | b'\t')).count(),
                Some(b'#') => i.rest.find('\n').map_or(i.rest.len(), |n| n - usize::from(bytes[n - 1] == b'\r')),
                Some(b'\n') if newlines => 1,
                Some(b'\r') if newlines && i.is_at_line_end() => 2,
                _ => break,
            };
            i = i.advance(length);
        }
        self.context.skipped.set((self.offset(), i.offset(), newlines));
        i
    }

    /// The same input where newlines end statements, as in a body.
    pub(super) fn line_by_line(self) -> Input<'a> {
        Input { open: None, ..self }
    }

    /// This position with the depth and brackets of `outer`.
    pub(super) fn back_in(self, outer: Input<'a>) -> Input<'a> {
        Input { rest: self.rest, ..outer }
    }

    fn with(&self, rest: &'a str) -> Input<'a> {
        Input { rest, ..*self }
    }
}

impl<'a> nom::Input for Input<'a> {
    type Item = char;
    type Iter = Chars<'a>;
    type IterIndices = CharIndices<'a>;

    fn input_len(&self) -> usize {
        self.rest.len()
    }

    fn take(&self, index: usize) -> Self {
        self.with(&self.rest[..index])
    }

    fn take_from(&self, index: usize) -> Self {
        self.with(&self.rest[index..])
    }

    fn take_split(&self, index: usize) -> (Self, Self) {
        let (taken, rest) = self.rest.split_at(index);
        (self.with(rest), self.with(taken))
    }

    fn position<P: Fn(char) -> bool>(&self, predicate: P) -> Option<usize> {
        self.rest.find(predicate)
    }

    fn iter_elements(&self) -> Chars<'a> {
        self.rest.chars()
    }

    fn iter_indices(&self) -> CharIndices<'a> {
        self.rest.char_indices()
    }

    fn slice_index(&self, count: usize) -> Result<usize, Needed> {
        self.rest.slice_index(count)
    }
}

impl Offset for Input<'_> {
    fn offset(&self, second: &Self) -> usize {
        Input::offset(second) - Input::offset(self)
    }
}

impl<'b> Compare<&'b str> for Input<'_> {
    fn compare(&self, text: &'b str) -> CompareResult {
        self.rest.compare(text)
    }

    fn compare_no_case(&self, text: &'b str) -> CompareResult {
        self.rest.compare_no_case(text)
    }
}
