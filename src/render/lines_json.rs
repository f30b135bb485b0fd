//! Links, fences and partitions as JSON.

use crate::model::{LineKind, Lines, Model, UnknownId};
use serde_json::{Value, json};

/// Links as `right` and `down`, fences as `horizontal` and `vertical`: a value for each place, null where
/// a hole leaves none. A partition shows which neighbours are joined, as links do.
pub(super) fn strokes(lines: &Lines, value: &dyn Fn(UnknownId) -> Value) -> Value {
    let cell = |u: &Option<UnknownId>| u.map_or(Value::Null, value);
    let rows = |list: &[Option<UnknownId>], width: usize, shown: usize| -> Vec<Value> {
        list.chunks(width).map(|row| row[..shown].iter().map(cell).collect()).collect()
    };
    let width = lines.across_cols();
    match lines.kind {
        LineKind::Fences => json!({
            "horizontal": rows(&lines.down, lines.cols, lines.cols),
            "vertical": rows(&lines.across, width, width),
        }),
        _ => {
            let mut down = rows(&lines.down, lines.cols, lines.cols);
            down.pop();
            json!({ "right": rows(&lines.across, width, width - 1), "down": down })
        }
    }
}

/// The number of its piece for each cell, from 1 in reading order, null for holes.
pub(super) fn pieces(model: &Model, lines: &Lines, joined: &dyn Fn(UnknownId) -> bool) -> Value {
    let pieces = lines.pieces(model.grid(lines.grid), joined);
    pieces.chunks(lines.cols).map(|row| row.iter().map(|p| json!(p)).collect::<Value>()).collect()
}
