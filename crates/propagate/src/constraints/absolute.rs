//! `z = |x|`

use super::BY_VALUE;
use super::Part;
use crate::event::{Event, Narrowed};
use crate::ids::Var;
use crate::propagator::Propagator;
use crate::relaxation::rows::Rows;
use crate::store::Store;

/// `result = |of|`
pub struct Absolute {
    /// The argument.
    pub of: Var,
    /// Its absolute value.
    pub result: Var,
}

impl Propagator for Absolute {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        watch(self.of, Event::Value);
        watch(self.result, Event::Value);
    }

    fn relax(&self, rows: &mut Rows) {
        for sign in [1, -1] {
            rows.add(vec![(1, Part::Var(self.result)), (sign, Part::Var(self.of))], 0, i64::MAX);
        }
    }

    fn propagate(&mut self, store: &mut Store) -> Narrowed {
        let (x, z) = (self.of, self.result);
        store.effort += 2;
        let (lo, hi) = (store.min(x), store.max(x));
        let least = if lo > 0 {
            lo
        } else if hi < 0 {
            -hi
        } else {
            0
        };
        store.at_least(z, least)?;
        store.at_most(z, hi.max(-lo))?;
        let (least, most) = (store.min(z), store.max(z));
        store.at_least(x, -most)?;
        store.at_most(x, most)?;
        // The values nearest to 0 on the side that is left.
        if store.min(x) > -least {
            store.at_least(x, least)?;
        }
        if store.max(x) < least {
            store.at_most(x, -least)?;
        }
        if store.size(x) <= BY_VALUE && store.size(z) <= BY_VALUE {
            let out: Vec<i64> = store.values(x).filter(|v| !store.contains(z, v.abs())).collect();
            out.into_iter().try_for_each(|v| store.remove(x, v))?;
            let out: Vec<i64> = store.values(z).filter(|&v| !store.contains(x, v) && !store.contains(x, -v)).collect();
            out.into_iter().try_for_each(|v| store.remove(z, v))?;
        }
        Ok(())
    }
}
