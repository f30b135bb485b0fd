//! `compare`: answers a question with each encoding and engine, and compares the answers.

use super::{Session, Settings};
use sator_answer::{Answer, Facts, Run, Values};
use sator_base::clock::Instant;
use sator_base::source::Span;
use sator_lang::diagnostic::Result;
use sator_lang::syntax::ast::Question;
use sator_model::UnknownId;
use sator_solve::lower::Encoding;
use sator_solve::solver::sat::Size;
use sator_solve::solver::{ENGINES, Engine, has_encoding};
use std::mem::discriminant;

/// The configurations to compare. Only Z3 solves the integer encoding.
const CONFIGURATIONS: [(Encoding, Engine); 3] =
    [(Encoding::Fd, Engine::Sat), (Encoding::Fd, Engine::Z3), (Encoding::Int, Engine::Z3)];

impl Session {
    pub(super) fn compare(&mut self, question: Option<&Question>, span: Span) -> Result<Answer> {
        let question = question.unwrap_or(&Question::Unique { fix: false, keep: false });
        let mut runs = Vec::new();
        let mut failed = None;
        let available = |(encoding, engine): &(Encoding, Engine)| has_encoding(*encoding) && ENGINES.contains(engine);
        for (encoding, engine) in CONFIGURATIONS.into_iter().filter(available) {
            let settings = Settings { encoding: Some(encoding), engine, ..self.settings.clone() };
            let run = self.isolated(settings, |session| {
                let start = Instant::now();
                let limits = session.limits();
                let outcome = session.answer_by(question, &mut |session| match question {
                    // Nobody reads a fix here.
                    Question::Unique { fix: false, .. } => session.unique(&limits),
                    question => session.answer_once(question, span, &limits),
                })?;
                let size = session.cache.solver.as_ref().map_or(Size::default(), |w| w.formula.size());
                Ok(Run { encoding, engine, size, elapsed: start.elapsed(), outcome })
            });
            match run {
                Ok(run) => runs.push(run),
                Err(error) => failed = Some(error),
            }
        }
        if let Some(error) = failed {
            return Err(error);
        }
        let visible: Vec<UnknownId> = self.model().visible().collect();
        let agree = agreement(runs.iter().map(|run| &run.outcome), &visible);
        Ok(Answer::Compare { question: question.query(), runs, agree })
    }
}

/// Whether all answers agree. `None` if those that ended agree and some did not end. Configurations can find different
/// solutions of several, so solutions count only by number; the values of a unique solution count where they are visible.
fn agreement<'a>(answers: impl Iterator<Item = &'a Answer>, visible: &[UnknownId]) -> Option<bool> {
    let all: Vec<&Answer> = answers.collect();
    let ended: Vec<(&Answer, Facts)> =
        all.iter().map(|answer| (*answer, answer.facts())).filter(|(_, facts)| facts.stopped.is_none()).collect();
    let same = |(a, of_a): &(&Answer, Facts), (b, of_b): &(&Answer, Facts)| {
        let values = match (&of_a.values, &of_b.values) {
            (Values::Solution(a), Values::Solution(b)) => visible.iter().all(|&u| a.get(u) == b.get(u)),
            (a, b) => a == b,
        };
        discriminant(*a) == discriminant(*b) && of_a.numbers == of_b.numbers && values
    };
    if ended.windows(2).any(|pair| !same(&pair[0], &pair[1])) {
        return Some(false);
    }
    (ended.len() == all.len()).then_some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sator_base::limits::Reason;
    use sator_model::Assignment;

    #[test]
    fn answers_that_did_not_end_are_no_disagreement() {
        let count = |count| Answer::Count { count, beyond: None, exact: true, stopped: None };
        let unknown = || Answer::Unknown(Reason::Timeout);
        let agreed = |answers: &[Answer]| agreement(answers.iter(), &[]);
        assert_eq!(agreed(&[count(2), count(2), count(2)]), Some(true));
        assert_eq!(agreed(&[count(2), count(2), unknown()]), None);
        assert_eq!(agreed(&[unknown(), unknown(), unknown()]), None);
        assert_eq!(agreed(&[count(2), unknown(), count(3)]), Some(false));
    }

    #[test]
    fn hidden_unknowns_can_differ() {
        let unique = |values: [i64; 2]| Answer::Unique { assignment: Assignment(values.into()), shown: false };
        let agreed = |a, b| agreement([unique(a), unique(b)].iter(), &[UnknownId::at(0)]);
        assert_eq!(agreed([1, 5], [1, 6]), Some(true));
        assert_eq!(agreed([1, 5], [2, 5]), Some(false));
    }
}
