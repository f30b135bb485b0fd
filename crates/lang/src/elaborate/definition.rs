//! Rules and functions as they are declared.

use crate::syntax::ast;

/// A rule.
#[derive(Debug)]
pub struct Rule {
    /// The name.
    pub name: ast::Ident,
    /// The parameters.
    pub params: Vec<ast::Param>,
    /// The statements.
    pub body: Vec<ast::Statement>,
    /// The `##` lines above it.
    pub doc: String,
}

/// A function that a script defines.
#[derive(Debug)]
pub struct Def {
    /// The name.
    pub name: ast::Ident,
    /// The parameters.
    pub params: Vec<ast::Param>,
    /// The expression.
    pub body: ast::Expr,
    /// The `##` lines above it.
    pub doc: String,
}
