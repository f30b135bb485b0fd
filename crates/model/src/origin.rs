//! The origin of a constraint: the statement, the rule uses and the loop turns it comes from.

use sator_base::source::Span;
use std::sync::Arc;

/// What a frame is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrameKind {
    /// A rule use: `killer(r1c1..r1c3, 15)`. It is `whole` if it concerns cells or a list of cells; explanations then
    /// name it as one statement. A rule about a grid is named line by line.
    Use {
        /// Whether explanations name the use as one statement.
        whole: bool,
    },
    /// One turn of a loop: `k = 3`. If its only variable is a line of the grid, `place` is that line's name: `row 3`.
    Turn {
        /// The name of the line that the turn concerns.
        place: Option<PlaceName>,
    },
}

/// The name of some cells of a grid.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlaceName {
    /// Which line of the grid it names.
    pub kind: PlaceKind,
    /// `row 3`, `box 5 of x`, `region cage.a`
    pub text: String,
}

/// Lines of the main grid by their numbers, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlaceKind {
    /// A row.
    Row(usize),
    /// A column.
    Column(usize),
    /// A box.
    Box(usize),
    /// Other places with a name, including lines of other grids.
    Other,
}

/// A rule use or loop turn around a constraint, with the next one outward as its parent.
#[derive(Debug)]
pub struct Frame {
    /// A rule use or a loop turn.
    pub kind: FrameKind,
    /// The rule use, or the body of the loop.
    pub span: Span,
    /// The text of the use or turn.
    pub text: String,
    /// The `as` label of this rule use.
    pub label: Option<Arc<str>>,
    /// The next frame outward.
    pub parent: Option<Arc<Frame>>,
}

impl Frame {
    /// The label, or the text if there is no label.
    pub fn name(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.text)
    }
}

/// Where a constraint comes from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The condition, or the given's token.
    pub span: Span,
    /// The name of the statement where the text at `span` isn't one: `r1c2 = 9` for a given.
    pub text: Option<Arc<str>>,
    /// The text of its `because`.
    pub because: Option<Arc<str>>,
    /// The undecided conditions of the `if`s around it: `if r1c1 = 1`.
    pub when: Option<Arc<str>>,
    /// The `as` label of the nearest rule use or condition that has one.
    pub label: Option<Arc<str>>,
    /// The token of the clue that the condition reads, if it reads one.
    pub clue: Option<Span>,
    /// The token of the clue that the rule use around it receives, if it receives one.
    pub given: Option<Span>,
    /// The innermost rule use or loop turn.
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
