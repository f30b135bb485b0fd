//! From the conditions of a model to a network of propagators.

mod covers;
mod graphs;
mod integers;
mod machines;
mod pairs;
mod schedules;

use crate::constraints::{
    Disjunctive, Distinct, Equivalent, GraphTest, GraphVars, Junction, Linear, Pair, Part, Table,
};
use crate::facts::{NodeFacts, Support};
use crate::ids::Var;
use crate::literal::Literal;
use crate::network::Network;
use crate::propagator::{Asserted, Condition, Reified};
use crate::store::SPAN;
use crate::tuples::Tuples;
pub use covers::is_cover;
use machines::Machines;
use rustc_hash::{FxHashMap, FxHashSet};
use sator_base::limits::Limits;
use sator_model::graph::GraphId;
use sator_model::view::{self, Sum, Test, View};
use sator_model::{Domain, ExprId, Model, Node, Pool, UnknownId};
use std::sync::Arc;

/// Most tuples of values that are gone through to make a table, and most rows of one.
const TUPLES: u64 = 4_096;
const ROWS: usize = 2_048;
/// Sums of absolute values of terms stay below this, so that nothing overflows.
const SUM: i128 = 1 << 60;
/// Most rows of a table that the model has.
const TABLE_ROWS: usize = 1 << 16;
/// Greatest height of an expression: posting recurses.
const HEIGHT: u32 = 500;
/// Values of a variable from which on a search orders it beside others before it fixes it.
const TIMES: u64 = 16;
/// Bytes that a variable takes, about: its domain, its watches and its place in propagators.
const VARIABLE_BYTES: u64 = 400;

/// Demands beside the conditions of the model.
#[derive(Clone, Copy, Default)]
pub struct Aim<'a> {
    /// More conditions that hold.
    pub conditions: &'a [ExprId],
    /// Integers with a known value.
    pub held: &'a [(ExprId, i64)],
    /// The objective.
    pub minimize: Option<ExprId>,
    /// The seed of choices between equals.
    pub seed: u64,
}

/// A model as a network.
pub struct Posted {
    /// The network. The variables of unknowns have their numbers.
    pub network: Network,
    /// The truth of conditions that only occur inside others, where they compare variables with many values. To branch
    /// on them orders the variables before it fixes them.
    pub orders: Vec<Var>,
    /// Whether clauses order variables. Such a clause is decided at once, and clauses learned from it serve everywhere.
    pub is_disjunctive: bool,
    /// The objective, if one was given.
    pub objective: Option<Var>,
}

/// The network of the conditions of a model. `None` if one of them has no propagator, or a limit was met.
pub fn post(model: &Model, aim: &Aim, limits: &Limits) -> Option<Posted> {
    let conditions: Vec<ExprId> = model.conditions().into_iter().chain(aim.conditions.iter().copied()).collect();
    let domains: Vec<Domain> = model.unknowns.iter().map(|unknown| unknown.domain.clone()).collect();
    limits.check_memory(model.pool.len(), VARIABLE_BYTES).ok()?;
    let mut network = Network::default();
    for domain in &domains {
        network.store.add_var(domain);
    }
    let mut facts = NodeFacts::default();
    facts.extend(&model.pool, &domains);
    let mut post = Post {
        pool: &model.pool,
        scopes: (0..domains.len()).map(|u| [Var::at(u)].into()).collect(),
        domains,
        facts,
        tuples: Tuples::default(),
        network,
        literals: FxHashMap::default(),
        vars: FxHashMap::default(),
        truth_vars: FxHashMap::default(),
        elements_of_pairs: FxHashSet::default(),
        graphs: FxHashMap::default(),
        orders: vec![],
        is_disjunctive: false,
        machines: Machines::default(),
    };
    if conditions.iter().any(|&e| post.facts.height(e) > HEIGHT) {
        return None;
    }
    if let Some(goal) = aim.minimize {
        post.elements_of_pairs = pairs::elements_of_pairs(post.pool, &conditions, goal, &post.facts);
    }
    for &e in &conditions {
        limits.tick().ok()?;
        post.condition(e, true).ok()?;
    }
    for machine in std::mem::take(&mut post.machines).found() {
        post.add(Disjunctive(machine));
    }
    post.resources(model);
    for &(e, value) in aim.held {
        let var = post.var(e).ok()?;
        post.assert(Literal::is(var, value));
    }
    post.orders.sort_unstable();
    post.orders.dedup();
    let objective = match aim.minimize {
        Some(e) => {
            let objective = post.var(e).ok()?;
            post.cover(&conditions, e, objective).ok()?;
            Some(objective)
        }
        None => None,
    };
    Some(Posted { network: post.network, orders: post.orders, is_disjunctive: post.is_disjunctive, objective })
}

/// There is no propagator for the condition.
struct Unsupported;

type Supported<T = ()> = Result<T, Unsupported>;

struct Post<'a> {
    pool: &'a Pool,
    domains: Vec<Domain>,
    facts: NodeFacts,
    tuples: Tuples,
    network: Network,
    /// By variable: the unknowns that it depends on.
    scopes: Vec<Box<[Var]>>,
    /// By condition: the literal that stands for it.
    literals: FxHashMap<ExprId, Literal>,
    /// By integer: the variable that has its value.
    vars: FxHashMap<ExprId, Var>,
    /// By condition: the variable that is 1 where it holds.
    truth_vars: FxHashMap<ExprId, Var>,
    /// The elements that depend on two unknowns whose pairs of values have numbers.
    elements_of_pairs: FxHashSet<ExprId>,
    graphs: FxHashMap<GraphId, GraphVars>,
    orders: Vec<Var>,
    is_disjunctive: bool,
    machines: Machines,
}

impl Post<'_> {
    /// The unknowns behind these variables.
    fn scope(&self, vars: impl IntoIterator<Item = Var>) -> Box<[Var]> {
        let mut scope: Vec<Var> = vars.into_iter().flat_map(|var| self.scopes[var].iter().copied()).collect();
        scope.sort_unstable();
        scope.dedup();
        scope.into()
    }

    fn add(&mut self, propagator: impl crate::propagator::Propagator + 'static) {
        let mut vars = vec![];
        propagator.watches(&mut |var, _| vars.push(var));
        let scope = self.scope(vars);
        self.network.add(propagator, scope);
    }

    /// A variable that depends on these.
    fn new_var(&mut self, domain: &Domain, of: impl IntoIterator<Item = Var>) -> Var {
        let scope = self.scope(of);
        self.scopes.push(scope);
        self.network.store.add_var(domain)
    }

    fn assert(&mut self, literal: Literal) {
        self.network.add_clause(vec![literal]);
    }

    fn reify(&mut self, literal: Option<Literal>, positive: bool, condition: impl Condition + 'static) {
        match literal {
            Some(literal) => self.add(Reified { literal, condition }),
            None => self.add(Asserted { condition, positive }),
        }
    }

    /// Asserts that condition `e` is `positive`.
    fn condition(&mut self, e: ExprId, positive: bool) -> Supported {
        if let Some(value) = self.facts.fixed(e) {
            if (value != 0) != positive {
                self.network.contradict();
            }
            return Ok(());
        }
        if let Some(literal) = self.unary(e) {
            self.assert(if positive { literal } else { !literal });
            return Ok(());
        }
        let (e, positive) = view::signed(self.pool, e, positive);
        match View::of(self.pool, e, positive) {
            View::All(list, truth) => list.iter().try_for_each(|&c| self.condition(c, truth)),
            View::Clause(list, truth) => {
                if truth {
                    self.machines.learn(self.pool, list);
                }
                if let Some(literals) = self.tests(list, truth) {
                    self.network.add_clause(literals);
                    return Ok(());
                }
                if self.pairs(e, positive).is_ok() {
                    return Ok(());
                }
                let literal = |&c: &ExprId| self.literal(c).map(|l| if truth { l } else { !l });
                let literals = list.iter().map(literal).collect::<Supported<Vec<_>>>()?;
                self.order_disjunction(list, truth, &literals);
                self.network.add_clause(literals);
                Ok(())
            }
            _ => match self.pairs(e, positive) {
                Ok(()) => Ok(()),
                Err(Unsupported) => self.meaning(e, None, positive),
            },
        }
    }

    /// Notes the orders in a disjunction: `a + d <= b or b + e <= a` orders two tasks.
    fn order_disjunction(&mut self, list: &[ExprId], truth: bool, literals: &[Literal]) {
        let order = |&e: &ExprId| match View::of(self.pool, e, truth) {
            View::Linear(sum, test) => Some((sum.difference()?, matches!(test, Test::AtMost(_)))),
            _ => None,
        };
        let orders: Vec<_> = list.iter().map(order).collect();
        for (order, literal) in orders.iter().zip(literals) {
            let opposite = order.map(|(pair, first)| (pair, !first));
            let has_many = |&var: &Var| self.network.store.size(var) >= TIMES;
            if opposite.is_some() && orders.contains(&opposite) && self.scopes[literal.var].iter().any(has_many) {
                self.is_disjunctive = true;
                self.orders.push(literal.var);
            }
        }
    }

    /// The literals of a clause whose members test an unknown each, no two of them the same unknown: the clause then
    /// removes as many values as a table of its tuples.
    fn tests(&self, list: &[ExprId], truth: bool) -> Option<Vec<Literal>> {
        let test =
            |&c: &ExprId| view::fix(self.pool, c, truth).map(|(u, test)| Literal { var: Var::at(u.index()), test });
        let literals = list.iter().map(test).collect::<Option<Vec<Literal>>>()?;
        let mut vars: Vec<Var> = literals.iter().map(|literal| literal.var).collect();
        vars.sort_unstable();
        vars.is_sorted_by(|a, b| a < b).then_some(literals)
    }

    /// A literal that stands for a condition.
    fn literal(&mut self, e: ExprId) -> Supported<Literal> {
        if let Some(literal) = self.literals.get(&e) {
            return Ok(literal.clone());
        }
        let literal = match self.pool.node(e) {
            _ if let Some(value) = self.facts.fixed(e) => {
                let var = self.new_var(&Domain::range(value, value), []);
                Literal::is(var, 1)
            }
            Node::Not(a) => !self.literal(*a)?,
            _ => match self.unary(e) {
                Some(literal) => literal,
                None => self.new_literal(e)?,
            },
        };
        self.literals.insert(e, literal.clone());
        Ok(literal)
    }

    /// A new variable of 0 and 1 for the truth of a condition.
    fn new_literal(&mut self, e: ExprId) -> Supported<Literal> {
        // The variable comes first, so that its number is known; its scope follows.
        let var = self.new_var(&Domain::range(0, 1), []);
        let literal = Literal::is(var, 1);
        match View::of(self.pool, e, true) {
            View::All(list, _) => {
                let parts = list.iter().map(|&c| self.literal(c).map(|l| !l)).collect::<Supported<Vec<_>>>()?;
                self.scopes[var] = self.scope(parts.iter().map(|part| part.var));
                self.add(Junction { literal: !literal.clone(), parts });
            }
            View::Clause(list, _) => {
                let parts = list.iter().map(|&c| self.literal(c)).collect::<Supported<Vec<_>>>()?;
                self.scopes[var] = self.scope(parts.iter().map(|part| part.var));
                self.add(Junction { literal: literal.clone(), parts });
            }
            _ => self.meaning(e, Some(literal.clone()), true)?,
        }
        let store = &self.network.store;
        let wide = |var: &Var| store.size(*var) > 2 * u64::from(u64::BITS);
        if matches!(self.pool.node(e), Node::Le(..)) && self.scopes[var].iter().any(wide) {
            self.orders.push(var);
        }
        Ok(literal)
    }

    /// Posts what a condition means: of a literal, or that it is `positive`.
    fn meaning(&mut self, e: ExprId, literal: Option<Literal>, positive: bool) -> Supported {
        let var = literal.as_ref().map(|literal| literal.var);
        let set_scope = |post: &mut Self, vars: Vec<Var>| {
            if let Some(var) = var {
                post.scopes[var] = post.scope(vars);
            }
        };
        match View::of(self.pool, e, true) {
            View::Linear(sum, test) if let Some(bounds) = test.interval() => {
                self.bounded(&sum, bounds, literal, positive)
            }
            View::Linear(sum, test) => {
                let inside = Literal { var: self.var(sum.expr)?, test };
                match literal {
                    Some(literal) => {
                        set_scope(self, vec![inside.var]);
                        self.add(Junction { literal, parts: vec![inside] });
                    }
                    None => self.assert(if positive { inside } else { !inside }),
                }
                Ok(())
            }
            View::Same(a, b, _) => {
                let sides = [self.literal(a)?, self.literal(b)?];
                set_scope(self, sides.iter().map(|side| side.var).collect());
                let literal = literal.unwrap_or_else(|| {
                    let var = self.new_var(&Domain::range(1, 1), []);
                    if positive { Literal::is(var, 1) } else { !Literal::is(var, 1) }
                });
                self.add(Equivalent { literal, sides });
                Ok(())
            }
            View::Distinct(list, except) => {
                let parts = list.iter().map(|&e| self.shifted(e)).collect::<Supported<Vec<_>>>()?;
                set_scope(self, parts.iter().map(|part| part.0).collect());
                let distinct = Distinct::new(&mut self.network.store, parts, except);
                self.reify(literal, positive, distinct);
                Ok(())
            }
            View::Table(list, rows) if literal.is_none() && positive && rows.len() <= TABLE_ROWS => {
                let vars = list.iter().map(|&e| self.var(e)).collect::<Supported<Vec<_>>>()?;
                let table = Table::new(&mut self.network.store, vars, rows.to_vec());
                self.add(table);
                Ok(())
            }
            // A list of rows that are conjunctions.
            View::Table(list, rows) if rows.len() * list.len() <= TUPLES as usize => {
                let vars = list.iter().map(|&e| self.var(e)).collect::<Supported<Vec<_>>>()?;
                set_scope(self, vars.clone());
                let mut parts = Vec::with_capacity(rows.len());
                for row in rows.iter() {
                    let unlike = |(&var, &value): (&Var, &i64)| !Literal::is(var, value);
                    let row_var = self.new_var(&Domain::range(0, 1), vars.iter().copied());
                    let row_holds = Literal::is(row_var, 1);
                    let different = vars.iter().zip(row).map(unlike).collect();
                    self.add(Junction { literal: !row_holds.clone(), parts: different });
                    parts.push(row_holds);
                }
                match literal {
                    Some(literal) => self.add(Junction { literal, parts }),
                    None if positive => self.network.add_clause(parts),
                    None => parts.into_iter().for_each(|part| self.assert(!part)),
                }
                Ok(())
            }
            View::Connected(graph) => self.graph_condition(graph, GraphTest::Connected, literal, positive),
            View::Acyclic(graph) => self.graph_condition(graph, GraphTest::Acyclic, literal, positive),
            View::Loop(graph) => self.graph_condition(graph, GraphTest::SingleLoop, literal, positive),
            View::Division(graph) => self.graph_condition(graph, GraphTest::Closed, literal, positive),
            View::Joined(graph, u, v) => self.graph_condition(graph, GraphTest::Reaches(u, v), literal, positive),
            View::Congruent(graph, cols, ends) => {
                self.graph_condition(graph, GraphTest::Congruent(cols, ends), literal, positive)
            }
            _ => Err(Unsupported),
        }
    }

    /// The literal of a condition on one unknown.
    fn unary(&mut self, e: ExprId) -> Option<Literal> {
        let literal = |u: UnknownId, test: Test| Some(Literal { var: Var::at(u.index()), test });
        let (inner, truth) = view::signed(self.pool, e, true);
        if !truth {
            return self.unary(inner).map(|literal| !literal);
        }
        if let Some((u, test)) = view::fix(self.pool, e, true) {
            return literal(u, test);
        }
        let &[u] = self.facts.support(e).few()? else { return None };
        let domain = &self.domains[u];
        if domain.size() > SPAN {
            return None;
        }
        let column = [(u, domain.iter().collect::<Vec<i64>>())];
        let mut truths = Vec::with_capacity(column[0].1.len());
        self.tuples.for_each(self.pool, &self.facts, &[e], &column, |value| truths.push(value(e) != 0));
        let fitting = column[0].1.iter().zip(truths).filter(|t| t.1).map(|t| *t.0);
        literal(u, Test::In(Arc::new(Domain::from_values(fitting))))
    }

    /// Posts a condition on two or three unknowns as its tuples: always for two, whose pairs say most; for three where
    /// no other propagator exists.
    fn pairs(&mut self, e: ExprId, positive: bool) -> Supported {
        let support = *self.facts.support(e);
        let unknowns = support.few().ok_or(Unsupported)?;
        let linear =
            matches!(self.pool.node(e), Node::Eq(..) | Node::Le(..) | Node::AllDifferent(..) | Node::Table(..));
        if unknowns.len() == 3 && linear {
            return Err(Unsupported);
        }
        self.tabulate(e, &support, positive)
    }

    fn tabulate(&mut self, e: ExprId, support: &Support, positive: bool) -> Supported {
        let unknowns: Vec<UnknownId> = support.few().ok_or(Unsupported)?.to_vec();
        let sizes = unknowns.iter().map(|&u| self.domains[u].size());
        if unknowns.is_empty() || sizes.fold(1u64, u64::saturating_mul) > TUPLES {
            return Err(Unsupported);
        }
        let columns: Vec<(UnknownId, Vec<i64>)> =
            unknowns.iter().map(|&u| (u, self.domains[u].iter().collect())).collect();
        let mut met = Vec::new();
        self.tuples.for_each(self.pool, &self.facts, &[e], &columns, |value| met.push((value(e) != 0) == positive));
        let row = |at: usize| {
            let mut rest = at;
            let mut row: Vec<i64> = Vec::with_capacity(columns.len());
            for (_, values) in columns.iter().rev() {
                row.push(values[rest % values.len()]);
                rest /= values.len();
            }
            row.reverse();
            row
        };
        let rows: Vec<Vec<i64>> = met.iter().enumerate().filter(|m| *m.1).map(|m| row(m.0)).collect();
        let vars: Vec<Var> = unknowns.iter().map(|u| Var::at(u.index())).collect();
        let store = &self.network.store;
        let narrow = |&var: &Var| store.min(var).abs_diff(store.max(var)) < Pair::SPAN;
        match vars[..] {
            [a, b] if vars.iter().all(narrow) => {
                let pair = Pair::new(store, [a, b], rows.iter().map(|row| [row[0], row[1]]));
                self.add(pair);
            }
            _ if rows.len() > ROWS => return Err(Unsupported),
            _ => {
                let rows = rows.into_iter().map(Vec::into_boxed_slice).collect();
                let table = Table::new(&mut self.network.store, vars, rows);
                self.add(table);
            }
        }
        Ok(())
    }

    /// `lo <= sum <= hi`, as the meaning of a literal or `positive`.
    fn bounded(&mut self, sum: &Sum, (lo, hi): (i64, i64), literal: Option<Literal>, positive: bool) -> Supported {
        let (terms, constant) = self.terms(sum)?;
        let no_bound = i128::from(Linear::NO_BOUND);
        let bound = |k: i64, none: i128| {
            let k = i128::from(k);
            if k.abs() >= SUM { none } else { k - i128::from(constant) }
        };
        let (lo, hi) = (bound(lo, -no_bound), bound(hi, no_bound));
        let fit = |k: i128| i64::try_from(k.clamp(-no_bound, no_bound)).map_err(|_| Unsupported);
        let (lo, hi) = (fit(lo)?, fit(hi)?);
        if let Some(literal) = &literal {
            let vars = terms.iter().map(|(_, part)| match part {
                Part::Var(var) => *var,
                Part::Literal(literal) => literal.var,
            });
            self.scopes[literal.var] = self.scope(vars.collect::<Vec<_>>());
        }
        let linear = Linear::new(terms, lo, hi);
        self.reify(literal, positive, linear);
        Ok(())
    }
}
