//! Two vertices that are not in one piece: nothing joins the pieces of certain edges that they belong to.

use super::{Element, GraphVars, Presence};
use crate::event::{Conflict, Narrowed};
use crate::literal::Fact;
use crate::store::Store;
use crate::store_at::StoreAt;

/// The edges of a certain path between two vertices.
pub(super) fn path(vars: &GraphVars, presence: &Presence, (u, v): (u32, u32)) -> Option<Vec<u32>> {
    vars.certain_path(presence, (u, v), None).filter(|_| presence.vertices[u as usize] == Some(true))
}

/// The vertex of the two in whose piece of certain edges a vertex is.
fn side(pieces: &[u32], (u, v): (u32, u32), w: u32) -> Option<u32> {
    [u, v].into_iter().find(|&end| pieces[end as usize] == pieces[w as usize])
}

pub(super) fn propagate(vars: &GraphVars, ends: (u32, u32), store: &mut Store) -> Narrowed {
    let presence = vars.presence(store);
    if path(vars, &presence, ends).is_some() {
        return Err(Conflict);
    }
    let pieces = vars.certain_pieces(&presence);
    let joins = |a: u32, b: u32| match [a, b].map(|w| side(&pieces, ends, w)) {
        [Some(a), Some(b)] => a != b,
        _ => false,
    };
    for e in presence.open_edges() {
        let (a, b) = vars.graph.edges[e as usize].ends;
        // Without conditions of vertices the edge makes its ends present.
        if joins(a, b) && (vars.vertices.is_none() || presence.has_ends(vars, e)) {
            store.fix(vars.edges[e as usize], 0)?;
        }
    }
    for (v, joined) in vars.joints(&presence, store) {
        let both = joined.iter().any(|a| joined.iter().any(|b| joins(a.1, b.1)));
        if let (true, Some(vertices)) = (both, &vars.vertices) {
            store.fix(vertices[v as usize], 0)?;
        }
    }
    Ok(())
}

pub(super) fn reason(
    vars: &GraphVars,
    ends: (u32, u32),
    change: Option<Fact>,
    then: &StoreAt,
    facts: &mut Vec<Fact>,
) -> Option<()> {
    let presence = vars.presence(then);
    let Some(change) = change else {
        path(vars, &presence, ends)?.into_iter().for_each(|e| vars.push_edge(e, then, facts));
        return Some(());
    };
    let (elements, present) = vars.elements(change);
    let pieces = vars.certain_pieces(&presence);
    let push_way = |w: u32, facts: &mut Vec<Fact>| {
        let end = side(&pieces, ends, w)?;
        let path = vars.certain_path(&presence, (end, w), None)?;
        if vars.vertices.is_some() {
            vars.push_vertex(w, then, facts);
        }
        path.into_iter().for_each(|e| vars.push_edge(e, then, facts));
        Some(end)
    };
    elements.into_iter().filter(|_| !present).find_map(|element| match element {
        Element::Edge(e) => {
            let (a, b) = vars.graph.edges[e as usize].ends;
            let ways = [push_way(a, facts)?, push_way(b, facts)?];
            (ways[0] != ways[1]).then_some(())
        }
        Element::Vertex(v) => {
            let (_, joined) = vars.joints(&presence, then).into_iter().find(|joint| joint.0 == v)?;
            for end in [ends.0, ends.1] {
                let &(e, w) = joined.iter().find(|joint| side(&pieces, ends, joint.1) == Some(end))?;
                push_way(w, facts)?;
                then.push_fixed(vars.edges[e as usize], facts);
            }
            Some(())
        }
    })
}
