//! The signs between the cells of a board and around it.

use super::board::{Sheet, WORD};
use super::{Anchor, CELL, Paper, escaped};
use crate::render::legend::{place, spoken};
use crate::scene::{Corner, Holds, Side, Slot};

impl Sheet<'_> {
    /// Dots and signs on borders, clues at corners.
    pub(super) fn between(&self, paper: &mut Paper) {
        for dot in &self.board.dots {
            let (a, b) = (self.middle(dot.a), self.middle(dot.b));
            let (x, y) = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
            paper.put(format_args!(
                "<g class=\"between\"><title>{}: {} {}</title>",
                spoken(&escaped(&dot.name)),
                place(dot.a),
                place(dot.b)
            ));
            match dot.text.as_str() {
                "○" | "●" => {
                    let black = dot.text == "●";
                    let class = if black { "black" } else { "white" };
                    paper.put(format_args!("<circle class=\"dot {class}\" cx=\"{x}\" cy=\"{y}\" r=\"15\"/>"));
                    if let Some(inside) = &dot.inside {
                        paper.centred(inside, (x, y), 22.0, 24.0, if black { "on-black" } else { "given" });
                    }
                }
                text => {
                    paper.put(format_args!("<circle class=\"back\" cx=\"{x}\" cy=\"{y}\" r=\"15\"/>"));
                    paper.centred(text, (x, y), 34.0, 34.0, "given");
                }
            }
            paper.put(format_args!("</g>"));
        }
        for half in &self.board.halves {
            let (x, y) = (self.x + half.col as f64 * CELL / 2.0, self.y + half.row as f64 * CELL / 2.0);
            paper.titled("corner-clue", &format!("clue {}", half.text), |paper| match half.text.as_str() {
                "○" | "●" | "◐" => {
                    // A black dot keeps visible on shaded cells.
                    let shading = self.board.holds == Some(Holds::YesNo) && self.board.signs.is_none();
                    let class = match half.text.as_str() {
                        "●" if shading => "black ringed",
                        "●" => "black",
                        "○" => "white",
                        _ => "grey",
                    };
                    paper.put(format_args!("<circle class=\"dot {class}\" cx=\"{x}\" cy=\"{y}\" r=\"18\"/>"));
                }
                text => {
                    paper.put(format_args!("<circle class=\"dot white\" cx=\"{x}\" cy=\"{y}\" r=\"25\"/>"));
                    // More than two digits in two lines.
                    let characters: Vec<char> = text.chars().collect();
                    if characters.len() > 2 {
                        let (above, below) = characters.split_at(characters.len().div_ceil(2));
                        paper.centred(&above.iter().collect::<String>(), (x, y - 10.0), 22.0, 36.0, "given");
                        paper.centred(&below.iter().collect::<String>(), (x, y + 10.0), 22.0, 36.0, "given");
                    } else {
                        paper.centred(text, (x, y), 28.0, 36.0, "given");
                    }
                }
            });
        }
    }

    fn outside_class(&self, slot: Slot) -> &'static str {
        if self.board.outside_clash.contains(&slot) { "clash-clue outside" } else { "given outside" }
    }

    /// The clues at the corners, away from the board.
    fn corners(&self, paper: &mut Paper, (right, bottom): (f64, f64)) {
        for corner in Corner::ALL {
            let words = &self.board.corners[corner as usize];
            let (x, anchor) = match corner.is_at(Side::Left) {
                true => (self.x - 14.0, Anchor::End),
                false => (right + 14.0, Anchor::Start),
            };
            let y = if corner.is_at(Side::Top) { self.y - 14.0 } else { bottom + 14.0 + WORD * 0.72 };
            if !words.is_empty() {
                paper.text(&words.join(" "), (x, y), WORD, self.outside_class(Slot::Corner(corner)), anchor);
            }
        }
    }

    pub(super) fn outside(&self, paper: &mut Paper) {
        let (right, bottom) = (self.x + self.board.cols as f64 * CELL, self.y + self.board.rows as f64 * CELL);
        self.corners(paper, (right, bottom));
        for side in Side::ALL {
            for (line, words) in self.board.outside[side as usize].iter().enumerate() {
                let along = CELL * (line as f64 + 0.5);
                let class = self.outside_class(Slot::Line(side, line));
                match side {
                    Side::Top | Side::Bottom => {
                        let count = words.len() as f64;
                        for (k, word) in words.iter().enumerate() {
                            let y = match side {
                                Side::Top => self.y - (count - k as f64) * 50.0 + 22.0,
                                _ => bottom + k as f64 * 50.0 + 28.0,
                            };
                            paper.centred(word, (self.x + along, y), WORD, 96.0, class);
                        }
                    }
                    Side::Left => paper.text(
                        &words.join(" "),
                        (self.x - 14.0, self.y + along + WORD * 0.36),
                        WORD,
                        class,
                        Anchor::End,
                    ),
                    Side::Right => paper.text(
                        &words.join(" "),
                        (right + 14.0, self.y + along + WORD * 0.36),
                        WORD,
                        class,
                        Anchor::Start,
                    ),
                }
            }
        }
    }
}
