//! Game ids of Simon Tatham's Portable Puzzle Collection: `GAME PARAMETERS:DESCRIPTION`, such as `loopy 5x5t0:3a02d...`, and
//! the links of its pages, `.../loopy.html#5x5t0:3a02d...`. An id without the name of a game is one of Solo.
//!
//! Source: the functions `decode_params`, `validate_desc` and `new_game` of each game in the collection, and its manual.

mod codes;
mod games;
mod signs;
pub(crate) mod write;

use super::script::Script;
use super::{Imported, LONGEST_SIDE, Problem};
use games::{GAMES, OTHERS};

/// The part of a link to the collection that contains its name.
const SITE: &str = "~sgtatham/puzzles";

/// A game of the collection.
struct Game {
    /// Its name in ids and links.
    name: &'static str,
    /// The title that its players know.
    title: &'static str,
    /// Writes the script.
    read: fn(&Id, &mut Script) -> Result<(), Problem>,
}

/// The parts of an id.
struct Id<'a> {
    cols: usize,
    rows: usize,
    /// Whether the parameters name one side, which is that of a square.
    one_side: bool,
    /// The parameters after the size.
    options: &'a str,
    description: &'a str,
}

/// Whether the text is a link to the collection.
pub(super) fn is_link(text: &str) -> bool {
    text.contains(SITE)
}

/// Whether the text is an id: the name of a game and an id, or the size and the description of a Solo.
pub(super) fn is_id(text: &str) -> bool {
    let Some((name, rest)) = parts(text) else { return false };
    let separators: &[char] = if name.is_empty() { &[':'] } else { &[':', '#'] };
    let Some((parameters, _)) = rest.split_once(separators) else { return false };
    parameters.starts_with(|c: char| c.is_ascii_digit())
        && parameters.chars().all(|c| c.is_ascii_alphanumeric())
        && (find(name).is_some() || OTHERS.contains(&name))
}

/// The name of the game, empty if there is none, and the id.
fn parts(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    if is_link(text) {
        let (page, id) = text.split_once('#')?;
        let name = page.rsplit('/').next()?.split('.').next()?;
        return Some((name, id));
    }
    if text.contains('\n') {
        return None;
    }
    match text.split_once(char::is_whitespace) {
        Some((name, id)) if !id.trim().contains(char::is_whitespace) => Some((name, id.trim())),
        Some(_) => None,
        None => Some(("", text)),
    }
}

fn find(name: &str) -> Option<&'static Game> {
    let lower = name.to_ascii_lowercase();
    let name = lower.strip_prefix("sgt-").unwrap_or(&lower);
    let name = if name.is_empty() { "solo" } else { name };
    GAMES.iter().find(|game| game.name == name)
}

/// Reads a link or an id.
pub(super) fn import(text: &str) -> Result<Imported, Problem> {
    let Some((name, id)) = parts(text) else {
        return Err(Problem::new("this link has no game id")
            .help("choose Game > Specific on that page, and copy the id: `loopy 5x5t0:3a02d...`"));
    };
    let Some(game) = find(name) else {
        let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
        return Err(Problem::new(format!("sator has no rule for the game `{}`", super::script::clip(name)))
            .help(format!("it reads {}", names.join(", "))));
    };
    let id = super::base64::unescape(id);
    let Some((parameters, description)) = id.split_once(':') else {
        return Err(Problem::new("this is a random seed of a game, which only the game's own generator understands")
            .help("copy the id of Game > Specific, which has a colon after the size"));
    };
    let mut script = Script::default();
    script.comment(&format!("{}, from a game id of Simon Tatham's collection.", game.title));
    script.comment(&format!("{} {id}", game.name));
    script.blank();
    (game.read)(&Id::of(parameters, description)?, &mut script)?;
    Ok(script.finish("game id"))
}

impl<'a> Id<'a> {
    fn of(parameters: &'a str, description: &'a str) -> Result<Id<'a>, Problem> {
        let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (first, rest) = parameters.split_at(digits(parameters));
        let (second, options) = match rest.strip_prefix('x') {
            // In Solo an x without a number after it asks for diagonals.
            Some(after) if digits(after) > 0 => after.split_at(digits(after)),
            _ => (first, rest),
        };
        let side = |text: &str| text.parse().ok().filter(|side| (1..=LONGEST_SIDE).contains(side));
        let one_side = options.len() == rest.len();
        match (side(first), side(second)) {
            (Some(cols), Some(rows)) => Ok(Id { cols, rows, one_side, options, description }),
            _ => Err(Problem::new(format!("a board has 1 to {LONGEST_SIDE} columns and rows, not `{parameters}`"))),
        }
    }

    fn cells(&self) -> usize {
        self.cols * self.rows
    }
}
