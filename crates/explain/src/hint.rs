//! The next deduction, with those that go with it.

use crate::deduce::Deduction;
use crate::explainer::{Context, Explainer};
use crate::merge::Run;
use crate::prover::Found;
use crate::verify::disagreement;
use sator_answer::{Atom, Grade, Step, Technique};
use sator_model::Assignment;

/// What comes next.
pub enum Hint {
    /// A step, and by unknown what is known with it.
    Step(Box<Step>, Vec<Option<i64>>),
    /// All is known.
    Done(Vec<Option<i64>>),
    /// Nothing more follows.
    Stuck(Vec<Option<i64>>),
}

impl Explainer {
    /// The next step to a solution. `apply` takes the last hint again, where it was not taken as known yet.
    ///
    /// # Errors
    /// A limit was met, or two solvers disagree.
    pub fn hint(&mut self, context: &Context, solution: &Assignment, apply: bool) -> Found<Hint> {
        let Explainer { groups, prover, reasoner, pending, .. } = &mut *self;
        let proof = context.proof(prover, groups);
        reasoner.extend(&proof, solution);
        if !(apply && *pending) {
            if reasoner.is_done(&proof) {
                return Ok(Hint::Done(self.reasoner.knowledge.known.clone()));
            }
            if !self.next_visible(context)? {
                return Ok(Hint::Stuck(self.reasoner.knowledge.known.clone()));
            }
            self.more_like_it(context)?;
        }
        self.pending = !apply;
        let Some(step) = self.hint.clone() else { return Err(disagreement()) };
        Ok(Hint::Step(Box::new(step), self.reasoner.knowledge.known.clone()))
    }

    /// Whether there were hints.
    pub fn has_hints(&self) -> bool {
        !self.hints.is_empty()
    }

    /// Whether the hints given so far imply a literal.
    pub fn is_known(&self, literal: &Atom) -> bool {
        self.reasoner.knowledge.implies(literal)
    }

    /// Deduces and learns until something visible is found; false where nothing more follows.
    fn next_visible(&mut self, context: &Context) -> Found<bool> {
        loop {
            let Explainer { groups, prover, reasoner, .. } = &mut *self;
            let mut proof = context.proof(prover, groups);
            let Some(found) = reasoner.next(&mut proof)? else { return Ok(false) };
            self.confirm_step(context, None, &found, None)?;
            let number = self.hints.len();
            self.reasoner.knowledge.learn(number, &found.conclusions);
            let visible = found.conclusions.iter().any(|c| !context.model().unknown(c.unknown).hidden);
            self.hints.push(found);
            if visible {
                return Ok(true);
            }
        }
    }

    /// The hint of the last deduction, joined with those after it as `solve steps` joins them.
    fn more_like_it(&mut self, context: &Context) -> Found<()> {
        let first = self.hints.len() - 1;
        let Some(mut joined) = self.hint_step(context, &self.hints, first) else {
            return Err(disagreement());
        };
        let mut run = Run::of(first, &joined);
        while joined.technique == Technique::Statement {
            let at = self.hints.len();
            let Explainer { groups, prover, reasoner, .. } = &mut *self;
            let mut proof = context.proof(prover, groups);
            // Only easy techniques, which find a step at once.
            reasoner.hardest = Some(Grade::Easy);
            let next = reasoner.next(&mut proof);
            reasoner.hardest = None;
            let Some(found) = next? else { break };
            let deductions = [&self.hints[..], &[found]].concat();
            let rests = run.is_under(&self.reasoner.knowledge, &deductions[at]);
            let Some(step) = self.hint_step(context, &deductions, at).filter(|_| !rests) else { break };
            if !run.takes(at, &mut joined, &step) {
                break;
            }
            self.confirm_step(context, None, &deductions[at], None)?;
            self.reasoner.knowledge.learn(at, &deductions[at].conclusions);
            self.hints = deductions;
        }
        self.hint = Some(joined);
        Ok(())
    }

    /// Hints are not numbered for the user, so facts stand for themselves.
    fn hint_step(&self, context: &Context, deductions: &[Deduction], at: usize) -> Option<Step> {
        let (found, _) = self.without_hidden(context, &self.reasoner, deductions, at, &|_| None)?;
        Some(self.step(context, &self.reasoner, &found, &|_| None))
    }
}
