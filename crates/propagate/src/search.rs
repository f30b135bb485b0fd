//! Depth-first search: over all solutions, or for better and better ones.
//!
//! [`Search::each_solution`] goes through the solutions that differ on visible unknowns. [`Search::improve`] is branch
//! and bound: it branches on the unknown with the fewest values for its failures (dom/wdeg, Boussemart et al. 2004),
//! restarts, and keeps what each run has refuted as clauses (nld-nogoods, Lecoutre et al. 2007).

use crate::constraints::Clause;
use crate::literal::{Literal, Test};
use crate::network::Network;
use crate::post::{Aim, Posted, post};
use crate::propagator::{Conflict, Narrowed};
use crate::store::Var;
use sator_base::limits::{Limits, Reason};
use sator_base::random::Random;
use sator_model::{Assignment, Atom, Model, UnknownId};

/// Effort before the first solution of an enumeration: some 20 ms.
pub const FIRST: u64 = 4_000_000;
/// Effort that each solution of an enumeration adds.
pub const EACH: u64 = 100_000;
/// The most effort that solutions of an enumeration save up.
pub const SAVED: u64 = 40_000_000;
/// Failures before the first restart, and the factor, in percent, by which their number grows. A proof that there is
/// nothing better takes one long run; a solution is found by many short ones.
const RESTART: [u64; 2] = [100, 130];
const RESTART_BEST: [u64; 2] = [2_000, 300];
/// Effort that counts as one short turn for the limits: about a microsecond.
const EFFORT_PER_TICK: u64 = 200;
/// Literals of a refuted path that is kept at a restart.
const NOGOOD: usize = 30;

/// A decision: the literal holds, or no longer.
struct Frame {
    literal: Literal,
    mark: usize,
    /// All solutions with the literal have been seen; the search is among those without.
    flipped: bool,
}

/// How a search ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Ended {
    /// There are no more solutions.
    All,
    /// The visitor has seen enough.
    Enough,
    /// The effort is used up.
    Hard,
    /// A limit was met.
    Stopped(Reason),
}

/// The next step of a branch and bound.
#[derive(Debug, PartialEq, Eq)]
pub enum Step {
    /// A solution, better than those before.
    Better(Assignment),
    /// There is no better solution.
    Exhausted,
    /// The effort is used up; the search can go on.
    Hard,
    /// A limit was met.
    Stopped(Reason),
}

/// Where a branch and bound stands.
#[derive(Clone, Copy)]
enum State {
    /// Nothing has been propagated.
    New,
    /// Propagated without a conflict.
    Open,
    Conflict,
    /// All unknowns are fixed, and the solution was returned.
    Shown,
    /// The whole space has been searched.
    Exhausted,
}

impl From<Narrowed> for State {
    fn from(narrowed: Narrowed) -> State {
        if narrowed.is_ok() { State::Open } else { State::Conflict }
    }
}

/// A search over the solutions of a model. Its order depends on the model and the seed alone.
pub struct Search {
    network: Network,
    /// The variables to branch on, and those that follow when they are fixed.
    visible: Vec<Var>,
    hidden: Vec<Var>,
    frames: Vec<Frame>,
    assignment: Assignment,
    /// Effort at which the search gives up.
    until: u64,
    objective: Option<Var>,
    /// The value of the objective in the best solution.
    best: Option<i64>,
    /// Its least value before any decision.
    bound: Option<i64>,
    /// By variable: its value in the best solution.
    phase: Vec<Option<i64>>,
    /// By variable: one more than the failures of its constraints.
    weights: Vec<u32>,
    failures: u64,
    /// Effort at which the limits were last polled.
    polled: u64,
    restart: u64,
    growth: u64,
    state: State,
    random: Random,
}

impl Search {
    /// A search for solutions, and for the least value of an objective if there is one. `None` if a condition has no
    /// propagator, or a limit was met.
    pub fn of(model: &Model, aim: &Aim, limits: &Limits) -> Option<Search> {
        let Posted { network, orders, objective } = post(model, aim, limits)?;
        let all = (0..model.unknowns.len()).map(Var::at);
        let (hidden, mut visible): (Vec<Var>, Vec<Var>) =
            all.partition(|u| model.unknown(UnknownId::at(u.index())).hidden);
        visible.extend(orders);
        let vars = network.store.len();
        let [restart, growth] = if objective.is_some() { RESTART_BEST } else { RESTART };
        Some(Search {
            network,
            visible,
            hidden,
            frames: vec![],
            assignment: Assignment(vec![0; model.unknowns.len()]),
            until: FIRST,
            objective,
            best: None,
            bound: None,
            phase: vec![None; vars],
            weights: vec![1; vars],
            failures: 0,
            polled: 0,
            restart,
            growth,
            state: State::New,
            random: Random::new(aim.seed),
        })
    }

    /// Shows each solution to the visitor, which returns whether to go on. Solutions that differ only in hidden unknowns
    /// are one. Called once.
    pub fn each_solution(&mut self, limits: &Limits, visit: &mut dyn FnMut(&Assignment) -> bool) -> Ended {
        self.visible.retain(|var| var.index() < self.assignment.0.len());
        let mut found = self.network.propagate();
        loop {
            if let Err(reason) = self.poll(limits) {
                return Ended::Stopped(reason);
            }
            found = match found {
                Err(Conflict) => match self.next_branch() {
                    Some(next) => next,
                    None => return Ended::All,
                },
                Ok(()) if self.network.store.effort > self.until => return Ended::Hard,
                Ok(()) if !self.network.is_stable() => match limits.stop() {
                    Some(reason) => return Ended::Stopped(reason),
                    None => self.network.propagate(),
                },
                Ok(()) => match self.smallest() {
                    Some(var) => self.decide(Literal::is(var, self.network.store.min(var))),
                    None => {
                        self.read();
                        if !visit(&self.assignment) {
                            return Ended::Enough;
                        }
                        self.until = (self.until + EACH).min(self.network.store.effort + SAVED);
                        // Other values of hidden unknowns make no other solution.
                        self.leave_hidden();
                        Err(Conflict)
                    }
                },
            };
        }
    }

    /// Goes on until there is a better solution, or none, or the effort has grown by as much.
    pub fn improve(&mut self, effort: u64, limits: &Limits) -> Step {
        let until = self.network.store.effort.saturating_add(effort);
        loop {
            if let Err(reason) = self.poll(limits) {
                return Step::Stopped(reason);
            }
            self.state = match self.state {
                State::New => {
                    let root = self.network.propagate();
                    self.bound = self.objective.map(|var| self.network.store.min(var));
                    root.into()
                }
                State::Exhausted => return Step::Exhausted,
                State::Conflict => {
                    self.failures += 1;
                    for var in self.network.blamed() {
                        self.weights[*var] += 1;
                    }
                    if self.failures >= self.restart { self.start_over() } else { self.go_back() }
                }
                State::Shown => self.go_back(),
                State::Open if self.network.store.effort > until => return Step::Hard,
                State::Open if !self.network.is_stable() => match limits.stop() {
                    Some(reason) => return Step::Stopped(reason),
                    None => self.network.propagate().into(),
                },
                State::Open => match self.heaviest() {
                    Some(var) => {
                        let literal = self.branch(var);
                        self.decide(literal).into()
                    }
                    None => {
                        self.read();
                        self.best = self.objective.map(|var| self.network.store.min(var));
                        for (at, phase) in self.phase.iter_mut().enumerate() {
                            *phase = Some(self.network.store.min(Var::at(at)));
                        }
                        self.state = State::Shown;
                        return Step::Better(self.assignment.clone());
                    }
                },
            };
        }
    }

    /// Asks only for objectives below a value that is known from elsewhere.
    pub fn ask_below(&mut self, value: i64) {
        self.best = Some(self.best.map_or(value, |best| best.min(value)));
        // The current branch can be beyond the new bound.
        if matches!(self.state, State::Open) {
            self.state = self.bounded().into();
        }
    }

    /// A proved lower bound of the objective, unless a better value than the best one is impossible.
    pub fn bound(&self) -> Option<i64> {
        self.bound
    }

    /// Polls the limits in proportion to the effort since the last call: one node can take a millisecond.
    fn poll(&mut self, limits: &Limits) -> Result<(), Reason> {
        let effort = self.network.store.effort;
        let turns = 1 + (effort - std::mem::replace(&mut self.polled, effort)) / EFFORT_PER_TICK;
        limits.tick_many(turns as usize)
    }

    /// Effort so far.
    pub fn effort(&self) -> u64 {
        self.network.store.effort
    }

    /// Takes back the last decision, or ends where there is none.
    fn go_back(&mut self) -> State {
        match self.next_branch() {
            Some(next) => next.and_then(|()| self.bounded()).into(),
            None => State::Exhausted,
        }
    }

    /// Asks for a better objective than the best one, and propagates.
    fn bounded(&mut self) -> Narrowed {
        if let (Some(var), Some(best)) = (self.objective, self.best) {
            self.network.store.at_most(var, best - 1)?;
        }
        self.network.propagate()
    }

    /// Takes back all decisions, and keeps what they have refuted.
    fn start_over(&mut self) -> State {
        let Some(root) = self.frames.first().map(|frame| frame.mark) else { return State::Exhausted };
        let mut path: Vec<Literal> = vec![];
        let mut refuted: Vec<Vec<Literal>> = vec![];
        for frame in &self.frames {
            if frame.flipped {
                if path.len() < NOGOOD {
                    refuted.push(path.iter().chain([&frame.literal]).map(|literal| !literal.clone()).collect());
                }
            } else {
                path.push(frame.literal.clone());
            }
        }
        self.frames.clear();
        self.network.undo(root);
        for clause in refuted {
            let scope = clause.iter().map(|literal| literal.var).collect();
            self.network.add(Clause(clause), scope);
        }
        self.failures = 0;
        self.restart = self.restart.saturating_mul(self.growth) / 100;
        let root = self.bounded();
        if root.is_ok() {
            self.bound = self.objective.map(|var| self.network.store.min(var));
        }
        root.into()
    }

    /// The literal to branch on: the value of the best solution, else the smallest value, of a wide domain the lower
    /// half.
    fn branch(&mut self, var: Var) -> Literal {
        let store = &self.network.store;
        if let Some(value) = self.phase[var].filter(|&value| store.contains(var, value)) {
            return Literal::is(var, value);
        }
        let (min, max) = (store.min(var), store.max(var));
        if store.has_bits(var) {
            return Literal::is(var, min);
        }
        Literal { var, test: Test::AtMost(min + (max - min) / 2) }
    }

    /// The open unknown with the fewest values, hidden ones last.
    fn smallest(&self) -> Option<Var> {
        let fewest = |vars: &[Var]| {
            let mut best: Option<(u64, Var)> = None;
            for &var in vars {
                let size = self.network.store.size(var);
                if size > 1 && best.is_none_or(|b| size < b.0) {
                    best = Some((size, var));
                    if size == 2 {
                        break;
                    }
                }
            }
            best.map(|b| b.1)
        };
        fewest(&self.visible).or_else(|| fewest(&self.hidden))
    }

    /// The open variable with the fewest values for its weight, hidden ones last; of equal ones any.
    fn heaviest(&mut self) -> Option<Var> {
        let Search { network, weights, random, .. } = self;
        let mut among = |vars: &[Var]| {
            let mut best: Option<(u64, u64, Var)> = None;
            let mut equal = 0;
            for &var in vars {
                let (size, weight) = (network.store.size(var).min(1 << 31), u64::from(weights[var]));
                if size == 1 {
                    continue;
                }
                let order = best.map_or(std::cmp::Ordering::Less, |b| (size * b.1).cmp(&(b.0 * weight)));
                match order {
                    std::cmp::Ordering::Less => equal = 1,
                    std::cmp::Ordering::Equal => equal += 1,
                    std::cmp::Ordering::Greater => continue,
                }
                if equal == 1 || random.below(equal) == 0 {
                    best = Some((size, weight, var));
                }
            }
            best.map(|b| b.2)
        };
        among(&self.visible).or_else(|| among(&self.hidden))
    }

    fn decide(&mut self, literal: Literal) -> Narrowed {
        let mark = self.network.store.mark();
        let narrowed = self.network.store.assert(&literal);
        self.frames.push(Frame { literal, mark, flipped: false });
        narrowed.and_then(|()| self.network.propagate())
    }

    /// Takes back the last decision that can be turned round, and turns it; `None` after the last.
    fn next_branch(&mut self) -> Option<Narrowed> {
        while let Some(frame) = self.frames.last_mut() {
            self.network.undo(frame.mark);
            if frame.flipped {
                self.frames.pop();
                continue;
            }
            frame.flipped = true;
            let without = !frame.literal.clone();
            let narrowed = self.network.store.assert(&without);
            return Some(narrowed.and_then(|()| self.network.propagate()));
        }
        None
    }

    fn leave_hidden(&mut self) {
        let hidden = &self.hidden;
        while let Some(frame) = self.frames.pop_if(|f| hidden.binary_search(&f.literal.var).is_ok()) {
            self.network.undo(frame.mark);
        }
    }

    /// Reads the values of the unknowns, all of which are fixed.
    fn read(&mut self) {
        for (u, value) in self.assignment.0.iter_mut().enumerate() {
            *value = self.network.store.min(Var::at(u));
        }
    }

    /// After [`Ended::Hard`]: clauses that exclude exactly the solutions that were shown.
    pub fn gone_through(&self) -> Vec<Vec<Atom>> {
        let mut clauses = Vec::new();
        let mut path: Vec<Atom> = Vec::new();
        for frame in &self.frames {
            if self.hidden.binary_search(&frame.literal.var).is_ok() {
                break;
            }
            let Test::Is(value) = frame.literal.test else { break };
            let other = Atom { unknown: UnknownId::at(frame.literal.var.index()), value, is: false };
            if frame.flipped {
                clauses.push([&path[..], &[other]].concat());
            } else {
                path.push(other);
            }
        }
        clauses
    }
}
