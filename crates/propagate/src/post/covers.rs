//! The propagator of a covering problem: an objective that weighs conditions, and clauses over them.

use super::{Post, SUM, Supported};
use crate::constraints::Cover;
use crate::ids::Var;
use rustc_hash::FxHashMap;
use sator_model::view::{self, Sum, View};
use sator_model::{ExprId, Model, Node, Pool};

/// Fewest conditions in a clause: a clause of two prunes more by itself than by its share of a bound.
const PARTS: usize = 3;
/// Fewest clauses of a problem, and most pairs of a clause and a condition.
const CLAUSES: usize = 3;
const PAIRS: usize = 1 << 22;

/// A condition that is no negation, with the truth in question.
type Part = (ExprId, bool);

/// An objective as a sum of positive weights of what is true.
struct Weighed {
    parts: Vec<(i64, Part)>,
    /// By part: its place in the list.
    places: FxHashMap<Part, usize>,
    constant: i64,
}

impl Weighed {
    /// Reads an objective. `None` if it has terms other than conditions, or is too large.
    fn of(pool: &Pool, objective: ExprId) -> Option<Weighed> {
        let sum = Sum::of(pool, objective);
        let (mut parts, mut constant, mut size) = (vec![], i128::from(sum.constant), 0);
        for &(k, e) in sum.terms().iter().filter(|term| term.0 != 0) {
            let Node::FromBool(condition) = pool.node(e) else { return None };
            // k * c = k + |k| * not c for negative k
            parts.push((k.checked_abs()?, view::signed(pool, *condition, k > 0)));
            constant += i128::from(k.min(0));
            size += i128::from(k).abs();
        }
        let places = parts.iter().enumerate().map(|(at, part)| (part.1, at)).collect();
        (constant.abs() + size < SUM).then_some(Weighed { parts, places, constant: constant as i64 })
    }

    /// The places of the parts of a clause. `None` if it has too few, or one that the objective doesn't weigh.
    fn places_of(&self, clause: &[Part]) -> Option<Vec<usize>> {
        let places: Option<Vec<usize>> = clause.iter().map(|part| self.places.get(part).copied()).collect();
        places.filter(|places| places.len() >= PARTS)
    }
}

/// Adds the clauses that a condition consists of. False if it is something else.
fn add_clauses(pool: &Pool, e: ExprId, clauses: &mut Vec<Vec<Part>>) -> bool {
    match View::of(pool, e, true) {
        View::All(list, true) => list.iter().all(|&part| add_clauses(pool, part, clauses)),
        View::Clause(list, truth) => {
            clauses.push(list.iter().map(|&part| view::signed(pool, part, truth)).collect());
            true
        }
        _ => false,
    }
}

/// Whether a model is a covering problem and nothing else: its conditions are clauses over what the objective weighs.
pub fn is_cover(model: &Model, objective: ExprId) -> bool {
    let Some(weighed) = Weighed::of(&model.pool, objective) else { return false };
    let mut clauses = vec![];
    model.constraints.iter().all(|constraint| add_clauses(&model.pool, constraint.expr, &mut clauses))
        && clauses.len() >= CLAUSES
        && clauses.iter().all(|clause| weighed.places_of(clause).is_some())
}

impl Post<'_> {
    /// Adds the bound of the objective that follows from the clauses among the conditions.
    pub(super) fn cover(&mut self, conditions: &[ExprId], e: ExprId, objective: Var) -> Supported {
        let Some(weighed) = Weighed::of(self.pool, e) else { return Ok(()) };
        let mut clauses = vec![];
        for &condition in conditions {
            add_clauses(self.pool, condition, &mut clauses);
        }
        let clauses: Vec<Vec<usize>> = clauses.iter().filter_map(|clause| weighed.places_of(clause)).collect();
        if clauses.len() < CLAUSES || clauses.len().saturating_mul(weighed.parts.len()) > PAIRS {
            return Ok(());
        }
        let mut literals = Vec::with_capacity(weighed.parts.len());
        for (weight, (condition, truth)) in weighed.parts {
            let literal = self.literal(condition)?;
            literals.push((weight, if truth { literal } else { !literal }));
        }
        self.add(Cover::new(literals, weighed.constant, &clauses, objective));
        Ok(())
    }
}
