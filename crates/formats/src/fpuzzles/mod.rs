//! f-puzzles: JSON, compressed in links with lz-string and base64 (`...?load=DATA`). Most constraints of the format are
//! standard rules; `fields` has one row for each.
//!
//! Cells are `R1C1`. Clues outside the grid have row or column 0, or one past the end. A value without `given` is the
//! solver's own entry.

mod arguments;
mod drawn;
mod fields;
mod outside;
pub(crate) mod write;

use super::marks::{Mark, Played};
use super::script::{Cell, Script, clip, list};
use super::{DecompressError, Imported, MOST, Problem, base64, lz_string};
use serde_json::{Map, Value};

/// A board with a longer side is refused.
const LARGEST: usize = 36;

/// Limit on the places at which a slash is put back: web servers merge two slashes into one.
const SLASHES: usize = 400;

pub(super) type Object = Map<String, Value>;

/// Whether a text is a link of this format, or its data.
pub(super) fn is_link(text: &str) -> bool {
    text.contains("f-puzzles.com") || data_of(text).is_some()
}

/// The beginning of compressed data whose text begins with `{"`.
const JSON_STARTS: &str = "N4Ig";

/// The compressed part: after `load=` or the prefix of a SudokuPad id, or the whole text.
fn data_of(text: &str) -> Option<&str> {
    if let Some((_, data)) = text.split_once("?load=").or_else(|| text.split_once("&load=")) {
        return Some(data.split('&').next().unwrap_or(data));
    }
    let id = super::last_part(text);
    let data = ["fpuzzles", "fpuz"].iter().find_map(|prefix| id.strip_prefix(prefix));
    data.or_else(|| text.starts_with(JSON_STARTS).then_some(text)).filter(|data| data.len() > 20)
}

/// Whether the text is the format's JSON.
pub(super) fn is_json(text: &str) -> bool {
    text.contains("\"grid\"")
        && (text.contains("\"size\"") || text.contains("\"givenPencilMarks\"") || text.contains("\"given\""))
}

pub(super) fn import(text: &str) -> Result<Imported, Problem> {
    if text.starts_with('{') {
        return from_json(text, None);
    }
    let Some(data) = data_of(text) else {
        return Err(Problem::new("this f-puzzles link has no puzzle in it")
            .help("sator fetches nothing: use a link with `?load=...`, such as \"Share\" on f-puzzles makes"));
    };
    from_json(&decode(data)?, Some(text))
}

/// The digits that a player has filled in.
pub(super) fn state(text: &str) -> Result<Played, Problem> {
    let text = match data_of(text) {
        Some(data) if !text.starts_with('{') => decode(data)?,
        _ => text.to_string(),
    };
    let json: Value =
        serde_json::from_str(&text).map_err(|e| Problem::new(format!("this isn't f-puzzles JSON: {e}")))?;
    let rows = json["grid"].as_array().ok_or_else(|| Problem::new("this f-puzzles JSON has no `grid`"))?;
    let mut marks = vec![];
    for (row, cells) in rows.iter().enumerate() {
        for (col, cell) in cells.as_array().into_iter().flatten().enumerate() {
            let value = cell.get("value").filter(|value| !value.is_null() && cell["given"] != true);
            let text = value.map(|value| value.as_str().map_or_else(|| value.to_string(), String::from));
            marks.extend(text.map(|text| Mark::Text { cell: (row, col), text: Some(text) }));
        }
    }
    let cols = rows.first().and_then(Value::as_array).map_or(0, Vec::len);
    Ok(Played { rows: rows.len(), cols, marks })
}

/// The JSON in a link's data.
pub(super) fn decode(data: &str) -> Result<String, Problem> {
    let data = base64::unescape(data).replace(' ', "+");
    let good = |data: &str| match lz_string::decompress(data, MOST) {
        Ok(text)
            if text.trim_start().starts_with('{') && serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok() =>
        {
            Ok(Some(text))
        }
        Err(DecompressError::TooLong) => {
            Err(Problem::new("the data of this link expands to more than 8 MiB, too much for a puzzle"))
        }
        _ => Ok(None),
    };
    if let Some(text) = good(&data)? {
        return Ok(text);
    }
    // Servers merge two slashes into one. Tries to put each back, first one alone, then each pair.
    let places: Vec<usize> = data.match_indices('/').map(|(at, _)| at).collect();
    let doubled = |at: &[usize]| {
        let mut longer = data.clone();
        for &at in at.iter().rev() {
            longer.insert(at, '/');
        }
        longer
    };
    let single = places.iter().map(|&a| vec![a]);
    let pairs =
        (0..places.len()).flat_map(|i| places[i + 1..].iter().map(move |&b| (i, b))).map(|(i, b)| vec![places[i], b]);
    for at in single.chain(pairs).take(SLASHES) {
        if let Some(text) = good(&doubled(&at))? {
            return Ok(text);
        }
    }
    Err(Problem::new("the data of this f-puzzles link is damaged or cut short").help("copy the whole link again"))
}

/// A board during import.
struct Board<'a> {
    size: usize,
    json: &'a Object,
    script: Script,
    /// The regions in the script: `boxes(x)`, `boxes(x, 2, 5)` or the name of a picture.
    regions: String,
    /// Height and width of a default box.
    shape: (usize, usize),
}

fn from_json(text: &str, link: Option<&str>) -> Result<Imported, Problem> {
    let json: Value =
        serde_json::from_str(text).map_err(|e| Problem::new(format!("this isn't f-puzzles JSON: {e}")))?;
    let wrong = || Problem::new("this isn't f-puzzles JSON: expected an object with `size` and `grid`");
    let json = json.as_object().ok_or_else(wrong)?;
    let grid = json.get("grid").and_then(Value::as_array).ok_or_else(wrong)?;
    let size = match json.get("size") {
        None | Some(Value::Null) => grid.len(),
        Some(size) => number(size).and_then(|n| usize::try_from(n).ok()).unwrap_or(0),
    };
    if !(1..=LARGEST).contains(&size) {
        let found = json.get("size").map_or_else(|| grid.len().to_string(), Value::to_string);
        return Err(Problem::new(format!("an f-puzzles board has 1 to {LARGEST} rows, not {}", clip(&found))));
    }
    if grid.len() != size || grid.iter().any(|row| row.as_array().is_none_or(|row| row.len() != size)) {
        return Err(Problem::new(format!("`grid` is not {size} rows of {size} cells")));
    }
    let height = (1..=size).take_while(|h| h * h <= size).filter(|h| size.is_multiple_of(*h)).last().unwrap_or(1);
    let shape = (height, size / height);
    let mut board = Board { size, json, script: Script::default(), regions: String::new(), shape };
    board.head(link);
    board.script.line(&format!("grid x {size}x{size} in 1..{size}"));
    board.rows_and_regions()?;
    board.flags();
    board.cells()?;
    board.fields();
    board.solution();
    Ok(board.script.finish("f-puzzles"))
}

/// A number, also in the form of text.
pub(super) fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(n) => {
            n.as_i64().or_else(|| n.as_f64().filter(|f| f.fract() == 0.0 && f.abs() < 1e9).map(|f| f as i64))
        }
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

impl Board<'_> {
    fn head(&mut self, link: Option<&str>) {
        for key in ["title", "author", "ruleset", "rules"] {
            if let Some(text) = self.json.get(key).and_then(Value::as_str).filter(|t| !t.trim().is_empty()) {
                match key {
                    "title" => self.script.title(text),
                    "author" => self.script.author(text),
                    _ => self.script.rules(text),
                }
            }
        }
        if let Some(link) = link {
            self.script.line(&format!("# {}", super::script::plain(link)));
        }
        self.script.blank();
    }

    /// The objects of a grid, row by row; another value counts as an empty object.
    fn places(&self) -> impl Iterator<Item = (Cell, Option<&Object>)> {
        let rows = self.json["grid"].as_array().into_iter().flatten().enumerate();
        rows.flat_map(|(row, cells)| {
            let cells = cells.as_array().into_iter().flatten().enumerate();
            cells.map(move |(col, cell)| (Cell::new(row, col), cell.as_object()))
        })
    }

    /// Writes `sudoku`, or rows and columns with the regions as a picture.
    fn rows_and_regions(&mut self) -> Result<(), Problem> {
        let (size, (height, width)) = (self.size, self.shape);
        let default = |cell: Cell| (cell.row / height * (size / width) + cell.col / width) as i64;
        let mut labels = vec![vec![String::from("."); size]; size];
        let mut usual = true;
        for (cell, object) in self.places() {
            let region = match object.and_then(|o| o.get("region")) {
                // `null` puts the cell in no region; a missing entry means the default box.
                Some(Value::Null) => None,
                None => Some(default(cell)),
                Some(value) => {
                    Some(number(value).filter(|n| (-1_000_000..1_000_000).contains(n)).ok_or_else(|| {
                        Problem::new(format!("the region of {cell} is a number, not {}", clip(&value.to_string())))
                    })?)
                }
            };
            usual &= region == Some(default(cell));
            if let Some(region) = region {
                labels[cell.row][cell.col] =
                    if region < 0 { format!("n{}", -region) } else { (region + 1).to_string() };
            }
        }
        if usual {
            let known = matches!(size, 4 | 6 | 8 | 9 | 16 | 25);
            self.regions = if known { "boxes(x)".into() } else { format!("boxes(x, {height}, {width})") };
            self.script.line(&match (known, height) {
                (true, _) => "sudoku(x)".into(),
                (false, 1) => "latin(x)".into(),
                _ => format!("sudoku(x, {height}, {width})"),
            });
        } else if labels.iter().flatten().all(|label| label == ".") {
            self.regions = format!("boxes(x, {height}, {width})");
            self.script.line("latin(x)");
        } else {
            self.regions = "region".into();
            self.script.picture("regions region of x", &labels);
            self.script.line("jigsaw(x, region)");
        }
        Ok(())
    }

    /// Writes the rules of the whole grid.
    fn flags(&mut self) {
        let on = |key: &str| self.json.get(key) == Some(&Value::Bool(true));
        let boxes = match (self.shape, self.size) {
            (_, 4 | 6 | 8 | 9 | 16 | 25) => "disjoint_groups(x)".to_string(),
            ((height, width), _) => format!("disjoint_groups(x, {height}, {width})"),
        };
        let lines: Vec<String> = [
            (on("diagonal+") && on("diagonal-"), "diagonal(x)"),
            (on("diagonal+") && !on("diagonal-"), "diagonal(x, upright)"),
            (on("diagonal-") && !on("diagonal+"), "diagonal(x, downright)"),
            (on("antiknight"), "anti_knight(x)"),
            (on("antiking"), "anti_king(x)"),
            (on("disjointgroups"), boxes.as_str()),
            // With dots on the board this flag concerns the pairs without a dot, and its rule follows the dots.
            (on("nonconsecutive") && !self.has_dots(), "nonconsecutive(x)"),
        ]
        .into_iter()
        .filter(|(on, _)| *on)
        .map(|(_, line)| line.to_string())
        .collect();
        lines.iter().for_each(|line| self.script.line(line));
    }

    /// Writes givens, candidates and colours.
    fn cells(&mut self) -> Result<(), Problem> {
        let size = self.size as i64;
        let mut rows = vec![vec![String::from("."); self.size]; self.size];
        let mut marks = vec![];
        let mut coloured: Vec<(String, Vec<Cell>)> = vec![];
        for (cell, object) in self.places() {
            let Some(object) = object else { continue };
            if object.get("given") == Some(&Value::Bool(true))
                && let Some(value) = object.get("value").filter(|v| !v.is_null())
            {
                let given = number(value).filter(|n| (1..=size).contains(n)).ok_or_else(|| {
                    Problem::new(format!(
                        "the given {} at {cell} isn't a value from 1 to {size}",
                        clip(&value.to_string())
                    ))
                })?;
                rows[cell.row][cell.col] = given.to_string();
            }
            if let Some(Value::Array(values)) = object.get("givenPencilMarks")
                && !values.is_empty()
            {
                let values: Vec<i64> = values.iter().filter_map(number).filter(|n| (1..=size).contains(n)).collect();
                if values.is_empty() {
                    return Err(Problem::new(format!("no candidate at {cell} is a value from 1 to {size}")));
                }
                let values: Vec<String> = values.iter().map(i64::to_string).collect();
                marks.push(format!("{cell} in {{{}}}", values.join(", ")));
            }
            let colours = ["c", "highlight", "cArray"].iter().filter_map(|key| object.get(*key));
            let colour =
                colours.filter_map(|c| c.as_str().or_else(|| c.as_array()?.first()?.as_str())).find(|c| !c.is_empty());
            if let Some(colour) = colour {
                match coloured.iter_mut().find(|(c, _)| c == colour) {
                    Some((_, cells)) => cells.push(cell),
                    None => coloured.push((colour.to_string(), vec![cell])),
                }
            }
        }
        if rows.iter().flatten().any(|token| token != ".") {
            self.script.picture("givens x", &rows);
        }
        marks.iter().for_each(|line| self.script.line(line));
        for (k, (colour, cells)) in coloured.iter().enumerate() {
            let cells = list(cells);
            self.script.line(&format!("let coloured_{} = {cells}", k + 1));
            self.script.untranslated(&format!("cells of colour {}: {cells}", clip(colour)));
        }
        Ok(())
    }

    /// Writes the stored solution if it is complete.
    fn solution(&mut self) {
        let values: Vec<Option<i64>> = match self.json.get("solution") {
            Some(Value::Array(values)) => {
                // The values form one list, or a list for each row.
                let flat = values.iter().flat_map(|v| v.as_array().map_or(std::slice::from_ref(v), Vec::as_slice));
                flat.map(number).collect()
            }
            Some(Value::String(text)) if text.contains(',') => text.split(',').map(|v| v.trim().parse().ok()).collect(),
            Some(Value::String(text)) => text.chars().map(|c| c.to_digit(36).map(i64::from)).collect(),
            _ => return,
        };
        let right = |v: &Option<i64>| v.is_some_and(|v| (1..=self.size as i64).contains(&v));
        if values.len() == self.size * self.size && values.iter().all(right) {
            let rows: Vec<Vec<String>> =
                values.chunks(self.size).map(|row| row.iter().flatten().map(i64::to_string).collect()).collect();
            self.script.stored_solution(&rows);
        } else if values.iter().any(right) {
            self.script.comment("The link has a solution that is not complete.");
        }
    }
}
