//! Sections of the files of one genre.

use super::lines::{Done, Lines};
use super::sections::wrong;
use super::table::Section;
use super::values::Item;
use super::{File, Given, genre_values};
use crate::Problem;
use crate::marks::Mark;
use crate::puzzlink::around::border_pictures;
use crate::puzzlink::codec::Clue;
use crate::puzzlink::encode;
use crate::puzzlink::own::{Frame, word};
use crate::puzzlink::regions;
use crate::puzzlink::rooms::Rooms;

impl File {
    /// Straight lines by the places of their ends in half cells, behind their number.
    pub(super) fn segments(&mut self, lines: &mut Lines) -> Done {
        if lines.is_at_end() {
            return Ok(());
        }
        for _ in 0..lines.number()? {
            let line = lines.line()?;
            let ends: Vec<usize> = line.split_whitespace().filter_map(|part| part.parse().ok()).collect();
            let [left, above, right, below, ..] = ends[..] else { return Err(wrong(line)) };
            self.marks.push(Mark::Segment { ends: [(above / 2, left / 2), (below / 2, right / 2)] });
        }
        Ok(())
    }

    /// A letter that a player writes, as its clue.
    pub(super) fn letter_of(&self, value: &str) -> Option<String> {
        let letters =
            if self.genre.name == "pentominous" { genre_values::pentominoes } else { genre_values::tetrominoes };
        match letters(value.split('[').next()?)?.pop()? {
            Item::Clue(_, Clue::Word(letter)) => Some(letter),
            _ => None,
        }
    }

    /// Numbers of rooms: a number that isn't the size of its room is no number of the rule.
    pub(super) fn sizes(&mut self, lines: &mut Lines) -> Done {
        for (at, value) in lines.values(self.rows, self.cols)?.into_iter().enumerate() {
            let cell = (at / self.cols, at % self.cols);
            let room = self.rooms.room.get(at);
            let size = self.rooms.room.iter().filter(|other| Some(*other) == room).count();
            match value.split('[').next().unwrap_or("") {
                "." | "" => {}
                number if number.parse::<usize>().is_ok() => {
                    self.marks.push(Mark::Shade { cell, yes: Some(number.parse() == Ok(size)) });
                }
                "+" => self.marks.push(Mark::Shade { cell, yes: Some(false) }),
                _ => self.marks.push(Mark::Other),
            }
        }
        Ok(())
    }

    /// Gates whose cells have a number behind their letter, in old files of Slalom: a black cell beside gates gets the
    /// smallest of their numbers.
    pub(super) fn old_gates(&mut self, lines: &mut Lines) -> Done {
        let (rows, cols) = (self.rows, self.cols);
        let values = lines.values(rows, cols)?;
        let kinds: Vec<&str> =
            values.iter().map(|value| value.trim_end_matches(|c: char| c.is_ascii_digit())).collect();
        // The cells of a gate share the number of one of them.
        let gate = |at: usize| -> Vec<usize> {
            let (step, place, side) = if kinds[at] == "w" { (1, at % cols, cols) } else { (cols, at / cols, rows) };
            let before = (1..=place).map(|k| at - k * step).take_while(|other| kinds[*other] == kinds[at]);
            let after = (1..side - place).map(|k| at + k * step).take_while(|other| kinds[*other] == kinds[at]);
            before.chain([at]).chain(after).collect()
        };
        let number =
            |at: usize| gate(at).into_iter().find_map(|cell| values[cell][kinds[cell].len()..].parse::<u32>().ok());
        let beside = |at: usize| {
            let left = (!at.is_multiple_of(cols)).then(|| (at - 1, "w"));
            let right = (at % cols + 1 < cols).then(|| (at + 1, "w"));
            let above = (at >= cols).then(|| (at - cols, "i"));
            let below = (at + cols < rows * cols).then(|| (at + cols, "i"));
            [left, right, above, below].into_iter().flatten().filter(|(other, kind)| kinds[*other] == *kind)
        };
        let clue = |at: usize| match kinds[at] {
            "." => Ok(Clue::Blank),
            "o" => Ok(word("o")),
            "i" => Ok(word("v")),
            "w" => Ok(word("h")),
            "#" => Ok(beside(at).filter_map(|(gate, _)| number(gate)).min().map_or(Clue::Any, Clue::Number)),
            _ => Err(wrong(values[at])),
        };
        let clues = (0..rows * cols).map(clue).collect::<Result<Vec<Clue>, Problem>>()?;
        self.give(0, clues);
        Ok(())
    }

    /// Borders of rooms and sums on borders in one value: `!` stands before a sum inside a room, and alone for one that is
    /// unknown, as `-` does on a border.
    pub(super) fn border_sums(&mut self, lines: &mut Lines) -> Done {
        let (rows, cols) = (self.rows, self.cols);
        let read = |values: Vec<&str>| -> Result<(Vec<bool>, Vec<Clue>), Problem> {
            let one = |value: &str| {
                let sum = match value.trim_start_matches('!') {
                    "." | "|" => Clue::Blank,
                    "" | "-" => Clue::Any,
                    sum => Clue::Number(sum.parse().map_err(|_| wrong(value))?),
                };
                Ok((value != "." && !value.starts_with('!'), sum))
            };
            values.into_iter().map(one).collect()
        };
        let (right, beside) = read(lines.values(rows, cols - 1)?)?;
        let (down, below) = read(lines.values(rows - 1, cols)?)?;
        self.rooms = Rooms::between(&(right, down), rows, cols, &vec![false; rows * cols]);
        let [beside, below] = border_pictures(&beside, &below, cols);
        self.give(0, beside);
        self.give(1, below);
        Ok(())
    }

    /// Clues on borders, and borders that a player draws.
    pub(super) fn signs(&mut self, meaning: fn(&str) -> Option<(Clue, bool)>, lines: &mut Lines) -> Done {
        let (rows, cols, half) = (self.rows, self.cols, 2 * self.cols - 1);
        let values = [lines.values(rows, cols - 1)?, lines.values(rows - 1, cols)?].concat();
        let mut clues = vec![Clue::Blank; half * (2 * rows - 1)];
        for (at, value) in (Frame { rows, cols, flags: &[] }).borders().into_iter().zip(values) {
            let (clue, drawn) = meaning(value).ok_or_else(|| wrong(value))?;
            clues[at] = clue;
            if drawn {
                let (row, col) = (at / half, at % half);
                let step = if row.is_multiple_of(2) { (0, 1) } else { (1, 0) };
                self.marks.push(Mark::Border { cell: (row / 2, col / 2), step, drawn: Some(true) });
            }
        }
        self.give(0, clues);
        Ok(())
    }

    /// Borders of regions, of which a player draws some: those with 1 or 3. Other borders are not drawn.
    pub(super) fn joined(&mut self, lines: &mut Lines) -> Done {
        let (rows, cols) = (self.rows, self.cols);
        let (right, below) = (lines.values(rows, cols - 1)?, lines.values(rows - 1, cols)?);
        let frame = Frame { rows, cols, flags: &[] };
        let is_border = |value: &&str| matches!(*value, "1" | "2" | "3" | "-2");
        self.give(0, regions::regions(right.iter().chain(&below).map(is_border).collect(), &frame));
        let is_drawn = |value: &&str| matches!(*value, "1" | "3");
        self.strokes.right = right.iter().map(is_drawn).collect();
        self.strokes.below = below.iter().map(is_drawn).collect();
        let borders = [(right, (0, 1), cols - 1), (below, (1, 0), cols)];
        for (values, step, wide) in borders {
            for (at, _) in values.iter().enumerate().filter(|(_, value)| is_drawn(value)) {
                self.marks.push(Mark::Border { cell: (at / wide, at % wide), step, drawn: Some(true) });
            }
        }
        Ok(())
    }

    /// Borders of rooms and of tiles in them.
    pub(super) fn tiles(&mut self, lines: &mut Lines) -> Done {
        let (rows, cols) = (self.rows, self.cols);
        let values = [lines.values(rows, cols - 1)?, lines.values(rows - 1, cols)?].concat();
        let kind = |value: &&str| value.parse().ok().filter(|kind| *kind <= 2).ok_or_else(|| wrong(value));
        let kinds = values.iter().map(kind).collect::<Result<Vec<u32>, Problem>>()?;
        for (picture, clues) in regions::tiles(&kinds, &Frame { rows, cols, flags: &[] }).into_iter().enumerate() {
            self.give(picture, clues);
        }
        Ok(())
    }

    /// Curves by the steps between their points, and lines between cells.
    pub(super) fn curves(&mut self, lines: &mut Lines) -> Done {
        let mut curves = vec![];
        for _ in 0..self.number.unwrap_or(0) {
            let (width, height) = (lines.number()?, lines.number()?);
            if width == 0 || height == 0 || width.max(height) > crate::LONGEST_SIDE {
                return Err(Problem::new("a curve of this file of pzpr has no size"));
            }
            let right = if width > 1 { lines.values(height, width - 1)? } else { vec![] };
            let below = if height > 1 { lines.values(height - 1, width)? } else { vec![] };
            let bits = |at: usize| {
                let (row, col) = (at / width, at % width);
                let on = |values: &[&str], at: usize| u32::from(values.get(at) == Some(&"1"));
                let ahead = if col + 1 < width { on(&right, row * (width - 1) + col) } else { 0 };
                ahead + 2 * on(&below, at)
            };
            let code = |at: usize| encode::digit(bits(at) + if at + 1 < width * height { 4 * bits(at + 1) } else { 0 });
            curves.push(format!("{width}/{height}/{}", (0..width * height).step_by(2).map(code).collect::<String>()));
        }
        self.strokes(Section::Lines, lines)?;
        let apart =
            self.apart.as_ref().map(|(right, below)| format!("b{}{}/", encode::flags(right), encode::flags(below)));
        *self.slot(1) = Some(Given::Data(apart.unwrap_or_default() + &curves.join("/")));
        Ok(())
    }
}
