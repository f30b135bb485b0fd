//! `export`: collects the contents of a file as data. `sator-draw` makes bytes of it, and the driver of the session
//! writes the file.

use super::Session;
use sator_answer::{Answer, Export, ExportOptions, Format, Scale, Subject, Theme};
use sator_base::source::Span;
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::syntax::ast::{Ident, Question, Why};
use sator_solve::lower::smt2::smt2_text;
use std::path::Path;

/// Parses the words after the name of the file: contents, theme and scale.
fn options_of(words: &[Ident]) -> Result<ExportOptions> {
    let mut options = ExportOptions::default();
    for word in words {
        let name = word.name.as_str();
        if let Some(subject) = find(&Subject::ALL, name) {
            options.subject = Some(subject);
        } else if let Some(theme) = find(&Theme::ALL, name) {
            options.theme = theme;
        } else if let Some(size) = find(&Scale::ALL, name) {
            options.scale = size;
        } else {
            let help =
                format!("there are {}; {}; and {}", names(&Subject::ALL), names(&Theme::ALL), names(&Scale::ALL));
            return fail(Diagnostic::at(Code::Export, word.span, format!("`{name}` can't be drawn")).help(help));
        }
    }
    Ok(options)
}

fn find<T: Copy>(all: &[(&str, T)], word: &str) -> Option<T> {
    all.iter().find(|(name, _)| *name == word).map(|(_, value)| *value)
}

fn names<T>(all: &[(&str, T)]) -> String {
    all.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

impl Session {
    pub(super) fn export_command(&mut self, format: &Ident, path: &str, words: &[Ident]) -> Result<Answer> {
        self.texts.can_write(format.span)?;
        if format.name == "certificate" {
            return self.certificate_command(path, format.span, words);
        }
        let Some(kind) = find(&Format::ALL, &format.name) else {
            let message = format!("there is no format `{}`", format.name);
            let help = format!("the formats are {}; `export certificate` writes a folder", names(&Format::ALL));
            return fail(Diagnostic::at(Code::Setting, format.span, message).help(help));
        };
        let options = options_of(words)?;
        let span = words.first().map_or(format.span, |word| word.span);
        let path = self.texts.file_to_write(path, format.span)?;
        let export = self.export(kind, options, &path, span)?;
        Ok(Answer::Export(Box::new(export)))
    }

    /// Collects the contents of a file in `format`. `path` only names the file in the result; `span` locates errors.
    ///
    /// # Errors
    /// There is no solution, candidates or steps to draw, or a limit stopped the formula of `smt2`.
    pub fn export(&mut self, format: Format, options: ExportOptions, path: &Path, span: Span) -> Result<Export> {
        let content = match format {
            Format::Smt2 => vec![],
            _ => self.content(options.subject, span)?,
        };
        let formula = match format {
            Format::Smt2 => {
                smt2_text(self.model(), &self.limits()).map_err(|reason| Diagnostic::stopped(reason, span))?
            }
            _ => String::new(),
        };
        let (script, only) = (self.whole_script(), self.cache.seen.only);
        let rules = rules_in_words(&script);
        Ok(Export { format, path: path.into(), span, options, content, script, only, rules, formula })
    }

    fn content(&mut self, subject: Option<Subject>, span: Span) -> Result<Vec<Answer>> {
        let posed = Answer::Show { assignment: None, grids: vec![] };
        if let (None, Some(clash)) = (subject, self.clash_found()) {
            return Ok(vec![clash]);
        }
        let subject =
            subject.unwrap_or(if self.cache.seen.current.is_some() { Subject::Solution } else { Subject::Puzzle });
        match subject {
            Subject::Puzzle => Ok(vec![posed]),
            Subject::Solution => Ok(vec![self.solved(span)?]),
            Subject::Both => Ok(vec![posed, self.solved(span)?]),
            Subject::Candidates => match self.ask(&Question::Candidates { up_to: None }, span)?.answer {
                answer @ Answer::Candidates { stopped: None, .. } => Ok(vec![answer]),
                _ => fail(Diagnostic::at(
                    Code::Export,
                    span,
                    "the candidates were not found: `candidates` gives the reason",
                )),
            },
            Subject::Steps => match self.ask(&Question::Solve { steps: true }, span)?.answer {
                answer @ Answer::Steps { .. } => Ok(vec![answer]),
                _ => fail(Diagnostic::at(
                    Code::Export,
                    span,
                    "there are no steps to draw: `solve steps` gives the reason",
                )),
            },
            Subject::Clash => match self.ask(&Question::Why(Why::Clash), span)?.answer {
                answer @ Answer::Clash { .. } => Ok(vec![answer]),
                _ => fail(Diagnostic::at(Code::Export, span, "there is no clash to draw: `why` gives the reason")),
            },
        }
    }

    fn solved(&self, span: Span) -> Result<Answer> {
        match &self.cache.seen.current {
            Some(assignment) => Ok(Answer::Show { assignment: Some(assignment.clone()), grids: vec![] }),
            None => fail(Diagnostic::at(Code::Export, span, "there is no solution yet").help("ask `solve` before it")),
        }
    }
}

/// The help text of each standard rule that a script uses.
fn rules_in_words(script: &str) -> Vec<(String, String)> {
    let mut rules: Vec<(String, String)> = vec![];
    // Comments can name rules that the puzzle doesn't use.
    let lines = script.lines().filter(|line| !line.trim_start().starts_with('#'));
    let words = lines.flat_map(|line| line.split(|c: char| !(c.is_alphanumeric() || c == '_')));
    for rule in words.filter_map(sator_lang::library::find).filter(|rule| rule.is_listed()) {
        let text = rule.doc().split("\nSource:").next().unwrap_or_default().to_string();
        let name = rule.name.replace('_', " ");
        if !rules.iter().any(|(known, _)| *known == name) {
            rules.push((name, text));
        }
    }
    rules
}
