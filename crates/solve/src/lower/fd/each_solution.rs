//! Enumeration of solutions in one check, through its hook. The hook reads the model, evaluates it without the solver,
//! and returns the visitor's clause.

use super::{Coding, Fd};
use crate::lower::{BrokenSolution, Formula, NextClause};
use crate::solver::sat::{Lit, Verdict};
use sator_base::limits::Limits;
use sator_model::{Assignment, Atom, Checker, Domain, Expressions, UnknownId};
use std::sync::Arc;

/// The literals from which an unknown's value is read in a model of the engine.
enum Place {
    Fixed(i64),
    /// A literal for each value, and the remaining values.
    OneHot(Arc<[(i64, Lit)]>, Domain),
    /// The bits from the lowest to the sign.
    Bits(Box<[Lit]>),
}

/// Why a check with the hook ended in a model.
enum Pause {
    /// The model breaks a constraint: cuts are missing.
    BreaksCuts,
    /// The visitor wants no more solutions.
    Enough,
    /// The clause needs a literal that does not exist yet.
    Wants(Vec<Atom>),
}

impl Fd {
    pub(super) fn run_through(
        &mut self,
        m: Expressions,
        checker: &mut Checker,
        limits: &Limits,
        visit: &mut dyn FnMut(&Assignment) -> NextClause,
    ) -> Result<Verdict, BrokenSolution> {
        self.add_new(m);
        let mut assignment = Assignment(vec![0; m.unknowns.len()]);
        loop {
            let places: Vec<Place> = (0..m.unknowns.len() as u32).map(|u| self.place(m, UnknownId(u))).collect();
            let mut pause = Pause::Enough;
            let mut hook = |holds: &dyn Fn(Lit) -> bool| {
                for (value, place) in assignment.0.iter_mut().zip(&places) {
                    *value = place.read(holds);
                }
                if !checker.holds(m, &assignment) {
                    pause = Pause::BreaksCuts;
                    return None;
                }
                let clause = visit(&assignment)?;
                let literals = clause_of(&places, &clause);
                if literals.is_none() {
                    pause = Pause::Wants(clause);
                }
                literals
            };
            self.checks += 1;
            let verdict = self.encoder.check(&[], Some(&mut hook), limits);
            if verdict != Verdict::Sat {
                return Ok(verdict);
            }
            match pause {
                Pause::Enough => return Ok(verdict),
                Pause::Wants(clause) => self.want(m, &clause),
                Pause::BreaksCuts if self.cut() => {}
                Pause::BreaksCuts => return Err(BrokenSolution(assignment)),
            }
        }
    }

    fn place(&mut self, m: Expressions, u: UnknownId) -> Place {
        let domain = self.domains[u].clone();
        if let Some(value) = domain.single() {
            return Place::Fixed(value);
        }
        // No constraint concerns a hidden unknown without a coding.
        if m.unknown(u).hidden && self.codings[u].is_none() {
            return Place::Fixed(domain.min());
        }
        match self.coding(u) {
            Coding::OneHot(view) => Place::OneHot(self.values(view), domain),
            Coding::Bits(bits) => Place::Bits(self.encoder.bits_literals(bits).into()),
        }
    }
}

impl Place {
    fn read(&self, holds: &dyn Fn(Lit) -> bool) -> i64 {
        match self {
            Place::Fixed(value) => *value,
            Place::OneHot(values, domain) => {
                values.iter().find(|v| holds(v.1)).map(|v| v.0).filter(|&v| domain.contains(v)).unwrap_or(domain.min())
            }
            Place::Bits(bits) => {
                let sign = bits.last().is_some_and(|&l| holds(l));
                (0..64).fold(0, |value, i| value | i64::from(bits.get(i).map_or(sign, |&l| holds(l))) << i)
            }
        }
    }
}

/// The clause as literals; `None` if one is missing.
fn clause_of(places: &[Place], clause: &[Atom]) -> Option<Vec<Lit>> {
    let mut literals = Vec::with_capacity(clause.len());
    for &Atom { unknown, value, is } in clause {
        let literal = match &places[unknown] {
            Place::Fixed(fixed) if *fixed == value => Lit::TRUE,
            Place::Fixed(_) => Lit::FALSE,
            Place::OneHot(values, _) => values.iter().find(|v| v.0 == value).map_or(Lit::FALSE, |v| v.1),
            Place::Bits(bits) if !is => {
                let differs = |(i, &bit): (usize, &Lit)| if value >> i.min(63) & 1 == 1 { !bit } else { bit };
                literals.extend(bits.iter().enumerate().map(differs));
                continue;
            }
            Place::Bits(_) => return None,
        };
        literals.push(if is { literal } else { !literal });
    }
    Some(literals)
}
