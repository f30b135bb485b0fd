//! Sets by turns against a plain formula, on puzzles of a few cells.

use crate::prover::ProofContext;
use crate::tests::run;
use sator_base::limits::Limits;
use sator_model::{ExprId, UnknownId};
use sator_solve::lower::{Encoding, Method, new_formula};
use sator_solve::solver::Engine;
use sator_solve::solver::sat::Verdict;

/// Whether groups force a condition, by a formula that neither narrows domains nor has guards.
fn forces(proof: &ProofContext, groups: &[usize], e: ExprId) -> bool {
    let method = Method { encoding: Encoding::Fd, engine: Engine::Sat, seed: 0, trial: false };
    let mut formula = new_formula(method, false);
    let m = proof.model.expressions();
    formula.add_unknowns(m);
    for &condition in groups.iter().flat_map(|&g| &proof.groups[g].constraints) {
        formula.assert(m, condition, None);
    }
    let holds = formula.literal(m, e);
    formula.clause(&[!holds]);
    formula.check(&[], &Limits::none()) == Verdict::Unsat
}

/// Compares the set of each value of a solution that all groups force; returns their number.
fn compare(text: &str) -> usize {
    let (mut puzzle, solution) = run(text);
    let solution = solution.expect("it has one");
    let model = &mut puzzle.elaborator.model;
    let values: Vec<UnknownId> = model.visible().collect();
    let conditions: Vec<(ExprId, ExprId)> = values
        .into_iter()
        .map(|u| {
            let e = model.value_is(u, solution.get(u));
            (e, model.pool.not(e))
        })
        .collect();
    puzzle.with_explainer(&Limits::none(), |_, explainer, context| {
        let mut proof = explainer.case(context);
        let all: Vec<usize> = (0..proof.groups.len()).collect();
        let mut compared = 0;
        for (e, denial) in conditions {
            if !forces(&proof, &all, e) {
                continue;
            }
            let (set, is_minimal) = proof.forcing_near(e, denial).expect("no limit is met");
            assert!(forces(&proof, &set, e), "{text}: {set:?}");
            for i in (0..set.len()).filter(|_| is_minimal) {
                let rest = [&set[..i], &set[i + 1..]].concat();
                assert!(!forces(&proof, &rest, e), "{text}: {set:?} without {}", set[i]);
            }
            compared += 1;
        }
        compared
    })
}

#[test]
fn sets_force_their_value_and_no_group_can_be_left_out() {
    let puzzles = [
        "grid x 4x4 in 1..4\nsudoku(x)\ngivens x { 1...; ..2.; .3..; ...4 }",
        "grid x 6x6 in 1..6\nlatin(x)\ngivens x { 1.....; .2....; ..3...; ...4..; 654321; ...... }",
        "grid sea 6x6 in bool\nclues island { 3.....; ......; ..2..4; .4....; ..2...; .....2 }\nnurikabe(sea, island)",
        "grid x 5x5 in 1..25\ngivens x { ..5.1; 1....; 55..1; ..36.; ...32 }\nfillomino(x)",
        "grid x 5x5\nclues number { .2.3.; 3...2; .....; 2.2.3; ..3.. }\nfences e of x\nslitherlink(e, number)",
        "grid shade 6x6 in bool\nclues number { ...3..; ..5...; ......; 5...8.; .....7; .8.... }\nkuromasu(shade, number)",
        "var x[30] in 1..40\nfor i in 1..29 { x[i] < x[i + 1] }\nx[30] = 30\nx[1] > 0",
    ];
    let compared: Vec<usize> = puzzles.iter().map(|text| compare(text)).collect();
    assert!(compared.iter().sum::<usize>() > 60, "{compared:?}");
}
