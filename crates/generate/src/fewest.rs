//! A smallest sufficient set of clues, by implicit hitting sets (Chandrasekaran, Karp, Moreno-Centeno & Vempala 2011; McGuire,
//! Tugemann & Civario 2012 for sudoku).
//!
//! Each other solution breaks a set of clues, one of which is needed. A smallest set of clues that meets all known sets is either
//! sufficient, or shows another solution and with it a new set.

use crate::clue_reduction::{ClueReduction, Sufficiency};
use crate::progress::{Reporter, Stage};
use sator_base::limits::Limits;
use sator_base::random::Random;
use sator_lang::diagnostic::Result;
use sator_model::{Assignment, Domain, ExprId, Kind, Model, Unknown, UnknownId};
use sator_solve::lower::{Formula, Method, new_formula};
use sator_solve::solver::sat::{Lit, Reason, Verdict};

/// Conflicts of a check that makes a set smaller.
const SHORT: u64 = 2_000;

/// A proved bound on the number of clues.
pub(crate) struct Fewest {
    /// No smaller set is sufficient.
    pub bound: usize,
    /// The limit that ended the search before the bound was met.
    pub stopped: Option<Reason>,
}

impl Fewest {
    /// Proves once more, by another method, that fewer clues can't meet all sets seen.
    pub(crate) fn confirm(&self, reduction: &ClueReduction, method: Method, limits: &Limits) -> Result<bool, Reason> {
        let mut hitting = Hitting::new(reduction, method);
        reduction.seen.iter().for_each(|broken| hitting.needs(broken));
        match self.bound.checked_sub(1) {
            Some(fewer) => Ok(hitting.of_at_most(fewer, limits)?.is_none()),
            None => Ok(true),
        }
    }
}

/// Makes `kept`, a sufficient set, as small as possible.
pub(crate) fn fewest(
    reduction: &mut ClueReduction,
    kept: &mut Vec<bool>,
    method: Method,
    random: &mut Random,
    limits: &Limits,
    progress: Reporter,
) -> Result<Fewest> {
    let mut hitting = Hitting::new(reduction, method);
    let stays = reduction.clues(&reduction.orbits.iter().map(|o| o.stays).collect::<Vec<_>>());
    let mut bound = stays;
    let mut known = 0;
    loop {
        for broken in &reduction.seen[known..] {
            hitting.needs(broken);
        }
        known = reduction.seen.len();
        progress.report(Stage::Reducing { clues: reduction.clues(kept), checks: reduction.checks, bound: Some(bound) });
        if bound >= reduction.clues(kept) {
            return Ok(Fewest { bound, stopped: None });
        }
        let chosen = match hitting.of_at_most(bound, limits) {
            Ok(Some(chosen)) => chosen,
            Ok(None) => {
                bound += 1;
                continue;
            }
            Err(reason) => return Ok(Fewest { bound, stopped: Some(reason) }),
        };
        if let Some(reason) = grow(reduction, chosen, kept, random, limits)? {
            return Ok(Fewest { bound, stopped: Some(reason) });
        }
        // Without a new set remembered the same set would be chosen again.
        if reduction.seen.len() == known {
            let stopped =
                (reduction.clues(kept) > bound).then(|| Reason::GaveUp("too many sets of clues to meet".into()));
            return Ok(Fewest { bound, stopped });
        }
    }
}

/// Adds clues to a set until it is sufficient, which shows other solutions on the way, and reduces it. A smaller set replaces
/// `kept`.
fn grow(
    reduction: &mut ClueReduction,
    mut chosen: Vec<bool>,
    kept: &mut Vec<bool>,
    random: &mut Random,
    limits: &Limits,
) -> Result<Option<Reason>> {
    let mut sure = false;
    while !sure {
        reduction.shuffle(random);
        match reduction.check(&chosen, limits)? {
            Sufficiency::Sufficient(core) => {
                reduction.narrow_to(&mut chosen, &core);
                sure = true;
            }
            Sufficiency::Insufficient(broken) => {
                let broken = smaller(reduction, broken, limits)?;
                let Some(&one) = random.choose(&broken) else { return Ok(Some(nothing_broken())) };
                chosen[one] = true;
            }
            Sufficiency::Unknown(reason) => return Ok(Some(reason)),
        }
    }
    let stopped = reduction.reduce(&mut chosen, 0, limits, Reporter::SILENT)?;
    if reduction.clues(&chosen) < reduction.clues(kept) {
        *kept = chosen;
    }
    Ok(stopped)
}

/// A smaller set of broken clues, from another solution that breaks fewer.
fn smaller(reduction: &mut ClueReduction, mut broken: Vec<usize>, limits: &Limits) -> Result<Vec<usize>> {
    let short = limits.with_effort(SHORT);
    for o in broken.clone() {
        if broken.binary_search(&o).is_err() || broken.len() == 1 {
            continue;
        }
        let kept: Vec<bool> =
            (0..reduction.orbits.len()).map(|i| i == o || broken.binary_search(&i).is_err()).collect();
        if let Sufficiency::Insufficient(fewer) = reduction.check(&kept, &short)? {
            broken = fewer;
        }
    }
    Ok(broken)
}

fn nothing_broken() -> Reason {
    Reason::GaveUp("another solution meets all clues".into())
}

/// Smallest hitting sets of orbits, by a SAT engine.
struct Hitting {
    model: Model,
    formula: Box<dyn Formula>,
    orbits: Vec<Lit>,
    clues: ExprId,
}

impl Hitting {
    fn new(reduction: &ClueReduction, method: Method) -> Hitting {
        let mut model = Model::default();
        let mut terms = Vec::new();
        for (o, orbit) in reduction.orbits.iter().enumerate() {
            let domain = Domain::range(i64::from(orbit.stays), 1);
            let unknown = Unknown { name: format!("clue {o}"), kind: Kind::Int, domain, hidden: false, inner: false };
            let id = model.add_unknown(unknown.clone());
            terms.push((orbit.clues.len() as i64, model.pool.int_var(id, &unknown)));
        }
        // A sum of clue counts does not overflow.
        let zero = model.pool.int(0);
        let clues = model.pool.linear(terms.iter().copied(), 0).unwrap_or(zero);
        let mut formula = new_formula(method, true);
        let unknowns = (0..terms.len() as u32).map(UnknownId);
        let orbits = unknowns.map(|u| formula.value_literal(model.expressions(), u, 1)).collect();
        Hitting { model, formula, orbits, clues }
    }

    /// Adds a set to be met.
    fn needs(&mut self, set: &[usize]) {
        let clause: Vec<Lit> = set.iter().map(|&o| self.orbits[o]).collect();
        self.formula.clause(&clause);
    }

    /// A hitting set of at most this many clues; `None` if there is none.
    fn of_at_most(&mut self, most: usize, limits: &Limits) -> Result<Option<Vec<bool>>, Reason> {
        let few = self.formula.at_most_literal(self.model.expressions(), self.clues, most as i64);
        match self.formula.check(&[few], limits) {
            Verdict::Unsat => Ok(None),
            Verdict::Unknown(reason) => Err(reason),
            Verdict::Sat => {
                let Assignment(values) = self.formula.assignment(self.model.expressions());
                Ok(Some(values.into_iter().map(|v| v == 1).collect()))
            }
        }
    }
}
