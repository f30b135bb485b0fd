//! Import and export of other programs' puzzles: one module for each format.

#![warn(missing_docs)]
//!
//! An import becomes a *script in the language*, which users can read and edit. Nothing is ever fetched. Input is
//! untrusted: sizes are checked before anything is allocated, and decompression is bounded. What the language can't
//! express becomes an `untranslated` statement; nothing is dropped silently.

pub mod base64;
mod board_text;
mod fpuzzles;
mod lines;
pub mod lz_string;
mod marks;
mod outgoing;
mod penpa;
pub mod played;
pub mod puzzlink;
mod sator_json;
mod script;
mod solver_string;
mod sudokupad;
mod tatham;

use outgoing::Outgoing;
pub use outgoing::{PuzzleToWrite, Written};
use sator_base::text::visible_char;
use sator_lang::diagnostic::{Code, Diagnostic};

/// Limit on decompressed data, in bytes or in units of 16 bits.
const MOST: usize = 8 << 20;

/// A board with a longer side is refused.
const LONGEST_SIDE: usize = 100;

/// An imported puzzle.
#[derive(Debug)]
pub struct Imported {
    /// The script.
    pub script: String,
    /// The name of the format, for messages.
    pub format: &'static str,
    /// The parts that no statement expresses, as in the script's `untranslated` statements.
    pub untranslated: Vec<String>,
    /// Faults of the data, repaired as the format's own program repairs them.
    pub mended: Vec<String>,
}

impl Imported {
    /// A warning for each repaired fault.
    pub fn warnings(&self) -> impl Iterator<Item = Diagnostic> + '_ {
        const HELP: &str = "if this isn't the puzzle you meant, copy the whole link again";
        let warning =
            |what: &String| Diagnostic { warning: true, ..Diagnostic::new(Code::Mended, what.clone()).help(HELP) };
        self.mended.iter().map(warning)
    }
}

/// Why compressed data can't be decompressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecompressError {
    /// The data is cut short or damaged.
    Data,
    /// The result exceeds the limit.
    TooLong,
}

/// Why a puzzle can't be read or written: a sentence, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The fault, in one sentence.
    pub message: String,
    /// The advice for it.
    pub help: Option<String>,
}

impl Problem {
    /// A problem with a message. The message can quote input, so invisible characters are replaced by visible ones.
    fn new(message: impl Into<String>) -> Problem {
        Problem { message: message.into().chars().map(visible_char).collect(), help: None }
    }

    fn help(mut self, text: impl Into<String>) -> Problem {
        self.help = Some(text.into());
        self
    }

    /// An error without a place; the caller knows where the data stands.
    pub fn diagnostic(self) -> Diagnostic {
        Diagnostic { help: self.help, ..Diagnostic::new(Code::Import, self.message) }
    }
}

/// The programs that `export link` supports.
pub const LINKS: [&str; 7] = ["fpuzzles", "sudokupad", "iss", "puzzlink", "penpa", "kudamono", "tatham"];

/// The puzzle as a link for one of [`LINKS`], or as a `line`.
///
/// # Errors
/// A puzzle that the format can't hold: another rule, size or clue.
pub fn write(format: &str, puzzle: &PuzzleToWrite) -> Result<Written, Problem> {
    let mut out = Outgoing::new(puzzle)?;
    let text = match format {
        "fpuzzles" => fpuzzles::write::link(&mut out)?,
        "sudokupad" => sudokupad::write::link(&mut out, puzzle)?,
        "iss" => solver_string::write::link(&mut out)?,
        "puzzlink" => puzzlink::write::link(&mut out)?,
        "penpa" => penpa::write::link(&mut out)?,
        "kudamono" => puzzlink::kudamono::write::link(&mut out)?,
        "tatham" => tatham::write::id(&mut out)?,
        _ => lines::write(&mut out)?,
    };
    if ["puzzlink", "kudamono", "tatham"].contains(&format)
        && let Some(Ok(read)) = import(&text)
    {
        out.leave_out_range(&read.script);
    }
    Ok(out.finish(text))
}

/// A reader of one format; none where the text is of another.
type Import = fn(&str) -> Result<Imported, Problem>;

/// Reads a link, or the contents of a file; none where the text is none of the formats, and so a script.
pub fn import(text: &str) -> Option<Result<Imported, Problem>> {
    let (text, read) = importer(text)?;
    Some(read(text))
}

/// Reads a text that doesn't name the genre of its puzzle: a penpa drawing, or a file of rows.
///
/// # Errors
/// A text or genre that isn't read, or a clue that the genre doesn't have.
pub fn import_as(text: &str, genre: &str) -> Result<Imported, Problem> {
    match importer(text) {
        Some((link, _)) if penpa::is_link(link) => penpa::import_as(link, genre),
        _ => puzzlink::puzzlekit::import_as(text, genre),
    }
}

/// A drawing whose rules are unknown, read as a puzzle of each genre that takes everything in it. Only penpa links are read.
///
/// # Errors
/// A penpa link that is damaged.
pub fn readings(text: &str) -> Result<Vec<Imported>, Problem> {
    match importer(text) {
        Some((text, _)) if penpa::is_link(text) => penpa::readings(text),
        _ => Ok(vec![]),
    }
}

/// Whether [`import`] reads the text.
pub fn is_imported(text: &str) -> bool {
    importer(text).is_some()
}

/// The text without what stands around it, and the format that reads it.
fn importer(text: &str) -> Option<(&str, Import)> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let text = match &without_comments(text)[..] {
        [one] if is_link(one) => one,
        _ => text,
    };
    Some((text, if is_link(text) { link(text) } else { data(text)? }))
}

/// The data of a link, without host, folder and name of the field. The data itself can contain slashes.
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

/// The beginnings of links that are often written without `https://`.
const STARTS: [&str; 9] = [
    "http://",
    "https://",
    "puzz.link/p",
    "pzv.jp/p",
    "pzprxs.vercel.app/p",
    "f-puzzles.com/?",
    "sudokupad.app/",
    "swaroopg92.github.io/penpa-edit/",
    "pedros.works/",
];

/// Whether the text is one link.
pub fn is_link(text: &str) -> bool {
    let text = text.trim();
    let start: String = text.chars().take(40).collect::<String>().to_ascii_lowercase();
    let start = start.strip_prefix("www.").unwrap_or(&start);
    STARTS.iter().any(|known| start.starts_with(known)) && !text.contains(char::is_whitespace)
}

fn link(text: &str) -> Import {
    if solver_string::is_link(text) {
        return solver_string::import;
    }
    if tatham::is_link(text) {
        return tatham::import;
    }
    if lines::in_query(text).is_some() {
        return |text| lines::import(&lines::in_query(text).unwrap_or(text.into()));
    }
    if fpuzzles::is_link(text) {
        return fpuzzles::import;
    }
    // Before the others, because its data can look like any of them.
    if penpa::is_link(text) {
        return penpa::import;
    }
    if sudokupad::is_link(text) {
        return sudokupad::import;
    }
    if puzzlink::kudamono::is_link(text) {
        return puzzlink::kudamono::import;
    }
    if puzzlink::is_link(text) {
        return puzzlink::import;
    }
    |text| {
        let shown: String = text.chars().take(60).collect();
        Err(Problem::new(format!("this link contains no puzzle: {shown}"))
            .help("sator fetches nothing: use a link that contains the puzzle, as links of f-puzzles, SudokuPad, puzz.link and penpa do"))
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
    if puzzlink::file::is_file(text) {
        return Some(puzzlink::import);
    }
    if puzzlink::janko::is_text(text) {
        return Some(puzzlink::janko::import);
    }
    if puzzlink::puzzlekit::is_text(text) {
        return Some(puzzlink::puzzlekit::import);
    }
    if tatham::is_id(text) {
        return Some(tatham::import);
    }
    if solver_string::is_string(text) && !lines::is_lines(text) {
        return Some(solver_string::import);
    }
    if text.contains(char::is_whitespace) {
        let board = board_text::is_board(text).then_some(board_text::import as Import);
        return board.or(lines::is_lines(text).then_some(lines::import as Import));
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
