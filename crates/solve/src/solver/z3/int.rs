//! Terms for the `int` encoding: integers and Booleans in Z3's general solver, as a notebook of
//! PySMT or z3py writes them. The reference that `fd` must agree with.
//!
//! A term is either an integer or a Boolean. Where an integer is wanted a Boolean counts 1 or 0;
//! where a Boolean is wanted an integer means "not zero". Terms are plain data here; the solver makes Z3's
//! of them on its own thread when a check needs them.

use super::checker::Checker;
use super::worker::{Work, Worker};
use crate::solver::sat::{Reason, Size, Verdict};
use rustc_hash::{FxHashMap, FxHashSet};
use sator_base::limits::Limits;
use z3::ast::{Ast, Bool, Int};

/// A term of one [`Z3Int`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

impl Term {
    pub(super) fn numbered(number: usize) -> Term {
        Term(number as u32)
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a term is made of terms before it.
pub(super) enum Make {
    FreshBool,
    FreshInt,
    Int(i64),
    Bool(bool),
    Add(Box<[Term]>),
    Count(Box<[Term]>),
    Mul(Term, Term),
    Div(Term, Term),
    Mod(Term, Term),
    Ite(Term, Term, Term),
    And(Box<[Term]>),
    Or(Box<[Term]>),
    Not(Term),
    Implies(Term, Term),
    Iff(Term, Term),
    Eq(Term, Term),
    Le(Term, Term),
    Lt(Term, Term),
    Distinct(Box<[Term]>),
}

/// A general solver of Z3 and the terms made for it.
pub struct Z3Int {
    seed: u32,
    terms: u32,
    assertions: usize,
    /// Unknowns: where their values are in a model.
    unknowns: FxHashMap<Term, usize>,
    pending: Batch,
    worker: Option<Worker<Solver>>,
    model: Vec<i64>,
    core: Vec<Term>,
    /// The worker was lost, and with it what it knew.
    lost: bool,
}

/// What the worker does not know yet, in order.
#[derive(Default)]
struct Batch(Vec<Step>);

pub(super) enum Step {
    Make(Make),
    Assert(Term),
}

struct Check {
    batch: Batch,
    assumptions: Vec<Term>,
    limits: Limits,
}

struct Outcome {
    verdict: Verdict,
    model: Vec<i64>,
    core: Vec<Term>,
}

impl Z3Int {
    pub fn new(seed: u32) -> Z3Int {
        Z3Int {
            seed,
            terms: 0,
            assertions: 0,
            unknowns: FxHashMap::default(),
            pending: Batch::default(),
            worker: None,
            model: vec![],
            core: vec![],
            lost: false,
        }
    }

    /// Whether it can't answer any more, and another one has to be made.
    pub fn lost(&self) -> bool {
        self.lost
    }

    fn push(&mut self, make: Make) -> Term {
        self.pending.0.push(Step::Make(make));
        self.terms += 1;
        Term(self.terms - 1)
    }

    /// A new Boolean unknown.
    pub fn bool_fresh(&mut self) -> Term {
        let unknown = self.push(Make::FreshBool);
        self.unknowns.insert(unknown, self.unknowns.len());
        unknown
    }

    /// A new integer unknown.
    pub fn int_fresh(&mut self) -> Term {
        let unknown = self.push(Make::FreshInt);
        self.unknowns.insert(unknown, self.unknowns.len());
        unknown
    }

    pub fn int_value(&mut self, value: i64) -> Term {
        self.push(Make::Int(value))
    }

    pub fn bool_value(&mut self, value: bool) -> Term {
        self.push(Make::Bool(value))
    }

    /// The sum; 0 of nothing.
    pub fn add(&mut self, terms: &[Term]) -> Term {
        self.push(Make::Add(terms.into()))
    }

    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        self.push(Make::Mul(a, b))
    }

    /// Z3's division: rounds down for a positive divisor and up for a negative one, so that
    /// `a = b * div(a, b) + modulo(a, b)` with `0 <= modulo(a, b) < |b|`. Anything for `b = 0`.
    pub fn div(&mut self, a: Term, b: Term) -> Term {
        self.push(Make::Div(a, b))
    }

    /// The remainder of [`Z3Int::div`], never negative. Anything for `b = 0`.
    pub fn modulo(&mut self, a: Term, b: Term) -> Term {
        self.push(Make::Mod(a, b))
    }

    /// If-then-else: Boolean if both branches are, else an integer.
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        self.push(Make::Ite(condition, then, otherwise))
    }

    /// All hold; true of nothing.
    pub fn and(&mut self, terms: &[Term]) -> Term {
        self.push(Make::And(terms.into()))
    }

    /// One holds; false of nothing.
    pub fn or(&mut self, terms: &[Term]) -> Term {
        self.push(Make::Or(terms.into()))
    }

    pub fn not(&mut self, a: Term) -> Term {
        self.push(Make::Not(a))
    }

    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        self.push(Make::Implies(a, b))
    }

    pub fn iff(&mut self, a: Term, b: Term) -> Term {
        self.push(Make::Iff(a, b))
    }

    /// Equality: of truth between Booleans, else of integers.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.push(Make::Eq(a, b))
    }

    pub fn le(&mut self, a: Term, b: Term) -> Term {
        self.push(Make::Le(a, b))
    }

    pub fn lt(&mut self, a: Term, b: Term) -> Term {
        self.push(Make::Lt(a, b))
    }

    /// All integers differ.
    pub fn distinct(&mut self, terms: &[Term]) -> Term {
        self.push(Make::Distinct(terms.into()))
    }

    /// How many of the conditions hold, as an integer.
    pub fn count(&mut self, conditions: &[Term]) -> Term {
        self.push(Make::Count(conditions.into()))
    }

    /// Asserts a condition.
    pub fn assert(&mut self, condition: Term) {
        self.assertions += 1;
        self.pending.0.push(Step::Assert(condition));
    }

    /// Is there a model in which the assumptions hold too?
    pub fn check(&mut self, assumptions: &[Term], limits: &Limits) -> Verdict {
        self.model.clear();
        self.core.clear();
        match self.ask(assumptions, limits) {
            Ok(outcome) => {
                (self.model, self.core) = (outcome.model, outcome.core);
                outcome.verdict
            }
            Err(reason) => Verdict::Unknown(reason),
        }
    }

    fn ask(&mut self, assumptions: &[Term], limits: &Limits) -> Result<Outcome, Reason> {
        if let Some(reason) = limits.stop() {
            return Err(reason);
        }
        let seed = self.seed;
        let worker = match &self.worker {
            Some(worker) => worker,
            None => self.worker.insert(Worker::start(move || Solver::new(seed))?),
        };
        let check = Check {
            batch: std::mem::take(&mut self.pending),
            assumptions: assumptions.to_vec(),
            limits: limits.clone(),
        };
        let answer = worker.ask(check, limits);
        self.lost = answer.is_err();
        answer
    }

    /// Value of an unknown in the model of the last check, which was `Sat`: a Boolean is 0 or 1. One that
    /// the model leaves open is 0.
    pub fn in_model(&self, unknown: Term) -> i64 {
        self.unknowns.get(&unknown).and_then(|&at| self.model.get(at)).copied().unwrap_or(0)
    }

    /// After `Unsat`: assumptions that can't hold together (not always minimal).
    pub fn core(&self) -> Vec<Term> {
        self.core.clone()
    }

    /// All that was made and asserted; for one that was not asked anything yet.
    pub(super) fn steps(&self) -> &[Step] {
        &self.pending.0
    }

    /// Unknowns and assertions made so far.
    pub fn size(&self) -> Size {
        Size { variables: self.unknowns.len(), assertions: self.assertions }
    }
}

enum Node {
    Bool(Bool),
    Int(Int),
}

/// The solver, on its own thread.
struct Solver {
    checker: Checker,
    terms: Vec<Node>,
    /// In order of their making.
    unknowns: Vec<Term>,
    /// Boolean unknowns. Z3 takes only literals as assumptions.
    literals: FxHashSet<Term>,
    /// Boolean unknowns that stand for other conditions in assumptions.
    stand_ins: FxHashMap<Term, Bool>,
    /// Taken in from number 0 on; what is done is gone.
    waiting: std::collections::VecDeque<Step>,
}

/// Steps between two looks at the limits.
const POLL: usize = 256;

impl Work for Solver {
    type Job = Check;
    type Answer = Outcome;

    fn work(&mut self, job: Check) -> Outcome {
        let Check { batch, assumptions, limits } = job;
        self.waiting.extend(batch.0);
        if let Err(reason) = self.take_in(&limits) {
            return Outcome { verdict: Verdict::Unknown(reason), model: vec![], core: vec![] };
        }
        let terms: Vec<Bool> = assumptions.iter().map(|&term| self.assumption(term)).collect();
        let verdict = self.checker.check(&terms, &limits);
        let (mut model, mut core) = (vec![], vec![]);
        match verdict {
            Verdict::Sat => model = self.unknowns.iter().map(|&unknown| self.value(unknown)).collect(),
            Verdict::Unsat => core = self.checker.core(&terms, &limits).into_iter().map(|i| assumptions[i]).collect(),
            Verdict::Unknown(_) => {}
        }
        Outcome { verdict, model, core }
    }
}

impl Solver {
    fn new(seed: u32) -> Solver {
        Solver {
            checker: Checker::new(None, seed),
            terms: vec![],
            unknowns: vec![],
            literals: FxHashSet::default(),
            stand_ins: FxHashMap::default(),
            waiting: Default::default(),
        }
    }

    /// Takes in what is waiting. Stopped by a limit, it goes on next time.
    fn take_in(&mut self, limits: &Limits) -> Result<(), Reason> {
        let mut done = 0usize;
        while let Some(step) = self.waiting.pop_front() {
            match step {
                Step::Make(make) => {
                    let node = self.make(make);
                    self.terms.push(node);
                }
                Step::Assert(condition) => {
                    let condition = self.bool(condition);
                    self.checker.assert(condition);
                }
            }
            done += 1;
            if done.is_multiple_of(POLL)
                && let Some(reason) = limits.stop()
            {
                return Err(reason);
            }
        }
        self.checker.failure().map_or(Ok(()), Err)
    }

    fn make(&mut self, make: Make) -> Node {
        let here = Term(self.terms.len() as u32);
        match make {
            Make::FreshBool => {
                self.unknowns.push(here);
                self.literals.insert(here);
                Node::Bool(Bool::new_const(format!("p{}", self.unknowns.len())))
            }
            Make::FreshInt => {
                self.unknowns.push(here);
                Node::Int(Int::new_const(format!("i{}", self.unknowns.len())))
            }
            Make::Int(value) => Node::Int(Int::from_i64(value)),
            Make::Bool(value) => Node::Bool(Bool::from_bool(value)),
            Make::Add(terms) => Node::Int(sum(&self.ints(&terms))),
            Make::Count(conditions) => {
                let truths: Vec<Int> = self.bools(&conditions).iter().map(one_or_zero).collect();
                Node::Int(sum(&truths))
            }
            Make::Mul(a, b) => Node::Int(Int::mul(&[self.int(a), self.int(b)])),
            Make::Div(a, b) => Node::Int(self.int(a).div(self.int(b))),
            Make::Mod(a, b) => Node::Int(self.int(a).modulo(self.int(b))),
            Make::Ite(condition, a, b) => {
                let condition = self.bool(condition);
                match self.is_bool(a) && self.is_bool(b) {
                    true => Node::Bool(condition.ite(&self.bool(a), &self.bool(b))),
                    false => Node::Int(condition.ite(&self.int(a), &self.int(b))),
                }
            }
            Make::And(terms) => Node::Bool(match &self.bools(&terms)[..] {
                [] => Bool::from_bool(true),
                [term] => term.clone(),
                terms => Bool::and(terms),
            }),
            Make::Or(terms) => Node::Bool(match &self.bools(&terms)[..] {
                [] => Bool::from_bool(false),
                [term] => term.clone(),
                terms => Bool::or(terms),
            }),
            Make::Not(a) => Node::Bool(self.bool(a).not()),
            Make::Implies(a, b) => Node::Bool(self.bool(a).implies(self.bool(b))),
            Make::Iff(a, b) => Node::Bool(self.bool(a).iff(self.bool(b))),
            Make::Eq(a, b) => Node::Bool(match self.is_bool(a) && self.is_bool(b) {
                true => self.bool(a).iff(self.bool(b)),
                false => Ast::eq(&self.int(a), self.int(b)),
            }),
            Make::Le(a, b) => Node::Bool(self.int(a).le(self.int(b))),
            Make::Lt(a, b) => Node::Bool(self.int(a).lt(self.int(b))),
            Make::Distinct(terms) => Node::Bool(match &self.ints(&terms)[..] {
                [] | [_] => Bool::from_bool(true),
                terms => Int::distinct(terms),
            }),
        }
    }

    fn bool(&self, term: Term) -> Bool {
        match &self.terms[term.index()] {
            Node::Bool(term) => term.clone(),
            Node::Int(term) => Ast::eq(term, Int::from_i64(0)).not(),
        }
    }

    fn int(&self, term: Term) -> Int {
        match &self.terms[term.index()] {
            Node::Int(term) => term.clone(),
            Node::Bool(term) => one_or_zero(term),
        }
    }

    fn is_bool(&self, term: Term) -> bool {
        matches!(self.terms[term.index()], Node::Bool(_))
    }

    fn bools(&self, terms: &[Term]) -> Vec<Bool> {
        terms.iter().map(|&term| self.bool(term)).collect()
    }

    fn ints(&self, terms: &[Term]) -> Vec<Int> {
        terms.iter().map(|&term| self.int(term)).collect()
    }

    /// A literal that holds exactly when the condition does.
    fn assumption(&mut self, condition: Term) -> Bool {
        let term = self.bool(condition);
        if self.literals.contains(&condition) {
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

    fn value(&self, unknown: Term) -> i64 {
        let Some(model) = self.checker.model() else { return 0 };
        let read = match &self.terms[unknown.index()] {
            Node::Int(term) => model.get_const_interp(term).and_then(|v| v.as_i64()),
            Node::Bool(term) => model.get_const_interp(term).and_then(|v| v.as_bool()).map(i64::from),
        };
        read.unwrap_or(0)
    }
}

fn one_or_zero(condition: &Bool) -> Int {
    condition.ite(&Int::from_i64(1), &Int::from_i64(0))
}

fn sum(terms: &[Int]) -> Int {
    match terms {
        [] => Int::from_i64(0),
        [term] => term.clone(),
        terms => Int::add(terms),
    }
}
