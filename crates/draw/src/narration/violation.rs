//! Violations of loops, islands and pieces, in words.

use super::{LONGEST, Narrator, clue_noun};
use sator_answer::{
    IslandViolation, LoopViolated, LoopViolation, PieceViolation, PieceViolationKind, StatementName, StatementPart,
    Vertex,
};
use sator_base::text;
use sator_model::{Atom, UnknownId};
use std::collections::BTreeSet;

impl Narrator<'_> {
    /// The violation of a loop in the conditional: `the loop would close early`.
    pub(super) fn loop_would(&self, violation: &LoopViolation) -> String {
        match violation {
            LoopViolation::Branches(at) => format!("the loop would branch at {}", self.vertex(at)),
            LoopViolation::Ends(at) => format!("the loop would end at {}", self.vertex(at)),
            LoopViolation::ClosesEarly => "the loop would close early".into(),
            LoopViolation::Cycle => "a loop would be closed".into(),
            LoopViolation::BorderInside => "a border would lie inside a piece".into(),
            LoopViolation::NoReturn => "the loop could not come back".into(),
            LoopViolation::CutOff(a, b) => format!("{} would be cut off from {}", self.vertex(a), self.vertex(b)),
        }
    }

    /// The violation at the end of a case: `the loop closes early`.
    pub(super) fn loop_does(&self, violation: &LoopViolation) -> String {
        match violation {
            LoopViolation::Branches(at) => format!("the loop branches at {}", self.vertex(at)),
            LoopViolation::Ends(at) => format!("the loop ends at {}", self.vertex(at)),
            LoopViolation::ClosesEarly => "the loop closes early".into(),
            LoopViolation::Cycle => "a loop is closed".into(),
            LoopViolation::BorderInside => "a border lies inside a piece".into(),
            LoopViolation::NoReturn => "the loop can't come back".into(),
            LoopViolation::CutOff(a, b) => format!("{} is cut off from {}", self.vertex(a), self.vertex(b)),
        }
    }

    /// `r2c3`, `the bottom right corner of r1c1`.
    pub(super) fn vertex(&self, vertex: &Vertex) -> String {
        match vertex {
            Vertex::Cell(cell) => self.cell(*cell),
            Vertex::Edge => "the edge".into(),
            Vertex::Meeting(strokes) => {
                let meeting = self.model.lines.iter().find_map(|lines| lines.meeting_of(strokes));
                meeting.unwrap_or_else(|| "one place".into())
            }
        }
    }

    /// Why something is concluded of islands: `it touches the islands of the 2 at r3c3 and the 4 at r4c2`.
    pub(super) fn island(&self, violation: &IslandViolation, complete: bool, conclusions: &[Atom]) -> String {
        match violation {
            IslandViolation::ClueInSea => "clues stand on land".into(),
            IslandViolation::Joined(a, b) => {
                let cells = conclusions.iter().map(|l| l.unknown).collect::<BTreeSet<_>>().len();
                let who = if cells > 1 { "each" } else { "it" };
                format!("{who} touches the islands of {} and {}", self.noun(a), self.noun(b))
            }
            IslandViolation::TooLarge { clue, .. } if complete => {
                format!("the island of {} is complete", self.noun(clue))
            }
            IslandViolation::Unreached(cell) if conclusions.iter().any(|l| l.unknown == *cell) => {
                format!("no island reaches {}", self.cell(*cell))
            }
            _ => format!("else {}", self.island_would(violation)),
        }
    }

    /// The violation of islands in the conditional.
    pub(super) fn island_would(&self, violation: &IslandViolation) -> String {
        match violation {
            IslandViolation::ClueInSea => "a clue would stand in the sea".into(),
            IslandViolation::Joined(a, b) => {
                format!("the islands of {} and {} would be joined", self.noun(a), self.noun(b))
            }
            IslandViolation::TooLarge { clue, size } => {
                format!("the island of {} would have more than {}", self.noun(clue), cells(*size))
            }
            IslandViolation::NoRoom { clue, size } => {
                format!("the island of {} would have no room for {}", self.noun(clue), cells(*size))
            }
            IslandViolation::Unreached(cell) => format!("no island would reach {}", self.cell(*cell)),
        }
    }

    /// The violation of islands at the end of a case.
    pub(super) fn island_does(&self, violation: &IslandViolation) -> String {
        match violation {
            IslandViolation::ClueInSea => "a clue stands in the sea".into(),
            IslandViolation::Joined(a, b) => {
                format!("the islands of {} and {} are joined", self.noun(a), self.noun(b))
            }
            IslandViolation::TooLarge { clue, .. } => format!("the island of {} is too large", self.noun(clue)),
            IslandViolation::NoRoom { clue, .. } => format!("the island of {} has no room", self.noun(clue)),
            IslandViolation::Unreached(cell) => format!("no island reaches {}", self.cell(*cell)),
        }
    }

    /// Why something is concluded of a piece: `the piece of the 1 at r2c1 is complete`.
    pub(super) fn piece(&self, violation: &PieceViolation, complete: bool, conclusions: &[Atom]) -> String {
        if complete {
            return match self.piece_name(violation) {
                Some(piece) => format!("{piece} is complete"),
                None => match self.number_noun(&violation.statement) {
                    Some(clue) => format!("{clue} has all its cells"),
                    None => format!("{} already", self.name(&violation.statement)),
                },
            };
        }
        let size = violation.size;
        match (violation.kind, violation.number) {
            (PieceViolationKind::NoRoom, Some((number, true)))
                if conclusions.iter().all(|l| !l.is) && conclusions.iter().any(|l| l.unknown == number) =>
            {
                let several = conclusions.iter().any(|l| l.value != size as i64);
                let more = if several { " or more" } else { "" };
                let at = conclusions.iter().map(|l| l.unknown).collect();
                self.no_room(&format!("a piece of {}{more}", cells(size)), at)
            }
            _ => format!("else {}", self.piece_would(violation)),
        }
    }

    /// `a piece of 5 cells has no room at r1c1 r1c2`, with as many of the cells as fit.
    fn no_room(&self, piece: &str, mut at: Vec<UnknownId>) -> String {
        at.dedup();
        let start = format!("{piece} has no room at ");
        let text = |some: usize| match at.len() - some {
            0 => format!("{start}{}", self.cells(&at)),
            more => format!("{start}{} and {more} more cells", self.cells(&at[..some])),
        };
        let fits = |some: &usize| text(*some).chars().count() <= LONGEST;
        text((1..=at.len()).rev().find(fits).unwrap_or(1))
    }

    /// The violation of a piece in the conditional.
    pub(super) fn piece_would(&self, violation: &PieceViolation) -> String {
        let verbs = ["would have more than", "would have no room for"];
        self.piece_with(violation, verbs).unwrap_or_else(|| {
            let what = match violation.kind {
                PieceViolationKind::TooLarge => "too many cells",
                PieceViolationKind::NoRoom => "no room",
            };
            match self.number_noun(&violation.statement) {
                Some(clue) => format!("{clue} would have {what}"),
                None => format!("there would be {what}: {}", self.name(&violation.statement)),
            }
        })
    }

    /// The violation of a piece at the end of a case.
    pub(super) fn piece_does(&self, violation: &PieceViolation) -> String {
        let piece = self.piece_with(violation, ["has more than", "has no room for"]);
        piece.unwrap_or_else(|| match (self.number_noun(&violation.statement), violation.kind) {
            (Some(clue), PieceViolationKind::TooLarge) => format!("{clue} has too many cells"),
            (Some(clue), PieceViolationKind::NoRoom) => format!("{clue} has no room"),
            (None, _) => format!("{} can't be met", self.name(&violation.statement)),
        })
    }

    /// `the 3 at r2c1`, of a clue that is a number.
    fn number_noun(&self, statement: &StatementName) -> Option<String> {
        let StatementPart::Clue { token, .. } = &statement.part else { return None };
        token.parse::<u64>().ok()?;
        clue_noun(statement).map(|clue| format!("the {clue}"))
    }

    /// `the piece of the 5 at r1c3 has no room for 5 cells`, by the verbs of too large and of no room, where the piece has a name.
    fn piece_with(&self, violation: &PieceViolation, [too_large, no_room]: [&str; 2]) -> Option<String> {
        let verb = match violation.kind {
            PieceViolationKind::TooLarge => too_large,
            PieceViolationKind::NoRoom => no_room,
        };
        Some(format!("{} {verb} {}", self.piece_name(violation)?, cells(violation.size)))
    }

    /// `the piece of the 5 at r1c3`, where words can speak of the number.
    fn piece_name(&self, violation: &PieceViolation) -> Option<String> {
        let (number, _) = violation.number?;
        (!self.is_hidden(number)).then(|| format!("the piece of the {} at {}", violation.size, self.cell(number)))
    }
}

/// Whether words name the statement and no violation: about hidden lines, and where the statement is as short.
pub(super) fn is_named_by_statement(violated: &LoopViolated) -> bool {
    violated.hidden || violated.violation == LoopViolation::BorderInside
}

fn cells(size: usize) -> String {
    text::counted(size as u64, "cell")
}
