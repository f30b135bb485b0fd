//! Clues that belong together: a rule with a function `clue` says itself how they follow from a solution.
//!
//! ```text
//! rule nurikabe(sea, islands) {
//!   def clue(sea) = [[(c, size(a)) for c in a] for a in areas(not c for c in sea)]
//! ```
//!
//! It is asked where all unknowns have the values of the solution, which is one of what the rule says without naming
//! the picture, and of the condition that a function `without_clues` is. It lists the clues; of a list in the list one is
//! given. Which one is changed as long as there is another solution: each of these shows places, of which one that is given
//! would rule it out. At last those are left out that can be, if the rule has the same solution without any one of them.

use super::Asked;
use super::clues::{is_name, renamed};
use super::confirm::completed;
use super::make::Making;
use super::menu::ClueRule;
use super::reread::{Said, Told};
use super::solution::{Drawn, Source, reproducible};
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::elaborate::{Elaborator, Rule, Value};
use crate::limits::{Limits, Reason};
use crate::lower::formula_of;
use crate::model::{Assignment, Domain, Model};
use crate::random::Random;
use crate::session::Session;
use crate::session::answer::Answer;
use crate::source::Span;
use crate::syntax::ast::{Arg, ClueCount, Expr, ExprKind, Generate, Ident, Param, Statement, StatementKind};
use crate::syntax::print::{print_expr, print_statement};
use rustc_hash::FxHashSet;
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
    /// Lists the clues.
    clue: Expr,
    /// The function that it calls.
    def: Statement,
    /// What the rule says without the picture.
    blank: Model,
    /// Unknowns of the session.
    unknowns: usize,
}

/// Clues of which one is given: where, and what.
type Group = Vec<(usize, String)>;

impl Session {
    /// Makes puzzles of a rule with a function `clue`; `None` where it has none.
    pub(super) fn puzzles_that_follow(
        &mut self,
        wanted: &ClueRule,
        rule: &Arc<Rule>,
        asked: &Generate,
        options: &Asked,
        limits: &Limits,
    ) -> Result<Option<Answer>> {
        let Some((def, params)) = function_of(rule, "clue") else { return Ok(None) };
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
        let name = Ident { name: format!("{} clue", rule.name.name), span: rule.name.span };
        let clue = call_with(wanted.rule, rule, params, &name);
        let def = renamed_def(def, name);
        let follows = Follows { wanted, clue, def, blank: blank?, unknowns };
        let source = Source::of(&follows.blank, self.settings.method(), limits)?;
        if matches!(source, Source::Nothing) {
            let message = "with this rule there is no solution, even without clues";
            return fail(Diagnostic::at(Code::Generate, wanted.rule.span, message));
        }
        let answer = self.one_by_one(options, limits, |session, seed| {
            let mut make =
                |session: &mut Session, seed: u64| session.following(&follows, &source, &mut Random::new(seed), limits);
            session.made_as_text(options, seed, limits, &mut make)
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
        let picture = format!("{} without clues", wanted.layout.name.name);
        let name = Ident { name: format!("{} without clues", rule.name.name), span: rule.name.span };
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
        let Some((def, params)) = function_of(rule, "without_clues") else { return Ok(()) };
        let name = Ident { name: format!("{} solved", rule.name.name), span: rule.name.span };
        let expr = call_with(wanted.rule, rule, params, &name);
        self.elaborator.add(&renamed_def(def, name))?;
        self.elaborator.add(&statement(StatementKind::Expr { expr, label: None, because: vec![] }, wanted.rule.span))
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
                let mut formula = match formula_of(blank, reproducible(self.settings.method(), random), limits) {
                    Ok(formula) => formula,
                    Err(reason) => return Ok(Err(Making::Stopped(reason))),
                };
                let mut drawn = match source.draw(blank, &mut *formula, random, limits)? {
                    Drawn::Solution(solution) => solution,
                    Drawn::Nothing => return Ok(Err(Making::NoSolution)),
                    Drawn::Stopped(reason) => return Ok(Err(Making::Stopped(reason))),
                };
                drawn.0.truncate(follows.unknowns);
                let more = self.groups(follows, &drawn)?;
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

    /// What `clue` lists where all unknowns have these values.
    fn groups(&mut self, follows: &Follows, solution: &Assignment) -> Result<Vec<Group>> {
        let mark = self.elaborator.mark();
        let unknowns = &mut self.elaborator.model.unknowns;
        let domains: Vec<Domain> = unknowns.iter().map(|u| u.domain.clone()).collect();
        for (unknown, &value) in unknowns.iter_mut().zip(&solution.0) {
            unknown.domain = Domain::range(value, value);
        }
        let added = self.elaborator.add(&follows.def);
        let value = added.and_then(|()| self.elaborator.value(&follows.clue));
        for (unknown, domain) in self.elaborator.model.unknowns.iter_mut().zip(domains) {
            unknown.domain = domain;
        }
        let groups = value.and_then(|value| self.read_groups(follows, &value));
        self.elaborator.rollback(&mark);
        groups
    }

    fn read_groups(&self, follows: &Follows, value: &Value) -> Result<Vec<Group>> {
        let elaborator = &self.elaborator;
        let layout = &follows.wanted.layout;
        let clue = |value: &Value| {
            if let Value::Tuple(pair) = value
                && let [Value::Cell(cell), token] = &pair[..]
                && let (row, col) = elaborator.model.position(*cell)
                && row < layout.shape.0
                && col < layout.shape.1
            {
                return Some((row * layout.shape.1 + col, token_text(elaborator, token)));
            }
            None
        };
        let group = |item: &Value| match item {
            Value::List(several) if !several.is_empty() => several.iter().map(clue).collect(),
            one => Some(vec![clue(one)?]),
        };
        let groups = match value {
            Value::List(items) => items.iter().map(group).collect(),
            _ => None,
        };
        groups.map_or_else(
            || {
                let message = format!("`clue` lists pairs of a place and its clue, not {}", elaborator.text_of(value));
                fail(Diagnostic::at(Code::Generate, follows.wanted.rule.span, message))
            },
            Ok,
        )
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
                Told::Only(solution) => {
                    let said = Said { solution, text, clues: groups.len() };
                    return self.left_out(follows, said, groups, &choice, random, limits);
                }
                Told::Lost => return Ok(Chosen::None),
                Told::Stopped(Reason::Effort) => return Ok(Chosen::None),
                Told::Stopped(reason) => return Ok(Chosen::Stopped(reason)),
                Told::Other(other) => other,
            };
            let differs = |at: usize| places[at].iter().any(|&u| solution.get(u) != other.get(u));
            let members = |(g, group): (usize, &Group)| (0..group.len()).map(move |k| (g, k)).collect::<Vec<_>>();
            let all = groups.iter().enumerate().flat_map(members);
            seen.push(all.filter(|&(g, k)| differs(groups[g][k].0)).collect());
            if !meet(&seen, &mut choice, random) {
                return Ok(Chosen::None);
            }
        }
        Ok(Chosen::None)
    }
}

impl Session {
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
                Ok(model) => match completed(&model, &bare, self.settings.method(), limits)? {
                    // What is not given is said otherwise.
                    Ok(None) => break,
                    Ok(Some(_)) => self.other_than(&model, &bare, random, &limits.with_effort(SHORT))?,
                    Err(reason) => Told::Stopped(reason),
                },
                Err(_) => break,
            };
            match told {
                Told::Only(solution) => said = Said { solution, text, clues: said.clues - 1 },
                Told::Stopped(reason) if reason != Reason::Effort => break,
                _ => kept[group] = true,
            }
        }
        Ok(Chosen::Only(said))
    }
}

/// A clue as it stands in a picture.
fn token_text(elaborator: &Elaborator, value: &Value) -> String {
    match value {
        Value::Str(word) => word.to_string(),
        Value::Tuple(parts) | Value::List(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| token_text(elaborator, part)).collect();
            parts.join(",")
        }
        other => elaborator.text_of(other),
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

/// The use of `clue`, whose arguments are those that the rule gets by the same names.
fn call_with(use_: &Expr, rule: &Rule, params: &[Param], name: &Ident) -> Expr {
    let ExprKind::Call { args, .. } = &use_.kind else { return use_.clone() };
    let given = |(i, arg): (usize, &Arg)| match arg {
        Arg::Positional(value) => Some((rule.params.get(i)?.name.clone(), value.clone())),
        Arg::Named { name, value } => Some((name.clone(), value.clone())),
        Arg::Generator(_) => None,
    };
    let given = args.iter().enumerate().filter_map(given);
    let args = given.filter(|(name, _)| params.iter().any(|param| param.name.name == name.name));
    let callee = Box::new(Expr { kind: ExprKind::Name(name.name.clone()), span: use_.span });
    let args = args.map(|(name, value)| Arg::Named { name, value }).collect();
    Expr { kind: ExprKind::Call { callee, args }, span: use_.span }
}

/// A function in the body of a rule.
fn function_of<'a>(rule: &'a Rule, wanted: &str) -> Option<(&'a Statement, &'a [Param])> {
    rule.body.iter().find_map(|statement| match &statement.kind {
        StatementKind::Def { name, params, .. } if name.name == wanted => Some((statement, &params[..])),
        _ => None,
    })
}

fn renamed_def(def: &Statement, name: Ident) -> Statement {
    let mut def = def.clone();
    if let StatementKind::Def { name: own, .. } = &mut def.kind {
        *own = name;
    }
    def
}

/// The parameter that stands for the picture.
fn parameter_of(use_: &Expr, rule: &Rule, picture: &str) -> Option<String> {
    let ExprKind::Call { args, .. } = &use_.kind else { return None };
    args.iter().enumerate().find_map(|(i, arg)| match arg {
        Arg::Positional(value) if is_name(value, picture) => Some(rule.params.get(i)?.name.name.clone()),
        Arg::Named { name, value } if is_name(value, picture) => Some(name.name.clone()),
        _ => None,
    })
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
