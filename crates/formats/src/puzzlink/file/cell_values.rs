//! The values of cells in genres with sums in black cells, circles with numbers, letters and marks at corners.

use super::genre_values::bends;
use super::values::{Item, arrows, clue, crossed, first, marks, second, values, ways};
use crate::puzzlink::codec::Clue;
use crate::puzzlink::own::word;

/// Black cells with a sum, with an unknown one, and without one.
pub(super) fn sums(value: &str) -> Option<Vec<Item>> {
    Some(match value {
        "b" => first(word("#")),
        "?" => first(Clue::Any),
        "." => vec![],
        sum => first(Clue::Number(sum.parse().ok()?)),
    })
}

/// Black circles (`#`), each with a number of the second picture or none. A 0 is no number in files.
pub(super) fn circled_numbers(value: &str) -> Option<Vec<Item>> {
    let (circle, number) = value.strip_prefix('#').map_or((false, value), |number| (true, number));
    let number = match clue(if number.is_empty() { "." } else { number })? {
        Clue::Number(0) => Clue::Blank,
        number => number,
    };
    let circle = if circle { word("o") } else { Clue::Blank };
    Some(vec![Item::Clue(0, circle), Item::Clue(1, number)])
}

/// Clues of the second picture.
pub(super) fn second_clues(value: &str) -> Option<Vec<Item>> {
    clue(value).map(second)
}

/// Marks at corners.
pub(super) fn corner_marks(value: &str) -> Option<Vec<Item>> {
    match value {
        "1" => Some(first(word("x"))),
        _ => Some(vec![]),
    }
}

/// Given letters, and crosses as the value of an empty cell.
pub(super) fn news(value: &str) -> Option<Vec<Item>> {
    Some(match clue(value)? {
        Clue::Any => first(Clue::Number(0)),
        clue => first(clue),
    })
}

/// Numbers from 1 on that a player writes; 0 and signs are notes.
pub(super) fn numbers_from_one(value: &str) -> Option<Vec<Item>> {
    if matches!(value, "0" | "+" | "-") { Some(vec![]) } else { values(value) }
}

/// Circles (5) and arrows.
pub(super) fn corners(value: &str) -> Option<Vec<Item>> {
    match value {
        "5" => Some(first(Clue::Any)),
        "-" => None,
        _ => ways(value),
    }
}

/// Colours with directions, or without one (0).
pub(super) fn sights(value: &str) -> Option<Vec<Item>> {
    match value.strip_prefix("0,") {
        Some(number) => clue(number).map(first),
        None => arrows(value),
    }
}

/// Numbers, behind a `-` in grey cells.
pub(super) fn twin_areas(value: &str) -> Option<Vec<Item>> {
    let Some(number) = value.strip_prefix('-') else { return crossed(value) };
    let mut items = if number.is_empty() { vec![] } else { crossed(number)? };
    items.extend(second(Clue::Any));
    Some(items)
}

/// Circles and arrows, and shaded cells.
pub(super) fn bends_and_marks(value: &str) -> Option<Vec<Item>> {
    match value {
        "#" => marks("#"),
        "_" => marks("+"),
        value => bends(value),
    }
}

/// The number of a room, 0 for an unknown one, behind a `-` in grey rooms.
pub(super) fn room_marks(value: &str) -> Option<Vec<Item>> {
    let (grey, number) = value.strip_prefix('-').map_or((false, value), |number| (true, number));
    let number = match number {
        "" | "." => None,
        "0" => Some("?"),
        number => Some(number),
    };
    Some(match (number, grey) {
        (Some("?"), false) => first(Clue::Any),
        (Some(number), false) => first(Clue::Number(number.parse().ok()?)),
        (Some(number), true) => first(word(&format!("{number},g"))),
        (None, true) => first(word("g")),
        (None, false) => vec![],
    })
}
