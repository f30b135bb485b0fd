//! Minimum hitting sets by branch and bound: the smallest set of numbers that meets each of some sets.

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hit {
    /// A smallest one, sorted.
    Smallest(Vec<usize>),
    /// Each takes more numbers than allowed.
    None,
    /// The search was given up.
    GaveUp,
}

/// Branches before giving up.
const BRANCHES: u64 = 200_000;

/// A smallest set that meets each of `sets` (sorted, not empty), of at most `most` numbers. Among sets of one size the
/// choice depends on nothing but the arguments.
pub fn smallest_hitting_set(sets: &[Vec<usize>], most: usize) -> Hit {
    let mut search = Search { sets, chosen: vec![], best: None, most, branches: 0 };
    // Larger and larger, so that the first set found is a smallest one.
    for size in search.bound()..=most {
        search.most = size;
        if !search.run() {
            return Hit::GaveUp;
        }
        if let Some(mut best) = search.best.take() {
            best.sort_unstable();
            return Hit::Smallest(best);
        }
    }
    Hit::None
}

struct Search<'a> {
    sets: &'a [Vec<usize>],
    chosen: Vec<usize>,
    best: Option<Vec<usize>>,
    most: usize,
    branches: u64,
}

impl Search<'_> {
    /// Sets without a common number each need a number of their own.
    fn bound(&self) -> usize {
        let mut open: Vec<&Vec<usize>> = self.sets.iter().filter(|s| !self.meets(s)).collect();
        open.sort_by_key(|s| s.len());
        let mut used = rustc_hash::FxHashSet::default();
        let mut bound = 0;
        for set in open {
            if set.iter().all(|n| !used.contains(n)) {
                used.extend(set.iter().copied());
                bound += 1;
            }
        }
        bound
    }

    fn meets(&self, set: &[usize]) -> bool {
        set.iter().any(|n| self.chosen.contains(n))
    }

    /// False when it was given up.
    fn run(&mut self) -> bool {
        self.branches += 1;
        if self.branches > BRANCHES {
            return false;
        }
        let Some(set) = self.sets.iter().filter(|s| !self.meets(s)).min_by_key(|s| s.len()) else {
            self.best = Some(self.chosen.clone());
            return true;
        };
        if self.chosen.len() + self.bound() > self.most {
            return true;
        }
        for &n in set {
            self.chosen.push(n);
            let done = self.run();
            self.chosen.pop();
            if !done || self.best.is_some() {
                return done;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_to_meet() {
        assert_eq!(smallest_hitting_set(&[], 3), Hit::Smallest(vec![]));
        assert_eq!(smallest_hitting_set(&[vec![1], vec![2]], 1), Hit::None);
    }

    proptest! {
        #[test]
        fn as_small_as_brute_force(sets in prop::collection::vec(prop::collection::btree_set(0usize..8, 1..5), 0..8)) {
            let sets: Vec<Vec<usize>> = sets.into_iter().map(|s| s.into_iter().collect()).collect();
            let meets = |bits: u32| sets.iter().all(|s| s.iter().any(|&n| bits >> n & 1 == 1));
            let least = (0u32..256).filter(|&b| meets(b)).map(u32::count_ones).min().unwrap_or(0);
            match smallest_hitting_set(&sets, 8) {
                Hit::Smallest(found) => {
                    prop_assert_eq!(found.len() as u32, least);
                    prop_assert!(meets(found.iter().fold(0, |b, n| b | 1 << n)));
                }
                other => prop_assert!(false, "{:?}", other),
            }
        }
    }
}
