//! Sizes of pieces. A set with the vertex that is smaller than its piece has a way out. A connected set with the vertex
//! that is larger than its piece is not all present.

use super::cuts::{Path, denied, each_way_out, ways_out};
use super::{GraphInModel, Host, Lowered, Size, Topology, lowered, with};
use crate::solver::sat::Lit;
use rustc_hash::{FxHashMap, FxHashSet};
use sator_model::{ExprId, Expressions, GraphRef, Node, Pool, View};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// A literal for "the piece of the vertex has at most `k` vertices".
pub(crate) fn size_at_most(host: &mut impl Host, m: Expressions, graph: &GraphRef, v: u32, k: i64) -> Lit {
    let low = lowered(host, m, graph);
    let there = match low.vertices.get(v as usize) {
        Some(&literal) => literal,
        // Without conditions for vertices, an edge makes its ends present.
        None => Lit::TRUE,
    };
    if k < 0 || k >= graph.size as i64 {
        return if k < 0 { Lit::FALSE } else { Lit::TRUE };
    }
    if k == 0 {
        return !there;
    }
    if let Some(literal) = host.topology().threshold(graph, v, k) {
        return literal;
    }
    let literal = host.fresh();
    let thresholds = &mut host.topology().size_at(graph, v).thresholds;
    let below = thresholds.range(..k).next_back().map(|t| *t.1);
    let above = thresholds.range(k + 1..).next().map(|t| *t.1);
    thresholds.insert(k, literal);
    if let Some(below) = below {
        host.clause(&[!below, literal]);
    }
    if let Some(above) = above {
        host.clause(&[!literal, above]);
    }
    // An absent vertex has size 0; a vertex in a larger piece has a neighbour.
    host.clause(&[there, literal]);
    let edges = &graph.at[v as usize];
    let mut alone: Vec<Lit> = vec![literal, !there];
    alone.extend(edges.iter().map(|&(e, w)| low.entering_any(e, w)));
    host.clause(&alone);
    if k == 1 {
        for &(e, w) in edges.iter() {
            let other = low.vertices.get(w as usize).copied().unwrap_or(Lit::TRUE);
            with(host, &[!literal, !there], &[!low.edges[e as usize], !other]);
        }
    }
    // Joined neighbours have equal sizes.
    for &(e, w) in edges.iter() {
        let Some(other) = host.topology().threshold(graph, w, k) else { continue };
        let mut apart = vec![!low.edges[e as usize]];
        if !low.vertices.is_empty() {
            apart.extend([!low.vertices[v as usize], !low.vertices[w as usize]]);
        }
        with(host, &apart, &[!literal, other]);
        with(host, &apart, &[literal, !other]);
    }
    literal
}

/// Asserts that the size of a vertex's piece is its label `e`, if the graph has such labels. Returns whether it did.
/// Literals of labels then suffice: a vertex with label k lies among k vertices with this label.
pub(crate) fn size_is_label(host: &mut impl Host, m: Expressions, graph: &GraphRef, v: u32, e: ExprId) -> bool {
    let low = lowered(host, m, graph);
    let always = low.vertices.len() == graph.size && low.vertices.iter().all(|&l| l == Lit::TRUE);
    let (Some(labels), true) = (&low.labels, always) else { return false };
    let own = &labels[v as usize];
    if !host.values(m, e).is_some_and(|values| Arc::ptr_eq(&values, own)) {
        return false;
    }
    for &(k, here) in own.iter() {
        let beside = |v: u32, not: u32| {
            let others = graph.at[v as usize].iter().map(|&(_, w)| w).filter(move |&w| w != not);
            others.map(|w| low.labelled(w, k)).filter(|&l| l != Lit::FALSE)
        };
        match k {
            1 => beside(v, v).for_each(|other| host.clause(&[!here, !other])),
            _ if k < 1 || k > graph.size as i64 => host.clause(&[!here]),
            _ => {
                let near: Vec<Lit> = beside(v, v).collect();
                with(host, &near, &[!here]);
                for (i, &a) in near.iter().enumerate().filter(|_| k == 2) {
                    near[i + 1..].iter().for_each(|&b| host.clause(&[!here, !a, !b]));
                }
                for w in graph.at[v as usize].iter().map(|&(_, w)| w).filter(|&w| k > 2 && w > v) {
                    let on: Vec<Lit> = beside(v, w).chain(beside(w, v)).collect();
                    with(host, &on, &[!here, !low.labelled(w, k)]);
                }
            }
        }
    }
    host.topology().size_at(graph, v).is_label = true;
    true
}

/// The sizes that a piece can have, with a literal for each.
pub(crate) fn size_values(host: &mut impl Host, m: Expressions, e: ExprId) -> Option<Vec<(i64, Lit)>> {
    let Node::PieceSize(graph, v) = m.pool.node(e) else { return None };
    let (lo, hi) = host.topology().size_bounds(m.pool, e);
    let mut values = Vec::new();
    let mut below = Lit::FALSE;
    for k in lo..=hi {
        let at_most = if k == hi { Lit::TRUE } else { size_at_most(host, m, graph, *v, k) };
        let exactly = match (below, at_most) {
            (Lit::FALSE, _) => at_most,
            (_, Lit::TRUE) => !below,
            _ => {
                let exactly = host.fresh();
                host.clause(&[!exactly, !below]);
                host.clause(&[!exactly, at_most]);
                host.clause(&[exactly, below, !at_most]);
                exactly
            }
        };
        values.push((k, exactly));
        below = at_most;
    }
    // The bounds that constraints imply hold for the piece too.
    for (k, holds) in [(lo - 1, false), (hi, true)] {
        let literal = size_at_most(host, m, graph, *v, k);
        host.clause(&[if holds { literal } else { !literal }]);
    }
    Some(values)
}

impl Topology {
    /// The constraints on the size of a vertex's piece.
    fn size_at(&mut self, graph: &GraphRef, v: u32) -> &mut Size {
        let next = self.sizes.len();
        let at = *self.size_of.entry((graph.id, v)).or_insert(next);
        if at == next {
            self.sizes.push(Size { graph: graph.id, vertex: v, is_label: false, thresholds: BTreeMap::new() });
        }
        &mut self.sizes[at]
    }

    /// The literal for "the piece of the vertex has at most `k` vertices", if it exists.
    fn threshold(&self, graph: &GraphRef, v: u32, k: i64) -> Option<Lit> {
        let size = *self.size_of.get(&(graph.id, v))?;
        self.sizes[size].thresholds.get(&k).copied()
    }

    fn size_bounds(&self, pool: &Pool, e: ExprId) -> (i64, i64) {
        let (lo, hi) = pool.bounds(e);
        match self.limits.get(&e) {
            Some(&(a, b)) if a.max(lo) <= b.min(hi) => (a.max(lo), b.min(hi)),
            _ => (lo, hi),
        }
    }
}

/// Records bounds of sizes from a constraint that compares a size with something else.
pub(super) fn learn_limits(limits: &mut FxHashMap<ExprId, (i64, i64)>, pool: &Pool, constraint: ExprId) {
    let (sum, test) = match View::of(pool, constraint, true) {
        View::All(parts, true) => return parts.iter().for_each(|&part| learn_limits(limits, pool, part)),
        View::Linear(sum, test) => (sum, test),
        _ => return,
    };
    let Some((low, high)) = test.hull() else { return };
    for &(k, size) in sum.terms() {
        if !matches!(pool.node(size), Node::PieceSize(..)) || k.abs() != 1 {
            continue;
        }
        // low <= k * size + rest <= high
        let (mut least, mut most) = (sum.constant as i128, sum.constant as i128);
        for &(j, other) in sum.terms().iter().filter(|t| t.1 != size) {
            let (a, b) = pool.bounds(other);
            let (x, y) = (j as i128 * a as i128, j as i128 * b as i128);
            least += x.min(y);
            most += x.max(y);
        }
        let (a, b) = (low as i128 - most, high as i128 - least);
        let (a, b) = if k > 0 { (a, b) } else { (-b, -a) };
        let fit = |v: i128| v.clamp(i64::MIN as i128 / 4, i64::MAX as i128 / 4) as i64;
        let known = limits.entry(size).or_insert((i64::MIN / 4, i64::MAX / 4));
        *known = (known.0.max(fit(a)), known.1.min(fit(b)));
    }
}

pub(super) fn cut(host: &mut impl Host, scene: &GraphInModel, size: &Size, clauses: &mut Vec<Vec<Lit>>) {
    let GraphInModel { low, present, .. } = scene;
    let v = size.vertex;
    let actual = present.piece_size(v) as i64;
    if actual == 0 {
        return;
    }
    let label = scene.label(v);
    let ways_out = || ways_out(low, &present.pieces[present.piece[v as usize] as usize], label);
    if let Some(required) = label.filter(|_| size.is_label) {
        if required > actual {
            clauses.push(match large_labels(scene, v, required) {
                Some(large) => large_labels_cut(host, scene, v, &large),
                None => ways_out().into_iter().chain([!low.present(v, label)]).collect(),
            });
        } else if required < actual && low.merged != Some(required) {
            clauses.push(denied(scene, &branch(scene, v, required as usize + 1)));
        }
    }
    // A constraint requires a larger piece. Each threshold implies the next.
    if let Some((_, &literal)) = size.thresholds.range(actual..).next().filter(|t| !host.holds(*t.1)) {
        let mut clause = ways_out();
        clause.extend([literal, !low.present(v, label)]);
        clauses.push(clause);
    }
    // A constraint requires a smaller piece.
    let smaller = || size.thresholds.range(..actual);
    if smaller().next_back().is_some_and(|t| host.holds(*t.1))
        && let Some((&k, &literal)) = smaller().find(|t| host.holds(*t.1))
    {
        let mut clause = denied(scene, &branch(scene, v, k as usize + 1));
        clause.push(!literal);
        clauses.push(clause);
    }
}

/// Connected vertices with labels greater than `bound`, at most `bound` of them: some of their pieces must continue
/// outside.
struct LargeLabels {
    bound: i64,
    members: Vec<u32>,
}

/// The vertices with large labels connected to this one in the model, if they are too few for any of these labels.
/// Known labels are not large; each has cuts of its own.
fn large_labels(scene: &GraphInModel, v: u32, required: i64) -> Option<LargeLabels> {
    let mut bound = scene.low.known.max(1);
    while bound < required {
        let members = with_more_than(scene, v, bound);
        if members.len() as i64 <= bound {
            return Some(LargeLabels { bound, members });
        }
        bound *= 2;
    }
    None
}

/// The vertex, and the vertices with labels greater than `bound` that are connected to it.
fn with_more_than(scene: &GraphInModel, v: u32, bound: i64) -> Vec<u32> {
    let low = &scene.low;
    let mut members = vec![v];
    let mut seen = FxHashSet::from_iter([v]);
    let mut next = 0;
    while let Some(&at) = members.get(next) {
        next += 1;
        for &(edge, w) in low.graph.at[at as usize].iter() {
            let more = low.edges[edge as usize] != Lit::FALSE && scene.label(w).is_some_and(|label| label > bound);
            if more && seen.insert(w) {
                members.push(w);
            }
        }
    }
    members
}

/// A cut: the piece continues outside these vertices, whatever its label. One clause covers all large labels; with a
/// clause for each, the search would try them one after another.
fn large_labels_cut(host: &mut impl Host, scene: &GraphInModel, v: u32, large: &LargeLabels) -> Vec<Lit> {
    let low = &scene.low;
    let mut outside = Vec::new();
    each_way_out(low, &large.members, |_, w| outside.push(w));
    outside.sort_unstable();
    outside.dedup();
    let mut clause: Vec<Lit> = outside.into_iter().map(|w| more_than(host, low, w, large.bound)).collect();
    clause.push(!more_than(host, low, v, large.bound));
    clause.retain(|&l| l != Lit::FALSE);
    clause
}

/// A literal for "the label of the vertex is greater than `k`".
fn more_than(host: &mut impl Host, low: &Lowered, v: u32, k: i64) -> Lit {
    let Some(labels) = &low.labels else { return Lit::TRUE };
    let (small, large) = labels[v as usize].split_at(labels[v as usize].partition_point(|l| l.0 <= k));
    match (small, large) {
        (_, []) => return Lit::FALSE,
        ([], _) => return Lit::TRUE,
        (&[(_, one)], _) => return !one,
        (_, &[(_, one)]) => return one,
        _ => {}
    }
    if let Some(&literal) = host.topology().more_than.get(&(low.graph.id, v, k)) {
        return literal;
    }
    let literal = host.fresh();
    // Exactly one label holds, so the large labels need no clauses of their own.
    small.iter().for_each(|&(_, l)| host.clause(&[!l, !literal]));
    for (labels, side) in [(small, literal), (large, !literal)] {
        let side: Vec<Lit> = labels.iter().map(|l| l.1).chain([side]).collect();
        host.clause(&side);
    }
    host.topology().more_than.insert((low.graph.id, v, k), literal);
    literal
}

/// A path of `count` connected vertices that starts at this one, straight outwards if the piece reaches so far.
pub(super) fn branch(scene: &GraphInModel, v: u32, count: usize) -> Path {
    let GraphInModel { low, present, .. } = scene;
    let mut came: FxHashMap<u32, (u32, u32, usize)> = FxHashMap::default();
    let mut order = vec![v];
    let mut queue = VecDeque::from([(v, 1)]);
    while let Some((at, length)) = queue.pop_front() {
        if length == count {
            let mut path = Path { vertices: vec![at], edges: vec![] };
            let mut at = at;
            while let Some(&(edge, before, _)) = came.get(&at) {
                path.edges.push(edge);
                path.vertices.push(before);
                at = before;
            }
            return path;
        }
        for &(edge, w) in low.graph.at[at as usize].iter().filter(|&&(e, _)| present.edges[e as usize]) {
            if w != v && !came.contains_key(&w) {
                came.insert(w, (edge, at, length + 1));
                order.push(w);
                queue.push_back((w, length + 1));
            }
        }
    }
    order.truncate(count);
    let edges = order.iter().filter_map(|w| came.get(w).map(|c| c.0)).collect();
    Path { vertices: order, edges }
}

impl super::Lowered {
    /// A literal that is true wherever a piece of any label continues along this edge to the vertex.
    fn entering_any(&self, edge: u32, to: u32) -> Lit {
        match self.edges[edge as usize] {
            Lit::TRUE => self.vertices.get(to as usize).copied().unwrap_or(Lit::TRUE),
            literal => literal,
        }
    }
}

impl GraphInModel {
    /// The label of a vertex in the model.
    pub(super) fn label(&self, v: u32) -> Option<i64> {
        self.labels.as_ref().and_then(|labels| labels[v as usize])
    }
}
