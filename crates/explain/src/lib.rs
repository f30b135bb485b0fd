//! Why: clashes, proofs, hints and what is redundant, in the user's own statements.
//!
//! `groups` divides constraints into statements and names them; `prover` holds a formula with a guard for each;
//! `mus`, `fewest` and `all_clashes` find sets that clash; `group_consistency`, `deduce`, `steps` and `hint` solve step by step;
//! `verify` proves every set once more before it is shown.

#![warn(missing_docs)]

mod all_clashes;
mod check_entries;
mod clash;
mod deduce;
mod deletion;
mod explainer;
mod fewest;
mod group_checks;
mod group_consistency;
mod group_csp;
mod groups;
mod hint;
mod hitting;
mod judge;
mod knowledge;
mod latin_grader;
mod line_blocks;
mod listing;
mod logic;
mod mask;
mod merge;
mod mus;
mod near;
mod patterns;
mod prove;
mod prover;
mod redundant;
mod removable;
mod report;
mod steps;
#[cfg(test)]
mod tests;
mod verify;

pub use check_entries::Entries;
pub use clash::Explanation;
pub use explainer::{Context, Explainer, Places};
pub use groups::{condition_name, place_of};
pub use hint::{Hint, Stage};
pub use hitting::{Hit, smallest_hitting_set};
pub use judge::ClaimedStep;
pub use latin_grader::LatinGrader;
pub use listing::OnStep;
pub use prover::{Found, Unexplained};
pub use redundant::Redundancy;
pub use steps::{Reach, Steps};
