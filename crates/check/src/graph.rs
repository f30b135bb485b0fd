//! Graphs, and whether constraints labelled `@cut_...` follow from a condition on a graph.
//!
//! An edge is present if its literal and both its ends hold. Without literals for the vertices, a vertex is present if
//! an edge at it is. A clause follows if the condition is broken where all literals of the clause are false, whatever the
//! other literals are.

use crate::formula::{Formula, Literal};
use crate::proof::Assignment;
use crate::{Failure, Result};
use std::collections::{HashMap, HashSet};

/// Two ends, and the literal of the edge between them.
type Edge = (usize, usize, Literal);

#[derive(Default)]
struct Graph {
    size: usize,
    /// Empty if a vertex is present where an edge at it is.
    vertices: Vec<Literal>,
    edges: Vec<Edge>,
}

enum Condition {
    /// The present part of the graph is one piece.
    Connected,
    /// The present part of the graph contains no cycle.
    Acyclic,
    /// Every edge whose ends are in one piece is present.
    Closed,
    /// The literal holds exactly if two vertices are present, in one piece.
    Reaches(usize, usize, Literal),
    /// The literal holds exactly if two vertices are present, in pieces with the same shape, turned or mirrored. The vertices are
    /// the cells of a grid with so many columns, row by row.
    Congruent(usize, [usize; 2], Literal),
    /// The k-th literal, from 1, holds exactly if the piece of the vertex has at least k vertices.
    Size(usize, Vec<Literal>),
}

/// The variable with number 0 is always true: the first constraint of the formula asserts it.
const ALWAYS: Literal = Literal(0);

/// Limit on the vertices of a graph.
const VERTICES: usize = 1 << 20;

/// The part of a graph that is certainly present, or the part that is possibly present.
struct Part {
    /// By vertex: whether it belongs to the part.
    present: Vec<bool>,
    /// By vertex: a vertex of its piece, the same one for the whole piece.
    piece: Vec<usize>,
    cyclic: bool,
}

impl Part {
    fn joins(&self, u: usize, v: usize) -> bool {
        self.present[u] && self.present[v] && self.piece[u] == self.piece[v]
    }

    /// The vertices in the piece of a vertex.
    fn members(&self, v: usize) -> Vec<usize> {
        (0..self.piece.len()).filter(|&w| self.joins(v, w)).collect()
    }

    /// The number of vertices in the piece of a vertex.
    fn size(&self, v: usize) -> usize {
        self.members(v).len()
    }

    /// The vertex that stands for the piece of a vertex. Each step makes the way to it shorter.
    fn root(&mut self, mut v: usize) -> usize {
        while self.piece[v] != v {
            self.piece[v] = self.piece[self.piece[v]];
            v = self.piece[v];
        }
        v
    }
}

impl Graph {
    /// The part that is certainly present by what is known, or else the part that is possibly present.
    fn part(&self, known: &Assignment, certainly: bool) -> Part {
        let counts = |literal: Literal| if certainly { known.holds(literal) } else { !known.holds(!literal) };
        let mut present: Vec<bool> = self.vertices.iter().map(|&vertex| counts(vertex)).collect();
        present.resize(self.size, false);
        let mut part = Part { present, piece: (0..self.size).collect(), cyclic: false };
        for &(a, b, on) in &self.edges {
            if counts(on) && (self.vertices.is_empty() || part.present[a] && part.present[b]) {
                (part.present[a], part.present[b]) = (true, true);
                let (from, to) = (part.root(a), part.root(b));
                part.cyclic |= from == to;
                part.piece[from] = to;
            }
        }
        (0..self.size).for_each(|v| part.piece[v] = part.root(v));
        part
    }

    /// Whether what is known breaks a condition.
    fn breaks(&self, known: &Assignment, condition: &Condition) -> bool {
        let (certain, possible) = (self.part(known, true), self.part(known, false));
        match condition {
            Condition::Connected => {
                let mut pieces = (0..self.size).filter(|&v| certain.present[v]).map(|v| possible.piece[v]);
                let first = pieces.next();
                pieces.any(|piece| Some(piece) != first)
            }
            Condition::Acyclic => certain.cyclic,
            Condition::Closed => self.edges.iter().any(|&(a, b, on)| known.holds(!on) && certain.joins(a, b)),
            Condition::Reaches(u, v, joined) => {
                known.holds(*joined) && !possible.joins(*u, *v) || known.holds(!*joined) && certain.joins(*u, *v)
            }
            Condition::Congruent(cols, [u, v], alike) => {
                // The certain part of a piece must fit into the possible part of the other.
                let differ = || {
                    let fit = |u: usize, v: usize| fits(*cols, &certain.members(u), &possible.members(v));
                    !possible.present[*u] || !possible.present[*v] || !fit(*u, *v) || !fit(*v, *u)
                };
                let is_known = |v: usize| certain.present[v] && certain.size(v) == possible.size(v);
                let equal = || {
                    let both_known = is_known(*u) && is_known(*v) && certain.size(*u) == certain.size(*v);
                    certain.joins(*u, *v) || both_known && fits(*cols, &certain.members(*u), &certain.members(*v))
                };
                known.holds(*alike) && differ() || known.holds(!*alike) && equal()
            }
            Condition::Size(v, at_least) => {
                at_least[possible.size(*v)..].iter().any(|&step| known.holds(step))
                    || at_least[..certain.size(*v)].iter().any(|&step| known.holds(!step))
            }
        }
    }
}

/// Whether a set of cells of a grid with so many columns is a part of another one, once it is moved, turned or mirrored.
fn fits(cols: usize, part: &[usize], whole: &[usize]) -> bool {
    let place = |v: usize| ((v / cols) as i64, (v % cols) as i64);
    let whole: HashSet<(i64, i64)> = whole.iter().map(|&v| place(v)).collect();
    let mut part: Vec<(i64, i64)> = part.iter().map(|&v| place(v)).collect();
    let Some(_) = part.first() else { return true };
    for turn in 0..8 {
        // A quarter turn; after four of them a reflection.
        part.iter_mut().for_each(|place| *place = if turn == 4 { (place.0, -place.1) } else { (place.1, -place.0) });
        let first = part[0];
        let moved = |to: &(i64, i64), at: &(i64, i64)| (at.0 - first.0 + to.0, at.1 - first.1 + to.1);
        if whole.iter().any(|to| part.iter().all(|at| whole.contains(&moved(to, at)))) {
            return true;
        }
    }
    false
}

/// The graphs, conditions and cuts of the file `cuts`.
#[derive(Default)]
struct Cuts<'a> {
    graphs: Vec<Graph>,
    /// By name: the number of the graph, and the condition.
    conditions: HashMap<&'a str, (usize, Condition)>,
    /// By label of a cut: the name of its condition.
    cuts: HashMap<&'a str, &'a str>,
}

impl<'a> Cuts<'a> {
    /// Reads a line. `None` if it has another form.
    fn read(&mut self, formula: &Formula, words: &[&'a str]) -> Option<()> {
        let last = self.graphs.len().checked_sub(1);
        let vertex = |word: &str, graph: &Graph| word.parse().ok().filter(|&v: &usize| v < graph.size);
        match *words {
            [] => {}
            ["graph", size] => {
                let size = size.parse().ok().filter(|&size| size <= VERTICES)?;
                self.graphs.push(Graph { size, ..Graph::default() });
            }
            ["vertices", ref words @ ..] => {
                let graph = &mut self.graphs[last?];
                graph.vertices = words.iter().map(|word| formula.literal(word)).collect::<Option<_>>()?;
                return (graph.vertices.len() == graph.size).then_some(());
            }
            ["edge", a, b, on] => {
                let graph = &mut self.graphs[last?];
                graph.edges.push((vertex(a, graph)?, vertex(b, graph)?, formula.literal(on)?));
            }
            ["condition", name, ref words @ ..] => {
                let graph = &self.graphs[last?];
                let condition = match *words {
                    ["connected"] => Condition::Connected,
                    ["acyclic"] => Condition::Acyclic,
                    ["closed"] => Condition::Closed,
                    ["reaches", u, v, joined] => {
                        Condition::Reaches(vertex(u, graph)?, vertex(v, graph)?, formula.literal(joined)?)
                    }
                    ["congruent", cols, u, v, alike] => {
                        let cols = cols.parse().ok().filter(|&cols: &usize| (1..=VERTICES).contains(&cols))?;
                        let ends = [vertex(u, graph)?, vertex(v, graph)?];
                        Condition::Congruent(cols, ends, formula.literal(alike)?)
                    }
                    ["size", v, ref steps @ ..] if steps.len() == graph.size => {
                        let literals = steps.iter().map(|step| formula.literal(step)).collect::<Option<_>>()?;
                        Condition::Size(vertex(v, graph)?, literals)
                    }
                    _ => return None,
                };
                self.conditions.insert(name, (last?, condition));
            }
            // The rest of the line shows a reader where to look.
            ["cut", label, condition, ..] => drop(self.cuts.insert(label, condition)),
            _ => return None,
        }
        Some(())
    }

    /// Whether the clause with this label follows from its condition.
    fn implies(&self, label: &str, clause: &[Literal], known: &mut Assignment) -> Option<bool> {
        let (graph, condition) = self.conditions.get(self.cuts.get(label)?)?;
        known.clear();
        known.assign(ALWAYS);
        clause.iter().for_each(|&literal| known.assign(!literal));
        Some(self.graphs[*graph].breaks(known, condition))
    }
}

/// Checks that the solution, if there is one, meets all conditions, and that every constraint with a label `@cut_...`
/// follows from the condition that the file names for it. Returns the number of cuts.
///
/// # Errors
/// A line of another form, a condition that the solution breaks, or a cut that doesn't follow.
pub(crate) fn check(formula: &Formula, text: &str, solution: Option<&Assignment>) -> Result<usize> {
    let mut cuts = Cuts::default();
    for (number, line) in (1..).zip(text.lines()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if cuts.read(formula, &words).is_none() {
            return Err(Failure::at("cuts", number, "this is no line of a graph, a condition or a cut"));
        }
    }
    if formula.constraints.first().and_then(|first| first.clause()) != Some(vec![ALWAYS]) {
        return Err(Failure::new("the first constraint doesn't say that the first variable is true"));
    }
    for (name, (graph, condition)) in &cuts.conditions {
        if solution.is_some_and(|values| cuts.graphs[*graph].breaks(values, condition)) {
            return Err(Failure::new(&format!("the solution breaks the condition {name}")));
        }
    }
    let mut known = Assignment::new(formula.names.len());
    let mut count = 0;
    for cut in formula.constraints.iter().filter(|constraint| constraint.label.starts_with("@cut_")) {
        if cut.clause().and_then(|clause| cuts.implies(&cut.label, &clause, &mut known)) != Some(true) {
            return Err(Failure::new(&format!("{} doesn't follow from a condition on a graph", cut.label)));
        }
        count += 1;
    }
    Ok(count)
}
