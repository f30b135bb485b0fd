//! Whether a piece can't be as it would have to.

use super::State;
use crate::logic::pieces::{Joint, Pieces, Size};
use crate::logic::violation::PieceViolation;
use crate::mask::Mask;
use rustc_hash::FxHashSet;

/// Whether these candidates leave the piece of a cell with this violation, whatever is chosen of them, by what these groups say.
pub(in super::super) fn is_piece_violation(
    pieces: &Pieces,
    masks: &[Mask],
    violation: PieceViolation,
    groups: &[usize],
) -> bool {
    let (PieceViolation::TooLarge(home, size) | PieceViolation::NoRoom(home, size)) = violation;
    let stated: FxHashSet<usize> = groups.iter().copied().collect();
    let drawn = Drawn::new(pieces, masks, &stated);
    let own = drawn.number[home as usize];
    let members = || (0..drawn.number.len()).filter(|&c| drawn.number[c] == own);
    let states_size = |c: usize| stated.contains(&pieces.stated_by[c]);
    let is_exact = members().any(|c| states_size(c) && pieces.size(c as u32, masks) == Some(size));
    if matches!(violation, PieceViolation::TooLarge(..)) {
        return is_exact && drawn.count[own] > size;
    }
    // The lowest of several numbers is the least that a piece has.
    let lowest = |c: usize| match &pieces.sizes[c] {
        Size::Of(u, values) => values.iter().enumerate().find(|(at, _)| masks[*u] >> at & 1 == 1).map(|(_, n)| *n),
        _ => pieces.least(c as u32, masks).map(|n| n as i64),
    };
    if !is_exact && !members().any(|c| states_size(c) && lowest(c) == Some(size as i64)) {
        return false;
    }
    let as_many = |c: usize| match &pieces.sizes[c] {
        Size::Of(u, values) => values.iter().enumerate().any(|(at, n)| *n >= size as i64 && masks[*u] >> at & 1 == 1),
        Size::Is(n) => *n >= size,
        Size::Any | Size::AtLeast(..) => true,
    };
    let apart = drawn.apart(own);
    let fits = |c: usize| {
        let of = drawn.number[c];
        let can_be = !states_size(c) || if is_exact { pieces.can_be(c as u32, size, masks) } else { as_many(c) };
        let small = || drawn.count[own] + drawn.count[of] <= size;
        of == own || (can_be && (!is_exact || small()) && !apart.contains(&of))
    };
    // Ring by ring around the cells that it has, as far as its size goes.
    let mut inside: Vec<bool> = drawn.number.iter().map(|&n| n == own).collect();
    let mut ring: Vec<usize> = members().collect();
    let mut room = ring.len();
    for _ in drawn.count[own]..size {
        let mut next = Vec::new();
        for &c in &ring {
            for &(e, d) in pieces.graph.at[c].iter() {
                let d = d as usize;
                if drawn.edges[e as usize] != State::Gone && !inside[d] && fits(d) {
                    inside[d] = true;
                    next.push(d);
                }
            }
        }
        room += next.len();
        ring = next;
    }
    room < size
}

struct Drawn<'a> {
    pieces: &'a Pieces,
    masks: &'a [Mask],
    stated: &'a FxHashSet<usize>,
    edges: Vec<State>,
    /// By cell: cells known to be in one piece have one number.
    number: Vec<usize>,
    /// By number: the cells that have it.
    count: Vec<usize>,
}

impl<'a> Drawn<'a> {
    fn new(pieces: &'a Pieces, masks: &'a [Mask], stated: &'a FxHashSet<usize>) -> Drawn<'a> {
        let is_stated = |e: usize| match pieces.joints[e] {
            Joint::Equal(..) => pieces.joint_by[e].is_some_and(|group| stated.contains(&group)),
            Joint::Drawn(_) => true,
        };
        let state = |e: usize| if is_stated(e) { pieces.joint(e as u32, masks) } else { State::Open };
        let edges: Vec<State> = (0..pieces.graph.edges.len()).map(state).collect();
        let mut number = vec![usize::MAX; pieces.graph.size];
        let mut count = vec![0; pieces.graph.size];
        for (first, count) in count.iter_mut().enumerate() {
            let mut open = vec![first];
            while let Some(c) = open.pop() {
                if number[c] != usize::MAX {
                    continue;
                }
                number[c] = first;
                *count += 1;
                let joined = pieces.graph.at[c].iter().filter(|&&(e, _)| edges[e as usize] == State::There);
                open.extend(joined.map(|&(_, d)| d as usize));
            }
        }
        Drawn { pieces, masks, stated, edges, number, count }
    }

    /// The pieces that can't be one with this: a border ends in both and none ends in a piece, or they hold the same.
    fn apart(&self, own: usize) -> FxHashSet<usize> {
        let Drawn { pieces, masks, number, .. } = self;
        let other = |a: usize, b: usize| match (number[a] == own, number[b] == own) {
            (true, false) => Some(number[b]),
            (false, true) => Some(number[a]),
            _ => None,
        };
        let mut apart = FxHashSet::default();
        if pieces.closed_by.is_some_and(|group| self.stated.contains(&group)) {
            let borders = pieces.graph.edges.iter().zip(&self.edges).filter(|(_, state)| **state == State::Gone);
            apart.extend(borders.filter_map(|(edge, _)| other(edge.ends.0 as usize, edge.ends.1 as usize)));
        }
        let alike = pieces.unlike.iter().filter(|one| {
            let (x, y) = one.values;
            self.stated.contains(&one.group) && masks[x] == masks[y] && masks[x].count_ones() == 1
        });
        apart.extend(alike.filter_map(|one| other(one.cells.0 as usize, one.cells.1 as usize)));
        apart
    }
}
