//! Violations of loops, connected cells, islands and pieces, as their finders see them: by vertices, clues and cells of the board.

/// A violation of a net.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LoopViolation {
    /// The loop comes to the vertex and can't leave it.
    Ends(u32),
    Branches(u32),
    /// Some strokes are a loop, and there are others.
    ClosesEarly,
    /// Edges close a loop where none is allowed.
    Cycle,
    /// An absent edge joins two vertices of one piece.
    BorderInside,
    /// The loop runs along the edge, but there is no way back to its other end.
    NoReturn(u32),
    /// Both vertices are there, without a way between them.
    CutOff(u32, u32),
}

/// A violation of islands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum IslandViolation {
    /// A home is sea.
    ClueInSea,
    /// The islands of two homes are one.
    Joined(usize, usize),
    /// The island has more cells than its number.
    TooLarge(usize),
    /// The island has no room for its number.
    NoRoom(usize),
    /// No island reaches this land.
    Unreached(usize),
}

/// A violation of the piece of a cell, which must have this number of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceViolation {
    TooLarge(u32, usize),
    NoRoom(u32, usize),
}
