//! An index in brackets after a value.

use super::Elaborator;
use super::array_index::is_part;
use super::value::{Block, Clues, Regions, Value};
use super::word::part_of_word;
use crate::diagnostic::{Code, Diagnostic, Help, Result, fail};
use crate::syntax::ast::{Expr, ExprKind};
use sator_base::source::Span;
use sator_model::{CellId, Enum, EnumId, Kind};
use std::sync::Arc;

impl Elaborator {
    pub(super) fn index(&mut self, base: &Expr, args: &[Expr], span: Span) -> Result<Value> {
        let value = self.expression(base)?;
        if let (ExprKind::Index { base: grid, args: first }, Value::Cell(_), [i], [j]) =
            (&base.kind, &value, indices_of(base), args)
            && first.len() == 1
            && let Value::Grid(_) | Value::Block(_) = self.expression(grid)?
        {
            return fail(self.two_indices(grid, i, j, span));
        }
        let (one, several);
        let indices: &[Value] = match args {
            [only] => {
                one = [self.expression(only)?];
                &one
            }
            _ => {
                several = self.expressions(args)?;
                &several
            }
        };
        let at = args[0].span.to(args[args.len() - 1].span);
        // A tuple stands for its parts: `x[p]` with p = (1, 2).
        let indices = match indices {
            [Value::Tuple(parts)] if parts.len() > 1 => &parts[..],
            _ => indices,
        };
        let span_of = |k: usize| args.get(k).map_or(at, |arg| arg.span);
        if let Some(block) = self.as_block(&value)
            && indices.len() == 2
        {
            if indices.iter().any(is_part) {
                let rows = Value::List(self.block_rows(block).into());
                return self.index_nested(&rows, &with_spans(indices, span_of), span);
            }
            return self.index_grid(block, (&indices[0], span_of(0)), (&indices[1], span_of(1)), at);
        }
        if let Value::Lines(drawn) = &value {
            return match indices {
                [c, d] => self.index_lines(drawn, (c, span_of(0)), (d, span_of(1))),
                _ => fail(
                    Diagnostic::at(Code::Arity, at, "a stroke is picked by two cells, or by a cell and a direction")
                        .help(format!("write `{0}[c, d]` or `{0}[c, up]`", self.lines(drawn.id).name)),
                ),
            };
        }
        if let (Value::GraphLinks(links), [p, q]) = (&value, indices) {
            return self.index_graph_links(links, (p, span_of(0)), (q, span_of(1)));
        }
        if let (Value::Clues(_) | Value::Regions(_), [i, j]) = (&value, indices) {
            return self.index_picture(&value, (i, span_of(0)), (j, span_of(1)), at);
        }
        if let (Value::List(_) | Value::Tuple(_) | Value::Keyed(_), [_, _, ..]) = (&value, indices) {
            return self.index_nested(&value, &with_spans(indices, span_of), at);
        }
        if indices.len() != 1 {
            return fail(Diagnostic::at(Code::Arity, at, format!("{} takes one index here", value.type_name())));
        }
        self.index_one(&value, base, &indices[0], args[0].span, span)
    }

    /// The element or part for one index.
    fn index_one(&mut self, value: &Value, base: &Expr, index: &Value, index_span: Span, span: Span) -> Result<Value> {
        match (value, index) {
            (Value::Regions(regions), Value::Cell(cell)) => {
                self.check_inside(*cell, &regions.name, (regions.rows, regions.cols), index_span)?;
                Ok(self.region_at(regions, *cell))
            }
            (Value::Regions(regions), Value::Str(label)) => self.region_named(regions, label, index_span),
            (Value::Regions(regions), Value::Int(label)) => self.region_named(regions, &label.to_string(), index_span),
            (Value::Regions(_), other) => self.wrong_type("a cell or a label", other, index_span),
            (Value::Clues(clues), Value::Cell(cell)) if !self.is_list(clues) => {
                if clues.of.is_some()
                    && self.clues_grid(clues).is_none()
                    && let Some(error) = self.no_grid_of(value, base.span)
                {
                    return fail(error);
                }
                self.check_inside(*cell, &clues.name, (clues.rows, clues.cols), index_span)?;
                let (row, col) = self.model.position(*cell);
                Ok(self.clue_at(clues, row * clues.cols + col))
            }
            (Value::Clues(clues), other) if !self.is_list(clues) => {
                let error = self.wrong("a cell, or a row and a column", other, index_span);
                fail(error.help(format!("write `{0}[c]` or `{0}[i, j]`", clues.name)))
            }
            (Value::Grid(grid), Value::Cell(cell)) => {
                let g = self.model.grid(*grid);
                self.check_inside(*cell, &g.name, (g.rows, g.cols), index_span)?;
                let (row, col) = self.model.position(*cell);
                Ok(g.cell(row as i64, col as i64).map_or(Value::None, Value::Cell))
            }
            (Value::Str(word), Value::Range(from, to)) => {
                self.tick_many(word.len(), index_span)?;
                Ok(part_of_word(word, *from, *to))
            }
            _ if is_part(index) => {
                let whole = if let Value::Tuple(items) = value { Value::List(items.clone()) } else { value.clone() };
                self.list(&whole, base.span)?;
                self.part(&whole, index, index_span)
            }
            (Value::Tuple(_) | Value::Keyed(_), _) => self.element(value, (index, index_span), span),
            _ => {
                let list = self.list(value, base.span)?;
                self.index_list(&list, index, index_span, span)
            }
        }
    }

    /// The error for `x[1][1]`, which is written `x[1, 1]`.
    pub(super) fn two_indices(&self, grid: &Expr, i: &Expr, j: &Expr, span: Span) -> Diagnostic {
        let text = |e: &Expr| self.sources.slice(e.span).to_string();
        let zero = [i, j].iter().any(|e| e.kind == ExprKind::Int(0));
        let index = |e: &Expr| match e.kind {
            ExprKind::Int(k) if zero => (k + 1).to_string(),
            _ => text(e),
        };
        let counts =
            if zero { "; rows and columns count from 1" } else { ": first the row, then the column, both from 1" };
        let cell = format!("{}[{}, {}]", text(grid), index(i), index(j));
        Diagnostic::at(Code::Type, span, "a cell has no parts").help(Help::write(cell).and(counts))
    }

    /// Checks that the picture has a place for this cell.
    pub(super) fn check_inside(
        &self,
        cell: CellId,
        name: &str,
        (rows, cols): (usize, usize),
        span: Span,
    ) -> Result<()> {
        let (row, col) = self.model.position(cell);
        if row < rows && col < cols {
            return Ok(());
        }
        let cell = self.model.cell_name(cell);
        fail(Diagnostic::at(Code::Index, span, format!("{cell} is outside of `{name}`, which is {rows}x{cols}")))
    }

    /// The clue at this position of a picture; notes that it is read.
    pub(super) fn clue_at(&mut self, clues: &Clues, at: usize) -> Value {
        self.note_read(clues.spans[at]);
        if !matches!(clues.places[at], Value::None) {
            self.reading.read(clues.spans[at]);
        }
        clues.places[at].clone()
    }

    /// `number[i, j]`, `cage[i, j]`: row and column of the picture, from 1.
    pub(super) fn index_picture(
        &mut self,
        picture: &Value,
        row: (&Value, Span),
        col: (&Value, Span),
        at: Span,
    ) -> Result<Value> {
        let (i, j) = (self.known_int(row.0, row.1)?, self.known_int(col.0, col.1)?);
        let (rows, cols) = match picture {
            Value::Clues(c) => (c.rows, c.cols),
            Value::Regions(r) => (r.rows, r.cols),
            _ => (0, 0),
        };
        if !(1..=rows as i64).contains(&i) || !(1..=cols as i64).contains(&j) {
            let message = format!("there is nothing at [{i}, {j}]: rows go from 1 to {rows}, columns from 1 to {cols}");
            return fail(Diagnostic::at(Code::Index, at, message));
        }
        let place = (i as usize - 1) * cols + j as usize - 1;
        Ok(match picture {
            Value::Clues(clues) => self.clue_at(&clues.clone(), place),
            Value::Regions(regions) => {
                regions.places[place].map_or(Value::None, |at| Value::Region(regions.clone(), at))
            }
            _ => Value::None,
        })
    }

    /// `list[i]`, counted from 1; `i` can be unknown. A value of an enum picks the element at its place.
    pub(super) fn index_list(&mut self, list: &[Value], index: &Value, index_span: Span, span: Span) -> Result<Value> {
        if let Some(Kind::Enum(id)) = self.kind(index) {
            let place = self.place_in_enum(id, list.len(), index, index_span)?;
            return self.index_list(list, &place, index_span, span);
        }
        if let Some(k) = self.if_known_int(index) {
            if k >= 1 && k <= list.len() as i64 {
                return Ok(list[k as usize - 1].clone());
            }
            let message = match list.len() {
                0 => format!("index {k}, but the list is empty"),
                n => format!("index {k} is outside the list: it goes from 1 to {n}"),
            };
            let error = Diagnostic::at(Code::Index, index_span, message);
            // In `x[0][0]` this is the first of two indices.
            let after = &self.sources.get(span.source).text[span.end as usize..];
            let second = after.strip_prefix('[').and_then(|rest| rest.split(']').next());
            return fail(
                match second
                    .filter(|j| j.bytes().all(|b| b.is_ascii_digit()) && matches!(list[..], [Value::Cell(_), ..]))
                {
                    Some(j) => {
                        let grid = self.sources.slice(span).split('[').next().unwrap_or_default();
                        let j = j.parse::<i64>().unwrap_or(0);
                        error.help(format!(
                            "a cell is picked by row and column, which count from 1: `{grid}[{}, {}]`",
                            k + i64::from(k == 0 || j == 0),
                            j + i64::from(k == 0 || j == 0)
                        ))
                    }
                    None if k == 0 => error.help("the first element is number 1"),
                    None if k < 0 => {
                        error.help("elements are counted from the first, which is 1; the last is `last(l)`")
                    }
                    None => error,
                },
            );
        }
        let Some(first) = list.first() else {
            return fail(Diagnostic::at(Code::Index, span, "an empty list can't have an unknown index"));
        };
        if let Value::List(_) | Value::Tuple(_) | Value::Keyed(_) = first {
            return self.row_at(list, (index, index_span), span);
        }
        let index = self.number(index, index_span)?;
        let kind = self.kind(first);
        match kind {
            Some(Kind::Enum(_)) => {
                let positions = list.iter().map(|v| self.enum_position(v, span)).collect::<Result<Vec<_>>>()?;
                let e = self.model.pool.element(&positions, index);
                let e = self.overflow(e, span)?;
                Ok(self.expr_as_value(e, kind.unwrap_or(Kind::Int)))
            }
            _ if list.iter().any(Value::is_fraction) => self.fraction_element(list, index, span),
            _ => {
                let numbers = list.iter().map(|v| self.number(v, span)).collect::<Result<Vec<_>>>()?;
                let e = self.model.pool.element(&numbers, index);
                let e = self.overflow(e, span)?;
                if kind == Some(Kind::Bool) && list.iter().all(|v| self.kind(v) == Some(Kind::Bool)) {
                    let one = self.model.pool.int(1);
                    let holds = self.model.pool.eq(e, one);
                    let holds = self.overflow(holds, span)?;
                    return Ok(self.condition_as_value(holds));
                }
                Ok(self.expr_as_value(e, Kind::Int))
            }
        }
    }

    /// The number of an enum's value, from 1, as an index of a list with an element for each value.
    fn place_in_enum(&mut self, id: EnumId, length: usize, index: &Value, span: Span) -> Result<Value> {
        let Enum { name, values, .. } = &self.model.enums[id];
        if values.len() != length {
            let message =
                format!("a list of {length} has no element for each of the {} values of `{name}`", values.len());
            let help = format!(
                "write a list of {}, in the order of the enum: `[{}, ...]` is its first element",
                values.len(),
                values[0]
            );
            return fail(Diagnostic::at(Code::Index, span, message).help(help));
        }
        let position = self.enum_position(index, span)?;
        let number = self.model.pool.linear(vec![(1, position)], 1);
        let number = self.overflow(number, span)?;
        Ok(self.expr_as_value(number, Kind::Int))
    }

    /// `x[i, j]`: row and column, counted from 1; either can be unknown.
    pub(super) fn index_grid(
        &mut self,
        block: Block,
        row: (&Value, Span),
        col: (&Value, Span),
        span: Span,
    ) -> Result<Value> {
        if let (Some(i), Some(j)) = (self.if_known_int(row.0), self.if_known_int(col.0)) {
            let inside = (1..=block.height as i64).contains(&i) && (1..=block.width as i64).contains(&j);
            if !inside {
                let message = format!(
                    "there is no cell [{i}, {j}]: rows go from 1 to {}, columns from 1 to {}",
                    block.height, block.width
                );
                return fail(Diagnostic::at(Code::Index, span, message));
            }
            let (i, j) = (i + block.row as i64, j + block.col as i64);
            return self.cell_at(block.grid, i, j, span).map(Value::Cell);
        }
        // A lookup with an unknown row counts its work by itself.
        if self.if_known_int(row.0).is_some() {
            self.tick_many(block.height * block.width, span)?;
        }
        let lines = self.block_rows(block);
        for line in &lines {
            if self.list(line, span)?.len() < block.width {
                return fail(Diagnostic::at(Code::Index, span, "a grid with holes can't have an unknown index"));
            }
        }
        self.index_nested(&Value::List(lines.into()), &[(row.0.clone(), row.1), (col.0.clone(), col.1)], span)
    }

    pub(super) fn region_at(&self, regions: &Arc<Regions>, cell: CellId) -> Value {
        let (row, col) = self.model.position(cell);
        let inside = row < regions.rows && col < regions.cols;
        match inside.then(|| regions.places[row * regions.cols + col]).flatten() {
            Some(at) => Value::Region(regions.clone(), at),
            None => Value::None,
        }
    }
}

/// The indices of `base[...]`.
pub(super) fn indices_of(expr: &Expr) -> &[Expr] {
    if let ExprKind::Index { args, .. } = &expr.kind { args } else { &[] }
}

/// The indices, each with its span.
fn with_spans(indices: &[Value], span_of: impl Fn(usize) -> Span) -> Vec<(Value, Span)> {
    indices.iter().enumerate().map(|(k, index)| (index.clone(), span_of(k))).collect()
}
