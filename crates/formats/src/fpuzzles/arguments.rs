//! Comparison of a rule's arguments with a field of the format.

use sator_model::Argument;

/// Whether both have the same elements, disregarding repeats.
pub(super) fn same<T: Ord>(a: impl IntoIterator<Item = T>, b: impl IntoIterator<Item = T>) -> bool {
    let sorted = |items: Vec<T>| -> Vec<T> {
        let mut items = items;
        items.sort();
        items.dedup();
        items
    };
    sorted(a.into_iter().collect()) == sorted(b.into_iter().collect())
}

/// A list of numbers.
pub(super) fn numbers(argument: &Argument) -> Option<Vec<i64>> {
    let number = |item: &Argument| if let Argument::Int(n) = item { Some(*n) } else { None };
    match argument {
        Argument::Int(n) => Some(vec![*n]),
        Argument::List(items) => items.iter().map(number).collect(),
        _ => None,
    }
}
