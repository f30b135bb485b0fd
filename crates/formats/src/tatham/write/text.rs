//! The codes that games share, as [`super::super::codes`] reads them.

/// Tokens with runs of blanks as letters. Two tokens side by side have `_` between them if they are `apart`. `None` where a token
/// has no code.
pub(super) fn runs(tokens: &[Option<String>], is_apart: bool, code: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut text = String::new();
    let mut blanks = 0;
    for (at, token) in tokens.iter().enumerate() {
        let Some(token) = token else {
            blanks += 1;
            continue;
        };
        if blanks > 0 {
            text += &run(blanks);
        } else if is_apart && at > 0 {
            text.push('_');
        }
        blanks = 0;
        text += &code(token)?;
    }
    Some(text + &run(blanks))
}

/// A run of blanks: `a` is one, `z` 26.
fn run(blanks: usize) -> String {
    let mut text = "z".repeat(blanks / 26);
    text.extend((!blanks.is_multiple_of(26)).then(|| letter(blanks % 26 - 1)));
    text
}

/// The letter with this place in the alphabet, from 0.
pub(super) fn letter(at: usize) -> char {
    char::from(b'a' + at as u8)
}

/// A token that is one digit.
pub(super) fn digit(token: &str) -> Option<String> {
    let is_digit = token.len() == 1 && token.starts_with(|c: char| c.is_ascii_digit());
    is_digit.then(|| token.to_string())
}

/// A token that is a number.
pub(super) fn number(token: &str) -> Option<String> {
    let is_number = !token.is_empty() && token.len() <= 4 && token.chars().all(|c| c.is_ascii_digit());
    is_number.then(|| token.to_string())
}

/// The character of a token in a table.
pub(super) fn one_of(tokens: &'static [(char, &'static str)]) -> impl Fn(&str) -> Option<String> {
    move |token| tokens.iter().find(|(_, known)| *known == token).map(|(sign, _)| sign.to_string())
}

/// Marks after runs of blanks: `first` marks the next place, the character after it leaves out one place before its mark, and so on;
/// `z` passes 25 places. `_` stands before `a`.
pub(super) fn marks(marked: impl Iterator<Item = bool>, first: char) -> String {
    let mut text = String::new();
    let mut blanks = 0;
    for is_marked in marked {
        if !is_marked {
            blanks += 1;
            continue;
        }
        while blanks >= 25 {
            text.push('z');
            blanks -= 25;
        }
        text.push(match (first, blanks) {
            ('_', 0) => '_',
            ('_', n) => letter(n - 1),
            (_, n) => letter(n),
        });
        blanks = 0;
    }
    text
}

/// The borders between the regions of a square: runs of pairs of neighbours without a border, each followed by a pair with one;
/// first all pairs beside each other row by row, then all pairs below each other column by column.
pub(super) fn regions(regions: &[u32], side: usize) -> String {
    let mut text = String::new();
    let mut run = 0;
    let across = (0..side).flat_map(|row| (1..side).map(move |col| (row * side + col - 1, row * side + col)));
    let down = (0..side).flat_map(|col| (1..side).map(move |row| ((row - 1) * side + col, row * side + col)));
    let borders = across.chain(down).map(|(a, b)| regions[a] != regions[b]);
    // The last run ends at a border after the last pair.
    for is_border in borders.chain([true]) {
        if !is_border {
            run += 1;
            continue;
        }
        while run > 25 {
            text.push('z');
            run -= 25;
        }
        text.push(if run == 0 { '_' } else { letter(run - 1) });
        run = 0;
    }
    text
}

/// The borders of a map: runs of pairs of neighbours in turn without and with a border between them, first all pairs below each
/// other row by row, then all pairs beside each other column by column. The first run counts one pair too many.
pub(super) fn map(regions: &[u32], rows: usize, cols: usize) -> String {
    let down = (1..rows).flat_map(|row| (0..cols).map(move |col| ((row - 1) * cols + col, row * cols + col)));
    let across = (1..cols).flat_map(|col| (0..rows).map(move |row| (row * cols + col - 1, row * cols + col)));
    let borders: Vec<bool> =
        [false].into_iter().chain(down.chain(across).map(|(a, b)| regions[a] != regions[b])).collect();
    let mut text = String::new();
    for run in borders.chunk_by(|a, b| a == b) {
        let mut left = run.len();
        while left > 25 {
            text.push('z');
            left -= 25;
        }
        text.push(letter(left - 1));
    }
    text
}
