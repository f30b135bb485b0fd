//! Pseudo-Boolean formulas with readable names, written in the format OPB.

use rustc_hash::FxHashSet;
use std::fmt::Write;

/// A variable or its negation: twice the number of the variable, plus 1 if negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Lit(pub(crate) u32);

impl Lit {
    /// The literal that always holds; its variable is the first one.
    pub(crate) const TRUE: Lit = Lit(0);
    /// The literal that never holds.
    pub(crate) const FALSE: Lit = Lit(1);

    pub(crate) fn variable(self) -> usize {
        self.0 as usize / 2
    }

    pub(crate) fn is_negated(self) -> bool {
        self.0 % 2 == 1
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// `sum(coefficient * literal) >= bound`: the coefficients are positive, and each variable occurs once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Constraint {
    /// Without its `@`.
    pub(crate) label: String,
    pub(crate) terms: Vec<(i64, Lit)>,
    pub(crate) bound: i64,
}

/// First part of the labels of constraints that follow from a condition on a graph.
pub(crate) const CUT: &str = "cut_";

impl Constraint {
    /// Whether the constraint follows from a condition on a graph.
    pub(crate) fn is_cut(&self) -> bool {
        self.label.starts_with(CUT)
    }
}

/// A sum of literals and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Linear {
    pub(crate) terms: Vec<(i64, Lit)>,
    pub(crate) constant: i64,
}

/// Coefficients whose sum could overflow in a checker.
#[derive(Debug)]
pub(crate) struct TooLarge;

/// Limit on the sum of the coefficients of a constraint.
const TOTAL: i128 = 1 << 60;

impl Linear {
    pub(crate) fn constant(constant: i64) -> Linear {
        Linear { terms: vec![], constant }
    }

    pub(crate) fn literal(literal: Lit) -> Linear {
        Linear { terms: vec![(1, literal)], constant: 0 }
    }

    /// Adds `factor * other`.
    pub(crate) fn add(&mut self, factor: i64, other: &Linear) -> Result<(), TooLarge> {
        let times = |k: i64| k.checked_mul(factor).ok_or(TooLarge);
        for &(k, literal) in &other.terms {
            self.terms.push((times(k)?, literal));
        }
        self.constant = self.constant.checked_add(times(other.constant)?).ok_or(TooLarge)?;
        Ok(())
    }

    /// The terms with positive coefficients, each variable once, and the constant that makes up for it.
    pub(crate) fn normal(&self) -> Result<(Vec<(i64, Lit)>, i128), TooLarge> {
        let (mut constant, mut terms) = (i128::from(self.constant), self.terms.clone());
        // `k * ~x` is `k - k * x`.
        for (k, literal) in &mut terms {
            if literal.is_negated() {
                constant += i128::from(*k);
                (*k, *literal) = (k.checked_neg().ok_or(TooLarge)?, !*literal);
            }
        }
        terms.sort_unstable_by_key(|t| t.1);
        let mut merged: Vec<(i64, Lit)> = Vec::with_capacity(terms.len());
        for (k, literal) in terms {
            match merged.last_mut() {
                Some(last) if last.1 == literal => last.0 = last.0.checked_add(k).ok_or(TooLarge)?,
                _ => merged.push((k, literal)),
            }
        }
        let mut normal = Vec::with_capacity(merged.len());
        for (k, literal) in merged {
            if literal == Lit::TRUE {
                constant += i128::from(k);
            } else if k < 0 {
                constant += i128::from(k);
                normal.push((k.checked_neg().ok_or(TooLarge)?, !literal));
            } else if k > 0 {
                normal.push((k, literal));
            }
        }
        let total: i128 = normal.iter().map(|t| i128::from(t.0)).sum();
        if total > TOTAL || constant.abs() > TOTAL { Err(TooLarge) } else { Ok((normal, constant)) }
    }
}

/// Variables and constraints.
#[derive(Clone, Debug)]
pub(crate) struct Formula {
    /// By variable.
    pub(crate) names: Vec<String>,
    used: FxHashSet<String>,
    pub(crate) constraints: Vec<Constraint>,
    /// Comments, each above the constraint with this index.
    pub(crate) comments: Vec<(usize, String)>,
}

impl Formula {
    pub(crate) fn new() -> Formula {
        let mut formula = Formula { names: vec![], used: FxHashSet::default(), constraints: vec![], comments: vec![] };
        formula.variable("always");
        formula.constraints.push(Constraint { label: "always".into(), terms: vec![(1, Lit::TRUE)], bound: 1 });
        formula
    }

    /// A new variable with this name, or a similar one if it has characters that OPB lacks or is taken.
    pub(crate) fn variable(&mut self, name: &str) -> Lit {
        let name = self.free_name(name);
        self.names.push(name);
        Lit(2 * (self.names.len() as u32 - 1))
    }

    /// Adds a constraint that always holds, so that a variable is part of the formula even if no condition needs it.
    pub(crate) fn mention(&mut self, literal: Lit) {
        self.constraints.push(Constraint { label: "free".into(), terms: vec![(1, literal)], bound: 0 });
    }

    fn free_name(&mut self, name: &str) -> String {
        let allowed = |c: char| if c.is_ascii_alphanumeric() || "[]_^{}".contains(c) { c } else { '_' };
        let mut plain: String = name.chars().map(allowed).collect();
        if !plain.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            plain.insert(0, '_');
        }
        let mut free = plain.clone();
        let mut number = 1;
        while !self.used.insert(free.clone()) {
            number += 1;
            free = format!("{plain}^{number}");
        }
        free
    }

    /// Asserts that a sum is at least `bound`, where `guard` holds.
    pub(crate) fn at_least(
        &mut self,
        label: &str,
        sum: &Linear,
        bound: i64,
        guard: Option<Lit>,
    ) -> Result<(), TooLarge> {
        let (mut terms, constant) = sum.normal()?;
        let bound = i128::from(bound) - constant;
        if bound <= 0 {
            return Ok(());
        }
        let bound = i64::try_from(bound).ok().filter(|&b| i128::from(b) <= TOTAL).ok_or(TooLarge)?;
        // A guard that is a term itself leaves a constraint of the other terms, which is void if the guard fails.
        let guard = guard.filter(|&guard| guard != Lit::TRUE);
        let with: i64 = terms.iter().filter(|t| Some(t.1) == guard).map(|t| t.0).sum();
        terms.retain(|t| guard.is_none_or(|guard| t.1.variable() != guard.variable()));
        let bound = bound - with;
        if guard == Some(Lit::FALSE) || bound <= 0 {
            return Ok(());
        }
        terms.extend(guard.map(|guard| (bound, !guard)));
        // Saturation: no literal counts more than the bound. If each counts as much, the constraint is a clause.
        terms.iter_mut().for_each(|term| term.0 = term.0.min(bound));
        let is_clause = terms.iter().all(|term| term.0 == bound);
        let (terms, bound) = match is_clause {
            true => (terms.iter().map(|term| (1, term.1)).collect(), 1),
            false => (terms, bound),
        };
        self.constraints.push(Constraint { label: label.into(), terms, bound });
        Ok(())
    }

    /// Asserts that one of the literals holds.
    pub(crate) fn clause(&mut self, label: &str, literals: &[Lit]) {
        if let Some(constraint) = clause(label, literals) {
            self.constraints.push(constraint);
        }
    }

    /// Keeps some constraints, numbers the cuts among them anew, and moves the comments along. Returns for each constraint
    /// the number of those before it that are kept.
    pub(crate) fn retain(&mut self, kept: &[bool]) -> Vec<u32> {
        let places = places(kept);
        let mut kept = kept.iter();
        self.constraints.retain(|_| kept.next() == Some(&true));
        for (index, _) in &mut self.comments {
            *index = places.get(*index).map_or(self.constraints.len(), |&place| place as usize);
        }
        for (number, cut) in (1..).zip(self.constraints.iter_mut().filter(|constraint| constraint.is_cut())) {
            cut.label = format!("{CUT}{number}");
        }
        places
    }

    /// The text in the format OPB.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("* #variable= {} #constraint= {}\n", self.names.len(), self.constraints.len());
        let mut comments = self.comments.iter().peekable();
        for (i, constraint) in self.constraints.iter().enumerate() {
            while let Some((_, comment)) = comments.next_if(|comment| comment.0 <= i) {
                comment.lines().for_each(|line| text.extend(["* ", line, "\n"]));
            }
            let _ = write!(text, "@{} ", constraint.label);
            self.write(&mut text, constraint);
            text.push_str(" ;\n");
        }
        text
    }

    /// Writes a constraint as `1 a 2 ~b >= 2`.
    pub(crate) fn write(&self, text: &mut String, constraint: &Constraint) {
        for &(k, literal) in &constraint.terms {
            let sign = if literal.is_negated() { "~" } else { "" };
            let _ = write!(text, "{k} {sign}{} ", self.names[literal.variable()]);
        }
        let _ = write!(text, ">= {}", constraint.bound);
    }

    /// The literal as text.
    pub(crate) fn literal(&self, literal: Lit) -> String {
        let sign = if literal.is_negated() { "~" } else { "" };
        format!("{sign}{}", self.names[literal.variable()])
    }
}

/// A clause; `None` if it always holds.
pub(crate) fn clause(label: &str, literals: &[Lit]) -> Option<Constraint> {
    let mut literals: Vec<Lit> = literals.iter().copied().filter(|&l| l != Lit::FALSE).collect();
    literals.sort_unstable();
    literals.dedup();
    let holds = literals.first() == Some(&Lit::TRUE) || literals.windows(2).any(|w| w[0] == !w[1]);
    let terms = literals.into_iter().map(|l| (1, l)).collect();
    (!holds).then(|| Constraint { label: label.into(), terms, bound: 1 })
}

/// By element: the number of those before it that are kept.
pub(crate) fn places(kept: &[bool]) -> Vec<u32> {
    let before = |count: &mut u32, &kept: &bool| {
        *count += u32::from(kept);
        Some(*count - u32::from(kept))
    };
    kept.iter().scan(0, before).collect()
}
