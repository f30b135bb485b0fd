//! Integers: a literal for each value, and literals for "at least this value" where a sum needs them.

use super::{Encoded, Encoder};
use crate::Refusal;
use crate::formula::{Linear, Lit};
use sator_model::{ExprId, Kind, Node, UnknownId};
use std::cell::OnceCell;
use std::rc::Rc;

/// Limit on the values of one integer.
pub(crate) const VALUES: i64 = 20_000;
/// An integer with more values has literals "at least this value" from the start: their definitions are shorter.
const ONE_BY_ONE: usize = 150;
/// Limit on the pairs of values of a product, a quotient or a remainder.
pub(crate) const PAIRS: usize = 200_000;

/// An integer of the formula.
#[derive(Debug)]
pub(crate) struct Integer {
    /// The possible values, ascending.
    pub(crate) values: Vec<i64>,
    /// By value: the literal that the integer has it.
    is: Vec<Lit>,
    /// By value: the literal that the integer is at least this large; the first one always holds. Made where a sum
    /// needs them.
    at_least: OnceCell<Vec<Lit>>,
    /// The name, from which those of its variables are made.
    name: String,
    kind: Kind,
}

impl Integer {
    /// An integer that needs no variables, or whose variables exist.
    fn known(values: Vec<i64>, is: Vec<Lit>) -> Integer {
        let at_least: Vec<Lit> = std::iter::once(Lit::TRUE).chain(is.iter().skip(1).copied()).collect();
        Integer { values, is, at_least: OnceCell::from(at_least), name: String::new(), kind: Kind::Int }
    }

    /// The literal "the integer is `value`".
    pub(crate) fn is(&self, value: i64) -> Lit {
        self.values.binary_search(&value).map_or(Lit::FALSE, |i| self.is[i])
    }

    /// Each value with its literal.
    pub(crate) fn each(&self) -> impl Iterator<Item = (i64, Lit)> {
        self.values.iter().copied().zip(self.is.iter().copied())
    }
}

impl Encoder<'_> {
    /// The integer of an unknown; a condition is 0 or 1.
    pub(super) fn unknown(&mut self, u: UnknownId) -> Encoded<Rc<Integer>> {
        if let Some(integer) = self.unknowns.get(&u) {
            return Ok(integer.clone());
        }
        let domain = &self.model.unknown(u).domain;
        if domain.size() > VALUES as u64 {
            return Err(Refusal::Domain(self.name_of(u).to_string()));
        }
        let (name, values) = (self.name_of(u), domain.iter().collect());
        let integer = match self.kind_of(u) {
            Kind::Bool => self.truth(&format!("{name}_holds"), values),
            kind => self.new_integer(name, kind, values),
        };
        let integer = Rc::new(integer);
        self.unknowns.insert(u, integer.clone());
        Ok(integer)
    }

    /// An integer that is 1 where a variable holds.
    fn truth(&mut self, name: &str, values: Vec<i64>) -> Integer {
        if values.len() < 2 {
            return Integer::known(values, vec![Lit::TRUE]);
        }
        let holds = self.formula.variable(name);
        self.formula.mention(holds);
        Integer::known(values, vec![!holds, holds])
    }

    /// An integer with these values, whose literals are named `name_3`.
    pub(super) fn new_integer(&mut self, name: &str, kind: Kind, values: Vec<i64>) -> Integer {
        match values[..] {
            [_] => return Integer::known(values, vec![Lit::TRUE]),
            [_, second] => {
                let is = self.variables(name, kind, "_", &[second])[0];
                self.formula.mention(is);
                return Integer::known(values, vec![!is, is]);
            }
            _ => {}
        }
        let is = self.variables(name, kind, "_", &values);
        let integer = Integer { values, is, at_least: OnceCell::new(), name: name.to_string(), kind };
        if integer.values.len() > ONE_BY_ONE {
            self.order(&integer);
            return integer;
        }
        let sum = |literal: fn(Lit) -> Lit| {
            let terms = integer.is.iter().map(|&l| (1, literal(l))).collect();
            Linear { terms, constant: 0 }
        };
        // Coefficients of 1 are never too large.
        for (sum, bound) in [(sum(|l| l), 1), (sum(|l| !l), integer.is.len() as i64 - 1)] {
            let label = self.label();
            let _ = self.formula.at_least(&label, &sum, bound, None);
        }
        integer
    }

    fn variables(&mut self, name: &str, kind: Kind, relation: &str, values: &[i64]) -> Vec<Lit> {
        let model = self.model;
        let text = |value: i64| match kind {
            Kind::Enum(_) => model.value_text(kind, value),
            _ if value < 0 => format!("m{}", value.unsigned_abs()),
            _ => value.to_string(),
        };
        values.iter().map(|&v| self.formula.variable(&format!("{name}{relation}{}", text(v)))).collect()
    }

    /// By value: the literal that the integer is at least this large.
    fn order<'i>(&mut self, integer: &'i Integer) -> &'i [Lit] {
        integer.at_least.get_or_init(|| {
            let mut at_least = vec![Lit::TRUE];
            at_least.extend(self.variables(&integer.name, integer.kind, "_ge_", &integer.values[1..]));
            // `is` holds between "at least this value" and "at least the next one".
            for (i, &value) in integer.is.iter().enumerate() {
                let (from, next) = (at_least[i], at_least.get(i + 1).copied().unwrap_or(Lit::FALSE));
                self.clause(&[!value, from]);
                self.clause(&[!value, !next]);
                self.clause(&[value, !from, next]);
                self.clause(&[from, !next]);
            }
            at_least
        })
    }

    /// The literal "the integer is at least `value`".
    pub(super) fn at_least_literal(&mut self, integer: &Integer, value: i64) -> Lit {
        let i = integer.values.partition_point(|&v| v < value);
        if i == 0 { Lit::TRUE } else { self.order(integer).get(i).copied().unwrap_or(Lit::FALSE) }
    }

    /// An integer as a sum: its smallest value, and a step for each "at least".
    pub(super) fn sum_of(&mut self, integer: &Integer) -> Linear {
        let at_least = self.order(integer);
        let steps = integer.values.windows(2).zip(&at_least[1..]);
        let terms = steps.map(|(pair, &literal)| (pair[1] - pair[0], literal)).collect();
        Linear { terms, constant: integer.values[0] }
    }

    /// An integer expression as a sum of literals.
    pub(super) fn linear(&mut self, e: ExprId) -> Encoded<Linear> {
        let model = self.model;
        Ok(match model.pool.node(e) {
            _ if self.is_in_digits(e) => self.digits(e)?,
            Node::Int(k) => Linear::constant(*k),
            Node::FromBool(c) => Linear::literal(self.condition(*c)?),
            Node::Sum(terms, constant) => {
                let mut sum = Linear::constant(*constant);
                for &(k, e) in terms.iter().filter(|t| t.0 != 0) {
                    let part = self.linear(e)?;
                    sum.add(k, &part)?;
                }
                sum
            }
            Node::Element(list, index) if list.iter().all(|&e| model.pool.constant(e).is_some()) => {
                let index = self.integer(*index)?;
                let mut sum = Linear::default();
                for (place, chosen) in index.each() {
                    let value = model.pool.constant(list[position(place, list.len())]).unwrap_or(0);
                    sum.add(value, &Linear::literal(chosen))?;
                }
                sum
            }
            Node::Element(list, row)
                if self.has_pairs
                    && let Some(column) = self.common_index(list).filter(|column| column != row) =>
            {
                self.of_pair(list, *row, column)?
            }
            _ => {
                let integer = self.integer(e)?;
                self.sum_of(&integer)
            }
        })
    }

    /// An integer expression as an integer with values of its own.
    pub(super) fn integer(&mut self, e: ExprId) -> Encoded<Rc<Integer>> {
        if let Some(integer) = self.integers.get(&e) {
            return Ok(integer.clone());
        }
        let model = self.model;
        let integer = match model.pool.node(e) {
            Node::IntVar(u) => return self.unknown(*u),
            Node::Int(k) => Integer::known(vec![*k], vec![Lit::TRUE]),
            Node::FromBool(c) => {
                let holds = self.condition(*c)?;
                Integer::known(vec![0, 1], vec![!holds, holds])
            }
            Node::Sum(..) => {
                let sum = self.linear(e)?;
                let integer = self.ranged(e)?;
                let own = self.sum_of(&integer);
                self.equal(&sum, &own, None)?;
                integer
            }
            Node::Product(a, b) | Node::Div(a, b) | Node::Mod(a, b) => self.by_pairs(e, *a, *b)?,
            Node::Abs(a) => {
                let (a, integer) = (self.linear(*a)?, self.ranged(e)?);
                let mut minus = Linear::default();
                minus.add(-1, &a)?;
                let own = self.sum_of(&integer);
                self.one_of(&own, &[a, minus], true)?;
                integer
            }
            node @ (Node::Min(list) | Node::Max(list)) => {
                let integer = self.ranged(e)?;
                let own = self.sum_of(&integer);
                self.extreme(&own, list, matches!(node, Node::Max(_)))?;
                integer
            }
            Node::Ite(c, a, b) => {
                let (c, a, b) = (self.condition(*c)?, self.linear(*a)?, self.linear(*b)?);
                let integer = self.ranged(e)?;
                let own = self.sum_of(&integer);
                self.equal(&a, &own, Some(c))?;
                self.equal(&b, &own, Some(!c))?;
                integer
            }
            Node::Element(list, index) => {
                let index = self.integer(*index)?;
                let integer = self.ranged(e)?;
                let own = self.sum_of(&integer);
                for (place, chosen) in index.each() {
                    let part = self.linear(list[position(place, list.len())])?;
                    self.equal(&part, &own, Some(chosen))?;
                }
                integer
            }
            Node::PieceSize(graph, v) => {
                let integer = self.named((0..=graph.size as i64).collect())?;
                self.piece_size(graph, *v, &integer)?;
                integer
            }
            _ => return Err(Refusal::condition("a condition in the place of a number")),
        };
        let integer = Rc::new(integer);
        self.integers.insert(e, integer.clone());
        Ok(integer)
    }

    /// An integer with all values between the bounds of an expression.
    fn ranged(&mut self, e: ExprId) -> Encoded<Integer> {
        let (low, high) = self.model.pool.bounds(e);
        if high.checked_sub(low).is_none_or(|span| span >= VALUES) {
            return Err(Refusal::Numbers(None));
        }
        self.named((low..=high).collect())
    }

    fn named(&mut self, values: Vec<i64>) -> Encoded<Integer> {
        self.names += 1;
        let name = format!("{}_n{}", self.statement, self.names);
        Ok(self.new_integer(&name, Kind::Int, values))
    }

    /// Asserts that two sums are equal, where `guard` holds.
    pub(super) fn equal(&mut self, a: &Linear, b: &Linear, guard: Option<Lit>) -> Encoded<()> {
        for (x, y) in [(a, b), (b, a)] {
            let mut difference = x.clone();
            difference.add(-1, y)?;
            self.at_least(&difference, 0, guard)?;
        }
        Ok(())
    }

    /// Asserts that a sum is the largest of these numbers, or the smallest one.
    pub(super) fn extreme(&mut self, own: &Linear, list: &[ExprId], largest: bool) -> Encoded<()> {
        let parts = list.iter().map(|&e| self.linear(e)).collect::<Encoded<Vec<_>>>()?;
        self.one_of(own, &parts, largest)
    }

    /// Asserts that a sum is the largest of these sums, or the smallest one.
    fn one_of(&mut self, own: &Linear, parts: &[Linear], largest: bool) -> Encoded<()> {
        let sign = if largest { 1 } else { -1 };
        let mut attained = Vec::new();
        for part in parts {
            let mut above = Linear::default();
            above.add(sign, own)?;
            above.add(-sign, part)?;
            self.at_least(&above, 0, None)?;
            let equal = self.fresh();
            let mut below = Linear::default();
            below.add(-1, &above)?;
            self.at_least(&below, 0, Some(equal))?;
            attained.push(equal);
        }
        self.clause(&attained);
        Ok(())
    }

    /// A function of two integers: the result for each pair of values.
    fn by_pairs(&mut self, e: ExprId, a: ExprId, b: ExprId) -> Encoded<Integer> {
        let model = self.model;
        let node = model.pool.node(e);
        let (x, y) = (self.integer(a)?, self.integer(b)?);
        if x.values.len() * y.values.len() > PAIRS {
            return Err(Refusal::Numbers(None));
        }
        let value = |p: i64, q: i64| match node {
            Node::Product(..) => p.checked_mul(q),
            Node::Div(..) => Some(if q == 0 { 0 } else { floor(p, q) }),
            _ => Some(if q == 0 { 0 } else { p - floor(p, q) * q }),
        };
        let mut values = Vec::new();
        for &p in &x.values {
            for &q in &y.values {
                values.push(value(p, q).ok_or(Refusal::Numbers(None))?);
            }
        }
        values.sort_unstable();
        values.dedup();
        let integer = self.named(values)?;
        for (p, has_p) in x.each() {
            for (q, has_q) in y.each() {
                let result = value(p, q).map_or(Lit::FALSE, |value| integer.is(value));
                // The same expression twice has one value.
                if a != b || p == q {
                    self.clause(&[!has_p, !has_q, result]);
                }
            }
        }
        Ok(integer)
    }
}

/// The position from 0 in a list of an index from 1. An index outside stands for the first element.
pub(super) fn position(index: i64, len: usize) -> usize {
    usize::try_from(index).ok().filter(|i| (1..=len).contains(i)).unwrap_or(1) - 1
}

/// The quotient, rounded down.
fn floor(p: i64, q: i64) -> i64 {
    let quotient = p / q;
    if p % q != 0 && (p < 0) != (q < 0) { quotient - 1 } else { quotient }
}
