//! Contradictions that are proved a second time, with nothing shared but the model: another formula, another search, and
//! a kernel that replays the proof.

use crate::encode::Encoder;
use crate::search::Outcome;
use crate::{Certificate, Claim, Refusal, run};
use sator_base::limits::Limits;
use sator_model::{Atom, ExprId, Model};

/// Limit on the variables and constraints of a formula: a proof that confirms another one is to be found as fast.
const SIZE: (usize, usize) = (20_000, 100_000);

/// The conditions that a claim calls contradictory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Contradiction<'a> {
    /// These conditions hold.
    pub conditions: &'a [ExprId],
    /// These literals hold.
    pub facts: &'a [Atom],
    /// This condition fails.
    pub denied: Option<ExprId>,
    /// Of these literals, if there are any, at least one fails.
    pub conclusions: &'a [Atom],
}

/// Proves a contradiction by the formula of certificates, and replays the proof as `sator-check` does.
///
/// # Errors
/// There is no contradiction ([`Refusal::Refuted`]), the formula lacks a kind of condition, or a limit was met.
pub fn refute(model: &Model, claim: &Contradiction, limits: &Limits) -> Result<(), Refusal> {
    if !model.open.is_empty() {
        return Err(Refusal::Numbers(None));
    }
    let mut encoder = Encoder::within(model, SIZE);
    encoder.contradiction(claim)?;
    let (outcome, search) = run(&mut encoder, &[], limits);
    match outcome {
        Outcome::Model => return Err(Refusal::Refuted),
        Outcome::Stopped(reason) => return Err(Refusal::Stopped(reason)),
        Outcome::Contradiction => {}
    }
    let steps = search.into_steps();
    let proved = Certificate::new(encoder.formula, encoder.graphs, &[], &Claim::NoSolution, None, steps);
    // A proof that isn't accepted proves nothing.
    sator_check::check(&proved.checked).map(|_| ()).map_err(|_| Refusal::NotAccepted)
}
