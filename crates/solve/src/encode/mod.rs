//! Clauses for weighted sums and bit-vectors, shared by all SAT engines.
//!
//! | thing | encoding |
//! | --- | --- |
//! | at most one of a few, of many | a clause for each pair; groups with a literal each (Klieber & Kwon 2007) |
//! | counts of few literals | a clause for each subset |
//! | weighted sums of modest size | generalised totalizer (Joshi, Martins & Manquinho 2015) over order literals |
//! | larger sums | adders, bit by bit (Eén & Sörensson 2006) |
//! | two's complement numbers | bit-blasting with shared gates |
//!
//! [`crate::tuning`] has the thresholds between them.

mod adder;
mod bits;
mod gates;
pub mod linear;
#[cfg(test)]
mod tests;
mod totalizer;

use crate::solver::sat::{Hook, LinearSum, Lit, NATIVE_SUM, NativeSum, Reason, Sat, Size, Verdict};
use crate::tuning::Sizes;
pub use bits::Bits;
use linear::{Linear, Rest, normalise};
use rustc_hash::FxHashMap;
use sator_base::limits::Limits;

/// The relation of a sum to its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `=`
    Exactly,
}

/// Nonnegative weights and their literals.
type Terms = Vec<(i128, Lit)>;

/// Clauses between two checks of the limits.
const POLL: u32 = 512;

/// A literal in a chain of implications.
struct Link {
    chain: u32,
    at: u32,
    literal: Lit,
}

/// Writes clauses to a SAT engine. Once a limit is met it writes nothing more, and the clauses so far are incomplete
/// ([`Encoder::stopped`]).
pub struct Encoder {
    sat: Box<dyn Sat>,
    limits: Limits,
    written: u32,
    stopped: Option<Reason>,
    sizes: Sizes,
    gates: gates::Gates,
    bits: Vec<Box<[Lit]>>,
    /// By variable: its position in a chain of order literals.
    chains: FxHashMap<usize, Link>,
    next_chain: u32,
    /// Sums counted in both directions, by their terms.
    counted: FxHashMap<Vec<(i64, Lit)>, totalizer::Counted>,
}

impl Encoder {
    /// An encoder that writes to an engine.
    pub fn new(sat: Box<dyn Sat>, sizes: Sizes) -> Encoder {
        Encoder {
            sat,
            limits: Limits::none(),
            written: 0,
            stopped: None,
            sizes,
            gates: gates::Gates::default(),
            bits: vec![],
            chains: FxHashMap::default(),
            next_chain: 0,
            counted: FxHashMap::default(),
        }
    }

    /// The engine.
    pub fn engine(&self) -> &dyn Sat {
        &*self.sat
    }

    /// Sets the limits for what is written from now on.
    pub fn within(&mut self, limits: &Limits) {
        self.limits = limits.clone();
    }

    /// The limit that ended the writing, if one did.
    pub fn stopped(&self) -> Option<&Reason> {
        self.stopped.as_ref()
    }

    /// Whether the engine can't answer any more.
    pub fn is_unusable(&self) -> bool {
        self.sat.is_unusable()
    }

    /// Counts one unit of work. Returns whether a limit is met.
    pub fn limit_met(&mut self) -> bool {
        self.written = self.written.wrapping_add(1);
        if self.stopped.is_none() && self.written.is_multiple_of(POLL) {
            self.stopped = self.limits.stop();
        }
        self.stopped.is_some()
    }

    /// The positive literal of a new variable.
    pub fn fresh(&mut self) -> Lit {
        if self.stopped.is_some() {
            return Lit::TRUE;
        }
        self.sat.fresh()
    }

    /// Asserts that one of the literals holds; they can include constants.
    pub fn clause(&mut self, literals: &[Lit]) {
        if !self.limit_met() {
            self.sat.clause(literals);
        }
    }

    /// Records that each literal implies the next, so that sums count them as one number.
    pub fn chain(&mut self, literals: &[Lit]) {
        for (at, &literal) in literals.iter().enumerate().filter(|(_, l)| l.variable() > 1) {
            let link = Link { chain: self.next_chain, at: at as u32, literal };
            self.chains.entry(literal.variable()).or_insert(link);
        }
        self.next_chain += 1;
    }

    /// Asserts "`prefix`, or at most one of the literals holds".
    pub fn at_most_one(&mut self, literals: &[Lit], prefix: &[Lit]) {
        let mut clause = prefix.to_vec();
        if literals.len() <= self.sizes.pairwise {
            for (i, &a) in literals.iter().enumerate() {
                for &b in &literals[i + 1..] {
                    clause.truncate(prefix.len());
                    clause.extend([!a, !b]);
                    self.clause(&clause);
                }
            }
            return;
        }
        let mut groups = Vec::new();
        for group in literals.chunks(self.sizes.group) {
            self.at_most_one(group, prefix);
            let one = self.fresh();
            group.iter().for_each(|&l| self.clause(&[!l, one]));
            groups.push(one);
        }
        self.at_most_one(&groups, prefix);
    }

    /// Asserts `sum(weight * literal) REL bound`; weights can be negative.
    pub fn weighted(&mut self, terms: &[(i64, Lit)], relation: Relation, bound: i64) {
        let linear = normalise(terms, relation, bound);
        if let Some(clauses) = linear.clauses() {
            return clauses.iter().for_each(|clause| self.clause(clause));
        }
        let Linear { forced, rest } = linear;
        forced.iter().for_each(|&l| self.clause(&[l]));
        let Some((terms, exactly, bound)) = sum_of(rest) else { return self.clause(&[]) };
        let others = total(&terms) - bound;
        if terms.iter().all(|t| t.0 == 1) && (others == 1 || exactly && bound == 1) {
            // All but one hold, or in the mirrored case only one holds.
            let holding = others == 1;
            let few: Vec<Lit> = terms.iter().map(|&(_, l)| if holding { !l } else { l }).collect();
            self.at_most_one(&few, &[]);
            if exactly {
                self.clause(&few);
            }
            return;
        }
        self.natively(terms, exactly, bound, None, |encoder, terms| encoder.assert_sum(terms, exactly, bound));
    }

    /// A literal equivalent to `sum(weight * literal) REL bound`.
    pub fn weighted_literal(&mut self, terms: &[(i64, Lit)], relation: Relation, bound: i64) -> Lit {
        let Linear { forced, rest } = normalise(terms, relation, bound);
        let rest = match rest {
            Rest::True => Lit::TRUE,
            Rest::False => Lit::FALSE,
            Rest::Clause(literals) => self.or(&literals),
            rest => match sum_of(rest) {
                None => Lit::FALSE,
                Some((terms, exactly, bound)) => self.sum_literal(terms, exactly, bound),
            },
        };
        let all: Vec<Lit> = forced.into_iter().chain([rest]).collect();
        self.and(&all)
    }

    fn sum_literal(&mut self, terms: Vec<(i128, Lit)>, exactly: bool, bound: i128) -> Lit {
        if terms.iter().all(|t| t.0 == 1)
            && let Ok(count) = u32::try_from(bound)
            && let literals = terms.iter().map(|t| t.1).collect::<Vec<_>>()
            && let Some(clauses) = linear::count_clauses(&literals, exactly, count)
        {
            let holds = self.fresh();
            for mut clause in clauses {
                clause.push(!holds);
                self.clause(&clause);
            }
            for mut clause in linear::not_count_clauses(&literals, exactly, count) {
                clause.push(holds);
                self.clause(&clause);
            }
            return holds;
        }
        let holds = self.fresh();
        self.natively(terms, exactly, bound, Some(holds), |encoder, terms| {
            let found = encoder.count_literal(terms, exactly, bound);
            encoder.clause(&[!holds, found]);
            encoder.clause(&[holds, !found]);
        });
        holds
    }

    /// Passes the sum to an engine with native sums; other engines get clauses.
    fn natively(
        &mut self,
        terms: Vec<(i128, Lit)>,
        exactly: bool,
        bound: i128,
        holds: Option<Lit>,
        make: impl FnOnce(&mut Encoder, &[(i128, Lit)]),
    ) {
        let taken = match total(&terms) <= NATIVE_SUM {
            true => {
                let terms = terms.iter().map(|&(c, l)| (c as i64, l)).collect();
                self.sat.linear(&LinearSum { terms, exactly, bound: bound as i64, holds })
            }
            false => NativeSum::No,
        };
        match taken {
            NativeSum::Yes => {}
            NativeSum::No => make(self, &terms),
            NativeSum::Partly => {
                self.others_only(true);
                make(self, &terms);
                self.others_only(false);
            }
        }
    }

    /// See [`Sat::expect_cuts`].
    pub fn expect_cuts(&mut self, expected: bool) {
        self.sat.expect_cuts(expected);
    }

    fn others_only(&mut self, on: bool) {
        self.sat.clauses_for_others(on);
        self.gates.others_only = on;
    }

    /// Whether there is a model; see [`Sat::check`].
    pub fn check(&mut self, assumptions: &[Lit], hook: Option<Hook>, limits: &Limits) -> Verdict {
        if let Some(reason) = &self.stopped {
            return Verdict::Unknown(reason.clone());
        }
        self.sat.check(assumptions, hook, limits)
    }

    /// The value of a literal in the model of the last check, which was `Sat`.
    pub fn value(&self, literal: Lit) -> bool {
        self.sat.value(literal)
    }

    /// After `Unsat`: see [`Sat::core`].
    pub fn core(&self) -> Vec<Lit> {
        self.sat.core()
    }

    /// The size of the formula written so far.
    pub fn size(&self) -> Size {
        self.sat.size()
    }
}

/// The terms, the relation and the bound of a rest that is neither constant nor a clause.
fn sum_of(rest: Rest) -> Option<(Terms, bool, i128)> {
    match rest {
        Rest::Count { literals, exactly, bound } => {
            Some((literals.into_iter().map(|l| (1, l)).collect(), exactly, i128::from(bound)))
        }
        Rest::Sum { terms, exactly, bound } => Some((terms, exactly, bound)),
        Rest::Clause(literals) => Some((literals.into_iter().map(|l| (1, l)).collect(), false, 1)),
        Rest::True => Some((vec![], false, 0)),
        Rest::False => None,
    }
}

fn total(terms: &[(i128, Lit)]) -> i128 {
    terms.iter().map(|t| t.0).sum()
}
