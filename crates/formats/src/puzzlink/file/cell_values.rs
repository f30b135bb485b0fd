//! The values of cells in genres with sums in black cells, circles with numbers, letters and marks at corners.

use super::genre_values::bends;
use super::values::{Item, arrows, clue, clues, crossed, first, marks, second, values, ways};
use crate::puzzlink::codec::Clue;
use crate::puzzlink::lists::circle_of;
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

/// Clues of the third picture.
pub(super) fn third_clues(value: &str) -> Option<Vec<Item>> {
    clue(value).map(|clue| vec![Item::Clue(2, clue)])
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

/// Black circles (0), and white ones with a number or without.
pub(super) fn counted_circles(value: &str) -> Option<Vec<Item>> {
    clue(value).map(|clue| first(circle_of(clue)))
}

/// Ends (1) and other cells (6) of snakes, and cells left out (7): clues of the third and the first picture.
pub(super) fn snakes(value: &str) -> Option<Vec<Item>> {
    Some(match value {
        "0" | "." => vec![],
        "1" => vec![Item::Clue(2, Clue::Number(1))],
        "6" => vec![Item::Clue(2, Clue::Number(2))],
        "7" => first(Clue::Any),
        _ => return None,
    })
}

/// Numbers, 5 for an unknown one, and halves of beds: `b` to `e` with a pillow, by the direction of the other half, and `g` to `j`
/// without. A half alone is a note.
pub(super) fn beds(value: &str) -> Option<Vec<Item>> {
    Some(match value {
        "#" => vec![Item::Text("0".into())],
        "b" | "c" | "d" | "e" => vec![Item::Text((value.as_bytes()[0] - b'a').to_string())],
        "g" | "h" | "i" | "j" => vec![Item::Text("5".into())],
        "-" | "a" | "f" => vec![Item::Note],
        "5" => first(Clue::Any),
        _ => return clues(value),
    })
}

/// Stones (0), with the number that a player wrote or without. Cells without a stone are left out.
pub(super) fn stones(value: &str) -> Option<Vec<Item>> {
    match value {
        "." => Some(first(Clue::Any)),
        "0" => Some(vec![]),
        number => values(number),
    }
}
