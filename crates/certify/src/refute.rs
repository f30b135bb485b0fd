//! Contradictions that are proved a second time, with nothing shared but the model: another formula, another search, and
//! a kernel that replays the proof.

use crate::encode::Encoder;
use crate::search::{Outcome, Search};
use crate::{Certificate, Claim, Refusal, run};
use sator_base::limits::Limits;
use sator_model::{Atom, ExprId, Model, Node};

/// Limit on the variables and constraints of a formula: a proof that confirms another one is to be found as fast.
const SIZE: (usize, usize) = (20_000, 100_000);
/// The same with the linear relaxation, which takes long for a larger formula.
const RELAXED: (usize, usize) = (2_000, 5_000);
/// Most values of a number in a relaxation: it says little where many literals stand for a number. Measured: assignments and
/// warehouses have one literal an alternative; shops and rulers have times and places, and gain nothing.
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
    /// Of these literals, if there are any, at least one fails.
    pub conclusions: &'a [Atom],
}

/// Proves a contradiction by the formula of certificates, and replays the proof as `sator-check` does.
///
/// # Errors
/// There is no contradiction ([`Refusal::Refuted`]), the formula lacks a kind of condition, or a limit was met.
pub fn refute(model: &Model, claim: &Contradiction, limits: &Limits) -> Result<(), Refusal> {
    refute_by(Search::new, SIZE, model, claim, limits)
}

/// The same, with the linear relaxation of the formula: of a claim whose last condition bounds a sum, as after an optimum.
///
/// # Errors
/// As for [`refute`]; the effort counts as used up where the relaxation is too large.
pub fn refute_relaxed(model: &Model, claim: &Contradiction, limits: &Limits) -> Result<(), Refusal> {
    let is_wide = |node: &Node| matches!(node, Node::IntVar(u) if model.unknown(*u).domain.size() > VALUES);
    if model.pool.nodes_under(claim.conditions).any(|e| is_wide(model.pool.node(e))) {
        return Err(Refusal::Numbers(None));
    }
    refute_by(Search::by_relaxation, RELAXED, model, claim, limits)
}

fn refute_by(
    new: fn(usize) -> Search,
    size: (usize, usize),
    model: &Model,
    claim: &Contradiction,
    limits: &Limits,
) -> Result<(), Refusal> {
    if !model.open.is_empty() {
        return Err(Refusal::Numbers(None));
    }
    let mut encoder = Encoder::within(model, size);
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
