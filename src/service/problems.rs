//! All problems of a text. After the first error the session takes nothing more in; here the rest of the text is read too, for
//! editors that underline every mistake.
//!
//! A problem behind the first error is left out if it may follow from that error: the statement uses a name that a faulty
//! statement declares, stands behind a line that can't be parsed, or in the same paragraph.

use super::script::{Script, is_kept, makes_statements};
use crate::editing::bindings::declarations;
use crate::editing::unquoted;
use crate::session::{Files, Session};
use sator_base::limits::Limits;
use sator_base::source::SourceId;
use sator_base::text::is_name_char;
use sator_lang::diagnostic::{Code, Diagnostic};
use sator_lang::syntax::ast::{Statement, StatementKind};
use sator_lang::syntax::parse_within;
use std::collections::HashSet;
use std::ops::Range;

/// Errors of a text.
const MAX_ERRORS: usize = 30;

/// An error or a warning, with its place in the text in bytes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Problem {
    pub code: Code,
    pub message: String,
    pub help: Option<String>,
    /// Texts that can mend it, in the place of the problem or of its statement.
    pub fixes: Vec<String>,
    pub notes: Vec<String>,
    pub warning: bool,
    /// `None` if its place is in another text, as in a file that this one loads.
    pub place: Option<Range<usize>>,
}

impl Problem {
    /// `is_text` decides whether a label is about the text at hand.
    fn of(found: &Diagnostic, is_text: impl Fn(SourceId) -> bool) -> Problem {
        let label = found.labels.iter().find(|label| is_text(label.span.source));
        Problem {
            code: found.code,
            message: found.message.clone(),
            help: found.help.clone(),
            fixes: found.fixes.clone(),
            notes: found.notes.clone(),
            warning: found.warning,
            place: label.map(|label| label.span.start as usize..label.span.end as usize),
        }
    }
}

/// The problems of a text in the order of its lines; `None` if the reading was interrupted.
pub(super) fn problems(script: &mut Script, text: &str, files: Files) -> Option<Vec<Problem>> {
    let read = script.follow(text, files.clone());
    if read.error().is_some_and(|error| error.limit().is_some()) {
        return None;
    }
    let of_text =
        |session: &Session, found: &Diagnostic| Problem::of(found, |source| session.sources().get(source).text == text);
    let mut found: Vec<Problem> = read.problems.iter().map(|p| of_text(&script.session, p)).collect();
    if read.error().is_some() {
        for problem in Further::read(script, text, files)?.0 {
            if !found.iter().any(|known| known.place == problem.place && known.message == problem.message) {
                found.push(problem);
            }
        }
    }
    found.sort_by_key(|problem| problem.place.as_ref().map_or(0, |place| place.start));
    Some(found)
}

/// A session with all statements of a text that hold without its faulty ones, so that a mistake hides no more than itself;
/// `None` if the text can't be parsed, or the reading was interrupted.
pub(super) fn without_faults(script: &Script, text: &str, files: Files) -> Option<Session> {
    let limits = Limits::interrupted_by(script.interrupt().clone());
    parse_within(SourceId(0), text, &limits).ok()?;
    Some(Further::read(script, text, files)?.1)
}

/// The rest of a text behind its first error.
struct Further {
    /// The text, with blanks in the place of what can't be parsed.
    text: String,
    found: Vec<Problem>,
    /// Names that a faulty statement declares.
    doubtful: HashSet<String>,
    /// A faulty statement may have declared any name.
    any_doubtful: bool,
    /// Statements before this place are passed over.
    next: usize,
}

impl Further {
    /// The problems of a text, and a session with the statements that have none.
    fn read(script: &Script, text: &str, files: Files) -> Option<(Vec<Problem>, Session)> {
        let (text, found) = (text.to_string(), vec![]);
        let mut further = Further { text, found, doubtful: HashSet::new(), any_doubtful: false, next: 0 };
        let limits = Limits::interrupted_by(script.interrupt().clone());
        let starts = chunk_starts(&further.text);
        let mut blanked: Vec<usize> = vec![];
        // Each turn blanks another piece.
        while blanked.len() < MAX_ERRORS {
            let error = match parse_within(SourceId(0), &further.text, &limits) {
                Ok(_) => break,
                Err(error) if error.limit().is_some() => return None,
                Err(error) => error,
            };
            let problem = Problem::of(&error, |_| true);
            let at = problem.place.as_ref().map_or(0, |place| place.start);
            let chunk = starts.partition_point(|&start| start <= at).saturating_sub(1);
            if blanked.contains(&chunk) {
                return Some((further.found, script.fresh_session(files)));
            }
            // A statement that goes on over lines was cut in two.
            if !blanked.contains(&(chunk + 1)) {
                further.found.push(problem);
            }
            blanked.push(chunk);
            let end = further.paragraph_end(starts.get(chunk + 1).copied().unwrap_or(further.text.len()));
            let piece = &further.text[starts[chunk]..end];
            let blank: String = piece.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
            further.text.replace_range(starts[chunk]..end, &blank);
        }
        let first = blanked.iter().map(|&chunk| starts[chunk]).min().unwrap_or(further.text.len());
        let session = further.elaborate(script, files, first)?;
        Some((further.found, session))
    }

    /// The next empty line from a place on: behind it, what stood before matters less.
    fn paragraph_end(&self, from: usize) -> usize {
        let mut at = from;
        for line in self.text[from..].split_inclusive('\n') {
            if line.trim().is_empty() {
                break;
            }
            at += line.len();
        }
        at
    }

    /// Takes in the statements that end before a place and depend on no faulty one. Behind a piece that can't be parsed no
    /// statement is sure to mean what it seems to.
    fn elaborate(&mut self, script: &Script, files: Files, end: usize) -> Option<Session> {
        let mut session = script.fresh_session(files);
        let Ok(statements) = session.read("script", &self.text, script.origin().clone()) else { return Some(session) };
        let before = statements.iter().take_while(|statement| statement.span.end as usize <= end);
        for statement in before {
            if makes_statements(statement) || self.found.len() >= MAX_ERRORS {
                break;
            }
            if !is_kept(statement) || (statement.span.start as usize) < self.next {
                continue;
            }
            let slice = session.sources().slice(statement.span);
            if slice.split(|c| !is_name_char(c)).any(|word| self.doubtful.contains(word)) {
                self.doubt(statement, None);
                continue;
            }
            let done = session.run(statement, &mut |_, _| {});
            let warnings = session.take_warnings();
            if done.as_ref().is_err_and(|error| error.limit().is_some()) {
                return None;
            }
            let error = done.err();
            let mut last = None;
            for found in warnings.iter().chain(error.as_deref()) {
                let problem = Problem::of(found, |source| session.sources().get(source).text == self.text);
                last = problem.place.clone().map(|place| (problem.code, place));
                let is_name = matches!(problem.code, Code::UnknownName | Code::NoGrid);
                if !(self.any_doubtful && is_name) {
                    self.found.push(problem);
                }
            }
            if error.is_some() {
                self.doubt(statement, last);
            }
        }
        Some(session)
    }

    /// Passes over what depends on this statement. An expression whose error is at its start may be a declaration with a
    /// mistake in its first word, and the lines behind it its rows.
    fn doubt(&mut self, statement: &Statement, error: Option<(Code, Range<usize>)>) {
        self.doubtful.extend(declarations(statement).into_iter().map(|(name, _)| name.name.clone()));
        let at_start = error.is_some_and(|(code, place)| {
            matches!(code, Code::UnknownName | Code::Type) && place.start == statement.span.start as usize
        });
        match statement.kind {
            StatementKind::Expr { .. } if at_start => {
                self.any_doubtful = true;
                self.next = self.paragraph_end(statement.span.end as usize);
            }
            StatementKind::Grid { .. }
            | StatementKind::Load { .. }
            | StatementKind::Enum { .. }
            | StatementKind::Command(_) => self.any_doubtful = true,
            _ => {}
        }
    }
}

/// The starts of the lines outside of all brackets. Brackets in quotes and comments don't count.
fn chunk_starts(text: &str) -> Vec<usize> {
    let (mut starts, mut depth, mut at) = (vec![0], 0_u32, 0);
    for line in text.split_inclusive('\n') {
        if depth == 0 && at > 0 {
            starts.push(at);
        }
        for (_, c) in unquoted(line) {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        at += line.len();
    }
    starts
}

#[cfg(test)]
mod tests {
    use crate::service::Service;
    use crate::session::{Files, Settings};
    use sator_base::limits::Interrupt;

    /// The text at each problem.
    fn marked(text: &str) -> Vec<String> {
        let mut service = Service::new(Settings::of_environment(), Interrupt::new());
        let found = service.problems(text, Files::Refused).expect("not interrupted");
        found.iter().map(|p| p.place.clone().map_or(p.message.clone(), |place| text[place].to_string())).collect()
    }

    const GRID: &str = "grid x 4x4 in 1..4\n";

    #[test]
    fn several_errors_are_found() {
        assert_eq!(marked(&format!("{GRID}r1c1 = nine\nr1c2 = 2\nr9c9 = 1\nsum(r1) = ten\n")), ["nine", "r9c9", "ten"]);
        assert_eq!(marked(&format!("{GRID}r9c9 = 1\nr1c1 = = 1\n")).len(), 2);
        assert_eq!(marked(&format!("{GRID}r1c1 = = 1\n\nr1c2 + = 2\n\nr1c3 = 1\n")).len(), 2);
        assert_eq!(marked(&format!("{GRID}r1c1 = 1\n")), [""; 0]);
    }

    /// Each of these has one mistake.
    #[test]
    fn a_mistake_is_found_once() {
        for text in [
            "grid x 4x4 in 1..\nsudoku(x)\nr1c1 = 1\ngrid y 2x2 in 1.. 2 3\n",
            "let a = nine\nvar v in 1..a\nv = 3\nlet b = a + v\n",
            "var v in 1..9\nrule r(c) {\n  c = = 1\n}\nr(v)\nv = 2\n",
            "var v in 1..9\nrule r(c) {\n  c = 1\nr(v)\nv = 2\n",
            "var v in 1..9\nv +\n = 3\nv = 2\n",
            "grid x 4x4 in 1..4\ngivens x {\n 1...\n ....\n ..(.\n ....\n}\nsudoku(x)\n",
            "enum colour { red green\nvar v in colour\nv = red\n",
            "load \"none.puz\"\nr1c1 = 1\nsudoku(x)\n",
            "gri x 4x4 in 1..4\nsudoku(x)\nr1c1 = 1\n",
            "grid x 2x2 in 1..2\ngivens x # {\n  1 .\n  . .\n}\n\nlatin(x)\n",
            "grid x 2x2 in 1..2\nlet = room {\n  a b\n  a b\n}\n\nlatin(room)\n",
            "grid x 2x2 in 1..2\nexpe solution x {\n  1 2\n  2 1\n}\nlatin(x)\n",
        ] {
            assert_eq!(marked(text).len(), 1, "{text}{:?}", marked(text));
        }
    }
}
