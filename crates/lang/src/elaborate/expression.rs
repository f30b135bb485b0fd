//! The value of an expression.

use super::scope::suggest;
use super::value::{Block, Value};
use super::{Elaborator, operators};
use crate::data::{Decimal, decimal};
use crate::diagnostic::{Code, Diagnostic, Help, Result, fail};
use crate::syntax::ast::{Arg, BinaryOp, CompareOp, Expr, ExprKind, Ident};
use crate::syntax::words;
use sator_base::source::Span;
use sator_model::{CellId, GridId, Kind};
use std::sync::Arc;

impl Elaborator {
    pub(super) fn expression(&mut self, expr: &Expr) -> Result<Value> {
        // Leaves are no steps of their own and need no check of the stack.
        match &expr.kind {
            ExprKind::Int(k) => return Ok(Value::Int(*k)),
            ExprKind::None => return Ok(Value::None),
            ExprKind::Name(name) => return self.name(name, expr.span),
            _ => {}
        }
        self.step(expr.span)?;
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.expression_here(expr))
    }

    fn expression_here(&mut self, expr: &Expr) -> Result<Value> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Int(k) => Ok(Value::Int(*k)),
            ExprKind::Decimal(text) => match decimal(text) {
                Decimal::Number(value) => {
                    self.decimals = true;
                    Ok(value)
                }
                _ => fail(Diagnostic::at(Code::NumberTooLarge, span, "this number has more digits than 64 bits hold")),
            },
            ExprKind::Bool(b) => Ok(Value::Bool(*b)),
            ExprKind::None => Ok(Value::None),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::Str(s) => Ok(Value::Str(s.clone())),
            ExprKind::CellName { row, col } => {
                let grid = self.main_grid(span)?;
                self.cell_at(grid, *row as i64, *col as i64, span).map(Value::Cell)
            }
            ExprKind::RowName(row) => {
                let grid = self.main_grid(span)?;
                self.line_of(grid, Some(*row as i64), None, span)
            }
            ExprKind::ColName(col) => {
                let grid = self.main_grid(span)?;
                self.line_of(grid, None, Some(*col as i64), span)
            }
            ExprKind::List(items) => Ok(Value::List(self.expressions(items)?.into())),
            ExprKind::Tuple(items) => Ok(Value::Tuple(self.expressions(items)?.into())),
            ExprKind::Set(items) => {
                let items = self.expressions(items)?;
                self.set_of(items, span)
            }
            ExprKind::ListOf(g) => self.once(expr, |el| Ok(Value::List(el.known_items(g, "a list")?))),
            ExprKind::SetOf(g) => self.once(expr, |el| {
                let items = el.known_items(g, "a set")?;
                el.set_of(items.to_vec(), span)
            }),
            ExprKind::Paren(inner) => self.expression(inner),
            ExprKind::Neg(inner) => {
                let value = self.expression(inner)?;
                self.negative(&value, span, inner.span)
            }
            ExprKind::Not(inner) => {
                let value = self.expression(inner)?;
                let condition = self.condition(&value, inner.span)?;
                let not = self.model.pool.not(condition);
                Ok(self.condition_as_value(not))
            }
            ExprKind::Binary { op, left, right, op_span } => self.binary(*op, *op_span, left, right, span),
            ExprKind::Compare { operands, ops } => self.comparison(operands, ops),
            ExprKind::Range(ends) => self.range(ends),
            ExprKind::If { condition, then, otherwise } => self.choice(condition, then, otherwise, span),
            ExprKind::Record(fields) => self.record(fields),
            ExprKind::Slice { from, to } => self.open_slice(from.as_deref(), to.as_deref(), span),
            ExprKind::Call { callee, args } if args.iter().any(|arg| matches!(arg, Arg::Generator(_))) => {
                self.once(expr, |el| el.call(callee, args, span))
            }
            ExprKind::Call { callee, args } => self.call(callee, args, span),
            ExprKind::Index { base, args } => self.index(base, args, span),
            ExprKind::Field { base, field } => {
                if let Some(value) = self.column_at(base, &field.name, field.span)? {
                    return Ok(value);
                }
                let value = self.expression(base)?;
                self.field(&value, base, &field.name, field.span)
            }
        }
    }

    /// `(weight: 3, value: 4)`
    fn record(&mut self, fields: &[(Ident, Expr)]) -> Result<Value> {
        let mut names: Vec<Arc<str>> = Vec::with_capacity(fields.len());
        let mut values = Vec::with_capacity(fields.len());
        for (name, value) in fields {
            if names.iter().any(|other| **other == *name.name) {
                let message = format!("`{}` occurs twice in this record", name.name);
                return fail(Diagnostic::at(Code::Duplicate, name.span, message));
            }
            names.push(name.name.as_str().into());
            values.push(self.expression(value)?);
        }
        Ok(Value::record(names.into(), values.into()))
    }

    fn set_of(&self, items: Vec<Value>, span: Span) -> Result<Value> {
        Value::set(items, &self.limits).map_err(|reason| Diagnostic::stopped(reason, span))
    }

    pub(super) fn expressions(&mut self, items: &[Expr]) -> Result<Vec<Value>> {
        items.iter().map(|e| self.expression(e)).collect()
    }

    fn name(&mut self, name: &str, span: Span) -> Result<Value> {
        // Most names are loop variables and parameters.
        if let Some(value) = self.scope.local(name).cloned() {
            self.note_list_read(&value);
            return Ok(value);
        }
        let found = match self.scope.outside_bodies(name, &self.model.enums) {
            Some(value) => Some(value),
            None => self.standard(name)?,
        };
        match found {
            Some(value) => {
                let value = self.as_known(value, span)?;
                self.note_list_read(&value);
                Ok(value)
            }
            None => self.unknown_name(name, span),
        }
    }

    fn unknown_name(&mut self, name: &str, span: Span) -> Result<Value> {
        let mut error = Diagnostic::at(Code::UnknownName, span, format!("nothing is called `{name}`"));
        if words::questions().any(|w| w == name) {
            error = error.help(format!(
                "`{name}` is a question: it starts a statement and takes no brackets, as in `print r1c1`"
            ));
        } else if let Some(help) = self.word_of_a_puzzle(name, span) {
            error = error.help(help);
        } else if let Some(picture) = self.scope.globals().find_map(|(_, value)| match value {
            Value::Clues(clues) => clues.words.iter().any(|word| **word == *name).then(|| clues.name.clone()),
            _ => None,
        }) {
            error = error.help(format!("`{name}` is a word of the picture `{picture}`: write \"{name}\""));
        } else if let Some(help) = super::other_languages::instead(name) {
            error = error.help(help);
        } else if words::commands().any(|w| w == name) {
            error = error.help(format!("`{name}` is a command: `help {name}` shows how it is written"));
        } else if words::DECLARATIONS.contains(&name) {
            error =
                error.help(format!("a name follows `{name}`, and a word of the language, such as `not`, can't be one"));
        } else if let Some(near) = suggest(name, self.scope.names(&self.model.enums).chain(words::questions())) {
            error = error.help(Help::did_you_mean(near));
        } else {
            error = error.help("declare it first: `grid`, `var`, `let`, `regions`, `clues`, `rule` or `def`");
        }
        fail(error)
    }

    pub(super) fn look_up(&mut self, name: &str) -> Result<Option<Value>> {
        match self.scope.look_up(name, &self.model.enums) {
            Some(value) => Ok(Some(value)),
            None => self.standard(name),
        }
    }

    /// The first visible grid.
    pub(super) fn main_grid(&self, span: Span) -> Result<GridId> {
        match self.model.main_grid() {
            Some(grid) => Ok(grid),
            None => fail(
                Diagnostic::at(Code::NoGrid, span, "there is no grid yet")
                    .help("declare one first: `grid x 9x9 in 1..9`"),
            ),
        }
    }

    /// The cell in a row and column, counted from 1.
    pub(super) fn cell_at(&self, grid: GridId, row: i64, col: i64, span: Span) -> Result<CellId> {
        let g = self.model.grid(grid);
        if let Some(cell) = g.cell(row - 1, col - 1) {
            return Ok(cell);
        }
        let (name, rows, cols) = (&g.name, g.rows, g.cols);
        let inside = (1..=rows as i64).contains(&row) && (1..=cols as i64).contains(&col);
        if inside {
            return fail(Diagnostic::at(Code::Index, span, format!("r{row}c{col} is a hole of grid {name}")));
        }
        let error =
            Diagnostic::at(Code::Index, span, format!("there is no cell r{row}c{col}: grid {name} is {rows}x{cols}"));
        // Puzzle editors write `r1c123` for three cells.
        let digits = col.to_string();
        let several =
            digits.len() > 1 && digits.bytes().all(|d| (1..=cols).contains(&usize::from(d.wrapping_sub(b'0'))));
        if several && (1..=rows as i64).contains(&row) && cols < 10 {
            let cells: Vec<String> = digits.chars().map(|d| format!("r{row}c{d}")).collect();
            return fail(error.help(format!("several cells are a list: `[{}]`", cells.join(", "))));
        }
        fail(error.help(format!("rows go from r1 to r{rows}, columns from c1 to c{cols}")))
    }

    /// The cells of a row or a column, counted from 1.
    pub(super) fn line_of(&self, grid: GridId, row: Option<i64>, col: Option<i64>, span: Span) -> Result<Value> {
        let g = self.model.grid(grid);
        let (k, most, what, letter) = match (row, col) {
            (Some(r), _) => (r, g.rows, "row", 'r'),
            (_, c) => (c.unwrap_or(0), g.cols, "column", 'c'),
        };
        if k < 1 || k > most as i64 {
            let message = format!("there is no {what} {letter}{k}: grid {} is {}x{}", g.name, g.rows, g.cols);
            return fail(
                Diagnostic::at(Code::Index, span, message).help(format!("they go from {letter}1 to {letter}{most}")),
            );
        }
        let at = k as usize - 1;
        let line = match row {
            Some(_) => self.block_rows(Block { grid, row: at, col: 0, height: 1, width: g.cols }),
            None => self.block_cols(Block { grid, row: 0, col: at, height: g.rows, width: 1 }),
        };
        Ok(line.into_iter().next().unwrap_or(Value::None))
    }

    fn binary(&mut self, op: BinaryOp, op_span: Span, left: &Expr, right: &Expr, span: Span) -> Result<Value> {
        self.warn_of_plus_minus(op, op_span, left, right);
        let a = self.expression(left)?;
        if matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Implies | BinaryOp::Iff) {
            let p = self.condition(&a, left.span).map_err(|error| match op {
                BinaryOp::Implies => Box::new(error.help("`=>` is \"implies\"; for greater or equal write `>=`")),
                _ => error,
            })?;
            // A known left side decides whether the right side is elaborated, as with `if`.
            let known = self.model.pool.constant(p);
            match (op, known) {
                (BinaryOp::And, Some(0)) => return Ok(Value::Bool(false)),
                (BinaryOp::Or, Some(1)) | (BinaryOp::Implies, Some(0)) => return Ok(Value::Bool(true)),
                _ => {}
            }
            let b = self.expression(right)?;
            let q = self.condition(&b, right.span).map_err(|error| match (&left.kind, &b) {
                (ExprKind::Compare { operands, .. }, Value::Int(k)) if op == BinaryOp::Or => {
                    let text = |e: &Expr| self.sources.slice(e.span).to_string();
                    let (a, b) = (text(&operands[0]), text(&operands[operands.len() - 1]));
                    Box::new(error.help(format!("for one of several values write `{a} in {{{b}, {k}}}`")))
                }
                _ => error,
            })?;
            let pool = &mut self.model.pool;
            let e = match op {
                BinaryOp::And | BinaryOp::Or | BinaryOp::Implies if known.is_some() => q,
                BinaryOp::And => pool.and([p, q]),
                BinaryOp::Or => pool.or([p, q]),
                BinaryOp::Implies => pool.implies(p, q),
                BinaryOp::Iff => pool.iff(p, q),
                _ => pool.xor(p, q),
            };
            return Ok(self.condition_as_value(e));
        }
        let b = self.expression(right)?;
        self.arithmetic(op, op_span, (&a, left.span), (&b, right.span), span)
    }

    fn comparison(&mut self, operands: &[Expr], ops: &[(CompareOp, Span)]) -> Result<Value> {
        let mut left = self.expression(&operands[0])?;
        let mut parts = Vec::new();
        for (i, &(op, op_span)) in ops.iter().enumerate() {
            let right = self.expression(&operands[i + 1])?;
            self.warn_of_word(op, &operands[i], &operands[i + 1]);
            let sides = (&left, operands[i].span, &right, operands[i + 1].span);
            let part = operators::compare(self, op, op_span, sides)?;
            if ops.len() == 1 {
                return Ok(self.condition_as_value(part));
            }
            parts.push(part);
            left = right;
        }
        let all = self.model.pool.and(parts);
        Ok(self.condition_as_value(all))
    }

    /// Warns of `circle[c] = "W"` where no clue of the picture is that word.
    fn warn_of_word(&mut self, op: CompareOp, left: &Expr, right: &Expr) {
        let (clue, word) = match (op, &left.kind, &right.kind) {
            (CompareOp::Eq | CompareOp::Ne, ExprKind::Index { base, .. }, ExprKind::Str(word)) => (base, word),
            (CompareOp::Eq | CompareOp::Ne, ExprKind::Str(word), ExprKind::Index { base, .. }) => (base, word),
            _ => return,
        };
        let ExprKind::Name(name) = &clue.kind else { return };
        let Ok(Some(Value::Clues(clues))) = self.look_up(name) else { return };
        let words = &clues.words;
        if words.iter().any(|w| **w == **word) {
            return;
        }
        let near = words.iter().find(|w| w.to_lowercase() == word.to_lowercase());
        // A rule can be used with pictures that contain only some of its words.
        if self.depth > 0 && near.is_none() {
            return;
        }
        let span = if matches!(left.kind, ExprKind::Str(_)) { left.span } else { right.span };
        let always = if op == CompareOp::Ne { "always" } else { "never" };
        let message = format!("no clue of `{}` is \"{word}\": this is {always} true", clues.name);
        let warning = Diagnostic::warning(Code::NoSuchWord, span, message).label(clues.declared, "the picture");
        self.warn(match (near, &words[..]) {
            (Some(near), _) => warning.help(format!("write \"{near}\"")),
            (None, []) => warning.help("this picture has no words"),
            (None, words) => {
                let shown: Vec<String> = words.iter().take(8).map(|w| format!("\"{w}\"")).collect();
                warning.help(format!("its words are {}", shown.join(", ")))
            }
        });
    }

    /// `a..b` of numbers; of cells a straight line, chained through corners.
    fn range(&mut self, ends: &[Expr]) -> Result<Value> {
        let values = self.expressions(ends)?;
        let span = ends[0].span.to(ends[ends.len() - 1].span);
        if let Value::Cell(first) = values[0] {
            let mut line = vec![Value::Cell(first)];
            let mut from = first;
            for (value, end) in values[1..].iter().zip(&ends[1..]) {
                let Value::Cell(to) = *value else {
                    let error = self.wrong("a cell, as the line starts with one", value, end.span);
                    return fail(match &end.kind {
                        ExprKind::Binary { op: BinaryOp::Add, .. } => {
                            error.help("`+` binds tighter than `..`: put brackets round each line, `(a..b) + (c..d)`")
                        }
                        _ => error,
                    });
                };
                line.extend(self.straight_line(from, to, span)?.into_iter().map(Value::Cell));
                from = to;
            }
            return Ok(Value::List(line.into()));
        }
        if ends.len() > 2 {
            return fail(Diagnostic::at(Code::Type, span, "a range of numbers has two ends: `a..b`"));
        }
        if let (Value::Enum(id, a), Value::Enum(other, b)) = (&values[0], &values[1])
            && id == other
        {
            return Ok(Value::list((*a..=*b).map(|at| Value::Enum(*id, at))));
        }
        let (a, b) = (self.known_int(&values[0], ends[0].span)?, self.known_int(&values[1], ends[1].span)?);
        Ok(Value::Range(a, b))
    }

    /// The cells after `from` up to `to`, in a row, column or diagonal.
    fn straight_line(&self, from: CellId, to: CellId, span: Span) -> Result<Vec<CellId>> {
        let grid = self.model.grid_of(from);
        if grid != self.model.grid_of(to) {
            return fail(Diagnostic::at(Code::Type, span, "a line of cells lies in one grid"));
        }
        let ((r, c), (s, d)) = (self.model.position(from), self.model.position(to));
        let (dr, dc) = (s as i64 - r as i64, d as i64 - c as i64);
        if dr != 0 && dc != 0 && dr.abs() != dc.abs() {
            let (from, to) = (self.model.cell_name(from), self.model.cell_name(to));
            let message = format!("{from}..{to} is not straight: not in one row, column or diagonal");
            return fail(
                Diagnostic::at(Code::NotStraight, span, message)
                    .help("go through the corners (`r1c1..r1c4..r3c4`), or list the cells: `[r1c1, r2c3]`"),
            );
        }
        (1..=dr.abs().max(dc.abs()))
            .map(|k| self.cell_at(grid, r as i64 + k * dr.signum() + 1, c as i64 + k * dc.signum() + 1, span))
            .collect()
    }

    fn choice(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr, span: Span) -> Result<Value> {
        let value = self.expression(condition)?;
        let c = self.condition(&value, condition.span)?;
        match self.model.pool.constant(c) {
            Some(0) => return self.expression(otherwise),
            Some(_) => return self.expression(then),
            None => {}
        }
        let (a, b) = (self.expression(then)?, self.expression(otherwise)?);
        match (self.kind(&a), self.kind(&b)) {
            (Some(Kind::Bool), Some(Kind::Bool)) => {
                let (p, q) = (self.condition(&a, then.span)?, self.condition(&b, otherwise.span)?);
                let e = self.model.pool.ite_condition(c, p, q);
                Ok(self.condition_as_value(e))
            }
            (Some(Kind::Enum(x)), Some(Kind::Enum(y))) if x == y => {
                let (p, q) = (self.enum_position(&a, then.span)?, self.enum_position(&b, otherwise.span)?);
                let e = self.model.pool.ite(c, p, q);
                Ok(self.expr_as_value(e, Kind::Enum(x)))
            }
            (Some(Kind::Int | Kind::Bool), Some(Kind::Int | Kind::Bool)) => {
                if a.is_fraction() || b.is_fraction() {
                    let (f, g) = (self.quotient(&a, then.span)?, self.quotient(&b, otherwise.span)?);
                    let chosen = self.choose_fraction(c, f, g);
                    let chosen = self.overflow(chosen, span)?;
                    return self.quotient_as_value(chosen, span);
                }
                let (p, q) = (self.number(&a, then.span)?, self.number(&b, otherwise.span)?);
                let e = self.model.pool.ite(c, p, q);
                Ok(self.expr_as_value(e, Kind::Int))
            }
            _ => fail(
                Diagnostic::at(
                    Code::Type,
                    span,
                    "with an unknown condition, both branches must be numbers, conditions or values of one enum",
                )
                .label(then.span, format!("this is {}", a.type_name()))
                .label(otherwise.span, format!("this is {}", b.type_name())),
            ),
        }
    }

    fn call(&mut self, callee: &Expr, args: &[Arg], span: Span) -> Result<Value> {
        match self.expression(callee)? {
            Value::Builtin(builtin) => self.call_builtin(builtin, args, span),
            Value::Def(def) => self.call_def(&def, args, span),
            // The reserved word `none` is a function when it is called.
            Value::None => match super::builtins::find("none") {
                Some(builtin) => self.call_builtin(builtin, args, span),
                None => self.wrong_type("a function", &Value::None, callee.span),
            },
            Value::Rule(rule) => fail(
                Diagnostic::at(
                    Code::Type,
                    span,
                    format!("`{}` is a rule: it stands as a statement of its own", rule.name.name),
                )
                .help(self.rule_as_value(&rule, args, span)),
            ),
            Value::Grid(_) => fail(Diagnostic::at(Code::Type, callee.span, "a grid can't be called").help(format!(
                "to pick an element write `{}[{}]`",
                self.sources.slice(callee.span),
                self.typed(args)
            ))),
            other => fail(
                Diagnostic::at(Code::Type, callee.span, format!("{} can't be called", other.type_name()))
                    .help("to pick an element write `[...]`"),
            ),
        }
    }

    pub(super) fn wrong_type<T>(&self, expected: &str, found: &Value, span: Span) -> Result<T> {
        fail(self.wrong(expected, found, span))
    }

    pub(super) fn wrong(&self, expected: &str, found: &Value, span: Span) -> Diagnostic {
        let mut error = Diagnostic::at(Code::Type, span, format!("expected {expected}, found {}", found.type_name()));
        if matches!(found, Value::None) {
            error = error.help("a blank is `none`: test it first with `is not none`");
        }
        match found {
            Value::Builtin(function) => error = error.help(Help::write(function.signature)),
            Value::Rule(rule) => {
                let names: Vec<&str> = rule.params.iter().map(|param| param.name.name.as_str()).collect();
                let text = format!("a rule is a statement of its own: `{}({})`", rule.name.name, names.join(", "));
                error = error.help(text);
            }
            _ => {}
        }
        error
    }
}
