//! `redundant`: which givens and rule uses the puzzle could do without and still have one solution.
//!
//! Here a rule use counts as a whole, also one about a grid, but for what is said of single clues. With the
//! solution blocked, the statements clash exactly if they have no other solution: so a minimal clash is a set
//! that must stay, and all else can go.

use super::Stop;
use super::groups::{Group, innermost_use};
use super::verify::Claim;
use super::why::answered;
use crate::diagnostic::Result;
use crate::limits::Limits;
use crate::model::{Assignment, ExprId, Model};
use crate::session::Session;
use crate::session::answer::{Answer, Because};
use crate::solver::sat::Lit;
use crate::syntax::ast::Redundant;

impl Session {
    pub(in crate::session) fn redundant(&mut self, what: Redundant, limits: &Limits) -> Result<Answer> {
        let solution = match self.unique(limits)? {
            Answer::Unique { assignment, .. } => assignment,
            answer => return Ok(answer),
        };
        // Elsewhere a rule may change the pool of expressions, so this one is made before the formula is at work.
        let found = self.with_explainer(limits, |session, explainer| {
            let units = explainer.groups.list.len();
            let mut wholes: Vec<Vec<usize>> = Vec::new();
            let mut number_of = rustc_hash::FxHashMap::default();
            for unit in 0..units {
                let next = wholes.len();
                let at = *number_of.entry(explainer.groups.list[unit].whole).or_insert(next);
                if at == next {
                    wholes.push(vec![]);
                }
                wholes[at].push(unit);
            }
            // What a rule fixes is no given.
            let stated = |group: &Group| group.origin.clue.is_none() && innermost_use(&group.origin).is_none();
            let given = |group: &Group| group.fixes.filter(|_| stated(group));
            let given: Vec<_> = explainer.groups.list.iter().map(given).collect();
            let givens: Vec<bool> = wholes.iter().map(|w| w.iter().all(|&u| given[u].is_some())).collect();
            let clues: Vec<bool> = wholes.iter().map(|w| explainer.groups.list[w[0]].origin.clue.is_some()).collect();
            let model = &session.elaborator.model;
            let mut case = explainer.case(model, limits);
            let differs: Vec<Lit> =
                model.visible().map(|u| !case.prover.formula.value_literal(model, u, solution.get(u))).collect();
            let other = case.one_of(&differs);
            let unique = |case: &mut super::Case, kept: &dyn Fn(usize) -> bool| {
                let kept: Vec<usize> = (0..wholes.len()).filter(|&w| kept(w)).flat_map(|w| wholes[w].clone()).collect();
                case.unsat(&kept, &[other])
            };
            let mut out: Vec<usize> = Vec::new();
            let mut failed = None;
            // The last typed goes first, and givens and clues go before rules.
            let mut order: Vec<usize> =
                (0..wholes.len()).filter(|&w| givens[w] || clues[w] || what != Redundant::Minimal).collect();
            order.sort_by_key(|&w| (!givens[w], !clues[w], if what == Redundant::Each { w } else { usize::MAX - w }));
            for w in order {
                let without = |v: usize| v != w && (what == Redundant::Each || !out.contains(&v));
                match unique(&mut case, &without) {
                    Ok(true) => out.push(w),
                    Ok(false) => {}
                    Err(reason) => {
                        failed = Some(reason);
                        break;
                    }
                }
            }
            case.retire(other);
            if let Some(reason) = failed {
                return Err(Stop::Limit(reason));
            }
            out.sort_unstable();
            let kept: Vec<usize> = (0..wholes.len())
                .filter(|w| what == Redundant::Each || !out.contains(w))
                .flat_map(|w| wholes[w].clone())
                .collect();
            if what != Redundant::Each {
                let only = only_solution(session, &solution);
                let claim = Claim { condition: Some(only), ..Claim::default() };
                session.confirm_units(explainer, &kept, claim, limits)?;
            }
            let first_of = |w: &usize| wholes[*w][0];
            let names = |clue: Option<bool>| -> Vec<Because> {
                let named = out.iter().filter(|w| clue.is_none_or(|clue| clues[**w] == clue));
                named.map(|w| session.whole_because(&explainer.groups, first_of(w))).collect()
            };
            Ok(match what {
                Redundant::Minimal => Answer::Reduced {
                    left_out: names(Some(false)),
                    kept: kept.iter().filter_map(|&unit| given[unit]).collect(),
                    clues_out: names(Some(true)),
                    clues: clues.iter().filter(|c| **c).count(),
                },
                _ => Answer::Redundant { list: names(None), together: what == Redundant::All },
            })
        });
        answered(found)
    }
}

/// The condition that every visible unknown has its value in the solution.
fn only_solution(session: &mut Session, solution: &Assignment) -> ExprId {
    let model: &mut Model = &mut session.elaborator.model;
    let visible: Vec<_> = model.visible().collect();
    let mut parts = Vec::with_capacity(visible.len());
    for u in visible {
        let unknown = model.unknown(u).clone();
        parts.push(match unknown.kind {
            crate::model::Kind::Bool => {
                let e = model.pool.bool_var(u, &unknown);
                if solution.get(u) != 0 { e } else { model.pool.not(e) }
            }
            _ => {
                let e = model.pool.int_var(u, &unknown);
                model.pool.member(e, &crate::model::Domain::range(solution.get(u), solution.get(u)))
            }
        });
    }
    model.pool.and(parts)
}
