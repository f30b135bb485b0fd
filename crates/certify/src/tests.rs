//! Certificates of random models against brute force, and damaged certificates.

use super::*;
use crate::refute::refute_with_digits;
use proptest::prelude::*;
use sator_base::limits::Reason;
use sator_check::{Checked, check};
use sator_model::graph::{Edge, Structure};
use sator_model::node::TRUE;
use sator_model::recipes::{constrain, cook, every_assignment, graph_model, on_graph, recipe, unknown};
use sator_model::{Atom, Domain, Kind, UnknownId};

fn statements(model: &Model) -> Vec<Statement> {
    let one = |(number, constraint): (u32, &sator_model::Constraint)| Statement {
        number,
        text: format!("condition {number}"),
        conditions: vec![constraint.expr],
    };
    (1..).zip(&model.constraints).map(one).collect()
}

/// All assignments that meet the model.
fn solutions(model: &Model) -> Vec<Assignment> {
    every_assignment(model).into_iter().filter(|a| model.violations(a).is_ok_and(|broken| broken.is_empty())).collect()
}

/// Makes a certificate; one that is made is accepted.
fn certified(model: &Model, claim: &Claim) -> Result<Certificate, Refusal> {
    let made = certify(model, &statements(model), claim, &Limits::none());
    if let Ok(certificate) = &made {
        let checked = check(&certificate.checked);
        let expected = match claim {
            Claim::OneSolution(_) => sator_check::Claim::OneSolution,
            Claim::NoSolution => sator_check::Claim::NoSolution,
            Claim::BestSolution { .. } => sator_check::Claim::BestSolution,
        };
        let accepted = matches!(&checked, Ok(Checked { claim, .. }) if *claim == expected);
        assert!(accepted, "{checked:?}\n{}\n{}", certificate.checked.formula, certificate.checked.proof);
    }
    made
}

/// Whether a model is refused for what it holds.
fn lacks(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::Condition(..) | Refusal::Numbers(_))
}

/// The first unknown, which is a number.
fn first_unknown(model: &mut Model) -> ExprId {
    let first = model.unknown(UnknownId(0)).clone();
    model.pool.int_var(UnknownId(0), &first)
}

/// Whether the claims about a model are certified exactly where they hold. A model with a condition or a number that
/// certificates lack is refused for each of them.
fn agree_with_brute_force(model: &Model, objectives: &[ExprId]) {
    let all = solutions(model);
    let none = certified(model, &Claim::NoSolution);
    match &none {
        Err(refusal) if lacks(refusal) => return,
        Ok(_) => assert!(all.is_empty()),
        Err(refusal) => assert!(*refusal == Refusal::Refuted && !all.is_empty(), "{refusal:?}"),
    }
    for solution in all.iter().take(3) {
        match certified(model, &Claim::OneSolution(solution.clone())) {
            Ok(_) => assert_eq!(all.len(), 1),
            Err(refusal) => assert!(refusal == Refusal::Refuted && all.len() > 1, "{refusal:?}"),
        }
        // One objective, then all of them in their order.
        for (count, maximize) in [(1, false), (1, true), (2, false), (2, true)] {
            let Some(objectives) = objectives.get(..count) else { continue };
            let sign = if maximize { 1 } else { -1 };
            let values = |solution| {
                let all = model.evaluate_all(solution);
                objectives.iter().map(|&objective| sign * all[objective]).collect::<Vec<i64>>()
            };
            let best = all.iter().map(values).max();
            let claim = Claim::BestSolution { solution: solution.clone(), objectives: objectives.to_vec(), maximize };
            match certified(model, &claim) {
                Ok(_) => assert_eq!(Some(values(solution)), best),
                Err(refusal) => assert!(refusal == Refusal::Refuted && Some(values(solution)) != best, "{refusal:?}"),
            }
        }
    }
    // An assignment that breaks the model is the solution of no certificate.
    if let Some(broken) = every_assignment(model).into_iter().find(|a| !all.contains(a)) {
        assert_eq!(certified(model, &Claim::OneSolution(broken)).err(), Some(Refusal::SolutionFails));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases(300)) })]

    #[test]
    fn claims_are_certified_exactly_where_they_hold(recipe in recipe()) {
        let (mut model, _, objective) = cook(&recipe);
        let first = first_unknown(&mut model);
        agree_with_brute_force(&model, &[first, objective]);
    }

    #[test]
    fn contradictions_are_refuted_exactly_where_there_are_some(recipe in recipe()) {
        let (model, condition, _) = cook(&recipe);
        let conditions: Vec<ExprId> = model.constraints.iter().map(|c| c.expr).collect();
        let all = solutions(&model);
        let unknown = UnknownId(0);
        let is = Atom { unknown, value: all.first().map_or(0, |solution| solution.get(unknown)), is: true };
        let has = |solution: &Assignment| solution.get(unknown) == is.value;
        let holds = |solution: &Assignment| model.evaluate_all(solution)[condition] == 1;
        let claim = Contradiction { conditions: &conditions, ..Contradiction::default() };
        for (claim, holds) in [
            (claim, all.is_empty()),
            (Contradiction { denied: Some(condition), ..claim }, all.iter().all(holds)),
            (Contradiction { facts: &[Atom { is: false, ..is }], ..claim }, all.iter().all(has)),
            (Contradiction { conclusions: &[is], ..claim }, all.iter().all(has)),
            (Contradiction { facts: &[is], denied: Some(condition), ..claim }, all.iter().filter(|s| has(s)).all(holds)),
        ] {
            let digits = |most_values| refute_with_digits(&model, &claim, most_values, &Limits::none());
            for refuted in [refute(&model, &claim, &Limits::none()), digits(u64::MAX), digits(2), digits(1)] {
                match refuted {
                    Ok(()) => assert!(holds, "{claim:?}"),
                    Err(Refusal::Refuted) => assert!(!holds, "{claim:?}"),
                    // A formula without a sum has no relaxation, and that of a large one takes too long.
                    Err(Refusal::Stopped(Reason::Effort) | Refusal::Size) => {}
                    Err(refusal) => assert!(lacks(&refusal), "{refusal:?}"),
                }
            }
        }
    }

    /// `way[x][y] + way[y][z] + way[y][x]`, where the unknowns are all different or not.
    #[test]
    fn so_are_claims_about_numbers_of_pairs(
        domains in prop::array::uniform3(prop::collection::btree_set(1i64..5, 1..4)),
        ways in prop::collection::vec(-5i64..9, 16),
        are_distinct: bool,
    ) {
        let mut model = Model::default();
        let unknowns = domains.map(|domain| unknown(&mut model, Kind::Int, Domain::from_values(domain)));
        let way = |pool: &mut sator_model::Pool, x: ExprId, y: ExprId| {
            let rows: Vec<ExprId> = ways.chunks(4).map(|row| {
                let row: Vec<ExprId> = row.iter().map(|&way| pool.int(way)).collect();
                pool.element(&row, y).expect("small numbers")
            }).collect();
            pool.element(&rows, x).expect("small numbers")
        };
        let [x, y, z] = unknowns;
        let parts = [(x, y), (y, z), (y, x)].map(|(a, b)| (1, way(&mut model.pool, a, b)));
        let goal = model.pool.linear(parts, 0).expect("small numbers");
        if are_distinct {
            let distinct = model.pool.all_different(&unknowns, &[]);
            constrain(&mut model, distinct);
        }
        let least = solutions(&model).iter().map(|solution| model.evaluate_all(solution)[goal]).min();
        for (most, is_possible) in least.into_iter().flat_map(|least| [(least - 1, false), (least, true)]) {
            let most = model.pool.int(most);
            let bound = model.pool.le(goal, most).expect("small numbers");
            let conditions = [model.conditions(), vec![bound]].concat();
            let claim = Contradiction { conditions: &conditions, ..Contradiction::default() };
            let refuted = [refute(&model, &claim, &Limits::none()), refute_relaxed(&model, &claim, &Limits::none())];
            // A bound of constants has no relaxation.
            let is_right = |result: &Result<(), Refusal>| match result {
                Ok(()) => !is_possible,
                Err(Refusal::Refuted) => is_possible,
                Err(refusal) => *refusal == Refusal::Stopped(Reason::Effort),
            };
            prop_assert!(refuted.iter().all(is_right), "{:?}", refuted);
        }
        agree_with_brute_force(&model, &[goal]);
    }

    #[test]
    fn so_are_claims_about_graphs(on_graph in on_graph()) {
        agree_with_brute_force(&graph_model(&on_graph), &[]);
    }

    #[test]
    fn a_damaged_certificate_proves_nothing_false(recipe in recipe(), at: prop::sample::Index, by in 1u8..=255) {
        let (model, ..) = cook(&recipe);
        let claims = solutions(&model).into_iter().next().map_or(Claim::NoSolution, Claim::OneSolution);
        if let Ok(certificate) = certified(&model, &claims) {
            stays_true(&certificate.checked, at, by);
        }
    }

    #[test]
    fn nor_does_one_with_damaged_cuts(on_graph in on_graph(), at: prop::sample::Index, by in 1u8..=255) {
        let model = graph_model(&on_graph);
        let claims = solutions(&model).into_iter().next().map_or(Claim::NoSolution, Claim::OneSolution);
        if let Ok(certificate) = certified(&model, &claims) {
            stays_true(&certificate.checked, at, by);
        }
    }
}

/// Two corners of a grid of 5x5 that a path of at most eight cells is to join: nine are needed.
fn too_short_a_path() -> Model {
    const SIDE: u32 = 5;
    let mut model = Model::default();
    let cells = SIDE * SIDE;
    let on: Vec<ExprId> = (0..cells).map(|_| unknown(&mut model, Kind::Bool, Domain::range(0, 1))).collect();
    let beside = |v: u32| [(v % SIDE < SIDE - 1).then_some(v + 1), (v + SIDE < cells).then_some(v + SIDE)];
    let ends = (0..cells).flat_map(|v| beside(v).into_iter().flatten().map(move |w| (v, w)));
    let edges = ends.map(|ends| Edge { ends, on: TRUE }).collect();
    let size = cells as usize;
    let graph = model.pool.graph(Structure { size, vertices: Some(on.clone().into()), edges, faces: None });
    let connected = model.pool.connected(&graph);
    let cells: Vec<(i64, ExprId)> = on.iter().map(|&cell| (1, model.pool.from_bool(cell))).collect();
    let (count, most) = (model.pool.linear(cells, 0).expect("small"), model.pool.int(8));
    let few = model.pool.le(count, most).expect("small");
    for condition in [connected, on[0], on[size - 1], few] {
        constrain(&mut model, condition);
    }
    model
}

#[test]
fn the_conflicts_of_all_rounds_of_cuts_count_as_effort() {
    let model = too_short_a_path();
    let conditions: Vec<ExprId> = model.constraints.iter().map(|c| c.expr).collect();
    let claim = Contradiction { conditions: &conditions, ..Contradiction::default() };
    assert_eq!(refute(&model, &claim, &Limits::none()), Ok(()));
    assert_eq!(refute(&model, &claim, &Limits::none().with_effort(300)), Err(Refusal::Stopped(Reason::Effort)));
}

/// `LAWS` multiplies the number of cases.
fn cases(number: u32) -> u32 {
    number * std::env::var("LAWS").ok().and_then(|factor| factor.parse().ok()).unwrap_or(1)
}

/// Changes one byte of a certificate. If it is accepted then, its claim holds for the changed formula.
fn stays_true(certificate: &sator_check::Certificate, at: prop::sample::Index, by: u8) {
    let mut damaged = certificate.clone();
    let mut files = vec![&mut damaged.formula, &mut damaged.proof];
    files.extend(&mut damaged.solution);
    files.extend(&mut damaged.cuts);
    let total: usize = files.iter().map(|file| file.len()).sum();
    let mut at = at.index(total);
    for file in files {
        if at >= file.len() {
            at -= file.len();
            continue;
        }
        let mut bytes = std::mem::take(file).into_bytes();
        bytes[at] ^= by;
        let Ok(text) = String::from_utf8(bytes) else { return };
        *file = text;
        break;
    }
    assert!(check(&damaged).is_err());
    damaged.digest = damaged.digest_of_files();
    if check(&damaged).is_ok() {
        // The proof is right whatever the solution is: the formula with its last constraint has no solution.
        let formula = sator_check::Formula::parse(&damaged.formula).unwrap_or_default();
        assert!(refutable(&formula), "{}\n{}", damaged.formula, damaged.proof);
    }
}

/// Whether a formula has no solution, by splitting.
fn refutable(formula: &sator_check::Formula) -> bool {
    fn search(formula: &sator_check::Formula, values: &mut Vec<Option<bool>>) -> bool {
        let value =
            |literal: sator_check::Literal| values[literal.variable()].map(|v| v == literal.0.is_multiple_of(2));
        let mut open = None;
        for constraint in &formula.constraints {
            let possible: i64 = constraint.terms.iter().filter(|t| value(t.1) != Some(false)).map(|t| t.0).sum();
            if possible < constraint.bound {
                return true;
            }
            let sure: i64 = constraint.terms.iter().filter(|t| value(t.1) == Some(true)).map(|t| t.0).sum();
            if sure < constraint.bound {
                open = open.or(constraint.terms.iter().map(|t| t.1.variable()).find(|&v| values[v].is_none()));
            }
        }
        let Some(variable) = open else { return false };
        [false, true].into_iter().all(|value| {
            values[variable] = Some(value);
            let refuted = search(formula, values);
            values[variable] = None;
            refuted
        })
    }
    search(formula, &mut vec![None; formula.names.len()])
}
