//! Grids and their cells: places, each with or without an unknown.

use super::{Domain, Kind, UnknownId};
use std::sync::Arc;

sator_base::ids::id! {
    /// The number of a grid.
    pub struct GridId;
    /// One place of one grid, numbered over all grids.
    pub struct CellId;
}

/// A grid.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The name in the declaration.
    pub name: String,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub cols: usize,
    /// Whether answers leave it out.
    pub hidden: bool,
    /// The kind and domain of the cells' unknowns; `None` for a grid of places only.
    pub content: Option<(Kind, Domain)>,
    /// Id of the cell in row 1, column 1; the others follow row by row.
    pub first: CellId,
    /// By cell, row by row: false for a hole.
    pub present: Vec<bool>,
    /// By cell, row by row: its unknown; `None` for holes and in a grid of places only.
    pub unknowns: Vec<Option<UnknownId>>,
    /// The drawing of the grid. Marks share it until it changes, because every statement makes a mark.
    pub drawing: Arc<GridDrawing>,
}

/// The boxes and givens that a grid is drawn with. Statements after its declaration add to them.
#[derive(Clone, Debug, Default)]
pub struct GridDrawing {
    /// The box of each cell, if a script asks for boxes. They get thick borders unless regions divide the grid.
    pub boxes: Option<Vec<Option<u32>>>,
    /// By cell: whether it is a given.
    pub givens: Vec<bool>,
}

impl Grid {
    /// The number of places, holes included.
    pub fn len(&self) -> usize {
        self.rows * self.cols
    }

    /// Whether there are no places.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cell in this row and column, counted from 0; `None` outside and for holes.
    pub fn cell(&self, row: i64, col: i64) -> Option<CellId> {
        if row < 0 || col < 0 || row >= self.rows as i64 || col >= self.cols as i64 {
            return None;
        }
        let i = row as usize * self.cols + col as usize;
        self.present[i].then_some(CellId(self.first.0 + i as u32))
    }

    /// The cells, row by row, without the holes.
    pub fn cells(&self) -> impl Iterator<Item = CellId> + '_ {
        (0..self.len()).filter(|&i| self.present[i]).map(|i| CellId(self.first.0 + i as u32))
    }

    /// The index of a cell of this grid in the row-by-row vectors.
    pub fn index(&self, cell: CellId) -> usize {
        (cell.0 - self.first.0) as usize
    }

    /// Appends the name of a cell without that of the grid: `r3c4`.
    pub fn write_place(&self, cell: CellId, text: &mut String) {
        let (row, col) = self.position(cell);
        push_place(text, row, col);
    }

    /// Row and column, counted from 0.
    pub fn position(&self, cell: CellId) -> (usize, usize) {
        let i = self.index(cell);
        (i / self.cols, i % self.cols)
    }

    /// Row and column of the cell with an unknown, counted from 0; `None` if the grid doesn't have it.
    pub fn position_of(&self, u: UnknownId) -> Option<(usize, usize)> {
        let i = self.unknowns.iter().position(|&v| v == Some(u))?;
        Some((i / self.cols, i % self.cols))
    }
}

/// Appends `r3c4` for a row and a column, counted from 0. Each cell is named this way, and formatting takes several times as long.
pub(crate) fn push_place(text: &mut String, row: usize, col: usize) {
    for (letter, number) in [('r', row + 1), ('c', col + 1)] {
        text.push(letter);
        sator_base::text::push_number(text, number);
    }
}
