//! The request of `generate`.

use super::*;

/// A request of `generate`.
#[derive(Clone, Debug, PartialEq)]
pub struct Generate {
    /// The kind of puzzle.
    pub what: PuzzlePart,
    /// The number of clues.
    pub clues: Option<ClueCount>,
    /// A symmetry of [`SYMMETRIES`].
    pub symmetry: Option<Ident>,
    /// The seed.
    pub seed: Option<Expr>,
    /// The number of puzzles.
    pub count: Option<Expr>,
    /// Whether the puzzle becomes part of the session.
    pub keep: bool,
    /// Whether to start from the existing givens.
    pub from: bool,
    /// The easiest and the hardest grade allowed.
    pub grade: Option<(Ident, Option<Ident>)>,
    /// The least and the greatest score allowed.
    pub score: Option<(Ident, Option<Ident>)>,
    /// A technique that the steps must use.
    pub using: Option<Ident>,
    /// The word `cases` of `without cases`: no hypothesis is needed.
    pub without: Option<Ident>,
    /// The places where clues can stand.
    pub like: Option<Picture>,
}

impl Generate {
    /// The first word of a wish about the steps.
    pub fn of_steps(&self) -> Option<&Ident> {
        let ranges = [&self.grade, &self.score].into_iter().flatten().map(|(least, _)| least);
        ranges.chain(&self.using).chain(&self.without).next()
    }
}

/// The thing to make.
#[derive(Clone, Debug, PartialEq)]
pub enum PuzzlePart {
    /// `generate x`: givens of a grid.
    Givens(Option<Ident>),
    /// `generate cage sizes 2..5`: regions of random shapes; with `for star_battle(star, room)` regions that leave one
    /// solution.
    Regions {
        /// The name of the picture.
        name: Ident,
        /// The grid.
        of: Option<Ident>,
        /// The allowed sizes.
        sizes: Expr,
        /// The use of the rule that reads the regions.
        rule: Option<Expr>,
    },
    /// `generate lines 4 sizes 3..5 for thermo`: uses of a rule on random lines.
    Lines {
        /// The number of lines.
        number: Expr,
        /// The allowed lengths.
        sizes: Expr,
        /// The rule.
        rule: Ident,
    },
    /// `generate number for slitherlink(e, number)`: a picture of clues that a rule reads.
    Clues {
        /// `clues` or `outside`.
        kind: PictureKind,
        /// The name of the picture.
        name: Ident,
        /// The grid.
        of: Option<Ident>,
        /// The places of its tokens.
        spots: Spots,
        /// The use of the rule that reads the clues.
        rule: Expr,
    },
}

/// The number of a puzzle's clues.
#[derive(Clone, Debug, PartialEq)]
pub enum ClueCount {
    /// `clues 25`
    Number(Expr),
    /// `minimal`: no clue can be left out.
    Minimal,
    /// `fewest`: as few as possible for the solution.
    Fewest,
    /// All clues that follow from a solution, even if another solution shares them.
    All,
}

/// The words that can follow `symmetric`; the first is the default.
pub const SYMMETRIES: &[&str] = &["half-turn", "mirror", "diagonal", "quarter"];
