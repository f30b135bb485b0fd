//! Rearrangements: a solution that its clues don't single out is changed near the cells that another solution fills otherwise.
//!
//! Most parts of such a solution are fine. A random window around one of the differing cells is solved again, and everything outside
//! stays. The change is kept unless another solution differs in more cells of the window than before.

use crate::solution::LazySolver;
use rustc_hash::FxHashSet;
use sator_base::random::Random;
use sator_lang::diagnostic::Result;
use sator_lang::verify::verify;
use sator_model::{Assignment, Model, UnknownId};
use sator_solve::solver::sat::{Lit, Verdict};

/// Conflicts of a search for another filling of a window.
const SHORT: u64 = 300;
/// Changes after which a new solution is drawn.
const CHANGES: usize = 400;
/// Changes in a row that were not kept, after which a new solution is drawn.
const FAILED: usize = 40;

/// A solution that its clues don't single out.
#[derive(Clone)]
pub(crate) struct Ambiguous {
    pub solution: Assignment,
    /// The clues that were chosen.
    pub clues: Vec<(usize, String)>,
    /// By place: whether another solution differs there.
    pub differs: Vec<bool>,
}

/// The state of a series of rearrangements.
#[derive(Default)]
pub(crate) struct Rearrangements {
    best: Option<Ambiguous>,
    window: Vec<bool>,
    changes: usize,
    failed: usize,
}

impl Rearrangements {
    /// The clues chosen for the solution that is rearranged.
    pub(crate) fn clues(&self) -> &[(usize, String)] {
        self.best.as_ref().map_or(&[], |best| &best.clues)
    }

    /// Notes a solution that is not singled out: it takes the place of the last one if fewer cells of the window differ.
    pub(crate) fn note(&mut self, found: Ambiguous, random: &mut Random) {
        let Some(best) = &self.best else {
            self.best = Some(found);
            return;
        };
        let in_window = |differs: &[bool]| differs.iter().zip(&self.window).filter(|(d, w)| **d && **w).count();
        let (before, after) = (in_window(&best.differs), in_window(&found.differs));
        if after < before || after == before && random.below(2) == 0 {
            self.best = Some(found);
            self.failed = 0;
        } else {
            self.failed += 1;
        }
    }

    /// Notes that a rearranged solution is of no use.
    pub(crate) fn drop_last(&mut self) {
        self.failed += 1;
    }

    /// Another solution that differs from the last one in a window only; `None` if a new one should be drawn.
    pub(crate) fn next(
        &mut self,
        lazy_solver: &mut LazySolver,
        model: &Model,
        (places, cols): (&[Vec<UnknownId>], usize),
        random: &mut Random,
    ) -> Result<Option<Assignment>> {
        while let Some(best) = &self.best {
            if self.changes >= CHANGES || self.failed >= FAILED {
                break;
            }
            self.changes += 1;
            let differing: Vec<usize> = (0..places.len()).filter(|&at| best.differs[at]).collect();
            let Some(&centre) = random.choose(&differing) else { break };
            let reach = 1 + random.below(2) + self.failed / 10;
            let is_near = |at: usize| {
                (at / cols).abs_diff(centre / cols) <= reach && (at % cols).abs_diff(centre % cols) <= reach
            };
            self.window = (0..places.len()).map(is_near).collect();
            let mut fixed: FxHashSet<UnknownId> = FxHashSet::default();
            for (at, unknowns) in places.iter().enumerate() {
                if !self.window[at] {
                    fixed.extend(unknowns);
                }
            }
            let limits = lazy_solver.limits.with_effort(SHORT);
            let Ok(formula) = lazy_solver.formula() else { return Ok(None) };
            let m = model.expressions();
            let (outside, inside): (Vec<UnknownId>, Vec<UnknownId>) = model.visible().partition(|u| fixed.contains(u));
            let mut same = |list: Vec<UnknownId>| -> Vec<Lit> {
                list.into_iter().map(|u| formula.value_literal(m, u, best.solution.get(u))).collect()
            };
            let (mut assumed, kept) = (same(outside), same(inside));
            // The clause that something in this window changes is for this check only.
            let changes = formula.selector();
            formula.clause(&kept.into_iter().map(|l| !l).chain([!changes]).collect::<Vec<Lit>>());
            assumed.push(changes);
            match formula.check(&assumed, &limits) {
                Verdict::Sat => {
                    let found = formula.assignment(m);
                    verify(model, &found)?;
                    return Ok(Some(found));
                }
                Verdict::Unsat | Verdict::Unknown(_) => self.failed += 1,
            }
        }
        *self = Rearrangements::default();
        Ok(None)
    }
}
