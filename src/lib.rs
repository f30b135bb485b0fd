//! sator: puzzles in a small language, answered by Z3.
//!
//! ```text
//! text ──syntax──▶ AST ──elaborate──▶ model ──lower──▶ formula ──solver──▶ answer ──scene──▶ picture ──render──▶ bytes
//! ```
//!
//! One direction only: a stage knows the stage before it by its data type and nothing after it.
//! `session` holds the statements and asks the questions; `cli`, `repl` and `page` only drive a session:
//!
//! ```
//! use sator::{Answer, Interrupt, Session, Settings};
//!
//! let mut session = Session::new(Settings::default(), Interrupt::new());
//! let mut answers = vec![];
//! for statement in session.read("example", "var a, b in 1..9\na + b = 17\na < b\nunique", None)? {
//!     session.run(&statement, &mut |_, report| answers.push(report.answer))?;
//! }
//! assert!(matches!(&answers[..], [Answer::Unique { assignment, .. }] if assignment.0 == [8, 9]));
//! # Ok::<(), Box<sator::Diagnostic>>(())
//! ```
//!
//! What stands at the top here is the library; the modules are open as far as the program's own tests look into them.

#![cfg_attr(
    not(feature = "cli"),
    allow(dead_code, unreachable_pub, reason = "some of it only the program uses, not a library without one")
)]

mod atomic;
#[cfg(feature = "cli")]
mod batch;
#[cfg(feature = "cli")]
pub mod cli;
mod editing;
#[cfg(feature = "cli")]
mod exit;
pub mod files;
mod folders;
pub mod gallery;
pub mod help;
mod input;
mod kept;
#[cfg(feature = "cli")]
mod page;
#[cfg(feature = "cli")]
pub mod repl;
pub mod service;
pub mod session;
pub mod settings;
#[cfg(feature = "cli")]
mod signals;
#[cfg(feature = "cli")]
mod upgrade;

pub use sator_base::limits::{Interrupt, Limits};
pub use sator_lang::diagnostic::Diagnostic;
pub use sator_model::Assignment;
pub use session::{Answer, Report, Session, Settings};
