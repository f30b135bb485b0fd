//! `load last`: restores the unsaved session of an earlier prompt. If some of its statements are faulty, it restores
//! the others.

use super::load::Loaded;
use super::{LAST_LINE, Session, Sink};
use crate::input;
use crate::kept::{self, Kept};
use sator_answer::{Answer, Done, Resumed};
use sator_base::source::Span;
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::syntax::ast::Query;
use sator_lang::syntax::complete::is_complete;

/// Largest number of other sessions that the answer lists.
const OFFERED: usize = 5;

impl Session {
    /// Restores the session with this number. Number 1 is the session kept last.
    pub(super) fn load_kept(&mut self, number: u32, span: Span, sink: Sink) -> Result<()> {
        self.texts.can_write(span)?;
        let mut all = kept::others();
        let (at, count) = (number.max(1) as usize - 1, all.len());
        if at >= count {
            let message = match count {
                0 => "no session with unsaved statements is kept".to_string(),
                1 => "only one session is kept: `load last` brings it back".to_string(),
                _ => format!("{count} sessions are kept, no {number}"),
            };
            let help = "`load \"f\"` reads a script, `load example \"sudoku\"` an example";
            return fail(Diagnostic::at(Code::Unreadable, span, message).help(help));
        }
        let kept = all.remove(at);
        let others = offers(&all);
        let text = input::text_of_file(&kept.path, &self.limits()).map_err(|unread| unread.at(span))?;
        let loaded = Loaded { name: "last session".into(), text: text.clone(), real: kept.path.clone(), file: None };
        let age = kept.age;
        let before = self.list.entries.len();
        if before == 0 {
            kept::start_anew();
        }
        // Files of older versions, called `last.puz`, have no last line.
        let old = kept.path.file_name().is_some_and(|name| name == "last.puz");
        let whole = old || text.trim_end().ends_with(LAST_LINE);
        let done = if whole { self.take_loaded(loaded, true, span, sink) } else { Ok(()) };
        let in_part = match done {
            Ok(()) if whole => {
                kept::take_over(kept);
                None
            }
            Err(error) if error.limit().is_some() => return Err(error),
            done => Some(self.load_in_part(&kept, &text, done.err(), span, sink)?),
        };
        let statements = self.list.entries.len() - before;
        self.list.saved = None;
        let resumed = Resumed { statements, age, in_part, others };
        self.report(Query::Load, Answer::Done(Done::Resumed(resumed)), span, sink);
        Ok(())
    }

    /// Loads the statements that can be read. Returns the lines left out and the new name of the file, which keeps them
    /// all.
    fn load_in_part(
        &mut self,
        kept: &Kept,
        text: &str,
        error: Option<Box<Diagnostic>>,
        span: Span,
        sink: Sink,
    ) -> Result<(Vec<String>, std::path::PathBuf)> {
        let lines: Vec<&str> = text.lines().collect();
        let mut left_out = vec![];
        let mut at = 0;
        while at < lines.len() {
            let end = end_of_statement(&lines, at);
            let part = lines[at..end].join("\n") + "\n";
            let taken =
                self.read("last session", &part, None).and_then(|statements| self.take_separately(&statements, sink));
            match taken {
                Ok(()) => at = end,
                Err(error) if error.limit().is_some() => return Err(error),
                Err(_) => {
                    left_out.push(lines[at].to_string());
                    at += 1;
                }
            }
        }
        self.warnings.list.extend(error.map(|error| *error));
        let aside = kept::set_aside(kept).map_err(|e| {
            let message = format!("`{}` can't be kept aside: {e}", kept.path.display());
            Box::new(Diagnostic::at(Code::Unwritable, span, message))
        })?;
        Ok((left_out, aside))
    }
}

/// The index after the last line of the statement that starts at `start`, or whose comments do.
fn end_of_statement(lines: &[&str], start: usize) -> usize {
    let is_statement = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let first = (start..lines.len()).find(|&at| is_statement(lines[at]));
    let Some(first) = first else { return lines.len() };
    let whole = |end: &usize| is_complete(&lines[first..*end].join("\n"));
    (first + 1..=lines.len()).find(whole).unwrap_or(lines.len())
}

/// The other sessions that can be restored: the age of each, whether its prompt still runs, and its first line.
fn offers(others: &[Kept]) -> Vec<(std::time::Duration, bool, String)> {
    let first = |kept: &Kept| {
        let text = std::fs::read_to_string(&kept.path).unwrap_or_default();
        text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().to_string()
    };
    others.iter().take(OFFERED).map(|kept| (kept.age, kept.open, first(kept))).collect()
}
