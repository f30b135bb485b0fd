//! Export to f-puzzles: what the puzzle draws beyond the constraints of the format, as the format's drawings.

use super::super::outgoing::{Outgoing, hex};
use sator_model::shape::{End, Form, MarkShape, Place, Stroke};
use serde_json::{Map, Value, json};

/// The name of a cell in f-puzzles.
pub(super) fn name((row, col): Place) -> String {
    format!("R{}C{}", row + 1, col + 1)
}

pub(super) fn names(places: &[Place]) -> Value {
    places.iter().map(|place| name(*place)).collect()
}

/// Adds the shapes that no constraint of the format stands for.
pub(super) fn write(out: &Outgoing, fields: &mut Map<String, Value>) {
    for form in out.unwritten_shapes() {
        for (key, drawing) in drawings(form) {
            if let Value::Array(entries) = fields.entry(key).or_insert_with(|| json!([])) {
                entries.push(drawing);
            }
        }
    }
}

/// A circle or rectangle in the middle of some cells.
fn filled(cells: &[Place], size: f64, fill: &str, outline: &str, text: &str) -> Value {
    let mut entry = json!({"cells": names(cells), "baseC": fill, "outlineC": outline, "fontC": "#000000",
        "width": size, "height": size});
    if !text.is_empty() {
        entry["value"] = text.into();
    }
    entry
}

fn drawings(form: &Form) -> Vec<(&'static str, Value)> {
    match form {
        Form::Line(stroke) => line(stroke),
        Form::Cage { cells, clue } => {
            let mut cage = json!({"cells": names(cells), "outlineC": "#000000", "fontC": "#000000"});
            if let Some(clue) = clue {
                cage["value"] = (&**clue).into();
            }
            vec![("cage", cage)]
        }
        Form::Pill(cells) => {
            cells.iter().map(|cell| ("circle", filled(&[*cell], 0.8, "#FFFFFF", "#000000", ""))).collect()
        }
        Form::Dot { a, b, text, inside } => {
            let inside = inside.as_deref().unwrap_or("");
            vec![match &**text {
                "○" => ("circle", filled(&[*a, *b], 0.3, "#FFFFFF", "#000000", inside)),
                "●" => ("circle", filled(&[*a, *b], 0.3, "#000000", "#000000", inside)),
                sign => ("text", json!({"cells": names(&[*a, *b]), "fontC": "#000000", "size": 0.4, "value": sign})),
            }]
        }
        Form::Mark { cell, shape } => {
            let key = if *shape == MarkShape::Circle { "circle" } else { "rectangle" };
            vec![(key, filled(&[*cell], 0.7, "#CFCFCF", "#CFCFCF", ""))]
        }
        Form::Shade { cells, colour } => {
            let colour = hex(*colour);
            cells.iter().map(|cell| ("rectangle", filled(&[*cell], 1.0, colour, colour, ""))).collect()
        }
        Form::Corner { row, col, text } => {
            let around =
                |half: usize| if half.is_multiple_of(2) { vec![half / 2 - 1, half / 2] } else { vec![half / 2] };
            if *row == 0 || *col == 0 {
                return vec![];
            }
            let (rows, cols) = (around(*row), around(*col));
            let cells: Vec<Place> = rows.iter().flat_map(|r| cols.iter().map(|c| (*r, *c))).collect();
            vec![("circle", filled(&cells, 0.5, "#FFFFFF", "#000000", text))]
        }
        Form::Outside { first, step, clue } => {
            let place = |at: usize, step: i64| at as i64 + 1 - step;
            let cell = format!("R{}C{}", place(first.0, step.0), place(first.1, step.1));
            vec![("text", json!({"cells": [cell], "fontC": "#000000", "size": 0.5, "value": &**clue}))]
        }
        // Borders of regions are fields of cells.
        Form::Borders(_)
        | Form::Wall(..)
        | Form::Values { .. }
        | Form::Words { .. }
        | Form::Signs { .. }
        | Form::Split(_)
        | Form::Elsewhere(_)
        | Form::Icon { .. }
        | Form::Fleet { .. } => vec![],
    }
}

fn line(stroke: &Stroke) -> Vec<(&'static str, Value)> {
    let colour = hex(stroke.colour);
    let mut all = vec![("line", json!({"lines": [names(&stroke.cells)], "outlineC": colour, "width": 0.25}))];
    for (end, cell) in [(stroke.start, stroke.cells.first()), (stroke.end, stroke.cells.last())] {
        let Some(cell) = cell else { continue };
        match end {
            End::Bulb => all.push(("circle", filled(&[*cell], 0.75, colour, colour, ""))),
            End::Circle => all.push(("circle", filled(&[*cell], 0.75, "#FFFFFF", colour, ""))),
            End::Diamond => {
                let mut diamond = filled(&[*cell], 0.6, "#FFFFFF", colour, "");
                diamond["angle"] = 45.into();
                all.push(("rectangle", diamond));
            }
            End::Arrow => {
                let tip = json!({"cells": [name(*cell)], "fontC": colour, "size": 0.5, "value": "➤"});
                all.push(("text", tip));
            }
            End::Plain => {}
        }
    }
    all
}
