//! Classic sudokus of `sudoku.json`: 9x9, 16x16 and 25x25; one solution, several, or none.

use super::picture::{full, numbers};
use super::{Case, Check, Grid, When};
use serde_json::Value;

pub(super) fn case(puzzle: &Value) -> Case {
    let n = puzzle["rows"].as_u64().expect("a size") as usize;
    let (h, w) = (&puzzle["box"][0], &puzzle["box"][1]);
    let givens = full("givens", &rows(&puzzle["givens"]));
    let script = format!(
        "grid x {n}x{n} in 1..{n}\n{givens}\
         for line in rows(x) + cols(x) + boxes(x, {h}, {w}) {{ distinct(line) }}\n"
    );
    let count = puzzle["solution_count"].as_u64().expect("a count");
    let (check, solutions) = match count {
        0 => (Check::unique_status("unsat"), "no solution"),
        1 if puzzle["solution"].is_null() => (Check::unique_status("unique"), "one solution"),
        1 => (Check::unique_grid("x", solution(&puzzle["solution"])), "one solution"),
        _ => (Check::count(count), "several solutions"),
    };
    Case {
        kind: format!("sudoku {n}x{n}, {solutions}"),
        id: puzzle["id"].as_str().expect("an id").to_string(),
        script,
        checks: vec![check],
        when: if n <= 9 { When::Always } else { When::All },
    }
}

/// A grid written as one string of digits, or as rows of numbers.
fn rows(value: &Value) -> Vec<Vec<i64>> {
    match value.as_str() {
        None => numbers(value),
        Some(text) => {
            let digits: Vec<i64> = text.chars().map(|c| c.to_digit(10).unwrap_or(0).into()).collect();
            digits.chunks(9).map(<[i64]>::to_vec).collect()
        }
    }
}

fn solution(value: &Value) -> Grid {
    rows(value).into_iter().map(|row| row.into_iter().map(Some).collect()).collect()
}
