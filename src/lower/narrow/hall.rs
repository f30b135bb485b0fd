//! All different, to the end: a value stays with an unknown only where all of them can still differ with it. That takes
//! in naked and hidden sets of any size. A matching of unknowns to values is kept on growing; what lies neither in it, nor
//! on an alternating cycle or path from a free value, is not possible (Régin 1994).

use super::{Empty, Narrow};
use crate::model::UnknownId;

/// Most unknowns of one propagator, and most values of them together.
const UNKNOWNS_MAX: usize = 64;
const VALUES_MAX: usize = 128;

impl Narrow {
    /// Done when no unknown is left open.
    pub(super) fn hall(&mut self, unknowns: &[UnknownId]) -> Result<bool, Empty> {
        // Of those that are fixed the others have been told.
        let open: Vec<UnknownId> = unknowns.iter().copied().filter(|&u| self.set(u).single().is_none()).collect();
        let mut values: Vec<i64> = Vec::new();
        for &u in &open {
            let set = self.set(u);
            if set.size() > VALUES_MAX as u64 {
                return Ok(false);
            }
            values.extend(set.iter());
        }
        values.sort_unstable();
        values.dedup();
        if open.len() > UNKNOWNS_MAX || values.len() > VALUES_MAX {
            return Ok(false);
        }
        // For each unknown the places of its values.
        let place = |v: i64| values.partition_point(|&w| w < v);
        let possible: Vec<Vec<usize>> = open.iter().map(|&u| self.set(u).iter().map(place).collect()).collect();
        let edges: usize = possible.iter().map(Vec::len).sum();
        self.work += 8 * edges as u64;
        let matching = matching(&possible, values.len()).ok_or(Empty)?;
        let piece = strong_pieces(&possible, &matching, values.len());
        for (i, &u) in open.iter().enumerate() {
            let kept = |v: &usize| matching.unknowns[i] == *v || piece[*v] == piece[values.len() + i];
            if !possible[i].iter().all(kept) {
                let mut places = possible[i].iter();
                self.change(u, |set| set.retain(|_| places.next().is_some_and(kept)))?;
            }
        }
        Ok(open.is_empty())
    }
}

struct Matching {
    /// The value of each unknown.
    unknowns: Vec<usize>,
    /// The unknown of each value.
    values: Vec<Option<usize>>,
}

/// A value for each unknown, all of them different; `None` if there are none.
fn matching(possible: &[Vec<usize>], values: usize) -> Option<Matching> {
    let mut of_value: Vec<Option<usize>> = vec![None; values];
    for i in 0..possible.len() {
        let mut seen = vec![false; values];
        if !augment(i, possible, &mut of_value, &mut seen) {
            return None;
        }
    }
    let mut unknowns = vec![0; possible.len()];
    of_value.iter().enumerate().for_each(|(v, i)| i.iter().for_each(|&i| unknowns[i] = v));
    Some(Matching { unknowns, values: of_value })
}

fn augment(i: usize, possible: &[Vec<usize>], of_value: &mut [Option<usize>], seen: &mut [bool]) -> bool {
    for &v in &possible[i] {
        if !std::mem::replace(&mut seen[v], true)
            && of_value[v].is_none_or(|other| augment(other, possible, of_value, seen))
        {
            of_value[v] = Some(i);
            return true;
        }
    }
    false
}

/// Which strongly connected piece each value, then each unknown is in, of the graph with an edge from an unknown to its
/// own value, from a value to the other unknowns that can have it, and between free values and one vertex for all of
/// these: what can be exchanged lies in one piece.
fn strong_pieces(possible: &[Vec<usize>], matching: &Matching, values: usize) -> Vec<usize> {
    let spare = values + possible.len();
    let mut next: Vec<Vec<usize>> = vec![vec![]; spare + 1];
    for (i, list) in possible.iter().enumerate() {
        for &v in list {
            if matching.unknowns[i] == v { next[values + i].push(v) } else { next[v].push(values + i) }
        }
    }
    for v in 0..values {
        match matching.values[v] {
            None => next[spare].push(v),
            Some(_) => next[v].push(spare),
        }
    }
    pieces(&next)
}

/// Tarjan's strongly connected pieces, without recursion.
fn pieces(next: &[Vec<usize>]) -> Vec<usize> {
    let n = next.len();
    let (mut order, mut low, mut piece) = (vec![usize::MAX; n], vec![0; n], vec![usize::MAX; n]);
    let (mut count, mut found) = (0, 0);
    let mut open: Vec<usize> = Vec::new();
    for start in 0..n {
        if order[start] != usize::MAX {
            continue;
        }
        let mut stack = vec![(start, 0)];
        while let Some(top) = stack.last_mut() {
            let (v, at) = *top;
            if at == 0 {
                (order[v], low[v]) = (count, count);
                count += 1;
                open.push(v);
            }
            if let Some(&w) = next[v].get(at) {
                top.1 += 1;
                if order[w] == usize::MAX {
                    stack.push((w, 0));
                } else if piece[w] == usize::MAX {
                    low[v] = low[v].min(order[w]);
                }
                continue;
            }
            stack.pop();
            if let Some(&(parent, _)) = stack.last() {
                low[parent] = low[parent].min(low[v]);
            }
            if low[v] == order[v] {
                while let Some(w) = open.pop() {
                    piece[w] = found;
                    if w == v {
                        break;
                    }
                }
                found += 1;
            }
        }
    }
    piece
}
