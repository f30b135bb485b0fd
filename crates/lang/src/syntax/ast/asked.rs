//! Questions and commands.

use super::*;

/// A question.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// `solve`, `solve steps`
    Solve {
        /// Whether the steps are shown.
        steps: bool,
    },
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
    /// `candidates`
    Candidates,
    /// `forced`
    Forced,
    /// `maximize E`
    Maximize(Expr),
    /// `minimize E`
    Minimize(Expr),
    /// `why`
    Why(Why),
    /// `hint`, `hint apply`, `hint 5`, `hint r1c1`
    Hint {
        /// Whether the step becomes part of the puzzle.
        apply: bool,
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
            | Question::Best
            | Question::Another
            | Question::Unique { .. }
            | Question::Count { .. }
            | Question::Solutions(_)
            | Question::Candidates
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
            Question::Candidates
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
    /// `next`
    Next,
    /// `back`
    Back,
}

/// What `why` asks about.
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
    /// `why steps r1c1 = 5`
    Steps(Expr),
}

/// What `redundant` asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redundant {
    /// `redundant`: each statement by itself.
    Each,
    /// `redundant all`: a largest set of statements together
    All,
    /// `redundant minimal`: a smallest sufficient set of givens and clues.
    Minimal,
}

/// What a script expects.
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
        /// What to draw, and how.
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

/// What `generate` asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Generate {
    /// The kind of puzzle.
    pub what: Wanted,
    /// The number of clues.
    pub clues: Option<ClueCount>,
    /// One of [`SYMMETRIES`].
    pub symmetry: Option<Ident>,
    /// The seed.
    pub seed: Option<Expr>,
    /// The number of puzzles.
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
    Regions {
        /// The name of the picture.
        name: Ident,
        /// The grid.
        of: Option<Ident>,
        /// The allowed sizes.
        sizes: Expr,
        /// The use of the rule that reads the regions.
        rule: Option<Expr>,
    },
    /// `generate lines 4 sizes 3..5 for thermo`: uses of a rule on random lines.
    Lines {
        /// How many lines.
        number: Expr,
        /// The allowed lengths.
        sizes: Expr,
        /// The rule.
        rule: Ident,
    },
    /// `generate number for slitherlink(e, number)`: a picture of clues that a rule reads.
    Clues {
        /// `clues` or `outside`.
        kind: PictureKind,
        /// The name of the picture.
        name: Ident,
        /// The grid.
        of: Option<Ident>,
        /// The places of its tokens.
        spots: Spots,
        /// The use of the rule that reads the clues.
        rule: Expr,
    },
}

/// How many clues a puzzle has.
#[derive(Clone, Debug, PartialEq)]
pub enum ClueCount {
    /// `clues 25`
    Number(Expr),
    /// `minimal`: no clue can be left out.
    Minimal,
    /// `fewest`: as few as possible for the solution.
    Fewest,
    /// All clues that follow from a solution, even if another solution shares them.
    All,
}

/// The words that can follow `symmetric`; the first is the default.
pub const SYMMETRIES: &[&str] = &["half-turn", "mirror", "diagonal", "quarter"];
