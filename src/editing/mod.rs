//! What an editor wants to know of a text that is being typed: its colours, what could come next, and the names that the
//! session knows. The prompt and the page both look here.

pub(crate) mod completion;
pub(crate) mod highlight;
pub(crate) mod hints;
pub(crate) mod names;
