//! Elaboration: from the syntax tree to the model. Resolves names, computes known values, expands rules and loops,
//! checks types.
//!
//! Invariant: a failed statement changes neither the model nor the names.

mod array;
mod array_index;
mod builtins;
mod call;
mod call_error;
mod clue;
mod composite_numbers;
mod conversion;
mod data;
mod declare;
mod definition;
mod direction;
mod draw;
mod enum_order;
mod expression;
mod field;
mod fraction;
mod generator;
mod graph;
mod implied;
mod index;
mod memo;
mod operators;
mod other_languages;
mod parameter;
mod picture;
mod picture_rows;
mod printing;
mod queries;
mod rule_use;
mod rules_text;
mod scope;
mod seeded;
mod standard;
mod statement;
#[cfg(test)]
mod tests;
mod text;
mod tokens;
mod topology;
pub(crate) mod value;
mod warnings;
mod wide;
mod word;

pub use builtins::BUILTINS;
pub use call::signature;
pub use clue::Unread;
pub use data::{DataFiles, ReadFile};
pub use definition::{Def, Rule};
pub use direction::{DIRECTIONS, Direction};
pub use draw::SHAPES;
pub use other_languages::instead;
pub use printing::{Printed, Resolve, only_prints, prints};
pub use scope::suggest;
pub use value::{Builtin, Keyed, Keys, Value};

use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::syntax::ast;
use clue::{Placed, ReadTokens, Reading};
use implied::Implied;
use memo::Memo;
use printing::InSolution;
use rustc_hash::FxHashMap;
use sator_base::limits::Limits;
use sator_base::source::{SourceMap, Span};
use sator_model::{Constraint, ExprId, Frame, Model, Origin, Overflow, Preference, Sentence};
use scope::Scope;
use std::sync::Arc;

/// Limits on the expansion of a script.
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

/// The model so far, and the names that refer to it.
#[derive(Default)]
pub struct Elaborator {
    /// The puzzle so far.
    pub model: Model,
    /// The texts that were read.
    pub sources: SourceMap,
    /// Limits on the expansion of scripts.
    pub expansion: ExpansionLimits,
    /// The limits of the current statement.
    pub limits: Limits,
    /// Data files.
    pub files: DataFiles,
    scope: Scope,
    /// The standard rules and defs used so far.
    standard: FxHashMap<&'static str, Value>,
    /// The undecided conditions of the `if`s around the current statement.
    guards: Vec<ExprId>,
    /// The span of each of these conditions, and whether the statement is in the `else` branch.
    guarded_by: Vec<(Span, bool)>,
    /// The `because` of the statement at hand.
    because: Option<Sentence>,
    /// A buffer for texts of reasons.
    text_buffer: String,
    /// Empty buffers for the elements of lists.
    buffers: Vec<Vec<Value>>,
    frame: Option<Arc<Frame>>,
    label: Option<Arc<str>>,
    /// The clue tokens read for the current statement or turn.
    reading: Reading,
    /// The clue token that the current rule use receives.
    given: Option<Span>,
    /// The clue tokens read so far by any statement.
    reads: ReadTokens,
    /// The pictures with clues.
    placed: Vec<Placed>,
    /// Warnings since the last [`Elaborator::take_warnings`].
    warnings: Vec<Diagnostic>,
    memo: Memo,
    /// If set, a refusing `require` is noted here instead of raising an error: the span of the refused clue token, or
    /// of the condition if the token is unknown.
    refused: Option<Vec<Span>>,
    /// The output of `print`s in bodies since the last [`Elaborator::take_printed`].
    printed: Vec<Printed>,
    /// The solution in which expressions are evaluated, if any.
    in_solution: Option<InSolution>,
    depth: usize,
    /// Whether the rule around the current statement has a sentence for solvers, which covers the rules inside it.
    in_words: bool,
    /// The implied conditions of standard rules, which are elaborated when an explanation asks for them.
    implied: Implied,
    /// Whether a decimal number was written: then fractions are shown as decimals where that is exact.
    decimals: bool,
}

/// A point to roll back to; see [`Elaborator::rollback`].
#[derive(Clone, Debug)]
pub struct Mark {
    model: sator_model::Mark,
    names: usize,
    reads: usize,
    placed: usize,
    implied: implied::Mark,
}

/// A copy of the puzzle; see [`Elaborator::snapshot`].
pub struct Snapshot {
    model: Model,
    scope: Scope,
    placed: Vec<Placed>,
    implied: Implied,
}

impl Mark {
    /// The number of unknowns at the mark.
    pub fn unknowns(&self) -> usize {
        self.model.unknowns()
    }

    /// The number of constraints at the mark.
    pub fn constraints(&self) -> usize {
        self.model.constraints()
    }

    /// The number of shapes that rules have drawn at the mark.
    pub fn shapes(&self) -> usize {
        self.model.shapes()
    }

    /// The number of preferences at the mark.
    pub fn preferences(&self) -> usize {
        self.model.preferences()
    }
}

impl Elaborator {
    /// Adds a declaration, condition, rule use, loop or branch to the model.
    ///
    /// # Errors
    /// A mistake in the statement, or a limit; the model is then as before.
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

    /// The value of an expression, without asserting anything.
    ///
    /// # Errors
    /// A mistake in the expression, or a limit.
    pub fn value(&mut self, expr: &ast::Expr) -> Result<Value> {
        self.memo.reset();
        let done = self.expression(expr);
        if done.is_err() {
            self.forget_locals();
        }
        done
    }

    /// The unknowns of a value: that of a cell or variable, or the strokes around a cell without an unknown.
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
    ///
    /// # Errors
    /// A mistake in the expression, or a value that is no condition.
    pub fn condition_of(&mut self, expr: &ast::Expr) -> Result<ExprId> {
        let value = self.value(expr)?;
        self.condition(&value, expr.span)
    }

    /// An expression that must be a number.
    ///
    /// # Errors
    /// A mistake in the expression, or a value that is no number.
    pub fn number_of(&mut self, expr: &ast::Expr) -> Result<ExprId> {
        let value = self.value(expr)?;
        self.number(&value, expr.span)
    }

    /// An expression that must be a number, or a tuple of numbers: each as a whole number, and what the number was
    /// multiplied by to be whole.
    ///
    /// # Errors
    /// A mistake in the expression, or a value that is neither a number nor a tuple of numbers.
    pub fn objectives_of(&mut self, expr: &ast::Expr) -> Result<Vec<(ExprId, i64)>> {
        match self.value(expr)? {
            Value::Tuple(items) if !items.is_empty() => {
                let span = |i: usize| match &expr.kind {
                    ast::ExprKind::Tuple(parts) => parts.get(i).map_or(expr.span, |part| part.span),
                    _ => expr.span,
                };
                items.iter().enumerate().map(|(i, item)| self.scaled(item, span(i))).collect()
            }
            value => Ok(vec![self.scaled(&value, expr.span)?]),
        }
    }

    /// Whether fractions are shown as decimals, because the script writes some.
    pub fn shows_decimals(&self) -> bool {
        self.decimals
    }

    /// The elements of an expression that must be a list known now.
    ///
    /// # Errors
    /// A mistake in the expression, or a value that is no known list.
    pub fn known_values(&mut self, expr: &ast::Expr) -> Result<std::sync::Arc<[Value]>> {
        let value = self.value(expr)?;
        let list = self.list(&value, expr.span)?;
        match self.has_unknowns(&Value::List(list.clone())) {
            Ok(false) => Ok(list),
            Ok(true) => {
                let message = "these values must be known now, but they depend on unknowns";
                fail(Diagnostic::at(Code::NotKnown, expr.span, message))
            }
            Err(reason) => Err(Diagnostic::stopped(reason, expr.span)),
        }
    }

    /// An expression that must be a number known now.
    ///
    /// # Errors
    /// A mistake in the expression, or a value that is no known number.
    pub fn known_number_of(&mut self, expr: &ast::Expr) -> Result<i64> {
        let value = self.value(expr)?;
        self.known_int(&value, expr.span)
    }

    /// The current state, for [`Elaborator::rollback`].
    pub fn mark(&self) -> Mark {
        Mark {
            model: self.model.mark(),
            names: self.scope.mark(),
            reads: self.reads.mark(),
            placed: self.placed.len(),
            implied: self.implied.mark(),
        }
    }

    /// Removes everything added since the mark.
    pub fn rollback(&mut self, mark: &Mark) {
        self.model.rollback(&mark.model);
        self.scope.rollback(mark.names);
        self.reads.rollback(mark.reads);
        self.placed.truncate(mark.placed);
        self.implied.rollback(mark.implied);
        self.forget_locals();
    }

    /// Goes on with another text in place of a source: removes everything added since the mark. Both texts begin with
    /// the statements before the mark, the last of which is at `last`.
    pub fn reread(&mut self, mark: &Mark, last: Span, name: &str, text: &str) {
        self.rollback(mark);
        self.sources.replace(last.source, name, text);
        self.take_printed();
    }

    /// Adds a warning, unless it concerns the text of a standard rule or repeats another one.
    fn warn(&mut self, warning: Diagnostic) {
        let place = warning.labels.first().map(|l| l.span);
        let known = |w: &Diagnostic| w.code == warning.code && w.labels.first().map(|l| l.span) == place;
        if place.is_none_or(|span| !self.sources.is_library(span)) && !self.warnings.iter().any(known) {
            self.warnings.push(warning);
        }
    }

    /// The warnings since the last call.
    pub fn take_warnings(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.warnings)
    }

    /// Starts or ends noting refused clues: a `require` that refuses a clue notes its token instead of raising an
    /// error. Returns the tokens noted so far.
    pub fn note_refusals(&mut self, on: bool) -> Vec<Span> {
        let refused = std::mem::replace(&mut self.refused, on.then(Vec::new));
        refused.unwrap_or_default()
    }

    /// A copy of the puzzle, for [`Elaborator::restore`].
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            model: self.model.clone(),
            scope: self.scope.clone(),
            placed: self.placed.clone(),
            implied: self.implied.clone(),
        }
    }

    /// Restores a copy of the puzzle.
    pub fn restore(&mut self, snapshot: Snapshot) {
        self.model = snapshot.model;
        self.scope = snapshot.scope;
        self.placed = snapshot.placed;
        self.implied = snapshot.implied;
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
        self.in_words = false;
    }

    /// Adds a condition, under the guards around it, with its origin.
    fn assert(&mut self, condition: ExprId, span: Span, text: Option<Arc<str>>) -> Result<()> {
        let expr = self.guarded(condition);
        if self.implied.inside {
            return self.imply(expr, span);
        }
        let origin = self.origin(span, text);
        self.model.constraints.push(Constraint { expr, origin });
        self.step(span)
    }

    /// Adds a preferred condition, under the guards around it.
    fn prefer(&mut self, condition: ExprId, weight: i64, span: Span) -> Result<()> {
        let expr = self.guarded(condition);
        let origin = self.origin(span, None);
        self.model.preferences.push(Preference { expr, weight, origin });
        self.step(span)
    }

    /// The condition, implied by the undecided `if`s around the current statement.
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
            clue: self.reading.single(),
            given: self.given,
            frame: self.frame.clone(),
            is_guess: self.frame.is_none() && self.sources.is_guess(span),
        }
    }

    /// The undecided conditions around the current statement: `if r1c1 = 1, if not (a < b)`.
    fn when(&self) -> Option<Arc<str>> {
        let text = |&(span, other): &(Span, bool)| {
            let condition = self.sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
            if other { format!("if not ({condition})") } else { format!("if {condition}") }
        };
        let all: Vec<String> = self.guarded_by.iter().map(text).collect();
        (!all.is_empty()).then(|| all.join(", ").into())
    }

    /// Counts one step of expansion. An error if the script grows too large or a limit is met.
    #[inline]
    fn step(&self, span: Span) -> Result<()> {
        self.limits.tick().map_err(|reason| Diagnostic::stopped(reason, span))?;
        self.check_size(span)
    }

    /// Counts many steps at once.
    fn tick_many(&self, turns: usize, span: Span) -> Result<()> {
        self.limits.tick_many(turns).map_err(|reason| Diagnostic::stopped(reason, span))
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
