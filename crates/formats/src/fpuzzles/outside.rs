//! Clues outside the grid.

use super::super::script::{Cell, clip, list};
use super::{Board, Object, number};
use serde_json::Value;

/// Row and column of `R3C0`, as written.
pub(super) fn place(value: &Value) -> Option<(i64, i64)> {
    let text = value.as_str()?;
    let (row, col) = text.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
    let small = |text: &str| text.parse::<i64>().ok().filter(|n| (-1..=1000).contains(n));
    Some((small(row)?, small(col)?))
}

impl Board<'_> {
    /// The number of a clue. Text that is neither a number nor blank is reported as untranslated.
    fn clue(&mut self, key: &str, entry: &Object) -> Option<i64> {
        let at = entry.get("cell").and_then(Value::as_str).unwrap_or("").to_string();
        match entry.get("value") {
            None | Some(Value::Null) => {
                self.script.comment(&format!("The {key} at {} has no number.", clip(&at)));
                None
            }
            Some(Value::String(text)) if text.trim().is_empty() => {
                self.script.comment(&format!("The {key} at {} has no number.", clip(&at)));
                None
            }
            Some(value) => match number(value).filter(|n| (0..1_000_000).contains(n)) {
                Some(n) => Some(n),
                None => {
                    self.script.untranslated(&format!("the {key} clue {} at {}", clip(&value.to_string()), clip(&at)));
                    None
                }
            },
        }
    }

    /// Writes a clue for a row or column.
    pub(super) fn outside(&mut self, key: &str, rule: &str, entry: &Object) {
        let Some(n) = self.clue(key, entry) else { return };
        let end = self.size as i64 + 1;
        let inside = |k: i64| (1..end).contains(&k);
        let line = match entry.get("cell").and_then(place) {
            Some((0, col)) if inside(col) => format!("c{col}"),
            Some((row, col)) if row == end && inside(col) => format!("reverse(c{col})"),
            Some((row, 0)) if inside(row) => format!("r{row}"),
            Some((row, col)) if col == end && inside(row) => format!("reverse(r{row})"),
            _ => {
                let at = entry.get("cell").map_or("nowhere".into(), Value::to_string);
                return self
                    .script
                    .untranslated(&format!("the {key} clue {n} at {}, which is not beside the grid", clip(&at)));
            }
        };
        let high = if rule == "sandwich" && self.size != 9 { format!(", high: {}", self.size) } else { String::new() };
        self.script.line(&format!("{rule}({line}, {n}{high})"));
    }

    /// Writes a sum along a diagonal.
    pub(super) fn little_killer(&mut self, entry: &Object) {
        let Some(n) = self.clue("littlekillersum", entry) else { return };
        let way = match entry.get("direction").and_then(Value::as_str) {
            Some("DR") => Some((1, 1)),
            Some("DL") => Some((1, -1)),
            Some("UR") => Some((-1, 1)),
            Some("UL") => Some((-1, -1)),
            _ => None,
        };
        let cells: Vec<Cell> = match (entry.get("cell").and_then(place), way) {
            (Some((row, col)), Some((down, right))) => {
                let at = |k: i64| self.cell(&Value::String(format!("R{}C{}", row + k * down, col + k * right)));
                (1..).map_while(at).collect()
            }
            _ => match entry.get("cells").and_then(Value::as_array) {
                Some(cells) => cells.iter().filter_map(|c| self.cell(c)).collect(),
                None => vec![],
            },
        };
        let diagonal = cells.windows(2).all(|w| w[0].touches(w[1]) && !w[0].beside(w[1]));
        if cells.is_empty() || !diagonal {
            let at = entry.get("cell").map_or("nowhere".into(), Value::to_string);
            return self
                .script
                .untranslated(&format!("the little killer {n} at {}, whose direction isn't diagonal", clip(&at)));
        }
        self.script.line(&format!("little_killer({}, {n})", list(&cells)));
    }
}
