//! The genres of blocks, arrows and circles with signs.

use super::{Write, circles, digit, flat, four, marked, picture, room_numbers, rooms, runs, sixteen};

/// Numbers in cells, in hex.
fn numbers(text: &str, head: &str) -> String {
    sixteen(&flat(&picture(text, head)))
}

/// Rooms, and numbers in cells.
fn rooms_with(text: &str, head: &str) -> String {
    rooms(&picture(text, "regions room")) + &numbers(text, head)
}

/// Numbers with directions in cells, or without one.
fn directed(text: &str, head: &str) -> String {
    let code = |token: &String| {
        let (number, way) = token.split_once(',').unwrap_or((token, ""));
        let way = ["", "up", "down", "left", "right"].iter().position(|name| *name == way).expect("a direction");
        Some(16 * way as u32 + number.parse::<u32>().ok()?)
    };
    let all: Vec<Option<u32>> = picture(text, head).iter().flatten().map(code).collect();
    runs(&all, b'a' - 1, 26, |code| format!("{}{}", code / 16, digit(code % 16, 16)))
}

pub(super) const SIGNS: &[(&str, &str, Write)] = &[
    ("bwloop", "kuroshiro", |t| circles(&picture(t, "clues circle"), "w", "b")),
    ("lineofsight", "line_of_sight", |t| directed(t, "clues clue")),
    ("mintonette", "mintonette", |t| numbers(t, "clues circle")),
    ("ruleofthree", "rule_of_three", |t| marked(&picture(t, "clues hole"))),
    // Without the flag `c`, borders of rooms come first.
    ("bonsan", "bonsan", |t| "0".repeat(12) + &numbers(t, "clues circle")),
    ("cornerch", "corner_chain", |t| numbers(t, "clues number")),
    ("heyabon", "heyabon", |t| rooms_with(t, "clues circle")),
    ("kuroclone", "kuroclone", |t| rooms(&picture(t, "regions room")) + &directed(t, "clues arrow")),
    ("outofsight", "out_of_sight", |t| directed(t, "clues sign")),
    ("ovotovata", "ovotovata", |t| {
        let code = |token: &String| {
            let (number, grey) =
                token.strip_suffix('g').map_or((&token[..], 0), |rest| (rest.trim_end_matches(','), 1));
            match number {
                "." => ".".to_string(),
                "" => grey.to_string(),
                "?" => (4 + grey).to_string(),
                number => (4 * number.parse::<u32>().expect("a number") + 4 + grey).to_string(),
            }
        };
        let (regions, marks) = (picture(t, "regions room"), picture(t, "clues mark"));
        let codes: Vec<Vec<String>> = marks.iter().map(|row| row.iter().map(code).collect()).collect();
        rooms(&regions) + &room_numbers(&regions, &codes)
    }),
    ("rectslider", "rectslider", |t| numbers(t, "clues panel")),
    ("sashikazune", "sashikazune", |t| numbers(t, "clues number")),
    ("twinarea", "twin_area", |t| rooms_with(t, "clues mark") + &marked(&picture(t, "clues grey"))),
    ("edamame", "edamame", |t| four(&flat(&picture(t, "clues number")))),
    ("kaidan", "kaidan", |t| four(&flat(&picture(t, "clues number")))),
    ("oasis", "oasis", |t| numbers(t, "clues circle")),
    ("takoyaki", "takoyaki", |t| four(&flat(&picture(t, "clues number")))),
    ("zabajaba", "zabajaba", |t| numbers(t, "clues number")),
    ("wittgen", "wittgen", |t| four(&flat(&picture(t, "clues number")))),
    ("yajirushi2", "yajirushi2", |t| four(&flat(&picture(t, "clues number")))),
];

/// Letters 1 to 4, `.` for a cross (0), and blanks from 5 on.
pub(super) fn four_signs(cells: &[Vec<String>]) -> String {
    let mut out = String::new();
    for part in flat(cells).chunk_by(|a, b| a.is_none() && b.is_none()) {
        match part {
            [Some(0)] => out.push('.'),
            [Some(n)] => out.push(digit(*n, 5)),
            blanks => out.push(digit(blanks.len() as u32 + 4, 36)),
        }
    }
    out
}
