//! The results of commands, in words and as fields of JSON.

use sator_answer::{Claimed, Done, Named, NoStep, Resumed, Reversed, TurnValue};
use sator_base::text::{counted, first_line};
use serde_json::{Value, json};
use std::time::Duration;

pub(super) fn done_text(done: &Done) -> String {
    match done {
        Done::Steps { steps, asked } => {
            let mut lines: Vec<String> = steps.iter().map(reversed_text).collect();
            if lines.len() < *asked as usize {
                lines.push(format!("that was all: {} of {asked}", steps.len()));
            }
            lines.join("\n")
        }
        Done::Dropped(gone) => format!("dropped {}", named_text(gone)),
        Done::Pushed(level) => format!("level {level}"),
        Done::Popped(statements) => format!("took back {}", counted(*statements as u64, "statement")),
        Done::Param { now, before, again } => {
            let again = match again {
                None => "no statement depends on it".into(),
                Some((first, last)) if first == last => format!("#{first} is made again"),
                Some((first, last)) => format!("#{first} to #{last} are made again"),
            };
            let (text, before) = (first_line(&now.text), first_line(before));
            match text == before {
                true => format!("#{} is replaced; {again}", now.number),
                false => format!("#{} is `{text}` now, not `{before}`; {again}", now.number),
            }
        }
        Done::Turn { name, value } => format!("{name} = {value}:"),
        Done::Reset => "all statements dropped; `undo` brings them back".into(),
        Done::Saved { statements, path } => {
            format!("saved {} to {}", counted(*statements as u64, "statement"), path.display())
        }
        Done::Settings(settings) => {
            let lines: Vec<String> = settings.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            lines.join("\n")
        }
        Done::Example { text, .. } => (*text).into(),
        Done::Imported { format, numbers, untranslated } => {
            let numbers = match numbers {
                Some((first, last)) if first < last => format!("#{first} to #{last}"),
                Some((only, _)) => format!("#{only}"),
                None => "no statements".into(),
            };
            let mut text = format!("{format} puzzle: {numbers}");
            for what in untranslated {
                text.push_str(&format!("\nnot understood: {what}"));
            }
            text
        }
        Done::NotAsked(questions) => {
            // A question of several lines ends in a picture.
            let short = |question: &String| match question.split_once('\n') {
                Some((first, _)) => format!("{first} ... }}"),
                None => question.clone(),
            };
            format!("its questions, not asked: {}", questions.iter().map(short).collect::<Vec<_>>().join("; "))
        }
        Done::Resumed(resumed) => resumed_text(resumed),
        Done::Written { path, preferences: 0 } => format!("wrote {}", path.display()),
        Done::Written { path, preferences } => {
            format!("wrote {}\nleft out: {}", path.display(), counted(*preferences as u64, "preference"))
        }
        Done::Certified { path, claimed, constraints, cuts, lines, bytes } => {
            let claim = match claimed {
                Claimed::Unique => "the solution is the only one",
                Claimed::Unsat => "there is no solution",
                Claimed::Why => "the clashing statements have no solution",
                Claimed::Optimum => "no solution is better",
            };
            let cuts = if *cuts == 0 { String::new() } else { format!(", {}", counted(*cuts as u64, "cut")) };
            format!(
                "certified: {claim}\nwrote {}: {}{cuts}, {} of proof, {} kB; README says how to check it",
                path.display(),
                counted(*constraints as u64, "constraint"),
                counted(*lines as u64, "line"),
                bytes.div_ceil(1000),
            )
        }
    }
}

fn resumed_text(resumed: &Resumed) -> String {
    let statements = counted(resumed.statements as u64, "statement");
    let mut text = format!("{statements} came back, kept {}", ago(resumed.age));
    if let Some((left_out, path)) = &resumed.in_part {
        text.push_str(&format!("\nit can't be read in full and stays in {}", path.display()));
        for line in left_out {
            text.push_str(&format!("\nleft out: {line}"));
        }
    }
    if !resumed.others.is_empty() {
        text.push_str("\nalso kept: `reset` and `load last N` bring one of these back instead");
    }
    for (n, (age, open, first)) in resumed.others.iter().enumerate() {
        let open = if *open { ", in a prompt that is open" } else { "" };
        text.push_str(&format!("\n  {}  {}{open}: {first}", n + 1, ago(*age)));
    }
    text
}

/// `3 minutes ago`
fn ago(age: Duration) -> String {
    let seconds = age.as_secs();
    let (count, unit) = match seconds {
        0..60 => return "just now".into(),
        60..3_600 => (seconds / 60, "minute"),
        3_600..86_400 => (seconds / 3_600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{} ago", counted(count, unit))
}

fn reversed_text(step: &Reversed) -> String {
    match (&step.added[..], &step.removed[..]) {
        ([], gone) => format!("took back {}", named_text(gone)),
        ([again], [_]) => format!("#{} is `{}` again", again.number, first_line(&again.text)),
        (again, _) => format!("put back {}", named_text(again)),
    }
}

/// `#4 r1c1 = 5`, or how many.
fn named_text(statements: &[Named]) -> String {
    match statements {
        [one] => format!("#{} {}", one.number, first_line(&one.text)),
        many => counted(many.len() as u64, "statement"),
    }
}

pub(super) fn no_step_text(why: NoStep) -> &'static str {
    match why {
        NoStep::Empty => "there are no steps: nothing more follows, or all is known",
        NoStep::AtLast => "that was the last step",
        NoStep::AtFirst => "there is no step before",
    }
}

/// The fields, and the words as `text`.
pub(super) fn done_fields(done: &Done) -> Vec<(&'static str, Value)> {
    let mut fields = match done {
        Done::Steps { steps, .. } => {
            let step = |s: &Reversed| json!({"removed": named(&s.removed), "added": named(&s.added)});
            vec![("steps", steps.iter().map(step).collect())]
        }
        Done::Dropped(gone) => vec![("removed", named(gone))],
        Done::Pushed(level) => vec![("level", json!(level))],
        Done::Popped(statements) => vec![("count", json!(statements))],
        Done::Param { now, before, again } => {
            let again = again.map(|(first, last)| [first, last]);
            vec![
                ("number", json!(now.number)),
                ("statement", json!(now.text)),
                ("before", json!(before)),
                ("again", json!(again)),
            ]
        }
        Done::Turn { name, value } => vec![("turn", json!({ name.as_str(): turn_value(value) }))],
        Done::Reset => vec![],
        Done::Saved { statements, path } => {
            vec![("count", json!(statements)), ("path", json!(path.display().to_string()))]
        }
        Done::Settings(settings) => {
            let values = settings.iter().map(|(name, value)| (name.to_string(), json!(value)));
            vec![("settings", Value::Object(values.collect()))]
        }
        Done::Example { name, .. } => vec![("name", json!(name))],
        // Every answer names the parts that no statement expresses.
        Done::Imported { format, numbers, .. } => {
            let numbers = numbers.map(|(first, last)| [first, last]);
            vec![("format", json!(format)), ("numbers", json!(numbers))]
        }
        Done::NotAsked(questions) => vec![("not_asked", json!(questions))],
        Done::Resumed(resumed) => {
            let seconds = resumed.age.as_secs();
            let mut fields = vec![("count", json!(resumed.statements)), ("seconds", json!(seconds))];
            if let Some((left_out, path)) = &resumed.in_part {
                fields.push(("left_out", json!(left_out)));
                fields.push(("path", json!(path.display().to_string())));
            }
            fields
        }
        Done::Written { path, preferences } => {
            vec![("path", json!(path.display().to_string())), ("preferences_left_out", json!(preferences))]
        }
        Done::Certified { path, claimed, constraints, cuts, lines, bytes } => {
            let claim = Claimed::ALL.iter().find(|(_, one)| one == claimed).map(|(word, _)| *word);
            vec![
                ("path", json!(path.display().to_string())),
                ("claim", json!(claim)),
                ("constraints", json!(constraints)),
                ("cuts", json!(cuts)),
                ("lines", json!(lines)),
                ("bytes", json!(bytes)),
            ]
        }
    };
    fields.push(("text", json!(done_text(done))));
    fields
}

/// The value of a turn of a sweep.
pub(super) fn turn_value(value: &TurnValue) -> Value {
    match value {
        TurnValue::Number(number) => json!(number),
        TurnValue::Text(text) => json!(text),
    }
}

fn named(statements: &[Named]) -> Value {
    statements.iter().map(|s| json!({"number": s.number, "text": s.text})).collect()
}
