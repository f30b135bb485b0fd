//! Thresholds that choose between encodings and between engines, each with what it was measured on. A threshold of a
//! single algorithm stands beside it.
//!
//! | constraint or expression | encoding |
//! | --- | --- |
//! | linear sums of wide numbers only | the integers of Z3 first ([`WIDE_VALUES`], [`INTEGER_TRIAL`]); else finite domains |
//! | unknown with up to `one_hot_max` values | one literal a value; else a bit-vector (labels of pieces up to `label_max`) |
//! | condition on one unknown | a literal: a value, a set of values |
//! | condition on two or three unknowns, few tuples | clauses over the value tuples |
//! | condition on up to three unknowns, as deep as a chain | the same, with many more evaluations |
//! | `a*x + b*y <= k` on long domains | clauses over order literals |
//! | conjunctions in a sum, each with the parts of the one before | the order literals of one number |
//! | size of a piece that is its label | literals of the labels alone; first with one for all that are large |
//! | count of a large connected piece | cuts; a sum once all other constraints hold |
//! | sum of cells that all differ | a literal for each combination of values |
//! | sum of few small terms | pseudo-Boolean over order literals |
//! | other sums, products, quotients | bit-vectors, wide enough by the bounds |
//! | `min`, `max`, `if`, `list[i]`, ... with few values | one literal a value; else bit-vectors |
//! | all different, few values | at most one a value, and each value somewhere if it is a permutation |
//! | at most one of a few, of many | a clause for each pair; groups with a literal each |
//! | count of up to [`SMALL_COUNT`] literals | a clause for each subset |
//! | pseudo-Boolean sum | Z3's own where Z3 answers; else a totalizer, and an adder where that is too large |

/// Thresholds of a formula. Tests lower them, so that small puzzles reach every encoding.
#[derive(Clone, Debug)]
pub struct Sizes {
    /// Largest domain that gets a literal for each value. Measured on the examples and the corpus with Z3.
    pub one_hot_max: u64,
    /// The same limit for labels of pieces: cuts are far stronger with a literal for each. Measured on fillominos.
    pub label_max: u64,
    /// Limit on the value tuples of two unknowns that are enumerated. Measured on the examples with Z3, as the next
    /// two.
    pub pair_tuples: u64,
    /// Limit on the value tuples of three unknowns that are enumerated.
    pub triple_tuples: u64,
    /// Limit on the nodes evaluated for each tuple.
    pub tuple_nodes: usize,
    /// The height from which a condition on few unknowns counts as a chain of definitions.
    pub chain_height: u32,
    /// Limit on node evaluations for the tuples of a chain. Measured on chains of `abs` and `min` of up to 8,000 definitions: 2^24 evaluations take .1 s.
    pub chain_evaluations: usize,
    /// The number of tuples from which an inequality of two terms uses order literals. Measured on futoshiki and
    /// thermometers.
    pub order_tuples: u64,
    /// Limit on the values of an expression with a literal for each. Measured on the examples with Z3, as the next one.
    pub view_max: u64,
    /// Limit on the combinations of values of an expression made from two others.
    pub cube_max: u64,
    /// Limit on the literals of a pseudo-Boolean sum; larger sums become bit-vectors. Measured on magic squares,
    /// cryptarithms and killers, as the next one.
    pub weighted_literals: usize,
    /// Limit on the weights of a pseudo-Boolean sum.
    pub weighted_coefficient: i64,
    /// Limit on the combinations of values of a sum of distinct cells with a literal for each. Measured on killers and
    /// kakuros, as the next one.
    pub cage_combinations: usize,
    /// Limit on the cells of a derived sum.
    pub derived_cells: usize,
    /// The largest at-most-one that becomes a clause for each pair. Measured with batsat on sudokus of 9, 16 and 25 and
    /// on exact covers, as the next one.
    pub pairwise: usize,
    /// The size of the groups of a larger at-most-one.
    pub group: usize,
    /// Limit on the clauses of a totalizer; a larger sum becomes an adder, which is small but propagates little.
    /// Measured on killers and the sums of the corpus.
    pub totalizer: usize,
    /// The product of places and count from which the count of a connected piece is deferred. Measured on Nurikabe
    /// 40x57, which has islands of 50.
    pub deferred_count: usize,
    /// Sizes of pieces above this number are candidates for merging into one value. Measured on fillominos with as many
    /// values as cells, as the next two.
    pub merged_above: i64,
    /// Merged sizes exceed the largest given size by more than this, because other pieces are often a little larger.
    pub merged_beyond: i64,
    /// Sizes are merged if on average a vertex has more than this many of them.
    pub merged: usize,
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes {
            one_hot_max: 128,
            label_max: 200,
            pair_tuples: 40_000,
            triple_tuples: 2_000,
            tuple_nodes: 40,
            chain_height: 64,
            chain_evaluations: 1 << 24,
            order_tuples: 150,
            view_max: 150,
            cube_max: 6_000,
            weighted_literals: 300,
            weighted_coefficient: 12,
            cage_combinations: 100,
            derived_cells: 4,
            pairwise: 40,
            group: 8,
            totalizer: 60_000,
            deferred_count: 12_000,
            merged_above: 8,
            merged_beyond: 4,
            merged: 2,
        }
    }
}

/// Largest number of literals whose count is encoded as clauses. Measured with Z3 and batsat on the examples.
pub const SMALL_COUNT: usize = 6;

/// A puzzle of linear sums has wide numbers if the domains of the unknowns in its sums of three or more terms have at
/// least this many values together; of an unknown of 0 and 1 its weight counts. Measured on sums of rows, columns and
/// blocks, means of neighbours, knapsacks and random systems of 6x6 to 12x12 numbers up to 30, 60, 200, 500 and 10,000.
/// From this number on Z3's integers either answer within [`INTEGER_TRIAL`] (in 0.03 to 0.2 s, where finite domains take
/// 0.3 to 10) or search for a long time.
pub const WIDE_VALUES: u64 = 3_000;

/// The effort of each check of wide numbers before finite domains take over, about a tenth of a second. Checks that
/// succeeded at all used up to half of it.
pub const INTEGER_TRIAL: u64 = 10;

/// Conflicts of batsat alone in one check before Z3 starts beside it: about half a second on the puzzles of the corpus.
pub const SOLO_CONFLICTS: u64 = 20_000;

/// The same for a check whose models are cut. Z3 restarts at each round: on Numberlink 15x15 and Nurikabe 40x57 it never
/// answers first, and costs half of the time.
pub const SOLO_CONFLICTS_WITH_CUTS: u64 = 200_000;

/// Conflicts for one solution of `candidates` or `forced` after which a search with restarts
/// (`lower/search/restarts.rs`) looks for the open values. Measured on nonconsecutive sudokus with two givens: 1.3 s in all, instead of 3.8 and 5 s.
pub const RESTARTS_AFTER: u64 = 400;

/// The approximate number of Z3's resource units for one conflict of a SAT engine. Measured on the long proofs of the
/// corpus.
pub const Z3_UNITS: u64 = 20_000;

/// Vertices in one block of a chain. Measured on LITS 31x45 and Nurikabe 20x36.
pub const CHAIN_BLOCK: usize = 16;
/// Conflicts that a round of cuts counts as, where a limit counts conflicts.
pub const ROUND_OF_CUTS: u64 = 10;
/// Limit on the cuts for one property in one model. Measured on LITS 31x45, Nurikabe 20x36 and Slitherlink 60x60.
pub const CUTS: usize = 2_000;
/// The largest piece that gets a cut for each vertex if nothing elsewhere is known to be present.
pub const CUT_PIECE: usize = 40;
/// Limit on labels times edges of lines whose sides are encoded label by label. Measured on Numberlink 12x12, whose
/// proof takes a thirtieth of the conflicts with them.
pub const SIDES: usize = 60_000;
/// Limit on the literals for the steps that reach one piece of known size. Measured on Nurikabe and Cave.
pub const REACH_LITERALS: usize = 12_000;

/// Bytes of an unknown in a formula of finite domains (1000x1000 in 0..1: 110 MB).
pub const UNKNOWN_FD: u64 = 110;
/// Bytes of an unknown as a term of Z3 (1000x1000 in 0..1: 350 MB).
pub const UNKNOWN_INT: u64 = 350;
