//! The layers of a drawing, read as the parts of a genre in `puzzlink`. A part removes what it reads, so that unread
//! drawings remain visible. Each genre is drawn the way penpa draws a link of pzpr.

mod parts;
mod pictures;

use super::super::puzzlink::{Genre, Part};
use super::super::script::{Cell, clip};
use super::board::{Board, Point};
use super::paper::ARROWS;
use sator_base::text::listed;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone)]
pub(super) struct Layers {
    genre: &'static Genre,
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// The text in each cell; `?` for a circle or blank that stands for an unknown number.
    numbers: BTreeMap<Cell, String>,
    /// Small numbers in a corner of a cell.
    small: BTreeMap<Cell, String>,
    /// Small numbers at the sides of a cell: at the top, to the right, to the left and at the bottom; `.` for none.
    sides: BTreeMap<Cell, [String; 4]>,
    corners: BTreeMap<(usize, usize), String>,
    /// By position on a board of centres, borders and corners.
    borders: BTreeMap<(usize, usize), String>,
    /// By row and column; those of the board start at 1.
    outside: BTreeMap<(i64, i64), String>,
    /// Name and kind, by position on a board of centres, borders and corners.
    symbols: BTreeMap<(usize, usize), (String, u64)>,
    /// Name and kind, by side on the rim of the board.
    rim: BTreeMap<usize, (String, u64)>,
    /// The names of symbols that no genre has at their places.
    stray: BTreeSet<String>,
    surface: BTreeMap<Cell, u64>,
    rooms: Vec<u32>,
    /// Cells with a clue whose thick edges are only a frame.
    framed: BTreeSet<Cell>,
    /// The number of stars in a row of the stored answer.
    stars: Option<u32>,
    /// Whether the grey or black cells are those with a number, or those with an unknown one.
    is_emphasis: bool,
}

/// Genres with lines between the points where edges meet. These points are the cells of their grid.
const ON_POINTS: [&str; 4] = ["firefly", "ichimaga", "ichimagam", "ichimagax"];

/// The ways of a firefly's tail, by its kind.
const TAILS: [&str; 4] = ["right", "down", "left", "up"];

/// The position of the border below a cell, or to its right, on a board of centres, borders and corners.
fn border(cell: Cell, below: bool) -> (usize, usize) {
    (2 * cell.row + usize::from(below), 2 * cell.col + usize::from(!below))
}

/// Whether the colour is grey or black.
pub(super) fn is_dark(colour: u64) -> bool {
    matches!(colour, 1 | 3 | 4 | 8)
}

/// The position of a letter in the alphabet; A is 1.
pub(super) fn letter(text: &str) -> Option<u32> {
    match text.as_bytes() {
        [letter @ b'A'..=b'Z'] => Some(u32::from(letter - b'A') + 1),
        _ => None,
    }
}

/// The direction of the only arrow at the edges of a cell, by its place in `ARROWS`.
fn edge_arrow(places: &Value) -> Option<usize> {
    /// As noqx reads them.
    const DIRECTIONS: [usize; 8] = [2, 3, 1, 0, 1, 0, 2, 3];
    let drawn: Vec<usize> = (0..8).filter(|&at| places.get(at).and_then(Value::as_u64) == Some(1)).collect();
    let [at] = drawn[..] else { return None };
    Some(DIRECTIONS[at])
}

impl Layers {
    /// Reads the layers of a drawing; `None` if something in them can't belong to this genre.
    pub(super) fn read(board: &Board, drawn: &Value, genre: &'static Genre, stars: Option<u32>) -> Option<Layers> {
        let layer = |key: &str| drawn.get(key).and_then(Value::as_object).into_iter().flatten();
        let is_corner = |(place, _): (&String, &Value)| matches!(board.point(place), Some(Point::Corner(..)));
        let on_points = ON_POINTS.contains(&genre.name) && layer("number").any(is_corner);
        let point = |place: &str| match board.point(place)? {
            Point::Corner(row, col) if on_points => Some(Point::Cell(Cell::new(row, col))),
            Point::Cell(_) if on_points => None,
            other => Some(other),
        };
        let mut layers = Layers {
            genre,
            rows: board.rows + usize::from(on_points),
            cols: board.cols + usize::from(on_points),
            numbers: BTreeMap::new(),
            small: BTreeMap::new(),
            sides: BTreeMap::new(),
            corners: BTreeMap::new(),
            borders: BTreeMap::new(),
            outside: BTreeMap::new(),
            symbols: BTreeMap::new(),
            rim: BTreeMap::new(),
            stray: BTreeSet::new(),
            surface: BTreeMap::new(),
            rooms: board.groups(drawn).into_iter().flatten().map(|room: usize| room as u32).collect(),
            framed: BTreeSet::new(),
            stars,
            is_emphasis: false,
        };
        // Drawings beside the digits of a sudoku are variants; `Board::variants_left` lists them.
        let variants = genre.name == "sudoku";
        for (place, value) in layer("number") {
            let Some(written) = value.get(0) else { continue };
            let written = written.as_str().map_or_else(|| written.to_string(), str::to_string);
            // A blank or an empty circle stands for an unknown number.
            let circled = value.get(1).and_then(Value::as_u64).is_some_and(|style| matches!(style, 5..=7));
            let text = match written.trim() {
                "" if genre.name != "hitori" && (circled || !written.is_empty()) => "?",
                text => text,
            };
            match point(place)? {
                Point::Cell(cell) => _ = layers.numbers.insert(cell, text.to_string()),
                _ if variants => {}
                Point::Corner(row, col) => _ = layers.corners.insert((row, col), text.to_string()),
                Point::Outside(row, col) => _ = layers.outside.insert((row, col), text.to_string()),
                Point::Edge(cell, below) => _ = layers.borders.insert(border(cell, below), text.to_string()),
                Point::Rim(_) => return None,
            }
        }
        let has_small = layers.has_small();
        for (place, value) in layer("numberS").filter(|_| has_small) {
            let text = super::number_of(value)?;
            if let Some((cell, side)) = board.at_side(place).filter(|_| genre.name == "compass") {
                let sides = layers.sides.entry(cell).or_insert_with(|| std::array::from_fn(|_| ".".into()));
                if text.parse::<u32>().is_ok() {
                    sides[side] = text;
                } else if !matches!(&*text, "" | "?") {
                    return None;
                }
                continue;
            }
            let cell = board.in_corner(place)?.0;
            if !text.is_empty() && layers.small.insert(cell, text).is_some() {
                return None;
            }
        }
        for (place, value) in layer("symbol").filter(|_| !variants) {
            layers.symbol(point(place)?, value)?;
        }
        for (place, value) in layer("surface").filter(|_| !variants) {
            let Point::Cell(cell) = point(place)? else { return None };
            layers.surface.insert(cell, value.as_u64()?);
        }
        if !matches!(genre.name, "castle" | "yajilin" | "hebi" | "yajikazu") {
            layers.numbers.retain(|_, text| !text.is_empty());
        }
        layers.outside.retain(|_, text| !text.is_empty());
        layers.corners.retain(|_, text| !text.is_empty());
        layers.borders.retain(|_, text| !text.is_empty());
        let unknown = layers.numbers.iter().filter(|(_, text)| *text == "?").map(|(cell, _)| cell);
        let dark = || layers.surface.keys();
        layers.is_emphasis = layers.surface.values().all(|colour| is_dark(*colour))
            && (dark().eq(layers.numbers.keys()) || dark().eq(unknown));
        Some(layers)
    }

    /// Reads a symbol. Arrows at the edges of a cell and fireflies give the number there a direction.
    fn symbol(&mut self, point: Point, value: &Value) -> Option<()> {
        let name = value.get(1).and_then(Value::as_str)?;
        let at = match point {
            Point::Cell(cell) if name.starts_with("arrow_fouredge") => {
                let number = self.numbers.get_mut(&cell)?;
                *number = format!("{number}_{}", edge_arrow(value.get(0)?)?);
                return Some(());
            }
            Point::Cell(cell) if name == "firefly" => {
                let number = self.numbers.get(&cell).filter(|number| !number.is_empty()).map_or("?", String::as_str);
                let tail = TAILS.get((value.get(0)?.as_u64()? as usize).checked_sub(1)?)?;
                let way = ARROWS.iter().position(|way| way == tail)?;
                self.numbers.insert(cell, format!("{number}_{way}"));
                return Some(());
            }
            Point::Cell(cell) => (2 * cell.row, 2 * cell.col),
            Point::Edge(cell, below) => border(cell, below),
            Point::Corner(row, col) if row > 0 && col > 0 => (2 * row - 1, 2 * col - 1),
            Point::Rim(side) => {
                self.rim.insert(side, (name.to_string(), value.get(0).and_then(Value::as_u64)?));
                return Some(());
            }
            // A star beside the number of stars is decoration.
            Point::Outside(..) if name == "star" => return Some(()),
            _ => {
                self.stray.insert(name.to_string());
                return Some(());
            }
        };
        self.symbols.insert(at, (name.to_string(), value.get(0).and_then(Value::as_u64)?));
        Some(())
    }

    /// The layers that the parts have left, in words; `None` if they have read everything. Grey or black cells which are just those
    /// with a number, or just those with an unknown one, only emphasise them.
    pub(super) fn unread(&self) -> Option<String> {
        let names: BTreeSet<&String> =
            self.symbols.values().chain(self.rim.values()).map(|(name, _)| name).chain(&self.stray).collect();
        let layers = [
            ("the texts in cells", !self.numbers.is_empty()),
            ("the small numbers", !self.small.is_empty()),
            ("the texts at corners", !self.corners.is_empty()),
            ("the texts on borders", !self.borders.is_empty()),
            ("the texts around the board", !self.outside.is_empty()),
            ("the coloured cells", !self.surface.is_empty() && !self.is_emphasis),
        ];
        let found = layers.into_iter().filter(|(_, is_left)| *is_left).map(|(what, _)| what.to_string());
        let found: Vec<String> =
            found.chain(names.into_iter().map(|name| format!("the symbols `{}`", clip(name)))).collect();
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        (!found.is_empty()).then(|| listed(&found, "and"))
    }

    /// Whether the genre has small numbers as clues, which stand in rooms or at the sides of a compass.
    pub(super) fn has_small(&self) -> bool {
        self.genre.name == "compass" || self.genre.parts.iter().any(|part| matches!(part, Part::RoomNumbers(_)))
    }

    pub(super) fn into_framed(self) -> BTreeSet<Cell> {
        self.framed
    }

    fn at(&self, cell: Cell) -> usize {
        cell.row * self.cols + cell.col
    }
}
