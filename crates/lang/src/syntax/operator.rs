//! Operators: their spelling and how tightly they bind.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::value;
use nom::sequence::{pair, preceded};

use super::ast::{BinaryOp, CompareOp};
use super::input::Input;
use super::lexical::keyword;
use super::problem::{Failed, Parsed, foreign_operator, is_note, known_mistake};
use sator_base::source::Span;

/// The precedence of operators, the loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    If,
    Iff,
    Implies,
    Or,
    And,
    Not,
    Compare,
    Range,
    Sum,
    Product,
    Negation,
    Postfix,
}

impl Level {
    pub(super) fn of(op: BinaryOp) -> Level {
        match op {
            BinaryOp::Iff => Level::Iff,
            BinaryOp::Implies => Level::Implies,
            BinaryOp::Or | BinaryOp::Xor => Level::Or,
            BinaryOp::And => Level::And,
            BinaryOp::Add | BinaryOp::Sub => Level::Sum,
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::FloorDiv | BinaryOp::Mod => Level::Product,
        }
    }

    /// The strength with which the right operand of `op` must bind. Only `=>` groups to the right.
    pub(super) fn right_of(op: BinaryOp) -> Level {
        if op == BinaryOp::Implies { Level::Implies } else { Level::of(op).tighter() }
    }

    /// The next tighter level.
    pub(super) fn tighter(self) -> Level {
        match self {
            Level::If => Level::Iff,
            Level::Iff => Level::Implies,
            Level::Implies => Level::Or,
            Level::Or => Level::And,
            Level::And => Level::Not,
            Level::Not => Level::Compare,
            Level::Compare => Level::Range,
            Level::Range => Level::Sum,
            Level::Sum => Level::Product,
            Level::Product => Level::Negation,
            Level::Negation | Level::Postfix => Level::Postfix,
        }
    }
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Operator {
    Binary(BinaryOp, Span),
    Compare(CompareOp, Span),
    Range,
}

impl Operator {
    pub(super) fn level(self) -> Level {
        match self {
            Operator::Binary(op, _) => Level::of(op),
            Operator::Compare(..) => Level::Compare,
            Operator::Range => Level::Range,
        }
    }

    /// The operator as messages show it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Operator::Binary(op, _) => op.name(),
            Operator::Compare(op, _) => op.name(),
            Operator::Range => "`..`",
        }
    }
}

impl BinaryOp {
    /// The operator as it is printed.
    pub fn symbol(self) -> &'static str {
        self.name().trim_matches('`')
    }

    fn name(self) -> &'static str {
        match self {
            BinaryOp::Iff => "`<=>`",
            BinaryOp::Implies => "`=>`",
            BinaryOp::Or => "`or`",
            BinaryOp::Xor => "`xor`",
            BinaryOp::And => "`and`",
            BinaryOp::Add => "`+`",
            BinaryOp::Sub => "`-`",
            BinaryOp::Mul => "`*`",
            BinaryOp::Div => "`/`",
            BinaryOp::FloorDiv => "`//`",
            BinaryOp::Mod => "`%`",
        }
    }
}

impl CompareOp {
    /// The operator as it is printed.
    pub fn symbol(self) -> &'static str {
        self.name().trim_matches('`')
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            CompareOp::Eq => "`=`",
            CompareOp::Ne => "`!=`",
            CompareOp::Lt => "`<`",
            CompareOp::Le => "`<=`",
            CompareOp::Gt => "`>`",
            CompareOp::Ge => "`>=`",
            CompareOp::In => "`in`",
            CompareOp::NotIn => "`not in`",
            CompareOp::Is => "`is`",
            CompareOp::IsNot => "`is not`",
        }
    }
}

/// An operator without its span.
#[derive(Clone, Copy)]
enum Mark {
    Binary(BinaryOp),
    Compare(CompareOp),
    Range,
}

/// The next operator and the input after it. An operator of another language is an error.
pub(super) fn operator(i: Input<'_>) -> Result<Option<(Input<'_>, Operator)>, Failed> {
    let at = i.skip_blank();
    let parsed = match at.first() {
        Some(b'a' | b'i' | b'n' | b'o' | b'x') => word_operator(at),
        // Most operands are followed by a closing bracket or a comma, with which no operator starts.
        Some(b')' | b',' | b']' | b'(' | b';') => return Ok(None),
        Some(b'!'..=b'/' | b':'..=b'@' | b'\\'..=b'`' | b'|' | b'~' | 0x80..) => {
            let divides = at.rest.starts_with("//") && !is_note(at);
            if !divides
                && foreign_operator(at).is_some()
                && let Some(mistake) = known_mistake(i)
            {
                return Err(mistake);
            }
            mark_operator(at)
        }
        _ => return Ok(None),
    };
    Ok(parsed.ok().map(|(after, mark)| {
        let span = at.span_to(after);
        let operator = match mark {
            Mark::Binary(op) => Operator::Binary(op, span),
            Mark::Compare(op) => Operator::Compare(op, span),
            Mark::Range => Operator::Range,
        };
        (after, operator)
    }))
}

fn word_operator(i: Input<'_>) -> Parsed<'_, Mark> {
    use BinaryOp::{And, Or, Xor};
    use CompareOp::{In, Is, IsNot, NotIn};
    alt((
        value(Mark::Binary(And), keyword("and")),
        value(Mark::Binary(Or), keyword("or")),
        value(Mark::Binary(Xor), keyword("xor")),
        value(Mark::Compare(In), keyword("in")),
        value(Mark::Compare(NotIn), preceded(keyword("not"), keyword("in"))),
        value(Mark::Compare(IsNot), pair(keyword("is"), keyword("not"))),
        value(Mark::Compare(Is), keyword("is")),
    ))
    .parse(i)
}

fn mark_operator(i: Input<'_>) -> Parsed<'_, Mark> {
    use BinaryOp::{Add, Div, FloorDiv, Iff, Implies, Mod, Mul, Sub};
    use CompareOp::{Eq, Ge, Gt, Le, Lt, Ne};
    alt((
        value(Mark::Range, tag("..")),
        value(Mark::Binary(Iff), tag("<=>")),
        value(Mark::Binary(Implies), tag("=>")),
        value(Mark::Compare(Eq), alt((tag("=="), tag("=")))),
        value(Mark::Compare(Ne), alt((tag("!="), tag("≠")))),
        value(Mark::Compare(Le), alt((tag("<="), tag("≤")))),
        value(Mark::Compare(Ge), alt((tag(">="), tag("≥")))),
        value(Mark::Compare(Lt), tag("<")),
        value(Mark::Compare(Gt), tag(">")),
        value(Mark::Binary(Add), tag("+")),
        value(Mark::Binary(Sub), tag("-")),
        value(Mark::Binary(Mul), tag("*")),
        value(Mark::Binary(FloorDiv), tag("//")),
        value(Mark::Binary(Div), tag("/")),
        value(Mark::Binary(Mod), tag("%")),
    ))
    .parse(i)
}

/// Whether a word that ends at `i` is an operand there, not the start of a statement: `(`, `[` or `.` follows directly,
/// or an operator follows. `takes_value` marks words that an expression can follow; for these, `(` after a blank and
/// `-` belong to that expression.
pub(super) fn is_operand_before(i: Input, takes_value: bool) -> bool {
    if matches!(i.first(), Some(b'(' | b'[' | b'.')) {
        return true;
    }
    if !takes_value && i.skip_blank().first() == Some(b'(') {
        return true;
    }
    match operator(i) {
        Ok(Some((_, Operator::Binary(BinaryOp::Sub, _)))) => !takes_value,
        Ok(found) => found.is_some(),
        Err(_) => false,
    }
}
