//! What has no name: a candidate is supposed, and singles and single statements follow it until something is left without a
//! value or a place. Of all candidates the one refuted in the fewest steps is taken, which are all told.

use super::super::knowledge::Knowledge;
use super::super::local::{Local, Mask};
use super::super::scan::Scanner;
use super::graphs::{self, Gone};
use super::reach::{NEAR, Reach};
use super::singles::bits;
use super::{Argument, Board, Fault, Finding, Misfit, Trouble, forced};
use crate::limits::{Limits, Reason};
use crate::model::UnknownId;
use crate::session::answer::Atom;
use rustc_hash::FxHashMap;

/// Single statements applied in one search.
const APPLICATIONS: usize = 6_000;
/// Vertices of nets that are looked at for the effort of one statement.
const VERTICES: usize = 32;

/// What follows within a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub cell: UnknownId,
    /// The values left to the cell.
    pub left: Mask,
    pub by: By,
}

/// Why a turn follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum By {
    Supposed,
    /// The cell has no other value.
    OnlyValue,
    /// The house with no other place, or the statement.
    Unit(usize),
    /// Else this net would have the fault.
    Net(usize, Fault),
    /// Else a piece of this division would not fit.
    Pieces(usize, Misfit),
    /// Else the islands would have this trouble.
    Islands(Trouble),
}

/// How a case ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    NoValue(UnknownId),
    NoPlace(usize, Mask),
    /// The statement can't be met.
    Broken(usize),
    /// The net has this fault.
    Net(usize, Fault),
    Islands(Trouble),
    Pieces(usize, Misfit),
    /// Every value of the cell ends like this.
    Either(UnknownId, Vec<Branch>),
}

/// One value of a cell, supposed by the first turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Branch {
    pub turns: Vec<Turn>,
    pub end: End,
}

/// Why a candidate is gone: by a turn, and through the unit that holds the cells apart.
type Why = Option<(usize, Option<usize>)>;

/// Which unknowns an argument may be about.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    /// What may follow within a case.
    pub within: &'a dyn Fn(UnknownId) -> bool,
    /// What may be supposed.
    pub supposed: &'a dyn Fn(UnknownId) -> bool,
    /// Whose values may be cases within a case.
    pub split: &'a dyn Fn(UnknownId) -> bool,
}

#[derive(Clone)]
pub(super) struct Case<'a> {
    pub board: &'a Board,
    pub knowledge: &'a Knowledge,
    scanner: &'a Scanner,
    pub scope: Scope<'a>,
    /// The statements, beside houses, that are tried, sorted; none: all.
    among: Option<&'a [usize]>,
    pub reach: &'a Reach,
    /// Nothing else is used at all, houses neither.
    alone: bool,
    pub masks: Vec<Mask>,
    pub turns: Vec<Turn>,
    /// By candidate that went in this case.
    why: FxHashMap<(UnknownId, Mask), (usize, Option<usize>)>,
    /// What each turn took as known: candidates that are gone.
    relied: Vec<Gone>,
    /// The units by which turns follow from what is said of islands and pieces, by their number.
    said: FxHashMap<usize, Vec<usize>>,
}

/// How a case ends, by cases within it.
pub(super) enum Tree<'a> {
    Leaf(End, Gone),
    Split(UnknownId, Vec<(Case<'a>, Tree<'a>)>),
}

pub(crate) fn cases(
    board: &Board,
    knowledge: &Knowledge,
    scanner: &Scanner,
    scope: Scope,
    skip: &dyn Fn(UnknownId, i64) -> bool,
    limits: &Limits,
) -> Result<Vec<Finding>, Reason> {
    let mut best: Option<(usize, Finding)> = None;
    let mut left = APPLICATIONS;
    for (cell, bit) in candidates(board, knowledge, scope, skip) {
        limits.stop().map_or(Ok(()), Err)?;
        let most = best.as_ref().map_or(NEAR.turns, |b| b.0);
        // What follows at once has been found before.
        if most == 2 {
            break;
        }
        let mut case = Case::new(board, knowledge, scanner, scope, None, &NEAR);
        let Some((end, relied)) = case.refute(cell, bit, &mut left, limits)? else { continue };
        let finding = case.finding(&Tree::Leaf(end, relied));
        let Argument::Cases { turns, .. } = &finding.argument else { continue };
        if turns.len() < most {
            best = Some((turns.len(), finding));
        }
    }
    Ok(best.into_iter().map(|b| b.1).collect())
}

/// What may be supposed: candidates of open cells that no solution is known to have.
pub(super) fn candidates<'a>(
    board: &'a Board,
    knowledge: &'a Knowledge,
    scope: Scope<'a>,
    skip: &'a dyn Fn(UnknownId, i64) -> bool,
) -> impl Iterator<Item = (UnknownId, Mask)> + 'a {
    let open = move |&cell: &UnknownId| {
        let is_open = knowledge.known[cell].is_none() && !board.mark(cell).is_power_of_two();
        is_open && knowledge.values[cell].is_some() && (scope.supposed)(cell)
    };
    let cells = (0..board.marks.len()).map(UnknownId::at).filter(open);
    let all = cells.flat_map(|cell| bits(board.mark(cell)).map(move |bit| (cell, bit)));
    all.filter(move |&(cell, bit)| knowledge.value_at(cell, bit).is_some_and(|value| !skip(cell, value)))
}

/// All turns, also those within cases.
pub(super) fn length(turns: &[Turn], end: &End) -> usize {
    let inner = if let End::Either(_, branches) = end { &branches[..] } else { &[] };
    turns.len() + inner.iter().map(|b| length(&b.turns, &b.end)).sum::<usize>()
}

impl<'a> Case<'a> {
    pub(super) fn new(
        board: &'a Board,
        knowledge: &'a Knowledge,
        scanner: &'a Scanner,
        scope: Scope<'a>,
        among: Option<&'a [usize]>,
        reach: &'a Reach,
    ) -> Case<'a> {
        let (turns, relied, why, said) = (vec![], vec![], FxHashMap::default(), FxHashMap::default());
        let masks = board.marks.clone();
        Case { board, knowledge, scanner, scope, among, reach, alone: false, masks, turns, why, relied, said }
    }

    /// The same with these candidates, where nothing but these statements is used.
    pub(super) fn with_only(self, among: &'a [usize], masks: Vec<Mask>) -> Case<'a> {
        Case { among: Some(among), alone: true, masks, ..self }
    }

    /// Whether this may be used: houses, and what is said of nets, islands and pieces.
    fn uses(&self, units: &[usize]) -> bool {
        let among = self.among.filter(|_| self.alone);
        among.is_none_or(|among| units.iter().all(|unit| among.binary_search(unit).is_ok()))
    }

    /// The statements about a cell that are tried by themselves.
    fn statements(&self, cell: UnknownId) -> impl Iterator<Item = usize> {
        let tried = |u: &usize| self.among.is_none_or(|among| among.binary_search(u).is_ok());
        self.scanner.about(cell).filter(move |u| !self.board.plain[*u] && tried(u))
    }

    pub(super) fn among(&self) -> Option<&'a [usize]> {
        self.among
    }

    pub(super) fn local(&self, unit: usize) -> Option<&'a Local> {
        self.scanner.local(unit)
    }

    /// How the case ends in which these values are left to the cell, and what that took as known.
    pub(super) fn refute(
        &mut self,
        cell: UnknownId,
        supposed: Mask,
        left: &mut usize,
        limits: &Limits,
    ) -> Result<Option<(End, Gone)>, Reason> {
        let mut spent = 0;
        self.take(Turn { cell, left: supposed, by: By::Supposed }, vec![]);
        if self.masks[cell] == 0 {
            return Ok(Some((End::NoValue(cell), self.rest(cell, 0))));
        }
        let mut next = 0;
        let mut due: Vec<usize> = Vec::new();
        while self.turns.len() < self.reach.turns {
            // What the turns not yet looked at cross out.
            while next < self.turns.len() {
                let turn = self.turns[next].clone();
                due.extend(self.statements(turn.cell));
                if turn.left.is_power_of_two() {
                    for &(peer, unit) in &self.board.peers[turn.cell] {
                        if self.masks[peer] & turn.left != 0 && self.uses(&[unit]) {
                            self.cross(peer, turn.left, next, Some(unit));
                            if self.masks[peer] == 0 {
                                return Ok(Some((End::NoValue(peer), self.rest(peer, 0))));
                            }
                            due.extend(self.statements(peer));
                        }
                    }
                }
                next += 1;
            }
            if let Some(end) = self.house_without_place().or_else(|| self.fault()) {
                return Ok(Some(end));
            }
            if self.single() || self.along_a_loop() {
                continue;
            }
            // A single statement more.
            due.sort_unstable();
            due.dedup();
            let mut moved = false;
            while let Some(unit) = due.pop() {
                if *left == 0 || spent == self.reach.applications {
                    return Ok(None);
                }
                *left -= 1;
                spent += 1;
                limits.work(64)?;
                let Some(local) = self.scanner.local(unit) else { continue };
                if !local.unknowns.iter().all(|&u| (self.scope.within)(u)) {
                    continue;
                }
                let relied = self.all_gone(local);
                let before: Vec<Mask> = local.unknowns.iter().map(|u| self.masks[*u]).collect();
                let after = local.possible(&before);
                if after.contains(&0) {
                    return Ok(Some((End::Broken(unit), relied)));
                }
                for (at, &u) in local.unknowns.iter().enumerate() {
                    if before[at] & !after[at] != 0 {
                        self.take(Turn { cell: u, left: after[at], by: By::Unit(unit) }, relied.clone());
                        moved = true;
                    }
                }
                if moved {
                    break;
                }
            }
            if !moved && !self.kept_together(left, limits)? {
                return Ok(None);
            }
        }
        Ok(None)
    }

    fn take(&mut self, turn: Turn, relied: Gone) {
        let at = self.turns.len();
        let gone = self.masks[turn.cell] & !turn.left;
        self.cross(turn.cell, gone, at, None);
        self.turns.push(turn);
        self.relied.push(relied);
    }

    fn cross(&mut self, cell: UnknownId, gone: Mask, turn: usize, unit: Option<usize>) {
        for bit in bits(self.masks[cell] & gone) {
            self.why.insert((cell, bit), (turn, unit));
        }
        self.masks[cell] &= !gone;
    }

    /// How many candidates are gone in this case.
    pub(super) fn crossed_out(&self) -> usize {
        self.why.len()
    }

    /// All values of the cell but these.
    fn rest(&self, cell: UnknownId, but: Mask) -> Vec<(UnknownId, Mask)> {
        bits(self.knowledge.full(cell) & !but).map(|b| (cell, b)).collect()
    }

    /// All candidates of a statement's cells that are gone.
    fn all_gone(&self, local: &Local) -> Vec<(UnknownId, Mask)> {
        local.unknowns.iter().flat_map(|&u| self.rest(u, self.masks[u])).collect()
    }

    fn house_without_place(&self) -> Option<(End, Gone)> {
        for house in self.board.houses.iter().filter(|h| h.full && self.uses(&[h.unit])) {
            let union = house.cells.iter().fold(0, |m, &c| m | self.masks[c]);
            let missing = self.knowledge.full(house.cells[0]) & !union;
            if missing != 0 {
                let bit = missing & missing.wrapping_neg();
                let relied = house.cells.iter().map(|&c| (c, bit)).collect();
                return Some((End::NoPlace(house.unit, bit), relied));
            }
        }
        None
    }

    /// The unknowns of the statements about a cell.
    pub(super) fn along(&self, cell: UnknownId) -> Vec<UnknownId> {
        let local = self.statements(cell).filter_map(|u| self.scanner.local(u));
        local.flat_map(|l| l.unknowns.iter().copied()).collect()
    }

    fn fault(&self) -> Option<(End, Gone)> {
        let net = self.board.live_nets().filter(|(_, net)| self.uses(&[net.unit])).find_map(|(n, net)| {
            let (fault, relied) = net.fault(&self.masks)?;
            Some((End::Net(n, fault), relied))
        });
        let islands = || {
            let islands = self.board.islands.as_ref().filter(|islands| self.uses(&islands.units))?;
            let (trouble, grounds) = islands.trouble(&self.masks)?;
            Some((End::Islands(trouble), grounds.gone))
        };
        let piece = || {
            let all = self.board.pieces.iter().enumerate();
            all.filter(|(_, pieces)| self.uses(&pieces.units)).find_map(|(n, pieces)| {
                let (misfit, grounds) = pieces.any_misfit(&self.masks)?;
                Some((End::Pieces(n, misfit), grounds.gone))
            })
        };
        net.or_else(islands).or_else(piece)
    }

    /// Takes the next strokes of a loop, or those that would close it early.
    fn along_a_loop(&mut self) -> bool {
        if self.board.nets.is_empty() || self.alone {
            return false;
        }
        let next = |find: fn(&Board, &Knowledge, &[Mask]) -> Vec<Finding>, case: &Self| {
            find(case.board, case.knowledge, &case.masks).into_iter().next()
        };
        let found = next(graphs::loop_goes_on, self).or_else(|| next(graphs::closes_early, self));
        found.is_some_and(|found| self.take_finding(found))
    }

    /// Takes what must be there, or can't be, so that nothing is cut off and every piece has its size.
    fn kept_together(&mut self, left: &mut usize, limits: &Limits) -> Result<bool, Reason> {
        let nets = self.board.live_nets().map(|(_, net)| &net.graph);
        let drawn: usize = nets.chain(self.board.pieces.iter().map(|p| &p.graph)).map(|graph| graph.size).sum();
        let size = drawn + self.board.islands.as_ref().map_or(0, |islands| islands.cells.len());
        let cost = size.div_ceil(VERTICES);
        if size == 0 || *left < cost || self.alone {
            return Ok(false);
        }
        *left -= cost;
        limits.work(64 * cost)?;
        let within = |f: &Finding| f.conclusions.iter().all(|c| (self.scope.within)(c.unknown));
        let found = graphs::cut_off(self.board, self.knowledge, &self.masks).into_iter().find(within);
        let found = found.or_else(|| forced(self.board, self.knowledge, &self.masks, self.scope.within));
        Ok(found.is_some_and(|found| self.take_finding(found)))
    }

    fn take_finding(&mut self, found: Finding) -> bool {
        let Finding { argument, conclusions, gone, units } = found;
        let by = match argument {
            Argument::Graph { net, fault, .. } => By::Net(net, fault),
            Argument::Pieces { pieces, misfit } => By::Pieces(pieces, misfit),
            Argument::Islands { trouble } => By::Islands(trouble),
            _ => return false,
        };
        for literal in conclusions {
            let Some(bit) = self.knowledge.bit(literal.unknown, literal.value) else { return false };
            let left = self.masks[literal.unknown] & if literal.is { bit } else { !bit };
            self.said.insert(self.turns.len(), units.clone());
            self.take(Turn { cell: literal.unknown, left, by: by.clone() }, gone.clone());
        }
        true
    }

    /// Takes one more single, if there is one.
    fn single(&mut self) -> bool {
        let settled = |case: &Self, c: UnknownId| {
            case.knowledge.known[c].is_some() || case.turns.iter().any(|t| t.cell == c && t.left.is_power_of_two())
        };
        for i in 0..self.masks.len() {
            let cell = UnknownId::at(i);
            let mask = self.masks[i];
            let single = mask.is_power_of_two() && self.knowledge.values[i].is_some();
            if single && (self.scope.within)(cell) && !settled(self, cell) {
                let relied = self.rest(cell, mask);
                self.take(Turn { cell, left: mask, by: By::OnlyValue }, relied);
                return true;
            }
        }
        for house in self.board.houses.iter().filter(|h| h.full && self.uses(&[h.unit])) {
            let (mut once, mut twice) = (0, 0);
            for c in &house.cells {
                twice |= once & self.masks[*c];
                once |= self.masks[*c];
            }
            for bit in bits(once & !twice) {
                let Some(&cell) = house.cells.iter().find(|c| self.masks[**c] & bit != 0) else { continue };
                if !self.masks[cell].is_power_of_two() {
                    let relied = house.cells.iter().filter(|&&c| c != cell).map(|&c| (c, bit)).collect();
                    self.take(Turn { cell, left: bit, by: By::Unit(house.unit) }, relied);
                    return true;
                }
            }
        }
        false
    }

    /// The turns that the end needs, and what they rest on before the case.
    pub(super) fn finding(&self, tree: &Tree) -> Finding {
        let mut needed = vec![false; self.turns.len()];
        needed[0] = true;
        let (mut units, mut gone) = (Vec::new(), Vec::new());
        let end = self.trace(tree, &mut needed, &mut units, &mut gone);
        units.sort_unstable();
        units.dedup();
        gone.sort_unstable();
        gone.dedup();
        let turns: Vec<Turn> = self.needed_turns(0, &needed);
        let first = &turns[0];
        let unknown = first.cell;
        let value = |mask: Mask| self.knowledge.value_at(unknown, mask).unwrap_or(0);
        // Where there are two values, one or the other.
        let other = self.knowledge.full(unknown) & !first.left;
        let conclusions = match other.is_power_of_two() {
            true => vec![Atom { unknown, value: value(other), is: true }],
            false => vec![Atom { unknown, value: value(first.left), is: false }],
        };
        Finding { argument: Argument::Cases { turns, end }, conclusions, units, gone }
    }

    fn needed_turns(&self, from: usize, needed: &[bool]) -> Vec<Turn> {
        self.turns.iter().zip(needed).skip(from).filter(|(_, n)| **n).map(|(turn, _)| turn.clone()).collect()
    }

    /// How it ends, and what that needs.
    fn trace(&self, tree: &Tree, needed: &mut [bool], units: &mut Vec<usize>, gone: &mut Gone) -> End {
        match tree {
            Tree::Leaf(end, relied) => {
                match end {
                    End::NoValue(_) | End::Either(..) => {}
                    End::NoPlace(unit, _) | End::Broken(unit) => units.push(*unit),
                    _ => units.extend(self.board.rests_on(end, &self.masks)),
                }
                self.follow(relied.clone(), needed, units, gone);
                end.clone()
            }
            Tree::Split(cell, parts) => {
                self.follow(self.rest(*cell, self.masks[*cell]), needed, units, gone);
                let own = self.turns.len();
                let branch = |(case, tree): &(Case, Tree)| {
                    let mut theirs = vec![false; case.turns.len()];
                    theirs[own] = true;
                    let end = case.trace(tree, &mut theirs, units, gone);
                    needed.iter_mut().zip(&theirs).for_each(|(mine, their)| *mine |= their);
                    Branch { turns: case.needed_turns(own, &theirs), end }
                };
                End::Either(*cell, parts.iter().map(branch).collect())
            }
        }
    }

    /// Marks the turns by which candidates went, and so on from these.
    fn follow(&self, mut open: Gone, needed: &mut [bool], units: &mut Vec<usize>, gone: &mut Gone) {
        while let Some((cell, mask)) = open.pop() {
            for bit in bits(mask) {
                let why: Why = self.why.get(&(cell, bit)).copied();
                let Some((turn, unit)) = why else {
                    gone.push((cell, bit));
                    continue;
                };
                units.extend(unit);
                if !std::mem::replace(&mut needed[turn], true) {
                    match self.turns[turn].by {
                        By::Supposed | By::OnlyValue => {}
                        By::Unit(unit) => units.push(unit),
                        By::Net(net, _) => units.push(self.board.nets[net].unit),
                        By::Pieces(..) | By::Islands(_) => units.extend(self.said.get(&turn).into_iter().flatten()),
                    }
                    open.extend(self.relied[turn].iter().copied());
                }
            }
        }
    }
}
