//! [`Terms`] as SMT-LIB 2.6 text.

use super::terms::{Make, Step, Term, Terms};
use sator_base::limits::{Limits, Reason};
use std::fmt::Write;

/// The nesting depth at which a term gets a name.
const DEEP: usize = 64;

/// A term as text.
struct Written {
    text: String,
    bool: bool,
    depth: usize,
}

impl Terms {
    /// Declarations, definitions of terms used more than once, assertions and `(check-sat)`. `name` returns the names
    /// of unknowns; other symbols are `|p 1|` and so on.
    ///
    /// # Errors
    /// The limit that was met.
    pub fn smt2(&self, name: &dyn Fn(Term) -> Option<String>, limits: &Limits) -> Result<String, Reason> {
        let steps = self.steps();
        let uses = uses(steps);
        let mut out = format!("(set-logic {})\n", if is_linear(steps) { "QF_LIA" } else { "QF_NIA" });
        let mut terms: Vec<Written> = Vec::new();
        for step in steps {
            limits.tick()?;
            match step {
                Step::Assert(condition) => _ = writeln!(out, "(assert {})", bool_text(&terms, *condition)),
                Step::Make(make) => {
                    let here = Term::numbered(terms.len());
                    let mut written = written(&terms, make);
                    let sort = if written.bool { "Bool" } else { "Int" };
                    if matches!(make, Make::FreshBool | Make::FreshInt) {
                        written.text = name(here).unwrap_or_else(|| format!("|p {}|", terms.len()));
                        _ = writeln!(out, "(declare-const {} {sort})", written.text);
                    } else if written.depth > DEEP || written.depth > 0 && uses[terms.len()] > 1 {
                        let name = format!("|t {}|", terms.len());
                        _ = writeln!(out, "(define-fun {name} () {sort} {})", written.text);
                        written = Written { text: name, depth: 0, ..written };
                    }
                    terms.push(written);
                }
            }
        }
        out.push_str("(check-sat)\n");
        Ok(out)
    }
}

/// The parts of a term.
fn parts(make: &Make) -> Vec<Term> {
    match make {
        Make::FreshBool | Make::FreshInt | Make::Int(_) | Make::Bool(_) => vec![],
        Make::Add(terms) | Make::Count(terms) | Make::And(terms) | Make::Or(terms) | Make::Distinct(terms) => {
            terms.to_vec()
        }
        Make::Not(a) => vec![*a],
        Make::Ite(a, b, c) => vec![*a, *b, *c],
        Make::Mul(a, b)
        | Make::Div(a, b)
        | Make::Mod(a, b)
        | Make::Implies(a, b)
        | Make::Iff(a, b)
        | Make::Eq(a, b)
        | Make::Le(a, b)
        | Make::Lt(a, b) => vec![*a, *b],
    }
}

/// By term: how often it is used.
fn uses(steps: &[Step]) -> Vec<usize> {
    let mut uses = vec![];
    for step in steps {
        match step {
            Step::Assert(term) => uses[term.index()] += 1,
            Step::Make(make) => {
                parts(make).into_iter().for_each(|term| uses[term.index()] += 1);
                uses.push(0);
            }
        }
    }
    uses
}

/// Whether multiplications and divisions have constant factors only.
fn is_linear(steps: &[Step]) -> bool {
    let makes: Vec<&Make> =
        steps.iter().filter_map(|s| if let Step::Make(make) = s { Some(make) } else { None }).collect();
    let constant = |term: &Term| matches!(makes[term.index()], Make::Int(_));
    makes.iter().all(|make| match make {
        Make::Mul(a, b) => constant(a) || constant(b),
        Make::Div(_, b) | Make::Mod(_, b) => constant(b),
        _ => true,
    })
}

fn written(terms: &[Written], make: &Make) -> Written {
    let ints = |list: &[Term]| list.iter().map(|&t| int_text(terms, t)).collect::<Vec<_>>();
    let bools = |list: &[Term]| list.iter().map(|&t| bool_text(terms, t)).collect::<Vec<_>>();
    let is_bool = |term: &Term| terms[term.index()].bool;
    let (text, bool) = match make {
        Make::FreshBool => (String::new(), true),
        Make::FreshInt => (String::new(), false),
        Make::Int(value) => (number(*value), false),
        Make::Bool(value) => (value.to_string(), true),
        Make::Add(list) => (applied("+", &ints(list), "0"), false),
        Make::Count(list) => {
            let ones: Vec<String> = bools(list).iter().map(|c| format!("(ite {c} 1 0)")).collect();
            (applied("+", &ones, "0"), false)
        }
        Make::Mul(a, b) => (applied("*", &ints(&[*a, *b]), "1"), false),
        Make::Div(a, b) => (applied("div", &ints(&[*a, *b]), "1"), false),
        Make::Mod(a, b) => (applied("mod", &ints(&[*a, *b]), "1"), false),
        Make::Ite(c, a, b) => {
            let both = is_bool(a) && is_bool(b);
            let branches = if both { bools(&[*a, *b]) } else { ints(&[*a, *b]) };
            (format!("(ite {} {} {})", bool_text(terms, *c), branches[0], branches[1]), both)
        }
        Make::And(list) => (applied("and", &bools(list), "true"), true),
        Make::Or(list) => (applied("or", &bools(list), "false"), true),
        Make::Not(a) => (format!("(not {})", bool_text(terms, *a)), true),
        Make::Implies(a, b) => (applied("=>", &bools(&[*a, *b]), "true"), true),
        Make::Iff(a, b) => (applied("=", &bools(&[*a, *b]), "true"), true),
        Make::Eq(a, b) if is_bool(a) && is_bool(b) => (applied("=", &bools(&[*a, *b]), "true"), true),
        Make::Eq(a, b) => (applied("=", &ints(&[*a, *b]), "true"), true),
        Make::Le(a, b) => (applied("<=", &ints(&[*a, *b]), "true"), true),
        Make::Lt(a, b) => (applied("<", &ints(&[*a, *b]), "true"), true),
        Make::Distinct(list) if list.len() < 2 => ("true".into(), true),
        Make::Distinct(list) => (applied("distinct", &ints(list), "true"), true),
    };
    let inner = parts(make).iter().map(|t| terms[t.index()].depth + 1).max().unwrap_or(0);
    Written { text, bool, depth: inner }
}

/// A function applied to several terms. A single term stands for itself.
fn applied(function: &str, terms: &[String], of_nothing: &str) -> String {
    match terms {
        [] => of_nothing.into(),
        [one] => one.clone(),
        terms => format!("({function} {})", terms.join(" ")),
    }
}

fn number(value: i64) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

fn bool_text(terms: &[Written], term: Term) -> String {
    let Written { text, bool, .. } = &terms[term.index()];
    if *bool { text.clone() } else { format!("(not (= {text} 0))") }
}

fn int_text(terms: &[Written], term: Term) -> String {
    let Written { text, bool, .. } = &terms[term.index()];
    if *bool { format!("(ite {text} 1 0)") } else { text.clone() }
}
