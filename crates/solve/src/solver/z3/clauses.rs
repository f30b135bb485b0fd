//! Z3 as a SAT engine: its finite-domain solver (logic QF_FD), which takes weighted sums as they are.

use super::checker::Checker;
use super::worker::{Work, Worker};
use crate::solver::sat::{Hook, LinearSum, Lit, NativeSum, Reason, Sat, Size, Statistic, Verdict, check_in_rounds};
use sator_base::limits::{Interrupt, Limits};
use z3::ast::{self, Ast, Bool};
use z3_sys::{Z3_ast, Z3_mk_or};

/// Clauses asserted between two checks of the limits.
const POLL: usize = 1024;

/// Z3's finite-domain solver.
pub struct Z3 {
    seed: u32,
    variables: i32,
    assertions: usize,
    /// Clauses and sums that the worker hasn't received yet.
    pending: Batch,
    worker: Option<Worker<Solver>>,
    /// By variable, from number 0 on; `None` where the model leaves it open.
    model: Vec<Option<bool>>,
    core: Vec<Lit>,
    /// Whether the worker was lost together with its clauses.
    lost: bool,
}

/// Clauses and sums to be asserted.
#[derive(Default)]
struct Batch {
    /// Clauses in a row, each ended by a 0.
    clauses: Vec<i32>,
    sums: Vec<LinearSum>,
}

pub(super) struct Check {
    batch: Batch,
    variables: i32,
    assumptions: Vec<Lit>,
    limits: Limits,
    settled: Option<Interrupt>,
}

pub(super) struct Outcome {
    verdict: Verdict,
    model: Vec<Option<bool>>,
    core: Vec<Lit>,
}

impl Z3 {
    /// An engine without clauses; the worker starts with the first check.
    pub fn new(seed: u32) -> Z3 {
        Z3 {
            seed,
            variables: 1,
            assertions: 0,
            pending: Batch::default(),
            worker: None,
            model: vec![],
            core: vec![],
            lost: false,
        }
    }

    /// Starts a check that runs while the caller continues; [`Z3::finish`] waits for it. `settled` is set as soon as
    /// there is an answer.
    ///
    /// # Errors
    /// A thread that can't be started, or a Z3 that was stopped for good.
    pub fn begin(&mut self, assumptions: &[Lit], limits: &Limits, settled: Option<Interrupt>) -> Result<(), Reason> {
        if self.lost {
            return Err(Reason::GaveUp("Z3 was stopped for good".into()));
        }
        let seed = self.seed;
        let worker = match &self.worker {
            Some(worker) => worker,
            None => self.worker.insert(Worker::start(move || Solver::new(seed))?),
        };
        worker.begin(Check {
            batch: std::mem::take(&mut self.pending),
            variables: self.variables,
            assumptions: assumptions.to_vec(),
            limits: limits.clone(),
            settled,
        })
    }

    /// Waits for the check that [`Z3::begin`] started.
    pub fn finish(&mut self, limits: &Limits) -> Verdict {
        let Some(worker) = &self.worker else { return Verdict::Unknown(Reason::GaveUp("Z3 was not asked".into())) };
        match worker.wait(limits) {
            Ok(outcome) => {
                (self.model, self.core) = (outcome.model, outcome.core);
                outcome.verdict
            }
            Err(reason) => {
                self.lost = true;
                Verdict::Unknown(reason)
            }
        }
    }

    /// The literals that hold in the model of the last check, without those that it leaves open.
    pub fn model(&self) -> impl Iterator<Item = Lit> {
        let literal = |(variable, value): (usize, &Option<bool>)| {
            let positive = Lit(variable as i32);
            value.map(|value| if value { positive } else { !positive })
        };
        self.model.iter().enumerate().skip(2).filter_map(literal)
    }
}

impl Sat for Z3 {
    fn name(&self) -> &'static str {
        "z3"
    }

    fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Lit(self.variables)
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.assertions += 1;
        self.pending.clauses.extend(literals.iter().map(|l| l.0));
        self.pending.clauses.push(0);
    }

    fn linear(&mut self, sum: &LinearSum) -> NativeSum {
        self.assertions += 1;
        self.pending.sums.push(sum.clone());
        NativeSum::Yes
    }

    fn check(&mut self, assumptions: &[Lit], hook: Option<Hook>, limits: &Limits) -> Verdict {
        check_in_rounds(self, hook, |z3| {
            z3.model.clear();
            z3.core.clear();
            if let Some(reason) = limits.stop() {
                return Verdict::Unknown(reason);
            }
            match z3.begin(assumptions, limits, None) {
                Ok(()) => z3.finish(limits),
                Err(reason) => Verdict::Unknown(reason),
            }
        })
    }

    fn value(&self, literal: Lit) -> bool {
        literal == Lit::TRUE || literal.under(self.model.get(literal.variable()) == Some(&Some(true)))
    }

    fn core(&self) -> Vec<Lit> {
        self.core.clone()
    }

    fn size(&self) -> Size {
        Size { variables: self.variables as usize - 1, assertions: self.assertions }
    }

    fn statistics(&self) -> Vec<Statistic> {
        self.worker.as_ref().map_or(vec![], Worker::statistics)
    }

    fn is_unusable(&self) -> bool {
        self.lost
    }
}

/// The solver on its own thread.
pub(super) struct Solver {
    checker: Checker,
    /// By number of the variable; 0 is unused, 1 is the constant true.
    variables: Vec<(Bool, Bool)>,
    /// Whether the empty clause was asserted.
    contradiction: bool,
    clause: Vec<Z3_ast>,
    waiting: Batch,
}

impl Work for Solver {
    type Job = Check;
    type Answer = Outcome;

    fn work(&mut self, job: Check) -> Outcome {
        let Check { batch, variables, assumptions, limits, settled } = job;
        self.waiting.clauses.extend(batch.clauses);
        self.waiting.sums.extend(batch.sums);
        self.know(variables);
        let terms: Vec<Bool> = assumptions.iter().map(|&l| self.bool(l)).collect();
        let verdict = match self.take_in(&limits) {
            Err(reason) => Verdict::Unknown(reason),
            Ok(()) if self.contradiction => Verdict::Unsat,
            Ok(()) => self.checker.check(&terms, &limits),
        };
        let answered = matches!(verdict, Verdict::Sat | Verdict::Unsat);
        let outcome = match verdict {
            Verdict::Sat => Outcome { verdict, model: self.model(), core: vec![] },
            Verdict::Unsat if self.contradiction => Outcome { verdict, model: vec![], core: vec![] },
            Verdict::Unsat => {
                let core = self.checker.core(&terms, &limits).into_iter().map(|i| assumptions[i]).collect();
                Outcome { verdict, model: vec![], core }
            }
            Verdict::Unknown(_) => Outcome { verdict, model: vec![], core: vec![] },
        };
        if let Some(settled) = settled.filter(|_| answered) {
            settled.set();
        }
        outcome
    }

    fn statistics(&self) -> Vec<Statistic> {
        self.checker.statistics()
    }
}

impl Solver {
    fn new(seed: u32) -> Solver {
        let mut checker = Checker::new(Some("QF_FD"), seed);
        // Z3 can't assume a constant, so variable 1 is a variable like the others.
        let constant = Bool::new_const(1);
        checker.assert(constant.clone());
        let negation = constant.not();
        Solver {
            checker,
            variables: vec![(constant.clone(), negation.clone()), (constant, negation)],
            contradiction: false,
            clause: vec![],
            waiting: Batch::default(),
        }
    }

    fn know(&mut self, variables: i32) {
        for number in self.variables.len()..=variables as usize {
            let variable = Bool::new_const(number as u32);
            let negation = variable.not();
            self.variables.push((variable, negation));
        }
    }

    /// Asserts what is waiting. If a limit stops it, it continues next time.
    fn take_in(&mut self, limits: &Limits) -> Result<(), Reason> {
        let clauses = std::mem::take(&mut self.waiting.clauses);
        let mut done = 0;
        let mut stopped = None;
        for (i, clause) in clauses.split_inclusive(|&l| l == 0).enumerate() {
            stopped = if i % POLL == 0 { limits.stop() } else { None };
            if stopped.is_some() {
                break;
            }
            self.assert_clause(&clause[..clause.len() - 1]);
            done += clause.len();
        }
        if let Some(reason) = stopped {
            self.waiting.clauses = clauses[done..].to_vec();
            return Err(reason);
        }
        for sum in std::mem::take(&mut self.waiting.sums) {
            let term = self.sum(&sum);
            self.checker.assert(term);
        }
        // A failure is permanent, because an assertion is missing.
        self.checker.failure().map_or(Ok(()), Err)
    }

    fn assert_clause(&mut self, literals: &[i32]) {
        if literals.contains(&Lit::TRUE.0) {
            return;
        }
        let mut clause = std::mem::take(&mut self.clause);
        clause.clear();
        let open = literals.iter().filter(|&&l| l != Lit::FALSE.0);
        clause.extend(open.map(|&l| {
            let (positive, negative) = &self.variables[l.unsigned_abs() as usize];
            if l > 0 { positive.get_z3_ast() } else { negative.get_z3_ast() }
        }));
        let context = self.checker.context();
        let disjunction = match clause[..] {
            [] => {
                self.contradiction = true;
                return;
            }
            [literal] => Some(literal),
            // SAFETY: the terms belong to this context, and `variables` keeps them alive.
            _ => unsafe { Z3_mk_or(context.get_z3_context(), clause.len() as u32, clause.as_ptr()) },
        };
        match disjunction {
            Some(term) => {
                // SAFETY: a term of this context that was just made or that is in `variables`.
                let term = unsafe { Bool::wrap(context, term) };
                self.checker.assert(term);
            }
            None => self.checker.fail(),
        }
        self.clause = clause;
    }

    fn sum(&self, sum: &LinearSum) -> Bool {
        let total: i64 = sum.terms.iter().map(|t| t.0).sum();
        let counted = sum.terms.iter().all(|t| t.0 == 1);
        let term = if counted && !sum.exactly {
            // Counts the literals or their negations, whichever bound is smaller.
            let others = total - sum.bound;
            match others < sum.bound {
                true => ast::atmost(&sum.terms.iter().map(|t| self.bool(!t.1)).collect::<Vec<_>>(), others as u32),
                false => ast::atleast(&sum.terms.iter().map(|t| self.bool(t.1)).collect::<Vec<_>>(), sum.bound as u32),
            }
        } else {
            let terms: Vec<(Bool, i32)> = sum.terms.iter().map(|&(c, l)| (self.bool(l), c as i32)).collect();
            let pairs: Vec<(&Bool, i32)> = terms.iter().map(|(term, c)| (term, *c)).collect();
            let bound = sum.bound as i32;
            if sum.exactly { Bool::pb_eq(&pairs, bound) } else { Bool::pb_ge(&pairs, bound) }
        };
        match sum.holds {
            None => term,
            Some(holds) => self.bool(holds).iff(&term),
        }
    }

    fn model(&self) -> Vec<Option<bool>> {
        let Some(model) = self.checker.model() else { return vec![] };
        let value = |(term, _): &(Bool, Bool)| model.get_const_interp(term).and_then(|v| v.as_bool());
        self.variables.iter().map(value).collect()
    }

    /// The term of a literal.
    fn bool(&self, literal: Lit) -> Bool {
        let (positive, negative) = &self.variables[literal.variable()];
        if literal.0 > 0 { positive.clone() } else { negative.clone() }
    }
}
