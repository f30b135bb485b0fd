//! The effort of a step, and the score of a puzzle, as numbers of two digits.
//!
//! Each grade has twenty numbers, so that number and word agree. Within a grade, a named technique has a place of its own in the
//! order in which solvers of sudokus rank it (Andrew Stuart, The Logic of Sudoku, 2007). Chains and cases count by their length,
//! patterns by the number of statements that they combine (up to four), and easy and medium steps by the number of steps that they
//! include.

use crate::{Argument, Case, Grade, Step, Technique};

/// The numbers of a grade.
const EACH: u32 = 20;

/// Steps whose effort is less than that of the hardest one by at most this much add to a puzzle's score.
const NEARLY: u32 = 5;

/// The most that the statements of a pattern add to its effort. A named pattern is found as a whole, and never harder than what needs
/// all of a loop or an area: the easiest levels of Simon Tatham's Pearl, Singles and Galaxies have such patterns but not these.
const PATTERN: u32 = 4;

impl Grade {
    /// The least and the greatest score of a puzzle of this grade.
    pub fn scores(self) -> (u32, u32) {
        let first = EACH * self as u32;
        (first.max(1), first + EACH - 1)
    }

    /// The grade of a puzzle with this score.
    pub fn of_score(score: u32) -> Grade {
        Grade::ALL[((score / EACH) as usize).min(Grade::ALL.len() - 1)]
    }
}

/// The least score of a puzzle that needs long cases.
const LONG_CASES: u32 = 90;

/// The word for a score: the grade, with the length of the cases for a puzzle that needs long ones.
pub fn word_of_score(score: u32) -> &'static str {
    if score >= LONG_CASES { "needs long cases" } else { Grade::of_score(score).name() }
}

impl Technique {
    /// The place within the scores of the grade, before the length of an argument is added.
    fn place(self) -> u32 {
        match self {
            Technique::Together | Technique::Cases => 0,
            Technique::Sum => 1,
            Technique::Pattern | Technique::Pointing | Technique::ShortCase | Technique::Chain => 2,
            Technique::OnlyPlace | Technique::Claiming | Technique::IslandReach => 4,
            Technique::ClosesEarly => 5,
            Technique::LoopGoesOn | Technique::NakedTriple => 6,
            Technique::OnlyValue | Technique::Statement | Technique::NakedPair | Technique::Swordfish => 8,
            Technique::Island
            | Technique::Piece
            | Technique::CutOff
            | Technique::PieceRoom
            | Technique::HiddenTriple => 9,
            Technique::FinnedXWing => 10,
            Technique::EmptyRectangle => 11,
            Technique::HiddenPair | Technique::NakedQuad => 12,
            Technique::Innies | Technique::Jellyfish => 13,
            Technique::HiddenQuad => 15,
            Technique::XWing => 17,
            Technique::XyWing => 18,
            Technique::XyzWing | Technique::FinnedSwordfish => 19,
        }
    }
}

impl Step {
    /// The effort of the step, from 1 to 99. A number of the grade of its technique.
    pub fn score(&self) -> u32 {
        let (least, most) = self.technique.grade().scores();
        let length = match &self.inference.argument {
            Argument::Cases { case, .. } if self.technique == Technique::ShortCase => 3 * length(case),
            Argument::Cases { case, .. } => 3 * log2(length(case)) + 2 * branches(case),
            Argument::Together { denials, .. } => 3 * log2(denials.iter().map(length).sum::<u32>().max(1)),
            Argument::Choices { count, .. } => 2 * log2(*count as u32),
            Argument::Pattern { .. } => (2 * log2(self.inference.statements.len() as u32)).min(PATTERN),
            Argument::Chain { links, .. } if self.technique == Technique::Chain => links.len() as u32,
            Argument::Solver | Argument::NoShortOne => EACH,
            _ => 0,
        };
        let has_parts = self.technique.grade() <= Grade::Medium;
        let parts = if has_parts { 2 * log2(self.contributions.len() as u32 + 1) } else { 0 };
        (EACH * self.technique.grade() as u32 + self.technique.place() + length + parts).clamp(least, most)
    }
}

/// The score of a puzzle that these steps solve, from 1 to 99: the effort of the hardest step, and up to five more where many steps
/// are about as hard. `None` without a step.
pub fn score<'a>(steps: impl Iterator<Item = &'a Step> + Clone) -> Option<u32> {
    let hardest = steps.clone().map(Step::score).max()?;
    let near = steps.filter(|step| step.score() + NEARLY >= hardest).count() as u32;
    Some((hardest + log2(near).min(NEARLY)).min(Grade::of_score(hardest).scores().1))
}

/// The arguments of a case, also those within cases.
fn length(case: &Case) -> u32 {
    case.arguments(&|_| true) as u32
}

/// The cases within cases.
fn branches(case: &Case) -> u32 {
    case.cases_within().iter().map(|within| 1 + branches(within)).sum()
}

fn log2(number: u32) -> u32 {
    number.max(1).ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_and_word_agree() {
        for grade in Grade::ALL {
            let (least, most) = grade.scores();
            assert!((least..=most).all(|score| Grade::of_score(score) == grade), "{grade}");
        }
        assert_eq!((Grade::ALL[0].scores().0, Grade::ALL[4].scores().1), (1, 99));
    }

    #[test]
    fn long_cases_have_a_word_of_their_own() {
        assert_eq!(
            [79, 80, 89, 90, 99].map(word_of_score),
            ["very hard", "needs cases", "needs cases", "needs long cases", "needs long cases"]
        );
    }

    /// No technique has a place beyond its grade, and none of one order stands above a harder one of its kind.
    #[test]
    fn techniques_have_places_in_their_grades() {
        for technique in Technique::ALL {
            assert!(technique.place() < EACH, "{technique}");
        }
        for harder in [
            [Technique::OnlyPlace, Technique::OnlyValue],
            [Technique::NakedPair, Technique::HiddenPair],
            [Technique::NakedTriple, Technique::NakedQuad],
            [Technique::HiddenQuad, Technique::XWing],
            [Technique::XWing, Technique::XyWing],
            [Technique::XyWing, Technique::XyzWing],
            [Technique::XWing, Technique::Swordfish],
            [Technique::Swordfish, Technique::FinnedXWing],
            [Technique::Jellyfish, Technique::FinnedSwordfish],
            [Technique::Swordfish, Technique::Jellyfish],
        ] {
            let [easier, harder] = harder.map(|technique| (technique.grade(), technique.place()));
            assert!(easier < harder, "{easier:?} {harder:?}");
        }
    }
}
