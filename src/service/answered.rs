//! Answers and problems as an editor shows them.

use crate::session::{Answer, Report, Session};
use sator_answer::{Fix, Premise, Puzzle, StatementPart, StatementRef, Step};
use sator_base::source::Span;
use sator_draw::narration::{place, statement_text};
use sator_draw::render::svg::{effort_chart, render_inline};
use sator_draw::render::{Look, draw_report, puzzle_summary};
use sator_draw::scene::{Figure, figures};
use sator_lang::diagnostic::Diagnostic;
use sator_model::{Atom, Kind, Model};
use serde_json::{Value, json};

/// Pictures of one answer.
const MOST_PICTURES: usize = 300;

/// UTF-16 units of a text.
pub(super) fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// An error or a warning, with its place where that is in the text at hand.
pub(super) fn problem(session: &Session, text: &str, found: &Diagnostic) -> Value {
    let label = found.labels.iter().find(|label| session.sources().get(label.span.source).text == text);
    let place = label.map(|label| {
        let at = |byte: u32| units(text.get(..byte as usize).unwrap_or(text));
        (at(label.span.start), at(label.span.end), session.sources().line_column(label.span))
    });
    json!({
        "code": found.code.word(),
        "message": found.message,
        "help": found.help,
        "notes": found.notes,
        "warning": found.warning,
        "from": place.map(|p| p.0),
        "to": place.map(|p| p.1),
        "line": place.map(|p| p.2.0),
        "column": place.map(|p| p.2.1),
    })
}

/// An answer in words and pictures.
pub(super) fn answered(session: &Session, text: &str, report: &Report) -> Value {
    let model = session.model();
    let look = Look { pictures: false, ..Look::default() };
    let all = figures(model, &report.answer);
    let left_out = all.len().saturating_sub(MOST_PICTURES);
    let picture = |(at, p): (usize, &Figure)| {
        let svg = render_inline(&Figure { caption: None, ..p.clone() });
        let struck = step_of(&report.answer, at).map_or(vec![], |step| struck_out(model, step));
        json!({"caption": p.caption, "because": p.because, "svg": svg, "struck": struck})
    };
    let shown: Vec<Value> = all.iter().take(MOST_PICTURES).enumerate().map(picture).collect();
    let (kind, follows) = match &report.answer {
        Answer::Multiple { .. } => ("two", vec![]),
        Answer::Steps { .. } => ("steps", vec![]),
        Answer::Hint { step, applied: false, .. } => {
            ("hint", step.conclusions().iter().map(|l| l.text(model)).collect())
        }
        Answer::Look { .. } => ("look", vec![]),
        Answer::Clash { .. } | Answer::OneClash { .. } => ("clash", vec![]),
        _ => ("plain", vec![]),
    };
    json!({
        "query": report.query.word(),
        "kind": kind,
        "words": draw_report(model, report, &look).to_string(),
        "pictures": shown,
        "left_out": left_out,
        "effort": effort(&report.answer),
        "follows": follows,
        "concludes": concludes(session, report),
        "looks_at": looks_at(session, report),
        "fixes": fixes(session, text, report),
        "stopped": report.answer.stopped().is_some(),
        "ms": (report.elapsed.as_secs_f64() * 10_000.0).round() / 10.0,
    })
}

/// The step that a picture of an answer shows. The first picture of steps is the puzzle.
fn step_of(answer: &Answer, picture: usize) -> Option<&Step> {
    match answer {
        Answer::Hint { step, .. } => Some(step),
        Answer::Steps { steps, .. } => steps.get(picture.checked_sub(1)?),
        _ => None,
    }
}

/// The values that a step removes. The picture of a step shows known values only.
fn struck_out(model: &Model, step: &Step) -> Vec<Value> {
    let has_values = |atom: &&Atom| !atom.is && model.unknown(atom.unknown).kind != Kind::Bool;
    let struck = |atom: &Atom| {
        let unknown = model.unknown(atom.unknown);
        json!({"name": unknown.name, "value": model.value_text(unknown.kind, atom.value)})
    };
    step.conclusions().iter().filter(has_values).map(struck).collect()
}

/// The effort of steps as a chart.
fn effort(answer: &Answer) -> Option<String> {
    match answer {
        Answer::Steps { steps, .. } if !steps.is_empty() => Some(effort_chart(steps)),
        _ => None,
    }
}

/// The first stage of a hint: where to look and with which idea, and the unknowns whose values the step uses. Not what it concludes.
fn looks_at(session: &Session, report: &Report) -> Value {
    let Answer::Look { step, .. } = &report.answer else { return Value::Null };
    let model = session.model();
    let used = step.facts.iter().flat_map(Premise::unknowns);
    let cells: Vec<&str> = used.map(|unknown| model.unknown(unknown).name.as_str()).collect();
    json!({"words": format!("look at {}: {}", place(model, step), step.idea()), "cells": cells})
}

/// The conclusions of a hint, by unknown.
fn concludes(session: &Session, report: &Report) -> Vec<Value> {
    let Answer::Hint { step, .. } = &report.answer else { return vec![] };
    let model = session.model();
    let conclusion = |literal: &Atom| {
        let unknown = model.unknown(literal.unknown);
        let value = match unknown.kind {
            Kind::Bool => literal.value.to_string(),
            kind => model.value_text(kind, literal.value),
        };
        json!({"name": unknown.name, "value": value, "is": literal.is})
    };
    step.conclusions().iter().map(conclusion).collect()
}

/// The changes of the text that an answer suggests: what each is about in `words`, and its `edit`.
fn fixes(session: &Session, text: &str, report: &Report) -> Vec<Value> {
    let model = session.model();
    let all = |list: &[StatementRef]| leave_out(session, text, list);
    match &report.answer {
        Answer::Multiple { fix: Fix::Cells(cells), .. } => {
            let lines: Vec<String> = cells.iter().map(|cell| cell.text(model)).collect();
            vec![json!({"words": lines.join(", "), "edit": {"kind": "append", "lines": lines.join("\n")}})]
        }
        Answer::Redundant { list, together: true, .. } if !list.is_empty() => {
            vec![json!({"words": "all of these", "edit": all(list)})]
        }
        Answer::Redundant { list, together: false, .. } => {
            let one = |one: &StatementRef| json!({"words": statement_text(model, &one.name), "edit": all(std::slice::from_ref(one))});
            list.iter().map(one).collect()
        }
        Answer::Reduced { left_out, clues_out, .. } if !left_out.is_empty() || !clues_out.is_empty() => {
            let both: Vec<StatementRef> = left_out.iter().chain(clues_out).cloned().collect();
            vec![json!({"words": "all of these", "edit": all(&both)})]
        }
        Answer::Generated(generated) => {
            let puzzle = |puzzle: &Puzzle| {
                let edit = json!({"kind": "append", "lines": puzzle.text});
                json!({"words": puzzle_summary(puzzle), "edit": edit})
            };
            generated.puzzles.iter().map(puzzle).collect()
        }
        _ => vec![],
    }
}

/// The edit that leaves statements out.
fn leave_out(session: &Session, text: &str, list: &[StatementRef]) -> Value {
    let model = session.model();
    let (mut cells, mut ranges, mut statements) = (vec![], vec![], vec![]);
    for one in list {
        let here = |span: &&Span| session.sources().get(span.source).text == text;
        let tokens: Vec<&Span> = one.clues.iter().filter(here).collect();
        let at = |byte: u32| units(text.get(..byte as usize).unwrap_or(text));
        if let StatementPart::Given(given) = &one.name.part {
            cells.push(model.unknown(given.unknown).name.clone());
            statements.push(given.text(model));
        } else if let Some(used) = one.uses.first().filter(|_| tokens.is_empty()) {
            statements.push(used.clone());
        } else if tokens.is_empty() {
            statements.push(one.name.rule.clone().unwrap_or_else(|| statement_text(model, &one.name)));
        }
        ranges.extend(tokens.iter().map(|span| [at(span.start), at(span.end)]));
    }
    json!({"kind": "leave_out", "cells": cells, "ranges": ranges, "statements": statements})
}
