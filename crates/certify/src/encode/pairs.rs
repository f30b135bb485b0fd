//! Pairs of values of two integers, as of `way[at[1]][at[2]]`: a literal for each pair, so that such a number is a sum of them.

use super::integers::{PAIRS, position};
use super::{Encoded, Encoder};
use crate::formula::{Linear, Lit};
use crate::{Contradiction, Refusal};
use rustc_hash::FxHashSet;
use sator_model::{ExprId, Node};
use std::rc::Rc;

/// Two values, and the literal that two integers have them.
pub(super) type PairOfValues = (i64, i64, Lit);

impl<'a> Encoder<'a> {
    /// The same encoder. It gives each number of a pair values of its own where the claim is about more pairs than integers: the
    /// relaxation of a quadratic assignment, which has all pairs, takes longer than the search, that of a tour doesn't.
    pub(crate) fn with_few_pairs(self, claim: &Contradiction) -> Encoder<'a> {
        let pool = &self.model.pool;
        let pair = |e: ExprId| match pool.node(e) {
            Node::Element(list, row) => self.common_index(list).map(|column| [column.min(*row), column.max(*row)]),
            _ => None,
        };
        let pairs: FxHashSet<[ExprId; 2]> = pool.nodes_under(claim.conditions).filter_map(pair).collect();
        let integers: FxHashSet<ExprId> = pairs.iter().flatten().copied().collect();
        let has_pairs = pairs.len() <= integers.len();
        Encoder { has_pairs, ..self }
    }

    /// The index that all elements of a list have in common, if each is an element of a list of numbers.
    pub(super) fn common_index(&self, list: &[ExprId]) -> Option<ExprId> {
        let pool = &self.model.pool;
        let mut indices = list.iter().map(|&e| match pool.node(e) {
            Node::Element(numbers, index) if numbers.iter().all(|&e| pool.constant(e).is_some()) => Some(*index),
            _ => None,
        });
        let first = indices.next()??;
        indices.all(|index| index == Some(first)).then_some(first)
    }

    /// `list[row]`, where each element of the list is an element by `column` of a list of numbers.
    pub(super) fn of_pair(&mut self, list: &[ExprId], row: ExprId, column: ExprId) -> Encoded<Linear> {
        let model = self.model;
        let mut sum = Linear::default();
        for &(i, j, both) in self.pairs(row, column)?.iter() {
            let number = match model.pool.node(list[position(i, list.len())]) {
                Node::Element(numbers, _) => model.pool.constant(numbers[position(j, numbers.len())]),
                _ => None,
            };
            sum.add(number.unwrap_or(0), &Linear::literal(both))?;
        }
        Ok(sum)
    }

    /// The pairs of values of two different integers.
    fn pairs(&mut self, a: ExprId, b: ExprId) -> Encoded<Rc<[PairOfValues]>> {
        if let Some(pairs) = self.pairs.get(&(a, b)) {
            return Ok(pairs.clone());
        }
        let (x, y) = (self.integer(a)?, self.integer(b)?);
        if x.values.len().saturating_mul(y.values.len()) > PAIRS {
            return Err(Refusal::Numbers(None));
        }
        let turned = self.pairs.get(&(b, a)).map(|pairs| pairs.iter().map(|&(j, i, both)| (i, j, both)).collect());
        let pairs: Rc<[PairOfValues]> = match turned {
            Some(turned) => turned,
            None => {
                let all = x.values.iter().flat_map(|&i| y.values.iter().map(move |&j| (i, j)));
                let pairs: Rc<[PairOfValues]> = all.map(|(i, j)| (i, j, self.fresh())).collect();
                // An integer has a value where one of the value's pairs holds.
                let sum = |of: &dyn Fn(&PairOfValues) -> bool| {
                    let terms = pairs.iter().filter(|pair| of(pair)).map(|pair| (1, pair.2)).collect();
                    Linear { terms, constant: 0 }
                };
                for (value, has) in x.each() {
                    self.equal(&sum(&|pair| pair.0 == value), &Linear::literal(has), None)?;
                }
                for (value, has) in y.each() {
                    self.equal(&sum(&|pair| pair.1 == value), &Linear::literal(has), None)?;
                }
                pairs
            }
        };
        self.pairs.insert((a, b), pairs.clone());
        Ok(pairs)
    }

    /// Excludes the pairs of equal values of integers that the claim keeps apart, which a linear relaxation doesn't see.
    pub(super) fn keep_pairs_apart(&mut self, claim: &Contradiction) {
        let model = self.model;
        let lists = claim.conditions.iter().filter_map(|&e| match model.pool.node(e) {
            Node::AllDifferent(list, except) if except.is_empty() => Some(list),
            _ => None,
        });
        let mut equal = vec![];
        for list in lists {
            let apart = self.pairs.iter().filter(|((a, b), _)| a != b && list.contains(a) && list.contains(b));
            equal.extend(apart.flat_map(|(_, pairs)| pairs.iter()).filter(|(i, j, _)| i == j).map(|pair| pair.2));
        }
        equal.sort_unstable();
        equal.dedup();
        equal.into_iter().for_each(|both| self.clause(&[!both]));
    }
}
