//! The next deduction, with those that go with it.

use crate::deduce::Deduction;
use crate::explainer::{Context, Explainer};
use crate::knowledge::Source;
use crate::merge::Run;
use crate::prover::Found;
use crate::verify::disagreement;
use sator_answer::{Atom, Grade, Step, Technique};
use sator_model::Assignment;

/// The part of a step that a hint shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The place to look at, and the step itself where the last hint showed the place.
    Place,
    /// The step.
    Step,
    /// The step, which becomes part of the puzzle: the last one shown, if it is not applied yet. A new one is at most this hard.
    Apply(Option<Grade>),
}

/// The answer to a question for a hint.
pub enum Hint {
    /// A step whose place alone is shown, and by unknown the values known before it.
    Look(Box<Step>, Vec<Option<i64>>),
    /// A step, and by unknown what is known with it.
    Step(Box<Step>, Vec<Option<i64>>),
    /// All is known.
    Done(Vec<Option<i64>>),
    /// Nothing more follows.
    Stuck(Vec<Option<i64>>),
}

impl Explainer {
    /// The next step to a solution; `stage` is the part to show. Without a known solution only techniques up to
    /// [`Grade::Hard`] are tried, so [`Hint::Stuck`] means that no step of theirs follows.
    ///
    /// # Errors
    /// A limit was met, or two solvers disagree.
    pub fn hint(&mut self, context: &Context, solution: Option<&Assignment>, stage: Stage) -> Found<Hint> {
        let Explainer { groups, prover, reasoner, pending, .. } = &mut *self;
        let proof = context.proof(prover, groups);
        reasoner.extend(&proof, solution);
        let is_done = reasoner.is_done(&proof);
        let goes_back = matches!(stage, Stage::Apply(_)) && *pending || self.is_step_due();
        if !goes_back {
            self.shows_place_only = false;
            let asked = if let Stage::Apply(most) = stage { most } else { None };
            let provable = if solution.is_none() { Some(Grade::Hard) } else { None };
            let most = asked.into_iter().chain(provable).min();
            if is_done {
                return Ok(Hint::Done(self.reasoner.knowledge.known.clone()));
            }
            if !self.next_visible(context, most)? {
                return Ok(Hint::Stuck(self.reasoner.knowledge.known.clone()));
            }
            self.more_like_it(context)?;
        }
        self.pending = !matches!(stage, Stage::Apply(_));
        self.shows_place_only = stage == Stage::Place && !goes_back;
        let Some(step) = self.hint.clone() else { return Err(disagreement()) };
        let mut known = self.reasoner.knowledge.known.clone();
        if self.shows_place_only {
            step.conclusions().iter().filter(|c| c.is).for_each(|c| known[c.unknown] = None);
            return Ok(Hint::Look(Box::new(step), known));
        }
        Ok(Hint::Step(Box::new(step), known))
    }

    /// Whether the last hint showed only its place, and its conclusions are not among the statements yet.
    fn is_step_due(&self) -> bool {
        let knowledge = &self.reasoner.knowledge;
        let is_stated = |conclusion: &Atom| {
            let mut facts = knowledge.facts_of(conclusion.unknown).iter();
            facts.any(|&fact| {
                let fact = &knowledge.facts[fact];
                matches!(fact.source, Source::Statement(_)) && fact.allowed.is_power_of_two()
            })
        };
        self.shows_place_only && self.hint.as_ref().is_some_and(|step| !step.conclusions().iter().all(is_stated))
    }

    /// Whether there were hints.
    pub fn has_hints(&self) -> bool {
        !self.hints.is_empty()
    }

    /// Whether the hints given so far imply a literal.
    pub fn is_known(&self, literal: &Atom) -> bool {
        let is_shown = |step: &Step| !self.shows_place_only || !step.conclusions().contains(literal);
        self.reasoner.knowledge.implies(literal) && self.hint.as_ref().is_none_or(is_shown)
    }

    /// Deduces and learns until something visible is found; false where nothing more follows, or nothing of a grade up to `most`.
    fn next_visible(&mut self, context: &Context, most: Option<Grade>) -> Found<bool> {
        loop {
            let Explainer { groups, prover, reasoner, .. } = &mut *self;
            let mut proof = context.proof(prover, groups);
            reasoner.hardest = most;
            let next = reasoner.next(&mut proof);
            reasoner.hardest = None;
            let within = |found: &Deduction| most.is_none_or(|most| found.technique.grade() <= most);
            let Some(found) = next?.filter(within) else { return Ok(false) };
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
        let mut run = Run::of(first, &joined, &self.hints[first], &self.groups);
        while matches!(joined.technique, Technique::Statement | Technique::Sum) {
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
            let goes_on = run.goes_on_in(context, &self.groups, &self.reasoner, &deductions[at]);
            let Some(step) = self.hint_step(context, &deductions, at) else { break };
            if goes_on {
                run.goes_on(at, &mut joined, &step);
            } else if rests || !run.takes(at, &mut joined, &step, (&deductions[at], &self.groups)) {
                break;
            }
            self.confirm_step(context, None, &deductions[at], None)?;
            self.reasoner.knowledge.learn(at, &deductions[at].conclusions);
            self.hints = deductions;
        }
        self.hint = Some(joined);
        Ok(())
    }

    /// Hints are not numbered for the user, so facts stand for themselves. `None` for a deduction about hidden unknowns, which users
    /// can't apply.
    fn hint_step(&self, context: &Context, deductions: &[Deduction], at: usize) -> Option<Step> {
        if deductions[at].conclusions.iter().all(|c| context.model().unknown(c.unknown).hidden) {
            return None;
        }
        let (found, _) = self.without_hidden(context, &self.reasoner, deductions, at, &|_| None)?;
        Some(self.step(context, &self.reasoner, &found, &|_| None))
    }
}
