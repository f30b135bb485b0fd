//! Texts of puzzles at janko.at: `begin`, then a property on each line or, for grids, with rows of tokens below it, then
//! `end`. `problem` has the clues and `areas` the rooms. In newer texts the names stand in brackets, `[problem]`, each on a
//! line of its own.
//!
//! A genre of puzz.link whose clues stand in cells, at corners and in rooms is read. Another genre or property is an error, so
//! that no rule is lost.

use super::codec::{Clue, Read, WAYS};
use super::file::File;
use super::rooms::Rooms;
use super::{GENRES, Genre, LONGEST_SIDE, Part, clip, parse};
use crate::script::Script;
use crate::{Imported, Problem};

/// The genres by their names there, in letters alone.
const NAMES: [(&str, &str); 54] = [
    ("akari", "akari"),
    ("aqre", "aqre"),
    ("araf", "araf"),
    ("balanceloop", "balance"),
    ("canalview", "canal"),
    ("castlewall", "castle"),
    ("chocona", "chocona"),
    ("cocktaillampe", "cocktail"),
    ("corral", "cave"),
    ("countryroad", "country"),
    ("creek", "creek"),
    ("curvingroad", "curving"),
    ("detour", "detour"),
    ("dotchiloop", "dotchi"),
    ("factors", "factors"),
    ("fillomino", "fillomino"),
    ("geradeweg", "geradeweg"),
    ("gokigennaname", "gokigen"),
    ("hakoiri", "hakoiri"),
    ("hakyuu", "ripple"),
    ("hanare", "hanare"),
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
    ("moonsun", "moonsun"),
    ("nanro", "nanro"),
    ("nawabari", "nawabari"),
    ("norinori", "norinori"),
    ("nurikabe", "nurikabe"),
    ("nurimisaki", "nurimisaki"),
    ("peintoeria", "paintarea"),
    ("putteria", "putteria"),
    ("rundreise", "simpleloop"),
    ("shakashaka", "shakashaka"),
    ("shimaguni", "shimaguni"),
    ("shirokuro", "wblink"),
    ("sikaku", "shikaku"),
    ("simpleloop", "simpleloop"),
    ("slitherlink", "slither"),
    ("sudoku", "sudoku"),
    ("suguru", "suguru"),
    ("sukoro", "sukoro"),
    ("tatamibari", "tatamibari"),
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
    match lines.next() {
        Some("begin") => lines.any(|line| line.starts_with("puzzle ")),
        Some("[begin]") => lines.any(|line| line.starts_with("[puzzle]")),
        _ => false,
    }
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
    let (high, wide) = clue_places(genre, rows, cols);
    let tokens = properties.grid("problem", high, wide)?.unwrap_or_else(|| vec!["-"; high * wide]);
    let heads = [("title", Script::title as Head), ("author", Script::author)];
    let heads: Vec<(Head, &str)> =
        heads.into_iter().filter_map(|(name, write)| Some((write, properties.value(name)?))).collect();
    script(genre, (rows, cols), &tokens, areas.as_deref(), &heads, "janko.at")
}

/// Rows and columns of the grid of clues, which stand at the corners of cells in some genres.
pub(super) fn clue_places(genre: &Genre, rows: usize, cols: usize) -> (usize, usize) {
    let more = usize::from(genre.parts.iter().any(|part| matches!(part, Part::Corners(_))));
    (rows + more, cols + more)
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
    let way = token.chars().last().and_then(way_of);
    let sign = |known: &[(&str, &str)]| {
        known.iter().find(|(known, _)| *known == token).map(|(_, word)| Clue::Word((*word).into()))
    };
    let own = match genre.name {
        "balance" => numbered(token),
        "castle" => wall(token),
        "tatamibari" => sign(&[("h", "-"), ("v", "|"), ("s", "+")]),
        "curving" => sign(&[("o", "o")]),
        "hanare" | "putteria" => sign(&[("x", "x")]),
        "hakoiri" => kind_of("cts", token),
        "moonsun" => kind_of("xo", token),
        _ => None,
    };
    if let Some(clue) = own {
        return Ok(clue);
    }
    Ok(match token {
        "-" | "." => Clue::Blank,
        "x" if genre.name == "simpleloop" => Clue::Any,
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

/// A circle with or without a number, in either order.
fn numbered(token: &str) -> Option<Clue> {
    let colour = ["w", "b"].into_iter().find(|colour| token.contains(colour))?;
    let number = token.strip_prefix(colour).or_else(|| token.strip_suffix(colour))?;
    let is_number = number.parse::<u32>().is_ok();
    let word = if number.is_empty() { colour.to_string() } else { format!("{number},{colour}") };
    (is_number || number.is_empty()).then_some(Clue::Word(word))
}

/// A number, its way, and the side of the loop: `o` inside, `x` outside, no letter for either. A side can stand alone.
fn wall(token: &str) -> Option<Clue> {
    let (front, colour) = match token.strip_suffix(['o', 'x']) {
        Some(front) => (front, if token.ends_with('o') { "w" } else { "b" }),
        None => (token, "g"),
    };
    let Some(way) = front.chars().last() else { return Some(Clue::Word(colour.into())) };
    let number = front[..front.len() - way.len_utf8()].parse::<u32>().ok()?;
    Some(Clue::Word(format!("{colour},{number},{}", way_of(way)?)))
}

/// The way of a letter of the compass.
fn way_of(letter: char) -> Option<&'static str> {
    "nswe".find(letter).map(|k| WAYS[k])
}

/// The place of a token among these letters, as a number.
fn kind_of(letters: &str, token: &str) -> Option<Clue> {
    let kind = letters.chars().zip(1..).find(|(letter, _)| token.chars().eq([*letter]))?.1;
    Some(Clue::Number(kind))
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
        let in_brackets = text.trim_start().starts_with('[');
        for line in lines.skip(1).take_while(|line| !matches!(*line, "end" | "[end]")) {
            let (name, value) = match line.strip_prefix('[').and_then(|line| line.split_once(']')) {
                Some(parts) if in_brackets => parts,
                _ => line.split_once(' ').unwrap_or((line, "")),
            };
            // Rows of a grid start with shorter tokens; moves contain semicolons.
            let is_property = match in_brackets {
                true => line.starts_with('['),
                false => name.len() > 2 && name.bytes().all(|c| c.is_ascii_lowercase()) && !line.contains(';'),
            };
            match all.last_mut() {
                Some((.., rows)) if !is_property => rows.push(line),
                _ => all.push((name, value.trim(), vec![])),
            }
        }
        Properties { all }
    }

    /// The value beside the name, or below it.
    fn value(&self, name: &str) -> Option<&'a str> {
        let (_, value, rows) = self.all.iter().find(|(known, ..)| *known == name)?;
        Some(if value.is_empty() { rows.first().copied().unwrap_or("") } else { value })
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
