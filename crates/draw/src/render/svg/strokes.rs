//! Links and fences of a board.

use super::board::{Sheet, mark_word};
use super::{CELL, Paper, escaped};
use crate::scene::{CellText, Content, Strokes};
use sator_model::LineKind;
use sator_model::shape::Place;

impl Sheet<'_> {
    pub(super) fn strokes(&self, paper: &mut Paper) {
        let Some(strokes) = &self.board.strokes else { return };
        let board = self.board;
        match strokes.kind {
            LineKind::Partition => {}
            LineKind::Fences => {
                paper.put(format_args!("<g class=\"drawn\"><title>fences: {}</title>", escaped(&board.name)));
                for r in 0..=board.rows {
                    for c in 0..=board.cols {
                        let (x, y) = self.corner((r, c));
                        paper.put(format_args!("<circle class=\"corner\" cx=\"{x}\" cy=\"{y}\" r=\"5\"/>"));
                    }
                }
                self.each_stroke(paper, strokes, |(r, c)| self.corner((r, c)), "fence");
                paper.put(format_args!("</g>"));
            }
            LineKind::Links => {
                paper.put(format_args!("<g class=\"drawn\"><title>links: {}</title>", escaped(&board.name)));
                self.each_stroke(paper, strokes, |place| self.middle(place), "link");
                paper.put(format_args!("</g>"));
            }
        }
    }

    /// The strokes across and down; fences across stand upright, links across lie.
    fn each_stroke(&self, paper: &mut Paper, strokes: &Strokes, point: impl Fn(Place) -> (f64, f64), class: &str) {
        let fences = strokes.kind == LineKind::Fences;
        let wide = strokes.across_cols;
        for (all, across) in [(&strokes.across, true), (&strokes.down, false)] {
            let cols = if across { wide } else { self.board.cols };
            for (i, stroke) in all.iter().enumerate() {
                let Some(CellText { content, style, .. }) = stroke else { continue };
                let (r, c) = (i / cols, i % cols);
                let (x, y) = point((r, c));
                let level = across != fences;
                let (dx, dy) = if level { (CELL, 0.0) } else { (0.0, CELL) };
                if let Some(word) = mark_word(*style) {
                    let (mx, my) = (x + dx / 2.0, y + dy / 2.0);
                    paper.put(format_args!("<circle class=\"{word}-cell\" cx=\"{mx}\" cy=\"{my}\" r=\"20\"/>"));
                }
                let count = match content {
                    Content::Bool(yes) => usize::from(*yes),
                    Content::Text(n) => n.parse().unwrap_or(0),
                    Content::Unknown | Content::Block(_) => continue,
                };
                if count == 0 && strokes.partial {
                    let (mx, my) = (x + dx / 2.0, y + dy / 2.0);
                    paper.put(format_args!(
                        "<path class=\"not\" d=\"M{:.0} {:.0}l16 16m0 -16l-16 16\"/>",
                        mx - 8.0,
                        my - 8.0
                    ));
                }
                let apart: &[f64] = match count {
                    0 => &[],
                    1 => &[0.0],
                    2 => &[-9.0, 9.0],
                    _ => &[-14.0, 0.0, 14.0],
                };
                for &shift in apart {
                    let (sx, sy) = if level { (0.0, shift) } else { (shift, 0.0) };
                    paper.put(format_args!(
                        "<path class=\"{class}\" d=\"M{:.0} {:.0}l{dx:.0} {dy:.0}\"/>",
                        x + sx,
                        y + sy
                    ));
                }
            }
        }
    }
}
