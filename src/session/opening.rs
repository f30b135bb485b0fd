//! Puzzles one after the other that begin alike, such as a list of sudokus. The statements with which the next text begins
//! too stay elaborated: [`Session::follows`] takes over from the session of the puzzle before.

use super::list::{Change, Entry, StatementList};
use super::{Session, TextOrigin};
use sator_base::source::SourceId;
use sator_lang::elaborate::{Elaborator, prints};
use sator_lang::syntax::ast::{Statement, StatementKind};
use sator_lang::syntax::parse_from;
use sator_solve::lower::search::Shape;

/// The first text that a session reads.
const FIRST: SourceId = SourceId(0);
/// Texts, those of standard rules included, after which a session starts with none.
const MOST_TEXTS: usize = 500;

/// The statements with which the first text begins, up to the first that does more than add to the puzzle.
#[derive(Default)]
pub(super) struct Opening {
    statements: usize,
    closed: bool,
    /// The state that the first text can start from.
    predecessor: Option<Box<Predecessor>>,
}

/// The statements that the session before has elaborated.
struct Predecessor {
    elaborator: Elaborator,
    /// The entries of its opening.
    entries: Vec<Entry>,
    shape: Option<Shape>,
}

impl Opening {
    /// Closes the opening while a statement runs. Returns whether it was open.
    pub(super) fn close(&mut self) -> bool {
        !std::mem::replace(&mut self.closed, true)
    }

    /// Adds the statement that ran, and opens the opening again, if the statement belongs to it.
    pub(super) fn extend(&mut self, statement: &Statement) {
        use StatementKind::{Command, Load, Param, Question, Sweep};
        let is_more = matches!(statement.kind, Command(_) | Load { .. } | Param { .. } | Question(_) | Sweep { .. });
        if statement.span.source == FIRST && !is_more {
            self.statements += 1;
            self.closed = false;
        }
    }
}

impl Session {
    /// This session, which is new, but keeps what the other one has elaborated until it reads a text. Where both texts begin
    /// with the same statements, [`Session::read`] adds these and returns those after them.
    pub(crate) fn follows(mut self, other: Session) -> Session {
        let Session { elaborator, list: StatementList { mut entries, .. }, texts, opening, cache, .. } = other;
        entries.truncate(opening.statements);
        // Texts that were loaded or made would stay, and the next script reads data beside itself.
        let is_alone = texts.origins.len() == 1 && !elaborator.files.any() && !self.params.are_given();
        if !entries.is_empty() && is_alone && elaborator.sources.count() <= MOST_TEXTS {
            self.opening.predecessor = Some(Box::new(Predecessor { elaborator, entries, shape: cache.shape }));
        }
        self
    }

    /// Reads the text with which a new session starts, from the first statement on that the session before has not
    /// elaborated. `None` if the texts begin with different statements, or the text needs to be read as a whole.
    pub(super) fn read_on(&mut self, name: &str, text: &str, origin: &TextOrigin) -> Option<Vec<Statement>> {
        let Predecessor { mut elaborator, mut entries, shape } = *self.opening.predecessor.take()?;
        let source = elaborator.sources.get(FIRST);
        let common = source.text.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
        let line_ends = |entry: &Entry| {
            let end = entry.statements.last()?.span.end as usize;
            Some(end + source.text.get(end..)?.find('\n')?)
        };
        let shared = entries.iter().take_while(|entry| line_ends(entry).is_some_and(|end| end < common)).count();
        // The mark of the statement after them is the state to go back to.
        let kept = shared.min(entries.len() - 1);
        let last = entries[..kept].last()?.statements.last()?.span;
        // The text behind a statement can belong to it, so the last one is read again. After a mistake the whole text is read,
        // and the mistake reported then.
        let mut statements = parse_from(FIRST, text, last.start as usize, &self.limits()).ok()?;
        if statements.first().is_none_or(|again| again.span != last) || statements.iter().any(prints) {
            return None;
        }
        statements.remove(0);
        elaborator.reread(&entries[kept].mark, last, name, text);
        elaborator.expansion = self.elaborator.expansion.clone();
        entries.truncate(kept);
        self.list.past = (0..kept).map(Change::addition).collect();
        self.list.remarks.start_behind(&elaborator.sources, FIRST, last, &statements);
        self.opening.statements = kept;
        self.texts.origins = vec![origin.clone()];
        self.cache.shape = shape.filter(|shape| shape.stands(&elaborator.model));
        (self.elaborator, self.list.entries) = (elaborator, entries);
        Some(statements)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Report, Settings};
    use sator_base::limits::Interrupt;
    use sator_draw::render::{draw_report, render_diagnostic, render_terminal};
    use sator_lang::diagnostic::Diagnostic;
    use std::time::Duration;

    const TEXTS: [&str; 20] = [
        "grid x 4x4 in 1..4\nsudoku(x)\ngivens x { 1...; ...2; .3..; ..1. }\nunique\n",
        "grid x 4x4 in 1..4\nsudoku(x)\ngivens x { 1...; ...2; .3..; .... }\nunique\nwhy r1c1 = 1\n",
        "grid x 4x4 in 1..4\nsudoku(x)\ngivens x { 1...; ...5; .3..; .... }\nunique\n",
        "grid x 4x4 in 1..4\nsudoku(x)\nr1c1 = 1; r1c2 = 1\nsolve\nlist\n",
        "grid x 4x4 in 1..4\nsudoku(x) as \"all\"\nr1c1 = 1; r1c2 = 1\nsolve\n",
        "# first\n\ngrid x 4x4 in 1..4 # a board\n\n# then\nsudoku(x) # rules\n# more\nr1c1 = 1\nlist\n",
        "# first\n\ngrid x 4x4 in 1..4 # a board\n\n# then\nsudoku(x) # rules\n# less\nr1c1 = 2\nlist\nunique\n",
        "grid x 4x4 in 1..4\nsudoku(x)\nlatin(y)\n",
        "grid x 4x4 in 1..4\nsudoku(x)\nlatin(x\n",
        "grid x 4x4 in 1..4\nif true { sudoku(x) }\nr1c1 = 4\nunique\n",
        "grid x 4x4 in 1..4\nif true { sudoku(x) }\nelse { latin(x) }\nr1c1 = 4\nunique\n",
        "grid x 4x4 in 1..4\nsolve\nsudoku(x)\nr1c1 = 1\nsolve\n",
        "grid x 4x4 in 1..4\nset seed 3\nsudoku(x)\nr1c1 = 1\nsolve\n",
        "grid x 4x4 in 1..4\nprint 1 + 1\nsudoku(x)\nr1c1 = 1\nsolve\nprint r1c1\n",
        "grid x 4x4 in 1..4\nsudoku(x)\nclues n { 1...; ...2; ....; .... }\nfor c, k in n { c = k }\nunique\n",
        "grid x 4x4 in 1..4\nsudoku(x)\nclues n { 2...; ...2; ....; ...3 }\nunique\nundo\nlist\n",
        "grid x 4x4 in 1..4\nsudoku(x)\ndrop 1\n",
        "var a, b in 1..9\na / 2 = b\na > 4\nr1c1 = 3\n",
        "var a, b in 1..9\na / 2 = b\na > 5\nsolve\n",
        "grid x 4x4 in 1..4",
    ];

    /// Everything that a text leads to.
    fn transcript(session: &mut Session, text: &str) -> Vec<String> {
        let mut lines = vec![];
        let error = |session: &Session, error: &Diagnostic| render_diagnostic(error, session.sources(), false, 100);
        let mut report = |session: &Session, report: Report| {
            let look = session.settings.look(false, 100, false);
            let report = Report { elapsed: Duration::ZERO, ..report };
            lines.push(render_terminal(&draw_report(session.model(), &report, &look), false));
        };
        let statements = session.read("text", text, TextOrigin::Script);
        let mut done = vec![];
        match statements {
            Err(fault) => done.push(error(session, &fault)),
            Ok(statements) => {
                for statement in &statements {
                    if let Err(fault) = session.run(statement, &mut report) {
                        done.push(error(session, &fault));
                        break;
                    }
                    let warnings = session.take_warnings();
                    done.extend(warnings.iter().map(|warning| error(session, warning)));
                }
            }
        }
        lines.extend(done);
        let entry = |e: &Entry| format!("{} {:?} {:?} {:?} {:?}", e.number, e.text, e.above, e.behind, e.statements);
        lines.extend(session.entries().iter().map(entry));
        let model = session.model();
        lines.push(format!("{} {:?} {:?}", model.pool.len(), model.constraints, model.unknowns));
        lines
    }

    fn new_session() -> Session {
        Session::new(Settings::default(), Interrupt::new())
    }

    #[test]
    fn a_text_after_another_leads_to_what_it_leads_to_alone() {
        let mut reused = 0;
        for text in TEXTS {
            let alone = transcript(&mut new_session(), text);
            for before in TEXTS {
                let mut session = new_session();
                transcript(&mut session, before);
                let mut session = new_session().follows(session);
                let open = session.opening.predecessor.is_some();
                assert_eq!(transcript(&mut session, text), alone, "{text} after {before}");
                reused += usize::from(open && session.opening.statements > 0);
            }
        }
        assert!(reused > 100, "{reused}");
    }

    #[test]
    fn what_both_texts_begin_with_is_not_elaborated_again() {
        let mut session = new_session();
        transcript(&mut session, TEXTS[0]);
        let mut session = new_session().follows(session);
        let left = session.read("next", TEXTS[1], TextOrigin::Script).expect("the text reads");
        assert_eq!((session.entries().len(), left.len()), (2, 3));
        assert!(session.cache.shape.is_some());
    }
}
