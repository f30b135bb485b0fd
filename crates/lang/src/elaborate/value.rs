//! Values of the language: known ones, and expressions over unknowns.

use crate::diagnostic::Result;
use crate::syntax::ast::Spots;
use rustc_hash::{FxHashMap, FxHashSet};
use sator_base::limits::{Limits, Reason};
use sator_base::source::Span;
use sator_model::{CellId, EnumId, ExprId, GraphRef, GridId, Kind, LineKind, LinesId};
use smallvec::SmallVec;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::Elaborator;
use super::composite_numbers::{Quotient, Wide};
use super::definition::{Def, Rule};
use super::direction::Direction;

/// Limit on the nesting of lists that have a name.
const DEEPEST: usize = 500;

/// Long lists of values occur, so larger contents stand behind a pointer.
#[derive(Clone, Debug)]
pub enum Value {
    /// A blank.
    None,
    /// A known whole number.
    Int(i64),
    /// A known number that is not whole: numerator and denominator in lowest terms, the denominator at least 2.
    Fraction(i64, i64),
    /// A known condition.
    Bool(bool),
    /// A word.
    Str(Arc<str>),
    /// A known value of an enum, by its position from 0.
    Enum(EnumId, u32),
    /// A direction.
    Direction(&'static Direction),
    /// A place. Where a number or condition is expected, it stands for its unknown.
    Cell(CellId),
    /// An expression over unknowns; never a constant of the pool.
    Expr(ExprId, Kind),
    /// A number over unknowns that can be a fraction.
    Quotient(Quotient),
    /// A sum beyond 64 bits.
    Wide(Arc<Wide>),
    /// `a..b`, both included; empty if `b < a`.
    Range(i64, i64),
    /// A list.
    List(Arc<[Value]>),
    /// A tuple.
    Tuple(Arc<[Value]>),
    /// A set, without repeats.
    Set(Arc<[Value]>),
    /// An element for each key.
    Keyed(Arc<Keyed>),
    /// One region of a picture, by its number.
    Region(Arc<Regions>, usize),
    /// A whole grid.
    Grid(GridId),
    /// A rectangular part of a grid.
    Block(Box<Block>),
    /// An enum, as the set of its values.
    EnumType(EnumId),
    /// A picture of regions.
    Regions(Arc<Regions>),
    /// A picture of clues.
    Clues(Arc<Clues>),
    /// A picture of clues outside the grid.
    Outside(Arc<Outside>),
    /// Links, fences or a partition.
    Lines(Arc<DrawnLines>),
    /// A graph with names.
    Graph(Arc<NamedGraph>),
    /// An unknown for each edge of a graph.
    GraphLinks(Arc<GraphLinks>),
    /// A rule.
    Rule(Arc<Rule>),
    /// A def.
    Def(Arc<Def>),
    /// A built-in function.
    Builtin(&'static Builtin),
}

/// A list with an element for each key.
#[derive(Debug)]
pub struct Keyed {
    /// The keys.
    pub keys: Keys,
    /// The elements, in the order of the keys.
    pub items: Arc<[Value]>,
}

/// The identity of a value within a set. Keys of numbers and places need no allocation.
pub(super) type Key = SmallVec<[u8; 16]>;

/// The keys of a list that isn't indexed by numbers.
#[derive(Clone, Debug)]
pub enum Keys {
    /// The regions of a picture.
    Regions(Arc<Regions>),
    /// The values of an enum.
    Values(EnumId),
    /// The whole numbers from one to another, both included.
    Numbers(i64, i64),
    /// The names of a record's fields, in order. A column of a table without a name has an empty one.
    Names(Arc<[Arc<str>]>),
}

impl Keys {
    /// The type of a list with these keys in messages.
    fn type_name(&self) -> &'static str {
        match self {
            Keys::Regions(_) => "a list with an element for each region",
            Keys::Values(_) => "a list with an element for each value of an enum",
            Keys::Numbers(..) => "a list with an element for each number of a range",
            Keys::Names(_) => "a record",
        }
    }
}

/// A rectangular part of a grid; `row` and `col` count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pub grid: GridId,
    pub row: usize,
    pub col: usize,
    pub height: usize,
    pub width: usize,
}

/// A `regions` picture: a label number for each place, row by row.
#[derive(Debug)]
pub struct Regions {
    pub name: Arc<str>,
    /// The grid named by `of`; `None` for the main grid.
    pub of: Option<Arc<str>>,
    /// The span of the picture's name in its declaration.
    pub declared: Span,
    pub rows: usize,
    pub cols: usize,
    pub labels: Vec<Arc<str>>,
    pub places: Vec<Option<usize>>,
}

/// A `clues` picture: a value for each place, row by row.
///
/// One row without `of` is a list of values, unless the main grid is one row of that width. Because the grid can be
/// declared later, [`Elaborator::is_list`] decides at each use.
#[derive(Debug)]
pub struct Clues {
    pub name: Arc<str>,
    pub of: Option<Arc<str>>,
    pub spots: Spots,
    /// The grid of its places, if they aren't the cells of its grid.
    pub own: Option<GridId>,
    /// The span of the picture's name in its declaration.
    pub declared: Span,
    pub rows: usize,
    pub cols: usize,
    pub places: Vec<Value>,
    /// The words among the clues, from [`words_among`].
    pub words: Box<[Arc<str>]>,
    /// The span of each token.
    pub spans: Vec<Span>,
}

/// The words among the clues, each once, in order.
pub(super) fn words_among(places: &[Value]) -> Box<[Arc<str>]> {
    let mut words: Vec<Arc<str>> = Vec::new();
    let mut add = |value: &Value| match value {
        Value::Str(word) if !words.contains(word) => words.push(word.clone()),
        _ => {}
    };
    places.iter().for_each(&mut add);
    let lists = places.iter().filter_map(|v| if let Value::List(l) = v { Some(l.iter()) } else { None });
    lists.flatten().for_each(add);
    words.into()
}

impl Clues {
    /// The clues present: their place, row by row, and the span of their token.
    pub fn there(&self) -> impl Iterator<Item = (usize, Span)> {
        let places = self.places.iter().zip(&self.spans).enumerate();
        places.filter(|(_, (clue, _))| !matches!(clue, Value::None)).map(|(at, (_, token))| (at, *token))
    }
}

/// Links, fences or a partition, with the graph of its strokes.
#[derive(Debug)]
pub struct DrawnLines {
    pub id: LinesId,
    pub kind: LineKind,
    pub graph: GraphRef,
    /// The unknowns, in the order of their numbers.
    pub strokes: Arc<[Value]>,
    /// The owners of a partition with seeds.
    pub owners: Option<Arc<Owners>>,
}

/// The owner of each cell of a partition with seeds.
#[derive(Debug)]
pub struct Owners {
    /// By cell of the grid: the number of the first seed in its piece, from 1; `None` for holes.
    pub of: Vec<Option<ExprId>>,
    /// By seed: the number of cells that it owns; 0 if it isn't the first of its piece.
    pub sizes: Vec<ExprId>,
    /// The seeds as places of the grid, in reading order.
    pub seeds: Vec<usize>,
    /// The number of seeds in each piece.
    pub many: usize,
}

/// Places, and the edges between them.
#[derive(Debug)]
pub struct NamedGraph {
    /// The name in the declaration.
    pub name: Arc<str>,
    /// The enum whose values are the places, if the places have names.
    pub words: Option<EnumId>,
    /// The places: the values of the enum in their order, else numbers or cells in ascending order.
    pub places: Arc<[Value]>,
    /// The ends of each edge, as positions among the places.
    pub edges: Box<[(u32, u32)]>,
    /// The number of the edge between two places, the one with the lower position first.
    pub(super) edge_between: FxHashMap<(u32, u32), usize>,
}

/// An unknown for each edge of a graph.
#[derive(Debug)]
pub struct GraphLinks {
    /// The name in the declaration.
    pub name: Arc<str>,
    /// The graph with the places.
    pub of: Arc<NamedGraph>,
    /// The unknowns, in the order of the edges.
    pub strokes: Arc<[Value]>,
    /// The graph of the links that are drawn.
    pub drawn: GraphRef,
}

impl NamedGraph {
    /// The edges as pairs of places.
    pub(super) fn pairs(&self) -> Arc<[Value]> {
        let place = |at: u32| self.places[at as usize].clone();
        self.edges.iter().map(|&(a, b)| Value::tuple([place(a), place(b)])).collect()
    }

    /// The positions of the neighbours of a place.
    pub(super) fn next_to(&self, at: u32) -> impl Iterator<Item = u32> + '_ {
        self.edges.iter().filter_map(move |&(a, b)| match () {
            () if a == at => Some(b),
            () if b == at => Some(a),
            () => None,
        })
    }

    /// The edges at a place.
    pub(super) fn edges_at(&self, at: u32) -> impl Iterator<Item = usize> + '_ {
        self.edges.iter().enumerate().filter(move |(_, ends)| ends.0 == at || ends.1 == at).map(|(k, _)| k)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Top,
    Bottom,
    Left,
    Right,
}

/// An `outside` picture: for each side present, the value (or none) and the span of each line that starts there.
#[derive(Debug)]
pub struct Outside {
    pub name: Arc<str>,
    pub of: Option<Arc<str>>,
    pub declared: Span,
    pub sides: Vec<(Side, Arc<[Value]>, Span)>,
    /// The spans of the clues present, in order.
    pub spans: Vec<Span>,
}

impl Value {
    /// A list of these values.
    pub fn list(items: impl IntoIterator<Item = Value>) -> Value {
        Value::List(items.into_iter().collect())
    }

    /// A tuple of these values.
    pub fn tuple(items: impl IntoIterator<Item = Value>) -> Value {
        Value::Tuple(items.into_iter().collect())
    }

    /// A record: a value for each name.
    pub fn record(names: Arc<[Arc<str>]>, values: Arc<[Value]>) -> Value {
        Value::Keyed(Arc::new(Keyed { keys: Keys::Names(names), items: values }))
    }

    /// A set without repeats; the first of equal values stays in its place.
    ///
    /// # Errors
    /// The limit that the set meets.
    pub fn set(items: impl IntoIterator<Item = Value>, limits: &Limits) -> std::result::Result<Value, Reason> {
        let mut seen = FxHashSet::default();
        let mut kept = Vec::new();
        for item in items {
            let mut key = Key::new();
            if !item.write_key(&mut key, limits)? || seen.insert(key) {
                kept.push(item);
            }
        }
        Ok(Value::Set(kept.into()))
    }

    /// Whether lists are nested more than `DEEPEST` deep, as a chain of `let` can nest them.
    pub fn is_deep(&self) -> bool {
        let inside = |value: &Value| match value {
            Value::List(items) | Value::Tuple(items) | Value::Set(items) => Some(items.clone()),
            _ => None,
        };
        let mut level: Vec<Arc<[Value]>> = inside(self).into_iter().collect();
        for _ in 0..DEEPEST {
            if level.is_empty() {
                return false;
            }
            // A list that occurs several times is visited once for each depth.
            let mut seen = FxHashSet::default();
            let mut next = Vec::new();
            for list in level.iter().flat_map(|items| items.iter()).filter_map(inside) {
                if seen.insert(Arc::as_ptr(&list).cast::<()>()) {
                    next.push(list);
                }
            }
            level = next;
        }
        !level.is_empty()
    }

    /// Appends the identity of this value within a set; false if only its address would identify it.
    pub(super) fn write_key(&self, key: &mut Key, limits: &Limits) -> std::result::Result<bool, Reason> {
        limits.tick()?;
        let (tag, number) = match self {
            Value::None => (0, 0),
            Value::Int(n) => (1, *n),
            Value::Bool(b) => (2, i64::from(*b)),
            Value::Str(text) => {
                key.push(3);
                key.extend_from_slice(&(text.len() as u64).to_le_bytes());
                key.extend_from_slice(text.as_bytes());
                return Ok(true);
            }
            Value::Enum(id, position) => (4, (i64::from(id.0) << 32) | i64::from(*position)),
            Value::Direction(d) => (5, d.rows * 3 + d.cols),
            Value::Cell(cell) => (6, i64::from(cell.0)),
            Value::Expr(e, _) => (7, i64::from(e.0)),
            Value::Fraction(num, den) => {
                key.push(10);
                key.extend_from_slice(&num.to_le_bytes());
                key.extend_from_slice(&den.to_le_bytes());
                return Ok(true);
            }
            Value::Quotient(Quotient { num, den, defined }) => {
                key.push(11);
                [num, den, defined].iter().for_each(|e| key.extend_from_slice(&e.0.to_le_bytes()));
                return Ok(true);
            }
            Value::Keyed(list) if matches!(list.keys, Keys::Names(_)) => {
                return Value::Tuple(list.items.clone()).write_key(key, limits);
            }
            Value::List(items) | Value::Tuple(items) => {
                key.push(if matches!(self, Value::List(_)) { 8 } else { 9 });
                key.extend_from_slice(&(items.len() as u64).to_le_bytes());
                for item in items.iter() {
                    if !item.write_key(key, limits)? {
                        return Ok(false);
                    }
                }
                return Ok(true);
            }
            _ => return Ok(false),
        };
        key.push(tag);
        key.extend_from_slice(&number.to_le_bytes());
        Ok(true)
    }

    /// The number of elements of a list, else 1: the cost of iterating over it.
    pub fn length(&self) -> usize {
        match self {
            Value::List(items) | Value::Tuple(items) | Value::Set(items) => items.len(),
            _ => 1,
        }
    }

    /// A word.
    pub fn str(text: &str) -> Value {
        Value::Str(text.into())
    }

    /// The type of the value in messages.
    pub fn type_name(&self) -> &'static str {
        match self {
            Value::None => "none",
            Value::Int(_) => "a number",
            Value::Fraction(..) => "a fraction",
            Value::Bool(_) => "a condition",
            Value::Str(_) => "a string",
            Value::Enum(..) => "an enum value",
            Value::Direction(_) => "a direction",
            Value::Cell(_) => "a cell",
            Value::Expr(_, Kind::Int) | Value::Quotient(_) => "an unknown number",
            Value::Expr(_, Kind::Bool) => "an unknown condition",
            Value::Expr(_, Kind::Enum(_)) => "an unknown enum value",
            Value::Wide(_) => "a number beyond 64 bits",
            Value::Range(..) => "a range",
            Value::List(_) => "a list",
            Value::Tuple(_) => "a tuple",
            Value::Set(_) => "a set",
            Value::Region(..) => "a region",
            Value::Keyed(list) => list.keys.type_name(),
            Value::Grid(_) => "a grid",
            Value::Block(_) => "a block of a grid",
            Value::EnumType(_) => "an enum",
            Value::Regions(_) => "a regions picture",
            Value::Clues(_) => "a clues picture",
            Value::Outside(_) => "an outside picture",
            Value::Lines(drawn) => match drawn.kind {
                LineKind::Links => "links",
                LineKind::Fences => "fences",
                LineKind::Partition => "a partition",
            },
            Value::Graph(_) => "a graph",
            Value::GraphLinks(_) => "links of a graph",
            Value::Rule(_) => "a rule",
            Value::Def(_) => "a def",
            Value::Builtin(_) => "a function",
        }
    }
}

/// A built-in function.
pub struct Builtin {
    /// The name.
    pub name: &'static str,
    /// Its parameters, for help and for messages about arguments.
    pub signature: &'static str,
    /// One line for help.
    pub help: &'static str,
    pub(super) arity: RangeInclusive<usize>,
    /// Whether its first argument can be `E for ...`.
    pub(super) generator: bool,
    pub(super) named: &'static [&'static str],
    pub(super) run: fn(&mut Elaborator, Args) -> Result<Value>,
}

impl std::fmt::Debug for Builtin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Builtin({})", self.name)
    }
}

/// The arguments of a call.
pub(super) struct Args {
    pub span: Span,
    pub positional: SmallVec<[(Value, Span); 2]>,
    /// The items of a generator given as first argument.
    pub items: Option<Vec<Item>>,
    pub named: Vec<(String, Value, Span)>,
}

impl Args {
    pub(super) fn named(&self, name: &str) -> Option<(&Value, Span)> {
        self.named.iter().find(|(n, ..)| n == name).map(|(_, v, s)| (v, *s))
    }

    /// The argument in this position; `none` if it was left out.
    pub(super) fn get(&self, at: usize) -> (&Value, Span) {
        self.positional.get(at).map_or((&Value::None, self.span), |(v, s)| (v, *s))
    }
}

/// One turn of a generator.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub value: Value,
    pub span: Span,
    /// The condition under which the item counts; `TRUE` unless `where` or `while` depends on unknowns.
    pub guard: ExprId,
    /// Whether the body is only the name of a loop variable, as in `count(d for d in ...)`.
    pub bare: bool,
    /// The value of the first loop variable, if the first `for` has only one.
    pub subject: Option<Value>,
}
