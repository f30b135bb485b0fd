//! Arithmetic and comparisons.

use super::Elaborator;
use super::value::Value;
use super::word::letters;
use crate::diagnostic::{Code, Diagnostic, Help, Result, fail};
use crate::syntax::ast::{BinaryOp, CompareOp};
use sator_base::source::Span;
use sator_model::interval::{floor_div, floor_mod};
use sator_model::node::FALSE;
use sator_model::{EnumId, ExprId, Kind};
use std::sync::Arc;

impl Elaborator {
    pub(super) fn negative(&mut self, value: &Value, span: Span, inner: Span) -> Result<Value> {
        self.arithmetic(BinaryOp::Sub, span, (&Value::Int(0), span), (value, inner), span)
    }

    pub(super) fn arithmetic(
        &mut self,
        op: BinaryOp,
        op_span: Span,
        (a, a_span): (&Value, Span),
        (b, b_span): (&Value, Span),
        span: Span,
    ) -> Result<Value> {
        if let BinaryOp::Add | BinaryOp::Sub = op
            && let Some(result) = self.enum_arithmetic(op, (a, a_span), (b, b_span), span)?
        {
            return Ok(result);
        }
        let listy = |v: &Value| !matches!(v, Value::Cell(_)) && self.if_list(v).is_some();
        if op == BinaryOp::Add && (listy(a) || listy(b)) {
            let (x, y) = (self.list(a, a_span)?, self.list(b, b_span)?);
            self.room_for::<Value>(x.len() + y.len(), span)?;
            return Ok(Value::List(x.iter().chain(y.iter()).cloned().collect()));
        }
        if let (Some(x), Some(y)) = (self.if_known_int(a), self.if_known_int(b)) {
            let result = match op {
                BinaryOp::Add => x.checked_add(y),
                BinaryOp::Sub => x.checked_sub(y),
                BinaryOp::Mul => x.checked_mul(y),
                _ if y == 0 => return self.division_by_zero(op_span, b_span),
                BinaryOp::Div if x.checked_rem(y).is_some_and(|rest| rest != 0) => {
                    return self.fraction_arithmetic(op, op_span, (a, a_span), (b, b_span), span);
                }
                BinaryOp::Div => x.checked_div(y),
                BinaryOp::FloorDiv => floor_div(x, y),
                _ => Some(floor_mod(x, y)),
            };
            if let Some(result) = result {
                return Ok(Value::Int(result));
            }
        }
        if op == BinaryOp::Div || a.is_fraction() || b.is_fraction() {
            return self.fraction_arithmetic(op, op_span, (a, a_span), (b, b_span), span);
        }
        if matches!((a, b), (Value::Wide(_), _) | (_, Value::Wide(_)))
            && let Some(wide) = self.wide_arithmetic(op, (a, a_span), (b, b_span), span)?
        {
            return Ok(wide);
        }
        let (x, y) = (self.number(a, a_span)?, self.number(b, b_span)?);
        if matches!(op, BinaryOp::FloorDiv | BinaryOp::Mod) && self.model.pool.constant(y) == Some(0) {
            return self.division_by_zero(op_span, b_span);
        }
        let pool = &mut self.model.pool;
        let result = match op {
            BinaryOp::Add => pool.add(x, y),
            BinaryOp::Sub => pool.sub(x, y),
            BinaryOp::Mul => pool.mul(x, y),
            BinaryOp::FloorDiv => pool.div(x, y),
            _ => pool.modulo(x, y),
        };
        if result.is_err()
            && let Some(wide) = self.wide_arithmetic(op, (a, a_span), (b, b_span), span)?
        {
            return Ok(wide);
        }
        let e = self.overflow(result, span)?;
        Ok(self.expr_as_value(e, Kind::Int))
    }

    pub(super) fn division_by_zero<T>(&self, op: Span, divisor: Span) -> Result<T> {
        fail(Diagnostic::at(Code::DivisionByZero, op, "division by zero").label(divisor, "this is 0"))
    }

    /// Equality of numbers, conditions, enum values, words, lists and tuples.
    pub(super) fn equal(&mut self, a: &Value, b: &Value, span: Span) -> Result<ExprId> {
        self.step(span)?;
        // Leaves need no check of the stack.
        if let Some(same) = self.equal_known(a, b) {
            return Ok(self.model.pool.bool(same));
        }
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.equal_here(a, b, span))
    }

    /// Equality of blanks, known numbers, words and directions.
    fn equal_known(&self, a: &Value, b: &Value) -> Option<bool> {
        Some(match (a, b) {
            (Value::None, Value::None) => true,
            (Value::None, _) | (_, Value::None) => false,
            (Value::Int(x), Value::Int(y)) => x == y,
            (Value::Str(x), Value::Str(y)) => x == y,
            (Value::Direction(x), Value::Direction(y)) => x == y,
            (Value::Direction(d), Value::Str(s)) | (Value::Str(s), Value::Direction(d)) => d.name == &**s,
            (Value::Enum(e, at), Value::Str(s)) | (Value::Str(s), Value::Enum(e, at)) => {
                self.model.enums[*e].values[*at as usize] == **s
            }
            // A picture of clues mixes numbers and words, so a number and a word are comparable and differ.
            (Value::Str(_), Value::Int(_) | Value::Fraction(..)) => false,
            (Value::Int(_) | Value::Fraction(..), Value::Str(_)) => false,
            _ => return None,
        })
    }

    fn equal_here(&mut self, a: &Value, b: &Value, span: Span) -> Result<ExprId> {
        use Value::*;
        match (a, b) {
            // A clue `3,1` also differs from every number and word.
            (List(clue), Int(_) | Fraction(..) | Str(_)) | (Int(_) | Fraction(..) | Str(_), List(clue))
                if clue.iter().all(|v| matches!(v, Int(_) | Str(_) | None))
                    && self.if_letters(&List(clue.clone())).is_none() =>
            {
                return Ok(FALSE);
            }
            (Tuple(x), Tuple(y)) => return self.equal_elements(&x.clone(), &y.clone(), span),
            (Str(word), list) | (list, Str(word)) => {
                if let Some(spelled) = self.if_letters(list) {
                    return self.equal_elements(&spelled, &letters(word), span);
                }
            }
            _ => {}
        }
        if let (Some(x), Some(y)) = (self.if_list(a), self.if_list(b)) {
            let too_long = |_| Box::new(Diagnostic::at(Code::TooLarge, span, "this range is too long to compare"));
            let (x, y) = (x.map_err(too_long)?, y.map_err(too_long)?);
            if matches!((a, b), (Set(_), Set(_))) {
                return self.equal_sets(&x, &y, span);
            }
            return self.equal_elements(&x, &y, span);
        }
        match (self.kind(a), self.kind(b)) {
            (Some(Kind::Bool), Some(Kind::Bool)) => {
                let (p, q) = (self.condition(a, span)?, self.condition(b, span)?);
                Ok(self.model.pool.iff(p, q))
            }
            (Some(Kind::Enum(id)), _) if self.enum_value(id, b).is_some() => self.equal_enum(id, a, b, span),
            (_, Some(Kind::Enum(id))) if self.enum_value(id, a).is_some() => self.equal_enum(id, b, a, span),
            (Some(Kind::Int | Kind::Bool), Some(Kind::Int | Kind::Bool)) => {
                if matches!((a, b), (Wide(_), _) | (_, Wide(_))) {
                    return self.compare_wide(CompareOp::Eq, (a, span), (b, span));
                }
                if a.is_fraction() || b.is_fraction() {
                    return self.compare_fractions(CompareOp::Eq, (a, span), (b, span));
                }
                let (x, y) = (self.number(a, span)?, self.number(b, span)?);
                let e = self.model.pool.eq(x, y);
                self.overflow(e, span)
            }
            _ => {
                for v in [a, b] {
                    if let Cell(cell) = v
                        && self.kind(v).is_none()
                    {
                        return self.empty_place(*cell, span);
                    }
                }
                let message = format!("{} can't be compared with {}", self.type_of(a), self.type_of(b));
                let mut error = Diagnostic::at(Code::Type, span, message);
                if matches!((a, b), (Region(..) | Grid(_) | Regions(_), _) | (_, Region(..) | Grid(_) | Regions(_))) {
                    error = error.help("places and regions are compared with `is`");
                }
                if let Some(help) = self.compared(a, b, span) {
                    error = error.help(help);
                }
                if let (_, Range(low, high)) = (a, b) {
                    error = error.help(format!("a range stands without brackets: `in {low}..{high}`"));
                }
                if let (Str(word), other) | (other, Str(word)) = (a, b)
                    && self.if_list(other).is_some()
                {
                    let letters: Vec<String> = word.chars().map(String::from).collect();
                    error = error.help(format!("write the letters as a list: `[{}]`", letters.join(", ")));
                }
                fail(error)
            }
        }
    }

    /// The type of a value in a message; an enum's values with the enum's name.
    fn type_of(&self, value: &Value) -> String {
        match self.kind(value) {
            Some(Kind::Enum(id)) => format!("a value of enum {}", self.model.enums[id].name),
            _ => value.type_name().to_string(),
        }
    }

    /// `b` as a value of an enum: a value, a word that names one, or an unknown.
    pub(super) fn enum_value(&self, id: EnumId, b: &Value) -> Option<Value> {
        match b {
            Value::Str(s) => {
                let at = self.model.enums[id].values.iter().position(|v| **v == **s)?;
                Some(Value::Enum(id, at as u32))
            }
            _ if self.kind(b) == Some(Kind::Enum(id)) => Some(b.clone()),
            _ => None,
        }
    }

    fn equal_enum(&mut self, id: EnumId, a: &Value, b: &Value, span: Span) -> Result<ExprId> {
        let b = self.enum_value(id, b).unwrap_or(Value::None);
        let (x, y) = (self.enum_position(a, span)?, self.enum_position(&b, span)?);
        let e = self.model.pool.eq(x, y);
        self.overflow(e, span)
    }

    fn equal_elements(&mut self, x: &[Value], y: &[Value], span: Span) -> Result<ExprId> {
        if x.len() != y.len() {
            return Ok(FALSE);
        }
        let parts = x.iter().zip(y).map(|(a, b)| self.equal(a, b, span)).collect::<Result<Vec<_>>>()?;
        Ok(self.model.pool.and(parts))
    }

    fn equal_sets(&mut self, x: &[Value], y: &[Value], span: Span) -> Result<ExprId> {
        let mut parts = Vec::new();
        for (these, those) in [(x, y), (y, x)] {
            for a in these {
                parts.push(self.among(a, those, span)?);
            }
        }
        Ok(self.model.pool.and(parts))
    }

    fn among(&mut self, a: &Value, list: &[Value], span: Span) -> Result<ExprId> {
        let options = list.iter().map(|b| self.equal(a, b, span)).collect::<Result<Vec<_>>>()?;
        Ok(self.model.pool.or(options))
    }

    /// `a in b`
    fn member(&mut self, a: &Value, b: &Value, (a_span, b_span): (Span, Span)) -> Result<ExprId> {
        if let Value::Tuple(parts) = a {
            let rows = self.list(b, b_span)?;
            return self.in_table(&parts.clone(), &rows, a_span);
        }
        if let Some(parts) = self.if_letters(a)
            && let Some(Ok(words)) = self.if_list(b)
            && !words.is_empty()
            && words.iter().all(|word| matches!(word, Value::Str(_)))
        {
            return self.spells(&parts, &words, a_span);
        }
        if let Some(Ok(parts)) = self.if_list(a)
            && let Some(Ok(rows)) = self.if_list(b)
            && !rows.is_empty()
            && rows.iter().all(|row| row_of(row).is_some_and(|row| row.len() == parts.len()))
        {
            return self.in_table(&parts, &rows, a_span);
        }
        if matches!(self.kind(a), Some(Kind::Int))
            && (matches!(b, Value::Range(..)) || matches!(b, Value::Set(_) | Value::List(_)))
            && let Some(set) = self.integer_set(b, b_span)?
        {
            if let Value::Fraction(..) = a {
                return Ok(FALSE);
            }
            let e = self.number(a, a_span)?;
            return Ok(self.model.pool.member(e, &set));
        }
        let list = self.list(b, b_span)?;
        self.among(a, &list, a_span)
    }

    /// `(a, b) in {(1, 2), (2, 4)}`, where a row can also be a list; rows of known integers become a table constraint.
    pub(super) fn in_table(&mut self, parts: &[Value], rows: &[Value], span: Span) -> Result<ExprId> {
        let width = parts.len();
        let fits = |v: &Value| row_of(v).is_some_and(|row| row.len() == width);
        let known = |v: &Value| {
            let integer = |v: &Value| if let Value::Int(k) = v { Some(*k) } else { None };
            row_of(v).filter(|row| row.len() == width)?.iter().map(integer).collect::<Option<Vec<i64>>>()
        };
        let table: Option<Vec<Vec<i64>>> = rows.iter().map(known).collect();
        let numeric = parts.iter().all(|v| self.kind(v) == Some(Kind::Int) && !matches!(v, Value::Fraction(..)));
        if let (Some(table), true) = (&table, numeric) {
            let list = parts.iter().map(|v| self.number(v, span)).collect::<Result<Vec<_>>>()?;
            return Ok(self.model.pool.table(&list, table));
        }
        if let Some(odd) = rows.iter().find(|v| !fits(v)) {
            let found = match odd {
                Value::Tuple(row) => format!("a tuple of {}", row.len()),
                Value::List(row) => format!("a list of {}", row.len()),
                other => other.type_name().to_string(),
            };
            let message = format!("a tuple of {width} can only be in a set of tuples of {width}, this has {found}");
            return fail(Diagnostic::at(Code::Type, span, message));
        }
        let options = rows.iter().map(|row| self.equal_elements(parts, row_of(row).unwrap_or(&[]), span));
        let options = options.collect::<Result<Vec<_>>>()?;
        Ok(self.model.pool.or(options))
    }
}

/// The elements of a row of a table.
fn row_of(row: &Value) -> Option<&[Value]> {
    match row {
        Value::Tuple(items) | Value::List(items) => Some(items),
        _ => None,
    }
}

impl Elaborator {
    /// A negated condition, false where a side is undefined, as the condition itself is.
    pub(super) fn where_known<'a>(
        &mut self,
        sides: impl IntoIterator<Item = &'a Value>,
        condition: ExprId,
        span: Span,
    ) -> Result<ExprId> {
        let mut parts = vec![condition];
        sides.into_iter().try_for_each(|side| self.collect_defined(side, &mut parts, span))?;
        Ok(self.model.pool.and(parts))
    }

    /// Collects where the value and each value inside it are defined.
    fn collect_defined(&self, value: &Value, parts: &mut Vec<ExprId>, span: Span) -> Result<()> {
        self.step(span)?;
        match value {
            Value::Expr(e, _) => parts.push(self.model.pool.defined(*e)),
            Value::Quotient(quotient) => parts.push(quotient.defined),
            Value::List(items) | Value::Tuple(items) | Value::Set(items) => {
                items.iter().try_for_each(|item| self.collect_defined(item, parts, span))?;
            }
            _ => {}
        }
        Ok(())
    }
}

/// The condition of two neighbouring operands of a comparison.
pub(super) fn compare(
    el: &mut Elaborator,
    op: CompareOp,
    op_span: Span,
    (a, a_span, b, b_span): (&Value, Span, &Value, Span),
) -> Result<ExprId> {
    let both = a_span.to(b_span);
    if let (CompareOp::Eq | CompareOp::Ne, Value::Region(..), Value::Region(..)) = (op, a, b) {
        let message = "this compares the values in two regions, cell by cell";
        let help = "`is` and `is not` test whether they are the same region";
        el.warn(Diagnostic::warning(Code::RegionsByValue, op_span, message).help(help));
    }
    match op {
        CompareOp::Eq => el.equal(a, b, both),
        CompareOp::Ne => not_equal(el, a, b, both),
        CompareOp::Is => Ok(el.model.pool.bool(same_place(a, b, op_span)?)),
        CompareOp::IsNot => Ok(el.model.pool.bool(!same_place(a, b, op_span)?)),
        CompareOp::In => el.member(a, b, (a_span, b_span)),
        CompareOp::NotIn => {
            if matches!(el.kind(a), Some(Kind::Int))
                && !a.is_fraction()
                && matches!(b, Value::Range(..) | Value::Set(_) | Value::List(_))
                && let Some(set) = el.integer_set(b, b_span)?
            {
                let e = el.number(a, a_span)?;
                return Ok(el.model.pool.not_member(e, &set));
            }
            let inside = el.member(a, b, (a_span, b_span))?;
            let outside = el.model.pool.not(inside);
            el.where_known([a, b], outside, both)
        }
        CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge => {
            if let (Value::Int(x), Value::Int(y)) = (a, b) {
                let holds = match op {
                    CompareOp::Lt => x < y,
                    CompareOp::Le => x <= y,
                    CompareOp::Gt => x > y,
                    _ => x >= y,
                };
                return Ok(el.model.pool.bool(holds));
            }
            if matches!((a, b), (Value::Wide(_), _) | (_, Value::Wide(_))) {
                return el.compare_wide(op, (a, a_span), (b, b_span));
            }
            if a.is_fraction() || b.is_fraction() {
                return el.compare_fractions(op, (a, a_span), (b, b_span));
            }
            if let (Some(x), Some(y)) = (row_of(a), row_of(b)) {
                let (x, y) = (x.to_vec(), y.to_vec());
                let holds = stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || {
                    lexicographic(el, op, op_span, (&x, a_span, &y, b_span))
                })?;
                return el.where_known([a, b], holds, both);
            }
            let (x, y) = match el.enum_positions(a, b, both)? {
                Some(positions) => positions,
                None => (el.number(a, a_span)?, el.number(b, b_span)?),
            };
            let pool = &mut el.model.pool;
            let e = match op {
                CompareOp::Lt => pool.lt(x, y),
                CompareOp::Le => pool.le(x, y),
                CompareOp::Gt => pool.lt(y, x),
                _ => pool.le(y, x),
            };
            el.overflow(e, both)
        }
    }
}

/// The order of lists and tuples, as of words in a dictionary: the first difference decides, and a list comes before its
/// continuations.
fn lexicographic(
    el: &mut Elaborator,
    op: CompareOp,
    op_span: Span,
    (a, a_span, b, b_span): (&[Value], Span, &[Value], Span),
) -> Result<ExprId> {
    let ((a, a_span), (b, b_span)) = match op {
        CompareOp::Lt | CompareOp::Le => ((a, a_span), (b, b_span)),
        _ => ((b, b_span), (a, a_span)),
    };
    let strict = matches!(op, CompareOp::Lt | CompareOp::Gt);
    let mut holds = el.model.pool.bool(a.len() < b.len() || !strict && a.len() == b.len());
    for (x, y) in a.iter().zip(b).rev() {
        el.step(op_span)?;
        let less = compare(el, CompareOp::Lt, op_span, (x, a_span, y, b_span))?;
        // `x <= y` means equality if `x < y` is false, and its bounds propagate. Lists inside lists are compared once.
        let same = match row_of(x) {
            Some(_) => el.equal(x, y, op_span)?,
            None => compare(el, CompareOp::Le, op_span, (x, a_span, y, b_span))?,
        };
        let with_rest = el.model.pool.and([same, holds]);
        holds = el.model.pool.or([less, with_rest]);
    }
    Ok(holds)
}

fn not_equal(el: &mut Elaborator, a: &Value, b: &Value, span: Span) -> Result<ExprId> {
    if let (Value::Int(x), Value::Int(y)) = (a, b) {
        return Ok(el.model.pool.bool(x != y));
    }
    let numeric = |k: Option<Kind>| matches!(k, Some(Kind::Int | Kind::Bool));
    let (ka, kb) = (el.kind(a), el.kind(b));
    if numeric(ka) && numeric(kb) && (ka, kb) != (Some(Kind::Bool), Some(Kind::Bool)) {
        if matches!((a, b), (Value::Wide(_), _) | (_, Value::Wide(_))) {
            return el.compare_wide(CompareOp::Ne, (a, span), (b, span));
        }
        if a.is_fraction() || b.is_fraction() {
            return el.compare_fractions(CompareOp::Ne, (a, span), (b, span));
        }
        // `not (a = b)` would hold where a side is undefined; both must be false there.
        let (x, y) = (el.number(a, span)?, el.number(b, span)?);
        let e = el.model.pool.ne(x, y);
        return el.overflow(e, span);
    }
    let same = el.equal(a, b, span)?;
    let other = el.model.pool.not(same);
    el.where_known([a, b], other, span)
}

/// `a is b`: the same place, region or grid, or both blank.
fn same_place(a: &Value, b: &Value, op: Span) -> Result<bool> {
    use Value::*;
    match (a, b) {
        (None, None) => Ok(true),
        (None, _) | (_, None) => Ok(false),
        (Cell(x), Cell(y)) => Ok(x == y),
        (Region(r, x), Region(s, y)) => Ok(x == y && Arc::ptr_eq(r, s)),
        (Grid(x), Grid(y)) => Ok(x == y),
        (Block(x), Block(y)) => Ok(x == y),
        (Direction(x), Direction(y)) => Ok(x == y),
        (Region(..) | Cell(_), Region(..) | Cell(_)) => Ok(false),
        _ => fail(
            Diagnostic::at(
                Code::Type,
                op,
                format!("`is` compares places, regions and `none`, not {} and {}", a.type_name(), b.type_name()),
            )
            .help(match b {
                Rule(rule) => Help::write(format!("{}(r1c1)", rule.name.name)),
                _ => "values are compared with `=` and `!=`".into(),
            }),
        ),
    }
}
