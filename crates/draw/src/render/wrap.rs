//! Text in the width of the terminal: lines break between words, never inside of one.
//!
//! Drawings and the lines of an excerpt keep their lines: broken, they would mean nothing. The words below a line of
//! an excerpt goes on below itself.

use unicode_width::UnicodeWidthChar;

/// Characters that only drawings have.
const DRAWN: &str = "┏┓┗┛┃━┌┐└┘│─├┤┬┴┼┣┫┳┻╋╭╮╰╯╱╲";

/// Columns that are enough to say something beside its place.
const LABEL: usize = 16;

/// The text with its long lines broken; a continued line is indented as its first.
pub fn fold(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        match columns(line) > width {
            true if is_label(line) => fold_label(line, width, &mut out),
            true if !keeps_its_shape(line) => fold_line(line, width, &mut out),
            _ => out.push_str(line),
        }
        out.push_str(end);
    }
    out
}

fn keeps_its_shape(line: &str) -> bool {
    let start = plain(line);
    let gutter = start.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    line.contains(|c| DRAWN.contains(c))
        || gutter.starts_with('|')
        || gutter.starts_with(":::")
        || gutter.starts_with("-->")
}

/// Whether a line stands below a line of an excerpt, and has words.
fn is_label(line: &str) -> bool {
    let start = plain(line);
    start.trim_start().strip_prefix("| ").is_some_and(|rest| rest.contains(is_word))
}

/// Whether a character is no part of what points at a source.
fn is_word(c: char) -> bool {
    !" |^-_~".contains(c)
}

fn fold_label(line: &str, width: usize, out: &mut String) {
    let bare: Vec<char> = plain(line).chars().collect();
    let gutter = bare.iter().position(|&c| c == '|').unwrap_or(0);
    let start = bare.iter().skip(gutter + 1).position(|&c| is_word(c)).map_or(bare.len(), |at| gutter + 1 + at);
    let far = start + LABEL > width;
    let hang = if far { gutter + 2 } else { start };
    let (mut column, mut fresh, mut begun) = (0, true, false);
    for word in line.split(' ') {
        let size = columns(word);
        let begins = !begun && !fresh && column + 1 + size > start;
        begun |= begins;
        // The words begin on a line of their own where the place is too far to the right.
        if (begins && far) || (begun && !begins && column + 1 + size > width) {
            let spaces = " ".repeat(hang - gutter - 1);
            out.push_str(&format!("\n{}|{spaces}", " ".repeat(gutter)));
            column = hang;
        } else if !fresh {
            out.push(' ');
            column += 1;
        }
        fresh = false;
        out.push_str(word);
        column += size;
    }
}

/// Without escape codes.
fn plain(line: &str) -> String {
    let mut escaped = false;
    let visible = |c: &char| match (escaped, *c) {
        (false, '\x1b') => {
            escaped = true;
            false
        }
        (true, c) => {
            escaped = !c.is_ascii_alphabetic();
            false
        }
        (false, _) => true,
    };
    line.chars().filter(visible).collect()
}

fn columns(line: &str) -> usize {
    plain(line).chars().map(|c| c.width().unwrap_or(0)).sum()
}

/// The width of the number of a statement (`#12 `) or of a step (`12. `) before a line is.
fn numbered(line: &str) -> usize {
    let digits = line.trim_start_matches('#');
    let after = digits.trim_start_matches(|c: char| c.is_ascii_digit());
    let ends = if line.starts_with('#') { " " } else { ". " };
    if after.len() < digits.len() && after.starts_with(ends) { line.len() - after.len() + ends.len() } else { 0 }
}

fn fold_line(line: &str, width: usize, out: &mut String) {
    let bare = plain(line);
    let indent = bare.len() - bare.trim_start().len();
    // A continued line of `= help: ` begins below its text.
    let hang = match bare.trim_start().strip_prefix("= ").and_then(|rest| rest.find(": ")) {
        Some(at) => indent + 2 + at + 2,
        None => indent + numbered(bare.trim_start()),
    };
    let hang = if hang + 16 > width { indent.min(width / 4) } else { hang };
    // A continued line of a comment is a comment too, so that a shown script can be typed.
    let comment = bare.trim_start().starts_with("# ");
    let hang = if comment { hang + 2 } else { hang };
    let start = if comment { format!("{}# ", " ".repeat(hang - 2)) } else { " ".repeat(hang) };
    let mut column = 0;
    let mut first = true;
    for word in line.split(' ') {
        let size = columns(word);
        if !first {
            if column > hang && column + 1 + size > width {
                out.push('\n');
                out.push_str(&start);
                column = hang;
                first = size == 0;
                if first {
                    continue;
                }
            } else {
                out.push(' ');
                column += 1;
            }
        }
        first = false;
        out.push_str(word);
        column += size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_stay_whole() {
        let text =
            "error: a statement ends with its line\n  = help: take the dot away, or write more words behind it\n";
        assert_eq!(
            fold(text, 30),
            "error: a statement ends with\nits line\n  = help: take the dot away,\n          or write more words\n          behind it\n"
        );
        let drawn = "┃ 1 2 3 4 5 6 7 8 9 ┃\n3 | distinct(a, b, c, d, e, f)\n";
        assert_eq!(fold(drawn, 10), drawn);
        assert_eq!(
            fold("#12 one two three four five   <- clashes", 24),
            "#12 one two three four\n    five   <- clashes"
        );
        assert_eq!(fold("# one two three four five six", 20), "# one two three four\n# five six");
        let label =
            "3 | distinct(a)\n  | ^^^^ here is what is said of it\n  |                  ^ and more words than fit\n";
        assert_eq!(
            fold(label, 28),
            "3 | distinct(a)\n  | ^^^^ here is what is\n  |      said of it\n  |                  ^\n  | and more words than fit\n"
        );
        assert_eq!(fold("\x1b[31mred words here\x1b[0m and more", 14), "\x1b[31mred words here\x1b[0m\nand more");
    }

    proptest! {
        /// No word is lost or broken, and a line is too long only where one word is.
        #[test]
        fn nothing_is_lost(text in "[a-z .]{0,80}", width in 8usize..40) {
            let folded = fold(&text, width);
            prop_assert_eq!(folded.split_whitespace().collect::<Vec<_>>(), text.split_whitespace().collect::<Vec<_>>());
            for line in folded.lines() {
                prop_assert!(line.len() <= width || !line.trim().contains(' '), "{:?}", line);
            }
        }
    }
}
