//! The words with a meaning at the start of a statement or anywhere: for the parser, and for the prompt's colours and
//! completion.

pub use super::command::words as commands;
pub use super::lexical::RESERVED;
pub use super::question::words as questions;
use sator_base::text::is_name_char;

/// Words that start a declaration.
pub const DECLARATIONS: &[&str] = &[
    "grid",
    "var",
    "givens",
    "regions",
    "clues",
    "outside",
    "let",
    "param",
    "rule",
    "def",
    "enum",
    "graph",
    "title",
    "author",
    "rulestext",
    "untranslated",
    "hidden",
    "links",
    "fences",
    "partition",
    "require",
    "prefer",
    "implied",
    "draw",
    "load",
    "sweep",
];

/// The words that start a statement, from the most to the least likely. A puzzle starts with its grid.
pub fn first<'a>() -> impl Iterator<Item = &'a str> {
    let declarations = DECLARATIONS.iter().copied();
    DECLARATIONS[..1].iter().copied().chain(questions()).chain(declarations.skip(1)).chain(commands())
}

/// The function or rule whose call the text of a statement starts with: `distinct` of `distinct(r1)`.
pub fn called(text: &str) -> Option<&str> {
    let (name, _) = text.split_once('(')?;
    (!name.is_empty() && name.chars().all(is_name_char)).then_some(name)
}
