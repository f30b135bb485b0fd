//! The effect of a hypothesis on loops, connected areas, islands and divisions as a whole. Only structures that it has changed
//! are checked.

use super::detour::{Net, has_detours};
use super::hypothesis::{Ended, Hypothesis};
use super::net_walk::{Walk, found_by};
use super::{Structure, island_violations, piece_violations};
use crate::logic::branch::End;
use crate::logic::finding::{Finding, Grounds};
use crate::mask::Mask;
use sator_base::limits::{Limits, Reason};
use sator_model::UnknownId;

/// Vertices of nets that are looked at for the effort of one statement.
const VERTICES: usize = 32;

impl Hypothesis<'_> {
    /// The loops, areas, islands and divisions that have changed: of the others nothing new is to be learned.
    pub(super) fn changed_structures(&self) -> Vec<Structure> {
        let all = match self.alone {
            true => self.board.all_structures(),
            false => self.board.structures(self.crossed.iter().map(|c| c.cell)),
        };
        let groups = |structure: &Structure| match *structure {
            Structure::Net(n) => std::slice::from_ref(&self.board.nets[n].group),
            Structure::Islands => self.board.islands.as_ref().map_or(&[][..], |islands| &islands.groups),
            Structure::Pieces(n) => &self.board.pieces[n].groups,
        };
        all.into_iter().filter(|structure| self.uses(groups(structure))).collect()
    }

    /// The changed structures, without the nets in which two ways lead round each change since they were last examined: nothing new
    /// follows from these. Before the case nothing followed from the structures on the board.
    pub(super) fn affected_structures(&self) -> Vec<Structure> {
        let mut structures = self.changed_structures();
        if self.alone || structures.is_empty() {
            return structures;
        }
        let crossed = self.crossed[self.examined..].iter().map(|crossed| (crossed.cell, crossed.gone));
        let mut changed: Vec<(UnknownId, Mask)> = crossed.chain(self.changed_outside.iter().copied()).collect();
        changed.sort_unstable();
        let mut ways = self.ways.borrow_mut();
        structures.retain(|structure| {
            let Structure::Net(n) = *structure else { return true };
            if self.board.nets[n].is_of_trees() {
                return true;
            }
            let net = Net { of: &self.board.nets[n], state: &self.states[n] };
            let cells = changed.chunk_by(|a, b| a.0 == b.0);
            let parts = cells.flat_map(|each| {
                let cell = each[0].0;
                let before = each.iter().fold(self.masks[cell], |mask, (_, gone)| mask | gone);
                let parts = self.board.parts_of[cell].iter().filter(|part| part.0 == n);
                parts.map(move |&(_, part)| (part, net.of.cond(part).state_with(before)))
            });
            !has_detours(net, parts, &mut ways)
        });
        structures
    }

    /// By structure: a walk through a net, where it has a required part.
    pub(super) fn walks(&self, structures: &[Structure]) -> Vec<Option<Walk>> {
        let walk = |structure: &Structure| match *structure {
            Structure::Net(n) => self.board.nets[n].walk(&self.states[n]),
            _ => None,
        };
        structures.iter().map(walk).collect()
    }

    /// The violation by a net, the islands or a division as a whole.
    pub(super) fn violation(&self, structures: &[Structure], walks: &[Option<Walk>]) -> Option<Ended> {
        structures.iter().zip(walks).find_map(|(structure, walk)| match *structure {
            Structure::Net(n) => {
                let (net, state) = (&self.board.nets[n], &self.states[n]);
                // Elsewhere each stroke that a case draws is followed along its path.
                let closed = if self.alone { net.closed_early(state) } else { None };
                let (violation, gone) = closed.or_else(|| net.violation_by(state, walk.as_ref()?))?;
                Some((End::GraphConstraint(n, violation), Grounds { gone, groups: vec![net.group] }))
            }
            Structure::Islands => {
                let (violation, grounds) = self.board.islands.as_ref()?.violation(&self.masks)?;
                Some((End::Islands(violation), grounds))
            }
            Structure::Pieces(n) => {
                let (violation, grounds) = self.board.pieces[n].any_violation(&self.masks)?;
                Some((End::Pieces(n, violation), grounds))
            }
        })
    }

    /// Takes what must be there, or can't be, so that nothing is cut off and every piece has its size.
    pub(super) fn kept_together(
        &mut self,
        structures: &[Structure],
        walks: &[Option<Walk>],
        left: &mut usize,
        limits: &Limits,
    ) -> Result<bool, Reason> {
        let size = |structure: &Structure| match *structure {
            Structure::Net(n) => self.board.nets[n].graph.size,
            Structure::Islands => self.board.islands.as_ref().map_or(0, |islands| islands.cells.len()),
            Structure::Pieces(n) => self.board.pieces[n].graph.size,
        };
        let cost = structures.iter().map(size).sum::<usize>().div_ceil(VERTICES);
        if structures.is_empty() || *left < cost || self.alone {
            return Ok(false);
        }
        *left -= cost;
        limits.tick_many(64 * cost)?;
        let scope = self.scope;
        let within = |f: &Finding| f.conclusions.iter().all(|c| (scope.within)(c.unknown));
        let mut moved = false;
        for (structure, walk) in structures.iter().zip(walks) {
            if let (Structure::Net(n), Some(walk)) = (*structure, walk) {
                let seen = (&self.masks[..], &self.states[n]);
                for found in found_by(self.board, n, self.knowledge, seen, walk).into_iter().filter(within) {
                    moved |= self.take_finding(found);
                }
            }
        }
        let in_pieces = structures.iter().any(|structure| matches!(structure, Structure::Pieces(_)));
        if !moved && in_pieces {
            let found = piece_violations(self.board, self.knowledge, &self.masks, Some(scope.within));
            moved = found.into_iter().find(within).is_some_and(|found| self.take_finding(found));
        }
        if !moved && structures.contains(&Structure::Islands) {
            let found = island_violations(self.board, self.knowledge, &self.masks, Some(scope.within));
            moved = found.into_iter().find(within).is_some_and(|found| self.take_finding(found));
        }
        Ok(moved)
    }
}
