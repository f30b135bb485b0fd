//! A report as a drawing, for people.

use super::done::{done_text, no_step_text};
use super::drawing::say;
use super::explanation as why;
use super::generated::draw_generated;
use super::manual::manual;
use super::notes::note_text;
use super::optimum::draw_optimum;
use super::page::table;
use super::scene::draw_solution;
use super::steps;
use super::variables::draw_lists;
use super::{
    CellText, Drawing, Line, Look, Style, ascii, candidates, draw_answer, draw_grid, draw_lines, session, side_by_side,
    stats,
};
use crate::scene::{List, givens, known_text};
use sator_answer::{Answer, Expected, Found, Report, Run, Sense, SolutionsLeft, Sweep};
use sator_base::limits::Reason;
use sator_base::text::{counted, visible};
use sator_lang::syntax::ast::Query;
use sator_model::{Assignment, GridId, Model, UnknownId};
use std::time::Duration;

/// Solutions with their numbers, but for those that were drawn before.
pub(super) fn draw_solution_list(model: &Model, list: &[Assignment], look: &Look) -> Drawing {
    let mut out = Drawing::new();
    for (i, assignment) in list.iter().enumerate().skip(look.drawn) {
        draw_numbered(model, i + 1, assignment, look, &mut out);
    }
    out
}

fn draw_numbered(model: &Model, number: usize, assignment: &Assignment, look: &Look, out: &mut Drawing) {
    say(out, &format!("solution {number}:"));
    out.append(draw_solution(model, assignment, &[], look));
}

/// What a person sees as the answer to a question.
pub fn draw_report(model: &Model, report: &Report, look: &Look) -> Drawing {
    let mut out = Drawing::new();
    let of = if model.untranslated.is_empty() { "" } else { " of what was understood" };
    match &report.answer {
        Answer::Solution { .. } if report.query == Query::Try => say(&mut out, "still solvable"),
        Answer::Solution { assignment, changed } => {
            out.append(draw_solution(model, assignment, changed, look));
            if !changed.is_empty() {
                say(&mut out, &format!("{} changed (marked *)", counted(changed.len() as u64, "value")));
            }
        }
        Answer::None => {
            say(
                &mut out,
                match report.query {
                    Query::Another => "no solution at all",
                    Query::Try => "no longer solvable",
                    _ => "no solution",
                },
            );
        }
        Answer::Unexplained(reason) => {
            say(&mut out, &format!("why was not found: {}; `why` looks again", reason.text()));
        }
        Answer::NoOther { optimal: false } => say(&mut out, "no other solution"),
        Answer::NoOther { optimal: true } => say(&mut out, "no other solution is as good"),
        Answer::Unknown(reason) => say(&mut out, &format!("unknown: {}", reason.text())),
        Answer::Unique { assignment, shown } => {
            if *shown {
                say(&mut out, &format!("unique: there is no other solution{of}"));
            } else {
                out.append(draw_solution(model, assignment, &[], look));
                say(&mut out, &format!("unique: this is the only solution{of}"));
            }
        }
        Answer::Multiple { first, second, changed, fix, fix_limit } => {
            say(
                &mut out,
                &format!(
                    "not unique: two solutions that differ in {} (marked *)",
                    counted(changed.len() as u64, "value")
                ),
            );
            out.append(side_by_side(
                vec![draw_solution(model, first, changed, look), draw_solution(model, second, changed, look)],
                look.width,
            ));
            say(&mut out, &why::fix_text(model, fix, *fix_limit));
        }
        Answer::Count { count, exact, stopped } => say(&mut out, &count_text(*count, *exact, stopped.as_ref())),
        Answer::OneSolution { number, assignment } => draw_numbered(model, *number, assignment, look, &mut out),
        Answer::Solutions { list, reported, complete, stopped } => {
            let n = list.len();
            let look = Look { drawn: look.drawn.max(*reported), ..*look };
            out.append(draw_solution_list(model, list, &look));
            say(
                &mut out,
                &match (complete, stopped) {
                    (true, _) => format!("{}, and no other", counted(n as u64, "solution")),
                    (false, None) => format!("{}; there are more", counted(n as u64, "solution")),
                    (false, Some(reason)) => {
                        format!("{}; then stopped: {}", counted(n as u64, "solution"), reason.text())
                    }
                },
            );
        }
        Answer::Candidates { values, up_to: Some(grade), stopped, .. } => {
            out.append(candidates::draw_candidates(model, &|u| values[u].clone(), look));
            let steps = format!("left after all steps up to the grade {grade}");
            say(&mut out, &stopped.as_ref().map_or(steps.clone(), |r| format!("incomplete ({}): {steps}", r.text())));
        }
        Answer::Candidates { values, up_to: None, counts, stopped } => {
            out.append(candidates::draw_candidates(model, &|u| values[u].clone(), look));
            if let Some(counts) = counts {
                out.append(candidates::draw_counts(model, values, counts, look));
            }
            if let Some(reason) = stopped {
                say(
                    &mut out,
                    &format!("incomplete ({}): these values occur in a solution, others may as well", reason.text()),
                );
            }
        }
        Answer::Forced { values, stopped } => draw_forced(model, values, stopped.as_ref(), look, &mut out),
        Answer::Optimum(optimum) => {
            out.append(draw_solution(model, &optimum.assignment, &optimum.changed, look));
            draw_optimum(model, optimum, look.width, &mut out);
        }
        Answer::NoValue { objective, assignment } => {
            out.append(draw_solution(model, assignment, &[], look));
            say(&mut out, &format!("`{}` has no value in any solution; this is one", visible(objective)));
        }
        Answer::List { entries, pushed, undone } => {
            out.append(Drawing::text(&lines_visible(&session::list_text(entries, pushed, undone))));
        }
        Answer::Stats(stats) => out.append(Drawing::text(&stats::stats_text(stats))),
        Answer::Print { text, .. } => out.append(Drawing::text(&lines_visible(text))),
        Answer::Done(done) => out.append(Drawing::text(&lines_visible(&done_text(done)))),
        Answer::NoStep { why, .. } => say(&mut out, no_step_text(*why)),
        Answer::Page(page) => out.append(Drawing::text(&lines_visible(&manual(page, look.width)))),
        Answer::Shared(shared) => {
            match &shared.path {
                Some(path) => say(&mut out, &format!("wrote {}", visible(path))),
                None => out.append(Drawing::text(&shared.text)),
            }
            for what in &shared.left_out {
                say(&mut out, &format!("left out: {}", visible(what)));
            }
            if let Some(left) = &shared.without {
                say(&mut out, &solutions_left(left));
            }
        }
        Answer::Show { assignment, grids } => {
            out.append(draw_known(model, assignment.as_ref(), grids, &|_, text| text, look))
        }
        Answer::Expect { ok: true, .. } => {}
        Answer::Expect { expected, found, .. } => {
            let found = found.as_ref().map_or(String::new(), |found| found_words(model, found));
            let text =
                format!("expect failed in line {}: expected {}, but {found}", report.line, expected_words(expected));
            let mut line = Line::default();
            line.push(&visible(&text), Style::CLASH);
            out.push(line);
        }
        Answer::Clash { because, fewest } => why::draw_why_clash(model, because, fewest.as_ref(), look, &mut out),
        Answer::Clashes { list, reported, stopped } => {
            why::draw_clashes(model, list, *reported, stopped.as_ref(), look, &mut out)
        }
        Answer::OneClash { number, because } => why::draw_one_clash(model, *number, because, look, &mut out),
        Answer::NoClash { .. } => {
            say(&mut out, "nothing clashes: there is a solution; `why E` says why a condition E holds");
        }
        Answer::Because { condition, because, fewest } => {
            why::draw_forced_by(model, condition, because, look, &mut out);
            why::draw_fewest(because.len(), fewest.as_ref(), "no fewer force it", &mut out);
        }
        Answer::NotForced { condition, assignment, marked } => {
            why::draw_not_forced(model, condition, assignment, marked, look, &mut out);
        }
        Answer::Hint { step, known, applied } => steps::draw_hint(model, step, known, *applied, look, &mut out),
        Answer::Look { step, known } => steps::draw_look(model, step, known, look, &mut out),
        Answer::Hints { steps, known, applied, stopped } => {
            steps::draw_hints(model, steps, known, *applied, stopped.as_ref(), look, &mut out);
        }
        Answer::Walk { number, of, step, known } => {
            say(&mut out, &format!("step {number} of {of}"));
            steps::draw_hint(model, step, known, false, look, &mut out);
        }
        Answer::Checked { filled, wrong, together, broken } => {
            why::draw_checked(model, filled, wrong, *together, look, &mut out);
            why::draw_broken(model, broken, look, &mut out);
        }
        Answer::NoHint { done, known } => steps::draw_no_hint(model, *done, known, look, &mut out),
        Answer::OneStep { number, step } => steps::draw_one_step(model, *number, step, look, &mut out),
        Answer::Steps { steps, known, done, condition, reported, stopped } => {
            if !reported {
                (1..).zip(steps).for_each(|(number, step)| steps::draw_one_step(model, number, step, look, &mut out));
            }
            steps::draw_end(model, steps, (known, *done), condition.as_ref(), stopped.as_ref(), look, &mut out);
        }
        Answer::Graded { grade, score, steps, hardest, used, stopped } => {
            steps::draw_grade(model, (*grade, *score), *steps, hardest, used, stopped.as_ref(), &mut out);
        }
        Answer::Redundant { list, together } => why::draw_redundant(model, list, *together, look, &mut out),
        Answer::Reduced { left_out, kept, clues_out, clues } => {
            why::draw_reduced(model, left_out, kept, &mut out);
            why::draw_fewer_clues(model, clues_out, *clues, look, &mut out);
        }
        Answer::Generated(generated) => draw_generated(generated, &mut out),
        Answer::Certificate(folder) => say(&mut out, &format!("{} is to be written", folder.path.display())),
        Answer::Export(export) => say(&mut out, &format!("{} is to be written", export.path.display())),
        Answer::Sweep(sweep) => draw_sweep(sweep, &mut out),
        Answer::Compare { question, runs, agree } => draw_compare(question.word(), runs, *agree, look, &mut out),
    }
    draw_untranslated(model, &report.answer, &mut out);
    for note in &report.notes {
        say(&mut out, &format!("note: {}", note_text(note)));
    }
    if look.ascii { ascii(&out) } else { out }
}

/// Under answers on the whole puzzle: what of it they leave out.
fn draw_untranslated(model: &Model, answer: &Answer, out: &mut Drawing) {
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

fn lines_visible(text: &str) -> String {
    text.lines().map(visible).collect::<Vec<_>>().join("\n")
}

fn count_text(count: u64, exact: bool, stopped: Option<&Reason>) -> String {
    match (exact, stopped) {
        (true, _) if count == 0 => "no solution".into(),
        (true, _) => counted(count, "solution"),
        (false, None) => format!("more than {}", counted(count, "solution")),
        (false, Some(reason)) => {
            format!("at least {}, then stopped: {}", counted(count, "solution"), reason.text())
        }
    }
}

fn draw_forced(model: &Model, values: &[Option<i64>], stopped: Option<&Reason>, look: &Look, out: &mut Drawing) {
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
pub(super) fn draw_known(
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

/// The table of a sweep: a row for each turn, a column for each question.
fn draw_sweep(sweep: &Sweep, out: &mut Drawing) {
    let plain = |text: &str| Line::plain(&visible(text));
    let mut rows = vec![std::iter::once(&sweep.name).chain(&sweep.questions).map(|head| plain(head)).collect()];
    rows.extend(sweep.rows.iter().map(|row| {
        let words = |answers: &Vec<Answer>| plain(&answers.iter().map(answer_words).collect::<Vec<_>>().join("; "));
        std::iter::once(plain(&row.value.to_string())).chain(row.answers.iter().map(words)).collect::<Vec<_>>()
    }));
    out.append(table(&rows));
    if sweep.left > 0 {
        say(out, &format!("stopped; not made: {}", counted(sweep.left as u64, "turn")));
    }
}

/// Columns that the table of `compare` has before the outcome, and some for that.
const COMPARED: usize = 66;

fn draw_compare(question: &str, runs: &[Run], agree: Option<bool>, look: &Look, out: &mut Drawing) {
    if look.width < COMPARED {
        say(out, &format!("{question}:"));
    } else {
        say(out, &format!("{:10} {:>10} {:>11} {:>10}  {question}", "encoding", "variables", "assertions", "time"));
    }
    for run in runs {
        let name = format!("{} by {}", run.encoding.name(), run.engine.name());
        let (variables, assertions) = (run.size.variables, run.size.assertions);
        let (time, outcome) = (time_text(run.elapsed), answer_words(&run.outcome));
        say(
            out,
            &match look.width < COMPARED {
                true => format!("  {name}: {outcome}, in {time}, {variables} variables, {assertions} assertions"),
                false => format!("{name:10} {variables:>10} {assertions:>11} {time:>10}  {outcome}"),
            },
        );
    }
    let ended = runs.iter().filter(|run| run.outcome.stopped().is_none()).count();
    say(
        out,
        match (agree, ended) {
            (Some(true), _) => "they all agree",
            (Some(false), _) => {
                "they do not agree: please report this with the script (`save \"report.puz\"` writes it)"
            }
            (None, 0) => "none of them has an answer",
            (None, 1) => "only one of them has an answer",
            (None, _) => "those that have an answer agree",
        },
    );
}

/// `14.2 ms`, `3.10 s`
pub fn time_text(elapsed: Duration) -> String {
    match elapsed.as_secs_f64() {
        s if s < 1.0 => format!("{:.1} ms", s * 1000.0),
        s => format!("{s:.2} s"),
    }
}

fn solutions_left(left: &SolutionsLeft) -> String {
    match left {
        SolutionsLeft { count: 0, stopped: Some(reason), .. } => {
            format!("whether the exported puzzle has one solution is unknown: {}", reason.text())
        }
        SolutionsLeft { count: 1, exact: true, .. } => "the exported puzzle still has exactly one solution".into(),
        SolutionsLeft { count, exact, stopped } => {
            format!("the exported puzzle has {}", count_text(*count, *exact, stopped.as_ref()))
        }
    }
}

/// Differing cells that a message names.
const CELLS: usize = 5;

/// A short statement of the outcome.
pub(super) fn answer_words(answer: &Answer) -> String {
    let plural = |n: u64| if n == 1 { "" } else { "s" };
    match answer {
        Answer::Solution { .. } | Answer::Show { .. } => "a solution".into(),
        Answer::None | Answer::Unexplained(_) => "no solution".into(),
        Answer::NoOther { .. } => "no other solution".into(),
        Answer::Unknown(reason) => format!("unknown: {}", reason.text()),
        Answer::Unique { .. } => "one solution".into(),
        Answer::Multiple { .. } => "more than one solution".into(),
        Answer::Count { count, exact: true, .. } => format!("{count} solution{}", plural(*count)),
        Answer::Count { count, exact: false, stopped: None } => format!("more than {count} solution{}", plural(*count)),
        Answer::Count { count, stopped: Some(reason), .. } => {
            format!("at least {count} solution{}: {}", plural(*count), reason.text())
        }
        Answer::Solutions { list, complete, .. } => {
            let n = list.len() as u64;
            format!("{n} solution{}{}", plural(n), if *complete { ", no more" } else { "" })
        }
        Answer::Candidates { values, .. } => format!("{} candidates", values.iter().map(|d| d.size()).sum::<u64>()),
        Answer::Forced { values, .. } => format!("{} forced", values.iter().flatten().count()),
        Answer::Optimum(optimum) => {
            let proved = if optimum.is_proved() { ", proved best" } else { "" };
            let penalty = if optimum.sense == Sense::Penalty { "penalty " } else { "" };
            format!("{penalty}{}{proved}", optimum.values_text())
        }
        Answer::NoValue { .. } => "no value".into(),
        Answer::Export(_) => "a file".into(),
        Answer::Certificate(_) => "a certificate".into(),
        Answer::Print { text, .. } | Answer::Page(text) => text.clone(),
        Answer::Done(done) => done_text(done),
        Answer::NoStep { why, .. } => no_step_text(*why).into(),
        Answer::List { entries, .. } => counted(entries.len() as u64, "statement"),
        Answer::Stats(_) => String::new(),
        Answer::Shared(shared) => shared.text.clone(),
        Answer::Expect { ok, .. } => if *ok { "as expected" } else { "not as expected" }.into(),
        Answer::Clash { because, .. } => format!("a clash of {} statements", because.len()),
        Answer::Clashes { list, .. } => format!("{} clashes", list.len()),
        Answer::OneClash { .. } => "a clash".into(),
        Answer::OneSolution { .. } => "a solution".into(),
        Answer::NoClash { .. } => "a solution".into(),
        Answer::Because { .. } => "forced".into(),
        Answer::NotForced { .. } => "not forced".into(),
        Answer::Hint { .. } => "a hint".into(),
        Answer::Look { .. } => "where to look".into(),
        Answer::NoHint { .. } => "no hint".into(),
        Answer::Graded { grade: Some(grade), .. } => format!("grade: {grade}"),
        Answer::OneStep { .. } => "a step".into(),
        Answer::Walk { number, of, .. } => format!("step {number} of {of}"),
        Answer::Hints { steps, .. } => format!("{} hints", steps.len()),
        Answer::Checked { wrong, .. } => format!("{} wrong", wrong.len()),
        Answer::Graded { grade: None, .. } => "no grade".into(),
        Answer::Steps { done, .. } => if *done { "solved in steps" } else { "not solved in steps" }.into(),
        Answer::Redundant { list, .. } | Answer::Reduced { left_out: list, .. } => format!("{} redundant", list.len()),
        Answer::Generated(generated) => match &generated.puzzles[..] {
            [one] => format!("a puzzle of {} clues", one.clues),
            all => format!("{} puzzles", all.len()),
        },
        Answer::Sweep(sweep) => counted(sweep.rows.len() as u64, "turn"),
        Answer::Compare { agree, .. } => match agree {
            Some(true) => "they agree",
            Some(false) => "they disagree",
            None => "not all of them have an answer",
        }
        .into(),
    }
}

/// The expectation in words.
pub(super) fn expected_words(expected: &Expected) -> String {
    match expected {
        Expected::Unique => "one solution".into(),
        Expected::NoSolution => "no solution".into(),
        Expected::Count(wanted) => format!("{wanted} solutions"),
        Expected::Drawn(grid) => format!("the solution of {grid} as drawn"),
        Expected::Condition(text) => text.clone(),
    }
}

/// The finding in words.
pub(super) fn found_words(model: &Model, found: &Found) -> String {
    match found {
        Found::Answer(answer) => answer_words(answer),
        Found::Cells(wrong) => {
            let difference = |&(unknown, found, wanted): &_| {
                let unknown = model.unknown(unknown);
                let text = |value| model.value_text(unknown.kind, value);
                format!("{} is {}, not {}", unknown.name, text(found), text(wanted))
            };
            let mut parts: Vec<String> = wrong.iter().take(CELLS).map(difference).collect();
            if wrong.len() > CELLS {
                parts.push(format!("and {} more cells differ", wrong.len() - CELLS));
            }
            parts.join(", ")
        }
        Found::Sides(sides) if sides.is_empty() => "it is false".into(),
        Found::Sides(sides) => {
            sides.iter().map(|(text, value)| format!("{text} is {value}")).collect::<Vec<_>>().join(", ")
        }
    }
}
