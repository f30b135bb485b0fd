//! `unique fix`: the fewest cells whose values in the first solution no other solution shares.
//!
//! Every other solution differs from the first in some cells, and a fix must contain one of them. So a fix is a hitting
//! set of these differences: compute a smallest hitting set of the differences seen so far, look for a solution that
//! agrees with the first on it, add the new difference, and repeat.

use crate::session::Session;
use crate::session::incremental::{Outcome, differences};
use sator_answer::{Answer, Atom, Fix};
use sator_base::limits::Limits;
use sator_explain::{Hit, smallest_hitting_set};
use sator_lang::diagnostic::Result;
use sator_model::{Assignment, UnknownId};
use sator_solve::solver::sat::Reason;

/// Largest number of cells in a fix.
const MOST: usize = 3;

impl Session {
    pub(in crate::session) fn unique_fix(&mut self, limits: &Limits) -> Result<Answer> {
        let (first, second) = match self.unique_or_fix(limits)? {
            // `unique_or_fix` has already looked for a fix of one cell.
            answer @ Answer::Multiple { fix: Fix::Cells(_), .. } => return Ok(answer),
            Answer::Multiple { first, second, .. } => (first, second),
            answer => return Ok(answer),
        };
        let fix = self.smallest_fix(&first, &second, MOST, limits)?;
        if let Fix::Stopped(reason) = fix {
            return Ok(Answer::Unknown(reason));
        }
        let changed = differences(self.model(), &first, &second);
        Ok(Answer::Multiple { first, second, changed, fix, fix_limit: MOST })
    }

    /// The fewest cells, `most` at the most, whose values in `first` no other solution shares.
    pub(in crate::session) fn smallest_fix(
        &mut self,
        first: &Assignment,
        second: &Assignment,
        most: usize,
        limits: &Limits,
    ) -> Result<Fix> {
        let mut differing: Vec<Vec<usize>> = vec![numbers(differences(self.model(), first, second))];
        let guard = match self.solver(limits) {
            Ok((solver, model)) => {
                let guard = solver.formula.selector();
                solver.block(model, first, guard);
                guard
            }
            Err(reason) => return Ok(Fix::Stopped(reason)),
        };
        let fix = loop {
            let cells = match smallest_hitting_set(&differing, most) {
                Hit::Smallest(cells) => cells,
                Hit::None => break Fix::None,
                Hit::GaveUp => break Fix::Stopped(Reason::GaveUp("too many solutions to tell apart".into())),
            };
            let (solver, model) = match self.solver(limits) {
                Ok(pair) => pair,
                Err(reason) => break Fix::Stopped(reason),
            };
            let mut assumed = vec![guard];
            for &cell in &cells {
                let u = UnknownId::at(cell);
                assumed.push(solver.formula.value_literal(model.expressions(), u, first.get(u)));
            }
            match solver.check(model, &assumed, limits)? {
                Outcome::Sat(other) => differing.push(numbers(differences(self.model(), first, &other))),
                Outcome::Unknown(reason) => break Fix::Stopped(reason),
                Outcome::Unsat => {
                    let given = |&c: &usize| {
                        let unknown = UnknownId::at(c);
                        Atom { unknown, value: first.get(unknown), is: true }
                    };
                    break Fix::Cells(cells.iter().map(given).collect());
                }
            }
        };
        if let Some(solver) = &mut self.cache.solver {
            solver.retire(guard);
        }
        Ok(fix)
    }
}

fn numbers(unknowns: Vec<UnknownId>) -> Vec<usize> {
    unknowns.into_iter().map(|u| u.index()).collect()
}
