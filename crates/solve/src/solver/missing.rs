//! The substitute for an engine that a build lacks. Formulas can be made and written; every check returns unknown with the
//! reason.

use super::Engine;
use super::sat::{Hook, Lit, Reason, Sat, Size, Verdict};
use sator_base::limits::Limits;

/// The reason for every unknown answer of an engine that this build lacks.
pub(super) fn reason(engine: Engine) -> Reason {
    let name = match engine {
        Engine::Z3 => "Z3",
        Engine::Cadical => "CaDiCaL",
        Engine::Auto | Engine::Sat => unreachable!("every build has batsat"),
    };
    Reason::GaveUp(format!("this build of sator has no {name}"))
}

/// The substitute for an engine, whose answer is always unknown.
pub(super) struct Missing {
    engine: Engine,
    variables: i32,
    clauses: usize,
}

impl Missing {
    pub(super) fn new(engine: Engine) -> Missing {
        Missing { engine, variables: 0, clauses: 0 }
    }
}

impl Sat for Missing {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Lit(self.variables + 1)
    }

    fn clause(&mut self, _: &[Lit]) {
        self.clauses += 1;
    }

    fn check(&mut self, _: &[Lit], _: Option<Hook>, _: &Limits) -> Verdict {
        Verdict::Unknown(reason(self.engine))
    }

    fn value(&self, _: Lit) -> bool {
        false
    }

    fn core(&self) -> Vec<Lit> {
        vec![]
    }

    fn size(&self) -> Size {
        Size { variables: self.variables as usize, assertions: self.clauses }
    }
}
