//! The best solutions: values, bounds and broken preferences, in words and as JSON.

use super::Drawing;
use super::drawing::say;
use super::statement_list::list_weighted;
use crate::narration::statement_text;
use sator_answer::{ObjectiveValue, Optimum, Sense, StatementRef, Unmet};
use sator_base::text::{counted, ratio};
use sator_model::Model;
use serde_json::{Value, json};

pub(super) fn draw_optimum(model: &Model, optimum: &Optimum, page: usize, out: &mut Drawing) {
    let (word, limit) = match optimum.sense {
        Sense::Most => ("maximum", "at most"),
        Sense::Least => ("minimum", "at least"),
        Sense::Penalty => ("penalty", "at least"),
    };
    let values = optimum.values_text();
    if optimum.is_proved() {
        let alone = if optimum.confirmed { "" } else { "; a second proof took too long" };
        say(out, &format!("{word} {values}, proved best{alone}"));
    } else {
        let open =
            optimum.objectives.iter().position(|objective| objective.bound != Some(objective.value)).unwrap_or(0);
        let of = if optimum.objectives.len() > 1 { format!("number {} ", open + 1) } else { String::new() };
        let bound = optimum.objectives[open].bound;
        let bound = bound.map(|bound| optimum.text(bound, &optimum.objectives[open]));
        let bound = bound.map_or(String::new(), |bound| format!(", {of}{limit} {bound}"));
        let gap = optimum.objectives[open].gap().map_or(String::new(), |gap| format!(" (gap {:.1} %)", gap * 100.0));
        let reason = optimum.stopped.as_ref().map_or(String::new(), |reason| format!(": {}", reason.text()));
        let what = if optimum.sense == Sense::Penalty { "penalty " } else { "" };
        say(out, &format!("best found {what}{values}{bound}{gap}, not proved{reason}"));
    }
    for same in optimum.broken.chunk_by(|a, b| a.weight == b.weight) {
        let because: Vec<StatementRef> = same.iter().map(|broken| broken.because.clone()).collect();
        list_weighted(model, same[0].weight, &because, page, out);
    }
    if !optimum.changed.is_empty() {
        say(out, &format!("{} changed (marked *)", counted(optimum.changed.len() as u64, "value")));
    }
}

pub(super) fn optimum_fields(model: &Model, optimum: &Optimum) -> Vec<(&'static str, Value)> {
    let mut fields = match (&optimum.objectives[..], optimum.sense) {
        ([objective], sense) => {
            let name = if sense == Sense::Penalty { "penalty" } else { "value" };
            vec![(name, value_of(objective)), ("bound", bound_of(objective))]
        }
        (objectives, _) => {
            let each = |of: fn(&ObjectiveValue) -> Value| objectives.iter().map(of).collect::<Vec<_>>();
            vec![("value", json!(each(value_of))), ("bound", json!(each(bound_of)))]
        }
    };
    fields.push(("optimal", json!(optimum.is_proved())));
    if !optimum.is_proved() {
        let gaps: Vec<Option<f64>> = optimum.objectives.iter().map(ObjectiveValue::gap).collect();
        fields.push(("gap", if let [gap] = gaps[..] { json!(gap) } else { json!(gaps) }));
    }
    if optimum.is_proved() && !optimum.confirmed {
        fields.push(("confirmed", json!(false)));
    }
    if optimum.sense == Sense::Penalty {
        let broken = optimum.broken.iter();
        let text = |b: &Unmet| statement_text(model, &b.because.name);
        let broken = broken.map(|b| json!({"line": b.because.line, "text": text(b), "weight": b.weight}));
        fields.push(("broken", broken.collect()));
    }
    fields
}

fn value_of(objective: &ObjectiveValue) -> Value {
    scaled(objective.value, objective.scale)
}

fn bound_of(objective: &ObjectiveValue) -> Value {
    objective.bound.map_or(Value::Null, |bound| scaled(bound, objective.scale))
}

/// A scaled number: a whole number or a decimal where it is one, else a text such as `7/3`.
fn scaled(value: i64, scale: i64) -> Value {
    let text = ratio(value, scale, true);
    match (text.parse::<i64>(), text.parse::<f64>()) {
        (Ok(whole), _) => json!(whole),
        (_, Ok(decimal)) => json!(decimal),
        _ => json!(text),
    }
}
