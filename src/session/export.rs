//! `export`: what is asked to be written, as data. Making bytes of it is `render`'s business, and writing them that of
//! whoever drives the session.

use super::{Answer, Session};
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::lower::smt2::smt2_text;
use crate::source::Span;
use crate::syntax::ast::{Ident, Question};
use std::path::{Path, PathBuf};

/// What kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Svg,
    Png,
    /// A page of its own: the picture, the rules in words and the script.
    Html,
    /// The script, the rules in words, the scene and the solution, for programs.
    Json,
    /// The `int` formula, for other solvers.
    Smt2,
}

impl Format {
    pub const ALL: [(&'static str, Format); 5] = [
        ("svg", Format::Svg),
        ("png", Format::Png),
        ("html", Format::Html),
        ("json", Format::Json),
        ("smt2", Format::Smt2),
    ];
}

/// Light for paper and most screens, dark for others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    #[default]
    Light,
    Dark,
}

impl Theme {
    pub const ALL: [(&'static str, Theme); 2] = [("light", Theme::Light), ("dark", Theme::Dark)];
}

/// How large a picture is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// A cell is 48 pixels wide.
    #[default]
    Screen,
    /// A cell is 9 mm wide.
    Print,
}

impl Scale {
    pub const ALL: [(&'static str, Scale); 2] = [("screen", Scale::Screen), ("print", Scale::Print)];
}

/// What of the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Solution,
    Puzzle,
    Both,
    Candidates,
    Steps,
}

impl What {
    pub const ALL: [(&'static str, What); 5] = [
        ("solution", What::Solution),
        ("puzzle", What::Puzzle),
        ("both", What::Both),
        ("candidates", What::Candidates),
        ("steps", What::Steps),
    ];
}

/// The words behind the name of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// The solution where there is one, else the puzzle as posed, with the clash marked that was found.
    pub what: Option<What>,
    pub theme: Theme,
    pub scale: Scale,
}

/// A file that is asked for.
#[derive(Clone, Debug)]
pub struct Export {
    pub format: Format,
    pub path: PathBuf,
    /// Where it was asked for.
    pub span: Span,
    pub wish: Wish,
    /// What is shown, one below the other.
    pub content: Vec<Answer>,
    pub script: String,
    /// The solution is known to be the only one.
    pub only: bool,
    /// The standard rules used: a name and the help text of each.
    pub rules: Vec<(String, String)>,
    /// The text of a formula, for [`Format::Smt2`].
    pub formula: String,
}

impl Wish {
    fn of(words: &[Ident]) -> Result<Wish> {
        let mut wish = Wish::default();
        for word in words {
            let name = word.name.as_str();
            if let Some(what) = find(&What::ALL, name) {
                wish.what = Some(what);
            } else if let Some(theme) = find(&Theme::ALL, name) {
                wish.theme = theme;
            } else if let Some(size) = find(&Scale::ALL, name) {
                wish.scale = size;
            } else {
                let help =
                    format!("there are {}; {}; and {}", names(&What::ALL), names(&Theme::ALL), names(&Scale::ALL));
                return fail(Diagnostic::at(Code::Export, word.span, format!("`{name}` can't be drawn")).help(help));
            }
        }
        Ok(wish)
    }
}

fn find<T: Copy>(all: &[(&str, T)], word: &str) -> Option<T> {
    all.iter().find(|(name, _)| *name == word).map(|(_, value)| *value)
}

fn names<T>(all: &[(&str, T)]) -> String {
    all.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

impl Session {
    pub(super) fn export_command(&mut self, format: &Ident, path: &str, words: &[Ident]) -> Result<Answer> {
        self.files_allowed(format.span)?;
        let Some(kind) = find(&Format::ALL, &format.name) else {
            let message = format!("there is no format `{}`", format.name);
            let help = format!("the formats are {}", names(&Format::ALL));
            return fail(Diagnostic::at(Code::Setting, format.span, message).help(help));
        };
        let wish = Wish::of(words)?;
        let span = words.first().map_or(format.span, |word| word.span);
        let path = self.file_to_write(path, format.span)?;
        let export = self.export(kind, wish, &path, span)?;
        Ok(Answer::Export(Box::new(export)))
    }

    /// What a file of this kind holds.
    pub fn export(&mut self, format: Format, wish: Wish, path: &Path, span: Span) -> Result<Export> {
        let content = match format {
            Format::Smt2 => vec![],
            _ => self.content(wish.what, span)?,
        };
        let formula = match format {
            Format::Smt2 => smt2_text(self.model(), &self.limits()).map_err(|reason| reason.error(span))?,
            _ => String::new(),
        };
        let (script, only) = (self.whole_script(), self.cache.seen.only);
        let rules = rules_in_words(&script);
        Ok(Export { format, path: path.into(), span, wish, content, script, only, rules, formula })
    }

    fn content(&mut self, what: Option<What>, span: Span) -> Result<Vec<Answer>> {
        let posed = Answer::Show { assignment: None, grids: vec![] };
        if let (None, Some(because)) = (what, self.clash_found()) {
            return Ok(vec![Answer::Clash { because, fewest: None }]);
        }
        let what = what.unwrap_or(if self.cache.seen.current.is_some() { What::Solution } else { What::Puzzle });
        match what {
            What::Puzzle => Ok(vec![posed]),
            What::Solution => Ok(vec![self.solved(span)?]),
            What::Both => Ok(vec![posed, self.solved(span)?]),
            What::Candidates => match self.ask(&Question::Candidates, span)?.answer {
                answer @ Answer::Candidates { stopped: None, .. } => Ok(vec![answer]),
                _ => fail(Diagnostic::at(Code::Export, span, "the candidates were not found: `candidates` says why")),
            },
            What::Steps => match self.ask(&Question::Solve { steps: true }, span)?.answer {
                answer @ Answer::Steps { .. } => Ok(vec![answer]),
                _ => fail(Diagnostic::at(Code::Export, span, "there are no steps to draw: `solve steps` says why")),
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
    // Words of comments are none of the puzzle.
    let lines = script.lines().filter(|line| !line.trim_start().starts_with('#'));
    let words = lines.flat_map(|line| line.split(|c: char| !(c.is_alphanumeric() || c == '_')));
    for rule in words.filter_map(crate::library::find).filter(|rule| rule.is_listed()) {
        let told = rule.doc().split("\nSource:").next().unwrap_or_default().to_string();
        let name = rule.name.replace('_', " ");
        if !rules.iter().any(|(known, _)| *known == name) {
            rules.push((name, told));
        }
    }
    rules
}
