//! Random shapes on a board: regions of given sizes that cover it, and lines through neighbouring cells.

use sator_base::random::Random;

/// Attempted changes a cell; enough to lose all trace of the path along which the board was cut.
const CHANGES: usize = 60;

/// Divides a full board into connected regions of these sizes: the region of each place, row by row. `None` where
/// no such sizes add up to the board.
///
/// Cuts the board along a path through all cells. Then neighbouring regions exchange cells at random, or hand one over, while both
/// stay connected and keep an allowed size.
pub(crate) fn regions((rows, cols): (usize, usize), sizes: &[usize], random: &mut Random) -> Option<Vec<usize>> {
    let cells = rows * cols;
    let mut region_of = vec![0; cells];
    let mut count: Vec<usize> = Vec::new();
    let path: Vec<usize> = (0..rows)
        .flat_map(|row| (0..cols).map(move |k| row * cols + if row % 2 == 0 { k } else { cols - 1 - k }))
        .collect();
    let mut from = 0;
    for size in random_sizes(cells, sizes, random)? {
        path[from..from + size].iter().for_each(|&at| region_of[at] = count.len());
        count.push(size);
        from += size;
    }
    let around = |at: usize| neighbours(at, (rows, cols));
    let connected = |region_of: &[usize], region: usize| is_connected(region_of, region, (rows, cols));
    for _ in 0..CHANGES * cells {
        let here = random.below(cells);
        let next: Vec<usize> = around(here).collect();
        let Some(&there) = random.choose(&next) else { break };
        let (a, b) = (region_of[here], region_of[there]);
        if a == b {
            continue;
        }
        let hands_over = sizes.contains(&(count[a] - 1)) && sizes.contains(&(count[b] + 1)) && random.below(2) == 0;
        region_of[here] = b;
        let back = if hands_over {
            (count[a], count[b]) = (count[a] - 1, count[b] + 1);
            None
        } else {
            let of_b: Vec<usize> = (0..cells).filter(|&at| at != here && region_of[at] == b).collect();
            random.choose(&of_b).copied().inspect(|&at| region_of[at] = a)
        };
        if connected(&region_of, a) && connected(&region_of, b) {
            continue;
        }
        region_of[here] = a;
        match back {
            Some(at) => region_of[at] = b,
            None => (count[a], count[b]) = (count[a] + 1, count[b] - 1),
        }
    }
    Some(region_of)
}

/// Whether a region has cells and they are connected.
pub(crate) fn is_connected(region_of: &[usize], region: usize, shape: (usize, usize)) -> bool {
    let Some(start) = region_of.iter().position(|&r| r == region) else { return false };
    let mut seen = vec![false; region_of.len()];
    seen[start] = true;
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        for next in neighbours(at, shape).filter(|&n| region_of[n] == region) {
            if !std::mem::replace(&mut seen[next], true) {
                open.push(next);
            }
        }
    }
    region_of.iter().zip(&seen).all(|(&r, &seen)| r != region || seen)
}

/// Random sizes from `sizes` that add up to `cells`.
fn random_sizes(cells: usize, sizes: &[usize], random: &mut Random) -> Option<Vec<usize>> {
    let mut reached = vec![false; cells + 1];
    reached[0] = true;
    for total in 1..=cells {
        reached[total] = sizes.iter().any(|&size| size <= total && size > 0 && reached[total - size]);
    }
    if !reached[cells] {
        return None;
    }
    let mut left = cells;
    let mut chosen = Vec::new();
    while left > 0 {
        let possible: Vec<usize> =
            sizes.iter().copied().filter(|&size| size > 0 && size <= left && reached[left - size]).collect();
        let &size = random.choose(&possible)?;
        chosen.push(size);
        left -= size;
    }
    Some(chosen)
}

/// The orthogonal neighbours of a place.
pub(crate) fn neighbours(at: usize, (rows, cols): (usize, usize)) -> impl Iterator<Item = usize> {
    let (row, col) = (at / cols, at % cols);
    let up = (row > 0).then(|| at - cols);
    let down = (row + 1 < rows).then(|| at + cols);
    let left = (col > 0).then(|| at - 1);
    let right = (col + 1 < cols).then(|| at + 1);
    [up, down, left, right].into_iter().flatten()
}

/// Attempts to start a line.
const BEGINNINGS: usize = 200;

/// A random line of this many free cells, each a neighbour of the one before by a side or a corner. The line never crosses itself.
/// `None` if no attempt succeeds.
pub(crate) fn line(
    (rows, cols): (usize, usize),
    free: &[bool],
    size: usize,
    random: &mut Random,
) -> Option<Vec<usize>> {
    let open: Vec<usize> = (0..free.len()).filter(|&at| free[at]).collect();
    'begin: for _ in 0..BEGINNINGS {
        let mut line = vec![*random.choose(&open)?];
        while line.len() < size {
            let last = line[line.len() - 1];
            let (row, col) = ((last / cols) as i64, (last % cols) as i64);
            let steps = (-1..=1i64).flat_map(|r| (-1..=1i64).map(move |c| (r, c))).filter(|&step| step != (0, 0));
            let place = |r: i64, c: i64| r as usize * cols + c as usize;
            let inside = |r: i64, c: i64| r >= 0 && c >= 0 && r < rows as i64 && c < cols as i64;
            let next: Vec<usize> = steps
                .filter(|&(r, c)| inside(row + r, col + c))
                .filter(|&(r, c)| {
                    // A step to a corner must not cross a part of the line itself.
                    let (a, b) = (place(row + r, col), place(row, col + c));
                    let crosses =
                        r != 0 && c != 0 && line.windows(2).any(|w| [w[0], w[1]] == [a, b] || [w[0], w[1]] == [b, a]);
                    !crosses
                })
                .map(|(r, c)| place(row + r, col + c))
                .filter(|&at| free[at] && !line.contains(&at))
                .collect();
            match random.choose(&next) {
                Some(&at) => line.push(at),
                None => continue 'begin,
            }
        }
        return Some(line);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_cover_the_board_in_pieces_of_their_sizes() {
        for (shape, sizes) in [((9, 9), vec![9]), ((9, 9), vec![2, 3, 4, 5]), ((4, 6), vec![3]), ((1, 5), vec![2, 3])] {
            let mut random = Random::new(3);
            let regions = regions(shape, &sizes, &mut random).expect("the sizes add up");
            let last = regions.iter().max().copied().unwrap_or(0);
            for region in 0..=last {
                let cells: Vec<usize> = (0..regions.len()).filter(|&at| regions[at] == region).collect();
                assert!(sizes.contains(&cells.len()), "{regions:?}");
                let mut reached = vec![cells[0]];
                let mut i = 0;
                while i < reached.len() {
                    let more: Vec<usize> = neighbours(reached[i], shape)
                        .filter(|n| regions[*n] == region && !reached.contains(n))
                        .collect();
                    reached.extend(more);
                    i += 1;
                }
                assert_eq!(reached.len(), cells.len(), "{regions:?}");
            }
        }
        assert_eq!(regions((3, 3), &[2, 4], &mut Random::new(1)), None);
    }

    #[test]
    fn lines_go_from_cell_to_cell() {
        let mut random = Random::new(5);
        let free: Vec<bool> = (0..36).map(|at| at % 7 != 0).collect();
        for size in 1..8 {
            let line = line((6, 6), &free, size, &mut random).expect("there is room");
            assert_eq!(line.len(), size);
            let near = |w: &[usize]| (w[0] / 6).abs_diff(w[1] / 6) <= 1 && (w[0] % 6).abs_diff(w[1] % 6) <= 1;
            assert!(line.windows(2).all(near) && line.iter().all(|&at| free[at]));
        }
        assert_eq!(line((2, 2), &[true; 4], 5, &mut random), None);
    }
}
