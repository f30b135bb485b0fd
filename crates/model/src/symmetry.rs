//! Interchangeable parts of a model, such as bars, bins and vehicles that are alike: arrays whose conditions and objectives
//! stay the same where two values of an index change places in all of them.

use crate::expr_id::ExprId;
use crate::node::TRUE;
use crate::{Assignment, Model, NO_END, Node, UnknownId};
use rustc_hash::{FxHashMap, FxHashSet};
use sator_base::random::Random;

/// Pairs of equal parts are compared up to this many of their unknowns: a longer clause excludes little.
const COMPARED: usize = 8;
/// Parts that another one is compared with: some are alike where others aren't.
const TRIED: usize = 4;
/// Most nodes that are gone through.
const NODES: usize = 400_000;
/// Greatest depth of an expression: the change of an expression recurses.
const DEPTH: u32 = 100;
/// Random assignments in which exchanges are tested.
const SAMPLES: usize = 8;

/// Unknowns by several indices, the last one changing first.
struct Array {
    sizes: Vec<usize>,
    unknowns: Vec<Option<UnknownId>>,
}

/// An index of an array, and the indices of others that have the same number of values.
type Axis = Vec<(usize, usize)>;

/// Unknowns that change places.
type Exchange = Vec<(UnknownId, UnknownId)>;

/// The parts of a model that are alike.
#[derive(Debug, Default)]
pub struct Symmetry {
    /// Conditions that some optimal solution meets: of parts that are alike, an earlier one is no less than a later one,
    /// in the lexicographic order of all unknowns, those of the goals first (Crawford, Ginsberg, Luks & Roy 1996).
    pub order: Vec<ExprId>,
    exchanges: Vec<Exchange>,
}

impl Symmetry {
    /// Whether as many conditions fail, and the goals have the same values, where parts that are alike change places: in a
    /// solution, and in some random assignments. It shares nothing with the search for such parts.
    pub fn holds_for(&self, model: &Model, goals: &[ExprId], solution: &Assignment) -> bool {
        if self.exchanges.is_empty() {
            return true;
        }
        let mut conditions = model.conditions();
        conditions.sort_unstable();
        conditions.dedup();
        let result = |assignment: &Assignment| {
            let all = model.evaluate_all(assignment);
            let failed = conditions.iter().filter(|&&condition| all[condition] == 0).count();
            (failed, goals.iter().map(|&goal| all[goal]).collect::<Vec<_>>())
        };
        let mut random = Random::new(0);
        let others = (0..SAMPLES).map(|_| {
            Assignment(model.unknowns.iter().map(|unknown| unknown.domain.choose(&mut random, NO_END)).collect())
        });
        [solution.clone()].into_iter().chain(others).all(|assignment| {
            let before = result(&assignment);
            self.exchanges.iter().all(|pairs| {
                let mut exchanged = assignment.clone();
                pairs.iter().for_each(|&(u, v)| exchanged.0.swap(u.index(), v.index()));
                result(&exchanged) == before
            })
        })
    }
}

/// Finds parts of a model that are alike for these goals.
pub fn symmetry(model: &mut Model, goals: &[ExprId]) -> Symmetry {
    let mut symmetry = Symmetry::default();
    let arrays = arrays(model);
    let axes = axes(&arrays);
    if axes.is_empty() || !model.open.is_empty() {
        return symmetry;
    }
    let mut check = Check::new(model, goals);
    for axis in axes {
        let size = arrays[axis[0].0].sizes[axis[0].1];
        let mut last: Vec<usize> = vec![];
        for b in 0..size {
            let alike = last.iter().rev().take(TRIED).copied().find_map(|a| {
                let pairs = exchange(&arrays, &axis, a, b)?;
                check.is_symmetric(model, goals, &pairs).then_some((a, pairs))
            });
            if let Some((a, pairs)) = alike {
                last.retain(|&other| other != a);
                symmetry.order.append(&mut check.in_order(model, pairs.clone()));
                symmetry.exchanges.push(pairs);
            }
            last.push(b);
        }
    }
    symmetry
}

fn arrays(model: &Model) -> Vec<Array> {
    let grids = model.grids.iter().filter(|grid| grid.content.is_some());
    let grids = grids.map(|grid| Array { sizes: vec![grid.rows, grid.cols], unknowns: grid.unknowns.clone() });
    let mut arrays: Vec<Array> = grids.collect();
    let same = |a: &crate::Variable, b: &crate::Variable| {
        a.place.as_ref().zip(b.place.as_ref()).is_some_and(|(a, b)| a.array == b.array)
    };
    for variables in model.variables.chunk_by(same) {
        let keys = variables[0].place.as_ref().map_or(0, |place| place.path.len());
        let mut sizes: Vec<usize> = (0..keys)
            .map(|at| {
                let keys = variables.iter().flat_map(|v| &v.place).filter_map(|place| place.path.get(at));
                let mut seen: Vec<&crate::ArrayKey> = vec![];
                keys.for_each(|key| seen.extend((!seen.contains(&key)).then_some(key)));
                seen.len()
            })
            .collect();
        sizes.extend(variables[0].list.then_some(variables[0].unknowns.len()));
        let unknowns: Vec<_> = variables.iter().flat_map(|v| &v.unknowns).map(|&u| Some(u)).collect();
        if sizes.iter().product::<usize>() == unknowns.len() {
            arrays.push(Array { sizes, unknowns });
        }
    }
    arrays
}

/// Indices that can have the same meaning: all of one size, those of them that come first, and each alone.
fn axes(arrays: &[Array]) -> Vec<Axis> {
    let all: Axis =
        arrays.iter().enumerate().flat_map(|(a, array)| (0..array.sizes.len()).map(move |i| (a, i))).collect();
    let size = |&(a, i): &(usize, usize)| arrays[a].sizes[i];
    let mut sizes: Vec<usize> = all.iter().map(size).filter(|&size| size > 1).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut axes: Vec<Axis> = vec![];
    for n in sizes {
        let same: Axis = all.iter().copied().filter(|place| size(place) == n).collect();
        let first: Axis = same.iter().copied().filter(|place| place.1 == 0).collect();
        let alone = same.iter().map(|&place| vec![place]);
        for axis in [same.clone(), first].into_iter().chain(alone) {
            if !axis.is_empty() && !axes.contains(&axis) {
                axes.push(axis);
            }
        }
    }
    axes
}

/// The unknowns that change places where two values of an index do. `None` if an unknown has no partner.
fn exchange(arrays: &[Array], axis: &Axis, a: usize, b: usize) -> Option<Exchange> {
    let mut pairs = vec![];
    for (number, array) in arrays.iter().enumerate() {
        let indices: Vec<usize> = axis.iter().filter(|place| place.0 == number).map(|place| place.1).collect();
        if indices.is_empty() {
            continue;
        }
        for at in 0..array.unknowns.len() {
            let (mut left, mut scale, mut to) = (at, 1, 0);
            for (index, &size) in array.sizes.iter().enumerate().rev() {
                let digit = left % size;
                let digit = match indices.contains(&index) {
                    true if digit == a => b,
                    true if digit == b => a,
                    _ => digit,
                };
                to += digit * scale;
                (left, scale) = (left / size, scale * size);
            }
            if at < to {
                match (array.unknowns[at], array.unknowns[to]) {
                    (Some(u), Some(v)) => pairs.push((u, v)),
                    (None, None) => {}
                    _ => return None,
                }
            }
        }
    }
    (!pairs.is_empty()).then_some(pairs)
}

/// The conditions that an unknown is in, looked up once for all exchanges.
struct Check {
    conditions: FxHashSet<ExprId>,
    /// By unknown: the conditions that contain it.
    users: Vec<Vec<ExprId>>,
    /// By unknown: whether a goal contains it.
    in_goal: Vec<bool>,
    /// The nodes gone through so far.
    nodes: usize,
}

impl Check {
    fn new(model: &Model, goals: &[ExprId]) -> Check {
        let mut check = Check {
            conditions: model.conditions().into_iter().collect(),
            users: vec![vec![]; model.unknowns.len()],
            in_goal: vec![false; model.unknowns.len()],
            nodes: 0,
        };
        for c in model.conditions() {
            check.for_each_unknown(model, c, |check, u| check.users[u].push(c));
        }
        for &goal in goals {
            check.for_each_unknown(model, goal, |check, u| check.in_goal[u] = true);
        }
        check
    }

    /// Calls `f` with each unknown of an expression, and counts the nodes.
    fn for_each_unknown(&mut self, model: &Model, e: ExprId, f: impl Fn(&mut Check, UnknownId)) {
        for e in model.pool.nodes_under(&[e]) {
            self.nodes += 1;
            if let Node::IntVar(u) | Node::BoolVar(u) = model.pool.node(e) {
                f(self, *u);
            }
        }
    }

    /// Whether conditions and goals stay the same where the unknowns of each pair change places.
    fn is_symmetric(&mut self, model: &mut Model, goals: &[ExprId], pairs: &[(UnknownId, UnknownId)]) -> bool {
        let alike = |&(u, v): &(UnknownId, UnknownId)| {
            let (u, v) = (model.unknown(u), model.unknown(v));
            u.kind == v.kind && u.domain == v.domain
        };
        if !pairs.iter().all(alike) || self.nodes > NODES {
            return false;
        }
        let mark = model.pool.len();
        let to = pairs.iter().flat_map(|&(u, v)| [(u, v), (v, u)]).collect();
        let mut change = Change { to, images: FxHashMap::default() };
        let mut touched: Vec<ExprId> =
            pairs.iter().flat_map(|&(u, v)| self.users[u].iter().chain(&self.users[v])).copied().collect();
        touched.sort_unstable();
        touched.dedup();
        let stays = goals.iter().all(|&goal| change.image(model, goal, DEPTH) == Some(goal))
            && touched
                .iter()
                .all(|&c| change.image(model, c, DEPTH).is_some_and(|image| self.conditions.contains(&image)));
        self.nodes += change.images.len();
        model.pool.truncate(mark);
        stays
    }

    /// Clauses that put the first of each pair before the second, in lexicographic order.
    fn in_order(&self, model: &mut Model, mut pairs: Exchange) -> Vec<ExprId> {
        let place = |u: UnknownId| (!self.in_goal[u], u);
        for (u, v) in &mut pairs {
            if place(*v) < place(*u) {
                std::mem::swap(u, v);
            }
        }
        pairs.sort_unstable_by_key(|pair| place(pair.0));
        let mut greater = vec![];
        let mut clauses = vec![];
        for (u, v) in pairs.into_iter().take(COMPARED) {
            let (u, v) = (number(model, u), number(model, v));
            let (Ok(no_less), Ok(more)) = (model.pool.le(v, u), model.pool.lt(v, u)) else { break };
            clauses.push(model.pool.or(greater.iter().copied().chain([no_less])));
            greater.push(more);
        }
        clauses
    }
}

/// The value of an unknown as an integer.
fn number(model: &mut Model, u: UnknownId) -> ExprId {
    let e = model.node_of(u);
    if model.pool.is_condition(e) { model.pool.from_bool(e) } else { e }
}

/// Unknowns that take the places of others.
struct Change {
    to: FxHashMap<UnknownId, UnknownId>,
    images: FxHashMap<ExprId, Option<ExprId>>,
}

impl Change {
    /// The expression with the unknowns changed. `None` if that isn't known.
    fn image(&mut self, model: &mut Model, e: ExprId, depth: u32) -> Option<ExprId> {
        if let Some(&known) = self.images.get(&e) {
            return known;
        }
        let image = self.changed(model, e, depth.checked_sub(1)?);
        self.images.insert(e, image);
        image
    }

    fn changed(&mut self, model: &mut Model, e: ExprId, depth: u32) -> Option<ExprId> {
        // Another place could make a value undefined that a comparison is guarded against.
        if model.pool.defined(e) != TRUE {
            return None;
        }
        let node = model.pool.node(e).clone();
        if let Node::IntVar(u) | Node::BoolVar(u) = node {
            return Some(self.to.get(&u).map_or(e, |&v| model.node_of(v)));
        }
        let mut children = vec![];
        node.for_each_child(|child| children.push(child));
        let images = children.iter().map(|&child| self.image(model, child, depth)).collect::<Option<Vec<_>>>()?;
        if images == children {
            return Some(e);
        }
        let pool = &mut model.pool;
        let parts = images.iter().copied();
        Some(match node {
            Node::Not(_) => pool.not(images[0]),
            Node::And(_) => pool.and(parts),
            Node::Or(_) => pool.or(parts),
            Node::Iff(..) => pool.iff(images[0], images[1]),
            Node::Eq(_, k) => {
                let k = pool.int(k);
                pool.eq(images[0], k).ok()?
            }
            Node::Le(_, k) => {
                let k = pool.int(k);
                pool.le(images[0], k).ok()?
            }
            Node::Member(_, set) => pool.member(images[0], &set),
            Node::AllDifferent(_, except) => pool.all_different(&images, &except),
            Node::FromBool(_) => pool.from_bool(images[0]),
            Node::Sum(terms, constant) => pool.linear(terms.iter().map(|term| term.0).zip(parts), constant).ok()?,
            Node::Product(..) => pool.mul(images[0], images[1]).ok()?,
            Node::Abs(_) => pool.abs(images[0]).ok()?,
            Node::Min(_) => pool.min(&images),
            Node::Max(_) => pool.max(&images),
            Node::Ite(..) => pool.ite(images[0], images[1], images[2]),
            Node::Element(..) => {
                let (&index, list) = images.split_last()?;
                pool.element(list, index).ok()?
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipes::{constrain, unknown};
    use crate::{Domain, Kind};

    /// `a <= b` stays met where its unknowns are equal.
    #[test]
    fn an_exchange_that_changes_a_condition_fails_though_the_solution_keeps_it() {
        let mut model = Model::default();
        let [a, b, c] = [(); 3].map(|()| unknown(&mut model, Kind::Int, Domain::range(1, 5)));
        let condition = model.pool.le(a, b).expect("small");
        constrain(&mut model, condition);
        let solution = Assignment(vec![2, 2, 2]);
        let exchange = |u, v| Symmetry { order: vec![], exchanges: vec![vec![(UnknownId(u), UnknownId(v))]] };
        assert!(!exchange(0, 1).holds_for(&model, &[c], &solution));
        assert!(!exchange(1, 2).holds_for(&model, &[a], &solution));
        let equal = model.pool.ne(a, b).expect("small");
        model.constraints.clear();
        constrain(&mut model, equal);
        assert!(exchange(0, 1).holds_for(&model, &[c], &solution));
    }
}
