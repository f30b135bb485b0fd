//! `graph g { a-b, b-c }`: places and the edges between them; and `links e of g`, an unknown for each edge.

use super::Elaborator;
use super::array::Declared;
use super::value::{GraphLinks, Keys, NamedGraph, Value};
use crate::diagnostic::{Code, Diagnostic, Help, Result, fail};
use crate::syntax::ast::{self, Arg, Expr, ExprKind, Ident};
use rustc_hash::FxHashMap;
use sator_base::source::Span;
use sator_model::graph::{Edge, Structure};
use sator_model::{ArrayKey, ArrayPlace, Domain, EnumId, GraphLines, GridId, Kind};
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// An edge, or a place of its own, as read from braces or data.
type Item = (Value, Option<Value>);

/// The order of numbers and of cells.
fn rank(place: &Value) -> Option<i64> {
    match place {
        Value::Int(k) => Some(*k),
        Value::Cell(cell) => Some(i64::from(cell.0)),
        _ => None,
    }
}

impl Elaborator {
    /// `graph g { a-b, b-c-d, e }`: each chain is a path of edges, or a place of its own.
    pub(super) fn declare_graph(&mut self, name: &Ident, chains: &[Vec<Ident>]) -> Result<()> {
        let place = |end: &Ident| match end.name.parse() {
            Ok(number) => Value::Int(number),
            Err(_) => Value::str(&end.name),
        };
        let mut items: Vec<(Item, Span)> = vec![];
        for chain in chains {
            let span = chain[0].span.to(chain[chain.len() - 1].span);
            if let [only] = &chain[..] {
                items.push(((place(only), None), span));
            }
            items.extend(chain.windows(2).map(|ends| ((place(&ends[0]), Some(place(&ends[1]))), span)));
        }
        self.add_graph(name, &items)
    }

    /// `graph g = csv("roads.csv")`: the first two elements of each row are the ends of an edge.
    pub(super) fn declare_graph_of(&mut self, name: &Ident, from: &Expr) -> Result<()> {
        let value = self.expression(from)?;
        let rows = match &value {
            Value::Graph(other) => other.pairs(),
            other => self.list(other, from.span)?,
        };
        let item = |row: &Value| match row {
            Value::Tuple(parts) | Value::List(parts) if parts.len() >= 2 => (parts[0].clone(), Some(parts[1].clone())),
            Value::Keyed(row) if matches!(row.keys, Keys::Names(_)) && row.items.len() >= 2 => {
                (row.items[0].clone(), Some(row.items[1].clone()))
            }
            place => (place.clone(), None),
        };
        let items: Vec<(Item, Span)> = rows.iter().map(|row| (item(row), from.span)).collect();
        self.warn_of_names_as_edge(&items, from);
        self.add_graph(name, &items)
    }

    /// Warns where the first line of a table of words may name the columns: the line's words are in no other line.
    fn warn_of_names_as_edge(&mut self, items: &[(Item, Span)], from: &Expr) {
        let ExprKind::Call { callee, args } = &from.kind else { return };
        let (ExprKind::Name(name), [Arg::Positional(file)]) = (&callee.kind, &args[..]) else { return };
        if name != "csv" {
            return;
        }
        let [((Value::Str(a), Some(Value::Str(b))), _), others @ ..] = items else { return };
        let is_end = |v: &Value| matches!(v, Value::Str(word) if word == a || word == b);
        if others.is_empty() || others.iter().any(|((p, q), _)| is_end(p) || q.as_ref().is_some_and(is_end)) {
            return;
        }
        let message = format!("the first line of the table becomes the edge `{a}`-`{b}`, which no other edge touches");
        let file = self.sources.slice(file.span);
        let help = format!("if the line names the columns, write `csv({file}, header: true)`; if not, `header: false`");
        self.warn(Diagnostic::warning(Code::NamesAsEdge, from.span, message).help(help));
    }

    fn add_graph(&mut self, name: &Ident, items: &[(Item, Span)]) -> Result<()> {
        self.check_new(name)?;
        if items.is_empty() {
            let error = Diagnostic::at(Code::Domain, name.span, "a graph needs at least one place");
            return fail(error.help(Help::write("graph g { a-b, b-c }")));
        }
        let ends =
            items.iter().flat_map(|((a, b), span)| [Some(a), b.as_ref()].into_iter().flatten().map(|v| (v, *span)));
        let ends: Vec<(&Value, Span)> = ends.collect();
        let (words, places) = self.places_of(name, &ends)?;
        let mut graph = NamedGraph {
            name: name.name.as_str().into(),
            words,
            places,
            edges: [].into(),
            edge_between: FxHashMap::default(),
        };
        let mut edges = vec![];
        for ((a, b), span) in items {
            let Some(b) = b else { continue };
            let (a, b) = (self.place_in(&graph, a, *span)?, self.place_in(&graph, b, *span)?);
            if a == b {
                let message = format!("this edge joins {} to itself", self.text_of(&graph.places[a as usize]));
                return fail(Diagnostic::at(Code::Type, *span, message).help("an edge joins two different places"));
            }
            if let Entry::Vacant(new) = graph.edge_between.entry((a.min(b), a.max(b))) {
                new.insert(edges.len());
                edges.push((a, b));
            }
        }
        graph.edges = edges.into();
        self.scope.declare(&name.name, Value::Graph(Arc::new(graph)));
        self.check_size(name.span)
    }

    /// The places of a graph. Words are the values of an enum that has them all, else of a new enum.
    fn places_of(&mut self, name: &Ident, ends: &[(&Value, Span)]) -> Result<(Option<EnumId>, Arc<[Value]>)> {
        let mut words: Vec<Ident> = vec![];
        let mut known: Option<EnumId> = None;
        let mut numbers: Vec<&Value> = vec![];
        for &(end, span) in ends {
            let kind = match end {
                Value::Str(word) if !word.is_empty() => {
                    words.push(Ident { name: word.to_string(), span });
                    0
                }
                Value::Enum(id, _) if known.is_none_or(|known| known == *id) => {
                    known = Some(*id);
                    1
                }
                Value::Int(_) | Value::Cell(_) => {
                    numbers.push(end);
                    2
                }
                other => {
                    return self.wrong_type("a place: a word, a number, a value of an enum or a cell", other, span);
                }
            };
            let mixed = [words.is_empty(), known.is_none(), numbers.is_empty()].iter().filter(|none| !**none).count();
            let cells = numbers.iter().filter(|v| matches!(v, Value::Cell(_))).count();
            if mixed > 1 || (kind == 2 && cells > 0 && cells < numbers.len()) {
                let message = "the places of a graph are of one kind: all words, all numbers, all values of one enum or all cells";
                return fail(Diagnostic::at(Code::Type, span, message));
            }
        }
        if !words.is_empty() {
            known = Some(self.enum_of_words(name, words)?);
        }
        if let Some(id) = known {
            let count = self.model.enums[id].values.len() as u32;
            return Ok((known, (0..count).map(|at| Value::Enum(id, at)).collect()));
        }
        numbers.sort_by_key(|v| rank(v));
        numbers.dedup_by_key(|v| rank(v));
        Ok((None, numbers.into_iter().cloned().collect()))
    }

    /// The enum that has all these words, or a new one.
    fn enum_of_words(&mut self, name: &Ident, mut words: Vec<Ident>) -> Result<EnumId> {
        let mut seen = rustc_hash::FxHashSet::default();
        words.retain(|word| seen.insert(word.name.clone()));
        for id in (0..self.model.enums.len()).rev().map(EnumId::at) {
            let declared = &self.model.enums[id];
            let other = |word: &&Ident| !declared.values.contains(&word.name);
            match words.iter().find(other) {
                _ if declared.directions => {}
                None => return Ok(id),
                Some(other) => {
                    let Some(has) = words.iter().find(|word| declared.values.contains(&word.name)) else { continue };
                    let message =
                        format!("`{}` is no value of enum {}, which has `{}`", other.name, declared.name, has.name);
                    let help = format!("add `{}` to the enum, or give the places names of their own", other.name);
                    return fail(Diagnostic::at(Code::UnknownName, other.span, message).help(help));
                }
            }
        }
        self.add_enum(name, &words)
    }

    /// The position of a known place.
    pub(super) fn place_in(&self, graph: &NamedGraph, place: &Value, span: Span) -> Result<u32> {
        let at = match (graph.words, place) {
            (Some(id), Value::Enum(of, at)) if *of == id => Some(*at as usize),
            (Some(id), Value::Str(word)) => Some(self.value_named(id, word, span)?),
            (None, Value::Int(_) | Value::Cell(_)) => {
                let same = |other: &Value| std::mem::discriminant(other) == std::mem::discriminant(place);
                let found = graph.places.binary_search_by_key(&rank(place), rank).ok();
                found.filter(|&at| same(&graph.places[at]))
            }
            (_, Value::Expr(..) | Value::Cell(_)) if self.kind(place).is_some() => {
                return fail(
                    Diagnostic::at(Code::NotKnown, span, "the place must be known here, but it depends on unknowns")
                        .help(Help::write(format!("any(p = q and ... for q in {})", graph.name))),
                );
            }
            _ => None,
        };
        match at {
            Some(at) => Ok(at as u32),
            None => {
                let message = format!("{} is no place of the graph {}", self.text_of(place), graph.name);
                let help = format!("the first place is {}", self.text_of(&graph.places[0]));
                fail(Diagnostic::at(Code::Index, span, message).help(help))
            }
        }
    }

    /// The places as keys of an array.
    pub(super) fn keys_of_graph(&self, graph: &NamedGraph, span: Span) -> Result<Keys> {
        if let Some(id) = graph.words {
            return Ok(Keys::Values(id));
        }
        match (&graph.places[0], &graph.places[graph.places.len() - 1]) {
            (Value::Int(first), Value::Int(last)) if last - first == graph.places.len() as i64 - 1 => {
                Ok(Keys::Numbers(*first, *last))
            }
            (Value::Int(_), _) => {
                let missing = graph.places.windows(2).find_map(|two| match two {
                    [Value::Int(a), Value::Int(b)] if *b != a + 1 => Some(a + 1),
                    _ => None,
                });
                let message = format!(
                    "an array by the places of {0} has gaps: {0} has no place {1}",
                    graph.name,
                    missing.unwrap_or_default()
                );
                let help = "number the places without gaps, or add the missing ones: `graph g { 1-2, 4-5, 3 }`";
                fail(Diagnostic::at(Code::Index, span, message).help(help))
            }
            (other, _) => {
                let error = self.wrong("words or numbers as the places of the graph", other, span);
                fail(error.help("for a graph of cells use a grid: `grid x 9x9 in 1..9`"))
            }
        }
    }

    /// The unknowns of `links e of g`, and the graph of those that are drawn.
    pub(super) fn declare_graph_links(
        &mut self,
        hidden: bool,
        name: &Ident,
        of: &Arc<NamedGraph>,
        domain: Option<&ast::Domain>,
    ) -> Result<()> {
        self.check_new(name)?;
        let (kind, domain) = match domain {
            None => (Kind::Bool, Domain::range(0, 1)),
            Some(domain) => self.link_numbers(domain, name.span)?,
        };
        let hidden = hidden || (!self.scope.is_global() && self.frame.is_some());
        let group = self.model.variables.last().map_or(0, |last| last.group + 1);
        let declared = Declared { kind, domain, hidden, group };
        let first = self.model.unknowns.len();
        let base = self.unused_name(&name.name);
        let (mut strokes, mut edges, mut ids) = (vec![], vec![], vec![]);
        for &(a, b) in &of.edges {
            let ends = [a, b].map(|at| self.text_of(&of.places[at as usize]));
            let unknown = format!("{base}[{}]", ends.join(", "));
            let place = ArrayPlace { array: base.clone(), path: ends.map(ArrayKey::Name).into(), heads: None };
            let id = self.scalar(unknown, Some(place), &declared, name.span)?;
            ids.push(id);
            strokes.push(self.unknown_value(id));
            edges.push(Edge { ends: (a.min(b), a.max(b)), on: self.stroke_there(id, name.span)? });
        }
        self.model.unknowns[first..].iter_mut().for_each(|u| u.inner = self.frame.is_some());
        if let Some((grid, places)) = self.cells_of(of) {
            let ends = |&(a, b): &(u32, u32)| [places[a as usize], places[b as usize]];
            let strokes = of.edges.iter().map(ends).zip(ids).collect();
            self.model.graph_lines.push(GraphLines { name: name.name.clone(), array: base, grid, hidden, strokes });
        }
        let drawn = Structure { size: of.places.len(), vertices: None, edges: edges.into(), faces: None };
        let drawn = self.model.pool.graph(drawn);
        let links = GraphLinks { name: name.name.as_str().into(), of: of.clone(), strokes: strokes.into(), drawn };
        self.scope.declare(&name.name, Value::GraphLinks(Arc::new(links)));
        self.check_size(name.span)
    }

    /// The grid and the positions of the places, if all of them are cells of one grid.
    fn cells_of(&self, graph: &NamedGraph) -> Option<(GridId, Vec<(usize, usize)>)> {
        let cell = |place: &Value| if let Value::Cell(cell) = place { Some(*cell) } else { None };
        let cells: Vec<_> = graph.places.iter().map(cell).collect::<Option<_>>()?;
        let grid = self.model.grid_of(*cells.first()?);
        let inside = cells.iter().all(|&cell| self.model.grid_of(cell) == grid);
        inside.then(|| (grid, cells.iter().map(|&cell| self.model.position(cell)).collect()))
    }

    /// `e[p, q]` for links of a graph.
    pub(super) fn index_graph_links(&self, links: &GraphLinks, p: (&Value, Span), q: (&Value, Span)) -> Result<Value> {
        let span = p.1.to(q.1);
        let (a, b) = (self.place_in(&links.of, p.0, p.1)?, self.place_in(&links.of, q.0, q.1)?);
        match links.of.edge_between.get(&(a.min(b), a.max(b))) {
            Some(&at) => Ok(links.strokes[at].clone()),
            None => {
                let [p, q] = [p.0, q.0].map(|place| self.text_of(place));
                let message = format!("no edge of the graph {} joins {p} and {q}", links.of.name);
                let help = format!("loop over its edges, `for p, q in edges({})`", links.of.name);
                fail(Diagnostic::at(Code::Index, span, message).help(help))
            }
        }
    }
}
