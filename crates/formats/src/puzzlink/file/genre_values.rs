//! The values of cells that belong to the files of one genre, or of a few.

use super::values::{Item, arrows, clue, clues, first, marks, second, values, ways};
use crate::puzzlink::codec::{Clue, SHIPS, WAYS};
use crate::puzzlink::own::word;
use crate::puzzlink::signs;
use Item::{Note, Shade, Text};

/// Letters from A on.
pub(super) fn letters(value: &str) -> Option<Vec<Item>> {
    let number = match value.as_bytes() {
        [letter @ b'A'..=b'Z'] => u32::from(letter - b'A') + 1,
        [letter @ b'a'..=b'z'] => u32::from(letter - b'a') + 27,
        _ => return clues(value),
    };
    Some(first(Clue::Number(number)))
}

/// A direction, a number and a colour, to which 4 is added where the player ticks the clue off.
pub(super) fn castles(value: &str) -> Option<Vec<Item>> {
    if value == "." {
        return Some(vec![]);
    }
    let mut parts = value.split(',');
    let (way, number, colour) = (parts.next()?, parts.next()?, parts.next()?.parse::<usize>().ok()?);
    let colour = ["g", "w", "b"].get(colour & 3)?;
    Some(first(match (way.parse::<usize>().ok()?, number) {
        (_, "-" | "-2") => word(colour),
        (way @ 1..=4, number) => word(&format!("{colour},{},{}", number.parse::<u32>().ok()?, WAYS[way - 1])),
        _ => return None,
    }))
}

/// White, black and grey circles.
pub(super) fn drinks(value: &str) -> Option<Vec<Item>> {
    Some(match value {
        "1" => first(word("w")),
        "2" => first(word("b")),
        "-" => first(word("g")),
        "." => vec![],
        _ => return None,
    })
}

/// Holes, circles with `d` before their number, and numbers with their denominators; -1 for an unknown number or none.
pub(super) fn fractions(value: &str) -> Option<Vec<Item>> {
    let number = |part: &str| if part == "-1" { Some(None) } else { part.parse::<u32>().ok().map(Some) };
    Some(match value {
        "." => vec![],
        "#" => vec![Item::Clue(0, word("#"))],
        _ => match value.strip_prefix('d') {
            Some(circles) => vec![Item::Clue(1, Clue::Number(circles.parse().ok()?))],
            None => {
                let (above, below) = value.split_once(',')?;
                let clue = match (number(above)?, number(below)?) {
                    (None, _) => Clue::Any,
                    (Some(above), None) => Clue::Number(above),
                    (Some(above), Some(below)) => word(&format!("{above},{below}")),
                };
                vec![Item::Clue(2, clue)]
            }
        },
    })
}

/// Four numbers, for right, down, left and up; -1 for none.
pub(super) fn compasses(value: &str) -> Option<Vec<Item>> {
    if value == "." {
        return Some(vec![]);
    }
    let number = |part: &str| match part {
        "-1" => Some(".".to_string()),
        part => part.parse::<u32>().ok().map(|n| n.to_string()),
    };
    let numbers = value.split(',').map(number).collect::<Option<Vec<String>>>()?;
    let [right, down, left, up] = &numbers[..] else { return None };
    Some(first(word(&format!("{up},{down},{left},{right}"))))
}

/// Grey cells have a `-`, before their number or alone; 0 is a clue without its number.
pub(super) fn greys(value: &str) -> Option<Vec<Item>> {
    let (grey, rest) = value.strip_prefix('-').map_or((false, value), |rest| (true, rest));
    let number = match rest {
        "" | "." => Clue::Blank,
        "0" => Clue::Any,
        number => Clue::Number(number.parse().ok()?),
    };
    let grey = if grey { Clue::Any } else { Clue::Blank };
    Some(vec![Item::Clue(0, grey), Item::Clue(1, number)])
}

/// Numbers that a player writes, 0 for none.
pub(super) fn values_from_one(value: &str) -> Option<Vec<Item>> {
    if value == "0" { Some(vec![]) } else { values(value) }
}

/// Cells left out (`.`), blank cells (0) and numbers.
pub(super) fn bosanowa(value: &str) -> Option<Vec<Item>> {
    match value {
        "." => Some(first(Clue::Any)),
        "0" => Some(vec![]),
        number => Some(second(Clue::Number(number.parse().ok()?))),
    }
}

/// Grey cells and squares.
pub(super) fn growth(value: &str) -> Option<Vec<Item>> {
    match value {
        "#" => Some(first(Clue::Any)),
        "0" => Some(vec![Item::Clue(0, word("o")), Item::Shaded(true)]),
        "." => Some(vec![]),
        _ => None,
    }
}

/// Squares that a player draws.
pub(super) fn squares(value: &str) -> Option<Vec<Item>> {
    match value {
        "0" => Some(vec![Shade(true)]),
        _ => marks(value),
    }
}

/// Arrows that are values of cells.
fn arrows_of_cells(value: &str) -> Option<Vec<Item>> {
    let arrow = ways(value)?;
    let text = value.parse::<u32>().is_ok().then(|| Text(value.into()));
    Some(arrow.into_iter().chain(text).collect())
}

/// Numbers of pencils, and their tips by direction.
pub(super) fn pencils(value: &str) -> Option<Vec<Item>> {
    if value.starts_with('o') { bends(value) } else { arrows_of_cells(value) }
}

/// Arrows and goals.
pub(super) fn goals(value: &str) -> Option<Vec<Item>> {
    if value == "5" { Some(vec![Item::Clue(0, word("o")), Text("0".into())]) } else { arrows_of_cells(value) }
}

/// Numbers to which arrows lead.
pub(super) fn counted_goals(value: &str) -> Option<Vec<Item>> {
    match clue(value)? {
        Clue::Blank => Some(vec![]),
        number => Some(vec![Item::Clue(0, number), Text("0".into())]),
    }
}

/// Water, holes and balls.
pub(super) fn golf(value: &str) -> Option<Vec<Item>> {
    match value {
        "i" => Some(first(Clue::Any)),
        "H" => Some(second(word("H"))),
        _ => clue(value).map(second),
    }
}

/// Ice (`i`), before a number or alone.
pub(super) fn ice(value: &str) -> Option<Vec<Item>> {
    let (ice, rest) = value.strip_prefix('i').map_or((Clue::Blank, value), |rest| (Clue::Any, rest));
    let number = match rest {
        "" => Clue::Blank,
        "?" => Clue::Any,
        number => clue(number)?,
    };
    Some(vec![Item::Clue(0, ice), Item::Clue(1, number)])
}

/// Circles of two colours, and cells left out.
pub(super) fn islets(value: &str) -> Option<Vec<Item>> {
    match value {
        "*" => Some(second(Clue::Any)),
        _ => drinks(value).filter(|_| value != "-"),
    }
}

/// The number of a sum that goes down and one that goes to the right, the latter first. -1 is none, and `0` too where
/// `is_zero_none` holds.
fn sums(value: &str, is_zero_none: bool) -> Option<Vec<Item>> {
    let Some((right, down)) = value.split_once(',') else { return (value == ".").then(Vec::new) };
    let pair = format!("{},{}", sum(down, is_zero_none)?, sum(right, is_zero_none)?);
    Some(first(word(if pair == ".,." { "#" } else { &pair })))
}

/// A sum as a token.
pub(super) fn sum(value: &str, is_zero_none: bool) -> Option<String> {
    match value {
        "-1" | "." => Some(".".into()),
        "0" if is_zero_none => Some(".".into()),
        number => number.parse::<u32>().ok().map(|n| n.to_string()),
    }
}

pub(super) fn kakuro(value: &str) -> Option<Vec<Item>> {
    sums(value, true)
}

pub(super) fn triplace(value: &str) -> Option<Vec<Item>> {
    sums(value, false)
}

/// Diagonals that a player draws: 1 is `\` and 2 is `/`.
pub(super) fn mirrors(value: &str) -> Option<Vec<Item>> {
    if value == "+" { Some(vec![Note]) } else { values(value) }
}

/// A letter by its number and a number, as the light of a room of mirrors.
pub(super) fn light(value: &str) -> Option<Clue> {
    if value == "." {
        return Some(Clue::Blank);
    }
    let (letter, number) = value.split_once(',')?;
    let letter = signs::name(letter.parse::<u32>().ok()?.checked_sub(1)?);
    let number =
        if matches!(number, "" | "-" | "-2") { "?".to_string() } else { number.parse::<u32>().ok()?.to_string() };
    Some(word(&format!("{letter},{number}")))
}

/// Numbers, and cells left out in the second picture.
pub(super) fn numbers_beside_holes(value: &str) -> Option<Vec<Item>> {
    if value == "#" { Some(second(Clue::Any)) } else { clues(value) }
}

/// The poles of magnets: given (`q`), of the player (`a`) or noted (`s`), and cells left out.
pub(super) fn poles(value: &str) -> Option<Vec<Item>> {
    Some(match (value.get(..1)?, &value[1..]) {
        (".", "") => vec![],
        ("#", "") => vec![Item::Clue(2, Clue::Any)],
        ("q", pole) => second(Clue::Number(pole.parse().ok()?)),
        ("a", pole) => vec![Text(pole.parse::<u32>().ok()?.to_string())],
        // A cross: the cell holds no pole.
        ("s", "2") => vec![Text("0".into())],
        ("s", _) => vec![Note],
        _ => return None,
    })
}

/// Black cells, with an arrow or without, and numbers.
pub(super) fn makaro(value: &str) -> Option<Vec<Item>> {
    Some(match value {
        "#" => first(Clue::Any),
        "t" => first(word("up")),
        "b" => first(word("down")),
        "l" => first(word("left")),
        "r" => first(word("right")),
        _ => second(clue(value)?),
    })
}

/// Circles, and marks in cells with a circle or without.
pub(super) fn dumplings(value: &str) -> Option<Vec<Item>> {
    let circle = Item::Clue(0, word("o"));
    Some(match value {
        "#" => vec![circle, Shade(true)],
        "%" => vec![circle, Shade(false)],
        "o" => vec![circle],
        "+" => vec![Shade(false)],
        "." => vec![],
        _ => return None,
    })
}

/// The ends of a way, circles and triangles.
pub(super) fn maze(value: &str) -> Option<Vec<Item>> {
    Some(match value {
        "s" => first(word("S")),
        "g" => first(word("G")),
        "o" | "t" => first(word(value)),
        "." => vec![],
        _ => return None,
    })
}

/// Numbers (`o3`, `o` alone for any) and directions.
pub(super) fn bends(value: &str) -> Option<Vec<Item>> {
    match value.strip_prefix('o') {
        Some("" | "-2") => Some(first(Clue::Any)),
        Some(number) => Some(first(Clue::Number(number.parse().ok()?))),
        None if value == "-" => None,
        None => ways(value),
    }
}

/// Tips of pencils that a player draws, behind a note (`+` or `-`).
pub(super) fn tips(value: &str) -> Option<Vec<Item>> {
    match value.strip_prefix(['+', '-']).unwrap_or(value) {
        tip @ ("1" | "2" | "3" | "4") => Some(vec![Text(tip.into())]),
        _ => Some(vec![]),
    }
}

/// The letter of a polyomino by its number.
fn lettered(value: &str, letters: &str) -> Option<Vec<Item>> {
    match clue(value)? {
        Clue::Number(n) => Some(first(word(letters.get(n as usize..=n as usize)?))),
        other => Some(first(other)),
    }
}

/// The letter of a piece in the second picture; `*` is a cell left out, in the first one.
fn pieces(value: &str, letters: &str) -> Option<Vec<Item>> {
    if value == "*" {
        return Some(first(word("#")));
    }
    let clue = |item| if let Item::Clue(_, clue) = item { Item::Clue(1, clue) } else { item };
    Some(lettered(value, letters)?.into_iter().map(clue).collect())
}

pub(super) fn pentominoes(value: &str) -> Option<Vec<Item>> {
    pieces(value, "FILNPTUVWXYZ")
}

pub(super) fn tetrominoes(value: &str) -> Option<Vec<Item>> {
    pieces(value, "ILOST")
}

pub(super) fn places_in_alphabet(value: &str) -> Option<Vec<Item>> {
    lettered(value, "0ABCDEFGHIJKLMNOPQRSTUVWXYZ")
}

/// Parts of a loop and circles.
pub(super) fn pipes(value: &str) -> Option<Vec<Item>> {
    let part = ["x", "v", "h", "ur", "ul", "dl", "dr"];
    Some(match value.as_bytes() {
        b"." => vec![],
        b"o" => first(word("o")),
        [letter @ b'a'..=b'g'] => first(word(part[usize::from(letter - b'a')])),
        _ => return None,
    })
}

/// Black cells with a number, 5 for none.
pub(super) fn black_numbers(value: &str) -> Option<Vec<Item>> {
    if value == "5" { Some(first(Clue::Any)) } else { clues(value) }
}

/// Triangles by their corners, 2 to 5 from the lower left on, against the clock.
pub(super) fn triangles(value: &str) -> Option<Vec<Item>> {
    Some(match value {
        "2" | "3" | "4" | "5" => vec![Text((6 - value.parse::<u32>().ok()?).to_string())],
        "+" => vec![Text("0".into())],
        _ => vec![],
    })
}

/// Gates, black cells and the start.
pub(super) fn gates(value: &str) -> Option<Vec<Item>> {
    Some(match value {
        "." => vec![],
        "o" => first(word("o")),
        "i" => first(word("v")),
        "-" => first(word("h")),
        "#" => first(Clue::Any),
        _ => match value.split_once(',') {
            Some((_, "-" | "-2")) => first(Clue::Any),
            Some(("0", number)) => first(Clue::Number(number.parse().ok()?)),
            Some(_) => return arrows(value),
            None => first(Clue::Number(value.parse().ok()?)),
        },
    })
}

/// Two bits for a circle, and two for a mark.
pub(super) fn snakes(value: &str) -> Option<Vec<Item>> {
    if value == "." {
        return Some(vec![]);
    }
    let bits: u32 = value.parse().ok().filter(|bits| *bits < 16)?;
    let circle = if bits & 3 == 0 { Clue::Blank } else { Clue::Number(bits & 3) };
    let mark = [vec![], vec![Shade(true)], vec![Shade(false)], vec![Note]];
    Some([first(circle), mark[bits as usize >> 2].clone()].concat())
}

/// Numbers, sheep and wolves.
pub(super) fn animals(value: &str) -> Option<Vec<Item>> {
    match value {
        "5" => Some(first(word("s"))),
        "6" => Some(first(word("w"))),
        _ => clues(value),
    }
}

/// Signs of mats.
pub(super) fn mats(value: &str) -> Option<Vec<Item>> {
    Some(match value {
        "a" => first(word("|")),
        "b" => first(word("-")),
        "c" => first(word("+")),
        "-" => first(Clue::Any),
        "." => vec![],
        _ => return None,
    })
}

/// Black cells, with a number (`a` to `e`) or without, and the lengths of bars.
pub(super) fn bars(value: &str) -> Option<Vec<Item>> {
    Some(match value {
        "a" | "b" | "c" | "d" => first(Clue::Number(u32::from(value.as_bytes()[0] - b'a') + 1)),
        "e" => first(Clue::Number(0)),
        "f" => first(Clue::Any),
        "?" => second(Clue::Any),
        _ => second(clue(value)?),
    })
}

/// Trees and tents.
pub(super) fn camps(value: &str) -> Option<Vec<Item>> {
    match value {
        "." | "0" => Some(vec![]),
        "1" => Some(second(Clue::Any)),
        "A" | "2" => Some(vec![Shade(true)]),
        "-" => Some(vec![Shade(false)]),
        _ => None,
    }
}

/// Shaded cells and notes about clues.
pub(super) fn doubts(value: &str) -> Option<Vec<Item>> {
    Some(match value {
        "1" => vec![Shade(true)],
        _ if value.starts_with('+') => vec![Shade(false)],
        _ => vec![],
    })
}

/// Pots (`i`), circles with a number (`o3`), and totals of pots.
pub(super) fn pots(value: &str) -> Option<Vec<Item>> {
    let (pot, rest) = value.strip_prefix('i').map_or((false, value), |rest| (true, rest));
    let pot_clue = if pot { Clue::Any } else { Clue::Blank };
    Some(match rest.strip_prefix('o') {
        Some(number) => {
            let number = if number.is_empty() { Clue::Any } else { Clue::Number(number.parse().ok()?) };
            vec![Item::Clue(0, pot_clue), Item::Clue(1, number)]
        }
        None if rest.is_empty() || rest == "." => vec![Item::Clue(0, pot_clue)],
        None if pot => first(Clue::Number(rest.parse().ok()?)),
        None => return None,
    })
}

/// Numbers of a border that two cells have in common: a colour, and 0 to 4 with 1 added.
pub(super) fn colours(value: &str) -> Option<Vec<Item>> {
    if matches!(value, "." | "#" | "+") {
        return marks(value);
    }
    let code: u32 = value.parse().ok().filter(|code| *code < 70)?;
    let colour = ["", "A", "B", "C", "D", "E", "?"][code as usize / 10];
    let number = (code % 10).checked_sub(1).map(|n| n.to_string()).unwrap_or_default();
    Some(first(match (colour, number.as_str()) {
        ("", "") => Clue::Any,
        ("", number) => word(number),
        (colour, "") => word(colour),
        (colour, number) => word(&format!("{colour},{number}")),
    }))
}

/// Parts of ships and of the water, as numbers in links.
pub(super) fn ships(value: &str) -> Option<Vec<Item>> {
    let part = |name: &str| vec![Item::Clue(1, word(name)), Item::Shaded(name != SHIPS[0])];
    Some(match clue(value)? {
        Clue::Number(n) => part(SHIPS.get(n as usize)?),
        Clue::Any => part("s"),
        _ => vec![],
    })
}

/// Directions from a cell, a bit each.
pub(super) fn aims(value: &str) -> Option<Vec<Item>> {
    Some(first(match clue(value)? {
        Clue::Number(0) => Clue::Any,
        Clue::Number(bits) => {
            let ways = WAYS.iter().enumerate().filter(|(k, _)| bits >> k & 1 == 1).map(|(_, way)| *way);
            word(&ways.collect::<Vec<&str>>().join(","))
        }
        other => other,
    }))
}

/// Numbers from 0 on of curves that have numbers from 1 on here; `-3` is a cell left out.
pub(super) fn curves(value: &str) -> Option<Vec<Item>> {
    Some(first(match value {
        "-3" => word("x"),
        _ => match clue(value)? {
            Clue::Number(n) => Clue::Number(n + 1),
            other => other,
        },
    }))
}

/// Letters of circles by their numbers.
pub(super) fn circles_of_letters(value: &str) -> Option<Vec<Item>> {
    Some(match clue(value)? {
        Clue::Any => first(word("o")),
        Clue::Number(n @ 1..=26) => first(word(&char::from(b'A' + n as u8 - 1).to_string())),
        Clue::Blank => vec![],
        _ => return None,
    })
}
