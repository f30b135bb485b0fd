//! Violations: how far a condition is from being true, and from being false (Van Hentenryck & Michel 2005). A comparison
//! counts the distance of its sides, an all-different its repeated values, a conjunction the sum of its parts.

use sator_model::{ExprId, Node};

/// The violation of a condition that no move can repair.
const HOPELESS: i64 = 1 << 20;
/// Rows of a table up to which the nearest row is looked for.
const ROWS: usize = 64;

/// The distances of a condition from false and from true. One of them is 0.
pub(super) type Distances = [i64; 2];

/// The distances of a node, given its value, and the values and distances of its children. Integers have none.
pub(super) fn distances(
    node: &Node,
    value: i64,
    child: impl Fn(ExprId) -> i64,
    of: impl Fn(ExprId) -> Distances,
) -> Distances {
    let sum = |l: &[ExprId], side: usize| l.iter().fold(0i64, |sum, &e| sum.saturating_add(of(e)[side]));
    let least = |l: &[ExprId], side: usize| l.iter().map(|&e| of(e)[side]).min().unwrap_or(0);
    let known = |truth: i64| if value != 0 { [1, 0] } else { [0, truth.max(1)] };
    match node {
        Node::Bool(b) => {
            if *b {
                [HOPELESS, 0]
            } else {
                [0, HOPELESS]
            }
        }
        Node::Not(a) => {
            let [no, yes] = of(*a);
            [yes, no]
        }
        Node::And(l) => [least(l, 0), sum(l, 1)],
        Node::Or(l) => [sum(l, 0), least(l, 1)],
        Node::Iff(a, b) => {
            let (a, b) = (of(*a), of(*b));
            [(a[0] + b[1]).min(a[1] + b[0]), (a[0] + b[0]).min(a[1] + b[1])]
        }
        Node::Eq(e, k) => known(child(*e).saturating_sub(*k).saturating_abs()),
        Node::Le(e, k) => {
            let over = child(*e).saturating_sub(*k);
            if over > 0 { [0, over] } else { [1 - over, 0] }
        }
        Node::Member(e, set) => {
            let v = child(*e);
            let next = set.ranges().partition_point(|r| r.1 < v);
            let above = set.ranges().get(next).map(|r| r.0.saturating_sub(v));
            let below = next.checked_sub(1).map(|at| v.saturating_sub(set.ranges()[at].1));
            known(above.into_iter().chain(below).min().unwrap_or(1))
        }
        Node::Table(l, rows) if rows.len() <= ROWS => {
            let apart = |row: &[i64]| l.iter().zip(row).filter(|(e, v)| child(**e) != **v).count() as i64;
            known(rows.iter().map(|row| apart(row)).min().unwrap_or(1))
        }
        Node::AllDifferent(l, except) => {
            let mut values: Vec<i64> = l.iter().map(|&e| child(e)).filter(|v| !except.contains(v)).collect();
            values.sort_unstable();
            known(values.windows(2).filter(|pair| pair[0] == pair[1]).count() as i64)
        }
        _ => known(1),
    }
}
