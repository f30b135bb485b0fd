//! A penpa board: the meaning of its numbered points, and lookup of what is drawn at them.

use super::super::Problem;
use super::super::puzzlink::rooms::Rooms;
use super::super::script::{Cell, clip};
use serde_json::Value;
use std::collections::HashSet;

/// A board with a longer side is refused.
pub(super) const LARGEST: usize = 60;

pub(super) struct Board {
    /// Rows of all points, including those around the grid.
    all_rows: usize,
    all_cols: usize,
    top: usize,
    left: usize,
    pub(super) rows: usize,
    pub(super) cols: usize,
}

/// The position of a point.
pub(super) enum Point {
    Cell(Cell),
    Corner(usize, usize),
    /// Between a cell and the one below it, or the one to its right.
    Edge(Cell, bool),
    /// On the rim of the board: the sides at the top, bottom, left and right, one after the other.
    Rim(usize),
    Outside(i64, i64),
}

impl Board {
    pub(super) fn new(head: &str, margins: &str) -> Result<Board, Problem> {
        let mut fields = head.split(',');
        let kind = fields.next().unwrap_or("");
        if !matches!(kind, "square" | "sudoku" | "kakuro") {
            return Err(Problem::new(format!("a penpa board of the kind `{}` has no rows and columns", clip(kind))));
        }
        let mut side =
            || fields.next().and_then(|f| f.trim().parse::<usize>().ok()).filter(|n| (1..=LARGEST).contains(n));
        let (Some(cols), Some(rows)) = (side(), side()) else {
            return Err(Problem::new(format!("a penpa board has 1 to {LARGEST} columns and rows")));
        };
        let margins: Vec<usize> = serde_json::from_str::<Vec<usize>>(margins).unwrap_or_default();
        let margin = |k: usize| margins.get(k).copied().unwrap_or(0);
        let (high, wide) = (margin(0).saturating_add(margin(1)), margin(2).saturating_add(margin(3)));
        if high >= rows || wide >= cols {
            return Err(Problem::new("the margins of this penpa board leave no cells"));
        }
        Ok(Board {
            all_rows: rows + 4,
            all_cols: cols + 4,
            top: margin(0),
            left: margin(2),
            rows: rows - high,
            cols: cols - wide,
        })
    }

    pub(super) fn point(&self, key: &str) -> Option<Point> {
        let index: usize = key.trim().parse().ok()?;
        let each = self.all_rows * self.all_cols;
        let (kind, at) = (index / each, index % each);
        let (row, col) =
            ((at / self.all_cols) as i64 - 2 - self.top as i64, (at % self.all_cols) as i64 - 2 - self.left as i64);
        let inside = |row: i64, col: i64| (0..self.rows as i64).contains(&row) && (0..self.cols as i64).contains(&col);
        let cell = Cell::new(row.max(0) as usize, col.max(0) as usize);
        Some(match kind {
            0 if inside(row, col) => Point::Cell(cell),
            1 if row >= -1 && col >= -1 && row < self.rows as i64 && col < self.cols as i64 => {
                Point::Corner((row + 1) as usize, (col + 1) as usize)
            }
            2 if inside(row, col) && inside(row + 1, col) => Point::Edge(cell, true),
            3 if inside(row, col) && inside(row, col + 1) => Point::Edge(cell, false),
            2 if inside(row + 1, col) => Point::Rim(cell.col),
            2 if inside(row, col) => Point::Rim(self.cols + cell.col),
            3 if inside(row, col + 1) => Point::Rim(2 * self.cols + cell.row),
            3 if inside(row, col) => Point::Rim(2 * self.cols + self.rows + cell.row),
            _ => Point::Outside(row + 1, col + 1),
        })
    }

    /// The cell of a small number and its corner: 0 to 3, row by row.
    pub(super) fn in_corner(&self, key: &str) -> Option<(Cell, usize)> {
        self.small(key, 1)
    }

    /// The cell of a small number and its side: top, right, left, bottom.
    pub(super) fn at_side(&self, key: &str) -> Option<(Cell, usize)> {
        self.small(key, 2)
    }

    /// The cell of a small number of a kind, and its place among the four of the cell.
    fn small(&self, key: &str, kind: usize) -> Option<(Cell, usize)> {
        let index: usize = key.trim().parse().ok()?;
        let each = self.all_rows * self.all_cols;
        match self.point(&(index / 4 % each).to_string())? {
            Point::Cell(cell) if index / 4 / each == kind => Some((cell, index % 4)),
            _ => None,
        }
    }

    pub(super) fn cells(&self, list: &Value) -> Vec<Cell> {
        let key = |v: &Value| v.as_str().map_or_else(|| v.to_string(), str::to_string);
        let cell = |v: &Value| match self.point(&key(v)) {
            Some(Point::Cell(cell)) => Some(cell),
            _ => None,
        };
        list.as_array().into_iter().flatten().filter_map(cell).collect()
    }

    pub(super) fn tokens(
        &self,
        drawn: &Value,
        key: &str,
        token: impl Fn(&Value) -> Option<String>,
    ) -> Vec<Vec<String>> {
        let mut rows = vec![vec![String::from("."); self.cols]; self.rows];
        for (place, value) in drawn.get(key).and_then(Value::as_object).into_iter().flatten() {
            if let (Some(Point::Cell(cell)), Some(token)) = (self.point(place), token(value)) {
                rows[cell.row][cell.col] = token;
            }
        }
        rows
    }

    /// Thick edges below cells, and to their right.
    pub(super) fn walls(&self, drawn: &Value) -> [HashSet<(usize, usize)>; 2] {
        let (mut below, mut right) = (HashSet::new(), HashSet::new());
        for key in drawn.get("lineE").and_then(Value::as_object).into_iter().flatten().map(|(key, _)| key) {
            let Some((a, b)) = key.split_once(',') else { continue };
            let (Some(Point::Corner(r, c)), Some(Point::Corner(i, j))) = (self.point(a), self.point(b)) else {
                continue;
            };
            if r == i && c.abs_diff(j) == 1 && r > 0 {
                below.insert((r - 1, c.min(j)));
            } else if c == j && r.abs_diff(i) == 1 && c > 0 {
                right.insert((r.min(i), c - 1));
            }
        }
        [below, right]
    }

    /// The rooms formed by thick edges.
    pub(super) fn rooms(&self, drawn: &Value) -> Rooms {
        let [below, right] = self.walls(drawn);
        let (rows, cols) = (self.rows, self.cols);
        let right = (0..rows).flat_map(|r| (0..cols - 1).map(move |c| (r, c))).map(|place| right.contains(&place));
        let below = (0..rows - 1).flat_map(|r| (0..cols).map(move |c| (r, c))).map(|place| below.contains(&place));
        Rooms::between(&(right.collect(), below.collect()), rows, cols, &vec![false; rows * cols])
    }

    /// The room of each cell, from 1.
    pub(super) fn groups(&self, drawn: &Value) -> Vec<Vec<usize>> {
        let rooms: Vec<usize> = self.rooms(drawn).room.iter().map(|room| room + 1).collect();
        rooms.chunks(self.cols).map(<[usize]>::to_vec).collect()
    }
}
