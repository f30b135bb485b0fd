//! The choice of search before clauses: numbers with many values, which clauses have to spell out.

use crate::post::is_cover;
use sator_model::view::{self, Sum, Test, View};
use sator_model::{ExprId, Kind, Model, Node, UnknownId};

/// Values of an unknown, or of an integer expression, from which on its clauses are many: a SAT engine makes a literal
/// of each value, or an adder or multiplier of the expression. Measured on queens of 128 and 129 values, cryptarithms,
/// knapsacks and rulers.
const WIDE_DOMAIN: u64 = 128;
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
    let wide = |u: UnknownId| model.unknown(u).kind == Kind::Int && model.unknown(u).domain.size() > WIDE_DOMAIN;
    let spread = |e| {
        let (lo, hi) = model.pool.bounds(e);
        lo.abs_diff(hi)
    };
    if (0..model.unknowns.len()).any(|u| wide(UnknownId::at(u))) {
        return true;
    }
    model.pool.nodes().iter().any(|node| match node {
        Node::Product(a, b) => spread(*a).saturating_mul(spread(*b)) > WIDE_DOMAIN,
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

/// Whether a model is linear in choices: sums of numbers that are 0 or 1, of tests of unknowns and of elements of lists of
/// numbers; clauses of such tests; unknowns that are all different; graphs.
pub fn is_linear_in_choices(model: &Model, objective: ExprId) -> bool {
    is_sum_of_choices(model, &Sum::of(&model.pool, objective))
        && model.conditions().into_iter().all(|e| is_condition_on_choices(model, e, true))
}

fn is_sum_of_choices(model: &Model, sum: &Sum) -> bool {
    let pool = &model.pool;
    let is_choice = |e: ExprId| match pool.node(e) {
        Node::IntVar(u) => model.unknown(*u).domain.size() <= 2,
        Node::FromBool(condition) => is_clause(model, *condition, true),
        Node::Element(list, index) => {
            view::unknown(pool, *index).is_some() && list.iter().all(|&e| pool.constant(e).is_some())
        }
        _ => false,
    };
    sum.terms().iter().all(|term| is_choice(term.1))
}

/// Whether a condition is a test of an unknown, or a clause or conjunction of such tests.
fn is_clause(model: &Model, e: ExprId, truth: bool) -> bool {
    let pool = &model.pool;
    match View::of(pool, e, truth) {
        View::Fix(..) => true,
        View::All(list, truth) | View::Clause(list, truth) => list.iter().all(|&e| view::fix(pool, e, truth).is_some()),
        _ => false,
    }
}

fn is_condition_on_choices(model: &Model, e: ExprId, truth: bool) -> bool {
    let pool = &model.pool;
    match View::of(pool, e, truth) {
        View::Constant(_) | View::Connected(_) | View::Acyclic(_) | View::Loop(_) => true,
        View::All(list, truth) => list.iter().all(|&e| is_condition_on_choices(model, e, truth)),
        View::Linear(sum, test) => {
            let (lo, hi) = pool.bounds(sum.expr);
            let is_bound = matches!(test, Test::IsNot(k) if k == lo || k == hi);
            (is_bound || test.interval().is_some()) && is_sum_of_choices(model, &sum)
        }
        View::Distinct(list, []) => list.iter().all(|&e| view::unknown(pool, e).is_some()),
        _ => is_clause(model, e, truth),
    }
}

#[cfg(test)]
mod tests {
    use super::is_linear_in_choices;
    use sator_model::recipes::{constrain, unknown};
    use sator_model::{Domain, ExprId, Kind, Model};

    /// An assignment with prices of the places that are used; `wide` asks for a sum of the places' numbers too.
    fn assignment(wide: bool) -> (Model, ExprId) {
        let mut model = Model::default();
        let mut numbers = |count: usize, high: i64| -> Vec<ExprId> {
            (0..count).map(|_| unknown(&mut model, Kind::Int, Domain::range(i64::from(high > 1), high))).collect()
        };
        let (places, used) = (numbers(4, 3), numbers(3, 1));
        let pool = &mut model.pool;
        let mut conditions = vec![pool.all_different(&places[..3], &[])];
        for (at, &is_used) in (1..).zip(&used) {
            let number = pool.int(at);
            let tests: Vec<ExprId> = places.iter().map(|&place| pool.eq(place, number).expect("small")).collect();
            let weights: Vec<(i64, ExprId)> = tests.iter().map(|&test| (40, pool.from_bool(test))).collect();
            let terms = weights.into_iter().chain([(-100, is_used)]);
            let (load, zero) = (pool.linear(terms, 0).expect("small"), pool.int(0));
            conditions.push(pool.le(load, zero).expect("small"));
            conditions.push(pool.le(used[0], is_used).expect("small"));
        }
        if wide {
            let (sum, most) = (pool.linear([(1, places[0]), (1, places[1])], 0).expect("small"), pool.int(4));
            conditions.push(pool.le(sum, most).expect("small"));
        }
        let costs: Vec<ExprId> = [7, 3, 5].into_iter().map(|cost| pool.int(cost)).collect();
        let cost = pool.element(&costs, places[3]).expect("small");
        let goal = pool.linear([(1, cost), (10, used[1]), (10, used[2])], 0).expect("small");
        conditions.into_iter().for_each(|condition| constrain(&mut model, condition));
        (model, goal)
    }

    #[test]
    fn models_of_choices_are_known_however_they_are_written() {
        let (model, goal) = assignment(false);
        for condition in model.conditions() {
            assert!(super::is_condition_on_choices(&model, condition, true), "{:?}", model.pool.node(condition));
        }
        assert!(is_linear_in_choices(&model, goal));
        let (model, goal) = assignment(true);
        assert!(!is_linear_in_choices(&model, goal));
    }
}
