//! The rules of a puzzle in words, for its solvers.
//!
//! Each rule that a script uses adds a sentence. It stands in the `##` lines above the rule, after `Rules:`; a rule of
//! the user's without such a line has all of its `##` lines as its sentence. A rule inside a rule with a sentence adds
//! none.
//!
//! In a sentence, `{gap}` is the value of the parameter `gap`. `{values x}` and `{greatest x}` are the values and the
//! greatest value of the cells of `x`. `[loop: The line is closed.]` holds only if the parameter `loop` has a value
//! other than `none` and `false`, `[!loop: ...]` only if it has not, and `[?: ...]` only if a picture among the
//! arguments has a `?`. Other braces and brackets stay as they are.

use super::Elaborator;
use super::definition::Rule;
use super::value::Value;
use crate::library;
use sator_model::{Domain, Kind};

/// The number of values that a sentence lists one by one.
const MOST_LISTED: u64 = 12;

impl Elaborator {
    /// Adds the sentence of a rule whose parameters are bound.
    pub(super) fn put_in_words(&mut self, rule: &Rule) {
        if self.in_words || self.implied.inside || !self.guards.is_empty() {
            return;
        }
        let Some(template) = library::sentence(&rule.doc) else { return };
        self.in_words = true;
        let sentence = self.filled(&template, rule);
        if !self.model.rule_sentences.contains(&sentence) {
            self.model.rule_sentences.push(sentence);
        }
    }

    fn filled(&self, template: &str, rule: &Rule) -> String {
        let mut text = String::with_capacity(template.len());
        let mut rest = template;
        while let Some(at) = rest.find(['{', '[']) {
            text.push_str(&rest[..at]);
            let close = if rest[at..].starts_with('{') { '}' } else { ']' };
            let part = rest[at..].find(close).map(|length| &rest[at..=at + length]);
            let filled = part.and_then(|part| Some((part, self.filled_part(&part[1..part.len() - 1], close, rule)?)));
            match filled {
                Some((part, filled)) => {
                    text.push_str(&filled);
                    rest = &rest[at + part.len()..];
                }
                None => {
                    text.push_str(&rest[at..=at]);
                    rest = &rest[at + 1..];
                }
            }
        }
        text + rest
    }

    /// The text in place of a part in braces or brackets; `None` if it is none of the known ones.
    fn filled_part(&self, part: &str, close: char, rule: &Rule) -> Option<String> {
        let argument = |name: &str| rule.params.iter().any(|p| p.name.name == name).then(|| self.scope.local(name))?;
        if close == '}' {
            return match part.split_once(' ') {
                None => Some(self.value_in_words(argument(part)?)),
                Some(("values", name)) => Some(self.values_of_cells(argument(name)?)),
                Some(("greatest", name)) => self.domain_of_cells(argument(name)?).map(|(_, d)| d.max().to_string()),
                Some(_) => None,
            };
        }
        let (condition, text) = part.split_once(':')?;
        let holds = if condition == "?" {
            rule.params.iter().filter_map(|p| self.scope.local(&p.name.name)).any(has_question_mark)
        } else {
            let (negated, name) = condition.strip_prefix('!').map_or((false, condition), |name| (true, name));
            negated == matches!(argument(name)?, Value::None | Value::Bool(false))
        };
        Some(if holds { text.to_string() } else { String::new() })
    }

    fn value_in_words(&self, value: &Value) -> String {
        match self.if_list(value) {
            Some(Ok(items)) => and(items.iter().map(|item| self.text_of(item)).collect()),
            _ => self.text_of(value),
        }
    }

    /// `the digits 1 to 9`
    fn values_of_cells(&self, value: &Value) -> String {
        let Some((kind, domain)) = self.domain_of_cells(value) else { return "the values".into() };
        let names = || domain.iter().map(|v| self.model.value_text(kind, v)).collect::<Vec<_>>();
        match kind {
            Kind::Bool => "the two symbols".into(),
            Kind::Enum(_) if domain.size() > MOST_LISTED => "the values".into(),
            Kind::Enum(_) if names().iter().all(|name| name.chars().count() == 1) => {
                format!("the letters {}", and(names()))
            }
            Kind::Enum(_) => format!("the values {}", and(names())),
            Kind::Int => {
                let noun = if domain.min() >= 0 && domain.max() <= 9 { "digits" } else { "numbers" };
                match domain.ranges() {
                    [(low, high)] if high - low > 1 => format!("the {noun} {low} to {high}"),
                    _ if domain.size() > MOST_LISTED => format!("the {noun} that it can have"),
                    _ => format!("the {noun} {}", and(names())),
                }
            }
        }
    }

    fn domain_of_cells(&self, value: &Value) -> Option<(Kind, &Domain)> {
        let grid = match value {
            Value::Grid(grid) => *grid,
            Value::Block(block) => block.grid,
            _ => match self.if_list(value)?.ok()?.first()? {
                Value::Cell(cell) => self.model.grid_of(*cell),
                _ => return None,
            },
        };
        self.model.grid(grid).content.as_ref().map(|(kind, domain)| (*kind, domain))
    }
}

fn has_question_mark(value: &Value) -> bool {
    match value {
        Value::Str(text) => &**text == "?",
        Value::Clues(clues) => clues.places.iter().any(has_question_mark),
        Value::Outside(outside) => outside.sides.iter().any(|(_, clues, _)| clues.iter().any(has_question_mark)),
        Value::List(items) | Value::Tuple(items) => items.iter().any(has_question_mark),
        _ => false,
    }
}

/// `4, 3, 3 and 2`
fn and(mut items: Vec<String>) -> String {
    match items.pop() {
        Some(last) if !items.is_empty() => format!("{} and {last}", items.join(", ")),
        Some(only) => only,
        None => String::new(),
    }
}
