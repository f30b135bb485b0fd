//! The memo doesn't change the model.

use super::Elaborator;
use crate::syntax::ast::{self, StatementKind};
use sator_base::source::SourceMap;
use std::path::Path;

/// The model of a script as text.
fn model(text: &str, remember: bool) -> String {
    let mut el = Elaborator { sources: SourceMap::default(), ..Elaborator::default() };
    el.memo.off = !remember;
    let source = el.sources.add("script", text);
    for statement in crate::syntax::parse(source, text).expect("a script that reads") {
        use StatementKind::{Command, Load, Question};
        // Its puzzle is made by a session, and the statements after it can refer to that puzzle.
        if matches!(&statement.kind, Question(ast::Question::Generate(made)) if made.keep) {
            break;
        }
        // A loop that only prints runs in a solution.
        if !matches!(statement.kind, Question(_) | Command(_) | Load { .. }) && !super::only_prints(&statement) {
            el.add(&statement).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
        }
    }
    let nodes: Vec<String> = el.model.pool.nodes().iter().map(|node| format!("{node:?}")).collect();
    let constraints: Vec<String> = el.model.constraints.iter().map(|c| format!("{c:?}")).collect();
    format!("{}\n{}\n{:?}", nodes.join("\n"), constraints.join("\n"), el.model.unknowns)
}

fn agree(name: &str, text: &str) {
    let (with, without) = (model(text, true), model(text, false));
    let differs = with.lines().zip(without.lines()).find(|(a, b)| a != b);
    assert_eq!((differs, with.len()), (None, without.len()), "{name}");
}

#[test]
fn the_gallery_makes_the_same_model_without_memory() {
    let gallery = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut scripts = 0;
    for folder in [gallery.clone(), gallery.join("rules")] {
        for file in std::fs::read_dir(folder).expect("the gallery").map(|entry| entry.expect("a file").path()) {
            if file.extension().is_some_and(|extension| extension == "puz") {
                let text = std::fs::read_to_string(&file).expect("a script");
                agree(&file.display().to_string(), &text);
                scripts += 1;
            }
        }
    }
    assert!(scripts > 100);
}

#[test]
fn values_that_differ_by_turn_are_not_taken_for_each_other() {
    for text in [
        // A name of the body, one of an inner loop, and one hidden by the loop itself.
        "grid x 4x4 in 1..4\nfor k in 1..4 { let m = k + 1; sum(m * r1[j] for j in 1..4) > sum(k for k in 1..m) }",
        // Names redeclared inside, and a grid declared in a body.
        "grid x 3x3 in 1..9\nfor k in 1..3 { let l = [c for c in x where row(c) = k]; grid y 2x2 in 1..k; sum(l) = sum(c for c in y) }",
        "grid x 3x3 in 1..9\ndef row_sum(k) = sum(c for c in x where row(c) = k)\nfor i in 1..3, j in 1..3 { row_sum(i) >= row_sum(j) }",
        // Clues read for a value are read again.
        "grid x 3x3 in 1..9\nclues n { 1 . 2; . . .; 3 . . }\ndef at_clue(c) = n[c]\nfor i in 1..2, c in n { c >= at_clue(c) }",
        "grid x 3x3 in 1..9\nclues n { 1 . 2; . . .; 3 . . }\nfor i in 1..2 { for c in x { sum(n[d] for d in [c] where n[d] is not none) <= c } }",
        // Lists of regions and grids, and positions in them.
        "grid x 2x2 in 1..4\nregions g { a a; b b }\nfor c in x { first(positions(g, c)) <= c; for r in g where contains(r, c) { sum(r) > c } }",
        "grid x 2x2 in 1..4\nfor c in x { regions g { a a; b b }; sum(g[c]) = 5 }\nfor c in x { regions g { a b; a b }; sum(g[c]) = 5 }",
    ] {
        agree(text, text);
    }
}

/// Whole sessions move between threads.
#[test]
fn elaborators_can_be_sent() {
    fn sent<T: Send>() {}
    sent::<Elaborator>();
}
