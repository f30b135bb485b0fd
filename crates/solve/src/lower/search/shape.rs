//! Puzzles of one shape: the same conditions with other givens. The conditions are posted for the second puzzle of a shape;
//! for a single puzzle posting takes longer than an engine.

use super::{DepthFirst, Ended, depth_first};
use sator_base::limits::Limits;
use sator_model::view::{self, Test};
use sator_model::{Assignment, ExprId, Model, UnknownId};

/// Work for one puzzle, counted in values read, after which an engine is faster: about half a millisecond.
const WORK: u64 = 100_000;
/// Nodes of a model up to which it is posted: more than those of a sudoku of 25 rows.
const NODES: usize = 4_000;

/// The conditions of a puzzle without its givens.
pub struct Shape {
    conditions: Vec<ExprId>,
    unknowns: usize,
    pub(super) search: Posted,
}

pub(super) enum Posted {
    NotYet,
    /// A condition isn't supported, or the conditions have no solution.
    No,
    Yes(Box<dyn DepthFirst>),
}

impl Shape {
    /// The shape of a model.
    pub fn of(model: &Model) -> Shape {
        Shape { conditions: conditions(model).collect(), unknowns: model.unknowns.len(), search: Posted::NotYet }
    }

    fn post(&self, model: &Model, limits: &Limits) -> Option<Box<dyn DepthFirst>> {
        if model.pool.len() > NODES {
            return None;
        }
        let mut search = depth_first(model, &self.conditions, limits)?;
        search.settle().ok()?;
        Some(search)
    }

    /// Whether the model has this shape, if it has all expressions of the shape.
    pub fn fits(&self, model: &Model) -> bool {
        self.unknowns == model.unknowns.len() && conditions(model).eq(self.conditions.iter().copied())
    }

    /// Whether a model that lost its last expressions still has all expressions of the shape.
    pub fn stands(&self, model: &Model) -> bool {
        self.unknowns <= model.unknowns.len() && self.conditions.iter().all(|e| e.index() < model.pool.len())
    }

    /// The solution of a model of this shape, if it is the only one on the visible unknowns and a short search proves that.
    pub fn only_solution(&mut self, model: &Model, limits: &Limits) -> Option<Assignment> {
        if let Posted::NotYet = self.search {
            self.search = self.post(model, limits).map_or(Posted::No, Posted::Yes);
        }
        let Posted::Yes(search) = &mut self.search else { return None };
        let mut found = None;
        let mut givens = model.constraints.iter().filter_map(|c| view::fix(&model.pool, c.expr, true));
        let ended = givens.all(|(u, given)| keep(&mut **search, u, &given)).then(|| {
            search.allow(WORK);
            search.run(limits, &mut |solution| {
                let first = found.is_none();
                found = first.then(|| solution.clone());
                first
            })
        });
        search.start_over();
        found.filter(|_| ended == Some(Ended::All))
    }
}

/// The conditions other than givens.
fn conditions(model: &Model) -> impl Iterator<Item = ExprId> + '_ {
    model.constraints.iter().map(|c| c.expr).filter(|&e| view::fix(&model.pool, e, true).is_none())
}

/// Keeps the values of a given. Returns false if the unknown has none of them.
fn keep(search: &mut dyn DepthFirst, u: UnknownId, given: &Test) -> bool {
    let base = search.base(u);
    let bit = |value: i64| match value.checked_sub(base) {
        Some(at) if (0..64).contains(&at) => 1u64 << at,
        _ => 0,
    };
    let mask = match given {
        Test::Is(value) => bit(*value),
        test => (0..64).filter(|at| test.holds(base + at)).fold(0, |mask, at| mask | 1 << at),
    };
    search.keep(u, mask).is_ok()
}
