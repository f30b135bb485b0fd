//! The answers to questions, and the table of what is known of each.

use crate::facts::{Claim, Facts, Picture, Values};
use crate::{
    BrokenStatement, CertificateFolder, Condition, Done, Expected, Export, Fewest, Fix, Found, Generated, Grade,
    Listed, NoStep, Note, Optimum, Run, Shared, StatementRef, Stats, Step, Sweep, Technique,
};
use sator_base::limits::Reason;
use sator_base::natural::Natural;
use sator_lang::elaborate::Value;
use sator_lang::syntax::ast::Query;
use sator_model::{Assignment, Atom, Domain, UnknownId};
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
        /// The number where `count`, which is then as large as it can be, is too small for it.
        beyond: Option<Natural>,
        /// Whether there are no more.
        exact: bool,
        /// The limit that ended counting; `None` where it ended at the number asked for.
        stopped: Option<Reason>,
    },
    /// `solutions`: a list of solutions.
    Solutions {
        /// The solutions, in the order in which they were found.
        list: Vec<Assignment>,
        /// The number of solutions, from the first one, that were reported as an [`Answer::OneSolution`] when they were found.
        reported: usize,
        /// Whether there are no more.
        complete: bool,
        /// The limit that ended the search.
        stopped: Option<Reason>,
    },
    /// `solutions`: one solution, reported when it is found.
    OneSolution {
        /// The number of the solution, from 1.
        number: usize,
        /// The solution.
        assignment: Assignment,
    },
    /// `candidates`: the values that occur in solutions, or that steps leave.
    Candidates {
        /// By unknown, the values that occur in some solution, or that the steps leave.
        values: Vec<Domain>,
        /// The hardest grade of the steps that leave the values.
        up_to: Option<Grade>,
        /// The number of solutions that each value leaves, if that is asked and all values are known.
        counts: Option<CandidateCounts>,
        /// The limit that ended the search. With one, further values can occur too, or fewer be left.
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
        /// A solution.
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
        /// Whether the expectation holds.
        ok: bool,
        /// The expectation.
        expected: Expected,
        /// The fact that holds instead.
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
    /// `why` after "no solution": a MUS, or the set found before a limit was met.
    Clash {
        /// The statements that clash.
        because: Vec<StatementRef>,
        /// Whether it is proved that none of them can be left out.
        is_minimal: bool,
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
        condition: Condition,
        /// The statements that force it.
        because: Vec<StatementRef>,
        /// Whether it is proved that none of them can be left out.
        is_minimal: bool,
        /// With `why fewest E`, whether fewer statements force it.
        fewest: Option<Fewest>,
    },
    /// `why E`: the condition does not follow.
    NotForced {
        /// The condition as it is typed.
        condition: Condition,
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
    /// `hint`, in stages: where to look for the next step, which stays hidden.
    Look {
        /// The step.
        step: Step,
        /// By unknown, the value that is known before the step.
        known: Vec<Option<i64>>,
    },
    /// `hint 5`, `hint apply easy`: several steps.
    Hints {
        /// The steps, in their order.
        steps: Vec<Step>,
        /// By unknown, the value that is known after the last step.
        known: Vec<Option<i64>>,
        /// The hardest grade of steps, where all of them were added to the puzzle.
        applied: Option<Grade>,
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
        /// The statements that the values break by themselves.
        broken: Vec<BrokenStatement>,
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
        condition: Option<Condition>,
        /// Whether each was reported as an [`Answer::OneStep`] when it was found.
        reported: bool,
        /// The limit that ended the search.
        stopped: Option<Reason>,
    },
    /// `solve steps`: one step, reported when it is found.
    OneStep {
        /// The number of the step, from 1.
        number: usize,
        /// The step.
        step: Step,
    },
    /// `grade`: how hard the puzzle is.
    Graded {
        /// The grade; `None` where the steps end before every visible unknown is known.
        grade: Option<Grade>,
        /// The score of the steps, from 1 to 99. Where they end early, a puzzle's score is at least this.
        score: Option<u32>,
        /// The number of steps.
        steps: usize,
        /// The steps that use the hardest technique, each with its number from 1.
        hardest: Vec<(usize, Step)>,
        /// The number of steps that use each technique, the easiest first.
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
        /// Whether the puzzle has any statement that was tried.
        any_tried: bool,
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
        levels: Vec<usize>,
        /// The first lines of the statements that `redo` brings back.
        undone: Vec<String>,
    },
    /// `stats`: sizes and times.
    Stats(Box<Stats>),
    /// `export` of a file, which the driver of the session writes.
    Export(Box<Export>),
    /// `export certificate`: a folder, which the driver of the session writes.
    Certificate(Box<CertificateFolder>),
    /// `export link`, `export line`: the puzzle as one line for another program.
    Shared(Shared),
    /// `sweep`: the answers of all turns.
    Sweep(Box<Sweep>),
    /// Any other command.
    Done(Done),
    /// A page of help as Markdown, which `sator-draw` lays out.
    Page(String),
}

/// The number of solutions that each candidate leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateCounts {
    /// The largest number counted to. A value with that count leaves this many solutions or more.
    pub limit: u64,
    /// By unknown, the count of each of its candidates, in their order.
    pub counts: Vec<Vec<u64>>,
}

impl CandidateCounts {
    /// The counts of an unknown: `3`, or `8+` at the limit.
    pub fn texts(&self, unknown: UnknownId) -> Vec<String> {
        let text = |&count: &u64| if count >= self.limit { format!("{count}+") } else { count.to_string() };
        self.counts[unknown].iter().map(text).collect()
    }
}

impl Answer {
    /// The row of this answer in the table of answers.
    pub fn facts(&self) -> Facts<'_> {
        use Claim::*;
        match self {
            Answer::Solution { assignment, changed } => Facts::solution(Nothing, assignment, changed),
            Answer::None => Facts::new(NoSolution),
            // It is sure all the same that there is no solution.
            Answer::Unexplained(reason) => {
                Facts::new(NoSolution).stopped(Some(reason).filter(|reason| **reason == Reason::Interrupted))
            }
            Answer::NoOther { .. } => Facts::new(NoOther),
            Answer::Unknown(reason) => Facts::new(Nothing).stopped(reason),
            Answer::Unique { assignment, .. } => {
                Facts::solution(OnlyOne, assignment, &[]).values(Values::Solution(assignment))
            }
            Answer::Multiple { first, second, changed, .. } => {
                Facts::new(InPart).picture(Picture::Two(first, second, changed))
            }
            Answer::Count { count, exact, stopped, .. } => {
                Facts { numbers: vec![*count, u64::from(*exact)], ..Facts::new(InPart).stopped(stopped.as_ref()) }
            }
            Answer::Solutions { list, complete, stopped, .. } => {
                let found = Facts::new(InPart).stopped(stopped.as_ref());
                found.numbers([list.len(), usize::from(*complete)]).picture(Picture::Numbered(list))
            }
            Answer::Candidates { values, counts, stopped, .. } => {
                let found = Facts::new(AllSolutions).stopped(stopped.as_ref());
                found.values(Values::Domains(values)).picture(Picture::Candidates(values, counts.as_ref()))
            }
            Answer::Forced { values, stopped } => {
                // A search that was stopped proves nothing about any unknown.
                let picture = if stopped.is_none() { Picture::Known(values) } else { Picture::None };
                Facts::new(AllSolutions).stopped(stopped.as_ref()).values(Values::Known(values)).picture(picture)
            }
            Answer::Optimum(optimum) => {
                let found = Facts::solution(InPart, &optimum.assignment, &optimum.changed);
                let found = found.stopped(optimum.stopped.as_ref()).numbers([usize::from(optimum.is_proved())]);
                found.values(Values::Text(optimum.values_text()))
            }
            Answer::NoValue { assignment, .. } => Facts::solution(AllSolutions, assignment, &[]),
            Answer::Print { text, .. } => Facts::new(Nothing).values(Values::Text(text.clone())),
            Answer::Show { assignment: Some(assignment), .. } => Facts::solution(Nothing, assignment, &[]),
            Answer::Show { assignment: None, .. } => Facts::new(Nothing).picture(Picture::Posed),
            Answer::Expect { ok, stopped, .. } => {
                Facts::new(InPart).stopped(stopped.as_ref()).numbers([usize::from(*ok)])
            }
            Answer::Clash { because, fewest, .. } => {
                let stopped = fewest.as_ref().and_then(|fewest| fewest.stopped.as_ref());
                let picture = if because.is_empty() { Picture::None } else { Picture::Clash(because) };
                Facts::new(NoSolution).stopped(stopped).numbers([because.len()]).picture(picture)
            }
            Answer::Clashes { list, stopped, .. } => {
                Facts::new(NoSolution).stopped(stopped.as_ref()).numbers([list.len()])
            }
            Answer::NoClash { assignment } => Facts::solution(Nothing, assignment, &[]),
            Answer::Because { fewest, .. } => {
                Facts::new(AllSolutions).stopped(fewest.as_ref().and_then(|fewest| fewest.stopped.as_ref()))
            }
            Answer::NotForced { assignment, marked, .. } => Facts::solution(Nothing, assignment, marked),
            Answer::Hint { step, known, .. } => Facts::new(AllSolutions).picture(Picture::Step(step, known)),
            Answer::Hints { steps, stopped, .. } => {
                Facts::new(AllSolutions).stopped(stopped.as_ref()).numbers([steps.len()])
            }
            Answer::Walk { number, of, .. } => Facts::new(AllSolutions).numbers([*number, *of]),
            Answer::Checked { wrong, .. } => Facts::new(AllSolutions).numbers([wrong.len()]),
            Answer::NoHint { known, .. } | Answer::Look { known, .. } => {
                Facts::new(AllSolutions).picture(Picture::Known(known))
            }
            Answer::Steps { steps, done, condition, stopped, .. } => {
                let stopped = stopped.as_ref();
                let picture = if condition.is_none() { Picture::Steps(steps, stopped) } else { Picture::None };
                Facts::new(AllSolutions).stopped(stopped).numbers([usize::from(*done)]).picture(picture)
            }
            Answer::Graded { grade, stopped, .. } => {
                let values = grade.map_or(Values::None, |grade| Values::Text(grade.to_string()));
                Facts::new(AllSolutions).stopped(stopped.as_ref()).values(values)
            }
            Answer::Redundant { list, .. } | Answer::Reduced { left_out: list, .. } => {
                Facts::new(AllSolutions).numbers([list.len()])
            }
            Answer::Generated(generated) => Facts {
                numbers: generated.puzzles.iter().map(|puzzle| puzzle.clues as u64).collect(),
                ..Facts::new(AllSolutions).stopped(generated.stopped.as_ref())
            },
            Answer::Certificate(_) => Facts::new(Nothing),
            Answer::Export(export) => Facts::new(Nothing).picture(Picture::All(&export.content)),
            Answer::Compare { .. }
            | Answer::Sweep(_)
            | Answer::OneClash { .. }
            | Answer::OneSolution { .. }
            | Answer::OneStep { .. }
            | Answer::NoStep { .. }
            | Answer::List { .. }
            | Answer::Stats(_)
            | Answer::Shared(_)
            | Answer::Done(_)
            | Answer::Page(_) => Facts::new(Nothing),
        }
    }

    /// The limit that kept the question from a full answer.
    pub fn stopped(&self) -> Option<&Reason> {
        self.facts().stopped
    }
}
