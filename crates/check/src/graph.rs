//! Graphs, and whether constraints labelled `@cut_...` follow from a condition on a graph.
//!
//! An edge is present if its literal and both its ends hold. Without literals for the vertices, a vertex is present if
//! an edge at it is. Each cut names a set of vertices or a list of edges, from which its clause is derived again here.

use crate::formula::{Constraint, Formula, Literal};
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
    /// The k-th literal, from 1, holds exactly if the piece of the vertex has at least k vertices.
    Size(usize, Vec<Literal>),
}

/// The variable with number 0 is always true: the first constraint of the formula asserts it.
const ALWAYS: Literal = Literal(0);

/// Limit on the vertices of a graph.
const VERTICES: usize = 1 << 20;

/// A graph in which all literals of a clause are false.
struct Refuted<'a> {
    graph: &'a Graph,
    clause: &'a [Literal],
}

impl Refuted<'_> {
    fn holds(&self, literal: Literal) -> bool {
        literal == ALWAYS || self.clause.contains(&!literal)
    }

    fn ends(&self, edge: &Edge) -> impl Iterator<Item = Literal> {
        [edge.0, edge.1].into_iter().filter_map(|v| self.graph.vertices.get(v).copied())
    }

    fn edge_is_present(&self, edge: &Edge) -> bool {
        self.holds(edge.2) && self.ends(edge).all(|vertex| self.holds(vertex))
    }

    fn edge_is_absent(&self, edge: &Edge) -> bool {
        self.holds(!edge.2) || self.ends(edge).any(|vertex| self.holds(!vertex))
    }

    /// Whether some vertex of a set is certainly present.
    fn any_is_present(&self, inside: impl Fn(usize) -> bool) -> bool {
        let Graph { vertices, edges, .. } = self.graph;
        match vertices.is_empty() {
            true => edges.iter().any(|edge| self.holds(edge.2) && (inside(edge.0) || inside(edge.1))),
            false => (0..).zip(vertices).any(|(v, &vertex)| inside(v) && self.holds(vertex)),
        }
    }

    /// Whether a condition is broken as no edge leads out of a set of vertices.
    fn by_vertices(&self, condition: &Condition, members: &[usize]) -> bool {
        let mut inside = vec![false; self.graph.size];
        members.iter().for_each(|&v| inside[v] = true);
        let size = inside.iter().filter(|&&member| member).count();
        let leads_out = |edge: &&Edge| inside[edge.0] != inside[edge.1];
        self.graph.edges.iter().filter(leads_out).all(|edge| self.edge_is_absent(edge))
            && match condition {
                Condition::Connected => self.any_is_present(|v| inside[v]) && self.any_is_present(|v| !inside[v]),
                Condition::Reaches(u, v, joined) => inside[*u] != inside[*v] && self.holds(*joined),
                // The size is above that of the set.
                Condition::Size(v, at_least) => inside[*v] && at_least[size..].iter().any(|&step| self.holds(step)),
                Condition::Acyclic | Condition::Closed => false,
            }
    }

    /// Whether a condition is broken by different edges that are present.
    fn by_edges(&self, condition: &Condition, edges: &[Edge]) -> bool {
        let mut odd = vec![false; self.graph.size];
        edges.iter().for_each(|edge| [edge.0, edge.1].iter().for_each(|&v| odd[v] ^= true));
        // Edges that touch each vertex an even number of times contain a cycle through each of them.
        let cyclic = !edges.is_empty() && !odd.contains(&true);
        let present = |edges: &[Edge]| edges.iter().all(|edge| self.edge_is_present(edge));
        match condition {
            Condition::Acyclic => cyclic && present(edges),
            // The first edge is absent, the others join its ends, and the ends are present.
            Condition::Closed => {
                cyclic && self.holds(!edges[0].2) && present(&edges[1..]) && self.any_is_present(|v| v == edges[0].0)
            }
            // The edges join more vertices to this one than the size allows.
            Condition::Size(v, at_least) => {
                let mut inside = vec![false; self.graph.size];
                inside[*v] = true;
                let grows = edges.iter().all(|edge| {
                    let joined = inside[edge.0] || inside[edge.1];
                    (inside[edge.0], inside[edge.1]) = (true, true);
                    joined && self.edge_is_present(edge)
                });
                let size = inside.iter().filter(|&&member| member).count();
                let exists = !edges.is_empty() || self.any_is_present(|w| w == *v);
                grows && exists && at_least[..size].iter().any(|&step| self.holds(!step))
            }
            // Edges that touch no vertices but these an odd number of times join them.
            Condition::Reaches(u, v, joined) => {
                let ends_only = (0..).zip(&odd).all(|(w, &odd)| odd == (w == *u || w == *v));
                u != v && ends_only && self.holds(!*joined) && present(edges)
            }
            Condition::Connected => false,
        }
    }
}

/// The graphs, conditions and cuts of the file `cuts`.
#[derive(Default)]
struct Cuts<'a> {
    graphs: Vec<Graph>,
    /// By name: the number of the graph, and the condition.
    conditions: HashMap<&'a str, (usize, Condition)>,
    /// By label: the condition, whether the numbers are those of vertices, and the numbers.
    cuts: HashMap<&'a str, (&'a str, bool, Vec<usize>)>,
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
                    ["size", v, ref steps @ ..] if steps.len() == graph.size => {
                        let literals = steps.iter().map(|step| formula.literal(step)).collect::<Option<_>>()?;
                        Condition::Size(vertex(v, graph)?, literals)
                    }
                    _ => return None,
                };
                self.conditions.insert(name, (last?, condition));
            }
            ["cut", label, condition, kind @ ("vertices" | "edges"), ref numbers @ ..] => {
                let numbers = numbers.iter().map(|n| n.parse().ok()).collect::<Option<_>>()?;
                self.cuts.insert(label, (condition, kind == "vertices", numbers));
            }
            _ => return None,
        }
        Some(())
    }

    /// Whether the clause with this label follows from its condition.
    fn implies(&self, label: &str, clause: &[Literal]) -> Option<bool> {
        let (condition, by_vertices, numbers) = self.cuts.get(label)?;
        let (graph, condition) = self.conditions.get(condition)?;
        let refuted = Refuted { graph: &self.graphs[*graph], clause };
        if *by_vertices {
            let known = numbers.iter().all(|&v| v < refuted.graph.size);
            return Some(known && refuted.by_vertices(condition, numbers));
        }
        let edges: Option<Vec<Edge>> = numbers.iter().map(|&e| refuted.graph.edges.get(e).copied()).collect();
        let are_different = numbers.iter().collect::<HashSet<_>>().len() == numbers.len();
        Some(are_different && refuted.by_edges(condition, &edges?))
    }
}

/// Checks that every constraint with a label `@cut_...` follows from the condition that the file names for it. Returns
/// their number.
///
/// # Errors
/// A line of another form, or a cut that doesn't follow.
pub(crate) fn check(formula: &Formula, text: &str) -> Result<usize> {
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
    let labelled = || formula.constraints.iter().filter(|constraint| constraint.label.starts_with("@cut_"));
    let implied = |cut: &&Constraint| cut.clause().and_then(|clause| cuts.implies(&cut.label, &clause)) == Some(true);
    match labelled().find(|cut| !implied(cut)) {
        Some(cut) => Err(Failure::new(&format!("{} doesn't follow from a condition on a graph", cut.label))),
        None => Ok(labelled().count()),
    }
}
