//! `--book`: the puzzles of a list as a booklet to print.
//!
//! Each line of the list names a script, a link, a sudoku of 81 characters, or a recipe: a script with `generate`. A puzzle
//! is in the book only if its solution is proved to be the only one.

use crate::session::{Answer, Grade, Report, Session, Settings, Subject, TextOrigin};
use sator_answer::{ExportOptions, Format, Step, Technique};
use sator_base::limits::Interrupt;
use sator_base::source::{SourceId, Span};
use sator_base::text::capitalized;
use sator_draw::render::BookPuzzle;
use sator_draw::scene::{Figure, figures};
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::syntax::ast::{Question, Statement, StatementKind};
use sator_lang::syntax::place_name;
use sator_model::Atom;
use std::path::Path;

/// Rules that only belong to others, and are no genre by themselves.
const PARTS_OF_OTHERS: [&str; 5] = ["partition", "seeds", "no_other_dots", "no_other_xv", "extra_region"];

/// A puzzle of the book with what orders it among the others.
pub(crate) struct Entry {
    pub puzzle: BookPuzzle,
    /// `None` if no steps lead to the solution.
    pub grade: Option<Grade>,
    pub steps: usize,
}

/// The puzzles of a text: its own, or those of its questions `generate`.
///
/// # Errors
/// A fault of the text, or a puzzle without exactly one solution. The session located it.
pub(crate) fn entries(
    name: &str,
    text: &str,
    (settings, interrupt): (&Settings, &Interrupt),
) -> std::result::Result<Vec<Entry>, (Box<Session>, Box<Diagnostic>)> {
    let fresh = || Box::new(Session::new(settings.clone(), interrupt.clone()));
    let mut session = fresh();
    let made = match recipes(&mut session, name, text) {
        Ok(made) => made,
        Err(error) => return Err((session, error)),
    };
    if made.is_empty() {
        return match entry(&mut session) {
            Ok(entry) => Ok(vec![entry]),
            Err(error) => Err((session, error)),
        };
    }
    let mut all = vec![];
    for text in made {
        let mut session = fresh();
        let done = recipes(&mut session, name, &text).and_then(|_| entry(&mut session));
        match done {
            Ok(entry) => all.push(entry),
            Err(error) => return Err((session, error)),
        }
    }
    Ok(all)
}

/// Adds the statements of a text, and returns the texts of the puzzles that its recipes make.
fn recipes(session: &mut Session, name: &str, text: &str) -> Result<Vec<String>> {
    let (script, origin) = match sator_formats::import(text) {
        Some(imported) => {
            let imported = imported.map_err(|problem| Box::new(problem.diagnostic()))?;
            if let Some(what) = imported.untranslated.first() {
                let message = format!("sator doesn't know the whole puzzle of this link: {what}");
                let help = "load it at the prompt, write the missing rules, save it, and name the file in the list";
                return fail(Diagnostic::new(Code::Import, message).help(help));
            }
            (imported.script, TextOrigin::Script)
        }
        None => {
            let file = Path::new(name);
            let origin = if file.is_file() { TextOrigin::File(file.into()) } else { TextOrigin::Script };
            (text.to_string(), origin)
        }
    };
    let statements = session.read(name, &script, origin)?;
    let mut made = vec![];
    let base = without_questions(&script, &statements);
    for statement in &statements {
        match &statement.kind {
            StatementKind::Question(Question::Generate(_)) => session.run(statement, &mut |_, report| {
                if let Answer::Generated(generated) = report.answer {
                    made.extend(generated.puzzles.iter().map(|puzzle| format!("{base}\n{}\n", puzzle.text)));
                }
            })?,
            StatementKind::Question(_) | StatementKind::Command(_) => {}
            _ => session.run(statement, &mut |_, _| {})?,
        }
    }
    Ok(made)
}

/// The text with blanks in place of its questions and commands.
fn without_questions(text: &str, statements: &[Statement]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let asks = |s: &&Statement| matches!(s.kind, StatementKind::Question(_) | StatementKind::Command(_));
    for statement in statements.iter().filter(asks) {
        let (start, end) = (statement.span.start as usize, statement.span.end as usize);
        if let Some(part) = bytes.get_mut(start..end) {
            part.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// The puzzle of a session as a part of the book.
fn entry(session: &mut Session) -> Result<Entry> {
    let span = Span::new(SourceId(0), 0, 0);
    let only = Question::Unique { fix: false, keep: false };
    let found = session.ask(&only, span)?.answer;
    let problem = match &found {
        Answer::Unique { .. } => None,
        Answer::Multiple { .. } => Some("it has several solutions"),
        Answer::None => Some("it has no solution"),
        other => {
            other.stopped().map(|_| "a limit ended the search for other solutions").or(Some("nothing is unknown in it"))
        }
    };
    if let Some(problem) = problem {
        let help = "a puzzle of a book has one solution: `unique` shows what is wrong with this one";
        return fail(Diagnostic::new(Code::Book, format!("this puzzle can't go into the book: {problem}")).help(help));
    }
    let mut picture = |subject: Subject| -> Result<Figure> {
        let options = ExportOptions { subject: Some(subject), ..ExportOptions::default() };
        let export = session.export(Format::Svg, options, Path::new(""), span)?;
        let figure = export.content.iter().flat_map(|answer| figures(session.model(), answer)).next();
        figure.ok_or_else(|| Box::new(Diagnostic::new(Code::Book, "this puzzle has nothing to draw")))
    };
    let (posed, solved) = (picture(Subject::Puzzle)?, picture(Subject::Solution)?);
    let report = session.ask(&Question::Solve { steps: true }, span)?;
    let model = session.model();
    let walked = walk(session, &report);
    let (grade, steps, hint, key) = match &report.answer {
        Answer::Steps { steps, done, .. } => {
            let hardest = steps.iter().map(|step| step.technique).max();
            let grade = done.then(|| hardest.map_or(Grade::Easy, Technique::grade));
            let key = hardest.and_then(|technique| key_step(session, steps, technique, &walked));
            (grade, steps.len(), hint(session, steps, &walked), key)
        }
        _ => (None, 0, None, None),
    };
    let puzzle = BookPuzzle {
        title: model.title.clone(),
        author: model.author.clone(),
        genre: genre(session),
        rules: model.rules_in_words().to_vec(),
        grade: grade.map(|grade| grade.to_string()),
        posed,
        solved,
        hint,
        key,
    };
    Ok(Entry { puzzle, grade, steps })
}

/// The pictures of the steps; the first one is the puzzle.
fn walk(session: &Session, report: &Report) -> Vec<Figure> {
    figures(session.model(), &report.answer)
}

/// The place of the first step, and its reason.
fn hint(session: &Session, steps: &[Step], walked: &[Figure]) -> Option<String> {
    let (step, figure) = (steps.first()?, walked.get(1)?);
    let mut cells: Vec<&str> = vec![];
    for literal in step.conclusions() {
        for name in cells_in(&session.model().unknown(literal.unknown).name) {
            if !cells.contains(&name) {
                cells.push(name);
            }
        }
    }
    let reason = figure.because.first()?.trim_end_matches('.');
    Some(match few(&cells) {
        place if place.is_empty() => format!("{reason}."),
        place => format!("Look at {place}: {reason}."),
    })
}

/// The cells that the name of an unknown contains: `r1c2` of `e[r1c2, up]`.
fn cells_in(name: &str) -> impl Iterator<Item = &str> {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter(|word| matches!(place_name(word), Some((Some(_), Some(_)))))
}

/// The first three of some names.
fn few<T: AsRef<str>>(names: &[T]) -> String {
    let shown: Vec<&str> = names.iter().take(3).map(AsRef::as_ref).collect();
    let more = names.len() - shown.len();
    if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
}

/// The first step of the hardest technique, unless every step is as easy: its sentence and its picture.
fn key_step(session: &Session, steps: &[Step], technique: Technique, walked: &[Figure]) -> Option<(String, Figure)> {
    if technique.grade() == Grade::Easy {
        return None;
    }
    let at = steps.iter().position(|step| step.technique == technique)?;
    let figure = walked.get(at + 1)?;
    let wording = |literal: &Atom| literal.wording(session.model()).replace(" != ", " is not ");
    let conclusions: Vec<String> = steps[at].conclusions().iter().map(wording).collect();
    let reason = figure.because.first()?.trim_end_matches('.');
    let sentence = format!("Step {}, {}: {}; {reason}.", at + 1, technique.name(), few(&conclusions));
    Some((sentence, Figure { caption: None, because: vec![], ..figure.clone() }))
}

/// The names of the rules in use, as a heading.
fn genre(session: &Session) -> String {
    let mut names: Vec<String> = vec![];
    for used in session.model().uses.iter().filter(|used| !PARTS_OF_OTHERS.contains(&&*used.rule)) {
        let name = used.rule.replace('_', " ");
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.truncate(4);
    match names.is_empty() {
        false => capitalized(&names.join(", ")),
        true => session.model().title.clone().unwrap_or_else(|| "Puzzles".into()),
    }
}

/// Puzzles of one genre follow each other, in the order in which the list has the genres; within a genre the easiest come
/// first.
pub(crate) fn sorted(mut entries: Vec<Entry>) -> Vec<Entry> {
    let mut genres: Vec<(String, Vec<String>)> = vec![];
    let place: Vec<usize> = entries
        .iter()
        .map(|entry| {
            let genre = (entry.puzzle.genre.clone(), entry.puzzle.rules.clone());
            genres.iter().position(|known| *known == genre).unwrap_or_else(|| {
                genres.push(genre);
                genres.len() - 1
            })
        })
        .collect();
    let mut keyed: Vec<(usize, Entry)> = place.into_iter().zip(entries.drain(..)).collect();
    keyed.sort_by_key(|(genre, entry)| (*genre, entry.grade.is_none(), entry.grade, entry.steps));
    keyed.into_iter().map(|(_, entry)| entry).collect()
}
