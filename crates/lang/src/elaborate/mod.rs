//! Syntax tree to model: names, values known now, expansion of rules and loops, types.
//!
//! Invariant: a statement that fails leaves no trace in the model or among the names.

mod builtins;
mod call;
mod clue;
mod conversion;
mod declare;
mod draw;
mod expression;
mod field;
mod fraction;
mod generator;
mod index;
mod memo;
mod operators;
mod other_languages;
mod picture;
mod printing;
mod scope;
mod seeded;
mod standard;
mod statement;
#[cfg(test)]
mod tests;
mod text;
mod tokens;
mod topology;
mod used;
mod value;

pub use builtins::BUILTINS;
pub use call::signature;
pub use clue::Unread;
pub use draw::SHAPES;
pub use printing::{Names, Printed, only_prints, prints};
pub use scope::suggest;
pub use value::{Builtin, DIRECTIONS, Def, Direction, Rule, Value};

use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::syntax::ast;
use clue::{Reading, Reads};
use memo::Memo;
use printing::InSolution;
use rustc_hash::FxHashMap;
use sator_base::limits::Limits;
use sator_base::source::{SourceMap, Span};
use sator_model::{Constraint, ExprId, Frame, Model, Origin, Overflow, Preference};
use scope::Scope;
use std::sync::Arc;

/// How far a script may expand.
#[derive(Clone, Debug)]
pub struct ExpansionLimits {
    /// Nested uses of rules and defs.
    pub depth: usize,
    /// Constraints and expressions in the model.
    pub size: usize,
}

impl Default for ExpansionLimits {
    fn default() -> ExpansionLimits {
        ExpansionLimits { depth: 200, size: 2_000_000 }
    }
}

/// The model so far and the names that lead into it.
#[derive(Default)]
pub struct Elaborator {
    pub model: Model,
    pub sources: SourceMap,
    pub expansion: ExpansionLimits,
    /// When to stop, for the statement at hand.
    pub limits: Limits,
    scope: Scope,
    /// The standard rules and defs used so far.
    standard: FxHashMap<&'static str, Value>,
    /// Conditions of the unknown `if`s around the statement at hand.
    guards: Vec<ExprId>,
    /// Where each of them stands, and whether it is the other branch.
    guarded_by: Vec<(Span, bool)>,
    /// The text of `because` for the statement at hand.
    because: Option<Arc<str>>,
    frame: Option<Arc<Frame>>,
    label: Option<Arc<str>>,
    /// The clues read for what is elaborated now.
    reading: Reading,
    /// The clue that the use of a rule at hand was given.
    given: Option<Span>,
    /// The clues read so far by any statement.
    reads: Reads,
    /// Where the tokens of clues stand: `at r1c2`.
    clue_places: FxHashMap<Span, String>,
    /// What hardly means what it says, since they were last taken.
    warnings: Vec<Diagnostic>,
    memo: Memo,
    /// The tokens of clues that a `require` has refused, or where they are not known its condition, where that is asked
    /// for instead of an error.
    refused: Option<Vec<Span>>,
    /// What `print`s in bodies have said, since that was last taken.
    printed: Vec<Printed>,
    /// Where expressions are evaluated in a solution.
    in_solution: Option<InSolution>,
    depth: usize,
}

/// A point to come back to: see [`Elaborator::rollback`].
#[derive(Clone, Debug)]
pub struct Mark {
    model: sator_model::Mark,
    names: usize,
    reads: usize,
}

/// A copy of the puzzle: see [`Elaborator::keep`].
pub struct Kept {
    model: Model,
    scope: Scope,
}

impl Mark {
    /// How many unknowns there were.
    pub fn unknowns(&self) -> usize {
        self.model.unknowns()
    }

    /// How many constraints there were.
    pub fn constraints(&self) -> usize {
        self.model.constraints()
    }

    /// How many preferences there were.
    pub fn preferences(&self) -> usize {
        self.model.preferences()
    }
}

impl Elaborator {
    /// Takes a declaration, condition, rule use, loop or branch into the model.
    pub fn add(&mut self, statement: &ast::Statement) -> Result<()> {
        let mark = self.mark();
        self.reading = Reading::default();
        self.memo.reset();
        let done = self.statement(statement);
        if done.is_err() {
            self.rollback(&mark);
        }
        done
    }

    /// The value of an expression, as of now. Nothing is asserted.
    pub fn value(&mut self, expr: &ast::Expr) -> Result<Value> {
        self.memo.reset();
        let done = self.expression(expr);
        if done.is_err() {
            self.forget_locals();
        }
        done
    }

    /// What a cell or a variable is: an unknown, or the strokes around a place that holds none.
    pub fn unknowns_of(&self, value: &Value) -> Vec<sator_model::UnknownId> {
        match value {
            Value::Cell(cell) => match self.model.unknown_at(*cell) {
                Some(u) => vec![u],
                None => self.model.strokes_at(*cell),
            },
            Value::Expr(e, _) => match self.model.pool.node(*e) {
                sator_model::Node::IntVar(u) | sator_model::Node::BoolVar(u) => vec![*u],
                _ => vec![],
            },
            _ => vec![],
        }
    }

    /// The condition that an unknown has a value of its domain.
    pub fn has_value(&mut self, unknown: sator_model::UnknownId, value: i64) -> ExprId {
        let sator_model::Model { pool, unknowns, .. } = &mut self.model;
        let declared = &unknowns[unknown];
        if declared.kind == sator_model::Kind::Bool {
            let is = pool.bool_var(unknown, declared);
            return if value != 0 { is } else { pool.not(is) };
        }
        let (is, constant) = (pool.int_var(unknown, declared), pool.int(value));
        pool.eq(is, constant).unwrap_or(sator_model::node::FALSE)
    }

    /// An expression that must be a condition.
    pub fn condition_of(&mut self, expr: &ast::Expr) -> Result<ExprId> {
        let value = self.value(expr)?;
        self.condition(&value, expr.span)
    }

    /// An expression that must be a number.
    pub fn number_of(&mut self, expr: &ast::Expr) -> Result<ExprId> {
        let value = self.value(expr)?;
        self.number(&value, expr.span)
    }

    /// An expression that must be a number, or a tuple of numbers.
    pub fn numbers_of(&mut self, expr: &ast::Expr) -> Result<Vec<ExprId>> {
        match self.value(expr)? {
            Value::Tuple(items) if !items.is_empty() => {
                let span = |i: usize| match &expr.kind {
                    ast::ExprKind::Tuple(parts) => parts.get(i).map_or(expr.span, |part| part.span),
                    _ => expr.span,
                };
                items.iter().enumerate().map(|(i, item)| self.number(item, span(i))).collect()
            }
            value => Ok(vec![self.number(&value, expr.span)?]),
        }
    }

    /// An expression that must be a number known now.
    pub fn known_number_of(&mut self, expr: &ast::Expr) -> Result<i64> {
        let value = self.value(expr)?;
        self.known_int(&value, expr.span)
    }

    pub fn mark(&self) -> Mark {
        Mark { model: self.model.mark(), names: self.scope.mark(), reads: self.reads.mark() }
    }

    /// Takes back everything since the mark.
    pub fn rollback(&mut self, mark: &Mark) {
        self.model.rollback(&mark.model);
        self.scope.rollback(mark.names);
        self.reads.rollback(mark.reads);
        self.forget_locals();
    }

    /// Notes a warning, unless it is about the text of a standard rule or has been given already.
    fn warn(&mut self, warning: Diagnostic) {
        let place = warning.labels.first().map(|l| l.span);
        let known = |w: &Diagnostic| w.code == warning.code && w.labels.first().map(|l| l.span) == place;
        if place.is_none_or(|span| !self.sources.is_library(span)) && !self.warnings.iter().any(known) {
            self.warnings.push(warning);
        }
    }

    /// The warnings since this was last asked.
    pub fn take_warnings(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.warnings)
    }

    /// From now on a `require` that refuses a clue notes its token and goes on, or no longer; the tokens noted so far.
    pub fn refuse_quietly(&mut self, on: bool) -> Vec<Span> {
        let refused = std::mem::replace(&mut self.refused, on.then(Vec::new));
        refused.unwrap_or_default()
    }

    /// All of the puzzle, to be put back with [`Elaborator::restore`].
    pub fn keep(&self) -> Kept {
        Kept { model: self.model.clone(), scope: self.scope.clone() }
    }

    /// Puts back what was kept.
    pub fn restore(&mut self, kept: Kept) {
        self.model = kept.model;
        self.scope = kept.scope;
        self.forget_locals();
    }

    fn forget_locals(&mut self) {
        self.warnings.clear();
        self.scope.clear_locals();
        self.guards.clear();
        self.frame = None;
        self.label = None;
        self.given = None;
        self.depth = 0;
    }

    /// Adds a condition, under the guards around it, with its origin.
    fn assert(&mut self, condition: ExprId, span: Span, text: Option<Arc<str>>) -> Result<()> {
        let expr = self.guarded(condition);
        let origin = self.origin(span, text);
        self.model.constraints.push(Constraint { expr, origin });
        self.step(span)
    }

    /// Adds a condition, under the guards around it, that is preferred.
    fn prefer(&mut self, condition: ExprId, weight: i64, span: Span) -> Result<()> {
        let expr = self.guarded(condition);
        let origin = self.origin(span, None);
        self.model.preferences.push(Preference { expr, weight, origin });
        self.step(span)
    }

    /// The condition where the unknown `if`s around the statement at hand hold.
    fn guarded(&mut self, condition: ExprId) -> ExprId {
        if self.guards.is_empty() {
            return condition;
        }
        let guard = self.model.pool.and(self.guards.clone());
        self.model.pool.implies(guard, condition)
    }

    fn origin(&self, span: Span, text: Option<Arc<str>>) -> Origin {
        Origin {
            span,
            text,
            because: self.because.clone(),
            when: self.when(),
            label: self.label.clone(),
            clue: self.reading.only(),
            given: self.given,
            frame: self.frame.clone(),
        }
    }

    /// `if r1c1 = 1, if not (a < b)`: the unknown conditions around the statement at hand.
    fn when(&self) -> Option<Arc<str>> {
        let text = |&(span, other): &(Span, bool)| {
            let condition = self.sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
            if other { format!("if not ({condition})") } else { format!("if {condition}") }
        };
        let all: Vec<String> = self.guarded_by.iter().map(text).collect();
        (!all.is_empty()).then(|| all.join(", ").into())
    }

    /// One step of expansion; an error when the script grows too large or has to stop.
    #[inline]
    fn step(&self, span: Span) -> Result<()> {
        self.limits.tick().map_err(|reason| Diagnostic::stopped(reason, span))?;
        self.check_size(span)
    }

    /// Many steps at once.
    fn work(&self, turns: usize, span: Span) -> Result<()> {
        self.limits.work(turns).map_err(|reason| Diagnostic::stopped(reason, span))
    }

    #[inline]
    fn check_size(&self, span: Span) -> Result<()> {
        let size = self.model.pool.len() + self.model.constraints.len() + self.model.preferences.len();
        if size <= self.expansion.size { Ok(()) } else { self.too_large(span) }
    }

    #[cold]
    fn too_large(&self, span: Span) -> Result<()> {
        let message = format!("this expands to more than {} constraints and expressions", self.expansion.size);
        fail(
            Diagnostic::at(Code::TooLarge, span, message)
                .help("loop over fewer things, or raise the limit with `set limit N`"),
        )
    }

    fn overflow<T>(&self, result: Result<T, Overflow>, span: Span) -> Result<T> {
        result.map_err(|Overflow| {
            Box::new(
                Diagnostic::at(Code::Overflow, span, "this could leave the 64-bit integers")
                    .help("make the domains or coefficients smaller"),
            )
        })
    }
}

/// What the session asks about single expressions.
impl Elaborator {
    /// Whether the expression uses a rule, which makes it a statement and no value.
    pub fn is_rule_use(&mut self, expr: &ast::Expr) -> Result<bool> {
        let ast::ExprKind::Call { callee, .. } = &expr.kind else { return Ok(false) };
        Ok(matches!(self.value(callee)?, Value::Rule(_)))
    }

    /// What a name of the script stands for.
    pub fn global(&self, name: &str) -> Option<&Value> {
        self.scope.global(name)
    }

    /// Gives a name of the script this value, until it is rolled back.
    pub fn declare_value(&mut self, name: &str, value: Value) {
        self.scope.declare(name, value);
    }

    /// The names of the script with what they stand for, in no order.
    pub fn globals(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.scope.globals()
    }

    /// What the value is where a number, condition or enum value is expected.
    pub fn kind_of(&self, value: &Value) -> Option<sator_model::Kind> {
        self.kind(value)
    }

    /// A condition of the pool as a value.
    pub fn condition_value(&self, condition: ExprId) -> Value {
        self.condition_as_value(condition)
    }

    /// The grid that a picture is of: the one named, else the main grid.
    pub fn grid_of_picture(&mut self, of: Option<&ast::Ident>, span: Span) -> Result<sator_model::GridId> {
        self.picture_grid(of, span)
    }
}
