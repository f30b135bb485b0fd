//! The pictures of a script as they were written, for drawing them on their grid.

use super::GridId;
use sator_base::source::Span;
use std::sync::Arc;

/// A picture, which may have come before its grid.
#[derive(Clone, Debug)]
pub struct Picture {
    pub name: Arc<str>,
    pub of: PictureOf,
    pub seen: Seen,
}

#[derive(Clone, Debug)]
pub enum PictureOf {
    Grid(GridId),
    /// The grid of this name, once it is declared.
    Named(Arc<str>),
    /// The first grid that is not hidden.
    Main,
}

/// What a picture shows; vectors of cells go row by row.
#[derive(Clone, Debug)]
pub enum Seen {
    /// The region of each cell.
    Regions { rows: usize, cols: usize, groups: Vec<Option<u32>> },
    /// The clue of each place, as written: of each cell, or where `halves` is given of places in steps of half a cell, so
    /// many apart and from there on.
    /// Where each is written is in `tokens`.
    Clues {
        rows: usize,
        cols: usize,
        words: Vec<Option<String>>,
        tokens: Vec<Option<Span>>,
        halves: Option<(usize, usize)>,
    },
    /// The clues at the top, bottom, left and right, each a list of words, and where each of them is written.
    Outside { words: [Vec<Vec<String>>; 4], tokens: [Vec<Span>; 4] },
}
