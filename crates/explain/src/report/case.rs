//! Turns and ends of cases as answers carry them.

use super::Reporter;
use crate::logic::{By, End, Turn};
use sator_answer as answer;

impl Reporter<'_> {
    pub(super) fn turn(&self, turn: &Turn) -> answer::Turn {
        answer::Turn {
            cell: turn.cell,
            left: self.values(turn.cell, turn.left),
            removed: self.values(turn.cell, !turn.left),
            by: match &turn.by {
                By::Supposed => answer::Cause::Supposed,
                By::OnlyValue => answer::Cause::OnlyValue,
                By::Group(group) => answer::Cause::Statement(self.name(*group)),
                By::Pattern(pattern) => answer::Cause::Statement(self.pattern(*pattern)),
                By::GraphConstraint(net, violation) => answer::Cause::Loop(self.loop_violated(*net, violation)),
                By::Islands(violation) => answer::Cause::Islands(self.island_violation(violation)),
                By::Pieces(pieces, violation) => answer::Cause::Pieces(self.piece_violation(*pieces, *violation)),
            },
        }
    }

    pub(super) fn end(&self, end: &End) -> answer::End {
        match end {
            End::NoValue(cell) => answer::End::NoValue(*cell),
            End::NoPlace(house, bit) => answer::End::NoPlace {
                house: self.name(*house),
                value: self.board.house(*house).map(|h| (h.cells[0], self.value(h.cells[0], *bit))),
                hidden: self.groups[*house].scope.iter().any(|&u| self.is_hidden(u)),
            },
            End::Broken(group) => answer::End::Unmet(self.name(*group)),
            End::BrokenPattern(pattern) => answer::End::Unmet(self.pattern(*pattern)),
            End::GraphConstraint(net, violation) => answer::End::Loop(self.loop_violated(*net, violation)),
            End::Islands(violation) => answer::End::Islands(self.island_violation(violation)),
            End::Pieces(pieces, violation) => answer::End::Pieces(self.piece_violation(*pieces, *violation)),
            End::Either(_, branches) => answer::End::Split(self.cases(branches)),
        }
    }
}
