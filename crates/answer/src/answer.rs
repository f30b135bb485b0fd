//! Answers to questions, and the parts they are made of.

use crate::{Done, Export, Generated, Grade, Inference, Listed, NoStep, Note, Shared, StatementRef, Stats, Technique};
use sator_base::limits::Reason;
use sator_base::method::{Encoding, Engine, Size};
use sator_lang::elaborate::Value;
use sator_lang::syntax::ast::Query;
pub use sator_model::Atom;
pub use sator_model::wording::joint_wording;
use sator_model::{Assignment, Domain, UnknownId};
use std::time::Duration;

/// The answer to one question, with what goes with it.
#[derive(Clone, Debug)]
pub struct Report {
    /// The question or command.
    pub query: Query,
    /// The line of the question in its source, from 1.
    pub line: u32,
    /// The time that the question took.
    pub elapsed: Duration,
    /// The answer itself.
    pub answer: Answer,
    /// Remarks beside the answer, in the order to show them.
    pub notes: Vec<Note>,
}

/// A fact that a step builds on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Premise {
    /// A given, or another statement about one cell.
    Statement(StatementRef),
    /// The conclusion of an earlier step.
    Step {
        /// The number of the step in `solve steps`, from 1; `None` where steps have no numbers.
        number: Option<usize>,
        /// The conclusion that is built on.
        conclusion: Atom,
    },
}

impl Premise {
    /// The unknowns that the premise is about.
    pub fn unknowns(&self) -> Vec<UnknownId> {
        match self {
            Premise::Statement(because) => because.unknowns.clone(),
            Premise::Step { conclusion, .. } => vec![conclusion.unknown],
        }
    }
}

/// One deduction: the conclusions follow from `because` and `facts`. The first conclusion needs each of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The conclusions with their argument. The last step of `why steps` has no conclusions, as it is about a condition.
    pub inference: Inference,
    /// The condition that the last step of `why steps` concludes, as it is typed.
    pub condition: Option<String>,
    /// The hardest technique of the step and its contributions.
    pub technique: Technique,
    /// The inferences about hidden unknowns that the argument builds on, in their order.
    pub contributions: Vec<Inference>,
    /// The hidden unknowns without a wording of their own that the argument mentions.
    pub placeholders: Placeholders,
    /// The statements that the step needs.
    pub because: Vec<StatementRef>,
    /// The givens and earlier conclusions that the step needs.
    pub facts: Vec<Premise>,
}

/// Hidden unknowns that sentences call by letters: the first one `A`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placeholders {
    /// The unknowns, in the order of their letters.
    pub unknowns: Vec<UnknownId>,
    /// The use of the rule that declares them, where it is known.
    pub rule: Option<String>,
}

impl Step {
    /// The atoms that the step concludes.
    pub fn conclusions(&self) -> &[Atom] {
        &self.inference.conclusions
    }

    /// The difficulty of the step: its technique, then the number of statements and facts that it needs.
    pub fn effort(&self) -> (Technique, usize) {
        (self.technique, self.because.len() + self.facts.len())
    }
}

/// The state of the search for the clash with the fewest statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fewest {
    /// Whether no clash has fewer statements; proved.
    pub proved: bool,
    /// The limit that ended the search.
    pub stopped: Option<Reason>,
}

/// The fewest cells that single out the first of two solutions when they are given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fix {
    /// The cells with their values in the first solution.
    Cells(Vec<Atom>),
    /// No set of at most `fix_limit` cells singles it out; proved.
    None,
    /// A limit ended the search.
    Stopped(Reason),
}

/// The answer to a question or a command. Lists that are "by unknown" have one element for each unknown of the model.
#[derive(Clone, Debug)]
pub enum Answer {
    /// `solve`, `another`, `try`: a solution.
    Solution {
        /// The solution.
        assignment: Assignment,
        /// The unknowns whose values differ from the solution shown before.
        changed: Vec<UnknownId>,
    },
    /// The puzzle has no solution; proved.
    None,
    /// The puzzle has no solution, and a limit ended the search for a clash. It follows [`Answer::None`], as
    /// [`Answer::Clash`] does.
    Unexplained(Reason),
    /// `another`: every solution was shown; proved.
    NoOther {
        /// Whether only solutions as good as the optimum were looked for.
        optimal: bool,
    },
    /// A limit ended the question before it had an answer.
    Unknown(Reason),
    /// `unique`: the only solution; proved.
    Unique {
        /// The solution.
        assignment: Assignment,
        /// Whether the solution was drawn before.
        shown: bool,
    },
    /// `unique`: two solutions.
    Multiple {
        /// One solution.
        first: Assignment,
        /// Another one.
        second: Assignment,
        /// The unknowns in which they differ.
        changed: Vec<UnknownId>,
        /// The cells that single out the first.
        fix: Fix,
        /// The number of cells up to which a fix was looked for.
        fix_limit: usize,
    },
    /// `count`: a number of solutions.
    Count {
        /// The solutions counted.
        count: u64,
        /// Whether there are no more.
        exact: bool,
        /// The limit that ended counting; `None` where it ended at the number asked for.
        stopped: Option<Reason>,
    },
    /// `solutions`: a list of solutions.
    Solutions {
        /// The solutions, in the order in which they were found.
        list: Vec<Assignment>,
        /// Whether there are no more.
        complete: bool,
        /// The limit that ended the search.
        stopped: Option<Reason>,
    },
    /// `candidates`: the values that occur in solutions.
    Candidates {
        /// By unknown, the values that occur in some solution.
        values: Vec<Domain>,
        /// The limit that ended the search. With one, further values can occur too.
        stopped: Option<Reason>,
    },
    /// `forced`: the backbone.
    Forced {
        /// By unknown, the value that it has in every solution.
        values: Vec<Option<i64>>,
        /// The limit that ended the search. With one, `values` is no answer.
        stopped: Option<Reason>,
    },
    /// `maximize`, `minimize`, `solve best`, and `another` after them.
    Optimum(Box<Optimum>),
    /// `maximize`, `minimize`: there are solutions, but the objective has a value in none of them.
    NoValue {
        /// The objective as it is typed.
        objective: String,
        /// One of the solutions.
        assignment: Assignment,
    },
    /// `print`: values of expressions.
    Print {
        /// The values, one for each expression.
        values: Vec<Value>,
        /// The values as the statement prints them.
        text: String,
    },
    /// `show`: the current solution, or the givens.
    Show {
        /// The current solution; `None` where there is none, so that the givens are shown.
        assignment: Option<Assignment>,
        /// The names to show; all of the puzzle where there are none.
        grids: Vec<String>,
    },
    /// `expect`: whether the puzzle is as expected.
    Expect {
        /// Whether it is.
        ok: bool,
        /// What was expected.
        expected: Expected,
        /// What holds instead.
        found: Option<Found>,
        /// The limit that ended the question.
        stopped: Option<Reason>,
    },
    /// `compare`: one question, answered by every encoding and engine.
    Compare {
        /// The question that was compared.
        question: Query,
        /// One run for each encoding and engine.
        runs: Vec<Run>,
        /// Whether the runs agree: `Some(false)` if two differ, `None` if none differ and not all of them ended.
        agree: Option<bool>,
    },
    /// `why` after "no solution": a MUS.
    Clash {
        /// The statements that clash; none of them can be left out.
        because: Vec<StatementRef>,
        /// With `why fewest`, whether there is a smaller clash.
        fewest: Option<Fewest>,
    },
    /// `why all`: every MUS.
    Clashes {
        /// The clashes, no two of them the same.
        list: Vec<Vec<StatementRef>>,
        /// Whether each was reported as an [`Answer::OneClash`] when it was found.
        reported: bool,
        /// The limit that ended the search. Without one, there are no more clashes.
        stopped: Option<Reason>,
    },
    /// `why all`: one MUS, reported when it is found.
    OneClash {
        /// The number of the clash, from 1.
        number: usize,
        /// The statements that clash.
        because: Vec<StatementRef>,
    },
    /// `why` where nothing clashes.
    NoClash {
        /// A solution.
        assignment: Assignment,
    },
    /// `why E`: the condition follows.
    Because {
        /// The condition as it is typed.
        condition: String,
        /// The statements that force it; none of them can be left out.
        because: Vec<StatementRef>,
    },
    /// `why E`: the condition does not follow.
    NotForced {
        /// The condition as it is typed.
        condition: String,
        /// A solution in which the condition is false.
        assignment: Assignment,
        /// The unknowns that the condition is about.
        marked: Vec<UnknownId>,
    },
    /// `hint`: the easiest next step.
    Hint {
        /// The step.
        step: Step,
        /// By unknown, the value that is known after the step.
        known: Vec<Option<i64>>,
        /// Whether the conclusion was added to the puzzle.
        applied: bool,
    },
    /// `hint 5`: several steps.
    Hints {
        /// The steps, in their order.
        steps: Vec<Step>,
        /// By unknown, the value that is known after the last step.
        known: Vec<Option<i64>>,
        /// The limit that ended the search.
        stopped: Option<Reason>,
    },
    /// `steps`, `next`, `back`: one step of a solution.
    Walk {
        /// The number of the step, from 1.
        number: usize,
        /// The number of steps that the solution has.
        of: usize,
        /// The step.
        step: Step,
        /// By unknown, the value that is known after the step.
        known: Vec<Option<i64>>,
    },
    /// `steps`, `next`, `back`: there is no such step.
    NoStep {
        /// Why there is none.
        why: NoStep,
        /// The number of steps that the solution has.
        of: usize,
    },
    /// `check`: which of the filled-in values are wrong.
    Checked {
        /// The values that are filled in.
        filled: Vec<Atom>,
        /// The unknowns among them that have their filled-in value in no solution of the puzzle.
        wrong: Vec<UnknownId>,
        /// Whether some solution has all of the values.
        together: bool,
    },
    /// `hint` where there is none.
    NoHint {
        /// Whether every visible unknown is known; otherwise nothing more follows.
        done: bool,
        /// By unknown, the value that is known.
        known: Vec<Option<i64>>,
    },
    /// `solve steps`, `why steps E`: a solution or a proof in steps.
    Steps {
        /// The steps, in their order.
        steps: Vec<Step>,
        /// By unknown, the value that is known after the last step.
        known: Vec<Option<i64>>,
        /// Whether the steps reach every visible unknown, or the condition.
        done: bool,
        /// The condition of `why steps`, as it is typed.
        condition: Option<String>,
        /// The limit that ended the search.
        stopped: Option<Reason>,
    },
    /// `grade`: how hard the puzzle is.
    Graded {
        /// The grade; `None` where the steps end before every visible unknown is known.
        grade: Option<Grade>,
        /// The number of steps.
        steps: usize,
        /// The steps that use the hardest technique, each with its number from 1.
        hardest: Vec<(usize, Step)>,
        /// How many steps use each technique, the easiest first.
        used: Vec<(Technique, usize)>,
        /// The limit that ended the search.
        stopped: Option<Reason>,
    },
    /// `redundant`: statements that can be left out.
    Redundant {
        /// The statements.
        list: Vec<StatementRef>,
        /// Whether they can be left out all at once; otherwise each one by itself.
        together: bool,
    },
    /// `redundant minimal`: givens and clues that can be left out together.
    Reduced {
        /// The givens left out.
        left_out: Vec<StatementRef>,
        /// The givens kept, as unknowns with their values.
        kept: Vec<(UnknownId, i64)>,
        /// The clues left out.
        clues_out: Vec<StatementRef>,
        /// The number of clues that the puzzle has.
        clues: usize,
    },
    /// `generate`: puzzles.
    Generated(Generated),
    /// `list`: the statements of the session.
    List {
        /// The statements, in their order.
        entries: Vec<Listed>,
        /// For each open `push`, the number of statements before it.
        pushed: Vec<usize>,
        /// The first lines of the statements that `redo` brings back.
        undone: Vec<String>,
    },
    /// `stats`: sizes and times.
    Stats(Box<Stats>),
    /// `export` of a file, which the driver of the session writes.
    Export(Box<Export>),
    /// `export link`, `export line`: the puzzle as one line for another program.
    Shared(Shared),
    /// Any other command.
    Done(Done),
    /// A page of help as Markdown, which `sator-draw` lays out.
    Page(String),
}

/// What an optimum optimises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// The largest value of each objective.
    Most,
    /// The smallest value of each objective.
    Least,
    /// The smallest sum of the weights of the broken preferences.
    Penalty,
}

/// The best solution found.
#[derive(Clone, Debug)]
pub struct Optimum {
    /// What is optimised.
    pub sense: Sense,
    /// The solution.
    pub assignment: Assignment,
    /// The unknowns whose values differ from the optimum shown before.
    pub changed: Vec<UnknownId>,
    /// One element for each objective. Each objective decides only between solutions that are equal in those before it.
    pub objectives: Vec<ObjectiveValue>,
    /// With [`Sense::Penalty`], the preferences that the solution breaks.
    pub broken: Vec<Unmet>,
    /// The limit that ended the search.
    pub stopped: Option<Reason>,
    /// Whether a formula made anew finds no better solution either.
    pub confirmed: bool,
}

/// The value of an objective and its proved bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectiveValue {
    /// The value in the best solution found.
    pub value: i64,
    /// No solution has a better value than this one; `None` where no bound was proved.
    pub bound: Option<i64>,
}

/// A preference that a solution breaks.
#[derive(Clone, Debug)]
pub struct Unmet {
    /// The preference.
    pub because: StatementRef,
    /// Its weight.
    pub weight: i64,
}

impl Optimum {
    /// Whether no solution is better.
    pub fn is_proved(&self) -> bool {
        self.objectives.iter().all(|objective| objective.bound == Some(objective.value))
    }

    /// The values of the objectives: `7`, `(7, 3)`.
    pub fn values_text(&self) -> String {
        let values: Vec<String> = self.objectives.iter().map(|objective| objective.value.to_string()).collect();
        if values.len() == 1 { values.concat() } else { format!("({})", values.join(", ")) }
    }
}

/// The expectation of an `expect`.
#[derive(Clone, Debug)]
pub enum Expected {
    /// `expect unique`: exactly one solution.
    Unique,
    /// `expect none`: no solution.
    NoSolution,
    /// `expect count`: this many solutions.
    Count(u64),
    /// A drawing of the grid with this name: the solution is the one drawn.
    Drawn(String),
    /// A condition as it is typed: the current solution meets it.
    Condition(String),
}

/// What an `expect` found in place of its expectation.
#[derive(Clone, Debug)]
pub enum Found {
    /// The answer to the question that checks the expectation.
    Answer(Box<Answer>),
    /// The cells that differ from the drawing: each with its value, then the value drawn.
    Cells(Vec<(UnknownId, i64, i64)>),
    /// The sides of a comparison as they are typed, each with its value. A condition that is no comparison has none.
    Sides(Vec<(String, String)>),
}

/// The run of one encoding and engine in `compare`.
#[derive(Clone, Debug)]
pub struct Run {
    /// The encoding.
    pub encoding: Encoding,
    /// The engine.
    pub engine: Engine,
    /// The size of the formula.
    pub size: Size,
    /// The time of encoding and search together.
    pub elapsed: Duration,
    /// The answer of this run.
    pub outcome: Answer,
}

impl Answer {
    /// The limit that ended the question before its answer was complete.
    pub fn stopped(&self) -> Option<&Reason> {
        match self {
            Answer::Unknown(reason) => Some(reason),
            // That there is no solution is sure all the same.
            Answer::Unexplained(reason) => Some(reason).filter(|reason| **reason == Reason::Interrupted),
            Answer::Optimum(optimum) => optimum.stopped.as_ref(),
            Answer::Count { stopped, .. }
            | Answer::Solutions { stopped, .. }
            | Answer::Candidates { stopped, .. }
            | Answer::Forced { stopped, .. }
            | Answer::Clashes { stopped, .. }
            | Answer::Steps { stopped, .. }
            | Answer::Graded { stopped, .. }
            | Answer::Hints { stopped, .. }
            | Answer::Clash { fewest: Some(Fewest { stopped, .. }), .. }
            | Answer::Generated(Generated { stopped, .. })
            | Answer::Expect { stopped, .. } => stopped.as_ref(),
            Answer::Solution { .. }
            | Answer::None
            | Answer::NoOther { .. }
            | Answer::Unique { .. }
            | Answer::Multiple { .. }
            | Answer::NoValue { .. }
            | Answer::Print { .. }
            | Answer::Show { .. }
            | Answer::Compare { .. }
            | Answer::Clash { fewest: None, .. }
            | Answer::OneClash { .. }
            | Answer::NoClash { .. }
            | Answer::Because { .. }
            | Answer::NotForced { .. }
            | Answer::Hint { .. }
            | Answer::Walk { .. }
            | Answer::NoStep { .. }
            | Answer::Checked { .. }
            | Answer::NoHint { .. }
            | Answer::Redundant { .. }
            | Answer::Reduced { .. }
            | Answer::List { .. }
            | Answer::Stats(_)
            | Answer::Export(_)
            | Answer::Shared(_)
            | Answer::Done(_)
            | Answer::Page(_) => None,
        }
    }
}
