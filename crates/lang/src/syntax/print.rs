//! Printing: from syntax tree to text. Parsing the text returns the same tree apart from spans. A tree built by hand
//! gets the brackets that precedence requires.

mod declaration;
mod expression;
mod generate;

use std::fmt::Write;

use super::ast::*;
use super::input::{Context, Input};
use super::operator::Level;
use super::statement::starts_a_form;
use sator_base::source::SourceId;

/// A statement as text, without a final newline.
pub fn print_statement(statement: &Statement) -> String {
    let mut printer = Printer::default();
    printer.statement(statement);
    printer.text
}

/// An expression as text.
pub fn print_expr(expr: &Expr) -> String {
    let mut printer = Printer::default();
    printer.expr(expr, Level::If);
    printer.text
}

#[derive(Default)]
struct Printer {
    text: String,
    /// The number of open bodies.
    indent: usize,
}

/// A text as a string literal of the language; parsing the literal returns the text.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '\\' | '"' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            // A script can't contain other control characters.
            c if c.is_control() => _ = write!(quoted, "\\u{{{:x}}}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

impl Printer {
    /// `word`, then the expression after a space.
    fn word_and_expr(&mut self, word: &str, expr: &Expr) {
        self.put(word);
        self.put(" ");
        self.expr(expr, Level::If);
    }

    /// `word`, then an expression that can follow a comparison operator.
    fn word_and_value(&mut self, word: &str, value: &Expr) {
        self.put(word);
        self.put(" ");
        self.compared(value);
    }

    /// `word`, then a string literal.
    fn word_and_text(&mut self, word: &str, text: &str) {
        _ = write!(self.text, "{word} {}", quoted(text));
    }

    /// `word`, then the parts of a text; nothing if there are none.
    fn word_and_parts(&mut self, word: &str, parts: &[Expr]) {
        if !parts.is_empty() {
            self.put(word);
            self.put(" ");
            self.exprs(parts);
        }
    }

    fn new_line(&mut self) {
        self.put("\n");
        for _ in 0..self.indent {
            self.put("  ");
        }
    }

    fn body(&mut self, body: &[Statement]) {
        self.put("{");
        self.indent += 1;
        for statement in body {
            self.new_line();
            self.statement(statement);
        }
        self.indent -= 1;
        self.new_line();
        self.put("}");
    }

    fn params(&mut self, word: &str, name: &Ident, params: &[Param]) {
        _ = write!(self.text, "{word} {}(", name.name);
        self.listed(params, |p, param| {
            p.put(&param.name.name);
            if let Some(default) = &param.default {
                p.word_and_expr(" =", default);
            }
        });
        self.put(")");
    }

    fn statement(&mut self, statement: &Statement) {
        if !statement.doc.is_empty() {
            for line in statement.doc.split('\n') {
                _ = write!(self.text, "##{}{line}", if line.is_empty() { "" } else { " " });
                self.new_line();
            }
        }
        match &statement.kind {
            StatementKind::Grid { hidden, name, shape, domain, except } => {
                self.grid((*hidden, name), shape, domain.as_ref(), except.as_ref());
            }
            StatementKind::Var { hidden, items, domain } => self.variables(*hidden, items, domain),
            StatementKind::Enum { name, values, from } => self.enumeration(name, values, from.as_ref()),
            StatementKind::Graph { name, chains, from } => self.graph(name, chains, from.as_ref()),
            StatementKind::Let { names, tuple, value } => {
                self.put("let ");
                self.bracketed(*tuple, |p| p.names(names));
                self.word_and_expr(" =", value);
            }
            StatementKind::Param { name, value, given } => {
                self.put("param ");
                self.put(&name.name);
                if let Some(value) = given.as_ref().or(value.as_ref()) {
                    self.word_and_expr(" =", value);
                }
            }
            StatementKind::Sweep { name, values, body } => {
                _ = write!(self.text, "sweep {}", name.name);
                self.word_and_value(" in", values);
                self.put(" ");
                self.body(body);
            }
            StatementKind::Title(title) => self.word_and_text("title", title),
            StatementKind::Author(author) => self.word_and_text("author", author),
            StatementKind::RulesText(text) => self.word_and_text("rulestext", text),
            StatementKind::Untranslated(what) => self.word_and_text("untranslated", what),
            StatementKind::Load(Load { path, genre, .. }) => {
                self.word_and_text("load", path);
                if let Some(genre) = genre {
                    _ = write!(self.text, " as {}", genre.name);
                }
            }
            StatementKind::Picture { kind, name, of, spots, picture } => {
                self.picture_of(*kind, name.as_ref(), of.as_ref(), *spots);
                self.picture(picture);
            }
            StatementKind::Links { hidden, name, of, domain } => {
                self.named("links", *hidden, Some(name), of.as_ref());
                if let Some(domain) = domain {
                    self.domain(domain);
                }
            }
            StatementKind::Fences { hidden, name, of } => self.named("fences", *hidden, Some(name), of.as_ref()),
            StatementKind::Partition { hidden, name, of, seeds } => {
                self.named("partition", *hidden, Some(name), of.as_ref());
                if let Some(seeds) = seeds {
                    self.seeds(seeds);
                }
            }
            StatementKind::Expr { expr, label, because } => self.condition(expr, label.as_deref(), because),
            StatementKind::Require { condition, message } => {
                self.word_and_expr("require", condition);
                self.word_and_parts(",", message);
            }
            StatementKind::Implied { condition, because } => {
                self.word_and_expr("implied", condition);
                self.word_and_parts(" because", because);
            }
            StatementKind::Prefer { condition, weight, label } => {
                self.word_and_expr("prefer", condition);
                if let Some(weight) = weight {
                    self.word_and_value(" weight", weight);
                }
                self.word_and_parts(" as", label);
            }
            StatementKind::Draw { shape, args } => {
                self.put("draw ");
                self.put(&shape.name);
                self.arguments(args);
            }
            StatementKind::For { clauses, body } => {
                self.clauses(clauses);
                self.put(" ");
                self.body(body);
            }
            StatementKind::If { condition, then, otherwise } => self.choice(condition, then, otherwise),
            StatementKind::Def { name, params, body } => {
                self.params("def", name, params);
                self.word_and_expr(" =", body);
            }
            StatementKind::Rule { name, params, body } => {
                self.params("rule", name, params);
                self.put(" ");
                self.body(body);
            }
            StatementKind::Question(question) => self.question(question),
            StatementKind::Command(command) => self.command(command),
        }
    }

    /// A condition or the use of a rule, with its label and its reason.
    fn condition(&mut self, expr: &Expr, label: Option<&str>, because: &[Expr]) {
        let text = print_expr(expr);
        let context = Context::new(SourceId(0), &text);
        let brackets = starts_a_form(Input::new(&context));
        self.bracketed(brackets, |p| p.put(&text));
        if let Some(label) = label {
            self.word_and_text(" as", label);
        }
        self.word_and_parts(" because", because);
    }

    fn choice(&mut self, condition: &Expr, then: &[Statement], otherwise: &[Statement]) {
        self.word_and_expr("if", condition);
        self.put(" ");
        self.body(then);
        match otherwise {
            [] => {}
            [Statement { kind: StatementKind::If { .. }, .. }] => {
                self.put(" else ");
                self.statement(&otherwise[0]);
            }
            body => {
                self.put(" else ");
                self.body(body);
            }
        }
    }

    fn flagged(&mut self, word: &str, flag: bool, text: &str) {
        self.put(word);
        self.put(if flag { text } else { "" });
    }

    fn question(&mut self, question: &Question) {
        match question {
            Question::Solve { steps } => self.flagged("solve", *steps, " steps"),
            Question::Best => self.put("solve best"),
            Question::Unique { fix, keep } => {
                self.flagged("unique", *fix, " fix");
                self.flagged("", *keep, " keep");
            }
            Question::Count { limit: Some(limit) } => self.word_and_value("count limit", limit),
            Question::Solutions(Some(number)) => self.word_and_value("solutions", number),
            Question::Maximize(expr) => self.word_and_expr("maximize", expr),
            Question::Minimize(expr) => self.word_and_expr("minimize", expr),
            Question::Why(Why::All) => self.put("why all"),
            Question::Why(Why::Fewest) => self.put("why fewest"),
            Question::Why(Why::Condition(expr)) => {
                let text = print_expr(expr);
                let brackets = matches!(text.as_str(), "all" | "fewest");
                self.put("why ");
                self.bracketed(brackets, |p| p.put(&text));
            }
            Question::Why(Why::FewestFor(expr)) => self.word_and_expr("why fewest", expr),
            Question::Why(Why::Steps(expr)) => self.word_and_expr("why steps", expr),
            Question::Hint { of: Some(of), .. } => self.word_and_value("hint", of),
            Question::Hint { up_to: Some(grade), .. } => {
                self.put("hint apply ");
                self.put(&grade.name);
            }
            Question::Hint { apply, .. } => self.flagged("hint", *apply, " apply"),
            Question::Candidates { up_to: Some(grade) } => {
                self.put("candidates ");
                self.put(&grade.name);
            }
            Question::CandidateCounts { limit: None } => self.put("candidates counts"),
            Question::CandidateCounts { limit: Some(limit) } => self.word_and_value("candidates counts limit", limit),
            Question::ShortSteps => self.put("solve steps short"),
            Question::Steps(StepChoice::To(Some(number))) => self.word_and_value("steps", number),
            Question::Redundant(Redundant::All) => self.put("redundant all"),
            Question::Redundant(Redundant::Minimal) => self.put("redundant minimal"),
            Question::Try(statement) => {
                self.put("try ");
                self.statement(statement);
            }
            Question::Print(values) => {
                self.put("print ");
                self.exprs(values);
            }
            Question::Show(names) => {
                self.put(if names.is_empty() { "show" } else { "show " });
                self.names(names);
            }
            Question::Expect(expectation) => self.expectation(expectation),
            Question::Generate(made) => self.generate(made),
            Question::Compare(Some(question)) => {
                self.put("compare ");
                self.question(question);
            }
            // Nothing follows the word. A test prints and reads back each form of the table.
            word_alone => self.put(word_alone.query().word()),
        }
    }

    fn expectation(&mut self, expectation: &Expectation) {
        match expectation {
            Expectation::Unique => self.put("expect unique"),
            Expectation::Unsat => self.put("expect unsat"),
            Expectation::Count(number) => self.word_and_value("expect count =", number),
            Expectation::Solution { of, picture } => {
                self.named("expect solution", false, None, of.as_ref());
                self.put(" ");
                self.picture(picture);
            }
            Expectation::Condition(expr) => {
                let text = print_expr(expr);
                let brackets = matches!(text.as_str(), "unique" | "unsat") || text.starts_with("count = ");
                self.put("expect ");
                self.bracketed(brackets, |p| p.put(&text));
            }
        }
    }

    fn command(&mut self, command: &Command) {
        match command {
            Command::List => self.put("list"),
            Command::Undo(1) => self.put("undo"),
            Command::Undo(n) => _ = write!(self.text, "undo {n}"),
            Command::Redo(1) => self.put("redo"),
            Command::Redo(n) => _ = write!(self.text, "redo {n}"),
            Command::Drop(DropWhat::Last) => self.put("drop last"),
            Command::Drop(DropWhat::Range(from, to)) if from == to => _ = write!(self.text, "drop {from}"),
            Command::Drop(DropWhat::Range(from, to)) => _ = write!(self.text, "drop {from}..{to}"),
            Command::Edit(number) => _ = write!(self.text, "edit {number}"),
            Command::Push => self.put("push"),
            Command::Pop => self.put("pop"),
            Command::Reset => self.put("reset"),
            Command::Save(path) => _ = write!(self.text, "save {}", quoted(path)),
            Command::Export { format, path, words } => {
                _ = write!(self.text, "export {} {}", format.name, quoted(path));
                for word in words {
                    _ = write!(self.text, " {}", word.name);
                }
            }
            Command::Share { to, path } => {
                _ = write!(self.text, "export {}{}", if to.name == "line" { "" } else { "link " }, to.name);
                if let Some(path) = path {
                    _ = write!(self.text, " {}", quoted(path));
                }
            }
            Command::Set { key, value } => {
                self.put("set");
                for word in [key, value].into_iter().flatten() {
                    _ = write!(self.text, " {}", word.name);
                }
            }
            Command::Stats => self.put("stats"),
            Command::Help(topic) => {
                self.put(if topic.is_some() { "help " } else { "help" });
                self.put(topic.as_deref().unwrap_or_default());
            }
            Command::Examples => self.put("examples"),
            Command::LoadExample { name, ask, .. } => {
                _ = write!(self.text, "load example {}{}", quoted(name), if *ask { " and ask" } else { "" });
            }
            Command::ShowExample { name, .. } => _ = write!(self.text, "show example {}", quoted(name)),
            Command::LoadLast(1) => self.put("load last"),
            Command::LoadLast(number) => _ = write!(self.text, "load last {number}"),
            Command::Quit => self.put("quit"),
        }
    }
}
