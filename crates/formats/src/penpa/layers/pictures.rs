//! The clues of parts that fill several pictures, taken from the layers.

use super::parts::{ARROW_SYMBOLS, HalfSteps, centre, corner, way};
use super::{Layers, is_dark};
use crate::puzzlink::codec::Clue;
use crate::puzzlink::{Own, Spot};
use crate::script::Cell;
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
                ("icebarn", "ice", _) => self.ice()?,
                ("icebarn", "arrow", _) => self.arrows_on_borders()?,
                (_, "gate", Spot::Sides) => self.gates()?,
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

    /// Cells of one colour. Thick edges frame them; an edge between two of them would part what the genre has as one.
    fn ice(&mut self) -> Option<Vec<Clue>> {
        let surface = take(&mut self.surface);
        let first = surface.values().next();
        let next = |cell: &Cell| [Cell::new(cell.row + 1, cell.col), Cell::new(cell.row, cell.col + 1)];
        let is_cut = |cell: &Cell| {
            let others = next(cell).into_iter().filter(|other| surface.contains_key(other));
            others.into_iter().any(|other| self.rooms[self.at(*cell)] != self.rooms[self.at(other)])
        };
        if surface.values().any(|colour| Some(colour) != first) || surface.keys().any(is_cut) {
            return None;
        }
        self.framed.extend(surface.keys());
        self.by_cell(surface, |_, _| Some(Clue::Word("#".into())))
    }

    /// Arrows across borders, on a board of centres and borders.
    fn arrows_on_borders(&mut self) -> Option<Vec<Clue>> {
        let wide = 2 * self.cols - 1;
        let mut clues = vec![Clue::Blank; (2 * self.rows - 1) * wide];
        let border = |at: HalfSteps| (at.0 % 2 + at.1 % 2 == 1).then_some(at);
        for ((row, col), kind) in self.symbols(&ARROW_SYMBOLS, border) {
            let way = way(kind).filter(|way| matches!(*way, "left" | "right") == (col % 2 == 1))?;
            clues[row * wide + col] = Clue::Word(way.into());
        }
        Some(clues)
    }

    /// The start and the end of a path, as arrows on the rim into the board and out of it.
    fn gates(&mut self) -> Option<Vec<Clue>> {
        let (rows, cols) = (self.rows, self.cols);
        let mut clues = vec![Clue::Blank; 2 * (rows + cols)];
        for (side, (name, kind)) in take(&mut self.rim) {
            let inward = match side {
                _ if side < cols => "down",
                _ if side < 2 * cols => "up",
                _ if side < 2 * cols + rows => "right",
                _ => "left",
            };
            let is_level = side >= 2 * cols;
            let way = way(kind).filter(|way| matches!(*way, "left" | "right") == is_level)?;
            ARROW_SYMBOLS.contains(&&*name).then_some(())?;
            clues[side] = Clue::Word(if way == inward { "in" } else { "out" }.into());
        }
        // The words beside these arrows repeat them.
        self.outside.retain(|_, text| !matches!(&*text.to_ascii_lowercase(), "in" | "out"));
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
