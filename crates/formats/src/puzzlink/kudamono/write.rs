//! Links of Kudamono from links of puzz.link: the same clues and borders in the other order of cells.

use super::super::codec::{Clue, Read, Reader};
use super::super::rooms::{Borders, Rooms};
use super::super::{Link, Part, parse, write};
use crate::Problem;
use crate::outgoing::Outgoing;

const PLAYER: &str = "https://pedros.works/paper-puzzle-player?";

/// A link that Kudamono's player opens.
///
/// # Errors
/// A puzzle without a link of puzz.link, a genre with parts that sator doesn't read from such links, or a clue `?`.
pub(crate) fn link(out: &mut Outgoing) -> Read<String> {
    let of_puzzlink = write::link(out)?;
    let link = parse(of_puzzlink.split_once('?').map_or("", |(_, query)| query))?;
    let Contents { borders, clues } = Contents::read(&link)?;
    let mut fields = vec![format!("W={}x{}", link.cols, link.rows)];
    let clues = clues_by_columns(&clues, link.rows, link.cols)?;
    fields.extend((!clues.is_empty()).then(|| format!("L={clues}")));
    let strokes = borders.map_or(String::new(), |borders| strokes(&borders, link.rows, link.cols));
    fields.extend((!strokes.is_empty()).then(|| format!("SIE={strokes}")));
    fields.push(format!(
        "G={}",
        link.genre.title.to_ascii_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-")
    ));
    Ok(format!("{PLAYER}{}", fields.join("&")))
}

/// The borders of rooms, and the clue of each cell row by row.
struct Contents {
    borders: Option<Borders>,
    clues: Vec<Clue>,
}

impl Contents {
    fn read(link: &Link) -> Read<Contents> {
        let (rows, cols) = (link.rows, link.cols);
        let unwritten = || Problem::new(format!("sator writes no link of Kudamono for this {}", link.genre.title));
        if !link.flags.is_empty() {
            return Err(unwritten());
        }
        let mut reader = Reader::new(link.data);
        let (mut borders, mut rooms, mut clues) = (None, Rooms::default(), None);
        for part in link.genre.parts {
            let read = match part {
                Part::Rooms(_) => {
                    let read = reader.borders(rows, cols)?;
                    rooms = Rooms::between(&read, rows, cols, &vec![false; rows * cols]);
                    borders = Some(read);
                    continue;
                }
                Part::RoomNumbers(_) => reader.room_numbers(&rooms)?,
                Part::Four(_) | Part::Ten(_) | Part::Sixteen(_) => reader.placed(*part, rows, cols, None)?,
                Part::Circles(_, letters @ ["w", "b"]) => {
                    let letter = |kind: &u32| match kind {
                        0 => Clue::Blank,
                        kind => Clue::Word(letters[*kind as usize - 1].into()),
                    };
                    reader.circles(rows * cols)?.iter().map(letter).collect()
                }
                _ => return Err(unwritten()),
            };
            // Clues of two parts would stand in one field.
            if clues.replace(read).is_some() {
                return Err(unwritten());
            }
        }
        Ok(Contents { borders, clues: clues.unwrap_or_default() })
    }
}

/// The clues column by column, each from the bottom up, with the distance from the clue before.
fn clues_by_columns(clues: &[Clue], rows: usize, cols: usize) -> Read<String> {
    let mut text = String::new();
    let mut before = 0;
    if clues.is_empty() {
        return Ok(text);
    }
    for at in 0..rows * cols {
        let written = match &clues[(rows - 1 - at % rows) * cols + at / rows] {
            Clue::Blank => continue,
            Clue::Number(n) => format!("({n})"),
            Clue::Word(word) => word.clone(),
            Clue::Any => return Err(Problem::new("sator writes no clue `?` into links of Kudamono")),
        };
        text += &format!("{written}{}", at - before);
        before = at;
    }
    Ok(text)
}

/// The borders as straight strokes in the order of the corners from which they go right or up. Corners are counted as cells
/// are; each stroke has the distance of its corner from the one before.
fn strokes((right, below): &Borders, rows: usize, cols: usize) -> String {
    let mut found: Vec<(usize, String)> = vec![];
    let corner = |row: usize, col: usize| col * (rows + 1) + rows - row;
    for col in 1..cols {
        for (first, len) in runs((0..rows).rev().map(|row| right[row * (cols - 1) + col - 1])) {
            found.push((corner(rows - first, col), "U".repeat(len)));
        }
    }
    for row in 1..rows {
        for (first, len) in runs((0..cols).map(|col| below[(row - 1) * cols + col])) {
            found.push((corner(row, first), "R".repeat(len)));
        }
    }
    found.sort();
    let mut before = 0;
    let mut text = String::new();
    for (at, stroke) in found {
        text += &format!("{}{stroke}", at - before);
        before = at;
    }
    text
}

/// The first place and the length of each run of marks.
fn runs(marks: impl Iterator<Item = bool>) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = vec![];
    for (at, _) in marks.enumerate().filter(|(_, on)| *on) {
        match runs.last_mut() {
            Some((first, len)) if *first + *len == at => *len += 1,
            _ => runs.push((at, 1)),
        }
    }
    runs
}
