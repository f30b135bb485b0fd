//! Hooks of a rule: the functions `clue` and `blank` in its body, which describe its clues.
//!
//! ```text
//! rule kakuro(x, sums) {
//!   def blank(x) = holes_with(x, "#")
//!   def clue(x) = [((i, j), (sum_from(x, i, j, down), sum_from(x, i, j, right))) for i, j in holes(x)]
//! ```
//!
//! `clue` lists pairs of a place and its clue, for unknowns with known values; a list within the list is a choice, and one of its
//! clues is given. `blank` describes places without a clue: a list of pairs of a place and a token, or a word that stands in some of
//! the cells.

use crate::generator::Generator;
use crate::layout::Layout;
use crate::picture::is_name;
use crate::refusal::Refusal;
use sator_base::source::Span;
use sator_lang::diagnostic::Result;
use sator_lang::elaborate::{Elaborator, Rule, Value};
use sator_lang::syntax::ast::{Arg, Expr, ExprKind, Ident, Param, Statement, StatementKind};
use sator_model::{Assignment, Domain};

/// Clues of which one is given, each with its place.
pub(crate) type Group = Vec<(usize, String)>;

/// A function of a rule, and its call with the rule's arguments of the same names.
pub(crate) struct Function {
    pub def: Statement,
    pub call: Expr,
    /// Whether the function has a parameter for the picture.
    pub takes_picture: bool,
}

impl Function {
    /// The function `wanted` in the body of the rule, called as in this use of the rule, where the picture has this name.
    pub(crate) fn of(use_: &Expr, rule: &Rule, wanted: &str, picture: &str) -> Option<Function> {
        let (def, params) = rule.body.iter().find_map(|statement| match &statement.kind {
            StatementKind::Def { name, params, .. } | StatementKind::Rule { name, params, .. }
                if name.name == wanted =>
            {
                Some((statement, &params[..]))
            }
            _ => None,
        })?;
        let name = Ident { name: format!("{} {wanted}", rule.name.name), span: rule.name.span };
        let call = call_with(use_, rule, params, &name);
        let mut def = def.clone();
        if let StatementKind::Def { name: own, .. } | StatementKind::Rule { name: own, .. } = &mut def.kind {
            *own = name;
        }
        let takes_picture =
            parameter_of(use_, rule, picture).is_some_and(|own| params.iter().any(|p| p.name.name == own));
        Some(Function { def, call, takes_picture })
    }
}

/// The tokens at places without a clue.
pub(crate) enum Blanks {
    /// A token that stands in some cells; the generator chooses which.
    Word(String),
    /// The token at each of these places.
    Places(Vec<(usize, String)>),
}

impl Generator<'_> {
    /// Calls `clue` on the model as it stands, with the unknowns fixed to a solution.
    pub(crate) fn listed_clues(
        &mut self,
        clue: &Function,
        layout: &Layout,
        solution: &Assignment,
        rule: Span,
    ) -> Result<Vec<Group>> {
        let mark = self.elaborator.mark();
        let unknowns = &mut self.elaborator.model.unknowns;
        let domains: Vec<Domain> = unknowns.iter().map(|u| u.domain.clone()).collect();
        for (unknown, &value) in unknowns.iter_mut().zip(&solution.0) {
            unknown.domain = Domain::range(value, value);
        }
        let added = self.elaborator.add(&clue.def);
        let value = added.and_then(|()| self.elaborator.value(&clue.call));
        let groups = value.and_then(|value| self.read_groups(layout, &value, rule));
        for (unknown, domain) in self.elaborator.model.unknowns.iter_mut().zip(domains) {
            unknown.domain = domain;
        }
        self.elaborator.rollback(&mark);
        groups
    }

    fn read_groups(&self, layout: &Layout, value: &Value, rule: Span) -> Result<Vec<Group>> {
        let elaborator = &self.elaborator;
        let clue = |value: &Value| {
            let Value::Tuple(pair) = value else { return None };
            let [place, token] = &pair[..] else { return None };
            Some((place_of(elaborator, layout, place)?, token_text(elaborator, token)))
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
                let Some(place) = place_outside(elaborator, layout, value) else {
                    return Err(Refusal::NotClues { found: elaborator.text_of(value) }.at(rule));
                };
                let (picture, (rows, cols)) = (layout.name.name.clone(), layout.shape);
                let place = elaborator.text_of(place);
                Err(Refusal::PlaceOutside { place, picture, rows, cols }.at(rule))
            },
            Ok,
        )
    }

    /// Calls `blank`, if the rule has it.
    pub(crate) fn blanks(&mut self, use_: &Expr, rule: &Rule, layout: &Layout) -> Result<Option<Blanks>> {
        let Some(function) = Function::of(use_, rule, "blank", &layout.name.name) else { return Ok(None) };
        let mark = self.elaborator.mark();
        let added = self.elaborator.add(&function.def);
        let value = added.and_then(|()| self.elaborator.value(&function.call));
        self.elaborator.rollback(&mark);
        let value = value?;
        let pair = |item: &Value| match item {
            Value::Tuple(pair) if pair.len() == 2 => {
                Some((place_of(self.elaborator, layout, &pair[0])?, token_text(self.elaborator, &pair[1])))
            }
            _ => None,
        };
        let blanks = match &value {
            Value::Str(word) => Some(Blanks::Word(word.to_string())),
            Value::List(items) => items.iter().map(pair).collect::<Option<Vec<_>>>().map(Blanks::Places),
            _ => None,
        };
        blanks.map(Some).map_or_else(
            || {
                let found = self.elaborator.text_of(&value);
                Err(Refusal::NotBlanks { found }.at(use_.span))
            },
            Ok,
        )
    }
}

/// The place of a cell, or of a row and a column, in the picture.
fn place_of(elaborator: &Elaborator, layout: &Layout, value: &Value) -> Option<usize> {
    let (row, col) = match value {
        Value::Cell(cell) => elaborator.model.position(*cell),
        Value::Tuple(pair) => match pair[..] {
            [Value::Int(row), Value::Int(col)] => {
                (usize::try_from(row.checked_sub(1)?).ok()?, usize::try_from(col.checked_sub(1)?).ok()?)
            }
            _ => return None,
        },
        _ => return None,
    };
    (row < layout.shape.0 && col < layout.shape.1).then_some(row * layout.shape.1 + col)
}

/// The first pair of a row and a column in a list of clues that lies outside the picture.
fn place_outside<'a>(elaborator: &Elaborator, layout: &Layout, value: &'a Value) -> Option<&'a Value> {
    let Value::List(items) = value else { return None };
    items.iter().find_map(|item| match item {
        Value::List(_) => place_outside(elaborator, layout, item),
        Value::Tuple(pair) => match &pair[..] {
            [place @ Value::Tuple(at), _] if matches!(at[..], [Value::Int(_), Value::Int(_)]) => {
                place_of(elaborator, layout, place).is_none().then_some(place)
            }
            _ => None,
        },
        _ => None,
    })
}

/// The text of a clue in a picture.
fn token_text(elaborator: &Elaborator, value: &Value) -> String {
    match value {
        Value::None => ".".into(),
        Value::Str(word) => word.to_string(),
        Value::Tuple(parts) | Value::List(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| token_text(elaborator, part)).collect();
            parts.join(",")
        }
        // A cell with a known value is a number too.
        Value::Cell(cell) => match elaborator.model.unknown_at(*cell) {
            Some(unknown) => match elaborator.model.unknown(unknown).domain.iter().next() {
                Some(value) => value.to_string(),
                None => elaborator.text_of(value),
            },
            None => elaborator.text_of(value),
        },
        other => elaborator.text_of(other),
    }
}

/// A call of a function with the rule's arguments that have names of the function's parameters.
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

/// The name of the parameter that receives the picture.
pub(crate) fn parameter_of(use_: &Expr, rule: &Rule, picture: &str) -> Option<String> {
    let ExprKind::Call { args, .. } = &use_.kind else { return None };
    args.iter().enumerate().find_map(|(i, arg)| match arg {
        Arg::Positional(value) if is_name(value, picture) => Some(rule.params.get(i)?.name.name.clone()),
        Arg::Named { name, value } if is_name(value, picture) => Some(name.name.clone()),
        _ => None,
    })
}
