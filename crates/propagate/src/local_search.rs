//! Local search for a solution: complete assignments, of which each move changes one unknown or exchanges two values, so
//! that the conditions are violated less. The weights of violated conditions rise where no move helps (the breakout method,
//! Morris 1993).
//!
//! It proves nothing, but it finds solutions of models with many solutions that lie far from each other, where a search
//! that learns from conflicts takes long: sums of many numbers that are all different. Unknowns that must be different stay
//! different: they exchange values. Whoever asks verifies the solution.

mod permutation;
mod violation;

use permutation::Permutation;
use sator_base::limits::Limits;
use sator_base::random::Random;
use sator_model::evaluate::node_value;
use sator_model::{Assignment, ExprId, Model, Node, UnknownId};
use violation::{Distances, distances};

/// Limit on the nodes that depend on each unknown, summed: more would make each move slow, and take some 100 MB.
const MOST_DEPENDENTS: usize = 4_000_000;
/// Unknowns of a violated condition whose changes are compared.
const UNKNOWNS: usize = 6;
/// Domain size up to which all values are compared.
const VALUES: u64 = 24;
/// Unknowns whose values are tried in exchange.
const EXCHANGES: usize = 6;
/// Steps for which an unknown isn't changed again, at least; a random number is added.
const TABU: u64 = 3;
/// Steps without a new least violation after which the search starts from other values; fewer where the unknowns have fewer
/// assignments than this.
const PATIENCE: u64 = 20_000;

/// Widths of the values that unknowns without an upper end start from, one after the other: random numbers of 50 bits are far
/// from every solution.
const REACHES: [i64; 5] = [63, 255, 15, 1023, 4095];

/// Violation from which on differences count less, so that no sum of weighted violations leaves 64 bits.
const FAR: i64 = 1 << 16;
/// Limit on a weight, for the same reason.
const HEAVIEST: i64 = 1 << 20;

/// A condition that must hold.
struct Demand {
    expr: ExprId,
    /// The largest value, where it demands that an integer is at most that.
    most: Option<i64>,
    weight: i64,
    violation: i64,
    unknowns: Box<[UnknownId]>,
}

/// A change of two unknowns, or of one, which then stands twice.
type Move = [(UnknownId, i64); 2];

/// A node before a change: its value, its distances, and the violation of its demand.
type Before = (ExprId, i64, Distances, i64);

/// Local search for solutions of one model.
pub struct LocalSearch {
    values: Vec<i64>,
    distances: Vec<Distances>,
    /// By unknown: the nodes that depend on it, children first.
    dependents: Vec<Box<[ExprId]>>,
    demands: Vec<Demand>,
    /// By node: its demand.
    demand_of: Vec<Option<u32>>,
    /// The demand that the goal is small.
    goal: Option<usize>,
    permutations: Vec<Permutation>,
    /// By unknown: its permutation.
    permutation_of: Vec<Option<u32>>,
    assignment: Assignment,
    /// The nodes evaluated since a change that is only tried.
    tried: Vec<Before>,
    /// The sum of the violations, each times its weight.
    cost: i64,
    /// Steps without a new least violation after which the search starts from other values.
    patience: u64,
    /// The place in [`REACHES`] of the current start.
    reach: usize,
    tabu_until: Vec<u64>,
    steps: u64,
    work: u64,
    random: Random,
}

impl LocalSearch {
    /// Whether unknowns that must be different exchange their values.
    pub fn exchanges(&self) -> bool {
        !self.permutations.is_empty()
    }

    /// A search for solutions in which these conditions hold too. `None` if conditions are about graphs, or too much depends
    /// on each unknown.
    pub fn of(model: &Model, conditions: &[ExprId], goal: Option<ExprId>, seed: u64) -> Option<LocalSearch> {
        if model.unknowns.iter().any(|u| u.domain.is_empty()) {
            return None;
        }
        let nodes = model.pool.len();
        let mut wanted: Vec<ExprId> = vec![];
        let mut open: Vec<ExprId> =
            model.constraints.iter().map(|c| c.expr).chain(conditions.iter().copied()).collect();
        while let Some(e) = open.pop() {
            match model.pool.node(e) {
                Node::And(parts) => open.extend(parts.iter()),
                _ => wanted.push(e),
            }
        }
        wanted.sort_unstable();
        wanted.dedup();
        let permutations = Permutation::among(model, &wanted);
        wanted.retain(|e| permutations.iter().all(|(kept, _)| kept != e));
        let permutations: Vec<Permutation> = permutations.into_iter().map(|(_, permutation)| permutation).collect();
        let mut permutation_of = vec![None; model.unknowns.len()];
        for (at, permutation) in permutations.iter().enumerate() {
            permutation.unknowns.iter().for_each(|&u| permutation_of[u] = Some(at as u32));
        }
        let mut used = vec![false; nodes];
        wanted.iter().chain(&goal).for_each(|&e| used[e] = true);
        for i in (0..nodes).rev() {
            if used[i] {
                model.pool.node(ExprId::at(i)).for_each_child(|child| used[child] = true);
            }
        }
        // By node: the unknowns that it depends on.
        let mut below: Vec<Vec<UnknownId>> = vec![vec![]; nodes];
        let mut dependents = vec![vec![]; model.unknowns.len()];
        let mut total = 0;
        for i in (0..nodes).filter(|&i| used[i]) {
            let (e, node) = (ExprId::at(i), model.pool.node(ExprId::at(i)));
            if node.graph().is_some() {
                return None;
            }
            let mut own = vec![];
            match node {
                Node::BoolVar(u) | Node::IntVar(u) => own.push(*u),
                node => node.for_each_child(|child| own.extend_from_slice(&below[child])),
            }
            own.sort_unstable();
            own.dedup();
            total += own.len();
            if total > MOST_DEPENDENTS {
                return None;
            }
            own.iter().for_each(|&u| dependents[u].push(e));
            below[e] = own;
        }
        let mut demand = |expr: ExprId, most| Demand {
            expr,
            most,
            weight: 1,
            violation: 0,
            unknowns: std::mem::take(&mut below[expr]).into(),
        };
        let mut demands: Vec<Demand> = goal.iter().map(|&goal| demand(goal, Some(i64::MAX))).collect();
        demands.extend(wanted.into_iter().filter(|&e| Some(e) != goal).map(|e| demand(e, None)));
        let mut demand_of = vec![None; nodes];
        demands.iter().enumerate().for_each(|(at, demand)| demand_of[demand.expr] = Some(at as u32));
        let mut search = LocalSearch {
            values: vec![0; nodes],
            distances: vec![[0; 2]; nodes],
            dependents: dependents.into_iter().map(Vec::into_boxed_slice).collect(),
            demands,
            demand_of,
            goal: goal.map(|_| 0),
            permutations,
            permutation_of,
            tried: vec![],
            assignment: Assignment(model.unknowns.iter().map(|u| u.domain.min()).collect()),
            cost: 0,
            patience: model.unknowns.iter().map(|u| u.domain.size()).fold(1, u64::saturating_mul).min(PATIENCE),
            reach: 0,
            tabu_until: vec![0; model.unknowns.len()],
            steps: 0,
            work: 0,
            random: Random::new(seed),
        };
        for i in (0..nodes).filter(|&i| used[i]) {
            search.evaluate(model, ExprId::at(i));
        }
        search.tried.clear();
        search.scatter(model);
        Some(search)
    }

    /// Looks for a solution in which the goal is `most` or less, from `start` or from where the last search ended. `None` if
    /// the effort, in nodes evaluated, is used up or a limit is met.
    pub fn run(
        &mut self,
        model: &Model,
        most: i64,
        start: Option<&Assignment>,
        effort: u64,
        limits: &Limits,
    ) -> Option<Assignment> {
        if let Some(goal) = self.goal {
            self.demands[goal].most = Some(most);
            self.note_violation(goal);
        }
        if let Some(start) = start {
            (0..start.0.len()).map(UnknownId::at).for_each(|u| self.set(model, u, start.get(u)));
        }
        self.work = 0;
        let (mut best, mut since) = (self.cost, self.steps);
        while self.work < effort {
            let violated: Vec<usize> = (0..self.demands.len()).filter(|&at| self.demands[at].violation > 0).collect();
            let Some(&at) = self.random.choose(&violated) else { return Some(self.assignment.clone()) };
            let before = self.work;
            self.work += 1 + self.demands.len() as u64 / 8;
            self.step(model, at, &violated);
            // A step can evaluate thousands of nodes, some 20 to 50 ns each.
            if limits.tick_many(1 + (self.work - before) as usize / 16).is_err() {
                return None;
            }
            if self.cost < best {
                (best, since) = (self.cost, self.steps);
            } else if self.steps - since > self.patience {
                self.reach = (self.reach + 1) % REACHES.len();
                self.scatter(model);
                (best, since) = (self.cost, self.steps);
            }
        }
        None
    }

    /// Makes the best move of those that concern a violated demand.
    fn step(&mut self, model: &Model, at: usize, violated: &[usize]) {
        self.steps += 1;
        let before = self.cost;
        let mut best: Option<(i64, Move)> = None;
        let mut ties = 0;
        for change in self.moves(model, at) {
            let after = self.cost_after(model, change);
            match &best {
                Some((least, _)) if after > *least => continue,
                Some((least, _)) if after == *least => {
                    ties += 1;
                    if self.random.below(ties) > 0 {
                        continue;
                    }
                }
                _ => ties = 1,
            }
            best = Some((after, change));
        }
        if best.is_none_or(|(after, _)| after >= before) {
            for &at in violated {
                let demand = &mut self.demands[at];
                if demand.weight < HEAVIEST {
                    demand.weight += 1;
                    self.cost += demand.violation;
                }
            }
        }
        if let Some((_, change)) = best {
            self.apply(model, change);
            self.tried.clear();
            for (u, _) in change {
                self.tabu_until[u] = self.steps + TABU + self.random.below(TABU as usize + 1) as u64;
            }
        }
    }

    /// The moves that are compared: values of some unknowns, and exchanges with others.
    fn moves(&mut self, model: &Model, at: usize) -> Vec<Move> {
        let mut moves = vec![];
        let among = self.demands[at].unknowns.len();
        for _ in 0..UNKNOWNS.min(among) {
            let u = self.demands[at].unknowns[self.random.below(among)];
            if self.tabu_until[u] > self.steps {
                continue;
            }
            let (domain, now) = (&model.unknown(u).domain, self.assignment.get(u));
            let permutation = self.permutation_of[u].map(|at| &self.permutations[at as usize]);
            let assignment = &self.assignment;
            let change = |value: i64| -> Option<Move> {
                let is_new = value != now && domain.contains(value);
                let owner = || permutation.and_then(|permutation| permutation.owner(assignment, value));
                is_new.then(|| [(u, value), owner().map_or((u, value), |other| (other, now))])
            };
            if domain.size() <= VALUES {
                moves.extend(domain.iter().filter_map(change));
                continue;
            }
            for power in 0..8 {
                let far = 1 << power;
                moves.extend([now.saturating_sub(far), now.saturating_add(far)].into_iter().filter_map(change));
            }
            for _ in 0..VALUES / 3 {
                moves.extend(change(domain.choose(&mut self.random, REACHES[self.reach])));
            }
            for _ in 0..EXCHANGES {
                if let Some(permutation) = permutation {
                    let other = self.random.below(permutation.unknowns.len());
                    moves.extend(change(assignment.get(permutation.unknowns[other])));
                    continue;
                }
                let other = UnknownId::at(self.random.below(model.unknowns.len()));
                let there = assignment.get(other);
                let is_free = self.permutation_of[other].is_none();
                if is_free && there != now && domain.contains(there) && model.unknown(other).domain.contains(now) {
                    moves.push([(u, there), (other, now)]);
                }
            }
        }
        moves
    }

    /// The cost after a change that is taken back.
    fn cost_after(&mut self, model: &Model, change: Move) -> i64 {
        let (before, cost) = (change.map(|(u, _)| (u, self.assignment.get(u))), self.cost);
        self.apply(model, change);
        let after = self.cost;
        while let Some((e, value, distances, violation)) = self.tried.pop() {
            self.values[e] = value;
            self.distances[e] = distances;
            if let Some(at) = self.demand_of[e] {
                self.demands[at as usize].violation = violation;
            }
        }
        before.into_iter().for_each(|(u, value)| self.assignment.0[u] = value);
        self.cost = cost;
        after
    }

    /// Gives every unknown a random value.
    fn scatter(&mut self, model: &Model) {
        self.demands.iter_mut().for_each(|demand| demand.weight = 1);
        self.cost = self.demands.iter().map(|demand| demand.violation).sum();
        let mut set = vec![];
        for u in (0..model.unknowns.len()).map(UnknownId::at).filter(|&u| self.permutation_of[u].is_none()) {
            let value = model.unknown(u).domain.choose(&mut self.random, REACHES[self.reach]);
            set.push((u, value));
        }
        for permutation in &self.permutations {
            let domain = &model.unknown(permutation.unknowns[0]).domain;
            let values = permutation.random_values(domain, &mut self.random, REACHES[self.reach]);
            set.extend(permutation.unknowns.iter().copied().zip(values));
        }
        set.into_iter().for_each(|(u, value)| self.set(model, u, value));
    }

    /// Changes the value of an unknown for good.
    fn set(&mut self, model: &Model, u: UnknownId, value: i64) {
        if self.assignment.get(u) != value {
            self.apply(model, [(u, value); 2]);
            self.tried.clear();
        }
    }

    /// Changes the values of unknowns, and of the nodes that depend on them, each once and children first.
    fn apply(&mut self, model: &Model, change: Move) {
        let [(u, _), (v, _)] = change;
        change.into_iter().for_each(|(u, value)| self.assignment.0[u] = value);
        let first = std::mem::take(&mut self.dependents[u]);
        // Empty where both are one unknown.
        let second = std::mem::take(&mut self.dependents[v]);
        let (mut i, mut j) = (0, 0);
        while i < first.len() || j < second.len() {
            let e = match (first.get(i), second.get(j)) {
                (Some(&a), Some(&b)) => a.min(b),
                (a, b) => *a.or(b).expect("one list goes on"),
            };
            i += usize::from(first.get(i) == Some(&e));
            j += usize::from(second.get(j) == Some(&e));
            self.evaluate(model, e);
        }
        self.dependents[v] = second;
        self.dependents[u] = first;
    }

    fn evaluate(&mut self, model: &Model, e: ExprId) {
        let node = model.pool.node(e);
        let violation = self.demand_of[e].map_or(0, |at| self.demands[at as usize].violation);
        self.tried.push((e, self.values[e], self.distances[e], violation));
        let value = node_value(node, |u| self.assignment.get(u), |e| self.values[e]);
        self.values[e] = value;
        self.work += 1;
        if node.is_condition() {
            self.distances[e] = distances(node, value, |e| self.values[e], |e| self.distances[e]);
            if let Node::AllDifferent(l, _) = node {
                self.work += l.len() as u64;
            }
        }
        if let Some(at) = self.demand_of[e] {
            self.note_violation(at as usize);
        }
    }

    /// Brings the violation of a demand, and the cost, up to date.
    fn note_violation(&mut self, at: usize) {
        let demand = &mut self.demands[at];
        let now = match demand.most {
            Some(most) => self.values[demand.expr].saturating_sub(most).max(0),
            None => self.distances[demand.expr][1],
        };
        let now = if now <= FAR { now } else { FAR + (now / FAR).min(FAR) };
        self.cost += (now - demand.violation) * demand.weight;
        demand.violation = now;
    }
}

#[cfg(test)]
mod tests;
