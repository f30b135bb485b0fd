//! Arguments as answers carry them: names of statements in place of numbers of groups, values in place of bits.
//!
//! Whatever a sentence needs of the candidates is looked up here, so that words can be made without them.

mod blocks;
mod case;
mod single;

use crate::deduce::Deduction;
use crate::groups::{Group, name_of, rule_of};
use crate::knowledge::Knowledge;
use crate::logic::{
    Argument, Board, Branch, Cond, End, IslandViolation, LoopViolation, PieceViolation, Size, State, Turn,
};
use crate::logic::{chain_kind, holds_in};
use crate::mask::Mask;
use crate::patterns::Patterns;
use rustc_hash::FxHashSet;
use sator_answer as answer;
use sator_answer::{Inference, Placeholders, StatementName, StatementPart, Technique};
use sator_lang::elaborate::Elaborator;
use sator_model::{Model, PlaceKind, UnknownId};

/// Letters of the alphabet. More hidden unknowns than these have no placeholders.
const LETTERS: usize = 26;

/// Statements of a proof by a solver that are listed. With more, it is said that there is no short argument.
const NAMED: usize = 24;

/// The puzzle that arguments refer to.
pub(crate) struct Reporter<'a> {
    pub elaborator: &'a Elaborator,
    pub groups: &'a [Group],
    pub board: &'a Board,
    pub knowledge: &'a Knowledge,
    pub patterns: &'a Patterns,
    pub placeholders: Placeholders,
}

/// Placeholders for the hidden unknowns without words that a step supposes or concludes. A step that supposes none of them needs
/// no placeholders where a standard rule is about them, as standard rules have words for their statements.
pub(crate) fn placeholders(
    elaborator: &Elaborator,
    groups: &[Group],
    board: &Board,
    deduction: &Deduction,
) -> Placeholders {
    let all = || deduction.parts.iter().chain([deduction]);
    let mut found: Vec<UnknownId> = vec![];
    for step in all() {
        match &step.argument {
            Some(Argument::Cases { turns, end }) => supposed(turns, end, &mut found),
            Some(Argument::Together(each)) => each.iter().for_each(|one| supposed(&one.turns, &one.end, &mut found)),
            _ => {}
        }
    }
    let mut seen = FxHashSet::default();
    found.retain(|u| !board.is_describable[*u] && seen.insert(*u));
    let supposes_none = found.is_empty();
    let concluded = all().flat_map(|step| &step.conclusions).map(|c| c.unknown);
    found.extend(concluded.filter(|u| !board.is_describable[*u] && seen.insert(*u)));
    let is_standard =
        |g: &Group| elaborator.sources.is_library(g.origin.span) && g.scope.iter().any(|u| found.contains(u));
    if found.len() > LETTERS || supposes_none && groups.iter().any(is_standard) {
        return Placeholders::default();
    }
    let owner = found.first().and_then(|first| groups.iter().find(|g| g.scope.contains(first)));
    Placeholders { rule: owner.and_then(rule_of).map(str::to_string), unknowns: found }
}

/// The unknowns that a case and the cases within it suppose.
fn supposed(turns: &[Turn], end: &End, found: &mut Vec<UnknownId>) {
    found.extend(turns.first().map(|turn| turn.cell));
    if let End::Either(_, branches) = end {
        branches.iter().for_each(|b| supposed(&b.turns, &b.end, found));
    }
}

impl Reporter<'_> {
    /// A deduction without the steps about hidden unknowns that were taken into it.
    pub(crate) fn inference(&self, deduction: &Deduction) -> Inference {
        Inference {
            conclusions: deduction.conclusions.clone(),
            technique: deduction.technique,
            statements: self.names(&deduction.groups),
            argument: self.argument(deduction),
        }
    }

    fn model(&self) -> &Model {
        &self.elaborator.model
    }

    fn name(&self, group: usize) -> StatementName {
        name_of(&self.groups[group], self.elaborator)
    }

    fn place_kind(&self, group: usize) -> PlaceKind {
        match self.name(group).part {
            StatementPart::House(place) => place.kind,
            _ => PlaceKind::Other,
        }
    }

    /// A pattern as a statement.
    fn pattern(&self, pattern: usize) -> StatementName {
        let name = self.patterns.get(pattern).map_or_else(|| "".into(), |pattern| pattern.name.clone());
        StatementName::of(StatementPart::Sentence(name))
    }

    fn names(&self, groups: &[usize]) -> Vec<StatementName> {
        groups.iter().map(|&group| self.name(group)).collect()
    }

    /// The values of a cell's domain in a mask.
    fn values(&self, cell: UnknownId, mask: Mask) -> Vec<i64> {
        self.knowledge.values_in(cell, mask & self.knowledge.full(cell))
    }

    fn value(&self, cell: UnknownId, bit: Mask) -> i64 {
        self.knowledge.value_at(cell, bit).unwrap_or(0)
    }

    /// Whether words can't speak of an unknown.
    fn is_hidden(&self, u: UnknownId) -> bool {
        !self.board.is_describable[u] && !self.placeholders.unknowns.contains(&u)
    }

    /// The candidates that the statements and facts of a deduction leave.
    fn candidates(&self, deduction: &Deduction) -> Vec<Mask> {
        self.board.candidates_from(self.knowledge, &deduction.groups, &deduction.facts)
    }

    fn argument(&self, deduction: &Deduction) -> answer::Argument {
        let Some(argument) = &deduction.argument else { return self.without_argument(deduction) };
        match argument {
            Argument::OnlyPlace { house, cell, value } => {
                answer::Argument::OnlyPlace { house: self.name(*house), cell: *cell, value: self.value(*cell, *value) }
            }
            Argument::OnlyValue { cell } => answer::Argument::OnlyValue { cell: *cell },
            Argument::Locked { from, into, value } => {
                let cell = deduction.conclusions[0].unknown;
                let value = self.value(cell, *value);
                answer::Argument::Locked { from: self.name(*from), into: self.name(*into), cell, value }
            }
            Argument::Naked { house, cells, values } => answer::Argument::Naked {
                house: self.name(*house),
                cells: cells.clone(),
                values: self.values(cells[0], *values),
            },
            Argument::Hidden { house, cells, values } => answer::Argument::Hidden {
                house: self.name(*house),
                cells: cells.clone(),
                values: self.values(cells[0], *values),
            },
            Argument::Fish { base, cover, fin, value } => {
                let cell = deduction.conclusions[0].unknown;
                let value = self.value(cell, *value);
                let fin = fin.map(|house| self.name(house));
                answer::Argument::Fish { base: self.names(base), cover: self.names(cover), fin, cell, value }
            }
            Argument::XyzWing { pivot, wings, value } => {
                let masks = self.candidates(deduction);
                let cells = [*pivot, wings[0], wings[1]].map(|cell| (cell, self.values(cell, masks[cell])));
                answer::Argument::XyzWing { cells, value: self.value(*pivot, *value) }
            }
            Argument::Totals { houses, cages, cells, total, outside } => {
                let (whole, part) = (self.sum_of_houses(houses), self.sum_of_cages(cages));
                let (cells, houses) = (cells.clone(), self.names(houses));
                answer::Argument::Totals { houses, whole, part, cells, total: *total, outside: *outside }
            }
            Argument::Difference { more, less } => self.difference(*more, *less, deduction),
            Argument::OneOfEachPair { count, pairs } => {
                answer::Argument::OneOfEachPair { count: self.name(*count), pairs: pairs.clone() }
            }
            Argument::Chain { links, by } => {
                let places: Vec<Option<PlaceKind>> =
                    by.iter().map(|by| by.map(|group| self.place_kind(group))).collect();
                let by = by.iter().map(|by| by.map(|group| self.name(group))).collect();
                answer::Argument::Chain { kind: chain_kind(links, &places), links: links.clone(), by }
            }
            Argument::Graph { net, violation, .. } => answer::Argument::Loop(self.loop_violated(*net, violation)),
            Argument::Islands { violation } => {
                let masks = self.candidates(deduction);
                let complete = match (violation, &self.board.islands) {
                    (IslandViolation::TooLarge(home), Some(islands)) => {
                        islands.homes[*home].size.unwrap_or(0) == islands.known_size(*home, &masks)
                    }
                    _ => false,
                };
                answer::Argument::Islands { violation: self.island_violation(violation), complete }
            }
            Argument::Pieces { pieces, violation } => {
                let masks = self.candidates(deduction);
                let complete = match *violation {
                    PieceViolation::TooLarge(v, size) => self.board.pieces[*pieces].known_size(v, &masks) == size,
                    PieceViolation::NoRoom(..) => false,
                };
                answer::Argument::Pieces { violation: self.piece_violation(*pieces, *violation), complete }
            }
            Argument::Alone { group, .. } => answer::Argument::Statement(self.single(*group, deduction)),
            Argument::Pattern { pattern } => answer::Argument::Pattern {
                name: self.patterns.get(*pattern).map_or_else(|| "".into(), |pattern| pattern.name.text.clone()),
            },
            Argument::Together(each) => {
                answer::Argument::Together { denials: each.iter().map(|one| self.case(&one.turns, &one.end)).collect() }
            }
            Argument::Choices { count, shown } => answer::Argument::Choices { count: *count, shown: shown.clone() },
            Argument::Cases { turns, end } => answer::Argument::Cases { case: self.case(turns, end) },
        }
    }

    /// The argument of a deduction that a solver found.
    fn without_argument(&self, deduction: &Deduction) -> answer::Argument {
        match &deduction.groups[..] {
            [] => answer::Argument::NothingElse,
            [one] => answer::Argument::Statement(answer::Single {
                statement: self.name(*one),
                all_different: false,
                leaves: answer::Leaves::Bounds(vec![]),
            }),
            groups if deduction.technique == Technique::Cases => match groups.len() {
                ..=NAMED => answer::Argument::Solver,
                _ => answer::Argument::NoShortOne,
            },
            _ => answer::Argument::Together { denials: vec![] },
        }
    }

    fn sum_of_houses(&self, houses: &[usize]) -> i64 {
        let values = |&group: &usize| self.knowledge.values[self.board.house(group)?.cells[0]].as_ref();
        houses.iter().filter_map(values).map(|values| values.iter().sum::<i64>()).sum()
    }

    fn sum_of_cages(&self, cages: &[usize]) -> i64 {
        let total = |&group: &usize| self.board.totals.iter().find(|total| total.group == group);
        cages.iter().filter_map(total).map(|total| total.total).sum()
    }

    fn difference(&self, more: usize, less: usize, deduction: &Deduction) -> answer::Argument {
        let masks = self.candidates(deduction);
        let of = |group: usize| self.board.counts.iter().find(|c| c.group == group).map_or(&[][..], |c| &c.of);
        let is_open = |c: &&Cond| c.state(&masks) == State::Open;
        let own = of(more).iter().filter(is_open).filter(|c| !of(less).contains(c)).count();
        answer::Argument::Difference { more: self.name(more), less: self.name(less), own }
    }

    fn loop_violated(&self, net: usize, violation: &LoopViolation) -> answer::LoopViolated {
        let net = &self.board.nets[net];
        let vertex = |v: u32| {
            if let Cond::Where(u, _) = net.vertices[v as usize] {
                return answer::Vertex::Cell(u);
            }
            let edges = net.graph.at[v as usize].iter();
            let strokes: Vec<UnknownId> = edges.filter_map(|&(e, _)| net.edges[e as usize].unknown()).collect();
            if strokes.is_empty() { answer::Vertex::Edge } else { answer::Vertex::Meeting(strokes) }
        };
        let violation = match *violation {
            LoopViolation::Branches(v) => answer::LoopViolation::Branches(vertex(v)),
            LoopViolation::Ends(v) => answer::LoopViolation::Ends(vertex(v)),
            LoopViolation::ClosesEarly => answer::LoopViolation::ClosesEarly,
            LoopViolation::Cycle => answer::LoopViolation::Cycle,
            LoopViolation::BorderInside => answer::LoopViolation::BorderInside,
            LoopViolation::NoReturn(_) => answer::LoopViolation::NoReturn,
            LoopViolation::CutOff(a, b) => answer::LoopViolation::CutOff(vertex(a), vertex(b)),
        };
        answer::LoopViolated { violation, statement: self.name(net.group), hidden: net.is_hidden }
    }

    fn island_violation(&self, violation: &IslandViolation) -> answer::IslandViolation {
        let Some(islands) = &self.board.islands else { return answer::IslandViolation::ClueInSea };
        let clue = |home: usize| self.name(islands.homes[home].group);
        let size = |home: usize| islands.homes[home].size.unwrap_or(0);
        match *violation {
            IslandViolation::ClueInSea => answer::IslandViolation::ClueInSea,
            IslandViolation::Joined(a, b) => answer::IslandViolation::Joined(clue(a), clue(b)),
            IslandViolation::TooLarge(home) => answer::IslandViolation::TooLarge { clue: clue(home), size: size(home) },
            IslandViolation::NoRoom(home) => answer::IslandViolation::NoRoom { clue: clue(home), size: size(home) },
            IslandViolation::Unreached(cell) => answer::IslandViolation::Unreached(islands.cells[cell]),
        }
    }

    fn piece_violation(&self, pieces: usize, violation: PieceViolation) -> answer::PieceViolation {
        let pieces = &self.board.pieces[pieces];
        let (kind, v, size) = match violation {
            PieceViolation::TooLarge(v, size) => (answer::PieceViolationKind::TooLarge, v, size),
            PieceViolation::NoRoom(v, size) => (answer::PieceViolationKind::NoRoom, v, size),
        };
        let number = match pieces.sizes[v as usize] {
            Size::Of(u, _) => Some((u, true)),
            Size::AtLeast(u, _) => Some((u, false)),
            Size::Any | Size::Is(_) => None,
        };
        answer::PieceViolation { kind, size, number, statement: self.name(pieces.stated_by[v as usize]) }
    }

    /// A case: its hypothesis, the consequences, and the conflict at its end.
    fn case(&self, turns: &[Turn], end: &End) -> answer::Case {
        answer::Case { turns: turns.iter().map(|turn| self.turn(turn)).collect(), end: self.end(end) }
    }

    fn cases(&self, branches: &[Branch]) -> Vec<answer::Case> {
        branches.iter().map(|branch| self.case(&branch.turns, &branch.end)).collect()
    }
}
