//! One grid as it is drawn: what its cells show, and all that lies over, between and around them.

use super::clue_text::short;
use super::{CellText, Content, Strokes, Style, Text};
use rustc_hash::FxHashMap;
pub(crate) use sator_model::shape::EMPTY;
use sator_model::shape::{Colour, End, Icon, MarkShape, Place};
use sator_model::{Form, GraphLines, Grid, GridId, Kind, LineKind, Lines, Model, PictureContent};

/// The content of the cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    YesNo,
    Numbers,
    Words,
}

/// The places of the clues of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Top,
    Bottom,
    Left,
    Right,
}

impl Side {
    pub const ALL: [Side; 4] = [Side::Top, Side::Bottom, Side::Left, Side::Right];
}

/// A corner around the board, where a clue of a diagonal can stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
}

impl Corner {
    pub const ALL: [Corner; 4] = [Corner::TopLeft, Corner::TopRight, Corner::BottomLeft, Corner::BottomRight];

    pub fn is_at(self, side: Side) -> bool {
        use Corner::{BottomLeft, BottomRight, TopLeft, TopRight};
        match side {
            Side::Top => matches!(self, TopLeft | TopRight),
            Side::Bottom => matches!(self, BottomLeft | BottomRight),
            Side::Left => matches!(self, TopLeft | BottomLeft),
            Side::Right => matches!(self, TopRight | BottomRight),
        }
    }
}

/// A place around the board for clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Before a row or column.
    Line(Side, usize),
    Corner(Corner),
}

/// Rows and columns count from 0; vectors of cells go row by row.
#[derive(Clone, Debug, Default)]
pub struct Board {
    pub name: String,
    /// The grid that it shows, and what stands before `r1c1` where a cell is named.
    pub grid: Option<GridId>,
    pub prefix: String,
    pub rows: usize,
    pub cols: usize,
    /// `None` for a board of places only.
    pub holds: Option<Holds>,
    /// `None` for holes.
    pub cells: Vec<Option<CellText>>,
    /// The clue in each cell or hole, in few characters.
    pub clues: Vec<Option<String>>,
    /// The looks of clues in cells that have one clue.
    pub icons: FxHashMap<usize, Icon>,
    /// The clues of cells that have several, of a picture each, with their looks.
    pub several: FxHashMap<usize, Vec<(String, Option<Icon>)>>,
    pub halves: Vec<Half>,
    /// The clues at the top, bottom, left and right, each a list of words.
    pub outside: [Vec<Vec<String>>; 4],
    /// The clues at the corners, by [`Corner::ALL`].
    pub corners: [Vec<String>; 4],
    /// Clues outside that take part in a clash.
    pub outside_clash: Vec<Slot>,
    /// Cells and holes whose clues take part in a clash.
    pub clue_clash: Vec<usize>,
    /// Divisions into groups, by the group of each cell: thick borders where any of them divides.
    pub outlines: Vec<Vec<Option<u32>>>,
    /// Thick borders between two neighbours of one group.
    pub walls: Vec<(Place, Place)>,
    /// The lengths of the ships, if a yes is a part of a ship.
    pub fleet: Option<Vec<i64>>,
    /// The signs for yes and for no, if these are no shaded and empty cells.
    pub signs: Option<(String, String)>,
    /// By cell, the number of cells of its region, if that is the sign for yes.
    pub sizes: Vec<String>,
    /// Whether signs stand for numbers.
    pub value_signs: bool,
    pub lines: Vec<BoardLine>,
    pub cages: Vec<Cage>,
    pub pills: Vec<Vec<Place>>,
    pub dots: Vec<Dot>,
    pub marks: Vec<BoardMark>,
    pub shades: Vec<Shade>,
    pub strokes: Option<Strokes>,
}

/// A clue on a border or corner, with its row and column in steps of half a cell: 0 is the rim, 1 the middle of the
/// first cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Half {
    pub row: usize,
    pub col: usize,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardLine {
    pub name: String,
    pub cells: Vec<Place>,
    pub colour: Colour,
    pub sign: String,
    pub start: End,
    pub end: End,
    pub dashed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    pub name: String,
    /// In reading order.
    pub cells: Vec<Place>,
    pub clue: Option<String>,
}

/// A sign halfway between two cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dot {
    pub name: String,
    pub a: Place,
    pub b: Place,
    pub text: String,
    pub inside: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMark {
    pub name: String,
    pub cell: Place,
    pub shape: MarkShape,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shade {
    pub name: String,
    pub cells: Vec<Place>,
    pub colour: Colour,
}

impl Board {
    pub fn of_grid(model: &Model, id: GridId, text: Text) -> Board {
        let grid = model.grid(id);
        let prefix = if model.main_grid() == Some(id) { String::new() } else { format!("{}.", grid.name) };
        let mut board = Board { grid: Some(id), prefix, ..Board::empty(grid) };
        for cell in grid.cells() {
            let at = grid.index(cell);
            let mut shown = model.unknown_at(cell).map_or(CellText::UNKNOWN, text);
            shown.style.given |= grid.drawing.givens[at];
            board.cells[at] = Some(shown);
        }
        board.decorate(model, id);
        board.put_signs(model, id);
        if board.outlines.is_empty()
            && let Some(pieces) = divided(model, id, text)
        {
            board.outlines.push(pieces);
        }
        board
    }

    /// Links, fences or pieces on their grid.
    pub fn of_lines(model: &Model, lines: &Lines, text: Text) -> Board {
        let mut board = Board::of_grid(model, lines.grid, text);
        board.name.clone_from(&lines.name);
        let mut strokes = Strokes::new(lines, text);
        strokes.multiple = lines.unknowns().any(|u| model.unknown(u).kind == Kind::Int);
        if lines.kind == LineKind::Partition {
            let joined = |u| text(u).content == Content::Bool(true);
            let grid = model.grid(lines.grid);
            // Cells that aren't known to be joined are drawn apart only if nothing is unknown.
            board.outlines = if strokes.partial { vec![] } else { vec![lines.pieces(grid, joined)] };
            // Borders of pieces have no place for a mark: the cells on both sides have it.
            for at in 0..grid.len() {
                let place = (at / grid.cols, at % grid.cols);
                let around = sator_model::lines::STEPS.into_iter().filter_map(|step| lines.toward(place, step));
                if let Some(cell) = board.cells[at].as_mut() {
                    cell.style = around.fold(cell.style, |style, u| style.marked_as(text(u).style));
                }
            }
        }
        board.strokes = Some(strokes);
        board
    }

    /// The lines of a graph that are known to be drawn, on the grid of its places.
    pub fn of_graph_lines(model: &Model, lines: &GraphLines, text: Text) -> Board {
        let mut board = Board::of_grid(model, lines.grid, text);
        board.name.clone_from(&lines.name);
        board.strokes = Some(Strokes::none(board.rows, board.cols));
        let drawn = |u| match text(u).content {
            Content::Bool(drawn) => drawn,
            Content::Text(number) => number != "0",
            _ => false,
        };
        for (ends, unknown) in lines.strokes.iter().filter(|(_, unknown)| drawn(*unknown)) {
            // A line has no place for a mark, so that marked lines have a name of their own.
            let mark = text(*unknown).style.mark();
            board.lines.push(BoardLine {
                name: mark.map_or_else(|| lines.name.clone(), |mark| format!("{}{mark}", lines.name)),
                cells: ends.to_vec(),
                colour: if mark.is_some() { Colour::Orange } else { Colour::Blue },
                sign: String::new(),
                start: End::Plain,
                end: End::Plain,
                dashed: false,
            });
        }
        board
    }

    /// The place one step before a line; none where the line starts inside the board.
    pub(super) fn slot(&self, first: Place, step: (i64, i64)) -> Option<Slot> {
        let (row, col) = (first.0 as i64 - step.0, first.1 as i64 - step.1);
        let inside = |k: i64, n: usize| (0..n as i64).contains(&k);
        match (inside(row, self.rows), inside(col, self.cols)) {
            (true, true) => None,
            (false, true) => Some(Slot::Line(if row < 0 { Side::Top } else { Side::Bottom }, col as usize)),
            (true, false) => Some(Slot::Line(if col < 0 { Side::Left } else { Side::Right }, row as usize)),
            (false, false) => Some(Slot::Corner(match (row < 0, col < 0) {
                (true, true) => Corner::TopLeft,
                (true, false) => Corner::TopRight,
                (false, true) => Corner::BottomLeft,
                (false, false) => Corner::BottomRight,
            })),
        }
    }

    fn empty(grid: &Grid) -> Board {
        let holds = grid.content.as_ref().map(|(kind, _)| match kind {
            Kind::Bool => Holds::YesNo,
            Kind::Int => Holds::Numbers,
            Kind::Enum(_) => Holds::Words,
        });
        Board {
            name: grid.name.clone(),
            rows: grid.rows,
            cols: grid.cols,
            holds,
            cells: vec![None; grid.len()],
            clues: vec![None; grid.len()],
            ..Board::default()
        }
    }

    /// Puts signs for the values of a grid of numbers or words.
    fn put_signs(&mut self, model: &Model, id: GridId) {
        let drawn = model.shapes.iter().filter(|s| s.grid == id);
        let mut signs =
            drawn.filter_map(|s| if let Form::Signs { from, signs } = &s.form { Some((*from, signs)) } else { None });
        let (Some((from, signs)), Some((kind, domain))) = (signs.next_back(), &model.grid(id).content) else { return };
        self.value_signs = true;
        let values = (from..).zip(signs.iter()).filter(|(value, _)| domain.contains(*value));
        let named: Vec<(String, &str)> =
            values.map(|(value, sign)| (model.value_text(*kind, value), &**sign)).collect();
        for cell in self.cells.iter_mut().flatten() {
            if let Content::Text(text) = &mut cell.content
                && let Some((_, sign)) = named.iter().find(|(value, _)| value == text)
            {
                *text = sign.to_string();
            }
        }
    }

    /// Whether a cell of numbers or words shows its clue alone: nothing else stands in it.
    pub fn only_clue(&self, at: usize) -> bool {
        self.clues[at].is_some()
            && match self.cells[at].as_ref().map(|cell| &cell.content) {
                Some(Content::Text(text)) => text == EMPTY,
                Some(Content::Unknown) => self.is_black(at),
                _ => false,
            }
    }

    /// Adds the clues of pictures, and what rules draw.
    fn decorate(&mut self, model: &Model, id: GridId) {
        let forms = || model.shapes.iter().filter(move |s| s.grid == id);
        let named =
            |picture: &str, wanted: fn(&Form) -> Option<&str>| forms().any(|s| wanted(&s.form) == Some(picture));
        let shape = (self.rows, self.cols);
        let mut regions = None;
        for picture in model.pictures_of(id) {
            match &picture.content {
                PictureContent::Regions { rows, cols, groups } if (*rows, *cols) == shape => {
                    regions = Some(groups.clone())
                }
                PictureContent::Clues { rows, cols, words, halves, .. } => {
                    if named(&picture.name, |f| if let Form::Elsewhere(name) = f { Some(name) } else { None }) {
                        continue;
                    }
                    let split = named(&picture.name, |f| if let Form::Split(name) = f { Some(name) } else { None });
                    self.clue_picture((*rows, *cols), words, *halves, split);
                    if (*rows, *cols) == shape && halves.is_none() {
                        for form in forms().map(|shape| &shape.form) {
                            self.looks(&picture.name, words, form);
                        }
                    }
                }
                PictureContent::Outside { words, .. } => {
                    for (side, new) in self.outside.iter_mut().zip(words).filter(|(_, new)| !new.is_empty()) {
                        side.clone_from(new);
                    }
                }
                PictureContent::Regions { .. } => {}
            }
        }
        for shape in forms() {
            self.add(&shape.name, &shape.form);
        }
        // The total of a cage stands in its first cell, wherever the picture has it.
        for cage in &self.cages {
            for &(r, c) in &cage.cells {
                let clue = &mut self.clues[r * self.cols + c];
                if clue.is_some() && *clue == cage.clue {
                    *clue = None;
                }
            }
        }
        if self.signs.as_ref().is_some_and(|(yes, _)| yes == "#")
            && let Some(groups) = self.outlines.first()
        {
            let size = |group: &Option<u32>| groups.iter().filter(|other| *other == group).count().to_string();
            self.sizes = groups.iter().map(size).collect();
        }
        if self.outlines.is_empty() {
            let regions = regions.filter(|outline| !self.are_cages(outline));
            self.outlines.extend(regions.or(model.grid(id).drawing.boxes.clone()));
        }
    }

    /// Whether each of these groups is drawn as a cage.
    fn are_cages(&self, groups: &[Option<u32>]) -> bool {
        let mut in_cage = vec![false; groups.len()];
        let places = self.cages.iter().flat_map(|cage| &cage.cells);
        places.for_each(|&(r, c)| in_cage[r * self.cols + c] = true);
        !self.cages.is_empty() && groups.iter().zip(in_cage).all(|(group, caged)| group.is_none() || caged)
    }

    fn add(&mut self, name: &str, form: &Form) {
        let name = name.to_string();
        match form {
            Form::Line(stroke) => self.lines.push(BoardLine {
                name,
                cells: stroke.cells.clone(),
                colour: stroke.colour,
                sign: stroke.sign.to_string(),
                start: stroke.start,
                end: stroke.end,
                dashed: stroke.dashed,
            }),
            Form::Cage { cells, clue } => {
                let clue = clue.as_deref().map(short);
                self.cages.push(Cage { name, cells: cells.clone(), clue });
            }
            Form::Pill(cells) => self.pills.push(cells.clone()),
            Form::Dot { a, b, text, inside } => {
                let inside = inside.as_deref().map(String::from);
                self.dots.push(Dot { name, a: *a, b: *b, text: text.to_string(), inside });
            }
            Form::Mark { cell, shape } => self.marks.push(BoardMark { name, cell: *cell, shape: shape.clone() }),
            Form::Shade { cells, colour } => {
                self.shades.push(Shade { name, cells: cells.clone(), colour: *colour });
            }
            Form::Corner { row, col, text } => {
                self.halves.push(Half { row: *row, col: *col, text: text.replace(',', "") });
            }
            Form::Outside { first, step, clue } => self.clue_outside(*first, *step, clue),
            Form::Borders(groups) => self.outlines.push(groups.to_vec()),
            Form::Wall(a, b) => self.walls.push((*a.min(b), *a.max(b))),
            Form::Values { yes, no } => self.signs = Some((yes.to_string(), no.to_string())),
            Form::Fleet { lengths, .. } => self.fleet = Some(lengths.to_vec()),
            Form::Words { .. } | Form::Signs { .. } | Form::Split(_) | Form::Elsewhere(_) | Form::Icon { .. } => {}
        }
    }

    /// The sign for a yes or no in a cell.
    pub fn sign_of(&self, at: usize, yes: bool) -> Option<&str> {
        let (of_yes, of_no) = self.signs.as_ref()?;
        Some(match self.sizes.get(at) {
            Some(size) if yes => size,
            _ if yes => of_yes,
            _ => of_no,
        })
    }

    /// Whether a clue is one of the signs of values, and so a given.
    pub fn is_given_sign(&self, at: usize) -> bool {
        const SIGNS: [&str; 8] = ["○", "●", "△", "□", "↑", "↓", "←", "→"];
        self.holds == Some(Holds::Numbers)
            && self.value_signs
            && self.clues[at].as_deref().is_some_and(|clue| SIGNS.contains(&clue))
    }

    /// The style of a cell, or of the clue in a hole.
    pub fn style_at(&self, at: usize) -> Style {
        match &self.cells[at] {
            Some(cell) => cell.style,
            None if self.clue_clash.contains(&at) => Style::CLASH,
            None => Style::PLAIN,
        }
    }

    /// Whether no border divides two cells.
    pub fn together(&self, a: usize, b: usize) -> bool {
        let place = |at: usize| (at / self.cols, at % self.cols);
        self.outlines.iter().all(|groups| groups[a] == groups[b]) && !self.walls.contains(&(place(a), place(b)))
    }

    pub fn present(&self, at: usize) -> bool {
        self.cells[at].is_some()
    }

    pub fn len(&self) -> usize {
        self.cells.len()
    }

    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether a rule draws the cell black.
    pub fn is_black(&self, at: usize) -> bool {
        let place = (at / self.cols, at % self.cols);
        self.shades.iter().any(|s| s.colour == Colour::Black && s.cells.contains(&place))
    }
}

/// The pieces of a hidden partition on the grid, if all of them are known: such as a rule has that divides a grid by its
/// numbers.
fn divided(model: &Model, id: GridId, text: Text) -> Option<Vec<Option<u32>>> {
    let helper = |l: &&Lines| l.hidden && l.grid == id && l.kind == LineKind::Partition;
    let lines = model.lines.iter().find(helper)?;
    let known = |u| matches!(text(u).content, Content::Bool(_));
    lines.unknowns().all(known).then(|| lines.pieces(model.grid(id), |u| text(u).content == Content::Bool(true)))
}
