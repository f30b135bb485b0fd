//! The colours of everything that is written to a terminal, as escape codes.
//!
//! These functions always write colours. `render::use_color` decides whether to call them.

use crate::scene::Style;
use annotate_snippets::Renderer;
use annotate_snippets::renderer::{self, AnsiColor};
use colored::{ColoredString, Colorize};
use std::sync::Once;

/// The role of a text, which decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Text without a colour.
    Plain,
    /// Text beside the matter: hints, progress, comments.
    Dim,
    /// The prompt.
    Prompt,
    /// A warning.
    Warning,
    /// A keyword within a statement.
    Keyword,
    /// The word of a declaration.
    Declaration,
    /// The word of a question.
    Question,
    /// The word of a command.
    Command,
    /// The name of a built-in function.
    Function,
    /// The name of a rule.
    Rule,
    /// The name of an unknown, a grid or a group.
    Unknown,
    /// Text in quotes.
    Text,
    /// The bracket at the cursor, and its partner.
    Bracket,
}

/// Moves the cursor to the start of the line and clears the line.
pub const WIPE_LINE: &str = "\r\x1b[K";

/// Returns the text in the colour of a tone.
pub fn paint(text: &str, tone: Tone) -> String {
    let text = text.normal();
    written(match tone {
        Tone::Plain => text,
        Tone::Dim => text.dimmed(),
        Tone::Prompt => text.bold(),
        Tone::Warning | Tone::Rule => text.yellow(),
        Tone::Keyword => text.magenta(),
        Tone::Declaration => text.magenta().bold(),
        Tone::Question => text.blue().bold(),
        Tone::Command => text.blue(),
        Tone::Function => text.cyan(),
        Tone::Unknown => text.green(),
        Tone::Text => text.red(),
        Tone::Bracket => text.bold().underline(),
    })
}

/// Returns the text of a cell or a value in the colours of its style.
pub(crate) fn paint_value(text: &str, style: Style) -> String {
    let mut painted = text.normal();
    if style.derived {
        painted = painted.cyan();
    }
    if style.mine {
        painted = painted.magenta();
    }
    if style.reason {
        painted = painted.yellow();
    }
    if style.clash {
        painted = painted.red();
    }
    if style.given || style.clash {
        painted = painted.bold();
    }
    if style.changed {
        painted = painted.reversed();
    }
    written(painted)
}

/// Returns the renderer of source excerpts in errors and warnings.
pub fn excerpts(color: bool) -> Renderer {
    if !color {
        return Renderer::plain();
    }
    let bright = |color: AnsiColor| renderer::Style::new().fg_color(Some(color.into())).bold();
    Renderer::styled()
        .error(bright(AnsiColor::BrightRed))
        .warning(bright(AnsiColor::Yellow))
        .note(bright(AnsiColor::BrightGreen))
        .help(bright(AnsiColor::BrightCyan))
        .line_num(bright(AnsiColor::BrightBlue))
        .context(bright(AnsiColor::BrightBlue))
}

/// Returns the text with its escape codes, whatever the standard output is.
fn written(text: ColoredString) -> String {
    // Without this `colored` looks at the standard output, and the text can be for another stream.
    static DECIDED: Once = Once::new();
    DECIDED.call_once(|| colored::control::set_override(true));
    text.to_string()
}
