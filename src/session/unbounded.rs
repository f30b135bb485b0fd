//! Answers about unknowns without an upper end: `in 1..`.
//!
//! The solver cuts their domains off at [`NO_END`], and searches smaller domains first, as that is faster. A solution
//! found is a solution. A failed search proves nothing about larger numbers, so an answer that claims an absence
//! becomes "unknown" and names the numbers that were searched. If linear conditions bound each such unknown from above,
//! the puzzle is answered like any other.

use super::Session;
use super::cache::ProvedOptimum;
use super::incremental::{IncrementalSolver, Outcome};
use super::understood::nothing_to_solve;
use sator_answer::{Answer, Claim, Expected, Fix, Found};
use sator_base::limits::{Limits, Reason};
use sator_base::source::Span;
use sator_lang::diagnostic::Result;
use sator_lang::syntax::ast::Question;
use sator_model::{Domain, Model, NO_END};
use sator_solve::lower::Method;

/// Width of the domains in each attempt to find a small solution.
const REACH: [i64; 5] = [15, 63, 255, 1023, 4095];

/// Conflict budget of one attempt.
const EFFORT: u64 = 20_000;

impl Session {
    /// Runs `answer` with the upper ends that linear conditions imply, if each unknown has one. Formulas of the smaller
    /// domains are dropped afterwards, since the conditions can be taken back.
    fn with_implied_ends<T>(&mut self, answer: impl FnOnce(&mut Session) -> T) -> T {
        let ends = self.model().upper_ends();
        if ends.is_empty() || ends.iter().any(|(_, end)| end.is_none()) {
            return answer(self);
        }
        let unknowns = &mut self.elaborator.model.unknowns;
        let mut before = Vec::with_capacity(ends.len());
        for (u, end) in ends {
            let low = unknowns[u].domain.min();
            let domain = Domain::range(low, end.unwrap_or(NO_END).max(low));
            before.push((u, std::mem::replace(&mut unknowns[u].domain, domain)));
        }
        self.cache.forget_formulas();
        let answer = answer(self);
        self.cache.forget_formulas();
        for (u, domain) in before {
            self.elaborator.model.unknowns[u].domain = domain;
        }
        answer
    }

    /// Answers a question.
    pub(super) fn answer(&mut self, question: &Question, span: Span, limits: &Limits) -> Result<Answer> {
        self.answer_by(question, &mut |session| session.answer_once(question, span, limits))
    }

    /// Answers a question with `once`, and again after a trial that ended without an answer.
    pub(super) fn answer_by(
        &mut self,
        question: &Question,
        once: &mut dyn FnMut(&mut Session) -> Result<Answer>,
    ) -> Result<Answer> {
        if let Some(answer) =
            nothing_to_solve(self.model(), question).or_else(|| refuse_unbounded(self.model(), question))
        {
            return Ok(answer);
        }
        let answer = self.with_implied_ends(&mut *once);
        match self.end_trial(answer.as_ref().ok().and_then(Answer::stopped)) {
            true => self.with_implied_ends(once),
            false => answer,
        }
    }
}

/// A solution with small numbers, if a short search finds one.
pub(super) fn small_solution(model: &Model, method: Method, limits: &Limits) -> Result<Option<Outcome>> {
    if model.open.is_empty() {
        return Ok(None);
    }
    let limits = limits.with_effort(EFFORT);
    let mut reduced = model.clone();
    for reach in REACH {
        if let Some(reason) = limits.stop() {
            return Ok(Some(Outcome::Unknown(reason)));
        }
        for u in model.open.iter() {
            let low = model.unknown(*u).domain.min();
            reduced.unknowns[*u].domain = Domain::range(low, low + reach);
        }
        let mut solver = IncrementalSolver::new(method);
        let found = match solver.extend_all(&reduced, &limits) {
            Ok(()) => solver.check(&reduced, &[], &limits)?,
            Err(reason) => Outcome::Unknown(reason),
        };
        if let Outcome::Sat(assignment) = found {
            return Ok(Some(Outcome::Sat(assignment)));
        }
    }
    Ok(None)
}

/// The answer "unknown" to a question about all solutions, which can't all be searched.
pub(super) fn refuse_unbounded(model: &Model, question: &Question) -> Option<Answer> {
    let endless = question.is_about_all_solutions() && model.is_endless();
    let reason = "the answer depends on all solutions, and without an upper end not all numbers can be tried";
    endless.then(|| Answer::Unknown(Reason::GaveUp(reason.into())))
}

/// The answer without claims that a solution with larger numbers could refute.
pub(super) fn without_unbounded_claims(model: &Model, proved: Option<&ProvedOptimum>, answer: Answer) -> Answer {
    if !model.is_endless() {
        return answer;
    }
    let looked = |what: &str| Reason::GaveUp(format!("{what} with values up to {NO_END}; larger ones were not tried"));
    let unknown = |what: &str| Answer::Unknown(looked(what));
    match answer.facts().claim {
        Claim::Nothing => answer,
        Claim::NoSolution => unknown("no solution"),
        Claim::NoOther => unknown("no other solution"),
        Claim::OnlyOne => unknown("only one solution"),
        Claim::AllSolutions => unknown("what all solutions share was searched for"),
        Claim::InPart => without_claim_in_part(model, proved, answer, &looked),
    }
}

/// Whether no solution that is at least as good as the proved optimum has larger numbers than those searched: with
/// `minimize x + y` and numbers from 0 on, no better one has an `x` above the best value.
fn is_bounded_by_goal(model: &Model, proved: Option<&ProvedOptimum>) -> bool {
    let first = proved.and_then(|proved| proved.goals.first());
    first.is_some_and(|&(goal, value)| model.has_ends_below(goal, value))
}

/// The same of an answer of which a part is a claim.
fn without_claim_in_part(
    model: &Model,
    proved: Option<&ProvedOptimum>,
    answer: Answer,
    looked: &dyn Fn(&str) -> Reason,
) -> Answer {
    match answer {
        Answer::Multiple { first, second, changed, fix_limit, .. } => {
            Answer::Multiple { first, second, changed, fix_limit, fix: Fix::Stopped(looked("it was searched for")) }
        }
        Answer::Count { count, beyond, exact: true, .. } => {
            Answer::Count { count, beyond, exact: false, stopped: Some(looked("no more")) }
        }
        Answer::Solutions { list, reported, complete: true, .. } => {
            Answer::Solutions { list, reported, complete: false, stopped: Some(looked("no more")) }
        }
        Answer::Optimum(optimum) if is_bounded_by_goal(model, proved) => Answer::Optimum(optimum),
        Answer::Optimum(mut optimum) => {
            optimum.objectives.iter_mut().for_each(|objective| objective.bound = None);
            optimum.stopped = optimum.stopped.or(Some(looked("nothing better")));
            Answer::Optimum(optimum)
        }
        Answer::Expect { ok: true, expected: Expected::Unique | Expected::NoSolution | Expected::Count(_), .. } => {
            Answer::Unknown(looked("the check covers only solutions"))
        }
        Answer::Expect { ok: false, expected, found: Some(Found::Answer(found)), stopped: None } => {
            let found = without_unbounded_claims(model, proved, *found);
            match found.stopped() {
                Some(reason) => Answer::Unknown(reason.clone()),
                None => {
                    Answer::Expect { ok: false, expected, found: Some(Found::Answer(Box::new(found))), stopped: None }
                }
            }
        }
        sound => sound,
    }
}
