//! Interchangeable parts of a model, such as bars, bins and vehicles that are alike: arrays whose conditions and objectives
//! stay the same where two values of an index change places in all of them. The values of an array's unknowns count as an
//! index too: `bin[i] = b` is then the same as a 0/1 array `x[i, b]`.

mod change;

use crate::expr_id::ExprId;
use crate::{Assignment, Kind, Model, NO_END, Node, UnknownId, view};
use change::Change;
use rustc_hash::FxHashSet;
use sator_base::random::Random;
use std::cmp::Reverse;

/// Pairs of equal parts are compared up to this many of their unknowns: a longer clause excludes little.
const COMPARED: usize = 8;
/// Parts that another one is compared with: some are alike where others aren't.
const TRIED: usize = 4;
/// Most nodes that are gone through.
const NODES: usize = 400_000;
/// Most values of an unknown that are an index.
const VALUES: u64 = 64;
/// Random assignments in which exchanges are tested.
const SAMPLES: usize = 8;

/// A place of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Unknown(UnknownId),
    /// Whether the unknown has the value.
    Value(UnknownId, i64),
}

impl Place {
    fn unknown(self) -> UnknownId {
        match self {
            Place::Unknown(u) | Place::Value(u, _) => u,
        }
    }
}

/// Places by several indices, the last one changing first.
struct Array {
    sizes: Vec<usize>,
    places: Vec<Option<Place>>,
    /// The array of the unknowns whose values are the last index, if they are.
    values_of: Option<usize>,
}

/// An index of an array, and the indices of others that have the same number of values.
type Axis = Vec<(usize, usize)>;

/// Unknowns that change places, or values of an unknown.
type Exchange = Vec<(Place, Place)>;

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
                pairs.iter().for_each(|&pair| exchange_in(&mut exchanged, pair));
                result(&exchanged) == before
            })
        })
    }
}

fn exchange_in(assignment: &mut Assignment, pair: (Place, Place)) {
    match pair {
        (Place::Value(u, a), Place::Value(_, b)) => {
            let value = &mut assignment.0[u.index()];
            *value = if *value == a {
                b
            } else if *value == b {
                a
            } else {
                *value
            };
        }
        (u, v) => assignment.0.swap(u.unknown().index(), v.unknown().index()),
    }
}

/// Finds parts of a model that are alike for these goals.
pub fn symmetry(model: &mut Model, goals: &[ExprId]) -> Symmetry {
    let mut symmetry = Symmetry::default();
    let mut arrays = arrays(model);
    if arrays.is_empty() || !model.open.is_empty() {
        return symmetry;
    }
    let by_value = value_arrays(model, goals, &arrays);
    arrays.extend(by_value);
    let axes = axes(&arrays);
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
    let array = |sizes, unknowns: &mut dyn Iterator<Item = Option<UnknownId>>| Array {
        sizes,
        places: unknowns.map(|u| u.map(Place::Unknown)).collect(),
        values_of: None,
    };
    let grids = grids.map(|grid| array(vec![grid.rows, grid.cols], &mut grid.unknowns.iter().copied()));
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
        let array = array(sizes, &mut variables.iter().flat_map(|v| &v.unknowns).map(|&u| Some(u)));
        if array.sizes.iter().product::<usize>() == array.places.len() {
            arrays.push(array);
        }
    }
    arrays
}

/// The arrays with the values of their unknowns as one more index, if no condition or goal computes with these values.
fn value_arrays(model: &Model, goals: &[ExprId], arrays: &[Array]) -> Vec<Array> {
    let names = names(model, goals);
    let with_values = |(number, array): (usize, &Array)| {
        let first = array.places.first().copied().flatten()?.unknown();
        let domain = &model.unknown(first).domain;
        let fits = |place: &Option<Place>| {
            place
                .is_some_and(|place| names[place.unknown().index()] && model.unknown(place.unknown()).domain == *domain)
        };
        if domain.size() > VALUES || !array.places.iter().all(fits) {
            return None;
        }
        let values =
            |place: &Option<Place>| place.map(|p| domain.iter().map(move |k| Some(Place::Value(p.unknown(), k))));
        Some(Array {
            sizes: array.sizes.iter().copied().chain([domain.size() as usize]).collect(),
            places: array.places.iter().filter_map(values).flatten().collect(),
            values_of: Some(number),
        })
    };
    arrays.iter().enumerate().filter_map(with_values).collect()
}

/// By unknown: whether it is an integer whose values are names, which conditions and goals test but don't compute with.
fn names(model: &Model, goals: &[ExprId]) -> Vec<bool> {
    let pool = &model.pool;
    let mut names: Vec<bool> = model.unknowns.iter().map(|unknown| unknown.kind == Kind::Int).collect();
    let roots = [&model.conditions()[..], goals].concat();
    let nodes: Vec<ExprId> = pool.nodes_under(&roots).collect();
    let same = |&e: &ExprId| match pool.node(e) {
        Node::Eq(difference, _) => view::equal_sides(pool, e).map(|_| *difference),
        _ => None,
    };
    let differences: FxHashSet<ExprId> = nodes.iter().filter_map(same).collect();
    for &e in nodes.iter().filter(|e| !differences.contains(e)) {
        let mut computes = |child: ExprId| {
            if let Some(u) = view::unknown(pool, child) {
                names[u.index()] = false;
            }
        };
        match pool.node(e) {
            Node::Eq(..) | Node::Member(..) | Node::AllDifferent(..) => {}
            Node::Element(list, _) => list.iter().for_each(|&e| computes(e)),
            node => node.for_each_child(computes),
        }
    }
    goals.iter().filter_map(|&goal| view::unknown(pool, goal)).for_each(|u| names[u.index()] = false);
    names
}

/// Indices that can have the same meaning: all of one size, those of them that come first, and each alone; values with the
/// indices of other arrays.
fn axes(arrays: &[Array]) -> Vec<Axis> {
    let plain = arrays.iter().enumerate().filter(|(_, array)| array.values_of.is_none());
    let all: Axis = plain.flat_map(|(a, array)| (0..array.sizes.len()).map(move |i| (a, i))).collect();
    let by_value = arrays.iter().enumerate().filter(|(_, array)| array.values_of.is_some());
    let values: Axis = by_value.map(|(a, array)| (a, array.sizes.len() - 1)).collect();
    let size = |&(a, i): &(usize, usize)| arrays[a].sizes[i];
    let mut sizes: Vec<usize> = all.iter().chain(&values).map(size).filter(|&size| size > 1).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut axes: Vec<Axis> = vec![];
    for n in sizes {
        let same: Axis = all.iter().copied().filter(|place| size(place) == n).collect();
        let first: Axis = same.iter().copied().filter(|place| place.1 == 0).collect();
        let named: Axis = values.iter().copied().filter(|place| size(place) == n).collect();
        let has_values = |array: usize| named.iter().any(|place| arrays[place.0].values_of == Some(array));
        let with_named = |axis: &Axis| match named.is_empty() {
            true => vec![],
            false => axis.iter().copied().filter(|place| !has_values(place.0)).chain(named.iter().copied()).collect(),
        };
        let together = [same.clone(), first.clone(), with_named(&same), with_named(&first)];
        let alone = same.iter().chain(&named).map(|&place| vec![place]);
        for axis in together.into_iter().chain(alone) {
            if !axis.is_empty() && !axes.contains(&axis) {
                axes.push(axis);
            }
        }
    }
    axes
}

/// The places that change where two values of an index do. `None` if one of them has no partner.
fn exchange(arrays: &[Array], axis: &Axis, a: usize, b: usize) -> Option<Exchange> {
    let mut pairs = vec![];
    for (number, array) in arrays.iter().enumerate() {
        let indices: Vec<usize> = axis.iter().filter(|place| place.0 == number).map(|place| place.1).collect();
        if indices.is_empty() {
            continue;
        }
        for at in 0..array.places.len() {
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
                match (array.places[at], array.places[to]) {
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

    /// Whether conditions and goals stay the same where each pair changes places.
    fn is_symmetric(&mut self, model: &mut Model, goals: &[ExprId], pairs: &[(Place, Place)]) -> bool {
        let alike = |&(u, v): &(Place, Place)| {
            let (u, v) = (model.unknown(u.unknown()), model.unknown(v.unknown()));
            u.kind == v.kind && u.domain == v.domain
        };
        let mut change = Change::of(pairs);
        if !pairs.iter().all(alike) || !change.is_exchange() || self.nodes > NODES {
            return false;
        }
        let mark = model.pool.len();
        let users = pairs.iter().flat_map(|(u, v)| [u, v]).flat_map(|place| &self.users[place.unknown()]);
        let mut touched: Vec<ExprId> = users.copied().collect();
        touched.sort_unstable();
        touched.dedup();
        let stays = goals.iter().all(|&goal| change.image(model, goal) == Some(goal))
            && touched.iter().all(|&c| change.image(model, c).is_some_and(|image| self.conditions.contains(&image)));
        self.nodes += change.nodes();
        model.pool.truncate(mark);
        stays
    }

    /// Clauses that put the first of each pair before the second, in lexicographic order. An unknown comes before the next
    /// one, and its larger values before the smaller ones, as in the order of numbers.
    fn in_order(&self, model: &mut Model, mut pairs: Exchange) -> Vec<ExprId> {
        let order = |place: Place| match place {
            Place::Unknown(u) => (!self.in_goal[u], u, Reverse(i64::MAX)),
            Place::Value(u, value) => (!self.in_goal[u], u, Reverse(value)),
        };
        for (a, b) in &mut pairs {
            if order(*b) < order(*a) {
                std::mem::swap(a, b);
            }
        }
        pairs.sort_unstable_by_key(|pair| order(pair.0));
        let mut greater = vec![];
        let mut clauses = vec![];
        for pair in pairs.into_iter().take(COMPARED) {
            let Some((no_less, more)) = compared(model, pair) else { break };
            clauses.push(model.pool.or(greater.iter().copied().chain([no_less])));
            greater.push(more);
        }
        clauses
    }
}

/// The conditions that the first of a pair is no less than the second, and that it is more.
fn compared(model: &mut Model, pair: (Place, Place)) -> Option<(ExprId, ExprId)> {
    match pair {
        (Place::Value(u, a), Place::Value(_, b)) => {
            let number = model.node_of(u);
            let mut has = |value: i64| {
                let value = model.pool.int(value);
                model.pool.eq(number, value).ok()
            };
            let (more, less) = (has(a)?, has(b)?);
            Some((model.pool.not(less), more))
        }
        (u, v) => {
            let (u, v) = (number(model, u.unknown()), number(model, v.unknown()));
            Some((model.pool.le(v, u).ok()?, model.pool.lt(v, u).ok()?))
        }
    }
}

/// The value of an unknown as an integer.
fn number(model: &mut Model, u: UnknownId) -> ExprId {
    let e = model.node_of(u);
    if model.pool.is_condition(e) { model.pool.from_bool(e) } else { e }
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
        let place = |u| Place::Unknown(UnknownId(u));
        let exchange = |u, v| Symmetry { order: vec![], exchanges: vec![vec![(place(u), place(v))]] };
        assert!(!exchange(0, 1).holds_for(&model, &[c], &solution));
        assert!(!exchange(1, 2).holds_for(&model, &[a], &solution));
        let equal = model.pool.ne(a, b).expect("small");
        model.constraints.clear();
        constrain(&mut model, equal);
        assert!(exchange(0, 1).holds_for(&model, &[c], &solution));
    }
}
