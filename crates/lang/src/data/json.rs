//! JSON after RFC 8259, with exact numbers and the places of mistakes.

use super::Text;
use super::number::{Decimal, decimal};
use crate::diagnostic::{Diagnostic, Result};
use crate::elaborate::value::Value;
use std::sync::Arc;

/// Limit on the nesting of arrays and objects.
const DEEPEST: usize = 200;

/// A JSON text as a value: arrays are lists, objects records, strings words, `null` is `none`.
///
/// # Errors
/// The text is no JSON, an object has a name twice, a number is too large, or a limit.
pub fn json(text: Text) -> Result<Value> {
    let at = if text.text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut reader = Reader { text, at };
    let value = reader.value(0)?;
    reader.skip_blank();
    match reader.next() {
        None => Ok(value),
        Some(_) => Err(reader.unexpected("the end of the text")),
    }
}

struct Reader<'a> {
    text: Text<'a>,
    at: usize,
}

impl Reader<'_> {
    fn next(&self) -> Option<char> {
        self.text.text[self.at..].chars().next()
    }

    fn skip_blank(&mut self) {
        let rest = &self.text.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    /// Skips blanks and `mark`, if it comes next.
    fn take(&mut self, mark: char) -> bool {
        self.skip_blank();
        let is_next = self.next() == Some(mark);
        self.at += if is_next { mark.len_utf8() } else { 0 };
        is_next
    }

    fn unexpected(&self, expected: &str) -> Box<Diagnostic> {
        match self.next() {
            Some(c) => self.text.error(
                self.at,
                self.at + c.len_utf8(),
                format!("expected {expected} in this JSON, found `{c}`"),
            ),
            None => self.text.error(self.at, self.at, format!("the JSON ends where {expected} is expected")),
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value> {
        self.skip_blank();
        self.text.step(self.at)?;
        if depth > DEEPEST {
            return Err(self.text.error(self.at, self.at + 1, format!("this is nested more than {DEEPEST} deep")));
        }
        match self.next() {
            Some('[') => self.array(depth),
            Some('{') => self.object(depth),
            Some('"') => Ok(Value::str(&self.string()?)),
            Some('-' | '0'..='9') => self.number(),
            _ => {
                let rest = &self.text.text[self.at..];
                let words = [("true", Value::Bool(true)), ("false", Value::Bool(false)), ("null", Value::None)];
                let Some((word, value)) = words.into_iter().find(|(word, _)| rest.starts_with(word)) else {
                    return Err(self.unexpected("a value"));
                };
                self.at += word.len();
                Ok(value)
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Value> {
        self.at += 1;
        let mut items = vec![];
        if self.take(']') {
            return Ok(Value::List(items.into()));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.take(']') {
                return Ok(Value::List(items.into()));
            }
            if !self.take(',') {
                return Err(self.unexpected("`,` or `]`"));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value> {
        self.at += 1;
        let (mut names, mut values) = (Vec::<Arc<str>>::new(), vec![]);
        let mut first = true;
        while !self.take('}') {
            if !first && !self.take(',') {
                return Err(self.unexpected("`,` or `}`"));
            }
            first = false;
            self.skip_blank();
            if self.next() != Some('"') {
                return Err(self.unexpected("a name in double quotes"));
            }
            let start = self.at;
            let name = self.string()?;
            if names.iter().any(|other| **other == *name) {
                let message = format!("the name \"{name}\" occurs twice in this object");
                return Err(self.text.error(start, self.at, message));
            }
            if !self.take(':') {
                return Err(self.unexpected("`:`"));
            }
            names.push(name.into());
            values.push(self.value(depth + 1)?);
        }
        Ok(Value::record(names.into(), values.into()))
    }

    fn number(&mut self) -> Result<Value> {
        let rest = &self.text.text[self.at..];
        let length = rest.find(|c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E')).unwrap_or(rest.len());
        let (start, end) = (self.at, self.at + length);
        self.at = end;
        match decimal(&rest[..length]) {
            Decimal::Number(value) => Ok(value),
            Decimal::NoNumber => Err(self.text.error(start, end, "this is no JSON number")),
            Decimal::TooLarge => Err(self.text.too_large(start, end)),
        }
    }

    fn string(&mut self) -> Result<String> {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            let Some(c) = self.next() else {
                return Err(self.text.error(start, start + 1, "this string is not closed"));
            };
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(text),
                '\\' => text.push(self.escape()?),
                '\n' => {
                    return Err(self.text.error(start, start + 1, "this string is not closed before its line ends"));
                }
                c => text.push(c),
            }
        }
    }

    fn escape(&mut self) -> Result<char> {
        let start = self.at - 1;
        let c = self.next();
        self.at += c.map_or(0, char::len_utf8);
        Ok(match c {
            Some(c @ ('"' | '\\' | '/')) => c,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => {
                let high = self.unit(start)?;
                let mut units = vec![high];
                if (0xd800..0xdc00).contains(&high) && self.text.text[self.at..].starts_with("\\u") {
                    self.at += 2;
                    units.push(self.unit(start)?);
                }
                let decoded = char::decode_utf16(units).next().and_then(|c| c.ok());
                return decoded.ok_or_else(|| self.text.error(start, self.at, "this escape is no character"));
            }
            _ => return Err(self.text.error(start, self.at, "this escape has no meaning in JSON")),
        })
    }

    /// The four hexadecimal digits after `\u`.
    fn unit(&mut self, start: usize) -> Result<u16> {
        let digits = self.text.text.get(self.at..self.at + 4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let Some(unit) = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()) else {
            return Err(self.text.error(start, self.at, "`\\u` needs four hexadecimal digits"));
        };
        self.at += 4;
        Ok(unit)
    }
}
