//! The origin of a constraint: the statement, the rule uses and the loop turns it comes from.

use crate::Sentence;
use sator_base::source::Span;
use std::fmt;
use std::sync::Arc;

/// The kind of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrameKind {
    /// A rule use.
    Use(Box<NamedUse>),
    /// One turn of a loop.
    Turn(LoopTurn),
}

/// A rule use as explanations name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedUse {
    /// The name of the rule: `killer`.
    pub rule: Arc<str>,
    /// The use with its arguments: `killer(r1c1..r1c3, 15)`.
    pub text: String,
    /// The `as` label of this use.
    pub label: Option<Arc<str>>,
    /// Whether explanations name the use as one statement: it concerns cells or a list of cells. A rule about a grid is
    /// named line by line.
    pub whole: bool,
    /// The name of the first cell, if the first argument is a list of cells and no whole row or column.
    pub first_cell: Option<String>,
    /// Whether the first argument is a list of cells without a short text.
    pub is_long: bool,
}

impl NamedUse {
    /// The label, or the text if there is no label.
    pub fn name(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.text)
    }
}

/// One turn of a loop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoopTurn {
    /// The variables with their values; none where explanations never name the turn.
    pub variables: Vec<LoopVariable>,
    /// The name of the line of the grid that is the only variable's value.
    pub place: Option<Box<PlaceName>>,
}

/// A variable of a loop in one turn: `k = 3`, `c = r1c2`, `r = row 3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopVariable {
    /// Its name.
    pub name: Arc<str>,
    /// The text of its value.
    pub value: String,
}

impl fmt::Display for LoopVariable {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} = {}", self.name, self.value)
    }
}

/// The name of some cells of a grid.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlaceName {
    /// The kind of line that it names.
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
    /// The next frame outward.
    pub parent: Option<Arc<Frame>>,
}

impl Frame {
    /// The rule use, if the frame is one.
    pub fn rule_use(&self) -> Option<&NamedUse> {
        if let FrameKind::Use(named) = &self.kind { Some(named.as_ref()) } else { None }
    }

    /// The turn of a loop, if the frame is one.
    pub fn turn(&self) -> Option<&LoopTurn> {
        if let FrameKind::Turn(turn) = &self.kind { Some(turn) } else { None }
    }
}

/// The origin of a constraint.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The condition, or the given's token.
    pub span: Span,
    /// The name of the statement where the text at `span` isn't one: `r1c2 = 9` for a given.
    pub text: Option<Arc<str>>,
    /// The sentence of its `because`.
    pub because: Option<Sentence>,
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
    /// Whether the user marked the condition as a guess.
    pub is_guess: bool,
}

impl Origin {
    /// The origin of a condition at this span, without anything else that explanations name.
    pub fn at(span: Span) -> Origin {
        Origin {
            span,
            text: None,
            because: None,
            when: None,
            label: None,
            clue: None,
            given: None,
            frame: None,
            is_guess: false,
        }
    }
}

impl Origin {
    /// Frames from the outermost to the innermost.
    pub fn frames(&self) -> Vec<&Frame> {
        let mut frames: Vec<&Frame> = std::iter::successors(self.frame.as_deref(), |f| f.parent.as_deref()).collect();
        frames.reverse();
        frames
    }
}
