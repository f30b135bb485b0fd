//! Codes that many games share: runs of blanks as letters, borders as runs, numbers outside.

use crate::Problem;
use crate::puzzlink::rooms::Rooms;
use crate::script::clip;

/// The token of a blank cell.
const BLANK: &str = ".";

/// The tokens of a list of places. A lower-case letter is a run of 1 to 26 blanks, `_` stands between two numbers.
/// `token` takes a token from the front of the text, and returns it with the rest.
pub(super) fn runs<'a>(
    text: &'a str,
    places: usize,
    token: impl Fn(&'a str) -> Option<(String, &'a str)>,
) -> Result<Vec<String>, Problem> {
    of_length(tokens(text, places, token)?, places)
}

/// As [`runs`], where the description leaves out the blanks at its end.
pub(super) fn runs_before_blanks<'a>(
    text: &'a str,
    places: usize,
    token: impl Fn(&'a str) -> Option<(String, &'a str)>,
) -> Result<Vec<String>, Problem> {
    let mut tokens = tokens(text, places, token)?;
    tokens.resize(tokens.len().max(places), BLANK.to_string());
    of_length(tokens, places)
}

fn tokens<'a>(
    text: &'a str,
    places: usize,
    token: impl Fn(&'a str) -> Option<(String, &'a str)>,
) -> Result<Vec<String>, Problem> {
    let mut tokens = vec![];
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        match first {
            'a'..='z' => {
                tokens.extend((0..=first as usize - 'a' as usize).map(|_| BLANK.to_string()));
                rest = after;
            }
            '_' => rest = after,
            _ => {
                let (next, after) = token(rest).ok_or_else(|| unknown(rest))?;
                tokens.push(next);
                rest = after;
            }
        }
        if tokens.len() > places {
            break;
        }
    }
    Ok(tokens)
}

/// One digit.
pub(super) fn digit(text: &str) -> Option<(String, &str)> {
    let first = text.chars().next().filter(char::is_ascii_digit)?;
    Some((first.to_string(), &text[1..]))
}

/// A decimal number of up to four digits.
pub(super) fn number(text: &str) -> Option<(String, &str)> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number: usize = text[..digits].parse().ok().filter(|_| digits <= 4)?;
    Some((number.to_string(), &text[digits..]))
}

/// A character of these, each with its token.
pub(super) fn one_of<'a>(tokens: &'static [(char, &'static str)]) -> impl Fn(&'a str) -> Option<(String, &'a str)> {
    move |text| {
        let first = text.chars().next()?;
        let (_, token) = tokens.iter().find(|(sign, _)| *sign == first)?;
        Some((token.to_string(), &text[first.len_utf8()..]))
    }
}

/// Marks after runs of blanks: the character `first` marks the next place, the one after it in the alphabet leaves a blank
/// before its mark, and so on; `z` passes 25 places without a mark. `_` stands before `a`.
pub(super) fn marks(text: &str, first: char, places: usize, marked: &str) -> Result<Vec<String>, Problem> {
    let mut tokens = vec![BLANK.to_string(); places];
    let mut at = 0;
    for c in text.chars() {
        match c {
            'z' => at += 25,
            'a'..='y' | '_' => {
                let place = |c: char| if c == '_' { 0 } else { c as usize - 'a' as usize + 1 };
                at += place(c).checked_sub(place(first)).ok_or_else(|| unknown("_"))?;
                match tokens.get_mut(at) {
                    Some(token) => *token = marked.to_string(),
                    // A mark after the last place ends the run before it.
                    None if at == places => {}
                    None => return Err(too_long(places)),
                }
                at += 1;
            }
            _ => return Err(unknown(&c.to_string())),
        }
    }
    if at > places + 1 { Err(too_long(places)) } else { Ok(tokens) }
}

/// The region of each cell of a square, numbered in reading order. The text gives runs of pairs of neighbours without a
/// border, each followed by a pair with one: first all pairs beside each other row by row, then all pairs below each other
/// column by column. `_` is no pair, `a` one, `z` 25 and no border after them; a number repeats the letter before it.
pub(super) fn regions(text: &str, side: usize) -> Result<Vec<usize>, Problem> {
    let pairs = 2 * side * (side - 1);
    let mut bordered: Vec<bool> = vec![];
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        rest = &rest[first.len_utf8()..];
        let (run, border) = match first {
            '_' => (0, true),
            'a'..='y' => (first as usize - 'a' as usize + 1, true),
            'z' => (25, false),
            _ => return Err(unknown(&first.to_string())),
        };
        let mut times = 1;
        if let Some((repeats, after)) = number(rest) {
            times = repeats.parse().unwrap_or(1);
            rest = after;
        }
        for _ in 0..times {
            bordered.resize(bordered.len() + run, false);
            bordered.extend(border.then_some(true));
            // The last run ends at a border after the last pair.
            if bordered.len() > pairs + 1 || bordered.len() > pairs && !border {
                return Err(too_long(pairs));
            }
        }
    }
    if bordered.len() < pairs {
        return Err(Problem::new(format!("the borders end after {} of {pairs} pairs of cells", bordered.len())));
    }
    let (right, down) = bordered[..pairs].split_at(pairs / 2);
    let below = (0..pairs / 2).map(|at| down[at % side * (side - 1) + at / side]).collect();
    Ok(Rooms::between(&(right.to_vec(), below), side, side, &vec![false; side * side]).room)
}

/// The region of each cell of a map, numbered in reading order. The text gives runs of pairs of neighbours, in turn without
/// and with a border between them: first all pairs below each other row by row, then all pairs beside each other column by
/// column. The first run counts one pair too many. `a` is a run of one, `z` one of 25 that goes on.
pub(super) fn map_regions(text: &str, rows: usize, cols: usize) -> Result<Vec<usize>, Problem> {
    let (down, right) = ((rows - 1) * cols, rows * (cols - 1));
    let mut bordered: Vec<bool> = vec![];
    let mut border = false;
    for c in text.chars() {
        let run = if c.is_ascii_lowercase() { (c as usize - 'a' as usize + 1).min(25) } else { 0 };
        if run == 0 {
            return Err(unknown(&c.to_string()));
        }
        bordered.resize(bordered.len() + run, border);
        if bordered.len() > down + right + 1 {
            return Err(too_long(down + right));
        }
        border ^= c != 'z';
    }
    if bordered.len() < down + right + 1 {
        let there = bordered.len().saturating_sub(1);
        return Err(Problem::new(format!("the borders end after {there} of {} pairs of cells", down + right)));
    }
    let (below, beside) = bordered[1..].split_at(down);
    // The pairs beside each other row by row.
    let beside = (0..right).map(|at| beside[at % (cols - 1) * rows + at / (cols - 1)]).collect();
    Ok(Rooms::between(&(beside, below.to_vec()), rows, cols, &vec![false; rows * cols]).room)
}

/// The cells with which regions begin in reading order.
pub(super) fn firsts<T: PartialEq>(regions: &[T]) -> Vec<usize> {
    (0..regions.len()).filter(|&at| !regions[..at].contains(&regions[at])).collect()
}

/// As many parts as wanted.
pub(super) fn of_length<T>(parts: Vec<T>, wanted: usize) -> Result<Vec<T>, Problem> {
    match parts.len() {
        there if there == wanted => Ok(parts),
        there if there > wanted => Err(too_long(wanted)),
        there => Err(Problem::new(format!("the description ends after {there} of {wanted} places"))
            .help("copy the whole id again")),
    }
}

fn too_long(wanted: usize) -> Problem {
    Problem::new(format!("the description has more than {wanted} places")).help("copy the whole id again")
}

pub(super) fn unknown(text: &str) -> Problem {
    let shown: String = text.chars().take(8).collect();
    Problem::new(format!("`{}` isn't part of a description of this game", clip(&shown))).help("copy the whole id again")
}
