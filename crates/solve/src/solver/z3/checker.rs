//! A solver of Z3 with its assertions. Checks within limits, and survives an interrupt.
//!
//! The solver is never cloned, pushed or popped: cloning after a push has crashed with QF_FD.

use super::{memory, watch};
use crate::solver::sat::{Reason, Verdict};
use crate::tuning::Z3_UNITS;
use sator_base::limits::Limits;
use sator_base::method::Statistic;
use std::sync::Once;
use z3::ast::{Ast, Bool};
use z3::{Context, Model, Params, SatResult, Solver, StatisticsEntry, StatisticsValue};
use z3_sys::{ErrorCode, Z3_get_error_code};

pub(super) struct Checker {
    logic: Option<&'static str>,
    seed: u32,
    context: Context,
    solver: Solver,
    assertions: Vec<Bool>,
    /// Whether to rebuild the solver before the next check. A check that ended as unknown can leave the general solver
    /// halfway through its preprocessing. The solver for finite domains has only clauses and sums and continues where
    /// it was.
    stale: bool,
    model: Option<Model>,
    /// Whether an assertion failed. No later answer counts.
    failed: bool,
    /// The effort limit last set in the solver.
    effort: Option<u64>,
}

impl Checker {
    /// A solver for this logic; Z3's general one without a logic.
    pub(super) fn new(logic: Option<&'static str>, seed: u32) -> Checker {
        Checker {
            logic,
            seed,
            context: Context::thread_local(),
            solver: new_solver(logic, seed),
            assertions: Vec::new(),
            stale: false,
            model: None,
            failed: false,
            effort: None,
        }
    }

    pub(super) fn context(&self) -> &Context {
        &self.context
    }

    pub(super) fn assert(&mut self, assertion: Bool) {
        self.solver.assert(&assertion);
        // SAFETY: the context is alive.
        self.failed |= unsafe { Z3_get_error_code(self.context.get_z3_context()) } != ErrorCode::Ok;
        self.assertions.push(assertion);
    }

    /// Notes that a term or an assertion could not be made.
    pub(super) fn fail(&mut self) {
        self.failed = true;
    }

    /// The reason why no answer counts any more, if there is one.
    pub(super) fn failure(&self) -> Option<Reason> {
        self.failed.then(|| Reason::GaveUp("Z3 failed to take the formula in (out of memory?)".into()))
    }

    pub(super) fn check(&mut self, assumptions: &[Bool], limits: &Limits) -> Verdict {
        self.model = None;
        if let Some(reason) = limits.stop().or_else(|| self.failure()) {
            return Verdict::Unknown(reason);
        }
        if self.stale {
            self.rebuild();
        }
        if self.effort != limits.effort {
            self.effort = limits.effort;
            let mut params = Params::new();
            let units = limits.effort.map_or(0, |effort| effort.saturating_mul(Z3_UNITS).clamp(1, u32::MAX.into()));
            params.set_u32("rlimit", units as u32);
            self.solver.set_params(&params);
        }
        memory::cap(limits.memory.bytes());
        let guard = watch::begin(&self.context, limits);
        let result = match assumptions {
            [] => self.solver.check(),
            _ => self.solver.check_assumptions(assumptions),
        };
        let stopped = guard.finish();
        if stopped.is_some() {
            // A late interrupt would cancel Z3's next operation; this operation absorbs it.
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
                self.stale = self.logic.is_none();
                if stopped.is_none() && limits.effort.is_some() {
                    return Verdict::Unknown(Reason::Effort);
                }
                Verdict::Unknown(stopped.unwrap_or_else(|| {
                    let words = self.solver.get_reason_unknown();
                    Reason::GaveUp(words.unwrap_or_else(|| "no reason given".into()))
                }))
            }
        }
    }

    /// The statistics that Z3 reports since the solver was made.
    pub(super) fn statistics(&self) -> Vec<Statistic> {
        let entry = |entry: StatisticsEntry| {
            let value = match entry.value {
                StatisticsValue::UInt(value) => value.into(),
                StatisticsValue::Double(value) => value,
            };
            (entry.key, value)
        };
        self.solver.get_statistics().entries().map(entry).collect()
    }

    fn rebuild(&mut self) {
        self.solver = new_solver(self.logic, self.seed);
        for assertion in &self.assertions {
            self.solver.assert(assertion);
        }
        self.stale = false;
        self.effort = None;
    }

    /// The model of the last check, if it was satisfiable.
    pub(super) fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }

    /// The indices of the assumptions in the core of the last check, which was unsatisfiable under `assumptions`.
    ///
    /// Z3 5.3.3 has returned a satisfiable core (an empty one, where an assumption contradicted a unit clause). So the
    /// core is checked once more, and if it isn't refuted, all assumptions are the core.
    pub(super) fn core(&mut self, assumptions: &[Bool], limits: &Limits) -> Vec<usize> {
        let core: Vec<_> = self.solver.get_unsat_core().iter().map(Ast::get_z3_ast).collect();
        let named = |i: &usize| core.contains(&assumptions[*i].get_z3_ast());
        let found: Vec<usize> = (0..assumptions.len()).filter(named).collect();
        if found.len() == assumptions.len() {
            return found;
        }
        let alone: Vec<Bool> = found.iter().map(|&i| assumptions[i].clone()).collect();
        match self.check(&alone, limits) {
            Verdict::Unsat => found,
            _ => (0..assumptions.len()).collect(),
        }
    }
}

fn new_solver(logic: Option<&'static str>, seed: u32) -> Solver {
    static GLOBAL: Once = Once::new();
    // Compressing a model takes ten times as long as reading it.
    GLOBAL.call_once(|| {
        z3::set_global_param("model.compact", "false");
        memory::count();
    });
    let solver = logic.and_then(Solver::new_for_logic).unwrap_or_default();
    let mut params = Params::new();
    // Z3's own handler would replace the program's handler of SIGINT during a check.
    params.set_bool("ctrl_c", false);
    params.set_u32("random_seed", seed);
    solver.set_params(&params);
    solver
}
