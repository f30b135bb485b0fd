//! The view that an editor shows while a puzzle is set: whether it has solutions, one or several, and what they share. And what it shows
//! while a puzzle is played: which values are wrong, and whether it is solved.

use super::script::Script;
use crate::session::{Answer, Files, Report, Session};
use sator_base::source::SourceId;
use sator_draw::render::svg::render_inline;
use sator_draw::render::{Look, draw_report};
use sator_draw::scene::{Figure, figures, givens};
use sator_lang::syntax::ast::{ExprKind, Statement, StatementKind};
use sator_lang::syntax::parse;
use sator_model::{Atom, Kind, UnknownId};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::time::Duration;

/// The time limit of one question of the live view where the script sets none.
const PATIENCE: Duration = Duration::from_secs(10);

/// Parts that a live view shows besides the number of solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LiveParts {
    /// The values of each cell in all solutions.
    pub candidates: bool,
    /// The values of each cell in all solutions, and how many solutions each leaves.
    pub counts: bool,
    /// The cells that are the same in all solutions.
    pub forced: bool,
}

/// Asks a question and returns its answers.
fn ask(script: &mut Script, question: &str) -> Vec<Report> {
    let own = script.session.settings.timeout;
    script.session.settings.timeout = Some(own.unwrap_or(PATIENCE));
    let mut answers = vec![];
    // An error has been shown where the text was read.
    let _ = script.ask(question, &mut vec![], &mut |_, report| answers.push(report));
    script.session.settings.timeout = own;
    script.session.take_warnings();
    answers
}

fn picture(session: &Session, report: &Report) -> Option<String> {
    let all = figures(session.model(), &report.answer);
    all.first().map(|figure| render_inline(&Figure { caption: None, ..figure.clone() }))
}

fn words(session: &Session, report: &Report) -> String {
    draw_report(session.model(), report, &Look { pictures: false, ..Look::default() }).to_string()
}

/// Finds a solution, so that it can be drawn.
pub(super) fn solve(script: &mut Script) {
    ask(script, "solve");
}

/// Whether the puzzle has solutions, and the picture that shows it.
pub(super) fn live(script: &mut Script, text: &str, files: Files, wanted: LiveParts) -> Value {
    let read = script.follow(text, files);
    if read.error().is_some() || script.session.model().visible().next().is_none() {
        return json!({"solutions": null, "picture": null});
    }
    let reports = ask(script, "unique");
    let session = &script.session;
    let clash = reports.iter().find(|report| matches!(report.answer, Answer::Clash { .. }));
    let has = |wanted: fn(&Answer) -> bool| reports.iter().any(|report| wanted(&report.answer));
    let solutions = if has(|answer| matches!(answer, Answer::None)) {
        "none"
    } else if has(|answer| matches!(answer, Answer::Unique { .. })) {
        "one"
    } else if has(|answer| matches!(answer, Answer::Multiple { .. })) {
        "several"
    } else {
        "unknown"
    };
    if let Some(clash) = clash {
        return json!({"solutions": solutions, "words": words(session, clash), "picture": picture(session, clash)});
    }
    let question = match wanted {
        LiveParts { counts: true, .. } => "candidates counts",
        LiveParts { candidates: true, .. } => "candidates",
        LiveParts { forced: true, .. } => "forced",
        _ => return json!({"solutions": solutions, "picture": null}),
    };
    if solutions == "none" {
        return json!({"solutions": solutions, "picture": null});
    }
    let answers = ask(script, question);
    // A list that a limit cut short lacks values, and is not shown as the true one.
    let complete = answers.iter().find(|report| report.answer.stopped().is_none());
    json!({
        "solutions": solutions,
        "picture": complete.and_then(|report| picture(&script.session, report)),
        "cut": complete.is_none(),
    })
}

/// The puzzle as a link of another program.
pub(super) fn link(script: &mut Script, text: &str, files: Files, to: &str) -> Result<Value, String> {
    if let Some(error) = script.follow(text, files).error() {
        return Err(error.message.clone());
    }
    // A link holds the solution only if that is proved to be the only one.
    ask(script, "unique");
    let mut found = None;
    let done = script.ask(&format!("export link {to}"), &mut vec![], &mut |session, report| {
        if let Answer::Shared(shared) = &report.answer {
            let words = words(session, &report).replace(&shared.text, "");
            found = Some(json!({"link": shared.text, "words": words.trim()}));
        }
    });
    done.map_err(|error| error.message.clone())?;
    found.ok_or_else(|| "no link was written".into())
}

/// Compares what a player has filled in with the puzzle. `entries` are conditions such as `r1c1 = 5` or `not r2c3`. `solved` is
/// whether they and the givens are a whole solution, where every yes or no that is left open counts as no, and links without bridges as 0. With `check`, `wrong`
/// names the unknowns among them that have their value in no solution.
pub(super) fn play(
    script: &mut Script,
    text: &str,
    files: Files,
    entries: &[String],
    check: bool,
) -> Result<Value, String> {
    let posed = as_posed(text)?;
    let entered = format!("{posed}\n{}\n", entries.join("\n"));
    if let Some(error) = script.follow(&entered, files.clone()).error() {
        return Err(error.message.clone());
    }
    let model = script.session.model();
    let known = givens(model);
    let open: Vec<_> = model.visible().filter(|&u| known[u.index()].is_none()).collect();
    let strokes: HashSet<UnknownId> = model.lines.iter().flat_map(|lines| lines.unknowns()).collect();
    let complete = open.iter().all(|u| model.unknown(*u).kind == Kind::Bool || strokes.contains(u));
    let (mut wrong, mut checked) = (vec![], Value::Null);
    if check {
        for report in ask(script, "check") {
            if let Answer::Checked { filled, wrong: found, together, .. } = &report.answer {
                let model = script.session.model();
                wrong = found.iter().map(|&u| model.unknown(u).name.clone()).collect();
                checked =
                    json!({"filled": filled.len(), "together": together, "words": words(&script.session, &report)});
            } else {
                checked = json!({"words": words(&script.session, &report)});
            }
        }
    }
    let model = script.session.model();
    let no = |unknown| Atom { unknown, value: 0, is: true }.text(model);
    let solved = complete && {
        let rest: Vec<String> = open.iter().map(|&u| no(u)).collect();
        let whole = format!("{entered}{}\n", rest.join("\n"));
        let read = script.follow(&whole, files);
        read.error().is_none()
            && ask(script, "solve").iter().any(|report| matches!(report.answer, Answer::Solution { .. }))
    };
    Ok(json!({"solved": solved, "wrong": wrong, "checked": checked}))
}

/// The text with its own values inside of loops, so that they belong to the puzzle and not to what was filled in.
fn as_posed(text: &str) -> Result<String, String> {
    let statements = parse(SourceId(0), text).map_err(|error| error.message.clone())?;
    let is_value = |statement: &&Statement| match &statement.kind {
        StatementKind::Expr { expr, .. } => !matches!(expr.kind, ExprKind::Call { .. }),
        _ => false,
    };
    let mut posed = text.to_string();
    for statement in statements.iter().rev().filter(is_value) {
        let range = statement.span.start as usize..statement.span.end as usize;
        let inside = format!("for sator_given in 1..1 {{ {} }}", &text[range.clone()]);
        posed.replace_range(range, &inside);
    }
    Ok(posed)
}
