//! Boards with extra rows and columns: the clues of black cells in Kakuro and Tri-place, lists outside, and corners at the
//! edge without a number.

use super::codec::{Clue, Read, Reader, unknown};
use crate::Problem;

/// The clues of the corners inside a grid, with blanks for those at its edge.
pub(super) fn with_margin(inner: &[Clue], cols: usize) -> Vec<Clue> {
    let blanks = |count: usize| vec![Clue::Blank; count];
    let row = |row: &[Clue]| [&blanks(1), row, &blanks(1)].concat();
    [blanks(cols + 2), inner.chunks(cols).flat_map(row).collect(), blanks(cols + 2)].concat()
}

/// The clues without those at the edge; `None` if one of those isn't blank.
pub(super) fn without_margin(all: &[Clue], cols: usize) -> Option<Vec<Clue>> {
    let last = all.len() / (cols + 2) - 1;
    let at_edge = |at: usize| [0, last].contains(&(at / (cols + 2))) || [0, cols + 1].contains(&(at % (cols + 2)));
    let is_clear = (0..all.len()).all(|at| !at_edge(at) || all[at] == Clue::Blank);
    is_clear.then(|| (0..all.len()).filter(|at| !at_edge(*at)).map(|at| all[at].clone()).collect())
}

impl Reader<'_> {
    /// Lists of numbers above and on the left, written from the grid outwards. A line without numbers is a 0 if it means
    /// none, else a blank.
    pub(super) fn lists_outside(
        &mut self,
        rows: usize,
        cols: usize,
        is_none: bool,
    ) -> Read<(Vec<String>, Vec<String>)> {
        let (deep, wide) = (rows.div_ceil(2), cols.div_ceil(2));
        let clues = self.sixteen(deep * cols + wide * rows)?;
        let list = |part: &[Clue]| {
            let numbers: Vec<String> = part.iter().rev().filter(|c| **c != Clue::Blank).map(Clue::token).collect();
            match numbers.is_empty() {
                true => if is_none { "0" } else { "." }.to_string(),
                false => numbers.join(","),
            }
        };
        let (above, left) = clues.split_at(deep * cols);
        Ok((above.chunks(deep).map(list).collect(), left.chunks(wide).map(list).collect()))
    }

    /// Kakuro: black cells with the sums downwards and to the right, then the sums above the first row and left of the
    /// first column, where a white cell follows. 0 and `-` mean no sum. The picture has one row and one column more.
    pub(crate) fn kakuro(&mut self, rows: usize, cols: usize) -> Read<Vec<Clue>> {
        let sum = |c: char| match c {
            '0'..='9' | 'a'..='j' => c.to_digit(36).ok_or_else(|| unknown(c)),
            'A'..='Z' => Ok(c.to_digit(36).unwrap_or(0) + 10),
            '-' => Ok(0),
            _ => Err(unknown(c)),
        };
        let word = |down: u32, right: u32| {
            let part = |n: u32| if n == 0 { ".".to_string() } else { n.to_string() };
            match (down, right) {
                (0, 0) => Clue::Word("#".into()),
                _ => Clue::Word(format!("{},{}", part(down), part(right))),
            }
        };
        let inner = self.fill(rows * cols, |reader, c| match c {
            'k'..='z' => Ok((None, c as usize - 'j' as usize)),
            '.' => Ok((Some(word(0, 0)), 0)),
            _ => {
                let (down, right) = (sum(c)?, sum(reader.take()?)?);
                Ok((Some(word(down, right)), 0))
            }
        })?;
        let mut outside = |clue: &Clue| match clue {
            Clue::Blank if !self.ends_before(1) => sum(self.take()?),
            _ => Ok(0),
        };
        let mut all = vec![word(0, 0)];
        for above in &inner[..cols] {
            all.push(word(outside(above)?, 0));
        }
        for row in inner.chunks(cols) {
            all.push(word(0, outside(&row[0])?));
            all.extend_from_slice(row);
        }
        Ok(all)
    }

    /// Tri-place: black cells with a number downwards and one to the right, then the numbers above each column and left
    /// of each row.
    ///
    /// # Errors
    /// Data that ends early, or a character without a meaning here.
    pub fn triplace(&mut self, rows: usize, cols: usize) -> Read<Vec<Clue>> {
        let word = |down: Option<u32>, right: Option<u32>| {
            let part = |n: Option<u32>| n.map_or(".".to_string(), |n| n.to_string());
            Clue::Word(format!("{},{}", part(down), part(right)))
        };
        let one = |c: char| match c {
            '.' => Ok(None),
            c => c.to_digit(16).map(Some).ok_or_else(|| unknown(c)),
        };
        let inner = self.fill(rows * cols, |reader, c| {
            Ok(match c {
                'g'..='z' => (None, c as usize - 'f' as usize),
                '_' => (Some(Clue::Word("#".into())), 0),
                '%' | '@' => (Some(word(Some(reader.digits(1, 36)?), None)), 0),
                '$' => (Some(word(None, Some(reader.digits(1, 36)?))), 0),
                '-' => {
                    let down = one(reader.take()?)?;
                    (Some(word(down, Some(reader.digits(2, 16)?))), 0)
                }
                '+' => {
                    let down = reader.digits(2, 16)?;
                    (Some(word(Some(down), one(reader.take()?)?)), 0)
                }
                '=' => (Some(word(Some(reader.digits(2, 16)?), Some(reader.digits(2, 16)?))), 0),
                c => {
                    let down = one(c)?;
                    (Some(word(down, one(reader.take()?)?)), 0)
                }
            })
        })?;
        let mut outside = |count: usize| -> Read<Vec<Option<u32>>> {
            let number = |reader: &mut Self| {
                if reader.ends_before(1) {
                    return Ok(None);
                }
                let c = reader.take()?;
                if c == '-' { reader.digits(2, 16).map(Some) } else { one(c) }
            };
            (0..count).map(|_| number(self)).collect()
        };
        let (above, left) = (outside(cols)?, outside(rows)?);
        let mut all = vec![Clue::Word("#".into())];
        all.extend(above.into_iter().map(|n| word(n, None)));
        for (row, n) in inner.chunks(cols).zip(left) {
            all.push(word(None, n));
            all.extend_from_slice(row);
        }
        Ok(all)
    }
}

/// The clue of a nonogram's line in a link, where no numbers mean no shaded cells.
///
/// # Errors
/// A line without a clue.
pub(super) fn of_nonogram(clue: &Clue) -> Result<&Clue, Problem> {
    match clue {
        Clue::Number(0) => Ok(&Clue::Blank),
        Clue::Blank => Err(Problem::new("in a link each line of a nonogram has a clue")),
        _ => Ok(clue),
    }
}

/// The numbers of a nonogram's line from the grid outwards, with blanks after them.
pub(super) fn outwards(clue: &Clue, most: usize) -> Option<Vec<Clue>> {
    let number = |part: &str| match part {
        "?" => Some(Clue::Any),
        "*" => Some(Clue::Number(0)),
        part => part.parse().ok().map(Clue::Number),
    };
    let mut numbers: Vec<Clue> = match clue {
        Clue::Blank => vec![],
        other => other.token().split(',').map(number).collect::<Option<Vec<Clue>>>()?,
    };
    if numbers.len() > most {
        return None;
    }
    numbers.reverse();
    numbers.resize(most, Clue::Blank);
    Some(numbers)
}
