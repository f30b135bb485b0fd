//! All colours that are written: what each thing is shown with on a terminal. `colored` writes them.
//!
//! Whether there are colours at all is decided by `render::use_color`, before anything here is asked.

use annotate_snippets::Renderer;
use annotate_snippets::renderer::{AnsiColor, Style};
use colored::{ColoredString, Colorize};
use std::sync::Once;

/// What a text is, as far as its colour goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Plain,
    /// Beside the matter: hints, progress, comments.
    Dim,
    Prompt,
    Warning,
    Keyword,
    Declaration,
    Question,
    Command,
    Function,
    Rule,
    Unknown,
    Text,
    /// A bracket at the cursor, and its partner.
    Bracket,
}

/// How the value of a cell is marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    pub given: bool,
    pub derived: bool,
    pub reason: bool,
    pub clash: bool,
    pub changed: bool,
}

/// Goes back to the start of the line and wipes it.
pub const WIPE_LINE: &str = "\r\x1b[K";

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

pub fn paint_value(text: &str, marks: Marks) -> String {
    let mut painted = text.normal();
    if marks.derived {
        painted = painted.cyan();
    }
    if marks.reason {
        painted = painted.yellow();
    }
    if marks.clash {
        painted = painted.red();
    }
    if marks.given || marks.clash {
        painted = painted.bold();
    }
    if marks.changed {
        painted = painted.reversed();
    }
    written(painted)
}

/// The excerpts of errors and warnings.
pub fn excerpts(color: bool) -> Renderer {
    if !color {
        return Renderer::plain();
    }
    let bright = |color: AnsiColor| Style::new().fg_color(Some(color.into())).bold();
    Renderer::styled()
        .error(bright(AnsiColor::BrightRed))
        .warning(bright(AnsiColor::Yellow))
        .note(bright(AnsiColor::BrightGreen))
        .help(bright(AnsiColor::BrightCyan))
        .line_num(bright(AnsiColor::BrightBlue))
        .context(bright(AnsiColor::BrightBlue))
}

fn written(text: ColoredString) -> String {
    // `colored` would ask the terminal.
    static DECIDED: Once = Once::new();
    DECIDED.call_once(|| colored::control::set_override(true));
    text.to_string()
}
