//! Variables for integer expressions, with the propagators that tie them to their parts.

use super::{Post, SUM, Supported, Unsupported};
use crate::constraints::{Absolute, Choice, Element, Extreme, Function, Linear, Operand, Part, PieceSize, Product};
use crate::ids::Var;
use crate::propagator::Asserted;
use sator_model::interval::{floor_div, floor_mod};
use sator_model::view::Sum;
use sator_model::{Bounds, Domain, ExprId, Node};

impl Post<'_> {
    /// The terms of a sum that are open, and the rest of it as a constant.
    pub(super) fn terms(&mut self, sum: &Sum) -> Supported<(Vec<(i64, Part)>, i64)> {
        let mut constant = i128::from(sum.constant);
        let mut size = constant.abs();
        let mut terms = Vec::with_capacity(sum.terms().len());
        for &(k, e) in sum.terms().iter().filter(|t| t.0 != 0) {
            let (lo, hi) = self.facts.bounds(e);
            size += i128::from(k).abs() * i128::from(lo).abs().max(i128::from(hi).abs());
            if lo == hi {
                constant += i128::from(k) * i128::from(lo);
                continue;
            }
            terms.push(match self.pool.node(e) {
                Node::FromBool(c) => (k, Part::Literal(self.literal(*c)?)),
                _ => (k, Part::Var(self.var(e)?)),
            });
        }
        match size < SUM {
            true => Ok((terms, constant as i64)),
            false => Err(Unsupported),
        }
    }

    /// An expression as a variable and a constant.
    pub(super) fn shifted(&mut self, e: ExprId) -> Supported<(Var, i64)> {
        match Sum::of(self.pool, e).shifted() {
            Some((inner, constant)) => Ok((self.var(inner)?, constant)),
            None => Ok((self.var(e)?, 0)),
        }
    }

    /// The variable with the value of an integer expression.
    pub(super) fn var(&mut self, e: ExprId) -> Supported<Var> {
        if let Node::IntVar(u) = self.pool.node(e) {
            return Ok(Var::at(u.index()));
        }
        if let Some(&var) = self.vars.get(&e) {
            return Ok(var);
        }
        let (lo, hi) = self.facts.bounds(e);
        if i128::from(lo).abs().max(i128::from(hi).abs()) >= SUM {
            return Err(Unsupported);
        }
        let domain = Domain::range(lo, hi);
        let var = match self.pool.node(e) {
            _ if lo == hi => self.new_var(&domain, []),
            Node::FromBool(c) => self.truth_var(*c)?,
            Node::Sum(..) => {
                let (mut terms, constant) = self.terms(&Sum::of(self.pool, e))?;
                let vars = terms.iter().map(|(_, part)| match part {
                    Part::Var(var) => *var,
                    Part::Literal(literal) => literal.var,
                });
                let var = self.new_var(&domain, vars.collect::<Vec<_>>());
                terms.push((-1, Part::Var(var)));
                self.add(Asserted { condition: Linear::new(terms, -constant, -constant), positive: true });
                var
            }
            Node::Product(a, b) => {
                let factors = [self.var(*a)?, self.var(*b)?];
                let result = self.new_var(&domain, factors);
                self.add(Product { factors, result });
                result
            }
            Node::Div(a, b) => {
                let value = |a, b| floor_div(a, b).unwrap_or(0);
                self.function([*a, *b], &domain, value, |a, b| binary_bounds(a, b, Node::Div))?
            }
            Node::Mod(a, b) => {
                let value = |a, b| if b == 0 { 0 } else { floor_mod(a, b) };
                self.function([*a, *b], &domain, value, |a, b| binary_bounds(a, b, Node::Mod))?
            }
            Node::Abs(a) => {
                let of = self.var(*a)?;
                let result = self.new_var(&domain, [of]);
                self.add(Absolute { of, result });
                result
            }
            Node::Min(l) | Node::Max(l) => {
                let largest = matches!(self.pool.node(e), Node::Max(_));
                let parts = l.iter().map(|&e| self.var(e)).collect::<Supported<Box<[Var]>>>()?;
                let result = self.new_var(&domain, parts.iter().copied());
                self.add(Extreme { parts, result, largest });
                result
            }
            Node::Ite(c, a, b) => {
                let (literal, sides) = (self.literal(*c)?, [self.var(*a)?, self.var(*b)?]);
                let result = self.new_var(&domain, [literal.var, sides[0], sides[1]]);
                self.add(Choice { literal, sides, result });
                result
            }
            Node::Element(..) if let Some(result) = self.element_of_pair(e, &domain) => result,
            Node::Element(l, i) => {
                let index = self.var(*i)?;
                let operand = |&e: &ExprId| match self.facts.fixed(e) {
                    Some(k) => Ok(Operand::Int(k)),
                    None => self.var(e).map(Operand::Var),
                };
                let list = l.iter().map(operand).collect::<Supported<Box<[Operand]>>>()?;
                let vars = list.iter().filter_map(|operand| match operand {
                    Operand::Var(var) => Some(*var),
                    Operand::Int(_) => None,
                });
                let result = self.new_var(&domain, vars.chain([index]).collect::<Vec<_>>());
                self.add(Element { list, index, result });
                result
            }
            Node::PieceSize(graph, v) => {
                let vars = self.graph_vars(graph)?;
                let size = self.new_var(&domain, vars.all().collect::<Vec<_>>());
                self.add(PieceSize { vars, vertex: *v, size });
                size
            }
            _ => return Err(Unsupported),
        };
        self.vars.insert(e, var);
        Ok(var)
    }

    fn function(
        &mut self,
        arguments: [ExprId; 2],
        domain: &Domain,
        value: fn(i64, i64) -> i64,
        bounds: fn(Bounds, Bounds) -> Bounds,
    ) -> Supported<Var> {
        let arguments = [self.var(arguments[0])?, self.var(arguments[1])?];
        let result = self.new_var(domain, arguments);
        self.add(Function { arguments, result, value, bounds });
        Ok(result)
    }
}

/// Bounds of a node of two integers; its own bounds never overflow, so bounds inside them don't either.
fn binary_bounds(a: Bounds, b: Bounds, node: fn(ExprId, ExprId) -> Node) -> Bounds {
    let (left, right) = (ExprId::at(0), ExprId::at(1));
    let child = |e: ExprId| if e == left { a } else { b };
    sator_model::bounds::bounds(&node(left, right), |_| (0, 0), child).unwrap_or((i64::MIN / 2, i64::MAX / 2))
}
