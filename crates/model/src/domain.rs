//! Finite sets of integers, stored as sorted disjoint ranges.

use sator_base::random::Random;
use smallvec::{SmallVec, smallvec};

/// Most domains are one range, which needs no allocation.
type Ranges = SmallVec<[(i64, i64); 1]>;

/// A finite set of integers. Invariant: ranges are inclusive, sorted, disjoint and not adjacent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Domain {
    ranges: Ranges,
}

/// The largest value searched for an unknown without an upper end: a product of two still fits 64 bits.
pub const NO_END: i64 = 1 << 30;

impl Domain {
    /// The empty set.
    pub const fn empty() -> Domain {
        Domain { ranges: SmallVec::new_const() }
    }

    /// `lo..hi`, both included; empty when `hi < lo`.
    pub fn range(lo: i64, hi: i64) -> Domain {
        Domain { ranges: if lo <= hi { smallvec![(lo, hi)] } else { smallvec![] } }
    }

    /// The set of these values, in any order.
    pub fn from_values(values: impl IntoIterator<Item = i64>) -> Domain {
        Domain::from_ranges(values.into_iter().map(|v| (v, v)).collect())
    }

    /// The union of ranges in any order; they can touch and overlap.
    pub fn from_ranges(mut all: Vec<(i64, i64)>) -> Domain {
        all.retain(|r| r.0 <= r.1);
        all.sort_unstable();
        let mut ranges = Ranges::new();
        for (a, b) in all {
            match ranges.last_mut() {
                Some(last) if a <= last.1.saturating_add(1) => last.1 = last.1.max(b),
                _ => ranges.push((a, b)),
            }
        }
        Domain { ranges }
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Number of values; saturates.
    pub fn size(&self) -> u64 {
        self.ranges.iter().fold(0u64, |n, &(a, b)| n.saturating_add(b.abs_diff(a)).saturating_add(1))
    }

    /// Smallest value; 0 for the empty set.
    pub fn min(&self) -> i64 {
        self.ranges.first().map_or(0, |r| r.0)
    }

    /// Largest value; 0 for the empty set.
    pub fn max(&self) -> i64 {
        self.ranges.last().map_or(0, |r| r.1)
    }

    /// The only value, if there is exactly one.
    pub fn single(&self) -> Option<i64> {
        match self.ranges[..] {
            [(a, b)] if a == b => Some(a),
            _ => None,
        }
    }

    /// Whether `v` is one of the values.
    pub fn contains(&self, v: i64) -> bool {
        let i = self.ranges.partition_point(|r| r.1 < v);
        self.ranges.get(i).is_some_and(|r| r.0 <= v)
    }

    /// The ranges, in increasing order.
    pub fn ranges(&self) -> &[(i64, i64)] {
        &self.ranges
    }

    /// The values in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = i64> + '_ {
        self.ranges.iter().flat_map(|&(a, b)| a..=b)
    }

    /// A random value, with the same chance for each range; of a range without an upper end, one of the first `reach`. 0 for the
    /// empty set.
    pub fn choose(&self, random: &mut Random, reach: i64) -> i64 {
        let Some(&(from, to)) = random.choose(&self.ranges) else { return 0 };
        let to = if to >= NO_END { to.min(from.saturating_add(reach)) } else { to };
        let size = to.abs_diff(from).saturating_add(1);
        from + random.below(usize::try_from(size).unwrap_or(usize::MAX)) as i64
    }

    /// The values in both sets.
    pub fn intersect(&self, other: &Domain) -> Domain {
        let (mut i, mut j) = (0, 0);
        let mut ranges = Ranges::new();
        while let (Some(&(a, b)), Some(&(c, d))) = (self.ranges.get(i), other.ranges.get(j)) {
            let (lo, hi) = (a.max(c), b.min(d));
            if lo <= hi {
                ranges.push((lo, hi));
            }
            if b < d { i += 1 } else { j += 1 }
        }
        Domain { ranges }
    }

    /// The values that are not in `other`.
    pub fn minus(&self, other: &Domain) -> Domain {
        let mut ranges = Ranges::new();
        for &(mut a, b) in &self.ranges {
            let from = other.ranges.partition_point(|r| r.1 < a);
            let mut open = true;
            for &(c, d) in &other.ranges[from..] {
                if c > b {
                    break;
                }
                if c > a {
                    ranges.push((a, c - 1));
                }
                if d >= b {
                    open = false;
                    break;
                }
                a = d + 1;
            }
            if open {
                ranges.push((a, b));
            }
        }
        Domain { ranges }
    }
}

impl std::fmt::Display for Domain {
    /// `1..9`, or `{1, 3, 5..7}`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let part = |&(a, b): &(i64, i64)| if a == b { a.to_string() } else { format!("{a}..{b}") };
        match &self.ranges[..] {
            [(a, b)] if a < b => write!(f, "{a}..{b}"),
            ranges => write!(f, "{{{}}}", ranges.iter().map(part).collect::<Vec<_>>().join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Domain;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn agrees_with_sets(a: BTreeSet<i8>, b: BTreeSet<i8>) {
            let d = |s: &BTreeSet<i8>| Domain::from_values(s.iter().map(|&v| v as i64));
            let (da, db) = (d(&a), d(&b));
            prop_assert_eq!(da.size() as usize, a.len());
            prop_assert_eq!(da.intersect(&db), d(&a.intersection(&b).copied().collect()));
            prop_assert_eq!(da.minus(&db), d(&a.difference(&b).copied().collect()));
            for v in -130..130i64 {
                prop_assert_eq!(da.contains(v), i8::try_from(v).is_ok_and(|v| a.contains(&v)));
            }
        }
    }
}
