//! Encodings of bars and signs on borders, dots at all corners, boxes with arrows, and numbers beside black cells.

use super::cells::{Cells, read_arrows};
use super::codec::{Clue, Read, WAYS, unknown};
use super::encode::{self, runs};
use super::own::{Frame, Own, Spot, joined, split, word};
use crate::Problem;

/// Bars on borders, if any are given, as in Kissing Polyominoes.
pub(super) const BORDER_BARS: Own = Own {
    pictures: &[("bar", Spot::Halves)],
    read: |reader, frame| {
        let upright = frame.rows * (frame.cols - 1);
        let level = (frame.rows - 1) * frame.cols;
        let on = match reader.is_at_slash() {
            true => vec![false; upright + level],
            false => [reader.flags(upright)?, reader.flags(level)?].concat(),
        };
        Ok(on_borders(frame, on.into_iter().map(|on| if on { word("#") } else { Clue::Blank })))
    },
    write: |parts, frame| {
        let on: Vec<bool> = frame.borders().iter().map(|at| parts[0][*at] != Clue::Blank).collect();
        let (upright, level) = on.split_at(frame.rows * (frame.cols - 1));
        Some(encode::flags(upright) + &encode::flags(level))
    },
};

/// A picture of halves with these clues on borders.
pub(super) fn on_borders(frame: &Frame, clues: impl Iterator<Item = Clue>) -> Vec<Vec<Clue>> {
    let mut halves = vec![Clue::Blank; (2 * frame.rows - 1) * (2 * frame.cols - 1)];
    for (at, clue) in frame.borders().into_iter().zip(clues) {
        halves[at] = clue;
    }
    vec![halves]
}

/// Lines and black, grey and white circles on borders, as in Voxas.
pub(super) const BORDER_SIGNS: Own = Own {
    pictures: &[("mark", Spot::Halves)],
    read: |reader, frame| {
        let sign = |clue: Clue| match clue {
            Clue::Blank => Ok(Clue::Blank),
            Clue::Number(n @ 0..=3) => Ok(word(BORDER_WORDS[n as usize])),
            other => Err(Problem::new(format!("a sign {} in this link has no meaning", other.token()))),
        };
        let signs = reader.four(frame.borders().len())?.into_iter().map(sign).collect::<Read<Vec<Clue>>>()?;
        Ok(on_borders(frame, signs.into_iter()))
    },
    write: |parts, frame| {
        let number = |at: usize| match &parts[0][at] {
            Clue::Blank => Some(Clue::Blank),
            Clue::Any => Some(Clue::Number(0)),
            sign => Some(Clue::Number(BORDER_WORDS.iter().position(|name| *name == sign.token())? as u32)),
        };
        encode::four(&frame.borders().into_iter().map(number).collect::<Option<Vec<Clue>>>()?)
    },
};

/// The signs of Voxas, by their numbers there.
pub(super) const BORDER_WORDS: [&str; 4] = ["#", "b", "g", "w"];

/// Dots at corners, those on the rim included, by the number of corners before each.
pub(super) const RIM_DOTS: Own = Own {
    pictures: &[("dot", Spot::Corners)],
    read: |reader, frame| {
        let dots = reader.gaps((frame.rows + 1) * (frame.cols + 1))?;
        Ok(vec![dots.into_iter().map(|on| if on { word("o") } else { Clue::Blank }).collect()])
    },
    write: |parts, _| Some(encode::gaps(&parts[0].iter().map(|dot| *dot != Clue::Blank).collect::<Vec<bool>>())),
};

/// Black and white dots at corners, those on the rim included, as in Heavy Dots.
pub(super) const HEAVY_DOTS: Own = Own {
    pictures: &[("dot", Spot::Corners)],
    read: |reader, frame| {
        let dot = |kind: u32| [Clue::Blank, word("b"), word("w")][kind as usize].clone();
        Ok(vec![reader.circles((frame.rows + 1) * (frame.cols + 1))?.into_iter().map(dot).collect()])
    },
    write: |parts, _| {
        let kind = |dot: &Clue| [".", "b", "w"].iter().position(|name| *name == dot.token()).map(|kind| kind as u32);
        Some(encode::circles(&parts[0].iter().map(kind).collect::<Option<Vec<u32>>>()?))
    },
};

/// Arrows 1 to 4 as givens, and black cells, as in Yajirushi.
pub(super) const BLACK_AND_ARROWS: Own = Own {
    pictures: &[("black", Spot::Cells), ("givens", Spot::Cells)],
    read: |reader, frame| {
        let black = |clue: Clue| if clue == Clue::Any { word("#") } else { clue };
        Ok(split(reader.four(frame.cells())?.into_iter().map(black).collect(), |clue| *clue == word("#")))
    },
    write: |parts, _| {
        encode::four(&joined(&parts[0], &parts[1])?.into_iter().map(|(_, clue)| clue).collect::<Vec<Clue>>())
    },
};

/// Circles, and the numbers of circles around cells, as in Brownies.
pub(super) const CIRCLES_AROUND: Own = Own {
    pictures: &[("circle", Spot::Cells), ("number", Spot::Cells)],
    read: |reader, frame| {
        let mark = |clue: Clue| if clue == Clue::Number(9) { word("o") } else { clue };
        Ok(split(reader.sixteen(frame.cells())?.into_iter().map(mark).collect(), |clue| *clue == word("o")))
    },
    write: |parts, _| {
        let cells = joined(&parts[0], &parts[1])?.into_iter();
        let code = |(circle, clue): (bool, Clue)| if circle && clue != Clue::Blank { Clue::Number(9) } else { clue };
        encode::sixteen(&cells.map(code).collect::<Vec<Clue>>())
    },
};

/// A number that no count reaches stands for infinity.
pub(super) const INFINITE: u32 = 999;

/// Boxes, numbers with arrows and walls, as in Yajisan-Sokoban.
pub(super) const BOXES: Own = Own {
    pictures: &[("box", Spot::Cells), ("clue", Spot::Cells)],
    read: |reader, frame| {
        let mark = |clue: Clue| match clue {
            Clue::Any => Ok(word("o")),
            Clue::Number(code) => {
                let way = (code % 5).checked_sub(1).map(|at| WAYS[at as usize]);
                let way = way.ok_or_else(|| Problem::new("a clue of this link has no direction"))?;
                Ok(match code / 5 {
                    0 => word(&format!("{INFINITE},{way}")),
                    1 => word(&format!("?,{way}")),
                    n => word(&format!("{},{way}", n - 2)),
                })
            }
            other => Ok(other),
        };
        let mut marks = reader.sixteen(frame.cells())?.into_iter().map(mark).collect::<Read<Vec<Clue>>>()?;
        if !reader.is_done() {
            for (at, _) in reader.flags(frame.cells())?.into_iter().enumerate().filter(|(_, on)| *on) {
                marks[at] = word("#");
            }
        }
        Ok(split(marks, |clue| *clue == word("o")))
    },
    write: |parts, _| {
        let code = |(is_box, clue): (bool, Clue)| match clue {
            Clue::Blank => Some(Clue::Blank),
            _ if is_box => Some(Clue::Any),
            Clue::Word(mark) => {
                let (number, way) = mark.split_once(',')?;
                let way = WAYS.iter().position(|name| *name == way)? as u32 + 1;
                let number = match number {
                    "?" => 1,
                    number => number.parse::<u32>().ok().map(|n| if n == INFINITE { 0 } else { n + 2 })?,
                };
                Some(Clue::Number(5 * number + way))
            }
            Clue::Number(_) => None,
            _ => Some(Clue::Blank),
        };
        let cells = joined(&parts[0], &parts[1])?.into_iter();
        let marks = encode::sixteen(&cells.map(code).collect::<Option<Vec<Clue>>>()?)?;
        let walls: Vec<bool> = parts[1].iter().map(|clue| *clue == Clue::Any).collect();
        Some(if walls.contains(&true) { marks + &encode::flags(&walls) } else { marks })
    },
};

/// Numbers and black cells (`x`), as in Wall Logic.
pub(super) const NUMBERS_AND_BLACK: Cells = Cells {
    read: |reader, count| {
        reader.fill(count, |reader, c| match c {
            '+' => Ok((Some(word("x")), 0)),
            'g'..='z' => Ok((None, c as usize - 'f' as usize)),
            _ => Ok((Some(reader.hex(c)?.ok_or_else(|| unknown(c))?), 0)),
        })
    },
    write: |clues| {
        runs(clues, b'f', 20, |clue| match clue {
            Clue::Word(mark) => (mark == "x").then(|| "+".into()),
            Clue::Any => Some(".".into()),
            Clue::Number(n @ 0..16) => Some(format!("{n:x}")),
            Clue::Number(n @ 16..256) => Some(format!("-{n:02x}")),
            _ => None,
        })
    },
};

/// Letters of what is most frequent in a direction, as the number of bits for L, I and X, as in LIX Loop; `?` for any.
pub(super) const FREQUENT: Cells = Cells {
    read: |reader, count| {
        read_arrows(reader, count, |number, way| match (number, way) {
            (Clue::Number(n @ 1..=7), Some(way)) => Ok(word(&format!("{},{way}", letters_of(n)))),
            (Clue::Number(n), _) => Err(Problem::new(format!("a clue {n} of this link has no meaning"))),
            _ => Ok(Clue::Any),
        })
    },
    write: |clues| {
        runs(clues, b'a' - 1, 26, |clue| match clue {
            Clue::Word(word) => {
                let (letters, way) = word.split_once(',')?;
                let bit = |letter: char| LIX.iter().position(|known| *known == letter).map(|k| 4 >> k);
                encode::arrow(way, &letters.chars().map(bit).sum::<Option<u32>>()?.to_string())
            }
            Clue::Any => Some("0.".into()),
            _ => None,
        })
    },
};

/// A turn of the loop, a straight part, and a shaded cell.
const LIX: [char; 3] = ['L', 'I', 'X'];

/// The letters of LIX Loop by their bits, L first.
pub(super) fn letters_of(bits: u32) -> String {
    LIX.iter().enumerate().filter(|(k, _)| bits >> (2 - k) & 1 == 1).map(|(_, letter)| *letter).collect()
}

/// Triangles by the ways of the line that they reflect, with or without a length, and crossings, as in Reflect Link.
pub(super) const MIRRORS: Cells = Cells {
    read: |reader, count| {
        reader.fill(count, |reader, c| {
            let length = match c {
                'a'..='z' => return Ok((None, c as usize - 'a' as usize + 1)),
                '5' => return Ok((Some(word("x")), 0)),
                '1'..='4' => reader.digits(1, 16)?,
                '6'..='9' => reader.digits(2, 16)?,
                _ => return Err(unknown(c)),
            };
            let triangle = TRIANGLES[(c as usize - '1' as usize) % 5];
            Ok((Some(word(&if length == 0 { triangle.to_string() } else { format!("{triangle},{length}") })), 0))
        })
    },
    write: |clues| {
        runs(clues, b'a' - 1, 26, |clue| {
            let Clue::Word(mark) = clue else { return None };
            if mark == "x" {
                return Some("5".into());
            }
            let (triangle, length) = mark.split_once(',').unwrap_or((mark, "0"));
            let kind = TRIANGLES.iter().position(|known| *known == triangle)? + 1;
            match length.parse::<u32>().ok()? {
                n @ 0..16 => Some(format!("{kind}{n:x}")),
                n @ 16..256 => Some(format!("{}{n:02x}", kind + 5)),
                _ => None,
            }
        })
    },
};

/// The ways of the line at a triangle of pzpr, by its number.
pub(super) const TRIANGLES: [&str; 4] = ["ur", "ul", "dl", "dr"];

/// Arrows and cells left out, as in Fake Arrow.
pub(super) const ARROWS_AND_HOLES: Cells = Cells {
    read: |reader, count| {
        let mark = |clue: Clue| match clue {
            Clue::Number(n @ 1..=4) => Ok(word(WAYS[n as usize - 1])),
            Clue::Number(5) => Ok(word("#")),
            Clue::Blank => Ok(Clue::Blank),
            other => Err(Problem::new(format!("a mark {} of this link has no meaning", other.token()))),
        };
        reader.sixteen(count)?.into_iter().map(mark).collect()
    },
    write: |clues| {
        let code = |clue: &Clue| match clue {
            Clue::Blank => Some(Clue::Blank),
            Clue::Any => Some(Clue::Number(5)),
            Clue::Word(way) => Some(Clue::Number(WAYS.iter().position(|known| known == way)? as u32 + 1)),
            Clue::Number(_) => None,
        };
        encode::sixteen(&clues.iter().map(code).collect::<Option<Vec<Clue>>>()?)
    },
};

/// Sums with numbers of circles, as in Slovak Sums: a sum alone, or both behind each other, `?` for one that is unknown.
pub(super) const SUMS_AND_CIRCLES: Cells = Cells {
    read: |reader, count| {
        let clue = |clue: Clue| match clue {
            Clue::Number(code) => match (code / 5, code % 5) {
                (0, 0) => Clue::Any,
                (0, circles) => word(&format!("?,{circles}")),
                (sum, 0) => Clue::Number(sum - 1),
                (sum, circles) => word(&format!("{},{circles}", sum - 1)),
            },
            other => other,
        };
        Ok(reader.sixteen(count)?.into_iter().map(clue).collect())
    },
    write: |clues| {
        let code = |clue: &Clue| match clue {
            Clue::Blank => Some(Clue::Blank),
            Clue::Any => Some(Clue::Number(0)),
            Clue::Number(sum) => Some(Clue::Number(5 * (sum + 1))),
            Clue::Word(both) => {
                let (sum, circles) = both.split_once(',')?;
                let sum = if sum == "?" { 0 } else { sum.parse::<u32>().ok()? + 1 };
                let circles =
                    if circles == "?" { 0 } else { circles.parse::<u32>().ok().filter(|n| (1..5).contains(n))? };
                Some(Clue::Number(5 * sum + circles))
            }
        };
        encode::sixteen(&clues.iter().map(code).collect::<Option<Vec<Clue>>>()?)
    },
};

#[cfg(test)]
mod tests {
    use super::super::codec::Reader;
    use super::*;

    #[test]
    fn clues_come_back() {
        let frame = Frame { rows: 3, cols: 4, flags: &[] };
        for (own, text) in [
            (&BORDER_BARS, "4i80"),
            (&BORDER_SIGNS, "06a23k"),
            (&RIM_DOTS, "010d2"),
            (&HEAVY_DOTS, "1092i00"),
            (&BLACK_AND_ARROWS, "1g.8n"),
            (&CIRCLES_AROUND, "93g9.m"),
            (&BOXES, ".i6b1g-11j"),
        ] {
            let read = (own.read)(&mut Reader::new(text), &frame).expect("reads");
            // In an export a mark `#` is a clue without a number.
            let bare = |clue: &Clue| if *clue == word("#") { Clue::Any } else { clue.clone() };
            let marks: Vec<Vec<Clue>> = read.iter().map(|picture| picture.iter().map(bare).collect()).collect();
            let again = (own.write)(&marks, &frame).expect("writes");
            assert_eq!((own.read)(&mut Reader::new(&again), &frame).expect("reads"), read, "{text} {again}");
        }
        for (cells, text) in [
            (&NUMBERS_AND_BLACK, "+3.-1fo"),
            (&SUMS_AND_CIRCLES, "05g7b-1ck"),
            (&FREQUENT, "b22b25a0."),
            (&MIRRORS, "49a20c5d710"),
        ] {
            let read = (cells.read)(&mut Reader::new(text), 12).expect("reads");
            let again = (cells.write)(&read).expect("writes");
            assert_eq!((cells.read)(&mut Reader::new(&again), 12).expect("reads"), read, "{text} {again}");
        }
    }
}
