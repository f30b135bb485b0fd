//! Why, and what is redundant or wrong, as drawings.

use super::drawing::say;
use super::scene::draw_solution;
use super::statement_list::{list_statements, place, text_and_place};
use super::steps::wrap_words;
use super::variables::wrap;
use super::{Drawing, Line, Look, Style, draw_answer, draw_scene};
use crate::narration::{own_text, statement_text};
use crate::scene::{CellText, clash_scene};
use sator_answer::{Answer, Atom, BrokenStatement, Condition, Fewest, Fix, Report, StatementPart, StatementRef};
use sator_base::limits::Reason;
use sator_base::text::{counted, visible};
use sator_lang::syntax::ast::Query;
use sator_model::{Assignment, Kind, Model, PlaceKind, UnknownId};

/// The clash shown last. A clash is listed in full once, and again after another one.
#[derive(Default)]
pub struct ShownClash(Vec<StatementRef>);

impl ShownClash {
    /// Whether a report has the same clash again. `why` lists it in full each time.
    pub fn again(&mut self, report: &Report) -> bool {
        let Answer::Clash { because, .. } = &report.answer else { return false };
        if because.is_empty() {
            return false;
        }
        let same = *because == self.0;
        self.0.clone_from(because);
        same && report.query != Query::Why
    }
}

/// Statements that can't hold together, and the grid with the cells where they meet.
fn draw_clash(model: &Model, because: &[StatementRef], is_minimal: bool, look: &Look, out: &mut Drawing) {
    if because.is_empty() {
        return;
    }
    if look.clash_shown {
        let number = counted(because.len() as u64, "statement");
        return say(out, &format!("the clash is the one shown before, of {number}; `why` shows it again"));
    }
    out.append(list_of(model, because, "these can't hold together:", "this can't hold:", look));
    draw_if_open(is_minimal, out);
    out.append(draw_scene(&clash_scene(model, because), look));
}

fn list_of(model: &Model, because: &[StatementRef], several: &str, one: &str, look: &Look) -> Drawing {
    let mut out = Drawing::new();
    say(&mut out, if because.len() == 1 { one } else { several });
    if because.len() > LONG_LIST && because.iter().all(|b| b.name.turns().is_empty()) {
        out.append(in_groups(model, because, look));
    } else {
        list_statements(model, because, look.width, &mut out);
    }
    out
}

/// Longer lists are grouped: the parts of one rule, its uses, the givens.
const LONG_LIST: usize = 12;

/// A long list, those of a kind after a title: `sudoku(x) > row 1 [line 3], row 2 [line 3]`, `givens: r1c1 = 5 [line 2]`.
fn in_groups(model: &Model, because: &[StatementRef], look: &Look) -> Drawing {
    let mut groups: Vec<(String, Vec<Item>)> = Vec::new();
    for statement in because {
        let (title, text) = title_and_text(model, statement);
        let of_pair = statement.name.is_sentence() && statement.unknowns.len() == 2;
        let item = Item { text: visible(&text), place: place(statement), of_pair };
        match groups.iter_mut().find(|g| g.0 == title) {
            Some(group) => group.1.push(item),
            None => groups.push((title, vec![item])),
        }
    }
    let mut out = Drawing::new();
    for (title, items) in groups {
        let lines: Vec<Line> = endings_once(items).iter().map(|t| Line::plain(t)).collect();
        out.append(wrap(&lines, &format!("  {} ", visible(&title)), "", look.width));
    }
    out
}

/// A statement within a group.
struct Item {
    text: String,
    /// ` [line 5]`
    place: String,
    /// It is a sentence about two unknowns.
    of_pair: bool,
}

/// The title of the group that a statement is in, and its text without the title.
fn title_and_text(model: &Model, statement: &StatementRef) -> (String, String) {
    let name = &statement.name;
    let whole = || statement_text(model, name);
    if let Some(rule) = name.rule_before() {
        return (format!("{rule} >"), own_text(model, name));
    }
    match &name.part {
        StatementPart::Given(atom) => ("givens:".into(), atom.wording(model)),
        StatementPart::GivenText(text) => ("givens:".into(), text.clone()),
        StatementPart::Cage { .. } => ("cages:".into(), whole()),
        StatementPart::House(place) if place.kind != PlaceKind::Other => ("houses:".into(), whole()),
        StatementPart::Use(used) if used.in_short().is_none() => (format!("{}:", used.rule), whole()),
        StatementPart::Typed { function: Some(rule), .. } | StatementPart::NestedUses { rule: Some(rule), .. } => {
            (format!("{rule}:"), whole())
        }
        _ => ("others:".into(), whole()),
    }
}

/// The texts with their places. What all of them end with stays on the last one only: the place, and of sentences about pairs
/// (`r1c1 and r1c2 touch and differ`) the words too. A word with a digit is a name or a number, and stays on each.
fn endings_once(items: Vec<Item>) -> Vec<String> {
    let Some(last) = items.last() else { return vec![] };
    if items.iter().any(|item| item.place != last.place) {
        return items.iter().map(|item| format!("{}{}", item.text, item.place)).collect();
    }
    let words = last.text.rmatch_indices(' ').map(|(at, _)| &last.text[at..]);
    let of_pairs = |ending: &&str| {
        let same = |item: &Item| item.of_pair && item.text.len() > ending.len() && item.text.ends_with(*ending);
        !ending.contains(|c: char| c.is_ascii_digit()) && items.iter().all(same)
    };
    let ending = words.take_while(of_pairs).last().unwrap_or("").len();
    let number = items.len();
    let text = |(i, item): (usize, &Item)| match i + 1 == number {
        true => format!("{}{}", item.text, item.place),
        false => item.text[..item.text.len() - ending].to_string(),
    };
    items.iter().enumerate().map(text).collect()
}

pub(super) fn draw_why_clash(
    model: &Model,
    because: &[StatementRef],
    is_minimal: bool,
    fewest: Option<&Fewest>,
    look: &Look,
    out: &mut Drawing,
) {
    draw_clash(model, because, is_minimal || fewest.is_some(), look, out);
    draw_fewest(because.len(), fewest, "no clash has fewer", out);
}

/// Mentions that statements can perhaps be left out, unless that is excluded.
fn draw_if_open(is_minimal: bool, out: &mut Drawing) {
    if !is_minimal {
        say(out, "fewer of these may be enough");
    }
}

/// Whether fewer statements would do, where that was asked.
pub(super) fn draw_fewest(number: usize, fewest: Option<&Fewest>, proved: &str, out: &mut Drawing) {
    let number = counted(number as u64, "statement");
    match fewest {
        None => {}
        Some(Fewest { proved: true, .. }) => say(out, &format!("{number}; {proved}, proved")),
        Some(Fewest { stopped: Some(reason), .. }) => {
            say(out, &format!("{number}, the fewest found; not proved: {}", reason.text()));
        }
        Some(_) => say(out, &format!("{number}, the fewest found; not proved")),
    }
}

pub(super) fn draw_one_clash(model: &Model, number: usize, because: &[StatementRef], look: &Look, out: &mut Drawing) {
    let title = format!("clash {number}: ");
    out.append(list_of(
        model,
        because,
        &format!("{title}these can't hold together:"),
        &format!("{title}this can't hold:"),
        look,
    ));
}

pub(super) fn draw_clashes(
    model: &Model,
    list: &[Vec<StatementRef>],
    reported: bool,
    stopped: Option<&Reason>,
    look: &Look,
    out: &mut Drawing,
) {
    for (number, because) in (1..).zip(list).filter(|_| !reported) {
        draw_one_clash(model, number, because, look, out);
    }
    let number = match list.len() {
        1 => "1 clash".to_string(),
        n => format!("{n} clashes"),
    };
    match stopped {
        None => say(out, &format!("{number}, and no other")),
        Some(reason) if list.is_empty() => {
            say(out, &format!("no clash was found before it stopped: {}", reason.text()))
        }
        Some(reason) => say(out, &format!("{number}; then stopped: {}", reason.text())),
    }
}

pub(super) fn draw_forced_by(
    model: &Model,
    condition: &Condition,
    because: &[StatementRef],
    is_minimal: bool,
    look: &Look,
    out: &mut Drawing,
) {
    let text = visible(&condition.clause(model));
    let condition = visible(&condition.text);
    if because.is_empty() {
        return say(out, &format!("{text} holds by the domains alone"));
    }
    let title = format!("{text} follows from");
    out.append(list_of(model, because, &format!("{title} these {}:", because.len()), &format!("{title}:"), look));
    if because.len() > LONG_LIST {
        say(out, &format!("`why steps {condition}` shows it step by step"));
    }
    draw_if_open(is_minimal, out);
}

pub(super) fn draw_not_forced(
    model: &Model,
    condition: &Condition,
    assignment: &Assignment,
    marked: &[UnknownId],
    look: &Look,
    out: &mut Drawing,
) {
    say(out, &format!("not forced: {} is false in this solution", visible(&condition.clause(model))));
    out.append(draw_solution(model, assignment, marked, look));
}

/// The values filled in, with marks at the wrong ones.
pub(super) fn draw_checked(
    model: &Model,
    filled: &[Atom],
    wrong: &[UnknownId],
    together: bool,
    look: &Look,
    out: &mut Drawing,
) {
    if filled.is_empty() {
        return say(out, "nothing is filled in: that is done by statements as `r1c1 = 5`, beside the puzzle's own");
    }
    let number = counted(filled.len() as u64, "value");
    if together {
        return say(out, &format!("nothing is wrong: some solution has the {number} filled in"));
    }
    let value = |u: UnknownId| filled.iter().find(|l| l.unknown == u);
    let shown = |u| match value(u) {
        Some(l) if wrong.contains(&u) => CellText::value(model, u, l.value).styled(Style::CLASH),
        Some(l) => CellText::value(model, u, l.value),
        None => CellText::UNKNOWN,
    };
    out.append(draw_answer(model, &shown, look));
    if wrong.is_empty() {
        return say(out, &format!("each of the {number} is in some solution, but no solution has them all"));
    }
    let texts: Vec<String> = filled.iter().filter(|l| wrong.contains(&l.unknown)).map(|l| l.wording(model)).collect();
    say(out, &format!("wrong: {} of {number}", wrong.len()));
    out.append(wrap_words(&texts.join(", "), "  ", look));
}

/// The statements that values break by themselves, each with these values.
pub(super) fn draw_broken(model: &Model, broken: &[BrokenStatement], look: &Look, out: &mut Drawing) {
    for BrokenStatement { statement, facts } in broken {
        let facts: Vec<String> = facts.iter().map(|fact| fact.wording(model)).collect();
        let text = format!("broken: {} with {}", text_and_place(model, statement), facts.join(", "));
        out.append(wrap_words(&text, "", look));
    }
}

pub(super) fn draw_redundant(model: &Model, list: &[StatementRef], together: bool, look: &Look, out: &mut Drawing) {
    if list.is_empty() {
        return say(out, "nothing is redundant: without any one of them there is more than one solution");
    }
    let (several, one) = match together {
        true => (
            "these can be left out together, and then nothing else can:",
            "this can be left out, and then nothing else can:",
        ),
        false => ("each of these can be left out, the others staying:", "this can be left out:"),
    };
    out.append(list_of(model, list, several, one, look));
}

/// The givens that are enough, as statements that can be typed.
pub(super) fn draw_reduced(model: &Model, left_out: &[StatementRef], kept: &[(UnknownId, i64)], out: &mut Drawing) {
    let value = |u: UnknownId| kept.iter().find(|k| k.0 == u).map(|k| k.1);
    let mut in_pictures = Vec::new();
    for grid in model.grids.iter().filter(|g| g.unknowns.iter().flatten().any(|&u| value(u).is_some())) {
        let token = |u: &Option<UnknownId>| match u.and_then(|u| value(u).map(|v| (u, v))) {
            Some((u, v)) => {
                in_pictures.push(u);
                match model.unknown(u).kind {
                    Kind::Bool => if v != 0 { "#" } else { "-" }.to_string(),
                    kind => model.value_text(kind, v),
                }
            }
            None => ".".to_string(),
        };
        let tokens: Vec<String> = grid.unknowns.iter().map(token).collect();
        let width = tokens.iter().map(|t| t.chars().count()).max().unwrap_or(1);
        say(out, &format!("givens {} {{", grid.name));
        for row in tokens.chunks(grid.cols) {
            let padded: Vec<String> = row.iter().map(|t| format!("{t:>width$}")).collect();
            say(out, &format!("  {}", visible(&padded.join(" "))));
        }
        say(out, "}");
    }
    for &(unknown, value) in kept.iter().filter(|k| !in_pictures.contains(&k.0)) {
        say(out, &visible(&Atom { unknown, value, is: true }.text(model)));
    }
    let total = kept.len() + left_out.len();
    if total > 0 {
        say(out, &format!("{} of {} kept", kept.len(), counted(total as u64, "given")));
    }
}

/// The clues that can be left out together.
pub(super) fn draw_fewer_clues(model: &Model, left_out: &[StatementRef], clues: usize, look: &Look, out: &mut Drawing) {
    if clues == 0 {
        return;
    }
    say(out, &format!("{} of {} kept", clues - left_out.len(), counted(clues as u64, "clue")));
    if !left_out.is_empty() {
        out.append(list_of(model, left_out, "these can be left out together:", "this can be left out:", look));
    }
}

/// The values that would make the first of two solutions the only one.
pub(super) fn fix_text(model: &Model, fix: &Fix, most: usize) -> String {
    match fix {
        Fix::Cells(cells) => {
            let texts: Vec<String> = cells.iter().map(|c| visible(&c.text(model))).collect();
            format!("with {} the first would be the only solution", texts.join(" and "))
        }
        Fix::None if most == 1 => {
            "no single cell makes the first the only solution; `unique fix` looks for two or three".into()
        }
        Fix::None => format!("no {most} cells or fewer make the first the only solution"),
        Fix::Stopped(reason) => format!("no fix was found: {}", reason.text()),
    }
}
