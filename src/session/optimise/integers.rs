//! Turns of Z3's integers, each with twice the effort of the one before: for models of linear sums, where simplex and
//! cuts see at once what propagation has to try.

use super::search::{Minimised, Prover, Search};
use crate::session::Session;
use sator_base::limits::{Limits, Reason};
use sator_lang::diagnostic::Result;
use sator_lang::verify::verify;
use sator_solve::lower::{Encoding, Formula, Method, formula_of, is_linear};
use sator_solve::solver::Engine;
use sator_solve::solver::sat::Verdict;

/// Effort of the first turn: about a tenth of a second.
pub(super) const TURN: u64 = 10;

/// Z3's integers for the current goal.
#[derive(Default)]
pub(super) enum Integers {
    #[default]
    New,
    /// The settings or the model don't allow it.
    Unsuited,
    Ready {
        formula: Box<dyn Formula>,
        /// The effort of the next check.
        effort: u64,
    },
}

impl Session {
    /// The method of Z3's integers, if the settings leave the choice and all conditions are linear.
    pub(super) fn integer_method(&self) -> Option<Method> {
        let (model, settings) = (self.model(), &self.settings);
        let is_free = settings.encoding.is_none() && matches!(settings.engine, Engine::Auto | Engine::Z3);
        let suits = is_free && Encoding::Int.is_available() && is_linear(model.expressions(), &model.conditions());
        suits.then(|| Method { encoding: Encoding::Int, trial: false, ..settings.method() })
    }

    fn new_integers(&self, limits: &Limits) -> Integers {
        match self.integer_method().map(|method| formula_of(self.model(), method, limits)) {
            Some(Ok(formula)) => Integers::Ready { formula, effort: TURN },
            Some(Err(_)) | None => Integers::Unsuited,
        }
    }

    /// Takes a turn of Z3's integers. `None` if its effort is used up.
    pub(super) fn integer_turn(&mut self, search: &mut Search, limits: &Limits) -> Result<Option<Minimised>> {
        if matches!(search.integers, Integers::New) {
            search.integers = self.new_integers(limits);
        }
        let Integers::Ready { mut formula, effort } = std::mem::replace(&mut search.integers, Integers::Unsuited)
        else {
            return Ok(None);
        };
        let within = limits.with_effort(effort);
        while !search.met() {
            let most = search.best.is_some().then(|| search.value().saturating_sub(1));
            let assumptions = search.assumptions(self.model(), &mut *formula, most);
            match formula.check(&assumptions, &within) {
                Verdict::Sat => {
                    let assignment = formula.assignment(self.model().expressions());
                    verify(self.model(), &assignment)?;
                    self.note_value(search, &assignment)?;
                }
                Verdict::Unsat if search.best.is_none() => return Ok(Some(Minimised::NoValue)),
                Verdict::Unsat => {
                    search.bound = search.value();
                    self.report_search(search);
                }
                Verdict::Unknown(Reason::Effort) => {
                    search.integers = Integers::Ready { formula, effort: effort.saturating_mul(2) };
                    return Ok(None);
                }
                Verdict::Unknown(reason) => return Ok(Some(Minimised::Stopped(reason))),
            }
        }
        search.prover = Prover::Integers;
        Ok(Some(Minimised::Done))
    }
}
