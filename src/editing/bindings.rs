//! The declarations and uses of the names of a script. A name inside a body or a generator is the innermost local of this name,
//! else the script's own global, whose declarations are one symbol: a rule can use a name that is declared behind it.

use rustc_hash::FxHashMap;
use sator_base::source::Span;
use sator_lang::syntax::ast::{
    Arg, Clause, ClueCount, Domain, Expectation, Expr, ExprKind, Generate, Generator, GridShape, Ident, Param, Part,
    Picture, PuzzlePart, Question, Statement, StatementKind, StepChoice, Why,
};

/// The kind of thing that a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SymbolKind {
    Grid,
    Unknown,
    Enum,
    EnumValue,
    Known,
    Parameter,
    Picture,
    Structure,
    Function,
    Rule,
    Local,
}

/// A name of the script.
#[derive(Clone, Debug)]
pub(crate) struct Symbol {
    pub name: String,
    pub kind: SymbolKind,
    /// The places of its declarations: the name, and the statement.
    pub declared: Vec<(Span, Span)>,
    /// All places of the name, those of its declarations too, in the order of the text.
    pub places: Vec<Span>,
}

/// The names of a script.
#[derive(Debug, Default)]
pub(crate) struct Bindings {
    pub symbols: Vec<Symbol>,
}

impl Bindings {
    pub(crate) fn of(statements: &[Statement]) -> Bindings {
        let mut binder = Binder::default();
        statements.iter().for_each(|statement| binder.declare(statement));
        statements.iter().for_each(|statement| binder.statement(statement));
        let mut symbols = binder.symbols;
        for symbol in &mut symbols {
            symbol.places.sort_unstable_by_key(|span| span.start);
            symbol.places.dedup();
        }
        Bindings { symbols }
    }

    /// The symbol whose name stands at a place, in bytes, and where exactly.
    pub(crate) fn at(&self, byte: usize) -> Option<(&Symbol, Span)> {
        let holds = |span: &&Span| (span.start as usize..=span.end as usize).contains(&byte);
        self.symbols.iter().find_map(|symbol| Some((symbol, *symbol.places.iter().find(holds)?)))
    }

    /// The places of all symbols, by symbol: equal for two texts that differ in nothing but names.
    pub(crate) fn shape(&self) -> Vec<Vec<usize>> {
        let mut all: Vec<(u32, usize)> = vec![];
        for (index, symbol) in self.symbols.iter().enumerate() {
            all.extend(symbol.places.iter().map(|span| (span.start, index)));
        }
        all.sort_unstable();
        let mut shape = vec![vec![]; self.symbols.len()];
        for (at, (_, index)) in all.iter().enumerate() {
            shape[*index].push(at);
        }
        shape.sort();
        shape
    }
}

#[derive(Default)]
struct Binder {
    symbols: Vec<Symbol>,
    globals: FxHashMap<String, usize>,
    /// The parameters of each global rule or function, by their names.
    params: FxHashMap<usize, Vec<(String, usize)>>,
    locals: Vec<(String, usize)>,
    /// The number of open bodies.
    bodies: usize,
}

impl Binder {
    fn add(&mut self, name: &Ident, kind: SymbolKind, statement: Span) -> usize {
        let declared = vec![(name.span, statement)];
        self.symbols.push(Symbol { name: name.name.clone(), kind, declared, places: vec![name.span] });
        self.symbols.len() - 1
    }

    fn global(&mut self, name: &Ident, kind: SymbolKind, statement: Span) -> usize {
        if let Some(&known) = self.globals.get(&name.name) {
            self.symbols[known].declared.push((name.span, statement));
            self.symbols[known].places.push(name.span);
            return known;
        }
        let index = self.add(name, kind, statement);
        self.globals.insert(name.name.clone(), index);
        index
    }

    fn local(&mut self, name: &Ident, kind: SymbolKind, statement: Span) -> usize {
        let index = self.add(name, kind, statement);
        self.locals.push((name.name.clone(), index));
        index
    }

    /// Declares the globals of a statement outside of all bodies.
    fn declare(&mut self, statement: &Statement) {
        for (name, kind) in declarations(statement) {
            let index = self.global(name, kind, statement.span);
            if let StatementKind::Def { params, .. } | StatementKind::Rule { params, .. } = &statement.kind {
                let params = params.iter().map(|param| {
                    let index = self.add(&param.name, SymbolKind::Local, statement.span);
                    (param.name.name.clone(), index)
                });
                let params = params.collect();
                self.params.insert(index, params);
            }
        }
    }

    fn used(&mut self, name: &str, span: Span) {
        let local = self.locals.iter().rev().find(|(known, _)| known == name).map(|(_, index)| *index);
        if let Some(index) = local.or_else(|| self.globals.get(name).copied()) {
            self.symbols[index].places.push(span);
        }
    }

    fn ident(&mut self, name: &Ident) {
        self.used(&name.name, name.span);
    }

    fn body(&mut self, statements: &[Statement]) {
        let depth = self.locals.len();
        self.bodies += 1;
        statements.iter().for_each(|statement| self.statement(statement));
        self.bodies -= 1;
        self.locals.truncate(depth);
    }

    fn statement(&mut self, statement: &Statement) {
        use StatementKind::{
            Command, Def, Draw, Enum, Expr, Fences, For, Grid, If, Implied, Let, Links, Load, Partition, Picture,
            Prefer, Question as Asked, Require, Rule, Sweep, Title, Untranslated, Var,
        };
        match &statement.kind {
            Grid { shape, domain, except, .. } => {
                match shape {
                    GridShape::Literal { .. } => {}
                    GridShape::By(rows, cols) => self.exprs([rows, cols]),
                    GridShape::Like(name) => self.ident(name),
                }
                domain.iter().for_each(|domain| self.domain(domain));
                except.iter().for_each(|name| self.ident(name));
            }
            Var { items, domain, .. } => {
                items.iter().for_each(|item| self.exprs(&item.keys));
                self.domain(domain);
            }
            Enum { from, .. } => self.exprs(from),
            Let { value, .. } => self.expr(value),
            StatementKind::Graph { from, .. } => self.exprs(from),
            StatementKind::Param { value, given, .. } => self.exprs(value.iter().chain(given)),
            Title(_) | StatementKind::Author(_) | StatementKind::RulesText(_) | Untranslated(_) | Load { .. } => {}
            Picture { kind, name, of, picture, .. } => {
                of.iter().for_each(|name| self.ident(name));
                // `givens x` fills a grid; the other pictures are declared.
                if *kind == sator_lang::syntax::ast::PictureKind::Givens {
                    name.iter().for_each(|name| self.ident(name));
                }
                self.picture(picture);
            }
            Links { of, domain, .. } => {
                of.iter().for_each(|name| self.ident(name));
                domain.iter().for_each(|domain| self.domain(domain));
            }
            Fences { of, .. } => of.iter().for_each(|name| self.ident(name)),
            Partition { of, seeds, .. } => {
                of.iter().for_each(|name| self.ident(name));
                seeds.iter().for_each(|seeds| self.expr(&seeds.of));
            }
            Expr { expr, because, .. } | Implied { condition: expr, because } => {
                self.expr(expr);
                self.exprs(because);
            }
            Require { condition, message } => {
                self.expr(condition);
                self.exprs(message);
            }
            Prefer { condition, weight, .. } => {
                self.expr(condition);
                self.exprs(weight);
            }
            Draw { args, .. } => args.iter().for_each(|arg| self.arg(arg, None)),
            Sweep { name, values, body } => {
                self.expr(values);
                let depth = self.locals.len();
                self.local(name, SymbolKind::Local, statement.span);
                self.body(body);
                self.locals.truncate(depth);
            }
            For { clauses, body } => {
                let depth = self.locals.len();
                self.clauses(clauses);
                self.body(body);
                self.locals.truncate(depth);
            }
            If { condition, then, otherwise } => {
                self.expr(condition);
                self.body(then);
                self.body(otherwise);
            }
            Def { name, params, body } => self.callable(name, params, |binder| binder.expr(body)),
            Rule { name, params, body } => self.callable(name, params, |binder| binder.body(body)),
            Asked(question) => self.question(question),
            // Commands name files, settings and topics, but nothing of the script.
            Command(_) => {}
        }
        if self.bodies > 0 {
            for (name, kind) in declarations(statement) {
                self.local(name, kind, statement.span);
            }
        }
    }

    /// A body that sees its parameters and the globals, and no other local.
    fn callable(&mut self, name: &Ident, params: &[Param], body: impl FnOnce(&mut Binder)) {
        params.iter().for_each(|param| self.exprs(&param.default));
        let declared = if self.bodies == 0 { self.globals.get(&name.name) } else { None };
        let known = declared.and_then(|index| self.params.get(index)).cloned();
        // A rule that is declared twice has the parameters of its last declaration.
        let own = known.filter(|known| {
            let same =
                |((_, index), param): (&(String, usize), &Param)| self.symbols[*index].declared[0].0 == param.name.span;
            known.len() == params.len() && known.iter().zip(params).all(same)
        });
        let own = own.unwrap_or_else(|| {
            let add =
                |param: &Param| (param.name.name.clone(), self.add(&param.name, SymbolKind::Local, param.name.span));
            params.iter().map(add).collect()
        });
        let outer = std::mem::replace(&mut self.locals, own);
        self.bodies += 1;
        body(self);
        self.bodies -= 1;
        self.locals = outer;
    }

    fn picture(&mut self, picture: &Picture) {
        if let Some(from) = &picture.from {
            self.expr(from);
        }
    }

    fn domain(&mut self, domain: &Domain) {
        match domain {
            Domain::Bool(_) => {}
            Domain::Expr(expr) | Domain::From(expr) => self.expr(expr),
        }
    }

    fn exprs<'a>(&mut self, exprs: impl IntoIterator<Item = &'a Expr>) {
        exprs.into_iter().for_each(|expr| self.expr(expr));
    }

    fn clauses(&mut self, clauses: &[Clause]) {
        for clause in clauses {
            match clause {
                Clause::For { names, iterable } => {
                    self.expr(iterable);
                    for name in names {
                        self.local(name, SymbolKind::Local, name.span);
                    }
                }
                Clause::Where(condition) | Clause::While(condition) => self.expr(condition),
            }
        }
    }

    fn generator(&mut self, generator: &Generator) {
        let depth = self.locals.len();
        self.clauses(&generator.clauses);
        self.expr(&generator.body);
        self.locals.truncate(depth);
    }

    fn arg(&mut self, arg: &Arg, callee: Option<usize>) {
        if let Arg::Named { name, .. } = arg {
            let params = callee.and_then(|callee| self.params.get(&callee));
            let param = params.and_then(|params| params.iter().find(|(known, _)| *known == name.name));
            if let Some((_, index)) = param {
                self.symbols[*index].places.push(name.span);
            }
        }
        self.part(arg.part());
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) => self.used(name, expr.span),
            ExprKind::Call { callee, args } => {
                self.expr(callee);
                let name = match &callee.kind {
                    ExprKind::Name(name) if !self.locals.iter().any(|(known, _)| known == name) => Some(name),
                    _ => None,
                };
                let callee = name.and_then(|name| self.globals.get(name)).copied();
                args.iter().for_each(|arg| self.arg(arg, callee));
            }
            _ => expr.for_each_part(|part| self.part(part)),
        }
    }

    fn part(&mut self, part: Part) {
        match part {
            Part::Expr(expr) => self.expr(expr),
            Part::Generator(generator) => self.generator(generator),
        }
    }

    fn question(&mut self, question: &Question) {
        match question {
            Question::Count { limit: number }
            | Question::CandidateCounts { limit: number }
            | Question::Solutions(number)
            | Question::Hint { of: number, .. }
            | Question::Steps(StepChoice::To(number)) => self.exprs(number),
            Question::Maximize(expr)
            | Question::Minimize(expr)
            | Question::Why(Why::Condition(expr) | Why::FewestFor(expr) | Why::Steps(expr))
            | Question::Expect(Expectation::Count(expr) | Expectation::Condition(expr)) => self.expr(expr),
            Question::Try(statement) => self.statement(statement),
            Question::Print(items) => self.exprs(items),
            Question::Show(names) => names.iter().for_each(|name| self.ident(name)),
            Question::Expect(Expectation::Solution { of, picture }) => {
                of.iter().for_each(|name| self.ident(name));
                self.picture(picture);
            }
            Question::Generate(asked) => self.generate(asked),
            Question::Compare(Some(question)) => self.question(question),
            // Words alone. A test binds the names in each form of the table.
            _ => {}
        }
    }

    fn generate(&mut self, asked: &Generate) {
        match &asked.what {
            PuzzlePart::Givens(name) => name.iter().for_each(|name| self.ident(name)),
            // The name is declared by what `keep` adds, and in this statement nothing else uses it.
            PuzzlePart::Regions { of, sizes, rule, .. } => {
                of.iter().for_each(|name| self.ident(name));
                self.expr(sizes);
                self.exprs(rule);
            }
            PuzzlePart::Lines { number, sizes, rule } => {
                self.exprs([number, sizes]);
                self.ident(rule);
            }
            PuzzlePart::Clues { of, rule, .. } => {
                of.iter().for_each(|name| self.ident(name));
                self.expr(rule);
            }
        }
        if let Some(ClueCount::Number(number)) = &asked.clues {
            self.expr(number);
        }
        self.exprs(asked.seed.iter().chain(&asked.count));
        asked.like.iter().for_each(|picture| self.picture(picture));
    }
}

/// The names that a statement declares.
pub(crate) fn declarations(statement: &Statement) -> Vec<(&Ident, SymbolKind)> {
    use sator_lang::syntax::ast::PictureKind;
    match &statement.kind {
        StatementKind::Grid { name, .. } => vec![(name, SymbolKind::Grid)],
        StatementKind::Var { items, .. } => items.iter().map(|item| (&item.name, SymbolKind::Unknown)).collect(),
        StatementKind::Enum { name, values, .. } => {
            let values = values.iter().map(|value| (value, SymbolKind::EnumValue));
            std::iter::once((name, SymbolKind::Enum)).chain(values).collect()
        }
        StatementKind::Graph { name, chains, .. } => {
            let places = chains.iter().flatten().map(|place| (place, SymbolKind::EnumValue));
            std::iter::once((name, SymbolKind::Structure)).chain(places).collect()
        }
        StatementKind::Let { names, .. } => names.iter().map(|name| (name, SymbolKind::Known)).collect(),
        StatementKind::Param { name, .. } => vec![(name, SymbolKind::Parameter)],
        StatementKind::Picture { kind, name: Some(name), .. } if *kind != PictureKind::Givens => {
            vec![(name, SymbolKind::Picture)]
        }
        StatementKind::Links { name, .. }
        | StatementKind::Fences { name, .. }
        | StatementKind::Partition { name, .. } => vec![(name, SymbolKind::Structure)],
        StatementKind::Def { name, .. } => vec![(name, SymbolKind::Function)],
        StatementKind::Rule { name, .. } => vec![(name, SymbolKind::Rule)],
        _ => vec![],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sator_base::source::SourceId;
    use sator_base::text::is_name_char;
    use sator_lang::syntax::{parse, question::QUESTIONS};

    fn bindings(text: &str) -> Bindings {
        Bindings::of(&parse(SourceId(0), text).expect("it parses"))
    }

    /// The places of the name at the first `|`, which is taken out of the text: each as line and column.
    fn places(text: &str) -> Vec<usize> {
        let at = text.find('|').expect("a mark");
        let text = text.replacen('|', "", 1);
        let all = bindings(&text);
        let (symbol, _) = all.at(at).expect("a name");
        symbol.places.iter().map(|span| span.start as usize).collect()
    }

    #[test]
    fn a_place_of_a_graph() {
        assert_eq!(places("graph g { a-|b, b-c }\nconnected(g)\n"), [12, 15]);
    }

    #[test]
    fn a_name_and_its_uses() {
        assert_eq!(places("let |k = 1\nr1c1 = k\nprint k + 1\n"), [4, 17, 25]);
        // A local hides the global of its name.
        assert_eq!(places("let |k = 1\nfor k in 1..2 { print k }\nprint k\n"), [4, 42]);
        assert_eq!(places("let k = 1\nfor |k in 1..2 { print k }\nprint k\n"), [14, 32]);
        // A rule sees a global that is declared behind it, and no local of its call.
        assert_eq!(places("rule a(c) { c = |k }\nlet k = 1\n"), [16, 24]);
        // A generator's name ends with it; its list is outside.
        assert_eq!(places("let l = [1]\nprint [|l for l in l], l\n"), [19, 25]);
        assert_eq!(places("let |l = [1]\nprint [l for l in l], l\n"), [4, 30, 34]);
    }

    #[test]
    fn questions_bind_their_names() {
        let declared = "let E = 1\ngrid x 2x2 in 1..2\ngrid y 2x2 in 1..2\n";
        for form in QUESTIONS.iter().flat_map(|question| question.forms) {
            let text = format!("{declared}{form}\n");
            let found = bindings(&text);
            let starts =
                (declared.len()..text.len()).filter(|&at| !text[..at].ends_with(|c| is_name_char(c) || c == '"'));
            for at in
                starts.filter(|&at| matches!(text[at..].split(|c| !is_name_char(c)).next(), Some("E" | "x" | "y")))
            {
                assert!(found.at(at).is_some(), "{form}: {}", &text[at..]);
            }
        }
    }

    #[test]
    fn parameters_by_name() {
        let text = "rule apart(line, |gap = 5) { line != gap }\nlet gap = 1\napart(1, gap: gap)\n";
        assert_eq!(places(text), [17, 36, 63]);
        assert_eq!(places("def f(a) = |a + 1\nprint f(a: 3)\n"), [6, 11, 25]);
    }

    #[test]
    fn grids_pictures_and_questions() {
        let text = "grid |x 2x2 in 1..2\ngivens x { 1.; .. }\nregions g of x { ab; ab }\nshow x\nprint x.r1c1\n";
        assert_eq!(places(text), [5, 26, 52, 70, 78]);
        let all = bindings(text.replace('|', "").as_str());
        let names: Vec<(&str, SymbolKind)> = all.symbols.iter().map(|s| (s.name.as_str(), s.kind)).collect();
        assert_eq!(names, [("x", SymbolKind::Grid), ("g", SymbolKind::Picture)]);
    }

    /// Renaming a name to one that another already has changes what is meant.
    #[test]
    fn a_name_that_is_taken_changes_the_shape() {
        let shape = |text: &str| bindings(text).shape();
        assert_eq!(shape("let a = 1\nlet b = a\n"), shape("let n = 1\nlet b = n\n"));
        assert_ne!(shape("let a = 1\nlet b = a\n"), shape("let b = 1\nlet b = b\n"));
        assert_ne!(shape("let a = 1\nfor k in 1..2 { print a }\n"), shape("let k = 1\nfor k in 1..2 { print k }\n"));
    }
}
