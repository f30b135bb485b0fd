//! Blocks of consecutive yes cells, as in nonograms and around the clues of Tapa.

use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::elaborate::value::Args;
use crate::elaborate::{Elaborator, Value};
use sator_base::source::Span;
use sator_model::node::{FALSE, TRUE};
use sator_model::{BlockLine, ExprId};

/// Longer rings have too many patterns to list.
const LONGEST_RING: usize = 12;

/// The blocks of consecutive yes have exactly the given lengths in order; "?" is any length. Built from the end of the
/// list: `fits[i]` holds if the remaining blocks fit from position i on.
pub(super) fn runs(el: &mut Elaborator, args: Args) -> Result<Value> {
    let ((list, list_span), (lengths, lengths_span)) = (args.get(0), args.get(1));
    let lengths = match lengths {
        Value::Int(_) | Value::Str(_) => vec![length(el, lengths, lengths_span)?],
        other => {
            let items = el.list(other, lengths_span)?;
            items.iter().map(|v| length(el, v, lengths_span)).collect::<Result<Vec<_>>>()?
        }
    };
    let lengths: Vec<Length> = lengths.into_iter().filter(|&k| k != Some(0)).collect();
    if lengths.iter().any(|k| k.is_some_and(|k| k < 0)) {
        return fail(Diagnostic::at(Code::Domain, lengths_span, "the length of a block is at least 1"));
    }
    let list = el.list(list, list_span)?;
    let ring = match args.named("ring") {
        None | Some((Value::Bool(false), _)) => false,
        Some((Value::Bool(true), _)) => true,
        Some((other, span)) => return el.wrong_type("true or false", other, span),
    };
    let yes = list.iter().map(|v| el.condition(v, list_span)).collect::<Result<Vec<_>>>()?;
    if ring {
        return on_ring(el, &yes, &lengths, args.span);
    }
    let n = yes.len();
    let no: Vec<ExprId> = yes.iter().map(|&e| el.model.pool.not(e)).collect();
    // Without blocks left, all following cells are no.
    let mut fits = vec![TRUE; n + 2];
    for i in (0..n).rev() {
        fits[i] = el.model.pool.and([no[i], fits[i + 1]]);
    }
    for &length in lengths.iter().rev() {
        let mut with = vec![FALSE; n + 2];
        // The rest of a block of unknown length from this position on.
        let mut rest = FALSE;
        for i in (0..n).rev() {
            el.tick_many(length.map_or(1, |k| (k as usize).min(n)), args.span)?;
            el.step(args.span)?;
            let later = el.model.pool.and([no[i], with[i + 1]]);
            let here = match length {
                Some(k) => {
                    let end = i + (k as usize).min(n + 1);
                    let after = after_block(el, &no, &fits, end);
                    let block = yes[i..end.min(n)].iter().copied().chain([after]);
                    el.model.pool.and(block)
                }
                None => {
                    let after = after_block(el, &no, &fits, i + 1);
                    let goes_on = el.model.pool.or([after, rest]);
                    rest = el.model.pool.and([yes[i], goes_on]);
                    rest
                }
            };
            with[i] = el.model.pool.or([later, here]);
        }
        fits = with;
    }
    let lengths = lengths.iter().map(|&length| length.and_then(|k| usize::try_from(k).ok())).collect();
    el.model.block_lines.push(BlockLine { expr: fits[0], line: yes.into(), lengths });
    Ok(el.condition_as_value(fits[0]))
}

/// The length of a block; `None` for "?".
type Length = Option<i64>;

fn length(el: &mut Elaborator, value: &Value, span: Span) -> Result<Length> {
    match value {
        Value::Str(word) if &**word == "?" => Ok(None),
        other => el.known_int(other, span).map(Some),
    }
}

/// The condition on the rest after a block that ends before `end`: a gap, and the remaining blocks.
fn after_block(el: &mut Elaborator, no: &[ExprId], fits: &[ExprId], end: usize) -> ExprId {
    match no.get(end) {
        Some(&gap) => el.model.pool.and([gap, fits[end + 1]]),
        None if end == no.len() => fits[end],
        None => FALSE,
    }
}

/// The blocks on a ring, in any order. A clause forbids each pattern with other blocks.
fn on_ring(el: &mut Elaborator, yes: &[ExprId], lengths: &[Length], span: Span) -> Result<Value> {
    let n = yes.len();
    if n > LONGEST_RING {
        let message = format!("a ring of {n} places is too long: the most is {LONGEST_RING}");
        return fail(Diagnostic::at(Code::TooLarge, span, message));
    }
    let mut parts = Vec::new();
    for pattern in 0..1u32 << n {
        let on = |i: usize| pattern >> (i % n.max(1)) & 1 == 1;
        if agree(blocks(n, on), lengths) {
            continue;
        }
        el.step(span)?;
        let literals: Vec<ExprId> = (0..n).map(|i| if on(i) { el.model.pool.not(yes[i]) } else { yes[i] }).collect();
        parts.push(el.model.pool.or(literals));
    }
    let e = el.model.pool.and(parts);
    Ok(el.condition_as_value(e))
}

/// Whether these are as many blocks as wanted, with the known lengths among them.
fn agree(mut blocks: Vec<i64>, wanted: &[Length]) -> bool {
    blocks.len() == wanted.len()
        && wanted
            .iter()
            .flatten()
            .all(|k| blocks.iter().position(|b| b == k).map(|at| blocks.swap_remove(at)).is_some())
}

/// The lengths of the blocks on a ring of n places.
fn blocks(n: usize, on: impl Fn(usize) -> bool) -> Vec<i64> {
    let Some(gap) = (0..n).find(|&i| !on(i)) else {
        return if n == 0 { vec![] } else { vec![n as i64] };
    };
    let mut found = vec![];
    let mut length = 0;
    for i in gap + 1..=gap + n {
        if on(i) {
            length += 1;
        } else if length > 0 {
            found.push(length);
            length = 0;
        }
    }
    found
}
