//! Negated conditions on graphs, asserted before the first check by a witness: fresh literals that show how the
//! condition fails.

use super::{Host, Lowered, with};
use crate::solver::sat::Lit;

fn fresh(host: &mut impl Host, count: usize) -> Vec<Lit> {
    (0..count).map(|_| host.fresh()).collect()
}

impl Lowered {
    /// Literals one of which holds unless the edge and both its ends are present.
    fn missing(&self, edge: usize) -> Vec<Lit> {
        let (u, v) = self.graph.edges[edge].ends;
        let ends = [u, v].into_iter().filter_map(|x| self.vertices.get(x as usize));
        ends.chain([&self.edges[edge]]).map(|&l| !l).collect()
    }
}

/// Not connected: two sides without an edge between them, and something present on each.
pub(super) fn disconnected(host: &mut impl Host, low: &Lowered, prefix: &[Lit]) {
    let side = fresh(host, low.graph.size);
    for (i, edge) in low.graph.edges.iter().enumerate() {
        let (a, b) = (side[edge.ends.0 as usize], side[edge.ends.1 as usize]);
        let missing = low.missing(i);
        with(host, &missing, &[!a, b]);
        with(host, &missing, &[a, !b]);
    }
    // Things that can be present: vertices, or edges in a graph without conditions for vertices.
    let things: Vec<(Lit, Lit)> = match low.vertices.is_empty() {
        true => low.graph.edges.iter().zip(&low.edges).map(|(e, &l)| (l, side[e.ends.0 as usize])).collect(),
        false => low.vertices.iter().copied().zip(side.iter().copied()).collect(),
    };
    for yes in [true, false] {
        let chosen = fresh(host, things.len());
        for (&chosen, &(there, side)) in chosen.iter().zip(&things) {
            host.clause(&[!chosen, there]);
            host.clause(&[!chosen, if yes { side } else { !side }]);
        }
        with(host, prefix, &chosen);
    }
}

/// A cycle: some present edges, each of which continues at both ends.
pub(super) fn cycle(host: &mut impl Host, low: &Lowered, prefix: &[Lit]) {
    let chosen = fresh(host, low.edges.len());
    for (i, &here) in chosen.iter().enumerate() {
        for missing in low.missing(i) {
            host.clause(&[!here, !missing]);
        }
    }
    go_on(host, low, &chosen);
    with(host, prefix, &chosen);
}

/// No chosen edge is the only one at its end.
fn go_on(host: &mut impl Host, low: &Lowered, chosen: &[Lit]) {
    for at in low.graph.at.iter() {
        for &(e, _) in at.iter() {
            let others = at.iter().filter(|&&(f, _)| f != e).map(|&(f, _)| chosen[f as usize]);
            let clause: Vec<Lit> = others.chain([!chosen[e as usize]]).collect();
            host.clause(&clause);
        }
    }
}

/// No single loop: a vertex with another number of edges than none or two, no edge at all, or two separate parts.
pub(super) fn no_single_loop(host: &mut impl Host, low: &Lowered, prefix: &[Lit]) {
    let mut reasons = Vec::with_capacity(low.graph.size + 2);
    for at in low.graph.at.iter().filter(|at| !at.is_empty()) {
        let edges: Vec<Lit> = at.iter().map(|&(e, _)| low.edges[e as usize]).collect();
        let odd = host.fresh();
        with(host, &[!odd], &edges);
        for i in 0..edges.len() {
            for j in i + 1..edges.len() {
                let mut clause = edges.clone();
                clause[i] = !edges[i];
                clause[j] = !edges[j];
                with(host, &[!odd], &clause);
            }
        }
        reasons.push(odd);
    }
    let (nothing, apart) = (host.fresh(), host.fresh());
    low.edges.iter().for_each(|&e| host.clause(&[!nothing, !e]));
    disconnected(host, low, &[!apart]);
    reasons.extend([nothing, apart]);
    with(host, prefix, &reasons);
}

/// A ring of edges, all but one of them present.
pub(super) fn open(host: &mut impl Host, low: &Lowered, prefix: &[Lit]) {
    let count = low.edges.len();
    let (ring, gap, passed) = (fresh(host, count), fresh(host, count), fresh(host, count));
    for i in 0..count {
        host.clause(&[!ring[i], low.edges[i], gap[i]]);
        let (u, v) = low.graph.edges[i].ends;
        for there in [u, v].into_iter().filter_map(|x| low.vertices.get(x as usize)) {
            host.clause(&[!ring[i], *there]);
        }
        host.clause(&[!gap[i], ring[i]]);
        host.clause(&[!gap[i], !low.edges[i]]);
        // At most one gap.
        host.clause(&[!gap[i], passed[i]]);
        if i > 0 {
            host.clause(&[!passed[i - 1], passed[i]]);
            host.clause(&[!gap[i], !passed[i - 1]]);
        }
    }
    go_on(host, low, &ring);
    for at in low.graph.at.iter() {
        for (i, &(e, _)) in at.iter().enumerate() {
            for (j, &(f, _)) in at.iter().enumerate().skip(i + 1) {
                for &(g, _) in &at[j + 1..] {
                    host.clause(&[!ring[e as usize], !ring[f as usize], !ring[g as usize]]);
                }
            }
        }
    }
    with(host, prefix, &gap);
}
