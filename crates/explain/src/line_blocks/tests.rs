//! Reasons for cells of lines, against all arrangements of the blocks.

use super::*;
use proptest::prelude::*;

/// All arrangements of the blocks that agree with the cells: the first cell of each block.
fn all(cells: &[State], lengths: &[usize]) -> Vec<Vec<usize>> {
    let mut found = vec![];
    let n = cells.len();
    let mut choose = vec![0; lengths.len()];
    // Every choice of first cells, as digits of a number.
    for code in 0..n.pow(lengths.len() as u32) {
        let mut rest = code;
        for first in &mut choose {
            *first = rest % n;
            rest /= n;
        }
        let ends: Vec<usize> = choose.iter().zip(lengths).map(|(first, length)| first + length).collect();
        let in_order = (1..choose.len()).all(|b| choose[b] > ends[b - 1]) && ends.iter().all(|&end| end <= n);
        let covered = |cell: usize| choose.iter().zip(&ends).any(|(&first, &end)| (first..end).contains(&cell));
        let agrees = |cell: usize| match cells[cell] {
            State::There => covered(cell),
            State::Gone => !covered(cell),
            State::Open => true,
        };
        if in_order && (0..n).all(agrees) {
            found.push(choose.clone());
        }
    }
    found
}

/// A line of up to nine cells with blocks that fit, some arrangement of them, and what is shown of it.
fn line() -> impl Strategy<Value = (Vec<State>, Vec<usize>)> {
    let blocks = proptest::collection::vec((1..=4usize, 0..=2usize), 0..=3);
    (blocks, 0..=2usize, proptest::collection::vec(any::<bool>(), 9)).prop_map(|(blocks, rest, shown)| {
        let mut cells = vec![];
        let mut lengths = vec![];
        for (at, (length, gap)) in blocks.into_iter().enumerate() {
            let gap = gap + usize::from(at > 0);
            if cells.len() + gap + length > 9 {
                break;
            }
            cells.extend(vec![State::Gone; gap]);
            cells.extend(vec![State::There; length]);
            lengths.push(length);
        }
        cells.extend(vec![State::Gone; rest.min(9 - cells.len())]);
        let seen = |(cell, shown): (&State, &bool)| if *shown { *cell } else { State::Open };
        (cells.iter().zip(&shown).map(seen).collect(), lengths)
    })
}

proptest! {
    #[test]
    fn first_cells_are_those_of_all_arrangements((cells, lengths) in line()) {
        let all = all(&cells, &lengths);
        let line = Line::new(&cells, &lengths);
        for block in 0..lengths.len() {
            let mut wanted: Vec<usize> = all.iter().map(|firsts| firsts[block]).collect();
            wanted.sort_unstable();
            wanted.dedup();
            prop_assert_eq!(&line.firsts[block], &wanted);
        }
    }

    /// Each reason is true of all arrangements, and a cell without a reason has no one value, or different blocks cover it.
    #[test]
    fn reasons_hold((cells, lengths) in line()) {
        let all = all(&cells, &lengths);
        let line = Line::new(&cells, &lengths);
        for cell in (0..cells.len()).filter(|&cell| cells[cell] == State::Open) {
            let covers = |firsts: &[usize], block: usize| (firsts[block]..firsts[block] + lengths[block]).contains(&cell);
            let any = |firsts: &Vec<usize>| (0..lengths.len()).any(|block| covers(firsts, block));
            let one = (0..lengths.len()).any(|block| all.iter().all(|firsts| covers(firsts, block)));
            let never = !all.iter().any(any);
            prop_assert_eq!(line.reasons(&[(cell, true)]).is_some(), one);
            let uncovered = line.reasons(&[(cell, false)]);
            prop_assert_eq!(uncovered.is_some(), never && !lengths.is_empty());
            for reason in line.reasons(&[(cell, true)]).into_iter().chain(uncovered).flatten() {
                let shown = |cell: usize| cells[cell] == State::There;
                let places = |block: usize| all.iter().map(|firsts| firsts[block]).collect::<std::collections::BTreeSet<_>>();
                let cells_of = |block: usize| { let first = all[0][block]; first..first + lengths[block] };
                let holds = match (reason.kind, reason.block) {
                    (BlockKind::Overlap, Some(block)) => places(block).len() > 1 && all.iter().all(|firsts| covers(firsts, block)),
                    (BlockKind::OnePlace, Some(block)) => places(block).len() == 1 && covers(&all[0], block),
                    (BlockKind::Edge(end), Some(block)) => {
                        let own = cells_of(block);
                        let wall = |cell: Option<usize>| cell.and_then(|cell| cells.get(cell)).is_none_or(|&cell| cell == State::Gone);
                        let at_start = end == own.start && wall(end.checked_sub(1));
                        let at_end = end + 1 == own.end && wall(Some(end + 1));
                        places(block).len() == 1 && covers(&all[0], block) && shown(end) && (at_start || at_end)
                    }
                    (BlockKind::Finished, Some(block)) => {
                        let own = cells_of(block);
                        never && places(block).len() == 1 && own.clone().all(shown) && (cell + 1 == own.start || cell == own.end)
                    }
                    (BlockKind::Full, None) => all.len() == 1 && cells.len() + 1 == lengths.iter().map(|length| length + 1).sum(),
                    (BlockKind::Complete, None) => never && (0..cells.len()).filter(|&c| shown(c)).count() == lengths.iter().sum(),
                    (BlockKind::OutOfReach, None) => never,
                    _ => false,
                };
                prop_assert!(holds, "{reason:?} of {cells:?} with {lengths:?}");
            }
        }
    }
}
