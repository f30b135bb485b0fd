//! The layers of a drawing, read as the parts of a genre in `puzzlink`. A part removes what it reads, so that unread
//! drawings remain visible. Each genre is drawn the way penpa draws a link of pzpr.

use super::super::puzzlink::codec::Clue;
use super::super::puzzlink::{Genre, HOLE, Part};
use super::super::script::Cell;
use super::board::{Board, Point};
use super::paper::ARROWS;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct Layers {
    genre: &'static Genre,
    rows: usize,
    cols: usize,
    /// The text in each cell; `?` for a circle or blank that stands for an unknown number.
    numbers: BTreeMap<Cell, String>,
    /// Small numbers in a corner of a cell.
    small: BTreeMap<Cell, String>,
    corners: BTreeMap<(usize, usize), String>,
    /// By row and column; those of the board start at 1.
    outside: BTreeMap<(i64, i64), String>,
    /// Name and kind, by position on a board of centres, borders and corners.
    symbols: BTreeMap<(usize, usize), (String, u64)>,
    surface: BTreeMap<Cell, u64>,
    rooms: Vec<u32>,
    /// Cells with a clue whose thick edges are only a frame.
    framed: BTreeSet<Cell>,
    /// The number of stars in a row of the stored answer.
    stars: Option<u32>,
}

/// Whether the colour is grey or black.
fn is_dark(colour: u64) -> bool {
    matches!(colour, 1 | 3 | 4 | 8)
}

/// A number with an arrow: `2_0` is 2 upwards.
fn arrow(text: &str) -> Option<String> {
    let (number, way) = text.rsplit_once('_')?;
    let way = ARROWS.get(way.parse::<usize>().ok()?)?;
    let number = number.trim();
    (number == "?" || number.parse::<u32>().is_ok()).then(|| format!("{number},{way}"))
}

/// The clue of a Tapa: a digit or ? for each block.
fn digits(text: &str) -> Option<Clue> {
    let blocks: Vec<String> = text.chars().filter(|c| !c.is_whitespace() && *c != ',').map(String::from).collect();
    if !blocks.iter().all(|block| block == "?" || block.parse::<u32>().is_ok()) {
        return None;
    }
    Some(match &blocks[..] {
        [] => Clue::Blank,
        [one] if one == "?" => Clue::Any,
        [one] => Clue::Number(one.parse().ok()?),
        several => Clue::Word(several.join(",")),
    })
}

/// The position of a letter in the alphabet; A is 1.
pub(super) fn letter(text: &str) -> Option<u32> {
    match text.as_bytes() {
        [letter @ b'A'..=b'Z'] => Some(u32::from(letter - b'A') + 1),
        _ => None,
    }
}

impl Layers {
    /// Reads the layers of a drawing; `None` if something in them can't belong to this genre.
    pub(super) fn read(board: &Board, drawn: &Value, genre: &'static Genre, stars: Option<u32>) -> Option<Layers> {
        let mut layers = Layers {
            genre,
            rows: board.rows,
            cols: board.cols,
            numbers: BTreeMap::new(),
            small: BTreeMap::new(),
            corners: BTreeMap::new(),
            outside: BTreeMap::new(),
            symbols: BTreeMap::new(),
            surface: BTreeMap::new(),
            rooms: board.groups(drawn).into_iter().flatten().map(|room: usize| room as u32).collect(),
            framed: BTreeSet::new(),
            stars,
        };
        let layer = |key: &str| drawn.get(key).and_then(Value::as_object).into_iter().flatten();
        // Drawings beside the digits of a sudoku are variants; `Board::variants_left` lists them.
        let variants = genre.name == "sudoku";
        for (place, value) in layer("number") {
            let Some(written) = value.get(0) else { continue };
            let written = written.as_str().map_or_else(|| written.to_string(), str::to_string);
            // A blank or an empty circle stands for an unknown number.
            let circled = value.get(1).and_then(Value::as_u64).is_some_and(|style| matches!(style, 5..=7));
            let text = match written.trim() {
                "" if genre.name != "hitori" && (circled || !written.is_empty()) => "?",
                text => text,
            };
            match board.point(place)? {
                Point::Cell(cell) => _ = layers.numbers.insert(cell, text.to_string()),
                _ if variants => {}
                Point::Corner(row, col) => _ = layers.corners.insert((row, col), text.to_string()),
                Point::Outside(row, col) => _ = layers.outside.insert((row, col), text.to_string()),
                Point::Edge(..) => return None,
            }
        }
        let has_small = layers.has_small();
        for (place, value) in layer("numberS").filter(|_| has_small) {
            let (cell, text) = (board.in_corner(place)?.0, super::number_of(value)?);
            if !text.is_empty() && layers.small.insert(cell, text).is_some() {
                return None;
            }
        }
        for (place, value) in layer("symbol").filter(|_| !variants) {
            let name = value.get(1).and_then(Value::as_str)?;
            let at = match board.point(place)? {
                Point::Cell(cell) => (2 * cell.row, 2 * cell.col),
                Point::Edge(cell, true) => (2 * cell.row + 1, 2 * cell.col),
                Point::Edge(cell, false) => (2 * cell.row, 2 * cell.col + 1),
                Point::Corner(row, col) if row > 0 && col > 0 => (2 * row - 1, 2 * col - 1),
                // A star beside the number of stars is decoration.
                Point::Outside(..) if name == "star" => continue,
                _ => return None,
            };
            layers.symbols.insert(at, (name.to_string(), value.get(0).and_then(Value::as_u64)?));
        }
        for (place, value) in layer("surface").filter(|_| !variants) {
            let Point::Cell(cell) = board.point(place)? else { return None };
            layers.surface.insert(cell, value.as_u64()?);
        }
        if !matches!(genre.name, "castle" | "yajilin" | "hebi" | "yajikazu") {
            layers.numbers.retain(|_, text| !text.is_empty());
        }
        layers.outside.retain(|_, text| !text.is_empty());
        layers.corners.retain(|_, text| !text.is_empty());
        Some(layers)
    }

    /// Whether the parts have read everything.
    pub(super) fn is_read(&self) -> bool {
        self.numbers.is_empty()
            && self.small.is_empty()
            && self.corners.is_empty()
            && self.outside.is_empty()
            && self.symbols.is_empty()
            && self.surface.is_empty()
    }

    /// Whether the genre has small numbers as clues, which stand in rooms.
    pub(super) fn has_small(&self) -> bool {
        self.genre.parts.iter().any(|part| matches!(part, Part::RoomNumbers(_)))
    }

    pub(super) fn into_framed(self) -> BTreeSet<Cell> {
        self.framed
    }

    fn at(&self, cell: Cell) -> usize {
        cell.row * self.cols + cell.col
    }

    fn clue(&self, text: &str) -> Option<Clue> {
        if matches!(self.genre.name, "easyasabc" | "arukone")
            && let Some(letter) = letter(text)
        {
            return Some(Clue::Number(letter));
        }
        match text {
            "?" => Some(Clue::Any),
            text => text.parse().ok().map(Clue::Number),
        }
    }

    /// A clue for each cell in `from`.
    fn by_cell<T>(&self, from: BTreeMap<Cell, T>, clue: impl Fn(Cell, T) -> Option<Clue>) -> Option<Vec<Clue>> {
        let mut clues = vec![Clue::Blank; self.rows * self.cols];
        for (cell, what) in from {
            clues[self.at(cell)] = clue(cell, what)?;
        }
        Some(clues)
    }

    /// Removes the symbols of these names for which `place` returns a place. Returns their kinds.
    fn symbols<T: Ord>(&mut self, names: &[&str], place: impl Fn((usize, usize)) -> Option<T>) -> BTreeMap<T, u64> {
        let mut found = BTreeMap::new();
        self.symbols.retain(|at, (name, kind)| match place(*at) {
            Some(place) if names.contains(&name.as_str()) => {
                found.insert(place, *kind);
                false
            }
            _ => true,
        });
        found
    }

    /// Reads one part.
    pub(super) fn part(&mut self, part: &Part) -> Option<Vec<Clue>> {
        const CIRCLES: [&str; 4] = ["circle_L", "circle_M", "circle_S", "circle_SS"];
        let (rows, cols) = (self.rows, self.cols);
        let centre = |(row, col): (usize, usize)| (row % 2 + col % 2 == 0).then(|| Cell::new(row / 2, col / 2));
        let one_or_two = |kind: u64| (1..=2).contains(&kind).then_some(Clue::Number(kind as u32));
        match part {
            Part::Four(_) if matches!(self.genre.name, "akari" | "shakashaka") => {
                let numbers = std::mem::take(&mut self.numbers);
                let mut clues = self.by_cell(numbers, |_, text| self.clue(&text))?;
                // Black cells without a number.
                for (cell, colour) in std::mem::take(&mut self.surface) {
                    let clue = &mut clues[self.at(cell)];
                    match clue {
                        _ if !is_dark(colour) => return None,
                        Clue::Blank => *clue = Clue::Any,
                        _ => {}
                    }
                }
                Some(clues)
            }
            Part::Four(_) | Part::Sixteen(_) | Part::Ten(_) | Part::ThirtySix(_) | Part::WithEnds(_) => {
                let numbers = std::mem::take(&mut self.numbers);
                let mut clues = self.by_cell(numbers, |_, text| self.clue(&text))?;
                // Symbols that stand for numbers, and frames with or without a number.
                let (name, is_number) = match self.genre.name {
                    "hakoiri" => ("ox_B", true),
                    "tasquare" => ("square_L", false),
                    _ => return Some(clues),
                };
                for (cell, kind) in self.symbols(&[name], centre) {
                    let clue = &mut clues[self.at(cell)];
                    match clue {
                        Clue::Blank if is_number => {
                            *clue = (1..=3).contains(&kind).then_some(Clue::Number(kind as u32))?
                        }
                        Clue::Blank => *clue = Clue::Any,
                        _ if is_number => return None,
                        _ => {}
                    }
                }
                Some(clues)
            }
            Part::Fivecells(..) => {
                let numbers = std::mem::take(&mut self.numbers);
                let count = |text: &str| self.clue(text).filter(|clue| *clue != Clue::Number(HOLE));
                let mut clues = self.by_cell(numbers, |_, text| count(&text))?;
                for (cell, colour) in std::mem::take(&mut self.surface) {
                    let clue = &mut clues[self.at(cell)];
                    if !is_dark(colour) || *clue != Clue::Blank {
                        return None;
                    }
                    *clue = Clue::Number(HOLE);
                }
                Some(clues)
            }
            Part::Tapa(_) => {
                let numbers = std::mem::take(&mut self.numbers);
                self.by_cell(numbers, |_, text| digits(&text))
            }
            Part::Rooms(_) => Some(self.rooms.iter().map(|room| Clue::Number(*room)).collect()),
            Part::RoomNumbers(_) => {
                let mut numbers = std::mem::take(&mut self.numbers);
                numbers.append(&mut self.small);
                let homes: BTreeSet<u32> = numbers.keys().map(|cell| self.rooms[self.at(*cell)]).collect();
                if homes.len() < numbers.len() {
                    return None;
                }
                self.by_cell(numbers, |_, text| self.clue(&text))
            }
            Part::Circles(..) => {
                let names: &[&str] = if self.genre.name == "moonsun" { &["sun_moon"] } else { &CIRCLES };
                let found = self.symbols(names, centre);
                self.by_cell(found, |_, kind| one_or_two(kind))
            }
            Part::Marks(..) => {
                let found = self.symbols(&["tents"], centre);
                self.by_cell(found, |_, kind| (kind == 1).then_some(Clue::Any))
            }
            Part::Empty(_) if self.genre.name == "tentaisho" => Some(vec![Clue::Blank; rows * cols]),
            Part::Empty(_) => {
                let surface = std::mem::take(&mut self.surface);
                self.by_cell(surface, |_, colour| is_dark(colour).then_some(Clue::Any))
            }
            Part::Walls(..) => {
                let mut clues: Vec<Clue> = self.rooms.iter().map(|room| Clue::Number(*room)).collect();
                for (cell, colour) in std::mem::take(&mut self.surface) {
                    clues[self.at(cell)] = is_dark(colour).then_some(Clue::Blank)?;
                }
                Some(clues)
            }
            Part::Corners(_) => {
                let mut clues = vec![Clue::Blank; (rows + 1) * (cols + 1)];
                for ((row, col), text) in std::mem::take(&mut self.corners) {
                    clues[row * (cols + 1) + col] = self.clue(&text)?;
                }
                Some(clues)
            }
            Part::Arrows(_) => {
                let numbers = std::mem::take(&mut self.numbers);
                self.surface.retain(|cell, colour| !numbers.contains_key(cell) || !is_dark(*colour));
                self.framed.extend(numbers.keys());
                self.by_cell(numbers, |_, text| match &*text {
                    "" | "?" => Some(Clue::Any),
                    text => arrow(text).map(Clue::Word),
                })
            }
            Part::Castle(_) => {
                let mut cells: BTreeMap<Cell, &str> = BTreeMap::new();
                for cell in self.numbers.keys() {
                    cells.insert(*cell, "w");
                }
                for (cell, colour) in std::mem::take(&mut self.surface) {
                    cells.insert(cell, [(3, "g"), (4, "b")].into_iter().find(|(known, _)| *known == colour)?.1);
                }
                let numbers = std::mem::take(&mut self.numbers);
                self.framed.extend(cells.keys());
                self.by_cell(cells, |cell, colour| match numbers.get(&cell).map_or("", String::as_str) {
                    "" | "?" => Some(Clue::Word(colour.into())),
                    text => Some(Clue::Word(format!("{colour},{}", arrow(text)?))),
                })
            }
            Part::Stars(_) => {
                let wide = 2 * cols - 1;
                let mut clues = vec![Clue::Blank; (2 * rows - 1) * wide];
                for ((row, col), kind) in self.symbols(&CIRCLES, Some) {
                    *clues.get_mut(row * wide + col)? = one_or_two(kind)?;
                }
                Some(clues)
            }
            Part::Balance(_) => {
                let circles = self.symbols(&CIRCLES, centre);
                let numbers = std::mem::take(&mut self.numbers);
                if numbers.keys().any(|cell| !circles.contains_key(cell)) {
                    return None;
                }
                self.by_cell(circles, |cell, kind| {
                    let colour = [(1, "w"), (2, "b")].into_iter().find(|(known, _)| *known == kind)?.1;
                    Some(Clue::Word(match numbers.get(&cell).map_or("?", String::as_str) {
                        "?" => colour.to_string(),
                        text => format!("{},{colour}", text.parse::<u32>().ok()?),
                    }))
                })
            }
            Part::Dots => {
                // The upright borders row by row, then the level ones.
                let mut clues = vec![Clue::Blank; rows * (cols - 1) + (rows - 1) * cols];
                let border = |(row, col): (usize, usize)| match (row % 2, col % 2) {
                    (0, 1) => Some(row / 2 * (cols - 1) + col / 2),
                    (1, 0) => Some(rows * (cols - 1) + row / 2 * cols + col / 2),
                    _ => None,
                };
                for (at, kind) in self.symbols(&CIRCLES, border) {
                    clues[at] = one_or_two(kind)?;
                }
                Some(clues)
            }
            Part::Pencils(_) => {
                let tips = self.symbols(&["pencils"], centre);
                self.framed.extend(tips.keys());
                let numbers = std::mem::take(&mut self.numbers);
                let mut clues = self.by_cell(numbers, |_, text| self.clue(&text))?;
                for (cell, kind) in tips {
                    let way = ["left", "up", "right", "down"].get((kind as usize).checked_sub(1)?)?;
                    clues[self.at(cell)] = Clue::Word((*way).into());
                }
                Some(clues)
            }
            Part::Outside2(_) | Part::Outside4(_) => {
                let mut clues = vec![Clue::Blank; 2 * (rows + cols)];
                for ((row, col), text) in std::mem::take(&mut self.outside) {
                    let (row, col) = (usize::try_from(row).ok()?, usize::try_from(col).ok()?);
                    let at = match (row, col) {
                        (0, col) if (1..=cols).contains(&col) => col - 1,
                        (row, col) if row == rows + 1 && (1..=cols).contains(&col) => cols + col - 1,
                        (row, 0) if (1..=rows).contains(&row) => 2 * cols + row - 1,
                        (row, col) if col == cols + 1 && (1..=rows).contains(&row) => 2 * cols + rows + row - 1,
                        _ => return None,
                    };
                    clues[at] = self.clue(&text)?;
                }
                Some(clues)
            }
            Part::Nonogram(_) => self.lists(),
            Part::Ends => {
                let mut clues = vec![];
                for mark in ["S", "G"] {
                    let cell = *self.numbers.iter().find(|(_, text)| *text == mark)?.0;
                    self.numbers.remove(&cell);
                    clues.extend([cell.col, cell.row].map(|at| Clue::Number(at as u32 + 1)));
                }
                Some(clues)
            }
            Part::Number => self.number().map(|number| vec![Clue::Number(number)]),
            Part::Apart | Part::Optional | Part::Slash => Some(vec![]),
            _ => None,
        }
    }

    /// Lists of numbers above and to the left, each from the board outwards, with blanks up to half the length of the
    /// line.
    fn lists(&mut self) -> Option<Vec<Clue>> {
        let (deep, wide) = (self.rows.div_ceil(2), self.cols.div_ceil(2));
        let mut above: Vec<Vec<Clue>> = vec![vec![]; self.cols];
        let mut left: Vec<Vec<Clue>> = vec![vec![]; self.rows];
        for ((row, col), text) in std::mem::take(&mut self.outside).into_iter().rev() {
            let clue = self.clue(&text)?;
            match (row, col) {
                (..=0, 1..) => above.get_mut(col as usize - 1)?.push(clue),
                (1.., ..=0) => left.get_mut(row as usize - 1)?.push(clue),
                _ => return None,
            }
        }
        let mut clues = vec![];
        for (lists, length) in [(above, deep), (left, wide)] {
            for mut list in lists {
                if list.len() > length {
                    return None;
                }
                list.resize(length, Clue::Blank);
                clues.extend(list);
            }
        }
        Some(clues)
    }

    /// The number of stars in each line, or of letters: the only number outside, or `(A-C)`.
    fn number(&mut self) -> Option<u32> {
        if self.genre.name == "starbattle" {
            let texts: Vec<String> = std::mem::take(&mut self.outside).into_values().collect();
            return match &texts[..] {
                [] => self.stars,
                [one] => one.trim_end_matches(['★', '*', ' ']).parse().ok(),
                _ => None,
            };
        }
        let at = *self.outside.iter().find(|(_, text)| text.contains('-'))?.0;
        let text = self.outside.remove(&at)?;
        let (first, last) = text.trim_matches(['(', ')']).split_once('-')?;
        let value = |text: &str| letter(text.trim()).or_else(|| text.trim().parse().ok());
        value(last).filter(|_| value(first) == Some(1))
    }
}
