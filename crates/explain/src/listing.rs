//! The deductions of a series as numbered steps for the user, listed while the series is found.
//!
//! A deduction is listed when a visible value rests on it, after those that it rests on itself. So that nothing that took long to
//! find is kept back for long, the oldest of many harder ones that wait is listed too.

use crate::deduce::{Deduction, Reasoner};
use crate::explainer::{Context, Explainer};
use crate::knowledge::Source;
use crate::merge::Run;
use sator_answer::{Atom, Condition, Grade, Step};

/// Deductions harder than [`Grade::Easy`] that wait for a value that rests on them. With more, the oldest is listed.
const WAITING: usize = 24;

/// Receives each step, with its number, as soon as nothing joins it any more.
pub type OnStep<'a> = &'a mut dyn FnMut(usize, &Step);

/// The steps listed so far.
pub(crate) struct Listing<'a> {
    /// The condition that the last deduction is about.
    condition: Option<&'a Condition>,
    on_step: OnStep<'a>,
    steps: Vec<Step>,
    run: Run,
    /// By deduction: whether it is listed, and the number of its step.
    listed: Vec<bool>,
    numbers: Vec<Option<usize>>,
    /// Deductions that wait, the oldest first.
    waiting: Vec<usize>,
    /// The steps that were passed on.
    passed: usize,
}

impl<'a> Listing<'a> {
    pub(crate) fn new(condition: Option<&'a Condition>, on_step: OnStep<'a>) -> Listing<'a> {
        Listing {
            condition,
            on_step,
            steps: vec![],
            run: Run::default(),
            listed: vec![],
            numbers: vec![],
            waiting: vec![],
            passed: 0,
        }
    }

    /// Takes in the last of the deductions.
    pub(crate) fn take(
        &mut self,
        explainer: &Explainer,
        context: &Context,
        reasoner: &Reasoner,
        deductions: &[Deduction],
    ) {
        let at = deductions.len() - 1;
        self.listed.resize(deductions.len(), false);
        self.numbers.resize(deductions.len(), None);
        self.waiting.push(at);
        let is_seen_value = |c: &Atom| c.is && !context.model().unknown(c.unknown).hidden;
        if deductions[at].conclusions.iter().any(is_seen_value) {
            return self.list(explainer, context, reasoner, deductions, at);
        }
        let mut hard = self.waiting.iter().filter(|&&at| deductions[at].technique.grade() > Grade::Easy);
        if let Some(&oldest) = hard.next()
            && hard.count() >= WAITING
        {
            self.list(explainer, context, reasoner, deductions, oldest);
        }
    }

    /// Lists a deduction after those that it rests on.
    pub(crate) fn list(
        &mut self,
        explainer: &Explainer,
        context: &Context,
        reasoner: &Reasoner,
        deductions: &[Deduction],
        at: usize,
    ) {
        self.listed.resize(deductions.len(), false);
        self.numbers.resize(deductions.len(), None);
        let mut needed: Vec<usize> = vec![];
        let mut open = vec![at];
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut self.listed[at], true) {
                continue;
            }
            needed.push(at);
            open.extend(deductions[at].facts.iter().filter_map(|&f| match reasoner.knowledge.facts[f].source {
                Source::Step(number, _) => Some(number),
                Source::Statement(_) => None,
            }));
        }
        needed.sort_unstable();
        self.waiting.retain(|at| needed.binary_search(at).is_err());
        for at in needed {
            self.add(explainer, context, reasoner, deductions, at);
        }
    }

    /// Lists whatever waits.
    pub(crate) fn list_all(
        &mut self,
        explainer: &Explainer,
        context: &Context,
        reasoner: &Reasoner,
        deductions: &[Deduction],
    ) {
        while let Some(&at) = self.waiting.first() {
            self.list(explainer, context, reasoner, deductions, at);
        }
    }

    fn add(
        &mut self,
        explainer: &Explainer,
        context: &Context,
        reasoner: &Reasoner,
        deductions: &[Deduction],
        at: usize,
    ) {
        let numbers = &self.numbers;
        let number = |n: usize| numbers[n];
        let Some((found, with)) = &explainer.without_hidden(context, reasoner, deductions, at, &number) else {
            return;
        };
        let mut step = explainer.step(context, reasoner, found, &number);
        if step.conclusions().is_empty() {
            step.condition = self.condition.cloned();
        }
        let run = &mut self.run;
        let taken = !run.is_under(&reasoner.knowledge, found)
            && self.steps.last_mut().is_some_and(|last| run.takes(at, last, &step));
        if !taken {
            self.pass_on();
            self.run = Run::of(at, &step);
            self.steps.push(step);
        }
        for &at in with.iter().chain([&at]) {
            self.numbers[at] = Some(self.steps.len());
        }
    }

    /// Passes on the steps that were not passed on yet.
    fn pass_on(&mut self) {
        for (at, step) in self.steps.iter().enumerate().skip(self.passed) {
            (self.on_step)(at + 1, step);
        }
        self.passed = self.steps.len();
    }

    /// All steps, after the last of them was passed on.
    pub(crate) fn finish(mut self) -> Vec<Step> {
        self.pass_on();
        self.steps
    }
}
