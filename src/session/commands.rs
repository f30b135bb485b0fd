//! Session commands: they change or show the list of statements and the settings.

use super::cache::Event;
use super::load::example_named;
use super::{Entry, Report, Session, Sink};
use crate::settings::{KEYS, Key};
use crate::{gallery, help};
use sator_answer::{Answer, Done, Listed, Stats};
use sator_base::source::Span;
use sator_lang::diagnostic::{Code, Diagnostic, Help, Result, fail};
use sator_lang::elaborate::{Elaborator, Value, suggest};
use sator_lang::syntax::ast::{Command, Ident, Query};
use std::time::Duration;

impl Session {
    pub(super) fn command(&mut self, command: &Command, span: Span, sink: Sink) -> Result<()> {
        let (query, done) = match command {
            Command::List => {
                self.report(Query::List, self.list(), span, sink);
                return Ok(());
            }
            Command::Undo(steps) => (Query::Undo, self.steps(*steps, Session::undo, span)?),
            Command::Redo(steps) => (Query::Redo, self.steps(*steps, Session::redo, span)?),
            Command::Drop(what) => (Query::Drop, self.drop_statements(*what, span)?),
            Command::Edit(number) => {
                let at = self.list.position_of(*number, span)?;
                if !self.interactive {
                    return fail(
                        Diagnostic::at(
                            Code::Misplaced,
                            span,
                            "`edit` puts a statement into the line editor of the prompt",
                        )
                        .help("in a script, change the statement itself"),
                    );
                }
                self.requests.edit = Some((*number, self.list.entries[at].text.clone()));
                return Ok(());
            }
            Command::Push => (Query::Push, self.push_level()),
            Command::Pop => (Query::Pop, self.pop_level(span)?),
            Command::Reset => (Query::Reset, self.reset()?),
            Command::Save(path) => (Query::Save, self.save(path, span)?),
            Command::Export { format, path, words } => {
                let answer = self.export_command(format, path, words)?;
                self.report(Query::Export, answer, span, sink);
                return Ok(());
            }
            Command::Share { to, path } => return self.share(to, path.as_deref(), span, sink),
            Command::Set { key, value } => match self.set(key.as_ref(), value.as_ref(), span)? {
                Some(done) => (Query::Set, done),
                None => return Ok(()),
            },
            Command::Stats => {
                self.report(Query::Stats, self.stats(), span, sink);
                return Ok(());
            }
            Command::Help(topic) => {
                let page = help_page(&self.elaborator, &self.list.entries, topic.as_deref(), span)?;
                self.report(Query::Help, Answer::Page(page), span, sink);
                return Ok(());
            }
            Command::Examples => {
                self.report(Query::Examples, Answer::Page(gallery::listing()), span, sink);
                return Ok(());
            }
            Command::ShowExample { name, span } => {
                let example = example_named(name, *span)?;
                (Query::Show, Done::Example { name: example.name, text: example.text.trim_end() })
            }
            Command::Quit => {
                self.requests.quit = true;
                return Ok(());
            }
            Command::LoadLast(_) => {
                let message = "`load last` brings back what was typed at the prompt";
                return fail(Diagnostic::at(Code::Misplaced, span, message).help("in a script, `load \"file.puz\"`"));
            }
            Command::LoadExample { name, span, .. } => {
                let message = format!("example \"{name}\" can't be loaded here");
                return fail(Diagnostic::at(Code::Misplaced, *span, message).help("load it on a line of its own"));
            }
        };
        self.report(query, Answer::Done(done), span, sink);
        Ok(())
    }

    /// Reports an answer that took no time.
    pub(super) fn report(&self, query: Query, answer: Answer, span: Span, sink: Sink) {
        let line = self.elaborator.sources.line_column(span).0;
        sink(self, Report { query, line, elapsed: Duration::ZERO, answer, notes: vec![] });
    }

    fn list(&self) -> Answer {
        let clash = |number| self.cache.clash.clone().filter(|clash| clash.number == number);
        let listed = |e: &Entry| Listed { number: e.number, text: e.text.clone(), clash: clash(e.number) };
        Answer::List {
            entries: self.list.entries.iter().map(listed).collect(),
            levels: self.list.levels.clone(),
            undone: self.list.undone().map(|e| e.first_line()).collect(),
        }
    }

    fn set(&mut self, key: Option<&Ident>, value: Option<&Ident>, span: Span) -> Result<Option<Done>> {
        let shown = |key: &Key| (key.name, key.value(&self.settings));
        let Some(name) = key else {
            return Ok(Some(Done::Settings(KEYS.iter().map(shown).collect())));
        };
        if let (None, Some(key)) = (value, Key::find(&name.name)) {
            return Ok(Some(Done::Settings(vec![shown(key)])));
        }
        let value = value.map_or("", |v| v.name.as_str());
        let mut settings = self.settings.clone();
        if let Err(message) = settings.set(&name.name, value) {
            let error = Diagnostic::at(Code::Setting, span, message);
            return fail(match name.name.as_str() {
                "of" => error.help("numbers in a set are `let s = {1, 2, 3}`, or a range: `let s = 1..9`"),
                _ => error,
            });
        }
        let rebuild = settings.method() != self.settings.method();
        self.elaborator.expansion.size = settings.limit;
        self.settings = settings;
        if rebuild {
            self.changed(Event::Method);
        }
        Ok(None)
    }

    fn stats(&self) -> Answer {
        let model = self.model();
        let formula = self
            .cache
            .solver
            .as_ref()
            .map(|solver| (solver.method.encoding, solver.formula.engine().to_string(), solver.formula.size()));
        Answer::Stats(Box::new(Stats {
            statements: self.list.entries.len(),
            unknowns: model.unknowns.len(),
            constraints: model.constraints.len(),
            expressions: model.pool.len(),
            formula,
            engine: self.cache.solver.as_ref().and_then(|solver| solver.formula.work()),
            statistics: self.cache.solver.as_ref().map_or(vec![], |solver| solver.formula.statistics()),
            depth_first: self.measures.depth_first,
            times: [self.measures.reading, self.measures.encoding],
            improvements: self.measures.improvements.clone(),
            memory: sator_base::memory::in_use(),
            kept: self.cache.seen.kept,
            confirmed: self.cache.explainer.as_ref().map(|e| e.confirmed()).unwrap_or_default(),
            last: self.measures.last,
        }))
    }
}

/// A page of help. The user's own rules and defs have pages too.
fn help_page(elaborator: &Elaborator, entries: &[Entry], topic: Option<&str>, span: Span) -> Result<String> {
    let Some(topic) = topic else { return Ok(help::first_page()) };
    let (name, params, doc) = match elaborator.global(topic) {
        Some(Value::Rule(rule)) => (&rule.name, &rule.params, &rule.doc),
        Some(Value::Def(def)) => (&def.name, &def.params, &def.doc),
        _ => {
            if let Some(page) = help::page(topic) {
                return Ok(page);
            }
            let error = |message| Diagnostic::at(Code::NoTopic, span, message);
            if let Some(words) = topic.strip_prefix("search") {
                let error = error(format!("nothing mentions {}", words.trim()));
                return fail(error.help("write `help search cycle`, with a word or two"));
            }
            let near = suggest(topic, help::topics().iter().map(|t| t.name));
            if near.is_none()
                && let Some(page) = help::search(topic)
            {
                return Ok(page);
            }
            let error = error(format!("there is no help on `{topic}`"));
            return fail(match near {
                Some(near) => error.help(Help::did_you_mean(format!("help {near}")).and(" `help topics` lists all")),
                None => error.help("`help topics` lists all there is help on"),
            });
        }
    };
    let entry = entries.iter().rev().find(|e| e.declares(&name.name));
    let mut page = sator_lang::elaborate::signature(&name.name, params);
    if let Some(entry) = entry {
        page.push_str(&format!("   (yours, #{})", entry.number));
    }
    for part in [Some(doc.as_str()), entry.map(|e| e.text.as_str())].into_iter().flatten() {
        if !part.is_empty() {
            page.push_str("\n\n");
            page.push_str(part);
        }
    }
    Ok(page)
}
