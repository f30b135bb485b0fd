//! Steps of one kind joined into one: about one cell, by one statement, or with the same argument.

use super::deduce::{Deduction, Reasoner};
use super::explainer::Context;
use super::groups::{Groups, is_of_one_line};
use super::knowledge::{Knowledge, Source};
use super::logic;
use sator_answer::{Argument, Atom, BlockKind, Leaves, Single, Step, Technique};
use sator_base::source::Span;

/// Steps next to each other that are joined into one.
#[derive(Default)]
pub(super) struct Run {
    /// Their places in the series.
    members: Vec<usize>,
    /// The statements, where each step follows from one.
    singles: Vec<Single>,
    /// The argument of the first step.
    first: Option<Argument>,
    /// The line of a rule or script that states the first step, where it follows from one statement.
    written: Option<Span>,
}

impl Run {
    /// The run of one step.
    pub(super) fn of(at: usize, step: &Step, found: &Deduction, groups: &Groups) -> Run {
        Run {
            members: vec![at],
            singles: single_of(step).into_iter().collect(),
            first: Some(step.inference.argument.clone()),
            written: written(found, groups),
        }
    }

    /// Whether a deduction rests on a step of the run, so that it comes after the run.
    pub(super) fn is_under(&self, knowledge: &Knowledge, found: &Deduction) -> bool {
        found.facts.iter().any(|&fact| self.concludes(knowledge, fact))
    }

    /// Whether a fact is a conclusion of a step of the run.
    fn concludes(&self, knowledge: &Knowledge, fact: usize) -> bool {
        matches!(knowledge.facts[fact].source, Source::Step(from, _) if self.members.contains(&from))
    }

    /// Whether a deduction does nothing but pass conclusions of the run on along one line.
    pub(super) fn goes_on_in(
        &self,
        context: &Context,
        groups: &Groups,
        reasoner: &Reasoner,
        found: &Deduction,
    ) -> bool {
        let Some(logic::Argument::Alone { group, .. }) = found.argument else { return false };
        found.facts.iter().all(|&fact| self.concludes(&reasoner.knowledge, fact))
            && is_of_one_line(&groups.list[group], context.model())
    }

    /// Joins a step that passes conclusions of the run on.
    pub(super) fn goes_on(&mut self, at: usize, joined: &mut Step, step: &Step) {
        self.members.push(at);
        conclude(joined, step);
        joined.unspoken.extend(step.inference.statements.iter().cloned());
    }

    /// Joins one more step to the one that stands for the run, where both have the same argument, or each follows from one
    /// statement.
    pub(super) fn takes(
        &mut self,
        at: usize,
        joined: &mut Step,
        step: &Step,
        (found, groups): (&Deduction, &Groups),
    ) -> bool {
        let plain = !has_cases(joined) && !has_cases(step) && step.condition.is_none();
        if !plain || joined.technique != step.technique {
            return false;
        }
        if self.written.is_some() && self.written == written(found, groups) && is_likewise(joined, step) {
            self.members.push(at);
            self.add_likewise(joined, step);
            return true;
        }
        let same = self.singles.len() < 2 && self.first.as_ref() == Some(&step.inference.argument);
        let single = single_of(step).filter(|single| self.may_name(single, joined, step));
        if !same && single.is_none() {
            return false;
        }
        self.members.push(at);
        conclude(joined, step);
        add(&mut joined.facts, &step.facts);
        add(&mut joined.inference.statements, &step.inference.statements);
        if let (false, Some(single)) = (same, single) {
            if !self.singles.iter().any(|other| are_named_alike(other, &single)) {
                self.singles.push(single);
            }
            joined.inference.argument = Argument::Each(self.singles.clone());
        }
        true
    }

    /// Joins a step that is likewise, whose statement sentences don't name.
    fn add_likewise(&mut self, joined: &mut Step, step: &Step) {
        let others = step.conclusions().iter().map(|c| c.unknown);
        match &mut joined.inference.argument {
            Argument::Likewise { cells, .. } => cells.extend(others),
            argument => {
                let Argument::Statement(single) = argument else { return };
                *argument = Argument::Likewise { single: single.clone(), cells: others.collect() };
            }
        }
        // The first conclusion is that of the statement that is named.
        joined.inference.conclusions.extend(step.conclusions());
        add(&mut joined.because, &step.because);
        add(&mut joined.inference.statements, &step.inference.statements);
        joined.unspoken.extend(step.inference.statements.iter().cloned());
    }

    /// Whether the statement can be named beside the others: removed values of one cell, values removed by the same statement,
    /// or what statements imply from the start.
    fn may_name(&self, single: &Single, joined: &Step, step: &Step) -> bool {
        if step.technique != Technique::Statement || self.singles.is_empty() {
            return false;
        }
        let cell = joined.conclusions().first().map(|l| l.unknown);
        let all = || joined.conclusions().iter().chain(step.conclusions());
        let removed = all().all(|l| !l.is);
        let one_cell = all().all(|l| Some(l.unknown) == cell);
        let one_statement = self.singles.len() == 1 && are_named_alike(&self.singles[0], single);
        let from_the_start = joined.facts.is_empty() && step.facts.is_empty() && is_name_enough(single);
        removed && (one_cell || one_statement)
            || from_the_start
                && !removed
                && are_overlaps(&self.singles[0]) == are_overlaps(single)
                && self.first.as_ref().is_some_and(is_single_by_name)
    }
}

/// The line of a rule or script with the statement of a deduction from one.
fn written(found: &Deduction, groups: &Groups) -> Option<Span> {
    let Some(logic::Argument::Alone { group, .. }) = found.argument else { return None };
    Some(groups.list[group].origin.span)
}

/// Whether a statement implies of other cells what the first statement of a step implies of its own, and both from the same facts.
fn is_likewise(joined: &Step, step: &Step) -> bool {
    let named = |step: &Step| step.inference.argument.singles().first().is_some_and(is_about_bounds);
    let [first, ..] = joined.conclusions() else { return false };
    let alike = |atom: &Atom| (atom.value, atom.is) == (first.value, first.is);
    let is_new = |atom: &Atom| joined.conclusions().iter().all(|before| before.unknown != atom.unknown);
    let joins = matches!(joined.inference.argument, Argument::Statement(_) | Argument::Likewise { .. });
    joins
        && matches!(step.inference.argument, Argument::Statement(_))
        && named(joined)
        && named(step)
        && step.conclusions().iter().all(is_new)
        && joined.conclusions().iter().chain(step.conclusions()).all(alike)
        && !step.facts.is_empty()
        && joined.facts == step.facts
}

/// Whether a statement leaves bounds to its cells, so that its name is a sentence about them.
fn is_about_bounds(single: &Single) -> bool {
    !single.all_different && matches!(single.leaves, Leaves::Bounds(_))
}

/// Adds the conclusions of a step to another one, with the statements that they follow from.
fn conclude(joined: &mut Step, step: &Step) {
    let conclusions = &mut joined.inference.conclusions;
    conclusions.extend(step.conclusions());
    conclusions.sort_unstable();
    conclusions.dedup();
    add(&mut joined.because, &step.because);
}

/// Whether words show the argument case by case.
fn has_cases(step: &Step) -> bool {
    let shows = |argument: &Argument| match argument {
        Argument::Cases { .. } => true,
        Argument::Together { denials, .. } => !denials.is_empty(),
        Argument::Choices { shown, .. } => !shown.is_empty(),
        _ => false,
    };
    shows(&step.inference.argument) || !step.contributions.is_empty()
}

/// The statement that a step follows from.
fn single_of(step: &Step) -> Option<Single> {
    match &step.inference.argument {
        Argument::Statement(single) => Some(single.clone()),
        _ => None,
    }
}

/// Whether words use the name of the statement, or what it counts, and nothing more.
fn is_name_enough(single: &Single) -> bool {
    match &single.leaves {
        Leaves::Count(_) => true,
        Leaves::Bounds(bounds) => bounds.is_empty(),
        Leaves::Blocks(_) => are_overlaps(single),
        Leaves::Rest { .. } | Leaves::Most(_) | Leaves::Only { .. } => false,
    }
}

/// Whether all conclusions are overlaps of blocks.
fn are_overlaps(single: &Single) -> bool {
    match &single.leaves {
        Leaves::Blocks(reasons) => reasons.iter().all(|reason| reason.kind == BlockKind::Overlap),
        _ => false,
    }
}

fn is_single_by_name(argument: &Argument) -> bool {
    matches!(argument, Argument::Statement(single) if is_name_enough(single))
}

/// Whether words call both the same where they are listed.
fn are_named_alike(a: &Single, b: &Single) -> bool {
    let count = |single: &Single| match &single.leaves {
        Leaves::Count(count) => Some(count.clone()),
        _ => None,
    };
    a.statement == b.statement && count(a) == count(b)
}

fn add<T: Clone + PartialEq>(to: &mut Vec<T>, from: &[T]) {
    for one in from {
        if !to.contains(one) {
            to.push(one.clone());
        }
    }
}
