//! All different, to generalised arc consistency, over the unknowns that aren't fixed.

use super::super::differing::{UNKNOWNS_MAX, VALUES_MAX, differing};
use super::{Empty, Narrow};
use sator_model::UnknownId;

impl Narrow {
    /// Entailed when every unknown is fixed.
    pub(super) fn hall(&mut self, unknowns: &[UnknownId]) -> Result<bool, Empty> {
        // `Different` removes the values of fixed unknowns from the others.
        let open: Vec<UnknownId> = unknowns.iter().copied().filter(|&u| self.set(u).single().is_none()).collect();
        let mut values: Vec<i64> = Vec::new();
        for &u in &open {
            let set = self.set(u);
            if set.size() > VALUES_MAX as u64 {
                return Ok(false);
            }
            values.extend(set.iter());
        }
        values.sort_unstable();
        values.dedup();
        if open.len() > UNKNOWNS_MAX || values.len() > VALUES_MAX {
            return Ok(false);
        }
        // A bit for each value of an unknown, by its position among all values.
        let place = |v: i64| values.partition_point(|&w| w < v);
        let places = |&u: &UnknownId| self.set(u).iter().fold(0, |all, v| all | 1 << place(v));
        let mut possible: Vec<u128> = open.iter().map(places).collect();
        let before = possible.clone();
        let edges: u32 = before.iter().map(|places| places.count_ones()).sum();
        self.work += 8 * u64::from(edges);
        differing(&mut possible).ok_or(Empty)?;
        for (i, &u) in open.iter().enumerate() {
            if possible[i] != before[i] {
                self.change(u, |set| set.retain(|v| possible[i] >> place(v) & 1 == 1))?;
            }
        }
        Ok(open.is_empty())
    }
}
