//! Generators: `E for a in l, k in 1..9 where P`, as values, each with the condition under which it counts.

use super::Elaborator;
use super::statement::turn_names;
use super::value::{Item, Keys, Value};
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::syntax::ast::{Clause, CompareOp, Expr, ExprKind, Generator, Ident};
use sator_base::source::Span;
use sator_model::node::TRUE;
use sator_model::{ExprId, LineKind};
use std::sync::Arc;

/// A list that grew larger than this leaves no buffer.
const LARGEST_BUFFER: usize = 1 << 10;

/// Whether the innermost loop continues.
#[derive(PartialEq)]
enum Flow {
    On,
    Stop,
}

type Visit<'a> = &'a mut dyn FnMut(&mut Elaborator, ExprId) -> Result<()>;

impl Elaborator {
    /// All items, in order.
    pub(super) fn items(&mut self, g: &Generator) -> Result<Vec<Item>> {
        let bare = match &g.body.kind {
            ExprKind::Name(name) => binds(&g.clauses, name),
            _ => false,
        };
        let first = g.clauses.iter().find_map(|clause| match clause {
            Clause::For { names, .. } => Some(if let [one] = &names[..] { Some(one.name.as_str()) } else { None }),
            _ => None,
        });
        let first = first.flatten();
        let mut items = Vec::new();
        self.each_value(g, &mut |el, value, guard| {
            let subject = first.and_then(|name| el.scope.local(name).cloned());
            el.room_to_push(&items, g.body.span)?;
            items.push(Item { value, span: g.body.span, guard, bare, subject });
            Ok(())
        })?;
        Ok(items)
    }

    /// An error if there is no memory for this many things more. A list that doubles would exceed the limit long before
    /// the next check.
    pub(super) fn room_for<T>(&self, things: usize, span: Span) -> Result<()> {
        self.limits.check_memory(things, size_of::<T>() as u64).map_err(|reason| Diagnostic::stopped(reason, span))
    }

    /// An error if a full list can't double.
    fn room_to_push<T>(&self, list: &Vec<T>, span: Span) -> Result<()> {
        if list.len() < list.capacity() { Ok(()) } else { self.room_for::<T>(list.len(), span) }
    }

    /// The value of each turn, with its guard.
    fn each_value(
        &mut self,
        g: &Generator,
        take: &mut dyn FnMut(&Elaborator, Value, ExprId) -> Result<()>,
    ) -> Result<()> {
        self.each_turn(&g.clauses, false, &mut |el, guard| {
            let value = el
                .expression(&g.body)
                .map_err(|error| el.add_turn_to_error(error, &turn_names(&g.clauses), g.body.span))?;
            take(el, value, guard)
        })
    }

    /// The values of a generator whose `where` must be known.
    pub(super) fn known_items(&mut self, g: &Generator, what: &str) -> Result<Arc<[Value]>> {
        // Most lists are short, so they grow in buffers. A list within a list takes the next buffer.
        let (mut values, mut known) = (self.buffers.pop().unwrap_or_default(), true);
        self.each_value(g, &mut |el, value, guard| {
            known &= guard == TRUE;
            el.room_to_push(&values, g.body.span)?;
            values.push(value);
            Ok(())
        })?;
        match known {
            true => {
                // Sharing the values of a list copies them once more.
                self.room_for::<Value>(values.len(), g.body.span)?;
                let list = values.drain(..).collect();
                if values.capacity() <= LARGEST_BUFFER {
                    self.buffers.push(values);
                }
                Ok(list)
            }
            false => fail(self.unknown_filter(&g.clauses, what)),
        }
    }

    pub(super) fn unknown_filter(&self, clauses: &[Clause], what: &str) -> Diagnostic {
        let mut spans = clauses.iter().filter_map(|c| match c {
            Clause::Where(e) | Clause::While(e) => Some(e.span),
            Clause::For { .. } => None,
        });
        let span = spans.next().unwrap_or(Span::new(sator_base::source::SourceId(0), 0, 0));
        let mut error = Diagnostic::at(
            Code::NotKnown,
            span,
            format!("in {what} this must be known now, but it depends on unknowns"),
        );
        let asks_for_place = clauses.iter().any(|clause| match clause {
            Clause::Where(e) | Clause::While(e) => is_membership(e),
            Clause::For { .. } => false,
        });
        if asks_for_place {
            error = error.note("`in` compares values: `contains(l, c)` asks whether the place c is in the list l");
        }
        error
            .help("a condition on unknowns can filter `all any none count sum product min max distinct connected`, but no list, because the length of a list must be known")
    }

    /// Calls `visit` in each turn, with the loop variables bound and the guard of that turn.
    pub(super) fn each_turn(&mut self, clauses: &[Clause], apart: bool, visit: Visit) -> Result<()> {
        let at = self.scope.enter();
        let mut prefixes = vec![TRUE; clauses.len()];
        let done = self.turns(clauses, 0, TRUE, &mut prefixes, apart, visit);
        self.scope.leave(at);
        done.map(|_| ())
    }

    fn turns(
        &mut self,
        clauses: &[Clause],
        at: usize,
        guard: ExprId,
        prefixes: &mut [ExprId],
        apart: bool,
        visit: Visit,
    ) -> Result<Flow> {
        let Some(clause) = clauses.get(at) else {
            visit(self, guard)?;
            return Ok(Flow::On);
        };
        match clause {
            Clause::For { names, iterable } => {
                let value = self.expression(iterable)?;
                let list = self.turns_of(&value, iterable.span)?;
                let tokens = self.tokens_of_turns(&value);
                tokens.iter().for_each(|&token| self.note_read(token));
                prefixes[at + 1..].fill(TRUE);
                let here = self.scope.enter();
                let texts: Vec<Arc<str>> = names.iter().map(|name| name.name.as_str().into()).collect();
                let outer = self.reading;
                if !apart {
                    self.reading = Default::default();
                }
                for (turn, item) in list.iter().enumerate() {
                    self.step(iterable.span)?;
                    self.tick_many(item.length(), iterable.span)?;
                    let before = self.reading;
                    tokens.get(turn).into_iter().for_each(|&token| self.reading.read(token));
                    self.bind_pattern(names, &texts, item, iterable.span)?;
                    let flow = self.turns(clauses, at + 1, guard, prefixes, apart, visit)?;
                    self.scope.leave(here);
                    self.scope.enter();
                    if apart {
                        self.reading = before;
                    }
                    if flow == Flow::Stop {
                        break;
                    }
                }
                if !apart {
                    let inner = std::mem::replace(&mut self.reading, outer);
                    self.reading.read_all(inner);
                }
                self.scope.leave(here);
                Ok(Flow::On)
            }
            Clause::Where(p) => {
                let value = self.expression(p)?;
                let p = self.condition(&value, p.span)?;
                let guard = if p == TRUE { guard } else { self.model.pool.and([guard, p]) };
                if self.model.pool.constant(guard) == Some(0) {
                    return Ok(Flow::On);
                }
                self.turns(clauses, at + 1, guard, prefixes, apart, visit)
            }
            Clause::While(p) => {
                let value = self.expression(p)?;
                let p = self.condition(&value, p.span)?;
                if p == TRUE && prefixes[at] == TRUE {
                    return self.turns(clauses, at + 1, guard, prefixes, apart, visit);
                }
                prefixes[at] = self.model.pool.and([prefixes[at], p]);
                if self.model.pool.constant(prefixes[at]) == Some(0) {
                    return Ok(Flow::Stop);
                }
                let guard = self.model.pool.and([guard, prefixes[at]]);
                self.turns(clauses, at + 1, guard, prefixes, apart, visit)
            }
        }
    }

    /// The elements that a loop runs through; `(clue, line)` pairs for an outside picture.
    fn turns_of(&self, value: &Value, span: Span) -> Result<Arc<[Value]>> {
        if let Value::Lines(drawn) = value {
            let name = &self.lines(drawn.id).name;
            let error = Diagnostic::at(Code::Type, span, format!("a loop can't run through {}", value.type_name()));
            return fail(error.help(match drawn.kind {
                LineKind::Partition => format!(
                    "its pieces are not known yet: loop over `cells({name})`, and use `same({name}, c, d)` and \
                     `piece_size({name}, c)`"
                ),
                LineKind::Links => format!(
                    "loop over `cells({name})` with `degree({name}, c)`, or `for c, d in adjacent(cells)` with `{name}[c, d]`"
                ),
                LineKind::Fences => format!("loop over `cells({name})` with `around({name}, c)`, or `corners({name})`"),
            }));
        }
        self.list(value, span)
    }

    /// Binds loop variables: one name to the item, several names to the parts of a tuple.
    fn bind_pattern(&mut self, names: &[Ident], texts: &[Arc<str>], item: &Value, span: Span) -> Result<()> {
        if let [name] = texts {
            self.scope.bind(name.clone(), item.clone());
            return Ok(());
        }
        let parts = match item {
            Value::Tuple(parts) | Value::List(parts) => {
                Some((parts, if let Value::Tuple(_) = item { "tuples" } else { "lists" }))
            }
            Value::Keyed(list) if let Keys::Names(_) = list.keys => Some((&list.items, "records")),
            _ => None,
        };
        let parts = match parts {
            Some((parts, _)) if parts.len() == names.len() => parts,
            Some((parts, kind)) => {
                let message = format!("{} names for {kind} of {}", names.len(), parts.len());
                return fail(
                    Diagnostic::at(Code::Type, names[0].span.to(names[names.len() - 1].span), message).label(span, ""),
                );
            }
            None => {
                let message =
                    format!("{} names, but the items are not tuples: this has {}", names.len(), item.type_name());
                let through = self.sources.slice(span);
                let each: Vec<String> = names.iter().map(|name| format!("{} in {through}", name.name)).collect();
                let help = format!(
                    "to combine each item of one with each of the other write `for {}`; `pairs(l)`, `zip(a, b)` and `adjacent(x)` make tuples",
                    each.join(", ")
                );
                return fail(Diagnostic::at(Code::Type, span, message).help(help));
            }
        };
        for (name, part) in texts.iter().zip(parts.iter()) {
            self.scope.bind(name.clone(), part.clone());
        }
        Ok(())
    }
}

/// Whether one of the clauses binds the name.
fn binds(clauses: &[Clause], name: &str) -> bool {
    clauses.iter().any(|c| matches!(c, Clause::For { names, .. } if names.iter().any(|n| n.name == name)))
}

/// Whether a condition is `a in l`, or its negation.
fn is_membership(condition: &Expr) -> bool {
    match &condition.kind {
        ExprKind::Not(inner) | ExprKind::Paren(inner) => is_membership(inner),
        ExprKind::Compare { ops, .. } => ops.iter().any(|(op, _)| matches!(op, CompareOp::In | CompareOp::NotIn)),
        _ => false,
    }
}
