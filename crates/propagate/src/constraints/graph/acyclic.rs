//! No cycle: an edge whose ends certain edges join already is absent, and so is a vertex that would close a cycle.

use super::{Element, GraphVars, Presence};
use crate::event::{Conflict, Narrowed};
use crate::literal::Fact;
use crate::store::Store;
use crate::store_at::StoreAt;
use sator_base::sets::Sets;

/// The edges of a cycle of certain edges.
pub(super) fn cycle(vars: &GraphVars, presence: &Presence) -> Option<Vec<u32>> {
    let certain = (0..presence.edges.len() as u32).filter(|&e| presence.edges[e as usize] == Some(true));
    let mut pieces = Sets::new(vars.graph.size);
    for e in certain {
        let (a, b) = vars.graph.edges[e as usize].ends;
        if !pieces.join(a as usize, b as usize) {
            let mut path = vars.certain_path(presence, (a, b), Some(e))?;
            path.push(e);
            return Some(path);
        }
    }
    None
}

pub(super) fn propagate(vars: &GraphVars, store: &mut Store) -> Narrowed {
    let presence = vars.presence(store);
    if cycle(vars, &presence).is_some() {
        return Err(Conflict);
    }
    let pieces = vars.certain_pieces(&presence);
    for e in presence.open_edges().filter(|&e| presence.has_ends(vars, e)) {
        let (a, b) = vars.graph.edges[e as usize].ends;
        if pieces[a as usize] == pieces[b as usize] {
            store.fix(vars.edges[e as usize], 0)?;
        }
    }
    for (v, joined) in vars.joints(&presence, store) {
        if same_piece(&pieces, &joined).is_some()
            && let Some(vertices) = &vars.vertices
        {
            store.fix(vertices[v as usize], 0)?;
        }
    }
    Ok(())
}

/// Two of these edges that lead to the same piece.
fn same_piece(pieces: &[u32], joined: &[(u32, u32)]) -> Option<[(u32, u32); 2]> {
    joined.iter().enumerate().find_map(|(at, &first)| {
        let second = joined[..at].iter().find(|other| pieces[other.1 as usize] == pieces[first.1 as usize])?;
        Some([*second, first])
    })
}

pub(super) fn reason(vars: &GraphVars, change: Option<Fact>, then: &StoreAt, facts: &mut Vec<Fact>) -> Option<()> {
    let presence = vars.presence(then);
    let Some(change) = change else {
        cycle(vars, &presence)?.into_iter().for_each(|e| vars.push_edge(e, then, facts));
        return Some(());
    };
    let (elements, present) = vars.elements(change);
    elements.into_iter().filter(|_| !present).find_map(|element| match element {
        Element::Edge(e) => {
            let path = vars.certain_path(&presence, vars.graph.edges[e as usize].ends, Some(e))?;
            path.into_iter().for_each(|e| vars.push_edge(e, then, facts));
            Some(())
        }
        Element::Vertex(v) => {
            let pieces = vars.certain_pieces(&presence);
            let (_, joined) = vars.joints(&presence, then).into_iter().find(|joint| joint.0 == v)?;
            let [(e, a), (f, b)] = same_piece(&pieces, &joined)?;
            let path = vars.certain_path(&presence, (a, b), None)?;
            path.into_iter().for_each(|e| vars.push_edge(e, then, facts));
            [e, f].into_iter().for_each(|e| then.push_fixed(vars.edges[e as usize], facts));
            Some(())
        }
    })
}
