//! The curves at the end of a Curve Data link: width, height, and two bits for each point, whether the curve goes on to
//! the right and down.

use super::cells::Cells;
use super::codec::{Clue, Read, Reader, unknown};
use super::encode::{self, runs};
use super::own::word;
use crate::{LONGEST_SIDE, Problem};

/// Numbers of curves from 1 on, one more than in links, and cells left out (`x`).
pub(super) const CURVED: Cells = Cells {
    read: |reader, count| {
        let clues = reader.fill(count, |reader, c| match c {
            '=' => Ok((Some(word("x")), 0)),
            'g'..='z' => Ok((None, c as usize - 'f' as usize)),
            _ => Ok((Some(reader.hex(c)?.ok_or_else(|| unknown(c))?), 0)),
        })?;
        reader.slash();
        let next = |clue: Clue| if let Clue::Number(n) = clue { Clue::Number(n + 1) } else { clue };
        Ok(clues.into_iter().map(next).collect())
    },
    write: |clues| {
        let text = runs(clues, b'f', 20, |clue| match clue {
            Clue::Number(n @ 1..=4096) => encode::one_number(n - 1),
            Clue::Any => Some(".".into()),
            Clue::Word(text) => (text == "x").then(|| "=".into()),
            _ => None,
        });
        Some(text? + "/")
    },
};

/// A picture of borders with all curves side by side, each by its number from 1 on.
pub(super) struct Curves {
    /// Points in a column.
    pub(super) rows: usize,
    /// Points in a row.
    pub(super) cols: usize,
    /// By place, in steps of half the distance of points.
    pub(super) tokens: Vec<String>,
}

impl Reader<'_> {
    /// The pairs of cells with a border between them, before the curves.
    pub(super) fn curve_borders(&mut self, rows: usize, cols: usize) -> Read<Vec<String>> {
        if !self.left_over().starts_with('b') {
            return Ok(vec![]);
        }
        self.take()?;
        let pairs = self.apart(rows, cols)?;
        self.slash();
        Ok(pairs)
    }

    /// All unread data as curves.
    pub(super) fn curves(&mut self) -> Read<Curves> {
        let parts: Vec<&str> = self.take_rest().split('/').filter(|part| !part.is_empty()).collect();
        // Each curve by its points in reading order, with the steps from there.
        let mut curves: Vec<(usize, usize, Vec<u32>)> = vec![];
        for curve in parts.chunks(3) {
            let side = |text: &str| text.parse::<usize>().ok().filter(|n| (1..=LONGEST_SIDE).contains(n));
            let (Some(width), Some(height)) = (side(curve[0]), curve.get(1).and_then(|text| side(text))) else {
                return Err(Problem::new(format!("the {}. curve of this link has no size", curves.len() + 1)));
            };
            let mut steps = vec![];
            for c in curve.get(2).unwrap_or(&"").chars() {
                let code = c.to_digit(16).ok_or_else(|| unknown(c))?;
                steps.extend([code & 3, code >> 2]);
            }
            steps.resize(width * height, 0);
            curves.push((width, height, steps));
        }
        let rows = curves.iter().map(|curve| curve.1).max().unwrap_or(1);
        let cols = (curves.iter().map(|curve| curve.0 + 1).sum::<usize>()).max(2) - 1;
        let wide = 2 * cols - 1;
        let mut tokens = vec![".".to_string(); wide * (2 * rows - 1)];
        let mut left = 0;
        for (k, (width, height, steps)) in curves.iter().enumerate() {
            for (at, step) in steps.iter().enumerate() {
                let (row, col) = (at / width, at % width);
                if step & 1 == 1 && col + 1 < *width {
                    tokens[2 * row * wide + 2 * (left + col) + 1] = (k + 1).to_string();
                }
                if step & 2 == 2 && row + 1 < *height {
                    tokens[(2 * row + 1) * wide + 2 * (left + col)] = (k + 1).to_string();
                }
            }
            left += width + 1;
        }
        Ok(Curves { rows, cols, tokens })
    }
}

/// Encodes the curves of a picture of borders with so many columns; `None` if a number has no curve.
pub(super) fn write(words: &[Option<String>], wide: usize) -> Option<String> {
    let number = |word: &Option<String>| word.as_ref().map_or(Some(0), |word| word.parse::<usize>().ok());
    let numbers = words.iter().map(number).collect::<Option<Vec<usize>>>()?;
    let mut parts = vec![];
    for k in 1..=numbers.iter().copied().max().unwrap_or(0) {
        // The steps of the curve: the point before each, and whether it goes down.
        let steps: Vec<(usize, usize, bool)> = (0..numbers.len())
            .filter(|at| numbers[*at] == k)
            .map(|at| (at / wide / 2, at % wide / 2, at / wide % 2 == 1))
            .collect();
        let top = steps.iter().map(|(row, ..)| *row).min()?;
        let left = steps.iter().map(|(_, col, _)| *col).min()?;
        let height = steps.iter().map(|(row, _, down)| row + usize::from(*down) + 1).max()? - top;
        let width = steps.iter().map(|(_, col, down)| col + usize::from(!*down) + 1).max()? - left;
        let mut codes = vec![0; (width * height).div_ceil(2)];
        for (row, col, down) in steps {
            let at = (row - top) * width + col - left;
            codes[at / 2] |= (1 + u32::from(down)) << (2 * (at % 2));
        }
        parts.push(format!("{width}/{height}/{}", codes.into_iter().map(encode::digit).collect::<String>()));
    }
    Some(parts.join("/"))
}
