//! Colours for the text being typed. A scanner of its own, as the text is mostly unfinished: it cuts text
//! into pieces that together are the text, whatever it holds.

use super::names::{Class, Names};
use sator_draw::palette::{Tone, paint};
use sator_lang::syntax::{place_name, words};
use std::ops::Range;

/// A piece: bytes of the text, and their class.
pub(crate) type Piece = (Range<usize>, Class);

/// Cuts the text into pieces.
pub(crate) fn pieces(text: &str, names: &Names) -> Vec<Piece> {
    let mut scan = Scan { text, names, at: 0, pieces: vec![], picture: false, start: true };
    while scan.at < text.len() {
        scan.next();
    }
    scan.pieces
}

struct Scan<'a> {
    text: &'a str,
    names: &'a Names,
    at: usize,
    pieces: Vec<Piece>,
    /// The statement is one that has a picture, so that its next `{` opens it.
    picture: bool,
    /// A statement can start here.
    start: bool,
}

impl Scan<'_> {
    fn next(&mut self) {
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else { return };
        match first {
            '\n' | ';' => {
                self.push(1, Class::Plain);
                self.start = true;
            }
            c if c.is_whitespace() => {
                let length = rest.find(|c: char| !c.is_whitespace() || c == '\n').unwrap_or(rest.len());
                self.push(length, Class::Plain);
            }
            '#' => self.push(rest.find('\n').unwrap_or(rest.len()), Class::Comment),
            '"' => {
                self.push(string_length(rest), Class::Text);
                self.start = false;
            }
            '{' => {
                self.push(1, Class::Bracket);
                if std::mem::take(&mut self.picture) {
                    self.picture_rows();
                } else {
                    self.start = true;
                }
            }
            '}' => {
                self.push(1, Class::Bracket);
                self.start = true;
            }
            '(' | '[' | ')' | ']' => {
                self.push(1, Class::Bracket);
                self.start = false;
            }
            c if c.is_ascii_digit() => {
                self.push(number_length(rest), Class::Number);
                self.start = false;
            }
            c if c.is_alphabetic() || c == '_' => self.word(rest),
            c => {
                self.push(c.len_utf8(), Class::Plain);
                self.start = false;
            }
        }
    }

    fn push(&mut self, length: usize, class: Class) {
        let end = self.at + length;
        match self.pieces.last_mut() {
            Some((range, last)) if *last == class && class != Class::Bracket => range.end = end,
            _ => self.pieces.push((self.at..end, class)),
        }
        self.at = end;
    }

    fn word(&mut self, rest: &str) {
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let (word, after) = rest.split_at(length);
        let first = std::mem::replace(&mut self.start, false);
        let field = self.text[..self.at].ends_with('.') && !self.text[..self.at].ends_with("..");
        let class = match word {
            _ if field => Class::Known,
            _ if first && !is_operand(after) => match () {
                () if words::DECLARATIONS.contains(&word) => Class::Declaration,
                () if words::questions().any(|w| w == word) => Class::Question,
                () if words::commands().any(|w| w == word) => Class::Command,
                () => self.named(word),
            },
            _ => self.named(word),
        };
        match (class, word) {
            (Class::Declaration, "regions" | "givens" | "clues" | "outside") => self.picture = true,
            // Behind these comes a statement of its own, or a picture.
            (Class::Declaration, "hidden") | (Class::Question, "try" | "compare") => self.start = true,
            (Class::Question, "expect") => self.picture = after.trim_start().starts_with("solution"),
            _ => {}
        }
        self.push(length, class);
    }

    fn named(&self, word: &str) -> Class {
        match self.names.get(word) {
            Some(name) => name.class,
            None if place_name(word).is_some() => Class::Unknown,
            None => Class::Plain,
        }
    }

    /// Everything up to the closing brace.
    fn picture_rows(&mut self) {
        while let Some(c) = self.text[self.at..].chars().next().filter(|&c| c != '}') {
            let class = match c {
                c if c.is_whitespace() || c == ';' => Class::Plain,
                '.' | '_' | '?' => Class::Blank,
                _ => Class::Token,
            };
            self.push(c.len_utf8(), class);
        }
    }
}

/// Whether the word before this is an operand, and so starts no question or declaration.
fn is_operand(after: &str) -> bool {
    match after.trim_start_matches([' ', '\t']) {
        rest if rest.starts_with("=>") => true,
        rest => rest.starts_with(['=', '<', '>', '!', '[', '.', '+', '*', '/', '%']) || after.starts_with('('),
    }
}

/// A number, `1.5`, or the size of a grid, `9x9`.
fn number_length(rest: &str) -> usize {
    let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let first = digits(rest);
    match rest[first..].strip_prefix(['x', '.']).map(digits) {
        None | Some(0) => first,
        Some(more) => first + 1 + more,
    }
}

/// A string with its quotes, or what there is of it.
fn string_length(rest: &str) -> usize {
    let mut escaped = false;
    for (i, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return i,
            '"' if !escaped => return i + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    rest.len()
}

/// The brackets to mark while the cursor is at `pos`: the one there, or right before it, and its partner.
pub(crate) fn matching_brackets(text: &str, pos: usize, pieces: &[Piece]) -> Option<(usize, usize)> {
    let brackets: Vec<(usize, char)> = pieces
        .iter()
        .filter(|(_, class)| *class == Class::Bracket)
        .filter_map(|(range, _)| Some((range.start, text[range.start..].chars().next()?)))
        .collect();
    let here = |at: usize| brackets.iter().position(|b| b.0 == at);
    let found = here(pos).or_else(|| here(pos.checked_sub(1)?))?;
    let mut open: Vec<usize> = Vec::new();
    for (i, &(_, c)) in brackets.iter().enumerate() {
        if matches!(c, '(' | '[' | '{') {
            open.push(i);
            continue;
        }
        let Some(partner) = open.pop() else { continue };
        let fits = matches!((brackets[partner].1, c), ('(', ')') | ('[', ']') | ('{', '}'));
        if fits && (i == found || partner == found) {
            return Some((brackets[partner].0, brackets[i].0));
        }
    }
    None
}

/// The colour of a class.
fn tone(class: Class) -> Tone {
    match class {
        Class::Plain | Class::Bracket | Class::Token | Class::Known | Class::Number => Tone::Plain,
        Class::Keyword => Tone::Keyword,
        Class::Declaration => Tone::Declaration,
        Class::Question => Tone::Question,
        Class::Command => Tone::Command,
        Class::Function => Tone::Function,
        Class::Rule => Tone::Rule,
        Class::Unknown => Tone::Unknown,
        Class::Text => Tone::Text,
        Class::Comment | Class::Blank => Tone::Dim,
    }
}

/// The text with colours, and with the brackets at the cursor marked.
pub(crate) fn highlight(text: &str, cursor: Option<usize>, names: &Names) -> String {
    let pieces = pieces(text, names);
    let marked = cursor.and_then(|pos| matching_brackets(text, pos, &pieces));
    let mut out = String::with_capacity(text.len() * 2);
    for (range, class) in pieces {
        let marked = marked.is_some_and(|(a, b)| range.start == a || range.start == b);
        match if marked { Tone::Bracket } else { tone(class) } {
            Tone::Plain => out.push_str(&text[range]),
            tone => out.push_str(&paint(&text[range], tone)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn classes(text: &str) -> Vec<(&str, Class)> {
        let names = Names::plain();
        pieces(text, &names).into_iter().filter(|p| p.1 != Class::Plain).map(|(r, c)| (&text[r], c)).collect()
    }

    #[test]
    fn words_by_place() {
        use Class::*;
        assert_eq!(classes("count"), [("count", Question)]);
        assert_eq!(
            classes("count(c = 1 for c in r1) = 2")[..4],
            [("count", Function), ("(", Bracket), ("1", Number), ("for", Keyword)]
        );
        assert_eq!(classes("r1c1 = 5 # five"), [("r1c1", Unknown), ("5", Number), ("# five", Comment)]);
        assert_eq!(
            classes("grid 9x9 in 1.5..2")[1..],
            [("9x9", Number), ("in", Keyword), ("1.5", Number), ("2", Number)]
        );
        assert_eq!(classes("givens { #. }")[2..4], [("#", Token), (".", Blank)]);
        assert_eq!(classes("try solve").len(), 2);
    }

    #[test]
    fn brackets_find_each_other() {
        let text = "f(a[1], {2})";
        let names = Names::plain();
        let pieces = pieces(text, &names);
        assert_eq!(matching_brackets(text, 1, &pieces), Some((1, 11)));
        assert_eq!(matching_brackets(text, 6, &pieces), Some((3, 5)));
        assert_eq!(matching_brackets(text, 8, &pieces), Some((8, 10)));
        assert_eq!(matching_brackets("f(a", 1, &super::pieces("f(a", &names)), None);
    }

    proptest! {
        #[test]
        fn the_pieces_are_the_text(text in "[ -~\n#{}\"é]{0,80}") {
            let mut at = 0;
            for (range, _) in pieces(&text, &Names::plain()) {
                prop_assert_eq!(range.start, at);
                at = range.end;
            }
            prop_assert_eq!(at, text.len());
        }
    }
}
