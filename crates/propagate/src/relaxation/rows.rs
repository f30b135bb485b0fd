//! Linear inequalities that follow from constraints.

use crate::constraints::Part;
use crate::ids::Var;
use crate::literal::{Domains, Literal};
use crate::store::Store;

/// Values of a variable up to which each has a column.
const VALUES: u64 = 256;

/// `lo <= sum(k * part) <= hi`
pub(crate) struct Row {
    pub(crate) terms: Vec<(i64, Part)>,
    pub(crate) lo: i64,
    pub(crate) hi: i64,
}

/// The inequalities of the constraints of a network.
pub struct Rows<'a> {
    /// The domains, at the root of the search: rows may use their bounds.
    pub store: &'a Store,
    pub(crate) rows: Vec<Row>,
    /// Terms of all rows.
    pub(crate) terms: usize,
}

/// Absolute values of coefficients and bounds of a row stay below this, so that their products with multipliers do not
/// overflow.
const LARGE: u64 = 1 << 31;

impl<'a> Rows<'a> {
    pub(crate) fn new(store: &'a Store) -> Rows<'a> {
        Rows { store, rows: vec![], terms: 0 }
    }

    /// Whether each value of the variable can have a number of the linear program.
    pub fn can_split(&self, var: Var) -> bool {
        self.store.has_bits(var) && self.store.size(var) <= VALUES
    }

    /// Adds `lo <= sum(k * part) <= hi`. A row with numbers too large for it is left out.
    pub fn add(&mut self, terms: Vec<(i64, Part)>, lo: i64, hi: i64) {
        let (least, most) = self.range(&terms);
        let (lo, hi) = (lo.max(least), hi.min(most));
        let fits = |k: i64| k.unsigned_abs() < LARGE;
        let is_open = lo > least || hi < most;
        if is_open && terms.iter().all(|term| fits(term.0)) && fits(least) && fits(most) {
            self.terms += terms.len();
            self.rows.push(Row { terms, lo, hi });
        }
    }

    /// Adds `lo <= sum(k * part) <= hi`, which holds where the literal does.
    pub fn add_if(&mut self, literal: Option<&Literal>, terms: Vec<(i64, Part)>, lo: i64, hi: i64) {
        let Some(literal) = literal else { return self.add(terms, lo, hi) };
        let (least, most) = self.range(&terms);
        // The literal's coefficient makes up for the whole range of the sum where the literal fails.
        if lo > least {
            let mut terms = terms.clone();
            terms.push((least.saturating_sub(lo), Part::Literal(literal.clone())));
            self.add(terms, least, i64::MAX);
        }
        if hi < most {
            let mut terms = terms;
            terms.push((most.saturating_sub(hi), Part::Literal(literal.clone())));
            self.add(terms, i64::MIN, most);
        }
    }

    /// Adds: one of the literals holds.
    pub fn add_clause<'b>(&mut self, literals: impl IntoIterator<Item = &'b Literal>) {
        let terms = literals.into_iter().map(|literal| (1, Part::Literal(literal.clone()))).collect();
        self.add(terms, 1, i64::MAX);
    }

    /// Adds: where the literal holds, the variable has one of these values.
    pub fn add_support(&mut self, literal: Literal, var: Var, values: impl Iterator<Item = i64>) {
        let values = values.map(|value| Literal::is(var, value));
        let clause: Vec<Literal> = values.chain([!literal]).collect();
        if (clause.len() as u64) <= self.store.size(var) {
            self.add_clause(&clause);
        }
    }

    /// Smallest and largest value of a sum.
    fn range(&self, terms: &[(i64, Part)]) -> (i64, i64) {
        let mut range = (0i64, 0i64);
        for (k, part) in terms {
            let (a, b) = part.range(self.store);
            let (a, b) = (k.saturating_mul(a), k.saturating_mul(b));
            range = (range.0.saturating_add(a.min(b)), range.1.saturating_add(a.max(b)));
        }
        range
    }
}

impl Part {
    /// Smallest and largest value.
    pub(crate) fn range(&self, domains: &impl Domains) -> (i64, i64) {
        match self {
            Part::Var(var) => domains.range(*var),
            Part::Literal(literal) => match domains.truth(literal) {
                Some(truth) => (truth.into(), truth.into()),
                None => (0, 1),
            },
        }
    }
}
