//! The puzzle as a picture without colours: boards with cells, borders, lines, cages, marks and clues, and the
//! values that stand in no grid.
//!
//! A scene is made from the model and from what the text of rules draws (`model::shape`); nothing here knows a rule
//! by its name. How a scene looks on a terminal, in SVG or as JSON is `render`'s business.

mod board;
mod cell;
mod clues;
mod figures;
mod known;
mod strokes;

pub(crate) use board::{Board, BoardLine, Cage, Corner, EMPTY, Half, Holds, Side, Slot};
pub use cell::{CellText, Content, Style};
pub use figures::{Figure, clash_scene, figures};
pub use known::{candidate_text, givens, known_text, printed_givens, value_list, value_square};
pub use strokes::Strokes;

use sator_model::{Grid, GridId, Kind, LineKind, Lines, Model, UnknownId};

/// All that is seen of a puzzle at once.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    pub title: Option<String>,
    pub boards: Vec<Board>,
    pub lists: Vec<List>,
}

/// A scalar or a list of unknowns.
#[derive(Clone, Debug)]
pub struct List {
    pub name: String,
    pub values: Vec<CellText>,
    /// One value without brackets otherwise.
    pub list: bool,
    /// Which declaration it is of.
    pub group: u32,
}

/// What the unknowns show.
pub type Text<'a> = &'a dyn Fn(UnknownId) -> CellText;

impl Scene {
    /// The visible grids with unknowns, then what is drawn on grids, then the values in no grid. A grid whose cells show
    /// in a drawing on it is not there by itself; with `values_in_lines` numbers show there too.
    pub fn new(model: &Model, text: Text, values_in_lines: bool) -> Scene {
        let lines: Vec<&Lines> = model.lines.iter().filter(|l| !l.hidden).collect();
        let covered = |id: usize, g: &Grid| {
            let plain = matches!(g.content, Some((Kind::Bool, _)));
            lines.iter().any(|l| l.grid.index() == id && (plain || values_in_lines && l.kind != LineKind::Links))
        };
        let shown = |&(i, g): &(usize, &Grid)| !g.hidden && g.content.is_some() && !covered(i, g);
        let grids =
            model.grids.iter().enumerate().filter(shown).map(|(i, _)| Board::of_grid(model, GridId::at(i), text));
        let drawn = lines.iter().map(|lines| Board::of_lines(model, lines, text));
        Scene { title: model.title.clone(), boards: grids.chain(drawn).collect(), lists: List::all(model, text) }
    }
}

impl List {
    /// The variables that are not hidden, in order of declaration.
    pub fn all(model: &Model, text: Text) -> Vec<List> {
        let seen = model.variables.iter().filter(|v| !v.hidden);
        let list = |v: &sator_model::Variable| List {
            name: v.name.clone(),
            values: v.unknowns.iter().map(|&u| text(u)).collect(),
            list: v.list,
            group: v.group,
        };
        seen.map(list).collect()
    }
}
