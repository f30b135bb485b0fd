//! Relations on few unknowns, as clauses over tuples of values.
//!
//! Two columns get a conflict clause for each forbidden pair or a support clause for each value (Gent 2002: unit
//! propagation then maintains arc consistency), whichever is shorter. Three columns get the same over pairs of values,
//! and conflicts of two values that no third value supports.

use super::Fd;
use super::views::ViewId;
use crate::solver::sat::Lit;
use crate::tuning::Sizes;
use sator_model::{ExprId, Expressions, UnknownId};
use sator_propagate::facts::{SUPPORT_MAX, Support};

/// An unknown with the values of its view that are still in its domain.
pub(super) struct Column {
    pub unknown: UnknownId,
    pub values: Vec<i64>,
    pub literals: Vec<Lit>,
}

impl Fd {
    /// The unknowns under the roots, if they are one-hot, at most `most`, and their tuples few enough to enumerate.
    pub(super) fn columns(&mut self, m: Expressions, roots: &[ExprId], most: usize) -> Option<Vec<Column>> {
        self.columns_within(m, roots, most, |sizes, _| sizes.tuple_nodes)
    }

    /// The same for an expression as deep as a chain of definitions. Its encoding would have clauses for every node, so
    /// its tuples are worth far more evaluations.
    pub(super) fn columns_of_chain(&mut self, m: Expressions, e: ExprId) -> Option<Vec<Column>> {
        if self.facts.height(e) < self.sizes.chain_height {
            return None;
        }
        self.columns_within(m, &[e], SUPPORT_MAX, |sizes, tuples| sizes.chain_evaluations / tuples.max(1) as usize)
    }

    /// `nodes` maps a number of tuples to the largest number of nodes under the roots.
    fn columns_within(
        &mut self,
        m: Expressions,
        roots: &[ExprId],
        most: usize,
        nodes: impl Fn(&Sizes, u64) -> usize,
    ) -> Option<Vec<Column>> {
        let mut support = Support::NONE;
        for &root in roots {
            support = support.with(self.facts.support(root));
        }
        let unknowns = support.few().filter(|u| !u.is_empty() && u.len() <= most)?;
        let tuples = unknowns.iter().fold(1u64, |n, &u| n.saturating_mul(self.domain_of(u).size()));
        let limit = match unknowns.len() {
            1 => self.sizes.one_hot_max,
            2 => self.sizes.pair_tuples,
            _ => self.sizes.triple_tuples,
        };
        let nodes = nodes(&self.sizes, tuples);
        if tuples > limit || self.tuples.weight(m.pool, &self.facts, roots, nodes) >= nodes {
            return None;
        }
        unknowns.iter().map(|&u| self.unknown_view(u).map(|view| self.column(u, view))).collect()
    }

    fn column(&self, unknown: UnknownId, view: ViewId) -> Column {
        let domain = self.domain_of(unknown);
        let values = self.values(view);
        let (values, literals) = values.iter().filter(|v| domain.contains(v.0)).copied().unzip();
        Column { unknown, values, literals }
    }

    /// Asserts "`prefix`, or one of the roots is true" (false if not `positive`), by tuples.
    pub(super) fn emit_tuples(
        &mut self,
        m: Expressions,
        roots: &[ExprId],
        positive: bool,
        columns: &[Column],
        prefix: &[Lit],
    ) {
        let given: Vec<_> = columns.iter().map(|c| (c.unknown, c.values.clone())).collect();
        let mut allowed = Vec::with_capacity(given.iter().map(|g| g.1.len()).product());
        self.tuples.for_each(m.pool, &self.facts, roots, &given, |value| {
            allowed.push(roots.iter().any(|&e| (value(e) != 0) == positive));
        });
        let columns: Vec<&[Lit]> = columns.iter().map(|c| &c.literals[..]).collect();
        self.emit_relation(&columns, &allowed, prefix);
    }

    /// Asserts "`prefix`, or the relation holds". In the table the last column runs fastest.
    pub(super) fn emit_relation(&mut self, columns: &[&[Lit]], allowed: &[bool], prefix: &[Lit]) {
        match columns {
            _ if !allowed.contains(&false) => {}
            _ if !allowed.contains(&true) => self.encoder.clause(prefix),
            [one] => self.emit_set(one, allowed, prefix),
            [a, b] => self.emit_pairs(a, b, allowed, prefix),
            [a, b, c] => self.emit_triples(a, b, c, allowed, prefix),
            _ => debug_assert!(false, "{} columns", columns.len()),
        }
    }

    fn emit_set(&mut self, literals: &[Lit], allowed: &[bool], prefix: &[Lit]) {
        for (&l, _) in literals.iter().zip(allowed).filter(|t| !t.1) {
            self.clause_with(prefix, &[!l]);
        }
        if !prefix.is_empty() {
            let inside: Vec<Lit> = literals.iter().zip(allowed).filter(|t| *t.1).map(|t| *t.0).collect();
            self.clause_with(prefix, &inside);
        }
    }

    fn emit_pairs(&mut self, a: &[Lit], b: &[Lit], allowed: &[bool], prefix: &[Lit]) {
        let ok = |i: usize, j: usize| allowed[i * b.len() + j];
        let rows: Vec<usize> = (0..a.len()).filter(|&i| (0..b.len()).any(|j| ok(i, j))).collect();
        let columns: Vec<usize> = (0..b.len()).filter(|&j| (0..a.len()).any(|i| ok(i, j))).collect();
        for i in (0..a.len()).filter(|i| rows.binary_search(i).is_err()) {
            self.clause_with(prefix, &[!a[i]]);
        }
        for j in (0..b.len()).filter(|j| columns.binary_search(j).is_err()) {
            self.clause_with(prefix, &[!b[j]]);
        }
        let total = rows.len() * columns.len();
        let good = rows.iter().map(|&i| columns.iter().filter(|&&j| ok(i, j)).count()).sum::<usize>();
        if 2 * (total - good) <= 2 * good + rows.len() + columns.len() {
            for &i in &rows {
                for &j in columns.iter().filter(|&&j| !ok(i, j)) {
                    self.clause_with(prefix, &[!a[i], !b[j]]);
                }
            }
            return;
        }
        for &i in &rows {
            self.emit_support(&[!a[i]], columns.iter().map(|&j| (b[j], ok(i, j))), prefix);
        }
        for &j in &columns {
            self.emit_support(&[!b[j]], rows.iter().map(|&i| (a[i], ok(i, j))), prefix);
        }
    }

    /// Asserts "`prefix`, `denied`, or one of the allowed partners", unless all are allowed.
    fn emit_support(&mut self, denied: &[Lit], partners: impl Iterator<Item = (Lit, bool)>, prefix: &[Lit]) {
        let mut clause: Vec<Lit> = prefix.iter().chain(denied).copied().collect();
        let mut full = true;
        for (literal, allowed) in partners {
            full &= allowed;
            if allowed {
                clause.push(literal);
            }
        }
        if !full {
            self.encoder.clause(&clause);
        }
    }

    fn emit_triples(&mut self, a: &[Lit], b: &[Lit], c: &[Lit], allowed: &[bool], prefix: &[Lit]) {
        let sides = [a, b, c];
        let at = |t: [usize; 3]| allowed[(t[0] * b.len() + t[1]) * c.len() + t[2]];
        // By the column left out: for each pair of values of the other two, the number of its values that fit.
        let others = [(1, 2), (0, 2), (0, 1)];
        let mut counts: [Vec<usize>; 3] = others.map(|(x, y)| vec![0; sides[x].len() * sides[y].len()]);
        let pair = |out: usize, t: [usize; 3]| t[others[out].0] * sides[others[out].1].len() + t[others[out].1];
        let every =
            || (0..a.len()).flat_map(move |i| (0..b.len()).flat_map(move |j| (0..c.len()).map(move |k| [i, j, k])));
        for t in every().filter(|&t| at(t)) {
            for (out, count) in counts.iter_mut().enumerate() {
                count[pair(out, t)] += 1;
            }
        }
        // Pairs that no third value supports. A value without any support shows as pairs throughout.
        for (out, (x, y)) in others.into_iter().enumerate() {
            let dead_row = |i: usize| (0..sides[y].len()).all(|j| counts[out][i * sides[y].len() + j] == 0);
            let dead_column = |j: usize| (0..sides[x].len()).all(|i| counts[out][i * sides[y].len() + j] == 0);
            let rows: Vec<bool> = (0..sides[x].len()).map(dead_row).collect();
            let columns: Vec<bool> = (0..sides[y].len()).map(dead_column).collect();
            for i in (0..sides[x].len()).filter(|&i| rows[i]) {
                self.clause_with(prefix, &[!sides[x][i]]);
            }
            for j in (0..sides[y].len()).filter(|&j| columns[j]) {
                self.clause_with(prefix, &[!sides[y][j]]);
            }
            for i in (0..sides[x].len()).filter(|&i| !rows[i]) {
                for j in (0..sides[y].len()).filter(|&j| !columns[j] && counts[out][i * sides[y].len() + j] == 0) {
                    self.clause_with(prefix, &[!sides[x][i], !sides[y][j]]);
                }
            }
        }
        let alive = |t: [usize; 3]| (0..3).all(|out| counts[out][pair(out, t)] > 0);
        let conflicts: Vec<[usize; 3]> = every().filter(|&t| !at(t) && alive(t)).collect();
        let mut lengths = 0;
        for (side, counts) in sides.iter().zip(&counts) {
            lengths += counts.iter().filter(|&&n| n > 0 && n < side.len()).map(|n| n + 2).sum::<usize>();
        }
        if 3 * conflicts.len() <= lengths {
            for [i, j, k] in conflicts {
                self.clause_with(prefix, &[!a[i], !b[j], !c[k]]);
            }
            return;
        }
        for (out, (x, y)) in others.into_iter().enumerate() {
            for i in 0..sides[x].len() {
                for j in (0..sides[y].len()).filter(|&j| counts[out][i * sides[y].len() + j] > 0) {
                    let tuple = |k: usize| {
                        let mut t = [0; 3];
                        (t[x], t[y], t[out]) = (i, j, k);
                        t
                    };
                    let partners = (0..sides[out].len()).map(|k| (sides[out][k], at(tuple(k))));
                    self.emit_support(&[!sides[x][i], !sides[y][j]], partners, prefix);
                }
            }
        }
    }
}
