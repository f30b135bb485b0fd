//! Why, and what is redundant or wrong, as drawings.

use super::because::{say_because, with_place};
use super::drawing::say;
use super::scene::draw_solution;
use super::steps::wrap_words;
use super::variables::wrap;
use super::{Drawing, Line, Look, Style, draw_answer, draw_scene};
use crate::scene::{CellText, clash_scene};
use sator_answer::{Answer, Atom, Because, Fewest, Fix, Report};
use sator_base::limits::Reason;
use sator_base::text::{counted, is_name_char, visible};
use sator_model::wording::condition_wording;
use sator_model::{Assignment, Kind, Model, UnknownId};

/// The clash that was shown last: it is told in full once, and again when it is another.
#[derive(Default)]
pub struct ShownClash(Vec<Because>);

impl ShownClash {
    /// Whether a report tells the same clash again; `why` asks for it in full.
    pub fn again(&mut self, report: &Report) -> bool {
        let Answer::Clash { because, .. } = &report.answer else { return false };
        if because.is_empty() {
            return false;
        }
        let same = *because == self.0;
        self.0.clone_from(because);
        same && report.query != "why"
    }
}

/// Statements that can't hold together, and the grid with the cells where they meet.
pub(super) fn draw_clash(model: &Model, because: &[Because], look: &Look, out: &mut Drawing) {
    if because.is_empty() {
        return;
    }
    if look.told {
        let number = counted(because.len() as u64, "statement");
        return say(out, &format!("the clash is the one shown before, of {number}; `why` shows it again"));
    }
    out.append(list_of(because, "these can't hold together:", "this can't hold:", look));
    out.append(draw_scene(&clash_scene(model, because), look));
}

fn list_of(because: &[Because], several: &str, one: &str, look: &Look) -> Drawing {
    let mut out = Drawing::new();
    say(&mut out, if because.len() == 1 { one } else { several });
    if because.len() > LONG_LIST && because.iter().all(|b| b.turn.is_empty()) {
        out.append(in_groups(because, look));
    } else {
        say_because(because, look.width, &mut out);
    }
    out
}

/// Longer lists are told in groups: what one rule says, its uses, the givens.
const LONG_LIST: usize = 12;
/// What houses are called, before their numbers.
const HOUSES: [&str; 3] = ["row", "column", "box"];

fn in_groups(because: &[Because], look: &Look) -> Drawing {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for b in because {
        let with_place = with_place(b);
        // `sudoku(x) > row 1`, `given r1c1 = 5`, `killer(r1c1..r1c3, 15)`, and what is by itself.
        let is_cage = b.text.split_once("-cage at ").is_some_and(|(n, _)| n.parse::<i64>().is_ok());
        let is_house =
            b.text.split_once(' ').is_some_and(|(kind, n)| HOUSES.contains(&kind) && n.parse::<u32>().is_ok());
        let (rule, own) = b.parts();
        let name = match (rule, b.text.strip_prefix("given "), b.text.split_once('(')) {
            (Some(rule), ..) => format!("{rule} >"),
            (_, Some(_), _) => "givens:".into(),
            _ if is_cage => "cages:".into(),
            _ if is_house => "houses:".into(),
            (_, _, Some((rule, _))) if rule.chars().all(is_name_char) => format!("{rule}:"),
            _ => "others:".into(),
        };
        let text = match name.as_str() {
            "others:" | "cages:" | "houses:" => with_place,
            "givens:" => with_place.trim_start_matches("given ").to_string(),
            _ => with_place[visible(&b.text[..b.text.len() - own.len()]).len()..].to_string(),
        };
        match groups.iter_mut().find(|g| g.0 == name) {
            Some(group) => group.1.push(text),
            None => groups.push((name, vec![text])),
        }
    }
    let mut out = Drawing::new();
    for (name, mut texts) in groups {
        say_ending_once(&mut texts);
        let lines: Vec<Line> = texts.iter().map(|t| Line::plain(t)).collect();
        out.append(wrap(&lines, &format!("  {} ", visible(&name)), "", look.width));
    }
    out
}

/// What ends all of them stays on the last: where they stand, and for pairs (`r1c1 and r1c2 touch and differ`) the
/// words too. A word with a digit is a name or a number, and is never taken off.
fn say_ending_once(texts: &mut [String]) {
    let Some((last, before)) = texts.split_last_mut() else { return };
    let ends = || last.rmatch_indices(" ").map(|(at, _)| &last[at..]);
    let place = ends().find(|end| end.starts_with(" [") && end.ends_with(']'));
    let Some(place) = place.filter(|place| before.iter().all(|t| t.ends_with(place))) else { return };
    let of_pairs = |end: &&str| {
        let words = &end[..end.len() - place.len()];
        let pair = |t: &String| t.strip_suffix(*end).is_some_and(|rest| rest.contains(" and "));
        !words.contains(|c: char| c.is_ascii_digit()) && before.iter().chain([&*last]).all(pair)
    };
    let ending = ends().filter(|end| end.len() > place.len()).take_while(of_pairs).last().unwrap_or(place).len();
    before.iter_mut().for_each(|t| t.truncate(t.len() - ending));
}

pub(super) fn draw_why_clash(
    model: &Model,
    because: &[Because],
    fewest: Option<&Fewest>,
    look: &Look,
    out: &mut Drawing,
) {
    draw_clash(model, because, look, out);
    let number = counted(because.len() as u64, "statement");
    match fewest {
        None => {}
        Some(Fewest { proved: true, .. }) => say(out, &format!("{number}; no clash has fewer, proved")),
        Some(Fewest { stopped: Some(reason), .. }) => {
            say(out, &format!("{number}, the fewest found; not proved: {}", reason.text()));
        }
        Some(_) => say(out, &format!("{number}, the fewest found; not proved")),
    }
}

pub(super) fn draw_one_clash(number: usize, because: &[Because], look: &Look, out: &mut Drawing) {
    let title = format!("clash {number}: ");
    out.append(list_of(
        because,
        &format!("{title}these can't hold together:"),
        &format!("{title}this can't hold:"),
        look,
    ));
}

pub(super) fn draw_clashes(
    list: &[Vec<Because>],
    told: bool,
    stopped: Option<&Reason>,
    look: &Look,
    out: &mut Drawing,
) {
    for (number, because) in (1..).zip(list).filter(|_| !told) {
        draw_one_clash(number, because, look, out);
    }
    let number = match list.len() {
        1 => "1 clash".to_string(),
        n => format!("{n} clashes"),
    };
    match stopped {
        None => say(out, &format!("{number}, and no other")),
        Some(reason) => say(out, &format!("{number}; then stopped: {}", reason.text())),
    }
}

pub(super) fn draw_forced_by(model: &Model, condition: &str, because: &[Because], look: &Look, out: &mut Drawing) {
    let told = visible(&condition_wording(model, condition));
    let condition = visible(condition);
    if because.is_empty() {
        return say(out, &format!("{told} holds by the domains alone"));
    }
    let title = format!("{told} follows from");
    out.append(list_of(because, &format!("{title} these {}:", because.len()), &format!("{title}:"), look));
    if because.len() > LONG_LIST {
        say(out, &format!("`why steps {condition}` tells it step by step"));
    }
}

pub(super) fn draw_not_forced(
    model: &Model,
    condition: &str,
    assignment: &Assignment,
    marked: &[UnknownId],
    look: &Look,
    out: &mut Drawing,
) {
    say(out, &format!("not forced: {} is false in this solution", visible(&condition_wording(model, condition))));
    out.append(draw_solution(model, assignment, marked, look));
}

/// What was filled in, with what is wrong marked.
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

pub(super) fn draw_redundant(list: &[Because], together: bool, look: &Look, out: &mut Drawing) {
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
    out.append(list_of(list, several, one, look));
}

/// The givens that are enough, as statements that can be typed.
pub(super) fn draw_reduced(model: &Model, left_out: &[Because], kept: &[(UnknownId, i64)], out: &mut Drawing) {
    let value = |u: UnknownId| kept.iter().find(|k| k.0 == u).map(|k| k.1);
    let mut said = Vec::new();
    for grid in model.grids.iter().filter(|g| g.unknowns.iter().flatten().any(|&u| value(u).is_some())) {
        let token = |u: &Option<UnknownId>| match u.and_then(|u| value(u).map(|v| (u, v))) {
            Some((u, v)) => {
                said.push(u);
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
    for &(unknown, value) in kept.iter().filter(|k| !said.contains(&k.0)) {
        say(out, &visible(&Atom { unknown, value, is: true }.text(model)));
    }
    let total = kept.len() + left_out.len();
    if total > 0 {
        say(out, &format!("{} of {} kept", kept.len(), counted(total as u64, "given")));
    }
}

/// Which clues can be left out together.
pub(super) fn draw_fewer_clues(left_out: &[Because], clues: usize, look: &Look, out: &mut Drawing) {
    if clues == 0 {
        return;
    }
    say(out, &format!("{} of {} kept", clues - left_out.len(), counted(clues as u64, "clue")));
    if !left_out.is_empty() {
        out.append(list_of(left_out, "these can be left out together:", "this can be left out:", look));
    }
}

/// What would make the first of two solutions the only one.
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
