//! Sizes of pieces as values of their cells (`same(p, a, b) <=> a = b` and `piece_size(p, c) = c`), of which those above a
//! bound are one value here, the *top*: "more than the bound". Cells with it that are connected count as one piece, of at
//! least so many cells.
//!
//! With it there is a solution where there is one without: values above the bound become the top; and where cells with the
//! top are connected, all of them together can be one piece, with its size as their value. Only a domain may be in the
//! way of that, or a question that is about such a value: then the formula gives up ([`Reason::NotSoon`]), and one that
//! has all values is asked.

use super::{Coding, Fd};
use crate::lower::narrow::{Pieces, difference};
use crate::solver::sat::Reason;
use crate::tuning::Sizes;
use rustc_hash::{FxHashMap, FxHashSet};
use sator_model::{Domain, ExprId, Expressions, GraphId, Node, Pool, UnknownId};
use std::sync::Arc;

pub(super) struct Merged {
    /// The value that stands for all above the bound, which is one less.
    top: i64,
    pieces: Vec<Arc<Pieces>>,
    /// By cell: what its value can be in truth.
    domains: FxHashMap<UnknownId, Domain>,
    /// By edge: the cells that have one value where it is.
    edges: FxHashMap<UnknownId, (UnknownId, UnknownId)>,
    /// By vertex: the cell.
    sized: FxHashMap<(GraphId, u32), UnknownId>,
    /// Whether the conditions that make these values sizes are asserted: no more may speak of them.
    sealed: bool,
    /// Values of cells that have the top in the last model.
    sizes: Vec<(UnknownId, i64)>,
}

impl Merged {
    /// The sizes that these conditions, which are all that there are, speak of, if they say nothing else of them and many are
    /// much larger than any that is given.
    fn of(
        m: Expressions,
        pieces: Vec<Arc<Pieces>>,
        conditions: &[ExprId],
        domain: impl Fn(UnknownId) -> Domain,
        sizes: &Sizes,
    ) -> Option<Merged> {
        let mut merged = Merged {
            top: 0,
            pieces,
            domains: FxHashMap::default(),
            edges: FxHashMap::default(),
            sized: FxHashMap::default(),
            sealed: false,
            sizes: vec![],
        };
        for pieces in &merged.pieces {
            for (v, u) in pieces.cells() {
                merged.sized.insert((pieces.graph.id, v), u);
                if merged.domains.insert(u, domain(u)).is_some() {
                    return None;
                }
            }
            for edge in &pieces.graph.edges {
                let Node::BoolVar(on) = m.pool.node(edge.on) else { return None };
                let cell = |v: u32| merged.sized.get(&(pieces.graph.id, v)).copied();
                if merged.edges.insert(*on, (cell(edge.ends.0)?, cell(edge.ends.1)?)).is_some() {
                    return None;
                }
            }
        }
        let mut given = 0;
        let mut seen = FxHashSet::default();
        for &e in conditions {
            match *m.pool.node(e) {
                Node::Eq(x, k) if merged.cell(m.pool, x).is_some() => given = k.max(given),
                _ if merged.defines(m.pool, e) => {}
                _ if merged.concerns(m.pool, e, &mut seen) => return None,
                _ => {}
            }
        }
        merged.top = given.saturating_add(sizes.merged_beyond).max(sizes.merged_above).saturating_add(1);
        let above = |domain: &Domain| domain.iter().filter(|&value| value >= merged.top).count();
        let many = merged.domains.values().map(above).sum::<usize>() > sizes.merged * merged.domains.len();
        (many && merged.domains.values().all(|domain| domain.min() < merged.top)).then_some(merged)
    }

    fn cell(&self, pool: &Pool, e: ExprId) -> Option<UnknownId> {
        match pool.node(e) {
            Node::IntVar(u) if self.domains.contains_key(u) => Some(*u),
            _ => None,
        }
    }

    /// Whether a condition is one of those that make values the sizes of pieces.
    fn defines(&self, pool: &Pool, e: ExprId) -> bool {
        let joins = |edge: ExprId, equal: ExprId| {
            let (Node::BoolVar(on), Some((a, b))) = (pool.node(edge), difference(pool, equal)) else { return false };
            let (a, b) = (self.cell(pool, a), self.cell(pool, b));
            self.edges.get(on).is_some_and(|&(x, y)| [(a, b), (b, a)].contains(&(Some(x), Some(y))))
        };
        let sizes = |size: ExprId, value: ExprId| match pool.node(size) {
            Node::PieceSize(graph, v) => {
                self.sized.get(&(graph.id, *v)).is_some_and(|&u| self.cell(pool, value) == Some(u))
            }
            _ => false,
        };
        match *pool.node(e) {
            Node::Iff(a, b) => joins(a, b) || joins(b, a),
            Node::Closed(ref graph) => self.pieces.iter().any(|pieces| pieces.graph.id == graph.id),
            _ => difference(pool, e).is_some_and(|(a, b)| sizes(a, b) || sizes(b, a)),
        }
    }

    /// Whether an expression speaks of the cells, the edges between them or their pieces.
    fn concerns(&self, pool: &Pool, e: ExprId, seen: &mut FxHashSet<ExprId>) -> bool {
        let mut open = vec![e];
        while let Some(e) = open.pop() {
            if !seen.insert(e) {
                continue;
            }
            let node = pool.node(e);
            match node {
                Node::IntVar(u) if self.domains.contains_key(u) => return true,
                Node::BoolVar(u) if self.edges.contains_key(u) => return true,
                _ => node.for_each_child(|child| open.push(child)),
            }
            if node.graph().is_some_and(|graph| self.pieces.iter().any(|pieces| pieces.graph.id == graph.id)) {
                return true;
            }
        }
        false
    }

    /// The domain with one value for all above the bound.
    fn narrowed(&self, domain: &Domain) -> Domain {
        Domain::from_values(
            domain.iter().take_while(|&value| value < self.top).chain((domain.max() >= self.top).then_some(self.top)),
        )
    }

    /// Gives the cells with the top the sizes of their pieces; whether their domains allow that.
    fn measure(&mut self, has_top: impl Fn(UnknownId) -> bool) -> bool {
        self.sizes.clear();
        for pieces in &self.pieces {
            let mut inside = vec![false; pieces.graph.size];
            pieces.cells().for_each(|(v, u)| inside[v as usize] = has_top(u));
            let cells: FxHashMap<u32, UnknownId> = pieces.cells().collect();
            for part in pieces.parts(&inside) {
                let size = part.len() as i64;
                self.sizes.extend(part.iter().map(|v| (cells[v], size)));
            }
        }
        self.sizes.iter().all(|(u, size)| *size >= self.top && self.domains[u].contains(*size))
    }
}

impl Fd {
    /// Makes one value of the large sizes of pieces where these conditions, the first, allow it.
    pub(super) fn merge_sizes(&mut self, m: Expressions, conditions: &[ExprId]) {
        let Some(narrow) = self.narrow.as_ref().filter(|_| self.codings.iter().all(Option::is_none)) else { return };
        let pieces = narrow.sized_pieces();
        if pieces.is_empty() {
            return;
        }
        let Some(merged) = Merged::of(m, pieces, conditions, |u| self.domains[u].clone(), &self.sizes) else { return };
        for (&u, domain) in &merged.domains {
            self.domains[u] = merged.narrowed(domain);
        }
        // An edge may be known not to be there because the values above the bound differ.
        for (&edge, &(a, b)) in &merged.edges {
            if [a, b].iter().all(|&u| self.domains[u].contains(merged.top)) {
                self.domains[edge] = Domain::range(0, 1);
            }
        }
        merged.pieces.iter().for_each(|pieces| self.topology.merge_sizes(pieces.graph.id, merged.top));
        self.merged = Some(merged);
    }

    /// Asserts a condition that makes a merged value the size of a piece; whether it is one.
    pub(super) fn emit_merged(&mut self, m: Expressions, e: ExprId) -> bool {
        let Some(merged) = self.merged.as_ref().filter(|merged| !merged.sealed) else { return false };
        let Node::Eq(sum, _) = m.pool.node(e) else { return false };
        let Node::Sum(terms, _) = m.pool.node(*sum) else { return false };
        let is_size = merged.defines(m.pool, e);
        // Nothing else that is made of such a condition knows what the top means.
        if is_size && !self.emit_size_is_label(m, terms) {
            self.give_up();
        }
        is_size
    }

    /// All conditions are asserted that speak of merged sizes.
    pub(super) fn seal_merged(&mut self) {
        if let Some(merged) = &mut self.merged {
            merged.sealed = true;
        }
    }

    /// Gives up where an expression speaks of sizes that are merged.
    pub(super) fn unmerged(&mut self, m: Expressions, e: ExprId) {
        let speaks = |merged: &Merged| merged.sealed && merged.concerns(m.pool, e, &mut FxHashSet::default());
        if self.merged.as_ref().is_some_and(speaks) {
            self.give_up();
        }
    }

    /// Gives up where a value of an unknown is among those that are merged, or it is an edge between them.
    pub(super) fn unmerged_value(&mut self, u: UnknownId, value: i64) {
        let Some(merged) = &self.merged else { return };
        let large = merged.domains.get(&u).is_some_and(|domain| value >= merged.top && domain.contains(value));
        if large || merged.edges.contains_key(&u) {
            self.give_up();
        }
    }

    pub(super) fn give_up(&mut self) {
        self.given_up = Some(Reason::NotSoon);
    }

    /// What an unknown can be in truth, where values of it are merged.
    pub(super) fn unmerged_domain(&self, u: UnknownId) -> Option<&Domain> {
        self.merged.as_ref()?.domains.get(&u)
    }

    /// Gives the merged sizes of the last model values of their own, or gives up.
    pub(super) fn measure_merged(&mut self) {
        let Some(mut merged) = self.merged.take() else { return };
        let top = merged.top;
        let has_top = |u: UnknownId| match self.codings[u] {
            Some((Coding::OneHot(view), _)) => self.encoder.value(self.value_in(view, top)),
            _ => false,
        };
        if !merged.measure(has_top) {
            self.give_up();
        }
        self.merged = Some(merged);
    }

    /// The values that this gave.
    pub(super) fn measured(&self) -> impl Iterator<Item = (UnknownId, i64)> + '_ {
        self.merged.iter().flat_map(|merged| merged.sizes.iter().copied())
    }
}
