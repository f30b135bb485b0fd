//! Counted effort limits a whole check with all its rounds.

use super::*;
use sator_base::limits::Reason;
use sator_lang::elaborate::Elaborator;

fn elaborated(text: &str) -> Elaborator {
    let mut el = Elaborator::default();
    let source = el.sources.add("script", text);
    for statement in sator_lang::syntax::parse(source, text).expect("a script that reads") {
        el.add(&statement).expect("a puzzle");
    }
    el
}

/// No sizes of pieces fit here; the plain integer formula finds that in some 1,500 short rounds.
#[test]
fn rounds_are_part_of_the_effort() {
    let el = elaborated("grid x 4x4 in {7, 11, 12, 13}\nfillomino(x)");
    let mut formula = int::Int::new(0, false);
    let (m, limits) = (el.model.expressions(), Limits::none());
    assert_eq!(formula.add_constraints(m, &el.model.conditions(), &limits), Ok(()));
    // One round takes less than this effort.
    assert_eq!(formula.check(&[], &limits.with_effort(30)), Verdict::Unknown(Reason::Effort));
}

/// An area that must join two far corners takes several rounds of cuts, each without a conflict.
#[test]
fn rounds_of_cuts_are_part_of_the_effort() {
    let el = elaborated("grid a 12x12 in bool\nconnected(a)\nr1c1\nr12c12\nr12c1\nr1c12");
    let (m, limits) = (el.model.expressions(), Limits::none());
    let check = |limits: Limits| {
        let mut formula = Fd::new(new_engine(Engine::Sat, 0), Sizes::default(), false);
        assert_eq!(formula.add_constraints(m, &el.model.conditions(), &limits), Ok(()));
        formula.check(&[], &limits)
    };
    assert_eq!(check(limits.with_effort(10)), Verdict::Unknown(Reason::Effort));
    assert_eq!(check(limits), Verdict::Sat);
}
