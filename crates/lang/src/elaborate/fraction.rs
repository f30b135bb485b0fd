//! Exact division. The model has integers only. Elaboration keeps a quotient that can be a fraction as numerator over
//! denominator, and a comparison multiplies both out.

use super::Elaborator;
use super::composite_numbers::Quotient;
use super::value::{Item, Value};
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::syntax::ast::{BinaryOp, CompareOp};
use sator_base::source::Span;
use sator_base::text::ratio;
use sator_model::interval::gcd;
use sator_model::node::{FALSE, TRUE};
use sator_model::{ExprId, Kind, Overflow};

/// Denominators of a quotient whose common multiple is looked for; more of them have none in 64 bits.
const MOST_DENOMINATORS: i64 = 64;

/// The least common multiple of positive numbers, if it fits into 64 bits.
fn common_multiple(numbers: impl IntoIterator<Item = i64>) -> Option<i64> {
    numbers.into_iter().try_fold(1i64, |common, k| {
        let shared = i64::try_from(gcd(common.unsigned_abs(), k.unsigned_abs())).ok()?;
        common.checked_mul(k / shared)
    })
}

impl Value {
    /// Whether the value is a number that can be a fraction.
    pub(super) fn is_fraction(&self) -> bool {
        matches!(self, Value::Fraction(..) | Value::Quotient(_))
    }
}

impl Elaborator {
    /// Any number as a quotient.
    pub(super) fn quotient(&mut self, value: &Value, span: Span) -> Result<Quotient> {
        let pool = &mut self.model.pool;
        Ok(match value {
            Value::Quotient(quotient) => *quotient,
            Value::Fraction(num, den) => Quotient { num: pool.int(*num), den: pool.int(*den), defined: TRUE },
            whole => {
                let num = self.number(whole, span)?;
                let pool = &mut self.model.pool;
                Quotient { num, den: pool.int(1), defined: pool.defined(num) }
            }
        })
    }

    /// The value of a quotient, reduced as far as constant parts show common factors; a plain number if it is whole.
    pub(super) fn quotient_as_value(&mut self, quotient: Quotient, span: Span) -> Result<Value> {
        let reduced = self.reduced(quotient);
        let Quotient { num, den, defined } = self.overflow(reduced, span)?;
        let pool = &mut self.model.pool;
        match (pool.constant(num), pool.constant(den)) {
            (_, Some(1)) => {
                let whole = pool.only_where(num, defined);
                let whole = self.overflow(whole, span)?;
                Ok(self.expr_as_value(whole, Kind::Int))
            }
            (Some(num), Some(den)) if defined == TRUE => Ok(Value::Fraction(num, den)),
            _ => Ok(Value::Quotient(Quotient { num, den, defined })),
        }
    }

    /// Cancels common factors and makes a known denominator positive.
    fn reduced(&mut self, Quotient { num, den, defined }: Quotient) -> Result<Quotient, Overflow> {
        let (mut num, mut den) = self.cancelled(num, den)?;
        let pool = &mut self.model.pool;
        if pool.constant(den).is_some_and(|den| den < 0) {
            (num, den) = (pool.neg(num)?, pool.neg(den)?);
        }
        Ok(Quotient { num, den, defined })
    }

    /// Both without their largest common factor.
    fn cancelled(&mut self, a: ExprId, b: ExprId) -> Result<(ExprId, ExprId), Overflow> {
        let pool = &mut self.model.pool;
        match i64::try_from(gcd(pool.content(a), pool.content(b))) {
            Ok(common @ 2..) => Ok((pool.divided(a, common)?, pool.divided(b, common)?)),
            _ => Ok((a, b)),
        }
    }

    /// `+ - * / // %` where a side or the result can be a fraction.
    pub(super) fn fraction_arithmetic(
        &mut self,
        op: BinaryOp,
        op_span: Span,
        (a, a_span): (&Value, Span),
        (b, b_span): (&Value, Span),
        span: Span,
    ) -> Result<Value> {
        if op == BinaryOp::Mod {
            let (parts, scale) = self.scaled_alike([(a, a_span), (b, b_span)], span)?;
            if self.model.pool.constant(parts[1]) == Some(0) {
                return self.division_by_zero(op_span, b_span);
            }
            let rest = self.model.pool.modulo(parts[0], parts[1]);
            let rest = self.overflow(rest, span)?;
            return self.over_scale(rest, scale, span);
        }
        let (f, mut g) = (self.quotient(a, a_span)?, self.quotient(b, b_span)?);
        if let BinaryOp::Div | BinaryOp::FloorDiv = op {
            if self.model.pool.constant(g.num) == Some(0) {
                return self.division_by_zero(op_span, b_span);
            }
            let inverse = self.inverse(g);
            g = self.overflow(inverse, span)?;
        }
        let result = match op {
            BinaryOp::Add => self.fraction_sum(f, g, 1),
            BinaryOp::Sub => self.fraction_sum(f, g, -1),
            _ => self.fraction_product(f, g),
        };
        let result = self.overflow(result, span)?;
        if op == BinaryOp::FloorDiv {
            let floor = self.model.pool.div(result.num, result.den);
            let floor = floor.and_then(|floor| self.model.pool.only_where(floor, result.defined));
            let floor = self.overflow(floor, span)?;
            return Ok(self.expr_as_value(floor, Kind::Int));
        }
        let value = self.quotient_as_value(result, span)?;
        if op == BinaryOp::Div && value.is_fraction() {
            let message = "`/` divides exactly, so this can be a fraction";
            let help = "to round down write `//`; `set fractions off` turns this warning off";
            self.warn(Diagnostic::warning(Code::Fraction, op_span, message).help(help));
        }
        Ok(value)
    }

    fn inverse(&mut self, f: Quotient) -> Result<Quotient, Overflow> {
        let pool = &mut self.model.pool;
        let zero = pool.int(0);
        let nonzero = pool.ne(f.num, zero)?;
        Ok(Quotient { num: f.den, den: f.num, defined: pool.and([f.defined, nonzero]) })
    }

    /// `f + sign * g`
    fn fraction_sum(&mut self, f: Quotient, g: Quotient, sign: i64) -> Result<Quotient, Overflow> {
        let (x, y, den) = self.common(f, g)?;
        let pool = &mut self.model.pool;
        Ok(Quotient { num: pool.linear([(1, x), (sign, y)], 0)?, den, defined: pool.and([f.defined, g.defined]) })
    }

    fn fraction_product(&mut self, f: Quotient, g: Quotient) -> Result<Quotient, Overflow> {
        let defined = self.model.pool.and([f.defined, g.defined]);
        if f.den == g.num {
            return Ok(Quotient { num: f.num, den: g.den, defined });
        }
        if f.num == g.den {
            return Ok(Quotient { num: g.num, den: f.den, defined });
        }
        let (f_num, g_den) = self.cancelled(f.num, g.den)?;
        let (g_num, f_den) = self.cancelled(g.num, f.den)?;
        let pool = &mut self.model.pool;
        Ok(Quotient { num: pool.mul(f_num, g_num)?, den: pool.mul(f_den, g_den)?, defined })
    }

    /// A quotient with a known denominator over a multiple of this one.
    fn over(&mut self, Quotient { num, den, defined }: Quotient, common: i64) -> Result<Quotient, Overflow> {
        let pool = &mut self.model.pool;
        let factor = pool.constant(den).map_or(1, |den| common / den);
        let factor = pool.int(factor);
        Ok(Quotient { num: pool.mul(num, factor)?, den: pool.int(common), defined })
    }

    /// Both numerators over one denominator, and that denominator.
    fn common(&mut self, f: Quotient, g: Quotient) -> Result<(ExprId, ExprId, ExprId), Overflow> {
        if f.den == g.den {
            return Ok((f.num, g.num, f.den));
        }
        let (for_g, for_f) = self.cancelled(f.den, g.den)?;
        let pool = &mut self.model.pool;
        Ok((pool.mul(f.num, for_f)?, pool.mul(g.num, for_g)?, pool.mul(f.den, for_f)?))
    }

    /// The same quotient with a nonnegative denominator.
    fn positive(&mut self, Quotient { num, den, defined }: Quotient) -> Result<Quotient, Overflow> {
        let pool = &mut self.model.pool;
        let (low, high) = pool.bounds(den);
        if low >= 0 {
            return Ok(Quotient { num, den, defined });
        }
        let (minus_num, minus_den) = (pool.neg(num)?, pool.neg(den)?);
        if high <= 0 {
            return Ok(Quotient { num: minus_num, den: minus_den, defined });
        }
        let zero = pool.int(0);
        let negative = pool.lt(den, zero)?;
        Ok(Quotient { num: pool.ite(negative, minus_num, num), den: pool.abs(den)?, defined })
    }

    /// A comparison where a side can be a fraction; false where a side is undefined.
    pub(super) fn compare_fractions(
        &mut self,
        op: CompareOp,
        (a, a_span): (&Value, Span),
        (b, b_span): (&Value, Span),
    ) -> Result<ExprId> {
        let (f, g) = (self.quotient(a, a_span)?, self.quotient(b, b_span)?);
        let compared = self.compare_quotients(op, f, g);
        self.overflow(compared, a_span.to(b_span))
    }

    fn compare_quotients(&mut self, op: CompareOp, mut f: Quotient, mut g: Quotient) -> Result<ExprId, Overflow> {
        if !matches!(op, CompareOp::Eq | CompareOp::Ne) {
            (f, g) = (self.positive(f)?, self.positive(g)?);
        }
        let (x, y, _) = self.common(f, g)?;
        let pool = &mut self.model.pool;
        let holds = match op {
            CompareOp::Ne => pool.ne(x, y)?,
            CompareOp::Lt => pool.lt(x, y)?,
            CompareOp::Le => pool.le(x, y)?,
            CompareOp::Gt => pool.lt(y, x)?,
            CompareOp::Ge => pool.le(y, x)?,
            _ => pool.eq(x, y)?,
        };
        Ok(pool.and([f.defined, g.defined, holds]))
    }

    /// A quotient where a whole number is needed; undefined where it is a fraction.
    pub(super) fn whole(&mut self, Quotient { num, den, defined }: Quotient, span: Span) -> Result<ExprId> {
        let pool = &mut self.model.pool;
        let mut whole = || {
            let (quotient, rest, zero) = (pool.div(num, den)?, pool.modulo(num, den)?, pool.int(0));
            let even = pool.eq(rest, zero)?;
            let even = pool.and([defined, even]);
            pool.only_where(quotient, even)
        };
        let whole = whole();
        self.overflow(whole, span)
    }

    /// Whether the value is no quotient, or one with a known denominator.
    pub(super) fn has_scale(&self, value: &Value) -> bool {
        let Value::Quotient(quotient) = value else { return true };
        self.model.pool.constant(quotient.den).is_some()
    }

    /// A number as a whole number times one over a known scale.
    pub(super) fn scaled(&mut self, value: &Value, span: Span) -> Result<(ExprId, i64)> {
        match value {
            Value::Fraction(num, den) => Ok((self.model.pool.int(*num), *den)),
            Value::Quotient(quotient) => self.quotient_scaled(*quotient, span),
            other => Ok((self.number(other, span)?, 1)),
        }
    }

    /// Numbers as whole numbers times one over a known scale that they share.
    pub(super) fn scaled_alike<'a>(
        &mut self,
        values: impl IntoIterator<Item = (&'a Value, Span)>,
        span: Span,
    ) -> Result<(Vec<ExprId>, i64)> {
        let scaled = values.into_iter().map(|(value, at)| self.scaled(value, at)).collect::<Result<Vec<_>>>()?;
        let scale = common_multiple(scaled.iter().map(|(_, scale)| *scale));
        let scale = self.overflow(scale.ok_or(Overflow), span)?;
        let mut whole = Vec::with_capacity(scaled.len());
        for (e, own) in scaled {
            if own == scale {
                whole.push(e);
                continue;
            }
            let pool = &mut self.model.pool;
            let factor = pool.int(scale / own);
            let product = pool.mul(e, factor);
            whole.push(self.overflow(product, span)?);
        }
        Ok((whole, scale))
    }

    /// A quotient times its denominator, or times the least common multiple of all denominators that it can have.
    fn quotient_scaled(&mut self, quotient: Quotient, span: Span) -> Result<(ExprId, i64)> {
        let positive = self.positive(quotient);
        let Quotient { num, den, defined } = self.overflow(positive, span)?;
        let (low, high) = self.model.pool.bounds(den);
        let least = low.max(1);
        let few = high.saturating_sub(least) < MOST_DENOMINATORS;
        let Some(scale) = few.then(|| common_multiple(least..=high)).flatten() else {
            let message =
                format!("the denominator of this quotient can be {least} to {high}, too many to compare exactly");
            let help = "write `//` to round down, or give the denominator a smaller domain";
            return fail(Diagnostic::at(Code::TooLarge, span, message).help(help));
        };
        let pool = &mut self.model.pool;
        let mut scaled = || {
            if low == high {
                return pool.only_where(num, defined);
            }
            let multiples = (least..=high).map(|den| {
                let factor = pool.int(scale / den);
                pool.mul(num, factor)
            });
            let multiples = multiples.collect::<Result<Vec<_>, Overflow>>()?;
            let index = pool.linear([(1, den)], 1 - least)?;
            let multiple = pool.element(&multiples, index)?;
            pool.only_where(multiple, defined)
        };
        let scaled = scaled();
        Ok((self.overflow(scaled, span)?, scale))
    }

    pub(super) fn not_whole<T>(&self, num: i64, den: i64, span: Span) -> Result<T> {
        let number = ratio(num, den, self.decimals);
        let message = format!("this must be a whole number, but it is {number}");
        let help = "`/` divides exactly, and a decimal is a fraction; to round a quotient down write `//`";
        fail(Diagnostic::at(Code::NotWhole, span, message).help(help))
    }

    /// A whole number over a known scale, as a value.
    pub(super) fn over_scale(&mut self, num: ExprId, scale: i64, span: Span) -> Result<Value> {
        let pool = &mut self.model.pool;
        let (den, defined) = (pool.int(scale), pool.defined(num));
        self.quotient_as_value(Quotient { num, den, defined }, span)
    }

    /// A power with an exponent of at least 0.
    pub(super) fn fraction_power(&mut self, base: &Value, exponent: i64, span: Span) -> Result<Value> {
        if exponent == 0 {
            // `0 * base + 1` is undefined with the base.
            let zero = self.fraction_arithmetic(BinaryOp::Mul, span, (&Value::Int(0), span), (base, span), span)?;
            return self.fraction_arithmetic(BinaryOp::Add, span, (&zero, span), (&Value::Int(1), span), span);
        }
        let mut power = Value::Int(1);
        for _ in 0..exponent {
            self.step(span)?;
            power = self.fraction_arithmetic(BinaryOp::Mul, span, (&power, span), (base, span), span)?;
        }
        Ok(power)
    }

    pub(super) fn absolute_fraction(&mut self, value: &Value, span: Span) -> Result<Value> {
        let Quotient { num, den, defined } = self.quotient(value, span)?;
        let (num, den) = (self.model.pool.abs(num), self.model.pool.abs(den));
        let (num, den) = (self.overflow(num, span)?, self.overflow(den, span)?);
        self.quotient_as_value(Quotient { num, den, defined }, span)
    }

    /// `if condition then f else g`, over a known denominator if both have one.
    pub(super) fn choose_fraction(
        &mut self,
        condition: ExprId,
        f: Quotient,
        g: Quotient,
    ) -> Result<Quotient, Overflow> {
        let pool = &self.model.pool;
        let known = pool.constant(f.den).and(pool.constant(g.den)).is_some();
        let (x, y, den) = if known { self.common(f, g)? } else { (f.num, g.num, f.den) };
        let pool = &mut self.model.pool;
        Ok(Quotient {
            num: pool.ite(condition, x, y),
            den: if known { den } else { pool.ite(condition, f.den, g.den) },
            defined: pool.ite_condition(condition, f.defined, g.defined),
        })
    }

    /// `list[index]` of numbers, some of which can be fractions.
    pub(super) fn fraction_element(&mut self, list: &[Value], index: ExprId, span: Span) -> Result<Value> {
        let mut list = list.iter().map(|v| self.quotient(v, span)).collect::<Result<Vec<_>>>()?;
        let known: Option<Vec<i64>> = list.iter().map(|q| self.model.pool.constant(q.den)).collect();
        let common = known.and_then(common_multiple);
        if let Some(common) = common {
            for quotient in &mut list {
                let same = self.over(*quotient, common);
                *quotient = self.overflow(same, span)?;
            }
        }
        let pool = &mut self.model.pool;
        let part = |of: fn(&Quotient) -> ExprId| list.iter().map(of).collect::<Vec<_>>();
        let mut element = || {
            let defined: Vec<ExprId> = part(|q| q.defined).into_iter().map(|c| pool.from_bool(c)).collect();
            let (has_value, one) = (pool.element(&defined, index)?, pool.int(1));
            Ok(Quotient {
                num: pool.element(&part(|q| q.num), index)?,
                den: match common {
                    Some(common) => pool.int(common),
                    None => pool.element(&part(|q| q.den), index)?,
                },
                defined: pool.eq(has_value, one)?,
            })
        };
        let element = element();
        let element = self.overflow(element, span)?;
        self.quotient_as_value(element, span)
    }

    /// An item as a quotient; where the item doesn't count it is `idle`, 0 or 1.
    fn counted(&mut self, item: &Item, idle: i64) -> Result<Quotient> {
        let f = self.quotient(&item.value, item.span)?;
        let pool = &mut self.model.pool;
        let other = Quotient { num: pool.int(idle), den: pool.int(1), defined: TRUE };
        let chosen = self.choose_fraction(item.guard, f, other);
        self.overflow(chosen, item.span)
    }

    /// A sum with fractions. Terms with the same denominator are added first.
    pub(super) fn sum_of_fractions(&mut self, items: &[Item], span: Span) -> Result<Value> {
        let mut terms = Vec::with_capacity(items.len());
        for item in items {
            self.step(span)?;
            terms.push(self.counted(item, 0)?);
        }
        terms.sort_by_key(|term| term.den);
        let pool = &mut self.model.pool;
        let mut total = Quotient { num: pool.int(0), den: pool.int(1), defined: TRUE };
        for group in terms.chunk_by(|a, b| a.den == b.den) {
            let pool = &mut self.model.pool;
            let num = pool.linear(group.iter().map(|term| (1, term.num)), 0);
            let defined = pool.and(group.iter().map(|term| term.defined));
            let group = num.map(|num| Quotient { num, den: group[0].den, defined });
            let added = group.and_then(|group| self.fraction_sum(total, group, 1)).and_then(|sum| self.reduced(sum));
            total = self.overflow(added, span)?;
        }
        self.quotient_as_value(total, span)
    }

    pub(super) fn product_of_fractions(&mut self, items: &[Item], span: Span) -> Result<Value> {
        let pool = &mut self.model.pool;
        let mut total = Quotient { num: pool.int(1), den: pool.int(1), defined: TRUE };
        for item in items {
            self.step(span)?;
            let f = self.counted(item, 1)?;
            let product = self.fraction_product(total, f).and_then(|product| self.reduced(product));
            total = self.overflow(product, span)?;
        }
        self.quotient_as_value(total, span)
    }

    /// The smallest or largest item that counts; undefined if none counts.
    pub(super) fn extreme_fraction(&mut self, items: &[Item], largest: bool, span: Span) -> Result<Value> {
        let op = if largest { CompareOp::Gt } else { CompareOp::Lt };
        let pool = &mut self.model.pool;
        let (zero, one) = (pool.int(0), pool.int(1));
        let (mut best, mut some) = (Quotient { num: zero, den: one, defined: TRUE }, FALSE);
        for item in items {
            self.step(span)?;
            let f = self.counted(item, 0)?;
            let better = self.compare_quotients(op, f, best);
            let better = self.overflow(better, span)?;
            let pool = &mut self.model.pool;
            let first = pool.not(some);
            let takes = pool.or([first, better]);
            let takes = pool.and([item.guard, takes]);
            some = pool.or([some, item.guard]);
            // Each item that counts must be defined, even if another is the extreme.
            let defined = pool.and([best.defined, f.defined]);
            let chosen = self.choose_fraction(takes, f, best);
            best = Quotient { defined, ..self.overflow(chosen, span)? };
        }
        let defined = self.model.pool.and([best.defined, some]);
        self.quotient_as_value(Quotient { defined, ..best }, span)
    }
}
