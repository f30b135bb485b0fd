//! Sets of known values and places.

use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::elaborate::value::{Args, Key};
use crate::elaborate::{Elaborator, Value};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The elements of each argument with their identities.
fn sets(el: &Elaborator, args: &Args) -> Result<Vec<Vec<(Key, Value)>>> {
    let set = |(value, span): &(Value, sator_base::source::Span)| {
        let items: Arc<[Value]> = el.list(value, *span)?;
        let keyed = items.iter().map(|item| {
            let mut key = Key::new();
            let written = item.write_key(&mut key, &el.limits).map_err(|reason| Diagnostic::stopped(reason, *span))?;
            if !written || matches!(item, Value::Expr(..) | Value::Quotient(_)) {
                let error = Diagnostic::at(Code::NotKnown, *span, "the elements of these sets must be known now");
                return fail(error.help("of unknown values, `count` and `occurs` say how many there are"));
            }
            Ok((key, item.clone()))
        });
        keyed.collect::<Result<Vec<_>>>()
    };
    args.positional.iter().map(set).collect()
}

/// The elements of the first set, then those of the others, each once.
pub(super) fn union(el: &mut Elaborator, args: Args) -> Result<Value> {
    let mut seen = FxHashSet::default();
    let all = sets(el, &args)?.into_iter().flatten();
    Ok(Value::Set(all.filter(|(key, _)| seen.insert(key.clone())).map(|(_, item)| item).collect()))
}

/// The elements of the first set that all others have.
pub(super) fn intersection(el: &mut Elaborator, args: Args) -> Result<Value> {
    kept(el, &args, |others, key| others.iter().all(|other| other.contains(key)))
}

/// The elements of the first set that no other has.
pub(super) fn minus(el: &mut Elaborator, args: Args) -> Result<Value> {
    kept(el, &args, |others, key| !others.iter().any(|other| other.contains(key)))
}

/// The elements of the first set that `keep` picks, each once.
fn kept(el: &Elaborator, args: &Args, keep: impl Fn(&[FxHashSet<Key>], &Key) -> bool) -> Result<Value> {
    let mut sets = sets(el, args)?.into_iter();
    let first = sets.next().unwrap_or_default();
    let others: Vec<FxHashSet<Key>> = sets.map(|set| set.into_iter().map(|(key, _)| key).collect()).collect();
    let mut seen = FxHashSet::default();
    let kept = first.into_iter().filter(|(key, _)| keep(&others, key) && seen.insert(key.clone()));
    Ok(Value::Set(kept.map(|(_, item)| item).collect()))
}
