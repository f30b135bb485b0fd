//! Clues that are more than their text: numbers on their sides, things, ships.

use super::board::{Sheet, mark_word};
use super::{CELL, Paper};
use crate::scene::Content;
use sator_model::LineKind;
use sator_model::shape::{Icon, Place};

/// The outlines of things, around the middle of their cell: the class and the path of each part.
fn parts(icon: Icon) -> &'static [(&'static str, &'static str)] {
    match icon {
        Icon::Tree => &[
            ("trunk", "M-6 8h12v30h-12z"),
            (
                "leaves",
                "M0 -38C15 -38 23 -27 20 -16C34 -12 36 6 23 12C14 20 -14 20 -23 12C-36 6 -34 -12 -20 -16C-23 -27 -15 -38 0 -38z",
            ),
        ],
        Icon::Triangle => &[("ring", "M0 -34L36 28H-36z")],
        Icon::Hole => &[("filled", "M0 -30A30 30 0 1 1 0 30A30 30 0 1 1 0 -30z")],
        Icon::Fish => &[
            ("water", "M-38 0C-22 -24 8 -24 22 -2L38 -16V16L22 2C8 24 -22 24 -38 0z"),
            ("back", "M-24 -4a4 4 0 1 1 0.1 0z"),
        ],
        Icon::Sheep => &[
            (
                "ring",
                "M-20 -18C-14 -32 4 -32 8 -22C20 -30 34 -18 28 -6C38 2 32 18 20 16C14 26 -4 26 -8 16C-22 22 -34 10 -26 -2C-34 -8 -30 -18 -20 -18z",
            ),
            ("filled", "M-30 -16C-42 -16 -44 2 -34 10C-24 10 -22 -12 -30 -16zM-12 20v14h7v-14zM10 20v14h7v-14z"),
        ],
        Icon::Wolf => &[
            ("wolf", "M-28 -34L-13 -17H13L28 -34L31 4C26 20 12 30 0 37C-12 30 -26 20 -31 4z"),
            ("back", "M-17 -2l12 5l-9 4zM17 -2l-12 5l9 4zM-6 22h12l-6 8z"),
        ],
        Icon::Sun => &[
            ("sun", "M0 -17A17 17 0 1 1 0 17A17 17 0 1 1 0 -17z"),
            ("rays", "M0 -24V-36M0 24V36M-24 0H-36M24 0H36M17 -17L25 -25M-17 17L-25 25M17 17L25 25M-17 -17L-25 -25"),
        ],
        Icon::Moon => &[("moon", "M10 -34A35 35 0 1 0 34 12A28 28 0 0 1 10 -34z")],
        Icon::Circle | Icon::Firefly | Icon::Compass => &[],
    }
}

/// A part of a ship.
#[derive(Clone, Copy)]
enum Part {
    Single,
    Middle,
    /// An end, and the way from the middle of the ship to it.
    End(i64, i64),
    /// A part whose neighbours are unknown.
    Any,
}

/// The half width of a ship.
const HALF: f64 = 38.0;

impl Sheet<'_> {
    /// Draws a clue with a look of its own.
    pub(super) fn icon(&self, paper: &mut Paper, at: usize, icon: Icon, clue: &str) {
        let (x, y) = self.middle(self.place_of(at));
        let lines = self.board.strokes.as_ref().is_some_and(|s| s.kind == LineKind::Links);
        match icon {
            Icon::Circle | Icon::Firefly => {
                let marked = mark_word(self.board.style_at(at)).map_or(String::new(), |word| format!(" {word}-cell"));
                paper.put(format_args!("<circle class=\"ring{marked}\" cx=\"{x}\" cy=\"{y}\" r=\"36\"/>"));
                let (text, arrow) = match clue.chars().last() {
                    Some(c) if icon == Icon::Firefly && "↑↓←→".contains(c) => {
                        (clue.trim_end_matches(c), Some(c))
                    }
                    _ => (clue, None),
                };
                let (dx, dy) = match arrow {
                    Some('↑') => (0.0, -36.0),
                    Some('↓') => (0.0, 36.0),
                    Some('←') => (-36.0, 0.0),
                    _ => (36.0, 0.0),
                };
                if text != "?" {
                    paper.centred(text, (x, y), 46.0, 56.0, "given");
                }
                if arrow.is_some() {
                    paper.put(format_args!(
                        "<circle class=\"dot black\" cx=\"{}\" cy=\"{}\" r=\"9\"/>",
                        x + dx,
                        y + dy
                    ));
                }
            }
            Icon::Compass => {
                paper.put(format_args!(
                    "<path class=\"thin\" d=\"M{:.0} {:.0}l{CELL} {CELL}m0 -{CELL}l-{CELL} {CELL}\"/>",
                    x - 50.0,
                    y - 50.0
                ));
                let sides = [(0.0, -30.0), (0.0, 30.0), (-32.0, 0.0), (32.0, 0.0)];
                for (number, (dx, dy)) in clue.split(',').zip(sides).filter(|(number, _)| *number != ".") {
                    paper.centred(number, (x + dx, y + dy), 32.0, 34.0, "given");
                }
            }
            thing => {
                if lines {
                    paper.put(format_args!("<circle class=\"back\" cx=\"{x}\" cy=\"{y}\" r=\"36\"/>"));
                }
                for (class, d) in parts(thing) {
                    paper.put(format_args!("<path class=\"{class}\" transform=\"translate({x} {y})\" d=\"{d}\"/>"));
                }
            }
        }
    }

    /// Numbers of a clue in their usual places: in opposite corners, in a triangle, or on four sides.
    pub(super) fn several(&self, paper: &mut Paper, at: usize, numbers: &[&str], class: &str) {
        let (x, y) = self.middle(self.place_of(at));
        let places: &[(f64, f64)] = match numbers.len() {
            2 => &[(-22.0, -20.0), (22.0, 20.0)],
            3 => &[(-24.0, -20.0), (24.0, -20.0), (0.0, 24.0)],
            _ => &[(0.0, -28.0), (-28.0, 0.0), (28.0, 0.0), (0.0, 28.0)],
        };
        let high = if numbers.len() == 2 { 44.0 } else { 36.0 };
        for (number, (dx, dy)) in numbers.iter().zip(places) {
            paper.centred(number, (x + dx, y + dy), high, 42.0, class);
        }
    }

    /// A part of a ship in a cell of the solution.
    pub(super) fn ship(&self, paper: &mut Paper, at: usize, class: &str) {
        self.part(paper, self.middle(self.place_of(at)), self.part_at(at), class);
    }

    /// A clue of a battleship: water, or a part of a ship.
    pub(super) fn ship_clue(&self, paper: &mut Paper, at: usize, clue: &str) {
        let (x, y) = self.middle(self.place_of(at));
        let known = match (self.part_at(at), clue) {
            (Part::Any, _) => None,
            (part, _) if self.is_ship(self.place_of(at)) == Some(true) => Some(part),
            _ => None,
        };
        let part = match (known, clue) {
            (_, "~") => {
                let wave = "M-34 -9q8.5 -14 17 0t17 0t17 0t17 0m-68 22q8.5 -14 17 0t17 0t17 0t17 0";
                return paper.put(format_args!("<path class=\"flow\" transform=\"translate({x} {y})\" d=\"{wave}\"/>"));
            }
            (Some(part), _) => part,
            (None, "○" | "o") => Part::Single,
            (None, "∧" | "^") => Part::End(-1, 0),
            (None, "∨" | "v") => Part::End(1, 0),
            (None, "<") => Part::End(0, -1),
            (None, ">") => Part::End(0, 1),
            (None, "m") => Part::Middle,
            (None, _) => Part::Any,
        };
        self.part(paper, (x, y), part, "given");
    }

    /// Whether a place is a part of a ship; water outside. `None` if that is unknown.
    fn is_ship(&self, (row, col): Place) -> Option<bool> {
        let board = self.board;
        if row >= board.rows || col >= board.cols {
            return Some(false);
        }
        match board.cells[row * board.cols + col].as_ref().map(|cell| &cell.content) {
            Some(Content::Bool(yes)) => Some(*yes),
            Some(_) => None,
            None => Some(false),
        }
    }

    fn part_at(&self, at: usize) -> Part {
        let (row, col) = self.place_of(at);
        let steps = [(-1i64, 0i64), (1, 0), (0, -1), (0, 1)];
        let next = |(down, right): (i64, i64)| {
            let (row, col) = (row.checked_add_signed(down as isize), col.checked_add_signed(right as isize));
            row.zip(col).map_or(Some(false), |place| self.is_ship(place))
        };
        let around: Vec<Option<bool>> = steps.into_iter().map(next).collect();
        let joined: Vec<(i64, i64)> =
            steps.into_iter().zip(&around).filter(|(_, ship)| **ship == Some(true)).map(|(step, _)| step).collect();
        match joined[..] {
            _ if around.contains(&None) => Part::Any,
            [] => Part::Single,
            [(down, right)] => Part::End(-down, -right),
            _ => Part::Middle,
        }
    }

    fn part(&self, paper: &mut Paper, (x, y): (f64, f64), part: Part, class: &str) {
        let half = HALF;
        match part {
            Part::Single => {
                paper.put(format_args!("<circle class=\"ship {class}\" cx=\"{x}\" cy=\"{y}\" r=\"{half}\"/>"))
            }
            Part::Any => paper.put(format_args!(
                "<rect class=\"ship {class}\" x=\"{}\" y=\"{}\" width=\"36\" height=\"36\"/>",
                x - 18.0,
                y - 18.0
            )),
            Part::Middle => paper.put(format_args!(
                "<rect class=\"ship {class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                x - half,
                y - half,
                2.0 * half,
                2.0 * half
            )),
            Part::End(down, right) => {
                // Round upward, then turned.
                let turn = match (down, right) {
                    (-1, _) => 0,
                    (1, _) => 180,
                    (_, 1) => 90,
                    _ => 270,
                };
                paper.put(format_args!(
                    "<path class=\"ship {class}\" transform=\"translate({x} {y}) rotate({turn})\" \
                     d=\"M-{half} {half}V0A{half} {half} 0 0 1 {half} 0V{half}z\"/>"
                ));
            }
        }
    }

    /// The ships that are to be placed, below the board from `down` on.
    pub(super) fn fleet(&self, paper: &mut Paper, lengths: &[i64], down: f64) {
        const UNIT: f64 = 24.0;
        let mut lengths: Vec<i64> = lengths.iter().copied().filter(|length| (1..100).contains(length)).collect();
        lengths.sort_unstable_by_key(|length| std::cmp::Reverse(*length));
        let y = self.y + self.board.rows as f64 * CELL + down + 32.0;
        let mut x = self.x;
        for length in lengths {
            let wide = length as f64 * UNIT;
            paper.put(format_args!(
                "<rect class=\"ship given\" x=\"{x:.0}\" y=\"{y:.0}\" width=\"{wide:.0}\" height=\"20\" rx=\"10\"><title>ship: {length}</title></rect>"
            ));
            x += wide + 20.0;
        }
    }
}
