//! Functions on places: lines, boxes, neighbours. Their values are known at elaboration.

use crate::diagnostic::{Code, Diagnostic, Help, Result, fail};
use crate::elaborate::direction::{DIRECTIONS, Direction};
use crate::elaborate::value::{Args, Block};
use crate::elaborate::{Elaborator, Value};
use sator_base::source::Span;
use sator_model::{CellId, Kind};
use std::sync::Arc;

impl Elaborator {
    /// A grid or part of a grid as a rectangle.
    pub(in crate::elaborate) fn as_block(&self, value: &Value) -> Option<Block> {
        match value {
            Value::Grid(id) => {
                let g = self.model.grid(*id);
                Some(Block { grid: *id, row: 0, col: 0, height: g.rows, width: g.cols })
            }
            Value::Block(block) => Some(**block),
            _ => None,
        }
    }

    /// The rows of a rectangle, each a list of cells without the holes.
    pub(in crate::elaborate) fn block_rows(&self, b: Block) -> Vec<Value> {
        let g = self.model.grid(b.grid);
        let line = |i: usize| (0..b.width).filter_map(move |j| g.cell((b.row + i) as i64, (b.col + j) as i64));
        (0..b.height).map(|i| Value::list(line(i).map(Value::Cell))).collect()
    }

    pub(in crate::elaborate) fn block_cols(&self, b: Block) -> Vec<Value> {
        let g = self.model.grid(b.grid);
        let line = |j: usize| (0..b.height).filter_map(move |i| g.cell((b.row + i) as i64, (b.col + j) as i64));
        (0..b.width).map(|j| Value::list(line(j).map(Value::Cell))).collect()
    }

    /// Whether a region, a grid or a part of one contains the cell; `None` for other values.
    pub(in crate::elaborate) fn holds_place(&self, holder: &Value, cell: CellId) -> Option<bool> {
        let (grid, (row, col)) = (self.model.grid_of(cell), self.model.position(cell));
        match holder {
            Value::Region(regions, at) => {
                let inside = self.regions_grid(regions)? == grid && row < regions.rows && col < regions.cols;
                Some(inside && regions.places[row * regions.cols + col] == Some(*at))
            }
            _ => {
                let b = self.as_block(holder)?;
                let inside = |at: usize, from: usize, size: usize| from <= at && at < from + size;
                Some(b.grid == grid && inside(row, b.row, b.height) && inside(col, b.col, b.width))
            }
        }
    }

    /// The rectangle of the first argument, for iteration over its cells.
    fn need_block(&self, args: &Args) -> Result<Block> {
        let block = self.block_of(args)?;
        self.tick_many(block.height + block.width, args.span)?;
        Ok(block)
    }

    fn block_of(&self, args: &Args) -> Result<Block> {
        let (value, span) = args.get(0);
        match (self.as_block(value), value) {
            (Some(block), _) => Ok(block),
            // Lines drawn on a grid stand for the grid.
            (None, Value::Lines(drawn)) => {
                let grid = self.lines(drawn.id).grid;
                let g = self.model.grid(grid);
                Ok(Block { grid, row: 0, col: 0, height: g.rows, width: g.cols })
            }
            // A picture of the grid's shape stands for the grid.
            (None, Value::Regions(r)) => match self.regions_grid(r) {
                Some(grid) => Ok(Block { grid, row: 0, col: 0, height: r.rows, width: r.cols }),
                None => self.wrong_type("a grid", value, span),
            },
            (None, Value::Clues(c)) if !self.is_list(c) => match self.clues_grid(c) {
                Some(grid) => Ok(Block { grid, row: 0, col: 0, height: c.rows, width: c.cols }),
                None => self.wrong_type("a grid", value, span),
            },
            (None, Value::Cell(_)) => {
                let error = self.wrong("a grid or block", value, span);
                fail(error.help("`neighbors(c)` are the cells beside c, `touching(c)` also those at its corners"))
            }
            _ => self.wrong_type("a grid or block", value, span),
        }
    }

    pub(super) fn need_cell(&self, args: &Args, at: usize) -> Result<CellId> {
        match args.get(at) {
            (Value::Cell(cell), _) => Ok(*cell),
            (grid @ Value::Grid(_), span) => {
                fail(self.wrong("a cell", grid, span).help("the pairs of neighbours of a grid are `adjacent(x)`"))
            }
            (other, span) => self.wrong_type("a cell", other, span),
        }
    }

    fn need_int(&self, args: &Args, at: usize) -> Result<i64> {
        let (value, span) = args.get(at);
        self.known_int(value, span)
    }

    pub(super) fn need_size(&self, args: &Args, at: usize) -> Result<i64> {
        let k = self.need_int(args, at)?;
        if k < 1 {
            return fail(
                Diagnostic::at(Code::Domain, args.get(at).1, format!("a height or width can't be {k}"))
                    .help("write 1 or more"),
            );
        }
        Ok(k)
    }

    /// The cells of the grid at these offsets from a cell.
    fn around(&self, cell: CellId, offsets: impl IntoIterator<Item = (i64, i64)>) -> Value {
        let g = self.model.grid(self.model.grid_of(cell));
        let (row, col) = g.position(cell);
        let cells = offsets.into_iter().filter_map(|(r, c)| g.cell(row as i64 + r, col as i64 + c));
        Value::list(cells.map(Value::Cell))
    }

    pub(in crate::elaborate) fn need_direction(&self, value: &Value, span: Span) -> Result<&'static Direction> {
        match value {
            Value::Direction(d) => Ok(d),
            Value::Str(s) => match DIRECTIONS.iter().find(|d| d.name == &**s) {
                Some(d) => Ok(d),
                None => self.wrong_type("a direction", value, span),
            },
            Value::Enum(id, at) => {
                let error = self.wrong("a direction", value, span);
                let declared = &self.model.enums[*id];
                let word = &declared.values[*at as usize];
                fail(match DIRECTIONS.iter().any(|d| d.name == word) {
                    true => error
                        .label(declared.declared, format!("`{word}` means a value of this enum"))
                        .help("rename the enum's value"),
                    false => error,
                })
            }
            _ if self.kind(value).is_some_and(|kind| Some(kind) == self.model.directions().map(Kind::Enum)) => fail(
                Diagnostic::at(Code::NotKnown, span, "the direction must be known here, but it depends on unknowns")
                    .help("state each case: `for way in directions { arrow[c] = way => ... }`"),
            ),
            _ => self.wrong_type("a direction", value, span),
        }
    }
}

pub(super) fn cells(el: &mut Elaborator, args: Args) -> Result<Value> {
    let (value, span) = args.get(0);
    if matches!(value, Value::Clues(c) if c.own.is_some()) {
        let block = el.need_block(&args)?;
        return Ok(Value::List(el.list(&Value::Block(block.into()), span)?));
    }
    if let Value::Lines(drawn) = value {
        let grid = el.lines(drawn.id).grid;
        return Ok(Value::List(el.list(&Value::Grid(grid), span)?));
    }
    Ok(Value::List(el.list(value, span)?))
}

/// The lists in a list, all of one length; `None` for anything else.
fn rows_of_table(el: &Elaborator, args: &Args) -> Result<Option<Vec<Arc<[Value]>>>> {
    let (value, span) = args.get(0);
    if !matches!(value, Value::List(_) | Value::Keyed(_)) {
        return Ok(None);
    }
    let row = |row: &Value| match row {
        Value::Tuple(items) => Some(items.clone()),
        other => el.if_list(other).and_then(std::result::Result::ok),
    };
    let Some(rows) = el.list(value, span)?.iter().map(row).collect::<Option<Vec<_>>>() else { return Ok(None) };
    el.tick_many(rows.iter().map(|row| row.len()).sum(), span)?;
    match rows.iter().find(|row| row.len() != rows[0].len()) {
        Some(other) => {
            let message = format!("the lists here have {} and {} elements", rows[0].len(), other.len());
            fail(Diagnostic::at(Code::Type, span, message).help("a table has rows of one length"))
        }
        None => Ok(Some(rows)),
    }
}

pub(super) fn rows(el: &mut Elaborator, args: Args) -> Result<Value> {
    if let Some(rows) = rows_of_table(el, &args)? {
        return Ok(Value::list(rows.into_iter().map(Value::List)));
    }
    let block = el.need_block(&args)?;
    el.tick_many(block.height * block.width, args.span)?;
    Ok(Value::list(el.block_rows(block)))
}

pub(super) fn cols(el: &mut Elaborator, args: Args) -> Result<Value> {
    if let Some(rows) = rows_of_table(el, &args)? {
        let width = rows.first().map_or(0, |row| row.len());
        return Ok(Value::list((0..width).map(|j| Value::list(rows.iter().map(|row| row[j].clone())))));
    }
    let block = el.need_block(&args)?;
    el.tick_many(block.height * block.width, args.span)?;
    Ok(Value::list(el.block_cols(block)))
}

/// Height and width of the boxes of a sudoku of this size. A box has as many cells as the grid has rows, and is as square
/// as possible, wider rather than taller.
fn usual_box((height, width): (usize, usize), span: Span) -> Result<(i64, i64)> {
    let n = height.max(width);
    let fits =
        |h: &usize| h * h <= n && n.is_multiple_of(*h) && height.is_multiple_of(*h) && width.is_multiple_of(n / h);
    match (1..=n).rev().find(fits) {
        Some(h) if h > 1 || n < 4 => Ok((h as i64, (n / h) as i64)),
        _ => fail(
            Diagnostic::at(Code::Domain, span, format!("a block of {height}x{width} cells has no usual boxes"))
                .help("give the height and the width of a box: `boxes(x, 2, 4)`"),
        ),
    }
}

/// Height and width of the boxes that the arguments ask for, in a grid of this size.
fn box_size(el: &mut Elaborator, args: &Args, size: (usize, usize)) -> Result<(usize, usize)> {
    let (h, w) = match args.positional.len() {
        1 => usual_box(size, args.span)?,
        2 => {
            return fail(
                Diagnostic::at(
                    Code::Arity,
                    args.span,
                    "`boxes` takes both the height and the width of a box, or neither",
                )
                .help(Help::write("boxes(x, h, w)")),
            );
        }
        _ => (el.need_size(args, 1)?, el.need_size(args, 2)?),
    };
    if size.0 as i64 % h != 0 || size.1 as i64 % w != 0 {
        let message = format!("a grid of {}x{} can't be cut into boxes of {h}x{w}", size.0, size.1);
        return fail(
            Diagnostic::at(Code::Domain, args.span, message)
                .help("the height and width of a box must divide those of the grid"),
        );
    }
    Ok((h as usize, w as usize))
}

pub(super) fn boxes(el: &mut Elaborator, args: Args) -> Result<Value> {
    if let Some(rows) = rows_of_table(el, &args)? {
        let size = (rows.len(), rows.first().map_or(0, |row| row.len()));
        let (h, w) = box_size(el, &args, size)?;
        let part = |rows: &[Arc<[Value]>], j: usize| {
            Value::list(rows.iter().flat_map(|row| row[j..j + w].iter().cloned()).collect::<Vec<Value>>())
        };
        let list =
            rows.chunks(h).flat_map(|rows| (0..size.1).step_by(w).map(|j| part(rows, j)).collect::<Vec<Value>>());
        return Ok(Value::list(list.collect::<Vec<Value>>()));
    }
    let b = el.need_block(&args)?;
    let (h, w) = box_size(el, &args, (b.height, b.width))?;
    let mut list = Vec::new();
    for i in (0..b.height).step_by(h) {
        el.tick_many(h * b.width, args.span)?;
        for j in (0..b.width).step_by(w) {
            let part = Block { row: b.row + i, col: b.col + j, height: h, width: w, ..b };
            let cells: Vec<Value> =
                el.block_rows(part).iter().filter_map(|r| el.if_list(r)).flatten().flat_map(|r| r.to_vec()).collect();
            list.push(Value::List(cells.into()));
        }
    }
    let g = el.model.grid(b.grid);
    if g.drawing.boxes.is_none() && (b.height, b.width) == (g.rows, g.cols) {
        let across = g.cols / w;
        let group = |i: usize| ((i / g.cols / h) * across + i % g.cols / w) as u32;
        let outline = (0..g.rows * g.cols).map(|i| Some(group(i))).collect();
        el.model.drawing_mut(b.grid).boxes = Some(outline);
    }
    Ok(Value::List(list.into()))
}

pub(super) fn diagonals(el: &mut Elaborator, args: Args) -> Result<Value> {
    let b = el.need_block(&args)?;
    let n = b.height.min(b.width);
    let g = el.model.grid(b.grid);
    let at = |i: usize, j: usize| g.cell((b.row + i) as i64, (b.col + j) as i64).map(Value::Cell);
    let main = Value::list((0..n).filter_map(|i| at(i, i)));
    let anti = Value::list((0..n).filter_map(|i| at(i, b.width - 1 - i)));
    Ok(Value::list([main, anti]))
}

pub(super) fn windows(el: &mut Elaborator, args: Args) -> Result<Value> {
    if args.positional.len() == 2 {
        return super::lists::windows(el, args);
    }
    let b = el.need_block(&args)?;
    let (h, w) = (el.need_size(&args, 1)? as usize, el.need_size(&args, 2)? as usize);
    let mut list = Vec::new();
    for i in 0..(b.height + 1).saturating_sub(h) {
        for j in 0..(b.width + 1).saturating_sub(w) {
            let part = Block { row: b.row + i, col: b.col + j, height: h, width: w, ..b };
            let cells = el.list(&Value::Block(part.into()), args.span)?;
            // A window over a hole is left out.
            if cells.len() == h * w {
                list.push(Value::List(cells));
            }
        }
    }
    Ok(Value::List(list.into()))
}

pub(super) fn block(el: &mut Elaborator, args: Args) -> Result<Value> {
    let b = el.need_block(&args)?;
    let (i, j) = (el.need_int(&args, 1)?, el.need_int(&args, 2)?);
    let (h, w) = (el.need_size(&args, 3)?, el.need_size(&args, 4)?);
    let inside = |at: i64, size: i64, most: usize| at >= 1 && at.saturating_add(size) <= most as i64 + 1;
    if !inside(i, h, b.height) || !inside(j, w, b.width) {
        let message = format!("a block of {h}x{w} at r{i}c{j} leaves the {}x{} grid", b.height, b.width);
        return fail(Diagnostic::at(Code::Index, args.span, message));
    }
    let (row, col) = (b.row + i as usize - 1, b.col + j as usize - 1);
    Ok(Value::Block(Block { grid: b.grid, row, col, height: h as usize, width: w as usize }.into()))
}

pub(super) fn row(el: &mut Elaborator, args: Args) -> Result<Value> {
    let cell = el.need_cell(&args, 0)?;
    Ok(Value::Int(el.model.position(cell).0 as i64 + 1))
}

pub(super) fn col(el: &mut Elaborator, args: Args) -> Result<Value> {
    let cell = el.need_cell(&args, 0)?;
    Ok(Value::Int(el.model.position(cell).1 as i64 + 1))
}

/// Rows and columns of a grid, block or picture.
fn extent(el: &Elaborator, args: &Args) -> Result<(usize, usize)> {
    match args.get(0) {
        (Value::Regions(r), _) => Ok((r.rows, r.cols)),
        (Value::Clues(c), span) if el.is_list(c) => fail(one_row(span)),
        (Value::Clues(c), _) => Ok((c.rows, c.cols)),
        (Value::List(_), span) => match rows_of_table(el, args)? {
            Some(rows) if !rows.is_empty() => Ok((rows.len(), rows[0].len())),
            _ => fail(one_row(span)),
        },
        _ => el.need_block(args).map(|b| (b.height, b.width)),
    }
}

fn one_row(span: Span) -> Diagnostic {
    Diagnostic::at(Code::Type, span, "expected a picture of several rows, found a list")
        .help("a picture of one row is a list: write a row for each row of the grid")
}

pub(super) fn height(el: &mut Elaborator, args: Args) -> Result<Value> {
    if args.positional.len() == 2 {
        return super::pieces::height(el, args);
    }
    Ok(Value::Int(extent(el, &args)?.0 as i64))
}

pub(super) fn width(el: &mut Elaborator, args: Args) -> Result<Value> {
    if args.positional.len() == 2 {
        return super::pieces::width(el, args);
    }
    Ok(Value::Int(extent(el, &args)?.1 as i64))
}

pub(super) fn dist(el: &mut Elaborator, args: Args) -> Result<Value> {
    let (a, b) = (el.need_cell(&args, 0)?, el.need_cell(&args, 1)?);
    let ((r, c), (s, d)) = (el.model.position(a), el.model.position(b));
    Ok(Value::Int((r.abs_diff(s) + c.abs_diff(d)) as i64))
}

pub(super) fn neighbors(el: &mut Elaborator, args: Args) -> Result<Value> {
    if let (Value::Graph(graph), _) = args.get(0) {
        let (place, span) = args.get(1);
        if args.positional.len() < 2 {
            let error = Diagnostic::at(Code::Arity, args.span, "the neighbours of which place?");
            return fail(error.help(Help::write(format!("neighbors({}, p)", graph.name))));
        }
        let at = el.place_in(graph, place, span)?;
        return Ok(Value::list(graph.next_to(at).map(|next| graph.places[next as usize].clone())));
    }
    if let Some((_, span)) = args.positional.get(1) {
        return el.wrong_type("a graph", args.get(0).0, args.get(0).1.to(*span));
    }
    let cell = el.need_cell(&args, 0)?;
    Ok(el.around(cell, [(-1, 0), (0, -1), (0, 1), (1, 0)]))
}

pub(super) fn touching(el: &mut Elaborator, args: Args) -> Result<Value> {
    let cell = el.need_cell(&args, 0)?;
    Ok(el.around(cell, [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]))
}

pub(super) fn knights(el: &mut Elaborator, args: Args) -> Result<Value> {
    let cell = el.need_cell(&args, 0)?;
    Ok(el.around(cell, [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]))
}

/// Offsets at taxicab distance `from` to `to`, in reading order.
fn diamond(from: i64, to: i64) -> impl Iterator<Item = (i64, i64)> {
    (-to..=to).flat_map(move |r| {
        let reach = to - r.abs();
        (-reach..=reach).map(move |c| (r, c)).filter(move |(r, c)| r.abs() + c.abs() >= from)
    })
}

/// A distance argument, clamped to the size of the grid.
fn distance(el: &Elaborator, args: &Args) -> Result<(CellId, i64)> {
    let cell = el.need_cell(args, 0)?;
    let k = el.need_int(args, 1)?;
    let g = el.model.grid(el.model.grid_of(cell));
    let most = (g.rows + g.cols) as i64;
    // Larger distances reach no cell and must not cost time.
    Ok((cell, k.clamp(-1, most)))
}

pub(super) fn at(el: &mut Elaborator, args: Args) -> Result<Value> {
    let (cell, k) = distance(el, &args)?;
    Ok(if k < 0 { Value::list([]) } else { el.around(cell, diamond(k, k)) })
}

pub(super) fn within(el: &mut Elaborator, args: Args) -> Result<Value> {
    let (cell, k) = distance(el, &args)?;
    Ok(if k < 1 { Value::list([]) } else { el.around(cell, diamond(1, k)) })
}

pub(super) fn adjacent(el: &mut Elaborator, args: Args) -> Result<Value> {
    let b = el.need_block(&args)?;
    let g = el.model.grid(b.grid);
    let at = |i: usize, j: usize| {
        (i < b.height && j < b.width).then(|| g.cell((b.row + i) as i64, (b.col + j) as i64)).flatten().map(Value::Cell)
    };
    let mut list = Vec::new();
    for i in 0..b.height {
        el.tick_many(b.width, args.span)?;
        for j in 0..b.width {
            let Some(cell) = at(i, j) else { continue };
            for other in [at(i, j + 1), at(i + 1, j)].into_iter().flatten() {
                list.push(Value::tuple([cell.clone(), other]));
            }
        }
    }
    Ok(Value::List(list.into()))
}

pub(super) fn next(el: &mut Elaborator, args: Args) -> Result<Value> {
    let cell = el.need_cell(&args, 0)?;
    let (direction, span) = args.get(1);
    let d = el.need_direction(direction, span)?;
    let g = el.model.grid(el.model.grid_of(cell));
    let (row, col) = g.position(cell);
    Ok(g.cell(row as i64 + d.rows, col as i64 + d.cols).map_or(Value::None, Value::Cell))
}

pub(super) fn opposite(el: &mut Elaborator, args: Args) -> Result<Value> {
    let (way, span) = args.get(0);
    if let Some(kind) = el.kind(way).filter(|_| matches!(way, Value::Cell(_) | Value::Expr(..)))
        && Some(kind) == el.model.directions().map(Kind::Enum)
    {
        let position = el.enum_position(way, span)?;
        let back = DIRECTIONS.each_ref().map(|d| el.model.pool.int(opposite_of(d).number()));
        let index = el.model.pool.linear([(1, position)], 1);
        let index = el.overflow(index, span)?;
        let e = el.model.pool.element(&back, index);
        let e = el.overflow(e, span)?;
        return Ok(el.expr_as_value(e, kind));
    }
    Ok(Value::Direction(opposite_of(el.need_direction(way, span)?)))
}

fn opposite_of(way: &'static Direction) -> &'static Direction {
    let back = DIRECTIONS.iter().find(|d| (d.rows, d.cols) == (-way.rows, -way.cols));
    back.unwrap_or(way)
}

/// The cells from here on, up to the rim or a hole.
pub(super) fn ray(el: &mut Elaborator, args: Args) -> Result<Value> {
    let cell = el.need_cell(&args, 0)?;
    let (direction, span) = args.get(1);
    let d = el.need_direction(direction, span)?;
    let g = el.model.grid(el.model.grid_of(cell));
    let (row, col) = g.position(cell);
    let steps = (1..).map_while(|k| g.cell(row as i64 + k * d.rows, col as i64 + k * d.cols));
    let mut cells = Vec::with_capacity(g.rows.max(g.cols));
    cells.extend(steps.map(Value::Cell));
    Ok(Value::List(cells.into()))
}

pub(super) fn on_grid(el: &mut Elaborator, args: Args) -> Result<Value> {
    let b = el.need_block(&args)?;
    let (i, j) = (el.need_int(&args, 1)?, el.need_int(&args, 2)?);
    let inside = (1..=b.height as i64).contains(&i) && (1..=b.width as i64).contains(&j);
    let g = el.model.grid(b.grid);
    Ok(Value::Bool(inside && g.cell(i - 1 + b.row as i64, j - 1 + b.col as i64).is_some()))
}
