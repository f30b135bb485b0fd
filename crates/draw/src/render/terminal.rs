//! A drawing as text for a terminal, with escape codes or without.

use super::drawing::Drawing;
use crate::palette::{Marks, paint_value};
use crate::scene::Style;

/// The option `--color`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorChoice {
    #[default]
    Auto,
    Always,
    Never,
}

/// Whether to write colours: `Auto` does on a terminal, unless the environment variable `NO_COLOR` is
/// set.
pub fn use_color(choice: ColorChoice, is_terminal: bool, no_color_env: bool) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => is_terminal && !no_color_env,
    }
}

/// The drawing, with a line break after every line.
pub fn render_terminal(drawing: &Drawing, color: bool) -> String {
    if !color {
        return drawing.to_string();
    }
    let mut out = String::new();
    for line in drawing.lines() {
        for piece in line.pieces() {
            out.push_str(&paint(&piece.text, piece.style));
        }
        out.push('\n');
    }
    out
}

fn paint(text: &str, style: Style) -> String {
    let Style { given, derived, reason, clash, changed, .. } = style;
    paint_value(text, Marks { given, derived, reason, clash, changed })
}

/// Whether the environment asks for text that is not UTF-8: the first that is set of `LC_ALL`, `LC_CTYPE` and `LANG`
/// decides.
pub fn without_utf8() -> bool {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG"));
    locale.is_some_and(|locale| !locale.to_lowercase().replace('-', "").contains("utf8"))
}
