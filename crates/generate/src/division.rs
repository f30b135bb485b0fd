//! `generate room sizes 4..16 for star_battle(star, room)`: regions that leave one solution of the rule.
//!
//! To random regions a solution is drawn. As long as there is another one, cells change their region, so that
//! the first still is a solution and none of the others seen is; cells in which the two differ come first. Whether
//! it is so is asked of the rule; which values the cells have in the two solutions says most often what it will answer.

use crate::boards::{label, numbered};
use crate::givens::picture_text;
use crate::draft::Making;
use crate::puzzle_text::{Said, Sufficiency};
use crate::shapes::{self, is_connected, neighbours};
use crate::solution::{reproducible, scattered};
use super::{Asked, One};
use crate::generator::Session;
use rustc_hash::FxHashMap;
use sator_answer::{Answer, Puzzle};
use sator_base::limits::Limits;
use sator_base::random::Random;
use sator_base::source::Span;
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::syntax::ast::{Expr, Ident};
use sator_lang::syntax::print::print_expr;
use sator_model::{Assignment, Model, UnknownId};
use sator_solve::lower::formula_of;
use sator_solve::solver::sat::Verdict;

/// Random regions with a solution that are tried for one puzzle, those without one (most often there are too many or too
/// few of them), changes of each of them, and changes of which the best is taken.
const DIVISIONS: usize = 100;
const WITHOUT: usize = 1_000;
const CHANGES: usize = 150;
const TRIED: usize = 12;
/// Changes of a kind that failed, one after the other, before others are tried first.
const FAILED: i32 = 3;

/// What is divided, and for what.
struct Division<'a> {
    /// `regions room of star`
    head: String,
    shape: (usize, usize),
    sizes: Vec<usize>,
    rule: &'a Expr,
}

impl Generator<'_> {
    pub(crate) fn generate_division(
        &mut self,
        name: &Ident,
        of: Option<&Ident>,
        (sizes, rule): (&Expr, &Expr),
        options: &Asked,
        span: Span,
        limits: &Limits,
    ) -> Result<Answer> {
        let (head, shape) = self.new_regions(name, of, span)?;
        self.rule_of(rule, &name.name)?;
        let division = Division { head, shape, sizes: self.sizes(sizes)?, rule };
        if shapes::regions(shape, &division.sizes, &mut Random::new(0)).is_none() {
            return fail(super::boards::no_such_sizes(shape, sizes.span));
        }
        self.one_by_one(options, limits, |generator, seed| {
            let mut make =
                |generator: &mut Generator, seed: u64| generator.divided(&division, &mut Random::new(seed), limits);
            Ok(match generator.made_as_text(options, seed, limits, &mut make)? {
                One::Made(puzzle) => One::Made(Box::new(Puzzle { counts: "region", ..*puzzle })),
                not => not,
            })
        })
    }

    fn divided(&mut self, division: &Division, random: &mut Random, limits: &Limits) -> Result<Result<Said, Making>> {
        let (mut tried, mut without) = (0, 0);
        // While the rule can't be asked of any of them, why not.
        let mut refused = Some(None);
        while tried < DIVISIONS && without < WITHOUT {
            self.progress(|| format!("{tried} divisions tried"));
            let Some(regions) = shapes::regions(division.shape, &division.sizes, random) else { break };
            let model = match self.model_with(&division.text(&regions))? {
                Ok(model) => model,
                Err(mut error) => {
                    // What is wrong is the use of the rule, not the text that nobody typed.
                    error.labels.clear();
                    refused = refused.map(|_| Some(error.label(division.rule.span, "")));
                    without += 1;
                    continue;
                }
            };
            refused = None;
            if model.unknowns.len() > self.elaborator.model.unknowns.len() {
                let message = "regions for this rule can't be made: it has unknowns of its own";
                return fail(Diagnostic::at(Code::Generate, division.rule.span, message));
            }
            let mut formula = match formula_of(&model, reproducible(self.context.method, random), limits) {
                Ok(formula) => formula,
                Err(reason) => return Ok(Err(Making::Stopped(reason))),
            };
            match scattered(&model, &mut *formula, random, limits) {
                Verdict::Unsat => {
                    without += 1;
                    continue;
                }
                Verdict::Unknown(reason) => return Ok(Err(Making::Stopped(reason))),
                Verdict::Sat => tried += 1,
            }
            let solution = formula.assignment(model.expressions());
            sator_lang::verify::verify(&model, &solution)?;
            match self.redivided(division, regions, model, &solution, random, limits)? {
                Err(Making::Ambiguous) => {}
                made => return Ok(made),
            }
        }
        match refused.flatten() {
            Some(error) => fail(error),
            None => Ok(Err(Making::Ambiguous)),
        }
    }

    /// Changes regions until the solution is the only one.
    fn redivided(
        &mut self,
        division: &Division,
        mut regions: Vec<usize>,
        mut model: Model,
        solution: &Assignment,
        random: &mut Random,
        limits: &Limits,
    ) -> Result<Result<Said, Making>> {
        let mut seen: Vec<Assignment> = Vec::new();
        let mut luck = Luck::default();
        for _ in 0..CHANGES {
            match self.other_than(&model, solution, random, limits)? {
                Sufficiency::Other(other) => seen.push(other),
                Sufficiency::Only(solution) => {
                    let count = regions.iter().max().map_or(0, |last| last + 1);
                    return Ok(Ok(Said { solution, text: division.text(&regions), clues: count }));
                }
                Sufficiency::Lost => break,
                Sufficiency::Stopped(reason) => return Ok(Err(Making::Stopped(reason))),
            }
            match self.moved(division, &regions, solution, &seen, &mut luck, random)? {
                Some(changed) => (regions, model) = changed,
                None => break,
            }
        }
        Ok(Err(Making::Ambiguous))
    }

    /// The regions with another place for some cell, so that the solution is still one, and the last of the others is not.
    fn moved(
        &mut self,
        division: &Division,
        regions: &[usize],
        solution: &Assignment,
        seen: &[Assignment],
        luck: &mut Luck,
        random: &mut Random,
    ) -> Result<Option<(Vec<usize>, Model)>> {
        let Some(last) = seen.last() else { return Ok(None) };
        let mut best: Option<(usize, Vec<usize>, Model)> = None;
        let mut tried = 0;
        let pairs = |at: &Vec<UnknownId>| at.iter().map(|&u| (solution.get(u), last.get(u))).collect();
        let values: Vec<Vec<(i64, i64)>> = self.unknowns_at(division.shape).iter().map(pairs).collect();
        let differing: Vec<bool> = values.iter().map(|pairs| pairs.iter().any(|(a, b)| a != b)).collect();
        let mut changes = division.changes(regions, &differing, random);
        // Those that are not likely wait until there is nothing else.
        let mut waiting = Vec::new();
        loop {
            let next = changes.next().map(|changed| (changed, true));
            let Some((changed, waits)) = next.or_else(|| Some((waiting.pop().filter(|_| best.is_none())?, false)))
            else {
                break;
            };
            let moved = (0..changed.len()).filter(|&at| changed[at] != regions[at]);
            let kind: Kind = moved.map(|at| values[at].clone()).collect();
            if waits && luck.is_poor(&kind) {
                waiting.push(changed);
                continue;
            }
            let Ok(model) = self.model_with(&division.text(&changed))? else { continue };
            let meets = |a: &Assignment| model.violations(a).is_ok_and(|broken| broken.is_empty());
            let fits = meets(solution) && !meets(last);
            luck.note(kind, fits);
            if !fits {
                continue;
            }
            let left = seen.iter().filter(|other| meets(other)).count();
            if best.as_ref().is_none_or(|best| left < best.0) {
                best = Some((left, changed, model));
            }
            tried += 1;
            if left == 0 || tried == TRIED {
                break;
            }
        }
        Ok(best.map(|(_, regions, model)| (regions, model)))
    }
}

/// The values of the cells that change their region, in the one solution and the other.
type Kind = Vec<Vec<(i64, i64)>>;

/// How changes of a kind went so far.
#[derive(Default)]
struct Luck(FxHashMap<Kind, i32>);

impl Luck {
    /// Whether several failed, and none since the last that did not.
    fn is_poor(&self, kind: &Kind) -> bool {
        self.0.get(kind).is_some_and(|&luck| luck <= -FAILED)
    }

    fn note(&mut self, kind: Kind, fits: bool) {
        let luck = self.0.entry(kind).or_default();
        *luck = if fits { FAILED } else { *luck - 1 };
    }
}

impl Division<'_> {
    fn text(&self, regions: &[usize]) -> String {
        let count = regions.iter().max().map_or(0, |last| last + 1);
        let tokens: Vec<String> = numbered(regions).into_iter().map(|region| label(region, count)).collect();
        format!("{}\n{}", picture_text(&self.head, &tokens, self.shape.1), print_expr(self.rule))
    }

    /// All regions that come of handing a cell over to a neighbour, or of exchanging two, where the sizes and connectedness
    /// stay; first those of the cells that differ.
    fn changes<'a>(
        &'a self,
        regions: &'a [usize],
        differs: &[bool],
        random: &mut Random,
    ) -> impl Iterator<Item = Vec<usize>> + 'a {
        let mut cells: Vec<usize> = (0..regions.len()).collect();
        random.shuffle(&mut cells);
        cells.sort_by_key(|&at| !differs[at]);
        let beside = |at: usize| {
            let mut beside: Vec<usize> = neighbours(at, self.shape).map(|n| regions[n]).collect();
            beside.sort_unstable();
            beside.dedup();
            beside.retain(|&region| region != regions[at]);
            beside
        };
        let mut moves: Vec<(usize, usize)> =
            cells.iter().flat_map(|&at| beside(at).into_iter().map(move |region| (at, region))).collect();
        let swaps: Vec<Option<usize>> = std::iter::once(None).chain(cells.into_iter().map(Some)).collect();
        moves.dedup();
        let size = |region: usize| regions.iter().filter(|&&r| r == region).count();
        moves.into_iter().flat_map(move |(at, to)| {
            let from = regions[at];
            let fits = self.sizes.contains(&(size(from) - 1)) && self.sizes.contains(&(size(to) + 1));
            let swaps = swaps.clone();
            swaps.into_iter().filter_map(move |back| {
                let mut changed = regions.to_vec();
                changed[at] = to;
                match back {
                    None if !fits => return None,
                    None => {}
                    // Where sizes allow it one cell alone is moved.
                    Some(_) if fits => return None,
                    Some(back) if back == at || regions[back] != to => return None,
                    Some(back) if !neighbours(back, self.shape).any(|n| regions[n] == from) => return None,
                    Some(back) => changed[back] = from,
                }
                let whole = |region| is_connected(&changed, region, self.shape);
                (whole(from) && whole(to)).then_some(changed)
            })
        })
    }
}
