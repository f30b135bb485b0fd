//! A player's marks on a penpa board: the second drawing of a link, and its replay, `&r=`.
//!
//! A mark is stored by its layer and its point, or the two points of a stroke. A crossed out stroke is 98 at the point in its
//! middle. A replay is a stack of marks, the last one first: `[layer, point, value, ...]`, with null where a mark goes.

use super::super::marks::{Mark, Played};
use super::super::{Problem, base64};
use super::board::{Board, Point};
use super::{Opened, damaged, inflated};
use serde_json::Value;

/// Colours of shaded cells: dark grey, light grey, black, grey.
const DARK: [i64; 4] = [1, 3, 4, 8];
/// The colour of cells that are marked as unshaded.
const GREEN: i64 = 2;
/// The style of a crossed out stroke, and of a double line.
const CROSS: i64 = 98;
const DOUBLE: i64 = 30;

/// Symbols by name and number that stand for yes or no.
const SYMBOLS: [(&str, &[i64], bool); 12] = [
    ("star", &[1, 2, 3], true),
    ("tents", &[2], true),
    ("sun_moon", &[3, 4, 5], true),
    ("square_LL", &[2], true),
    ("circle_M", &[2], true),
    ("battleship_B", &[1, 2, 3, 4, 5, 6], true),
    ("circle_M", &[1], false),
    ("battleship_B", &[7, 8], false),
    ("star", &[0], false),
    ("ox_B", &[4, 8], false),
    ("ox_G", &[1, 4], false),
    ("circle_SS", &[12], false),
];

pub(in super::super) fn state(link: &str) -> Result<Played, Problem> {
    let opened = Opened::new(link)?;
    let (board, drawn) = (&opened.board, opened.drawing(4)?);
    let layer = |name: &str| drawn.get(name).and_then(Value::as_object).into_iter().flatten();
    let marks = ["surface", "number", "symbol", "line", "lineE"]
        .into_iter()
        .flat_map(|name| layer(name).map(move |(point, value)| (name, point, value)))
        .map(|(name, point, value)| board.mark(name, point, value))
        .collect();
    Ok(Played { rows: board.rows, cols: board.cols, marks })
}

pub(in super::super) fn replay(link: &str) -> Result<Played, Problem> {
    let Some(data) = link.split(['&', '#', '?']).find_map(|part| part.strip_prefix("r=")) else {
        return Err(Problem::new("this penpa link has no replay")
            .help("use a link with `&r=`, which penpa makes after a puzzle is solved"));
    };
    let board = Opened::new(link)?.board;
    let bytes = base64::decode(&base64::unescape(data).replace(' ', "+")).ok_or_else(damaged)?;
    let stack: Vec<Value> = serde_json::from_str(&inflated(&bytes)?).map_err(|_| damaged())?;
    let mut marks = vec![];
    for entry in stack.iter().rev() {
        let (Some(layer), point) = (entry[0].as_str(), &entry[1]) else { return Err(damaged()) };
        if layer == "move" {
            return Err(Problem::new("this replay moves marks from cell to cell, which sator doesn't read"));
        }
        let point = point.as_str().map_or_else(|| point.to_string(), String::from);
        marks.push(board.mark(layer, &point, &entry[2]));
    }
    Ok(Played { rows: board.rows, cols: board.cols, marks })
}

impl Board {
    /// The mark of a value at a point of a layer.
    fn mark(&self, layer: &str, point: &str, value: &Value) -> Mark {
        let found = match layer {
            "surface" => self.cell(point).and_then(|cell| shade(cell, value)),
            "number" => self.cell(point).and_then(|cell| text(cell, value)),
            "symbol" => self.cell(point).and_then(|cell| symbol(cell, value)),
            "line" => self.link(point, value),
            "lineE" => self.border(point, value),
            _ => None,
        };
        found.unwrap_or(Mark::Other)
    }

    fn cell(&self, point: &str) -> Option<(usize, usize)> {
        match self.point(point)? {
            Point::Cell(cell) => Some((cell.row, cell.col)),
            _ => None,
        }
    }

    fn link(&self, key: &str, value: &Value) -> Option<Mark> {
        let Some((a, b)) = key.split_once(',') else {
            let Point::Edge(cell, below) = self.point(key)? else { return None };
            let strokes = if value.is_null() { None } else { Some(0).filter(|_| value == CROSS) };
            let is_mark = value.is_null() || strokes.is_some();
            return is_mark.then_some(Mark::Link { cell: (cell.row, cell.col), across: !below, strokes });
        };
        let (a, b) = (self.cell(a)?, self.cell(b)?);
        let (cell, other) = (a.min(b), a.max(b));
        let across = match (other.0 - cell.0, other.1.abs_diff(cell.1)) {
            (0, 1) => true,
            (1, 0) => false,
            _ => return None,
        };
        let strokes = value.as_i64().map(|style| if style == DOUBLE { 2 } else { 1 });
        Some(Mark::Link { cell, across, strokes })
    }

    fn border(&self, key: &str, value: &Value) -> Option<Mark> {
        let Some((a, b)) = key.split_once(',') else {
            let Point::Edge(cell, below) = self.point(key)? else { return None };
            let step = if below { (1, 0) } else { (0, 1) };
            let drawn = if value.is_null() { None } else { Some(false).filter(|_| value == CROSS) };
            let is_mark = value.is_null() || drawn.is_some();
            return is_mark.then_some(Mark::Border { cell: (cell.row, cell.col), step, drawn });
        };
        let (Point::Corner(r, c), Point::Corner(i, j)) = (self.point(a)?, self.point(b)?) else { return None };
        let drawn = (!value.is_null()).then_some(true);
        // The cell below a level border or right of an upright one, else the last one before the rim.
        let (row, col) = (r.min(i), c.min(j));
        let (cell, step) = match (r.abs_diff(i), c.abs_diff(j)) {
            (0, 1) if row < self.rows => ((row, col), (-1, 0)),
            (0, 1) => ((row - 1, col), (1, 0)),
            (1, 0) if col < self.cols => ((row, col), (0, -1)),
            (1, 0) => ((row, col - 1), (0, 1)),
            _ => return None,
        };
        Some(Mark::Border { cell, step, drawn })
    }
}

fn shade(cell: (usize, usize), value: &Value) -> Option<Mark> {
    let yes = match value.as_i64() {
        _ if value.is_null() => None,
        Some(colour) if DARK.contains(&colour) => Some(true),
        Some(GREEN) => Some(false),
        _ => return None,
    };
    Some(Mark::Shade { cell, yes })
}

/// A number or a text; digits in a corner are notes. A cell of the style 7 has a flag a digit, and is filled by one alone.
fn text(cell: (usize, usize), value: &Value) -> Option<Mark> {
    if value.is_null() {
        return Some(Mark::Text { cell, text: None });
    }
    let style = value[2].as_str().unwrap_or("1");
    let text = match style {
        "7" => {
            let flags = value[0].as_array()?.iter().enumerate();
            let mut set = flags.filter(|(_, flag)| **flag == 1).map(|(at, _)| at + 1);
            set.next().filter(|_| set.next().is_none())?.to_string()
        }
        "1" | "5" | "6" | "10" => super::number_of(value).filter(|text| !text.is_empty())?,
        _ => return None,
    };
    Some(Mark::Text { cell, text: Some(text) })
}

fn symbol(cell: (usize, usize), value: &Value) -> Option<Mark> {
    if value.is_null() {
        return Some(Mark::Shade { cell, yes: None });
    }
    let (number, name) = (value[0].as_i64()?, value[1].as_str()?);
    let (.., yes) = SYMBOLS.iter().find(|(known, numbers, _)| *known == name && numbers.contains(&number))?;
    Some(Mark::Shade { cell, yes: Some(*yes) })
}
