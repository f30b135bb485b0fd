//! Confirmation: a proof of uniqueness that shares nothing with how the puzzle was made.
//!
//! Depth-first search proves it where it understands the rules and had no part in making the puzzle. Otherwise the proof is a fresh
//! formula in which the clues are constraints like all others.

use crate::refusal::Disagreement;
use sator_base::limits::{Limits, Reason};
use sator_lang::diagnostic::Result;
use sator_lang::verify::verify;
use sator_model::{Assignment, Model};
use sator_solve::lower::search::{Ended, Solutions};
use sator_solve::lower::{Method, formula_of};
use sator_solve::solver::sat::Verdict;

/// Extends a solution to the unknowns that it lacks; `None` if the model does not allow that.
pub(crate) fn completed(
    model: &Model,
    solution: &Assignment,
    method: Method,
    limits: &Limits,
) -> Result<Result<Option<Assignment>, Reason>> {
    if solution.0.len() >= model.unknowns.len() {
        let meets = model.violations(solution).is_ok_and(|broken| broken.is_empty());
        return Ok(Ok(meets.then(|| solution.clone())));
    }
    let mut formula = match formula_of(model, method, limits) {
        Ok(formula) => formula,
        Err(reason) => return Ok(Err(reason)),
    };
    let m = model.expressions();
    let known = model.visible().filter(|u| u.index() < solution.0.len());
    let same: Vec<_> = known.map(|u| formula.value_literal(m, u, solution.get(u))).collect();
    Ok(match formula.check(&same, limits) {
        Verdict::Unsat => Ok(None),
        Verdict::Unknown(reason) => Err(reason),
        Verdict::Sat => {
            let completed = formula.assignment(m);
            verify(model, &completed)?;
            Ok(Some(completed))
        }
    })
}

/// Whether the model, clues included, has this solution only. An engine confirms what depth-first search has `searched`.
pub(crate) fn is_only_solution(
    model: &Model,
    solution: &Assignment,
    searched: bool,
    method: Method,
    limits: &Limits,
) -> Result<Result<bool, Reason>> {
    verify(model, solution)?;
    let same = |a: &Assignment| model.visible().all(|u| a.get(u) == solution.get(u));
    if !searched && let Some(mut search) = Solutions::of(model, limits) {
        let mut others = 0;
        let mut met = false;
        let ended = search.run(limits, &mut |a| {
            let same = same(a);
            met |= same;
            others += u32::from(!same);
            others == 0
        });
        match ended {
            Ended::All if met => return Ok(Ok(true)),
            Ended::All => return Err(Disagreement::LostSolution.error()),
            Ended::Enough => return Ok(Ok(false)),
            Ended::Stopped(reason) => return Ok(Err(reason)),
            Ended::Hard => {}
        }
    }
    let mut formula = match formula_of(model, method, limits) {
        Ok(formula) => formula,
        Err(reason) => return Ok(Err(reason)),
    };
    let m = model.expressions();
    let differs: Vec<_> = model.visible().map(|u| !formula.value_literal(m, u, solution.get(u))).collect();
    formula.clause(&differs);
    Ok(match formula.check(&[], limits) {
        Verdict::Unsat => Ok(true),
        Verdict::Sat => Ok(false),
        Verdict::Unknown(reason) => Err(reason),
    })
}
