//! A rule that reads a picture of clues, and its use with pictures that the generator fills.

use crate::generator::Generator;
use crate::layout::Layout;
use crate::picture::{is_name, renamed};
use crate::refusal::Refusal;
use sator_lang::diagnostic::Result;
use sator_lang::elaborate::{Elaborator, Rule, Value};
use sator_lang::syntax::ast::{Arg, Expr, ExprKind, Statement, StatementKind};
use sator_lang::syntax::print::print_expr;
use std::ops::Range;
use std::sync::Arc;

/// The picture to make, and the rule that reads it.
pub(crate) struct ClueRule<'a> {
    pub layout: Layout,
    /// The use of the rule.
    pub rule: &'a Expr,
    /// Words that are possible clues.
    pub words: Vec<String>,
    /// Places that can hold a clue.
    pub allowed: Vec<usize>,
    /// The unknowns that the rule declares, with and without clues.
    pub own: Range<usize>,
    /// The token at each place without a clue; empty if there are no such tokens.
    pub blank: Vec<Option<String>>,
}

impl ClueRule<'_> {
    /// The token at a place without a clue.
    pub(crate) fn without(&self, at: usize) -> Option<String> {
        self.blank.get(at).cloned().flatten()
    }
}

impl Generator<'_> {
    /// Adds the picture and the use of the rule to the model, with a token at each place. Unknowns that the rule declares without
    /// clues too are reused.
    pub(crate) fn use_rule_with(
        &mut self,
        wanted: &ClueRule,
        name: &str,
        token: &dyn Fn(usize) -> Option<String>,
    ) -> Result<()> {
        let picture = wanted.layout.statement(name, &|at| token(at).or_else(|| wanted.without(at)));
        let expr = renamed(wanted.rule, &wanted.layout.name.name, name);
        let kind = StatementKind::Expr { expr, label: None, because: vec![] };
        self.elaborator.add(&picture)?;
        let before = self.elaborator.model.unknowns.len();
        // The use without clues has declared them.
        let own = if wanted.own.end <= before { wanted.own.clone() } else { 0..0 };
        let any = !own.is_empty();
        self.elaborator.model.reused = own;
        let added = self.elaborator.add(&Statement { kind, span: wanted.rule.span, doc: String::new() });
        let left = std::mem::take(&mut self.elaborator.model.reused);
        added?;
        if any && (!left.is_empty() || self.elaborator.model.unknowns.len() > before) {
            return Err(Refusal::UnknownsOfClues.at(wanted.rule.span));
        }
        Ok(())
    }
}

/// The rule that an expression uses with the picture among its arguments.
///
/// # Errors
/// The expression uses no rule, or not with the picture.
pub(crate) fn rule_of(elaborator: &mut Elaborator, rule: &Expr, picture: &str) -> Result<Arc<Rule>> {
    let ExprKind::Call { callee, args } = &rule.kind else {
        return Err(Refusal::NoRuleUse.at(rule.span));
    };
    let named = |arg: &Arg| match arg {
        Arg::Positional(e) | Arg::Named { value: e, .. } => is_name(e, picture),
        Arg::Generator(_) => false,
    };
    if !args.iter().any(named) {
        return Err(Refusal::NotReceived { picture: picture.into() }.at(rule.span));
    }
    match elaborator.value(callee)? {
        Value::Rule(rule) => Ok(rule),
        other => {
            let found = other.type_name().into();
            Err(Refusal::NotARule { callee: print_expr(callee), found }.at(callee.span))
        }
    }
}
