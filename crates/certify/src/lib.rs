//! Certificates: what a stranger needs to check that a puzzle has one solution, none, or no better one.
//!
//! [`certify`] writes the model as a pseudo-Boolean formula with an encoder of its own, which is naive and short, and
//! refutes "another solution" or "a better one" with a search that logs a proof. Foreign checkers of pseudo-Boolean
//! proofs (VeriPB 3) accept the proof, and `sator-check` accepts the whole certificate: also that the solution meets
//! the formula, and that cuts follow from their graphs.

mod encode;
mod folder;
mod formula;
mod graphs;
mod proof;
mod refute;
mod search;
#[cfg(test)]
mod tests;

use encode::integers::{PAIRS, VALUES};
use encode::{Encoder, SIZE};
pub use folder::Certificate;
use formula::{Linear, Lit, clause};
pub use refute::{Contradiction, refute, refute_relaxed};
use sator_base::limits::{Limits, Reason};
use sator_model::{Assignment, ExprId, Model};
use search::{Outcome, Search};
use std::fmt;

/// A statement of the puzzle with its conditions.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its number, from 1.
    pub number: u32,
    /// The statement as the user wrote it.
    pub text: String,
    /// The conditions that it asserts.
    pub conditions: Vec<ExprId>,
}

/// The claim that a certificate proves.
#[derive(Clone, Debug)]
pub enum Claim {
    /// No other solution differs from this one in an unknown that answers show.
    OneSolution(Assignment),
    /// The statements have no solution.
    NoSolution,
    /// The objectives of no solution are larger (`maximize`) or smaller than those of this one. A later one counts where
    /// those before it are equal.
    BestSolution {
        /// The solution.
        solution: Assignment,
        /// The objectives.
        objectives: Vec<ExprId>,
        /// Whether a larger value is better.
        maximize: bool,
    },
}

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The naive encoding lacks a kind of condition, here in words, of the statement with this number.
    Condition(String, Option<u32>),
    /// An unknown has too many values.
    Domain(String),
    /// A number has too many values, in the statement with this number.
    Numbers(Option<u32>),
    /// The formula is too large.
    Size,
    /// The solution doesn't meet the formula, which is a fault of sator.
    SolutionFails,
    /// The claim doesn't hold: there is another solution, or a better one.
    Refuted,
    /// A limit ended the search for a proof.
    Stopped(Reason),
    /// `sator-check` doesn't accept the proof, which is a fault of sator.
    NotAccepted,
}

impl Refusal {
    fn condition(words: &str) -> Refusal {
        Refusal::Condition(words.to_string(), None)
    }

    /// The same refusal, of this statement.
    fn of(self, statement: u32) -> Refusal {
        match self {
            Refusal::Condition(words, None) => Refusal::Condition(words, Some(statement)),
            Refusal::Numbers(None) => Refusal::Numbers(Some(statement)),
            other => other,
        }
    }

    /// A sentence with what to do instead.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Refusal::Condition(..) => "a certificate needs such a condition as a statement of its own".into(),
            Refusal::Domain(name) => format!("give {name} a domain of at most {VALUES} values"),
            Refusal::Numbers(_) => format!(
                "a certificate needs numbers of at most {VALUES} values, and products and remainders of at most {PAIRS} pairs of values: \
                 give smaller domains to the unknowns"
            ),
            Refusal::Size => {
                format!("a certificate has at most {} variables and {} constraints", SIZE.0, SIZE.1)
            }
            Refusal::Refuted | Refusal::SolutionFails | Refusal::Stopped(_) | Refusal::NotAccepted => return None,
        })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Refusal::Condition(words, None) => write!(f, "certificates lack {words}"),
            Refusal::Condition(words, Some(statement)) => {
                write!(f, "statement {statement} has {words}, which certificates lack")
            }
            Refusal::Domain(name) => write!(f, "{name} has too many values for a certificate"),
            Refusal::Numbers(None) => f.write_str("a number has too many values for a certificate"),
            Refusal::Numbers(Some(statement)) => {
                write!(f, "statement {statement} has a number with too many values for a certificate")
            }
            Refusal::Size => f.write_str("the formula is too large for a certificate"),
            Refusal::SolutionFails => {
                f.write_str("the solution doesn't meet the formula of the certificate, which is a fault of sator")
            }
            Refusal::Refuted => {
                f.write_str("the claim doesn't hold: the formula of the certificate has another solution")
            }
            Refusal::Stopped(_) => f.write_str("a limit ended the search for a proof"),
            Refusal::NotAccepted => f.write_str("sator-check doesn't accept the proof, which is a fault of sator"),
        }
    }
}

/// Makes a certificate: a new proof of the claim, which starts from the statements and the solution alone.
///
/// # Errors
/// The claim is false, the formula lacks a kind of condition, or a limit was met.
pub fn certify(
    model: &Model,
    statements: &[Statement],
    claim: &Claim,
    limits: &Limits,
) -> Result<Certificate, Refusal> {
    let mut encoder = Encoder::new(model);
    encoder.visible()?;
    encoder.statements(statements)?;
    let solution = match claim {
        Claim::NoSolution => None,
        Claim::OneSolution(assignment) => Some((assignment, None)),
        Claim::BestSolution { solution, objectives, maximize } => {
            let score = score(&mut encoder, objectives, *maximize)?;
            Some((solution, Some(score)))
        }
    };
    let mut lines = None;
    if let Some((assignment, score)) = solution {
        let values = encoder.values(assignment)?;
        let shown: Vec<Lit> = values.iter().map(|value| value.1).collect();
        let model = complete(&mut encoder, &shown, limits)?;
        lines = Some(folder::solution(&encoder.formula, &values, &model, score.as_ref())?);
        let refuted = match score {
            None => folder::another(&shown),
            Some(score) => folder::better(&score, |l| model[l.0 as usize])?,
        };
        encoder.formula.comments.push((encoder.formula.constraints.len(), folder::REFUTED.into()));
        encoder.formula.constraints.push(refuted);
    }
    // An objective is what the relaxation is about.
    let new = if matches!(claim, Claim::BestSolution { .. }) { Search::relaxed } else { Search::new };
    let (outcome, search) = run(&mut encoder, &[], new, limits);
    match outcome {
        Outcome::Model => Err(Refusal::Refuted),
        Outcome::Stopped(reason) => Err(Refusal::Stopped(reason)),
        Outcome::Contradiction => {
            Ok(Certificate::new(encoder.formula, encoder.graphs, statements, claim, lines, search.into_steps()))
        }
    }
}

/// The objectives as one sum, which is as large as possible in the best solution: each weighs more than the later ones
/// together can differ.
fn score(encoder: &mut Encoder, objectives: &[ExprId], maximize: bool) -> Result<Linear, Refusal> {
    let mut score = Linear::default();
    let mut weight: i128 = if maximize { 1 } else { -1 };
    for &objective in objectives.iter().rev() {
        let objective = encoder.objective(objective)?;
        score.add(i64::try_from(weight).map_err(|_| Refusal::Numbers(None))?, &objective)?;
        let range: i128 = objective.normal()?.0.iter().map(|term| i128::from(term.0)).sum();
        weight = weight.checked_mul(range + 1).ok_or(Refusal::Numbers(None))?;
    }
    Ok(score)
}

/// The values of all literals in a model that extends the given ones.
fn complete(encoder: &mut Encoder, given: &[Lit], limits: &Limits) -> Result<Vec<bool>, Refusal> {
    let (outcome, search) = run(encoder, given, Search::new, limits);
    // The cuts of this search stay in the formula, and save rounds of the next one.
    match outcome {
        Outcome::Model => Ok((0..2 * encoder.formula.names.len() as u32).map(|l| search.holds(Lit(l))).collect()),
        Outcome::Stopped(reason) => Err(Refusal::Stopped(reason)),
        Outcome::Contradiction => Err(Refusal::SolutionFails),
    }
}

/// Searches for a model in which these literals hold, and adds the cuts that it needs to the formula.
fn run(encoder: &mut Encoder, given: &[Lit], new: fn(usize) -> Search, limits: &Limits) -> (Outcome, Search) {
    let mut search = new(encoder.formula.names.len());
    for (index, constraint) in encoder.formula.constraints.iter().enumerate() {
        search.add(index, constraint);
    }
    for &literal in given {
        if let Some(unit) = clause("", &[literal]) {
            search.add(u32::MAX as usize, &unit);
        }
    }
    loop {
        let outcome = search.run(limits);
        if !matches!(outcome, Outcome::Model) {
            return (outcome, search);
        }
        if let Some(reason) = limits.stop() {
            return (Outcome::Stopped(reason), search);
        }
        let cuts = encoder.graphs.cut(|l| search.holds(l), |l| search.is_known(l));
        if cuts.is_empty() {
            return (outcome, search);
        }
        for cut in cuts {
            search.add_cut(encoder.formula.constraints.len(), &cut);
            encoder.formula.constraints.push(cut);
        }
    }
}
