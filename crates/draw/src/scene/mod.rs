//! The puzzle as a picture without colours: boards with cells, borders, lines, cages, marks and clues, and the values
//! that are in no grid.
//!
//! A scene is made of the model and the shapes that the text of rules draws (`model::shape`). Nothing here depends on the
//! name of a rule. `render` draws a scene on a terminal, as SVG or as JSON.

mod board;
mod cell;
mod chart;
mod clue_text;
mod clues;
mod figures;
mod known;
mod strokes;

pub(crate) use board::{Board, BoardLine, Cage, Corner, EMPTY, Half, Holds, Side, Slot};
pub use cell::{CellText, Content, Style};
pub use chart::{Chart, ChartBar, ChartRow};
pub use figures::{Figure, clash_scene, figures};
pub use known::{Posed, candidate_text, givens, known_text, printed_givens, value_list, value_square};
pub use strokes::Strokes;

use sator_model::{Grid, GridId, Kind, LineKind, Lines, Model, UnknownId};

/// One picture of a puzzle.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The title, as the script states it.
    pub title: Option<String>,
    /// The boards, from top to bottom.
    pub boards: Vec<Board>,
    /// The values that are in no grid.
    pub lists: Vec<List>,
    /// The charts of schedules.
    pub charts: Vec<Chart>,
    /// A sentence for each grid that is too large to draw.
    pub too_large: Vec<String>,
}

/// The cells of the largest board that is drawn, 200x200. Such a board is wider than any screen. Its PNG takes 0.2 s and its
/// SVG 15 MB; those of 1000x1000 take 5 s and 370 MB.
const MAX_CELLS: usize = 40_000;

/// Returns a sentence if the grid is too large to draw.
pub(crate) fn too_large(grid: &Grid) -> Option<String> {
    let cells = grid.rows * grid.cols;
    (cells > MAX_CELLS).then(|| {
        let name = &grid.name;
        format!("`{name}` is not drawn: it has {cells} cells, and a picture has at most {MAX_CELLS}")
    })
}

/// A variable: one unknown, or a list of unknowns.
#[derive(Clone, Debug)]
pub struct List {
    /// The name of the variable.
    pub name: String,
    /// The values, in the order of the list.
    pub values: Vec<CellText>,
    /// Whether the variable is a list, which is shown in brackets.
    pub list: bool,
    /// The number of the declaration. Variables declared together are shown together.
    pub group: u32,
    /// The array that it is a part of.
    pub array: Option<String>,
    /// The names of the elements, where they aren't numbers from 1.
    pub heads: Option<std::sync::Arc<[String]>>,
}

/// Returns what an unknown shows.
pub type Text<'a> = &'a dyn Fn(UnknownId) -> CellText;

impl Scene {
    /// The boards of visible grids with unknowns, then the boards of lines on grids, then the values in no grid. A grid has no
    /// board of its own if the board of its lines shows its cells: those of bools, and with `values_in_lines` numbers too.
    pub fn new(model: &Model, text: Text, values_in_lines: bool) -> Scene {
        let lines: Vec<&Lines> = model.lines.iter().filter(|l| !l.hidden).collect();
        let covered = |id: usize, g: &Grid| {
            let plain = matches!(g.content, Some((Kind::Bool, _)));
            lines.iter().any(|l| l.grid.index() == id && (plain || values_in_lines && l.kind != LineKind::Links))
        };
        let shown = |&(i, g): &(usize, &Grid)| !g.hidden && g.content.is_some() && !covered(i, g);
        let mut left_out: Vec<String> = vec![];
        let mut small = |grid: &Grid| {
            let sentence = too_large(grid);
            let fits = sentence.is_none();
            left_out.extend(sentence.filter(|sentence| !left_out.contains(sentence)));
            fits
        };
        let mut boards: Vec<Board> = vec![];
        for (i, grid) in model.grids.iter().enumerate().filter(shown) {
            if small(grid) {
                boards.push(Board::of_grid(model, GridId::at(i), text));
            }
        }
        for lines in &lines {
            if small(model.grid(lines.grid)) {
                boards.push(Board::of_lines(model, lines, text));
            }
        }
        let mut lists = List::all(model, text);
        for lines in model.graph_lines.iter().filter(|lines| !lines.hidden) {
            if small(model.grid(lines.grid)) {
                boards.push(Board::of_graph_lines(model, lines, text));
                lists.retain(|list| list.array.as_ref() != Some(&lines.array));
            }
        }
        let charts = Chart::all(model, text);
        Scene { title: model.title.clone(), boards, lists, charts, too_large: left_out }
    }
}

impl List {
    /// Whether a declaration of this name declares it.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.array.as_deref() == Some(name)
    }

    /// The variables that are not hidden, in order of declaration.
    pub fn all(model: &Model, text: Text) -> Vec<List> {
        let seen = model.variables.iter().filter(|v| !v.hidden);
        let list = |v: &sator_model::Variable| List {
            name: v.name.clone(),
            values: v.unknowns.iter().map(|&u| text(u)).collect(),
            list: v.list,
            group: v.group,
            array: v.place.as_ref().map(|place| place.array.clone()),
            heads: v.place.as_ref().and_then(|place| place.heads.clone()),
        };
        seen.map(list).collect()
    }
}
