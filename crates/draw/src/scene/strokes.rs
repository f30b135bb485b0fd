//! Links, fences and borders of pieces, as far as they are known.

use super::CellText;
use sator_model::{LineKind, Lines};

/// The strokes that are drawn on a board. The layout of `across` and `down` is that of [`Lines`]; `None` is a place without a
/// stroke.
#[derive(Clone, Debug)]
pub struct Strokes {
    /// Whether the strokes link cells, or run between them.
    pub kind: LineKind,
    /// The number of columns of `across`.
    pub across_cols: usize,
    /// The strokes from left to right, row by row.
    pub across: Vec<Option<CellText>>,
    /// The strokes from top to bottom, row by row.
    pub down: Vec<Option<CellText>>,
    /// Whether some strokes are unknown.
    pub partial: bool,
    /// Whether a stroke is a number of lines, as of bridges.
    pub multiple: bool,
}

impl Strokes {
    /// A board of points without strokes.
    pub(super) fn none(rows: usize, cols: usize) -> Strokes {
        let nowhere = vec![None; rows * cols];
        Strokes {
            kind: LineKind::Links,
            across_cols: cols,
            across: nowhere.clone(),
            down: nowhere,
            partial: false,
            multiple: false,
        }
    }

    /// The strokes of `lines`, with what each unknown shows.
    pub fn new(lines: &Lines, text: super::Text) -> Strokes {
        let known = |unknowns: &[Option<sator_model::UnknownId>]| unknowns.iter().map(|u| u.map(text)).collect();
        let (across, down): (Vec<_>, Vec<_>) = (known(&lines.across), known(&lines.down));
        let open = |t: &CellText| t.content == super::Content::Unknown;
        let partial = across.iter().chain(&down).flatten().any(open);
        Strokes { kind: lines.kind, across_cols: lines.across_cols(), across, down, partial, multiple: false }
    }
}
