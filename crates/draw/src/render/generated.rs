//! Puzzles that were made, as text to be typed and as JSON.

use super::drawing::say;
use super::{Drawing, json};
use sator_answer::{Generated, Puzzle};
use sator_base::text::counted;
use sator_model::Model;
use serde_json::{Value, json};

pub(super) fn draw_generated(generated: &Generated, out: &mut Drawing) {
    let Generated { puzzles, wanted, stopped, value_symmetry, not_kept } = generated;
    for (i, puzzle) in puzzles.iter().enumerate() {
        if i > 0 {
            say(out, "");
        }
        puzzle.text.lines().for_each(|line| say(out, line));
        say(out, &puzzle_summary(puzzle));
    }
    if let (true, Some((a, b))) = (puzzles.is_empty(), value_symmetry) {
        say(
            out,
            &format!(
                "no puzzle: in each solution that was tried, {a} and {b} can change places, and all clues stay as they are"
            ),
        );
        say(out, "give some values first, or keep `clues all` and then generate givens");
    } else if puzzles.is_empty() {
        say(out, "no puzzle: in each solution that was tried, the clues that may be given leave another one");
        say(out, "give some values first, or keep `clues all` and then generate givens");
    } else if (puzzles.len() as u64) < *wanted && stopped.is_none() {
        say(out, &format!("no more than {} of {wanted} were found", counted(puzzles.len() as u64, "puzzle")));
    }
    if *not_kept {
        say(out, "it is not kept, as it is not what was asked for");
    }
    if let Some(reason) = stopped {
        let best = if *wanted == 1 { "this is the best so far" } else { "these are all so far" };
        say(out, &format!("{best}: {}", reason.text()));
    }
}

/// The number of clues of a puzzle, its grade and its seed, in one line.
pub fn puzzle_summary(puzzle: &Puzzle) -> String {
    let clues = counted(puzzle.clues as u64, puzzle.counts);
    if puzzle.shapes {
        let others = if puzzle.counts == "clue" { "; other solutions may have them too" } else { "" };
        return format!("{clues} (seed {}){others}", puzzle.seed);
    }
    let fewest = if puzzle.fewest { ", and this solution takes no fewer" } else { "" };
    let missed = match puzzle.missed {
        Some(wanted) => format!("; {wanted} was not reached, this is the best found"),
        None => String::new(),
    };
    let grade = match &puzzle.grade {
        Some((Some(grade), true)) => format!(", {grade}"),
        Some((Some(grade), false)) => format!(", {grade}; the grade was not reached, this is the closest found"),
        // Nobody knows how hard it is.
        Some((None, _)) if puzzle.stopped.is_some() => "; the grade was not reached".into(),
        Some((None, _)) => ", harder than was asked for; the grade was not reached".into(),
        None => String::new(),
    };
    let changed = match puzzle.changed {
        Some((out, into)) => format!("; {out} taken away, {into} added"),
        None => String::new(),
    };
    format!("{clues}, one solution{fewest} (seed {}){grade}{changed}{missed}", puzzle.seed)
}

/// The fields of the answer: those of the first puzzle, and all of them in `puzzles`.
pub(super) fn generated_fields(model: &Model, generated: &Generated) -> Vec<(&'static str, Value)> {
    let list: Vec<Value> = generated.puzzles.iter().map(|puzzle| puzzle_object(model, puzzle)).collect();
    let status = match generated.puzzles.first() {
        None => "none",
        Some(Puzzle { shapes: true, .. }) => "made",
        Some(_) => "unique",
    };
    let mut fields = vec![("status", json!(status))];
    if let Some(Value::Object(first)) = list.first() {
        let names = [
            "givens",
            "count",
            "seed",
            "text",
            "solution",
            "fewest",
            "grade",
            "reached",
            "taken_away",
            "added",
            "missed",
        ];
        fields.extend(names.iter().filter_map(|&name| Some((name, first.get(name)?.clone()))));
    }
    if let Some((a, b)) = &generated.value_symmetry {
        fields.push(("change_places", json!([a, b])));
    }
    if generated.wanted != 1 {
        fields.push(("puzzles", Value::Array(list)));
    }
    fields
}

fn puzzle_object(model: &Model, puzzle: &Puzzle) -> Value {
    let mut object = json!({
        "count": puzzle.clues,
        "seed": puzzle.seed,
        "text": puzzle.text,
        "fewest": puzzle.fewest,
    });
    let Value::Object(fields) = &mut object else { return object };
    if !puzzle.givens.is_empty() {
        let mut known = vec![None; model.unknowns.len()];
        puzzle.givens.iter().for_each(|&(u, v)| known[u] = Some(v));
        fields.insert("givens".into(), json::known_cells(model, &known));
    }
    if !puzzle.shapes && puzzle.solution.0.len() == model.unknowns.len() {
        fields.insert("solution".into(), json::solution(model, &puzzle.solution));
    }
    if let Some((grade, reached)) = &puzzle.grade {
        fields.insert("grade".into(), json!(grade.map(|grade| grade.name())));
        fields.insert("reached".into(), json!(reached));
    }
    if let Some((out, into)) = puzzle.changed {
        fields.insert("taken_away".into(), json!(out));
        fields.insert("added".into(), json!(into));
    }
    if let Some(missed) = puzzle.missed {
        fields.insert("missed".into(), json!(missed));
    }
    object
}
