//! Names: declarations, hiding, and suggestions for unknown names.

use super::direction::DIRECTIONS;
use super::{Value, builtins};
use rustc_hash::FxHashMap;
use sator_model::Enum;
use std::sync::Arc;

/// The names of the script and of the bodies being expanded.
#[derive(Clone, Default)]
pub(super) struct Scope {
    globals: FxHashMap<Arc<str>, Value>,
    /// The earlier value of each global that was redeclared, for rollback.
    journal: Vec<(Arc<str>, Option<Value>)>,
    locals: Vec<(Arc<str>, Value)>,
    /// The first local of the current rule or def. Earlier locals are not visible.
    base: usize,
    /// The number of open bodies; at 0 a declaration is global.
    bodies: usize,
    /// Whether the current body belongs to a standard rule, which doesn't see the script's names.
    library: bool,
}

/// The state of the locals, for [`Scope::leave`].
#[derive(Clone, Copy)]
pub(super) struct Locals {
    len: usize,
    base: usize,
    bodies: usize,
    library: bool,
}

impl Scope {
    pub(super) fn mark(&self) -> usize {
        self.journal.len()
    }

    pub(super) fn rollback(&mut self, mark: usize) {
        for (name, old) in self.journal.drain(mark..).rev() {
            match old {
                Some(value) => self.globals.insert(name, value),
                None => self.globals.remove(&name),
            };
        }
    }

    pub(super) fn clear_locals(&mut self) {
        self.locals.clear();
        self.base = 0;
        self.bodies = 0;
        self.library = false;
    }

    /// Whether the current body belongs to a standard rule.
    pub(super) fn is_in_library(&self) -> bool {
        self.library
    }

    /// The names of the current rule or def with their values, the innermost last.
    pub(super) fn locals(&self) -> &[(Arc<str>, Value)] {
        &self.locals[self.base..]
    }

    pub(super) fn is_global(&self) -> bool {
        self.bodies == 0
    }

    /// Opens a body. Its names are removed by [`Scope::leave`].
    pub(super) fn enter(&mut self) -> Locals {
        let at = Locals { len: self.locals.len(), base: self.base, bodies: self.bodies, library: self.library };
        self.bodies += 1;
        at
    }

    /// Opens the body of a rule or def. It doesn't see the locals around its use; the body of a standard rule doesn't
    /// see the script's names either.
    pub(super) fn enter_call(&mut self, library: bool) -> Locals {
        let at = self.enter();
        self.base = self.locals.len();
        self.library = library;
        at
    }

    pub(super) fn leave(&mut self, at: Locals) {
        self.locals.truncate(at.len);
        self.base = at.base;
        self.bodies = at.bodies;
        self.library = at.library;
    }

    /// Declares a name in the innermost body, or in the script outside bodies.
    pub(super) fn declare(&mut self, name: &str, value: Value) {
        let name: Arc<str> = name.into();
        if self.bodies == 0 {
            let old = self.globals.insert(name.clone(), value);
            self.journal.push((name, old));
        } else {
            self.locals.push((name, value));
        }
    }

    /// Binds a loop variable or parameter.
    pub(super) fn bind(&mut self, name: Arc<str>, value: Value) {
        self.locals.push((name, value));
    }

    pub(super) fn global(&self, name: &str) -> Option<&Value> {
        self.globals.get(name)
    }

    pub(super) fn globals(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.globals.iter().map(|(name, value)| (&**name, value))
    }

    /// The value of a name of the bodies around.
    pub(super) fn local(&self, name: &str) -> Option<&Value> {
        // Most names differ in length or in the first letter, which is found sooner than by a call.
        let is_name = |n: &str| n.len() == name.len() && n.bytes().zip(name.bytes()).all(|(a, b)| a == b);
        self.locals[self.base..].iter().rev().find(|(n, _)| is_name(n)).map(|(_, value)| value)
    }

    /// Looks a name up in the locals, the script, the values of enums, the directions and the built-in functions.
    /// [`Elaborator::look_up`](super::Elaborator) adds the standard rules, which come last.
    pub(super) fn look_up(&self, name: &str, enums: &[Enum]) -> Option<Value> {
        self.local(name).cloned().or_else(|| self.outside_bodies(name, enums))
    }

    /// The same for a name that the bodies around don't have.
    pub(super) fn outside_bodies(&self, name: &str, enums: &[Enum]) -> Option<Value> {
        if !self.library {
            if let Some(value) = self.globals.get(name) {
                return Some(value.clone());
            }
            if let Some(value) = enum_value(name, enums) {
                return Some(value);
            }
        }
        if let Some(builtin) = builtins::find(name) {
            return Some(Value::Builtin(builtin));
        }
        if let Some(d) = DIRECTIONS.iter().find(|d| d.name == name) {
            return Some(Value::Direction(d));
        }
        (name == "directions").then(|| Value::list(DIRECTIONS[..4].iter().map(Value::Direction)))
    }

    /// All names in scope, for completion and suggestions.
    pub(super) fn names<'a>(&'a self, enums: &'a [Enum]) -> impl Iterator<Item = &'a str> {
        let locals = self.locals[self.base..].iter().map(|(n, _)| &**n);
        let values = enums.iter().flat_map(|e| e.values.iter().map(String::as_str));
        let fixed = DIRECTIONS.iter().map(|d| d.name).chain(builtins::BUILTINS.iter().map(|b| b.name));
        let standard = crate::library::rules().iter().map(|r| r.name);
        locals.chain(self.globals.keys().map(|n| &**n)).chain(values).chain(fixed).chain(standard)
    }
}

/// The enum value with this name. A name in several enums stays a word, which equals each of them.
fn enum_value(name: &str, enums: &[Enum]) -> Option<Value> {
    let mut found = enums.iter().enumerate().filter(|(_, e)| !e.directions).filter_map(|(i, e)| {
        let at = e.values.iter().position(|v| v == name)?;
        Some(Value::Enum(sator_model::EnumId::at(i), at as u32))
    });
    let first = found.next()?;
    Some(if found.next().is_some() { Value::str(name) } else { first })
}

/// Longer words get no suggestion: comparing takes the square of the length.
const LONGEST: usize = 64;
/// Limit on the names compared with a word.
const COMPARED: usize = 20_000;

/// The candidate most similar to `word`, if one is similar enough.
pub fn suggest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    // A difference in case costs nothing. Of names as near, one that goes on after the word comes first.
    let limit = match word.chars().count() {
        0..=1 => 0,
        2..=5 => 1,
        6..=8 => 2,
        _ => 3,
    };
    let lower = word.to_lowercase();
    candidates
        .into_iter()
        .filter(|c| *c != word && c.len() <= LONGEST)
        .take(COMPARED)
        .map(|c| (c.to_lowercase(), c))
        .map(|(name, c)| (strsim::damerau_levenshtein(&lower, &name), !name.starts_with(&lower), c))
        .filter(|&(d, ..)| d <= limit)
        .min()
        .map(|(.., c)| c)
}

#[cfg(test)]
mod tests {
    use super::suggest;

    #[test]
    fn words_are_compared_where_that_is_quick() {
        assert_eq!(suggest("sudoko", ["sum", "sudoku"]), Some("sudoku"));
        assert_eq!(suggest("coun", ["cojun", "count"]), Some("count"));
        // Nobody mistypes such a word, and comparing it takes the square of its length.
        let (long, other) = ("x".repeat(100_000), format!("{}y", "x".repeat(99_999)));
        assert_eq!(suggest(&long, [other.as_str()]), None);
        assert_eq!(suggest("sudoko", [other.as_str(), "sudoku"]), Some("sudoku"));
    }
}
