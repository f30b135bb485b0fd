//! Clues that belong together: a rule with a function `clue` says itself how they follow from a solution.
//!
//! ```text
//! rule nurikabe(sea, islands) {
//!   def clue(sea) = [[(c, size(a)) for c in a] for a in areas(not c for c in sea)]
//! ```
//!
//! It is asked where all unknowns have the values of the solution, which is one of what the rule says without naming
//! the picture, and of what `without_clues` says, a condition or a rule. A grid that the latter declares by the name of the
//! picture is the picture that `clue` gets. It lists the clues; of a list in the list one is given. `picture` does so too, and
//! all that it lists belongs to the puzzle.
//!
//! Which one is changed as long as there is another solution: each of these shows places, of which one that is given
//! would rule it out. At last those are left out that can be, if the rule has the same solution without any one of them.

use crate::rule_clues::renamed;
use crate::confirm::completed;
use crate::draft::{Goal, Making};
use crate::token_meanings::ClueRule;
use crate::puzzle_text::{Said, Sufficiency};
use crate::rule_hooks::{Function, Group, parameter_of};
use crate::solution::{Drawn, Fresh, Source, reproducible};
use super::{Asked, One, unconfirmed};
use crate::generator::Session;
use rustc_hash::FxHashSet;
use sator_answer::{Answer, Puzzle};
use sator_base::limits::{Limits, Reason};
use sator_base::random::Random;
use sator_base::source::Span;
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::elaborate::{Rule, Value};
use sator_lang::syntax::ast::{ClueCount, ExprKind, Generate, Ident, Statement, StatementKind};
use sator_lang::syntax::print::{print_expr, print_statement};
use sator_model::{Assignment, GridId, Model};
use std::sync::Arc;

/// Solutions that are tried for one puzzle, and choices of clues for each of them. A solution is the one with the most
/// clues of so many random ones: more clues tell more.
const SOLUTIONS: usize = 200;
const CHOICES: usize = 60;
const DRAWN: usize = 20;
/// Conflicts of a check after which a solution is given up.
const SHORT: u64 = 1_000;
/// Changes until the clues chosen rule out all other solutions that were seen.
const CHANGES: usize = 3_000;

/// The rule taken apart.
struct Follows<'a> {
    wanted: &'a ClueRule<'a>,
    rule: &'a Rule,
    /// Lists the clues.
    clue: &'a Function,
    /// None of them is left out.
    whole: bool,
    /// What the rule says without the picture.
    blank: Model,
    /// Unknowns of the generator.
    unknowns: usize,
}

impl Generator<'_> {
    /// Makes puzzles of a rule with a function `clue`; `None` where it has none.
    pub(crate) fn puzzles_that_follow(
        &mut self,
        wanted: &ClueRule,
        rule: &Arc<Rule>,
        asked: &Generate,
        options: &Asked,
        limits: &Limits,
    ) -> Result<Option<Answer>> {
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
            let message = format!("the rule `{}` says itself which clues a solution has", rule.name.name);
            let help = "leave out `clues`, `symmetric` and `like`";
            return fail(Diagnostic::at(Code::Generate, wanted.rule.span, message).help(help));
        }
        let unknowns = self.elaborator.model.unknowns.len();
        let start = self.elaborator.mark();
        let blank = self.add_blank(wanted, rule).map(|()| self.elaborator.model.clone());
        self.elaborator.rollback(&start);
        let follows = Follows { wanted, rule, clue: &clue, whole, blank: blank?, unknowns };
        let source = Source::of(&follows.blank, self.context.method, limits)?;
        if matches!(source, Source::Nothing) {
            let message = "with this rule there is no solution, even without clues";
            return fail(Diagnostic::at(Code::Generate, wanted.rule.span, message));
        }
        let answer = self.one_by_one(options, limits, |generator, seed| {
            let mut make =
                |generator: &mut Generator, seed: u64| generator.following(&follows, &source, &mut Random::new(seed), limits);
            match options.goal {
                Goal::All => generator.all_that_follow(&follows, &source, seed, limits),
                _ => generator.made_as_text(options, seed, limits, &mut make),
            }
        });
        answer.map(Some)
    }

    /// The statements of the rule that do not name the picture, nor what others declare that do.
    fn add_blank(&mut self, wanted: &ClueRule, rule: &Rule) -> Result<()> {
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
        let Some(function) = Function::of(&use_, rule, "without_clues", &picture) else { return Ok(()) };
        let grids = self.elaborator.model.grids.len();
        self.elaborator.add(&function.def)?;
        let kind = StatementKind::Expr { expr: function.call, label: None, because: vec![] };
        self.elaborator.add(&statement(kind, wanted.rule.span))?;
        // A grid of the picture's name is what the clues are read from.
        let own = parameter_of(wanted.rule, rule, &wanted.layout.name.name);
        let declared = self.elaborator.model.grids.iter().enumerate().skip(grids);
        let named = |name: &str| name.split('#').next() == own.as_deref();
        let found = declared.filter(|(_, grid)| named(&grid.name)).map(|(i, _)| GridId::at(i)).next_back();
        if let Some(grid) = found {
            self.elaborator.declare_value(&picture, Value::Grid(grid));
        }
        Ok(())
    }

    /// A solution and clues that no other has; or why there are none.
    fn following(
        &mut self,
        follows: &Follows,
        source: &Source,
        random: &mut Random,
        limits: &Limits,
    ) -> Result<Result<Said, Making>> {
        let blank = &follows.blank;
        for tried in 0..SOLUTIONS {
            self.progress(|| format!("{tried} solutions tried"));
            let (mut solution, mut groups) = (Assignment(vec![]), vec![]);
            for drawn in 0..DRAWN {
                // Clues that can't be chosen have no need to be many, unless fewer are not enough.
                if drawn > tried && groups.iter().all(|group: &Group| group.len() == 1) {
                    break;
                }
                let mut fresh = Fresh::new(blank, reproducible(self.context.method, random), limits);
                let mut drawn = match source.draw(&mut fresh, random)? {
                    Drawn::Solution(solution) => solution,
                    Drawn::Nothing => return Ok(Err(Making::NoSolution)),
                    Drawn::Stopped(reason) => return Ok(Err(Making::Stopped(reason))),
                };
                let more = self.groups(follows, &drawn)?;
                drawn.0.truncate(follows.unknowns);
                if more.len() >= groups.len() {
                    (solution, groups) = (drawn, more);
                }
            }
            match self.chosen(follows, &solution, &groups, random, limits)? {
                Chosen::Only(said) => return Ok(Ok(said)),
                Chosen::None => {}
                Chosen::Stopped(reason) => return Ok(Err(Making::Stopped(reason))),
            }
        }
        Ok(Err(Making::Ambiguous))
    }

    /// What `clue` lists of a solution.
    fn groups(&mut self, follows: &Follows, solution: &Assignment) -> Result<Vec<Group>> {
        let mark = self.elaborator.mark();
        let (wanted, span) = (follows.wanted, follows.wanted.rule.span);
        // It may read what `without_clues` declares.
        let added = if follows.clue.takes_picture { self.add_blank(wanted, follows.rule) } else { Ok(()) };
        let groups = added.and_then(|()| self.listed_clues(follows.clue, &wanted.layout, solution, span));
        self.elaborator.rollback(&mark);
        groups
    }

    /// All clues of a random solution, whatever else has them.
    fn all_that_follow(&mut self, follows: &Follows, source: &Source, seed: u64, limits: &Limits) -> Result<One> {
        let mut random = Random::new(seed);
        let method = reproducible(self.context.method, &mut random);
        let mut solution = match source.draw(&mut Fresh::new(&follows.blank, method, limits), &mut random)? {
            Drawn::Solution(solution) => solution,
            Drawn::Nothing => return Ok(One::Not(Making::NoSolution)),
            Drawn::Stopped(reason) => return Ok(unconfirmed(reason)),
        };
        let groups = self.groups(follows, &solution)?;
        solution.0.truncate(follows.unknowns);
        let choice: Vec<usize> = groups.iter().map(|group| random.below(group.len())).collect();
        let text = follows.text_with(&groups, &choice, &|_| true);
        let model = self.model_with(&text)??;
        match completed(&model, &solution, self.context.method, limits)? {
            Ok(Some(solution)) => {
                let puzzle = Puzzle::new(seed, text, groups.len(), solution);
                Ok(One::Made(Box::new(Puzzle { shapes: true, ..puzzle })))
            }
            Ok(None) => Ok(One::Not(Making::Ambiguous)),
            Err(reason) => Ok(unconfirmed(reason)),
        }
    }

    /// Chooses one clue of each group until no other solution is left.
    fn chosen(
        &mut self,
        follows: &Follows,
        solution: &Assignment,
        groups: &[Group],
        random: &mut Random,
        limits: &Limits,
    ) -> Result<Chosen> {
        let mut choice: Vec<usize> = groups.iter().map(|group| random.below(group.len())).collect();
        // For each other solution, the clues (group, member) at places where it differs.
        let mut seen: Vec<Vec<(usize, usize)>> = Vec::new();
        let places = self.unknowns_at(follows.wanted.layout.shape);
        for _ in 0..CHOICES {
            let text = follows.text_with(groups, &choice, &|_| true);
            let model = self.model_with(&text)??;
            let other = match self.other_than(&model, solution, random, &limits.with_effort(SHORT))? {
                Sufficiency::Only(solution) => {
                    let said = Said { solution, text, clues: groups.len() };
                    return match follows.whole {
                        true => Ok(Chosen::Only(said)),
                        false => self.left_out(follows, said, groups, &choice, random, limits),
                    };
                }
                Sufficiency::Lost => return Ok(Chosen::None),
                Sufficiency::Stopped(Reason::Effort) => return Ok(Chosen::None),
                Sufficiency::Stopped(reason) => return Ok(Chosen::Stopped(reason)),
                Sufficiency::Other(other) => other,
            };
            let differs = |at: usize| places[at].iter().any(|&u| solution.get(u) != other.get(u));
            let members = |(g, group): (usize, &Group)| (0..group.len()).map(move |k| (g, k)).collect::<Vec<_>>();
            let all = groups.iter().enumerate().flat_map(members);
            // The other solution has the clues that are chosen.
            seen.push(all.filter(|&(g, k)| choice[g] != k && differs(groups[g][k].0)).collect());
            if !meet(&seen, &mut choice, random) {
                return Ok(Chosen::None);
            }
        }
        Ok(Chosen::None)
    }
}

impl Generator<'_> {
    /// Leaves out what need not be given, where the rule says nothing of places without a clue.
    fn left_out(
        &mut self,
        follows: &Follows,
        mut said: Said,
        groups: &[Group],
        choice: &[usize],
        random: &mut Random,
        limits: &Limits,
    ) -> Result<Chosen> {
        let mut order: Vec<usize> = (0..groups.len()).collect();
        random.shuffle(&mut order);
        let mut kept = vec![true; groups.len()];
        let mut bare = said.solution.clone();
        bare.0.truncate(follows.unknowns);
        for group in order {
            kept[group] = false;
            let text = follows.text_with(groups, choice, &|group| kept[group]);
            let told = match self.model_with(&text)? {
                Ok(model) => match completed(&model, &bare, self.context.method, limits)? {
                    // What is not given is said otherwise.
                    Ok(None) => break,
                    Ok(Some(_)) => self.other_than(&model, &bare, random, &limits.with_effort(SHORT))?,
                    Err(reason) => Sufficiency::Stopped(reason),
                },
                // The rule does without others.
                Err(_) => Sufficiency::Lost,
            };
            match told {
                Sufficiency::Only(solution) => said = Said { solution, text, clues: said.clues - 1 },
                Sufficiency::Stopped(reason) if reason != Reason::Effort => break,
                _ => kept[group] = true,
            }
        }
        Ok(Chosen::Only(said))
    }
}

/// What came of one solution.
enum Chosen {
    Only(Said),
    None,
    Stopped(Reason),
}

impl Follows<'_> {
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

/// Changes the choice until each set has a member that is chosen; false where that isn't found.
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

/// What a picture or rule without clues is called.
pub(crate) fn without_clues(name: &str) -> String {
    format!("{name} without clues")
}

/// The names in a text; what stands in quotes is none.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').step_by(2).flat_map(|part| part.split(|c: char| !(c.is_alphanumeric() || c == '_')))
}

/// What the bodies after it may name.
fn declared(statement: &Statement) -> impl Iterator<Item = &str> {
    let names: Vec<&str> = match &statement.kind {
        StatementKind::Let { names, .. } => names.iter().map(|name| name.name.as_str()).collect(),
        StatementKind::Grid { name, .. } | StatementKind::Def { name, .. } => vec![&name.name],
        StatementKind::Var { items, .. } => items.iter().map(|item| item.name.name.as_str()).collect(),
        _ => vec![],
    };
    names.into_iter()
}
