//! Edges that are there exactly where the labels of their ends agree, as `same(p, c, d) <=> x[c] = x[d]`
//! says. Cuts in the labels are far stronger than cuts in such edges.

use super::{Host, Labels};
use crate::model::{ExprId, GraphRef, Model, Node, Pool, UnknownId};
use rustc_hash::FxHashMap;

/// Yes/no unknowns that constraints define as "these two are equal".
#[derive(Default)]
pub struct Definitions {
    equal: FxHashMap<UnknownId, (ExprId, ExprId)>,
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
            }
        }
    }

    pub(super) fn forget(&mut self, model: &Model) {
        self.equal
            .retain(|u, (a, b)| (u.0 as usize) < model.unknowns.len() && (a.max(b).0 as usize) < model.pool.len());
    }

    /// The labels of all vertices, if every edge is defined by them.
    pub(super) fn labels(&self, host: &mut impl Host, m: &Model, graph: &GraphRef) -> Option<Vec<Labels>> {
        if graph.edges.is_empty() || self.equal.is_empty() {
            return None;
        }
        let mut pairs = Vec::with_capacity(graph.edges.len());
        for edge in &graph.edges {
            let Node::BoolVar(u) = m.pool.node(edge.on) else { return None };
            pairs.push(*self.equal.get(u)?);
        }
        let label = self.assign(graph, &pairs)?;
        let mut labels: Vec<Labels> = Vec::with_capacity(graph.size);
        for e in label {
            labels.push(match e {
                None => [].into(),
                Some(e) if m.pool.is_condition(e) => {
                    let literal = host.condition(m, e);
                    [(0, !literal), (1, literal)].into()
                }
                Some(e) => host.values(m, e)?,
            });
        }
        Some(labels)
    }

    /// The expression that is each vertex's label; `None` for a vertex without edges.
    fn assign(&self, graph: &GraphRef, pairs: &[(ExprId, ExprId)]) -> Option<Vec<Option<ExprId>>> {
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
