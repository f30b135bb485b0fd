//! Deductions of the solver, within its effort and beyond it.

use super::super::tests::run;
use super::*;
use sator_base::limits::Limits;

/// A search that ends at its effort does not claim that nothing more follows.
#[test]
fn an_end_of_effort_is_no_end_of_steps() {
    // 2 is a primitive root of 19, so only all ones are a solution, and nothing follows until most are known.
    let odd = "(x[i] + x[i % 19 + 1] + x[(i + 2) % 19 + 1] + x[(i + 6) % 19 + 1] + x[(i + 10) % 19 + 1]) % 2 = 1";
    let (session, solution) = run(&format!("var x[19] in 0..1\nfor i in 1..19 {{ {odd} }}\nunique"));
    let solution = solution.expect("it has one");
    let asked = |limits: Limits| {
        session.with_explainer(&limits, |_, explainer, context| {
            let mut reasoner = Reasoner::default();
            let mut proof = explainer.case(context);
            reasoner.extend(&proof, Some(&solution));
            reasoner.consistency.cross_out(&reasoner.knowledge, &limits)?;
            Ok::<_, Reason>(reasoner.within_effort(&mut proof))
        })
    };
    let both = [1, u64::MAX].map(|most| asked(Limits::none().with_effort(most)));
    assert!(matches!(both, [Ok(Err(Reason::Effort)), Ok(Ok(Some(_)))]));
}

/// The first conclusion that a solver finds, which another solver has confirmed.
fn proved_by_solver(text: &str) -> Deduction {
    let (session, solution) = run(text);
    let solution = solution.expect("it has one");
    let limits = Limits::none();
    let (found, is_proved) = session.with_explainer(&limits, |_, explainer, context| {
        let mut reasoner = Reasoner::default();
        let mut proof = explainer.case(context);
        reasoner.extend(&proof, Some(&solution));
        reasoner.consistency.cross_out(&reasoner.knowledge, &limits).expect("no limit");
        let found = reasoner.any_by_solver(&mut proof).expect("no limit").expect("one value follows");
        assert!(reasoner.agrees_with_solutions(&found), "{found:?}");
        let is_proved = reasoner.is_proved(&mut proof, &found);
        (found, is_proved)
    });
    assert!(matches!(is_proved, Ok(true)), "{found:?}");
    found
}

/// Without a short argument the solver proves one conclusion from its core, and the solution agrees.
#[test]
fn a_solver_proves_what_has_no_short_argument() {
    let odd = "(x[i] + x[i % 19 + 1] + x[(i + 2) % 19 + 1] + x[(i + 6) % 19 + 1] + x[(i + 10) % 19 + 1]) % 2 = 1";
    let found = proved_by_solver(&format!("var x[19] in 0..1\nfor i in 1..19 {{ {odd} }}\nunique"));
    assert!(found.conclusions[0].is, "{found:?}");
}

/// The last value of an unknown rests on the facts that removed its other values.
#[test]
fn the_last_value_rests_on_what_removed_the_others() {
    let found = proved_by_solver("var x in 1..3\nvar y in bool\nx != 3\nx = 2 => y\nx = 2 => not y");
    assert!(found.conclusions[0].is, "{found:?}");
}

/// Refutations that have taken the effort of a step leave the conclusion to the solver. The next visible conclusion renews the effort.
#[test]
fn refutations_have_an_effort_for_each_step() {
    let (session, solution) = run("var a, b, c, d, e in bool\na => b\na => c\nb => d\nc => e\nnot (d and e)");
    let limits = Limits::none();
    session.with_explainer(&limits, |_, explainer, context| {
        let mut proof = explainer.case(context);
        let mut reasoner = Reasoner::default();
        reasoner.extend(&proof, solution.as_ref());
        let by_case = reasoner.next(&mut proof).expect("no limit").expect("a conclusion");
        assert!(matches!(by_case.argument, Some(Argument::Cases { .. })), "{by_case:?}");
        reasoner.refuted[0][0].get_mut().applications = usize::MAX / 2;
        let by_solver = reasoner.next(&mut proof).expect("no limit").expect("a conclusion");
        assert!(by_solver.argument.is_none(), "{by_solver:?}");
        reasoner.knowledge.learn(0, &by_solver.conclusions);
        reasoner.renew_effort(proof.model);
        assert!(!reasoner.is_exhausted());
    });
}
