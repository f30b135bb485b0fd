//! Certificates of random models against brute force, and damaged certificates.

use super::*;
use proptest::prelude::*;
use sator_check::{Checked, check};
use sator_model::graph::{Edge, Structure};
use sator_model::recipes::{constrain, cook, every_assignment, recipe, unknown};
use sator_model::{Domain, Kind};

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

/// Whether the claims about a model are certified exactly where they hold. A model with a condition or a number that
/// certificates lack is refused for each of them.
fn agree_with_brute_force(model: &Model, objective: Option<ExprId>) {
    let all = solutions(model);
    let lacks = |refusal: &Refusal| matches!(refusal, Refusal::Condition(..) | Refusal::Numbers);
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
        let Some(objective) = objective else { continue };
        let value = |solution| model.evaluate_all(solution)[objective];
        for maximize in [false, true] {
            let best = all.iter().map(value).max_by_key(|&v| if maximize { v } else { -v });
            let claim = Claim::BestSolution { solution: solution.clone(), objective, maximize };
            match certified(model, &claim) {
                Ok(_) => assert_eq!(Some(value(solution)), best),
                Err(refusal) => assert!(refusal == Refusal::Refuted && Some(value(solution)) != best, "{refusal:?}"),
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
        let (model, _, objective) = cook(&recipe);
        agree_with_brute_force(&model, Some(objective));
    }

    #[test]
    fn so_are_claims_about_graphs(on_graph in on_graph()) {
        agree_with_brute_force(&graph_model(&on_graph), None);
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

/// `LAWS` multiplies the number of cases.
fn cases(number: u32) -> u32 {
    number * std::env::var("LAWS").ok().and_then(|factor| factor.parse().ok()).unwrap_or(1)
}

/// A random condition on a graph of 2x3 vertices, some of which are bools, and numbers of present vertices and edges.
type OnGraph = (u8, bool, Vec<bool>, [u32; 2], usize);

fn on_graph() -> impl Strategy<Value = OnGraph> {
    (0u8..7, any::<bool>(), prop::collection::vec(any::<bool>(), 7), [0u32..6, 0u32..6], 0usize..7)
}

fn graph_model((kind, by_vertices, fixed, ends, count): &OnGraph) -> Model {
    let mut model = Model::default();
    let bool = |model: &mut Model, fixed: bool| match fixed {
        true => model.pool.bool(true),
        false => unknown(model, Kind::Bool, Domain::range(0, 1)),
    };
    let pairs = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)];
    let vertices: Vec<ExprId> = (0..6).map(|i| bool(&mut model, *by_vertices && fixed[i] && i % 2 == 0)).collect();
    let edges: Vec<Edge> = pairs
        .iter()
        .zip(fixed)
        .map(|(&ends, &fixed)| Edge { ends, on: bool(&mut model, fixed && *by_vertices) })
        .collect();
    let counted: Vec<(i64, ExprId)> = match by_vertices {
        true => vertices.iter().map(|&v| (1, model.pool.from_bool(v))).collect(),
        false => edges.iter().map(|edge| (1, model.pool.from_bool(edge.on))).collect(),
    };
    let vertices = by_vertices.then(|| vertices.into_boxed_slice());
    let structure = Structure { size: 6, vertices, edges: edges.into_boxed_slice(), faces: None };
    let graph = model.pool.graph(structure);
    let [u, v] = *ends;
    let v = if v == u { (u + 1) % 6 } else { v };
    let condition = match kind {
        0 => model.pool.connected(&graph),
        1 => model.pool.acyclic(&graph),
        2 => model.pool.single_loop(&graph),
        3 => model.pool.closed(&graph),
        4 => model.pool.reaches(&graph, u, v),
        6 => {
            let joined = model.pool.reaches(&graph, u, v);
            model.pool.not(joined)
        }
        _ => {
            let (size, number) = (model.pool.piece_size(&graph, u), model.pool.int(i64::from(v)));
            model.pool.eq(size, number).unwrap_or_else(|_| unreachable!("both are small"))
        }
    };
    constrain(&mut model, condition);
    let total = model.pool.linear(counted, 0).ok();
    let number = model.pool.int(*count as i64);
    if let Some(equal) = total.and_then(|total| model.pool.eq(total, number).ok()) {
        constrain(&mut model, equal);
    }
    model
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
