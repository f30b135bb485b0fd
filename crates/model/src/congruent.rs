//! Congruence of pieces on a grid: two sets of cells have the same shape if a translation, rotation or reflection takes one
//! to the other.

/// Row and column of a cell, from 0.
pub type Place = (i32, i32);

/// The rotations and reflections of the square grid: where they take a cell.
pub const MOTIONS: [fn(Place) -> Place; 8] = [
    |(r, c)| (r, c),
    |(r, c)| (c, -r),
    |(r, c)| (-r, -c),
    |(r, c)| (-c, r),
    |(r, c)| (r, -c),
    |(r, c)| (c, r),
    |(r, c)| (-r, c),
    |(r, c)| (-c, -r),
];

/// Row and column of a vertex, where vertices are the cells of a grid with this many columns, row by row.
pub fn place(cols: u32, v: u32) -> Place {
    ((v / cols) as i32, (v % cols) as i32)
}

/// Whether two sets of cells are congruent.
pub fn congruent(cols: u32, a: &[u32], b: &[u32]) -> bool {
    let places = |set: &[u32]| set.iter().map(|&v| place(cols, v)).collect::<Vec<_>>();
    if a.len() != b.len() {
        return false;
    }
    let (a, b) = (places(a), at_origin(places(b)));
    MOTIONS.iter().any(|motion| at_origin(a.iter().copied().map(motion).collect()) == b)
}

/// Whether some motion takes the part into the region. The part has at least one cell.
pub fn fits(cols: u32, part: &[u32], region: &[u32]) -> bool {
    if part.len() > region.len() {
        return false;
    }
    let size = region.iter().max().map_or(0, |&last| last + 1);
    let mut inside = vec![false; size as usize];
    region.iter().for_each(|&v| inside[v as usize] = true);
    let has = |(row, col): (i32, i32)| {
        let on_grid = row >= 0 && (0..cols as i32).contains(&col);
        on_grid && inside.get((row * cols as i32 + col) as usize) == Some(&true)
    };
    MOTIONS.iter().any(|motion| {
        let moved: Vec<Place> = part.iter().map(|&v| motion(place(cols, v))).collect();
        region.iter().any(|&to| {
            let (first, to) = (moved[0], place(cols, to));
            moved.iter().all(|&(row, col)| has((row - first.0 + to.0, col - first.1 + to.1)))
        })
    })
}

/// Whether two pieces that can both exist are congruent, if what is known of them decides it. `certain` has the cells that each piece
/// is known to contain; `possible` finds all that a piece can contain, and `is_known` whether these are the same. Both are asked only
/// where the answer depends on them.
pub fn decided(
    cols: u32,
    certain: [&[u32]; 2],
    possible: impl Fn(usize) -> Vec<u32>,
    is_known: impl Fn(usize) -> bool,
) -> Option<bool> {
    if certain[1].first().is_some_and(|v| certain[0].contains(v)) {
        return Some(true);
    }
    // A piece that can exist has room for one cell.
    let fit = |own: usize, other: usize| certain[own].len() <= 1 || fits(cols, certain[own], &possible(other));
    if !fit(0, 1) || !fit(1, 0) {
        return Some(false);
    }
    let are_known = (0..2).all(|piece| !certain[piece].is_empty() && is_known(piece));
    are_known.then_some(true)
}

/// The places in order, moved so that the least row and the least column are 0.
fn at_origin(mut places: Vec<Place>) -> Vec<Place> {
    let top = places.iter().map(|p| p.0).min().unwrap_or(0);
    let left = places.iter().map(|p| p.1).min().unwrap_or(0);
    places.iter_mut().for_each(|p| *p = (p.0 - top, p.1 - left));
    places.sort_unstable();
    places
}
