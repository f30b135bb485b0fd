//! `solve steps` and `why steps`: one small deduction after the other.

use super::deduce::{Deduction, Reasoner};
use super::knowledge::Source;
use super::logic::{Names, lettered, sentence, told_cases};
use super::merge::Run;
use super::verify::Claim;
use super::why::answered;
use super::{Case, Explainer, Found, Unexplained, Walk};
use crate::diagnostic::Result;
use crate::limits::Limits;
use crate::model::{Assignment, ExprId, Model};
use crate::session::answer::{Answer, Atom, Because, Premise, Step, told_together};
use crate::session::warm::Outcome;
use crate::session::{Grade, Session, Technique};
use crate::solver::sat::Reason;
use crate::syntax::ast::Expr;
use crate::syntax::print::print_expr;

/// How a series of steps ended.
struct Series {
    steps: Vec<Deduction>,
    /// Everything asked for is known.
    done: bool,
    stopped: Option<Reason>,
}

/// How far steps go that are no harder than some grade.
pub(in crate::session) struct Reach {
    /// The grade of a puzzle that they solve. A guess until [`Session::grade`] has confirmed them.
    pub grade: Option<Grade>,
    /// How many of the visible unknowns have a value then.
    pub known: usize,
}

impl Session {
    pub(in crate::session) fn solve_steps(&mut self, limits: &Limits) -> Result<Answer> {
        let answer = self.solved_in_steps(None, limits)?;
        if let Answer::Steps { steps, known, .. } = &answer {
            self.cache.walk = Some(Walk::new(steps, known.clone()));
        }
        Ok(answer)
    }

    fn solved_in_steps(&mut self, most: Option<Grade>, limits: &Limits) -> Result<Answer> {
        let solution = match self.solution_or_answer(limits)? {
            Ok(solution) => solution,
            Err(answer) => return Ok(answer),
        };
        let found = self.with_explainer(limits, |session, explainer| {
            let mut reasoner = Reasoner::default();
            (reasoner.most, reasoner.judging) = (most, most.is_some());
            let series = session.series(explainer, &mut reasoner, &solution, None, limits)?;
            let wanted = session.wanted(&series);
            Ok(session.told(explainer, &reasoner, series, &wanted, None))
        });
        answered(found)
    }

    /// How far steps go that are no harder than `most`.
    pub(in crate::session) fn grade_within(&mut self, most: Grade, limits: &Limits) -> Result<Reach, Reason> {
        let verify = std::mem::replace(&mut self.settings.verify, false);
        // What is hidden is told with the steps it serves.
        let found = match self.elaborator.model.unknowns.iter().any(|u| u.hidden) {
            true => self.hardest_told(most, limits),
            false => self.hardest_coarsely(most, limits),
        };
        self.settings.verify = verify;
        let mut reach = found?;
        reach.grade = reach.grade.filter(|&grade| grade <= most);
        Ok(reach)
    }

    fn hardest_told(&mut self, most: Grade, limits: &Limits) -> Result<Reach, Reason> {
        match self.solved_in_steps(Some(most), limits) {
            Ok(Answer::Steps { stopped: Some(reason), .. } | Answer::Unknown(reason)) => Err(reason),
            Ok(Answer::Steps { steps, done, known, .. }) => {
                Ok(self.reach(done, steps.iter().map(|step| step.technique), &known))
            }
            _ => Ok(Reach { grade: None, known: 0 }),
        }
    }

    fn reach(&self, done: bool, techniques: impl Iterator<Item = Technique>, known: &[Option<i64>]) -> Reach {
        let grade = done.then(|| techniques.max().map_or(Grade::Easy, Technique::grade));
        let known = self.elaborator.model.visible().filter(|&u| known[u].is_some()).count();
        Reach { grade, known }
    }

    /// The same without telling any step. A technique is used only where all easier ones find nothing, so the hardest one used
    /// can't be done without.
    fn hardest_coarsely(&mut self, most: Grade, limits: &Limits) -> Result<Reach, Reason> {
        let solution = match self.solution_or_answer(limits) {
            Ok(Ok(solution)) => solution,
            Ok(Err(Answer::Unknown(reason))) => return Err(reason),
            _ => return Ok(Reach { grade: None, known: 0 }),
        };
        let found = self.with_explainer(limits, |session, explainer| {
            let mut reasoner = Reasoner::default();
            (reasoner.most, reasoner.judging, reasoner.coarse) = (Some(most), true, true);
            let Series { steps, done, stopped } = session.series(explainer, &mut reasoner, &solution, None, limits)?;
            let reach = session.reach(done, steps.iter().map(|step| step.technique), &reasoner.knowledge.known);
            Ok(stopped.map_or(Ok(reach), Err))
        });
        match found {
            Ok(reach) => reach,
            Err(Unexplained::Limit(reason)) => Err(reason),
            Err(_) => Ok(Reach { grade: None, known: 0 }),
        }
    }

    /// How hard the puzzle is, and the steps that make it so.
    pub(in crate::session) fn grade(&mut self, limits: &Limits) -> Result<Answer> {
        let (steps, done, stopped) = match self.solve_steps(limits)? {
            Answer::Steps { steps, done, stopped, .. } => (steps, done, stopped),
            answer => return Ok(answer),
        };
        let technique = steps.iter().map(|s| s.technique).max();
        let count = |t: Technique| steps.iter().filter(|s| s.technique == t).count();
        let used = Technique::ALL.into_iter().map(|t| (t, count(t))).filter(|u| u.1 > 0).collect();
        let grade = technique.map_or(Grade::Easy, Technique::grade);
        let number = steps.len();
        let hardest = (1..).zip(steps).filter(|(_, s)| Some(s.technique) == technique).collect();
        Ok(Answer::Graded { grade: done.then_some(grade), steps: number, hardest, used, stopped })
    }

    /// The steps that say what is visible; all of them where the series did not come to its end.
    fn wanted(&self, series: &Series) -> Vec<usize> {
        let hidden = |l: &Atom| self.elaborator.model.unknown(l.unknown).hidden;
        (0..series.steps.len())
            .filter(|&s| !series.done || series.steps[s].conclusions.iter().any(|c| c.is && !hidden(c)))
            .collect()
    }

    /// The steps that lead to a condition.
    pub(super) fn why_steps(&mut self, expr: &Expr, limits: &Limits) -> Result<Answer> {
        let e = self.elaborator.condition_of(expr)?;
        self.steps_to(e, print_expr(expr), limits)
    }

    pub(super) fn steps_to(&mut self, e: ExprId, condition: String, limits: &Limits) -> Result<Answer> {
        if let Some(answer) = self.not_forced(e, &condition, limits)? {
            return Ok(answer);
        }
        let solution = match self.solution_or_answer(limits)? {
            Ok(solution) => solution,
            Err(answer) => return Ok(answer),
        };
        let found = self.with_explainer(limits, |session, explainer| {
            let mut reasoner = Reasoner::default();
            let mut series = session.series(explainer, &mut reasoner, &solution, Some(e), limits)?;
            let model = &session.elaborator.model;
            let mut last = None;
            if series.stopped.is_none() {
                let mut case = explainer.case(model, limits);
                last = reasoner.prove_condition(&mut case, e)?;
            }
            let Some(last) = last else {
                let all: Vec<usize> = (0..series.steps.len()).collect();
                return Ok(session.told(explainer, &reasoner, series, &all, Some(&condition)));
            };
            // The last step may say the same as the condition already.
            let says_it = match (&last.units[..], &last.facts[..]) {
                ([], &[fact]) => match reasoner.knowledge.facts[fact].source {
                    Source::Step(step, literal) if literal.text(model) == condition => Some(step),
                    _ => None,
                },
                _ => None,
            };
            let wanted = match says_it {
                Some(step) => vec![step],
                None => {
                    session.confirm_step(explainer, Some(&reasoner), &last, Some(e), limits)?;
                    series.steps.push(last);
                    vec![series.steps.len() - 1]
                }
            };
            series.done = true;
            Ok(session.told(explainer, &reasoner, series, &wanted, Some(&condition)))
        });
        answered(found)
    }

    pub(super) fn solution_or_answer(&mut self, limits: &Limits) -> Result<std::result::Result<Assignment, Answer>> {
        Ok(match self.current_solution(limits)? {
            Outcome::Sat(solution) => Ok(solution),
            Outcome::Unsat => Err(Answer::None),
            Outcome::Unknown(reason) => Err(Answer::Unknown(reason)),
        })
    }

    /// Deduces until everything visible is known, or until the condition follows from the facts alone.
    fn series(
        &mut self,
        explainer: &mut Explainer,
        reasoner: &mut Reasoner,
        solution: &Assignment,
        until: Option<ExprId>,
        limits: &Limits,
    ) -> Found<Series> {
        reasoner.extend(&explainer.case(&self.elaborator.model, limits), solution);
        let mut steps = Vec::new();
        loop {
            self.progress(|| format!("{} steps so far", steps.len()));
            let mut case = explainer.case(&self.elaborator.model, limits);
            let next = match until {
                Some(e) => reasoner.follows_from_facts(&mut case, e),
                None => Ok(reasoner.is_done(&case)),
            };
            let next = match next {
                Ok(true) => return Ok(Series { steps, done: true, stopped: None }),
                Ok(false) => reasoner.next(&mut case),
                Err(reason) => Err(reason),
            };
            match next {
                // All easier techniques found nothing.
                Ok(Some(found)) if reasoner.most.is_some_and(|most| found.technique.grade() > most) => {
                    return Ok(Series { steps, done: false, stopped: None });
                }
                Ok(Some(found)) => {
                    match self.confirm_step(explainer, Some(reasoner), &found, None, limits) {
                        Ok(()) => {}
                        Err(Unexplained::Limit(reason)) => {
                            return Ok(Series { steps, done: false, stopped: Some(reason) });
                        }
                        Err(wrong) => return Err(wrong),
                    }
                    reasoner.knowledge.learn(steps.len(), &found.conclusions);
                    steps.push(found);
                }
                Ok(None) => return Ok(Series { steps, done: false, stopped: None }),
                Err(reason) => return Ok(Series { steps, done: false, stopped: Some(reason) }),
            }
        }
    }

    /// The series as an answer: the steps wanted and those that they rest on, numbered.
    fn told(
        &self,
        explainer: &Explainer,
        reasoner: &Reasoner,
        series: Series,
        wanted: &[usize],
        condition: Option<&str>,
    ) -> Answer {
        let Series { steps, done, stopped } = series;
        let kept = kept(reasoner, &steps, wanted);
        let mut numbers = vec![None; steps.len()];
        let (mut told, mut run): (Vec<Step>, Run) = Default::default();
        for at in (0..steps.len()).filter(|&at| kept[at]) {
            let Some((found, with)) = &self.without_hidden((explainer, reasoner), &steps, at, &|n| numbers[n]) else {
                continue;
            };
            let mut step = self.step(explainer, reasoner, found, &|n| numbers[n]);
            if step.conclusions.is_empty() {
                step.condition = condition.map(str::to_string);
            }
            let taken = !run.is_under(&reasoner.knowledge, found)
                && told.last_mut().is_some_and(|last| run.takes(at, last, &step));
            if !taken {
                run = Run::of(at, &step);
                told.push(step);
            }
            for &at in with.iter().chain([&at]) {
                numbers[at] = Some(told.len());
            }
        }
        let known = reasoner.knowledge.known.clone();
        let condition = condition.map(str::to_string);
        Answer::Steps { steps: told, known, done: done && stopped.is_none(), condition, stopped }
    }

    /// The step in what is visible, with what steps about hidden unknowns contribute to it taken in, and the places of those
    /// that are told with it; `None` for one that says nothing visible. What follows from proved steps together is proved.
    /// What has words and was told with an earlier step, by its number, is not told again.
    pub(super) fn without_hidden(
        &self,
        (explainer, reasoner): (&Explainer, &Reasoner),
        steps: &[Deduction],
        at: usize,
        number: &dyn Fn(usize) -> Option<usize>,
    ) -> Option<(Deduction, Vec<usize>)> {
        let hidden = |l: &Atom| self.elaborator.model.unknown(l.unknown).hidden;
        let has_words = |l: &Atom| reasoner.board.is_told[l.unknown];
        let mut step = steps[at].clone();
        if !step.conclusions.is_empty() && step.conclusions.iter().all(hidden) {
            return None;
        }
        step.conclusions.retain(|c| !hidden(c));
        let own = step.clone();
        let mut open = std::mem::take(&mut step.facts);
        let mut taken = Vec::new();
        while let Some(fact) = open.pop() {
            match reasoner.knowledge.facts[fact].source {
                Source::Step(from, literal) if hidden(&literal) && !(has_words(&literal) && number(from).is_some()) => {
                    if !taken.contains(&from) {
                        taken.push(from);
                        step.units.extend(&steps[from].units);
                        step.technique = step.technique.max(steps[from].technique).max(Technique::Together);
                        step.argument = None;
                        open.extend(&steps[from].facts);
                    }
                }
                Source::Statement(unit) if hidden_fact(&self.elaborator.model, reasoner, fact) => step.units.push(unit),
                _ => step.facts.push(fact),
            }
        }
        step.facts.sort_unstable();
        step.facts.dedup();
        step.units.sort_unstable();
        step.units.dedup();
        taken.sort_unstable();
        if !taken.is_empty() {
            step.parts = taken.iter().map(|&from| steps[from].clone()).chain([own]).collect();
        }
        // Told part by part where all of them can be told; else the statements together.
        if !taken.iter().all(|&from| steps[from].conclusions.iter().any(has_words))
            && lettered(&self.elaborator, &explainer.groups.list, &reasoner.board, &step).is_empty()
        {
            step.parts.clear();
            taken.clear();
        }
        Some((step, taken))
    }

    /// Proves a deduction once more. `reasoner` is the one that made it, if not that of the hints; a step without
    /// conclusions is about the condition.
    pub(super) fn confirm_step(
        &self,
        explainer: &mut Explainer,
        reasoner: Option<&Reasoner>,
        step: &Deduction,
        condition: Option<ExprId>,
        limits: &Limits,
    ) -> Found<()> {
        if step.argument.is_some() {
            return self.confirm_argument(explainer, reasoner, step, limits);
        }
        let facts = &reasoner.unwrap_or(&explainer.reasoner).knowledge.facts;
        let mut units = step.units.clone();
        let mut literals = Vec::new();
        for &fact in &step.facts {
            match facts[fact].source {
                Source::Statement(unit) => units.push(unit),
                Source::Step(_, literal) => literals.push(literal),
            }
        }
        let condition = condition.filter(|_| step.conclusions.is_empty());
        let claim = Claim { facts: &literals, conclusions: &step.conclusions, condition, ..Claim::default() };
        self.confirm_units(explainer, &units, claim, limits)
    }

    /// What was found and checked without a solver is confirmed by one.
    fn confirm_argument(
        &self,
        explainer: &mut Explainer,
        reasoner: Option<&Reasoner>,
        step: &Deduction,
        limits: &Limits,
    ) -> Found<()> {
        if !self.settings.verify {
            return Ok(());
        }
        let Explainer { groups, prover, reasoner: hinting, confirmed, .. } = explainer;
        let model = &self.elaborator.model;
        let mut case = Case { prover, model, groups: &groups.list, limits, checks: None };
        if !reasoner.unwrap_or(hinting).is_proved(&mut case, step)? {
            return Err(super::verify::disagreement());
        }
        confirmed[2] += 1;
        Ok(())
    }

    /// A deduction in the user's words.
    pub(super) fn step(
        &self,
        explainer: &Explainer,
        reasoner: &Reasoner,
        deduction: &Deduction,
        number: &dyn Fn(usize) -> Option<usize>,
    ) -> Step {
        let units = super::by_place(&explainer.groups, &self.elaborator.sources, deduction.units.clone());
        let premise = |&fact: &usize| match reasoner.knowledge.facts[fact].source {
            Source::Statement(unit) => Premise::Statement(self.known_by(explainer, reasoner, fact, unit)),
            Source::Step(step, conclusion) => Premise::Step { number: number(step), conclusion },
        };
        let names = Names {
            elaborator: &self.elaborator,
            groups: &explainer.groups.list,
            board: &reasoner.board,
            knowledge: &reasoner.knowledge,
            lettered: lettered(&self.elaborator, &explainer.groups.list, &reasoner.board, deduction),
        };
        let because = |&g: &usize| Because { text: names.whole(g), turn: vec![], ..self.because(&explainer.groups, g) };
        let told = Because::once(units.iter().map(because).collect());
        Step {
            conclusions: deduction.conclusions.clone(),
            condition: None,
            technique: deduction.technique,
            reason: sentence(&names, deduction),
            cases: told_cases(&names, deduction),
            because: told,
            facts: deduction.facts.iter().map(premise).collect(),
        }
    }

    /// A statement about one cell as a fact: a turn of a loop, or a line of a standard rule, by what it leaves to the cell.
    fn known_by(&self, explainer: &Explainer, reasoner: &Reasoner, fact: usize, unit: usize) -> Because {
        let because = self.because(&explainer.groups, unit);
        let origin = &explainer.groups.list[unit].origin;
        let has_words = origin.told.is_some() || origin.label.is_some() || origin.clue.is_some();
        let (model, knowledge) = (&self.elaborator.model, &reasoner.knowledge);
        let fact = &knowledge.facts[fact];
        let in_library = self.elaborator.sources.is_library(origin.span);
        if has_words || (because.turn.is_empty() && !in_library) || knowledge.values[fact.unknown].is_none() {
            return because;
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
        Because { text: told_together(model, &atoms).join(", "), turn: vec![], ..because }
    }
}

/// Which steps the wanted ones rest on, themselves included.
fn kept(reasoner: &Reasoner, steps: &[Deduction], wanted: &[usize]) -> Vec<bool> {
    let mut kept = vec![false; steps.len()];
    let mut open = wanted.to_vec();
    while let Some(step) = open.pop() {
        if std::mem::replace(&mut kept[step], true) {
            continue;
        }
        open.extend(steps[step].facts.iter().filter_map(|&f| match reasoner.knowledge.facts[f].source {
            Source::Step(number, _) => Some(number),
            Source::Statement(_) => None,
        }));
    }
    kept
}

fn hidden_fact(model: &Model, reasoner: &Reasoner, fact: usize) -> bool {
    model.unknown(reasoner.knowledge.facts[fact].unknown).hidden
}
