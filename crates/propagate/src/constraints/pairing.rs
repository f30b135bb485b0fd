//! `z = f(x, y)` by a list of pairs, and a variable that numbers the pairs: arc consistency of the sides, bounds of the result.
//!
//! The number is there for the linear relaxation, which is strong over pairs of values: of a tour by position (Picard &
//! Queyranne 1978) and of a quadratic assignment (Adams & Johnson 1994). The search fixes it last, since a domain of so many
//! values makes reasons long.

use super::Part;
use crate::event::{Conflict, Event, Narrowed};
use crate::ids::Var;
use crate::literal::{Domains, Fact, Literal};
use crate::propagator::Propagator;
use crate::relaxation::rows::Rows;
use crate::store::Store;
use crate::store_at::StoreAt;

/// The values of both sides, and that of the result.
type PairAndResult = ([i64; 2], i64);

/// The sides and the result have the values of the pair of this number.
pub struct Pairing {
    number: Var,
    sides: [Var; 2],
    result: Var,
    /// The pairs, whose numbers begin with 1.
    pairs: Box<[PairAndResult]>,
    /// By side: its least value at first. All of its values lie within 64.
    bases: [i64; 2],
}

impl Pairing {
    /// The pairing of two different variables, of which each has a domain that spans at most 64 values.
    pub fn new(store: &Store, number: Var, sides: [Var; 2], result: Var, pairs: Vec<PairAndResult>) -> Pairing {
        Pairing { number, sides, result, pairs: pairs.into(), bases: sides.map(|var| store.min(var)) }
    }

    /// The pairs with their numbers.
    fn each(&self) -> impl Iterator<Item = (i64, &PairAndResult)> {
        (1..).zip(&self.pairs)
    }

    /// The bit of a value of a side, 0 for one that it never had.
    fn bit(&self, side: usize, value: i64) -> u64 {
        let at = u32::try_from(value - self.bases[side]);
        at.map_or(0, |at| 1u64.checked_shl(at).unwrap_or(0))
    }
}

impl Propagator for Pairing {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        self.sides.into_iter().chain([self.number]).for_each(|var| watch(var, Event::Value));
        watch(self.result, Event::Bound);
    }

    /// A side has a value where the pair is one with that value.
    fn relax(&self, rows: &mut Rows) {
        let store = rows.store;
        let possible: Vec<(i64, &PairAndResult)> =
            self.each().filter(|(number, _)| store.contains(self.number, *number)).collect();
        let is = |number: i64| Part::Literal(Literal::is(self.number, number));
        for (side, &var) in self.sides.iter().enumerate() {
            for value in store.values(var) {
                let with = possible.iter().filter(|(_, (values, _))| values[side] == value);
                let terms = with.map(|(number, _)| (1, is(*number)));
                rows.add(terms.chain([(-1, Part::Literal(Literal::is(var, value)))]).collect(), 0, 0);
            }
        }
        let terms = possible.iter().filter(|(_, pair)| pair.1 != 0).map(|(number, pair)| (pair.1, is(*number)));
        rows.add(terms.chain([(-1, Part::Var(self.result))]).collect(), 0, 0);
    }

    fn propagate(&mut self, store: &mut Store) -> Narrowed {
        let Pairing { number, sides, result, .. } = *self;
        let mut possible = [0u64; 2];
        for side in [0, 1] {
            store.values(sides[side]).for_each(|value| possible[side] |= self.bit(side, value));
        }
        store.effort += self.pairs.len() as u64;
        let (least, most) = (store.min(result), store.max(result));
        let mut left = [0u64; 2];
        let (mut lowest, mut highest, mut last) = (i64::MAX, i64::MIN, 0);
        for (at, (values, value)) in self.each() {
            let bits = [0, 1].map(|side| possible[side] & self.bit(side, values[side]));
            if !bits.contains(&0) && (least..=most).contains(value) && store.contains(number, at) {
                left = [left[0] | bits[0], left[1] | bits[1]];
                (lowest, highest, last) = (lowest.min(*value), highest.max(*value), at);
            }
        }
        if last == 0 {
            return Err(Conflict);
        }
        store.at_least(result, lowest)?;
        store.at_most(result, highest)?;
        for side in [0, 1] {
            if left[side] != possible[side] {
                store.retain(sides[side], |value| left[side] & self.bit(side, value) != 0)?;
            }
        }
        if left.iter().all(|bits| bits.count_ones() == 1) { store.fix(number, last) } else { Ok(()) }
    }

    fn reason(&self, change: Option<Fact>, then: &StoreAt, facts: &mut Vec<Fact>) {
        let (least, most) = then.range(self.result);
        let from = facts.len();
        for (number, &(values, value)) in self.each() {
            let of =
                [(self.sides[0], values[0]), (self.sides[1], values[1]), (self.number, number), (self.result, value)];
            // The pairs that the change excludes were impossible before.
            let is_excluded = |change: Fact| of.iter().any(|&(var, value)| var == change.var && !change.holds(value));
            if !change.is_none_or(is_excluded) {
                continue;
            }
            let gone = of[..3].iter().find(|&&(var, value)| !then.contains(var, value));
            let fact = match gone.map(|&(var, value)| Fact::is_not(var, value)) {
                _ if value < least => Some(Fact::at_least(self.result, least)),
                _ if value > most => Some(Fact::at_most(self.result, most)),
                gone => gone,
            };
            facts.extend(fact.filter(|fact| !facts[from..].contains(fact)));
        }
    }
}
