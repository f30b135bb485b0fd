//! The values of cells, borders and corners in genres with pieces of a bank, dots, bars, and marks that move.

use super::values::{Item, arrows, clue, first, marks, second, ways};
use crate::puzzlink::codec::{Clue, WAYS};
use crate::puzzlink::dots::{BORDER_WORDS, INFINITE, TRIANGLES, letters_of};
use crate::puzzlink::own::word;

/// Crosses of the first picture, and shaded cells.
pub(super) fn crosses(value: &str) -> Option<Vec<Item>> {
    if value == "x" { Some(first(Clue::Any)) } else { marks(value) }
}

/// Crosses of the second picture, and shaded cells.
pub(super) fn second_crosses(value: &str) -> Option<Vec<Item>> {
    if value == "x" { Some(second(Clue::Any)) } else { marks(value) }
}

/// Dots at corners.
pub(super) fn round_dots(value: &str) -> Option<Vec<Item>> {
    Some(if value == "1" { first(word("o")) } else { vec![] })
}

/// Dots where three or four borders meet.
pub(super) fn heavy_dots(value: &str) -> Option<Vec<Item>> {
    Some(match value {
        "3" => second(word("b")),
        "4" => second(word("w")),
        _ => vec![],
    })
}

/// The player's marks as a sum of powers of two, of which 1 is a circle.
pub(super) fn circles(value: &str) -> Option<Vec<Item>> {
    Some(match value.parse::<u32>().ok()? {
        marks if marks % 2 == 1 => vec![Item::Shade(true)],
        0 => vec![],
        _ => vec![Item::Note],
    })
}

/// Circles and numbers.
pub(super) fn circles_around(value: &str) -> Option<Vec<Item>> {
    match value {
        "#" => Some(first(word("o"))),
        "-2" => Some(second(Clue::Any)),
        _ => clue(value).map(second),
    }
}

/// Boxes, numbers with arrows, and walls.
pub(super) fn boxes(value: &str) -> Option<Vec<Item>> {
    match value {
        "#" => return Some(first(word("o"))),
        "0,-5" => return Some(second(Clue::Any)),
        "." => return Some(vec![]),
        _ => {}
    }
    let (way, number) = value.split_once(',')?;
    let number = match number {
        "-2" => "?".to_string(),
        "-4" => INFINITE.to_string(),
        number => number.to_string(),
    };
    let way = WAYS.get(way.parse::<usize>().ok()?.checked_sub(1)?)?;
    Some(second(word(&format!("{number},{way}"))))
}

/// Numbers and black cells.
pub(super) fn numbers_and_black(value: &str) -> Option<Vec<Item>> {
    if value == "#" { Some(first(word("x"))) } else { clue(value).map(first) }
}

/// Arrows that a player writes; a `-` is a note.
pub(super) fn drawn_arrows(value: &str) -> Option<Vec<Item>> {
    Some(match value {
        "." | "0" => vec![],
        "-" => vec![Item::Note],
        way => vec![Item::Text(way.parse::<u32>().ok()?.to_string())],
    })
}

/// Black cells of the first picture, and arrows as givens.
pub(super) fn black_and_arrows(value: &str) -> Option<Vec<Item>> {
    if value == "-" { Some(first(Clue::Any)) } else { clue(value).map(second) }
}

/// Upright and level lines, and holes. An `o` before them is a note.
pub(super) fn bars(value: &str) -> Option<Vec<Item>> {
    Some(match value.strip_prefix('o').unwrap_or(value) {
        "l" => vec![Item::Text("1".into())],
        "-" => vec![Item::Text("2".into())],
        "+" => vec![Item::Text("3".into())],
        "x" => first(Clue::Any),
        _ => vec![],
    })
}

/// Lines of the player, and circles with a number or without.
pub(super) fn lines_and_circles(value: &str) -> Option<Vec<Item>> {
    match value.strip_prefix('o').unwrap_or(value) {
        "#" => Some(first(Clue::Any)),
        number if number.parse::<u32>().is_ok() => clue(number).map(first),
        line => bars(line),
    }
}

/// Sums with numbers of circles, 0 for an unknown number.
pub(super) fn sums_and_circles(value: &str) -> Option<Vec<Item>> {
    let Some((sum, circles)) = value.split_once(',') else { return clue(value).map(first) };
    let sum = if sum == "-2" { "?" } else { sum };
    Some(first(match (circles, sum.parse()) {
        ("0", Ok(sum)) => Clue::Number(sum),
        ("0", Err(_)) => Clue::Any,
        _ => word(&format!("{sum},{circles}")),
    }))
}

/// A bar on a border, which is never drawn by the player.
pub(super) fn bar(value: &str) -> Option<(Clue, bool)> {
    Some((if value == "1" { word("#") } else { Clue::Blank }, false))
}

/// A sign on a border (1 to 4), which is drawn, or a border that the player draws (5). A minus is a note.
pub(super) fn sign(value: &str) -> Option<(Clue, bool)> {
    match value.trim_start_matches('-').parse::<usize>().ok()? {
        0 => Some((Clue::Blank, false)),
        5 => Some((Clue::Blank, true)),
        n => BORDER_WORDS.get(n - 1).map(|sign| (word(sign), true)),
    }
}

/// The most frequent kinds of cell in a direction, one bit each.
pub(super) fn frequent(value: &str) -> Option<Vec<Item>> {
    let lettered = |item: Item| match item {
        Item::Clue(at, Clue::Word(text)) => Some(Item::Clue(
            at,
            match text.split_once(',') {
                Some((bits, way)) => word(&format!("{},{way}", letters_of(bits.parse().ok()?))),
                None => Clue::Any,
            },
        )),
        other => Some(other),
    };
    arrows(value)?.into_iter().map(lettered).collect()
}

/// Triangles, with or without a length, and crossings.
pub(super) fn mirrors(value: &str) -> Option<Vec<Item>> {
    Some(match value {
        "." => vec![],
        "+" => first(word("x")),
        _ => {
            let triangle = TRIANGLES.get(value.get(..1)?.parse::<usize>().ok()?.checked_sub(1)?)?;
            let length = &value[1..];
            first(word(&if length.is_empty() { triangle.to_string() } else { format!("{triangle},{length}") }))
        }
    })
}

/// Arrows and cells left out.
pub(super) fn arrows_and_holes(value: &str) -> Option<Vec<Item>> {
    if value == "#" { Some(first(Clue::Any)) } else { ways(value) }
}

/// A square or a cross on a border.
pub(super) fn square_or_cross(value: &str) -> Option<(Clue, bool)> {
    crate::puzzlink::regions::square_or_cross(value.parse().ok()?).map(|sign| (sign, false))
}
