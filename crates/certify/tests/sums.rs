//! Random sums: `sator-check` accepts one as a contradiction exactly where brute force finds that it can't be met.

use proptest::prelude::*;
use sator_check::{Certificate, check};
use std::fmt::Write;

const VARIABLES: usize = 4;

/// By variable: its coefficient, and whether the literal is its negation; then the bound.
type Constraint = ([(i64, bool); VARIABLES], i64);

fn constraint() -> impl Strategy<Value = Constraint> {
    (prop::array::uniform4((0i64..4, any::<bool>())), 0i64..8)
}

/// A certificate whose proof adds up the constraints, each times its factor, and calls the sum a contradiction.
fn certificate(added: &[(Constraint, i64)]) -> Certificate {
    let mut formula = String::from("1 always >= 1 ;\n");
    let mut sum = String::from("pol");
    for (number, ((terms, bound), factor)) in (2..).zip(added) {
        for (variable, &(k, negated)) in terms.iter().enumerate().filter(|term| term.1.0 > 0) {
            let _ = write!(formula, "{k} {}x{variable} ", if negated { "~" } else { "" });
        }
        let _ = writeln!(formula, ">= {bound} ;");
        let _ = write!(sum, " {number} {factor} *{}", if number == 2 { "" } else { " +" });
    }
    let (given, proved, last) = (added.len() + 1, added.len() + 2, added.len() + 3);
    let proof = format!(
        "pseudo-Boolean proof version 3.0\nf {given} ;\n{sum} s ;\nrup >= 1 : {proved} ~ ;\n\
         output NONE ;\nconclusion UNSAT : {last} ;\nend pseudo-Boolean proof ;\n"
    );
    let mut certificate = Certificate { formula, proof, ..Certificate::default() };
    certificate.digest = certificate.digest_of_files();
    certificate
}

/// The amount by which an assignment exceeds the bound of a constraint.
fn slack((terms, bound): &Constraint, values: u32) -> i64 {
    let holds = |variable: usize, negated: bool| (values >> variable & 1 == 1) != negated;
    let sum = terms.iter().enumerate().filter(|&(variable, term)| holds(variable, term.1)).map(|(_, term)| term.0);
    sum.sum::<i64>() - bound
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn a_sum_is_a_contradiction_exactly_where_no_assignment_meets_it(
        added in prop::collection::vec((constraint(), 1i64..4), 1..4)
    ) {
        let total = |values| added.iter().map(|(constraint, factor)| factor * slack(constraint, values)).sum::<i64>();
        let is_met = (0..1 << VARIABLES).any(|values| total(values) >= 0);
        prop_assert_eq!(check(&certificate(&added)).is_ok(), !is_met);
    }
}

#[test]
fn a_sum_of_another_form_proves_nothing() {
    let unmet: Vec<(Constraint, i64)> = [false, true].map(|negated| (([(1, negated); VARIABLES], 3), 1)).into();
    let right = certificate(&unmet);
    assert!(check(&right).is_ok());
    let sum = "pol 2 1 * 3 1 * + s ;";
    assert!(right.proof.contains(sum));
    for wrong in [
        "pol 2 1 * 3 -1 * + s ;",
        "pol 2 1 * 3 0 * + s ;",
        "pol 2 1 * 4 1 * + s ;",
        "pol 0 1 * 3 1 * + s ;",
        "pol 2 1 * 3 1 * s ;",
        "pol 2 1 * + 3 1 * s ;",
        "pol 2 1 * 3 1 * + ;",
        "pol 2 1 * 3 9223372036854775808 * + s ;",
        "pol s ;",
    ] {
        let mut damaged = Certificate { proof: right.proof.replace(sum, wrong), ..right.clone() };
        damaged.digest = damaged.digest_of_files();
        assert!(check(&damaged).is_err(), "{wrong}");
    }
}
