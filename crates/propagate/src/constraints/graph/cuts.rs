//! Cuts of the linear relaxation: sets of vertices with too many edges inside for a forest (subtour elimination, Dantzig,
//! Fulkerson & Johnson 1954), or with too few that leave it.

use super::{GraphTest, GraphVars};
use crate::constraints::Part;
use crate::ids::Var;
use crate::relaxation::rows::Rows;

/// Edges with a smaller share join nothing.
const SHARE: f64 = 0.01;
/// The least amount by which a cut excludes the values.
const EXCESS: f64 = 0.01;
/// Most vertices of a graph that is looked at: each set takes time in proportion to the edges.
const VERTICES: usize = 120;

/// Adds inequalities that all solutions meet and the values don't. The sets of vertices are those that arise as the edges
/// are added in order of their values, the largest first.
pub(super) fn cuts(vars: &GraphVars, test: GraphTest, value: &dyn Fn(Var) -> Option<f64>, rows: &mut Rows) {
    let graph = &vars.graph;
    if !matches!(test, GraphTest::Connected | GraphTest::Acyclic) || graph.size > VERTICES {
        return;
    }
    let store = rows.store;
    let is_certain = |v: usize| vars.vertices.as_ref().map(|vertices| store.min(vertices[v]) == 1);
    let Some(values) = vars.edges.iter().map(|&var| value(var)).collect::<Option<Vec<f64>>>() else { return };
    let mut order: Vec<usize> = (0..values.len()).filter(|&e| values[e] > SHARE).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]).then(a.cmp(&b)));
    let mut set: Vec<usize> = (0..graph.size).collect();
    for e in order {
        let (a, b) = graph.edges[e].ends;
        let (joined, other) = (set[a as usize], set[b as usize]);
        if joined == other {
            continue;
        }
        set.iter_mut().filter(|set| **set == other).for_each(|set| *set = joined);
        let inside = |v: u32| set[v as usize] == joined;
        let edges = |ends: usize| {
            let count = move |&e: &usize| {
                usize::from(inside(graph.edges[e].ends.0)) + usize::from(inside(graph.edges[e].ends.1)) == ends
            };
            (0..values.len()).filter(count).collect::<Vec<usize>>()
        };
        let terms = |edges: &[usize]| edges.iter().map(|&e| (1, Part::Var(vars.edges[e]))).collect();
        let total = |edges: &[usize]| edges.iter().map(|&e| values[e]).sum::<f64>();
        let of = |part: bool| (0..graph.size).filter(move |&v| inside(v as u32) == part);
        if test == GraphTest::Acyclic {
            // An edge counts only where both its ends are present.
            let (within, most) = (edges(2), of(true).count() as i64 - 1);
            if total(&within) > most as f64 + EXCESS && of(true).all(|v| is_certain(v) != Some(false)) {
                rows.add(terms(&within), i64::MIN, most);
            }
        } else if [true, false].into_iter().all(|part| of(part).any(|v| is_certain(v) == Some(true))) {
            let leaving = edges(1);
            if total(&leaving) < 1.0 - EXCESS {
                rows.add(terms(&leaving), 1, i64::MAX);
            }
        }
    }
}
