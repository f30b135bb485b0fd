//! Sets by turns against a plain formula, on puzzles of a few cells.

use crate::mus::SmallSet;
use crate::prover::{ProofContext, Unexplained};
use crate::tests::run;
use sator_base::limits::Limits;
use sator_model::node::FALSE;
use sator_model::{ExprId, Kind, UnknownId};
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

/// Checks that a set forces a condition, and if it is minimal that no group can be left out.
fn check(proof: &ProofContext, set: &SmallSet, e: ExprId) {
    let SmallSet { groups, is_minimal, .. } = set;
    assert!(forces(proof, groups, e), "{groups:?}");
    for i in (0..groups.len()).filter(|_| *is_minimal) {
        let rest = [&groups[..i], &groups[i + 1..]].concat();
        assert!(!forces(proof, &rest, e), "{groups:?} without {}", groups[i]);
    }
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
            let set = proof.forcing_near(e, denial).expect("no limit is met");
            check(&proof, &set, e);
            compared += 1;
        }
        compared
    })
}

const PUZZLES: &[&str] = &[
    "grid x 4x4 in 1..4\nsudoku(x)\ngivens x { 1...; ..2.; .3..; ...4 }",
    "grid x 6x6 in 1..6\nlatin(x)\ngivens x { 1.....; .2....; ..3...; ...4..; 654321; ...... }",
    "grid sea 6x6 in bool\nclues island { 3.....; ......; ..2..4; .4....; ..2...; .....2 }\nnurikabe(sea, island)",
    "grid x 5x5 in 1..25\ngivens x { ..5.1; 1....; 55..1; ..36.; ...32 }\nfillomino(x)",
    "grid x 5x5\nclues number { .2.3.; 3...2; .....; 2.2.3; ..3.. }\nfences e of x\nslitherlink(e, number)",
    "grid shade 6x6 in bool\nclues number { ...3..; ..5...; ......; 5...8.; .....7; .8.... }\nkuromasu(shade, number)",
    "var x[30] in 1..40\nfor i in 1..29 { x[i] < x[i + 1] }\nx[30] = 30\nx[1] > 0",
];

#[test]
fn sets_force_their_value_and_no_group_can_be_left_out() {
    let compared: Vec<usize> = PUZZLES.iter().map(|text| compare(text)).collect();
    assert!(compared.iter().sum::<usize>() > 60, "{compared:?}");
}

/// Each puzzle, and the statement of a value that another cell takes in the solution.
fn contradicted() -> impl Iterator<Item = String> {
    let of_puzzle = |text: &&str| {
        let (puzzle, solution) = run(text);
        let (model, solution) = (&puzzle.elaborator.model, solution.expect("it has one"));
        let numbers: Vec<UnknownId> = model.visible().collect();
        let wrong = numbers.iter().rev().step_by(3).filter_map(|&u| {
            let unknown = model.unknown(u);
            let other = numbers.iter().map(|&v| solution.get(v)).find(|&value| value != solution.get(u))?;
            Some(match unknown.kind {
                Kind::Bool => format!("{text}\n{}{}", if other == 0 { "not " } else { "" }, unknown.name),
                _ => format!("{text}\n{} = {other}", unknown.name),
            })
        });
        wrong.collect::<Vec<String>>()
    };
    PUZZLES.iter().flat_map(of_puzzle).filter(|text| run(text).1.is_none())
}

#[test]
fn sets_clash_and_no_group_can_be_left_out() {
    let compared = contradicted().map(|text| {
        let (puzzle, _) = run(&text);
        puzzle.with_explainer(&Limits::none(), |_, explainer, context| {
            let mut proof = explainer.case(context);
            let all: Vec<usize> = (0..proof.groups.len()).collect();
            let set = proof.clashing_near(&all).expect("no limit is met");
            check(&proof, &set, FALSE);
            let again = proof.clashing_near(&set.groups).expect("no limit is met");
            assert!(again.groups.len() <= set.groups.len(), "{text}");
            check(&proof, &again, FALSE);
        });
    });
    assert!(compared.count() > 20);
}

/// A limit after any number of checks leaves a set that clashes, or none.
#[test]
fn the_set_found_before_a_limit_clashes() {
    for text in contradicted().step_by(4) {
        let (puzzle, _) = run(&text);
        puzzle.with_explainer(&Limits::none(), |_, explainer, context| {
            let all: Vec<usize> = (0..explainer.groups.list.len()).collect();
            let mut cut = 0;
            for near in [false, true] {
                for checks in 0.. {
                    let mut proof = ProofContext { checks: Some(checks), ..explainer.case(context) };
                    let set = match near {
                        true => proof.clashing_near(&all),
                        false => proof.small_clash(&all),
                    };
                    match set {
                        Err(Unexplained::Limit(_)) => {}
                        Err(Unexplained::Wrong(error)) => panic!("{text}: {error:?}"),
                        Ok(set) => {
                            check(&proof, &set, FALSE);
                            if !set.is_cut {
                                break;
                            }
                            assert!(!set.is_minimal);
                            cut += 1;
                        }
                    }
                }
            }
            assert!(cut > 0, "{text}");
        });
    }
}
