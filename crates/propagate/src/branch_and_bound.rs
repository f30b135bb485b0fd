//! Branch and bound with conflict learning: one solution, and then better and better ones.
//!
//! Each conflict becomes a clause ([`crate::analysis`]), which also decides how far to go back. Where clauses exclude little,
//! as on knapsacks and rulers, learning ends: from then on the search turns its last decision round, and keeps what each
//! run has refuted (nld-nogoods, Lecoutre et al. 2007). It branches on the variable with the fewest values for the
//! conflicts that it took part in (dom/wdeg, Boussemart et al. 2004), takes the value of the best solution first, and
//! restarts.

mod relax;

use crate::analysis::{Analysis, Learned};
use crate::event::{Conflict, Narrowed};
use crate::history::{Cause, History};
use crate::ids::Var;
use crate::literal::{Fact, Literal, Relation};
use crate::network::Network;
use crate::post::{Aim, Posted, post};
use crate::preference::is_linear_in_choices;
use crate::relaxation::Relaxation;
use crate::search::visible_first;
use sator_base::limits::{Limits, Reason};
use sator_base::method::Work;
use sator_base::random::Random;
use sator_model::{Assignment, Model};

/// Conflicts before the first restart, and the factor, in percent, by which their number grows. A proof that there is
/// nothing better takes long runs; a solution is found by many short ones.
const RESTART: [u64; 2] = [100, 130];
const RESTART_BEST: [u64; 2] = [2_000, 300];
/// The same while clauses are learned: nothing is lost at a restart.
const RESTART_LEARNING: [u64; 2] = [250, 130];
/// Literals of a refuted path that is kept at a restart.
const NOGOOD: usize = 30;
/// Conflicts after which the use of learned clauses is judged.
const JUDGED: u64 = 100;
/// Smallest average number of levels, in percent, by which a learned clause goes back in a search that keeps learning. Measured:
/// job shops go back 68 levels, rulers and knapsacks 1.0 to 1.2.
const LEVELS: u64 = 130;
/// Average number of literals up to which learned clauses are useful however far they go back. Measured: a pair of equations gives
/// clauses of 1.3 literals.
const LITERALS: u64 = 6;
/// Effort before the linear relaxation is made: shops, rulers and small covers need no more than that.
const DELAY: u64 = 4_000_000;
/// The same of models that are linear in choices. Measured: knapsacks of 25 and 40 take a fifth of the time, and assignments,
/// warehouses and bins with prices a quarter to two thirds.
const DELAY_IF_LINEAR: u64 = 20_000;
/// Part of its weight that a variable keeps at a conflict, and the weight at which all are scaled down. Measured: with the
/// weights of all conflicts a warehouse of 12 sites takes 30 times as long, and tasks with a price for being late don't end.
const DECAY: f64 = 0.95;
const HEAVY: f64 = 1e60;
/// Learned clauses that are kept at first, and by how many more the limit grows when it is met.
const CLAUSES: [usize; 2] = [4_000, 1_000];

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

/// The state of the search.
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

/// A decision of the search.
struct Decision {
    /// The trail's length before it.
    mark: usize,
    fact: Fact,
    /// Without learning: the search is among the solutions without the fact.
    flipped: bool,
}

/// The use of clauses since they were last judged.
#[derive(Default)]
struct ClauseUse {
    clauses: u64,
    literals: u64,
    levels: u64,
}

/// A search for better and better solutions of a model. Its order depends on the model and the seed alone.
pub struct BranchAndBound {
    network: Network,
    /// The variables to branch on, and those that follow when they are fixed.
    visible: Vec<Var>,
    hidden: Vec<Var>,
    decisions: Vec<Decision>,
    /// By decision: the number of changes before it.
    starts: Vec<usize>,
    unknowns: usize,
    objective: Option<Var>,
    /// The value of the objective in the best solution.
    best: Option<i64>,
    /// Its least value before any decision.
    bound: Option<i64>,
    /// By variable: its value in the best solution.
    phase: Vec<Option<i64>>,
    /// By variable: one more than the conflicts that it took part in, later ones weighing more.
    weights: Vec<f64>,
    /// The weight of the next conflict.
    step: f64,
    conflicts: u64,
    restart: u64,
    growth: u64,
    work: Work,
    /// `None` once learning has ended.
    worth: Option<ClauseUse>,
    clauses: usize,
    /// As in [`Posted`]; its clauses aren't judged.
    is_disjunctive: bool,
    state: State,
    analysis: Analysis,
    random: Random,
    relaxation: Option<Relaxation>,
    /// The effort from which on it is made.
    delay: u64,
    /// The relaxation has seen the current node.
    relaxed: bool,
}

impl BranchAndBound {
    /// A search for solutions, and for the least value of an objective if there is one. `None` if a condition has no
    /// propagator, or a limit was met.
    pub fn of(model: &Model, aim: &Aim, limits: &Limits) -> Option<BranchAndBound> {
        let Posted { network, orders, is_disjunctive, objective } = post(model, aim, limits)?;
        let is_linear = aim.minimize.is_some_and(|goal| is_linear_in_choices(model, goal));
        let (mut visible, hidden) = visible_first(model);
        visible.extend(orders);
        let vars = network.store.len();
        let [restart, growth] = RESTART_LEARNING;
        Some(BranchAndBound {
            network,
            visible,
            hidden,
            decisions: vec![],
            starts: vec![],
            unknowns: model.unknowns.len(),
            objective,
            best: None,
            bound: None,
            phase: vec![None; vars],
            weights: vec![1.0; vars],
            step: 1.0,
            conflicts: 0,
            restart,
            growth,
            work: Work::default(),
            worth: Some(ClauseUse::default()),
            clauses: CLAUSES[0],
            is_disjunctive,
            state: State::New,
            analysis: Analysis::default(),
            random: Random::new(aim.seed),
            relaxation: None,
            delay: if is_linear { DELAY_IF_LINEAR } else { DELAY },
            relaxed: false,
        })
    }

    /// The same search without clauses that are learned.
    #[cfg(test)]
    pub(crate) fn without_learning(self) -> BranchAndBound {
        BranchAndBound { worth: None, ..self }
    }

    /// The same search with a linear relaxation from the start.
    #[cfg(test)]
    pub(crate) fn relaxed_at_once(self) -> BranchAndBound {
        BranchAndBound { delay: 0, ..self }
    }

    /// Goes on until there is a better solution, or none, or the effort has grown by as much. Without an objective every
    /// solution is better than those before; solutions can differ in hidden unknowns alone.
    pub fn improve(&mut self, effort: u64, limits: &Limits) -> Step {
        let until = self.network.store.effort.saturating_add(effort);
        loop {
            if let Err(reason) = self.network.poll(limits) {
                return Step::Stopped(reason);
            }
            self.state = match self.state {
                State::New => {
                    self.network.store.cause = Cause::Given;
                    let root = self.network.propagate();
                    self.note_bound();
                    root.into()
                }
                State::Exhausted => return Step::Exhausted,
                State::Conflict => self.learn(),
                State::Shown => match self.objective {
                    Some(_) => self.ask_for_better().into(),
                    None => self.exclude(),
                },
                State::Open if self.network.store.effort > until => return Step::Hard,
                State::Open if !self.network.is_stable() => match limits.stop() {
                    Some(reason) => return Step::Stopped(reason),
                    None => self.network.propagate().into(),
                },
                State::Open if self.conflicts >= self.restart => self.start_over(),
                State::Open if self.worth.is_none() && self.network.store.history.is_some() => self.stop_learning(),
                State::Open if !self.relaxed => self.relax(),
                State::Open => match self.heaviest() {
                    Some(var) => self.decide(var).into(),
                    None => {
                        self.state = State::Shown;
                        return Step::Better(self.read());
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
            self.state = self.ask_for_better().into();
        }
    }

    /// A proved lower bound of the objective, unless a better value than the best one is impossible.
    pub fn bound(&self) -> Option<i64> {
        self.bound
    }

    /// The work so far.
    pub fn work(&self) -> Work {
        Work { propagations: self.network.runs, ..self.work }
    }

    /// Effort so far.
    pub fn effort(&self) -> u64 {
        self.network.store.effort
    }

    fn note_bound(&mut self) {
        self.bound = self.objective.map(|var| self.network.store.min(var));
    }

    /// Asks for a better objective than the best one, and propagates.
    fn ask_for_better(&mut self) -> Narrowed {
        if let (Some(var), Some(best)) = (self.objective, self.best) {
            self.network.store.cause = Cause::Given;
            self.network.store.at_most(var, best - 1)?;
        }
        self.network.propagate()
    }

    /// Learns a clause from the conflict and goes back to the level where it has one open literal; without learning, to the
    /// last decision that can be turned round.
    fn learn(&mut self) -> State {
        self.conflicts += 1;
        self.work.conflicts += 1;
        self.relaxed = false;
        if self.decisions.is_empty() {
            return State::Exhausted;
        }
        if self.worth.is_none() {
            for var in self.network.blamed() {
                self.weights[var] += 1.0;
            }
            return self.turn_round();
        }
        let mut facts = vec![];
        self.network.conflict(&mut facts);
        self.learn_from(&facts, true)
    }

    /// Excludes the solution that was shown: its decisions led to it.
    fn exclude(&mut self) -> State {
        if self.worth.is_none() {
            return self.turn_round();
        }
        let facts: Vec<Fact> = self.decisions.iter().map(|decision| decision.fact).collect();
        self.learn_from(&facts, false)
    }

    /// Adds the clause that follows from contradicting facts and propagates it. A clause that isn't `implied` by the
    /// constraints is never dropped.
    fn learn_from(&mut self, facts: &[Fact], implied: bool) -> State {
        let Some(learned) = self.analysis.learn(&self.network, &self.starts, facts) else { return State::Exhausted };
        for &var in &self.analysis.met {
            self.weights[var] += self.step;
        }
        self.step /= DECAY;
        if self.step > HEAVY {
            self.weights.iter_mut().for_each(|weight| *weight /= HEAVY);
            self.step /= HEAVY;
        }
        let Learned { mut literals, level, levels } = learned;
        self.judge(self.decisions.len() - level, literals.len());
        self.network.store.effort += (self.analysis.met.len() + literals.len()) as u64;
        self.go_back_to(level);
        if literals.len() == 1 {
            self.network.store.cause = Cause::Given;
            if self.network.store.assert(&literals.remove(0)).is_err() {
                return State::Exhausted;
            }
        } else {
            let first = literals[0].clone();
            self.network.store.cause = self.network.add_learned(literals, implied.then_some(levels));
            self.network.store.failed = None;
            if let Err(Conflict) = self.network.store.assert(&first) {
                return State::Conflict;
            }
        }
        self.ask_for_better().into()
    }

    /// Turns the last decision round that isn't yet.
    fn turn_round(&mut self) -> State {
        while let Some(decision) = self.decisions.last_mut() {
            self.network.undo(decision.mark);
            if decision.flipped {
                self.decisions.pop();
                continue;
            }
            decision.flipped = true;
            let negation = !Literal::from(decision.fact);
            let narrowed = self.network.store.assert(&negation).and_then(|()| self.network.propagate());
            return narrowed.and_then(|()| self.ask_for_better()).into();
        }
        State::Exhausted
    }

    /// Ends learning if the clauses since the last judgement excluded little.
    fn judge(&mut self, levels: usize, literals: usize) {
        let Some(worth) = &mut self.worth else { return };
        worth.clauses += 1;
        worth.literals += literals as u64;
        worth.levels += levels as u64;
        if worth.clauses < JUDGED || self.is_disjunctive {
            return;
        }
        let useful = 100 * worth.levels >= LEVELS * worth.clauses || worth.literals <= LITERALS * worth.clauses;
        self.worth = useful.then(ClauseUse::default);
    }

    fn go_back_to(&mut self, level: usize) {
        if let Some(decision) = self.decisions.get(level) {
            self.network.undo(decision.mark);
            self.decisions.truncate(level);
            self.starts.truncate(level);
        }
    }

    /// Begins again without reasons.
    fn stop_learning(&mut self) -> State {
        let root = self.start_over();
        self.network.store.history = None;
        // The weights of a search with clauses mislead one without: rulers and knapsacks take several times as long.
        self.weights.fill(1.0);
        self.step = 1.0;
        self.phase.fill(None);
        self.network.clauses.forget_learned(&mut self.network.store);
        [self.restart, self.growth] = if self.objective.is_some() { RESTART_BEST } else { RESTART };
        root
    }

    fn start_over(&mut self) -> State {
        let refuted = self.refuted();
        self.go_back_to(0);
        self.relaxed = false;
        if let Some(history) = &mut self.network.store.history {
            history.clear();
        }
        for clause in refuted {
            self.network.add_clause(clause);
        }
        self.conflicts = 0;
        self.work.restarts += 1;
        self.restart = self.restart.saturating_mul(self.growth) / 100;
        let Network { clauses, store, .. } = &mut self.network;
        if clauses.learned() > self.clauses {
            clauses.reduce(store);
            self.clauses += CLAUSES[1];
        }
        let root = self.ask_for_better();
        if root.is_ok() {
            self.note_bound();
        }
        root.into()
    }

    /// Clauses of what was refuted without being learned: the solutions without the facts of turned decisions remain.
    fn refuted(&self) -> Vec<Vec<Literal>> {
        let mut path: Vec<Literal> = vec![];
        let mut refuted = vec![];
        for decision in &self.decisions {
            let negation = !Literal::from(decision.fact);
            if !decision.flipped {
                path.push(negation);
            } else if path.len() < NOGOOD {
                refuted.push(path.iter().cloned().chain([negation]).collect());
            }
        }
        refuted
    }

    fn decide(&mut self, var: Var) -> Narrowed {
        self.work.decisions += 1;
        self.relaxed = false;
        let store = &mut self.network.store;
        if self.worth.is_some() {
            let vars = store.len();
            let history = store.history.get_or_insert_with(|| History::new(vars));
            self.starts.push(history.changes.len());
        }
        let (min, max) = (store.min(var), store.max(var));
        // The look at the root can take long. Until it ends, only numbers of two values follow the relaxation: its choices of a tour
        // or an assignment rarely fit together. Measured on warehouses, assignments and round trips.
        let is_first = self.best.is_none();
        let is_followed = |relaxation: &&Relaxation| {
            relaxation.turns.is_on() || is_first && relaxation.turns.gains().is_none() && relaxation.is_binary()
        };
        let guess = self.relaxation.as_ref().filter(is_followed).and_then(|relaxation| relaxation.value(var));
        let best = guess.or(self.phase[var]).filter(|&value| store.contains(var, value));
        let relation = match best {
            Some(value) if store.has_bits(var) => Relation::Is(value),
            Some(value) if value > min => Relation::AtLeast(value),
            Some(value) => Relation::AtMost(value),
            None if store.has_bits(var) => Relation::Is(min),
            None => Relation::AtMost(min + (max - min) / 2),
        };
        let fact = Fact { var, relation };
        self.decisions.push(Decision { mark: store.mark(), fact, flipped: false });
        store.cause = Cause::Decision;
        store.assert(&fact.into())?;
        self.network.propagate()
    }

    /// The open variable with the fewest values for its weight, hidden ones last; of equal ones any.
    fn heaviest(&mut self) -> Option<Var> {
        let BranchAndBound { network, weights, random, .. } = self;
        let mut among = |vars: &[Var]| {
            let mut best: Option<(f64, f64, Var)> = None;
            let mut equal = 0;
            for &var in vars {
                let (size, weight) = (network.store.size(var).min(1 << 31) as f64, weights[var]);
                if size == 1.0 {
                    continue;
                }
                let order =
                    best.map_or(std::cmp::Ordering::Less, |b: (f64, f64, Var)| (size * b.1).total_cmp(&(b.0 * weight)));
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

    /// Reads the solution; all unknowns are fixed.
    fn read(&mut self) -> Assignment {
        let store = &self.network.store;
        self.best = self.objective.map(|var| store.min(var));
        for (at, phase) in self.phase.iter_mut().enumerate() {
            *phase = Some(store.min(Var::at(at)));
        }
        Assignment((0..self.unknowns).map(|at| store.min(Var::at(at))).collect())
    }
}
