//! `z = x * y`: bounds consistency over the intervals of the three.

use super::Part;
use super::linear::{ceil_div, floor_div};
use crate::event::{Conflict, Event, Narrowed};
use crate::ids::Var;
use crate::propagator::Propagator;
use crate::relaxation::rows::Rows;
use crate::store::Store;

/// `result = factors[0] * factors[1]`. No product of their bounds may leave 62 bits.
pub struct Product {
    /// The factors.
    pub factors: [Var; 2],
    /// Their product.
    pub result: Var,
}

impl Propagator for Product {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        [self.factors[0], self.factors[1], self.result].into_iter().for_each(|var| watch(var, Event::Bound));
    }

    /// The envelopes of McCormick (1976): `(x - a) * (y - b) >= 0` for bounds of the same side, `<= 0` for others.
    fn relax(&self, rows: &mut Rows) {
        let (store, [x, y]) = (rows.store, self.factors);
        for (a, b, above) in [
            (store.min(x), store.min(y), true),
            (store.max(x), store.max(y), true),
            (store.min(x), store.max(y), false),
            (store.max(x), store.min(y), false),
        ] {
            let Some(constant) = a.checked_mul(b).and_then(|product| product.checked_neg()) else { return };
            let terms = vec![(1, Part::Var(self.result)), (-a, Part::Var(y)), (-b, Part::Var(x))];
            let (lo, hi) = if above { (constant, i64::MAX) } else { (i64::MIN, constant) };
            rows.add(terms, lo, hi);
        }
    }

    fn propagate(&mut self, store: &mut Store) -> Narrowed {
        let ([x, y], z) = (self.factors, self.result);
        store.effort += 3;
        let corners = |store: &Store| {
            let (xs, ys) = ([store.min(x), store.max(x)], [store.min(y), store.max(y)]);
            let all = [xs[0] * ys[0], xs[0] * ys[1], xs[1] * ys[0], xs[1] * ys[1]];
            if x == y && xs[0] <= 0 && xs[1] >= 0 {
                // A square is never negative.
                return (0, all[0].max(all[3]));
            }
            (all.into_iter().min().unwrap_or(0), all.into_iter().max().unwrap_or(0))
        };
        let (lo, hi) = corners(store);
        store.at_least(z, lo)?;
        store.at_most(z, hi)?;
        narrow_factor(store, x, y, z)?;
        narrow_factor(store, y, x, z)?;
        match (store.value(x), store.value(y), store.value(z)) {
            (Some(x), Some(y), Some(z)) if x * y != z => Err(Conflict),
            _ => Ok(()),
        }
    }
}

/// Narrows `x` in `x * y = z`.
fn narrow_factor(store: &mut Store, x: Var, y: Var, z: Var) -> Narrowed {
    let (zl, zh) = (store.min(z), store.max(z));
    let zero = zl <= 0 && zh >= 0;
    if store.min(y) <= 0 && store.max(y) >= 0 {
        if zero {
            return Ok(());
        }
        // Neither factor is 0.
        store.remove(y, 0)?;
        store.remove(x, 0)?;
    }
    let (yl, yh) = (store.min(y), store.max(y));
    if yl < 0 && yh > 0 {
        // |x| <= |z|, as |y| >= 1.
        let most = zl.abs().max(zh.abs());
        store.at_least(x, -most)?;
        return store.at_most(x, most);
    }
    if yl == 0 || yh == 0 {
        return Ok(());
    }
    // z / y over the corners: rounding inwards, as x is a whole number.
    let quotients = [(zl, yl), (zl, yh), (zh, yl), (zh, yh)];
    let lo = quotients.iter().map(|&(z, y)| ceil_div(z, y)).min().unwrap_or(0);
    let hi = quotients.iter().map(|&(z, y)| floor_div(z, y)).max().unwrap_or(0);
    store.at_least(x, lo)?;
    store.at_most(x, hi)
}
