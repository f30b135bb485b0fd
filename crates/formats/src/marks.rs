//! The marks of a player on a board.

/// Marks of a player on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The rows of the board.
    pub rows: usize,
    /// The columns of the board.
    pub cols: usize,
    /// The marks, in the order of a replay.
    pub marks: Vec<Mark>,
}

/// A mark; `None` takes it away. Rows and columns count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A number, a letter or a word in a cell.
    Text {
        /// The cell.
        cell: (usize, usize),
        /// The number, letter or word.
        text: Option<String>,
    },
    /// A cell that is shaded or has the genre's symbol (true), or is marked as one that isn't.
    Shade {
        /// The cell.
        cell: (usize, usize),
        /// Whether it is shaded.
        yes: Option<bool>,
    },
    /// A line from a cell to the next one, to the right or down.
    Link {
        /// The cell on the left, or above.
        cell: (usize, usize),
        /// Whether the line goes to the right.
        across: bool,
        /// The strokes; 0 where a line is crossed out.
        strokes: Option<i64>,
    },
    /// A border of a cell.
    Border {
        /// The cell.
        cell: (usize, usize),
        /// The step from the cell over the border: rows and columns.
        step: (i64, i64),
        /// Whether it is drawn; false where it is crossed out.
        drawn: Option<bool>,
    },
    /// A straight line between two points of a board, in any direction.
    Segment {
        /// The points at its ends.
        ends: [(usize, usize); 2],
    },
    /// A mark without a meaning for a solution.
    Other,
}
