//! A hypothesis and its propagation: singles, houses, single statements, loops and connected areas, until a conflict.
//!
//! A trail of the removed candidates undoes one hypothesis before the next one in the same board. Queues hold the constraints on
//! cells that have changed. Whole nets, islands and divisions are examined only after all queues are empty.

use super::super::group_consistency::GroupConsistency;
use super::super::group_csp::GroupCsp;
use super::super::knowledge::Knowledge;
use super::super::patterns::Patterns;
use super::branch::{By, End, Turn};
use super::condition::State;
use super::detour::Ways;
use super::graphs::{self, Along};
use super::hypothesis_budget::HypothesisBudget;
use super::net_state::NetState;
use super::queue::Queue;
use super::scope::Scope;
use super::{Board, ConstraintId, Subproblem};
use crate::logic::argument::Argument;
use crate::logic::finding::{Finding, Gone, Grounds};
use crate::mask::{Mask, bits};
use sator_base::limits::{Limits, Reason};
use sator_model::UnknownId;
use std::cell::RefCell;

/// An entry of the trail: candidates of one cell that one turn removed.
#[derive(Clone, Copy)]
pub(super) struct Crossed {
    pub cell: UnknownId,
    pub gone: Mask,
    /// The turn that removed them, by position, and the group that makes the cell differ from the cell of that turn.
    pub turn: usize,
    pub group: Option<usize>,
}

/// The premises of a turn.
#[derive(Clone)]
pub(super) struct Ground {
    /// `None` if the reason of the turn implies them.
    pub grounds: Option<Grounds>,
    /// The length of the trail before the turn.
    pub before: usize,
}

/// A state of a hypothesis to which `undo` returns.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    pub turns: usize,
    pub crossed: usize,
    examined: usize,
}

/// A conflict, and its premises.
pub(super) type Ended = (End, Grounds);

enum Next {
    Ended(Ended),
    Moved,
    Nothing,
}

pub(super) struct Hypothesis<'a> {
    pub board: &'a Board,
    pub knowledge: &'a Knowledge,
    consistency: &'a GroupConsistency,
    /// The patterns that turns can follow by.
    patterns: Option<&'a Patterns>,
    pub scope: Scope<'a>,
    /// The statements, beside houses, that propagate, sorted; `None` for all.
    pub among: Option<&'a [usize]>,
    pub budget: &'a HypothesisBudget,
    /// Whether `among` limits houses and structures too.
    pub alone: bool,
    /// Whether loops, areas, islands and divisions are examined as a whole.
    pub whole: bool,
    /// By unknown: the candidates left.
    pub masks: Vec<Mask>,
    /// By net: its state under `masks`.
    pub states: Vec<NetState>,
    pub turns: Vec<Turn>,
    pub grounds: Vec<Ground>,
    pub crossed: Vec<Crossed>,
    /// The length of the trail when the structures as a whole last implied nothing.
    pub examined: usize,
    /// Cells of the board that have changed since then, with their candidates before.
    pub changed_outside: Vec<(UnknownId, Mask)>,
    /// By unknown: whether its value is known, or a turn fixes it.
    settled: Vec<bool>,
    /// The number of turns whose value is removed from the peers of its cell.
    next: usize,
    pub changed: Queue,
    singles: Queue,
    houses: Queue,
    due: Queue,
    vertices: Vec<(usize, u32)>,
    strokes: Vec<(usize, u32)>,
    pub ways: RefCell<Ways>,
}

impl<'a> Hypothesis<'a> {
    pub(super) fn new(
        (board, knowledge, consistency, patterns): (
            &'a Board,
            &'a Knowledge,
            &'a GroupConsistency,
            Option<&'a Patterns>,
        ),
        scope: Scope<'a>,
        among: Option<&'a [usize]>,
        budget: &'a HypothesisBudget,
    ) -> Hypothesis<'a> {
        Hypothesis {
            board,
            knowledge,
            consistency,
            patterns,
            scope,
            among,
            budget,
            alone: false,
            whole: true,
            masks: board.candidates.clone(),
            states: board.states.clone(),
            turns: vec![],
            grounds: vec![],
            crossed: vec![],
            examined: 0,
            changed_outside: vec![],
            settled: knowledge.known.iter().map(Option::is_some).collect(),
            next: 0,
            changed: Queue::default(),
            singles: Queue::default(),
            houses: Queue::default(),
            due: Queue::default(),
            vertices: vec![],
            strokes: vec![],
            ways: RefCell::default(),
        }
    }

    /// The same hypothesis with these candidates and no other statements than these, houses and structures included.
    pub(super) fn with_only(self, among: &'a [usize], masks: Vec<Mask>) -> Hypothesis<'a> {
        let states = self.board.nets_under(&masks);
        Hypothesis { among: Some(among), alone: true, masks, states, ..self }
    }

    /// Whether `among` allows a house, a graph constraint, islands or pieces of these groups.
    pub(super) fn uses(&self, groups: &[usize]) -> bool {
        let among = self.among.filter(|_| self.alone);
        among.is_none_or(|among| groups.iter().all(|group| among.binary_search(group).is_ok()))
    }

    /// The statements about a cell that propagate by themselves.
    fn statements(&self, cell: UnknownId) -> impl Iterator<Item = usize> + use<'a> {
        let (among, board) = (self.among, self.board);
        let tried = move |u: &usize| among.is_none_or(|among| among.binary_search(u).is_ok());
        self.consistency.about(cell).filter(move |u| !board.plain[*u] && tried(u))
    }

    pub(super) fn csp(&self, group: usize) -> Option<&'a GroupCsp> {
        self.consistency.csp(group)
    }

    /// The search of a statement or a pattern.
    pub(super) fn search(&self, of: ConstraintId) -> Option<Subproblem<'a>> {
        match of {
            ConstraintId::Group(_) => self.consistency.search(of),
            ConstraintId::Pattern(_) => self.patterns?.search(of),
        }
    }

    /// The groups that a search uses: the statement with the house that its search includes, or the groups that imply the pattern.
    pub(super) fn groups_of(&self, of: ConstraintId) -> Vec<usize> {
        let own = if let ConstraintId::Group(group) = of { Some(group) } else { None };
        own.into_iter().chain(self.search(of).map_or(&[][..], |searched| searched.also).iter().copied()).collect()
    }

    /// The unknowns of the statements about a cell.
    pub(super) fn along(&self, cell: UnknownId) -> Vec<UnknownId> {
        let csp = self.statements(cell).filter_map(|u| self.consistency.csp(u));
        csp.flat_map(|l| l.unknowns.iter().copied()).collect()
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { turns: self.turns.len(), crossed: self.crossed.len(), examined: self.examined }
    }

    /// Returns to an earlier state.
    pub(super) fn undo(&mut self, mark: Mark) {
        while self.crossed.len() > mark.crossed {
            let Some(Crossed { cell, gone, .. }) = self.crossed.pop() else { break };
            self.masks[cell] |= gone;
            self.update_nets(cell);
        }
        self.examined = mark.examined;
        self.changed_outside.clear();
        for turn in self.turns.drain(mark.turns..).filter(|t| t.left.is_power_of_two()) {
            self.settled[turn.cell.index()] = self.knowledge.known[turn.cell].is_some();
        }
        self.grounds.truncate(mark.turns);
        self.rest();
    }

    /// Updates the nets with the candidates of a cell.
    fn update_nets(&mut self, cell: UnknownId) {
        for &(n, part) in &self.board.parts_of[cell] {
            self.states[n].update(&self.board.nets[n], part, &self.masks);
        }
    }

    /// Empties all queues.
    pub(super) fn rest(&mut self) {
        self.next = self.turns.len();
        for queue in [&mut self.changed, &mut self.singles, &mut self.houses, &mut self.due] {
            queue.clear();
        }
        self.vertices.clear();
        self.strokes.clear();
    }

    /// The conflict to which propagation of the hypothesis "the cell has one of these values" leads, if it does. `left` is the
    /// number of applications of statements that remain.
    pub(super) fn refute(
        &mut self,
        cell: UnknownId,
        supposed: Mask,
        left: &mut usize,
        limits: &Limits,
    ) -> Result<Option<Ended>, Reason> {
        if self.alone && self.turns.is_empty() {
            // Nothing has propagated on these candidates yet.
            (0..self.masks.len()).for_each(|u| self.changed.push(u));
        }
        self.take(Turn { cell, left: supposed, by: By::Supposed }, None);
        self.changed.push(cell.index());
        self.follow_and_rest(self.budget.turns, left, limits)
    }

    pub(super) fn follow_and_rest(
        &mut self,
        turns: usize,
        left: &mut usize,
        limits: &Limits,
    ) -> Result<Option<Ended>, Reason> {
        let ended = self.follow(turns, left, limits);
        self.rest();
        ended
    }

    fn follow(&mut self, turns: usize, left: &mut usize, limits: &Limits) -> Result<Option<Ended>, Reason> {
        let mut spent = 0;
        while self.turns.len() < turns {
            if let Some(ended) = self.settle() {
                return Ok(Some(ended));
            }
            match self.single_or_stroke() {
                Next::Ended(ended) => return Ok(Some(ended)),
                Next::Moved => continue,
                Next::Nothing => {}
            }
            if let Some(of) = self.due.pop().map(ConstraintId::from_number) {
                let cost = self.search(of).map_or(1, |searched| searched.csp.cost());
                if *left < cost || spent == self.budget.applications {
                    return Ok(None);
                }
                *left -= cost;
                spent += 1;
                limits.tick_many(64)?;
                if let Some(ended) = self.apply(of) {
                    return Ok(Some(ended));
                }
                continue;
            }
            let structures = if self.whole { self.affected_structures() } else { vec![] };
            let walks = self.walks(&structures);
            if let Some(ended) = self.violation(&structures, &walks) {
                return Ok(Some(ended));
            }
            if !self.kept_together(&structures, &walks, left, limits)? {
                self.examined = self.crossed.len();
                self.changed_outside.clear();
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Removes the values of new turns from their peers, and queues the constraints on cells that have changed.
    fn settle(&mut self) -> Option<Ended> {
        loop {
            if let Some(turn) = self.turns.get(self.next) {
                let (cell, left) = (turn.cell, turn.left);
                if left.is_power_of_two() {
                    for &(peer, group) in &self.board.peers[cell] {
                        if self.masks[peer] & left != 0 && self.uses(&[group]) {
                            self.cross(peer, left, self.next, Some(group));
                            if self.masks[peer] == 0 {
                                return Some((End::NoValue(peer), Grounds::gone(self.all_but(peer, 0))));
                            }
                        }
                    }
                }
                self.next += 1;
            } else if let Some(at) = self.changed.pop() {
                let cell = UnknownId::at(at);
                if self.masks[cell] == 0 {
                    return Some((End::NoValue(cell), Grounds::gone(self.all_but(cell, 0))));
                }
                self.touch(cell);
            } else {
                break;
            }
        }
        let (board, masks, states) = (self.board, &self.masks, &self.states);
        let lost = self.houses.iter().find_map(|h| {
            let house = &board.houses[h];
            let union = house.cells.iter().fold(0, |m, &c| m | masks[c]);
            let missing = self.knowledge.full(house.cells[0]) & !union;
            let bit = missing & missing.wrapping_neg();
            let gone = || house.cells.iter().map(|&c| (c, bit)).collect();
            (missing != 0)
                .then(|| (End::NoPlace(house.group, bit), Grounds { gone: gone(), groups: vec![house.group] }))
        });
        lost.or_else(|| {
            self.vertices.iter().find_map(|&(n, v)| {
                let (violation, gone) = board.nets[n].violation_at(v, &states[n])?;
                Some((End::GraphConstraint(n, violation), Grounds { gone, groups: vec![board.nets[n].group] }))
            })
        })
    }

    /// Queues the constraints on a cell that has changed.
    fn touch(&mut self, cell: UnknownId) {
        let mask = self.masks[cell];
        let single = mask.is_power_of_two() && self.knowledge.values[cell].is_some();
        if single && !self.settled[cell.index()] && (self.scope.within)(cell) {
            self.singles.push(cell.index());
        }
        for &h in &self.board.houses_of[cell] {
            if self.board.houses[h].full && self.uses(&[self.board.houses[h].group]) {
                self.houses.push(h);
            }
        }
        for group in self.statements(cell) {
            self.due.push(ConstraintId::Group(group).number());
        }
        for pattern in self.patterns.into_iter().flat_map(|patterns| patterns.about(cell)) {
            self.due.push(ConstraintId::Pattern(pattern).number());
        }
        for &(n, e) in &self.board.strokes_of[cell] {
            let net = &self.board.nets[n];
            if self.uses(&[net.group]) {
                let (a, b) = net.ends(e);
                self.vertices.extend([(n, a), (n, b)]);
                if self.states[n].edge(e) == State::There {
                    self.strokes.push((n, e));
                }
            }
        }
    }

    /// Makes one turn of a single, a house or a stroke, if there is one.
    fn single_or_stroke(&mut self) -> Next {
        while let Some(at) = self.singles.pop() {
            let cell = UnknownId::at(at);
            if !self.settled[at] {
                self.take(Turn { cell, left: self.masks[cell], by: By::OnlyValue }, None);
                return Next::Moved;
            }
        }
        while let Some(h) = self.houses.pop() {
            let house = &self.board.houses[h];
            let (mut once, mut twice) = (0, 0);
            for c in &house.cells {
                twice |= once & self.masks[*c];
                once |= self.masks[*c];
            }
            for bit in bits(once & !twice) {
                let Some(&cell) = house.cells.iter().find(|c| self.masks[**c] & bit != 0) else { continue };
                if !self.masks[cell].is_power_of_two() {
                    let gone = house.cells.iter().filter(|&&c| c != cell).map(|&c| (c, bit)).collect();
                    let grounds = Grounds { gone, groups: vec![house.group] };
                    self.take(Turn { cell, left: bit, by: By::Group(house.group) }, Some(grounds));
                    self.houses.push(h);
                    return Next::Moved;
                }
            }
        }
        while let Some((n, v)) = self.vertices.pop() {
            let found = graphs::goes_on_at(self.board, n, v, self.knowledge, (&self.masks, &self.states[n]));
            if found.is_some_and(|found| self.take_finding(found)) {
                return Next::Moved;
            }
        }
        while let Some((n, e)) = self.strokes.pop() {
            match self.board.nets[n].along(n, e, self.knowledge, (&self.masks, &self.states[n])) {
                Along::Nothing => {}
                Along::LoopViolation(violation, gone) => {
                    let groups = vec![self.board.nets[n].group];
                    return Next::Ended((End::GraphConstraint(n, violation), Grounds { gone, groups }));
                }
                Along::Follows(found) => {
                    if self.take_finding(found) {
                        // The path can close at its other end too.
                        self.strokes.push((n, e));
                        return Next::Moved;
                    }
                }
            }
        }
        Next::Nothing
    }

    /// Makes the turns that a single statement or a pattern implies, or returns its conflict.
    fn apply(&mut self, of: ConstraintId) -> Option<Ended> {
        let Subproblem { csp, .. } = self.search(of)?;
        if !csp.distinct_by.iter().all(|&house| self.uses(&[house])) {
            return None;
        }
        if !csp.unknowns.iter().all(|&u| (self.scope.within)(u)) {
            return None;
        }
        let before: Vec<Mask> = csp.unknowns.iter().map(|u| self.masks[*u]).collect();
        let after = csp.possible(&before);
        if after.contains(&0) {
            let gone = csp.unknowns.iter().flat_map(|&u| self.all_but(u, self.masks[u])).collect();
            let end = match of {
                ConstraintId::Group(group) => End::Broken(group),
                ConstraintId::Pattern(pattern) => End::BrokenPattern(pattern),
            };
            return Some((end, Grounds { gone, groups: self.groups_of(of) }));
        }
        let known = self.crossed.len();
        for (at, &u) in csp.unknowns.iter().enumerate() {
            if before[at] & !after[at] != 0 {
                let by = match of {
                    ConstraintId::Group(group) => By::Group(group),
                    ConstraintId::Pattern(pattern) => By::Pattern(pattern),
                };
                self.take(Turn { cell: u, left: after[at], by }, None);
                if let Some(ground) = self.grounds.last_mut() {
                    ground.before = known;
                }
            }
        }
        None
    }

    pub(super) fn take(&mut self, turn: Turn, grounds: Option<Grounds>) {
        let at = self.turns.len();
        let gone = self.masks[turn.cell] & !turn.left;
        self.grounds.push(Ground { grounds, before: self.crossed.len() });
        self.cross(turn.cell, gone, at, None);
        if turn.left.is_power_of_two() {
            self.settled[turn.cell.index()] = true;
        }
        self.turns.push(turn);
    }

    fn cross(&mut self, cell: UnknownId, gone: Mask, turn: usize, group: Option<usize>) {
        let gone = self.masks[cell] & gone;
        if gone != 0 {
            self.masks[cell] &= !gone;
            self.update_nets(cell);
            self.crossed.push(Crossed { cell, gone, turn, group });
            self.changed.push(cell.index());
        }
    }

    pub(super) fn take_finding(&mut self, found: Finding) -> bool {
        let Finding { argument, conclusions, gone, groups } = found;
        let grounds = Grounds { gone, groups };
        let by = match argument {
            Argument::Graph { net, violation, .. } => By::GraphConstraint(net, violation),
            Argument::Pieces { pieces, violation } => By::Pieces(pieces, violation),
            Argument::Islands { violation } => By::Islands(violation),
            _ => return false,
        };
        let mut moved = false;
        for literal in conclusions.iter().copied() {
            let Some(bit) = self.knowledge.bit(literal.unknown, literal.value) else { continue };
            let left = self.masks[literal.unknown] & if literal.is { bit } else { !bit };
            if left != self.masks[literal.unknown] {
                // A turn lists all candidates left, so the removal of every other candidate is a premise.
                let mut grounds = grounds.clone();
                grounds.gone.extend(self.all_but(literal.unknown, self.masks[literal.unknown]));
                let by = self.board.cause_of(&by, &conclusions, literal.unknown);
                self.take(Turn { cell: literal.unknown, left, by }, Some(grounds));
                moved = true;
            }
        }
        moved
    }

    /// All values of the cell but these.
    pub(super) fn all_but(&self, cell: UnknownId, but: Mask) -> Gone {
        bits(self.knowledge.full(cell) & !but).map(|b| (cell, b)).collect()
    }
}
