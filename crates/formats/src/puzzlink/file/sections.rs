//! The sections of a file, one after the other.

use super::lines::{Done, Lines};
use super::strokes::Kind;
use super::table::{Frame, Section};
use super::values::{self, Item, Meaning};
use super::{File, Given, genre_values};
use crate::Problem;
use crate::marks::Mark;
use crate::puzzlink::codec::Clue;
use crate::puzzlink::own::word;
use crate::puzzlink::rooms::{Borders, Rooms};
use crate::puzzlink::{Part, encode};
use crate::script::clip;

/// A value without a meaning.
pub(super) fn wrong(value: &str) -> Problem {
    Problem::new(format!("a cell of this file of pzpr has the value `{}`", clip(value)))
}

/// The strokes that a value stands for: 0 where a line is crossed out, none where nothing is drawn. Letters behind them
/// are notes about a direction.
fn strokes(value: &str) -> Result<Option<i64>, Problem> {
    let plain = value.trim_end_matches(['u', 'd', 'l', 'r']);
    match plain {
        "." | "0" => Ok(None),
        "" if !value.is_empty() => Ok(None),
        "-1" => Ok(Some(0)),
        plain => plain
            .parse()
            .ok()
            .filter(|strokes| (1..=9).contains(strokes))
            .map(Some)
            .ok_or_else(|| Problem::new(format!("a border of this file of pzpr has the value `{}`", clip(value)))),
    }
}

/// Whether the puzzle has this border, and not the player.
fn is_given(value: &&str) -> bool {
    value.ends_with('X') || *value == "-2"
}

impl File {
    pub(super) fn section(&mut self, section: Section, version: u32, lines: &mut Lines) -> Done {
        let (rows, cols) = (self.rows, self.cols);
        match section {
            Section::Clues => self.cells(values::clues, lines)?,
            Section::Marks => self.cells(values::marks, lines)?,
            Section::Values => self.cells(values::values, lines)?,
            Section::Cells(meaning) => self.cells(meaning, lines)?,
            Section::Gated if version == 0 => self.old_gates(lines)?,
            Section::Gated => self.cells(genre_values::gates, lines)?,
            Section::Framed(frame, picture, outside, meaning) => {
                self.framed(frame, picture, outside, meaning, lines)?
            }
            Section::CellsSince(since, meaning) if version >= since => self.cells(meaning, lines)?,
            Section::Joined => self.joined(lines)?,
            Section::Tiles => self.tiles(lines)?,
            Section::Corners(meaning) => {
                let places = lines.values(rows + 1, cols + 1)?;
                self.take(cols + 1, &places, meaning)?;
            }
            Section::Dots(kind) => self.dots(kind, lines)?,
            Section::Between(meaning) => self.between(meaning, lines)?,
            Section::Signs(meaning) => self.signs(meaning, lines)?,
            Section::Across(picture, has_rim) => self.across(picture, has_rim, lines)?,
            Section::FencesSince(since) if version < since => self.strokes(Section::Borders, lines)?,
            Section::FencesSince(_) => self.strokes(Section::Fences, lines)?,
            Section::Lines
            | Section::RimLines
            | Section::Fences
            | Section::CornerLines
            | Section::Borders
            | Section::SkippedBorders
            | Section::Outlines
            | Section::Dominoes
            | Section::Zones
            | Section::Blocks => self.strokes(section, lines)?,
            Section::Apart => self.strokes(section, lines)?,
            Section::Junctions => self.junctions(lines)?,
            Section::Segments => self.segments(lines)?,
            Section::Letters => {
                self.letters = lines.values(rows, cols)?.into_iter().map(|value| self.letter_of(value)).collect();
            }
            Section::Sizes => self.sizes(lines)?,
            Section::Rooms(since) => self.read_rooms(version >= since, lines)?,
            Section::Bordered => self.read_rooms(true, lines)?,
            Section::GivenRooms => self.rooms_between(is_given, lines)?,
            Section::NumberedRooms => self.read_rooms(false, lines)?,
            Section::Colours(since) if version >= since => drop(lines.values(rows, cols)?),
            Section::BorderSums => self.border_sums(lines)?,
            Section::Curves => self.curves(lines)?,
            _ => self.heading(section, version, lines)?,
        }
        Ok(())
    }

    /// A section of one line, or of a set of pieces.
    fn heading(&mut self, section: Section, version: u32, lines: &mut Lines) -> Done {
        let blank = lines.is_at_end();
        match section {
            Section::Settings(since) if version >= since => {
                let settings = lines.line()?;
                // The kind of an Ichimaga is in the name of its genre.
                if !["", "def", "mag", "cross"].contains(&settings) {
                    return Err(Problem::new(format!("sator doesn't know the variant rule `{}`", clip(settings))));
                }
            }
            Section::PassesAll if !blank => self.flag = (lines.line()? != "passallcell").then(|| "e".into()),
            Section::Flag => self.flag = lines.flag().map(String::from),
            Section::Count => self.number = Some(lines.number()? as u32),
            Section::Line if !blank => drop(lines.line()?),
            Section::Goal => {
                let at = self.place(&lines.numbers(2)?)?;
                let mut clues = vec![Clue::Blank; self.rows * self.cols];
                clues[at] = word("o");
                self.give(0, clues);
            }
            Section::Ends => {
                let numbers = lines.numbers(4)?;
                let ends = numbers.chunks(2).map(|end| Ok(encode::place(self.place(end)?, self.cols)));
                self.ends = ends.collect::<Result<Option<String>, Problem>>()?.unwrap_or_default();
            }
            Section::Gates(picture) => {
                let inner = 2 * self.rows * self.cols - self.rows - self.cols;
                let mut clues = vec![Clue::Blank; 2 * (self.rows + self.cols)];
                for name in ["in", "out"] {
                    let at = lines.number()?.checked_sub(inner).filter(|at| *at < clues.len());
                    let at = at.ok_or_else(|| Problem::new("the path of this file starts or ends inside the board"))?;
                    clues[at] = word(name);
                }
                self.give(picture, clues);
            }
            Section::Pieces => {
                let head = lines.line()?;
                self.pieces = match head.parse::<usize>() {
                    Ok(count) => {
                        let pieces = (0..count).map(|_| lines.line()).collect::<Result<Vec<&str>, Problem>>()?;
                        format!("/{count}/{}", pieces.join("/"))
                    }
                    Err(_) => format!("//{head}"),
                };
            }
            _ => {}
        }
        Ok(())
    }

    /// The cell at a place in half cells.
    fn place(&self, place: &[usize]) -> Result<usize, Problem> {
        let [col, row] = [place[0], place[1]].map(|half| half / 2);
        let is_inside = place.iter().all(|half| half % 2 == 1) && row < self.rows && col < self.cols;
        is_inside
            .then(|| row * self.cols + col)
            .ok_or_else(|| Problem::new("a place of this file lies outside its board"))
    }

    /// Values of cells.
    fn cells(&mut self, meaning: Meaning, lines: &mut Lines) -> Done {
        let values = lines.values(self.rows, self.cols)?;
        self.take(self.cols, &values, meaning)
    }

    /// Clues and marks of places, this many in a row.
    fn take(&mut self, wide: usize, values: &[&str], meaning: Meaning) -> Done {
        for (at, value) in values.iter().enumerate() {
            let cell = (at / wide, at % wide);
            for item in meaning(value).ok_or_else(|| wrong(value))? {
                match item {
                    Item::Clue(_, Clue::Blank) => {}
                    Item::Clue(picture, clue) => {
                        let slot =
                            self.slot(picture).get_or_insert_with(|| Given::Clues(vec![Clue::Blank; values.len()]));
                        let Given::Clues(clues) = slot else { continue };
                        clues[at] = clue;
                    }
                    Item::Shade(yes) => self.marks.push(Mark::Shade { cell, yes: Some(yes) }),
                    Item::Shaded(yes) => self.given_marks.push(Mark::Shade { cell, yes: Some(yes) }),
                    Item::Text(text) => self.marks.push(Mark::Text { cell, text: Some(text) }),
                    Item::Note => self.marks.push(Mark::Other),
                }
            }
        }
        Ok(())
    }

    /// Values of cells in a frame of clues.
    fn framed(
        &mut self,
        frame: Frame,
        picture: usize,
        outside: fn(&str) -> Option<Clue>,
        meaning: Meaning,
        lines: &mut Lines,
    ) -> Done {
        let (rows, cols) = (self.rows, self.cols);
        let (above, left, more) = match frame {
            Frame::Two | Frame::Sums(_) => (1, 1, 0),
            Frame::Four => (1, 1, 1),
            Frame::Lists => (rows.div_ceil(2), cols.div_ceil(2), 0),
            Frame::Poles => (2, 2, 0),
        };
        let wide = left + cols + more;
        let all = lines.values(above + rows + more, wide)?;
        let at = |row: usize, col: usize| all[row * wide + col];
        let cells: Vec<&str> = (above..above + rows)
            .flat_map(|r| (left..left + cols).map(move |c| (r, c)))
            .map(|(r, c)| at(r, c))
            .collect();
        if let Frame::Sums(is_zero_none) = frame {
            return self.sums(&all, meaning, is_zero_none);
        }
        self.take(cols, &cells, meaning)?;
        // The clues of each line from the grid outwards.
        let top = (left..left + cols).flat_map(|c| (0..above).rev().map(move |r| (r, c)));
        let bottom = (left..left + cols).flat_map(|c| (0..more).map(move |_| (above + rows, c)));
        let west = (above..above + rows).flat_map(|r| (0..left).rev().map(move |c| (r, c)));
        let east = (above..above + rows).flat_map(|r| (0..more).map(move |_| (r, left + cols)));
        let clues =
            top.chain(bottom).chain(west).chain(east).map(|(r, c)| outside(at(r, c)).ok_or_else(|| wrong(at(r, c))));
        let clues = clues.collect::<Result<Vec<Clue>, Problem>>()?;
        if frame == Frame::Poles {
            *self.slot(picture) = encode::sixteen(&clues).map(Given::Data);
        } else {
            self.give(picture, clues);
        }
        Ok(())
    }

    /// A grid of sums whose first row and column lie above and on the left of the cells.
    fn sums(&mut self, all: &[&str], meaning: Meaning, is_zero_none: bool) -> Done {
        let wide = self.cols + 1;
        let mut clues = vec![];
        for (at, value) in all.iter().enumerate() {
            let edge = || genre_values::sum(value, is_zero_none).ok_or_else(|| wrong(value));
            clues.push(match (at / wide, at % wide) {
                (0, 0) => word("#"),
                (0, _) => word(&format!("{},.", edge()?)),
                (_, 0) => word(&format!(".,{}", edge()?)),
                _ => match meaning(value).ok_or_else(|| wrong(value))?.pop() {
                    Some(Item::Clue(_, clue)) => clue,
                    _ => Clue::Blank,
                },
            });
        }
        self.give(0, clues);
        Ok(())
    }

    /// Dots on the centres of cells, borders and corners; an `X` is a cell left out, in the second picture.
    fn dots(&mut self, kind: fn(u32) -> Option<Clue>, lines: &mut Lines) -> Done {
        let wide = 2 * self.cols - 1;
        let all = lines.characters(2 * self.rows - 1, wide)?;
        let mut clues = vec![Clue::Blank; all.len()];
        let mut holes = vec![Clue::Blank; self.rows * self.cols];
        for (at, c) in all.into_iter().enumerate() {
            match c {
                '.' => {}
                '1'..='9' => clues[at] = kind(c as u32 - '0' as u32).ok_or_else(|| wrong(&c.to_string()))?,
                'X' if (at / wide).is_multiple_of(2) && (at % wide).is_multiple_of(2) => {
                    holes[at / wide / 2 * self.cols + at % wide / 2] = Clue::Any;
                }
                _ => return Err(wrong(&c.to_string())),
            }
        }
        self.give(0, clues);
        if holes.contains(&Clue::Any) {
            self.give(1, holes);
        }
        Ok(())
    }

    /// Clues between cells: dots in the order of links, or signs in one picture for those beside cells, and one for those
    /// below.
    fn between(&mut self, meaning: fn(&str) -> Option<Clue>, lines: &mut Lines) -> Done {
        let (rows, cols) = (self.rows, self.cols);
        let mut read = |rows: usize, cols: usize| -> Result<Vec<Clue>, Problem> {
            let values = lines.values(rows, cols)?.into_iter();
            values
                .map(|value| {
                    if value == "." && lines.is_at_end() { Some(Clue::Blank) } else { meaning(value) }
                        .ok_or_else(|| wrong(value))
                })
                .collect()
        };
        let (beside, below) = (read(rows, cols - 1)?, read(rows - 1, cols)?);
        if self.genre.parts.iter().any(|part| matches!(part, Part::Dots)) {
            self.give(0, [beside, below].concat());
            return Ok(());
        }
        let upright = |clue: Clue| match clue {
            Clue::Word(sign) if sign == "<" => word("^"),
            Clue::Word(_) => word("v"),
            clue => clue,
        };
        let row = |row: &[Clue]| [row, &[Clue::Blank]].concat();
        let beside = if cols > 1 { beside.chunks(cols - 1).flat_map(row).collect() } else { vec![Clue::Blank; rows] };
        self.give(0, beside);
        self.give(1, below.into_iter().map(upright).chain(vec![Clue::Blank; cols]).collect());
        Ok(())
    }

    /// Arrows across borders as clues of halves.
    fn across(&mut self, picture: usize, has_rim: bool, lines: &mut Lines) -> Done {
        let (rows, cols) = (self.rows, self.cols);
        let rim = usize::from(has_rim);
        let (wide, deep) = (cols - 1 + 2 * rim, rows - 1 + 2 * rim);
        let half = 2 * cols - 1;
        let mut clues = vec![Clue::Blank; half * (2 * rows - 1)];
        let upright = lines.values(rows, wide)?;
        let level = lines.values(deep, cols)?;
        let upright = upright.into_iter().enumerate().map(|(at, value)| (at / wide, at % wide, true, value));
        let level = level.into_iter().enumerate().map(|(at, value)| (at / cols, at % cols, false, value));
        for (row, col, across, value) in upright.chain(level) {
            let ways = if across { ["left", "right"] } else { ["up", "down"] };
            let way = match value {
                "0" | "." => continue,
                "1" => ways[0],
                "2" => ways[1],
                _ => return Err(wrong(value)),
            };
            // An arrow at the rim is that of the start or the end.
            let (at, count) = if across { (col, cols) } else { (row, rows) };
            let Some(before) = at.checked_sub(rim).filter(|before| before + 1 < count) else { continue };
            let place = if across { 2 * row * half + 2 * before + 1 } else { (2 * before + 1) * half + 2 * col };
            clues[place] = word(way);
        }
        self.give(picture, clues);
        Ok(())
    }

    /// Strokes or borders: the upright borders of each row, then the level ones.
    pub(super) fn strokes(&mut self, section: Section, lines: &mut Lines) -> Done {
        let (rows, cols) = (self.rows, self.cols);
        let rim = usize::from(matches!(section, Section::Fences | Section::RimLines | Section::CornerLines));
        let (wide, deep) = (cols - 1 + 2 * rim, rows - 1 + 2 * rim);
        let upright = lines.values(rows, wide)?;
        let level = lines.values(deep, cols)?;
        if upright.iter().chain(&level).any(is_given) {
            self.apart = Some((upright.iter().map(is_given).collect(), level.iter().map(is_given).collect()));
        }
        if matches!(section, Section::Apart) {
            let drawn = |values: &[&str]| values.iter().map(|value| *value == "1").collect::<Vec<bool>>();
            self.apart = Some((drawn(&upright), drawn(&level)));
            return Ok(());
        }
        if matches!(
            section,
            Section::Borders | Section::Outlines | Section::Dominoes | Section::Zones | Section::Blocks
        ) {
            let drawn =
                |values: &[&str]| values.iter().map(|v| is_given(v) || matches!(*v, "1" | "2")).collect::<Vec<bool>>();
            self.strokes.right = drawn(&upright);
            self.strokes.below = drawn(&level);
            self.strokes.kind = match section {
                Section::Dominoes => Kind::Dominoes,
                Section::Zones => Kind::Zones,
                Section::Outlines => Kind::Numbers,
                Section::Blocks => Kind::Blocks,
                _ => Kind::Pieces,
            };
        }
        if matches!(section, Section::SkippedBorders | Section::Outlines | Section::Dominoes | Section::Blocks) {
            return Ok(());
        }
        let upright = upright.into_iter().enumerate().map(|(at, value)| (at / wide, at % wide, true, value));
        let level = level.into_iter().enumerate().map(|(at, value)| (at / cols, at % cols, false, value));
        for (row, col, across, value) in upright.chain(level) {
            let value = match section {
                Section::Lines if is_given(&value) => continue,
                _ if is_given(&value) => "1",
                _ => value,
            };
            if let Some(strokes) = strokes(value)? {
                self.stroke(section, (row, col), across, strokes);
            }
        }
        Ok(())
    }

    /// A stroke at a place of a section.
    fn stroke(&mut self, section: Section, (row, col): (usize, usize), across: bool, strokes: i64) {
        // With a rim the first border of a line stands before the first cell.
        let (at, last) = if across { (col, self.cols) } else { (row, self.rows) };
        let (ahead, back) = if across { ((0, 1), (0, -1)) } else { ((1, 0), (-1, 0)) };
        let cell = |at: usize| if across { (row, at) } else { (at, col) };
        let drawn = Some(strokes > 0);
        self.marks.push(match section {
            Section::Lines => Mark::Link { cell: (row, col), across, strokes: Some(strokes) },
            Section::RimLines if at > 0 && at < last => {
                Mark::Link { cell: cell(at - 1), across, strokes: Some(strokes) }
            }
            Section::RimLines => {
                let side = if across { at.min(1) + 2 } else { at.min(1) };
                return self.over_edge(side, if across { row } else { col }, strokes);
            }
            // The border of two cells of the surrounding grid crosses the line.
            Section::CornerLines => {
                Mark::Border { cell: (row, col), step: if across { (1, 0) } else { (0, 1) }, drawn }
            }
            Section::Fences if at < last => Mark::Border { cell: cell(at), step: back, drawn },
            Section::Fences => Mark::Border { cell: cell(at - 1), step: ahead, drawn },
            _ => Mark::Border { cell: (row, col), step: ahead, drawn },
        });
    }

    /// A stroke over the top, bottom, left or right edge, where a clue outside needs one.
    fn over_edge(&mut self, side: usize, line: usize, strokes: i64) {
        let (rows, cols) = (self.rows, self.cols);
        let outside = self.clues(2, 2 * (rows + cols));
        let at = [0, cols, 2 * cols, 2 * cols + rows][side] + line;
        if strokes > 0 && outside[at] == Clue::Blank {
            let (side, line) = (["top", "bottom", "left", "right"][side], line + 1);
            self.stray = Some(format!("a line over the edge at the {side} of line {line}"));
        }
    }

    /// Rooms by the borders of their cells, or by the number of each cell's room.
    fn read_rooms(&mut self, by_borders: bool, lines: &mut Lines) -> Done {
        if by_borders {
            return self.rooms_between(|value| *value == "1", lines);
        }
        if !lines.is_at_end() {
            lines.number()?;
        }
        let room = lines.values(self.rows, self.cols)?;
        if room.contains(&"#") {
            let hole = |value: &&str| if *value == "#" { Clue::Any } else { Clue::Blank };
            self.give(0, room.iter().map(hole).collect());
        }
        let right = room.chunks(self.cols).flat_map(|row| row.windows(2).map(|pair| pair[0] != pair[1]));
        let below = room.iter().zip(&room[self.cols..]).map(|(one, two)| one != two);
        self.take_rooms((right.collect(), below.collect()));
        Ok(())
    }

    /// Rooms by the borders with such values.
    fn rooms_between(&mut self, is_border: fn(&&str) -> bool, lines: &mut Lines) -> Done {
        let (rows, cols) = (self.rows, self.cols);
        let right = lines.values(rows, cols - 1)?.iter().map(is_border).collect();
        let below = lines.values(rows - 1, cols)?.iter().map(is_border).collect();
        self.take_rooms((right, below));
        Ok(())
    }

    fn take_rooms(&mut self, borders: Borders) {
        self.rooms = Rooms::between(&borders, self.rows, self.cols, &vec![false; self.rows * self.cols]);
    }
}
