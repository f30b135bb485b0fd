//! Is this input finished, or does the prompt need another line?

use super::input::Context;
use super::problem::Problem;
use super::read;
use sator_base::source::SourceId;

/// False when more lines could still make `text` right: an open bracket, body or picture, or a
/// last operator or comma. A text that is wrong whatever follows is finished.
pub fn is_complete(text: &str) -> bool {
    let context = Context::new(SourceId(0), text);
    !matches!(read(&context), Err(nom::Err::Failure(Problem { unfinished: true, .. })))
}
