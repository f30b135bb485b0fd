//! Makes masks and propagators of the conditions of a model, if each condition has an exact propagator.

use super::propagate::{Different, Propagator, Space, Term};
use crate::lower::narrow::{Empty, Narrow};
use crate::tuning::UNKNOWN_FD;
use sator_base::limits::Limits;
use sator_model::view::{self, Sum, Test, View};
use sator_model::{Domain, ExprId, Expressions, Node, Pool, UnknownId};
use sator_propagate::facts::{DomainBounds, NodeFacts};
use sator_propagate::tuples::Tuples;

/// Values that fit a mask.
const WIDTH: i64 = 64;
/// Rows of a table, and tuples evaluated to make one, up to which a condition is supported.
const ROWS: usize = 512;
const TUPLES: u64 = 4_096;
/// Length of a list of expressions up to which each pair gets a propagator.
const PAIRWISE: usize = 40;
/// Magnitude of sums up to which no addition overflows.
const SUM: i128 = 1 << 60;

/// The error of a condition without a propagator.
struct Unsupported;

type Posted = Result<(), Unsupported>;

struct Post<'a> {
    pool: &'a Pool,
    domains: Vec<Domain>,
    facts: NodeFacts,
    tuples: Tuples,
    space: Space,
}

/// The space of all unknowns and these conditions; `None` if a condition isn't supported.
pub(super) fn space(m: Expressions, conditions: &[ExprId], limits: &Limits) -> Option<Space> {
    let plain = |node: &Node| node.graph().is_none();
    if !conditions.iter().all(|&e| plain(m.pool.node(e))) {
        return None;
    }
    limits.check_memory(m.unknowns.len(), UNKNOWN_FD).ok()?;
    let mut narrow = Narrow::new();
    narrow.add_unknowns(m);
    let narrowed = narrow.add(m, conditions.iter().copied(), limits);
    let mut space = Space::default();
    let mut domains = Vec::with_capacity(m.unknowns.len());
    for (i, unknown) in m.unknowns.iter().enumerate() {
        let domain = match narrowed {
            Ok(_) => narrow.domain(UnknownId::at(i)),
            Err(Empty) => unknown.domain.clone(),
        };
        let base = domain.min();
        if domain.max().checked_sub(base)? >= WIDTH {
            return None;
        }
        space.add_unknown(base, domain.iter().fold(0, |mask, v| mask | 1 << (v - base)));
        domains.push(domain);
    }
    let mut facts = NodeFacts::default();
    facts.extend(m.pool, &domains);
    let mut post = Post { pool: m.pool, domains, facts, tuples: Tuples::default(), space };
    if narrowed.is_err() {
        post.never();
        return Some(post.space);
    }
    for &condition in conditions {
        limits.tick().ok()?;
        post.condition(condition, true).ok()?;
    }
    Some(post.space)
}

impl Post<'_> {
    /// Records that there is no solution.
    fn never(&mut self) {
        self.space.add(Propagator::Clause([].into()));
    }

    fn values(&self, u: UnknownId) -> Vec<i64> {
        self.domains[u].iter().collect()
    }

    fn bit(&self, u: UnknownId, value: i64) -> u64 {
        1 << (value - self.space.base[u])
    }

    /// Posts that condition `e` is `positive`.
    fn condition(&mut self, e: ExprId, positive: bool) -> Posted {
        if let Some(value) = self.facts.fixed(e) {
            if (value != 0) != positive {
                self.never();
            }
            return Ok(());
        }
        let view = View::of(self.pool, e, positive);
        if let View::All(list, truth) = view {
            return list.iter().try_for_each(|&c| self.condition(c, truth));
        }
        if let Some((u, mask)) = self.unary(e, positive) {
            self.space.add(Propagator::Clause([(u.0, mask)].into()));
            return Ok(());
        }
        let as_tuples = |post: &mut Self| post.few(&[e], |v| (v[0] != 0) == positive);
        // For two unknowns pairs of values remove most; for three a sum is faster.
        if self.facts.support(e).few().is_some_and(|few| few.len() == 2) {
            return as_tuples(self).or_else(|Unsupported| self.constraint(&view));
        }
        self.constraint(&view).or_else(|Unsupported| as_tuples(self))
    }

    /// Posts a constraint that has a propagator of its own.
    fn constraint(&mut self, view: &View) -> Posted {
        match view {
            View::Linear(sum, Test::IsNot(k)) => self.not_sum(sum, *k),
            View::Linear(sum, test) => self.sum(sum, test.interval().ok_or(Unsupported)?),
            View::Clause(list, truth) => self.clause(list, *truth),
            View::Distinct(list, except) => self.different(list, except),
            View::Table(list, rows) => self.table(list, rows),
            _ => Err(Unsupported),
        }
    }

    /// The only unknown of a condition, and its values for which the condition is `positive`.
    fn unary(&mut self, e: ExprId, positive: bool) -> Option<(UnknownId, u64)> {
        if let Some((u, test)) = view::fix(self.pool, e, positive) {
            let passing = self.domains[u].iter().filter(|&v| test.holds(v));
            return Some((u, passing.fold(0, |mask, v| mask | self.bit(u, v))));
        }
        let &[u] = self.facts.support(e).few()? else { return None };
        let values = self.values(u);
        let columns = [(u, values.clone())];
        let mut truths = Vec::with_capacity(values.len());
        self.tuples.for_each(self.pool, &self.facts, &[e], &columns, |value| truths.push((value(e) != 0) == positive));
        let fitting = values.iter().zip(truths).filter(|t| t.1);
        Some((u, fitting.fold(0, |mask, (&v, _)| mask | self.bit(u, v))))
    }

    /// Posts that the values of these expressions, which depend on few unknowns, pass the test.
    fn few(&mut self, roots: &[ExprId], meets: impl Fn(&[i64]) -> bool) -> Posted {
        let none = sator_propagate::facts::Support::NONE;
        let support = roots.iter().fold(none, |all, &e| all.with(self.facts.support(e)));
        let unknowns: Vec<UnknownId> = support.few().ok_or(Unsupported)?.to_vec();
        let mut columns: Vec<(UnknownId, Vec<i64>)> = unknowns.iter().map(|&u| (u, self.values(u))).collect();
        if columns.is_empty() {
            // Without open unknowns there is one tuple to evaluate.
            columns.push((UnknownId(0), vec![0]));
        }
        let tuples = columns.iter().fold(1u64, |n, c| n.saturating_mul(c.1.len() as u64));
        if tuples > TUPLES {
            return Err(Unsupported);
        }
        let mut rows: Vec<Box<[i64]>> = Vec::new();
        // The last column of the tuples varies fastest.
        let mut at = 0;
        let mut met = Vec::with_capacity(tuples as usize);
        let mut values = Vec::new();
        self.tuples.for_each(self.pool, &self.facts, roots, &columns, |value| {
            values.clear();
            values.extend(roots.iter().map(|&e| value(e)));
            met.push(meets(&values));
        });
        if unknowns.is_empty() {
            if met != [true] {
                self.never();
            }
            return Ok(());
        }
        let mut row = vec![0; columns.len()];
        while at < met.len() {
            if met[at] {
                let mut rest = at;
                for (slot, column) in row.iter_mut().zip(&columns).rev() {
                    *slot = column.1[rest % column.1.len()];
                    rest /= column.1.len();
                }
                rows.push(row.clone().into());
            }
            at += 1;
        }
        self.rows(&unknowns, &rows)
    }

    /// Posts that the unknowns have the values of one of the rows.
    fn rows(&mut self, unknowns: &[UnknownId], rows: &[Box<[i64]>]) -> Posted {
        let masks: Vec<Box<[u64]>> = rows
            .iter()
            .filter(|row| row.iter().zip(unknowns).all(|(&v, &u)| self.domains.contains(u, v)))
            .map(|row| row.iter().zip(unknowns).map(|(&v, &u)| self.bit(u, v)).collect())
            .collect();
        let numbers: Vec<u32> = unknowns.iter().map(|u| u.0).collect();
        match numbers[..] {
            _ if masks.is_empty() => self.never(),
            [a, b] if a != b => {
                let mut with = [vec![0; WIDTH as usize], vec![0; WIDTH as usize]];
                for row in &masks {
                    with[0][row[0].trailing_zeros() as usize] |= row[1];
                    with[1][row[1].trailing_zeros() as usize] |= row[0];
                }
                self.space.add(Propagator::Pair { ends: [a, b], with: with.map(Vec::into_boxed_slice) });
            }
            _ if masks.len() > ROWS => return Err(Unsupported),
            _ => self.space.add(Propagator::Rows(numbers.into(), masks.into())),
        }
        Ok(())
    }

    fn table(&mut self, list: &[ExprId], rows: &[Box<[i64]>]) -> Posted {
        let unknowns = view::unknowns::<Vec<UnknownId>>(self.pool, list).ok_or(Unsupported)?;
        self.rows(&unknowns, rows)
    }

    fn clause(&mut self, list: &[ExprId], positive: bool) -> Posted {
        let mut parts = Vec::with_capacity(list.len());
        for &c in list {
            match self.facts.fixed(c) {
                Some(value) if (value != 0) == positive => return Ok(()),
                Some(_) => {}
                None => parts.push(self.unary(c, positive).map(|(u, mask)| (u.0, mask)).ok_or(Unsupported)?),
            }
        }
        self.space.add(Propagator::Clause(parts.into()));
        Ok(())
    }

    /// The terms of a sum that aren't fixed, and the rest of the sum as a constant.
    fn terms(&mut self, sum: &Sum) -> Result<(Vec<Term>, i128), Unsupported> {
        let mut terms = Vec::with_capacity(sum.terms().len());
        let mut constant = i128::from(sum.constant);
        for &(k, e) in sum.terms().iter().filter(|t| t.0 != 0) {
            if let Some(value) = self.facts.fixed(e) {
                constant += i128::from(k) * i128::from(value);
                continue;
            }
            terms.push(match self.pool.node(e) {
                Node::IntVar(u) => Term::Value(k, u.0),
                Node::FromBool(c) => {
                    let (u, mask) = self.unary(*c, true).ok_or(Unsupported)?;
                    Term::Test(k, u.0, mask)
                }
                _ => return Err(Unsupported),
            });
        }
        let size = |term: &Term| match *term {
            Term::Value(k, u) => {
                let domain = &self.domains[u as usize];
                i128::from(k).abs() * i128::from(domain.min()).abs().max(i128::from(domain.max()).abs())
            }
            Term::Test(k, ..) => i128::from(k).abs(),
        };
        match terms.iter().map(size).sum::<i128>() + constant.abs() < SUM {
            true => Ok((terms, constant)),
            false => Err(Unsupported),
        }
    }

    /// Posts that a sum lies within bounds.
    fn sum(&mut self, sum: &Sum, (lo, hi): (i64, i64)) -> Posted {
        let (terms, constant) = self.terms(sum)?;
        let bound = |k: i64| (i128::from(k) - constant).clamp(-2 * SUM, 2 * SUM) as i64;
        self.space.add(Propagator::Sum(terms.into(), bound(lo), bound(hi)));
        Ok(())
    }

    fn not_sum(&mut self, sum: &Sum, k: i64) -> Posted {
        let (terms, constant) = self.terms(sum)?;
        let plain = |term: Term| match term {
            Term::Value(k, u) => Ok((k, u)),
            Term::Test(..) => Err(Unsupported),
        };
        let terms = terms.into_iter().map(plain).collect::<Result<Vec<_>, _>>()?;
        let left = i128::from(k) - constant;
        if left.abs() < SUM {
            self.space.add(Propagator::NotSum(terms.into(), left as i64));
        }
        Ok(())
    }

    fn different(&mut self, list: &[ExprId], except: &[i64]) -> Posted {
        if self.shifted(list, except) {
            return Ok(());
        }
        if list.len() > PAIRWISE {
            return Err(Unsupported);
        }
        for (i, &a) in list.iter().enumerate() {
            for &b in &list[i + 1..] {
                self.few(&[a, b], |v| v[0] != v[1] || except.contains(&v[0]))?;
            }
        }
        Ok(())
    }

    /// Posts that expressions differ by one propagator, if each is an unknown or the sum of one and a constant.
    fn shifted(&mut self, list: &[ExprId], except: &[i64]) -> bool {
        let mut parts = Vec::with_capacity(list.len());
        for &e in list {
            let Some((e, constant)) = Sum::of(self.pool, e).shifted() else { return false };
            let Some(u) = view::unknown(self.pool, e) else { return false };
            let Some(base) = self.space.base[u].checked_add(constant) else { return false };
            parts.push((u.0, base));
        }
        let Some(lowest) = parts.iter().map(|p| p.1).min() else { return true };
        let mut all = 0;
        for (u, base) in &mut parts {
            *base = base.saturating_sub(lowest);
            let mask = self.space.masks[*u as usize];
            if *base > i64::from(mask.leading_zeros()) {
                return false;
            }
            all |= mask << *base;
        }
        if parts.len() > WIDTH as usize {
            return false;
        }
        let bits = except.iter().filter_map(|v| v.checked_sub(lowest)).filter(|at| (0..WIDTH).contains(at));
        let except = bits.fold(0u64, |mask, at| mask | 1 << at);
        let every = if except == 0 && parts.len() as u32 == all.count_ones() { all } else { 0 };
        let parts = parts.into_iter().map(|(u, shift)| (u, shift as u32)).collect();
        self.space.add(Propagator::Different(Different { parts, except, every }));
        true
    }
}
