//! Export to pzpr: finds the genre by the rules in use, and encodes its pictures part by part.

mod parts;

use super::super::Problem;
use super::super::outgoing::Outgoing;
use super::calls::{calls, parameters};
use super::codec::Clue;
use super::genres::BENT_FLEET;
use super::mend::flag_of;
use super::{GENRES, Genre, LONGEST_SIDE, Part};
use sator_model::{Argument, Kind, RuleUse};

/// A link that puzz.link opens.
///
/// # Errors
/// A puzzle whose genre has no link, or with clues that the link can't hold.
pub fn link(out: &mut Outgoing) -> Result<String, Problem> {
    let fits = |genre: &&Genre| {
        let calls = calls(genre);
        !calls.is_empty() && calls.iter().all(|(rule, _)| out.uses(rule))
    };
    // Prefers the genre with the most of the rules in use.
    let candidates: Vec<&Genre> = GENRES.iter().chain([&BENT_FLEET]).filter(fits).collect();
    let most = candidates.iter().map(|genre| calls(genre).len()).max().unwrap_or(0);
    let mut problem = None;
    for genre in candidates.into_iter().filter(|genre| calls(genre).len() == most) {
        let written = GenreWriter::new(genre, out).and_then(|writing| Ok((writing.link(out)?, writing)));
        match written {
            Ok((link, writing)) => {
                for (rule, _) in calls(genre) {
                    if let Some(used) = out.take(rule) {
                        out.take_links(used);
                    }
                }
                if out.model.uses.iter().any(|used| &*used.rule == "seeds" && writing.has_as_many_in_each(used)) {
                    out.take("seeds");
                }
                return Ok(link);
            }
            Err(why) => problem = problem.or(Some(why)),
        }
    }
    Err(problem.unwrap_or_else(|| {
        Problem::new("no genre of puzz.link has the rules used here")
            .help("`help link` lists the genres; `export link penpa` draws any grid")
    }))
}

/// A genre during export.
struct GenreWriter {
    genre: &'static Genre,
    /// The arguments for the names in the script.
    bound: Vec<(&'static str, Argument)>,
    pools: bool,
    /// Flags for arguments of the rule.
    flags: String,
    rows: usize,
    cols: usize,
}

impl GenreWriter {
    fn new(genre: &'static Genre, out: &Outgoing) -> Result<GenreWriter, Problem> {
        let mut bound: Vec<(&'static str, Argument)> = vec![];
        let mut pools = false;
        let mut flags = String::new();
        for (rule, arguments) in calls(genre) {
            let used = out.model.uses.iter().find(|used| &*used.rule == rule);
            let Some(used) = used else { continue };
            let names = parameters(rule);
            let mut written = vec![];
            for (at, (name, text)) in arguments.iter().enumerate() {
                let name = name.or_else(|| names.get(at).copied()).unwrap_or("");
                written.push(name);
                let value = used.argument(name).clone();
                let literal = text.parse::<i64>().ok();
                if literal.is_some_and(|n| value != Argument::Int(n))
                    || *text == "true" && value != Argument::Bool(true)
                {
                    return Err(other_argument(genre, used, name));
                }
                bound.push((text, value));
            }
            for (name, value) in used.arguments.iter().filter(|(name, _)| !written.contains(&&**name)) {
                match (&**name, value) {
                    ("pools", Argument::Bool(on)) => pools = *on,
                    (_, Argument::None) => {}
                    ("blank", Argument::Int(n)) if *n == empty_value(genre.name) => {}
                    ("dots", Argument::Picture(_)) if genre.parts.iter().any(|part| matches!(part, Part::Dots)) => {
                        bound.push(("{dots}", value.clone()))
                    }
                    ("holes", Argument::Picture(_)) if hole_picture(genre).is_some() => {
                        bound.extend(hole_picture(genre).map(|name| (name, value.clone())))
                    }
                    (_, Argument::Bool(false)) => {}
                    (name, Argument::Bool(true)) if flag_of(genre, name).is_some() => {
                        flags.extend(flag_of(genre, name))
                    }
                    (name, _) => return Err(other_argument(genre, used, name)),
                }
            }
        }
        let more = usize::from(genre.parts.iter().any(|part| part.is_on_larger_grid()));
        let (rows, cols) = (out.grid.rows - more, out.grid.cols - more);
        if rows.max(cols) > LONGEST_SIDE || rows.min(cols) == 0 {
            return Err(Problem::new(format!("a link of pzpr has 1 to {LONGEST_SIDE} rows and columns")));
        }
        let writing = GenreWriter { genre, bound, pools, flags, rows, cols };
        writing.check_grid(out)?;
        Ok(writing)
    }

    /// Checks that the grid has the holes and values that a link of the genre gives it.
    fn check_grid(&self, out: &Outgoing) -> Result<(), Problem> {
        let holds_holes = self.genre.script.contains(" except ");
        if !holds_holes && out.grid.present.iter().any(|present| !present) {
            return Err(Problem::new(format!("a {} link has no holes in its board", self.genre.title)));
        }
        for (name, value) in &self.bound {
            let grid = match value {
                Argument::Grid(grid) => *grid,
                Argument::Lines(lines) => out.grid_of(*lines),
                _ => continue,
            };
            if grid != out.id {
                return Err(Problem::new(format!("`{name}` doesn't belong to the first grid of this puzzle")));
            }
        }
        Ok(())
    }

    /// Whether the genre requires the same number of this picture's clues in each piece.
    fn has_as_many_in_each(&self, used: &RuleUse) -> bool {
        let count =
            [("one", 1), ("two", 2)].into_iter().find(|(word, _)| self.genre.script.contains(&format!(", {word} ")));
        let picture = used.argument("in each");
        count.is_some_and(|(_, k)| used.number("count") == Some(k))
            && self.bound.iter().any(|(_, value)| value == picture)
    }

    fn argument(&self, name: &str) -> &Argument {
        self.bound.iter().find(|(bound, _)| *bound == name).map_or(&Argument::None, |(_, value)| value)
    }

    fn link(&self, out: &mut Outgoing) -> Result<String, Problem> {
        let data = self.data(out)?;
        if !self.genre.parts.iter().any(|part| part.has_givens()) {
            for at in (0..out.grid.len()).filter(|at| out.allowed[*at].is_some()).collect::<Vec<usize>>() {
                out.leave_out(candidates(out, at));
            }
        }
        let flag = match self.genre.fixed_flag() {
            Some(flag) => format!("{flag}/"),
            None if self.genre.name == "aquarium" && !self.pools => "r/".to_string(),
            _ if self.flags.is_empty() => String::new(),
            _ => format!("{}/", self.flags),
        };
        Ok(format!("https://puzz.link/p?{}/{flag}{}/{}/{data}", self.genre.name, self.cols, self.rows))
    }
}

/// The picture of the holes in a genre whose numbers and holes are one part.
fn hole_picture(genre: &Genre) -> Option<&'static str> {
    genre.parts.iter().find_map(|part| match part {
        Part::Fivecells(_, holes) => Some(*holes),
        _ => None,
    })
}

/// A token of a picture as a clue.
fn clue(word: Option<&str>) -> Clue {
    match word {
        None => Clue::Blank,
        Some("?") => Clue::Any,
        Some(word) => match word.parse() {
            Ok(number) => Clue::Number(number),
            Err(_) if word == "#" => Clue::Any,
            Err(_) => Clue::Word(word.into()),
        },
    }
}

/// The value of an empty cell, in genres with empty cells; otherwise a value that can't occur.
pub fn empty_value(genre: &str) -> i64 {
    match genre {
        "sukoro" | "sukororoom" | "nanro" | "hakoiri" | "alter" | "toichika" | "news" | "sananko" => 0,
        "view" => -1,
        _ => i64::MIN,
    }
}

fn other_argument(genre: &Genre, used: &RuleUse, name: &str) -> Problem {
    Problem::new(format!("`{}` has a `{name}` that a {} link can't express", used.text, genre.title))
}

/// The knowledge about a cell, in words.
pub fn candidates(out: &Outgoing, at: usize) -> String {
    let (row, col) = (at / out.grid.cols + 1, at % out.grid.cols + 1);
    let kind = out.grid.content.as_ref().map_or(Kind::Int, |(kind, _)| *kind);
    let values: Vec<String> =
        out.allowed[at].iter().flatten().take(20).map(|value| out.model.value_text(kind, *value)).collect();
    match &values[..] {
        [value] => format!("r{row}c{col} = {value}"),
        values => format!("r{row}c{col} in {{{}}}", values.join(", ")),
    }
}
