//! Export to game ids: finds the game by the rules in use, and encodes its pictures and givens.

mod board;
mod games;
mod latin;
mod text;

use crate::Problem;
use crate::outgoing::Outgoing;
use crate::puzzlink::write::candidates;
use board::Board;
use sator_model::{Argument, RuleUse};

/// The parameters and the description of an id.
type Written = Result<(String, String), Problem>;

/// A game of the collection, and the puzzles that are one.
struct Writer {
    /// Its name in ids.
    name: &'static str,
    /// The rules of the puzzle, the one with the clues first.
    rules: &'static [&'static str],
    /// Rules that the puzzle can have too, each any number of times.
    optional: &'static [&'static str],
    /// The arguments that the id expresses, of all rules.
    takes: &'static [&'static str],
    /// Whether the id holds givens.
    has_givens: bool,
    write: fn(&Board) -> Written,
}

impl Writer {
    const fn new(
        name: &'static str,
        rules: &'static [&'static str],
        takes: &'static [&'static str],
        write: fn(&Board) -> Written,
    ) -> Writer {
        Writer { name, rules, optional: &[], takes, has_givens: false, write }
    }

    const fn with_givens(self) -> Writer {
        Writer { has_givens: true, ..self }
    }
}

/// A game id: the name of a game, its parameters and its description.
///
/// # Errors
/// A puzzle that is none of the games, or a clue that an id can't hold.
pub(crate) fn id(out: &mut Outgoing) -> Result<String, Problem> {
    let fits = |writer: &&Writer| writer.rules.iter().all(|rule| out.uses(rule));
    let Some(writer) = games::WRITERS.iter().chain(latin::WRITERS).find(fits) else {
        return Err(Problem::new("no game of Simon Tatham's collection has the rules used here")
            .help("`help link` lists the games; `export link penpa` draws any grid"));
    };
    if out.grid.present.contains(&false) {
        return Err(Problem::new(format!("a game id of {} has no holes in its board", writer.name)));
    }
    let mut uses: Vec<&RuleUse> = writer.rules.iter().filter_map(|rule| out.take(rule)).collect();
    for rule in writer.optional {
        uses.extend(std::iter::from_fn(|| out.take(rule)));
    }
    for used in &uses {
        if let Some(name) = unexpressed(out, used, writer.takes) {
            let message = format!("`{}` has a `{name}` that a game id of {} can't express", used.text, writer.name);
            return Err(Problem::new(message));
        }
    }
    let (parameters, description) = (writer.write)(&Board { out, uses: &uses, name: writer.name })?;
    for used in uses {
        out.take_links(used);
    }
    let is_lost = |at: &usize| out.allowed[*at].is_some() && !(writer.has_givens && out.given(*at).is_some());
    for at in (0..out.grid.len()).filter(is_lost).collect::<Vec<usize>>() {
        out.leave_out(candidates(out, at));
    }
    Ok(format!("{} {parameters}:{description}", writer.name))
}

/// The name of an argument that the id doesn't express: neither a default nor one of those taken.
fn unexpressed<'a>(out: &Outgoing, used: &'a RuleUse, takes: &[&str]) -> Option<&'a str> {
    let is_usual = |value: &Argument| match value {
        Argument::None | Argument::Bool(false) | Argument::GraphLinks(_) => true,
        Argument::List(items) => items.is_empty(),
        Argument::Grid(grid) => *grid == out.id,
        Argument::Lines(lines) => out.grid_of(*lines) == out.id,
        _ => false,
    };
    let other = used.arguments.iter().find(|(name, value)| !takes.contains(&&**name) && !is_usual(value));
    other.map(|(name, _)| &**name)
}
