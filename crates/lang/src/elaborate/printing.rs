//! Evaluation of expressions in a solution, where every unknown is known.
//!
//! The domains are replaced by the solution's values, and expressions over unknowns by their values wherever a name or
//! function refers to them. The evaluation leaves no trace in the model.

use super::Elaborator;
use super::text::{Solved, fraction};
use super::value::GraphLinks;
use super::value::{DrawnLines, Keyed, Value};
use super::wide::number_of_any_size;
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::syntax::ast::{Expr, Question, Statement, StatementKind};
use rustc_hash::FxHashMap;
use sator_base::limits::Reason;
use sator_base::source::Span;
use sator_model::{Assignment, CellId, Domain, ExprId, UnknownId};
use std::cell::RefCell;
use std::mem::Discriminant;
use std::sync::Arc;

/// Limit on the texts printed by one statement.
const MOST_PRINTED: usize = 1000;

/// The output of a `print`.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The `print` or the expressions.
    pub span: Span,
    /// The values to print.
    pub values: Vec<Value>,
    /// Whether a value depends on unknowns.
    pub has_unknowns: bool,
    /// Whether the `print` stands in a branch of an undecided `if`.
    pub undecided: bool,
}

/// The resolution of names when expressions are evaluated in a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolve {
    /// To values in the solution.
    ToValues,
    /// To unknowns, as in the puzzle; only the whole expression is evaluated.
    ToUnknowns,
}

/// By kind and address of a list: the list and its values.
type Lists = FxHashMap<(Discriminant<Value>, usize), (Value, Value)>;

/// The solution in which expressions are evaluated.
pub(super) struct InSolution {
    names: Resolve,
    solved: RefCell<Solved>,
    /// Lists of unknowns with their values, by address. Holding a list keeps its address from being reused.
    lists: RefCell<Lists>,
}

impl Elaborator {
    /// Notes the output of a `print`. A value that depends on unknowns is stored as text, because its expression
    /// disappears if the statement fails.
    pub(super) fn print(&mut self, values: &[Expr], span: Span) -> Result<()> {
        let values = self.expressions(values)?;
        let Printed { values, has_unknowns, .. } = self.printed(values, span)?;
        let named = |value: Value| -> Result<Value, Reason> {
            Ok(if self.has_unknowns(&value)? { Value::str(&self.text_of(&value)) } else { value })
        };
        let values: Result<_, Reason> = values.into_iter().map(named).collect();
        let values = values.map_err(|reason| crate::diagnostic::Diagnostic::stopped(reason, span))?;
        self.printed.push(Printed { span, values, has_unknowns, undecided: !self.guards.is_empty() });
        if self.printed.len() <= MOST_PRINTED {
            return Ok(());
        }
        let message = format!("this prints more than {MOST_PRINTED} lines");
        fail(Diagnostic::at(Code::TooLarge, span, message).help("loop over fewer things, or print inside an `if`"))
    }

    /// The output since the last call.
    pub fn take_printed(&mut self) -> Vec<Printed> {
        std::mem::take(&mut self.printed)
    }

    /// The output of the `print`s in statements that can be elaborated already; their declarations are found, not
    /// repeated.
    ///
    /// # Errors
    /// A statement can't be elaborated.
    pub fn printed_by(&mut self, statements: &[Statement]) -> Result<Vec<Printed>> {
        self.printed.clear();
        let declares = |s: &&Statement| {
            !matches!(
                s.kind,
                StatementKind::Expr { .. }
                    | StatementKind::For { .. }
                    | StatementKind::If { .. }
                    | StatementKind::Question(Question::Print(_))
            )
        };
        statements.iter().filter(|s| !declares(s)).try_for_each(|statement| self.statement(statement))?;
        Ok(self.take_printed())
    }

    /// The values of expressions printed together.
    ///
    /// # Errors
    /// An expression among them can't be elaborated.
    pub fn printed_values(&mut self, exprs: &[Expr], span: Span) -> Result<Vec<Printed>> {
        let values = self.expressions(exprs)?;
        Ok(vec![self.printed(values, span)?])
    }

    /// A condition and its sides.
    ///
    /// # Errors
    /// The expression is no condition, or can't be elaborated.
    pub fn condition_with_sides(&mut self, condition: &Expr, sides: &[&Expr]) -> Result<Vec<Printed>> {
        let value = self.expression(condition)?;
        let holds = self.condition(&value, condition.span)?;
        let mut values = vec![self.condition_as_value(holds)];
        for side in sides {
            values.push(self.expression(side)?);
        }
        Ok(vec![self.printed(values, condition.span)?])
    }

    /// Does work, then removes everything that it added to the puzzle.
    pub fn without_trace<T>(&mut self, work: impl FnOnce(&mut Elaborator) -> T) -> T {
        let mark = self.mark();
        self.memo.reset();
        let done = work(self);
        let warnings = self.take_warnings();
        self.rollback(&mark);
        self.memo.reset();
        self.warnings = warnings;
        done
    }

    /// The same with each unknown at its value in a solution.
    pub fn in_solution<T>(
        &mut self,
        solution: &Assignment,
        names: Resolve,
        work: impl FnOnce(&mut Elaborator) -> T,
    ) -> T {
        let solved = RefCell::new(self.solved(solution));
        if names == Resolve::ToUnknowns {
            self.in_solution = Some(InSolution { names, solved, lists: RefCell::default() });
            let done = self.without_trace(work);
            self.in_solution = None;
            return done;
        }
        let known = solution.0.iter().map(|&value| Domain::range(value, value));
        let domains = self.model.unknowns.iter_mut().zip(known);
        let domains: Vec<Domain> = domains.map(|(u, value)| std::mem::replace(&mut u.domain, value)).collect();
        self.in_solution = Some(InSolution { names, solved, lists: RefCell::default() });
        let done = self.without_trace(work);
        self.in_solution = None;
        for (unknown, domain) in self.model.unknowns.iter_mut().zip(domains) {
            unknown.domain = domain;
        }
        done
    }

    fn names_known(&self) -> Option<&InSolution> {
        self.in_solution.as_ref().filter(|at| at.names == Resolve::ToValues)
    }

    /// The value of an expression in the current solution. `None` without a solution, if the expression is undefined,
    /// and once unknowns outside the solution were declared.
    pub(super) fn in_solution_value(&self, e: ExprId) -> Option<i64> {
        let mut solved = self.names_known()?.solved.borrow_mut();
        if self.model.unknowns.len() > solved.assignment.0.len() {
            return None;
        }
        solved.evaluate(&self.model);
        (solved.value(self.model.pool.defined(e))? != 0).then(|| solved.value(e)).flatten()
    }

    /// The value of a cell in the current solution.
    pub(super) fn in_solution_cell(&self, cell: CellId) -> Option<Value> {
        let solved = self.names_known()?.solved.borrow();
        let id: UnknownId = self.model.unknown_at(cell)?;
        let value = *solved.assignment.0.get(id.index())?;
        Some(self.known_value(self.model.unknown(id).kind, value))
    }

    /// The values, evaluated in the current solution.
    fn printed(&self, values: Vec<Value>, span: Span) -> Result<Printed> {
        let settled = || -> Result<(Vec<Value>, bool), Reason> {
            let values = match &self.in_solution {
                Some(InSolution { solved, .. }) => {
                    if self.model.unknowns.len() == solved.borrow().assignment.0.len() {
                        solved.borrow_mut().evaluate(&self.model);
                    }
                    let solved = solved.borrow();
                    values.iter().map(|value| self.value_in(value, &solved)).collect::<Result<_, Reason>>()?
                }
                None => values,
            };
            let has_unknowns = values.iter().try_fold(false, |any, value| Ok(any || self.has_unknowns(value)?))?;
            Ok((values, has_unknowns))
        };
        let (values, has_unknowns) =
            settled().map_err(|reason| crate::diagnostic::Diagnostic::stopped(reason, span))?;
        Ok(Printed { span, values, has_unknowns, undecided: false })
    }

    /// Whether any part of a value depends on unknowns.
    pub(super) fn has_unknowns(&self, value: &Value) -> Result<bool, Reason> {
        self.limits.tick()?;
        Ok(match value {
            Value::Expr(..) | Value::Quotient(_) | Value::Grid(_) | Value::Block(_) | Value::Region(..) => true,
            Value::Wide(wide) => wide.known().is_none(),
            Value::Cell(cell) => self.model.unknown_at(*cell).is_some(),
            Value::List(items) | Value::Tuple(items) | Value::Set(items) => {
                items.iter().try_fold(false, |any, item| Ok(any || self.has_unknowns(item)?))?
            }
            Value::Keyed(list) => list.items.iter().try_fold(false, |any, item| Ok(any || self.has_unknowns(item)?))?,
            _ => false,
        })
    }

    /// The value of a name: in a solution, expressions over unknowns become their values. Cells stay places.
    pub(super) fn as_known(&self, value: Value, span: Span) -> Result<Value> {
        if self.names_known().is_none() {
            return Ok(value);
        }
        let known =
            self.known_in_solution(&value).map_err(|reason| crate::diagnostic::Diagnostic::stopped(reason, span))?;
        Ok(known.unwrap_or(value))
    }

    /// The value with the values of its expressions over unknowns; `None` if it contains none.
    fn known_in_solution(&self, value: &Value) -> Result<Option<Value>, Reason> {
        self.limits.tick()?;
        let address = match value {
            Value::Expr(e, kind) => return Ok(self.in_solution_value(*e).map(|known| self.known_value(*kind, known))),
            Value::Quotient(q) => {
                let value = |e| self.in_solution_value(e);
                let defined = value(q.defined).is_some_and(|holds| holds != 0);
                return Ok(value(q.num).zip(value(q.den)).filter(|_| defined).map(|(num, den)| fraction(num, den)));
            }
            Value::Wide(wide) => return Ok(wide.value(|e| self.in_solution_value(e)).and_then(number_of_any_size)),
            Value::List(items) | Value::Tuple(items) | Value::Set(items) => Arc::as_ptr(items).cast::<()>() as usize,
            Value::Keyed(list) => Arc::as_ptr(list) as usize,
            Value::Lines(drawn) => Arc::as_ptr(drawn) as usize,
            Value::GraphLinks(links) => Arc::as_ptr(links) as usize,
            _ => return Ok(None),
        };
        let Some(InSolution { lists, .. }) = &self.in_solution else { return Ok(None) };
        let address = (std::mem::discriminant(value), address);
        if let Some((_, known)) = lists.borrow().get(&address) {
            return Ok(Some(known.clone()));
        }
        let known = stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.known_list(value))?;
        let known = known.unwrap_or_else(|| value.clone());
        lists.borrow_mut().insert(address, (value.clone(), known.clone()));
        Ok(Some(known))
    }

    fn known_list(&self, value: &Value) -> Result<Option<Value>, Reason> {
        let each = |items: &[Value]| -> Result<Arc<[Value]>, Reason> {
            items.iter().map(|item| Ok(self.known_in_solution(item)?.unwrap_or_else(|| item.clone()))).collect()
        };
        Ok(Some(match value {
            Value::List(items) => Value::List(each(items)?),
            Value::Tuple(items) => Value::Tuple(each(items)?),
            Value::Set(items) => Value::Set(each(items)?),
            Value::Keyed(list) => Value::Keyed(Arc::new(Keyed { keys: list.keys.clone(), items: each(&list.items)? })),
            Value::Lines(drawn) => Value::Lines(Arc::new(DrawnLines {
                id: drawn.id,
                kind: drawn.kind,
                graph: drawn.graph.clone(),
                strokes: each(&drawn.strokes)?,
                owners: drawn.owners.clone(),
            })),
            Value::GraphLinks(links) => Value::GraphLinks(Arc::new(GraphLinks {
                name: links.name.clone(),
                of: links.of.clone(),
                strokes: each(&links.strokes)?,
                drawn: links.drawn.clone(),
            })),
            _ => return Ok(None),
        }))
    }
}

/// Whether a statement only prints: loops and branches without other statements.
pub fn only_prints(statement: &Statement) -> bool {
    prints(statement) && has_nothing_else(std::slice::from_ref(statement))
}

fn has_nothing_else(body: &[Statement]) -> bool {
    body.iter().all(|statement| match &statement.kind {
        StatementKind::Question(Question::Print(_)) | StatementKind::Let { .. } => true,
        StatementKind::For { body, .. } => has_nothing_else(body),
        StatementKind::If { then, otherwise, .. } => has_nothing_else(then) && has_nothing_else(otherwise),
        _ => false,
    })
}

/// Whether the statement contains a `print`.
pub fn prints(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Question(Question::Print(_)) => true,
        StatementKind::For { body, .. } => body.iter().any(prints),
        StatementKind::If { then, otherwise, .. } => then.iter().chain(otherwise).any(prints),
        _ => false,
    }
}
