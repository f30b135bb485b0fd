//! Conditions on graphs: a variable for the condition of each vertex and each edge.

use super::{Post, Supported};
use crate::constraints::{GraphCondition, GraphTest, GraphVars, Junction, Linear, Part};
use crate::ids::Var;
use crate::literal::{Literal, Test};
use crate::propagator::Asserted;
use sator_model::graph::GraphRef;
use sator_model::{Domain, ExprId};

impl Post<'_> {
    /// Posts a condition on a graph, as the meaning of a literal or `positive`.
    pub(super) fn graph_condition(
        &mut self,
        graph: &GraphRef,
        test: GraphTest,
        literal: Option<Literal>,
        positive: bool,
    ) -> Supported {
        let vars = self.graph_vars(graph)?;
        if let Some(literal) = &literal {
            self.scopes[literal.var] = self.scope(vars.all());
        }
        if test == GraphTest::SingleLoop && literal.is_none() && positive {
            self.single_loop(vars);
        } else {
            self.reify(literal, positive, GraphCondition { vars, test });
        }
        Ok(())
    }

    /// The variables of a graph.
    pub(super) fn graph_vars(&mut self, graph: &GraphRef) -> Supported<GraphVars> {
        if let Some(vars) = self.graphs.get(&graph.id) {
            return Ok(vars.clone());
        }
        let of = |post: &mut Self, conditions: &mut dyn Iterator<Item = ExprId>| {
            conditions.map(|e| post.truth_var(e)).collect::<Supported<Box<[Var]>>>()
        };
        let vertices = match &graph.vertices {
            Some(vertices) => Some(of(self, &mut vertices.iter().copied())?),
            None => None,
        };
        let edges = of(self, &mut graph.edges.iter().map(|edge| edge.on))?;
        let vars = GraphVars { graph: graph.clone(), vertices, edges };
        self.graphs.insert(graph.id, vars.clone());
        Ok(vars)
    }

    /// The variable that is 1 where a condition holds and 0 where it doesn't.
    pub(super) fn truth_var(&mut self, e: ExprId) -> Supported<Var> {
        if let Some(&var) = self.truth_vars.get(&e) {
            return Ok(var);
        }
        let literal = self.literal(e)?;
        let is_truth = literal.test == Test::Is(1)
            && self.network.store.min(literal.var) >= 0
            && self.network.store.max(literal.var) <= 1;
        let var = if is_truth { literal.var } else { self.standing_for(vec![literal]) };
        self.truth_vars.insert(e, var);
        Ok(var)
    }

    /// A variable that is 1 where one of the literals holds.
    fn standing_for(&mut self, parts: Vec<Literal>) -> Var {
        let var = self.new_var(&Domain::range(0, 1), parts.iter().map(|part| part.var).collect::<Vec<_>>());
        self.add(Junction { literal: Literal::is(var, 1), parts });
        var
    }

    /// One closed loop: at each vertex no edge or two, and the edges, of which there is one at least, are connected.
    fn single_loop(&mut self, mut vars: GraphVars) {
        if let Some(vertices) = vars.vertices.take() {
            let edges = vars.graph.clone();
            for (edge, var) in edges.edges.iter().zip(&mut vars.edges) {
                let absent = [*var, vertices[edge.ends.0 as usize], vertices[edge.ends.1 as usize]];
                let no_edge = self.standing_for(absent.map(|var| Literal::is(var, 0)).to_vec());
                *var = self.standing_for(vec![Literal::is(no_edge, 0)]);
            }
        }
        for at in &vars.graph.clone().at {
            let passed = self.new_var(&Domain::range(0, 1), at.iter().map(|&(e, _)| vars.edges[e as usize]));
            let edges = at.iter().map(|&(e, _)| (1, Part::Var(vars.edges[e as usize])));
            let terms = edges.chain([(-2, Part::Var(passed))]).collect();
            self.add(Asserted { condition: Linear::new(terms, 0, 0), positive: true });
        }
        self.network.add_clause(vars.edges.iter().map(|&var| Literal::is(var, 1)).collect());
        self.add(Asserted { condition: GraphCondition { vars, test: GraphTest::Connected }, positive: true });
    }
}
