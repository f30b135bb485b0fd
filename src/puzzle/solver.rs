//! Questions about a puzzle.

use super::Error;
use super::solution::{Grid, Named, Solution, Value};
use super::statement::StatementRef;
use super::steps::Step;
use crate::session::{Report, Session, Settings};
use sator_answer::{Answer, Theme};
use sator_base::limits::Interrupt;
use sator_draw::render::svg::render_svg;
use sator_draw::scene::figures;
use std::time::Duration;

/// Limits and the start of the search.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// The time limit of one question; none by default.
    pub timeout: Option<Duration>,
    /// The start of the search: another seed can find another solution first.
    pub seed: u32,
}

impl Options {
    /// These options with a limit on the time of one question.
    pub fn timeout(self, timeout: Duration) -> Options {
        Options { timeout: Some(timeout), ..self }
    }

    /// These options with another start of the search.
    pub fn seed(self, seed: u32) -> Options {
        Options { seed, ..self }
    }

    pub(super) fn settings(&self) -> Settings {
        Settings { timeout: self.timeout, seed: self.seed, ..Settings::default() }
    }
}

/// The outcome of [`Solver::solve`]; there are no other cases.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// A solution.
    Solved(Solution),
    /// There is no solution, which is proved.
    Impossible(Clash),
    /// Not known: a limit, in words.
    Unknown(String),
}

/// Statements that can't hold together, none of which can be left out. Empty where a limit ended the search for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// In the order of the text.
    pub statements: Vec<StatementRef>,
}

/// A number of solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Count {
    /// Solutions found.
    pub count: u64,
    /// Whether there are no more.
    pub exact: bool,
}

/// A puzzle that is being asked. What one question learns serves the next.
pub struct Solver {
    session: Session,
}

impl Solver {
    pub(super) fn new(session: Session) -> Solver {
        Solver { session }
    }

    /// Its `set` ends the question that runs, from another thread; `clear` lets the next one begin.
    pub fn interrupt(&self) -> Interrupt {
        self.session.interrupt().clone()
    }

    fn statements(&self, list: &[sator_answer::StatementRef]) -> Vec<StatementRef> {
        list.iter().map(|statement| StatementRef::new(self.session.model(), statement)).collect()
    }

    /// The answers to a question as it is typed: a proof that there is no solution is followed by the clash.
    fn ask(&mut self, question: &str) -> Result<Vec<Answer>, Error> {
        let mut answers = vec![];
        let asked = self.session.read("question", question, None).and_then(|statements| {
            let mut sink = |_: &Session, report: Report| answers.push(report.answer);
            statements.iter().try_for_each(|statement| self.session.run(statement, &mut sink))
        });
        asked.map(|()| answers).map_err(|error| Error::without_place(&error))
    }

    fn ask_one(&mut self, question: &str) -> Result<Answer, Error> {
        let answers = self.ask(question)?;
        Ok(answers.into_iter().next().unwrap_or_else(|| unreachable!("`{question}` is answered")))
    }

    fn solution(&self, assignment: sator_model::Assignment) -> Solution {
        Solution::new(self.session.model(), assignment)
    }

    /// A solution, or the statements that allow none.
    ///
    /// # Errors
    /// Two solvers that disagree, which is a fault of sator.
    ///
    /// ```
    /// use sator::puzzle::{Options, Puzzle, Verdict};
    /// let puzzle = Puzzle::parse("var a, b in 1..3\na + b > 5\na = 2\nb != 1")?;
    /// let Verdict::Impossible(clash) = puzzle.solver(&Options::default()).solve()? else { panic!() };
    /// let lines: Vec<u32> = clash.statements.iter().map(|s| s.line).collect();
    /// assert_eq!(lines, [2, 3]);
    /// # Ok::<(), sator::puzzle::Error>(())
    /// ```
    pub fn solve(&mut self) -> Result<Verdict, Error> {
        Ok(match &self.ask("solve")?[..] {
            [Answer::Solution { assignment, .. }, ..] => Verdict::Solved(self.solution(assignment.clone())),
            [Answer::None, rest @ ..] => {
                let clash = rest.iter().find_map(|answer| match answer {
                    Answer::Clash { because, .. } => Some(self.statements(because)),
                    _ => None,
                });
                Verdict::Impossible(Clash { statements: clash.unwrap_or_default() })
            }
            answers => Verdict::Unknown(answers.first().map_or_else(String::new, why)),
        })
    }

    /// Whether there is exactly one solution; `None` where a limit came first.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    ///
    /// ```
    /// use sator::puzzle::{Options, Puzzle};
    /// let puzzle = Puzzle::parse("grid x 2x2 in 1..2\nlatin(x)")?;
    /// assert_eq!(puzzle.solver(&Options::default()).is_unique()?, Some(false));
    /// # Ok::<(), sator::puzzle::Error>(())
    /// ```
    pub fn is_unique(&mut self) -> Result<Option<bool>, Error> {
        Ok(match self.ask_one("unique")? {
            Answer::Unique { .. } => Some(true),
            Answer::Multiple { .. } | Answer::None => Some(false),
            _ => None,
        })
    }

    /// Up to `most` solutions. A shorter list has all solutions, unless a limit came first.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    ///
    /// ```
    /// use sator::puzzle::{Options, Puzzle};
    /// let puzzle = Puzzle::parse("var a, b in 1..3\na < b")?;
    /// let all = puzzle.solver(&Options::default()).solutions(10)?;
    /// let mut sums: Vec<i64> = all.iter().filter_map(|s| Some(s.value("a")?.number()? + s.value("b")?.number()?)).collect();
    /// sums.sort();
    /// assert_eq!(sums, [3, 4, 5]);
    /// # Ok::<(), sator::puzzle::Error>(())
    /// ```
    pub fn solutions(&mut self, most: u64) -> Result<Vec<Solution>, Error> {
        match self.ask_one(&format!("solutions {most}"))? {
            Answer::Solutions { list, .. } => {
                Ok(list.into_iter().map(|assignment| self.solution(assignment)).collect())
            }
            _ => Ok(vec![]),
        }
    }

    /// The number of solutions, counted up to a limit.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    ///
    /// ```
    /// use sator::puzzle::{Options, Puzzle};
    /// let puzzle = Puzzle::parse("grid x 4x4 in 1..4\nsudoku(x)")?;
    /// let count = puzzle.solver(&Options::default()).count(1_000)?;
    /// assert_eq!((count.count, count.exact), (288, true));
    /// # Ok::<(), sator::puzzle::Error>(())
    /// ```
    pub fn count(&mut self, most: u64) -> Result<Count, Error> {
        match self.ask_one(&format!("count limit {most}"))? {
            Answer::Count { count, exact, .. } => Ok(Count { count, exact }),
            _ => Ok(Count { count: 0, exact: false }),
        }
    }

    /// For each cell of a grid the values that occur in some solution. `None` where there is no grid of that name, no
    /// solution, or a limit came first.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    ///
    /// ```
    /// use sator::puzzle::{Options, Puzzle, Value};
    /// let puzzle = Puzzle::parse("grid x 2x2 in 1..2\nlatin(x)\nr1c1 = 1")?;
    /// let candidates = puzzle.solver(&Options::default()).candidates("x")?.unwrap();
    /// assert_eq!(candidates[(0, 1)], [Value::Number(2)]);
    /// # Ok::<(), sator::puzzle::Error>(())
    /// ```
    pub fn candidates(&mut self, grid: &str) -> Result<Option<Grid<Vec<Value>>>, Error> {
        let Answer::Candidates { values, stopped: None, .. } = self.ask_one("candidates")? else { return Ok(None) };
        let model = self.session.model();
        let named = Named::new(model, |u| values[u].iter().map(|v| Value::of(model, u, v)).collect::<Vec<_>>());
        Ok(named.grid(grid).cloned())
    }

    /// The steps by which a person can get to the solution, as far as they are found.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    ///
    /// ```
    /// use sator::puzzle::{Options, Puzzle};
    /// let puzzle = Puzzle::parse("grid x 2x2 in 1..2\nlatin(x)\nr1c1 = 1")?;
    /// let steps = puzzle.solver(&Options::default()).steps()?;
    /// assert_eq!(steps.len(), 3);
    /// assert!(!steps[0].because().is_empty() && !steps[0].conclusions().is_empty());
    /// # Ok::<(), sator::puzzle::Error>(())
    /// ```
    pub fn steps(&mut self) -> Result<Vec<Step>, Error> {
        match self.ask_one("solve steps")? {
            Answer::Steps { steps, .. } => Ok(steps.iter().map(|step| Step::new(self.session.model(), step)).collect()),
            _ => Ok(vec![]),
        }
    }

    /// The puzzle, with the solution that was found last if there was one, as an SVG for light paper.
    pub fn svg(&self) -> String {
        let model = self.session.model();
        let shown = Answer::Show { assignment: self.session.solution_shown().cloned(), grids: vec![] };
        render_svg(model.title.as_deref(), &figures(model, &shown), Theme::Light, sator_answer::Scale::Screen)
    }
}

/// Why an answer is not known.
fn why(answer: &Answer) -> String {
    answer.stopped().map_or("nothing is known".into(), |reason| reason.text().into())
}
