//! The pieces at the end of a link: a known set by its letter, or single pieces as width, height and bits.

use super::super::Problem;
use super::codec::{Read, Reader};
use super::encode;

/// Sets with a letter: fleets and polyominoes.
const SETS: [(char, &[&str]); 7] = [
    ('c', &["11g", "11g", "11g", "21o", "21o", "31s"]),
    ('d', &["11g", "11g", "11g", "11g", "21o", "21o", "21o", "31s", "31s", "41u"]),
    ('e', &["11g", "11g", "11g", "11g", "11g", "21o", "21o", "21o", "21o", "31s", "31s", "31s", "41u", "41u", "51v"]),
    ('p', &["337k", "15v", "24as", "24bo", "23fg", "337i", "23rg", "334u", "335s", "33bk", "24bk", "337o"]),
    ('t', &["14u", "23bg", "22u", "23f", "23eg"]),
    ('D', &["14u", "14u", "23bg", "23bg", "22u", "22u", "23f", "23f", "23eg", "23eg"]),
    ('z', &[]),
];

/// The letter of a set in [`SETS`]. In genres with pieces of any shape, `d` means two sets of tetrominoes.
fn letter(of_any_shape: bool, letter: char) -> char {
    if of_any_shape && letter == 'd' { 'D' } else { letter }
}

/// Width of the tray, unless a piece is wider.
const TRAY: usize = 30;

/// A piece by rows; true for its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece(Vec<Vec<bool>>);

impl Piece {
    /// Width, height, and five bits a character.
    fn read(text: &str) -> Read<Piece> {
        let mut reader = Reader::new(text);
        let (width, height) = (reader.digits(1, 36)? as usize, reader.digits(1, 36)? as usize);
        let mut bits = vec![];
        while bits.len() < width * height && !reader.is_done() {
            bits.extend(reader.flags(5)?);
        }
        bits.resize(width * height, false);
        if !bits.contains(&true) {
            return Err(Problem::new(format!("the piece `{}` of this link has no cells", crate::script::clip(text))));
        }
        Ok(Piece(bits.chunks(width).map(<[bool]>::to_vec).collect()).trimmed())
    }

    /// Without empty rows and columns around it.
    fn trimmed(self) -> Piece {
        let cells = self.cells();
        let (top, left) = (cells.iter().map(|c| c.0).min(), cells.iter().map(|c| c.1).min());
        Piece::of(cells.iter().map(|(r, c)| (r - top.unwrap_or(0), c - left.unwrap_or(0))).collect())
    }

    fn of(cells: Vec<(usize, usize)>) -> Piece {
        let height = cells.iter().map(|c| c.0 + 1).max().unwrap_or(0);
        let width = cells.iter().map(|c| c.1 + 1).max().unwrap_or(0);
        let mut rows = vec![vec![false; width]; height];
        cells.into_iter().for_each(|(r, c)| rows[r][c] = true);
        Piece(rows)
    }

    fn cells(&self) -> Vec<(usize, usize)> {
        let row = |(r, row): (usize, &Vec<bool>)| {
            row.iter().enumerate().filter(|(_, on)| **on).map(|(c, _)| (r, c)).collect::<Vec<_>>()
        };
        self.0.iter().enumerate().flat_map(row).collect()
    }

    fn width(&self) -> usize {
        self.0.first().map_or(0, Vec::len)
    }

    /// The length of a straight piece one cell wide.
    pub(super) fn ship(&self) -> Option<usize> {
        let (height, width) = (self.0.len(), self.width());
        (height.min(width) == 1 && self.0.iter().flatten().all(|on| *on)).then_some(height.max(width))
    }

    /// A straight piece, one cell high.
    pub(super) fn of_length(length: usize) -> Piece {
        Piece(vec![vec![true; length]])
    }

    fn code(&self) -> Option<String> {
        let side = |n: usize| char::from_digit(n as u32, 36);
        let bits = encode::flags(&self.0.concat());
        Some([side(self.width())?, side(self.0.len())?].iter().collect::<String>() + bits.trim_end_matches('0'))
    }
}

impl Reader<'_> {
    /// Reads the pieces at the end of a link.
    pub(super) fn pieces(&mut self, of_any_shape: bool) -> Read<Vec<Piece>> {
        let parts: Vec<&str> = self.take_rest().split('/').filter(|part| !part.is_empty()).collect();
        if let [only] = parts[..]
            && only.len() == 1
        {
            let name = letter(of_any_shape, only.chars().next().unwrap_or(' '));
            if let Some((_, pieces)) = SETS.iter().find(|(known, _)| *known == name) {
                return pieces.iter().map(|piece| Piece::read(piece)).collect();
            }
        }
        // Their number stands first.
        let (count, pieces) = parts.split_first().map_or(("0", &[][..]), |(count, pieces)| (*count, pieces));
        match count.parse::<usize>() {
            Ok(count) if count == pieces.len() => pieces.iter().map(|piece| Piece::read(piece)).collect(),
            Ok(count) => Err(Problem::new(format!("this link has {} pieces, but announces {count}", pieces.len()))
                .help("copy the whole link again")),
            Err(_) => Err(Problem::new(format!("`{}` isn't a set of pieces", crate::script::clip(count)))),
        }
    }
}

/// Whether the fleet at the end of the data of a battleship has a ship that isn't straight.
pub(super) fn are_bent(data: &str) -> bool {
    let fleet = data.split_once('/').map(|(_, fleet)| Reader::new(fleet).pieces(false));
    fleet.is_some_and(|fleet| fleet.is_ok_and(|fleet| fleet.iter().any(|piece| piece.ship().is_none())))
}

/// The pieces as the end of a link.
pub(super) fn write(pieces: &[Piece], of_any_shape: bool) -> Option<String> {
    let codes = pieces.iter().map(Piece::code).collect::<Option<Vec<String>>>()?;
    let sorted = |mut codes: Vec<&str>| {
        codes.sort_unstable();
        codes.join("/")
    };
    let own = sorted(codes.iter().map(String::as_str).collect());
    let named = ['c', 'd', 'e', 'p', 't', 'z'].into_iter().find(|name| {
        let set = SETS.iter().find(|(known, _)| *known == letter(of_any_shape, *name));
        set.is_some_and(|(_, set)| sorted(set.to_vec()) == own)
    });
    Some(match named {
        Some(name) => format!("//{name}"),
        None => format!("/{}/{}", codes.len(), codes.join("/")),
    })
}

/// A picture of pieces side by side, numbered from 0.
pub(super) fn tray(pieces: &[Piece]) -> Vec<Vec<Option<usize>>> {
    let wide = pieces.iter().map(Piece::width).max().unwrap_or(1).max(TRAY);
    let mut rows: Vec<Vec<Option<usize>>> = vec![];
    let (mut top, mut left) = (0, 0);
    for (k, piece) in pieces.iter().enumerate() {
        if left > 0 && left + piece.width() > wide {
            (top, left) = (rows.len() + 1, 0);
        }
        for (r, c) in piece.cells() {
            if rows.len() <= top + r {
                rows.resize(top + r + 1, vec![None; wide]);
            }
            rows[top + r][left + c] = Some(k);
        }
        left += piece.width() + 1;
    }
    let used = rows.iter().map(|row| row.iter().rposition(Option::is_some).map_or(0, |last| last + 1)).max();
    rows.iter_mut().for_each(|row| row.truncate(used.unwrap_or(0)));
    rows
}

/// The pieces of such a picture, in reading order of their first cells.
pub(super) fn of_tray(groups: &[Option<u32>], cols: usize) -> Vec<Piece> {
    let most = groups.iter().flatten().max().map_or(0, |most| most + 1);
    let piece = |k: u32| {
        let cells = (0..groups.len()).filter(|at| groups[*at] == Some(k)).map(|at| (at / cols, at % cols));
        Piece::of(cells.collect()).trimmed()
    };
    (0..most).map(piece).collect()
}
