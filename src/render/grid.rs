//! Grids as text. A grid without regions is plain columns of values; regions whose borders run
//! straight through get only those borders (a sudoku); all others, and grids with holes, get the full
//! lattice.
//!
//! Of the forms in [`forms`], from the roomiest to the tightest, the first that fits the page is
//! drawn: padding goes first, then the common column width, then the borders, then the spaces.

use super::borders::Borders;
use super::canvas::Canvas;
use super::clues::{self, Edge, centred, clue};
use super::drawing::{Drawing, Line, PAGE_WIDTH, Style};
use super::lines::draw_lines;
use super::variables::draw_variables;
use crate::model::{CellId, Grid, GridId, Kind, LineKind, Lines, Model, UnknownId};
use unicode_width::UnicodeWidthStr;

/// What a cell shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Not known: `.`, in a grid of yes and no `?`.
    Unknown,
    /// Shaded or not.
    Bool(bool),
    Text(String),
    /// Several lines of equal width.
    Block(Vec<String>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellText {
    pub content: Content,
    pub style: Style,
}

impl CellText {
    pub const UNKNOWN: CellText = CellText { content: Content::Unknown, style: Style::PLAIN };

    pub fn text(text: impl Into<String>) -> CellText {
        CellText { content: Content::Text(text.into()), style: Style::PLAIN }
    }

    /// The value of an unknown.
    pub fn value(model: &Model, unknown: UnknownId, value: i64) -> CellText {
        let kind = model.unknown(unknown).kind;
        let content = match kind {
            Kind::Bool => Content::Bool(value != 0),
            _ => Content::Text(model.value_text(kind, value)),
        };
        CellText { content, style: Style::PLAIN }
    }

    pub fn styled(self, style: Style) -> CellText {
        CellText { style, ..self }
    }
}

/// Draws one grid; `cells` is asked for present cells only. Givens are styled here.
pub fn draw_grid(model: &Model, grid: GridId, cells: &dyn Fn(CellId) -> CellText) -> Drawing {
    draw_outlined(model.grid(grid), cells)
}

/// The grid with the pieces of a hidden partition on it as its regions, if all of them are known: such as a rule has
/// that divides a grid by its numbers.
fn divided(model: &Model, id: GridId, text: &dyn Fn(UnknownId) -> CellText) -> Option<Grid> {
    let grid = model.grid(id);
    let helper = |l: &&Lines| l.hidden && l.grid == id && l.kind == LineKind::Partition;
    let lines = model.lines.iter().find(helper).filter(|_| grid.notes.outline.is_none())?;
    let known = |u| matches!(text(u).content, Content::Bool(_));
    lines.unknowns().all(known).then(|| {
        let pieces = lines.pieces(grid, |u| text(u).content == Content::Bool(true));
        grid.outlined(Some(pieces))
    })
}

/// Draws a grid with the outline that it has.
pub(super) fn draw_outlined(grid: &Grid, cells: &dyn Fn(CellId) -> CellText) -> Drawing {
    let align = match grid.content {
        Some((Kind::Enum(_), _)) => Align::Left,
        _ => Align::Right,
    };
    let prepared = prepare(grid, cells);
    let totals = has_totals(grid);
    if !grid.notes.halves.is_empty() || totals {
        let drawing = with_halves(grid, &prepared, totals);
        if drawing.width() <= PAGE_WIDTH {
            return drawing;
        }
    }
    let forms = forms(grid, &prepared);
    let fitting = forms.iter().find(|form| Layout::new(grid, &prepared, form, align).full_width() <= PAGE_WIDTH);
    match fitting.or(forms.last()) {
        Some(form) => Layout::new(grid, &prepared, form, align).draw(),
        None => Drawing::new(),
    }
}

/// Clues in cells that hold numbers: the totals of cages and the like.
fn has_totals(grid: &Grid) -> bool {
    let numbers = matches!(grid.content, Some((Kind::Int, _)));
    numbers && Borders::lattice(grid).straight().is_none() && (0..grid.len()).any(|at| clue(grid, at).is_some())
}

/// A lattice with clues on its borders and corners; with `totals` those of the cells stand
/// above them.
fn with_halves(grid: &Grid, cells: &Cells, totals: bool) -> Drawing {
    let bool_grid = matches!(grid.content, Some((Kind::Bool, _)));
    let form = Form::lattice(grid, usize::from(!bool_grid));
    let layout = Layout::new(grid, cells, &form, Align::Right);
    let (ends, left) = (layout.columns(), clues::margin(grid, Edge::Left));
    let pitch = ends.get(1).map_or(4, |&end| end - ends[0]);
    let above = clues::lines(grid, Edge::Top, &ends).len();
    let mut canvas = Canvas::from(layout.draw());
    if totals {
        for at in (0..grid.len()).filter(|&at| grid.present[at]) {
            let text = clue(grid, at).unwrap_or_default();
            if text.width() < pitch {
                canvas.write(above + at / grid.cols * 2, left + at % grid.cols * pitch + 1, &text, Style::GIVEN);
            }
        }
    }
    for (row, col, text) in &grid.notes.halves {
        canvas.write(above + row, left + col * pitch / 2, &clues::short(text), Style::GIVEN);
    }
    canvas.drawing()
}

/// Draws every grid and variable that is not hidden and has unknowns, in that order; grids get their
/// name as a title when there are several.
pub fn draw_answer(model: &Model, text: &dyn Fn(UnknownId) -> CellText) -> Drawing {
    let cell = |c: CellId| model.unknown_at(c).map_or(CellText::UNKNOWN, text);
    let draw = |id| match divided(model, id, text) {
        Some(grid) => draw_outlined(&grid, &cell),
        None => draw_grid(model, id, &cell),
    };
    let mut all = draw_grids(model, &draw, text, true);
    all.append(draw_variables(model, text));
    all
}

/// The visible grids with unknowns below each other, then what is drawn on grids. A grid whose cells show
/// in a drawing on it is not drawn by itself; with `values_in_lines` numbers show there too.
pub(super) fn draw_grids(
    model: &Model,
    draw: &dyn Fn(GridId) -> Drawing,
    text: &dyn Fn(UnknownId) -> CellText,
    values_in_lines: bool,
) -> Drawing {
    let lines: Vec<&Lines> = model.lines.iter().filter(|l| !l.hidden).collect();
    let covered = |id: usize, g: &Grid| {
        let plain = matches!(g.content, Some((Kind::Bool, _)));
        lines.iter().any(|l| l.grid.0 as usize == id && (plain || values_in_lines && l.kind != LineKind::Links))
    };
    let shown = |i: usize, g: &Grid| !g.hidden && g.content.is_some() && !covered(i, g);
    let grids: Vec<usize> = (0..model.grids.len()).filter(|&i| shown(i, &model.grids[i])).collect();
    let several = grids.len() + lines.len() > 1;
    let mut all = Drawing::new();
    let mut add = |drawing: Drawing, name: &str| {
        all.append(if several { drawing.titled(&format!("{name}:")) } else { drawing });
    };
    for i in grids {
        add(draw(GridId(i as u32)), &model.grids[i].name);
    }
    for lines in lines {
        add(draw_lines(model, lines, text), &lines.name);
    }
    all
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
}

/// The cells of a grid row by row; `None` for holes.
pub(super) type Cells = Vec<Option<CellText>>;

pub(super) fn prepare(grid: &Grid, cells: &dyn Fn(CellId) -> CellText) -> Cells {
    let mut prepared = vec![None; grid.len()];
    for cell in grid.cells() {
        let i = grid.index(cell);
        let mut text = cells(cell);
        text.style.given |= grid.notes.givens[i];
        prepared[i] = Some(text);
    }
    prepared
}

/// One way to lay a grid out.
pub(super) struct Form {
    pub borders: Borders,
    /// Spaces between a cell and a border next to it.
    pub pad: usize,
    /// Spaces between cells without a border between them.
    pub gap: usize,
    /// All columns of one width?
    pub common: bool,
    /// Marks stand in the gap behind a cell instead of in a column of their own.
    pub marks_in_gap: bool,
    /// Columns of a yes or no.
    pub ink: usize,
}

impl Form {
    /// Every cell in a box of its own.
    pub fn lattice(grid: &Grid, pad: usize) -> Form {
        Form { borders: Borders::lattice(grid), pad, gap: 1, common: true, marks_in_gap: false, ink: 3 }
    }
}

/// The forms with borders, if the grid calls for any, from the roomiest to the tightest.
pub(super) fn bordered_forms(grid: &Grid) -> Vec<Form> {
    if grid.notes.outline.is_none() && grid.present.iter().all(|&p| p) {
        return vec![];
    }
    let bool_grid = matches!(grid.content, Some((Kind::Bool, _)));
    let lattice = Borders::lattice(grid);
    let (borders, gap, ink) = match lattice.straight() {
        Some(straight) => (straight, if bool_grid { 0 } else { 1 }, 2),
        None => (lattice, 1, 3),
    };
    let form = |pad, common| Form { borders: borders.clone(), pad, gap, common, marks_in_gap: false, ink };
    match bool_grid {
        true => vec![form(0, true)],
        false => vec![form(1, true), form(1, false), form(0, true), form(0, false)],
    }
}

fn forms(grid: &Grid, cells: &Cells) -> Vec<Form> {
    let mut forms = bordered_forms(grid);
    let open =
        |gap, common, marks_in_gap, ink| Form { borders: Borders::none(grid), pad: 0, gap, common, marks_in_gap, ink };
    if matches!(grid.content, Some((Kind::Bool, _))) {
        forms.extend([open(0, true, false, 2), open(0, true, false, 1)]);
        return forms;
    }
    forms.extend([open(1, true, false, 1), open(1, false, false, 1), open(1, true, true, 1), open(1, false, true, 1)]);
    // Without spaces, values can only be told apart when each is one character and nothing else.
    let single = |cell: &CellText| match &cell.content {
        Content::Text(text) => text.width() <= 1 && cell.style.mark().is_none(),
        Content::Block(_) => false,
        _ => cell.style.mark().is_none(),
    };
    if cells.iter().flatten().all(single) {
        forms.push(open(0, true, false, 1));
    }
    forms
}

/// A grid in one form: its cells as text, and the width of every column.
pub(super) struct Layout<'a> {
    grid: &'a Grid,
    form: &'a Form,
    align: Align,
    /// The lines of each cell, row by row.
    texts: Vec<Vec<String>>,
    styles: Vec<Style>,
    widths: Vec<usize>,
    /// Columns kept for marks in each of the widths.
    mark_width: usize,
    /// Is there a border left of this column, or at the right rim?
    drawn: Vec<bool>,
}

impl<'a> Layout<'a> {
    pub fn new(grid: &'a Grid, cells: &Cells, form: &'a Form, align: Align) -> Layout<'a> {
        let ink = Ink::new(grid, cells, form.ink);
        let texts: Vec<Vec<String>> = cells
            .iter()
            .enumerate()
            .map(|(at, cell)| match cell.as_ref().map(|c| &c.content) {
                None => vec![],
                Some(Content::Text(text)) => vec![text.clone()],
                Some(Content::Block(lines)) => lines.clone(),
                Some(Content::Unknown) if !matches!(grid.content, Some((Kind::Bool, _))) => vec![".".into()],
                Some(Content::Unknown) => vec![ink.text(at, None)],
                Some(Content::Bool(yes)) => vec![ink.text(at, Some(*yes))],
            })
            .collect();
        let styles: Vec<Style> = cells.iter().map(|c| c.as_ref().map_or(Style::PLAIN, |c| c.style)).collect();
        let mark_width = usize::from(!form.marks_in_gap && styles.iter().any(|s| s.mark().is_some()));
        let mut widths = vec![0; grid.cols];
        for (i, lines) in texts.iter().enumerate() {
            let width = lines.iter().map(|l| l.width()).max().unwrap_or(0) + mark_width;
            widths[i % grid.cols] = width.max(widths[i % grid.cols]);
        }
        let word = clues::widest_word(grid) + mark_width;
        widths.iter_mut().for_each(|width| *width = word.max(*width));
        if form.common {
            let widest = widths.iter().copied().max().unwrap_or(0);
            widths.fill(widest);
        }
        let drawn = (0..=grid.cols).map(|c| form.borders.column_drawn(c)).collect();
        Layout { grid, form, align, texts, styles, widths, mark_width, drawn }
    }

    pub fn width(&self) -> usize {
        let between = |c: usize| match self.drawn[c] {
            true => 1 + self.form.pad * (usize::from(c > 0) + usize::from(c < self.grid.cols)),
            false if c == 0 => 0,
            false if c == self.grid.cols => usize::from(self.form.marks_in_gap),
            false => self.form.gap,
        };
        self.widths.iter().sum::<usize>() + (0..=self.grid.cols).map(between).sum::<usize>()
    }

    /// With the clues at the left and right.
    pub fn full_width(&self) -> usize {
        clues::margin(self.grid, Edge::Left) + self.width() + clues::margin(self.grid, Edge::Right)
    }

    /// Where a word above each column ends.
    pub fn columns(&self) -> Vec<usize> {
        let mut column = 0;
        let end = |c: usize| {
            column += if self.drawn[c] {
                1 + self.pad(c)
            } else if c > 0 {
                self.form.gap
            } else {
                0
            };
            let middle = self.grid.content.as_ref().is_some_and(|(kind, _)| *kind == Kind::Bool);
            let width = self.widths[c] - self.mark_width;
            let spare = width.saturating_sub(clues::widest_word(self.grid).max(1));
            let end = match self.align {
                _ if middle => column + width - spare / 2,
                Align::Right => column + width,
                Align::Left => column + width - spare,
            };
            column += self.widths[c] + self.pad(c + 1);
            end
        };
        (0..self.grid.cols).map(end).collect()
    }

    pub fn draw(&self) -> Drawing {
        let (ends, width) = (self.columns(), self.width());
        let framed = |row: Option<usize>, line: Line| clues::frame(self.grid, row, line, width);
        let mut drawing = Drawing::new();
        clues::lines(self.grid, Edge::Top, &ends).into_iter().for_each(|line| drawing.push(line));
        for r in 0..=self.grid.rows {
            if self.form.borders.row_drawn(r) {
                drawing.push(framed(None, self.border_line(r)));
            }
            if r < self.grid.rows {
                let row = &self.texts[r * self.grid.cols..(r + 1) * self.grid.cols];
                let height = row.iter().map(Vec::len).max().unwrap_or(0).max(1);
                (0..height).for_each(|k| drawing.push(framed((k == 0).then_some(r), self.text_line(r, k))));
            }
        }
        clues::lines(self.grid, Edge::Bottom, &ends).into_iter().for_each(|line| drawing.push(line));
        drawing
    }

    fn pad(&self, boundary: usize) -> usize {
        if self.drawn[boundary] { self.form.pad } else { 0 }
    }

    fn border_line(&self, r: usize) -> Line {
        let borders = &self.form.borders;
        let mut line = Line::default();
        for c in 0..=self.grid.cols {
            if self.drawn[c] {
                line.fill(borders.corner_char(r, c), 1);
            } else if c > 0 && c < self.grid.cols {
                line.fill(borders.horizontal_char(r, c), self.form.gap);
            }
            if c < self.grid.cols {
                line.fill(borders.horizontal_char(r, c), self.pad(c) + self.widths[c] + self.pad(c + 1));
            }
        }
        line
    }

    /// Line `k` of the cells of row `r`.
    fn text_line(&self, r: usize, k: usize) -> Line {
        let mut line = Line::default();
        // Where the next thing belongs, and how far the line is written: a mark in a gap is ahead.
        let (mut column, mut written) = (0, 0);
        for c in 0..=self.grid.cols {
            if self.drawn[c] {
                line.fill(' ', column - written);
                line.fill(self.form.borders.vertical_char(r, c), 1);
                column += 1;
                written = column;
            } else if c > 0 && c < self.grid.cols {
                column += self.form.gap;
            }
            if c == self.grid.cols {
                break;
            }
            let i = r * self.grid.cols + c;
            let mut text = self.texts[i].get(k).cloned().unwrap_or_default();
            let spare = (self.widths[c] - self.mark_width).saturating_sub(text.width());
            let before = column + self.pad(c) + if self.align == Align::Right { spare } else { 0 };
            text.extend(self.styles[i].mark().filter(|_| k == 0 && !text.is_empty()));
            line.fill(' ', before - written);
            line.push(&text, self.styles[i]);
            written = before + text.width();
            column += self.pad(c) + self.widths[c] + self.pad(c + 1);
        }
        line
    }
}

/// The yes and no of a grid, drawn with its clues.
struct Ink<'a> {
    grid: &'a Grid,
    /// Columns of each.
    width: usize,
    /// Nothing is known yet, so that a clue alone says that of its cell as well.
    blank: bool,
}

impl Ink<'_> {
    /// As wide as the form wants it, or as the clues and those outside need it.
    fn new<'a>(grid: &'a Grid, cells: &Cells, width: usize) -> Ink<'a> {
        let needed = |(at, cell): (usize, &Option<CellText>)| {
            let room = match cell.as_ref().map(|cell| &cell.content) {
                Some(Content::Bool(true)) => 2,
                _ => 1,
            };
            clue(grid, at).map_or(0, |text| text.width() + room)
        };
        let single = |at: usize| clue(grid, at).is_none_or(|text| text.width() == 1);
        let clues = match width == 1 && (0..grid.len()).all(single) {
            true => 1,
            false => cells.iter().enumerate().map(needed).max().unwrap_or(0),
        };
        let word = match clues::widest_word(grid) {
            0 | 1 => 0,
            word => word + 1,
        };
        let blank = cells.iter().flatten().all(|cell| cell.content == Content::Unknown);
        Ink { grid, width: width.max(clues).max(word), blank }
    }

    fn text(&self, at: usize, yes: Option<bool>) -> String {
        let signs = self.grid.notes.signs.as_ref();
        match (yes, clue(self.grid, at)) {
            (Some(true), Some(text)) if signs.is_none() => centred(&text, self.width, '█'),
            (Some(true), _) => match signs {
                Some((sign, _)) => centred(sign, self.width, ' '),
                None => "█".repeat(self.width),
            },
            (None, Some(text)) if !self.blank => centred(&(text + "?"), self.width, ' '),
            (_, Some(text)) => centred(&text, self.width, ' '),
            (Some(false), None) => centred(signs.map_or("·", |(_, sign)| sign), self.width, ' '),
            (None, None) => centred("?", self.width, ' '),
        }
    }
}
