//! Arithmetic of intervals and the language's division, on plain numbers.

/// Smallest and largest value.
pub type Bounds = (i64, i64);

/// A value could leave 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overflow;

/// The largest magnitude of the variable part of an expression.
pub const MOST: i128 = i64::MAX as i128 / 2;

/// Bounds of a condition that is not decided.
pub const OPEN: Bounds = (0, 1);

/// Bounds of a decided condition.
pub fn truth(known: bool) -> Bounds {
    (known as i64, known as i64)
}

/// Bounds of the smallest (or largest) of several values.
pub fn extreme(parts: impl Iterator<Item = Bounds>, largest: bool) -> Bounds {
    let worse = |a: Bounds, b: Bounds| (a.0.min(b.0), a.1.min(b.1));
    let better = |a: Bounds, b: Bounds| (a.0.max(b.0), a.1.max(b.1));
    parts.reduce(if largest { better } else { worse }).unwrap_or((0, 0))
}

/// Bounds of a value that lies within one of two bounds.
pub fn union(a: Bounds, b: Bounds) -> Bounds {
    (a.0.min(b.0), a.1.max(b.1))
}

/// Bounds that contain all these values; 0..0 if there are none.
///
/// # Errors
/// [`Overflow`] if a bound lies outside the numbers of a model.
pub fn span(values: impl IntoIterator<Item = i128>) -> Result<Bounds, Overflow> {
    let values = values.into_iter().map(|v| (v, v));
    varying(values.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((0, 0)))
}

/// Checks bounds of a variable part against [`MOST`].
///
/// # Errors
/// [`Overflow`] if a bound lies outside the numbers of a model.
pub fn varying((lo, hi): (i128, i128)) -> Result<Bounds, Overflow> {
    if lo < -MOST || hi > MOST { Err(Overflow) } else { Ok((lo as i64, hi as i64)) }
}

/// `a / b` rounded down; `None` when `b` is 0 or the result leaves 64 bits.
pub fn floor_div(a: i64, b: i64) -> Option<i64> {
    let q = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { q - 1 } else { q })
}

/// Remainder of [`floor_div`], with the sign of `b`, which is not 0.
pub fn floor_mod(a: i64, b: i64) -> i64 {
    let r = a.wrapping_rem(b);
    if r != 0 && (r < 0) != (b < 0) { r + b } else { r }
}

/// Greatest common divisor; 0 divides only 0.
pub fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
