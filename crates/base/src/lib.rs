//! Basics that every crate of sator uses: ids, spans of a text, limits of a computation, random numbers, linear programs.

#![warn(missing_docs)]

pub mod clock;
pub mod ids;
pub mod limits;
pub mod memory;
pub mod method;
pub mod natural;
pub mod random;
pub mod sets;
pub mod simplex;
pub mod source;
pub mod text;
