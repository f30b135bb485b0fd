//! Faults of loops and of what hangs together, and what is counted, in words.

use super::super::deduce::Deduction;
use super::graphs::{Cond, Fault, Net, State};
use super::names::Names;
use super::pieces::Size;
use super::tell::LONGEST;
use super::{Islands, Misfit, Pieces, Trouble, counts};
use crate::mask::Mask;
use sator_base::text;
use sator_model::wording::cell_wording;
use sator_model::{LineKind, UnknownId};

const NUMBERS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/// What would be, if it were otherwise: `the loop would close early`.
pub(super) fn would(names: &Names, net: &Net, fault: &Fault) -> String {
    let vertex = |v: u32| vertex(names, net, v);
    match *fault {
        Fault::Branches(v) => format!("the loop would branch at {}", vertex(v)),
        Fault::Ends(v) => format!("the loop would end at {}", vertex(v)),
        Fault::ClosesEarly => "the loop would close early".into(),
        Fault::NoReturn(_) => "the loop could not come back".into(),
        Fault::Parted(a, b) => format!("{} would be cut off from {}", vertex(a), vertex(b)),
    }
}

/// What a case ends with: `the loop closes early`.
pub(super) fn end(names: &Names, net: &Net, fault: &Fault) -> String {
    let vertex = |v: u32| vertex(names, net, v);
    match *fault {
        Fault::Branches(v) => format!("the loop branches at {}", vertex(v)),
        Fault::Ends(v) => format!("the loop ends at {}", vertex(v)),
        Fault::ClosesEarly => "the loop closes early".into(),
        Fault::NoReturn(_) => "the loop can't come back".into(),
        Fault::Parted(a, b) => format!("{} is cut off from {}", vertex(a), vertex(b)),
    }
}

/// A cell, or where strokes meet: `r2c3`, `the bottom right corner of r1c1`.
fn vertex(names: &Names, net: &Net, v: u32) -> String {
    let model = &names.elaborator.model;
    if !net.is_loop {
        return match net.vertices[v as usize] {
            Cond::Where(u, _) => names.cell(u),
            _ => "the edge".into(),
        };
    }
    let stroke = |e: u32| if let Cond::Where(u, _) = net.edges[e as usize] { Some(u) } else { None };
    let strokes: Vec<UnknownId> = net.graph.at[v as usize].iter().filter_map(|&(e, _)| stroke(e)).collect();
    model.lines.iter().find_map(|l| l.meeting_of(&strokes)).unwrap_or_else(|| "one place".into())
}

/// `the 3 at r2c2 has only three borders left`, `the 2 at r2c2 has its two borders`: of a statement that counts, given
/// the candidates that its facts leave. None where that is not why.
pub(super) fn counted(names: &Names, unit: usize, deduction: &Deduction, marks: &[Mask]) -> Option<String> {
    let model = &names.elaborator.model;
    let group = &names.groups[unit];
    let bit = |u: UnknownId, value: i64| names.knowledge.bit(u, value).unwrap_or(0);
    group.constraints.iter().find_map(|&e| {
        let (conditions, total) = counts::counted(model, e)?;
        let with = |state: State| conditions.iter().filter(|c| c.state(marks) == state).count() as i64;
        // What each conclusion says of its condition.
        let holds = deduction.conclusions.iter().map(|l| {
            let own = |c: &&Cond| matches!(c, Cond::Where(u, _) if *u == l.unknown);
            let Some(Cond::Where(_, yes)) = conditions.iter().find(own) else { return None };
            let left = if l.is { bit(l.unknown, l.value) } else { marks[l.unknown] & !bit(l.unknown, l.value) };
            match (left & yes, left & !yes) {
                (0, _) => Some(false),
                (_, 0) => Some(true),
                _ => None,
            }
        });
        let holds: Vec<bool> = holds.collect::<Option<_>>()?;
        let (there, open) = (with(State::There), with(State::Open));
        let number = usize::try_from(total).ok().and_then(|n| NUMBERS.get(n)).copied()?;
        let thing = thing(names, group.scope[0], total);
        let counted = counted_thing(names, &conditions, total).unwrap_or_else(|| thing.to_string());
        let name = said_of(names, unit);
        let told = group.origin.because.is_some();
        if told && group.constraints.len() > 1 {
            return None;
        }
        if holds.iter().all(|&h| h) && there + open == total {
            let are = if total == 1 { "is" } else { "are" };
            Some(match told {
                true => format!("{name}, and only {number} {thing} {are} left"),
                false => format!("{name} has only {number} {thing} left"),
            })
        } else if holds.iter().all(|&h| !h) && there == total {
            Some(match (told, total) {
                (true, 0) => name,
                (true, _) => format!("{name} already"),
                (false, 0) => format!("{name} has no {counted}"),
                (false, _) => format!("{name} has its {number} {counted}"),
            })
        } else {
            None
        }
    })
}

/// `the 6 at r2c5 needs three more than the 3 at r2c6, and has only three cells of its own`.
pub(super) fn difference(names: &Names, more: usize, less: usize, deduction: &Deduction) -> String {
    let marks = names.board.marks_from(names.knowledge, &deduction.units, &deduction.facts);
    let of = |unit: usize| names.board.counts.iter().find(|c| c.unit == unit).map_or(&[][..], |c| &c.of);
    let open = |c: &&Cond| c.state(&marks) == State::Open;
    let own = of(more).iter().filter(open).filter(|c| !of(less).contains(c)).count();
    let (more_said, less_said) = (said_of(names, more), said_of(names, less));
    match NUMBERS.get(own) {
        Some(_) if own == 0 => format!("{more_said} needs as many as {less_said}, which counts all its open cells"),
        Some(&number) => {
            let cells = if own == 1 { "cell" } else { "cells" };
            format!("{more_said} needs {number} more than {less_said}, and has only {number} open {cells} of its own")
        }
        None => format!("{more_said} and {less_said}, together"),
    }
}

/// What is counted in words of the rule, so many of them: `shaded cells`, `stars`.
fn counted_thing(names: &Names, conditions: &[Cond], number: i64) -> Option<String> {
    let each = conditions.iter().map(|c| match c {
        Cond::Where(u, yes) => cell_wording(&names.elaborator.model, *u, *yes != 1),
        _ => None,
    });
    let words: Vec<&str> = each.collect::<Option<_>>()?;
    let first = words.first().filter(|w| words.iter().all(|v| v == *w))?;
    let plural = if number == 1 { "" } else { "s" };
    let one_word = |text: &&str| !text.contains(' ');
    let noun = first.strip_prefix("has a ").or_else(|| first.strip_prefix("has an ")).filter(one_word);
    let adjective = first.strip_prefix("is ").filter(one_word).filter(|w| w.chars().all(char::is_alphabetic));
    let matter = first.strip_prefix("has ").filter(one_word).map(|matter| format!("cell{plural} with {matter}"));
    let thing = noun.map(|noun| format!("{noun}{plural}")).or(matter);
    thing.or_else(|| adjective.map(|word| format!("{word} cell{plural}")))
}

/// What a condition counts, so many of them.
fn thing(names: &Names, of: UnknownId, number: i64) -> &'static str {
    let model = &names.elaborator.model;
    let kind = model.lines.iter().find(|l| l.place_of(of).is_some()).map(|l| l.kind);
    match (kind, number == 1) {
        (Some(LineKind::Fences), true) => "border",
        (Some(LineKind::Fences), false) => "borders",
        (Some(LineKind::Partition), true) => "joined neighbour",
        (Some(LineKind::Partition), false) => "joined neighbours",
        (Some(_), true) => "line",
        (Some(_), false) => "lines",
        (None, true) => "cell",
        (None, false) => "cells",
    }
}

/// Why something is concluded of islands: `it touches the islands of the 2 at r3c3 and the 4 at r4c2`.
pub(super) fn island(names: &Names, trouble: &Trouble, deduction: &Deduction) -> String {
    let Some(islands) = &names.board.islands else { return String::new() };
    let marks = names.board.marks_from(names.knowledge, &deduction.units, &deduction.facts);
    let of = |home: usize| home_name(names, islands, home);
    match *trouble {
        Trouble::Drowned => "clues stand on land".into(),
        Trouble::Joined(a, b) => format!("it touches the islands of {} and {}", of(a), of(b)),
        Trouble::TooLarge(home) => {
            let size = islands.homes[home].size.unwrap_or(0);
            match islands.known_size(home, &marks) == size {
                true => format!("the island of {} is complete", of(home)),
                false => format!("else the island of {} would have more than {size} cells", of(home)),
            }
        }
        Trouble::NoRoom(home) => {
            let size = islands.homes[home].size.unwrap_or(0);
            format!("else the island of {} would have no room for {size} cells", of(home))
        }
        Trouble::Unreached(cell) => {
            let lost = islands.cells[cell];
            let itself = deduction.conclusions.iter().any(|l| l.unknown == lost);
            let would = if itself { "no island reaches" } else { "else no island would reach" };
            format!("{would} {}", names.cell(lost))
        }
    }
}

/// What would be, if it were otherwise.
pub(super) fn would_trouble(names: &Names, trouble: &Trouble) -> String {
    let Some(islands) = &names.board.islands else { return String::new() };
    let of = |home: usize| home_name(names, islands, home);
    let number = |home: usize| cells(islands.homes[home].size.unwrap_or(0));
    match *trouble {
        Trouble::Drowned => "a clue would stand in the sea".into(),
        Trouble::Joined(a, b) => format!("the islands of {} and {} would be joined", of(a), of(b)),
        Trouble::TooLarge(home) => format!("the island of {} would have more than {}", of(home), number(home)),
        Trouble::NoRoom(home) => format!("the island of {} would have no room for {}", of(home), number(home)),
        Trouble::Unreached(cell) => format!("no island would reach {}", names.cell(islands.cells[cell])),
    }
}

/// What a case ends with.
pub(super) fn trouble(names: &Names, trouble: &Trouble) -> String {
    let Some(islands) = &names.board.islands else { return String::new() };
    let of = |home: usize| home_name(names, islands, home);
    match *trouble {
        Trouble::Drowned => "a clue stands in the sea".into(),
        Trouble::Joined(a, b) => format!("the islands of {} and {} are joined", of(a), of(b)),
        Trouble::TooLarge(home) => format!("the island of {} is too large", of(home)),
        Trouble::NoRoom(home) => format!("the island of {} has no room", of(home)),
        Trouble::Unreached(cell) => format!("no island reaches {}", names.cell(islands.cells[cell])),
    }
}

/// Why something is concluded of a piece: `the piece of the 1 at r2c1 is complete`.
pub(super) fn misfit(names: &Names, pieces: &Pieces, misfit: Misfit, deduction: &Deduction) -> String {
    let marks = names.board.marks_from(names.knowledge, &deduction.units, &deduction.facts);
    match misfit {
        Misfit::TooLarge(v, size) if pieces.known_size(v, &marks) == size => match name_of(names, pieces, v, size) {
            Some(piece) => format!("{piece} is complete"),
            None => format!("{} already", said_by(names, pieces, misfit)),
        },
        Misfit::NoRoom(v, size) => {
            let concluded: Vec<UnknownId> = deduction.conclusions.iter().map(|l| l.unknown).collect();
            let itself = |u: &UnknownId| concluded.contains(u) && deduction.conclusions.iter().all(|l| !l.is);
            match &pieces.sizes[v as usize] {
                Size::Of(u, _) if itself(u) => {
                    let several = deduction.conclusions.iter().any(|l| l.value != size as i64);
                    let more = if several { " or more" } else { "" };
                    no_room(names, &format!("a piece of {}{more}", cells(size)), concluded)
                }
                _ => format!("else {}", would_misfit(names, pieces, misfit)),
            }
        }
        _ => format!("else {}", would_misfit(names, pieces, misfit)),
    }
}

/// `a piece of 5 cells has no room at r1c1 r1c2`, with as many of the cells as fit.
fn no_room(names: &Names, piece: &str, mut at: Vec<UnknownId>) -> String {
    at.dedup();
    let start = format!("{piece} has no room at ");
    let told = |some: usize| match at.len() - some {
        0 => format!("{start}{}", names.cells(&at)),
        more => format!("{start}{} and {more} more cells", names.cells(&at[..some])),
    };
    let fits = |some: &usize| told(*some).chars().count() <= LONGEST;
    told((1..=at.len()).rev().find(fits).unwrap_or(1))
}

/// What would be, if it were otherwise.
pub(super) fn would_misfit(names: &Names, pieces: &Pieces, misfit: Misfit) -> String {
    piece_does(names, pieces, misfit, ["would have more than", "would have no room for"]).unwrap_or_else(|| {
        let what = if matches!(misfit, Misfit::TooLarge(..)) { "more" } else { "no room" };
        format!("there would be {what}: {}", said_by(names, pieces, misfit))
    })
}

/// What a case ends with.
pub(super) fn ends_misfit(names: &Names, pieces: &Pieces, misfit: Misfit) -> String {
    piece_does(names, pieces, misfit, ["has more than", "has no room for"])
        .unwrap_or_else(|| format!("{} can't be met", said_by(names, pieces, misfit)))
}

/// `the piece of the 5 at r1c3 has no room for 5 cells`, by the verbs of too large and no room, where it has a name.
fn piece_does(names: &Names, pieces: &Pieces, misfit: Misfit, verbs: [&str; 2]) -> Option<String> {
    let (v, size, verb) = match misfit {
        Misfit::TooLarge(v, size) => (v, size, verbs[0]),
        Misfit::NoRoom(v, size) => (v, size, verbs[1]),
    };
    let piece = name_of(names, pieces, v, size)?;
    Some(format!("{piece} {verb} {}", cells(size)))
}

/// The statement that says how large the piece is.
pub(super) fn said_by(names: &Names, pieces: &Pieces, misfit: Misfit) -> String {
    let (Misfit::TooLarge(v, _) | Misfit::NoRoom(v, _)) = misfit;
    names.unit(pieces.said_by[v as usize])
}

/// `the piece of the 5 at r1c3`, where its cells have numbers that are seen.
fn name_of(names: &Names, pieces: &Pieces, v: u32, size: usize) -> Option<String> {
    let (Size::Of(u, _) | Size::AtLeast(u, _)) = pieces.sizes[v as usize] else { return None };
    (!names.is_hidden(u)).then(|| format!("the piece of the {size} at {}", names.cell(u)))
}

fn cells(size: usize) -> String {
    text::counted(size as u64, "cell")
}

fn home_name(names: &Names, islands: &Islands, home: usize) -> String {
    said_of(names, islands.homes[home].unit)
}

/// How the place of a clue begins.
const PLACES: [&str; 7] = ["at", "above", "below", "left", "right", "in", "between"];

/// A statement within a sentence: `the 3 at r2c2` where it is a clue.
fn said_of(names: &Names, unit: usize) -> String {
    let name = names.unit(unit);
    // A clue of several words is no noun: `clue g 0 left at r1c1`.
    let short = |rest: &&str| rest.split(' ').nth(1).is_some_and(|place| PLACES.contains(&place));
    name.strip_prefix("clue ").filter(short).map_or(name.clone(), |rest| format!("the {rest}"))
}
