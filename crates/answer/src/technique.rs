//! Techniques of steps, their order of difficulty, and the grades that they make.
//!
//! The order decides which step comes next: every easier technique is tried first, and of two steps with the same technique
//! the one with fewer statements and facts is taken. The names are those that sudoku solvers use (Andrew
//! Stuart, The Logic of Sudoku, 2007).

use std::fmt;

/// The technique of a step, the easiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Technique {
    /// A value has one cell left in a house (hidden single).
    OnlyPlace,
    /// A cell has one value left (naked single).
    OnlyValue,
    /// One statement that is no house, with what is known of its cells.
    Statement,
    /// A loop goes on: it neither ends nor branches.
    LoopGoesOn,
    /// An island is complete, or would touch another one.
    Island,
    /// A piece has all of its cells, so its neighbours belong to other pieces; or no border lies within it.
    Piece,
    /// One sum, with the bounds of its cells.
    Sum,
    /// A pattern that the rule names (`implied`).
    Pattern,
    /// A loop can't close while strokes are left outside of it.
    ClosesEarly,
    /// A loop or an area stays connected.
    CutOff,
    /// An island has room for its number, and each land cell has an island that reaches it.
    IslandReach,
    /// A piece needs room for its number of cells.
    PieceRoom,
    /// A value in a box is in one row or column only.
    Pointing,
    /// A value in a row or column is in one box only.
    Claiming,
    /// Two cells of a house have two values between them.
    NakedPair,
    /// Two values of a house have two cells between them.
    HiddenPair,
    /// The sum of houses less that of the cages in them (innies), or the other way round (outies).
    Innies,
    /// Three cells of a house have three values between them.
    NakedTriple,
    /// Three values of a house have three cells between them.
    HiddenTriple,
    /// Four cells of a house have four values between them.
    NakedQuad,
    /// Four values of a house have four cells between them.
    HiddenQuad,
    /// Several statements taken together.
    Together,
    /// A hypothesis ends in a conflict after at most three more turns, on a board without houses.
    ShortCase,
    /// A value in two houses is in two crossing houses only.
    XWing,
    /// A chain over three cells with two values each.
    XyWing,
    /// A cell with three values and two cells with two of these each.
    XyzWing,
    /// A value in three houses is in three crossing houses only.
    Swordfish,
    /// An X-wing with more places in one box.
    FinnedXWing,
    /// A value of a box in one row and one column only, with a line that has two places for it.
    EmptyRectangle,
    /// A value in four houses is in four crossing houses only.
    Jellyfish,
    /// Alternating strong and weak links: on one value, through cells with two values, or mixed.
    Chain,
    /// A swordfish with more places in one box.
    FinnedSwordfish,
    /// A hypothesis ends in a conflict, if necessary case by case.
    Cases,
}

impl Technique {
    /// Every technique, in order.
    pub const ALL: [Technique; 33] = [
        Technique::OnlyPlace,
        Technique::OnlyValue,
        Technique::Statement,
        Technique::LoopGoesOn,
        Technique::Island,
        Technique::Piece,
        Technique::Sum,
        Technique::Pattern,
        Technique::ClosesEarly,
        Technique::CutOff,
        Technique::IslandReach,
        Technique::PieceRoom,
        Technique::Pointing,
        Technique::Claiming,
        Technique::NakedPair,
        Technique::HiddenPair,
        Technique::Innies,
        Technique::NakedTriple,
        Technique::HiddenTriple,
        Technique::NakedQuad,
        Technique::HiddenQuad,
        Technique::Together,
        Technique::ShortCase,
        Technique::XWing,
        Technique::XyWing,
        Technique::XyzWing,
        Technique::Swordfish,
        Technique::FinnedXWing,
        Technique::EmptyRectangle,
        Technique::Jellyfish,
        Technique::Chain,
        Technique::FinnedSwordfish,
        Technique::Cases,
    ];

    /// The technique of this name; upper and lower case are one.
    pub fn named(name: &str) -> Option<Technique> {
        Technique::ALL.into_iter().find(|technique| technique.name().eq_ignore_ascii_case(name.trim()))
    }

    /// The name that sentences and JSON use.
    pub fn name(self) -> &'static str {
        match self {
            Technique::OnlyPlace => "only place",
            Technique::OnlyValue => "only value",
            Technique::Statement => "one statement",
            Technique::LoopGoesOn => "loop goes on",
            Technique::Island => "island",
            Technique::IslandReach => "reach of islands",
            Technique::Piece => "piece",
            Technique::PieceRoom => "room for a piece",
            Technique::Sum => "sum",
            Technique::Pattern => "pattern",
            Technique::ClosesEarly => "loop closes early",
            Technique::CutOff => "cut off",
            Technique::Pointing => "pointing",
            Technique::Claiming => "claiming",
            Technique::NakedPair => "naked pair",
            Technique::HiddenPair => "hidden pair",
            Technique::Innies => "innies and outies",
            Technique::NakedTriple => "naked triple",
            Technique::HiddenTriple => "hidden triple",
            Technique::NakedQuad => "naked quad",
            Technique::HiddenQuad => "hidden quad",
            Technique::Together => "statements together",
            Technique::ShortCase => "short case",
            Technique::XWing => "X-wing",
            Technique::XyWing => "XY-wing",
            Technique::XyzWing => "XYZ-wing",
            Technique::Swordfish => "swordfish",
            Technique::FinnedXWing => "finned X-wing",
            Technique::EmptyRectangle => "empty rectangle",
            Technique::Jellyfish => "jellyfish",
            Technique::Chain => "chain",
            Technique::FinnedSwordfish => "finned swordfish",
            Technique::Cases => "cases",
        }
    }

    /// The pattern to look for, in the words of a hint.
    pub fn idea(self) -> &'static str {
        match self {
            Technique::OnlyPlace => "an only place",
            Technique::OnlyValue => "an only value",
            Technique::Statement => "one statement is enough",
            Technique::LoopGoesOn => "the loop goes on",
            Technique::Island => "an island",
            Technique::Piece => "a piece",
            Technique::Sum => "a sum",
            Technique::Pattern => "a pattern",
            Technique::ClosesEarly => "a loop that would close early",
            Technique::CutOff => "what would be cut off",
            Technique::IslandReach => "the reach of islands",
            Technique::PieceRoom => "room for a piece",
            Technique::NakedPair => "a naked pair",
            Technique::HiddenPair => "a hidden pair",
            Technique::NakedTriple => "a naked triple",
            Technique::HiddenTriple => "a hidden triple",
            Technique::NakedQuad => "a naked quad",
            Technique::HiddenQuad => "a hidden quad",
            Technique::ShortCase => "a short case",
            Technique::XWing => "an X-wing",
            Technique::XyWing => "an XY-wing",
            Technique::XyzWing => "an XYZ-wing",
            Technique::Swordfish => "a swordfish",
            Technique::FinnedXWing => "a finned X-wing",
            Technique::EmptyRectangle => "an empty rectangle",
            Technique::Jellyfish => "a jellyfish",
            Technique::Chain => "a chain",
            Technique::FinnedSwordfish => "a finned swordfish",
            Technique::Pointing | Technique::Claiming | Technique::Innies | Technique::Together | Technique::Cases => {
                self.name()
            }
        }
    }

    /// The grade of a puzzle whose hardest step uses this technique.
    pub fn grade(self) -> Grade {
        match self {
            Technique::OnlyPlace
            | Technique::OnlyValue
            | Technique::Statement
            | Technique::LoopGoesOn
            | Technique::Island
            | Technique::Piece => Grade::Easy,
            Technique::Sum
            | Technique::Pattern
            | Technique::ClosesEarly
            | Technique::CutOff
            | Technique::IslandReach
            | Technique::PieceRoom
            | Technique::Pointing
            | Technique::Claiming
            | Technique::NakedPair
            | Technique::HiddenPair
            | Technique::Innies => Grade::Medium,
            Technique::NakedTriple
            | Technique::HiddenTriple
            | Technique::NakedQuad
            | Technique::HiddenQuad
            | Technique::Together
            | Technique::ShortCase
            | Technique::XWing
            | Technique::XyWing
            | Technique::XyzWing => Grade::Hard,
            Technique::Swordfish
            | Technique::FinnedXWing
            | Technique::EmptyRectangle
            | Technique::Jellyfish
            | Technique::Chain
            | Technique::FinnedSwordfish => Grade::VeryHard,
            Technique::Cases => Grade::NeedsCases,
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The difficulty of a puzzle, which is that of the hardest step it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grade {
    /// Singles, and statements by themselves.
    Easy,
    /// Pairs, sums, pointing and claiming, innies and outies, connections.
    Medium,
    /// Triples, quads, statements taken together, and hypotheses of a few turns.
    Hard,
    /// Larger fish, fish with fins, and chains.
    VeryHard,
    /// Hypotheses.
    NeedsCases,
}

impl Grade {
    /// Every grade, the easiest first.
    pub const ALL: [Grade; 5] = [Grade::Easy, Grade::Medium, Grade::Hard, Grade::VeryHard, Grade::NeedsCases];

    /// The grade of this name or number, from 1.
    pub fn named(word: &str) -> Option<Grade> {
        let number = word.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let by_number = number.and_then(|n| Grade::ALL.get(n)).copied();
        by_number.or_else(|| Grade::ALL.into_iter().find(|g| g.name() == word))
    }

    /// The name that answers use.
    pub fn name(self) -> &'static str {
        match self {
            Grade::Easy => "easy",
            Grade::Medium => "medium",
            Grade::Hard => "hard",
            Grade::VeryHard => "very hard",
            Grade::NeedsCases => "needs cases",
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}
