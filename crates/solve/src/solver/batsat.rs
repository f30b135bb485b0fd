//! batsat: MiniSat in Rust (Eén & Sörensson 2003). It starts immediately, also between the rounds of a hook.

use super::sat::{Hook, Lit, Reason, Sat, Size, Verdict, Work, check_in_rounds};
use batsat::clause::Kind;
use batsat::{Callbacks, Lit as Literal, Solver, SolverInterface, SolverOpts, Var, lbool};
use sator_base::limits::Limits;
use sator_base::random::Random;
use std::cell::{Cell, RefCell};

/// Decisions between two looks at the clock.
const POLL: u32 = 64;

pub(super) struct Batsat {
    solver: Solver<Stopper>,
    seed: u32,
    /// The number of the last variable.
    variables: i32,
    clauses: usize,
    scratch: Vec<Literal>,
    core: Vec<Lit>,
}

impl Batsat {
    pub(super) fn new(seed: u32) -> Batsat {
        let options = SolverOpts {
            random_seed: 91_648_253.0 + f64::from(seed),
            // A seed randomises the first decisions; without one they follow the order of the variables.
            rnd_init_act: seed != 0,
            // MiniSat's 1.1 keeps so many clauses that propagation takes longer than learning some of them again: a
            // tenth to a fifth of extreme killers.
            learntsize_inc: 1.03,
            ..SolverOpts::default()
        };
        let mut solver = Solver::new(options, Stopper::default());
        solver.new_var_default();
        let mut engine = Batsat { solver, seed, variables: 1, clauses: 0, scratch: vec![], core: vec![] };
        engine.add(&[Lit::TRUE]);
        engine
    }

    fn check_once(&mut self, assumed: &[Literal], limits: &Limits) -> Verdict {
        self.core.clear();
        if let Some(reason) = limits.stop() {
            return Verdict::Unknown(reason);
        }
        self.solver.cb_mut().begin(limits);
        let found = self.solver.solve_limited(assumed);
        let stopped = self.solver.cb_mut().end();
        if found == lbool::TRUE {
            Verdict::Sat
        } else if found == lbool::FALSE {
            self.core = self.solver.unsat_core().iter().map(|&l| from_batsat(!l)).collect();
            Verdict::Unsat
        } else {
            Verdict::Unknown(stopped.unwrap_or_else(|| Reason::GaveUp("no reason given".into())))
        }
    }

    fn add(&mut self, literals: &[Lit]) {
        self.scratch.clear();
        self.scratch.extend(literals.iter().map(|&l| to_batsat(l)));
        self.solver.add_clause_reuse(&mut self.scratch);
    }
}

/// Variable n has number n - 1 in batsat.
fn to_batsat(literal: Lit) -> Literal {
    Literal::new(Var::unsafe_from_idx(literal.variable() as u32 - 1), literal.0 > 0)
}

fn from_batsat(literal: Literal) -> Lit {
    let variable = Lit(literal.var().idx() as i32 + 1);
    if literal.sign() { variable } else { !variable }
}

impl Sat for Batsat {
    fn name(&self) -> &'static str {
        "sat"
    }

    fn fresh(&mut self) -> Lit {
        let any = if self.seed == 0 { lbool::UNDEF } else { random_phase(self.seed, self.variables) };
        self.solver.new_var(any, true);
        self.variables += 1;
        Lit(self.variables)
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.clauses += 1;
        self.add(literals);
    }

    /// In rounds, because batsat 0.6 loses clauses that a theory adds in its final check if they contain only some of
    /// the variables. It would then return a model twice.
    fn check(&mut self, assumptions: &[Lit], hook: Option<Hook>, limits: &Limits) -> Verdict {
        let assumed: Vec<Literal> = assumptions.iter().map(|&l| to_batsat(l)).collect();
        check_in_rounds(self, hook, |engine| engine.check_once(&assumed, limits))
    }

    fn value(&self, literal: Lit) -> bool {
        let model = self.solver.get_model();
        literal.under(model.get(literal.variable() - 1) == Some(&lbool::TRUE))
    }

    fn core(&self) -> Vec<Lit> {
        self.core.clone()
    }

    fn size(&self) -> Size {
        Size { variables: self.variables as usize - 1, assertions: self.clauses }
    }

    fn work(&self) -> Option<Work> {
        let solver = &self.solver;
        Some(Work {
            conflicts: solver.num_conflicts(),
            decisions: solver.num_decisions(),
            propagations: solver.num_propagations(),
            restarts: solver.num_restarts(),
        })
    }
}

/// The value of a variable that a search with this seed tries first.
fn random_phase(seed: u32, variable: i32) -> lbool {
    let mixed = Random::new(u64::from(seed) << 32 | variable as u64).number();
    if mixed >> 63 == 0 { lbool::TRUE } else { lbool::FALSE }
}

/// Stops a check when a limit is met.
#[derive(Default)]
struct Stopper {
    limits: Option<Limits>,
    conflicts: u64,
    polls: Cell<u32>,
    stopped: RefCell<Option<Reason>>,
}

impl Stopper {
    fn begin(&mut self, limits: &Limits) {
        *self = Stopper { limits: Some(limits.clone()), ..Stopper::default() };
    }

    fn end(&mut self) -> Option<Reason> {
        self.limits = None;
        self.stopped.take()
    }
}

impl Callbacks for Stopper {
    fn on_new_clause(&mut self, _: &[Literal], kind: Kind) {
        self.conflicts += u64::from(matches!(kind, Kind::Learnt));
    }

    fn stop(&self) -> bool {
        if self.stopped.borrow().is_some() {
            return true;
        }
        let Some(limits) = &self.limits else { return false };
        let polls = self.polls.get();
        self.polls.set(polls.wrapping_add(1));
        let reason = match limits.effort {
            Some(most) if self.conflicts >= most => Some(Reason::Effort),
            _ if polls.is_multiple_of(POLL) => limits.stop(),
            _ => None,
        };
        *self.stopped.borrow_mut() = reason;
        self.stopped.borrow().is_some()
    }
}
