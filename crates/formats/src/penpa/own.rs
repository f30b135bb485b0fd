//! Rules whose drawings are not the parts of a link of puzz.link.

use super::super::Imported;
use super::super::puzzlink::letters;
use super::super::script::{Cell, Script};
use super::board::{Board, Point};
use super::layers::is_dark;
use super::number_of;
use serde_json::Value;
use std::collections::BTreeMap;

/// A rule and the reading of its drawings.
pub(super) struct Own {
    pub title: &'static str,
    /// The rule's name, which is the tag too, and other names.
    pub names: &'static [&'static str],
    /// Reads a drawing; `None` if something in it can't belong to the rule.
    pub read: fn(&Board, &Value) -> Option<Imported>,
}

static RULES: [Own; 4] = [
    Own { title: "Kakuro", names: &["kakuro"], read: Board::kakuro },
    Own { title: "Binairo", names: &["binairo", "takuzu"], read: Board::binairo },
    Own { title: "Mosaic", names: &["mosaic", "fillpix"], read: Board::mosaic },
    Own { title: "KenKen", names: &["kenkens", "kenken"], read: Board::kenken },
];

impl Own {
    /// The rule of this name, whatever stands between the letters.
    pub(super) fn named(name: &str) -> Option<&'static Own> {
        let wanted = letters(name);
        RULES.iter().find(|own| own.names.iter().any(|known| letters(known) == wanted))
    }

    /// The tags of all these rules.
    pub(super) fn tags() -> impl Iterator<Item = &'static str> {
        RULES.iter().map(|own| own.names[0])
    }
}

/// Whether clues are in these layers alone.
fn has_only(drawn: &Value, keys: &[&str]) -> bool {
    let is_empty = |key: &str| drawn.get(key).and_then(Value::as_object).is_none_or(|layer| layer.is_empty());
    ["number", "symbol", "surface", "numberS"].into_iter().all(|key| keys.contains(&key) || is_empty(key))
}

impl Board {
    /// Writes the tokens of a layer into rows; `None` if something is beside the cells or has no token.
    fn fill(
        &self,
        rows: &mut [Vec<String>],
        drawn: &Value,
        key: &str,
        token: impl Fn(&Value) -> Option<String>,
    ) -> Option<()> {
        for (place, value) in drawn.get(key).and_then(Value::as_object).into_iter().flatten() {
            let Point::Cell(cell) = self.point(place)? else { return None };
            rows[cell.row][cell.col] = token(value)?;
        }
        Some(())
    }

    /// Imports a Kakuro. Black cells are symbols or dark surfaces, with the sums as small numbers: down in the lower
    /// left corner, to the right in the upper right corner.
    fn kakuro(&self, drawn: &Value) -> Option<Imported> {
        let layer = |key: &str| drawn.get(key).and_then(Value::as_object).into_iter().flatten();
        let mut black: BTreeMap<Cell, [Option<String>; 2]> = BTreeMap::new();
        for (place, value) in layer("symbol") {
            match (self.point(place)?, value.get(1).and_then(Value::as_str)) {
                (Point::Cell(cell), Some("kakuro")) => black.entry(cell).or_default(),
                _ => return None,
            };
        }
        for (place, value) in layer("surface") {
            match (self.point(place)?, value.as_u64()) {
                (Point::Cell(cell), Some(colour)) if is_dark(colour) => black.entry(cell).or_default(),
                _ => return None,
            };
        }
        for (place, value) in layer("numberS") {
            let (cell, corner) = self.in_corner(place)?;
            let sum = number_of(value)?.parse::<u32>().ok()?.to_string();
            let at = match corner {
                1 => 1,
                2 => 0,
                _ => return None,
            };
            black.get_mut(&cell)?[at] = Some(sum);
        }
        let token = |row: usize, col: usize| match black.get(&Cell::new(row, col)) {
            None => ".".to_string(),
            Some([None, None]) => "#".into(),
            Some(sums) => sums.each_ref().map(|sum| sum.as_deref().unwrap_or(".")).join(","),
        };
        let rows: Vec<Vec<String>> =
            (0..self.rows).map(|row| (0..self.cols).map(|col| token(row, col)).collect()).collect();
        let mut script = Script::default();
        script.picture("clues sums", &rows);
        script.line(&format!("grid x {}x{} in 1..9 except sums", self.rows, self.cols));
        script.line("kakuro(x, sums)");
        for (place, value) in layer("number") {
            let Point::Cell(cell) = self.point(place)? else { return None };
            let given = number_of(value)?.parse::<u32>().ok().filter(|_| !black.contains_key(&cell))?;
            script.line(&format!("{cell} = {given}"));
        }
        Some(script.finish("penpa"))
    }

    /// Imports a Binairo: white circles are 0 and black ones 1, or digits are drawn.
    fn binairo(&self, drawn: &Value) -> Option<Imported> {
        let mut rows = vec![vec![".".to_string(); self.cols]; self.rows];
        self.fill(&mut rows, drawn, "symbol", |value| {
            let is_circle = value.get(1).and_then(Value::as_str)?.starts_with("circle_");
            let colour = value.get(0).and_then(Value::as_u64).filter(|colour| is_circle && matches!(colour, 1 | 2))?;
            Some((colour - 1).to_string())
        })?;
        self.fill(&mut rows, drawn, "number", |value| number_of(value).filter(|digit| matches!(&**digit, "0" | "1")))?;
        if !has_only(drawn, &["number", "symbol"]) {
            return None;
        }
        let mut script = Script::default();
        script.line(&format!("grid x {}x{} in 0..1", self.rows, self.cols));
        script.picture("givens x", &rows);
        script.line("binairo(x)");
        Some(script.finish("penpa"))
    }

    /// Imports a Mosaic: numbers from 0 to 9.
    fn mosaic(&self, drawn: &Value) -> Option<Imported> {
        let mut rows = vec![vec![".".to_string(); self.cols]; self.rows];
        self.fill(&mut rows, drawn, "number", |value| match &*number_of(value)? {
            // An unknown number excludes nothing.
            "?" => Some(".".into()),
            number => Some(number.parse::<u32>().ok().filter(|n| *n < 10)?.to_string()),
        })?;
        if !has_only(drawn, &["number"]) {
            return None;
        }
        let mut script = Script::default();
        script.line(&format!("grid shade {}x{} in bool", self.rows, self.cols));
        script.picture("clues number", &rows);
        script.line("mosaic(shade, number)");
        Some(script.finish("penpa"))
    }

    /// Imports a KenKen: thick edges around the cages, and a clue such as `12×` in the upper left corner of a cell of each.
    /// The digits can be written outside, as `{1-6}`.
    fn kenken(&self, drawn: &Value) -> Option<Imported> {
        let layer = |key: &str| drawn.get(key).and_then(Value::as_object).into_iter().flatten();
        let cages = self.groups(drawn);
        let mut clues = vec![vec![".".to_string(); self.cols]; self.rows];
        for (place, value) in layer("numberS") {
            let ((cell, 0), text) = (self.in_corner(place)?, number_of(value)?) else { return None };
            let number = text.trim_end_matches(|c: char| !c.is_ascii_digit());
            let sign = match text[number.len()..].trim() {
                "" => "",
                "+" => ",+",
                "-" | "−" | "–" => ",-",
                "*" | "×" | "x" => ",*",
                "/" | "÷" | ":" => ",/",
                _ => return None,
            };
            let cage = cages[cell.row][cell.col];
            // A cage of one cell has its value.
            let is_alone = cages.iter().flatten().filter(|other| **other == cage).count() == 1;
            let sign = if is_alone { "" } else { sign };
            clues[cell.row][cell.col] = format!("{}{sign}", number.parse::<u32>().ok()?);
        }
        let digits = format!("{{1-{}}}", self.cols);
        for (place, value) in layer("number") {
            match self.point(place)? {
                Point::Outside(..) if number_of(value)? == digits => {}
                _ => return None,
            }
        }
        if self.rows != self.cols || !has_only(drawn, &["number", "numberS"]) {
            return None;
        }
        let mut script = Script::default();
        script.line(&format!("grid x {}x{} in 1..{}", self.rows, self.cols, self.cols));
        let label = |row: &Vec<usize>| row.iter().map(usize::to_string).collect::<Vec<String>>();
        script.picture("regions cage", &cages.iter().map(label).collect::<Vec<_>>());
        script.picture("clues clue", &clues);
        script.line("kenkens(x, cage, clue)");
        Some(script.finish("penpa"))
    }
}
