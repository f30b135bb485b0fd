//! Regular expressions over known values, as deterministic automata: positions of the expression (Glushkov 1961) and
//! sets of them (Rabin and Scott 1959).

use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::elaborate::value::Args;
use crate::elaborate::{Elaborator, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Most positions of an expression after its repetitions are written out.
const MOST_POSITIONS: usize = 2_000;

/// Most states of an automaton: sets of positions can be exponentially many.
const MOST_STATES: usize = 10_000;

/// The moves `(state, value, state)`, the start and the accepting states of an expression. A tuple of them is returned
/// as it is.
pub(super) fn automaton(el: &mut Elaborator, args: Args) -> Result<Value> {
    let ((pattern, span), (values, values_span)) = (args.get(0), args.get(1));
    let pattern = match pattern {
        Value::Str(text) => text.clone(),
        Value::Tuple(parts) if parts.len() == 3 => return Ok(pattern.clone()),
        other => {
            let error = el.wrong("a regular expression", other, span);
            return fail(error.help("write `\"1* 2\"`, or `(moves, start, accepting)`"));
        }
    };
    let values = el.list(values, values_span)?;
    let names: Vec<String> = values.iter().map(|value| el.text_of(value)).collect();
    let mut parser = Parser { text: &pattern, at: 0, names: &names, positions: vec![], follow: vec![] };
    let expression = parser.whole().map_err(|problem| {
        let message = format!("the regular expression {pattern:?}, character {}: {}", problem.at + 1, problem.message);
        Diagnostic::at(Code::Type, span, message).help(problem.help)
    })?;
    let Parser { positions, follow, .. } = parser;
    let mut numbers: FxHashMap<BTreeSet<usize>, usize> = FxHashMap::default();
    // The state before the first value is a set of its own.
    let mut states = vec![expression.first.clone()];
    let mut accepting = vec![];
    if expression.empty {
        accepting.push(Value::Int(1));
    }
    let mut moves = vec![];
    let mut at = 0;
    while at < states.len() {
        if states.len() > MOST_STATES {
            let message = format!("this regular expression takes more than {MOST_STATES} states");
            return fail(Diagnostic::at(Code::TooLarge, span, message).help("split it into several shorter ones"));
        }
        for (symbol, value) in values.iter().enumerate() {
            el.step(span)?;
            el.tick_many(states[at].len(), span)?;
            let reached: BTreeSet<usize> =
                states[at].iter().copied().filter(|&position| positions[position].contains(&symbol)).collect();
            if reached.is_empty() {
                continue;
            }
            let next = *numbers.entry(reached).or_insert_with_key(|reached| {
                states.push(reached.iter().flat_map(|&position| follow[position].iter().copied()).collect());
                if reached.iter().any(|position| expression.last.contains(position)) {
                    accepting.push(Value::Int(states.len() as i64));
                }
                states.len()
            });
            moves.push(Value::tuple([Value::Int(at as i64 + 1), value.clone(), Value::Int(next as i64)]));
        }
        at += 1;
    }
    Ok(Value::tuple([Value::Set(moves.into()), Value::Int(1), Value::Set(accepting.into())]))
}

/// A part of the expression: whether it matches no values at all, and the positions that can be first and last.
#[derive(Clone)]
struct Part {
    empty: bool,
    first: BTreeSet<usize>,
    last: BTreeSet<usize>,
}

struct Problem {
    at: usize,
    message: String,
    help: &'static str,
}

type Parsed<T> = std::result::Result<T, Problem>;

struct Parser<'a> {
    text: &'a str,
    /// The next byte.
    at: usize,
    /// The values, as typed.
    names: &'a [String],
    /// By position: the values that match there, by number.
    positions: Vec<Box<[usize]>>,
    /// By position: the positions that can come next.
    follow: Vec<BTreeSet<usize>>,
}

impl Parser<'_> {
    fn problem<T>(&self, message: impl Into<String>, help: &'static str) -> Parsed<T> {
        Err(Problem { at: self.at, message: message.into(), help })
    }

    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn takes(&mut self, c: char) -> bool {
        let is_next = self.peek() == Some(c);
        if is_next {
            self.at += c.len_utf8();
        }
        is_next
    }

    fn whole(&mut self) -> Parsed<Part> {
        let part = self.choice()?;
        match self.peek() {
            None => Ok(part),
            Some(c) => {
                self.problem(format!("`{c}` has nothing to close or repeat"), "write `(1 2)*`, `[1 2]` or `1{2,4}`")
            }
        }
    }

    /// `a|b`
    fn choice(&mut self) -> Parsed<Part> {
        let mut part = self.sequence()?;
        while self.takes('|') {
            let other = self.sequence()?;
            part.empty |= other.empty;
            part.first.extend(other.first);
            part.last.extend(other.last);
        }
        Ok(part)
    }

    /// `a b`
    fn sequence(&mut self) -> Parsed<Part> {
        let mut part = nothing();
        while self.peek().is_some_and(|c| !matches!(c, '|' | ')' | ']' | '}' | '*' | '+' | '?' | '{')) {
            let next = self.repeated()?;
            part = self.join(part, next);
        }
        Ok(part)
    }

    fn join(&mut self, a: Part, b: Part) -> Part {
        for &position in &a.last {
            self.follow[position].extend(&b.first);
        }
        let mut joined = Part { empty: a.empty && b.empty, first: a.first, last: b.last };
        if a.empty {
            joined.first.extend(b.first);
        }
        if b.empty {
            joined.last.extend(a.last);
        }
        joined
    }

    /// An item with the repetitions behind it.
    fn repeated(&mut self) -> Parsed<Part> {
        let start = self.at;
        let mut part = self.item()?;
        // The text of the item, to be read again for each repetition.
        let mut end = self.at;
        loop {
            let (least, most) = match self.peek() {
                Some('*') => (0, None),
                Some('+') => (1, None),
                Some('?') => (0, Some(1)),
                Some('{') => {
                    self.at += 1;
                    self.bounds()?
                }
                _ => return Ok(part),
            };
            self.at += 1;
            let after = self.at;
            part = self.times(part, (start, end), least, most)?;
            self.at = after;
            end = after;
        }
    }

    /// `2}`, `2,}` or `2,4}` of `{2,4}`, up to the bracket.
    fn bounds(&mut self) -> Parsed<(usize, Option<usize>)> {
        const HELP: &str = "write `{3}`, `{2,}` or `{2,4}`";
        let least = self.digits(HELP)?;
        let most = match self.takes(',') {
            false => Some(least),
            true if self.peek() == Some('}') => None,
            true => Some(self.digits(HELP)?),
        };
        match self.peek() {
            Some('}') if most.is_none_or(|most| most >= least) => Ok((least, most)),
            Some('}') => self.problem("the second number is smaller than the first one", HELP),
            _ => self.problem("this repetition is never closed", HELP),
        }
    }

    fn digits(&mut self, help: &'static str) -> Parsed<usize> {
        self.peek();
        let rest = &self.text[self.at..];
        let digits = &rest[..rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len()];
        match digits.parse::<usize>() {
            Ok(number) if number <= MOST_POSITIONS => {
                self.at += digits.len();
                Ok(number)
            }
            Ok(_) => self.problem(format!("the most repetitions are {MOST_POSITIONS}"), help),
            Err(_) => self.problem("a number is missing", help),
        }
    }

    /// The item once more for each repetition: `a{2,4}` is `a a a? a?`, `a{2,}` is `a a+`.
    fn times(&mut self, once: Part, (start, end): (usize, usize), least: usize, most: Option<usize>) -> Parsed<Part> {
        if once.first.is_empty() {
            return Ok(once);
        }
        let copies = most.unwrap_or(least.max(1));
        let mut whole = nothing();
        let mut given = Some(once);
        for copy in 0..copies {
            let mut part = match given.take() {
                Some(part) => part,
                None => self.again(start, end)?,
            };
            if most.is_none() && copy + 1 == copies {
                for position in part.last.clone() {
                    self.follow[position].extend(&part.first);
                }
            }
            part.empty |= copy >= least;
            whole = self.join(whole, part);
        }
        Ok(whole)
    }

    fn again(&mut self, start: usize, end: usize) -> Parsed<Part> {
        let text = self.text;
        self.text = &text[..end];
        self.at = start;
        let part = self.repeated();
        self.text = text;
        part
    }

    fn item(&mut self) -> Parsed<Part> {
        if self.takes('(') {
            let part = self.choice()?;
            return match self.takes(')') {
                true => Ok(part),
                false => self.problem("`(` is never closed", "write the missing `)`"),
            };
        }
        if self.takes('.') {
            return self.position((0..self.names.len()).collect());
        }
        if self.takes('[') {
            let others = self.takes('^');
            let mut matched = BTreeSet::new();
            while !self.takes(']') {
                if self.peek().is_none() {
                    return self.problem("`[` is never closed", "write the missing `]`");
                }
                let (first, number) = self.value()?;
                matched.extend(first);
                if self.takes('-') {
                    let (_, last) = self.value()?;
                    let (Some(low), Some(high)) = (number, last) else {
                        return self.problem("a range is of numbers", "write `[1-4]`, or the values: `[a b c]`");
                    };
                    let inside = |name: &String| name.parse::<i64>().is_ok_and(|k| low <= k && k <= high);
                    matched.extend((0..self.names.len()).filter(|&at| inside(&self.names[at])));
                }
            }
            return self.position((0..self.names.len()).filter(|at| matched.contains(at) != others).collect());
        }
        let (matched, _) = self.value()?;
        self.position(matched.into_iter().collect())
    }

    /// A number or word: the value with this text, if there is one, and the number.
    fn value(&mut self) -> Parsed<(Option<usize>, Option<i64>)> {
        self.peek();
        let rest = &self.text[self.at..];
        let sign = usize::from(rest.starts_with('-'));
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let length = sign + rest[sign..].find(|c| !word(c)).unwrap_or(rest.len() - sign);
        let text = &rest[..length];
        let number = text.parse::<i64>().ok();
        if length == sign || sign == 1 && number.is_none() {
            let found = rest.chars().next().map_or("the end".into(), |c| format!("`{c}`"));
            return self.problem(format!("a value is expected, not {found}"), "values stand apart: `1 12 1*`");
        }
        let name = number.map_or(text.to_string(), |k| k.to_string());
        let at = self.names.iter().position(|known| *known == name);
        // The ends of a range can lie outside.
        let in_range = number.is_some()
            && (rest[length..].trim_start().starts_with('-') || self.text[..self.at].trim_end().ends_with('-'));
        if at.is_none() && !in_range {
            return self
                .problem(format!("`{text}` is no value of the list"), "values stand apart: `[0 1 2]*`, `1 12 3`");
        }
        self.at += length;
        Ok((at, number))
    }

    fn position(&mut self, matched: Box<[usize]>) -> Parsed<Part> {
        if self.positions.len() == MOST_POSITIONS {
            return self.problem(format!("it repeats to more than {MOST_POSITIONS} values"), "make it shorter");
        }
        let position = self.positions.len();
        self.positions.push(matched);
        self.follow.push(BTreeSet::new());
        Ok(Part { empty: false, first: [position].into(), last: [position].into() })
    }
}

/// The part that matches no values.
fn nothing() -> Part {
    Part { empty: true, first: BTreeSet::new(), last: BTreeSet::new() }
}
