//! Bounds passed up and down the expressions of a problem, until nothing changes (HC4-revise: Benhamou, Goualard, Granvilliers,
//! Puget, Revising hull and box consistency, 1999). Sound, and linear in the problem: for those too large to search.

use super::graphs::Region;
use super::hc4_state::RequiredBounds;
use super::{GroupCsp, graphs};
use crate::mask::Mask;
use sator_model::bounds::bounds;
use sator_model::{Bounds, ExprId, Node};

/// Number of passes of bounds up and down.
const PASSES: usize = 8;

impl GroupCsp {
    /// Bounds of a node by those of its parts; exact where every unknown has one value. `region` becomes the region of a node about a
    /// graph.
    fn interval(&self, i: usize, masks: &[Mask], known: &[(i64, i64)], region: &mut Option<Region>) -> (i64, i64) {
        let node = &self.nodes[i];
        let of = |e: &ExprId| known[*e];
        let unsure = (0, 1);
        // Exact for an unknown, whose values need not be an interval.
        let may_be = |e: &ExprId, fits: &dyn Fn(i64) -> bool| match &self.nodes[*e] {
            Node::IntVar(u) => {
                let at = u.index();
                let fitting = self.values[at].iter().enumerate().filter(|(p, v)| masks[at] >> p & 1 == 1 && fits(**v));
                match fitting.count() as u32 {
                    0 => (0, 0),
                    n if n == masks[at].count_ones() => (1, 1),
                    _ => unsure,
                }
            }
            _ => match of(e) {
                (lo, hi) if lo == hi => (fits(lo) as i64, fits(lo) as i64),
                _ => unsure,
            },
        };
        match node {
            Node::BoolVar(u) | Node::IntVar(u) => {
                let (at, mask) = (u.index(), masks[*u]);
                let last = mask.checked_ilog2().unwrap_or(0) as usize;
                (self.values[at][mask.trailing_zeros().min(Mask::BITS - 1) as usize], self.values[at][last])
            }
            Node::Eq(e, k) if *k < of(e).0 || *k > of(e).1 => (0, 0),
            Node::Eq(e, k) => may_be(e, &|v| v == *k),
            Node::Member(e, set) => may_be(e, &|v| set.contains(v)),
            Node::Table(l, rows) => {
                let fits = |(e, v): (&ExprId, &i64)| may_be(e, &|w| w == *v).1 == 1 && of(e).0 <= *v && *v <= of(e).1;
                let possible = rows.iter().any(|row| l.iter().zip(row.iter()).all(fits));
                let exact = l.iter().all(|e| of(e).0 == of(e).1);
                ((possible && exact) as i64, possible as i64)
            }
            Node::AllDifferent(l, except) => {
                let mut points: Vec<i64> =
                    l.iter().map(of).filter(|b| b.0 == b.1 && !except.contains(&b.0)).map(|b| b.0).collect();
                points.sort_unstable();
                match points.windows(2).any(|w| w[0] == w[1]) {
                    true => (0, 0),
                    false => (l.iter().all(|e| of(e).0 == of(e).1) as i64, 1),
                }
            }
            node if node.graph().is_some() => graphs::graph_bounds(node, region, |e| of(&e)).unwrap_or(unsure),
            // Within the bounds of the pool nothing can be too large.
            _ => bounds(node, |_| (0, 0), |e| of(&e)).unwrap_or(self.bounds[i]),
        }
    }

    /// The values that bounds leave; all masks are 0 if a condition can't be met.
    pub(super) fn narrowed(&self, masks: &[Mask]) -> Vec<Mask> {
        let mut left = masks.to_vec();
        match self.narrow(&mut left) {
            Some(_) => left,
            None => vec![0; masks.len()],
        }
    }

    /// Takes away the values that bounds rule out. Whether all conditions are sure to hold, but for those that unknowns
    /// differ; none if one can't be met.
    pub(super) fn narrow(&self, masks: &mut [Mask]) -> Option<bool> {
        let state = &mut *self.hc4.borrow_mut();
        for _ in 0..PASSES {
            if masks.contains(&0) || !self.spread(masks) {
                state.aborted();
                return None;
            }
            state.pass_up(masks, &self.parents, |at, up, region| self.interval(at, masks, up, region));
            if self.roots.iter().all(|&root| state.up[root].0 == 1) {
                return Some(true);
            }
            if state.is_at_fixpoint(&self.roots, &self.parents) {
                return Some(false);
            }
            let passed = state
                .roots_down(&self.roots, &self.parents)
                .and_then(|()| state.known.each_down(|at, known| self.pass_down(at, masks, known)));
            if passed.is_none() {
                state.aborted();
                return None;
            }
            if *masks == state.of[..] {
                return Some(false);
            }
        }
        state.aborted();
        Some(false)
    }

    /// Narrows the children of a node by the bounds required of the node.
    fn pass_down(&self, at: usize, masks: &mut [Mask], known: &mut RequiredBounds) -> Option<()> {
        let wanted = known[ExprId(at as u32)];
        match &self.nodes[at] {
            Node::BoolVar(u) | Node::IntVar(u) => {
                let values = &self.values[u.index()];
                self.keep(masks, u.index(), |v| values[v] >= wanted.0 && values[v] <= wanted.1)
            }
            Node::Not(a) => known.meet(*a, (1 - wanted.1, 1 - wanted.0)),
            Node::And(list) => all_or_one(known, list, wanted, 1),
            Node::Or(list) => all_or_one(known, list, wanted, 0),
            Node::Iff(a, b) if wanted.0 == wanted.1 => {
                for (one, other) in [(*a, *b), (*b, *a)] {
                    let (lo, hi) = known[one];
                    let same = if wanted.0 == 1 { (lo, hi) } else { (1 - hi, 1 - lo) };
                    known.meet(other, same)?;
                }
                Some(())
            }
            Node::FromBool(a) => known.meet(*a, wanted),
            Node::Eq(e, k) if wanted == (1, 1) => known.meet(*e, (*k, *k)),
            Node::Eq(e, k) if wanted == (0, 0) => {
                let (lo, hi) = known[*e];
                known.meet(*e, (lo + i64::from(lo == *k), hi - i64::from(hi == *k)))?;
                self.fits(masks, *e, |v| v != *k)
            }
            Node::Le(e, k) if wanted == (1, 1) => known.meet(*e, (i64::MIN, *k)),
            Node::Le(e, k) if wanted == (0, 0) => known.meet(*e, (k + 1, i64::MAX)),
            Node::Member(e, set) if wanted.0 == wanted.1 => {
                self.fits(masks, *e, |v| set.contains(v) == (wanted.0 == 1))
            }
            Node::Sum(terms, constant) => sum(known, terms, *constant, wanted),
            Node::Max(list) => {
                list.iter().try_for_each(|&e| known.meet(e, (i64::MIN, wanted.1)))?;
                last_able(known, list, |b| b.1 >= wanted.0, (wanted.0, i64::MAX))
            }
            Node::Min(list) => {
                list.iter().try_for_each(|&e| known.meet(e, (wanted.0, i64::MAX)))?;
                last_able(known, list, |b| b.0 <= wanted.1, (i64::MIN, wanted.1))
            }
            Node::Abs(a) => {
                let (lo, hi) = known[*a];
                known.meet(*a, (-wanted.1, wanted.1))?;
                let above = if lo > -wanted.0 { wanted.0 } else { i64::MIN };
                let below = if hi < wanted.0 { -wanted.0 } else { i64::MAX };
                known.meet(*a, (above, below))
            }
            Node::Ite(c, a, b) => {
                let able = |e: ExprId| known[e].0 <= wanted.1 && wanted.0 <= known[e].1;
                let (first, second) = (known[*c].1 == 1 && able(*a), known[*c].0 == 0 && able(*b));
                match (first, second) {
                    (true, true) => Some(()),
                    (false, false) => None,
                    (true, false) => known.meet(*c, (1, 1)).and_then(|()| known.meet(*a, wanted)),
                    (false, true) => known.meet(*c, (0, 0)).and_then(|()| known.meet(*b, wanted)),
                }
            }
            Node::Table(list, rows) if wanted == (1, 1) => self.rows(masks, known, list, rows),
            Node::Element(list, index) => self.element(masks, known, (list, *index), wanted),
            _ => Some(()),
        }
    }

    /// Narrows each column of a table by the rows that are still possible.
    fn rows(&self, masks: &mut [Mask], known: &mut RequiredBounds, list: &[ExprId], rows: &[Box<[i64]>]) -> Option<()> {
        let can_be = |&(e, v): &(&ExprId, &i64)| {
            let (lo, hi) = known[*e];
            lo <= *v
                && *v <= hi
                && match &self.nodes[*e] {
                    Node::IntVar(u) => self.values[u.index()].binary_search(v).is_ok_and(|at| masks[*u] >> at & 1 == 1),
                    _ => true,
                }
        };
        let left: Vec<&Box<[i64]>> =
            rows.iter().filter(|row| list.iter().zip(row.iter()).all(|p| can_be(&p))).collect();
        for (at, &e) in list.iter().enumerate() {
            let (lo, hi) = (left.iter().map(|row| row[at]).min()?, left.iter().map(|row| row[at]).max()?);
            known.meet(e, (lo, hi))?;
            self.fits(masks, e, |v| left.iter().any(|row| row[at] == v))?;
        }
        Some(())
    }

    /// Narrows the index of a list to the elements within the required bounds; a single element gets these bounds.
    fn element(
        &self,
        masks: &mut [Mask],
        known: &mut RequiredBounds,
        (list, index): (&[ExprId], ExprId),
        wanted: Bounds,
    ) -> Option<()> {
        let (lo, hi) = known[index];
        // Outside of the list the first stands for all others.
        if lo < 1 || hi > list.len() as i64 {
            return Some(());
        }
        let can_be = |e: ExprId| {
            let (least, most) = known[e];
            let value = |at: Mask, u: usize| self.values[u][at.trailing_zeros() as usize];
            let within = |v: i64| wanted.0 <= v && v <= wanted.1;
            least <= wanted.1
                && wanted.0 <= most
                && match &self.nodes[e] {
                    Node::IntVar(u) => crate::mask::bits(masks[*u]).any(|at| within(value(at, u.index()))),
                    _ => true,
                }
        };
        let able: Vec<i64> = (lo..=hi).filter(|&i| can_be(list[i as usize - 1])).collect();
        let (&first, &last) = (able.first()?, able.last()?);
        known.meet(index, (first, last))?;
        self.fits(masks, index, |v| able.contains(&v))?;
        if first == last { known.meet(list[first as usize - 1], wanted) } else { Some(()) }
    }

    /// Keeps only these values of an expression that is an unknown.
    fn fits(&self, masks: &mut [Mask], e: ExprId, keep: impl Fn(i64) -> bool) -> Option<()> {
        let (Node::IntVar(u) | Node::BoolVar(u)) = &self.nodes[e] else { return Some(()) };
        let values = &self.values[u.index()];
        self.keep(masks, u.index(), |v| keep(values[v]))
    }

    /// Keeps the values at these positions; none if no value is left.
    fn keep(&self, masks: &mut [Mask], unknown: usize, keep: impl Fn(usize) -> bool) -> Option<()> {
        let mut left = 0;
        for at in crate::mask::bits(masks[unknown]) {
            left |= if keep(at.trailing_zeros() as usize) { at } else { 0 };
        }
        masks[unknown] = left;
        (left != 0).then_some(())
    }
}

/// Narrows the operands of a conjunction (`all` is 1) or of a disjunction (`all` is 0). Where the node is `all`, so is each operand.
/// Otherwise some operand isn't `all` either, which fixes the last operand that can differ.
fn all_or_one(known: &mut RequiredBounds, list: &[ExprId], wanted: Bounds, all: i64) -> Option<()> {
    if wanted == (all, all) {
        return list.iter().try_for_each(|&e| known.meet(e, (all, all)));
    }
    if wanted != (1 - all, 1 - all) {
        return Some(());
    }
    let mut able = list.iter().filter(|&&e| known[e] != (all, all));
    match (able.next().copied(), able.next()) {
        (Some(e), None) => known.meet(e, (1 - all, 1 - all)),
        (first, _) => first.map(|_| ()),
    }
}

/// Narrows the last operand of a list that is `able` to these bounds, as one of the list must be within them.
fn last_able(known: &mut RequiredBounds, list: &[ExprId], able: impl Fn(Bounds) -> bool, within: Bounds) -> Option<()> {
    let mut all = list.iter().filter(|&&e| able(known[e]));
    match (all.next().copied(), all.next()) {
        (Some(e), None) => known.meet(e, within),
        (first, _) => first.map(|_| ()),
    }
}

fn sum(known: &mut RequiredBounds, terms: &[(i64, ExprId)], constant: i64, wanted: Bounds) -> Option<()> {
    let range = |known: &RequiredBounds, (c, e): (i64, ExprId)| {
        let (a, b) = (i128::from(c) * i128::from(known[e].0), i128::from(c) * i128::from(known[e].1));
        (a.min(b), a.max(b))
    };
    let (mut lowest, mut highest) = (i128::from(constant), i128::from(constant));
    for &term in terms {
        let (lo, hi) = range(known, term);
        lowest += lo;
        highest += hi;
    }
    for &(c, e) in terms.iter().filter(|t| t.0 != 0) {
        let (lo, hi) = range(known, (c, e));
        // The bounds that the other terms leave to the term, then to its expression.
        let least = i128::from(wanted.0) - (highest - hi);
        let most = i128::from(wanted.1) - (lowest - lo);
        let c = i128::from(c);
        let (from, to) = if c > 0 { (least, most) } else { (most, least) };
        let within = (narrow(ceiling(from, c)), narrow(floor(to, c)));
        let before = known[e];
        known.meet(e, within)?;
        if known[e] != before {
            let (new_lo, new_hi) = range(known, (c as i64, e));
            lowest += new_lo - lo;
            highest += new_hi - hi;
        }
    }
    Some(())
}

fn floor(a: i128, b: i128) -> i128 {
    match b {
        1 => a,
        -1 => -a,
        2.. => a.div_euclid(b),
        _ => (-a).div_euclid(-b),
    }
}

fn ceiling(a: i128, b: i128) -> i128 {
    -floor(-a, b)
}

fn narrow(value: i128) -> i64 {
    value.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
}
