//! Series of deductions: the steps of a solution, the steps to a condition, and their grade.

use crate::deduce::{Deduction, Mode, Reasoner};
use crate::explainer::{Context, Explainer};
use crate::knowledge::{Knowledge, Source};
use crate::listing::{Deduced, Listing, OnStep};
use crate::prover::{Found, Unexplained};
use crate::report::{Reporter, placeholders};
use crate::verify::{Claim, disagreement};
use sator_answer::{Atom, Condition, Grade, Premise, StatementName, StatementPart, StatementRef, Step, Technique};
use sator_base::limits::Reason;
use sator_model::wording::{is_describable, name_wording};
use sator_model::{Assignment, Domain, ExprId, Kind, Model, Sentence, UnknownId};

/// Conflicts of a confirmation by a solver with the whole formula. A step that exceeds it is confirmed by a formula of its own
/// statements.
const CONFIRMING: u64 = 1_000;

/// A series of deductions.
struct Series {
    steps: Vec<Deduction>,
    /// Whether everything asked for is known.
    done: bool,
    stopped: Option<Reason>,
}

/// A series of steps for the user.
pub struct Steps {
    /// The steps, in their order.
    pub steps: Vec<Step>,
    /// By unknown, the value that is known after the last step.
    pub known: Vec<Option<i64>>,
    /// Whether everything asked for is known.
    pub done: bool,
    /// The limit that ended the search.
    pub stopped: Option<Reason>,
}

/// The reach of steps up to some grade.
pub struct Reach {
    /// The grade, if these steps solve the puzzle. [`Explainer::steps`] confirms it.
    pub grade: Option<Grade>,
    /// The number of visible unknowns that are known after them.
    pub known: usize,
}

impl Explainer {
    /// The steps to a solution, each passed to `on_step` when it is found. With a grade `hardest`, steps for grading, none of them
    /// harder.
    ///
    /// # Errors
    /// Two solvers disagree.
    pub fn steps(
        &mut self,
        context: &Context,
        solution: &Assignment,
        hardest: Option<Grade>,
        on_step: OnStep,
    ) -> Found<Steps> {
        let mode = if hardest.is_some() { Mode::Grade } else { Mode::Explain };
        let mut reasoner = Reasoner::new(mode, hardest);
        let mut listing = Listing::new(None, on_step);
        let series = self.series(context, &mut reasoner, solution, None, &mut |explainer, reasoner, deductions| {
            listing.take(Deduced { explainer, context, reasoner, deductions });
        })?;
        if !series.done {
            let reasoner = &reasoner;
            listing.list_all(Deduced { explainer: self, context, reasoner, deductions: &series.steps });
        }
        Ok(answer(&reasoner, &series, listing))
    }

    /// The steps to a solution, without those that no later value needs.
    ///
    /// # Errors
    /// Two solvers disagree.
    pub fn short_steps(&mut self, context: &Context, solution: &Assignment) -> Found<Steps> {
        let mut reasoner = Reasoner::new(Mode::Explain, None);
        let mut ignore = |_: usize, _: &Step| {};
        let mut listing = Listing::new(None, &mut ignore);
        let series = self.series(context, &mut reasoner, solution, None, &mut |_, _, _| {})?;
        let hidden = |c: &Atom| context.model().unknown(c.unknown).hidden;
        let is_wanted = |at: &usize| !series.done || series.steps[*at].conclusions.iter().any(|c| c.is && !hidden(c));
        let all = Deduced { explainer: self, context, reasoner: &reasoner, deductions: &series.steps };
        listing.list(all, (0..series.steps.len()).filter(is_wanted));
        Ok(answer(&reasoner, &series, listing))
    }

    /// The values that steps up to a grade leave to each unknown, and the limit that ended them early.
    ///
    /// # Errors
    /// Two solvers disagree.
    pub fn left(
        &mut self,
        context: &Context,
        solution: &Assignment,
        hardest: Grade,
    ) -> Found<(Vec<Domain>, Option<Reason>)> {
        let mut reasoner = Reasoner::new(Mode::Grade, Some(hardest));
        let series = self.series(context, &mut reasoner, solution, None, &mut |_, _, _| {})?;
        reasoner.board.update(&reasoner.knowledge);
        let knowledge = &reasoner.knowledge;
        let left = |u: UnknownId| match (knowledge.known[u], &knowledge.values[u]) {
            (Some(value), _) => Domain::from_values(vec![value]),
            (None, Some(_)) => {
                Domain::from_values(knowledge.values_in(u, knowledge.domains[u] & reasoner.board.candidates_of(u)))
            }
            (None, None) => context.model().unknown(u).domain.clone(),
        };
        let all = (0..context.model().unknowns.len()).map(UnknownId::at).map(left).collect();
        Ok((all, series.stopped))
    }

    /// The steps to a condition, which is the expression `e`.
    ///
    /// # Errors
    /// A limit was met, or two solvers disagree.
    pub fn steps_to(
        &mut self,
        context: &Context,
        solution: &Assignment,
        e: ExprId,
        condition: &Condition,
    ) -> Found<Steps> {
        let mut reasoner = Reasoner::default();
        let mut ignore = |_: usize, _: &Step| {};
        let mut listing = Listing::new(Some(condition), &mut ignore);
        let mut series = self.series(context, &mut reasoner, solution, Some(e), &mut |_, _, _| {})?;
        let mut last = None;
        if series.stopped.is_none() {
            last = reasoner.prove_condition(&mut self.case(context), e)?;
        }
        let Some(last) = last else {
            let all = Deduced { explainer: self, context, reasoner: &reasoner, deductions: &series.steps };
            listing.list(all, 0..series.steps.len());
            return Ok(answer(&reasoner, &series, listing));
        };
        // The conclusion of the last step can be the condition itself.
        let concludes_it = match (&last.groups[..], &last.facts[..]) {
            ([], &[fact]) => match reasoner.knowledge.facts[fact].source {
                Source::Step(step, literal) if condition.atoms == [literal] => Some(step),
                _ => None,
            },
            _ => None,
        };
        let wanted = match concludes_it {
            Some(step) => step,
            None => {
                self.confirm_step(context, Some(&reasoner), &last, Some(e))?;
                series.steps.push(last);
                series.steps.len() - 1
            }
        };
        series.done = true;
        let all = Deduced { explainer: self, context, reasoner: &reasoner, deductions: &series.steps };
        listing.list(all, [wanted]);
        Ok(answer(&reasoner, &series, listing))
    }

    /// The reach of steps up to the grade `hardest`, without their sentences. A technique is used only where all easier ones find
    /// nothing, so the puzzle needs the hardest one that is used.
    ///
    /// # Errors
    /// A limit was met.
    pub fn reach(&mut self, context: &Context, solution: &Assignment, hardest: Grade) -> Result<Reach, Reason> {
        let mut reasoner = Reasoner::new(Mode::Techniques, Some(hardest));
        match self.series(context, &mut reasoner, solution, None, &mut |_, _, _| {}) {
            Ok(Series { stopped: Some(reason), .. }) | Err(Unexplained::Limit(reason)) => Err(reason),
            Ok(Series { steps, done, .. }) => {
                let techniques = steps.iter().map(|step| step.technique);
                Ok(Reach::of(context.model(), done, techniques, &reasoner.knowledge.known))
            }
            Err(Unexplained::Wrong(_)) => Ok(Reach { grade: None, known: 0 }),
        }
    }

    /// Deduces until everything visible is known, or until the condition follows from the facts alone. `learned` receives the
    /// deductions after each one.
    fn series(
        &mut self,
        context: &Context,
        reasoner: &mut Reasoner,
        solution: &Assignment,
        until: Option<ExprId>,
        learned: &mut dyn FnMut(&Explainer, &Reasoner, &[Deduction]),
    ) -> Found<Series> {
        reasoner.extend(&self.case(context), Some(solution));
        let mut steps = Vec::new();
        loop {
            (context.progress)(&|| format!("{} steps so far", steps.len()));
            let mut proof = self.case(context);
            let next = match until {
                Some(e) => reasoner.follows_from_facts(&mut proof, e),
                None => Ok(reasoner.is_done(&proof)),
            };
            let next = match next {
                Ok(true) => return Ok(Series { steps, done: true, stopped: None }),
                Ok(false) => reasoner.next(&mut proof),
                Err(reason) => Err(reason),
            };
            match next {
                // All easier techniques found nothing.
                Ok(Some(found)) if reasoner.hardest.is_some_and(|hardest| found.technique.grade() > hardest) => {
                    return Ok(Series { steps, done: false, stopped: None });
                }
                Ok(Some(found)) => {
                    match self.confirm_step(context, Some(reasoner), &found, None) {
                        Ok(()) => {}
                        Err(Unexplained::Limit(reason)) => {
                            return Ok(Series { steps, done: false, stopped: Some(reason) });
                        }
                        Err(wrong) => return Err(wrong),
                    }
                    reasoner.knowledge.learn(steps.len(), &found.conclusions);
                    steps.push(found);
                    learned(self, reasoner, &steps);
                }
                Ok(None) => return Ok(Series { steps, done: false, stopped: None }),
                Err(reason) => return Ok(Series { steps, done: false, stopped: Some(reason) }),
            }
        }
    }

    /// The step with its visible conclusions, which includes the steps about hidden unknowns that it depends on, and the positions of
    /// these; `None` for a step without a visible conclusion and without a value in words. Premises about describable unknowns that a
    /// numbered step concludes stay references to that step. The result needs no proof: it combines proved steps.
    pub(crate) fn without_hidden(
        &self,
        context: &Context,
        reasoner: &Reasoner,
        steps: &[Deduction],
        at: usize,
        number: &dyn Fn(usize) -> Option<usize>,
    ) -> Option<(Deduction, Vec<usize>)> {
        let hidden = |l: &Atom| context.model().unknown(l.unknown).hidden;
        let has_words = |l: &Atom| reasoner.board.is_describable[l.unknown];
        let mut step = steps[at].clone();
        if step.conclusions.iter().any(|c| !hidden(c)) {
            step.conclusions.retain(|c| !hidden(c));
        } else if !step.conclusions.is_empty() {
            // A value in words is a step that later ones refer to: `r1c1 is in the piece of the 4`. The many values that others are
            // not, and a no, stay part of the steps that rest on them.
            let is_no = |c: &Atom| context.model().unknown(c.unknown).kind == Kind::Bool && c.value == 0;
            step.conclusions.retain(|c| c.is && !is_no(c) && has_words(c));
            if step.conclusions.is_empty() {
                return None;
            }
        }
        let own = step.clone();
        let mut open = std::mem::take(&mut step.facts);
        let mut taken = Vec::new();
        while let Some(fact) = open.pop() {
            match reasoner.knowledge.facts[fact].source {
                Source::Step(from, literal) if hidden(&literal) && !(has_words(&literal) && number(from).is_some()) => {
                    if !taken.contains(&from) {
                        taken.push(from);
                        step.groups.extend(&steps[from].groups);
                        step.technique = step.technique.max(steps[from].technique);
                        step.argument = None;
                        open.extend(&steps[from].facts);
                    }
                }
                Source::Statement(group) if hidden_fact(context.model(), reasoner, fact) => step.groups.push(group),
                _ => step.facts.push(fact),
            }
        }
        step.facts.sort_unstable();
        step.facts.dedup();
        step.groups.sort_unstable();
        step.groups.dedup();
        taken.sort_unstable();
        if !taken.is_empty() {
            step.parts = taken.iter().map(|&from| steps[from].clone()).chain([own]).collect();
        }
        // The sentence goes part by part if every part is describable; else it names the statements together.
        if !taken.iter().all(|&from| steps[from].conclusions.iter().any(has_words))
            && placeholders(context.elaborator, &self.groups.list, &reasoner.board, &step).unknowns.is_empty()
        {
            step.parts.clear();
            taken.clear();
            step.technique = step.technique.max(Technique::Together);
        }
        Some((step, taken))
    }

    /// Proves a deduction once more. `reasoner` is the one that made it, if not that of the hints; a step without
    /// conclusions is about the condition.
    pub(crate) fn confirm_step(
        &mut self,
        context: &Context,
        reasoner: Option<&Reasoner>,
        step: &Deduction,
        condition: Option<ExprId>,
    ) -> Found<()> {
        if step.argument.is_some() && self.confirm_argument(context, reasoner, step)? {
            return Ok(());
        }
        let facts = &reasoner.unwrap_or(&self.reasoner).knowledge.facts;
        let mut groups = step.groups.clone();
        let mut literals = Vec::new();
        for &fact in &step.facts {
            match facts[fact].source {
                Source::Statement(group) => groups.push(group),
                Source::Step(_, literal) => literals.push(literal),
            }
        }
        let condition = condition.filter(|_| step.conclusions.is_empty());
        let claim = Claim { facts: &literals, conclusions: &step.conclusions, condition, ..Claim::default() };
        self.confirm(context, &groups, claim)
    }

    /// Confirms a step by code that did not find it: a checker if no solver found the step, else a solver. Debug builds ask the solver
    /// for every step. False if the solver exceeds its effort.
    fn confirm_argument(&mut self, context: &Context, reasoner: Option<&Reasoner>, step: &Deduction) -> Found<bool> {
        if !context.verify {
            return Ok(true);
        }
        let Explainer { groups, prover, reasoner: hinting, .. } = self;
        let reasoner = reasoner.unwrap_or(hinting);
        let is_wrong = !reasoner.agrees_with_solutions(step);
        let needs_solver = || cfg!(debug_assertions) || !reasoner.is_confirmed(step);
        if is_wrong {
            return Err(disagreement());
        }
        if needs_solver() {
            let easy = context.limits.with_effort(CONFIRMING);
            match reasoner.is_proved(&mut context.proof(prover, groups).within(&easy), step) {
                Ok(true) => {}
                Ok(false) => return Err(disagreement()),
                Err(Reason::Effort) => return Ok(false),
                Err(reason) => return Err(reason.into()),
            }
        }
        self.count_argument();
        Ok(true)
    }

    /// A deduction as an answer carries it.
    pub(crate) fn step(
        &self,
        context: &Context,
        reasoner: &Reasoner,
        deduction: &Deduction,
        number: &dyn Fn(usize) -> Option<usize>,
    ) -> Step {
        let (elaborator, groups) = (context.elaborator, &self.groups.list[..]);
        let Reasoner { board, knowledge, patterns, .. } = reasoner;
        let placeholders = placeholders(elaborator, groups, board, deduction);
        let reporter = Reporter { elaborator, groups, board, knowledge, patterns, placeholders: placeholders.clone() };
        let premise = |&fact: &usize| match knowledge.facts[fact].source {
            Source::Statement(group) => {
                let statement = Box::new(self.known_by(context, &reasoner.knowledge, fact, group));
                Premise::Statement { statement, is_value: groups[group].fixes.is_some() }
            }
            Source::Step(step, conclusion) => Premise::Step { number: number(step), conclusion },
        };
        let own = deduction.parts.last().unwrap_or(deduction);
        let contributing = deduction.parts.split_last().map_or(&[][..], |(_, contributing)| contributing);
        let numbers = self.by_place(&elaborator.sources, deduction.groups.clone());
        Step {
            inference: reporter.inference(own),
            condition: None,
            technique: deduction.technique,
            open: deduction.open,
            contributions: contributing.iter().map(|part| reporter.inference(part)).collect(),
            unspoken: vec![],
            placeholders,
            because: self.named(context, &numbers),
            facts: knowledge.whole_conclusions(&deduction.facts).iter().map(premise).collect(),
        }
    }

    /// The name of a fact that is a statement about one unknown. A sentence that names the unknown stands as it is. A turn
    /// of a loop, a clue, a line of a standard rule, or a statement about a hidden unknown, such as `same(p, a, b)`, is named by the
    /// values that it leaves to the unknown.
    pub(crate) fn known_by(&self, context: &Context, knowledge: &Knowledge, fact: usize, group: usize) -> StatementRef {
        let statement = context.statement(&self.groups.list[group]);
        let origin = &self.groups.list[group].origin;
        let fact = &knowledge.facts[fact];
        let elaborator = context.elaborator;
        let is_about_it = |sentence: &Sentence| sentence.contains(&name_wording(&elaborator.model, fact.unknown));
        let has_words = origin.label.is_some()
            || origin.because.as_ref().is_some_and(is_about_it)
            || !is_describable(&elaborator.model, fact.unknown);
        let is_own_text = statement.name.turns().is_empty()
            && !elaborator.sources.is_library(origin.span)
            && !elaborator.model.unknown(fact.unknown).hidden;
        if has_words || is_own_text || knowledge.values[fact.unknown].is_none() {
            return statement;
        }
        let atom = |is: bool| move |value: i64| Atom { unknown: fact.unknown, value, is };
        let left = knowledge.full(fact.unknown) & fact.allowed;
        let atoms: Vec<Atom> = match left.is_power_of_two() {
            true => knowledge.values_in(fact.unknown, left).into_iter().map(atom(true)).collect(),
            false => knowledge
                .values_in(fact.unknown, knowledge.full(fact.unknown) & !left)
                .into_iter()
                .map(atom(false))
                .collect(),
        };
        StatementRef { name: StatementName::of(StatementPart::Leaves(atoms)), ..statement }
    }
}

/// The series as an answer.
fn answer(reasoner: &Reasoner, series: &Series, listing: Listing) -> Steps {
    Steps {
        steps: listing.finish(),
        known: reasoner.knowledge.known.clone(),
        done: series.done && series.stopped.is_none(),
        stopped: series.stopped.clone(),
    }
}

fn hidden_fact(model: &Model, reasoner: &Reasoner, fact: usize) -> bool {
    model.unknown(reasoner.knowledge.facts[fact].unknown).hidden
}

impl Reach {
    /// The reach of steps by these techniques, after which the unknowns have the values `known`.
    pub fn of(model: &Model, done: bool, techniques: impl Iterator<Item = Technique>, known: &[Option<i64>]) -> Reach {
        let grade = done.then(|| techniques.max().map_or(Grade::Easy, Technique::grade));
        let known = model.visible().filter(|&u| known[u].is_some()).count();
        Reach { grade, known }
    }
}
