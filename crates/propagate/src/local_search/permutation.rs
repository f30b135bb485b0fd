//! All-different conditions that a search never violates: their unknowns start from different values, and a move exchanges two
//! of these values or takes one that none of the unknowns has (permutation variables, Codognet & Diaz 2001).

use sator_base::random::Random;
use sator_model::{Assignment, Domain, ExprId, Model, Node, UnknownId};

/// Domain size up to which the free values of a permutation are listed.
const LISTED: u64 = 1 << 12;

/// Unknowns with the same domain that always have different values.
pub(super) struct Permutation {
    pub unknowns: Box<[UnknownId]>,
}

impl Permutation {
    /// Permutations among these conditions, the largest first, with the condition of each. No two share an unknown.
    pub(super) fn among(model: &Model, conditions: &[ExprId]) -> Vec<(ExprId, Permutation)> {
        let mut found: Vec<(ExprId, Permutation)> = (conditions.iter())
            .filter_map(|&e| Some((e, Permutation { unknowns: different_unknowns(model, e)? })))
            .collect();
        found.sort_by_key(|(e, permutation)| (std::cmp::Reverse(permutation.unknowns.len()), *e));
        let mut taken = vec![false; model.unknowns.len()];
        found.retain(|(_, permutation)| {
            let is_apart = permutation.unknowns.iter().all(|&u| !taken[u]);
            if is_apart {
                permutation.unknowns.iter().for_each(|&u| taken[u] = true);
            }
            is_apart
        });
        found
    }

    /// Different values for the unknowns, each random in the domain; an end at infinity is cut to `reach` values.
    pub(super) fn random_values(&self, domain: &Domain, random: &mut Random, reach: i64) -> Vec<i64> {
        let count = self.unknowns.len();
        if domain.size() <= LISTED {
            let mut values: Vec<i64> = domain.iter().collect();
            random.shuffle(&mut values);
            values.truncate(count);
            return values;
        }
        let mut values: Vec<i64> = vec![];
        let reach = reach.max(2 * count as i64);
        while values.len() < count {
            let value = domain.choose(random, reach);
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }

    /// The unknown that has a value.
    pub(super) fn owner(&self, assignment: &Assignment, value: i64) -> Option<UnknownId> {
        self.unknowns.iter().copied().find(|&u| assignment.get(u) == value)
    }
}

/// The unknowns of an all-different condition without exceptions, if all are unknowns with one domain that is large enough.
fn different_unknowns(model: &Model, e: ExprId) -> Option<Box<[UnknownId]>> {
    let Node::AllDifferent(list, except) = model.pool.node(e) else { return None };
    let unknown = |e: &ExprId| match model.pool.node(*e) {
        Node::IntVar(u) => Some(*u),
        _ => None,
    };
    let mut unknowns: Vec<UnknownId> = list.iter().map(unknown).collect::<Option<_>>()?;
    let domain = &model.unknown(*unknowns.first()?).domain;
    unknowns.sort_unstable();
    let are_alike = unknowns.iter().all(|&u| model.unknown(u).domain == *domain);
    let are_several = unknowns.windows(2).all(|pair| pair[0] != pair[1]);
    let suits = except.is_empty() && are_alike && are_several && domain.size() >= unknowns.len() as u64;
    suits.then(|| unknowns.into())
}
