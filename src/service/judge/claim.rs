//! Claimed steps: whether a conclusion follows from the statements that it cites.

use super::board::Move;
use super::{Judge, sentence};
use sator_answer::StatementRef;
use sator_draw::narration::statement_text;
use sator_draw::render::{json as answer_json, statement_object};
use sator_explain::ClaimedStep;
use sator_model::Atom;
use serde_json::{Value, json};

impl Judge {
    /// Judges a claim: a move, or an object with `concludes` and `because` as a step of `solve steps` has them.
    pub(super) fn claim(&mut self, facts: &[Atom], claim: &Value, is_alive: bool) -> Result<Value, String> {
        let conclusions = self.conclusions(claim)?;
        let statements = self.session.named_statements();
        let cited = match &claim["because"] {
            Value::Null => None,
            Value::Array(list) => Some(self.cited(list, &statements, facts)?),
            _ => return Err("`because` is a list of statements".into()),
        };
        // Everything follows from a board without a solution.
        if !is_alive {
            return Ok(Value::Null);
        }
        let found = self.session.claimed(facts, &conclusions, cited.as_deref()).map_err(|error| sentence(&error))?;
        let model = self.session.model();
        let objects =
            |list: &[StatementRef]| -> Value { list.iter().map(|one| statement_object(model, one)).collect() };
        Ok(match found {
            Err(reason) => json!({"verdict": "unknown", "reason": reason.text()}),
            Ok(ClaimedStep::Follows { because }) => json!({"verdict": "follows", "because": objects(&because)}),
            Ok(ClaimedStep::Uncited { because, missing }) => {
                json!({"verdict": "uncited", "because": objects(&because), "missing": objects(&missing)})
            }
            Ok(ClaimedStep::Open { counterexample }) => {
                json!({"verdict": "open", "counterexample": answer_json::solution(model, &counterexample)})
            }
            Ok(ClaimedStep::False { because }) => json!({"verdict": "false", "because": objects(&because)}),
        })
    }

    fn conclusions(&self, claim: &Value) -> Result<Vec<Atom>, String> {
        let one = std::slice::from_ref(claim);
        let list = claim["concludes"].as_array().map_or(one, |list| &list[..]);
        let read = |step: &Value| match self.names.read_move(self.session.model(), step)? {
            Move::Fact(fact) => Ok(fact),
            Move::Clear(_) => Err(String::from("a conclusion has a value")),
        };
        let facts: Vec<Atom> = list.iter().map(read).collect::<Result<_, String>>()?;
        if facts.is_empty() { Err("a claim concludes something: `r1c1 = 5`".into()) } else { Ok(facts) }
    }

    /// The positions of cited statements: each is a text, a line, or an object with `text` and perhaps `line`. It
    /// stands for all statements with these. Facts of
    /// the board count anyway.
    fn cited(&self, list: &[Value], statements: &[StatementRef], facts: &[Atom]) -> Result<Vec<usize>, String> {
        let model = self.session.model();
        let texts: Vec<String> = statements.iter().map(|one| statement_text(model, &one.name)).collect();
        let mut cited = vec![];
        for citation in list {
            let (text, line) = match citation {
                Value::String(text) => (Some(&**text), None),
                Value::Number(line) => (None, line.as_u64()),
                _ => (citation["text"].as_str(), citation["line"].as_u64()),
            };
            if text.is_none() && line.is_none() {
                return Err("a cited statement is a text, the number of a line, or an object with `text`".into());
            }
            let fits = |at: &usize| {
                text.is_none_or(|text| texts[*at] == text)
                    && line.is_none_or(|line| u64::from(statements[*at].line) == line)
            };
            let found: Vec<usize> = (0..texts.len()).filter(fits).collect();
            let is_fact = text.is_some_and(|text| facts.iter().any(|fact| fact.text(model) == text));
            if found.is_empty() && !is_fact {
                let names: Vec<&str> = texts.iter().map(String::as_str).take(5).collect();
                return Err(format!("no statement is called {citation}; there are {}", names.join(", ")));
            }
            cited.extend(found);
        }
        cited.sort_unstable();
        cited.dedup();
        Ok(cited)
    }
}
