//! CaDiCaL (Biere, Faller, Fazekas, Fleury, Froleyks & Pollitt 2024), a SAT solver in C++: slower to start and to
//! build, stronger in long searches. Requires the feature `cadical`.

use super::sat::{Hook, Lit, Reason, Sat, Size, Verdict, check_in_rounds};
use cadical_sys::{CaDiCal, Status, Terminator};
use sator_base::limits::Limits;
use std::sync::{Arc, Mutex, PoisonError};

pub(super) struct Cadical {
    solver: Movable,
    variables: i32,
    clauses: usize,
    /// By variable, from number 0 on.
    model: Vec<bool>,
    core: Vec<Lit>,
}

/// The solver, which can move between threads.
struct Movable(CaDiCal);

// SAFETY: CaDiCaL keeps all its state in the solver, and only the owner of the solver uses it.
unsafe impl Send for Movable {}

impl Cadical {
    pub(super) fn new(seed: u32) -> Cadical {
        let mut solver = CaDiCal::new();
        solver.set("quiet", 1);
        solver.set("seed", i32::try_from(seed).unwrap_or(i32::MAX));
        let mut engine = Cadical { solver: Movable(solver), variables: 1, clauses: 0, model: vec![], core: vec![] };
        engine.add(&[Lit::TRUE]);
        engine
    }

    fn add(&mut self, literals: &[Lit]) {
        literals.iter().for_each(|l| self.solver.0.add(l.0));
        self.solver.0.add(0);
    }

    fn search(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        self.model.clear();
        self.core.clear();
        if let Some(reason) = limits.stop() {
            return Verdict::Unknown(reason);
        }
        let stopped = Arc::new(Mutex::new(None));
        let solver = &mut self.solver.0;
        solver.connect_terminator(Stopper { limits: limits.clone(), stopped: stopped.clone() });
        if let Some(effort) = limits.effort {
            solver.limit("conflicts", i32::try_from(effort).unwrap_or(i32::MAX));
        }
        assumptions.iter().for_each(|l| solver.assume(l.0));
        let status = solver.solve();
        solver.disconnect_terminator();
        match status {
            Status::SATISFIABLE => {
                self.model.push(false);
                self.model.extend((1..=self.variables).map(|n| solver.val(n) > 0));
                Verdict::Sat
            }
            Status::UNSATISFIABLE => {
                self.core = assumptions.iter().copied().filter(|l| solver.failed(l.0)).collect();
                Verdict::Unsat
            }
            Status::UNKNOWN => {
                let stopped = stopped.lock().unwrap_or_else(PoisonError::into_inner).take();
                let spent = || match limits.effort {
                    Some(_) => Reason::Effort,
                    None => Reason::GaveUp("no reason given".into()),
                };
                Verdict::Unknown(stopped.unwrap_or_else(spent))
            }
        }
    }
}

impl Sat for Cadical {
    fn name(&self) -> &'static str {
        "cadical"
    }

    fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Lit(self.variables)
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.clauses += 1;
        self.add(literals);
    }

    fn check(&mut self, assumptions: &[Lit], hook: Option<Hook>, limits: &Limits) -> Verdict {
        check_in_rounds(self, hook, |engine| engine.search(assumptions, limits))
    }

    fn value(&self, literal: Lit) -> bool {
        literal.under(self.model.get(literal.variable()) == Some(&true))
    }

    fn core(&self) -> Vec<Lit> {
        self.core.clone()
    }

    fn size(&self) -> Size {
        Size { variables: self.variables as usize - 1, assertions: self.clauses }
    }
}

/// Ends the search when a limit is met.
struct Stopper {
    limits: Limits,
    stopped: Arc<Mutex<Option<Reason>>>,
}

impl Terminator for Stopper {
    fn terminated(&mut self) -> bool {
        let reason = self.limits.stop();
        let stop = reason.is_some();
        if stop {
            *self.stopped.lock().unwrap_or_else(PoisonError::into_inner) = reason;
        }
        stop
    }
}
