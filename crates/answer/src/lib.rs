//! Answers to questions and commands as data, without words: `sator-draw` makes words, pictures and JSON of them.

#![warn(missing_docs)]

mod answer;
mod argument;
mod case;
mod condition;
mod done;
mod export;
mod facts;
mod generated;
mod note;
mod parts;
mod references;
mod score;
mod statement;
mod step;
mod technique;

pub use answer::*;
pub use argument::*;
pub use case::*;
pub use condition::Condition;
pub use done::*;
pub use export::*;
pub use facts::{Claim, Facts, Picture, Values};
pub use generated::{Generated, Puzzle};
pub use note::Note;
pub use parts::*;
pub use references::References;
pub use sator_model::Atom;
pub use sator_model::wording::{denying_sentences, joint_wording};
pub use score::{score, word_of_score};
pub use statement::{RuleUse, StatementName, StatementPart, StatementRef};
pub use step::{Placeholders, Premise, Step};
pub use technique::{Grade, Technique};
