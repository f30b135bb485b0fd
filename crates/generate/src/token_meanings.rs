//! What a rule says of each token that may be a clue, at each place: asked once, and then looked at for each solution.
//!
//! A rule is used with one token in all places. Words in its own text are tried first, then numbers: as many
//! as some solution has needed so far.

use crate::layout::Layout;
use crate::solution::reproducible;
use crate::generator::Session;
use rustc_hash::{FxHashMap, FxHashSet};
use sator_base::limits::{Limits, Reason};
use sator_base::random::Random;
use sator_lang::diagnostic::{Diagnostic, Result};
use sator_lang::elaborate::Mark;
use sator_lang::syntax::ast::Expr;
use sator_model::{Assignment, Constraint, ExprId, Model};
use sator_solve::lower::{Formula, Method, formula_of};
use sator_solve::solver::sat::{Lit, Verdict};
use std::ops::Range;

/// Numbers that are possible nowhere, one after the other, before no larger one is tried: once one was possible, and
/// before.
const GAP: i64 = 8;
const FIRST_GAP: i64 = 48;
/// Numbers that are tried at first, how many times as many are then, and at most.
const FIRST: i64 = 10;
const MORE: i64 = 6;
const LARGEST: i64 = 1_000;

/// The picture that is to be made, and the rule that reads it.
pub(crate) struct ClueRule<'a> {
    pub layout: Layout,
    pub rule: &'a Expr,
    /// Words that may be clues.
    pub words: Vec<String>,
    /// Places where clues may stand.
    pub allowed: Vec<usize>,
    /// The unknowns that the rule declares with and without clues.
    pub own: Range<usize>,
    /// What stands where no clue is, by place; nothing, if this is empty.
    pub blank: Vec<Option<String>>,
}

impl ClueRule<'_> {
    /// What stands at a place without a clue.
    pub(crate) fn without(&self, at: usize) -> Option<String> {
        self.blank.get(at).cloned().flatten()
    }
}

pub(crate) struct Menu {
    /// The puzzle with no clue, and all that is said of clues among its expressions; of solutions those whose clues are
    /// known to leave another one are none of it.
    model: Model,
    /// Where clues declare unknowns: what the rules say, and of each token at each place under a guard.
    guarded: Option<Guarded>,
    /// Solutions are ruled out.
    rules_out: bool,
    tokens: Vec<Token>,
    numbers: Numbers,
}

/// Which numbers were tried.
#[derive(Clone, Copy)]
struct Numbers {
    /// All below this.
    below: i64,
    /// There is no use in larger ones.
    ended: bool,
    /// The last so many were possible nowhere; after how many larger ones are no use.
    gap: i64,
    longest: i64,
    /// So many were refused everywhere.
    refused: i64,
}

impl Numbers {
    const NONE: Numbers = Numbers { below: 0, ended: false, gap: 0, longest: FIRST_GAP, refused: 0 };

    /// How it stands after the next one.
    fn note(&mut self, refused: bool, possible: bool) {
        self.below += 1;
        self.refused += i64::from(refused);
        match possible {
            true => (self.gap, self.longest) = (0, GAP),
            false => self.gap += 1,
        }
    }
}

struct Token {
    text: String,
    /// What the rule says of it where it stands.
    says: FxHashMap<usize, Vec<ExprId>>,
}

struct Guarded {
    formula: Box<dyn Formula>,
    /// By token and place.
    there: FxHashMap<(usize, usize), Lit>,
}

impl Token {
    fn is_word(&self) -> bool {
        self.text.parse::<i64>().is_err()
    }
}

impl Menu {
    /// Asks the rule nothing: it says itself how its clues follow.
    pub(crate) fn unasked(model: &Model) -> Menu {
        let numbers = Numbers { ended: true, ..Numbers::NONE };
        Menu { model: model.clone(), guarded: None, rules_out: false, tokens: vec![], numbers }
    }

    /// Begins a puzzle: no solution is ruled out.
    pub(crate) fn allow_all(&mut self, blank: &Model) {
        self.rules_out = false;
        self.model.constraints.truncate(blank.constraints.len());
    }

    /// Whether no token anywhere says anything that is known to come from it.
    pub(crate) fn says_nothing(&self) -> bool {
        self.tokens.iter().all(|token| token.meaning.is_empty())
    }

    /// Whether no token says anything at any other place.
    pub(crate) fn says_nothing_but_at(&self, places: &[usize]) -> bool {
        self.tokens.iter().flat_map(|token| token.meaning.keys()).all(|at| places.contains(at))
    }

    /// Rules out all solutions with these clues.
    pub(crate) fn rule_out(&mut self, fitting: &[Option<String>]) {
        // Which values such unknowns have is not known of a solution that is only to be drawn.
        if self.guarded.is_some() || self.tokens.is_empty() {
            return;
        }
        let said = |(at, text): (usize, &Option<String>)| {
            self.tokens.iter().find(|token| Some(&token.text) == text.as_ref())?.meaning.get(&at)
        };
        let says: Vec<ExprId> = fitting.iter().enumerate().filter_map(said).flatten().copied().collect();
        let all = self.model.pool.and(says);
        let expr = self.model.pool.not(all);
        let Some(origin) = self.model.constraints.last().map(|c| c.origin.clone()) else { return };
        self.model.constraints.push(Constraint { expr, origin });
        self.rules_out = true;
    }

    /// The rules without the solutions that are ruled out, if there are any.
    pub(crate) fn draw_from(&self) -> Option<&Model> {
        self.rules_out.then_some(&self.model)
    }
}

impl Generator<'_> {
    /// Asks the rule; `blank` is where the puzzle without clues ends.
    pub(crate) fn menu(&mut self, wanted: &ClueRule, blank: &Mark, limits: &Limits) -> Result<Menu> {
        self.elaborator.rollback(blank);
        let mut menu = Menu { numbers: Numbers::NONE, ..Menu::unasked(&self.elaborator.model) };
        for word in &wanted.words {
            menu.tokens.extend(self.token(wanted, word)?);
        }
        self.ask_on(&mut menu, wanted, blank, FIRST, limits)?;
        Ok(menu)
    }

    /// Asks about the numbers that are next, but those below this. What was asked before is part of the model.
    fn ask_on(&mut self, menu: &mut Menu, wanted: &ClueRule, blank: &Mark, below: i64, limits: &Limits) -> Result<()> {
        let reads_words = menu.tokens.iter().any(|token| token.is_word() && !token.meaning.is_empty());
        let numbers = &mut menu.numbers;
        loop {
            // A rule that reads words and refuses the first numbers outright reads no numbers.
            let first_refused = numbers.refused == GAP && numbers.gap == GAP;
            numbers.ended = numbers.gap >= numbers.longest || (reads_words && first_refused) || numbers.below > LARGEST;
            if numbers.ended || numbers.below >= below {
                break;
            }
            let token = self.token(wanted, &numbers.below.to_string())?;
            let pool = &self.elaborator.model.pool;
            let possible = |list: &Vec<ExprId>| list.iter().all(|&e| pool.constant(e) != Some(0));
            let possible = token.as_ref().is_some_and(|token| token.meaning.values().any(possible));
            numbers.note(token.is_none(), possible);
            menu.tokens.extend(token);
        }
        menu.model = self.elaborator.model.clone();
        menu.model.constraints.truncate(blank.constraints());
        self.elaborator.rollback(blank);
        if menu.model.unknowns.len() > blank.unknowns() {
            let guarded = Guarded::new(&menu.model, &menu.tokens, self.context.method, limits);
            menu.guarded = Some(guarded.map_err(|reason| Diagnostic::stopped(reason, wanted.rule.span))?);
        }
        Ok(())
    }

    /// Uses the rule with one token in all places but those where it is refused.
    fn token(&mut self, wanted: &ClueRule, text: &str) -> Result<Option<Token>> {
        let mut places: FxHashSet<usize> = wanted.allowed.iter().copied().collect();
        let name = format!("{} all {text}", wanted.layout.name.name);
        let mark = self.elaborator.mark();
        loop {
            self.elaborator.refuse_quietly(true);
            let done = self.use_rule_with(wanted, &name, &|at| places.contains(&at).then(|| text.to_string()));
            let refused = self.elaborator.refuse_quietly(false);
            let before = places.len();
            let refused: Vec<Option<usize>> = refused.iter().map(|&token| wanted.layout.place_of(token)).collect();
            refused.iter().flatten().for_each(|at| _ = places.remove(at));
            // What was said of the other places stays, unless unknowns of refused ones would stay with it.
            let stays = self.elaborator.model.unknowns.len() == mark.unknowns() && !places.is_empty();
            if done.is_ok() && (refused.is_empty() || stays && !refused.contains(&None)) {
                break;
            }
            self.elaborator.rollback(&mark);
            match done {
                Err(error) if error.limit().is_some() => return Err(error),
                // Whatever else is wrong with this token, it is none of this rule.
                Err(_) => return Ok(None),
                // Nobody knows which of them is refused, or none is left.
                Ok(()) if places.is_empty() || places.len() == before => return Ok(None),
                Ok(()) => {}
            }
        }
        let model = &self.elaborator.model;
        let mut says: FxHashMap<usize, Vec<ExprId>> = FxHashMap::default();
        for constraint in &model.constraints[mark.constraints()..] {
            if let Some(at) = wanted.layout.place_of_origin(&constraint.origin).filter(|at| places.contains(at)) {
                says.entry(at).or_default().push(constraint.expr);
            }
        }
        Ok(Some(Token { text: text.into(), says }))
    }

    /// For each place the clue that fits the solution, if there is one: the first token of which all that the rule says
    /// is so.
    pub(crate) fn fitting(
        &mut self,
        menu: &mut Menu,
        wanted: &ClueRule,
        blank: &Mark,
        solution: &Assignment,
        limits: &Limits,
    ) -> Result<Vec<Option<String>>> {
        loop {
            let found = menu
                .fitting(wanted, solution, limits)
                .map_err(|reason| Diagnostic::stopped(reason, wanted.rule.span))?;
            if menu.numbers.ended || wanted.allowed.iter().all(|&at| found[at].is_some()) {
                let text = |token: Option<usize>| Some(menu.tokens[token?].text.clone());
                return Ok(found.into_iter().map(text).collect());
            }
            self.elaborator.rollback(blank);
            let ruled_out = menu.model.constraints.split_off(blank.constraints());
            self.elaborator.model = menu.model.clone();
            self.ask_on(menu, wanted, blank, MORE * menu.numbers.below, limits)?;
            menu.model.constraints.extend(ruled_out);
        }
    }
}

impl Menu {
    /// The first token at each place that fits.
    fn fitting(
        &mut self,
        wanted: &ClueRule,
        solution: &Assignment,
        limits: &Limits,
    ) -> Result<Vec<Option<usize>>, Reason> {
        let mut found = vec![None; wanted.layout.len()];
        let Some(guarded) = &mut self.guarded else {
            let values = self.model.evaluate_all(solution);
            let fits = |list: &Vec<ExprId>| list.iter().all(|e| values[*e] != 0);
            for &at in &wanted.allowed {
                found[at] = self.tokens.iter().position(|token| token.meaning.get(&at).is_some_and(fits));
            }
            return Ok(found);
        };
        let m = self.model.expressions();
        let known = self.model.visible().filter(|u| u.index() < solution.0.len());
        let mut assumed: Vec<Lit> = known.map(|u| guarded.formula.value_literal(m, u, solution.get(u))).collect();
        for &at in &wanted.allowed {
            for token in 0..self.tokens.len() {
                let Some(&there) = guarded.there.get(&(token, at)) else { continue };
                assumed.push(there);
                let verdict = guarded.formula.check(&assumed, limits);
                assumed.pop();
                match verdict {
                    Verdict::Unsat => {}
                    Verdict::Sat => {
                        found[at] = Some(token);
                        break;
                    }
                    Verdict::Unknown(reason) => return Err(reason),
                }
            }
        }
        Ok(found)
    }
}

impl Guarded {
    fn new(model: &Model, tokens: &[Token], method: Method, limits: &Limits) -> Result<Guarded, Reason> {
        let mut formula = formula_of(model, reproducible(method, &mut Random::new(0)), limits)?;
        let m = model.expressions();
        let mut there = FxHashMap::default();
        for (number, token) in tokens.iter().enumerate() {
            let mut places: Vec<usize> = token.meaning.keys().copied().collect();
            places.sort_unstable();
            for at in places {
                let guard = formula.selector();
                token.meaning[&at].iter().for_each(|&e| formula.assert(m, e, Some(guard)));
                there.insert((number, at), guard);
            }
        }
        Ok(Guarded { formula, there })
    }
}
