//! Connectedness, and two vertices in one piece: what only an absent path could join. Vertices that are cut off from a
//! required vertex are absent; a vertex or an edge on all possible paths between two required vertices is present.

use super::{Element, GraphVars, Presence};
use crate::event::{Conflict, Narrowed};
use crate::literal::Fact;
use crate::store::Store;
use crate::store_at::StoreAt;

/// The required vertices: these two, or all certain ones.
fn required(presence: &Presence, ends: Option<(u32, u32)>) -> Vec<bool> {
    match ends {
        None => presence.vertices.iter().map(|&on| on == Some(true)).collect(),
        Some((u, v)) => (0..presence.vertices.len() as u32).map(|w| w == u || w == v).collect(),
    }
}

/// Whether a path can use an edge, apart from a blocked element.
fn is_passable(vars: &GraphVars, presence: &Presence, blocked: Option<Element>, e: u32) -> bool {
    let (a, b) = vars.graph.edges[e as usize].ends;
    let blocks = |element| match element {
        Element::Edge(blocked) => blocked == e,
        Element::Vertex(v) => v == a || v == b,
    };
    presence.edges[e as usize] != Some(false) && !blocked.is_some_and(blocks)
}

/// By vertex: whether possible paths reach it from a vertex without the blocked element.
fn reached_from(vars: &GraphVars, presence: &Presence, start: u32, blocked: Option<Element>) -> Vec<bool> {
    let reached = vars.reach(start, |e| is_passable(vars, presence, blocked, e));
    reached.iter().map(Option::is_some).collect()
}

/// A required vertex, the vertices that possible paths reach from it without the blocked element, and a required vertex
/// that is not among them.
pub(super) fn separated(
    vars: &GraphVars,
    presence: &Presence,
    ends: Option<(u32, u32)>,
    blocked: Option<Element>,
) -> Option<(u32, Vec<bool>, u32)> {
    let required = required(presence, ends);
    let start = required.iter().position(|&required| required)? as u32;
    let reached = reached_from(vars, presence, start, blocked);
    let other = required.iter().zip(&reached).position(|(&required, &reached)| required && !reached)?;
    Some((start, reached, other as u32))
}

pub(super) fn propagate(vars: &GraphVars, ends: Option<(u32, u32)>, store: &mut Store) -> Narrowed {
    if let (Some((u, v)), Some(vertices)) = (ends, &vars.vertices) {
        store.fix(vertices[u as usize], 1)?;
        store.fix(vertices[v as usize], 1)?;
    }
    let presence = vars.presence(store);
    let required = required(&presence, ends);
    let Some(start) = required.iter().position(|&required| required) else { return Ok(()) };
    let passable = |e| is_passable(vars, &presence, None, e);
    let cuts = vars.graph.cuts(start as u32, |v| required[v as usize], |e, _| passable(e));
    let is_reached = |v: u32| cuts.reached[v as usize];
    if (0..vars.graph.size as u32).any(|v| required[v as usize] && !is_reached(v)) {
        return Err(Conflict);
    }
    if ends.is_none() {
        match &vars.vertices {
            Some(vertices) => {
                for v in (0..vars.graph.size).filter(|&v| !is_reached(v as u32)) {
                    store.fix(vertices[v], 0)?;
                }
            }
            None => {
                for e in presence.open_edges().filter(|&e| !is_reached(vars.graph.edges[e as usize].ends.0)) {
                    store.fix(vars.edges[e as usize], 0)?;
                }
            }
        }
    }
    if let Some(vertices) = &vars.vertices {
        cuts.vertices.iter().try_for_each(|&v| store.fix(vertices[v as usize], 1))?;
    }
    cuts.edges.iter().try_for_each(|&e| store.fix(vars.edges[e as usize], 1))?;
    Ok(())
}

pub(super) fn reason(
    vars: &GraphVars,
    ends: Option<(u32, u32)>,
    change: Option<Fact>,
    then: &StoreAt,
    facts: &mut Vec<Fact>,
) -> Option<()> {
    let presence = vars.presence(then);
    let Some(change) = change else {
        let cut = separated(vars, &presence, ends, None)?;
        push_cut(vars, ends, cut, None, then, facts);
        return Some(());
    };
    let (elements, present) = vars.elements(change);
    elements.into_iter().find_map(|element| match (present, element, ends) {
        (true, Element::Vertex(w), Some((u, v))) if w == u || w == v => Some(()),
        (true, ..) => {
            let cut = separated(vars, &presence, ends, Some(element))?;
            push_cut(vars, ends, cut, Some(element), then, facts);
            Some(())
        }
        (false, _, None) => {
            let other = match element {
                Element::Vertex(v) => v,
                Element::Edge(e) => vars.graph.edges[e as usize].ends.0,
            };
            let start = presence.vertices.iter().position(|&on| on == Some(true))? as u32;
            let reached = reached_from(vars, &presence, start, None);
            // Beside conditions of vertices, those of edges stay open.
            let follows = matches!(element, Element::Vertex(_)) || vars.vertices.is_none();
            let is_cut_off = follows && !reached[other as usize];
            is_cut_off.then(|| {
                vars.push_vertex(start, then, facts);
                push_boundary(vars, &reached, None, then, facts);
            })
        }
        (false, _, Some(_)) => None,
    })
}

/// Adds the facts that separate two required vertices, apart from the blocked element.
fn push_cut(
    vars: &GraphVars,
    ends: Option<(u32, u32)>,
    (start, reached, other): (u32, Vec<bool>, u32),
    blocked: Option<Element>,
    then: &StoreAt,
    facts: &mut Vec<Fact>,
) {
    if ends.is_none() {
        vars.push_vertex(start, then, facts);
        vars.push_vertex(other, then, facts);
    }
    push_boundary(vars, &reached, blocked, then, facts);
}

/// Adds the facts by which no path leaves the vertices that are reached, except through the blocked element.
fn push_boundary(vars: &GraphVars, reached: &[bool], blocked: Option<Element>, then: &StoreAt, facts: &mut Vec<Fact>) {
    for v in (0..reached.len() as u32).filter(|&v| reached[v as usize]) {
        for &(e, w) in vars.graph.at[v as usize].iter().filter(|at| !reached[at.1 as usize]) {
            if blocked != Some(Element::Edge(e)) && blocked != Some(Element::Vertex(w)) {
                vars.push_no_edge(e, then, facts);
            }
        }
    }
}
