//! Regions that leave one solution of a rule: `generate room sizes 4..16 for star_battle(star, room)`.
//!
//! A solution is drawn for random regions. While another solution exists, cells move to neighbouring regions, so that the first
//! solution stays one and none of the others seen does. Cells in which the two solutions differ move first. Evaluating the rule
//! decides whether a move fits; moves of a kind that mostly failed wait until nothing else is left.

use crate::boards::{allowed_sizes, label, new_regions, no_such_sizes, numbered};
use crate::clue_rule::rule_of;
use crate::confirm::completed;
use crate::draft::Draft;
use crate::generator::{Generator, unknowns_at};
use crate::options::Options;
use crate::outcome::{Counted, Made, Outcome, Puzzle, Shortfall};
use crate::picture::picture_text;
use crate::progress::Stage;
use crate::puzzle_text::{PuzzleText, Solutions};
use crate::shapes::{self, is_connected, neighbours};
use crate::solution::{reproducible, scattered};
use rustc_hash::FxHashMap;
use sator_base::random::Random;
use sator_base::source::Span;
use sator_lang::diagnostic::{Result, fail};
use sator_lang::syntax::ast::{Expr, Ident};
use sator_lang::syntax::print::print_expr;
use sator_lang::verify::verify;
use sator_model::{Assignment, Model, UnknownId};
use sator_solve::lower::formula_of;
use sator_solve::solver::sat::Verdict;

/// Random divisions with a solution tried for one puzzle.
const DIVISIONS: usize = 100;
/// Random divisions without a solution tried for one puzzle; mostly their number of regions is wrong.
const WITHOUT: usize = 1_000;
/// Moves of one division.
const CHANGES: usize = 150;
/// Fitting moves of which the best is taken.
const TRIED: usize = 12;
/// Failures in a row after which moves of a kind wait for others.
const FAILED: i32 = 3;

/// The board to divide, and the rule that reads the regions.
struct Division<'a> {
    /// The head of the picture: `regions room of star`.
    head: String,
    shape: (usize, usize),
    sizes: Vec<usize>,
    rule: &'a Expr,
}

impl Generator<'_> {
    /// Makes regions with a unique solution.
    pub(crate) fn division(
        &mut self,
        name: &Ident,
        of: Option<&Ident>,
        (sizes, rule): (&Expr, &Expr),
        options: &Options,
        span: Span,
    ) -> Result<Outcome> {
        let (head, shape) = new_regions(self.elaborator, name, of, span)?;
        rule_of(self.elaborator, rule, &name.name)?;
        let division = Division { head, shape, sizes: allowed_sizes(self.elaborator, sizes)?, rule };
        if shapes::regions(shape, &division.sizes, &mut Random::new(0)).is_none() {
            return Err(no_such_sizes(shape, sizes.span));
        }
        self.batch(options, |generator, seed| {
            let mut make = |generator: &mut Generator, seed: u64| generator.divided(&division, &mut Random::new(seed));
            let made = generator.puzzle_as_text(options, seed, &mut make)?;
            Ok(made.map(|puzzle| Puzzle { counts: Counted::Regions, ..puzzle }))
        })
    }

    /// A random division with a unique solution.
    fn divided(&mut self, division: &Division, random: &mut Random) -> Result<Made<Draft<PuzzleText>>> {
        let limits = self.context.limits;
        let (mut tried, mut without) = (0, 0);
        // The rule's error, while the rule refuses all divisions.
        let mut refused = Some(None);
        while tried < DIVISIONS && without < WITHOUT {
            self.report(Stage::DivisionsTried(tried));
            let Some(regions) = shapes::regions(division.shape, &division.sizes, random) else { break };
            let model = match self.model_with(&division.text(&regions))? {
                Ok(model) => model,
                Err(mut error) => {
                    // The error points at the use of the rule, as no user typed the text.
                    error.labels.clear();
                    refused = refused.map(|_| Some(error.label(division.rule.span, "")));
                    without += 1;
                    continue;
                }
            };
            refused = None;
            let mut formula = match formula_of(&model, reproducible(self.context.method, random), limits) {
                Ok(formula) => formula,
                Err(reason) => return Ok(Err(Shortfall::Stopped(reason))),
            };
            match scattered(&model, &mut *formula, random, limits) {
                Verdict::Unsat => {
                    without += 1;
                    continue;
                }
                Verdict::Unknown(reason) => return Ok(Err(Shortfall::Stopped(reason))),
                Verdict::Sat => tried += 1,
            }
            let mut solution = formula.assignment(model.expressions());
            verify(&model, &solution)?;
            // The rule can declare unknowns of its own. Each division declares them anew.
            solution.0.truncate(self.elaborator.model.unknowns.len());
            match self.redivided(division, regions, model, &solution, random)? {
                Err(Shortfall::Ambiguous) => {}
                made => return Ok(made),
            }
        }
        match refused.flatten() {
            Some(error) => fail(error),
            None => Ok(Err(Shortfall::Ambiguous)),
        }
    }

    /// Moves cells until the solution is the only one.
    fn redivided(
        &mut self,
        division: &Division,
        mut regions: Vec<usize>,
        mut model: Model,
        solution: &Assignment,
        random: &mut Random,
    ) -> Result<Made<Draft<PuzzleText>>> {
        let mut seen: Vec<Assignment> = Vec::new();
        let mut move_scores = MoveScores::default();
        for _ in 0..CHANGES {
            match self.solutions_of(&model, solution, random, self.context.limits)? {
                Solutions::Other(mut other) => {
                    other.0.truncate(solution.0.len());
                    seen.push(other);
                }
                Solutions::Only(solution) => {
                    let count = regions.iter().max().map_or(0, |last| last + 1);
                    let text = division.text(&regions);
                    return Ok(Ok(Draft::new(solution, PuzzleText { text, clues: count })));
                }
                Solutions::Lost => break,
                Solutions::Stopped(reason) => return Ok(Err(Shortfall::Stopped(reason))),
            }
            match self.moved(division, &regions, solution, &seen, &mut move_scores, random)? {
                Some(changed) => (regions, model) = changed,
                None => break,
            }
        }
        Ok(Err(Shortfall::Ambiguous))
    }

    /// The best of some moves after which the solution is still one and the last of the others is not: it rules out the most others.
    fn moved(
        &mut self,
        division: &Division,
        regions: &[usize],
        solution: &Assignment,
        seen: &[Assignment],
        move_scores: &mut MoveScores,
        random: &mut Random,
    ) -> Result<Option<(Vec<usize>, Model)>> {
        let Some(last) = seen.last() else { return Ok(None) };
        let mut best: Option<(usize, Vec<usize>, Model)> = None;
        let mut tried = 0;
        let pairs = |at: &Vec<UnknownId>| at.iter().map(|&u| (solution.get(u), last.get(u))).collect();
        let values: Vec<Vec<(i64, i64)>> =
            unknowns_at(&self.elaborator.model, division.shape).iter().map(pairs).collect();
        let differing: Vec<bool> = values.iter().map(|pairs| pairs.iter().any(|(a, b)| a != b)).collect();
        let mut changes = division.changes(regions, &differing, random);
        // Unlikely moves wait until nothing else is left.
        let mut waiting = Vec::new();
        loop {
            let next = changes.next().map(|changed| (changed, true));
            let Some((changed, waits)) = next.or_else(|| Some((waiting.pop().filter(|_| best.is_none())?, false)))
            else {
                break;
            };
            let moved = (0..changed.len()).filter(|&at| changed[at] != regions[at]);
            let kind: Kind = moved.map(|at| values[at].clone()).collect();
            if waits && move_scores.is_poor(&kind) {
                waiting.push(changed);
                continue;
            }
            let Ok(model) = self.model_with(&division.text(&changed))? else { continue };
            let meets = |a: &Assignment| -> Result<bool> {
                let completed = completed(&model, a, self.context.method, self.context.limits)?;
                Ok(completed.is_ok_and(|found| found.is_some()))
            };
            let fits = meets(solution)? && !meets(last)?;
            move_scores.note(kind, fits);
            if !fits {
                continue;
            }
            let mut left = 0;
            for other in seen {
                left += usize::from(meets(other)?);
            }
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

/// A kind of move: the values of the moved cells in both solutions.
type Kind = Vec<Vec<(i64, i64)>>;

/// By kind: how moves went so far.
#[derive(Default)]
struct MoveScores(FxHashMap<Kind, i32>);

impl MoveScores {
    /// Whether the last moves of the kind failed, [`FAILED`] more than succeeded before.
    fn is_poor(&self, kind: &Kind) -> bool {
        self.0.get(kind).is_some_and(|&move_scores| move_scores <= -FAILED)
    }

    fn note(&mut self, kind: Kind, fits: bool) {
        let move_scores = self.0.entry(kind).or_default();
        *move_scores = if fits { FAILED } else { *move_scores - 1 };
    }
}

impl Division<'_> {
    fn text(&self, regions: &[usize]) -> String {
        let count = regions.iter().max().map_or(0, |last| last + 1);
        let tokens: Vec<String> = numbered(regions).into_iter().map(|region| label(region, count)).collect();
        format!("{}\n{}", picture_text(&self.head, &tokens, self.shape.1), print_expr(self.rule))
    }

    /// All moves that keep the sizes allowed and the regions connected: one cell goes to a neighbouring region, or two cells are
    /// exchanged. Moves of the cells that differ come first.
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
                    // Two cells are exchanged only where one alone can't move.
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
