//! penpa-edit: `#m=edit&p=DATA` or `m=solve`; base64 of a raw deflate of lines of text. The first is the head, the second the margins, the
//! fourth what the setter drew, as JSON with short keys, the fifth what a solver did.
//!
//! Points are numbered over a grid with two cells around it and the margins: cells first, then corners, then two kinds of edges. A drawing has no
//! rules: numbers, symbols, surfaces and walls come over as pictures, lines as named lists, and all of it as `untranslated`.

mod answer;
mod tags;
pub(crate) mod write;

use super::puzzlink::Part;
use super::puzzlink::codec::Clue;
use super::puzzlink::drawn::Drawn;
use super::script::{Cell, Script, list, plain_list};
use super::{Imported, MOST, Problem, base64, fpuzzles};
use serde_json::{Map, Value};
use std::collections::HashSet;

/// A side of more cells is no puzzle.
const LARGEST: usize = 60;

/// What the format writes for its names; newer links write `zZ` for a z of their own.
const KEYS: [(&str, &str); 30] = [
    ("z9", "\"qa\""),
    ("zQ", "\"pu_q\""),
    ("zA", "\"pu_a\""),
    ("zG", "\"grid\""),
    ("zM", "\"edit_mode\""),
    ("zS", "\"surface\""),
    ("zL", "\"line\""),
    ("zE", "\"lineE\""),
    ("zW", "\"wall\""),
    ("zC", "\"cage\""),
    ("zN", "\"number\""),
    ("zY", "\"symbol\""),
    ("zP", "\"special\""),
    ("zB", "\"board\""),
    ("zR", "\"command_redo\""),
    ("zU", "\"command_undo\""),
    ("z8", "\"command_replay\""),
    ("z1", "\"numberS\""),
    ("zF", "\"freeline\""),
    ("z2", "\"freelineE\""),
    ("zT", "\"thermo\""),
    ("z3", "\"arrows\""),
    ("zD", "\"direction\""),
    ("z0", "\"squareframe\""),
    ("z5", "\"polygon\""),
    ("z4", "\"deletelineE\""),
    ("z6", "\"killercages\""),
    ("z7", "\"nobulbthermo\""),
    ("z_", "\"__a\""),
    ("zO", "null"),
];

fn data_of(text: &str) -> Option<&str> {
    let (_, query) = text.split_once("m=edit").or_else(|| text.split_once("m=solve"))?;
    query.split(['&', '#', '?']).find_map(|part| part.strip_prefix("p="))
}

pub(super) fn is_link(text: &str) -> bool {
    text.contains("penpa") || data_of(text).is_some()
}

pub(super) fn import(text: &str) -> Result<Imported, Problem> {
    let Some(data) = data_of(text) else {
        return Err(Problem::new("this penpa link has no puzzle in it")
            .help("use a link with `m=edit&p=...` or `m=solve&p=...` in it"));
    };
    let damaged =
        || Problem::new("the data of this penpa link is damaged or cut short").help("copy the whole link again");
    let bytes = base64::decode(&base64::unescape(data).replace(' ', "+")).ok_or_else(damaged)?;
    let lines = miniz_oxide::inflate::decompress_to_vec_with_limit(&bytes, MOST).map_err(|e| match e.status {
        miniz_oxide::inflate::TINFLStatus::HasMoreOutput => {
            Problem::new("the data of this link expands to more than 8 MiB: it is no puzzle")
        }
        _ => damaged(),
    })?;
    let lines = long_keys(&String::from_utf8(lines).map_err(|_| damaged())?);
    let lines: Vec<&str> = lines.split('\n').collect();
    let drawn = lines.get(3).ok_or_else(damaged)?;
    let drawn: Value = serde_json::from_str(drawn).map_err(|_| damaged())?;
    let board = Board::new(lines[0], lines.get(1).copied().unwrap_or(""))?;
    let tags: Vec<String> = lines.get(17).and_then(|tags| serde_json::from_str(tags).ok()).unwrap_or_default();
    board.read(text, lines[0], &drawn, &tags)
}

fn long_keys(text: &str) -> String {
    KEYS.iter().fold(text.to_string(), |text, (short, long)| text.replace(short, long)).replace("zZ", "z")
}

struct Board {
    /// Of all points, with what is around the grid.
    all_rows: usize,
    all_cols: usize,
    top: usize,
    left: usize,
    rows: usize,
    cols: usize,
}

/// What a point is.
enum Point {
    Cell(Cell),
    Corner(usize, usize),
    /// Between a cell and the one below it, or the one to its right.
    Edge(Cell, bool),
    Outside(i64, i64),
}

/// What is written at a point, as a token.
fn number_of(value: &Value) -> Option<String> {
    value.get(0).map(|v| v.as_str().map_or_else(|| v.to_string(), |text| text.trim().to_string()))
}

impl Board {
    fn new(head: &str, margins: &str) -> Result<Board, Problem> {
        let mut fields = head.split(',');
        let kind = fields.next().unwrap_or("");
        if !matches!(kind, "square" | "sudoku" | "kakuro") {
            return Err(Problem::new(format!(
                "a penpa board of the kind `{}` has no rows and columns that can be read",
                fpuzzles::clip(kind)
            )));
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

    fn point(&self, key: &str) -> Option<Point> {
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
            _ => Point::Outside(row + 1, col + 1),
        })
    }

    fn cells(&self, list: &Value) -> Vec<Cell> {
        let key = |v: &Value| v.as_str().map_or_else(|| v.to_string(), str::to_string);
        let cell = |v: &Value| match self.point(&key(v)) {
            Some(Point::Cell(cell)) => Some(cell),
            _ => None,
        };
        list.as_array().into_iter().flatten().filter_map(cell).collect()
    }

    fn read(&self, link: &str, head: &str, drawn: &Value, tags: &[String]) -> Result<Imported, Problem> {
        let mut script = Script::default();
        let fields: Vec<&str> = head.split(',').collect();
        let escaped = |text: &str| {
            text.replace("%2C", ",").replace("%2D", "\n").replace("%2E", "&").replace("%2F", "=").replace("<br>", "\n")
        };
        for (k, field) in fields.iter().enumerate() {
            match field.split_once(':') {
                Some(("Title", title)) => script.title(&escaped(title)),
                Some(("Author", author)) => {
                    if !author.trim().is_empty() {
                        script.comment(&format!("By {}", escaped(author).trim()));
                    }
                    // Where it is from stands behind the author, and then the rules.
                    let rules = fields.get(k + 2).map_or(String::new(), |rules| escaped(rules));
                    if !rules.trim().is_empty() {
                        script.comment(&format!("Rules as the author wrote them:\n{rules}"));
                    }
                }
                _ => {}
            }
        }
        script.line(&format!("# {}", super::script::plain(link)));
        script.blank();
        if let Some(rule) = tags.iter().find_map(|tag| self.tagged(tag, drawn)) {
            for line in rule.script.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
                script.line(line);
            }
            self.left(drawn, &mut script);
            match answer::of_link(link) {
                Some(Some(lists)) if script.is_whole() => {
                    let givens = self.tokens(drawn, "number", number_of).into_iter().flatten().enumerate();
                    let cell = |at: usize| Cell::new(at / self.cols, at % self.cols);
                    let givens =
                        givens.filter(|(_, token)| token != ".").map(|(at, token)| (cell(at), token)).collect();
                    self.expected(&lists, &rule.script, &givens, &mut script);
                }
                answer => self.told_answer(answer, &mut script),
            }
            return Ok(script.finish("penpa"));
        }
        let numbers = self.numbers(drawn, &mut script);
        script.line(&format!("grid x {}x{}", self.rows, self.cols));
        self.picture("number", &numbers, &mut script);
        self.picture("surface", &self.tokens(drawn, "surface", |v| v.as_i64().map(|n| n.to_string())), &mut script);
        self.picture(
            "symbol",
            &self.tokens(drawn, "symbol", |v| {
                let name = v.get(1)?.as_str()?.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
                Some(format!(
                    "{name}_{}",
                    v.get(0).map_or("".into(), |n| n
                        .to_string()
                        .chars()
                        .filter(char::is_ascii_alphanumeric)
                        .collect::<String>())
                ))
            }),
            &mut script,
        );
        self.rooms(drawn, &mut script);
        for (key, stem, guess) in [
            ("killercages", "cage", "killer"),
            ("thermo", "thermo", "thermo"),
            ("nobulbthermo", "line", "thermo"),
            ("arrows", "arrow", "arrow"),
        ] {
            for (k, entry) in drawn.get(key).and_then(Value::as_array).into_iter().flatten().enumerate() {
                let cells = self.cells(entry);
                if cells.is_empty() {
                    continue;
                }
                let shown = if key == "killercages" { plain_list(&cells) } else { list(&cells) };
                script.line(&format!("let {stem}_{} = {shown}", k + 1));
                script.line(&format!("# {guess}({stem}_{})    # a guess", k + 1));
                script.untranslated(&format!("{stem}_{}: {shown}", k + 1));
            }
        }
        self.left(drawn, &mut script);
        script.untranslated("the rules: penpa draws a puzzle and does not say what it is");
        self.told_answer(answer::of_link(link), &mut script);
        Ok(script.finish("penpa"))
    }

    /// The answer of a link, as comments.
    fn told_answer(&self, answer: Option<Option<Vec<Vec<String>>>>, script: &mut Script) {
        match answer {
            Some(Some(lists)) => self.told(&lists, script),
            Some(None) => script.comment("The link has an answer that can't be read."),
            None => {}
        }
    }

    /// What no statement says of, whatever the puzzle is.
    fn left(&self, drawn: &Value, script: &mut Script) {
        for (key, value) in drawn.as_object().into_iter().flatten() {
            let what = match key.as_str() {
                "number" | "symbol" | "surface" | "lineE" => continue,
                "killercages" | "thermo" | "nobulbthermo" | "arrows" => continue,
                "special" | "board" | "command_redo" | "command_undo" | "command_replay" => continue,
                "line" => "lines",
                "wall" => "walls",
                "cage" => "frames",
                "freeline" => "free lines",
                "freelineE" => "free edges",
                "numberS" => "small numbers",
                "deletelineE" => "edges taken away",
                other => &fpuzzles::clip(other),
            };
            let count = value.as_array().map(Vec::len).or(value.as_object().map(Map::len)).unwrap_or(0);
            if count > 0 {
                script.untranslated(&format!("{what}, {count} of them"));
            }
        }
    }

    /// The puzzle by the rule of its tag, where the drawing has what the rule asks for and nothing else.
    fn tagged(&self, tag: &str, drawn: &Value) -> Option<Imported> {
        let genre = tags::genre(tag).filter(|genre| Drawn::can_be(genre))?;
        let (rows, cols) = (self.rows, self.cols);
        let mut numbers = vec![Clue::Blank; rows * cols];
        let mut outside = vec![Clue::Blank; 2 * (rows + cols)];
        for (place, value) in drawn.get("number").and_then(Value::as_object).into_iter().flatten() {
            let text = value.get(0).map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_string))?;
            let clue = match text.trim() {
                "" => continue,
                "?" => Clue::Any,
                text => Clue::Number(text.parse().ok()?),
            };
            match self.point(place)? {
                Point::Cell(cell) => numbers[cell.row * cols + cell.col] = clue,
                Point::Outside(row, col) => {
                    let (row, col) = (usize::try_from(row).ok()?, usize::try_from(col).ok()?);
                    let at = match (row, col) {
                        (0, col) if (1..=cols).contains(&col) => col - 1,
                        (row, col) if row == rows + 1 && (1..=cols).contains(&col) => cols + col - 1,
                        (row, 0) if (1..=rows).contains(&row) => 2 * cols + row - 1,
                        (row, col) if col == cols + 1 && (1..=rows).contains(&row) => 2 * cols + rows + row - 1,
                        _ => return None,
                    };
                    outside[at] = clue;
                }
                Point::Corner(..) | Point::Edge(..) => return None,
            }
        }
        let mut circles = vec![Clue::Blank; rows * cols];
        for (place, value) in drawn.get("symbol").and_then(Value::as_object).into_iter().flatten() {
            let (Point::Cell(cell), Some("circle_L" | "circle_M" | "circle_S")) =
                (self.point(place)?, value.get(1).and_then(Value::as_str))
            else {
                return None;
            };
            let kind = value.get(0).and_then(Value::as_u64).filter(|kind| (1..=2).contains(kind))?;
            circles[cell.row * cols + cell.col] = Clue::Number(kind as u32);
        }
        let rooms: Vec<Clue> =
            self.groups(drawn).into_iter().flatten().map(|room: usize| Clue::Number(room as u32)).collect();
        let clues = |part: &Part| match part {
            Part::Rooms(_) => rooms.clone(),
            Part::Circles(..) => circles.clone(),
            Part::Outside2(_) | Part::Outside4(_) => outside.clone(),
            _ => numbers.clone(),
        };
        let uses = |test: fn(&Part) -> bool| genre.parts.iter().any(test);
        let blank = |clues: &[Clue]| clues.iter().all(|clue| *clue == Clue::Blank);
        let in_cells =
            uses(|part| !matches!(part, Part::Rooms(_) | Part::Circles(..) | Part::Outside2(_) | Part::Outside4(_)));
        if !in_cells && !blank(&numbers)
            || !uses(|part| matches!(part, Part::Circles(..))) && !blank(&circles)
            || !uses(|part| matches!(part, Part::Outside2(_) | Part::Outside4(_))) && !blank(&outside)
            || drawn.get("surface").and_then(Value::as_object).is_some_and(|cells| !cells.is_empty())
        {
            return None;
        }
        let parts = genre.parts.iter().map(|part| (*part, clues(part))).collect();
        super::puzzlink::import(&Drawn { genre, rows, cols, parts }.link()?).ok()
    }

    fn tokens(&self, drawn: &Value, key: &str, token: impl Fn(&Value) -> Option<String>) -> Vec<Vec<String>> {
        let mut rows = vec![vec![String::from("."); self.cols]; self.rows];
        for (place, value) in drawn.get(key).and_then(Value::as_object).into_iter().flatten() {
            if let (Some(Point::Cell(cell)), Some(token)) = (self.point(place), token(value)) {
                rows[cell.row][cell.col] = token;
            }
        }
        rows
    }

    /// Numbers in cells; those elsewhere, and what is no token, are named.
    fn numbers(&self, drawn: &Value, script: &mut Script) -> Vec<Vec<String>> {
        let mut rows = vec![vec![String::from("."); self.cols]; self.rows];
        for (place, value) in drawn.get("number").and_then(Value::as_object).into_iter().flatten() {
            let text =
                value.get(0).map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_string)).unwrap_or_default();
            let text = text.trim();
            if text.is_empty() {
                continue;
            }
            let word =
                !text.is_empty() && text.len() <= 12 && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '?');
            match self.point(place) {
                Some(Point::Cell(cell)) if word => rows[cell.row][cell.col] = text.into(),
                Some(Point::Cell(cell)) => script.untranslated(&format!("`{}` at {cell}", fpuzzles::clip(text))),
                Some(Point::Corner(row, col)) => {
                    script.untranslated(&format!("`{}` at the corner {},{}", fpuzzles::clip(text), row + 1, col + 1))
                }
                Some(Point::Edge(cell, below)) => {
                    let side = if below { "below" } else { "right of" };
                    script.untranslated(&format!("`{}` {side} {cell}", fpuzzles::clip(text)));
                }
                Some(Point::Outside(row, col)) => {
                    script.untranslated(&format!("`{}` outside, at row {row}, column {col}", fpuzzles::clip(text)))
                }
                None => {}
            }
        }
        rows
    }

    fn picture(&self, name: &str, rows: &[Vec<String>], script: &mut Script) {
        if rows.iter().flatten().any(|token| token != ".") {
            script.picture(&format!("clues {name} of x"), rows);
            script.untranslated(&format!("what the {name}s say, in the picture `{name}`"));
        }
    }

    /// The sides of cells with thick edges: below a cell, and to its right.
    fn walls(&self, drawn: &Value) -> [HashSet<(usize, usize)>; 2] {
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

    /// The room of each cell, from 1.
    fn groups(&self, drawn: &Value) -> Vec<Vec<usize>> {
        let [below, right] = self.walls(drawn);
        let mut room = vec![vec![0; self.cols]; self.rows];
        let mut count = 0;
        for start in 0..self.rows * self.cols {
            let mut next = vec![(start / self.cols, start % self.cols)];
            if room[next[0].0][next[0].1] > 0 {
                continue;
            }
            count += 1;
            while let Some((r, c)) = next.pop() {
                if std::mem::replace(&mut room[r][c], count) > 0 {
                    continue;
                }
                let mut go = |open: bool, to: (usize, usize)| {
                    if open && room[to.0][to.1] == 0 {
                        next.push(to);
                    }
                };
                if r > 0 {
                    go(!below.contains(&(r - 1, c)), (r - 1, c));
                }
                if c > 0 {
                    go(!right.contains(&(r, c - 1)), (r, c - 1));
                }
                if r + 1 < self.rows {
                    go(!below.contains(&(r, c)), (r + 1, c));
                }
                if c + 1 < self.cols {
                    go(!right.contains(&(r, c)), (r, c + 1));
                }
            }
        }
        room
    }

    /// The rooms that thick edges make, if they make any.
    fn rooms(&self, drawn: &Value, script: &mut Script) {
        let [below, right] = self.walls(drawn);
        let room = self.groups(drawn);
        if room.iter().flatten().any(|k| *k > 1) {
            let rows: Vec<Vec<String>> = room.iter().map(|row| row.iter().map(|k| k.to_string()).collect()).collect();
            script.picture("regions room of x", &rows);
            script.untranslated("what the rooms say, in the picture `room`");
        } else if !below.is_empty() || !right.is_empty() {
            script.untranslated(&format!("edges, {} of them", below.len() + right.len()));
        }
    }
}
