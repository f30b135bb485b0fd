//! Links, fences and the borders of pieces as they are known.

use super::CellText;
use sator_model::{LineKind, Lines};

/// What is drawn on a board. `across` and `down` are laid out as in [`Lines`]; `None` where no stroke can be.
#[derive(Clone, Debug)]
pub struct Strokes {
    pub kind: LineKind,
    pub across_cols: usize,
    pub across: Vec<Option<CellText>>,
    pub down: Vec<Option<CellText>>,
    /// Some strokes are not known.
    pub partial: bool,
}

impl Strokes {
    pub fn new(lines: &Lines, text: super::Text) -> Strokes {
        let known = |unknowns: &[Option<sator_model::UnknownId>]| unknowns.iter().map(|u| u.map(text)).collect();
        let (across, down): (Vec<_>, Vec<_>) = (known(&lines.across), known(&lines.down));
        let open = |t: &CellText| t.content == super::Content::Unknown;
        let partial = across.iter().chain(&down).flatten().any(open);
        Strokes { kind: lines.kind, across_cols: lines.across_cols(), across, down, partial }
    }
}
