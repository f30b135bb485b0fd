//! Answers to questions and commands as data, without words: `sator-draw` makes words, pictures and JSON of them.

#![warn(missing_docs)]

mod answer;
mod argument;
mod done;
mod export;
mod generated;
mod note;
mod references;
mod statement;
mod technique;

pub use answer::*;
pub use argument::*;
pub use done::*;
pub use export::*;
pub use generated::{Generated, Puzzle};
pub use note::Note;
pub use references::References;
pub use statement::{RuleUse, StatementName, StatementPart, StatementRef};
pub use technique::{Grade, Technique};
