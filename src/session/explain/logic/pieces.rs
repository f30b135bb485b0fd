//! Pieces of a division whose sizes are said: by a number in each cell (Fillomino), or for all of them alike.
//!
//! What is recognised: `piece_size(p, c) = c`, `>= c` or a number, that equal numbers are not in one piece, that no border
//! ends in a piece, and, where the division itself is hidden, that neighbours are joined exactly where they are equal.
//! Whether a conclusion follows is the solver's word; the sentence is checked by `faults`.

mod read;
#[cfg(test)]
mod tests;

use super::super::knowledge::Knowledge;
use super::super::local::Mask;
use super::graphs::{Cond, Gone, State};
use super::singles::bits;
use super::{Argument, Board, Finding};
use crate::model::UnknownId;
use crate::model::graph::GraphRef;
use crate::session::answer::Atom;
use std::sync::Arc;

/// When two neighbours are joined.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Joint {
    Drawn(Cond),
    /// Where these two are equal.
    Equal(UnknownId, UnknownId),
}

/// What the size of a cell's piece is.
#[derive(Clone, Debug)]
pub(crate) enum Size {
    Any,
    Is(usize),
    /// The value of the unknown.
    Of(UnknownId, Arc<[i64]>),
    /// Not less than the value of the unknown.
    AtLeast(UnknownId, Arc<[i64]>),
}

/// Cells are the vertices of the graph.
#[derive(Clone, Debug)]
pub(crate) struct Pieces {
    pub graph: GraphRef,
    /// By edge.
    pub joints: Vec<Joint>,
    /// By cell, and the unit that says so.
    pub sizes: Vec<Size>,
    pub said_by: Vec<usize>,
    /// Neighbours in one piece are joined.
    pub is_closed: bool,
    /// Two cells, the first the lower, that are not in one piece where these two are equal; sorted.
    pub unlike: Vec<((u32, u32), UnknownId, UnknownId)>,
    /// All units that speak of the division.
    pub units: Vec<usize>,
}

/// What can't be with the piece of a cell that has so many cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misfit {
    TooLarge(u32, usize),
    NoRoom(u32, usize),
}

impl Misfit {
    /// What is said of one of several cells in which a number has no room.
    pub(crate) fn at(self, pieces: &Pieces, literal: &Atom) -> Misfit {
        let own = |size: &Size| matches!(size, Size::Of(u, _) if *u == literal.unknown);
        match (self, pieces.sizes.iter().position(own)) {
            (Misfit::NoRoom(_, n), Some(v)) if !literal.is && literal.value == n as i64 => Misfit::NoRoom(v as u32, n),
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

    /// How many cells the piece of a cell has at least, where that is said.
    pub(crate) fn least(&self, v: u32, masks: &[Mask]) -> Option<usize> {
        match &self.sizes[v as usize] {
            Size::AtLeast(u, values) => number(values, masks[*u]),
            _ => self.size(v, masks),
        }
    }

    /// Two cells, by which two unknowns, that are not in one piece, for they hold the same.
    pub(crate) fn alike(&self, v: u32, w: u32, masks: &[Mask]) -> Option<(UnknownId, UnknownId)> {
        let pair = (v.min(w), v.max(w));
        let from = self.unlike.partition_point(|u| u.0 < pair);
        let same = |x: UnknownId, y: UnknownId| masks[x].is_power_of_two() && masks[x] == masks[y];
        self.unlike[from..].iter().take_while(|u| u.0 == pair).map(|u| (u.1, u.2)).find(|&(x, y)| same(x, y))
    }

    /// Whether the piece of a cell can have so many cells by what is said of the cell itself.
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
        let mut piece = vec![start];
        let mut next = 0;
        while let Some(&v) = piece.get(next) {
            next += 1;
            for &(e, w) in self.graph.at[v as usize].iter() {
                if !piece.contains(&w) && self.joint(e, masks) == State::There {
                    piece.push(w);
                }
            }
        }
        piece
    }

    /// What is known of a cell's size, as candidates that are gone.
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

    /// How many cells a piece has, and whether exactly so many; else at least.
    fn wanted(&self, piece: &[u32], masks: &[Mask]) -> Option<(usize, bool)> {
        let exact = piece.iter().find_map(|&v| self.size(v, masks)).map(|n| (n, true));
        exact.or_else(|| piece.iter().filter_map(|&v| self.least(v, masks)).max().map(|n| (n, false)))
    }

    /// Why the cells of a piece are together, and what is known of its size.
    fn together(&self, piece: &[u32], masks: &[Mask]) -> Gone {
        let mut gone: Gone = Vec::new();
        for &v in piece {
            gone.extend(self.known(v, masks));
            let joined = self.graph.at[v as usize].iter().filter(|&&(e, _)| self.joint(e, masks) == State::There);
            joined.for_each(|&(e, _)| gone.extend(self.because(e, masks)));
        }
        gone
    }

    /// Why two pieces can't be one, if they can't: by a border between them, or for they hold the same.
    fn kept_apart(&self, piece: &[u32], other: &[u32], masks: &[Mask]) -> Option<Gone> {
        for &w in other.iter().filter(|_| self.is_closed) {
            let border = |&&(e, v): &&(u32, u32)| self.joint(e, masks) == State::Gone && piece.contains(&v);
            if let Some(&(e, _)) = self.graph.at[w as usize].iter().find(border) {
                return Some(self.because(e, masks));
            }
        }
        let pairs = piece.iter().flat_map(|&v| other.iter().map(move |&w| (v, w)));
        let (x, y) = pairs.filter(|_| !self.unlike.is_empty()).find_map(|(v, w)| self.alike(v, w, masks))?;
        Some(vec![(x, !masks[x]), (y, !masks[y])])
    }

    /// What is wrong with the piece of a cell, if that is sure, and from what.
    fn misfit(&self, start: u32, masks: &[Mask]) -> Option<(Misfit, Gone)> {
        let piece = self.piece(start, masks);
        let (size, is_exact) = self.wanted(&piece, masks)?;
        let mut gone = self.together(&piece, masks);
        if is_exact && piece.len() > size {
            return Some((Misfit::TooLarge(start, size), gone));
        }
        // Of a piece that has room enough the cell that wants the most is named.
        let wants = |v: &&u32| self.least(**v, masks) == Some(size);
        let start = if is_exact { start } else { *piece.iter().find(wants)? };
        let mut steps = vec![usize::MAX; self.graph.size];
        piece.iter().for_each(|&v| steps[v as usize] = 0);
        let mut reached = piece.clone();
        let mut next = 0;
        while reached.len() < size {
            let Some(&v) = reached.get(next) else { return Some((Misfit::NoRoom(start, size), gone)) };
            next += 1;
            for &(e, w) in self.graph.at[v as usize].iter() {
                if steps[w as usize] != usize::MAX || steps[v as usize] + piece.len() >= size {
                    continue;
                }
                // Without a way in, of another size, or of a piece with too many cells, or that must not be one with this.
                if self.joint(e, masks) == State::Gone {
                    gone.extend(match self.joints[e as usize] {
                        // The cell has not the number of this piece.
                        Joint::Equal(..) => self.lacks(w, size),
                        Joint::Drawn(_) => self.because(e, masks),
                    });
                } else if is_exact && !self.can_be(w, size, masks) {
                    gone.extend(self.lacks(w, size));
                } else {
                    let other = self.piece(w, masks);
                    let too_large = is_exact && other.len() + piece.len() > size;
                    let apart = if too_large { Some(vec![]) } else { self.kept_apart(&piece, &other, masks) };
                    if let Some(why) = apart {
                        gone.extend(why);
                        gone.extend(self.together(&other, masks));
                    } else {
                        steps[w as usize] = steps[v as usize] + 1;
                        reached.push(w);
                    }
                }
            }
        }
        None
    }

    /// That a cell's piece has not this size, as a candidate that is gone.
    fn lacks(&self, v: u32, size: usize) -> Gone {
        let Size::Of(u, values) = &self.sizes[v as usize] else { return vec![] };
        values.iter().position(|&n| n == size as i64).map(|at| (*u, 1 << at)).into_iter().collect()
    }

    /// How many cells are known to be in one piece with a cell.
    pub(crate) fn known_size(&self, v: u32, masks: &[Mask]) -> usize {
        self.piece(v, masks).len()
    }

    /// What is wrong with any piece.
    pub(crate) fn any_misfit(&self, masks: &[Mask]) -> Option<(Misfit, Gone)> {
        (0..self.graph.size as u32).find_map(|v| self.misfit(v, masks))
    }

    /// The cells and strokes, each with the cells of the graph beside it.
    fn unknowns(&self) -> Vec<(UnknownId, Vec<u32>)> {
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

    /// By cell: the cells, one of each piece of known size, whose pieces may come to it.
    fn comers(&self, masks: &[Mask]) -> Vec<Vec<u32>> {
        let mut comers = vec![vec![]; self.graph.size];
        let mut seen = vec![false; self.graph.size];
        for start in 0..self.graph.size as u32 {
            if seen[start as usize] {
                continue;
            }
            let piece = self.piece(start, masks);
            piece.iter().for_each(|&v| seen[v as usize] = true);
            let Some((size, is_exact)) = self.wanted(&piece, masks) else { continue };
            let mut steps = vec![usize::MAX; self.graph.size];
            piece.iter().for_each(|&v| steps[v as usize] = 0);
            let mut reached = piece.clone();
            let mut next = 0;
            while let Some(&v) = reached.get(next) {
                next += 1;
                comers[v as usize].push(start);
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
        }
        comers
    }
}

/// What would misfit: a value of a cell, or that it has another; a stroke, or none. Cells beside a piece that is complete
/// are told together.
pub(crate) fn misfits(board: &Board, knowledge: &Knowledge, masks: &[Mask]) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for (number, pieces) in board.pieces.iter().enumerate() {
        if pieces.any_misfit(masks).is_some() {
            continue;
        }
        let comers = pieces.comers(masks);
        let mut trial = masks.to_vec();
        for (unknown, beside) in pieces.unknowns() {
            let before = masks[unknown];
            if before.is_power_of_two() || knowledge.values[unknown].is_none() {
                continue;
            }
            // What is there is named before what is supposed.
            let mut looked_at: Vec<u32> = Vec::new();
            for &v in beside.iter().flat_map(|&v| &comers[v as usize]).chain(&beside) {
                if !looked_at.contains(&v) {
                    looked_at.push(v);
                }
            }
            for bit in bits(before) {
                for supposed in [bit, before & !bit] {
                    // Of two values each is what is left of the other.
                    if supposed != bit && before.count_ones() == 2 {
                        continue;
                    }
                    trial[unknown] = supposed;
                    let misfit = looked_at.iter().find_map(|&v| pieces.misfit(v, &trial));
                    trial[unknown] = before;
                    let Some((misfit, mut gone)) = misfit else { continue };
                    gone.retain(|g| g.0 != unknown);
                    let left = before & !supposed;
                    let is = left.is_power_of_two();
                    let told = if is { left } else { supposed };
                    let Some(value) = knowledge.value_at(unknown, told) else { continue };
                    // The unknown's own candidates count where it is left one value.
                    if is {
                        gone.push((unknown, knowledge.full(unknown) & !before));
                    }
                    gone.sort_unstable();
                    gone.dedup();
                    let conclusion = Atom { unknown, value, is };
                    let argument = Argument::Pieces { pieces: number, misfit };
                    let same = |f: &&mut Finding| {
                        let Argument::Pieces { misfit: other, .. } = f.argument else { return false };
                        !is && !f.conclusions[0].is
                            && f.gone == gone
                            && alike(pieces, misfit, other, unknown, &f.conclusions)
                    };
                    match found.iter_mut().find(same) {
                        Some(finding) => finding.conclusions.push(conclusion),
                        None => found.push(Finding {
                            argument,
                            conclusions: vec![conclusion],
                            units: pieces.units.clone(),
                            gone,
                        }),
                    }
                }
            }
        }
    }
    // A value that must be says that the others can't.
    let forced: Vec<UnknownId> =
        found.iter().filter(|f| f.conclusions[0].is).map(|f| f.conclusions[0].unknown).collect();
    found.retain(|f| f.conclusions[0].is || !f.conclusions.iter().any(|c| forced.contains(&c.unknown)));
    found.sort_by_key(|f| !f.conclusions[0].is);
    found
}

/// Whether two misfits are told as one: of a complete piece, or that a number has no room in some cells.
fn alike(pieces: &Pieces, one: Misfit, other: Misfit, unknown: UnknownId, conclusions: &[Atom]) -> bool {
    let of = |v: u32| if let Size::Of(u, _) = &pieces.sizes[v as usize] { Some(*u) } else { None };
    match (one, other) {
        (Misfit::TooLarge(..), _) => one == other,
        (Misfit::NoRoom(v, n), Misfit::NoRoom(w, m)) => {
            n == m && of(v) == Some(unknown) && conclusions.iter().any(|c| of(w) == Some(c.unknown))
        }
        _ => false,
    }
}

/// The number that is left of some.
fn number(values: &[i64], mask: Mask) -> Option<usize> {
    let at = mask.is_power_of_two().then(|| mask.trailing_zeros() as usize)?;
    values.get(at).and_then(|&n| usize::try_from(n).ok())
}
