//! Conditions: asserted where they stand alone, and a literal where they are part of another condition.

use super::integers::Integer;
use super::{Encoded, Encoder};
use crate::Refusal;
use crate::formula::{Linear, Lit};
use crate::graphs::Property;
use sator_model::node::graph_condition;
use sator_model::{ExprId, GraphRef, Node};

impl Encoder<'_> {
    /// Asserts a condition.
    pub(super) fn assert(&mut self, e: ExprId) -> Encoded<()> {
        let model = self.model;
        match model.pool.node(e) {
            Node::And(parts) => parts.iter().try_for_each(|&part| self.assert(part)),
            Node::Or(parts) => {
                let literals = parts.iter().map(|&part| self.condition(part)).collect::<Encoded<Vec<_>>>()?;
                self.clause(&literals);
                Ok(())
            }
            Node::Iff(a, b) => {
                let (a, b) = (self.condition(*a)?, self.condition(*b)?);
                self.clause(&[!a, b]);
                self.clause(&[a, !b]);
                Ok(())
            }
            Node::Eq(sum, k) if !self.is_single(*sum) => {
                let sum = self.linear(*sum)?;
                self.equal(&sum, &Linear::constant(*k), None)
            }
            Node::Le(sum, k) if !self.is_single(*sum) => {
                let sum = self.linear(*sum)?;
                self.at_most(&sum, *k, None)
            }
            Node::AllDifferent(list, except) => {
                for (literals, always) in self.places(list, except)? {
                    let (once, enough) = at_most_one(&literals);
                    self.at_least(&once, enough, None)?;
                    if always {
                        self.clause(&literals);
                    }
                }
                Ok(())
            }
            Node::Connected(graph) => self.assert_on_graph(graph, Property::Connected),
            Node::Acyclic(graph) => self.assert_on_graph(graph, Property::Acyclic),
            Node::Closed(graph) => self.assert_on_graph(graph, Property::Closed),
            Node::Reaches(graph, u, v) => self.reaches(graph, [*u, *v], Lit::TRUE),
            Node::Congruent(graph, cols, ends) => self.congruent(graph, *cols, *ends, Lit::TRUE),
            Node::SingleLoop(graph) => self.assert_loop(graph),
            Node::Not(part) => match model.pool.node(*part) {
                Node::Le(sum, k) if !self.is_single(*sum) => {
                    let sum = self.linear(*sum)?;
                    self.at_least(&sum, k.saturating_add(1), None)
                }
                _ => self.assert_literal(e),
            },
            _ => self.assert_literal(e),
        }
    }

    /// Asserts a condition by the literal that stands for it.
    fn assert_literal(&mut self, e: ExprId) -> Encoded<()> {
        let literal = self.condition(e)?;
        self.clause(&[literal]);
        Ok(())
    }

    /// Whether an integer has values of its own, so that it needs no sum.
    fn is_single(&self, e: ExprId) -> bool {
        !matches!(self.model.pool.node(e), Node::Sum(..) | Node::FromBool(_)) && !self.is_in_digits(e)
    }

    fn at_most(&mut self, sum: &Linear, k: i64, guard: Option<Lit>) -> Encoded<()> {
        let mut minus = Linear::constant(k);
        minus.add(-1, sum)?;
        self.at_least(&minus, 0, guard)
    }

    /// The literal of a condition.
    pub(super) fn condition(&mut self, e: ExprId) -> Encoded<Lit> {
        if let Some(&literal) = self.conditions.get(&e) {
            return Ok(literal);
        }
        let model = self.model;
        let literal = match model.pool.node(e) {
            Node::Bool(true) => Lit::TRUE,
            Node::Bool(false) => Lit::FALSE,
            Node::BoolVar(u) => self.unknown(*u)?.is(1),
            Node::Not(a) => !self.condition(*a)?,
            Node::And(parts) => {
                let parts = parts.iter().map(|&part| self.condition(part)).collect::<Encoded<Vec<_>>>()?;
                self.all(&parts)
            }
            Node::Or(parts) => {
                let parts = parts.iter().map(|&part| Ok(!self.condition(part)?)).collect::<Encoded<Vec<_>>>()?;
                !self.all(&parts)
            }
            Node::Iff(a, b) => {
                let (a, b) = (self.condition(*a)?, self.condition(*b)?);
                let same = self.fresh();
                for clause in [[!same, !a, b], [!same, a, !b], [same, a, b], [same, !a, !b]] {
                    self.clause(&clause);
                }
                same
            }
            Node::Eq(sum, k) if self.is_single(*sum) => self.integer(*sum)?.is(*k),
            Node::Eq(sum, k) => {
                let sum = self.linear(*sum)?;
                let (most, least) = (self.at_most_literal(&sum, *k)?, !self.at_most_literal(&sum, *k - 1)?);
                self.all(&[most, least])
            }
            Node::Le(sum, k) if self.is_single(*sum) => {
                let integer = self.integer(*sum)?;
                !self.at_least_literal(&integer, k.saturating_add(1))
            }
            Node::Le(sum, k) => {
                let sum = self.linear(*sum)?;
                self.at_most_literal(&sum, *k)?
            }
            Node::Member(sum, set) => {
                let integer = self.integer(*sum)?;
                let outside: Vec<Lit> = integer.each().filter(|(v, _)| set.contains(*v)).map(|(_, l)| !l).collect();
                !self.all(&outside)
            }
            Node::Table(list, rows) => {
                let columns = list.iter().map(|&e| self.integer(e)).collect::<Encoded<Vec<_>>>()?;
                let mut no_row = Vec::new();
                for row in rows.iter() {
                    let cells: Vec<Lit> = columns.iter().zip(row.iter()).map(|(c, &v)| c.is(v)).collect();
                    if !cells.contains(&Lit::FALSE) {
                        no_row.push(!self.all(&cells));
                    }
                }
                !self.all(&no_row)
            }
            Node::AllDifferent(list, except) => self.all_different(list, except)?,
            Node::Reaches(graph, u, v) => {
                let joined = self.fresh();
                self.reaches(graph, [*u, *v], joined)?;
                joined
            }
            Node::Congruent(graph, cols, ends) => {
                let alike = self.fresh();
                self.congruent(graph, *cols, *ends, alike)?;
                alike
            }
            graph_condition!() => {
                return Err(Refusal::condition("a condition on a graph as a part of another condition"));
            }
            _ => return Err(Refusal::condition("a number in the place of a condition")),
        };
        self.conditions.insert(e, literal);
        Ok(literal)
    }

    /// A literal for each value that at most one place has it, and one for all of these.
    fn all_different(&mut self, list: &[ExprId], except: &[i64]) -> Encoded<Lit> {
        let mut parts = Vec::new();
        for (literals, _) in self.places(list, except)? {
            let (once, enough) = at_most_one(&literals);
            let holds = self.fresh();
            self.at_least(&once, enough, Some(holds))?;
            let mut twice = Linear::constant(enough - 1);
            twice.add(-1, &once)?;
            self.at_least(&twice, 0, Some(!holds))?;
            parts.push(holds);
        }
        Ok(self.all(&parts))
    }

    /// A literal that holds exactly where all of these hold.
    fn all(&mut self, parts: &[Lit]) -> Lit {
        let mut parts: Vec<Lit> = parts.iter().copied().filter(|&l| l != Lit::TRUE).collect();
        parts.sort_unstable();
        parts.dedup();
        match parts[..] {
            [] => return Lit::TRUE,
            [single] => return single,
            _ if parts.contains(&Lit::FALSE) || parts.windows(2).any(|w| w[0] == !w[1]) => return Lit::FALSE,
            _ => {}
        }
        let all = self.fresh();
        parts.iter().for_each(|&part| self.clause(&[!all, part]));
        let mut one_fails: Vec<Lit> = parts.iter().map(|&part| !part).collect();
        one_fails.push(all);
        self.clause(&one_fails);
        all
    }

    /// The literal "the sum is at most `k`".
    fn at_most_literal(&mut self, sum: &Linear, k: i64) -> Encoded<Lit> {
        let (terms, constant) = sum.normal()?;
        let (least, most) = (constant, constant + terms.iter().map(|t| i128::from(t.0)).sum::<i128>());
        if i128::from(k) >= most {
            return Ok(Lit::TRUE);
        }
        if i128::from(k) < least {
            return Ok(Lit::FALSE);
        }
        let holds = self.fresh();
        self.at_most(sum, k, Some(holds))?;
        self.at_least(sum, k.saturating_add(1), Some(!holds))?;
        Ok(holds)
    }

    /// By value that can't repeat: the literals of the integers that can have it, and whether one of them must.
    fn places(&mut self, list: &[ExprId], except: &[i64]) -> Encoded<Vec<(Vec<Lit>, bool)>> {
        let integers = list.iter().map(|&e| self.integer(e)).collect::<Encoded<Vec<_>>>()?;
        let mut values: Vec<i64> = integers.iter().flat_map(|integer| integer.values.iter().copied()).collect();
        values.sort_unstable();
        values.dedup();
        // As many integers as values, all different: each value has a place.
        let always = except.is_empty() && values.len() == list.len();
        let places = values.into_iter().filter(|value| !except.contains(value)).map(|value| {
            let literals = integers.iter().map(|integer| integer.is(value)).filter(|&l| l != Lit::FALSE).collect();
            (literals, always)
        });
        Ok(places.collect())
    }

    fn assert_on_graph(&mut self, graph: &GraphRef, property: Property) -> Encoded<()> {
        let number = self.graph(graph, false)?;
        self.graphs.assert(number, property);
        Ok(())
    }

    /// Defines a literal as "these vertices are present, in one piece".
    fn reaches(&mut self, graph: &GraphRef, ends: [u32; 2], joined: Lit) -> Encoded<()> {
        let number = self.both_present(graph, ends, joined)?;
        self.graphs.assert(number, Property::Reaches(ends[0], ends[1], joined));
        Ok(())
    }

    /// Defines a literal as "these vertices are present, in pieces with the same shape".
    fn congruent(&mut self, graph: &GraphRef, cols: u32, ends: [u32; 2], alike: Lit) -> Encoded<()> {
        let number = self.both_present(graph, ends, alike)?;
        self.graphs.assert(number, Property::Congruent(cols, ends, alike));
        Ok(())
    }

    /// Asserts that both vertices are present where the literal holds, and returns the number of the graph.
    fn both_present(&mut self, graph: &GraphRef, ends: [u32; 2], literal: Lit) -> Encoded<usize> {
        let number = self.graph(graph, false)?;
        for end in ends {
            let mut clause = self.graphs.presence(number, end);
            clause.push(!literal);
            self.clause(&clause);
        }
        Ok(number)
    }

    /// Asserts that the present edges form one loop: each vertex has none or two, there is one, and they are connected.
    fn assert_loop(&mut self, graph: &GraphRef) -> Encoded<()> {
        let number = self.graph(graph, true)?;
        let edges = self.graphs.edges(number);
        self.clause(&edges);
        for at in graph.at.iter() {
            let here: Vec<Lit> = at.iter().map(|&(edge, _)| edges[edge as usize]).collect();
            let minus: Vec<(i64, Lit)> = here.iter().map(|&l| (-1, l)).collect();
            self.at_least(&Linear { terms: minus, constant: 2 }, 0, None)?;
            for (i, &edge) in here.iter().enumerate() {
                let mut clause = here.clone();
                clause[i] = !edge;
                self.clause(&clause);
            }
        }
        self.graphs.assert(number, Property::Connected);
        Ok(())
    }

    /// Registers a graph with the literals of its vertices and edges, and returns its number. With `drawn` the vertices
    /// are the ends of present edges.
    pub(super) fn graph(&mut self, graph: &GraphRef, drawn: bool) -> Encoded<usize> {
        if let Some(number) = self.graphs.number(graph, drawn) {
            return Ok(number);
        }
        let mut vertices = Vec::new();
        for &vertex in graph.vertices.iter().flatten() {
            vertices.push(self.condition(vertex)?);
        }
        let mut edges = Vec::new();
        for edge in &graph.edges {
            let on = self.condition(edge.on)?;
            let ends = [edge.ends.0, edge.ends.1].map(|v| vertices.get(v as usize).copied().unwrap_or(Lit::TRUE));
            edges.push(if drawn { self.all(&[on, ends[0], ends[1]]) } else { on });
        }
        if drawn {
            vertices.clear();
        }
        Ok(self.graphs.add(graph, drawn, vertices, edges))
    }

    /// Defines an integer as the size of a vertex's piece. Cuts do the rest.
    pub(super) fn piece_size(&mut self, graph: &GraphRef, v: u32, size: &Integer) -> Encoded<()> {
        let number = self.graph(graph, false)?;
        let present = self.graphs.presence(number, v);
        let at_least_one = self.at_least_literal(size, 1);
        present.iter().for_each(|&literal| self.clause(&[!literal, at_least_one]));
        let mut some = present;
        some.push(!at_least_one);
        self.clause(&some);
        let steps = (1..=graph.size as i64).map(|k| self.at_least_literal(size, k)).collect();
        self.graphs.assert(number, Property::Size(v, steps));
        Ok(())
    }
}

/// A sum that is at least the number exactly where at most one of the literals holds.
fn at_most_one(literals: &[Lit]) -> (Linear, i64) {
    let terms = literals.iter().map(|&l| (1, !l)).collect();
    (Linear { terms, constant: 0 }, literals.len() as i64 - 1)
}
