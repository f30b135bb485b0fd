//! The state of a minimisation, which its methods improve in turn.

use sator_answer::Sense;
use sator_base::limits::Reason;
use sator_model::{Assignment, ExprId, Model, Symmetry};
use sator_propagate::{BranchAndBound, LocalSearch, is_linear_in_choices};
use sator_solve::lower::Formula;
use sator_solve::solver::sat::Lit;

/// Conflict budget of the first checks.
const EFFORT: u64 = 2_000;
/// Effort of the first turn of branch and bound, counted in values read: about 100 ms.
const BRANCH_AND_BOUND_TURN: u64 = 20_000_000;

/// Effort of branch and bound that takes as long as a conflict of a second proof, some 100 microseconds, and the least number of
/// such conflicts; that of models which are linear in choices, whose search is short and whose second proofs end. Measured: a
/// knapsack with three bounds takes more than 100, an assignment of 30 with capacities more than 300.
const EFFORT_PER_CONFLICT: u64 = 20_000;
const LEAST_CONFLICTS: u64 = 30;
const LEAST_CONFLICTS_IF_LINEAR: u64 = 600;

/// Turns without a better value after which local search leaves the improvement to the others.
const FRUITLESS: u32 = 2;

/// The end of the minimisation of a goal.
pub(super) enum Minimised {
    /// The best value meets the bound.
    Done,
    /// No solution gives the goal a value.
    NoValue,
    /// A limit was met; the best value and the bound so far stand.
    Stopped(Reason),
}

/// Z3's integers for the current goal.
#[derive(Default)]
pub(super) enum Integers {
    #[default]
    New,
    /// The settings or the model don't allow it.
    Unsuited,
    Ready {
        formula: Box<dyn Formula>,
        /// The effort of the next check.
        effort: u64,
    },
}

/// The local search for the current goal.
#[derive(Default)]
pub(super) enum Local {
    #[default]
    New,
    /// The conditions have no violations to search by, or goals of a higher priority are fixed.
    Unsuited,
    Ready {
        local: Box<LocalSearch>,
        /// The effort of the next turn.
        effort: u64,
        /// The number of turns in a row that found nothing.
        fruitless: u32,
    },
}

impl Local {
    /// Whether a turn can find something.
    pub(super) fn is_possible(&self) -> bool {
        !matches!(self, Local::Unsuited)
    }

    /// Whether a turn is likely to find something better.
    pub(super) fn is_promising(&self) -> bool {
        match self {
            Local::New => true,
            Local::Unsuited => false,
            Local::Ready { fruitless, .. } => *fruitless < FRUITLESS,
        }
    }
}

/// The prover of the last bound.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Prover {
    /// The solver of the session.
    Solver,
    BranchAndBound,
    /// Z3's integers beside the solver.
    Integers,
}

/// The state of a search that minimises goals in order of priority.
pub(super) struct Search {
    pub goals: Vec<ExprId>,
    /// The parts of the model that are alike.
    pub symmetry: Symmetry,
    pub sense: Sense,
    /// The index of the current goal. The goals before it are fixed at their least values.
    pub level: usize,
    /// The best solution and its values of all goals.
    pub best: Option<(Assignment, Vec<i64>)>,
    /// A proved lower bound of the current goal.
    pub bound: i64,
    /// The conflict budget of the next check.
    pub effort: u64,
    /// The branch and bound for the current goal, once it was asked; `Some(None)` if it can't be made.
    pub depth_first: Option<Option<BranchAndBound>>,
    /// The effort of its next turn.
    pub turn: u64,
    /// The effort of branch and bound for all goals so far.
    pub spent: u64,
    pub local: Local,
    pub prover: Prover,
    pub integers: Integers,
    /// The size of the next step down from the best value.
    pub down: i64,
    /// The size of the next step up from the bound.
    pub up: i64,
}

impl Search {
    pub(super) fn new(goals: Vec<ExprId>, sense: Sense) -> Search {
        Search {
            goals,
            symmetry: Symmetry::default(),
            sense,
            level: 0,
            best: None,
            bound: i64::MIN,
            effort: EFFORT,
            depth_first: None,
            turn: BRANCH_AND_BOUND_TURN,
            spent: 0,
            local: Local::default(),
            prover: Prover::Solver,
            integers: Integers::New,
            down: 1,
            up: 1,
        }
    }

    /// Starts with the goal of this index.
    pub(super) fn start(&mut self, level: usize) {
        *self = Search {
            level,
            symmetry: std::mem::take(&mut self.symmetry),
            best: self.best.take(),
            prover: self.prover,
            spent: self.spent,
            ..Search::new(std::mem::take(&mut self.goals), self.sense)
        };
    }

    /// The conflicts of a second proof that take about as long as branch and bound.
    pub(super) fn conflicts(&self, model: &Model) -> u64 {
        let is_linear = self.goals.iter().all(|&goal| is_linear_in_choices(model, goal));
        (self.spent / EFFORT_PER_CONFLICT).max(if is_linear { LEAST_CONFLICTS_IF_LINEAR } else { LEAST_CONFLICTS })
    }

    /// The best value of the current goal.
    pub(super) fn value(&self) -> i64 {
        self.best.as_ref().map_or(i64::MAX, |(_, values)| values[self.level])
    }

    /// Whether branch and bound gains from the linear relaxation.
    pub(super) fn is_relaxed(&self) -> bool {
        self.depth_first.iter().flatten().any(BranchAndBound::gains_from_relaxation)
    }

    /// Whether the best value meets the bound.
    pub(super) fn met(&self) -> bool {
        self.bound >= self.value()
    }

    /// The assumptions that ask for the current goal to be `most` or less, with the goals before it at their best.
    pub(super) fn assumptions(&self, model: &Model, formula: &mut dyn Formula, most: Option<i64>) -> Vec<Lit> {
        let m = model.expressions();
        let mut assumptions: Vec<Lit> = self.symmetry.order.iter().map(|&e| formula.literal(m, e)).collect();
        for (i, &goal) in self.goals.iter().enumerate() {
            assumptions.push(formula.literal(m, model.pool.defined(goal)));
            let held = self.best.as_ref().filter(|_| i < self.level).map(|(_, values)| values[i]);
            let most = if i == self.level { most } else { held };
            assumptions.extend(most.map(|most| formula.at_most_literal(m, goal, most)));
        }
        assumptions
    }

    /// A maximum is the minimum of the negation.
    pub(super) fn sign(&self) -> i64 {
        if self.sense == Sense::Most { -1 } else { 1 }
    }

    pub(super) fn text(&self) -> String {
        let sign = self.sign();
        let values = self.best.as_ref().map_or(&[][..], |(_, values)| values);
        let values: Vec<String> = values.iter().map(|v| (sign * v).to_string()).collect();
        let side = if self.sense == Sense::Most { "at most" } else { "at least" };
        let bound = sign * self.bound;
        match &values[..] {
            [one] => format!("best so far {one}, {side} {bound}"),
            many => format!("best so far ({}), number {} {side} {bound}", many.join(", "), self.level + 1),
        }
    }
}
