//! Steps that say the same kind of thing are told as one: of one cell, by one statement, or for one reason.

use super::deduce::Deduction;
use super::knowledge::{Knowledge, Source};
use super::logic::LONGEST;
use sator_answer::{Step, Technique};

/// What ` and 123 more, each by itself` takes of a sentence.
const MORE: usize = 32;

/// Steps next to each other that are told as one.
#[derive(Default)]
pub(super) struct Run {
    /// Their places in the series.
    members: Vec<usize>,
    /// What the statements are called.
    names: Vec<String>,
    /// The reason of the first.
    reason: String,
}

impl Run {
    /// The run of one step.
    pub(super) fn of(at: usize, step: &Step) -> Run {
        Run { members: vec![at], names: name_of(step).into_iter().collect(), reason: step.reason.clone() }
    }

    /// Whether a deduction rests on a step of the run, and so is told after it.
    pub(super) fn is_under(&self, knowledge: &Knowledge, found: &Deduction) -> bool {
        found.facts.iter().any(|&fact| match knowledge.facts[fact].source {
            Source::Step(from, _) => self.members.contains(&from),
            Source::Statement(_) => false,
        })
    }

    /// Takes one more step into the one that tells the run, where both say it for the same reason, or each by one statement.
    pub(super) fn takes(&mut self, at: usize, told: &mut Step, step: &Step) -> bool {
        let plain = told.cases.is_empty() && step.cases.is_empty() && step.condition.is_none();
        if !plain || told.technique != step.technique {
            return false;
        }
        let same = self.names.len() < 2 && step.reason == self.reason;
        let name = name_of(step).filter(|name| self.may_name(name, told, step));
        if !same && name.is_none() {
            return false;
        }
        self.members.push(at);
        told.conclusions.extend(&step.conclusions);
        told.conclusions.sort_unstable();
        told.conclusions.dedup();
        add(&mut told.because, &step.because);
        add(&mut told.facts, &step.facts);
        if let (false, Some(name)) = (same, name) {
            if !self.names.contains(&name) {
                self.names.push(name);
            }
            told.reason = self.told();
        }
        true
    }

    /// Whether the statement can be named beside the others: values of one cell that go, values that go by the same statement,
    /// or what statements say from the start.
    fn may_name(&self, name: &String, told: &Step, step: &Step) -> bool {
        if step.technique != Technique::Statement || self.names.is_empty() {
            return false;
        }
        let cell = told.conclusions.first().map(|l| l.unknown);
        let all = || told.conclusions.iter().chain(&step.conclusions);
        let go = all().all(|l| !l.is);
        let one_cell = all().all(|l| Some(l.unknown) == cell);
        let one_statement = self.names.len() == 1 && self.names[0] == *name;
        let from_the_start = told.facts.is_empty() && step.facts.is_empty() && *name == step.reason;
        go && (one_cell || one_statement) || from_the_start && !go && self.names.contains(&self.reason)
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

/// The statement that a step is by: what stands before `: r1c1 at most 4`.
fn name_of(step: &Step) -> Option<String> {
    let name = match step.reason.rsplit_once(": ") {
        Some((name, _)) => name,
        None if step.because.len() == 1 || step.because.iter().any(|b| b.text.ends_with(&step.reason)) => &step.reason,
        None => return None,
    };
    (name.chars().count() + MORE <= LONGEST).then(|| name.to_string())
}

fn add<T: Clone + PartialEq>(to: &mut Vec<T>, from: &[T]) {
    for one in from {
        if !to.contains(one) {
            to.push(one.clone());
        }
    }
}
