//! Bounds of conditions on a graph of which only a part is certain.

use super::room::Bounds;
use sator_model::graph::Present;
use sator_model::{ExprId, Node};

/// Bounds of a node about a graph, by those of the conditions for its vertices and edges; exact where these are.
pub(super) fn graph_bounds(node: &Node, known: impl Fn(ExprId) -> Bounds) -> Option<Bounds> {
    let graph = node.graph()?;
    let sure = graph.present(|e| known(e).0 == 1);
    let possible = graph.present(|e| known(e).1 == 1);
    // What more vertices and edges can only make true, or larger.
    let growing = |of: &dyn Fn(&Present) -> i64| (of(&sure), of(&possible));
    Some(match node {
        Node::PieceSize(_, v) => growing(&|part| part.piece_size(*v) as i64),
        Node::Reaches(_, u, v) => growing(&|part| part.reaches(*u, *v).into()),
        Node::Acyclic(_) => (possible.acyclic().into(), sure.acyclic().into()),
        Node::Closed(_) => {
            let all = |there: &Present, within: &Present| {
                let each = graph.edges.iter().zip(&there.edges);
                each.into_iter().all(|(edge, &on)| on || !within.reaches(edge.ends.0, edge.ends.1))
            };
            (all(&sure, &possible).into(), all(&possible, &sure).into())
        }
        Node::Connected(_) => {
            let there = |part: &Present| -> Vec<u32> {
                (0..graph.size as u32).filter(|&v| part.vertices[v as usize]).collect()
            };
            let in_one = |vertices: &[u32], part: &Present| vertices.windows(2).all(|w| part.reaches(w[0], w[1]));
            (in_one(&there(&possible), &sure).into(), in_one(&there(&sure), &possible).into())
        }
        Node::SingleLoop(_) if sure.edges == possible.edges => {
            let is_loop = i64::from(sure.single_loop(graph));
            (is_loop, is_loop)
        }
        Node::SingleLoop(_) => {
            let goes_on = |v: u32| match sure.degree(graph, v) {
                0 => true,
                1 | 2 => possible.degree(graph, v) >= 2,
                _ => false,
            };
            let on: Vec<u32> = (0..graph.size as u32).filter(|&v| sure.degree(graph, v) > 0).collect();
            let in_one = on.windows(2).all(|w| possible.reaches(w[0], w[1]));
            (0, (in_one && (0..graph.size as u32).all(goes_on)).into())
        }
        _ => return None,
    })
}
