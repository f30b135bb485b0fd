//! The syntax tree of a script, as written. No name is resolved and no value computed.

use sator_base::source::Span;
use std::sync::Arc;

mod asked;
mod declared;
mod generate;
mod parts;
mod picture;

pub use asked::{Command, DropWhat, Expectation, Query, Question, Redundant, StepChoice, Why};
pub use declared::{Domain, GridShape, Param, Seeds, VarItem};
pub use generate::{ClueCount, Generate, PuzzlePart, SYMMETRIES};
pub use parts::Part;
pub use picture::{Picture, PictureKind, PictureRow, Spots, Token};

/// A name with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Ident {
    /// The name.
    pub name: String,
    /// Its place.
    pub span: Span,
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Its kind, with its parts.
    pub kind: ExprKind,
    /// Its place.
    pub span: Span,
}

/// The kind of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `42`
    Int(i64),
    /// `1.5`, as written.
    Decimal(Arc<str>),
    /// `true`, `false`
    Bool(bool),
    /// `none`
    None,
    /// `"text"`
    Str(Arc<str>),
    /// A name.
    Name(String),
    /// `r3c4` of the main grid; row and column from 1.
    CellName {
        /// The row, from 1.
        row: u32,
        /// The column, from 1.
        col: u32,
    },
    /// `r3`
    RowName(u32),
    /// `c4`
    ColName(u32),
    /// `[a, b]`
    List(Vec<Expr>),
    /// `(a, b)`
    Tuple(Vec<Expr>),
    /// `{a, b}`
    Set(Vec<Expr>),
    /// `[E for ...]`
    ListOf(Box<Generator>),
    /// `{E for ...}`
    SetOf(Box<Generator>),
    /// `-a`
    Neg(Box<Expr>),
    /// `not a`
    Not(Box<Expr>),
    /// An operator with two operands, except comparisons.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// Its place.
        op_span: Span,
        /// The left operand.
        left: Box<Expr>,
        /// The right operand.
        right: Box<Expr>,
    },
    /// `a <= b < c`; one operand more than operators.
    Compare {
        /// The operands.
        operands: Vec<Expr>,
        /// The operators between them, with their places.
        ops: Vec<(CompareOp, Span)>,
    },
    /// `a..b`, `c..d..e`; at least two operands.
    Range(Vec<Expr>),
    /// `if p then a else b`
    If {
        /// `p`
        condition: Box<Expr>,
        /// `a`
        then: Box<Expr>,
        /// `b`
        otherwise: Box<Expr>,
    },
    /// `(weight: 3, value: 4)`: a record.
    Record(Vec<(Ident, Expr)>),
    /// `f(a, b)`
    Call {
        /// `f`
        callee: Box<Expr>,
        /// The arguments.
        args: Vec<Arg>,
    },
    /// `..`, `a..` or `..b` as an index: a part of a list without one end or both.
    Slice {
        /// `a`
        from: Option<Box<Expr>>,
        /// `b`
        to: Option<Box<Expr>>,
    },
    /// `a[i]`, `a[i, j]`; a `Range` or `Slice` as an index picks a part.
    Index {
        /// `a`
        base: Box<Expr>,
        /// The indices.
        args: Vec<Expr>,
    },
    /// `cage.a`, `y.r3c4`, `cage.12`, with the field's text as written.
    Field {
        /// The value before the dot.
        base: Box<Expr>,
        /// The field.
        field: Ident,
    },
    /// Parentheses, kept so that printing returns the text as written.
    Paren(Box<Expr>),
}

/// `E for a, b in l, k in 1..9 where P`. The clauses are in the order written.
#[derive(Clone, Debug, PartialEq)]
pub struct Generator {
    /// `E`
    pub body: Expr,
    /// `for`, `where` and `while`.
    pub clauses: Vec<Clause>,
}

/// A clause of a generator or loop.
#[derive(Clone, Debug, PartialEq)]
pub enum Clause {
    /// `for a, b in l`
    For {
        /// The loop variables.
        names: Vec<Ident>,
        /// `l`
        iterable: Expr,
    },
    /// `where P`
    Where(Expr),
    /// `while P`
    While(Expr),
}

/// An argument.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// `a`
    Positional(Expr),
    /// `name: a`
    Named {
        /// The name of the parameter.
        name: Ident,
        /// The value.
        value: Expr,
    },
    /// `sum(E for ...)`; only the first argument can be one.
    Generator(Box<Generator>),
}

/// An operator with two operands, except comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `<=>`
    Iff,
    /// `=>`
    Implies,
    /// `or`
    Or,
    /// `xor`
    Xor,
    /// `and`
    And,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`, exact division.
    Div,
    /// `//`, division rounded down.
    FloorDiv,
    /// `%`, the remainder of floor division.
    Mod,
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareOp {
    /// `=`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `in`
    In,
    /// `not in`
    NotIn,
    /// `is`
    Is,
    /// `is not`
    IsNot,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// Its kind, with its parts.
    pub kind: StatementKind,
    /// Its place.
    pub span: Span,
    /// The `##` lines directly above, without their marks; empty if there are none.
    pub doc: String,
}

/// The file or link that `load` names.
#[derive(Clone, Debug, PartialEq)]
pub struct Load {
    /// The path or link.
    pub path: String,
    /// Its place.
    pub span: Span,
    /// The genre of a text that doesn't name it.
    pub genre: Option<Ident>,
}

/// The kind of a statement.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `grid x 9x9 in 1..9 except wall`
    Grid {
        /// Whether it is `hidden`.
        hidden: bool,
        /// The name.
        name: Ident,
        /// The rows and columns.
        shape: GridShape,
        /// The values of the cells.
        domain: Option<Domain>,
        /// The picture with the holes.
        except: Option<Ident>,
    },
    /// `var S, q[8] in 0..9`
    Var {
        /// Whether they are `hidden`.
        hidden: bool,
        /// The unknowns and lists.
        items: Vec<VarItem>,
        /// Their values.
        domain: Domain,
    },
    /// `enum colour { red green }`
    Enum {
        /// The name.
        name: Ident,
        /// The names of the values.
        values: Vec<Ident>,
        /// The list that has the names, in `enum city = cost.city`.
        from: Option<Expr>,
    },
    /// `graph g { a-b, b-c }`
    Graph {
        /// The name.
        name: Ident,
        /// Chains of places, each joined to the next one.
        chains: Vec<Vec<Ident>>,
        /// The list that has the edges, in `graph g = csv("roads.csv")`.
        from: Option<Expr>,
    },
    /// One name, or several for `let (a, b) = pair`.
    Let {
        /// The names.
        names: Vec<Ident>,
        /// Whether the names stand in brackets.
        tuple: bool,
        /// The value.
        value: Expr,
    },
    /// `param n = 8`: a known value that a call of the program can set.
    Param {
        /// The name.
        name: Ident,
        /// The value of the script; without one the call must give a value.
        value: Option<Expr>,
        /// The value that the call gives.
        given: Option<Expr>,
    },
    /// `title "Block Party"`
    Title(String),
    /// `author "Jane Doe"`
    Author(String),
    /// `rulestext "..."`: a paragraph of the rules in words.
    RulesText(String),
    /// A part of the puzzle that the statements don't express.
    Untranslated(String),
    /// `givens x { ... }`, `regions cage of x { ... }` and the like.
    Picture {
        /// The contents of the picture.
        kind: PictureKind,
        /// Its name.
        name: Option<Ident>,
        /// Its grid.
        of: Option<Ident>,
        /// The places of its tokens.
        spots: Spots,
        /// The rows; copies of the statement share them.
        picture: Arc<Picture>,
    },
    /// `links e of x in 0..2`; `in` only for links.
    Links {
        /// Whether they are `hidden`.
        hidden: bool,
        /// The name.
        name: Ident,
        /// The grid.
        of: Option<Ident>,
        /// The numbers of links.
        domain: Option<Domain>,
    },
    /// `fences e of x`
    Fences {
        /// Whether they are `hidden`.
        hidden: bool,
        /// The name.
        name: Ident,
        /// The grid.
        of: Option<Ident>,
    },
    /// `partition p of x, one number in each`
    Partition {
        /// Whether it is `hidden`.
        hidden: bool,
        /// The name.
        name: Ident,
        /// The grid.
        of: Option<Ident>,
        /// The seeds of the pieces.
        seeds: Option<Seeds>,
    },
    /// A condition to assert or a rule use, with its `as` label and its `because` text.
    Expr {
        /// The condition or rule use.
        expr: Expr,
        /// The `as` label.
        label: Option<String>,
        /// The parts of the `because` text.
        because: Vec<Expr>,
    },
    /// `require COND, "text", E ...`: a condition that must be known and hold, and the error message if it doesn't.
    Require {
        /// The condition.
        condition: Expr,
        /// The parts of the message.
        message: Vec<Expr>,
    },
    /// `prefer E weight 3`: a condition that the best solutions meet as far as possible.
    Prefer {
        /// The condition.
        condition: Expr,
        /// The weight; 1 without one.
        weight: Option<Expr>,
        /// The parts of the `as` label.
        label: Vec<Expr>,
    },
    /// `implied E because "text", E ...`: a condition, or the use of a rule, that follows from the other statements. It names a
    /// step of an explanation.
    Implied {
        /// The condition or the use.
        condition: Expr,
        /// The parts of the `because` text.
        because: Vec<Expr>,
    },
    /// `draw line(cells, "thermo")`: a shape that a rule draws.
    Draw {
        /// The kind of shape.
        shape: Ident,
        /// Its arguments.
        args: Vec<Arg>,
    },
    /// `sweep n in 4..10 { ... }`: the statements and questions, once for each value.
    Sweep {
        /// The name that has the value.
        name: Ident,
        /// The values.
        values: Expr,
        /// The statements.
        body: Vec<Statement>,
    },
    /// `for c in x { ... }`
    For {
        /// The clauses.
        clauses: Vec<Clause>,
        /// The statements.
        body: Vec<Statement>,
    },
    /// `if p { ... } else { ... }`
    If {
        /// The condition.
        condition: Expr,
        /// The statements if it holds.
        then: Vec<Statement>,
        /// The statements otherwise.
        otherwise: Vec<Statement>,
    },
    /// `def f(a) = E`
    Def {
        /// The name.
        name: Ident,
        /// The parameters.
        params: Vec<Param>,
        /// The expression.
        body: Expr,
    },
    /// `rule r(a) { ... }`
    Rule {
        /// The name.
        name: Ident,
        /// The parameters.
        params: Vec<Param>,
        /// The statements.
        body: Vec<Statement>,
    },
    /// `load "file.puz"`, `load "rows.txt" as nurikabe`
    Load(Load),
    /// A question.
    Question(Question),
    /// A session command.
    Command(Command),
}
