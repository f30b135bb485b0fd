//! Uses of rules, defs and built-in functions: binds arguments to parameters, keeps names apart, limits recursion.

use super::call_error::used_like;
use super::definition::{Def, Rule};
use super::memo::Recall;
use super::value::{Args, Builtin, Item, Value};
use super::{Elaborator, scope::suggest};
use crate::diagnostic::{Code, Diagnostic, Help, Result, fail};
use crate::library;
use crate::syntax::ast::{Arg, Clause, ExprKind, Generator, Ident, Param};
use sator_base::source::Span;
use sator_base::text::counted;
use sator_model::node::TRUE;
use sator_model::{Frame, FrameKind, NamedUse};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// Longer texts of arguments are replaced by the text in the script.
const LONG_ARGUMENT: usize = 40;

impl Elaborator {
    pub(super) fn call_builtin(&mut self, builtin: &'static Builtin, args: &[Arg], span: Span) -> Result<Value> {
        let mut taken = Args { span, positional: SmallVec::new(), items: None, named: vec![] };
        for arg in args {
            match arg {
                Arg::Positional(e) => {
                    let value = self.expression(e)?;
                    if matches!(value, Value::Clues(_) | Value::Outside(_))
                        && !matches!(builtin.name, "height" | "width")
                    {
                        self.note_all_read(&value);
                    }
                    taken.positional.push((value, e.span));
                }
                Arg::Named { name, value } => {
                    if !builtin.named.contains(&name.name.as_str()) {
                        return fail(unknown_parameter(builtin.name, name, builtin.named.iter().copied()));
                    }
                    let v = self.named_argument(name, value)?;
                    taken.named.push((name.name.clone(), v, value.span));
                }
                Arg::Generator(g) => {
                    if !builtin.generator {
                        return fail(no_generator(builtin, g));
                    }
                    taken.items = Some(self.items(g)?);
                }
            }
        }
        let count = taken.positional.len() + taken.items.is_some() as usize;
        if !builtin.arity.contains(&count) {
            let (least, most) = (*builtin.arity.start(), *builtin.arity.end());
            let wanted = match most {
                usize::MAX => format!("{least} or more"),
                most if most == least => least.to_string(),
                most => format!("{least} to {most}"),
            };
            let plural = if wanted == "1" { "" } else { "s" };
            let message = format!("`{}` takes {wanted} argument{plural}, found {count}", builtin.name);
            let error = Diagnostic::at(Code::Arity, span, message);
            // `distinct(S, E, N, D)`: several arguments where a list is expected.
            let listed = builtin.generator && most == 1 && count > 1 && taken.named.is_empty() && taken.items.is_none();
            if let ("count", Some((_, second))) = (builtin.name, taken.positional.get(1)) {
                let (list, value) = (self.sources.slice(taken.positional[0].1), self.sources.slice(*second));
                return fail(error.help(format!("to count a value in a list write `occurs({list}, {value})`")));
            }
            let lists =
                taken.positional.iter().all(|(v, _)| matches!(v, Value::List(_) | Value::Block(_) | Value::Grid(_)));
            return fail(match listed {
                // `distinct([r1, c1])` would compare the lists as wholes.
                true if lists && builtin.name == "distinct" => {
                    let each = args.iter().map(|arg| format!("distinct({})", self.typed(std::slice::from_ref(arg))));
                    error.help(Help::write(each.collect::<Vec<_>>().join("; ")))
                }
                true => {
                    let list = format!("{}([{}])", builtin.name, self.typed(args));
                    error.help(Help::of(&["write several values as a list: ", &list]))
                }
                false => error.help(Help::write(builtin.signature)),
            });
        }
        (builtin.run)(self, taken).map_err(|error| {
            if let (Some(help), Code::Type) = (self.row_meant(args), error.code) {
                let row = format!("{}({help})", builtin.name);
                return Box::new(error.help(Help::from(format!("a row is `{help}`: write `{row}`")).fix(row)));
            }
            error
        })
    }

    /// The arguments as typed, separated by commas.
    pub(super) fn typed(&self, args: &[Arg]) -> String {
        let text = |arg: &Arg| match arg {
            Arg::Positional(e) => self.sources.slice(e.span).to_string(),
            Arg::Named { name, value } => format!("{}: {}", name.name, self.sources.slice(value.span)),
            Arg::Generator(g) => self.sources.slice(g.body.span).to_string(),
        };
        args.iter().map(text).collect::<Vec<_>>().join(", ")
    }

    /// The expression meant by `distinct(x[i])`: `rows(x)[i]`.
    fn row_meant(&mut self, args: &[Arg]) -> Option<String> {
        let [Arg::Positional(only), ..] = args else { return None };
        let ExprKind::Index { base, args: index } = &only.kind else { return None };
        let ([index], ExprKind::Name(name)) = (&index[..], &base.kind) else { return None };
        let Ok(Some(Value::Grid(_))) = self.look_up(name) else { return None };
        Some(format!("rows({name})[{}]", self.sources.slice(index.span)))
    }

    /// The correct use of a rule where the user gives the cells one by one, or after the number.
    fn meant_use(&self, name: &str, params: usize, values: &[(Value, Span)]) -> Option<String> {
        let cell = |v: &(Value, Span)| matches!(v.0, Value::Cell(_));
        let leading = values.iter().take_while(|v| cell(v)).count();
        let text = |v: &(Value, Span)| self.sources.slice(v.1).to_string();
        if leading > 1 && values.len() > params && values.len() - leading < params {
            let cells: Vec<Value> = values[..leading].iter().map(|v| v.0.clone()).collect();
            let mut shown = vec![self.text_of(&Value::List(cells.into()))];
            shown.extend(values[leading..].iter().map(text));
            return Some(format!("{name}({})", shown.join(", ")));
        }
        match values {
            [number, cells, rest @ ..] if matches!(number.0, Value::Int(_)) && self.are_places(&cells.0) => {
                let shown = [cells, number].into_iter().chain(rest).map(text);
                Some(format!("{name}({})", shown.collect::<Vec<_>>().join(", ")))
            }
            _ => None,
        }
    }

    /// Whether the value is a cell or a list of cells.
    fn are_places(&self, value: &Value) -> bool {
        match value {
            Value::Cell(_) | Value::Region(..) => true,
            Value::List(items) => !items.is_empty() && items.iter().all(|v| matches!(v, Value::Cell(_))),
            _ => false,
        }
    }

    /// The value of a named argument; `edge` in `to: edge` is a word.
    fn named_argument(&mut self, name: &Ident, value: &crate::syntax::ast::Expr) -> Result<Value> {
        if name.name == "to" && matches!(&value.kind, crate::syntax::ast::ExprKind::Name(n) if n == "edge") {
            return Ok(Value::str("edge"));
        }
        self.expression(value)
    }

    /// Calls a function value of one argument.
    pub(super) fn apply(&mut self, f: &Value, argument: Value, span: Span) -> Result<Value> {
        match f {
            Value::Builtin(builtin) if builtin.arity.contains(&1) => {
                let positional = smallvec![(argument, span)];
                (builtin.run)(self, Args { span, positional, items: None, named: vec![] })
            }
            Value::Def(def) if def.params.iter().skip(1).all(|p| p.default.is_some()) && !def.params.is_empty() => {
                let mut bound = vec![None; def.params.len()];
                bound[0] = Some(argument);
                self.run_def(def, bound, &[], span)
            }
            Value::Builtin(_) | Value::Def(_) => {
                fail(Diagnostic::at(Code::Arity, span, "expected a function of one argument"))
            }
            other => {
                let error = self.wrong("a function of one argument", other, span);
                fail(error.help("write its name alone: `by: knights`, or that of a `def`"))
            }
        }
    }

    pub(super) fn call_def(&mut self, def: &Arc<Def>, args: &[Arg], span: Span) -> Result<Value> {
        let bound = self.arguments(&def.name, &def.params, args, span)?;
        self.run_def(def, bound, args, span)
    }

    /// The value of a def on these arguments, computed once in a statement.
    fn run_def(&mut self, def: &Arc<Def>, bound: Vec<Option<Value>>, args: &[Arg], span: Span) -> Result<Value> {
        match self.recall_call(def.name.span, bound.iter().map(Option::as_ref)) {
            Recall::Known(value) => Ok(value),
            Recall::NotMemoised => self.expand_def(def, bound, args, span),
            Recall::ToRemember(missing) => {
                let expanded = self.expand_def(def, bound, args, span);
                self.remember(missing, &expanded);
                expanded
            }
        }
    }

    fn expand_def(&mut self, def: &Arc<Def>, bound: Vec<Option<Value>>, args: &[Arg], span: Span) -> Result<Value> {
        self.enter_use(&def.name.name, span)?;
        let at = self.scope.enter_call(self.sources.is_library(def.name.span));
        let done = self.bind_all(&def.params, bound).and_then(|()| self.expression(&def.body));
        self.scope.leave(at);
        self.depth -= 1;
        done.map_err(|e| {
            let e = self.at_argument(e, &def.name, &def.params, args, span);
            self.add_use_to_error(e, span, format!("{}(...)", def.name.name))
        })
    }

    pub(super) fn use_rule(&mut self, rule: &Arc<Rule>, args: &[Arg], span: Span, label: Option<&str>) -> Result<()> {
        let bound = self.arguments(&rule.name, &rule.params, args, span)?;
        self.warn_of_diagonal_cage(rule, &bound, args);
        self.tick_many(bound.iter().flatten().map(Value::length).sum(), span)?;
        let shown: Vec<String> =
            bound.iter().zip(0..).filter_map(|(v, at)| Some(self.argument_text(v.as_ref()?, args.get(at)))).collect();
        let text = format!("{}({})", rule.name.name, shown.join(", "));
        let places = |v: &Value| matches!(v, Value::Cell(_) | Value::List(_) | Value::Region(..));
        let grids = |v: &Value| {
            matches!(v, Value::Grid(_) | Value::Block(_) | Value::Regions(_) | Value::Outside(_))
                || matches!(v, Value::Clues(clues) if !self.is_list(clues))
        };
        // An unlisted part of a standard rule is unknown to users, so explanations name the listed rule around it.
        let known = !self.sources.is_library(rule.name.span) || !rule.doc.is_empty();
        let whole = known && bound.iter().flatten().any(places) && !bound.iter().flatten().any(grids);
        self.enter_use(&rule.name.name, span)?;
        let outer = self.frame.clone();
        let outer_label = self.label.clone();
        let label = label.map(Arc::from);
        if label.is_some() {
            self.label.clone_from(&label);
        }
        let first = bound.first().and_then(Option::as_ref).filter(|_| whole);
        let first_cell = first.and_then(|first| self.first_of_list(first));
        let is_long = first.is_some_and(|first| self.is_long_list(first, args.first()));
        let name = rule.name.name.as_str().into();
        let used = NamedUse { rule: name, text: text.clone(), label, whole, first_cell, is_long };
        self.frame = Some(Arc::new(Frame { kind: FrameKind::Use(used.into()), span, parent: outer.clone() }));
        let at = self.scope.enter_call(self.sources.is_library(rule.name.span));
        // Clues read for the arguments count for the whole use.
        let before = std::mem::take(&mut self.reading);
        let given = self.given;
        if before.first.is_some() {
            self.given = before.single();
        }
        let kept = self.is_recorded(rule, span).then(|| bound.clone());
        let from = (self.model.constraints.len(), self.model.shapes.len());
        let in_words = self.in_words;
        let done = self.bind_all(&rule.params, bound).and_then(|()| {
            self.put_in_words(rule);
            self.body(&rule.body)
        });
        self.in_words = in_words;
        if let (Some(kept), Ok(())) = (kept, &done) {
            self.record_use(rule, &kept, text.clone(), from);
        }
        if self.reading.first.is_none() {
            self.reading = before;
        }
        self.scope.leave(at);
        self.given = given;
        self.frame = outer;
        self.label = outer_label;
        self.depth -= 1;
        done.map_err(|e| {
            let swapped = if self.sources.is_library(span) { None } else { self.swapped(rule, args) };
            let e = self.at_argument(e, &rule.name, &rule.params, args, span);
            let mut error = self.add_use_to_error(e, span, text);
            if let Some(use_) = swapped {
                error = Box::new(error.help(Help::write(use_)));
            }
            error
        })
    }

    /// The text of an argument; the text in the script if the value's own text is long: `boxes(x)`.
    fn argument_text(&self, value: &Value, arg: Option<&Arg>) -> String {
        let text = self.text_of(value);
        if text.chars().count() <= LONG_ARGUMENT { text } else { self.call_as_written(arg).unwrap_or(text) }
    }

    /// The text of an argument that is a call, if it is short.
    fn call_as_written(&self, arg: Option<&Arg>) -> Option<String> {
        let Some(Arg::Positional(e)) = arg else { return None };
        if !matches!(e.kind, ExprKind::Call { .. }) || self.sources.is_library(e.span) {
            return None;
        }
        let written = self.sources.slice(e.span).split_whitespace().collect::<Vec<_>>().join(" ");
        (written.chars().count() <= LONG_ARGUMENT).then_some(written)
    }

    /// The first cell of an argument that is a list of cells and no whole row or column.
    fn first_of_list(&self, value: &Value) -> Option<String> {
        let Value::List(items) = value else { return None };
        let Some(Value::Cell(first)) = items.first() else { return None };
        let is_whole_line = self.line_text(items).is_some_and(|text| !text.contains(".."));
        (!is_whole_line).then(|| self.model.cell_name(*first))
    }

    /// Whether a list of cells is no line, and long or written without a name.
    fn is_long_list(&self, value: &Value, arg: Option<&Arg>) -> bool {
        let Value::List(items) = value else { return false };
        let long = self.text_of(value).chars().count() > LONG_ARGUMENT;
        self.line_text(items).is_none() && (!long || self.call_as_written(arg).is_none())
    }

    /// The corrected use of a rule whose number stands before its cells.
    fn swapped(&mut self, rule: &Rule, args: &[Arg]) -> Option<String> {
        let values = self.positional(args);
        let first = matches!(values.first(), Some((Value::Int(_), _)));
        first.then(|| self.meant_use(&rule.name.name, rule.params.len(), &values)).flatten()
    }

    fn enter_use(&mut self, name: &str, span: Span) -> Result<()> {
        if self.depth >= self.expansion.depth {
            return fail(
                Diagnostic::at(
                    Code::Recursion,
                    span,
                    format!(
                        "`{name}` is nested more than {} uses deep: it probably calls itself without end",
                        self.expansion.depth
                    ),
                )
                .help("end the recursion with an `if` whose condition is known"),
            );
        }
        self.depth += 1;
        self.step(span)
    }

    /// The positional arguments that have a value.
    pub(super) fn positional(&mut self, args: &[Arg]) -> Vec<(Value, Span)> {
        let positional = args.iter().filter_map(|arg| if let Arg::Positional(e) = arg { Some(e) } else { None });
        positional.filter_map(|e| Some((self.expression(e).ok()?, e.span))).collect()
    }

    /// Values for the parameters, in order; `None` where the default applies.
    fn arguments(&mut self, name: &Ident, params: &[Param], args: &[Arg], span: Span) -> Result<Vec<Option<Value>>> {
        let mut bound: Vec<Option<Value>> = vec![None; params.len()];
        let mut next = 0;
        for arg in args {
            match arg {
                Arg::Positional(e) => {
                    if next >= params.len() {
                        let count = args.iter().filter(|a| !matches!(a, Arg::Named { .. })).count();
                        let message = format!(
                            "`{}` takes {}, found {count}",
                            name.name,
                            match params.len() {
                                0 => "no arguments".into(),
                                n => counted(n as u64, "argument"),
                            }
                        );
                        let values = self.positional(args);
                        let help = self.meant_use(&name.name, params.len(), &values);
                        let help = help.unwrap_or_else(|| signature(&name.name, params));
                        return fail(
                            Diagnostic::at(Code::Arity, e.span, message)
                                .label(name.span, "declared here")
                                .help(Help::write(help)),
                        );
                    }
                    bound[next] = Some(self.expression(e)?);
                    next += 1;
                }
                Arg::Named { name: key, value } => {
                    let Some(at) = params.iter().position(|p| p.name.name == key.name) else {
                        let names = params.iter().map(|p| p.name.name.as_str());
                        return fail(
                            unknown_parameter(&name.name, key, names).help(Help::write(signature(&name.name, params))),
                        );
                    };
                    if bound[at].is_some() {
                        return fail(Diagnostic::at(Code::Arity, key.span, format!("`{}` is given twice", key.name)));
                    }
                    bound[at] = Some(self.expression(value)?);
                }
                Arg::Generator(g) => {
                    // A generator as the only argument is the list of its values.
                    if next >= params.len() {
                        return fail(Diagnostic::at(
                            Code::Arity,
                            g.body.span,
                            format!("`{}` takes no such argument", name.name),
                        ));
                    }
                    bound[next] = Some(Value::List(self.known_items(g, "a list")?));
                    next += 1;
                }
            }
        }
        if let Some(missing) = params.iter().zip(&bound).find(|(p, v)| v.is_none() && p.default.is_none()) {
            let message = format!("`{}` needs a value for `{}`", name.name, missing.0.name.name);
            let shown = library::find(&name.name).filter(|_| self.sources.is_library(name.span));
            let help = match shown.and_then(|rule| rule.shown_use()) {
                Some(shown) => used_like(&shown).into(),
                None => Help::write(signature(&name.name, params)),
            };
            return fail(Diagnostic::at(Code::Arity, span, message).label(name.span, "declared here").help(help));
        }
        Ok(bound)
    }

    /// Binds the parameters of the body just entered. A default can use the parameters before it.
    fn bind_all(&mut self, params: &[Param], bound: Vec<Option<Value>>) -> Result<()> {
        for (param, value) in params.iter().zip(bound) {
            let value = match (value, &param.default) {
                (Some(value), _) => value,
                (None, Some(default)) => self.expression(default)?,
                (None, None) => Value::None,
            };
            self.scope.bind(param.name.name.as_str().into(), value);
        }
        Ok(())
    }

    /// The items of an aggregate's argument: those of a generator or of a list.
    pub(super) fn aggregate(&mut self, args: &mut Args) -> Result<Vec<Item>> {
        if let Some(items) = args.items.take() {
            return Ok(items);
        }
        let as_item = |(value, span): (Value, Span)| Item { value, span, guard: TRUE, bare: false, subject: None };
        if let [(only, span)] = &args.positional[..] {
            let (only, span) = (only.clone(), *span);
            let list = self.list(&only, span)?;
            return Ok(list.iter().map(|v| as_item((v.clone(), span))).collect());
        }
        Ok(args.positional.drain(..).map(as_item).collect())
    }
}

/// `name(a)`: the use with only the required parameters.
pub(super) fn shortest_use(name: &str, params: &[Param]) -> String {
    let needed: Vec<&str> = params.iter().filter(|p| p.default.is_none()).map(|p| p.name.name.as_str()).collect();
    format!("{name}({})", needed.join(", "))
}

/// `name(a, b = 5)`, as declared.
pub fn signature(name: &str, params: &[Param]) -> String {
    let shown: Vec<String> = params
        .iter()
        .map(|p| match &p.default {
            Some(default) => format!("{} = {}", p.name.name, crate::syntax::print::print_expr(default)),
            None => p.name.name.clone(),
        })
        .collect();
    format!("{name}({})", shown.join(", "))
}

fn unknown_parameter<'a>(of: &str, key: &Ident, names: impl Iterator<Item = &'a str> + Clone) -> Diagnostic {
    let error = Diagnostic::at(Code::UnknownParameter, key.span, format!("`{of}` has no parameter `{}`", key.name));
    match suggest(&key.name, names) {
        Some(near) => error.note(format!("did you mean `{near}`?")),
        None => error,
    }
}

/// The error for a generator as argument of a function that accepts none.
fn no_generator(builtin: &Builtin, g: &Generator) -> Diagnostic {
    let error = Diagnostic::at(Code::Type, g.body.span, format!("`{}` does not take `... for ...`", builtin.name));
    let filtered = g.clauses.iter().any(|clause| !matches!(clause, Clause::For { .. }));
    match builtin.signature.contains("(e") {
        true => error.help(format!(
            "it takes lines: declare `links e of x`, state for each link whether it is drawn, as in `e[a, b] <=> P`, \
             and write `{}`",
            builtin.signature
        )),
        false if filtered => error.help("put it into a list: `[E for x in l where P]`, with a known P"),
        false => error.help("put it into a list: `[E for x in l]`"),
    }
}
