//! Candidates: every value a cell may take. Single digits are written without spaces (`139`); if that
//! is wider than the page, as pencil marks in a small square for each cell; other values with commas
//! (`1,3,12..16`); and what fits in no grid is listed cell by cell.

use super::borders::Borders;
use super::drawing::{Drawing, Line, say};
use super::grid::{Align, Form, Layout, bordered_forms};
use super::page::Look;
use super::scene::{draw_board, draw_boards, draw_too_large};
use super::variables::wrap;
use crate::scene::{Board, CellText, Content, Scene, Style, too_large, value_list, value_square};
use sator_answer::CandidateCounts;
use sator_model::{Domain, GridId, Kind, Model, UnknownId};

/// The candidates of each unknown; never an empty set.
type Values<'a> = &'a dyn Fn(UnknownId) -> Domain;

/// Candidates of every visible grid and variable.
pub fn draw_candidates(model: &Model, values: Values, look: &Look) -> Drawing {
    if !look.pictures {
        return Drawing::new();
    }
    let certain = |u| values(u).single().map_or(CellText::UNKNOWN, |v| CellText::value(model, u, v));
    let scene = Scene::new(model, &certain, false);
    let mut all = draw_boards(&scene.boards, &|board| {
        let grid = model.grids.iter().position(|g| board.strokes.is_none() && g.name == board.name);
        match grid {
            Some(grid) => draw_grid_candidates(model, GridId::at(grid), values, look),
            None => draw_board(board, look),
        }
    });
    all.append(draw_too_large(&scene));
    let variables = model.variables.iter().filter(|v| !v.hidden);
    let items: Vec<Line> = variables
        .flat_map(|v| &v.unknowns)
        .map(|&u| {
            let unknown = model.unknown(u);
            Line::plain(&membership(model, &unknown.name, unknown.kind, &values(u)))
        })
        .collect();
    all.append(wrap(&items, "", "", look.width));
    all
}

/// Candidates of one grid.
pub fn draw_grid_candidates(model: &Model, id: GridId, values: Values, look: &Look) -> Drawing {
    let grid = model.grid(id);
    if let Some(sentence) = too_large(grid) {
        return Drawing::text(&sentence);
    }
    let Some((kind, domain)) = &grid.content else {
        return draw_board(&Board::of_grid(model, id, &|_| CellText::UNKNOWN), look);
    };
    if *kind == Kind::Bool {
        let known = |u: UnknownId| match values(u).single() {
            Some(v) => CellText::new(Content::Bool(v != 0)).styled(Style::DERIVED),
            None => CellText::UNKNOWN,
        };
        return draw_board(&Board::of_grid(model, id, &known), look);
    }
    let digits = *kind == Kind::Int && domain.min() >= 0 && domain.max() <= 9;
    let styled = |content, values: &Domain| {
        let derived = values.single().is_some();
        CellText::new(content).styled(Style { derived, ..Style::PLAIN })
    };
    let inline = |u: UnknownId| {
        let values = values(u);
        let content = match digits {
            true => Content::Text(values.iter().map(|v| v.to_string()).collect()),
            false => Content::Text(value_list(model, *kind, &values, ",")),
        };
        styled(content, &values)
    };
    let pencil = |u: UnknownId| {
        let values = values(u);
        styled(Content::Block(value_square(domain, &values)), &values)
    };
    let board = Board::of_grid(model, id, &inline);
    let mut forms = bordered_forms(&board);
    if forms.is_empty() {
        // Two spaces, for a value and a list of values side by side look alike with one.
        let open = |common| Form { borders: Borders::none(&board), gap: 2, common, ..Form::lattice(&board, 0) };
        forms = vec![open(true), open(false)];
    }
    let pencils = || {
        let board = Board::of_grid(model, id, &pencil);
        digits.then(|| fitting(&board, &[Form::lattice(&board, 1), Form::lattice(&board, 0)], look)).flatten()
    };
    fitting(&board, &forms, look).or_else(pencils).unwrap_or_else(|| {
        let unknowns = grid.cells().filter_map(|c| Some((c, model.unknown_at(c)?)));
        let item = |(c, u)| Line::plain(&membership(model, &model.cell_name(c), *kind, &values(u)));
        wrap(&unknowns.map(item).collect::<Vec<_>>(), "", "", look.width)
    })
}

/// The first of the forms that fits the page.
fn fitting(board: &Board, forms: &[Form], look: &Look) -> Option<Drawing> {
    let mut layouts = forms.iter().map(|form| Layout::new(board, form, Align::Left));
    layouts.find(|layout| layout.width() <= look.width).map(|layout| layout.place().finish(look))
}

/// `E = 5` or `E in {5, 7..9}`.
fn membership(model: &Model, name: &str, kind: Kind, values: &Domain) -> String {
    match values.single() {
        Some(v) => format!("{name} = {}", model.value_text(kind, v)),
        None => format!("{name} in {{{}}}", value_list(model, kind, values, ", ")),
    }
}

/// The number of solutions that each value of an open cell leaves, a cell a line: `r1c1: 1 in 3, 2 in 1*, 4 in 8+`.
pub(super) fn draw_counts(model: &Model, values: &[Domain], counted: &CandidateCounts, look: &Look) -> Drawing {
    let open = model.visible().filter(|&u| values[u].single().is_none());
    let mut drawing = Drawing::new();
    for u in open {
        if drawing.is_empty() {
            say(&mut drawing, "the solutions that each value leaves (* one, + that many or more):");
        }
        let unknown = model.unknown(u);
        let one = |(value, &count): (i64, &u64)| {
            let mark = if count == counted.limit {
                "+"
            } else if count == 1 {
                "*"
            } else {
                ""
            };
            Line::plain(&format!("{} in {count}{mark}", model.value_text(unknown.kind, value)))
        };
        let all: Vec<Line> = values[u].iter().zip(&counted.counts[u]).map(one).collect();
        drawing.append(wrap(&all, &format!("  {}: ", unknown.name), "", look.width));
    }
    drawing
}
