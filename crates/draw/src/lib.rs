//! Answers as pictures and words.
//!
//! ```text
//! answer ──scene──▶ shapes ──render──▶ terminal, SVG, PNG, HTML, JSON
//! ```

#![warn(missing_docs)]

pub mod mark;
pub mod narration;
pub mod palette;
pub mod render;
pub mod scene;
