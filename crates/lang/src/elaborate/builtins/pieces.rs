//! Functions on the pieces of a partition.

use super::Args;
use crate::diagnostic::Result;
use crate::elaborate::value::DrawnLines;
use crate::elaborate::{Elaborator, Value};
use sator_base::source::Span;
use sator_model::graph::{Edge, Structure};
use sator_model::node::{FALSE, TRUE};
use sator_model::{CellId, ExprId, Kind, LineKind};
use std::collections::BTreeMap;
use std::sync::Arc;

impl Elaborator {
    fn need_partition(&self, args: &Args) -> Result<Arc<DrawnLines>> {
        self.need_lines(args, 0, &[LineKind::Partition], "a partition (`partition p of x`)")
    }

    /// The vertex of a cell argument in the graph of a partition.
    fn need_vertex(&self, drawn: &DrawnLines, args: &Args, at: usize) -> Result<u32> {
        let cell = self.need_cell(args, at)?;
        self.vertex_of(drawn, cell, args.get(at).1)
    }

    fn vertex_of(&self, drawn: &DrawnLines, cell: CellId, span: Span) -> Result<u32> {
        let (row, col) = self.place_on(drawn.id, cell, span)?;
        Ok((row * self.lines(drawn.id).cols + col) as u32)
    }
}

pub(super) fn same(el: &mut Elaborator, args: Args) -> Result<Value> {
    let drawn = el.need_partition(&args)?;
    let (u, v) = (el.need_vertex(&drawn, &args, 1)?, el.need_vertex(&drawn, &args, 2)?);
    let e = el.in_one_piece(&drawn, u, v, args.span)?;
    Ok(el.condition_as_value(e))
}

/// `parts(p, list)`: each piece of p, divided into what lies in the list of cells and what doesn't.
pub(super) fn parts(el: &mut Elaborator, args: Args) -> Result<Value> {
    let drawn = el.need_partition(&args)?;
    let (value, span) = args.get(1);
    let list = el.list(value, span)?;
    let size = drawn.graph.size;
    let mut listed = vec![false; size];
    for item in list.iter() {
        el.step(span)?;
        let Value::Cell(cell) = *item else { return el.wrong_type("a cell", item, span) };
        listed[el.vertex_of(&drawn, cell, span)? as usize] = true;
    }
    let is_within = |edge: &&Edge| listed[edge.ends.0 as usize] == listed[edge.ends.1 as usize];
    let edges = drawn.graph.edges.iter().filter(is_within).copied().collect();
    let structure = Structure { size, vertices: drawn.graph.vertices.clone(), edges, faces: None };
    let graph = el.model.pool.graph(structure);
    let parts = DrawnLines { id: drawn.id, kind: drawn.kind, graph, strokes: drawn.strokes.clone(), owners: None };
    Ok(Value::Lines(Arc::new(parts)))
}

pub(super) fn congruent(el: &mut Elaborator, args: Args) -> Result<Value> {
    let drawn = el.need_partition(&args)?;
    let ends = [el.need_vertex(&drawn, &args, 1)?, el.need_vertex(&drawn, &args, 2)?];
    let cols = el.lines(drawn.id).cols as u32;
    let e = el.model.pool.congruent(&drawn.graph, cols, ends);
    Ok(el.condition_as_value(e))
}

pub(super) fn piece_size(el: &mut Elaborator, args: Args) -> Result<Value> {
    let drawn = el.need_partition(&args)?;
    let v = el.need_vertex(&drawn, &args, 1)?;
    let e = el.size_of_piece(&drawn, v);
    Ok(el.expr_as_value(e, Kind::Int))
}

/// No square of four cells has exactly three of one piece: a connected set without such a corner is a rectangle.
pub(super) fn rectangles(el: &mut Elaborator, args: Args) -> Result<Value> {
    let drawn = el.need_partition(&args)?;
    let lines = el.lines(drawn.id).clone();
    let mut parts = Vec::new();
    for row in 0..lines.rows.saturating_sub(1) {
        el.tick_many(lines.cols, args.span)?;
        for col in 0..lines.cols.saturating_sub(1) {
            // The borders of the square: above, right, below, left.
            let (below, right) = ((row + 1, col), (row, col + 1));
            let sides = [((row, col), (0, 1)), (right, (1, 0)), (below, (0, 1)), ((row, col), (1, 0))];
            let sides = sides.map(|(at, step)| lines.toward(at, step));
            let model = &mut el.model;
            let sides = sides.map(|unknown| match unknown {
                Some(u) => model.pool.bool_var(u, &model.unknowns[u]),
                None => FALSE,
            });
            for i in 0..4 {
                let corner = el.model.pool.and([sides[i], sides[(i + 1) % 4]]);
                let rest = el.model.pool.and([sides[(i + 2) % 4], sides[(i + 3) % 4]]);
                parts.push(el.model.pool.implies(corner, rest));
            }
        }
    }
    let e = el.model.pool.and(parts);
    Ok(el.condition_as_value(e))
}

/// `height(p, c)`: the number of rows in which the piece of c has a cell.
pub(super) fn height(el: &mut Elaborator, args: Args) -> Result<Value> {
    extent(el, args, |(row, _)| row)
}

/// `width(p, c)`: the number of columns in which the piece of c has a cell.
pub(super) fn width(el: &mut Elaborator, args: Args) -> Result<Value> {
    extent(el, args, |(_, col)| col)
}

/// The number of rows or columns in which the piece has a cell.
fn extent(el: &mut Elaborator, args: Args, line: impl Fn((usize, usize)) -> usize) -> Result<Value> {
    let drawn = el.need_partition(&args)?;
    let v = el.need_vertex(&drawn, &args, 1)?;
    let lines = el.lines(drawn.id);
    let (cols, grid) = (lines.cols, lines.grid);
    let present = el.model.grid(grid).present.clone();
    let mut met: BTreeMap<usize, Vec<ExprId>> = BTreeMap::new();
    for w in (0..present.len() as u32).filter(|&w| present[w as usize]) {
        el.step(args.span)?;
        let holds = if w == v { TRUE } else { el.in_one_piece(&drawn, v, w, args.span)? };
        met.entry(line((w as usize / cols, w as usize % cols))).or_default().push(holds);
    }
    let any: Vec<ExprId> = met.into_values().map(|cells| el.model.pool.or(cells)).collect();
    let terms: Vec<(i64, ExprId)> = any.into_iter().map(|met| (1, el.model.pool.from_bool(met))).collect();
    let e = el.model.pool.linear(terms, 0);
    let e = el.overflow(e, args.span)?;
    Ok(el.expr_as_value(e, Kind::Int))
}
