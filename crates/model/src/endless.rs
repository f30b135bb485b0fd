//! Upper ends of unbounded unknowns, derived from linear conditions: with `a + 2 * b <= 9` and numbers from 0 on, `a`
//! and `b` are at most 9.

use super::node::FALSE;
use super::{ExprId, Model, NO_END, Node, UnknownId};
use rustc_hash::FxHashMap;

/// Limit on the passes over the conditions. One end can lower another by one for ever.
const ROUNDS: usize = 16;

/// `sum(coefficient * term) <= most`
struct AtMost {
    terms: Vec<(i128, ExprId)>,
    most: i128,
}

/// The ends found so far.
struct Ends<'a> {
    model: &'a Model,
    /// By unknown without an upper end in its domain: the end derived from the conditions.
    upper: FxHashMap<UnknownId, Option<i128>>,
    /// By expression: whether it depends on such an unknown.
    open: Vec<bool>,
}

impl Model {
    /// Whether some unknown can lie beyond [`NO_END`], because no linear condition bounds it.
    pub fn is_endless(&self) -> bool {
        self.upper_ends().iter().any(|(_, end)| end.is_none())
    }

    /// The upper end of each unbounded unknown that linear conditions derive, if it is at most [`NO_END`].
    pub fn upper_ends(&self) -> Vec<(UnknownId, Option<i64>)> {
        self.upper_ends_with(None)
    }

    /// Whether each unbounded unknown has an upper end in all solutions in which a goal is at most this value.
    pub fn has_ends_below(&self, goal: ExprId, most: i64) -> bool {
        let goal = self.at_most(goal, 1, i128::from(most));
        self.upper_ends_with(Some(goal)).iter().all(|(_, end)| end.is_some())
    }

    fn upper_ends_with(&self, more: Option<AtMost>) -> Vec<(UnknownId, Option<i64>)> {
        if self.open.is_empty() {
            return vec![];
        }
        let mut ends = Ends::new(self);
        let mut conditions = self.linear_conditions();
        conditions.extend(more);
        for _ in 0..ROUNDS {
            if !conditions.iter().fold(false, |changed, condition| ends.apply(condition) | changed) {
                break;
            }
        }
        // Comparisons were folded with [`NO_END`] as a bound. Such a model doesn't describe values beyond it.
        if self.pool.relies_on_open_ends() || self.open.iter().any(|&u| self.unknown(u).domain.min() > NO_END / 2) {
            return self.open.iter().map(|&u| (u, None)).collect();
        }
        // Without a solution any end is correct.
        if self.constraints.iter().any(|c| c.expr == FALSE) {
            return self.open.iter().map(|&u| (u, Some(self.unknown(u).domain.min()))).collect();
        }
        let end = |u: UnknownId| ends.upper[&u].and_then(|end| i64::try_from(end).ok()).filter(|&end| end <= NO_END);
        self.open.iter().map(|&u| (u, end(u))).collect()
    }

    /// The linear inequalities that hold in every solution.
    fn linear_conditions(&self) -> Vec<AtMost> {
        let mut found = Vec::new();
        let mut pending: Vec<(ExprId, bool)> = self.constraints.iter().map(|c| (c.expr, true)).collect();
        while let Some((condition, holds)) = pending.pop() {
            match (self.pool.node(condition), holds) {
                (Node::Not(inner), _) => pending.push((*inner, !holds)),
                (Node::And(parts), true) | (Node::Or(parts), false) => {
                    pending.extend(parts.iter().map(|&p| (p, holds)))
                }
                (Node::Le(e, most), true) => found.push(self.at_most(*e, 1, i128::from(*most))),
                (Node::Le(e, most), false) => found.push(self.at_most(*e, -1, -i128::from(*most) - 1)),
                (Node::Eq(e, value), true) => {
                    found.push(self.at_most(*e, 1, i128::from(*value)));
                    found.push(self.at_most(*e, -1, -i128::from(*value)));
                }
                (Node::Member(e, set), true) => {
                    found.push(self.at_most(*e, 1, i128::from(set.max())));
                    found.push(self.at_most(*e, -1, -i128::from(set.min())));
                }
                _ => {}
            }
        }
        found
    }

    /// `sign * e <= most`
    fn at_most(&self, e: ExprId, sign: i128, most: i128) -> AtMost {
        match self.pool.node(e) {
            Node::Sum(terms, constant) => AtMost {
                terms: terms.iter().map(|&(k, e)| (sign * i128::from(k), e)).collect(),
                most: most - sign * i128::from(*constant),
            },
            _ => AtMost { terms: vec![(sign, e)], most },
        }
    }
}

impl Ends<'_> {
    fn new(model: &Model) -> Ends<'_> {
        let upper: FxHashMap<UnknownId, Option<i128>> = model.open.iter().map(|&u| (u, None)).collect();
        // Children have smaller numbers, so one pass is enough.
        let mut open = Vec::with_capacity(model.pool.len());
        for node in model.pool.nodes() {
            let mut depends = matches!(node, Node::IntVar(u) if upper.contains_key(u));
            node.for_each_child(|child| depends |= open[child.index()]);
            open.push(depends);
        }
        Ends { model, upper, open }
    }

    /// The smallest value of a term; `None` if it is unknown.
    fn least(&self, coefficient: i128, e: ExprId) -> Option<i128> {
        let (low, high) = self.model.pool.bounds(e);
        let (low, high) = match self.model.pool.node(e) {
            Node::IntVar(u) => match self.upper.get(u) {
                Some(end) => (Some(i128::from(low)), *end),
                None => (Some(i128::from(low)), Some(i128::from(high))),
            },
            _ if self.open[e.index()] => (None, None),
            _ => (Some(i128::from(low)), Some(i128::from(high))),
        };
        Some(coefficient * if coefficient < 0 { high? } else { low? })
    }

    /// Lowers the ends that a condition bounds. Returns whether an end changed.
    fn apply(&mut self, AtMost { terms, most }: &AtMost) -> bool {
        let least: Vec<Option<i128>> = terms.iter().map(|&(k, e)| self.least(k, e)).collect();
        let unbounded = least.iter().filter(|least| least.is_none()).count();
        let total: i128 = least.iter().flatten().sum();
        let mut changed = false;
        for (&(coefficient, e), own) in terms.iter().zip(&least) {
            // A bound needs the smallest value of all other terms.
            let others = match own {
                Some(own) if unbounded == 0 => total - own,
                None if unbounded == 1 => total,
                _ => continue,
            };
            let Node::IntVar(u) = self.model.pool.node(e) else { continue };
            let Some(end) = self.upper.get_mut(u).filter(|_| coefficient > 0) else { continue };
            let new = (most - others).div_euclid(coefficient);
            if end.is_none_or(|end| new < end) {
                *end = Some(new);
                changed = true;
            }
        }
        changed
    }
}
