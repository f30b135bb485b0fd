//! The encodings shared by links of pzpr: numbers with runs of blanks between them, borders as bits, circles in groups
//! of three. A character without a meaning, or a number that is cut off, is an error, because the rest would be another
//! puzzle. Data that ends early leaves blanks.

use super::super::Problem;

/// The four directions as words of clues, in the order of their numbers in links, from 1.
pub(in super::super) const WAYS: [&str; 4] = ["up", "down", "left", "right"];

/// The content of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clue {
    /// No clue.
    Blank,
    /// A clue with an unknown number.
    Any,
    /// A number.
    Number(u32),
    /// A token of a picture.
    Word(String),
}

impl Clue {
    /// The clue as a token of a picture.
    pub fn token(&self) -> String {
        match self {
            Clue::Blank => ".".into(),
            Clue::Any => "?".into(),
            Clue::Number(n) => n.to_string(),
            Clue::Word(word) => word.clone(),
        }
    }
}

/// The tokens for the numbers of ship parts. The last ones are [`CORNERS`].
pub const SHIPS: [&str; 11] = ["~", "^", "v", "<", ">", "m", "o", "upleft", "upright", "downleft", "downright"];

/// The corners of ships that aren't straight.
pub const CORNERS: [&str; 4] = ["upleft", "upright", "downleft", "downright"];

/// The unread part of a link.
pub struct Reader<'a> {
    rest: &'a str,
    /// The number of places filled with blanks because the data ended early, as pzpr does.
    short: usize,
}

pub(super) type Read<T> = Result<T, Problem>;

fn cut_short() -> Problem {
    Problem::new("the data of this link ends too early").help("copy the whole link again")
}

pub(super) fn unknown(c: char) -> Problem {
    Problem::new(format!("`{c}` has no meaning in the data of this link")).help("copy the whole link again")
}

impl<'a> Reader<'a> {
    pub(crate) fn new(rest: &'a str) -> Reader<'a> {
        Reader { rest, short: 0 }
    }

    /// The number of places that the data was too short for.
    pub(crate) fn short(&self) -> usize {
        self.short
    }

    /// The unread data, without slashes at its end.
    pub(crate) fn left_over(&self) -> &'a str {
        self.rest.trim_end_matches('/')
    }

    /// Whether the data has ended before `places` of a part, which are then blank.
    pub(super) fn ends_before(&mut self, places: usize) -> bool {
        let ended = self.is_at_slash();
        if ended {
            self.short += places;
        }
        ended
    }

    /// Whether a slash or the end comes next.
    pub(super) fn is_at_slash(&self) -> bool {
        self.rest.is_empty() || self.rest.starts_with('/')
    }

    /// Whether all data is read.
    pub fn is_done(&self) -> bool {
        self.rest.trim_end_matches('/').is_empty()
    }

    /// Skips a slash between parts.
    pub fn slash(&mut self) {
        self.rest = self.rest.strip_prefix('/').unwrap_or(self.rest);
    }

    /// The next character.
    ///
    /// # Errors
    /// Data that ends early, or a character without a meaning here.
    pub fn take(&mut self) -> Read<char> {
        let c = self.rest.chars().next().ok_or_else(cut_short)?;
        self.rest = &self.rest[c.len_utf8()..];
        Ok(c)
    }

    /// A number of `count` digits in some base.
    pub(super) fn digits(&mut self, count: usize, base: u32) -> Read<u32> {
        let mut value = 0;
        for _ in 0..count {
            let c = self.take()?;
            value = value * base + c.to_digit(base).ok_or_else(|| unknown(c))?;
        }
        Ok(value)
    }

    /// The number before a slash.
    ///
    /// # Errors
    /// Data that ends early, or a character without a meaning here.
    pub fn number_part(&mut self) -> Read<u32> {
        let (number, rest) = self.rest.split_once('/').ok_or_else(cut_short)?;
        self.rest = rest;
        number
            .parse()
            .map_err(|_| Problem::new(format!("`{}` in this link isn't a number", crate::script::clip(number))))
    }

    /// Fills `count` places. `read` turns a character into a clue and the number of blanks after it, or into blanks
    /// only.
    pub(super) fn fill(
        &mut self,
        count: usize,
        mut read: impl FnMut(&mut Self, char) -> Read<(Option<Clue>, usize)>,
    ) -> Read<Vec<Clue>> {
        let mut clues = Vec::with_capacity(count);
        while clues.len() < count && !self.ends_before(count - clues.len()) {
            let c = self.take()?;
            let (clue, blanks) = read(self, c)?;
            clues.extend(clue);
            clues.extend(std::iter::repeat_n(Clue::Blank, blanks));
        }
        clues.resize(count, Clue::Blank);
        Ok(clues)
    }

    /// Numbers 0 to 4, each with up to two blanks after it in the same character.
    ///
    /// # Errors
    /// Data that ends early, or a character without a meaning here.
    pub fn four(&mut self, count: usize) -> Read<Vec<Clue>> {
        self.fill(count, |_, c| {
            let value = c.to_digit(36).unwrap_or(99);
            Ok(match (c, value) {
                ('.', _) => (Some(Clue::Any), 0),
                (_, 0..=14) => (Some(Clue::Number(value % 5)), value as usize / 5),
                (_, 16..=35) => (None, value as usize - 15),
                _ => return Err(unknown(c)),
            })
        })
    }

    /// One character for each place: 0 to 4, or any other for a blank.
    pub(crate) fn plain_four(&mut self, count: usize) -> Read<Vec<Clue>> {
        self.fill(count, |_, c| match c.to_digit(5) {
            Some(n) => Ok((Some(Clue::Number(n)), 0)),
            None => Ok((None, 1)),
        })
    }

    /// A number of up to five hex digits; [`Clue::Any`] for `.`, and `None` for a character that starts no number.
    pub(super) fn hex(&mut self, c: char) -> Read<Option<Clue>> {
        let (digits, more) = match c {
            '.' => return Ok(Some(Clue::Any)),
            '0'..='9' | 'a'..='f' => return Ok(c.to_digit(16).map(Clue::Number)),
            '-' => (2, 0),
            '+' => (3, 0),
            '=' => (3, 4096),
            '%' | '@' => (3, 8192),
            '*' => (4, 12240),
            '$' => (5, 77776),
            _ => return Ok(None),
        };
        Ok(Some(Clue::Number(self.digits(digits, 16)? + more)))
    }

    /// Numbers in hex: up to five digits each, with runs of blanks between them.
    ///
    /// # Errors
    /// Data that ends early, or a character without a meaning here.
    pub fn sixteen(&mut self, count: usize) -> Read<Vec<Clue>> {
        self.fill(count, |reader, c| match (reader.hex(c)?, c) {
            (Some(clue), _) => Ok((Some(clue), 0)),
            (None, 'g'..='z') => Ok((None, c as usize - 'f' as usize)),
            _ => Err(unknown(c)),
        })
    }

    /// Digits. A dash before all of them marks the encoding of [`Reader::sixteen`], for numbers from 10 on.
    ///
    /// # Errors
    /// Data that ends early, or a character without a meaning here.
    pub fn ten(&mut self, count: usize) -> Read<Vec<Clue>> {
        if let Some(rest) = self.rest.strip_prefix('-') {
            self.rest = rest;
            return self.sixteen(count);
        }
        self.fill(count, |_, c| match c {
            '.' => Ok((Some(Clue::Any), 0)),
            '0'..='9' => Ok((c.to_digit(10).map(Clue::Number), 0)),
            'a'..='z' => Ok((None, c as usize - 'a' as usize + 1)),
            _ => Err(unknown(c)),
        })
    }

    /// Base 36, one cell after the other; `-` precedes two characters, `%` and `@` are clues without a number, `.` is
    /// blank.
    ///
    /// # Errors
    /// Data that ends early, or a character without a meaning here.
    pub fn thirty_six(&mut self, count: usize) -> Read<Vec<Clue>> {
        self.fill(count, |reader, c| match c {
            '.' => Ok((None, 1)),
            '%' | '@' => Ok((Some(Clue::Any), 0)),
            '-' => Ok((Some(Clue::Number(reader.digits(2, 36)?)), 0)),
            _ => Ok((
                Some(Clue::Number(c.to_digit(36).filter(|_| !c.is_ascii_uppercase()).ok_or_else(|| unknown(c))?)),
                0,
            )),
        })
    }

    /// Marks of one kind: 0 to h are a mark and 0 to 17 blanks after it, i to z are 1 to 18 blanks.
    ///
    /// # Errors
    /// Data that ends early, or a character without a meaning here.
    pub fn marks(&mut self, count: usize) -> Read<Vec<bool>> {
        let clues = self.fill(count, |_, c| match c.to_digit(36).filter(|_| !c.is_ascii_uppercase()) {
            Some(n @ 0..=17) => Ok((Some(Clue::Any), n as usize)),
            Some(n) => Ok((None, n as usize - 17)),
            None => Err(unknown(c)),
        })?;
        Ok(clues.iter().map(|clue| *clue == Clue::Any).collect())
    }

    /// Marks by the number of blanks before each, up to 35 in a character; `.` is 36 blanks.
    ///
    /// # Errors
    /// Data that ends early, or a character without a meaning here.
    pub fn gaps(&mut self, count: usize) -> Read<Vec<bool>> {
        let mut marks = vec![false; count];
        let mut at = 0;
        while at < count && !self.is_done() {
            match self.take()? {
                '.' => at += 36,
                c => {
                    at += c.to_digit(36).ok_or_else(|| unknown(c))? as usize;
                    if let Some(mark) = marks.get_mut(at) {
                        *mark = true;
                    }
                    at += 1;
                }
            }
        }
        Ok(marks)
    }

    /// Digits of a base, several in each character, highest first.
    fn packed(&mut self, count: usize, base: u32, each: usize) -> Read<Vec<u32>> {
        let mut values = Vec::with_capacity(count + each);
        while values.len() < count && !self.ends_before(count - values.len()) {
            let c = self.take()?;
            let packed = c.to_digit(36).filter(|v| *v < base.pow(each as u32)).ok_or_else(|| unknown(c))?;
            values.extend((0..each as u32).rev().map(|k| packed / base.pow(k) % base));
        }
        values.resize(count, 0);
        Ok(values)
    }

    /// 0 for none, 1 and 2 for the two kinds of circle.
    ///
    /// # Errors
    /// Data that ends early, or a character without a meaning here.
    pub fn circles(&mut self, count: usize) -> Read<Vec<u32>> {
        self.packed(count, 3, 3)
    }

    /// Bits, five in each character.
    ///
    /// # Errors
    /// Data that ends early, or a character without a meaning here.
    pub fn flags(&mut self, count: usize) -> Read<Vec<bool>> {
        Ok(self.packed(count, 2, 5)?.into_iter().map(|bit| bit == 1).collect())
    }

    /// One number, encoded as in [`Reader::sixteen`].
    ///
    /// # Errors
    /// Data that ends early, or a character without a meaning here.
    pub fn one_number(&mut self) -> Read<u32> {
        let c = self.take()?;
        match self.hex(c)? {
            Some(Clue::Number(n)) => Ok(n),
            _ => Err(unknown(c)),
        }
    }

    /// Lists of digits, 0 for an unknown one; a letter skips places.
    ///
    /// # Errors
    /// Data that ends early, or a character without a meaning here.
    pub fn lists(&mut self, count: usize) -> Read<Vec<Clue>> {
        let mut clues = vec![Clue::Blank; count];
        let (mut at, mut after) = (0, false);
        while let Some(c) = self.rest.chars().next() {
            if at >= count {
                break;
            }
            match c {
                '0'..='9' => {
                    let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
                    let (digits, rest) = self.rest.split_at(end);
                    self.rest = rest;
                    let part = |c: char| if c == '0' { "?".to_string() } else { c.to_string() };
                    clues[at] = Clue::Word(digits.chars().map(part).collect::<Vec<_>>().join(","));
                    at += 1;
                    after = true;
                }
                'a'..='z' => {
                    self.rest = &self.rest[1..];
                    at += c as usize - 'a' as usize + 1 - usize::from(after);
                    after = false;
                }
                _ => return Err(unknown(c)),
            }
        }
        Ok(clues)
    }

    /// Ship parts, as tokens of the standard rule.
    ///
    /// # Errors
    /// Data that ends early, or a character without a meaning here.
    pub fn ships(&mut self, count: usize) -> Read<Vec<Clue>> {
        let clues = self.sixteen(count)?;
        let word = |clue: &Clue| match clue {
            Clue::Number(n) if (*n as usize) < SHIPS.len() => Ok(Clue::Word(SHIPS[*n as usize].into())),
            Clue::Number(n) => Err(Problem::new(format!("a part {n} of a ship in this link has no meaning"))),
            Clue::Any => Ok(Clue::Word("s".into())),
            other => Ok(other.clone()),
        };
        clues.iter().map(word).collect()
    }

    /// All unread data.
    pub(super) fn take_rest(&mut self) -> &'a str {
        std::mem::take(&mut self.rest)
    }

    /// A direction, 1 to 4 for up, down, left, right (0 none), and a number.
    ///
    /// # Errors
    /// Data that ends early, or a character without a meaning here.
    pub fn arrow(&mut self, c: char) -> Read<Option<(u32, Clue)>> {
        let direction = match c {
            '0'..='4' => c.to_digit(10),
            '5'..='9' => c.to_digit(10).map(|d| d - 5),
            '-' => Some(self.digits(1, 10)?),
            _ => return Ok(None),
        };
        let number = match c {
            '0'..='4' => {
                let c = self.take()?;
                if c == '.' { Clue::Any } else { Clue::Number(c.to_digit(16).ok_or_else(|| unknown(c))?) }
            }
            '5'..='9' => Clue::Number(self.digits(2, 16)?),
            _ => Clue::Number(self.digits(3, 16)?),
        };
        Ok(Some((direction.unwrap_or(0), number)))
    }

    /// Numbers with directions as tokens `2,up`; `+` is a cell left out, `#`. `bare` replaces a number without a
    /// direction, in genres that have such.
    pub(crate) fn arrows(&mut self, count: usize, bare: Option<&Clue>) -> Read<Vec<Clue>> {
        self.fill(count, |reader, c| {
            if let Some((direction, number)) = reader.arrow(c)? {
                let word = match (direction, number) {
                    (1..=4, Clue::Number(n)) => {
                        format!("{n},{}", WAYS[direction as usize - 1])
                    }
                    (_, Clue::Any) => "#".into(),
                    (_, number) => {
                        if let Some(bare) = bare {
                            return Ok((Some(bare.clone()), 0));
                        }
                        return Err(Problem::new(format!("a clue {} of this link has no direction", number.token())));
                    }
                };
                return Ok((Some(Clue::Word(word)), 0));
            }
            match c {
                'a'..='z' => Ok((None, c as usize - 'a' as usize + 1)),
                '+' => Ok((Some(Clue::Word("#".into())), 0)),
                _ => Err(unknown(c)),
            }
        })
    }

    /// Stars on the centres of cells, borders and corners; 1 white, 2 black.
    ///
    /// # Errors
    /// Data that ends early, or a character without a meaning here.
    pub fn stars(&mut self, count: usize) -> Read<Vec<u32>> {
        let mut stars = Vec::with_capacity(count);
        while stars.len() < count && !self.ends_before(count - stars.len()) {
            let c = self.take()?;
            let value = c.to_digit(36).ok_or_else(|| unknown(c))?;
            match value {
                0..=15 => {
                    stars.push(value % 2 + 1);
                    stars.extend(std::iter::repeat_n(0, value as usize / 2));
                }
                _ => stars.extend(std::iter::repeat_n(0, value as usize - 15)),
            }
        }
        stars.resize(count, 0);
        Ok(stars)
    }

    /// Lists of numbers, as in Tapa; `?` is an unknown number.
    ///
    /// # Errors
    /// Data that ends early, or a character without a meaning here.
    pub fn tapa(&mut self, count: usize) -> Read<Vec<Clue>> {
        self.fill(count, |reader, c| {
            let word = |numbers: &[u32]| {
                let part = |n: &u32| if *n == 0 { "?".to_string() } else { n.to_string() };
                Clue::Word(numbers.iter().map(part).collect::<Vec<_>>().join(","))
            };
            Ok(match c {
                '0'..='8' => (c.to_digit(10).map(Clue::Number), 0),
                '9' => (Some(word(&[1, 1, 1, 1])), 0),
                '.' => (Some(Clue::Any), 0),
                'a'..='f' => {
                    let second = reader.digits(1, 36)?;
                    let n = c.to_digit(36).unwrap_or(0) * 36 + second;
                    let numbers = match n {
                        360..396 => vec![(n - 360) / 6, (n - 360) % 6],
                        396..460 => vec![(n - 396) / 16, (n - 396) / 4 % 4, (n - 396) % 4],
                        460..476 => vec![(n - 460) / 8, (n - 460) / 4 % 2, (n - 460) / 2 % 2, (n - 460) % 2],
                        _ => return Err(unknown(c)),
                    };
                    (Some(word(&numbers)), 0)
                }
                'g'..='z' => (None, c as usize - 'f' as usize),
                _ => return Err(unknown(c)),
            })
        })
    }

    /// A colour, a direction and a number, as in Castle Wall: `w`, `b` or `g`, then `2,up`.
    ///
    /// # Errors
    /// Data that ends early, or a character without a meaning here.
    pub fn castle(&mut self, count: usize) -> Read<Vec<Clue>> {
        self.fill(count, |reader, c| match c {
            'a'..='z' => Ok((None, c as usize - 'a' as usize + 1)),
            '0'..='2' => {
                let colour = ["g", "w", "b"][c as usize - '0' as usize];
                let c = reader.take()?;
                let (direction, number) = reader.arrow(c)?.ok_or_else(|| unknown(c))?;
                let word = match (direction, number) {
                    (1..=4, Clue::Number(n)) => {
                        format!("{colour},{n},{}", WAYS[direction as usize - 1])
                    }
                    (0, Clue::Number(n)) => {
                        return Err(Problem::new(format!("a clue {n} of this link has no direction")));
                    }
                    _ => colour.to_string(),
                };
                Ok((Some(Clue::Word(word)), 0))
            }
            _ => Err(unknown(c)),
        })
    }
}

#[cfg(test)]
mod tests;
