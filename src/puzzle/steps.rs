//! Steps of a solution.

use super::solution::Value;
use super::statement::StatementRef;
use sator_answer::Technique;
use sator_draw::narration::sentence;
use sator_model::{Atom, Model};

/// One deduction: the conclusions follow from statements, givens and earlier conclusions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Step {
    technique: Technique,
    conclusions: Vec<Conclusion>,
    because: Vec<StatementRef>,
    text: String,
}

/// A literal: an unknown has a value, or doesn't have it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conclusion {
    /// The name of the unknown in the language: `r1c2`, `n`, `q[3]`.
    pub unknown: String,
    /// The value.
    pub value: Value,
    /// Whether the unknown has the value; `false` if it doesn't.
    pub holds: bool,
}

impl Conclusion {
    fn new(model: &Model, atom: &Atom) -> Conclusion {
        Conclusion {
            unknown: model.unknown(atom.unknown).name.clone(),
            value: Value::of(model, atom.unknown, atom.value),
            holds: atom.is,
        }
    }
}

impl Step {
    pub(super) fn new(model: &Model, step: &sator_answer::Step) -> Step {
        let conclusions: Vec<Conclusion> = step
            .conclusions()
            .iter()
            .filter(|atom| !model.unknown(atom.unknown).hidden)
            .map(|atom| Conclusion::new(model, atom))
            .collect();
        let reason = sentence(model, step);
        let text = match conclusions[..] {
            [] => {
                let unseen: Vec<String> = step.conclusions().iter().map(|atom| atom.text_or_wording(model)).collect();
                format!("{}: {reason}", unseen.join(", "))
            }
            _ => reason,
        };
        Step {
            technique: step.technique,
            conclusions,
            because: step.because.iter().map(|statement| StatementRef::new(model, statement)).collect(),
            text,
        }
    }

    /// The technique of the argument.
    pub fn technique(&self) -> Technique {
        self.technique
    }

    /// The conclusions about what answers show; none for a step about something else, such as the centre that a cell belongs to, which
    /// [`Step::text`] names.
    pub fn conclusions(&self) -> &[Conclusion] {
        &self.conclusions
    }

    /// The statements that the argument uses.
    pub fn because(&self) -> &[StatementRef] {
        &self.because
    }

    /// The argument in a sentence, which names what a step without [`Step::conclusions`] concludes.
    pub fn text(&self) -> &str {
        &self.text
    }
}
