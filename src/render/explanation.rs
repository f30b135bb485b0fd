//! Why, hints and what is redundant, as drawings.

use super::because::{say_because, with_place};
use super::drawing::say;
use super::scene::draw_solution;
use super::variables::wrap;
use super::{Drawing, Line, Look, Style, draw_answer, draw_scene};
use crate::model::{Assignment, Kind, Model, UnknownId};
use crate::scene::{CellText, clash_scene, known_text};
use crate::session::answer::{Answer, Atom, Because, Fewest, Fix, Premise, Step, told_together};
use crate::session::{Grade, Technique};
use crate::solver::sat::Reason;
use crate::text::{counted, is_name_char, visible};

/// The clash that was shown last: it is told in full once, and again when it is another.
#[derive(Default)]
pub struct ShownClash(Vec<Because>);

impl ShownClash {
    /// Whether an answer tells the same clash again; `why` asks for it in full.
    pub fn again(&mut self, answer: &Answer) -> bool {
        let (Answer::None { because } | Answer::Clash { because, .. }) = answer else { return false };
        if because.is_empty() {
            return false;
        }
        let same = *because == self.0;
        self.0.clone_from(because);
        same && matches!(answer, Answer::None { .. })
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

fn in_groups(because: &[Because], look: &Look) -> Drawing {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for b in because {
        let with_place = with_place(b);
        // `sudoku(x) > row 1`, `given r1c1 = 5`, `killer(r1c1..r1c3, 15)`, and what is by itself.
        let name = match (b.text.split_once(" > "), b.text.strip_prefix("given "), b.text.split_once('(')) {
            (Some((rule, _)), ..) => format!("{rule} >"),
            (_, Some(_), _) => "givens:".into(),
            (_, _, Some((rule, _))) if rule.chars().all(is_name_char) => format!("{rule}:"),
            _ => "others:".into(),
        };
        let text = match name.as_str() {
            "others:" => with_place,
            "givens:" => with_place.trim_start_matches("given ").to_string(),
            _ => with_place[b.text.split_once(" > ").map_or(0, |(rule, _)| visible(rule).len() + 3)..].to_string(),
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
    say(out, &format!("clash {number}:"));
    say_because(because, look.width, out);
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

pub(super) fn draw_forced_by(condition: &str, because: &[Because], look: &Look, out: &mut Drawing) {
    let condition = visible(condition);
    if because.is_empty() {
        return say(out, &format!("{condition} holds by the domains alone"));
    }
    let title = format!("{condition} follows from");
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
    say(out, &format!("not forced: {} is false in this solution", visible(condition)));
    out.append(draw_solution(model, assignment, marked, look));
}

pub(super) fn draw_hint(
    model: &Model,
    step: &Step,
    known: &[Option<i64>],
    applied: bool,
    look: &Look,
    out: &mut Drawing,
) {
    draw_step_text(model, step, look, out);
    let concluded: Vec<UnknownId> = step.conclusions.iter().map(|c| c.unknown).collect();
    let reasons: Vec<UnknownId> = step.facts.iter().flat_map(Premise::unknowns).collect();
    let shown = |u| {
        let text = known_text(model, known, u);
        match (concluded.contains(&u), reasons.contains(&u)) {
            (true, _) => text.styled(Style::CHANGED),
            (_, true) => text.styled(Style::REASON),
            _ => text,
        }
    };
    out.append(draw_answer(model, &shown, look));
    if applied {
        say(out, "added to the puzzle");
    }
}

/// A step in words, with the statements and facts it is from.
pub(super) fn draw_step_text(model: &Model, step: &Step, look: &Look, out: &mut Drawing) {
    say(out, &conclusion_text(model, step));
    say(out, &format!("  {}", visible(&step.reason)));
    step.cases.iter().for_each(|case| out.append(wrap_words(case, "  ", look)));
    say_because(&step.because, look.width, out);
    let facts: Vec<Line> = fact_texts(model, &step.facts).iter().map(|f| Line::plain(f)).collect();
    if !facts.is_empty() {
        out.append(wrap(&facts, "  with ", "", look.width));
    }
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
    let texts: Vec<String> = filled.iter().filter(|l| wrong.contains(&l.unknown)).map(|l| l.told(model)).collect();
    say(out, &format!("wrong: {} of {number}", wrong.len()));
    out.append(wrap_words(&texts.join(", "), "  ", look));
}

pub(super) fn draw_no_hint(model: &Model, done: bool, known: &[Option<i64>], look: &Look, out: &mut Drawing) {
    out.append(draw_answer(model, &|u| known_text(model, known, u), look));
    say(
        out,
        match done {
            true => "everything is known",
            false => "nothing more follows: what is open differs between solutions",
        },
    );
}

pub(super) fn conclusion_text(model: &Model, step: &Step) -> String {
    match &step.condition {
        Some(condition) => visible(condition),
        None => visible(&told_together(model, &step.conclusions).join(", ")),
    }
}

/// The facts of a step in short: `r1c2 = 9`, with the step that each comes from.
pub(super) fn fact_texts(model: &Model, facts: &[Premise]) -> Vec<String> {
    let mut texts = Vec::new();
    let mut steps: Vec<(Option<usize>, Vec<Atom>)> = Vec::new();
    for fact in facts {
        match fact {
            Premise::Statement(b) => {
                let name = b.text.rsplit(" > ").next().unwrap_or_default();
                let text = visible(name.strip_prefix("given ").unwrap_or(name));
                if !texts.contains(&text) {
                    texts.push(text);
                }
            }
            Premise::Step { number, conclusion } => match steps.iter_mut().find(|s| s.0 == *number) {
                Some(step) => step.1.push(*conclusion),
                None => steps.push((*number, vec![*conclusion])),
            },
        }
    }
    for (number, literals) in steps {
        for text in told_together(model, &literals) {
            let text = visible(&text);
            texts.push(number.map_or(text.clone(), |n| format!("{text} (step {n})")));
        }
    }
    texts
}

/// A sentence in lines, broken after its commas.
fn wrap_words(text: &str, indent: &str, look: &Look) -> Drawing {
    let parts: Vec<Line> = text.split(", ").map(|part| Line::plain(&visible(part))).collect();
    wrap(&parts, indent, "", look.width)
}

/// Names of statements with what they have in common said once: `sudoku(x) > row 1, box 2`.
fn short_names(because: &[Because]) -> Vec<Line> {
    let mut before: Option<&str> = None;
    let mut names = Vec::new();
    for b in because {
        let prefix = b.text.split_once(" > ").map(|p| p.0);
        let name = match prefix {
            Some(p) if before == prefix => &b.text[p.len() + 3..],
            _ => &b.text,
        };
        before = prefix;
        names.push(Line::plain(&visible(name)));
    }
    names
}

/// Whether a sentence has the name of a statement in it: `box 2`, which is not in `box 21`; of `clue 3 at r1c2`, `the 3 at r1c2`.
fn names(sentence: &str, because: &Because) -> bool {
    let name = because.text.rsplit(" > ").next().unwrap_or_default();
    let name = name.strip_prefix("clue ").unwrap_or(name);
    let part = |c: Option<char>| c.is_some_and(|c| is_name_char(c) || c == '.');
    let alone = |at: usize| {
        let (before, after) = (&sentence[..at], &sentence[at + name.len()..]);
        !part(before.chars().next_back()) && !part(after.chars().next())
    };
    !name.is_empty() && sentence.match_indices(name).any(|(at, _)| alone(at))
}

/// Conclusions with more characters stand on lines of their own.
const LONG_TITLE: usize = 30;

pub(super) fn draw_steps(
    model: &Model,
    steps: &[Step],
    (known, done): (&[Option<i64>], bool),
    condition: Option<&str>,
    stopped: Option<&Reason>,
    look: &Look,
    out: &mut Drawing,
) {
    for (i, step) in steps.iter().enumerate() {
        let title = format!("{:>3}. {}: ", i + 1, conclusion_text(model, step));
        let mut parts: Vec<Line> = step.reason.split(", ").map(|part| Line::plain(&visible(part))).collect();
        // What the sentence names is not named again.
        let unsaid: Vec<Because> = step.because.iter().filter(|b| !names(&step.reason, b)).cloned().collect();
        if let Some((first, rest)) = short_names(&unsaid).split_first() {
            let mut by = Line::plain("by ");
            by.append(first);
            parts.push(by);
            parts.extend(rest.iter().cloned());
        }
        let facts = fact_texts(model, &step.facts);
        if let Some((first, rest)) = facts.split_first() {
            parts.push(Line::plain(&format!("with {first}")));
            parts.extend(rest.iter().map(|f| Line::plain(f)));
        }
        // A long conclusion stands on lines of its own.
        if title.len() > LONG_TITLE {
            let told = told_together(model, &step.conclusions);
            let conclusions: Vec<Line> = told.iter().map(|text| Line::plain(&visible(text))).collect();
            out.append(wrap(&conclusions, &format!("{:>3}. ", i + 1), ":", look.width));
            out.append(wrap(&parts, "     ", "", look.width));
        } else {
            out.append(wrap(&parts, &title, "", look.width));
        }
        step.cases.iter().for_each(|case| out.append(wrap_words(case, "     ", look)));
    }
    let hardest = steps.iter().enumerate().max_by_key(|(i, s)| (s.effort(), std::cmp::Reverse(*i)));
    if let Some((i, step)) = hardest {
        let technique = step.technique;
        say(out, &format!("hardest: {technique}, in step {}; grade: {}", i + 1, technique.grade()));
    }
    let number = counted(steps.len() as u64, "step");
    let ended = match (stopped, done, condition) {
        (Some(reason), ..) => format!("{number}; then stopped: {}", reason.text()),
        (None, true, Some(condition)) => format!("{} follows, in {number}", visible(condition)),
        (None, true, None) => format!("solved, in {number}"),
        (None, false, _) => format!("nothing more follows after {number}: what is open differs between solutions"),
    };
    if condition.is_none() {
        out.append(draw_answer(model, &|u| known_text(model, known, u), look));
    }
    say(out, &ended);
}

/// Steps by the hardest technique that are told.
const HARDEST: usize = 5;

pub(super) fn draw_grade(
    model: &Model,
    grade: Option<Grade>,
    steps: usize,
    hardest: &[(usize, Step)],
    used: &[(Technique, usize)],
    stopped: Option<&Reason>,
    out: &mut Drawing,
) {
    used.iter().for_each(|(technique, times)| say(out, &format!("{times:>4}  {technique}")));
    let number = counted(steps as u64, "step");
    match (grade, stopped) {
        (Some(_), _) if steps == 0 => say(out, "everything is known: there are no steps to grade"),
        (Some(grade), _) => say(out, &format!("{grade}, in {number}")),
        (None, Some(reason)) => return say(out, &format!("no grade after {number}: {}", reason.text())),
        (None, None) => {
            return say(out, &format!("no grade: after {number} nothing more follows, as solutions differ"));
        }
    }
    for (number, step) in hardest.iter().take(HARDEST) {
        say(out, &format!("  step {number}, {}: {}", conclusion_text(model, step), visible(&step.reason)));
    }
    if hardest.len() > HARDEST {
        say(out, &format!("  and {} more like these; `solve steps` shows all", hardest.len() - HARDEST));
    }
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
