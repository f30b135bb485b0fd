//! Drawings as text for a terminal, with or without escape codes.

use super::drawing::Drawing;
use crate::palette::paint_value;

/// The option `--color`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorChoice {
    /// Colours on a terminal, unless the environment variable `NO_COLOR` is set.
    #[default]
    Auto,
    /// Colours in every case.
    Always,
    /// No colours.
    Never,
}

/// Whether to write colours to a stream. `no_color_env` states whether the environment variable `NO_COLOR` is set.
pub fn use_color(choice: ColorChoice, is_terminal: bool, no_color_env: bool) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => is_terminal && !no_color_env,
    }
}

/// Returns the drawing as text, each line with a line break at its end.
pub fn render_terminal(drawing: &Drawing, color: bool) -> String {
    if !color {
        return drawing.to_string();
    }
    let mut out = String::new();
    for line in drawing.lines() {
        for piece in line.pieces() {
            out.push_str(&paint_value(&piece.text, piece.style));
        }
        out.push('\n');
    }
    out
}

/// Whether the environment asks for text that is not UTF-8. The first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set decides.
pub fn without_utf8() -> bool {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG"));
    locale.is_some_and(|locale| !locale.to_lowercase().replace('-', "").contains("utf8"))
}
