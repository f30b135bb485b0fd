//! Pieces of a division with known sizes: by a number in each cell (Fillomino), or one size for all.
//!
//! Recognised conditions: `piece_size(p, c) = c`, `>= c` or a number, that equal numbers are not in one piece, that no border
//! ends in a piece, and, where the division itself is hidden, that neighbours are joined exactly where they are equal.
//! Whether a conclusion follows is judged by `violation_check`.

mod examined;
pub(super) mod find;
mod no_room;
mod read;
#[cfg(test)]
mod tests;

use super::super::knowledge::Knowledge;
use super::condition::{Cond, State};
use super::violation::PieceViolation;
use crate::logic::finding::{Gone, Grounds};
use crate::mask::Mask;
use examined::{Cells, Examined, Near};
use sator_answer::Atom;
use sator_model::UnknownId;
use sator_model::graph::GraphRef;
use std::cell::RefCell;
use std::sync::Arc;

/// Cells that most pieces have at most.
const PIECE: usize = 12;

/// The condition for two neighbours to be joined.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Joint {
    Drawn(Cond),
    /// These two are equal.
    Equal(UnknownId, UnknownId),
}

/// The stated size of a cell's piece.
#[derive(Clone, Debug)]
pub(crate) enum Size {
    Any,
    Is(usize),
    /// The value of the unknown.
    Of(UnknownId, Arc<[i64]>),
    /// Not less than the value of the unknown.
    AtLeast(UnknownId, Arc<[i64]>),
}

/// Two cells, the first the lower, that are not in one piece where these two are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Unlike {
    pub cells: (u32, u32),
    pub values: (UnknownId, UnknownId),
    pub group: usize,
}

/// Cells are the vertices of the graph.
#[derive(Clone, Debug)]
pub(crate) struct Pieces {
    pub graph: GraphRef,
    /// By edge.
    pub joints: Vec<Joint>,
    /// By edge: the group that joins cells of equal numbers.
    pub joint_by: Vec<Option<usize>>,
    /// By cell, with the group that states it.
    pub sizes: Vec<Size>,
    pub stated_by: Vec<usize>,
    /// The group by which neighbours in one piece are joined.
    pub closed_by: Option<usize>,
    /// Sorted.
    pub unlike: Vec<Unlike>,
    /// All groups that speak of the division.
    pub groups: Vec<usize>,
    /// The unknowns of cells and strokes, each with the cells of the graph beside it.
    pub unknowns: Vec<(UnknownId, Vec<u32>)>,
    examined: RefCell<Examined>,
    /// The same for the candidates of cases: less follows in a case from the same cells.
    examined_in_case: RefCell<Examined>,
}

impl PieceViolation {
    /// The violation for one of several cells in which a number has no room.
    pub(crate) fn at(self, pieces: &Pieces, literal: &Atom) -> PieceViolation {
        let own = |size: &Size| matches!(size, Size::Of(u, _) if *u == literal.unknown);
        match (self, pieces.sizes.iter().position(own)) {
            (PieceViolation::NoRoom(_, n), Some(v)) if !literal.is && literal.value >= n as i64 => {
                PieceViolation::NoRoom(v as u32, n)
            }
            _ => self,
        }
    }
}

impl Pieces {
    pub(crate) fn joint(&self, edge: u32, masks: &[Mask]) -> State {
        match self.joints[edge as usize] {
            Joint::Drawn(cond) => cond.state(masks),
            Joint::Equal(a, b) if masks[a] & masks[b] == 0 => State::Gone,
            Joint::Equal(a, b) if masks[a] == masks[b] && masks[a].is_power_of_two() => State::There,
            Joint::Equal(..) => State::Open,
        }
    }

    /// The size of a cell's piece, where that is known.
    pub(crate) fn size(&self, v: u32, masks: &[Mask]) -> Option<usize> {
        match &self.sizes[v as usize] {
            Size::Is(n) => Some(*n),
            Size::Of(u, values) => number(values, masks[*u]),
            Size::Any | Size::AtLeast(..) => None,
        }
    }

    /// The least number of cells of the piece of a cell, where it is stated.
    pub(crate) fn least(&self, v: u32, masks: &[Mask]) -> Option<usize> {
        match &self.sizes[v as usize] {
            Size::AtLeast(u, values) => number(values, masks[*u]),
            _ => self.size(v, masks),
        }
    }

    /// By what two cells are not in one piece, for they hold the same.
    fn alike(&self, v: u32, w: u32, masks: &[Mask]) -> Option<&Unlike> {
        let pair = (v.min(w), v.max(w));
        let from = self.unlike.partition_point(|u| u.cells < pair);
        let same = |x: UnknownId, y: UnknownId| masks[x].is_power_of_two() && masks[x] == masks[y];
        self.unlike[from..].iter().take_while(|u| u.cells == pair).find(|u| same(u.values.0, u.values.1))
    }

    /// Whether the statements about the cell itself allow its piece this size.
    pub(crate) fn can_be(&self, v: u32, size: usize, masks: &[Mask]) -> bool {
        match &self.sizes[v as usize] {
            Size::Any | Size::AtLeast(..) => true,
            Size::Is(n) => *n == size,
            Size::Of(u, values) => {
                values.iter().position(|&n| n == size as i64).is_some_and(|at| masks[*u] >> at & 1 == 1)
            }
        }
    }

    /// The cells known to be in one piece with a cell.
    fn piece(&self, start: u32, masks: &[Mask]) -> Vec<u32> {
        let mut piece = Vec::with_capacity(PIECE);
        piece.push(start);
        let mut next = 0;
        while let Some(&v) = piece.get(next) {
            next += 1;
            for &(e, w) in self.graph.at[v as usize].iter() {
                if self.joint(e, masks) == State::There && !piece.contains(&w) {
                    piece.push(w);
                }
            }
        }
        piece
    }

    /// The same, each with the edge by which it was come to.
    fn grown(&self, start: u32, masks: &[Mask]) -> Vec<(u32, Option<u32>)> {
        let mut piece = vec![(start, None)];
        let mut next = 0;
        while let Some(&(v, _)) = piece.get(next) {
            next += 1;
            for &(e, w) in self.graph.at[v as usize].iter() {
                if self.joint(e, masks) == State::There && !piece.iter().any(|p| p.0 == w) {
                    piece.push((w, Some(e)));
                }
            }
        }
        piece
    }

    /// The knowledge about the stated size of a cell, as removed candidates.
    fn known(&self, v: u32, masks: &[Mask]) -> Gone {
        match self.sizes[v as usize] {
            Size::Of(u, _) | Size::AtLeast(u, _) => vec![(u, !masks[u])],
            Size::Any | Size::Is(_) => vec![],
        }
    }

    /// Why two cells are joined, or are not.
    fn because(&self, edge: u32, masks: &[Mask]) -> Gone {
        match self.joints[edge as usize] {
            Joint::Drawn(Cond::Where(u, _)) => vec![(u, !masks[u])],
            Joint::Drawn(_) => vec![],
            Joint::Equal(a, b) => vec![(a, !masks[a]), (b, !masks[b])],
        }
    }

    /// The cell that states the size of a piece, the size, and whether it is exact or a minimum.
    fn wanted(&self, piece: &[u32], masks: &[Mask]) -> Option<(u32, usize, bool)> {
        let exact = piece.iter().find_map(|&v| self.size(v, masks).map(|n| (v, n, true)));
        let least = || piece.iter().filter_map(|&v| self.least(v, masks).map(|n| (v, n, false)));
        exact.or_else(|| least().max_by_key(|&(v, n, _)| (n, std::cmp::Reverse(v))))
    }

    /// The fact that two cells are joined, or are not.
    fn joint_grounds(&self, edge: u32, masks: &[Mask], grounds: &mut Grounds) {
        grounds.gone.extend(self.because(edge, masks));
        grounds.groups.extend(self.joint_by[edge as usize]);
    }

    /// The facts that the cells of a piece are together.
    fn together(&self, start: u32, masks: &[Mask], grounds: &mut Grounds) {
        let edges = self.grown(start, masks).into_iter().filter_map(|(_, edge)| edge);
        edges.for_each(|edge| self.joint_grounds(edge, masks, grounds));
    }

    /// Whether two pieces can't be one, and why: by a border between them, or for they hold the same.
    fn kept_apart(&self, piece: &[u32], other: &[u32], masks: &[Mask], grounds: &mut Grounds) -> bool {
        for &w in other.iter().filter(|_| self.closed_by.is_some()) {
            let border = |&&(e, v): &&(u32, u32)| self.joint(e, masks) == State::Gone && piece.contains(&v);
            if let Some(&(e, _)) = self.graph.at[w as usize].iter().find(border) {
                self.joint_grounds(e, masks, grounds);
                grounds.groups.extend(self.closed_by);
                return true;
            }
        }
        let pairs = piece.iter().flat_map(|&v| other.iter().map(move |&w| (v, w)));
        let alike = pairs.filter(|_| !self.unlike.is_empty()).find_map(|(v, w)| self.alike(v, w, masks));
        let Some(Unlike { values: (x, y), group, .. }) = alike else { return false };
        grounds.gone.extend([(*x, !masks[*x]), (*y, !masks[*y])]);
        grounds.groups.push(*group);
        true
    }

    /// A certain violation of the piece of a cell, with its premises. `seen` receives the cells that are looked at.
    fn violation(&self, start: u32, masks: &[Mask], seen: &mut Cells) -> Option<(PieceViolation, Grounds)> {
        let piece = self.piece(start, masks);
        piece.iter().for_each(|&v| seen.add(v));
        let (named, size, is_exact) = self.wanted(&piece, masks)?;
        // No statement names a cell without a size.
        let start = if matches!(self.sizes[start as usize], Size::Any) { named } else { start };
        let mut grounds = Grounds { gone: self.known(named, masks), groups: vec![self.stated_by[named as usize]] };
        if is_exact && piece.len() > size {
            self.together(start, masks, &mut grounds);
            return Some((PieceViolation::TooLarge(start, size), grounds));
        }
        // The named cell of a piece with room enough is the one that wants the most.
        let start = if is_exact { start } else { named };
        // Fewer cells than the size are reached, so that a list of them is looked through faster than a table is made.
        let mut reached = piece.clone();
        let mut steps = vec![0; piece.len()];
        let mut barred: Vec<(u32, u32)> = Vec::new();
        let mut next = 0;
        while reached.len() < size {
            let Some(&v) = reached.get(next) else {
                self.together(start, masks, &mut grounds);
                self.bars(&piece, (size, is_exact), &barred, masks, &mut grounds);
                return Some((PieceViolation::NoRoom(start, size), grounds));
            };
            let far = steps[next];
            next += 1;
            if far + piece.len() >= size {
                continue;
            }
            for &(e, w) in self.graph.at[v as usize].iter() {
                if reached.contains(&w) {
                    continue;
                }
                match self.is_barred(&piece, (size, is_exact), (e, w), masks, seen) {
                    true => barred.push((e, w)),
                    false => {
                        steps.push(far + 1);
                        reached.push(w);
                    }
                }
            }
        }
        None
    }

    /// Whether there is no way along an edge to a cell, or that has another size, or a piece with too many cells, or one that
    /// must not be one with this.
    fn is_barred(
        &self,
        piece: &[u32],
        (size, is_exact): (usize, bool),
        (e, w): (u32, u32),
        masks: &[Mask],
        seen: &mut Cells,
    ) -> bool {
        seen.add(w);
        if self.joint(e, masks) == State::Gone || (is_exact && !self.can_be(w, size, masks)) {
            return true;
        }
        let alone = self.graph.at[w as usize].iter().all(|&(e, _)| self.joint(e, masks) != State::There);
        let other = if alone { vec![w] } else { self.piece(w, masks) };
        other.iter().for_each(|&v| seen.add(v));
        (is_exact && other.len() + piece.len() > size) || self.kept_apart(piece, &other, masks, &mut Grounds::default())
    }

    /// Why there is no way to any of these.
    fn bars(
        &self,
        piece: &[u32],
        (size, is_exact): (usize, bool),
        barred: &[(u32, u32)],
        masks: &[Mask],
        grounds: &mut Grounds,
    ) {
        for &(e, w) in barred {
            // The shortest wording: a cell does not have the number of this piece.
            if is_exact && !self.can_be(w, size, masks) {
                grounds.gone.extend(self.lacks(w, size));
                grounds.groups.push(self.stated_by[w as usize]);
            } else if self.joint(e, masks) == State::Gone {
                self.joint_grounds(e, masks, grounds);
            } else {
                let other = self.piece(w, masks);
                if !is_exact || other.len() + piece.len() <= size {
                    self.kept_apart(piece, &other, masks, grounds);
                }
                self.together(w, masks, grounds);
            }
        }
    }

    /// The fact that a cell's piece has not this size, as a candidate that is gone.
    fn lacks(&self, v: u32, size: usize) -> Gone {
        let Size::Of(u, values) = &self.sizes[v as usize] else { return vec![] };
        values.iter().position(|&n| n == size as i64).map(|at| (*u, 1 << at)).into_iter().collect()
    }

    /// The number of cells known to be in one piece with a cell.
    pub(crate) fn known_size(&self, v: u32, masks: &[Mask]) -> usize {
        self.piece(v, masks).len()
    }

    /// The first violation of any piece.
    pub(crate) fn any_violation(&self, masks: &[Mask]) -> Option<(PieceViolation, Grounds)> {
        let examined = self.examined.borrow();
        let changed = examined.changed(self, masks);
        let states_size = |v: &u32| self.least(*v, masks).is_some() && !examined.has_piece(*v, &changed);
        let seen = &mut Cells::none(self.graph.size);
        (0..self.graph.size as u32).filter(states_size).find_map(|v| self.violation(v, masks, seen))
    }

    /// Whether a piece has a violation under the candidates of the board. Keeps the cells whose pieces have none.
    fn examine(&self, masks: &[Mask]) -> bool {
        let examined = &mut *self.examined.borrow_mut();
        examined.update(self, masks);
        let unchanged = Cells::none(self.graph.size);
        for v in (0..self.graph.size as u32).filter(|&v| self.least(v, masks).is_some()) {
            if examined.has_piece(v, &unchanged) {
                continue;
            }
            let mut seen = Cells::none(self.graph.size);
            if self.violation(v, masks, &mut seen).is_some() {
                return true;
            }
            if self.depends_on_cells() {
                examined.keep_piece(v, seen);
            }
        }
        false
    }

    /// Whether violations depend only on the unknowns of cells and strokes. Conditions that keep cells apart depend on others.
    fn depends_on_cells(&self) -> bool {
        self.unlike.is_empty()
    }

    /// The unknowns that it is about.
    pub(super) fn cells(&self) -> impl Iterator<Item = UnknownId> + '_ {
        self.unknowns.iter().map(|&(u, _)| u)
    }

    /// The cells and strokes, each with the cells of the graph beside it.
    fn read_unknowns(&self) -> Vec<(UnknownId, Vec<u32>)> {
        let mut all: Vec<(UnknownId, u32)> = Vec::new();
        for (v, size) in self.sizes.iter().enumerate() {
            all.extend(if let Size::Of(u, _) | Size::AtLeast(u, _) = size { Some((*u, v as u32)) } else { None });
        }
        for (edge, joint) in self.graph.edges.iter().zip(&self.joints) {
            let (a, b) = edge.ends;
            match joint {
                Joint::Drawn(Cond::Where(u, _)) => all.extend([(*u, a), (*u, b)]),
                Joint::Drawn(_) => {}
                Joint::Equal(x, y) => all.extend([(*x, a), (*y, b)]),
            }
        }
        all.sort_unstable();
        all.dedup();
        all.chunk_by(|a, b| a.0 == b.0).map(|c| (c[0].0, c.iter().map(|x| x.1).collect())).collect()
    }

    /// By cell: the cells, one of each piece of known size, whose pieces may come to it, with the size if that is exact.
    fn comers(&self, masks: &[Mask]) -> Vec<Near> {
        let mut comers = vec![vec![]; self.graph.size];
        let mut seen = vec![false; self.graph.size];
        let mut steps = vec![usize::MAX; self.graph.size];
        for start in 0..self.graph.size as u32 {
            if seen[start as usize] {
                continue;
            }
            let piece = self.piece(start, masks);
            piece.iter().for_each(|&v| seen[v as usize] = true);
            let Some((_, size, is_exact)) = self.wanted(&piece, masks) else { continue };
            piece.iter().for_each(|&v| steps[v as usize] = 0);
            let mut reached = piece.clone();
            let mut next = 0;
            while let Some(&v) = reached.get(next) {
                next += 1;
                comers[v as usize].push((start, is_exact.then_some(size)));
                for &(e, w) in self.graph.at[v as usize].iter() {
                    let far = steps[v as usize] + piece.len() > size;
                    let can_be = !is_exact || self.can_be(w, size, masks);
                    let free = self.joint(e, masks) != State::Gone && can_be;
                    if free && !far && steps[w as usize] == usize::MAX {
                        steps[w as usize] = steps[v as usize] + 1;
                        reached.push(w);
                    }
                }
            }
            reached.iter().for_each(|&v| steps[v as usize] = usize::MAX);
        }
        comers
    }
}

/// The number that is left of some.
fn number(values: &[i64], mask: Mask) -> Option<usize> {
    let at = mask.is_power_of_two().then(|| mask.trailing_zeros() as usize)?;
    values.get(at).and_then(|&n| usize::try_from(n).ok())
}
