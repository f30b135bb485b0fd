//! Files to export, as data. `sator-draw` makes their bytes, and the driver of the session writes them.

use crate::answer::Answer;
use sator_base::source::Span;
use std::path::PathBuf;

/// The format of an exported file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A picture as SVG.
    Svg,
    /// A picture as PNG.
    Png,
    /// An HTML page with the picture, the rules in words and the script.
    Html,
    /// A JSON object with the script, the rules in words, the scene and the solution.
    Json,
    /// The formula of the `int` encoding as SMT-LIB 2.
    Smt2,
}

impl Format {
    /// Every format with its word in `export`.
    pub const ALL: [(&'static str, Format); 5] = [
        ("svg", Format::Svg),
        ("png", Format::Png),
        ("html", Format::Html),
        ("json", Format::Json),
        ("smt2", Format::Smt2),
    ];

    /// The media type of the file, for an HTTP header.
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

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark lines on white.
    #[default]
    Light,
    /// Light lines on a dark ground.
    Dark,
}

impl Theme {
    /// Every theme with its word in `export`.
    pub const ALL: [(&'static str, Theme); 2] = [("light", Theme::Light), ("dark", Theme::Dark)];
}

/// The size of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// A cell is 48 pixels wide.
    #[default]
    Screen,
    /// A cell is 9 mm wide.
    Print,
}

impl Scale {
    /// Every scale with its word in `export`.
    pub const ALL: [(&'static str, Scale); 2] = [("screen", Scale::Screen), ("print", Scale::Print)];
}

/// The subject of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The current solution.
    Solution,
    /// The puzzle as it is posed.
    Puzzle,
    /// The puzzle and below it the solution.
    Both,
    /// The candidates of each cell.
    Candidates,
    /// The steps of `solve steps`, one picture each.
    Steps,
    /// The puzzle with the cells and clues of a clash marked.
    Clash,
}

impl Subject {
    /// Every subject with its word in `export`.
    pub const ALL: [(&'static str, Subject); 6] = [
        ("solution", Subject::Solution),
        ("puzzle", Subject::Puzzle),
        ("both", Subject::Both),
        ("candidates", Subject::Candidates),
        ("steps", Subject::Steps),
        ("clash", Subject::Clash),
    ];
}

/// The options of an export: the words after the file name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExportOptions {
    /// The drawing wanted. `None` is the clash that was found, else the current solution, else the puzzle.
    pub subject: Option<Subject>,
    /// The colours.
    pub theme: Theme,
    /// The size.
    pub scale: Scale,
}

/// The claim of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// The current solution is the only one.
    Unique,
    /// There is no solution.
    Unsat,
    /// The statements of a clash have no solution.
    Why,
    /// No solution is better than the optimum shown last.
    Optimum,
}

impl Claimed {
    /// Every claim with its word in `export certificate`.
    pub const ALL: [(&'static str, Claimed); 4] =
        [("unique", Claimed::Unique), ("unsat", Claimed::Unsat), ("why", Claimed::Why), ("optimum", Claimed::Optimum)];
}

/// The folder of a certificate, which the driver of the session writes.
#[derive(Clone, Debug)]
pub struct CertificateFolder {
    /// The folder.
    pub path: PathBuf,
    /// Its name in the source of the statement, for error messages.
    pub span: Span,
    /// The claim.
    pub claimed: Claimed,
    /// The number of constraints of the formula.
    pub constraints: usize,
    /// The number of those that follow from graphs.
    pub cuts: usize,
    /// The number of lines of the proof.
    pub lines: usize,
    /// The files with their texts.
    pub files: Vec<(&'static str, String)>,
}

/// A file to export, with everything that its bytes are made of.
#[derive(Clone, Debug)]
pub struct Export {
    /// The format.
    pub format: Format,
    /// The file to write.
    pub path: PathBuf,
    /// The file name in the source of the statement, for error messages.
    pub span: Span,
    /// The options.
    pub options: ExportOptions,
    /// The answers to draw, one below the other.
    pub content: Vec<Answer>,
    /// The script of the puzzle.
    pub script: String,
    /// Whether the current solution was proved to be the only one.
    pub only: bool,
    /// The standard rules that the script uses, each with its name and its help text.
    pub rules: Vec<(String, String)>,
    /// The formula, for [`Format::Smt2`]; empty for other formats.
    pub formula: String,
}
