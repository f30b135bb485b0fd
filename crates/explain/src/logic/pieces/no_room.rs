//! Numbers larger than the room there is: cells that can have so many or more, and side by side are fewer.

use super::{Knowledge, Pieces, Size, State};
use crate::logic::argument::Argument;
use crate::logic::finding::{Finding, Grounds};
use crate::logic::violation::PieceViolation;
use crate::mask::{Mask, bits};
use sator_answer::Atom;
use sator_model::UnknownId;

/// Cells in which a piece of so many cells or more has no room.
pub(super) struct TooLarge {
    least: usize,
    cells: Vec<u32>,
    conclusions: Vec<Atom>,
}

/// The candidates that are at least a number.
fn from(values: &[i64], least: usize) -> Mask {
    let below = values.partition_point(|&n| n < least as i64);
    Mask::MAX.checked_shl(below as u32).unwrap_or(0)
}

/// All cells that lose candidates so, each by the smallest number that has no room.
pub(super) fn beyond(pieces: &Pieces, knowledge: &Knowledge, masks: &[Mask]) -> Vec<TooLarge> {
    let mut found: Vec<TooLarge> = Vec::new();
    let mut is_done = vec![false; pieces.graph.size];
    let open = |u: UnknownId| knowledge.values[u].is_some() && !masks[u].is_power_of_two();
    let mut sizes: Vec<i64> = Vec::new();
    for size in &pieces.sizes {
        if let Size::Of(u, values) = size
            && open(*u)
        {
            sizes.extend(bits(masks[*u]).filter_map(|bit| values.get(bit.trailing_zeros() as usize)));
        }
    }
    sizes.sort_unstable();
    sizes.dedup();
    for least in sizes.into_iter().filter_map(|n| usize::try_from(n).ok()) {
        let mut seen = vec![false; pieces.graph.size];
        for start in 0..pieces.graph.size as u32 {
            if seen[start as usize] || is_done[start as usize] || !pieces.can_be_from(start, least, masks) {
                continue;
            }
            let mut cells = vec![start];
            seen[start as usize] = true;
            let mut next = 0;
            while let Some(&v) = cells.get(next) {
                next += 1;
                for &(e, w) in pieces.graph.at[v as usize].iter() {
                    let free = pieces.joint(e, masks) != State::Gone && pieces.can_be_from(w, least, masks);
                    if free && !std::mem::replace(&mut seen[w as usize], true) {
                        cells.push(w);
                    }
                }
            }
            if cells.len() >= least {
                continue;
            }
            let mut conclusions = Vec::new();
            for &v in &cells {
                is_done[v as usize] = true;
                if let Size::Of(u, values) = &pieces.sizes[v as usize]
                    && open(*u)
                    && masks[*u] & !from(values, least) != 0
                {
                    let gone = knowledge.values_in(*u, masks[*u] & from(values, least));
                    conclusions.extend(gone.into_iter().map(|value| Atom { unknown: *u, value, is: false }));
                }
            }
            if !conclusions.is_empty() {
                conclusions.sort_unstable();
                found.push(TooLarge { least, cells, conclusions });
            }
        }
    }
    found
}

impl TooLarge {
    /// The candidates that an unknown loses.
    pub(super) fn gone_of(&self, knowledge: &Knowledge, unknown: UnknownId) -> Mask {
        let start = self.conclusions.partition_point(|c| c.unknown < unknown);
        let own = self.conclusions[start..].iter().take_while(|c| c.unknown == unknown);
        own.fold(0, |gone, c| gone | knowledge.bit(unknown, c.value).unwrap_or(0))
    }

    pub(super) fn finding(self, number: usize, pieces: &Pieces, masks: &[Mask]) -> Finding {
        let TooLarge { least, cells, conclusions } = self;
        let mut grounds = Grounds::default();
        let mut home = cells[0];
        for &v in &cells {
            if let Size::Of(u, _) = pieces.sizes[v as usize]
                && u == conclusions[0].unknown
            {
                home = v;
            }
            grounds.groups.push(pieces.stated_by[v as usize]);
            for &(e, w) in pieces.graph.at[v as usize].iter().filter(|(_, w)| !cells.contains(w)) {
                match (&pieces.sizes[w as usize], pieces.can_be_from(w, least, masks)) {
                    (_, true) => pieces.joint_grounds(e, masks, &mut grounds),
                    (size, false) => {
                        grounds.groups.push(pieces.stated_by[w as usize]);
                        grounds.gone.extend(match size {
                            Size::Of(u, values) => Some((*u, from(values, least))),
                            _ => None,
                        });
                    }
                }
            }
        }
        let argument = Argument::Pieces { pieces: number, violation: PieceViolation::NoRoom(home, least) };
        let Grounds { mut gone, groups } = grounds;
        gone.sort_unstable();
        gone.dedup();
        Finding { argument, conclusions, groups, gone }
    }
}

impl Pieces {
    /// Whether the statements about the cell itself allow its piece this size or more.
    fn can_be_from(&self, v: u32, least: usize, masks: &[Mask]) -> bool {
        match &self.sizes[v as usize] {
            Size::Any | Size::AtLeast(..) => true,
            Size::Is(n) => *n >= least,
            Size::Of(u, values) => masks[*u] & from(values, least) != 0,
        }
    }
}
