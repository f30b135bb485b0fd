//! Questions, typed as one word or "in words".
//!
//! ```text
//! solve [steps]   another   unique [fix]   count [limit expr]   solutions [expr]   candidates   forced
//! maximize expr   minimize expr   why [all | fewest | steps expr | is expr [[not] expr] | expr]
//! hint [apply]    redundant [all | minimal]    try statement    print expr {, expr}   show [NAME {[,] NAME}]
//! expect (unique | unsat | count = expr | solution [NAME] picture | expr)
//! generate [NAME] {clues (expr | minimal) | minimal | seed expr | symmetric}   compare [question]
//! is it unique    is there another [solution]
//! ```
//! A `?` may follow any of them. Every parser here starts after the question's first word.

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::char;
use nom::combinator::{map, not, opt, value};
use nom::multi::{many0, separated_list1};
use nom::sequence::{pair, preceded, terminated};

use super::ast::{CompareOp, Expectation, Expr, ExprKind, Ident, Question, Redundant, Why};
use super::command::is_command;
use super::expression::{compared, expression};
use super::input::Input;
use super::lexical::{comma, keyword, name, symbol, word};
use super::operator::is_operand_before;
use super::picture::picture;
use super::problem::{self, Parsed, failure, need, no_match, unexpected};
use super::statement::{ends, statement};
use super::words;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// True for the words that ask something.
fn is_question(word: &str) -> bool {
    words::QUESTIONS.contains(&word)
}

/// True when `word`, which ends at `after`, asks something there.
pub(super) fn asks(word: &str, after: Input) -> bool {
    // `why is r1c1 5?`
    let in_words = word == "why" && keyword("is").parse(after).is_ok();
    is_question(word) && (in_words || !is_operand_before(after, takes_value(word)))
}

/// True for the questions after which an expression may come.
fn takes_value(word: &str) -> bool {
    matches!(word, "solutions" | "maximize" | "minimize" | "why" | "try" | "print" | "expect")
}

/// The question that `word` starts, with the `?` behind it.
pub(super) fn question<'a>(word: &str, i: Input<'a>) -> Parsed<'a, Question> {
    terminated(|i| plain_question(word, i), opt(symbol("?"))).parse(i)
}

fn plain_question<'a>(word: &str, i: Input<'a>) -> Parsed<'a, Question> {
    let flag = |text| map(opt(keyword(text)), |found| found.is_some());
    match word {
        "solve" => map(flag("steps"), |steps| Question::Solve { steps }).parse(i),
        "another" => Ok((i, Question::Another)),
        "unique" => map(flag("fix"), |fix| Question::Unique { fix }).parse(i),
        "count" => {
            let limit = need(compared, "how many solutions to count at most", "write `count limit 1000`");
            map(opt(preceded(keyword("limit"), limit)), |limit| Question::Count { limit }).parse(i)
        }
        "solutions" => map(opt(compared), Question::Solutions).parse(i),
        "candidates" => Ok((i, Question::Candidates)),
        "forced" => Ok((i, Question::Forced)),
        "maximize" => {
            map(need(expression, "what to maximize", "write `maximize sum(r1)`"), Question::Maximize).parse(i)
        }
        "minimize" => {
            map(need(expression, "what to minimize", "write `minimize sum(r1)`"), Question::Minimize).parse(i)
        }
        "why" => map(why, Question::Why).parse(i),
        "hint" => map(flag("apply"), |apply| Question::Hint { apply }).parse(i),
        "redundant" => map(redundant, Question::Redundant).parse(i),
        "try" => attempt(i),
        "print" => {
            let value = need(expression, "what to print", "write `print sum(r1), \"text\"`");
            map(separated_list1(comma, value), Question::Print).parse(i)
        }
        "show" => map(many0(terminated(name, opt(comma))), Question::Show).parse(i),
        "expect" => map(expectation, Question::Expect).parse(i),
        "generate" => generate(i),
        "compare" => compare(i),
        _ => Err(no_match()),
    }
}

/// `is it unique`, `is there another [solution]`, after the `is`.
pub(super) fn asks_in_words(i: Input<'_>) -> Parsed<'_, Question> {
    let unique = value(Question::Unique { fix: false }, pair(keyword("it"), keyword("unique")));
    let another = (keyword("there"), keyword("another"), opt(keyword("solution")));
    let asked = alt((unique, value(Question::Another, another)));
    let help = "the questions in words are `is it unique?`, `is there another solution?` and `why is r1c1 5?`";
    terminated(need(asked, "a question after `is`", help), opt(symbol("?"))).parse(i)
}

fn why(i: Input<'_>) -> Parsed<'_, Why> {
    if ends(i, true) {
        return Ok((i, Why::Clash));
    }
    let scope = alt((value(Why::All, keyword("all")), value(Why::Fewest, keyword("fewest"))));
    if let Ok((end, scope)) = { scope }.parse(i)
        && ends(end, true)
    {
        return Ok((end, scope));
    }
    if let Ok((after, ())) = keyword("steps").parse(i)
        && !ends(after, true)
        && !is_operand_before(after, true)
    {
        return map(need(expression, "a condition", "write `why steps r1c1 = 5`"), Why::Steps).parse(after);
    }
    let at = i.skip_blank();
    if let Ok((after, ())) = keyword("is").parse(i) {
        return map(|i| value_in_words(at.span(2), i), Why::Condition).parse(after);
    }
    map(need(expression, "a condition", "write `why r1c1 = 5`"), Why::Condition).parse(i)
}

/// `r1c1 5` or `r1c1 not 5`, which say `r1c1 = 5` and `r1c1 != 5`; or any condition.
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

fn redundant(i: Input<'_>) -> Parsed<'_, Redundant> {
    let kind = alt((value(Redundant::All, keyword("all")), value(Redundant::Minimal, keyword("minimal"))));
    map(opt(kind), |kind| kind.unwrap_or(Redundant::Each)).parse(i)
}

fn attempt(i: Input<'_>) -> Parsed<'_, Question> {
    let help = "write `try r1c1 = 5`, or any statement that could stand on its own";
    if ends(i, true) {
        return Err(unexpected(i, "a statement to try", help));
    }
    let at = i.skip_blank();
    if let Ok((end, word)) = word(at)
        && (asks(word, end) || is_command(word, end))
    {
        let message = "a question or a command can't be tried";
        return Err(failure(Diagnostic::at("syntax", at.span_to(end), message).help(help)));
    }
    map(statement, |tried| Question::Try(Box::new(tried))).parse(at)
}

fn expectation(i: Input<'_>) -> Parsed<'_, Expectation> {
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

/// One option of `generate`.
#[derive(Clone)]
enum GenerateOption {
    Clues(Expr),
    Minimal,
    Seed(Expr),
    Symmetric,
}

fn generate(i: Input<'_>) -> Parsed<'_, Question> {
    let help = "write `generate x clues 25 seed 7 symmetric`, or `clues minimal`";
    let number = |what| need(compared, what, help);
    let option = |i| {
        alt((
            value(GenerateOption::Minimal, pair(opt(keyword("clues")), keyword("minimal"))),
            map(preceded(keyword("clues"), number("how many clues there may be")), GenerateOption::Clues),
            map(preceded(keyword("seed"), number("a seed for the random choices")), GenerateOption::Seed),
            value(GenerateOption::Symmetric, keyword("symmetric")),
        ))
        .parse(i)
    };
    let is_option = |name: &Ident| matches!(name.name.as_str(), "clues" | "minimal" | "seed" | "symmetric");
    let (mut i, grid) = match name(i) {
        Ok((after, grid)) if !is_option(&grid) => (after, Some(grid)),
        _ => (i, None),
    };
    let (mut clues, mut minimal, mut symmetric, mut seed) = (None, false, false, None);
    while let (end, Some(option)) = opt(option).parse(i)? {
        match option {
            GenerateOption::Clues(number) => clues = Some(number),
            GenerateOption::Minimal => minimal = true,
            GenerateOption::Seed(number) => seed = Some(number),
            GenerateOption::Symmetric => symmetric = true,
        }
        i = end;
    }
    Ok((i, Question::Generate { grid, clues, minimal, symmetric, seed }))
}

fn compare(i: Input<'_>) -> Parsed<'_, Question> {
    if ends(i, true) {
        return Ok((i, Question::Compare(None)));
    }
    let help = "write `compare`, or a question to compare: `compare unique`";
    let at = i.skip_blank();
    match word(at) {
        Ok((after, word)) if is_question(word) && word != "compare" => {
            map(|i| plain_question(word, i), |asked| Question::Compare(Some(Box::new(asked)))).parse(after)
        }
        _ => Err(unexpected(i, "a question to compare", help)),
    }
}
