//! Parameters. A call sets them before a script is read; a later `param` of the same name replaces one.

use super::list::StatementList;
use super::{Session, Sink, TextOrigin};
use sator_answer::{Answer, Done, Named};
use sator_lang::diagnostic::{Code, Diagnostic, Help, Result, fail};
use sator_lang::elaborate::suggest;
use sator_lang::syntax::ast::{Expr, Ident, Query, Statement, StatementKind};
use sator_lang::syntax::print::quoted;
use std::path::{Path, PathBuf};

/// A value that the call gives a parameter.
pub(super) struct Given {
    name: String,
    /// The name of its source: `--param n`.
    from: String,
    value: Expr,
    /// Whether a script declares the parameter.
    used: bool,
    /// Whether a script must declare the parameter.
    needed: bool,
}

/// The parameters that a call sets: `--data` and `--param`.
#[derive(Clone, Debug, Default)]
pub struct CallParams {
    /// JSON files, each an object with the values of parameters.
    pub data: Vec<PathBuf>,
    /// The name and the value of each parameter, as in `--param NAME=VALUE`. These count before the files.
    pub params: Vec<(String, String)>,
}

/// The parameters of the scripts, and the values that the call gives them.
#[derive(Default)]
pub struct Parameters {
    /// The values of the call.
    given: Vec<Given>,
    /// The names of the parameters of the scripts that were read.
    names: Vec<String>,
}

impl Parameters {
    pub(super) fn are_given(&self) -> bool {
        !self.given.is_empty()
    }

    fn give(&mut self, value: Given) {
        // The last value of a name counts.
        self.given.retain(|given| given.name != value.name);
        self.given.push(value);
    }

    /// Sets the parameters that statements of a script declare, those of the list excepted: a `param` that replaces another one
    /// keeps its value.
    pub(super) fn set(&mut self, statements: &mut [Statement], list: &StatementList) {
        let names = statements.iter().filter_map(|s| match &s.kind {
            StatementKind::Param { name, .. } => Some(name.name.clone()),
            _ => None,
        });
        self.names.extend(names);
        for Given { name: wanted, value, used, .. } in &mut self.given {
            let mut first = statements.iter_mut().filter_map(|statement| match &mut statement.kind {
                StatementKind::Param { name, given, .. } if name.name == *wanted => Some(given),
                _ => None,
            });
            if list.param(wanted).is_none()
                && let Some(given) = first.next()
            {
                *used = true;
                *given = Some(value.clone());
            }
        }
    }

    /// The error for a parameter that the call gives and no script declares.
    ///
    /// # Errors
    /// There is such a parameter.
    pub fn check(&self) -> Result<()> {
        let Some(missing) = self.given.iter().find(|given| given.needed && !given.used) else { return Ok(()) };
        let message = format!("`{}`: no script has a parameter `{}`", missing.from, missing.name);
        let names = &self.names;
        let error = Diagnostic::new(Code::UnknownName, message);
        fail(match suggest(&missing.name, names.iter().map(String::as_str)) {
            Some(near) => error.help(Help::did_you_mean(near)),
            None if names.is_empty() => error.help(format!("declare it in the script: `param {} = 8`", missing.name)),
            None => error.help(format!("its parameters are {}", names.join(", "))),
        })
    }
}

impl Session {
    /// Gives the parameters of the scripts that are read from now on their values.
    ///
    /// # Errors
    /// A file can't be read, or isn't a JSON object; a value is no expression.
    pub fn give_all(&mut self, params: &CallParams) -> Result<()> {
        params.data.iter().try_for_each(|file| self.give_data(file))?;
        params.params.iter().try_for_each(|(name, text)| self.give(&format!("--param {name}"), name, text))
    }

    /// Reads the data of the parameters now, for scripts that may read no files.
    pub(crate) fn read_given(&mut self) {
        for given in &self.params.given {
            // The statement that declares the parameter reports a fault.
            let _ = self.elaborator.value(&given.value);
        }
    }

    /// Gives a parameter of the scripts that are read from now on a value, for a call that errors name as `from`.
    ///
    /// # Errors
    /// `text` is no expression.
    pub fn give(&mut self, from: &str, name: &str, text: &str) -> Result<()> {
        let value = self.given(from, name, text, true)?;
        self.params.give(value);
        Ok(())
    }

    /// Gives the parameters of the scripts that are read from now on the values of a JSON file, as `--data FILE` does.
    fn give_data(&mut self, file: &Path) -> Result<()> {
        let limits = self.limits();
        let path = quoted(&file.display().to_string());
        let from = format!("--data {}", file.display());
        for name in self.elaborator.names_in_json(file, &limits)? {
            let text = format!("json({path})[{}]", quoted(&name));
            // A name that no parameter can have, such as `unit price`, is no concern of the call.
            if let Ok(value) = self.given(&from, &name, &text, false) {
                self.params.give(value);
            }
        }
        Ok(())
    }

    /// Parses a value that the call gives.
    fn given(&mut self, from: &str, name: &str, text: &str, needed: bool) -> Result<Given> {
        let text = format!("param {name} = {text}");
        let source = self.texts.add(&mut self.elaborator, from, &text, TextOrigin::Typed);
        let statements = sator_lang::syntax::parse_within(source, &text, &self.limits())?;
        let parameter = <[Statement; 1]>::try_from(statements).map(|[statement]| statement.kind);
        let Ok(StatementKind::Param { name: Ident { name, .. }, value: Some(value), .. }) = parameter else {
            let message = format!("`{from}` needs one value");
            return fail(Diagnostic::new(Code::Syntax, message).help(Help::write("--param n=8")));
        };
        Ok(Given { name, from: from.to_string(), value, used: false, needed })
    }

    /// Runs `param n = 9` where `n` is a parameter already: it replaces the earlier statement. So does a rule or a `def` that
    /// is typed again at the prompt, where it is a correction. `None` for any other statement.
    pub(super) fn replace_declared(&mut self, statement: &Statement, sink: Sink) -> Option<Result<()>> {
        if !self.texts.loading.is_empty() {
            return None;
        }
        let at = match &statement.kind {
            StatementKind::Param { name, .. } => self.list.param(&name.name)?.0,
            StatementKind::Rule { name, .. } | StatementKind::Def { name, .. } if self.interactive => {
                let is_it = |s: &Statement| match &s.kind {
                    StatementKind::Rule { name: own, .. } | StatementKind::Def { name: own, .. } => {
                        own.name == name.name
                    }
                    _ => false,
                };
                self.list.entries.iter().position(|entry| matches!(&entry.statements[..], [only] if is_it(only)))?
            }
            _ => return None,
        };
        Some(self.replace_param_at(at, statement, sink))
    }

    fn replace_param_at(&mut self, at: usize, statement: &Statement, sink: Sink) -> Result<()> {
        let old = &self.list.entries[at];
        if old.text.starts_with("load ") || old.statements.len() != 1 {
            let message = format!("this parameter belongs to the file that #{} loads", old.number);
            let help = "run the script with `--param`, or set the parameter in the file";
            return fail(Diagnostic::at(Code::Duplicate, statement.span, message).help(help));
        }
        let (number, before) = (old.number, old.text.clone());
        self.replace(number, statement, sink)?;
        let now = Named { number, text: self.list.entries[at].text.clone() };
        let again = match &self.list.entries[at + 1..] {
            [] => None,
            [first, .., last] | [first @ last] => Some((first.number, last.number)),
        };
        let done = Done::Param { now, before, again };
        self.report(Query::Param, Answer::Done(done), statement.span, sink);
        Ok(())
    }
}
