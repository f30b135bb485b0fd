//! `export certificate`: a folder with which a stranger checks that a puzzle has one solution, none, or no better one.

use super::incremental::Outcome;
use super::{Entry, Session};
use sator_answer::{Answer, CertificateFolder, Claimed};
use sator_base::limits::Limits;
use sator_base::source::Span;
use sator_certify::{Certificate, Claim, Refusal, Statement, certify};
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::syntax::ast::{Ident, Why};
use sator_model::ExprId;
use std::ops::Range;
use std::path::Path;

impl Session {
    /// Proves what the word claims, or what is known of the puzzle if there is none.
    pub(super) fn certificate_command(&mut self, path: &str, span: Span, words: &[Ident]) -> Result<Answer> {
        let claimed = match words {
            [] => None,
            [word] => match Claimed::ALL.iter().find(|(name, _)| *name == word.name) {
                Some((_, claimed)) => Some(*claimed),
                None => return fail(unknown_claim(word)),
            },
            [_, second, ..] => return fail(unknown_claim(second)),
        };
        let folder = self.texts.folder_to_write(path, span)?;
        self.certificate(claimed, &folder, span)
    }

    /// Makes a certificate. `folder` only names the folder in the result; `span` locates errors.
    ///
    /// # Errors
    /// The claim doesn't hold or isn't known, or certificates lack a part of the puzzle.
    pub fn certificate(&mut self, claimed: Option<Claimed>, folder: &Path, span: Span) -> Result<Answer> {
        let limits = self.limits();
        let refused = |message: &str| fail(Diagnostic::at(Code::Export, span, message));
        if !self.model().open.is_empty() {
            return refused("an unknown without an upper end has no certificate: give it a domain that ends");
        }
        if !self.model().untranslated.is_empty() {
            return refused("a part of the puzzle was not understood, so a certificate would be about another puzzle");
        }
        let claimed = match claimed {
            Some(claimed) => claimed,
            None if self.cache.optimum.is_some() => Claimed::Optimum,
            None => match self.current_solution(&limits)? {
                Outcome::Unsat => Claimed::Unsat,
                Outcome::Sat(_) => Claimed::Unique,
                Outcome::Unknown(reason) => return Ok(Answer::Unknown(reason)),
            },
        };
        let claim = match claimed {
            Claimed::Unsat | Claimed::Why => Claim::NoSolution,
            Claimed::Unique => match self.current_solution(&limits)? {
                Outcome::Sat(assignment) => Claim::OneSolution(assignment),
                Outcome::Unsat => return refused("the puzzle has no solution: write `export certificate unsat`"),
                Outcome::Unknown(reason) => return Ok(Answer::Unknown(reason)),
            },
            Claimed::Optimum => match &self.cache.optimum {
                Some(optimum) => Claim::BestSolution {
                    solution: optimum.seen[0].clone(),
                    objectives: optimum.goals.iter().map(|goal| goal.0).collect(),
                    maximize: false,
                },
                None => return refused("there is no proved optimum yet: ask `maximize E` or `minimize E` before it"),
            },
        };
        let statements = match claimed {
            Claimed::Why => match self.clashing_statements(&limits)? {
                Ok(statements) => statements,
                Err(Answer::Unknown(reason)) => return Ok(Answer::Unknown(reason)),
                Err(_) => return refused("the statements don't clash: there is a solution"),
            },
            _ => self.certified_statements(),
        };
        match certify(self.model(), &statements, &claim, &limits) {
            Ok(certificate) => checked(&certificate, claimed, folder, span),
            Err(Refusal::Stopped(reason)) => Ok(Answer::Unknown(reason)),
            Err(refusal) => {
                let mut error = Diagnostic::at(Code::Export, span, refusal.to_string());
                error.help = refusal.help();
                fail(error)
            }
        }
    }

    /// All statements with their conditions.
    fn certified_statements(&self) -> Vec<Statement> {
        let constraints = &self.model().constraints;
        let statement = |(entry, range): (&Entry, Range<usize>)| {
            let conditions = constraints[range].iter().map(|c| c.expr).collect();
            Statement { number: entry.number, text: entry.text.clone(), conditions }
        };
        self.list.entries.iter().zip(self.list.ranges(constraints.len())).map(statement).collect()
    }

    /// The statements of a clash that `why` finds, each with those of its conditions that clash. `Err` is the answer of
    /// `why` if it finds none.
    fn clashing_statements(&mut self, limits: &Limits) -> Result<std::result::Result<Vec<Statement>, Answer>> {
        let because = match self.why(&Why::Clash, &mut |_, _| {}, limits)? {
            Answer::Clash { because, .. } => because,
            other => return Ok(Err(other)),
        };
        let clashing: Vec<ExprId> = self.with_explainer(limits, |_, explainer, context| {
            because.iter().filter_map(|statement| explainer.conditions_of(context, statement)).flatten().collect()
        });
        let mut statements = self.certified_statements();
        for statement in &mut statements {
            statement.conditions.retain(|condition| clashing.contains(condition));
        }
        statements.retain(|statement| !statement.conditions.is_empty());
        Ok(Ok(statements))
    }
}

/// Checks a certificate before it is shown.
fn checked(certificate: &Certificate, claimed: Claimed, folder: &Path, span: Span) -> Result<Answer> {
    match sator_check::check(&certificate.checked) {
        Ok(checked) => {
            let owned = |(name, text): (&'static str, &str)| (name, text.to_string());
            Ok(Answer::Certificate(Box::new(CertificateFolder {
                path: folder.into(),
                span,
                claimed,
                constraints: checked.constraints,
                cuts: checked.cuts,
                lines: checked.lines,
                files: certificate.files().into_iter().map(owned).collect(),
            })))
        }
        Err(failure) => fail(Diagnostic::at(
            Code::Internal,
            span,
            format!("sator-check refuses the certificate, which is a fault of sator: {failure}"),
        )),
    }
}

fn unknown_claim(word: &Ident) -> Diagnostic {
    let claims: Vec<&str> = Claimed::ALL.iter().map(|(name, _)| *name).collect();
    let help = format!("a certificate is about one of {}; without a word, about what is known", claims.join(", "));
    Diagnostic::at(Code::Export, word.span, format!("`{}` has no certificate", word.name)).help(help)
}
