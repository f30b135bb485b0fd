//! Every set that is shown is proved once more: by a fresh solver in the other encoding, and where that
//! takes too much effort by another engine in the same encoding. Where there is no other engine, and for loops and areas, the formula
//! of certificates takes the place of the other encoding: it is refuted, and the kernel of `sator-check` replays the proof.

use super::prover::{Found, Unexplained};
use sator_answer::Atom;
use sator_base::limits::Limits;
use sator_certify::{Contradiction, Refusal, refute};
use sator_lang::diagnostic::{Code, Diagnostic};
use sator_model::{ExprId, Model};
use sator_solve::lower::{Encoding, Method, Stopped, new_formula};
use sator_solve::solver::sat::Verdict;
use sator_solve::solver::{Engine, can_run, has_encoding};

/// The effort that the other encoding may take for one set: a tenth of a second or so for Z3's integers.
const PATIENCE: u64 = 150;

/// The conflicts that a proof may take that the kernel replays: a tenth of a second or so.
const REPLAYED: u64 = 2_000;

/// Conditions, and nodes of them all, that integers take longer for than the formula of certificates does: on a Double Choco board
/// of 10x10 150 ms instead of 60 ms.
const MANY: usize = 12;
const MANY_NODES: usize = 500;

/// The method that confirmed a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Confirmed {
    OtherEncoding,
    SameEncoding,
    /// The kernel of `sator-check`, from a formula and a search of their own.
    Kernel,
}

/// The claim that conditions, facts and the denial of a conclusion contradict each other.
#[derive(Default)]
pub(super) struct Claim<'a> {
    pub conditions: Vec<ExprId>,
    pub facts: &'a [Atom],
    /// Denied: this condition.
    pub condition: Option<ExprId>,
    /// Denied: that all of these hold.
    pub conclusions: &'a [Atom],
}

impl Claim<'_> {
    /// Whether the formula of certificates is to be tried first: it cuts a model that breaks a loop or an area, where integers number
    /// the cells, and it takes less time for many conditions.
    fn suits_certificates(&self, model: &Model) -> bool {
        let mut nodes = model.pool.nodes_under(&self.conditions).enumerate();
        self.conditions.len() > MANY
            || nodes.any(|(before, e)| before >= MANY_NODES || model.pool.node(e).graph().is_some())
    }
}

/// Proves the claim in a solver of its own.
pub(super) fn confirm(model: &Model, used: Method, claim: &Claim, limits: &Limits) -> Found<Confirmed> {
    let engine = if used.engine == Engine::Z3 { Engine::Sat } else { Engine::Z3 };
    let encoding = if used.encoding == Encoding::Fd { Encoding::Int } else { Encoding::Fd };
    if !can_run(engine) || claim.suits_certificates(model) {
        match replay(model, claim, &limits.with_effort(REPLAYED)) {
            Ok(()) => return Ok(Confirmed::Kernel),
            Err(Refusal::Refuted) => return Err(disagreement()),
            // The formula lacks something, or is too large or too hard.
            Err(_) => {}
        }
    } else if has_encoding(encoding) {
        match prove(model, Method { encoding, engine, trial: false, ..used }, claim, &limits.with_effort(PATIENCE)) {
            Verdict::Unsat => return Ok(Confirmed::OtherEncoding),
            Verdict::Sat => return Err(disagreement()),
            Verdict::Unknown(_) => {}
        }
    }
    match prove(model, another(used, engine), claim, limits) {
        Verdict::Unsat => Ok(Confirmed::SameEncoding),
        Verdict::Sat => Err(disagreement()),
        Verdict::Unknown(reason) => Err(Unexplained::Limit(limits.stop().unwrap_or(reason))),
    }
}

/// The same encoding by the other engine; where no other can run, by a search that starts elsewhere.
fn another(used: Method, engine: Engine) -> Method {
    match can_run(engine) {
        true => Method { engine, trial: false, ..used },
        false => Method { engine: Engine::Sat, seed: used.seed.wrapping_add(1), trial: false, ..used },
    }
}

fn replay(model: &Model, claim: &Claim, limits: &Limits) -> Result<(), Refusal> {
    let Claim { conditions, facts, condition, conclusions } = claim;
    refute(model, &Contradiction { conditions, facts, denied: *condition, conclusions }, limits)
}

fn prove(model: &Model, method: Method, claim: &Claim, limits: &Limits) -> Verdict {
    // A formula that narrows no domain has found the claim, so this one narrows them.
    let mut formula = new_formula(method, true);
    let m = model.expressions();
    if let Err(Stopped(reason)) = formula.add_constraints(m, &claim.conditions, limits) {
        return Verdict::Unknown(reason);
    }
    let mut literal = |l: &Atom| {
        let is = formula.value_literal(m, l.unknown, l.value);
        if l.is { is } else { !is }
    };
    let facts: Vec<_> = claim.facts.iter().map(&mut literal).collect();
    let denied: Vec<_> = claim.conclusions.iter().map(|l| !literal(l)).collect();
    facts.into_iter().for_each(|fact| formula.clause(&[fact]));
    if let Some(condition) = claim.condition {
        let holds = formula.literal(m, condition);
        formula.clause(&[!holds]);
    }
    if !denied.is_empty() {
        formula.clause(&denied);
    }
    formula.check(&[], limits)
}

/// Two solvers say different things.
pub(super) fn disagreement() -> Unexplained {
    Unexplained::Wrong(Box::new(
        Diagnostic::new(Code::Internal, "internal error: a second solver does not confirm this explanation")
            .note("it is not shown, as it may be wrong")
            .help("please report this with the script (`save \"report.puz\"` writes it)"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sator_model::recipes::{constrain, unknown};
    use sator_model::{Domain, Kind, UnknownId};

    #[test]
    fn the_kernel_confirms_what_follows_and_nothing_else() {
        let mut model = Model::default();
        let [a, b] = [0; 2].map(|_| unknown(&mut model, Kind::Int, Domain::range(1, 3)));
        let equal = model.pool.eq(a, b).expect("small");
        let differ = model.pool.not(equal);
        constrain(&mut model, differ);
        let atom = |unknown, value, is| Atom { unknown: UnknownId(unknown), value, is };
        let facts = [atom(0, 1, true), atom(1, 2, false)];
        let says = |conclusion: Atom| {
            let claim =
                Claim { conditions: vec![differ], facts: &facts, conclusions: &[conclusion], ..Claim::default() };
            replay(&model, &claim, &Limits::none())
        };
        assert_eq!(says(atom(1, 3, true)), Ok(()));
        assert_eq!(says(atom(0, 2, false)), Ok(()));
        assert_eq!(says(atom(1, 1, true)), Err(Refusal::Refuted));
    }
}
