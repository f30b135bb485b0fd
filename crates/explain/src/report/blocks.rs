//! The reasons of a line of blocks for what it implies, as answers carry them.

use super::{Mask, Reporter};
use crate::deduce::Deduction;
use crate::line_blocks::Line;
use crate::logic::{Cond, State};
use sator_answer::{Block, BlockReason, Leaves};
use sator_model::{BlockLine, Node, UnknownId};

impl Reporter<'_> {
    /// The reasons for all conclusions, if the group is a line of blocks and each conclusion has one.
    pub(super) fn block_reasons(&self, group: usize, deduction: &Deduction, candidates: &[Mask]) -> Option<Leaves> {
        let model = self.model();
        let line = model.block_lines.iter().find(|line| self.is_group(group, line))?;
        let conditions: Vec<Cond> = line.line.iter().map(|&e| Cond::of(model, e)).collect();
        let unknowns: Vec<UnknownId> = conditions.iter().map(Cond::unknown).collect::<Option<_>>()?;
        let states: Vec<State> = conditions.iter().map(|condition| condition.state(candidates)).collect();
        let conclusions = deduction.conclusions.iter().map(|atom| {
            let cell = unknowns.iter().position(|&u| u == atom.unknown)?;
            let bit = self.knowledge.bit(atom.unknown, atom.value)?;
            let left = if atom.is { bit } else { candidates[atom.unknown] & !bit };
            let yes = conditions[cell].values()?;
            match (left & yes, left & !yes) {
                (0, _) => Some((cell, false)),
                (_, 0) => Some((cell, true)),
                _ => None,
            }
        });
        let conclusions: Vec<(usize, bool)> = conclusions.collect::<Option<_>>()?;
        let reasons = Line::new(&states, &line.lengths).reasons(&conclusions)?;
        let reasons = reasons.into_iter().map(|reason| BlockReason {
            kind: reason.kind.map(|cell| unknowns[cell]),
            block: reason.block.map(|block| block_of(&line.lengths, block)),
            cells: reason.cells.into_iter().map(|cell| unknowns[cell]).collect(),
        });
        Some(Leaves::Blocks(reasons.collect()))
    }

    /// Whether the conditions of a group are those of a line of blocks. A line without any choice is a conjunction, whose parts are
    /// conditions of their own.
    fn is_group(&self, group: usize, line: &BlockLine) -> bool {
        match &self.groups[group].constraints[..] {
            [only] if *only == line.expr => true,
            all => match self.model().pool.node(line.expr) {
                Node::And(parts) => all.len() == parts.len() && all.iter().all(|e| parts.contains(e)),
                _ => false,
            },
        }
    }
}

fn block_of(lengths: &[Option<usize>], block: usize) -> Block {
    let length = lengths[block];
    let alike = |list: &[Option<usize>]| list.iter().filter(|&&other| other == length).count();
    Block { length, number: (alike(lengths) > 1).then(|| alike(&lengths[..=block])) }
}
