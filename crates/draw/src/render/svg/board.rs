//! One board: from what lies lowest, colours behind cells, to the clues around it.

use super::{Anchor, CELL, Paper, Placed, escaped, glyphs};
use crate::render::borders::{Borders, Weight};
use crate::render::legend::{path, place, spoken};
use crate::scene::{Board, BoardLine, Cage, CellText, Content, Corner, EMPTY, Half, Holds, Side, Style};
use sator_model::LineKind;
use sator_model::shape::{Colour, End, MarkShape, Place};

/// Draws a board at a point, and returns its width and height with the clues around it.
pub(super) fn draw(paper: &mut Paper, board: &Board, left: f64, top: f64) -> (f64, f64) {
    let margin = Margin::of(board);
    // Below clues in corners.
    let numbers = board.holds == Some(Holds::Numbers);
    let clued = |at: usize| board.clues[at].is_some() && !board.only_clue(at);
    let corners = numbers && (board.cages.iter().any(|c| c.clue.is_some()) || (0..board.len()).any(clued));
    let widest = board.cells.iter().flatten().filter_map(|shown| match &shown.content {
        Content::Text(text) if !SIGNS.contains(&text.as_str()) => Some(glyphs::width(text)),
        _ => None,
    });
    let high = widest.map(|wide| 86.0 / wide.max(0.01)).fold(if corners { 54.0 } else { 62.0 }, f64::min).max(22.0);
    let down = if corners { 8.0 } else { 0.0 };
    let sheet = Sheet { board, x: left + margin.left, y: top + margin.top, high, down };
    sheet.colours(paper);
    sheet.marks(paper);
    sheet.lines(paper);
    sheet.grid(paper);
    sheet.cages(paper);
    sheet.strokes(paper);
    sheet.cells(paper);
    sheet.between(paper);
    sheet.outside(paper);
    if let Some(fleet) = &board.fleet {
        sheet.fleet(paper, fleet, margin.bottom - FLEET);
    }
    if paper.choosable {
        paper.placed.push(Placed::of(board, (sheet.x, sheet.y)));
        sheet.squares(paper);
    }
    let (cols, rows) = (board.cols as f64 * CELL, board.rows as f64 * CELL);
    (margin.left + cols + margin.right, margin.top + rows + margin.bottom)
}

/// Room for the clues outside.
struct Margin {
    top: f64,
    bottom: f64,
    left: f64,
    right: f64,
}

pub(super) const WORD: f64 = 40.0;

/// The height of a fleet below the board.
const FLEET: f64 = 70.0;

/// Values that are drawn as large as their cell wants them.
pub(super) const SIGNS: [&str; 20] =
    [EMPTY, "○", "●", "■", "◤", "◥", "◢", "◣", "╲", "╱", "│", "─", "▲", "▼", "◀", "▶", "△", "□", "+", "−"];

impl Margin {
    fn of(board: &Board) -> Margin {
        let clues = |side: Side| &board.outside[side as usize];
        // A circle on the rim needs room too.
        let (last_row, last_col) = (2 * board.rows, 2 * board.cols);
        let rim = |half: &Half| half.row == 0 || half.col == 0 || half.row == last_row || half.col == last_col;
        let least = if board.halves.iter().any(rim) { 30.0 } else { 6.0 };
        let corners = |side| {
            let here = Corner::ALL.into_iter().filter(move |corner| corner.is_at(side));
            here.map(|corner| &board.corners[corner as usize])
        };
        let high = |side| {
            let corner = corners(side).any(|words| !words.is_empty());
            let highest = clues(side).iter().map(Vec::len).max().unwrap_or(0);
            highest.max(usize::from(corner)) as f64 * 50.0 + least
        };
        let wide = |side| {
            let width = |words: &Vec<String>| glyphs::width(&words.join(" ")) * WORD;
            let widest = clues(side).iter().chain(corners(side)).map(width).fold(0.0, f64::max);
            if widest > 0.0 { widest + 20.0 + least } else { least }
        };
        let fleet = if board.fleet.is_some() { FLEET } else { 0.0 };
        Margin {
            top: high(Side::Top),
            bottom: high(Side::Bottom) + fleet,
            left: wide(Side::Left),
            right: wide(Side::Right),
        }
    }
}

pub(super) struct Sheet<'a> {
    pub board: &'a Board,
    /// The upper left corner of the first cell.
    pub x: f64,
    pub y: f64,
    /// Height of the values: the widest fits its cell; and how far below the middle they stand.
    pub high: f64,
    pub down: f64,
}

impl Sheet<'_> {
    /// The upper left corner of a cell.
    pub(super) fn corner(&self, (row, col): Place) -> (f64, f64) {
        (self.x + col as f64 * CELL, self.y + row as f64 * CELL)
    }

    pub(super) fn middle(&self, place: Place) -> (f64, f64) {
        let (x, y) = self.corner(place);
        (x + CELL / 2.0, y + CELL / 2.0)
    }

    pub(super) fn place_of(&self, at: usize) -> Place {
        (at / self.board.cols, at % self.board.cols)
    }

    pub(super) fn square(&self, paper: &mut Paper, place: Place, class: &str, title: &str) {
        let (x, y) = self.corner(place);
        paper.put(format_args!(
            "<rect class=\"{class}\" x=\"{x:.0}\" y=\"{y:.0}\" width=\"{CELL}\" height=\"{CELL}\"><title>{}</title></rect>",
            escaped(title)
        ));
    }

    /// A square over each cell, to be pointed at; what it shows is its name.
    fn squares(&self, paper: &mut Paper) {
        let board = self.board;
        for at in 0..board.len() {
            let Some(CellText { content, .. }) = &board.cells[at] else { continue };
            let cell = self.place_of(at);
            let (x, y) = self.corner(cell);
            let name = format!("{}{}", board.prefix, place(cell));
            let shown = match content {
                Content::Text(text) => format!("{name} = {text}"),
                Content::Bool(true) => format!("{name}: yes"),
                Content::Bool(false) => format!("{name}: no"),
                Content::Block(lines) => format!("{name}: {}", lines.concat().replace(' ', "")),
                Content::Unknown => name.clone(),
            };
            paper.put(format_args!(
                "<rect class=\"square\" data-cell=\"{}\" data-row=\"{}\" data-col=\"{}\" x=\"{x:.0}\" y=\"{y:.0}\" \
                 width=\"{CELL}\" height=\"{CELL}\"><title>{}</title></rect>",
                escaped(&name),
                cell.0,
                cell.1,
                escaped(&shown)
            ));
        }
    }

    /// Shades, black cells, and the marks of cells.
    fn colours(&self, paper: &mut Paper) {
        let board = self.board;
        for shade in &board.shades {
            let class = match shade.colour {
                Colour::Black => "filled".to_string(),
                colour => format!("shade-{}", colour.word()),
            };
            for &cell in &shade.cells {
                self.square(paper, cell, &class, &format!("{}: {}", spoken(&shade.name), place(cell)));
            }
        }
        for at in 0..board.len() {
            let cell = self.place_of(at);
            match &board.cells[at] {
                None if board.clues[at].is_some() => {
                    self.square(paper, cell, "filled", &format!("{}: black", place(cell)));
                    self.frame(paper, at);
                }
                Some(shown) => {
                    if self.is_grey(at) && !board.is_black(at) {
                        self.square(paper, cell, "shade-grey", &format!("{}: grey", place(cell)));
                    }
                    let filled = shown.content == Content::Bool(true)
                        && board.signs.is_none()
                        && board.fleet.is_none()
                        && board.holds == Some(Holds::YesNo);
                    if filled {
                        self.square(paper, cell, "filled", &format!("{}: shaded", place(cell)));
                    }
                    match mark_word(shown.style) {
                        Some(_) if filled || board.is_black(at) => self.frame(paper, at),
                        Some(word) => {
                            self.square(paper, cell, &format!("{word}-cell"), &format!("{}: {word}", place(cell)));
                        }
                        None => {}
                    }
                }
                None => {}
            }
        }
    }

    /// A frame for the mark of a black cell, so that its clue stays readable.
    fn frame(&self, paper: &mut Paper, at: usize) {
        const INSET: f64 = 6.0;
        let Some(word) = mark_word(self.board.style_at(at)) else { return };
        let cell = self.place_of(at);
        let ((x, y), side) = (self.corner(cell), CELL - 2.0 * INSET);
        paper.put(format_args!(
            "<rect class=\"{word}-frame\" x=\"{:.0}\" y=\"{:.0}\" width=\"{side}\" height=\"{side}\"><title>{}: {word}</title></rect>",
            x + INSET,
            y + INSET,
            place(cell)
        ));
    }

    fn marks(&self, paper: &mut Paper) {
        for mark in &self.board.marks {
            let (x, y) = self.middle(mark.cell);
            let title = format!("<title>{}: {}</title>", spoken(&escaped(&mark.name)), place(mark.cell));
            match &mark.shape {
                MarkShape::Circle => {
                    paper.put(format_args!("<circle class=\"mark\" cx=\"{x}\" cy=\"{y}\" r=\"40\">{title}</circle>"))
                }
                MarkShape::Square => {
                    let (x, y) = (x - 38.0, y - 38.0);
                    paper.put(format_args!(
                        "<rect class=\"mark\" x=\"{x}\" y=\"{y}\" width=\"76\" height=\"76\">{title}</rect>"
                    ));
                }
                MarkShape::Diamond => paper.put(format_args!(
                    "<path class=\"mark\" d=\"M{x} {}l44 44-44 44-44-44z\">{title}</path>",
                    y - 44.0
                )),
                MarkShape::Inward | MarkShape::Outward => {
                    let inward = mark.shape == MarkShape::Inward;
                    for turn in [0, 90, 180, 270] {
                        let d = if inward { "M-10 -46L0 -34L10 -46" } else { "M-10 -34L0 -46L10 -34" };
                        paper.put(format_args!("<path class=\"flow\" transform=\"translate({x} {y}) rotate({turn})\" d=\"{d}\">{title}</path>"));
                    }
                }
                MarkShape::Star => paper.centred("★", (x, y), 90.0, 90.0, "mark"),
                MarkShape::Text(text) => paper.text(text, (x + 46.0, y + 46.0), 24.0, "small", Anchor::End),
            }
        }
    }

    fn lines(&self, paper: &mut Paper) {
        // Wide ones below narrow ones.
        let mut lines: Vec<&BoardLine> = self.board.lines.iter().collect();
        lines.sort_by_key(|line| std::cmp::Reverse(width(line)));
        for line in lines {
            self.line(paper, line);
        }
        for cells in &self.board.pills {
            let (Some(&first), Some(&last)) = (cells.iter().min(), cells.iter().max()) else { continue };
            let ((x, y), (to_x, to_y)) = (self.corner(first), self.corner(last));
            let (w, h) = (to_x - x + CELL - 16.0, to_y - y + CELL - 16.0);
            paper.put(format_args!(
                "<rect class=\"pill\" x=\"{}\" y=\"{}\" width=\"{w}\" height=\"{h}\" rx=\"42\"><title>pill: {}</title></rect>",
                x + 8.0,
                y + 8.0,
                path(cells)
            ));
        }
    }

    fn line(&self, paper: &mut Paper, line: &BoardLine) {
        let Some((&first, &last)) = line.cells.first().zip(line.cells.last()) else { return };
        let wide = width(line);
        let mut points: Vec<(f64, f64)> = line.cells.iter().map(|&cell| self.middle(cell)).collect();
        // A thin line ends at its circle, not in the middle of it.
        let count = points.len();
        if count > 1 && wide < 10 {
            if line.start != End::Plain {
                points[0] = toward(points[0], points[1], 40.0);
            }
            match line.end {
                End::Circle | End::Diamond => points[count - 1] = toward(points[count - 1], points[count - 2], 40.0),
                // The tip spares the digit.
                End::Arrow => points[count - 1] = toward(points[count - 1], points[count - 2], 24.0),
                End::Bulb | End::Plain => {}
            }
            if self.board.pills.iter().any(|pill| pill.contains(&first)) {
                points[0] = toward(points[0], points[1], 44.0);
            }
        }
        let list: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let dash = if line.dashed { format!(" stroke-dasharray=\"{} {}\"", wide * 2, wide + 8) } else { String::new() };
        let colour = line.colour.word();
        let title = format!("{}: {}", spoken(&line.name), if count > 1 { path(&line.cells) } else { place(first) });
        paper.put(format_args!(
            "<g class=\"line\"><title>{}</title><polyline class=\"line-{}\" points=\"{}\" fill=\"none\" stroke-width=\"{wide}\" \
             stroke-linecap=\"{}\" stroke-linejoin=\"round\"{dash}/>",
            escaped(&title),
            colour,
            list.join(" "),
            if line.dashed { "butt" } else { "round" },
        ));
        for (end, cell) in [(line.start, first), (line.end, last)] {
            let (x, y) = self.middle(cell);
            match end {
                End::Bulb => {
                    paper.put(format_args!("<circle class=\"fill-{colour}\" cx=\"{x}\" cy=\"{y}\" r=\"40\"/>"))
                }
                End::Circle => {
                    paper.put(format_args!("<circle class=\"ring line-{colour}\" cx=\"{x}\" cy=\"{y}\" r=\"40\"/>"))
                }
                End::Diamond => paper.put(format_args!(
                    "<path class=\"ring line-{colour}\" d=\"M{x} {}l42 42-42 42-42-42z\"/>",
                    y - 42.0
                )),
                End::Arrow | End::Plain => {}
            }
        }
        if line.end == End::Arrow && count > 1 {
            let (tip, before) = (points[count - 1], points[count - 2]);
            let angle = (tip.1 - before.1).atan2(tip.0 - before.0).to_degrees();
            paper.put(format_args!(
                "<path class=\"line-{colour}\" fill=\"none\" stroke-width=\"{wide}\" stroke-linecap=\"round\" stroke-linejoin=\"round\" transform=\"translate({:.1} {:.1}) rotate({angle:.0})\" d=\"M-22 -18L0 0L-22 18\"/>",
                tip.0, tip.1
            ));
        }
        paper.put(format_args!("</g>"));
        // Letters distinguish lines on paper without colours.
        if paper.print && wide >= 10 && count > 1 && line.start == End::Plain && !line.sign.is_empty() {
            let (a, b) = (self.middle(line.cells[0]), self.middle(line.cells[1]));
            paper.centred(&line.sign, ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0), 28.0, 28.0, "small");
        }
    }

    /// Thin lines between all cells, thick ones around regions.
    fn grid(&self, paper: &mut Paper) {
        let board = self.board;
        let drawn = board.strokes.as_ref().map(|s| s.kind);
        let borders = Borders::lattice(board);
        let [mut thin, mut thick] = [String::new(), String::new()];
        for r in 0..=board.rows {
            for c in 0..=board.cols {
                let (x, y) = self.corner((r, c));
                let mut add = |weight: Weight, step: String| match weight {
                    Weight::None => {}
                    Weight::Thin => thin += &format!("M{x:.0} {y:.0}{step}"),
                    Weight::Thick => thick += &format!("M{x:.0} {y:.0}{step}"),
                };
                if r < board.rows {
                    add(borders.vertical(r, c), format!("v{CELL}"));
                }
                if c < board.cols {
                    add(borders.horizontal(r, c), format!("h{CELL}"));
                }
            }
        }
        let islands = board.strokes.as_ref().is_some_and(|s| s.multiple);
        if drawn != Some(LineKind::Fences) && !islands {
            paper.put(format_args!("<path class=\"thin\" d=\"{thin}\"><title>cells</title></path>"));
            self.fives(paper);
            paper.put(format_args!("<path class=\"thick\" d=\"{thick}\"><title>borders</title></path>"));
        }
    }

    /// Heavier lines after each five cells, where lists of numbers outside count cells.
    fn fives(&self, paper: &mut Paper) {
        let board = self.board;
        let lists = board.outside.iter().flatten().any(|words| words.len() > 1);
        if board.holds != Some(Holds::YesNo) || !lists {
            return;
        }
        let (x, y) = self.corner((0, 0));
        let mut d = String::new();
        for row in (5..board.rows).step_by(5) {
            d += &format!("M{x:.0} {:.0}h{:.0}", y + row as f64 * CELL, board.cols as f64 * CELL);
        }
        for col in (5..board.cols).step_by(5) {
            d += &format!("M{:.0} {y:.0}v{:.0}", x + col as f64 * CELL, board.rows as f64 * CELL);
        }
        paper.put(format_args!("<path class=\"five\" d=\"{d}\"/>"));
    }

    fn cages(&self, paper: &mut Paper) {
        for cage in &self.board.cages {
            self.cage(paper, cage);
        }
    }

    /// A dashed line a little inside the cells, and the clue in the upper left corner.
    fn cage(&self, paper: &mut Paper, cage: &Cage) {
        const INSET: f64 = 9.0;
        let has = |row: i64, col: i64| row >= 0 && col >= 0 && cage.cells.contains(&(row as usize, col as usize));
        let mut d = String::new();
        for &(row, col) in &cage.cells {
            let (r, c) = (row as i64, col as i64);
            let (x, y) = self.corner((row, col));
            // Each side of the cell: where it leads outside, and along it backward and forward.
            for (out, along) in [((-1, 0), (0, 1)), ((1, 0), (0, 1)), ((0, -1), (1, 0)), ((0, 1), (1, 0))] {
                if has(r + out.0, c + out.1) {
                    continue;
                }
                let end = |way: i64| {
                    let (row, col) = (r + along.0 * way, c + along.1 * way);
                    match (has(row, col), has(row + out.0, col + out.1)) {
                        (true, true) => -INSET,
                        (true, false) => 0.0,
                        _ => INSET,
                    }
                };
                let (from, to) = (end(-1), CELL - end(1));
                let depth = if out.0 + out.1 < 0 { INSET } else { CELL - INSET };
                match along {
                    (0, 1) => d += &format!("M{:.0} {:.0}H{:.0}", x + from, y + depth, x + to),
                    _ => d += &format!("M{:.0} {:.0}V{:.0}", x + depth, y + from, y + to),
                }
            }
        }
        let clue = cage.clue.as_deref().unwrap_or_default();
        paper.put(format_args!(
            "<path class=\"cage\" d=\"{d}\"><title>{} {}</title></path>",
            spoken(&escaped(&cage.name)),
            escaped(clue)
        ));
        if let (Some(&first), false) = (cage.cells.first(), clue.is_empty()) {
            self.corner_clue(paper, first, clue);
        }
    }

    pub(super) fn corner_clue(&self, paper: &mut Paper, cell: Place, clue: &str) {
        let (x, y) = self.corner(cell);
        let wide = glyphs::width(clue) * 26.0;
        paper.put(format_args!(
            "<rect class=\"back\" x=\"{}\" y=\"{}\" width=\"{:.0}\" height=\"26\"/>",
            x + 4.0,
            y + 4.0,
            wide + 6.0
        ));
        paper.text(clue, (x + 7.0, y + 26.0), 26.0, "clue", Anchor::Start);
    }
}

/// The mark that is drawn of those that a style has; the terminal draws the same one.
pub(super) fn mark_word(style: Style) -> Option<&'static str> {
    match style {
        Style { clash: true, .. } => Some("clash"),
        Style { changed: true, .. } => Some("changed"),
        Style { reason: true, .. } => Some("reason"),
        _ => None,
    }
}

/// The width of a line: one with a bulb is wide, one that only joins things thin.
fn width(line: &BoardLine) -> u32 {
    match (line.start, line.end) {
        (End::Bulb, _) => 30,
        (End::Circle | End::Diamond, _) | (_, End::Arrow | End::Circle | End::Diamond) => 6,
        _ if line.dashed => 12,
        _ => 22,
    }
}

/// The point so far from `a` in the direction of `b`.
fn toward(a: (f64, f64), b: (f64, f64), far: f64) -> (f64, f64) {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx.hypot(dy).max(1.0);
    (a.0 + dx / length * far, a.1 + dy / length * far)
}
