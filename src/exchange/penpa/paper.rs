//! What is drawn on a board with a margin of one cell for what stands outside, and the link of it.

use super::super::base64;
use super::super::outgoing::Outgoing;
use super::super::puzzlink::Part;
use super::super::puzzlink::codec::Clue;
use super::super::puzzlink::drawn::Drawn;
use super::keys;
use crate::model::shape::{End, Form, Place};
use crate::model::{PictureOf, Seen};
use serde_json::{Map, Value, json};

/// What `_0` to `_3` behind a number say, of the arrow beside it.
pub(super) const ARROWS: [&str; 4] = ["up", "left", "right", "down"];

pub(super) struct Paper {
    rows: usize,
    cols: usize,
    fields: Map<String, Value>,
}

impl Paper {
    fn new(rows: usize, cols: usize) -> Paper {
        let mut fields = Map::new();
        for key in ["command_redo", "command_undo", "command_replay"] {
            fields.insert(key.into(), json!({"__a": []}));
        }
        for key in ["surface", "number", "numberS", "symbol", "freeline", "freelineE"] {
            fields.insert(key.into(), json!({}));
        }
        for key in ["thermo", "arrows", "direction", "squareframe", "polygon"] {
            fields.insert(key.into(), json!([]));
        }
        for key in ["line", "lineE", "wall", "cage", "deletelineE"] {
            fields.insert(key.into(), json!({}));
        }
        for key in ["killercages", "nobulbthermo"] {
            fields.insert(key.into(), json!([]));
        }
        Paper { rows, cols, fields }
    }

    /// The width of the numbering of points: the board, its margins, and two more on each side.
    fn width(&self) -> usize {
        self.cols + 6
    }

    /// The point of a cell; rows and columns from 0, -1 and one past the end for those outside.
    pub(super) fn cell(&self, (row, col): (i64, i64)) -> usize {
        (row + 3) as usize * self.width() + (col + 3) as usize
    }

    /// The point of the upper left corner of a cell.
    pub(super) fn corner(&self, row: usize, col: usize) -> usize {
        (self.rows + 6) * self.width() + (row + 2) * self.width() + col + 2
    }

    fn put(&mut self, key: &str, at: String, value: Value) {
        if let Some(Value::Object(map)) = self.fields.get_mut(key) {
            map.insert(at, value);
        }
    }

    fn push(&mut self, key: &str, cells: &[Place]) {
        let points: Vec<usize> = cells.iter().map(|(row, col)| self.cell((*row as i64, *col as i64))).collect();
        if let Some(Value::Array(list)) = self.fields.get_mut(key) {
            list.push(points.into());
        }
    }

    fn number(&mut self, at: (i64, i64), text: &str) {
        let point = self.cell(at).to_string();
        self.put("number", point, json!([text, 1, "1"]));
    }

    fn at(&self, index: usize) -> (i64, i64) {
        ((index / self.cols) as i64, (index % self.cols) as i64)
    }

    /// Thick edges between groups of cells.
    fn borders(&mut self, groups: &[Option<u32>]) {
        for row in 0..self.rows {
            for col in 0..self.cols {
                let here = groups[row * self.cols + col];
                if col > 0 && groups[row * self.cols + col - 1] != here {
                    let key = format!("{},{}", self.corner(row, col), self.corner(row + 1, col));
                    self.put("lineE", key, 2.into());
                }
                if row > 0 && groups[(row - 1) * self.cols + col] != here {
                    let key = format!("{},{}", self.corner(row, col), self.corner(row, col + 1));
                    self.put("lineE", key, 2.into());
                }
            }
        }
    }

    /// The place of a clue outside: at the top, bottom, left and right, one after the other.
    fn outside(&self, k: usize) -> (i64, i64) {
        let (rows, cols) = (self.rows, self.cols);
        match k {
            k if k < cols => (-1, k as i64),
            k if k < 2 * cols => (rows as i64, (k - cols) as i64),
            k if k < 2 * cols + rows => ((k - 2 * cols) as i64, -1),
            k => ((k - 2 * cols - rows) as i64, cols as i64),
        }
    }

    pub(super) fn of(drawn: &Drawn) -> Paper {
        let mut paper = Paper::new(drawn.rows, drawn.cols);
        for (part, clues) in &drawn.parts {
            if let Part::Rooms(_) = part {
                let groups: Vec<Option<u32>> = clues.iter().map(|room| room.token().parse().ok()).collect();
                paper.borders(&groups);
                continue;
            }
            for (k, clue) in clues.iter().enumerate().filter(|(_, clue)| clue.token() != ".") {
                match part {
                    Part::Circles(..) => {
                        let point = paper.cell(paper.at(k)).to_string();
                        let kind: i64 = clue.token().parse().unwrap_or(1);
                        let name = if drawn.genre.name == "moonsun" { "sun_moon" } else { "circle_L" };
                        paper.put("symbol", point, json!([kind, name, 1]));
                    }
                    Part::Four(_) if matches!(drawn.genre.name, "akari" | "shakashaka") => {
                        let point = paper.cell(paper.at(k)).to_string();
                        let text = if *clue == Clue::Any { " ".to_string() } else { clue.token() };
                        paper.put("surface", point.clone(), 4.into());
                        paper.put("number", point, json!([text, 7, "1"]));
                    }
                    Part::Tapa(_) => {
                        let point = paper.cell(paper.at(k)).to_string();
                        paper.put("number", point, json!([clue.token().replace(',', ""), 1, "4"]));
                    }
                    Part::Corners(_) => {
                        let point = paper.corner(k / (drawn.cols + 1), k % (drawn.cols + 1)).to_string();
                        paper.put("number", point, json!([clue.token(), 1, "1"]));
                    }
                    Part::Arrows(_) => {
                        let point = paper.cell(paper.at(k)).to_string();
                        let value = match clue.token().split_once(',') {
                            Some((number, way)) => {
                                let way = ARROWS.iter().position(|arrow| *arrow == way).unwrap_or(0);
                                json!([format!("{number}_{way}"), 1, "2"])
                            }
                            None => json!(["?", 1, "1"]),
                        };
                        paper.put("number", point, value);
                    }
                    Part::Outside2(_) | Part::Outside4(_) => paper.number(paper.outside(k), &clue.token()),
                    _ => paper.number(paper.at(k), &clue.token()),
                }
            }
        }
        paper
    }

    /// A Kakuro: dark cells, with the sum downwards in the lower left corner and that to the right in the upper right.
    pub(super) fn kakuro(rows: usize, cols: usize, sums: &[Clue]) -> Paper {
        let mut paper = Paper::new(rows, cols);
        for (k, token) in sums.iter().map(Clue::token).enumerate().filter(|(_, token)| token != ".") {
            let point = paper.cell(paper.at(k));
            paper.put("surface", point.to_string(), 4.into());
            for (corner, sum) in [2, 1].into_iter().zip(token.split(',')).filter(|(_, sum)| !matches!(*sum, "." | "#"))
            {
                let small = 4 * ((rows + 6) * paper.width() + point) + corner;
                paper.put("numberS", small.to_string(), json!([sum, 1]));
            }
        }
        paper
    }

    /// The pictures and shapes of a puzzle of no genre.
    pub(super) fn sketch(out: &Outgoing) -> Paper {
        let mut paper = Paper::new(out.grid.rows, out.grid.cols);
        for at in 0..out.grid.len() {
            if let Some(value) = out.given(at) {
                let kind = out.grid.content.as_ref().map_or(crate::model::Kind::Int, |(kind, _)| *kind);
                paper.number(paper.at(at), &out.model.value_text(kind, value));
            }
            if !out.grid.present[at] {
                let point = paper.cell(paper.at(at)).to_string();
                paper.put("surface", point, 4.into());
            }
        }
        for picture in out.model.pictures.iter().filter(|p| !matches!(p.of, PictureOf::Grid(id) if id != out.id)) {
            match &picture.seen {
                Seen::Regions { groups, .. } if groups.len() == out.grid.len() => paper.borders(groups),
                Seen::Clues { words, .. } if words.len() == out.grid.len() => {
                    for (at, word) in words.iter().enumerate() {
                        if let Some(word) = word {
                            paper.number(paper.at(at), word);
                        }
                    }
                }
                Seen::Outside { words: sides, .. } => {
                    let starts = [0, out.grid.cols, 2 * out.grid.cols, 2 * out.grid.cols + out.grid.rows];
                    for (side, clues) in sides.iter().enumerate() {
                        for (k, words) in clues.iter().enumerate().filter(|(_, words)| !words.is_empty()) {
                            paper.number(paper.outside(starts[side] + k), &words.join(" "));
                        }
                    }
                }
                _ => {}
            }
        }
        for shape in out.model.shapes.iter().filter(|shape| shape.grid == out.id) {
            match &shape.form {
                Form::Borders(groups) => paper.borders(groups),
                Form::Cage { cells, .. } => paper.push("killercages", cells),
                Form::Line(line) if line.start == End::Bulb => paper.push("thermo", &line.cells),
                Form::Line(line) if line.end == End::Arrow => paper.push("arrows", &line.cells),
                Form::Line(line) => paper.push("nobulbthermo", &line.cells),
                Form::Outside { first, step, clue } => {
                    paper.number((first.0 as i64 - step.0, first.1 as i64 - step.1), clue);
                }
                _ => {}
            }
        }
        paper
    }

    pub(super) fn link(self, title: Option<&str>, tags: &[&str]) -> String {
        let (rows, cols) = (self.rows + 2, self.cols + 2);
        let (wide, high) = ((cols as f64 + 1.0) * 38.0, (rows as f64 + 1.0) * 38.0);
        let centre = (rows / 2 + 2) * self.width() + cols / 2 + 2;
        let title = title.unwrap_or("").replace(',', "%2C").replace('\n', " ");
        let head = format!(
            "square,{cols},{rows},38,0,1,1,{wide},{high},{centre},{centre},0,0,0,0,Title: {title},Author: ,,,ON,false,"
        );
        let mode = json!({"qa": "pu_q", "grid": ["1", "2", "1"], "pu_q": modes(2), "pu_a": modes(3)});
        let points: Vec<usize> = (0..self.rows * self.cols).map(|at| self.cell(self.at(at))).collect();
        let steps: Vec<i64> =
            points.iter().enumerate().map(|(k, p)| *p as i64 - if k > 0 { points[k - 1] as i64 } else { 0 }).collect();
        let empty = Value::Object(Paper::new(self.rows, self.cols).fields).to_string();
        let lines = [
            head,
            "[1,1,1,1]".into(),
            mode.to_string(),
            Value::Object(self.fields).to_string(),
            empty.clone(),
            json!(steps).to_string(),
            "[]".into(),
            "{}".into(),
            "\"x\"".into(),
            "\"x\"".into(),
            "[3,2,1]".into(),
            mode.to_string(),
            "\"x\"".into(),
            "0".into(),
            empty.clone(),
            empty,
            "{}".into(),
            json!(tags).to_string(),
            String::new(),
        ];
        let text = keys::short_keys(&lines.join("\n"));
        let data = base64::encode(&miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 9));
        format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={data}")
    }
}

/// What each tool is set to, for lines of this kind.
fn modes(line: usize) -> Value {
    json!({
        "edit_mode": "surface", "surface": ["", 1], "line": ["1", line], "lineE": ["1", line], "wall": ["", line],
        "cage": ["1", 10], "number": ["1", if line == 2 { 1 } else { 2 }], "symbol": ["circle_L", 2], "special": ["thermo", ""],
        "board": ["", ""], "move": ["1", ""], "combi": ["battleship", ""], "sudoku": ["1", if line == 2 { 1 } else { 9 }],
    })
}
