//! Answers and errors as bytes: one colour-free [`Drawing`] from which every output is made, JSON
//! objects for programs, and diagnostics with their excerpt of the source.
//!
//! Nothing here decides anything: what a cell shows and how it is marked comes from the caller.

mod answer;
mod answer_json;
mod borders;
mod candidates;
mod canvas;
mod clues;
pub mod diagnostic;
pub mod drawing;
mod explanation;
pub mod grid;
pub mod json;
mod lines;
mod lines_json;
pub mod terminal;
mod text;
pub mod variables;

pub use answer::{counted, draw_report, time_text};
pub use answer_json::report_object;
pub use candidates::{draw_candidates, draw_grid_candidates};
pub use diagnostic::render_diagnostic;
pub use drawing::{Drawing, Line, PAGE_WIDTH, Piece, Style, side_by_side};
pub use grid::{CellText, Content, draw_answer, draw_grid};
pub use lines::draw_lines;
pub use terminal::{ColorChoice, render_terminal, use_color};
pub use text::{shorten, visible};
pub use variables::draw_variables;

#[cfg(test)]
mod tests;
