//! Cases in words: what is supposed, what follows from it one after the other, and how it ends.

use super::super::super::deduce::Deduction;
use super::super::names::Names;
use super::super::{Branch, By, End, Turn, words};
use super::{LONGEST, by_net, listed, not_met, sentence};
use crate::logic::argument::Argument;
use sator_answer::Atom;

/// The cases of a step that has no name, in sentences of at most [`LONGEST`] characters: what follows from what is supposed. What
/// is hidden is told by the statements that it follows from, with what is seen next; where it is supposed, by a letter.
pub(crate) fn cases(names: &Names, deduction: &Deduction) -> Vec<String> {
    let mut sentences = match deduction.parts.split_last() {
        Some((own, before)) => [contributed(names, before), own_cases(names, own)].concat(),
        None => own_cases(names, deduction),
    };
    if !sentences.is_empty() {
        sentences.splice(0..0, names.letters().map(|letters| letters.chars().take(LONGEST).collect()));
    }
    sentences
}

/// What steps about hidden unknowns contribute, those for one reason together: of those that have words what they are, `r1c2 is on
/// the path of 3: cells that are joined are on one path`; of others the reason.
fn contributed(names: &Names, parts: &[Deduction]) -> Vec<String> {
    let text = |atoms: &[Atom], reason: &str| match atoms {
        [] => format!("with {reason}"),
        _ => format!("{}: {reason}", names.joint_wording(atoms).join(", ")),
    };
    let mut told: Vec<(Vec<Atom>, String, Vec<String>)> = Vec::new();
    for part in parts {
        // What statements say together of hidden values is told at once.
        let within = if let Some(Argument::Together(_)) = part.argument { vec![] } else { own_cases(names, part) };
        let reason = sentence(names, part);
        let atoms: Vec<Atom> = part.conclusions.iter().copied().filter(|c| !names.is_hidden(c.unknown)).collect();
        let last = told.last_mut().filter(|last| {
            let both = [&last.0[..], &atoms[..]].concat();
            let fits = text(&both, &reason).chars().count() <= LONGEST;
            fits && last.1 == reason && last.2.is_empty() && within.is_empty() && last.0.is_empty() == atoms.is_empty()
        });
        match last {
            Some(last) => last.0.extend(atoms),
            None => told.push((atoms, reason, within)),
        }
    }
    let mut sentences: Vec<String> = Vec::new();
    for (atoms, reason, within) in told {
        let fits = |atoms: &[Atom]| text(atoms, &reason).chars().count() <= LONGEST;
        let mut said: Vec<String> = in_lots(&atoms, fits).into_iter().map(|lot| text(lot, &reason)).collect();
        if said.is_empty() {
            said.push(text(&[], &reason).chars().take(LONGEST).collect());
        }
        let again = within.is_empty() && said.iter().all(|one| sentences.contains(one));
        if !again {
            sentences.extend(said);
            sentences.extend(within);
        }
    }
    sentences
}

/// Cuts a list into as few pieces as fit, or into none where one alone doesn't.
fn in_lots<T>(list: &[T], fits: impl Fn(&[T]) -> bool) -> Vec<&[T]> {
    let (mut lots, mut rest) = (vec![], list);
    while !rest.is_empty() {
        let Some(most) = (1..=rest.len()).take_while(|&n| fits(&rest[..n])).last() else { return vec![] };
        let (lot, after) = rest.split_at(most);
        lots.push(lot);
        rest = after;
    }
    lots
}

/// The cases of one deduction by itself.
fn own_cases(names: &Names, deduction: &Deduction) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    match &deduction.argument {
        Some(Argument::Cases { turns, end }) => {
            branch(names, "", turns, end, &mut sentences);
        }
        Some(Argument::Choices { shown, .. }) => {
            for (n, atoms) in shown.iter().enumerate() {
                let told = names.joint_wording(atoms);
                let text = |part: &[String]| format!("choice {}: {}", n + 1, part.join(", "));
                let lots = in_lots(&told, |part| text(part).chars().count() <= LONGEST);
                sentences.extend(lots.into_iter().map(text));
            }
        }
        Some(Argument::Together(each)) => {
            // What is supposed of several cells with the same end is told of the first.
            let mut told: Vec<&Branch> = vec![];
            for one in each {
                let same = |other: &Branch| (&other.turns[1..], &other.end) == (&one.turns[1..], &one.end);
                if told.iter().any(|other| same(other)) {
                    continue;
                }
                told.push(one);
                branch(names, "", &one.turns, &one.end, &mut sentences);
                let others: Vec<String> = each
                    .iter()
                    .filter(|other| same(other) && *other != one)
                    .map(|other| supposed(names, &other.turns[0]))
                    .collect();
                let text = |part: &[String]| format!("the same for {}", part.join(", "));
                sentences.extend(in_lots(&others, |part| text(part).chars().count() <= LONGEST).into_iter().map(text));
            }
        }
        _ => {}
    }
    sentences
}

/// What a turn supposes: of all values but one that it isn't this.
fn supposed(names: &Names, turn: &Turn) -> String {
    let all_but = names.knowledge.full(turn.cell) & !turn.left;
    match all_but.is_power_of_two() && !turn.left.is_power_of_two() {
        true => {
            let value = names.knowledge.value_at(turn.cell, all_but).unwrap_or(0);
            names.told(&Atom { unknown: turn.cell, value, is: false })
        }
        false => left_by(names, turn),
    }
}

/// What a turn leaves to its cell.
fn left_by(names: &Names, turn: &Turn) -> String {
    if turn.left.is_power_of_two() {
        let value = names.knowledge.value_at(turn.cell, turn.left).unwrap_or(0);
        return names.told(&Atom { unknown: turn.cell, value, is: true });
    }
    let only = if names.has_words(turn.cell) { "is" } else { "only" };
    format!("{} {only} {}", names.cell(turn.cell), names.values(turn.cell, turn.left))
}

/// What follows from what the first turn supposes; cases within it are numbered: `case 1.2`.
fn branch(names: &Names, number: &str, turns: &[Turn], end: &End, sentences: &mut Vec<String>) {
    let model = &names.elaborator.model;
    let mut parts: Vec<String> = Vec::new();
    // The statements that hidden values follow from.
    let mut unseen: Vec<String> = Vec::new();
    let note = |unseen: &mut Vec<String>, name: String| {
        if !unseen.contains(&name) {
            unseen.push(name);
        }
    };
    for (k, turn) in turns.iter().enumerate() {
        if names.is_hidden(turn.cell) {
            match &turn.by {
                By::Unit(unit) => note(&mut unseen, names.unit(*unit)),
                By::Net(net, _) => note(&mut unseen, names.unit(names.board.nets[*net].unit)),
                By::Islands(_) => {}
                By::Pieces(n, misfit) => note(&mut unseen, words::said_by(names, &names.board.pieces[*n], *misfit)),
                By::Supposed | By::OnlyValue => {}
            }
            continue;
        }
        let what = if k == 0 { supposed(names, turn) } else { left_by(names, turn) };
        let by = match &turn.by {
            _ if k == 0 && number.is_empty() => {
                parts.push(format!("suppose {what}"));
                continue;
            }
            By::Supposed => {
                parts.push(format!("case {number}: {what}"));
                continue;
            }
            By::Unit(unit) => names.unit(*unit),
            By::OnlyValue => "only value".into(),
            By::Net(net, fault) => by_net(names, *net, fault),
            By::Islands(trouble) => format!("else {}", words::would_trouble(names, trouble)),
            By::Pieces(n, misfit) => format!("else {}", words::would_misfit(names, &names.board.pieces[*n], *misfit)),
        };
        if !unseen.contains(&by) {
            unseen.push(by);
        }
        parts.push(format!("{what} ({})", listed(&std::mem::take(&mut unseen))));
    }
    let mut inner: &[Branch] = &[];
    let unmet = |mut unseen: Vec<String>, unit: usize| {
        if unseen.is_empty() && names.is_sentence(unit) {
            return format!("but {}", names.unit(unit));
        }
        note(&mut unseen, names.unit(unit));
        not_met(&unseen)
    };
    parts.push(match end {
        End::NoValue(cell) if names.is_sentence_of(*cell) => {
            let yes = Atom { unknown: *cell, value: 1, is: true }.wording(model);
            format!("{yes}, and not")
        }
        End::NoValue(cell) if names.is_hidden(*cell) && unseen.is_empty() => "that can't be".into(),
        End::NoValue(cell) if names.is_hidden(*cell) => not_met(&unseen),
        End::NoPlace(house, _) if names.groups[*house].scope.iter().any(|&u| names.is_hidden(u)) => {
            unmet(unseen, *house)
        }
        End::NoValue(cell) => {
            let left = if names.has_words(*cell) { "no way" } else { "no value" };
            format!("{left} is left for {}", names.cell(*cell))
        }
        End::NoPlace(house, bit) => {
            let value = names.board.house(*house).map_or(String::new(), |h| names.values(h.cells[0], *bit));
            format!("no place is left for {value} in {}", names.unit(*house))
        }
        End::Broken(unit) => unmet(unseen, *unit),
        End::Islands(trouble) => words::trouble(names, trouble),
        End::Pieces(n, misfit) => words::ends_misfit(names, &names.board.pieces[*n], *misfit),
        End::Net(net, _) if names.board.nets[*net].is_hidden => unmet(unseen, names.board.nets[*net].unit),
        End::Net(net, fault) => words::end(names, &names.board.nets[*net], fault),
        End::Either(_, branches) => {
            inner = branches;
            format!("then {} cases", branches.len())
        }
    });
    let start = sentences.len();
    for (k, part) in parts.into_iter().enumerate() {
        let joint = if k == 1 && number.is_empty() { ": " } else { ", " };
        match sentences[start..].last_mut() {
            Some(last) if last.chars().count() + joint.len() + part.chars().count() <= LONGEST => {
                last.push_str(joint);
                last.push_str(&part);
            }
            _ => sentences.push(part.chars().take(LONGEST).collect()),
        }
    }
    for (k, b) in inner.iter().enumerate() {
        let dot = if number.is_empty() { "" } else { "." };
        branch(names, &format!("{number}{dot}{}", k + 1), &b.turns, &b.end, sentences);
    }
}
