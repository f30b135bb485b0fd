//! Lines on a grid: links through cell centres, fences on cell borders, and the borders between the pieces of a
//! partition. Each possible stroke is one unknown.

use super::shape::Place;
use super::{Domain, Grid, GridId, Kind, Model, Unknown, UnknownId};
use std::fmt;

sator_base::ids::id! {
    /// The number of some lines.
    pub struct LinesId;
}

/// The kind of some lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// One unknown for each two adjacent cells: whether, or how often, a line joins their centres.
    Links,
    /// One bool unknown for each unit border around and between cells.
    Fences,
    /// One bool unknown for each two adjacent cells: whether they are in one piece.
    Partition,
}

/// Links of a graph whose places are cells of one grid: straight lines in any direction.
#[derive(Clone, Debug)]
pub struct GraphLines {
    /// The name in the declaration.
    pub name: String,
    /// The array with the unknowns as variables.
    pub array: String,
    /// The grid of the places.
    pub grid: GridId,
    /// Whether answers leave them out.
    pub hidden: bool,
    /// The rows and columns of both ends from 0, and the unknown of each line.
    pub strokes: Vec<([(usize, usize); 2], UnknownId)>,
}

/// `links e of x`, `fences e of x` or `partition p of x`.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The name in the declaration.
    pub name: String,
    /// Links, fences or the borders of a partition.
    pub kind: LineKind,
    /// The grid on which they are drawn.
    pub grid: GridId,
    /// Whether answers leave them out.
    pub hidden: bool,
    /// The kind and the domain of the unknowns.
    pub content: (Kind, Domain),
    /// Rows of the grid.
    pub rows: usize,
    /// Columns of the grid.
    pub cols: usize,
    /// Links and partitions, by cell: the stroke to the cell on the right. Fences: the `cols + 1` upright borders of
    /// each row. `None` where no stroke can be.
    pub across: Vec<Option<UnknownId>>,
    /// Links and partitions, by cell: the stroke to the cell below. Fences: the `rows + 1` rows of level borders.
    pub down: Vec<Option<UnknownId>>,
}

impl Lines {
    /// Length of a row in `across`.
    pub fn across_cols(&self) -> usize {
        self.cols + usize::from(self.kind == LineKind::Fences)
    }

    /// The stroke that a step from this cell meets; rows and columns count from 0.
    pub fn toward(&self, (row, col): (usize, usize), step: (i64, i64)) -> Option<UnknownId> {
        let fences = self.kind == LineKind::Fences;
        let across = |col: usize| self.across[row * self.across_cols() + col];
        let down = |row: usize| self.down[row * self.cols + col];
        match step {
            (0, 1) if fences => across(col + 1),
            (0, 1) => across(col),
            (0, -1) if fences => across(col),
            (0, -1) => col.checked_sub(1).and_then(across),
            (1, 0) if fences => down(row + 1),
            (1, 0) => down(row),
            (-1, 0) if fences => down(row),
            (-1, 0) => row.checked_sub(1).and_then(down),
            _ => None,
        }
    }

    /// All unknowns, in the order of their numbers.
    pub fn unknowns(&self) -> impl Iterator<Item = UnknownId> + '_ {
        let mut all: Vec<UnknownId> = self.across.iter().chain(&self.down).flatten().copied().collect();
        all.sort_unstable();
        all.into_iter()
    }

    /// The place of a stroke in words: `the border right of r1c6`, `r1c1 and r1c2`; `None` if it is no stroke of these lines.
    pub fn place_of(&self, u: UnknownId) -> Option<String> {
        self.stroke_place(u).map(|place| match place {
            StrokePlace::Border { .. } => format!("the border {place}"),
            StrokePlace::Between(..) => place.to_string(),
        })
    }

    /// The place of a stroke; `None` if it is no stroke of these lines.
    pub fn stroke_place(&self, u: UnknownId) -> Option<StrokePlace> {
        let fences = self.kind == LineKind::Fences;
        if let Some(i) = self.across.iter().position(|&s| s == Some(u)) {
            let (row, col) = (i / self.across_cols(), i % self.across_cols());
            return Some(match (fences, col) {
                (true, 0) => StrokePlace::Border { side: "left of", cell: (row, 0) },
                (true, _) => StrokePlace::Border { side: "right of", cell: (row, col - 1) },
                _ => StrokePlace::Between((row, col), (row, col + 1)),
            });
        }
        let i = self.down.iter().position(|&s| s == Some(u))?;
        let (row, col) = (i / self.cols, i % self.cols);
        Some(match (fences, row) {
            (true, 0) => StrokePlace::Border { side: "above", cell: (0, col) },
            (true, _) => StrokePlace::Border { side: "below", cell: (row - 1, col) },
            _ => StrokePlace::Between((row, col), (row + 1, col)),
        })
    }

    /// The meeting point of some of the strokes: a cell for links, a corner for fences.
    pub fn meeting_of(&self, strokes: &[UnknownId]) -> Option<String> {
        let fences = self.kind == LineKind::Fences;
        let extra = usize::from(fences);
        let at = |row: usize, col: usize| {
            let across = |row: usize, col: usize| self.across.get(row * self.across_cols() + col).copied().flatten();
            let down = |row: usize, col: usize| self.down.get(row * self.cols + col).copied().flatten();
            // The strokes above, below, left and right of a corner or a cell.
            let four = match fences {
                true => [
                    row.checked_sub(1).and_then(|row| across(row, col)),
                    if row < self.rows { across(row, col) } else { None },
                    col.checked_sub(1).and_then(|col| down(row, col)),
                    if col < self.cols { down(row, col) } else { None },
                ],
                false => [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|step| self.toward((row, col), step)),
            };
            strokes.iter().all(|s| four.contains(&Some(*s)))
        };
        let (row, col) = (0..self.rows + extra)
            .flat_map(|row| (0..self.cols + extra).map(move |col| (row, col)))
            .find(|&(row, col)| !strokes.is_empty() && at(row, col))?;
        if !fences {
            return Some(format!("r{}c{}", row + 1, col + 1));
        }
        Some(corner_text(row, col))
    }

    /// By cell: the number of its piece, from 1 in reading order; `None` for holes.
    pub fn pieces(&self, grid: &Grid, joined: impl Fn(UnknownId) -> bool) -> Vec<Option<u32>> {
        let mut pieces = vec![None; self.rows * self.cols];
        let mut count = 0;
        for start in 0..pieces.len() {
            if !grid.present[start] || pieces[start].is_some() {
                continue;
            }
            count += 1;
            pieces[start] = Some(count);
            let mut open = vec![start];
            while let Some(at) = open.pop() {
                let (row, col) = (at / self.cols, at % self.cols);
                for (dr, dc) in [(-1i64, 0i64), (0, -1), (0, 1), (1, 0)] {
                    let Some(u) = self.toward((row, col), (dr, dc)) else { continue };
                    let next = (at as i64 + dr * self.cols as i64 + dc) as usize;
                    if joined(u) && pieces[next].is_none() {
                        pieces[next] = Some(count);
                        open.push(next);
                    }
                }
            }
        }
        pieces
    }
}

/// The place of a stroke. Its text is `right of r1c6` or `r1c1 and r1c2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrokePlace {
    /// At a side of a cell.
    Border {
        /// The side in words: `right of`, `above`.
        side: &'static str,
        /// The cell.
        cell: Place,
    },
    /// Between two neighbours.
    Between(Place, Place),
}

impl fmt::Display for StrokePlace {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            StrokePlace::Border { side, cell } => write!(f, "{side} {}", cell_text(cell)),
            StrokePlace::Between(a, b) => write!(f, "{} and {}", cell_text(a), cell_text(b)),
        }
    }
}

/// The name of a cell of the main grid, by its row and column from 0: `r1c1`.
pub fn cell_text((row, col): Place) -> String {
    format!("r{}c{}", row + 1, col + 1)
}

/// A stroke as an edge: the points that it joins and the faces on its two sides. Face 0 is the outside.
#[derive(Clone, Copy, Debug)]
pub struct StrokeEdge {
    /// The unknown of the stroke.
    pub unknown: UnknownId,
    /// The points that it joins.
    pub ends: (u32, u32),
    /// The faces on its two sides.
    pub faces: (u32, u32),
}

/// The steps to the four orthogonal neighbours, in reading order of their ends.
pub const STEPS: [(i64, i64); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

impl Lines {
    /// The number of points that strokes can join: cells, or corners of cells for fences.
    pub fn points(&self) -> usize {
        match self.kind {
            LineKind::Fences => (self.rows + 1) * (self.cols + 1),
            _ => self.rows * self.cols,
        }
    }

    /// All strokes; points and faces are numbered row by row.
    pub fn strokes(&self) -> Vec<StrokeEdge> {
        // Faces are cells with a margin around them for fences, corners of cells otherwise.
        let fences = self.kind == LineKind::Fences;
        let (high, wide) = match fences {
            true => (self.rows + 2, self.cols + 2),
            false => (self.rows + 1, self.cols + 1),
        };
        let mut strokes = Vec::new();
        let width = self.across_cols();
        for (i, unknown) in self.across.iter().enumerate() {
            let (r, c) = (i / width, i % width);
            let (ends, faces) = match fences {
                true => ((r * (self.cols + 1) + c, (r + 1) * (self.cols + 1) + c), ((r + 1, c), (r + 1, c + 1))),
                false => ((i, i + 1), ((r, c + 1), (r + 1, c + 1))),
            };
            strokes.push((*unknown, ends, faces));
        }
        for (i, unknown) in self.down.iter().enumerate() {
            let (r, c) = (i / self.cols, i % self.cols);
            let (ends, faces) = match fences {
                true => ((r * (self.cols + 1) + c, r * (self.cols + 1) + c + 1), ((r, c + 1), (r + 1, c + 1))),
                false => ((i, i + self.cols), ((r + 1, c), (r + 1, c + 1))),
            };
            strokes.push((*unknown, ends, faces));
        }
        let number = |(r, c): (usize, usize)| r * wide + c;
        // The faces on both sides are one face if no stroke can be between them.
        let mut parent: Vec<usize> = (0..high * wide).collect();
        fn root(parent: &mut [usize], mut face: usize) -> usize {
            while parent[face] != face {
                parent[face] = parent[parent[face]];
                face = parent[face];
            }
            face
        }
        let between: rustc_hash::FxHashSet<(usize, usize)> =
            strokes.iter().filter(|s| s.0.is_some()).map(|s| (number(s.2.0), number(s.2.1))).collect();
        for face in 0..high * wide {
            let right = (face % wide + 1 < wide).then_some(face + 1);
            let below = (face / wide + 1 < high).then_some(face + wide);
            for other in [right, below].into_iter().flatten().filter(|&other| !between.contains(&(face, other))) {
                let (a, b) = (root(&mut parent, face), root(&mut parent, other));
                parent[a.max(b)] = a.min(b);
            }
        }
        let mut face = |at: (usize, usize)| root(&mut parent, number(at)) as u32;
        let found = strokes.into_iter().filter_map(|(unknown, ends, (a, b))| {
            Some(StrokeEdge { unknown: unknown?, ends: (ends.0 as u32, ends.1 as u32), faces: (face(a), face(b)) })
        });
        found.collect()
    }
}

impl Model {
    /// Adds an unknown for every possible stroke on the grid.
    pub fn add_lines(
        &mut self,
        name: &str,
        kind: LineKind,
        grid: GridId,
        content: (Kind, Domain),
        hidden: bool,
    ) -> LinesId {
        let g = &self.grids[grid];
        let (rows, cols) = (g.rows, g.cols);
        let present = |r: usize, c: usize| r < rows && c < cols && g.present[r * cols + c];
        // In reading order of the cells. Each stroke takes the name of the first cell at it.
        let mut places: Vec<(bool, usize, String)> = Vec::new();
        for r in 0..=rows {
            for c in 0..=cols {
                let here = present(r, c);
                let (left, above) = (c > 0 && present(r, c - 1), r > 0 && present(r - 1, c));
                let at = |r: usize, c: usize| format!("r{}c{}", r + 1, c + 1);
                match kind {
                    LineKind::Fences => {
                        let (width, level) = (cols + 1, r * cols + c);
                        if here || above {
                            let (cell, side) = if here { (at(r, c), "up") } else { (at(r - 1, c), "down") };
                            places.push((false, level, format!("{name}[{cell}, {side}]")));
                        }
                        if here || left {
                            let (cell, side) = if here { (at(r, c), "left") } else { (at(r, c - 1), "right") };
                            places.push((true, r * width + c, format!("{name}[{cell}, {side}]")));
                        }
                    }
                    _ => {
                        for (across, (s, d), side) in [(true, (r, c + 1), "right"), (false, (r + 1, c), "down")] {
                            if here && present(s, d) {
                                let name = match kind {
                                    LineKind::Partition => format!("same({name}, {}, {})", at(r, c), at(s, d)),
                                    _ => format!("{name}[{}, {side}]", at(r, c)),
                                };
                                places.push((across, r * cols + c, name));
                            }
                        }
                    }
                }
            }
        }
        let fences = usize::from(kind == LineKind::Fences);
        let mut across = vec![None; rows * (cols + fences)];
        let mut down = vec![None; (rows + fences) * cols];
        for (is_across, i, name) in places {
            let unknown = Unknown { name, kind: content.0, domain: content.1.clone(), hidden, inner: hidden };
            let id = Some(self.add_unknown(unknown));
            if is_across { across[i] = id } else { down[i] = id }
        }
        self.lines.push(Lines { name: name.into(), kind, grid, hidden, content, rows, cols, across, down });
        LinesId(self.lines.len() as u32 - 1)
    }
}

/// The corner below and right of the first `row` rows and `col` columns: `the bottom right corner of r1c1`.
pub fn corner_text(row: usize, col: usize) -> String {
    let (low, right) = (if row > 0 { "bottom" } else { "top" }, if col > 0 { "right" } else { "left" });
    format!("the {low} {right} corner of r{}c{}", row.max(1), col.max(1))
}
