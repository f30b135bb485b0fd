//! `why`, also as the sentence `why is r1c1 5?`.

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map, opt, value};

use crate::syntax::ast::{CompareOp, Expr, ExprKind, Why};
use crate::syntax::expression::{compared, expression};
use crate::syntax::input::Input;
use crate::syntax::lexical::{ends, keyword};
use crate::syntax::operator::is_operand_before;
use crate::syntax::problem::{Parsed, need};
use sator_base::source::Span;

pub(super) fn why(i: Input<'_>) -> Parsed<'_, Why> {
    if ends(i, true) {
        return Ok((i, Why::Clash));
    }
    let scope = alt((value(Why::All, keyword("all")), value(Why::Fewest, keyword("fewest"))));
    if let Ok((end, scope)) = { scope }.parse(i)
        && ends(end, true)
    {
        return Ok((end, scope));
    }
    let before_condition = |word| match keyword(word).parse(i) {
        Ok((after, ())) if !ends(after, true) && !is_operand_before(after, true) => Some(after),
        _ => None,
    };
    if let Some(after) = before_condition("steps") {
        return map(need(expression, "a condition", "write `why steps r1c1 = 5`"), Why::Steps).parse(after);
    }
    if let Some(after) = before_condition("fewest") {
        return map(need(expression, "a condition", "write `why fewest r1c1 = 5`"), Why::FewestFor).parse(after);
    }
    let at = i.skip_blank();
    if let Ok((after, ())) = keyword("is").parse(i) {
        return map(|i| value_in_words(at.span(2), i), Why::Condition).parse(after);
    }
    map(need(expression, "a condition", "write `why r1c1 = 5`"), Why::Condition).parse(i)
}

/// `r1c1 5` or `r1c1 not 5`, read as `r1c1 = 5` and `r1c1 != 5`; or any condition.
fn value_in_words(is: Span, i: Input<'_>) -> Parsed<'_, Expr> {
    let help = "write `why is r1c1 5?` or `why r1c1 = 5`";
    let (i, left) = need(expression, "a cell or a condition", help).parse(i)?;
    if ends(i, true) {
        return Ok((i, left));
    }
    let (i, negated) = opt(keyword("not")).parse(i)?;
    let (i, right) = need(compared, "a value", help).parse(i)?;
    let op = if negated.is_some() { CompareOp::Ne } else { CompareOp::Eq };
    let span = left.span.to(right.span);
    Ok((i, Expr { kind: ExprKind::Compare { operands: vec![left, right], ops: vec![(op, is)] }, span }))
}
