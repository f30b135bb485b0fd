//! Indices of lists that are nested or have keys: elements, and parts such as `x[alice, ..]`.

use super::Elaborator;
use super::value::{Keyed, Keys, Regions, Value};
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::syntax::ast::Expr;
use sator_base::source::Span;
use sator_model::{Enum, EnumId, Kind};
use std::sync::Arc;

/// Whether an index picks a part: a range or a list.
pub(super) fn is_part(index: &Value) -> bool {
    matches!(index, Value::Range(..) | Value::List(_) | Value::Set(_))
}

impl Elaborator {
    /// `..`, `a..`, `..b` as an index: a range, or values of an enum.
    pub(super) fn open_slice(&mut self, from: Option<&Expr>, to: Option<&Expr>, span: Span) -> Result<Value> {
        let Some(end) = from.or(to) else { return Ok(Value::Range(i64::MIN, i64::MAX)) };
        let value = self.expression(end)?;
        if let Value::Enum(id, at) = value {
            let last = self.model.enums[id].values.len() as u32 - 1;
            let (first, last) = if from.is_some() { (at, last) } else { (0, at) };
            return Ok(Value::list((first..=last).map(|at| Value::Enum(id, at))));
        }
        let number = self.known_int(&value, end.span)?;
        if number < 0 {
            let error = Diagnostic::at(Code::Index, span, "a slice has no negative ends: elements count from 1");
            return fail(error.help("without the last element: `l[..size(l) - 1]`; the last two: `l[size(l) - 1..]`"));
        }
        Ok(if from.is_some() { Value::Range(number, i64::MAX) } else { Value::Range(i64::MIN, number) })
    }

    /// `x[i, j, k]`: the element or part for the first index, of it that for the second, and so on. Each can be unknown.
    pub(super) fn index_nested(&mut self, value: &Value, indices: &[(Value, Span)], span: Span) -> Result<Value> {
        let Some(((index, index_span), rest)) = indices.split_first() else { return Ok(value.clone()) };
        let whole = match value {
            Value::Tuple(items) => Value::List(items.clone()),
            Value::List(_) | Value::Keyed(_) => value.clone(),
            other => Value::List(self.list(other, *index_span)?),
        };
        let each = |el: &mut Elaborator, of: &Value| el.each_element(of, |el, item| el.index_nested(item, rest, span));
        if is_part(index) {
            let part = self.part(&whole, index, *index_span)?;
            return each(self, &part);
        }
        if rest.is_empty() {
            return self.element(&whole, (index, *index_span), span);
        }
        if matches!(index, Value::Enum(..) | Value::Str(_) | Value::Region(..)) || self.if_known_int(index).is_some() {
            let row = self.element(&whole, (index, *index_span), span)?;
            return self.index_nested(&row, rest, span);
        }
        // The first index is unknown: the elements for the other indices, then the one among them.
        self.same_lengths(&whole, &rest[0].0, span)?;
        let picked = each(self, &whole)?;
        self.element_or_part(&picked, (index, *index_span), span)
    }

    /// The list for an unknown index of a list of lists: at each place the element that the lists have there.
    pub(super) fn row_at(&mut self, rows: &[Value], index: (&Value, Span), span: Span) -> Result<Value> {
        let as_list =
            |row: &Value| if let Value::Tuple(parts) = row { Value::List(parts.clone()) } else { row.clone() };
        self.element_or_part(&Value::list(rows.iter().map(as_list)), index, span)
    }

    /// The element for an unknown index. Of a list of lists, the list of the elements at each place: `x[p, ..]`.
    fn element_or_part(&mut self, of: &Value, index: (&Value, Span), span: Span) -> Result<Value> {
        let rows = self.list(of, span)?;
        let Some(first @ (Value::List(_) | Value::Keyed(_))) = rows.first() else {
            return self.element(of, index, span);
        };
        let lists = rows.iter().map(|row| self.list(row, span)).collect::<Result<Vec<_>>>()?;
        if let Some(other) = lists.iter().find(|list| list.len() != lists[0].len()) {
            let message = format!("the lists here have {} and {} elements", lists[0].len(), other.len());
            let help = "an unknown index can pick one of several lists only if they have the same length";
            return fail(Diagnostic::at(Code::Index, span, message).help(help));
        }
        let mut at = 0;
        self.each_element(first, |el, _| {
            let mut row = 0;
            let column = el.each_element(of, |_, _| {
                row += 1;
                Ok(lists[row - 1][at].clone())
            })?;
            at += 1;
            el.element_or_part(&column, index, span)
        })
    }

    /// Checks that the lists in a list have one length, if the index into them is unknown.
    fn same_lengths(&self, of: &Value, index: &Value, span: Span) -> Result<()> {
        let lists = self.list(of, span)?;
        let length = |item: &Value| match item {
            Value::Tuple(items) => items.len(),
            other => self.if_list(other).and_then(Result::ok).map_or(0, |items| items.len()),
        };
        let lengths: Vec<usize> = lists.iter().map(length).collect();
        self.tick_many(lengths.iter().sum(), span)?;
        if self.kind(index).is_some()
            && self.if_known_int(index).is_none()
            && let Some(other) = lengths.iter().find(|&&length| length != lengths[0])
        {
            let message = format!("the lists here have {} and {other} elements", lengths[0]);
            let help = "if both indices are unknown, all lists must have the same length";
            return fail(Diagnostic::at(Code::Index, span, message).help(help));
        }
        Ok(())
    }

    /// A list with the same keys and other elements.
    fn each_element(
        &mut self,
        of: &Value,
        mut make: impl FnMut(&mut Elaborator, &Value) -> Result<Value>,
    ) -> Result<Value> {
        Ok(match of {
            Value::Keyed(list) => {
                let items = list.items.iter().map(|item| make(self, item)).collect::<Result<Arc<[Value]>>>()?;
                Value::Keyed(Arc::new(Keyed { keys: list.keys.clone(), items }))
            }
            Value::List(items) => Value::List(items.iter().map(|item| make(self, item)).collect::<Result<_>>()?),
            other => make(self, other)?,
        })
    }

    /// The part of a list that a range, or a list of indices, picks. The whole keeps its keys.
    pub(super) fn part(&mut self, of: &Value, index: &Value, span: Span) -> Result<Value> {
        match (of, index) {
            (_, Value::Range(i64::MIN, i64::MAX)) => Ok(of.clone()),
            (Value::Keyed(list), Value::Range(from, to)) => {
                let Keys::Numbers(low, high) = list.keys else {
                    let error = self.wrong("values that it has elements for", index, span);
                    return fail(error.help("a part goes from one of them to another: `x[mon..wed]`, `x[..]`"));
                };
                let (from, to) = ((*from).max(low), (*to).min(high));
                let part = if from > to { &[] } else { &list.items[(from - low) as usize..=(to - low) as usize] };
                Ok(Value::List(part.into()))
            }
            (_, Value::Range(from, to)) => {
                let list = self.list(of, span)?;
                let (from, to) = ((*from).max(1), (*to).min(list.len() as i64));
                Ok(Value::List(if from > to { Arc::from([]) } else { list[from as usize - 1..to as usize].into() }))
            }
            _ => {
                let indices = self.list(index, span)?;
                let part = indices.iter().map(|index| self.element(of, (index, span), span));
                Ok(Value::List(part.collect::<Result<_>>()?))
            }
        }
    }

    /// The element of a list for an index, which can be unknown.
    pub(super) fn element(&mut self, of: &Value, (index, index_span): (&Value, Span), span: Span) -> Result<Value> {
        let Value::Keyed(list) = of else {
            let items = if let Value::Tuple(items) = of { items.clone() } else { self.list(of, span)? };
            return self.index_list(&items, index, index_span, span);
        };
        match &list.keys {
            Keys::Regions(regions) => self.index_regions(regions, &list.items, index, index_span),
            Keys::Values(id) => self.index_values(*id, &list.items, (index, index_span), span),
            Keys::Numbers(low, high) => self.index_numbers((*low, *high), &list.items, (index, index_span), span),
            Keys::Names(names) => self.index_record(names, &list.items, (index, index_span), span),
        }
    }

    /// The element for a region, given as the region, a cell in it, or its label.
    fn index_regions(&mut self, regions: &Arc<Regions>, items: &[Value], index: &Value, span: Span) -> Result<Value> {
        let region = match index {
            Value::Region(of, _) if Arc::ptr_eq(of, regions) => index.clone(),
            Value::Cell(cell) => self.region_at(regions, *cell),
            Value::Str(label) => self.region_named(regions, label, span)?,
            Value::Int(label) => self.region_named(regions, &label.to_string(), span)?,
            _ => Value::None,
        };
        match region {
            Value::Region(_, at) => Ok(items[at].clone()),
            _ => fail(self.wrong(&format!("a region of `{}`", regions.name), index, span).help(format!(
                "there is one for each region: `[{0}[c]]` is that of the cell c, `[{0}.a]` that of the label a",
                regions.name
            ))),
        }
    }

    /// The element for a value of an enum, which can be unknown.
    fn index_values(&mut self, id: EnumId, items: &[Value], index: (&Value, Span), span: Span) -> Result<Value> {
        match index.0 {
            Value::Enum(of, at) if *of == id => Ok(items[*at as usize].clone()),
            Value::Str(word) => Ok(items[self.value_named(id, word, index.1)?].clone()),
            Value::Expr(..) | Value::Cell(_) if self.kind(index.0) == Some(Kind::Enum(id)) => {
                self.index_list(items, index.0, index.1, span)
            }
            other => {
                let Enum { name, values, .. } = &self.model.enums[id];
                let help = format!("there is one for each value of the enum: `[{}]`", values[0]);
                fail(self.wrong(&format!("a value of `{name}`"), other, index.1).help(help))
            }
        }
    }

    /// The element for a number of a range, which can be unknown.
    fn index_numbers(
        &mut self,
        (low, high): (i64, i64),
        items: &[Value],
        (index, index_span): (&Value, Span),
        span: Span,
    ) -> Result<Value> {
        if let Some(k) = self.if_known_int(index) {
            if !(low..=high).contains(&k) {
                let message = format!("index {k} is outside the list: it goes from {low} to {high}");
                return fail(Diagnostic::at(Code::Index, index_span, message));
            }
            return Ok(items[(k - low) as usize].clone());
        }
        let number = self.number(index, index_span)?;
        let position = self.model.pool.linear(vec![(1, number)], 1 - low);
        let position = self.overflow(position, index_span)?;
        let position = self.expr_as_value(position, Kind::Int);
        self.index_list(items, &position, index_span, span)
    }

    /// A field of a record by its name, by the enum value of that name, which can be unknown, or by its position.
    fn index_record(
        &mut self,
        names: &[Arc<str>],
        items: &[Value],
        (index, index_span): (&Value, Span),
        span: Span,
    ) -> Result<Value> {
        match (index, self.kind(index)) {
            (Value::Str(name), _) => self.field_named(names, items, name, index_span),
            (Value::Enum(id, at), _) => {
                let name = self.model.enums[*id].values[*at as usize].clone();
                self.field_named(names, items, &name, index_span)
            }
            (_, Some(Kind::Enum(id))) => {
                let values = self.model.enums[id].values.clone();
                let fields: Result<Vec<Value>> =
                    values.iter().map(|name| self.field_named(names, items, name, index_span)).collect();
                self.index_values(id, &fields?, (index, index_span), span)
            }
            _ => self.index_list(items, index, index_span, span),
        }
    }
}
