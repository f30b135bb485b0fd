//! `redundant`: which parts the puzzle could do without and still have one solution.
//!
//! With the solution blocked, the statements clash exactly if they have no other solution: so a minimal clash
//! is a set that must stay, and all else can go. Whatever is claimed is proved again in a formula of its own, in
//! which what is left out has never been.

use super::parts::{Part, PartKind, parts_of};
use super::verify::{Claim, disagreement};
use super::why::answered;
use super::{Explainer, Found, Unexplained};
use crate::diagnostic::Result;
use crate::limits::Limits;
use crate::lower::{Stopped, new_formula};
use crate::model::{Assignment, ExprId, Model};
use crate::session::Session;
use crate::session::answer::{Answer, Because};
use crate::solver::sat::{Lit, Verdict};
use crate::syntax::ast::Redundant;

impl Session {
    pub(in crate::session) fn redundant(&mut self, what: Redundant, limits: &Limits) -> Result<Answer> {
        let solution = match self.unique(limits)? {
            Answer::Unique { assignment, .. } => assignment,
            answer => return Ok(answer),
        };
        answered(self.with_explainer(limits, |session, explainer| {
            // Before the formula is at work, as it adds to the pool of expressions.
            let only = only_solution(&mut session.elaborator.model, &solution);
            let units = explainer.groups.list.len();
            let parts = parts_of(&explainer.groups.list, &session.elaborator);
            let out = match what {
                Redundant::Each => each(session, explainer, &parts, &solution, limits)?,
                _ => together(session, explainer, &parts, &solution, what == Redundant::Minimal, limits)?,
            };
            let without = |left_out: &[usize]| -> Vec<usize> {
                (0..units).filter(|u| !left_out.iter().any(|&p| parts[p].units.binary_search(u).is_ok())).collect()
            };
            if what == Redundant::Each {
                for &part in &out {
                    session.confirm_left(explainer, &without(&[part]), only, limits)?;
                }
            } else {
                let kept = without(&out);
                session.confirm_left(explainer, &kept, only, limits)?;
                session.confirm_units(explainer, &kept, Claim { condition: Some(only), ..Claim::default() }, limits)?;
            }
            let names = |wanted: &dyn Fn(&Part) -> bool| -> Vec<Because> {
                let named = listed(&parts, &out).into_iter().map(|p| &parts[p]).filter(|part| wanted(part));
                named.map(|part| session.because_at(part.place, part.text.clone(), vec![])).collect()
            };
            let is_clue = |part: &Part| part.kind == PartKind::Clue;
            Ok(match what {
                Redundant::Minimal => {
                    let kept = (0..parts.len()).filter(|p| !out.contains(p));
                    let given =
                        |p: usize| if let PartKind::Given(u, value) = parts[p].kind { Some((u, value)) } else { None };
                    Answer::Reduced {
                        left_out: names(&|part| !is_clue(part)),
                        kept: kept.filter_map(given).collect(),
                        clues_out: names(&is_clue),
                        clues: parts.iter().filter(|part| is_clue(part)).count(),
                    }
                }
                _ => Answer::Redundant { list: names(&|_| true), together: what == Redundant::All },
            })
        }))
    }

    /// Proves in a formula of its own that these units have no other solution.
    fn confirm_left(&self, explainer: &Explainer, units: &[usize], only: ExprId, limits: &Limits) -> Found<()> {
        if !self.settings.verify {
            return Ok(());
        }
        let m = self.elaborator.model.expressions();
        let rest: Vec<ExprId> =
            units.iter().flat_map(|&u| explainer.groups.list[u].constraints.iter().copied()).collect();
        let mut formula = new_formula(self.method(), true);
        formula.add_constraints(m, &rest, limits).map_err(|Stopped(reason)| Unexplained::Limit(reason))?;
        let holds = formula.literal(m, only);
        match formula.check(&[!holds], limits) {
            Verdict::Unsat => Ok(()),
            Verdict::Sat => Err(disagreement()),
            Verdict::Unknown(reason) => Err(Unexplained::Limit(reason)),
        }
    }
}

/// The parts each of which can be left out, all others staying; not those in one of them.
fn each(
    session: &Session,
    explainer: &mut Explainer,
    parts: &[Part],
    solution: &Assignment,
    limits: &Limits,
) -> Found<Vec<usize>> {
    let mut out: Vec<usize> = Vec::new();
    other_solution(session, explainer, solution, limits, |kept_unique| {
        let rules = (0..parts.len()).filter(|&p| parts[p].kind == PartKind::Rule);
        let rest = (0..parts.len()).filter(|&p| parts[p].kind != PartKind::Rule);
        for p in rules.chain(rest) {
            let mut gone = out.iter().filter(|&&q| parts[q].kind == PartKind::Rule);
            if !gone.any(|&q| parts[q].holds(&parts[p])) && kept_unique(&|u| parts[p].units.binary_search(&u).is_err())?
            {
                out.push(p);
            }
        }
        Ok(())
    })?;
    out.sort_unstable();
    Ok(out)
}

/// Parts that can be left out together, such that no other can be then; only givens and clues, or anything.
fn together(
    session: &Session,
    explainer: &mut Explainer,
    parts: &[Part],
    solution: &Assignment,
    minimal: bool,
    limits: &Limits,
) -> Found<Vec<usize>> {
    let mut gone = vec![false; explainer.groups.list.len()];
    // The last typed goes first, and givens and clues go before rules.
    let mut order: Vec<usize> = (0..parts.len()).filter(|&p| !minimal || parts[p].kind != PartKind::Rule).collect();
    order.sort_by_key(|&p| (!parts[p].is_given(), parts[p].kind != PartKind::Clue, usize::MAX - p));
    let mut out: Vec<usize> = Vec::new();
    other_solution(session, explainer, solution, limits, |kept_unique| {
        for p in order {
            let units = &parts[p].units;
            if units.iter().all(|&u| gone[u]) || kept_unique(&|u| !gone[u] && units.binary_search(&u).is_err())? {
                units.iter().for_each(|&u| gone[u] = true);
                out.push(p);
            }
        }
        Ok(())
    })?;
    out.sort_unstable();
    Ok(out)
}

/// Those that are not in another one of them.
fn listed(parts: &[Part], out: &[usize]) -> Vec<usize> {
    let inside = |p: usize, q: usize| p != q && parts[q].holds(&parts[p]) && (!parts[p].holds(&parts[q]) || q < p);
    out.iter().copied().filter(|&p| !out.iter().any(|&q| inside(p, q))).collect()
}

/// Runs `work` with a function that says whether the units kept have only this solution.
fn other_solution(
    session: &Session,
    explainer: &mut Explainer,
    solution: &Assignment,
    limits: &Limits,
    work: impl FnOnce(&mut dyn FnMut(&dyn Fn(usize) -> bool) -> Found<bool>) -> Found<()>,
) -> Found<()> {
    let model = &session.elaborator.model;
    let mut case = explainer.case(model, limits);
    let differs: Vec<Lit> = model.visible().map(|u| !case.value_literal(u, solution.get(u))).collect();
    let other = case.one_of(&differs);
    let units = case.groups.len();
    let done = work(&mut |kept| {
        let kept: Vec<usize> = (0..units).filter(|&u| kept(u)).collect();
        Ok(case.unsat(&kept, &[other])?)
    });
    case.retire(other);
    done
}

/// The condition that every visible unknown has its value in the solution.
fn only_solution(model: &mut Model, solution: &Assignment) -> ExprId {
    let visible: Vec<_> = model.visible().collect();
    let parts: Vec<ExprId> = visible.into_iter().map(|u| model.value_is(u, solution.get(u))).collect();
    model.pool.and(parts)
}
