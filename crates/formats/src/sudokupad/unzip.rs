//! SudokuPad's "zipped" JSON: keys and some values without quotes, `'` for `"`, empty slots for `{}`, `t` and `f` for
//! true and false. The parser decides by position, because a colour is text if it contains letters and a number if it
//! contains only digits.

use serde_json::{Map, Value};

/// Limit on nested lists.
const DEEPEST: usize = 60;

pub(super) fn parse(text: &str) -> Option<Value> {
    let quote = if text.contains('"') { '"' } else { '\'' };
    let mut parser = Parser { rest: text.trim(), quote };
    let value = parser.value(0)?;
    parser.rest.trim().is_empty().then_some(value)
}

struct Parser<'a> {
    rest: &'a str,
    quote: char,
}

impl Parser<'_> {
    fn eat(&mut self, c: char) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        if self.eat('{') {
            return self.object(depth);
        }
        if self.eat('[') {
            return self.array(depth);
        }
        if self.eat(self.quote) {
            return Some(Value::String(self.string()?));
        }
        Some(bare(self.word()))
    }

    /// The text up to the end of a bare word.
    fn word(&mut self) -> &str {
        let end = self.rest.find([',', ']', '}', ':']).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word.trim()
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        let mut map = Map::new();
        loop {
            if self.eat('}') {
                return Some(Value::Object(map));
            }
            let key = if self.eat(self.quote) { self.string()? } else { self.word().to_string() };
            if !self.eat(':') {
                return None;
            }
            map.insert(key, self.value(depth + 1)?);
            if !self.eat(',') && !self.rest.starts_with('}') {
                return None;
            }
        }
    }

    fn array(&mut self, depth: usize) -> Option<Value> {
        let mut list = vec![];
        if self.eat(']') {
            return Some(Value::Array(list));
        }
        loop {
            self.rest = self.rest.trim_start();
            if self.rest.starts_with([',', ']']) {
                list.push(Value::Object(Map::new()));
            } else {
                list.push(self.value(depth + 1)?);
            }
            if self.eat(']') {
                return Some(Value::Array(list));
            }
            if !self.eat(',') {
                return None;
            }
        }
    }

    fn string(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut chars = self.rest.char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                c if c == self.quote => {
                    self.rest = &self.rest[at + c.len_utf8()..];
                    return Some(text);
                }
                '\\' => match chars.next()?.1 {
                    'n' => text.push('\n'),
                    't' => text.push('\t'),
                    'u' => {
                        let hex: String = (0..4).filter_map(|_| chars.next()).map(|(_, c)| c).collect();
                        text.push(char::from_u32(u32::from_str_radix(&hex, 16).ok()?).unwrap_or('\u{fffd}'));
                    }
                    other => text.push(other),
                },
                c => text.push(c),
            }
        }
        None
    }
}

fn bare(word: &str) -> Value {
    match word {
        "t" | "true" => Value::Bool(true),
        "f" | "false" => Value::Bool(false),
        "null" | "n" => Value::Null,
        "#0" => Value::String("#000000".into()),
        "#F" => Value::String("#FFFFFF".into()),
        _ => match (word.parse::<i64>(), word.parse::<f64>()) {
            // A number has no leading zero.
            (Ok(n), _) if word.len() < 6 || n.to_string() == word => Value::from(n),
            (_, Ok(f)) if f.is_finite() && word.contains('.') => Value::from(f),
            _ if word.len() == 6 && word.chars().all(|c| c.is_ascii_hexdigit()) => Value::String(format!("#{word}")),
            _ => Value::String(word.into()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn zipped() {
        let value = parse("{ce:[[,{v:5},],[,,{c:67F067,th:.5}]],u:t,s:'a, b',c:#0}").expect("reads");
        let wanted = json!({"ce": [[{}, {"v": 5}, {}], [{}, {}, {"c": "#67F067", "th": 0.5}]], "u": true, "s": "a, b", "c": "#000000"});
        assert_eq!(value, wanted);
        assert_eq!(parse("{a:'it"), None);
        assert_eq!(parse(&"[".repeat(100_000)), None);
    }
}
