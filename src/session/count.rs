//! `count`: conditions divide the unknowns into parts that share none of them. The number of solutions is the product of the
//! numbers of the parts, of which an unknown without conditions has one solution a value.

use super::Session;
use super::enumerate::{Ended, Verified};
use sator_answer::Answer;
use sator_base::limits::{Limits, Reason};
use sator_base::natural::Natural;
use sator_base::sets::Sets;
use sator_lang::diagnostic::Result;
use sator_model::{Assignment, Constraint, Model, Node, UnknownId};

/// Solutions that are enumerated before the parts are counted by themselves. Below it one enumeration is quicker.
const ENUMERATED: u64 = 1_000;

impl Session {
    pub(super) fn count(&mut self, limit: Option<u64>, limits: &Limits) -> Result<Answer> {
        let most = limit.unwrap_or(u64::MAX);
        let parts = Parts::of(self.model());
        let divides = parts.bound.len() + parts.free.len() > 1;
        let once = if divides { most.min(ENUMERATED) } else { most };
        let (count, ended, first) = self.count_in(None, once, limits)?;
        if let Some(first) = &first {
            self.cache.seen.current.get_or_insert_with(|| first.clone());
        }
        match (ended, first) {
            (Ended::More, Some(first)) if once < most => self.product(&parts, &first, limit, limits),
            (ended, _) => {
                let (exact, stopped) = ended.into_parts();
                Ok(Answer::Count { count, beyond: None, exact, stopped })
            }
        }
    }

    /// Counts the solutions of the session, or of another model over its unknowns, and returns the first.
    fn count_in(
        &mut self,
        model: Option<&Model>,
        most: u64,
        limits: &Limits,
    ) -> Result<(u64, Ended, Option<Assignment>)> {
        let (mut count, mut first) = (0, None);
        let ended = self.enumerate_in(model, most, Verified::Sample, limits, &mut |_, a, progress| {
            count += 1;
            if first.is_none() {
                first = Some(a.clone());
            }
            progress.report(|| format!("{count} solutions so far"));
        })?;
        Ok((count, ended, first))
    }

    /// Multiplies the counts of the parts of a puzzle with this solution.
    fn product(&mut self, parts: &Parts, solution: &Assignment, limit: Option<u64>, limits: &Limits) -> Result<Answer> {
        let mut product = Natural::from(1);
        let mut stopped: Option<Reason> = None;
        let above = |product: &Natural| limit.filter(|&most| product.small().is_none_or(|count| count > most));
        for &unknown in &parts.free {
            product = product.times(self.model().unknown(unknown).domain.size());
        }
        let mut model = self.model().clone();
        for part in &parts.bound {
            if let Some(most) = above(&product) {
                return Ok(Answer::Count { count: most, beyond: None, exact: false, stopped: None });
            }
            part.keep_only(&mut model, self.model(), solution);
            let (count, ended, _) = self.count_in(Some(&model), limit.unwrap_or(u64::MAX), limits)?;
            product = product.times(count.max(1));
            match ended {
                Ended::All => {}
                Ended::More => return Ok(Answer::Count { count, beyond: None, exact: false, stopped: None }),
                Ended::Stopped(reason) => stopped = Some(reason),
            }
            if stopped.is_some() {
                break;
            }
        }
        if let Some(most) = above(&product) {
            return Ok(Answer::Count { count: most, beyond: None, exact: false, stopped: None });
        }
        let small = product.small();
        let beyond = small.is_none().then_some(product);
        Ok(Answer::Count { count: small.unwrap_or(u64::MAX), beyond, exact: stopped.is_none(), stopped })
    }
}

/// The parts of a puzzle that share no unknown.
struct Parts {
    /// The visible unknowns that no condition has.
    free: Vec<UnknownId>,
    bound: Vec<Part>,
}

/// Unknowns, of which one or more are visible, and the conditions on them.
#[derive(Default)]
struct Part {
    unknowns: Vec<UnknownId>,
    constraints: Vec<usize>,
}

impl Parts {
    fn of(model: &Model) -> Parts {
        let mut sets = Sets::new(model.pool.len());
        let mut node_of = vec![None; model.unknowns.len()];
        let mut seen = vec![false; model.pool.len()];
        let mut open = Vec::new();
        for constraint in &model.constraints {
            open.push(constraint.expr);
            while let Some(e) = open.pop() {
                if std::mem::replace(&mut seen[e.index()], true) {
                    continue;
                }
                match model.pool.node(e) {
                    Node::BoolVar(u) | Node::IntVar(u) => match node_of[u.index()] {
                        None => node_of[u.index()] = Some(e),
                        Some(other) => {
                            sets.join(e.index(), other.index());
                        }
                    },
                    node => node.for_each_child(|child| {
                        if !matches!(model.pool.node(child), Node::Bool(_) | Node::Int(_)) {
                            sets.join(e.index(), child.index());
                            open.push(child);
                        }
                    }),
                }
            }
        }
        let mut parts = Parts { free: vec![], bound: vec![] };
        let mut part_of = vec![None; model.pool.len()];
        for unknown in (0..model.unknowns.len()).map(UnknownId::at) {
            match node_of[unknown.index()] {
                None if model.unknown(unknown).hidden => {}
                None => parts.free.push(unknown),
                Some(node) => {
                    let part = *part_of[sets.root(node.index())].get_or_insert(parts.bound.len());
                    if part == parts.bound.len() {
                        parts.bound.push(Part::default());
                    }
                    parts.bound[part].unknowns.push(unknown);
                }
            }
        }
        for (number, constraint) in model.constraints.iter().enumerate() {
            if let Some(part) = part_of[sets.root(constraint.expr.index())] {
                parts.bound[part].constraints.push(number);
            }
        }
        parts.bound.retain(|part| part.unknowns.iter().any(|&u| !model.unknown(u).hidden));
        parts
    }
}

impl Part {
    /// Makes `model`, a copy of `whole`, have the conditions of this part alone, and fixes its other unknowns.
    fn keep_only(&self, model: &mut Model, whole: &Model, solution: &Assignment) {
        let own = self.constraints.iter().map(|&number| whole.constraints[number].clone());
        model.constraints = own.collect();
        let origin = model.constraints.first().map(|first| first.origin.clone());
        let Some(origin) = origin else { return };
        let mut is_own = vec![false; whole.unknowns.len()];
        self.unknowns.iter().for_each(|u| is_own[u.index()] = true);
        for unknown in (0..whole.unknowns.len()).map(UnknownId::at).filter(|u| !is_own[u.index()]) {
            let expr = model.value_is(unknown, solution.get(unknown));
            model.constraints.push(Constraint { expr, origin: origin.clone() });
        }
    }
}
