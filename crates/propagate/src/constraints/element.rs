//! `z = list[index]`, indexed from 1; the first element if the index is outside.

use super::{BY_VALUE, Part, equate, overlap};
use crate::event::{Conflict, Event, Narrowed};
use crate::ids::Var;
use crate::literal::Literal;
use crate::propagator::Propagator;
use crate::relaxation::rows::Rows;
use crate::store::{SPAN, Store};

/// An element of a list.
#[derive(Clone, Copy)]
pub enum Operand {
    /// A number.
    Int(i64),
    /// A variable.
    Var(Var),
}

/// `result = list[index]`; the list isn't empty.
pub struct Element {
    /// The elements.
    pub list: Box<[Operand]>,
    /// The position, from 1.
    pub index: Var,
    /// The element there.
    pub result: Var,
}

impl Element {
    fn at(&self, index: i64) -> Operand {
        let position = usize::try_from(index).ok().and_then(|i| i.checked_sub(1));
        *position.and_then(|i| self.list.get(i)).unwrap_or(&self.list[0])
    }

    fn fits(&self, store: &Store, index: i64) -> bool {
        match self.at(index) {
            Operand::Int(k) => store.contains(self.result, k),
            Operand::Var(var) => overlap(store, var, self.result),
        }
    }
}

impl Propagator for Element {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        watch(self.index, Event::Value);
        watch(self.result, Event::Value);
        for operand in &self.list {
            if let Operand::Var(var) = operand {
                watch(*var, Event::Value);
            }
        }
    }

    fn relax(&self, rows: &mut Rows) {
        let (store, index, result) = (rows.store, self.index, self.result);
        if !rows.can_split(index) {
            return;
        }
        // The result is the sum of the elements, each counted where it is the one.
        let mut least = vec![(-1, Part::Var(result))];
        let mut most = least.clone();
        for i in store.values(index) {
            let here = Literal::is(index, i);
            let (lo, hi) = match self.at(i) {
                Operand::Int(k) => (k, k),
                Operand::Var(var) => {
                    let terms = vec![(1, Part::Var(result)), (-1, Part::Var(var))];
                    rows.add_if(Some(&here), terms, 0, 0);
                    (store.min(var), store.max(var))
                }
            };
            least.push((lo, Part::Literal(here.clone())));
            most.push((hi, Part::Literal(here)));
        }
        rows.add(least, i64::MIN, 0);
        rows.add(most, 0, i64::MAX);
    }

    fn propagate(&mut self, store: &mut Store) -> Narrowed {
        let (index, z) = (self.index, self.result);
        if store.size(index) > SPAN {
            return Ok(());
        }
        store.effort += store.size(index);
        let out: Vec<i64> = store.values(index).filter(|&i| !self.fits(store, i)).collect();
        if out.len() as u64 == store.size(index) {
            return Err(Conflict);
        }
        out.into_iter().try_for_each(|i| store.remove(index, i))?;
        if let Some(i) = store.value(index) {
            return match self.at(i) {
                Operand::Int(k) => store.fix(z, k),
                Operand::Var(var) => equate(store, var, z),
            };
        }
        let operands: Vec<Operand> = store.values(index).map(|i| self.at(i)).collect();
        let bounds = |operand: &Operand| match *operand {
            Operand::Int(k) => (k, k),
            Operand::Var(var) => (store.min(var), store.max(var)),
        };
        let hull = operands.iter().map(bounds).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        if let Some((lo, hi)) = hull {
            store.at_least(z, lo)?;
            store.at_most(z, hi)?;
        }
        if store.size(z) <= BY_VALUE && store.has_bits(z) {
            let can = |operand: &Operand, value: i64| match *operand {
                Operand::Int(k) => k == value,
                Operand::Var(var) => store.contains(var, value),
            };
            let out: Vec<i64> = store.values(z).filter(|&v| !operands.iter().any(|o| can(o, v))).collect();
            store.effort += store.size(z) * operands.len() as u64;
            if out.len() as u64 == store.size(z) {
                return Err(Conflict);
            }
            out.into_iter().try_for_each(|v| store.remove(z, v))?;
        }
        Ok(())
    }
}
