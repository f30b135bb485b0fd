//! The content of the cells of a board: clues and values.

use super::board::{SIGNS, Sheet, mark_word};
use super::{CELL, Paper};
use crate::render::legend::place;
use crate::scene::{CellText, Content, EMPTY, Holds};
use sator_model::LineKind;
use sator_model::shape::Icon;

/// The signs of circles at the start of a clue.
const CIRCLES: [char; 3] = ['○', '●', '◐'];

impl Sheet<'_> {
    pub(super) fn cells(&self, paper: &mut Paper) {
        for at in 0..self.board.len() {
            if let Some(clue) = &self.board.clues[at] {
                let title = format!("clue {clue} at {}", place(self.place_of(at)));
                paper.titled("cell-clue", &title, |paper| self.clue(paper, at));
            }
            self.value(paper, at);
        }
    }

    /// The clue of a cell: large where it is all that stands there, in the corner beside a value.
    fn clue(&self, paper: &mut Paper, at: usize) {
        let board = self.board;
        let Some(clue) = &board.clues[at] else { return };
        let cell = self.place_of(at);
        let middle = self.middle(cell);
        let filled = !board.present(at)
            || board.is_black(at)
            || matches!(&board.cells[at], Some(c) if c.content == Content::Bool(true) && board.signs.is_none() && board.holds == Some(Holds::YesNo));
        if let Some((below, right)) = clue.split_once('\\').filter(|_| !board.present(at)) {
            let (x, y) = self.corner(cell);
            paper.put(format_args!("<path class=\"split\" d=\"M{x:.0} {y:.0}l{CELL} {CELL}\"/>"));
            paper.centred(below, (x + 28.0, y + 72.0), 34.0, 48.0, "on-black");
            paper.centred(right, (x + 72.0, y + 28.0), 34.0, 48.0, "on-black");
            return;
        }
        if filled && clue == "#" {
            return;
        }
        if let Some(icon) = board.icons.get(&at) {
            return self.icon(paper, at, *icon, clue);
        }
        if let Some(clues) = board.several.get(&at)
            && clues.iter().any(|(clue, icon)| icon.is_some() || clue.starts_with(CIRCLES))
        {
            return self.clues_of_pictures(paper, at, clues, filled);
        }
        if board.fleet.is_some() && board.present(at) {
            return self.ship_clue(paper, at, clue);
        }
        if board.is_given_sign(at) {
            return self.sign(paper, clue, middle, true);
        }
        let parts: Vec<&str> = clue.split(',').collect();
        let numeric = parts.iter().all(|part| *part == "?" || part.parse::<u32>().is_ok());
        // The clue makes room for the sign if every cell has one.
        if board.signs.as_ref().is_some_and(|(_, no)| no != EMPTY && !no.is_empty()) && !filled {
            return self.corner_clue(paper, cell, clue);
        }
        if (2..=4).contains(&parts.len()) && numeric && (board.strokes.is_some() || board.holds == Some(Holds::YesNo)) {
            self.under_clue(paper, at);
            return self.several(paper, at, &parts, if filled { "on-black" } else { "given" });
        }
        let numbers =
            board.holds == Some(Holds::Numbers) && board.present(at) && board.strokes.is_none() && !board.only_clue(at);
        if numbers {
            return self.corner_clue(paper, cell, clue);
        }
        if self.is_grey(at) {
            if let Some(number) = clue.strip_prefix("# ") {
                paper.centred(number, middle, 56.0, 84.0, "given");
            }
            return;
        }
        self.mark(paper, at, clue, filled);
    }

    /// Clues of several pictures side by side, each with the look that it has alone.
    fn clues_of_pictures(&self, paper: &mut Paper, at: usize, clues: &[(String, Option<Icon>)], filled: bool) {
        // The grey of a cell stands below its other clues.
        let is_below = |clue: &str| clue == "#" && (filled || self.is_grey(at));
        let shown: Vec<_> = clues.iter().filter(|(clue, icon)| icon.is_some() || !is_below(clue)).collect();
        let (scale, away) = match shown.len() {
            0 | 1 => (1.0, [(0.0, 0.0); 4]),
            2 => (0.56, [(-22.0, -22.0), (22.0, 22.0), (0.0, 0.0), (0.0, 0.0)]),
            _ => (0.5, [(-24.0, -24.0), (24.0, -24.0), (-24.0, 24.0), (24.0, 24.0)]),
        };
        let (x, y) = self.middle(self.place_of(at));
        for ((clue, icon), (right, down)) in shown.into_iter().zip(away) {
            let (from, to) = (x + right - scale * x, y + down - scale * y);
            paper.put(format_args!("<g transform=\"translate({from:.1} {to:.1}) scale({scale})\">"));
            match icon {
                Some(icon) => self.icon(paper, at, *icon, clue),
                None => self.mark(paper, at, clue, filled),
            }
            paper.put(format_args!("</g>"));
        }
    }

    /// A clue in the middle of its cell: a circle, a coloured square or circle, or text.
    fn mark(&self, paper: &mut Paper, at: usize, clue: &str, filled: bool) {
        let middle @ (x, y) = self.middle(self.place_of(at));
        let links = self.board.strokes.as_ref().filter(|s| s.kind == LineKind::Links);
        // Bridges end at round islands.
        let islands = links.is_some_and(|s| s.multiple);
        if islands {
            paper.put(format_args!("<circle class=\"ring\" cx=\"{x}\" cy=\"{y}\" r=\"38\"/>"));
        }
        match clue {
            "○" => paper.put(format_args!("<circle class=\"dot white\" cx=\"{x}\" cy=\"{y}\" r=\"34\"/>")),
            "●" => {
                // On a shaded cell a ring keeps it visible.
                let class = if filled { "dot black ringed" } else { "dot black" };
                paper.put(format_args!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"34\"/>"));
            }
            clue if let Some((rest, square, class)) = coloured(clue) => {
                match square {
                    true => paper.put(format_args!(
                        "<rect class=\"dot {class}\" x=\"{}\" y=\"{}\" width=\"84\" height=\"84\"/>",
                        x - 42.0,
                        y - 42.0
                    )),
                    false => paper.put(format_args!("<circle class=\"dot {class}\" cx=\"{x}\" cy=\"{y}\" r=\"36\"/>")),
                }
                let ink = if class == "black" { "on-black" } else { "given" };
                paper.centred(rest, middle, 46.0, if square { 76.0 } else { 56.0 }, ink);
            }
            clue if links.is_some() && !islands && !filled => {
                self.under_clue(paper, at);
                paper.centred(clue, middle, 56.0, 84.0, "given");
            }
            clue => paper.centred(clue, middle, 56.0, 84.0, if filled { "on-black" } else { "given" }),
        }
    }

    /// Whether the clue of a cell makes it grey, as `#` and `# 3` do. The grey lies below the lines.
    pub(super) fn is_grey(&self, at: usize) -> bool {
        let board = self.board;
        let is_grey = |clue: &str| clue == "#" || clue.starts_with("# ");
        let has_look =
            board.icons.contains_key(&at) || board.several.get(&at).is_some_and(|clues| clues[0].1.is_some());
        board.strokes.is_some() && !has_look && board.clues[at].as_deref().is_some_and(is_grey)
    }

    /// Whether a cell of yes or no shows a sign beside its clue, or over it.
    fn has_sign_and_clue(&self, at: usize) -> bool {
        let board = self.board;
        let Some(Content::Bool(yes)) = board.cells[at].as_ref().map(|cell| &cell.content) else { return false };
        let Some(sign) = board.sign_of(at, *yes) else { return false };
        sign != EMPTY && board.clues[at].as_deref() != Some(sign)
    }

    /// A line that ends here ends at the clue. The disc has the colour of its cell, marked or not.
    fn under_clue(&self, paper: &mut Paper, at: usize) {
        if self.board.strokes.as_ref().is_some_and(|s| s.kind == LineKind::Links) {
            let (x, y) = self.middle(self.place_of(at));
            let class = mark_word(self.board.style_at(at)).map_or("back".into(), |word| format!("back {word}-cell"));
            paper.put(format_args!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"30\"/>"));
        }
    }

    fn value(&self, paper: &mut Paper, at: usize) {
        let board = self.board;
        let (cell, middle) = (self.place_of(at), self.middle(self.place_of(at)));
        let Some(CellText { content, style, counts }) = &board.cells[at] else { return };
        let covered = board.holds == Some(Holds::YesNo) && board.clues[at].is_some() && !self.has_sign_and_clue(at);
        if board.holds.is_none() || covered || board.only_clue(at) || board.is_given_sign(at) {
            return;
        }
        let class = format!("value {}", style.words().join(" "));
        let class = class.trim_end();
        match content {
            Content::Unknown => {}
            Content::Bool(yes) => paper.titled(
                "yes-no",
                &format!("{}: {}", place(cell), if *yes { "yes" } else { "no" }),
                |paper| match (board.sign_of(at, *yes), yes) {
                    (Some(sign), _) => self.sign(paper, sign, middle, style.given),
                    (None, true) if board.fleet.is_some() => {
                        self.ship(paper, at, if style.given { "given" } else { "" })
                    }
                    (None, true) => {}
                    (None, false) if board.strokes.is_some() => {}
                    (None, false) => paper
                        .put(format_args!("<circle class=\"no\" cx=\"{}\" cy=\"{}\" r=\"5\"/>", middle.0, middle.1)),
                },
            ),
            Content::Text(text) => {
                let name = if text == EMPTY { "empty" } else { text };
                paper.titled("shown", &format!("{} = {name}", place(cell)), |paper| match text.as_str() {
                    EMPTY if board.is_black(at) => {}
                    sign if SIGNS.contains(&sign) => self.sign(paper, sign, middle, style.given),
                    text => paper.centred(text, (middle.0, middle.1 + self.down), self.high, 86.0, class),
                });
            }
            Content::Block(lines) => {
                let left = lines.concat().replace(' ', "");
                let title = format!("{}: {left}", place(cell));
                let middle = (middle.0, middle.1 + self.down);
                let room = if self.down > 0.0 { 74.0 } else { 88.0 };
                paper.titled("candidates", &title, |paper| square(paper, lines, counts, middle, room));
            }
        }
    }

    /// The sign for yes or no.
    fn sign(&self, paper: &mut Paper, sign: &str, (x, y): (f64, f64), given: bool) {
        let (look, found) = if given { (" given", "") } else { ("", " found") };
        match sign {
            "·" => paper.put(format_args!("<circle class=\"no\" cx=\"{x}\" cy=\"{y}\" r=\"5\"/>")),
            "○" => paper.put(format_args!("<circle class=\"dot white{found}\" cx=\"{x}\" cy=\"{y}\" r=\"36\"/>")),
            "●" => paper.put(format_args!("<circle class=\"dot black{found}\" cx=\"{x}\" cy=\"{y}\" r=\"36\"/>")),
            "╲" => paper.put(format_args!(
                "<path class=\"slash{look}\" d=\"M{:.0} {:.0}l{CELL} {CELL}\"/>",
                x - 50.0,
                y - 50.0
            )),
            "╱" => paper.put(format_args!(
                "<path class=\"slash{look}\" d=\"M{:.0} {:.0}l{CELL} -{CELL}\"/>",
                x - 50.0,
                y + 50.0
            )),
            "■" => paper.put(format_args!(
                "<path class=\"filled\" d=\"M{:.0} {:.0}h{CELL}v{CELL}h-{CELL}z\"/>",
                x - 50.0,
                y - 50.0
            )),
            // Half a cell, black around one of its corners.
            "◤" | "◥" | "◢" | "◣" => {
                let (from, along) = match sign {
                    "◤" => ((-50.0, -50.0), "h100l-100 100z"),
                    "◥" => ((-50.0, -50.0), "h100v100z"),
                    "◢" => ((50.0, 50.0), "h-100l100 -100z"),
                    _ => ((50.0, 50.0), "h-100v-100z"),
                };
                paper.put(format_args!(
                    "<path class=\"half{look}\" d=\"M{:.0} {:.0}{along}\"/>",
                    x + from.0,
                    y + from.1
                ));
            }
            "│" => paper.put(format_args!("<path class=\"slash{look}\" d=\"M{x} {}v72\"/>", y - 36.0)),
            "─" => paper.put(format_args!("<path class=\"slash{look}\" d=\"M{} {y}h72\"/>", x - 36.0)),
            "−" => paper.put(format_args!("<path class=\"slash{look}\" d=\"M{} {y}h44\"/>", x - 22.0)),
            "+" => paper.put(format_args!("<path class=\"slash{look}\" d=\"M{} {y}h44m-22 -22v44\"/>", x - 22.0)),
            "▲" | "▼" | "◀" | "▶" => {
                let turn = match sign {
                    "▲" => 0,
                    "▶" => 90,
                    "▼" => 180,
                    _ => 270,
                };
                paper.put(format_args!(
                    "<path class=\"sign{look}\" transform=\"translate({x} {y}) rotate({turn})\" d=\"M0 -30L32 26H-32z\"/>"
                ));
            }
            sign => paper.centred(sign, (x, y), 66.0, 86.0, if given { "sign given" } else { "sign" }),
        }
    }
}

/// The text in a circle (`2●`) or a square (`●2↑`) of a colour, whether it is a square, and the colour.
fn coloured(clue: &str) -> Option<(&str, bool, &'static str)> {
    let colours = [('○', "white"), ('●', "black"), ('◐', "grey")];
    colours.into_iter().find_map(|(sign, class)| {
        let before = clue.strip_prefix(sign).map(|rest| (rest, true, class));
        before.or_else(|| clue.strip_suffix(sign).map(|rest| (rest, false, class)))
    })
}

/// The values left, each at its own place of a square, so that the same value stands at the same place in every cell, and
/// under each how many solutions it leaves, if that is counted.
fn square(paper: &mut Paper, lines: &[String], counts: &[String], (x, y): (f64, f64), room: f64) {
    let side = lines.iter().map(|line| line.chars().count()).fold(lines.len(), usize::max).max(1);
    // Two lines of text need the room between the values.
    let room = if counts.is_empty() { room } else { room + 8.0 };
    let step = room / side as f64;
    let mut counts = counts.iter();
    for (row, line) in lines.iter().enumerate() {
        for (col, value) in line.chars().enumerate().filter(|(_, value)| *value != ' ') {
            let at = |k: usize| (k as f64 + 0.5) * step - room / 2.0;
            let (x, y, high) = (x + at(col), y + at(row), step.min(30.0));
            let Some(count) = counts.next() else {
                paper.centred(&value.to_string(), (x, y), high, step, "candidate");
                continue;
            };
            let class = if count == "1" { "count one" } else { "count" };
            paper.centred(&value.to_string(), (x, y - 0.22 * step), 0.62 * high, step, "candidate");
            paper.centred(count, (x, y + 0.26 * step), 0.55 * high, step, class);
        }
    }
}
