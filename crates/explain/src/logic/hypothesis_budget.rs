//! Limits of the propagation of a hypothesis. Short limits come first, so that arguments are short.

/// Limits of one hypothesis.
pub(super) struct HypothesisBudget {
    /// Turns.
    pub turns: usize,
    /// Applications of single statements.
    pub applications: usize,
    /// Cells considered for a case split, cells compared among these, and values of such a cell.
    pub gathered: usize,
    pub compared: usize,
    pub values: u32,
}

pub(super) const NEAR: HypothesisBudget =
    HypothesisBudget { turns: 60, applications: 60, gathered: 96, compared: 48, values: 3 };
/// For an argument from given statements.
pub(super) const AMONG: HypothesisBudget =
    HypothesisBudget { turns: 400, applications: usize::MAX, gathered: 96, compared: 48, values: u32::MAX };
/// For a search after `NEAR` found nothing.
pub(super) const FAR: HypothesisBudget = HypothesisBudget { compared: 8, ..AMONG };

/// Remaining applications below which a hypothesis can stop early, so that "no conflict" is unknown.
pub(super) const NEARLY_SPENT: usize = 500;

/// Largest number of halvings of the effort, one for each fruitless search in a row. A fruitless search spends all of its effort, and
/// on some boards every search is fruitless.
const HALVINGS: u32 = 4;

/// Applications of single statements after `fruitless` searches in a row.
pub(crate) fn effort_after(applications: usize, fruitless: u32) -> usize {
    applications >> fruitless.min(HALVINGS)
}
