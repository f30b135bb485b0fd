//! The kinds of a drawing, and the uses of standard rules that each can mean.

use super::super::judge::run;
use crate::session::{Answer, Session};
use sator_lang::library::rules;

/// Lists of cells that are drawn alike.
pub(super) struct Kind {
    /// Their drawing, in the words of the import.
    pub words: String,
    pub lists: Vec<List>,
}

pub(super) struct List {
    pub name: String,
    /// The number that is written there.
    number: Option<i64>,
}

impl List {
    /// Whether a line of the script calls the list untranslated.
    pub(super) fn is_named_in(&self, line: &str) -> bool {
        line.strip_prefix("untranslated \"")
            .and_then(|rest| rest.strip_prefix(&self.name))
            .is_some_and(|rest| rest.starts_with(','))
    }
}

/// Other values of parameters that have a default, by the name of the parameter.
const VALUES: [(&str, &[i64]); 4] =
    [("gap", &[2, 3, 4, 5, 6]), ("m", &[2, 3, 4]), ("ratio", &[2, 3, 4]), ("total", &[5, 10, 15])];

/// The kinds of a script: named lists that it calls untranslated.
pub(super) fn kinds(script: &str) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = vec![];
    for line in script.lines() {
        let Some(text) = line.strip_prefix("untranslated \"") else { continue };
        let Some((name, rest)) = text.split_once(", ") else { continue };
        let is_declared = script.lines().any(|line| {
            line.strip_prefix("let ")
                .and_then(|rest| rest.strip_prefix(name))
                .is_some_and(|rest| rest.starts_with(" = "))
        });
        let Some((words, _)) = rest.rsplit_once(": ").filter(|_| is_declared) else { continue };
        let number = words.split('`').nth(1).and_then(|text| text.trim().parse().ok());
        let words = match number {
            Some(_) => words.split('`').next().unwrap_or(words).trim().to_string() + " with a number",
            None => words.to_string(),
        };
        let list = List { name: name.to_string(), number };
        match kinds.iter_mut().find(|kind| kind.words == words) {
            Some(kind) => kind.lists.push(list),
            None => kinds.push(Kind { words, lists: vec![list] }),
        }
    }
    kinds
}

/// The declarations of a script: its grid, its lists, and its first picture of regions, which some rules need.
pub(super) fn declarations(script: &str) -> String {
    let declares = |line: &&str| line.starts_with("grid ") || line.starts_with("let ");
    let mut picture: Vec<&str> = script.lines().skip_while(|line| !line.starts_with("regions ")).collect();
    picture.truncate(picture.iter().position(|line| line.starts_with('}')).map_or(picture.len(), |end| end + 1));
    script.lines().filter(declares).chain(picture).fold(String::new(), |all, line| all + line + "\n")
}

/// The form in which a rule receives a list.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    Line,
    Cage,
    Pair,
    /// Single cells, which are one list for the rule.
    Singles,
}

/// The uses of rules, each for all lists of a kind: the rule with its settings, and its statements.
pub(super) fn calls(session: &mut Session, base: &str, kind: &Kind) -> Vec<(String, Vec<String>)> {
    let sizes: Vec<usize> = kind.lists.iter().map(|list| size(session, &list.name)).collect();
    let is_drawn = |words: &[&str]| words.iter().any(|word| kind.words.starts_with(word));
    let shape = match () {
        () if is_drawn(&["a line"]) => Shape::Line,
        () if is_drawn(&["a cage"]) => Shape::Cage,
        () if sizes.iter().all(|&size| size == 1) => Shape::Singles,
        () if sizes.iter().all(|&size| size == 2) => Shape::Pair,
        () => Shape::Cage,
    };
    let regions = if base.lines().any(|line| line.starts_with("jigsaw(x, region)")) { "region" } else { "boxes(x)" };
    let mut all = vec![];
    for rule in rules().iter().filter(|rule| rule.is_listed()) {
        let Some((_, parameters)) = rule.signature().trim_end_matches(')').split_once('(') else { continue };
        let parameters: Vec<(&str, Option<&str>)> = parameters
            .split(", ")
            .map(|parameter| parameter.split_once(" = ").map_or((parameter, None), |(name, usual)| (name, Some(usual))))
            .collect();
        if !parameters.first().is_some_and(|(_, usual)| usual.is_none())
            || !rule.text.contains(&format!("rule {}(", rule.name))
        {
            continue;
        }
        let variable = parameters.iter().find_map(|(name, usual)| {
            let (_, values) = VALUES.iter().find(|(known, _)| known == name)?;
            let of_default = usual.is_none_or(|usual| usual.parse::<i64>().is_ok());
            of_default.then_some((*name, *usual, *values))
        });
        let settings: Vec<Option<(&str, i64)>> = match variable {
            // A number that is drawn is the total.
            Some(("total", ..)) if kind.lists.iter().all(|list| list.number.is_some()) => vec![None],
            Some((name, Some(usual), values)) => {
                let usual = usual.parse().ok();
                [None]
                    .into_iter()
                    .chain(values.iter().filter(|value| Some(**value) != usual).map(|value| Some((name, *value))))
                    .collect()
            }
            Some((name, None, values)) => values.iter().map(|value| Some((name, *value))).collect(),
            None => vec![None],
        };
        for setting in settings {
            if let Some(statements) = statements(rule.name, &parameters, setting, shape, kind, regions) {
                let named =
                    setting.map_or(rule.name.to_string(), |(name, value)| format!("{} with {name} {value}", rule.name));
                all.push((named, statements));
            }
        }
    }
    all
}

/// The statements of a rule for each list; `None` if the rule takes no such list.
fn statements(
    rule: &str,
    parameters: &[(&str, Option<&str>)],
    setting: Option<(&str, i64)>,
    shape: Shape,
    kind: &Kind,
    regions: &str,
) -> Option<Vec<String>> {
    let takes = |name: &str| match shape {
        Shape::Line => name == "line",
        Shape::Cage => matches!(name, "cage" | "cells_of_region"),
        Shape::Pair => name == "a",
        Shape::Singles => matches!(name, "l" | "circles"),
    };
    if !parameters.iter().any(|(name, usual)| usual.is_none() && takes(name)) {
        return None;
    }
    let lists: Vec<(String, &str, Option<i64>)> = match shape {
        Shape::Singles => {
            let names: Vec<&str> = kind.lists.iter().map(|list| list.name.as_str()).collect();
            vec![(names.join(" + "), "", kind.lists.iter().find_map(|list| list.number))]
        }
        _ => kind.lists.iter().map(|list| (list.name.clone(), list.name.as_str(), list.number)).collect(),
    };
    let call = |(all, one, number): &(String, &str, Option<i64>)| {
        let mut arguments = vec![];
        let mut is_placed = number.is_none();
        for (name, usual) in parameters {
            match (*name, usual) {
                (name, None) if takes(name) && shape != Shape::Pair => arguments.push(all.clone()),
                ("a", None) if shape == Shape::Pair => arguments.push(format!("{one}[1]")),
                ("b", None) if shape == Shape::Pair => arguments.push(format!("{one}[2]")),
                ("x", None) => arguments.push("x".into()),
                ("regions_of_x", None) => arguments.push(regions.into()),
                ("total" | "gap", _) if number.is_some() => {
                    arguments.push(format!("{name}: {}", number.unwrap_or_default()));
                    is_placed = true;
                }
                (name, usual) => match setting.filter(|(known, _)| *known == name) {
                    Some((_, value)) => arguments.push(format!("{name}: {value}")),
                    None if usual.is_none() => return None,
                    None => {}
                },
            }
        }
        is_placed.then(|| format!("{rule}({})", arguments.join(", ")))
    };
    lists.iter().map(call).collect()
}

/// The number of cells of a list.
fn size(session: &mut Session, name: &str) -> usize {
    let reports = run(session, &format!("print size({name})")).unwrap_or_default();
    match reports.first().map(|report| &report.answer) {
        Some(Answer::Print { text, .. }) => text.trim().parse().unwrap_or(0),
        _ => 0,
    }
}
