//! The syntax tree of a script, as written. No name is resolved and no value computed.

use sator_base::source::Span;
use std::sync::Arc;

mod asked;

pub use asked::{
    ClueCount, Command, DropWhat, Expectation, Generate, Question, Redundant, SYMMETRIES, StepChoice, Wanted, Why,
};

#[derive(Clone, Debug, PartialEq)]
pub struct Ident {
    pub name: String,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    Int(i64),
    Bool(bool),
    None,
    Str(Arc<str>),
    Name(String),
    /// `r3c4` of the main grid; row and column from 1.
    CellName {
        row: u32,
        col: u32,
    },
    /// `r3`
    RowName(u32),
    /// `c4`
    ColName(u32),
    List(Vec<Expr>),
    Tuple(Vec<Expr>),
    Set(Vec<Expr>),
    /// `[E for ...]`
    ListOf(Box<Generator>),
    /// `{E for ...}`
    SetOf(Box<Generator>),
    Neg(Box<Expr>),
    Not(Box<Expr>),
    Binary {
        op: BinaryOp,
        op_span: Span,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `a <= b < c`; one operand more than operators.
    Compare {
        operands: Vec<Expr>,
        ops: Vec<(CompareOp, Span)>,
    },
    /// `a..b`, `c..d..e`; at least two operands.
    Range(Vec<Expr>),
    If {
        condition: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    Call {
        callee: Box<Expr>,
        args: Vec<Arg>,
    },
    /// `a[i]`, `a[i, j]`; a slice is an index whose only argument is a `Range`.
    Index {
        base: Box<Expr>,
        args: Vec<Expr>,
    },
    /// `cage.a`, `y.r3c4`, `cage.12`, with the field's text as written.
    Field {
        base: Box<Expr>,
        field: Ident,
    },
    /// Parentheses, kept so that printing returns the text as written.
    Paren(Box<Expr>),
}

/// `E for a, b in l, k in 1..9 where P`. The clauses are in the order written.
#[derive(Clone, Debug, PartialEq)]
pub struct Generator {
    pub body: Expr,
    pub clauses: Vec<Clause>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Clause {
    For { names: Vec<Ident>, iterable: Expr },
    Where(Expr),
    While(Expr),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    Positional(Expr),
    Named {
        name: Ident,
        value: Expr,
    },
    /// `sum(E for ...)`; only the first argument can be one.
    Generator(Box<Generator>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Iff,
    Implies,
    Or,
    Xor,
    And,
    Add,
    Sub,
    Mul,
    /// `/`, exact division.
    Div,
    /// `//`, division rounded down.
    FloorDiv,
    /// `%`, the remainder of floor division.
    Mod,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    In,
    NotIn,
    Is,
    IsNot,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
    /// The `##` lines directly above, without their marks; empty if there are none.
    pub doc: String,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    Grid {
        hidden: bool,
        name: Ident,
        shape: GridShape,
        domain: Option<Domain>,
        except: Option<Ident>,
    },
    /// `var S, q[8] in 0..9`
    Var {
        hidden: bool,
        items: Vec<VarItem>,
        domain: Domain,
    },
    Enum {
        name: Ident,
        values: Vec<Ident>,
    },
    /// One name, or several for `let (a, b) = pair`.
    Let {
        names: Vec<Ident>,
        tuple: bool,
        value: Expr,
    },
    Title(String),
    /// A part of the puzzle that the statements don't express.
    Untranslated(String),
    Picture {
        kind: PictureKind,
        name: Option<Ident>,
        of: Option<Ident>,
        spots: Spots,
        picture: Picture,
    },
    /// `links e of x in 0..2`; `in` only for links.
    Links {
        hidden: bool,
        name: Ident,
        of: Option<Ident>,
        domain: Option<Domain>,
    },
    Fences {
        hidden: bool,
        name: Ident,
        of: Option<Ident>,
    },
    /// `partition p of x, one number in each`
    Partition {
        hidden: bool,
        name: Ident,
        of: Option<Ident>,
        seeds: Option<Seeds>,
    },
    /// A condition to assert or a rule use, with its `as` label and its `because` text.
    Expr {
        expr: Expr,
        label: Option<String>,
        because: Vec<Expr>,
    },
    /// `require COND, "text", E ...`: a condition that must be known and hold, and the error message if it doesn't.
    Require {
        condition: Expr,
        message: Vec<Expr>,
    },
    /// `prefer E weight 3`: a condition that the best solutions meet as far as possible.
    Prefer {
        condition: Expr,
        weight: Option<Expr>,
        label: Option<String>,
    },
    /// `draw line(cells, "thermo")`: a shape that a rule draws.
    Draw {
        shape: Ident,
        args: Vec<Arg>,
    },
    For {
        clauses: Vec<Clause>,
        body: Vec<Statement>,
    },
    If {
        condition: Expr,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    Def {
        name: Ident,
        params: Vec<Param>,
        body: Expr,
    },
    Rule {
        name: Ident,
        params: Vec<Param>,
        body: Vec<Statement>,
    },
    Load {
        path: String,
        path_span: Span,
    },
    Question(Question),
    Command(Command),
}

#[derive(Clone, Debug, PartialEq)]
pub struct VarItem {
    pub name: Ident,
    /// The length of a list: `q[8]`.
    pub length: Option<Expr>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    pub name: Ident,
    pub default: Option<Expr>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum GridShape {
    /// `9x9`
    Literal { rows: u32, cols: u32, span: Span },
    /// `n by m`
    By(Expr, Expr),
    /// `like cage`: the shape of an earlier grid or picture.
    Like(Ident),
}

/// `one number in each`: each piece of a partition contains this many of the cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Seeds {
    pub count: u32,
    pub of: Expr,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    Bool(Span),
    /// A range, a set, the name of an enum, or an expression whose value is a set or list of integers.
    Expr(Expr),
    /// `1..`: all numbers from this one on.
    From(Expr),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKind {
    Regions,
    Givens,
    Clues,
    Outside,
}

/// The places of the tokens in a `clues` picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spots {
    #[default]
    Cells,
    /// `of corners x`: the corners of the cells, one row and one column more than the grid.
    Corners,
    /// `of borders x`: in steps of half a cell; cells and inner corners stay blank.
    Borders,
    /// `of cells and borders x`: cells, borders and inner corners, in steps of half a cell.
    CellsAndBorders,
}

impl Spots {
    /// The words before the grid's name, each followed by a blank.
    pub fn words(self) -> &'static str {
        match self {
            Spots::Cells => "",
            Spots::Corners => "corners ",
            Spots::Borders => "borders ",
            Spots::CellsAndBorders => "cells and borders ",
        }
    }

    /// Whether a clue can stand in this row and column, counted from 0.
    pub fn holds(self, row: usize, col: usize) -> bool {
        self != Spots::Borders || (row + col) % 2 == 1
    }

    /// Rows and columns of the picture for a grid of this shape.
    pub fn shape(self, (rows, cols): (usize, usize)) -> (usize, usize) {
        match self {
            Spots::Cells => (rows, cols),
            Spots::Corners => (rows + 1, cols + 1),
            Spots::Borders | Spots::CellsAndBorders => (2 * rows - 1, 2 * cols - 1),
        }
    }
}

/// The rows between the braces, without blank rows. Splitting rows into cells requires the grid's width and happens
/// later.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub rows: Vec<PictureRow>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PictureRow {
    /// Runs of characters that are not blank; at least one.
    pub tokens: Vec<Token>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    pub text: String,
    pub span: Span,
}
