//! Reads the conditions on pieces of a division: their sizes, the neighbours that they join, the cells that can't be in one piece.

use super::super::super::group_csp::values_of;
use super::super::super::groups::Group;
use super::super::condition::Cond;
use super::{Joint, Pieces, Size, Unlike};
use sator_model::graph::GraphRef;
use sator_model::view::{self, View};
use sator_model::{ExprId, Model, Node, UnknownId};
use std::cell::RefCell;

impl Pieces {
    /// The divisions with stated sizes.
    pub(crate) fn read(model: &Model, groups: &[Group]) -> Vec<Pieces> {
        let mut found: Vec<Pieces> = Vec::new();
        for (number, group) in groups.iter().enumerate() {
            for &e in &group.constraints {
                let Some((graph, v, size)) = size_of(model, e) else { continue };
                let at = found.iter().position(|p| p.graph == graph).unwrap_or_else(|| {
                    found.push(Pieces::new(model, graph));
                    found.len() - 1
                });
                found[at].sizes[v as usize] = size;
                found[at].stated_by[v as usize] = number;
            }
        }
        for pieces in &mut found {
            pieces.read_joints(model, groups);
            pieces.unknowns = pieces.read_unknowns();
        }
        found
    }

    /// Whether a condition states the size of a piece.
    pub(crate) fn states_size(model: &Model, condition: ExprId) -> bool {
        size_of(model, condition).is_some()
    }

    fn new(model: &Model, graph: GraphRef) -> Pieces {
        let hole =
            |v: u32| graph.vertices.as_ref().is_some_and(|on| model.pool.node(on[v as usize]) == &Node::Bool(false));
        let joint = |on: ExprId, (a, b): (u32, u32)| if hole(a) || hole(b) { Cond::Never } else { Cond::of(model, on) };
        let joints = graph.edges.iter().map(|edge| Joint::Drawn(joint(edge.on, edge.ends))).collect();
        let size = graph.size;
        let (sizes, stated_by) = (vec![Size::Any; size], vec![0; size]);
        let joint_by = vec![None; graph.edges.len()];
        let (unlike, groups, unknowns, examined) = (vec![], vec![], vec![], RefCell::default());
        let examined_in_case = RefCell::default();
        Pieces {
            graph,
            joints,
            joint_by,
            sizes,
            stated_by,
            closed_by: None,
            unlike,
            groups,
            unknowns,
            examined,
            examined_in_case,
        }
    }

    /// For a hidden division, reads the pairs of unknowns that are equal exactly where it joins their cells.
    fn read_joints(&mut self, model: &Model, groups: &[Group]) {
        let drawn = |joint: &Joint| if let Joint::Drawn(Cond::Where(u, _)) = joint { Some(*u) } else { None };
        let mut strokes: Vec<(UnknownId, usize)> =
            self.joints.iter().enumerate().filter_map(|(at, j)| drawn(j).map(|u| (u, at))).collect();
        strokes.sort_unstable();
        let about = |u: &UnknownId| strokes.binary_search_by_key(u, |s| s.0).ok().map(|at| strokes[at].1);
        for (number, group) in groups.iter().enumerate() {
            if !group.scope.iter().any(|u| about(u).is_some()) {
                continue;
            }
            self.groups.push(number);
            for &e in &group.constraints {
                if matches!(View::of(&model.pool, e, true), View::Division(graph) if graph.edges == self.graph.edges) {
                    self.closed_by = Some(number);
                }
                self.read_unlike(model, number, e);
                let View::Same(a, b, true) = View::of(&model.pool, e, true) else { continue };
                for (stroke, equal) in [(a, b), (b, a)] {
                    let Cond::Where(u, yes) = Cond::of(model, stroke) else { continue };
                    let (Some(at), Some((x, y))) = (about(&u), equal_of(model, equal)) else { continue };
                    let is_joint = matches!(self.joints[at], Joint::Drawn(Cond::Where(_, on)) if on == yes);
                    if is_joint && model.unknown(u).hidden {
                        self.joints[at] = Joint::Equal(x, y);
                        self.joint_by[at] = Some(number);
                    }
                }
            }
        }
        self.groups.extend(self.stated_by.iter().zip(&self.sizes).filter(|s| !matches!(s.1, Size::Any)).map(|s| s.0));
        self.groups.sort_unstable();
        self.groups.dedup();
        self.unlike.sort_unstable();
    }

    /// `same(p, v, w) => x != y`.
    fn read_unlike(&mut self, model: &Model, group: usize, e: ExprId) {
        let View::Clause(&[a, b], true) = View::of(&model.pool, e, true) else { return };
        for (apart, unequal) in [(a, b), (b, a)] {
            let (Some((v, w)), Node::Not(equal)) = (self.apart(model, apart), model.pool.node(unequal)) else {
                continue;
            };
            let Some((x, y)) = equal_of(model, *equal) else { continue };
            self.unlike.push(Unlike { cells: (v.min(w), v.max(w)), values: (x, y), group });
            return;
        }
    }

    /// The two cells that a condition keeps apart.
    fn apart(&self, model: &Model, e: ExprId) -> Option<(u32, u32)> {
        let Node::Not(together) = model.pool.node(e) else { return None };
        match model.pool.node(*together) {
            Node::Reaches(graph, v, w) if graph.edges == self.graph.edges => Some((*v, *w)),
            _ => self.graph.edges.iter().find(|edge| edge.on == *together).map(|edge| edge.ends),
        }
    }
}

/// The size of a piece that a condition states, in a graph with known cells.
fn size_of(model: &Model, e: ExprId) -> Option<(GraphRef, u32, Size)> {
    let stated = view::piece_size(&model.pool, e).filter(|stated| all_known(model, stated.graph))?;
    let size = match stated.size {
        view::Size::Is(k) => Size::Is(usize::try_from(k).ok()?),
        view::Size::Of(u) => Size::Of(u, values_of(model, u)?),
        view::Size::AtLeast(u) => Size::AtLeast(u, values_of(model, u)?),
    };
    Some((stated.graph.clone(), stated.vertex, size))
}

/// Whether it is known which cells there are.
fn all_known(model: &Model, graph: &GraphRef) -> bool {
    graph.vertices.iter().flatten().all(|&e| matches!(model.pool.node(e), Node::Bool(_)))
}

/// `x = y` for two unknowns of one domain.
fn equal_of(model: &Model, e: ExprId) -> Option<(UnknownId, UnknownId)> {
    let (x, y) = view::equal_sides(&model.pool, e)?;
    let (x, y) = (view::unknown(&model.pool, x)?, view::unknown(&model.pool, y)?);
    (model.unknown(x).domain == model.unknown(y).domain).then_some((x, y))
}
