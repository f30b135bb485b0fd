//! Export to f-puzzles: the table of fields read in reverse, and constraints that need more than a row of it.

use super::super::outgoing::{Outgoing, boxes, usual_box};
use super::super::{Problem, lz_string};
use super::LARGEST;
use super::arguments::{numbers, same};
use super::drawn::{self, name, names};
use super::fields::{FIELDS, IndexerTarget, Kind};
use sator_model::shape::Place;
use sator_model::{Argument, PictureContent, RuleUse};
use serde_json::{Map, Value, json};

/// A link that f-puzzles opens.
pub(crate) fn link(out: &mut Outgoing) -> Result<String, Problem> {
    Ok(format!("https://www.f-puzzles.com/?load={}", data(out)?))
}

/// The compressed part of a link.
pub(crate) fn data(out: &mut Outgoing) -> Result<String, Problem> {
    Ok(lz_string::compress(&json(out)?.to_string()))
}

/// Whether the format can represent all rules and conditions.
pub(crate) fn holds_all(mut out: Outgoing) -> bool {
    json(&mut out).is_ok() && out.finish(String::new()).left_out.is_empty()
}

fn json(out: &mut Outgoing) -> Result<Value, Problem> {
    let size = out.grid.rows;
    if !out.is_square_of_digits() || size > LARGEST {
        return Err(Problem::new(format!(
            "f-puzzles has square grids only, with up to {LARGEST} rows and the digits from 1 to the number of rows"
        ))
        .help("other grids go into `export link puzzlink` or `export link penpa`"));
    }
    let groups = out.regions()?;
    let mut sudoku = Sudoku { size, groups, fields: Map::new(), dots: Dots::default() };
    sudoku.fields.insert("size".into(), size.into());
    if let Some(title) = &out.model.title {
        sudoku.fields.insert("title".into(), title.as_str().into());
    }
    if let Some(author) = &out.model.author {
        sudoku.fields.insert("author".into(), author.as_str().into());
    }
    let rules = out.model.rules_in_words().join("\n");
    if !rules.is_empty() {
        sudoku.fields.insert("ruleset".into(), rules.into());
    }
    if let Some(solution) = out.solved() {
        sudoku.fields.insert("solution".into(), solution.into());
    }
    let grid = sudoku.grid(out);
    sudoku.fields.insert("grid".into(), grid);
    let mut closing = vec![];
    for used in out.take_uses() {
        // Rules on the pairs without dots or marks follow all rules that place these.
        if matches!(&*used.rule, "kropki" | "xv" | "no_other_dots" | "no_other_xv" | "nonconsecutive") {
            closing.push(used);
        } else if sudoku.write(out, used).is_none() {
            out.leave_out_use(used);
        }
    }
    for used in &closing {
        if sudoku.all_given(out, used).is_none() {
            out.leave_out_use(used);
        }
    }
    for used in closing {
        if sudoku.negative(out, used).is_none() {
            out.leave_out_use(used);
        }
    }
    drawn::write(out, &mut sudoku.fields);
    Ok(Value::Object(sudoku.fields))
}

/// The dots and marks between neighbours.
#[derive(Default)]
struct Dots {
    /// The pairs, the smaller cell first, with their numbers.
    difference: Vec<(Place, Place, i64)>,
    ratio: Vec<(Place, Place, i64)>,
    xv: Vec<(Place, Place)>,
}

struct Sudoku {
    size: usize,
    groups: Vec<Option<u32>>,
    fields: Map<String, Value>,
    dots: Dots,
}

fn touch(a: Place, b: Place) -> bool {
    a != b && a.0.abs_diff(b.0) <= 1 && a.1.abs_diff(b.1) <= 1
}

fn is_path(places: &[Place]) -> bool {
    places.len() > 1 && places.windows(2).all(|w| touch(w[0], w[1]))
}

fn in_order(a: Place, b: Place) -> (Place, Place) {
    (a.min(b), a.max(b))
}

impl Sudoku {
    fn push(&mut self, key: &str, entry: Value) {
        if let Value::Array(entries) = self.fields.entry(key).or_insert_with(|| json!([])) {
            entries.push(entry);
        }
    }

    fn grid(&self, out: &mut Outgoing) -> Value {
        let (height, width) = usual_box(self.size);
        let usual = self.groups == boxes(self.size, height, width);
        let cell = |at: usize| {
            let mut cell = Map::new();
            match (self.groups[at], usual) {
                (_, true) => {}
                (Some(group), _) => {
                    cell.insert("region".into(), group.into());
                }
                (None, _) => {
                    cell.insert("region".into(), Value::Null);
                }
            }
            match (out.given(at), &out.allowed[at]) {
                (Some(value), _) => {
                    cell.insert("value".into(), value.into());
                    cell.insert("given".into(), true.into());
                }
                (None, Some(values)) if values.len() < self.size && !values.is_empty() => {
                    cell.insert("givenPencilMarks".into(), values.as_slice().into());
                }
                _ => {}
            }
            Value::Object(cell)
        };
        let row = |row: usize| (0..self.size).map(|col| cell(row * self.size + col)).collect::<Value>();
        let rows = (0..self.size).map(row).collect();
        let none: Vec<usize> =
            (0..self.size * self.size).filter(|at| out.allowed[*at].as_ref().is_some_and(Vec::is_empty)).collect();
        for at in none {
            out.leave_out(format!(
                "the condition that leaves no value for r{}c{}",
                at / self.size + 1,
                at % self.size + 1
            ));
        }
        rows
    }

    /// Writes one use of a rule; `None` if the format can't represent it.
    fn write(&mut self, out: &Outgoing, used: &RuleUse) -> Option<()> {
        if self.flag(out, used).is_some() || self.special_rule(out, used).is_some() {
            return Some(());
        }
        let (key, kind) = FIELDS.iter().find(|(_, kind)| kind.rule() == Some(&*used.rule))?;
        match kind {
            Kind::Line { value, .. } => {
                let line = used.places("line", out.id).filter(|line| is_path(line))?;
                if &*used.rule == "region_sum" && out.groups(used.argument("regions_of_x"))? != self.groups {
                    return None;
                }
                let mut entry = json!({"lines": [names(line)]});
                if let Some((parameter, _)) = value
                    && let Some(n) = used.number(parameter)
                {
                    entry["value"] = n.into();
                }
                self.push(key, entry);
            }
            Kind::Cells(_) | Kind::Extreme(_) => {
                for place in used.places("l", out.id)? {
                    self.push(key, json!({"cell": name(*place)}));
                }
            }
            Kind::Indexer(_, first) => {
                let right = match first {
                    IndexerTarget::Grid => out.is_whole(used.argument("x")),
                    IndexerTarget::Regions => out.groups(used.argument("regions_of_x"))? == self.groups,
                };
                let cells = used.places("l", out.id).filter(|_| right)?;
                self.push(key, json!({"cells": names(cells)}));
            }
            Kind::Pair { value, .. } => {
                let ([a], [b]) = (used.places("a", out.id)?, used.places("b", out.id)?) else { return None };
                let number = value.and_then(|(parameter, _)| used.number(parameter));
                self.pair(key, (*a, *b), number, value.map_or(0, |(_, usual)| usual));
            }
            Kind::Outside(_) => self.outside(out, key, used)?,
            Kind::Own(..) | Kind::Drawn => return None,
        }
        Some(())
    }

    fn pair(&mut self, key: &str, (a, b): (Place, Place), number: Option<i64>, usual: i64) {
        let mut entry = json!({"cells": names(&[a, b])});
        if let Some(n) = number.filter(|n| *n != usual) {
            entry["value"] = n.to_string().into();
        }
        self.push(key, entry);
        let (a, b) = in_order(a, b);
        let list = if key == "difference" { &mut self.dots.difference } else { &mut self.dots.ratio };
        list.push((a, b, number.unwrap_or(usual)));
    }

    fn mark(&mut self, (a, b): (Place, Place), sign: &str) {
        self.push("xv", json!({"cells": names(&[a, b]), "value": sign}));
        self.dots.xv.push(in_order(a, b));
    }

    /// Writes a rule of the whole grid.
    fn flag(&mut self, out: &Outgoing, used: &RuleUse) -> Option<()> {
        let keys: &[&str] = match (&*used.rule, used.argument("direction")) {
            ("diagonal", Argument::None) => &["diagonal+", "diagonal-"],
            ("diagonal", Argument::Word(word)) if &**word == "upright" => &["diagonal+"],
            ("diagonal", Argument::Word(word)) if &**word == "downright" => &["diagonal-"],
            ("anti_knight", _) => &["antiknight"],
            ("anti_king", _) => &["antiking"],
            ("disjoint_groups", _) => {
                let shape = used.number("h").zip(used.number("w"));
                let (height, width) = usual_box(self.size);
                if shape.is_some_and(|shape| shape != (height as i64, width as i64)) {
                    return None;
                }
                &["disjointgroups"]
            }
            _ => return None,
        };
        if !out.is_whole(used.argument("x")) {
            return None;
        }
        for key in keys {
            self.fields.insert((*key).into(), true.into());
        }
        Some(())
    }

    /// Writes a rule whose field has a form of its own.
    fn special_rule(&mut self, out: &Outgoing, used: &RuleUse) -> Option<()> {
        let places = |name: &str| used.places(name, out.id);
        match &*used.rule {
            "killer" => {
                let mut entry = json!({"cells": names(places("cage")?)});
                match used.argument("total") {
                    Argument::None => {}
                    Argument::Int(total) if *total > 0 => entry["value"] = total.to_string().into(),
                    _ => return None,
                }
                self.push("killercage", entry);
            }
            "killers" => {
                let groups = out.groups(used.argument("cages"))?;
                let PictureContent::Clues { words, .. } = &out.picture(used.argument("totals"))?.content else {
                    return None;
                };
                let most = groups.iter().flatten().max()?;
                for group in 0..=*most {
                    let cells: Vec<usize> = (0..groups.len()).filter(|at| groups[*at] == Some(group)).collect();
                    let total = cells.iter().find_map(|at| words[*at].clone());
                    let places: Vec<Place> = cells.iter().map(|at| (at / self.size, at % self.size)).collect();
                    let mut entry = json!({"cells": names(&places)});
                    if let Some(total) = total {
                        entry["value"] = total.into();
                    }
                    self.push("killercage", entry);
                }
            }
            "extra_region" => self.push("extraregion", json!({"cells": names(places("cells_of_region")?)})),
            "quadruple" => {
                let cells = match places("place")? {
                    [(row, col)] => vec![(*row, *col), (*row, col + 1), (row + 1, *col), (row + 1, col + 1)],
                    four => four.to_vec(),
                };
                let digits = numbers(used.argument("digits"))?;
                self.push("quadruple", json!({"cells": names(&cells), "values": digits}));
            }
            "clone" => {
                let (a, b) = (places("a")?, places("b")?);
                self.push("clone", json!({"cells": names(a), "cloneCells": names(b)}));
            }
            "x_mark" | "v_mark" => {
                let ([a], [b]) = (places("a")?, places("b")?) else { return None };
                self.mark((*a, *b), if &*used.rule == "x_mark" { "X" } else { "V" });
            }
            "arrow" => {
                let line = places("line")?;
                let (circle, line) = match used.argument("circle") {
                    Argument::None => (vec![*line.first()?], line.to_vec()),
                    circle => {
                        let circle = circle.places(out.id)?.to_vec();
                        let from = circle.iter().find(|c| line.first().is_some_and(|l| touch(**c, *l)))?;
                        (circle.clone(), [&[*from], line].concat())
                    }
                };
                if !is_path(&line) {
                    return None;
                }
                self.push("arrow", json!({"cells": names(&circle), "lines": [names(&line)]}));
            }
            "little_killer" => {
                let (line, total) = (places("line")?, used.number("total")?);
                let (at, way) = self.before_diagonal(line)?;
                let entry = json!({"cell": at, "cells": names(line), "direction": way, "value": total.to_string()});
                self.push("littlekillersum", entry);
            }
            _ => return None,
        }
        Some(())
    }

    /// The place outside before a whole diagonal, and its direction.
    fn before_diagonal(&self, line: &[Place]) -> Option<(String, &'static str)> {
        let end = self.size as i64;
        let (first, last) = (line.first()?, line.last()?);
        let outside = |(row, col): (i64, i64)| row < 0 || col < 0 || row >= end || col >= end;
        [("DR", (1, 1)), ("DL", (1, -1)), ("UR", (-1, 1)), ("UL", (-1, -1))].iter().find_map(|(way, (down, right))| {
            let steps = line
                .windows(2)
                .all(|w| (w[1].0 as i64 - w[0].0 as i64, w[1].1 as i64 - w[0].1 as i64) == (*down, *right));
            let before = (first.0 as i64 - down, first.1 as i64 - right);
            let after = (last.0 as i64 + down, last.1 as i64 + right);
            let whole = steps && outside(before) && outside(after);
            whole.then(|| (format!("R{}C{}", before.0 + 1, before.1 + 1), *way))
        })
    }

    /// Writes clues for rows or columns: one clue, or those of a picture.
    fn outside(&mut self, out: &Outgoing, key: &str, used: &RuleUse) -> Option<()> {
        if &*used.rule == "sandwich" {
            let ends = (used.number("low").unwrap_or(1), used.number("high").unwrap_or(9));
            if ends != (1, self.size as i64) {
                return None;
            }
        }
        if let Some(line) = used.places("line", out.id) {
            let clue = used.number(if key == "skyscraper" { "seen" } else { "total" })?;
            let at = self.before_line(line)?;
            self.push(key, json!({"cell": at, "value": clue.to_string()}));
            return Some(());
        }
        let PictureContent::Outside { words: sides, .. } = &out.picture(used.argument("line"))?.content else {
            return None;
        };
        let end = self.size + 1;
        let mut entries = vec![];
        for (side, clues) in sides.iter().enumerate() {
            for (k, words) in clues.iter().enumerate().filter(|(_, words)| !words.is_empty()) {
                let [word] = &words[..] else { return None };
                let number: i64 = word.parse().ok()?;
                let at = [(0, k + 1), (end, k + 1), (k + 1, 0), (k + 1, end)][side];
                entries.push(json!({"cell": format!("R{}C{}", at.0, at.1), "value": number.to_string()}));
            }
        }
        entries.into_iter().for_each(|entry| self.push(key, entry));
        Some(())
    }

    /// The place outside before the first cell of a whole row or column.
    fn before_line(&self, line: &[Place]) -> Option<String> {
        let (size, (row, col)) = (self.size, *line.first()?);
        let whole = |cell: &dyn Fn(usize) -> Place| line.iter().copied().eq((0..size).map(cell));
        let at = match () {
            () if whole(&|k| (k, col)) => (0, col + 1),
            () if whole(&|k| (size - 1 - k, col)) => (size + 1, col + 1),
            () if whole(&|k| (row, k)) => (row + 1, 0),
            () if whole(&|k| (row, size - 1 - k)) => (row + 1, size + 1),
            () => return None,
        };
        Some(format!("R{}C{}", at.0, at.1))
    }

    /// Writes the dots or marks of a rule that lists them all.
    fn all_given(&mut self, out: &Outgoing, used: &RuleUse) -> Option<()> {
        let lists: &[(&str, &str)] = match &*used.rule {
            "kropki" => &[("white", "difference"), ("black", "ratio")],
            "xv" => &[("tens", "X"), ("fives", "V")],
            _ => return Some(()),
        };
        for (parameter, key) in lists {
            for pair in out.pairs(used.argument(parameter))? {
                match *key {
                    "difference" => self.pair(key, pair, None, 1),
                    "ratio" => self.pair(key, pair, None, 2),
                    sign => self.mark(pair, sign),
                }
            }
        }
        Some(())
    }

    /// Writes "no other dots"; `None` unless the rule lists exactly the pairs written.
    fn negative(&mut self, out: &Outgoing, used: &RuleUse) -> Option<()> {
        if !out.is_whole(used.argument("x")) {
            return None;
        }
        if &*used.rule == "nonconsecutive" {
            // With dots, the field concerns the pairs without one. The two meanings agree if no dot implies
            // neighbouring numbers.
            let consecutive = |(list, n): (&[(Place, Place, i64)], i64)| list.iter().any(|(.., k)| *k == n);
            let excused = [(&self.dots.difference[..], 1), (&self.dots.ratio[..], 2)].into_iter().any(consecutive);
            return (!excused).then(|| self.fields.insert("nonconsecutive".into(), true.into())).map(|_| ());
        }
        let listed = out.pairs(used.argument("marked"))?;
        let dots = || self.dots.difference.iter().chain(&self.dots.ratio).map(|(a, b, _)| (*a, *b));
        let all = |written: Vec<(Place, Place)>| {
            &*used.rule == "kropki"
                || &*used.rule == "xv"
                || same(written, listed.iter().map(|(a, b)| in_order(*a, *b)))
        };
        let keys: Vec<&str> = match &*used.rule {
            "xv" | "no_other_xv" => {
                if !all(self.dots.xv.clone()) {
                    return None;
                }
                vec!["xv"]
            }
            _ => {
                let numbers_of = |list: &[(Place, Place, i64)], usual: i64| {
                    let mut numbers: Vec<i64> = list.iter().map(|(.., n)| *n).collect();
                    if numbers.is_empty() {
                        numbers.push(usual);
                    }
                    numbers
                };
                let asked = |parameter: &str, usual: i64| match used.argument(parameter) {
                    Argument::None => Some(vec![usual]),
                    list => numbers(list),
                };
                let mut keys = vec![];
                for (key, parameter, list, usual) in
                    [("difference", "gaps", &self.dots.difference, 1), ("ratio", "ratios", &self.dots.ratio, 2)]
                {
                    let asked = asked(parameter, usual)?;
                    if asked.is_empty() {
                        continue;
                    }
                    if same(numbers_of(list, usual), asked.iter().copied()) {
                        keys.push(key);
                    } else if key == "difference" && asked == [1] {
                        keys.push("nonconsecutive");
                    } else {
                        return None;
                    }
                }
                if !all(dots().collect()) {
                    return None;
                }
                keys
            }
        };
        let (flags, keys): (Vec<&str>, Vec<&str>) = keys.into_iter().partition(|key| *key == "nonconsecutive");
        for flag in flags {
            self.fields.insert(flag.into(), true.into());
        }
        if keys.is_empty() {
            return Some(());
        }
        let negative = self.fields.entry("negative").or_insert_with(|| json!([]));
        if let Value::Array(negative) = negative {
            negative.extend(keys.into_iter().map(Value::from));
        }
        Some(())
    }
}
