//! The line editor: rustyline with our colours, completion, hints and history.
//!
//! A statement of several lines is one text in the editor. Its lines after the first start with `MARK`, a
//! continuation prompt as wide as the prompt, so that pictures stay aligned; the marks are part of the
//! edited text and taken out before anyone else sees it.

use super::history::History;
use super::{Input, Reader, is_finished};
use crate::editing::completion::{self, Candidate};
use crate::editing::names::Names;
use crate::editing::{highlight, hints};
use crate::signals::{self, TypeAhead};
use rustyline::completion::{Completer, Pair};
use rustyline::config::BellStyle;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{self, Hinter};
use rustyline::history::{History as _, MemHistory};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{
    Cmd, ColorMode, CompletionType, ConditionalEventHandler, Config, Context, Event, EventContext, EventHandler,
    Helper, KeyCode, KeyEvent, Modifiers, Movement, RepeatCount,
};
use sator_draw::palette::{Tone, paint};
use std::borrow::Cow;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const PROMPT: &str = "> ";
/// Starts a continued line.
const MARK: &str = "· ";
/// In a longer text, a key should not cost a walk through all of it.
const LONG: usize = 20_000;

/// Reads statements from a terminal.
pub(crate) struct Editor {
    inner: rustyline::Editor<Assistant, MemHistory>,
    history: History,
    /// Whether Ctrl-C ended the line.
    interrupted: Arc<AtomicBool>,
    /// The terminal's mode that the line editor finds, and leaves between two lines.
    _type_ahead: TypeAhead,
}

impl Editor {
    pub(crate) fn new(color: bool) -> anyhow::Result<Editor> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            .bell_style(BellStyle::None)
            .color_mode(if color { ColorMode::Forced } else { ColorMode::Disabled })
            .max_history_size(10_000)?
            .build();
        let memory = MemHistory::with_config(&config);
        let mut inner = rustyline::Editor::with_history(config, memory)?;
        let mut history = History::of_user();
        for entry in history.load() {
            inner.add_history_entry(marked(&entry))?;
        }
        let interrupted = Arc::new(AtomicBool::new(false));
        let bind = |keys: &[KeyEvent], handler: fn(&EventContext) -> Option<Cmd>| -> Vec<(Event, EventHandler)> {
            keys.iter().map(|&key| (key.into(), EventHandler::Conditional(Box::new(Key(handler))))).collect()
        };
        let mut bindings =
            bind(&[KeyEvent(KeyCode::Enter, Modifiers::NONE), KeyEvent::ctrl('J'), KeyEvent::ctrl('M')], enter);
        bindings.extend(bind(&[KeyEvent(KeyCode::Enter, Modifiers::ALT), KeyEvent::alt('\n')], |_| Some(new_line())));
        bindings.extend(bind(&[KeyEvent(KeyCode::Backspace, Modifiers::NONE), KeyEvent::ctrl('H')], backspace));
        bindings.extend(bind(&[KeyEvent(KeyCode::Tab, Modifiers::NONE)], tab));
        let watch = Interruption(interrupted.clone());
        bindings.push((KeyEvent::ctrl('C').into(), EventHandler::Conditional(Box::new(watch))));
        for (event, handler) in bindings {
            inner.bind_sequence(event, handler);
        }
        inner.set_helper(Some(Assistant { names: Names::default(), calm: Cell::new(false) }));
        Ok(Editor { inner, history, interrupted, _type_ahead: TypeAhead::start() })
    }
}

impl Reader for Editor {
    fn read(&mut self, names: Names, initial: Option<&str>) -> anyhow::Result<Input> {
        if let Some(assistant) = self.inner.helper_mut() {
            assistant.names = names;
        }
        let read = signals::while_waiting(|| match initial {
            Some(text) => self.inner.readline_with_initial(PROMPT, (&marked(text), "")),
            None => self.inner.readline(PROMPT),
        });
        match read {
            Ok(line) if self.interrupted.swap(false, Ordering::Relaxed) => {
                Ok(Input::Interrupted { empty: line.is_empty() })
            }
            Ok(line) => {
                let text = unmarked(&line);
                if self.history.add(&text) {
                    self.inner.history_mut().add(&marked(&text))?;
                }
                Ok(Input::Text(text))
            }
            Err(ReadlineError::Interrupted) => Ok(Input::Interrupted { empty: false }),
            Err(ReadlineError::Eof) => Ok(Input::End),
            Err(error) => Err(error.into()),
        }
    }

    fn is_typed(&self) -> bool {
        true
    }

    fn page(&mut self) -> usize {
        self.width()
    }

    fn width(&mut self) -> usize {
        self.inner.dimensions().map_or(80, |(columns, _)| columns.into())
    }
}

/// The text without continuation marks.
fn unmarked(line: &str) -> String {
    if line.contains('·') { line.replace(&format!("\n{MARK}"), "\n").replace("\n·", "\n") } else { line.to_string() }
}

fn marked(text: &str) -> String {
    text.trim_end().replace('\n', &format!("\n{MARK}"))
}

/// The text without marks, and where a place of the marked text is in it.
fn unmarked_at(line: &str, pos: usize) -> (String, usize) {
    let before = line.get(..pos).unwrap_or(line);
    (unmarked(line), unmarked(before).len())
}

fn new_line() -> Cmd {
    Cmd::Insert(1, format!("\n{MARK}"))
}

/// The effect of a key on the text.
struct Key(fn(&EventContext) -> Option<Cmd>);

impl ConditionalEventHandler for Key {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        (self.0)(context)
    }
}

/// Ctrl-C. A line that is accepted leaves the keys typed after it to the next line; rustyline's own `Interrupt` drops them.
struct Interruption(Arc<AtomicBool>);

impl ConditionalEventHandler for Interruption {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, _: &EventContext) -> Option<Cmd> {
        self.0.store(true, Ordering::Relaxed);
        Some(Cmd::AcceptLine)
    }
}

/// Another line while the statement is unfinished, at the end of which the cursor need not be.
fn enter(context: &EventContext) -> Option<Cmd> {
    if is_finished(&unmarked(context.line())) { Some(Cmd::AcceptLine) } else { Some(new_line()) }
}

/// A continuation mark goes as a whole, with its line break.
fn backspace(context: &EventContext) -> Option<Cmd> {
    let mark = format!("\n{MARK}");
    let joins = context.line().get(..context.pos())?.ends_with(&mark);
    joins.then(|| Cmd::Kill(Movement::BackwardChar(mark.chars().count() as RepeatCount)))
}

/// At the start of a continued line there is nothing to complete: Tab indents.
fn tab(context: &EventContext) -> Option<Cmd> {
    let before = context.line().get(..context.pos())?;
    let (_, line) = before.rsplit_once('\n')?;
    let blank = line.strip_prefix(MARK).unwrap_or(line).trim().is_empty();
    blank.then(|| Cmd::Insert(1, "  ".into()))
}

/// The callbacks of rustyline while a line is typed.
struct Assistant {
    names: Names,
    /// The line is left as it is: no brackets are marked.
    calm: Cell<bool>,
}

impl Helper for Assistant {}

impl Validator for Assistant {
    /// Reads on in a terminal that is too plain for our Enter key.
    fn validate(&self, context: &mut ValidationContext) -> rustyline::Result<ValidationResult> {
        let finished = is_finished(&unmarked(context.input()));
        Ok(if finished { ValidationResult::Valid(None) } else { ValidationResult::Incomplete })
    }
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (text, at) = unmarked_at(line, pos);
        let (start, found) = completion::complete(&text, at, &self.names);
        let pair = |c: Candidate| Pair { display: c.display, replacement: c.text };
        Ok((pos - (at - start), found.into_iter().map(pair).collect()))
    }
}

impl hint::Hint for hints::Hint {
    fn display(&self) -> &str {
        &self.display
    }

    fn completion(&self) -> Option<&str> {
        self.completion.as_deref()
    }
}

impl Hinter for Assistant {
    type Hint = hints::Hint;

    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<hints::Hint> {
        // A hint in the middle would push the rest of the text along.
        if pos < line.len() || line.len() > LONG {
            return None;
        }
        let (text, at) = unmarked_at(line, pos);
        hints::hint(&text, at, &self.names)
    }
}

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, pos: usize) -> Cow<'l, str> {
        if line.is_empty() || line.len() > LONG {
            return Cow::Borrowed(line);
        }
        let cursor = (!self.calm.get()).then_some(pos);
        if !line.contains(MARK) {
            return Cow::Owned(highlight::highlight(line, cursor, &self.names));
        }
        let (text, at) = unmarked_at(line, pos);
        let painted = highlight::highlight(&text, cursor.map(|_| at), &self.names);
        // The marks come back where they were; lines that were pasted have none.
        let mut has_mark = line.split('\n').map(|l| l.starts_with(MARK));
        let lines: Vec<String> =
            painted
                .split('\n')
                .map(|l| {
                    if has_mark.next() == Some(true) { format!("{}{l}", paint(MARK, Tone::Dim)) } else { l.to_string() }
                })
                .collect();
        Cow::Owned(lines.join("\n"))
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Owned(paint(prompt, Tone::Prompt))
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(paint(hint, Tone::Dim))
    }

    fn highlight_char(&self, line: &str, pos: usize, kind: CmdKind) -> bool {
        self.calm.set(kind == CmdKind::ForcedRefresh);
        match kind {
            CmdKind::ForcedRefresh => false,
            CmdKind::Other => line.len() <= LONG,
            CmdKind::MoveCursor => {
                let near = |at: Option<usize>| {
                    at.is_some_and(|at| {
                        matches!(line.as_bytes().get(at), Some(b'(' | b')' | b'[' | b']' | b'{' | b'}'))
                    })
                };
                near(Some(pos)) || near(pos.checked_sub(1))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_come_and_go() {
        let text = "givens {\n  53..\n}";
        assert_eq!(marked(text), "givens {\n·   53..\n· }");
        assert_eq!(unmarked(&marked(text)), text);
        assert_eq!(unmarked("a {\n·\n  b }"), "a {\n\n  b }");
        assert_eq!(unmarked_at("a {\n· bc", 8), ("a {\nbc".into(), 5));
    }

    #[test]
    fn colours_keep_the_text() {
        let assistant = Assistant { names: Names::plain(), calm: Cell::new(false) };
        let line = marked("givens {\n  5.#.\n}") + "\npasted = 1";
        let painted = assistant.highlight(&line, 3);
        let mut plain = String::new();
        let mut rest = &*painted;
        while let Some(at) = rest.find('\x1b') {
            plain.push_str(&rest[..at]);
            rest = rest[at..].split_once('m').unwrap().1;
        }
        plain.push_str(rest);
        assert_eq!(plain, line);
    }
}
