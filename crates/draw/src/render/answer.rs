//! A report as a drawing, for people.

mod solutions;
mod words;

use super::done::{done_text, no_step_text};
use super::drawing::say;
use super::explanation as why;
use super::generated::draw_generated;
use super::manual::manual;
use super::notes::note_text;
use super::optimum::draw_optimum;
use super::page::table;
use super::scene::draw_solution;
use super::{Drawing, Line, Look, Style, ascii, session, stats, steps};
use sator_answer::{Answer, Expected, Found, Report, Run, Sweep};
use sator_base::text::{counted, visible};
use sator_lang::syntax::ast::Query;
use sator_model::Model;
use solutions::{count_text, draw_untranslated};
pub(super) use solutions::{draw_known, draw_solution_list};
use std::time::Duration;
pub(super) use words::{answer_words, expected_words, found_words};

/// The answer to a question as text for a person.
pub fn draw_report(model: &Model, report: &Report, look: &Look) -> Drawing {
    let mut out = Drawing::new();
    draw_answer_of(model, report, look, &mut out);
    draw_untranslated(model, &report.answer, &mut out);
    for note in &report.notes {
        say(&mut out, &format!("note: {}", note_text(note)));
    }
    if look.ascii { ascii(&out) } else { out }
}

fn draw_answer_of(model: &Model, report: &Report, look: &Look, out: &mut Drawing) {
    match &report.answer {
        Answer::Solution { .. } if report.query == Query::Try => say(out, "still solvable"),
        Answer::Solution { assignment, changed } => solutions::draw_one(model, assignment, changed, look, out),
        Answer::None => say(out, solutions::no_solution(report.query)),
        Answer::Unexplained(reason) => say(out, &format!("why was not found: {}; `why` looks again", reason.text())),
        Answer::NoOther { optimal: false } => say(out, "no other solution"),
        Answer::NoOther { optimal: true } => say(out, "no other solution is as good"),
        Answer::Unknown(reason) => say(out, &format!("unknown: {}", reason.text())),
        Answer::Unique { assignment, shown } => solutions::draw_unique(model, assignment, *shown, look, out),
        Answer::Multiple { first, second, changed, fix, fix_limit } => {
            solutions::draw_two(model, [first, second], changed, (fix, *fix_limit), look, out);
        }
        Answer::Count { count, beyond, exact, stopped } => {
            say(out, &count_text(*count, beyond.as_ref(), *exact, stopped.as_ref()))
        }
        Answer::OneSolution { number, assignment } => solutions::draw_numbered(model, *number, assignment, look, out),
        Answer::Solutions { list, reported, complete, stopped } => {
            solutions::draw_all(model, list, *reported, (*complete, stopped.as_ref()), look, out);
        }
        Answer::Candidates { values, up_to, counts, stopped } => {
            out.append(solutions::draw_values(model, values, *up_to, counts.as_ref(), stopped.as_ref(), look));
        }
        Answer::Forced { values, stopped } => solutions::draw_forced(model, values, stopped.as_ref(), look, out),
        Answer::Optimum(optimum) => {
            out.append(draw_solution(model, &optimum.assignment, &optimum.changed, look));
            draw_optimum(model, optimum, look.width, out);
        }
        Answer::NoValue { objective, assignment } => {
            out.append(draw_solution(model, assignment, &[], look));
            say(out, &format!("`{}` has no value in any solution; this is one", visible(objective)));
        }
        Answer::List { entries, levels, undone } => {
            out.append(Drawing::text(&lines_visible(&session::list_text(entries, levels, undone))));
        }
        Answer::Stats(stats) => out.append(Drawing::text(&stats::stats_text(stats))),
        Answer::Print { text, .. } => out.append(Drawing::text(&lines_visible(text))),
        Answer::Done(done) => out.append(Drawing::text(&lines_visible(&done_text(done)))),
        Answer::NoStep { why, .. } => say(out, no_step_text(*why)),
        Answer::Page(page) => out.append(Drawing::text(&lines_visible(&manual(page, look.width)))),
        Answer::Shared(shared) => solutions::draw_shared(shared, out),
        Answer::Show { assignment, grids } => {
            out.append(draw_known(model, assignment.as_ref(), grids, &|_, text| text, look));
        }
        Answer::Expect { ok: true, .. } => {}
        Answer::Expect { expected, found, .. } => draw_unexpected(model, report.line, expected, found.as_ref(), out),
        Answer::Clash { because, is_minimal, fewest } => {
            why::draw_why_clash(model, because, *is_minimal, fewest.as_ref(), look, out);
        }
        Answer::Clashes { list, reported, stopped } => {
            why::draw_clashes(model, list, *reported, stopped.as_ref(), look, out)
        }
        Answer::OneClash { number, because } => why::draw_one_clash(model, *number, because, look, out),
        Answer::NoClash { .. } => {
            say(out, "nothing clashes: there is a solution; `why E` says why a condition E holds");
        }
        Answer::Because { condition, because, is_minimal, fewest } => {
            why::draw_forced_by(model, condition, because, *is_minimal || fewest.is_some(), look, out);
            why::draw_fewest(because.len(), fewest.as_ref(), "no fewer force it", out);
        }
        Answer::NotForced { condition, assignment, marked } => {
            why::draw_not_forced(model, condition, assignment, marked, look, out);
        }
        Answer::Hint { step, known, applied } => steps::draw_hint(model, step, known, *applied, look, out),
        Answer::Look { step, known } => steps::draw_look(model, step, known, look, out),
        Answer::Hints { steps, known, applied, stopped } => {
            steps::draw_hints(model, steps, known, *applied, stopped.as_ref(), look, out);
        }
        Answer::Walk { number, of, step, known } => {
            say(out, &format!("step {number} of {of}"));
            steps::draw_whole_step(model, step, known, look, out);
        }
        Answer::Checked { filled, wrong, together, broken } => {
            why::draw_checked(model, filled, wrong, *together, look, out);
            why::draw_broken(model, broken, look, out);
        }
        Answer::NoHint { done, known } => steps::draw_no_hint(model, *done, known, look, out),
        Answer::OneStep { number, step } => steps::draw_one_step(model, *number, step, look, out),
        Answer::Steps { steps, known, done, condition, reported, stopped } => {
            if !reported {
                (1..).zip(steps).for_each(|(number, step)| steps::draw_one_step(model, number, step, look, out));
            }
            steps::draw_end(model, steps, (known, *done), condition.as_ref(), stopped.as_ref(), look, out);
        }
        Answer::Graded { grade, score, steps, hardest, used, stopped } => {
            steps::draw_grade(model, (*grade, *score), *steps, hardest, used, stopped.as_ref(), out);
        }
        Answer::Redundant { list, any_tried: false, .. } if list.is_empty() => {
            say(out, "there is no statement that could be left out")
        }
        Answer::Redundant { list, together, .. } => why::draw_redundant(model, list, *together, look, out),
        Answer::Reduced { left_out, kept, clues_out, clues } => {
            why::draw_reduced(model, left_out, kept, out);
            why::draw_fewer_clues(model, clues_out, *clues, look, out);
        }
        Answer::Generated(generated) => draw_generated(generated, out),
        Answer::Certificate(folder) => say(out, &format!("{} is to be written", folder.path.display())),
        Answer::Export(export) => say(out, &format!("{} is to be written", export.path.display())),
        Answer::Sweep(sweep) => draw_sweep(sweep, out),
        Answer::Compare { question, runs, agree } => draw_compare(question.word(), runs, *agree, look, out),
    }
}

fn draw_unexpected(model: &Model, line: u32, expected: &Expected, found: Option<&Found>, out: &mut Drawing) {
    let found = found.map_or(String::new(), |found| found_words(model, found));
    let text = format!("expect failed in line {line}: expected {}, but {found}", expected_words(expected));
    let mut line = Line::default();
    line.push(&visible(&text), Style::CLASH);
    out.push(line);
}

fn lines_visible(text: &str) -> String {
    text.lines().map(visible).collect::<Vec<_>>().join("\n")
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
