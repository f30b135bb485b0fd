//! Export to penpa: what the puzzle draws beyond the parts of its genre.

use super::super::outgoing::{Outgoing, hex};
use super::paper::Paper;
use sator_model::shape::{Colour, End, Form, MarkShape, Place};

/// The kinds of circles and squares.
const WHITE: u32 = 1;
const BLACK: u32 = 2;
const GREY: u32 = 3;

/// The number of a colour of cells.
fn surface(colour: Colour) -> u32 {
    match colour {
        Colour::Grey => 3,
        Colour::Black => 4,
        Colour::Green => 2,
        Colour::Blue => 5,
        Colour::Red => 6,
        Colour::Yellow => 7,
        Colour::Pink => 9,
        Colour::Orange => 10,
        Colour::Purple => 11,
        Colour::Gold => 12,
    }
}

impl Paper {
    /// Draws the shapes that no written use stands for.
    pub(super) fn shapes(&mut self, out: &Outgoing) {
        for form in out.unwritten_shapes() {
            self.shape(form);
        }
    }

    fn shape(&mut self, form: &Form) {
        let at = |place: &Place| (place.0 as i64, place.1 as i64);
        match form {
            Form::Borders(groups) => self.borders(groups, &[]),
            Form::Wall(a, b) => {
                let index = |place: &Place| place.0 * self.cols + place.1;
                let pair = (index(a), index(b));
                self.borders(&vec![None; self.rows * self.cols], &[pair]);
            }
            Form::Cage { cells, clue } => self.cage(cells, clue.as_deref()),
            Form::Line(line) if line.start == End::Bulb => self.push("thermo", &line.cells),
            Form::Line(line) if line.end == End::Arrow => self.push("arrows", &line.cells),
            Form::Line(line) => {
                self.push("nobulbthermo", &line.cells);
                self.line_colours.push(hex(line.colour));
                for (end, cell) in [(line.start, line.cells.first()), (line.end, line.cells.last())] {
                    let Some(cell) = cell else { continue };
                    match end {
                        End::Circle => self.symbol(self.cell(at(cell)), "circle_L", WHITE),
                        End::Diamond => self.symbol(self.cell(at(cell)), "diamond_L", WHITE),
                        End::Bulb | End::Arrow | End::Plain => {}
                    }
                }
            }
            Form::Pill(cells) => cells.iter().for_each(|cell| self.symbol(self.cell(at(cell)), "circle_L", WHITE)),
            Form::Dot { a, b, text, .. } => {
                let point = self.halfway(a.0 + b.0, a.1 + b.1);
                match &**text {
                    "○" => self.symbol(point, "circle_SS", WHITE),
                    "●" => self.symbol(point, "circle_SS", BLACK),
                    sign => self.text(point, sign),
                }
            }
            Form::Mark { cell, shape } => {
                let name = if *shape == MarkShape::Circle { "circle_L" } else { "square_L" };
                self.symbol(self.cell(at(cell)), name, GREY);
            }
            Form::Shade { cells, colour } => cells.iter().for_each(|cell| self.colour(at(cell), surface(*colour))),
            Form::Corner { row, col, text } if *row > 0 && *col > 0 => {
                let point = self.halfway(row - 1, col - 1);
                self.symbol(point, "circle_M", WHITE);
                self.text(point, text);
            }
            Form::Outside { first, step, clue } => {
                self.number((first.0 as i64 - step.0, first.1 as i64 - step.1), clue);
            }
            Form::Corner { .. }
            | Form::Values { .. }
            | Form::Words { .. }
            | Form::Signs { .. }
            | Form::Split(_)
            | Form::Elsewhere(_)
            | Form::Icon { .. }
            | Form::Fleet { .. } => {}
        }
    }
}
