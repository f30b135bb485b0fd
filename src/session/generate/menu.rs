//! What a rule says of each token that may be a clue, at each place: asked once, and then looked at for each solution.
//!
//! A rule is used with one token in all places. Words in its own text are tried first, then numbers: as many
//! as some solution has needed so far.

use super::layout::Layout;
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::elaborate::Mark;
use crate::limits::Reason;
use crate::model::{Assignment, ExprId, Model};
use crate::session::Session;
use crate::syntax::ast::Expr;
use rustc_hash::{FxHashMap, FxHashSet};

/// Numbers that are possible nowhere, one after the other, before no larger one is tried: once one was possible, and
/// before.
const GAP: i64 = 8;
const FIRST_GAP: i64 = 48;
/// Numbers that are tried at first, and at most.
const FIRST: i64 = 10;
const LARGEST: i64 = 1_000;

/// The picture that is to be made, and the rule that reads it.
pub(super) struct ClueRule<'a> {
    pub layout: Layout,
    pub rule: &'a Expr,
    /// Words that may be clues.
    pub words: Vec<String>,
    /// Places where clues may stand.
    pub allowed: Vec<usize>,
}

pub(super) struct Menu {
    /// The puzzle with no clue, and all that is said of clues among its expressions.
    model: Model,
    tokens: Vec<Token>,
    /// Numbers below this were tried; there is no use in larger ones.
    below: i64,
    ended: bool,
}

struct Token {
    text: String,
    /// What the rule says of it where it stands.
    says: FxHashMap<usize, Vec<ExprId>>,
}

impl Session {
    /// Asks the rule; `blank` is where the puzzle without clues ends.
    pub(super) fn menu(&mut self, wanted: &ClueRule, blank: &Mark) -> Result<Menu> {
        self.menu_below(wanted, blank, FIRST)
    }

    fn menu_below(&mut self, wanted: &ClueRule, blank: &Mark, below: i64) -> Result<Menu> {
        self.elaborator.rollback(blank);
        let mut tokens: Vec<Token> = Vec::new();
        for word in &wanted.words {
            tokens.extend(self.token(wanted, word)?);
        }
        let mut ended = true;
        let (mut gap, mut longest) = (0, FIRST_GAP);
        for number in 0..=LARGEST {
            if gap >= longest {
                break;
            }
            if number >= below {
                ended = false;
                break;
            }
            let token = self.token(wanted, &number.to_string())?;
            let pool = &self.elaborator.model.pool;
            let possible = |list: &Vec<ExprId>| list.iter().all(|&e| pool.constant(e) != Some(0));
            match token.as_ref().is_some_and(|token| token.says.values().any(possible)) {
                true => (gap, longest) = (0, GAP),
                false => gap += 1,
            }
            tokens.extend(token);
        }
        let model = self.elaborator.model.clone();
        self.elaborator.rollback(blank);
        Ok(Menu { model, tokens, below, ended })
    }

    /// Uses the rule with one token in all places but those where it is refused. A rule that declares unknowns for its clues
    /// is an error: what these are in a solution is not known.
    fn token(&mut self, wanted: &ClueRule, text: &str) -> Result<Option<Token>> {
        let mut places: FxHashSet<usize> = wanted.allowed.iter().copied().collect();
        let name = format!("{} all {text}", wanted.layout.name.name);
        let mark = self.elaborator.mark();
        loop {
            self.elaborator.refuse_quietly(true);
            let done = self.use_rule_with(wanted, &name, &|at| places.contains(&at).then(|| text.to_string()));
            let refused = self.elaborator.refuse_quietly(false);
            let before = places.len();
            refused.iter().filter_map(|&token| wanted.layout.place_of(token)).for_each(|at| _ = places.remove(&at));
            if done.is_ok() && refused.is_empty() {
                break;
            }
            self.elaborator.rollback(&mark);
            match done {
                Err(error) if Reason::of(&error).is_some() => return Err(error),
                // Whatever else is wrong with this token, it is none of this rule.
                Err(_) => return Ok(None),
                // Nobody knows which of them is refused, or none is left.
                Ok(()) if places.is_empty() || places.len() == before => return Ok(None),
                Ok(()) => {}
            }
        }
        let model = &self.elaborator.model;
        if model.unknowns.len() > mark.unknowns() {
            self.elaborator.rollback(&mark);
            let message = "the clues of this rule can't be found out: it declares unknowns of its own for each of them";
            return fail(
                Diagnostic::at(Code::Generate, wanted.rule.span, message).help("generate givens instead: `generate`"),
            );
        }
        let mut says: FxHashMap<usize, Vec<ExprId>> = FxHashMap::default();
        for constraint in &model.constraints[mark.constraints()..] {
            if let Some(at) = wanted.layout.place_of_origin(&constraint.origin) {
                says.entry(at).or_default().push(constraint.expr);
            }
        }
        Ok(Some(Token { text: text.into(), says }))
    }

    /// For each place the clue that fits the solution, if there is one: the first token of which all that the rule says
    /// is so.
    pub(super) fn fitting(
        &mut self,
        menu: &mut Menu,
        wanted: &ClueRule,
        blank: &Mark,
        solution: &Assignment,
    ) -> Result<Vec<Option<String>>> {
        loop {
            let values = menu.model.evaluate_all(solution);
            let fits = |list: &Vec<ExprId>| list.iter().all(|e| values[*e] != 0);
            let mut found = vec![None; wanted.layout.len()];
            for &at in &wanted.allowed {
                let token = menu.tokens.iter().find(|token| token.says.get(&at).is_some_and(fits));
                found[at] = token.map(|token| token.text.clone());
            }
            if menu.ended || wanted.allowed.iter().all(|&at| found[at].is_some()) {
                return Ok(found);
            }
            *menu = self.menu_below(wanted, blank, 2 * menu.below)?;
        }
    }
}
