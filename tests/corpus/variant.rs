//! Variant sudokus of `variant_sudoku.json`, a standard rule for every rule type.

use super::picture::{cells, full, list, numbers, regions};
use super::{Case, Check, Grid, When};
use serde_json::Value;
use std::fmt::Write;

/// Right, but not fast enough for every test run.
const SLOW: &[&str] = &[
    "extreme-lunchbox",
    "hailstone-little-killer",
    "long-sums-1",
    "long-sums-2",
    "long-sums-3",
    "pencilmark-sudoku-3",
    "triple-digits",
];

pub(super) fn case(puzzle: &Value) -> Case {
    let id = puzzle["id"].as_str().expect("an id").to_string();
    let rules = puzzle["rules"].as_array().expect("a list of rules");
    let mut script = grid(puzzle);
    if let Some(given) = puzzle["givens"].as_array().filter(|g| !g.is_empty()) {
        script += &cells("givens", size(puzzle, "rows"), size(puzzle, "cols"), &Value::from(given.clone()));
    }
    for entry in puzzle["candidates"].as_array().into_iter().flatten() {
        let values: Vec<String> = list(&entry[2]).iter().map(i64::to_string).collect();
        let _ = writeln!(script, "{} in {{{}}}", place(&[int(&entry[0]), int(&entry[1])]), values.join(", "));
    }
    for rule in rules {
        let _ = writeln!(script, "{}", statement(puzzle, rules, rule));
    }
    let solution: Grid =
        numbers(&puzzle["solution"]).into_iter().map(|row| row.into_iter().map(Some).collect()).collect();
    let when = if SLOW.contains(&id.as_str()) { When::All } else { When::Always };
    Case { kind: kind(puzzle, rules), id, script, checks: vec![Check::unique_grid("x", solution)], when }
}

/// The first rule's type; a puzzle mostly has one.
fn kind(puzzle: &Value, rules: &[Value]) -> String {
    match rules.first() {
        Some(rule) => rule["type"].as_str().expect("a type").to_string(),
        None if puzzle["regions"].is_null() => "latin".into(),
        None if usual_boxes(puzzle) => "sudoku".into(),
        None => "jigsaw".into(),
    }
}

fn int(value: &Value) -> i64 {
    value.as_i64().expect("an integer")
}

fn size(puzzle: &Value, side: &str) -> usize {
    int(&puzzle[side]) as usize
}

/// The grid and what holds for its rows, columns and regions.
fn grid(puzzle: &Value) -> String {
    let (rows, cols) = (size(puzzle, "rows"), size(puzzle, "cols"));
    let mut script = format!("grid x {rows}x{cols} in {}..{}\n", puzzle["digits"][0], puzzle["digits"][1]);
    script += &match &puzzle["regions"] {
        Value::Null => "latin(x)\n".to_string(),
        _ if usual_boxes(puzzle) => "sudoku(x)\n".to_string(),
        picture => regions("room", picture) + "jigsaw(x, room)\n",
    };
    if !puzzle["extra_regions"].is_null() {
        let labels: Vec<Vec<i64>> = numbers(&puzzle["extra_regions"]);
        let labels =
            labels.into_iter().map(|row| row.into_iter().map(|v| v + 1).collect::<Vec<_>>()).collect::<Vec<_>>();
        script += &full("regions extra", &labels);
        script += "for g in extra { extra_region(g) }\n";
    }
    script
}

/// Whether the regions are the boxes that `sudoku(x)` takes by itself.
fn usual_boxes(puzzle: &Value) -> bool {
    let (h, w) = match (size(puzzle, "rows"), size(puzzle, "cols")) {
        (4, 4) => (2, 2),
        (6, 6) => (2, 3),
        (9, 9) => (3, 3),
        (16, 16) => (4, 4),
        _ => return false,
    };
    same_division(&numbers(&puzzle["regions"]), h, w)
}

/// Whether two cells are in one region exactly when they are in one box.
fn same_division(labels: &[Vec<i64>], h: usize, w: usize) -> bool {
    let mut seen = std::collections::HashMap::new();
    let across = labels[0].len() / w;
    (labels.iter().enumerate())
        .flat_map(|(r, row)| row.iter().enumerate().map(move |(c, &id)| (id, r / h * across + c / w)))
        .all(|(id, b)| *seen.entry(id).or_insert(b) == b)
}

fn place(cell: &[i64]) -> String {
    format!("r{}c{}", cell[0] + 1, cell[1] + 1)
}

/// `[r1c1, r1c2]`, or a straight line as `r1c1..r1c9`.
fn places(all: &[Vec<i64>]) -> String {
    let step = |a: &[i64], b: &[i64]| (b[0] - a[0], b[1] - a[1]);
    if let [first, second, .., last] = all {
        let d = step(first, second);
        if d.0.abs().max(d.1.abs()) == 1 && all.windows(2).all(|p| step(&p[0], &p[1]) == d) {
            return format!("{}..{}", place(first), place(last));
        }
    }
    format!("[{}]", all.iter().map(|c| place(c)).collect::<Vec<_>>().join(", "))
}

fn pairs(rules: &[Value], kinds: &[&str]) -> String {
    let pair = |rule: &Value| {
        let cells = numbers(&rule["cells"]);
        format!("({}, {})", place(&cells[0]), place(&cells[1]))
    };
    let marked = rules.iter().filter(|r| kinds.contains(&r["type"].as_str().expect("a type")));
    format!("[{}]", marked.map(pair).collect::<Vec<_>>().join(", "))
}

fn statement(puzzle: &Value, rules: &[Value], rule: &Value) -> String {
    let all = if rule["cells"].is_null() { vec![] } else { numbers(&rule["cells"]) };
    let line = places(&all);
    let pair = |name: &str| format!("{name}({}, {})", place(&all[0]), place(&all[1]));
    let with = |name: &str, clue: &str| format!("{name}({line}, {})", rule[clue]);
    let (low, high) = (&puzzle["digits"][0], &puzzle["digits"][1]);
    match rule["type"].as_str().expect("a type") {
        "thermo" => format!("thermo({line})"),
        "renban" => format!("renban({line})"),
        "whisper" => format!("whispers({line}, gap: {})", rule["min_difference"]),
        "palindrome" => format!("palindrome({line})"),
        "between_line" => format!("between({line})"),
        "lockout_line" => format!("lockout({line}, gap: {})", rule["min_difference"]),
        "arrow" => format!("arrow({line})"),
        "double_arrow" => format!("double_arrow({line})"),
        "pill_arrow" => {
            let (circle, shaft) = all.split_at(int(&rule["pill_size"]) as usize);
            let mut circle = circle.to_vec();
            circle.sort();
            format!("arrow({}, circle: {})", places(shaft), places(&circle))
        }
        "region_sum_line" if usual_boxes(puzzle) => format!("region_sum({line}, boxes(x))"),
        "region_sum_line" => format!("region_sum({line}, room)"),
        "zipper_line" => format!("zipper({line})"),
        "sum_line" if rule["loop"] == true => format!("sum_line({line}, {}, loop: true)", rule["sum"]),
        "sum_line" => with("sum_line", "sum"),
        "modular_line" => format!("modular({line}, m: {})", rule["mod"]),
        "value_indexing_line" => format!("value_indexing({line})"),
        "counting_circles" => format!("counting_circles({line})"),
        "count_distinct" => format!("count_distinct({line})"),
        "equality_cage" => format!("equality_cage({line})"),
        "all_different" => format!("extra_region({line})"),
        "killer_cage" if rule["sum"].is_null() => format!("killer({line})"),
        "killer_cage" => with("killer", "sum"),
        "sum" => with("sum_cage", "sum"),
        "rellik_cage" => with("rellik", "sum"),
        "lunchbox" => with("lunchbox", "sum"),
        "sandwich" => format!("sandwich({line}, {}, low: {low}, high: {high})", rule["sum"]),
        "same_values" => {
            let sets = all.chunks(all.len() / int(&rule["sets"]) as usize);
            format!("same_values([{}])", sets.map(places).collect::<Vec<_>>().join(", "))
        }
        "anti_knight" => "anti_knight(x)".into(),
        "anti_king" => "anti_king(x)".into(),
        "nonconsecutive" => "nonconsecutive(x)".into(),
        "anti_taxicab" => "anti_taxicab(x)".into(),
        "strict_xv" => format!("no_other_xv(x, {})", pairs(rules, &["x", "v"])),
        "strict_kropki" => format!("no_other_dots(x, {})", pairs(rules, &["white_dot", "black_dot"])),
        "disjoint_groups" => "disjoint_groups(x)".into(),
        "windoku" => "windoku(x)".into(),
        "global_entropy" => "global_entropy(x)".into(),
        "global_mod3" => "global_modulo(x)".into(),
        "dutch_flatmates" => "dutch_flatmates(x)".into(),
        "diagonal" if rule["direction"] == "/" => "diagonal(x, upright)".into(),
        "diagonal" => "diagonal(x, downright)".into(),
        "white_dot" => pair("white_dot"),
        "black_dot" => pair("black_dot"),
        "x" => pair("x_mark"),
        "v" => pair("v_mark"),
        "greater_than" => pair("inequality"),
        "quadruple" => format!("quadruple({line}, {})", rule["values"]),
        "little_killer" => with("little_killer", "sum"),
        "x_sum" => with("x_sum", "value"),
        "skyscraper" => with("skyscraper", "value"),
        "first_hidden_skyscraper" => with("hidden_skyscraper", "value"),
        "numbered_room" => with("numbered_rooms", "value"),
        "column_indexing" => format!("column_indexer(x, {line})"),
        "row_indexing" => format!("row_indexer(x, {line})"),
        other => panic!("no standard rule for {other}"),
    }
}
