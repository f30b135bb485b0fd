//! The engine of the `fd` encoding: one-hot literals, cardinalities, weighted sums and bit-vectors
//! in Z3's finite-domain solver (logic QF_FD), which is a SAT solver with pseudo-Boolean sums.

use super::checker::Checker;
use super::engine::{Bits, Engine, Lit, Relation, Size, Verdict};
use super::linear::{self, Linear, Rest, normalise};
use crate::limits::Limits;
use std::cell::Cell;
use z3::ast::{self, Ast, BV, Bool};
use z3_sys::{Z3_ast, Z3_mk_or};

/// At most one of so many literals is said pair by pair: it propagates best and costs least up
/// to here. Beyond, Z3's encoding with helper variables is smaller.
const PAIRWISE: usize = 150;

/// Sums whose coefficients add up to more than this are bit-vector sums: Z3's own take 32 bits.
const SMALL_SUM: i128 = i32::MAX as i128;

/// A QF_FD solver of Z3.
pub struct Z3Fd {
    checker: Checker,
    /// Variable n is at n - 2, next to its negation: variable 1 is the constant true.
    variables: Vec<(Bool, Bool)>,
    bits: Vec<BitsTerm>,
    /// The empty clause was asserted.
    contradiction: bool,
    assumed: Vec<Lit>,
    /// Values read from the model so far.
    values: Vec<Cell<Option<bool>>>,
    clause: Vec<Z3_ast>,
}

struct BitsTerm {
    term: BV,
    width: u32,
    constant: Option<i64>,
}

impl Z3Fd {
    pub fn new(seed: u32) -> Z3Fd {
        Z3Fd {
            checker: Checker::new(Some("QF_FD"), seed),
            variables: Vec::new(),
            bits: Vec::new(),
            contradiction: false,
            assumed: Vec::new(),
            values: Vec::new(),
            clause: Vec::new(),
        }
    }

    /// The term of a literal.
    fn bool(&self, literal: Lit) -> Bool {
        match literal {
            Lit::TRUE => Bool::from_bool(true),
            Lit::FALSE => Bool::from_bool(false),
            _ => self.variable(literal).clone(),
        }
    }

    /// The term of a literal that is not constant.
    fn variable(&self, literal: Lit) -> &Bool {
        let (positive, negative) = &self.variables[literal.0.unsigned_abs() as usize - 2];
        if literal.0 > 0 { positive } else { negative }
    }

    fn bools(&self, literals: &[Lit]) -> Vec<Bool> {
        literals.iter().map(|&l| self.bool(l)).collect()
    }

    fn assert_linear(&mut self, linear: Linear) {
        if let Some(clauses) = linear.clauses() {
            return clauses.iter().for_each(|clause| self.clause(clause));
        }
        for literal in linear.forced {
            self.clause(&[literal]);
        }
        match linear.rest {
            Rest::True => {}
            Rest::False => self.contradiction = true,
            Rest::Clause(literals) => self.clause(&literals),
            Rest::Count { literals, exactly, bound } => {
                let others = literals.len() - bound as usize;
                // All but one hold, or in mirror image only one does.
                if others == 1 {
                    if exactly {
                        let negations: Vec<Lit> = literals.iter().map(|&l| !l).collect();
                        self.clause(&negations);
                    }
                    self.all_but_one(&literals);
                } else if exactly && bound == 1 {
                    self.clause(&literals);
                    let negations: Vec<Lit> = literals.iter().map(|&l| !l).collect();
                    self.all_but_one(&negations);
                } else {
                    let term = self.count(&literals, exactly, bound);
                    self.checker.assert(term);
                }
            }
            Rest::Sum { terms, exactly, bound } => {
                let term = self.sum(&terms, exactly, bound);
                self.checker.assert(term);
            }
        }
    }

    /// At most one of the literals fails.
    fn all_but_one(&mut self, literals: &[Lit]) {
        if literals.len() > PAIRWISE {
            let term = self.count(literals, false, literals.len() as u32 - 1);
            return self.checker.assert(term);
        }
        for (i, &a) in literals.iter().enumerate() {
            for &b in &literals[..i] {
                self.clause(&[a, b]);
            }
        }
    }

    /// `bound` of the literals hold, exactly or at least; neither none nor all of them.
    fn count(&self, literals: &[Lit], exactly: bool, bound: u32) -> Bool {
        let others = literals.len() as u32 - bound;
        if exactly {
            let terms = self.bools(literals);
            let pairs: Vec<(&Bool, i32)> = terms.iter().map(|term| (term, 1)).collect();
            Bool::pb_eq(&pairs, bound as i32)
        } else if others < bound {
            let negations: Vec<Lit> = literals.iter().map(|&l| !l).collect();
            ast::atmost(&self.bools(&negations), others)
        } else {
            ast::atleast(&self.bools(literals), bound)
        }
    }

    /// The weighted sum is equal to the bound, or at least it; coefficients and bound are positive.
    fn sum(&self, terms: &[(i128, Lit)], exactly: bool, bound: i128) -> Bool {
        let total: i128 = terms.iter().map(|&(c, _)| c).sum();
        if total <= SMALL_SUM {
            let bools: Vec<(Bool, i32)> = terms.iter().map(|&(c, l)| (self.bool(l), c as i32)).collect();
            let pairs: Vec<(&Bool, i32)> = bools.iter().map(|(term, c)| (term, *c)).collect();
            let bound = bound as i32;
            return if exactly { Bool::pb_eq(&pairs, bound) } else { Bool::pb_ge(&pairs, bound) };
        }
        let width = 128 - total.leading_zeros();
        let zero = numeral(0, width);
        let mut layer: Vec<BV> = terms.iter().map(|&(c, l)| self.bool(l).ite(&numeral(c, width), &zero)).collect();
        while layer.len() > 1 {
            layer = layer
                .chunks(2)
                .map(|pair| match pair {
                    [a, b] => a.bvadd(b),
                    _ => pair[0].clone(),
                })
                .collect();
        }
        let sum = layer.pop().unwrap_or(zero);
        let bound = numeral(bound, width);
        if exactly { sum.eq(&bound) } else { sum.bvuge(&bound) }
    }

    /// A literal that holds exactly when the term does.
    fn define(&mut self, term: &Bool) -> Lit {
        let literal = self.fresh();
        let definition = self.variable(literal).iff(term);
        self.checker.assert(definition);
        literal
    }

    /// A literal that holds exactly when all of them do.
    fn conjunction(&mut self, literals: &[Lit]) -> Lit {
        if literals.contains(&Lit::FALSE) {
            return Lit::FALSE;
        }
        let mut literals: Vec<Lit> = literals.iter().copied().filter(|&l| l != Lit::TRUE).collect();
        match literals[..] {
            [] => Lit::TRUE,
            [literal] => literal,
            _ => {
                let all = self.fresh();
                for &literal in &literals {
                    self.clause(&[!all, literal]);
                }
                literals.iter_mut().for_each(|l| *l = !*l);
                literals.push(all);
                self.clause(&literals);
                all
            }
        }
    }

    fn push_bits(&mut self, term: BV, width: u32, constant: Option<i64>) -> Bits {
        self.bits.push(BitsTerm { term, width, constant });
        Bits(self.bits.len() as u32 - 1)
    }

    fn bits(&self, a: Bits) -> &BitsTerm {
        &self.bits[a.0 as usize]
    }

    /// A comparison, decided at once between constants.
    fn compare(&mut self, a: Bits, b: Bits, known: fn(&i64, &i64) -> bool, term: fn(&BV, &BV) -> Bool) -> Lit {
        let (left, right) = (self.bits(a), self.bits(b));
        if let (Some(x), Some(y)) = (left.constant, right.constant) {
            return if known(&x, &y) { Lit::TRUE } else { Lit::FALSE };
        }
        let term = term(&left.term, &right.term);
        self.define(&term)
    }
}

/// A numeral that is not negative and below 2^124.
fn numeral(value: i128, width: u32) -> BV {
    match i64::try_from(value) {
        Ok(value) => BV::from_i64(value, width),
        Err(_) => {
            let high = BV::from_i64((value >> 62) as i64, width);
            let low = BV::from_i64((value & ((1 << 62) - 1)) as i64, width);
            high.bvshl(BV::from_i64(62, width)).bvor(&low)
        }
    }
}

/// The value of these low bits read as two's complement.
fn sign_extend(value: u64, width: u32) -> i64 {
    match width {
        0 => 0,
        1..64 => ((value << (64 - width)) as i64) >> (64 - width),
        _ => value as i64,
    }
}

impl Engine for Z3Fd {
    fn fresh(&mut self) -> Lit {
        let n = self.variables.len() as u32 + 2;
        let positive = Bool::new_const(n);
        let negative = positive.not();
        self.variables.push((positive, negative));
        self.values.push(Cell::new(None));
        Lit(n as i32)
    }

    fn clause(&mut self, literals: &[Lit]) {
        if literals.contains(&Lit::TRUE) {
            return;
        }
        let mut clause = std::mem::take(&mut self.clause);
        clause.clear();
        clause.extend(literals.iter().filter(|&&l| l != Lit::FALSE).map(|&l| self.variable(l).get_z3_ast()));
        let context = self.checker.context();
        let disjunction = match clause[..] {
            [] => None,
            [literal] => Some(literal),
            // SAFETY: the terms belong to this context and are kept alive by `variables`.
            _ => unsafe { Z3_mk_or(context.get_z3_context(), clause.len() as u32, clause.as_ptr()) },
        };
        match disjunction {
            // SAFETY: a term of this context that was just made or is in `variables`.
            Some(term) => {
                let term = unsafe { Bool::wrap(context, term) };
                self.checker.assert(term);
            }
            None => self.contradiction = true,
        }
        self.clause = clause;
    }

    fn cardinality(&mut self, literals: &[Lit], relation: Relation, k: u32) {
        let terms: Vec<(i64, Lit)> = literals.iter().map(|&l| (1, l)).collect();
        self.assert_linear(normalise(&terms, relation, i64::from(k)));
    }

    fn weighted(&mut self, terms: &[(i64, Lit)], relation: Relation, bound: i64) {
        self.assert_linear(normalise(terms, relation, bound));
    }

    fn weighted_literal(&mut self, terms: &[(i64, Lit)], relation: Relation, bound: i64) -> Lit {
        let Linear { forced, rest } = normalise(terms, relation, bound);
        let rest = match rest {
            Rest::True => Lit::TRUE,
            Rest::False => Lit::FALSE,
            Rest::Clause(literals) => {
                let negations: Vec<Lit> = literals.iter().map(|&l| !l).collect();
                !self.conjunction(&negations)
            }
            Rest::Count { literals, exactly, bound } => match linear::count_clauses(&literals, exactly, bound) {
                Some(clauses) => {
                    let holds = self.fresh();
                    for mut clause in clauses {
                        clause.push(!holds);
                        self.clause(&clause);
                    }
                    for mut clause in linear::not_count_clauses(&literals, exactly, bound) {
                        clause.push(holds);
                        self.clause(&clause);
                    }
                    holds
                }
                None => {
                    let term = self.count(&literals, exactly, bound);
                    self.define(&term)
                }
            },
            Rest::Sum { terms, exactly, bound } => {
                let term = self.sum(&terms, exactly, bound);
                self.define(&term)
            }
        };
        let mut all = forced;
        all.push(rest);
        self.conjunction(&all)
    }

    fn bits_fresh(&mut self, width: u32) -> Bits {
        let name = format!("b{}", self.bits.len());
        self.push_bits(BV::new_const(name, width), width, None)
    }

    fn bits_const(&mut self, value: i64, width: u32) -> Bits {
        self.push_bits(BV::from_i64(value, width), width, Some(value))
    }

    fn bits_ite(&mut self, condition: Lit, then: Bits, otherwise: Bits) -> Bits {
        match condition {
            Lit::TRUE => then,
            Lit::FALSE => otherwise,
            _ => {
                let (yes, no) = (self.bits(then), self.bits(otherwise));
                let (term, width) = (self.variable(condition).ite(&yes.term, &no.term), yes.width);
                self.push_bits(term, width, None)
            }
        }
    }

    fn bits_extend(&mut self, a: Bits, width: u32) -> Bits {
        let BitsTerm { term, width: own, constant } = self.bits(a);
        match width.saturating_sub(*own) {
            0 => a,
            more => {
                let (term, constant) = (term.sign_ext(more), *constant);
                self.push_bits(term, width, constant)
            }
        }
    }

    fn bits_add(&mut self, a: Bits, b: Bits) -> Bits {
        let (term, width) = (self.bits(a).term.bvadd(&self.bits(b).term), self.bits(a).width);
        self.push_bits(term, width, None)
    }

    fn bits_mul(&mut self, a: Bits, b: Bits) -> Bits {
        let (term, width) = (self.bits(a).term.bvmul(&self.bits(b).term), self.bits(a).width);
        self.push_bits(term, width, None)
    }

    fn bits_neg(&mut self, a: Bits) -> Bits {
        let (term, width) = (self.bits(a).term.bvneg(), self.bits(a).width);
        self.push_bits(term, width, None)
    }

    fn bits_le(&mut self, a: Bits, b: Bits) -> Lit {
        self.compare(a, b, i64::le, |a, b| a.bvsle(b))
    }

    fn bits_eq(&mut self, a: Bits, b: Bits) -> Lit {
        self.compare(a, b, i64::eq, |a, b| Ast::eq(a, b))
    }

    fn bits_width(&self, a: Bits) -> u32 {
        self.bits(a).width
    }

    fn check(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        self.values.iter().for_each(|value| value.set(None));
        self.assumed.clear();
        if self.contradiction {
            return Verdict::Unsat;
        }
        if assumptions.contains(&Lit::FALSE) {
            self.assumed.push(Lit::FALSE);
            return Verdict::Unsat;
        }
        self.assumed.extend(assumptions.iter().filter(|&&l| l != Lit::TRUE));
        let terms = self.bools(&self.assumed);
        self.checker.check(&terms, limits)
    }

    fn value(&self, literal: Lit) -> bool {
        if literal == Lit::TRUE || literal == Lit::FALSE {
            return literal == Lit::TRUE;
        }
        let place = literal.0.unsigned_abs() as usize - 2;
        let known = &self.values[place];
        let value = known.get().unwrap_or_else(|| {
            let term = &self.variables[place].0;
            let read = self.checker.model().and_then(|model| model.get_const_interp(term)?.as_bool());
            read.unwrap_or(false)
        });
        known.set(Some(value));
        value == (literal.0 > 0)
    }

    fn bits_value(&self, a: Bits) -> i64 {
        let BitsTerm { term, width, constant } = self.bits(a);
        if let Some(value) = *constant {
            return value;
        }
        let read = self.checker.model().and_then(|model| model.get_const_interp(term));
        let low = read.map(|value| if *width > 64 { value.extract(63, 0).simplify() } else { value });
        sign_extend(low.and_then(|value| value.as_u64()).unwrap_or(0), *width)
    }

    fn core(&self) -> Vec<Lit> {
        if self.contradiction || self.assumed == [Lit::FALSE] {
            return self.assumed.clone();
        }
        let terms = self.bools(&self.assumed);
        self.checker.core(&terms).into_iter().map(|i| self.assumed[i]).collect()
    }

    fn size(&self) -> Size {
        Size { variables: self.variables.len(), assertions: self.checker.assertions() }
    }
}
