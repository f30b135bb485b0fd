//! Edges that are there exactly where the labels of their ends agree, as `same(p, c, d) <=> x[c] = x[d]`
//! says. Cuts in the labels are far stronger than cuts in such edges.

use super::{Host, Labels};
use crate::model::{ExprId, Expressions, GraphRef, Node, Pool, UnknownId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Yes/no unknowns that constraints define as "these two are equal".
#[derive(Default)]
pub struct Definitions {
    equal: FxHashMap<UnknownId, (ExprId, ExprId)>,
    /// The unknowns that are one of the two.
    compared: FxHashSet<UnknownId>,
}

/// The two sides of `a = b`.
fn sides(pool: &Pool, e: ExprId) -> Option<(ExprId, ExprId)> {
    match pool.node(e) {
        Node::Iff(a, b) => Some((*a, *b)),
        Node::Eq(sum, 0) => match pool.node(*sum) {
            Node::Sum(terms, 0) => match terms[..] {
                [(1, a), (-1, b)] | [(-1, a), (1, b)] => Some((a, b)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

impl Definitions {
    pub(super) fn learn(&mut self, pool: &Pool, constraint: ExprId) {
        let Node::Iff(a, b) = pool.node(constraint) else { return };
        for (unknown, definition) in [(*a, *b), (*b, *a)] {
            if let Node::BoolVar(u) = pool.node(unknown)
                && let Some(sides) = sides(pool, definition)
            {
                self.equal.insert(*u, sides);
                self.compared.extend([sides.0, sides.1].iter().filter_map(|&side| match pool.node(side) {
                    Node::IntVar(u) => Some(*u),
                    _ => None,
                }));
            }
        }
    }

    pub(super) fn compares(&self, u: UnknownId) -> bool {
        self.compared.contains(&u)
    }

    pub(super) fn forget(&mut self, m: Expressions) {
        self.compared.retain(|u| (u.0 as usize) < m.unknowns.len());
        self.equal.retain(|u, (a, b)| (u.0 as usize) < m.unknowns.len() && (a.max(b).0 as usize) < m.pool.len());
    }

    /// The expression that is each vertex's label, if every edge is defined by them; `None` for a vertex without edges.
    fn assign(&self, pool: &Pool, graph: &GraphRef) -> Option<Vec<Option<ExprId>>> {
        if graph.edges.is_empty() || self.equal.is_empty() {
            return None;
        }
        let mut pairs = Vec::with_capacity(graph.edges.len());
        for edge in &graph.edges {
            let Node::BoolVar(u) = pool.node(edge.on) else { return None };
            pairs.push(*self.equal.get(u)?);
        }
        let mut label: Vec<Option<ExprId>> = vec![None; graph.size];
        for start in 0..graph.size {
            if label[start].is_some() || graph.at[start].is_empty() {
                continue;
            }
            // Of a vertex with two edges the label is what their definitions share.
            let first = pairs[graph.at[start][0].0 as usize];
            let common = |e: ExprId| {
                graph.at[start].iter().all(|&(i, _)| {
                    let (a, b) = pairs[i as usize];
                    a == e || b == e
                })
            };
            let own = [first.0, first.1].into_iter().find(|&e| common(e))?;
            label[start] = Some(own);
            let mut open = vec![start as u32];
            while let Some(v) = open.pop() {
                let own = label[v as usize]?;
                for &(i, w) in graph.at[v as usize].iter() {
                    let (a, b) = pairs[i as usize];
                    let other = if a == own {
                        b
                    } else if b == own {
                        a
                    } else {
                        return None;
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
        }
        Some(label)
    }
}

/// The labels of all vertices, if every edge is defined by them.
pub(super) fn of(host: &mut impl Host, m: Expressions, graph: &GraphRef) -> Option<Vec<Labels>> {
    let assigned = host.topology().definitions.assign(m.pool, graph)?;
    let label = |e: Option<ExprId>| match e {
        None => Some([].into()),
        Some(e) if m.pool.is_condition(e) => {
            let literal = host.condition(m, e);
            Some([(0, !literal), (1, literal)].into())
        }
        Some(e) => host.values(m, e),
    };
    assigned.into_iter().map(label).collect()
}
