//! What the steps of a person are called, how hard each is, and what grade that makes.
//!
//! The order is the measure of effort: an easier technique is tried on everything before the next one, and of two steps
//! by one technique the one from fewer statements and facts is taken. The names are those that sudoku solvers use (Andrew
//! Stuart, The Logic of Sudoku, 2007).

use std::fmt;

/// From the easiest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Technique {
    /// A value has one cell left in a house (hidden single).
    OnlyPlace,
    /// A cell has one value left (naked single).
    OnlyValue,
    /// One statement that is no house, with what is known of its cells.
    Statement,
    /// A loop neither ends nor branches.
    LoopGoesOn,
    /// An island is complete, or would touch another one.
    Island,
    /// A piece has all of its cells.
    Piece,
    /// One sum.
    Sum,
    /// A loop does not close while strokes are left over.
    ClosesEarly,
    /// What hangs together is not cut in two.
    CutOff,
    /// An island has room for its number, and each land cell an island that reaches it.
    IslandReach,
    /// A piece needs room for its number of cells.
    PieceRoom,
    Pointing,
    Claiming,
    NakedPair,
    HiddenPair,
    /// The sum of houses less that of the cages in them (innies), or the other way round (outies).
    Innies,
    NakedTriple,
    HiddenTriple,
    NakedQuad,
    HiddenQuad,
    /// Several statements taken together.
    Together,
    XWing,
    XyWing,
    Swordfish,
    Jellyfish,
    /// Alternating strong and weak links: on one value, through cells with two values, or mixed.
    Chain,
    /// What is supposed leads to nothing, case by case.
    Cases,
}

impl Technique {
    pub const ALL: [Technique; 27] = [
        Technique::OnlyPlace,
        Technique::OnlyValue,
        Technique::Statement,
        Technique::LoopGoesOn,
        Technique::Island,
        Technique::Piece,
        Technique::Sum,
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
        Technique::XWing,
        Technique::XyWing,
        Technique::Swordfish,
        Technique::Jellyfish,
        Technique::Chain,
        Technique::Cases,
    ];

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
            Technique::XWing => "X-wing",
            Technique::XyWing => "XY-wing",
            Technique::Swordfish => "swordfish",
            Technique::Jellyfish => "jellyfish",
            Technique::Chain => "chain",
            Technique::Cases => "cases",
        }
    }

    pub fn grade(self) -> Grade {
        match self {
            Technique::OnlyPlace
            | Technique::OnlyValue
            | Technique::Statement
            | Technique::LoopGoesOn
            | Technique::Island
            | Technique::Piece => Grade::Easy,
            Technique::Sum
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
            | Technique::Together => Grade::Hard,
            Technique::XWing | Technique::XyWing | Technique::Swordfish | Technique::Jellyfish | Technique::Chain => {
                Grade::VeryHard
            }
            Technique::Cases => Grade::NeedsCases,
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How hard a puzzle is: as hard as the hardest step that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grade {
    Easy,
    Medium,
    Hard,
    VeryHard,
    NeedsCases,
}

impl Grade {
    pub const ALL: [Grade; 5] = [Grade::Easy, Grade::Medium, Grade::Hard, Grade::VeryHard, Grade::NeedsCases];

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
