//! Questions and commands.

use super::*;

#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    Solve {
        steps: bool,
    },
    /// `solve best`: a solution that breaks preferences of the least total weight.
    Best,
    Another,
    /// `unique`, `unique fix`, or `unique fix keep`.
    Unique {
        fix: bool,
        keep: bool,
    },
    Count {
        limit: Option<Expr>,
    },
    Solutions(Option<Expr>),
    Candidates,
    Forced,
    Maximize(Expr),
    Minimize(Expr),
    Why(Why),
    /// `hint`, `hint apply`, `hint 5`, `hint r1c1`
    Hint {
        apply: bool,
        of: Option<Expr>,
    },
    /// `check`: which of the filled-in values are wrong.
    Check,
    Steps(StepChoice),
    /// `grade`: the difficulty of the puzzle for a person.
    Grade,
    Redundant(Redundant),
    Try(Box<Statement>),
    Print(Vec<Expr>),
    Show(Vec<Ident>),
    Expect(Expectation),
    Generate(Box<Generate>),
    /// `compare`, or `compare QUESTION`.
    Compare(Option<Box<Question>>),
}

impl Question {
    /// Whether the question adds statements to the puzzle.
    pub fn adds_statements(&self) -> bool {
        match self {
            Question::Hint { apply, .. } => *apply,
            Question::Unique { keep, .. } => *keep,
            Question::Generate(asked) => asked.keep,
            _ => false,
        }
    }

    /// The first word: its row in the table of questions.
    pub fn word(&self) -> &'static str {
        match self {
            Question::Solve { .. } | Question::Best => "solve",
            Question::Another => "another",
            Question::Unique { .. } => "unique",
            Question::Count { .. } => "count",
            Question::Solutions(_) => "solutions",
            Question::Candidates => "candidates",
            Question::Forced => "forced",
            Question::Maximize(_) => "maximize",
            Question::Minimize(_) => "minimize",
            Question::Why(_) => "why",
            Question::Hint { .. } => "hint",
            Question::Check => "check",
            Question::Steps(StepChoice::To(_)) => "steps",
            Question::Steps(StepChoice::Next) => "next",
            Question::Steps(StepChoice::Back) => "back",
            Question::Grade => "grade",
            Question::Redundant(_) => "redundant",
            Question::Try(_) => "try",
            Question::Print(_) => "print",
            Question::Show(_) => "show",
            Question::Expect(_) => "expect",
            Question::Generate(_) => "generate",
            Question::Compare(_) => "compare",
        }
    }
}

/// Which step of the solution to show.
#[derive(Clone, Debug, PartialEq)]
pub enum StepChoice {
    /// `steps 12`; `steps` for the first.
    To(Option<Expr>),
    Next,
    Back,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// `why` alone: the clash.
    Clash,
    All,
    Fewest,
    Condition(Expr),
    Steps(Expr),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redundant {
    Each,
    All,
    Minimal,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Expectation {
    Unique,
    Unsat,
    /// `expect count = 288`
    Count(Expr),
    /// `expect solution x { picture }`
    Solution {
        of: Option<Ident>,
        picture: Picture,
    },
    /// Any condition, evaluated in the current solution.
    Condition(Expr),
}

/// Statements by their numbers in `list`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropWhat {
    /// From the first to the last, both included.
    Range(u32, u32),
    Last,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    List,
    /// The number of statements.
    Undo(u32),
    Redo(u32),
    Drop(DropWhat),
    Edit(u32),
    Push,
    Pop,
    Reset,
    Save(String),
    /// `export svg "f"`, `export svg "f" steps dark`
    Export {
        format: Ident,
        path: String,
        words: Vec<Ident>,
    },
    /// `export link fpuzzles`, `export line "f"`
    Share {
        to: Ident,
        path: Option<String>,
    },
    /// `set`, `set encoding fd`; the value is the rest of the line.
    Set {
        key: Option<Ident>,
        value: Option<Ident>,
    },
    Stats,
    Help(Option<String>),
    Examples,
    /// `load example "block-party-4"`
    LoadExample {
        name: String,
        span: Span,
        /// Whether to ask the example's questions.
        ask: bool,
    },
    /// `show example "block-party-4"`
    ShowExample {
        name: String,
        span: Span,
    },
    /// `load last 2`: a session saved by a prompt; the latest is number 1.
    LoadLast(u32),
    Quit,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Generate {
    pub what: Wanted,
    pub clues: Option<ClueCount>,
    /// One of [`SYMMETRIES`].
    pub symmetry: Option<Ident>,
    pub seed: Option<Expr>,
    pub count: Option<Expr>,
    /// Whether the puzzle becomes part of the session.
    pub keep: bool,
    /// Whether to start from the existing givens.
    pub from: bool,
    /// The easiest and the hardest grade allowed.
    pub grade: Option<(Ident, Option<Ident>)>,
    /// The places where clues can stand.
    pub like: Option<Picture>,
}

/// What to make.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// `generate x`: givens of a grid.
    Givens(Option<Ident>),
    /// `generate cage sizes 2..5`: regions of random shapes; with `for star_battle(star, room)` regions that leave one
    /// solution.
    Regions { name: Ident, of: Option<Ident>, sizes: Expr, rule: Option<Expr> },
    /// `generate lines 4 sizes 3..5 for thermo`: uses of a rule on random lines.
    Lines { number: Expr, sizes: Expr, rule: Ident },
    /// `generate number for slitherlink(e, number)`: a picture of clues that a rule reads.
    Clues { kind: PictureKind, name: Ident, of: Option<Ident>, spots: Spots, rule: Expr },
}

#[derive(Clone, Debug, PartialEq)]
pub enum ClueCount {
    Number(Expr),
    Minimal,
    Fewest,
    /// All clues that follow from a solution, even if another solution shares them.
    All,
}

/// The words that can follow `symmetric`; the first is the default.
pub const SYMMETRIES: &[&str] = &["half-turn", "mirror", "diagonal", "quarter"];
