//! The `int` formula as SMT-LIB 2.6 text with the names of the script, for other solvers.

use super::int::Int;
use super::{Formula, Stopped};
use rustc_hash::FxHashSet;
use sator_base::limits::{Limits, Reason};
use sator_model::{ExprId, Model, UnknownId};

/// All constraints of the model in SMT-LIB 2.6, followed by `(check-sat)`.
///
/// # Errors
/// A limit ended the lowering early.
pub fn smt2_text(model: &Model, limits: &Limits) -> Result<String, Reason> {
    let mut int = Int::without_cuts();
    let conditions: Vec<ExprId> = model.constraints.iter().map(|c| c.expr).collect();
    int.add_constraints(model.expressions(), &conditions, limits).map_err(|Stopped(reason)| reason)?;
    let mut taken = FxHashSet::default();
    let names: Vec<String> = (0..model.unknowns.len()).map(|i| symbol(model, i, &mut taken)).collect();
    let mut text = String::from("; made by sator; (get-model) behind (check-sat) shows a solution\n");
    if let Some(title) = &model.title {
        text.push_str(&format!("; {}\n", title.replace(|c: char| c.is_control(), " ")));
    }
    if !model.preferences.is_empty() {
        text.push_str(&format!("; left out: {}\n", model.preferences_text()));
    }
    text.push_str(&int.smt2(&names, limits)?);
    Ok(text)
}

/// The name of an unknown as a quoted symbol, distinct even if two unknowns have the same name.
fn symbol(model: &Model, unknown: usize, taken: &mut FxHashSet<String>) -> String {
    let name: String = model.unknown(UnknownId::at(unknown)).name.clone();
    let name: String = name.chars().map(|c| if matches!(c, '|' | '\\') || c.is_control() { '_' } else { c }).collect();
    let mut symbol = format!("|{name}|");
    let mut number = 2;
    while !taken.insert(symbol.clone()) {
        symbol = format!("|{name} {number}|");
        number += 1;
    }
    symbol
}
