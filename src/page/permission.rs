//! Whether the script of a page may read and write files. The server holds the permission; the browser shows it, and its user
//! gives it.
//!
//! The user allows a text, and typing goes on from there. A text that arrives whole, pasted or from a link, is a stranger's
//! until the user allows it again.

use crate::session::Files;

/// Statements that touch files start with these words.
const FILE_WORDS: [&str; 3] = ["load", "save", "export"];

/// The permission, and the text that it was last seen with.
#[derive(Debug, Default)]
pub(super) struct Permission {
    allowed: bool,
    text: String,
    /// Lines that the server asked the page to put into the text.
    expected: Vec<String>,
}

impl Permission {
    /// A permission for a text that the user opened.
    pub(super) fn given(text: &str) -> Permission {
        Permission { allowed: true, text: text.into(), expected: vec![] }
    }

    pub(super) fn set(&mut self, allowed: bool, text: &str) {
        *self = Permission { allowed, text: text.into(), expected: vec![] };
    }

    /// Expects these lines in the text: the page receives them and inserts them.
    pub(super) fn expect(&mut self, lines: &str) {
        self.expected.push(lines.into());
    }

    /// The file access of the script with this text; a changed text loses it.
    pub(super) fn of(&mut self, text: &str) -> Files {
        if self.allowed && self.text != text {
            // They leave no trace, so that the rest is what the user did.
            let without = self.expected.iter().fold(text.to_string(), |text, lines| text.replacen(lines, "", 1));
            self.set(!arrives(&self.text, &without), text);
        }
        if self.allowed { Files::Allowed } else { Files::Refused }
    }
}

/// Whether an edit brings what nobody types at once: lines in the place of most of the text, or a command about files.
fn arrives(old: &str, new: &str) -> bool {
    let shared = |(a, b): &(char, char)| a == b;
    let start: usize = old.chars().zip(new.chars()).take_while(shared).map(|(c, _)| c.len_utf8()).sum();
    let (old, new) = (&old[start..], &new[start..]);
    let end: usize = old.chars().rev().zip(new.chars().rev()).take_while(shared).map(|(c, _)| c.len_utf8()).sum();
    let (removed, put) = (&old[..old.len() - end], &new[..new.len() - end]);
    let kept = start + end;
    let whole = put.trim_end().contains('\n') && removed.len() >= kept;
    let mut words = put.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    // Completion brings the word alone.
    let command = words.any(|word| FILE_WORDS.contains(&word)) && !FILE_WORDS.contains(&put.trim());
    whole || command
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = "grid x 4x4 in 1..4\nsudoku(x)\nsave \"own.puz\"\n";

    fn after(text: &str) -> Files {
        Permission::given(OWN).of(text)
    }

    #[test]
    fn typing_keeps_it() {
        let mut permission = Permission::given(OWN);
        let mut text = OWN.to_string();
        for c in "r1c1 = 1\nexport svg \"a.svg\"\n# é𝄞".chars() {
            text.push(c);
            assert_eq!(permission.of(&text), Files::Allowed, "{text}");
        }
        while text.pop().is_some() {
            assert_eq!(permission.of(&text), Files::Allowed, "{text}");
        }
        assert_eq!(after(&OWN.replace("sudoku(x)", "sudoku(x)\nr1c1 = 1  # given\nr1c2 = 2  # hint")), Files::Allowed);
        assert_eq!(after(&format!("{OWN}save")), Files::Allowed);
        assert_eq!(after(&OWN.replace("own", "one")), Files::Allowed);
    }

    #[test]
    fn a_text_that_arrives_takes_it_away() {
        assert_eq!(after("grid x 2x2 in 1..2\nlatin(x)\nsolve\n"), Files::Refused);
        assert_eq!(after(&format!("{OWN}export svg \"../b.svg\"")), Files::Refused);
        assert_eq!(after(&OWN.replace("sudoku(x)", "sudoku(x)\nr1c1 = 1\nload \"secret\"\nr1c2 = 2")), Files::Refused);
        assert_eq!(Permission::given("").of("grid x 2x2 in 1..2\nlatin(x)\n"), Files::Refused);
        // Text that the server put there arrives with its consent, once.
        let mut permission = Permission::given(OWN);
        permission.expect("load \"own\"");
        let longer = format!("{OWN}load \"own\"\n");
        assert_eq!(permission.of(&longer), Files::Allowed);
        assert_eq!(permission.of(&format!("{longer}load \"own\"\n")), Files::Refused);
        // It does not come back with the old text.
        let mut permission = Permission::given(OWN);
        assert_eq!(permission.of("solve\ncount\nunique\n"), Files::Refused);
        assert_eq!(permission.of(OWN), Files::Refused);
        permission.set(true, OWN);
        assert_eq!(permission.of(OWN), Files::Allowed);
    }
}
