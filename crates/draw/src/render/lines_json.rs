//! Links, fences and partitions as JSON.

use sator_model::{LineKind, Lines, Model, UnknownId};
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

/// The numbers that cells have in [`pieces`] whatever is not known: of each piece whose first cell is known to be so, and those
/// before it too. Null for others, and for holes.
pub(super) fn known_pieces(model: &Model, lines: &Lines, joined: &dyn Fn(UnknownId) -> Option<bool>) -> Value {
    let grid = model.grid(lines.grid);
    let certain = lines.pieces(grid, |u| joined(u) == Some(true));
    let possible = lines.pieces(grid, |u| joined(u) != Some(false));
    // By certain piece: its number. Pieces are met in reading order.
    let mut numbers: Vec<Option<u32>> = vec![];
    let (mut count, mut met) = (Some(0), 0);
    for (own, within) in certain.iter().zip(&possible) {
        let (Some(own), Some(within)) = (*own, *within) else { continue };
        if own as usize > numbers.len() {
            // The first cell of a piece, unless it is joined to one before it after all.
            count = count.filter(|_| within > met).map(|n| n + 1);
            numbers.push(count);
        }
        met = met.max(within);
    }
    let number = |own: &Option<u32>| own.map_or(Value::Null, |n| json!(numbers[n as usize - 1]));
    certain.chunks(lines.cols).map(|row| row.iter().map(number).collect::<Value>()).collect()
}

#[cfg(test)]
mod tests {
    use sator_lang::elaborate::Elaborator;
    use sator_model::UnknownId;
    use serde_json::json;

    #[test]
    fn pieces_partly_known() {
        let mut elaborator = Elaborator::default();
        let text = "grid x 2x3 in 1..9\npartition p of x\n";
        let source = elaborator.sources.add("test", text);
        for statement in sator_lang::syntax::parse(source, text).expect("the text reads") {
            elaborator.add(&statement).expect("the statement is accepted");
        }
        let model = &elaborator.model;
        let lines = &model.lines[0];
        // A letter for each pair of neighbours: `j`oined, `a`part, or not known.
        let shown = |right: [&str; 2], down: &str| {
            let state = |u: UnknownId| {
                let letter = |list: &[Option<UnknownId>], width: usize, rows: &[&str]| {
                    let at = list.iter().position(|l| *l == Some(u))?;
                    rows[at / width].chars().nth(at % width)
                };
                let found = letter(&lines.across, lines.across_cols(), &right);
                match found.or_else(|| letter(&lines.down, lines.cols, &[down])) {
                    Some('j') => Some(true),
                    Some('a') => Some(false),
                    _ => None,
                }
            };
            super::known_pieces(model, lines, &state)
        };
        assert_eq!(shown(["??", "??"], "???"), json!([[1, null, null], [null, null, null]]));
        assert_eq!(shown(["ja", "??"], "???"), json!([[1, 1, null], [null, null, null]]));
        assert_eq!(shown(["ja", "ja"], "aaj"), json!([[1, 1, 2], [3, 3, 2]]));
        assert_eq!(shown(["ja", "?a"], "jaj"), json!([[1, 1, 2], [1, null, 2]]));
        assert_eq!(shown(["a?", "aa"], "aaa"), json!([[1, 2, null], [null, null, null]]));
    }
}
