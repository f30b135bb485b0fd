//! One deduction, with what it rests on.

use crate::{Condition, Inference, Leaves, StatementName, StatementRef, Technique};
use sator_model::{Atom, UnknownId};

/// A fact that a step builds on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Premise {
    /// A given, or another statement about one cell.
    Statement {
        /// The statement.
        statement: Box<StatementRef>,
        /// Whether it sets the value of the cell.
        is_value: bool,
    },
    /// The conclusion of an earlier step.
    Step {
        /// The number of the step in `solve steps`, from 1; `None` where steps have no numbers.
        number: Option<usize>,
        /// The conclusion that is built on.
        conclusion: Atom,
    },
}

impl Premise {
    /// The unknowns that the premise is about.
    pub fn unknowns(&self) -> Vec<UnknownId> {
        match self {
            Premise::Statement { statement, .. } => statement.unknowns.clone(),
            Premise::Step { conclusion, .. } => vec![conclusion.unknown],
        }
    }
}

/// One deduction: the conclusions follow from `because` and `facts`. The first conclusion needs each of these, unless the
/// step joins several ([`Argument::Each`](crate::Argument::Each), [`Argument::Likewise`](crate::Argument::Likewise)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The conclusions with their argument. The last step of `why steps` has no conclusions, as it is about a condition.
    pub inference: Inference,
    /// The condition that the last step of `why steps` concludes, as it is typed.
    pub condition: Option<Condition>,
    /// The hardest technique of the step and its contributions.
    pub technique: Technique,
    /// The number of conclusions that steps as easy had when this one was found, where all of these were looked for.
    pub open: Option<usize>,
    /// The inferences about hidden unknowns that the argument builds on, in their order.
    pub contributions: Vec<Inference>,
    /// The hidden unknowns without a wording of their own that the argument mentions.
    pub placeholders: Placeholders,
    /// The statements that the step needs.
    pub because: Vec<StatementRef>,
    /// Statements among `because` that only pass conclusions on along one line, such as a bridge. Sentences don't name them.
    pub unspoken: Vec<StatementName>,
    /// The givens and earlier conclusions that the step needs.
    pub facts: Vec<Premise>,
}

/// Hidden unknowns that sentences call by letters: the first one `A`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placeholders {
    /// The unknowns, in the order of their letters.
    pub unknowns: Vec<UnknownId>,
    /// The use of the rule that declares them, where it is known.
    pub rule: Option<String>,
}

impl Step {
    /// The atoms that the step concludes.
    pub fn conclusions(&self) -> &[Atom] {
        &self.inference.conclusions
    }

    /// The name of the step's idea, for a hint: what the first block of a line does, else the technique.
    pub fn idea(&self) -> &'static str {
        let reason = self.inference.argument.singles().first().and_then(|single| match &single.leaves {
            Leaves::Blocks(reasons) => reasons.first(),
            _ => None,
        });
        reason.map_or(self.technique.idea(), |reason| reason.kind.idea())
    }

    /// The difficulty of the step: its technique, then the number of statements and facts that it needs.
    pub fn effort(&self) -> (Technique, usize) {
        (self.technique, self.because.len() + self.facts.len())
    }
}
