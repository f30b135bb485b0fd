//! Constructors of conditions on graphs.

use super::graph::GraphRef;
use super::node::{FALSE, TRUE};
use super::{ExprId, Node, Pool};

impl Pool {
    /// The present part of the graph is one piece, or empty.
    pub fn connected(&mut self, graph: &GraphRef) -> ExprId {
        self.graph_condition(Node::Connected(graph.clone()))
    }

    /// The present part of the graph has no cycle.
    pub fn acyclic(&mut self, graph: &GraphRef) -> ExprId {
        self.graph_condition(Node::Acyclic(graph.clone()))
    }

    /// The present edges form exactly one closed loop.
    pub fn single_loop(&mut self, graph: &GraphRef) -> ExprId {
        self.graph_condition(Node::SingleLoop(graph.clone()))
    }

    /// Every edge within a piece is present.
    pub fn closed(&mut self, graph: &GraphRef) -> ExprId {
        self.graph_condition(Node::Closed(graph.clone()))
    }

    /// Two vertices are present, in one piece.
    pub fn reaches(&mut self, graph: &GraphRef, u: u32, v: u32) -> ExprId {
        if u == v {
            return graph.vertices.as_ref().map_or(TRUE, |on| on[u as usize]);
        }
        self.graph_condition(Node::Reaches(graph.clone(), u.min(v), u.max(v)))
    }

    /// Two vertices are present, in pieces with the same shape. The vertices are the cells of a grid with this many columns,
    /// row by row.
    pub fn congruent(&mut self, graph: &GraphRef, cols: u32, [u, v]: [u32; 2]) -> ExprId {
        if u == v {
            return self.reaches(graph, u, v);
        }
        self.graph_condition(Node::Congruent(graph.clone(), cols, [u.min(v), u.max(v)]))
    }

    /// The number of vertices in the piece of a vertex.
    pub fn piece_size(&mut self, graph: &GraphRef, v: u32) -> ExprId {
        let always = graph.vertices.as_ref().is_some_and(|on| on[v as usize] == TRUE);
        let reach = graph.present(|e| e != FALSE).piece_size(v) as i64;
        if always && reach == 1 {
            return self.int(1);
        }
        self.intern(Node::PieceSize(graph.clone(), v), (always as i64, reach), TRUE)
    }

    /// A condition on a graph. Its value is folded if all conditions of the graph are constant.
    fn graph_condition(&mut self, node: Node) -> ExprId {
        let mut open = false;
        node.for_each_child(|e| open |= self.constant(e).is_none());
        if open {
            return self.condition(node);
        }
        let value = super::evaluate::node_value(&node, |_| 0, |e| self.constant(e).unwrap_or(0));
        self.bool(value != 0)
    }
}
