//! The order of an enum's values: steps, distances and comparisons.

use super::Elaborator;
use super::value::Value;
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::syntax::ast::BinaryOp;
use sator_base::source::Span;
use sator_model::{Domain, ExprId, Kind};

impl Elaborator {
    /// `day + 1` and `1 + day`: a later value of the enum; `day - 1`: an earlier one; `a - b`: the distance. `None` if no
    /// side is a value of an enum.
    pub(super) fn enum_arithmetic(
        &mut self,
        op: BinaryOp,
        (a, a_span): (&Value, Span),
        (b, b_span): (&Value, Span),
        span: Span,
    ) -> Result<Option<Value>> {
        let of = |kind: Option<Kind>| match kind {
            Some(Kind::Enum(id)) if !self.model.enums[id].directions => Some(id),
            _ => None,
        };
        let (left, right) = (of(self.kind(a)), of(self.kind(b)));
        if let (Some(x), Some(y), BinaryOp::Sub) = (left, right, op)
            && x == y
        {
            let (x, y) = (self.enum_position(a, a_span)?, self.enum_position(b, b_span)?);
            let distance = self.model.pool.sub(x, y);
            let distance = self.overflow(distance, span)?;
            return Ok(Some(self.expr_as_value(distance, Kind::Int)));
        }
        let (id, value, step, step_span) = match (left, right) {
            (Some(id), None) if !matches!(b, Value::None) => (id, (a, a_span), b, b_span),
            (None, Some(id)) if op == BinaryOp::Add => (id, (b, b_span), a, a_span),
            _ => return Ok(None),
        };
        let (from, step) = (self.enum_position(value.0, value.1)?, self.number(step, step_span)?);
        let sign = if op == BinaryOp::Sub { -1 } else { 1 };
        let position = self.model.pool.linear([(1, from), (sign, step)], 0);
        let position = self.overflow(position, span)?;
        let last = self.model.enums[id].values.len() as i64 - 1;
        if let Some(at) = self.model.pool.constant(position) {
            if !(0..=last).contains(&at) {
                let declared = &self.model.enums[id];
                let (end, side) = if at < 0 { (0, "before") } else { (last as usize, "after") };
                let message = format!("enum {} has no value {side} `{}`", declared.name, declared.values[end]);
                return fail(Diagnostic::at(Code::Domain, span, message));
            }
            return Ok(Some(self.enum_at(id, at)));
        }
        let inside = self.model.pool.member(position, &Domain::range(0, last));
        let position = self.model.pool.only_where(position, inside);
        let position = self.overflow(position, span)?;
        Ok(Some(self.expr_as_value(position, Kind::Enum(id))))
    }

    /// The positions of two values of one enum, to compare them by its order. `None` if they aren't such values.
    pub(super) fn enum_positions(&mut self, a: &Value, b: &Value, span: Span) -> Result<Option<(ExprId, ExprId)>> {
        let of = |value: &Value| if let Some(Kind::Enum(id)) = self.kind(value) { Some(id) } else { None };
        let Some(id) = of(a).or(of(b)).filter(|&id| !self.model.enums[id].directions) else { return Ok(None) };
        let (Some(a), Some(b)) = (self.enum_value(id, a), self.enum_value(id, b)) else { return Ok(None) };
        Ok(Some((self.enum_position(&a, span)?, self.enum_position(&b, span)?)))
    }
}
