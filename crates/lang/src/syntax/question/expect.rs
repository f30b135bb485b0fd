//! The argument of `expect`.

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::char;
use nom::combinator::{map, not, opt, value};
use nom::sequence::{preceded, terminated};

use crate::syntax::ast::Expectation;
use crate::syntax::expression::{compared, expression};
use crate::syntax::input::Input;
use crate::syntax::lexical::{ends, keyword, name, symbol};
use crate::syntax::picture::picture;
use crate::syntax::problem::{self, Parsed, need};

pub(super) fn expectation(i: Input<'_>) -> Parsed<'_, Expectation> {
    let word = alt((value(Expectation::Unique, keyword("unique")), value(Expectation::Unsat, keyword("unsat"))));
    if let Ok((end, expected)) = { word }.parse(i)
        && ends(end, true)
    {
        return Ok((end, expected));
    }
    let equals = terminated(alt((symbol("=="), symbol("="))), not(char('>')));
    if let Ok((after, ())) = preceded(keyword("count"), equals).parse(i) {
        let after = problem::after("`=`", after)?;
        return map(need(compared, "the number of solutions", "write `expect count = 288`"), Expectation::Count)
            .parse(after);
    }
    let of_grid = terminated(preceded(keyword("solution"), opt(name)), not(not(symbol("{"))));
    if let Ok((after, of)) = { of_grid }.parse(i) {
        let (end, picture) = need(picture, "`{` and the picture", "").parse(after)?;
        return Ok((end, Expectation::Solution { of, picture }));
    }
    let help =
        "write `expect unique`, `expect unsat`, `expect count = 288`, `expect solution x { ... }` or a condition";
    map(need(expression, "what to expect", help), Expectation::Condition).parse(i)
}
