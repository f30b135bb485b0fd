//! `export link` and `export line`: writes the puzzle for another program, and lists the statements that the format
//! can't hold.

use super::{Session, Sink};
use crate::atomic::{self, Access};
use sator_answer::{Answer, Shared, SolutionsLeft};
use sator_base::source::Span;
use sator_draw::mark;
use sator_draw::narration::statement_text;
use sator_explain::condition_name;
use sator_formats::{self, LINKS, PuzzleToWrite};
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::syntax::ast::{Ident, Query};

/// Limit of the count of solutions of an export that leaves something out.
const MOST_COUNTED: u64 = 100;

impl Session {
    pub(super) fn share(&mut self, to: &Ident, path: Option<&str>, span: Span, sink: Sink) -> Result<()> {
        if to.name != "line" && !LINKS.contains(&to.name.as_str()) {
            let error = Diagnostic::at(Code::Setting, to.span, format!("there are no links for `{}`", to.name));
            return fail(error.help(format!("there are links for {}", LINKS.join(", "))));
        }
        let describe =
            |origin: &sator_model::Origin| statement_text(self.model(), &condition_name(origin, &self.elaborator));
        let seen = &self.cache.seen;
        let puzzle = PuzzleToWrite {
            model: self.model(),
            describe: &describe,
            solution: seen.current.as_ref(),
            unique: seen.only,
        };
        let written = sator_formats::write(&to.name, &puzzle)
            .map_err(|problem| Box::new(problem.diagnostic().label(to.span, "")))?;
        let file = path.map(|path| self.texts.file_to_write(path, to.span)).transpose()?;
        let text = format!("{}\n{}\n", written.text, mark::LINE);
        if let Some(file) = &file {
            let written = atomic::write(file, text.as_bytes(), Access::Usual, &self.limits());
            written.map_err(|unwritten| unwritten.at(file, to.span))?;
        }
        let path = file.map(|file| file.display().to_string());
        let without = match written.left_out.is_empty() {
            true => None,
            false => self.solutions_read_back(&written.text),
        };
        let shared = Shared { text: written.text, left_out: written.left_out, without, path };
        self.report(Query::Export, Answer::Shared(shared), span, sink);
        Ok(())
    }

    /// Counts the solutions of the puzzle in a link, in a session of its own. `None` if the link can't be read.
    fn solutions_read_back(&self, text: &str) -> Option<SolutionsLeft> {
        let imported = sator_formats::import(text)?.ok()?;
        let mut session = Session::new(self.settings.clone(), self.interrupt.clone());
        let statements = session.read(imported.format, &imported.script, None).ok()?;
        statements.iter().try_for_each(|statement| session.run(statement, &mut |_, _| {})).ok()?;
        // A drawing without rules is no puzzle, so it has no solutions to count.
        if session.model().unknowns.is_empty() {
            return None;
        }
        match session.count(Some(MOST_COUNTED), &session.limits()).ok()? {
            Answer::Count { count, exact, stopped, .. } => Some(SolutionsLeft { count, exact, stopped }),
            _ => None,
        }
    }
}
