//! A scene as text: its boards below each other, each with its legend, then the values in no grid, then charts.

use super::chart::draw_chart;
use super::drawing::{Drawing, Line};
use super::grid::place_board;
use super::legend::legend;
use super::lines::place_strokes;
use super::page::Look;
use super::variables::draw_lists;
use crate::scene::{Board, CellText, Scene, Style, Text, too_large};
use sator_model::{Assignment, GridId, Lines, Model, UnknownId};

/// Draws a scene; boards get their name as a title when there are several.
pub fn draw_scene(scene: &Scene, look: &Look) -> Drawing {
    if !look.pictures {
        return Drawing::new();
    }
    let mut all = draw_boards(&scene.boards, &|board| draw_board(board, look));
    all.append(draw_too_large(scene));
    all.append(draw_lists(&scene.lists, look.width));
    scene.charts.iter().for_each(|chart| all.append(draw_chart(chart, look)));
    all
}

/// The text in place of a board that is too large.
pub(super) fn draw_too_large(scene: &Scene) -> Drawing {
    scene.too_large.iter().map(|sentence| Line::plain(sentence)).collect()
}

/// Draws one board with its legend.
pub fn draw_board(board: &Board, look: &Look) -> Drawing {
    if !look.pictures {
        return Drawing::new();
    }
    let placed = match &board.strokes {
        Some(strokes) => place_strokes(board, strokes, look),
        None => place_board(board, look),
    };
    let mut drawing = placed.finish(look);
    drawing.append(legend(board, look.width));
    drawing
}

pub(super) fn draw_boards(boards: &[Board], draw: &dyn Fn(&Board) -> Drawing) -> Drawing {
    let mut all = Drawing::new();
    for board in boards {
        let drawing = draw(board);
        all.append(if boards.len() > 1 { drawing.titled(&format!("{}:", board.name)) } else { drawing });
    }
    all
}

/// Draws every grid and variable that is not hidden and has unknowns, and what is drawn on grids.
/// Boards that don't fit into memory are not drawn.
pub fn draw_answer(model: &Model, text: Text, look: &Look) -> Drawing {
    if !look.has_room(model.visible().count()) {
        return Drawing::text("not drawn: there is no room for it within the memory limit (`set memory`)");
    }
    draw_scene(&Scene::new(model, text, true), look)
}

/// Draws one grid.
pub fn draw_grid(model: &Model, grid: GridId, text: Text, look: &Look) -> Drawing {
    if let Some(sentence) = too_large(model.grid(grid)) {
        return Drawing::text(&sentence);
    }
    draw_board(&Board::of_grid(model, grid, text), look)
}

/// Draws links, fences or pieces.
pub fn draw_lines(model: &Model, lines: &Lines, text: Text, look: &Look) -> Drawing {
    if let Some(sentence) = too_large(model.grid(lines.grid)) {
        return Drawing::text(&sentence);
    }
    draw_board(&Board::of_lines(model, lines, text), look)
}

/// A solution; what differs from the one before is marked.
pub(super) fn draw_solution(model: &Model, assignment: &Assignment, changed: &[UnknownId], look: &Look) -> Drawing {
    let text = |u| {
        let text = CellText::value(model, u, assignment.get(u));
        if changed.contains(&u) { text.styled(Style::CHANGED) } else { text }
    };
    draw_answer(model, &text, look)
}
