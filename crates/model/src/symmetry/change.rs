//! Expressions under an exchange of unknowns or of their values.

use super::Place;
use crate::expr_id::ExprId;
use crate::node::TRUE;
use crate::{Domain, Model, Node, Pool, UnknownId, view};
use rustc_hash::FxHashMap;

/// Greatest depth of an expression: the change of an expression recurses.
const DEPTH: u32 = 100;

/// Unknowns that take the places of others, or values.
pub(super) struct Change {
    to: FxHashMap<UnknownId, UnknownId>,
    /// By unknown: two of its values that change places.
    values: FxHashMap<UnknownId, [i64; 2]>,
    images: FxHashMap<ExprId, Option<ExprId>>,
}

impl Change {
    pub(super) fn of(pairs: &[(Place, Place)]) -> Change {
        let mut change =
            Change { to: FxHashMap::default(), values: FxHashMap::default(), images: FxHashMap::default() };
        for &pair in pairs {
            match pair {
                (Place::Value(u, a), Place::Value(_, b)) => drop(change.values.insert(u, [a, b])),
                (u, v) => change.to.extend([(u.unknown(), v.unknown()), (v.unknown(), u.unknown())]),
            }
        }
        change
    }

    /// Whether an unknown takes another's place or exchanges values, not both.
    pub(super) fn is_exchange(&self) -> bool {
        !self.values.keys().any(|u| self.to.contains_key(u))
    }

    /// The number of nodes gone through.
    pub(super) fn nodes(&self) -> usize {
        self.images.len()
    }

    /// The expression after the change. `None` if that isn't known.
    pub(super) fn image(&mut self, model: &mut Model, e: ExprId) -> Option<ExprId> {
        self.image_within(model, e, DEPTH)
    }

    fn image_within(&mut self, model: &mut Model, e: ExprId, depth: u32) -> Option<ExprId> {
        if let Some(&known) = self.images.get(&e) {
            return known;
        }
        let image = self.changed(model, e, depth.checked_sub(1)?);
        self.images.insert(e, image);
        image
    }

    fn changed(&mut self, model: &mut Model, e: ExprId, depth: u32) -> Option<ExprId> {
        // Another place could make a value undefined that a comparison is guarded against.
        if model.pool.defined(e) != TRUE {
            return None;
        }
        if let Some(image) = self.renamed(&mut model.pool, e) {
            return Some(image);
        }
        let node = model.pool.node(e).clone();
        if let Node::IntVar(u) | Node::BoolVar(u) = node {
            let is_kept = !self.values.contains_key(&u);
            return is_kept.then(|| self.to.get(&u).map_or(e, |&v| model.node_of(v)));
        }
        if let Node::Element(list, index) = &node
            && let Some([a, b]) = self.exchanged(&model.pool, *index)
        {
            let mut list = list.iter().map(|&e| self.image_within(model, e, depth)).collect::<Option<Vec<_>>>()?;
            let place = |value: i64| usize::try_from(value.checked_sub(1)?).ok().filter(|&at| at < list.len());
            let (a, b) = (place(a)?, place(b)?);
            list.swap(a, b);
            return model.pool.element(&list, *index).ok();
        }
        let mut children = vec![];
        node.for_each_child(|child| children.push(child));
        let images =
            children.iter().map(|&child| self.image_within(model, child, depth)).collect::<Option<Vec<_>>>()?;
        if images == children {
            return Some(e);
        }
        let pool = &mut model.pool;
        let parts = images.iter().copied();
        Some(match node {
            Node::Not(_) => pool.not(images[0]),
            Node::And(_) => pool.and(parts),
            Node::Or(_) => pool.or(parts),
            Node::Iff(..) => pool.iff(images[0], images[1]),
            Node::Eq(_, k) => {
                let k = pool.int(k);
                pool.eq(images[0], k).ok()?
            }
            Node::Le(_, k) => {
                let k = pool.int(k);
                pool.le(images[0], k).ok()?
            }
            Node::Member(_, set) => pool.member(images[0], &set),
            Node::AllDifferent(_, except) => pool.all_different(&images, &except),
            Node::FromBool(_) => pool.from_bool(images[0]),
            Node::Sum(terms, constant) => pool.linear(terms.iter().map(|term| term.0).zip(parts), constant).ok()?,
            Node::Product(..) => pool.mul(images[0], images[1]).ok()?,
            Node::Abs(_) => pool.abs(images[0]).ok()?,
            Node::Min(_) => pool.min(&images),
            Node::Max(_) => pool.max(&images),
            Node::Ite(..) => pool.ite(images[0], images[1], images[2]),
            Node::Element(..) => {
                let (&index, list) = images.split_last()?;
                pool.element(list, index).ok()?
            }
            _ => return None,
        })
    }

    /// The values that change places, if the expression is an unknown that has some.
    fn exchanged(&self, pool: &Pool, e: ExprId) -> Option<[i64; 2]> {
        self.values.get(&view::unknown(pool, e)?).copied()
    }

    /// A test of unknowns whose values change places.
    fn renamed(&self, pool: &mut Pool, e: ExprId) -> Option<ExprId> {
        if let Some((a, b)) = view::equal_sides(pool, e) {
            let values = self.exchanged(pool, a)?;
            return (self.exchanged(pool, b) == Some(values)).then_some(e);
        }
        match pool.node(e).clone() {
            Node::Eq(number, value) => {
                let [a, b] = self.exchanged(pool, number)?;
                let value = if value == a {
                    b
                } else if value == b {
                    a
                } else {
                    value
                };
                let value = pool.int(value);
                pool.eq(number, value).ok()
            }
            Node::Member(number, set) => {
                let [a, b] = self.exchanged(pool, number)?;
                let (lost, gained) = match (set.contains(a), set.contains(b)) {
                    (true, false) => (a, b),
                    (false, true) => (b, a),
                    _ => return Some(e),
                };
                let rest = set.minus(&Domain::range(lost, lost));
                let ranges = rest.ranges().iter().copied().chain([(gained, gained)]).collect();
                Some(pool.member(number, &Domain::from_ranges(ranges)))
            }
            Node::AllDifferent(list, except) => {
                let values = self.exchanged(pool, *list.first()?)?;
                let same = list.iter().all(|&e| self.exchanged(pool, e) == Some(values));
                let [a, b] = values.map(|value| except.contains(&value));
                (same && a == b).then_some(e)
            }
            _ => None,
        }
    }
}
