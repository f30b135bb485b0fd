//! Reasons for cells of lines, against all arrangements of the blocks.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// All arrangements of the blocks that agree with the cells: the place of each block.
fn all(cells: &[State], lengths: &[Length]) -> Vec<Vec<Range<usize>>> {
    let mut found: Vec<Vec<Range<usize>>> = vec![vec![]];
    for &length in lengths {
        let longer = |places: &Vec<Range<usize>>| {
            let from = places.last().map_or(0, |place| place.end + 1);
            let all = (from..cells.len()).flat_map(|first| (first + 1..=cells.len()).map(move |end| first..end));
            let fits = all.filter(|place| length.is_none_or(|length| place.len() == length));
            let places = places.clone();
            fits.map(move |place| places.iter().cloned().chain([place]).collect()).collect::<Vec<Vec<Range<usize>>>>()
        };
        found = found.iter().flat_map(longer).collect();
    }
    let agrees = |places: &Vec<Range<usize>>| {
        cells.iter().enumerate().all(|(cell, state)| match state {
            State::There => places.iter().any(|place| place.contains(&cell)),
            State::Gone => !places.iter().any(|place| place.contains(&cell)),
            State::Open => true,
        })
    };
    found.retain(agrees);
    found
}

/// A line of up to nine cells with blocks that fit, some arrangement of them, and what is shown of it.
fn line() -> impl Strategy<Value = (Vec<State>, Vec<Length>)> {
    let blocks = proptest::collection::vec((1..=4usize, 0..=2usize, proptest::bool::weighted(0.7)), 0..=3);
    (blocks, 0..=2usize, proptest::collection::vec(any::<bool>(), 9)).prop_map(|(blocks, rest, shown)| {
        let mut cells = vec![];
        let mut lengths = vec![];
        for (at, (length, gap, is_known)) in blocks.into_iter().enumerate() {
            let gap = gap + usize::from(at > 0);
            if cells.len() + gap + length > 9 {
                break;
            }
            cells.extend(vec![State::Gone; gap]);
            cells.extend(vec![State::There; length]);
            lengths.push(Some(length).filter(|_| is_known));
        }
        cells.extend(vec![State::Gone; rest.min(9 - cells.len())]);
        let seen = |(cell, shown): (&State, &bool)| if *shown { *cell } else { State::Open };
        (cells.iter().zip(&shown).map(seen).collect(), lengths)
    })
}

proptest! {
    #[test]
    fn places_are_those_of_all_arrangements((cells, lengths) in line()) {
        let all = all(&cells, &lengths);
        let line = Line::new(&cells, &lengths);
        for block in 0..lengths.len() {
            let wanted: BTreeSet<(usize, usize)> = all.iter().map(|places| (places[block].start, places[block].end)).collect();
            let found: Vec<(usize, usize)> = line.places[block].iter().map(|place| (place.start, place.end)).collect();
            prop_assert_eq!(found, wanted.into_iter().collect::<Vec<_>>());
        }
    }

    /// Each reason is true of all arrangements, and a cell without a reason has no one value, or different blocks cover it.
    #[test]
    fn reasons_hold((cells, lengths) in line()) {
        let all = all(&cells, &lengths);
        let line = Line::new(&cells, &lengths);
        for cell in (0..cells.len()).filter(|&cell| cells[cell] == State::Open) {
            let any = |places: &Vec<Range<usize>>| places.iter().any(|place| place.contains(&cell));
            let always = |block: usize| all.iter().all(|places| places[block].contains(&cell));
            let one = (0..lengths.len()).any(always);
            let never = !all.iter().any(any);
            prop_assert_eq!(line.reasons(&[(cell, true)]).is_some(), one);
            let uncovered = line.reasons(&[(cell, false)]);
            prop_assert_eq!(uncovered.is_some(), never && !lengths.is_empty());
            for reason in line.reasons(&[(cell, true)]).into_iter().chain(uncovered).flatten() {
                let shown = |cell: usize| cells[cell] == State::There;
                let is_fixed = |block: usize| all.iter().all(|places| places[block] == all[0][block]);
                let total: Option<usize> = lengths.iter().copied().sum();
                let holds = match (reason.kind, reason.block) {
                    (BlockKind::Overlap, Some(block)) => !is_fixed(block) && always(block),
                    (BlockKind::OnePlace, Some(block)) => is_fixed(block) && always(block),
                    (BlockKind::Edge(end), Some(block)) => {
                        let own = &all[0][block];
                        let wall = |cell: Option<usize>| cell.and_then(|cell| cells.get(cell)).is_none_or(|&cell| cell == State::Gone);
                        let at_start = end == own.start && wall(end.checked_sub(1));
                        let at_end = end + 1 == own.end && wall(Some(end + 1));
                        is_fixed(block) && always(block) && shown(end) && (at_start || at_end)
                    }
                    (BlockKind::Finished, Some(block)) => {
                        let own = all[0][block].clone();
                        never && is_fixed(block) && own.clone().all(shown) && (cell + 1 == own.start || cell == own.end)
                    }
                    (BlockKind::Full, None) => all.len() == 1 && total.is_some_and(|total| cells.len() + 1 == total + lengths.len()),
                    (BlockKind::Complete, None) => never && total == Some((0..cells.len()).filter(|&c| shown(c)).count()),
                    (BlockKind::OutOfReach, None) => never,
                    _ => false,
                };
                prop_assert!(holds, "{reason:?} of {cells:?} with {lengths:?}");
            }
        }
    }
}
