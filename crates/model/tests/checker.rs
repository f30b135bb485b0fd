//! The incremental evaluation of a model agrees with the one that looks at everything.

use sator_lang::elaborate::Elaborator;
use sator_model::{Assignment, Checker};

#[test]
fn agrees_with_evaluating_everything() {
    let text = "grid x 2x2 in 0..2\nvar b in bool\nb => distinct(r1)\nsum(x) = 4 or b\nabs(r1c1 - r2c2) <= 1\n";
    let mut elaborator = Elaborator::default();
    let source = elaborator.sources.add("test", text);
    for statement in sator_lang::syntax::parse(source, text).expect("the text reads") {
        elaborator.add(&statement).expect("the statement is accepted");
    }
    let model = &elaborator.model;
    let mut checker = Checker::new(model);
    let mut held = 0;
    // Neither in order nor each just once, and some outside their domains.
    for step in 0..5_000u64 {
        let mixed = step.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let digit = |i: usize| (mixed >> (5 + 4 * i) & 3) as i64 % if i % 5 == 4 { 2 } else { 4 };
        let assignment = Assignment((0..model.unknowns.len()).map(digit).collect());
        let wanted = model.violations(&assignment).is_ok_and(|broken| broken.is_empty());
        assert_eq!(checker.holds(model.expressions(), &assignment), wanted, "{assignment:?}");
        held += usize::from(wanted);
    }
    assert!(held > 100);
}
