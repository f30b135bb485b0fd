//! Clues with an encoding of their own: pencils, the lights of Kin-Kon-Kan, signs in cells, dots between cells.

use super::super::script::Cell;
use super::codec::{Clue, Read, Reader, WAYS, unknown};
use super::{Problem, encode};
use sator_model::shape::Place;

impl Reader<'_> {
    /// A number, a tip by its direction, or an unknown number.
    pub(super) fn pencils(&mut self, count: usize) -> Read<Vec<Clue>> {
        self.fill(count, |reader, c| {
            Ok(match c {
                '0'..='9' | 'a'..='f' => (c.to_digit(16).map(Clue::Number), 0),
                '-' => (Some(Clue::Number(reader.digits(2, 16)?)), 0),
                '.' | '%' => (Some(Clue::Any), 0),
                'g'..='j' => (Some(Clue::Word(WAYS[c as usize - 'g' as usize].into())), 0),
                'k'..='z' => (None, c as usize - 'j' as usize),
                _ => return Err(unknown(c)),
            })
        })
    }

    /// Signs by their numbers, from 1 on.
    pub(super) fn signs(&mut self, count: usize, signs: &[&str]) -> Read<Vec<Clue>> {
        let word = |clue: &Clue| match clue {
            Clue::Number(n) => {
                let sign = (*n as usize).checked_sub(1).and_then(|at| signs.get(at));
                let sign = sign.ok_or_else(|| Problem::new(format!("a sign {n} in this link has no meaning")))?;
                Ok(Clue::Word((*sign).into()))
            }
            other => Ok(other.clone()),
        };
        self.sixteen(count)?.iter().map(word).collect()
    }

    /// The pairs of cells with a white dot, and those with a black dot.
    pub(super) fn dots(&mut self, rows: usize, cols: usize) -> Read<[Vec<String>; 2]> {
        let kinds = self.circles(rows * (cols - 1) + (rows - 1) * cols)?;
        let dots = |kind: u32| {
            let pairs = borders(rows, cols).zip(&kinds).filter(|(_, found)| **found == kind);
            pairs.map(|((a, b), _)| format!("({}, {})", Cell::new(a.0, a.1), Cell::new(b.0, b.1))).collect()
        };
        Ok([dots(1), dots(2)])
    }

    /// The pairs of cells with a border between them; none if the data has ended.
    pub(super) fn apart(&mut self, rows: usize, cols: usize) -> Read<Vec<String>> {
        if self.is_done() {
            return Ok(vec![]);
        }
        let (upright, lying) = self.borders(rows, cols)?;
        let pairs = borders(rows, cols).zip(upright.into_iter().chain(lying)).filter(|(_, drawn)| *drawn);
        Ok(pairs.map(|((a, b), _)| format!("({}, {})", Cell::new(a.0, a.1), Cell::new(b.0, b.1))).collect())
    }

    /// Letters around the grid, then a number for each.
    pub(super) fn lights(&mut self, count: usize) -> Read<Vec<Clue>> {
        let letters = self.fill(count, |reader, c| {
            Ok(match c {
                'A'..='Z' => (Some(Clue::Number(c as u32 - 'A' as u32)), 0),
                '0'..='2' => {
                    let letter = reader.take()?;
                    if !letter.is_ascii_uppercase() {
                        return Err(unknown(letter));
                    }
                    (Some(Clue::Number(26 * (c as u32 - '0' as u32 + 1) + letter as u32 - 'A' as u32)), 0)
                }
                'a'..='z' => (None, c as usize - 'a' as usize + 1),
                _ => return Err(unknown(c)),
            })
        })?;
        let mut lights = vec![];
        for letter in letters {
            let Clue::Number(letter) = letter else {
                lights.push(Clue::Blank);
                continue;
            };
            let number = match self.take()? {
                '.' => Clue::Any,
                '-' => Clue::Number(self.digits(2, 16)?),
                c => Clue::Number(c.to_digit(16).ok_or_else(|| unknown(c))?),
            };
            lights.push(Clue::Word(format!("{},{}", name(letter), number.token())));
        }
        Ok(lights)
    }
}

/// The pairs of neighbours: those side by side first.
fn borders(rows: usize, cols: usize) -> impl Iterator<Item = (Place, Place)> {
    let beside = (0..rows).flat_map(move |r| (1..cols).map(move |c| ((r, c - 1), (r, c))));
    beside.chain((1..rows).flat_map(move |r| (0..cols).map(move |c| ((r - 1, c), (r, c)))))
}

/// Encodes dots on these pairs, the first cell of each in reading order; `None` if a pair isn't two neighbours.
pub(super) fn dots(white: &[(Place, Place)], black: &[(Place, Place)], rows: usize, cols: usize) -> Option<String> {
    let all: Vec<(Place, Place)> = borders(rows, cols).collect();
    let mut kinds = vec![0; all.len()];
    for (pairs, kind) in [(white, 1), (black, 2)] {
        for (a, b) in pairs {
            let pair = (*a.min(b), *a.max(b));
            let at = all.iter().position(|known| *known == pair)?;
            // A dot can't have two colours.
            if std::mem::replace(&mut kinds[at], kind) + kind == 3 {
                return None;
            }
        }
    }
    Some(encode::circles(&kinds))
}

/// Encodes the dots of a picture of borders; `None` for a mark that is no dot.
pub(super) fn dots_of_picture(clues: &[Clue], cols: usize) -> Option<String> {
    let wide = 2 * cols - 1;
    let kind = |((row, col), _): (Place, Place), turned: bool| {
        let at = if turned { (2 * row + 1) * wide + 2 * col } else { 2 * row * wide + 2 * col + 1 };
        match clues[at].token().as_str() {
            "." => Some(0),
            "w" => Some(1),
            "b" => Some(2),
            _ => None,
        }
    };
    let pairs = borders(clues.len().div_ceil(wide).div_ceil(2), cols);
    let kinds = pairs.map(|pair| kind(pair, pair.0.1 == pair.1.1)).collect::<Option<Vec<u32>>>()?;
    Some(encode::circles(&kinds))
}

/// Encodes the borders between the cells of these pairs; empty if there are none.
pub(super) fn apart(pairs: &[(Place, Place)], rows: usize, cols: usize, can_be_left_out: bool) -> Option<String> {
    let drawn: Vec<bool> =
        borders(rows, cols).map(|(a, b)| pairs.contains(&(a, b)) || pairs.contains(&(b, a))).collect();
    let distinct = pairs.iter().map(|(a, b)| (a.min(b), a.max(b))).collect::<std::collections::BTreeSet<_>>().len();
    let (upright, lying) = drawn.split_at(rows * (cols - 1));
    match drawn.iter().filter(|on| **on).count() {
        0 if pairs.is_empty() && can_be_left_out => Some(String::new()),
        count => (count == distinct).then(|| encode::flags(upright) + &encode::flags(lying)),
    }
}

/// Encodes signs by their numbers.
pub(super) fn signs(clues: &[Clue], signs: &[&str]) -> Option<String> {
    let number = |clue: &Clue| match clue {
        Clue::Word(word) => Some(Clue::Number(signs.iter().position(|sign| sign == word)? as u32 + 1)),
        Clue::Blank | Clue::Any => Some(clue.clone()),
        Clue::Number(_) => None,
    };
    encode::sixteen(&clues.iter().map(number).collect::<Option<Vec<Clue>>>()?)
}

/// The number of a circle as its token.
pub(super) fn balanced(clue: &Clue) -> Clue {
    match clue {
        Clue::Number(n) if *n < 2 => Clue::Word(["w", "b"][*n as usize].into()),
        Clue::Number(n) => Clue::Word(format!("{},{}", n / 2, ["w", "b"][*n as usize % 2])),
        _ => Clue::Blank,
    }
}

/// Encodes `4,w`: white circles for even and black circles for odd, with half of the number.
pub(super) fn balance(clues: &[Clue]) -> Option<String> {
    let number = |clue: &Clue| {
        if *clue == Clue::Blank {
            return Some(Clue::Blank);
        }
        let word = clue.token();
        let (number, colour) = word.split_once(',').unwrap_or(("0", &word));
        let colour = ["w", "b"].iter().position(|c| *c == colour)? as u32;
        Some(Clue::Number(2 * number.parse::<u32>().ok()? + colour))
    };
    encode::sixteen(&clues.iter().map(number).collect::<Option<Vec<Clue>>>()?)
}

/// `A` to `Z`, `a` to `z`, then the same letters doubled.
pub(super) fn name(letter: u32) -> String {
    let first = if (letter / 26).is_multiple_of(2) { b'A' } else { b'a' };
    let one = char::from(first + (letter % 26) as u8).to_string();
    one.repeat(1 + letter as usize / 52)
}

pub(super) fn pencils(clues: &[Clue]) -> Option<String> {
    encode::runs(clues, b'j', 16, |clue| match clue {
        Clue::Any => Some(".".into()),
        Clue::Number(n @ 0..16) => Some(format!("{n:x}")),
        Clue::Number(n @ 16..256) => Some(format!("-{n:02x}")),
        Clue::Word(word) => {
            let way = WAYS.iter().position(|way| way == word)?;
            Some(char::from(b'g' + way as u8).to_string())
        }
        _ => None,
    })
}

/// Encodes lights by their names in sator.
pub(super) fn lights(clues: &[Clue]) -> Option<String> {
    let mut numbers = String::new();
    for clue in clues {
        let Clue::Word(word) = clue else { continue };
        match word.split_once(',')?.1 {
            "?" => numbers.push('.'),
            number => match number.parse::<u32>().ok()? {
                n @ 0..16 => numbers += &format!("{n:x}"),
                n @ 16..256 => numbers += &format!("-{n:02x}"),
                _ => return None,
            },
        }
    }
    let letters = encode::runs(clues, b'a' - 1, 26, |clue| {
        let Clue::Word(word) = clue else { return None };
        let letter = (0..104).find(|letter| Some(name(*letter).as_str()) == word.split(',').next())?;
        let last = char::from(b'A' + (letter % 26) as u8);
        Some(if letter < 26 { last.to_string() } else { format!("{}{last}", letter / 26 - 1) })
    })?;
    Some(letters + &numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(one: &'static str) -> impl Strategy<Value = Vec<Clue>> {
        let clue = |text: String| match text.parse() {
            Ok(n) => Clue::Number(n),
            Err(_) if text.is_empty() => Clue::Blank,
            Err(_) if text == "?" => Clue::Any,
            Err(_) => Clue::Word(text),
        };
        proptest::collection::vec(prop_oneof![3 => Just(String::new()), 2 => one].prop_map(clue), 1..60)
    }

    proptest! {
        #[test]
        fn signs_come_back(signs in words("up|down|left|right|[?]|[1-9]|1[0-9]{2}"), lights in words("([A-Z]|[a-z]|AA|bb|zz),([?]|[0-9]|1[0-9]{2})")) {
            prop_assert_eq!(Reader::new(&pencils(&signs).expect("writes")).pencils(signs.len()).expect("reads"), signs);
            prop_assert_eq!(Reader::new(&super::lights(&lights).expect("writes")).lights(lights.len()).expect("reads"), lights);
        }
    }
}
