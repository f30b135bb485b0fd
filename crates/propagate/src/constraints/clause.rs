//! Clauses, and literals that stand for one.

use crate::history::StoreAt;
use crate::literal::{Fact, Literal};
use crate::propagator::{Conflict, Event, Narrowed, Propagator, Tier};
use crate::store::{Store, Var};

/// One of the literals holds.
pub struct Clause(pub Vec<Literal>);

impl Propagator for Clause {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        self.0.iter().for_each(|literal| watch(literal.var, Event::Value));
    }

    fn tier(&self) -> Tier {
        Tier::Quick
    }

    fn propagate(&mut self, store: &mut Store) -> Narrowed {
        let literals = &mut self.0;
        let mut open = 0;
        for at in 0..literals.len() {
            store.effort += 1;
            match store.truth(&literals[at]) {
                // In front, where the next call finds it first.
                Some(true) => {
                    literals.swap(0, at);
                    return Ok(());
                }
                Some(false) => {}
                None => {
                    literals.swap(open, at);
                    open += 1;
                    if open == 2 {
                        return Ok(());
                    }
                }
            }
        }
        match open {
            0 => Err(Conflict),
            _ => store.assert(&literals[0]),
        }
    }

    fn reason(&self, _: Option<Fact>, then: &StoreAt, facts: &mut Vec<Fact>) {
        self.0.iter().for_each(|literal| then.push_truth(literal, facts));
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

    fn reason(&self, _: Option<Fact>, then: &StoreAt, facts: &mut Vec<Fact>) {
        if then.truth(&self.literal) != Some(true)
            && let Some(part) = self.parts.iter().find(|part| then.truth(part) == Some(true))
        {
            // One part is enough for the literal, and contradicts its opposite.
            return [&self.literal, part].into_iter().for_each(|literal| then.push_truth(literal, facts));
        }
        self.parts.iter().chain([&self.literal]).for_each(|literal| then.push_truth(literal, facts));
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

    fn reason(&self, _: Option<Fact>, then: &StoreAt, facts: &mut Vec<Fact>) {
        [&self.literal, &self.sides[0], &self.sides[1]].into_iter().for_each(|literal| then.push_truth(literal, facts));
    }
}
