//! A field after a dot.

use super::Elaborator;
use super::scope::suggest;
use super::value::{Keys, Regions, Value};
use crate::diagnostic::{Code, Diagnostic, Help, Result, fail};
use crate::syntax::ast::{Expr, ExprKind};
use sator_base::source::Span;
use sator_model::EnumId;
use std::sync::Arc;

impl Elaborator {
    pub(super) fn field(&mut self, value: &Value, base: &Expr, field: &str, span: Span) -> Result<Value> {
        match value {
            Value::Regions(regions) => self.region_named(regions, field, span),
            Value::Keyed(list) => match &list.keys {
                Keys::Regions(regions) => match self.region_named(regions, field, span)? {
                    Value::Region(_, at) => Ok(list.items[at].clone()),
                    other => Ok(other),
                },
                Keys::Values(id) => Ok(list.items[self.value_named(*id, field, span)?].clone()),
                Keys::Names(names) => self.field_named(names, &list.items, field, span),
                Keys::Numbers(..) => fail(
                    Diagnostic::at(Code::Type, span, format!("{} has no `.{field}`", value.type_name()))
                        .help(Help::write(format!("{}[{field}]", self.sources.slice(base.span)))),
                ),
            },
            Value::List(rows) if rows.iter().all(is_record) => rows
                .iter()
                .map(|row| match row {
                    Value::Keyed(row) if let Keys::Names(names) = &row.keys => {
                        self.field_named(names, &row.items, field, span)
                    }
                    _ => self.wrong_type("a record", row, span),
                })
                .collect::<Result<Arc<[Value]>>>()
                .map(Value::List),
            Value::Grid(grid) => match crate::syntax::place_name(field) {
                Some((Some(row), Some(col))) => self.cell_at(*grid, row as i64, col as i64, span).map(Value::Cell),
                Some((row, col)) => self.line_of(*grid, row.map(i64::from), col.map(i64::from), span),
                None => fail(self.no_field_of_grid(base, field, span)),
            },
            Value::Graph(graph) if let Some(id) = graph.words => {
                Ok(Value::Enum(id, self.value_named(id, field, span)? as u32))
            }
            Value::EnumType(id) => Ok(Value::Enum(*id, self.value_named(*id, field, span)? as u32)),
            Value::Outside(outside) => match outside.sides.iter().find(|(s, ..)| s.name() == field) {
                Some((_, clues, row)) => {
                    let (clues, row) = (clues.clone(), *row);
                    let side = outside.spans.iter().filter(|s| row.start <= s.start && s.end <= row.end);
                    side.for_each(|&token| self.reads.note(token));
                    Ok(Value::List(clues))
                }
                None => {
                    fail(Diagnostic::at(Code::UnknownName, span, format!("`{}` has no side `{field}`", outside.name)))
                }
            },
            other => fail(self.no_fields(other, base, field)),
        }
    }

    fn no_field_of_grid(&self, base: &Expr, field: &str, span: Span) -> Diagnostic {
        let error = Diagnostic::at(Code::UnknownName, span, format!("a grid has no `.{field}`"));
        match field {
            "row" => return error.help("a row is `x.r1`, or `rows(x)[1]`"),
            "col" | "column" => return error.help("a column is `x.c1`, or `cols(x)[1]`"),
            "T" => return error.help("the columns of a grid are `cols(x)`"),
            _ => {}
        }
        match super::builtins::find(field) {
            Some(f) => {
                let more = if f.arity.contains(&1) { "" } else { ", ..." };
                error.help(Help::write(format!("{}({}{more})", f.name, self.sources.slice(base.span))))
            }
            None => error.help("cells, rows and columns are `.r3c4`, `.r3`, `.c4`"),
        }
    }

    /// The error for a field of a value that has none.
    fn no_fields(&self, value: &Value, base: &Expr, field: &str) -> Diagnostic {
        let message = format!("{} has no parts to pick with `.`", value.type_name());
        let error = Diagnostic::at(Code::Type, base.span, message);
        let text = self.sources.slice(base.span);
        if let Value::List(items) = value
            && items.iter().any(|item| matches!(item, Value::Str(word) if **word == *field))
        {
            return error
                .help("the first line of a table of words names its columns with `csv(\"file.csv\", header: true)`");
        }
        if field.bytes().all(|b| b.is_ascii_digit()) {
            return error.help(Help::write(format!("{text}[{field}]")));
        }
        if crate::syntax::place_name(&format!("{text}{field}")).is_some() {
            return error.help(Help::write(format!("{text}{field}")));
        }
        match super::builtins::find(field).filter(|f| f.arity.contains(&1)) {
            Some(f) => error.help(Help::write(format!("{}({text})", f.name))),
            None => error.help(
                "`.` picks a region of a regions picture (`cage.a`), a cell of a grid (`y.r1c2`) or an enum value",
            ),
        }
    }

    /// `rows[i].x` for an unknown `i`: an element of the column `rows.x`. Other columns can hold words, of which no unknown can
    /// choose one.
    pub(super) fn column_at(&mut self, row: &Expr, field: &str, span: Span) -> Result<Option<Value>> {
        let ExprKind::Index { base: rows, args } = &row.kind else { return Ok(None) };
        let [at] = &args[..] else { return Ok(None) };
        let table = self.expression(rows)?;
        if !matches!(&table, Value::List(rows) if rows.first().is_some_and(is_record)) {
            return Ok(None);
        }
        let index = self.expression(at)?;
        if self.kind(&index).is_none() || self.if_known_int(&index).is_some() {
            return Ok(None);
        }
        let column = self.field(&table, rows, field, span)?;
        let column = self.list(&column, span)?;
        self.index_list(&column, &index, at.span, span).map(Some)
    }

    pub(super) fn region_named(&self, regions: &Arc<Regions>, label: &str, span: Span) -> Result<Value> {
        if let Some(at) = regions.labels.iter().position(|l| &**l == label) {
            return Ok(Value::Region(regions.clone(), at));
        }
        let mut error = Diagnostic::at(Code::UnknownName, span, format!("`{}` has no region `{label}`", regions.name));
        if let Some(near) = suggest(label, regions.labels.iter().map(|l| &**l)) {
            error = error.help(Help::did_you_mean(near));
        }
        fail(error)
    }

    /// The field of a record.
    pub(super) fn field_named(&self, names: &[Arc<str>], items: &[Value], field: &str, span: Span) -> Result<Value> {
        if let Some(at) = names.iter().position(|name| **name == *field) {
            return Ok(items[at].clone());
        }
        let error = Diagnostic::at(Code::UnknownName, span, format!("this record has no `{field}`"));
        fail(match suggest(field, names.iter().map(|name| &**name)) {
            Some(near) => error.help(Help::did_you_mean(near)),
            None => error.help(format!("it has {}", names.join(", "))),
        })
    }

    /// The position of a value in its enum, from 0.
    pub(super) fn value_named(&self, id: EnumId, name: &str, span: Span) -> Result<usize> {
        let declared = &self.model.enums[id];
        if let Some(at) = declared.values.iter().position(|v| v == name) {
            return Ok(at);
        }
        let error = Diagnostic::at(Code::UnknownName, span, format!("enum {} has no `{name}`", declared.name));
        fail(match suggest(name, declared.values.iter().map(String::as_str)) {
            Some(near) => error.help(Help::did_you_mean(near)),
            None => error,
        })
    }
}

/// Whether a value is a record, such as a row of a table.
fn is_record(value: &Value) -> bool {
    matches!(value, Value::Keyed(list) if matches!(list.keys, Keys::Names(_)))
}
