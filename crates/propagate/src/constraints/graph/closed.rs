//! Every edge within a piece is present: an edge between vertices that certain edges join is present, and an absent edge
//! keeps the pieces of its ends apart.

use super::{Element, GraphVars, Presence};
use crate::event::{Conflict, Narrowed};
use crate::literal::{Domains, Fact};
use crate::store::Store;
use crate::store_at::StoreAt;
use rustc_hash::FxHashMap;

/// By pair of pieces: an absent edge between them, both ends of which are present.
fn walls(vars: &GraphVars, presence: &Presence, domains: &impl Domains, pieces: &[u32]) -> FxHashMap<(u32, u32), u32> {
    let edges = vars.graph.edges.iter().enumerate();
    let absent = edges.filter(|&(e, edge)| {
        let (a, b) = edge.ends;
        domains.range(vars.edges[e]).1 == 0 && [a, b].iter().all(|&v| presence.vertices[v as usize] == Some(true))
    });
    absent.map(|(e, edge)| (pair(pieces, edge.ends), e as u32)).collect()
}

/// The pieces of two vertices, the smaller number first.
fn pair(pieces: &[u32], (a, b): (u32, u32)) -> (u32, u32) {
    let (a, b) = (pieces[a as usize], pieces[b as usize]);
    (a.min(b), a.max(b))
}

pub(super) fn propagate(vars: &GraphVars, store: &mut Store) -> Narrowed {
    let presence = vars.presence(store);
    let pieces = vars.certain_pieces(&presence);
    let walls = walls(vars, &presence, store, &pieces);
    if walls.keys().any(|(a, b)| a == b) {
        return Err(Conflict);
    }
    for e in presence.open_edges().filter(|&e| presence.has_ends(vars, e)) {
        let (a, b) = pair(&pieces, vars.graph.edges[e as usize].ends);
        if a == b {
            store.fix(vars.edges[e as usize], 1)?;
        } else if walls.contains_key(&(a, b)) {
            store.fix(vars.edges[e as usize], 0)?;
        }
    }
    Ok(())
}

pub(super) fn reason(vars: &GraphVars, change: Option<Fact>, then: &StoreAt, facts: &mut Vec<Fact>) -> Option<()> {
    let presence = vars.presence(then);
    let pieces = vars.certain_pieces(&presence);
    let walls = walls(vars, &presence, then, &pieces);
    let push_path = |ends: (u32, u32), facts: &mut Vec<Fact>| {
        let path = vars.certain_path(&presence, ends, None)?;
        vars.push_vertex(ends.0, then, facts);
        path.into_iter().for_each(|e| vars.push_edge(e, then, facts));
        Some(())
    };
    let Some(change) = change else {
        let (_, &wall) = walls.iter().find(|((a, b), _)| a == b)?;
        then.push_fixed(vars.edges[wall as usize], facts);
        return push_path(vars.graph.edges[wall as usize].ends, facts);
    };
    let (elements, present) = vars.elements(change);
    elements.into_iter().find_map(|element| {
        let Element::Edge(e) = element else { return None };
        let (a, b) = vars.graph.edges[e as usize].ends;
        if present {
            return push_path((a, b), facts);
        }
        let wall = *walls.get(&pair(&pieces, (a, b)))?;
        then.push_fixed(vars.edges[wall as usize], facts);
        let (c, d) = vars.graph.edges[wall as usize].ends;
        let (c, d) = if pieces[c as usize] == pieces[a as usize] { (c, d) } else { (d, c) };
        push_path((a, c), facts)?;
        push_path((b, d), facts)
    })
}
