//! Replays of SudokuPad: JSON with `type` "clzw" and `data`, which lz-string compresses. An action is a letter, its argument and
//! `_` with the time since the one before. Selected cells are hexadecimal numbers of equal length, row by row.
//!
//! The board is played again, because what an action does depends on all before: a digit typed twice goes, `clear` takes the
//! first of digit, notes and colours that a selected cell has, and undo and redo skip selections.

use super::super::marks::{Mark, Played};
use super::super::{DecompressError, MOST, Problem, lz_string};
use super::LARGEST;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The actions by their letters, from A.
const ACTIONS: &str = "hl,vl,pm,cd,co,cl,ud,rd,sl,ds,pe,pc,gs,ge,up,wt";
/// The actions of versions 0.78.0 to 0.81.2.
const OLDER: &str = "hl,vl,pm,cd,co,pe,cl,ud,rd,sl,ds,gs,ge";
/// A replay with more actions is refused.
const MOST_ACTIONS: usize = 100_000;

/// The parts of a cell, in the order of the tools.
const PARTS: usize = 5;
const VALUE: usize = 0;
const CORNER: usize = 1;
const CENTRE: usize = 2;
const COLOUR: usize = 3;
const PEN: usize = 4;
/// By tool: the parts of a cell in the order in which `clear` takes them.
const CLEARED: [[usize; PARTS]; PARTS] = [
    [VALUE, CENTRE, CORNER, COLOUR, PEN],
    [CORNER, VALUE, CENTRE, COLOUR, PEN],
    [CENTRE, VALUE, CORNER, COLOUR, PEN],
    [COLOUR, VALUE, CENTRE, CORNER, PEN],
    [PEN, VALUE, CENTRE, CORNER, COLOUR],
];

type Cell = [BTreeSet<String>; PARTS];

#[derive(Clone)]
struct Action {
    kind: &'static str,
    argument: String,
    cells: Vec<usize>,
}

impl Action {
    fn is_selection(&self) -> bool {
        matches!(self.kind, "sl" | "ds" | "hl" | "up")
    }
}

/// An action that was done, and the board before it.
struct Done {
    action: Action,
    cells: Vec<(usize, Cell)>,
    selected: Vec<usize>,
}

struct Game<'a> {
    cols: usize,
    is_given: &'a dyn Fn(usize, usize) -> bool,
    cells: BTreeMap<usize, Cell>,
    selected: Vec<usize>,
    done: Vec<Done>,
    undone: Vec<Action>,
    /// Selections since the last undo; they go before a redo.
    passing: usize,
}

pub(in super::super) fn read(text: &str, is_given: &dyn Fn(usize, usize) -> bool) -> Result<Played, Problem> {
    let json: Value =
        serde_json::from_str(text).map_err(|error| Problem::new(format!("this replay isn't JSON: {error}")))?;
    if json["type"] != "clzw" {
        return Err(Problem::new("this JSON is no replay of SudokuPad: its `type` isn't \"clzw\""));
    }
    let side = |name: &str| match &json[name] {
        Value::Null => Some(9),
        given => given.as_u64().map(|n| n as usize).filter(|n| (1..=LARGEST).contains(n)),
    };
    let (Some(rows), Some(cols)) = (side("rows"), side("cols")) else {
        return Err(Problem::new(format!("a SudokuPad board has 1 to {LARGEST} rows and columns")));
    };
    let damaged = || Problem::new("the data of this replay is damaged or cut short").help("copy it again");
    let data =
        lz_string::decompress(json["data"].as_str().ok_or_else(damaged)?, MOST).map_err(|error| match error {
            DecompressError::TooLong => Problem::new("the data of this replay expands to more than 8 MiB"),
            DecompressError::Data => damaged(),
        })?;
    let names = if is_older(json["version"].as_str().unwrap_or("")) { OLDER } else { ACTIONS };
    let actions = actions(&data, names, rows * cols).ok_or_else(damaged)?;
    let mut game =
        Game { cols, is_given, cells: BTreeMap::new(), selected: vec![], done: vec![], undone: vec![], passing: 0 };
    let mut marks = vec![];
    let mut shown: BTreeMap<usize, String> = BTreeMap::new();
    for action in actions {
        game.act(action);
        let now = game.values();
        let places: BTreeSet<usize> = shown.keys().chain(now.keys()).copied().collect();
        for at in places.into_iter().filter(|at| shown.get(at) != now.get(at)) {
            marks.push(Mark::Text { cell: (at / cols, at % cols), text: now.get(&at).cloned() });
        }
        shown = now;
    }
    Ok(Played { rows, cols, marks })
}

/// Whether a version numbers the actions in the older way.
fn is_older(version: &str) -> bool {
    let numbers: Vec<u32> = version.split('.').map_while(|part| part.parse().ok()).collect();
    (vec![0, 78, 0]..=vec![0, 81, 2]).contains(&numbers)
}

fn actions(data: &str, names: &'static str, size: usize) -> Option<Vec<Action>> {
    let digits = format!("{:x}", size.saturating_sub(1)).len();
    let mut rest = data;
    let mut found = vec![];
    while let Some(letter) = rest.chars().next() {
        let number = (letter as usize).checked_sub('A' as usize)?;
        let kind = names.split(',').nth(number)?;
        let (argument, time) = rest[letter.len_utf8()..].split_once('_')?;
        let mut cells = vec![];
        if matches!(kind, "hl" | "sl" | "ds") {
            for hex in argument.as_bytes().chunks(digits) {
                let cell = usize::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok()?;
                cells.push(Some(cell).filter(|cell| *cell < size)?);
            }
        }
        if found.len() == MOST_ACTIONS {
            return None;
        }
        found.push(Action { kind, argument: argument.to_lowercase(), cells });
        rest = time.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    Some(found)
}

impl Game<'_> {
    fn act(&mut self, action: Action) {
        match action.kind {
            "ud" => self.undo(),
            "rd" => self.redo(),
            _ => {
                if !self.undone.is_empty() && action.is_selection() {
                    self.passing += 1;
                } else {
                    self.undone.clear();
                    self.passing = 0;
                }
                self.perform(action);
            }
        }
    }

    /// Does an action and remembers the board before it.
    fn perform(&mut self, action: Action) {
        let selected = self.selected.clone();
        let before: Vec<(usize, Cell)> = match action.kind {
            "cl" | "vl" | "pm" | "cd" | "co" | "pe" => {
                selected.iter().map(|&at| (at, self.cells.get(&at).cloned().unwrap_or_default())).collect()
            }
            _ => vec![],
        };
        match action.kind {
            "hl" | "sl" => {
                let new = action.cells.iter().filter(|cell| !selected.contains(cell));
                self.selected.extend(new);
            }
            "ds" if action.cells.is_empty() => self.selected.clear(),
            "ds" => self.selected.retain(|cell| !action.cells.contains(cell)),
            "cl" => self.clear(action.argument.parse().unwrap_or(VALUE).min(PEN)),
            "vl" => self.toggle(VALUE, &action.argument),
            "pm" => self.toggle(CORNER, &action.argument),
            "cd" => self.toggle(CENTRE, &action.argument),
            "co" => self.toggle(COLOUR, &action.argument),
            "pe" => self.toggle(PEN, &action.argument),
            _ => {}
        }
        self.done.push(Done { action, cells: before, selected });
    }

    fn undo(&mut self) {
        let (mut in_group, mut is_first) = (false, true);
        while let Some(Done { action, cells, selected }) = self.done.pop() {
            self.cells.extend(cells);
            self.selected = selected;
            match action.kind {
                "ge" => in_group = true,
                "gs" => in_group = false,
                _ => {}
            }
            let (is_selection, is_deselection) = (action.is_selection(), action.kind == "ds");
            if self.passing == 0 {
                self.undone.push(action);
            } else {
                self.passing -= 1;
                if self.passing == 0 {
                    return;
                }
            }
            if is_first && is_deselection || !in_group && !is_selection {
                return;
            }
            is_first = false;
        }
    }

    fn redo(&mut self) {
        if self.undone.is_empty() {
            return;
        }
        if self.passing > 0 {
            self.undo();
        }
        let mut in_group = false;
        while let Some(action) = self.undone.pop() {
            match action.kind {
                "gs" => in_group = true,
                "ge" => in_group = false,
                _ => {}
            }
            let is_selection = action.is_selection();
            self.perform(action);
            if !in_group && !is_selection {
                return;
            }
        }
    }

    /// Whether a part of a cell can be seen: a given hides all digits, a digit hides notes.
    fn sees(&self, at: usize, part: usize) -> bool {
        match part {
            COLOUR | PEN => true,
            _ if (self.is_given)(at / self.cols, at % self.cols) => false,
            VALUE => true,
            _ => self.cells.get(&at).is_none_or(|cell| cell[VALUE].is_empty()),
        }
    }

    /// Sets a part of all selected cells, or takes it away if all have it.
    fn toggle(&mut self, part: usize, value: &str) {
        let places: Vec<usize> = self.selected.iter().copied().filter(|&at| self.sees(at, part)).collect();
        let has = |at: &usize| self.cells.get(at).is_some_and(|cell| cell[part].contains(value));
        let have_all = places.iter().all(has);
        for at in places {
            let own = &mut self.cells.entry(at).or_default()[part];
            if part == VALUE {
                own.clear();
            }
            match have_all {
                true => drop(own.remove(value)),
                false => drop(own.insert(value.into())),
            }
        }
    }

    fn clear(&mut self, tool: usize) {
        let order = CLEARED[tool];
        let first = |at: &usize| {
            let cell = self.cells.get(at)?;
            order.iter().position(|&part| !cell[part].is_empty() && self.sees(*at, part))
        };
        let Some(part) = self.selected.iter().filter_map(first).min().map(|at| order[at]) else { return };
        for at in self.selected.clone() {
            if self.sees(at, part)
                && let Some(cell) = self.cells.get_mut(&at)
            {
                cell[part].clear();
            }
        }
    }

    fn values(&self) -> BTreeMap<usize, String> {
        self.cells.iter().filter_map(|(&at, cell)| Some((at, cell[VALUE].first()?.clone()))).collect()
    }
}
