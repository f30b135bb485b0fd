//! All different: value elimination, the pigeonhole, and values with one place left where each value is needed.

use super::Part;
use crate::event::{Conflict, Event, Narrowed};
use crate::ids::{StateId, Var};
use crate::literal::{Fact, Literal, Relation};
use crate::propagator::Condition;
use crate::relaxation::rows::Rows;
use crate::store::Store;
use crate::store_at::StoreAt;
use std::collections::BTreeMap;

/// `vars[i] + offsets[i]` are all different, except that some values can repeat.
pub struct Distinct {
    /// Variables with their offsets; those whose value has been removed from the others stand in front.
    parts: Vec<(Var, i64)>,
    except: Box<[i64]>,
    /// Number of parts in front.
    done: StateId,
    /// The values, if there are as many as parts, so that each is taken: the first one and their number.
    permutation: Option<(i64, usize)>,
    /// Buffers: by value, whether one part can have it, and whether two can.
    once: Vec<u64>,
    twice: Vec<u64>,
}

impl Distinct {
    /// All different, except that the values in `except` can repeat.
    pub fn new(store: &mut Store, parts: Vec<(Var, i64)>, except: &[i64]) -> Distinct {
        let done = store.add_state(0);
        let lo = parts.iter().map(|&(var, k)| store.min(var) + k).min().unwrap_or(0);
        let hi = parts.iter().map(|&(var, k)| store.max(var) + k).max().unwrap_or(0);
        let every = except.is_empty()
            && lo.abs_diff(hi) + 1 == parts.len() as u64
            && parts.iter().all(|part| store.has_bits(part.0));
        let permutation = every.then_some((lo, parts.len()));
        Distinct { parts, except: except.into(), done, permutation, once: vec![], twice: vec![] }
    }

    /// Removes the values of fixed parts from all others.
    fn eliminate(&mut self, store: &mut Store) -> Narrowed {
        let mut done = store.state(self.done) as usize;
        let mut at = done;
        while at < self.parts.len() {
            let (var, offset) = self.parts[at];
            store.effort += 1;
            let Some(value) = store.value(var) else {
                at += 1;
                continue;
            };
            self.parts.swap(done, at);
            done += 1;
            store.set_state(self.done, done as i64);
            let value = value + offset;
            if !self.except.contains(&value) {
                // A part without bits keeps a value that is removed from its inside, so it can be fixed to it later.
                let has_value = |part: &(Var, i64)| store.value(part.0) == Some(value - part.1);
                if !store.has_bits(var) && self.parts[..done - 1].iter().any(has_value) {
                    return Err(Conflict);
                }
                for &(other, offset) in &self.parts[done..] {
                    store.remove(other, value - offset)?;
                }
                store.effort += (self.parts.len() - done) as u64;
                // Another part can have become fixed before this position.
                at = done;
            } else {
                at = at.max(done);
            }
        }
        Ok(())
    }

    /// Gives a value that one open part can still have to that part.
    fn only_places(&mut self, store: &mut Store, (base, count): (i64, usize)) -> Narrowed {
        let words = count.div_ceil(64);
        for buffer in [&mut self.once, &mut self.twice] {
            buffer.clear();
            buffer.resize(words, 0);
        }
        for &(var, offset) in &self.parts {
            store.effort += store.size(var);
            for value in store.values(var) {
                let bit = (value + offset - base) as usize;
                let mask = 1 << (bit % 64);
                self.twice[bit / 64] |= self.once[bit / 64] & mask;
                self.once[bit / 64] |= mask;
            }
        }
        let all = self.once.iter().map(|word| word.count_ones() as usize).sum::<usize>();
        if all < count {
            return Err(Conflict);
        }
        let done = store.state(self.done) as usize;
        for &(var, offset) in &self.parts[done..] {
            let mut only = None;
            for value in store.values(var) {
                let bit = (value + offset - base) as usize;
                if self.twice[bit / 64] >> (bit % 64) & 1 == 0 && only.replace(value).is_some() {
                    // Two values with this part as their only place.
                    return Err(Conflict);
                }
            }
            if let Some(value) = only {
                store.fix(var, value)?;
            }
        }
        Ok(())
    }
}

impl Condition for Distinct {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        let event = if self.permutation.is_some() { Event::Value } else { Event::Fixed };
        self.parts.iter().for_each(|part| watch(part.0, event));
    }

    fn relax(&self, positive: bool, literal: Option<&Literal>, rows: &mut Rows) {
        let store = rows.store;
        if !positive || literal.is_some() {
            return;
        }
        if !self.parts.iter().all(|&(var, _)| rows.can_split(var)) {
            return;
        }
        let mut places: BTreeMap<i64, Vec<(i64, Part)>> = BTreeMap::new();
        for &(var, offset) in &self.parts {
            for value in store.values(var).filter(|&value| !self.except.contains(&(value + offset))) {
                places.entry(value + offset).or_default().push((1, Part::Literal(Literal::is(var, value))));
            }
        }
        let least = i64::from(self.permutation.is_some());
        places.into_values().for_each(|terms| rows.add(terms, least, 1));
    }

    fn truth(&self, store: &Store) -> Option<bool> {
        let known = self.parts.iter().filter_map(|&(var, k)| store.value(var).map(|value| value + k));
        let mut known: Vec<i64> = known.filter(|value| !self.except.contains(value)).collect();
        let fixed = self.parts.iter().all(|&(var, _)| store.value(var).is_some());
        known.sort_unstable();
        if known.windows(2).any(|pair| pair[0] == pair[1]) { Some(false) } else { fixed.then_some(true) }
    }

    fn enforce(&mut self, positive: bool, store: &mut Store) -> Narrowed {
        if !positive {
            return if self.truth(store) == Some(true) { Err(Conflict) } else { Ok(()) };
        }
        self.eliminate(store)?;
        match self.permutation {
            Some(values) => self.only_places(store, values),
            None => Ok(()),
        }
    }

    fn reason(&self, positive: bool, change: Option<Fact>, then: &StoreAt, facts: &mut Vec<Fact>) {
        let all = |facts: &mut Vec<Fact>| self.parts.iter().for_each(|part| then.push_domain(part.0, facts));
        let offset = |of: Var| {
            let mut parts = self.parts.iter().filter(|part| part.0 == of);
            parts.next().filter(|_| parts.next().is_none()).map(|part| part.1)
        };
        let Some((change, own)) = change.filter(|_| positive).and_then(|c| Some((c, offset(c.var)?))) else {
            return all(facts);
        };
        let mut others = self.parts.iter().filter(|part| part.0 != change.var);
        match change.relation {
            // Another part has the value.
            Relation::IsNot(value) => match others.find(|part| then.value(part.0) == Some(value + own - part.1)) {
                Some(&(other, _)) => then.push_fixed(other, facts),
                None => all(facts),
            },
            // No other part can have the value, and one must.
            Relation::Is(value) if self.permutation.is_some() => {
                facts.extend(others.map(|&(other, offset)| Fact::is_not(other, value + own - offset)));
            }
            _ => all(facts),
        }
    }
}
