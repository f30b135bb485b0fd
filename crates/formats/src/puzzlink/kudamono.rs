//! Links of Kudamono: `W=7x5&L=(3)0w4&SIE=3RU&G=heyawake`.
//!
//! `W` is the size, `G` the genre. `L` has the clues: each is a letter, or a number in parentheses, and its distance from
//! the clue before. Cells are counted column by column from the left, each column from the bottom up. `SIE` has the borders
//! as strokes between corners, which are counted in the same way. Old links have the largest column and row as `W` and `H`,
//! and order both as text: 0, 1, 10, 11, 2.
//!
//! A genre of puzz.link with numbers or circles in cells and with rooms is read. Other parts of a link are an error, so that
//! no clue is lost.

pub(crate) mod write;

use super::codec::{Clue, Read};
use super::rooms::Rooms;
use super::{GENRES, Genre, LONGEST_SIDE, Part, clip, encode, parse};
use crate::script::Script;
use crate::{Imported, Problem};

/// Whether the text is a link of this kind.
pub(crate) fn is_link(text: &str) -> bool {
    text.contains("pedros.works/") && text.contains('?')
}

/// Reads a link.
///
/// # Errors
/// A genre without a rule here, a part that the genre doesn't have, or damaged data.
pub(crate) fn import(text: &str) -> Read<Imported> {
    let query = text.split_once('?').map_or(text, |(_, query)| query);
    let frame = Frame::read(query)?;
    let genre = genre(frame.field("G").unwrap_or(""))?;
    let data = frame.data(genre)?;
    let plain = format!("{}/{}/{}/{data}", genre.name, frame.cols, frame.rows);
    let mut script = Script::default();
    script.comment(&format!("{}, from a link of Kudamono.", genre.title));
    script.line(&format!("# {}", crate::script::plain(text)));
    script.blank();
    parse(&plain)?.write(&mut script)?;
    Ok(script.finish("Kudamono"))
}

/// The genre by its name in links, where hyphens part words.
fn genre(name: &str) -> Read<&'static Genre> {
    let letters =
        |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let wanted = letters(name);
    let is_wanted =
        |genre: &&Genre| genre.aliases.iter().chain([&genre.name, &genre.title]).any(|known| letters(known) == wanted);
    let found = GENRES.iter().find(is_wanted);
    found.ok_or_else(|| Problem::new(format!("sator doesn't know the genre `{}` of this link", clip(name))))
}

/// The fields of a link and its size.
struct Frame<'a> {
    fields: Vec<(&'a str, &'a str)>,
    rows: usize,
    cols: usize,
    /// Whether the size is given by the largest column and row.
    is_old: bool,
}

impl<'a> Frame<'a> {
    fn read(query: &'a str) -> Read<Frame<'a>> {
        let fields: Vec<(&str, &str)> = query.split('&').filter_map(|field| field.split_once('=')).collect();
        let field = |name: &str| fields.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        let side = |text: &str| text.parse::<usize>().ok().filter(|side| *side <= LONGEST_SIDE);
        let (size, is_old) = match field("W").and_then(|wide| wide.split_once('x')) {
            Some((cols, rows)) => (side(cols).zip(side(rows)), false),
            None => {
                let next = |name| field(name).and_then(side).map(|last| last + 1);
                (next("W").zip(next("H")), true)
            }
        };
        let size = size.filter(|(cols, rows)| [cols, rows].iter().all(|side| (1..=LONGEST_SIDE).contains(*side)));
        let (cols, rows) = size.ok_or_else(|| {
            Problem::new(format!("a link of Kudamono has a size of 1 to {LONGEST_SIDE} columns and rows"))
                .help("it has the form `...?W=COLUMNSxROWS&L=CLUES&G=GENRE`")
        })?;
        Ok(Frame { fields, rows, cols, is_old })
    }

    fn field(&self, name: &str) -> Option<&'a str> {
        self.fields.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// The data of a link of puzz.link with the same clues and rooms.
    fn data(&self, genre: &Genre) -> Read<String> {
        let unread = |name: &str| {
            Problem::new(format!("sator doesn't read the part `{}` of a {} of Kudamono", clip(name), genre.title))
        };
        let mut left = vec![];
        for (name, _) in self.fields.iter().filter(|(_, value)| !value.is_empty()) {
            match *name {
                "W" | "H" | "G" => {}
                "L" | "SIE" => left.push(*name),
                other => return Err(unread(other)),
            }
        }
        let clues = self.clues()?;
        let borders = self.borders()?;
        let rooms = Rooms::between(&borders, self.rows, self.cols, &vec![false; clues.len()]);
        let mut data = String::new();
        for part in genre.parts {
            let is_of_cells = !matches!(part, Part::Rooms(_));
            let text = match part {
                Part::Rooms(_) => Some(encode::flags(&borders.0) + &encode::flags(&borders.1)),
                Part::RoomNumbers(_) => encode::sixteen(&numbers_of_rooms(&rooms, &clues)?),
                Part::Four(_) => encode::four(&numbers(&clues)?),
                Part::Ten(_) => encode::ten(&numbers(&clues)?),
                Part::Sixteen(_) => encode::sixteen(&numbers(&clues)?),
                Part::Circles(_, ["w", "b"]) => Some(encode::circles(&circles(&clues)?)),
                _ => return Err(unread("G")),
            };
            // Clues belong to one part alone.
            let of = if is_of_cells { "L" } else { "SIE" };
            match left.iter().position(|name| *name == of) {
                Some(at) => drop(left.remove(at)),
                None if is_of_cells && self.field(of).is_some() => return Err(unread(of)),
                None => {}
            }
            data += &text.ok_or_else(|| unread(of))?;
        }
        left.first().map_or(Ok(data), |name| Err(unread(name)))
    }

    /// The clue of each cell, row by row.
    fn clues(&self) -> Read<Vec<Clue>> {
        let damaged = || Problem::new("the clues of this link are damaged").help("copy the whole link again");
        let order = |side: usize| {
            let mut order: Vec<usize> = (0..side).collect();
            if self.is_old {
                order.sort_by_key(usize::to_string);
            }
            order
        };
        let (across, up) = (order(self.cols), order(self.rows));
        let mut clues = vec![Clue::Blank; self.rows * self.cols];
        let mut rest = self.field("L").unwrap_or("");
        let mut at = 0_usize;
        while let Some(first) = rest.chars().next() {
            let (clue, after) = if let Some(inside) = rest.strip_prefix('(') {
                let (number, after) = inside.split_once(')').ok_or_else(damaged)?;
                (Clue::Number(number.parse().map_err(|_| damaged())?), after)
            } else {
                (Clue::Word(first.to_string()), &rest[first.len_utf8()..])
            };
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            let distance: usize = after[..digits].parse().map_err(|_| damaged())?;
            at = at.checked_add(distance).filter(|at| *at < clues.len()).ok_or_else(damaged)?;
            let (row, col) = (self.rows - 1 - up[at % self.rows], across[at / self.rows]);
            clues[row * self.cols + col] = clue;
            rest = &after[digits..];
        }
        Ok(clues)
    }

    /// Borders right of and below cells.
    fn borders(&self) -> Read<(Vec<bool>, Vec<bool>)> {
        let (rows, cols) = (self.rows, self.cols);
        let (mut right, mut below) = (vec![false; rows * (cols - 1)], vec![false; (rows - 1) * cols]);
        let text = self.field("SIE").unwrap_or("");
        if self.is_old && rows.max(cols) > 9 && !text.is_empty() {
            return Err(Problem::new("sator doesn't read the borders of old links with ten or more rows or columns"));
        }
        let damaged = || Problem::new("the borders of this link are damaged").help("copy the whole link again");
        let (mut corner, mut number, mut place) = (0_usize, String::new(), None);
        for c in text.chars() {
            if c.is_ascii_digit() {
                number.push(c);
                place = None;
                continue;
            }
            if place.is_none() {
                corner = number.parse().ok().and_then(|n| corner.checked_add(n)).ok_or_else(damaged)?;
                number.clear();
                place = Some((rows.checked_sub(corner % (rows + 1)).ok_or_else(damaged)?, corner / (rows + 1)));
            }
            let (row, col) = place.ok_or_else(damaged)?;
            let (to, edge) = match c {
                'L' if col > 0 => ((row, col - 1), (false, row, col - 1)),
                'R' => ((row, col + 1), (false, row, col)),
                'U' if row > 0 => ((row - 1, col), (true, row - 1, col)),
                'D' => ((row + 1, col), (true, row, col)),
                _ => return Err(damaged()),
            };
            if to.0 > rows || to.1 > cols {
                return Err(damaged());
            }
            // Strokes along the edge of the board part nothing.
            match edge {
                (true, row, col) if (1..cols).contains(&col) => right[row * (cols - 1) + col - 1] = true,
                (false, row, col) if (1..rows).contains(&row) => below[(row - 1) * cols + col] = true,
                _ => {}
            }
            place = Some(to);
        }
        Ok((right, below))
    }
}

/// Clues that are numbers or blanks.
fn numbers(clues: &[Clue]) -> Read<Vec<Clue>> {
    match clues.iter().find(|clue| matches!(clue, Clue::Word(_))) {
        Some(other) => Err(Problem::new(format!("sator reads numbers in this link, but no `{}`", other.token()))),
        None => Ok(clues.to_vec()),
    }
}

/// The number of each room.
fn numbers_of_rooms(rooms: &Rooms, clues: &[Clue]) -> Read<Vec<Clue>> {
    let mut found = vec![Clue::Blank; rooms.count()];
    for (room, clue) in rooms.room.iter().zip(numbers(clues)?).filter(|(_, clue)| *clue != Clue::Blank) {
        if std::mem::replace(&mut found[*room], clue) != Clue::Blank {
            return Err(Problem::new("a room of this link has two numbers"));
        }
    }
    Ok(found)
}

/// White circles as 1, black ones as 2.
fn circles(clues: &[Clue]) -> Read<Vec<u32>> {
    let kind = |clue: &Clue| match clue.token().as_str() {
        "." => Ok(0),
        "w" => Ok(1),
        "b" => Ok(2),
        other => Err(Problem::new(format!("sator reads circles in this link, w and b, but no `{other}`"))),
    };
    clues.iter().map(kind).collect()
}
