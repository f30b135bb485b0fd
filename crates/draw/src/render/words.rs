//! Answers within other answers, in words: what each way of `compare` came to, what `expect` found instead, and what clashes.

use super::done::{done_text, no_step_text};
use sator_answer::{Answer, Clash, Expected, Found, Sense};
use sator_base::text::counted;
use sator_model::Model;

/// Statements that a message names.
const NAMED: usize = 4;
/// Differing cells that a message names.
const CELLS: usize = 5;

/// A short statement of the outcome.
pub(super) fn answer_words(answer: &Answer) -> String {
    let plural = |n: u64| if n == 1 { "" } else { "s" };
    match answer {
        Answer::Solution { .. } | Answer::Show { .. } => "a solution".into(),
        Answer::None | Answer::Unexplained(_) => "no solution".into(),
        Answer::NoOther { .. } => "no other solution".into(),
        Answer::Unknown(reason) => format!("unknown: {}", reason.text()),
        Answer::Unique { .. } => "one solution".into(),
        Answer::Multiple { .. } => "more than one solution".into(),
        Answer::Count { count, exact: true, .. } => format!("{count} solution{}", plural(*count)),
        Answer::Count { count, exact: false, stopped: None } => format!("more than {count} solution{}", plural(*count)),
        Answer::Count { count, stopped: Some(reason), .. } => {
            format!("at least {count} solution{}: {}", plural(*count), reason.text())
        }
        Answer::Solutions { list, complete, .. } => {
            let n = list.len() as u64;
            format!("{n} solution{}{}", plural(n), if *complete { ", no more" } else { "" })
        }
        Answer::Candidates { values, .. } => format!("{} candidates", values.iter().map(|d| d.size()).sum::<u64>()),
        Answer::Forced { values, .. } => format!("{} forced", values.iter().flatten().count()),
        Answer::Optimum(optimum) => {
            let proved = if optimum.is_proved() { ", proved best" } else { "" };
            let penalty = if optimum.sense == Sense::Penalty { "penalty " } else { "" };
            format!("{penalty}{}{proved}", optimum.values_text())
        }
        Answer::NoValue { .. } => "no value".into(),
        Answer::Export(_) => "a file".into(),
        Answer::Print { text, .. } | Answer::Page(text) => text.clone(),
        Answer::Done(done) => done_text(done),
        Answer::NoStep { why, .. } => no_step_text(*why).into(),
        Answer::List { entries, .. } => counted(entries.len() as u64, "statement"),
        Answer::Stats(_) => String::new(),
        Answer::Shared(shared) => shared.text.clone(),
        Answer::Expect { ok, .. } => if *ok { "as expected" } else { "not as expected" }.into(),
        Answer::Clash { because, .. } => format!("a clash of {} statements", because.len()),
        Answer::Clashes { list, .. } => format!("{} clashes", list.len()),
        Answer::OneClash { .. } => "a clash".into(),
        Answer::NoClash { .. } => "a solution".into(),
        Answer::Because { .. } => "forced".into(),
        Answer::NotForced { .. } => "not forced".into(),
        Answer::Hint { .. } => "a hint".into(),
        Answer::NoHint { .. } => "no hint".into(),
        Answer::Graded { grade: Some(grade), .. } => format!("grade: {grade}"),
        Answer::Walk { number, of, .. } => format!("step {number} of {of}"),
        Answer::Hints { steps, .. } => format!("{} hints", steps.len()),
        Answer::Checked { wrong, .. } => format!("{} wrong", wrong.len()),
        Answer::Graded { grade: None, .. } => "no grade".into(),
        Answer::Steps { done, .. } => if *done { "solved in steps" } else { "not solved in steps" }.into(),
        Answer::Redundant { list, .. } | Answer::Reduced { left_out: list, .. } => format!("{} redundant", list.len()),
        Answer::Generated(generated) => match &generated.puzzles[..] {
            [one] => format!("a puzzle of {} clues", one.clues),
            all => format!("{} puzzles", all.len()),
        },
        Answer::Compare { agree, .. } => match agree {
            Some(true) => "they agree",
            Some(false) => "they disagree",
            None => "not all of them have an answer",
        }
        .into(),
    }
}

/// What `expect` asked for.
pub(super) fn expected_words(expected: &Expected) -> String {
    match expected {
        Expected::Unique => "one solution".into(),
        Expected::NoSolution => "no solution".into(),
        Expected::Count(wanted) => format!("{wanted} solutions"),
        Expected::Drawn(grid) => format!("the solution of {grid} as drawn"),
        Expected::Condition(text) => text.clone(),
    }
}

/// What is there instead.
pub(super) fn found_words(model: &Model, found: &Found) -> String {
    match found {
        Found::Answer(answer) => answer_words(answer),
        Found::Cells(wrong) => {
            let difference = |&(unknown, found, wanted): &_| {
                let unknown = model.unknown(unknown);
                let text = |value| model.value_text(unknown.kind, value);
                format!("{} is {}, not {}", unknown.name, text(found), text(wanted))
            };
            let mut parts: Vec<String> = wrong.iter().take(CELLS).map(difference).collect();
            if wrong.len() > CELLS {
                parts.push(format!("and {} more cells differ", wrong.len() - CELLS));
            }
            parts.join(", ")
        }
        Found::Sides(sides) if sides.is_empty() => "it is false".into(),
        Found::Sides(sides) => {
            sides.iter().map(|(text, value)| format!("{text} is {value}")).collect::<Vec<_>>().join(", ")
        }
    }
}

/// Of a statement in the list: how it clashes.
pub(super) fn clash_state(clash: &Clash) -> String {
    match clash.with.as_deref() {
        Some([]) => "can never hold".into(),
        Some(with) => format!("clashes with {}", names(with)),
        None => "no solution from here on".into(),
    }
}

/// A line for the user, after the statement with number `last` was typed.
pub fn clash_message(clash: &Clash, last: u32) -> String {
    let this = if clash.number == last { "this".to_string() } else { format!("#{}", clash.number) };
    match clash.with.as_deref() {
        Some([]) => format!("{this} can never hold"),
        Some(with) => format!("{this} clashes with {} (`why` explains)", names(with)),
        None => format!("with {this} there is no solution (`why` explains)"),
    }
}

/// `#1, #2 and #3`
fn names(with: &[u32]) -> String {
    let mut names: Vec<String> = with.iter().take(NAMED).map(|n| format!("#{n}")).collect();
    if with.len() > NAMED {
        names.push(format!("{} more", with.len() - NAMED));
    }
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        last => last.unwrap_or_default(),
    }
}
