//! Which way each thing is lowered: the one place with size limits.
//!
//! | thing | way |
//! | --- | --- |
//! | unknown with up to `one_hot_max` values | one literal a value; else a bit-vector (labels of pieces up to `label_max`) |
//! | condition on one unknown | a literal: a value, a set of values |
//! | condition on two or three unknowns, few tuples | clauses over the value tuples |
//! | `a*x + b*y <= k` on long domains | clauses over order literals |
//! | sum of literals | cardinality |
//! | conjunctions in a sum, each with the parts of the one before | the order literals of one number |
//! | size of a piece that is its label | literals of the labels alone |
//! | sum of cells that all differ | a literal for each combination of values |
//! | sum of few small terms | pseudo-Boolean over order literals |
//! | other sums, products, quotients | bit-vectors, wide enough by the bounds |
//! | `min`, `max`, `if`, `list[i]`, ... with few values | one literal a value; else bit-vectors |
//! | all different, few values | at most one a value, and each value somewhere if it is a permutation |
//!
//! Measured with Z3 5.3.3 on the puzzles of the examples.

use crate::encode::sizes::Sizes;

/// Size limits; tests lower them so that every way is gone.
#[derive(Clone, Debug)]
pub struct Choose {
    /// Largest domain with a literal for each value.
    pub one_hot_max: u64,
    /// The same for labels of pieces: cuts are far stronger with a literal for each.
    pub label_max: u64,
    /// How sums of literals become clauses.
    pub sizes: Sizes,
    /// Most tuples of two unknowns that are gone through.
    pub pair_tuples: u64,
    /// Most tuples of three unknowns that are gone through.
    pub triple_tuples: u64,
    /// Most nodes that are evaluated for each tuple.
    pub tuple_nodes: usize,
    /// From so many tuples on, an inequality of two terms goes over order literals.
    pub order_tuples: u64,
    /// Most values of an expression that gets a literal for each.
    pub view_max: u64,
    /// Most combinations of values when such an expression is made from two others.
    pub cube_max: u64,
    /// Most literals of a pseudo-Boolean sum.
    pub weighted_literals: usize,
    /// Largest weight in one.
    pub weighted_coefficient: i64,
    /// Most combinations of values of a sum of distinct cells that get a literal each.
    pub cage_combinations: usize,
    /// Most cells of a sum that is derived from others.
    pub derived_cells: usize,
}

impl Default for Choose {
    fn default() -> Choose {
        Choose {
            one_hot_max: 128,
            label_max: 200,
            sizes: Sizes::default(),
            pair_tuples: 40_000,
            triple_tuples: 2_000,
            tuple_nodes: 40,
            order_tuples: 150,
            view_max: 150,
            cube_max: 6_000,
            weighted_literals: 300,
            weighted_coefficient: 12,
            cage_combinations: 100,
            derived_cells: 4,
        }
    }
}
