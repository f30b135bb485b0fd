//! sator: logic puzzles in a small language, solved and explained.
//!
//! ```text
//! text ──syntax──▶ AST ──elaborate──▶ model ──lower──▶ formula ──solver──▶ answer ──scene──▶ picture ──render──▶ bytes
//! ```
//!
//! A stage knows the stage before it by its data type and nothing after it; the stages below the session are crates of their
//! own. [`puzzle`] is the library: a puzzle is parsed, a solver answers.
//!
//! ```
//! use sator::{Options, Puzzle, Verdict};
//!
//! let puzzle = Puzzle::parse("var a, b in 1..9\na + b = 17\na < b")?;
//! let mut solver = puzzle.solver(&Options::default());
//! let Verdict::Solved(solution) = solver.solve()? else { panic!("there is a solution") };
//! assert_eq!(solution.value("a").and_then(|a| a.number()), Some(8));
//! assert_eq!(solver.is_unique()?, Some(true));
//! # Ok::<(), sator::puzzle::Error>(())
//! ```
//!
//! | module | for |
//! | --- | --- |
//! | [`puzzle`] | programs that ask puzzles |
//! | `lsp` | editors that speak the Language Server Protocol (feature `lsp`) |
//! | [`service`] | editors and pages: a text, requests, JSON |
//! | [`session`] | programs that run scripts statement by statement, as the prompt does |
//!
//! The features `cli` (the program, with the language server of `lsp`), `meter` (limits on memory), `png` and `z3` are on by default. Without `z3` the library needs no libz3.

#![warn(missing_docs)]
#![cfg_attr(
    not(feature = "cli"),
    allow(dead_code, unreachable_pub, reason = "some of it only the program uses, not a library without one")
)]

// Hidden modules are for the program, its tests and the Python package; they are no part of the library.
mod atomic;
#[cfg(feature = "cli")]
mod batch;
mod book;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
mod dirs;
mod editing;
#[cfg(feature = "cli")]
mod exit;
#[doc(hidden)]
pub mod files;
#[doc(hidden)]
pub mod gallery;
#[doc(hidden)]
pub mod help;
mod input;
#[cfg(feature = "cli")]
mod judge;
mod kept;
#[cfg(feature = "lsp")]
pub mod lsp;
#[cfg(feature = "cli")]
mod mcp;
#[cfg(feature = "meter")]
#[doc(hidden)]
pub mod memory;
#[cfg(feature = "cli")]
mod page;
pub mod puzzle;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod repl;
#[cfg(feature = "cli")]
mod rpc;
pub mod service;
pub mod session;
#[doc(hidden)]
pub mod settings;
#[cfg(feature = "cli")]
mod signals;
#[cfg(feature = "cli")]
mod upgrade;

pub use puzzle::{Options, Puzzle, Solution, Solver, Verdict};
pub use sator_base::limits::{Interrupt, Limits};
pub use sator_lang::diagnostic::Diagnostic;
pub use sator_model::Assignment;
pub use sator_solve::solver::search_z3_in;
pub use session::{Answer, Report, Session, Settings};
