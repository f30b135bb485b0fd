//! Encodings of balls and holes, poles, circles with numbers, and lists of lengths and directions in cells.

use super::cells::Cells;
use super::codec::{Clue, WAYS, unknown};
use super::encode::{self, runs, runs_as};
use super::own::{Own, Spot, word};

/// Numbers and holes (`H`), as in Herugolf.
pub(super) const BALLS: Cells = Cells {
    read: |reader, count| {
        reader.fill(count, |reader, c| match c {
            'h' => Ok((Some(word("H")), 0)),
            'i'..='z' => Ok((None, c as usize - 'h' as usize)),
            _ => Ok((Some(reader.hex(c)?.ok_or_else(|| unknown(c))?), 0)),
        })
    },
    write: |clues| {
        runs(clues, b'h', 18, |clue| match clue {
            Clue::Number(n @ 0..16) => Some(format!("{n:x}")),
            Clue::Number(n @ 16..256) => Some(format!("-{n:02x}")),
            Clue::Word(word) => (word == "H").then(|| "h".into()),
            _ => None,
        })
    },
};

/// Pluses (1) and minuses (2), if any are given.
pub(super) const POLES: Cells = Cells {
    read: |reader, count| {
        let pole = |kind: u32| if kind == 0 { Clue::Blank } else { Clue::Number(kind) };
        let kinds = if reader.is_done() { vec![0; count] } else { reader.circles(count)? };
        Ok(kinds.into_iter().map(pole).collect())
    },
    write: |clues| {
        let kind = |clue: &Clue| match clue {
            Clue::Blank => Some(0),
            Clue::Number(n @ 1..=2) => Some(*n),
            _ => None,
        };
        Some(encode::circles(&clues.iter().map(kind).collect::<Option<Vec<u32>>>()?))
    },
};

/// Lists of lengths from 1 to 9, `?` for any. A letter after a list counts from its cell on.
pub(super) const LENGTHS: Cells = Cells {
    read: |reader, count| {
        let mut clues = vec![];
        let mut after = false;
        while (clues.len() < count || after) && !reader.ends_before(0) {
            let c = reader.take()?;
            if let Some(digit) = c.to_digit(10) {
                let length = if digit == 0 { "?".to_string() } else { digit.to_string() };
                match clues.last_mut() {
                    Some(Clue::Word(list)) if after => *list += &format!(",{length}"),
                    _ => clues.push(Clue::Word(length)),
                }
                after = true;
            } else if ('k'..='z').contains(&c) {
                let blanks = c as usize - 'k' as usize + usize::from(!after);
                clues.extend(std::iter::repeat_n(Clue::Blank, blanks));
                after = false;
            } else {
                return Err(unknown(c));
            }
        }
        clues.resize(count, Clue::Blank);
        reader.slash();
        Ok(clues)
    },
    write: |clues| {
        let mut text = String::new();
        // The cells since the last list, which counts too.
        let mut gap = 0;
        for clue in clues {
            let code = match clue {
                Clue::Blank => String::new(),
                clue => clue.token().split(',').map(|part| if part == "?" { "0" } else { part }).collect(),
            };
            if !code.chars().all(|c| c.is_ascii_digit()) || clue.token().split(',').any(|part| part.len() != 1) {
                return None;
            }
            gap += usize::from(code.is_empty());
            if gap > 0 && !code.is_empty() || gap == 16 {
                text.push(encode::digit(19 + gap as u32));
                gap = 0;
            }
            if !code.is_empty() {
                text += &code;
                gap = 1;
            }
        }
        if gap > 1 {
            text.push(encode::digit(19 + gap as u32))
        } else {
            text.push('/')
        }
        Some(text)
    },
};

/// Lists of directions, as in Pentopia; `?` for none.
pub(super) const AIMS: Cells = Cells {
    read: |reader, count| {
        let list = |clue: Clue| match clue {
            Clue::Number(0) => Clue::Any,
            Clue::Number(n) => {
                let ways = WAYS.iter().enumerate().filter(|(k, _)| n >> k & 1 == 1).map(|(_, way)| *way);
                Clue::Word(ways.collect::<Vec<&str>>().join(","))
            }
            other => other,
        };
        Ok(reader.sixteen(count)?.into_iter().map(list).collect())
    },
    write: |clues| {
        let number = |clue: &Clue| match clue {
            Clue::Word(list) => {
                let bit = |way: &str| Some(1 << WAYS.iter().position(|known| *known == way)?);
                Some(Clue::Number(list.split(',').map(bit).sum::<Option<u32>>()?))
            }
            Clue::Number(_) => None,
            other => Some(other.clone()),
        };
        encode::sixteen(&clues.iter().map(number).collect::<Option<Vec<Clue>>>()?)
    },
};

/// Black circles, and white ones with a number or without, as in Martini.
pub(super) const COUNTED: Cells = Cells {
    read: |reader, count| Ok(reader.sixteen(count)?.into_iter().map(circle_of).collect()),
    write: |clues| {
        let number = |clue: &Clue| match clue {
            Clue::Word(word) if word == "b" => Some(Clue::Number(0)),
            Clue::Word(word) if word == "w" => Some(Clue::Any),
            Clue::Blank | Clue::Number(1..) => Some(clue.clone()),
            _ => None,
        };
        encode::sixteen(&clues.iter().map(number).collect::<Option<Vec<Clue>>>()?)
    },
};

/// The circle that a number of pzpr is: 0 is black, any other number stands in a white one.
pub(super) fn circle_of(clue: Clue) -> Clue {
    match clue {
        Clue::Number(0) => word("b"),
        Clue::Any => word("w"),
        clue => clue,
    }
}

/// Numbers from 0 to 4 in cells left out, as in School Trip: blanks are the digits and small letters from 6 on.
pub(super) const PILLOWS: Cells = Cells {
    read: |reader, count| {
        reader.fill(count, |_, c| match c.to_digit(36).filter(|_| !c.is_ascii_uppercase()) {
            Some(n @ 0..=4) => Ok((Some(Clue::Number(n)), 0)),
            Some(5) => Ok((Some(Clue::Any), 0)),
            Some(n) => Ok((None, n as usize - 5)),
            None => Err(unknown(c)),
        })
    },
    write: |clues| {
        runs_as(
            clues,
            |blanks| encode::digit(u32::from(blanks) + 5),
            30,
            |clue| match clue {
                Clue::Number(n @ 0..=4) => Some(n.to_string()),
                Clue::Any => Some("5".into()),
                _ => None,
            },
        )
    },
};

/// Holes, circles in cells, and numbers, each a whole or a fraction: two places a cell. The second one is a point behind circles
/// and behind the 0 of a hole, and else the denominator.
pub(super) const FRACTIONS: Own = Own {
    pictures: &[("hole", Spot::Holes), ("circle", Spot::Cells), ("number", Spot::Cells)],
    read: |reader, frame| {
        let mut parts = vec![vec![Clue::Blank; frame.cells()]; 3];
        for (at, pair) in reader.sixteen(2 * frame.cells())?.chunks(2).enumerate() {
            let (picture, clue) = match (&pair[0], &pair[1]) {
                (Clue::Blank, _) | (Clue::Any, Clue::Any) => continue,
                (Clue::Number(0), Clue::Any) => (0, word("#")),
                (circles, Clue::Any) => (1, circles.clone()),
                (Clue::Number(above), Clue::Number(below)) => (2, word(&format!("{above},{below}"))),
                (above, _) => (2, above.clone()),
            };
            parts[picture][at] = clue;
        }
        Ok(parts)
    },
    write: |parts, frame| {
        let pair = |at: usize| match (&parts[0][at], &parts[1][at], &parts[2][at]) {
            (Clue::Blank, Clue::Blank, Clue::Word(fraction)) => {
                let (above, below) = fraction.split_once(',')?;
                Some([Clue::Number(above.parse().ok()?), Clue::Number(below.parse().ok()?)])
            }
            (Clue::Blank, Clue::Blank, number) => Some([number.clone(), Clue::Blank]),
            (Clue::Blank, circles @ Clue::Number(1..=9), Clue::Blank) => Some([circles.clone(), Clue::Any]),
            (_, Clue::Blank, Clue::Blank) => Some([Clue::Number(0), Clue::Any]),
            _ => None,
        };
        encode::sixteen(&(0..frame.cells()).map(pair).collect::<Option<Vec<_>>>()?.concat())
    },
};
