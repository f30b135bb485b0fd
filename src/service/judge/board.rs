//! Boards as JSON: values in the shape of a solution, and moves.
//!
//! Grids are rows, rows are lists of values or texts. A value is a number, true, false, a word, a list of the candidates that are
//! left, or null for an open cell.

use sator_draw::render::json::shaped;
use sator_model::{Atom, Domain, Kind, LineKind, Model, UnknownId};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

/// Tokens of an open cell.
const OPEN: [&str; 3] = [".", "_", "?"];

/// The names of a puzzle's visible unknowns, in the shape of a solution and by name.
pub(super) struct Names {
    shape: Value,
    by_name: HashMap<String, UnknownId>,
}

/// The knowledge about cells that a board shows.
#[derive(Clone, Default)]
pub(super) struct Board {
    cells: BTreeMap<UnknownId, Shown>,
}

#[derive(Clone, Default)]
struct Shown {
    value: Option<i64>,
    /// Candidates that are crossed out.
    excluded: Vec<i64>,
}

/// A move: a fact, or a cell that is emptied.
pub(super) enum Move {
    Fact(Atom),
    Clear(UnknownId),
}

impl Move {
    /// The move as a text that can be read again.
    pub(super) fn text(&self, model: &Model) -> String {
        match self {
            Move::Fact(fact) => fact.text(model),
            Move::Clear(unknown) => format!("{} = .", model.unknown(*unknown).name),
        }
    }
}

impl Names {
    pub(super) fn of(model: &Model) -> Names {
        let by_name = model.visible().map(|u| (model.unknown(u).name.clone(), u)).collect();
        Names { shape: shaped(model, &|u| json!(model.unknown(u).name)), by_name }
    }

    fn find(&self, name: &str) -> Result<UnknownId, String> {
        self.by_name.get(name).copied().ok_or_else(|| format!("there is no cell `{name}`"))
    }

    /// Reads a move: `r1c1 = 5`, `r1c1 != 5`, `r1c1 = .`, `b`, `not b`, or `{"cell": "r1c1", "value": 5, "is": true}`.
    pub(super) fn read_move(&self, model: &Model, step: &Value) -> Result<Move, String> {
        let text = match step {
            Value::String(text) => text.trim(),
            Value::Object(_) => {
                let name =
                    step["cell"].as_str().ok_or("a move is a text such as `r1c1 = 5`, or has `cell` and `value`")?;
                let unknown = self.find(name)?;
                let is = step["is"].as_bool().unwrap_or(true);
                return Ok(match value(model, unknown, &step["value"])? {
                    Some(value) => Move::Fact(Atom { unknown, value, is }),
                    None => Move::Clear(unknown),
                });
            }
            _ => return Err("a move is a text such as `r1c1 = 5`, or has `cell` and `value`".into()),
        };
        let (text, negated) = text.strip_prefix("not ").map_or((text, false), |rest| (rest.trim(), true));
        let (name, word, is) = match (text.split_once("!="), text.split_once('=')) {
            (Some((name, word)), _) => (name.trim(), Some(word.trim()), false),
            (None, Some((name, word))) => (name.trim(), Some(word.trim()), true),
            (None, None) => (text, None, true),
        };
        let unknown = self.find(name)?;
        let value = match word {
            Some(word) => match value(model, unknown, &json!(word))? {
                Some(value) => value,
                None if is && !negated => return Ok(Move::Clear(unknown)),
                None => return Err(format!("`{text}` names no value")),
            },
            None if model.unknown(unknown).kind == Kind::Bool => 1,
            None => return Err(format!("write `{name} = 5` with the value of {name}")),
        };
        Ok(Move::Fact(Atom { unknown, value, is: is != negated }))
    }
}

impl Board {
    /// Adds the values of a board.
    pub(super) fn read(&mut self, names: &Names, model: &Model, board: &Value) -> Result<(), String> {
        let only = || match names.shape.as_object() {
            Some(all) if all.len() == 1 => all.iter().next(),
            _ => None,
        };
        match (board, only()) {
            (Value::Null, _) => Ok(()),
            (Value::Object(fields), Some((name, shape @ Value::Object(own))))
                if fields.keys().all(|name| own.contains_key(name)) =>
            {
                self.add(names, model, (&named(name), shape), board)
            }
            (Value::Object(_), _) => self.add(names, model, ("the board", &names.shape), board),
            (_, Some((name, shape))) => self.add(names, model, (&named(name), shape), board),
            (_, None) => Err(format!("`board` is an object with {}", listed(&names.shape))),
        }
    }

    /// Adds what the board shows of a part: its words for an error, and its shape.
    fn add(&mut self, names: &Names, model: &Model, part: (&str, &Value), board: &Value) -> Result<(), String> {
        let (words, shape) = part;
        match (shape, board) {
            (_, Value::Null) | (Value::Null, _) => Ok(()),
            (Value::String(name), shown) => self.add_cell(model, names.find(name)?, shown),
            (Value::Object(shape), Value::Object(board)) => board.iter().try_for_each(|(name, board)| {
                let part = shape.get(name).ok_or_else(|| {
                    format!("{words} has no `{name}`; it has {}", listed(&Value::Object(shape.clone())))
                })?;
                self.add(names, model, (&named(name), part), board)
            }),
            (Value::Array(parts), Value::Array(_) | Value::String(_)) => {
                let cut: Vec<Value>;
                let shown = match board {
                    Value::Array(shown) => shown,
                    text => {
                        cut = pieces(parts, text.as_str().unwrap_or_default()).into_iter().map(Value::from).collect();
                        &cut
                    }
                };
                check_length(words, parts, shown.len())?;
                parts.iter().zip(shown).zip(1..).try_for_each(|((part, shown), number)| {
                    // The errors of a cell name the cell.
                    let words = if part.is_array() { format!("row {number} of {words}") } else { String::new() };
                    self.add(names, model, (&words, part), shown)
                })
            }
            (Value::Object(_), _) => Err(format!("{words} is an object with {}, not {board}", listed(shape))),
            _ => Err(format!("{words} is a list, not {board}")),
        }
    }

    fn add_cell(&mut self, model: &Model, unknown: UnknownId, shown: &Value) -> Result<(), String> {
        let Value::Array(left) = shown else {
            if let Some(value) = value(model, unknown, shown)? {
                self.make(&Move::Fact(Atom { unknown, value, is: true }));
            }
            return Ok(());
        };
        let left: Vec<i64> = left
            .iter()
            .filter_map(|candidate| value(model, unknown, candidate).transpose())
            .collect::<Result<_, _>>()?;
        let excluded = model.unknown(unknown).domain.iter().filter(|value| !left.contains(value)).collect();
        self.cells.insert(unknown, Shown { value: None, excluded });
        Ok(())
    }

    /// Makes a move. It replaces what the board showed of the cell, unless it crosses out a candidate.
    pub(super) fn make(&mut self, step: &Move) {
        match step {
            Move::Clear(unknown) => drop(self.cells.remove(unknown)),
            Move::Fact(Atom { unknown, value, is: true }) => {
                self.cells.insert(*unknown, Shown { value: Some(*value), excluded: vec![] });
            }
            Move::Fact(Atom { unknown, value, is: false }) => {
                let shown = self.cells.entry(*unknown).or_default();
                shown.value.take_if(|shown| shown == value);
                shown.excluded.push(*value);
            }
        }
    }

    /// Takes open yes/no unknowns as no, open numbers as the value that is drawn as an empty cell, and strokes that aren't drawn as
    /// absent: no border of a partition means that two cells are in one piece. Unknowns that a full board need not have stay as they are.
    pub(super) fn close(&mut self, model: &Model, is_open: impl Fn(UnknownId) -> bool) {
        let mut close = |unknown: UnknownId, value: i64| {
            if is_open(unknown) && model.unknown(unknown).domain.contains(value) {
                self.cells.entry(unknown).or_insert_with(|| Shown { value: Some(value), excluded: vec![] });
            }
        };
        for lines in model.lines.iter().filter(|lines| !lines.hidden) {
            let strokes = lines.across.iter().chain(&lines.down).flatten();
            strokes.for_each(|&stroke| close(stroke, i64::from(lines.kind == LineKind::Partition)));
        }
        for shape in model.shapes.iter().filter(|shape| !model.grid(shape.grid).hidden) {
            if let Some(value) = shape.form.empty_value() {
                model.grid(shape.grid).unknowns.iter().flatten().for_each(|&unknown| close(unknown, value));
            }
        }
        model.visible().filter(|&u| model.unknown(u).kind == Kind::Bool).for_each(|unknown| close(unknown, 0));
    }

    /// The facts, by unknown.
    pub(super) fn facts(&self) -> Vec<Atom> {
        let of = |(&unknown, shown): (&UnknownId, &Shown)| -> Vec<Atom> {
            match shown.value {
                Some(value) => vec![Atom { unknown, value, is: true }],
                None => shown.excluded.iter().map(|&value| Atom { unknown, value, is: false }).collect(),
            }
        };
        self.cells.iter().flat_map(of).collect()
    }

    /// Whether the board leaves one value for the unknown.
    pub(super) fn fills(&self, model: &Model, unknown: UnknownId) -> bool {
        let open =
            |domain: &Domain, shown: &Shown| domain.iter().filter(|value| !shown.excluded.contains(value)).count();
        let domain = &model.unknown(unknown).domain;
        match self.cells.get(&unknown) {
            Some(shown) => shown.value.is_some() || open(domain, shown) == 1,
            None => domain.iter().nth(1).is_none(),
        }
    }
}

/// The names of an object's fields, for an error.
fn listed(shape: &Value) -> String {
    let names = shape.as_object().into_iter().flat_map(|fields| fields.keys());
    names.map(|name| named(name)).collect::<Vec<_>>().join(", ")
}

fn named(name: &str) -> String {
    format!("`{name}`")
}

fn check_length(words: &str, parts: &[Value], shown: usize) -> Result<(), String> {
    let what = if parts.iter().any(Value::is_array) { "rows" } else { "values" };
    match parts.len() {
        length if length == shown => Ok(()),
        length => Err(format!("{words} has {length} {what}, not {shown}")),
    }
}

/// The pieces of a text for a list: rows of a grid, or the values of a row.
fn pieces(parts: &[Value], text: &str) -> Vec<String> {
    let is_grid = parts.iter().any(Value::is_array);
    let mut pieces: Vec<String> = match is_grid {
        true => text.split(['\n', ';', '/']).map(|row| row.trim().to_string()).filter(|row| !row.is_empty()).collect(),
        false if text.trim().contains(char::is_whitespace) => text.split_whitespace().map(String::from).collect(),
        false => text.trim().chars().map(String::from).collect(),
    };
    // A board in one line, as sudokus are written.
    if let ([line], true) = (&pieces[..], is_grid && parts.len() > 1) {
        let width = parts.iter().filter_map(Value::as_array).map(Vec::len).max().unwrap_or(0);
        let all: Vec<char> = line.chars().collect();
        if all.len() == width * parts.len() {
            pieces = all.chunks(width.max(1)).map(|row| row.iter().collect()).collect();
        }
    }
    pieces
}

/// The value that a board shows for an unknown; `None` for an open cell.
pub(super) fn value(model: &Model, unknown: UnknownId, shown: &Value) -> Result<Option<i64>, String> {
    let unknown = model.unknown(unknown);
    let found = match (unknown.kind, shown) {
        (_, Value::Null) => return Ok(None),
        (_, Value::String(text)) if OPEN.contains(&text.trim()) => return Ok(None),
        (Kind::Bool, Value::Bool(yes)) => Some(i64::from(*yes)),
        (Kind::Bool, Value::String(text)) => match text.trim() {
            "1" | "#" | "x" | "y" | "true" => Some(1),
            "0" | "-" | "n" | "false" => Some(0),
            _ => None,
        },
        (Kind::Enum(_), Value::String(text)) => {
            unknown.domain.iter().find(|&value| model.value_text(unknown.kind, value) == text.trim())
        }
        (Kind::Int, Value::String(text)) => text.trim().parse().ok(),
        (Kind::Int | Kind::Bool, Value::Number(number)) => number.as_i64(),
        _ => None,
    };
    let found = found.filter(|value| unknown.domain.contains(*value));
    let shown = shown.as_str().map_or_else(|| shown.to_string(), String::from);
    found.map(Some).ok_or_else(|| format!("{} can't be {shown}; `.` or null is an open cell", unknown.name))
}
