//! Arguments in words. What a sentence names is in the argument, or among the candidates that the step's own statements and
//! facts leave; so it claims nothing that `check` has not seen.

mod cases;

pub(crate) use cases::cases;

use super::super::deduce::Deduction;
use super::names::Names;
use super::{End, Fault, Turn, chains, patterns, words};
use crate::logic::argument::Argument;
use crate::mask::Mask;
use sator_answer::{Atom, Technique, joint_wording};
use sator_base::text::{self, counted};
use sator_model::wording::value_wording;
use sator_model::{Kind, UnknownId};

/// Characters of a sentence at most.
pub(crate) const LONGEST: usize = 200;

/// What ` and 123 more, together` takes of them.
const MORE: usize = 24;

/// Statements that are named at once within a case.
const NAMED: usize = 3;

/// Said of what has no argument that a person could follow.
const BY_SOLVER: &str = " (checked by a solver)";

/// The argument of a step in a sentence of at most [`LONGEST`] characters.
pub(crate) fn sentence(names: &Names, deduction: &Deduction) -> String {
    // What hidden unknowns contribute is told before.
    let deduction = deduction.parts.last().unwrap_or(deduction);
    let told = match &deduction.argument {
        Some(argument) => told(names, argument, deduction),
        None => match &deduction.units[..] {
            [] => "no other value is left".to_string(),
            [one] => names.unit(*one),
            several => format!("{}{}", pattern(names, deduction), together(names, several)),
        },
    };
    // Cases that can't be shown are not claimed to have been.
    let by_solver =
        deduction.argument.is_none() && deduction.technique == Technique::Cases && deduction.units.len() > 1;
    if by_solver {
        return format!("{}{BY_SOLVER}", together(names, &deduction.units));
    }
    if told.chars().count() <= LONGEST && !names.leaks(&told) {
        return told;
    }
    match &deduction.units[..] {
        [one] => names.unit(*one).chars().take(LONGEST).collect(),
        several => together(names, several),
    }
}

/// `a 3 in a corner: `, where the step is known by heart.
fn pattern(names: &Names, deduction: &Deduction) -> String {
    patterns::pattern(names, deduction).map_or(String::new(), |p| format!("{p}: "))
}

/// As many of the statements as fit: `clue 3 at r1c1, clue 2 at r2c2 and 5 more, together`.
fn together(names: &Names, units: &[usize]) -> String {
    let (mut said, mut more): (Vec<String>, usize) = (vec![], 0);
    for name in units.iter().map(|&u| names.unit(u)) {
        let length: usize = said.iter().map(|n| n.chars().count() + 2).sum();
        let fits = length + name.chars().count() + MORE + BY_SOLVER.len() <= LONGEST && !names.leaks(&name);
        match fits && !said.contains(&name) {
            true => said.push(name),
            false => more += usize::from(!said.contains(&name)),
        }
    }
    match (said.len(), more) {
        (0, all) => format!("{all} statements together"),
        (1, 0) => said.remove(0),
        (_, 0) => format!("{}, together", said.join(", ")),
        (_, more) => format!("{} and {more} more, together", said.join(", ")),
    }
}

fn told(names: &Names, argument: &Argument, deduction: &Deduction) -> String {
    let technique = deduction.technique.name();
    match argument {
        Argument::OnlyPlace { house, cell, value } => {
            format!("only place for {} in {}", names.values(*cell, *value), names.unit(*house))
        }
        Argument::OnlyValue { cell } => format!("only value left for {}", names.cell(*cell)),
        Argument::Locked { from, into, value } => {
            let cell = deduction.conclusions[0].unknown;
            let value = names.values(cell, *value);
            format!("{technique}: {value} in {} is only in {}", names.unit(*from), names.unit(*into))
        }
        Argument::Naked { house, cells, values } => {
            let (house, held) = (names.unit(*house), names.values(cells[0], *values));
            format!("{technique} in {house}: {} hold {held}", names.cells(cells))
        }
        Argument::Hidden { house, cells, values } => {
            let (house, held) = (names.unit(*house), names.values(cells[0], *values));
            format!("{technique} in {house}: {held} are only in {}", names.cells(cells))
        }
        Argument::Fish { base, cover, value } => {
            let value = names.values(deduction.conclusions[0].unknown, *value);
            format!("{technique}: {value} in {} is only in {}", lines(names, base), lines(names, cover))
        }
        Argument::Totals { houses, cages, cells, total, outside } => {
            totals(names, (houses, cages, cells), *total, *outside)
        }
        Argument::Difference { more, less } => words::difference(names, *more, *less, deduction),
        Argument::Chain { links } => {
            let text = |l: &Atom| l.wording(&names.elaborator.model);
            let then: Vec<String> = links[1..].iter().map(text).collect();
            let kind = if chains::is_xy_wing(links) { technique } else { chains::kind(links) };
            format!("{kind}: with {}, {}, against {}", text(&links[0]), then.join(", "), text(&links[0]))
        }
        Argument::Graph { net, fault, .. } => by_net(names, *net, fault),
        Argument::Islands { trouble } => words::island(names, trouble, deduction),
        Argument::Pieces { pieces, misfit } => words::misfit(names, &names.board.pieces[*pieces], *misfit, deduction),
        Argument::Alone { unit, .. } => alone(names, *unit, deduction),
        Argument::Together(_) => format!("{}{}", pattern(names, deduction), together(names, &deduction.units)),
        Argument::Choices { count, .. } => {
            let all = match count {
                1 => "in the only choice".into(),
                2 => "in both choices".into(),
                _ => format!("in all {count} choices"),
            };
            format!("{}{}: so {all}", pattern(names, deduction), together(names, &deduction.units))
        }
        Argument::Cases { turns, end } => {
            let steps = counted(length(names, turns, end) as u64, "step");
            format!("{}else a contradiction in {steps}", pattern(names, deduction))
        }
    }
}

/// What a net would be otherwise; of one that is hidden its statement.
fn by_net(names: &Names, net: usize, fault: &Fault) -> String {
    let net = &names.board.nets[net];
    match net.is_hidden {
        true => names.unit(net.unit),
        false => format!("else {}", words::would(names, net, fault)),
    }
}

/// What can't hold, at the end of a case.
fn not_met(names: &[String]) -> String {
    let together = if names.len() > 1 { " together" } else { "" };
    format!("{} can't be met{together}", listed(names))
}

/// `columns 2 and 6` for `column 2, column 6`.
fn lines(names: &Names, units: &[usize]) -> String {
    let all: Vec<String> = units.iter().map(|&u| names.unit(u)).collect();
    let numbers = |kind: &str| all.iter().map(|n| n.strip_prefix(kind)).collect::<Option<Vec<&str>>>();
    let plural = ["row ", "column "].iter().find_map(|kind| Some((kind.trim_end(), numbers(kind)?)));
    match plural {
        Some((kind, numbers)) if numbers.len() > 1 => format!("{kind}s {}", text::listed(&numbers, "and")),
        _ => all.join(", "),
    }
}

/// Statements named within a case: the first few.
fn listed(names: &[String]) -> String {
    match names.len() {
        0..=NAMED => names.join(", "),
        all => format!("{} and {} more", names[..NAMED].join(", "), all - NAMED),
    }
}

/// The turns of a case that are seen, and of those within it.
fn length(names: &Names, turns: &[Turn], end: &End) -> usize {
    let inner = if let End::Either(_, branches) = end { &branches[..] } else { &[] };
    let seen = turns.iter().filter(|t| !names.is_hidden(t.cell)).count();
    seen + inner.iter().map(|b| length(names, &b.turns, &b.end)).sum::<usize>()
}

fn totals(
    names: &Names,
    (houses, cages, cells): (&[usize], &[usize], &[UnknownId]),
    total: i64,
    outside: bool,
) -> String {
    let knowledge = names.knowledge;
    let sum_of = |&unit: &usize| {
        let house = names.board.house(unit)?;
        knowledge.values[house.cells[0]].as_ref().map(|v| v.iter().sum::<i64>())
    };
    let whole: i64 = houses.iter().filter_map(sum_of).sum();
    let part: i64 =
        cages.iter().filter_map(|&c| names.board.totals.iter().find(|t| t.unit == c)).map(|t| t.total).sum();
    let (word, more, less) = if outside { ("outie", part, whole) } else { ("innie", whole, part) };
    // What known cells beside the cages add to that.
    let known = more - less - total;
    let known = match known {
        0 => String::new(),
        k if k > 0 => format!(" - {k}"),
        k => format!(" + {}", -k),
    };
    let sum = format!("{more} - {less}{known}");
    match cells {
        [_] => format!("{word} of {}: {sum}", names.units(houses)),
        _ => {
            let cells: Vec<String> = cells.iter().map(|&c| names.cell(c)).collect();
            format!("{word}s of {}: {} = {sum} = {total}", names.units(houses), cells.join(" + "))
        }
    }
}

/// `17-cage at r2c3: only 8 9`; of a line what it leaves to its cells.
fn alone(names: &Names, unit: usize, deduction: &Deduction) -> String {
    let name = match names.board.kept_apart_by(unit) {
        Some(_) => format!("{}, all different", names.unit(unit)),
        None => names.unit(unit),
    };
    let knowledge = names.knowledge;
    let marks = names.board.marks_from(knowledge, &deduction.units, &deduction.facts);
    let left = |u: UnknownId| {
        let mut left = marks[u];
        for l in deduction.conclusions.iter().filter(|l| l.unknown == u) {
            let bit = knowledge.bit(u, l.value).unwrap_or(0);
            left &= if l.is { bit } else { !bit };
        }
        left
    };
    let mut about: Vec<UnknownId> = deduction.conclusions.iter().map(|l| l.unknown).collect();
    about.dedup();
    if let Some(total) = names.board.totals.iter().find(|t| t.unit == unit) {
        let others = total.cells.iter().filter(|c| **c != about[0]);
        let known: Option<Vec<i64>> =
            others.map(|&c| marks[c].is_power_of_two().then(|| knowledge.value_at(c, marks[c]))?).collect();
        if let (Some(known), [_]) = (known, &about[..]) {
            return format!("{name}: {} - {} is left", total.total, known.iter().sum::<i64>());
        }
        // All cells of the cage together.
        let union = total.cells.iter().fold(0, |m, &c| m | left(c));
        let less = union != knowledge.full(total.cells[0]);
        if less && total.cells.iter().all(|&c| marks[c] & union == left(c)) {
            return format!("{name}: only {}", names.values(total.cells[0], union));
        }
    }
    // Cells with the same left to them are told together; what the conclusions say is not said again.
    let mut parts: Vec<(String, Vec<UnknownId>)> = Vec::new();
    let said = joint_wording(&names.elaborator.model, &deduction.conclusions);
    for cell in about {
        let text = bound(names, cell, marks[cell], left(cell));
        let same = [text.replace("at most", "<="), text.replace("at least", ">=")];
        let again = text.starts_with("not ")
            || left(cell).is_power_of_two()
            || same.iter().any(|t| said.contains(&format!("{} {t}", names.cell(cell))));
        if again {
            continue;
        }
        match parts.iter_mut().find(|p| p.0 == text) {
            Some(part) => part.1.push(cell),
            None => parts.push((text, vec![cell])),
        }
    }
    if let Some(told) = words::counted(names, unit, deduction, &marks) {
        return told;
    }
    let yes_no = |p: &(String, Vec<UnknownId>)| p.0.is_empty();
    if parts.iter().all(yes_no) {
        return name;
    }
    let parts: Vec<String> = parts.into_iter().map(|(text, cells)| format!("{} {text}", names.cells(&cells))).collect();
    format!("{name}: {}", parts.join(", "))
}

/// What is left of some values: `at most 5`, `at least 3`, `not 4`, `only 8 9`; nothing of yes or no.
fn bound(names: &Names, cell: UnknownId, before: Mask, left: Mask) -> String {
    if names.elaborator.model.unknown(cell).kind == Kind::Bool {
        return String::new();
    }
    let gone = before & !left;
    let model = &names.elaborator.model;
    let is_number = |v: i64| value_wording(model, cell, v) == v.to_string();
    let ordered = model.unknown(cell).kind == Kind::Int
        && names.knowledge.values_in(cell, names.knowledge.full(cell)).into_iter().all(is_number);
    let highest = |m: Mask| m.leading_zeros();
    if left.is_power_of_two() {
        format!("only {}", names.values(cell, left))
    } else if ordered && left != 0 && gone.trailing_zeros() > Mask::BITS - 1 - highest(left) {
        format!("at most {}", names.values(cell, 1 << (Mask::BITS - 1 - highest(left))))
    } else if ordered && gone != 0 && left.trailing_zeros() > Mask::BITS - 1 - highest(gone) {
        format!("at least {}", names.values(cell, left & left.wrapping_neg()))
    } else if gone.count_ones() < left.count_ones() {
        format!("not {}", names.values(cell, gone))
    } else {
        format!("only {}", names.values(cell, left))
    }
}
