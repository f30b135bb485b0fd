//! `stats` in words and as JSON.

use super::json::AnswerObject;
use sator_answer::{Confirmations, Stats};
use sator_base::method::Work;
use sator_base::text::counted;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// Improvements of an objective at the beginning and at the end of a long list that `stats` shows. JSON has them all.
const SHOWN_IMPROVEMENTS: usize = 10;

/// Sizes, what the search did, and how the objective improved.
pub(super) fn stats_text(stats: &Stats) -> String {
    let mut lines = vec![format!(
        "{} statements, {} unknowns, {} constraints, {} expressions",
        stats.statements, stats.unknowns, stats.constraints, stats.expressions
    )];
    if let Some((encoding, engine, size)) = &stats.formula {
        lines.push(format!(
            "{} formula by {engine}: {}, {}",
            encoding.name(),
            counted(size.variables as u64, "variable"),
            counted(size.assertions as u64, "assertion")
        ));
    }
    let work = |what: &str, work: &Work| {
        let Work { conflicts, decisions, propagations, restarts } = work;
        let parts =
            [(conflicts, "conflict"), (decisions, "decision"), (propagations, "propagation"), (restarts, "restart")];
        format!("{what}: {}", parts.map(|(count, word)| counted(*count, word)).join(", "))
    };
    lines.extend(stats.engine.as_ref().map(|engine| work("the engine since then", engine)));
    if !stats.statistics.is_empty() {
        let number = |value: f64| if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.3}") };
        let parts = stats.statistics.iter().map(|(name, value)| format!("{name} {}", number(*value)));
        lines.push(format!("Z3 itself: {}", parts.collect::<Vec<_>>().join(", ")));
    }
    lines.extend(stats.depth_first.as_ref().map(|search| work("depth-first search", search)));
    lines.extend(improvements(stats));
    let [reading, encoding] = stats.times;
    lines.push(format!("read in {}, formula made in {}", seconds(reading), seconds(encoding)));
    if stats.memory > 0 {
        lines.push(format!("{:.1} MiB in use", stats.memory as f64 / f64::from(1 << 20)));
    }
    if stats.kept {
        lines.push("the current solution was kept without a search: it meets what was added since".into());
    }
    let Confirmations { by_encoding, by_solver, by_kernel, steps } = stats.confirmed;
    if by_encoding + by_solver > 0 {
        lines.push(format!(
            "explanations confirmed: {by_encoding} by the other encoding, {by_solver} by a second solver of the same"
        ));
    }
    if by_kernel > 0 {
        lines.push(format!("explanations confirmed by a proof that the kernel of sator-check replayed: {by_kernel}"));
    }
    if steps > 0 {
        lines.push(format!("steps found without a solver and confirmed by one: {steps}"));
    }
    lines
        .extend(stats.last.map(|(query, took)| format!("{} took {:.1} ms", query.word(), took.as_secs_f64() * 1000.0)));
    lines.join("\n")
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// The times of the first and the best solution, and of each better value or bound.
fn improvements(stats: &Stats) -> Vec<String> {
    let list = &stats.improvements;
    let Some((first, last)) = list.iter().find(|i| i.value.is_some()).zip(list.last()) else { return vec![] };
    let best = list.iter().find(|i| i.value == last.value).unwrap_or(last);
    let number = |value: Option<i64>| value.map_or("unknown".into(), |value| value.to_string());
    let head = format!("first solution after {}, the best one after {}", seconds(first.at), seconds(best.at));
    let line = |i: &sator_answer::Improvement| {
        format!("  after {} best {}, bound {}", seconds(i.at), number(i.value), number(i.bound))
    };
    let mut lines = vec![head];
    match list.len().checked_sub(2 * SHOWN_IMPROVEMENTS).filter(|&left_out| left_out > 0) {
        Some(left_out) => {
            lines.extend(list[..SHOWN_IMPROVEMENTS].iter().map(line));
            lines.push(format!("  {left_out} more"));
            lines.extend(list[list.len() - SHOWN_IMPROVEMENTS..].iter().map(line));
        }
        None => lines.extend(list.iter().map(line)),
    }
    lines
}

/// The fields of `stats`.
pub(super) fn stats_fields(object: AnswerObject, stats: &Stats) -> AnswerObject {
    let ms = |time: Duration| time.as_micros() as f64 / 1000.0;
    let work = |work: &Work| {
        json!({"conflicts": work.conflicts, "decisions": work.decisions, "propagations": work.propagations,
            "restarts": work.restarts})
    };
    let statistics: Option<Map<String, Value>> = (!stats.statistics.is_empty()).then(|| {
        let number = |value: f64| if value.fract() == 0.0 { json!(value as u64) } else { json!(value) };
        stats.statistics.iter().map(|(name, value)| (name.clone(), number(*value))).collect()
    });
    let formula = stats.formula.as_ref().map(|(encoding, engine, size)| {
        json!({"encoding": encoding.name(), "engine": engine, "variables": size.variables,
            "assertions": size.assertions, "work": stats.engine.as_ref().map(work), "z3": statistics})
    });
    let improvements: Vec<_> =
        stats.improvements.iter().map(|i| json!({"ms": ms(i.at), "value": i.value, "bound": i.bound})).collect();
    let last = stats.last.map(|(query, took)| json!({"query": query.word(), "ms": ms(took)}));
    let Confirmations { by_encoding, by_solver, by_kernel, steps } = stats.confirmed;
    let [reading, formulas] = stats.times.map(ms);
    object
        .with("statements", stats.statements)
        .with("unknowns", stats.unknowns)
        .with("constraints", stats.constraints)
        .with("expressions", stats.expressions)
        .with("formula", formula)
        .with("search", stats.depth_first.as_ref().map(work))
        .with("improvements", improvements)
        .with("times", json!({"reading": reading, "formula": formulas}))
        .with("memory", stats.memory)
        .with("kept", stats.kept)
        .with(
            "confirmed",
            json!({"by_encoding": by_encoding, "by_solver": by_solver, "by_kernel": by_kernel, "steps": steps}),
        )
        .with("last", last)
}
