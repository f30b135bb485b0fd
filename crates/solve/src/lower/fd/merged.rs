//! Merged sizes. Cells contain the sizes of their pieces (`same(p, a, b) <=> a = b` and `piece_size(p, c) = c`), and
//! all sizes above a bound share one value, the *top*: "more than the bound". Connected cells with the top count as one
//! piece, of at least that size.
//!
//! Merging preserves satisfiability. A solution remains one when its values above the bound become the top. Conversely,
//! connected cells with the top can together form one piece, with its size as their value, unless a domain excludes
//! that size or a question concerns such a value. In these cases the formula gives up ([`Reason::NotSoon`]), and a
//! formula with all values takes over.

use super::{Coding, Fd};
use crate::lower::narrow::Pieces;
use crate::solver::sat::Reason;
use crate::tuning::Sizes;
use rustc_hash::{FxHashMap, FxHashSet};
use sator_model::view::{self, PieceSize, Size, Test, View};
use sator_model::{Domain, ExprId, Expressions, GraphId, Node, Pool, UnknownId};
use std::sync::Arc;

pub(super) struct MergedSizes {
    /// The value that stands for all sizes above the bound; the bound plus 1.
    top: i64,
    pieces: Vec<Arc<Pieces>>,
    /// By cell: the domain without merging.
    domains: FxHashMap<UnknownId, Domain>,
    /// By edge: the cells that have equal values exactly where it is present.
    edges: FxHashMap<UnknownId, (UnknownId, UnknownId)>,
    /// By vertex: the cell.
    sized: FxHashMap<(GraphId, u32), UnknownId>,
    /// Whether all conditions on these sizes are asserted. Later conditions on them make the formula give up.
    sealed: bool,
    /// The sizes of the cells with the top in the last model.
    sizes: Vec<(UnknownId, i64)>,
}

impl MergedSizes {
    /// The sizes that can be merged: these conditions, which are all there are, constrain them only as sizes, and many
    /// possible sizes are much larger than any given one.
    fn of(
        m: Expressions,
        pieces: Vec<Arc<Pieces>>,
        conditions: &[ExprId],
        domain: impl Fn(UnknownId) -> Domain,
        sizes: &Sizes,
    ) -> Option<MergedSizes> {
        let mut merged = MergedSizes {
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
            match view::fix(m.pool, e, true) {
                Some((u, Test::Is(k))) if merged.domains.contains_key(&u) => given = k.max(given),
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

    /// Whether a condition makes values the sizes of pieces.
    fn defines(&self, pool: &Pool, e: ExprId) -> bool {
        if let Some(PieceSize { graph, vertex, size: Size::Of(value) }) = view::piece_size(pool, e) {
            return self.sized.get(&(graph.id, vertex)) == Some(&value);
        }
        if let View::Division(graph) = View::of(pool, e, true) {
            return self.pieces.iter().any(|pieces| pieces.graph.id == graph.id);
        }
        view::channels(pool, e).any(|(edge, definition)| {
            let Some((a, b)) = view::equal_sides(pool, definition) else { return false };
            let ends = (view::unknown(pool, a), view::unknown(pool, b));
            self.edges.get(&edge).is_some_and(|&(x, y)| [(Some(x), Some(y)), (Some(y), Some(x))].contains(&ends))
        })
    }

    /// Whether an expression contains the cells, the edges between them or their pieces.
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

    /// The domain with one value for all values above the bound.
    fn narrowed(&self, domain: &Domain) -> Domain {
        Domain::from_values(
            domain.iter().take_while(|&value| value < self.top).chain((domain.max() >= self.top).then_some(self.top)),
        )
    }

    /// Gives the cells with the top the sizes of their pieces. Returns whether their domains contain these sizes.
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
    /// Merges the large sizes of pieces if these conditions, the first ones of the formula, allow it.
    pub(super) fn merge_sizes(&mut self, m: Expressions, conditions: &[ExprId]) {
        let Some(narrow) = self.narrow.as_ref().filter(|_| self.codings.iter().all(Option::is_none)) else { return };
        let pieces = narrow.sized_pieces();
        if pieces.is_empty() {
            return;
        }
        let Some(merged) = MergedSizes::of(m, pieces, conditions, |u| self.domains[u].clone(), &self.sizes) else {
            return;
        };
        for (&u, domain) in &merged.domains {
            self.domains[u] = merged.narrowed(domain);
        }
        // An edge can be absent already because values above the bound differ.
        for (&edge, &(a, b)) in &merged.edges {
            if [a, b].iter().all(|&u| self.domains[u].contains(merged.top)) {
                self.domains[edge] = Domain::range(0, 1);
            }
        }
        merged.pieces.iter().for_each(|pieces| self.topology.merge_sizes(pieces.graph.id, merged.top));
        self.merged = Some(merged);
    }

    /// Asserts a condition that makes a merged value the size of a piece. Returns whether it is one.
    pub(super) fn emit_merged(&mut self, m: Expressions, e: ExprId) -> bool {
        let Some(merged) = self.merged.as_ref().filter(|merged| !merged.sealed) else { return false };
        let Node::Eq(sum, _) = m.pool.node(e) else { return false };
        let Node::Sum(terms, _) = m.pool.node(*sum) else { return false };
        let is_size = merged.defines(m.pool, e);
        // Other encodings of such a condition would misread the top.
        if is_size && !self.emit_size_is_label(m, terms) {
            self.give_up();
        }
        is_size
    }

    /// Notes that all conditions on merged sizes are asserted.
    pub(super) fn seal_merged(&mut self) {
        if let Some(merged) = &mut self.merged {
            merged.sealed = true;
        }
    }

    /// Gives up if an expression contains merged sizes.
    pub(super) fn give_up_on_merged(&mut self, m: Expressions, e: ExprId) {
        let speaks = |merged: &MergedSizes| merged.sealed && merged.concerns(m.pool, e, &mut FxHashSet::default());
        if self.merged.as_ref().is_some_and(speaks) {
            self.give_up();
        }
    }

    /// Gives up if the unknown's value is a merged one, or if the unknown is an edge between merged cells.
    pub(super) fn give_up_on_merged_value(&mut self, u: UnknownId, value: i64) {
        let Some(merged) = &self.merged else { return };
        let large = merged.domains.get(&u).is_some_and(|domain| value >= merged.top && domain.contains(value));
        if large || merged.edges.contains_key(&u) {
            self.give_up();
        }
    }

    pub(super) fn give_up(&mut self) {
        self.given_up = Some(Reason::NotSoon);
    }

    /// The domain of an unknown without merging, if its values are merged.
    pub(super) fn unmerged_domain(&self, u: UnknownId) -> Option<&Domain> {
        self.merged.as_ref()?.domains.get(&u)
    }

    /// Gives the merged cells of the last model their sizes, or gives up.
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

    /// The sizes found by [`Fd::measure_merged`].
    pub(super) fn measured(&self) -> impl Iterator<Item = (UnknownId, i64)> + '_ {
        self.merged.iter().flat_map(|merged| merged.sizes.iter().copied())
    }
}
