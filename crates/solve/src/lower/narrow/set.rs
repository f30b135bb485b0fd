//! A domain during narrowing: a bit mask if its values span at most 128, else ranges.

use sator_model::Domain;
use sator_model::view::Test;

/// A domain. It is never empty: an operation that would remove every value returns [`Empty`] and changes nothing.
#[derive(Clone, Debug)]
pub(super) enum Set {
    /// Bit `i` stands for `base + i`.
    Mask {
        base: i64,
        bits: u128,
    },
    Ranges(Domain),
}

/// The error of an operation that would remove every value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Empty;

/// Whether a set became smaller.
pub(super) type Change = Result<bool, Empty>;

impl Set {
    pub(super) fn new(domain: &Domain) -> Set {
        let base = domain.min();
        match domain.max().checked_sub(base) {
            Some(span) if span < 128 => {
                Set::Mask { base, bits: domain.iter().fold(0, |bits, v| bits | 1 << (v - base)) }
            }
            _ => Set::Ranges(domain.clone()),
        }
    }

    pub(super) fn domain(&self) -> Domain {
        match self {
            Set::Mask { .. } => Domain::from_values(self.iter()),
            Set::Ranges(domain) => domain.clone(),
        }
    }

    pub(super) fn min(&self) -> i64 {
        match self {
            Set::Mask { base, bits } => base + bits.trailing_zeros() as i64,
            Set::Ranges(domain) => domain.min(),
        }
    }

    pub(super) fn max(&self) -> i64 {
        match self {
            Set::Mask { base, bits } => base + 127 - bits.leading_zeros() as i64,
            Set::Ranges(domain) => domain.max(),
        }
    }

    pub(super) fn size(&self) -> u64 {
        match self {
            Set::Mask { bits, .. } => bits.count_ones() as u64,
            Set::Ranges(domain) => domain.size(),
        }
    }

    pub(super) fn single(&self) -> Option<i64> {
        (self.min() == self.max()).then(|| self.min())
    }

    pub(super) fn contains(&self, v: i64) -> bool {
        match self {
            Set::Mask { base, bits } => {
                v.checked_sub(*base).is_some_and(|i| (0..128).contains(&i) && bits >> i & 1 == 1)
            }
            Set::Ranges(domain) => domain.contains(v),
        }
    }

    /// The values in increasing order.
    pub(super) fn iter(&self) -> impl Iterator<Item = i64> + '_ {
        let (mut rest, base, ranges) = match self {
            Set::Mask { base, bits } => (*bits, *base, None),
            Set::Ranges(domain) => (0, 0, Some(domain.iter())),
        };
        let masked = std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let i = rest.trailing_zeros();
                rest &= rest - 1;
                base + i as i64
            })
        });
        masked.chain(ranges.into_iter().flatten())
    }

    fn keep_bits(&mut self, kept: u128) -> Change {
        let Set::Mask { bits, .. } = self else { return Ok(false) };
        if *bits & kept == 0 {
            return Err(Empty);
        }
        let change = *bits & kept != *bits;
        *bits &= kept;
        Ok(change)
    }

    fn replace(&mut self, domain: Domain) -> Change {
        if domain.is_empty() {
            return Err(Empty);
        }
        let change = domain.size() != self.size();
        if change {
            *self = Set::new(&domain);
        }
        Ok(change)
    }

    /// Keeps the values for which the test holds.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(i64) -> bool) -> Change {
        match self {
            Set::Mask { base, bits } => {
                let (base, mut rest, mut kept) = (*base, *bits, 0);
                while rest != 0 {
                    let i = rest.trailing_zeros();
                    rest &= rest - 1;
                    if keep(base + i64::from(i)) {
                        kept |= 1 << i;
                    }
                }
                self.keep_bits(kept)
            }
            Set::Ranges(domain) => {
                let kept = Domain::from_values(domain.iter().filter(|&v| keep(v)));
                self.replace(kept)
            }
        }
    }

    pub(super) fn remove(&mut self, v: i64) -> Change {
        if !self.contains(v) {
            return Ok(false);
        }
        match self {
            Set::Mask { base, .. } => {
                let kept = !(1 << (v - *base));
                self.keep_bits(kept)
            }
            Set::Ranges(domain) => {
                let kept = domain.minus(&Domain::range(v, v));
                self.replace(kept)
            }
        }
    }

    /// Keeps `lo..hi`, both included.
    pub(super) fn keep_range(&mut self, lo: i64, hi: i64) -> Change {
        if lo <= self.min() && self.max() <= hi {
            return Ok(false);
        }
        match self {
            Set::Mask { .. } => self.retain(|v| lo <= v && v <= hi),
            Set::Ranges(_) => self.keep(&Domain::range(lo, hi)),
        }
    }

    /// Keeps the values that are in the domain.
    pub(super) fn keep(&mut self, domain: &Domain) -> Change {
        match self {
            Set::Mask { .. } => self.retain(|v| domain.contains(v)),
            Set::Ranges(mine) => {
                let kept = mine.intersect(domain);
                self.replace(kept)
            }
        }
    }

    /// Keeps the values that pass a test.
    pub(super) fn pass(&mut self, test: &Test) -> Change {
        match test {
            Test::Is(k) => self.assign(*k),
            Test::IsNot(k) => self.remove(*k),
            Test::AtLeast(k) => self.keep_range(*k, i64::MAX),
            Test::AtMost(k) => self.keep_range(i64::MIN, *k),
            Test::In(set) => self.keep(set),
            Test::NotIn(set) => self.exclude(set),
        }
    }

    fn exclude(&mut self, domain: &Domain) -> Change {
        match self {
            Set::Mask { .. } => self.retain(|v| !domain.contains(v)),
            Set::Ranges(mine) => {
                let kept = mine.minus(domain);
                self.replace(kept)
            }
        }
    }

    pub(super) fn assign(&mut self, v: i64) -> Change {
        self.keep_range(v, v)
    }
}
