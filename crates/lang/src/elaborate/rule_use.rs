//! Records which standard rules a script uses and with which arguments, for exports to other formats.

use super::Elaborator;
use super::definition::Rule;
use super::value::Value;
use crate::syntax::ast;
use sator_base::source::Span;
use sator_model::rule_use::{Argument, RuleUse};
use sator_model::{Kind, LinesId, Node};
use std::sync::Arc;

impl Elaborator {
    /// Whether the script itself uses a standard rule here, unconditionally.
    pub(super) fn is_recorded(&self, rule: &Rule, span: Span) -> bool {
        self.guards.is_empty()
            && !self.implied.inside
            && self.sources.is_library(rule.name.span)
            && !self.sources.is_library(span)
    }

    /// Records a use since a point, where the model had `from` constraints and shapes.
    pub(super) fn record_use(&mut self, rule: &Rule, bound: &[Option<Value>], text: String, from: (usize, usize)) {
        let given = rule.params.iter().zip(bound).filter_map(|(param, value)| Some((param, value.as_ref()?)));
        let arguments = given.map(|(param, value)| (param.name.name.as_str().into(), self.argument(value))).collect();
        let constraints = from.0..self.model.constraints.len();
        let shapes = from.1..self.model.shapes.len();
        self.model.uses.push(RuleUse { rule: rule.name.name.as_str().into(), text, arguments, constraints, shapes });
    }

    /// Records the constraints of a partition as part of the partition, not of a rule.
    pub(super) fn record_partition(&mut self, id: LinesId, seeds: Option<&ast::Seeds>, from: usize, span: Span) {
        if self.sources.is_library(span) {
            return;
        }
        let mut arguments = vec![("p".into(), Argument::Lines(id))];
        if let Some(seeds) = seeds {
            let picture = match &seeds.of.kind {
                ast::ExprKind::Name(name) => Argument::Picture(name.as_str().into()),
                _ => Argument::Other,
            };
            arguments.extend([("in each".into(), picture), ("count".into(), Argument::Int(seeds.count.into()))]);
        }
        self.model.uses.push(RuleUse {
            rule: match seeds {
                Some(seeds) if seeds.also.is_empty() => "seeds",
                Some(_) => "several kinds of seeds",
                None => "partition",
            }
            .into(),
            text: self.sources.slice(span).to_string(),
            arguments,
            constraints: from..self.model.constraints.len(),
            shapes: 0..0,
        });
    }

    fn argument(&self, value: &Value) -> Argument {
        match value {
            Value::None => Argument::None,
            Value::Int(n) => Argument::Int(*n),
            Value::Bool(b) => Argument::Bool(*b),
            Value::Str(text) => Argument::Word(text.clone()),
            Value::Direction(direction) => Argument::Word(direction.name.into()),
            Value::Cell(cell) => Argument::Places(self.model.grid_of(*cell), vec![self.model.position(*cell)]),
            Value::Expr(e, Kind::Int) => match self.model.pool.node(*e) {
                Node::IntVar(unknown) => Argument::Unknown(*unknown),
                _ => Argument::Other,
            },
            Value::Grid(grid) => Argument::Grid(*grid),
            Value::Regions(regions) => Argument::Picture(regions.name.clone()),
            Value::Clues(clues) => Argument::Picture(clues.name.clone()),
            Value::Outside(outside) => Argument::Picture(outside.name.clone()),
            Value::Lines(lines) => Argument::Lines(lines.id),
            Value::GraphLinks(links) => {
                Argument::GraphLinks(links.strokes.iter().flat_map(|stroke| self.unknowns_of(stroke)).collect())
            }
            Value::Range(from, to) if to - from < 1000 => Argument::List((*from..=*to).map(Argument::Int).collect()),
            Value::List(items) | Value::Tuple(items) | Value::Set(items) => self.several(items),
            Value::Enum(id, at) => Argument::Word(self.model.value_text(Kind::Enum(*id), i64::from(*at)).into()),
            Value::Region(..) => match self.if_list(value) {
                Some(Ok(items)) => self.several(&items),
                _ => Argument::Other,
            },
            _ => Argument::Other,
        }
    }

    /// Cells of one grid as places; other values one by one.
    fn several(&self, items: &Arc<[Value]>) -> Argument {
        let cell = |value: &Value| match value {
            Value::Cell(cell) => Some((self.model.grid_of(*cell), self.model.position(*cell))),
            _ => None,
        };
        if let Some((grid, _)) = items.first().and_then(cell)
            && let Some(places) =
                items.iter().map(|v| cell(v).filter(|(g, _)| *g == grid).map(|(_, p)| p)).collect::<Option<Vec<_>>>()
        {
            return Argument::Places(grid, places);
        }
        Argument::List(items.iter().map(|v| self.argument(v)).collect())
    }
}
