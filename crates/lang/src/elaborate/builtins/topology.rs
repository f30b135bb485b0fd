//! Connectedness, loops and pieces: functions that build a graph and state a condition on it.

use crate::diagnostic::{Code, Diagnostic, Help, Result, fail};
use crate::elaborate::value::{Args, DrawnLines, Item};
use crate::elaborate::value::{GraphLinks, NamedGraph};
use crate::elaborate::{Elaborator, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use sator_base::source::Span;
use sator_model::graph::{Edge, Structure};
use sator_model::lines::STEPS;
use sator_model::node::TRUE;
use sator_model::{CellId, ExprId, GraphRef, GridId, Kind, LineKind};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The identity of a vertex in a graph given by pairs.
#[derive(PartialEq, Eq, Hash)]
enum VertexKey {
    Int(i64),
    Cell(CellId),
    Word(Arc<str>),
    Enum(u32, u32),
    Region(Arc<str>, usize),
    List(Vec<VertexKey>),
}

impl Elaborator {
    pub(super) fn need_lines(
        &self,
        args: &Args,
        at: usize,
        kinds: &[LineKind],
        expected: &str,
    ) -> Result<Arc<DrawnLines>> {
        match args.get(at) {
            (Value::Lines(drawn), _) if kinds.contains(&drawn.kind) => Ok(drawn.clone()),
            (other, span) => self.wrong_type(expected, other, span),
        }
    }

    /// The graph described by the arguments of `connected` or `no_loops`.
    pub(super) fn need_graph(&mut self, args: &mut Args, name: &str) -> Result<GraphRef> {
        let to = args.named("to").map(|(value, span)| (value.clone(), span));
        if let (Value::Lines(drawn), span) = args.get(0)
            && args.items.is_none()
        {
            if drawn.kind == LineKind::Partition {
                let message = format!("`{name}` takes links, fences, cells or pairs, found a partition");
                return fail(
                    Diagnostic::at(Code::Type, span, message).help("each piece of a partition is always connected"),
                );
            }
            return match args.named.first() {
                Some((word, _, span)) if word != "to" => {
                    let message = format!("`{word}:` is not for {}", args.get(0).0.type_name());
                    fail(Diagnostic::at(Code::Type, *span, message).help("leave it out"))
                }
                Some((.., span)) => fail(only_cells(*span)),
                None => Ok(drawn.graph.clone()),
            };
        }
        if let (Value::GraphLinks(links), _) = args.get(0)
            && args.items.is_none()
        {
            let links = links.clone();
            return self.graph_of_links(&links, args);
        }
        let (by, diagonal) = (args.named("by").map(|(f, s)| (f.clone(), s)), args.named("diagonal"));
        let diagonal = match diagonal {
            None => false,
            Some((Value::Bool(yes), _)) => *yes,
            Some((other, span)) => return self.wrong_type("`true` or `false`", other, span),
        };
        let places = args.named("places").map(|(l, s)| (l.clone(), s));
        let span = args.span;
        let items = self.aggregate(args)?;
        // `places:` makes an empty list one of pairs.
        let no_pairs = items.is_empty() && places.is_some();
        let pairs = by.is_none() && (no_pairs || items.iter().any(|item| matches!(item.value, Value::Tuple(_))));
        if pairs {
            return match to {
                Some((_, span)) => fail(only_cells(span)),
                None => self.graph_of_pairs(&items, places, (name, span)),
            };
        }
        if let Some((_, span)) = places {
            return fail(
                Diagnostic::at(Code::Type, span, "`places:` is for pairs only")
                    .help(Help::write("connected((a, b) for a, b in l where P, places: l)")),
            );
        }
        let near = match (by, diagonal) {
            (Some((_, span)), true) => {
                return fail(
                    Diagnostic::at(Code::Type, span, "`by:` already defines the neighbours")
                        .help("leave out `diagonal:`, or write `by: touching`"),
                );
            }
            (Some((f, span)), false) => Adjacency::By(f, span),
            (None, true) => Adjacency::Steps(&DIAGONAL),
            (None, false) => Adjacency::Steps(&STEPS[2..]),
        };
        self.graph_of_places(&items, near, to, name)
    }

    /// The places where the conditions hold, joined to their neighbours.
    fn graph_of_places(
        &mut self,
        items: &[Item],
        near: Adjacency,
        to: Option<(Value, Span)>,
        name: &str,
    ) -> Result<GraphRef> {
        let mut grid: Option<GridId> = None;
        let mut numbers: FxHashMap<VertexKey, u32> = FxHashMap::default();
        let (mut places, mut vertices): (Vec<Value>, Vec<ExprId>) = (vec![], vec![]);
        for item in items {
            let place = item.subject.as_ref().unwrap_or(&item.value);
            if let Adjacency::Steps(_) = near {
                self.check_neighbours(item, place, &mut grid, name)?;
            } else if let Value::Cell(cell) = *place {
                grid.get_or_insert(self.model.grid_of(cell));
            }
            let holds = self.is_present(item, place)?;
            let key = self.vertex_name(place, item.span)?;
            match numbers.get(&key) {
                Some(&v) => vertices[v as usize] = self.model.pool.or([vertices[v as usize], holds]),
                None => {
                    numbers.insert(key, places.len() as u32);
                    places.push(place.clone());
                    vertices.push(holds);
                }
            }
        }
        let mut edges = match near {
            Adjacency::Steps(steps) => self.edges_by_steps(&places, &numbers, steps),
            Adjacency::By(f, span) => self.edges_by(&places, &numbers, &f, span)?,
        };
        if let (Some((to, span)), Some(grid)) = (to, grid) {
            // One more vertex, always present, joined to all goal cells.
            let goal = places.len() as u32;
            vertices.push(TRUE);
            let reached = self.goals(&to, span, grid)?;
            let joined = reached.into_iter().filter_map(|cell| numbers.get(&VertexKey::Cell(cell)));
            edges.extend(joined.map(|&v| Edge { ends: (v, goal), on: TRUE }));
        }
        let size = vertices.len();
        let shape = Structure { size, vertices: Some(vertices.into()), edges: edges.into(), faces: None };
        Ok(self.model.pool.graph(shape))
    }

    /// Checks that a place is a cell of the same grid as the others, so that it has neighbours.
    fn check_neighbours(&self, item: &Item, place: &Value, grid: &mut Option<GridId>, name: &str) -> Result<()> {
        if let Value::Cell(cell) = *place {
            let own = self.model.grid_of(cell);
            return match *grid.get_or_insert(own) == own {
                true => Ok(()),
                false => fail(Diagnostic::at(Code::Type, item.span, "cells of two grids are never neighbours")),
            };
        }
        let message = match &item.subject {
            Some(other) => format!("`{name}` takes cells, but the loop runs through {}", other.type_name()),
            None => format!("`{name}` needs known cells, found {}", place.type_name()),
        };
        fail(Diagnostic::at(Code::Type, item.span, message).help(format!(
            "write `{name}(P for c in x)`; for any other graph `{name}(P for v in l, by: f)`, where f(v) lists \
             what is next to v, or `{name}((a, b) for a, b in l where P, places: l)`"
        )))
    }

    /// The condition that a place is a vertex. A place that is listed as itself always is one.
    fn is_present(&mut self, item: &Item, place: &Value) -> Result<ExprId> {
        let itself = match (&item.value, place) {
            (Value::Cell(a), Value::Cell(b)) => a == b,
            _ => item.bare,
        };
        let itself = itself && (item.guard != TRUE || self.kind(&item.value) != Some(Kind::Bool));
        let holds = if itself { TRUE } else { self.condition(&item.value, item.span)? };
        Ok(self.model.pool.and([item.guard, holds]))
    }

    /// Edges between cells, each pair once: to the right and downwards.
    fn edges_by_steps(&self, places: &[Value], numbers: &FxHashMap<VertexKey, u32>, steps: &[(i64, i64)]) -> Vec<Edge> {
        let mut edges = Vec::new();
        for (v, place) in places.iter().enumerate() {
            let Value::Cell(cell) = *place else { continue };
            let g = self.model.grid(self.model.grid_of(cell));
            let (row, col) = g.position(cell);
            for (dr, dc) in steps {
                let next = g.cell(row as i64 + dr, col as i64 + dc);
                let next = next.and_then(|next| numbers.get(&VertexKey::Cell(next)));
                edges.extend(next.map(|&w| Edge { ends: (v as u32, w), on: TRUE }));
            }
        }
        edges
    }

    /// Edges between each place and the places that `f`, a function or a graph, lists for it.
    fn edges_by(
        &mut self,
        places: &[Value],
        numbers: &FxHashMap<VertexKey, u32>,
        f: &Value,
        span: Span,
    ) -> Result<Vec<Edge>> {
        let mut edges = Vec::new();
        let mut known = FxHashSet::default();
        for (v, place) in places.iter().enumerate() {
            let next = match f {
                Value::Graph(graph) => self.next_in(graph, place, span)?,
                f => self.apply(f, place.clone(), span)?,
            };
            for other in self.list(&next, span)?.iter() {
                let Some(&w) = numbers.get(&self.vertex_name(other, span)?) else { continue };
                let ends = (w.min(v as u32), w.max(v as u32));
                if ends.0 != ends.1 && known.insert(ends) {
                    edges.push(Edge { ends, on: TRUE });
                }
            }
        }
        Ok(edges)
    }

    /// The links of a graph that are drawn, with the places of `places:`.
    fn graph_of_links(&mut self, links: &GraphLinks, args: &Args) -> Result<GraphRef> {
        if let Some((name, _, span)) = args.named.iter().find(|(name, ..)| name != "places") {
            let message = format!("`{name}:` is for cells; for links of a graph there is `places:`");
            return fail(Diagnostic::at(Code::Type, *span, message).help("leave it out"));
        }
        let Some((places, span)) = args.named("places") else { return Ok(links.drawn.clone()) };
        let mut there = vec![vec![]; links.of.places.len()];
        for edge in &links.drawn.edges {
            there[edge.ends.0 as usize].push(edge.on);
            there[edge.ends.1 as usize].push(edge.on);
        }
        for place in self.list(places, span)?.iter() {
            there[self.place_in(&links.of, place, span)? as usize].push(TRUE);
        }
        let vertices: Box<[ExprId]> = there.into_iter().map(|on| self.model.pool.or(on)).collect();
        let edges = links.drawn.edges.clone();
        Ok(self.model.pool.graph(Structure { size: vertices.len(), vertices: Some(vertices), edges, faces: None }))
    }

    /// The neighbours of a place in a graph, as a list.
    fn next_in(&self, graph: &NamedGraph, place: &Value, span: Span) -> Result<Value> {
        let at = self.place_in(graph, place, span)?;
        Ok(Value::list(graph.next_to(at).map(|next| graph.places[next as usize].clone())))
    }

    /// The goals of `to:`: the cells on the rim, or the cells of a list.
    fn goals(&self, to: &Value, span: Span, grid: GridId) -> Result<Vec<CellId>> {
        let g = self.model.grid(grid);
        if matches!(to, Value::Str(word) if &**word == "edge") {
            let on_rim = |cell: &CellId| {
                let (row, col) = g.position(*cell);
                row == 0 || col == 0 || row + 1 == g.rows || col + 1 == g.cols
            };
            return Ok(g.cells().filter(on_rim).collect());
        }
        let Some(Ok(list)) = self.if_list(to) else {
            return self.wrong_type("`edge` or a list of cells", to, span);
        };
        let mut goals = Vec::with_capacity(list.len());
        for value in list.iter() {
            let Value::Cell(cell) = *value else { return self.wrong_type("a cell", value, span) };
            let (row, col) = self.model.position(cell);
            goals.extend(g.cell(row as i64, col as i64));
        }
        Ok(goals)
    }

    /// A graph given by its edges, as pairs of vertices. `places` are vertices that exist even without an edge.
    fn graph_of_pairs(
        &mut self,
        items: &[Item],
        places: Option<(Value, Span)>,
        (name, whole): (&str, Span),
    ) -> Result<GraphRef> {
        let mut numbers: FxHashMap<VertexKey, u32> = FxHashMap::default();
        let mut slots: FxHashMap<(u32, u32), usize> = FxHashMap::default();
        let mut edges: Vec<Edge> = Vec::new();
        for item in items {
            let Value::Tuple(pair) = &item.value else { return self.wrong_type("a pair", &item.value, item.span) };
            let [a, b] = &pair[..] else {
                let message = format!("an edge joins two vertices, found a tuple of {}", pair.len());
                return fail(Diagnostic::at(Code::Type, item.span, message));
            };
            let mut number = |el: &Elaborator, v: &Value| -> Result<u32> {
                let next = numbers.len() as u32;
                Ok(*numbers.entry(el.vertex_name(v, item.span)?).or_insert(next))
            };
            let (a, b) = (number(self, a)?, number(self, b)?);
            let ends = (a.min(b), a.max(b));
            match slots.get(&ends) {
                // A repeated pair is one edge, present if either is.
                Some(&at) => edges[at].on = self.model.pool.or([edges[at].on, item.guard]),
                None => {
                    slots.insert(ends, edges.len());
                    edges.push(Edge { ends, on: item.guard });
                }
            }
        }
        if edges.iter().any(|e| e.ends.0 == e.ends.1) {
            let span = items.first().map_or(Span::new(sator_base::source::SourceId(0), 0, 0), |i| i.span);
            return fail(Diagnostic::at(Code::Type, span, "an edge joins two different vertices"));
        }
        let Some((places, span)) = places else {
            if name == "connected" {
                let message =
                    "only places that an edge touches must be connected here: a place without an edge is left out";
                self.warn(Diagnostic::warning(Code::EdgesOnly, whole, message).help(
                    "name all places with `places: l`, or write `connected(P for c in x, by: f)`; \
                     `places: []` confirms that you mean it",
                ));
            }
            let shape = Structure { size: numbers.len(), vertices: None, edges: edges.into(), faces: None };
            return Ok(self.model.pool.graph(shape));
        };
        let mut there: Vec<Vec<ExprId>> = vec![vec![]; numbers.len()];
        for edge in &edges {
            there[edge.ends.0 as usize].push(edge.on);
            there[edge.ends.1 as usize].push(edge.on);
        }
        for place in self.list(&places, span)?.iter() {
            let next = there.len() as u32;
            let v = *numbers.entry(self.vertex_name(place, span)?).or_insert(next);
            if v == next {
                there.push(vec![]);
            }
            there[v as usize].push(TRUE);
        }
        let vertices: Vec<ExprId> = there.into_iter().map(|on| self.model.pool.or(on)).collect();
        let shape =
            Structure { size: vertices.len(), vertices: Some(vertices.into()), edges: edges.into(), faces: None };
        Ok(self.model.pool.graph(shape))
    }

    fn vertex_name(&self, value: &Value, span: Span) -> Result<VertexKey> {
        Ok(match value {
            Value::Int(k) => VertexKey::Int(*k),
            Value::Bool(b) => VertexKey::Int(*b as i64),
            Value::Cell(cell) => VertexKey::Cell(*cell),
            Value::Str(word) => VertexKey::Word(word.clone()),
            Value::Direction(d) => VertexKey::Word(d.name.into()),
            Value::Enum(id, at) => VertexKey::Enum(id.0, *at),
            Value::Region(regions, at) => VertexKey::Region(regions.name.clone(), *at),
            Value::Tuple(parts) | Value::List(parts) => {
                VertexKey::List(parts.iter().map(|part| self.vertex_name(part, span)).collect::<Result<_>>()?)
            }
            Value::Expr(..) => {
                return fail(
                    Diagnostic::at(Code::NotKnown, span, "the vertices of a graph must be known")
                        .help("only its edges can depend on unknowns: `(a, b) for a, b in l where P`"),
                );
            }
            other => return self.wrong_type("a vertex: a cell, number, word or tuple of these", other, span),
        })
    }
}

fn only_cells(span: Span) -> Diagnostic {
    Diagnostic::at(Code::Type, span, "`to:` is for cells only").help(Help::write("connected(P for c in x, to: edge)"))
}

/// The neighbours of a place: the cells at these steps, each pair once, or the list that a function returns.
enum Adjacency<'a> {
    Steps(&'a [(i64, i64)]),
    By(Value, Span),
}

/// Right, down, and diagonally down to both sides.
const DIAGONAL: [(i64, i64); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

pub(super) fn edges(el: &mut Elaborator, args: Args) -> Result<Value> {
    match args.get(0) {
        (Value::Graph(graph), _) => Ok(Value::List(graph.pairs())),
        (Value::GraphLinks(links), _) => Ok(Value::List(links.of.pairs())),
        (list @ (Value::List(_) | Value::Set(_) | Value::Keyed(_)), _) => Ok(list.clone()),
        (other, span) => el.wrong_type("a graph or a list of pairs", other, span),
    }
}

pub(super) fn connected(el: &mut Elaborator, mut args: Args) -> Result<Value> {
    let graph = el.need_graph(&mut args, "connected")?;
    let e = el.model.pool.connected(&graph);
    Ok(el.condition_as_value(e))
}

pub(super) fn no_loops(el: &mut Elaborator, mut args: Args) -> Result<Value> {
    let graph = el.need_graph(&mut args, "no_loops")?;
    let e = el.model.pool.acyclic(&graph);
    Ok(el.condition_as_value(e))
}

/// The connected areas of cells where a known condition holds, in reading order; or the sets of cells that links join;
/// or the pieces of a partition.
pub(super) fn areas(el: &mut Elaborator, mut args: Args) -> Result<Value> {
    if let (Value::Lines(drawn), span) = args.get(0)
        && args.items.is_none()
        && drawn.kind != LineKind::Fences
    {
        return joined(el, &drawn.clone(), span);
    }
    let items = el.aggregate(&mut args)?;
    let mut inside: Vec<CellId> = Vec::with_capacity(items.len());
    for item in &items {
        let place = item.subject.as_ref().unwrap_or(&item.value);
        let Value::Cell(cell) = *place else { return el.wrong_type("a cell", place, item.span) };
        let holds = el.condition(&item.value, item.span)?;
        let holds = el.model.pool.and([item.guard, holds]);
        match el.model.pool.constant(holds) {
            Some(0) => {}
            Some(_) => inside.push(cell),
            None => {
                let message = "`areas` takes a known condition";
                let help = "for a condition on unknowns use `connected`";
                return fail(Diagnostic::at(Code::NotKnown, item.span, message).help(help));
            }
        }
    }
    let mut open: FxHashSet<CellId> = inside.iter().copied().collect();
    let mut areas: Vec<Value> = Vec::new();
    for start in inside {
        if !open.remove(&start) {
            continue;
        }
        let mut area = vec![start];
        let mut next = 0;
        while let Some(&cell) = area.get(next) {
            let g = el.model.grid(el.model.grid_of(cell));
            let (row, col) = g.position(cell);
            let around = STEPS.iter().filter_map(|(dr, dc)| g.cell(row as i64 + dr, col as i64 + dc));
            area.extend(around.filter(|cell| open.remove(cell)));
            next += 1;
        }
        area.sort_unstable_by_key(|cell| cell.0);
        areas.push(Value::list(area.into_iter().map(Value::Cell)));
    }
    Ok(Value::list(areas))
}

/// The sets of cells that strokes with known values join.
fn joined(el: &mut Elaborator, drawn: &DrawnLines, span: Span) -> Result<Value> {
    el.tick_many(el.lines(drawn.id).across.len(), span)?;
    let lines = el.lines(drawn.id);
    let grid = el.model.grid(lines.grid);
    let mut open: BTreeSet<(usize, usize)> =
        (0..grid.present.len()).filter(|&at| grid.present[at]).map(|at| (at / grid.cols, at % grid.cols)).collect();
    let mut areas: Vec<Value> = Vec::new();
    while let Some(start) = open.pop_first() {
        let mut area = vec![start];
        let mut next = 0;
        while let Some(&at) = area.get(next) {
            for (down, right) in STEPS {
                let Some(unknown) = lines.toward(at, (down, right)) else { continue };
                let domain = &el.model.unknown(unknown).domain;
                if domain.size() > 1 {
                    let message = "`areas` takes known lines";
                    let help = "use it in a function `clue`, which is called with all unknowns known";
                    return fail(Diagnostic::at(Code::NotKnown, span, message).help(help));
                }
                let other = ((at.0 as i64 + down) as usize, (at.1 as i64 + right) as usize);
                if domain.min() != 0 && open.remove(&other) {
                    area.push(other);
                }
            }
            next += 1;
        }
        area.sort_unstable();
        let cell = |&(row, col): &(usize, usize)| grid.cell(row as i64, col as i64).map(Value::Cell);
        areas.push(Value::list(area.iter().filter_map(cell)));
    }
    Ok(Value::list(areas))
}
