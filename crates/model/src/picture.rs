//! The pictures of a script as written, so that they can be drawn on their grids.

use super::GridId;
use sator_base::source::Span;
use std::sync::Arc;

/// A picture. It can stand in the script before its grid.
#[derive(Clone, Debug)]
pub struct Picture {
    pub name: Arc<str>,
    pub of: PictureOf,
    pub content: PictureContent,
}

#[derive(Clone, Debug)]
pub enum PictureOf {
    Grid(GridId),
    /// The grid of this name, which can be declared later.
    Named(Arc<str>),
    /// The first visible grid.
    Main,
}

/// The content of a picture; vectors of cells go row by row.
#[derive(Clone, Debug)]
pub enum PictureContent {
    /// The region of each cell.
    Regions { rows: usize, cols: usize, groups: Vec<Option<u32>> },
    /// The clue of each place, as written. Without `halves` the places are cells; with it they lie in steps of half a
    /// cell, starting at and spaced by its two numbers. `tokens` holds the span of each clue.
    Clues {
        rows: usize,
        cols: usize,
        words: Vec<Option<String>>,
        tokens: Vec<Option<Span>>,
        halves: Option<(usize, usize)>,
    },
    /// The clues at the top, bottom, left and right: a list of words each, and their spans.
    Outside { words: [Vec<Vec<String>>; 4], tokens: [Vec<Span>; 4] },
}
