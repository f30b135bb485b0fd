//! Encodings of parts that fill several pictures. Each is a pair of functions, as in [`super::cells`].

use super::codec::{Clue, Read, Reader, WAYS, unknown};
use super::encode::{self, runs};
use crate::Problem;

/// The place of a picture's clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// In cells.
    Cells,
    /// In cells that are holes of the grid.
    Holes,
    /// At the corners of cells.
    Corners,
    /// On the centres of cells, borders and corners.
    Halves,
    /// Around the grid: at the top, bottom, left and right.
    Sides,
    /// Labels of regions in all cells.
    Regions,
}

impl Spot {
    /// The number of places in a link of this size.
    pub(super) fn count(self, frame: &Frame) -> usize {
        match self {
            Spot::Cells | Spot::Holes | Spot::Regions => frame.cells(),
            Spot::Corners => (frame.rows + 1) * (frame.cols + 1),
            Spot::Halves => (2 * frame.rows - 1) * (2 * frame.cols - 1),
            Spot::Sides => frame.sides(),
        }
    }
}

/// The size and the flags of a link.
pub(super) struct Frame<'a> {
    pub rows: usize,
    pub cols: usize,
    pub flags: &'a [&'a str],
}

impl Frame<'_> {
    pub(super) fn cells(&self) -> usize {
        self.rows * self.cols
    }

    pub(super) fn sides(&self) -> usize {
        2 * (self.rows + self.cols)
    }

    /// The parts of a list of clues around the grid.
    pub(super) fn by_side<'a>(&self, clues: &'a [String]) -> [(&'static str, &'a [String]); 4] {
        let (top, rest) = clues.split_at(self.cols);
        let (bottom, rest) = rest.split_at(self.cols);
        let (left, right) = rest.split_at(self.rows);
        [("top", top), ("bottom", bottom), ("left", left), ("right", right)]
    }

    /// The places of the borders between cells in a picture of halves: those beside cells first.
    pub(super) fn borders(&self) -> Vec<usize> {
        let wide = 2 * self.cols - 1;
        let beside = (0..self.rows).flat_map(|r| (1..self.cols).map(move |c| 2 * r * wide + 2 * c - 1));
        beside.chain((1..self.rows).flat_map(|r| (0..self.cols).map(move |c| (2 * r - 1) * wide + 2 * c))).collect()
    }
}

/// An encoding of several pictures.
#[derive(Debug)]
pub struct Own {
    /// The names of the pictures and the places of their clues.
    pub(crate) pictures: &'static [(&'static str, Spot)],
    /// Reads the clues of each picture.
    pub(super) read: fn(&mut Reader, &Frame) -> Read<Vec<Vec<Clue>>>,
    /// Writes the clues of all pictures; `None` if the format can't represent one.
    pub(super) write: fn(&[Vec<Clue>], &Frame) -> Option<String>,
}

impl Own {
    /// Writes the clues of all pictures, which stand in one list.
    pub(super) fn write_list(&self, mut clues: &[Clue], frame: &Frame) -> Option<String> {
        let mut parts = vec![];
        for (_, spot) in self.pictures {
            let (part, rest) = clues.split_at_checked(spot.count(frame))?;
            parts.push(part.to_vec());
            clues = rest;
        }
        (self.write)(&parts, frame)
    }
}

pub(super) fn word(text: &str) -> Clue {
    Clue::Word(text.into())
}

/// Clues as two pictures: those for which `first` holds, and the others.
pub(super) fn split(clues: Vec<Clue>, first: fn(&Clue) -> bool) -> Vec<Vec<Clue>> {
    let only = |wanted: bool| clues.iter().map(|c| if first(c) == wanted { c.clone() } else { Clue::Blank }).collect();
    vec![only(true), only(false)]
}

/// Clues of two pictures, of which a cell has one at most.
pub(super) fn joined(one: &[Clue], two: &[Clue]) -> Option<Vec<(bool, Clue)>> {
    let pair = |(a, b): (&Clue, &Clue)| match (a, b) {
        (a, Clue::Blank) => Some((true, a.clone())),
        (Clue::Blank, b) => Some((false, b.clone())),
        _ => None,
    };
    one.iter().zip(two).map(pair).collect()
}

/// Numbers, fish (`f`) and obstacles in cells and around the grid, as in Anglers.
pub(super) const ANGLERS: Own = Own {
    pictures: &[("rock", Spot::Holes), ("mark", Spot::Cells), ("angler", Spot::Sides)],
    read: |reader, frame| {
        let mut clues = reader.sixteen(frame.cells() + frame.sides())?;
        let sides = clues.split_off(frame.cells());
        let mark = |clue: Clue| match clue {
            Clue::Number(0) => word("#"),
            Clue::Number(1) => word("f"),
            Clue::Number(n) => Clue::Number(n - 1),
            other => other,
        };
        let number = |clue: Clue| match clue {
            Clue::Number(0 | 1) => Err(Problem::new("a fish or an obstacle of this link lies outside the grid")),
            clue => Ok(mark(clue)),
        };
        let mut parts = split(clues.into_iter().map(mark).collect(), |clue| *clue == word("#"));
        parts.push(sides.into_iter().map(number).collect::<Read<Vec<Clue>>>()?);
        Ok(parts)
    },
    write: |parts, _| {
        let code = |(rock, clue): (bool, Clue)| match clue {
            Clue::Blank => Some(Clue::Blank),
            _ if rock => Some(Clue::Number(0)),
            Clue::Word(word) => (word == "f").then_some(Clue::Number(1)),
            Clue::Number(n) => Some(Clue::Number(n + 1)),
            Clue::Any => Some(Clue::Any),
        };
        let cells = joined(&parts[0], &parts[1])?.into_iter().map(code);
        let sides = parts[2].iter().map(|clue| code((false, clue.clone())));
        encode::sixteen(&cells.chain(sides).collect::<Option<Vec<Clue>>>()?)
    },
};

/// Numbers from 1 on, and black cells with or without an arrow, as in Makaro.
pub(super) const MAKARO: Own = Own {
    pictures: &[("arrow", Spot::Cells), ("givens", Spot::Cells)],
    read: |reader, frame| {
        let clues = reader.fill(frame.cells(), |reader, c| match c {
            '0'..='9' => Ok((c.to_digit(10).map(|n| Clue::Number(n + 1)), 0)),
            '-' => Ok((Some(Clue::Number(reader.digits(2, 10)? + 1)), 0)),
            'a' => Ok((Some(word("#")), 0)),
            'b'..='e' => Ok((Some(word(WAYS[c as usize - 'b' as usize])), 0)),
            'g'..='z' => Ok((None, c as usize - 'f' as usize)),
            _ => Err(unknown(c)),
        })?;
        Ok(split(clues, |clue| matches!(clue, Clue::Word(_))))
    },
    write: |parts, _| {
        let clues: Vec<Clue> = joined(&parts[0], &parts[1])?.into_iter().map(|(_, clue)| clue).collect();
        runs(&clues, b'f', 20, |clue| match clue {
            Clue::Any => Some("a".into()),
            Clue::Number(n @ 1..=10) => Some((n - 1).to_string()),
            Clue::Number(n @ 11..=99) => Some(format!("-{:02}", n - 1)),
            Clue::Word(word) => Some(char::from(b'b' + WAYS.iter().position(|way| way == word)? as u8).into()),
            _ => None,
        })
    },
};

/// Two numbers for each line, for its minuses and pluses: those of columns, then those of rows. Pluses stand at the top
/// and on the left, minuses on the other sides.
pub(super) const MAGNETS: Own = Own {
    pictures: &[("pole", Spot::Sides)],
    read: |reader, frame| {
        let clues = reader.sixteen(frame.sides())?;
        let (columns, rows) = clues.split_at(2 * frame.cols);
        let every = |clues: &[Clue], from: usize| clues.iter().skip(from).step_by(2).cloned().collect::<Vec<Clue>>();
        Ok(vec![[every(columns, 1), every(columns, 0), every(rows, 1), every(rows, 0)].concat()])
    },
    write: |parts, frame| {
        let (columns, rows) = parts[0].split_at(2 * frame.cols);
        let both = |clues: &[Clue]| -> Vec<Clue> {
            let (plus, minus) = clues.split_at(clues.len() / 2);
            minus.iter().zip(plus).flat_map(|(minus, plus)| [minus.clone(), plus.clone()]).collect()
        };
        encode::sixteen(&[both(columns), both(rows)].concat())
    },
};

/// Signs and differences between cells: those beside cells, then those below them, as in Minarism.
pub(super) const DIFFERENCES: Own = Own {
    pictures: &[("beside", Spot::Cells), ("below", Spot::Cells)],
    read: |reader, Frame { rows, cols, .. }| {
        let beside = rows * (cols - 1);
        let signs = reader.fill(beside + (rows - 1) * cols, |reader, c| match c {
            'g' => Ok((Some(word("<")), 0)),
            'h' => Ok((Some(word(">")), 0)),
            'i'..='z' => Ok((None, c as usize - 'h' as usize)),
            _ => Ok((Some(reader.hex(c)?.ok_or_else(|| unknown(c))?), 0)),
        })?;
        let upright = |clue: &Clue| match clue {
            Clue::Word(sign) if sign == "<" => word("^"),
            Clue::Word(_) => word("v"),
            clue => clue.clone(),
        };
        let (level, below) = signs.split_at(beside);
        let row = |row: usize| [&level[row * (cols - 1)..(row + 1) * (cols - 1)], &[Clue::Blank]].concat();
        let below = below.iter().map(upright).chain(std::iter::repeat_n(Clue::Blank, *cols));
        Ok(vec![(0..*rows).flat_map(row).collect(), below.collect()])
    },
    write: |parts, Frame { rows, cols, .. }| {
        let beside = parts[0].chunks(*cols).flat_map(|row| &row[..cols - 1]);
        let clues: Vec<Clue> = beside.chain(&parts[1][..(rows - 1) * cols]).cloned().collect();
        runs(&clues, b'h', 18, |clue| match clue {
            Clue::Any => Some(".".into()),
            Clue::Number(n @ 0..16) => Some(format!("{n:x}")),
            Clue::Number(n @ 16..256) => Some(format!("-{n:02x}")),
            Clue::Word(sign) if sign == "<" || sign == "^" => Some("g".into()),
            Clue::Word(sign) if sign == ">" || sign == "v" => Some("h".into()),
            _ => None,
        })
    },
};

/// Black cells, with numbers or without, and numbers in other cells, as in Tatebo-Yokobo.
pub(super) const BARS: Own = Own {
    pictures: &[("black", Spot::Cells), ("number", Spot::Cells)],
    read: |reader, frame| {
        let mut black = vec![false; frame.cells()];
        let mut at = 0;
        let clues = reader.fill(frame.cells(), |reader, c| {
            let (clue, blanks) = match c {
                'x' => (Some(word("#")), 0),
                'o'..='s' => (Some(Clue::Number(c as u32 - 'o' as u32)), 0),
                'n' => (None, 1),
                'i' => (None, reader.digits(1, 16)? as usize),
                _ => (Some(reader.hex(c)?.ok_or_else(|| unknown(c))?), 0),
            };
            if let Some(mark) = black.get_mut(at) {
                *mark = matches!(c, 'x' | 'o'..='s');
            }
            at += blanks + usize::from(clue.is_some());
            Ok((clue, blanks))
        })?;
        let only = |wanted: bool| {
            let clues = clues.iter().zip(&black);
            clues.map(|(clue, black)| if *black == wanted { clue.clone() } else { Clue::Blank }).collect()
        };
        Ok(vec![only(true), only(false)])
    },
    write: |parts, _| {
        let cells = joined(&parts[0], &parts[1])?;
        let mut text = String::new();
        let stretches = cells.chunk_by(|(_, a), (_, b)| *a == Clue::Blank && *b == Clue::Blank);
        for stretch in stretches.flat_map(|stretch| stretch.chunks(15)) {
            text += &match stretch {
                [(_, Clue::Blank)] => "n".to_string(),
                [(_, Clue::Blank), ..] => format!("i{:x}", stretch.len()),
                [(true, Clue::Any)] => "x".into(),
                [(true, Clue::Number(n @ 0..=4))] => char::from(b'o' + *n as u8).to_string(),
                [(false, Clue::Any)] => ".".into(),
                [(false, Clue::Number(n @ 0..16))] => format!("{n:x}"),
                [(false, Clue::Number(n @ 16..256))] => format!("-{n:02x}"),
                _ => return None,
            };
        }
        Some(text)
    },
};

/// Pots with or without a number, and circles with a number, as in Yosenabe.
pub(super) const POTS: Own = Own {
    pictures: &[("pot", Spot::Cells), ("circle", Spot::Cells)],
    read: |reader, frame| {
        let grey = reader.flags(frame.cells())?;
        let mut numbered = vec![];
        let clues = reader.fill(frame.cells(), |reader, c| {
            let (of_pot, clue, blanks) = match c {
                'i' => (true, Some(Clue::Number(reader.digits(1, 16)?)), 0),
                'g' => (true, Some(Clue::Number(reader.digits(2, 16)?)), 0),
                'h' => (true, Some(Clue::Any), 0),
                'j'..='z' => (false, None, c as usize - 'i' as usize),
                _ => (false, Some(reader.hex(c)?.ok_or_else(|| unknown(c))?), 0),
            };
            numbered.resize(numbered.len() + blanks + usize::from(clue.is_some()), of_pot);
            Ok((clue, blanks))
        })?;
        numbered.resize(frame.cells(), false);
        let pot = |at: usize| match (&clues[at], numbered[at]) {
            (Clue::Number(n), true) if grey[at] => Ok(Clue::Number(*n)),
            (Clue::Number(_), true) => Err(Problem::new("a number of a pot in this link lies outside the pots")),
            _ => Ok(if grey[at] { word("#") } else { Clue::Blank }),
        };
        let circle = |at: usize| if numbered[at] { Clue::Blank } else { clues[at].clone() };
        Ok(vec![(0..frame.cells()).map(pot).collect::<Read<Vec<Clue>>>()?, (0..frame.cells()).map(circle).collect()])
    },
    write: |parts, _| {
        let grey: Vec<bool> = parts[0].iter().map(|pot| *pot != Clue::Blank).collect();
        // A mark of a pot without a number is no clue.
        let total = |pot: &Clue| if matches!(pot, Clue::Number(_)) { pot.clone() } else { Clue::Blank };
        let totals: Vec<Clue> = parts[0].iter().map(total).collect();
        let clues = joined(&totals, &parts[1])?.into_iter().map(|(of_pot, clue)| match clue {
            Clue::Blank => Some(Clue::Blank),
            Clue::Number(n @ 0..16) => Some(Clue::Word(format!("{}{n:x}", if of_pot { "i" } else { "" }))),
            Clue::Number(n @ 16..256) => Some(Clue::Word(format!("{}{n:02x}", if of_pot { "g" } else { "-" }))),
            _ => None,
        });
        let clues = clues.collect::<Option<Vec<Clue>>>()?;
        Some(encode::flags(&grey) + &runs(&clues, b'i', 17, |clue| Some(clue.token()))?)
    },
};

#[cfg(test)]
mod tests {
    use super::super::lists::{AIMS, BALLS, COUNTED, LENGTHS, PILLOWS, POLES};
    use super::super::ways::{GATES, ICEBARN, SLALOM};
    use super::*;
    use proptest::prelude::*;

    const ROWS: usize = 4;
    const COLS: usize = 5;

    fn clue(text: &str) -> Clue {
        match text.parse() {
            Ok(n) => Clue::Number(n),
            Err(_) if text.is_empty() => Clue::Blank,
            // In an export both are clues without a number.
            Err(_) if text == "?" || text == "#" => Clue::Any,
            Err(_) => word(text),
        }
    }

    /// A picture of `count` places, with clues of this pattern and blanks.
    fn picture(count: usize, one: &'static str) -> impl Strategy<Value = Vec<Clue>> {
        let clues = prop_oneof![3 => Just(String::new()), 2 => one].prop_map(|text| clue(&text));
        proptest::collection::vec(clues, count)
    }

    /// One picture as two: a cell has a clue in one of them at most.
    fn parted(one: &'static str, two: &'static str) -> impl Strategy<Value = Vec<Vec<Clue>>> {
        (picture(ROWS * COLS, one), picture(ROWS * COLS, two)).prop_map(|(one, two)| {
            let two = one.iter().zip(two).map(|(a, b)| if *a == Clue::Blank { b } else { Clue::Blank }).collect();
            vec![one, two]
        })
    }

    fn tokens(parts: &[Vec<Clue>]) -> Vec<String> {
        parts.iter().flatten().map(|clue| clue.token().replace('#', "?")).collect()
    }

    fn comes_back(own: &Own, parts: &[Vec<Clue>], flags: &[&str]) {
        let frame = Frame { rows: ROWS, cols: COLS, flags };
        let text = (own.write)(parts, &frame).expect("writes");
        let read = (own.read)(&mut Reader::new(&text), &frame).expect("reads");
        assert_eq!(tokens(&read), tokens(parts), "{text}");
    }

    proptest! {
        #[test]
        fn pictures_come_back(
            anglers in parted("#", "f|[?]|[1-9]|[12][0-9]"),
            sides in picture(2 * (ROWS + COLS), "[?]|[1-9]|[12][0-9]"),
            poles in picture(2 * (ROWS + COLS), "[0-9]"),
            makaro in parted("#|up|down|left|right", "[1-9]|[1-9][0-9]"),
            bars in parted("#|[0-4]", "[?]|[1-9]|[12][0-9]"),
            pots in parted("[0-9]|1[0-9]", "[0-9]|1[0-9]"),
            beside in picture(ROWS * (COLS - 1), "<|>|[?]|[1-9]|[12][0-9]"),
            below in picture((ROWS - 1) * COLS, "\\^|v|[?]|[1-9]"),
        ) {
            comes_back(&ANGLERS, &[anglers[0].clone(), anglers[1].clone(), sides], &[]);
            comes_back(&MAGNETS, &[poles], &[]);
            comes_back(&MAKARO, &makaro, &[]);
            comes_back(&BARS, &bars, &[]);
            comes_back(&POTS, &pots, &[]);
            let beside = beside.chunks(COLS - 1).flat_map(|row| [row, &[Clue::Blank]].concat()).collect();
            let below = [below, vec![Clue::Blank; COLS]].concat();
            comes_back(&DIFFERENCES, &[beside, below], &[]);
        }

        #[test]
        fn ways_come_back(
            mut marks in picture(ROWS * COLS, "#|v|h|[1-9]|1[0-9]|[1-9],(up|down|left|right)|2[0-9],up"),
            ice in picture(ROWS * COLS, "#"),
            beside in picture(ROWS * (COLS - 1), "left|right"),
            below in picture((ROWS - 1) * COLS, "up|down"),
            ends in (0..2 * (ROWS + COLS), 1..2 * (ROWS + COLS)),
            start in 0..ROWS * COLS,
        ) {
            marks[start] = word("o");
            comes_back(&SLALOM, &[marks], &["d"]);
            let mut gates = vec![Clue::Blank; 2 * (ROWS + COLS)];
            gates[ends.0] = word("in");
            gates[(ends.0 + ends.1) % (2 * (ROWS + COLS))] = word("out");
            let frame = Frame { rows: ROWS, cols: COLS, flags: &[] };
            let mut arrows = vec![Clue::Blank; (2 * ROWS - 1) * (2 * COLS - 1)];
            for (at, arrow) in frame.borders().into_iter().zip(beside.into_iter().chain(below)) {
                arrows[at] = arrow;
            }
            comes_back(&ICEBARN, &[ice, arrows, gates.clone()], &[]);
            comes_back(&GATES, &[gates], &[]);
        }

        #[test]
        fn lists_come_back(
            balls in picture(30, "H|[1-9]|1[0-9]{2}"),
            poles in picture(30, "[12]"),
            lengths in picture(70, "[1-9]|[1-9?](,[1-9?]){1,3}"),
            aims in picture(30, "[?]|up|down,left|up,down,left,right|right"),
            counted in picture(30, "b|w|[1-9]"),
            pillows in picture(70, "[?]|[0-4]"),
        ) {
            let worded = lengths.iter().map(|clue| if *clue == Clue::Blank { Clue::Blank } else { word(&clue.token()) });
            for (cells, clues) in [(&BALLS, balls), (&POLES, poles), (&LENGTHS, worded.collect()), (&AIMS, aims), (&COUNTED, counted), (&PILLOWS, pillows)] {
                let text = (cells.write)(&clues).expect("writes");
                let read = (cells.read)(&mut Reader::new(&text), clues.len()).expect("reads");
                prop_assert_eq!(tokens(&[read]), tokens(&[clues]), "{}", text);
            }
        }
    }

    /// Without the flags a link has the numbers of the gates, each of which belongs to a black cell at its end.
    #[test]
    fn gates_give_their_numbers_to_black_cells() {
        let frame = Frame { rows: 2, cols: 4, flags: &[] };
        // # h h # above . v v ., and the number 2 of the first gate.
        let read = (SLALOM.read)(&mut Reader::new("133142242/4"), &frame).map(|parts| tokens(&parts));
        assert_eq!(read.expect("reads"), ["2,right", "h", "h", "?", "o", "v", "v", "."]);
        let numbered = (SLALOM.read)(&mut Reader::new("133142241g3/4"), &frame);
        assert!(numbered.is_err_and(|problem| problem.message.contains("no black end")));
    }
}
