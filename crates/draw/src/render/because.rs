//! Statements of an explanation as lines: turns of one loop stand on one line.

use super::Drawing;
use super::drawing::say;
use sator_answer::Because;
use sator_base::text::{fill, visible};

/// Parts that a line tells.
const TOLD: usize = 40;

/// The statements under a title, indented.
pub(super) fn say_because(because: &[Because], page: usize, out: &mut Drawing) {
    say_groups(because, page, &|_| String::new(), out);
}

/// The same of preferences that weigh alike: `1 for c = 4 with c = r1c1`, `1 each for ...`.
pub(super) fn say_counted(weight: i64, because: &[Because], page: usize, out: &mut Drawing) {
    say_groups(because, page, &|turns| format!("{weight}{} for ", if turns > 1 { " each" } else { "" }), out);
}

fn say_groups(because: &[Because], page: usize, before: &dyn Fn(usize) -> String, out: &mut Drawing) {
    let mut rest = because;
    while let Some(first) = rest.first() {
        let same = |b: &&Because| {
            (b.line, b.entry, b.turn.len()) == (first.line, first.entry, first.turn.len()) && head(b) == head(first)
        };
        let turns = rest.iter().take_while(same).count();
        let (group, after) = rest.split_at(if first.turn.is_empty() { 1 } else { turns });
        match group {
            [_] => say(out, &format!("  {}{}", before(1), with_place(first))),
            _ => {
                say_long(&format!("{}{}", before(group.len()), head(first)), &told(group), &place(first), page, out);
            }
        }
        rest = after;
    }
}

/// `distinct(r3) [line 5]`
pub(super) fn with_place(because: &Because) -> String {
    format!("{}{}", visible(&because.text), place(because))
}

/// ` [line 5]`, or the number in `list` for what was typed.
fn place(because: &Because) -> String {
    match because.entry {
        Some(number) => format!(" [#{number}]"),
        None => format!(" [line {}]", because.line),
    }
}

/// What a statement has in common with the other turns of its loop: `distinct(l) with`.
fn head(because: &Because) -> &str {
    because.text[..because.text.len() - because.turn.join(", ").len()].trim_end()
}

/// The turns of several, in short.
fn told(group: &[Because]) -> String {
    let last = group[0].turn.len() - 1;
    // The one variable that is another from turn to turn, else the innermost.
    let differs = |k: &usize| group.iter().any(|b| b.turn[*k] != group[0].turn[*k]);
    let other: Vec<usize> = (0..=last).filter(differs).collect();
    let varies = if let [only] = other[..] { only } else { last };
    let around = |b: &Because| (b.turn[..varies].to_vec(), b.turn[varies + 1..].to_vec());
    let mut turns = Vec::new();
    for run in group.chunk_by(|a, b| around(a) == around(b)) {
        match run.iter().map(|b| single(&b.turn[varies])).collect::<Option<Vec<_>>>() {
            Some(values) => {
                let mut turn = run[0].turn.clone();
                let values = listed(in_short(&values.iter().map(|v| v.1).collect::<Vec<_>>()), ", ");
                turn[varies] = format!("{} = {values}", single(&run[0].turn[varies]).map_or("", |v| v.0));
                turns.push(turn.join(", "));
            }
            None => turns.extend(run.iter().map(|b| b.turn.join(", "))),
        }
    }
    listed(turns, "; ")
}

fn listed(mut parts: Vec<String>, between: &str) -> String {
    let number = parts.len();
    if number > TOLD {
        parts.truncate(TOLD);
        parts.push(format!("... and {} more", number - TOLD));
    }
    parts.join(between)
}

/// Name and value of a turn with one variable.
fn single(turn: &str) -> Option<(&str, &str)> {
    turn.split_once(" = ").filter(|(_, value)| !value.contains(" = "))
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

    fn because(text: &str, turn: &[&str]) -> Because {
        let turn: Vec<String> = turn.iter().map(|t| t.to_string()).collect();
        let text = if turn.is_empty() { text.to_string() } else { format!("{text} with {}", turn.join(", ")) };
        Because { line: 1, entry: None, text, rule: None, turn, unknowns: vec![], clues: vec![] }
    }

    fn said(list: &[Because]) -> String {
        let mut out = Drawing::new();
        say_because(list, 80, &mut out);
        out.to_string()
    }

    #[test]
    fn turns_of_a_loop_stand_on_one_line() {
        let numbers: Vec<Because> = (1..=161).map(|n| because("x[n] > 0", &[&format!("n = {n}")])).collect();
        assert_eq!(said(&numbers), "  x[n] > 0 with n = 1..161 [line 1]\n");
        let cells: Vec<Because> =
            ["r1c1", "r1c2", "r1c3", "r2c1", "r3c1"].map(|c| because("c > 2", &[&format!("c = {c}")])).into();
        assert_eq!(said(&cells), "  c > 2 with c = r1c1..r1c3, r2c1, r3c1 [line 1]\n");
        assert_eq!(said(&cells[..1]), "  c > 2 with c = r1c1 [line 1]\n");
    }

    #[test]
    fn nested_turns() {
        let outer = [because("p", &["i = 1", "j = 4"]), because("p", &["i = 2", "j = 4"])];
        assert_eq!(said(&outer), "  p with i = 1, 2, j = 4 [line 1]\n");
        let both = [
            because("p", &["i = 1", "j = 2"]),
            because("p", &["i = 1", "j = 3"]),
            because("p", &["i = 1", "j = 4"]),
            because("p", &["i = 2", "j = 3"]),
        ];
        assert_eq!(said(&both), "  p with i = 1, j = 2..4; i = 2, j = 3 [line 1]\n");
        let two = [because("p", &["a = r1c1, b = r1c2"]), because("p", &["a = r1c2, b = r1c3"])];
        assert_eq!(said(&two), "  p with a = r1c1, b = r1c2; a = r1c2, b = r1c3 [line 1]\n");
    }

    #[test]
    fn what_is_in_no_loop_stands_alone() {
        let rows: Vec<Because> = (1..=4).map(|n| because(&format!("sudoku(x) > row {n}"), &[])).collect();
        assert_eq!(said(&rows[..2]), "  sudoku(x) > row 1 [line 1]\n  sudoku(x) > row 2 [line 1]\n");
        let deeper = [because("p", &["i = 1"]), because("p", &["i = 1", "j = 2"])];
        assert_eq!(said(&deeper), "  p with i = 1 [line 1]\n  p with i = 1, j = 2 [line 1]\n");
    }
}
