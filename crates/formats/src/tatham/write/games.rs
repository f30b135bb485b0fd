//! The writers of games: a row and a function each.

use super::super::codes::firsts;
use super::super::signs::{ARROWS, BLACK, LARGE, MIRRORS, MOST_BRIDGES, PEARLS, PIECES};
use super::board::Board;
use super::text::{self, digit, letter, marks, number, one_of, runs};
use super::{Writer, Written};
use crate::Problem;
use sator_model::Argument;

/// The games other than those of Latin squares.
pub(super) const WRITERS: &[Writer] = &[
    Writer::new("bridges", &["hashi"], &["islands"], bridges),
    Writer::new("dominosa", &["dominoes"], &["numbers"], dominosa),
    Writer::new("filling", &["fillomino"], &[], filling).with_givens(),
    Writer::new("galaxies", &["galaxies"], &["centres"], galaxies),
    Writer::new("lightup", &["akari"], &["black"], lightup),
    Writer::new("loopy", &["slitherlink"], &["numbers"], loopy),
    Writer::new("magnets", &["magnets"], &["rooms", "poles"], magnets),
    Writer::new("map", &["four_colours"], &["areas"], map).with_givens(),
    Writer::new("mosaic", &["mosaic"], &["numbers"], mosaic),
    Writer::new("palisade", &["equal_pieces"], &["numbers", "n"], palisade),
    Writer::new("pattern", &["nonogram"], &["sky"], pattern),
    Writer::new("pearl", &["masyu"], &["pearls"], pearl),
    Writer::new("range", &["kuromasu"], &["numbers"], range),
    Writer::new("rect", &["shikaku"], &["areas"], rect),
    Writer::new("signpost", &["signpost"], &["arrows"], signpost).with_givens(),
    Writer::new("singles", &["hitori"], &["numbers"], singles),
    Writer::new("slant", &["gokigen"], &["numbers"], slant),
    Writer::new("tents", &["tents"], &["trees", "sky"], tents),
    Writer::new("tracks", &["tracks"], &["sky", "stations", "pieces"], tracks),
    Writer::new("undead", &["undead"], &["mirrors", "seen", "ghosts", "vampires", "zombies"], undead),
    Writer::new("unruly", &["binairo"], &["equal"], unruly).with_givens(),
];

impl Board<'_, '_> {
    /// A description with a clue for some cells, as runs of blanks and codes.
    fn clued(
        &self,
        parameters: &str,
        clues: &[Option<String>],
        is_apart: bool,
        code: impl Fn(&str) -> Option<String>,
    ) -> Written {
        let unknown = clues.iter().flatten().find(|clue| code(clue).is_none());
        let text = runs(clues, is_apart, &code).ok_or_else(|| self.no_clue(unknown.map_or("?", |clue| clue)))?;
        Ok((format!("{}{parameters}", self.size()), text))
    }
}

fn bridges(board: &Board) -> Written {
    // A larger number is listed as left out.
    let most = board.out.model.lines.first().map_or(2, |lines| lines.content.1.max().clamp(1, MOST_BRIDGES as i64));
    board
        .clued(&format!("m{most}"), &board.clues("islands")?, false, |clue| digit(clue).or_else(|| one_of(LARGE)(clue)))
}

fn dominosa(board: &Board) -> Written {
    if board.cols() != board.rows() + 1 {
        return Err(Problem::new("a board of dominosa has one column more than rows"));
    }
    let code = |clue: &str| digit(clue).or_else(|| Some(format!("[{}]", number(clue)?)));
    let (_, description) = board.clued("", &board.clues("numbers")?, false, code)?;
    Ok((board.rows().saturating_sub(1).to_string(), description))
}

fn filling(board: &Board) -> Written {
    board.clued("", &board.givens(), false, digit)
}

fn galaxies(board: &Board) -> Written {
    let places = (2 * board.rows() - 1) * (2 * board.cols() - 1);
    let centres = board.clues_of("centres", places)?;
    Ok((board.size(), marks(centres.iter().map(Option::is_some), 'a')))
}

fn lightup(board: &Board) -> Written {
    board.clued("", &board.clues("black")?, false, |clue| digit(clue).or_else(|| one_of(BLACK)(clue)))
}

fn loopy(board: &Board) -> Written {
    board.clued("t0", &board.clues("numbers")?, false, digit)
}

fn magnets(board: &Board) -> Written {
    let side = |clues: &[Option<String>]| -> Result<String, Problem> {
        let clue = |clue: &Option<String>| match clue {
            None => Ok('.'),
            Some(word) => {
                let sign = word.parse().ok().and_then(|n| char::from_digit(n, 36));
                sign.ok_or_else(|| board.no_clue(word))
            }
        };
        clues.iter().map(clue).collect()
    };
    let rooms = board.regions("rooms")?;
    let cols = board.cols();
    let half = |at: usize| {
        let is_same = |other: Option<usize>| other.is_some_and(|other| rooms.get(other) == Some(&rooms[at]));
        let right = (at % cols + 1 < cols).then_some(at + 1);
        let left = if at.is_multiple_of(cols) { None } else { Some(at - 1) };
        match rooms.iter().filter(|room| **room == rooms[at]).count() {
            1 => Ok('*'),
            2 if is_same(right) => Ok('L'),
            2 if is_same(left) => Ok('R'),
            2 if is_same(Some(at + cols)) => Ok('T'),
            2 if is_same(at.checked_sub(cols)) => Ok('B'),
            _ => Err(Problem::new("each room of magnets has one cell, or two side by side")),
        }
    };
    let dominoes: String = (0..rooms.len()).map(half).collect::<Result<_, _>>()?;
    let [top, bottom, left, right] = board.sides("poles")?;
    let parts = [side(&top)?, side(&left)?, side(&bottom)?, side(&right)?, dominoes];
    Ok((board.size(), parts.join(",")))
}

fn map(board: &Board) -> Written {
    let areas = board.regions("areas")?;
    let given = |area: u32| (0..areas.len()).filter(|&at| areas[at] == area).find_map(|at| board.out.given(at));
    let firsts = firsts(&areas);
    let colours: Vec<Option<String>> =
        firsts.iter().map(|&at| given(areas[at]).map(|colour| (colour - 1).to_string())).collect();
    let (_, colours) = board.clued("", &colours, false, digit)?;
    let borders = text::map(&areas, board.rows(), board.cols());
    Ok((format!("{}n{}", board.size(), firsts.len()), format!("{borders},{colours}")))
}

fn mosaic(board: &Board) -> Written {
    board.clued("", &board.clues("numbers")?, false, digit)
}

/// The id leaves out the blanks at its end.
fn palisade(board: &Board) -> Written {
    let mut numbers = board.clues("numbers")?;
    let last = numbers.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    numbers.truncate(last);
    match board.argument("n") {
        Argument::Int(n) => board.clued(&format!("n{n}"), &numbers, false, digit),
        _ => Err(Problem::new("the size of the pieces isn't a known number")),
    }
}

fn pattern(board: &Board) -> Written {
    let blocks = |line: &String| match line.as_str() {
        "0" => Ok(String::new()),
        line if line.chars().all(|c| c.is_ascii_digit() || c == ',') => Ok(line.replace(',', ".")),
        line => Err(board.no_clue(line)),
    };
    let lines = board.all_lines("sky")?.iter().map(blocks).collect::<Result<Vec<String>, _>>()?;
    Ok((board.size(), lines.join("/")))
}

fn pearl(board: &Board) -> Written {
    board.clued("", &board.clues("pearls")?, false, one_of(PEARLS))
}

fn range(board: &Board) -> Written {
    board.clued("", &board.clues("numbers")?, true, number)
}

fn rect(board: &Board) -> Written {
    board.clued("", &board.clues("areas")?, true, number)
}

/// The cell of the last number has an arrow too, which means nothing.
fn signpost(board: &Board) -> Written {
    let last = board.out.grid.len().to_string();
    let mut description = String::new();
    for (given, arrow) in board.givens().into_iter().zip(board.clues("arrows")?) {
        let (number, way) = match &arrow {
            None => (Some(last.clone()), Some(0)),
            Some(arrow) => (given, ARROWS.iter().position(|known| known == arrow)),
        };
        description += &number.unwrap_or_default();
        description.push(letter(way.ok_or_else(|| board.no_clue(arrow.as_deref().unwrap_or("")))?));
    }
    Ok((board.size(), description))
}

/// A character for each cell: digits, then small letters, then capitals.
fn singles(board: &Board) -> Written {
    let sign = |clue: &Option<String>| {
        let word = clue.as_deref().unwrap_or(".");
        let n = word.parse::<u32>().ok();
        let sign = n.and_then(|n| match n {
            0..36 => char::from_digit(n, 36),
            36..62 => char::from_digit(n - 26, 36).map(|c| c.to_ascii_uppercase()),
            _ => None,
        });
        sign.ok_or_else(|| board.no_clue(word))
    };
    let numbers: String = board.clues("numbers")?.iter().map(sign).collect::<Result<_, _>>()?;
    Ok((board.size(), numbers))
}

fn slant(board: &Board) -> Written {
    let corners = (board.rows() + 1) * (board.cols() + 1);
    board.clued("", &board.clues_of("numbers", corners)?, false, digit)
}

/// A mark after the last cell ends the last run.
fn tents(board: &Board) -> Written {
    let trees = board.clues("trees")?;
    let trees = marks(trees.iter().map(Option::is_some).chain([true]), '_');
    let counts = board.all_lines("sky")?;
    if let Some(other) = counts.iter().find(|count| number(count).is_none()) {
        return Err(board.no_clue(other));
    }
    Ok((board.size(), format!("{trees},{}", counts.join(","))))
}

/// The track leaves the grid at the left and below.
fn tracks(board: &Board) -> Written {
    let (size, mut description) = board.clued("", &board.clues("pieces")?, false, one_of(PIECES))?;
    let [top, bottom, left, right] = board.sides("stations")?;
    if !left.iter().any(Option::is_some)
        || !bottom.iter().any(Option::is_some)
        || [top, right].iter().flatten().any(Option::is_some)
    {
        return Err(Problem::new("the track of an id leaves the grid at the left and below"));
    }
    for (count, station) in board.all_lines("sky")?.iter().zip(bottom.iter().chain(&left)) {
        let count = number(count).ok_or_else(|| board.no_clue(count))?;
        description += &format!(",{}{count}", if station.is_some() { "S" } else { "" });
    }
    Ok((size, description))
}

/// The numbers outside go clockwise from the upper left corner.
fn undead(board: &Board) -> Written {
    let mirrors = board.clues("mirrors")?;
    let (size, mirrors) = board.clued("", &mirrors, false, one_of(MIRRORS))?;
    let mut parts = vec![];
    for name in ["ghosts", "vampires", "zombies"] {
        match board.argument(name) {
            Argument::Int(n) => parts.push(n.to_string()),
            _ => return Err(Problem::new(format!("a game id of undead has the number of {name}"))),
        }
    }
    parts.push(mirrors);
    let [top, mut bottom, mut left, right] = board.sides("seen")?;
    bottom.reverse();
    left.reverse();
    for clue in [top, right, bottom, left].concat() {
        let clue =
            clue.ok_or_else(|| Problem::new("a game id of undead has a number at each end of a row or column"))?;
        parts.push(number(&clue).ok_or_else(|| board.no_clue(&clue))?);
    }
    Ok((size, parts.join(",")))
}

/// A letter passes as many cells as its place in the alphabet and fills the next one: a capital with a 1, a small letter with
/// a 0. One more letter ends the last run.
fn unruly(board: &Board) -> Written {
    let mut description = String::new();
    let mut blanks = 0;
    for value in (0..board.out.grid.len()).map(|at| board.out.given(at)).chain([Some(0)]) {
        let Some(value) = value else {
            blanks += 1;
            continue;
        };
        while blanks >= 25 {
            description.push('z');
            blanks -= 25;
        }
        let run = letter(blanks);
        description.push(if value == 1 { run.to_ascii_uppercase() } else { run });
        blanks = 0;
    }
    let all_differ = if *board.argument("equal") == Argument::Bool(true) { "" } else { "u" };
    Ok((format!("{}{all_differ}", board.size()), description))
}
