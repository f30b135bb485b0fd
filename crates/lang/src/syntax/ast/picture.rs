//! Pictures, as rows of tokens.

use super::Expr;
use sator_base::source::Span;

/// The kind of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKind {
    /// `regions`
    Regions,
    /// `givens`
    Givens,
    /// `clues`
    Clues,
    /// `outside`
    Outside,
}

/// The places of the tokens in a `clues` picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spots {
    /// The cells.
    #[default]
    Cells,
    /// `of corners x`: the corners of the cells, one row and one column more than the grid.
    Corners,
    /// `of borders x`: in steps of half a cell; cells and inner corners stay blank.
    Borders,
    /// `of cells and borders x`: cells, borders and inner corners, in steps of half a cell.
    CellsAndBorders,
}

impl Spots {
    /// The words before the grid's name, each followed by a blank.
    pub fn words(self) -> &'static str {
        match self {
            Spots::Cells => "",
            Spots::Corners => "corners ",
            Spots::Borders => "borders ",
            Spots::CellsAndBorders => "cells and borders ",
        }
    }

    /// Whether a clue can stand in this row and column, counted from 0.
    pub fn holds(self, row: usize, col: usize) -> bool {
        self != Spots::Borders || (row + col) % 2 == 1
    }

    /// Rows and columns of the picture for a grid of this shape.
    pub fn shape(self, (rows, cols): (usize, usize)) -> (usize, usize) {
        match self {
            Spots::Cells => (rows, cols),
            Spots::Corners => (rows + 1, cols + 1),
            Spots::Borders | Spots::CellsAndBorders => (2 * rows - 1, 2 * cols - 1),
        }
    }
}

/// The rows between the braces, without blank rows. Splitting rows into cells requires the grid's width and happens
/// later.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The rows; none for `= lines("board.txt")`.
    pub rows: Vec<PictureRow>,
    /// The value that has the rows, for `= lines("board.txt")`.
    pub from: Option<Box<Expr>>,
    /// From brace to brace, or the value.
    pub span: Span,
}

/// A row of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureRow {
    /// Runs of characters that are not blank; at least one.
    pub tokens: Vec<Token>,
    /// Its place.
    pub span: Span,
}

/// A token of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// The text.
    pub text: String,
    /// Its place.
    pub span: Span,
}
