//! Arrays of unknowns: `var q[8] in 1..8`, `var age[pet] in 1..9`, `var x[nurse, day, 3] in bool`.

use super::Elaborator;
use super::value::{Keyed, Keys, Value};
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::syntax::ast::{Expr, VarItem};
use sator_base::source::Span;
use sator_model::{ArrayKey, ArrayPlace, Domain, Kind, Unknown, Variable};
use std::sync::Arc;

/// Limit on the unknowns of one array.
const MOST_UNKNOWNS: usize = 1_000_000;

/// One index of an array.
enum Dimension {
    /// The numbers from 1.
    Length(usize),
    /// One element for each key.
    Keyed(Keys, Arc<[String]>),
}

impl Dimension {
    fn len(&self) -> usize {
        match self {
            Dimension::Length(length) => *length,
            Dimension::Keyed(_, labels) => labels.len(),
        }
    }

    fn label(&self, at: usize) -> String {
        match self {
            Dimension::Length(_) => (at + 1).to_string(),
            Dimension::Keyed(_, labels) => labels[at].clone(),
        }
    }

    fn key(&self, at: usize) -> ArrayKey {
        match self {
            Dimension::Length(_) => ArrayKey::Number(at),
            Dimension::Keyed(_, labels) => ArrayKey::Name(labels[at].clone()),
        }
    }

    /// The elements as a value.
    fn list(&self, items: Vec<Value>) -> Value {
        match self {
            Dimension::Length(_) => Value::List(items.into()),
            Dimension::Keyed(keys, _) => Value::Keyed(Arc::new(Keyed { keys: keys.clone(), items: items.into() })),
        }
    }
}

/// The common features of the unknowns of one `var`.
pub(super) struct Declared {
    pub kind: Kind,
    pub domain: Domain,
    pub hidden: bool,
    /// The number of the declaration.
    pub group: u32,
}

impl Elaborator {
    /// Declares one item of a `var`: an unknown, a list or an array.
    pub(super) fn declare_item(&mut self, item: &VarItem, declared: &Declared) -> Result<()> {
        self.check_new(&item.name)?;
        let base = self.unused_name(&item.name.name);
        let dimensions = item.keys.iter().map(|key| self.dimension(key)).collect::<Result<Vec<_>>>()?;
        let count = dimensions.iter().try_fold(1usize, |count, d| count.checked_mul(d.len()));
        if count.is_none_or(|count| count > MOST_UNKNOWNS) {
            let span = item.keys[0].span.to(item.keys[item.keys.len() - 1].span);
            let sizes: Vec<String> = dimensions.iter().map(|d| d.len().to_string()).collect();
            let message = format!("an array can't have {} unknowns", sizes.join(" * "));
            return fail(Diagnostic::at(Code::Domain, span, message).help("an array has at most 1000000 unknowns"));
        }
        let value = match &dimensions[..] {
            [] => {
                let id = self.scalar(base, None, declared, item.name.span)?;
                self.unknown_value(id)
            }
            [only @ Dimension::Keyed(..)] => self.scalars(&base, only, declared, item.name.span)?,
            dimensions => self.rows_of_array(&base, dimensions, &mut vec![], declared, item.name.span)?,
        };
        self.scope.declare(&item.name.name, value);
        self.check_size(item.name.span)
    }

    fn dimension(&mut self, expr: &Expr) -> Result<Dimension> {
        let value = self.expression(expr)?;
        let keys = match &value {
            Value::Regions(regions) => Keys::Regions(regions.clone()),
            Value::EnumType(id) => Keys::Values(*id),
            Value::Graph(graph) => self.keys_of_graph(graph, expr.span)?,
            Value::Range(1, last) if *last >= 0 => return self.length(*last, expr.span),
            Value::Range(first, last) => {
                self.list(&value, expr.span)?;
                Keys::Numbers(*first, *last)
            }
            Value::List(items) | Value::Set(items) if !items.is_empty() => self.words_as_keys(items, expr.span)?,
            Value::Keyed(list) if let Keys::Names(_) = &list.keys => list.keys.clone(),
            _ => {
                let length = self.known_int(&value, expr.span)?;
                return self.length(length, expr.span);
            }
        };
        let labels = self.key_labels(&keys).into();
        Ok(Dimension::Keyed(keys, labels))
    }

    /// The keys of a list as text.
    pub fn key_labels(&self, keys: &Keys) -> Vec<String> {
        match keys {
            Keys::Regions(regions) => regions.labels.iter().map(ToString::to_string).collect(),
            Keys::Values(id) => self.model.enums[*id].values.clone(),
            Keys::Numbers(first, last) => (*first..=*last).map(|k| k.to_string()).collect(),
            Keys::Names(names) => names.iter().map(ToString::to_string).collect(),
        }
    }

    fn length(&self, length: i64, span: Span) -> Result<Dimension> {
        match usize::try_from(length) {
            Ok(length) if length <= MOST_UNKNOWNS => Ok(Dimension::Length(length)),
            _ => fail(
                Diagnostic::at(Code::Domain, span, format!("a list can't have {length} unknowns"))
                    .help("write a length from 0 to 1000000"),
            ),
        }
    }

    /// A list of different words as keys.
    fn words_as_keys(&self, items: &[Value], span: Span) -> Result<Keys> {
        let mut names: Vec<Arc<str>> = vec![];
        for item in items {
            let Value::Str(word) = item else {
                let error = self.wrong("a length, an enum, regions, a range or a list of words", item, span);
                let list = self.sources.slice(span);
                let help = match item {
                    Value::Keyed(row) if let Keys::Names(names) = &row.keys => format!(
                        "for an unknown for each row write `[size({list})]`, for each word of a column `[{list}.{}]`",
                        names[0]
                    ),
                    _ => format!("for an unknown for each element write `[size({list})]`"),
                };
                return fail(error.help(help));
            };
            if names.contains(word) {
                let message = format!("the word \"{word}\" occurs twice, so it can't be an index");
                return fail(Diagnostic::at(Code::Duplicate, span, message));
            }
            names.push(word.clone());
        }
        Ok(Keys::Names(names.into()))
    }

    /// Declares one unknown that is a variable of its own.
    pub(super) fn scalar(
        &mut self,
        name: String,
        place: Option<ArrayPlace>,
        declared: &Declared,
        span: Span,
    ) -> Result<sator_model::UnknownId> {
        let id = self.array_unknown(name.clone(), declared, span)?;
        let Declared { hidden, group, .. } = *declared;
        let place = place.map(Arc::new);
        self.model.variables.push(Variable { name, unknowns: vec![id], list: false, hidden, group, place });
        Ok(id)
    }

    fn array_unknown(&mut self, name: String, declared: &Declared, span: Span) -> Result<sator_model::UnknownId> {
        self.step(span)?;
        let Declared { kind, ref domain, hidden, .. } = *declared;
        Ok(self.model.add_unknown(Unknown { name, kind, domain: domain.clone(), hidden, inner: false }))
    }

    /// `age[pet]`: an unknown for each key, each a variable of its own.
    fn scalars(&mut self, base: &str, keys: &Dimension, declared: &Declared, span: Span) -> Result<Value> {
        let mut values = Vec::with_capacity(keys.len());
        for at in 0..keys.len() {
            let name = format!("{base}[{}]", keys.label(at));
            let place = ArrayPlace { array: base.into(), path: vec![keys.key(at)], heads: None };
            let id = self.scalar(name, Some(place), declared, span)?;
            values.push(self.unknown_value(id));
        }
        Ok(keys.list(values))
    }

    /// The part of an array at the first indices `path`. The last index runs through the elements of a list, which is a
    /// variable.
    fn rows_of_array(
        &mut self,
        base: &str,
        dimensions: &[Dimension],
        path: &mut Vec<(String, ArrayKey)>,
        declared: &Declared,
        span: Span,
    ) -> Result<Value> {
        let Some((first, rest)) = dimensions.split_first() else { return Ok(Value::None) };
        let mut values = Vec::with_capacity(first.len());
        if !rest.is_empty() {
            for at in 0..first.len() {
                path.push((first.label(at), first.key(at)));
                values.push(self.rows_of_array(base, rest, path, declared, span)?);
                path.pop();
            }
            return Ok(first.list(values));
        }
        let labels: Vec<&str> = path.iter().map(|(label, _)| label.as_str()).collect();
        let mut unknowns = Vec::with_capacity(first.len());
        for at in 0..first.len() {
            let label = first.label(at);
            let name =
                format!("{base}[{}]", labels.iter().copied().chain([label.as_str()]).collect::<Vec<_>>().join(", "));
            let id = self.array_unknown(name, declared, span)?;
            unknowns.push(id);
            values.push(self.unknown_value(id));
        }
        let heads = match first {
            Dimension::Length(_) => None,
            Dimension::Keyed(_, labels) => Some(labels.clone()),
        };
        let (name, place) = match path[..] {
            [] => (base.to_string(), None),
            _ => {
                let path = path.iter().map(|(_, key)| key.clone()).collect();
                let place = ArrayPlace { array: base.into(), path, heads };
                (format!("{base}[{}]", labels.join(", ")), Some(Arc::new(place)))
            }
        };
        let Declared { hidden, group, .. } = *declared;
        self.model.variables.push(Variable { name, unknowns, list: true, hidden, group, place });
        Ok(first.list(values))
    }
}
