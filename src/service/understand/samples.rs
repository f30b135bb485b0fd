//! Random solutions, by which rules are scored.

use super::sentence;
use crate::session::{Prospect, Session};
use sator_base::random::Random;
use sator_model::{Assignment, GridId, UnknownId};

/// Solutions in a sample. A rule that holds in none of them counts as one that holds in every `2 * NUMBER`th.
const NUMBER: usize = 256;

pub(super) struct Samples {
    all: Vec<Assignment>,
}

impl Samples {
    /// Solutions like one of the puzzle: its digits are exchanged, and so are bands and lines, as symmetries of a sudoku do.
    pub(super) fn new(session: &mut Session, known: Option<&Assignment>) -> Result<Samples, String> {
        let base = match known {
            Some(known) => known.clone(),
            None => match session.prospect(&[]).map_err(|error| sentence(&error))? {
                Prospect::Alive(solution) => solution,
                Prospect::Dead => return Err("the rules that the drawing has already leave no solution".into()),
                Prospect::Unknown(reason) => return Err(format!("no solution was found: {}", reason.text())),
            },
        };
        let model = session.model();
        let Some(grid) = model.grids.iter().position(|grid| grid.name == "x") else {
            return Err("the drawing has no grid `x`".into());
        };
        let grid = model.grid(GridId::at(grid));
        let unknowns: Vec<Option<UnknownId>> = grid.unknowns.clone();
        let (rows, cols) = (grid.rows, grid.cols);
        let mut digits: Vec<i64> = unknowns.iter().flatten().map(|&unknown| base.get(unknown)).collect();
        digits.sort_unstable();
        digits.dedup();
        let mut random = Random::new(1);
        let all = (0..NUMBER).map(|_| {
            let mut exchanged = digits.clone();
            random.shuffle(&mut exchanged);
            let (row_of, col_of) = (lines(rows, true, &mut random), lines(cols, false, &mut random));
            let turned = rows == cols && box_height(rows) * box_height(rows) == rows && random.below(2) == 0;
            let mut sample = base.clone();
            for (at, unknown) in unknowns.iter().enumerate() {
                let (row, col) = (row_of[at / cols], col_of[at % cols]);
                let from = if turned { col * cols + row } else { row * cols + col };
                if let (Some(unknown), Some(from)) = (unknown, unknowns[from]) {
                    let digit = digits.binary_search(&base.get(from)).unwrap_or(0);
                    sample.0[*unknown] = exchanged[digit];
                }
            }
            sample
        });
        Ok(Samples { all: all.collect() })
    }

    /// The improbability that something holds by chance, in bits.
    pub(super) fn bits(&self, holds: &mut dyn FnMut(&Assignment) -> bool) -> f64 {
        let share = |count: usize| (count as f64 + 0.5) / (self.all.len() as f64 + 1.0);
        -share(self.all.iter().filter(|sample| holds(sample)).count()).log2()
    }
}

/// An order of rows or columns that keeps boxes together: bands in a random order, and the lines of each.
fn lines(size: usize, is_row: bool, random: &mut Random) -> Vec<usize> {
    let height = box_height(size);
    let band = if is_row { height } else { size / height };
    let mut bands: Vec<Vec<usize>> = (0..size).collect::<Vec<_>>().chunks(band).map(<[usize]>::to_vec).collect();
    random.shuffle(&mut bands);
    bands.iter_mut().for_each(|band| random.shuffle(band));
    bands.concat()
}

/// The height of a usual box of a sudoku of this size.
fn box_height(size: usize) -> usize {
    (1..=size)
        .take_while(|height| height * height <= size)
        .filter(|height| size.is_multiple_of(*height))
        .last()
        .unwrap_or(1)
}
