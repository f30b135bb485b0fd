//! Conversion of a value to what its context requires: a condition, a number, a list.

use super::Elaborator;
use super::direction::DIRECTIONS;
use super::value::{Block, Value};
use super::word::letters;
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use sator_base::source::Span;
use sator_model::{Domain, EnumId, ExprId, Kind};
use std::sync::Arc;

impl Elaborator {
    /// A condition of the pool as a value, known if it is constant.
    pub(super) fn condition_as_value(&self, e: ExprId) -> Value {
        self.expr_as_value(e, Kind::Bool)
    }

    pub(super) fn expr_as_value(&self, e: ExprId, kind: Kind) -> Value {
        match (self.model.pool.constant(e), kind) {
            (Some(k), Kind::Int) => Value::Int(k),
            (Some(k), Kind::Bool) => Value::Bool(k != 0),
            (Some(k), Kind::Enum(id)) => self.enum_at(id, k),
            (None, _) => match self.in_solution_value(e) {
                Some(k) => self.known_value(kind, k),
                None => Value::Expr(e, kind),
            },
        }
    }

    /// The value of an enum at a position.
    pub(super) fn enum_at(&self, id: EnumId, at: i64) -> Value {
        match self.model.enums[id].directions {
            true => Value::Direction(&DIRECTIONS[at as usize]),
            false => Value::Enum(id, at as u32),
        }
    }

    /// The kind of the value where a number, condition or enum value is expected.
    pub(super) fn kind(&self, value: &Value) -> Option<Kind> {
        match value {
            Value::Int(_) | Value::Fraction(..) | Value::Quotient(_) | Value::Wide(_) => Some(Kind::Int),
            Value::Bool(_) => Some(Kind::Bool),
            Value::Enum(id, _) => Some(Kind::Enum(*id)),
            Value::Direction(_) => self.model.directions().map(Kind::Enum),
            Value::Expr(_, kind) => Some(*kind),
            Value::Cell(cell) => self.model.grid(self.model.grid_of(*cell)).content.as_ref().map(|content| content.0),
            _ => None,
        }
    }

    /// The unknown in a cell, as an expression.
    pub(super) fn cell_expr(&mut self, cell: sator_model::CellId) -> Option<(ExprId, Kind)> {
        let id = self.model.unknown_at(cell)?;
        Some((self.model.node_of(id), self.model.unknowns[id].kind))
    }

    pub(super) fn condition(&mut self, value: &Value, span: Span) -> Result<ExprId> {
        match value {
            Value::Bool(b) => Ok(self.model.pool.bool(*b)),
            Value::Expr(e, Kind::Bool) => Ok(*e),
            Value::Cell(cell) => match self.cell_expr(*cell) {
                Some((e, Kind::Bool)) => Ok(e),
                Some(_) => fail(
                    Diagnostic::at(
                        Code::Type,
                        span,
                        "expected a condition, found a cell that holds a number or enum value",
                    )
                    .help("compare it with something: `= 1`, `> 0`"),
                ),
                None => self.empty_place(*cell, span),
            },
            Value::Int(_) | Value::Fraction(..) | Value::Quotient(_) | Value::Wide(_) | Value::Expr(_, Kind::Int) => {
                fail(
                    Diagnostic::at(Code::Type, span, format!("expected a condition, found {}", value.type_name()))
                        .help("a number is not a condition: compare it with something (`= 1`, `> 0`)"),
                )
            }
            Value::Grid(_) | Value::List(_) | Value::Region(..) | Value::Keyed(_) => {
                let error = self.wrong("a condition", value, span);
                let list = self.short_text(span);
                fail(error.help(format!("its cells are conditions: `c for c in {list}`, `not c for c in {list}`")))
            }
            other => self.wrong_type("a condition", other, span),
        }
    }

    /// The text of a place in a help, or `l` if it is long.
    fn short_text(&self, span: Span) -> &str {
        let text = self.sources.slice(span);
        if text.len() < 20 && !text.contains('\n') { text } else { "l" }
    }

    /// A whole number; a condition counts 1 or 0. A quotient is undefined where it isn't whole.
    pub(super) fn number(&mut self, value: &Value, span: Span) -> Result<ExprId> {
        match value {
            Value::Int(k) => Ok(self.model.pool.int(*k)),
            Value::Expr(e, Kind::Int) => Ok(*e),
            Value::Bool(b) => Ok(self.model.pool.int(*b as i64)),
            Value::Expr(e, Kind::Bool) => Ok(self.model.pool.from_bool(*e)),
            Value::Fraction(num, den) => self.not_whole(*num, *den, span),
            Value::Quotient(quotient) => self.whole(*quotient, span),
            Value::Wide(_) => fail(
                Diagnostic::at(Code::Overflow, span, "this could leave the 64-bit integers")
                    .help("such a sum can be compared, added and multiplied by a known number, and nothing else"),
            ),
            Value::Cell(cell) => match self.cell_expr(*cell) {
                Some((e, Kind::Int)) => Ok(e),
                Some((e, Kind::Bool)) => Ok(self.model.pool.from_bool(e)),
                Some(_) => {
                    fail(Diagnostic::at(Code::Type, span, "expected a number, found a cell that holds an enum value"))
                }
                None => self.empty_place(*cell, span),
            },
            Value::List(_) | Value::Keyed(_) | Value::Region(..) | Value::Grid(_) => {
                let list = self.short_text(span);
                let error = self.wrong("a number", value, span);
                fail(match self.if_list(value) {
                    Some(Ok(items)) if items.iter().any(|item| self.if_list(item).is_some()) => {
                        error.help(format!("`flatten({list})` is the list of all elements of the lists in it"))
                    }
                    _ => error.help(format!(
                        "for each element write `for v in {list} {{ v <= 3 }}` or `[v + 1 for v in {list}]`, for all \
                         together `sum({list})`"
                    )),
                })
            }
            other => self.wrong_type("a number", other, span),
        }
    }

    pub(super) fn empty_place<T>(&self, cell: sator_model::CellId, span: Span) -> Result<T> {
        let grid = self.model.grid(self.model.grid_of(cell));
        fail(
            Diagnostic::at(
                Code::Type,
                span,
                format!(
                    "{} is only a place: the cells of grid {} have no values",
                    self.model.cell_name(cell),
                    grid.name
                ),
            )
            .help(format!(
                "give the grid a domain (`grid {} {}x{} in 1..9`), or compare places with `is`",
                grid.name, grid.rows, grid.cols
            )),
        )
    }

    pub(super) fn enum_position(&mut self, value: &Value, span: Span) -> Result<ExprId> {
        match value {
            Value::Enum(_, at) => Ok(self.model.pool.int(*at as i64)),
            Value::Direction(d) => Ok(self.model.pool.int(d.number())),
            Value::Expr(e, Kind::Enum(_)) => Ok(*e),
            Value::Cell(cell) => match self.cell_expr(*cell) {
                Some((e, Kind::Enum(_))) => Ok(e),
                _ => self.wrong_type("an enum value", value, span),
            },
            other => self.wrong_type("an enum value", other, span),
        }
    }

    pub(super) fn if_known_int(&self, value: &Value) -> Option<i64> {
        match value {
            Value::Int(k) => Some(*k),
            Value::Bool(b) => Some(*b as i64),
            _ => None,
        }
    }

    pub(super) fn known_int(&self, value: &Value, span: Span) -> Result<i64> {
        let in_cell = || if let Value::Cell(cell) = value { self.in_solution_cell(*cell) } else { None };
        match self.if_known_int(value).or_else(|| self.if_known_int(&in_cell()?)) {
            Some(k) => Ok(k),
            None if let Value::Fraction(num, den) = value => self.not_whole(*num, *den, span),
            None if matches!(self.kind(value), Some(Kind::Int | Kind::Bool)) => {
                fail(Diagnostic::at(Code::NotKnown, span, "this must be known now, but it depends on unknowns"))
            }
            None => self.wrong_type("a number", value, span),
        }
    }

    /// The elements of any value that counts as a list; the letters of a word.
    pub(super) fn list(&self, value: &Value, span: Span) -> Result<Arc<[Value]>> {
        if let Value::Str(word) = value {
            self.tick_many(word.len(), span)?;
            // The letters of a line of several words are hardly meant.
            return match word.contains(char::is_whitespace) {
                true => fail(self.wrong("a list", value, span).help(
                    "this has several words: `lines(\"file.txt\")` takes lines apart at blanks, and so does `csv(\"file.txt\", separator: \" \")`",
                )),
                false => Ok(letters(word)),
            };
        }
        if let Value::Outside(outside) = value {
            self.outside_fits(outside)?;
        }
        if let Value::Region(regions, _) = value {
            self.tick_many(regions.places.len(), span)?;
        }
        match self.if_list(value) {
            Some(Ok(list)) => {
                self.tick_many(list.len(), span)?;
                Ok(list)
            }
            Some(Err(size)) => {
                fail(Diagnostic::at(Code::TooLarge, span, format!("a range of {size} numbers is too long")))
            }
            None => fail(self.no_grid_of(value, span).unwrap_or_else(|| self.no_list(value, span))),
        }
    }

    /// The error for a value where a list is needed, such as the number of a row in `for c in row(r1c1)`.
    fn no_list(&self, value: &Value, span: Span) -> Diagnostic {
        let error = self.wrong("a list", value, span);
        let text = self.sources.slice(span);
        let lines = [("row(", "rows"), ("col(", "cols")].into_iter().find(|(call, _)| text.starts_with(call));
        match lines {
            Some((_, lines)) => error.help(format!("this is its number; its cells are `{lines}(x)[{text}]`")),
            None if matches!(value, Value::Expr(_, Kind::Bool)) => {
                error.help("to count a value in a list write `count(v = 3 for v in l)`")
            }
            None => error,
        }
    }

    /// The error for a picture whose cells are needed before its grid is declared.
    pub(super) fn no_grid_of(&self, value: &Value, span: Span) -> Option<Diagnostic> {
        let (name, of, declared) = match value {
            Value::Regions(r) | Value::Region(r, _) => (&r.name, &r.of, r.declared),
            Value::Clues(c) => (&c.name, &c.of, c.declared),
            Value::Outside(o) => (&o.name, &o.of, o.declared),
            _ => return None,
        };
        let message = match of {
            Some(of) => format!("the picture `{name}` belongs to grid `{of}`, which does not exist"),
            None => format!("the picture `{name}` has no grid yet"),
        };
        let help = match of {
            Some(of) => format!("declare the grid first: `grid {of} 9x9`"),
            None => "declare the grid first: `grid x 9x9 in 1..9`".into(),
        };
        Some(Diagnostic::at(Code::NoGrid, span, message).label(declared, "declared here").help(help))
    }

    /// `None` if the value is no list; `Err` with the length of a range that is too long.
    pub(super) fn if_list(&self, value: &Value) -> Option<Result<Arc<[Value]>, u64>> {
        Some(Ok(match value {
            Value::List(items) | Value::Set(items) => items.clone(),
            Value::Keyed(list) => list.items.clone(),
            Value::Range(a, b) if a > b => Arc::from([]),
            Value::Range(a, b) => {
                let size = b.abs_diff(*a).saturating_add(1);
                if size > self.expansion.size as u64 {
                    return Some(Err(size));
                }
                (*a..=*b).map(Value::Int).collect()
            }
            Value::Region(regions, at) => self.memo.list(value, || {
                let grid = self.regions_grid(regions)?;
                let g = self.model.grid(grid);
                let inside = |i: usize| g.cell((i / regions.cols) as i64, (i % regions.cols) as i64);
                let places = regions.places.iter().enumerate().filter(|(_, label)| **label == Some(*at));
                Some(places.filter_map(|(i, _)| inside(i)).map(Value::Cell).collect())
            })?,
            Value::Grid(grid) => {
                self.memo.list(value, || Some(self.model.grid(*grid).cells().map(Value::Cell).collect()))?
            }
            Value::Block(b) => {
                let g = self.model.grid(b.grid);
                let places = (0..b.height).flat_map(|i| (0..b.width).map(move |j| (i, j)));
                places.filter_map(|(i, j)| g.cell((b.row + i) as i64, (b.col + j) as i64)).map(Value::Cell).collect()
            }
            Value::EnumType(id) => {
                let n = self.model.enums[*id].values.len() as u32;
                (0..n).map(|at| Value::Enum(*id, at)).collect()
            }
            Value::Regions(regions) => self.memo.list(value, || {
                Some((0..regions.labels.len()).map(|at| Value::Region(regions.clone(), at)).collect())
            })?,
            Value::Clues(clues) if self.is_list(clues) => clues.places.as_slice().into(),
            Value::Clues(clues) => {
                let grid = self.clues_grid(clues)?;
                let g = self.model.grid(grid);
                let places = clues.places.iter().enumerate().filter(|(_, v)| !matches!(v, Value::None));
                places
                    .filter_map(|(i, _)| g.cell((i / clues.cols) as i64, (i % clues.cols) as i64))
                    .map(Value::Cell)
                    .collect()
            }
            Value::Lines(drawn) => drawn.strokes.clone(),
            Value::Graph(graph) => graph.places.clone(),
            Value::GraphLinks(links) => links.strokes.clone(),
            Value::Outside(outside) => {
                let grid = self.grid_named(outside.of.as_deref())?;
                let g = self.model.grid(grid);
                let whole = Block { grid, row: 0, col: 0, height: g.rows, width: g.cols };
                self.outside_clues(outside, whole).into()
            }
            _ => return None,
        }))
    }

    /// The set of integers described by a domain or by the right side of `in`.
    pub(super) fn integer_set(&mut self, value: &Value, span: Span) -> Result<Option<Domain>> {
        if let Value::Range(a, b) = value {
            return Ok(Some(Domain::range(*a, *b)));
        }
        let list = self.list(value, span)?;
        let numbers: Option<Vec<i64>> =
            list.iter().map(|v| if let Value::Int(k) = v { Some(*k) } else { None }).collect();
        Ok(numbers.map(Domain::from_values))
    }
}
