//! The standard rules as names. A rule is parsed at its first lookup.

use super::Elaborator;
use super::definition::{Def, Rule};
use super::value::Value;
use crate::diagnostic::Result;
use crate::library;
use crate::syntax::ast::StatementKind;
use sator_base::source::Author;
use std::sync::Arc;

impl Elaborator {
    /// The standard rule or def of this name.
    pub(super) fn standard(&mut self, name: &str) -> Result<Option<Value>> {
        if let Some(value) = self.standard.get(name) {
            return Ok(Some(value.clone()));
        }
        let Some(entry) = library::find(name) else { return Ok(None) };
        let source = self.sources.add_by(Author::Library, format!("standard rule {name}"), entry.text);
        let statements = crate::syntax::parse(source, entry.text)?;
        let value = statements.into_iter().find_map(|s| match s.kind {
            StatementKind::Rule { name, params, body } => {
                Some(Value::Rule(Arc::new(Rule { name, params, body, doc: s.doc })))
            }
            StatementKind::Def { name, params, body } => {
                Some(Value::Def(Arc::new(Def { name, params, body, doc: s.doc })))
            }
            _ => None,
        });
        if let Some(value) = &value {
            self.standard.insert(entry.name, value.clone());
        }
        Ok(value)
    }
}
