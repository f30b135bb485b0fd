//! Parity of lines in the plane. Where constraints fix at every vertex whether it has an odd number of edges, as at the
//! ends of paths, the lines together with any fixed lines of the same ends form closed curves. Each face then lies on
//! one side of these curves, and an edge separates two sides exactly if one of the two sets of lines contains it. If
//! the ends of an edge share a label, this holds for the lines of each label. All of it follows from the degrees, but
//! only by adding many of them up.

use super::labels::{Label, assign, sides};
use super::{Host, Labels, Lowered};
use crate::solver::sat::Lit;
use crate::tuning::SIDES;
use rustc_hash::{FxHashMap, FxHashSet};
use sator_model::graph::Graph;
use sator_model::node::{FALSE, TRUE};
use sator_model::view::{self, Sum, Test, View};
use sator_model::{ExprId, Expressions, Node, Pool, UnknownId};

/// Limit on the conditions of a sum that can be the edges at one vertex.
const DEGREE: usize = 8;

/// Consequences of constraints for degrees and labels.
#[derive(Default)]
pub(super) struct Parities {
    /// By sorted conditions: whether an odd number of them holds.
    odd: FxHashMap<Box<[ExprId]>, bool>,
    /// Edges whose presence implies that their ends have the same label.
    carries: FxHashMap<UnknownId, (Label, Label)>,
    /// The graphs whose sides are encoded.
    done: FxHashSet<u32>,
}

impl Parities {
    pub(super) fn learn(&mut self, pool: &Pool, constraint: ExprId) {
        match View::of(pool, constraint, true) {
            View::Clause(&[a, b], true) => {
                for (not_there, equal) in [(a, b), (b, a)] {
                    if let Some((u, Test::Is(0))) = view::fix(pool, not_there, true)
                        && let Some(sides) = sides(pool, equal)
                    {
                        self.carries.insert(u, sides);
                    }
                }
            }
            View::Linear(sum, Test::Is(k)) => self.learn_sum(pool, &sum, k % 2 != 0),
            View::Linear(sum, Test::In(set))
                if set.size() <= DEGREE as u64 && set.iter().all(|k| (k - set.min()) % 2 == 0) =>
            {
                self.learn_sum(pool, &sum, set.min() % 2 != 0);
            }
            _ => {
                let (e, truth) = view::signed(pool, constraint, true);
                if !truth || matches!(pool.node(e), Node::BoolVar(_)) {
                    self.count(&[e], truth);
                }
            }
        }
    }

    fn learn_sum(&mut self, pool: &Pool, sum: &Sum, odd: bool) {
        let mut counted = Vec::new();
        for &(_, e) in sum.terms().iter().filter(|&&(k, e)| k % 2 != 0 && !even(pool, e)) {
            match pool.node(e) {
                Node::FromBool(c) if counted.len() < DEGREE => counted.push(*c),
                _ => return,
            }
        }
        self.count(&counted, odd != (sum.constant % 2 != 0));
    }

    fn count(&mut self, conditions: &[ExprId], odd: bool) {
        let mut sorted: Box<[ExprId]> = conditions.into();
        sorted.sort_unstable();
        self.odd.insert(sorted, odd);
    }

    /// Whether an odd number of the edges at a vertex is present, if known.
    fn at(&self, graph: &Graph, v: usize) -> Option<bool> {
        let mut edges: Vec<ExprId> = graph.at[v].iter().map(|&(e, _)| graph.edges[e as usize].on).collect();
        let given = edges.iter().filter(|&&e| e == TRUE).count() % 2 != 0;
        edges.retain(|&e| e != TRUE && e != FALSE);
        edges.sort_unstable();
        if edges.is_empty() { Some(given) } else { self.odd.get(&edges[..]).map(|&odd| odd != given) }
    }

    pub(super) fn forget(&mut self, m: Expressions) {
        let made = |e: ExprId| e.index() < m.pool.len();
        let known = |label: Label| if let Label::Of(e) = label { made(e) } else { true };
        self.odd.retain(|conditions, _| conditions.iter().all(|&e| made(e)));
        self.carries.retain(|u, (a, b)| u.index() < m.unknowns.len() && known(*a) && known(*b));
        self.done.retain(|&graph| (graph as usize) < m.pool.graphs());
    }
}

/// Whether a term can only be even: an even constant, or a term with only even values.
fn even(pool: &Pool, e: ExprId) -> bool {
    let constant = |e: ExprId| matches!(pool.node(e), Node::Int(k) if k % 2 == 0);
    match pool.node(e) {
        Node::Ite(_, a, b) => constant(*a) && constant(*b),
        _ => constant(e),
    }
}

/// Encodes the sides if enough is known about the graph. The clauses follow from what was recorded.
pub(super) fn emit(host: &mut impl Host, m: Expressions, low: &Lowered) {
    let graph = &low.graph;
    let Some(faces) = graph.faces.as_deref().filter(|_| graph.vertices.is_none()) else { return };
    let known = &host.topology().parities;
    if known.done.contains(&graph.id.0) {
        return;
    }
    let Some(odd) = (0..graph.size).map(|v| known.at(graph, v)).collect::<Option<Vec<bool>>>() else { return };
    host.topology().parities.done.insert(graph.id.0);
    match labels(host, m, low) {
        Some(labels) => {
            let mut values: Vec<i64> = labels.iter().flat_map(|l| l.iter().map(|l| l.0)).collect();
            values.sort_unstable();
            values.dedup();
            for value in values {
                emit_label(host, low, faces, &odd, &labels, value);
            }
        }
        None => emit_sides(host, low, faces, &odd, &low.edges),
    }
}

/// The labels that each vertex can have, if edges carry them and they are few.
fn labels(host: &mut impl Host, m: Expressions, low: &Lowered) -> Option<Vec<Labels>> {
    let graph = &low.graph;
    let carried = |edge: &sator_model::graph::Edge| match m.pool.node(edge.on) {
        Node::BoolVar(u) => host.topology().parities.carries.get(u).map(|&sides| Some(sides)),
        Node::Bool(false) => Some(None),
        _ => None,
    };
    let pairs = graph.edges.iter().map(carried).collect::<Option<Vec<_>>>()?;
    let of = |label: Option<Label>| match label {
        None => Some([].into()),
        Some(Label::Known(k)) => Some([(k, Lit::TRUE)].into()),
        Some(Label::Of(e)) if m.pool.is_condition(e) => None,
        Some(Label::Of(e)) => host.values(m, e),
    };
    let labels = assign(graph, &pairs)?.into_iter().map(of).collect::<Option<Vec<Labels>>>()?;
    let most = labels.iter().map(|l| l.len()).max()?;
    (most * graph.edges.len() <= SIDES).then_some(labels)
}

/// The sides of the lines with one label.
fn emit_label(host: &mut impl Host, low: &Lowered, faces: &[(u32, u32)], odd: &[bool], labels: &[Labels], value: i64) {
    let has = |v: u32| labels[v as usize].iter().find(|l| l.0 == value).map_or(Lit::FALSE, |l| l.1);
    // The vertex at the end of a line has the label or not; a vertex for which that is open gives no clause.
    let ends = |v: usize| odd[v] && has(v as u32) == Lit::TRUE;
    if (0..odd.len()).any(|v| odd[v] && ![Lit::TRUE, Lit::FALSE].contains(&has(v as u32))) {
        return;
    }
    let odd: Vec<bool> = (0..odd.len()).map(ends).collect();
    if !odd.contains(&true) {
        return;
    }
    let mut edges = Vec::with_capacity(low.edges.len());
    for (edge, &there) in low.graph.edges.iter().zip(&low.edges) {
        let (a, b) = (has(edge.ends.0), has(edge.ends.1));
        edges.push(match (a, b) {
            _ if [a, b, there].contains(&Lit::FALSE) => Lit::FALSE,
            _ if [a, b].contains(&Lit::TRUE) => there,
            _ => {
                let of_it = host.fresh();
                host.clause(&[!of_it, there]);
                host.clause(&[!of_it, a]);
                host.clause(&[!of_it, b]);
                host.clause(&[of_it, !there, !a]);
                of_it
            }
        });
    }
    emit_sides(host, low, faces, &odd, &edges);
}

fn emit_sides(host: &mut impl Host, low: &Lowered, faces: &[(u32, u32)], odd: &[bool], edges: &[Lit]) {
    let Some(other) = lines(&low.graph, odd) else { return };
    let mut sides: FxHashMap<u32, Lit> = FxHashMap::default();
    sides.insert(0, Lit::FALSE);
    for (i, &(f, g)) in faces.iter().enumerate() {
        let [a, b] = [f, g].map(|face| *sides.entry(face).or_insert_with(|| host.fresh()));
        let changes = if other[i] { !edges[i] } else { edges[i] };
        for clause in [[!changes, a, b], [!changes, !a, !b], [changes, !a, b], [changes, a, !b]] {
            host.clause(&clause);
        }
    }
}

/// Some edges of which an odd number lies exactly at these vertices.
fn lines(graph: &Graph, odd: &[bool]) -> Option<Vec<bool>> {
    let mut chosen = vec![false; graph.edges.len()];
    let mut odd = odd.to_vec();
    let mut seen = vec![false; graph.size];
    for start in 0..graph.size {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        // A spanning tree, processed from its leaves.
        let mut order: Vec<(u32, Option<(u32, u32)>)> = vec![(start as u32, None)];
        let mut next = 0;
        while let Some(&(v, _)) = order.get(next) {
            next += 1;
            for &(edge, w) in graph.at[v as usize].iter() {
                if !std::mem::replace(&mut seen[w as usize], true) {
                    order.push((w, Some((edge, v))));
                }
            }
        }
        for (v, from) in order.into_iter().rev() {
            if !odd[v as usize] {
                continue;
            }
            // An odd number of ends has no solution, which the degrees already imply.
            let (edge, before) = from?;
            chosen[edge as usize] ^= true;
            odd[before as usize] ^= true;
        }
    }
    Some(chosen)
}
