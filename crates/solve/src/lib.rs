//! From a model to answers: formulas in two encodings, clauses, and engines.

#![warn(missing_docs)]
//!
//! ```text
//! model ──lower──▶ formula ──encode──▶ clauses ──solver──▶ verdict, assignment, core
//! ```

pub mod encode;
pub mod lower;
pub mod solver;
pub mod tuning;
