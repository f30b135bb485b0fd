//! Sentences of steps that are made by hand.

use super::*;
use sator_answer::{Argument, Case, Cause, End, Inference, Placeholders, Technique, Turn};
use sator_lang::elaborate::Elaborator;

/// Two cells with a hidden value each, for which the rule has words.
const PATHS: &str = "grid x 1x2 in 0..1
rule paths(x) {
  grid path_of 1 by 2 in 0..3
  draw words(path_of, [\"is on no path\", \"is on the path of 4\", \"is on the path of 5\", \"is on the path of 6\"])
  path_of[r1c1] <= 3
}
paths(x)";

fn model(text: &str) -> Model {
    let mut elaborator = Elaborator::default();
    let source = elaborator.sources.add("test", text);
    for statement in sator_lang::syntax::parse(source, text).expect("the text reads") {
        elaborator.add(&statement).expect("the statement is accepted");
    }
    elaborator.model.clone()
}

/// A case that refutes a value of a cell, which leaves another cell without a value.
fn refuted(cell: UnknownId, value: i64, end: UnknownId) -> Inference {
    let removed = (0..=3).filter(|&other| other != value).collect();
    let case =
        Case { turns: vec![Turn { cell, left: vec![value], removed, by: Cause::Supposed }], end: End::NoValue(end) };
    Inference {
        conclusions: vec![Atom { unknown: cell, value, is: false }],
        technique: Technique::Cases,
        statements: vec![],
        argument: Argument::Cases { case },
    }
}

/// The sentences of a step that builds on these inferences about hidden unknowns.
fn contributed(model: &Model, contributions: Vec<Inference>) -> Vec<String> {
    let inference = Inference {
        conclusions: vec![],
        technique: Technique::OnlyValue,
        statements: vec![],
        argument: Argument::NothingElse,
    };
    let (because, facts, placeholders) = (vec![], vec![], Placeholders::default());
    let technique = Technique::Cases;
    let step = Step {
        inference,
        condition: None,
        technique,
        open: None,
        contributions,
        placeholders,
        because,
        unspoken: vec![],
        facts,
    };
    cases(model, &step)
}

#[test]
fn cases_that_differ_in_one_value_are_written_once() {
    let model = model(PATHS);
    let hidden: Vec<UnknownId> =
        (0..model.unknowns.len()).map(UnknownId::at).filter(|&u| model.unknown(u).hidden).collect();
    let [first, second] = hidden[..] else { panic!("{hidden:?}") };
    let same = contributed(&model, [1, 2, 3].map(|value| refuted(first, value, second)).to_vec());
    let expected = [
        "r1c1 isn't on the path of 4: else a contradiction in 1 step",
        "suppose r1c1 is on the path of 4: no way is left for r1c2",
        "in the same way r1c1 isn't on the path of 5 or 6",
    ];
    assert_eq!(same, expected);
    // With another end each case is written out.
    let others = contributed(&model, vec![refuted(first, 1, second), refuted(first, 2, first)]);
    assert!(others.iter().all(|sentence| !sentence.contains("in the same way")), "{others:?}");
    assert_eq!(others.iter().filter(|sentence| sentence.starts_with("suppose ")).count(), 2, "{others:?}");
}
