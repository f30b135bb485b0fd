//! Strokes of a player between cells, and marks that follow from all of them: pieces whose cells have letters or
//! numbers, and dominoes.

use super::lines::{Done, Lines};
use super::{File, Given};
use crate::marks::Mark;
use crate::puzzlink::codec::Clue;

/// Borders that are drawn: right of each cell, and below. Empty without a section of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Strokes {
    pub(super) right: Vec<bool>,
    pub(super) below: Vec<bool>,
    pub(super) kind: Kind,
}

/// The meaning of borders that are no marks by themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    #[default]
    Pieces,
    /// Each piece of two cells is a domino.
    Dominoes,
    /// A border is around each shaded cell, drawn or not.
    Zones,
    /// The cells of a piece have its size as their number.
    Numbers,
    /// Strokes join the cells of blocks in Zabajaba: three across are 1, three down 2, a square 3.
    Blocks,
}

/// A cell by its row and column.
type Cell = (usize, usize);

impl File {
    /// The neighbours right of and below each cell, and whether a border between them is drawn.
    fn neighbours(&self) -> Vec<(Cell, Cell, bool)> {
        let (rows, cols) = (self.rows, self.cols);
        let drawn = |all: &[bool], at: usize| all.get(at) == Some(&true);
        let beside = (0..rows).flat_map(|r| (0..cols - 1).map(move |c| (r, c)));
        let beside = beside.map(|(r, c)| ((r, c), (r, c + 1), drawn(&self.strokes.right, r * (cols - 1) + c)));
        let below = (0..rows - 1).flat_map(|r| (0..cols).map(move |c| (r, c)));
        let below = below.map(|(r, c)| ((r, c), (r + 1, c), drawn(&self.strokes.below, r * cols + c)));
        beside.chain(below).collect()
    }

    /// Strokes from the centres of cells to their sides. A junction is written as the side without a stroke, a
    /// clue as 0.
    pub(super) fn junctions(&mut self, lines: &mut Lines) -> Done {
        let (rows, cols) = (self.rows, self.cols);
        let drawn = |values: Vec<&str>| values.into_iter().map(|value| value == "1").collect::<Vec<bool>>();
        let upright = drawn(lines.values(rows, cols + 1)?);
        let level = drawn(lines.values(rows + 1, cols)?);
        for (cell, clue) in self.clues(0, rows * cols).into_iter().enumerate() {
            let left = cell / cols * (cols + 1) + cell % cols;
            let sides = [level[cell], level[cell + cols], upright[left], upright[left + 1]];
            let open: Vec<usize> = (0..4).filter(|&side| !sides[side]).collect();
            match &open[..] {
                _ if clue != Clue::Blank => self.write(cell, 0),
                [side] => self.write(cell, side + 1),
                _ => {}
            }
        }
        Ok(())
    }

    /// Adds the marks that follow from all marks.
    pub(super) fn conclude(&mut self) {
        match self.strokes.kind {
            Kind::Pieces => {}
            Kind::Dominoes => self.join_dominoes(),
            Kind::Zones => self.part_shaded(),
            Kind::Numbers => self.fill_pieces(),
            Kind::Blocks => self.fill_blocks(),
        }
        if !self.letters.is_empty() {
            self.part_letters();
        }
    }

    /// A letter of the puzzle or of the player.
    fn letter(&self, (row, col): Cell) -> Option<String> {
        let at = row * self.cols + col;
        if let Some(Some(Given::Clues(clues))) = self.given.get(1)
            && let Clue::Word(letter) = &clues[at]
        {
            return Some(letter.clone());
        }
        self.letters[at].clone()
    }

    /// Borders between different letters.
    fn part_letters(&mut self) {
        for (one, two, drawn) in self.neighbours() {
            let differ = self.letter(one).zip(self.letter(two)).is_some_and(|(one, two)| one != two);
            if differ && !drawn {
                let step = ((two.0 - one.0) as i64, (two.1 - one.1) as i64);
                self.marks.push(Mark::Border { cell: one, step, drawn: Some(true) });
            }
        }
    }

    /// The neighbours right of and below each cell, and whether a border is between them: one that is drawn, or that of a
    /// shaded cell or a cell left out.
    fn neighbours_of_zones(&self) -> Vec<(Cell, Cell, bool)> {
        let at = |cell: Cell| cell.0 * self.cols + cell.1;
        let mut out: Vec<bool> = self.clues(1, self.rows * self.cols).iter().map(|hole| *hole != Clue::Blank).collect();
        for mark in &self.marks {
            if let Mark::Shade { cell, yes: Some(true) } = mark {
                out[at(*cell)] = true;
            }
        }
        let is_out = |cell: Cell| out[at(cell)];
        let neighbours = self.neighbours().into_iter();
        neighbours.map(|(one, two, drawn)| (one, two, drawn || is_out(one) || is_out(two))).collect()
    }

    /// Borders around shaded cells.
    fn part_shaded(&mut self) {
        for ((one, two, parted), (.., drawn)) in self.neighbours_of_zones().into_iter().zip(self.neighbours()) {
            if parted && !drawn {
                let step = ((two.0 - one.0) as i64, (two.1 - one.1) as i64);
                self.marks.push(Mark::Border { cell: one, step, drawn: Some(true) });
            }
        }
    }

    /// Links in areas of two cells between borders, shaded cells and cells left out.
    fn join_dominoes(&mut self) {
        let at = |cell: Cell| cell.0 * self.cols + cell.1;
        let neighbours = self.neighbours_of_zones();
        let mut degrees = vec![0; self.rows * self.cols];
        for (one, two, _) in neighbours.iter().filter(|(.., drawn)| !drawn) {
            degrees[at(*one)] += 1;
            degrees[at(*two)] += 1;
        }
        for (one, two, drawn) in &neighbours {
            let across = one.0 == two.0;
            if *drawn {
                self.marks.push(Mark::Link { cell: *one, across, strokes: Some(0) });
            } else if degrees[at(*one)] == 1 && degrees[at(*two)] == 1 {
                self.marks.push(Mark::Link { cell: *one, across, strokes: Some(1) });
            }
        }
    }

    /// The number of each cell, of the puzzle or of the player.
    fn numbers(&self) -> Vec<Option<usize>> {
        let number = |clue: &Clue| if let Clue::Number(n) = clue { Some(*n as usize) } else { None };
        let mut numbers: Vec<Option<usize>> = self.clues(0, self.rows * self.cols).iter().map(number).collect();
        for mark in &self.marks {
            if let Mark::Text { cell, text: Some(text) } = mark {
                numbers[cell.0 * self.cols + cell.1] = text.parse().ok();
            }
        }
        numbers
    }

    /// Numbers in the blank cells of a piece that has as many cells as its number, between borders and other numbers.
    fn fill_pieces(&mut self) {
        let numbers = self.numbers();
        let at = |cell: Cell| cell.0 * self.cols + cell.1;
        let mut open = vec![vec![]; numbers.len()];
        for (one, two, drawn) in self.neighbours() {
            let (a, b) = (at(one), at(two));
            let equal = numbers[a].zip(numbers[b]).map(|(a, b)| a == b);
            if drawn && equal == Some(true) {
                let [one, two] = [one, two].map(|(row, col)| format!("r{}c{}", row + 1, col + 1));
                self.stray = Some(format!("a border between the equal numbers of {one} and {two}"));
            }
            if !drawn && equal != Some(false) {
                open[a].push(b);
                open[b].push(a);
            }
        }
        for piece in pieces(&open) {
            let has_number = |cell: &usize| numbers[*cell].is_some();
            if !piece.iter().any(has_number)
                || piece.iter().any(|cell| numbers[*cell].is_some_and(|n| n != piece.len()))
            {
                continue;
            }
            for &cell in piece.iter().filter(|cell| !has_number(cell)) {
                self.write(cell, piece.len());
            }
        }
    }

    /// The kind of block in each of its cells.
    fn fill_blocks(&mut self) {
        let cols = self.cols;
        let mut open = vec![vec![]; self.rows * cols];
        for (one, two, drawn) in self.neighbours() {
            if drawn {
                let (a, b) = (one.0 * cols + one.1, two.0 * cols + two.1);
                open[a].push(b);
                open[b].push(a);
            }
        }
        for mut piece in pieces(&open) {
            piece.sort_unstable();
            let from_first: Vec<usize> = piece.iter().map(|cell| cell - piece[0]).collect();
            let kinds = [vec![0, 1, 2], vec![0, cols, 2 * cols], vec![0, 1, cols, cols + 1]];
            if let Some(kind) = kinds.iter().position(|cells| *cells == from_first) {
                piece.into_iter().for_each(|cell| self.write(cell, kind + 1));
            }
        }
    }

    /// A number of the player.
    fn write(&mut self, cell: usize, number: usize) {
        self.marks.push(Mark::Text { cell: (cell / self.cols, cell % self.cols), text: Some(number.to_string()) });
    }
}

/// The cells that are connected, by the open neighbours of each cell.
fn pieces(open: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; open.len()];
    let mut pieces = vec![];
    for start in 0..open.len() {
        let mut piece = if std::mem::replace(&mut seen[start], true) { vec![] } else { vec![start] };
        let mut next = 0;
        while let Some(&cell) = piece.get(next) {
            next += 1;
            piece.extend(open[cell].iter().filter(|other| !std::mem::replace(&mut seen[**other], true)));
        }
        pieces.push(piece);
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

#[cfg(test)]
mod tests {
    use crate::puzzlink::file::state;

    /// The largest blank boards: each piece and each cell is looked at once.
    #[test]
    fn large_blank_boards_are_read() {
        let lines =
            |value: &str, rows: usize, cols: usize| format!("{}/", format!("{value} ").repeat(cols)).repeat(rows);
        let borders = lines("0", 100, 99) + &lines("0", 99, 100);
        let cells = lines(".", 100, 100);
        assert!(state(&format!("pzprv3/fillomino/100/100/{cells}{cells}{borders}")).is_ok());
        assert!(state(&format!("pzprv3/lapaz/100/100/{cells}{borders}{cells}")).is_ok());
    }
}
