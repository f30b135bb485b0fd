//! Answers and problems as an editor shows them.

use crate::session::{Answer, Report, Session};
use sator_draw::render::svg::render_inline;
use sator_draw::render::{Look, draw_report};
use sator_draw::scene::{Figure, figures};
use sator_lang::diagnostic::Diagnostic;
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
pub(super) fn answered(session: &Session, report: &Report) -> Value {
    let model = session.model();
    let look = Look { pictures: false, ..Look::default() };
    let all = figures(model, &report.answer);
    let left_out = all.len().saturating_sub(MOST_PICTURES);
    let shown: Vec<Value> = all
        .iter()
        .take(MOST_PICTURES)
        .map(|p| json!({"caption": p.caption, "because": p.because, "svg": render_inline(&Figure { caption: None, ..p.clone() })}))
        .collect();
    let (kind, follows) = match &report.answer {
        Answer::Multiple { .. } => ("two", vec![]),
        Answer::Steps { .. } => ("steps", vec![]),
        Answer::Hint { step, applied: false, .. } => {
            ("hint", step.conclusions().iter().map(|l| l.text(model)).collect())
        }
        _ => ("plain", vec![]),
    };
    json!({
        "query": report.query.word(),
        "kind": kind,
        "words": draw_report(model, report, &look).to_string(),
        "pictures": shown,
        "left_out": left_out,
        "follows": follows,
        "stopped": report.answer.stopped().is_some(),
        "ms": (report.elapsed.as_secs_f64() * 10_000.0).round() / 10.0,
    })
}
