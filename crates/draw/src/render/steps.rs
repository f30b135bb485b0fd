//! Hints and steps, as drawings.

use super::drawing::say;
use super::statement_list::list_statements;
use super::variables::wrap;
use super::{Drawing, Line, Look, Style, draw_answer};
use crate::narration::{cases, clue_noun, facts, notation, place, sentence, spoken_text, statement_text};
use crate::scene::known_text;
use sator_answer::{
    Argument, Atom, Condition, Grade, Leaves, Premise, Single, StatementName, StatementPart, StatementRef, Step,
    Technique, denying_sentences, joint_wording, word_of_score,
};
use sator_base::limits::Reason;
use sator_base::text::{counted, is_name_char, listed, visible};
use sator_model::{Model, PlaceKind, UnknownId};

/// The first stage of `hint`: where to look, with which idea, and what is known.
pub(super) fn draw_look(model: &Model, step: &Step, known: &[Option<i64>], look: &Look, out: &mut Drawing) {
    out.append(wrap_words(&format!("look at {}: {}", place(model, step), step.idea()), "", look));
    out.append(draw_answer(model, &|u| known_text(model, known, u), look));
    say(out, "`hint` again shows the step");
}

/// `hint 5`, `hint apply easy`: the steps, numbered, and what is known after them.
pub(super) fn draw_hints(
    model: &Model,
    steps: &[Step],
    known: &[Option<i64>],
    applied: Option<Grade>,
    stopped: Option<&Reason>,
    look: &Look,
    out: &mut Drawing,
) {
    for (number, step) in (1..).zip(steps) {
        if look.brief {
            draw_brief(model, &format!("{number}. "), step, out);
        } else {
            out.append(wrap_words(&conclusion_text(model, step), &format!("{number}. "), look));
            draw_reasons(model, step, Premises::Unseen, look, out);
        }
    }
    out.append(draw_answer(model, &|u| known_text(model, known, u), look));
    if let Some(reason) = stopped {
        say(out, &format!("then stopped: {}", reason.text()));
    }
    let Some(grade) = applied else { return };
    if !steps.is_empty() {
        say(out, "added to the puzzle");
    }
    if stopped.is_none() {
        say(out, &format!("no step up to the grade {grade} is left"));
    }
}

/// `hint`: a step, and a board with what is known, on which its premises and conclusions are marked.
pub(super) fn draw_hint(
    model: &Model,
    step: &Step,
    known: &[Option<i64>],
    applied: bool,
    look: &Look,
    out: &mut Drawing,
) {
    if look.brief {
        draw_brief(model, "", step, out);
    } else {
        draw_step_text(model, step, Premises::Unseen, look, out);
    }
    draw_marked(model, step, known, look, out);
    if applied {
        say(out, "added to the puzzle");
    }
}

/// `steps 12`: a step with all of its premises, and the board with what is known.
pub(super) fn draw_whole_step(model: &Model, step: &Step, known: &[Option<i64>], look: &Look, out: &mut Drawing) {
    draw_step_text(model, step, Premises::All, look, out);
    draw_marked(model, step, known, look, out);
}

/// The board with what is known, on which the premises and conclusions of a step are marked.
fn draw_marked(model: &Model, step: &Step, known: &[Option<i64>], look: &Look, out: &mut Drawing) {
    let concluded: Vec<UnknownId> = step.conclusions().iter().map(|c| c.unknown).collect();
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
}

/// A step in one line.
fn draw_brief(model: &Model, number: &str, step: &Step, out: &mut Drawing) {
    let text = notation(model, step);
    let text = text.unwrap_or_else(|| format!("{}: {}", conclusion_text(model, step), sentence(model, step)));
    say(out, &format!("{number}{}", visible(&text)));
}

/// The premises of a step that its text lists.
#[derive(Clone, Copy, PartialEq)]
enum Premises {
    /// Every statement and fact.
    All,
    /// The premises that nobody sees on the board. An argument about candidates in houses lists no values on the board, and no rows,
    /// columns and boxes.
    Unseen,
}

/// The statements and facts of a step that its text lists.
fn listed_premises<'a>(model: &Model, step: &'a Step, premises: Premises) -> (Vec<&'a StatementRef>, Vec<&'a Premise>) {
    let is_seen = premises == Premises::Unseen && step.inference.argument.is_about_houses();
    let statements: Vec<&'a StatementRef> =
        step.because.iter().filter(|s| !is_seen || s.name.place_kind() == PlaceKind::Other).collect();
    let is_listed = |fact: &&Premise| {
        !is_seen
            || !is_value_on_board(model, fact)
            || fact.unknowns().iter().any(|u| statements.iter().any(|s| s.unknowns.contains(u)))
    };
    let facts = step.facts.iter().filter(is_listed).collect();
    (statements, facts)
}

/// Whether a premise is the value of a cell, which stands on the board.
fn is_value_on_board(model: &Model, premise: &Premise) -> bool {
    let is_value = match premise {
        Premise::Statement { is_value, .. } => *is_value,
        Premise::Step { conclusion, .. } => conclusion.is,
    };
    is_value && premise.unknowns().iter().all(|&u| !model.unknown(u).hidden)
}

/// A step in words, with the statements and facts it is from.
fn draw_step_text(model: &Model, step: &Step, premises: Premises, look: &Look, out: &mut Drawing) {
    out.append(wrap_words(&conclusion_text(model, step), "", look));
    draw_reasons(model, step, premises, look, out);
}

fn draw_reasons(model: &Model, step: &Step, premises: Premises, look: &Look, out: &mut Drawing) {
    out.append(wrap_words(&sentence(model, step), "  ", look));
    cases(model, step).iter().for_each(|case| out.append(wrap_words(case, "  ", look)));
    if step.inference.argument == Argument::NoShortOne {
        return;
    }
    let (because, facts) = listed_premises(model, step, premises);
    let because: Vec<StatementRef> = because.into_iter().cloned().collect();
    list_statements(model, &because, look.width, out);
    let facts = fact_texts(model, facts.into_iter());
    if !facts.is_empty() {
        let first = format!("  {} ", joining(&facts));
        out.append(wrap(&comma_parts(&facts.join(", ")), &first, "", look.width));
    }
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
        Some(condition) => visible(&condition.wording(model)),
        None => visible(&joint_wording(model, step.conclusions()).join(", ")),
    }
}

/// The facts of a step in short: `r1c2 = 9`, with the step that each comes from.
fn fact_texts<'a>(model: &Model, premises: impl Iterator<Item = &'a Premise>) -> Vec<String> {
    let mut statements: Vec<&StatementName> = Vec::new();
    let mut steps: Vec<(Option<usize>, Vec<Atom>)> = Vec::new();
    for fact in premises {
        match fact {
            Premise::Statement { statement, .. } => statements.push(&statement.name),
            Premise::Step { number, conclusion } => match steps.iter_mut().find(|s| s.0 == *number) {
                Some(step) => step.1.push(*conclusion),
                None => steps.push((*number, vec![*conclusion])),
            },
        }
    }
    let mut texts: Vec<String> = facts(model, &statements).iter().map(|text| visible(text)).collect();
    for (number, literals) in steps {
        for text in joint_wording(model, &literals) {
            let text = visible(&text);
            texts.push(number.map_or(text.clone(), |n| format!("{text} (step {n})")));
        }
    }
    texts
}

/// [`fact_texts`], of which many denials in the sentences of one rule are the first and their number:
/// `no piece is r2c8 to r3c9, likewise for 36 others (steps 1 and 11)`.
fn short_fact_texts(model: &Model, premises: &[&Premise]) -> Vec<String> {
    let rule = |premise: &Premise| match premise {
        Premise::Step { conclusion, .. } => denying_sentences(model, *conclusion),
        Premise::Statement { .. } => None,
    };
    let of = |k: usize| premises.iter().copied().filter(move |premise| rule(premise) == Some(k));
    let mut joined: Vec<usize> = premises.iter().copied().filter_map(rule).collect();
    joined.sort_unstable();
    joined.dedup();
    joined.retain(|&k| of(k).count() > FEW_DENIALS);
    let single = premises.iter().copied().filter(|premise| rule(premise).is_none_or(|k| !joined.contains(&k)));
    let mut texts = fact_texts(model, single);
    texts.extend(joined.iter().filter_map(|&k| likewise(model, of(k))));
    texts
}

/// The first of some conclusions, the number of the others, and the steps that they are from.
fn likewise<'a>(model: &Model, premises: impl Iterator<Item = &'a Premise>) -> Option<String> {
    let mut conclusions = premises.filter_map(|premise| match premise {
        Premise::Step { number, conclusion } => Some((*number, conclusion)),
        Premise::Statement { .. } => None,
    });
    let (number, first) = conclusions.next()?;
    let others: Vec<Option<usize>> = conclusions.map(|(number, _)| number).collect();
    let mut steps: Vec<usize> = others.iter().copied().chain([number]).flatten().collect();
    steps.sort_unstable();
    steps.dedup();
    let texts: Vec<String> = steps.iter().map(usize::to_string).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let source = match &texts[..] {
        [] => String::new(),
        [step] => format!(" (step {step})"),
        several => format!(" (steps {})", listed(several, "and")),
    };
    Some(format!("{}, likewise for {} others{source}", visible(&first.wording(model)), others.len()))
}

/// `with r1c1 = 1`, but `as r1c1 is shaded`.
fn joining(facts: &[String]) -> &'static str {
    if facts.iter().all(|fact| fact.contains(['=', '<', '>'])) { "with" } else { "as" }
}

/// A sentence in lines, broken after its commas.
pub(super) fn wrap_words(text: &str, indent: &str, look: &Look) -> Drawing {
    wrap(&comma_parts(text), indent, "", look.width)
}

fn comma_parts(text: &str) -> Vec<Line> {
    text.split(", ").map(|part| Line::plain(&visible(part))).collect()
}

/// Names of statements, the rule that neighbours have in common once: `sudoku(x) > row 1, box 2`.
fn short_names(model: &Model, statements: &[&StatementRef]) -> Vec<Line> {
    let mut before: Option<&str> = None;
    let mut names = Vec::new();
    for statement in statements {
        let name = &statement.name;
        let rule = name.rule_before();
        let follows = rule.is_none() || before == rule || names_itself(&name.part);
        let text = if follows { spoken_text(model, name) } else { statement_text(model, name) };
        before = rule;
        let text = visible(&text);
        // Turns of one line of a rule can have one name.
        if !names.contains(&text) {
            names.push(text);
        }
    }
    names.iter().map(|name| Line::plain(name)).collect()
}

/// Whether a statement in a rule is clear without the rule.
fn names_itself(part: &StatementPart) -> bool {
    use StatementPart::*;
    matches!(part, Sentence(_) | Clue { .. } | Cage { .. } | House(_) | Line(_))
}

/// Whether a statement is a part of a rule that the rule's sentences stand for.
fn is_part_of_rule(statement: &StatementRef) -> bool {
    use StatementPart::*;
    statement.name.rule.is_some() && matches!(statement.name.part, Sentence(_) | Clue { .. } | About { .. } | Hidden)
}

/// Whether a sentence has the name of a statement in it: `box 2`, which is not in `box 21`; of a clue, `3 at r1c2` is enough.
fn is_named(model: &Model, sentence: &str, statement: &StatementRef) -> bool {
    let name = clue_noun(&statement.name).unwrap_or_else(|| spoken_text(model, &statement.name));
    let part = |c: Option<char>| c.is_some_and(|c| is_name_char(c) || c == '.');
    let alone = |at: usize| {
        let (before, after) = (&sentence[..at], &sentence[at + name.len()..]);
        !part(before.chars().next_back()) && !part(after.chars().next())
    };
    !name.is_empty() && sentence.match_indices(&name).any(|(at, _)| alone(at))
}

/// A step names more statements than these in part, beside those in its sentences.
const MANY: usize = 8;
const NAMED: usize = 4;

/// A step in a list states this many denials in the sentences of one rule; of more, the first and the number of the others.
const FEW_DENIALS: usize = 3;

/// A step lists more facts than these in part, and more lines of cases.
const MANY_FACTS: usize = 24;
const LISTED_FACTS: usize = 12;
const MANY_CASES: usize = 40;
const LISTED_CASES: usize = 20;

/// Shortens a list of more than `many` to the first `listed`; the number of those cut off.
fn cut<T>(list: &mut Vec<T>, many: usize, listed: usize) -> usize {
    if list.len() > many { list.split_off(listed).len() } else { 0 }
}

/// One in this many steps is among the last ones.
const LAST: usize = 3;

/// Conclusions with more characters stand on lines of their own.
const LONG_TITLE: usize = 30;

/// A step of a solution, with its number.
pub(super) fn draw_one_step(model: &Model, number: usize, step: &Step, look: &Look, out: &mut Drawing) {
    if look.brief {
        return draw_brief(model, &format!("{number:>3}. "), step, out);
    }
    let title = format!("{:>3}. {}: ", number, conclusion_text(model, step));
    let (reason, mut cases) = (sentence(model, step), cases(model, step));
    let mut parts = comma_parts(&reason);
    if step.inference.argument == Argument::NoShortOne {
        return out.append(wrap(&parts, &title, "", look.width));
    }
    // Things that the sentences name are not named again, nor are parts of a rule behind a whole reason.
    let is_whole = step.inference.argument.is_whole() || !cases.is_empty();
    let singles = step.inference.argument.singles();
    let is_argument = |s: &StatementRef| singles.iter().any(|single| single.statement == s.name);
    // Terms such as `1 + 3` differ, so the statement that makes the cells of the sum differ isn't named beside them.
    let with_terms = |s: &StatementRef| {
        let has_terms = |single: &&Single| matches!(single.leaves, Leaves::Only { are_terms: true, .. });
        singles.iter().filter(has_terms).any(|single| {
            let sum = step.because.iter().find(|other| other.name == single.statement);
            single.all_different && sum.is_some_and(|sum| sum.unknowns == s.unknowns)
        })
    };
    let named = |s: &&StatementRef| {
        is_argument(s)
            || with_terms(s)
            || step.unspoken.contains(&s.name)
            || is_whole && is_part_of_rule(s)
            || cases.iter().chain([&reason]).any(|text| is_named(model, text, s))
    };
    let (because, facts) = listed_premises(model, step, Premises::Unseen);
    let mut unnamed: Vec<&StatementRef> = because.into_iter().filter(|s| !named(s)).collect();
    let more = cut(&mut unnamed, MANY, NAMED);
    if let Some((first, rest)) = short_names(model, &unnamed).split_first() {
        let mut by = Line::plain("by ");
        by.append(first);
        parts.push(by);
        parts.extend(rest.iter().cloned());
    }
    if more > 0 {
        parts.push(Line::plain(&format!("and {more} more (`steps {number}`)")));
    }
    let mut facts = short_fact_texts(model, &facts);
    if !facts.is_empty() {
        let joining = joining(&facts);
        let more = cut(&mut facts, MANY_FACTS, LISTED_FACTS);
        parts.extend(comma_parts(&format!("{joining} {}", facts.join(", "))));
        if more > 0 {
            parts.push(Line::plain(&format!("and {more} more facts (`steps {number}`)")));
        }
    }
    // A long conclusion stands on lines of its own.
    if title.len() > LONG_TITLE {
        let conclusions = comma_parts(&conclusion_text(model, step));
        out.append(wrap(&conclusions, &format!("{:>3}. ", number), ":", look.width));
        out.append(wrap(&parts, "     ", "", look.width));
    } else {
        out.append(wrap(&parts, &title, "", look.width));
    }
    let more = cut(&mut cases, MANY_CASES, LISTED_CASES);
    cases.iter().for_each(|case| out.append(wrap_words(case, "     ", look)));
    if more > 0 {
        out.append(wrap_words(&format!("and {more} more lines (`steps {number}`)"), "     ", look));
    }
}

/// The step with the fewest equally easy ones, at which people get stuck. The last ones, with few cells left, don't count.
fn say_narrowest(steps: &[Step], out: &mut Drawing) {
    let before_the_end = steps.len() - steps.len() / LAST;
    let counted_steps = (1..).zip(&steps[..before_the_end]).filter_map(|(number, step)| Some((step.open?, number)));
    let Some((fewest, first)) = counted_steps.clone().min() else { return };
    let all = counted_steps.filter(|(open, _)| *open == fewest).count();
    let also = if all > 1 { format!(" and {} more", all - 1) } else { String::new() };
    say(out, &format!("fewest ways on: {fewest}, in step {first}{also}"));
}

/// The lines after the steps: the hardest of them, what is known, and how they end.
pub(super) fn draw_end(
    model: &Model,
    steps: &[Step],
    (known, done): (&[Option<i64>], bool),
    condition: Option<&Condition>,
    stopped: Option<&Reason>,
    look: &Look,
    out: &mut Drawing,
) {
    let hardest = steps.iter().enumerate().max_by_key(|(i, s)| (s.effort(), std::cmp::Reverse(*i)));
    if let Some((i, step)) = hardest {
        let technique = step.technique;
        // Later steps can be harder.
        let (so_far, or_harder) = if stopped.is_some() { (" so far", " or harder") } else { ("", "") };
        say(out, &format!("hardest{so_far}: {technique}, in step {}; grade: {}{or_harder}", i + 1, technique.grade()));
    }
    if condition.is_none() {
        say_narrowest(steps, out);
    }
    let number = counted(steps.len() as u64, "step");
    let ended = match (stopped, done, condition) {
        (Some(reason), ..) => format!("{number}; then stopped: {}", reason.text()),
        (None, true, Some(condition)) => {
            format!("{} follows, in {number}", visible(&condition.clause(model)))
        }
        (None, true, None) => format!("solved, in {number}"),
        (None, false, _) => format!("nothing more follows after {number}: what is open differs between solutions"),
    };
    if condition.is_none() {
        out.append(draw_answer(model, &|u| known_text(model, known, u), look));
    }
    say(out, &ended);
}

/// Limit on the steps by the hardest technique that a grade lists.
const HARDEST: usize = 5;

/// ` (score 47)`
fn scored(score: Option<u32>, least: &str) -> String {
    score.map_or(String::new(), |score| format!(" ({least}score {score})"))
}

pub(super) fn draw_grade(
    model: &Model,
    (grade, score): (Option<Grade>, Option<u32>),
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
        (Some(grade), _) => {
            let word = score.map_or(grade.name(), word_of_score);
            say(out, &format!("{word}{}, in {number}", scored(score, "")));
        }
        (None, Some(reason)) => {
            let least = score.map_or(String::new(), |score| format!(", at least {}", word_of_score(score)));
            let score = scored(score, "at least ");
            return say(out, &format!("no grade after {number}{least}{score}: {}", reason.text()));
        }
        (None, None) => {
            return say(out, &format!("no grade: after {number} nothing more follows, as solutions differ"));
        }
    }
    for (number, step) in hardest.iter().take(HARDEST) {
        say(out, &format!("  step {number}, {}: {}", conclusion_text(model, step), visible(&sentence(model, step))));
    }
    if hardest.len() > HARDEST {
        say(out, &format!("  and {} more like these; `solve steps` shows all", hardest.len() - HARDEST));
    }
}
