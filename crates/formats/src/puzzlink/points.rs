//! Encodings of circles with letters at points, arrows across cells, ways to a goal, and sums above and on the left.

use super::cells::Cells;
use super::codec::{Clue, Read, WAYS, unknown};
use super::encode::{self, runs_as};
use super::own::{Frame, Own, Spot, word};
use super::ways;
use crate::Problem;

/// Letters, and `o` for a circle without one, as in Kouchoku.
pub(super) const LETTERED: Cells = Cells {
    read: |reader, count| {
        reader.fill(count, |_, c| match c {
            '0'..='9' => Ok((None, c as usize - '0' as usize + 1)),
            '.' => Ok((Some(word("o")), 0)),
            'a'..='z' => Ok((Some(word(&c.to_ascii_uppercase().to_string())), 0)),
            _ => Err(unknown(c)),
        })
    },
    write: |clues| {
        runs_as(
            clues,
            |blanks| encode::digit(u32::from(blanks) - 1),
            10,
            |clue| {
                let Clue::Word(word) = clue else { return None };
                match word.as_bytes() {
                    b"o" => Some(".".into()),
                    [letter @ b'A'..=b'Z'] => Some(char::from(letter.to_ascii_lowercase()).into()),
                    _ => None,
                }
            },
        )
    },
};

/// White and black circles, in a genre that penpa does not draw.
pub(super) const TWO_COLOURS: Cells = Cells {
    read: |reader, count| {
        let circle = |kind: u32| [Clue::Blank, word("w"), word("b")][kind as usize].clone();
        Ok(reader.circles(count)?.into_iter().map(circle).collect())
    },
    write: |clues| {
        let kind = |clue: &Clue| [".", "w", "b"].iter().position(|token| *token == clue.token()).map(|k| k as u32);
        Some(encode::circles(&clues.iter().map(kind).collect::<Option<Vec<u32>>>()?))
    },
};

/// White, black and grey circles (`w`, `b`, `g`) as 1, 2 and a number that is unknown.
pub(super) const DRINKS: Cells = Cells {
    read: |reader, count| {
        let circle = |clue: Clue| match clue {
            Clue::Number(1) => Ok(word("w")),
            Clue::Number(2) => Ok(word("b")),
            Clue::Number(n) => Err(Problem::new(format!("a circle {n} in this link has no meaning"))),
            Clue::Any => Ok(word("g")),
            other => Ok(other),
        };
        reader.ten(count)?.into_iter().map(circle).collect()
    },
    write: |clues| {
        let number = |clue: &Clue| match clue.token().as_str() {
            "." => Some(Clue::Blank),
            "w" => Some(Clue::Number(1)),
            "b" => Some(Clue::Number(2)),
            "g" => Some(Clue::Any),
            _ => None,
        };
        encode::ten(&clues.iter().map(number).collect::<Option<Vec<Clue>>>()?)
    },
};

/// Squares and cells left out, and arrows across borders, as in Evolmino.
pub(super) const GROWTH: Own = Own {
    pictures: &[("mark", Spot::Cells), ("arrow", Spot::Halves)],
    read: |reader, frame| {
        let mark = |kind: u32| [Clue::Blank, word("#"), word("o")][kind as usize].clone();
        let marks = reader.circles(frame.cells())?.into_iter().map(mark).collect();
        Ok(vec![marks, ways::arrows(reader, frame)?])
    },
    write: |parts, frame| {
        let kind = |clue: &Clue| match clue {
            Clue::Blank => Some(0),
            Clue::Any => Some(1),
            clue => (*clue == word("o")).then_some(2),
        };
        let kinds = parts[0].iter().map(kind).collect::<Option<Vec<u32>>>()?;
        Some(encode::circles(&kinds) + &ways::write_arrows(&parts[1], frame))
    },
};

/// Arrows, `?` for an unknown one, and the goal `o`, as in Guide Arrow.
pub(super) const GUIDES: Own = Own {
    pictures: &[("mark", Spot::Cells)],
    read: |reader, frame| {
        let (col, row) = (reader.one_number()? as usize, reader.one_number()? as usize);
        let arrow = |clue: Clue| match clue {
            Clue::Number(n @ 1..=4) => Ok(word(WAYS[n as usize - 1])),
            Clue::Number(n) => Err(Problem::new(format!("an arrow {n} in this link has no meaning"))),
            other => Ok(other),
        };
        let mut marks = reader.four(frame.cells())?.into_iter().map(arrow).collect::<Read<Vec<Clue>>>()?;
        if !(1..=frame.cols).contains(&col) || !(1..=frame.rows).contains(&row) {
            return Err(Problem::new("the goal of this link lies outside the board"));
        }
        marks[(row - 1) * frame.cols + col - 1] = word("o");
        Ok(vec![marks])
    },
    write: |parts, frame| {
        let goal = parts[0].iter().position(|mark| *mark == word("o"))?;
        let number = |mark: &Clue| match mark {
            Clue::Word(name) if name == "o" => Some(Clue::Blank),
            Clue::Word(name) => Some(Clue::Number(WAYS.iter().position(|way| way == name)? as u32 + 1)),
            Clue::Number(_) => None,
            other => Some(other.clone()),
        };
        Some(
            encode::place(goal, frame.cols)?
                + &encode::four(&parts[0].iter().map(number).collect::<Option<Vec<Clue>>>()?)?,
        )
    },
};

/// Clues above and on the left as clues on all sides.
pub(super) fn above_and_left(clues: Vec<Clue>, frame: &Frame) -> Vec<Clue> {
    let (above, left) = clues.split_at(frame.cols);
    let blanks = |count: usize| vec![Clue::Blank; count];
    [above, &blanks(frame.cols), left, &blanks(frame.rows)].concat()
}

/// The clues above, then those on the left; `None` with clues on the other sides.
fn without_others(clues: &[Clue], frame: &Frame) -> Option<Vec<Clue>> {
    let (above, rest) = clues.split_at(frame.cols);
    let (below, rest) = rest.split_at(frame.cols);
    let (left, right) = rest.split_at(frame.rows);
    below.iter().chain(right).all(|clue| *clue == Clue::Blank).then(|| [above, left].concat())
}

/// A number for each line in base 32, as in Box.
pub(super) const PLACES: Own = Own {
    pictures: &[("sky", Spot::Sides)],
    read: |reader, frame| {
        let mut clues = vec![];
        while clues.len() < frame.cols + frame.rows {
            let digits = match reader.take()? {
                '-' => reader.digits(2, 32)?,
                c => c.to_digit(32).ok_or_else(|| unknown(c))?,
            };
            clues.push(Clue::Number(digits));
        }
        Ok(vec![above_and_left(clues, frame)])
    },
    write: |parts, frame| {
        let number = |clue: &Clue| match clue {
            Clue::Number(n @ 0..32) => Some(encode::digit(*n).to_string()),
            Clue::Number(n @ 32..1024) => Some(format!("-{}{}", encode::digit(n / 32), encode::digit(n % 32))),
            _ => None,
        };
        without_others(&parts[0], frame)?.iter().map(number).collect()
    },
};

/// Blank cells, then a number for each line, as in Tile Paint without clues inside the grid.
pub(super) const TILES: Own = Own {
    pictures: &[("sky", Spot::Sides)],
    read: |reader, frame| {
        reader.fill(frame.cells(), |_, c| match c {
            'g'..='z' => Ok((None, c as usize - 'f' as usize)),
            _ => Err(Problem::new("this Tile Paint has clues inside its grid, which sator can't read")),
        })?;
        let mut clues = vec![];
        while clues.len() < frame.cols + frame.rows && !reader.ends_before(frame.cols + frame.rows - clues.len()) {
            clues.push(match reader.take()? {
                '.' => Clue::Blank,
                '-' => Clue::Number(reader.digits(2, 16)?),
                c => Clue::Number(c.to_digit(16).ok_or_else(|| unknown(c))?),
            });
        }
        clues.resize(frame.cols + frame.rows, Clue::Blank);
        Ok(vec![above_and_left(clues, frame)])
    },
    write: |parts, frame| {
        let cells = encode::runs(&vec![Clue::Blank; frame.cells()], b'f', 20, |_| None)?;
        let number = |clue: &Clue| match clue {
            Clue::Blank => Some(".".to_string()),
            Clue::Number(n @ 0..16) => Some(format!("{n:x}")),
            Clue::Number(n @ 16..256) => Some(format!("-{n:02x}")),
            _ => None,
        };
        Some(cells + &without_others(&parts[0], frame)?.iter().map(number).collect::<Option<String>>()?)
    },
};

#[cfg(test)]
mod tests {
    use super::super::codec::Reader;
    use super::super::curves;
    use super::*;
    use proptest::prelude::*;

    const ROWS: usize = 4;
    const COLS: usize = 5;

    fn picture(count: usize, one: &'static str) -> impl Strategy<Value = Vec<Clue>> {
        let clue = |text: String| match text.parse() {
            Ok(n) => Clue::Number(n),
            Err(_) if text.is_empty() => Clue::Blank,
            // In an export both are clues without a number.
            Err(_) if text == "?" || text == "#" => Clue::Any,
            Err(_) => word(&text),
        };
        proptest::collection::vec(prop_oneof![3 => Just(String::new()), 2 => one].prop_map(clue), count)
    }

    fn tokens(clues: &[Clue]) -> Vec<String> {
        clues.iter().map(|clue| clue.token().replace('#', "?")).collect()
    }

    proptest! {
        #[test]
        fn clues_come_back(
            lettered in picture(40, "[A-Z]|o"),
            colours in picture(40, "w|b"),
            drinks in picture(40, "w|b|g"),
            curved in picture(40, "[1-9]|[12][0-9]{2}|[?]|x"),
            marks in picture(ROWS * COLS, "o|#"),
            guides in picture(ROWS * COLS - 1, "up|down|left|right|[?]"),
            sums in proptest::collection::vec(0u32..200, ROWS + COLS),
            tiles in picture(ROWS + COLS, "[0-9]|1[0-9]{2}"),
            on in proptest::collection::vec(0usize..4, 2 * ROWS * COLS - ROWS - COLS),
        ) {
            for (cells, clues) in [(&LETTERED, lettered), (&TWO_COLOURS, colours), (&DRINKS, drinks), (&curves::CURVED, curved)] {
                let text = (cells.write)(&clues).expect("writes");
                let read = (cells.read)(&mut Reader::new(&text), clues.len()).expect("reads");
                prop_assert_eq!(tokens(&read), tokens(&clues), "{}", text);
            }
            let frame = Frame { rows: ROWS, cols: COLS, flags: &[] };
            let mut arrows = vec![Clue::Blank; (2 * ROWS - 1) * (2 * COLS - 1)];
            for (k, (at, kind)) in frame.borders().into_iter().zip(on).enumerate() {
                let names = if k < ROWS * (COLS - 1) { ["left", "right"] } else { ["up", "down"] };
                if kind < 2 {
                    arrows[at] = word(names[kind]);
                }
            }
            let sums = above_and_left(sums.into_iter().map(Clue::Number).collect(), &frame);
            let tiles = above_and_left(tiles, &frame);
            let guides = [&[word("o")], &guides[..]].concat();
            for (own, parts) in [(&GROWTH, vec![marks, arrows]), (&GUIDES, vec![guides]), (&PLACES, vec![sums]), (&TILES, vec![tiles])] {
                let text = (own.write)(&parts, &frame).expect("writes");
                let read = (own.read)(&mut Reader::new(&text), &frame).expect("reads");
                prop_assert_eq!(tokens(&read.concat()), tokens(&parts.concat()), "{}", text);
            }
        }
    }
}
