//! `z = min(parts)` and `z = max(parts)`

use super::Part;
use crate::event::{Conflict, Event, Narrowed};
use crate::ids::Var;
use crate::propagator::Propagator;
use crate::relaxation::rows::Rows;
use crate::store::Store;

/// The smallest or the largest of several variables, at least one.
pub struct Extreme {
    /// The variables.
    pub parts: Box<[Var]>,
    /// Their extreme.
    pub result: Var,
    /// Whether it is the largest.
    pub largest: bool,
}

impl Extreme {
    /// The bounds as if the extreme were the largest: for the smallest, those of the negated variable.
    fn bounds(&self, store: &Store, var: Var) -> (i64, i64) {
        if self.largest { (store.min(var), store.max(var)) } else { (-store.max(var), -store.min(var)) }
    }

    fn at_least(&self, store: &mut Store, var: Var, k: i64) -> Narrowed {
        if self.largest { store.at_least(var, k) } else { store.at_most(var, -k) }
    }

    fn at_most(&self, store: &mut Store, var: Var, k: i64) -> Narrowed {
        if self.largest { store.at_most(var, k) } else { store.at_least(var, -k) }
    }
}

impl Propagator for Extreme {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        self.parts.iter().chain([&self.result]).for_each(|&var| watch(var, Event::Bound));
    }

    fn relax(&self, rows: &mut Rows) {
        let sign = if self.largest { 1 } else { -1 };
        for &part in &self.parts {
            rows.add(vec![(sign, Part::Var(self.result)), (-sign, Part::Var(part))], 0, i64::MAX);
        }
    }

    fn propagate(&mut self, store: &mut Store) -> Narrowed {
        store.effort += self.parts.len() as u64;
        let bounds = self.parts.iter().map(|&part| self.bounds(store, part));
        let (lo, hi) = bounds.fold((i64::MIN, i64::MIN), |all, part| (all.0.max(part.0), all.1.max(part.1)));
        self.at_least(store, self.result, lo)?;
        self.at_most(store, self.result, hi)?;
        let (lo, hi) = self.bounds(store, self.result);
        let mut reaching = None;
        let mut alone = true;
        for &part in &self.parts {
            self.at_most(store, part, hi)?;
            if self.bounds(store, part).1 >= lo {
                alone &= reaching.replace(part).is_none();
            }
        }
        match reaching {
            None => Err(Conflict),
            // Only this part can be as large as the result.
            Some(part) if alone => self.at_least(store, part, lo),
            Some(_) => Ok(()),
        }
    }
}
