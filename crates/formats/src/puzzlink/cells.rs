//! Encodings of the clues in cells that belong to one genre. Each is a pair of functions: a reader and a writer.

use super::codec::{Clue, Read, Reader, WAYS, unknown};
use super::encode::{self, runs, runs_as};
use crate::Problem;

/// An encoding of clues in cells.
#[derive(Debug)]
pub struct Cells {
    /// Reads this many cells.
    pub(super) read: fn(&mut Reader, usize) -> Read<Vec<Clue>>,
    /// Writes the clues of all cells; `None` if the format can't represent one.
    pub(super) write: fn(&[Clue]) -> Option<String>,
}

impl Cells {
    /// Whether the format can represent a clue.
    pub fn has(&self, clue: &Clue) -> bool {
        let clues = std::slice::from_ref(clue);
        (self.write)(clues).is_some_and(|text| (self.read)(&mut Reader::new(&text), 1).is_ok_and(|read| read == clues))
    }
}

/// Numbers in hex, in a genre that penpa does not draw.
pub(super) const NUMBERS: Cells = Cells { read: |reader, count| reader.sixteen(count), write: encode::sixteen };

/// A number, or `?`, and a direction: `2,up`.
pub(super) const DIRECTED: Cells = Cells {
    read: |reader, count| {
        read_arrows(reader, count, |number, way| {
            let way = way.ok_or_else(|| Problem::new("a clue of this link has no direction"))?;
            Ok(Clue::Word(format!("{},{way}", number.token())))
        })
    },
    write: |clues| write_arrows(clues, |clue| matches!(clue, Clue::Word(_))),
};

/// Reads clues of a number, or `?`, and a direction or none.
pub(super) fn read_arrows(
    reader: &mut Reader,
    count: usize,
    clue: fn(Clue, Option<&'static str>) -> Read<Clue>,
) -> Read<Vec<Clue>> {
    reader.fill(count, |reader, c| {
        if c.is_ascii_lowercase() {
            return Ok((None, c as usize - 'a' as usize + 1));
        }
        let (direction, number) = reader.arrow(c)?.ok_or_else(|| unknown(c))?;
        let way = (direction as usize).checked_sub(1).and_then(|at| WAYS.get(at));
        Ok((Some(clue(number, way.copied())?), 0))
    })
}

/// Writes clues of a number, or `?`, and a direction or none; `None` if one is not accepted.
fn write_arrows(clues: &[Clue], accepts: fn(&Clue) -> bool) -> Option<String> {
    runs(clues, b'a' - 1, 26, |clue| {
        let token = clue.token();
        let (number, way) = match clue {
            Clue::Word(word) => word.split_once(',')?,
            _ => (&*token, ""),
        };
        accepts(clue).then(|| encode::arrow(way, number))?
    })
}

/// A number or a `?` at a corner, or the direction of an end, as in Sashigane.
pub(super) const BENDS: Cells = Cells {
    read: |reader, count| reader.pencils(count),
    write: |clues| {
        runs(clues, b'j', 16, |clue| match clue {
            Clue::Any => Some(".".into()),
            Clue::Number(n @ 0..16) => Some(format!("{n:x}")),
            Clue::Number(n @ 16..256) => Some(format!("-{n:02x}")),
            Clue::Word(word) => Some(char::from(b'g' + WAYS.iter().position(|way| way == word)? as u8).to_string()),
            _ => None,
        })
    },
};

/// A `?` at a corner, or the direction of an end, as in L-route.
pub(super) const CORNERS: Cells = Cells {
    read: |reader, count| {
        let word = |clue: Clue| match clue {
            Clue::Number(5) => Ok(Clue::Any),
            Clue::Number(n @ 1..=4) => Ok(Clue::Word(WAYS[n as usize - 1].into())),
            Clue::Blank => Ok(Clue::Blank),
            clue => Err(Problem::new(format!("a sign {} in this link has no meaning", clue.token()))),
        };
        reader.sixteen(count)?.into_iter().map(word).collect()
    },
    write: |clues| {
        let number = |clue: &Clue| match clue {
            Clue::Blank => Some(Clue::Blank),
            Clue::Any => Some(Clue::Number(5)),
            Clue::Word(word) => Some(Clue::Number(WAYS.iter().position(|way| way == word)? as u32 + 1)),
            Clue::Number(_) => None,
        };
        encode::sixteen(&clues.iter().map(number).collect::<Option<Vec<Clue>>>()?)
    },
};

/// The number of a colour, alone or with a direction.
pub(super) const SIGHTS: Cells = Cells {
    read: |reader, count| {
        read_arrows(reader, count, |number, way| {
            Ok(match (number, way) {
                (Clue::Number(n), Some(way)) => Clue::Word(format!("{n},{way}")),
                (number, _) => number,
            })
        })
    },
    write: |clues| write_arrows(clues, |clue| *clue != Clue::Blank),
};

/// The ends S and G of a way, circles and triangles.
pub(super) const MAZE: Cells = Cells {
    read: |reader, count| {
        read_four(reader, count, |c| {
            let at = c.to_digit(10)?.checked_sub(1)?;
            Some(Clue::Word(MARKS.get(at as usize).copied()?.into()))
        })
    },
    write: |clues| {
        write_four(clues, |clue| {
            let Clue::Word(word) = clue else { return None };
            Some((MARKS.iter().position(|mark| mark == word)? + 1).to_string())
        })
    },
};

const MARKS: [&str; 4] = ["S", "G", "o", "t"];

/// Clues of one character, the digits 1 to 4 for most; the digits and small letters after them are blanks, 1 to 31.
fn read_four(reader: &mut Reader, count: usize, clue: fn(char) -> Option<Clue>) -> Read<Vec<Clue>> {
    reader.fill(count, |_, c| match clue(c) {
        Some(clue) => Ok((Some(clue), 0)),
        None => match c.to_digit(36).filter(|_| !c.is_ascii_uppercase()) {
            Some(n @ 5..) => Ok((None, n as usize - 4)),
            _ => Err(unknown(c)),
        },
    })
}

/// Writes what [`read_four`] reads.
fn write_four(clues: &[Clue], clue: fn(&Clue) -> Option<String>) -> Option<String> {
    runs_as(clues, |blanks| encode::digit(u32::from(blanks) + 4), 31, clue)
}

/// Cells with a mark, by the number of blanks before each.
pub(super) const GAPS: Cells = Cells {
    read: |reader, count| {
        let mark = |on: bool| if on { Clue::Word("#".into()) } else { Clue::Blank };
        Ok(reader.gaps(count)?.into_iter().map(mark).collect())
    },
    write: |clues| Some(encode::gaps(&clues.iter().map(|clue| *clue != Clue::Blank).collect::<Vec<bool>>())),
};

/// One to four numbers, 0 for an unknown one, as in Tapa-Like Loop: lists of a length share a base and a mark before.
pub(super) const VISITS: Cells = Cells {
    read: |reader, count| {
        reader.fill(count, |reader, c| {
            let (size, base, code) = match c {
                '0'..='8' => return Ok((c.to_digit(10).map(Clue::Number), 0)),
                '.' => return Ok((Some(Clue::Any), 0)),
                'g'..='z' => return Ok((None, c as usize - 'f' as usize)),
                'a'..='f' => (2, 8, c.to_digit(36).unwrap_or(0) * 36 + reader.digits(1, 36)? - 360),
                '+' | '-' => {
                    let code = reader.digits(2, 36)?.checked_sub(36).ok_or_else(|| unknown(c))?;
                    if c == '+' { (3, 7, code) } else { (4, 6, code) }
                }
                _ => return Err(unknown(c)),
            };
            let number = |k: u32| code / u32::pow(base, size - 1 - k) % base;
            let token = |n: u32| if n == 0 { "?".to_string() } else { n.to_string() };
            Ok((Some(Clue::Word((0..size).map(|k| token(number(k))).collect::<Vec<_>>().join(","))), 0))
        })
    },
    write: |clues| {
        runs(clues, b'f', 20, |clue| match clue {
            Clue::Any => Some(".".into()),
            Clue::Number(n @ 0..=8) => Some(n.to_string()),
            Clue::Word(word) => {
                let number =
                    |part: &str| if part == "?" { Some(0) } else { part.parse::<u32>().ok().filter(|n| *n > 0) };
                let numbers = word.split(',').map(number).collect::<Option<Vec<u32>>>()?;
                let (mark, base, more) = match numbers.len() {
                    2 => ("", 8, 360),
                    3 => ("+", 7, 36),
                    4 => ("-", 6, 36),
                    _ => return None,
                };
                let code = numbers.iter().try_fold(0, |sum, n| (*n < base).then_some(sum * base + n))? + more;
                (code < 36 * 36).then(|| format!("{mark}{}{}", encode::digit(code / 36), encode::digit(code % 36)))
            }
            _ => None,
        })
    },
};

/// Numbers 0 to 4, sheep and wolves.
pub(super) const ANIMALS: Cells = Cells {
    read: |reader, count| {
        let word = |clue: Clue| match clue {
            Clue::Number(5) => Clue::Word("s".into()),
            Clue::Number(6) => Clue::Word("w".into()),
            other => other,
        };
        Ok(reader.ten(count)?.into_iter().map(word).collect())
    },
    write: |clues| {
        let number = |clue: &Clue| match clue {
            Clue::Word(word) if word == "s" => Some(Clue::Number(5)),
            Clue::Word(word) if word == "w" => Some(Clue::Number(6)),
            Clue::Word(_) => None,
            other => Some(other.clone()),
        };
        encode::ten(&clues.iter().map(number).collect::<Option<Vec<Clue>>>()?)
    },
};

/// Four numbers of a compass, for up, down, left and right; `.` for none.
pub(super) const COMPASSES: Cells = Cells {
    read: |reader, count| {
        reader.fill(count, |reader, c| {
            if ('g'..='z').contains(&c) {
                return Ok((None, c as usize - 'f' as usize));
            }
            let mut numbers = vec![];
            for k in 0..4 {
                let c = if k == 0 { c } else { reader.take()? };
                numbers.push(match reader.hex(c)?.ok_or_else(|| unknown(c))? {
                    Clue::Number(n) => n.to_string(),
                    _ => ".".into(),
                });
            }
            Ok((Some(Clue::Word(numbers.join(","))), 0))
        })
    },
    write: |clues| {
        runs(clues, b'f', 20, |clue| {
            let Clue::Word(word) = clue else { return None };
            let number = |part: &str| match part {
                "." => Some(".".to_string()),
                part => encode::one_number(part.parse().ok()?),
            };
            let numbers = word.split(',').map(number).collect::<Option<Vec<String>>>()?;
            (numbers.len() == 4).then(|| numbers.concat())
        })
    },
};

/// Arrows and goals, as in Roma.
pub(super) const GOALS: Cells = Cells {
    read: |reader, count| {
        let word = |clue: Clue| match clue {
            Clue::Number(n @ 1..=4) => Ok(Clue::Word(WAYS[n as usize - 1].into())),
            Clue::Number(5) => Ok(Clue::Word("o".into())),
            Clue::Number(n) => Err(Problem::new(format!("a sign {n} in this link has no meaning"))),
            other => Ok(other),
        };
        reader.ten(count)?.into_iter().map(word).collect()
    },
    write: |clues| {
        let number = |clue: &Clue| match clue {
            Clue::Word(word) if word == "o" => Some(Clue::Number(5)),
            Clue::Word(word) => Some(Clue::Number(WAYS.iter().position(|way| way == word)? as u32 + 1)),
            Clue::Number(_) => None,
            other => Some(other.clone()),
        };
        encode::ten(&clues.iter().map(number).collect::<Option<Vec<Clue>>>()?)
    },
};

/// Numbers 1 to 4 for arrows, as in Toichika.
pub(super) const ARROWS: Cells = Cells {
    read: |reader, count| {
        read_four(reader, count, |c| match c {
            '.' => Some(Clue::Any),
            '1'..='4' => c.to_digit(10).map(Clue::Number),
            _ => None,
        })
    },
    write: |clues| {
        write_four(clues, |clue| match clue {
            Clue::Any => Some(".".into()),
            Clue::Number(n @ 1..=4) => Some(n.to_string()),
            _ => None,
        })
    },
};

/// Numbers, and crosses in cells without one.
pub(super) const CROSSED: Cells = Cells {
    read: |reader, count| {
        let word = |clue: Clue| if clue == Clue::Any { Clue::Word("x".into()) } else { clue };
        Ok(reader.sixteen(count)?.into_iter().map(word).collect())
    },
    write: |clues| {
        let number = |clue: &Clue| match clue {
            Clue::Word(word) => (word == "x").then_some(Clue::Any),
            Clue::Any => None,
            other => Some(other.clone()),
        };
        encode::sixteen(&clues.iter().map(number).collect::<Option<Vec<Clue>>>()?)
    },
};

/// Colours `A` to `E`, `?` for any, and numbers from 0 to 4, as in International Borders.
pub(super) const COLOURS: Cells = Cells {
    read: |reader, count| {
        let word = |clue: Clue| {
            let Clue::Number(n) = clue else { return Ok(Clue::Blank) };
            let colour = match n / 10 {
                0 => String::new(),
                k @ 1..=5 => char::from(b'A' + k as u8 - 1).to_string(),
                6 => "?".into(),
                _ => return Err(Problem::new(format!("a colour {} in this link has no meaning", n / 10))),
            };
            let number = (n % 10).checked_sub(1).map(|k| k.to_string());
            let parts = [Some(colour).filter(|colour| !colour.is_empty()), number];
            let word = parts.into_iter().flatten().collect::<Vec<String>>().join(",");
            Ok(if word.is_empty() { Clue::Any } else { Clue::Word(word) })
        };
        reader.sixteen(count)?.into_iter().map(word).collect()
    },
    write: |clues| {
        let number = |clue: &Clue| match clue {
            Clue::Blank => Some(Clue::Blank),
            clue => {
                let mut code = 0;
                for part in clue.token().split(',') {
                    code += match part {
                        "?" => 60,
                        "A" | "B" | "C" | "D" | "E" => 10 * (part.bytes().next()? - b'A' + 1),
                        part => part.parse::<u8>().ok().filter(|k| *k <= 4)? + 1,
                    };
                }
                Some(Clue::Number(u32::from(code)))
            }
        };
        encode::sixteen(&clues.iter().map(number).collect::<Option<Vec<Clue>>>()?)
    },
};

/// Parts of a loop and circles, as in Pipelink.
pub(super) const PIPES: Cells = Cells {
    read: |reader, count| {
        let mut clues: Vec<Clue> = vec![];
        while clues.len() < count && !reader.ends_before(count - clues.len()) {
            match reader.take()? {
                c @ 'a'..='g' => clues.push(Clue::Word(PARTS[c as usize - 'a' as usize].into())),
                c @ '0'..='9' => {
                    clues.extend(std::iter::repeat_n(Clue::Word("o".into()), c as usize - '0' as usize + 1));
                }
                c @ 'h'..='z' => clues.extend(std::iter::repeat_n(Clue::Blank, c as usize - 'g' as usize)),
                c => return Err(unknown(c)),
            }
        }
        clues.resize(count, Clue::Blank);
        Ok(clues)
    },
    write: |clues| {
        runs(clues, b'g', 19, |clue| match clue {
            Clue::Word(word) if word == "o" => Some("0".into()),
            Clue::Word(word) => Some(char::from(b'a' + PARTS.iter().position(|part| part == word)? as u8).into()),
            _ => None,
        })
    },
};

const PARTS: [&str; 7] = ["x", "v", "h", "ur", "ul", "dl", "dr"];

/// Circles in all cells but the marked ones, as bits.
pub(super) const CIRCLED: Cells = Cells {
    read: |reader, count| {
        let circle = |empty: bool| if empty { Clue::Blank } else { Clue::Word("o".into()) };
        Ok(reader.flags(count)?.into_iter().map(circle).collect())
    },
    write: |clues| Some(encode::flags(&clues.iter().map(|clue| *clue == Clue::Blank).collect::<Vec<bool>>())),
};

/// Black, grey and white circles, two in a number.
pub(super) const CIRCLES: Cells = Cells {
    read: |reader, count| {
        let circle = |n: u32| if n == 0 { Clue::Blank } else { Clue::Word(SHADES[n as usize - 1].into()) };
        let pair = |clue: Clue| match clue {
            Clue::Number(n) => [circle(n >> 2 & 3), circle(n & 3)],
            _ => [Clue::Blank, Clue::Blank],
        };
        let mut circles: Vec<Clue> = reader.sixteen(count.div_ceil(2))?.into_iter().flat_map(pair).collect();
        circles.truncate(count);
        Ok(circles)
    },
    write: |clues| {
        let number = |clue: Option<&Clue>| match clue {
            None | Some(Clue::Blank) => Some(0),
            Some(Clue::Word(word)) => Some(SHADES.iter().position(|shade| shade == word)? as u32 + 1),
            Some(_) => None,
        };
        let pair = |two: &[Clue]| {
            let code = 4 * number(two.first())? + number(two.get(1))?;
            Some(if code == 0 { Clue::Blank } else { Clue::Number(code) })
        };
        encode::sixteen(&clues.chunks(2).map(pair).collect::<Option<Vec<Clue>>>()?)
    },
};

const SHADES: [&str; 3] = ["b", "g", "w"];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Cells with clues of this pattern, and blank cells.
    fn cells(one: &'static str) -> impl Strategy<Value = Vec<Clue>> {
        let clue = |text: String| match text.parse() {
            Ok(n) => Clue::Number(n),
            Err(_) if text.is_empty() => Clue::Blank,
            Err(_) if text == "?" => Clue::Any,
            Err(_) => Clue::Word(text),
        };
        proptest::collection::vec(prop_oneof![3 => Just(String::new()), 2 => one].prop_map(clue), 1..90)
    }

    fn tokens(clues: &[Clue]) -> Vec<String> {
        clues.iter().map(Clue::token).collect()
    }

    proptest! {
        #[test]
        fn clues_come_back(
            directed in cells("([?]|[0-9]|1[0-9]{2}),(up|down|left|right)"),
            bends in cells("up|down|left|right|[?]|[1-9]|1[0-9]{2}"),
            maze in cells("S|G|o|t"),
            gaps in cells("#"),
            visits in cells("[?]|[0-8]|[1-7?],[1-7?]|[1-6?](,[1-6?]){2}|[1-4?](,[1-4?]){3}"),
            animals in cells("s|w|[0-4]"),
            compasses in cells("([.]|[0-9]|2[0-9])(,([.]|[0-9]|2[0-9])){3}"),
            corners in cells("up|down|left|right|[?]"),
            sights in cells("[1-6],(up|down|left|right)|[1-6]|[?]"),
        ) {
            for (cells, clues) in [
                (&DIRECTED, directed),
                (&BENDS, bends),
                (&MAZE, maze),
                (&GAPS, gaps),
                (&VISITS, visits),
                (&ANIMALS, animals),
                (&COMPASSES, compasses),
                (&CORNERS, corners),
                (&SIGHTS, sights),
            ] {
                let text = (cells.write)(&clues).expect("writes");
                let read = (cells.read)(&mut Reader::new(&text), clues.len()).expect("reads");
                prop_assert_eq!(tokens(&read), tokens(&clues));
            }
        }

        #[test]
        fn marks_come_back(
            goals in cells("up|down|left|right|o"),
            arrows in cells("[1-4]|[?]"),
            crossed in cells("x|[1-9]"),
            colours in cells("[A-E]|[A-E],[0-4]|[0-4]|[?],[0-4]|[?]"),
            pipes in cells("x|v|h|ur|ul|dl|dr|o"),
            circled in cells("o"),
            circles in cells("b|g|w"),
        ) {
            for (cells, clues) in [
                (&GOALS, goals),
                (&ARROWS, arrows),
                (&CROSSED, crossed),
                (&COLOURS, colours),
                (&PIPES, pipes),
                (&CIRCLED, circled),
                (&CIRCLES, circles),
            ] {
                let text = (cells.write)(&clues).expect("writes");
                let read = (cells.read)(&mut Reader::new(&text), clues.len()).expect("reads");
                prop_assert_eq!(tokens(&read), tokens(&clues));
            }
        }
    }
}
