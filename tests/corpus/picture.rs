//! Pictures as a person types them: columns aligned, and without spaces where every token is one character.

use serde_json::Value;

/// Rows of integers from JSON.
pub(super) fn numbers(value: &Value) -> Vec<Vec<i64>> {
    value.as_array().expect("rows").iter().map(list).collect()
}

/// A list of integers from JSON.
pub(super) fn list(value: &Value) -> Vec<i64> {
    value.as_array().expect("a list").iter().map(|v| v.as_i64().expect("an integer")).collect()
}

/// `head {`, a line a row, `}`.
pub(super) fn picture(head: &str, rows: &[Vec<String>]) -> String {
    let width = rows.iter().flatten().map(|t| t.chars().count()).max().unwrap_or(1);
    let line = |row: &Vec<String>| match width {
        1 => row.concat(),
        _ => row.iter().map(|t| format!("{t:>width$}")).collect::<Vec<_>>().join(" "),
    };
    let body: String = rows.iter().map(|row| format!("  {}\n", line(row))).collect();
    format!("{head} {{\n{body}}}\n")
}

/// A region for every cell: `regions cage { ... }`.
pub(super) fn regions(name: &str, labels: &Value) -> String {
    with_zeros(&format!("regions {name}"), &numbers(labels))
}

/// A picture from a full grid in which 0 is a value as any other.
pub(super) fn with_zeros(head: &str, values: &[Vec<i64>]) -> String {
    let tokens: Vec<Vec<String>> = values.iter().map(|row| row.iter().map(i64::to_string).collect()).collect();
    picture(head, &tokens)
}

/// A picture from `[row, column, value]`, counted from 0; other cells are blank.
pub(super) fn cells(head: &str, height: usize, width: usize, values: &Value) -> String {
    let mut tokens = vec![vec![".".to_string(); width]; height];
    for entry in numbers(values) {
        tokens[entry[0] as usize][entry[1] as usize] = entry[2].to_string();
    }
    picture(head, &tokens)
}

/// A picture from a full grid in which 0 is blank.
pub(super) fn full(head: &str, values: &[Vec<i64>]) -> String {
    let tokens: Vec<Vec<String>> = values.iter().map(|row| row.iter().map(|&v| blank_or(v)).collect()).collect();
    picture(head, &tokens)
}

/// `outside name { top ... left ... }` from lists in which 0 is no clue.
pub(super) fn outside(name: &str, sides: &[(&str, Vec<i64>)]) -> String {
    let width = sides.iter().flat_map(|(_, l)| l).map(|v| v.to_string().len()).max().unwrap_or(1);
    let line = |clues: &[i64]| clues.iter().map(|&v| format!("{:>width$}", blank_or(v))).collect::<Vec<_>>().join(" ");
    let body: String = sides.iter().map(|(side, clues)| format!("  {side:<6} {}\n", line(clues))).collect();
    format!("outside {name} {{\n{body}}}\n")
}

/// The clues around the edge that a puzzle has, as an `outside` picture; empty when there are none.
pub(super) fn edges(name: &str, clues: &Value) -> String {
    let sides: Vec<(&str, Vec<i64>)> = ["top", "left", "right", "bottom"]
        .into_iter()
        .filter(|side| clues[*side].is_array())
        .map(|side| (side, list(&clues[side])))
        .collect();
    if sides.is_empty() { String::new() } else { outside(name, &sides) }
}

fn blank_or(value: i64) -> String {
    if value == 0 { ".".to_string() } else { value.to_string() }
}
