//! A whole drawing as a puzzle of a genre.
//!
//! A penpa drawing without a tag is read as each genre in turn. A reading must take everything that is drawn, leave exactly one
//! solution, and agree with the solution if one is known.

use super::super::judge::{load, prospect_of, run};
use super::{is_unique, sentence};
use crate::session::{Answer, Prospect, Session, TextOrigin};
use sator_lang::library::rules;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::time::Duration;

/// The time for one reading, unless the settings allow less. A reading that takes longer counts as untried.
const TIME: Duration = Duration::from_secs(10);

/// A reading of the drawing.
struct Genre {
    rule: String,
    script: String,
    fits: bool,
}

impl Genre {
    /// The number of letters of the rule's name in the title of the drawing, 0 if the title doesn't have the name.
    fn title_match(&self) -> usize {
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
        let title = self.script.lines().find_map(|line| line.strip_prefix("title "));
        let rule = letters(&self.rule);
        if title.is_some_and(|title| letters(title).contains(&rule)) { rule.len() } else { 0 }
    }
}

/// The genres that a drawing can be; `None` if it is no drawing without a rule.
///
/// # Errors
/// A sentence: a fault of the link.
pub(super) fn genres(
    fresh: &dyn Fn() -> Session,
    text: &str,
    script: &str,
    solution: &Value,
) -> Result<Option<Value>, String> {
    let readings = sator_formats::readings(text).map_err(|problem| sentence(&problem.diagnostic()))?;
    if readings.is_empty() {
        return Ok(None);
    }
    let mut genres: Vec<Genre> = vec![];
    let mut is_all = true;
    let source = match solution {
        Value::Null if readings.iter().any(|reading| reading.script.contains("\nexpect ")) => "stored",
        Value::Null => "none",
        _ => "given",
    };
    for reading in readings {
        let rule = rule_of(&reading.script);
        if genres.iter().any(|genre| statements(&genre.script).eq(statements(&reading.script))) {
            continue;
        }
        let mut session = fresh();
        session.settings.timeout = Some(session.settings.timeout.map_or(TIME, |timeout| timeout.min(TIME)));
        let fits = fits(&mut session, &reading.script, solution);
        is_all &= fits.is_some();
        genres.push(Genre { rule, script: reading.script, fits: fits == Some(true) });
        if session.interrupt().is_set() {
            is_all = false;
            break;
        }
    }
    Ok(Some(answer(script, source, &genres, is_all)))
}

/// Whether a reading has exactly one solution, and it is the known one; `None` if a limit was met.
fn fits(session: &mut Session, script: &str, solution: &Value) -> Option<bool> {
    if load(session, script, &TextOrigin::Script).is_err() {
        return Some(false);
    }
    // The solution is the quicker check.
    if !solution.is_null() {
        match prospect_of(session, solution) {
            Ok(Prospect::Alive(_)) => {}
            Ok(Prospect::Unknown(_)) => return None,
            Ok(Prospect::Dead) | Err(_) => return Some(false),
        }
    }
    if !is_unique(session).ok()?? {
        return Some(false);
    }
    let expected: Vec<&str> = script.split_inclusive('\n').skip_while(|line| !line.starts_with("expect ")).collect();
    let reports = run(session, &expected.concat()).ok()?;
    let agrees = reports.iter().all(|report| !matches!(report.answer, Answer::Expect { ok: false, stopped: None, .. }));
    Some(agrees)
}

/// The lines of a script that are statements of the puzzle.
fn statements(script: &str) -> impl Iterator<Item = &str> {
    script.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty())
}

/// The standard rules that a script calls.
fn rule_of(script: &str) -> String {
    let called = script.lines().filter_map(|line| line.split_once('(').map(|(name, _)| name));
    let mut names: Vec<&str> = called.filter(|name| rules().iter().any(|rule| rule.name == *name)).collect();
    names.dedup();
    names.join(" and ")
}

fn answer(script: &str, source: &str, genres: &[Genre], is_all: bool) -> Value {
    let mut fitting: Vec<&Genre> = genres.iter().filter(|genre| genre.fits).collect();
    fitting.sort_by_key(|genre| Reverse(genre.title_match()));
    let names: Vec<&str> = fitting.iter().map(|genre| &*genre.rule).collect();
    let (verdict, mark) = match (fitting.len(), is_all) {
        (0, _) => ("unknown", String::new()),
        (1, true) => ("sure", "sure".to_string()),
        (count, true) => ("several", format!("one of {count}: {}", names.join(", "))),
        (count, false) => ("several", format!("one of at least {count}: {}", names.join(", "))),
    };
    let text = match fitting.first() {
        Some(first) => format!("# the whole drawing: {}, {mark}\n{}", first.rule, first.script),
        None => script.to_string(),
    };
    let listed: Vec<Value> = genres
        .iter()
        .map(|genre| {
            let statements: Vec<&str> = statements(&genre.script).collect();
            json!({"rule": genre.rule, "fits": genre.fits, "bits": 0.0, "statements": statements})
        })
        .collect();
    json!({
        "text": text,
        "solution": source,
        "kinds": [{"drawn": "the whole drawing", "lists": [], "verdict": verdict, "rules": listed}],
        "combinations": {"tried": genres.len(), "fit": fitting.len(), "all": is_all},
    })
}
