//! The requests of an editor of scripts, for every driver: the page of a browser, a notebook, an editor. A request is a text and what
//! is wanted of it; the answer is JSON, and what happens while a question is answered are events.
//!
//! ```text
//! page ─┐
//! ...  ─┴─▶ Service ──▶ Script (follows the text as it is typed) ──▶ Session
//!               └────▶ events: start, progress, answer, problem, script, done
//! ```
//!
//! Places in a text are counted in UTF-16 units, as browsers and editors count.
//!
//! ```
//! use sator::service::{Events, Form, Service};
//! use sator::session::{Files, Settings};
//! use std::sync::{Arc, Mutex};
//!
//! let mut service = Service::new(Settings::default(), sator::Interrupt::new());
//! let text = "grid x 2x2 in 1..2\nlatin(x)\nr1c1 = 1\n";
//! assert!(service.look(text, Files::Refused)["problems"].as_array().is_some_and(Vec::is_empty));
//!
//! let seen = Arc::new(Mutex::new(vec![]));
//! let all = seen.clone();
//! let events: Events = Arc::new(move |kind, data| all.lock().unwrap().push((kind, data)));
//! service.ask(text, Files::Refused, Some("unique"), Form::Page, &events);
//! let answer = seen.lock().unwrap().iter().find(|(kind, _)| *kind == "answer").map(|(_, data)| data["words"].clone());
//! assert!(answer.unwrap().as_str().unwrap().contains("this is the only solution"));
//! ```

mod answered;
mod boards;
mod cells;
mod edits;
mod judge;
mod live;
mod palette;
mod pictures;
mod places;
mod problems;
mod requests;
mod script;
mod starting;
mod understand;

pub use crate::editing::is_finished;

use crate::editing::completion::complete;
use crate::editing::highlight;
use crate::editing::names::Names;
use crate::files;
use crate::session::{CallParams, ExportOptions, Files, Format, Report, Session, Settings, Subject};
use answered::{answered, problem, units};
use judge::Judge;
pub use live::LiveParts;
pub(crate) use problems::Problem;
pub use requests::{Deliver, METHODS, Method, answer};
#[cfg(feature = "cli")]
pub(crate) use requests::{entries, export_options, puzzle, reply, result, wanted};
use sator_base::limits::Interrupt;
use sator_base::source::{SourceId, Span};
use sator_draw::render::svg::render_placed;
use sator_draw::render::{self, export_bytes};
use sator_draw::scene::Figure;
use sator_lang::diagnostic::Diagnostic;
use script::{Edit, Script};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Names that completion offers at a time.
const MOST_OFFERS: usize = 50;

/// Takes what happens while a question is answered: its kind and its data.
///
/// | kind | data |
/// | --- | --- |
/// | `start` | `question` |
/// | `progress` | `text` |
/// | `answer` | an answer in words and pictures |
/// | `problem` | an error or a warning, with its place |
/// | `script` | an edit that the text needs to say what the session has learned: `lines`, and `from` and `instead` where they take the place of others |
/// | `done` | nothing |
pub type Events = Arc<dyn Fn(&'static str, Value) + Send + Sync>;

/// The form of answers and problems among the events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Words and pictures.
    #[default]
    Page,
    /// The objects of `--json`.
    Json,
}

/// A session that follows a text, and answers what is asked of it.
pub struct Service {
    script: Script,
    /// The statements that hold in a text with an error, as they were when the text could last be parsed.
    sound: Option<Session>,
    /// The puzzle whose boards were judged last.
    judge: Option<Judge>,
}

impl Service {
    /// For a text that is in no file. Setting `interrupt` ends the question that runs.
    pub fn new(settings: Settings, interrupt: Interrupt) -> Service {
        Service::of_file(settings, None, false, interrupt)
    }

    /// For the text of a file, from whose folder paths start; with `overwrite` it may overwrite files that carry no mark of
    /// sator.
    pub fn of_file(settings: Settings, file: Option<PathBuf>, overwrite: bool, interrupt: Interrupt) -> Service {
        Service { script: Script::new(settings, file, overwrite, interrupt), sound: None, judge: None }
    }

    /// Sets parameters of the texts that follow, as `--param` and `--data` do. A fault of theirs leaves the rest unset.
    pub fn give(&mut self, params: CallParams) {
        self.script.give(params);
    }

    /// The view of a text in an editor: `pieces` (how long and which class) to colour, `problems`, questions that are `waiting`,
    /// `title`, the `site` for links, the `picture` as SVG, its `boards` with their places, the `pictures` of the script with
    /// their tokens, and its `rules` in words. A statement with an error is left out of the picture, and the others are drawn.
    /// The text of another program's puzzle is `imported`, as a script, and its `format`.
    pub fn look(&mut self, text: &str, files: Files) -> Value {
        let unread = match sator_formats::import(text) {
            Some(Ok(imported)) => return json!({"imported": imported.script, "format": imported.format}),
            // The fault is one of the link, not of a script.
            Some(Err(problem)) if sator_formats::is_link(text) => Some(problem.diagnostic()),
            _ => None,
        };
        let allowed = files == Files::Allowed;
        let read = self.script.follow(text, files.clone());
        if read.error().is_none() {
            self.sound = None;
        } else if let Some(session) = problems::without_faults(&self.script, text, files) {
            self.sound = Some(session);
        }
        let own = &self.script.session;
        let session = self.sound.as_ref().unwrap_or(own);
        let pieces: Vec<Value> = highlight::pieces(text, &Names::of(session))
            .into_iter()
            .map(|(range, class)| json!([units(&text[range]), format!("{class:?}").to_lowercase()]))
            .collect();
        let problems: Vec<Value> = match &unread {
            Some(unread) => vec![problem(own, text, unread)],
            None => read.problems.iter().map(|p| problem(own, text, p)).collect(),
        };
        let waiting: Vec<&str> = read.waiting.iter().map(|s| own.sources().slice(s.span)).collect();
        let (picture, placed) = render_placed(&Figure::posed(session.model()));
        json!({
            "pieces": pieces,
            "problems": problems,
            "waiting": waiting,
            "files": allowed,
            "site": session.settings.site,
            "title": session.model().title,
            "picture": picture,
            "boards": boards::boards(session.model(), &placed),
            "pictures": boards::pictures(session.model(), text),
            "rules": session.model().rules_in_words(),
            "author": session.model().author,
        })
    }

    /// All problems of a text, those behind the first error too; `None` if the reading was interrupted.
    pub(crate) fn problems(&mut self, text: &str, files: Files) -> Option<Vec<Problem>> {
        problems::problems(&mut self.script, text, files)
    }

    /// The session of the text that was read last.
    pub(crate) fn session(&self) -> &Session {
        &self.script.session
    }

    /// Completion at a place: the `list` of texts that take the place of what stands from `from` to `to`.
    pub fn complete(&mut self, text: &str, files: Files, at: usize) -> Value {
        completion(&self.script.session, text, files, at)
    }

    /// The text with a value typed into a cell, or without one there; with `guess` as a line of its own.
    ///
    /// # Errors
    /// A sentence: no such cell, no such value, or a text that can't be read.
    pub fn edit_cell(&mut self, text: &str, cell: &str, typed: Option<&str>, guess: bool) -> Result<String, String> {
        cells::edit(&mut self.script, text, cell, typed, guess)
    }

    /// The text after an edit on its board: an object with a `kind`, as the module `edits` lists them.
    ///
    /// # Errors
    /// A sentence: no such kind of edit, a field that is missing, or a text that can't be read.
    pub fn edit(&mut self, text: &str, files: Files, edit: &Value) -> Result<String, String> {
        self.script.follow(text, files);
        edits::edit(&mut self.script, text, edit)
    }

    /// The puzzle as a link of another program, with what to know of it in `words`.
    ///
    /// # Errors
    /// A sentence: a text that can't be read, or a puzzle that the format can't hold.
    pub fn link(&mut self, text: &str, files: Files, to: &str) -> Result<Value, String> {
        live::link(&mut self.script, text, files, to)
    }

    /// Whether the puzzle has no, one or several `solutions` (null for a text with an error), and a `picture` of a clash, or of
    /// what is wanted.
    pub fn live(&mut self, text: &str, files: Files, wanted: LiveParts) -> Value {
        live::live(&mut self.script, text, files, wanted)
    }

    /// Whether conditions that a player has filled in are `solved`, and with `check` the names of those that are `wrong`.
    ///
    /// # Errors
    /// A sentence: a text or condition that can't be read.
    pub fn play(&mut self, text: &str, files: Files, entries: &[String], check: bool) -> Result<Value, String> {
        live::play(&mut self.script, text, files, entries, check)
    }

    /// Answers a question, or without one all of the text in its order.
    pub fn ask(&mut self, text: &str, files: Files, question: Option<&str>, form: Form, events: &Events) {
        let script = &mut self.script;
        events("start", json!({"question": question.unwrap_or("run")}));
        let shared = events.clone();
        let progress = move |text: &str| shared("progress", json!({"text": text}));
        let found = |session: &Session, diagnostic: &Diagnostic| match form {
            Form::Page => events("problem", problem(session, text, diagnostic)),
            Form::Json => events("problem", render::json::error(diagnostic, session.sources())),
        };
        let mut sink = |session: &Session, report: Report| match (files::write_export(session, report), form) {
            (Ok(report), Form::Page) => events("answer", answered(session, text, &report)),
            (Ok(report), Form::Json) => {
                if let Some(object) = render::report_object(session.elaborator(), &report, false) {
                    events("answer", object);
                }
            }
            (Err(error), _) => found(session, &error),
        };
        let mut edits = vec![];
        let failed = match question {
            Some(question) => match script.follow(text, files).error() {
                Some(error) => Some(Box::new(error.clone())),
                None => {
                    script.session.set_progress(Some(Box::new(progress)));
                    script.ask(question, &mut edits, &mut sink).err()
                }
            },
            None => script.run_all(text, files, Box::new(progress), &mut edits, &mut sink).err(),
        };
        script.session.set_progress(None);
        for Edit { instead, lines } in edits {
            let (from, instead) = instead.unzip();
            let from = from.and_then(|from| text.get(..from as usize)).map(units);
            events("script", json!({"from": from, "instead": instead, "lines": lines}));
        }
        for problem_found in script.session.take_warnings().iter().chain(failed.as_deref()) {
            found(&script.session, problem_found);
        }
        events("done", json!({}));
    }

    /// Judges a board of a puzzle, as `help judge` describes.
    ///
    /// # Errors
    /// A sentence: a puzzle or a board that can't be read.
    pub fn judge(&mut self, text: &str, files: Files, request: &Value) -> Result<Value, String> {
        self.judge_of(text, files)?.judge(request)
    }

    /// Finds the move after which a puzzle has no solution left, as `help judge` describes.
    ///
    /// # Errors
    /// A sentence: a puzzle, a board or a move that can't be read.
    pub fn when(&mut self, text: &str, files: Files, request: &Value) -> Result<Value, String> {
        self.judge_of(text, files)?.when(request)
    }

    /// Finds rules for what a drawing shows without a rule, as `help understand` describes.
    ///
    /// # Errors
    /// A sentence: a text or a solution that can't be read.
    pub fn understand(&mut self, text: &str, files: Files, solution: &Value) -> Result<Value, String> {
        understand::understand(&|| self.script.fresh_session(files.clone()), text, solution)
    }

    /// The judge of a puzzle; the one of the last request if that was about the same puzzle.
    fn judge_of(&mut self, text: &str, files: Files) -> Result<&mut Judge, String> {
        let judge = match self.judge.take().filter(|judge| judge.is_for(text, &files)) {
            Some(judge) => judge,
            None => Judge::new(self.script.fresh_session(files), text, self.script.origin().clone())?,
        };
        Ok(self.judge.insert(judge))
    }

    /// The bytes of a picture or another file of the puzzle.
    ///
    /// # Errors
    /// A sentence: a text that can't be read, or a picture that can't be drawn.
    pub fn export(
        &mut self,
        text: &str,
        files: Files,
        format: Format,
        options: ExportOptions,
    ) -> Result<Vec<u8>, String> {
        let read = self.script.follow(text, files);
        if let Some(error) = read.error() {
            return Err(error.message.clone());
        }
        if matches!(options.subject, Some(Subject::Solution | Subject::Both)) {
            live::solve(&mut self.script);
        }
        let session = &mut self.script.session;
        let export = session.export(format, options, Path::new(""), Span::new(SourceId(0), 0, 0));
        export_bytes(session.model(), &export.map_err(|error| error.message.clone())?)
    }
}

/// Completion of a text for a session that has the statements before the text: as [`Service::complete`].
pub fn completion(session: &Session, text: &str, files: Files, at: usize) -> Value {
    let mut left = at;
    let before = text.char_indices().find(|(_, c)| {
        let done = left == 0;
        left = left.saturating_sub(c.len_utf16());
        done
    });
    let at = before.map_or(text.len(), |(byte, _)| byte);
    let (start, mut found) = complete(text, at, &Names::of(session));
    let line = &text[text[..at].rfind('\n').map_or(0, |n| n + 1)..at];
    // A script that may not read files must not learn their names.
    if files != Files::Allowed && line.contains('"') && !line.contains("example") {
        found.clear();
    }
    let offers = found.into_iter().take(MOST_OFFERS);
    let list: Vec<Value> = offers.map(|c| json!({"display": c.display, "text": c.text})).collect();
    json!({"from": units(&text[..start]), "to": units(&text[..at]), "list": list})
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An error behind `generate ... keep` can be about declarations of the question; `unique fix keep` declares nothing.
    #[test]
    fn an_error_behind_a_question_that_declares_nothing_is_shown() {
        let mut service = Service::new(Settings::of_environment(), Interrupt::new());
        let mut problems = |question: &str| {
            let text = format!("grid x 2x2 in 1..2\nlatin(x)\n{question}\nr9c9 = 1\n");
            service.look(&text, Files::Refused)["problems"].as_array().map_or(0, Vec::len)
        };
        assert_eq!(["unique fix keep", "unique", "generate x keep"].map(&mut problems), [1, 1, 0]);
    }
}
