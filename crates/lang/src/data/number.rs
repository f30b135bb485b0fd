//! Decimal numbers, exactly.

use crate::elaborate::value::Value;
use sator_model::interval::gcd;

/// A text read as a decimal number.
pub(crate) enum Decimal {
    /// A whole number or a fraction.
    Number(Value),
    /// The text is no number.
    NoNumber,
    /// Numerator or denominator doesn't fit 64 bits.
    TooLarge,
}

/// `12`, `-3.50`, `1e6`, `2.5E-3`. A whole number with superfluous leading zeros, such as `007`, is a word.
pub(crate) fn decimal(text: &str) -> Decimal {
    let Some((negative, whole, part, exponent)) = parts(text) else { return Decimal::NoNumber };
    if whole.len() > 1 && whole.starts_with('0') {
        return Decimal::NoNumber;
    }
    let part = part.trim_end_matches('0');
    let exact = || -> Option<Value> {
        let digits: i64 = format!("{whole}{part}").parse().ok()?;
        let shift = exponent.checked_sub(part.len() as i64)?;
        if digits == 0 {
            return Some(Value::Int(0));
        }
        let power = 10i64.checked_pow(u32::try_from(shift.unsigned_abs()).ok()?)?;
        let digits = if negative { -digits } else { digits };
        if shift >= 0 {
            return digits.checked_mul(power).map(Value::Int);
        }
        let common = i64::try_from(gcd(digits.unsigned_abs(), power.unsigned_abs())).ok()?;
        Some(match power / common {
            1 => Value::Int(digits / common),
            den => Value::Fraction(digits / common, den),
        })
    };
    exact().map_or(Decimal::TooLarge, Decimal::Number)
}

/// Sign, digits before the point, digits behind it, exponent.
fn parts(text: &str) -> Option<(bool, &str, &str, i64)> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (number, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, exponent.parse().ok()?),
        None => (unsigned, 0),
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (digits(whole) && digits(part)).then_some((text.starts_with('-'), whole, part, exponent))
}
