//! The one place with the size limits of encodings into clauses.

/// Size limits; tests lower them so that every way is gone.
#[derive(Clone, Debug)]
pub struct Sizes {
    /// Most literals of an at-most-one that is written as a clause for each pair. Measured with batsat on
    /// sudokus of 9, 16 and 25 and on exact covers.
    pub pairwise: usize,
    /// Literals of a group where there are more.
    pub group: usize,
    /// Most clauses of a totalizer; a larger sum becomes an adder, which is small but propagates little.
    /// Measured on killers and on the sums of the corpus.
    pub totalizer: usize,
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes { pairwise: 40, group: 8, totalizer: 60_000 }
    }
}
