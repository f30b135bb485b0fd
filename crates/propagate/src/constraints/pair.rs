//! Two variables with a list of allowed pairs: arc consistency by bits (Lecoutre & Vion, Enforcing Arc Consistency
//! using Bitwise Operations, 2008).

use crate::event::{Event, Narrowed};
use crate::ids::Var;
use crate::literal::{Fact, Literal, Relation};
use crate::propagator::Propagator;
use crate::relaxation::rows::Rows;
use crate::store::Store;
use crate::store_at::StoreAt;

/// Values of a domain up to which each adds an inequality to the relaxation.
const RELAXED: u64 = 12;

/// Allowed pairs of values of two variables, each of whose domains spans at most 64 values.
pub struct Pair {
    vars: [Var; 2],
    bases: [i64; 2],
    /// By side and value: the values of the other side that go with it.
    with: [Vec<u64>; 2],
}

impl Pair {
    /// The span that a domain may have.
    pub const SPAN: u64 = 64;

    /// The pairs; values outside the domains are left out.
    pub fn new(store: &Store, vars: [Var; 2], pairs: impl IntoIterator<Item = [i64; 2]>) -> Pair {
        let bases = vars.map(|var| store.min(var));
        let mut with = vars.map(|var| vec![0u64; store.min(var).abs_diff(store.max(var)) as usize + 1]);
        for [a, b] in pairs {
            if store.contains(vars[0], a) && store.contains(vars[1], b) {
                let (i, j) = ((a - bases[0]) as usize, (b - bases[1]) as usize);
                with[0][i] |= 1 << j;
                with[1][j] |= 1 << i;
            }
        }
        Pair { vars, bases, with }
    }

    /// Leaves the other variable the values that some value of this one allows.
    fn support(&self, store: &mut Store, side: usize) -> Narrowed {
        let (var, other) = (self.vars[side], self.vars[1 - side]);
        let (base, other_base) = (self.bases[side], self.bases[1 - side]);
        let mut allowed = 0;
        store.values(var).for_each(|value| allowed |= self.with[side][(value - base) as usize]);
        store.effort += store.size(var);
        if self.with[1 - side].len() as u32 == allowed.count_ones() {
            return Ok(());
        }
        store.retain(other, |value| allowed >> (value - other_base) & 1 == 1)
    }
}

impl Propagator for Pair {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        self.vars.into_iter().for_each(|var| watch(var, Event::Value));
    }

    /// A value needs one of those that go with it.
    fn relax(&self, rows: &mut Rows) {
        let store = rows.store;
        for side in [0, 1] {
            let (var, other) = (self.vars[side], self.vars[1 - side]);
            if store.size(var) > RELAXED {
                continue;
            }
            for value in store.values(var) {
                let with = self.with[side][(value - self.bases[side]) as usize];
                let others = store.values(other).filter(|at| with >> (at - self.bases[1 - side]) & 1 == 1);
                rows.add_support(Literal::is(var, value), other, others);
            }
        }
    }

    fn propagate(&mut self, store: &mut Store) -> Narrowed {
        self.support(store, 0)?;
        self.support(store, 1)
    }

    fn reason(&self, change: Option<Fact>, then: &StoreAt, facts: &mut Vec<Fact>) {
        let removed = change.and_then(|change| match change.relation {
            Relation::IsNot(value) => Some((self.vars.iter().position(|&var| var == change.var)?, value)),
            _ => None,
        });
        let Some((side, value)) = removed.filter(|_| self.vars[0] != self.vars[1]) else {
            return self.vars.iter().for_each(|&var| then.push_domain(var, facts));
        };
        // The other variable has no value that goes with it.
        let with = self.with[side][(value - self.bases[side]) as usize];
        let other = 1 - side;
        let values = (0..64).filter(|at| with >> at & 1 == 1).map(|at| self.bases[other] + at);
        facts.extend(values.map(|value| Fact::is_not(self.vars[other], value)));
    }
}
