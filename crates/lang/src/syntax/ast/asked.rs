//! Questions and commands, and the word that each starts with.

use super::*;

/// Makes the enum and its words from one row each.
macro_rules! queries {
    ($($variant:ident $word:literal,)*) => {
        /// A question or a command by its first word.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "the words are the names")]
        pub enum Query { $($variant,)* }

        impl Query {
            /// Its word in the language, which also is the `query` in JSON and the name of the help topic.
            pub fn word(self) -> &'static str {
                match self { $(Query::$variant => $word,)* }
            }
        }
    };
}

queries! {
    Solve "solve",
    Another "another",
    Unique "unique",
    Count "count",
    Candidates "candidates",
    Why "why",
    Hint "hint",
    Check "check",
    Steps "steps",
    Next "next",
    Back "back",
    Grade "grade",
    Show "show",
    Print "print",
    Forced "forced",
    Solutions "solutions",
    Maximize "maximize",
    Minimize "minimize",
    Redundant "redundant",
    Try "try",
    Expect "expect",
    Generate "generate",
    Compare "compare",
    List "list",
    Undo "undo",
    Redo "redo",
    Drop "drop",
    Edit "edit",
    Push "push",
    Pop "pop",
    Reset "reset",
    Save "save",
    Load "load",
    Export "export",
    Set "set",
    Stats "stats",
    Help "help",
    Examples "examples",
    Param "param",
    Sweep "sweep",
    Quit "quit",
    Exit "exit",
}

/// A question.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// `solve`, `solve steps`
    Solve {
        /// Whether the steps are shown.
        steps: bool,
    },
    /// `solve steps short`: the steps without those that nothing rests on.
    ShortSteps,
    /// `solve best`: a solution that breaks preferences of the least total weight.
    Best,
    /// `another`: a different solution.
    Another,
    /// `unique`, `unique fix`, or `unique fix keep`.
    Unique {
        /// Whether `fix` asks for givens that make the solution unique.
        fix: bool,
        /// Whether these givens become part of the puzzle.
        keep: bool,
    },
    /// `count`, `count limit 1000`
    Count {
        /// The largest number to count to.
        limit: Option<Expr>,
    },
    /// `solutions 10`
    Solutions(Option<Expr>),
    /// `candidates`, `candidates easy`
    Candidates {
        /// The hardest grade of the steps after which the values are left; without one, the values that occur in solutions.
        up_to: Option<Ident>,
    },
    /// `candidates counts`, `candidates counts limit 20`: how many solutions each value leaves.
    CandidateCounts {
        /// The largest number to count to.
        limit: Option<Expr>,
    },
    /// `forced`
    Forced,
    /// `maximize E`
    Maximize(Expr),
    /// `minimize E`
    Minimize(Expr),
    /// `why`
    Why(Why),
    /// `hint`, `hint apply`, `hint apply easy`, `hint 5`, `hint r1c1`
    Hint {
        /// Whether the step becomes part of the puzzle.
        apply: bool,
        /// With `apply`, the hardest grade of steps, of which all are taken.
        up_to: Option<Ident>,
        /// The cell, or the number of steps.
        of: Option<Expr>,
    },
    /// `check`: which of the filled-in values are wrong.
    Check,
    /// `steps`, `next`, `back`
    Steps(StepChoice),
    /// `grade`: the difficulty of the puzzle for a person.
    Grade,
    /// `redundant`
    Redundant(Redundant),
    /// `try r1c1 = 5`
    Try(Box<Statement>),
    /// `print E, "text"`
    Print(Vec<Expr>),
    /// `show x, y`
    Show(Vec<Ident>),
    /// `expect`
    Expect(Expectation),
    /// `generate`
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

    /// Whether the question is about the puzzle's solutions, so that a puzzle without a condition has no answer to it.
    pub fn needs_conditions(&self) -> bool {
        match self {
            Question::Solve { .. }
            | Question::ShortSteps
            | Question::Best
            | Question::Another
            | Question::Unique { .. }
            | Question::Count { .. }
            | Question::Solutions(_)
            | Question::Candidates { .. }
            | Question::CandidateCounts { .. }
            | Question::Forced
            | Question::Maximize(_)
            | Question::Minimize(_)
            | Question::Why(_)
            | Question::Hint { .. }
            | Question::Check
            | Question::Steps(_)
            | Question::Grade
            | Question::Redundant(_)
            | Question::Try(_)
            | Question::Expect(Expectation::Unique | Expectation::Unsat | Expectation::Count(_)) => true,
            Question::Print(_)
            | Question::Show(_)
            | Question::Expect(Expectation::Solution { .. } | Expectation::Condition(_))
            | Question::Generate(_)
            | Question::Compare(_) => false,
        }
    }

    /// Whether the answer is about what all solutions share, so that a search that saw only some can't give it.
    pub fn is_about_all_solutions(&self) -> bool {
        match self {
            Question::Candidates { .. }
            | Question::CandidateCounts { .. }
            | Question::ShortSteps
            | Question::Forced
            | Question::Hint { .. }
            | Question::Check
            | Question::Steps(_)
            | Question::Grade
            | Question::Redundant(_)
            | Question::Generate(_)
            | Question::Solve { steps: true }
            | Question::Unique { fix: true, .. } => true,
            Question::Why(why) => !matches!(why, Why::Clash | Why::Fewest),
            Question::Solve { steps: false }
            | Question::Best
            | Question::Another
            | Question::Unique { fix: false, .. }
            | Question::Count { .. }
            | Question::Solutions(_)
            | Question::Maximize(_)
            | Question::Minimize(_)
            | Question::Try(_)
            | Question::Print(_)
            | Question::Show(_)
            | Question::Expect(_)
            | Question::Compare(_) => false,
        }
    }

    /// The first word.
    pub fn query(&self) -> Query {
        match self {
            Question::Solve { .. } | Question::ShortSteps | Question::Best => Query::Solve,
            Question::Another => Query::Another,
            Question::Unique { .. } => Query::Unique,
            Question::Count { .. } => Query::Count,
            Question::Solutions(_) => Query::Solutions,
            Question::Candidates { .. } | Question::CandidateCounts { .. } => Query::Candidates,
            Question::Forced => Query::Forced,
            Question::Maximize(_) => Query::Maximize,
            Question::Minimize(_) => Query::Minimize,
            Question::Why(_) => Query::Why,
            Question::Hint { .. } => Query::Hint,
            Question::Check => Query::Check,
            Question::Steps(StepChoice::To(_)) => Query::Steps,
            Question::Steps(StepChoice::Next) => Query::Next,
            Question::Steps(StepChoice::Back) => Query::Back,
            Question::Grade => Query::Grade,
            Question::Redundant(_) => Query::Redundant,
            Question::Try(_) => Query::Try,
            Question::Print(_) => Query::Print,
            Question::Show(_) => Query::Show,
            Question::Expect(_) => Query::Expect,
            Question::Generate(_) => Query::Generate,
            Question::Compare(_) => Query::Compare,
        }
    }
}

/// The step of the solution to show.
#[derive(Clone, Debug, PartialEq)]
pub enum StepChoice {
    /// `steps 12`; `steps` for the first.
    To(Option<Expr>),
    /// `next`
    Next,
    /// `back`
    Back,
}

/// The subject of `why`.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// `why` alone: the clash.
    Clash,
    /// `why all`: all clashes.
    All,
    /// `why fewest`: a clash with the fewest statements.
    Fewest,
    /// `why r1c1 = 5`
    Condition(Expr),
    /// `why fewest r1c1 = 5`
    FewestFor(Expr),
    /// `why steps r1c1 = 5`
    Steps(Expr),
}

/// The subject of `redundant`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redundant {
    /// `redundant`: each statement by itself.
    Each,
    /// `redundant all`: a largest set of statements together
    All,
    /// `redundant minimal`: a smallest sufficient set of givens and clues.
    Minimal,
}

/// The outcome that a script expects.
#[derive(Clone, Debug, PartialEq)]
pub enum Expectation {
    /// `expect unique`
    Unique,
    /// `expect unsat`
    Unsat,
    /// `expect count = 288`
    Count(Expr),
    /// `expect solution x { picture }`
    Solution {
        /// The grid.
        of: Option<Ident>,
        /// Its values.
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
    /// `drop last`
    Last,
}

/// A session command.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `list`
    List,
    /// The number of statements.
    Undo(u32),
    /// `redo 2`: the number of statements.
    Redo(u32),
    /// `drop 3`
    Drop(DropWhat),
    /// `edit 3`
    Edit(u32),
    /// `push`
    Push,
    /// `pop`
    Pop,
    /// `reset`
    Reset,
    /// `save "mine.puz"`
    Save(String),
    /// `export svg "f"`, `export svg "f" steps dark`
    Export {
        /// The format.
        format: Ident,
        /// The file.
        path: String,
        /// The things to draw, and their look.
        words: Vec<Ident>,
    },
    /// `export link fpuzzles`, `export line "f"`
    Share {
        /// The program, or `line`.
        to: Ident,
        /// The file, if the link goes into one.
        path: Option<String>,
    },
    /// `set`, `set encoding fd`; the value is the rest of the line.
    Set {
        /// The setting; `None` shows all.
        key: Option<Ident>,
        /// The new value; `None` shows the setting.
        value: Option<Ident>,
    },
    /// `stats`
    Stats,
    /// `help`, `help TOPIC`
    Help(Option<String>),
    /// `examples`
    Examples,
    /// `load example "block-party-4"`
    LoadExample {
        /// The name.
        name: String,
        /// Its place.
        span: Span,
        /// Whether to ask the example's questions.
        ask: bool,
    },
    /// `show example "block-party-4"`
    ShowExample {
        /// The name.
        name: String,
        /// Its place.
        span: Span,
    },
    /// `load last 2`: a session saved by a prompt; the latest is number 1.
    LoadLast(u32),
    /// `quit`, `exit`
    Quit,
}
