//! Characters as outlines, so that a picture looks the same everywhere and needs no font.
//!
//! The outlines are those of DejaVu Sans (Bitstream Vera licence, which allows embedding); `scripts/glyphs` made the table.

use rustc_hash::FxHashMap;
use std::sync::LazyLock;

pub(super) struct Glyph {
    /// In thousandths of an em.
    pub advance: f64,
    /// SVG path data in thousandths of an em, y downward from the base line.
    pub outline: &'static str,
}

static GLYPHS: LazyLock<FxHashMap<char, Glyph>> = LazyLock::new(|| {
    let read = |line: &'static str| {
        let c = line.chars().next()?;
        let (advance, outline) = line[c.len_utf8() + 1..].split_once(' ')?;
        Some((c, Glyph { advance: advance.parse().ok()?, outline }))
    };
    include_str!("glyphs.txt").lines().skip(1).filter_map(read).collect()
});

/// The outline of a character; that of a box for one that is not in the table.
pub(super) fn glyph(c: char) -> Option<&'static Glyph> {
    GLYPHS.get(&c).or_else(|| if c == ' ' { None } else { GLYPHS.get(&'□') })
}

/// The width of a text in ems.
pub(super) fn width(text: &str) -> f64 {
    text.chars().map(|c| glyph(c).map_or(320.0, |g| g.advance)).sum::<f64>() / 1000.0
}
