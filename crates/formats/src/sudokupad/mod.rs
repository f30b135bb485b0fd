//! SudokuPad: ids that start with `scl`, `ctc` or `scf` contain "zipped" JSON in lz-string's base64. Ids with `fpuz`
//! and `fpuzzles` contain f-puzzles data and are read by that module. Any other id is a puzzle on SudokuPad's server,
//! which sator doesn't fetch.
//!
//! Variant rules are drawings and prose. Givens, regions and cages can be read. Lines, arrows and dots become named
//! lists of cells, each `untranslated` and with a guess of its rule as a comment.

mod guess;
pub(super) mod replay;
mod unzip;
pub(crate) mod write;

use super::script::{Cell, Script, clip, list, plain_list};
use super::{DecompressError, Imported, MOST, Problem, base64, fpuzzles, lz_string};
use serde_json::Value;

/// A board with a longer side is refused.
const LARGEST: usize = 36;

/// Prefixes of ids that contain the puzzle.
const PREFIXES: [&str; 3] = ["scl", "ctc", "scf"];

/// The compressed part of a link or id.
fn data_of(text: &str) -> Option<&str> {
    let id = super::last_part(text);
    let id = id.split(['?', '&', '#']).next().unwrap_or(id);
    PREFIXES.iter().find_map(|prefix| id.strip_prefix(prefix)).filter(|data| data.len() > 20)
}

pub(super) fn is_link(text: &str) -> bool {
    text.contains("sudokupad") || text.contains("crackingthecryptic") || data_of(text).is_some()
}

pub(super) fn is_json(text: &str) -> bool {
    text.contains("\"cells\"") && text.contains("\"regions\"")
}

pub(super) fn import(text: &str) -> Result<Imported, Problem> {
    if text.starts_with('{') {
        return from_json(&parse(text)?, None);
    }
    let Some(data) = data_of(text) else {
        return Err(Problem::new("this link is only the id of a puzzle on SudokuPad's server").help(
            "sator fetches nothing: open it there, choose \"Share\" and copy a link that contains the puzzle, with `scl` or `fpuzzles` after the host",
        ));
    };
    let data = base64::unescape(data).replace(' ', "+");
    let json = match lz_string::decompress(&data, MOST) {
        Ok(json) => json,
        Err(DecompressError::TooLong) => {
            return Err(Problem::new("the data of this link expands to more than 8 MiB, too much for a puzzle"));
        }
        Err(DecompressError::Data) => {
            return Err(Problem::new("the data of this SudokuPad link is damaged or cut short")
                .help("copy the whole link again"));
        }
    };
    from_json(&parse(&json)?, Some(text))
}

fn parse(text: &str) -> Result<Value, Problem> {
    serde_json::from_str(text)
        .ok()
        .or_else(|| unzip::parse(text))
        .ok_or_else(|| Problem::new("this isn't a SudokuPad puzzle: its data isn't JSON"))
}

/// A field by its long or its short name.
fn field<'a>(value: &'a Value, long: &str, short: &str) -> Option<&'a Value> {
    value.get(long).or_else(|| value.get(short)).filter(|v| !v.is_null())
}

fn array<'a>(value: &'a Value, long: &str, short: &str) -> &'a [Value] {
    field(value, long, short).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// `[row, col]` from 0, or `r1c1` from 1.
fn cell(value: &Value, rows: usize, cols: usize) -> Option<Cell> {
    let (row, col) = match value {
        Value::Array(pair) => (fpuzzles::number(pair.first()?)?, fpuzzles::number(pair.get(1)?)?),
        Value::String(name) => {
            let (row, col) = name.trim().strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
            (row.parse::<i64>().ok()? - 1, col.parse::<i64>().ok()? - 1)
        }
        _ => return None,
    };
    let (row, col) = (usize::try_from(row).ok()?, usize::try_from(col).ok()?);
    (row < rows && col < cols).then(|| Cell::new(row, col))
}

/// A point in units of cells, from the upper left corner of the grid.
fn point(value: &Value) -> Option<(f64, f64)> {
    let pair = value.as_array()?;
    let (row, col) = (pair.first()?.as_f64()?, pair.get(1)?.as_f64()?);
    (row.abs() < 1000.0 && col.abs() < 1000.0).then_some((row, col))
}

struct Board {
    rows: usize,
    cols: usize,
    script: Script,
    rules: String,
    /// By stem: the number of names made from it.
    names: std::collections::BTreeMap<String, usize>,
}

fn from_json(json: &Value, link: Option<&str>) -> Result<Imported, Problem> {
    let grid = array(json, "cells", "ce");
    let (rows, cols) = (grid.len(), grid.first().and_then(Value::as_array).map_or(0, Vec::len));
    if !(1..=LARGEST).contains(&rows)
        || !(1..=LARGEST).contains(&cols)
        || grid.iter().any(|r| r.as_array().is_none_or(|r| r.len() != cols))
    {
        return Err(Problem::new(format!(
            "a SudokuPad board has 1 to {LARGEST} rows of as many cells each, not {rows} and {cols}"
        )));
    }
    let mut board =
        Board { rows, cols, script: Script::default(), rules: String::new(), names: std::collections::BTreeMap::new() };
    let facts = metadata(json);
    let fact = |name: &str| facts.iter().find(|(key, _)| key == name).map(|(_, text)| text.as_str());
    if let Some(title) = fact("title") {
        board.script.title(title);
    }
    if let Some(author) = fact("author") {
        board.script.author(author);
    }
    if let Some(rules) = fact("rules") {
        board.script.rules(rules);
        board.rules = rules.to_lowercase();
    }
    if let Some(link) = link {
        board.script.line(&format!("# {}", super::script::plain(link)));
    }
    board.script.blank();
    board.script.line(&format!("grid x {rows}x{cols} in 1..{}", rows.max(cols)));
    board.regions(json);
    board.givens(grid)?;
    board.cages(json);
    board.drawn(json);
    if let Some(solution) = fact("solution") {
        board.solution(solution);
    }
    if !board.script.is_whole() && !board.rules.is_empty() {
        board.script.untranslated("the author's rules for these; see `rulestext` at the top");
    }
    Ok(board.script.finish("SudokuPad"))
}

/// Title, author, rules and solution: from `metadata`, or from cages without cells, as `title: ...`.
fn metadata(json: &Value) -> Vec<(String, String)> {
    let mut facts: Vec<(String, String)> = vec![];
    if let Some(Value::Object(map)) = field(json, "metadata", "md") {
        for (key, value) in map {
            let text = match value {
                Value::String(text) => text.clone(),
                Value::Array(lines) => {
                    let line = |line: &Value| line.as_str().map_or_else(|| line.to_string(), str::to_string);
                    let between = if key.eq_ignore_ascii_case("solution") { "," } else { "\n" };
                    lines.iter().map(line).collect::<Vec<_>>().join(between)
                }
                Value::Number(n) => n.to_string(),
                _ => continue,
            };
            facts.push((key.to_lowercase(), text));
        }
    }
    for cage in array(json, "cages", "ca") {
        let text = field(cage, "value", "v").and_then(Value::as_str).unwrap_or("");
        if let Some((key, value)) = text.split_once(':')
            && ["title", "author", "rules", "solution"].contains(&key.trim().to_lowercase().as_str())
        {
            facts.push((key.trim().to_lowercase(), value.trim().to_string()));
        }
    }
    facts
}

impl Board {
    fn regions(&mut self, json: &Value) {
        let (rows, cols) = (self.rows, self.cols);
        let mut labels = vec![vec![String::from("."); cols]; rows];
        for (k, region) in array(json, "regions", "re").iter().enumerate() {
            for place in region.as_array().into_iter().flatten().filter_map(|v| cell(v, rows, cols)) {
                labels[place.row][place.col] = (k + 1).to_string();
            }
        }
        if labels.iter().flatten().all(|label| label == ".") {
            self.script
                .comment("No regions are drawn. If each row and column contains each digit once, use this line:");
            self.script.line("# latin(x)");
            self.script.untranslated("the rule for rows and columns");
            return;
        }
        let height = (1..=rows).take_while(|h| h * h <= rows).filter(|h| rows.is_multiple_of(*h)).last().unwrap_or(1);
        let width = rows / height;
        let usual = rows == cols
            && matches!(rows, 4 | 6 | 8 | 9 | 16 | 25)
            && (0..rows * cols).all(|k| {
                let (a, b) = ((k / cols, k % cols), (k / cols / height * height, k % cols / width * width));
                labels[a.0][a.1] != "." && labels[a.0][a.1] == labels[b.0][b.1]
            });
        if usual {
            self.script.line("sudoku(x)");
        } else {
            self.script.picture("regions region of x", &labels);
            self.script.line("jigsaw(x, region)");
        }
    }

    fn givens(&mut self, grid: &[Value]) -> Result<(), Problem> {
        let most = self.rows.max(self.cols) as i64;
        let mut tokens = vec![vec![String::from("."); self.cols]; self.rows];
        for (row, cells) in grid.iter().enumerate() {
            for (col, object) in cells.as_array().into_iter().flatten().enumerate() {
                let Some(value) = field(object, "value", "v") else { continue };
                match fpuzzles::number(value).filter(|n| (1..=most).contains(n)) {
                    Some(n) => tokens[row][col] = n.to_string(),
                    None if value.as_str().is_some_and(|text| text.trim().is_empty()) => {}
                    None => {
                        let at = Cell::new(row, col);
                        self.script.untranslated(&format!("`{}` at {at}", clip(&value.to_string().replace('"', ""))));
                    }
                }
            }
        }
        if tokens.iter().flatten().any(|token| token != ".") {
            self.script.picture("givens x", &tokens);
        }
        Ok(())
    }

    fn cages(&mut self, json: &Value) {
        for cage in array(json, "cages", "ca") {
            let cells: Vec<Cell> =
                array(cage, "cells", "ce").iter().filter_map(|v| cell(v, self.rows, self.cols)).collect();
            let value = field(cage, "value", "v");
            let text = value.map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_string)).unwrap_or_default();
            if cells.is_empty() || text.contains(':') {
                continue;
            }
            let shown = list(&cells);
            let differ = field(cage, "unique", "un") != Some(&Value::Bool(false));
            match (
                value.and_then(fpuzzles::number).filter(|n| *n > 0),
                differ && cells.len() <= self.rows.max(self.cols),
            ) {
                (Some(total), true) => self.script.line(&format!("killer({shown}, {total})")),
                (Some(total), false) => self.script.line(&format!("sum_cage({shown}, {total})")),
                (None, true) if text.trim().is_empty() => self.script.line(&format!("killer({shown})")),
                _ => self.script.untranslated(&format!("a cage `{}`: {shown}", clip(&text))),
            }
        }
    }

    /// A new name for a list.
    fn name(&mut self, stem: &str) -> String {
        let count = self.names.entry(stem.to_string()).or_insert(0);
        *count += 1;
        format!("{stem}_{count}")
    }

    fn drawn(&mut self, json: &Value) {
        for (long, short) in [("lines", "l"), ("arrows", "a")] {
            for drawn in array(json, long, short) {
                let points: Vec<(f64, f64)> = array(drawn, "wayPoints", "wp").iter().filter_map(point).collect();
                let cells = self.path(&points);
                let colour = field(drawn, "color", "c").and_then(Value::as_str).unwrap_or("");
                if cells.is_empty() {
                    if !points.is_empty() {
                        self.script.untranslated(&format!("a line of colour {} outside the grid", clip(colour)));
                    }
                    continue;
                }
                let stem = if long == "arrows" { "arrow" } else { hue(colour) };
                let name = self.name(stem);
                self.script.line(&format!("let {name} = {}", list(&cells)));
                if let Some(guess) = guess::line(&self.rules, stem, &name).filter(|_| cells.len() > 1) {
                    self.script.guess(&guess);
                }
                self.script.untranslated(&format!("{name}, a line of colour {}: {}", clip(colour), list(&cells)));
            }
        }
        for (long, short) in [("underlays", "u"), ("overlays", "o")] {
            for drawn in array(json, long, short) {
                self.mark(drawn);
            }
        }
    }

    /// Reads a dot, a circle or a text. The cells that it touches limit what it can mean.
    fn mark(&mut self, drawn: &Value) {
        let Some((row, col)) = field(drawn, "center", "ct").and_then(point) else { return };
        let text = field(drawn, "text", "t")
            .map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_string))
            .unwrap_or_default();
        let fill = field(drawn, "backgroundColor", "c1")
            .or_else(|| field(drawn, "color", "c"))
            .and_then(Value::as_str)
            .unwrap_or("");
        let what = if text.trim().is_empty() {
            format!("of colour {}", clip(fill))
        } else {
            format!("`{}`", clip(text.trim()))
        };
        // On a border or corner one or both coordinates of the centre are whole.
        let around =
            |at: f64| if (at - at.round()).abs() < 0.1 { vec![at.round() - 1.0, at.round()] } else { vec![at.floor()] };
        let mut cells = vec![];
        for r in around(row) {
            for c in around(col) {
                if r >= 0.0 && c >= 0.0 && (r as usize) < self.rows && (c as usize) < self.cols {
                    cells.push(Cell::new(r as usize, c as usize));
                }
            }
        }
        if cells.is_empty() {
            return self.script.untranslated(&format!(
                "a mark {what} outside, at row {}, column {}",
                row + 0.5,
                col + 0.5
            ));
        }
        let stem = match cells.len() {
            1 => "mark",
            2 => "dot",
            _ => "corner",
        };
        let name = self.name(stem);
        self.script.line(&format!("let {name} = {}", plain_list(&cells)));
        let guess = match (&cells[..], text.trim(), hue(fill)) {
            ([a, b], "X" | "x", _) => Some(format!("x_mark({a}, {b})")),
            ([a, b], "V" | "v", _) => Some(format!("v_mark({a}, {b})")),
            ([a, b], "", "white") => Some(format!("white_dot({a}, {b})")),
            ([a, b], "", "black") => Some(format!("black_dot({a}, {b})")),
            ([_], "", hue) => {
                let round = matches!(field(drawn, "rounded", "r"), Some(Value::Bool(true)));
                guess::cell(&self.rules, hue, round, &name)
            }
            _ => None,
        };
        if let Some(guess) = guess {
            self.script.guess(&guess);
        }
        self.script.untranslated(&format!("{name}, a mark {what}: {}", plain_list(&cells)));
    }

    /// The cells along a line through points; empty if the line leaves the grid.
    fn path(&self, points: &[(f64, f64)]) -> Vec<Cell> {
        let mut cells: Vec<Cell> = vec![];
        for (k, &(row, col)) in points.iter().enumerate() {
            let (from_row, from_col) = if k == 0 { (row, col) } else { points[k - 1] };
            let steps = (row - from_row).abs().max((col - from_col).abs()).round().max(1.0);
            for step in 0..=steps as usize {
                let part = step as f64 / steps;
                let (r, c) = (from_row + (row - from_row) * part, from_col + (col - from_col) * part);
                if r < 0.0 || c < 0.0 || r >= self.rows as f64 || c >= self.cols as f64 {
                    continue;
                }
                let cell = Cell::new(r.floor() as usize, c.floor() as usize);
                if cells.last() != Some(&cell) {
                    cells.push(cell);
                }
            }
        }
        cells
    }

    /// Reads a solution: one character for each cell, with letters from 10 on, or values separated by commas.
    fn solution(&mut self, text: &str) {
        let alone = |part: &str| part.chars().count() == 1;
        let value = |part: &str| if alone(part) { u32::from_str_radix(part, 36).ok() } else { part.parse().ok() };
        let parts: Vec<String> = match text.contains(',') {
            true => text.split(',').map(|part| part.trim().to_string()).collect(),
            false => text.chars().filter(|c| !c.is_whitespace()).map(String::from).collect(),
        };
        if parts.iter().all(|part| matches!(part.as_str(), "" | "." | "0" | "?" | "-")) {
            return;
        }
        let values: Vec<Option<u32>> = parts.iter().map(|part| value(part)).collect();
        let most = self.rows.max(self.cols) as u32;
        if values.len() != self.rows * self.cols || values.iter().any(|d| d.is_none_or(|d| d == 0 || d > most)) {
            let (found, all) = (parts.len(), self.rows * self.cols);
            self.script.comment(&format!(
                "The stored solution is left out: it has {found} parts instead of {all} values from 1 to {most}."
            ));
            return;
        }
        let rows: Vec<Vec<String>> =
            values.chunks(self.cols).map(|row| row.iter().flatten().map(u32::to_string).collect()).collect();
        self.script.stored_solution(&rows);
    }
}

/// The name of a colour, as part of the names of lists.
fn hue(colour: &str) -> &'static str {
    let hex = colour.trim_start_matches('#');
    let wide: String =
        if hex.len() == 3 || hex.len() == 4 { hex.chars().flat_map(|c| [c, c]).collect() } else { hex.to_string() };
    let part = |k: usize| wide.get(2 * k..2 * k + 2).and_then(|h| i32::from_str_radix(h, 16).ok());
    let (Some(r), Some(g), Some(b)) = (part(0), part(1), part(2)) else {
        return match colour {
            "white" => "white",
            "black" => "black",
            "red" => "red",
            "green" => "green",
            "blue" => "blue",
            _ => "line",
        };
    };
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    match () {
        () if most < 60 => "black",
        () if least > 235 => "white",
        () if most - least < 25 => "grey",
        () if g == most && g - r > 30 => "green",
        () if r == most && b > g + 25 => "pink",
        () if b == most && r > g + 15 => "purple",
        () if b == most => "blue",
        () if r == most && g > 180 => "yellow",
        () if r == most && g > b + 40 => "orange",
        () => "red",
    }
}
