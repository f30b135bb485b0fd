//! Answers about solutions, as drawings.

use super::super::drawing::say;
use super::super::explanation::fix_text;
use super::super::scene::draw_solution;
use super::super::variables::draw_lists;
use super::super::{CellText, Drawing, Look, candidates, draw_answer, draw_grid, draw_lines, side_by_side};
use crate::scene::{List, givens, known_text};
use sator_answer::{Answer, CandidateCounts, Fix, Grade, Shared, SolutionsLeft};
use sator_base::limits::Reason;
use sator_base::natural::Natural;
use sator_base::text::{counted, visible};
use sator_lang::syntax::ast::Query;
use sator_model::{Assignment, Domain, GridId, Model, UnknownId};

/// A solution, with the number of values that differ from the solution before.
pub(super) fn draw_one(model: &Model, assignment: &Assignment, changed: &[UnknownId], look: &Look, out: &mut Drawing) {
    out.append(draw_solution(model, assignment, changed, look));
    if !changed.is_empty() {
        say(out, &format!("{} changed (marked *)", counted(changed.len() as u64, "value")));
    }
}

pub(super) fn no_solution(query: Query) -> &'static str {
    match query {
        Query::Another => "no solution at all",
        Query::Try => "no longer solvable",
        _ => "no solution",
    }
}

/// The only solution; without a picture if that was `shown` before.
pub(super) fn draw_unique(model: &Model, assignment: &Assignment, shown: bool, look: &Look, out: &mut Drawing) {
    let of = if model.untranslated.is_empty() { "" } else { " of what was understood" };
    if shown {
        say(out, &format!("unique: there is no other solution{of}"));
    } else {
        out.append(draw_solution(model, assignment, &[], look));
        say(out, &format!("unique: this is the only solution{of}"));
    }
}

/// Two solutions, and the cells that would make the first one unique.
pub(super) fn draw_two(
    model: &Model,
    [first, second]: [&Assignment; 2],
    changed: &[UnknownId],
    (fix, fix_limit): (&Fix, usize),
    look: &Look,
    out: &mut Drawing,
) {
    let values = counted(changed.len() as u64, "value");
    say(out, &format!("not unique: two solutions that differ in {values} (marked *)"));
    let drawn = [first, second].map(|assignment| draw_solution(model, assignment, changed, look));
    out.append(side_by_side(drawn.into(), look.width));
    say(out, &fix_text(model, fix, fix_limit));
}

/// The values that are left to each cell, by steps up to a grade or in solutions.
pub(super) fn draw_values(
    model: &Model,
    values: &[Domain],
    up_to: Option<Grade>,
    counts: Option<&CandidateCounts>,
    stopped: Option<&Reason>,
    look: &Look,
) -> Drawing {
    let mut out = candidates::draw_candidates(model, &|u| values[u].clone(), look);
    if let Some(grade) = up_to {
        let steps = format!("left after all steps up to the grade {grade}");
        say(&mut out, &stopped.map_or(steps.clone(), |r| format!("incomplete ({}): {steps}", r.text())));
        return out;
    }
    if let Some(counts) = counts {
        out.append(candidates::draw_counts(model, values, counts, look));
    }
    if let Some(reason) = stopped {
        let text = format!("incomplete ({}): these values occur in a solution, others may as well", reason.text());
        say(&mut out, &text);
    }
    out
}

/// The solutions after the first `reported`, and whether there are more.
pub(super) fn draw_all(
    model: &Model,
    list: &[Assignment],
    reported: usize,
    (complete, stopped): (bool, Option<&Reason>),
    look: &Look,
    out: &mut Drawing,
) {
    out.append(draw_solution_list(model, list, &Look { drawn: look.drawn.max(reported), ..*look }));
    say(out, &list_text(list.len(), complete, stopped));
}

fn list_text(count: usize, complete: bool, stopped: Option<&Reason>) -> String {
    let found = counted(count as u64, "solution");
    match (complete, stopped) {
        (true, _) => format!("{found}, and no other"),
        (false, None) => format!("{found}; there are more"),
        (false, Some(reason)) if count == 0 => none_found(reason),
        (false, Some(reason)) => format!("{found}; then stopped: {}", reason.text()),
    }
}

/// A search that stopped before its first solution has shown nothing: there can be solutions or none.
fn none_found(reason: &Reason) -> String {
    format!("unknown whether there is a solution: {}", reason.text())
}

/// Solutions with their numbers, without the first `look.drawn`, which are drawn already.
pub(in super::super) fn draw_solution_list(model: &Model, list: &[Assignment], look: &Look) -> Drawing {
    let mut out = Drawing::new();
    for (i, assignment) in list.iter().enumerate().skip(look.drawn) {
        draw_numbered(model, i + 1, assignment, look, &mut out);
    }
    out
}

pub(super) fn draw_numbered(model: &Model, number: usize, assignment: &Assignment, look: &Look, out: &mut Drawing) {
    say(out, &format!("solution {number}:"));
    out.append(draw_solution(model, assignment, &[], look));
}

pub(super) fn count_text(count: u64, beyond: Option<&Natural>, exact: bool, stopped: Option<&Reason>) -> String {
    let solutions = solutions_text(count, beyond);
    match (exact, stopped) {
        (true, _) if count == 0 => "no solution".into(),
        (true, _) => solutions,
        (false, None) => format!("more than {solutions}"),
        (false, Some(reason)) if count == 0 && beyond.is_none() => none_found(reason),
        (false, Some(reason)) => format!("at least {solutions}, then stopped: {}", reason.text()),
    }
}

/// `1 solution`.
pub(super) fn solutions_text(count: u64, beyond: Option<&Natural>) -> String {
    beyond.map_or_else(|| counted(count, "solution"), |number| format!("{number} solutions"))
}

pub(super) fn draw_forced(
    model: &Model,
    values: &[Option<i64>],
    stopped: Option<&Reason>,
    look: &Look,
    out: &mut Drawing,
) {
    if let Some(reason) = stopped {
        say(out, &format!("unknown: {}", reason.text()));
        return;
    }
    let text = |u: UnknownId| values[u].map_or(CellText::UNKNOWN, |value| CellText::value(model, u, value));
    out.append(draw_answer(model, &text, look));
    let visible: Vec<UnknownId> = model.visible().collect();
    let forced = visible.iter().filter(|u| values[**u].is_some()).count();
    say(out, &format!("{forced} of {} forced", visible.len()));
}

/// The current solution, or else the givens; only the things named, if any are.
pub(in super::super) fn draw_known(
    model: &Model,
    assignment: Option<&Assignment>,
    names: &[String],
    style: &dyn Fn(UnknownId, CellText) -> CellText,
    look: &Look,
) -> Drawing {
    let givens = if assignment.is_none() { givens(model) } else { vec![] };
    let text = |u: UnknownId| {
        style(u, assignment.map_or_else(|| known_text(model, &givens, u), |a| CellText::value(model, u, a.get(u))))
    };
    if names.is_empty() {
        return draw_answer(model, &text, look);
    }
    let mut out = Drawing::new();
    for name in names {
        if let Some(i) = model.grids.iter().position(|g| g.name == *name) {
            let grid = GridId::at(i);
            let drawing = draw_grid(model, grid, &text, look);
            out.append(if names.len() > 1 { drawing.titled(&format!("{name}:")) } else { drawing });
        }
        if let Some(lines) = model.lines.iter().find(|l| l.name == *name) {
            let drawing = draw_lines(model, lines, &text, look);
            out.append(if names.len() > 1 { drawing.titled(&format!("{name}:")) } else { drawing });
        }
    }
    if names.iter().any(|n| model.variables.iter().any(|v| v.is_called(n))) {
        let named = |list: &List| names.iter().any(|name| list.is_called(name));
        let lists: Vec<List> = List::all(model, &text).into_iter().filter(named).collect();
        out.append(draw_lists(&lists, look.width));
    }
    out
}

/// A puzzle as one line for another program: the line or its file, and what the line leaves out.
pub(super) fn draw_shared(shared: &Shared, out: &mut Drawing) {
    match &shared.path {
        Some(path) => say(out, &format!("wrote {}", visible(path))),
        None => out.append(Drawing::text(&shared.text)),
    }
    for what in &shared.left_out {
        say(out, &format!("left out: {}", visible(what)));
    }
    if let Some(left) = &shared.without {
        say(out, &solutions_left(left));
    }
}

fn solutions_left(left: &SolutionsLeft) -> String {
    match left {
        SolutionsLeft { count: 0, stopped: Some(reason), .. } => {
            format!("whether the exported puzzle has one solution is unknown: {}", reason.text())
        }
        SolutionsLeft { count: 1, exact: true, .. } => "the exported puzzle still has exactly one solution".into(),
        SolutionsLeft { count, exact, stopped } => {
            format!("the exported puzzle has {}", count_text(*count, None, *exact, stopped.as_ref()))
        }
    }
}

/// Under answers on the whole puzzle: what of it they leave out.
pub(super) fn draw_untranslated(model: &Model, answer: &Answer, out: &mut Drawing) {
    let whole = matches!(
        answer,
        Answer::Solution { .. }
            | Answer::None
            | Answer::Unique { .. }
            | Answer::Multiple { .. }
            | Answer::Count { .. }
            | Answer::Solutions { .. }
            | Answer::Candidates { .. }
            | Answer::Forced { .. }
            | Answer::Optimum(_)
    );
    if !whole || model.untranslated.is_empty() {
        return;
    }
    say(out, "this leaves out what was not understood:");
    for what in model.untranslated.iter().take(UNTRANSLATED) {
        say(out, &format!("  {}", visible(what)));
    }
    if let Some(more) = model.untranslated.len().checked_sub(UNTRANSLATED).filter(|n| *n > 0) {
        say(out, &format!("  and {more} more; `list` shows all"));
    }
}

/// Parts not understood that are named under an answer.
const UNTRANSLATED: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_stopped_early_is_not_without_solutions() {
        let unknown = "unknown whether there is a solution: time limit";
        assert_eq!(list_text(0, false, Some(&Reason::Timeout)), unknown);
        assert_eq!(count_text(0, None, false, Some(&Reason::Timeout)), unknown);
        assert_eq!(list_text(2, false, Some(&Reason::Timeout)), "2 solutions; then stopped: time limit");
        assert_eq!(count_text(0, None, true, None), "no solution");
    }
}
