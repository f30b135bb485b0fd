//! Facts about an expression that domains imply: bounds by interval arithmetic (a condition has 0..0, 1..1 or 0..1), and the
//! open unknowns it depends on, if they are few.

use sator_model::bounds::bounds;
use sator_model::interval::truth;
use sator_model::{Bounds, Domain, ExprId, Node, Pool, UnknownId};

/// A source of bounds for unknowns.
pub trait DomainBounds {
    /// The smallest and the largest value of an unknown.
    fn bounds(&self, u: UnknownId) -> Bounds;
    /// Whether the unknown can have the value.
    fn contains(&self, u: UnknownId, value: i64) -> bool;
}

impl DomainBounds for Vec<Domain> {
    fn bounds(&self, u: UnknownId) -> Bounds {
        (self[u].min(), self[u].max())
    }

    fn contains(&self, u: UnknownId, value: i64) -> bool {
        self[u].contains(value)
    }
}

/// Bounds of a node from those of its children, never wider than the pool's.
pub fn node_bounds(pool: &Pool, e: ExprId, known: &impl DomainBounds, child: impl FnMut(ExprId) -> Bounds) -> Bounds {
    let node = pool.node(e);
    if let Node::BoolVar(u) | Node::IntVar(u) = node {
        return known.bounds(*u);
    }
    let (a, b) = pool.bounds(e);
    let hole = |e: ExprId, k: i64| matches!(pool.node(e), Node::IntVar(u) if !known.contains(*u, k));
    let (lo, hi) = match node {
        Node::Eq(inner, k) if hole(*inner, *k) => truth(false),
        _ => bounds(node, |u| known.bounds(u), child).unwrap_or((a, b)),
    };
    // Both are bounds, so their intersection is one; it is empty only if the domains are already in conflict.
    if lo.max(a) <= hi.min(b) { (lo.max(a), hi.min(b)) } else { (a, b) }
}

/// The largest number of unknowns that a [`Support`] names.
pub const SUPPORT_MAX: usize = 3;

/// The open unknowns that an expression depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Support {
    /// `SUPPORT_MAX + 1` means more.
    count: u8,
    unknowns: [UnknownId; SUPPORT_MAX],
}

impl Support {
    /// No unknowns.
    pub const NONE: Support = Support { count: 0, unknowns: [UnknownId(0); SUPPORT_MAX] };
    /// More than [`SUPPORT_MAX`] unknowns.
    pub const MANY: Support = Support { count: SUPPORT_MAX as u8 + 1, ..Support::NONE };

    /// The unknowns in increasing order; `None` if they are more.
    pub fn few(&self) -> Option<&[UnknownId]> {
        self.unknowns.get(..self.count as usize)
    }

    /// One unknown.
    pub fn one(u: UnknownId) -> Support {
        Support { count: 1, unknowns: [u; SUPPORT_MAX] }
    }

    /// The unknowns of both.
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

/// Bounds and support of every node of a pool, computed when the node is first seen. Domains that shrink later leave
/// them valid, but less tight.
#[derive(Clone, Default)]
pub struct NodeFacts {
    bounds: Vec<Bounds>,
    support: Vec<Support>,
    /// The longest path down to a node that is fixed or has no children.
    height: Vec<u32>,
}

impl NodeFacts {
    /// Adds the nodes that are new in the pool.
    pub fn extend(&mut self, pool: &Pool, known: &impl DomainBounds) {
        let new = pool.len().saturating_sub(self.bounds.len());
        self.bounds.reserve(new);
        self.support.reserve(new);
        self.height.reserve(new);
        for i in self.bounds.len()..pool.len() {
            let (bounds, support, height) = self.of_node(pool, ExprId::at(i), known);
            self.bounds.push(bounds);
            self.support.push(support);
            self.height.push(height);
        }
    }

    /// Computes the nodes again that depend on unknowns whose domains shrank.
    pub fn refresh(&mut self, pool: &Pool, known: &impl DomainBounds, is_changed: impl Fn(UnknownId) -> bool) {
        let mut is_outdated = vec![false; self.bounds.len()];
        for i in 0..self.bounds.len() {
            let e = ExprId::at(i);
            let outdated = match pool.node(e) {
                Node::BoolVar(u) | Node::IntVar(u) => is_changed(*u),
                node => {
                    let mut any = false;
                    node.for_each_child(|c| any |= is_outdated[c.index()]);
                    any
                }
            };
            if outdated {
                is_outdated[i] = true;
                (self.bounds[e], self.support[e], self.height[e]) = self.of_node(pool, e, known);
            }
        }
    }

    /// Bounds, support and height of a node, from those of its children.
    fn of_node(&self, pool: &Pool, e: ExprId, known: &impl DomainBounds) -> (Bounds, Support, u32) {
        let bounds = node_bounds(pool, e, known, |c| self.bounds[c]);
        let (mut support, mut height) = (Support::NONE, 0);
        match pool.node(e) {
            _ if bounds.0 == bounds.1 => {}
            Node::BoolVar(u) | Node::IntVar(u) => support = Support::one(*u),
            node => node.for_each_child(|c| {
                height = height.max(self.height[c] + 1);
                if support.few().is_some() {
                    support = support.with(&self.support[c]);
                }
            }),
        }
        (bounds, support, height)
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.bounds.len()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.bounds.is_empty()
    }

    /// Drops the nodes from number `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.bounds.truncate(len);
        self.support.truncate(len);
        self.height.truncate(len);
    }

    /// The bounds of a node.
    pub fn bounds(&self, e: ExprId) -> Bounds {
        self.bounds[e]
    }

    /// The value, if the bounds determine it.
    pub fn fixed(&self, e: ExprId) -> Option<i64> {
        let (lo, hi) = self.bounds(e);
        (lo == hi).then_some(lo)
    }

    /// The length of the longest path down from a node.
    pub fn height(&self, e: ExprId) -> u32 {
        self.height[e]
    }

    /// The support of a node.
    pub fn support(&self, e: ExprId) -> &Support {
        &self.support[e]
    }
}
