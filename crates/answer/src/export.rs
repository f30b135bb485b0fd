//! Files that are asked for, as data: `sator-draw` makes their bytes, and whoever drives the session writes them.

use crate::answer::Answer;
use sator_base::source::Span;
use std::path::PathBuf;

/// What kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Svg,
    Png,
    /// A page of its own: the picture, the rules in words and the script.
    Html,
    /// The script, the rules in words, the scene and the solution, for programs.
    Json,
    /// The `int` formula, for other solvers.
    Smt2,
}

impl Format {
    pub const ALL: [(&'static str, Format); 5] = [
        ("svg", Format::Svg),
        ("png", Format::Png),
        ("html", Format::Html),
        ("json", Format::Json),
        ("smt2", Format::Smt2),
    ];

    /// The media type of the file, as the page's server names it.
    pub fn media_type(self) -> &'static str {
        match self {
            Format::Svg => "image/svg+xml",
            Format::Png => "image/png",
            Format::Html => "text/html; charset=utf-8",
            Format::Json => "application/json",
            Format::Smt2 => "text/plain; charset=utf-8",
        }
    }
}

/// Light for paper and most screens, dark for others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    #[default]
    Light,
    Dark,
}

impl Theme {
    pub const ALL: [(&'static str, Theme); 2] = [("light", Theme::Light), ("dark", Theme::Dark)];
}

/// How large a picture is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// A cell is 48 pixels wide.
    #[default]
    Screen,
    /// A cell is 9 mm wide.
    Print,
}

impl Scale {
    pub const ALL: [(&'static str, Scale); 2] = [("screen", Scale::Screen), ("print", Scale::Print)];
}

/// What of the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Solution,
    Puzzle,
    Both,
    Candidates,
    Steps,
}

impl What {
    pub const ALL: [(&'static str, What); 5] = [
        ("solution", What::Solution),
        ("puzzle", What::Puzzle),
        ("both", What::Both),
        ("candidates", What::Candidates),
        ("steps", What::Steps),
    ];
}

/// The words after the name of an exported file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExportOptions {
    /// The solution where there is one, else the puzzle as posed, with the clash marked that was found.
    pub what: Option<What>,
    pub theme: Theme,
    pub scale: Scale,
}

/// A file that is asked for.
#[derive(Clone, Debug)]
pub struct Export {
    pub format: Format,
    pub path: PathBuf,
    /// Where it was asked for.
    pub span: Span,
    pub options: ExportOptions,
    /// What is shown, one below the other.
    pub content: Vec<Answer>,
    pub script: String,
    /// The solution is known to be the only one.
    pub only: bool,
    /// The standard rules used: a name and the help text of each.
    pub rules: Vec<(String, String)>,
    /// The text of a formula, for [`Format::Smt2`].
    pub formula: String,
}
