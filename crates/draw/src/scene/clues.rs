//! The places of clues on a board.

use super::board::{Board, Half, Side, Slot};
use super::clue_text::{halved, short};
use rustc_hash::FxHashMap;
use sator_answer::StatementRef;
use sator_base::source::Span;
use sator_model::shape::{Form, Icon, Place};
use sator_model::{GridId, Model, PictureContent};

impl Board {
    /// Clues in cells, those of a second picture beside those of the first; or on borders and at corners.
    pub(super) fn clue_picture(
        &mut self,
        shape: (usize, usize),
        words: &[Option<String>],
        halves: Option<(usize, usize)>,
        split: bool,
    ) {
        let lettered = words.iter().flatten().any(|word| word == "a");
        let text = |words: &String| match words.as_str() {
            // The picture has letters from a on, so these are no circles.
            "b" | "o" | "w" if lettered => words.clone(),
            _ if split => halved(words),
            _ => short(words),
        };
        let dots = words.iter().flatten().any(|word| word == "w" || word == "b");
        let there = words.iter().enumerate().filter_map(|(i, words)| Some((i, text(words.as_ref()?))));
        let there = there.filter(|(_, text)| !text.is_empty());
        if let Some((step, start)) = halves {
            let stands: FxHashMap<(usize, usize), usize> =
                self.halves.iter().enumerate().map(|(k, half)| ((half.row, half.col), k)).collect();
            for (i, text) in there {
                // Beside black and white dots a `g` is a grey one.
                let text = if text == "g" && dots { "◐".to_string() } else { text };
                let (row, col) = (i / shape.1 * step + start, i % shape.1 * step + start);
                match stands.get(&(row, col)) {
                    Some(&k) => self.halves[k].text += &format!(" {text}"),
                    None => self.halves.push(Half { row, col, text }),
                }
            }
        } else if shape == (self.rows, self.cols) {
            for (i, text) in there {
                self.clues[i] = Some(match self.clues[i].take() {
                    Some(first) => {
                        let icon = self.icons.remove(&i);
                        let clues = self.several.entry(i).or_insert_with(|| vec![(first.clone(), icon)]);
                        clues.push((text.clone(), None));
                        format!("{first} {text}")
                    }
                    None => text,
                });
            }
        }
    }

    /// The looks that a shape gives to the clues of a picture of the board's shape.
    pub(super) fn looks(&mut self, picture: &str, words: &[Option<String>], form: &Form) {
        let Form::Icon { picture: of, icon, token } = form else { return };
        if **of != *picture {
            return;
        }
        for (at, word) in words.iter().enumerate() {
            let Some(word) = word else { continue };
            let is_number = word.split(',').all(|part| part == "?" || part.parse::<i64>().is_ok());
            let looks = match token {
                Some(token) => word == &**token,
                None => *icon != Icon::Circle || is_number,
            };
            if looks {
                match self.several.get_mut(&at).and_then(|clues| clues.last_mut()) {
                    Some((_, look)) => *look = Some(*icon),
                    None => _ = self.icons.insert(at, *icon),
                }
            }
        }
    }

    /// A clue one step before a line, with an arrow where the line is a diagonal; once, if a picture has it there already. The
    /// clue of a line that starts inside the board stands at the edge of its first cell.
    pub(super) fn clue_outside(&mut self, first: Place, step: (i64, i64), clue: &str) {
        let words: Vec<String> = clue.split(',').map(|word| format!("{word}{}", arrow(step))).collect();
        let clues = match self.slot(first, step) {
            Some(Slot::Corner(corner)) => &mut self.corners[corner as usize],
            Some(Slot::Line(side, at)) => {
                let count = if matches!(side, Side::Top | Side::Bottom) { self.cols } else { self.rows };
                let clues = &mut self.outside[side as usize];
                clues.resize(count, vec![]);
                &mut clues[at]
            }
            None => {
                let edge = |at: usize, step: i64| (2 * at as i64 + 1 - step) as usize;
                let (row, col) = (edge(first.0, step.0), edge(first.1, step.1));
                return self.halves.push(Half { row, col, text: words.join(" ") });
            }
        };
        if *clues != words {
            clues.extend(words);
        }
    }

    /// Marks the clues that the statements of a clash are about, in cells and outside.
    pub(super) fn mark_clues(&mut self, model: &Model, id: GridId, because: &[StatementRef]) {
        let mut marked = Vec::new();
        let used = |token: &Span| because.iter().any(|b| b.clues.contains(token));
        for picture in model.pictures_of(id) {
            match &picture.content {
                PictureContent::Outside { tokens, .. } => {
                    for (side, tokens) in Side::ALL.into_iter().zip(tokens) {
                        let used = (0..tokens.len()).filter(|&i| used(&tokens[i]));
                        marked.extend(used.map(|i| Slot::Line(side, i)));
                    }
                }
                PictureContent::Clues { rows, cols, tokens, halves: None, .. }
                    if (*rows, *cols) == (self.rows, self.cols) =>
                {
                    let shown = |at: &usize| self.clues[*at].is_some() && tokens[*at].as_ref().is_some_and(used);
                    self.clue_clash.extend((0..tokens.len()).filter(shown));
                }
                PictureContent::Clues { .. } | PictureContent::Regions { .. } => {}
            }
        }
        for &at in &self.clue_clash {
            if let Some(cell) = &mut self.cells[at] {
                cell.style.clash = true;
            }
        }
        for shape in model.shapes.iter().filter(|shape| shape.grid == id) {
            let (Form::Outside { first, step, .. }, Some(rule_use)) = (&shape.form, &shape.rule_use) else { continue };
            if because.iter().any(|statement| statement.uses.iter().any(|used| **used == **rule_use)) {
                marked.extend(self.slot(*first, *step));
            }
        }
        self.outside_clash = marked;
    }
}

/// An arrow that points this way.
pub(super) fn arrow(step: (i64, i64)) -> &'static str {
    match step {
        (1, 1) => "↘",
        (1, -1) => "↙",
        (-1, 1) => "↗",
        (-1, -1) => "↖",
        _ => "",
    }
}
