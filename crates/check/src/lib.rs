//! Checks certificates of puzzles. A certificate is a folder with these files:
//!
//! - `formula.opb`: the puzzle as pseudo-Boolean constraints, and one more: `@another` (a solution other than the given
//!   one) or `@better` (a better one). Without a solution neither is there.
//! - `proof`: lines that each follow from earlier ones by unit propagation or addition, up to a contradiction.
//! - `solution`: the solution, if the puzzle has one.
//! - `cuts`: the conditions on graphs, and for each constraint labelled `@cut_...` the one from which it follows.
//! - `digest`: a number by which a damaged file is noticed.
//!
//! [`check()`] accepts a certificate only if the solution meets the formula without that one constraint and the
//! conditions on graphs, each cut follows from its condition, and the proof leads to a contradiction. It trusts that the formula expresses the puzzle, and
//! that `solution` names every unknown.

mod formula;
mod graph;
mod proof;
mod solution;

pub use formula::{Constraint, Formula, Literal};
use std::fmt;

/// The files of a certificate.
#[derive(Clone, Debug, Default)]
pub struct Certificate {
    /// `formula.opb`.
    pub formula: String,
    /// `proof`.
    pub proof: String,
    /// `solution`, if there is one.
    pub solution: Option<String>,
    /// `cuts`, if there are any.
    pub cuts: Option<String>,
    /// `digest`: [`Certificate::digest_of_files`] when the certificate was made.
    pub digest: String,
}

impl Certificate {
    /// A number that changes with any byte of the other files (FNV-1a of 64 bits), in hexadecimal digits. It reveals
    /// accidents; a forger can compute it too.
    pub fn digest_of_files(&self) -> String {
        let parts = [Some(&self.formula), Some(&self.proof), self.solution.as_ref(), self.cuts.as_ref()];
        // A byte that is no text ends each part.
        let bytes = parts.into_iter().flat_map(|part| part.map_or("", String::as_str).bytes().chain([0xff]));
        let with = |digest: u64, byte| (digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        let digest = bytes.fold(0xcbf2_9ce4_8422_2325, with);
        format!("{digest:016x}")
    }
}

/// The claim that a certificate proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The solution is the only one.
    OneSolution,
    /// No solution has a higher score.
    BestSolution,
    /// There is no solution.
    NoSolution,
}

/// The size of a certificate that was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The claim that it proves.
    pub claim: Claim,
    /// Constraints of the formula.
    pub constraints: usize,
    /// The number of constraints that follow from graphs.
    pub cuts: usize,
    /// Lines of the proof.
    pub lines: usize,
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let claim = match self.claim {
            Claim::OneSolution => "the solution is the only one",
            Claim::BestSolution => "no solution is better",
            Claim::NoSolution => "there is no solution",
        };
        write!(f, "{claim} ({} constraints, {} cuts, {} lines of proof)", self.constraints, self.cuts, self.lines)
    }
}

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(String);

/// A result, or why a certificate is refused.
pub type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    fn new(message: &str) -> Failure {
        Failure(message.to_string())
    }

    fn at(file: &str, line: usize, message: &str) -> Failure {
        Failure(format!("{file}, line {line}: {message}"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Checks a certificate.
///
/// # Errors
/// The first thing in it that is wrong.
pub fn check(certificate: &Certificate) -> Result<Checked> {
    if certificate.digest.trim() != certificate.digest_of_files() {
        return Err(Failure::new("a file was changed after the certificate was made"));
    }
    let formula = Formula::parse(&certificate.formula)?;
    let (claim, solution) = match &certificate.solution {
        Some(text) => solution::check(&formula, text).map(|(claim, values)| (claim, Some(values)))?,
        None if formula.constraints.iter().any(|c| ["@another", "@better"].contains(&&c.label[..])) => {
            return Err(Failure::new("the formula excludes a solution, but no solution is given"));
        }
        None => (Claim::NoSolution, None),
    };
    let cuts = graph::check(&formula, certificate.cuts.as_deref().unwrap_or_default(), solution.as_ref())?;
    let lines = proof::check(&formula, &certificate.proof)?;
    Ok(Checked { claim, constraints: formula.constraints.len(), cuts, lines })
}
