//! Steps that say the same kind of thing of one cell are told as one.

use super::logic::LONGEST;
use crate::session::Technique;
use crate::session::answer::Step;

/// What ` and 123 more, each by itself` takes of a sentence.
const MORE: usize = 32;

/// Steps next to each other that are told as one.
#[derive(Default)]
pub(super) struct Run {
    /// Their places in the series.
    members: Vec<usize>,
    /// What the statements are called.
    names: Vec<String>,
}

impl Run {
    /// The run of one step.
    pub(super) fn of(at: usize, step: &Step) -> Run {
        Run { members: vec![at], names: name_of(step).into_iter().collect() }
    }

    pub(super) fn contains(&self, at: usize) -> bool {
        self.members.contains(&at)
    }

    /// Takes one more step into the one that tells the run, where both rule out values of one cell, each by one statement.
    pub(super) fn takes(&mut self, at: usize, told: &mut Step, step: &Step) -> bool {
        let cell = told.conclusions.first().map(|l| l.unknown);
        let mut all = told.conclusions.iter().chain(&step.conclusions);
        let alike = told.technique == Technique::Statement && step.technique == Technique::Statement;
        let plain = told.cases.is_empty() && step.cases.is_empty() && step.condition.is_none();
        let (Some(name), false) = (name_of(step), self.names.is_empty()) else { return false };
        if !(alike && plain && all.all(|l| !l.is && Some(l.unknown) == cell)) {
            return false;
        }
        self.members.push(at);
        if !self.names.contains(&name) {
            self.names.push(name);
        }
        told.conclusions.extend(&step.conclusions);
        told.conclusions.sort_unstable();
        told.conclusions.dedup();
        add(&mut told.because, &step.because);
        add(&mut told.facts, &step.facts);
        told.reason = self.told();
        true
    }

    /// As many of the statements as fit: `4 at r1c1 needs 5 beside it and 3 more, each by itself`.
    fn told(&self) -> String {
        let [first, rest @ ..] = &self.names[..] else { return String::new() };
        let (mut told, mut said) = (first.clone(), 1);
        for name in rest {
            if told.chars().count() + 2 + name.chars().count() + MORE > LONGEST {
                break;
            }
            told.push_str(", ");
            told.push_str(name);
            said += 1;
        }
        match (self.names.len(), self.names.len() - said) {
            (1, _) => told,
            (_, 0) => format!("{told}, each by itself"),
            (_, more) => format!("{told} and {more} more, each by itself"),
        }
    }
}

/// The statement that a step is by: what stands before `: r1c1 not 4`, which its conclusions say.
fn name_of(step: &Step) -> Option<String> {
    let (name, _) = step.reason.rsplit_once(": ")?;
    (name.chars().count() + MORE <= LONGEST).then(|| name.to_string())
}

fn add<T: Clone + PartialEq>(to: &mut Vec<T>, from: &[T]) {
    for one in from {
        if !to.contains(one) {
            to.push(one.clone());
        }
    }
}
