//! The cheap propagators: each removes values that one constraint rules out under the current domains.

use super::piece_size::Pieces;
use super::{Empty, Narrow};
use sator_model::{Domain, ExprId, GraphRef, Pool, UnknownId};
use std::sync::Arc;

/// Rows of a table up to which it is filtered.
const ROWS_MAX: usize = 2_000;
/// Size of a set up to which its overlap with a domain is tested value by value.
const EXACT_MAX: u64 = 32;

pub(super) enum Term {
    Unknown(UnknownId),
    /// 1 where the condition holds, else 0.
    Condition(ExprId),
    /// Only its bounds are used.
    Other(ExprId),
}

pub(super) enum Propagator {
    /// All different, except that the listed values can repeat.
    Different(Box<[UnknownId]>, Box<[i64]>),
    /// A weighted sum between two bounds.
    Linear(Box<[(i64, Term)]>, i128, i128),
    /// An unknown among these has a value in its set.
    Clause(Box<[(UnknownId, Domain)]>),
    /// A condition on a few unknowns, and its truth.
    Tuples(ExprId, bool, Box<[UnknownId]>),
    /// The unknowns have the values of one of the rows.
    Table(Box<[UnknownId]>, Arc<[Box<[i64]>]>),
    /// A condition among these has its truth.
    Any(Box<[(ExprId, bool)]>),
    /// The conditions have the same truth, or with `false` opposite truths.
    Same(ExprId, ExprId, bool),
    /// All different, to generalised arc consistency.
    Hall(Box<[UnknownId]>),
    /// Unknowns that all differ have this sum.
    DistinctSum(Box<[UnknownId]>, i64),
    /// The present vertices and edges of the graph are connected.
    Connected(GraphRef),
    /// The value of each vertex is the size of its piece.
    PieceSizes(Arc<Pieces>),
}

impl Propagator {
    /// Whether it runs after the cheap propagators.
    pub(super) fn is_expensive(&self) -> bool {
        use Propagator::{Connected, DistinctSum, Hall, PieceSizes};
        matches!(self, Hall(_) | DistinctSum(..) | Connected(_) | PieceSizes(_))
    }
}

impl Narrow {
    /// Runs a propagator. Returns whether it is entailed: no later change can make it remove a value.
    pub(super) fn propagate(&mut self, pool: &Pool, propagator: &Propagator) -> Result<bool, Empty> {
        match propagator {
            Propagator::Different(unknowns, except) => self.different(unknowns, except),
            Propagator::Linear(terms, lo, hi) => self.linear(pool, terms, *lo, *hi),
            Propagator::Clause(parts) => self.clause(parts),
            Propagator::Tuples(e, positive, unknowns) => self.filter_tuples(pool, *e, *positive, unknowns),
            Propagator::Table(unknowns, rows) => self.filter_table(unknowns, rows),
            Propagator::Any(parts) => self.some(pool, parts),
            Propagator::Hall(unknowns) => self.hall(unknowns),
            Propagator::DistinctSum(unknowns, total) => self.distinct_sum(unknowns, *total),
            Propagator::Connected(graph) => self.connected(pool, graph),
            Propagator::PieceSizes(pieces) => self.piece_sizes(pieces),
            Propagator::Same(a, b, same) => match (self.truth(pool, *a), self.truth(pool, *b)) {
                (Some(a), _) => self.post(pool, *b, a == *same).map(|()| true),
                (_, Some(b)) => self.post(pool, *a, b == *same).map(|()| true),
                _ => Ok(false),
            },
        }
    }

    /// Naked singles and pairs; hidden singles if each value must occur.
    fn different(&mut self, unknowns: &[UnknownId], except: &[i64]) -> Result<bool, Empty> {
        self.work += 4 * unknowns.len() as u64;
        // A removal can fix another unknown, whose value is then removed too.
        let mut fixed = vec![false; unknowns.len()];
        loop {
            let new = (0..unknowns.len()).find(|&i| !fixed[i] && self.set(unknowns[i]).single().is_some());
            let Some(i) = new else { break };
            fixed[i] = true;
            let Some(value) = self.set(unknowns[i]).single().filter(|v| !except.contains(v)) else { continue };
            for (j, &u) in unknowns.iter().enumerate() {
                if i != j {
                    self.change(u, |s| s.remove(value))?;
                }
            }
        }
        let open: Vec<UnknownId> = (0..unknowns.len()).filter(|&i| !fixed[i]).map(|i| unknowns[i]).collect();
        if open.len() < 2 {
            return Ok(open.is_empty());
        }
        if except.is_empty() {
            self.pairs(&open)?;
            self.hidden_singles(&open)?;
        }
        Ok(false)
    }

    /// Naked pairs: two unknowns with the same two values take both from all others.
    fn pairs(&mut self, open: &[UnknownId]) -> Result<(), Empty> {
        for (i, &a) in open.iter().enumerate().filter(|c| self.sets[*c.1].size() == 2).collect::<Vec<_>>() {
            let pair = (self.set(a).min(), self.set(a).max());
            let twin = |u: &UnknownId| {
                let set = self.set(*u);
                set.size() == 2 && (set.min(), set.max()) == pair
            };
            let Some(&b) = open[i + 1..].iter().find(|u| twin(u)) else { continue };
            for &u in open.iter().filter(|&&u| u != a && u != b) {
                self.change(u, |s| s.remove(pair.0))?;
                self.change(u, |s| s.remove(pair.1))?;
            }
        }
        Ok(())
    }

    fn hidden_singles(&mut self, open: &[UnknownId]) -> Result<(), Empty> {
        let lo = open.iter().map(|&u| self.set(u).min()).min().unwrap_or(0);
        let hi = open.iter().map(|&u| self.set(u).max()).max().unwrap_or(0);
        if hi.abs_diff(lo) > 4 * open.len() as u64 {
            return Ok(());
        }
        let mut places: Vec<(u32, UnknownId)> = vec![(0, UnknownId(0)); (hi - lo) as usize + 1];
        for &u in open {
            for v in self.sets[u].iter() {
                let place = &mut places[(v - lo) as usize];
                *place = (place.0 + 1, u);
            }
        }
        self.work += 4 * places.len() as u64;
        let values = places.iter().filter(|p| p.0 > 0).count();
        if values < open.len() {
            return Err(Empty);
        }
        if values > open.len() {
            return Ok(());
        }
        for (i, &(count, u)) in places.iter().enumerate() {
            if count == 1 {
                self.change(u, |s| s.assign(lo + i as i64))?;
            }
        }
        Ok(())
    }

    fn linear(&mut self, pool: &Pool, terms: &[(i64, Term)], lo: i128, hi: i128) -> Result<bool, Empty> {
        self.work += 4 * terms.len() as u64;
        let mut bounds = Vec::with_capacity(terms.len());
        let (mut least, mut most) = (0i128, 0i128);
        for (k, term) in terms {
            let (a, b) = match term {
                Term::Unknown(u) => (self.set(*u).min(), self.set(*u).max()),
                Term::Condition(e) | Term::Other(e) => self.bounds(pool, *e),
            };
            let (x, y) = (*k as i128 * a as i128, *k as i128 * b as i128);
            bounds.push((x.min(y), x.max(y)));
            least += x.min(y);
            most += x.max(y);
        }
        if least > hi || most < lo {
            return Err(Empty);
        }
        if lo <= least && most <= hi {
            return Ok(true);
        }
        for ((k, term), &(low, high)) in terms.iter().zip(&bounds) {
            // Bounds of `coefficient * value` given the bounds of all other terms.
            let (from, to) = ((lo - (most - high)).max(low), (hi - (least - low)).min(high));
            if (from, to) == (low, high) {
                continue;
            }
            let k = *k as i128;
            let (a, b) = if k > 0 { (from, to) } else { (-to, -from) };
            let (a, b) = (-(-a).div_euclid(k.abs()), b.div_euclid(k.abs()));
            match term {
                _ if a > b => return Err(Empty),
                Term::Unknown(u) => self.change(*u, |s| s.keep_range(a as i64, b as i64))?,
                Term::Condition(c) if a == b => self.post(pool, *c, a == 1)?,
                _ => {}
            }
        }
        Ok(false)
    }

    fn clause(&mut self, parts: &[(UnknownId, Domain)]) -> Result<bool, Empty> {
        self.work += 4 * parts.len() as u64;
        let mut open = None;
        for part in parts {
            let set = self.set(part.0);
            let inside = |v: i64| part.1.contains(v);
            let (some, all) = match set.single() {
                Some(v) => (inside(v), inside(v)),
                None if part.1.size() <= EXACT_MAX => (part.1.iter().any(|v| set.contains(v)), false),
                None => (part.1.ranges().iter().any(|r| r.0 <= set.max() && set.min() <= r.1), false),
            };
            if all {
                return Ok(true);
            }
            if some && open.replace(part).is_some() {
                return Ok(false);
            }
        }
        let (u, allowed) = open.ok_or(Empty)?;
        self.change(*u, |s| s.keep(allowed)).map(|()| true)
    }

    fn some(&mut self, pool: &Pool, parts: &[(ExprId, bool)]) -> Result<bool, Empty> {
        self.work += 16 * parts.len() as u64;
        let mut open = None;
        for &(e, positive) in parts {
            match self.truth(pool, e) {
                Some(t) if t == positive => return Ok(true),
                Some(_) => {}
                None if open.replace((e, positive)).is_some() => return Ok(false),
                None => {}
            }
        }
        let (e, positive) = open.ok_or(Empty)?;
        self.post(pool, e, positive).map(|()| true)
    }

    fn filter_tuples(&mut self, pool: &Pool, e: ExprId, positive: bool, unknowns: &[UnknownId]) -> Result<bool, Empty> {
        let columns: Vec<(UnknownId, Vec<i64>)> = unknowns.iter().map(|&u| (u, self.set(u).iter().collect())).collect();
        let sizes: Vec<usize> = columns.iter().map(|c| c.1.len()).collect();
        let total: usize = sizes.iter().product();
        self.work += 4 * total as u64;
        let mut supported: Vec<Vec<bool>> = sizes.iter().map(|&n| vec![false; n]).collect();
        let (mut at, mut allowed) = (0, 0);
        let Narrow { tuples, facts, .. } = self;
        tuples.for_each(pool, facts, &[e], &columns, |value| {
            if (value(e) != 0) == positive {
                allowed += 1;
                let mut rest = at;
                for (column, &n) in supported.iter_mut().zip(&sizes).rev() {
                    column[rest % n] = true;
                    rest /= n;
                }
            }
            at += 1;
        });
        for ((u, values), supported) in columns.iter().zip(&supported) {
            if supported.contains(&false) {
                let mut flags = supported.iter();
                debug_assert_eq!(values.len(), supported.len());
                self.change(*u, |s| s.retain(|_| flags.next() == Some(&true)))?;
            }
        }
        Ok(allowed == total)
    }

    fn filter_table(&mut self, unknowns: &[UnknownId], rows: &[Box<[i64]>]) -> Result<bool, Empty> {
        if rows.len() > ROWS_MAX {
            return Ok(true);
        }
        self.work += (rows.len() * unknowns.len()) as u64;
        let possible = |row: &[i64]| unknowns.iter().zip(row).all(|(&u, &v)| self.set(u).contains(v));
        let alive: Vec<&[i64]> = rows.iter().map(|row| &row[..]).filter(|row| possible(row)).collect();
        for (j, &u) in unknowns.iter().enumerate() {
            let kept = Domain::from_values(alive.iter().map(|row| row[j]));
            self.change(u, |s| s.keep(&kept))?;
        }
        Ok(false)
    }
}
