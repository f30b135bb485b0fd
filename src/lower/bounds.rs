//! What the domains known now say of an expression: bounds by interval arithmetic (a condition has
//! 0..0, 1..1 or 0..1), and which open unknowns it depends on when these are few.

use crate::model::expression::floor_div;
use crate::model::{ExprId, Node, Pool, UnknownId};

/// Smallest and largest value.
pub type Bounds = (i64, i64);

/// Where bounds of unknowns come from.
pub trait Known {
    fn bounds(&self, u: UnknownId) -> Bounds;
    fn contains(&self, u: UnknownId, value: i64) -> bool;
}

const OPEN: Bounds = (0, 1);

fn truth(known: bool) -> Bounds {
    (known as i64, known as i64)
}

/// Bounds of a node from those of its children; never wider than what the pool says.
pub fn node_bounds(pool: &Pool, e: ExprId, known: &impl Known, mut child: impl FnMut(ExprId) -> Bounds) -> Bounds {
    let (lo, hi) = match pool.node(e) {
        Node::Bool(b) => truth(*b),
        Node::BoolVar(u) | Node::IntVar(u) => known.bounds(*u),
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
            _ => match pool.node(*a) {
                Node::IntVar(u) if !known.contains(*u, *k) => truth(false),
                _ => OPEN,
            },
        },
        Node::Le(a, k) => match child(*a) {
            (lo, _) if lo > *k => truth(false),
            (_, hi) if hi <= *k => truth(true),
            _ => OPEN,
        },
        Node::Member(a, set) => {
            let (lo, hi) = child(*a);
            let next = set.ranges().partition_point(|r| r.1 < lo);
            match set.ranges().get(next) {
                Some(&(a, b)) if a <= lo && hi <= b => truth(true),
                Some(&(a, _)) if a <= hi => OPEN,
                _ => truth(false),
            }
        }
        Node::Table(..)
        | Node::AllDifferent(..)
        | Node::Connected(_)
        | Node::Acyclic(_)
        | Node::SingleLoop(_)
        | Node::Closed(_)
        | Node::Reaches(..) => OPEN,
        Node::PieceSize(..) => pool.bounds(e),
        Node::Int(k) => (*k, *k),
        Node::FromBool(c) => child(*c),
        Node::Sum(terms, c) => {
            let (mut lo, mut hi) = (*c as i128, *c as i128);
            for &(k, e) in terms.iter().filter(|t| t.0 != 0) {
                let (a, b) = child(e);
                let (x, y) = (k as i128 * a as i128, k as i128 * b as i128);
                lo += x.min(y);
                hi += x.max(y);
            }
            narrow(lo, hi)
        }
        Node::Product(a, b) => {
            let ((al, ah), (bl, bh)) = (child(*a), child(*b));
            let corners = [(al, bl), (al, bh), (ah, bl), (ah, bh)].map(|(x, y)| x as i128 * y as i128);
            span(&corners)
        }
        Node::Div(a, b) => {
            let ((al, ah), (bl, bh)) = (child(*a), child(*b));
            // Quotients are extreme at the extremes and at the divisors nearest to 0.
            let mut quotients = if bl <= 0 && 0 <= bh { vec![0] } else { vec![] };
            for y in [bl, bh, 1.clamp(bl, bh), (-1).clamp(bl, bh)].into_iter().filter(|&y| y != 0) {
                quotients.extend([al, ah].into_iter().filter_map(|x| floor_div(x, y)).map(|q| q as i128));
            }
            span(&quotients)
        }
        Node::Mod(a, b) => {
            let ((al, ah), (bl, bh)) = (child(*a), child(*b));
            let (lo, hi) = ((bl as i128 + 1).min(0), (bh as i128 - 1).max(0));
            if al >= 0 && bl >= 0 { narrow(0, hi.min(ah as i128)) } else { narrow(lo, hi) }
        }
        Node::Abs(a) => match child(*a) {
            (lo, hi) if lo >= 0 => (lo, hi),
            (lo, hi) if hi <= 0 => (-hi, -lo),
            (lo, hi) => (0, hi.max(-lo)),
        },
        Node::Min(l) => l.iter().map(|&e| child(e)).reduce(|a, b| (a.0.min(b.0), a.1.min(b.1))).unwrap_or((0, 0)),
        Node::Max(l) => l.iter().map(|&e| child(e)).reduce(|a, b| (a.0.max(b.0), a.1.max(b.1))).unwrap_or((0, 0)),
        Node::Ite(c, a, b) => match child(*c) {
            (1, _) => child(*a),
            (_, 0) => child(*b),
            _ => union(child(*a), child(*b)),
        },
        Node::Element(l, i) => {
            let (lo, hi) = child(*i);
            let n = l.len() as i64;
            let first = (lo < 1 || hi > n).then(|| child(l[0]));
            let inside = (lo.max(1)..=hi.min(n)).map(|i| child(l[i as usize - 1]));
            inside.chain(first).reduce(union).unwrap_or((0, 0))
        }
    };
    // Both are bounds, so where they overlap is one; they do unless the domains are already in conflict.
    let (a, b) = pool.bounds(e);
    if lo.max(a) <= hi.min(b) { (lo.max(a), hi.min(b)) } else { (a, b) }
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

fn union(a: Bounds, b: Bounds) -> Bounds {
    (a.0.min(b.0), a.1.max(b.1))
}

fn narrow(lo: i128, hi: i128) -> Bounds {
    let fit = |v: i128| v.clamp(i64::MIN as i128, i64::MAX as i128) as i64;
    (fit(lo), fit(hi))
}

fn span(values: &[i128]) -> Bounds {
    match (values.iter().min(), values.iter().max()) {
        (Some(&lo), Some(&hi)) => narrow(lo, hi),
        _ => (0, 0),
    }
}

/// Most unknowns that a [`Support`] names.
pub const SUPPORT_MAX: usize = 3;

/// The open unknowns that an expression depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Support {
    /// `SUPPORT_MAX + 1` stands for "more".
    count: u8,
    unknowns: [UnknownId; SUPPORT_MAX],
}

impl Support {
    pub const NONE: Support = Support { count: 0, unknowns: [UnknownId(0); SUPPORT_MAX] };
    pub const MANY: Support = Support { count: SUPPORT_MAX as u8 + 1, ..Support::NONE };

    /// In increasing order; `None` when they are many.
    pub fn few(&self) -> Option<&[UnknownId]> {
        self.unknowns.get(..self.count as usize)
    }

    pub fn one(u: UnknownId) -> Support {
        Support { count: 1, unknowns: [u; SUPPORT_MAX] }
    }

    pub fn with(mut self, other: &Support) -> Support {
        let Some(others) = other.few() else { return Support::MANY };
        for &u in others {
            let Some(mine) = self.few() else { return Support::MANY };
            let Err(at) = mine.binary_search(&u) else { continue };
            if mine.len() == SUPPORT_MAX {
                return Support::MANY;
            }
            self.unknowns.copy_within(at..SUPPORT_MAX - 1, at + 1);
            self.unknowns[at] = u;
            self.count += 1;
        }
        self
    }
}

/// Bounds and support of every node of a pool, computed once, when the node is first seen. Domains
/// that shrink later leave them true, only less sharp.
#[derive(Default)]
pub struct Facts {
    bounds: Vec<Bounds>,
    support: Vec<Support>,
}

impl Facts {
    /// Takes in the nodes that the pool has gained.
    pub fn extend(&mut self, pool: &Pool, known: &impl Known) {
        for i in self.bounds.len()..pool.len() {
            let e = ExprId(i as u32);
            let bounds = node_bounds(pool, e, known, |c| self.bounds[c.0 as usize]);
            let support = match pool.node(e) {
                _ if bounds.0 == bounds.1 => Support::NONE,
                Node::BoolVar(u) | Node::IntVar(u) => Support::one(*u),
                node => {
                    let mut support = Support::NONE;
                    node.for_each_child(|c| {
                        if support.few().is_some() {
                            support = support.with(&self.support[c.0 as usize]);
                        }
                    });
                    support
                }
            };
            self.bounds.push(bounds);
            self.support.push(support);
        }
    }

    /// Forgets the nodes from number `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.bounds.truncate(len);
        self.support.truncate(len);
    }

    pub fn bounds(&self, e: ExprId) -> Bounds {
        self.bounds[e.0 as usize]
    }

    /// The value, if the domains leave only one.
    pub fn fixed(&self, e: ExprId) -> Option<i64> {
        let (lo, hi) = self.bounds(e);
        (lo == hi).then_some(lo)
    }

    pub fn support(&self, e: ExprId) -> &Support {
        &self.support[e.0 as usize]
    }
}
