//! Contradictions that are proved a second time, with nothing shared but the model: another formula, another search, and
//! a kernel that replays the proof.

use crate::encode::Encoder;
use crate::search::{Outcome, Search};
use crate::{Certificate, Claim, Refusal, run};
use sator_base::limits::Limits;
use sator_model::{Atom, ExprId, Model};

/// Limit on the variables and constraints of a formula: a proof that confirms another one is to be found as fast.
const SIZE: (usize, usize) = (20_000, 100_000);
/// The same with the linear relaxation, which takes long for a larger formula.
const RELAXED: (usize, usize) = (2_000, 5_000);
/// Numbers of more values have binary digits in a relaxation, which is weak where each of many values has a literal. Measured:
/// assignments and warehouses have one literal an alternative; shops and rulers have times and places, and gain nothing.
const VALUES: u64 = 40;

/// The conditions that a claim calls contradictory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Contradiction<'a> {
    /// These conditions hold.
    pub conditions: &'a [ExprId],
    /// These literals hold.
    pub facts: &'a [Atom],
    /// This condition fails.
    pub denied: Option<ExprId>,
    /// At least one of these literals fails, if there are any.
    pub conclusions: &'a [Atom],
}

/// Proves a contradiction by the formula of certificates, and replays the proof as `sator-check` does.
///
/// # Errors
/// There is no contradiction ([`Refusal::Refuted`]), the formula lacks a kind of condition, or a limit was met.
pub fn refute(model: &Model, claim: &Contradiction, limits: &Limits) -> Result<(), Refusal> {
    refute_by(Search::new, Encoder::within(model, SIZE), claim, limits)
}

/// The same, with the linear relaxation of the formula: of a claim whose last condition bounds a sum, as after an optimum.
///
/// # Errors
/// As for [`refute`]; the effort counts as used up where the relaxation is too large.
pub fn refute_relaxed(model: &Model, claim: &Contradiction, limits: &Limits) -> Result<(), Refusal> {
    refute_with_digits(model, claim, VALUES, limits)
}

/// The same, with binary digits for numbers of more values than this.
pub(crate) fn refute_with_digits(
    model: &Model,
    claim: &Contradiction,
    most_values: u64,
    limits: &Limits,
) -> Result<(), Refusal> {
    let encoder = Encoder::within(model, RELAXED).with_few_pairs(claim);
    let encoder = encoder.with_digits(claim, most_values).ok_or(Refusal::Numbers(None))?;
    refute_by(Search::by_relaxation, encoder, claim, limits)
}

fn refute_by(
    new: fn(usize) -> Search,
    mut encoder: Encoder,
    claim: &Contradiction,
    limits: &Limits,
) -> Result<(), Refusal> {
    encoder.contradiction(claim)?;
    let (outcome, search) = run(&mut encoder, &[], new, limits);
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
