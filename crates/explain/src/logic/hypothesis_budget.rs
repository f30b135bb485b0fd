//! How far cases are followed: near first, so that arguments are short.

/// How far a case is followed.
pub(super) struct HypothesisBudget {
    /// Steps that follow one candidate at most.
    pub turns: usize,
    /// Single statements applied for it.
    pub applications: usize,
    /// Cells gathered for cases within it, compared of these, and values that one may have.
    pub gathered: usize,
    pub compared: usize,
    pub values: u32,
}

pub(super) const NEAR: HypothesisBudget =
    HypothesisBudget { turns: 60, applications: 60, gathered: 96, compared: 48, values: 3 };
/// Among given statements.
pub(super) const AMONG: HypothesisBudget =
    HypothesisBudget { turns: 400, applications: usize::MAX, gathered: 96, compared: 48, values: u32::MAX };
/// Where nothing near is found.
pub(super) const FAR: HypothesisBudget = HypothesisBudget { compared: 8, ..AMONG };

/// Single statements with which a hypothesis can end too soon to know that it goes on.
pub(super) const NEARLY_SPENT: usize = 500;
