//! The clues of parts that fill several pictures, taken from the layers.

use super::parts::{HalfSteps, centre, corner};
use super::{Layers, is_dark};
use crate::puzzlink::codec::Clue;
use crate::puzzlink::{Own, Spot};
use std::collections::BTreeMap;
use std::mem::take;

/// Inequality signs by their kind: the first and the third beside cells, the others below them.
const INEQUALITIES: [&str; 4] = ["<", "^", ">", "v"];

impl Layers {
    /// The clues of all pictures, one after the other.
    pub(super) fn pictures(&mut self, own: &Own) -> Option<Vec<Clue>> {
        let mut clues = vec![];
        for (name, spot) in own.pictures {
            clues.extend(match (self.genre.name, *name, spot) {
                ("anglers" | "magnets", _, Spot::Sides) => self.outside()?,
                ("anglers", _, Spot::Holes) => self.stones()?,
                ("anglers", _, Spot::Cells) => self.fish()?,
                ("batten", _, Spot::Corners) => self.crosses(),
                ("minarism" | "kazunori", "beside", _) => self.on_borders(false)?,
                ("minarism" | "kazunori", "below", _) => self.on_borders(true)?,
                _ => return None,
            });
        }
        Some(clues)
    }

    /// Grey or black cells.
    fn stones(&mut self) -> Option<Vec<Clue>> {
        let surface = take(&mut self.surface);
        self.by_cell(surface, |_, colour| is_dark(colour).then(|| Clue::Word("#".into())))
    }

    /// Numbers, and fish of penpa's tents.
    fn fish(&mut self) -> Option<Vec<Clue>> {
        const FISH: u64 = 3;
        let numbers = take(&mut self.numbers);
        let mut clues = self.by_cell(numbers, |_, text| self.clue(&text))?;
        for (cell, kind) in self.symbols(&["tents"], centre) {
            let clue = &mut clues[self.at(cell)];
            *clue = (kind == FISH && *clue == Clue::Blank).then(|| Clue::Word("f".into()))?;
        }
        Some(clues)
    }

    /// Crosses at corners.
    fn crosses(&mut self) -> Vec<Clue> {
        let wide = self.cols + 1;
        let mut clues = vec![Clue::Blank; (self.rows + 1) * wide];
        for (row, col) in self.symbols(&["sudokuetc"], corner).into_keys() {
            clues[row * wide + col] = Clue::Word("x".into());
        }
        clues
    }

    /// Numbers and inequality signs on borders, in the left or upper cell.
    fn on_borders(&mut self, below: bool) -> Option<Vec<Clue>> {
        let cols = self.cols;
        let cell = |(row, col): HalfSteps| {
            ((row % 2, col % 2) == (usize::from(below), usize::from(!below))).then_some(row / 2 * cols + col / 2)
        };
        let mut clues = vec![Clue::Blank; self.rows * cols];
        let (texts, others): (BTreeMap<_, _>, _) =
            take(&mut self.borders).into_iter().partition(|(place, _)| cell(*place).is_some());
        self.borders = others;
        for (place, text) in texts {
            clues[cell(place)?] = self.clue(&text)?;
        }
        for (at, kind) in self.symbols(&["inequality"], cell) {
            let sign = INEQUALITIES.get((kind as usize).checked_sub(1)?).filter(|_| (kind % 2 == 0) == below)?;
            clues[at] = (clues[at] == Clue::Blank).then(|| Clue::Word((*sign).into()))?;
        }
        Some(clues)
    }
}
