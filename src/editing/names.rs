//! The words that a session knows, as the editor needs them: their colour, what completes them, and what is
//! shown beside them. Taken anew before each line that is read, so that a key costs a look-up.

use crate::session::Session;
use rustc_hash::FxHashMap;
use sator_lang::elaborate::{BUILTINS, Value, signature};
use sator_lang::library;
use sator_lang::syntax::words;

/// The class of a piece of text, for colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Blanks, operators, and words that mean nothing yet.
    Plain,
    Keyword,
    Declaration,
    Question,
    Command,
    Function,
    Rule,
    /// A name that the solver gives a value: a grid, cell, variable.
    Unknown,
    /// A name whose value is known now.
    Known,
    Number,
    Text,
    Comment,
    Bracket,
    /// A token of a picture, and a blank one.
    Token,
    Blank,
}

/// A name that can be typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub text: String,
    pub class: Class,
    /// With its parameters, for rules and functions.
    pub signature: Option<String>,
}

impl Name {
    /// The text that completion inserts: a name that is always called comes with its bracket.
    pub fn completed(&self) -> String {
        match &self.signature {
            Some(_) => format!("{}(", self.text),
            None => self.text.clone(),
        }
    }
}

#[derive(Debug, Default)]
pub struct Names {
    /// The script's own first, then those of the language; each in the order of the alphabet.
    pub all: Vec<Name>,
    by_name: FxHashMap<String, usize>,
    /// By name: the fields that can follow `name.`
    fields: FxHashMap<String, Vec<String>>,
    /// Numbers and first lines.
    pub statements: Vec<(u32, String)>,
}

impl Names {
    /// The names of the language only.
    pub fn plain() -> Names {
        let mut names = Names::default();
        names.add_language();
        names
    }

    pub fn of(session: &Session) -> Names {
        let elaborator = session.elaborator();
        let mut globals: Vec<(&str, &Value)> = elaborator.globals().collect();
        globals.sort_unstable_by_key(|(name, _)| *name);
        let mut names = Names::default();
        for (name, value) in globals {
            let (class, signature) = match value {
                Value::Rule(rule) => (Class::Rule, Some(signature(name, &rule.params))),
                Value::Def(def) => (Class::Function, Some(signature(name, &def.params))),
                Value::Grid(_) | Value::Expr(..) | Value::Cell(_) => (Class::Unknown, None),
                Value::List(items) if matches!(items.first(), Some(Value::Expr(..))) => (Class::Unknown, None),
                _ => (Class::Known, None),
            };
            match value {
                Value::Regions(regions) => {
                    let labels = regions.labels.iter().filter(|l| l.chars().all(|c| c.is_ascii_alphanumeric()));
                    names.fields.insert(name.into(), labels.map(|l| l.to_string()).collect());
                }
                Value::Grid(id) => {
                    let grid = elaborator.model.grid(*id);
                    let lines =
                        (1..=grid.rows).map(|r| format!("r{r}")).chain((1..=grid.cols).map(|c| format!("c{c}")));
                    names.fields.insert(name.into(), lines.collect());
                }
                _ => {}
            }
            names.add(name, class, signature);
        }
        for value in elaborator.model.enums.iter().flat_map(|e| &e.values) {
            names.add(value, Class::Known, None);
        }
        names.add_language();
        names.statements = session.entries().iter().map(|e| (e.number, e.first_line())).collect();
        names
    }

    fn add(&mut self, text: &str, class: Class, signature: Option<String>) {
        if !self.by_name.contains_key(text) {
            self.by_name.insert(text.into(), self.all.len());
            self.all.push(Name { text: text.into(), class, signature });
        }
    }

    fn add_language(&mut self) {
        for builtin in BUILTINS {
            self.add(builtin.name, Class::Function, Some(builtin.signature.into()));
        }
        for rule in library::rules().iter().filter(|r| r.is_listed()) {
            let class = if rule.text.contains("\ndef ") || rule.text.starts_with("def ") {
                Class::Function
            } else {
                Class::Rule
            };
            self.add(rule.name, class, Some(rule.signature().into()));
        }
        for word in words::RESERVED {
            self.add(word, Class::Keyword, None);
        }
        for direction in sator_lang::elaborate::DIRECTIONS.iter().map(|d| d.name).chain(["directions", "bool"]) {
            self.add(direction, Class::Known, None);
        }
    }

    pub fn get(&self, name: &str) -> Option<&Name> {
        self.by_name.get(name).map(|&i| &self.all[i])
    }

    /// The fields that can follow `name.`
    pub fn fields(&self, name: &str) -> &[String] {
        self.fields.get(name).map_or(&[], |f| f)
    }
}
