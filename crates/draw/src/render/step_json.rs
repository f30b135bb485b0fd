//! Steps and statements of explanations as JSON: their texts, and what they refer to.

use super::json;
use crate::narration::{cases, notation, sentence, statement_text};
use sator_answer::{BrokenStatement, Premise, StatementPart, StatementRef, Step};
use sator_model::{Atom, Model, UnknownId};
use serde_json::{Value, json};

/// The statements of an explanation.
pub(super) fn statements(model: &Model, because: &[StatementRef]) -> Vec<Value> {
    because.iter().map(|statement| statement_object(model, statement)).collect()
}

/// `{"line":3,"text":"sudoku(x) > row 1","kind":"house","cells":["r1c1",...]}`, with the number in `list` as `entry` if it was
/// typed at the prompt. What `redundant` leaves out has no `cells`.
pub fn statement_object(model: &Model, statement: &StatementRef) -> Value {
    let mut object = json!({"line": statement.line, "text": statement_text(model, &statement.name),
        "kind": kind(&statement.name.part)});
    if !statement.unknowns.is_empty() {
        object["cells"] = json!(names(model, &statement.unknowns));
    }
    if let Some(entry) = statement.entry {
        object["entry"] = json!(entry);
    }
    object
}

/// A broken statement, with the facts and cells of the board that break it.
pub fn broken_object(model: &Model, broken: &BrokenStatement) -> Value {
    let facts: Vec<String> = broken.facts.iter().map(|fact| fact.text(model)).collect();
    let cells: Vec<&str> = broken.facts.iter().map(|fact| &*model.unknown(fact.unknown).name).collect();
    json!({"statement": statement_object(model, &broken.statement), "cells": cells, "facts": facts})
}

fn kind(part: &StatementPart) -> &'static str {
    match part {
        StatementPart::Given(_) | StatementPart::GivenText(_) => "given",
        StatementPart::Label(_) => "label",
        StatementPart::Cage { .. } => "cage",
        StatementPart::Use(_) | StatementPart::NestedUses { .. } => "rule",
        StatementPart::Clue { .. } => "clue",
        StatementPart::House(_) | StatementPart::Line(_) => "house",
        StatementPart::Sentence(_) | StatementPart::About { .. } | StatementPart::Hidden => "part of a rule",
        StatementPart::Typed { .. } | StatementPart::Leaves(_) => "statement",
    }
}

/// The names of what is visible.
fn names(model: &Model, unknowns: &[UnknownId]) -> Vec<Value> {
    let visible = unknowns.iter().filter(|&&u| !model.unknown(u).hidden);
    visible.map(|&u| json!(model.unknown(u).name)).collect()
}

/// A step: `because` has its statements and the givens it uses, `from` what earlier steps found, `argument` what its `reason`
/// refers to, `notation` its one line in the notation of sudoku solvers.
pub(super) fn step_object(model: &Model, step: &Step) -> Value {
    // Statements of one name, and what hidden parts of a step rest on too, are named once.
    let mut because: Vec<&StatementRef> = Vec::new();
    let mut from = Vec::new();
    let premises = step.facts.iter().filter_map(|fact| match fact {
        Premise::Statement { statement, .. } => Some(&**statement),
        Premise::Step { number, conclusion } => {
            let text = conclusion.text_or_wording(model);
            from.push(number.map_or_else(|| json!({"text": text}), |n| json!({"step": n, "text": text})));
            None
        }
    });
    for statement in step.because.iter().chain(premises) {
        if !because.iter().any(|other| other.line == statement.line && other.name == statement.name) {
            because.push(statement);
        }
    }
    let text = match &step.condition {
        Some(condition) => condition.text.clone(),
        None => step.conclusions().iter().map(|l| l.text_or_wording(model)).collect::<Vec<_>>().join(", "),
    };
    let mut object = json!({"text": text, "technique": step.technique.name(), "effort": step.score(), "open": step.open,
        "reason": sentence(model, step),
        "concludes": atoms(model, step.conclusions()), "argument": argument(model, step, &because),
        "because": because.iter().map(|statement| statement_object(model, statement)).collect::<Vec<_>>(), "from": from});
    if let Some(notation) = notation(model, step) {
        object["notation"] = json!(notation);
    }
    let cases = cases(model, step);
    if !cases.is_empty() {
        object["cases"] = json!(cases);
    }
    object
}

/// Atoms about what is visible: `{"cell":"r1c2","value":5,"is":false}`.
fn atoms(model: &Model, atoms: &[Atom]) -> Vec<Value> {
    let visible = atoms.iter().filter(|atom| !model.unknown(atom.unknown).hidden);
    let object = |atom: &Atom| {
        let unknown = model.unknown(atom.unknown);
        json!({"cell": unknown.name, "value": json::value(model, unknown.kind, atom.value), "is": atom.is})
    };
    visible.map(object).collect()
}

/// The cells, values and statements that the argument refers to. Statements are positions in `because`, from 0.
fn argument(model: &Model, step: &Step, because: &[&StatementRef]) -> Value {
    let mut found = step.inference.references();
    for contribution in &step.contributions {
        found.merge(contribution.references());
    }
    let mut statements: Vec<usize> = Vec::new();
    for name in &found.statements {
        let at = because.iter().position(|statement| statement.name == **name);
        statements.extend(at.filter(|at| !statements.contains(at)));
    }
    let value = |&(cell, value): &(UnknownId, i64)| json::value(model, model.unknown(cell).kind, value);
    let visible = found.values.iter().filter(|(cell, _)| !model.unknown(*cell).hidden);
    let values: Vec<Value> = visible.map(value).collect();
    json!({"cells": names(model, &found.cells), "values": values, "statements": statements})
}
