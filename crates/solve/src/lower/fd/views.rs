//! Views: integer expressions with few values, one literal for each.

use super::{Coding, Fd};
use crate::lower::topology;
use crate::solver::sat::Lit;
use sator_model::interval::{floor_div, floor_mod};
use sator_model::node::{graph_condition, plain_condition};
use sator_model::{ExprId, Expressions, Node, UnknownId};
use std::collections::BTreeMap;
use std::sync::Arc;

sator_base::ids::id! {
    pub(super) struct ViewId;
}

/// Exactly one of the literals holds.
pub(super) struct View {
    /// In increasing order of the values.
    pub values: Arc<[(i64, Lit)]>,
    /// Order literal `i` means "at most value `i`"; the last one is true.
    order: Option<Arc<[Lit]>>,
}

impl Fd {
    pub(super) fn values(&self, view: ViewId) -> Arc<[(i64, Lit)]> {
        self.views[view].values.clone()
    }

    pub(super) fn add_view(&mut self, values: Vec<(i64, Lit)>) -> ViewId {
        self.views.push(View { values: values.into(), order: None });
        ViewId(self.views.len() as u32 - 1)
    }

    /// A view over fresh literals. A view of two values is one literal and its negation.
    pub(super) fn new_view(&mut self, values: Vec<i64>) -> ViewId {
        let literals = match values.len() {
            0 | 1 => vec![Lit::TRUE; values.len()],
            2 => {
                let upper = self.encoder.fresh();
                vec![!upper, upper]
            }
            n => {
                let fresh: Vec<Lit> = (0..n).map(|_| self.encoder.fresh()).collect();
                self.exactly_one(&fresh);
                fresh
            }
        };
        self.add_view(values.into_iter().zip(literals).collect())
    }

    /// The view of a bool over a fresh literal. Boards of shading have hundreds, so its list is made in one piece.
    pub(super) fn new_bool_view(&mut self) -> ViewId {
        let holds = self.encoder.fresh();
        self.views.push(View { values: Arc::new([(0, !holds), (1, holds)]), order: None });
        ViewId(self.views.len() as u32 - 1)
    }

    pub(super) fn value_in(&self, view: ViewId, value: i64) -> Lit {
        let values = &self.views[view].values;
        values.binary_search_by_key(&value, |v| v.0).map_or(Lit::FALSE, |i| values[i].1)
    }

    /// The order literals of a view, made at the first request.
    pub(super) fn order(&mut self, view: ViewId) -> Arc<[Lit]> {
        if let Some(order) = &self.views[view].order {
            return order.clone();
        }
        let values = self.values(view);
        let last = values.len().saturating_sub(1);
        let mut order: Vec<Lit> = Vec::with_capacity(values.len());
        for (i, &(_, literal)) in values.iter().enumerate() {
            let at_most = match order.last().copied() {
                _ if i == last => Lit::TRUE,
                None => literal,
                Some(below) if i + 1 == last => {
                    let at_most = !values[last].1;
                    self.encoder.clause(&[!literal, !below]);
                    self.encoder.clause(&[!below, at_most]);
                    at_most
                }
                Some(below) => {
                    let at_most = self.encoder.fresh();
                    self.encoder.clause(&[!below, at_most]);
                    self.encoder.clause(&[!literal, at_most]);
                    self.encoder.clause(&[!at_most, below, literal]);
                    self.encoder.clause(&[!literal, !below]);
                    at_most
                }
            };
            order.push(at_most);
        }
        self.encoder.chain(&order);
        let order: Arc<[Lit]> = order.into();
        self.views[view].order = Some(order.clone());
        order
    }

    pub(super) fn at_most_in(&mut self, view: ViewId, bound: i64) -> Lit {
        let values = self.values(view);
        match values.partition_point(|v| v.0 <= bound) {
            0 => Lit::FALSE,
            n if n == values.len() => Lit::TRUE,
            n => self.order(view)[n - 1],
        }
    }

    /// A literal for "the test holds for the value".
    pub(super) fn any_in(&mut self, view: ViewId, test: impl Fn(i64) -> bool) -> Lit {
        let values = self.values(view);
        let flips = values.windows(2).filter(|w| test(w[0].0) != test(w[1].0)).count();
        if flips == 1 && self.views[view].order.is_some() {
            let at = values.partition_point(|v| test(v.0) == test(values[0].0));
            let low = self.order(view)[at - 1];
            return if test(values[0].0) { low } else { !low };
        }
        let side = |inside: bool| -> Vec<Lit> { values.iter().filter(|v| test(v.0) == inside).map(|v| v.1).collect() };
        self.either_gate(&side(true), &side(false))
    }

    /// The view of an unknown; `None` if it is a bit-vector.
    pub(super) fn unknown_view(&mut self, u: UnknownId) -> Option<ViewId> {
        match self.coding(u) {
            Coding::OneHot(view) => Some(view),
            Coding::Bits(_) => None,
        }
    }

    /// The view of an integer expression, if it has one of reasonable size.
    pub(super) fn view(&mut self, m: Expressions, e: ExprId) -> Option<ViewId> {
        if let Some(&view) = self.memo.views.get(&e) {
            return view;
        }
        let view = self.make_view(m, e);
        self.memo.views.insert(e, view);
        view
    }

    fn make_view(&mut self, m: Expressions, e: ExprId) -> Option<ViewId> {
        if let Some(value) = self.facts.fixed(e) {
            return Some(self.add_view(vec![(value, Lit::TRUE)]));
        }
        match m.pool.node(e) {
            Node::IntVar(u) => return self.unknown_view(*u),
            Node::FromBool(c) => {
                let holds = self.condition_literal(m, *c);
                return Some(self.add_view(vec![(0, !holds), (1, holds)]));
            }
            Node::PieceSize(..) => return topology::size_values(self, m, e).map(|values| self.add_view(values)),
            _ => {}
        }
        // Order literals of a smallest or largest value follow from those of its parts, which tuples don't have.
        if !matches!(m.pool.node(e), Node::Min(_) | Node::Max(_))
            && let Some(view) = self.view_by_tuples(m, e)
        {
            return Some(view);
        }
        match m.pool.node(e) {
            Node::Sum(terms, constant) => {
                let mut parts = Vec::with_capacity(terms.len());
                for &(k, e) in terms.iter().filter(|t| t.0 != 0) {
                    parts.push((k, self.view(m, e)?));
                }
                self.sum_view(&parts, *constant)
            }
            Node::Product(a, b) => self.view_of_two(m, *a, *b, |x, y| x * y),
            Node::Div(a, b) => self.view_of_two(m, *a, *b, |x, y| floor_div(x, y).unwrap_or(0)),
            Node::Mod(a, b) => self.view_of_two(m, *a, *b, |x, y| if y == 0 { 0 } else { floor_mod(x, y) }),
            Node::Abs(a) => self.view(m, *a).map(|a| self.image(a, i64::abs)),
            Node::Min(l) | Node::Max(l) => {
                let views: Vec<ViewId> = l.iter().map(|&e| self.view(m, e)).collect::<Option<_>>()?;
                self.extreme_view(&views, matches!(m.pool.node(e), Node::Max(_)))
            }
            Node::Ite(c, a, b) => {
                let (a, b) = (self.view(m, *a)?, self.view(m, *b)?);
                let c = self.condition_literal(m, *c);
                self.selected_view(&[(c, a), (!c, b)])
            }
            Node::Element(l, i) => {
                let index = self.view(m, *i)?;
                let at = |i: i64| if i >= 1 && i <= l.len() as i64 { l[i as usize - 1] } else { l[0] };
                let mut choices = Vec::new();
                for &(i, here) in self.values(index).iter() {
                    choices.push((here, self.view(m, at(i))?));
                }
                self.selected_view(&choices)
            }
            plain_condition!()
            | graph_condition!()
            | Node::Int(_)
            | Node::IntVar(_)
            | Node::FromBool(_)
            | Node::PieceSize(..) => None,
        }
    }

    /// The view of an expression on one or two unknowns.
    fn view_by_tuples(&mut self, m: Expressions, e: ExprId) -> Option<ViewId> {
        let columns = self.columns(m, &[e], 2)?;
        let mut results = Vec::new();
        let given: Vec<_> = columns.iter().map(|c| (c.unknown, c.values.clone())).collect();
        self.tuples.for_each(m.pool, &self.facts, &[e], &given, |value| results.push(value(e)));
        match &columns[..] {
            [one] => Some(self.grouped(one.literals.iter().copied().zip(results))),
            [a, b] => self.function_view(&a.literals, &b.literals, &results),
            _ => None,
        }
    }

    /// The view of `f(x)`.
    pub(super) fn image(&mut self, view: ViewId, f: impl Fn(i64) -> i64) -> ViewId {
        let values = self.values(view);
        self.grouped(values.iter().map(|v| (v.1, f(v.0))))
    }

    /// The view over results; exactly one of the literals holds, and it selects its result.
    fn grouped(&mut self, results: impl Iterator<Item = (Lit, i64)>) -> ViewId {
        let mut groups: BTreeMap<i64, Vec<Lit>> = BTreeMap::new();
        for (literal, value) in results {
            groups.entry(value).or_default().push(literal);
        }
        if let [(v, _), (w, high)] = &groups.iter().collect::<Vec<_>>()[..] {
            let high = self.or_gate(high.iter().copied());
            return self.add_view(vec![(**v, !high), (**w, high)]);
        }
        let values = groups.into_iter().map(|(value, literals)| (value, self.or_gate(literals))).collect();
        self.add_view(values)
    }

    /// The view of `f(a, b)`.
    fn view_of_two(&mut self, m: Expressions, a: ExprId, b: ExprId, f: impl Fn(i64, i64) -> i64) -> Option<ViewId> {
        let (a, b) = (self.view(m, a)?, self.view(m, b)?);
        self.combine(a, b, f)
    }

    fn combine(&mut self, a: ViewId, b: ViewId, f: impl Fn(i64, i64) -> i64) -> Option<ViewId> {
        let (a, b) = (self.values(a), self.values(b));
        if a.len() as u64 * b.len() as u64 > self.sizes.cube_max {
            return None;
        }
        let results: Vec<i64> = a.iter().flat_map(|x| b.iter().map(|y| f(x.0, y.0))).collect();
        let literals = |values: &[(i64, Lit)]| -> Vec<Lit> { values.iter().map(|v| v.1).collect() };
        self.function_view(&literals(&a), &literals(&b), &results)
    }

    /// The view of a function of two views, given as a table, row by row.
    fn function_view(&mut self, rows: &[Lit], columns: &[Lit], results: &[i64]) -> Option<ViewId> {
        if columns.len() == 1 {
            return Some(self.grouped(rows.iter().copied().zip(results.iter().copied())));
        }
        if rows.len() == 1 {
            return Some(self.grouped(columns.iter().copied().zip(results.iter().copied())));
        }
        let mut values = results.to_vec();
        values.sort_unstable();
        values.dedup();
        let total = rows.len() as u64 * columns.len() as u64;
        if values.len() as u64 > self.sizes.view_max || total > self.sizes.cube_max {
            return None;
        }
        let view = self.new_view(values);
        let made = self.values(view);
        let index = |value: i64| made.partition_point(|v| v.0 < value);
        // By result and row (or column): the columns (or rows) that give the result there.
        let mut by_row = vec![vec![Vec::new(); rows.len()]; made.len()];
        let mut by_column = vec![vec![Vec::new(); columns.len()]; made.len()];
        for (i, &row) in rows.iter().enumerate() {
            for (j, &column) in columns.iter().enumerate() {
                let v = index(results[i * columns.len() + j]);
                self.encoder.clause(&[!row, !column, made[v].1]);
                by_row[v][i].push(column);
                by_column[v][j].push(row);
            }
        }
        for (lines, tables, width) in [(rows, &by_row, columns.len()), (columns, &by_column, rows.len())] {
            for (&(_, literal), table) in made.iter().zip(tables) {
                for (&line, partners) in lines.iter().zip(table) {
                    if partners.len() < width {
                        self.clause_with(&[!literal, !line], partners);
                    }
                }
            }
        }
        Some(view)
    }

    /// The view of a weighted sum, added up in a balanced tree.
    fn sum_view(&mut self, parts: &[(i64, ViewId)], constant: i64) -> Option<ViewId> {
        let mut level: Vec<ViewId> = parts.iter().map(|&(k, view)| self.image(view, |v| k * v)).collect();
        while level.len() > 1 {
            let mut next = Vec::with_capacity(level.len().div_ceil(2));
            for pair in level.chunks(2) {
                next.push(match *pair {
                    [a, b] => self.combine(a, b, |x, y| x + y)?,
                    _ => pair[0],
                });
            }
            level = next;
        }
        let sum = *level.first()?;
        Some(self.image(sum, |v| v + constant))
    }

    /// The view of the smallest or largest, by order literals.
    fn extreme_view(&mut self, views: &[ViewId], largest: bool) -> Option<ViewId> {
        let lists: Vec<_> = views.iter().map(|&v| self.values(v)).collect();
        let ends = lists.iter().filter_map(|l| if largest { l.first() } else { l.last() }).map(|v| v.0);
        let end = if largest { ends.max()? } else { ends.min()? };
        let mut values: Vec<i64> = lists.iter().flat_map(|l| l.iter().map(|v| v.0)).collect();
        values.retain(|&v| if largest { v >= end } else { v <= end });
        values.sort_unstable();
        values.dedup();
        if values.len() as u64 > self.sizes.view_max {
            return None;
        }
        let mut made = Vec::with_capacity(values.len());
        let mut order = Vec::with_capacity(values.len());
        let mut below = Lit::FALSE;
        for &v in &values {
            let parts: Vec<Lit> = views.iter().map(|&view| self.at_most_in(view, v)).collect();
            let at_most = if largest { self.and_gate(parts) } else { self.or_gate(parts) };
            made.push((v, self.and_gate([at_most, !below])));
            order.push(at_most);
            below = at_most;
        }
        let literals: Vec<Lit> = made.iter().map(|v| v.1).collect();
        self.encoder.clause(&literals);
        let view = self.add_view(made);
        self.encoder.chain(&order);
        self.views[view].order = Some(order.into());
        Some(view)
    }

    /// The view of the choice whose literal holds; exactly one does.
    fn selected_view(&mut self, choices: &[(Lit, ViewId)]) -> Option<ViewId> {
        let lists: Vec<_> = choices.iter().map(|c| self.values(c.1)).collect();
        if lists.iter().all(|l| l.len() == 1) {
            return Some(self.grouped(choices.iter().zip(&lists).map(|(c, l)| (c.0, l[0].0))));
        }
        let mut values: Vec<i64> = lists.iter().flat_map(|l| l.iter().map(|v| v.0)).collect();
        values.sort_unstable();
        values.dedup();
        let total = values.len() as u64 * choices.len() as u64;
        if values.len() as u64 > self.sizes.view_max || total > self.sizes.cube_max {
            return None;
        }
        let view = self.new_view(values);
        for &(value, literal) in self.values(view).iter() {
            let mut sources = vec![];
            for &(chosen, from) in choices {
                let there = self.value_in(from, value);
                if there != Lit::FALSE {
                    self.encoder.clause(&[!chosen, !there, literal]);
                    sources.push(chosen);
                }
                self.encoder.clause(&[!chosen, there, !literal]);
            }
            self.clause_with(&[!literal], &sources);
        }
        Some(view)
    }
}
