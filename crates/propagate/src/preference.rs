//! The choice of search before clauses: numbers with many values, which clauses have to spell out.

use crate::post::is_cover;
use sator_model::{ExprId, Kind, Model, Node, UnknownId};

/// Values of an unknown, or of an integer expression, from which on its clauses are many: a SAT engine makes a literal
/// of each value, or an adder or multiplier of the expression. Measured on queens of 128 and 129 values, cryptarithms,
/// knapsacks and rulers.
const WIDE: u64 = 128;
/// The same, of the terms of a sum together: with small weights a SAT engine adds well. Magic squares of order 6 reach 210 and of
/// order 7 336, where the search often finds one within .04 s and an engine takes seconds; cryptarithms of three letters a word
/// reach 2,000.
const WIDE_SUM: u64 = 300;
/// Values of an unknown, and of an objective, from which on branch and bound is tried before an engine. Measured on
/// rulers and knapsacks.
const MANY: u64 = 32;
const MANY_GOALS: u64 = 256;

/// Whether a model computes with wide numbers: products, quotients and sums of unknowns with many values.
fn has_wide_numbers(model: &Model) -> bool {
    let wide = |u: UnknownId| model.unknown(u).kind == Kind::Int && model.unknown(u).domain.size() > WIDE;
    let spread = |e| {
        let (lo, hi) = model.pool.bounds(e);
        lo.abs_diff(hi)
    };
    if (0..model.unknowns.len()).any(|u| wide(UnknownId::at(u))) {
        return true;
    }
    model.pool.nodes().iter().any(|node| match node {
        Node::Product(a, b) => spread(*a).saturating_mul(spread(*b)) > WIDE,
        Node::Sum(terms, _) => {
            let size = |&(k, e): &(i64, ExprId)| match model.pool.node(e) {
                Node::IntVar(_) => k.unsigned_abs().saturating_mul(spread(e)),
                // A condition with a weight is a number of 0 and 1; without weights, an engine counts well.
                Node::FromBool(_) if k.unsigned_abs() > 1 => k.unsigned_abs(),
                _ => 0,
            };
            terms.iter().map(size).fold(0, u64::saturating_add) > WIDE_SUM
        }
        _ => false,
    })
}

/// Whether solutions are searched depth first before an engine is asked: the model computes with wide numbers. With graphs
/// it is not: an engine gets cuts of them as clauses, and learns from these.
pub fn prefers_search(model: &Model) -> bool {
    model.pool.graphs() == 0 && has_wide_numbers(model)
}

/// Whether an optimum is searched by branch and bound first: an unknown or the objective has many values, or a covering
/// problem bounds the objective.
pub fn prefers_branch_and_bound(model: &Model, objective: ExprId) -> bool {
    let (lo, hi) = model.pool.bounds(objective);
    has_wide_numbers(model)
        || is_cover(model, objective)
        || lo.abs_diff(hi) > MANY_GOALS
        || model.unknowns.iter().any(|unknown| unknown.kind == Kind::Int && unknown.domain.size() > MANY)
}
