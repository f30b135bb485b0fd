//! Literals of the domains of now: whether they hold, and how they are made to hold.

use super::Store;
use crate::event::{Conflict, Narrowed};
use crate::ids::Var;
use crate::literal::{Domains, Literal, Test};
use sator_model::Domain;

impl Domains for Store {
    #[inline]
    fn range(&self, var: Var) -> (i64, i64) {
        (self.min(var), self.max(var))
    }

    fn values(&self, var: Var) -> impl Iterator<Item = i64> {
        Store::values(self, var)
    }

    #[inline]
    fn contains(&self, var: Var, value: i64) -> bool {
        Store::contains(self, var, value)
    }

    #[inline]
    fn has_bits(&self, var: Var) -> bool {
        Store::has_bits(self, var)
    }
}

impl Store {
    /// Makes a literal hold, as far as the domain can express it.
    ///
    /// # Errors
    /// [`Conflict`] if no value is left.
    pub fn assert(&mut self, literal: &Literal) -> Narrowed {
        let var = literal.var;
        match &literal.test {
            Test::AtLeast(k) => self.at_least(var, *k),
            Test::AtMost(k) => self.at_most(var, *k),
            Test::Is(k) => self.fix(var, *k),
            Test::IsNot(k) => self.remove(var, *k),
            Test::In(set) if self.has_bits(var) => self.retain(var, |value| set.contains(value)),
            Test::NotIn(set) if self.has_bits(var) => self.retain(var, |value| !set.contains(value)),
            Test::In(set) => {
                let inside = Domain::range(self.min(var), self.max(var)).intersect(set);
                self.keep_range(var, &inside)
            }
            Test::NotIn(set) => {
                let outside = Domain::range(self.min(var), self.max(var)).minus(set);
                self.keep_range(var, &outside)
            }
        }
    }

    fn keep_range(&mut self, var: Var, domain: &Domain) -> Narrowed {
        if domain.is_empty() {
            return Err(Conflict);
        }
        self.at_least(var, domain.min())?;
        self.at_most(var, domain.max())
    }
}
