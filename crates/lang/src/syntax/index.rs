//! Indices, slices and fields: the part behind an operand, in square brackets or after a dot.
//!
//! ```text
//! index = expr | [expr] ".." [expr]         field = "." FIELD
//! ```

use nom::bytes::complete::take_while1;
use sator_base::text::is_name_char;

use super::ast::{Expr, ExprKind, Ident};
use super::expression::{Tree, tree};
use super::input::Input;
use super::lexical::comma;
use super::operand::{LINES, Parts, closed, soft};
use super::operator::Level;
use super::problem::{Parsed, failure, unexpected};
use crate::diagnostic::{Code, Diagnostic};

/// `base[i, j]`, at the `[`.
pub(super) fn index<'a>(start: Input<'a>, i: Input<'a>, base: Tree) -> Parsed<'a, Tree> {
    let inside = i.inside()?;
    let Some((end, args)) = soft(indices(inside))? else {
        let line = inside.skip_blank().first() == Some(b':');
        return Err(unexpected(inside, "an index", if line { LINES } else { "the first element is `[1]`" }));
    };
    let end = closed(i, end, "]")?;
    let height = base.height.max(args.height);
    let kind = ExprKind::Index { base: base.expr, args: args.parts };
    Ok((end, Tree::over(end, height, kind, start.span_to(end))?))
}

/// One or more indices, separated by commas.
fn indices(i: Input<'_>) -> Parsed<'_, Parts<Expr>> {
    let (mut i, (first, height)) = one_index(i)?;
    let mut parts = Parts::of(first, height);
    while let Some((next, ())) = soft(comma(i))? {
        i = next;
        let Some((end, (part, height))) = soft(one_index(next))? else { break };
        parts.push(part, height);
        i = end;
    }
    Ok((i, parts))
}

/// `a`, `a..b`, `a..`, `..b` or `..`
fn one_index(i: Input<'_>) -> Parsed<'_, (Expr, u16)> {
    let start = i.skip_blank();
    let (end, from) = match start.rest.starts_with("..") {
        true => (start, None),
        false => {
            let (end, from) = tree(i, Level::If)?;
            match end.skip_blank().rest.starts_with("..") {
                true => (end.skip_blank(), Some(from)),
                false => return Ok((end, (*from.expr, from.height))),
            }
        }
    };
    let after = end.advance(2);
    let (end, to) = match soft(tree(after, Level::Sum))?.filter(|_| from.is_none()) {
        Some((end, to)) => (end, Some(to)),
        None => (after, None),
    };
    let height = from.iter().chain(&to).map(|end| end.height).max().unwrap_or(0);
    let kind = ExprKind::Slice { from: from.map(|from| from.expr), to: to.map(|to| to.expr) };
    let tree = Tree::over(end, height, kind, start.span_to(end))?;
    Ok((end, (*tree.expr, tree.height)))
}

/// `base.field`, at the `.`: any letters and digits.
pub(super) fn field<'a>(start: Input<'a>, i: Input<'a>, base: Tree) -> Parsed<'a, Tree> {
    let at = i.advance(1);
    let Some((end, text)) = soft(take_while1(is_name_char)(at))? else {
        if at.is_at_line_end() {
            let message = "a statement ends with its line, without a `.`";
            return Err(failure(Diagnostic::at(Code::Syntax, i.span(1), message).help("delete the `.`")));
        }
        let help = "write `cage.a` or `y.r3c4`; a label of other characters goes in brackets: `cage[\"?\"]`";
        return Err(unexpected(at, "a label, a cell or a row right after `.`", help));
    };
    let field = Ident { name: text.rest.to_owned(), span: at.span_to(end) };
    let kind = ExprKind::Field { base: base.expr, field };
    Ok((end, Tree::over(end, base.height, kind, start.span_to(end))?))
}
