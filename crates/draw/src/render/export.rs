//! The bytes of a file that a session asks for.

use super::json;
#[cfg(feature = "png")]
use super::png::render_png;
use super::scene_json::scene_object;
use super::svg::{effort_chart, render_html, render_svg};
use crate::mark;
use crate::scene::{Figure, figures};
use sator_answer::{Answer, Export, Format, Theme};
use sator_model::Model;
use serde_json::{Value, json};

/// The contents of the file of an export.
///
/// # Errors
/// A sentence that names the part of the answer that the format can't hold.
pub fn export_bytes(model: &Model, export: &Export) -> Result<Vec<u8>, String> {
    let title = model.title.as_deref();
    let shown: Vec<Figure> = export.content.iter().flat_map(|answer| figures(model, answer)).collect();
    let svg = |theme| render_svg(title, &shown, theme, export.options.scale);
    Ok(match export.format {
        Format::Svg => (svg(export.options.theme) + mark::XML).into_bytes(),
        Format::Png => render_png(&svg(export.options.theme), export.options.scale)?,
        Format::Html => {
            let charts = export.content.iter().filter_map(|answer| match answer {
                Answer::Steps { steps, .. } => Some(format!("<h2>Effort of the steps</h2>{}\n", effort_chart(steps))),
                _ => None,
            });
            let chart: String = charts.collect();
            let page = render_html(model, &svg(Theme::Light), &svg(Theme::Dark), &chart, &export.script);
            (page + mark::XML).into_bytes()
        }
        Format::Json => format!("{:#}\n", puzzle_object(model, export, &shown)).into_bytes(),
        Format::Smt2 => format!("{}{}", export.formula, mark::SMT2).into_bytes(),
    })
}

/// Without the feature `png` there are no such pictures.
#[cfg(not(feature = "png"))]
fn render_png(_svg: &str, _how: sator_answer::Scale) -> Result<Vec<u8>, String> {
    Err("this build of sator writes no PNG: `export svg` writes the same picture".into())
}

/// The puzzle for programs. `script` holds everything and can be read back; the other fields spare programs from parsing it.
fn puzzle_object(model: &Model, export: &Export, shown: &[Figure]) -> Value {
    let rules: Vec<Value> =
        export.rules.iter().map(|(name, text)| json!({"name": name.replace(' ', "_"), "text": text})).collect();
    let solution = export.content.iter().find_map(|answer| match answer {
        Answer::Show { assignment: Some(assignment), .. } => Some(json::solution(model, assignment)),
        _ => None,
    });
    let unique = (solution.is_some() && export.only).then_some(true);
    json!({
        "format": mark::JSON,
        "version": 1,
        "title": model.title,
        "author": model.author,
        "rules_text": model.rules_in_words(),
        "script": export.script,
        "rules": rules,
        "scenes": shown.iter().map(|picture| scene_object(&picture.scene)).collect::<Vec<_>>(),
        "solution": solution,
        "unique": unique,
    })
}
