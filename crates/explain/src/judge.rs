//! `judge`: the statements that a board breaks, and whether a claimed step follows from the statements that it cites.

use crate::explainer::{Context, Explainer};
use crate::group_checks::Board;
use crate::groups::uses_of;
use crate::knowledge::{Knowledge, Source};
use crate::prover::Found;
use crate::verify::Claim;
use rustc_hash::FxHashSet;
use sator_answer::{Atom, BrokenStatement, StatementRef};
use sator_model::{Assignment, UnknownId};
use sator_solve::solver::sat::Lit;

/// The result of comparing a claimed step with the puzzle and a board that has solutions.
#[derive(Clone, Debug)]
pub enum ClaimedStep {
    /// The conclusions follow from the cited statements and the board.
    Follows {
        /// Cited statements that are enough. None can be left out.
        because: Vec<StatementRef>,
    },
    /// The conclusions follow from the puzzle and the board, but not from the cited statements.
    Uncited {
        /// Statements from which they follow. None can be left out.
        because: Vec<StatementRef>,
        /// The ones among them that are not cited.
        missing: Vec<StatementRef>,
    },
    /// Some solution meets the conclusions, and another one doesn't.
    Open {
        /// A solution that doesn't.
        counterexample: Assignment,
    },
    /// No solution meets the conclusions.
    False {
        /// Statements that exclude them. None can be left out.
        because: Vec<StatementRef>,
    },
}

impl Explainer {
    /// All statements of the puzzle. The positions in this list are what [`Explainer::claimed`] takes.
    pub fn statements(&self, context: &Context) -> Vec<StatementRef> {
        self.groups.list.iter().map(|group| context.statement(group)).collect()
    }

    /// The statements about one unknown as steps cite them, with their positions in [`Explainer::statements`].
    pub fn known_values(&self, context: &Context) -> Vec<(usize, StatementRef)> {
        let mut knowledge = Knowledge::default();
        knowledge.extend(&context.elaborator.model, &self.groups.list);
        let statement = |fact: usize| match knowledge.facts[fact].source {
            Source::Statement(group) => Some((group, self.known_by(context, &knowledge, fact, group))),
            Source::Step(..) => None,
        };
        (0..knowledge.facts.len()).filter_map(statement).collect()
    }

    /// The values that statements of the puzzle fix by themselves.
    pub fn fixed(&self) -> impl Iterator<Item = Atom> + '_ {
        let fixes = self.groups.list.iter().filter_map(|group| group.fixes);
        fixes.map(|(unknown, value)| Atom { unknown, value, is: true })
    }

    /// The unknowns whose values are givens: a statement that is no part of a rule fixes them.
    pub fn given(&self) -> impl Iterator<Item = UnknownId> + '_ {
        let own = self.groups.list.iter().filter(|group| uses_of(group).is_empty());
        own.filter_map(|group| group.fixes).map(|(unknown, _)| unknown)
    }

    /// The statements that the facts break, in the order of the puzzle. The values that statements fix count as facts about unknowns
    /// that no other fact is about. `known` are solutions of the puzzle.
    ///
    /// # Errors
    /// A limit was met other than the effort for one statement.
    pub fn broken(&mut self, context: &Context, facts: &[Atom], known: &[Assignment]) -> Found<Vec<BrokenStatement>> {
        // The first of two values for one unknown counts: together they would break every statement about it.
        let mut valued: FxHashSet<UnknownId> = FxHashSet::default();
        let mut facts: Vec<Atom> =
            facts.iter().copied().filter(|fact| !fact.is || valued.insert(fact.unknown)).collect();
        let mut about: FxHashSet<UnknownId> = facts.iter().map(|fact| fact.unknown).collect();
        facts.extend(self.fixed().filter(|fact| about.insert(fact.unknown)));
        let mut checks = std::mem::take(&mut self.group_checks);
        let proof = self.case(context);
        let touched = |&g: &usize| proof.groups[g].scope.iter().any(|unknown| about.contains(unknown));
        let touched: Vec<usize> = (0..proof.groups.len()).filter(touched).collect();
        let mut board = Board { proof, known, checks: &mut checks };
        let broken = board.all_broken(&touched, &facts);
        self.group_checks = checks;
        let named = |(group, facts): (usize, _)| {
            let statement = context.statement(&self.groups.list[group]);
            BrokenStatement { statement, facts }
        };
        Ok(broken?.into_iter().map(named).collect())
    }

    /// Compares a claimed step with the puzzle. `cited` are positions in [`Explainer::statements`]; without it every statement is
    /// cited. The board must have a solution, because everything follows from one without.
    ///
    /// # Errors
    /// A limit was met, or two solvers disagree.
    pub fn claimed(
        &mut self,
        context: &Context,
        facts: &[Atom],
        conclusions: &[Atom],
        cited: Option<&[usize]>,
    ) -> Found<ClaimedStep> {
        let mut proof = self.case(context);
        let all: Vec<usize> = (0..proof.groups.len()).collect();
        let given: Vec<Lit> = facts.iter().map(|fact| proof.fact(fact)).collect();
        let concluded: Vec<Lit> = conclusions.iter().map(|fact| proof.fact(fact)).collect();
        let contrary: Vec<Lit> = concluded.iter().map(|literal| !*literal).collect();
        let guard = proof.one_of(&contrary);
        let denied: Vec<Lit> = given.iter().copied().chain([guard]).collect();
        let cited = cited.unwrap_or(&all);
        if let Some(because) = proof.minimal(cited.to_vec(), &denied, None)? {
            proof.retire(guard);
            self.confirm(context, &because, Claim { facts, conclusions, ..Claim::default() })?;
            return Ok(ClaimedStep::Follows { because: self.named(context, &because) });
        }
        // Cited statements first: those behind them are left out before them.
        let others = all.iter().copied().filter(|group| !cited.contains(group));
        let uncited = proof.minimal(cited.iter().copied().chain(others).collect(), &denied, None)?;
        let counterexample = if uncited.is_none() { Some(proof.assignment()) } else { None };
        proof.retire(guard);
        if let Some(because) = uncited {
            let missing: Vec<usize> = because.iter().copied().filter(|group| !cited.contains(group)).collect();
            self.confirm(context, &because, Claim { facts, conclusions, ..Claim::default() })?;
            let (because, missing) = (self.named(context, &because), self.named(context, &missing));
            return Ok(ClaimedStep::Uncited { because, missing });
        }
        let held: Vec<Lit> = given.iter().chain(&concluded).copied().collect();
        let excluded = proof.minimal(all, &held, None)?;
        if let Some(because) = excluded {
            let facts: Vec<Atom> = facts.iter().chain(conclusions).copied().collect();
            self.confirm(context, &because, Claim { facts: &facts, ..Claim::default() })?;
            return Ok(ClaimedStep::False { because: self.named(context, &because) });
        }
        match counterexample {
            Some(counterexample) => Ok(ClaimedStep::Open { counterexample }),
            None => unreachable!("a step that doesn't follow has a counterexample"),
        }
    }
}
