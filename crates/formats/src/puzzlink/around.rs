//! Encodings of sums in black cells and on borders, marks at corners, circles and letters in cells.

use super::cells::Cells;
use super::codec::{Clue, Read, Reader, WAYS, unknown};
use super::encode::{self, runs_as};
use super::own::{Frame, Own, Spot, word};
use crate::Problem;

/// Sums in black cells, `?` for an unknown one and `#` for a black cell without one, as in Kakuru.
pub(super) const SUMS: Cells = Cells {
    read: |reader, count| {
        reader.fill(count, |_, c| match c {
            '+' => Ok((Some(word("#")), 0)),
            '_' => Ok((Some(Clue::Any), 0)),
            '.' => Ok((None, 1)),
            'k'..='z' => Ok((None, c as usize - 'k' as usize + 2)),
            '0'..='9' | 'a'..='j' => Ok((c.to_digit(36).map(Clue::Number), 0)),
            'A'..='Z' => Ok((c.to_digit(36).map(|n| Clue::Number(n + 10)), 0)),
            _ => Err(unknown(c)),
        })
    },
    write: |clues| {
        runs_as(
            clues,
            |blanks| if blanks == 1 { '.' } else { encode::digit(u32::from(blanks) + 18) },
            17,
            |clue| match clue {
                // A black cell without a sum, or with an unknown one.
                Clue::Any => Some("+".into()),
                Clue::Word(black) => (black == "#").then(|| "+".into()),
                Clue::Number(n @ 0..=19) => Some(encode::digit(*n).into()),
                Clue::Number(n @ 20..=45) => Some(encode::digit(n - 10).to_ascii_uppercase().into()),
                _ => None,
            },
        )
    },
};

/// Circles as bits.
pub(super) const ROUND: Cells = Cells {
    read: |reader, count| {
        let circle = |on: bool| if on { word("o") } else { Clue::Blank };
        Ok(reader.flags(count)?.into_iter().map(circle).collect())
    },
    write: |clues| Some(encode::flags(&clues.iter().map(|clue| *clue != Clue::Blank).collect::<Vec<bool>>())),
};

/// Given letters 1 to 4, and crosses as 0, the value of an empty cell, as in NEWS.
pub(super) const NEWS: Cells = Cells {
    read: |reader, count| {
        let value = |clue: Clue| if clue == Clue::Any { Clue::Number(0) } else { clue };
        Ok((super::cells::ARROWS.read)(reader, count)?.into_iter().map(value).collect())
    },
    write: |clues| {
        let mark = |clue: &Clue| if *clue == Clue::Number(0) { Clue::Any } else { clue.clone() };
        (super::cells::ARROWS.write)(&clues.iter().map(mark).collect::<Vec<Clue>>())
    },
};

/// Circles of three kinds, each a sign by its place here.
const KUSABI_SIGNS: [&str; 3] = ["=", "-", "+"];
const TURN_SIGNS: [&str; 3] = ["b", "g", "w"];

/// Circles with equal, shorter and longer lines, `?` for any, as in Kusabi.
pub(super) const KUSABI: Cells = Cells {
    read: |reader, count| Ok(signs(reader.ten(count)?, &KUSABI_SIGNS)),
    write: |clues| encode::ten(&numbers(clues, &KUSABI_SIGNS)?),
};

/// Black, grey and white circles, as in U-Turns.
pub(super) const TURNS: Cells = Cells {
    read: |reader, count| Ok(signs(reader.ten(count)?, &TURN_SIGNS)),
    write: |clues| encode::ten(&numbers(clues, &TURN_SIGNS)?),
};

/// Arrows by direction, and `?`.
pub(super) const FOUR_ARROWS: Cells = Cells {
    read: |reader, count| Ok(signs(reader.four(count)?, &WAYS)),
    write: |clues| encode::four(&numbers(clues, &WAYS)?),
};

/// Numbers from 1 on as words; other numbers are no clues.
fn signs(clues: Vec<Clue>, words: &[&str]) -> Vec<Clue> {
    let sign = |clue: Clue| match clue {
        Clue::Number(n) => {
            (n as usize).checked_sub(1).and_then(|at| words.get(at)).map_or(Clue::Blank, |sign| word(sign))
        }
        other => other,
    };
    clues.into_iter().map(sign).collect()
}

/// Words as numbers from 1 on; `None` if one has none.
fn numbers(clues: &[Clue], words: &[&str]) -> Option<Vec<Clue>> {
    let number = |clue: &Clue| match clue {
        Clue::Word(sign) => Some(Clue::Number(words.iter().position(|word| word == sign)? as u32 + 1)),
        // A file has the numbers themselves.
        other => Some(other.clone()),
    };
    clues.iter().map(number).collect()
}

/// Marks at the corners between cells, by the number of corners before each.
pub(super) const MARKED_CORNERS: Own = Own {
    pictures: &[("mark", Spot::Corners)],
    read: |reader, frame| corners(reader, frame, "x"),
    write: |parts, frame| write_corners(&parts[0], frame),
};

/// The same with dots.
pub(super) const DOTTED_CORNERS: Own = Own {
    pictures: &[("dot", Spot::Corners)],
    read: |reader, frame| corners(reader, frame, "o"),
    write: |parts, frame| write_corners(&parts[0], frame),
};

fn corners(reader: &mut Reader, frame: &Frame, mark: &str) -> Read<Vec<Vec<Clue>>> {
    let inner = inner_corners(frame);
    let marks = reader.gaps(inner.len())?;
    let mut corners = vec![Clue::Blank; (frame.rows + 1) * (frame.cols + 1)];
    for (at, _) in inner.into_iter().zip(marks).filter(|(_, on)| *on) {
        corners[at] = word(mark);
    }
    Ok(vec![corners])
}

fn write_corners(corners: &[Clue], frame: &Frame) -> Option<String> {
    let inner = inner_corners(frame);
    if corners.iter().enumerate().any(|(at, mark)| *mark != Clue::Blank && !inner.contains(&at)) {
        return None;
    }
    let marks: Vec<bool> = inner.iter().map(|at| corners[*at] != Clue::Blank).collect();
    Some(if marks.is_empty() { "0".into() } else { encode::gaps(&marks) })
}

/// The corners where four cells meet, among all corners.
fn inner_corners(frame: &Frame) -> Vec<usize> {
    (1..frame.rows).flat_map(|r| (1..frame.cols).map(move |c| r * (frame.cols + 1) + c)).collect()
}

/// Sums on borders: those of cells beside each other first, as in Kazunori.
pub(super) const BORDER_SUMS: Own = Own {
    pictures: &[("beside", Spot::Cells), ("below", Spot::Cells)],
    read: |reader, Frame { rows, cols, .. }| {
        let sums = reader.sixteen(rows * (cols - 1) + (rows - 1) * cols)?;
        let (beside, below) = sums.split_at(rows * (cols - 1));
        Ok(border_pictures(beside, below, *cols).into())
    },
    write: |parts, Frame { rows, cols, .. }| {
        let beside = parts[0].chunks(*cols).flat_map(|row| &row[..cols - 1]);
        let sums: Vec<Clue> = beside.chain(&parts[1][..(rows - 1) * cols]).cloned().collect();
        let is_short = |sum: &Clue| !matches!(sum, Clue::Number(256..));
        sums.iter().all(is_short).then(|| encode::sixteen(&sums)).flatten()
    },
};

/// Clues between cells side by side, and between cells above each other, as pictures of all cells: each clue is in the left or
/// upper cell.
pub(super) fn border_pictures(beside: &[Clue], below: &[Clue], cols: usize) -> [Vec<Clue>; 2] {
    let rows = below.len() / cols + 1;
    let row = |row: usize| [&beside[row * (cols - 1)..(row + 1) * (cols - 1)], &[Clue::Blank]].concat();
    [(0..rows).flat_map(row).collect(), [below, &vec![Clue::Blank; cols]].concat()]
}

/// Nothing, or the dots of other genres in a link without the flag `c`, as in Kramma, where they have no meaning.
pub(super) const NO_DOTS: Own = Own {
    pictures: &[],
    read: |reader, frame| {
        if !frame.flags.contains(&"c") {
            reader.gaps(inner_corners(frame).len())?;
        }
        Ok(vec![])
    },
    write: |_, _| Some(String::new()),
};

/// Nothing, or the borders of rooms in a link without the flag `c`, as in Bonsan, where there are none.
pub(super) const NO_BORDERS: Own = Own {
    pictures: &[],
    read: |reader, frame| {
        let is_open = |flags: Vec<bool>| !flags.contains(&true);
        let Frame { rows, cols, flags } = frame;
        if flags.contains(&"c")
            || is_open(reader.flags(rows * (cols - 1))?) && is_open(reader.flags((rows - 1) * cols)?)
        {
            return Ok(vec![]);
        }
        Err(Problem::new("this Bonsan has rooms").help("sator reads those without rooms, and Heya-Bon"))
    },
    write: |_, _| Some(String::new()),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clues_come_back() {
        let frame = Frame { rows: 4, cols: 3, flags: &[] };
        let read = |own: &Own, text: &str| (own.read)(&mut Reader::new(text), &frame).expect("reads");
        for text in ["00000", "55", "2.", "6", "32"] {
            let marks = read(&MARKED_CORNERS, text);
            assert_eq!(read(&MARKED_CORNERS, &(MARKED_CORNERS.write)(&marks, &frame).expect("writes")), marks);
        }
        let sums = read(&BORDER_SUMS, "3g-12.j4n");
        assert_eq!((BORDER_SUMS.write)(&sums, &frame).as_deref(), Some("3g-12.j4n"));
        let around = (SUMS.read)(&mut Reader::new("3.a+4l+Dk.S.b+g+A.3"), 22).expect("reads");
        assert_eq!((SUMS.write)(&around).as_deref(), Some("3.a+4l+DlS.b+g+A.3"));
    }
}
