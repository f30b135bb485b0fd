//! Z3's general solver for [`Terms`]: integers and Booleans, the reference for `fd`. It makes Z3's terms on its own
//! thread when a check needs them.

use super::checker::Checker;
use super::worker::{Work, Worker};
use crate::solver::sat::{Reason, Verdict};
use crate::solver::terms::{Make, Step, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use sator_base::limits::Limits;
use sator_base::method::Statistic;
use z3::ast::{Ast, Bool, Int};

/// A general solver of Z3 for one [`Terms`].
pub struct Integers {
    seed: u32,
    worker: Option<Worker<Solver>>,
    model: Vec<i64>,
    core: Vec<Term>,
    /// Whether the worker was lost together with its assertions.
    lost: bool,
}

struct Check {
    steps: Vec<Step>,
    assumptions: Vec<Term>,
    limits: Limits,
}

struct Outcome {
    verdict: Verdict,
    model: Vec<i64>,
    core: Vec<Term>,
}

impl Integers {
    /// A solver without assertions; the worker starts with the first check.
    pub fn new(seed: u32) -> Integers {
        Integers { seed, worker: None, model: vec![], core: vec![], lost: false }
    }

    /// Why the solver can't answer any more and must be replaced, if so.
    pub fn failure(&self) -> Option<Reason> {
        self.lost.then(|| Reason::GaveUp("Z3 was stopped for good".into()))
    }

    /// Whether there is a model in which the assumptions hold too. First receives what was made and asserted since the
    /// last check.
    pub fn check(&mut self, terms: &mut Terms, assumptions: &[Term], limits: &Limits) -> Verdict {
        self.model.clear();
        self.core.clear();
        match self.ask(terms, assumptions, limits) {
            Ok(outcome) => {
                (self.model, self.core) = (outcome.model, outcome.core);
                outcome.verdict
            }
            Err(reason) => Verdict::Unknown(reason),
        }
    }

    fn ask(&mut self, terms: &mut Terms, assumptions: &[Term], limits: &Limits) -> Result<Outcome, Reason> {
        if let Some(reason) = limits.stop() {
            return Err(reason);
        }
        let seed = self.seed;
        let worker = match &self.worker {
            Some(worker) => worker,
            None => self.worker.insert(Worker::start(move || Solver::new(seed))?),
        };
        let check = Check { steps: terms.take_steps(), assumptions: assumptions.to_vec(), limits: limits.clone() };
        let answer = worker.ask(check, limits);
        self.lost = answer.is_err();
        answer
    }

    /// Z3's own statistics.
    pub fn statistics(&self) -> Vec<Statistic> {
        self.worker.as_ref().map_or(vec![], Worker::statistics)
    }

    /// The value of an unknown in the model of the last check, which was `Sat`; a Boolean is 0 or 1. An unknown that
    /// the model leaves open is 0.
    pub fn in_model(&self, terms: &Terms, unknown: Term) -> i64 {
        terms.place(unknown).and_then(|at| self.model.get(at)).copied().unwrap_or(0)
    }

    /// After `Unsat`: assumptions that can't hold together (not always a minimal set).
    pub fn core(&self) -> Vec<Term> {
        self.core.clone()
    }
}

enum Node {
    Bool(Bool),
    Int(Int),
}

/// The solver on its own thread.
struct Solver {
    checker: Checker,
    terms: Vec<Node>,
    /// In the order in which they were made.
    unknowns: Vec<Term>,
    /// Boolean unknowns. Z3 accepts only literals as assumptions.
    literals: FxHashSet<Term>,
    /// Boolean unknowns that stand for other conditions in assumptions.
    stand_ins: FxHashMap<Term, Bool>,
    /// Steps to process; processed steps are removed.
    waiting: std::collections::VecDeque<Step>,
}

/// Steps between two checks of the limits.
const POLL: usize = 256;

impl Work for Solver {
    type Job = Check;
    type Answer = Outcome;

    fn work(&mut self, job: Check) -> Outcome {
        let Check { steps, assumptions, limits } = job;
        self.waiting.extend(steps);
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

    fn statistics(&self) -> Vec<Statistic> {
        self.checker.statistics()
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

    /// Processes what is waiting. If a limit stops it, it continues next time.
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
        let here = Term::numbered(self.terms.len());
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

    /// A literal equivalent to the condition.
    fn assumption(&mut self, condition: Term) -> Bool {
        let term = self.bool(condition);
        if self.literals.contains(&condition) {
            return term;
        }
        if let Some(stand_in) = self.stand_ins.get(&condition) {
            return stand_in.clone();
        }
        let stand_in = Bool::new_const(format!("a{}", condition.index()));
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
