//! Shapes to make a puzzle on: `generate cage sizes 2..5` and `generate lines 4 sizes 3..5 for thermo`.

use crate::generator::Generator;
use crate::options::{Options, number_in};
use crate::outcome::{Counted, Outcome, Puzzle, Shortfall};
use crate::picture::picture_text;
use crate::refusal::Refusal;
use crate::shapes;
use crate::solution::reproducible;
use sator_base::random::Random;
use sator_base::source::Span;
use sator_lang::diagnostic::{Diagnostic, Result};
use sator_lang::elaborate::{Elaborator, Value};
use sator_lang::syntax::ast::{Expr, Ident};
use sator_model::{Assignment, GridId};
use sator_solve::lower::formula_of;
use sator_solve::solver::sat::Verdict;

/// Random arrangements of lines tried until one has a solution.
const ARRANGEMENTS: usize = 50;
/// Limit on the lines of a request.
const MOST_LINES: i64 = 1_000;

impl Generator<'_> {
    /// Makes regions of random shapes that cover the board.
    pub(crate) fn regions(
        &mut self,
        name: &Ident,
        of: Option<&Ident>,
        sizes: &Expr,
        options: &Options,
        span: Span,
    ) -> Result<Outcome> {
        let (head, shape) = new_regions(self.elaborator, name, of, span)?;
        let allowed = allowed_sizes(self.elaborator, sizes)?;
        self.batch(options, |_, seed| {
            let Some(regions) = shapes::regions(shape, &allowed, &mut Random::new(seed)) else {
                return Err(no_such_sizes(shape, sizes.span));
            };
            let count = regions.iter().max().map_or(0, |last| last + 1);
            let tokens: Vec<String> = numbered(&regions).into_iter().map(|region| label(region, count)).collect();
            Ok(Ok(shape_of(seed, picture_text(&head, &tokens, shape.1), count, Counted::Regions)))
        })
    }

    /// Makes uses of a rule on random lines that leave a solution.
    pub(crate) fn lines(
        &mut self,
        number: &Expr,
        sizes: &Expr,
        rule: &Ident,
        options: &Options,
        span: Span,
    ) -> Result<Outcome> {
        let wanted = number_in(self.elaborator, number, 1, MOST_LINES, "a number of lines")? as usize;
        let allowed = allowed_sizes(self.elaborator, sizes)?;
        let grid = self.elaborator.grid_of_picture(None, span)?;
        let board = self.elaborator.model.grid(grid);
        let (shape, present) = ((board.rows, board.cols), board.present.clone());
        self.batch(options, |generator, seed| {
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
                match generator.is_solvable_with(&text, rule, &mut random)? {
                    Verdict::Sat => return Ok(Ok(shape_of(seed, text, wanted, Counted::Lines))),
                    Verdict::Unsat => {}
                    Verdict::Unknown(reason) => return Ok(Err(Shortfall::Stopped(reason))),
                }
            }
            Err(Refusal::NoLines { wanted }.at(rule.span))
        })
    }

    /// Whether the rules with these statements have a solution.
    fn is_solvable_with(&mut self, text: &str, rule: &Ident, random: &mut Random) -> Result<Verdict> {
        let verdict = self.with_text(text, |generator| {
            let (method, limits) = (reproducible(generator.context.method, random), generator.context.limits);
            Ok(match formula_of(&generator.elaborator.model, method, limits) {
                Ok(mut formula) => formula.check(&[], limits),
                Err(reason) => Verdict::Unknown(reason),
            })
        });
        verdict.map_err(|mut error| {
            // The error points at the rule's name, as no user typed the text.
            error.labels.clear();
            Box::new(error.label(rule.span, ""))
        })
    }
}

/// The head of a picture of new regions, and the shape of its board.
pub(crate) fn new_regions(
    elaborator: &mut Elaborator,
    name: &Ident,
    of: Option<&Ident>,
    span: Span,
) -> Result<(String, (usize, usize))> {
    if elaborator.global(&name.name).is_some() {
        return Err(Refusal::NameTaken { name: name.name.clone(), what: "regions" }.at(name.span));
    }
    let grid = elaborator.grid_of_picture(of, span)?;
    let head = match of {
        Some(of) => format!("regions {} of {}", name.name, of.name),
        None => format!("regions {}", name.name),
    };
    Ok((head, full_board(elaborator, grid, span)?))
}

/// The shape of a board without holes.
fn full_board(elaborator: &Elaborator, grid: GridId, span: Span) -> Result<(usize, usize)> {
    let g = elaborator.model.grid(grid);
    match g.present.iter().all(|&there| there) {
        true => Ok((g.rows, g.cols)),
        false => Err(Refusal::Holes { grid: g.name.clone() }.at(span)),
    }
}

/// The sizes allowed: `5`, `2..5` or `{3, 5}`.
pub(crate) fn allowed_sizes(elaborator: &mut Elaborator, sizes: &Expr) -> Result<Vec<usize>> {
    let wrong = |refusal: Refusal| Err(refusal.at(sizes.span));
    let numbers: Vec<i64> = match elaborator.value(sizes)? {
        Value::Int(n) => vec![n],
        Value::Range(a, b) if b.saturating_sub(a) < 10_000 => (a..=b).collect(),
        Value::Set(items) | Value::List(items) => {
            let int = |item: &Value| if let Value::Int(n) = item { Some(*n) } else { None };
            let Some(all) = items.iter().map(int).collect() else { return wrong(Refusal::SizeNoNumber) };
            all
        }
        other => return wrong(Refusal::NotSizes { found: other.type_name().into() }),
    };
    match numbers.iter().find(|&&n| n < 1) {
        Some(n) => wrong(Refusal::ImpossibleSize(*n)),
        None if numbers.is_empty() => wrong(Refusal::NoSizes),
        None => Ok(numbers.into_iter().map(|n| n as usize).collect()),
    }
}

/// The error where no regions of the allowed sizes cover the board.
pub(crate) fn no_such_sizes(shape: (usize, usize), span: Span) -> Box<Diagnostic> {
    Refusal::NoSuchSizes { cells: shape.0 * shape.1 }.at(span)
}

fn shape_of(seed: u64, text: String, count: usize, counts: Counted) -> Puzzle {
    Puzzle { unique: false, counts, ..Puzzle::new(seed, text, count, Assignment(vec![])) }
}

/// Numbers the regions in reading order.
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

/// The label of a region: `a`, `b`, ..., or a number if there are more regions than letters.
pub(crate) fn label(region: usize, count: usize) -> String {
    let letters: Vec<char> = ('a'..='z').chain('A'..='Z').collect();
    match letters.get(region) {
        Some(letter) if count <= letters.len() => letter.to_string(),
        _ => (region + 1).to_string(),
    }
}
