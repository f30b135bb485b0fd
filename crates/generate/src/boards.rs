//! `generate cage sizes 2..5` and `generate lines 4 sizes 3..5 for thermo`: shapes to make a puzzle on.

use crate::givens::picture_text;
use crate::solution::reproducible;
use super::{Asked, One, shapes};
use crate::generator::Session;
use crate::generator::generate::make::Making;
use sator_answer::{Answer, Puzzle};
use sator_base::limits::Limits;
use sator_base::random::Random;
use sator_base::source::Span;
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::elaborate::Value;
use sator_lang::syntax::ast::{Expr, Ident};
use sator_model::{Assignment, GridId};
use sator_solve::lower::formula_of;
use sator_solve::solver::sat::Verdict;

/// Arrangements of lines that are tried until one has a solution.
const ARRANGEMENTS: usize = 50;
/// Lines that can be asked for.
const MOST_LINES: i64 = 1_000;

impl Generator<'_> {
    /// Regions of random shapes that cover the board.
    pub(crate) fn generate_regions(
        &mut self,
        name: &Ident,
        of: Option<&Ident>,
        sizes: &Expr,
        options: &Asked,
        span: Span,
        limits: &Limits,
    ) -> Result<Answer> {
        let (head, shape) = self.new_regions(name, of, span)?;
        let allowed = self.sizes(sizes)?;
        self.one_by_one(options, limits, |_, seed| {
            let Some(regions) = shapes::regions(shape, &allowed, &mut Random::new(seed)) else {
                return fail(no_such_sizes(shape, sizes.span));
            };
            let count = regions.iter().max().map_or(0, |last| last + 1);
            let tokens: Vec<String> = numbered(&regions).into_iter().map(|region| label(region, count)).collect();
            Ok(One::Made(Box::new(shape_of(seed, picture_text(&head, &tokens, shape.1), count, "region"))))
        })
    }

    /// How a picture of regions that is to be made begins, and the shape of its board.
    pub(crate) fn new_regions(
        &mut self,
        name: &Ident,
        of: Option<&Ident>,
        span: Span,
    ) -> Result<(String, (usize, usize))> {
        if self.elaborator.global(&name.name).is_some() {
            let message = format!("`{}` is declared already", name.name);
            return fail(
                Diagnostic::at(Code::Duplicate, name.span, message).help("give the regions a name of their own"),
            );
        }
        let grid = self.elaborator.grid_of_picture(of, span)?;
        let head = match of {
            Some(of) => format!("regions {} of {}", name.name, of.name),
            None => format!("regions {}", name.name),
        };
        Ok((head, self.full_board(grid, span)?))
    }

    /// Uses of a rule on random lines that leave a solution.
    pub(crate) fn generate_lines(
        &mut self,
        number: &Expr,
        sizes: &Expr,
        rule: &Ident,
        options: &Asked,
        span: Span,
        limits: &Limits,
    ) -> Result<Answer> {
        let wanted = self.between(number, 1, MOST_LINES, "a number of lines")? as usize;
        let allowed = self.sizes(sizes)?;
        let grid = self.elaborator.grid_of_picture(None, span)?;
        let board = self.elaborator.model.grid(grid);
        let (shape, present) = ((board.rows, board.cols), board.present.clone());
        self.one_by_one(options, limits, |generator, seed| {
            let mut random = Random::new(seed);
            for _ in 0..ARRANGEMENTS {
                let mut free = present.clone();
                let mut uses = Vec::new();
                for _ in 0..wanted {
                    let Some(&size) = random.choose(&allowed) else { break };
                    let Some(line) = shapes::line(shape, &free, size, &mut random) else { break };
                    line.iter().for_each(|&at| free[at] = false);
                    let cells: Vec<String> =
                        line.iter().map(|at| format!("r{}c{}", at / shape.1 + 1, at % shape.1 + 1)).collect();
                    uses.push(format!("{}({})", rule.name, cells.join("..")));
                }
                if uses.len() < wanted {
                    continue;
                }
                let text = uses.join("\n");
                match generator.is_solvable_with(&text, rule, &mut random, limits)? {
                    Verdict::Sat => return Ok(One::Made(Box::new(shape_of(seed, text, wanted, "line")))),
                    Verdict::Unsat => {}
                    Verdict::Unknown(reason) => return Ok(One::Not(Making::Stopped(reason))),
                }
            }
            let message = format!("{wanted} such lines were not found with which there is a solution");
            fail(
                Diagnostic::at(Code::Generate, rule.span, message)
                    .help("ask for fewer or shorter lines, or another seed"),
            )
        })
    }

    /// Whether there is a solution with these statements too. Nothing is kept.
    fn is_solvable_with(&mut self, text: &str, rule: &Ident, random: &mut Random, limits: &Limits) -> Result<Verdict> {
        let verdict = self.with_text(text, |generator| {
            let method = reproducible(generator.settings.method(), random);
            Ok(match formula_of(&generator.elaborator.model, method, limits) {
                Ok(mut formula) => formula.check(&[], limits),
                Err(reason) => Verdict::Unknown(reason),
            })
        });
        verdict.map_err(|mut error| {
            // What is wrong is the rule that was named, not the text that nobody typed.
            error.labels.clear();
            Box::new(error.label(rule.span, ""))
        })
    }

    fn full_board(&self, grid: GridId, span: Span) -> Result<(usize, usize)> {
        let g = self.elaborator.model.grid(grid);
        match g.present.iter().all(|&there| there) {
            true => Ok((g.rows, g.cols)),
            false => fail(Diagnostic::at(
                Code::Generate,
                span,
                format!("{} has holes: regions are made for full boards", g.name),
            )),
        }
    }

    /// `5`, `2..5`, `{3, 5}`: the sizes allowed.
    pub(crate) fn sizes(&mut self, sizes: &Expr) -> Result<Vec<usize>> {
        let wrong = |what: String| {
            fail(
                Diagnostic::at(Code::Domain, sizes.span, what)
                    .help("write a size, or a range or set of them: `sizes 2..5`"),
            )
        };
        let numbers: Vec<i64> = match self.elaborator.value(sizes)? {
            Value::Int(n) => vec![n],
            Value::Range(a, b) if b.saturating_sub(a) < 10_000 => (a..=b).collect(),
            Value::Set(items) | Value::List(items) => {
                let int = |item: &Value| if let Value::Int(n) = item { Some(*n) } else { None };
                let Some(all) = items.iter().map(int).collect() else { return wrong("a size is a number".into()) };
                all
            }
            other => return wrong(format!("{} says no sizes", other.type_name())),
        };
        match numbers.iter().find(|&&n| n < 1) {
            Some(n) => wrong(format!("{n} is no size")),
            None if numbers.is_empty() => wrong("there are no sizes here".into()),
            None => Ok(numbers.into_iter().map(|n| n as usize).collect()),
        }
    }
}

pub(crate) fn no_such_sizes(shape: (usize, usize), span: Span) -> Diagnostic {
    let message = format!("no regions of these sizes fill a board of {} cells", shape.0 * shape.1);
    Diagnostic::at(Code::Domain, span, message)
}

fn shape_of(seed: u64, text: String, count: usize, what: &'static str) -> Puzzle {
    Puzzle { shapes: true, counts: what, ..Puzzle::new(seed, text, count, Assignment(vec![])) }
}

/// The regions numbered in reading order.
pub(crate) fn numbered(regions: &[usize]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    let number = |region: &usize| match order.iter().position(|r| r == region) {
        Some(at) => at,
        None => {
            order.push(*region);
            order.len() - 1
        }
    };
    regions.iter().map(number).collect()
}

/// `a`, `b`, ..., and numbers where there are more regions than letters.
pub(crate) fn label(region: usize, count: usize) -> String {
    let letters: Vec<char> = ('a'..='z').chain('A'..='Z').collect();
    match letters.get(region) {
        Some(letter) if count <= letters.len() => letter.to_string(),
        _ => (region + 1).to_string(),
    }
}
