//! Export to SudokuPad. If the f-puzzles format can represent the whole puzzle, the link contains that data, which
//! SudokuPad reads with its rules. Otherwise the link has givens, regions and cages, and the rest as drawings and text.

use super::super::outgoing::{Outgoing, PuzzleToWrite, boxes, hex, usual_box};
use super::super::{Problem, fpuzzles, lz_string};
use super::LARGEST;
use sator_model::shape::{End, Form, MarkShape, Place};
use sator_model::{Argument, Kind, RuleUse};
use serde_json::{Value, json};

/// A link that SudokuPad opens.
pub(crate) fn link(out: &mut Outgoing, puzzle: &PuzzleToWrite) -> Result<String, Problem> {
    if fpuzzles::write::holds_all(Outgoing::new(puzzle)?) {
        return Ok(format!("https://sudokupad.app/fpuzzles{}", fpuzzles::write::data(out)?));
    }
    Ok(format!("https://sudokupad.app/scl{}", lz_string::compress(&json(out)?.to_string())))
}

fn json(out: &mut Outgoing) -> Result<Value, Problem> {
    let (rows, cols) = (out.grid.rows, out.grid.cols);
    let most = rows.max(cols);
    let digits =
        out.grid.content.as_ref().is_some_and(|(kind, domain)| *kind == Kind::Int && domain.iter().eq(1..=most as i64));
    if !digits || most > LARGEST || out.grid.present.iter().any(|p| !p) {
        return Err(Problem::new(format!(
            "SudokuPad has only grids of up to {LARGEST} rows without holes, with the digits from 1 to the number of rows"
        ))
        .help("other grids go into `export link puzzlink` or `export link penpa`"));
    }
    let regions = regions(out)?;
    let mut cages = vec![];
    for used in out.take_uses() {
        if let Some(cage) = cage(out, used) {
            cages.push(cage);
            continue;
        }
        out.leave_out(format!("{} (drawn, or explained in the text of the rules)", used.text));
    }
    let mut cells = vec![];
    for row in 0..rows {
        let cell = |col: usize| match out.given(row * cols + col) {
            Some(value) => json!({"value": value}),
            None => json!({}),
        };
        cells.push((0..cols).map(cell).collect::<Value>());
    }
    for at in 0..rows * cols {
        if out.allowed[at].as_ref().is_some_and(|values| values.len() != 1) {
            out.leave_out(format!("the candidates of r{}c{}", at / cols + 1, at % cols + 1));
        }
    }
    let mut drawn = Drawn::default();
    for shape in out.model.shapes.iter().filter(|shape| shape.grid == out.id) {
        drawn.shape(&shape.form);
    }
    let mut metadata = json!({});
    if let Some(title) = &out.model.title {
        metadata["title"] = title.as_str().into();
    }
    match out.solved() {
        Some(solution) if solution.iter().all(|value| *value < 10) => {
            metadata["solution"] = solution.iter().map(i64::to_string).collect::<String>().into();
        }
        Some(_) => out.leave_out("the solution: SudokuPad keeps a digit for each cell".into()),
        None => {}
    }
    if let Some(author) = &out.model.author {
        metadata["author"] = author.as_str().into();
    }
    let rules = out.model.rules_in_words().join("\n");
    if !rules.is_empty() {
        metadata["rules"] = rules.into();
    }
    Ok(json!({
        "cellSize": 64, "metadata": metadata, "cells": cells, "regions": regions, "cages": cages,
        "lines": drawn.lines, "arrows": drawn.arrows, "underlays": drawn.under, "overlays": drawn.over,
    }))
}

/// The regions formed by rows, columns and boxes or pieces.
fn regions(out: &mut Outgoing) -> Result<Value, Problem> {
    let (rows, cols) = (out.grid.rows, out.grid.cols);
    let groups = if out.uses("sudoku") && rows == cols {
        let used = out.take("sudoku");
        let shape = used.and_then(|used| used.number("h").zip(used.number("w")));
        let (height, width) = shape.map_or(usual_box(rows), |(h, w)| (h as usize, w as usize));
        Some(boxes(rows, height, width))
    } else {
        out.take("jigsaw").and_then(|used| out.groups(used.argument("regions_of_x")))
    };
    let Some(groups) = groups else {
        return Err(Problem::new("SudokuPad has only sudokus with regions, and this grid has none")
            .help("write `sudoku(x)` or `jigsaw(x, region)` for the whole grid"));
    };
    let most = groups.iter().flatten().max().map_or(0, |most| most + 1);
    let cells = |group: u32| {
        let here = (0..groups.len()).filter(|at| groups[*at] == Some(group));
        here.map(|at| json!([at / cols, at % cols])).collect::<Value>()
    };
    Ok((0..most).map(cells).collect())
}

fn cage(out: &Outgoing, used: &RuleUse) -> Option<Value> {
    let unique = match &*used.rule {
        "killer" => true,
        "sum_cage" => false,
        _ => return None,
    };
    let cells: Value = used.places("cage", out.id)?.iter().map(|(row, col)| json!([row, col])).collect();
    let mut cage = json!({"cells": cells, "unique": unique});
    match used.argument("total") {
        Argument::None => {}
        Argument::Int(total) if *total > 0 => cage["value"] = total.to_string().into(),
        _ => return None,
    }
    Some(cage)
}

/// The drawings so far, in cells from the upper left corner.
#[derive(Default)]
struct Drawn {
    lines: Vec<Value>,
    arrows: Vec<Value>,
    under: Vec<Value>,
    over: Vec<Value>,
}

fn middle((row, col): Place) -> Value {
    json!([row as f64 + 0.5, col as f64 + 0.5])
}

impl Drawn {
    fn mark(&mut self, centre: (f64, f64), size: f64, round: bool, fill: &str, text: &str) {
        let mut mark = json!({"center": [centre.0, centre.1], "width": size, "height": size, "rounded": round,
            "backgroundColor": fill, "borderColor": "#000000"});
        if !text.is_empty() {
            mark["text"] = text.into();
        }
        self.over.push(mark);
    }

    fn shape(&mut self, form: &Form) {
        match form {
            Form::Line(stroke) => {
                let points: Vec<Value> = stroke.cells.iter().map(|cell| middle(*cell)).collect();
                let line = json!({"wayPoints": points, "color": hex(stroke.colour), "thickness": 10});
                if stroke.end == End::Arrow {
                    self.arrows.push(line)
                } else {
                    self.lines.push(line)
                }
                for (end, cell) in [(stroke.start, stroke.cells.first()), (stroke.end, stroke.cells.last())] {
                    let Some((row, col)) = cell else { continue };
                    let fill = match end {
                        End::Bulb => hex(stroke.colour),
                        End::Circle | End::Diamond => "#FFFFFF",
                        End::Plain | End::Arrow => continue,
                    };
                    self.under
                        .push(json!({"center": [*row as f64 + 0.5, *col as f64 + 0.5], "width": 0.75, "height": 0.75,
                        "rounded": true, "backgroundColor": fill, "borderColor": hex(stroke.colour)}));
                }
            }
            Form::Pill(cells) => {
                for cell in cells {
                    self.under.push(json!({"center": middle(*cell), "width": 0.8, "height": 0.8, "rounded": true,
                        "backgroundColor": "#FFFFFF", "borderColor": "#000000"}));
                }
            }
            Form::Dot { a, b, text, inside } => {
                let centre = ((a.0 + b.0 + 1) as f64 / 2.0, (a.1 + b.1 + 1) as f64 / 2.0);
                let inside = inside.as_deref().unwrap_or("");
                match &**text {
                    "○" => self.mark(centre, 0.3, true, "#FFFFFF", inside),
                    "●" => self.mark(centre, 0.3, true, "#000000", inside),
                    sign => self.mark(centre, 0.3, false, "#FFFFFF", sign),
                }
            }
            Form::Mark { cell, shape } => {
                let round = *shape == MarkShape::Circle;
                self.under.push(json!({"center": middle(*cell), "width": 0.7, "height": 0.7, "rounded": round,
                    "backgroundColor": "#CFCFCF"}));
            }
            Form::Shade { cells, colour } => {
                for cell in cells {
                    self.under.push(
                        json!({"center": middle(*cell), "width": 1, "height": 1, "backgroundColor": hex(*colour)}),
                    );
                }
            }
            Form::Corner { row, col, text } => {
                self.mark((*row as f64 / 2.0, *col as f64 / 2.0), 0.5, true, "#FFFFFF", text);
            }
            Form::Outside { first, step, clue } => {
                let centre = (first.0 as f64 + 0.5 - step.0 as f64, first.1 as f64 + 0.5 - step.1 as f64);
                self.over.push(json!({"center": [centre.0, centre.1], "width": 0.5, "height": 0.5, "text": &**clue}));
            }
            Form::Wall(a, b) => {
                // From corner to corner of the lower or right cell of the two.
                let (row, col) = *a.max(b);
                let end = if a.0 == b.0 { (row + 1, col) } else { (row, col + 1) };
                let points = json!([[row, col], [end.0, end.1]]);
                self.lines.push(json!({"wayPoints": points, "color": "#000000", "thickness": 3}));
            }
            // Cages and regions are written as such.
            Form::Cage { .. }
            | Form::Borders(_)
            | Form::Values { .. }
            | Form::Words { .. }
            | Form::Signs { .. }
            | Form::Split(_)
            | Form::Elsewhere(_)
            | Form::Icon { .. }
            | Form::Fleet { .. } => {}
        }
    }
}
