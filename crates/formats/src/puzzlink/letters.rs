//! Encodings of letters in cells: shapes of pieces, with cells left out, and letters of the alphabet.

use super::cells::Cells;
use super::codec::{Clue, Read, Reader};
use super::encode;
use super::own::{Frame, Own, Spot, word};
use crate::Problem;

/// Pentominoes by their letters, and cells left out.
pub(super) const PENTOMINOES: Own = Own {
    pictures: &[("hole", Spot::Holes), ("letter", Spot::Cells)],
    read: |reader, frame| pieces(reader, frame, "FILNPTUVWXYZ"),
    write: |parts, _| write_pieces(parts, "FILNPTUVWXYZ"),
};

/// Tetrominoes by their letters, and cells left out.
pub(super) const TETROMINOES: Own = Own {
    pictures: &[("hole", Spot::Holes), ("letter", Spot::Cells)],
    read: |reader, frame| pieces(reader, frame, "ILOST"),
    write: |parts, _| write_pieces(parts, "ILOST"),
};

/// Letters from A on by their places in the alphabet, from 1 on.
pub(super) const LETTERS: Cells = Cells {
    read: |reader, count| reader.sixteen(count)?.into_iter().map(|clue| lettered(clue, ALPHABET)).collect(),
    write: |clues| encode::sixteen(&clues.iter().map(|clue| number(clue, ALPHABET)).collect::<Option<Vec<Clue>>>()?),
};

/// The letters by their numbers, of which 0 stands for none.
const ALPHABET: &str = "0ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The number of a cell that is left out, in links with letters of pieces.
const LEFT_OUT: Clue = Clue::Number(12);

/// A letter by its place in a text, from 0 on.
fn lettered(clue: Clue, letters: &str) -> Read<Clue> {
    let Clue::Number(n) = clue else { return Ok(clue) };
    let letter = letters.get(n as usize..=n as usize);
    letter.map(word).ok_or_else(|| Problem::new(format!("a letter {n} in this link has no meaning")))
}

/// The place of a letter in a text.
fn number(clue: &Clue, letters: &str) -> Option<Clue> {
    match clue {
        Clue::Word(letter) if letter.len() == 1 => Some(Clue::Number(letters.find(letter.as_str())? as u32)),
        Clue::Blank | Clue::Any => Some(clue.clone()),
        _ => None,
    }
}

fn pieces(reader: &mut Reader, frame: &Frame, letters: &str) -> Read<Vec<Vec<Clue>>> {
    let codes = reader.sixteen(frame.cells())?;
    let hole = |code: &Clue| if *code == LEFT_OUT { word("#") } else { Clue::Blank };
    let holes = codes.iter().map(hole).collect();
    let letter = |code| if code == LEFT_OUT { Ok(Clue::Blank) } else { lettered(code, letters) };
    Ok(vec![holes, codes.into_iter().map(letter).collect::<Read<Vec<Clue>>>()?])
}

fn write_pieces(parts: &[Vec<Clue>], letters: &str) -> Option<String> {
    let code = |(hole, letter): (&Clue, &Clue)| match hole {
        Clue::Blank => number(letter, letters),
        _ => (*letter == Clue::Blank).then_some(LEFT_OUT),
    };
    encode::sixteen(&parts[0].iter().zip(&parts[1]).map(code).collect::<Option<Vec<Clue>>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ROWS: usize = 4;
    const COLS: usize = 5;

    /// Letters of this pattern, clues without one, holes (`#`) and blank cells.
    fn cells(one: &'static str) -> impl Strategy<Value = Vec<String>> {
        proptest::collection::vec(prop_oneof![3 => Just(String::new()), 2 => one], ROWS * COLS)
    }

    proptest! {
        #[test]
        fn letters_come_back(
            pentominoes in cells("[FILNPTUVWXYZ]|[?]|#"),
            tetrominoes in cells("[ILOST]|[?]|#"),
            letters in cells("[A-Z]|[?]"),
        ) {
            let frame = Frame { rows: ROWS, cols: COLS, flags: &[] };
            let clue = |text: &String| match text.as_str() {
                "" | "#" => Clue::Blank,
                "?" => Clue::Any,
                letter => word(letter),
            };
            let hole = |text: &String| if text == "#" { word("#") } else { Clue::Blank };
            for (own, cells) in [(&PENTOMINOES, pentominoes), (&TETROMINOES, tetrominoes)] {
                let parts = vec![cells.iter().map(hole).collect(), cells.iter().map(clue).collect()];
                let text = (own.write)(&parts, &frame).expect("writes");
                prop_assert_eq!((own.read)(&mut Reader::new(&text), &frame).expect("reads"), parts);
            }
            let letters: Vec<Clue> = letters.iter().map(clue).collect();
            let text = (LETTERS.write)(&letters).expect("writes");
            prop_assert_eq!((LETTERS.read)(&mut Reader::new(&text), letters.len()).expect("reads"), letters);
        }
    }
}
