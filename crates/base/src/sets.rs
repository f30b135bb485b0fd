//! Sets of numbers that are joined: union-find with path halving (Tarjan & van Leeuwen 1984).

/// The numbers from 0 on, each in one set.
pub struct Sets(Vec<usize>);

impl Sets {
    /// A set for each of this many numbers.
    pub fn new(size: usize) -> Sets {
        Sets((0..size).collect())
    }

    /// The number that stands for the set of a number.
    pub fn root(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    /// Joins the sets of two numbers. False if they are one already.
    pub fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a] = b;
        a != b
    }
}
