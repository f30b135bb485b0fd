//! Words as lists of letters: `w[1]`, `for c in w`, `line = "east"`, `line in words`.

use super::Elaborator;
use super::value::Value;
use crate::diagnostic::Result;
use sator_base::source::Span;
use sator_model::{EnumId, ExprId, Kind};
use std::sync::Arc;

/// The letters of a word, each a word.
pub(super) fn letters(word: &str) -> Arc<[Value]> {
    word.chars().map(|letter| Value::str(letter.encode_utf8(&mut [0; 4]))).collect()
}

/// The part of a word from one letter to another, counted from 1. Like a slice of a list it ends where the word ends.
pub(super) fn part_of_word(word: &str, from: i64, to: i64) -> Value {
    let places = (1..).zip(word.chars()).filter(|(place, _)| (from..=to).contains(place));
    Value::str(&places.map(|(_, letter)| letter).collect::<String>())
}

impl Elaborator {
    /// The elements of a list that can spell a word: letters, and values of enums of letters.
    pub(super) fn if_letters(&self, value: &Value) -> Option<Arc<[Value]>> {
        let list = self.if_list(value)?.ok()?;
        let is_letter = |word: &str| word.chars().count() == 1;
        let spells = |v: &Value| match (v, self.kind(v)) {
            (Value::Str(letter), _) => is_letter(letter),
            (_, Some(Kind::Enum(id))) => self.model.enums[id].values.iter().any(|name| is_letter(name)),
            _ => false,
        };
        (!list.is_empty() && list.iter().all(spells)).then_some(list)
    }

    /// `line in words`: the elements of the line spell one of the words. A word of another length, or with a letter that
    /// the enum doesn't have, is none of them.
    pub(super) fn spells(&mut self, line: &[Value], words: &[Value], span: Span) -> Result<ExprId> {
        let mut rows = Vec::with_capacity(words.len());
        for word in words {
            let Value::Str(word) = word else { continue };
            self.tick_many(word.len(), span)?;
            rows.extend(Some(letters(word)).filter(|row| row.len() == line.len()));
        }
        let enum_of = |v: &Value| if let Some(Kind::Enum(id)) = self.kind(v) { Some(id) } else { None };
        let Some(enums) = line.iter().map(enum_of).collect::<Option<Vec<EnumId>>>() else {
            let rows: Vec<Value> = rows.into_iter().map(Value::List).collect();
            return self.in_table(line, &rows, span);
        };
        let position = |(letter, id): (&Value, &EnumId)| match self.enum_value(*id, letter) {
            Some(Value::Enum(_, at)) => Some(i64::from(at)),
            _ => None,
        };
        let positions = |row: &Arc<[Value]>| row.iter().zip(&enums).map(position).collect::<Option<Vec<i64>>>();
        let table: Vec<Vec<i64>> = rows.iter().filter_map(positions).collect();
        let cells = line.iter().map(|v| self.enum_position(v, span)).collect::<Result<Vec<_>>>()?;
        Ok(self.model.pool.table(&cells, &table))
    }
}
