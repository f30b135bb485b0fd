//! The constraints of the format, one row each, and the fields that are only drawn.

use super::super::script::{Cell, clip, list, plain_list};
use super::{Board, Object, number};
use serde_json::Value;

/// The translation of a field's entries to uses of a rule.
pub(super) enum Kind {
    /// Each list in `lines` is a path.
    Line {
        rule: &'static str,
        value: Option<(&'static str, i64)>,
        set: bool,
    },
    /// Single cells, all in one list.
    Cells(&'static str),
    /// `cells` in one list, for a rule whose first argument is the grid or its regions.
    Indexer(&'static str, IndexerTarget),
    /// Two neighbours.
    Pair {
        rule: &'static str,
        value: Option<(&'static str, i64)>,
    },
    Extreme(&'static str),
    /// A clue outside.
    Outside(&'static str),
    Own(fn(&mut Board, &Object)),
    /// No constraint by itself, but the author's text can give it a rule.
    Drawn,
}

impl Kind {
    /// The standard rule for this kind of field.
    pub(super) fn rule(&self) -> Option<&'static str> {
        match self {
            Kind::Line { rule, .. } | Kind::Pair { rule, .. } => Some(rule),
            Kind::Cells(rule) | Kind::Indexer(rule, _) | Kind::Extreme(rule) | Kind::Outside(rule) => Some(rule),
            Kind::Own(_) | Kind::Drawn => None,
        }
    }
}

pub(super) enum IndexerTarget {
    Grid,
    Regions,
}

const fn line(rule: &'static str) -> Kind {
    Kind::Line { rule, value: None, set: false }
}

/// Every field that holds a list of entries.
pub(super) const FIELDS: &[(&str, Kind)] = &[
    ("thermometer", line("thermo")),
    ("slowthermometer", line("slow_thermo")),
    ("palindrome", line("palindrome")),
    ("renban", Kind::Line { rule: "renban", value: None, set: true }),
    ("whispers", Kind::Line { rule: "whispers", value: Some(("gap", 5)), set: false }),
    ("regionsumline", line("region_sum")),
    ("betweenline", line("between")),
    ("entropicline", line("entropic")),
    ("modularline", Kind::Line { rule: "modular", value: Some(("m", 3)), set: false }),
    ("nabner", Kind::Line { rule: "nabner", value: None, set: true }),
    ("doublearrow", line("double_arrow")),
    ("zipperline", line("zipper")),
    ("lockout", Kind::Line { rule: "lockout", value: Some(("gap", 4)), set: false }),
    ("arrow", Kind::Own(|board, entry| board.arrow(entry))),
    ("killercage", Kind::Own(|board, entry| board.killer(entry))),
    ("extraregion", Kind::Own(|board, entry| board.extra_region(entry))),
    ("odd", Kind::Cells("odd")),
    ("even", Kind::Cells("even")),
    ("minimum", Kind::Extreme("minimum")),
    ("maximum", Kind::Extreme("maximum")),
    ("quadruple", Kind::Own(|board, entry| board.quadruple(entry))),
    ("clone", Kind::Own(|board, entry| board.clone_cells(entry))),
    ("rowindexer", Kind::Indexer("row_indexer", IndexerTarget::Grid)),
    ("columnindexer", Kind::Indexer("column_indexer", IndexerTarget::Grid)),
    ("boxindexer", Kind::Indexer("box_indexer", IndexerTarget::Regions)),
    ("difference", Kind::Pair { rule: "white_dot", value: Some(("gap", 1)) }),
    ("ratio", Kind::Pair { rule: "black_dot", value: Some(("ratio", 2)) }),
    ("xv", Kind::Pair { rule: "", value: None }),
    ("littlekillersum", Kind::Own(|board, entry| board.little_killer(entry))),
    ("sandwichsum", Kind::Outside("sandwich")),
    ("xsum", Kind::Outside("x_sum")),
    ("skyscraper", Kind::Outside("skyscraper")),
    ("line", Kind::Drawn),
    ("circle", Kind::Drawn),
    ("rectangle", Kind::Drawn),
    ("text", Kind::Drawn),
    ("cage", Kind::Drawn),
];

/// Fields that are no constraint, or are read elsewhere.
const OTHERS: &[&str] = &[
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "rules",
    "solution",
    "diagonal+",
    "diagonal-",
    "antiknight",
    "antiking",
    "disjointgroups",
    "nonconsecutive",
    "negative",
    "highlightConflicts",
    "successMessage",
    "disabledlogic",
    "truecandidatesoptions",
    "msgcorrect",
    "version",
    "id",
    "metadata",
];

impl Board<'_> {
    /// Reads all lists of entries: first those in the table, in its order, then unknown ones.
    pub(super) fn fields(&mut self) {
        let json = self.json;
        for (key, kind) in FIELDS {
            let entries: Vec<&Object> = match json.get(*key) {
                Some(Value::Array(entries)) => entries.iter().filter_map(Value::as_object).collect(),
                None | Some(Value::Null | Value::Bool(false)) => continue,
                Some(_) => {
                    self.script.untranslated(&format!("`{key}`, which isn't a list"));
                    continue;
                }
            };
            match kind {
                Kind::Cells(rule) | Kind::Extreme(rule) => self.single_cells(key, rule, &entries),
                Kind::Drawn => self.drawn(key, &entries),
                _ => entries.iter().for_each(|entry| self.entry(key, kind, entry)),
            }
        }
        self.negative();
        for (key, value) in json {
            let known = OTHERS.contains(&key.as_str()) || FIELDS.iter().any(|(k, _)| k == key);
            let asks = match value {
                Value::Bool(on) => *on,
                Value::Array(list) => list.iter().any(Value::is_object),
                _ => false,
            };
            if !known && asks {
                let cells = self.cells_in(value);
                let cells = if cells.is_empty() { String::new() } else { format!(": {}", plain_list(&cells)) };
                self.script.untranslated(&format!("the rule `{}`{cells}", clip(key)));
            }
        }
    }

    fn entry(&mut self, key: &str, kind: &Kind, entry: &Object) {
        match kind {
            Kind::Line { rule, value, set } => self.lines(key, rule, *value, *set, entry),
            Kind::Indexer(rule, first) => {
                if let Some(cells) = self.cells_of(key, entry) {
                    let first = match first {
                        IndexerTarget::Grid => "x".to_string(),
                        IndexerTarget::Regions => self.regions.clone(),
                    };
                    self.script.line(&format!("{rule}({first}, {})", plain_list(&cells)));
                }
            }
            Kind::Pair { rule, value } => self.pair(key, rule, *value, entry),
            Kind::Outside(rule) => self.outside(key, rule, entry),
            Kind::Own(read) => read(self, entry),
            Kind::Cells(_) | Kind::Extreme(_) | Kind::Drawn => {}
        }
    }

    /// A cell of the grid.
    pub(super) fn cell(&self, value: &Value) -> Option<Cell> {
        let (row, col) = super::outside::place(value)?;
        let inside = |n: i64| usize::try_from(n - 1).ok().filter(|n| *n < self.size);
        Some(Cell::new(inside(row)?, inside(col)?))
    }

    /// The cells of a list; `None` if one lies outside, which is then reported as untranslated.
    fn path(&mut self, key: &str, value: Option<&Value>) -> Option<Vec<Cell>> {
        let cells: Option<Vec<Cell>> = value.and_then(Value::as_array)?.iter().map(|v| self.cell(v)).collect();
        if cells.is_none() {
            let text = value.map(Value::to_string).unwrap_or_default();
            self.script.untranslated(&format!("`{key}` with cells outside the grid: {}", text.replace('"', "")));
        }
        cells
    }

    /// The `cells` of an entry without repeats; `None` if there are none.
    fn cells_of(&mut self, key: &str, entry: &Object) -> Option<Vec<Cell>> {
        let cells = without_repeats(self.path(key, entry.get("cells"))?);
        (!cells.is_empty()).then_some(cells)
    }

    /// All names of cells anywhere in a value.
    fn cells_in(&self, value: &Value) -> Vec<Cell> {
        match value {
            Value::Array(list) => list.iter().flat_map(|v| self.cells_in(v)).collect(),
            Value::Object(map) => map.values().flat_map(|v| self.cells_in(v)).collect(),
            value => self.cell(value).into_iter().collect(),
        }
    }

    fn lines(&mut self, key: &str, rule: &str, value: Option<(&str, i64)>, set: bool, entry: &Object) {
        for line in entry.get("lines").and_then(Value::as_array).into_iter().flatten() {
            let Some(mut cells) = self.path(key, Some(line)) else { continue };
            cells.dedup();
            if set {
                cells = without_repeats(cells);
            }
            match &cells[..] {
                [] => continue,
                [one] if !matches!(rule, "double_arrow" | "lockout") => {
                    self.script.comment(&format!("The {key} at {one} has only one cell, so it is no constraint."));
                    continue;
                }
                cells if cells.len() < 2 || !cells.windows(2).all(|w| w[0].touches(w[1])) => {
                    self.script.untranslated(&format!(
                        "`{key}` whose cells don't touch each other in order: {}",
                        plain_list(cells)
                    ));
                    continue;
                }
                _ => {}
            }
            let more = if rule == "region_sum" { format!(", {}", self.regions) } else { self.argument(value, entry) };
            self.script.line(&format!("{rule}({}{more})", list(&cells)));
        }
    }

    /// `, gap: 4` if the entry's value isn't the default.
    fn argument(&self, value: Option<(&str, i64)>, entry: &Object) -> String {
        let Some((name, usual)) = value else { return String::new() };
        match entry.get("value").and_then(number) {
            Some(n) if n != usual => format!(", {name}: {n}"),
            _ => String::new(),
        }
    }

    fn arrow(&mut self, entry: &Object) {
        let Some(mut circle) = self.path("arrow", entry.get("cells")) else { return };
        circle.sort_unstable();
        circle.dedup();
        for line in entry.get("lines").and_then(Value::as_array).into_iter().flatten() {
            let Some(mut cells) = self.path("arrow", Some(line)) else { continue };
            if circle.is_empty() && !cells.is_empty() {
                circle.push(cells[0]);
            }
            cells.retain(|c| !circle.contains(c));
            let joined = cells.windows(2).all(|w| w[0].touches(w[1]))
                && circle.windows(2).all(|w| w[0].touches(w[1]))
                && cells.first().is_some_and(|first| circle.iter().any(|c| c.touches(*first)));
            if cells.is_empty() {
                continue;
            }
            if !joined {
                self.script.untranslated(&format!(
                    "an arrow from {} that isn't a path: {}",
                    plain_list(&circle),
                    plain_list(&cells)
                ));
            } else if let [one] = circle[..] {
                let whole: Vec<Cell> = std::iter::once(one).chain(cells).collect();
                self.script.line(&format!("arrow({})", list(&whole)));
            } else {
                self.script.line(&format!("arrow({}, circle: {})", list(&cells), plain_list(&circle)));
            }
        }
    }

    fn killer(&mut self, entry: &Object) {
        let Some(cells) = self.cells_of("killercage", entry) else { return };
        let shown = list(&cells);
        let total = match entry.get("value") {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) if text.trim().is_empty() => None,
            Some(value) => match number(value).filter(|n| *n > 0) {
                Some(total) => Some(total),
                None => {
                    self.script.untranslated(&format!("the clue {} of the cage {shown}", clip(&value.to_string())));
                    None
                }
            },
        };
        if cells.len() > self.size {
            self.script.untranslated(&format!(
                "the condition that no digit repeats in the {} cells of the cage {shown}",
                cells.len()
            ));
            if let Some(total) = total {
                self.script.line(&format!("sum_cage({shown}, {total})"));
            }
            return;
        }
        let total = total.map_or(String::new(), |total| format!(", {total}"));
        self.script.line(&format!("killer({shown}{total})"));
    }

    fn extra_region(&mut self, entry: &Object) {
        if let Some(cells) = self.cells_of("extraregion", entry) {
            self.script.line(&format!("extra_region({})", list(&cells)));
        }
    }

    fn quadruple(&mut self, entry: &Object) {
        let Some(cells) = self.cells_of("quadruple", entry) else { return };
        let values: Vec<String> = match entry.get("values") {
            Some(Value::Array(values)) => values.iter().filter_map(number).map(|n| n.to_string()).collect(),
            _ => vec![],
        };
        match (cells.len(), values.len()) {
            (_, 0) => self.script.comment(&format!("The quadruple at {} names no digit.", cells[0])),
            (4, 1..=4) => self.script.line(&format!("quadruple({}, [{}])", plain_list(&cells), values.join(", "))),
            _ => {
                self.script.untranslated(&format!("the quadruple {} between {}", values.join(" "), plain_list(&cells)))
            }
        }
    }

    fn clone_cells(&mut self, entry: &Object) {
        let (Some(a), Some(b)) = (self.path("clone", entry.get("cells")), self.path("clone", entry.get("cloneCells")))
        else {
            return;
        };
        if a.len() == b.len() && !a.is_empty() {
            self.script.line(&format!("clone({}, {})", plain_list(&a), plain_list(&b)));
        } else {
            self.script.untranslated(&format!("clones of different sizes: {} and {}", plain_list(&a), plain_list(&b)));
        }
    }

    fn single_cells(&mut self, key: &str, rule: &str, entries: &[&Object]) {
        let cells = self.all_single(key, entries);
        if !cells.is_empty() {
            self.script.line(&format!("{rule}({})", plain_list(&cells)));
        }
    }

    fn all_single(&mut self, key: &str, entries: &[&Object]) -> Vec<Cell> {
        let mut cells = vec![];
        for entry in entries {
            match entry.get("cell").and_then(|c| self.cell(c)) {
                Some(cell) => cells.push(cell),
                None => match self.path(key, entry.get("cells")) {
                    Some(several) => cells.extend(several),
                    None => self.script.untranslated(&format!("`{key}` without cells of the grid")),
                },
            }
        }
        without_repeats(cells)
    }

    fn pair(&mut self, key: &str, rule: &str, value: Option<(&str, i64)>, entry: &Object) {
        let Some(cells) = self.cells_of(key, entry) else { return };
        let shown = plain_list(&cells);
        let [a, b] = cells[..] else {
            return self.script.untranslated(&format!("`{key}` without exactly two cells: {shown}"));
        };
        if key != "xv" {
            let more = self.argument(value, entry);
            return self.script.line(&format!("{rule}({a}, {b}{more})"));
        }
        match entry.get("value").and_then(Value::as_str).map(|v| v.to_ascii_uppercase()).as_deref() {
            Some("X") => self.script.line(&format!("x_mark({a}, {b})")),
            Some("V") => self.script.line(&format!("v_mark({a}, {b})")),
            Some("XV") => self.script.line(&format!("{a} + {b} in {{5, 10}}")),
            _ => self.script.comment(&format!("The mark between {a} and {b} is neither X nor V.")),
        }
    }

    /// The flags for "all dots are given" and "all marks are given".
    fn negative(&mut self) {
        let json = self.json;
        let listed: Vec<&str> = match json.get("negative") {
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => vec![],
        };
        let on = |name: &str| listed.contains(&name);
        if on("xv") {
            let marked = self.marked(&["xv"]);
            self.script.line(&format!("no_other_xv(x, {marked})"));
        }
        let no_consecutive = json.get("nonconsecutive") == Some(&Value::Bool(true)) && self.has_dots();
        if on("difference") || on("ratio") || no_consecutive {
            // Either kind of dot can stand if both would be correct, so one dot excuses both kinds.
            let marked = self.marked(&["difference", "ratio"]);
            let values = |key: &str, usual: i64| -> Vec<i64> {
                if !on(key) {
                    return vec![];
                }
                let entries = json.get(key).and_then(Value::as_array).into_iter().flatten();
                let values: Vec<i64> = entries.map(|e| e.get("value").and_then(number).unwrap_or(usual)).collect();
                if values.is_empty() { vec![usual] } else { values }
            };
            let list = |mut values: Vec<i64>| {
                values.sort_unstable();
                values.dedup();
                format!("[{}]", values.iter().map(i64::to_string).collect::<Vec<_>>().join(", "))
            };
            let mut gaps = values("difference", 1);
            gaps.extend(no_consecutive.then_some(1));
            let more = match (list(gaps), list(values("ratio", 2))) {
                (gaps, ratios) if gaps == "[1]" && ratios == "[2]" => String::new(),
                (gaps, ratios) => format!(", gaps: {gaps}, ratios: {ratios}"),
            };
            self.script.line(&format!("no_other_dots(x, {marked}{more})"));
        }
        for name in listed.iter().filter(|n| !matches!(**n, "xv" | "difference" | "ratio")) {
            self.script.untranslated(&format!("the condition that all clues of the kind `{}` are given", clip(name)));
        }
    }

    /// Whether some pair of cells has a dot.
    pub(super) fn has_dots(&self) -> bool {
        self.marked(&["difference", "ratio"]) != "[]"
    }

    /// The pairs of neighbours in these fields.
    fn marked(&self, keys: &[&str]) -> String {
        let entries = keys.iter().filter_map(|key| self.json.get(*key)?.as_array()).flatten();
        let pair = |entry: &Value| {
            let cells = entry.get("cells")?.as_array()?;
            let (a, b) = (self.cell(cells.first()?)?, self.cell(cells.get(1)?)?);
            a.beside(b).then(|| format!("({a}, {b})"))
        };
        format!("[{}]", entries.filter_map(pair).collect::<Vec<_>>().join(", "))
    }

    /// Drawn cells as named lists, so that the user can apply a rule to them.
    fn drawn(&mut self, key: &str, entries: &[&Object]) {
        let mut count = 0;
        for entry in entries {
            let colours: Vec<&str> = ["outlineC", "baseC", "fontC", "color", "colour"]
                .iter()
                .filter_map(|k| entry.get(*k)?.as_str())
                .collect();
            let invisible = |c: &&str| c.len() == 9 && c.ends_with("00") || *c == "#0000" || *c == "transparent";
            let text = entry.get("value").and_then(Value::as_str).unwrap_or("").trim();
            // A cage without cells or visible colours carries metadata.
            if key == "cage" && (!colours.is_empty() && colours.iter().all(invisible) || !entry.contains_key("cells")) {
                if !text.is_empty() {
                    self.script.comment(text);
                }
                continue;
            }
            if key == "text" && text.split_once(": ").is_some_and(|(name, _)| name.chars().all(char::is_alphanumeric)) {
                self.script.comment(text);
                continue;
            }
            let colour =
                colours.iter().find(|c| !invisible(c)).map_or(String::new(), |c| format!(" of colour {}", clip(c)));
            let text = if text.is_empty() { String::new() } else { format!(" `{}`", clip(text)) };
            let paths: Vec<&Value> = match entry.get("lines") {
                Some(Value::Array(lines)) => lines.iter().collect(),
                _ => entry.get("cells").or_else(|| entry.get("cell")).into_iter().collect(),
            };
            if paths.is_empty() {
                self.script.untranslated(&format!("a {key}{colour}{text}"));
            }
            for path in paths {
                let cells = self.cells_in(path);
                if cells.is_empty() {
                    let place = clip(&path.to_string().replace(['"', '[', ']'], ""));
                    self.script.untranslated(&format!("a {key}{colour}{text} at {place}"));
                    continue;
                }
                count += 1;
                self.script.line(&format!("let {key}_{count} = {}", list(&cells)));
                self.script.untranslated(&format!("{key}_{count}, a {key}{colour}{text}: {}", list(&cells)));
            }
        }
    }
}

/// The cells without repeats, in order.
fn without_repeats(cells: Vec<Cell>) -> Vec<Cell> {
    let mut seen = std::collections::HashSet::new();
    cells.into_iter().filter(|c| seen.insert(*c)).collect()
}
