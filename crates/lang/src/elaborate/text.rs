//! Values as text, as a user would write them, for explanations and `print`.

use super::Elaborator;
use super::value::{Keyed, Keys, Value};
use super::wide::number_of_any_size;
use crate::syntax::print::quoted;
use sator_base::limits::Reason;
use sator_base::text::ratio;
use sator_model::interval::gcd;
use sator_model::{Assignment, CellId, Kind, Model, PlaceKind, PlaceName};
use std::sync::Arc;

/// Longer lists are shortened in explanations.
const SHOWN: usize = 12;
/// Limit on the elements shown of nested lists altogether.
const MOST: usize = 1000;

impl Elaborator {
    /// A short text: places by name, straight lines as `r1c1..r1c9`, unknowns by the name of their expression.
    pub fn text_of(&self, value: &Value) -> String {
        self.text_within(value, &mut { MOST })
    }

    /// [`Elaborator::text_of`] with at most `left` more elements.
    fn text_within(&self, value: &Value, left: &mut usize) -> String {
        let model = &self.model;
        match value {
            Value::None => "none".into(),
            Value::Int(k) => k.to_string(),
            Value::Fraction(num, den) => ratio(*num, *den, self.decimals),
            Value::Quotient(_) => "...".into(),
            Value::Wide(wide) => wide.known().map_or("...".into(), |known| known.to_string()),
            Value::Bool(b) => b.to_string(),
            Value::Str(s) => quoted(s),
            Value::Enum(id, at) => model.value_text(Kind::Enum(*id), *at as i64),
            Value::Direction(d) => d.name.into(),
            Value::Cell(cell) => model.cell_name(*cell),
            Value::Expr(e, _) => match model.pool.node(*e) {
                sator_model::Node::IntVar(u) | sator_model::Node::BoolVar(u) => model.unknown(*u).name.clone(),
                _ => "...".into(),
            },
            Value::Range(a, b) => format!("{a}..{b}"),
            Value::List(items) => self.line_text(items).unwrap_or_else(|| format!("[{}]", self.texts(items, left))),
            Value::Tuple(items) => format!("({})", self.texts(items, left)),
            Value::Set(items) => format!("{{{}}}", self.texts(items, left)),
            Value::Keyed(list) => match &list.keys {
                Keys::Names(names) => {
                    let field = |(name, value)| format!("{name}: {}", self.text_within(value, left));
                    format!(
                        "({})",
                        names.iter().zip(list.items.iter()).take(SHOWN).map(field).collect::<Vec<_>>().join(", ")
                    )
                }
                _ => format!("[{}]", self.texts(&list.items, left)),
            },
            Value::Region(regions, at) => format!("{}.{}", regions.name, regions.labels[*at]),
            Value::Grid(id) => model.grid(*id).name.clone(),
            Value::Block(b) => {
                let name = &model.grid(b.grid).name;
                format!("block({name}, {}, {}, {}, {})", b.row + 1, b.col + 1, b.height, b.width)
            }
            Value::EnumType(id) => model.enums[*id].name.clone(),
            Value::Regions(r) => r.name.to_string(),
            Value::Clues(c) if self.is_list(c) => format!("[{}]", self.texts(&c.places, left)),
            Value::Clues(c) => c.name.to_string(),
            Value::Outside(o) => o.name.to_string(),
            Value::Lines(drawn) => self.lines(drawn.id).name.clone(),
            Value::Graph(graph) => graph.name.to_string(),
            Value::GraphLinks(links) => links.name.to_string(),
            Value::Rule(r) => r.name.name.clone(),
            Value::Def(d) => d.name.name.clone(),
            Value::Builtin(b) => b.name.into(),
        }
    }

    /// The name of a line of a grid: `row 3`, `column 4`, `box 5`, `region cage.a`; outside the main grid with the
    /// grid's name.
    pub(super) fn place_name(&self, value: &Value) -> Option<PlaceName> {
        let items = match value {
            Value::List(items) => items,
            Value::Region(..) => {
                return Some(PlaceName { kind: PlaceKind::Other, text: format!("region {}", self.text_of(value)) });
            }
            _ => return None,
        };
        let mut cells: Vec<CellId> =
            items.iter().map(|v| if let Value::Cell(c) = v { Some(*c) } else { None }).collect::<Option<_>>()?;
        // A row read from the right, as from a clue there, is that row.
        let [from, to] = [*cells.first()?, *cells.last()?].map(|cell| self.model.position(cell));
        if from.0 == to.0 && to.1 < from.1 || from.1 == to.1 && to.0 < from.0 {
            cells.reverse();
        }
        let (&first, &last) = (cells.first()?, cells.last()?);
        let id = self.model.grid_of(first);
        let grid = self.model.grid(id);
        let ((top, left), (bottom, right)) = (self.model.position(first), self.model.position(last));
        if self.model.grid_of(last) != id || bottom < top || right < left {
            return None;
        }
        // A hole is no cell of its row and column.
        let is_whole = |line: &mut dyn Iterator<Item = Option<CellId>>| {
            cells.len() > 1 && line.flatten().eq(cells.iter().copied())
        };
        let (kind, name) = if is_whole(&mut (0..grid.cols).map(|j| grid.cell(top as i64, j as i64))) {
            (PlaceKind::Row(top + 1), format!("row {}", top + 1))
        } else if is_whole(&mut (0..grid.rows).map(|i| grid.cell(i as i64, left as i64))) {
            (PlaceKind::Column(left + 1), format!("column {}", left + 1))
        } else {
            // The cells must be those of the rectangle between the first and the last, row by row.
            let (height, width) = (bottom - top + 1, right - left + 1);
            let at = |i: usize| grid.cell((top + i / width) as i64, (left + i % width) as i64);
            let is_block = height > 1 && width > 1 && height * width < grid.len() && cells.len() == height * width;
            if !is_block || cells.iter().enumerate().any(|(i, &c)| at(i) != Some(c)) {
                return None;
            }
            // A box, if the script asked for boxes of this size and this is one of them.
            let box_of = |c: &CellId| grid.drawing.boxes.as_ref().and_then(|b| b[grid.index(*c)]);
            let one = box_of(&first).filter(|b| cells.iter().all(|c| box_of(c) == Some(*b)));
            let size = |b| grid.drawing.boxes.iter().flatten().filter(|x| **x == Some(b)).count();
            match one.filter(|&b| size(b) == height * width) {
                Some(_) => {
                    let number = top / height * (grid.cols / width) + left / width + 1;
                    (PlaceKind::Box(number), format!("box {number}"))
                }
                None => (PlaceKind::Other, format!("{height}x{width} block at r{}c{}", top + 1, left + 1)),
            }
        };
        Some(match self.model.main_grid() == Some(id) {
            true => PlaceName { kind, text: name },
            false => PlaceName { kind: PlaceKind::Other, text: format!("{name} of {}", grid.name) },
        })
    }

    fn texts(&self, items: &[Value], left: &mut usize) -> String {
        let mut shown = Vec::new();
        for item in items.iter().take(SHOWN) {
            if *left == 0 {
                break;
            }
            *left -= 1;
            shown.push(self.text_within(item, left));
        }
        if items.len() > shown.len() {
            shown.push("...".into());
        }
        shown.join(", ")
    }

    /// `r1c1..r1c4..r3c4`, if the list is a chain of straight lines of cells; `r1` or `c1` for a whole line of the main
    /// grid.
    pub(super) fn line_text(&self, items: &[Value]) -> Option<String> {
        let cells: Vec<CellId> =
            items.iter().map(|v| if let Value::Cell(c) = v { Some(*c) } else { None }).collect::<Option<_>>()?;
        let (&first, rest) = cells.split_first()?;
        let grid = self.model.grid_of(first);
        // Two cells are shorter and clearer as a list.
        if rest.len() < 2 || rest.iter().any(|&c| self.model.grid_of(c) != grid) {
            return None;
        }
        let at: Vec<(i64, i64)> =
            cells.iter().map(|&c| self.model.position(c)).map(|(r, c)| (r as i64, c as i64)).collect();
        let g = self.model.grid(grid);
        let step = |k: usize| (at[k + 1].0 - at[k].0, at[k + 1].1 - at[k].1);
        if (0..at.len() - 1).any(|k| step(k).0.abs().max(step(k).1.abs()) != 1) {
            return None;
        }
        if self.model.main_grid() == Some(grid) {
            let steps = |d| (0..at.len() - 1).all(|k| step(k) == d);
            if at.len() == g.cols && steps((0, 1)) {
                return Some(format!("r{}", at[0].0 + 1));
            }
            if at.len() == g.rows && steps((1, 0)) {
                return Some(format!("c{}", at[0].1 + 1));
            }
        }
        let mut corners = vec![self.model.cell_name(first)];
        for (k, &cell) in cells.iter().enumerate().skip(1) {
            if k == at.len() - 1 || step(k) != step(k - 1) {
                corners.push(self.model.cell_name(cell));
            }
        }
        Some(corners.join(".."))
    }

    /// The value with all unknowns replaced by their values in a solution; an undefined value becomes `none`.
    ///
    /// # Errors
    /// The limit that stopped the evaluation.
    pub fn value_in(&self, value: &Value, solution: &Solved) -> Result<Value, Reason> {
        self.limits.tick()?;
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.value_in_here(value, solution))
    }

    fn value_in_here(&self, value: &Value, solution: &Solved) -> Result<Value, Reason> {
        let each = |items: &[Value]| -> Result<Arc<[Value]>, Reason> {
            items.iter().map(|v| self.value_in(v, solution)).collect()
        };
        Ok(match value {
            Value::Cell(cell) => {
                let unknown = self.model.unknown_at(*cell);
                match unknown.and_then(|id| Some((id, *solution.assignment.0.get(id.index())?))) {
                    Some((id, known)) => self.known_value(self.model.unknown(id).kind, known),
                    None => value.clone(),
                }
            }
            Value::Expr(e, kind) => match (solution.value(self.model.pool.defined(*e)), solution.value(*e)) {
                (Some(0), _) => Value::None,
                (_, Some(known)) => self.known_value(*kind, known),
                // The expression is newer than the solution.
                (_, None) => value.clone(),
            },
            Value::Quotient(q) => match (solution.value(q.defined), solution.value(q.num), solution.value(q.den)) {
                (Some(0), ..) => Value::None,
                (_, Some(num), Some(den)) => fraction(num, den),
                _ => value.clone(),
            },
            Value::Wide(wide) => {
                wide.value(|e| solution.value(e)).and_then(number_of_any_size).unwrap_or_else(|| value.clone())
            }
            Value::List(items) => Value::List(each(items)?),
            Value::Keyed(list) => Value::Keyed(Arc::new(Keyed { keys: list.keys.clone(), items: each(&list.items)? })),
            Value::Tuple(items) => Value::Tuple(each(items)?),
            Value::Set(items) => Value::Set(each(items)?),
            Value::Grid(_) | Value::Block(_) => {
                let Some(block) = self.as_block(value) else { return Ok(value.clone()) };
                Value::List(each(&self.block_rows(block))?)
            }
            Value::Region(..) | Value::EnumType(_) => match self.if_list(value) {
                Some(Ok(items)) => Value::List(each(&items)?),
                _ => value.clone(),
            },
            _ => value.clone(),
        })
    }

    pub(super) fn known_value(&self, kind: Kind, value: i64) -> Value {
        match kind {
            Kind::Int => Value::Int(value),
            Kind::Bool => Value::Bool(value != 0),
            Kind::Enum(id) => self.enum_at(id, value),
        }
    }

    /// Evaluates all expressions under an assignment.
    pub fn solved(&self, assignment: &Assignment) -> Solved {
        Solved { values: self.model.evaluate_all(assignment), assignment: assignment.clone() }
    }
}

/// `num / den` in lowest terms; `none` if it leaves 64 bits.
pub(super) fn fraction(num: i64, den: i64) -> Value {
    let common = i128::from(gcd(num.unsigned_abs(), den.unsigned_abs())) * i128::from(den.signum());
    match (i64::try_from(i128::from(num) / common), i64::try_from(i128::from(den) / common)) {
        (Ok(whole), Ok(1)) => Value::Int(whole),
        (Ok(num), Ok(den)) => Value::Fraction(num, den),
        _ => Value::None,
    }
}

/// An assignment and the values of all expressions under it.
pub struct Solved {
    pub assignment: Assignment,
    values: Vec<i64>,
}

impl Solved {
    /// The value of an expression; `None` if the expression is newer than the last evaluation.
    pub fn value(&self, e: sator_model::ExprId) -> Option<i64> {
        self.values.get(e.index()).copied()
    }

    /// Evaluates the expressions made since the last evaluation.
    pub(super) fn evaluate(&mut self, model: &Model) {
        model.evaluate_more(&self.assignment, &mut self.values);
    }
}
