//! The list of a batch: a puzzle a line.

use crate::input::MAX_BYTES;
use sator_base::limits::Limits;
use serde_json::{Value, json};
use std::io::BufRead;

/// A puzzle of a batch.
pub(crate) struct Item {
    pub id: Value,
    pub puzzle: Puzzle,
}

pub(crate) enum Puzzle {
    File(String),
    /// A script, or a puzzle of another program.
    Text(String),
    /// A line that can't be read, with the reason.
    Bad(String),
}

/// The puzzles of a list, one a line, numbered from 1. The list is opened when its first line is wanted.
pub(crate) fn items<R: BufRead>(
    open: impl FnOnce() -> std::io::Result<R>,
    limits: Limits,
) -> impl Iterator<Item = Item> {
    let mut lines = Lines::NotOpened(open);
    let next = move || match lines.next(&limits) {
        Ok(line) => line.map(Ok),
        // A list that can't be read now can't be read later either.
        Err(error) => {
            lines = Lines::Ended;
            Some(Err(format!("the list can't be read: {error}")))
        }
    };
    std::iter::from_fn(next).enumerate().filter_map(|(at, line)| {
        let number = json!(at + 1);
        let bad = |message: String| Some(Item { id: number.clone(), puzzle: Puzzle::Bad(message) });
        match line {
            Ok(Line::Whole(line)) => match String::from_utf8(line) {
                Ok(line) => item(number, line.trim()),
                Err(_) => bad("this line is no UTF-8 text".into()),
            },
            Ok(Line::TooLong(most)) => bad(format!("this line is longer than {most}: no puzzle")),
            Err(message) => bad(message),
        }
    })
}

/// The lines of a list.
enum Lines<R, O> {
    NotOpened(O),
    Open(R),
    Ended,
}

enum Line {
    Whole(Vec<u8>),
    /// Longer than this; its bytes are gone.
    TooLong(&'static str),
}

impl<R: BufRead, O: FnOnce() -> std::io::Result<R>> Lines<R, O> {
    /// The next line; `None` at the end.
    fn next(&mut self, limits: &Limits) -> std::io::Result<Option<Line>> {
        if let Lines::NotOpened(_) = self
            && let Lines::NotOpened(open) = std::mem::replace(self, Lines::Ended)
        {
            *self = Lines::Open(open()?);
        }
        let Lines::Open(from) = self else { return Ok(None) };
        let (mut line, mut too_long, mut some) = (vec![], None, false);
        while !limits.interrupt.is_set() {
            let piece = match from.fill_buf() {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                piece => piece?,
            };
            if piece.is_empty() {
                break;
            }
            some = true;
            let end = piece.iter().position(|&b| b == b'\n');
            let (content, read) = (&piece[..end.unwrap_or(piece.len())], end.map_or(piece.len(), |end| end + 1));
            if line.len() + content.len() > MAX_BYTES {
                too_long = Some("64 MiB");
            } else if limits.memory.is_short_of(content.len() as u64) {
                too_long = Some("the memory limit allows");
            }
            match too_long {
                None => line.extend_from_slice(content),
                Some(_) => line = vec![],
            }
            from.consume(read);
            if end.is_some() {
                break;
            }
        }
        Ok(some.then(|| too_long.map_or(Line::Whole(line), Line::TooLong)))
    }
}

/// The puzzle of one line; `None` for a blank or a comment.
fn item(number: Value, line: &str) -> Option<Item> {
    let bad = |message: String| Item { id: number.clone(), puzzle: Puzzle::Bad(message) };
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    if !line.starts_with('{') {
        if sator_formats::is_imported(line) {
            return Some(Item { id: number, puzzle: Puzzle::Text(line.into()) });
        }
        return Some(Item { id: json!(line), puzzle: Puzzle::File(line.into()) });
    }
    let object: Value = match serde_json::from_str(line) {
        Ok(object) => object,
        Err(error) => return Some(bad(format!("this is not a JSON object: {error}"))),
    };
    let id = object.get("id").cloned().unwrap_or(number.clone());
    Some(match object.get("script") {
        Some(Value::String(text)) => Item { id, puzzle: Puzzle::Text(text.clone()) },
        Some(_) => Item { id, ..bad("`script` must be a string".into()) },
        None => Item { id, ..bad("the object has no `script`: write {\"id\": ..., \"script\": \"...\"}".into()) },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sator_base::memory::Memory;
    use std::io::{BufReader, Error, Read, repeat};

    #[test]
    fn kinds_of_lines() {
        let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let list =
            format!("# a comment\n\n{puzzle}\na.puz\n{{\"id\": [1], \"script\": \"solve\"}}\n{{\"id\": 2}}\n{{\n");
        let found: Vec<(String, String)> = items(|| Ok(list.as_bytes()), Limits::none())
            .map(|item| {
                let text = match item.puzzle {
                    Puzzle::File(name) => format!("file {name}"),
                    Puzzle::Text(text) => text.lines().next_back().unwrap_or("").to_string(),
                    Puzzle::Bad(message) => message,
                };
                (item.id.to_string(), text)
            })
            .collect();
        let expected = [
            ("3", puzzle),
            ("\"a.puz\"", "file a.puz"),
            ("[1]", "solve"),
            ("2", "the object has no `script`: write {\"id\": ..., \"script\": \"...\"}"),
            ("7", "this is not a JSON object: EOF while parsing an object at line 1 column 1"),
        ];
        assert_eq!(found, expected.map(|(id, text)| (id.to_string(), text.to_string())));
    }

    /// The reasons for the lines that can't be read, by their numbers.
    fn bad(from: impl Read, limits: Limits) -> Vec<(u64, String)> {
        let of = |item: Item| match item.puzzle {
            Puzzle::Bad(message) => (item.id.as_u64().unwrap_or(0), message),
            Puzzle::File(name) => (0, name),
            Puzzle::Text(text) => (0, text),
        };
        items(|| Ok(BufReader::new(from)), limits).map(of).collect()
    }

    #[test]
    fn a_line_without_end_is_one_error() {
        let long = b"a.puz\n".chain(repeat(b'a').take(MAX_BYTES as u64 + 1)).chain(&b"\nb.puz\n"[..]);
        let message = "this line is longer than 64 MiB: no puzzle".to_string();
        assert_eq!(bad(long, Limits::none()), [(0, "a.puz".into()), (2, message), (0, "b.puz".into())]);
        let few = Limits::none().with_memory(Memory::AtMost(0));
        let message = "this line is longer than the memory limit allows: no puzzle".to_string();
        assert_eq!(bad(&b"a.puz"[..], few), [(1, message)]);
    }

    /// A folder can be opened, and each reading of it fails.
    #[test]
    fn a_list_that_fails_ends() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
                Err(Error::other("it is a folder"))
            }
        }
        let message = "the list can't be read: it is a folder".to_string();
        assert_eq!(bad(b"a.puz\n".chain(Failing), Limits::none()), [(0, "a.puz".into()), (2, message)]);
    }
}
