//! `generate x`: givens of a grid.

use crate::confirm::{disagreement, is_only_solution};
use crate::grade::Judged;
use crate::draft::{CluesOf, Goal, Made, Making, Prepared, Recipe};
use crate::clue::{Clue, Meaning};
use crate::solution::Source;
use crate::symmetry::orbits;
use crate::clue_reduction::Orbit;
use super::{Asked, One, progress_text, unconfirmed};
use crate::generator::Session;
use crate::generator::warm::Outcome;
use sator_answer::{Answer, Puzzle};
use sator_base::limits::Limits;
use sator_base::source::Span;
use sator_explain::Quick;
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::elaborate::Value;
use sator_lang::syntax::ast::{Generate, Ident, PictureKind, StatementKind};
use sator_model::{Assignment, Constraint, ExprId, Grid, GridId, Kind, Model, Origin, UnknownId};

/// The board whose values are given.
struct Board {
    grid: GridId,
    shape: (usize, usize),
    /// Places whose value may be given, row by row.
    allowed: Vec<usize>,
    /// Places whose value the statements give already.
    given: Vec<usize>,
    unknowns: Vec<Option<UnknownId>>,
    /// The places that were given before, where it starts from these.
    start: Option<Vec<usize>>,
    /// The question.
    asked: Span,
}

impl Generator<'_> {
    pub(crate) fn generate_givens(
        &mut self,
        name: Option<&Ident>,
        asked: &Generate,
        options: &Asked,
        span: Span,
        limits: &Limits,
    ) -> Result<Answer> {
        let mut board = self.board(name, asked, span)?;
        if asked.from {
            return self.generate_from(&mut board, asked, options, limits);
        }
        let source = Source::of(&self.elaborator.model, self.context.method, limits)?;
        self.one_by_one(options, limits, |generator, seed| {
            generator.one_with_givens(&board, &source, options, seed, limits)
        })
    }

    /// Starts from what is given: a solution that has it, and the rules without it.
    fn generate_from(
        &mut self,
        board: &mut Board,
        asked: &Generate,
        options: &Asked,
        limits: &Limits,
    ) -> Result<Answer> {
        let start = std::mem::take(&mut board.given);
        if start.is_empty() {
            let message = "there are no givens to start from";
            return fail(Diagnostic::at(Code::Generate, board.asked, message).help("leave out `from`"));
        }
        if asked.keep {
            self.only_givens(board.grid, board.asked)?;
        }
        let solution = match self.current_solution(limits)? {
            Outcome::Sat(solution) => solution,
            Outcome::Unsat => return Ok(Answer::None),
            Outcome::Unknown(reason) => return Ok(Answer::Unknown(reason)),
        };
        let kept = self.elaborator.keep();
        let model = &mut self.elaborator.model;
        let given: Vec<ExprId> =
            start.iter().filter_map(|&at| board.unknowns[at]).map(|u| model.value_is(u, solution.get(u))).collect();
        model.constraints.retain(|c| c.origin.text.is_none() || !given.contains(&c.expr));
        model.notes(board.grid).givens.fill(false);
        board.start = Some(start);
        let source = Source::List(vec![solution]);
        let answer = self.aside(self.settings.clone(), |generator| {
            generator.one_by_one(options, limits, |generator, seed| {
                generator.one_with_givens(board, &source, options, seed, limits)
            })
        });
        self.elaborator.restore(kept);
        answer
    }

    /// The statement that says what is given of a grid, where it is the only one and can be replaced.
    pub(crate) fn only_givens(&mut self, grid: GridId, span: Span) -> Result<u32> {
        let mut numbers = vec![];
        for (number, statements) in self.entries.iter().map(|e| (e.number, e.statements.clone())).collect::<Vec<_>>() {
            for statement in statements.iter() {
                if let StatementKind::Picture { kind: PictureKind::Givens, name, .. } = &statement.kind
                    && self.elaborator.grid_of_picture(name.as_ref(), statement.span)? == grid
                {
                    numbers.push((number, statements.len()));
                }
            }
        }
        match numbers[..] {
            [(number, 1)] => Ok(number),
            _ => {
                let message = "the givens don't stand in one statement of their own: they can't be replaced";
                fail(Diagnostic::at(Code::Generate, span, message).help("leave out `keep`, and type what is made"))
            }
        }
    }

    fn board(&mut self, name: Option<&Ident>, asked: &Generate, span: Span) -> Result<Board> {
        let id = match name {
            None => self.elaborator.grid_of_picture(None, span)?,
            Some(name) => match self.elaborator.global(&name.name) {
                Some(Value::Grid(id)) => *id,
                Some(Value::Clues(_) | Value::Outside(_)) => {
                    let message = format!("`{0}` is a picture of clues, whose values are known", name.name);
                    let help = "name a grid; its givens are what is made";
                    return fail(Diagnostic::at(Code::Type, name.span, message).help(help));
                }
                Some(_) => {
                    let message = format!("no clues can be given of `{}`: it is no grid", name.name);
                    return fail(
                        Diagnostic::at(Code::Type, name.span, message).help("name a grid: `generate x clues 25`"),
                    );
                }
                None => {
                    let message = format!("no grid is called `{}`", name.name);
                    return fail(Diagnostic::at(Code::UnknownName, name.span, message));
                }
            },
        };
        let at = name.map_or(span, |name| name.span);
        let grid = self.elaborator.model.grid(id);
        if grid.content.is_none() {
            let message = format!("no clues can be given of {}: its cells hold no values", grid.name);
            let help = format!("declare it with a domain: `grid {} {}x{} in 1..9`", grid.name, grid.rows, grid.cols);
            return fail(Diagnostic::at(Code::Type, at, message).help(help));
        }
        if grid.hidden {
            let message = format!("no clues can be given of {}: it is hidden", grid.name);
            return fail(Diagnostic::at(Code::Type, at, message));
        }
        let shape = (grid.rows, grid.cols);
        self.check_symmetry(asked.symmetry.as_ref(), &grid.name, shape, &grid.present)?;
        let mut allowed: Vec<usize> = (0..grid.len()).filter(|&at| grid.unknowns[at].is_some()).collect();
        let given: Vec<usize> = (0..grid.len()).filter(|&at| grid.notes.givens[at]).collect();
        if let Some(like) = &asked.like {
            let marked = self.elaborator.marked_places(shape, like)?;
            allowed.retain(|at| marked.contains(at) || given.contains(at));
        }
        let unknowns = self.elaborator.model.grid(id).unknowns.clone();
        Ok(Board { grid: id, shape, allowed, given, unknowns, start: None, asked: span })
    }

    fn one_with_givens(
        &mut self,
        board: &Board,
        source: &Source,
        options: &Asked,
        seed: u64,
        limits: &Limits,
    ) -> Result<One> {
        let method = self.context.method;
        let text_of = |made: &Made, model: &Model| {
            givens_text(model, model.grid(board.grid), &board.values(&made.clues, &made.solution))
        };
        let model = self.elaborator.model.clone();
        let judged = match options.grade.and_then(|_| Quick::of(&self.elaborator)) {
            Some(quick) => Judged::Quickly(Box::new(quick)),
            None if board.start.is_some() => Judged::PutBack,
            None => options.judged_down(),
        };
        let mut make = |generator: &mut Generator, of: u64| {
            let start = board.start.as_deref();
            let goal = judged.goal(options, of == seed);
            let recipe = Recipe { model: &model, source, method, goal, start, limits };
            let mut values = Values { board, options };
            let teller = &mut generator.teller;
            recipe.make(of, &mut values, &mut |progress| teller.tell(|| progress_text(progress)))
        };
        let text_of = |made: &Made| text_of(made, &model);
        let found = self.made_with_grade(options, seed, limits, &mut make, &text_of, &judged)?;
        let (made, grade) = match found {
            (Making::Made(made), grade) => (made, grade),
            (other, _) => return Ok(One::Not(other)),
        };
        let confirming = self.limits_to_confirm(limits);
        let givens = board.values(&made.clues, &made.solution);
        let with = with_givens(&self.elaborator.model, board, &givens);
        let puzzle = match is_only_solution(&with, &made.solution, made.searched, method, &confirming)? {
            Ok(true) => Puzzle { grade, ..self.puzzle_of_givens(board, givens, *made, options, seed) },
            Ok(false) => return Err(disagreement()),
            Err(reason) => return Ok(unconfirmed(made.stopped.unwrap_or(reason))),
        };
        Ok(One::Made(Box::new(puzzle)))
    }

    fn puzzle_of_givens(
        &self,
        board: &Board,
        givens: Vec<Option<i64>>,
        made: Made,
        options: &Asked,
        seed: u64,
    ) -> Puzzle {
        let model = &self.elaborator.model;
        let grid = model.grid(board.grid);
        let clues = givens.iter().flatten().count();
        Puzzle {
            missed: options.missed(clues),
            changed: board.start.as_ref().map(|start| {
                let stayed = start.iter().filter(|&&at| givens[at].is_some()).count();
                (start.len() - stayed, clues - stayed)
            }),
            fewest: made.fewest,
            givens: board.unknowns.iter().zip(&givens).filter_map(|(u, v)| Some(((*u)?, (*v)?))).collect(),
            stopped: made.stopped,
            ..Puzzle::new(seed, givens_text(model, grid, &givens), clues, made.solution)
        }
    }
}

/// The values of a board are its clues.
struct Values<'a> {
    board: &'a Board,
    options: &'a Asked,
}

impl CluesOf for Values<'_> {
    fn are_values(&self) -> bool {
        true
    }

    fn of(&mut self, solution: &Assignment) -> Result<Option<Prepared>> {
        let orbits = self.board.clues(solution, self.options);
        Ok(Some(Prepared { orbits, model: None, weaker: false }))
    }
}

impl Asked {
    /// The number of clues that was asked for, if there are more or fewer.
    pub(crate) fn missed(&self, clues: usize) -> Option<usize> {
        match self.goal {
            Goal::Number(wanted) if clues != wanted => Some(wanted),
            _ => None,
        }
    }
}

impl Board {
    /// All clues that a solution has, those given already among them.
    fn clues(&self, solution: &Assignment, options: &Asked) -> Vec<Orbit> {
        let clue = |at: usize| {
            let u = self.unknowns[at]?;
            Some(Clue { at, meaning: Meaning::Value(u, solution.get(u)) })
        };
        let orbits = orbits(&self.allowed, self.shape, options.symmetry).into_iter();
        let mut all: Vec<Orbit> = orbits
            .map(|places| Orbit {
                stays: places.iter().any(|at| self.given.contains(at)),
                clues: places.into_iter().filter_map(clue).collect(),
            })
            .collect();
        // Of what is given already, what lacks a partner is there all the same.
        let lone = |at: &&usize| !all.iter().any(|orbit| orbit.clues.iter().any(|clue| clue.at == **at));
        let lone: Vec<usize> = self.given.iter().filter(lone).copied().collect();
        all.extend(lone.into_iter().filter_map(clue).map(|clue| Orbit { stays: true, clues: vec![clue] }));
        all
    }

    /// The values given, row by row.
    fn values(&self, clues: &[Clue], solution: &Assignment) -> Vec<Option<i64>> {
        let mut givens = vec![None; self.unknowns.len()];
        for clue in clues {
            givens[clue.at] = self.unknowns[clue.at].map(|u| solution.get(u));
        }
        givens
    }
}

/// The puzzle with these givens as conditions.
fn with_givens(model: &Model, board: &Board, givens: &[Option<i64>]) -> Model {
    let span = board.asked;
    let mut with = model.clone();
    for (at, value) in givens.iter().enumerate() {
        let (Some(value), Some(u)) = (value, board.unknowns[at]) else { continue };
        let expr = with.value_is(u, *value);
        with.constraints.push(Constraint {
            expr,
            origin: Origin {
                span,
                text: None,
                told: None,
                when: None,
                label: None,
                clue: None,
                given: None,
                frame: None,
            },
        });
    }
    with
}

/// `givens x { ... }`, as it is typed.
fn givens_text(model: &Model, grid: &Grid, givens: &[Option<i64>]) -> String {
    let kind = grid.content.as_ref().map_or(Kind::Int, |content| content.0);
    let token = |value: &Option<i64>| match (kind, value) {
        (_, None) => ".".to_string(),
        (Kind::Bool, Some(0)) => "-".into(),
        (Kind::Bool, Some(_)) => "#".into(),
        (kind, Some(value)) => model.value_text(kind, *value),
    };
    let tokens: Vec<String> = givens.iter().map(token).collect();
    picture_text(&format!("givens {}", grid.name), &tokens, grid.cols)
}

/// A picture of tokens, row by row; without blanks where each is one character.
pub(crate) fn picture_text(head: &str, tokens: &[String], cols: usize) -> String {
    let width = tokens.iter().map(|token| token.chars().count()).max().unwrap_or(1);
    let mut text = format!("{head} {{\n");
    for row in tokens.chunks(cols) {
        let cells: Vec<String> = row.iter().map(|token| format!("{token:>width$}")).collect();
        let line = if width == 1 { cells.concat() } else { cells.join(" ") };
        text.push_str(&format!("  {}\n", line.trim_end()));
    }
    text.push('}');
    text
}
