//! `z = f(x, y)` for division and remainder: bounds forwards, and value by value backwards once one argument is known.

use super::BY_VALUE;
use crate::event::{Conflict, Event, Narrowed};
use crate::ids::Var;
use crate::propagator::Propagator;
use crate::store::{SPAN, Store};
use sator_model::Bounds;

/// `result = value(arguments)`.
pub struct Function {
    /// The arguments.
    pub arguments: [Var; 2],
    /// The result.
    pub result: Var,
    /// The value.
    pub value: fn(i64, i64) -> i64,
    /// Bounds of the value from those of the arguments.
    pub bounds: fn(Bounds, Bounds) -> Bounds,
}

impl Propagator for Function {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        [self.arguments[0], self.arguments[1], self.result].into_iter().for_each(|var| watch(var, Event::Value));
    }

    fn propagate(&mut self, store: &mut Store) -> Narrowed {
        let ([x, y], z) = (self.arguments, self.result);
        store.effort += 3;
        let (lo, hi) = (self.bounds)((store.min(x), store.max(x)), (store.min(y), store.max(y)));
        store.at_least(z, lo)?;
        store.at_most(z, hi)?;
        match (store.value(x), store.value(y)) {
            (Some(a), Some(b)) => {
                let value = (self.value)(a, b);
                if store.contains(z, value) { store.fix(z, value) } else { Err(Conflict) }
            }
            (_, Some(b)) => self.filter(store, x, |f, a| f(a, b)),
            (Some(a), _) => self.filter(store, y, |f, b| f(a, b)),
            _ if store.size(x) <= BY_VALUE && store.size(y) <= BY_VALUE => self.filter_pairs(store),
            _ => Ok(()),
        }
    }
}

impl Function {
    /// Leaves the open argument the values that give a possible result.
    fn filter(&self, store: &mut Store, open: Var, value: impl Fn(fn(i64, i64) -> i64, i64) -> i64) -> Narrowed {
        if store.size(open) > SPAN {
            return Ok(());
        }
        let z = self.result;
        let out: Vec<i64> = store.values(open).filter(|&v| !store.contains(z, value(self.value, v))).collect();
        store.effort += store.size(open);
        if out.len() as u64 == store.size(open) {
            return Err(Conflict);
        }
        out.into_iter().try_for_each(|v| store.remove(open, v))
    }

    /// Leaves the arguments the values that have a partner.
    fn filter_pairs(&self, store: &mut Store) -> Narrowed {
        let ([x, y], z) = (self.arguments, self.result);
        store.effort += store.size(x) * store.size(y);
        let fits = |store: &Store, a, b| store.contains(z, (self.value)(a, b));
        let out_x: Vec<i64> = store.values(x).filter(|&a| !store.values(y).any(|b| fits(store, a, b))).collect();
        let out_y: Vec<i64> = store.values(y).filter(|&b| !store.values(x).any(|a| fits(store, a, b))).collect();
        out_x.into_iter().try_for_each(|v| store.remove(x, v))?;
        out_y.into_iter().try_for_each(|v| store.remove(y, v))
    }
}
