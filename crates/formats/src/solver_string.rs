//! The strings of the Interactive Sudoku Solver (`.Cage~15~R1C3~R1C4.~R1C1_5`), alone or in its links (`?q=...`).
//!
//! A constraint starts with a dot and its name; `~` separates its arguments. A constraint without a name has givens: a cell
//! and its values, joined by `_`. Rows, columns and the usual boxes hold each value once, unless `NoBoxes` or `Shape` changes
//! that. The format is that of the solver's own parser (sigh/Interactive-Sudoku-Solver, `sudoku_parser.js`).

mod patterns;
pub(super) mod write;

use super::script::{Cell, Script, list, plain_list};
use super::{Imported, LONGEST_SIDE, Problem, base64};
use std::collections::BTreeMap;

/// The statement that a constraint becomes.
enum Form {
    /// A rule for one line or set of cells.
    Cells(&'static str),
    /// A rule for cells and the number in front of them.
    Numbered(&'static str),
    /// A rule for each two of the cells that share a side.
    Pairs(&'static str),
    /// A rule for the grid.
    Grid(&'static str),
    /// A rule for a row or column and a number, with numbers at both ends.
    BothEnds(&'static str),
    /// A rule for a row or column and a number.
    OneEnd(&'static str),
}

/// The constraints that are rules.
const FORMS: [(&str, Form); 42] = [
    ("Thermo", Form::Cells("thermo")),
    ("Renban", Form::Cells("renban")),
    ("Entropic", Form::Cells("entropic")),
    ("Between", Form::Cells("between")),
    ("Palindrome", Form::Cells("palindrome")),
    ("Zipper", Form::Cells("zipper")),
    ("Arrow", Form::Cells("arrow")),
    ("DoubleArrow", Form::Cells("double_arrow")),
    ("ValueIndexing", Form::Cells("value_indexing")),
    ("CountingCircles", Form::Cells("counting_circles")),
    ("CountDistinct", Form::Cells("count_distinct")),
    ("AllDifferent", Form::Cells("extra_region")),
    ("EqualityCage", Form::Cells("equality_cage")),
    ("Whisper", Form::Numbered("whispers")),
    ("Modular", Form::Numbered("modular")),
    ("Lockout", Form::Numbered("lockout")),
    ("SumLine", Form::Numbered("sum_line")),
    ("Cage", Form::Numbered("killer")),
    ("RellikCage", Form::Numbered("rellik")),
    ("Sum", Form::Numbered("sum")),
    ("Lunchbox", Form::Numbered("lunchbox")),
    ("WhiteDot", Form::Pairs("white_dot")),
    ("BlackDot", Form::Pairs("black_dot")),
    ("GreaterThan", Form::Pairs("inequality")),
    ("X", Form::Pairs("x_mark")),
    ("V", Form::Pairs("v_mark")),
    ("AntiKnight", Form::Grid("anti_knight")),
    ("AntiKing", Form::Grid("anti_king")),
    ("AntiTaxicab", Form::Grid("anti_taxicab")),
    ("AntiConsecutive", Form::Grid("nonconsecutive")),
    ("GlobalEntropy", Form::Grid("global_entropy")),
    ("GlobalMod", Form::Grid("global_modulo")),
    ("DutchFlatmates", Form::Grid("dutch_flatmates")),
    ("Windoku", Form::Grid("windoku")),
    ("DisjointSets", Form::Grid("disjoint_groups")),
    ("XSum", Form::BothEnds("x_sum")),
    ("Skyscraper", Form::BothEnds("skyscraper")),
    ("HiddenSkyscraper", Form::BothEnds("hidden_skyscraper")),
    ("NumberedRoom", Form::BothEnds("numbered_rooms")),
    ("FullRank", Form::BothEnds("full_rank")),
    ("Sandwich", Form::OneEnd("sandwich")),
    ("LittleKiller", Form::OneEnd("little_killer")),
];

impl Form {
    fn rule(&self) -> &'static str {
        match self {
            Form::Cells(rule)
            | Form::Numbered(rule)
            | Form::Pairs(rule)
            | Form::Grid(rule)
            | Form::BothEnds(rule)
            | Form::OneEnd(rule) => rule,
        }
    }
}

/// Constraints that hold others, up to `End`.
const COMPOSITE: [&str; 3] = ["Or", "And", "Replicate"];

/// The string in a link, percent-decoded, or the text itself.
fn string_of(text: &str) -> String {
    let query = text.split_once("?q=").or_else(|| text.split_once("&q=")).map(|(_, query)| query);
    let Some(query) = query else { return text.split_whitespace().collect() };
    let end = query.find(['&', '#']).unwrap_or(query.len());
    let query = query[..end].replace('+', " ");
    base64::unescape(&query).split_whitespace().collect()
}

/// Whether a link of the solver has a string.
pub(super) fn is_link(text: &str) -> bool {
    text.contains("Interactive-Sudoku-Solver") && string_of(text).starts_with('.')
}

/// Whether the text is such a string: a dot before a name or givens, with arguments.
pub(super) fn is_string(text: &str) -> bool {
    let rest = text.strip_prefix('.').unwrap_or("");
    let name: String = rest.chars().take_while(char::is_ascii_alphabetic).collect();
    let after = &rest[name.len()..];
    if name.is_empty() {
        return after.starts_with('~');
    }
    let known = name == "Shape" || Clue::is_known(&name) || COMPOSITE.contains(&name.as_str());
    known && (after.is_empty() || after.starts_with('.'))
        || name.starts_with(|c: char| c.is_ascii_uppercase()) && after.starts_with('~')
}

/// A constraint with its arguments.
struct Clue<'a> {
    name: &'a str,
    arguments: Vec<&'a str>,
}

impl Clue<'_> {
    fn is_known(name: &str) -> bool {
        FORMS.iter().any(|(known, _)| *known == name)
            || ["RegionSumLine", "Quad", "Diagonal", "StrictKropki", "StrictXV", "NoBoxes", "Jigsaw", "PillArrow"]
                .contains(&name)
    }
}

/// The board that `Shape` describes.
struct Board {
    rows: usize,
    cols: usize,
    values: (i64, i64),
    /// Whether other lines can tie with a ranked one.
    ties: bool,
    /// Whether rows and columns are free.
    raw: bool,
}

pub(super) fn import(text: &str) -> Result<Imported, Problem> {
    let string = string_of(text);
    let clues: Vec<Clue> = string
        .split('.')
        .skip(1)
        .map(|item| {
            let mut parts = item.split('~');
            Clue { name: parts.next().unwrap_or(""), arguments: parts.collect() }
        })
        .collect();
    let shape = clues.iter().find(|clue| clue.name == "Shape");
    let mut board = Board::read(shape)?;
    board.ties = clues.iter().any(|clue| clue.name == "FullRankTies" && clue.arguments == ["any"]);
    let has = |name: &str| clues.iter().any(|clue| clue.name == name);
    let mut script = Script::default();
    script.comment("A sudoku, from a string of the Interactive Sudoku Solver.");
    script.line(&format!("grid x {}x{} in {}..{}", board.rows, board.cols, board.values.0, board.values.1));
    let boxes = board.box_size().filter(|_| !has("NoBoxes"));
    match boxes {
        _ if board.raw => {}
        Some((h, w)) if board.rows == board.cols => script.line(&format!("sudoku(x, h: {h}, w: {w})")),
        // A rule of the regions holds the rows and columns too.
        _ if board.is_latin() && has("Jigsaw") => {}
        _ if board.is_latin() => script.line("latin(x)"),
        _ => {
            script.line("for line in rows(x) + cols(x) { distinct(line) }");
            if let Some((h, w)) = boxes {
                script.line(&format!("for box in boxes(x, {h}, {w}) {{ distinct(box) }}"));
            }
        }
    }
    let mut depth = 0;
    for clue in &clues {
        depth = match clue.name {
            name if COMPOSITE.contains(&name) => {
                if depth == 0 {
                    script.untranslated(&format!("{name}: constraints in a group"));
                }
                depth + 1
            }
            "End" => depth - 1,
            _ if depth == 0 => {
                if board.statement(clue, boxes, &clues, &mut script).is_none() {
                    script.untranslated(&[&[clue.name], &clue.arguments[..]].concat().join(" "));
                }
                0
            }
            _ => depth,
        };
    }
    Ok(script.finish("Interactive Sudoku Solver"))
}

impl Board {
    /// Reads `9x9`, `9x9~10`, `9x9~0-8` and the like; 9x9 without a shape.
    fn read(shape: Option<&Clue>) -> Result<Board, Problem> {
        let words = shape.map_or(&[][..], |shape| &shape.arguments);
        let bad = || {
            Problem::new(format!("`Shape~{}` is no board: a side has 1 to {LONGEST_SIDE} cells", words.join("~")))
                .help("write `Shape~9x9`, or `Shape~9x9~0-8` for other values")
        };
        let (mut rows, mut cols) = (9, 9);
        if let Some(size) = words.first() {
            let (r, c) = size.split_once('x').ok_or_else(bad)?;
            (rows, cols) = (r.parse().map_err(|_| bad())?, c.parse().map_err(|_| bad())?);
        }
        if !(1..=LONGEST_SIDE).contains(&rows) || !(1..=LONGEST_SIDE).contains(&cols) {
            return Err(bad());
        }
        let mut values = (1, rows.max(cols) as i64);
        if let Some(range) = words.get(1).filter(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
            let (first, last) = range.split_once('-').unwrap_or(("1", range));
            values = (first.parse().map_err(|_| bad())?, last.parse().map_err(|_| bad())?);
        }
        if values.0 > values.1 || values.1 > 10_000 {
            return Err(bad());
        }
        let raw = words.last().is_some_and(|last| last.eq_ignore_ascii_case("raw"));
        Ok(Board { rows, cols, values, ties: false, raw })
    }

    /// Whether each row and column of the square has each value.
    fn is_latin(&self) -> bool {
        !self.raw && self.rows == self.cols && self.size() == self.rows
    }

    /// The number of values.
    fn size(&self) -> usize {
        (self.values.1 - self.values.0 + 1) as usize
    }

    /// Rows and columns of a box with a cell for each value: the least different ones that divide the board.
    fn box_size(&self) -> Option<(usize, usize)> {
        let size = self.size();
        let fits = |&(h, w): &(usize, usize)| self.rows.is_multiple_of(h) && self.cols.is_multiple_of(w);
        let sides = (2..=size.isqrt()).filter(|side| size.is_multiple_of(*side));
        sides.rev().flat_map(|small| [(small, size / small), (size / small, small)]).find(fits)
    }

    /// The cell of a name such as `R1C9`.
    fn cell(&self, name: &str) -> Option<Cell> {
        let (row, col) = name.strip_prefix('R')?.split_once('C')?;
        let (row, col): (usize, usize) = (row.parse().ok()?, col.parse().ok()?);
        let inside = (1..=self.rows).contains(&row) && (1..=self.cols).contains(&col);
        inside.then(|| Cell::new(row - 1, col - 1))
    }

    fn cells(&self, names: &[&str]) -> Option<Vec<Cell>> {
        let cells: Option<Vec<Cell>> = names.iter().map(|name| self.cell(name)).collect();
        cells.filter(|cells| !cells.is_empty())
    }

    /// The pairs of cells that share a side, the earlier one of the list first.
    fn pairs(&self, names: &[&str]) -> Option<Vec<(Cell, Cell)>> {
        let cells = self.cells(names)?;
        let pair = |(i, &a): (usize, &Cell)| {
            cells[i + 1..].iter().filter(move |b| a.beside(**b)).map(move |&b| (a, b)).collect::<Vec<_>>()
        };
        Some(cells.iter().enumerate().flat_map(pair).collect())
    }

    /// A row or column by its name (`R1`), or the diagonal of a little killer by its first cell.
    fn line(&self, rule: &str, name: &str) -> Option<String> {
        if rule != "little_killer" {
            let (kind, number) = name.split_at_checked(1)?;
            let number: usize = number.parse().ok()?;
            let most = if kind == "R" { self.rows } else { self.cols };
            return (["R", "C"].contains(&kind) && (1..=most).contains(&number))
                .then(|| format!("{}{number}", kind.to_ascii_lowercase()));
        }
        let start = self.cell(name)?;
        let (bottom, right) = (self.rows - 1, self.cols - 1);
        let way = match (start.row, start.col) {
            (row, 0) if row < bottom => "downright",
            (row, col) if col == right && 0 < row && row < bottom => "upleft",
            (0, _) => "downleft",
            (row, col) if row == bottom && 0 < col && col < right => "upright",
            _ => return None,
        };
        Some(format!("[{start}] + ray({start}, {way})"))
    }

    /// Writes the statements of a constraint; `None` if it has no rule here, or its arguments are other ones.
    fn statement(&self, clue: &Clue, boxes: Option<(usize, usize)>, all: &[Clue], script: &mut Script) -> Option<()> {
        let names = &clue.arguments;
        if let Some((_, form)) = FORMS.iter().find(|(name, _)| *name == clue.name) {
            return self.form(form, names, script);
        }
        match clue.name {
            "" => {
                for given in names {
                    let (cell, values) = given.split_once('_')?;
                    let cell = self.cell(cell)?;
                    let values: Vec<i64> = values.split('_').map(str::parse).collect::<Result<_, _>>().ok()?;
                    script.values(cell, &values);
                }
            }
            // The last one is advice for the search.
            "Shape" | "NoBoxes" | "SearchPriority" => {}
            "Diagonal" => {
                let way = match names[..] {
                    ["1"] => "upright",
                    ["-1"] => "downright",
                    _ => return None,
                };
                script.line(&format!("diagonal(x, {way})"));
            }
            "Quad" => {
                let (corner, values) = names.split_first()?;
                let values: Vec<i64> = values.iter().map(|value| value.parse()).collect::<Result<_, _>>().ok()?;
                script.line(&format!("quadruple({}, {values:?})", self.cell(corner)?));
            }
            "RegionSumLine" => {
                let (h, w) = boxes?;
                script.line(&format!("region_sum({}, boxes(x, {h}, {w}))", list(&self.cells(names)?)));
            }
            "PillArrow" => {
                let (size, cells) = names.split_first()?;
                let (size, cells) = (size.parse::<usize>().ok()?, self.cells(cells)?);
                let (pill, line) = cells.split_at_checked(size).filter(|(_, line)| !line.is_empty())?;
                // The digits of a pill are read from left to right and from top to bottom.
                let mut pill = pill.to_vec();
                pill.sort_unstable();
                script.line(&format!("arrow({}, circle: {})", list(line), plain_list(&pill)));
            }
            "Jigsaw" => self.jigsaw(names, boxes.is_some(), script)?,
            "SameValues" => {
                let (sets, cells) = names.split_first()?;
                let (sets, cells) = (sets.parse::<usize>().ok()?, self.cells(cells)?);
                let is_even = sets > 0 && cells.len().is_multiple_of(sets);
                let sets: Vec<String> = cells.chunks(is_even.then(|| cells.len() / sets)?).map(plain_list).collect();
                script.line(&format!("same_values([{}])", sets.join(", ")));
            }
            "Indexing" => {
                let (way, cells) = names.split_first()?;
                let rule =
                    [("R", "row_indexer"), ("C", "column_indexer")].into_iter().find(|(known, _)| known == way)?.1;
                script.line(&format!("{rule}(x, {})", plain_list(&self.cells(cells)?)));
            }
            "ContainAtLeast" | "ContainExact" | "LookAndSay" => self.counts(clue, script)?,
            "EqualSum" => {
                let parts = names.split(|name| *name == "-").map(|part| self.cells(part));
                let parts: Vec<String> = parts.map(|part| Some(list(&part?))).collect::<Option<_>>()?;
                for two in parts.windows(2) {
                    script.line(&format!("sum({}) = sum({})", two[0], two[1]));
                }
            }
            "Regex" | "NFA" | "Pair" | "PairX" => self.pattern(clue, script)?,
            // The third kind, `none`, forbids ties of all lines, with ranks or without.
            "FullRankTies" if names[..] == ["any"] || names[..] == ["only-unclued"] => {}
            "StrictKropki" | "StrictXV" => {
                let (kinds, rule) = match clue.name {
                    "StrictKropki" => (["WhiteDot", "BlackDot"], "no_other_dots"),
                    _ => (["X", "V"], "no_other_xv"),
                };
                let marked = all.iter().filter(|other| kinds.contains(&other.name));
                let pairs: Vec<(Cell, Cell)> =
                    marked.map(|other| self.pairs(&other.arguments)).collect::<Option<Vec<_>>>()?.concat();
                let pairs: Vec<String> = pairs.iter().map(|(a, b)| format!("({a}, {b})")).collect();
                script.line(&format!("{rule}(x, marked: [{}])", pairs.join(", ")));
            }
            _ => return None,
        }
        Some(())
    }

    /// Writes the regions of a layout: a character a cell.
    fn jigsaw(&self, names: &[&str], has_boxes: bool, script: &mut Script) -> Option<()> {
        let [layout] = names else { return None };
        let chars: Vec<char> = layout.chars().collect();
        if chars.len() != self.rows * self.cols {
            return None;
        }
        // Cells of a part with another number of cells belong to no region.
        let is_region = |part: char| {
            let cells = chars.iter().filter(|c| **c == part).count();
            cells < chars.len() && (self.rows.max(self.cols)..=self.size()).contains(&cells)
        };
        let token = |part: &char| if is_region(*part) { part.to_string() } else { ".".into() };
        let rows: Vec<Vec<String>> = chars.chunks(self.cols).map(|row| row.iter().map(token).collect()).collect();
        script.picture("regions region", &rows);
        script.line(match self.is_latin() && !has_boxes {
            true => "jigsaw(x, region)",
            false => "for part in region { distinct(part) }",
        });
        Some(())
    }

    /// Writes how often values occur in some cells.
    fn counts(&self, clue: &Clue, script: &mut Script) -> Option<()> {
        let (values, cells) = clue.arguments.split_first()?;
        let cells = plain_list(&self.cells(cells)?);
        let mut counts: BTreeMap<i64, i64> = BTreeMap::new();
        if clue.name == "LookAndSay" {
            // Digits in pairs: a count, and the value.
            let digits: Vec<u32> = values.chars().map(|c| c.to_digit(10)).collect::<Option<_>>()?;
            for pair in digits.chunks(2) {
                let [count, value] = *pair else { return None };
                if counts.insert(value.into(), count.into()).is_some() {
                    return None;
                }
            }
        } else {
            for value in values.split('_') {
                *counts.entry(value.parse().ok()?).or_default() += 1;
            }
        }
        let sign = if clue.name == "ContainAtLeast" { ">=" } else { "=" };
        for (value, count) in &counts {
            script.line(&format!("count(c = {value} for c in {cells}) {sign} {count}"));
        }
        (!counts.is_empty()).then_some(())
    }

    /// Writes the lines of a regular expression, an automaton, or a relation of two cells.
    fn pattern(&self, clue: &Clue, script: &mut Script) -> Option<()> {
        let (pattern, items) = clue.arguments.split_first()?;
        let pattern = match clue.name {
            "Regex" => format!("\"{}\"", patterns::expression(pattern)?),
            "NFA" => patterns::automaton(pattern, self.values.0)?,
            name => patterns::relation(pattern, self.values, name == "PairX")?,
        };
        // Names of lines start with `_`, and a line ends before a name or an empty item.
        let lines = items.split(|item| item.is_empty() || item.starts_with('_'));
        let lines = lines.filter(|line| !line.is_empty()).map(|line| self.cells(line));
        let lines = lines.collect::<Option<Vec<_>>>().filter(|lines| !lines.is_empty())?;
        for cells in lines {
            let cells = list(&cells);
            script.line(&match clue.name {
                "Pair" => format!("for a, b in pairs({cells}) {{ (a, b) in {pattern} }}"),
                "PairX" => format!("for a, b in all_pairs({cells}) {{ (a, b) in {pattern} }}"),
                _ => format!("regular({cells}, {pattern})"),
            });
        }
        Some(())
    }

    fn form(&self, form: &Form, names: &[&str], script: &mut Script) -> Option<()> {
        match form {
            Form::Cells(rule) => {
                let cells = self.cells(names)?;
                script.line(&format!("{rule}({})", list(&cells)));
            }
            Form::Numbered(rule) => {
                let (number, cells) = names.split_first()?;
                let (number, cells) = (number.parse::<i64>().ok()?, list(&self.cells(cells)?));
                match (*rule, number) {
                    ("sum", _) => script.line(&format!("sum({cells}) = {number}")),
                    // A cage without a sum.
                    ("killer", 0) => script.line(&format!("killer({cells})")),
                    _ => script.line(&format!("{rule}({cells}, {number})")),
                }
            }
            Form::Pairs(rule) => {
                for (a, b) in self.pairs(names)? {
                    script.line(&format!("{rule}({a}, {b})"));
                }
            }
            Form::Grid(rule) => script.line(&format!("{rule}(x)")),
            Form::BothEnds(rule) => {
                let (name, numbers) = names.split_first()?;
                let line = self.line(rule, name)?;
                let (grid, ties) = match *rule {
                    "full_rank" => ("x, ", if self.ties { ", ties: \"allowed\"" } else { "" }),
                    _ => ("", ""),
                };
                // The number at the near end, then that at the far end; either can be missing.
                for (number, line) in numbers.iter().zip([line.clone(), format!("reverse({line})")]) {
                    if !number.is_empty() {
                        script.line(&format!("{rule}({grid}{line}, {}{ties})", number.parse::<i64>().ok()?));
                    }
                }
            }
            Form::OneEnd(rule) => {
                let [number, name] = names[..] else { return None };
                let (number, line) = (number.parse::<i64>().ok()?, self.line(rule, name)?);
                let ends = if *rule == "sandwich" {
                    format!(", low: {}, high: {}", self.values.0, self.values.1)
                } else {
                    String::new()
                };
                script.line(&format!("{rule}({line}, {number}{ends})"));
            }
        }
        Some(())
    }
}
