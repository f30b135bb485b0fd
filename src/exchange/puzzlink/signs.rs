//! Clues of a kind of their own: the pencils of Pencils, the lights of Kin-Kon-Kan.

use super::codec::{Clue, Read, Reader, unknown};
use super::encode;

const WAYS: [&str; 4] = ["up", "down", "left", "right"];

impl Reader<'_> {
    /// A number, a tip by its direction, or a number that is not told.
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

/// `A` to `Z`, `a` to `z`, then the same doubled.
fn name(letter: u32) -> String {
    let first = if (letter / 26).is_multiple_of(2) { b'A' } else { b'a' };
    let one = char::from(first + (letter % 26) as u8).to_string();
    one.repeat(1 + letter as usize / 52)
}

pub(super) fn pencils(clues: &[Clue]) -> Option<String> {
    encode::runs(clues, b'j', 16, |clue| match clue {
        Clue::Any => Some("%".into()),
        Clue::Number(n @ 0..16) => Some(format!("{n:x}")),
        Clue::Number(n @ 16..256) => Some(format!("-{n:02x}")),
        Clue::Word(word) => {
            let way = WAYS.iter().position(|way| way == word)?;
            Some(char::from(b'g' + way as u8).to_string())
        }
        _ => None,
    })
}

/// Lights by the names that they have here.
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
