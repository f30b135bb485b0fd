//! The writers of the games of Latin squares.

use super::super::codes::firsts;
use super::board::Board;
use super::text::{number, regions, runs};
use super::{Writer, Written};
use crate::Problem;
use crate::outgoing::usual_box;
use sator_model::shape::Place;
use sator_model::{Argument, RuleUse};
use std::collections::BTreeSet;

/// The games of Latin squares.
pub(super) const WRITERS: &[Writer] = &[
    Writer::new("keen", &["kenkens"], &["cages", "clue"], keen),
    Writer {
        optional: &["diagonal", "killers"],
        ..Writer::new("solo", &["sudoku"], &["h", "w", "cages", "totals"], solo)
    }
    .with_givens(),
    Writer {
        optional: &["diagonal", "killers"],
        ..Writer::new("solo", &["jigsaw"], &["regions_of_x", "cages", "totals"], solo)
    }
    .with_givens(),
    Writer::new("towers", &["skyscraper", "latin"], &["line"], towers).with_givens(),
    Writer::new("unequal", &["futoshiki"], &["beside", "below"], unequal).with_givens(),
    Writer {
        optional: &["white_dot"],
        ..Writer::new("unequal", &["no_other_dots", "latin"], &["marked", "ratios", "a", "b"], consecutive)
    }
    .with_givens(),
];

fn keen(board: &Board) -> Written {
    let side = board.side()?;
    let cages = board.regions("cages")?;
    let clues = board.clues("clue")?;
    let mut description = format!("{},", regions(&cages, side));
    for first in firsts(&cages) {
        let clue = (0..cages.len()).filter(|&at| cages[at] == cages[first]).find_map(|at| clues[at].as_deref());
        let clue = clue.ok_or_else(|| Problem::new("a game id of keen has a clue for each cage"))?;
        // A cage of one cell has its value.
        let (result, sign) = clue.split_once(',').unwrap_or((clue, "+"));
        let sign = [("+", 'a'), ("-", 's'), ("*", 'm'), ("/", 'd')].iter().find(|(known, _)| *known == sign);
        let (Some((_, sign)), Some(result)) = (sign, number(result)) else { return Err(board.no_clue(clue)) };
        description += &format!("{sign}{result}");
    }
    Ok((side.to_string(), description))
}

/// Boxes, or regions with `j` in the options; diagonals with `x`; cages with `k`.
fn solo(board: &Board) -> Written {
    let options = [("jigsaw", 'j'), ("diagonal", 'x'), ("killers", 'k')];
    let options: String = options.into_iter().filter(|(rule, _)| board.uses(rule)).map(|(_, option)| option).collect();
    let side = board.side()?;
    if !board.out.is_square_of_digits() {
        return Err(Problem::new(format!("a board of solo has the digits from 1 to {side}")));
    }
    let is_jigsaw = options.contains('j');
    let size = match (board.argument("h"), board.argument("w")) {
        _ if is_jigsaw => side.to_string(),
        (Argument::Int(h), Argument::Int(w)) => format!("{h}x{w}"),
        _ => {
            let (h, w) = usual_box(side);
            format!("{h}x{w}")
        }
    };
    let coded = |tokens: &[Option<String>]| runs(tokens, true, number).unwrap_or_default();
    let mut parts = vec![coded(&board.givens())];
    if is_jigsaw {
        parts.push(regions(&board.regions("regions_of_x")?, side));
    }
    if options.contains('k') {
        let cages = board.regions("cages")?;
        let totals = board.clues("totals")?;
        let mut at_firsts = vec![None; cages.len()];
        for first in firsts(&cages) {
            let total = (0..cages.len()).filter(|&at| cages[at] == cages[first]).find_map(|at| totals[at].clone());
            if let Some(total) = &total
                && number(total).is_none()
            {
                return Err(board.no_clue(total));
            }
            at_firsts[first] = total;
        }
        parts.push(regions(&cages, side));
        parts.push(coded(&at_firsts));
    }
    Ok((format!("{size}{options}"), parts.join(",")))
}

fn towers(board: &Board) -> Written {
    let side = board.side()?;
    let clue = |clue: &Option<String>| match clue.as_deref() {
        None => Ok(String::new()),
        Some(word) => number(word).ok_or_else(|| board.no_clue(word)),
    };
    let clues = board.sides("line")?.concat().iter().map(clue).collect::<Result<Vec<String>, _>>()?;
    let givens = board.givens();
    let givens = match givens.iter().any(Option::is_some) {
        true => format!(",{}", runs(&givens, true, number).unwrap_or_default()),
        false => String::new(),
    };
    Ok((side.to_string(), clues.join("/") + &givens))
}

/// Each cell has its number or 0, and U, R, D and L where it is greater than that neighbour.
fn unequal(board: &Board) -> Written {
    let side = board.side()?;
    let (beside, below) = (board.clues("beside")?, board.clues("below")?);
    for word in beside.iter().chain(&below).flatten() {
        if !["<", ">", "^", "v"].contains(&word.as_str()) {
            return Err(board.no_clue(word));
        }
    }
    let is = |signs: &[Option<String>], at: Option<usize>, sign: &str| {
        at.is_some_and(|at| signs[at].as_deref() == Some(sign))
    };
    let cell = |(at, given): (usize, Option<String>)| {
        let signs = [
            ("U", is(&below, at.checked_sub(side), "^")),
            ("R", is(&beside, Some(at), ">")),
            ("D", is(&below, Some(at), "v")),
            ("L", is(&beside, at.checked_sub(1).filter(|_| !at.is_multiple_of(side)), "<")),
        ];
        let signs: String = signs.into_iter().filter(|(_, on)| *on).map(|(sign, _)| sign).collect();
        format!("{}{signs},", given.unwrap_or("0".into()))
    };
    Ok((side.to_string(), board.givens().into_iter().enumerate().map(cell).collect()))
}

/// Each cell has its number or 0, and U, R, D and L where its number and that neighbour's follow each other. Of all other
/// neighbours no two do, which is the option `a`.
fn consecutive(board: &Board) -> Written {
    let side = board.side()?;
    let other = || Problem::new("a game id of unequal shows all neighbours that differ by 1, and nothing else");
    let pair = |(a, b): (Place, Place)| (a.min(b), a.max(b));
    let marked = board.out.pairs(board.argument("marked")).ok_or_else(other)?;
    let marked: BTreeSet<(Place, Place)> = marked.into_iter().map(pair).collect();
    let dot = |used: &&&RuleUse| {
        let place = |name: &str| used.argument(name).places(board.out.id).and_then(|places| places.first().copied());
        Some(pair((place("a")?, place("b")?)))
    };
    let dots = board.uses.iter().filter(|used| &*used.rule == "white_dot").collect::<Vec<_>>();
    let dots = dots.iter().map(dot).collect::<Option<BTreeSet<(Place, Place)>>>();
    if dots != Some(marked.clone()) || !matches!(board.argument("ratios"), Argument::List(ratios) if ratios.is_empty())
    {
        return Err(other());
    }
    let cell = |(at, given): (usize, Option<String>)| {
        let (row, col) = (at / side, at % side);
        let beside = [
            ("U", row.checked_sub(1).map(|row| (row, col))),
            ("R", Some((row, col + 1))),
            ("D", Some((row + 1, col))),
            ("L", col.checked_sub(1).map(|col| (row, col))),
        ];
        let is_marked = |place: &Option<Place>| place.is_some_and(|place| marked.contains(&pair(((row, col), place))));
        let signs: String = beside.into_iter().filter(|(_, place)| is_marked(place)).map(|(sign, _)| sign).collect();
        format!("{}{signs},", given.unwrap_or("0".into()))
    };
    Ok((format!("{side}a"), board.givens().into_iter().enumerate().map(cell).collect()))
}
