//! The lines between the cells of a grid: their weights, and the box-drawing character for each
//! meeting of lines.

use crate::scene::Board;

/// The weight of a line; also its digit in [`JUNCTIONS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Weight {
    #[default]
    None,
    Thin,
    Thick,
}

/// All meetings of four lines, by the base-3 number of the weights up, right, down, left.
const JUNCTIONS: &str = concat!(
    " ╴╸╷┐┑╻┒┓",
    "╶─╾┌┬┭┎┰┱",
    "╺╼━┍┮┯┏┲┳",
    "╵┘┙│┤┥╽┧┪",
    "└┴┵├┼┽┟╁╅",
    "┕┶┷┝┾┿┢╆╈",
    "╹┚┛╿┦┩┃┨┫",
    "┖┸┹┞╀╃┠╂╉",
    "┗┺┻┡╄╇┣╊╋",
);

pub(super) fn junction(up: Weight, right: Weight, down: Weight, left: Weight) -> char {
    let index = [up, right, down, left].iter().fold(0, |n, &w| 3 * n + w as usize);
    JUNCTIONS.chars().nth(index).unwrap_or(' ')
}

fn all_equal(mut line: impl Iterator<Item = Weight>) -> bool {
    let first = line.next();
    line.all(|w| Some(w) == first)
}

/// Weight of every unit of border around and between the cells of a board.
#[derive(Clone, Debug)]
pub(super) struct Borders {
    rows: usize,
    cols: usize,
    /// Left of each cell and at the right rim: `rows` by `cols + 1`.
    vertical: Vec<Weight>,
    /// Above each cell and at the bottom rim: `rows + 1` by `cols`.
    horizontal: Vec<Weight>,
}

impl Borders {
    /// No lines at all.
    pub(super) fn none(board: &Board) -> Borders {
        let (rows, cols) = (board.rows, board.cols);
        let vertical = vec![Weight::None; rows * (cols + 1)];
        Borders { rows, cols, vertical, horizontal: vec![Weight::None; (rows + 1) * cols] }
    }

    /// Thick at the rim and between regions, thin inside a region, none between holes.
    pub(super) fn lattice(board: &Board) -> Borders {
        let mut borders = Borders::none(board);
        let present = |row: Option<usize>, col: Option<usize>| {
            let (row, col) = (row?, col?);
            let i = row * board.cols + col;
            (row < board.rows && col < board.cols && board.present(i)).then_some(i)
        };
        let weight = |a: Option<usize>, b: Option<usize>| match (a, b) {
            (None, None) => Weight::None,
            (Some(a), Some(b)) if board.together(a, b) => Weight::Thin,
            _ => Weight::Thick,
        };
        for r in 0..=board.rows {
            for c in 0..=board.cols {
                let here = present(Some(r), Some(c));
                if r < board.rows {
                    borders.vertical[r * (board.cols + 1) + c] = weight(present(Some(r), c.checked_sub(1)), here);
                }
                if c < board.cols {
                    borders.horizontal[r * board.cols + c] = weight(present(r.checked_sub(1), Some(c)), here);
                }
            }
        }
        borders
    }

    /// Only the thick lines, if each of them runs straight through the whole grid (as between the boxes
    /// of a sudoku).
    pub(super) fn straight(&self) -> Option<Borders> {
        let vertical = (0..=self.cols).all(|c| all_equal((0..self.rows).map(|r| self.vertical(r, c))));
        let horizontal = (0..=self.rows).all(|r| all_equal((0..self.cols).map(|c| self.horizontal(r, c))));
        let thick =
            |weights: &[Weight]| weights.iter().map(|&w| if w == Weight::Thick { w } else { Weight::None }).collect();
        let (rows, cols) = (self.rows, self.cols);
        (vertical && horizontal).then(|| Borders {
            rows,
            cols,
            vertical: thick(&self.vertical),
            horizontal: thick(&self.horizontal),
        })
    }

    /// Thin lines around the regions, and nothing inside them.
    pub(super) fn around_regions(board: &Board) -> Borders {
        let lattice = Borders::lattice(board);
        let thin = |weights: &[Weight]| {
            weights.iter().map(|&w| if w == Weight::Thick { Weight::Thin } else { Weight::None }).collect()
        };
        let (vertical, horizontal) = (thin(&lattice.vertical), thin(&lattice.horizontal));
        Borders { vertical, horizontal, ..lattice }
    }

    /// The line left of a cell, or at the right rim; none below the board.
    pub(super) fn vertical(&self, row: usize, boundary: usize) -> Weight {
        if row < self.rows { self.vertical[row * (self.cols + 1) + boundary] } else { Weight::None }
    }

    /// The line above a cell, or at the bottom rim; none beyond the board.
    pub(super) fn horizontal(&self, boundary: usize, col: usize) -> Weight {
        if col < self.cols { self.horizontal[boundary * self.cols + col] } else { Weight::None }
    }

    /// Is there a line anywhere left of this column (or at the right rim)?
    pub(super) fn column_drawn(&self, boundary: usize) -> bool {
        (0..self.rows).any(|r| self.vertical(r, boundary) != Weight::None)
    }

    /// Is there a line anywhere above this row (or at the bottom rim)?
    pub(super) fn row_drawn(&self, boundary: usize) -> bool {
        (0..self.cols).any(|c| self.horizontal(boundary, c) != Weight::None)
    }

    /// The character left of a cell.
    pub(super) fn vertical_char(&self, row: usize, boundary: usize) -> char {
        let weight = self.vertical(row, boundary);
        junction(weight, Weight::None, weight, Weight::None)
    }

    /// The character above a cell.
    pub(super) fn horizontal_char(&self, boundary: usize, col: usize) -> char {
        let weight = self.horizontal(boundary, col);
        junction(Weight::None, weight, Weight::None, weight)
    }

    /// The character where the boundaries of a row and a column meet.
    pub(super) fn corner_char(&self, row: usize, col: usize) -> char {
        let up = row.checked_sub(1).map_or(Weight::None, |r| self.vertical(r, col));
        let left = col.checked_sub(1).map_or(Weight::None, |c| self.horizontal(row, c));
        let down = if row < self.rows { self.vertical(row, col) } else { Weight::None };
        let right = if col < self.cols { self.horizontal(row, col) } else { Weight::None };
        junction(up, right, down, left)
    }
}
