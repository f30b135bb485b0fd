//! The library: a puzzle is parsed, a solver asks it, and answers are typed.
//!
//! ```
//! use sator::puzzle::{Options, Puzzle, Verdict};
//!
//! let puzzle = Puzzle::parse("grid x 4x4 in 1..4\nsudoku(x)\nr1c1 = 1 and r1c2 = 2 and r1c3 = 3\nr2c1 = 3; r3c2 = 1; r4c3 = 2")?;
//! let mut solver = puzzle.solver(&Options::default());
//! match solver.solve()? {
//!     Verdict::Solved(solution) => assert_eq!(solution.grid("x").unwrap()[(0, 3)].number(), Some(4)),
//!     Verdict::Impossible(clash) => panic!("{clash:?}"),
//!     Verdict::Unknown(why) => panic!("{why}"),
//! }
//! assert_eq!(solver.is_unique()?, Some(true));
//! # Ok::<(), sator::puzzle::Error>(())
//! ```

mod solution;
mod solver;
mod statement;
mod steps;

pub use sator_answer::Technique;
pub use solution::{Grid, Solution, Value};
pub use solver::{Clash, Count, Options, Solver, Verdict};
pub use statement::StatementRef;
pub use steps::{Conclusion, Step};

use crate::session::{Files, Session, Settings};
use sator_base::limits::Interrupt;
use sator_base::memory::Memory;
use sator_draw::render::render_diagnostic;
use sator_lang::diagnostic::{Code, Diagnostic};
use std::fmt;

/// A puzzle: declarations, rules, givens and conditions, read without an error. The questions of a script are no part of it.
pub struct Puzzle {
    text: String,
}

/// The fault of a text or of a question: located, and with a correction where one is known.
#[non_exhaustive]
pub struct Error {
    /// The topic of the error: `help CODE` at the prompt explains it.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
    /// The advice: a text to write instead.
    pub help: Option<String>,
    /// Line and column in the text, from 1.
    pub place: Option<(u32, u32)>,
    excerpt: String,
}

impl Puzzle {
    /// Reads a script in sator's language. `load` of a file is refused; paths belong to a program.
    ///
    /// # Errors
    /// The first error of the text. A text that asks questions is no error: they are passed over.
    pub fn parse(text: &str) -> Result<Puzzle, Error> {
        let puzzle = Puzzle { text: text.into() };
        puzzle.session(Settings::default()).map(|_| puzzle)
    }

    /// Reads the puzzle of another program: a link of f-puzzles, SudokuPad, puzz.link or penpa, or a sudoku in one line.
    ///
    /// # Errors
    /// A text in none of these formats, or one that can't be read.
    ///
    /// ```
    /// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let puzzle = sator::puzzle::Puzzle::import(line)?;
    /// assert!(puzzle.text().contains("grid x 9x9 in 1..9"));
    /// # Ok::<(), sator::puzzle::Error>(())
    /// ```
    pub fn import(text: &str) -> Result<Puzzle, Error> {
        match sator_formats::import(text) {
            Some(Ok(imported)) => Puzzle::parse(&imported.script),
            Some(Err(problem)) => Err(Error::without_place(&problem.diagnostic())),
            None => {
                let error = Diagnostic::new(Code::Import, "the text is in no format that sator reads");
                Err(Error::without_place(&error.help("`Puzzle::parse` reads a script")))
            }
        }
    }

    /// The script.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A solver for the puzzle. Several solvers of one puzzle are independent.
    pub fn solver(&self, options: &Options) -> Solver {
        // The text was read when the puzzle was made, and without limits it is read again.
        let unlimited = Settings { memory: Memory::Off, ..Settings::default() };
        let mut session = self.session(unlimited).unwrap_or_else(|error| unreachable!("{error}"));
        session.settings = options.settings();
        Solver::new(session)
    }

    /// The puzzle without a solution as an SVG.
    ///
    /// ```
    /// let puzzle = sator::puzzle::Puzzle::parse("grid x 2x2 in 1..2\nlatin(x)")?;
    /// assert!(puzzle.svg().starts_with("<svg"));
    /// # Ok::<(), sator::puzzle::Error>(())
    /// ```
    pub fn svg(&self) -> String {
        self.solver(&Options::default()).svg()
    }

    fn session(&self, settings: Settings) -> Result<Session, Error> {
        let mut session = Session::new(settings, Interrupt::new());
        session.set_files(Files::Refused);
        let statements =
            session.read("puzzle", &self.text, None).map_err(|error| Error::new(&session, &self.text, &error))?;
        for statement in statements.iter().filter(|statement| is_of_puzzle(statement)) {
            let done = session.run(statement, &mut |_, _| {});
            done.map_err(|error| Error::new(&session, &self.text, &error))?;
        }
        Ok(session)
    }
}

/// Whether the statement is no question and no command.
fn is_of_puzzle(statement: &sator_lang::syntax::ast::Statement) -> bool {
    use sator_lang::syntax::ast::{Command, StatementKind};
    match &statement.kind {
        StatementKind::Question(_) => false,
        StatementKind::Command(command) => matches!(command, Command::LoadExample { .. }),
        _ => true,
    }
}

impl Error {
    fn new(session: &Session, text: &str, error: &Diagnostic) -> Error {
        let sources = session.sources();
        let label = error.labels.iter().find(|label| sources.get(label.span.source).text == text);
        Error {
            place: label.map(|label| sources.line_column(label.span)),
            excerpt: render_diagnostic(error, sources, false, 100),
            ..Error::without_place(error)
        }
    }

    fn without_place(error: &Diagnostic) -> Error {
        Error {
            code: error.code.word(),
            message: error.message.clone(),
            help: error.help.clone(),
            place: None,
            excerpt: format!("error: {}", error.message),
        }
    }
}

/// With an excerpt of the text.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.excerpt.trim_end())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// The limit is on questions: the puzzle was read before.
    #[test]
    fn a_solver_with_a_short_limit_is_made() {
        let text = format!("grid x 9x9 in 1..9\nsudoku(x)\n{}", "for c in cells(x) { c > 0 }\n".repeat(100));
        let puzzle = Puzzle::parse(&text).expect("a puzzle");
        let mut solver = puzzle.solver(&Options::default().timeout(Duration::ZERO));
        assert!(matches!(solver.solve(), Ok(Verdict::Unknown(_))));
    }

    #[test]
    fn a_failed_import_gives_the_reason() {
        let error = Puzzle::import("no puzzle").err().expect("an error");
        assert!(error.to_string().contains("no format that sator reads"), "{error}");
    }
}
