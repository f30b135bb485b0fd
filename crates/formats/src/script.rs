//! The script that an import writes, line by line. All text from outside passes through this module, so that it can end
//! up only in a string, a comment or a token of a picture.

use std::fmt::Write;

/// A cell by row and column, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cell {
    pub row: usize,
    pub col: usize,
}

impl Cell {
    pub(super) fn new(row: usize, col: usize) -> Cell {
        Cell { row, col }
    }

    fn step_to(self, to: Cell) -> (isize, isize) {
        (to.row as isize - self.row as isize, to.col as isize - self.col as isize)
    }

    /// Whether the two share a side or a corner.
    pub(super) fn touches(self, other: Cell) -> bool {
        let (down, right) = self.step_to(other);
        down.abs().max(right.abs()) == 1
    }

    /// Whether the two share a side.
    pub(super) fn beside(self, other: Cell) -> bool {
        let (down, right) = self.step_to(other);
        down.abs() + right.abs() == 1
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.col + 1)
    }
}

/// A text of a puzzle, shortened for a message.
pub(super) fn clip(text: &str) -> String {
    sator_base::text::clip(text, 40).into_owned()
}

/// The script so far, and the parts of the puzzle that it doesn't express.
#[derive(Default)]
pub(super) struct Script {
    text: String,
    untranslated: Vec<String>,
    mended: Vec<String>,
}

impl Script {
    /// Comment lines; long ones are broken between words.
    pub(super) fn comment(&mut self, text: &str) {
        for line in text.lines().map(plain).filter(|line| !line.trim().is_empty()) {
            let mut shown = String::from("#");
            for word in line.split_whitespace() {
                if shown.chars().count() + word.chars().count() > 118 && shown.len() > 1 {
                    self.line(&shown);
                    shown = String::from("#");
                }
                shown.push(' ');
                shown.push_str(word);
            }
            self.line(&shown);
        }
    }

    pub(super) fn title(&mut self, title: &str) {
        let title = plain(title);
        if !title.trim().is_empty() {
            self.line(&format!("title {}", quoted(title.trim())));
        }
    }

    pub(super) fn author(&mut self, author: &str) {
        let author = plain(author);
        if !author.trim().is_empty() {
            self.line(&format!("author {}", quoted(author.trim())));
        }
    }

    /// The rules in the author's words, a statement for each paragraph.
    pub(super) fn rules(&mut self, text: &str) {
        for paragraph in text.lines().map(plain).filter(|line| !line.trim().is_empty()) {
            self.line(&format!("rulestext {}", quoted(paragraph.trim())));
        }
    }

    pub(super) fn blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// A statement. Its parts from outside are numbers, cells, and strings made by [`quoted`].
    pub(super) fn line(&mut self, statement: &str) {
        self.text.push_str(statement);
        self.text.push('\n');
    }

    /// The values that are left to a cell: `r1c1 = 5`, or `r1c1 in {4, 5}`.
    pub(super) fn values(&mut self, cell: Cell, values: &[impl ToString]) {
        match values {
            [value] => self.line(&format!("{cell} = {}", value.to_string())),
            _ => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                self.line(&format!("{cell} in {{{}}}", values.join(", ")));
            }
        }
    }

    /// A picture: `head { rows }`. Rows of single characters are written without blanks.
    pub(super) fn picture(&mut self, head: &str, rows: &[Vec<impl AsRef<str>>]) {
        self.picture_of_tokens(head, rows, false);
    }

    /// A picture that can stand before its grid: a single row without blanks would be one token there.
    pub(super) fn picture_before_grid(&mut self, head: &str, rows: &[Vec<impl AsRef<str>>]) {
        self.picture_of_tokens(head, rows, rows.len() == 1);
    }

    fn picture_of_tokens(&mut self, head: &str, rows: &[Vec<impl AsRef<str>>], spaced: bool) {
        let tokens = || rows.iter().flatten().map(|token| token.as_ref().chars().count());
        let (single, width) = (tokens().all(|width| width == 1), tokens().max().unwrap_or(1));
        self.line(&format!("{head} {{"));
        for row in rows {
            let mut line = String::from("  ");
            for token in row.iter().map(AsRef::as_ref) {
                if single && row.len() > 1 && !spaced {
                    line.push_str(token);
                } else {
                    _ = write!(line, "{token:<width$} ");
                }
            }
            self.line(line.trim_end());
        }
        self.line("}");
    }

    /// A picture as comments.
    pub(super) fn commented_picture(&mut self, head: &str, rows: &[Vec<String>]) {
        let mut picture = Script::default();
        picture.picture(head, rows);
        self.append(picture.commented());
    }

    /// The same script as comments.
    pub(super) fn commented(self) -> Script {
        self.behind("# ")
    }

    /// The same script for a block.
    pub(super) fn indented(self) -> Script {
        self.behind("  ")
    }

    fn behind(mut self, before: &str) -> Script {
        self.text = self.text.lines().map(|line| format!("{before}{line}\n")).collect();
        self
    }

    /// Expects that all conditions hold in the solution.
    pub(super) fn expect_all(&mut self, conditions: &[String]) {
        if !conditions.is_empty() {
            self.line(&format!("expect {}", conditions.join(" and\n  ")));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The solution that came with the puzzle, row by row: an expectation if the script is complete. Otherwise there
    /// can be other solutions, so it is a comment.
    pub(super) fn stored_solution(&mut self, rows: &[Vec<String>]) {
        self.blank();
        if self.is_whole() {
            self.picture("expect solution x", rows);
        } else {
            self.comment("The stored solution, for when the rules above are complete:");
            self.commented_picture("expect solution x", rows);
        }
    }

    /// A statement that the author possibly means, as a comment that the user can activate.
    pub(super) fn guess(&mut self, call: &str) {
        self.line(&format!("# {call}    # a guess"));
    }

    /// Appends another script.
    pub(super) fn append(&mut self, other: Script) {
        self.text.push_str(&other.text);
        self.untranslated.extend(other.untranslated);
        self.mended.extend(other.mended);
    }

    /// Whether the script expresses the puzzle completely so far.
    pub(super) fn is_whole(&self) -> bool {
        self.untranslated.is_empty()
    }

    /// The first part of the puzzle that no statement expresses.
    pub(super) fn first_untranslated(&self) -> Option<&str> {
        self.untranslated.first().map(String::as_str)
    }

    /// A part of the puzzle that no statement expresses. The session repeats it with its answers.
    pub(super) fn untranslated(&mut self, what: &str) {
        let what = plain(what);
        self.line(&format!("untranslated {}", quoted(&what)));
        self.untranslated.push(what);
    }

    /// A fault of the data, repaired as the format's own program repairs it: a comment, and a warning.
    pub(super) fn mended(&mut self, what: &str) {
        let what = plain(what);
        self.comment(&format!("Note: {what}."));
        self.mended.push(what);
    }

    pub(super) fn finish(self, format: &'static str) -> super::Imported {
        super::Imported { script: self.text, format, untranslated: self.untranslated, mended: self.mended }
    }
}

/// The text on one line, without characters that could end the line or hide text.
pub(super) fn plain(text: &str) -> String {
    let seen = |c: char| {
        !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().map(|c| if seen(c) { c } else { ' ' }).collect()
}

/// A string of the language.
pub(super) fn quoted(text: &str) -> String {
    sator_lang::syntax::print::quoted(&plain(text))
}

/// Cells as a list of the language; straight lines as `r1c1..r1c4..r3c4`.
pub(super) fn list(cells: &[Cell]) -> String {
    let Some(corners) = corners(cells) else { return plain_list(cells) };
    let names: Vec<String> = corners.iter().map(Cell::to_string).collect();
    names.join("..")
}

/// Cells one by one: `[r1c1, r2c5]`.
pub(super) fn plain_list(cells: &[Cell]) -> String {
    let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
    format!("[{}]", names.join(", "))
}

/// The ends and corners of a path of at least two cells; `None` if the cells are no path.
fn corners(cells: &[Cell]) -> Option<Vec<Cell>> {
    if cells.len() < 2 || !cells.windows(2).all(|w| w[0].touches(w[1])) {
        return None;
    }
    let turns = |w: &&[Cell]| w[0].step_to(w[1]) != w[1].step_to(w[2]);
    let inner = cells.windows(3).filter(turns).map(|w| w[1]);
    Some([cells[0]].into_iter().chain(inner).chain([cells[cells.len() - 1]]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(places: &[(usize, usize)]) -> Vec<Cell> {
        places.iter().map(|&(row, col)| Cell::new(row, col)).collect()
    }

    #[test]
    fn paths_are_short() {
        assert_eq!(list(&cells(&[(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)])), "r1c1..r1c3..r3c3");
        assert_eq!(list(&cells(&[(0, 0), (1, 1), (0, 2)])), "r1c1..r2c2..r1c3");
        assert_eq!(list(&cells(&[(0, 0), (0, 1), (0, 0)])), "r1c1..r1c2..r1c1");
        assert_eq!(list(&cells(&[(0, 0), (0, 2)])), "[r1c1, r1c3]");
        assert_eq!(list(&cells(&[(3, 0)])), "[r4c1]");
    }

    #[test]
    fn nothing_gets_out_of_a_comment_or_string() {
        let mut script = Script::default();
        script.title("a\"\nsave \"x\"");
        script.comment("one\u{2028}two\rload \"y\"\nthree");
        script.untranslated("b\\\"; load \"z\"\n");
        let statements = sator_lang::syntax::parse(sator_base::source::SourceMap::default().add("s", ""), &script.text);
        let kinds: Vec<String> = statements.expect("reads").iter().map(|s| format!("{:?}", s.kind)).collect();
        assert_eq!(kinds.len(), 2, "{kinds:?}");
    }
}
