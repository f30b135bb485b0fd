//! Turns of Z3's integers, each with twice the effort of the one before: for models of linear sums and of wide numbers,
//! where simplex and cuts see at once what propagation has to try.

use super::state::{Integers, Minimised, Prover, Search};
use crate::session::Session;
use sator_base::limits::{Limits, Reason};
use sator_lang::diagnostic::Result;
use sator_lang::verify::verify;
use sator_model::ExprId;
use sator_propagate::prefers_branch_and_bound;
use sator_solve::lower::{Encoding, Method, formula_of, is_linear};
use sator_solve::solver::sat::Verdict;
use sator_solve::solver::{Engine, has_encoding};

/// Effort of the first turn: about a tenth of a second.
pub(super) const TURN: u64 = 10;

impl Session {
    /// The method of Z3's integers, if the settings leave the choice.
    fn integer_method(&self) -> Option<Method> {
        let settings = &self.settings;
        let is_free = settings.encoding.is_none() && matches!(settings.engine, Engine::Auto | Engine::Z3);
        let method = Method { encoding: Encoding::Int, trial: false, ..settings.method() };
        (is_free && has_encoding(Encoding::Int)).then_some(method)
    }

    /// The method of Z3's integers, if the settings leave the choice and all conditions are linear.
    pub(super) fn linear_method(&self) -> Option<Method> {
        let model = self.model();
        self.integer_method().filter(|_| is_linear(model.expressions(), &model.conditions()))
    }

    /// Z3's integers, for linear conditions and for wide numbers without graphs.
    fn new_integers(&self, goal: ExprId, limits: &Limits) -> Integers {
        let model = self.model();
        let is_wide = model.pool.graphs() == 0 && prefers_branch_and_bound(model, goal);
        let method = if is_wide { self.integer_method() } else { self.linear_method() };
        match method.map(|method| formula_of(model, method, limits)) {
            Some(Ok(formula)) => Integers::Ready { formula, effort: TURN },
            Some(Err(_)) | None => Integers::Unsuited,
        }
    }

    /// Takes a turn of Z3's integers. `None` if its effort is used up.
    pub(super) fn integer_turn(&mut self, search: &mut Search, limits: &Limits) -> Result<Option<Minimised>> {
        if matches!(search.integers, Integers::New) {
            search.integers = self.new_integers(search.goals[search.level], limits);
        }
        let Integers::Ready { mut formula, effort } = std::mem::replace(&mut search.integers, Integers::Unsuited)
        else {
            return Ok(None);
        };
        let within = limits.with_effort(effort);
        // Steps down from the best value double while they succeed, as in `improve`.
        let mut down: i64 = 1;
        while !search.met() {
            let below = |search: &Search| search.value().saturating_sub(down).max(search.bound);
            let most = search.best.is_some().then(|| below(search));
            let assumptions = search.assumptions(self.model(), &mut *formula, most);
            match formula.check(&assumptions, &within) {
                Verdict::Sat => {
                    let assignment = formula.assignment(self.model().expressions());
                    verify(self.model(), &assignment)?;
                    self.note_value(search, &assignment)?;
                    down = down.saturating_mul(2);
                }
                Verdict::Unsat => {
                    let Some(most) = most else { return Ok(Some(Minimised::NoValue)) };
                    search.bound = search.bound.max(most.saturating_add(1));
                    self.report_search(search);
                    down = 1;
                }
                Verdict::Unknown(Reason::Effort) if down > 1 => down = 1,
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
