//! A scene as JSON, so that other programs can draw it. `help scene` lists the fields.

use crate::scene::{Board, CellText, Chart, Content, Corner, Scene, Side, Slot, Strokes};
use sator_model::LineKind;
use sator_model::shape::Place;
use serde_json::{Map, Value, json};

/// The scene: `boards`, and `lists` and `charts` for what stands in no grid, `too_large` for what is not drawn. What is not there is left out.
pub fn scene_object(scene: &Scene) -> Value {
    let lists = scene.lists.iter().map(|list| {
        let values: Vec<Value> = list.values.iter().map(cell).collect();
        json!({"name": list.name, "values": values})
    });
    let mut object = Map::new();
    object.insert("boards".into(), scene.boards.iter().map(board).collect());
    put(&mut object, "lists", lists.collect());
    put(&mut object, "charts", scene.charts.iter().map(chart).collect());
    put(&mut object, "too_large", scene.too_large.iter().map(|sentence| json!(sentence)).collect());
    Value::Object(object)
}

fn put(object: &mut Map<String, Value>, key: &str, list: Vec<Value>) {
    if !list.is_empty() {
        object.insert(key.into(), Value::Array(list));
    }
}

/// `r3c4`
fn name((row, col): Place) -> String {
    format!("r{}c{}", row + 1, col + 1)
}

fn names(cells: &[Place]) -> Vec<String> {
    cells.iter().map(|&place| name(place)).collect()
}

/// `{"text": "5", "style": ["given"]}`; without a text where it is not known.
fn cell(shown: &CellText) -> Value {
    let mut object = Map::new();
    match &shown.content {
        Content::Unknown => {}
        Content::Bool(yes) => _ = object.insert("yes".into(), json!(yes)),
        Content::Text(text) => _ = object.insert("text".into(), json!(text)),
        Content::Block(lines) => {
            let digits: Vec<String> = lines.iter().flat_map(|l| l.split_whitespace()).map(String::from).collect();
            object.insert("candidates".into(), json!(digits.concat()));
            if !shown.counts.is_empty() {
                object.insert("counts".into(), json!(shown.counts));
            }
        }
    }
    let words = shown.style.words();
    if !words.is_empty() {
        object.insert("style".into(), json!(words));
    }
    Value::Object(object)
}

fn chart(chart: &Chart) -> Value {
    let rows = chart.rows.iter().map(|row| {
        let bars = row.lanes.iter().flatten().map(|bar| {
            let mut object = json!({"start": bar.start, "end": bar.end});
            if !bar.label.is_empty() {
                object["label"] = json!(bar.label);
            }
            object
        });
        json!({"name": row.name, "bars": bars.collect::<Vec<_>>()})
    });
    json!({"rule": chart.name, "from": chart.from, "to": chart.to, "rows": rows.collect::<Vec<_>>()})
}

/// By [`Side::ALL`] and [`Corner::ALL`].
const SIDES: [&str; 4] = ["top", "bottom", "left", "right"];
const CORNERS: [&str; 4] = ["top_left", "top_right", "bottom_left", "bottom_right"];

fn board(board: &Board) -> Value {
    let cols = board.cols.max(1);
    let rows = |list: Vec<Value>| -> Vec<Value> { list.chunks(cols).map(|row| json!(row)).collect() };
    let mut object = Map::new();
    for (key, value) in [("name", json!(board.name)), ("rows", json!(board.rows)), ("cols", json!(board.cols))] {
        object.insert(key.into(), value);
    }
    let cells = board.cells.iter().map(|shown| shown.as_ref().map_or(Value::Null, cell)).collect();
    put(&mut object, "cells", rows(cells));
    if board.clues.iter().any(Option::is_some) {
        put(&mut object, "clues", rows(board.clues.iter().map(|clue| json!(clue)).collect()));
    }
    let regions = board.outlines.iter().map(|groups| json!(rows(groups.iter().map(|g| json!(g)).collect())));
    put(&mut object, "regions", regions.collect());
    put(&mut object, "walls", board.walls.iter().map(|(a, b)| json!([name(*a), name(*b)])).collect());
    let lines = board.lines.iter().map(|line| {
        json!({"rule": line.name, "cells": names(&line.cells), "colour": line.colour.word(), "letter": line.sign,
            "start": line.start.word(), "end": line.end.word(), "dashed": line.dashed})
    });
    put(&mut object, "lines", lines.collect());
    let cages = board.cages.iter().map(|c| json!({"rule": c.name, "cells": names(&c.cells), "clue": c.clue}));
    put(&mut object, "cages", cages.collect());
    put(&mut object, "pills", board.pills.iter().map(|cells| json!(names(cells))).collect());
    let dots = board.dots.iter().map(
        |dot| json!({"rule": dot.name, "between": [name(dot.a), name(dot.b)], "sign": dot.text, "clue": dot.inside}),
    );
    put(&mut object, "dots", dots.collect());
    let marks = board.marks.iter().map(|m| json!({"rule": m.name, "cell": name(m.cell), "shape": m.shape.word()}));
    put(&mut object, "marks", marks.collect());
    let shades =
        board.shades.iter().map(|s| json!({"rule": s.name, "cells": names(&s.cells), "colour": s.colour.word()}));
    put(&mut object, "shades", shades.collect());
    // In cells from the upper left corner of the board.
    let halves = board
        .halves
        .iter()
        .map(|half| json!({"down": half.row as f64 / 2.0, "right": half.col as f64 / 2.0, "clue": half.text}));
    put(&mut object, "corners", halves.collect());
    let mut outside = Map::new();
    for (side, key) in Side::ALL.into_iter().zip(SIDES) {
        put(&mut outside, key, board.outside[side as usize].iter().map(|words| json!(words)).collect());
    }
    for (corner, key) in Corner::ALL.into_iter().zip(CORNERS) {
        put(&mut outside, key, board.corners[corner as usize].iter().map(|word| json!(word)).collect());
    }
    if !outside.is_empty() {
        object.insert("outside".into(), Value::Object(outside));
    }
    let in_clash = board.clue_clash.iter().map(|at| json!({"cell": name((at / cols, at % cols))}));
    let outside_clash = board.outside_clash.iter().map(|slot| match slot {
        Slot::Line(side, line) => json!({"side": SIDES[*side as usize], "line": line + 1}),
        Slot::Corner(corner) => json!({"side": CORNERS[*corner as usize]}),
    });
    put(&mut object, "clue_clash", in_clash.chain(outside_clash).collect());
    if let Some((yes, no)) = &board.signs {
        object.insert("signs".into(), json!({"yes": yes, "no": no}));
    }
    if let Some(drawn) = &board.strokes {
        object.insert("strokes".into(), strokes(drawn, cols));
    }
    Value::Object(object)
}

/// As in a solution: links `right` and `down`, fences `horizontal` and `vertical`.
fn strokes(strokes: &Strokes, cols: usize) -> Value {
    let shown = |stroke: &Option<CellText>| stroke.as_ref().map_or(Value::Null, cell);
    let rows = |list: &[Option<CellText>], width: usize, kept: usize| -> Vec<Value> {
        list.chunks(width.max(1)).map(|row| row[..kept.min(row.len())].iter().map(shown).collect()).collect()
    };
    let width = strokes.across_cols;
    match strokes.kind {
        LineKind::Fences => json!({
            "kind": "fences",
            "horizontal": rows(&strokes.down, cols, cols),
            "vertical": rows(&strokes.across, width, width),
        }),
        kind => {
            let mut down = rows(&strokes.down, cols, cols);
            down.pop();
            json!({
                "kind": if kind == LineKind::Links { "links" } else { "partition" },
                "right": rows(&strokes.across, width, width.saturating_sub(1)),
                "down": down,
            })
        }
    }
}
