//! Numbers outside the grid: their rows, columns and diagonals in the names of the solver.

use super::super::super::outgoing::Outgoing;
use super::{Sudoku, name};
use sator_model::shape::Place;
use sator_model::{Argument, PictureContent, RuleUse};

impl Sudoku {
    /// Whether a number at a line isn't written yet; `None` if another one is, which the solver would replace.
    pub(super) fn is_new(
        &mut self,
        constraint: &'static str,
        line: &str,
        is_reversed: bool,
        number: i64,
    ) -> Option<bool> {
        match self.outside.insert((constraint, line.to_string(), is_reversed), number) {
            Some(other) => (other == number).then_some(false),
            None => Some(true),
        }
    }

    /// Ties are allowed or forbidden for all ranks of the solver.
    pub(super) fn set_ties(&mut self, out: &Outgoing, used: &RuleUse) -> Option<()> {
        let ties = matches!(used.argument("ties"), Argument::Word(word) if &**word == "allowed");
        let is_first = !self.outside.keys().any(|(constraint, ..)| *constraint == "FullRank");
        (out.is_whole(used.argument("x")) && (is_first || self.board.ties == ties)).then(|| self.board.ties = ties)
    }

    /// A whole row or column, and whether it is read from its other end.
    pub(super) fn whole_line(&self, line: &[Place]) -> Option<(String, bool)> {
        let (side, (row, col)) = (self.board.rows, *line.first()?);
        let is = |cell: &dyn Fn(usize) -> Place| line.iter().copied().eq((0..side).map(cell));
        Some(match () {
            () if is(&|k| (k, col)) => (format!("C{}", col + 1), false),
            () if is(&|k| (side - 1 - k, col)) => (format!("C{}", col + 1), true),
            () if is(&|k| (row, k)) => (format!("R{}", row + 1), false),
            () if is(&|k| (row, side - 1 - k)) => (format!("R{}", row + 1), true),
            () => return None,
        })
    }

    /// The cell from which the solver reads a whole diagonal.
    pub(super) fn diagonal(&self, line: &[Place]) -> Option<String> {
        let last = self.board.rows - 1;
        let step = |w: &[Place]| (w[1].0 as i64 - w[0].0 as i64, w[1].1 as i64 - w[0].1 as i64);
        let way = line.windows(2).next().map(step)?;
        let on_edge = |(row, col): &Place| [0, last].contains(row) || [0, last].contains(col);
        let is_whole = way.0.abs() == 1 && way.1.abs() == 1 && line.windows(2).all(|w| step(w) == way);
        if !is_whole || !on_edge(line.first()?) || !on_edge(line.last()?) {
            return None;
        }
        let starts = |start: &&Place, way: (i64, i64)| match (**start, way) {
            ((row, 0), (1, 1)) => row < last,
            ((row, col), (-1, -1)) => col == last && 0 < row && row < last,
            ((0, col), (1, -1)) => col > 0,
            ((row, col), (-1, 1)) => row == last && 0 < col && col < last,
            _ => false,
        };
        let from_end = line.last().filter(|start| starts(start, (-way.0, -way.1)));
        line.first().filter(|start| starts(start, way)).or(from_end).map(|start| name(*start))
    }
}

/// The lines of a use with their numbers: the one line, or those of a picture.
pub(super) fn numbers_outside(out: &Outgoing, used: &RuleUse) -> Option<Vec<(Vec<Place>, i64)>> {
    if let Some(line) = used.places("line", out.id) {
        let number = ["total", "seen", "height", "number", "rank"].iter().find_map(|name| used.number(name))?;
        return Some(vec![(line.to_vec(), number)]);
    }
    let PictureContent::Outside { words: sides, .. } = &out.picture(used.argument("line"))?.content else {
        return None;
    };
    let side = out.grid.rows;
    let mut found = vec![];
    for (at, clues) in sides.iter().enumerate() {
        for (k, words) in clues.iter().enumerate() {
            let number = match &words[..] {
                [] => continue,
                [word] if word == "?" => continue,
                [word] => word.parse().ok()?,
                _ => return None,
            };
            let cell = |n: usize| [(n, k), (side - 1 - n, k), (k, n), (k, side - 1 - n)][at];
            found.push(((0..side).map(cell).collect(), number));
        }
    }
    Some(found)
}
