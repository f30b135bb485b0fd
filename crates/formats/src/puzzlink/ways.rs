//! Encodings of the marks on the way of a line: gates in an order, ice and arrows, and the ends of a path.

use super::codec::{Clue, Read, Reader, WAYS, unknown};
use super::encode::{self, runs, runs_as};
use super::own::{Frame, Own, Spot, word};
use crate::Problem;

/// Gates, black cells with or without a number and a direction, and the start, as in Slalom. The flag `d` stands for
/// numbers with directions, `p` for numbers alone; without both the numbers are those of the gates.
pub(super) const SLALOM: Own = Own {
    pictures: &[("mark", Spot::Cells)],
    read: |reader, frame| {
        let mut marks = reader.fill(frame.cells(), |_, c| match c {
            '1' => Ok((Some(word("#")), 0)),
            '2' => Ok((Some(word("v")), 0)),
            '3' => Ok((Some(word("h")), 0)),
            _ => match c.to_digit(36).filter(|_| !c.is_ascii_uppercase()) {
                Some(n @ 4..) => Ok((None, n as usize - 3)),
                _ => Err(unknown(c)),
            },
        })?;
        let black: Vec<usize> = (0..marks.len()).filter(|at| marks[*at] == word("#")).collect();
        if frame.flags.contains(&"d") || frame.flags.contains(&"p") {
            let directed = frame.flags.contains(&"d");
            let numbers = reader.fill(black.len(), |reader, c| match c {
                'g'..='z' => Ok((None, c as usize - 'f' as usize)),
                _ if !directed => Ok((Some(reader.hex(c)?.ok_or_else(|| unknown(c))?), 0)),
                _ => {
                    let (way, number) = reader.arrow(c)?.ok_or_else(|| unknown(c))?;
                    let way = (way as usize).checked_sub(1).and_then(|at| WAYS.get(at)).filter(|_| number != Clue::Any);
                    Ok((Some(way.map_or(number.clone(), |way| Clue::Word(format!("{},{way}", number.token())))), 0))
                }
            })?;
            for (at, number) in black.into_iter().zip(numbers) {
                if !matches!(number, Clue::Blank | Clue::Any) {
                    marks[at] = number;
                }
            }
        } else {
            let gates = gates(&marks, frame);
            let numbers = reader.sixteen(gates.len())?;
            for (ends, number) in gates.iter().zip(numbers).filter(|(_, number)| matches!(number, Clue::Number(_))) {
                let free = ends.iter().find(|(at, _)| marks[*at] == word("#"));
                let (at, way) =
                    free.ok_or_else(|| Problem::new("a gate of this link has a number but no black end"))?;
                marks[*at] = Clue::Word(format!("{},{way}", number.token()));
            }
        }
        let start = reader.take_rest().split('/').nth(1).unwrap_or_default();
        let start = if start.is_empty() { Ok(0) } else { start.parse::<usize>() };
        match start.ok().and_then(|at| marks.get_mut(at)) {
            Some(mark) if *mark == Clue::Blank => *mark = word("o"),
            _ => {
                return Err(Problem::new(
                    "the loop of this link starts outside the board, in a gate or in a black cell",
                ));
            }
        }
        Ok(vec![marks])
    },
    write: |parts, _| {
        let kind = |clue: &Clue| match clue.token().as_str() {
            "." | "o" => Clue::Blank,
            "v" => Clue::Number(2),
            "h" => Clue::Number(3),
            _ => Clue::Number(1),
        };
        let kinds: Vec<Clue> = parts[0].iter().map(kind).collect();
        let board = runs_as(&kinds, |blanks| encode::digit(u32::from(blanks) + 3), 32, |clue| Some(clue.token()))?;
        let black = parts[0].iter().zip(&kinds).filter(|(_, kind)| **kind == Clue::Number(1));
        let number = |clue: &Clue| match clue {
            Clue::Number(n @ 0..16) => Some(format!("0{n:x}")),
            Clue::Number(n @ 16..256) => Some(format!("5{n:02x}")),
            Clue::Word(word) => word.split_once(',').and_then(|(number, way)| encode::arrow(way, number)),
            _ => None,
        };
        let black: Vec<Clue> =
            black.map(|(clue, _)| if *clue == Clue::Any { Clue::Blank } else { clue.clone() }).collect();
        let start = parts[0].iter().position(|clue| *clue == word("o"))?;
        Some(format!("{board}{}/{start}", runs(&black, b'f', 20, number)?))
    },
};

/// The gates of a Slalom in reading order of their first cells: the cells at their ends, and the directions from there.
fn gates(marks: &[Clue], frame: &Frame) -> Vec<Vec<(usize, &'static str)>> {
    let mut found = vec![];
    for at in 0..marks.len() {
        let (row, col) = (at / frame.cols, at % frame.cols);
        let level = marks[at] == word("h");
        let (step, place, side, ways) =
            if level { (1, col, frame.cols, ["right", "left"]) } else { (frame.cols, row, frame.rows, ["down", "up"]) };
        let is_gate = level || marks[at] == word("v");
        if !is_gate || place > 0 && marks[at - step] == marks[at] {
            continue;
        }
        let long = (place..side).take_while(|k| marks[at + (k - place) * step] == marks[at]).count();
        let before = (place > 0).then(|| (at - step, ways[0]));
        let after = (place + long < side).then(|| (at + long * step, ways[1]));
        found.push(before.into_iter().chain(after).collect());
    }
    found
}

/// The start and the end of a path around the grid, as words `in` and `out`.
fn read_gates(reader: &mut Reader, frame: &Frame) -> Read<Vec<Clue>> {
    let mut clues = vec![Clue::Blank; frame.sides()];
    let mut numbers = reader.take_rest().split('/').filter(|part| !part.is_empty());
    for name in ["in", "out"] {
        let at = numbers.next().map_or(Some(0), |part| part.parse::<usize>().ok());
        match at.and_then(|at| clues.get_mut(at)) {
            Some(clue) if *clue == Clue::Blank => *clue = word(name),
            _ => return Err(Problem::new(format!("the path of this link has no place for its `{name}`"))),
        }
    }
    Ok(clues)
}

fn write_gates(clues: &[Clue]) -> Option<String> {
    let at = |name: &str| clues.iter().position(|clue| *clue == word(name));
    Some(format!("/{}/{}", at("in")?, at("out")?))
}

/// Ice, arrows between cells, and the ends of a path, as in Icebarn.
pub(super) const ICEBARN: Own = Own {
    pictures: &[("ice", Spot::Cells), ("arrow", Spot::Halves), ("gate", Spot::Sides)],
    read: |reader, frame| {
        let mark = |on: bool| if on { word("#") } else { Clue::Blank };
        let ice = reader.flags(frame.cells())?.into_iter().map(mark).collect();
        Ok(vec![ice, arrows(reader, frame)?, read_gates(reader, frame)?])
    },
    write: |parts, frame| {
        let ice = encode::flags(&parts[0].iter().map(|clue| *clue != Clue::Blank).collect::<Vec<bool>>());
        Some(ice + &write_arrows(&parts[1], frame) + &write_gates(&parts[2])?)
    },
};

/// Arrows across borders: those to the left and up, then those to the right and down.
pub(super) fn arrows(reader: &mut Reader, frame: &Frame) -> Read<Vec<Clue>> {
    let borders = frame.borders();
    let beside = frame.rows * (frame.cols - 1);
    let mut arrows = vec![Clue::Blank; (2 * frame.rows - 1) * (2 * frame.cols - 1)];
    for ways in [["left", "up"], ["right", "down"]] {
        for at in reader.places(borders.len())? {
            arrows[borders[at]] = word(ways[usize::from(at >= beside)]);
        }
    }
    Ok(arrows)
}

/// Writes what [`arrows`] reads.
pub(super) fn write_arrows(arrows: &[Clue], frame: &Frame) -> String {
    let borders = frame.borders();
    let way = |ways: [&str; 2]| {
        let on = borders.iter().map(|at| ways.iter().any(|way| arrows[*at] == word(way)));
        places(&on.collect::<Vec<bool>>())
    };
    way(["left", "up"]) + &way(["right", "down"])
}

/// The start S and the goal G in a picture of numbers: column and row of each.
pub(super) fn write_ends(clues: &[Clue], cols: usize) -> Option<String> {
    let place = |mark: &str| {
        let at = clues.iter().position(|clue| clue.token().split(',').any(|part| part == mark))?;
        encode::place(at, cols)
    };
    Some(place("S")? + &place("G")?)
}

impl Reader<'_> {
    /// Marked places by the number of others before each; `z` stands for 35 others. The list ends with the last place.
    fn places(&mut self, count: usize) -> Read<Vec<usize>> {
        let (mut at, mut found) = (0, vec![]);
        while at < count && !self.ends_before(0) {
            match self.take()? {
                'z' => at += 35,
                c => {
                    at += c.to_digit(36).ok_or_else(|| unknown(c))? as usize;
                    found.extend((at < count).then_some(at));
                    at += 1;
                }
            }
        }
        Ok(found)
    }
}

/// Writes what [`Reader::places`] reads.
fn places(marks: &[bool]) -> String {
    let mut text = String::new();
    let mut others = 0;
    for on in marks {
        if *on {
            text.push(encode::digit(others));
            others = 0;
        } else {
            others += 1;
            if others == 35 {
                text.push('z');
                others = 0;
            }
        }
    }
    if others > 0 {
        text.push(encode::digit(others));
    }
    text
}

/// The ends of a path.
pub(super) const GATES: Own = Own {
    pictures: &[("gate", Spot::Sides)],
    read: |reader, frame| Ok(vec![read_gates(reader, frame)?]),
    write: |parts, _| write_gates(&parts[0]),
};
