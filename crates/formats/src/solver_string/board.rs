//! The board of a string: its size, values and boxes, and the names of its cells and lines.

use super::{Clue, LONGEST_SIDE, Problem};
use crate::script::Cell;

/// The board that `Shape` and `RegionSize` describe.
#[derive(Clone, Copy)]
pub(super) struct Board {
    pub rows: usize,
    pub cols: usize,
    pub values: (i64, i64),
    /// The number of cells of a box, which is that of a long line unless `RegionSize` has another.
    pub region: usize,
    /// Whether boxes hold each value once.
    pub boxes: bool,
    /// Whether other lines can tie with a ranked one.
    pub ties: bool,
    /// Whether rows and columns are free.
    pub raw: bool,
    /// The shift from the named cells to those of a copy of a group, in rows and columns.
    pub shift: (isize, isize),
}

impl Board {
    /// A board of this size whose lines have a cell for each value.
    pub(super) fn of(rows: usize, cols: usize, values: (i64, i64)) -> Board {
        Board { rows, cols, values, region: rows.max(cols), boxes: true, ties: false, raw: false, shift: (0, 0) }
    }

    /// Reads `9x9`, `9x9~10`, `9x9~0-8` and the like; 9x9 without a shape.
    pub(super) fn read(clues: &[Clue]) -> Result<Board, Problem> {
        let find = |name: &str| clues.iter().find(|clue| clue.name == name);
        let words = find("Shape").map_or(&[][..], |shape| &shape.arguments);
        let bad = || {
            Problem::new(format!("`Shape~{}` is no board: a side has 1 to {LONGEST_SIDE} cells", words.join("~")))
                .help("write `Shape~9x9`, or `Shape~9x9~0-8` for other values")
        };
        let (mut rows, mut cols) = (9, 9);
        if let Some(size) = words.first() {
            let (r, c) = size.split_once('x').ok_or_else(bad)?;
            (rows, cols) = (r.parse().map_err(|_| bad())?, c.parse().map_err(|_| bad())?);
        }
        if !(1..=LONGEST_SIDE).contains(&rows) || !(1..=LONGEST_SIDE).contains(&cols) {
            return Err(bad());
        }
        let mut values = (1, rows.max(cols) as i64);
        if let Some(range) = words.get(1).filter(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
            let (first, last) = range.split_once('-').unwrap_or(("1", range));
            values = (first.parse().map_err(|_| bad())?, last.parse().map_err(|_| bad())?);
        }
        if values.0 > values.1 || values.1 > 10_000 {
            return Err(bad());
        }
        let board = Board::of(rows, cols, values);
        let raw = words.last().is_some_and(|last| last.eq_ignore_ascii_case("raw"));
        let region = match find("RegionSize").map(|size| &size.arguments[..]) {
            None => board.region,
            Some(words) => words.concat().parse().map_err(|_| {
                Problem::new(format!("`RegionSize~{}` is no number of cells", words.join("~")))
                    .help("write `RegionSize~9` for boxes of nine cells")
            })?,
        };
        let ties = find("FullRankTies").is_some_and(|ties| ties.arguments == ["any"]);
        Ok(Board { region, boxes: !raw && find("NoBoxes").is_none(), ties, raw, ..board })
    }

    /// The same board, on which names mean shifted cells.
    pub(super) fn shifted(self, shift: (isize, isize)) -> Board {
        Board { shift, ..self }
    }

    /// Whether each row and column of the square has each value.
    pub(super) fn is_latin(&self) -> bool {
        !self.raw && self.rows == self.cols && self.size() == self.rows
    }

    /// The number of values.
    pub(super) fn size(&self) -> usize {
        (self.values.1 - self.values.0 + 1) as usize
    }

    /// Rows and columns of a box: the least different ones that divide the board.
    pub(super) fn box_size(&self) -> Option<(usize, usize)> {
        let size = self.region;
        let fits = |&(h, w): &(usize, usize)| self.rows.is_multiple_of(h) && self.cols.is_multiple_of(w);
        let sides = (2..=size.isqrt()).filter(|side| size.is_multiple_of(*side));
        sides.rev().flat_map(|small| [(small, size / small), (size / small, small)]).find(fits)
    }

    /// Rows and columns of the boxes, if the board has some.
    pub(super) fn boxes(&self) -> Option<(usize, usize)> {
        self.box_size().filter(|_| self.boxes)
    }

    /// The cell of a name such as `R1C9`.
    pub(super) fn cell(&self, name: &str) -> Option<Cell> {
        let (row, col) = name.strip_prefix('R')?.split_once('C')?;
        let place = |number: &str, shift: isize, side: usize| {
            let place = number.parse::<usize>().ok()?.checked_sub(1).filter(|place| *place < side)?;
            place.checked_add_signed(shift).filter(|place| *place < side)
        };
        Some(Cell::new(place(row, self.shift.0, self.rows)?, place(col, self.shift.1, self.cols)?))
    }

    pub(super) fn cells(&self, names: &[&str]) -> Option<Vec<Cell>> {
        let cells: Option<Vec<Cell>> = names.iter().map(|name| self.cell(name)).collect();
        cells.filter(|cells| !cells.is_empty())
    }

    /// The pairs of cells that share a side, the earlier one of the list first.
    pub(super) fn pairs(&self, names: &[&str]) -> Option<Vec<(Cell, Cell)>> {
        let cells = self.cells(names)?;
        let pair = |(i, &a): (usize, &Cell)| {
            cells[i + 1..].iter().filter(move |b| a.beside(**b)).map(move |&b| (a, b)).collect::<Vec<_>>()
        };
        Some(cells.iter().enumerate().flat_map(pair).collect())
    }

    /// A row or column by its name (`R1`), or the diagonal of a little killer by its first cell.
    pub(super) fn line(&self, rule: &str, name: &str) -> Option<String> {
        if rule != "little_killer" {
            let (kind, number) = name.split_at_checked(1)?;
            let number: usize = number.parse().ok()?;
            let most = if kind == "R" { self.rows } else { self.cols };
            return (["R", "C"].contains(&kind) && (1..=most).contains(&number))
                .then(|| format!("{}{number}", kind.to_ascii_lowercase()));
        }
        let start = self.cell(name)?;
        let (bottom, right) = (self.rows - 1, self.cols - 1);
        let way = match (start.row, start.col) {
            (row, 0) if row < bottom => "downright",
            (row, col) if col == right && 0 < row && row < bottom => "upleft",
            (0, _) => "downleft",
            (row, col) if row == bottom && 0 < col && col < right => "upright",
            _ => return None,
        };
        Some(format!("[{start}] + ray({start}, {way})"))
    }
}
