//! The reasons beside a verdict. A session of its own takes the facts of a board as statements, so that `why fewest`, `forced`
//! and `hint` answer.

use super::{load, run};
use crate::session::{Answer, Report, Session, TextOrigin};
use sator_draw::render::report_object;
use sator_model::{Atom, UnknownId};
use serde_json::{Value, json};

/// Boards before the session is made anew, because it keeps every text.
const MOST_BOARDS: usize = 200;

/// The fields of a hint that say what follows and why.
const STEP: [&str; 6] = ["text", "technique", "reason", "concludes", "because", "from"];

pub(super) struct Reasons {
    session: Session,
    boards: usize,
}

impl Reasons {
    pub(super) fn new(like: &Session, text: &str, origin: &TextOrigin) -> Result<Reasons, String> {
        let mut session = Session::new(like.settings.clone(), like.interrupt().clone());
        session.set_files(like.files().clone());
        load(&mut session, text, origin)?;
        // The next step is part of one answer, so it has no stages.
        session.settings.staged_hints = false;
        Ok(Reasons { session, boards: 0 })
    }

    pub(super) fn is_fresh(&self) -> bool {
        self.boards < MOST_BOARDS
    }

    /// Without a solution: the fewest statements and facts that clash. Else the number of open cells that are forced, and the
    /// easiest next step.
    pub(super) fn of(
        &mut self,
        facts: &[Atom],
        has_solution: bool,
        open: &[UnknownId],
    ) -> Result<Vec<(&'static str, Value)>, String> {
        self.boards += 1;
        let texts: Vec<String> = facts.iter().map(|fact| fact.text(self.session.model())).collect();
        run(&mut self.session, "push")?;
        let found = self.of_board(&texts, facts, has_solution, open);
        run(&mut self.session, "pop")?;
        found
    }

    fn of_board(
        &mut self,
        texts: &[String],
        facts: &[Atom],
        has_solution: bool,
        open: &[UnknownId],
    ) -> Result<Vec<(&'static str, Value)>, String> {
        run(&mut self.session, &texts.join("\n"))?;
        if !has_solution {
            let reports = run(&mut self.session, "why fewest")?;
            let because = reports.iter().find_map(|report| self.object(report)["because"].as_array().cloned());
            let is_fact = |one: &Value| one["text"].as_str().is_some_and(|text| texts.iter().any(|fact| fact == text));
            let (facts, because): (Vec<Value>, Vec<Value>) = because.unwrap_or_default().into_iter().partition(is_fact);
            let facts: Vec<Value> = facts.into_iter().map(|mut fact| fact["text"].take()).collect();
            return Ok(vec![("because", json!(because)), ("facts", json!(facts))]);
        }
        let reports = run(&mut self.session, "forced")?;
        let is_open = |unknown: &&UnknownId| !facts.iter().any(|fact| fact.is && fact.unknown == **unknown);
        let forced = reports.iter().find_map(|report| match &report.answer {
            Answer::Forced { values, stopped: None } => {
                Some(open.iter().filter(is_open).filter(|&&unknown| values[unknown].is_some()).count())
            }
            _ => None,
        });
        let reports = run(&mut self.session, "hint")?;
        let step = reports.iter().find(|report| matches!(report.answer, Answer::Hint { .. })).map(|report| {
            let object = self.object(report);
            STEP.iter().map(|key| (key.to_string(), object[*key].clone())).collect::<Value>()
        });
        Ok(vec![("forced", json!(forced)), ("next", json!(step))])
    }

    fn object(&self, report: &Report) -> Value {
        report_object(self.session.elaborator(), report, false).unwrap_or_default()
    }
}
