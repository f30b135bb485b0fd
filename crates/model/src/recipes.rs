//! Random small models, for tests that compare an algorithm with brute force.

use crate::graph::{Edge, Structure};
use crate::{Assignment, Constraint, Domain, ExprId, Kind, Model, Origin, Unknown};
use proptest::prelude::*;
use sator_base::source::{SourceId, Span};

/// Adds an unknown; returns the expression that is its value.
pub fn unknown(model: &mut Model, kind: Kind, domain: Domain) -> ExprId {
    let name = format!("u{}", model.unknowns.len());
    let unknown = Unknown { name, kind, domain, hidden: false, inner: false };
    let u = model.add_unknown(unknown.clone());
    match kind {
        Kind::Bool => model.pool.bool_var(u, &unknown),
        _ => model.pool.int_var(u, &unknown),
    }
}

/// Asserts a condition without an origin.
pub fn constrain(model: &mut Model, expr: ExprId) {
    model.constraints.push(Constraint { expr, origin: Origin::at(Span::new(SourceId(0), 0, 0)) });
}

/// One step of making a model: the kind of an expression, the earlier expressions it uses, and its numbers.
pub type Step = (u8, [u16; 4], [i64; 3]);

/// A description of a small model.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The domains of the integers.
    pub domains: Vec<Vec<i64>>,
    /// The number of bools.
    pub bools: usize,
    /// The steps that make expressions.
    pub steps: Vec<Step>,
    /// The conditions that are asserted, or whose negations are.
    pub asserted: Vec<(u16, bool)>,
    /// The expressions to ask about.
    pub asked: u16,
    /// A number to compare the integer expression with.
    pub bound: i64,
}

/// The model, and a condition and an integer expression to ask about.
pub fn cook(recipe: &Recipe) -> (Model, ExprId, ExprId) {
    let mut model = Model::default();
    let mut ints: Vec<ExprId> = Vec::new();
    let mut conditions: Vec<ExprId> = Vec::new();
    for domain in &recipe.domains {
        let domain = Domain::from_values(domain.iter().copied());
        ints.push(unknown(&mut model, Kind::Int, domain));
    }
    for _ in 0..recipe.bools {
        conditions.push(unknown(&mut model, Kind::Bool, Domain::range(0, 1)));
    }
    let pool = &mut model.pool;
    for &(kind, at, numbers) in &recipe.steps {
        let [a, b, c, d] = at.map(|i| ints[i as usize % ints.len()]);
        let truth = |i: usize| conditions.get(at[i] as usize % conditions.len().max(1)).copied();
        let [k, l, n] = numbers;
        let of_truths = |f: &mut dyn FnMut(ExprId, ExprId) -> ExprId| truth(0).zip(truth(1)).map(|(p, q)| f(p, q));
        match kind {
            0 => ints.extend(pool.linear([(k, a), (l, b), (n, c)], k + l)),
            1 => ints.extend(pool.linear([(1, a), (1, b), (1, c), (-1, d)], 0)),
            2 => ints.extend(pool.sub(a, b)),
            3 => ints.extend(pool.mul(a, b)),
            4 => ints.extend(pool.div(a, b)),
            5 => ints.extend(pool.modulo(a, b)),
            6 => ints.extend(pool.abs(a)),
            7 => ints.push(pool.min(&[a, b, c])),
            8 => ints.push(pool.max(&[a, b])),
            9 => {
                if let Some(p) = truth(2) {
                    ints.push(pool.ite(p, a, b));
                }
            }
            10 => ints.extend(pool.element(&[a, b, c], d)),
            11 => {
                let list: Vec<ExprId> = numbers.iter().map(|&v| pool.int(v)).collect();
                ints.extend(pool.element(&list, d));
            }
            12 => ints.extend(truth(0).map(|p| pool.from_bool(p))),
            13 => conditions.extend(pool.eq(a, b)),
            14 => conditions.extend(pool.le(a, b)),
            15 => conditions.extend(pool.lt(a, b)),
            16 => conditions.extend(pool.ne(a, b)),
            17 => {
                let k = pool.int(k);
                conditions.extend(pool.eq(a, k));
            }
            18 => {
                let k = pool.int(k);
                conditions.extend(pool.le(a, k));
            }
            19 => conditions.push(pool.member(a, &Domain::from_values(numbers))),
            20 => conditions.push(pool.not_member(a, &Domain::from_values(numbers))),
            21 => {
                let rows = [vec![k, l], vec![l, n], vec![n, n], vec![1, 2], vec![0, 3]];
                conditions.push(pool.table(&[a, b], &rows));
            }
            22 => {
                let rows = [vec![k, l, n], vec![l, n, 1], vec![1, 2, 0], vec![2, 1, 1], vec![3, 3, 0]];
                conditions.push(pool.table(&[a, b, c], &rows));
            }
            23 => conditions.push(pool.all_different(&[a, b, c], &[])),
            24 => conditions.push(pool.all_different(&[a, b, c, d], &[k])),
            25 => conditions.extend(of_truths(&mut |p, q| pool.and([p, q]))),
            26 => conditions.extend(of_truths(&mut |p, q| pool.or([p, q]))),
            27 => conditions.extend(of_truths(&mut |p, q| pool.iff(p, q))),
            28 => conditions.extend(of_truths(&mut |p, q| pool.implies(p, q))),
            29 => conditions.extend(truth(0).map(|p| pool.not(p))),
            30 => {
                let all: Vec<ExprId> = (0..3).filter_map(truth).collect();
                let counted: Vec<(i64, ExprId)> = all.iter().map(|&p| (1, pool.from_bool(p))).collect();
                ints.extend(pool.linear(counted, 0));
            }
            _ => {
                let all: Vec<ExprId> = (0..4).filter_map(truth).collect();
                conditions.push(pool.or(all));
            }
        }
    }
    let mut asserted = Vec::new();
    for &(i, positive) in &recipe.asserted {
        if let Some(&e) = conditions.get(i as usize % conditions.len().max(1)) {
            asserted.push(if positive { e } else { model.pool.not(e) });
        }
    }
    for e in asserted {
        constrain(&mut model, e);
    }
    let asked = match conditions.len() {
        0 => model.pool.bool(true),
        n => conditions[recipe.asked as usize % n],
    };
    (model, asked, ints[recipe.asked as usize % ints.len()])
}

/// Random recipes of models with at most 1,000 assignments.
pub fn recipe() -> impl Strategy<Value = Recipe> {
    let value = prop_oneof![4 => -3i64..=5, 1 => -12i64..=12];
    let domain = prop_oneof![
        5 => prop::collection::vec(value, 1..5),
        1 => (-2i64..=2, 5i64..=7).prop_map(|(lo, n)| (lo..lo + n).collect()),
    ];
    let step = (0u8..32, any::<[u16; 4]>(), [-3i64..=4, -3i64..=4, -3i64..=4]);
    (
        prop::collection::vec(domain, 2..5),
        0usize..3,
        prop::collection::vec(step, 4..24),
        prop::collection::vec((any::<u16>(), any::<bool>()), 1..4),
        any::<u16>(),
        -6i64..=8,
    )
        .prop_map(|(mut domains, bools, steps, asserted, asked, bound)| {
            // Brute force tries every assignment, so there are at most 1,000. Two domains always remain, because they
            // have at most 49.
            let mut assignments = 1 << bools;
            domains.retain(|d| {
                let more = assignments * d.len();
                let fits = more <= 1_000;
                if fits {
                    assignments = more;
                }
                fits
            });
            Recipe { domains, bools, steps, asserted, asked, bound }
        })
}

/// The parts of a graph that have conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// Edges, whose ends are the vertices: a loop.
    Edges,
    /// Vertices, all of whose edges are present: an area of cells.
    Vertices,
    /// Edges between vertices that are all present: a partition.
    Partition,
    /// Vertices and edges.
    Both,
}

/// A random condition on a graph of 2x3 vertices: its kind, the parts with conditions, which conditions are constant, two
/// vertices, and a number of present vertices or edges.
pub type OnGraph = (u8, Parts, Vec<bool>, [u32; 2], usize);

/// The kind of [`OnGraph`] that is one piece. The language states it of any graph.
pub const CONNECTED: u8 = 0;
/// The kind without a cycle. The language states it of any graph.
pub const ACYCLIC: u8 = 1;
/// The kind that is one closed loop. The language states it of drawn edges, and all other kinds of partitions.
pub const SINGLE_LOOP: u8 = 2;

/// Random conditions on a graph, for [`graph_model`].
pub fn on_graph() -> impl Strategy<Value = OnGraph> {
    let parts = prop::sample::select(vec![Parts::Edges, Parts::Vertices, Parts::Partition, Parts::Both]);
    (0u8..10, parts, prop::collection::vec(any::<bool>(), 7), [0u32..6, 0u32..6], 0usize..7)
}

/// The model of a condition on a graph, with at most 13 bools.
pub fn graph_model((kind, parts, fixed, ends, count): &OnGraph) -> Model {
    let mut model = Model::default();
    let bool = |model: &mut Model, fixed: bool| match fixed {
        true => model.pool.bool(true),
        false => unknown(model, Kind::Bool, Domain::range(0, 1)),
    };
    let pairs = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)];
    let vertices: Vec<ExprId> = (0..6)
        .map(|i| match parts {
            Parts::Edges | Parts::Partition => model.pool.bool(true),
            Parts::Vertices | Parts::Both => bool(&mut model, fixed[i] && i % 2 == 0),
        })
        .collect();
    let edges: Vec<Edge> = pairs
        .iter()
        .zip(fixed)
        .map(|(&ends, &fixed)| Edge {
            ends,
            on: bool(&mut model, *parts == Parts::Vertices || fixed && *parts != Parts::Edges),
        })
        .collect();
    let counted: Vec<(i64, ExprId)> = match parts {
        Parts::Vertices | Parts::Both => vertices.iter().map(|&v| (1, model.pool.from_bool(v))).collect(),
        Parts::Edges | Parts::Partition => edges.iter().map(|edge| (1, model.pool.from_bool(edge.on))).collect(),
    };
    let vertices = (*parts != Parts::Edges).then(|| vertices.into_boxed_slice());
    let structure = Structure { size: 6, vertices, edges: edges.into_boxed_slice(), faces: None };
    let graph = model.pool.graph(structure);
    let [u, v] = *ends;
    let v = if v == u { (u + 1) % 6 } else { v };
    let condition = match *kind {
        CONNECTED => model.pool.connected(&graph),
        ACYCLIC => model.pool.acyclic(&graph),
        SINGLE_LOOP => model.pool.single_loop(&graph),
        3 => model.pool.closed(&graph),
        4 => model.pool.reaches(&graph, u, v),
        7 => model.pool.congruent(&graph, 3, [u, v]),
        8 => {
            let congruent = model.pool.congruent(&graph, 3, [u, v]);
            model.pool.not(congruent)
        }
        6 => {
            let joined = model.pool.reaches(&graph, u, v);
            model.pool.not(joined)
        }
        9 => {
            let sizes = [(1, model.pool.piece_size(&graph, u)), (-2, model.pool.piece_size(&graph, v))];
            let zero = model.pool.int(0);
            let equal = model.pool.linear(sizes, 0).and_then(|difference| model.pool.eq(difference, zero));
            equal.unwrap_or_else(|_| unreachable!("both are small"))
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

/// Every assignment of values from the domains.
pub fn every_assignment(model: &Model) -> Vec<Assignment> {
    let mut all = vec![vec![]];
    for unknown in &model.unknowns {
        let values: Vec<i64> = unknown.domain.iter().collect();
        let with = |prefix: Vec<i64>| values.iter().map(move |&v| [&prefix[..], &[v]].concat()).collect::<Vec<_>>();
        all = all.into_iter().flat_map(with).collect();
    }
    all.into_iter().map(Assignment).collect()
}
