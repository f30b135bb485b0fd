//! Between two vertices that are there and have to meet, every set that separates them has one that is there. In a model the
//! lazy cuts and the degrees of a path say as much, but search sees it only when a path has run into a dead end.

use super::{Host, Lowered, with};
use crate::sizes::{SEPARATED, SEPARATED_ENDS, SEPARATOR};
use crate::solver::sat::Lit;

/// Of the vertices at one distance from any vertex, between the nearest and the farthest that are there for good, one is
/// there. Those sets alone that are small.
pub(super) fn emit(host: &mut impl Host, low: &Lowered, prefix: &[Lit]) {
    let graph = &low.graph;
    let ends: Vec<u32> = (0..graph.size as u32).filter(|&v| low.vertices.get(v as usize) == Some(&Lit::TRUE)).collect();
    let by_vertex = low.edges.iter().all(|&edge| edge == Lit::TRUE);
    if !by_vertex || graph.size > SEPARATED || !(2..=SEPARATED_ENDS).contains(&ends.len()) {
        return;
    }
    let mut levels: Vec<Vec<u32>> = Vec::new();
    let mut seen = vec![u32::MAX; graph.size];
    for start in (0..graph.size as u32).filter(|&v| low.vertices[v as usize] != Lit::FALSE) {
        levels.clear();
        levels.push(vec![start]);
        seen[start as usize] = start;
        while let Some(last) = levels.last().filter(|last| !last.is_empty()) {
            let mut next = Vec::new();
            for &v in last {
                for &(_, w) in graph.at[v as usize].iter() {
                    if seen[w as usize] != start && low.vertices[w as usize] != Lit::FALSE {
                        seen[w as usize] = start;
                        next.push(w);
                    }
                }
            }
            levels.push(next);
        }
        let mut at = (0..levels.len()).filter(|&level| levels[level].iter().any(|v| ends.contains(v)));
        let (Some(nearest), Some(farthest)) = (at.next(), at.next_back()) else { continue };
        for level in &levels[nearest + 1..farthest] {
            if level.len() <= SEPARATOR && !level.iter().any(|v| ends.contains(v)) {
                let clause: Vec<Lit> = level.iter().map(|&v| low.vertices[v as usize]).collect();
                with(host, prefix, &clause);
            }
        }
    }
}
