//! Graphs in which an edge is present exactly if its ends have equal labels, as in `same(p, c, d) <=> x[c] = x[d]`.
//! Cuts over labels are far stronger than cuts over such edges.

use super::{Host, Labels};
use crate::solver::sat::Lit;
use rustc_hash::{FxHashMap, FxHashSet};
use sator_model::view::{self, Sum, Test};
use sator_model::{ExprId, Expressions, GraphRef, Node, Pool, UnknownId};

/// The label of a vertex: an expression, or a constant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    Of(ExprId),
    Known(i64),
}

/// Bool unknowns that constraints define as "these two are equal", or exclude.
#[derive(Default)]
pub(super) struct Definitions {
    equal: FxHashMap<UnknownId, (Label, Label)>,
    never: FxHashSet<UnknownId>,
    /// The unknowns on one side of such an equation.
    compared: FxHashSet<UnknownId>,
}

/// The two sides of `a = b`.
pub(super) fn sides(pool: &Pool, e: ExprId) -> Option<(Label, Label)> {
    match pool.node(e) {
        Node::Iff(a, b) => Some((Label::Of(*a), Label::Of(*b))),
        Node::Eq(inner, k) => match Sum::of(pool, *inner).difference() {
            Some((a, b)) if *k == 0 => Some((Label::Of(a), Label::Of(b))),
            _ => view::unknown(pool, *inner).map(|_| (Label::Of(*inner), Label::Known(*k))),
        },
        _ => None,
    }
}

impl Definitions {
    pub(super) fn learn(&mut self, pool: &Pool, constraint: ExprId) {
        for (u, definition) in view::channels(pool, constraint) {
            if let Some(sides) = sides(pool, definition) {
                self.equal.insert(u, sides);
                self.compared.extend([sides.0, sides.1].iter().filter_map(|side| match side {
                    Label::Of(e) => view::unknown(pool, *e),
                    Label::Known(_) => None,
                }));
            }
        }
        if let Some((u, Test::Is(0))) = view::fix(pool, constraint, true) {
            self.never.insert(u);
        }
    }

    pub(super) fn compares(&self, u: UnknownId) -> bool {
        self.compared.contains(&u)
    }

    pub(super) fn forget(&mut self, m: Expressions) {
        self.compared.retain(|u| u.index() < m.unknowns.len());
        let kept = |u: &UnknownId| u.index() < m.unknowns.len();
        let made = |label: &Label| if let Label::Of(e) = label { e.index() < m.pool.len() } else { true };
        self.equal.retain(|u, (a, b)| kept(u) && made(a) && made(b));
        self.never.retain(kept);
    }

    /// The sides of each edge, if all edges have some; `None` for edges that are never present.
    fn pairs(&self, pool: &Pool, graph: &GraphRef) -> Option<Vec<Option<(Label, Label)>>> {
        if graph.edges.is_empty() || self.equal.is_empty() {
            return None;
        }
        let sides = graph.edges.iter().map(|edge| {
            let Node::BoolVar(u) = pool.node(edge.on) else { return None };
            match self.equal.get(u) {
                Some(&sides) => Some(Some(sides)),
                None => self.never.contains(u).then_some(None),
            }
        });
        sides.collect()
    }
}

/// The labels of all vertices, if they define every edge.
pub(super) fn of(host: &mut impl Host, m: Expressions, graph: &GraphRef) -> Option<Vec<Labels>> {
    let pairs = host.topology().definitions.pairs(m.pool, graph)?;
    let label = |label: Option<Label>| match label {
        None => Some([].into()),
        Some(Label::Known(k)) => Some([(k, Lit::TRUE)].into()),
        Some(Label::Of(e)) if m.pool.is_condition(e) => {
            let literal = host.condition(m, e);
            Some([(0, !literal), (1, literal)].into())
        }
        Some(Label::Of(e)) => host.values(m, e),
    };
    assign(graph, &pairs)?.into_iter().map(label).collect()
}

/// The label of each vertex; `None` for a vertex without edges. Edges without sides are never present.
pub(super) fn assign(graph: &GraphRef, pairs: &[Option<(Label, Label)>]) -> Option<Vec<Option<Label>>> {
    let mut label: Vec<Option<Label>> = vec![None; graph.size];
    for start in 0..graph.size {
        if label[start].is_some() || graph.at[start].is_empty() {
            continue;
        }
        // The label of a vertex with two edges is what their definitions share; with one edge it can be either side.
        let mut sides = graph.at[start].iter().filter_map(|&(i, _)| pairs[i as usize]);
        let first = sides.next()?;
        let common = |own: &Label| sides.clone().all(|(a, b)| a == *own || b == *own);
        let options = [first.0, first.1].into_iter().filter(common);
        label = options.into_iter().find_map(|own| spread(graph, pairs, label.clone(), (start, own)))?;
    }
    // Labels also imply that an edge is never present.
    let apart = |(edge, sides): (&sator_model::graph::Edge, &Option<(Label, Label)>)| {
        let ends = (label[edge.ends.0 as usize], label[edge.ends.1 as usize]);
        sides.is_some() || matches!(ends, (Some(Label::Known(a)), Some(Label::Known(b))) if a != b)
    };
    graph.edges.iter().zip(pairs).all(apart).then_some(label)
}

/// Assigns labels from a vertex to all vertices that its edges reach.
fn spread(
    graph: &GraphRef,
    pairs: &[Option<(Label, Label)>],
    mut label: Vec<Option<Label>>,
    (start, own): (usize, Label),
) -> Option<Vec<Option<Label>>> {
    label[start] = Some(own);
    let mut open = vec![start as u32];
    while let Some(v) = open.pop() {
        let own = label[v as usize]?;
        for &(i, w) in graph.at[v as usize].iter() {
            let Some((a, b)) = pairs[i as usize] else { continue };
            let other = match own {
                _ if a == own => b,
                _ if b == own => a,
                _ => return None,
            };
            match label[w as usize] {
                None => {
                    label[w as usize] = Some(other);
                    open.push(w);
                }
                Some(known) if known == other => {}
                Some(_) => return None,
            }
        }
    }
    Some(label)
}
