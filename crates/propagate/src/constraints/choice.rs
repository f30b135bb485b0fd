//! `z = if literal then a else b`

use super::{Part, equate, overlap};
use crate::event::{Event, Narrowed};
use crate::ids::Var;
use crate::literal::{Domains, Literal};
use crate::propagator::Propagator;
use crate::relaxation::rows::Rows;
use crate::store::Store;

/// `result = if literal then sides[0] else sides[1]`
pub struct Choice {
    /// The literal that decides between the sides.
    pub literal: Literal,
    /// The value if the literal holds, and if it doesn't.
    pub sides: [Var; 2],
    /// The value.
    pub result: Var,
}

impl Propagator for Choice {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        let [a, b] = self.sides;
        [self.literal.var, a, b, self.result].into_iter().for_each(|var| watch(var, Event::Value));
    }

    fn relax(&self, rows: &mut Rows) {
        let [a, b] = self.sides.map(Part::Var);
        let (store, result) = (rows.store, Part::Var(self.result));
        if let (Some(a), Some(b)) = (store.value(self.sides[0]), store.value(self.sides[1])) {
            rows.add(vec![(1, result), (b - a, Part::Literal(self.literal.clone()))], b, b);
            return;
        }
        rows.add_if(Some(&self.literal), vec![(1, result.clone()), (-1, a)], 0, 0);
        rows.add_if(Some(&!self.literal.clone()), vec![(1, result), (-1, b)], 0, 0);
    }

    fn propagate(&mut self, store: &mut Store) -> Narrowed {
        let [a, b] = self.sides;
        store.effort += 2;
        if store.truth(&self.literal).is_none() {
            if !overlap(store, a, self.result) {
                store.assert(&!self.literal.clone())?;
            } else if !overlap(store, b, self.result) {
                store.assert(&self.literal)?;
            }
        }
        match store.truth(&self.literal) {
            Some(true) => equate(store, a, self.result),
            Some(false) => equate(store, b, self.result),
            None => {
                store.at_least(self.result, store.min(a).min(store.min(b)))?;
                store.at_most(self.result, store.max(a).max(store.max(b)))
            }
        }
    }
}
