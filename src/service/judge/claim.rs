//! Claimed steps: whether a conclusion follows from the statements that it cites.

use super::board::Move;
use super::{Judge, sentence};
use sator_answer::StatementRef;
use sator_draw::narration::statement_text;
use sator_draw::render::{json as answer_json, statement_object};
use sator_explain::ClaimedStep;
use sator_model::Atom;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A name of a statement of the puzzle.
struct Citable {
    number: usize,
    text: String,
    line: u64,
}

impl Judge {
    /// Judges a claim: a move, or an object with `concludes` and `because` as a step of `solve steps` has them.
    pub(super) fn claim(&mut self, facts: &[Atom], claim: &Value, is_alive: bool) -> Result<Value, String> {
        let conclusions = self.conclusions(claim)?;
        if conclusions.is_empty() {
            return Err("a claim concludes something: `r1c1 = 5`".into());
        }
        let statements = self.citable();
        let cited = self.cited(&claim["because"], &statements, facts)?;
        self.judged(facts, &conclusions, cited.as_ref(), is_alive)
    }

    /// Judges steps in order. True conclusions are facts in the steps after them.
    ///
    /// A conclusion about unknowns without a name is no fact that a board has. A step that rests on one names its step in
    /// `from`, and cites what that step cites.
    pub(super) fn walk(&mut self, facts: &[Atom], steps: &[Value], is_alive: bool) -> Result<Value, String> {
        let mut facts = facts.to_vec();
        let statements = self.citable();
        let mut citations: Vec<Option<BTreeSet<usize>>> = vec![];
        let mut verdicts = vec![];
        for (at, step) in steps.iter().enumerate() {
            let located = |error: String| format!("step {}: {error}", at + 1);
            let conclusions = self.conclusions(step).map_err(located)?;
            let mut cited = self.cited(&step["because"], &statements, &facts).map_err(located)?;
            for earlier in earlier_steps(step, at).map_err(located)? {
                cited = cited.zip(citations[earlier].as_ref()).map(|(own, others)| &own | others);
            }
            let verdict = match conclusions.is_empty() {
                true => Value::Null,
                false => self.judged(&facts, &conclusions, cited.as_ref(), is_alive).map_err(located)?,
            };
            if verdict["verdict"] == "follows" || verdict["verdict"] == "uncited" {
                facts.extend(conclusions);
            }
            citations.push(cited);
            verdicts.push(verdict);
        }
        Ok(verdicts.into())
    }

    /// Whether conclusions follow from facts and cited statements; from all statements without a list.
    fn judged(
        &mut self,
        facts: &[Atom],
        conclusions: &[Atom],
        cited: Option<&BTreeSet<usize>>,
        is_alive: bool,
    ) -> Result<Value, String> {
        // Everything follows from a board without a solution.
        if !is_alive {
            return Ok(Value::Null);
        }
        let cited = cited.map(|cited| cited.iter().copied().collect::<Vec<usize>>());
        let found = self.session.claimed(facts, conclusions, cited.as_deref()).map_err(|error| sentence(&error))?;
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

    /// The names of all statements of the puzzle, as claims cite them.
    fn citable(&mut self) -> Vec<Citable> {
        let statements = self.session.named_statements();
        let model = self.session.model();
        let citable = |(number, one): &(usize, StatementRef)| Citable {
            number: *number,
            text: statement_text(model, &one.name),
            line: one.line.into(),
        };
        statements.iter().map(citable).collect()
    }

    fn conclusions(&self, claim: &Value) -> Result<Vec<Atom>, String> {
        let one = std::slice::from_ref(claim);
        let list = claim["concludes"].as_array().map_or(one, |list| &list[..]);
        let read = |step: &Value| match self.names.read_move(self.session.model(), step)? {
            Move::Fact(fact) => Ok(fact),
            Move::Clear(_) => Err(String::from("a conclusion has a value")),
        };
        list.iter().map(read).collect()
    }

    /// The positions of cited statements: each is a text, a line, or an object with `text` and perhaps `line`, and stands
    /// for all statements with these. Facts of the board count anyway. `None` without a list.
    fn cited(
        &self,
        because: &Value,
        statements: &[Citable],
        facts: &[Atom],
    ) -> Result<Option<BTreeSet<usize>>, String> {
        let list = match because {
            Value::Null => return Ok(None),
            Value::Array(list) => list,
            _ => return Err("`because` is a list of statements".into()),
        };
        let model = self.session.model();
        let mut cited = BTreeSet::new();
        for citation in list {
            let (text, line) = match citation {
                Value::String(text) => (Some(&**text), None),
                Value::Number(line) => (None, line.as_u64()),
                _ => (citation["text"].as_str(), citation["line"].as_u64()),
            };
            if text.is_none() && line.is_none() {
                return Err("a cited statement is a text, the number of a line, or an object with `text`".into());
            }
            let fits = |statement: &&Citable| {
                text.is_none_or(|text| statement.text == text) && line.is_none_or(|line| statement.line == line)
            };
            let found: Vec<usize> = statements.iter().filter(fits).map(|statement| statement.number).collect();
            let is_fact = text.is_some_and(|text| facts.iter().any(|fact| fact.text(model) == text));
            if found.is_empty() && !is_fact {
                let names: Vec<&str> = statements.iter().map(|statement| &*statement.text).take(5).collect();
                return Err(format!("no statement is called {citation}; there are {}", names.join(", ")));
            }
            cited.extend(found);
        }
        Ok(Some(cited))
    }
}

/// The positions of the earlier steps that a step rests on: numbers from 1 on, or objects with `step`, in `from`. An object
/// without `step` is a fact of the board, which counts anyway.
fn earlier_steps(step: &Value, at: usize) -> Result<Vec<usize>, String> {
    let list = match &step["from"] {
        Value::Null => &[],
        Value::Array(list) => &list[..],
        _ => return Err("`from` is a list of earlier steps".into()),
    };
    let numbers = list.iter().map(|from| if from.is_object() { &from["step"] } else { from });
    let position = |number: &Value| match number.as_u64() {
        Some(step @ 1..) if step <= at as u64 => Ok(step as usize - 1),
        _ => Err(format!("`from` names steps before this one by their numbers, and not {number}")),
    };
    numbers.filter(|number| !number.is_null()).map(position).collect()
}
