//! Counted effort limits a whole check with all its rounds.

use super::*;
use sator_base::limits::Reason;
use sator_lang::elaborate::Elaborator;

/// No sizes of pieces fit here; the plain integer formula finds that in some 1,500 short rounds.
#[test]
fn rounds_are_part_of_the_effort() {
    let mut el = Elaborator::default();
    let text = "grid x 4x4 in {7, 11, 12, 13}\nfillomino(x)";
    let source = el.sources.add("script", text);
    for statement in sator_lang::syntax::parse(source, text).expect("a script that reads") {
        el.add(&statement).expect("a puzzle");
    }
    let mut formula = int::Int::new(0, false);
    let (m, limits) = (el.model.expressions(), Limits::none());
    assert_eq!(formula.add_constraints(m, &el.model.conditions(), &limits), Ok(()));
    // One round takes less than this effort.
    assert_eq!(formula.check(&[], &limits.with_effort(30)), Verdict::Unknown(Reason::Effort));
}
