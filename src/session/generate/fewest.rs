//! As few clues of one solution as there can be: each other solution shows a set of clues one of which is needed, and
//! a smallest set that meets all of these is either enough or shows another one (implicit hitting sets: Chandrasekaran,
//! Karp, Moreno-Centeno & Vempala 2011; McGuire, Tugemann & Civario 2012 for sudoku).

use super::make::{Hear, Progress};
use super::work::{Told, Work};
use sator_base::limits::Limits;
use sator_base::random::Random;
use sator_lang::diagnostic::Result;
use sator_model::{Assignment, Domain, ExprId, Kind, Model, Unknown, UnknownId};
use sator_solve::lower::{Formula, Method, new_formula};
use sator_solve::solver::sat::{Lit, Reason, Verdict};

/// Conflicts of a check that only makes a set smaller.
const SHORT: u64 = 2_000;

/// How few clues there can be.
pub(super) struct Fewest {
    /// No set of fewer clues is enough.
    pub bound: usize,
    pub stopped: Option<Reason>,
}

impl Fewest {
    /// Shows once more, with another way to answer, that fewer clues can't meet all sets that were seen.
    pub(super) fn confirm(&self, work: &Work, method: Method, limits: &Limits) -> Result<bool, Reason> {
        let mut hitting = Hitting::new(work, method);
        work.seen.iter().for_each(|broken| hitting.needs(broken));
        match self.bound.checked_sub(1) {
            Some(fewer) => Ok(hitting.of_at_most(fewer, limits)?.is_none()),
            None => Ok(true),
        }
    }
}

/// Makes `kept`, which is enough to begin with, as small as can be.
pub(super) fn fewest(
    work: &mut Work,
    kept: &mut Vec<bool>,
    method: Method,
    random: &mut Random,
    limits: &Limits,
    hear: Hear,
) -> Result<Fewest> {
    let mut hitting = Hitting::new(work, method);
    let stays = work.clues(&work.orbits.iter().map(|o| o.stays).collect::<Vec<_>>());
    let mut bound = stays;
    let mut known = 0;
    loop {
        for broken in &work.seen[known..] {
            hitting.needs(broken);
        }
        known = work.seen.len();
        hear(Progress { clues: work.clues(kept), checks: work.checks, bound: Some(bound) });
        if bound >= work.clues(kept) {
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
        if let Some(reason) = grow(work, chosen, kept, random, limits)? {
            return Ok(Fewest { bound, stopped: Some(reason) });
        }
        // Sets that are not remembered any more would be asked for again and again.
        if work.seen.len() == known {
            let stopped = (work.clues(kept) > bound).then(|| Reason::GaveUp("too many sets of clues to meet".into()));
            return Ok(Fewest { bound, stopped });
        }
    }
}

/// Adds clues to a set until it is enough, which shows other solutions on the way; `kept` becomes the set if that is
/// smaller in the end.
fn grow(
    work: &mut Work,
    mut chosen: Vec<bool>,
    kept: &mut Vec<bool>,
    random: &mut Random,
    limits: &Limits,
) -> Result<Option<Reason>> {
    let mut sure = false;
    while !sure {
        work.shuffle(random);
        match work.tell(&chosen, limits)? {
            Told::Yes(core) => {
                work.narrow_to(&mut chosen, &core);
                sure = true;
            }
            Told::No(broken) => {
                let broken = smaller(work, broken, limits)?;
                let Some(&one) = random.choose(&broken) else { return Ok(Some(nothing_broken())) };
                chosen[one] = true;
            }
            Told::Unknown(reason) => return Ok(Some(reason)),
        }
    }
    let stopped = work.reduce(&mut chosen, limits, &mut |_| {})?;
    if work.clues(&chosen) < work.clues(kept) {
        *kept = chosen;
    }
    Ok(stopped)
}

/// A smaller set of broken clues: another solution that breaks fewer.
fn smaller(work: &mut Work, mut broken: Vec<usize>, limits: &Limits) -> Result<Vec<usize>> {
    let short = limits.with_effort(SHORT);
    for o in broken.clone() {
        if broken.binary_search(&o).is_err() || broken.len() == 1 {
            continue;
        }
        let kept: Vec<bool> = (0..work.orbits.len()).map(|i| i == o || broken.binary_search(&i).is_err()).collect();
        if let Told::No(fewer) = work.tell(&kept, &short)? {
            broken = fewer;
        }
    }
    Ok(broken)
}

fn nothing_broken() -> Reason {
    Reason::GaveUp("another solution meets all clues".into())
}

/// Smallest sets of orbits that meet some sets, by a SAT engine.
struct Hitting {
    model: Model,
    formula: Box<dyn Formula>,
    orbits: Vec<Lit>,
    clues: ExprId,
}

impl Hitting {
    fn new(work: &Work, method: Method) -> Hitting {
        let mut model = Model::default();
        let mut terms = Vec::new();
        for (o, orbit) in work.orbits.iter().enumerate() {
            let domain = Domain::range(i64::from(orbit.stays), 1);
            let unknown = Unknown { name: format!("clue {o}"), kind: Kind::Int, domain, hidden: false, inner: false };
            let id = model.add_unknown(unknown.clone());
            terms.push((orbit.clues.len() as i64, model.pool.int_var(id, &unknown)));
        }
        // Sums of so few clues stay far from the end of the integers.
        let zero = model.pool.int(0);
        let clues = model.pool.linear(terms.iter().copied(), 0).unwrap_or(zero);
        let mut formula = new_formula(method, true);
        let unknowns = (0..terms.len() as u32).map(UnknownId);
        let orbits = unknowns.map(|u| formula.value_literal(model.expressions(), u, 1)).collect();
        Hitting { model, formula, orbits, clues }
    }

    /// One of these orbits has to be there.
    fn needs(&mut self, set: &[usize]) {
        let clause: Vec<Lit> = set.iter().map(|&o| self.orbits[o]).collect();
        self.formula.clause(&clause);
    }

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
