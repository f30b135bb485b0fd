//! Answers to questions and commands as data, without words: `sator-draw` makes words, pictures and JSON of them.

mod answer;
mod done;
mod export;
mod generated;
mod note;
mod technique;

pub use answer::*;
pub use done::*;
pub use export::*;
pub use generated::{Generated, Puzzle};
pub use note::Note;
pub use technique::{Grade, Technique};
