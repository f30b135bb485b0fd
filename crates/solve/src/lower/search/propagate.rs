//! Domains as masks, the propagators that shrink them, and a trail that undoes changes.
//!
//! Bit `i` of an unknown's mask stands for `base + i`.

use std::collections::VecDeque;

/// The error of a change that would remove every value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Empty;

/// A term of a sum.
pub(super) enum Term {
    /// `coefficient * unknown`
    Value(i64, u32),
    /// The coefficient if the unknown's value is in the mask, else 0.
    Test(i64, u32, u64),
}

pub(super) enum Propagator {
    Different(Different),
    /// The sum lies within these bounds; weights are so small that no addition overflows.
    Sum(Box<[Term]>, i64, i64),
    /// The sum is not this number.
    NotSum(Box<[(i64, u32)]>, i64),
    /// For each value of one of the two, the values that the other can have beside it.
    Pair {
        ends: [u32; 2],
        with: [Box<[u64]>; 2],
    },
    /// An unknown among these has a value in its mask.
    Clause(Box<[(u32, u64)]>),
    /// The unknowns have the values of one row, each a mask of one bit.
    Rows(Box<[u32]>, Box<[Box<[u64]>]>),
}

/// All different, except for some values that can repeat.
pub(super) struct Different {
    /// Each unknown with the shift of its mask that makes equal bits stand for equal values.
    pub parts: Box<[(u32, u32)]>,
    /// Values, shifted, that can repeat.
    pub except: u64,
    /// All values, if each must occur; else 0.
    pub every: u64,
}

/// A propagator that runs once an unknown has at most `few` values: with more it can remove nothing.
pub(super) struct Watcher {
    pub propagator: u32,
    few: u32,
}

/// Propagation that runs once all propagators are at their fixpoint.
pub(super) trait AfterAll {
    /// Records values that unknowns lost.
    fn lose(&mut self, lost: &mut dyn Iterator<Item = (u32, u64)>);

    /// Propagates the losses since the last call. The error is the propagator that failed.
    fn weigh(&mut self, space: &mut Space) -> Result<(), u32>;
}

#[derive(Default)]
pub(super) struct Space {
    pub base: Vec<i64>,
    pub masks: Vec<u64>,
    trail: Vec<(u32, u64)>,
    pub propagators: Vec<Propagator>,
    /// By unknown: the propagators that run when it changes; those that always run come first.
    pub watchers: Vec<Vec<Watcher>>,
    /// By propagator: its unknowns.
    about: Vec<Box<[u32]>>,
    /// The propagator that failed last.
    failed: u32,
    queue: VecDeque<u32>,
    queued: Vec<bool>,
    /// A buffer for the bounds of the terms of a sum.
    bounds: Vec<(i64, i64)>,
    /// The check that runs after all propagators, and the length of the trail after its last run.
    pub after_all: Option<Box<dyn AfterAll>>,
    weighed: usize,
    /// The work done, counted in values read.
    pub work: u64,
}

impl Space {
    pub(super) fn add_unknown(&mut self, base: i64, mask: u64) {
        self.base.push(base);
        self.masks.push(mask);
        self.watchers.push(vec![]);
    }

    pub(super) fn add(&mut self, propagator: Propagator) {
        let p = self.propagators.len() as u32;
        let mut watched: Vec<u32> = match &propagator {
            Propagator::Different(d) => d.parts.iter().map(|p| p.0).collect(),
            Propagator::Sum(terms, ..) => {
                let unknown = |term: &Term| match *term {
                    Term::Value(_, u) | Term::Test(_, u, _) => u,
                };
                terms.iter().map(unknown).collect()
            }
            Propagator::NotSum(terms, _) => terms.iter().map(|t| t.1).collect(),
            Propagator::Pair { ends, .. } => ends.to_vec(),
            Propagator::Clause(parts) => parts.iter().map(|p| p.0).collect(),
            Propagator::Rows(unknowns, _) => unknowns.to_vec(),
        };
        watched.sort_unstable();
        watched.dedup();
        for &u in &watched {
            let few = self.few(&propagator, u);
            let watchers = &mut self.watchers[u as usize];
            let at = watchers.partition_point(|other| other.few >= few);
            watchers.insert(at, Watcher { propagator: p, few });
        }
        self.about.push(watched.into());
        self.propagators.push(propagator);
        self.queued.push(true);
        self.queue.push_back(p);
    }

    /// The largest number of values of an unknown with which a propagator can remove a value.
    fn few(&self, propagator: &Propagator, unknown: u32) -> u32 {
        match propagator {
            // The other unknown loses a value once no value of this one goes with it.
            Propagator::Pair { ends, with } => {
                let (other, with) = partner(ends, with, unknown);
                let against = |bit| {
                    let values = ones(self.masks[unknown as usize]);
                    values.filter(|&v| with[v as usize] >> bit & 1 == 0).count() as u32
                };
                ones(self.masks[other as usize]).map(against).max().unwrap_or(0)
            }
            Propagator::NotSum(..) => 1,
            _ => u64::BITS,
        }
    }

    /// A point to which [`Space::undo`] returns.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    pub(super) fn undo(&mut self, mark: usize) {
        for (u, mask) in self.trail.drain(mark..).rev() {
            self.masks[u as usize] = mask;
        }
        self.weighed = self.weighed.min(mark);
    }

    /// Keeps the values in the mask.
    #[inline]
    pub(super) fn keep(&mut self, u: u32, mask: u64) -> Result<(), Empty> {
        let old = self.masks[u as usize];
        let new = old & mask;
        if new == old {
            return Ok(());
        }
        if new == 0 {
            return Err(Empty);
        }
        self.trail.push((u, old));
        self.masks[u as usize] = new;
        let left = new.count_ones();
        for &Watcher { propagator: p, few } in &self.watchers[u as usize] {
            if left > few {
                break;
            }
            if !self.queued[p as usize] {
                self.queued[p as usize] = true;
                self.queue.push_back(p);
            }
        }
        Ok(())
    }

    /// The unknowns of the propagator that failed last.
    pub(super) fn to_blame(&self) -> &[u32] {
        self.about.get(self.failed as usize).map_or(&[], |about| about)
    }

    /// Runs queued propagators until a fixpoint.
    pub(super) fn propagate(&mut self) -> Result<(), Empty> {
        self.run_queue(Ok(()))?;
        let Some(mut after_all) = self.after_all.take() else { return Ok(()) };
        let mut result = Ok(());
        while result.is_ok() && self.weighed < self.trail.len() {
            let mut lost = self.trail[self.weighed..].iter().map(|&(u, mask)| (u, mask & !self.masks[u as usize]));
            after_all.lose(&mut lost);
            self.weighed = self.trail.len();
            let weighed = after_all.weigh(self);
            result = self.run_queue(weighed.map_err(|_| Empty));
            if let Err(failed) = weighed {
                self.failed = failed;
            }
        }
        self.after_all = Some(after_all);
        result
    }

    /// Empties the queue. After a failure the rest of the queue isn't run.
    fn run_queue(&mut self, mut result: Result<(), Empty>) -> Result<(), Empty> {
        let propagators = std::mem::take(&mut self.propagators);
        while let Some(p) = self.queue.pop_front() {
            let propagator = &propagators[p as usize];
            // A propagator runs to its own fixpoint, so its changes needn't queue it again.
            let steady = matches!(propagator, Propagator::Different(_));
            self.queued[p as usize] = steady;
            if result.is_ok() {
                result = self.run(propagator);
                if result.is_err() {
                    self.failed = p;
                }
            }
            if steady {
                self.queued[p as usize] = false;
            }
        }
        self.propagators = propagators;
        result
    }

    fn run(&mut self, propagator: &Propagator) -> Result<(), Empty> {
        match propagator {
            Propagator::Different(d) => self.different(d),
            Propagator::Sum(terms, lo, hi) => self.sum(terms, *lo, *hi),
            Propagator::NotSum(terms, k) => self.not_sum(terms, *k),
            Propagator::Pair { ends: [a, b], with: [for_a, for_b] } => {
                self.support(*a, *b, for_a)?;
                self.support(*b, *a, for_b)
            }
            Propagator::Clause(parts) => self.clause(parts),
            Propagator::Rows(unknowns, rows) => self.rows(unknowns, rows),
        }
    }

    /// Naked and hidden singles.
    fn different(&mut self, d: &Different) -> Result<(), Empty> {
        let (mut done, mut known) = (0u64, 0u64);
        loop {
            self.work += d.parts.len() as u64;
            let mut new = 0;
            let (mut once, mut twice) = (0, 0);
            let before = done;
            for (i, &(u, shift)) in d.parts.iter().enumerate().filter(|(i, _)| before >> i & 1 == 0) {
                let mask = self.masks[u as usize] << shift;
                if mask & (mask - 1) == 0 {
                    done |= 1 << i;
                    let value = mask & !d.except;
                    if value & (known | new) != 0 {
                        return Err(Empty);
                    }
                    new |= value;
                } else {
                    twice |= once & mask;
                    once |= mask;
                }
            }
            known |= new;
            if new & once != 0 {
                for (_, &(u, shift)) in d.parts.iter().enumerate().filter(|(i, _)| done >> i & 1 == 0) {
                    self.keep(u, !(new >> shift))?;
                }
                continue;
            }
            let open = d.parts.len() as u32 - done.count_ones();
            if d.every == 0 {
                let room = d.except == 0 && once.count_ones() < open;
                return if room { Err(Empty) } else { Ok(()) };
            }
            if once | known != d.every {
                return Err(Empty);
            }
            let only = once & !twice;
            if only == 0 {
                return Ok(());
            }
            for (_, &(u, shift)) in d.parts.iter().enumerate().filter(|(i, _)| done >> i & 1 == 0) {
                let here = (self.masks[u as usize] << shift) & only;
                if here & here.wrapping_sub(1) != 0 {
                    return Err(Empty);
                }
                if here != 0 {
                    self.keep(u, here >> shift)?;
                }
            }
        }
    }

    /// Smallest and largest value of a term.
    fn bounds(&self, term: &Term) -> (i64, i64) {
        match *term {
            Term::Value(k, u) => {
                let (base, mask) = (self.base[u as usize], self.masks[u as usize]);
                let lo = k * (base + i64::from(mask.trailing_zeros()));
                let hi = k * (base + 63 - i64::from(mask.leading_zeros()));
                if k < 0 { (hi, lo) } else { (lo, hi) }
            }
            Term::Test(k, u, test) => match self.masks[u as usize] {
                mask if mask & test == 0 => (0, 0),
                mask if mask & !test == 0 => (k, k),
                _ => (k.min(0), k.max(0)),
            },
        }
    }

    fn sum(&mut self, terms: &[Term], lo: i64, hi: i64) -> Result<(), Empty> {
        self.work += 2 * terms.len() as u64;
        let (mut least, mut most) = (0, 0);
        let mut bounds = std::mem::take(&mut self.bounds);
        bounds.clear();
        for term in terms {
            let (a, b) = self.bounds(term);
            least += a;
            most += b;
            bounds.push((a, b));
        }
        let result = self.narrow_terms(terms, &bounds, (lo, hi), (least, most));
        self.bounds = bounds;
        result
    }

    /// Narrows each term to the values that the bounds of the others allow.
    #[inline]
    fn narrow_terms(
        &mut self,
        terms: &[Term],
        bounds: &[(i64, i64)],
        (lo, hi): (i64, i64),
        (least, most): (i64, i64),
    ) -> Result<(), Empty> {
        if least > hi || most < lo {
            return Err(Empty);
        }
        if least >= lo && most <= hi {
            return Ok(());
        }
        for (term, &(a, b)) in terms.iter().zip(bounds) {
            // Bounds of this term given the bounds of all others.
            let (from, to) = (lo - (most - b), hi - (least - a));
            if a >= from && b <= to {
                continue;
            }
            match *term {
                Term::Value(k, u) => {
                    let (from, to) =
                        if k > 0 { (ceil(from, k), to.div_euclid(k)) } else { (ceil(-to, -k), (-from).div_euclid(-k)) };
                    let base = self.base[u as usize];
                    self.keep(u, between(from - base, to - base))?;
                }
                Term::Test(k, u, test) => {
                    if k < from || k > to {
                        self.keep(u, !test)?;
                    }
                    if from > 0 || to < 0 {
                        self.keep(u, test)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn not_sum(&mut self, terms: &[(i64, u32)], k: i64) -> Result<(), Empty> {
        self.work += terms.len() as u64;
        let mut open = None;
        let mut rest = k;
        for &(weight, u) in terms {
            let mask = self.masks[u as usize];
            if mask & (mask - 1) == 0 {
                rest -= weight * (self.base[u as usize] + i64::from(mask.trailing_zeros()));
            } else if open.replace((weight, u)).is_some() {
                return Ok(());
            }
        }
        let Some((weight, u)) = open else { return if rest == 0 { Err(Empty) } else { Ok(()) } };
        let at = rest.div_euclid(weight) - self.base[u as usize];
        match rest.rem_euclid(weight) == 0 && (0..64).contains(&at) {
            true => self.keep(u, !(1 << at)),
            false => Ok(()),
        }
    }

    /// Keeps the values of `b` that go with some value of `a`.
    fn support(&mut self, a: u32, b: u32, with: &[u64]) -> Result<(), Empty> {
        let (mut left, mut allowed) = (self.masks[a as usize], 0);
        self.work += u64::from(left.count_ones());
        let wanted = self.masks[b as usize];
        while left != 0 && wanted & !allowed != 0 {
            allowed |= with[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        self.keep(b, allowed)
    }

    fn clause(&mut self, parts: &[(u32, u64)]) -> Result<(), Empty> {
        self.work += parts.len() as u64;
        let mut last = None;
        for &(u, test) in parts {
            let mask = self.masks[u as usize];
            if mask & !test == 0 {
                return Ok(());
            }
            if mask & test != 0 && last.replace((u, test)).is_some_and(|other| other.0 != u) {
                return Ok(());
            }
        }
        let Some((u, _)) = last else { return Err(Empty) };
        let test = parts.iter().filter(|p| p.0 == u).fold(0, |all, p| all | p.1);
        self.keep(u, test)
    }

    fn rows(&mut self, unknowns: &[u32], rows: &[Box<[u64]>]) -> Result<(), Empty> {
        self.work += (unknowns.len() * rows.len()) as u64;
        let mut allowed = vec![0; unknowns.len()];
        for row in rows {
            if row.iter().zip(unknowns).all(|(bit, &u)| bit & self.masks[u as usize] != 0) {
                row.iter().zip(&mut allowed).for_each(|(bit, all)| *all |= bit);
            }
        }
        unknowns.iter().zip(allowed).try_for_each(|(&u, mask)| self.keep(u, mask))
    }
}

/// The other unknown of a pair, and its possible values for each value of this one.
pub(super) fn partner<'a>([a, b]: &[u32; 2], with: &'a [Box<[u64]>; 2], unknown: u32) -> (u32, &'a [u64]) {
    if *a == unknown { (*b, &with[0]) } else { (*a, &with[1]) }
}

/// The indices of the bits that are set.
pub(super) fn ones(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros())?;
        mask &= mask - 1;
        Some(bit)
    })
}

/// A mask of the bits `from` to `to`, both included.
fn between(from: i64, to: i64) -> u64 {
    if to < 0 || from > 63 || from > to {
        return 0;
    }
    (!0 >> (63 - to.min(63))) & (!0 << from.max(0))
}

fn ceil(a: i64, b: i64) -> i64 {
    -(-a).div_euclid(b)
}
