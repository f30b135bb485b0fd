//! Other programs' puzzles, in and out: one file a format.
//!
//! What comes in becomes a *script in the language*, readable and editable; nothing is ever fetched. All of it is
//! untrusted: sizes are checked before anything is allocated, decompression is bounded, and what can't be said in the language is
//! an `untranslated` statement that names it, never left out in silence.

pub mod base64;
mod fpuzzles;
mod lines;
pub mod lz_string;
mod outgoing;
mod penpa;
pub mod puzzlink;
mod sator_json;
mod script;
mod sudokupad;

use outgoing::Outgoing;
pub use outgoing::{PuzzleToWrite, Written};
use sator_base::text::visible_char;
use sator_lang::diagnostic::{Code, Diagnostic};

/// Compressed data may become this long, in bytes or in units of 16 bits.
const MOST: usize = 8 << 20;

/// A longer side is no puzzle.
const LONGEST_SIDE: usize = 100;

/// A puzzle that was read.
#[derive(Debug)]
pub struct Imported {
    pub script: String,
    /// The format's name, for messages.
    pub format: &'static str,
    /// What no statement says, as `untranslated` statements of the script have it.
    pub untranslated: Vec<String>,
    /// Faults of the data that were mended as the format's own program mends them.
    pub mended: Vec<String>,
}

impl Imported {
    /// A warning for each fault that was mended.
    pub fn warnings(&self) -> impl Iterator<Item = Diagnostic> + '_ {
        const HELP: &str = "if the puzzle is not the one you meant, copy the whole link again";
        let warning =
            |what: &String| Diagnostic { warning: true, ..Diagnostic::new(Code::Mended, what.clone()).help(HELP) };
        self.mended.iter().map(warning)
    }
}

/// Why compressed data is no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// Cut short, or damaged.
    Data,
    /// More than the limit comes out.
    TooLong,
}

/// Why a puzzle can't be read: a sentence, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub message: String,
    pub help: Option<String>,
}

impl Problem {
    /// A message may quote what came: line breaks and other signs that can't be seen are shown as what they are.
    fn new(message: impl Into<String>) -> Problem {
        Problem { message: message.into().chars().map(visible_char).collect(), help: None }
    }

    fn help(mut self, text: impl Into<String>) -> Problem {
        self.help = Some(text.into());
        self
    }

    /// As an error, for the one place that knows where the data stands.
    pub fn diagnostic(self) -> Diagnostic {
        Diagnostic { help: self.help, ..Diagnostic::new(Code::Import, self.message) }
    }
}

/// The programs that `export link` makes links for.
pub const LINKS: [&str; 4] = ["fpuzzles", "sudokupad", "puzzlink", "penpa"];

/// The puzzle as a link for one of [`LINKS`], or as a `line`.
pub fn write(format: &str, puzzle: &PuzzleToWrite) -> Result<Written, Problem> {
    let mut out = Outgoing::new(puzzle)?;
    let text = match format {
        "fpuzzles" => fpuzzles::write::link(&mut out)?,
        "sudokupad" => sudokupad::write::link(&mut out, puzzle)?,
        "puzzlink" => puzzlink::write::link(&mut out)?,
        "penpa" => penpa::write::link(&mut out)?,
        _ => lines::write(&mut out)?,
    };
    Ok(out.finish(text))
}

/// What could be done with a text.
type Import = fn(&str) -> Result<Imported, Problem>;

/// Reads a link, or the contents of a file; none where the text is none of the formats, and so a script.
pub fn import(text: &str) -> Option<Result<Imported, Problem>> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let text = match &without_comments(text)[..] {
        [one] if is_link(one) => one,
        _ => text,
    };
    let read: Import = if is_link(text) { link(text) } else { data(text)? };
    Some(read(text))
}

/// What follows the host, the folder or the name of the field of a link whose data may itself have slashes.
fn last_part(text: &str) -> &str {
    let known = ["puzzleid=", "sudokupad.app/", "sudoku/", "app.crackingthecryptic.com/"];
    let ends = known.iter().filter_map(|before| text.rfind(before).map(|at| at + before.len()));
    ends.max().map_or(text, |end| &text[end..])
}

/// Whether an argument is a puzzle itself, and not the name of a file.
pub fn is_data(text: &str) -> bool {
    is_link(text) || !std::path::Path::new(text).exists() && data(text.trim()).is_some()
}

/// The puzzles of a file that has several, each on a line: sudokus, or links.
pub fn parts(text: &str) -> Vec<&str> {
    let lines = without_comments(text);
    if lines.iter().all(|line| is_link(line)) { lines } else { lines::each(text) }
}

/// The lines of a file that hold something.
fn without_comments(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

/// Where links begin that are often written without `https://`.
const STARTS: [&str; 8] = [
    "http://",
    "https://",
    "puzz.link/p",
    "pzv.jp/p",
    "pzprxs.vercel.app/p",
    "f-puzzles.com/?",
    "sudokupad.app/",
    "swaroopg92.github.io/penpa-edit/",
];

/// Whether the text is one link.
pub fn is_link(text: &str) -> bool {
    let text = text.trim();
    let start: String = text.chars().take(40).collect::<String>().to_ascii_lowercase();
    let start = start.strip_prefix("www.").unwrap_or(&start);
    STARTS.iter().any(|known| start.starts_with(known)) && !text.contains(char::is_whitespace)
}

fn link(text: &str) -> Import {
    if lines::in_query(text).is_some() {
        return |text| lines::import(lines::in_query(text).unwrap_or(text));
    }
    if fpuzzles::is_link(text) {
        return fpuzzles::import;
    }
    // Before the others: its data may look like anything.
    if penpa::is_link(text) {
        return penpa::import;
    }
    if sudokupad::is_link(text) {
        return sudokupad::import;
    }
    if puzzlink::is_link(text) {
        return puzzlink::import;
    }
    |text| {
        let shown: String = text.chars().take(60).collect();
        Err(Problem::new(format!("no puzzle is in this link: {shown}"))
            .help("nothing is fetched: the puzzle itself must be in the link, as in those of f-puzzles, SudokuPad, puzz.link and penpa"))
    }
}

fn data(text: &str) -> Option<Import> {
    if sator_json::is_json(text) {
        return Some(sator_json::import);
    }
    if text.starts_with('{') && fpuzzles::is_json(text) {
        return Some(fpuzzles::import);
    }
    if text.starts_with('{') && sudokupad::is_json(text) {
        return Some(sudokupad::import);
    }
    if text.contains(char::is_whitespace) {
        return lines::is_lines(text).then_some(lines::import as Import);
    }
    if fpuzzles::is_link(text) {
        return Some(fpuzzles::import);
    }
    if text.starts_with("m=edit&") || text.starts_with("m=solve&") {
        return Some(penpa::import);
    }
    if ["scl", "ctc", "scf"].iter().any(|prefix| text.starts_with(prefix)) && sudokupad::is_link(text) {
        return Some(sudokupad::import);
    }
    lines::is_lines(text).then_some(lines::import as Import)
}
