//! Rooms formed by borders, and borders that end inside a room.

use super::Marked;
use super::codec::{Clue, Read, Reader};
use super::encode;
use crate::Problem;
use crate::outgoing::in_order;
use crate::script::Cell;

/// Two neighbours, by their indices in reading order; the smaller first.
pub(crate) type Neighbours = (usize, usize);

/// The borders between cells: to the right of each, and below.
pub(super) type Borders = (Vec<bool>, Vec<bool>);

/// The rooms and walls that borders form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rooms {
    /// The room of each cell, numbered by first cells in reading order; `usize::MAX` for a cell left out.
    pub room: Vec<usize>,
    /// Neighbours in one room with a border between them.
    pub walls: Vec<Neighbours>,
}

impl Rooms {
    /// The rooms formed by borders right of and below cells, without the cells in `out`.
    pub(crate) fn between((right, below): &Borders, rows: usize, cols: usize, out: &[bool]) -> Rooms {
        let beside = |row: usize, col: usize| (row * cols + col, row * cols + col + 1, right[row * (cols - 1) + col]);
        let across = (0..rows).flat_map(|row| (0..cols - 1).map(move |col| (row, col)));
        let across = across.map(|(row, col)| beside(row, col));
        let down = (0..(rows - 1) * cols).map(|at| (at, at + cols, below[at]));
        let all: Vec<(usize, usize, bool)> = across.chain(down).filter(|(a, b, _)| !out[*a] && !out[*b]).collect();
        let mut open = vec![vec![]; rows * cols];
        for &(a, b, _) in all.iter().filter(|(.., bordered)| !bordered) {
            open[a].push(b);
            open[b].push(a);
        }
        let mut room = vec![usize::MAX; rows * cols];
        let mut count = 0;
        for start in (0..rows * cols).filter(|at| !out[*at]) {
            if room[start] != usize::MAX {
                continue;
            }
            let mut next = vec![start];
            while let Some(at) = next.pop() {
                if std::mem::replace(&mut room[at], count) == usize::MAX {
                    next.extend(&open[at]);
                }
            }
            count += 1;
        }
        let inside = all.iter().filter(|(a, b, bordered)| *bordered && room[*a] == room[*b]);
        let walls = inside.map(|(a, b, _)| (*a, *b)).collect();
        Rooms { room, walls }
    }

    /// The number of rooms.
    pub(super) fn count(&self) -> usize {
        self.room.iter().filter(|room| **room != usize::MAX).max().map_or(0, |most| most + 1)
    }

    /// Whether this is the first cell of its room in reading order.
    pub(super) fn starts_at(&self, at: usize) -> bool {
        self.room[..at].iter().all(|room| *room != self.room[at])
    }

    /// Whether the groups are the same rooms; a cell without a group is left out.
    pub(super) fn are(&self, groups: &[Option<u32>]) -> bool {
        let own: Vec<Option<u32>> =
            self.room.iter().map(|room| (*room != usize::MAX).then_some(*room as u32)).collect();
        in_order(&own) == in_order(groups)
    }
}

/// `(r1c1, r1c2)` for each pair.
pub(super) fn pairs(walls: &[Neighbours], cols: usize) -> Vec<String> {
    let cell = |at: usize| Cell::new(at / cols, at % cols);
    walls.iter().map(|(a, b)| format!("({}, {})", cell(*a), cell(*b))).collect()
}

impl Reader<'_> {
    pub(super) fn borders(&mut self, rows: usize, cols: usize) -> Read<Borders> {
        Ok((self.flags(rows * (cols - 1))?, self.flags((rows - 1) * cols)?))
    }

    pub(crate) fn rooms(&mut self, rows: usize, cols: usize) -> Read<Rooms> {
        let borders = self.borders(rows, cols)?;
        Ok(Rooms::between(&borders, rows, cols, &vec![false; rows * cols]))
    }

    /// One character for each cell: neighbours with the same character share a room.
    pub(super) fn plain_borders(&mut self, rows: usize, cols: usize) -> Read<Borders> {
        let cells = (0..rows * cols).map(|_| self.take()).collect::<Read<Vec<char>>>()?;
        let right = cells.chunks(cols).flat_map(|row| row.windows(2).map(|pair| pair[0] != pair[1])).collect();
        let below = cells.iter().zip(&cells[cols..]).map(|(one, two)| one != two).collect();
        Ok((right, below))
    }

    /// The cells left out (none if the data ends before them), and the rooms of the other cells.
    pub(crate) fn rooms_with_holes(&mut self, rows: usize, cols: usize, marked: Marked) -> Read<(Vec<bool>, Rooms)> {
        let borders = self.borders(rows, cols)?;
        let out = match marked {
            _ if self.is_done() => vec![false; rows * cols],
            Marked::Bits => self.flags(rows * cols)?,
            Marked::Gaps => self.gaps(rows * cols)?,
        };
        let rooms = Rooms::between(&borders, rows, cols, &out);
        Ok((out, rooms))
    }

    /// A number for each room, as a clue in its first cell.
    pub(super) fn room_numbers(&mut self, rooms: &Rooms) -> Read<Vec<Clue>> {
        let numbers = self.sixteen(rooms.count())?;
        let number = |at: usize| match rooms.starts_at(at) {
            true => numbers[rooms.room[at]].clone(),
            false => Clue::Blank,
        };
        Ok((0..rooms.room.len()).map(number).collect())
    }
}

/// Marks by their codes: 1 for grey, and 4 times an unknown number (1) or one more than a number.
pub(super) fn marks_of(codes: &[Clue]) -> Vec<Clue> {
    let mark = |code: &Clue| {
        let Clue::Number(code) = code else { return code.clone() };
        let number = match code >> 2 {
            0 => None,
            1 => Some("?".to_string()),
            n => Some((n - 1).to_string()),
        };
        match (number, code & 1) {
            (None, 0) => Clue::Blank,
            (None, _) => Clue::Word("g".into()),
            (Some(number), 0) => number.parse().map_or(Clue::Any, Clue::Number),
            (Some(number), _) => Clue::Word(format!("{number},g")),
        }
    };
    codes.iter().map(mark).collect()
}

/// The codes of marks; `None` if one has none.
pub(super) fn codes_of(marks: &[Clue]) -> Option<Vec<Clue>> {
    let code = |mark: &Clue| {
        let token = match mark {
            Clue::Blank => return Some(Clue::Blank),
            mark => mark.token(),
        };
        let (number, grey) = token.strip_suffix('g').map_or((&*token, 0), |rest| (rest.trim_end_matches(','), 1));
        let number = match number {
            "" => 0,
            "?" => 1,
            number => number.parse::<u32>().ok().filter(|n| *n > 0)? + 1,
        };
        Some(Clue::Number(4 * number + grey))
    };
    marks.iter().map(code).collect()
}

/// The clue of each group in the order of first cells; `None` if the format can't represent one.
pub(super) fn write_numbers(groups: &[Option<u32>], clues: &[Clue]) -> Option<String> {
    let order = in_order(groups);
    let count = order.iter().flatten().max().map_or(0, |most| most + 1);
    let number = |room: u32| {
        let mut here = order.iter().zip(clues).filter(|(other, _)| **other == Some(room)).map(|(_, clue)| clue);
        here.find(|clue| **clue != Clue::Blank).cloned().unwrap_or(Clue::Blank)
    };
    encode::sixteen(&(0..count).map(number).collect::<Vec<Clue>>())
}

/// The borders between groups and at walls: the upright ones, then the level ones.
pub(super) fn write(groups: &[Option<u32>], walls: &[Neighbours], cols: usize) -> String {
    let rows = groups.len() / cols;
    let bordered = |a: usize, b: usize| groups[a] != groups[b] || walls.contains(&(a, b));
    let upright = (0..rows).flat_map(|r| (1..cols).map(move |c| r * cols + c)).map(|at| bordered(at - 1, at));
    let lying = (cols..groups.len()).map(|at| bordered(at - cols, at));
    encode::flags(&upright.collect::<Vec<bool>>()) + &encode::flags(&lying.collect::<Vec<bool>>())
}

/// Short labels of rooms: letters as far as they suffice, then numbers.
pub(super) fn labels(rooms: &[usize]) -> Vec<String> {
    let many = rooms.iter().filter(|room| **room != usize::MAX).max().is_some_and(|most| *most >= 52);
    let letter = |k: usize| char::from(if k < 26 { b'a' + k as u8 } else { b'A' + (k - 26) as u8 }).to_string();
    let label = |&room: &usize| match room {
        usize::MAX => ".".to_string(),
        room if many => (room + 1).to_string(),
        room => letter(room),
    };
    rooms.iter().map(label).collect()
}

pub(super) fn several_parts() -> Problem {
    Problem::new("a link can't contain a region that consists of several parts")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn borders_part_rooms_or_end_inside_one() {
        // A 2x2 board with a border between the two columns, or only between the cells of the first row.
        let parted = Reader::new("o0").rooms(2, 2).expect("reads");
        assert_eq!(parted, Rooms { room: vec![0, 1, 0, 1], walls: vec![] });
        let whole = Reader::new("g0").rooms(2, 2).expect("reads");
        assert_eq!(whole, Rooms { room: vec![0, 0, 0, 0], walls: vec![(0, 1)] });
        assert_eq!(Reader::new("").rooms(1, 1).expect("reads").room, [0]);
    }

    proptest! {
        #[test]
        fn rooms_come_back(labels in proptest::collection::vec(0..3u32, 24), drawn in proptest::collection::vec(any::<bool>(), 38)) {
            let groups: Vec<Option<u32>> = labels.iter().copied().map(Some).collect();
            let all = (0..24usize).flat_map(|at| [(at % 6 < 5).then_some((at, at + 1)), (at + 6 < 24).then_some((at, at + 6))]);
            let all: Vec<Neighbours> = all.flatten().collect();
            let walls: Vec<Neighbours> = all.iter().zip(drawn).filter(|(_, on)| *on).map(|(pair, _)| *pair).collect();
            let read = Reader::new(&write(&groups, &walls, 6)).rooms(4, 6).expect("reads");
            for (a, b) in all {
                let bordered = labels[a] != labels[b] || walls.contains(&(a, b));
                prop_assert_eq!(bordered, read.room[a] != read.room[b] || read.walls.contains(&(a, b)));
            }
        }
    }
}
