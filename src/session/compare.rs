//! `compare`: the same question under each encoding and engine.

use super::Session;
use super::answer::{Answer, Run, Sense};
use crate::diagnostic::Result;
use crate::lower::Encoding;
use crate::solver::Engine;
use crate::solver::sat::{Reason, Size};
use crate::source::Span;
use crate::syntax::ast::Question;
use crate::text::counted;
use std::time::Instant;

/// What is compared: the notebook's formula is Z3's alone.
const WAYS: [(Encoding, Engine); 3] =
    [(Encoding::Fd, Engine::Sat), (Encoding::Fd, Engine::Z3), (Encoding::Int, Engine::Z3)];

impl Session {
    pub(super) fn compare(&mut self, question: Option<&Question>, span: Span) -> Result<Answer> {
        let question = question.unwrap_or(&Question::Unique { fix: false });
        let kept = (self.settings.clone(), self.warm.take(), self.current.take(), std::mem::take(&mut self.shown));
        let (explainer, optimum) = (self.explainer.take(), self.optimum.take());
        self.unexplained = true;
        let mut runs = Vec::new();
        let mut outcomes = Vec::new();
        let mut failed = None;
        for (encoding, engine) in WAYS {
            (self.settings.encoding, self.settings.engine) = (Some(encoding), engine);
            self.warm = None;
            self.explainer = None;
            self.optimum = None;
            self.current = None;
            self.shown.clear();
            let start = Instant::now();
            let limits = self.limits();
            match self.answer(question, span, &limits) {
                Ok(answer) => {
                    let size = self.warm.as_ref().map_or(Size::default(), |w| w.formula.size());
                    runs.push(Run { encoding, engine, size, elapsed: start.elapsed(), outcome: in_words(&answer) });
                    outcomes.push(fingerprint(&answer));
                }
                Err(error) => failed = Some(error),
            }
        }
        (self.settings, self.warm, self.current, self.shown) = kept;
        (self.explainer, self.optimum) = (explainer, optimum);
        self.unexplained = false;
        if let Some(error) = failed {
            return Err(error);
        }
        let agree = outcomes.iter().all(|o| o.is_some() && *o == outcomes[0]);
        Ok(Answer::Compare { question: question.word(), runs, agree })
    }
}

/// What all must agree on; `None` when the question did not end.
fn fingerprint(answer: &Answer) -> Option<String> {
    if answer.stopped().is_some() {
        return None;
    }
    Some(match answer {
        Answer::Candidates { values, .. } => format!("{values:?}"),
        Answer::Forced { values, .. } => format!("{values:?}"),
        Answer::Unique { assignment, .. } => format!("{assignment:?}"),
        other => in_words(other),
    })
}

/// A short statement of the outcome.
pub(super) fn in_words(answer: &Answer) -> String {
    let plural = |n: u64| if n == 1 { "" } else { "s" };
    match answer {
        Answer::Solution { .. } | Answer::Show { .. } => "a solution".into(),
        Answer::None { .. } => "no solution".into(),
        Answer::NoOther { .. } => "no other solution".into(),
        Answer::Unknown(reason) => format!("unknown: {}", reason_text(reason)),
        Answer::Unique { .. } => "one solution".into(),
        Answer::Multiple { .. } => "more than one solution".into(),
        Answer::Count { count, exact: true, .. } => format!("{count} solution{}", plural(*count)),
        Answer::Count { count, exact: false, stopped: None } => format!("more than {count} solution{}", plural(*count)),
        Answer::Count { count, stopped: Some(reason), .. } => {
            format!("at least {count} solution{}: {}", plural(*count), reason_text(reason))
        }
        Answer::Solutions { list, complete, .. } => {
            let n = list.len() as u64;
            format!("{n} solution{}{}", plural(n), if *complete { ", no more" } else { "" })
        }
        Answer::Candidates { values, .. } => format!("{} candidates", values.iter().map(|d| d.size()).sum::<u64>()),
        Answer::Forced { values, .. } => format!("{} forced", values.iter().flatten().count()),
        Answer::Optimum(optimum) => {
            let proved = if optimum.is_proved() { ", proved best" } else { "" };
            let penalty = if optimum.sense == Sense::Penalty { "penalty " } else { "" };
            format!("{penalty}{}{proved}", optimum.values_text())
        }
        Answer::NoValue { .. } => "no value".into(),
        Answer::Export(_) => "a file".into(),
        Answer::Print { text, .. } | Answer::Text(text) => text.clone(),
        Answer::List { entries, .. } => counted(entries.len() as u64, "statement"),
        Answer::Stats(_) => String::new(),
        Answer::Shared(shared) => shared.text.clone(),
        Answer::Expect { ok, .. } => if *ok { "as expected" } else { "not as expected" }.into(),
        Answer::Clash { because, .. } => format!("a clash of {} statements", because.len()),
        Answer::Clashes { list, .. } => format!("{} clashes", list.len()),
        Answer::NoClash { .. } => "a solution".into(),
        Answer::Because { .. } => "forced".into(),
        Answer::NotForced { .. } => "not forced".into(),
        Answer::Hint { .. } => "a hint".into(),
        Answer::NoHint { .. } => "no hint".into(),
        Answer::Graded { grade: Some(grade), .. } => format!("grade: {grade}"),
        Answer::Walk { number, of, .. } => format!("step {number} of {of}"),
        Answer::Hints { steps, .. } => format!("{} hints", steps.len()),
        Answer::Checked { wrong, .. } => format!("{} wrong", wrong.len()),
        Answer::Graded { grade: None, .. } => "no grade".into(),
        Answer::Steps { done, .. } => if *done { "solved in steps" } else { "not solved in steps" }.into(),
        Answer::Redundant { list, .. } | Answer::Reduced { left_out: list, .. } => format!("{} redundant", list.len()),
        Answer::Generated(generated) => match &generated.puzzles[..] {
            [one] => format!("a puzzle of {} clues", one.clues),
            all => format!("{} puzzles", all.len()),
        },
        Answer::Compare { agree, .. } => if *agree { "they agree" } else { "they disagree" }.into(),
    }
}

pub fn reason_text(reason: &Reason) -> &str {
    match reason {
        Reason::Interrupted => "interrupted",
        Reason::Timeout => "time limit",
        Reason::Effort | Reason::NotSoon => "effort limit",
        Reason::Memory => "memory limit",
        Reason::GaveUp(why) => why,
    }
}
