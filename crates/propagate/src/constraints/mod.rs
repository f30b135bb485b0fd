//! The constraints, each in a file with its algorithm.

mod absolute;
mod choice;
mod clause;
mod cover;
mod cumulative;
mod disjunctive;
mod distinct;
mod element;
mod extreme;
mod function;
mod graph;
mod linear;
mod pair;
mod pairing;
mod product;
mod table;
#[cfg(test)]
pub(crate) mod tests;

pub use absolute::Absolute;
pub use choice::Choice;
pub use clause::{Equivalent, Junction, Unit};
pub use cover::Cover;
pub use cumulative::{Cumulative, Task};
pub use disjunctive::Disjunctive;
pub use distinct::Distinct;
pub use element::{Element, Operand};
pub use extreme::Extreme;
pub use function::Function;
pub use graph::{GraphCondition, GraphTest, GraphVars, PieceSize};
pub use linear::{Linear, Part};
pub use pair::Pair;
pub use pairing::Pairing;
pub use product::Product;
pub use table::Table;

use crate::event::{Conflict, Narrowed};
use crate::ids::Var;
use crate::store::Store;

/// Sizes up to which a domain is filtered value by value rather than by its bounds.
const BY_VALUE: u64 = 64;

/// Leaves both variables the values that they share: by bounds, and value by value in small domains.
fn equate(store: &mut Store, a: Var, b: Var) -> Narrowed {
    for (from, to) in [(a, b), (b, a)] {
        store.effort += 1;
        store.at_least(to, store.min(from))?;
        store.at_most(to, store.max(from))?;
    }
    if store.size(a) <= BY_VALUE && store.size(b) <= BY_VALUE && store.size(a) != store.size(b) {
        share(store, a, b)?;
        share(store, b, a)?;
    }
    match (store.value(a), store.value(b)) {
        (Some(x), Some(y)) if x != y => Err(Conflict),
        _ => Ok(()),
    }
}

/// Removes the values of `a` that `b` can't have.
fn share(store: &mut Store, a: Var, b: Var) -> Narrowed {
    let out: Vec<i64> = store.values(a).filter(|&value| !store.contains(b, value)).collect();
    store.effort += store.size(a);
    out.into_iter().try_for_each(|value| store.remove(a, value))
}

/// Whether two domains can share a value. `true` if only their bounds overlap and the domains are large.
fn overlap(store: &Store, a: Var, b: Var) -> bool {
    let (lo, hi) = (store.min(a).max(store.min(b)), store.max(a).min(store.max(b)));
    if lo > hi {
        return false;
    }
    let (small, other) = if store.size(a) <= store.size(b) { (a, b) } else { (b, a) };
    store.size(small) > BY_VALUE || store.values(small).any(|value| store.contains(other, value))
}
