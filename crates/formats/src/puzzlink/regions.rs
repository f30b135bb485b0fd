//! Regions, and signs between cells, by borders of a kind.

use super::codec::{Clue, Read, Reader};
use super::dots::on_borders;
use super::encode;
use super::own::{Frame, Own, Spot, word};
use super::rooms::{Borders, Rooms, labels};
use crate::Problem;

/// Regions by the borders between cells that stay joined, one bit each, as in Combi Block.
pub(super) const JOINED: Own = Own {
    pictures: &[("room", Spot::Regions)],
    read: |reader, frame| {
        let joined = reader.flags(frame.borders().len())?;
        Ok(vec![regions(joined.into_iter().map(|joined| !joined).collect(), frame)])
    },
    write: |parts, frame| Some(encode::flags(&drawn(&parts[0], frame).iter().map(|on| !on).collect::<Vec<bool>>())),
};

/// Rooms by borders of the first kind, and tiles by those of both, as in Parquet.
pub(super) const ROOMS_AND_TILES: Own = Own {
    pictures: &[("room", Spot::Regions), ("tile", Spot::Regions)],
    read: |reader, frame| {
        let kinds = read_kinds(reader, frame, frame.cells())?;
        Ok(tiles(&kinds, frame))
    },
    write: |parts, frame| {
        let (rooms, tiles) = (drawn(&parts[0], frame), drawn(&parts[1], frame));
        let kind = |(room, tile): (&bool, &bool)| if *room { 1 } else { 2 * u32::from(*tile) };
        write_kinds(&rooms.iter().zip(&tiles).map(kind).collect::<Vec<u32>>(), frame, frame.cells(), Clue::Number(0))
    },
};

/// Signs between cells that are equal (`=`) or not (`x`), as in Ant Mill.
pub(super) const SQUARES_AND_CROSSES: Own = Own {
    pictures: &[("mark", Spot::Halves)],
    read: |reader, frame| {
        let kinds = read_kinds(reader, frame, frame.cells() - 1)?;
        Ok(on_borders(frame, kinds.into_iter().map(|kind| square_or_cross(kind).unwrap_or(Clue::Blank))))
    },
    write: |parts, frame| {
        let kind = |at: usize| match &*parts[0][at].token() {
            "." => Some(0),
            "=" => Some(1),
            "x" => Some(2),
            _ => None,
        };
        let kinds = frame.borders().into_iter().map(kind).collect::<Option<Vec<u32>>>()?;
        write_kinds(&kinds, frame, frame.cells() - 1, Clue::Blank)
    },
};

/// The sign of a kind of border; `None` if it has no meaning.
pub(super) fn square_or_cross(kind: u32) -> Option<Clue> {
    Some(match kind {
        0 => Clue::Blank,
        1 => word("="),
        2 => word("x"),
        _ => return None,
    })
}

/// The pictures of rooms and tiles.
pub(super) fn tiles(kinds: &[u32], frame: &Frame) -> Vec<Vec<Clue>> {
    let of = |is_border: fn(&u32) -> bool| regions(kinds.iter().map(is_border).collect(), frame);
    vec![of(|kind| *kind == 1), of(|kind| *kind > 0)]
}

/// The labels of the regions between borders.
pub(super) fn regions(borders: Vec<bool>, frame: &Frame) -> Vec<Clue> {
    let rooms = Rooms::between(&split(borders, frame), frame.rows, frame.cols, &vec![false; frame.cells()]);
    labels(&rooms.room).into_iter().map(Clue::Word).collect()
}

/// Borders to the right of cells, and below cells.
fn split(mut borders: Vec<bool>, frame: &Frame) -> Borders {
    let below = borders.split_off(frame.rows * (frame.cols - 1));
    (borders, below)
}

/// Whether each border of a picture is one of its regions.
fn drawn(labels: &[Clue], frame: &Frame) -> Vec<bool> {
    neighbours(frame).into_iter().map(|(one, other)| labels[one] != labels[other]).collect()
}

/// The cells on both sides of each border in the order of [`Frame::borders`].
fn neighbours(frame: &Frame) -> Vec<(usize, usize)> {
    let (rows, cols) = (frame.rows, frame.cols);
    let beside = (0..rows * cols).filter(|at| (at + 1) % cols > 0).map(|at| (at, at + 1));
    beside.chain((0..(rows - 1) * cols).map(|at| (at, at + cols))).collect()
}

/// The kinds 0 to 2 of all borders: of each cell three times that of its right border and that of its lower one.
fn read_kinds(reader: &mut Reader, frame: &Frame, cells: usize) -> Read<Vec<u32>> {
    let pairs = reader.sixteen(cells)?;
    let pair = |at: usize| match pairs.get(at) {
        None | Some(Clue::Blank) => Ok(0),
        Some(Clue::Number(pair @ 0..9)) => Ok(*pair),
        Some(other) => Err(Problem::new(format!("a border {} in this link has no meaning", other.token()))),
    };
    let kind = |(one, other): (usize, usize)| {
        // In a column of cells the lower border lies ahead.
        let is_beside = frame.cols > 1 && other == one + 1;
        Ok(if is_beside { pair(one)? / 3 } else { pair(one)? % 3 })
    };
    neighbours(frame).into_iter().map(kind).collect()
}

/// Writes what [`read_kinds`] reads, `none` for a cell without borders.
fn write_kinds(kinds: &[u32], frame: &Frame, cells: usize, none: Clue) -> Option<String> {
    let mut pairs = vec![0; frame.cells()];
    for ((one, other), kind) in neighbours(frame).into_iter().zip(kinds) {
        let is_beside = frame.cols > 1 && other == one + 1;
        pairs[one] += if is_beside { 3 * kind } else { *kind };
    }
    let clue = |pair: &u32| if *pair == 0 { none.clone() } else { Clue::Number(*pair) };
    encode::sixteen(&pairs[..cells].iter().map(clue).collect::<Vec<Clue>>())
}

/// Cells left out (0) and numbers, as in Snake Pit.
pub(super) const SNAKES: Own = Own {
    pictures: &[("hole", Spot::Holes), ("givens", Spot::Cells)],
    read: |reader, frame| {
        let hole = |clue: Clue| if clue == Clue::Number(0) { word("#") } else { clue };
        Ok(super::own::split(reader.sixteen(frame.cells())?.into_iter().map(hole).collect(), |clue| *clue == word("#")))
    },
    write: |parts, _| {
        let number = |(hole, clue): (bool, Clue)| match clue {
            Clue::Blank => Some(Clue::Blank),
            _ if hole => Some(Clue::Number(0)),
            Clue::Word(_) => None,
            clue => Some(clue),
        };
        encode::sixteen(&super::own::joined(&parts[0], &parts[1])?.into_iter().map(number).collect::<Option<Vec<_>>>()?)
    },
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_come_back() {
        for (rows, cols) in [(3, 4), (4, 3), (3, 1), (1, 4)] {
            let frame = Frame { rows, cols, flags: &[] };
            for (own, text) in [
                (&JOINED, "5q3i"),
                (&ROOMS_AND_TILES, "836147471647"),
                (&SQUARES_AND_CROSSES, "2g16k3"),
                (&SNAKES, "0g3.1h24"),
            ] {
                let read = (own.read)(&mut Reader::new(text), &frame).expect("reads");
                let again = (own.write)(&read, &frame).expect("writes");
                assert_eq!(
                    (own.read)(&mut Reader::new(&again), &frame).expect("reads"),
                    read,
                    "{rows}x{cols} {text} {again}"
                );
            }
        }
    }
}
