//! Divisions in which neighbours with equal values share a piece and the value is the size of the piece
//! (`same(p, a, b) <=> a = b` and `piece_size(p, c) = c`), as in Fillomino. A value stays in a domain only if enough
//! connected vertices can have it beside the vertices that other pieces need.

use super::{Empty, Narrow};
use rustc_hash::{FxHashMap, FxHashSet};
use sator_model::view::{self, PieceSize, Size};
use sator_model::{ExprId, Expressions, GraphId, GraphRef, Node, Pool, UnknownId};

/// The value and the neighbours of each vertex.
pub(in crate::lower) struct Pieces {
    pub graph: GraphRef,
    values: Box<[Option<UnknownId>]>,
    neighbours: Box<[Box<[u32]>]>,
}

/// The edges and sizes that conditions define, until those of a whole graph are known.
#[derive(Default)]
pub(super) struct SizedGraphs {
    /// By edge: the two unknowns that are equal exactly if the edge is present.
    equal: FxHashMap<UnknownId, (UnknownId, UnknownId)>,
    /// By graph: the unknown that is the size of a vertex's piece.
    sized: FxHashMap<GraphId, (GraphRef, FxHashMap<u32, UnknownId>)>,
    done: FxHashSet<GraphId>,
}

impl SizedGraphs {
    /// Records a condition that holds.
    pub(super) fn learn(&mut self, pool: &Pool, e: ExprId) {
        for (edge, definition) in view::channels(pool, e) {
            if let Some((x, y)) = view::equal_sides(pool, definition)
                && let (Some(x), Some(y)) = (view::unknown(pool, x), view::unknown(pool, y))
            {
                self.equal.insert(edge, (x, y));
            }
        }
        if let Some(PieceSize { graph, vertex, size: Size::Of(value) }) = view::piece_size(pool, e) {
            let sized = self.sized.entry(graph.id).or_insert_with(|| (graph.clone(), FxHashMap::default()));
            sized.1.insert(vertex, value);
        }
    }

    /// The graphs whose edges and sizes all became known since the last call.
    pub(super) fn complete(&mut self, pool: &Pool) -> Vec<Pieces> {
        let mut found = Vec::new();
        for (id, (graph, sized)) in &self.sized {
            if !self.done.contains(id)
                && let Some(pieces) = self.pieces(pool, graph, sized)
            {
                self.done.insert(*id);
                found.push(pieces);
            }
        }
        found
    }

    fn pieces(&self, pool: &Pool, graph: &GraphRef, sized: &FxHashMap<u32, UnknownId>) -> Option<Pieces> {
        let always = |e: &ExprId| *pool.node(*e) == Node::Bool(true);
        if !graph.vertices.as_ref()?.iter().all(always) {
            return None;
        }
        for edge in &graph.edges {
            let Node::BoolVar(on) = pool.node(edge.on) else { return None };
            let ends = (*sized.get(&edge.ends.0)?, *sized.get(&edge.ends.1)?);
            let (x, y) = *self.equal.get(on)?;
            if ends != (x, y) && ends != (y, x) {
                return None;
            }
        }
        Some(Pieces {
            graph: graph.clone(),
            values: (0..graph.size as u32).map(|v| sized.get(&v).copied()).collect(),
            neighbours: graph.at.iter().map(|at| at.iter().map(|&(_, w)| w).collect()).collect(),
        })
    }

    pub(super) fn forget(&mut self, m: Expressions) {
        let kept = |id: &GraphId| id.index() < m.pool.graphs();
        self.equal.retain(|u, (x, y)| [*u, *x, *y].iter().all(|u| u.index() < m.unknowns.len()));
        self.sized.retain(|id, _| kept(id));
        self.done.retain(kept);
    }
}

impl Pieces {
    pub(super) fn watched(&self) -> impl Iterator<Item = UnknownId> + '_ {
        self.values.iter().flatten().copied()
    }

    /// The vertices with a value, each with the unknown of the value.
    pub(in crate::lower) fn cells(&self) -> impl Iterator<Item = (u32, UnknownId)> + '_ {
        (0..).zip(&self.values).filter_map(|(v, u)| u.map(|u| (v, u)))
    }

    fn len(&self) -> usize {
        self.values.len()
    }

    /// The connected parts of these vertices.
    pub(in crate::lower) fn parts(&self, inside: &[bool]) -> Vec<Vec<u32>> {
        let mut seen = vec![false; self.len()];
        let mut parts = Vec::new();
        for start in (0..self.len()).filter(|&v| inside[v]) {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let mut part = vec![start as u32];
            let mut next = 0;
            while let Some(&v) = part.get(next) {
                next += 1;
                for &w in &self.neighbours[v as usize] {
                    if inside[w as usize] && !std::mem::replace(&mut seen[w as usize], true) {
                        part.push(w);
                    }
                }
            }
            parts.push(part);
        }
        parts
    }

    /// The other vertices that can be reached from these in at most `most` steps, each with its steps.
    fn around(&self, from: &[u32], inside: &[bool], most: i64) -> Vec<(u32, i64)> {
        let mut seen = vec![false; self.len()];
        from.iter().for_each(|&v| seen[v as usize] = true);
        let mut found: Vec<(u32, i64)> = from.iter().map(|&v| (v, 0)).collect();
        let mut next = 0;
        while let Some(&(v, steps)) = found.get(next) {
            next += 1;
            if steps == most {
                continue;
            }
            for &w in &self.neighbours[v as usize] {
                if inside[w as usize] && !std::mem::replace(&mut seen[w as usize], true) {
                    found.push((w, steps + 1));
                }
            }
        }
        found.drain(..from.len());
        found
    }
}

/// The vertices that can have a value, and their connected parts, each with the largest number of vertices that other pieces
/// leave for the value.
struct Possible {
    inside: Vec<bool>,
    parts: Vec<(Vec<u32>, i64)>,
}

/// Connected vertices with the value `size`, fewer than a whole piece.
struct Group {
    size: i64,
    vertices: Vec<u32>,
    /// The vertices that the rest of the piece can take, each with its distance.
    around: Vec<(u32, i64)>,
}

impl Group {
    /// Whether one piece can hold both.
    fn can_join(&self, other: &Group) -> bool {
        let steps = self.around.iter().filter(|(v, _)| other.vertices.contains(v)).map(|a| a.1).min();
        let sizes = (self.vertices.len() + other.vertices.len()) as i64;
        steps.is_some_and(|steps| sizes + steps - 1 <= self.size)
    }
}

/// The smallest number of vertices in the pieces of these groups, which all have one value. Groups that can't be joined are in
/// different pieces.
fn needed(groups: &[&Group]) -> i64 {
    let mut apart: Vec<&Group> = Vec::new();
    for group in groups {
        if apart.iter().all(|other| !group.can_join(other) && !other.can_join(group)) {
            apart.push(group);
        }
    }
    let Some(size) = apart.first().map(|group| group.size) else { return 0 };
    (size * apart.len() as i64).max(0)
}

impl Narrow {
    pub(super) fn piece_sizes(&mut self, pieces: &Pieces) -> Result<bool, Empty> {
        let mut values: Vec<i64> = Vec::new();
        for u in pieces.watched() {
            values.extend(self.set(u).iter());
        }
        values.sort_unstable();
        values.dedup();
        let mut groups: Vec<Group> = Vec::new();
        for &k in &values {
            groups.extend(self.parts_of_size(pieces, k)?);
        }
        let mut known: Option<Possible> = None;
        for &k in &values {
            let inside = self.possible(pieces, k);
            let fixed = groups.iter().any(|group| group.size == k);
            // Large values often have the same possible vertices, so the parts are kept.
            if fixed || known.as_ref().is_none_or(|rooms| rooms.inside != inside) {
                let parts = pieces.parts(&inside);
                let with_room = parts.into_iter().map(|part| {
                    let room = part.len() as i64 - taken(&groups, k, &part, pieces.len());
                    (part, room)
                });
                known = Some(Possible { inside, parts: with_room.collect() });
            }
            self.work += pieces.len() as u64;
            for (part, room) in known.iter().flat_map(|rooms| &rooms.parts) {
                if k > *room {
                    self.remove(pieces, part, k)?;
                }
            }
            if fixed {
                known = None;
            }
        }
        Ok(false)
    }

    /// The vertices that can have this value.
    fn possible(&self, pieces: &Pieces, k: i64) -> Vec<bool> {
        pieces.values.iter().map(|u| u.is_some_and(|u| self.set(u).contains(k))).collect()
    }

    fn remove(&mut self, pieces: &Pieces, part: &[u32], k: i64) -> Result<(), Empty> {
        part.iter().filter_map(|&v| pieces.values[v as usize]).try_for_each(|u| self.change(u, |set| set.remove(k)))
    }

    /// Extends the groups of vertices with the value `k` by vertices that they must contain. Returns the groups that aren't
    /// whole pieces.
    fn parts_of_size(&mut self, pieces: &Pieces, k: i64) -> Result<Vec<Group>, Empty> {
        let inside = self.possible(pieces, k);
        self.work += 4 * pieces.len() as u64;
        for part in pieces.parts(&inside).iter().filter(|part| (part.len() as i64) < k || k < 1) {
            self.remove(pieces, part, k)?;
        }
        let is_fixed = |narrow: &Narrow, u: &Option<UnknownId>| u.is_some_and(|u| narrow.set(u).single() == Some(k));
        let fixed: Vec<bool> = pieces.values.iter().map(|u| is_fixed(self, u)).collect();
        let groups = pieces.parts(&fixed);
        let mut group_of: Vec<Option<usize>> = vec![None; pieces.len()];
        for (g, group) in groups.iter().enumerate() {
            group.iter().for_each(|&v| group_of[v as usize] = Some(g));
        }
        // A vertex beside several groups would join them to a piece that is too large.
        for v in (0..pieces.len()).filter(|&v| inside[v] && !fixed[v]) {
            let mut beside: Vec<usize> = pieces.neighbours[v].iter().filter_map(|&w| group_of[w as usize]).collect();
            beside.sort_unstable();
            beside.dedup();
            if beside.iter().map(|&g| groups[g].len() as i64).sum::<i64>() >= k && !beside.is_empty() {
                self.remove(pieces, &[v as u32], k)?;
            }
        }
        let inside = self.possible(pieces, k);
        let mut open = Vec::new();
        for group in groups {
            let left = k - group.len() as i64;
            if left < 0 {
                return Err(Empty);
            }
            if left == 0 {
                continue;
            }
            let around = pieces.around(&group, &inside, left);
            self.work += 4 * around.len() as u64;
            let exits: Vec<u32> = around.iter().filter(|a| a.1 == 1).map(|a| a.0).collect();
            let must: &[u32] = match around.len() as i64 {
                n if n < left => return Err(Empty),
                n if n == left => &around.iter().map(|a| a.0).collect::<Vec<u32>>(),
                _ if exits.len() == 1 => &exits,
                _ => &[],
            };
            for u in must.iter().filter_map(|&v| pieces.values[v as usize]) {
                self.change(u, |set| set.assign(k))?;
            }
            open.push(Group { size: k, vertices: group, around });
        }
        Ok(open)
    }
}

/// The smallest number of vertices of `part`, all of which can have the value `k`, in pieces of other sizes.
fn taken(groups: &[Group], k: i64, part: &[u32], vertices: usize) -> i64 {
    let mut inside = vec![false; vertices];
    part.iter().for_each(|&v| inside[v as usize] = true);
    let mut total = 0;
    for of_size in groups.chunk_by(|a, b| a.size == b.size).filter(|of_size| of_size[0].size != k) {
        let other = |group: &Group, v: u32| of_size.iter().any(|g| !std::ptr::eq(g, group) && g.vertices.contains(&v));
        // Only groups whose piece lies in the part, apart from vertices that have its value already.
        let here: Vec<&Group> = of_size
            .iter()
            .filter(|group| group.around.iter().all(|&(v, _)| inside[v as usize] || other(group, v)))
            .collect();
        let pieces = needed(&here);
        let had: usize = of_size
            .iter()
            .filter(|group| here.iter().any(|g| std::ptr::eq(*g, *group) || g.can_join(group) || group.can_join(g)))
            .map(|group| group.vertices.len())
            .sum();
        total += (pieces - had as i64).max(0);
    }
    total
}
