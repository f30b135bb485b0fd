//! Files of pzpr (`pzprv3/GENRE/ROWS/COLUMNS/...`), alone or in a link: a puzzle, and what a player filled in.
//!
//! A file has sections of rows, whose values stand apart. A slash counts as the end of a line. Which sections a genre
//! has is a row of [`table::FILES`]. The puzzle becomes the query of a link, part by part, which is read as any link.

mod cell_values;
mod dot_values;
mod genre_values;
mod lines;
mod sections;
mod special;
mod strokes;
mod table;
mod values;

use super::codec::Clue;
use super::own::{Frame, Own, Spot};
use super::rooms::{self, Rooms};
use super::{GENRES, Genre, LONGEST_SIDE, Marked, Part, encode, placed};
use crate::marks::{Mark, Played};
use crate::script::clip;
use crate::{Problem, base64};
use lines::Lines;
use strokes::Strokes;
use table::{FILES, Section};

/// Whether a text is such a file.
pub(crate) fn is_file(text: &str) -> bool {
    text.starts_with("pzprv3")
}

/// The file that a text is, or that its link has.
pub(crate) fn of(text: &str) -> Option<&str> {
    if is_file(text) {
        return Some(text);
    }
    let at = text.find("?pzprv3")?;
    super::is_link(text).then_some(&text[at + 1..])
}

/// The query of a link with the same puzzle.
pub(super) fn query(file: &str) -> Result<String, Problem> {
    File::read(file)?.query()
}

/// The marks of a player.
pub(crate) fn state(file: &str) -> Result<Played, Problem> {
    File::read(file)?.state()
}

/// Clues of a picture, or the data of a link for them.
#[derive(Clone, Debug)]
enum Given {
    Clues(Vec<Clue>),
    Data(String),
}

pub(super) struct File {
    genre: &'static Genre,
    /// A setting of the genre, which links have as a flag.
    flag: Option<String>,
    rows: usize,
    cols: usize,
    /// The pictures of the genre's parts in their order, without those of rooms; `None` without clues.
    given: Vec<Option<Given>>,
    rooms: Rooms,
    /// Given borders of pieces: to the right of each cell, and below.
    apart: Option<rooms::Borders>,
    /// `{n}` of the genre's script.
    number: Option<u32>,
    /// The start and the goal as in links.
    ends: String,
    /// The set of pieces as in links.
    pieces: String,
    marks: Vec<Mark>,
    /// Marks that clues imply, for cells that a player leaves as they are.
    given_marks: Vec<Mark>,
    /// Letters that the player writes.
    letters: Vec<Option<String>>,
    /// A mark of the player that sator has no place for.
    stray: Option<String>,
    /// Borders that the player draws, for marks that follow from all of them.
    strokes: Strokes,
}

impl Part {
    /// The number of its pictures, without those of rooms.
    fn pictures(self) -> usize {
        match self {
            Part::Own(own) => own.pictures.len(),
            Part::Rooms(_) | Part::Ends | Part::Number | Part::Apart | Part::Optional | Part::Slash => 0,
            Part::Fleet | Part::Pieces(_) => 0,
            _ => 1,
        }
    }
}

impl File {
    /// A puzzle whose clues stand in cells and rooms.
    pub(super) fn of_clues(genre: &'static Genre, rows: usize, cols: usize, clues: Vec<Clue>, rooms: Rooms) -> File {
        let mut file = File::empty(genre, rows, cols);
        file.rooms = rooms;
        file.give(0, clues);
        file
    }

    fn empty(genre: &'static Genre, rows: usize, cols: usize) -> File {
        File {
            genre,
            flag: None,
            rows,
            cols,
            given: vec![],
            rooms: Rooms::default(),
            apart: None,
            number: None,
            ends: String::new(),
            pieces: String::new(),
            marks: vec![],
            given_marks: vec![],
            letters: vec![],
            stray: None,
            strokes: Strokes::default(),
        }
    }

    fn read(file: &str) -> Result<File, Problem> {
        let text = base64::unescape(file);
        let all: Vec<&str> = text.split(['/', '\n']).collect();
        // Its own program writes a history of moves at the end.
        let end = all.iter().position(|line| line.contains('{') || line.contains("__HISTORY__"));
        let mut lines = Lines::new(&all[..end.unwrap_or(all.len())]);
        let version = lines.line()?.strip_prefix("pzprv3.").and_then(|version| version.parse().ok()).unwrap_or(0_u32);
        let (genre, sections) = genre(lines.line()?)?;
        let rows = lines.number()?;
        let cols = if genre.name == "sudoku" { rows } else { lines.number()? };
        if !(1..=LONGEST_SIDE).contains(&rows) || !(1..=LONGEST_SIDE).contains(&cols) {
            return Err(Problem::new(format!(
                "a board has 1 to {LONGEST_SIDE} rows and columns, not {rows} and {cols}"
            )));
        }
        let mut file = File::empty(genre, rows, cols);
        // A set of pieces and a sign between cells can be a letter, too.
        if cols > 1 && !matches!(sections.first(), Some(Section::Pieces | Section::Between(_))) {
            file.flag = lines.flag().map(String::from);
        }
        for section in sections {
            file.section(*section, version, &mut lines)?;
        }
        Ok(file)
    }

    /// The board and the marks on it, as cells of the puzzle's grid.
    fn state(mut self) -> Result<Played, Problem> {
        let given_marks = std::mem::take(&mut self.given_marks);
        self.marks.extend(given_marks);
        self.conclude();
        if let Some(what) = self.stray {
            return Err(Problem::new(format!("the board has {what}, which no solution of this genre has")));
        }
        let more = usize::from(self.genre.parts.iter().any(|part| part.is_on_larger_grid()));
        // Cells of a larger grid with sums lie behind a row and a column of them.
        let shift =
            usize::from(self.genre.parts.iter().any(|part| matches!(part, Part::Kakuro(_) | Part::Triplace(_))));
        let mut marks = self.marks;
        for mark in &mut marks {
            match mark {
                Mark::Text { cell, .. }
                | Mark::Shade { cell, .. }
                | Mark::Link { cell, .. }
                | Mark::Border { cell, .. } => {
                    *cell = (cell.0 + shift, cell.1 + shift);
                }
                Mark::Segment { .. } | Mark::Other => {}
            }
        }
        Ok(Played { rows: self.rows + more, cols: self.cols + more, marks })
    }

    fn give(&mut self, picture: usize, clues: Vec<Clue>) {
        *self.slot(picture) = Some(Given::Clues(clues));
    }

    fn slot(&mut self, picture: usize) -> &mut Option<Given> {
        if self.given.len() <= picture {
            self.given.resize(picture + 1, None);
        }
        &mut self.given[picture]
    }

    /// The clues of a picture with this many places.
    fn clues(&self, picture: usize, places: usize) -> Vec<Clue> {
        match self.given.get(picture) {
            Some(Some(Given::Clues(clues))) => clues.clone(),
            _ => vec![Clue::Blank; places],
        }
    }

    /// The puzzle as the query of a link: the parts of its genre, encoded.
    pub(super) fn query(&self) -> Result<String, Problem> {
        let mut data = String::new();
        let mut picture = 0;
        for part in self.genre.parts {
            let encoded = match self.given.get(picture) {
                Some(Some(Given::Data(data))) if part.pictures() > 0 => Some(data.clone()),
                _ => self.part(*part, picture),
            };
            data += &encoded.ok_or_else(|| Problem::new("a clue of this puzzle has no place in its genre"))?;
            picture += part.pictures();
        }
        let flag = self.genre.fixed_flag().or(self.flag.as_deref());
        let flag = flag.map(|flag| format!("{flag}/")).unwrap_or_default();
        Ok(format!("{}/{flag}{}/{}/{data}", self.genre.name, self.cols, self.rows))
    }

    /// The data of a part whose first picture has this number; `None` if the format can't represent a clue.
    fn part(&self, part: Part, picture: usize) -> Option<String> {
        let (rows, cols) = (self.rows, self.cols);
        let cells = self.clues(picture, rows * cols);
        let groups: Vec<Option<u32>> = self.rooms.room.iter().map(|room| Some(*room as u32)).collect();
        let rooms = || rooms::write(&groups, &self.rooms.walls, cols);
        match part {
            Part::Circles(..) => {
                let is_kind = |clue: &Clue| matches!(clue, Clue::Number(1..=2));
                let clues = cells.into_iter().map(|clue| if is_kind(&clue) { clue } else { Clue::Blank });
                placed::write(part, &clues.collect::<Vec<Clue>>(), cols)
            }
            Part::Rooms(_) => Some(rooms()),
            Part::RoomNumbers(_) => rooms::write_numbers(&groups, &cells),
            Part::RoomMarks(_) => rooms::codes_of(&cells).and_then(|codes| rooms::write_numbers(&groups, &codes)),
            Part::Walls(_, _, marked) => {
                let holes: Vec<bool> = cells.iter().map(|clue| *clue != Clue::Blank).collect();
                Some(rooms() + &if marked == Marked::Bits { encode::flags(&holes) } else { encode::gaps(&holes) })
            }
            Part::Own(own) => self.own(own, picture),
            Part::Outside2(_) => encode::sixteen(&self.clues(picture, rows + cols)),
            Part::Outside4(_) => encode::sixteen(&self.clues(picture, 2 * (rows + cols))),
            Part::Nonogram(_) => {
                let places = cols * rows.div_ceil(2) + rows * cols.div_ceil(2);
                encode::sixteen(&self.clues(picture, places))
            }
            Part::Inner(_) => encode::sixteen(&cells),
            Part::Lights(_) => super::signs::lights(&self.clues(picture, 2 * (rows + cols))),
            Part::Dots => {
                Some(encode::circles(&placed::kinds(&self.clues(picture, rows * (cols - 1) + (rows - 1) * cols))))
            }
            Part::Apart => {
                let is_needed = !self.genre.ends_with_borders();
                let drawn = self.apart.as_ref();
                let drawn = drawn.filter(|(right, below)| is_needed || right.contains(&true) || below.contains(&true));
                Some(drawn.map_or(String::new(), |(right, below)| encode::flags(right) + &encode::flags(below)))
            }
            Part::Optional | Part::Slash => Some(String::new()),
            Part::Number => self.number.map(|number| format!("{number}/")),
            Part::Ends => Some(self.ends.clone()),
            Part::Fleet | Part::Pieces(_) => Some(self.pieces.clone()),
            _ => {
                let (deep, wide) = part.places()?.size(rows, cols);
                placed::write(part, &self.clues(picture, deep * wide), cols)
            }
        }
    }

    /// The data of several pictures.
    fn own(&self, own: &Own, picture: usize) -> Option<String> {
        let (rows, cols) = (self.rows, self.cols);
        let frame = Frame { rows, cols, flags: &[] };
        let pictures = own.pictures.iter().enumerate().map(|(k, (_, spot))| match spot {
            Spot::Sides => {
                let clues = self.clues(picture + k, frame.sides());
                // Clues above and on the left alone.
                if clues.len() < frame.sides() { super::points::above_and_left(clues, &frame) } else { clues }
            }
            Spot::Halves => self.clues(picture + k, (2 * rows - 1) * (2 * cols - 1)),
            Spot::Corners => self.clues(picture + k, (rows + 1) * (cols + 1)),
            Spot::Cells | Spot::Holes | Spot::Regions => self.clues(picture + k, rows * cols),
        });
        (own.write)(&pictures.collect::<Vec<Vec<Clue>>>(), &frame)
    }
}

/// The genre of a file and its sections.
fn genre(name: &str) -> Result<(&'static Genre, &'static [Section]), Problem> {
    let name = name.to_ascii_lowercase();
    let found = GENRES.iter().find(|genre| genre.name == name || genre.aliases.contains(&name.as_str()));
    let sections = found.and_then(|genre| FILES.iter().find(|(known, _)| *known == genre.name));
    match (found, sections) {
        (Some(genre), Some((_, sections))) => Ok((genre, sections)),
        _ => Err(Problem::new(format!("sator doesn't know the genre `{}` of this file of pzpr", clip(&name)))
            .help(format!("`help link` lists the {} genres that it knows", GENRES.len()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_genre_has_sections() {
        for genre in GENRES {
            assert!(FILES.iter().any(|(name, _)| *name == genre.name), "{}", genre.name);
        }
    }
}
