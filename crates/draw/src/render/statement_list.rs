//! Statements of an explanation as lines: turns of one loop stand on one line, and so do statements with one name.

use super::Drawing;
use super::drawing::say;
use crate::narration::{statement_text, turns_text};
use sator_answer::{StatementName, StatementPart, StatementRef};
use sator_base::text::{fill, visible};
use sator_model::{LoopVariable, Model};
use std::collections::HashMap;

/// Turns that a line lists at most.
const LISTED: usize = 40;

/// Writes statements as indented lines under a title, `page` characters wide.
pub(super) fn list_statements(model: &Model, statements: &[StatementRef], page: usize, out: &mut Drawing) {
    list_in_groups(model, statements, page, &|_| String::new(), out);
}

/// The same of preferences with one weight: `1 for c = 4 with c = r1c1`, `1 each for ...`.
pub(super) fn list_weighted(model: &Model, weight: i64, statements: &[StatementRef], page: usize, out: &mut Drawing) {
    let before = |turns| format!("{weight}{} for ", if turns > 1 { " each" } else { "" });
    list_in_groups(model, statements, page, &before, out);
}

/// Writes a line for each statement, or one for several turns of a loop or with one name. `before` returns the words before a
/// line with this number of statements.
fn list_in_groups(
    model: &Model,
    statements: &[StatementRef],
    page: usize,
    before: &dyn Fn(usize) -> String,
    out: &mut Drawing,
) {
    let turns_of = |s: &StatementRef| s.name.turns().len();
    let mut times: HashMap<String, usize> = HashMap::new();
    for statement in statements.iter().filter(|s| turns_of(s) == 0) {
        *times.entry(text_and_place(model, statement)).or_default() += 1;
    }
    let mut rest = statements;
    while let Some(first) = rest.first() {
        let same = |s: &&StatementRef| {
            (s.line, s.entry, turns_of(s)) == (first.line, first.entry, turns_of(first))
                && without_turns(&s.name) == without_turns(&first.name)
        };
        let turns = rest.iter().take_while(same).count();
        let (group, after) = rest.split_at(if turns_of(first) == 0 { 1 } else { turns });
        match group {
            [_] => {
                let text = text_and_place(model, first);
                // The line of the first statement with a name stands for all of them.
                let number = if turns_of(first) == 0 { times.remove(&text) } else { Some(1) };
                match number {
                    None => {}
                    Some(1) => say(out, &format!("  {}{text}", before(1))),
                    Some(n) => say(out, &format!("  {}{text} ({n} times)", before(n))),
                }
            }
            _ => {
                let head =
                    format!("{}{} with", before(group.len()), statement_text(model, &without_turns(&first.name)));
                say_long(&head, &turns_in_short(group), &place(first), page, out);
            }
        }
        rest = after;
    }
}

/// `distinct(r3) [line 5]`
pub(super) fn text_and_place(model: &Model, statement: &StatementRef) -> String {
    format!("{}{}", visible(&statement_text(model, &statement.name)), place(statement))
}

/// ` [line 5]`, or the number in `list` for what was typed.
pub(super) fn place(statement: &StatementRef) -> String {
    match statement.entry {
        Some(number) => format!(" [#{number}]"),
        None => format!(" [line {}]", statement.line),
    }
}

/// The name that all turns of a loop have in common.
fn without_turns(name: &StatementName) -> StatementName {
    match &name.part {
        StatementPart::Typed { text, function, .. } if name.when.is_none() => {
            let part = StatementPart::Typed { text: text.clone(), function: function.clone(), turns: vec![] };
            StatementName { part, ..name.clone() }
        }
        _ => name.clone(),
    }
}

/// The turns of several, in short.
fn turns_in_short(group: &[StatementRef]) -> String {
    let group: Vec<&[Vec<LoopVariable>]> = group.iter().map(|s| s.name.turns()).collect();
    let last = group[0].len() - 1;
    // The one turn that is another from statement to statement, else the innermost.
    let differs = |k: &usize| group.iter().any(|turns| turns[*k] != group[0][*k]);
    let other: Vec<usize> = (0..=last).filter(differs).collect();
    let varies = if let [only] = other[..] { only } else { last };
    let mut all = Vec::new();
    for run in group.chunk_by(|a, b| a[..varies] == b[..varies] && a[varies + 1..] == b[varies + 1..]) {
        let values: Option<Vec<&str>> = run.iter().map(|turns| Some(single(&turns[varies])?.value.as_str())).collect();
        match (values, single(&run[0][varies])) {
            (Some(values), Some(variable)) => {
                let mut turns = run[0].to_vec();
                turns[varies] = vec![LoopVariable { value: listed(in_short(&values), ", "), ..variable.clone() }];
                all.push(turns_text(&turns));
            }
            _ => all.extend(run.iter().map(|turns| turns_text(turns))),
        }
    }
    listed(all, "; ")
}

fn listed(mut parts: Vec<String>, between: &str) -> String {
    let number = parts.len();
    if number > LISTED {
        parts.truncate(LISTED);
        parts.push(format!("... and {} more", number - LISTED));
    }
    parts.join(between)
}

/// The variable of a turn with only one.
fn single(turn: &[LoopVariable]) -> Option<&LoopVariable> {
    if let [variable] = turn { Some(variable) } else { None }
}

/// Numbers and cells that follow one another as ranges: `1..161`, `r1c1..r1c9`.
fn in_short(values: &[&str]) -> Vec<String> {
    values
        .chunk_by(|a, b| follows(a, b))
        .flat_map(|run| match run {
            [first, _, .., last] => vec![format!("{first}..{last}")],
            few => few.iter().map(|v| v.to_string()).collect(),
        })
        .collect()
}

/// Whether `b` is the number behind `a`, or the cell to its right.
fn follows(a: &str, b: &str) -> bool {
    let split = |text: &str| {
        let digits = text.len() - text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (name, number) = text.split_at(text.len() - digits);
        Some((name.to_string(), number.parse::<u64>().ok()?))
    };
    let cell = |name: &str| name.is_empty() || name.ends_with('c');
    matches!((split(a), split(b)), (Some((n, a)), Some((m, b))) if n == m && cell(&n) && a.checked_add(1) == Some(b))
}

/// A head and what follows it, on more lines where they are long.
fn say_long(head: &str, parts: &str, place: &str, page: usize, out: &mut Drawing) {
    let line = format!("  {} {}{place}", visible(head), visible(parts));
    if line.chars().count() <= page {
        return say(out, &line);
    }
    say(out, &format!("  {}{place}", visible(head)));
    fill(&visible(parts), page.saturating_sub(4)).lines().for_each(|line| say(out, &format!("    {line}")));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A statement within turns of loops, each as the names and values of its variables.
    fn statement(text: &str, turns: &[&[(&str, &str)]]) -> StatementRef {
        let variable = |&(name, value): &(&str, &str)| LoopVariable { name: name.into(), value: value.into() };
        let turns = turns.iter().map(|turn| turn.iter().map(variable).collect()).collect();
        let name = StatementName::of(StatementPart::Typed { text: text.to_string(), function: None, turns });
        StatementRef { line: 1, entry: None, name, unknowns: vec![], clues: vec![], uses: vec![] }
    }

    fn listed(list: &[StatementRef]) -> String {
        let mut out = Drawing::new();
        list_statements(&Model::default(), list, 80, &mut out);
        out.to_string()
    }

    #[test]
    fn turns_of_a_loop_stand_on_one_line() {
        let numbers: Vec<StatementRef> =
            (1..=161).map(|n| statement("x[n] > 0", &[&[("n", &n.to_string())]])).collect();
        assert_eq!(listed(&numbers), "  x[n] > 0 with n = 1..161 [line 1]\n");
        let cells: Vec<StatementRef> =
            ["r1c1", "r1c2", "r1c3", "r2c1", "r3c1"].map(|c| statement("c > 2", &[&[("c", c)]])).into();
        assert_eq!(listed(&cells), "  c > 2 with c = r1c1..r1c3, r2c1, r3c1 [line 1]\n");
        assert_eq!(listed(&cells[..1]), "  c > 2 with c = r1c1 [line 1]\n");
    }

    #[test]
    fn nested_turns() {
        let outer = [statement("p", &[&[("i", "1")], &[("j", "4")]]), statement("p", &[&[("i", "2")], &[("j", "4")]])];
        assert_eq!(listed(&outer), "  p with i = 1, 2, j = 4 [line 1]\n");
        let both = [
            statement("p", &[&[("i", "1")], &[("j", "2")]]),
            statement("p", &[&[("i", "1")], &[("j", "3")]]),
            statement("p", &[&[("i", "1")], &[("j", "4")]]),
            statement("p", &[&[("i", "2")], &[("j", "3")]]),
        ];
        assert_eq!(listed(&both), "  p with i = 1, j = 2..4; i = 2, j = 3 [line 1]\n");
        let two =
            [statement("p", &[&[("a", "r1c1"), ("b", "r1c2")]]), statement("p", &[&[("a", "r1c2"), ("b", "r1c3")]])];
        assert_eq!(listed(&two), "  p with a = r1c1, b = r1c2; a = r1c2, b = r1c3 [line 1]\n");
    }

    #[test]
    fn what_is_in_no_loop_stands_alone() {
        let rows: Vec<StatementRef> = (1..=4).map(|n| statement(&format!("sudoku(x) > row {n}"), &[])).collect();
        assert_eq!(listed(&rows[..2]), "  sudoku(x) > row 1 [line 1]\n  sudoku(x) > row 2 [line 1]\n");
        let twice = [&rows[0], &rows[1], &rows[0]].map(StatementRef::clone);
        assert_eq!(listed(&twice), "  sudoku(x) > row 1 [line 1] (2 times)\n  sudoku(x) > row 2 [line 1]\n");
        let deeper = [statement("p", &[&[("i", "1")]]), statement("p", &[&[("i", "1")], &[("j", "2")]])];
        assert_eq!(listed(&deeper), "  p with i = 1 [line 1]\n  p with i = 1, j = 2 [line 1]\n");
    }
}
