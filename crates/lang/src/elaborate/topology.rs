//! Links, fences and partitions: their declarations, and the unknown at an index.

use super::Elaborator;
use super::direction::DIRECTIONS;
use super::value::{DrawnLines, Value};
use crate::diagnostic::{Code, Diagnostic, Help, Result, fail};
use crate::syntax::ast::{self, Ident};
use crate::syntax::print::print_expr;
use sator_base::source::Span;
use sator_base::text::{clip, counted};
use sator_model::graph::{Edge, Structure};
use sator_model::node::{FALSE, TRUE};
use sator_model::{CellId, Domain, ExprId, GraphRef, Kind, LineKind, Lines, LinesId, NO_END, UnknownId};
use std::sync::Arc;

/// Lists of cells with longer text are not written out.
const LONGEST_LIST: usize = 60;

impl Elaborator {
    pub(super) fn declare_lines(
        &mut self,
        hidden: bool,
        kind: LineKind,
        name: &Ident,
        of: Option<&Ident>,
        domain: Option<&ast::Domain>,
        span: Span,
    ) -> Result<()> {
        let drawn = self.add_drawn(hidden, kind, name, (of, domain), span)?;
        self.scope.declare(&name.name, Value::Lines(Arc::new(drawn)));
        self.check_size(name.span)
    }

    pub(super) fn declare_partition(
        &mut self,
        hidden: bool,
        name: &Ident,
        of: Option<&Ident>,
        seeds: Option<&ast::Seeds>,
        span: Span,
    ) -> Result<()> {
        let mut drawn = self.add_drawn(hidden, LineKind::Partition, name, (of, None), span)?;
        let from = self.model.constraints.len();
        let closed = self.model.pool.closed(&drawn.graph);
        if closed != TRUE {
            // With seeds the conditions count as one statement.
            let reason = seeds.map_or_else(|| "no border ends inside a piece".into(), |s| seeds_text(s.count, &s.of));
            self.with_reason(reason, |el| el.assert(closed, span, None))?;
        }
        self.record_partition(drawn.id, None, from, span);
        if let Some(seeds) = seeds {
            let from = self.model.constraints.len();
            let reason = seeds_text(seeds.count, &seeds.of);
            let owners = self.with_reason(reason, |el| el.seed_partition(&drawn, seeds, span))?;
            for (count, of) in &seeds.also {
                let reason = seeds_text(*count, of);
                self.with_reason(reason, |el| el.share_out(drawn.id, &owners, *count, of, span))?;
            }
            drawn.owners = Some(Arc::new(owners));
            self.record_partition(drawn.id, Some(seeds), from, span);
        }
        self.scope.declare(&name.name, Value::Lines(Arc::new(drawn)));
        self.check_size(name.span)
    }

    /// Adds the unknowns of lines on a grid, and their graph.
    fn add_drawn(
        &mut self,
        hidden: bool,
        kind: LineKind,
        name: &Ident,
        (of, domain): (Option<&Ident>, Option<&ast::Domain>),
        span: Span,
    ) -> Result<DrawnLines> {
        self.check_new(name)?;
        let grid = self.picture_grid(of, name.span)?;
        let content = match domain {
            None => (Kind::Bool, Domain::range(0, 1)),
            Some(domain) => self.link_numbers(domain, name.span)?,
        };
        let hidden = hidden || (!self.scope.is_global() && self.frame.is_some());
        let id = self.model.add_lines(&self.unused_name(&name.name), kind, grid, content, hidden);
        let graph = self.lines_graph(id, span)?;
        let unknowns: Vec<UnknownId> = self.lines(id).unknowns().collect();
        let strokes = unknowns.into_iter().map(|u| self.unknown_value(u)).collect();
        Ok(DrawnLines { id, kind, graph, strokes, owners: None })
    }

    pub(super) fn link_numbers(&mut self, domain: &ast::Domain, span: Span) -> Result<(Kind, Domain)> {
        let content = self.domain(domain)?;
        match content.0 {
            Kind::Int if content.1.max() == NO_END => fail(
                Diagnostic::at(Code::Domain, span, "the number of links needs an upper end")
                    .help("write the largest number: `links b of x in 0..2`"),
            ),
            Kind::Int if content.1.min() < 0 => fail(
                Diagnostic::at(Code::Domain, span, format!("two cells can't have {} links", content.1.min()))
                    .help("links are yes/no, or numbers from 0: `links b of x in 0..2`"),
            ),
            Kind::Enum(_) => fail(
                Diagnostic::at(Code::Domain, span, "links are yes/no or numbers, not values of an enum")
                    .help("write `links e of x`, or `links b of x in 0..2`"),
            ),
            _ => Ok(content),
        }
    }

    /// The graph of all strokes. Vertices of links and fences are present with their strokes; a partition has all
    /// cells.
    fn lines_graph(&mut self, id: LinesId, span: Span) -> Result<GraphRef> {
        let lines = self.lines(id);
        let (kind, grid, size, strokes) = (lines.kind, lines.grid, lines.points(), lines.strokes());
        let mut edges = Vec::with_capacity(strokes.len());
        for stroke in &strokes {
            edges.push(Edge { ends: stroke.ends, on: self.stroke_there(stroke.unknown, span)? });
        }
        let partition = kind == LineKind::Partition;
        let vertices = partition
            .then(|| self.model.grid(grid).present.iter().map(|&here| if here { TRUE } else { FALSE }).collect());
        let faces = (!partition).then(|| strokes.iter().map(|s| s.faces).collect());
        Ok(self.model.pool.graph(Structure { size, vertices, edges: edges.into(), faces }))
    }

    /// The condition that a stroke is drawn: yes, or a number above 0.
    pub(super) fn stroke_there(&mut self, unknown: UnknownId, span: Span) -> Result<ExprId> {
        let value = self.unknown_value(unknown);
        if self.kind(&value) == Some(Kind::Bool) {
            return self.condition(&value, span);
        }
        let (number, zero) = (self.number(&value, span)?, self.model.pool.int(0));
        let there = self.model.pool.lt(zero, number);
        self.overflow(there, span)
    }

    pub(super) fn lines(&self, id: LinesId) -> &Lines {
        &self.model.lines[id]
    }

    /// Row and column, from 0, of a cell on the grid of the lines.
    pub(super) fn place_on(&self, id: LinesId, cell: CellId, span: Span) -> Result<(usize, usize)> {
        let lines = self.lines(id);
        let (row, col) = self.model.position(cell);
        if self.model.grid(lines.grid).cell(row as i64, col as i64).is_some() {
            return Ok((row, col));
        }
        let message = format!("{} is not on grid {}", self.model.cell_name(cell), self.model.grid(lines.grid).name);
        fail(Diagnostic::at(Code::Index, span, message).label(span, format!("`{}` is drawn on that grid", lines.name)))
    }

    /// `e[c, d]` and `e[c, up]`
    pub(super) fn index_lines(&mut self, drawn: &DrawnLines, c: (&Value, Span), d: (&Value, Span)) -> Result<Value> {
        let kind = drawn.kind;
        if kind == LineKind::Partition {
            return fail(
                Diagnostic::at(Code::Type, c.1.to(d.1), "a partition has no index: use `same` and `piece_size`")
                    .help(Help::write(format!("same({}, c, d)", self.lines(drawn.id).name))),
            );
        }
        let Value::Cell(cell) = *c.0 else { return self.wrong_type("a cell", c.0, c.1) };
        let here = self.place_on(drawn.id, cell, c.1)?;
        let step = match d.0 {
            Value::Cell(other) if self.kind(d.0).is_none() || !self.is_direction(d.0) => {
                let there = self.place_on(drawn.id, *other, d.1)?;
                let step = (there.0 as i64 - here.0 as i64, there.1 as i64 - here.1 as i64);
                let d_span = d.1;
                if step.0.abs() + step.1.abs() != 1 {
                    let (c, d) = (self.model.cell_name(cell), self.model.cell_name(*other));
                    let between = if kind == LineKind::Fences { "fence" } else { "link" };
                    return fail(
                        Diagnostic::at(Code::Index, d_span, format!("{c} and {d} are not adjacent"))
                            .help(format!("a {between} is between two orthogonal neighbours")),
                    );
                }
                step
            }
            // An unknown direction can be any of its values.
            Value::Cell(_) | Value::Expr(..) if self.is_direction(d.0) => {
                return self.stroke_some_way(drawn, here, d);
            }
            Value::Direction(_) | Value::Str(_) => {
                let direction = self.need_direction(d.0, d.1)?;
                if direction.rows != 0 && direction.cols != 0 {
                    let message = format!("nothing can be drawn {} of a cell", direction.name);
                    return fail(Diagnostic::at(Code::Index, d.1, message).help("use up, down, left or right"));
                }
                (direction.rows, direction.cols)
            }
            other => return self.wrong_type("a neighbouring cell or a direction", other, d.1),
        };
        Ok(self.stroke(drawn.id, here, step))
    }

    /// Whether the value is an unknown direction.
    fn is_direction(&self, value: &Value) -> bool {
        self.kind(value).is_some_and(|kind| Some(kind) == self.model.directions().map(Kind::Enum))
    }

    /// `e[c, way]` with an unknown direction; false, or 0, for the diagonal ones.
    fn stroke_some_way(&mut self, drawn: &DrawnLines, here: (usize, usize), way: (&Value, Span)) -> Result<Value> {
        let position = self.enum_position(way.0, way.1)?;
        let bool = self.lines(drawn.id).content.0 == Kind::Bool;
        let mut terms = Vec::new();
        for direction in &DIRECTIONS[..4] {
            let at = self.model.pool.int(direction.number());
            let this = self.model.pool.eq(position, at);
            let this = self.overflow(this, way.1)?;
            let stroke = self.stroke(drawn.id, here, (direction.rows, direction.cols));
            let (number, zero) = (self.number(&stroke, way.1)?, self.model.pool.int(0));
            terms.push((1, self.model.pool.ite(this, number, zero)));
        }
        let sum = self.model.pool.linear(terms, 0);
        let sum = self.overflow(sum, way.1)?;
        if !bool {
            return Ok(self.expr_as_value(sum, Kind::Int));
        }
        let one = self.model.pool.int(1);
        let drawn = self.model.pool.eq(sum, one);
        let drawn = self.overflow(drawn, way.1)?;
        Ok(self.condition_as_value(drawn))
    }

    /// The unknown of a stroke; `none` for a link that leaves the grid.
    pub(super) fn stroke(&mut self, id: LinesId, here: (usize, usize), step: (i64, i64)) -> Value {
        let lines = self.lines(id);
        match lines.toward(here, step) {
            Some(unknown) => self.unknown_value(unknown),
            None if lines.content.0 == Kind::Bool => Value::Bool(false),
            None => Value::Int(0),
        }
    }
}

/// `each piece holds 2 clues`, `each piece holds 1 cell of [r1c1, r3c3]`
fn seeds_text(count: u32, of: &ast::Expr) -> String {
    let of = print_expr(of);
    match of.starts_with('[') {
        true => format!("each piece holds {} of {}", counted(count.into(), "cell"), clip(&of, LONGEST_LIST)),
        false => format!("each piece holds {}", counted(count.into(), "clue")),
    }
}
