//! Puzzles whose clues a rule reads: `generate number for slitherlink(e, number)`.
//!
//! The clue at a place is the token whose meaning holds in the solution ([`token_meanings`](crate::token_meanings)), or follows by a
//! function of the rule ([`rule_hooks`](crate::rule_hooks)). A clue implies the constraints that the rule adds for its token and does
//! not add without it. The finished puzzle is read as text, like any other statements, and that reading is confirmed.

use crate::clue::{Clue, Meaning};
use crate::clue_reduction::Orbit;
use crate::clue_rule::ClueRule;
use crate::confirm::{completed, is_only_solution};
use crate::draft::{ClueSource, Draft, Recipe, SolutionClues};
use crate::generator::Generator;
use crate::grade::{Approach, Graded, Grading};
use crate::options::{Goal, Options};
use crate::outcome::{Made, Outcome, Puzzle, Shortfall};
use crate::picture::{is_name, refused, without_clues};
use crate::refusal::{Disagreement, Refusal};
use crate::rule_hooks::Function;
use crate::solution::Source;
use crate::symmetry::orbits;
use crate::token_meanings::TokenMeanings;
use rustc_hash::{FxHashMap, FxHashSet};
use sator_base::random::Random;
use sator_lang::diagnostic::{Code, Diagnostic, Result};
use sator_lang::elaborate::{Mark, Value};
use sator_lang::syntax::ast::{Arg, ExprKind, PictureKind};
use sator_lang::syntax::print::print_expr;
use sator_model::{Assignment, Constraint, ExprId, Model};
use std::rc::Rc;

/// The rules with a picture without clues.
struct Blank {
    /// The name of the picture, beside which the picture of clues can stand.
    name: String,
    model: Model,
    mark: Mark,
    /// The first constraint of the rule.
    rule_from: usize,
}

/// Data shared by all puzzles of one picture.
pub(crate) struct Ground {
    blank: Blank,
    meanings: TokenMeanings,
    pub source: Source,
    clue: Option<Function>,
}

/// The clues of a solution, from which its puzzles are written.
#[derive(Clone)]
struct Tokens {
    /// The token at each place.
    at: Rc<[Option<String>]>,
    /// Whether the rule constrains blank places in a way that it does not constrain places with clues.
    weaker: bool,
}

/// Finds the clues of solutions.
struct RuleClues<'r, 'g, 'e> {
    generator: &'g mut Generator<'e>,
    wanted: &'r ClueRule<'r>,
    blank: &'r Blank,
    meanings: &'g mut TokenMeanings,
    clue: Option<&'r Function>,
    options: &'r Options,
}

impl ClueSource for RuleClues<'_, '_, '_> {
    type Puzzle = Tokens;

    fn clues(&mut self, solution: &Assignment) -> Result<Option<SolutionClues<Tokens>>> {
        let RuleClues { generator, wanted, blank, .. } = self;
        generator.elaborator.rollback(&blank.mark);
        let tokens = match self.clue {
            Some(clue) => following_clues(generator, clue, wanted, solution)?,
            None => generator.fitting(self.meanings, wanted, &blank.mark, solution)?,
        };
        generator.solution_clues(wanted, tokens, blank, solution, self.options)
    }

    fn rule_out(&mut self, solution: &SolutionClues<Tokens>) {
        self.meanings.rule_out(&solution.puzzle.at);
    }

    fn draw_from(&self) -> Option<&Model> {
        self.meanings.draw_from()
    }
}

/// The clue at each place that the rule derives from the solution.
fn following_clues(
    generator: &mut Generator,
    clue: &Function,
    wanted: &ClueRule,
    solution: &Assignment,
) -> Result<Vec<Option<String>>> {
    let mut found = vec![None; wanted.layout.len()];
    for mut group in generator.listed_clues(clue, &wanted.layout, solution, wanted.rule.span)? {
        // The choice is random, but the same for each run on one solution.
        let mix = solution.0.iter().fold(group.len() as u64, |mix, &v| mix.wrapping_mul(31).wrapping_add(v as u64));
        let (at, token) = group.swap_remove(Random::new(mix).below(group.len()));
        found[at] = Some(token).filter(|token| wanted.without(at).as_ref() != Some(token));
    }
    Ok(found)
}

impl Generator<'_> {
    /// Makes puzzles with clues that stand anywhere.
    pub(crate) fn puzzles_of_clues(&mut self, wanted: &mut ClueRule, options: &Options) -> Result<Outcome> {
        let start = self.elaborator.mark();
        let mut ground = self.ground(wanted, None, &start)?;
        if matches!(ground.source, Source::Nothing) {
            return Err(Refusal::NoSolutionWithoutClue.at(wanted.rule.span));
        }
        self.batch(options, |generator, seed| generator.one_with_clues(wanted, &start, &mut ground, options, seed))
    }

    /// Uses the rule with an empty picture and finds the meanings of tokens, unless the function `clue` lists the clues.
    pub(crate) fn ground(&mut self, wanted: &mut ClueRule, clue: Option<Function>, start: &Mark) -> Result<Ground> {
        let name = without_clues(&wanted.layout.name.name);
        wanted.own = 0..0;
        self.use_rule_with(wanted, &name, &|_| None).map_err(|error| takes_no_empty_picture(*error, wanted))?;
        wanted.own = start.unknowns()..self.elaborator.model.unknowns.len();
        let (model, mark) = (self.elaborator.model.clone(), self.elaborator.mark());
        let blank = Blank { name, model, mark, rule_from: start.constraints() };
        let source = Source::of(&blank.model, self.context.method, self.context.limits)?;
        if clue.is_some() || matches!(source, Source::Nothing | Source::Stopped(_)) {
            return Ok(Ground { meanings: TokenMeanings::none(&blank.model), blank, source, clue });
        }
        let mut meanings = self.token_meanings(wanted, &blank.mark)?;
        // A rule that reads one clue a region looks at the first place of each region only.
        if let Some(firsts) = self.first_of_regions(wanted)?
            && meanings.are_only_at(&firsts)
        {
            wanted.allowed = firsts;
            if meanings.are_empty() {
                meanings = self.token_meanings(wanted, &blank.mark)?;
            }
        }
        if meanings.are_empty() {
            self.refused(wanted, &blank.mark)?;
            return Err(Refusal::NoMeaning.at(wanted.rule.span));
        }
        Ok(Ground { blank, meanings, source, clue })
    }

    /// Uses the rule with one clue.
    ///
    /// # Errors
    /// The rule refuses the clue, as it refuses all others.
    fn refused(&mut self, wanted: &ClueRule, blank: &Mark) -> Result<()> {
        let first = wanted.allowed.first().copied();
        let name = refused(&wanted.layout.name.name);
        let used = self.use_rule_with(wanted, &name, &|at| (Some(at) == first).then(|| "1".to_string()));
        self.elaborator.rollback(blank);
        used
    }

    /// Makes the puzzle of a seed.
    pub(crate) fn one_with_clues(
        &mut self,
        wanted: &ClueRule,
        start: &Mark,
        ground: &mut Ground,
        options: &Options,
        seed: u64,
    ) -> Result<Made<Puzzle>> {
        let method = self.context.method;
        let Ground { blank, meanings, source, clue } = ground;
        let clue = clue.as_ref();
        let approach = Approach::without_grader(options);
        meanings.allow_all(&blank.model);
        let text_of = |draft: &Draft<Tokens>| {
            let kept: FxHashSet<usize> = draft.clues.iter().map(|clue| clue.at).collect();
            let given = |at: usize| draft.puzzle.at[at].clone().filter(|_| kept.contains(&at));
            let text = wanted.layout.text(&|at| given(at).or_else(|| wanted.without(at)));
            format!("{text}\n{}", print_expr(wanted.rule))
        };
        let mut make = |generator: &mut Generator, of: u64| {
            let (limits, progress) = (generator.context.limits, generator.reporter());
            let goal = approach.goal(options, of == seed);
            let recipe = Recipe { model: &blank.model, source, method, goal, start: None, limits, progress };
            // The draft before left its statements. This restores the unknowns and expressions of the blank model.
            generator.elaborator.rollback(start);
            generator.use_rule_with(wanted, &blank.name, &|_| None)?;
            let mut clues = RuleClues { generator: &mut *generator, wanted, blank, meanings, clue, options };
            let draft = recipe.draft(of, &mut clues);
            generator.elaborator.rollback(start);
            draft
        };
        let grading = Grading { options, seed, approach: &approach, text_of: &text_of };
        let Graded { draft, grade } = match self.draft_with_grade(&grading, &mut make)? {
            Ok(graded) => graded,
            // The rules have solutions; none of those tried has sufficient clues.
            Err(Shortfall::NoSolution) => return Ok(Err(Shortfall::Ambiguous)),
            Err(shortfall) => return Ok(Err(shortfall)),
        };
        let text = text_of(&draft);
        let confirming = self.limits_to_confirm();
        self.elaborator.rollback(start);
        for statement in self.parse(&text)? {
            self.elaborator.add(&statement)?;
        }
        let model = self.elaborator.model.clone();
        let not_blank = || Err(Refusal::ConstrainsBlanks.at(wanted.rule.span));
        let solution = match completed(&model, &draft.solution, method, &confirming)? {
            Ok(Some(solution)) => solution,
            Ok(None) => return not_blank(),
            Err(reason) => return Ok(Err(Shortfall::Stopped(draft.stopped.unwrap_or(reason)))),
        };
        let clues = draft.clues.len();
        if options.goal == Goal::All {
            return Ok(Ok(Puzzle { unique: false, ..Puzzle::new(seed, text, clues, solution) }));
        }
        match is_only_solution(&model, &solution, draft.searched, method, &confirming)? {
            Ok(true) => {}
            Ok(false) if draft.puzzle.weaker => return not_blank(),
            Ok(false) => return Err(Disagreement::AnotherSolution.error()),
            Err(reason) => return Ok(Err(Shortfall::Stopped(draft.stopped.unwrap_or(reason)))),
        }
        Ok(Ok(Puzzle {
            missed: options.missed(clues),
            grade,
            fewest: draft.fewest,
            stopped: draft.stopped,
            ..Puzzle::new(seed, text, clues, solution)
        }))
    }

    /// Uses the rule with all clues of a solution. Constraints that the rule adds without clues too hold for good; the others
    /// belong to the clue from whose token they come.
    fn solution_clues(
        &mut self,
        wanted: &ClueRule,
        tokens: Vec<Option<String>>,
        blank: &Blank,
        solution: &Assignment,
        options: &Options,
    ) -> Result<Option<SolutionClues<Tokens>>> {
        let name = wanted.layout.name.name.clone();
        self.use_rule_with(wanted, &name, &|at| tokens[at].clone())?;
        let mut model = self.elaborator.model.clone();
        let with: Vec<Constraint> = model.constraints.split_off(blank.mark.constraints());
        let own = model.unknowns.len() > blank.model.unknowns.len();
        // Values of unknowns that clues declare are found by the solver later.
        let values = if own { None } else { Some(model.evaluate_all(solution)) };
        let always: FxHashSet<ExprId> = blank.model.constraints.iter().map(|c| c.expr).collect();
        let mut conditions: FxHashMap<usize, Vec<ExprId>> = FxHashMap::default();
        for constraint in with.iter().filter(|c| !always.contains(&c.expr)) {
            if let Some(at) = wanted.layout.place_of_origin(&constraint.origin) {
                conditions.entry(at).or_default().push(constraint.expr);
            }
            // Clues can fit the solution one by one, but not together.
            if values.as_ref().is_some_and(|values| values[constraint.expr] == 0) {
                return Ok(None);
            }
        }
        let mut clue = |at: &usize| Some(Clue { at: *at, meaning: Meaning::Conditions(conditions.remove(at)?) });
        let places: Vec<usize> = wanted.allowed.iter().copied().filter(|&at| tokens[at].is_some()).collect();
        let all = orbits(&places, wanted.layout.shape, options.symmetry).into_iter();
        let orbits: Vec<Orbit> = all
            .map(|places| Orbit {
                clues: places.iter().filter_map(&mut clue).collect(),
                stays: false,
                has_empty_cell: false,
            })
            .filter(|orbit| !orbit.clues.is_empty())
            .collect();
        let added: FxHashSet<ExprId> = with.iter().map(|c| c.expr).collect();
        let weaker = blank.model.constraints[blank.rule_from..].iter().any(|c| !added.contains(&c.expr));
        let puzzle = Tokens { at: tokens.into(), weaker };
        Ok(Some(SolutionClues { orbits, model: Some(model), puzzle }))
    }

    /// The first place that can hold a clue in each region among the rule's arguments.
    fn first_of_regions(&mut self, wanted: &ClueRule) -> Result<Option<Vec<usize>>> {
        let ExprKind::Call { args, .. } = &wanted.rule.kind else { return Ok(None) };
        for arg in args {
            let (Arg::Positional(value) | Arg::Named { value, .. }) = arg else { continue };
            if is_name(value, &wanted.layout.name.name) {
                continue;
            }
            if let Value::Regions(regions) = self.elaborator.value(value)?
                && (regions.rows, regions.cols) == wanted.layout.shape
            {
                let mut seen = FxHashSet::default();
                let first = |at: &usize| regions.places[*at].is_some_and(|region| seen.insert(region));
                return Ok(Some(wanted.allowed.iter().copied().filter(first).collect()));
            }
        }
        Ok(None)
    }
}

/// Adds help to the error of a rule that can't read an empty picture.
fn takes_no_empty_picture(error: Diagnostic, wanted: &ClueRule) -> Box<Diagnostic> {
    let name = &wanted.layout.name.name;
    if error.limit().is_some() || error.help.is_some() {
        return Box::new(error);
    }
    Box::new(match (error.code, wanted.layout.kind) {
        (Code::Type, PictureKind::Clues) => {
            error.help(format!("for clues around the edge write `generate outside {name} for ...({name})`"))
        }
        _ => error
            .note("to make clues, sator uses the rule with an empty picture first")
            .help("if the rule can't read one, write a function `clue` in its body that lists the clues of a solution: `help generate`"),
    })
}
