//! Chains: a candidate is supposed; what must go because of it, what must then be, and so on by turns, until something that must
//! be sees the candidate itself. The search is breadth first, so it finds the shortest chain for a candidate.
//!
//! Yes to no: another value of the cell, or the same value in a cell that must differ. No to yes: the cell has one
//! other value, or a full house one other place.

use super::super::knowledge::Knowledge;
use super::Board;
use crate::logic::argument::{Argument, is_xy_wing};
use crate::logic::finding::Finding;
use crate::mask::{Mask, bits};
use rustc_hash::{FxHashMap, FxHashSet};
use sator_answer::{Atom, ChainKind};
use sator_model::{PlaceKind, UnknownId};

/// Links of a chain at most: as many as a sentence holds.
const LONGEST: usize = 12;

pub(super) type Candidate = (UnknownId, Mask);

/// A step that follows from the one before, and how: `None` through the cell, or by this group.
#[derive(Clone, Copy)]
pub(super) struct Link {
    pub from: usize,
    pub candidate: Candidate,
    pub yes: bool,
    pub by: Option<usize>,
}

pub(super) fn chains(board: &Board, knowledge: &Knowledge) -> Vec<Finding> {
    let mut found = search(board, knowledge);
    let length = |f: &Finding| if let Argument::Chain { links, .. } = &f.argument { links.len() } else { 0 };
    let shortest = found.iter().map(length).min();
    found.retain(|f| Some(length(f)) == shortest);
    found
}

fn search(board: &Board, knowledge: &Knowledge) -> Vec<Finding> {
    let open = |c: UnknownId| knowledge.known[c].is_none() && knowledge.values[c].is_some();
    let in_houses: Vec<UnknownId> =
        (0..board.candidates.len() as u32).map(UnknownId).filter(|&c| open(c) && !board.peers[c].is_empty()).collect();
    let mut found = Vec::new();
    for &cell in &in_houses {
        for bit in bits(board.candidates_of(cell)) {
            found.extend(from(board, knowledge, (cell, bit)));
        }
    }
    found
}

fn from(board: &Board, knowledge: &Knowledge, start: Candidate) -> Option<Finding> {
    let mut links = vec![Link { from: 0, candidate: start, yes: true, by: None }];
    let mut depth = vec![0usize];
    let mut seen: FxHashMap<(Candidate, bool), ()> = FxHashMap::default();
    seen.insert((start, true), ());
    let mut at = 0;
    while at < links.len() {
        let link = links[at];
        if depth[at] >= LONGEST {
            return None;
        }
        for (candidate, by) in next(board, knowledge, link) {
            // A yes that sees what was supposed.
            if !link.yes && sees(board, candidate, start) {
                let mut chain = vec![Link { from: at, candidate, yes: true, by }];
                let mut back = at;
                while back != 0 {
                    chain.push(links[back]);
                    back = links[back].from;
                }
                chain.push(links[0]);
                chain.reverse();
                return Some(finding(board, knowledge, &chain));
            }
            if seen.insert((candidate, !link.yes), ()).is_none() {
                links.push(Link { from: at, candidate, yes: !link.yes, by });
                depth.push(depth[at] + 1);
            }
        }
        at += 1;
    }
    None
}

fn next(board: &Board, knowledge: &Knowledge, link: Link) -> Vec<(Candidate, Option<usize>)> {
    let (cell, bit) = link.candidate;
    let mut found = Vec::new();
    if link.yes {
        found.extend(bits(board.candidates_of(cell) & !bit).map(|other| ((cell, other), None)));
        let peers = board.peers[cell].iter().filter(|(p, _)| board.candidates_of(*p) & bit != 0);
        found.extend(peers.map(|&(peer, group)| ((peer, bit), Some(group))));
    } else {
        let rest = board.candidates_of(cell) & !bit;
        if rest.is_power_of_two() {
            found.push(((cell, rest), None));
        }
        for house in board.houses.iter().filter(|h| h.full && h.cells.contains(&cell)) {
            let mut others = house.cells.iter().copied().filter(|&c| c != cell && board.candidates_of(c) & bit != 0);
            if let (Some(other), None) = (others.next(), others.next()) {
                found.push(((other, bit), Some(house.group)));
            }
        }
    }
    found.retain(|((c, _), _)| knowledge.values[*c].is_some());
    found
}

/// Whether both can't be.
fn sees(board: &Board, a: Candidate, b: Candidate) -> bool {
    match a.0 == b.0 {
        true => a.1 != b.1,
        false => a.1 == b.1 && board.peers[a.0].iter().any(|p| p.0 == b.0),
    }
}

/// The finding of a chain, of which the first link is supposed.
pub(super) fn finding(board: &Board, knowledge: &Knowledge, chain: &[Link]) -> Finding {
    let mut groups: Vec<usize> = chain.iter().filter_map(|l| l.by).collect();
    let (first, last) = (chain[0].candidate, chain[chain.len() - 1].candidate);
    let seen_by = board.peers[last.0].iter().find(|p| p.0 == first.0).map(|p| p.1);
    if last.0 != first.0 {
        groups.extend(seen_by);
    }
    groups.sort_unstable();
    groups.dedup();
    // Each strong link rests on removed candidates: the other values of its cell, or the other places in its house.
    let mut gone = Vec::new();
    for pair in chain.windows(2) {
        let (no, yes) = (pair[0].candidate, pair[1].candidate);
        if pair[0].yes {
            continue;
        }
        match pair[1].by.and_then(|group| board.house(group)) {
            Some(house) => {
                let others = house.cells.iter().filter(|&&c| c != no.0 && c != yes.0);
                gone.extend(others.map(|&c| (c, yes.1)));
            }
            None => gone.push((no.0, knowledge.full(no.0) & !(no.1 | yes.1))),
        }
    }
    let literal = |l: &Link| Atom {
        unknown: l.candidate.0,
        value: knowledge.value_at(l.candidate.0, l.candidate.1).unwrap_or(0),
        is: l.yes,
    };
    let links: Vec<Atom> = chain.iter().map(literal).collect();
    let conclusions = vec![Atom { is: false, ..links[0] }];
    let by = chain.iter().map(|link| link.by).collect();
    Finding { argument: Argument::Chain { links, by }, conclusions, groups, gone }
}

/// The kind of a chain; `by` has the place of the house through which each link follows from the one before, none if it follows
/// through a cell. The names of short chains are those of Sudopedia.
pub(crate) fn chain_kind(links: &[Atom], by: &[Option<PlaceKind>]) -> ChainKind {
    let cell_then_cell = |p: &[Atom]| p.len() < 2 || p[0].unknown == p[1].unknown;
    let values: FxHashSet<i64> = links.iter().map(|link| link.value).collect();
    if is_xy_wing(links) {
        ChainKind::XyWing
    } else if values.len() == 1 {
        two_lines(by).unwrap_or(ChainKind::X)
    } else if links[1..].chunks(2).all(cell_then_cell) {
        if values.len() == 2 { ChainKind::RemotePair } else { ChainKind::Xy }
    } else if is_w_wing(links, by) {
        ChainKind::WWing
    } else {
        ChainKind::Mixed
    }
}

/// The name of a chain through two lines that have two places each for a value: one place of the first line and one of the second
/// are in one line or box, and what sees both others goes.
fn two_lines(by: &[Option<PlaceKind>]) -> Option<ChainKind> {
    use PlaceKind::{Box, Column, Row};
    let &[_, _, Some(first), Some(between), Some(second)] = by else { return None };
    match (first, between, second) {
        (Row(_), Column(_), Row(_)) | (Column(_), Row(_), Column(_)) => Some(ChainKind::Skyscraper),
        (Row(_), Box(_), Column(_)) | (Column(_), Box(_), Row(_)) => Some(ChainKind::TwoStringKite),
        _ => None,
    }
}

/// Whether two cells with the same two values each see a place of one of these values in a house with two places for it: then one of
/// the cells has the other value.
fn is_w_wing(links: &[Atom], by: &[Option<PlaceKind>]) -> bool {
    let [_, a, from_a, to_one, other, to_b, b] = links else { return false };
    let through_cells = by[2].is_none() && by[6].is_none() && by[3..6].iter().all(Option::is_some);
    let inner = [from_a, to_one, other, to_b];
    through_cells && a.value == b.value && inner.iter().all(|link| link.value == from_a.value)
}
