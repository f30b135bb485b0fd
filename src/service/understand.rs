//! `understand`: the rules that a drawing can mean.
//!
//! An import writes lines, cages and dots that have no rule as named lists of cells, each with an `untranslated` statement.
//! Lists drawn alike form a kind. Each standard rule that takes such a list is tried on all lists of the kind. It is
//! kept if it holds in the solution, or without a known solution if a solution is left. Combinations of one rule a kind are
//! then tried, the most telling first: those with exactly one solution fit the drawing.
//!
//! A rule is the more significant, the less likely it holds by chance: its score is the negative logarithm, to base 2, of the share of
//! random solutions in which it holds. Random solutions are one solution with its digits, bands and lines exchanged.
//!
//! A penpa drawing without lists is read as a whole: the module `genres` tries each genre.

mod calls;
mod genres;
mod samples;

use super::judge::{load, run, sentence};
use crate::session::{Answer, Prospect, Session, TextOrigin};
use calls::{Kind, kinds};
use samples::Samples;
use sator_base::source::{SourceId, Span};
use sator_lang::syntax::ast::{Expectation, Question};
use sator_model::{Assignment, Atom};
use serde_json::{Value, json};

/// Combinations that are tried.
const MOST_COMBINATIONS: usize = 200;

/// A rule for all lists of a kind.
struct Reading {
    rule: String,
    statements: Vec<String>,
    /// The improbability that the rule holds by chance, in bits.
    bits: f64,
    /// Whether a combination that fits has it.
    fits: bool,
}

impl Reading {
    /// The kind is decoration.
    fn nothing() -> Reading {
        Reading { rule: String::new(), statements: vec![], bits: 0.0, fits: false }
    }
}

/// The rules that a drawing can mean. `solution` are the rows of its solution, which else the text can have.
///
/// # Errors
/// A sentence: a text that can't be read, or a solution that breaks the rules that are known.
pub(super) fn understand(fresh: &dyn Fn() -> Session, text: &str, solution: &Value) -> Result<Value, String> {
    let script = match sator_formats::import(text) {
        Some(Ok(imported)) => imported.script,
        Some(Err(problem)) => return Err(sentence(&problem.diagnostic())),
        None => text.to_string(),
    };
    if let Some(answer) = genres::genres(fresh, text, &script, solution)? {
        return Ok(answer);
    }
    let kinds = kinds(&script);
    let base: String = script
        .lines()
        .filter(|line| !line.starts_with("untranslated "))
        .fold(String::new(), |all, line| all + line + "\n");
    let mut puzzle = Puzzle::new(fresh(), &base)?;
    let (source, known) = match (solution, stored(&script)) {
        (Value::Null, None) => ("none", None),
        (Value::Null, Some(rows)) => ("stored", Some(rows)),
        (rows, _) => ("given", Some(rows.clone())),
    };
    let known = known.map(|rows| puzzle.solution(&rows)).transpose()?;
    let samples = Samples::new(&mut puzzle.session, known.as_ref())?;
    let mut trials = Trials { fresh, declarations: calls::declarations(&base), samples };
    let mut readings: Vec<Vec<Reading>> = vec![];
    for kind in &kinds {
        let mut of_kind = vec![];
        for (rule, statements) in calls::calls(&mut puzzle.session, &base, kind) {
            if let Some(bits) = trials.bits(&statements, known.as_ref(), &mut puzzle)? {
                of_kind.push(Reading { rule, statements, bits, fits: false });
            }
        }
        of_kind.sort_by(|a, b| b.bits.total_cmp(&a.bits));
        of_kind.push(Reading::nothing());
        readings.push(of_kind);
    }
    let found = combine(&mut puzzle, &mut readings)?;
    Ok(answer(&script, source, &kinds, &readings, &found))
}

/// The outcome of trying combinations.
struct Found {
    /// The most telling combination that fits: a rule a kind.
    first: Option<Vec<usize>>,
    tried: usize,
    fitting: usize,
    /// Whether all combinations were tried, each with an answer.
    all: bool,
}

/// Tries combinations of one rule a kind, by their bits.
fn combine(puzzle: &mut Puzzle, readings: &mut [Vec<Reading>]) -> Result<Found, String> {
    let mut all: Vec<(f64, Vec<usize>)> = vec![(0.0, vec![])];
    let mut whole = true;
    for of_kind in readings.iter() {
        let longer = |(bits, choice): &(f64, Vec<usize>)| -> Vec<(f64, Vec<usize>)> {
            let with = |(next, reading): (usize, &Reading)| {
                (bits + reading.bits, choice.iter().copied().chain([next]).collect())
            };
            of_kind.iter().enumerate().map(with).collect()
        };
        all = all.iter().flat_map(longer).collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        whole &= all.len() <= MOST_COMBINATIONS;
        all.truncate(MOST_COMBINATIONS);
    }
    let mut found = Found { first: None, tried: 0, fitting: 0, all: whole };
    for (_, choice) in all {
        let statements: Vec<&String> =
            choice.iter().zip(&*readings).flat_map(|(&one, of_kind)| &of_kind[one].statements).collect();
        found.tried += 1;
        match puzzle.is_unique(&statements)? {
            Some(true) => {
                found.fitting += 1;
                choice.iter().zip(readings.iter_mut()).for_each(|(&one, of_kind)| of_kind[one].fits = true);
                found.first.get_or_insert(choice);
            }
            Some(false) => {}
            None => found.all = false,
        }
        if puzzle.session.interrupt().is_set() {
            found.all = false;
            break;
        }
    }
    Ok(found)
}

fn answer(script: &str, source: &str, kinds: &[Kind], readings: &[Vec<Reading>], found: &Found) -> Value {
    let mut written = vec![];
    let of_kind = |(number, (kind, readings)): (usize, (&Kind, &Vec<Reading>))| {
        let named =
            |reading: &Reading| if reading.rule.is_empty() { "nothing".to_string() } else { reading.rule.clone() };
        let fitting: Vec<String> = readings.iter().filter(|reading| reading.fits).map(named).collect();
        let verdict = match (fitting.len(), found.all) {
            (0, _) => "unknown",
            (1, true) => "sure",
            _ => "several",
        };
        let rules: Vec<Value> = readings
            .iter()
            .map(|reading| {
                let bits = (reading.bits * 10.0).round() / 10.0;
                json!({"rule": named(reading), "fits": reading.fits, "bits": bits, "statements": reading.statements})
            })
            .collect();
        if let Some(first) = &found.first {
            let mark = match (verdict, found.all) {
                ("sure", _) => "sure".to_string(),
                (_, true) => format!("one of {}: {}", fitting.len(), fitting.join(", ")),
                (_, false) => format!("one of at least {}: {}", fitting.len(), fitting.join(", ")),
            };
            let reading = &readings[first[number]];
            written.push(format!("# {}: {}, {mark}", kind.words, named(reading)));
            written.extend(reading.statements.iter().cloned());
        }
        json!({"drawn": kind.words, "lists": kind.lists.iter().map(|list| &list.name).collect::<Vec<_>>(), "verdict": verdict, "rules": rules})
    };
    let kinds_read: Vec<Value> = kinds.iter().zip(readings).enumerate().map(of_kind).collect();
    // With no combination that fits, the drawing stays what it is.
    let is_read = |line: &str| {
        found.first.is_some() && kinds.iter().any(|kind| kind.lists.iter().any(|list| list.is_named_in(line)))
    };
    let mut text: Vec<&str> = script.lines().filter(|line| !is_read(line)).collect();
    text.extend(written.iter().map(String::as_str));
    json!({
        "text": text.join("\n") + "\n",
        "solution": source,
        "kinds": kinds_read,
        "combinations": {"tried": found.tried, "fit": found.fitting, "all": found.all},
    })
}

/// The rows of the solution that an import keeps as a comment.
fn stored(script: &str) -> Option<Value> {
    let mut lines = script
        .lines()
        .map(|line| line.trim_start_matches(['#', ' ']))
        .skip_while(|line| !line.starts_with("expect solution x {"));
    lines.next()?;
    Some(lines.take_while(|line| !line.starts_with('}')).map(|line| json!(line.trim())).collect())
}

/// The puzzle without the rules that are sought.
struct Puzzle {
    session: Session,
}

impl Puzzle {
    fn new(mut session: Session, base: &str) -> Result<Puzzle, String> {
        load(&mut session, base, &TextOrigin::Script)?;
        Ok(Puzzle { session })
    }

    /// The solution with these rows.
    fn solution(&mut self, rows: &Value) -> Result<Assignment, String> {
        match super::judge::solution_of(&mut self.session, rows)? {
            Some(solution) => Ok(solution),
            None => Err("the solution breaks the rules that the drawing has already".into()),
        }
    }

    /// Whether the puzzle has exactly one solution with these statements; `None` if a limit was met.
    fn is_unique(&mut self, statements: &[&String]) -> Result<Option<bool>, String> {
        let text: Vec<&str> = statements.iter().map(|text| text.as_str()).collect();
        run(&mut self.session, "push")?;
        let unique = run(&mut self.session, &text.join("\n")).and_then(|_| is_unique(&mut self.session));
        run(&mut self.session, "pop")?;
        unique
    }
}

/// Whether the puzzle of a session has exactly one solution; `None` if a limit was met. `expect unique` explains nothing, as no one
/// reads the reason.
fn is_unique(session: &mut Session) -> Result<Option<bool>, String> {
    let unique = Question::Expect(Expectation::Unique);
    let report = session.ask(&unique, Span::new(SourceId(0), 0, 0)).map_err(|problem| sentence(&problem))?;
    Ok(match report.answer {
        Answer::Expect { ok, stopped: None, .. } => Some(ok),
        _ => None,
    })
}

/// Tries rules on solutions.
struct Trials<'a> {
    fresh: &'a dyn Fn() -> Session,
    /// The grid and the lists: the other rules of the puzzle don't matter to the one that is tried.
    declarations: String,
    samples: Samples,
}

impl Trials<'_> {
    /// The weight of the statements as evidence; `None` if they are no use of a rule, or don't hold.
    fn bits(
        &mut self,
        statements: &[String],
        known: Option<&Assignment>,
        puzzle: &mut Puzzle,
    ) -> Result<Option<f64>, String> {
        let mut session = (self.fresh)();
        if load(&mut session, &self.declarations, &TextOrigin::Script).is_err() {
            return Ok(None);
        }
        let mut bits = 0.0;
        for statement in statements {
            let (unknowns, constraints) = (session.model().unknowns.len(), session.model().constraints.len());
            if run(&mut session, statement).is_err() {
                return Ok(None);
            }
            let model = session.model();
            if model.constraints.len() == constraints {
                return Ok(None);
            }
            let has_own = model.unknowns.len() != unknowns;
            let mut holds = |solution: &Assignment| match has_own {
                false => session.model().violations(solution).is_ok_and(|all| all.iter().all(|&one| one < constraints)),
                // A rule with unknowns of its own holds if some values of these fit. A limit proves nothing against it.
                true => {
                    let facts: Vec<Atom> = session
                        .model()
                        .visible()
                        .filter(|unknown| unknown.index() < unknowns)
                        .map(|unknown| Atom { unknown, value: solution.get(unknown), is: true })
                        .collect();
                    !matches!(session.prospect(&facts), Ok(Prospect::Dead) | Err(_))
                }
            };
            if known.is_some_and(|known| !holds(known)) {
                return Ok(None);
            }
            bits += self.samples.bits(&mut holds);
        }
        if known.is_none() {
            run(&mut puzzle.session, "push")?;
            let answers =
                run(&mut puzzle.session, &statements.join("\n")).and_then(|_| run(&mut puzzle.session, "solve"));
            run(&mut puzzle.session, "pop")?;
            let first = answers?.into_iter().next().map(|report| report.answer);
            if !matches!(first, Some(Answer::Solution { .. } | Answer::Unknown(_))) {
                return Ok(None);
            }
        }
        Ok(Some(bits))
    }
}
