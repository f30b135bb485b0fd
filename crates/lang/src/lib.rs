//! The language of sator: text to syntax tree to model, with located errors.

#![warn(missing_docs)]
//!
//! ```text
//! text ──syntax──▶ syntax tree ──elaborate──▶ model
//! ```

pub mod code;
pub mod data;
pub mod diagnostic;
pub mod elaborate;
pub mod library;
pub mod syntax;
pub mod verify;
