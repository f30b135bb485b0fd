//! The answer in a penpa link, `&a=`: six sorted lists of texts for shaded cells, lines, edges, walls, numbers and
//! symbols. A text contains points and what is drawn there.

use super::super::outgoing::Outgoing;
use super::super::script::{Cell, Script};
use super::super::{MOST, base64};
use super::board::{Board, Point};
use super::layers::letter;
use super::paper::{self, Paper};
use sator_model::{Kind, LineKind};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const KINDS: [&str; 6] = ["shaded cells", "lines", "edges", "walls", "numbers", "symbols"];

/// The lists in a link; `None` without an answer, `Some(None)` if the answer is unreadable.
pub(super) fn of_link(text: &str) -> Option<Option<Vec<Vec<String>>>> {
    let data = text.split(['&', '#', '?']).find_map(|part| part.strip_prefix("a="))?;
    Some(read(data))
}

fn read(data: &str) -> Option<Vec<Vec<String>>> {
    let bytes = base64::decode(&base64::unescape(data).replace(' ', "+"))?;
    let text = miniz_oxide::inflate::decompress_to_vec_with_limit(&bytes, MOST).ok()?;
    let lists: Vec<Vec<Value>> = serde_json::from_slice(&text).ok()?;
    let text = |v: Value| v.as_str().map_or_else(|| v.to_string(), str::to_string);
    (lists.len() == KINDS.len()).then(|| lists.into_iter().map(|l| l.into_iter().map(text).collect()).collect())
}

/// The number of stars in each row, if all rows have the same number.
pub(super) fn stars(lists: &[Vec<String>], rows: usize) -> Option<u32> {
    let count = lists[5].iter().filter(|text| text.ends_with(",1E")).count();
    (count > 0 && count % rows == 0).then_some((count / rows) as u32)
}

/// The symbols that stand for yes in the answers of these rules.
const SIGNS: [(&str, &[&str]); 4] =
    [("star_battle", &[",1E"]), ("tents", &[",2F"]), ("akari", &[",3H"]), ("minesweeper", &[",4I", ",5I"])];

/// The texts of the cells that are true in an answer: those with the rule's symbols, or the shaded ones.
fn marked<'a>(lists: &'a [Vec<String>], rule: &str) -> Vec<&'a String> {
    let signs = SIGNS.iter().find(|(name, _)| rule.contains(&format!("\n{name}(")));
    let signed = |text: &&String| signs.is_some_and(|(_, ends)| ends.iter().any(|end| text.ends_with(end)));
    let found: Vec<&String> = lists[5].iter().filter(signed).collect();
    if found.is_empty() { lists[0].iter().collect() } else { found }
}

/// The cell of the first point of a text, and the rest of the text.
fn at_cell<'a>(board: &Board, text: &'a str) -> Option<(Cell, &'a str)> {
    let (point, rest) = text.split_once(',').unwrap_or((text, ""));
    match board.point(point)? {
        Point::Cell(cell) => Some((cell, rest)),
        _ => None,
    }
}

/// A line between the centres of two cells, and its number of strokes.
fn line(board: &Board, text: &str) -> Option<(Cell, Cell, i64)> {
    let (a, rest) = at_cell(board, text)?;
    let (b, times) = at_cell(board, rest)?;
    a.beside(b).then_some((a, b, times.parse().unwrap_or(1)))
}

/// An edge: a cell beside it, the direction from that cell, and the cell on the other side.
fn edge(board: &Board, text: &str) -> Option<(Cell, &'static str, Option<Cell>)> {
    let mut points = text.split(',').map(|point| board.point(point));
    let (Point::Corner(r, c), Point::Corner(i, j)) = (points.next()??, points.next()??) else { return None };
    let (row, col) = (r.min(i), c.min(j));
    let inside = |row: usize, col: usize| (row < board.rows && col < board.cols).then(|| Cell::new(row, col));
    // A horizontal edge lies below or above a cell, a vertical one beside it.
    let (before, [from_after, from_before]) = match (r.abs_diff(i), c.abs_diff(j)) {
        (0, 1) => (row.checked_sub(1).and_then(|above| inside(above, col)), ["up", "down"]),
        (1, 0) => (col.checked_sub(1).and_then(|left| inside(row, left)), ["left", "right"]),
        _ => return None,
    };
    match (before, inside(row, col)) {
        (before, Some(after)) => Some((after, from_after, before)),
        (Some(before), None) => Some((before, from_before, None)),
        (None, None) => None,
    }
}

impl Board {
    /// Expects all conditions, unless one of them could not be made. Returns whether it did.
    fn expect(&self, conditions: Vec<Option<String>>, script: &mut Script) -> bool {
        let Some(all) = conditions.into_iter().collect::<Option<Vec<String>>>().filter(|all| !all.is_empty()) else {
            return false;
        };
        script.expect_all(&all);
        true
    }

    /// Writes expectations from the stored answer of a puzzle with known rules.
    pub(super) fn expected(
        &self,
        lists: &[Vec<String>],
        rule: &str,
        givens: &BTreeMap<Cell, String>,
        script: &mut Script,
    ) {
        let word = |start: &str| {
            let line = rule.lines().find(|line| line.starts_with(start))?;
            line.split(' ').nth(1).map(str::to_string)
        };
        let head = rule.lines().find(|line| line.starts_with("grid ")).unwrap_or("");
        let grid = word("grid ").unwrap_or_default();
        script.blank();
        let mut compared = false;
        if rule.contains("\nyin_yang(") {
            // The circles of the puzzle itself are no part of the answer.
            let drawn = lists[5].iter().map(|text| {
                let (cell, kind) = at_cell(self, text)?;
                match kind {
                    "1A" => Some(format!("not {cell}")),
                    "2A" => Some(cell.to_string()),
                    _ => None,
                }
            });
            let shaded = lists[0].iter().map(|text| Some(at_cell(self, text)?.0.to_string()));
            compared = self.expect(drawn.chain(shaded).collect(), script);
        } else if head.contains(" in bool") {
            let marked = marked(lists, rule);
            let mut rows = vec![vec![String::from("-"); self.cols]; self.rows];
            for (cell, _) in marked.iter().filter_map(|text| at_cell(self, text)) {
                rows[cell.row][cell.col] = "#".into();
            }
            if !marked.is_empty() {
                script.picture(&format!("expect solution {grid}"), &rows);
                compared = true;
            }
        } else if head.contains(" in ") {
            let mut values = givens.clone();
            values.extend(lists[4].iter().filter_map(|text| at_cell(self, text)).map(|(c, v)| (c, v.to_string())));
            if rule.contains("\neasy_as_abc(") {
                for value in values.values_mut() {
                    *value = letter(value).map_or(std::mem::take(value), |number| number.to_string());
                }
            }
            values.retain(|_, value| value.parse::<i64>().is_ok());
            if values.len() == self.rows * self.cols && !lists[4].is_empty() {
                let tokens: Vec<String> = values.into_values().collect();
                let rows: Vec<Vec<String>> = tokens.chunks(self.cols).map(<[String]>::to_vec).collect();
                script.picture(&format!("expect solution {grid}"), &rows);
                compared = true;
            } else if !lists[4].is_empty() {
                compared |= self.expect(values.iter().map(|(c, v)| Some(format!("{c} = {v}"))).collect(), script);
            }
        }
        if let Some(e) = word("links ") {
            let counted = rule.lines().any(|line| line.starts_with("links ") && line.contains(" in "));
            let condition = |text: &String| {
                let (a, b, times) = line(self, text)?;
                Some(if counted { format!("{e}[{a}, {b}] = {times}") } else { format!("{e}[{a}, {b}]") })
            };
            compared |= self.expect(lists[1].iter().map(condition).collect(), script);
        } else if let Some(e) = word("fences ") {
            let condition = |text: &String| edge(self, text).map(|(cell, way, _)| format!("{e}[{cell}, {way}]"));
            compared |= self.expect(lists[2].iter().map(condition).collect(), script);
        } else if let Some(p) = word("partition ") {
            // Edges on the rim are in every answer.
            let inner = lists[2].iter().map(|text| edge(self, text));
            let inner = inner.filter(|edge| !matches!(edge, Some((_, _, None))));
            let condition = |edge: Option<(Cell, &str, Option<Cell>)>| {
                edge.and_then(|(a, _, b)| Some(format!("not same({p}, {a}, {})", b?)))
            };
            compared |= self.expect(inner.map(condition).collect(), script);
        }
        if !compared {
            self.describe_answer(lists, script);
        }
    }

    /// Describes the stored answer of a drawing without rules.
    pub(super) fn describe_answer(&self, lists: &[Vec<String>], script: &mut Script) {
        if lists.iter().all(Vec::is_empty) {
            return;
        }
        script.blank();
        script.comment("The stored answer, for when the rules above are complete:");
        for (list, token) in [(&lists[0], Some("#")), (&lists[4], None)] {
            let mut rows = vec![vec![String::from("."); self.cols]; self.rows];
            for (cell, value) in list.iter().filter_map(|text| at_cell(self, text)) {
                let plain = !value.is_empty() && value.len() <= 12 && value.chars().all(|c| c.is_ascii_alphanumeric());
                rows[cell.row][cell.col] = token.unwrap_or(if plain { value } else { "?" }).into();
            }
            if !list.is_empty() {
                script.commented_picture("expect solution x", &rows);
            }
        }
        let lines: Vec<String> =
            lists[1].iter().filter_map(|text| line(self, text)).map(|(a, b, _)| format!("{a}..{b}")).collect();
        if !lines.is_empty() {
            script.comment(&format!("lines: {}", lines.join(", ")));
        }
        for (name, list) in
            KINDS.iter().zip(lists).skip(2).filter(|(name, list)| **name != "numbers" && !list.is_empty())
        {
            script.comment(&format!("{name}: {}", list.len()));
        }
    }
}

/// The current solution as an answer of this form.
pub(super) fn write(out: &mut Outgoing, paper: &Paper) -> Option<String> {
    let solution = out.solution()?;
    let mut lists: [Vec<String>; 6] = Default::default();
    let (rows, cols) = (out.grid.rows, out.grid.cols);
    let cell = |at: usize| paper.cell(((at / cols) as i64, (at % cols) as i64));
    let sign = SIGNS.iter().find(|(rule, _)| out.model.uses.iter().any(|used| &*used.rule == *rule));
    let is_abc = out.model.uses.iter().any(|used| &*used.rule == "easy_as_abc");
    if let Some((kind, _)) = &out.grid.content {
        for at in 0..out.grid.len() {
            let Some(value) = out.grid.unknowns[at].map(|u| solution.get(u)) else { continue };
            match kind {
                Kind::Bool if value != 0 => match sign {
                    Some((_, ends)) => lists[5].push(format!("{}{}", cell(at), ends[0])),
                    None => lists[0].push(cell(at).to_string()),
                },
                Kind::Bool => {}
                // Letters; an empty cell has no text.
                _ if is_abc => lists[4].extend(paper::letter(value.max(0) as u32).map(|l| format!("{},{l}", cell(at)))),
                _ if out.given(at).is_none() => {
                    lists[4].push(format!("{},{}", cell(at), out.model.value_text(*kind, value)))
                }
                _ => {}
            }
        }
    }
    for lines in out.model.lines.iter().filter(|lines| lines.grid == out.id && !lines.hidden) {
        let width = lines.across_cols();
        let strokes = [(&lines.across, width, true), (&lines.down, cols, false)];
        for (unknowns, width, across) in strokes {
            for (k, unknown) in unknowns.iter().enumerate() {
                let Some(value) = unknown.map(|u| solution.get(u)) else { continue };
                let (row, col) = (k / width, k % width);
                let beside = if across { (row, col + 1) } else { (row + 1, col) };
                match lines.kind {
                    LineKind::Links if value > 0 => {
                        let (a, b) = (cell(row * cols + col), cell(beside.0 * cols + beside.1));
                        lists[1].push(format!("{a},{b},{value}"));
                    }
                    LineKind::Fences if value > 0 => {
                        let end = if across { (row + 1, col) } else { (row, col + 1) };
                        lists[2].push(format!("{},{},1", paper.corner(row, col), paper.corner(end.0, end.1)));
                    }
                    LineKind::Partition if value == 0 && beside.0 < rows && beside.1 < cols => {
                        let corner = paper.corner(row + 1, col + 1);
                        let other = if across { paper.corner(row, col + 1) } else { paper.corner(row + 1, col) };
                        lists[2].push(format!("{other},{corner},1"));
                    }
                    _ => {}
                }
            }
        }
    }
    lists.iter_mut().for_each(|list| list.sort_unstable());
    let text = json!(lists).to_string();
    Some(base64::encode(&miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 9)))
}
