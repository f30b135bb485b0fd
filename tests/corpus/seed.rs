//! The puzzles of the seed texts: Horrendum with and without its diagonal, and the neighbour sudoku.

use super::picture::{cells, regions};
use super::{Case, Check, When, grid};
use serde_json::Value;

pub(super) fn case(puzzle: &Value) -> Case {
    let kind = puzzle["kind"].as_str().expect("a kind");
    let n = puzzle["rows"].as_u64().expect("a size") as usize;
    let clues = &puzzle["clues"];
    let givens = cells("givens", n, n, &clues["givens"]);
    let head = format!("grid x {n}x{n} in 1..{n}\n{givens}");
    let script = match kind {
        "irregular_latin" | "irregular_latin_diagonal" => {
            let mut script = head + &regions("group", &clues["regions"]);
            script += "for line in rows(x) + cols(x) { distinct(line) }\nfor g in group { distinct(g) }\n";
            if kind == "irregular_latin_diagonal" {
                script += "distinct(first(diagonals(x)))\n";
            }
            script
        }
        "sudoku_nonconsecutive_cyclic" => {
            head + "for line in rows(x) + cols(x) + boxes(x, 3, 3) { distinct(line) }\n\
                    for a, b in adjacent(x) { 2 <= abs(a - b) <= 7 }\n"
        }
        _ => panic!("seed puzzle of a new kind: {kind}"),
    };
    let check = match puzzle["solution_count"].as_u64().expect("a count") {
        1 => Check::unique_grid("x", grid(&puzzle["solution"])),
        count => Check::count(count),
    };
    Case {
        kind: kind.to_string(),
        id: puzzle["id"].as_str().expect("an id").to_string(),
        script,
        checks: vec![check],
        when: When::Always,
    }
}
