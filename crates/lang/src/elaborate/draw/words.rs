//! Wording for steps and hints: draws nothing.

use super::super::Elaborator;
use super::super::value::{Args, Value};
use super::{first_value, grid};
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use sator_base::source::Span;
use sator_model::shape::Form;
use sator_model::{Kind, Node, Predicate, UnknownId, ValueWording, YesNoWording};
use std::sync::Arc;

impl Elaborator {
    /// The unknowns in a list of `var`s of this kind.
    fn unknowns_in(&self, list: &[Value], kind: Kind, span: Span) -> Result<Vec<UnknownId>> {
        let unknown = |value: &Value| match value {
            Value::Expr(e, of) if *of == kind => match self.model.pool.node(*e) {
                Node::BoolVar(u) | Node::IntVar(u) => Some(*u),
                _ => None,
            },
            _ => None,
        };
        list.iter().map(unknown).collect::<Option<_>>().map_or_else(
            || {
                let what = if kind == Kind::Bool { "yes/no unknowns" } else { "numbers" };
                let message = format!("words for a list need {what} declared with `var`");
                fail(Diagnostic::at(Code::Type, span, message))
            },
            Ok,
        )
    }

    /// A text for each of `many` unknowns.
    fn labels(&mut self, texts: &Value, many: usize, span: Span) -> Result<Vec<Arc<str>>> {
        let texts = self.list(texts, span)?;
        if texts.len() != many {
            let message = format!("there are {many} unknowns, but words for {}: write a text for each", texts.len());
            return fail(Diagnostic::at(Code::Type, span, message));
        }
        Ok(texts.iter().map(|text| self.sentence_text(text).into()).collect())
    }
}

pub(super) fn words(el: &mut Elaborator, args: Args) -> Result<Value> {
    if let (Value::List(texts), span) = args.get(1)
        && matches!(args.get(2).0, Value::None)
    {
        return value_words(el, texts, span, &args);
    }
    if let (Value::List(unknowns), span) = args.get(0) {
        return sentences(el, unknowns, span, &args);
    }
    let grid = grid(el, &args)?;
    let (yes, no) = (Predicate::read(&el.word(args.get(1))?), Predicate::read(&el.word(args.get(2))?));
    match (&el.model.grid(grid).content, args.get(3)) {
        (Some((Kind::Bool, _)), (Value::None, _)) => el.add_shape(grid, "words", Form::Words { yes, no }),
        _ => {
            let message = "words for yes and no need a yes/no grid; for a grid of numbers write a list of texts, for 0, 1 and so on";
            fail(Diagnostic::at(Code::Type, args.get(0).1, message))
        }
    }
}

/// Wording for each value of some unknowns: the cells of a grid, or a list with a name for each unknown.
fn value_words(el: &mut Elaborator, texts: &[Value], span: Span, args: &Args) -> Result<Value> {
    let words = texts.iter().map(|text| {
        let text = el.sentence_text(text);
        Predicate::read(&text).complement_of_is().cloned().ok_or_else(|| {
            let message = format!("words for a number must start with `is `, found `{text}`");
            Box::new(Diagnostic::at(Code::Type, span, message))
        })
    });
    let words: Box<[Arc<str>]> = words.collect::<Result<_>>()?;
    let from = first_value(el, args)?;
    let unknowns: Vec<UnknownId> = match args.get(0) {
        (Value::List(unknowns), span) => el.unknowns_in(unknowns, Kind::Int, span)?,
        _ => {
            let grid = grid(el, args)?;
            el.model.grid(grid).unknowns.iter().flatten().copied().collect()
        }
    };
    let names = match (args.named("of"), args.get(0)) {
        (Some((names, span)), _) => el.labels(names, unknowns.len(), span)?.into_iter().map(Some).collect(),
        (None, (Value::List(_), span)) => {
            let message = "words for a list need a name for each element: `of: [\"the piece in room 1\", ...]`";
            return fail(Diagnostic::at(Code::Type, span, message));
        }
        (None, _) => vec![None; unknowns.len()],
    };
    let mut of: Vec<(UnknownId, Option<Arc<str>>)> = unknowns.into_iter().zip(names).collect();
    of.sort_unstable();
    el.model.value_words.push(ValueWording { of, from, words });
    Ok(Value::None)
}

/// Whole sentences for yes and no of unknowns outside cells.
fn sentences(el: &mut Elaborator, unknowns: &[Value], span: Span, args: &Args) -> Result<Value> {
    let found = el.unknowns_in(unknowns, Kind::Bool, span)?;
    let (places, span) = args.get(3);
    let labels = el.labels(places, found.len(), span)?;
    let mut of: Vec<(UnknownId, Arc<str>)> = found.into_iter().zip(labels).collect();
    of.sort_unstable();
    let (yes, no) = (el.sentence_text(args.get(1).0).into(), el.sentence_text(args.get(2).0).into());
    el.model.sentences.push(YesNoWording { of, yes, no });
    Ok(Value::None)
}
