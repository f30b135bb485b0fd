//! A puzzle of pzpr split into its parts, for programs that draw such puzzles: from a link, and back to a link.

use super::codec::{Clue, Reader};
use super::rooms::{self, Neighbours, Rooms};
use super::{Genre, Marked, Part, encode, signs};
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
    /// Other parts keep the order of their link.
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
        let (rows, cols) = (link.rows, link.cols);
        let count = rows * cols;
        let mut reader = Reader::new(link.data);
        let mut rooms = Rooms::default();
        let mut ended = false;
        let kinds = |kinds: Vec<u32>| -> Vec<Clue> {
            kinds.iter().map(|kind| if *kind == 0 { Clue::Blank } else { Clue::Number(*kind) }).collect()
        };
        let marks =
            |on: Vec<bool>| -> Vec<Clue> { on.iter().map(|on| if *on { Clue::Any } else { Clue::Blank }).collect() };
        let mut read = |part: &Part| -> Result<Vec<Clue>, Problem> {
            Ok(match part {
                Part::Sixteen(_) if ended => vec![Clue::Blank; count],
                Part::Four(_) => reader.four(count)?,
                Part::Sixteen(_) => reader.sixteen(count)?,
                Part::Ten(_) | Part::Fivecells(..) => reader.ten(count)?,
                Part::ThirtySix(_) => reader.thirty_six(count)?,
                Part::Tapa(_) => reader.tapa(count)?,
                Part::Corners(_) => reader.four((rows + 1) * (cols + 1))?,
                Part::Arrows(_) => reader.arrows(count, None)?,
                Part::Rooms(_) => {
                    rooms = reader.rooms(rows, cols)?;
                    rooms.room.iter().map(|room| Clue::Number(*room as u32)).collect()
                }
                Part::RoomNumbers(_) => {
                    let numbers = reader.sixteen(rooms.count())?;
                    let number = |at: usize| match rooms.starts_at(at) {
                        true => numbers[rooms.room[at]].clone(),
                        false => Clue::Blank,
                    };
                    (0..count).map(number).collect()
                }
                Part::Circles(..) => kinds(reader.circles(count)?),
                Part::Stars(_) => kinds(reader.stars((2 * rows - 1) * (2 * cols - 1))?),
                Part::Dots => kinds(reader.circles(rows * (cols - 1) + (rows - 1) * cols)?),
                Part::Marks(..) => marks(reader.marks(count)?),
                Part::Empty(_) => marks(if reader.is_done() { vec![false; count] } else { reader.flags(count)? }),
                Part::Walls(_, _, marked) => {
                    rooms = reader.rooms_with_holes(rows, cols, *marked)?.1;
                    let room =
                        |room: &usize| if *room == usize::MAX { Clue::Blank } else { Clue::Number(*room as u32) };
                    rooms.room.iter().map(room).collect()
                }
                Part::Castle(_) => reader.castle(count)?,
                Part::Balance(_) => reader.sixteen(count)?.iter().map(signs::balanced).collect(),
                Part::Pencils(_) => reader.pencils(count)?,
                Part::Nonogram(_) => reader.sixteen(rows.div_ceil(2) * cols + cols.div_ceil(2) * rows)?,
                Part::Ends => (0..4).map(|_| reader.one_number().map(Clue::Number)).collect::<Result<_, _>>()?,
                Part::WithEnds(_) => reader.sixteen(count)?,
                Part::Number => vec![Clue::Number(reader.number_part()?)],
                Part::Optional => {
                    ended = reader.is_done();
                    vec![]
                }
                Part::Apart if reader.is_done() => vec![],
                Part::Apart => {
                    return Err(Problem::new("penpa's drawing of this genre has no place for drawn borders"));
                }
                Part::Slash => {
                    reader.slash();
                    vec![]
                }
                Part::Outside2(_) => {
                    let clues = reader.sixteen(cols + rows)?;
                    let (none_below, none_right) = (vec![Clue::Blank; cols], vec![Clue::Blank; rows]);
                    [&clues[..cols], &none_below, &clues[cols..], &none_right].concat()
                }
                _ => {
                    reader.slash();
                    reader.sixteen(2 * (cols + rows))?
                }
            })
        };
        let parts: Result<Vec<(Part, Vec<Clue>)>, Problem> =
            link.genre.parts.iter().map(|part| Ok((*part, read(part)?))).collect();
        Some(parts.map(|parts| GenreDrawing { genre: link.genre, rows, cols, parts, walls: rooms.walls }))
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
                Part::Four(_) | Part::Corners(_) => encode::four(clues)?,
                Part::Arrows(_) => encode::arrows(clues)?,
                Part::Sixteen(_) => encode::sixteen(clues)?,
                Part::Ten(_) | Part::Fivecells(..) => encode::ten(clues)?,
                Part::ThirtySix(_) => encode::thirty_six(clues)?,
                Part::Tapa(_) => encode::tapa(clues)?,
                Part::Rooms(_) => {
                    rooms = numbers().map(Some).collect();
                    rooms::write(&rooms, &self.walls, self.cols)
                }
                Part::RoomNumbers(_) => {
                    let order = crate::outgoing::in_order(&rooms);
                    let most = order.iter().flatten().max().map_or(0, |most| most + 1);
                    let number = |room: u32| {
                        let mut here = (0..clues.len()).filter(|at| order[*at] == Some(room)).map(|at| &clues[at]);
                        here.find(|clue| **clue != Clue::Blank).cloned().unwrap_or(Clue::Blank)
                    };
                    encode::sixteen(&(0..most).map(number).collect::<Vec<Clue>>())?
                }
                Part::Slash => "/".into(),
                Part::Apart => String::new(),
                // The following parts are optional.
                Part::Optional if self.parts.iter().skip(at + 1).all(|(_, clues)| is_blank(clues)) => break,
                Part::Optional => String::new(),
                Part::Number => format!("{}/", numbers().next()?),
                Part::Ends => numbers().map(encode::one_number).collect::<Option<String>>()?,
                Part::WithEnds(_) | Part::Nonogram(_) => encode::sixteen(clues)?,
                Part::Castle(_) => encode::castle(clues)?,
                Part::Balance(_) => signs::balance(clues)?,
                Part::Pencils(_) => signs::pencils(clues)?,
                Part::Stars(_) => encode::stars(&numbers().collect::<Vec<u32>>()),
                Part::Marks(..) => encode::marks(&clues.iter().map(|clue| *clue != Clue::Blank).collect::<Vec<bool>>()),
                Part::Empty(_) if is_blank(clues) => String::new(),
                Part::Empty(_) => encode::flags(&clues.iter().map(|clue| *clue != Clue::Blank).collect::<Vec<bool>>()),
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
                Part::Circles(..) | Part::Dots => encode::circles(&numbers().collect::<Vec<u32>>()),
                Part::Outside2(_) => {
                    let (top, rest) = clues.split_at(self.cols);
                    let (bottom, rest) = rest.split_at(self.cols);
                    let (left, right) = rest.split_at(self.rows);
                    if bottom.iter().chain(right).any(|clue| *clue != Clue::Blank) {
                        return None;
                    }
                    encode::sixteen(&[top, left].concat())?
                }
                Part::Outside4(_) => encode::sixteen(clues)?,
                _ => return None,
            };
        }
        Some(format!("https://puzz.link/p?{}/{}/{}/{data}", self.genre.name, self.cols, self.rows))
    }
}
