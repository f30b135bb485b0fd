//! State that explanations keep between questions, and references to statements for sets of groups.

use crate::deduce::{Deduction, Reasoner};
use crate::group_checks::GroupChecks;
use crate::groups::{self, Group, Groups};
use crate::mus::SmallSet;
use crate::prover::{Found, ProofContext, Prover, Unexplained};
use crate::verify::{Claim, Confirmed, confirm};
use sator_answer::{Confirmations, StatementName, StatementRef, Step};
use sator_base::limits::{Limits, Reason};
use sator_base::source::{SourceMap, Span};
use sator_lang::elaborate::Elaborator;
use sator_model::{ExprId, Model, UnknownId};
use sator_solve::lower::Method;

/// Places in the text as the user knows them. The session implements this.
pub trait Places {
    /// The line of a place, from 1. For a statement typed at the prompt, its number in `list` too.
    fn place(&self, span: Span) -> (u32, Option<u32>);
}

/// The puzzle to explain, and how to confirm explanations.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The statements of the puzzle with its model.
    pub elaborator: &'a Elaborator,
    /// The places of statements.
    pub places: &'a dyn Places,
    /// The encoding and engine of the session. Explanations are confirmed by another one.
    pub method: Method,
    /// Whether explanations are proved a second time.
    pub verify: bool,
    /// The limits of the question.
    pub limits: &'a Limits,
    /// Receives the progress of a long search, as a function that makes the text where somebody reads it.
    pub progress: &'a dyn Fn(&dyn Fn() -> String),
}

impl<'a> Context<'a> {
    /// The model of the puzzle.
    pub fn model(&self) -> &'a Model {
        &self.elaborator.model
    }

    /// The context of proofs about these groups.
    pub(crate) fn proof<'p>(&self, prover: &'p mut Prover, groups: &'p Groups) -> ProofContext<'p>
    where
        'a: 'p,
    {
        ProofContext { prover, model: self.model(), groups: &groups.list, limits: self.limits, checks: None }
    }

    /// Returns the context with other limits.
    pub fn within<'b>(&self, limits: &'b Limits) -> Context<'b>
    where
        'a: 'b,
    {
        Context { limits, ..*self }
    }

    /// The reference to a group.
    pub(crate) fn statement(&self, group: &Group) -> StatementRef {
        let name = groups::name_of(group, self.elaborator);
        let place = groups::place_of(&group.origin, &self.elaborator.sources);
        let statement = self.statement_at(place, name, group.scope.clone());
        StatementRef { clues: group.clues.clone(), uses: groups::uses_of(group), ..statement }
    }

    /// The reference to a statement of this name at a place.
    pub fn statement_at(&self, span: Span, name: StatementName, unknowns: Vec<UnknownId>) -> StatementRef {
        let (line, entry) = self.places.place(span);
        StatementRef { line, entry, name, unknowns, clues: vec![], uses: vec![] }
    }
}

/// The state that explanations keep between questions: a cache of the statements, as the solver of a session is.
pub struct Explainer {
    pub(crate) groups: Groups,
    pub(crate) prover: Prover,
    /// The clash found last.
    pub(crate) clash: Option<SmallSet>,
    /// The hints given so far, and what is known by them.
    pub(crate) reasoner: Reasoner,
    pub(crate) hints: Vec<Deduction>,
    /// The last hint, which may stand for several deductions.
    pub(crate) hint: Option<Step>,
    /// Whether the last hint was asked for but not yet applied.
    pub(crate) pending: bool,
    /// Whether the last hint showed only its place.
    pub(crate) shows_place_only: bool,
    /// Checks of single groups for the boards that were judged.
    pub(crate) group_checks: GroupChecks,
    /// The number of confirmed sets, by method.
    confirmed: Confirmations,
}

impl Explainer {
    /// An explainer that has taken in nothing; `method` is how it proves.
    pub fn new(method: Method) -> Explainer {
        Explainer {
            groups: Groups::default(),
            prover: Prover::new(Method { trial: false, ..method }),
            clash: None,
            reasoner: Reasoner::default(),
            hints: vec![],
            hint: None,
            pending: false,
            shows_place_only: false,
            group_checks: GroupChecks::default(),
            confirmed: Confirmations::default(),
        }
    }

    /// Takes in the constraints added to the puzzle.
    pub fn extend(&mut self, context: &Context) {
        self.prover.extend(context.model(), &context.elaborator.sources, &mut self.groups, context.limits);
    }

    /// Why the formula is of no more use, if a limit stopped it half-way.
    pub fn spent(&self) -> Option<Reason> {
        self.prover.spent()
    }

    pub(crate) fn case<'a>(&'a mut self, context: &Context<'a>) -> ProofContext<'a> {
        context.proof(&mut self.prover, &self.groups)
    }

    fn conditions(&self, groups: &[usize]) -> Vec<ExprId> {
        groups.iter().flat_map(|&g| self.groups.list[g].constraints.iter().copied()).collect()
    }

    /// The conditions that a statement stands for, for those who check a set by themselves.
    pub fn conditions_of(&self, context: &Context, statement: &StatementRef) -> Option<Vec<ExprId>> {
        let group = (0..self.groups.list.len()).find(|&g| context.statement(&self.groups.list[g]) == *statement)?;
        Some(self.conditions(&[group]))
    }

    /// The number of sets confirmed so far, by method.
    pub fn confirmed(&self) -> Confirmations {
        self.confirmed
    }

    pub(crate) fn count_argument(&mut self) {
        self.confirmed.steps += 1;
    }

    /// Proves once more that the groups contradict what the claim denies.
    pub(crate) fn confirm(&mut self, context: &Context, groups: &[usize], claim: Claim) -> Found<()> {
        if !context.verify {
            return Ok(());
        }
        let claim = Claim { conditions: self.conditions(groups), ..claim };
        match confirm(context.model(), context.method, &claim, context.limits)? {
            Confirmed::OtherEncoding => self.confirmed.by_encoding += 1,
            Confirmed::SameEncoding => self.confirmed.by_solver += 1,
            Confirmed::Kernel => self.confirmed.by_kernel += 1,
        }
        Ok(())
    }

    /// As [`Explainer::confirm`], with time for it after a limit of the question was met.
    pub(crate) fn confirm_late(&mut self, context: &Context, groups: &[usize], claim: Claim) -> Found<()> {
        let limits = context.limits.to_confirm();
        self.confirm(&context.within(&limits), groups, claim).map_err(|stopped| {
            match (stopped, context.limits.stop()) {
                (Unexplained::Limit(_), Some(reason)) => reason.into(),
                (stopped, _) => stopped,
            }
        })
    }

    /// Groups as the user knows them, each text once.
    pub(crate) fn named(&self, context: &Context, groups: &[usize]) -> Vec<StatementRef> {
        StatementRef::joined(groups.iter().map(|&g| context.statement(&self.groups.list[g])).collect())
    }

    /// The groups in the order of the text; those of one place in the order they were made.
    pub(crate) fn by_place(&self, sources: &SourceMap, mut groups: Vec<usize>) -> Vec<usize> {
        groups.sort_by_key(|&g| {
            let span = groups::place_of(&self.groups.list[g].origin, sources);
            (span.source, span.start, g)
        });
        groups
    }
}
