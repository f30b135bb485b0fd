//! A sum of rows with integer multipliers: an inequality that follows from the constraints.

use super::columns::{Column, Columns};
use crate::event::{Conflict, Narrowed};
use crate::ids::Var;
use crate::literal::{Domains, Fact, Literal, Test};
use crate::store::Store;
use crate::store_at::StoreAt;

/// `sum(term) >= least`, where each term is a function of one variable.
pub(crate) struct Inequality {
    terms: Vec<Term>,
    least: i128,
}

struct Term {
    function: Function,
    /// Its largest value in the domains at the root of the search.
    roof: i128,
}

/// A function of a variable.
enum Function {
    /// The value times this.
    Times(Var, i128),
    /// By value, for all values at the root.
    Values(Var, Vec<(i64, i128)>),
    /// This if the literal holds, else 0.
    Truth(Literal, i128),
}

impl Function {
    fn var(&self) -> Var {
        match self {
            Function::Times(var, _) | Function::Values(var, _) => *var,
            Function::Truth(literal, _) => literal.var,
        }
    }

    /// The largest value in these domains.
    fn most(&self, domains: &impl Domains) -> i128 {
        match self {
            Function::Times(var, k) => {
                let (min, max) = domains.range(*var);
                (k * i128::from(min)).max(k * i128::from(max))
            }
            Function::Values(var, values) => {
                let possible = values.iter().filter(|at| domains.contains(*var, at.0));
                possible.map(|at| at.1).max().unwrap_or(0)
            }
            Function::Truth(literal, k) => match domains.truth(literal) {
                Some(true) => *k,
                Some(false) => 0,
                None => (*k).max(0),
            },
        }
    }

    /// The largest value where the change doesn't hold. `None` if its parts would be needed.
    fn most_without(&self, change: Fact, domains: &impl Domains) -> Option<i128> {
        use crate::literal::Relation::{AtLeast, AtMost, Is, IsNot};
        match self {
            Function::Times(_, k) => match change.relation {
                AtLeast(from) if *k > 0 => Some(k * i128::from(from - 1)),
                AtMost(to) if *k < 0 => Some(k * i128::from(to + 1)),
                _ => None,
            },
            Function::Values(var, values) => {
                let wrong = |value: i64| !change.holds(value) && domains.contains(*var, value);
                values.iter().filter(|at| wrong(at.0)).map(|at| at.1).max()
            }
            Function::Truth(literal, k) => {
                let (min, max) = domains.range(literal.var);
                let (from, to) = match change.relation {
                    AtLeast(value) => (min, value - 1),
                    AtMost(value) => (value + 1, max),
                    IsNot(value) => (value, value),
                    Is(_) => return None,
                };
                let is_bound = matches!(literal.test, Test::AtLeast(_) | Test::AtMost(_));
                let holds = literal.holds(from);
                (from == to || is_bound && holds == literal.holds(to)).then_some(if holds { *k } else { 0 })
            }
        }
    }
}

impl Inequality {
    /// The inequality `sum(k * column) >= least`.
    pub(super) fn new(sum: &[i128], columns: &Columns, least: i128) -> Inequality {
        let mut terms: Vec<Term> = vec![];
        for ((&k, column), &(lo, hi)) in sum.iter().zip(&columns.columns).zip(&columns.root) {
            let roof = (k * i128::from(lo)).max(k * i128::from(hi));
            match column {
                Column::Value(var) => terms.push(Term { function: Function::Times(*var, k), roof }),
                Column::Truth(literal) => terms.push(Term { function: Function::Truth(literal.clone(), k), roof }),
                Column::Is(var, value) => match terms.last_mut() {
                    Some(Term { function: Function::Values(last, values), roof: all }) if last == var => {
                        values.push((*value, k));
                        *all = roof.max(*all);
                    }
                    _ => {
                        let first = columns.first_value(*var);
                        terms.push(Term { function: Function::Values(*var, vec![(first, 0), (*value, k)]), roof });
                    }
                },
            }
        }
        terms.retain(|term| match &term.function {
            Function::Times(_, k) | Function::Truth(_, k) => *k != 0,
            Function::Values(_, values) => values.iter().any(|at| at.1 != 0),
        });
        Inequality { terms, least }
    }

    /// By how much the sum can exceed what it has to reach.
    pub(super) fn slack(&self, domains: &impl Domains) -> i128 {
        self.terms.iter().map(|term| term.function.most(domains)).sum::<i128>() - self.least
    }

    /// Whether it removes something from the domains, or contradicts them.
    pub(super) fn removes(&self, store: &Store) -> bool {
        let slack = self.slack(store);
        let removes = |term: &Term| {
            let most = term.function.most(store);
            match &term.function {
                Function::Times(var, k) => k.abs() * i128::from(store.max(*var).abs_diff(store.min(*var))) > slack,
                Function::Values(var, values) => {
                    values.iter().any(|at| at.1 < most - slack && store.contains(*var, at.0))
                }
                Function::Truth(literal, k) => k.abs() > slack && store.truth(literal).is_none(),
            }
        };
        // A contradiction between rows can have no term left.
        slack < 0 || self.terms.iter().any(removes)
    }

    /// Removes the values with which the sum stays too small.
    ///
    /// # Errors
    /// The sum is too small with all.
    pub(crate) fn propagate(&self, store: &mut Store) -> Narrowed {
        store.failed = None;
        let slack = self.slack(store);
        if slack < 0 {
            return Err(Conflict);
        }
        for term in &self.terms {
            let most = term.function.most(store);
            match &term.function {
                Function::Times(var, k) => {
                    let room = i64::try_from(slack / k.abs()).unwrap_or(i64::MAX);
                    if *k > 0 {
                        store.at_least(*var, store.max(*var).saturating_sub(room))?;
                    } else {
                        store.at_most(*var, store.min(*var).saturating_add(room))?;
                    }
                }
                Function::Values(var, values) => {
                    for &(value, _) in values.iter().filter(|at| at.1 < most - slack) {
                        store.remove(*var, value)?;
                    }
                }
                Function::Truth(literal, k) => {
                    if k.abs() > slack && store.truth(literal).is_none() {
                        store.assert(&if *k > 0 { literal.clone() } else { !literal.clone() })?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds facts from which the change follows; without a change, facts that contradict the inequality. Values may
    /// stay possible as long as the sum is too small with them.
    pub(crate) fn reason(&self, change: Option<Fact>, then: &StoreAt, facts: &mut Vec<Fact>) {
        let total: i128 = self.least + self.slack(then);
        let own = |at: &usize| {
            let term = &self.terms[*at];
            let change = change.filter(|change| change.var == term.function.var())?;
            let without = term.function.most_without(change, then)?;
            let room = self.least - 1 - (total - term.function.most(then) + without);
            (room >= 0).then_some((*at, room))
        };
        let (own, mut room) = match change {
            None => (None, self.least - 1 - total),
            Some(_) => match (0..self.terms.len()).find_map(|at| own(&at)) {
                Some((at, room)) => (Some(at), room),
                None => return self.terms.iter().for_each(|term| then.push_domain(term.function.var(), facts)),
            },
        };
        for (at, term) in self.terms.iter().enumerate() {
            if own == Some(at) {
                continue;
            }
            let most = term.function.most(then);
            if term.roof - most <= room {
                room -= term.roof - most;
                continue;
            }
            match &term.function {
                Function::Times(var, k) => {
                    let (min, max) = then.range(*var);
                    facts.push(if *k > 0 { Fact::at_most(*var, max) } else { Fact::at_least(*var, min) });
                }
                Function::Values(var, values) => {
                    facts.extend(values.iter().filter(|at| at.1 > most).map(|at| Fact::is_not(*var, at.0)));
                }
                Function::Truth(literal, _) => then.push_truth(literal, facts),
            }
        }
    }
}
