//! Puzzles whose clues follow from a solution by the rule's function `clue` or `picture`.
//!
//! ```text
//! rule nurikabe(sea, islands) {
//!   def clue(sea) = [[(c, size(a)) for c in a] for a in areas(not c for c in sea)]
//! ```
//!
//! The solution meets the rule's statements that do not name the picture, and the function `without_clues` if the rule has it. If
//! `without_clues` declares a grid with the picture's name, `clue` receives this grid. All clues that `picture` lists belong to the
//! puzzle.
//!
//! One clue is chosen of each choice. While the puzzle has another solution, the choices change: each other solution shows places
//! where it differs, and a clue chosen at one of them rules it out. In the end clues are left out one by one, if the rule allows
//! places without clues and the solution stays unique.

use crate::clue_rule::ClueRule;
use crate::confirm::completed;
use crate::draft::Draft;
use crate::generator::{Generator, unknowns_at};
use crate::options::{Goal, Options};
use crate::outcome::{Made, Outcome, Puzzle, Shortfall};
use crate::picture::{renamed, without_clues};
use crate::progress::Stage;
use crate::puzzle_text::{PuzzleText, Solutions};
use crate::rearrangement::{Ambiguous, Rearrangements};
use crate::refusal::Refusal;
use crate::rule_hooks::{Function, Group, parameter_of};
use crate::solution::{Drawn, LazySolver, Source, reproducible};
use rustc_hash::FxHashSet;
use sator_base::limits::{Limits, Reason};
use sator_base::random::Random;
use sator_base::source::Span;
use sator_lang::diagnostic::Result;
use sator_lang::elaborate::{Rule, Value};
use sator_lang::syntax::ast::{ClueCount, ExprKind, Generate, Ident, Statement, StatementKind};
use sator_lang::syntax::print::{print_expr, print_statement};
use sator_model::{Assignment, GridId, Model};
use std::sync::Arc;

/// Limit on the solutions tried for one puzzle.
const SOLUTIONS: usize = 2_000;
/// The solutions among them that were drawn and not rearranged.
const DRAWINGS: usize = 200;
/// Limit on the choices of clues tried for one solution.
const CHOICES: usize = 60;
/// Random solutions drawn for each solution tried: the one with the most clues is tried.
const DRAWN: usize = 20;
/// The same for the first solution tried.
const FIRST_DRAWN: usize = 4;
/// Conflicts of a check after which a solution is dropped.
const SHORT: u64 = 1_000;
/// Solutions dropped for that reason before the number is doubled.
const GIVEN_UP: u32 = 4;
const MOST_DOUBLINGS: u32 = 8;
/// Limit on the changes of a choice that should rule out all other solutions seen.
const CHANGES: usize = 3_000;

/// A rule that derives its clues.
struct Derivation<'a> {
    wanted: &'a ClueRule<'a>,
    rule: &'a Rule,
    /// The function that lists the clues.
    clue: &'a Function,
    /// Whether all clues belong to the puzzle.
    whole: bool,
    /// The rules with the rule's statements that do not name the picture.
    blank: Model,
    /// The number of unknowns before the use of the rule.
    unknowns: usize,
}

impl Generator<'_> {
    /// Makes puzzles of a rule with a function `clue` or `picture`; `None` if it has neither.
    pub(crate) fn puzzles_that_follow(
        &mut self,
        wanted: &ClueRule,
        rule: &Arc<Rule>,
        asked: &Generate,
        options: &Options,
    ) -> Result<Option<Outcome>> {
        let picture = &wanted.layout.name.name;
        let blank_name = without_clues(picture);
        let renamed_use = renamed(wanted.rule, picture, &blank_name);
        let clue = Function::of(&renamed_use, rule, "clue", &blank_name);
        let (clue, whole) = match (clue, Function::of(&renamed_use, rule, "picture", &blank_name)) {
            (Some(clue), _) => (clue, false),
            (None, Some(picture)) => (picture, true),
            (None, None) => return Ok(None),
        };
        if asked.symmetry.is_some()
            || asked.like.is_some()
            || matches!(asked.clues, Some(ClueCount::Number(_) | ClueCount::Fewest))
        {
            let rule = rule.name.name.clone();
            return Err(Refusal::DerivesClues { rule }.at(wanted.rule.span));
        }
        let unknowns = self.elaborator.model.unknowns.len();
        let start = self.elaborator.mark();
        let blank = self.add_blank(wanted, rule).map(|picture| with_visible(&self.elaborator.model, picture));
        self.elaborator.rollback(&start);
        let derivation = Derivation { wanted, rule, clue: &clue, whole, blank: blank?, unknowns };
        let source = Source::of(&derivation.blank, self.context.method, self.context.limits)?;
        if matches!(source, Source::Nothing) {
            return Err(Refusal::NoSolution.at(wanted.rule.span));
        }
        let outcome = self.batch(options, |generator, seed| {
            let mut make =
                |generator: &mut Generator, seed: u64| generator.derived(&derivation, &source, &mut Random::new(seed));
            match options.goal {
                Goal::All => generator.all_derived(&derivation, &source, seed),
                _ => generator.puzzle_as_text(options, seed, &mut make),
            }
        });
        outcome.map(Some)
    }

    /// Adds the rule's statements that do not depend on the picture: they name neither the picture nor names declared from it.
    /// Returns the grid of unknowns that takes the place of the picture, if the rule declares one.
    fn add_blank(&mut self, wanted: &ClueRule, rule: &Rule) -> Result<Option<GridId>> {
        let mut named: FxHashSet<String> = FxHashSet::default();
        named.extend(parameter_of(wanted.rule, rule, &wanted.layout.name.name));
        let mut body = Vec::new();
        for statement in &rule.body {
            match words(&print_statement(statement)).any(|word| named.contains(word)) {
                true => named.extend(declared(statement).map(String::from)),
                false => body.push(statement.clone()),
            }
        }
        let picture = without_clues(&wanted.layout.name.name);
        let name = Ident { name: without_clues(&rule.name.name), span: rule.name.span };
        let mut expr = renamed(wanted.rule, &wanted.layout.name.name, &picture);
        if let ExprKind::Call { callee, .. } = &mut expr.kind {
            callee.kind = ExprKind::Name(name.name.clone());
        }
        let statement = |kind: StatementKind, span: Span| Statement { kind, span, doc: String::new() };
        self.elaborator.add(&wanted.layout.statement(&picture, &|_| None))?;
        let kind = StatementKind::Rule { name, params: rule.params.clone(), body };
        self.elaborator.add(&statement(kind, rule.name.span))?;
        self.elaborator
            .add(&statement(StatementKind::Expr { expr, label: None, because: vec![] }, wanted.rule.span))?;
        let use_ = renamed(wanted.rule, &wanted.layout.name.name, &picture);
        let Some(function) = Function::of(&use_, rule, "without_clues", &picture) else { return Ok(None) };
        let grids = self.elaborator.model.grids.len();
        self.elaborator.add(&function.def)?;
        let kind = StatementKind::Expr { expr: function.call, label: None, because: vec![] };
        self.elaborator.add(&statement(kind, wanted.rule.span))?;
        // A declared grid of the picture's name takes the place of the picture.
        let own = parameter_of(wanted.rule, rule, &wanted.layout.name.name);
        let declared = self.elaborator.model.grids.iter().enumerate().skip(grids);
        let named = |name: &str| name.split('#').next() == own.as_deref();
        let found = declared.filter(|(_, grid)| named(&grid.name)).map(|(i, _)| GridId::at(i)).next_back();
        if let Some(grid) = found {
            self.elaborator.declare_value(&picture, Value::Grid(grid));
        }
        Ok(found)
    }

    /// A solution and clues that single it out.
    fn derived(
        &mut self,
        derivation: &Derivation,
        source: &Source,
        random: &mut Random,
    ) -> Result<Made<Draft<PuzzleText>>> {
        let limits = self.context.limits;
        let blank = &derivation.blank;
        let shape = derivation.wanted.layout.shape;
        let places = unknowns_at(blank, shape);
        let mut near = Rearrangements::default();
        let (mut drawings, mut given_up) = (0, 0);
        for tried in 0..SOLUTIONS {
            self.report(Stage::SolutionsTried(tried));
            let mut lazy_solver = LazySolver::new(blank, reproducible(self.context.method, random), limits);
            let (solution, groups) = match near.next(&mut lazy_solver, blank, (&places, shape.1), random)? {
                Some(solution) => {
                    let groups = self.groups(derivation, &solution)?;
                    (solution, groups)
                }
                None if drawings == DRAWINGS => break,
                None => {
                    drawings += 1;
                    match self.drawn(derivation, source, drawings, random)? {
                        Ok(drawn) => drawn,
                        Err(shortfall) => return Ok(Err(shortfall)),
                    }
                }
            };
            // Later solutions get more effort after hard proofs.
            let effort = SHORT << (given_up / GIVEN_UP).min(MOST_DOUBLINGS);
            let choice = near.clues();
            match self.chosen(derivation, &solution, &groups, (choice, &limits.with_effort(effort)), random)? {
                Chosen::Only(draft) => return Ok(Ok(draft)),
                Chosen::None(Some(ambiguous)) => near.note(ambiguous, random),
                Chosen::None(None) => near.drop_last(),
                Chosen::Hard => {
                    given_up += 1;
                    near.drop_last();
                }
                Chosen::Stopped(reason) => return Ok(Err(Shortfall::Stopped(reason))),
            }
        }
        Ok(Err(Shortfall::Ambiguous))
    }

    /// A random solution with many clues.
    fn drawn(
        &mut self,
        derivation: &Derivation,
        source: &Source,
        drawings: usize,
        random: &mut Random,
    ) -> Result<Made<(Assignment, Vec<Group>)>> {
        let (mut solution, mut groups) = (Assignment(vec![]), vec![]);
        for drawn in 0..DRAWN {
            // Drawing can be slow, so a few solutions are drawn at first, without choices one, and more only as solutions fail.
            if drawn >= FIRST_DRAWN * drawings
                || drawn >= drawings && groups.iter().all(|group: &Group| group.len() == 1)
            {
                break;
            }
            let mut lazy_solver =
                LazySolver::new(&derivation.blank, reproducible(self.context.method, random), self.context.limits);
            let drawn = match source.draw(&mut lazy_solver, random)? {
                Drawn::Solution(solution) => solution,
                Drawn::Nothing => return Ok(Err(Shortfall::NoSolution)),
                Drawn::Stopped(reason) => return Ok(Err(Shortfall::Stopped(reason))),
            };
            let more = self.groups(derivation, &drawn)?;
            if more.len() >= groups.len() {
                (solution, groups) = (drawn, more);
            }
        }
        Ok(Ok((solution, groups)))
    }

    /// The clues of a solution.
    fn groups(&mut self, derivation: &Derivation, solution: &Assignment) -> Result<Vec<Group>> {
        let mark = self.elaborator.mark();
        let (wanted, span) = (derivation.wanted, derivation.wanted.rule.span);
        // The function can read names that `without_clues` declares.
        let added = if derivation.clue.takes_picture { self.add_blank(wanted, derivation.rule) } else { Ok(None) };
        let groups = added.and_then(|_| self.listed_clues(derivation.clue, &wanted.layout, solution, span));
        self.elaborator.rollback(&mark);
        groups
    }

    /// All clues of a random solution, even where other solutions have them too.
    fn all_derived(&mut self, derivation: &Derivation, source: &Source, seed: u64) -> Result<Made<Puzzle>> {
        let limits = self.context.limits;
        let mut random = Random::new(seed);
        let method = reproducible(self.context.method, &mut random);
        let mut solution = match source.draw(&mut LazySolver::new(&derivation.blank, method, limits), &mut random)? {
            Drawn::Solution(solution) => solution,
            Drawn::Nothing => return Ok(Err(Shortfall::NoSolution)),
            Drawn::Stopped(reason) => return Ok(Err(Shortfall::Stopped(reason))),
        };
        let groups = self.groups(derivation, &solution)?;
        solution.0.truncate(derivation.unknowns);
        let choice: Vec<usize> = groups.iter().map(|group| random.below(group.len())).collect();
        let text = derivation.text_with(&groups, &choice, &|_| true);
        let model = self.model_with(&text)??;
        match completed(&model, &solution, self.context.method, limits)? {
            Ok(Some(solution)) => {
                let puzzle = Puzzle::new(seed, text, groups.len(), solution);
                Ok(Ok(Puzzle { unique: false, ..puzzle }))
            }
            Ok(None) => Ok(Err(Shortfall::Ambiguous)),
            Err(reason) => Ok(Err(Shortfall::Stopped(reason))),
        }
    }

    /// Changes the choice of clues until no other solution is left. It begins with clues chosen before, where they fit.
    fn chosen(
        &mut self,
        derivation: &Derivation,
        full: &Assignment,
        groups: &[Group],
        (before, limits): (&[(usize, String)], &Limits),
        random: &mut Random,
    ) -> Result<Chosen> {
        let mut solution = full.clone();
        solution.0.truncate(derivation.unknowns);
        let known = |group: &Group| group.iter().position(|clue| before.contains(clue));
        let mut choice: Vec<usize> =
            groups.iter().map(|group| known(group).unwrap_or_else(|| random.below(group.len()))).collect();
        // For each other solution, the clues (group, member) at places where it differs.
        let mut seen: Vec<Vec<(usize, usize)>> = Vec::new();
        let places = unknowns_at(&self.elaborator.model, derivation.wanted.layout.shape);
        let mut ambiguous = None;
        for _ in 0..CHOICES {
            let text = derivation.text_with(groups, &choice, &|_| true);
            let model = self.model_with(&text)??;
            let other = match self.solutions_of(&model, &solution, random, limits)? {
                Solutions::Only(solution) => {
                    let draft = Draft::new(solution, PuzzleText { text, clues: groups.len() });
                    return match derivation.whole {
                        true => Ok(Chosen::Only(draft)),
                        false => self.left_out(derivation, draft, groups, (&choice, limits), random),
                    };
                }
                Solutions::Lost => return Ok(Chosen::None(None)),
                Solutions::Stopped(Reason::Effort) => return Ok(Chosen::Hard),
                Solutions::Stopped(reason) => return Ok(Chosen::Stopped(reason)),
                Solutions::Other(other) => other,
            };
            let differs = |at: usize| places[at].iter().any(|&u| solution.get(u) != other.get(u));
            ambiguous = Some(Ambiguous {
                solution: full.clone(),
                clues: groups.iter().zip(&choice).map(|(group, &k)| group[k].clone()).collect(),
                differs: (0..places.len()).map(differs).collect(),
            });
            let members = |(g, group): (usize, &Group)| (0..group.len()).map(move |k| (g, k)).collect::<Vec<_>>();
            let all = groups.iter().enumerate().flat_map(members);
            // The other solution has the chosen clues.
            seen.push(all.filter(|&(g, k)| choice[g] != k && differs(groups[g][k].0)).collect());
            if !meet(&seen, &mut choice, random) {
                break;
            }
        }
        Ok(Chosen::None(ambiguous))
    }
}

impl Generator<'_> {
    /// Leaves out clues that are not needed where the rule does not constrain a place without a clue.
    fn left_out(
        &mut self,
        derivation: &Derivation,
        mut draft: Draft<PuzzleText>,
        groups: &[Group],
        (choice, short): (&[usize], &Limits),
        random: &mut Random,
    ) -> Result<Chosen> {
        let limits = self.context.limits;
        let mut order: Vec<usize> = (0..groups.len()).collect();
        random.shuffle(&mut order);
        let mut kept = vec![true; groups.len()];
        let mut bare = draft.solution.clone();
        bare.0.truncate(derivation.unknowns);
        for group in order {
            kept[group] = false;
            let text = derivation.text_with(groups, choice, &|group| kept[group]);
            let solutions = match self.model_with(&text)? {
                Ok(model) => match completed(&model, &bare, self.context.method, limits)? {
                    // The rule constrains this place in another way if it has no clue.
                    Ok(None) => Solutions::Lost,
                    Ok(Some(_)) => self.solutions_of(&model, &bare, random, short)?,
                    Err(reason) => Solutions::Stopped(reason),
                },
                // The rule refuses this clue to be missing.
                Err(_) => Solutions::Lost,
            };
            match solutions {
                Solutions::Only(solution) => {
                    draft = Draft::new(solution, PuzzleText { text, clues: draft.puzzle.clues - 1 })
                }
                Solutions::Stopped(reason) if reason != Reason::Effort => break,
                _ => kept[group] = true,
            }
        }
        Ok(Chosen::Only(draft))
    }
}

/// The result of choosing clues for one solution.
enum Chosen {
    /// Clues that single it out.
    Only(Draft<PuzzleText>),
    /// No such clues were found; another solution, unless the clues don't fit this one.
    None(Option<Ambiguous>),
    /// The search for another solution took too long.
    Hard,
    Stopped(Reason),
}

impl Derivation<'_> {
    /// The puzzle with the chosen clues of some groups.
    fn text_with(&self, groups: &[Group], choice: &[usize], kept: &dyn Fn(usize) -> bool) -> String {
        let given = |at: usize| {
            let chosen = groups.iter().zip(choice).enumerate().filter(|(group, _)| kept(*group));
            chosen.map(|(_, (group, &k))| &group[k]).find(|clue| clue.0 == at)
        };
        self.text(&|at| given(at).map(|clue| clue.1.clone()))
    }

    fn text(&self, token: &dyn Fn(usize) -> Option<String>) -> String {
        format!("{}\n{}", self.wanted.layout.text(token), print_expr(self.wanted.rule))
    }
}

/// Changes the choice until it meets each set; false if that fails. Local search: a random member of a random missed set is chosen.
fn meet(sets: &[Vec<(usize, usize)>], choice: &mut [usize], random: &mut Random) -> bool {
    for _ in 0..CHANGES {
        let missed = |set: &&Vec<(usize, usize)>| set.iter().all(|&(g, k)| choice[g] != k);
        let missed: Vec<&Vec<(usize, usize)>> = sets.iter().filter(missed).collect();
        let Some(set) = random.choose(&missed) else { return true };
        let Some(&(group, member)) = random.choose(set) else { return false };
        choice[group] = member;
    }
    false
}

/// The model with the cells of a grid visible. Random solutions then differ in the picture too; otherwise a list of solutions
/// would have one picture for each solution of the rest.
fn with_visible(model: &Model, grid: Option<GridId>) -> Model {
    let mut model = model.clone();
    let cells = grid.map(|grid| model.grid(grid).unknowns.clone()).unwrap_or_default();
    for unknown in cells.into_iter().flatten() {
        model.unknowns[unknown.index()].hidden = false;
    }
    model
}

/// The names in a text, outside quotes.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').step_by(2).flat_map(|part| part.split(|c: char| !(c.is_alphanumeric() || c == '_')))
}

/// The names that a statement declares for the statements after it.
fn declared(statement: &Statement) -> impl Iterator<Item = &str> {
    let names: Vec<&str> = match &statement.kind {
        StatementKind::Let { names, .. } => names.iter().map(|name| name.name.as_str()).collect(),
        StatementKind::Grid { name, .. } | StatementKind::Def { name, .. } => vec![&name.name],
        StatementKind::Var { items, .. } => items.iter().map(|item| item.name.name.as_str()).collect(),
        _ => vec![],
    };
    names.into_iter()
}
