//! Variables with a list of allowed rows: simple tabular reduction (Ullmann 2007; Lecoutre, STR2, 2011). The rows that
//! are still possible stand in front, and their number is restored with the domains.

use super::BY_VALUE;
use crate::event::{Conflict, Event, Narrowed, Tier};
use crate::ids::{StateId, Var};
use crate::literal::{Domains, Fact, Literal};
use crate::propagator::Propagator;
use crate::relaxation::rows::Rows;
use crate::store::Store;
use crate::store_at::StoreAt;
use std::collections::BTreeSet;

/// Rows up to which the relaxation of a table is made.
const RELAXED: usize = 64;

/// Allowed rows of values.
pub struct Table {
    vars: Box<[Var]>,
    rows: Vec<Box<[i64]>>,
    alive: StateId,
}

impl Table {
    /// The rows, each as long as the list of variables.
    pub fn new(store: &mut Store, vars: Vec<Var>, rows: Vec<Box<[i64]>>) -> Table {
        let alive = store.add_state(rows.len() as i64);
        Table { vars: vars.into(), rows, alive }
    }
}

impl Propagator for Table {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        self.vars.iter().for_each(|&var| watch(var, Event::Value));
    }

    fn tier(&self) -> Tier {
        Tier::Slow
    }

    /// A value needs, in each other column, one of those that it shares a row with.
    fn relax(&self, rows: &mut Rows) {
        let store = rows.store;
        if self.rows.len() > RELAXED {
            return;
        }
        for (column, &var) in self.vars.iter().enumerate() {
            if store.size(var) > BY_VALUE {
                continue;
            }
            for (at, &other) in self.vars.iter().enumerate().filter(|other| other.0 != column) {
                for value in store.values(var) {
                    let with = self.rows.iter().filter(|row| row[column] == value).map(|row| row[at]);
                    let with: BTreeSet<i64> = with.filter(|&value| store.contains(other, value)).collect();
                    rows.add_support(Literal::is(var, value), other, with.into_iter());
                }
            }
        }
    }

    fn propagate(&mut self, store: &mut Store) -> Narrowed {
        let mut alive = store.state(self.alive) as usize;
        store.effort += (alive * self.vars.len()) as u64;
        let mut at = 0;
        while at < alive {
            let possible = self.rows[at].iter().zip(&self.vars).all(|(&value, &var)| store.contains(var, value));
            if possible {
                at += 1;
            } else {
                alive -= 1;
                self.rows.swap(at, alive);
            }
        }
        store.set_state(self.alive, alive as i64);
        if alive == 0 {
            return Err(Conflict);
        }
        for (column, &var) in self.vars.iter().enumerate() {
            if store.value(var).is_some() {
                continue;
            }
            let mut supported: Vec<i64> = self.rows[..alive].iter().map(|row| row[column]).collect();
            supported.sort_unstable();
            supported.dedup();
            if supported.len() as u64 == store.size(var) {
                continue;
            }
            let ends = (supported[0], supported[supported.len() - 1]);
            store.at_least(var, ends.0)?;
            store.at_most(var, ends.1)?;
            if store.has_bits(var) {
                store.retain(var, |value| supported.binary_search(&value).is_ok())?;
            }
        }
        Ok(())
    }

    fn reason(&self, change: Option<Fact>, then: &StoreAt, facts: &mut Vec<Fact>) {
        let column = change.and_then(|change| Some((change, self.vars.iter().position(|&var| var == change.var)?)));
        // Each row with a value that the change removes has another value that is gone.
        for row in self.rows.iter().filter(|row| column.is_none_or(|(change, at)| !change.holds(row[at]))) {
            let gone = row.iter().zip(&self.vars).find(|&(&value, &var)| !then.contains(var, value));
            facts.extend(gone.map(|(&value, &var)| Fact::is_not(var, value)));
        }
    }
}
