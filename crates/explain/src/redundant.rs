//! `redundant`: which parts the puzzle could do without and still have one solution.
//!
//! With the solution blocked, the statements clash exactly if they have no other solution: so a minimal clash
//! is a set that must stay, and all else can go. Whatever is claimed is proved again in a formula of its own, in
//! which what is left out has never been.

use crate::explainer::{Context, Explainer};
use crate::prover::{Found, Unexplained};
use crate::removable::{Removable, RemovableKind, removables};
use crate::verify::{Claim, disagreement};
use sator_answer::{Answer, StatementRef};
use sator_model::{Assignment, ExprId};
use sator_solve::lower::{Stopped, new_formula};
use sator_solve::solver::sat::{Lit, Verdict};

/// The question about the removable parts of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redundancy {
    /// Each part that could go by itself.
    Each,
    /// Parts that could go together.
    Together,
    /// Givens and clues that could go together.
    Minimal,
}

impl Explainer {
    /// The removable parts of a puzzle with this only solution.
    ///
    /// # Errors
    /// A limit was met, or two solvers disagree.
    pub fn redundant(
        &mut self,
        context: &Context,
        what: Redundancy,
        solution: &Assignment,
        only: ExprId,
    ) -> Found<Answer> {
        let groups = self.groups.list.len();
        let parts = removables(&self.groups.list, context.elaborator);
        let out = match what {
            Redundancy::Each => each(self, context, &parts, solution)?,
            _ => together(self, context, &parts, solution, what == Redundancy::Minimal)?,
        };
        let without = |left_out: &[usize]| -> Vec<usize> {
            (0..groups).filter(|u| !left_out.iter().any(|&p| parts[p].groups.binary_search(u).is_ok())).collect()
        };
        if what == Redundancy::Each {
            for &part in &out {
                self.confirm_left(context, &without(&[part]), only)?;
            }
        } else {
            let kept = without(&out);
            self.confirm_left(context, &kept, only)?;
            self.confirm(context, &kept, Claim { condition: Some(only), ..Claim::default() })?;
        }
        let names = |wanted: &dyn Fn(&Removable) -> bool| -> Vec<StatementRef> {
            let named = listed(&parts, &out).into_iter().map(|p| &parts[p]).filter(|part| wanted(part));
            named.map(|part| context.statement_at(part.place, part.name.clone(), vec![])).collect()
        };
        let is_clue = |part: &Removable| part.kind == RemovableKind::Clue;
        Ok(match what {
            Redundancy::Minimal => {
                let kept = (0..parts.len()).filter(|p| !out.contains(p));
                let given =
                    |p: usize| if let RemovableKind::Given(u, value) = parts[p].kind { Some((u, value)) } else { None };
                Answer::Reduced {
                    left_out: names(&|part| !is_clue(part)),
                    kept: kept.filter_map(given).collect(),
                    clues_out: names(&is_clue),
                    clues: parts.iter().filter(|part| is_clue(part)).count(),
                }
            }
            _ => Answer::Redundant {
                list: names(&|_| true),
                together: what == Redundancy::Together,
                any_tried: !parts.is_empty(),
            },
        })
    }

    /// Proves in a formula of its own that these groups have no other solution.
    fn confirm_left(&self, context: &Context, groups: &[usize], only: ExprId) -> Found<()> {
        if !context.verify {
            return Ok(());
        }
        let m = context.model().expressions();
        let rest: Vec<ExprId> = groups.iter().flat_map(|&u| self.groups.list[u].constraints.iter().copied()).collect();
        let mut formula = new_formula(context.method, true);
        formula.add_constraints(m, &rest, context.limits).map_err(|Stopped(reason)| Unexplained::Limit(reason))?;
        let holds = formula.literal(m, only);
        match formula.check(&[!holds], context.limits) {
            Verdict::Unsat => Ok(()),
            Verdict::Sat => Err(disagreement()),
            Verdict::Unknown(reason) => Err(Unexplained::Limit(reason)),
        }
    }
}

/// The parts each of which can be left out, all others staying; not those in one of them.
fn each(explainer: &mut Explainer, context: &Context, parts: &[Removable], solution: &Assignment) -> Found<Vec<usize>> {
    let mut out: Vec<usize> = Vec::new();
    other_solution(explainer, context, solution, |kept_unique| {
        let rules = (0..parts.len()).filter(|&p| parts[p].kind == RemovableKind::Rule);
        let rest = (0..parts.len()).filter(|&p| parts[p].kind != RemovableKind::Rule);
        for p in rules.chain(rest) {
            let mut gone = out.iter().filter(|&&q| parts[q].kind == RemovableKind::Rule);
            if !gone.any(|&q| parts[q].holds(&parts[p]))
                && kept_unique(&|u| parts[p].groups.binary_search(&u).is_err())?
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
    explainer: &mut Explainer,
    context: &Context,
    parts: &[Removable],
    solution: &Assignment,
    minimal: bool,
) -> Found<Vec<usize>> {
    let mut gone = vec![false; explainer.groups.list.len()];
    // The last typed goes first, and givens and clues go before rules.
    let mut order: Vec<usize> =
        (0..parts.len()).filter(|&p| !minimal || parts[p].kind != RemovableKind::Rule).collect();
    order.sort_by_key(|&p| (!parts[p].is_given(), parts[p].kind != RemovableKind::Clue, usize::MAX - p));
    let mut out: Vec<usize> = Vec::new();
    other_solution(explainer, context, solution, |kept_unique| {
        for p in order {
            let groups = &parts[p].groups;
            if groups.iter().all(|&u| gone[u]) || kept_unique(&|u| !gone[u] && groups.binary_search(&u).is_err())? {
                groups.iter().for_each(|&u| gone[u] = true);
                out.push(p);
            }
        }
        Ok(())
    })?;
    out.sort_unstable();
    Ok(out)
}

/// The parts that are in no other one of them.
fn listed(parts: &[Removable], out: &[usize]) -> Vec<usize> {
    let inside = |p: usize, q: usize| p != q && parts[q].holds(&parts[p]) && (!parts[p].holds(&parts[q]) || q < p);
    out.iter().copied().filter(|&p| !out.iter().any(|&q| inside(p, q))).collect()
}

/// Runs `work` with a function that decides whether the kept groups have only this solution.
fn other_solution(
    explainer: &mut Explainer,
    context: &Context,
    solution: &Assignment,
    work: impl FnOnce(&mut dyn FnMut(&dyn Fn(usize) -> bool) -> Found<bool>) -> Found<()>,
) -> Found<()> {
    let model = context.model();
    let mut proof = explainer.case(context);
    let differs: Vec<Lit> = model.visible().map(|u| !proof.value_literal(u, solution.get(u))).collect();
    let other = proof.one_of(&differs);
    let groups = proof.groups.len();
    let done = work(&mut |kept| {
        let kept: Vec<usize> = (0..groups).filter(|&u| kept(u)).collect();
        Ok(proof.unsat(&kept, &[other])?)
    });
    proof.retire(other);
    done
}
