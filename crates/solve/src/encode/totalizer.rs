//! Totalizers: a tree of sums. Each node has a literal "at least v" for every value v of its partial sum (Bailleux &
//! Boufkhad 2003; generalised to weights by Joshi, Martins & Manquinho 2015).
//!
//! The literals of one chain (order literals of one number) form one leaf, which takes the number's values and costs
//! nothing. Values at or above the cap count as the cap.

use super::{Encoder, total};
use crate::solver::sat::Lit;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Values in increasing order, each with the literal "at least this value"; the first literal is true.
pub(super) type Counted = Vec<(i64, Lit)>;

/// A literal of a chain: its position, weight and the literal.
type Part = (u32, i64, Lit);

/// The direction of "the literal holds exactly if the sum is at least v" that is needed.
#[derive(Clone, Copy, PartialEq)]
enum Needed {
    /// A sum of at least v makes the literal true.
    Up,
    /// A smaller sum makes the literal false.
    Down,
    Both,
}

impl Encoder {
    /// Asserts `sum >= bound`, or `sum = bound`; the bounds of the sum decide neither.
    pub(super) fn assert_sum(&mut self, terms: &[(i128, Lit)], exactly: bool, bound: i128) {
        let all = total(terms);
        // Counting the false literals is shorter if nearly all must hold.
        if 2 * bound > all {
            let missing: Vec<(i128, Lit)> = terms.iter().map(|&(c, l)| (c, !l)).collect();
            let most = all - bound;
            let Some(counted) = self.count(&missing, most + 1, if exactly { Needed::Both } else { Needed::Up }) else {
                let literal = self.added_literal(terms, exactly, bound);
                return self.clause(&[literal]);
            };
            if exactly {
                self.is_exactly(&counted, most);
            } else if let Some(&(_, more)) = counted.iter().find(|v| i128::from(v.0) > most) {
                self.clause(&[!more]);
            }
            return;
        }
        let (cap, needed) = if exactly { (bound + 1, Needed::Both) } else { (bound, Needed::Down) };
        let Some(counted) = self.count(terms, cap, needed) else {
            let literal = self.added_literal(terms, exactly, bound);
            return self.clause(&[literal]);
        };
        if exactly {
            self.is_exactly(&counted, bound);
        } else {
            let enough = at_least(&counted, bound);
            self.clause(&[enough]);
        }
    }

    fn is_exactly(&mut self, counted: &Counted, value: i128) {
        let (here, more) = exactly_at(counted, value);
        self.clause(&[here]);
        self.clause(&[!more]);
    }

    /// A literal for `sum >= bound`, or `sum = bound`.
    pub(super) fn count_literal(&mut self, terms: &[(i128, Lit)], exactly: bool, bound: i128) -> Lit {
        let fits = terms.iter().all(|t| i64::try_from(t.0).is_ok());
        let key: Vec<(i64, Lit)> = terms.iter().filter(|_| fits).map(|&(c, l)| (c as i64, l)).collect();
        let known = match self.counted.get(&key) {
            Some(known) => Some(known.clone()),
            None => {
                // Without a cap, because the same sum is often compared with another bound.
                let counted = self.count(terms, total(terms), Needed::Both);
                if let Some(counted) = &counted {
                    self.counted.insert(key, counted.clone());
                }
                counted
            }
        };
        match known {
            None => self.added_literal(terms, exactly, bound),
            Some(counted) if exactly => {
                let (here, more) = exactly_at(&counted, bound);
                self.and(&[here, !more])
            }
            Some(counted) => at_least(&counted, bound),
        }
    }

    /// Counts the sum up to the cap; `None` if that takes too many clauses.
    fn count(&mut self, terms: &[(i128, Lit)], cap: i128, needed: Needed) -> Option<Counted> {
        let cap = i64::try_from(cap).ok()?;
        let mut nodes: Vec<Counted> = self.leaves(terms, cap)?;
        for (a, b) in self.plan(&nodes, cap)? {
            let sum = self.add(&nodes[a], &nodes[b], cap, needed);
            nodes.push(sum);
        }
        Some(nodes.pop().unwrap_or_else(|| vec![(0, Lit::TRUE)]))
    }

    /// The leaves: one for each chain, and one for each other literal.
    fn leaves(&self, terms: &[(i128, Lit)], cap: i64) -> Option<Vec<Counted>> {
        // By chain, and by whether its literals occur positively.
        let mut chains: BTreeMap<(u32, bool), Vec<Part>> = BTreeMap::new();
        let mut leaves = Vec::new();
        for &(weight, literal) in terms {
            let weight = i64::try_from(weight).ok()?;
            match self.chains.get(&literal.variable()) {
                Some(link) => {
                    let own = (link.chain, link.literal == literal);
                    chains.entry(own).or_default().push((link.at, weight, literal));
                }
                None => leaves.push(vec![(0, Lit::TRUE), (weight.min(cap), literal)]),
            }
        }
        for ((_, positive), mut links) in chains {
            // The weakest literal first: the last of a chain, or the negation of the first.
            links.sort_unstable_by_key(|&(at, ..)| if positive { -i64::from(at) } else { i64::from(at) });
            let mut leaf = vec![(0, Lit::TRUE)];
            let mut sum = 0i64;
            for (_, weight, literal) in links {
                if sum >= cap {
                    break;
                }
                sum = sum.checked_add(weight)?.min(cap);
                leaf.push((sum, literal));
            }
            leaves.push(leaf);
        }
        Some(leaves)
    }

    /// The pairs of nodes to add, the smallest first; each sum is appended to the nodes. `None` if that takes too many
    /// clauses.
    fn plan(&self, leaves: &[Counted], cap: i64) -> Option<Vec<(usize, usize)>> {
        let mut values: Vec<Vec<i64>> = leaves.iter().map(|leaf| leaf.iter().map(|v| v.0).collect()).collect();
        let mut open: BinaryHeap<Reverse<(usize, usize)>> =
            values.iter().enumerate().map(|(i, v)| Reverse((v.len(), i))).collect();
        let (mut plan, mut clauses) = (Vec::with_capacity(leaves.len()), 0);
        while open.len() > 1 {
            let (Some(Reverse((_, a))), Some(Reverse((_, b)))) = (open.pop(), open.pop()) else { break };
            clauses += values[a].len() * values[b].len();
            if clauses > self.sizes.totalizer {
                return None;
            }
            let sum = sums(&values[a], &values[b], cap)?;
            plan.push((a, b));
            open.push(Reverse((sum.len(), values.len())));
            values.push(sum);
        }
        Some(plan)
    }

    fn add(&mut self, a: &Counted, b: &Counted, cap: i64, needed: Needed) -> Counted {
        let values = |counted: &Counted| counted.iter().map(|v| v.0).collect::<Vec<_>>();
        let sums = sums(&values(a), &values(b), cap).unwrap_or_default();
        let sum: Counted =
            sums.iter().enumerate().map(|(i, &v)| (v, if i == 0 { Lit::TRUE } else { self.fresh() })).collect();
        for pair in sum[1..].windows(2) {
            self.clause(&[!pair[1].1, pair[0].1]);
        }
        let place = |v: i64| sum.partition_point(|s| s.0 < v.min(cap));
        for (i, &(x, x_reached)) in a.iter().enumerate() {
            for (j, &(y, y_reached)) in b.iter().enumerate() {
                let at = place(x + y);
                if needed != Needed::Down && at > 0 {
                    self.clause(&[!x_reached, !y_reached, sum[at].1]);
                }
                if needed != Needed::Up && at + 1 < sum.len() {
                    let next = |list: &Counted, i: usize| list.get(i + 1).map_or(Lit::FALSE, |v| v.1);
                    self.clause(&[next(a, i), next(b, j), !sum[at + 1].1]);
                }
            }
        }
        sum
    }
}

/// All sums of two values, capped; `None` if a sum leaves 64 bits.
fn sums(a: &[i64], b: &[i64], cap: i64) -> Option<Vec<i64>> {
    let mut sums = Vec::with_capacity(a.len() * b.len());
    for &x in a {
        for &y in b {
            sums.push(x.checked_add(y)?.min(cap));
        }
    }
    sums.sort_unstable();
    sums.dedup();
    Some(sums)
}

/// The literal "at least this value".
fn at_least(counted: &Counted, value: i128) -> Lit {
    counted.iter().find(|v| i128::from(v.0) >= value).map_or(Lit::FALSE, |v| v.1)
}

/// The literals "at least this value" and "more than this value"; the first is false if no sum has the value.
fn exactly_at(counted: &Counted, value: i128) -> (Lit, Lit) {
    let met = counted.iter().any(|v| i128::from(v.0) == value);
    (if met { at_least(counted, value) } else { Lit::FALSE }, at_least(counted, value + 1))
}
