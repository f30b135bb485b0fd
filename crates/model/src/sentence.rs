//! Sentences that rules have for their conditions.

use std::ops::{Deref, Range};
use std::sync::Arc;

/// The sentence of a `because`, with the place of its cell, so that sentences that differ in their cell only can be joined.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sentence {
    /// The sentence.
    pub text: Arc<str>,
    /// Bytes of `text`: the name of the cell, where the sentence names exactly one cell.
    pub cell: Option<Range<u32>>,
}

impl Sentence {
    /// The name of the cell, where the sentence names exactly one cell.
    pub fn cell_name(&self) -> Option<&str> {
        let Range { start, end } = self.cell.clone()?;
        Some(&self.text[start as usize..end as usize])
    }
}

impl Deref for Sentence {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

/// A sentence without cells.
impl<T: Into<Arc<str>>> From<T> for Sentence {
    fn from(text: T) -> Sentence {
        Sentence { text: text.into(), cell: None }
    }
}
