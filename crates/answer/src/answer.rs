//! What a question comes back with: data, no text. `render` makes drawings and JSON of it.

use crate::{Done, Export, Generated, Grade, Inference, Listed, NoStep, Note, Shared, StatementRef, Stats, Technique};
use sator_base::limits::Reason;
use sator_base::method::{Encoding, Engine, Size};
use sator_lang::elaborate::Value;
use sator_lang::syntax::ast::Query;
pub use sator_model::Atom;
pub use sator_model::wording::joint_wording;
use sator_model::{Assignment, Domain, UnknownId};
use std::time::Duration;

/// One answer, with the question it is to.
#[derive(Clone, Debug)]
pub struct Report {
    /// The question or command.
    pub query: Query,
    /// Line of the question in its source, from 1.
    pub line: u32,
    pub elapsed: Duration,
    pub answer: Answer,
    /// What else the user should know.
    pub notes: Vec<Note>,
}

/// What a step takes as known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Premise {
    /// A given, or another statement about one cell.
    Statement(StatementRef),
    /// The conclusion of an earlier step; steps of `solve steps` are numbered from 1.
    Step { number: Option<usize>, conclusion: Atom },
}

impl Premise {
    /// What it is about.
    pub fn unknowns(&self) -> Vec<UnknownId> {
        match self {
            Premise::Statement(because) => because.unknowns.clone(),
            Premise::Step { conclusion, .. } => vec![conclusion.unknown],
        }
    }
}

/// One deduction: the conclusions follow from the statements and the facts, of which none can be left
/// out (for the first conclusion).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The conclusions with the argument for them. None are concluded by the last step of `why steps`, which is about the
    /// condition itself.
    pub inference: Inference,
    /// The condition that the last step of `why steps` concludes, as it is typed.
    pub condition: Option<String>,
    pub technique: Technique,
    /// What steps about hidden unknowns contribute, in their order.
    pub contributions: Vec<Inference>,
    /// Hidden unknowns without words of their own that the argument speaks of.
    pub placeholders: Placeholders,
    pub because: Vec<StatementRef>,
    pub facts: Vec<Premise>,
}

/// Hidden unknowns for which letters stand, `A` first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placeholders {
    pub unknowns: Vec<UnknownId>,
    /// The use of the rule that they are hidden in, where it is known.
    pub rule: Option<String>,
}

impl Step {
    /// The conclusions.
    pub fn conclusions(&self) -> &[Atom] {
        &self.inference.conclusions
    }

    /// The larger, the harder.
    pub fn effort(&self) -> (Technique, usize) {
        (self.technique, self.because.len() + self.facts.len())
    }
}

/// How sure it is that no clash has fewer statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fewest {
    pub proved: bool,
    pub stopped: Option<Reason>,
}

/// The fewest cells that, given their values in the first solution, make it the only one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fix {
    Cells(Vec<Atom>),
    /// It takes more cells than were tried.
    None,
    Stopped(Reason),
}

#[derive(Clone, Debug)]
pub enum Answer {
    /// `solve`, `another`, `try`: a solution; `changed` against the one shown before.
    Solution {
        assignment: Assignment,
        changed: Vec<UnknownId>,
    },
    /// No solution, or for `another` no other; proved.
    None,
    /// A puzzle without a solution whose clash was not found. It follows [`Answer::None`], as [`Answer::Clash`] does.
    Unexplained(Reason),
    /// `another`: no solution besides those shown, or none as good as the optimum; proved.
    NoOther {
        optimal: bool,
    },
    Unknown(Reason),
    /// The only solution, proved; `shown` when it was drawn already.
    Unique {
        assignment: Assignment,
        shown: bool,
    },
    Multiple {
        first: Assignment,
        second: Assignment,
        changed: Vec<UnknownId>,
        fix: Fix,
        /// Cells that the fix may have.
        most: usize,
    },
    /// `stopped` is why counting ended before the limit asked for.
    Count {
        count: u64,
        exact: bool,
        stopped: Option<Reason>,
    },
    Solutions {
        list: Vec<Assignment>,
        complete: bool,
        stopped: Option<Reason>,
    },
    /// By unknown: the values that occur in some solution.
    Candidates {
        values: Vec<Domain>,
        stopped: Option<Reason>,
    },
    /// By unknown: the value it has in every solution.
    Forced {
        values: Vec<Option<i64>>,
        stopped: Option<Reason>,
    },
    /// `maximize`, `minimize`, `solve best`, and `another` after them.
    Optimum(Box<Optimum>),
    /// `maximize` and `minimize`: there are solutions, as this one, but in none has the objective a value.
    NoValue {
        objective: String,
        assignment: Assignment,
    },
    Print {
        values: Vec<Value>,
        text: String,
    },
    /// The current solution, or what is given.
    Show {
        assignment: Option<Assignment>,
        grids: Vec<String>,
    },
    /// `found` is what is there instead.
    Expect {
        ok: bool,
        expected: Expected,
        found: Option<Found>,
        stopped: Option<Reason>,
    },
    Compare {
        question: Query,
        runs: Vec<Run>,
        /// Nothing where one did not end, and no two that did differ.
        agree: Option<bool>,
    },
    /// `why` after "no solution": the statements; with `why fewest` how sure their number is.
    Clash {
        because: Vec<StatementRef>,
        fewest: Option<Fewest>,
    },
    /// `why all`: no two are the same; these are all unless it was stopped.
    Clashes {
        list: Vec<Vec<StatementRef>>,
        /// Each was reported when it was found.
        reported: bool,
        stopped: Option<Reason>,
    },
    /// One of them, as soon as it is found.
    OneClash {
        number: usize,
        because: Vec<StatementRef>,
    },
    /// `why` where there is a solution.
    NoClash {
        assignment: Assignment,
    },
    /// `why E`: the statements that force it.
    Because {
        condition: String,
        because: Vec<StatementRef>,
    },
    /// A solution in which the condition of a `why` is false; `marked` are the unknowns it is about.
    NotForced {
        condition: String,
        assignment: Assignment,
        marked: Vec<UnknownId>,
    },
    /// By unknown what is known, the step included.
    Hint {
        step: Step,
        known: Vec<Option<i64>>,
        applied: bool,
    },
    /// `hint 5`
    Hints {
        steps: Vec<Step>,
        known: Vec<Option<i64>>,
        stopped: Option<Reason>,
    },
    /// One of the steps of a solution, numbered from 1; by unknown what is known with it.
    Walk {
        number: usize,
        of: usize,
        step: Step,
        known: Vec<Option<i64>>,
    },
    /// `steps`, `next`, `back`: there is none, of so many.
    NoStep {
        why: NoStep,
        of: usize,
    },
    /// `check`: the values filled in, and the unknowns among them that no solution of the puzzle gives that value; `together`: some
    /// solution has them all.
    Checked {
        filled: Vec<Atom>,
        wrong: Vec<UnknownId>,
        together: bool,
    },
    /// There is nothing to find: all is known, or else nothing more follows.
    NoHint {
        done: bool,
        known: Vec<Option<i64>>,
    },
    /// `solve steps`, `why steps E`; `done` when everything visible (or the condition) was reached.
    Steps {
        steps: Vec<Step>,
        known: Vec<Option<i64>>,
        done: bool,
        condition: Option<String>,
        stopped: Option<Reason>,
    },
    /// `grade`: none where the steps end before all is known; the steps by the hardest technique with their numbers, and
    /// how often each technique is used, the easiest first.
    Graded {
        grade: Option<Grade>,
        steps: usize,
        hardest: Vec<(usize, Step)>,
        used: Vec<(Technique, usize)>,
        stopped: Option<Reason>,
    },
    /// Statements that can each be left out, or all together.
    Redundant {
        list: Vec<StatementRef>,
        together: bool,
    },
    /// `redundant minimal`: the givens left out, and the unknowns and values of those kept; the clues left out,
    /// of how many.
    Reduced {
        left_out: Vec<StatementRef>,
        kept: Vec<(UnknownId, i64)>,
        clues_out: Vec<StatementRef>,
        clues: usize,
    },
    /// `generate`
    Generated(Generated),
    /// `list`: the statements, the lengths of the list at each open `push`, and the first lines of what `redo` brings back.
    List {
        entries: Vec<Listed>,
        pushed: Vec<usize>,
        undone: Vec<String>,
    },
    Stats(Box<Stats>),
    /// A file to be written.
    Export(Box<Export>),
    /// `export link`, `export line`.
    Shared(Shared),
    /// Any other command.
    Done(Done),
    /// A page of help, or a list like one, to be laid out: see `render::manual`.
    Page(String),
}

/// What makes a solution the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    Most,
    Least,
    /// The weights of the preferences it breaks.
    Penalty,
}

#[derive(Clone, Debug)]
pub struct Optimum {
    pub sense: Sense,
    pub assignment: Assignment,
    /// Against the optimum shown before.
    pub changed: Vec<UnknownId>,
    /// By objective: each counts where those before it are equal.
    pub ends: Vec<Ends>,
    /// `Sense::Penalty`: what is preferred and not met.
    pub broken: Vec<Unmet>,
    pub stopped: Option<Reason>,
    /// A new formula, without the search, finds nothing better either.
    pub confirmed: bool,
}

/// A value, and what no solution goes beyond, as far as it was looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    pub value: i64,
    pub bound: Option<i64>,
}

/// A preference that a solution does not meet.
#[derive(Clone, Debug)]
pub struct Unmet {
    pub because: StatementRef,
    pub weight: i64,
}

impl Optimum {
    /// Whether nothing is better.
    pub fn is_proved(&self) -> bool {
        self.ends.iter().all(|end| end.bound == Some(end.value))
    }

    /// `7`, `(7, 3)`
    pub fn values_text(&self) -> String {
        let values: Vec<String> = self.ends.iter().map(|end| end.value.to_string()).collect();
        if values.len() == 1 { values.concat() } else { format!("({})", values.join(", ")) }
    }
}

/// What `expect` asks for.
#[derive(Clone, Debug)]
pub enum Expected {
    Unique,
    NoSolution,
    Count(u64),
    /// The solution of this grid is the one drawn.
    Drawn(String),
    /// As it is typed.
    Condition(String),
}

/// What is there instead of what was expected.
#[derive(Clone, Debug)]
pub enum Found {
    Answer(Box<Answer>),
    /// Cells with a value other than the one drawn: what it is, and what was drawn.
    Cells(Vec<(UnknownId, i64, i64)>),
    /// The sides of a comparison as typed, each with its value; none of a condition that is simply false.
    Sides(Vec<(String, String)>),
}

/// One encoding's part in `compare`.
#[derive(Clone, Debug)]
pub struct Run {
    pub encoding: Encoding,
    pub engine: Engine,
    pub size: Size,
    pub elapsed: Duration,
    pub outcome: Answer,
}

impl Answer {
    /// Why the question ended without a full answer.
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
