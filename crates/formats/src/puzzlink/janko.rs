//! Texts of puzzles at janko.at: `begin`, then a property on each line or, for grids, with rows of tokens below it, then
//! `end`. `problem` has the clues and `areas` the rooms.
//!
//! A genre of puzz.link whose clues stand in cells and rooms is read. Another genre or property is an error, so that no rule
//! is lost.

use super::codec::{Clue, Read, WAYS};
use super::file::File;
use super::rooms::Rooms;
use super::{GENRES, Genre, LONGEST_SIDE, Part, clip, parse};
use crate::script::Script;
use crate::{Imported, Problem};

/// The genres by their names there, in letters alone.
const NAMES: [(&str, &str); 42] = [
    ("akari", "akari"),
    ("aqre", "aqre"),
    ("araf", "araf"),
    ("canalview", "canal"),
    ("chocona", "chocona"),
    ("cocktaillampe", "cocktail"),
    ("corral", "cave"),
    ("countryroad", "country"),
    ("detour", "detour"),
    ("dotchiloop", "dotchi"),
    ("factors", "factors"),
    ("fillomino", "fillomino"),
    ("geradeweg", "geradeweg"),
    ("hakyuu", "ripple"),
    ("hashi", "hashi"),
    ("heyawake", "heyawake"),
    ("hitori", "hitori"),
    ("juosan", "juosan"),
    ("koburin", "koburin"),
    ("kojun", "cojun"),
    ("kuromasu", "kurodoko"),
    ("kurotto", "kurotto"),
    ("lits", "lits"),
    ("masyu", "mashu"),
    ("nanro", "nanro"),
    ("nawabari", "nawabari"),
    ("norinori", "norinori"),
    ("nurikabe", "nurikabe"),
    ("nurimisaki", "nurimisaki"),
    ("peintoeria", "paintarea"),
    ("shakashaka", "shakashaka"),
    ("shimaguni", "shimaguni"),
    ("shirokuro", "wblink"),
    ("sikaku", "shikaku"),
    ("slitherlink", "slither"),
    ("sudoku", "sudoku"),
    ("suguru", "suguru"),
    ("sukoro", "sukoro"),
    ("usoone", "usoone"),
    ("yajilin", "yajilin"),
    ("yajilinregional", "yajilin-regions"),
    ("yinyang", "yinyang"),
];

/// Properties that change nothing about the rules.
const IGNORED: [&str; 10] =
    ["solver", "source", "info", "unit", "unitsize", "mail", "pid", "depth", "solution", "moves"];

/// Whether the text is one of these.
pub(crate) fn is_text(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.next() == Some("begin") && lines.any(|line| line.starts_with("puzzle "))
}

/// Reads a text.
///
/// # Errors
/// A genre or property that isn't read, or a grid of another size.
pub(crate) fn import(text: &str) -> Read<Imported> {
    let properties = Properties::read(text);
    let genre = genre(properties.value("puzzle").unwrap_or(""))?;
    let (rows, cols) = properties.size()?;
    properties.check(genre, rows, cols)?;
    let areas = properties.grid("areas", rows, cols)?;
    let tokens = properties.grid("problem", rows, cols)?.unwrap_or_else(|| vec!["-"; rows * cols]);
    let heads = [("title", Script::title as Head), ("author", Script::author)];
    let heads: Vec<(Head, &str)> =
        heads.into_iter().filter_map(|(name, write)| Some((write, properties.value(name)?))).collect();
    script(genre, (rows, cols), &tokens, areas.as_deref(), &heads, "janko.at")
}

/// Writes a line above the puzzle.
type Head = fn(&mut Script, &str);

/// The script of a puzzle whose clues stand in cells and rooms.
pub(super) fn script(
    genre: &'static Genre,
    (rows, cols): (usize, usize),
    tokens: &[&str],
    areas: Option<&[&str]>,
    heads: &[(Head, &str)],
    origin: &'static str,
) -> Read<Imported> {
    let rooms = match areas {
        Some(areas) => {
            let right = areas.chunks(cols).flat_map(|row| row.windows(2).map(|pair| pair[0] != pair[1]));
            let below = areas.iter().zip(&areas[cols..]).map(|(one, two)| one != two);
            Rooms::between(&(right.collect(), below.collect()), rows, cols, &vec![false; rows * cols])
        }
        None => Rooms::default(),
    };
    let clues = tokens.iter().map(|token| clue(genre, token, origin)).collect::<Read<Vec<Clue>>>()?;
    let query = File::of_clues(genre, rows, cols, clues, rooms).query()?;
    let mut script = Script::default();
    script.comment(&format!("{}, from a text of {origin}.", genre.title));
    script.blank();
    for (write, value) in heads.iter().filter(|(_, value)| !value.is_empty()) {
        write(&mut script, value);
    }
    parse(&query)?.write(&mut script)?;
    Ok(script.finish(origin))
}

/// The genre that has this name there, in small letters alone.
pub(super) fn genre_named(letters: &str) -> Option<&'static Genre> {
    let (_, name) = NAMES.iter().find(|(known, _)| *known == letters)?;
    GENRES.iter().find(|genre| genre.name == *name)
}

fn genre(name: &str) -> Read<&'static Genre> {
    let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    genre_named(&letters.to_ascii_lowercase()).ok_or_else(|| {
        let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
        Problem::new(format!("sator doesn't read the genre `{}` from texts of janko.at", clip(name)))
            .help(format!("it reads {}", names.join(", ")))
    })
}

/// The clue that a token of `problem` is.
fn clue(genre: &Genre, token: &str, origin: &str) -> Read<Clue> {
    let has = |wanted: fn(&Part) -> bool| genre.parts.iter().any(wanted);
    let way = token.chars().last().and_then(|c| "nswe".find(c)).map(|k| WAYS[k]);
    Ok(match token {
        "-" | "." => Clue::Blank,
        "w" | "b" if has(|part| matches!(part, Part::Circles(..))) => Clue::Number(if token == "w" { 1 } else { 2 }),
        // A black cell, or a circle, without a number.
        "x" if matches!(genre.name, "akari" | "shakashaka") => Clue::Any,
        "5" if genre.name == "shakashaka" => Clue::Any,
        "o" if genre.name == "kurotto" => Clue::Any,
        "?" => Clue::Any,
        _ => match (token.parse(), way) {
            (Ok(number), _) => Clue::Number(number),
            (_, Some(way)) if has(|part| matches!(part, Part::Arrows(_))) => {
                let number = &token[..token.len() - 1];
                number.parse::<u32>().map_err(|_| unread(genre, token, origin))?;
                Clue::Word(format!("{number},{way}"))
            }
            _ => return Err(unread(genre, token, origin)),
        },
    })
}

fn unread(genre: &Genre, what: &str, origin: &str) -> Problem {
    Problem::new(format!("sator doesn't read `{}` in a {} of {origin}", clip(what), genre.title))
}

/// The properties in their order, each with its value on the same line and the lines below it.
struct Properties<'a> {
    all: Vec<(&'a str, &'a str, Vec<&'a str>)>,
}

impl<'a> Properties<'a> {
    fn read(text: &'a str) -> Properties<'a> {
        let mut all: Vec<(&str, &str, Vec<&str>)> = vec![];
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        for line in lines.skip(1).take_while(|line| *line != "end") {
            let (name, value) = line.split_once(' ').unwrap_or((line, ""));
            // Rows of a grid start with shorter tokens; moves contain semicolons.
            let is_property = name.len() > 2 && name.bytes().all(|c| c.is_ascii_lowercase()) && !line.contains(';');
            match all.last_mut() {
                Some((.., rows)) if !is_property => rows.push(line),
                _ => all.push((name, value.trim(), vec![])),
            }
        }
        Properties { all }
    }

    fn value(&self, name: &str) -> Option<&'a str> {
        self.all.iter().find(|(known, ..)| *known == name).map(|(_, value, _)| *value)
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.value(name).and_then(|value| value.parse().ok())
    }

    /// Rows and columns.
    fn size(&self) -> Read<(usize, usize)> {
        let size = self.number("size").map(|side| (side, side));
        let size = size.or_else(|| self.number("rows").zip(self.number("cols")));
        size.filter(|(rows, cols)| (1..=LONGEST_SIDE).contains(rows) && (1..=LONGEST_SIDE).contains(cols)).ok_or_else(
            || Problem::new(format!("a text of janko.at has a `size`, or `rows` and `cols`, of 1 to {LONGEST_SIDE}")),
        )
    }

    /// Checks that each property is read or has no effect on the rules.
    fn check(&self, genre: &Genre, rows: usize, cols: usize) -> Read<()> {
        let boxes = |high: &usize| rows.is_multiple_of(*high);
        let high = (1..=rows.isqrt()).rev().find(boxes).unwrap_or(1);
        let has_rooms = genre.parts.iter().any(|part| matches!(part, Part::Rooms(_)));
        for (name, value, _) in &self.all {
            let is_read = match *name {
                "puzzle" | "title" | "author" | "size" | "rows" | "cols" | "problem" => true,
                "areas" => has_rooms,
                // Only the boxes that sator's rule has.
                "patternx" => genre.name == "sudoku" && value.parse() == Ok(cols / high),
                "patterny" => genre.name == "sudoku" && value.parse() == Ok(high),
                name => IGNORED.contains(&name),
            };
            if !is_read {
                return Err(unread(genre, name, "janko.at"));
            }
        }
        match has_rooms && self.value("areas").is_none() {
            true => Err(Problem::new(format!("a {} has rooms, but this text has no `areas`", genre.title))),
            false => Ok(()),
        }
    }

    /// The tokens of a grid, row by row.
    fn grid(&self, name: &str, rows: usize, cols: usize) -> Read<Option<Vec<&'a str>>> {
        let Some((.., lines)) = self.all.iter().find(|(known, ..)| *known == name) else { return Ok(None) };
        let tokens: Vec<Vec<&str>> = lines.iter().map(|line| line.split_whitespace().collect()).collect();
        if tokens.len() != rows || tokens.iter().any(|row| row.len() != cols) {
            return Err(Problem::new(format!("the grid `{name}` of this text isn't {rows} rows of {cols} tokens"))
                .help("copy the whole text again"));
        }
        Ok(Some(tokens.concat()))
    }
}
