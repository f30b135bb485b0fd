//! Candidates: every value a cell may take. Single digits are written without spaces (`139`); if that
//! is wider than the page, as pencil marks in a small square for each cell; other values with commas
//! (`1,3,12..16`); and what fits in no grid is listed cell by cell.

use super::borders::Borders;
use super::drawing::{Drawing, Line, PAGE_WIDTH, Style};
use super::grid::{Align, CellText, Content, Form, Layout, bordered_forms, draw_grid, draw_grids, prepare};
use super::variables::wrap;
use crate::model::{CellId, Domain, Grid, GridId, Kind, Model, UnknownId};

/// Candidates of every visible grid and variable; `values` must not be empty sets.
pub fn draw_candidates(model: &Model, values: &dyn Fn(UnknownId) -> Domain) -> Drawing {
    let cell = |c: CellId| model.unknown_at(c).map(values).unwrap_or_default();
    let certain = |u| values(u).single().map_or(CellText::UNKNOWN, |v| CellText::value(model, u, v));
    let mut all = draw_grids(model, &|id| draw_grid_candidates(model, id, &cell), &certain, false);
    let variables = model.variables.iter().filter(|v| !v.hidden);
    let items: Vec<Line> = variables
        .flat_map(|v| &v.unknowns)
        .map(|&u| {
            let unknown = model.unknown(u);
            Line::plain(&membership(model, &unknown.name, unknown.kind, &values(u)))
        })
        .collect();
    all.append(wrap(&items, "", ""));
    all
}

/// Candidates of one grid.
pub fn draw_grid_candidates(model: &Model, id: GridId, values: &dyn Fn(CellId) -> Domain) -> Drawing {
    let grid = model.grid(id);
    let Some((kind, domain)) = &grid.content else {
        return draw_grid(model, id, &|_| CellText::UNKNOWN);
    };
    if *kind == Kind::Bool {
        return draw_grid(model, id, &|c| match values(c).single() {
            Some(v) => CellText { content: Content::Bool(v != 0), style: Style::DERIVED },
            None => CellText::UNKNOWN,
        });
    }
    let digits = *kind == Kind::Int && domain.min() >= 0 && domain.max() <= 9;
    let styled = |content, values: &Domain| {
        let derived = values.single().is_some();
        CellText { content, style: Style { derived, ..Style::PLAIN } }
    };
    let inline = |c: CellId| {
        let values = values(c);
        let content = match digits {
            true => Content::Text(values.iter().map(|v| v.to_string()).collect()),
            false => Content::Text(list(model, *kind, &values, ",")),
        };
        styled(content, &values)
    };
    let pencil = |c: CellId| {
        let values = values(c);
        styled(Content::Block(square(domain, &values)), &values)
    };
    let mut forms = bordered_forms(grid);
    if forms.is_empty() {
        // Two spaces, for a value and a list of values side by side are hard to tell apart with one.
        let open = |common| Form { borders: Borders::none(grid), gap: 2, common, ..Form::lattice(grid, 0) };
        forms = vec![open(true), open(false)];
    }
    let inline = fitting(grid, &inline, &forms);
    let pencils =
        || digits.then(|| fitting(grid, &pencil, &[Form::lattice(grid, 1), Form::lattice(grid, 0)])).flatten();
    inline.or_else(pencils).unwrap_or_else(|| {
        let item = |c| Line::plain(&membership(model, &model.cell_name(c), *kind, &values(c)));
        wrap(&grid.cells().map(item).collect::<Vec<_>>(), "", "")
    })
}

/// The first of the forms that fits the page.
fn fitting(grid: &Grid, cells: &dyn Fn(CellId) -> CellText, forms: &[Form]) -> Option<Drawing> {
    let cells = prepare(grid, cells);
    let mut layouts = forms.iter().map(|form| Layout::new(grid, &cells, form, Align::Left));
    layouts.find(|layout| layout.width() <= PAGE_WIDTH).map(|layout| layout.draw())
}

/// `E = 5` or `E in {5, 7..9}`.
fn membership(model: &Model, name: &str, kind: Kind, values: &Domain) -> String {
    match values.single() {
        Some(v) => format!("{name} = {}", model.value_text(kind, v)),
        None => format!("{name} in {{{}}}", list(model, kind, values, ", ")),
    }
}

/// Values with a separator; three or more successive integers as a range.
fn list(model: &Model, kind: Kind, values: &Domain, separator: &str) -> String {
    let range = |&(a, b): &(i64, i64)| match b.abs_diff(a) {
        0 => a.to_string(),
        1 => format!("{a}{separator}{b}"),
        _ => format!("{a}..{b}"),
    };
    let parts: Vec<String> = match kind {
        Kind::Int => values.ranges().iter().map(range).collect(),
        _ => values.iter().map(|v| model.value_text(kind, v)).collect(),
    };
    parts.join(separator)
}

/// The digits of `domain` in a square, those not among `values` left blank.
fn square(domain: &Domain, values: &Domain) -> Vec<String> {
    let all: Vec<i64> = domain.iter().collect();
    let side = (1..).find(|s| s * s >= all.len()).unwrap_or(1);
    let digit = |&v: &i64| if values.contains(v) { v.to_string() } else { " ".into() };
    let row = |chunk: &[i64]| format!("{:side$}", chunk.iter().map(digit).collect::<String>());
    all.chunks(side).map(row).collect()
}
