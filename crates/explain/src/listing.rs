//! The deductions of a series as numbered steps for the user, listed while the series is found.
//!
//! A deduction is listed once a visible value rests on it, after its own premises. A deduction harder than statements together is
//! listed at once, as its words describe the board at that time. If many deductions wait, the oldest is listed, so that a deduction
//! that took long to find doesn't wait long.

use crate::deduce::{Deduction, Reasoner};
use crate::explainer::{Context, Explainer};
use crate::knowledge::Source;
use crate::merge::Run;
use sator_answer::{Atom, Condition, Grade, Step, Technique};

/// Deductions harder than [`Grade::Easy`] that wait for a value that rests on them. With more, the oldest is listed.
const WAITING: usize = 24;

/// Receives each step, with its number, as soon as nothing joins it any more.
pub type OnStep<'a> = &'a mut dyn FnMut(usize, &Step);

/// The deductions found so far, and what made them.
#[derive(Clone, Copy)]
pub(crate) struct Deduced<'a> {
    pub explainer: &'a Explainer,
    pub context: &'a Context<'a>,
    pub reasoner: &'a Reasoner,
    pub deductions: &'a [Deduction],
}

impl Deduced<'_> {
    /// The deduction that a fact comes from.
    fn source(&self, fact: usize) -> Option<usize> {
        match self.reasoner.knowledge.facts[fact].source {
            Source::Step(number, _) => Some(number),
            Source::Statement(_) => None,
        }
    }
}

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
    pub(crate) fn take(&mut self, found: Deduced) {
        let deductions = found.deductions;
        self.make_room(deductions.len());
        let at = deductions.len() - 1;
        self.waiting.push(at);
        let deduction = &deductions[at];
        let is_seen_value = |c: &Atom| c.is && !found.context.model().unknown(c.unknown).hidden;
        if deduction.technique > Technique::Together || deduction.conclusions.iter().any(is_seen_value) {
            return self.list_with_runs(found, at);
        }
        let mut hard = self.waiting.iter().filter(|&&at| deductions[at].technique.grade() > Grade::Easy);
        if let Some(&oldest) = hard.next()
            && hard.count() >= WAITING
        {
            self.list_with_runs(found, oldest);
        }
    }

    /// Lists deductions and those that they rest on, in the order in which they were found.
    pub(crate) fn list(&mut self, found: Deduced, all: impl IntoIterator<Item = usize>) {
        self.make_room(found.deductions.len());
        let mut needed = vec![];
        all.into_iter().for_each(|at| self.need(found, at, &mut needed));
        self.add_all(found, needed);
    }

    /// The same with whatever can join these steps and rests on nothing else that waits: the step stays open no longer.
    fn list_with_runs(&mut self, found: Deduced, at: usize) {
        let mut needed = vec![];
        self.need(found, at, &mut needed);
        let runs: Vec<usize> = needed.iter().flat_map(|&n| self.run_around(found.deductions, n)).collect();
        for beside in runs {
            let mut rests_on = found.deductions[beside].facts.iter().filter_map(|&f| found.source(f));
            if rests_on.all(|from| self.listed[from]) {
                self.need(found, beside, &mut needed);
            }
        }
        self.add_all(found, needed);
    }

    fn make_room(&mut self, deductions: usize) {
        self.listed.resize(deductions, false);
        self.numbers.resize(deductions, None);
    }

    fn add_all(&mut self, found: Deduced, mut needed: Vec<usize>) {
        needed.sort_unstable();
        self.waiting.retain(|at| needed.binary_search(at).is_err());
        needed.into_iter().for_each(|at| self.add(found, at));
    }

    /// Adds a deduction that isn't listed yet, and those that it rests on.
    fn need(&mut self, found: Deduced, at: usize, needed: &mut Vec<usize>) {
        let mut open = vec![at];
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut self.listed[at], true) {
                needed.push(at);
                open.extend(found.deductions[at].facts.iter().filter_map(|&f| found.source(f)));
            }
        }
    }

    /// The deductions that wait next to this one and remove other values of its cell by a statement: they are one step.
    fn run_around(&self, deductions: &[Deduction], at: usize) -> Vec<usize> {
        let cell = |n: usize| match &deductions[n].conclusions[..] {
            [first, rest @ ..] if deductions[n].technique == Technique::Statement => {
                (!first.is && rest.iter().all(|c| !c.is && c.unknown == first.unknown)).then_some(first.unknown)
            }
            _ => None,
        };
        let joins = |n: &usize| !self.listed[*n] && cell(*n) == cell(at);
        if cell(at).is_none() {
            return vec![];
        }
        let before = (0..at).rev().take_while(joins);
        before.chain((at + 1..deductions.len()).take_while(joins)).collect()
    }

    /// Lists whatever waits.
    pub(crate) fn list_all(&mut self, found: Deduced) {
        let waiting = std::mem::take(&mut self.waiting);
        self.list(found, waiting);
    }

    fn add(&mut self, Deduced { explainer, context, reasoner, deductions }: Deduced, at: usize) {
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
        let goes_on = run.goes_on_in(context, &explainer.groups, reasoner, &deductions[at]);
        let is_under = run.is_under(&reasoner.knowledge, found);
        let taken = match self.steps.last_mut() {
            Some(last) if goes_on => {
                run.goes_on(at, last, &step);
                true
            }
            Some(last) => !is_under && run.takes(at, last, &step, (found, &explainer.groups)),
            None => false,
        };
        if !taken {
            self.pass_on();
            self.run = Run::of(at, &step, found, &explainer.groups);
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
