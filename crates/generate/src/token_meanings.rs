//! The meanings of tokens: which constraints a rule adds for a token at a place.
//!
//! The rule is used once for each token, with the token in all places. Words from the rule's text come first, then numbers in
//! increasing order, as far as solutions need them. A token fits a place of a solution if its constraints hold there.

use crate::clue_rule::ClueRule;
use crate::generator::Generator;
use crate::solution::reproducible;
use rustc_hash::{FxHashMap, FxHashSet};
use sator_base::limits::{Limits, Reason};
use sator_base::random::Random;
use sator_lang::diagnostic::{Diagnostic, Result};
use sator_lang::elaborate::Mark;
use sator_model::{Assignment, Constraint, ExprId, Model};
use sator_solve::lower::{Formula, Method, formula_of};
use sator_solve::solver::sat::{Lit, Verdict};

/// Stop trying larger numbers after this many in a row that fit nowhere, once some number has fitted.
const GAP: i64 = 8;
/// The same before any number has fitted.
const FIRST_GAP: i64 = 48;
/// Numbers tried at first.
const FIRST: i64 = 10;
/// The factor by which the range of numbers grows where a solution has a place without a clue.
const MORE: i64 = 6;
/// The largest number tried.
const LARGEST: i64 = 1_000;

/// The meanings of all tokens tried so far.
pub(crate) struct TokenMeanings {
    /// The rules without clues, with the conditions of tokens among the expressions, and without the solutions ruled out.
    model: Model,
    /// Whether clues declare unknowns, so that evaluation needs a solver.
    guarded: Option<Guarded>,
    /// Whether some solutions are ruled out.
    rules_out: bool,
    tokens: Vec<Token>,
    numbers: Numbers,
}

/// The numbers tried so far.
#[derive(Clone, Copy)]
struct Numbers {
    /// All numbers below this.
    below: i64,
    /// Whether larger numbers are of no use.
    ended: bool,
    /// The number of the last numbers in a row that fit nowhere.
    gap: i64,
    /// The gap after which larger numbers are of no use.
    longest: i64,
    /// The number of numbers that the rule refuses everywhere.
    refused: i64,
}

impl Numbers {
    const NONE: Numbers = Numbers { below: 0, ended: false, gap: 0, longest: FIRST_GAP, refused: 0 };

    /// Notes the next number.
    fn note(&mut self, refused: bool, possible: bool) {
        self.below += 1;
        self.refused += i64::from(refused);
        match possible {
            true => (self.gap, self.longest) = (0, GAP),
            false => self.gap += 1,
        }
    }
}

/// A token and its meaning.
struct Token {
    text: String,
    /// By place: the conditions that the rule adds for the token.
    meaning: FxHashMap<usize, Vec<ExprId>>,
}

/// The meanings in a solver, each under a selector.
struct Guarded {
    formula: Box<dyn Formula>,
    /// By token and place: the selector.
    there: FxHashMap<(usize, usize), Lit>,
}

impl Token {
    fn is_word(&self) -> bool {
        self.text.parse::<i64>().is_err()
    }
}

impl TokenMeanings {
    /// No meanings, for a rule that lists its clues by a function.
    pub(crate) fn none(model: &Model) -> TokenMeanings {
        let numbers = Numbers { ended: true, ..Numbers::NONE };
        TokenMeanings { model: model.clone(), guarded: None, rules_out: false, tokens: vec![], numbers }
    }

    /// Begins a puzzle: allows all solutions again.
    pub(crate) fn allow_all(&mut self, blank: &Model) {
        self.rules_out = false;
        self.model.constraints.truncate(blank.constraints.len());
    }

    /// Whether no token has a meaning anywhere.
    pub(crate) fn are_empty(&self) -> bool {
        self.tokens.iter().all(|token| token.meaning.is_empty())
    }

    /// Whether tokens have meanings at these places only.
    pub(crate) fn are_only_at(&self, places: &[usize]) -> bool {
        self.tokens.iter().flat_map(|token| token.meaning.keys()).all(|at| places.contains(at))
    }

    /// Rules out all solutions with these clues.
    pub(crate) fn rule_out(&mut self, fitting: &[Option<String>]) {
        // A solution that is merely drawn has no values for the unknowns that clues declare.
        if self.guarded.is_some() || self.tokens.is_empty() {
            return;
        }
        let meaning = |(at, text): (usize, &Option<String>)| {
            self.tokens.iter().find(|token| Some(&token.text) == text.as_ref())?.meaning.get(&at)
        };
        let conditions: Vec<ExprId> = fitting.iter().enumerate().filter_map(meaning).flatten().copied().collect();
        let all = self.model.pool.and(conditions);
        let expr = self.model.pool.not(all);
        let Some(origin) = self.model.constraints.last().map(|c| c.origin.clone()) else { return };
        self.model.constraints.push(Constraint { expr, origin });
        self.rules_out = true;
    }

    /// The rules without the solutions ruled out; `None` if there are none.
    pub(crate) fn draw_from(&self) -> Option<&Model> {
        self.rules_out.then_some(&self.model)
    }
}

impl Generator<'_> {
    /// Finds the meanings of words and small numbers; `blank` marks the end of the rules without clues.
    pub(crate) fn token_meanings(&mut self, wanted: &ClueRule, blank: &Mark) -> Result<TokenMeanings> {
        self.elaborator.rollback(blank);
        let mut meanings = TokenMeanings { numbers: Numbers::NONE, ..TokenMeanings::none(&self.elaborator.model) };
        for word in &wanted.words {
            meanings.tokens.extend(self.token(wanted, word)?);
        }
        self.try_numbers(&mut meanings, wanted, blank, FIRST)?;
        Ok(meanings)
    }

    /// Finds the meanings of the next numbers below this one. The model holds the meanings found before.
    fn try_numbers(&mut self, meanings: &mut TokenMeanings, wanted: &ClueRule, blank: &Mark, below: i64) -> Result<()> {
        let reads_words = meanings.tokens.iter().any(|token| token.is_word() && !token.meaning.is_empty());
        let numbers = &mut meanings.numbers;
        loop {
            // A rule that reads words and refuses the first numbers everywhere reads no numbers.
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
            meanings.tokens.extend(token);
        }
        meanings.model = self.elaborator.model.clone();
        meanings.model.constraints.truncate(blank.constraints());
        self.elaborator.rollback(blank);
        if meanings.model.unknowns.len() > blank.unknowns() {
            let guarded = Guarded::new(&meanings.model, &meanings.tokens, self.context.method, self.context.limits);
            meanings.guarded = Some(guarded.map_err(|reason| Diagnostic::stopped(reason, wanted.rule.span))?);
        }
        Ok(())
    }

    /// Uses the rule with one token in all places, except those where the rule refuses the token; `None` if it refuses all.
    fn token(&mut self, wanted: &ClueRule, text: &str) -> Result<Option<Token>> {
        let mut places: FxHashSet<usize> = wanted.allowed.iter().copied().collect();
        let name = format!("{} all {text}", wanted.layout.name.name);
        let mark = self.elaborator.mark();
        loop {
            self.elaborator.note_refusals(true);
            let done = self.use_rule_with(wanted, &name, &|at| places.contains(&at).then(|| text.to_string()));
            let refused = self.elaborator.note_refusals(false);
            let before = places.len();
            let refused: Vec<Option<usize>> = refused.iter().map(|&token| wanted.layout.place_of(token)).collect();
            refused.iter().flatten().for_each(|at| _ = places.remove(at));
            // The constraints of other places can stay unless refused places have declared unknowns.
            let stays = self.elaborator.model.unknowns.len() == mark.unknowns() && !places.is_empty();
            if done.is_ok() && (refused.is_empty() || stays && !refused.contains(&None)) {
                break;
            }
            self.elaborator.rollback(&mark);
            match done {
                Err(error) if error.limit().is_some() => return Err(error),
                // Any other error means that the token is not one of this rule.
                Err(_) => return Ok(None),
                // The refused place is unknown, or no place is left.
                Ok(()) if places.is_empty() || places.len() == before => return Ok(None),
                Ok(()) => {}
            }
        }
        let model = &self.elaborator.model;
        let mut meaning: FxHashMap<usize, Vec<ExprId>> = FxHashMap::default();
        for constraint in &model.constraints[mark.constraints()..] {
            if let Some(at) = wanted.layout.place_of_origin(&constraint.origin).filter(|at| places.contains(at)) {
                meaning.entry(at).or_default().push(constraint.expr);
            }
        }
        Ok(Some(Token { text: text.into(), meaning }))
    }

    /// For each place: the first token whose meaning holds in the solution.
    pub(crate) fn fitting(
        &mut self,
        meanings: &mut TokenMeanings,
        wanted: &ClueRule,
        blank: &Mark,
        solution: &Assignment,
    ) -> Result<Vec<Option<String>>> {
        loop {
            let found = meanings
                .fitting(wanted, solution, self.context.limits)
                .map_err(|reason| Diagnostic::stopped(reason, wanted.rule.span))?;
            if meanings.numbers.ended || wanted.allowed.iter().all(|&at| found[at].is_some()) {
                let text = |token: Option<usize>| Some(meanings.tokens[token?].text.clone());
                return Ok(found.into_iter().map(text).collect());
            }
            self.elaborator.rollback(blank);
            let ruled_out = meanings.model.constraints.split_off(blank.constraints());
            self.elaborator.model = meanings.model.clone();
            self.try_numbers(meanings, wanted, blank, MORE * meanings.numbers.below)?;
            meanings.model.constraints.extend(ruled_out);
        }
    }
}

impl TokenMeanings {
    /// For each place: the number of the first token that fits.
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
