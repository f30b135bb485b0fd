//! Cases in sentences: the supposition, its consequences in order, and the contradiction.
//!
//! Sentences leave out hidden unknowns. Statements that hidden values follow from are named with the next visible value. A
//! hidden unknown in a supposition gets a letter.

use super::violation::is_named_by_statement;
use super::{LONGEST, Narrator};
use sator_answer::{Argument, Case, Cause, End, Inference, Placeholders, StatementName, Step, Turn};
use sator_model::wording::has_sentence;
use sator_model::{Atom, UnknownId};

/// Statements that a case names at once.
const NAMED: usize = 3;

/// Statements named within a case: the first few.
pub(super) fn listed(names: &[String]) -> String {
    match names.len() {
        0..=NAMED => names.join(", "),
        all => format!("{} and {} more", names[..NAMED].join(", "), all - NAMED),
    }
}

/// The sentences of steps about hidden unknowns that have one reason.
struct Contribution {
    atoms: Vec<Atom>,
    reason: String,
    /// The cases of the only conclusion.
    within: Vec<String>,
    /// See [`Narrator::of_any_value`].
    of_any_value: Option<(UnknownId, Vec<String>)>,
    /// Conclusions with the same cases for other values.
    likewise: Vec<Atom>,
}

impl Narrator<'_> {
    /// The cases of a step, in sentences of at most [`LONGEST`] characters.
    pub(super) fn cases(&self, step: &Step) -> Vec<String> {
        let mut sentences = self.contributed(&step.contributions);
        sentences.extend(self.own_cases(&step.inference));
        if !sentences.is_empty() {
            let letters = self.letters(&step.placeholders);
            sentences.splice(0..0, letters.map(|letters| letters.chars().take(LONGEST).collect()));
        }
        sentences
    }

    /// The meaning of the letters: `A and B are hidden in chain(x)`.
    fn letters(&self, placeholders: &Placeholders) -> Option<String> {
        let rule = placeholders.rule.as_deref().filter(|text| !self.leaks(text)).unwrap_or("a rule");
        let last = self.letter(*placeholders.unknowns.last()?)?;
        Some(match placeholders.unknowns.len() {
            1 => format!("A is hidden in {rule}"),
            2 => format!("A and B are hidden in {rule}"),
            _ => format!("A to {last} are hidden in {rule}"),
        })
    }

    /// The statements of steps about hidden unknowns, those for one reason together. Unknowns with words are named, `r1c2 is on the
    /// path of 3: cells that are joined are on one path`; of others the reason stands alone. Cases that differ in one value are written
    /// out for the first one.
    fn contributed(&self, inferences: &[Inference]) -> Vec<String> {
        let text = |atoms: &[Atom], reason: &str| match atoms {
            [] => format!("with {reason}"),
            _ => format!("{}: {reason}", self.atoms(atoms).join(", ")),
        };
        let mut lots: Vec<Contribution> = Vec::new();
        for inference in inferences {
            // Statements that imply hidden values together make one sentence.
            let within = match inference.argument {
                Argument::Together { .. } => vec![],
                _ => self.own_cases(inference),
            };
            let reason = self.sentence(inference);
            let conclusions = inference.conclusions.iter().copied();
            let atoms: Vec<Atom> = conclusions.filter(|c| !self.is_hidden(c.unknown)).collect();
            let of_any_value = self.of_any_value(&atoms, &within);
            let new = Contribution { atoms, reason, within, of_any_value, likewise: vec![] };
            let makes_one_sentence = |last: &Contribution| {
                let both = [&last.atoms[..], &new.atoms[..]].concat();
                let fits = text(&both, &new.reason).chars().count() <= LONGEST;
                let same_kind = last.atoms.is_empty() == new.atoms.is_empty();
                fits && same_kind && last.within.is_empty() && new.within.is_empty()
            };
            match lots.last_mut().filter(|last| last.reason == new.reason) {
                Some(last) if makes_one_sentence(last) => last.atoms.extend(new.atoms),
                Some(last) if new.of_any_value.is_some() && last.of_any_value == new.of_any_value => {
                    last.likewise.extend(new.atoms);
                }
                _ => lots.push(new),
            }
        }
        let mut sentences: Vec<String> = Vec::new();
        for Contribution { atoms, reason, within, likewise, .. } in lots {
            let fits = |atoms: &[Atom]| text(atoms, &reason).chars().count() <= LONGEST;
            let mut own: Vec<String> = in_lots(&atoms, fits).into_iter().map(|lot| text(lot, &reason)).collect();
            if own.is_empty() {
                own.push(text(&[], &reason).chars().take(LONGEST).collect());
            }
            let again = within.is_empty() && own.iter().all(|one| sentences.contains(one));
            if !again {
                sentences.extend(own);
                sentences.extend(within);
            }
            let in_the_same_way = |atoms: &[Atom]| format!("in the same way {}", self.atoms(atoms).join(", "));
            let fits = |atoms: &[Atom]| in_the_same_way(atoms).chars().count() <= LONGEST;
            sentences.extend(in_lots(&likewise, fits).into_iter().map(in_the_same_way));
        }
        sentences
    }

    /// The unknown of the only conclusion, and its cases without its value. A value of one word could be part of another word.
    fn of_any_value(&self, conclusions: &[Atom], within: &[String]) -> Option<(UnknownId, Vec<String>)> {
        let &[Atom { unknown, value, .. }] = conclusions else { return None };
        let value = self.value(unknown, value);
        let cases = within.iter().map(|sentence| sentence.replace(&value, "")).collect();
        (!within.is_empty() && value.contains(' ')).then_some((unknown, cases))
    }

    /// The cases of one inference by itself.
    fn own_cases(&self, inference: &Inference) -> Vec<String> {
        let mut sentences: Vec<String> = Vec::new();
        match &inference.argument {
            Argument::Cases { case, .. } => self.case("", case, &mut sentences),
            Argument::Choices { shown, .. } => {
                // The conclusions can be all that an only choice has.
                let is_shown = |atoms: &&Vec<Atom>| {
                    shown.len() > 1 || atoms.iter().any(|atom| !inference.conclusions.contains(atom))
                };
                for (n, atoms) in shown.iter().filter(is_shown).enumerate() {
                    let texts = self.atoms(atoms);
                    let text = |part: &[String]| format!("choice {}: {}", n + 1, part.join(", "));
                    let lots = in_lots(&texts, |part| text(part).chars().count() <= LONGEST);
                    sentences.extend(lots.into_iter().map(text));
                }
            }
            Argument::Together { denials, .. } => self.denials(denials, &mut sentences),
            _ => {}
        }
        sentences
    }

    /// Independent cases. Among cases with the same consequences only the first is written out.
    fn denials(&self, denials: &[Case], sentences: &mut Vec<String>) {
        let mut written: Vec<&Case> = vec![];
        for one in denials {
            let same = |other: &Case| (&other.turns[1..], &other.end) == (&one.turns[1..], &one.end);
            if written.iter().any(|other| same(other)) {
                continue;
            }
            written.push(one);
            self.case("", one, sentences);
            let others = denials.iter().filter(|other| same(other) && *other != one);
            let others: Vec<String> = others.map(|other| self.supposed(&other.turns[0])).collect();
            let text = |part: &[String]| format!("the same for {}", part.join(", "));
            sentences.extend(in_lots(&others, |part| text(part).chars().count() <= LONGEST).into_iter().map(text));
        }
    }

    /// The hypothesis of a turn. All values but one are worded as "isn't" that one.
    fn supposed(&self, turn: &Turn) -> String {
        match (&turn.removed[..], &turn.left[..]) {
            (_, [_]) | ([] | [_, _, ..], _) => self.left_by(turn),
            (&[value], _) => self.atom(&Atom { unknown: turn.cell, value, is: false }),
        }
    }

    /// The values that a turn leaves to its cell.
    fn left_by(&self, turn: &Turn) -> String {
        if let [value] = turn.left[..] {
            return self.atom(&Atom { unknown: turn.cell, value, is: true });
        }
        let only = if self.has_words(turn.cell) { "is" } else { "only" };
        format!("{} {only} {}", self.cell(turn.cell), self.values(turn.cell, &turn.left))
    }

    /// The consequences of the hypothesis of the first turn. Cases within it have numbers: `case 1.2`.
    fn case(&self, number: &str, case: &Case, sentences: &mut Vec<String>) {
        let mut parts: Vec<String> = Vec::new();
        // The statements that hidden values follow from.
        let mut unseen: Vec<String> = Vec::new();
        for (k, turn) in case.turns.iter().enumerate() {
            if self.is_hidden(turn.cell) {
                if let Some(statement) = stated_by(&turn.by) {
                    add(&mut unseen, self.name(statement));
                }
                continue;
            }
            let what = if k == 0 { self.supposed(turn) } else { self.left_by(turn) };
            if k == 0 && number.is_empty() {
                parts.push(format!("suppose {what}"));
                continue;
            }
            let by = match &turn.by {
                Cause::Supposed => {
                    parts.push(format!("case {number}: {what}"));
                    continue;
                }
                Cause::Statement(statement) => self.name(statement),
                Cause::OnlyValue => "only value".into(),
                Cause::Loop(violated) => self.otherwise_loop(violated),
                Cause::Islands(violation) => format!("else {}", self.island_would(violation)),
                Cause::Pieces(violation) => format!("else {}", self.piece_would(violation)),
            };
            add(&mut unseen, by);
            parts.push(format!("{what} ({})", listed(&std::mem::take(&mut unseen))));
        }
        parts.push(self.end(&case.end, unseen));
        let start = sentences.len();
        for (k, part) in parts.into_iter().enumerate() {
            let is_first = k == 1 && number.is_empty() && !["but ", "then "].iter().any(|word| part.starts_with(word));
            let joint = if is_first { ": " } else { ", " };
            match sentences[start..].last_mut() {
                Some(last) if last.chars().count() + joint.len() + part.chars().count() <= LONGEST => {
                    last.push_str(joint);
                    last.push_str(&part);
                }
                _ => sentences.push(part.chars().take(LONGEST).collect()),
            }
        }
        let inner = if let End::Split(cases) = &case.end { &cases[..] } else { &[] };
        for (k, case) in inner.iter().enumerate() {
            let dot = if number.is_empty() { "" } else { "." };
            self.case(&format!("{number}{dot}{}", k + 1), case, sentences);
        }
    }

    /// The conflict of a case. `unseen` are the statements that imply the last hidden values.
    fn end(&self, end: &End, unseen: Vec<String>) -> String {
        match end {
            End::NoValue(cell) if has_sentence(self.model, *cell) => {
                let yes = Atom { unknown: *cell, value: 1, is: true }.wording(self.model);
                format!("{yes}, and not")
            }
            End::NoValue(cell) if self.is_hidden(*cell) && unseen.is_empty() => "that can't be".into(),
            End::NoValue(cell) if self.is_hidden(*cell) => self.not_met(&unseen),
            End::NoValue(cell) => {
                let left = if self.has_words(*cell) { "no way" } else { "no value" };
                format!("{left} is left for {}", self.cell(*cell))
            }
            End::NoPlace { house, hidden: true, .. } => self.unmet(unseen, house),
            End::NoPlace { house, value, .. } => {
                let value = value.map_or(String::new(), |(cell, value)| self.value(cell, value));
                format!("no place is left for {value} in {}", self.name(house))
            }
            End::Unmet(statement) => self.unmet(unseen, statement),
            End::Loop(violated) if is_named_by_statement(violated) => self.unmet(unseen, &violated.statement),
            End::Loop(violated) => self.loop_does(&violated.violation),
            End::Islands(violation) => self.island_does(violation),
            End::Pieces(violation) => self.piece_does(violation),
            End::Split(cases) => format!("then {} cases", cases.len()),
        }
    }

    /// A statement that can't be met, with the statements that hidden values follow from.
    fn unmet(&self, mut unseen: Vec<String>, statement: &StatementName) -> String {
        if unseen.is_empty() && statement.is_sentence() {
            return format!("but {}", self.name(statement));
        }
        add(&mut unseen, self.name(statement));
        self.not_met(&unseen)
    }
}

/// The statement that something follows from, where words name one for a hidden value.
fn stated_by(cause: &Cause) -> Option<&StatementName> {
    match cause {
        Cause::Statement(statement) => Some(statement),
        Cause::Loop(violated) => Some(&violated.statement),
        Cause::Pieces(violation) => Some(&violation.statement),
        Cause::Islands(_) | Cause::Supposed | Cause::OnlyValue => None,
    }
}

fn add(names: &mut Vec<String>, name: String) {
    if !names.contains(&name) {
        names.push(name);
    }
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
