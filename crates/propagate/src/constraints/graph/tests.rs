//! Laws of conditions on graphs, for random graphs with open, present and absent parts, against brute force.

use super::{GraphCondition, GraphTest, GraphVars, PieceSize};
use crate::constraints::tests::{Holds, add, changes_follow, rows_hold, run, solutions, var};
use crate::event::Conflict;
use crate::literal::Literal;
use crate::network::Network;
use crate::propagator::{Asserted, Reified};
use proptest::prelude::*;
use sator_model::graph::{Edge, Graph, GraphId, GraphRef, Present, Structure};
use sator_model::node::TRUE;
use std::sync::Arc;

/// Vertices of the graphs.
const SIZE: usize = 5;

/// A graph, and how a condition on it is posted.
#[derive(Clone, Debug)]
struct Case {
    edges: Vec<(u32, u32)>,
    /// Vertices have conditions of their own.
    vertices: bool,
    /// The variable of each vertex and each edge; parts can share one.
    vars: Vec<usize>,
    number: u8,
    /// The condition holds, fails, or is the meaning of the last variable.
    polarity: u8,
}

impl Case {
    fn graph(&self) -> GraphVars {
        let edges = self.edges.iter().map(|&ends| Edge { ends, on: TRUE }).collect();
        let vertices = self.vertices.then(|| vec![TRUE; SIZE].into());
        let structure = Structure { size: SIZE, vertices, edges, faces: None };
        let graph = GraphRef(Arc::new(Graph::new(GraphId(0), Arc::new(structure))));
        let vars = |from: usize, count: usize| (from..from + count).map(|at| var(self.vars[at])).collect();
        GraphVars { graph, vertices: self.vertices.then(|| vars(0, SIZE)), edges: vars(SIZE, self.edges.len()) }
    }

    /// The present part, from the values of all variables.
    fn present(vars: &GraphVars, values: &[i64]) -> Present {
        let on = |vars: &[crate::ids::Var]| vars.iter().map(|var| values[var.index()] == 1).collect();
        vars.graph.part(vars.vertices.as_deref().map(on), on(&vars.edges))
    }

    /// Posts the condition on a network whose last two variables are a truth and a number.
    fn post(&self, network: &mut Network) -> Holds {
        let vars = self.graph();
        let (truth, size) = (network.store.len() - 2, network.store.len() - 1);
        let test = match self.number % 7 {
            0 => GraphTest::Connected,
            1 => GraphTest::Acyclic,
            2 => GraphTest::SingleLoop,
            3 => GraphTest::Closed,
            4 => GraphTest::Reaches(0, 3),
            5 => GraphTest::Congruent(2, [0, 3]),
            _ => {
                let size = var(size);
                let all = vars.clone();
                return add(network, PieceSize { vars, vertex: 1, size }, move |values| {
                    Case::present(&all, values).piece_size(1) as i64 == values[size.index()]
                });
            }
        };
        let all = vars.clone();
        let value = move |values: &[i64]| {
            let present = Case::present(&all, values);
            match test {
                GraphTest::Connected => present.connected(),
                GraphTest::Acyclic => present.acyclic(),
                GraphTest::SingleLoop => present.single_loop(&all.graph),
                GraphTest::Closed => present.closed(&all.graph),
                GraphTest::Reaches(u, v) => present.reaches(u, v),
                GraphTest::Congruent(cols, ends) => present.congruent(cols, ends),
            }
        };
        let condition = GraphCondition { vars, test };
        match self.polarity % 3 {
            0 => add(network, Asserted { condition, positive: true }, value),
            1 => add(network, Asserted { condition, positive: false }, move |values| !value(values)),
            _ => add(network, Reified { literal: Literal::is(var(truth), 1), condition }, move |values| {
                value(values) == (values[truth] == 1)
            }),
        }
    }
}

/// A graph on [`SIZE`] vertices, without loops at a vertex.
fn case() -> impl Strategy<Value = Case> {
    let pairs: Vec<(u32, u32)> = (0..SIZE as u32).flat_map(|a| (a + 1..SIZE as u32).map(move |b| (a, b))).collect();
    let edges = prop::sample::subsequence(pairs, 1..=7);
    let shared = prop::collection::vec((any::<prop::sample::Index>(), 0..8u8), SIZE + 7);
    (edges, any::<bool>(), shared, any::<u8>(), any::<u8>()).prop_map(|(edges, vertices, shared, number, polarity)| {
        let count = SIZE + edges.len();
        // Every eighth part has the variable of another one.
        let own = |at: usize| if shared[at].1 == 0 { shared[at].0.index(count) } else { at };
        Case { vars: (0..count).map(own).collect(), edges, vertices, number, polarity }
    })
}

/// The domains: of the parts, of the truth, of the number.
fn domains(case: &Case, open: &[u8]) -> Vec<Vec<i64>> {
    let part = |at: usize| match open[at] {
        0 => vec![0],
        1 | 2 => vec![1],
        _ => vec![0, 1],
    };
    (0..SIZE + case.edges.len()).map(part).chain([vec![0, 1], (0..=SIZE as i64).collect()]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, ..ProptestConfig::default() })]

    #[test]
    fn no_part_of_a_solution_is_lost(case in case(), open in prop::collection::vec(0..8u8, SIZE + 7)) {
        let domains = domains(&case, &open);
        let (left, holds) = run(&domains, |network| case.post(network));
        let all = solutions(&domains, &holds);
        match left {
            Err(Conflict) => prop_assert!(all.is_empty(), "{:?}", all),
            Ok(left) => {
                for solution in &all {
                    let kept = solution.iter().zip(&left).all(|(value, domain)| domain.contains(value));
                    prop_assert!(kept, "{:?} {:?}", solution, left);
                }
                let fixed = left.iter().all(|domain| domain.len() == 1);
                prop_assert!(!fixed || !all.is_empty(), "{:?} breaks it", left);
            }
        }
    }

    #[test]
    fn changes_of_graphs_follow_from_their_reasons(
        case in case(),
        open in prop::collection::vec(0..12u8, SIZE + 7),
        decisions in prop::collection::vec((0..SIZE + 9, any::<prop::sample::Index>()), 0..9),
    ) {
        let domains = domains(&case, &open);
        let decisions = decisions.into_iter().filter(|decision| decision.0 < domains.len()).collect();
        changes_follow(&domains, decisions, false, |network| case.post(network))?;
    }

    #[test]
    fn cuts_of_the_relaxation_keep_every_solution(
        mut case in case(),
        open in prop::collection::vec(0..8u8, SIZE + 7),
        values in prop::collection::vec(0.0f64..1.0, SIZE + 9),
        connected: bool,
    ) {
        (case.number, case.polarity) = (u8::from(!connected), 0);
        rows_hold(&domains(&case, &open), &values, |network| case.post(network))?;
    }

    /// Each value that connectedness leaves is in a solution: cuts are complete for it where no parts share a variable.
    #[test]
    fn cuts_leave_exactly_what_a_connected_part_can_have(
        mut case in case(), open in prop::collection::vec(0..8u8, SIZE + 7),
    ) {
        (case.number, case.polarity, case.vertices) = (0, 0, false);
        case.vars = (0..case.vars.len()).collect();
        let domains = domains(&case, &open);
        let (left, holds) = run(&domains, |network| case.post(network));
        let all = solutions(&domains, &holds);
        match left {
            Err(Conflict) => prop_assert!(all.is_empty()),
            Ok(left) => for (at, domain) in left.iter().enumerate() {
                for value in domain {
                    prop_assert!(all.iter().any(|solution| solution[at] == *value), "{} = {}", at, value);
                }
            },
        }
    }
}
