//! Normal form of weighted sums over literals, the smallest equivalent form for the engines.
//!
//! `sum(c * l) REL b` becomes forced literals and a rest. The rest has positive coefficients over distinct variables,
//! no common divisor, and no coefficient larger than the bound.

use super::Relation;
use crate::solver::sat::Lit;
use crate::tuning::SMALL_COUNT;

/// The literals in `forced` hold, and so does `rest`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// Literals that hold in every case.
    pub forced: Vec<Lit>,
    /// The rest of the sum.
    pub rest: Rest,
}

/// The rest of a sum. Its relation is `AtLeast`, or `Exactly` if `exactly` is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Nothing remains.
    True,
    /// The sum can't meet its bound.
    False,
    /// At least one of the literals holds.
    Clause(Vec<Lit>),
    /// This many of the literals hold, 1 <= bound < their number.
    Count {
        /// Distinct literals.
        literals: Vec<Lit>,
        /// Whether exactly `bound` of them hold, or at least `bound`.
        exactly: bool,
        /// Their number.
        bound: u32,
    },
    /// A weighted sum.
    Sum {
        /// Positive weights and their literals.
        terms: Vec<(i128, Lit)>,
        /// Whether the sum is `bound`, or at least `bound`.
        exactly: bool,
        /// A positive number.
        bound: i128,
    },
}

impl Linear {
    /// The whole as clauses, if they are few.
    pub fn clauses(&self) -> Option<Vec<Vec<Lit>>> {
        let rest = match &self.rest {
            Rest::True => vec![],
            Rest::False => vec![vec![]],
            Rest::Clause(literals) => vec![literals.clone()],
            Rest::Count { literals, exactly, bound } => count_clauses(literals, *exactly, *bound)?,
            Rest::Sum { .. } => return None,
        };
        Some(self.forced.iter().map(|&l| vec![l]).chain(rest).collect())
    }
}

/// The clauses for "at least (or exactly) `bound` of the literals hold"; `None` if they are too many.
pub fn count_clauses(literals: &[Lit], exactly: bool, bound: u32) -> Option<Vec<Vec<Lit>>> {
    if literals.len() > SMALL_COUNT {
        return None;
    }
    let bound = bound as usize;
    let mut clauses = subsets(literals, literals.len() + 1 - bound);
    if exactly {
        clauses.extend(subsets(literals, bound + 1).into_iter().map(denied));
    }
    Some(clauses)
}

/// The clauses for the negation; the caller passes few literals.
pub fn not_count_clauses(literals: &[Lit], exactly: bool, bound: u32) -> Vec<Vec<Lit>> {
    let mut clauses = subsets(literals, bound as usize);
    for clause in &mut clauses {
        let others: Vec<Lit> = literals.iter().copied().filter(|l| exactly && !clause.contains(l)).collect();
        *clause = denied(std::mem::take(clause)).into_iter().chain(others).collect();
    }
    clauses
}

fn denied(literals: Vec<Lit>) -> Vec<Lit> {
    literals.into_iter().map(|l| !l).collect()
}

/// All choices of this many literals.
fn subsets(literals: &[Lit], count: usize) -> Vec<Vec<Lit>> {
    if count == 0 {
        return vec![vec![]];
    }
    let mut all = Vec::new();
    for (i, &literal) in literals.iter().enumerate() {
        for mut subset in subsets(&literals[i + 1..], count - 1) {
            subset.insert(0, literal);
            all.push(subset);
        }
    }
    all
}

/// The normal form of `sum(c * l) REL bound`.
pub fn normalise(terms: &[(i64, Lit)], relation: Relation, bound: i64) -> Linear {
    // 128 bits suffice for any sum of 2^32 coefficients of 64 bits.
    let (mut terms, mut bound) = positive(terms, i128::from(bound));
    let exactly = relation == Relation::Exactly;
    if relation == Relation::AtMost {
        bound = total(&terms) - bound;
        for (_, literal) in &mut terms {
            *literal = !*literal;
        }
    }
    let mut forced = Vec::new();
    let decided = loop {
        if let Some(decided) = decide(&terms, exactly, bound) {
            break Some(decided);
        }
        let before = (terms.len(), bound);
        let shrunk = if exactly {
            shrink_exactly(&mut terms, &mut bound, &mut forced)
        } else {
            shrink_at_least(&mut terms, &mut bound, &mut forced)
        };
        if !shrunk {
            break Some(false);
        }
        if before == (terms.len(), bound) {
            break None;
        }
    };
    let rest = match decided {
        Some(true) => Rest::True,
        Some(false) => return Linear { forced: Vec::new(), rest: Rest::False },
        None if terms.iter().any(|&(c, _)| c != 1) => Rest::Sum { terms, exactly, bound },
        None => {
            let literals = terms.into_iter().map(|(_, literal)| literal).collect();
            match u32::try_from(bound) {
                Ok(1) if !exactly => Rest::Clause(literals),
                Ok(bound) => Rest::Count { literals, exactly, bound },
                // The number of literals always fits u32.
                Err(_) => Rest::False,
            }
        }
    };
    Linear { forced, rest }
}

/// Merges literals of the same variable and makes all coefficients positive.
fn positive(terms: &[(i64, Lit)], mut bound: i128) -> (Vec<(i128, Lit)>, i128) {
    let mut by_variable: Vec<(i128, i32)> = Vec::with_capacity(terms.len());
    for &(c, literal) in terms {
        let c = i128::from(c);
        match literal {
            Lit::TRUE => bound -= c,
            Lit::FALSE => {}
            Lit(n) if n < 0 => {
                bound -= c;
                by_variable.push((-c, -n));
            }
            Lit(n) => by_variable.push((c, n)),
        }
    }
    // Sorts only if needed, and stably: the order of the caller guides the engines well.
    if has_repeats(&by_variable) {
        by_variable.sort_by_key(|&(_, n)| n);
        by_variable.dedup_by(|next, kept| {
            let same = next.1 == kept.1;
            if same {
                kept.0 += next.0;
            }
            same
        });
    }
    let mut result = Vec::with_capacity(by_variable.len());
    for (c, n) in by_variable {
        if c > 0 {
            result.push((c, Lit(n)));
        } else if c < 0 {
            bound -= c;
            result.push((-c, Lit(-n)));
        }
    }
    (result, bound)
}

fn has_repeats(terms: &[(i128, i32)]) -> bool {
    let mut variables: Vec<i32> = terms.iter().map(|&(_, n)| n).collect();
    variables.sort_unstable();
    variables.windows(2).any(|pair| pair[0] == pair[1])
}

fn total(terms: &[(i128, Lit)]) -> i128 {
    terms.iter().map(|&(c, _)| c).sum()
}

/// The truth of the sum, if all assignments agree.
fn decide(terms: &[(i128, Lit)], exactly: bool, bound: i128) -> Option<bool> {
    let total = total(terms);
    if exactly {
        match terms.is_empty() {
            true => Some(bound == 0),
            false if bound < 0 || bound > total => Some(false),
            false => None,
        }
    } else if bound <= 0 {
        Some(true)
    } else if total < bound {
        Some(false)
    } else {
        None
    }
}

/// One round of caps, forced literals and common divisors for `sum >= bound`, `bound > 0`.
fn shrink_at_least(terms: &mut Vec<(i128, Lit)>, bound: &mut i128, forced: &mut Vec<Lit>) -> bool {
    for (c, _) in terms.iter_mut() {
        *c = (*c).min(*bound);
    }
    let slack = total(terms) - *bound;
    terms.retain(|&(c, literal)| {
        let needed = c > slack;
        if needed {
            forced.push(literal);
            *bound -= c;
        }
        !needed
    });
    let divisor = common_divisor(terms);
    if divisor > 1 {
        terms.iter_mut().for_each(|(c, _)| *c /= divisor);
        *bound = (*bound + divisor - 1).div_euclid(divisor);
    }
    true
}

/// The same for `sum = bound`. False if the divisor shows that no assignment meets it.
fn shrink_exactly(terms: &mut Vec<(i128, Lit)>, bound: &mut i128, forced: &mut Vec<Lit>) -> bool {
    let (room, slack) = (*bound, total(terms) - *bound);
    terms.retain(|&(c, literal)| {
        if c > room {
            forced.push(!literal);
        } else if c > slack {
            forced.push(literal);
            *bound -= c;
        }
        c <= room && c <= slack
    });
    let divisor = common_divisor(terms);
    if divisor > 1 {
        if *bound % divisor != 0 {
            return false;
        }
        terms.iter_mut().for_each(|(c, _)| *c /= divisor);
        *bound /= divisor;
    }
    true
}

fn common_divisor(terms: &[(i128, Lit)]) -> i128 {
    let mut divisor = 0;
    for &(c, _) in terms {
        let (mut a, mut b) = (c, divisor);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        divisor = a;
        if divisor == 1 {
            break;
        }
    }
    divisor
}
