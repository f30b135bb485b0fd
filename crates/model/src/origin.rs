//! Where a constraint came from, in the user's words.

use sator_base::source::Span;
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrameKind {
    /// A rule use: `killer(r1c1..r1c3, 15)`. It is told as one thing where it is about cells or a list of
    /// cells; a rule about a grid is told line by line.
    Use { whole: bool },
    /// One turn of a loop: `k = 3`. Where its only variable is a line of the grid, `place` is what people
    /// call that: `row 3`.
    Turn { place: Option<String> },
}

/// One step of the way from a typed statement to a constraint; the parent is further out.
#[derive(Debug)]
pub struct Frame {
    pub kind: FrameKind,
    pub span: Span,
    pub text: String,
    /// The `as` label of this rule use.
    pub label: Option<Arc<str>>,
    pub parent: Option<Arc<Frame>>,
}

impl Frame {
    /// Its label, or else its text.
    pub fn name(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.text)
    }
}

#[derive(Clone, Debug)]
pub struct Origin {
    /// The condition, or the given's token.
    pub span: Span,
    /// What to call it where the text at `span` does not say: `r1c2 = 9` for a given.
    pub text: Option<Arc<str>>,
    /// The text of its `because`.
    pub because: Option<Arc<str>>,
    /// The conditions of the `if`s around it, which are unknown: `if r1c1 = 1`.
    pub when: Option<Arc<str>>,
    /// The `as` label of the nearest rule use or condition that has one.
    pub label: Option<Arc<str>>,
    /// The token of the clue that it is about, if it is about one.
    pub clue: Option<Span>,
    /// The token of the clue that the use of a rule around it was given, if it was given one.
    pub given: Option<Span>,
    /// Innermost rule use or loop turn.
    pub frame: Option<Arc<Frame>>,
}

impl Origin {
    /// Frames from the outermost to the innermost.
    pub fn frames(&self) -> Vec<&Frame> {
        let mut frames: Vec<&Frame> = std::iter::successors(self.frame.as_deref(), |f| f.parent.as_deref()).collect();
        frames.reverse();
        frames
    }
}
