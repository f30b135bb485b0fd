//! The statements, cells and values that an argument mentions, for programs that mark them.

use crate::{
    Argument, Case, Cause, End, Inference, IslandViolation, Leaves, LoopViolated, LoopViolation, PieceViolation,
    Single, StatementName, Vertex,
};
use sator_model::{Atom, UnknownId};

/// The things that an argument mentions, each once and in the order of the argument.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct References<'a> {
    /// The statements.
    pub statements: Vec<&'a StatementName>,
    /// The cells.
    pub cells: Vec<UnknownId>,
    /// The values, each with an unknown for its wording.
    pub values: Vec<(UnknownId, i64)>,
}

impl Inference {
    /// The statements, cells and values that the argument mentions, also in its cases. An argument that mentions no
    /// statement refers to all that the inference needs.
    pub fn references(&self) -> References<'_> {
        let mut found = References::default();
        found.add_argument(&self.argument);
        if found.statements.is_empty() {
            self.statements.iter().for_each(|statement| found.statement(statement));
        }
        found
    }
}

impl<'a> References<'a> {
    /// Adds the references of another argument that are new.
    pub fn merge(&mut self, other: References<'a>) {
        other.statements.into_iter().for_each(|statement| self.statement(statement));
        other.cells.into_iter().for_each(|cell| self.cell(cell));
        other.values.into_iter().for_each(|(cell, value)| self.value(cell, value));
    }

    fn statement(&mut self, statement: &'a StatementName) {
        if !self.statements.contains(&statement) {
            self.statements.push(statement);
        }
    }

    fn cell(&mut self, cell: UnknownId) {
        if !self.cells.contains(&cell) {
            self.cells.push(cell);
        }
    }

    fn value(&mut self, cell: UnknownId, value: i64) {
        if self.values.iter().all(|known| known.1 != value) {
            self.values.push((cell, value));
        }
    }

    fn atoms(&mut self, atoms: &[Atom]) {
        for atom in atoms {
            self.cell(atom.unknown);
            self.value(atom.unknown, atom.value);
        }
    }

    fn add_argument(&mut self, argument: &'a Argument) {
        match argument {
            Argument::Pattern { .. } | Argument::NothingElse | Argument::Solver | Argument::NoShortOne => {}
            Argument::OnlyPlace { house, cell, value } => {
                self.statement(house);
                self.cell(*cell);
                self.value(*cell, *value);
            }
            Argument::OnlyValue { cell } => self.cell(*cell),
            Argument::Locked { from, into, cell, value } => {
                [from, into].into_iter().for_each(|house| self.statement(house));
                self.value(*cell, *value);
            }
            Argument::Naked { house, cells, values } | Argument::Hidden { house, cells, values } => {
                self.statement(house);
                cells.iter().for_each(|&cell| self.cell(cell));
                values.iter().for_each(|&value| self.value(cells[0], value));
            }
            Argument::Fish { base, cover, fin, cell, value } => {
                base.iter().chain(cover).chain(fin).for_each(|house| self.statement(house));
                self.value(*cell, *value);
            }
            Argument::XyzWing { cells, .. } => {
                for (cell, values) in cells {
                    self.cell(*cell);
                    values.iter().for_each(|&value| self.value(*cell, value));
                }
            }
            Argument::Totals { houses, cells, .. } => {
                houses.iter().for_each(|house| self.statement(house));
                cells.iter().for_each(|&cell| self.cell(cell));
            }
            Argument::Difference { more, less, .. } => [more, less].into_iter().for_each(|s| self.statement(s)),
            Argument::OneOfEachPair { count, pairs, .. } => {
                self.statement(count);
                pairs.iter().flatten().for_each(|&cell| self.cell(cell));
            }
            Argument::Chain { links, by, .. } => {
                self.atoms(links);
                by.iter().flatten().for_each(|house| self.statement(house));
            }
            Argument::Statement(single) => self.add_single(single),
            Argument::Likewise { single, cells } => {
                self.add_single(single);
                cells.iter().for_each(|&cell| self.cell(cell));
            }
            Argument::Each(singles) => singles.iter().for_each(|single| self.add_single(single)),
            Argument::Loop(violated) => self.add_loop(violated),
            Argument::Islands { violation, .. } => self.add_island(violation),
            Argument::Pieces { violation, .. } => self.add_piece(violation),
            Argument::Cases { case, .. } => self.add_case(case),
            Argument::Together { denials, .. } => denials.iter().for_each(|case| self.add_case(case)),
            Argument::Choices { shown, .. } => shown.iter().for_each(|atoms| self.atoms(atoms)),
        }
    }

    fn add_single(&mut self, single: &'a Single) {
        self.statement(&single.statement);
        match &single.leaves {
            Leaves::Rest { .. } | Leaves::Most(_) => {}
            Leaves::Only { cell, values, .. } => values.iter().for_each(|&value| self.value(*cell, value)),
            Leaves::Blocks(reasons) => {
                reasons.iter().flat_map(|reason| &reason.cells).for_each(|&cell| self.cell(cell))
            }
            Leaves::Count(count) => count.conditions.iter().flatten().for_each(|&(cell, _)| self.cell(cell)),
            Leaves::Bounds(bounds) => bounds.iter().flat_map(|(_, cells)| cells).for_each(|&cell| self.cell(cell)),
        }
    }

    fn add_loop(&mut self, violated: &'a LoopViolated) {
        self.statement(&violated.statement);
        let mut vertex = |vertex: &Vertex| match vertex {
            Vertex::Cell(cell) => self.cell(*cell),
            Vertex::Meeting(strokes) => strokes.iter().for_each(|&stroke| self.cell(stroke)),
            Vertex::Edge => {}
        };
        match &violated.violation {
            LoopViolation::Branches(at) | LoopViolation::Ends(at) => vertex(at),
            LoopViolation::CutOff(a, b) => [a, b].into_iter().for_each(vertex),
            LoopViolation::ClosesEarly
            | LoopViolation::Cycle
            | LoopViolation::BorderInside
            | LoopViolation::NoReturn => {}
        }
    }

    fn add_island(&mut self, violation: &'a IslandViolation) {
        match violation {
            IslandViolation::ClueInSea => {}
            IslandViolation::Joined(a, b) => [a, b].into_iter().for_each(|clue| self.statement(clue)),
            IslandViolation::TooLarge { clue, .. } | IslandViolation::NoRoom { clue, .. } => self.statement(clue),
            IslandViolation::Unreached(cell) => self.cell(*cell),
        }
    }

    fn add_piece(&mut self, violation: &'a PieceViolation) {
        self.statement(&violation.statement);
        violation.number.iter().for_each(|&(cell, _)| self.cell(cell));
    }

    fn add_case(&mut self, case: &'a Case) {
        for turn in &case.turns {
            self.cell(turn.cell);
            match &turn.by {
                Cause::Supposed | Cause::OnlyValue => {}
                Cause::Statement(statement) => self.statement(statement),
                Cause::Loop(violated) => self.add_loop(violated),
                Cause::Islands(violation) => self.add_island(violation),
                Cause::Pieces(violation) => self.add_piece(violation),
            }
        }
        match &case.end {
            End::NoValue(cell) => self.cell(*cell),
            End::NoPlace { house, value, .. } => {
                self.statement(house);
                value.iter().for_each(|&(cell, value)| self.value(cell, value));
            }
            End::Unmet(statement) => self.statement(statement),
            End::Loop(violated) => self.add_loop(violated),
            End::Islands(violation) => self.add_island(violation),
            End::Pieces(violation) => self.add_piece(violation),
            End::Split(cases) => cases.iter().for_each(|case| self.add_case(case)),
        }
    }
}
