//! Sums of unknowns that all differ, to generalised arc consistency: a value stays in a domain only if different values
//! for all unknowns, this one among them, have the sum.

use super::{Empty, Narrow};
use rustc_hash::FxHashMap;
use sator_model::UnknownId;

/// Unknowns of a sum, and steps of the search for supports, up to which values are removed.
const CELLS_MAX: usize = 12;
const STEPS_MAX: u32 = 20_000;
/// Magnitude of values and sums up to which no addition overflows.
const LARGEST: i64 = 1 << 40;

/// Lists of unknowns that all differ, and sums whose unknowns may turn out to.
#[derive(Default)]
pub(super) struct Differing {
    sets: Vec<Box<[UnknownId]>>,
    of: FxHashMap<UnknownId, Vec<usize>>,
    sums: Vec<(Box<[UnknownId]>, i64)>,
}

impl Differing {
    pub(super) fn learn(&mut self, unknowns: &[UnknownId]) {
        let mut sorted = unknowns.to_vec();
        sorted.sort_unstable();
        for &u in &sorted {
            self.of.entry(u).or_default().push(self.sets.len());
        }
        self.sets.push(sorted.into());
    }

    pub(super) fn learn_sum(&mut self, unknowns: Box<[UnknownId]>, total: i64) {
        if (2..=CELLS_MAX).contains(&unknowns.len()) && total.abs() <= LARGEST {
            self.sums.push((unknowns, total));
        }
    }

    /// Removes and returns the sums whose unknowns are known to differ by now.
    pub(super) fn take_sums(&mut self) -> Vec<(Box<[UnknownId]>, i64)> {
        let Differing { sets, of, sums } = self;
        let differ = |cells: &[UnknownId]| {
            let all = |set: &[UnknownId]| cells.iter().all(|u| set.binary_search(u).is_ok());
            of.get(&cells[0]).is_some_and(|at| at.iter().any(|&i| all(&sets[i])))
        };
        let found = sums.iter().filter(|sum| differ(&sum.0)).cloned().collect();
        sums.retain(|sum| !differ(&sum.0));
        found
    }

    pub(super) fn forget(&mut self, unknowns: usize) {
        let gone = |u: &UnknownId| u.index() >= unknowns;
        if self.of.keys().any(gone) || self.sums.iter().any(|sum| sum.0.iter().any(gone)) {
            *self = Differing::default();
        }
    }
}

/// A search for all tuples of different values that have the sum.
struct Search<'a> {
    columns: &'a [Vec<i64>],
    /// By unknown and position of a value in its column: whether some tuple has it.
    supported: Vec<Vec<bool>>,
    /// Bounds of the sum of the unknowns from this one on, without the condition that they differ.
    rest: Vec<(i64, i64)>,
    chosen: Vec<i64>,
    places: Vec<usize>,
    steps: u32,
}

impl Search<'_> {
    /// Returns false after too many steps.
    fn run(&mut self, left: i64) -> bool {
        let at = self.chosen.len();
        let (least, most) = self.rest[at];
        if left < least || left > most {
            return true;
        }
        if at == self.columns.len() {
            for (column, &place) in self.supported.iter_mut().zip(&self.places) {
                column[place] = true;
            }
            return true;
        }
        for (place, &v) in self.columns[at].iter().enumerate() {
            self.steps += 1;
            if self.steps > STEPS_MAX {
                return false;
            }
            if self.chosen.contains(&v) {
                continue;
            }
            self.chosen.push(v);
            self.places.push(place);
            let done = self.run(left - v);
            self.chosen.pop();
            self.places.pop();
            if !done {
                return false;
            }
        }
        true
    }
}

impl Narrow {
    pub(super) fn distinct_sum(&mut self, cells: &[UnknownId], total: i64) -> Result<bool, Empty> {
        let mut order = cells.to_vec();
        order.sort_by_key(|&u| self.set(u).size());
        let large = |u: &UnknownId| self.set(*u).min() < -LARGEST || self.set(*u).max() > LARGEST;
        if order.iter().any(|&u| self.set(u).size() > 64) || order.iter().any(large) {
            return Ok(false);
        }
        let columns: Vec<Vec<i64>> = order.iter().map(|&u| self.set(u).iter().collect()).collect();
        let mut rest = vec![(0, 0); columns.len() + 1];
        for i in (0..columns.len()).rev() {
            let (low, high) = (columns[i][0], columns[i][columns[i].len() - 1]);
            rest[i] = (rest[i + 1].0 + low, rest[i + 1].1 + high);
        }
        let supported = columns.iter().map(|column| vec![false; column.len()]).collect();
        let mut search = Search { columns: &columns, supported, rest, chosen: vec![], places: vec![], steps: 0 };
        let finished = search.run(total);
        self.work += 4 * u64::from(search.steps);
        if !finished {
            return Ok(false);
        }
        for (&u, supported) in order.iter().zip(&search.supported) {
            if supported.contains(&false) {
                let mut flags = supported.iter();
                self.change(u, |set| set.retain(|_| flags.next() == Some(&true)))?;
            }
        }
        Ok(order.iter().all(|&u| self.set(u).single().is_some()))
    }
}
