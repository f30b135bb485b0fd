//! Statements that add constraints: conditions, rule uses, loops and branches.

use super::Elaborator;
use super::definition::{Def, Rule};
use super::value::Value;
use crate::diagnostic::{Code, Diagnostic, Help, Result, fail};
use crate::syntax::ast::{Clause, Expr, ExprKind, Question, Statement, StatementKind};
use sator_base::source::Span;
use sator_model::{CellId, Frame, FrameKind, LineKind, LoopTurn, LoopVariable, Sentence};
use std::fmt::Write;
use std::sync::Arc;

/// Limit on the loop turns named in one error, from the inside out.
const MOST_TURNS: usize = 3;

/// Whether a statement can change what a name in an expression stands for.
fn declares(statement: &StatementKind) -> bool {
    !matches!(
        statement,
        StatementKind::Expr { .. }
            | StatementKind::Require { .. }
            | StatementKind::Prefer { .. }
            | StatementKind::Implied { .. }
            | StatementKind::For { .. }
            | StatementKind::If { .. }
            | StatementKind::Let { .. }
            | StatementKind::Draw { .. }
    )
}

impl Elaborator {
    pub(super) fn statement(&mut self, statement: &Statement) -> Result<()> {
        let before = self.reading;
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.statement_here(statement))?;
        // A clue read by a `let` counts for the statements after it.
        if !(matches!(statement.kind, StatementKind::Let { .. }) && self.reading.single().is_some()) {
            self.reading = before;
        }
        Ok(())
    }

    fn statement_here(&mut self, statement: &Statement) -> Result<()> {
        let span = statement.span;
        if declares(&statement.kind) {
            // Expressions reach the main grid, grids named by `of`, and enum values without naming them.
            self.memo.clear();
        }
        match &statement.kind {
            StatementKind::Grid { hidden, name, shape, domain, except } => {
                self.declare_grid(*hidden, name, shape, domain.as_ref(), except.as_ref())
            }
            StatementKind::Var { hidden, items, domain } => self.declare_vars(*hidden, items, domain),
            StatementKind::Enum { name, values, from: None } => self.declare_enum(name, values),
            StatementKind::Enum { name, from: Some(from), .. } => {
                let values = self.words_of(from)?;
                self.declare_enum(name, &values)
            }
            StatementKind::Graph { name, chains, from: None } => self.declare_graph(name, chains),
            StatementKind::Graph { name, from: Some(from), .. } => self.declare_graph_of(name, from),
            StatementKind::Let { names, tuple, value } => self.declare_let(names, *tuple, value),
            StatementKind::Param { name, value, given } => self.declare_param(name, value.as_ref(), given.as_ref()),
            StatementKind::Title(_)
            | StatementKind::Author(_)
            | StatementKind::RulesText(_)
            | StatementKind::Untranslated(_) => {
                self.note_text(&statement.kind);
                Ok(())
            }
            StatementKind::Picture { kind, name, of, spots, picture } => {
                self.declare_picture(*kind, name.as_ref(), (of.as_ref(), *spots), picture, span)
            }
            StatementKind::Expr { expr, label, because } => self.assertion_with_reason(expr, label.as_deref(), because),
            StatementKind::Require { condition, message } => self.require(condition, message),
            StatementKind::Prefer { condition, weight, label } => self.preference(condition, weight.as_ref(), label),
            StatementKind::Implied { condition, because } => self.implied(condition, because),
            StatementKind::Draw { shape, args } => self.draw(shape, args, span),
            StatementKind::For { clauses, body } => self.for_loop(clauses, body),
            StatementKind::If { condition, then, otherwise } => self.branch(condition, then, otherwise),
            StatementKind::Def { name, params, body } => {
                let def =
                    Def { name: name.clone(), params: params.clone(), body: body.clone(), doc: statement.doc.clone() };
                self.declare_callable(name, params, Value::Def(Arc::new(def)))
            }
            StatementKind::Rule { name, params, body } => {
                let rule =
                    Rule { name: name.clone(), params: params.clone(), body: body.clone(), doc: statement.doc.clone() };
                self.declare_callable(name, params, Value::Rule(Arc::new(rule)))
            }
            StatementKind::Links { hidden, name, of, domain } => {
                match of.as_ref().map(|of| self.look_up(&of.name)).transpose()?.flatten() {
                    Some(Value::Graph(graph)) => self.declare_graph_links(*hidden, name, &graph, domain.as_ref()),
                    _ => self.declare_lines(*hidden, LineKind::Links, name, of.as_ref(), domain.as_ref(), span),
                }
            }
            StatementKind::Fences { hidden, name, of } => {
                self.declare_lines(*hidden, LineKind::Fences, name, of.as_ref(), None, span)
            }
            StatementKind::Partition { hidden, name, of, seeds } => {
                self.declare_partition(*hidden, name, of.as_ref(), seeds.as_ref(), span)
            }
            StatementKind::Question(Question::Print(values)) => self.print(values, span),
            StatementKind::Load(load) => fail(
                Diagnostic::at(Code::Misplaced, load.span, "`load` can't stand inside a body")
                    .help("load the file at the top of the script"),
            ),
            StatementKind::Sweep { name, .. } => fail(
                Diagnostic::at(Code::Misplaced, name.span, "`sweep` can't stand inside a body")
                    .help("write it at the top of the script; a loop inside a body is `for n in 4..10 { ... }`"),
            ),
            StatementKind::Question(_) | StatementKind::Command(_) => fail(
                Diagnostic::at(Code::Misplaced, span, "questions and session commands can't stand inside a body")
                    .help("a body holds declarations, conditions, rule uses and `print`; ask after the body"),
            ),
        }
    }

    /// Keeps a text that goes with the puzzle.
    fn note_text(&mut self, statement: &StatementKind) {
        match statement {
            StatementKind::Title(title) => self.model.title = Some(title.clone()),
            StatementKind::Author(author) => self.model.author = Some(author.clone()),
            StatementKind::RulesText(text) => self.model.rules_text.push(text.clone()),
            StatementKind::Untranslated(what) => self.model.untranslated.push(what.clone()),
            _ => {}
        }
    }

    /// The statements of a body, in a scope of their own.
    pub(super) fn body(&mut self, body: &[Statement]) -> Result<()> {
        let at = self.scope.enter();
        let done = body.iter().try_for_each(|s| self.statement(s));
        self.scope.leave(at);
        done
    }

    /// An assertion with a `because` text.
    pub(super) fn assertion_with_reason(&mut self, expr: &Expr, label: Option<&str>, because: &[Expr]) -> Result<()> {
        if because.is_empty() {
            return self.assertion(expr, label);
        }
        let sentence = self.sentence(because)?;
        self.with_reason(sentence, |el| el.assertion(expr, label))
    }

    /// Does something whose conditions have this reason.
    pub(super) fn with_reason<T>(&mut self, reason: impl Into<Sentence>, does: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.because.replace(reason.into());
        let done = does(self);
        self.because = outer;
        done
    }

    /// The sentence that a list of strings, values and places makes.
    fn sentence(&mut self, parts: &[Expr]) -> Result<Sentence> {
        // Clues read only for the text are not read for the condition.
        let reading = self.reading;
        let mut text = std::mem::take(&mut self.text_buffer);
        text.clear();
        let (mut cell, mut more_cells) = (None, false);
        for part in parts {
            let start = text.len() as u32;
            match self.expression(part)? {
                Value::Str(s) => text.push_str(&s),
                Value::Int(k) => _ = write!(text, "{k}"),
                Value::Cell(id) => {
                    self.write_place(id, &mut text);
                    more_cells |= cell.is_some();
                    cell = Some(start..text.len() as u32);
                }
                list @ Value::List(_) => match self.place_name(&list) {
                    Some(place) => text.push_str(&place.text),
                    None => {
                        text.push_str(&self.text_of(&list));
                        more_cells = true;
                    }
                },
                other => text.push_str(&self.text_of(&other)),
            }
        }
        self.reading = reading;
        let sentence = Sentence { text: text.as_str().into(), cell: cell.filter(|_| !more_cells) };
        self.text_buffer = text;
        Ok(sentence)
    }

    /// The name of a cell in a sentence. A cell of a hidden grid, or of a grid of places only, is named without the grid.
    fn write_place(&self, cell: CellId, text: &mut String) {
        let grid = self.model.grid(self.model.grid_of(cell));
        match grid.hidden || grid.content.is_none() {
            true => grid.write_place(cell, text),
            false => self.model.write_cell_name(cell, text),
        }
    }

    fn assertion(&mut self, expr: &Expr, label: Option<&str>) -> Result<()> {
        if let ExprKind::Call { callee, args } = &expr.kind
            && let Value::Rule(rule) = self.expression(callee)?
        {
            return self.use_rule(&rule, args, expr.span, label);
        }
        let value = self.expression(expr)?;
        if let Value::Rule(rule) = &value {
            return fail(
                Diagnostic::at(Code::Type, expr.span, format!("`{}` is a rule: use it with arguments", rule.name.name))
                    .help(Help::write(super::call::shortest_use(&rule.name.name, &rule.params))),
            );
        }
        let signature = match &value {
            Value::Builtin(builtin) => Some((builtin.name.to_string(), builtin.signature.to_string())),
            Value::Def(def) => Some((def.name.name.clone(), super::call::shortest_use(&def.name.name, &def.params))),
            _ => None,
        };
        if let Some((name, signature)) = signature {
            let message = format!("`{name}` is a function: use it with arguments");
            return fail(Diagnostic::at(Code::Type, expr.span, message).help(Help::write(signature)));
        }
        let condition = self.condition(&value, expr.span).map_err(|mut error| {
            let after = self.sources.get(expr.span.source).text[expr.span.end as usize..].trim_start_matches(' ');
            if after.starts_with(['#']) && after[1..].starts_with(['=', '<', '>', '\\']) {
                error.help = Some("`#` starts a comment: comparisons are `=`, `!=`, `<`, `<=`, `>` and `>=`".into());
            }
            error
        })?;
        let outer = self.label.clone();
        if let Some(label) = label {
            self.label = Some(label.into());
        }
        // `a and b and c` stays one condition: explanations can't distinguish the parts of a statement, and the user
        // chose to write one.
        let done = self.assert(condition, expr.span, None);
        self.label = outer;
        done
    }

    fn preference(&mut self, condition: &Expr, weight: Option<&Expr>, label: &[Expr]) -> Result<()> {
        let value = self.expression(condition)?;
        let holds = self.condition(&value, condition.span)?;
        let weight = match weight {
            None => 1,
            Some(expr) => {
                let value = self.expression(expr)?;
                let weight = self.known_int(&value, expr.span)?;
                if weight < 1 {
                    let help = "write a weight of 1 or more; for something unwanted write `prefer not (E)`";
                    let message = format!("a preference can't weigh {weight}");
                    return fail(Diagnostic::at(Code::Domain, expr.span, message).help(help));
                }
                weight
            }
        };
        let outer = self.label.clone();
        if !label.is_empty() {
            self.label = Some(self.sentence(label)?.text);
        }
        let done = self.prefer(holds, weight, condition.span);
        self.label = outer;
        done
    }

    /// Checks a condition that must be known and hold. Otherwise the error lies at the clue token that the message
    /// names, else at the token that the condition reads, else at the rule use.
    fn require(&mut self, condition: &Expr, message: &[Expr]) -> Result<()> {
        let before = std::mem::take(&mut self.reading);
        let value = self.expression(condition)?;
        let holds = self.condition(&value, condition.span)?;
        match self.model.pool.constant(holds) {
            Some(0) => {}
            Some(_) => return Ok(()),
            None => {
                return fail(
                    Diagnostic::at(Code::NotKnown, condition.span, "`require` needs a known condition")
                        .help("write a condition on unknowns as a statement of its own"),
                );
            }
        }
        let asked = std::mem::take(&mut self.reading);
        let mut text = String::new();
        for part in message {
            match self.expression(part)? {
                Value::Str(s) => text.push_str(&s),
                other => text.push_str(&self.text_of(&other)),
            }
        }
        self.reading.first = self.reading.first.or(asked.single()).or(before.single());
        if let Some(refused) = &mut self.refused {
            refused.push(self.reading.first.or(self.given).unwrap_or(condition.span));
            self.reading = before;
            return Ok(());
        }
        fail(Diagnostic::at(Code::Require, condition.span, text))
    }

    fn for_loop(&mut self, clauses: &[Clause], body: &[Statement]) -> Result<()> {
        let names = turn_names(clauses);
        let span =
            clauses.iter().find_map(|c| if let Clause::For { iterable, .. } = c { Some(iterable.span) } else { None });
        let span = span.unwrap_or(Span::new(sator_base::source::SourceId(0), 0, 0));
        let outer = self.frame.clone();
        let done = self.each_turn(clauses, true, &mut |el, guard| {
            if guard != sator_model::node::TRUE {
                return fail(
                    el.unknown_filter(clauses, "a `for` loop")
                        .help("put an `if` into the body: there the condition can be unknown"),
                );
            }
            let kind = FrameKind::Turn(el.named_turn(&names));
            el.frame = Some(Arc::new(Frame { kind, span, parent: outer.clone() }));
            let done = el.body(body);
            el.frame = outer.clone();
            done.map_err(|error| el.add_turn_to_error(error, &names, span))
        });
        self.frame = outer;
        done
    }

    /// Adds the turn of a loop to an error, and the clue that the turn reads.
    pub(super) fn add_turn_to_error(
        &self,
        mut error: Box<Diagnostic>,
        names: &[Arc<str>],
        span: Span,
    ) -> Box<Diagnostic> {
        if self.sources.is_library(span) || error.notes.len() >= MOST_TURNS || error.code == Code::Interrupted {
            return error;
        }
        let variables: Vec<String> = self.loop_turn(names).variables.iter().map(LoopVariable::to_string).collect();
        let mut note = format!("with {}", variables.join(", "));
        if let Some(clue) = self.reading.single().and_then(|token| self.clue_note(token)) {
            note.push_str(&format!(": {clue}"));
        }
        // The inner turn can have added the same clue.
        if !error.notes.contains(&note) {
            error.notes.push(note);
        }
        error
    }

    /// The turn of a loop as far as explanations can name it. Of a loop in a standard rule that is the line of a `distinct`, so
    /// that a turn over cells, numbers or several names needs no text there.
    fn named_turn(&self, names: &[Arc<str>]) -> LoopTurn {
        let is_line = match names {
            [name] => !matches!(self.scope.local(name), Some(Value::Cell(_) | Value::Int(_))),
            _ => false,
        };
        match self.scope.is_in_library() && !is_line {
            true => LoopTurn::default(),
            false => self.loop_turn(names),
        }
    }

    /// The turn of a loop over these variables.
    fn loop_turn(&self, names: &[Arc<str>]) -> LoopTurn {
        let (mut variables, mut place) = (Vec::with_capacity(names.len()), None);
        for name in names {
            let value = self.scope.look_up(name, &self.model.enums).unwrap_or(Value::None);
            let line = if let Value::Cell(_) = value { None } else { self.place_name(&value) };
            let value = line.as_ref().map_or_else(|| self.text_of(&value), |line| line.text.clone());
            variables.push(LoopVariable { name: name.clone(), value });
            place = line.filter(|_| names.len() == 1).map(Box::new);
        }
        LoopTurn { variables, place }
    }

    fn branch(&mut self, condition: &Expr, then: &[Statement], otherwise: &[Statement]) -> Result<()> {
        let value = self.expression(condition)?;
        let c = self.condition(&value, condition.span)?;
        match self.model.pool.constant(c) {
            Some(0) => return self.body(otherwise),
            Some(_) => return self.body(then),
            None => {}
        }
        let not = self.model.pool.not(c);
        for (guard, body, other) in [(c, then, false), (not, otherwise, true)] {
            self.guards.push(guard);
            self.guarded_by.push((condition.span, other));
            let done = self.body(body);
            self.guarded_by.pop();
            self.guards.pop();
            done?;
        }
        Ok(())
    }
}

/// The variables of a loop.
pub(super) fn turn_names(clauses: &[Clause]) -> Vec<Arc<str>> {
    let names = clauses.iter().flat_map(|c| if let Clause::For { names, .. } = c { &names[..] } else { &[] });
    names.map(|name| name.name.as_str().into()).collect()
}
