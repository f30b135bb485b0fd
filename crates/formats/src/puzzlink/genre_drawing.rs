//! A puzzle of pzpr split into its parts, for programs that draw such puzzles: from a link, and back to a link.

use super::codec::{Clue, Read, Reader};
use super::own::Frame;
use super::rooms::{self, Neighbours, Rooms};
use super::{Genre, Link, Marked, Part, encode, placed};
use crate::Problem;

/// The contents of cells and of the places around the board. Some parts of genres can't be drawn.
pub struct GenreDrawing {
    /// The kind of puzzle.
    pub genre: &'static Genre,
    /// Rows of cells.
    pub rows: usize,
    /// Columns of cells.
    pub cols: usize,
    /// The clues of each part. For most parts there is one clue for each cell, row by row; for rooms it is the room's
    /// number. Corners have one row and one column more. Clues outside are those at the top, bottom, left and right.
    /// Other parts keep the order of their link. Several pictures of one part follow each other.
    pub parts: Vec<(Part, Vec<Clue>)>,
    /// Borders that end inside a room.
    pub walls: Vec<Neighbours>,
}

impl GenreDrawing {
    /// Reads a link that this program made.
    pub fn read(link: &str) -> Option<Result<GenreDrawing, Problem>> {
        let link = super::parse(link.split_once('?')?.1).ok()?;
        if !link.genre.parts.iter().all(|part| part.is_drawn()) || !link.flags.is_empty() {
            return None;
        }
        Some(GenreDrawing::of(&link))
    }

    fn of(link: &Link) -> Result<GenreDrawing, Problem> {
        let mut reader = Reader::new(link.data);
        let mut drawing =
            GenreDrawing { genre: link.genre, rows: link.rows, cols: link.cols, parts: vec![], walls: vec![] };
        let mut rooms = Rooms::default();
        let mut ended = false;
        for part in link.genre.parts {
            let clues = match part {
                Part::Sixteen(_) if ended => vec![Clue::Blank; link.rows * link.cols],
                Part::Optional => {
                    ended = reader.is_done();
                    vec![]
                }
                Part::Rooms(_) => {
                    rooms = reader.rooms(link.rows, link.cols)?;
                    room_of_each(&rooms)
                }
                Part::Walls(_, _, marked) => {
                    rooms = reader.rooms_with_holes(link.rows, link.cols, *marked)?.1;
                    room_of_each(&rooms)
                }
                Part::RoomNumbers(_) => reader.room_numbers(&rooms)?,
                _ => read_part(&mut reader, *part, link.rows, link.cols)?,
            };
            drawing.parts.push((*part, clues));
        }
        drawing.walls = rooms.walls;
        Ok(drawing)
    }

    /// The sums in a link of a Kakuro that this program made, including pzpr's extra row and column of sums.
    pub fn kakuro(link: &str) -> Option<Vec<Clue>> {
        let link = super::parse(link.split_once('?')?.1).ok().filter(|link| link.genre.name == "kakuro")?;
        Reader::new(link.data).kakuro(link.rows, link.cols).ok()
    }

    /// The puzzle as a link; `None` if the format can't represent a clue.
    pub fn link(&self) -> Option<String> {
        let mut data = String::new();
        let mut rooms: Vec<Option<u32>> = vec![];
        let is_blank = |clues: &[Clue]| clues.iter().all(|clue| *clue == Clue::Blank);
        for (at, (part, clues)) in self.parts.iter().enumerate() {
            let numbers = || clues.iter().map(|clue| if let Clue::Number(n) = clue { *n } else { 0 });
            data += &match part {
                Part::Rooms(_) => {
                    rooms = numbers().map(Some).collect();
                    rooms::write(&rooms, &self.walls, self.cols)
                }
                Part::RoomNumbers(_) => rooms::write_numbers(&rooms, clues)?,
                Part::Slash => "/".into(),
                Part::Apart => String::new(),
                // The following parts are optional.
                Part::Optional if self.parts.iter().skip(at + 1).all(|(_, clues)| is_blank(clues)) => break,
                Part::Optional => String::new(),
                Part::Number => format!("{}/", numbers().next()?),
                Part::Ends => numbers().map(encode::one_number).collect::<Option<String>>()?,
                Part::Empty(_) if is_blank(clues) => String::new(),
                Part::Walls(_, _, marked) => {
                    let holes: Vec<bool> = clues.iter().map(|clue| *clue == Clue::Blank).collect();
                    let groups = clues.iter().zip(numbers());
                    let groups: Vec<Option<u32>> =
                        groups.map(|(clue, room)| (*clue != Clue::Blank).then_some(room)).collect();
                    let holes = match marked {
                        Marked::Bits => encode::flags(&holes),
                        Marked::Gaps => encode::gaps(&holes),
                    };
                    rooms::write(&groups, &self.walls, self.cols) + &holes
                }
                Part::Dots => encode::circles(&placed::kinds(clues)),
                Part::Outside2(_) => {
                    let (top, rest) = clues.split_at(self.cols);
                    let (bottom, rest) = rest.split_at(self.cols);
                    let (left, right) = rest.split_at(self.rows);
                    if bottom.iter().chain(right).any(|clue| *clue != Clue::Blank) {
                        return None;
                    }
                    encode::sixteen(&[top, left].concat())?
                }
                Part::Outside4(_) | Part::Nonogram(_) => encode::sixteen(clues)?,
                Part::Own(own) => own.write_list(clues, &Frame { rows: self.rows, cols: self.cols, flags: &[] })?,
                _ => placed::write(*part, clues, self.cols)?,
            };
        }
        let flag = self.genre.fixed_flag().map_or(String::new(), |flag| format!("{flag}/"));
        Some(format!("https://puzz.link/p?{}/{flag}{}/{}/{data}", self.genre.name, self.cols, self.rows))
    }
}

/// The number of each cell's room; blank in a cell left out.
fn room_of_each(rooms: &Rooms) -> Vec<Clue> {
    rooms.room.iter().map(|room| if *room == usize::MAX { Clue::Blank } else { Clue::Number(*room as u32) }).collect()
}

/// The clues of a part that depends on no other part.
fn read_part(reader: &mut Reader, part: Part, rows: usize, cols: usize) -> Read<Vec<Clue>> {
    match part {
        Part::Dots => Ok(placed::of_kinds(&reader.circles(rows * (cols - 1) + (rows - 1) * cols)?)),
        Part::Nonogram(_) => reader.sixteen(rows.div_ceil(2) * cols + cols.div_ceil(2) * rows),
        Part::Ends => (0..4).map(|_| reader.one_number().map(Clue::Number)).collect(),
        Part::Number => Ok(vec![Clue::Number(reader.number_part()?)]),
        Part::Apart if reader.is_done() => Ok(vec![]),
        Part::Apart => Err(Problem::new("penpa's drawing of this genre has no place for drawn borders")),
        Part::Slash => {
            reader.slash();
            Ok(vec![])
        }
        Part::Outside2(_) => {
            let clues = reader.sixteen(cols + rows)?;
            let (none_below, none_right) = (vec![Clue::Blank; cols], vec![Clue::Blank; rows]);
            Ok([&clues[..cols], &none_below, &clues[cols..], &none_right].concat())
        }
        Part::Outside4(_) => {
            reader.slash();
            reader.sixteen(2 * (cols + rows))
        }
        _ => reader.placed(part, rows, cols, None),
    }
}
