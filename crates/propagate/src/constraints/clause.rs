//! Literals that hold, and literals that stand for a clause.

use crate::event::{Event, Narrowed, Tier};
use crate::ids::Var;
use crate::literal::{Domains, Fact, Literal};
use crate::propagator::Propagator;
use crate::relaxation::rows::Rows;
use crate::store::Store;
use crate::store_at::StoreAt;

/// A literal that holds. Of a domain without bits it is looked at again: such a domain can't lose one value inside.
pub struct Unit(pub Literal);

impl Propagator for Unit {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        watch(self.0.var, Event::Value);
    }

    fn tier(&self) -> Tier {
        Tier::Quick
    }

    fn propagate(&mut self, store: &mut Store) -> Narrowed {
        store.effort += 1;
        store.assert(&self.0)
    }

    fn reason(&self, change: Option<Fact>, then: &StoreAt, facts: &mut Vec<Fact>) {
        then.push_truths([&self.0], change, facts);
    }
}

/// `literal <=> (one of the parts holds)`
pub struct Junction {
    /// The literal.
    pub literal: Literal,
    /// The parts of the disjunction. A conjunction is the negation of one.
    pub parts: Vec<Literal>,
}

impl Propagator for Junction {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        watch(self.literal.var, Event::Value);
        self.parts.iter().for_each(|literal| watch(literal.var, Event::Value));
    }

    fn tier(&self) -> Tier {
        Tier::Quick
    }

    fn relax(&self, rows: &mut Rows) {
        let negation = !self.literal.clone();
        rows.add_clause(self.parts.iter().chain([&negation]));
        for part in &self.parts {
            rows.add_clause([&self.literal, &!part.clone()]);
        }
    }

    fn propagate(&mut self, store: &mut Store) -> Narrowed {
        store.effort += self.parts.len() as u64;
        let truth = store.truth(&self.literal);
        if truth == Some(false) {
            return self.parts.iter().try_for_each(|part| store.assert(&!part.clone()));
        }
        let mut open = None;
        for part in &self.parts {
            match store.truth(part) {
                Some(true) => return store.assert(&self.literal),
                Some(false) => {}
                None if open.replace(part).is_some() => return Ok(()),
                None => {}
            }
        }
        match (open, truth) {
            (None, _) => store.assert(&!self.literal.clone()),
            (Some(part), Some(true)) => store.assert(part),
            (Some(_), _) => Ok(()),
        }
    }

    fn reason(&self, change: Option<Fact>, then: &StoreAt, facts: &mut Vec<Fact>) {
        if then.truth(&self.literal) != Some(true)
            && let Some(part) = self.parts.iter().find(|part| then.truth(part) == Some(true))
        {
            // One part is enough for the literal, and contradicts its opposite.
            return then.push_truths([&self.literal, part], change, facts);
        }
        then.push_truths(self.parts.iter().chain([&self.literal]), change, facts);
    }
}

/// `(a <=> b) <=> literal`
pub struct Equivalent {
    /// The literal.
    pub literal: Literal,
    /// Both sides.
    pub sides: [Literal; 2],
}

impl Propagator for Equivalent {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        [&self.literal, &self.sides[0], &self.sides[1]].into_iter().for_each(|l| watch(l.var, Event::Value));
    }

    fn tier(&self) -> Tier {
        Tier::Quick
    }

    fn propagate(&mut self, store: &mut Store) -> Narrowed {
        let [a, b] = &self.sides;
        let all = [&self.literal, a, b];
        store.effort += 1;
        let truths = all.map(|literal| store.truth(literal));
        // An odd number of the three holds; two of them determine the third.
        for (at, literal) in all.iter().enumerate() {
            if let (Some(x), Some(y)) = (truths[(at + 1) % 3], truths[(at + 2) % 3]) {
                let holds = x == y;
                store.assert(&if holds { (*literal).clone() } else { !(*literal).clone() })?;
            }
        }
        Ok(())
    }

    fn reason(&self, change: Option<Fact>, then: &StoreAt, facts: &mut Vec<Fact>) {
        then.push_truths([&self.literal, &self.sides[0], &self.sides[1]], change, facts);
    }
}
