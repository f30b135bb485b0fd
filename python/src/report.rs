//! Answers as JSON: what `--json` prints, and the answer as words and pictures.

use sator::Report;
use sator::session::Session;
use sator_answer::Answer;
use sator_draw::render::svg::render_svg;
use sator_draw::render::{Look, draw_report};
use sator_draw::scene::figures;
use sator_lang::syntax::ast::Query;
use sator_model::Model;
use serde_json::{Value, json};
use std::time::Duration;

/// Pictures of one answer.
const MOST_PICTURES: usize = 300;

/// A report: its `fields`, as `--json` prints them, and how it looks.
pub(crate) fn report_object(session: &Session, report: &Report, clash_shown: bool) -> Value {
    let elaborator = session.elaborator();
    let mut look = session.settings.look(session.interactive, sator_draw::render::PAGE_WIDTH, false);
    look.clash_shown = clash_shown;
    let mut object = pictured(session.model(), report, &look);
    object["fields"] = sator_draw::render::report_object(elaborator, report, false).unwrap_or(Value::Null);
    object["ms"] = json!((report.elapsed.as_secs_f64() * 10_000.0).round() / 10.0);
    object
}

/// An answer by its look alone.
pub(crate) fn drawn(model: &Model, answer: Answer, look: &Look) -> Value {
    let report = Report { query: Query::Show, line: 0, elapsed: Duration::ZERO, answer, notes: vec![] };
    pictured(model, &report, look)
}

/// `text` for a terminal, `words` beside the pictures, and `pictures`, each with its SVG and the reasons of its step.
fn pictured(model: &Model, report: &Report, look: &Look) -> Value {
    let all = figures(model, &report.answer);
    let pictures: Vec<Value> = all
        .iter()
        .take(MOST_PICTURES)
        .map(|figure| {
            let svg =
                render_svg(None, std::slice::from_ref(figure), sator_answer::Theme::Light, sator_answer::Scale::Screen);
            json!({"caption": figure.caption, "because": figure.because, "svg": svg})
        })
        .collect();
    let words = Look { pictures: false, ..*look };
    json!({
        "text": draw_report(model, report, look).to_string(),
        "words": draw_report(model, report, &words).to_string(),
        "pictures": pictures,
    })
}
