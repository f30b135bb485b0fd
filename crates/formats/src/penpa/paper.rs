//! A drawing for penpa with margins for clues outside, and its link. Each genre is drawn the way penpa draws a link of
//! pzpr, which `layers` reads.

mod parts;

use super::super::base64;
use super::super::outgoing::Outgoing;
use super::super::puzzlink::Part;
use super::super::puzzlink::codec::Clue;
use super::super::puzzlink::genre_drawing::GenreDrawing;
use super::super::puzzlink::rooms::Neighbours;
use super::board::LARGEST;
use super::keys;
use sator_model::shape::Place;
use sator_model::{Model, PictureContent, PictureOf};
use serde_json::{Map, Value, json};

/// The directions `_0` to `_3` after a number.
pub(super) const ARROWS: [&str; 4] = ["up", "left", "right", "down"];

/// The numbers of the thick style of edges, and of colours of cells.
const THICK: u32 = 2;
const GREY: u32 = 3;
const BLACK: u32 = 4;

/// The kinds of points, in the order in which they are numbered.
const CENTRE: usize = 0;
const CORNER: usize = 1;
const BELOW: usize = 2;
const BESIDE: usize = 3;

pub(super) struct Paper {
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// The margins above and to the left; below and to the right they are one cell.
    top: usize,
    left: usize,
    fields: Map<String, Value>,
    /// The colours of lines without bulbs, in their order.
    pub(super) line_colours: Vec<&'static str>,
}

impl Paper {
    fn new(rows: usize, cols: usize) -> Paper {
        Paper::with_margins(rows, cols, (1, 1))
    }

    fn with_margins(rows: usize, cols: usize, (top, left): (usize, usize)) -> Paper {
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
        Paper { rows, cols, top, left, fields, line_colours: vec![] }
    }

    /// The width in points: the board, its margins, and two cells on each side.
    fn width(&self) -> usize {
        self.left + self.cols + 5
    }

    /// The number of points of one kind.
    fn each(&self) -> usize {
        (self.top + self.rows + 5) * self.width()
    }

    /// The point of a cell. Rows and columns count from 0; cells outside are below 0 or past the end.
    pub(super) fn cell(&self, (row, col): (i64, i64)) -> usize {
        let (row, col) = (row + 2 + self.top as i64, col + 2 + self.left as i64);
        row as usize * self.width() + col as usize
    }

    /// The point of a cell's upper left corner.
    pub(super) fn corner(&self, row: usize, col: usize) -> usize {
        CORNER * self.each() + (row + 1 + self.top) * self.width() + col + 1 + self.left
    }

    /// The point at a row and column in steps of half a cell, from the centre of the first cell.
    pub(super) fn halfway(&self, row: usize, col: usize) -> usize {
        let kind = [[CENTRE, BESIDE], [BELOW, CORNER]][row % 2][col % 2];
        kind * self.each() + self.cell(((row / 2) as i64, (col / 2) as i64))
    }

    fn put(&mut self, key: &str, at: String, value: Value) {
        if let Some(Value::Object(map)) = self.fields.get_mut(key) {
            map.insert(at, value);
        }
    }

    pub(super) fn push(&mut self, key: &str, cells: &[Place]) {
        let points: Vec<usize> = cells.iter().map(|(row, col)| self.cell((*row as i64, *col as i64))).collect();
        if let Some(Value::Array(list)) = self.fields.get_mut(key) {
            list.push(points.into());
        }
    }

    pub(super) fn number(&mut self, at: (i64, i64), text: &str) {
        self.text(self.cell(at), text);
    }

    pub(super) fn text(&mut self, point: usize, text: &str) {
        self.put("number", point.to_string(), json!([text, 1, "1"]));
    }

    pub(super) fn symbol(&mut self, point: usize, name: &str, kind: u32) {
        self.put("symbol", point.to_string(), json!([kind, name, 1]));
    }

    pub(super) fn colour(&mut self, at: (i64, i64), colour: u32) {
        let point = self.cell(at).to_string();
        self.put("surface", point, colour.into());
    }

    fn at(&self, index: usize) -> (i64, i64) {
        ((index / self.cols) as i64, (index % self.cols) as i64)
    }

    /// Thick edges between groups of cells, and at walls.
    pub(super) fn borders(&mut self, groups: &[Option<u32>], walls: &[Neighbours]) {
        let cols = self.cols;
        let bordered = |a: usize, b: usize| groups[a] != groups[b] || walls.contains(&(a, b));
        for row in 0..self.rows {
            for col in 0..self.cols {
                let here = row * cols + col;
                if col > 0 && bordered(here - 1, here) {
                    let key = format!("{},{}", self.corner(row, col), self.corner(row + 1, col));
                    self.put("lineE", key, THICK.into());
                }
                if row > 0 && bordered(here - cols, here) {
                    let key = format!("{},{}", self.corner(row, col), self.corner(row, col + 1));
                    self.put("lineE", key, THICK.into());
                }
            }
        }
    }

    /// The place of a clue outside; these are numbered top, bottom, left, right.
    fn outside(&self, k: usize) -> (i64, i64) {
        let (rows, cols) = (self.rows, self.cols);
        match k {
            k if k < cols => (-1, k as i64),
            k if k < 2 * cols => (rows as i64, (k - cols) as i64),
            k if k < 2 * cols + rows => ((k - 2 * cols) as i64, -1),
            k => ((k - 2 * cols - rows) as i64, cols as i64),
        }
    }

    /// The drawing of a genre; `None` if two things would stand in one place.
    pub(super) fn of(drawn: &GenreDrawing) -> Option<Paper> {
        let (rows, cols) = (drawn.rows, drawn.cols);
        let is_list = |(part, _): &(Part, Vec<Clue>)| matches!(part, Part::Nonogram(_));
        let margins = if drawn.parts.iter().any(is_list) { (rows.div_ceil(2), cols.div_ceil(2)) } else { (1, 1) };
        let mut paper = Paper::with_margins(rows, cols, margins);
        for (part, clues) in &drawn.parts {
            paper.part(drawn, part, clues)?;
        }
        (rows + paper.top < LARGEST && cols + paper.left < LARGEST).then_some(paper)
    }

    /// A Kakuro: dark cells with the sum downwards in the lower left corner and the sum to the right in the upper right
    /// corner.
    pub(super) fn kakuro(rows: usize, cols: usize, sums: &[Clue]) -> Paper {
        let mut paper = Paper::new(rows, cols);
        for (k, token) in sums.iter().map(Clue::token).enumerate().filter(|(_, token)| token != ".") {
            let point = paper.cell(paper.at(k));
            paper.put("surface", point.to_string(), 4.into());
            for (corner, sum) in [2, 1].into_iter().zip(token.split(',')).filter(|(_, sum)| !matches!(*sum, "." | "#"))
            {
                let small = 4 * (paper.each() + point) + corner;
                paper.put("numberS", small.to_string(), json!([sum, 1]));
            }
        }
        paper
    }

    /// Regions, and digits in cells.
    pub(super) fn jigsaw(side: usize, groups: &[Option<u32>], digits: &[Option<i64>]) -> Paper {
        let mut paper = Paper::new(side, side);
        paper.borders(groups, &[]);
        for (k, digit) in digits.iter().enumerate() {
            if let Some(digit) = digit {
                paper.number(paper.at(k), &digit.to_string());
            }
        }
        paper
    }

    /// A cage, with its clue in the upper left corner of its first cell.
    pub(super) fn cage(&mut self, cells: &[Place], clue: Option<&str>) {
        self.push("killercages", cells);
        if let (Some((row, col)), Some(clue)) = (cells.iter().min(), clue) {
            let small = 4 * (self.each() + self.cell((*row as i64, *col as i64)));
            self.put("numberS", small.to_string(), json!([clue, 1]));
        }
    }

    /// The pictures and shapes of a puzzle without a genre.
    pub(super) fn sketch(out: &Outgoing) -> Paper {
        let mut paper = Paper::new(out.grid.rows, out.grid.cols);
        for at in 0..out.grid.len() {
            if let Some(value) = out.given(at) {
                let kind = out.grid.content.as_ref().map_or(sator_model::Kind::Int, |(kind, _)| *kind);
                paper.number(paper.at(at), &out.model.value_text(kind, value));
            }
            if !out.grid.present[at] {
                let point = paper.cell(paper.at(at)).to_string();
                paper.put("surface", point, 4.into());
            }
        }
        for picture in out.model.pictures.iter().filter(|p| !matches!(p.of, PictureOf::Grid(id) if id != out.id)) {
            match &picture.content {
                PictureContent::Regions { groups, .. } if groups.len() == out.grid.len() => paper.borders(groups, &[]),
                PictureContent::Clues { words, .. } if words.len() == out.grid.len() => {
                    for (at, word) in words.iter().enumerate() {
                        if let Some(word) = word {
                            paper.number(paper.at(at), word);
                        }
                    }
                }
                PictureContent::Outside { words: sides, .. } => {
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
        paper
    }

    pub(super) fn link(self, model: &Model, tags: &[&str]) -> String {
        let (rows, cols) = (self.rows + self.top + 1, self.cols + self.left + 1);
        let (wide, high) = ((cols as f64 + 1.0) * 38.0, (rows as f64 + 1.0) * 38.0);
        let centre = (rows / 2 + 2) * self.width() + cols / 2 + 2;
        let title = escaped(model.title.as_deref().unwrap_or("")).replace("%2D", " ");
        let author = escaped(model.author.as_deref().unwrap_or("")).replace("%2D", " ");
        let rules = escaped(&model.rules_in_words().join("\n"));
        let head = format!(
            "square,{cols},{rows},38,0,1,1,{wide},{high},{centre},{centre},0,0,0,0,Title: {title},Author: {author},,{rules},ON,false,"
        );
        let mode = json!({"qa": "pu_q", "grid": ["1", "2", "1"], "pu_q": modes(2), "pu_a": modes(3)});
        let points: Vec<usize> = (0..self.rows * self.cols).map(|at| self.cell(self.at(at))).collect();
        let steps: Vec<i64> =
            points.iter().enumerate().map(|(k, p)| *p as i64 - if k > 0 { points[k - 1] as i64 } else { 0 }).collect();
        let mut colours = Paper::new(self.rows, self.cols).fields;
        let empty = Value::Object(colours.clone()).to_string();
        let custom_colours = u8::from(!self.line_colours.is_empty()).to_string();
        colours.insert("nobulbthermo".into(), self.line_colours.into());
        let lines = [
            head,
            format!("[{},1,{},1]", self.top, self.left),
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
            custom_colours,
            Value::Object(colours).to_string(),
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

/// A text of the first line, without the characters that end a field there.
fn escaped(text: &str) -> String {
    text.replace(',', "%2C").replace('\n', "%2D").replace('&', "%2E").replace('=', "%2F")
}

/// The letter of this number; 1 is A.
pub(super) fn letter(number: u32) -> Option<String> {
    (1..=26).contains(&number).then(|| char::from(b'A' + number as u8 - 1).to_string())
}

/// The settings of each tool, for lines of this kind.
fn modes(line: usize) -> Value {
    json!({
        "edit_mode": "surface", "surface": ["", 1], "line": ["1", line], "lineE": ["1", line], "wall": ["", line],
        "cage": ["1", 10], "number": ["1", if line == 2 { 1 } else { 2 }], "symbol": ["circle_L", 2], "special": ["thermo", ""],
        "board": ["", ""], "move": ["1", ""], "combi": ["battleship", ""], "sudoku": ["1", if line == 2 { 1 } else { 9 }],
    })
}
