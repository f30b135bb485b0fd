//! The outcome of a question in few words.

use super::super::done::{done_text, no_step_text};
use super::solutions::solutions_text;
use sator_answer::{Answer, Expected, Found, Sense};
use sator_base::text::counted;
use sator_model::Model;

/// Differing cells that a message names.
const CELLS: usize = 5;

/// A short statement of the outcome.
pub(in super::super) fn answer_words(answer: &Answer) -> String {
    let plural = |n: u64| if n == 1 { "" } else { "s" };
    match answer {
        Answer::Solution { .. } | Answer::Show { .. } => "a solution".into(),
        Answer::None | Answer::Unexplained(_) => "no solution".into(),
        Answer::NoOther { .. } => "no other solution".into(),
        Answer::Unknown(reason) => format!("unknown: {}", reason.text()),
        Answer::Unique { .. } => "one solution".into(),
        Answer::Multiple { .. } => "more than one solution".into(),
        Answer::Count { count, beyond, exact, stopped } => {
            let solutions = solutions_text(*count, beyond.as_ref());
            match stopped {
                _ if *exact => solutions,
                None => format!("more than {solutions}"),
                Some(reason) => format!("at least {solutions}: {}", reason.text()),
            }
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
        Answer::Certificate(_) => "a certificate".into(),
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
        Answer::OneSolution { .. } => "a solution".into(),
        Answer::NoClash { .. } => "a solution".into(),
        Answer::Because { .. } => "forced".into(),
        Answer::NotForced { .. } => "not forced".into(),
        Answer::Hint { .. } => "a hint".into(),
        Answer::Look { .. } => "where to look".into(),
        Answer::NoHint { .. } => "no hint".into(),
        Answer::Graded { grade: Some(grade), .. } => format!("grade: {grade}"),
        Answer::OneStep { .. } => "a step".into(),
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
        Answer::Sweep(sweep) => counted(sweep.rows.len() as u64, "turn"),
        Answer::Compare { agree, .. } => match agree {
            Some(true) => "they agree",
            Some(false) => "they disagree",
            None => "not all of them have an answer",
        }
        .into(),
    }
}

/// The expectation in words.
pub(in super::super) fn expected_words(expected: &Expected) -> String {
    match expected {
        Expected::Unique => "one solution".into(),
        Expected::NoSolution => "no solution".into(),
        Expected::Count(wanted) => format!("{wanted} solutions"),
        Expected::Drawn(grid) => format!("the solution of {grid} as drawn"),
        Expected::Condition(text) => text.clone(),
    }
}

/// The finding in words.
pub(in super::super) fn found_words(model: &Model, found: &Found) -> String {
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
