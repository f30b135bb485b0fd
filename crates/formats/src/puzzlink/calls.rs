//! The rules that the script of a genre calls.

use super::Genre;

/// An argument in a genre's script: its name, if written, and its text.
pub(super) type Template = (Option<&'static str>, &'static str);

/// The rules that a genre's script uses, with their arguments.
pub(super) fn calls(genre: &Genre) -> Vec<(&'static str, Vec<Template>)> {
    let call = |line: &'static str| {
        let (rule, arguments) = line.split_once('(')?;
        let arguments = arguments.strip_suffix(')')?;
        sator_lang::library::find(rule)?;
        let argument = |text: &'static str| match text.split_once(": ") {
            Some((name, value)) => (Some(name), value),
            None => (None, text),
        };
        Some((rule, arguments.split(", ").map(argument).collect()))
    };
    genre.script.lines().skip(1).filter_map(call).collect()
}

/// The names of a rule's parameters, in order.
pub(super) fn parameters(rule: &str) -> Vec<&'static str> {
    let signature = sator_lang::library::find(rule).map_or("", |info| info.signature());
    let inside = signature.split_once('(').map_or("", |(_, rest)| rest.trim_end_matches(')'));
    let name = |part: &'static str| part.split(" =").next().unwrap_or(part).trim();
    // A default can contain commas in brackets; what follows them is never used in a script.
    inside.split(", ").map(name).collect()
}
