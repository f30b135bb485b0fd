//! Files of pzpr (`pzprv3/GENRE/ROWS/COLUMNS/...`), alone or in a link: a puzzle, and what a player filled in.
//!
//! A file has sections of rows, whose values stand apart. A slash counts as the end of a line. Which sections a genre
//! has is a row of [`FILES`], after `decodeData` of its file in the source of pzpr (github.com/robx/pzprjs, 2024).

use super::codec::Clue;
use super::rooms::{self, Rooms};
use super::{GENRES, Genre, LONGEST_SIDE, Part, placed};
use crate::marks::{Mark, Played};
use crate::script::clip;
use crate::{Problem, base64};

/// A section of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    /// A number, a list of numbers, `-` (a clue without its number) or `.` for each cell.
    Clues,
    /// The same, with marks in cells without a clue: `#` is shaded, `+` is not.
    CluesAndMarks,
    /// The same, where cells with a clue are shaded.
    ShadedClues,
    /// A direction and a number for each clue: `2,3`.
    Arrows,
    /// `#` or `+` for each cell; in some genres 1 is shaded.
    Marks,
    /// Numbers that a player writes.
    Values,
    /// Strokes from cell to cell, `-1` where one is crossed out.
    Lines,
    /// The same on the borders of all cells, the rim too.
    Fences,
    /// Borders between cells: 1 or 2 is drawn, -1 is crossed out.
    Borders,
    /// The colour of a circle that a player draws: 1 is white, 2 is black.
    Circled,
    /// The number of rooms and the room of each cell, or since this version of the file a flag for each border.
    Rooms(u32),
    /// The same without a version: always the room of each cell.
    NumberedRooms,
    /// A line of settings, since this version.
    Settings(u32),
    /// Background colours, since this version.
    Colours(u32),
    /// The number of stars.
    Count,
}
use Section::*;

/// The sections of each genre.
#[rustfmt::skip]
const FILES: &[(&str, &[Section])] = &[
    ("aho", &[Clues, Borders]),
    ("akari", &[CluesAndMarks]),
    ("akichi", &[Rooms(1), Clues, Marks]),
    ("alter", &[NumberedRooms, Clues, Values]),
    ("aqre", &[Rooms(1), Clues, Marks]),
    ("aquapelago", &[ShadedClues]),
    ("araf", &[Clues, Borders]),
    ("ayeheya", &[Rooms(1), Clues, Marks]),
    ("bramble", &[Rooms(1), Clues, Marks]),
    ("canal", &[Clues, Marks]),
    ("cave", &[Clues, Marks]),
    ("cbanana", &[Clues, Marks]),
    ("chainedb", &[ShadedClues]),
    ("chocona", &[Rooms(1), Clues, Marks]),
    ("circlesquare", &[Clues, Marks]),
    ("cityspace", &[Clues, Marks]),
    ("cocktail", &[Rooms(1), Clues, Marks]),
    ("cojun", &[Rooms(0), Clues, Values]),
    ("context", &[Clues, Marks]),
    ("country", &[Settings(1), Rooms(2), Clues, Lines]),
    ("detour", &[Rooms(2), Clues, Lines]),
    ("disco", &[Rooms(0), Marks]),
    ("dominion", &[Clues, Marks]),
    ("dotchi", &[Rooms(2), Clues, Lines]),
    ("factors", &[Rooms(0), Clues, Values]),
    ("fillmat", &[Clues, Borders]),
    ("fillomino", &[Clues, Values]),
    ("geradeweg", &[Clues, Lines]),
    ("hakoiri", &[NumberedRooms, Clues, Values]),
    ("hashi", &[Clues, Lines]),
    ("hebi", &[Arrows, Values]),
    ("heyablock", &[Rooms(1), Clues, Marks]),
    ("heyawake", &[Rooms(1), Clues, Marks]),
    ("hitori", &[Clues, Marks]),
    ("ichimaga", &[Settings(0), Clues, Lines]),
    ("ichimagam", &[Settings(0), Clues, Lines]),
    ("ichimagax", &[Settings(0), Clues, Lines]),
    ("invlitso", &[Rooms(1), Marks]),
    ("keywest", &[Clues, Lines, Values]),
    ("koburin", &[Clues, Marks, Lines]),
    ("kurochute", &[Clues, Marks]),
    ("kurodoko", &[Clues, Marks]),
    ("kurotto", &[Clues, Marks]),
    ("lither", &[Clues, Colours(1), Fences]),
    ("lits", &[Rooms(1), Marks]),
    ("lookair", &[Clues, Marks]),
    ("mashu", &[Clues, Lines]),
    ("maxi", &[Rooms(2), Clues, Lines]),
    ("meander", &[Rooms(0), Clues, Values]),
    ("mines", &[Clues, Marks]),
    ("mochikoro", &[Clues, Marks]),
    ("mochinyoro", &[Clues, Marks]),
    ("moonsun", &[Rooms(2), Clues, Lines]),
    ("nagenawa", &[NumberedRooms, Clues, Lines]),
    ("nanro", &[Rooms(1), Clues, Values]),
    ("nawabari", &[Clues, Fences]),
    ("norinori", &[Rooms(1), Marks]),
    ("norinuri", &[Clues, Marks]),
    ("numlin", &[Clues, Lines]),
    ("nuribou", &[Clues, Marks]),
    ("nurikabe", &[CluesAndMarks]),
    ("nuriloop", &[Clues, Colours(0), Lines]),
    ("nurimisaki", &[Clues, Marks]),
    ("nuritwin", &[Rooms(1), Clues, Marks]),
    ("oneroom", &[Rooms(1), Clues, Marks]),
    ("onsen", &[Rooms(2), Clues, Lines]),
    ("paintarea", &[NumberedRooms, Clues, Marks]),
    ("renban", &[Rooms(0), Clues, Values]),
    ("ripple", &[Rooms(0), Clues, Values]),
    ("scrin", &[Clues, Marks]),
    ("shikaku", &[Clues, Borders]),
    ("shimaguni", &[Rooms(1), Clues, Marks]),
    ("simplegako", &[Clues, Values]),
    ("slither", &[Clues, Colours(1), Fences]),
    ("smullyan", &[Clues, Marks]),
    ("squarejam", &[Clues, Borders]),
    ("starbattle", &[Count, NumberedRooms, Marks]),
    ("stostone", &[Rooms(1), Clues, Marks]),
    ("sudoku", &[Clues, Values]),
    ("suguru", &[Rooms(0), Clues, Values]),
    ("sukoro", &[Clues, Values]),
    ("sukororoom", &[Rooms(0), Clues, Values]),
    ("tapa", &[CluesAndMarks]),
    ("tasquare", &[CluesAndMarks]),
    ("tetrochain", &[Arrows, Marks]),
    ("tetroctb", &[Rooms(1), Clues, Marks]),
    ("tontonbeya", &[NumberedRooms, Clues, Values]),
    ("tslither", &[Clues, Colours(0), Fences]),
    ("usotatami", &[Clues, Borders]),
    ("view", &[Clues, Values]),
    ("vslither", &[Clues, Colours(0), Fences]),
    ("wblink", &[Clues, Lines]),
    ("yajikazu", &[Arrows, Marks]),
    ("yajilin", &[Arrows, Marks, Lines]),
    ("yinyang", &[Clues, Circled]),
];

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
    let file = File::read(file)?;
    Ok(Played { rows: file.rows, cols: file.cols, marks: file.marks })
}

pub(super) struct File {
    genre: &'static Genre,
    /// A setting of the genre, which links have as a flag.
    flag: Option<String>,
    rows: usize,
    cols: usize,
    clues: Vec<Clue>,
    rooms: Rooms,
    stars: Option<u32>,
    marks: Vec<Mark>,
}

/// The lines of a file.
struct Lines<'a> {
    left: std::slice::Iter<'a, &'a str>,
}

impl<'a> Lines<'a> {
    fn line(&mut self) -> Result<&'a str, Problem> {
        self.left.next().map(|line| line.trim()).ok_or_else(|| Problem::new("this file of pzpr ends too early"))
    }

    fn number(&mut self) -> Result<usize, Problem> {
        let line = self.line()?;
        line.parse().map_err(|_| Problem::new(format!("here a file of pzpr has a number, not `{}`", clip(line))))
    }

    /// Whether nothing is left: an empty board can end behind its size.
    fn is_at_end(&self) -> bool {
        self.left.as_slice().iter().all(|line| line.trim().is_empty())
    }

    /// The values of rows; blank ones if the file ends before them.
    fn values(&mut self, rows: usize, cols: usize) -> Result<Vec<&'a str>, Problem> {
        if self.is_at_end() {
            return Ok(vec!["."; rows * cols]);
        }
        let mut all = Vec::with_capacity(rows * cols);
        for _ in 0..rows {
            let row: Vec<&str> = self.line()?.split_whitespace().collect();
            if row.is_empty() && cols > 0 {
                return Err(Problem::new("this file of pzpr ends too early"));
            }
            if row.len() != cols {
                return Err(Problem::new(format!("a row of this file of pzpr has {} values, not {cols}", row.len())));
            }
            all.extend(row);
        }
        Ok(all)
    }
}

impl File {
    /// A puzzle whose clues stand in cells and rooms.
    pub(super) fn of_clues(genre: &'static Genre, rows: usize, cols: usize, clues: Vec<Clue>, rooms: Rooms) -> File {
        File { genre, flag: None, rows, cols, clues, rooms, stars: None, marks: vec![] }
    }

    fn read(file: &str) -> Result<File, Problem> {
        let text = base64::unescape(file);
        let all: Vec<&str> = text.split(['/', '\n']).collect();
        // Its own program writes a history of moves at the end.
        let end = all.iter().position(|line| line.contains('{') || line.contains("__HISTORY__"));
        let mut lines = Lines { left: all[..end.unwrap_or(all.len())].iter() };
        let version = lines.line()?.strip_prefix("pzprv3.").and_then(|version| version.parse().ok()).unwrap_or(0_u32);
        let name = lines.line()?.to_ascii_lowercase();
        let named = |genre: &&Genre| genre.name == name || genre.aliases.contains(&name.as_str());
        let found = GENRES.iter().find(named);
        let sections = found.and_then(|genre| FILES.iter().find(|(known, _)| *known == genre.name));
        let (Some(genre), Some((_, sections))) = (found, sections) else {
            let names: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
            return Err(Problem::new(format!("sator doesn't read pzpr's files of `{}`", clip(&name))).help(format!(
                "it reads those of {}; of other genres copy the link from \"Output URL\"",
                names.join(", ")
            )));
        };
        let rows = lines.number()?;
        let cols = if genre.name == "sudoku" { rows } else { lines.number()? };
        if !(1..=LONGEST_SIDE).contains(&rows) || !(1..=LONGEST_SIDE).contains(&cols) {
            return Err(Problem::new(format!(
                "a board has 1 to {LONGEST_SIDE} rows and columns, not {rows} and {cols}"
            )));
        }
        let is_flag = |line: &&str| line.trim().len() == 1 && line.trim().chars().all(|c| c.is_ascii_lowercase());
        let flag =
            lines.left.as_slice().first().filter(|line| cols > 1 && is_flag(line)).map(|line| line.trim().into());
        if flag.is_some() {
            lines.line()?;
        }
        let rooms = Rooms::default();
        let mut file = File { genre, flag, rows, cols, clues: vec![], rooms, stars: None, marks: vec![] };
        for section in *sections {
            file.section(*section, version, &mut lines)?;
        }
        Ok(file)
    }

    fn section(&mut self, section: Section, version: u32, lines: &mut Lines) -> Result<(), Problem> {
        let (rows, cols) = (self.rows, self.cols);
        match section {
            Clues | CluesAndMarks | ShadedClues | Arrows | Marks | Values | Circled => {
                for (at, value) in lines.values(rows, cols)?.into_iter().enumerate() {
                    self.value(section, (at / cols, at % cols), value)?;
                }
            }
            Lines | Fences | Borders => self.strokes(section, lines)?,
            Rooms(since) => self.read_rooms(version >= since, lines)?,
            NumberedRooms => self.read_rooms(false, lines)?,
            Settings(since) if version >= since => {
                let settings = lines.line()?;
                // The kind of an Ichimaga is in the name of its genre.
                if !["", "def", "mag", "cross"].contains(&settings) {
                    return Err(Problem::new(format!("sator doesn't know the variant rule `{}`", clip(settings))));
                }
            }
            Colours(since) if version >= since => drop(lines.values(rows, cols)?),
            Settings(_) | Colours(_) => {}
            Count => self.stars = Some(lines.number()? as u32),
        }
        Ok(())
    }

    /// The value of a cell.
    fn value(&mut self, section: Section, cell: (usize, usize), value: &str) -> Result<(), Problem> {
        let wrong = || Problem::new(format!("a cell of this file of pzpr has the value `{}`", clip(value)));
        match (section, value) {
            (Marks | CluesAndMarks | ShadedClues, "#" | "+") => {
                self.marks.push(Mark::Shade { cell, yes: Some(value == "#") })
            }
            (Marks, "1") => self.marks.push(Mark::Shade { cell, yes: Some(true) }),
            (Circled, "1" | "2") => self.marks.push(Mark::Shade { cell, yes: Some(value == "2") }),
            (Marks | Circled, ".") => {}
            (Marks | Circled, _) => self.marks.push(Mark::Other),
            (Values, _) => {
                // Behind a value, or alone, are notes.
                let value = value.split('[').next().unwrap_or("");
                match value.parse::<u32>() {
                    Ok(_) => self.marks.push(Mark::Text { cell, text: Some(value.into()) }),
                    Err(_) if value == "." || value == "0" || value.is_empty() => {}
                    Err(_) => self.marks.push(Mark::Other),
                }
            }
            (Arrows, "." | "0,-1") => self.clues.push(Clue::Blank),
            (Arrows, "#") => self.clues.push(Clue::Word("#".into())),
            (Arrows, _) => {
                let (way, number) = value.split_once(',').ok_or_else(wrong)?;
                let number = if number == "-" { "?" } else { number };
                self.clues.push(match way.parse().ok().and_then(|way: usize| [0, 1, 2, 3, 4].get(way).copied()) {
                    Some(0) if number == "?" => Clue::Any,
                    Some(way @ 1..) => Clue::Word(format!("{number},{}", ["up", "down", "left", "right"][way - 1])),
                    _ => return Err(wrong()),
                });
            }
            _ => self.clues.push(match value {
                "." => Clue::Blank,
                "-" => Clue::Any,
                list if list.contains(',') => Clue::Word(list.replace('-', "?")),
                number => Clue::Number(number.parse().map_err(|_| wrong())?),
            }),
        }
        match (section, value) {
            (CluesAndMarks | ShadedClues, "#" | "+") => self.clues.push(Clue::Blank),
            (ShadedClues, clue) if clue != "." => self.marks.push(Mark::Shade { cell, yes: Some(true) }),
            _ => {}
        }
        Ok(())
    }

    /// Strokes or borders: the upright borders of each row, then the level ones.
    fn strokes(&mut self, section: Section, lines: &mut Lines) -> Result<(), Problem> {
        let (rows, cols) = (self.rows, self.cols);
        let rim = usize::from(section == Fences);
        let (wide, deep) = (cols - 1 + 2 * rim, rows - 1 + 2 * rim);
        let upright = lines.values(rows, wide)?;
        let level = lines.values(deep, cols)?;
        let upright = upright.into_iter().enumerate().map(|(at, value)| (at / wide, at % wide, true, value));
        let level = level.into_iter().enumerate().map(|(at, value)| (at / cols, at % cols, false, value));
        for (row, col, across, value) in upright.chain(level) {
            let strokes: i64 = match value {
                "." | "0" => continue,
                "-1" => 0,
                value => value.parse().ok().filter(|strokes| (1..=9).contains(strokes)).ok_or_else(|| {
                    Problem::new(format!("a border of this file of pzpr has the value `{}`", clip(value)))
                })?,
            };
            // With a rim the first border of a line stands before the first cell.
            let (at, last) = if across { (col, cols) } else { (row, rows) };
            let (ahead, back) = if across { ((0, 1), (0, -1)) } else { ((1, 0), (-1, 0)) };
            let cell = |at: usize| if across { (row, at) } else { (at, col) };
            let drawn = Some(strokes > 0);
            self.marks.push(match section {
                Lines => Mark::Link { cell: (row, col), across, strokes: Some(strokes) },
                Fences if at < last => Mark::Border { cell: cell(at), step: back, drawn },
                Fences => Mark::Border { cell: cell(at - 1), step: ahead, drawn },
                _ => Mark::Border { cell: (row, col), step: ahead, drawn },
            });
        }
        Ok(())
    }

    fn read_rooms(&mut self, by_borders: bool, lines: &mut Lines) -> Result<(), Problem> {
        let (rows, cols) = (self.rows, self.cols);
        let is_one = |values: Vec<&str>| values.into_iter().map(|value| value == "1").collect::<Vec<bool>>();
        let borders = if by_borders {
            (is_one(lines.values(rows, cols - 1)?), is_one(lines.values(rows - 1, cols)?))
        } else {
            if !lines.is_at_end() {
                lines.number()?;
            }
            let room = lines.values(rows, cols)?;
            let right = room.chunks(cols).flat_map(|row| row.windows(2).map(|pair| pair[0] != pair[1]));
            (right.collect(), room.iter().zip(&room[cols..]).map(|(one, two)| one != two).collect())
        };
        self.rooms = Rooms::between(&borders, rows, cols, &vec![false; rows * cols]);
        Ok(())
    }

    /// The puzzle as the query of a link: the parts of its genre, encoded.
    pub(super) fn query(&self) -> Result<String, Problem> {
        let mut data = String::new();
        let groups: Vec<Option<u32>> = self.rooms.room.iter().map(|room| Some(*room as u32)).collect();
        for part in self.genre.parts {
            let part = match part {
                Part::Four(_)
                | Part::Sixteen(_)
                | Part::Ten(_)
                | Part::ThirtySix(_)
                | Part::Tapa(_)
                | Part::Arrows(_) => placed::write(*part, &self.clues, self.cols),
                Part::Circles(..) => {
                    let is_kind = |clue: &Clue| matches!(clue, Clue::Number(1..=2));
                    let clues = self.clues.iter().map(|clue| if is_kind(clue) { clue.clone() } else { Clue::Blank });
                    placed::write(*part, &clues.collect::<Vec<Clue>>(), self.cols)
                }
                Part::Rooms(_) => Some(rooms::write(&groups, &self.rooms.walls, self.cols)),
                Part::RoomNumbers(_) => rooms::write_numbers(&groups, &self.clues),
                Part::Apart | Part::Optional => Some(String::new()),
                Part::Number => self.stars.map(|stars| format!("{stars}/")),
                _ => None,
            };
            data += &part.ok_or_else(|| Problem::new("a clue of this puzzle has no place in its genre"))?;
        }
        let flag = self.flag.as_ref().map(|flag| format!("{flag}/")).unwrap_or_default();
        Ok(format!("{}/{flag}{}/{}/{data}", self.genre.name, self.cols, self.rows))
    }
}
