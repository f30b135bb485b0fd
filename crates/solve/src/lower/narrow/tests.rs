//! Laws: narrowing loses no solution, as brute force finds them.

use super::Narrow;
use proptest::prelude::*;
use sator_base::limits::Limits;
use sator_model::graph::{Edge, Structure};
use sator_model::{Assignment, Domain, ExprId, Kind, Model, Unknown, UnknownId};

fn unknown(model: &mut Model, kind: Kind, domain: Domain) -> ExprId {
    let unknown = Unknown { name: format!("u{}", model.unknowns.len()), kind, domain, hidden: false, inner: false };
    let u = model.add_unknown(unknown.clone());
    match kind {
        Kind::Bool => model.pool.bool_var(u, &unknown),
        _ => model.pool.int_var(u, &unknown),
    }
}

/// Every assignment for which all conditions hold.
fn solutions(model: &Model, conditions: &[ExprId]) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = vec![vec![]];
    for unknown in &model.unknowns {
        let values: Vec<i64> = unknown.domain.iter().collect();
        let with = |prefix: Vec<i64>| values.iter().map(move |&v| [&prefix[..], &[v]].concat()).collect::<Vec<_>>();
        all = all.into_iter().flat_map(with).collect();
    }
    all.retain(|values| {
        let found = model.evaluate_all(&Assignment(values.clone()));
        conditions.iter().all(|e| found[*e] != 0)
    });
    all
}

/// The narrowed domains; `None` if one is empty.
fn narrowed(model: &Model, conditions: &[ExprId]) -> Option<Vec<Domain>> {
    let mut narrow = Narrow::new();
    narrow.add_unknowns(model.expressions());
    narrow.add(model.expressions(), conditions.iter().copied(), &Limits::none()).ok()?;
    Some((0..model.unknowns.len() as u32).map(|u| narrow.domain(UnknownId(u))).collect())
}

/// Checks that narrowing removed no value of a solution. Returns the number of values left, and of values in solutions.
fn agree(model: &Model, conditions: &[ExprId]) -> (u64, u64) {
    let solutions = solutions(model, conditions);
    let possible = |u: usize| Domain::from_values(solutions.iter().map(|values| values[u]));
    match narrowed(model, conditions) {
        None => assert_eq!(solutions, Vec::<Vec<i64>>::new(), "narrowed to nothing"),
        Some(left) => {
            let mut counts = (0, 0);
            for (u, left) in left.iter().enumerate() {
                let needed = possible(u);
                assert!(needed.iter().all(|v| left.contains(v)), "u{u}: {left:?} and not all of {needed:?}");
                counts = (counts.0 + left.size(), counts.1 + needed.size());
            }
            return counts;
        }
    }
    (0, 0)
}

/// The edges of a grid of this width.
fn grid(size: usize, width: usize) -> Vec<(u32, u32)> {
    let beside = (0..size).filter(|i| (i + 1) % width != 0).map(|i| (i, i + 1));
    let below = (0..size).map(|i| (i, i + width));
    beside.chain(below).filter(|e| e.1 < size).map(|(a, b)| (a as u32, b as u32)).collect()
}

fn cases() -> ProptestConfig {
    let cases = std::env::var("LAWS").ok().and_then(|n| n.parse().ok()).unwrap_or(96);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases())]

    /// All different alone is narrowed to exactly the values in solutions.
    #[test]
    fn all_different(domains in prop::collection::vec(prop::collection::btree_set(0i64..7, 1..6), 2..6)) {
        let mut model = Model::default();
        let cells: Vec<ExprId> =
            domains.iter().map(|d| unknown(&mut model, Kind::Int, Domain::from_values(d.iter().copied()))).collect();
        let different = model.pool.all_different(&cells, &[]);
        let (left, needed) = agree(&model, &[different]);
        prop_assert_eq!(left, needed);
    }

    /// One sum of cells that all differ is narrowed to exactly the values in solutions.
    #[test]
    fn sum_of_different(
        domains in prop::collection::vec(prop::collection::btree_set(1i64..8, 1..7), 2..6),
        total in 3i64..26,
    ) {
        let mut model = Model::default();
        let cells: Vec<ExprId> =
            domains.iter().map(|d| unknown(&mut model, Kind::Int, Domain::from_values(d.iter().copied()))).collect();
        let different = model.pool.all_different(&cells, &[]);
        let total = model.pool.int(total);
        let Ok(sum) = model.pool.linear(cells.iter().map(|&e| (1, e)), 0) else { panic!("overflow") };
        let Ok(equal) = model.pool.eq(sum, total) else { panic!("overflow") };
        let (left, needed) = agree(&model, &[equal, different]);
        prop_assert_eq!(left, needed);
    }

    /// Connected cells, with a known number of them or without, some of them known.
    #[test]
    fn one_piece(
        known in prop::collection::vec(0u8..8, 12),
        width in 2usize..6,
        size in prop::option::of(1i64..9),
        exactly in any::<bool>(),
    ) {
        let mut model = Model::default();
        let domain = |k: u8| match k { 0 | 1 => Domain::range(0, 0), 2 => Domain::range(1, 1), _ => Domain::range(0, 1) };
        let cells: Vec<ExprId> = known.iter().map(|&k| unknown(&mut model, Kind::Bool, domain(k))).collect();
        let on = model.pool.bool(true);
        let edges = grid(12, width).into_iter().map(|ends| Edge { ends, on }).collect();
        let graph = model.pool.graph(Structure { size: 12, vertices: Some(cells.clone().into()), edges, faces: None });
        let mut conditions = vec![model.pool.connected(&graph)];
        if let Some(size) = size {
            let terms: Vec<ExprId> = cells.iter().map(|&c| model.pool.from_bool(c)).collect();
            let size = model.pool.int(size);
            let Ok(sum) = model.pool.linear(terms.into_iter().map(|e| (1, e)), 0) else { panic!("overflow") };
            let Ok(e) = (if exactly { model.pool.eq(sum, size) } else { model.pool.le(sum, size) }) else {
                panic!("overflow")
            };
            conditions.push(e);
        }
        agree(&model, &conditions);
    }

    /// Present edges are connected: with conditions on the edges alone, or on the cells as well.
    #[test]
    fn one_drawing(known in prop::collection::vec(0u8..8, 12), width in 2usize..4, cells in any::<bool>()) {
        let mut model = Model::default();
        let ends = grid(8, width);
        let domain = |i: usize| match known[i % 12] {
            0 | 1 => Domain::range(0, 0),
            2 => Domain::range(1, 1),
            _ => Domain::range(0, 1),
        };
        let edges: Vec<Edge> = ends
            .iter()
            .enumerate()
            .map(|(i, &ends)| Edge { ends, on: unknown(&mut model, Kind::Bool, domain(i)) })
            .collect();
        let vertices: Option<Box<[ExprId]>> = cells.then(|| {
            (0..8).map(|i| if i < 4 { unknown(&mut model, Kind::Bool, domain(11 - i)) } else { edges[i].on }).collect()
        });
        let graph = model.pool.graph(Structure { size: 8, vertices, edges: edges.into(), faces: None });
        let connected = model.pool.connected(&graph);
        agree(&model, &[connected]);
    }

    /// Pieces of equal values whose value is their size.
    #[test]
    fn pieces_by_size(
        known in prop::collection::vec(0i64..14, 6..9),
        width in 2usize..4,
        top in 3i64..6,
    ) {
        let mut model = Model::default();
        let n = known.len();
        let domain = |k: i64| if (1..=top).contains(&k) { Domain::range(k, k) } else { Domain::range(1, top) };
        let cells: Vec<ExprId> = known.iter().map(|&k| unknown(&mut model, Kind::Int, domain(k))).collect();
        let mut conditions = vec![];
        let mut edges = Vec::new();
        for (a, b) in grid(n, width) {
            // Edges are conditions and not unknowns, as brute force would try the values of those too.
            let Ok(on) = model.pool.eq(cells[a as usize], cells[b as usize]) else { panic!("overflow") };
            edges.push((on, (a, b)));
        }
        let first = model.unknowns.len();
        let on: Vec<ExprId> = edges.iter().map(|_| unknown(&mut model, Kind::Bool, Domain::range(0, 1))).collect();
        for ((definition, _), &on) in edges.iter().zip(&on) {
            conditions.push(model.pool.iff(*definition, on));
        }
        let always = model.pool.bool(true);
        let drawn = edges.iter().zip(&on).map(|((_, ends), &on)| Edge { ends: *ends, on }).collect();
        let shape = Structure { size: n, vertices: Some(vec![always; n].into()), edges: drawn, faces: None };
        let graph = model.pool.graph(shape);
        for (v, &cell) in cells.iter().enumerate() {
            let size = model.pool.piece_size(&graph, v as u32);
            let Ok(e) = model.pool.eq(size, cell) else { panic!("overflow") };
            conditions.push(e);
        }
        let left = narrowed(&model, &conditions);
        // Values of the cells; the edges follow.
        let mut all: Vec<Vec<i64>> = vec![vec![]];
        for unknown in &model.unknowns[..first] {
            let values: Vec<i64> = unknown.domain.iter().collect();
            let with = |prefix: Vec<i64>| values.iter().map(move |&v| [&prefix[..], &[v]].concat()).collect::<Vec<_>>();
            all = all.into_iter().flat_map(with).collect();
        }
        for cells in all {
            let mut values = cells;
            for (_, (a, b)) in &edges {
                values.push((values[*a as usize] == values[*b as usize]) as i64);
            }
            let found = model.evaluate_all(&Assignment(values.clone()));
            if conditions.iter().all(|e| found[*e] != 0) {
                let Some(left) = &left else { panic!("narrowed to nothing, but {values:?}") };
                for (u, &v) in values.iter().enumerate() {
                    prop_assert!(left[u].contains(v), "u{}: {:?} without {} of {:?}", u, left[u], v, values);
                }
            }
        }
    }
}
