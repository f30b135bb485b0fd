//! The number of vertices in the piece of a vertex: at least what certain edges join to it, at most what possible edges
//! join to it.

use super::GraphVars;
use crate::event::{Event, Narrowed, Tier};
use crate::ids::Var;
use crate::propagator::Propagator;
use crate::store::Store;

/// `size` is the number of vertices in the piece of `vertex`; 0 if it is absent.
pub struct PieceSize {
    /// The graph.
    pub vars: GraphVars,
    /// The vertex.
    pub vertex: u32,
    /// The number.
    pub size: Var,
}

impl Propagator for PieceSize {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        self.vars.all().for_each(|var| watch(var, Event::Fixed));
        watch(self.size, Event::Bound);
    }

    fn tier(&self) -> Tier {
        Tier::Slow
    }

    fn propagate(&mut self, store: &mut Store) -> Narrowed {
        let vars = &self.vars;
        store.effort += vars.effort();
        if let Some(vertices) = &vars.vertices {
            let own = vertices[self.vertex as usize];
            if store.min(self.size) > 0 {
                store.fix(own, 1)?;
            }
            if store.max(self.size) == 0 {
                store.fix(own, 0)?;
            }
        }
        let presence = vars.presence(store);
        match presence.vertices[self.vertex as usize] {
            Some(false) => return store.fix(self.size, 0),
            Some(true) => store.at_least(self.size, 1)?,
            None => {}
        }
        let count = |reached: &[Option<Option<u32>>]| reached.iter().filter(|reached| reached.is_some()).count() as i64;
        let possible = vars.reach(self.vertex, |e| presence.edges[e as usize] != Some(false));
        store.at_most(self.size, count(&possible))?;
        if presence.vertices[self.vertex as usize] != Some(true) {
            return Ok(());
        }
        let certain = vars.reach(self.vertex, |e| presence.edges[e as usize] == Some(true));
        let least = count(&certain);
        store.at_least(self.size, least)?;
        if store.max(self.size) > least {
            return Ok(());
        }
        // The piece is complete.
        for v in (0..vars.graph.size as u32).filter(|&v| certain[v as usize].is_some()) {
            for &(e, w) in vars.graph.at[v as usize].iter().filter(|at| certain[at.1 as usize].is_none()) {
                let edge = vars.edges[e as usize];
                match &vars.vertices {
                    None => store.fix(edge, 0)?,
                    Some(_) if presence.vertices[w as usize] == Some(true) => store.fix(edge, 0)?,
                    Some(vertices) if store.min(edge) == 1 => store.fix(vertices[w as usize], 0)?,
                    Some(_) => {}
                }
            }
        }
        Ok(())
    }
}
