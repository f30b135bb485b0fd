//! `print` and `show`: what is known, in the current solution.

use super::answer::Answer;
use super::warm::Outcome;
use super::{Session, needs_solution};
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::elaborate::Value;
use crate::limits::{Limits, Reason};
use crate::syntax::ast::{Expr, Ident};

impl Session {
    pub(super) fn print(&mut self, exprs: &[Expr], limits: &Limits) -> Result<Answer> {
        let values = exprs.iter().map(|e| self.elaborator.value(e)).collect::<Result<Vec<_>>>()?;
        let values = match self.settled(values, limits)? {
            Ok(values) => values,
            Err(answer) => return Ok(*answer),
        };
        let shown: Vec<String> = values
            .iter()
            .map(|v| match v {
                Value::Str(s) => s.to_string(),
                other => self.elaborator.text_of(other),
            })
            .collect();
        Ok(Answer::Print { text: shown.join(" "), values })
    }

    /// Values in the current solution, which is looked for if there is none and one is needed. The inner
    /// error is the answer when there is no solution.
    pub(super) fn settled(&mut self, values: Vec<Value>, limits: &Limits) -> Result<Result<Vec<Value>, Box<Answer>>> {
        let needed = values.iter().try_fold(false, |any, v| Ok(any || needs_solution(&self.elaborator, v, limits)?));
        match needed {
            Ok(true) => {}
            Ok(false) => return Ok(Ok(values)),
            Err(reason) => return Ok(Err(Box::new(Answer::Unknown(reason)))),
        }
        let assignment = match self.current_solution(limits)? {
            Outcome::Sat(assignment) => assignment,
            Outcome::Unsat => return Ok(Err(Box::new(Answer::None))),
            Outcome::Unknown(reason) => return Ok(Err(Box::new(Answer::Unknown(reason)))),
        };
        let solved = self.elaborator.solved(&assignment);
        let values: Result<Vec<Value>, Reason> = values.iter().map(|v| self.elaborator.settle(v, &solved)).collect();
        Ok(values.map_err(|reason| Box::new(Answer::Unknown(reason))))
    }

    pub(super) fn show(&mut self, names: &[Ident]) -> Result<Answer> {
        for name in names {
            let model = self.model();
            let known = model.grids.iter().any(|g| g.name == name.name)
                || model.lines.iter().any(|l| l.name == name.name)
                || model.variables.iter().any(|v| v.name == name.name);
            if !known {
                return fail(
                    Diagnostic::at(
                        Code::UnknownName,
                        name.span,
                        format!("no grid or variable is called `{}`", name.name),
                    )
                    .help(match name.name.as_str() {
                        "all" | "everything" => "write `show` alone",
                        _ => "for the value of an expression write `print`",
                    }),
                );
            }
        }
        let grids = names.iter().map(|n| n.name.clone()).collect();
        Ok(Answer::Show { assignment: self.cache.seen.current.clone(), grids })
    }
}
