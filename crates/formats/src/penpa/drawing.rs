//! Import of a drawing without rules: numbers, symbols, surfaces and walls become pictures, lines become named lists,
//! and everything is `untranslated`.

use super::super::script::{Cell, Script, clip, list, plain_list};
use super::board::{Board, Point};
use super::number_of;
use sator_base::text::counted;
use serde_json::Value;

impl Board {
    /// Reads all layers of a drawing.
    pub(super) fn drawing(&self, drawn: &Value, script: &mut Script) {
        let numbers = self.numbers(drawn, script);
        script.line(&format!("grid x {}x{}", self.rows, self.cols));
        self.picture("number", &numbers, script);
        self.picture("surface", &self.tokens(drawn, "surface", |v| v.as_i64().map(|n| n.to_string())), script);
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
            script,
        );
        self.drawn_rooms(drawn, script);
        if let Some(pearls) = self.pearls(drawn) {
            script.comment("White and black circles and nothing else; a guess:");
            let mut guess = Script::default();
            guess.picture("clues pearl of x", &pearls);
            guess.line("links e of x");
            guess.line("masyu(e, pearl)");
            script.append(guess.commented());
        }
        self.shapes(drawn, &[], script);
    }

    /// Reads cages, thermometers and arrows as lists of cells: with their rule if a tag names it, else with a guess.
    /// Returns whether all small numbers are totals of cages.
    pub(super) fn shapes(&self, drawn: &Value, tags: &[String], script: &mut Script) -> bool {
        let small = drawn.get("numberS").and_then(Value::as_object).into_iter().flatten();
        let mut totals: Vec<(Option<Cell>, Option<String>)> = small
            .map(|(place, value)| (self.in_corner(place).map(|(cell, _)| cell), number_of(value)))
            .filter(|(_, text)| text.as_deref() != Some(""))
            .collect();
        for (key, stem, rule) in [
            ("killercages", "cage", "killer"),
            ("thermo", "thermo", "thermo"),
            ("nobulbthermo", "line", "thermo"),
            ("arrows", "arrow", "arrow"),
        ] {
            let is_tagged = key != "nobulbthermo" && tags.iter().any(|tag| tag == rule);
            for (k, entry) in drawn.get(key).and_then(Value::as_array).into_iter().flatten().enumerate() {
                let cells = self.cells(entry);
                if cells.is_empty() {
                    continue;
                }
                let name = format!("{stem}_{}", k + 1);
                let shown = if key == "killercages" { plain_list(&cells) } else { list(&cells) };
                script.line(&format!("let {name} = {shown}"));
                if !is_tagged {
                    script.guess(&format!("{rule}({name})"));
                    script.untranslated(&format!("{name}: {shown}"));
                    continue;
                }
                let is_its = |(cell, text): &(Option<Cell>, Option<String>)| {
                    cell.is_some_and(|cell| cells.contains(&cell))
                        && text.as_ref().is_some_and(|t| t.parse::<u32>().is_ok())
                };
                let total = if key == "killercages" { totals.iter().position(is_its) } else { None };
                match total.and_then(|at| totals.swap_remove(at).1) {
                    Some(total) => script.line(&format!("{rule}({name}, {total})")),
                    None => script.line(&format!("{rule}({name})")),
                }
            }
        }
        totals.is_empty()
    }

    /// Reads the numbers in cells. Other places, and texts that are no tokens, are listed as untranslated.
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
                Some(Point::Cell(cell)) => script.untranslated(&format!("`{}` at {cell}", clip(text))),
                Some(Point::Corner(row, col)) => {
                    script.untranslated(&format!("`{}` at the corner {},{}", clip(text), row + 1, col + 1))
                }
                Some(Point::Edge(cell, below)) => {
                    let side = if below { "below" } else { "right of" };
                    script.untranslated(&format!("`{}` {side} {cell}", clip(text)));
                }
                Some(Point::Rim(_)) => script.untranslated(&format!("`{}` on the rim of the board", clip(text))),
                Some(Point::Outside(row, col)) => {
                    script.untranslated(&format!("`{}` outside, at row {row}, column {col}", clip(text)))
                }
                None => {}
            }
        }
        rows
    }

    fn picture(&self, name: &str, rows: &[Vec<String>], script: &mut Script) {
        if rows.iter().flatten().any(|token| token != ".") {
            script.picture(&format!("clues {name} of x"), rows);
            script.untranslated(&format!("the meaning of the {name}s in the picture `{name}`"));
        }
    }

    /// Writes the rooms formed by thick edges, if there are any.
    fn drawn_rooms(&self, drawn: &Value, script: &mut Script) {
        let [below, right] = self.walls(drawn);
        let room = self.groups(drawn);
        let inner = self.rooms(drawn).walls.len();
        if room.iter().flatten().any(|k| *k > 1) {
            let rows: Vec<Vec<String>> = room.iter().map(|row| row.iter().map(|k| k.to_string()).collect()).collect();
            script.picture("regions room of x", &rows);
            script.untranslated("the meaning of the rooms in the picture `room`");
            if inner > 0 {
                script.untranslated(&format!("{} that end inside a room", counted(inner as u64, "thick edge")));
            }
        } else if !below.is_empty() || !right.is_empty() {
            script.untranslated(&counted((below.len() + right.len()) as u64, "edge"));
        }
    }

    /// The circles of a drawing without anything else, in the form of a Masyu.
    fn pearls(&self, drawn: &Value) -> Option<Vec<Vec<String>>> {
        let layer = |key: &str| drawn.get(key).and_then(Value::as_object).into_iter().flatten();
        if ["number", "surface", "lineE", "numberS"].iter().any(|key| layer(key).next().is_some()) {
            return None;
        }
        let mut rows = vec![vec![String::from("."); self.cols]; self.rows];
        for (place, value) in layer("symbol") {
            let round = value.get(1).and_then(Value::as_str).is_some_and(|name| name.starts_with("circle_"));
            let sign = match value.get(0).and_then(Value::as_u64) {
                Some(1) => "w",
                Some(2) => "b",
                _ => return None,
            };
            match self.point(place)? {
                Point::Cell(cell) if round => rows[cell.row][cell.col] = sign.into(),
                _ => return None,
            }
        }
        rows.iter().flatten().any(|sign| sign != ".").then_some(rows)
    }
}
