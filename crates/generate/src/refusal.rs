//! Why a question can't be answered, and the one place that words it.

use crate::symmetry::Symmetry;
use sator_answer::{Grade, Technique};
use sator_base::source::Span;
use sator_lang::diagnostic::{Code, Diagnostic};

/// A reason to refuse a question or to give up on a rule.
#[derive(Clone, Debug)]
pub(crate) enum Refusal {
    /// The name of the new regions or picture is taken.
    NameTaken { name: String, what: &'static str },
    /// Regions are wanted on a board with holes.
    Holes { grid: String },
    /// Regions of the allowed sizes do not cover the board of this many cells.
    NoSuchSizes { cells: usize },
    /// A size out of range.
    ImpossibleSize(i64),
    /// No size.
    NoSizes,
    /// A size that is no number.
    SizeNoNumber,
    /// The value of this type has no sizes.
    NotSizes { found: String },
    /// No arrangement of this many lines was found.
    NoLines { wanted: usize },
    /// A number out of range.
    OutOfRange { number: i64, what: &'static str, least: i64, most: i64 },
    /// The rule's unknowns depend on its clues.
    UnknownsOfClues,
    /// The expression is no use of a rule.
    NoRuleUse,
    /// The picture is no argument of the rule.
    NotReceived { picture: String },
    /// The callee is something else than a rule.
    NotARule { callee: String, found: String },
    /// The rule derives its clues, so that the user can't choose them.
    DerivesClues { rule: String },
    /// The rule decides where its clues stand.
    PlacesClues { rule: String },
    /// The rule has no solution without clues.
    NoSolution,
    /// The same, for a rule without a function `clue`.
    NoSolutionWithoutClue,
    /// Givens are wanted for a picture.
    PictureHasNoGivens { name: String },
    /// Givens are wanted for something that isn't a grid.
    NotAGrid { name: String },
    /// No grid has this name.
    NoGrid { name: String },
    /// Givens are wanted for a grid without values.
    NoValues { grid: String, rows: usize, cols: usize },
    /// Givens are wanted for a hidden grid.
    HiddenGrid { grid: String },
    /// `from` without givens.
    NoGivens,
    /// No place is left for a clue.
    NoPlaceForClues,
    /// `keep` with several puzzles.
    KeepsSeveral,
    /// A grade is wanted of all clues together.
    GradeOfAll,
    /// No grade has this name.
    NoGrade { name: String },
    /// No technique has this name.
    NoTechnique { name: String },
    /// The range of scores runs backward.
    ScoresBackward { from: u32, to: u32 },
    /// No grade meets all wishes about the steps.
    NoSuchGrade,
    /// The range of grades runs backward.
    GradesBackward { from: Grade, to: Grade },
    /// Words about clues, and shapes are wanted.
    CluesOfShapes,
    /// A grade is wanted of shapes.
    GradeOfShapes,
    /// `from` without a grid.
    FromWithoutGrid,
    /// `like` for clues between cells.
    LikeOutsideCells,
    /// `like` for clues around the edge, with a row that names no side or has marks for another number of lines.
    LikeNoSide,
    /// The symmetry needs a square board.
    NotSquare { symmetry: Symmetry, grid: String, rows: usize, cols: usize },
    /// The symmetry maps a cell, by its row and column from 0, to a hole.
    NotSymmetric { grid: String, cell: (usize, usize), hole: (usize, usize) },
    /// No single clue has a meaning.
    NoMeaning,
    /// Blank places are constrained too.
    ConstrainsBlanks,
    /// The function `clue` returned something else.
    NotClues { found: String },
    /// The function `clue` named a place outside the picture.
    PlaceOutside { place: String, picture: String, rows: usize, cols: usize },
    /// The function `blank` returned something else.
    NotBlanks { found: String },
}

impl Refusal {
    /// The error of the question or rule at `span`.
    pub(crate) fn at(self, span: Span) -> Box<Diagnostic> {
        let (code, message) = self.message();
        let error = Diagnostic::at(code, span, message);
        let error = match self.note() {
            Some(note) => error.note(note),
            None => error,
        };
        Box::new(match self.help() {
            Some(help) => error.help(help),
            None => error,
        })
    }

    fn message(&self) -> (Code, String) {
        use Code::{Domain, Duplicate, Generate, Symmetry, Type, UnknownName};
        let place = |(row, col): &(usize, usize)| format!("r{}c{}", row + 1, col + 1);
        match self {
            Refusal::NameTaken { name, .. } => (Duplicate, format!("`{name}` is declared already")),
            Refusal::Holes { grid } => (Generate, format!("{grid} has holes: regions are made for full boards")),
            Refusal::NoSuchSizes { cells } => {
                (Domain, format!("no regions of these sizes fill a board of {cells} cells"))
            }
            Refusal::ImpossibleSize(size) => (Domain, format!("{size} isn't a possible size")),
            Refusal::NoSizes => (Domain, "this set of sizes is empty".into()),
            Refusal::SizeNoNumber => (Domain, "a size must be a number".into()),
            Refusal::NotSizes { found } => (Domain, format!("{found} isn't a list of sizes")),
            Refusal::NoLines { wanted } => {
                (Generate, format!("no arrangement of {wanted} such lines with a solution was found"))
            }
            Refusal::OutOfRange { number, what, .. } => (Domain, format!("{number} can't be {what}")),
            Refusal::UnknownsOfClues => {
                (Generate, "the clues of this rule can't be derived: its unknowns depend on them".into())
            }
            Refusal::NoRuleUse => (Type, "this isn't a use of a rule".into()),
            Refusal::NotReceived { picture } => (Generate, format!("the rule doesn't receive `{picture}`")),
            Refusal::NotARule { callee, found } => (Type, format!("`{callee}` is {found}, not a rule")),
            Refusal::DerivesClues { rule } => {
                (Generate, format!("the rule `{rule}` itself determines the clues of a solution"))
            }
            Refusal::PlacesClues { rule } => {
                (Generate, format!("the rule `{rule}` itself determines where its clues stand"))
            }
            Refusal::NoSolution | Refusal::NoSolutionWithoutClue => {
                (Generate, "this rule has no solution on this board, even without clues".into())
            }
            Refusal::PictureHasNoGivens { name } => {
                (Type, format!("`{name}` is a picture of clues, which has no unknowns"))
            }
            Refusal::NotAGrid { name } => (Type, format!("`{name}` can't have givens: it isn't a grid")),
            Refusal::NoGrid { name } => (UnknownName, format!("no grid is called `{name}`")),
            Refusal::NoValues { grid, .. } => (Type, format!("{grid} can't have givens: its cells have no values")),
            Refusal::HiddenGrid { grid } => (Type, format!("{grid} can't have givens: it is hidden")),
            Refusal::NoGivens => (Generate, "there are no givens to start from".into()),
            Refusal::NoPlaceForClues => (Generate, "no cell can have a clue".into()),
            Refusal::KeepsSeveral => (Domain, "only one puzzle can become part of the session".into()),
            Refusal::GradeOfAll => {
                (Generate, "all clues together can leave several solutions, so they have no grade".into())
            }
            Refusal::NoGrade { name } => (Domain, format!("there is no grade `{name}`")),
            Refusal::NoTechnique { name } => (Domain, format!("there is no technique `{name}`")),
            Refusal::ScoresBackward { from, to } => (Domain, format!("{to} is less than {from}")),
            Refusal::NoSuchGrade => (Domain, "no puzzle has steps of all these grades".into()),
            Refusal::GradesBackward { from, to } => (Domain, format!("`{to}` is easier than `{from}`")),
            Refusal::CluesOfShapes => {
                (Generate, "`clues`, `symmetric` and `like` are for clues, and shapes have none".into())
            }
            Refusal::GradeOfShapes => (Generate, "shapes alone aren't a puzzle, so they have no grade".into()),
            Refusal::FromWithoutGrid => (Generate, "`from` starts from the givens of a grid".into()),
            Refusal::LikeOutsideCells => (Generate, "`like` is for clues in cells and around the edge".into()),
            Refusal::LikeNoSide => (
                Generate,
                "a row after `like` is a side of the grid, alone or with a mark for each of its lines".into(),
            ),
            Refusal::NotSquare { symmetry, grid, rows, cols } => {
                let name = symmetry.name();
                (Symmetry, format!("the symmetry `{name}` needs a square grid, and {grid} is {rows}x{cols}"))
            }
            Refusal::NotSymmetric { grid, cell, hole } => {
                let (cell, hole) = (place(cell), place(hole));
                (Symmetry, format!("the board {grid} doesn't have this symmetry: {cell} is a cell, but {hole} isn't"))
            }
            Refusal::NoMeaning => (
                Generate,
                "no single clue of this rule has a meaning: the rule reads several clues together, or its unknowns \
                 depend on them"
                    .into(),
            ),
            Refusal::ConstrainsBlanks => {
                (Generate, "clues of this rule can't be left out: it constrains blank places too".into())
            }
            Refusal::NotClues { found } => {
                (Generate, format!("`clue` must list pairs of a place and its clue, not {found}"))
            }
            Refusal::PlaceOutside { place, picture, rows, cols } => {
                (Generate, format!("`clue` names the place {place}, and the picture `{picture}` is {rows}x{cols}"))
            }
            Refusal::NotBlanks { found } => {
                (Generate, format!("`blank` must be a word, or a list of pairs of a place and a word, not {found}"))
            }
        }
    }

    fn note(&self) -> Option<&'static str> {
        matches!(self, Refusal::NoSolutionWithoutClue).then_some(
            "a rule of your own that needs clues to have a solution lists them in a function `clue` of its body: `help generate`",
        )
    }

    fn help(&self) -> Option<String> {
        let help = match self {
            Refusal::NameTaken { what, .. } => return Some(format!("choose another name for the {what}")),
            Refusal::OutOfRange { least, most: i64::MAX, .. } => return Some(format!("write {least} or more")),
            Refusal::OutOfRange { least, most, .. } => return Some(format!("write a number from {least} to {most}")),
            Refusal::NoValues { grid, rows, cols } => {
                return Some(format!("declare it with a domain: `grid {grid} {rows}x{cols} in 1..9`"));
            }
            Refusal::GradesBackward { from, to } => return Some(format!("write `grade {to}..{from}`")),
            Refusal::ScoresBackward { from, to } => return Some(format!("write `score {to}..{from}`")),
            Refusal::NoGrid { name } => {
                let rule = sator_lang::library::find(name).filter(|rule| rule.is_listed())?;
                return Some(match rule.recipe() {
                    Some(recipe) => format!("`{name}` is a rule; a puzzle with it starts from: {recipe}"),
                    None => {
                        format!(
                            "`{name}` is a rule: state it as `help {name}` shows, then ask `generate x` for givens of a grid x"
                        )
                    }
                });
            }
            Refusal::NoTechnique { .. } => {
                let names = Technique::ALL.map(Technique::name).join(", ");
                return Some(format!("the techniques are {names}"));
            }
            Refusal::PlaceOutside { picture, .. } => {
                let use_ = format!("generate {picture} of borders x for ...");
                return Some(format!("if the rule reads clues on borders or corners write `{use_}`"));
            }
            Refusal::ImpossibleSize(_) | Refusal::NoSizes | Refusal::SizeNoNumber | Refusal::NotSizes { .. } => {
                "write a size, or a range or set of them: `sizes 2..5`"
            }
            Refusal::NoLines { .. } => "ask for fewer or shorter lines, or another seed",
            Refusal::UnknownsOfClues | Refusal::NoMeaning => {
                "write a function `clue` in its body that lists the clues of a solution: `help generate`"
            }
            Refusal::NoRuleUse => "write `generate number for slitherlink(e, number)`",
            Refusal::NotReceived { .. } => {
                "name the picture among the rule's arguments: `generate number for slitherlink(e, number)`"
            }
            Refusal::DerivesClues { .. } => "leave out `clues`, `symmetric` and `like`",
            Refusal::PlacesClues { .. } => "leave out `like`",
            Refusal::PictureHasNoGivens { .. } => "name a grid for which to make givens",
            Refusal::NotAGrid { .. } => "name a grid: `generate x clues 25`",
            Refusal::NoGivens => "leave out `from`",
            Refusal::KeepsSeveral => "leave out `keep` or `count`; its seed makes each puzzle again",
            Refusal::GradeOfAll => "leave out `grade` or `all`",
            Refusal::NoSuchGrade => {
                "a score has a grade too, twenty numbers for each, and so has a technique: `help grade`"
            }
            Refusal::NoGrade { .. } => "the grades are easy, medium, hard, very hard and needs cases, or 1 to 5",
            Refusal::CluesOfShapes => "leave them out",
            Refusal::GradeOfShapes => "leave out `grade`",
            Refusal::FromWithoutGrid => "write `generate from`, or `generate x from`, after the givens",
            Refusal::LikeOutsideCells => "leave it out",
            Refusal::LikeNoSide => {
                "write `like { top; left }`, or `like { top #.#.; left .##. }` for some lines of these sides"
            }
            Refusal::NotSquare { .. } => "`symmetric` and `symmetric mirror` fit any board",
            Refusal::Holes { .. }
            | Refusal::NoSuchSizes { .. }
            | Refusal::NotARule { .. }
            | Refusal::NoSolution
            | Refusal::NoSolutionWithoutClue
            | Refusal::HiddenGrid { .. }
            | Refusal::NoPlaceForClues
            | Refusal::NotSymmetric { .. }
            | Refusal::ConstrainsBlanks
            | Refusal::NotClues { .. }
            | Refusal::NotBlanks { .. } => return None,
        };
        Some(help.into())
    }
}

/// A fault of the program: two methods disagree on a generated puzzle.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Disagreement {
    /// A complete search misses a solution that evaluates to true.
    LostSolution,
    /// A solution other than the proved one.
    AnotherSolution,
}

impl Disagreement {
    /// The error, for the user to report.
    pub(crate) fn error(self) -> Box<Diagnostic> {
        let (message, note) = match self {
            Disagreement::LostSolution => (
                "internal error: a search doesn't find the solution of a generated puzzle",
                "no puzzle is shown, because it could be wrong",
            ),
            Disagreement::AnotherSolution => (
                "internal error: a generated puzzle has another solution",
                "no puzzle is shown, because it would be wrong",
            ),
        };
        let help = "please report this with the script (`save \"report.puz\"` writes it)";
        Box::new(Diagnostic::new(Code::Internal, message).note(note).help(help))
    }
}
