//! The pictures of a script as written, so that they can be drawn on their grids.

use super::GridId;
use sator_base::source::Span;
use std::sync::Arc;

/// A picture. It can stand in the script before its grid.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The name in the declaration.
    pub name: Arc<str>,
    /// The grid that the picture belongs to.
    pub of: PictureOf,
    /// The contents.
    pub content: PictureContent,
}

/// The grid of a picture.
#[derive(Clone, Debug)]
pub enum PictureOf {
    /// This grid.
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
    Regions {
        /// Rows of the picture.
        rows: usize,
        /// Columns of the picture.
        cols: usize,
        /// By place: the number of its region.
        groups: Vec<Option<u32>>,
    },
    /// The clue of each place, as written. Without `halves` the places are cells. With it they lie in steps of
    /// half a cell. `tokens` holds the span of each clue.
    Clues {
        /// Rows of the picture.
        rows: usize,
        /// Columns of the picture.
        cols: usize,
        /// By place: the clue.
        words: Vec<Option<String>>,
        /// By place: the span of the clue.
        tokens: Vec<Option<Span>>,
        /// In half cells: the distance between places, and the first place.
        halves: Option<(usize, usize)>,
    },
    /// The clues at the top, bottom, left and right: a list of words each, and their spans.
    Outside {
        /// By side and line: the words of the clue.
        words: [Vec<Vec<String>>; 4],
        /// By side: the spans of the clues.
        tokens: [Vec<Span>; 4],
    },
}
