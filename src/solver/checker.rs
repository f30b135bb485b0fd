//! A solver of Z3 and what was asserted to it: checks within limits, and survives an interrupt.
//!
//! The solver is never cloned, pushed or popped: cloning after a push has crashed with QF_FD.

use super::engine::{Reason, Verdict};
use super::{watch, z3_memory};
use crate::limits::Limits;
use std::sync::Once;
use z3::ast::{Ast, Bool};
use z3::{Context, Model, Params, SatResult, Solver};

pub(super) struct Checker {
    logic: Option<&'static str>,
    seed: u32,
    context: Context,
    solver: Solver,
    assertions: Vec<Bool>,
    /// A check that ended as unknown may have left the solver halfway through its preprocessing,
    /// which loses the link between bit-vectors and their bits.
    stale: bool,
    model: Option<Model>,
}

impl Checker {
    /// A solver for this logic, or Z3's general one.
    pub(super) fn new(logic: Option<&'static str>, seed: u32) -> Checker {
        Checker {
            logic,
            seed,
            context: Context::thread_local(),
            solver: new_solver(logic, seed),
            assertions: Vec::new(),
            stale: false,
            model: None,
        }
    }

    pub(super) fn context(&self) -> &Context {
        &self.context
    }

    pub(super) fn assert(&mut self, assertion: Bool) {
        self.solver.assert(&assertion);
        self.assertions.push(assertion);
    }

    pub(super) fn assertions(&self) -> usize {
        self.assertions.len()
    }

    pub(super) fn check(&mut self, assumptions: &[Bool], limits: &Limits) -> Verdict {
        self.model = None;
        if let Some(reason) = limits.stop() {
            return Verdict::Unknown(reason);
        }
        if self.stale {
            self.rebuild();
        }
        z3_memory::cap(limits.memory);
        let guard = watch::begin(&self.context, limits);
        let result = match assumptions {
            [] => self.solver.check(),
            _ => self.solver.check_assumptions(assumptions),
        };
        let stopped = guard.finish();
        if stopped.is_some() {
            // An interrupt that came too late would cancel whatever Z3 does next.
            Bool::from_bool(true).simplify();
        }
        match result {
            SatResult::Sat => match self.solver.get_model() {
                Some(model) => {
                    self.model = Some(model);
                    Verdict::Sat
                }
                None => Verdict::Unknown(Reason::GaveUp("no model".into())),
            },
            SatResult::Unsat => Verdict::Unsat,
            SatResult::Unknown => {
                self.stale = true;
                Verdict::Unknown(stopped.unwrap_or_else(|| {
                    let words = self.solver.get_reason_unknown();
                    Reason::GaveUp(words.unwrap_or_else(|| "no reason given".into()))
                }))
            }
        }
    }

    fn rebuild(&mut self) {
        self.solver = new_solver(self.logic, self.seed);
        for assertion in &self.assertions {
            self.solver.assert(assertion);
        }
        self.stale = false;
    }

    /// The model of the last check, if that was satisfiable.
    pub(super) fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }

    /// Positions of the given assumptions of the last check, which was unsatisfiable with them,
    /// that Z3 needed for that.
    pub(super) fn core(&self, assumptions: &[Bool]) -> Vec<usize> {
        let core: Vec<_> = self.solver.get_unsat_core().iter().map(Ast::get_z3_ast).collect();
        (0..assumptions.len()).filter(|&i| core.contains(&assumptions[i].get_z3_ast())).collect()
    }
}

fn new_solver(logic: Option<&'static str>, seed: u32) -> Solver {
    static GLOBAL: Once = Once::new();
    // Compressing a model costs ten times what reading it does.
    GLOBAL.call_once(|| {
        z3::set_global_param("model.compact", "false");
        z3_memory::count();
    });
    let solver = logic.and_then(Solver::new_for_logic).unwrap_or_default();
    let mut params = Params::new();
    // Z3's own handler would take SIGINT away from the program's during a check.
    params.set_bool("ctrl_c", false);
    params.set_u32("random_seed", seed);
    solver.set_params(&params);
    solver
}
