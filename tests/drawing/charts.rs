//! Schedules as Gantt charts: `draw bars`.

use super::{drawn, drawn_as};
use sator_draw::render::Look;
use serde_json::{Value, json};

const SHOP: &str = "enum machine { saw lathe }\nvar start[3] in 0..9\nstart = [0, 3, 5]\n\
    draw bars(start, [3, 2, 4], row: [saw, lathe, saw], label: [\"leg\", \"top\", \"leg\"])\n";

fn lines(script: &str) -> Vec<String> {
    drawn(script).lines().map(String::from).collect()
}

#[test]
fn rows_are_machines() {
    assert_eq!(
        lines(&format!("{SHOP}solve"))[1..],
        [
            "saw   ├leg───────┤        ├leg───────────┤",
            "lathe             ├top───┤",
            "      0   1   2   3   4   5   6   7   8   9",
        ]
    );
    let ascii = drawn_as(&format!("{SHOP}solve"), &Look { ascii: true, ..Look::default() });
    assert!(ascii.contains("saw   +leg-------+        +leg-----------+\n"), "{ascii}");
}

#[test]
fn rows_are_the_tasks_without_rows_of_their_own() {
    let script = "var start[2] in 0..9\nstart = [1, 2]\nvar long in 1..3\nlong = 2\n";
    let with = |draw: &str| lines(&format!("{script}{draw}\nsolve")).split_off(2);
    assert_eq!(with("draw bars(start, long)"), ["1 ├──────┤", "2     ├──────┤", "  1   2   3   4"]);
    assert_eq!(with("draw bars(start, [1, 0], label: [\"a\", \"b\"])"), ["a ├──┤", "  1   2"]);
}

/// A row that is unknown, bars at one time in a row, and a rule that draws.
#[test]
fn rows_of_the_solution() {
    let script = "enum who { ann bob }\nvar start[3] in 0..9\nvar by[3] in who\n\
        rule plan(s, w) { draw bars(s, 2, row: w, label: 1..3) }\nplan(start, by)\nstart = [4, 0, 1]\n\
        by = [ann, bob, bob]\nsolve";
    assert_eq!(
        lines(script)[3..],
        ["ann                 ├1─────┤", "bob ├2─────┤", "        ├3─────┤", "    0   1   2   3   4   5   6",]
    );
}

/// As much as is known is drawn, in as much room as there is.
#[test]
fn the_scale() {
    assert!(!drawn("var t in 0..3\ndraw bars([t], 1)\nshow").contains('├'));
    let long = |start: i64, length: i64| lines(&format!("var t in 0..1\ndraw bars([{start}], {length})\nsolve"));
    assert_eq!(long(0, 400)[1..].iter().map(|line| line.chars().count()).max(), Some(71));
    assert_eq!(long(-9_000_000_000_000_000_000, 9_200_000_000_000_000_000)[1].matches('├').count(), 1);
    // Ends beyond 64 bits can't be drawn.
    assert_eq!(long(9_000_000_000_000_000_000, 9_000_000_000_000_000_000).len(), 1);
    let narrow = drawn_as(&format!("{SHOP}solve"), &Look { width: 12, ..Look::default() });
    assert!(narrow.ends_with("saw   │ ├┤\nlathe  │\n      0 5\n"), "{narrow}");
}

#[test]
fn pictures_and_scenes() {
    let folder = tempfile::tempdir().expect("a folder");
    let exported = |format: &str| {
        let file = folder.path().join(format!("a.{format}"));
        drawn(&format!("{SHOP}solve\nexport {format} {file:?}\n"));
        std::fs::read_to_string(file).expect("it is written")
    };
    let scene: Value = serde_json::from_str(&exported("json")).expect("JSON");
    assert_eq!(
        scene["scenes"][0]["charts"],
        json!([{"rule": "bars", "from": 0, "to": 9, "rows": [
            {"name": "saw", "bars": [{"start": 0, "end": 3, "label": "leg"}, {"start": 5, "end": 9, "label": "leg"}]},
            {"name": "lathe", "bars": [{"start": 3, "end": 5, "label": "top"}]},
        ]}])
    );
    let svg = exported("svg");
    assert_eq!(svg.matches("class=\"fill-blue\"").count(), 2, "bars of one label have one colour");
    assert!(svg.contains("<title>top: 3 to 5</title>"), "{svg}");
    assert!(exported("html").contains("top%3A") || exported("html").contains("top: 3 to 5"));
}
