//! The wording of literals in steps: `r1c2 is shaded`, `the border right of r1c6 isn't drawn`, several of a kind together.

mod bridges;

use super::lines::{StrokePlace, cell_text};
use super::shape::{EMPTY, Form, Place};
use super::{Atom, Grid, Kind, LineKind, Lines, LinesId, Model, Predicate, UnknownId};
use sator_base::text::listed;
use std::sync::Arc;

/// The texts for yes and no of some unknowns: `piece 5 is at r1c1, r1c2`, `piece 5 isn't at r1c1, r1c2`.
#[derive(Clone, Debug)]
pub struct YesNoWording {
    /// Each unknown with the text that follows `yes` or `no`; sorted by unknown.
    pub of: Vec<(UnknownId, Arc<str>)>,
    /// The text before the rest in `of` where the unknown is true.
    pub yes: Arc<str>,
    /// The text before the rest in `of` where the unknown is false.
    pub no: Arc<str>,
}

/// The texts for each value of some unknowns: `r1c2 is on the path of 3`, `the piece in room.a is an L`.
#[derive(Clone, Debug)]
pub struct ValueWording {
    /// Each unknown with its name, if that isn't its cell; sorted by unknown.
    pub of: Vec<(UnknownId, Option<Arc<str>>)>,
    /// The value of the first text in `words`; the others belong to the values after it.
    pub from: i64,
    /// The words for an unknown with each value, from `from` on: `on the path of 3`.
    pub words: Box<[Arc<str>]>,
}

impl ValueWording {
    fn of_value(&self, value: i64) -> Option<&str> {
        let at = usize::try_from(value.checked_sub(self.from)?).ok()?;
        Some(&**self.words.get(at)?)
    }
}

/// The way in which the wordings of several literals combine into one.
#[derive(Clone, PartialEq, Eq)]
enum SharedWording {
    /// By the words of a rule.
    Words(Predicate),
    /// Strokes of one kind, all present or all absent.
    Stroke(LinesId, bool),
    /// Only with literals about the same unknown.
    Alone,
}

impl Atom {
    /// [`Atom::text`] of a visible unknown, which can be typed back; [`Atom::wording`] of a hidden one.
    pub fn text_or_wording(&self, model: &Model) -> String {
        if model.unknown(self.unknown).hidden { self.wording(model) } else { self.text(model) }
    }

    /// The literal in the words of its rule, or of its stroke; else [`Atom::text`]: `the border right of r1c6 isn't drawn`.
    pub fn wording(&self, model: &Model) -> String {
        let yes = (self.value != 0) == self.is;
        if let Some(sentence) = sentence_of(model, self.unknown, yes) {
            return sentence;
        }
        let name = name_wording(model, self.unknown);
        if let Some(words) = self.words(model) {
            return format!("{name} {words}");
        }
        let Some((lines, place)) = model.lines.iter().find_map(|l| Some((l, l.place_of(self.unknown)?))) else {
            return self.text(model);
        };
        match model.unknown(self.unknown).kind {
            Kind::Bool => format!("{place} {}", state(lines.kind, yes, lines.kind != LineKind::Fences)),
            _ => format!("{place} {}", bridges::times_joined(self)),
        }
    }

    /// The rule's words for the cell: `is shaded`; for a value drawn as a sign `is ▲`, `isn't empty`.
    fn words(&self, model: &Model) -> Option<Predicate> {
        if model.unknown(self.unknown).kind == Kind::Bool {
            return cell_wording(model, self.unknown, (self.value != 0) == self.is).cloned();
        }
        let stated = stated_value(model, self.unknown, self.value);
        let value = stated.or_else(|| sign_of(model, self.unknown, self.value))?;
        Some(Predicate::being(value, self.is))
    }

    /// The way in which this literal combines with others.
    fn shared_wording(&self, model: &Model) -> SharedWording {
        let yes = (self.value != 0) == self.is;
        if let Some(words) = self.words(model) {
            return if words.plural().is_some() { SharedWording::Words(words) } else { SharedWording::Alone };
        }
        let stroke = |l: &&Lines| l.across.contains(&Some(self.unknown)) || l.down.contains(&Some(self.unknown));
        match model.lines.iter().position(|l| stroke(&l)) {
            Some(at) if model.unknown(self.unknown).kind == Kind::Bool => SharedWording::Stroke(LinesId::at(at), yes),
            _ => SharedWording::Alone,
        }
    }
}

/// A rule's wording for this cell with yes or no: `is shaded`.
pub fn cell_wording(model: &Model, cell: UnknownId, holds: bool) -> Option<&Predicate> {
    model.shapes.iter().find_map(|shape| match &shape.form {
        Form::Words { yes, no } if model.grid(shape.grid).unknowns.contains(&Some(cell)) => {
            Some(if holds { yes } else { no })
        }
        _ => None,
    })
}

/// The rule's sentence for yes or no of an unknown outside cells.
fn sentence_of(model: &Model, u: UnknownId, holds: bool) -> Option<String> {
    let found = |p: &YesNoWording| Some(p.of[p.of.binary_search_by_key(&u, |of| of.0).ok()?].1.clone());
    let (wording, rest) = model.sentences.iter().find_map(|p| Some((p, found(p)?)))?;
    Some(format!("{}{rest}", if holds { &wording.yes } else { &wording.no }))
}

/// The rule, as an index into [`Model::sentences`], whose sentence for no states this literal.
pub fn denying_sentences(model: &Model, atom: Atom) -> Option<usize> {
    let is_denied = (atom.value != 0) != atom.is;
    model
        .sentences
        .iter()
        .position(|wording| wording.of.binary_search_by_key(&atom.unknown, |of| of.0).is_ok() && is_denied)
}

/// The rule's texts for the values of this unknown, and the rule's name for the unknown.
fn value_words(model: &Model, u: UnknownId) -> Option<(&ValueWording, Option<&str>)> {
    let name = |words: &ValueWording| words.of.binary_search_by_key(&u, |of| of.0).ok();
    let words = model.value_words.iter().find(|words| name(words).is_some())?;
    Some((words, words.of[name(words)?].1.as_deref()))
}

fn stated_value(model: &Model, u: UnknownId, value: i64) -> Option<&str> {
    value_words(model, u)?.0.of_value(value)
}

/// Whether a step can mention the unknown: it is visible, has a name in the script, joins two cells of a partition, or
/// its rule has words for each of its values.
pub fn is_describable(model: &Model, u: UnknownId) -> bool {
    let is_worded =
        |(words, _): (&ValueWording, _)| model.unknown(u).domain.iter().all(|v| words.of_value(v).is_some());
    let divides = |lines: &Lines| lines.kind == LineKind::Partition && lines.place_of(u).is_some();
    !model.unknown(u).hidden
        || !model.unknown(u).inner
        || value_words(model, u).is_some_and(is_worded)
        || has_sentence(model, u)
        || model.lines.iter().any(divides)
}

/// Whether its rule has whole sentences for yes and no, so that the unknown needs no name.
pub fn has_sentence(model: &Model, u: UnknownId) -> bool {
    sentence_of(model, u, true).is_some()
}

/// The name of an unknown: the rule's name for it, the cell alone if it is inner to a rule, else its own name.
pub fn name_wording(model: &Model, u: UnknownId) -> String {
    if let Some((_, Some(name))) = value_words(model, u) {
        return name.into();
    }
    match model.grids.iter().filter(|_| model.unknown(u).inner).find_map(|grid| grid.position_of(u)) {
        Some(place) => cell_text(place),
        None => model.place_of(u),
    }
}

/// The sign for a value of this unknown, or `empty`.
fn sign_of(model: &Model, u: UnknownId, value: i64) -> Option<&str> {
    let sign = model.shapes.iter().rev().find_map(|shape| match &shape.form {
        Form::Signs { from, signs } if model.grid(shape.grid).unknowns.contains(&Some(u)) => {
            signs.get(usize::try_from(value.checked_sub(*from)?).ok()?)
        }
        _ => None,
    })?;
    Some(if &**sign == EMPTY { "empty" } else { sign })
}

/// The wording of a value in steps: the rule's words, the sign, or the value itself.
pub fn value_wording(model: &Model, u: UnknownId, value: i64) -> String {
    if let Some(words) = stated_value(model, u, value) {
        return words.into();
    }
    sign_of(model, u, value).map_or_else(|| model.value_text(model.unknown(u).kind, value), Into::into)
}

/// `isn't drawn`, `are joined`.
fn state(kind: LineKind, yes: bool, several: bool) -> String {
    let verb = match (several, yes) {
        (false, true) => "is",
        (false, false) => "isn't",
        (true, true) => "are",
        (true, false) => "aren't",
    };
    let what = match kind {
        LineKind::Fences => "drawn",
        LineKind::Links => "joined",
        LineKind::Partition => "in one piece",
    };
    format!("{verb} {what}")
}

/// The wordings of some literals, combined where they concern one unknown or are of one kind: `r1c1 <= 3`, `r1c2 in {4,
/// 7}`, `r1c1..r1c3 and r2c5 are shaded`, `r3c2 isn't joined to r2c2 or r4c2`.
pub fn joint_wording(model: &Model, atoms: &[Atom]) -> Vec<String> {
    let by_unknown = more_values_than_unknowns(model, atoms);
    let mut groups: Vec<(SharedWording, Vec<Atom>)> = Vec::new();
    for atom in atoms {
        let own = if by_unknown && is_ruled_out_in_words(model, atom) {
            SharedWording::Alone
        } else {
            atom.shared_wording(model)
        };
        let same = |g: &&mut (SharedWording, Vec<Atom>)| match &g.0 {
            SharedWording::Alone => {
                own == SharedWording::Alone
                    && (g.1[0].unknown == atom.unknown || bridges::go_on(model, atoms, &g.1, atom))
            }
            shared => *shared == own,
        };
        match groups.iter_mut().find(same) {
            Some(group) if !group.1.contains(atom) => group.1.push(*atom),
            Some(_) => {}
            None => groups.push((own, vec![*atom])),
        }
    }
    let wordings = groups.into_iter().flat_map(|(shared, mut atoms)| match (shared, &atoms[..]) {
        (SharedWording::Alone, [first, .., last]) if first.unknown != last.unknown => {
            bridges::wording(model, first, last).into_iter().collect()
        }
        (SharedWording::Alone, _) => wordings_of_one(model, &atoms),
        (_, [one]) => vec![one.wording(model)],
        (SharedWording::Words(words), _) => {
            atoms.sort_unstable();
            let cells: Vec<UnknownId> = atoms.iter().map(|a| a.unknown).collect();
            vec![format!("{} {}", in_runs(model, &cells), words.plural().unwrap_or_default())]
        }
        (SharedWording::Stroke(..), _) => strokes(model, &atoms),
    });
    wordings.collect()
}

fn is_ruled_out_in_words(model: &Model, atom: &Atom) -> bool {
    !atom.is && stated_value(model, atom.unknown, atom.value).is_some()
}

/// Whether the literals rule out more values in words than they have unknowns. Then each unknown gets its own sentence.
fn more_values_than_unknowns(model: &Model, atoms: &[Atom]) -> bool {
    let ruled_out: Vec<&Atom> = atoms.iter().filter(|a| is_ruled_out_in_words(model, a)).collect();
    let distinct = |mut of: Vec<i64>| {
        of.sort_unstable();
        of.dedup();
        of.len()
    };
    let unknowns = distinct(ruled_out.iter().map(|a| i64::from(a.unknown.0)).collect());
    distinct(ruled_out.iter().map(|a| a.value).collect()) > unknowns
}

/// Names of unknowns, in order of their ids. Three or more cells in a row or column become a line: `r1c1..r1c4`.
pub fn in_runs(model: &Model, cells: &[UnknownId]) -> String {
    let of_first = |grid: &&Grid| grid.unknowns.contains(&Some(cells[0]));
    let grid = model.grids.iter().find(of_first);
    let at = |u: UnknownId| grid?.position_of(u);
    let name = |u: UnknownId| name_wording(model, u);
    // `x[r1c1..r1c3]` can't be shortened from two names.
    let plain = cells.iter().all(|&u| at(u).is_some_and(|place| name(u) == cell_text(place)));
    let mut left = cells.to_vec();
    let mut texts: Vec<(UnknownId, String)> = Vec::new();
    while let Some(&first) = left.first() {
        let run = |step: (usize, usize)| {
            let mut run = vec![first];
            while let Some(next) = run.last().and_then(|&u| at(u)).map(|(r, c)| (r + step.0, c + step.1))
                && let Some(&u) = left.iter().find(|&&u| at(u) == Some(next))
            {
                run.push(u);
            }
            run
        };
        let (across, down) = (run((0, 1)), run((1, 0)));
        let longest = if down.len() > across.len() { down } else { across };
        match longest[..] {
            [_, _, .., last] if plain => {
                texts.push((first, format!("{}..{}", name(first), name(last))));
                left.retain(|u| !longest.contains(u));
            }
            _ => {
                texts.push((first, name(first)));
                left.remove(0);
            }
        }
    }
    texts.sort_by_key(|t| t.0);
    let texts: Vec<&str> = texts.iter().map(|t| t.1.as_str()).collect();
    listed(&texts, "and")
}

/// Several strokes of one kind, all present or all absent: `the borders above r1c6 and right of r1c5 aren't drawn`,
/// `r3c2 isn't joined to r2c2 or r4c2`.
fn strokes(model: &Model, atoms: &[Atom]) -> Vec<String> {
    let Some(lines) = model.lines.iter().find(|l| l.place_of(atoms[0].unknown).is_some()) else { return vec![] };
    let yes = (atoms[0].value != 0) == atoms[0].is;
    let (mut borders, mut left): (Vec<String>, Vec<(Place, Place)>) = (vec![], vec![]);
    for place in atoms.iter().filter_map(|a| lines.stroke_place(a.unknown)) {
        match place {
            StrokePlace::Border { .. } => borders.push(place.to_string()),
            StrokePlace::Between(a, b) => left.push((a, b)),
        }
    }
    if !borders.is_empty() {
        let sides: Vec<&str> = borders.iter().map(String::as_str).collect();
        return vec![format!("the borders {} {}", listed(&sides, "and"), state(lines.kind, yes, true))];
    }
    let mut texts = Vec::new();
    while let Some(&(a, b)) = left.first() {
        // The end of the first stroke that more of the strokes share.
        let meet = |cell: Place| left.iter().filter(|p| p.0 == cell || p.1 == cell).count();
        let cell = if meet(b) > meet(a) { b } else { a };
        let (here, rest): (Vec<_>, Vec<_>) = left.iter().copied().partition(|p| p.0 == cell || p.1 == cell);
        let others: Vec<String> = here.iter().map(|p| cell_text(if p.0 == cell { p.1 } else { p.0 })).collect();
        let others: Vec<&str> = others.iter().map(String::as_str).collect();
        let cell = cell_text(cell);
        texts.push(match (&others[..], lines.kind) {
            ([_], _) => format!("{} {}", StrokePlace::Between(a, b), state(lines.kind, yes, true)),
            (_, LineKind::Partition) => {
                let (is, and) = if yes { ("is", "and") } else { ("isn't", "or") };
                format!("{cell} {is} in one piece with {}", listed(&others, and))
            }
            _ => {
                let is = if yes { "is" } else { "isn't" };
                format!("{cell} {is} joined to {}", listed(&others, if yes { "and" } else { "or" }))
            }
        });
        left = rest;
    }
    texts
}

/// Values that are named as those left, where more of them are gone.
const FEW_LEFT: usize = 4;

/// Literals about one unknown, combined if all of them rule out values.
fn wordings_of_one(model: &Model, own: &[Atom]) -> Vec<String> {
    let u = own[0].unknown;
    let gone: Vec<i64> = own.iter().filter(|l| !l.is).map(|l| l.value).collect();
    let unknown = model.unknown(u);
    if own.len() < 2 || gone.len() < own.len() || unknown.kind == Kind::Bool {
        return own.iter().map(|l| l.wording(model)).collect();
    }
    let (kept, gone): (Vec<i64>, Vec<i64>) = unknown.domain.iter().partition(|v| !gone.contains(v));
    let name = name_wording(model, u);
    let texts = |values: &[i64]| values.iter().map(|&v| value_wording(model, u, v)).collect::<Vec<_>>();
    let in_words = |v: i64| stated_value(model, u, v).is_some();
    if gone.iter().chain(&kept).any(|&v| sign_of(model, u, v).is_some() || in_words(v)) {
        let few = kept.len() == 1 || kept.len() < gone.len() && in_words(gone[0]);
        let (is, values) = if few { ("is", &kept) } else { ("isn't", &gone) };
        return vec![format!("{name} {is} {}", alternatives(&texts(values)))];
    }
    let (Some(&low), Some(&high)) = (kept.first(), kept.last()) else {
        return own.iter().map(|l| l.wording(model)).collect();
    };
    let above = |v: &i64| *v > high;
    let below = |v: &i64| *v < low;
    let text = match unknown.kind {
        Kind::Int if gone.iter().all(above) => format!("{name} <= {high}"),
        Kind::Int if gone.iter().all(below) => format!("{name} >= {low}"),
        Kind::Int if gone.iter().all(|v| above(v) || below(v)) => format!("{name} in {low}..{high}"),
        _ if unknown.domain.size() == 1 + gone.len() as u64 => format!("{name} = {}", texts(&kept).join(", ")),
        _ if kept.len() <= FEW_LEFT && kept.len() < gone.len() => format!("{name} is {}", alternatives(&texts(&kept))),
        _ => format!("{name} isn't {}", alternatives(&texts(&gone))),
    };
    vec![text]
}

/// Alternatives, with what they share stated once: `passed by A leftwards, B leftwards or C leftwards`, `cell 2 or 4 of its
/// stretch`.
pub fn alternatives(texts: &[String]) -> String {
    let joined = joined_numbers(texts);
    if joined.len() < texts.len() {
        return listed(&joined.iter().map(String::as_str).collect::<Vec<_>>(), "or");
    }
    let Some((first, rest)) = texts.split_first() else { return String::new() };
    let common = rest.iter().fold(first.len(), |n, text| {
        let shared = first.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
        n.min(shared)
    });
    let start = first.as_bytes()[..common].iter().rposition(|&b| b == b' ').map_or(0, |at| at + 1);
    let parts: Vec<&str> =
        texts.iter().enumerate().map(|(k, text)| if k == 0 { text } else { &text[start..] }).collect();
    listed(&parts, "or")
}

/// The texts, those that differ in one number as one text.
fn joined_numbers(texts: &[String]) -> Vec<String> {
    let mut groups: Vec<((&str, &str), Vec<&str>)> = Vec::new();
    for text in texts {
        let (before, number, after) = around_only_number(text).unwrap_or((text, "", ""));
        match groups.iter_mut().find(|(around, _)| !number.is_empty() && *around == (before, after)) {
            Some((_, numbers)) => numbers.push(number),
            None => groups.push(((before, after), vec![number])),
        }
    }
    let text = |((before, after), numbers): ((&str, &str), Vec<&str>)| {
        format!("{before}{}{after}", alternative_numbers(&numbers))
    };
    groups.into_iter().map(text).collect()
}

/// Numbers one after the other from which on they become a range.
const RANGE: usize = 4;

/// `2, 4 or 6`, `1 to 5`, `2 or 4 to 9`
fn alternative_numbers(numbers: &[&str]) -> String {
    let follow = |a: &&str, b: &&str| {
        let [a, b] = [a, b].map(|number| number.parse::<u64>().ok());
        a.and_then(|a| a.checked_add(1)).is_some_and(|next| b == Some(next))
    };
    let mut texts: Vec<String> = Vec::new();
    for run in numbers.chunk_by(follow) {
        match run {
            [first, .., last] if run.len() >= RANGE => texts.push(format!("{first} to {last}")),
            _ => texts.extend(run.iter().map(|number| (*number).into())),
        }
    }
    listed(&texts.iter().map(String::as_str).collect::<Vec<_>>(), "or")
}

/// The only word of a text that is a number, with what stands before and after it.
fn around_only_number(text: &str) -> Option<(&str, &str, &str)> {
    let mut found = None;
    let mut at = 0;
    for word in text.split(' ') {
        if !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit()) {
            if found.is_some() {
                return None;
            }
            found = Some((&text[..at], word, &text[at + word.len()..]));
        }
        at += word.len() + 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::alternatives;

    #[test]
    fn what_alternatives_share_is_stated_once() {
        let texts = |all: &[&str]| alternatives(&all.iter().map(|t| t.to_string()).collect::<Vec<_>>());
        assert_eq!(texts(&["passed by A up", "passed by B up", "passed by A down"]), "passed by A up, B up or A down");
        assert_eq!(texts(&["dark", "passed by A"]), "dark or passed by A");
        assert_eq!(texts(&["the cell 1", "the cell 12"]), "the cell 1 or 12");
        assert_eq!(texts(&["on Ä 1", "on Ö 1"]), "on Ä 1 or Ö 1");
        assert_eq!(
            texts(&["cell 2 of its path", "cell 4 of its path", "cell 6 of its path"]),
            "cell 2, 4 or 6 of its path"
        );
        assert_eq!(
            texts(&["not counted", "cell 2 of a path", "cell 4 of a path"]),
            "not counted or cell 2 or 4 of a path"
        );
        assert_eq!(texts(&["at r1c1", "at r1c2"]), "at r1c1 or r1c2");
        assert_eq!(
            texts(&["part 1 of r3c2", "part 2 of r3c2", "part 2 of r1c1"]),
            "part 1 or 2 of r3c2 or part 2 of r1c1"
        );
        assert_eq!(texts(&["3", "5", "7"]), "3, 5 or 7");
        assert_eq!(texts(&["cell 1", "cell 2", "cell 3", "cell 4"]), "cell 1 to 4");
        assert_eq!(texts(&["cell 1", "cell 2", "cell 3", "cell 5"]), "cell 1, 2, 3 or 5");
        assert_eq!(texts(&["cell 2", "cell 4", "cell 5", "cell 6", "cell 7"]), "cell 2 or 4 to 7");
        assert_eq!(texts(&["alone"]), "alone");
        assert_eq!(texts(&[]), "");
    }
}
