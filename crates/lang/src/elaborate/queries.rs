//! Queries about single expressions and names, for the session.

use super::{Elaborator, Value};
use crate::diagnostic::Result;
use crate::syntax::ast;
use sator_base::source::Span;
use sator_model::{ExprId, GridId, Kind};

impl Elaborator {
    /// Whether the expression uses a rule, so that it is a statement without a value.
    ///
    /// # Errors
    /// A mistake in the name that is called.
    pub fn is_rule_use(&mut self, expr: &ast::Expr) -> Result<bool> {
        let ast::ExprKind::Call { callee, .. } = &expr.kind else { return Ok(false) };
        Ok(matches!(self.value(callee)?, Value::Rule(_)))
    }

    /// The value of a name of the script.
    pub fn global(&self, name: &str) -> Option<&Value> {
        self.scope.global(name)
    }

    /// Gives a name of the script this value, until a rollback.
    pub fn declare_value(&mut self, name: &str, value: Value) {
        self.scope.declare(name, value);
    }

    /// The names of the script and their values, in no particular order.
    pub fn globals(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.scope.globals()
    }

    /// The kind of the value where a number, condition or enum value is expected.
    pub fn kind_of(&self, value: &Value) -> Option<Kind> {
        self.kind(value)
    }

    /// A condition of the pool as a value.
    pub fn condition_value(&self, condition: ExprId) -> Value {
        self.condition_as_value(condition)
    }

    /// The grid of a picture: the grid named, or the main grid.
    ///
    /// # Errors
    /// A name that is no grid, or no main grid.
    pub fn grid_of_picture(&mut self, of: Option<&ast::Ident>, span: Span) -> Result<GridId> {
        self.picture_grid(of, span)
    }
}
