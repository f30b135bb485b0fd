//! Makes puzzles: a random solution, and clues that leave no other.

#![warn(missing_docs)]
//!
//! ```text
//! question ──Request──▶ source of solutions ──▶ draft ──▶ reduced clues ──▶ grade ──▶ confirmed puzzle
//! ```
//!
//! [`Request::read`] looks a question up in the rules that an elaborator holds. [`Generator::run`] makes the puzzles and returns an
//! [`Outcome`]: puzzles as data, and why there are fewer than were wanted. Each puzzle is confirmed by a proof of uniqueness that had
//! no part in making it.
//!
//! - `solution` draws random solutions; `solution_walk`, `kempe` and `value_symmetry` decide which one to try next.
//! - `draft` and `clue_reduction` remove clues; `fewest` finds a smallest set with a proof.
//! - `givens` and `rule_clues` know what a clue is; `token_meanings` and `rule_hooks` get that from a rule.
//! - `derived_clues`, `division` and `boards` make puzzles and shapes as text.
//! - `grade` brings puzzles to a grade by `steps`, `confirm` proves uniqueness.

mod boards;
mod clue;
mod clue_reduction;
mod clue_rule;
mod confirm;
mod derived_clues;
mod division;
mod draft;
mod fewest;
mod generator;
mod givens;
mod givens_board;
mod grade;
mod kempe;
mod layout;
mod marked_cells;
mod options;
mod outcome;
mod picture;
mod pictures_of_clues;
mod progress;
mod puzzle_text;
mod rearrangement;
mod refusal;
mod request;
mod rule_clues;
mod rule_hooks;
mod rule_words;
mod shapes;
mod solution;
mod solution_walk;
mod steps;
mod symmetry;
#[cfg(test)]
mod tests;
mod token_meanings;
mod value_symmetry;

pub use generator::{Context, GENERATED, Generator};
pub use outcome::{Counted, GradeReached, Outcome, Puzzle, Shortfall};
pub use progress::{OnProgress, Progress, Stage};
pub use request::Request;
pub use value_symmetry::ValueSymmetry;
