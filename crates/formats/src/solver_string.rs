//! The strings of the Interactive Sudoku Solver (`.Cage~15~R1C3~R1C4.~R1C1_5`), alone or in its links (`?q=...`).
//!
//! A constraint starts with a dot and its name; `~` separates its arguments. A constraint without a name has givens: a cell
//! and its values, joined by `_`. Rows, columns and the usual boxes hold each value once, unless `NoBoxes` or `Shape` changes
//! that. The format is that of the solver's own parser (sigh/Interactive-Sudoku-Solver, `sudoku_parser.js`).

mod board;
mod groups;
mod patterns;
pub(super) mod write;

use super::script::{Cell, Script, list, plain_list};
use super::{Imported, LONGEST_SIDE, Problem, base64};
use board::Board;
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
    // Dots can follow each other.
    let rest = if text.starts_with('.') { text.trim_start_matches('.') } else { "" };
    let name: String = rest.chars().take_while(char::is_ascii_alphabetic).collect();
    let after = rest[name.len()..].trim_start();
    if name.is_empty() {
        return after.starts_with('~');
    }
    let known = name == "Shape" || Clue::is_known(&name) || groups::NAMES.contains(&name.as_str());
    known && (after.is_empty() || after.starts_with('.'))
        || name.starts_with(|c: char| c.is_ascii_uppercase()) && after.starts_with('~')
}

/// A constraint with its arguments.
#[derive(Clone)]
struct Clue<'a> {
    name: &'a str,
    arguments: Vec<&'a str>,
    /// The shift from the named cells to its own, in rows and columns.
    shift: (isize, isize),
}

impl<'a> Clue<'a> {
    fn read(item: &'a str) -> Clue<'a> {
        let mut parts = item.split('~');
        Clue { name: parts.next().unwrap_or(""), arguments: parts.collect(), shift: (0, 0) }
    }

    fn text(&self) -> String {
        [&[self.name], &self.arguments[..]].concat().join(" ")
    }
}

impl Clue<'_> {
    fn is_known(name: &str) -> bool {
        FORMS.iter().any(|(known, _)| *known == name)
            || ["StrictKropki", "StrictXV", "NoBoxes", "RegionSameValues", "ChaosConstruction", "Doppelganger"]
                .contains(&name)
    }
}

/// The puzzle of a string.
struct Sudoku<'a> {
    board: Board,
    /// The constraints that hold in any case.
    certain: Vec<Clue<'a>>,
    /// The region of each cell, row by row, where the string has a layout.
    layout: Option<Vec<Vec<String>>>,
}

pub(super) fn import(text: &str) -> Result<Imported, Problem> {
    let string = string_of(text);
    let clues = string.split('.').skip(1).map(Clue::read).collect::<Vec<_>>();
    let board = Board::read(&clues)?;
    let parts = groups::parts(clues, &board)?;
    let certain = groups::certain(&parts);
    let layout = certain.iter().find(|clue| clue.name == "Jigsaw");
    let layout = layout.and_then(|layout| board.layout(layout.arguments.last()?));
    let mut script = Script::default();
    script.comment("A sudoku, from a string of the Interactive Sudoku Solver.");
    script.line(&format!("grid x {}x{} in {}..{}", board.rows, board.cols, board.values.0, board.values.1));
    match board.boxes() {
        _ if board.raw => {}
        Some((h, w)) if board.rows == board.cols => script.line(&format!("sudoku(x, h: {h}, w: {w})")),
        // A rule of the regions holds the rows and columns too.
        _ if board.is_latin() && layout.is_some() => {}
        _ if board.is_latin() => script.line("latin(x)"),
        boxes => {
            script.line("for line in rows(x) + cols(x) { distinct(line) }");
            if let Some((h, w)) = boxes {
                script.line(&format!("for box in boxes(x, {h}, {w}) {{ distinct(box) }}"));
            }
        }
    }
    // Other constraints can be about the regions.
    if let Some(rows) = &layout {
        script.picture("regions region", rows);
        script.line(match board.is_latin() && board.boxes().is_none() {
            true => "jigsaw(x, region)",
            false => "for part in region { distinct(part) }",
        });
    }
    Sudoku { board, certain, layout }.write(&parts, &mut script);
    Ok(script.finish("Interactive Sudoku Solver"))
}

impl Sudoku<'_> {
    /// Writes the statements of a constraint; `None` if it has no rule here, or its arguments are other ones.
    fn statement(&self, clue: &Clue, script: &mut Script) -> Option<()> {
        let (board, names) = (self.board.shifted(clue.shift), &clue.arguments);
        if let Some((_, form)) = FORMS.iter().find(|(name, _)| *name == clue.name) {
            return board.form(form, names, script);
        }
        match clue.name {
            "" => {
                for given in names {
                    let (cell, values) = given.split_once('_')?;
                    let cell = board.cell(cell)?;
                    let values: Vec<i64> = values.split('_').map(str::parse).collect::<Result<_, _>>().ok()?;
                    script.values(cell, &values);
                }
            }
            // The last one is advice for the search.
            "Shape" | "RegionSize" | "NoBoxes" | "SearchPriority" => {}
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
                script.line(&format!("quadruple({}, {values:?})", board.cell(corner)?));
            }
            "RegionSumLine" => {
                let cells = board.cells(names)?;
                let regions = match (board.boxes(), &self.layout) {
                    (Some((h, w)), _) => format!("boxes(x, {h}, {w})"),
                    (None, Some(rows)) if cells.iter().all(|cell| rows[cell.row][cell.col] != ".") => "region".into(),
                    _ => return None,
                };
                script.line(&format!("region_sum({}, {regions})", list(&cells)));
            }
            "PillArrow" => {
                let (size, cells) = names.split_first()?;
                let (size, cells) = (size.parse::<usize>().ok()?, board.cells(cells)?);
                let (pill, line) = cells.split_at_checked(size).filter(|(_, line)| !line.is_empty())?;
                // The digits of a pill are read from left to right and from top to bottom.
                let mut pill = pill.to_vec();
                pill.sort_unstable();
                script.line(&format!("arrow({}, circle: {})", list(line), plain_list(&pill)));
            }
            "Jigsaw" => {
                let layouts = self.certain.iter().filter(|other| other.name == "Jigsaw").count();
                (self.layout.is_some() && layouts == 1).then_some(())?;
            }
            "RegionSameValues" => self.same_values_in_regions(script),
            "SameValues" => {
                let (sets, cells) = names.split_first()?;
                let (sets, cells) = (sets.parse::<usize>().ok()?, board.cells(cells)?);
                let is_even = sets > 0 && cells.len().is_multiple_of(sets);
                let sets: Vec<String> = cells.chunks(is_even.then(|| cells.len() / sets)?).map(plain_list).collect();
                script.line(&format!("same_values([{}])", sets.join(", ")));
            }
            "Indexing" => {
                let (way, cells) = names.split_first()?;
                let rule =
                    [("R", "row_indexer"), ("C", "column_indexer")].into_iter().find(|(known, _)| known == way)?.1;
                script.line(&format!("{rule}(x, {})", plain_list(&board.cells(cells)?)));
            }
            "ContainAtLeast" | "ContainExact" | "LookAndSay" => board.counts(clue, script)?,
            "EqualSum" => {
                let parts = names.split(|name| *name == "-").map(|part| board.cells(part));
                let parts: Vec<String> = parts.map(|part| Some(list(&part?))).collect::<Option<_>>()?;
                for two in parts.windows(2) {
                    script.line(&format!("sum({}) = sum({})", two[0], two[1]));
                }
            }
            "Regex" | "NFA" | "Pair" | "PairX" | "Binary" | "BinaryX" => board.pattern(clue, script)?,
            "FullRankTies" => match names[..] {
                ["any" | "only-unclued"] => {}
                // All lines differ, with ranks or without.
                ["none"] if board.rows == board.cols => {
                    script.line("let numbers = [read for l in rows(x) + cols(x), read in [list(l), reverse(list(l))]]");
                    script.line("for a, b in all_pairs(numbers) { a != b }");
                }
                _ => return None,
            },
            "StrictKropki" | "StrictXV" => {
                let (kinds, rule) = match clue.name {
                    "StrictKropki" => (["WhiteDot", "BlackDot"], "no_other_dots"),
                    _ => (["X", "V"], "no_other_xv"),
                };
                let marked = self.certain.iter().filter(|other| kinds.contains(&other.name));
                let pairs: Vec<(Cell, Cell)> = marked
                    .map(|other| board.shifted(other.shift).pairs(&other.arguments))
                    .collect::<Option<Vec<_>>>()?
                    .concat();
                let pairs: Vec<String> = pairs.iter().map(|(a, b)| format!("({a}, {b})")).collect();
                script.line(&format!("{rule}(x, marked: [{}])", pairs.join(", ")));
            }
            _ => return None,
        }
        Some(())
    }

    /// Writes that the largest rows, columns, boxes and regions have the same values, where there are more values than cells.
    fn same_values_in_regions(&self, script: &mut Script) {
        let board = &self.board;
        let sizes = self.layout.iter().flat_map(|rows| sizes(rows));
        let mut kinds = vec![(board.cols, "rows(x)".to_string()), (board.rows, "cols(x)".to_string())];
        kinds.extend(board.boxes().map(|(h, w)| (h * w, format!("boxes(x, {h}, {w})"))));
        kinds.extend(sizes.max().map(|size| (size, format!("[part for part in region where size(part) = {size}]"))));
        let most = kinds.iter().map(|(size, _)| *size).max().unwrap_or(0);
        let largest: Vec<String> = kinds.into_iter().filter(|(size, _)| *size == most).map(|(_, sets)| sets).collect();
        // One row or column alone has nothing to compare with.
        if most != board.size() && board.rows.min(board.cols) > 1 {
            script.line(&format!("same_values({})", largest.join(" + ")));
        }
    }
}

/// The number of cells of each region.
fn sizes(rows: &[Vec<String>]) -> Vec<usize> {
    let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
    for region in rows.iter().flatten().filter(|region| *region != ".") {
        *sizes.entry(region).or_default() += 1;
    }
    sizes.into_values().collect()
}

impl Board {
    /// The region of each cell: a character a cell. Cells of a part with another number of cells belong to no region.
    fn layout(&self, text: &str) -> Option<Vec<Vec<String>>> {
        let chars: Vec<char> = text.chars().collect();
        let is_region = |part: char| {
            let cells = chars.iter().filter(|c| **c == part).count();
            cells < chars.len() && (self.rows.max(self.cols)..=self.size()).contains(&cells)
        };
        let token = |part: &char| if is_region(*part) { part.to_string() } else { ".".into() };
        let rows = chars.chunks(self.cols).map(|row| row.iter().map(token).collect());
        (chars.len() == self.rows * self.cols).then(|| rows.collect())
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
            // An older alphabet has the last two signs the other way round.
            name @ ("Binary" | "BinaryX") => {
                let swapped = pattern.chars().map(|c| match c {
                    '-' => '_',
                    '_' => '-',
                    other => other,
                });
                patterns::relation(&swapped.collect::<String>(), self.values, name == "BinaryX")?
            }
            name => patterns::relation(pattern, self.values, name == "PairX")?,
        };
        // Names of lines start with `_`, and a line ends before a name or an empty item.
        let lines = items.split(|item| item.is_empty() || item.starts_with('_'));
        let lines = lines.filter(|line| !line.is_empty()).map(|line| self.cells(line));
        let lines = lines.collect::<Option<Vec<_>>>().filter(|lines| !lines.is_empty())?;
        for cells in lines {
            let cells = list(&cells);
            script.line(&match clue.name {
                "Pair" | "Binary" => format!("for a, b in pairs({cells}) {{ (a, b) in {pattern} }}"),
                "PairX" | "BinaryX" => format!("for a, b in all_pairs({cells}) {{ (a, b) in {pattern} }}"),
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
            Form::Grid("windoku") if (self.rows, self.cols, self.size(), self.region) != (9, 9, 9, 9) => return None,
            // Boxes of another size than a row.
            Form::Grid("disjoint_groups") if self.region != self.rows => {
                let (h, w) = self.box_size()?;
                script.line(&format!("disjoint_groups(x, {h}, {w})"));
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
