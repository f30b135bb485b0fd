//! The condition that a question is about.

use sator_model::wording::joint_wording;
use sator_model::{Atom, Model};

/// A condition that a question is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The condition as it is typed.
    pub text: String,
    /// The literals that the condition consists of; empty where it is no conjunction of literals.
    pub atoms: Vec<Atom>,
}

impl Condition {
    /// The condition in a sentence: `that r1c1 has no water` for `not r1c1`; others as they are typed.
    pub fn clause(&self, model: &Model) -> String {
        let wording = self.wording(model);
        if wording == self.text { wording } else { format!("that {wording}") }
    }

    /// The condition in the words of its rule; others as they are typed.
    pub fn wording(&self, model: &Model) -> String {
        if self.atoms.is_empty() { self.text.clone() } else { joint_wording(model, &self.atoms).join(" and ") }
    }
}
