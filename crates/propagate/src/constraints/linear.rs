//! `lo <= sum(k * part) <= hi`: bounds consistency, as in Harvey & Schimpf, Bounds Consistency Techniques for Long
//! Linear Constraints (2002).

use crate::event::{Conflict, Event, Narrowed};
use crate::ids::Var;
use crate::literal::{Domains, Fact, Literal, Relation, Test};
use crate::propagator::Condition;
use crate::relaxation::rows::Rows;
use crate::store::Store;
use crate::store_at::StoreAt;

/// A part of a sum.
#[derive(Clone)]
pub enum Part {
    /// The value of a variable.
    Var(Var),
    /// 1 if the literal holds, else 0.
    Literal(Literal),
}

/// A sum within bounds. No sum of the absolute values of its terms may leave 62 bits.
pub struct Linear {
    terms: Box<[(i64, Part)]>,
    lo: i64,
    hi: i64,
    /// A buffer for the bounds of the terms.
    bounds: Vec<(i64, i64)>,
}

impl Linear {
    /// The least bound that stands for none.
    pub const NO_BOUND: i64 = i64::MAX / 2;

    /// `lo <= sum(k * part) <= hi`, each `k` other than 0.
    pub fn new(terms: Vec<(i64, Part)>, lo: i64, hi: i64) -> Linear {
        Linear { terms: terms.into(), lo, hi, bounds: vec![] }
    }

    /// Smallest and largest value of a term.
    fn term(domains: &impl Domains, k: i64, part: &Part) -> (i64, i64) {
        match part {
            Part::Var(var) => {
                let (min, max) = domains.range(*var);
                let (lo, hi) = (k * min, k * max);
                if k < 0 { (hi, lo) } else { (lo, hi) }
            }
            Part::Literal(literal) => match domains.truth(literal) {
                Some(false) => (0, 0),
                Some(true) => (k, k),
                None => (k.min(0), k.max(0)),
            },
        }
    }

    /// Smallest and largest value of the sum.
    fn total(&self, domains: &impl Domains) -> (i64, i64) {
        let terms = self.terms.iter().map(|(k, part)| Linear::term(domains, *k, part));
        terms.fold((0, 0), |sum, term| (sum.0 + term.0, sum.1 + term.1))
    }

    /// Leaves each term what the others can make up for.
    fn within(&mut self, store: &mut Store, lo: i64, hi: i64) -> Narrowed {
        store.effort += self.terms.len() as u64;
        let (mut least, mut most) = (0, 0);
        self.bounds.clear();
        for (k, part) in &self.terms {
            let (a, b) = Linear::term(store, *k, part);
            least += a;
            most += b;
            self.bounds.push((a, b));
        }
        if least > hi || most < lo {
            return Err(Conflict);
        }
        if least >= lo && most <= hi {
            return Ok(());
        }
        // The slack of the sum bounds the distance that a term may lose at either end.
        let (above, below) = (hi - least, most - lo);
        for ((k, part), &(a, b)) in self.terms.iter().zip(&self.bounds) {
            let range = b - a;
            if range <= above && range <= below {
                continue;
            }
            match part {
                Part::Var(var) => {
                    if range > above {
                        // k * v <= a + above
                        if *k > 0 {
                            store.at_most(*var, floor_div(a + above, *k))?;
                        } else {
                            store.at_least(*var, ceil_div(a + above, *k))?;
                        }
                    }
                    if range > below {
                        // k * v >= b - below
                        if *k > 0 {
                            store.at_least(*var, ceil_div(b - below, *k))?;
                        } else {
                            store.at_most(*var, floor_div(b - below, *k))?;
                        }
                    }
                }
                Part::Literal(literal) => {
                    // The term is 0 or k; one of the two is out of reach.
                    let holds = if range > above { *k < 0 } else { *k > 0 };
                    if range > above && range > below {
                        return Err(Conflict);
                    }
                    store.assert(&if holds { literal.clone() } else { !literal.clone() })?;
                }
            }
        }
        Ok(())
    }

    /// Leaves the only open term no value with which the sum is within the bounds.
    fn outside(&self, store: &mut Store) -> Narrowed {
        store.effort += self.terms.len() as u64;
        let mut sum = 0;
        let mut open = None;
        for (k, part) in &self.terms {
            let (a, b) = Linear::term(store, *k, part);
            sum += a;
            if a != b && open.replace((*k, part, a)).is_some() {
                return Ok(());
            }
        }
        let inside = |sum: i64| self.lo <= sum && sum <= self.hi;
        let Some((k, part, least)) = open else { return if inside(sum) { Err(Conflict) } else { Ok(()) } };
        let others = sum - least;
        match part {
            Part::Var(var) if self.lo == self.hi => {
                let rest = self.lo - others;
                if rest % k == 0 { store.remove(*var, rest / k) } else { Ok(()) }
            }
            Part::Var(_) => Ok(()),
            Part::Literal(literal) => match (inside(others), inside(others + k)) {
                (true, true) => Err(Conflict),
                (true, false) => store.assert(literal),
                (false, true) => store.assert(&!literal.clone()),
                (false, false) => Ok(()),
            },
        }
    }
}

/// A side of a range.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Least,
    Most,
}

impl Linear {
    /// The end of a sum that makes `change` necessary where the sum has both bounds: its least value if the change
    /// keeps a term small.
    fn side(&self, change: Fact) -> Option<Side> {
        let mut terms = self.terms.iter().filter(|(_, part)| part.var() == change.var);
        let (Some((k, part)), None) = (terms.next(), terms.next()) else { return None };
        let small = match (part, change.relation) {
            (Part::Var(_), Relation::AtMost(_)) => *k > 0,
            (Part::Var(_), Relation::AtLeast(_)) => *k < 0,
            (Part::Var(_), _) => return None,
            // A change can be a part of what a set asks for.
            (Part::Literal(Literal { test: Test::In(_) | Test::NotIn(_), .. }), _) => return None,
            (Part::Literal(literal), _) => {
                // The change is the literal or its contrary, as each value that agrees with it shows.
                let value = [0, 1].into_iter().find(|&value| change.holds(value))?;
                literal.holds(value) == (*k < 0)
            }
        };
        Some(if small { Side::Least } else { Side::Most })
    }

    /// Adds the facts that bound the other terms on this side.
    fn push_bounds(&self, side: Side, except: Option<Var>, then: &StoreAt, facts: &mut Vec<Fact>) {
        for (k, part) in self.terms.iter().filter(|(_, part)| Some(part.var()) != except) {
            let low = (*k > 0) == (side == Side::Least);
            match part {
                Part::Var(var) => {
                    let (min, max) = then.range(*var);
                    facts.push(if low { Fact::at_least(*var, min) } else { Fact::at_most(*var, max) });
                }
                // An open literal counts as the worse of its values; only the other one needs a reason.
                Part::Literal(literal) if then.truth(literal) == Some(low) => then.push_truth(literal, facts),
                Part::Literal(_) => {}
            }
        }
    }
}

impl Part {
    fn var(&self) -> Var {
        match self {
            Part::Var(var) => *var,
            Part::Literal(literal) => literal.var,
        }
    }
}

impl Condition for Linear {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        for (_, part) in &self.terms {
            match part {
                Part::Var(var) => watch(*var, Event::Bound),
                Part::Literal(literal) => watch(literal.var, Event::Value),
            }
        }
    }

    fn relax(&self, positive: bool, literal: Option<&Literal>, rows: &mut Rows) {
        let (no_least, no_most) = (self.lo <= -Linear::NO_BOUND, self.hi >= Linear::NO_BOUND);
        let (lo, hi) = match (positive, no_least, no_most) {
            (true, ..) => (self.lo, self.hi),
            (false, true, _) => (self.hi + 1, Linear::NO_BOUND),
            (false, _, true) => (-Linear::NO_BOUND, self.lo - 1),
            (false, false, false) => return,
        };
        rows.add_if(literal, self.terms.to_vec(), lo, hi);
    }

    fn truth(&self, store: &Store) -> Option<bool> {
        let (least, most) = self.total(store);
        if least > self.hi || most < self.lo {
            Some(false)
        } else if least >= self.lo && most <= self.hi {
            Some(true)
        } else if self.lo == self.hi && self.terms.len() == 1 {
            // One variable: whether its domain has the value.
            let (k, Part::Var(var)) = &self.terms[0] else { return None };
            (self.lo % k != 0 || !store.contains(*var, self.lo / k)).then_some(false)
        } else {
            None
        }
    }

    fn enforce(&mut self, positive: bool, store: &mut Store) -> Narrowed {
        if positive {
            return self.within(store, self.lo, self.hi);
        }
        let (least, most) = self.total(store);
        if least > self.hi || most < self.lo {
            return Ok(());
        }
        // The sum lies on the other side of the range if one side is out of reach.
        match (least >= self.lo, most <= self.hi) {
            (true, true) => return Err(Conflict),
            (true, false) => self.within(store, self.hi + 1, Linear::NO_BOUND)?,
            (false, true) => self.within(store, -Linear::NO_BOUND, self.lo - 1)?,
            (false, false) => {}
        }
        self.outside(store)
    }

    fn reason(&self, positive: bool, change: Option<Fact>, then: &StoreAt, facts: &mut Vec<Fact>) {
        // The opposite of one bound is one bound.
        let (lo, hi) = match (positive, self.lo <= -Linear::NO_BOUND, self.hi >= Linear::NO_BOUND) {
            (true, ..) => (self.lo, self.hi),
            (false, true, _) => (self.hi + 1, Linear::NO_BOUND),
            (false, _, true) => (-Linear::NO_BOUND, self.lo - 1),
            (false, false, false) => return self.watches(&mut |var, _| then.push_domain(var, facts)),
        };
        let side = match change {
            Some(change) => self.side(change),
            None => match self.total(then) {
                (least, _) if least > hi => Some(Side::Least),
                (_, most) if most < lo => Some(Side::Most),
                _ => None,
            },
        };
        match side {
            Some(side) => self.push_bounds(side, change.map(|change| change.var), then, facts),
            None => self.watches(&mut |var, _| then.push_domain(var, facts)),
        }
    }
}

pub(super) fn floor_div(a: i64, b: i64) -> i64 {
    let q = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { q - 1 } else { q }
}

pub(super) fn ceil_div(a: i64, b: i64) -> i64 {
    -floor_div(-a, b)
}
