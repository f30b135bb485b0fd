//! The substitute for Z3 in a build without it. Formulas can be made and written; every check returns unknown with the
//! reason.

use super::Engine;
use super::missing::reason;
use super::sat::{Reason, Verdict};
use super::terms::{Term, Terms};
use sator_base::limits::Limits;
use sator_base::method::Statistic;

/// Without Z3 no thread is ever abandoned.
pub fn leave_if_abandoned(_code: u8) {}

/// Without Z3 no library is searched.
pub fn search_z3_in(_folder: std::path::PathBuf) {}

/// `auto` has no second engine to race.
pub(super) use super::batsat::Batsat as Auto;

/// The solver of integers, whose answer is always unknown.
pub struct Integers;

impl Integers {
    /// A solver without assertions.
    pub fn new(_seed: u32) -> Integers {
        Integers
    }

    /// It never becomes unusable.
    pub fn failure(&self) -> Option<Reason> {
        None
    }

    /// Unknown.
    pub fn check(&mut self, _: &mut Terms, _: &[Term], _: &Limits) -> Verdict {
        Verdict::Unknown(reason(Engine::Z3))
    }

    /// 0, because no check returns a model.
    pub fn in_model(&self, _: &Terms, _: Term) -> i64 {
        0
    }

    /// Empty, because nothing was counted.
    pub fn statistics(&self) -> Vec<Statistic> {
        vec![]
    }

    /// Empty, because no check is unsatisfiable.
    pub fn core(&self) -> Vec<Term> {
        vec![]
    }
}
