//! Terms for the `int` encoding: integers and Booleans in Z3's general solver, as a notebook of
//! PySMT or z3py writes them. The reference that `fd` must agree with.
//!
//! A term is either an integer or a Boolean. Where an integer is wanted a Boolean counts 1 or 0;
//! where a Boolean is wanted an integer means "not zero".

use super::checker::Checker;
use super::engine::{Size, Verdict};
use crate::limits::Limits;
use rustc_hash::{FxHashMap, FxHashSet};
use z3::ast::{Ast, Bool, Int};

/// A term of one [`Z3Int`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

enum Node {
    Bool(Bool),
    Int(Int),
}

/// A general solver of Z3 and the terms made for it.
pub struct Z3Int {
    checker: Checker,
    terms: Vec<Node>,
    variables: usize,
    /// Boolean unknowns. Z3 takes only literals as assumptions.
    unknowns: FxHashSet<Term>,
    /// Boolean unknowns that stand for other conditions in assumptions.
    stand_ins: FxHashMap<Term, Bool>,
    assumed: Vec<(Term, Bool)>,
}

impl Z3Int {
    pub fn new(seed: u32) -> Z3Int {
        Z3Int {
            checker: Checker::new(None, seed),
            terms: Vec::new(),
            variables: 0,
            unknowns: FxHashSet::default(),
            stand_ins: FxHashMap::default(),
            assumed: Vec::new(),
        }
    }

    fn push(&mut self, node: Node) -> Term {
        self.terms.push(node);
        Term(self.terms.len() as u32 - 1)
    }

    fn push_bool(&mut self, term: Bool) -> Term {
        self.push(Node::Bool(term))
    }

    fn push_int(&mut self, term: Int) -> Term {
        self.push(Node::Int(term))
    }

    fn bool(&self, term: Term) -> Bool {
        match &self.terms[term.0 as usize] {
            Node::Bool(term) => term.clone(),
            Node::Int(term) => Ast::eq(term, Int::from_i64(0)).not(),
        }
    }

    fn int(&self, term: Term) -> Int {
        match &self.terms[term.0 as usize] {
            Node::Int(term) => term.clone(),
            Node::Bool(term) => term.ite(&Int::from_i64(1), &Int::from_i64(0)),
        }
    }

    fn is_bool(&self, term: Term) -> bool {
        matches!(self.terms[term.0 as usize], Node::Bool(_))
    }

    fn bools(&self, terms: &[Term]) -> Vec<Bool> {
        terms.iter().map(|&term| self.bool(term)).collect()
    }

    fn ints(&self, terms: &[Term]) -> Vec<Int> {
        terms.iter().map(|&term| self.int(term)).collect()
    }

    /// A new Boolean unknown.
    pub fn bool_fresh(&mut self) -> Term {
        self.variables += 1;
        let name = format!("p{}", self.variables);
        let unknown = self.push_bool(Bool::new_const(name));
        self.unknowns.insert(unknown);
        unknown
    }

    /// A new integer unknown.
    pub fn int_fresh(&mut self) -> Term {
        self.variables += 1;
        let name = format!("i{}", self.variables);
        self.push_int(Int::new_const(name))
    }

    pub fn int_value(&mut self, value: i64) -> Term {
        self.push_int(Int::from_i64(value))
    }

    pub fn bool_value(&mut self, value: bool) -> Term {
        self.push_bool(Bool::from_bool(value))
    }

    /// The sum; 0 of nothing.
    pub fn add(&mut self, terms: &[Term]) -> Term {
        let sum = match &self.ints(terms)[..] {
            [] => Int::from_i64(0),
            [term] => term.clone(),
            terms => Int::add(terms),
        };
        self.push_int(sum)
    }

    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        let product = Int::mul(&[self.int(a), self.int(b)]);
        self.push_int(product)
    }

    pub fn neg(&mut self, a: Term) -> Term {
        let negated = self.int(a).unary_minus();
        self.push_int(negated)
    }

    /// Z3's division: rounds down for a positive divisor and up for a negative one, so that
    /// `a = b * div(a, b) + modulo(a, b)` with `0 <= modulo(a, b) < |b|`. Anything for `b = 0`.
    pub fn div(&mut self, a: Term, b: Term) -> Term {
        let quotient = self.int(a).div(self.int(b));
        self.push_int(quotient)
    }

    /// The remainder of [`Z3Int::div`], never negative. Anything for `b = 0`.
    pub fn modulo(&mut self, a: Term, b: Term) -> Term {
        let remainder = self.int(a).modulo(self.int(b));
        self.push_int(remainder)
    }

    /// If-then-else: Boolean if both branches are, else an integer.
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        let condition = self.bool(condition);
        if self.is_bool(then) && self.is_bool(otherwise) {
            let choice = condition.ite(&self.bool(then), &self.bool(otherwise));
            self.push_bool(choice)
        } else {
            let choice = condition.ite(&self.int(then), &self.int(otherwise));
            self.push_int(choice)
        }
    }

    /// All hold; true of nothing.
    pub fn and(&mut self, terms: &[Term]) -> Term {
        let all = match &self.bools(terms)[..] {
            [] => Bool::from_bool(true),
            [term] => term.clone(),
            terms => Bool::and(terms),
        };
        self.push_bool(all)
    }

    /// One holds; false of nothing.
    pub fn or(&mut self, terms: &[Term]) -> Term {
        let any = match &self.bools(terms)[..] {
            [] => Bool::from_bool(false),
            [term] => term.clone(),
            terms => Bool::or(terms),
        };
        self.push_bool(any)
    }

    pub fn not(&mut self, a: Term) -> Term {
        let negated = self.bool(a).not();
        self.push_bool(negated)
    }

    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let implication = self.bool(a).implies(self.bool(b));
        self.push_bool(implication)
    }

    pub fn iff(&mut self, a: Term, b: Term) -> Term {
        let equivalence = self.bool(a).iff(self.bool(b));
        self.push_bool(equivalence)
    }

    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        let difference = self.bool(a).xor(self.bool(b));
        self.push_bool(difference)
    }

    /// Equality: of truth between Booleans, else of integers.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        if self.is_bool(a) && self.is_bool(b) {
            return self.iff(a, b);
        }
        let equality = Ast::eq(&self.int(a), self.int(b));
        self.push_bool(equality)
    }

    pub fn le(&mut self, a: Term, b: Term) -> Term {
        let comparison = self.int(a).le(self.int(b));
        self.push_bool(comparison)
    }

    pub fn lt(&mut self, a: Term, b: Term) -> Term {
        let comparison = self.int(a).lt(self.int(b));
        self.push_bool(comparison)
    }

    /// All integers differ.
    pub fn distinct(&mut self, terms: &[Term]) -> Term {
        let distinct = match &self.ints(terms)[..] {
            [] | [_] => Bool::from_bool(true),
            terms => Int::distinct(terms),
        };
        self.push_bool(distinct)
    }

    /// How many of the conditions hold, as an integer.
    pub fn count(&mut self, conditions: &[Term]) -> Term {
        let conditions: Vec<Term> = conditions
            .iter()
            .map(|&condition| {
                let truth = self.bool(condition);
                self.push_bool(truth)
            })
            .collect();
        self.add(&conditions)
    }

    /// At most `k` of the conditions hold.
    pub fn at_most(&mut self, conditions: &[Term], k: i64) -> Term {
        let (count, k) = (self.count(conditions), self.int_value(k));
        self.le(count, k)
    }

    /// At least `k` of the conditions hold.
    pub fn at_least(&mut self, conditions: &[Term], k: i64) -> Term {
        let (count, k) = (self.count(conditions), self.int_value(k));
        self.le(k, count)
    }

    /// Exactly `k` of the conditions hold.
    pub fn exactly(&mut self, conditions: &[Term], k: i64) -> Term {
        let (count, k) = (self.count(conditions), self.int_value(k));
        self.eq(count, k)
    }

    /// Asserts a condition.
    pub fn assert(&mut self, condition: Term) {
        let condition = self.bool(condition);
        self.checker.assert(condition);
    }

    /// Is there a model in which the assumptions hold too?
    pub fn check(&mut self, assumptions: &[Term], limits: &Limits) -> Verdict {
        self.assumed = assumptions.iter().map(|&term| (term, self.assumption(term))).collect();
        let terms: Vec<Bool> = self.assumed.iter().map(|(_, term)| term.clone()).collect();
        self.checker.check(&terms, limits)
    }

    /// A literal that holds exactly when the condition does.
    fn assumption(&mut self, condition: Term) -> Bool {
        let term = self.bool(condition);
        if self.unknowns.contains(&condition) {
            return term;
        }
        if let Some(stand_in) = self.stand_ins.get(&condition) {
            return stand_in.clone();
        }
        let stand_in = Bool::new_const(format!("a{}", condition.0));
        self.checker.assert(stand_in.iff(&term));
        self.stand_ins.insert(condition, stand_in.clone());
        stand_in
    }

    /// Value of an integer unknown in the model of the last check, which was `Sat`; one that the
    /// model leaves open is 0.
    pub fn int_in_model(&self, unknown: Term) -> i64 {
        let term = self.int(unknown);
        let read = self.checker.model().and_then(|model| model.get_const_interp(&term)?.as_i64());
        read.unwrap_or(0)
    }

    /// Value of a Boolean unknown in that model; one that it leaves open is false.
    pub fn bool_in_model(&self, unknown: Term) -> bool {
        let term = self.bool(unknown);
        let read = self.checker.model().and_then(|model| model.get_const_interp(&term)?.as_bool());
        read.unwrap_or(false)
    }

    /// After `Unsat`: assumptions that can't hold together (not always minimal).
    pub fn core(&self) -> Vec<Term> {
        let terms: Vec<Bool> = self.assumed.iter().map(|(_, term)| term.clone()).collect();
        self.checker.core(&terms).into_iter().map(|i| self.assumed[i].0).collect()
    }

    /// Unknowns and assertions made so far.
    pub fn size(&self) -> Size {
        Size { variables: self.variables, assertions: self.checker.assertions() }
    }
}
