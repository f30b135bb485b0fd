//! The values of cells in files: each is a clue of a picture, a mark of a player, or both.

use crate::puzzlink::HOLE;
use crate::puzzlink::codec::{Clue, WAYS};
use crate::puzzlink::own::word;

/// One thing that a value holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A clue of the picture with this number, in the order of the genre's parts.
    Clue(usize, Clue),
    /// Whether the player shades the cell.
    Shade(bool),
    /// A cell whose clue shades it, or doesn't, whatever the player does.
    Shaded(bool),
    /// A value that the player writes.
    Text(String),
    /// A note of the player.
    Note,
}
use Item::{Note, Shade, Shaded, Text};

/// The meaning of a value; `None` if it has none. A `.` is a blank cell.
pub(super) type Meaning = fn(&str) -> Option<Vec<Item>>;

/// A clue of the first picture.
pub(super) fn first(clue: Clue) -> Vec<Item> {
    vec![Item::Clue(0, clue)]
}

/// A clue of the second picture.
pub(super) fn second(clue: Clue) -> Vec<Item> {
    vec![Item::Clue(1, clue)]
}

/// A number, a list of numbers, `-` (a clue without its number) or a blank.
pub(super) fn clue(value: &str) -> Option<Clue> {
    Some(match value {
        "." => Clue::Blank,
        "-" | "-2" => Clue::Any,
        list if list.contains(',') => word(&list.replace('-', "?")),
        number => Clue::Number(number.parse().ok()?),
    })
}

pub(super) fn clues(value: &str) -> Option<Vec<Item>> {
    clue(value).map(first)
}

/// `#` is shaded, `+` is not; in some genres 1 is shaded.
pub(super) fn marks(value: &str) -> Option<Vec<Item>> {
    Some(match value {
        "." => vec![],
        "#" | "1" => vec![Shade(true)],
        "+" => vec![Shade(false)],
        _ => vec![Note],
    })
}

/// Clues, and marks in cells without a clue.
pub(super) fn clues_and_marks(value: &str) -> Option<Vec<Item>> {
    if matches!(value, "#" | "+") { marks(value) } else { clues(value) }
}

/// Cells with a clue are shaded.
pub(super) fn shaded_clues(value: &str) -> Option<Vec<Item>> {
    match value {
        "." | "#" | "+" => marks(value),
        _ => Some(vec![Item::Clue(0, clue(value)?), Shaded(true)]),
    }
}

/// A direction and a number: `2,3`. A number without a direction has no meaning in some genres.
pub(super) fn arrows(value: &str) -> Option<Vec<Item>> {
    if value == "#" {
        return Some(first(word("#")));
    }
    if matches!(value, "." | "0,-1") {
        return Some(vec![]);
    }
    let (way, number) = value.split_once(',')?;
    let number = if number == "-" { "?" } else { number };
    Some(first(match way.parse().ok()? {
        0 if number == "?" => Clue::Any,
        way @ 1..=4_usize => word(&format!("{number},{}", WAYS[way - 1])),
        _ => return None,
    }))
}

/// Numbers that a player writes. Notes stand behind a value, or alone.
pub(super) fn values(value: &str) -> Option<Vec<Item>> {
    let value = value.split('[').next().unwrap_or("");
    Some(match value.parse::<u32>() {
        // A `+` stands before a sum of notes.
        Ok(_) if !value.starts_with('+') => vec![Text(value.into())],
        _ if matches!(value, "." | "") => vec![],
        _ => vec![Note],
    })
}

/// The colour of a circle that a player draws.
pub(super) fn circled(value: &str) -> Option<Vec<Item>> {
    match value {
        "1" => Some(vec![Shade(false)]),
        "2" => Some(vec![Shade(true)]),
        "." => Some(vec![]),
        _ => Some(vec![Note]),
    }
}

/// 1 is yes and 2 is no: diagonals, bars, halves of the board.
pub(super) fn one_of_two(value: &str) -> Option<Vec<Item>> {
    match value {
        "1" => Some(vec![Shade(true)]),
        "2" => Some(vec![Shade(false)]),
        "." | "0" => Some(vec![]),
        _ => Some(vec![Note]),
    }
}

pub(super) fn ignored(_: &str) -> Option<Vec<Item>> {
    Some(vec![])
}

/// Cells that are special in the first picture, 1 or `*`.
pub(super) fn spots(value: &str) -> Option<Vec<Item>> {
    match value {
        "1" | "*" => Some(first(Clue::Any)),
        "0" | "." => Some(vec![]),
        _ => None,
    }
}

/// The same as holes in the second picture.
pub(super) fn holes(value: &str) -> Option<Vec<Item>> {
    match value {
        "*" => Some(second(Clue::Any)),
        "." => Some(vec![]),
        _ => None,
    }
}

/// Terrain and numbers. The letters are terrain, where the player notes the two ways through it.
pub(super) fn walks(value: &str) -> Option<Vec<Item>> {
    match value {
        "#" => Some(first(Clue::Any)),
        "A" | "B" | "C" => Some(vec![Item::Clue(0, Clue::Any), Note]),
        _ => clue(value).map(second),
    }
}

/// Numbers and cells left out, as one picture.
pub(super) fn numbers_and_holes(value: &str) -> Option<Vec<Item>> {
    if value == "*" { Some(first(Clue::Number(HOLE))) } else { clues(value) }
}

/// Arrows by their directions, 1 to 4.
pub(super) fn ways(value: &str) -> Option<Vec<Item>> {
    Some(match value {
        "." => vec![],
        "-" => first(Clue::Any),
        way => first(word(WAYS.get(way.parse::<usize>().ok()?.checked_sub(1)?)?)),
    })
}

/// Numbers, and crosses in cells without one.
pub(super) fn crossed(value: &str) -> Option<Vec<Item>> {
    match clue(value)? {
        Clue::Any => Some(first(word("x"))),
        Clue::Blank => Some(vec![]),
        number => Some(vec![Item::Clue(0, number), Shaded(true)]),
    }
}

/// A colour and a number: a white circle is 0, a black one 1; without a number it is `-2`.
pub(super) fn balances(value: &str) -> Option<Vec<Item>> {
    if value == "." {
        return Some(vec![]);
    }
    let (colour, number) = value.split_once(',')?;
    let colour = match colour {
        "0" => "w",
        "1" => "b",
        _ => return None,
    };
    let number = if matches!(number, "-2" | "-") { 0 } else { number.parse::<u32>().ok()? };
    Some(first(word(&format!("{number},{colour}"))))
}

/// The same, where the colour is that of the cell.
pub(super) fn shaded_balances(value: &str) -> Option<Vec<Item>> {
    let colour = value.split_once(',').map(|(colour, _)| Shaded(colour == "1"));
    Some(balances(value)?.into_iter().chain(colour).collect())
}

/// Given (`q3`) and written values of the second picture.
pub(super) fn given_values(value: &str) -> Option<Vec<Item>> {
    match value.strip_prefix('q') {
        Some(number) => Some(second(Clue::Number(number.parse().ok()?))),
        None => values(value),
    }
}

/// The same, with `-` for the value 0, an empty or a black cell.
pub(super) fn given_values_and_none(value: &str) -> Option<Vec<Item>> {
    if value == "-" { Some(vec![Text("0".into())]) } else { given_values(value) }
}
