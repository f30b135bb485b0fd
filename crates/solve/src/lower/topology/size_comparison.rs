//! Comparisons of the sizes of two pieces, by cuts alone: no size has a literal.
//!
//! A model that breaks `a * size(u) <= b * size(v) + c` has a piece of `u` that is too large for the piece of `v`. The cut
//! names a connected part of the larger piece that is already too large, and the ways out of the smaller piece.

use super::cuts::{denied, ways_out};
use super::sizes::branch;
use super::{Asserted, GraphInModel, Host, Property, lowered};
use crate::solver::sat::Lit;
use sator_model::{ExprId, Expressions, GraphId, GraphRef, Node};

/// `times * size(vertex) <= other_times * size(other_vertex) + offset`, where the other vertex is one of another graph or of
/// the same one. The factors are positive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SizeComparison {
    pub vertex: u32,
    pub times: i64,
    pub other: GraphId,
    pub other_vertex: u32,
    pub other_times: i64,
    pub offset: i64,
}

/// Asserts "`prefix`, or the terms add up to the total" by cuts, if the terms are the sizes of two pieces with
/// coefficients of different signs, of vertices that are always present. Returns whether it did.
pub(crate) fn relate_sizes(
    host: &mut impl Host,
    m: Expressions,
    terms: &[(i64, ExprId)],
    total: i64,
    prefix: &[Lit],
) -> bool {
    let &[(a, x), (b, y)] = terms else { return false };
    let (Node::PieceSize(g, u), Node::PieceSize(h, v)) = (m.pool.node(x), m.pool.node(y)) else { return false };
    if a.signum() * b.signum() != -1 || !always_present(host, m, g, *u) || !always_present(host, m, h, *v) {
        return false;
    }
    let (plus, minus) = if a > 0 { ((a, g, *u), (-b, h, *v)) } else { ((b, h, *v), (-a, g, *u)) };
    let mut at_most = |(times, graph, vertex): (i64, &GraphRef, u32), other: (i64, &GraphRef, u32), offset| {
        let (other_times, other, other_vertex) = (other.0, other.1.id, other.2);
        let comparison = SizeComparison { vertex, times, other, other_vertex, other_times, offset };
        let watch = Asserted { graph: graph.id, property: Property::SizeAtMost(comparison), prefix: prefix.to_vec() };
        host.topology().watches.push(watch);
    };
    at_most(plus, minus, total);
    at_most(minus, plus, -total);
    true
}

fn always_present(host: &mut impl Host, m: Expressions, graph: &GraphRef, v: u32) -> bool {
    lowered(host, m, graph).vertices.get(v as usize) == Some(&Lit::TRUE)
}

/// The cut against a model in which the piece is too large.
pub(super) fn cut(scene: &GraphInModel, other: &GraphInModel, is: SizeComparison, clauses: &mut Vec<Vec<Lit>>) {
    let size = scene.present.piece_size(is.vertex) as i64;
    let other_piece = other.present.piece[is.other_vertex as usize] as usize;
    let Some(members) = other.present.pieces.get(other_piece) else { return };
    let most = (is.other_times * members.len() as i64 + is.offset).div_euclid(is.times).max(0);
    if size <= most {
        return;
    }
    let label = other.label(is.other_vertex);
    let mut clause = denied(scene, &branch(scene, is.vertex, most as usize + 1));
    clause.extend(ways_out(&other.low, members, label));
    clause.push(!other.low.present(is.other_vertex, label));
    clause.retain(|&l| l != Lit::FALSE);
    clauses.push(clause);
}
