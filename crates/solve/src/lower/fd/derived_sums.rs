//! Sums that follow from houses and cages together: where cages overlap houses, the cells left over in the houses
//! ("innies") and the cells that stick out ("outies") have a known sum too.
//!
//! Thousands of regions are compared with hundreds of cages, so both are sets of bits.

use crate::solver::sat::Lit;
use sator_model::UnknownId;
use std::collections::BTreeSet;

pub(super) type Cells = BTreeSet<UnknownId>;

/// The guards under which a constraint holds; empty for an unconditional one.
pub(super) type Guards = BTreeSet<Lit>;

/// Cells with a known sum.
#[derive(Clone)]
pub(super) struct Sum {
    pub cells: Cells,
    pub total: i64,
    pub guards: Guards,
}

/// Limits on the houses and sums from which sums are derived.
const HOUSES_MAX: usize = 100;
const SUMS_MAX: usize = 300;
/// Limits on the regions considered, and on the houses of one. Sums over many houses and cages often conflict before
/// any search, and such a clash explains nothing.
const REGIONS_MAX: usize = 3_000;
const REGION_HOUSES: usize = 3;

/// A set of small numbers. Sets that meet have the same number of words.
#[derive(Clone)]
struct Bits(Box<[u64]>);

impl Bits {
    fn of(numbers: impl IntoIterator<Item = usize>, end: usize) -> Bits {
        let mut words = vec![0; end.div_ceil(64)];
        numbers.into_iter().for_each(|n| words[n / 64] |= 1 << (n % 64));
        Bits(words.into())
    }

    fn is_disjoint(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & b == 0)
    }

    fn is_subset(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    fn insert_all(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    fn remove_all(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
    }

    fn union(&self, other: &Bits) -> Bits {
        let mut union = self.clone();
        union.insert_all(other);
        union
    }

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The numbers, in increasing order.
    fn iter(&self) -> impl Iterator<Item = usize> {
        let open = |word: u64| (word != 0).then_some(word);
        self.0.iter().enumerate().flat_map(move |(at, &word)| {
            let rests = std::iter::successors(open(word), move |rest| open(rest & (rest - 1)));
            rests.map(move |rest| at * 64 + rest.trailing_zeros() as usize)
        })
    }
}

/// Cells by their numbers, with a known sum.
struct Numbered<'a> {
    cells: Bits,
    total: i64,
    guards: &'a Guards,
}

/// The cells of disjoint houses together.
struct Region {
    cells: Bits,
    total: i64,
    guards: Guards,
    /// The cages with a cell in the region.
    touching: Bits,
    /// The last house, and the number of houses.
    last: usize,
    size: usize,
}

/// The sums that follow, with at most `most` cells each; `houses` are cells with a known total. A sum without cells that
/// isn't 0 is a contradiction.
pub(super) fn derived_sums(houses: &[Sum], cages: &[Sum], most: usize) -> Vec<Sum> {
    if houses.is_empty() || houses.len() > HOUSES_MAX || cages.is_empty() || cages.len() > SUMS_MAX {
        return vec![];
    }
    let mut cells: Vec<UnknownId> = houses.iter().chain(cages).flat_map(|sum| &sum.cells).copied().collect();
    cells.sort_unstable();
    cells.dedup();
    let (houses, cages) = (numbered(houses, &cells), numbered(cages, &cells));
    let mut regions: Vec<Region> = houses.iter().enumerate().map(|(at, house)| region(house, at, &cages)).collect();
    let mut derived = Vec::new();
    let mut at = 0;
    while at < regions.len() {
        let around = [innies(&regions[at], &cages), outies(&regions[at], &cages)];
        for (left, total, guards) in around.into_iter().flatten().filter(|(left, ..)| left.len() <= most) {
            derived.push(Sum { cells: left.iter().map(|n| cells[n]).collect(), total, guards });
        }
        // Regions grow only where a cage crosses the border between two of them.
        for next in regions[at].last + 1..houses.len() {
            let (region, house) = (&regions[at], &regions[next]);
            if region.size < REGION_HOUSES
                && regions.len() < REGIONS_MAX
                && !house.touching.is_disjoint(&region.touching)
                && house.cells.is_disjoint(&region.cells)
            {
                regions.push(union_of(region, house));
            }
        }
        at += 1;
    }
    derived
}

/// Sums with the numbers of their cells among the sorted `cells`.
fn numbered<'a>(sums: &'a [Sum], cells: &[UnknownId]) -> Vec<Numbered<'a>> {
    let numbered = |sum: &'a Sum| {
        let numbers = sum.cells.iter().filter_map(|cell| cells.binary_search(cell).ok());
        Numbered { cells: Bits::of(numbers, cells.len()), total: sum.total, guards: &sum.guards }
    };
    sums.iter().map(numbered).collect()
}

/// The region of one house.
fn region(house: &Numbered, at: usize, cages: &[Numbered]) -> Region {
    let touching = (0..cages.len()).filter(|&cage| !cages[cage].cells.is_disjoint(&house.cells));
    Region {
        cells: house.cells.clone(),
        total: house.total,
        guards: house.guards.clone(),
        touching: Bits::of(touching, cages.len()),
        last: at,
        size: 1,
    }
}

/// A region with one more house, which is disjoint from it.
fn union_of(region: &Region, house: &Region) -> Region {
    Region {
        cells: region.cells.union(&house.cells),
        total: region.total + house.total,
        guards: region.guards.union(&house.guards).copied().collect(),
        touching: region.touching.union(&house.touching),
        last: house.last,
        size: region.size + 1,
    }
}

/// Innies: the cells of a region outside the cages within it, their sum, and the guards of that.
fn innies(region: &Region, cages: &[Numbered]) -> Option<(Bits, i64, Guards)> {
    let mut rest = region.cells.clone();
    let (mut total, mut guards, mut any) = (region.total, region.guards.clone(), false);
    for cage in region.touching.iter().map(|at| &cages[at]) {
        if cage.cells.is_subset(&rest) {
            rest.remove_all(&cage.cells);
            total -= cage.total;
            guards.extend(cage.guards);
            any = true;
        }
    }
    any.then_some((rest, total, guards))
}

/// Outies: the cells outside a region of the cages that cover it, their sum, and the guards of that.
fn outies(region: &Region, cages: &[Numbered]) -> Option<(Bits, i64, Guards)> {
    let mut covered = Bits::of([], 64 * region.cells.0.len());
    let (mut total, mut guards) = (-region.total, region.guards.clone());
    for cage in region.touching.iter().map(|at| &cages[at]) {
        if cage.cells.is_disjoint(&covered) {
            covered.insert_all(&cage.cells);
            total += cage.total;
            guards.extend(cage.guards);
        }
    }
    region.cells.is_subset(&covered).then(|| {
        covered.remove_all(&region.cells);
        (covered, total, guards)
    })
}
