//! Answers and errors as bytes: scenes as text, JSON objects for programs, and diagnostics with their excerpt of the
//! source.
//!
//! Nothing here decides anything: what a cell shows and how it is marked comes from the caller.

mod answer;
mod answer_json;
mod book;
mod borders;
mod candidates;
mod canvas;
mod chart;
mod clash;
mod clues;
mod detailed_board;
pub mod diagnostic;
mod done;
pub mod drawing;
mod explanation;
mod export;
mod generated;
mod grid;
pub mod json;
mod legend;
mod lines;
mod lines_json;
mod manual;
mod notes;
mod optimum;
pub mod page;
mod parts;
#[cfg(feature = "png")]
mod png;
mod scene;
mod scene_json;
mod session;
mod statement_list;
mod stats;
mod step_json;
mod steps;
pub mod svg;
pub mod terminal;
mod variables;
mod wrap;

pub use crate::scene::{CellText, Content, Style};
pub use answer::{draw_report, time_text};
pub use answer_json::report_object;
pub use book::{BookPuzzle, Booklet, Paper, render_book};
pub use candidates::{draw_candidates, draw_grid_candidates};
pub use diagnostic::render_diagnostic;
pub use drawing::{Drawing, Line, PAGE_WIDTH, Piece, side_by_side};
pub use explanation::ShownClash;
pub use export::export_bytes;
pub use generated::puzzle_summary;

pub use clash::clash_message;
pub use manual::manual;
pub use page::{Labels, Look, ascii};
pub use parts::{draw_in_parts, write_object};
pub use scene::{draw_answer, draw_board, draw_grid, draw_lines, draw_scene};
pub use scene_json::scene_object;
pub use step_json::{broken_object, statement_object};
pub use terminal::{ColorChoice, render_terminal, use_color};
pub use wrap::fold;

#[cfg(test)]
mod tests;
