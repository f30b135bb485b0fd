//! All clashes, one after the other (MARCO: Liffiton, Previti, Malik, Marques-Silva 2016). A map of the
//! sets not yet decided is a formula of its own, over one yes or no for each group: every clash found rules out
//! the sets that contain it, every satisfiable set its subsets.

use crate::explainer::{Context, Explainer};
use crate::mus::SmallSet;
use crate::prover::{Found, Unexplained};
use crate::verify::{Claim, disagreement};
use sator_answer::StatementRef;
use sator_base::limits::Limits;
use sator_model::{Domain, Kind, Model, Unknown, UnknownId};
use sator_solve::lower::{Encoding, Formula, Method, new_formula};
use sator_solve::solver::sat::{Lit, Reason, Verdict};

/// Clashes that `why all` shows at most.
const MOST_CLASHES: usize = 20;

/// The sets of groups that are still open.
struct Map {
    model: Model,
    formula: Box<dyn Formula>,
    chosen: Vec<Lit>,
    clashes: Vec<Vec<usize>>,
}

impl Map {
    fn new(groups: usize, method: Method) -> Map {
        let mut model = Model::default();
        for group in 0..groups {
            let domain = Domain::range(0, 1);
            model.add_unknown(Unknown {
                name: group.to_string(),
                kind: Kind::Bool,
                domain,
                hidden: false,
                inner: false,
            });
        }
        let mut formula = new_formula(Method { encoding: Encoding::Fd, trial: false, ..method }, false);
        formula.add_unknowns(model.expressions());
        let chosen = (0..groups).map(|u| formula.value_literal(model.expressions(), UnknownId::at(u), 1)).collect();
        Map { model, formula, chosen, clashes: vec![] }
    }

    /// A set not yet decided, with as many groups as go with the clashes known.
    fn next(&mut self, limits: &Limits) -> Result<Option<Vec<usize>>, Reason> {
        match self.formula.check(&[], limits) {
            Verdict::Unsat => return Ok(None),
            Verdict::Unknown(reason) => return Err(reason),
            Verdict::Sat => {}
        }
        let assignment = self.formula.assignment(self.model.expressions());
        let mut inside: Vec<bool> = assignment.0.iter().map(|&v| v != 0).collect();
        for group in 0..inside.len() {
            if !inside[group] {
                inside[group] = true;
                inside[group] = !self.clashes.iter().any(|c| c.contains(&group) && c.iter().all(|&u| inside[u]));
            }
        }
        Ok(Some((0..inside.len()).filter(|&u| inside[u]).collect()))
    }

    fn rule_out_supersets(&mut self, clash: &[usize]) {
        let clause: Vec<Lit> = clash.iter().map(|&u| !self.chosen[u]).collect();
        self.formula.clause(&clause);
        self.clashes.push(clash.to_vec());
    }

    fn rule_out_subsets(&mut self, outside: &[usize]) {
        let clause: Vec<Lit> = outside.iter().map(|&u| self.chosen[u]).collect();
        self.formula.clause(&clause);
    }
}

impl Explainer {
    /// Different clashes until there are no more, or until stopped; `found` receives each as soon as it is found. With the
    /// clashes the reason why there may be more, if there may.
    ///
    /// # Errors
    /// Two solvers disagree, or a limit was met before the first clash was found.
    pub fn all_clashes(
        &mut self,
        context: &Context,
        found: &mut dyn FnMut(&[StatementRef]),
    ) -> Found<(Vec<Vec<StatementRef>>, Option<Reason>)> {
        let mut first = self.find_clash(context)?;
        if !first.is_minimal {
            let groups = self.case(context).minimal(first.groups, &[], Some(&|_| true))?.ok_or_else(disagreement)?;
            first = self.keep_clash(context, SmallSet::minimal(groups))?;
        }
        let groups = self.groups.list.len();
        let mut map = Map::new(groups, context.method);
        map.rule_out_supersets(&first.groups);
        let mut list = vec![self.named(context, &first.groups)];
        found(&list[0]);
        let stopped = loop {
            if list.len() == MOST_CLASHES {
                break Some(Reason::GaveUp(format!("{MOST_CLASHES} clashes are shown at most")));
            }
            (context.progress)(&|| format!("{} clashes so far", list.len()));
            let set = match map.next(context.limits) {
                Ok(Some(set)) => set,
                Ok(None) => break None,
                Err(reason) => break Some(reason),
            };
            let mut proof = self.case(context);
            match proof.minimal(set, &[], Some(&|_| true)) {
                Ok(Some(clash)) => {
                    match self.confirm(context, &clash, Claim::default()) {
                        Ok(()) => {}
                        Err(Unexplained::Limit(reason)) => break Some(reason),
                        Err(wrong) => return Err(wrong),
                    }
                    map.rule_out_supersets(&clash);
                    let clash = self.by_place(&context.elaborator.sources, clash);
                    let clash = self.named(context, &clash);
                    found(&clash);
                    list.push(clash);
                }
                Ok(None) => {
                    let all: Vec<usize> = (0..groups).collect();
                    let values = proof.model.evaluate_all(&proof.assignment());
                    map.rule_out_subsets(&proof.broken(&all, &values));
                }
                Err(reason) => break Some(reason),
            }
        };
        Ok((list, stopped))
    }
}
