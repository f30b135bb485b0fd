//! Completeness of input: does the prompt need another line?

use super::input::Context;
use super::problem::Problem;
use super::read;
use sator_base::source::SourceId;

/// False if more lines can complete `text`, which ends in an open bracket, body or picture, or after an operator or
/// comma. A text with an error that no line can repair is complete.
pub fn is_complete(text: &str) -> bool {
    let context = Context::new(SourceId(0), text);
    !matches!(read(&context, 0), Err(nom::Err::Failure(Problem { unfinished: true, .. })))
}
