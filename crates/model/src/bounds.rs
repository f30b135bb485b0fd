//! Bounds: the smallest and largest value of a node, computed from its children by interval arithmetic. The pool, the
//! formulas and the explanations share it. A condition has bounds 0..0, 1..1 or 0..1.
//!
//! Large values follow one policy. A computed value must fit 64 bits. Its variable part (a sum without its constant, a
//! product, a quotient) must fit half of that, so that the difference of any two values fits as well. Everything else
//! is an [`Overflow`], and the pool makes no such node. Bounds are monotonic: tighter children never give wider bounds,
//! so bounds inside those of the pool never overflow.

use super::interval::{Bounds, MOST, OPEN, Overflow, extreme, floor_div, floor_mod, span, truth, union};
use super::{Domain, ExprId, Node, UnknownId};

/// Bounds of a node. Asks `child` only for the children that matter.
///
/// # Errors
/// [`Overflow`] if a bound lies outside the numbers of a model.
pub fn bounds(
    node: &Node,
    unknown: impl Fn(UnknownId) -> Bounds,
    mut child: impl FnMut(ExprId) -> Bounds,
) -> Result<Bounds, Overflow> {
    Ok(match node {
        Node::Bool(b) => truth(*b),
        Node::BoolVar(u) | Node::IntVar(u) => unknown(*u),
        Node::Not(a) => {
            let (lo, hi) = child(*a);
            (1 - hi, 1 - lo)
        }
        Node::And(l) => junction(l, &mut child, 0),
        Node::Or(l) => junction(l, &mut child, 1),
        Node::Iff(a, b) => match (child(*a), child(*b)) {
            ((0, 0), (0, 0)) | ((1, 1), (1, 1)) => truth(true),
            ((0, 0), (1, 1)) | ((1, 1), (0, 0)) => truth(false),
            _ => OPEN,
        },
        Node::Eq(a, k) => match child(*a) {
            (lo, hi) if *k < lo || *k > hi => truth(false),
            (lo, hi) if lo == hi => truth(true),
            _ => OPEN,
        },
        Node::Le(a, k) => match child(*a) {
            (lo, _) if lo > *k => truth(false),
            (_, hi) if hi <= *k => truth(true),
            _ => OPEN,
        },
        Node::Member(a, set) => membership(child(*a), set),
        Node::Table(..)
        | Node::AllDifferent(..)
        | Node::Connected(_)
        | Node::Acyclic(_)
        | Node::SingleLoop(_)
        | Node::Closed(_)
        | Node::Reaches(..)
        | Node::Congruent(..) => OPEN,
        // The sizes that a vertex's piece can reach are computed once, when the node is made.
        Node::PieceSize(g, v) => (g.vertices.as_ref().map_or(0, |on| child(on[*v as usize]).0), g.size as i64),
        Node::Int(k) => (*k, *k),
        Node::FromBool(c) => child(*c),
        Node::Sum(terms, c) => sum(terms.iter().map(|&(k, e)| (k, child(e))), *c)?,
        Node::Product(a, b) => {
            let ((al, ah), (bl, bh)) = (child(*a), child(*b));
            let corners = [(al, bl), (al, bh), (ah, bl), (ah, bh)].map(|(x, y)| x as i128 * y as i128);
            span(corners)?
        }
        Node::Div(a, b) => quotient(child(*a), child(*b))?,
        Node::Mod(a, b) => remainder(child(*a), child(*b)),
        Node::Abs(a) => match child(*a) {
            (lo, hi) if lo >= 0 => (lo, hi),
            (lo, hi) if hi <= 0 => (-hi, lo.checked_neg().ok_or(Overflow)?),
            (lo, hi) => (0, hi.max(lo.checked_neg().ok_or(Overflow)?)),
        },
        Node::Min(l) => extreme(l.iter().map(|&e| child(e)), false),
        Node::Max(l) => extreme(l.iter().map(|&e| child(e)), true),
        Node::Ite(c, a, b) => match child(*c) {
            (1, _) => child(*a),
            (_, 0) => child(*b),
            _ => union(child(*a), child(*b)),
        },
        Node::Element(l, i) => {
            let at = child(*i);
            element(l, at, child)
        }
    })
}

fn membership((lo, hi): Bounds, set: &Domain) -> Bounds {
    let next = set.ranges().partition_point(|r| r.1 < lo);
    match set.ranges().get(next) {
        Some(&(a, b)) if a <= lo && hi <= b => truth(true),
        Some(&(a, _)) if a <= hi => OPEN,
        _ => truth(false),
    }
}

/// Bounds of a sum of terms, each a factor and the bounds of its part, and of a constant.
fn sum(terms: impl Iterator<Item = (i64, Bounds)>, constant: i64) -> Result<Bounds, Overflow> {
    let (mut lo, mut hi, mut magnitude) = (constant as i128, constant as i128, 0i128);
    for (k, (a, b)) in terms {
        let (x, y) = (k as i128 * a as i128, k as i128 * b as i128);
        lo = lo.saturating_add(x.min(y));
        hi = hi.saturating_add(x.max(y));
        magnitude = magnitude.saturating_add(x.abs().max(y.abs()));
    }
    let fit = |v: i128| i64::try_from(v).map_err(|_| Overflow);
    if magnitude > MOST {
        return Err(Overflow);
    }
    Ok((fit(lo)?, fit(hi)?))
}

/// Bounds of a quotient: it is extreme at the extremes of its parts, and at the divisors nearest to 0.
fn quotient((al, ah): Bounds, (bl, bh): Bounds) -> Result<Bounds, Overflow> {
    let mut quotients = if bl <= 0 && 0 <= bh { vec![0] } else { vec![] };
    for y in [bl, bh, 1.clamp(bl, bh), (-1).clamp(bl, bh)].into_iter().filter(|&y| y != 0) {
        for x in [al, ah] {
            quotients.push(floor_div(x, y).ok_or(Overflow)? as i128);
        }
    }
    span(quotients)
}

fn remainder((al, ah): Bounds, (bl, bh): Bounds) -> Bounds {
    let (lo, hi) = (bl.saturating_add(1).min(0), bh.saturating_sub(1).max(0));
    if al == ah && bl == bh {
        let value = if bl == 0 { 0 } else { floor_mod(al, bl) };
        (value, value)
    } else if al >= 0 && bl >= 0 {
        (0, hi.min(ah))
    } else {
        (lo, hi)
    }
}

/// Bounds of the element at an index in `lo..hi`; the first one for an index outside the list.
fn element(list: &[ExprId], (lo, hi): Bounds, mut child: impl FnMut(ExprId) -> Bounds) -> Bounds {
    let n = list.len() as i64;
    let mut all: Option<Bounds> = None;
    let mut join = |found: Bounds| all = Some(all.map_or(found, |all| union(all, found)));
    (lo.max(1)..=hi.min(n)).for_each(|i| join(child(list[i as usize - 1])));
    if lo < 1 || hi > n {
        join(child(list[0]));
    }
    all.unwrap_or((0, 0))
}

/// Bounds of a conjunction (`decisive` 0) or disjunction (`decisive` 1).
fn junction(list: &[ExprId], child: &mut impl FnMut(ExprId) -> Bounds, decisive: i64) -> Bounds {
    let mut all = true;
    for &e in list {
        match child(e) {
            (lo, hi) if lo == hi && lo == decisive => return (decisive, decisive),
            (lo, hi) if lo == hi => {}
            _ => all = false,
        }
    }
    if all { (1 - decisive, 1 - decisive) } else { OPEN }
}

#[cfg(test)]
mod tests {
    use crate::{Assignment, Kind, Model};

    /// Sessions move between threads.
    #[test]
    fn models_can_be_sent() {
        fn sent<T: Send>() {}
        sent::<Model>();
    }

    /// Bounds contain the value, and equal it where all parts are fixed, for values around 0.
    #[test]
    fn bounds_hold_the_value() {
        use super::bounds;
        use crate::evaluate::node_value;
        use crate::{Domain, ExprId, Node, Unknown};
        let mut model = Model::default();
        let values = -3..=3;
        let mut ids = vec![];
        for name in ["a", "b", "c"] {
            let domain = Domain::range(*values.start(), *values.end());
            let u =
                model.add_unknown(Unknown { name: name.into(), kind: Kind::Int, domain, hidden: false, inner: false });
            let unknown = model.unknown(u).clone();
            ids.push(model.pool.int_var(u, &unknown));
        }
        let [a, b, c] = ids[..] else { unreachable!() };
        let pool = &mut model.pool;
        let parts = [
            pool.linear([(2, a), (-3, b)], 1),
            pool.mul(a, b),
            pool.div(a, b),
            pool.modulo(a, b),
            pool.abs(a),
            Ok(pool.min(&[a, b])),
            Ok(pool.max(&[a, b])),
            pool.element(&[a, b], c),
            pool.le(a, b),
            pool.eq(a, b),
        ];
        let mut parts: Vec<ExprId> = parts.into_iter().map(|e| e.expect("small values fit")).collect();
        parts.push(pool.ite(parts[8], b, c));
        parts.push(pool.iff(parts[8], parts[9]));
        parts.push(pool.and([parts[8], parts[9]]));
        parts.push(pool.from_bool(parts[8]));
        parts.push(pool.member(a, &Domain::from_ranges(vec![(-2, -1), (1, 2)])));
        let boxes = || values.clone().flat_map(|lo| (lo..=3).map(move |hi| (lo, hi)));
        let known = |all: &[(i64, i64)]| {
            let mut found: Vec<(i64, i64)> = vec![];
            for node in model.pool.nodes() {
                let unknown = |u: crate::UnknownId| all[u];
                found.push(bounds(node, unknown, |e| found[e]).expect("small values fit"));
            }
            found
        };
        for all in boxes().flat_map(|a| boxes().map(move |b| (a, b))) {
            let all = [all.0, all.1, (all.0.0, all.0.0)];
            let found = known(&all);
            for (x, y) in (all[0].0..=all[0].1).flat_map(|x| (all[1].0..=all[1].1).map(move |y| (x, y))) {
                let assignment = Assignment(vec![x, y, all[2].0]);
                let mut real: Vec<i64> = vec![];
                for (node, at) in model.pool.nodes().iter().zip(&found) {
                    let value = node_value(node, |u| assignment.get(u), |e| real[e]);
                    assert!(at.0 <= value && value <= at.1, "{node:?} is {value}, not in {at:?} ({all:?})");
                    let point = all.iter().all(|b| b.0 == b.1);
                    let judged = !matches!(node, Node::Table(..) | Node::AllDifferent(..));
                    assert!(!point || !judged || at.0 == at.1, "{node:?} is known, found {at:?}");
                    real.push(value);
                }
            }
        }
    }
}
