//! The clues of each part of a genre, taken from the layers.

use super::super::paper::ARROWS;
use super::{Layers, is_dark, letter};
use crate::puzzlink::codec::{Clue, WAYS};
use crate::puzzlink::{Cells, HOLE, Part};
use crate::script::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::mem::take;

/// The symbols of circles, by size.
const CIRCLES: [&str; 4] = ["circle_L", "circle_M", "circle_S", "circle_SS"];

/// The symbols of arrows.
pub(super) const ARROW_SYMBOLS: [&str; 6] =
    ["arrow_N_B", "arrow_N_G", "arrow_N_W", "arrow_B_B", "arrow_B_G", "arrow_B_W"];

/// A place in steps of half a cell, from the centre of the first cell.
pub(super) type HalfSteps = (usize, usize);

/// The way of an arrow, by its kind.
pub(super) fn way(kind: u64) -> Option<&'static str> {
    let ways = [(1, "left"), (3, "up"), (5, "right"), (7, "down")];
    ways.into_iter().find(|(known, _)| *known == kind).map(|(_, way)| way)
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

/// The cell with this centre.
pub(super) fn centre((row, col): HalfSteps) -> Option<Cell> {
    (row % 2 + col % 2 == 0).then(|| Cell::new(row / 2, col / 2))
}

/// The row and the column of a corner, from 0.
pub(super) fn corner((row, col): HalfSteps) -> Option<(usize, usize)> {
    (row % 2 + col % 2 == 2).then_some((row.div_ceil(2), col.div_ceil(2)))
}

/// A clue of two kinds.
fn one_or_two(kind: u64) -> Option<Clue> {
    (1..=2).contains(&kind).then_some(Clue::Number(kind as u32))
}

impl Layers {
    /// Reads one part.
    pub(in super::super) fn part(&mut self, part: &Part) -> Option<Vec<Clue>> {
        match part {
            Part::Four(_) if matches!(self.genre.name, "akari" | "shakashaka") => self.black_cells(),
            Part::Four(_) | Part::Sixteen(_) | Part::Ten(_) | Part::ThirtySix(_) | Part::WithEnds(_) => {
                self.numbers_and_symbols()
            }
            Part::Fivecells(..) => self.numbers_and_holes(),
            Part::Tapa(_) => {
                let numbers = take(&mut self.numbers);
                self.by_cell(numbers, |_, text| digits(&text))
            }
            Part::Rooms(_) => Some(self.rooms.iter().map(|room| Clue::Number(*room)).collect()),
            Part::RoomNumbers(_) => self.room_numbers(),
            Part::Circles(..) => {
                let names: &[&str] = if self.genre.name == "moonsun" { &["sun_moon"] } else { &CIRCLES };
                let found = self.symbols(names, centre);
                self.by_cell(found, |_, kind| one_or_two(kind))
            }
            Part::Marks(..) => {
                let found = self.symbols(&["tents"], centre);
                self.by_cell(found, |_, kind| (kind == 1).then_some(Clue::Any))
            }
            Part::Empty(_) if self.genre.name == "tentaisho" => Some(vec![Clue::Blank; self.rows * self.cols]),
            Part::Empty(_) => {
                let surface = take(&mut self.surface);
                self.by_cell(surface, |_, colour| is_dark(colour).then_some(Clue::Any))
            }
            Part::Walls(..) => self.rooms_with_holes(),
            Part::Corners(_) => self.numbers_at_corners(),
            Part::Arrows(_) => self.numbers_with_arrows(),
            Part::Castle(_) => self.coloured_cells(),
            Part::Cells(_, format) => self.texts(format),
            Part::Signs(_, signs) => self.signs(signs),
            Part::Stars(_) => self.stars(),
            Part::Balance(_) => self.numbered_circles(),
            Part::Dots => self.dots(),
            Part::Pencils(_) => self.pencils(),
            Part::Outside2(_) | Part::Outside4(_) => self.outside(),
            Part::Nonogram(_) => self.lists(),
            Part::Ends => self.ends(),
            Part::Own(own) => self.pictures(own),
            Part::Number => self.number().map(|number| vec![Clue::Number(number)]),
            Part::Apart | Part::Optional | Part::Slash => Some(vec![]),
            _ => None,
        }
    }

    pub(super) fn clue(&self, text: &str) -> Option<Clue> {
        if matches!(self.genre.name, "easyasabc" | "arukone" | "dominion")
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
    pub(super) fn by_cell<T>(
        &self,
        from: BTreeMap<Cell, T>,
        clue: impl Fn(Cell, T) -> Option<Clue>,
    ) -> Option<Vec<Clue>> {
        let mut clues = vec![Clue::Blank; self.rows * self.cols];
        for (cell, what) in from {
            clues[self.at(cell)] = clue(cell, what)?;
        }
        Some(clues)
    }

    /// Removes the symbols of these names for which `place` returns a place. Returns their kinds.
    pub(super) fn symbols<T: Ord>(
        &mut self,
        names: &[&str],
        place: impl Fn((usize, usize)) -> Option<T>,
    ) -> BTreeMap<T, u64> {
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

    fn numbers(&mut self) -> Option<Vec<Clue>> {
        let mut numbers = take(&mut self.numbers);
        if self.genre.name == "numlin" && numbers.values().all(|text| letter(text).is_some()) {
            numbers.values_mut().for_each(|text| *text = letter(text).unwrap_or_default().to_string());
        }
        self.by_cell(numbers, |_, text| self.clue(&text))
    }

    /// Texts as clues of a format: numbers, lists of digits, numbers with arrows, letters. Grey and black cells without a text
    /// are black cells, or crosses if the format has no black cells. Symbols stand for the words of links.
    fn texts(&mut self, format: &Cells) -> Option<Vec<Clue>> {
        let mut numbers = take(&mut self.numbers);
        let holes = |part: &Part| matches!(part, Part::Empty(_) | Part::Walls(..));
        let surface = if self.genre.parts.iter().any(holes) { BTreeMap::new() } else { take(&mut self.surface) };
        if !surface.values().all(|colour| is_dark(*colour)) {
            return None;
        }
        for cell in surface.keys() {
            numbers.entry(*cell).or_default();
        }
        for (cell, word) in self.words(format)? {
            if numbers.insert(cell, word).is_some() {
                return None;
            }
        }
        self.by_cell(numbers, |cell, text| {
            let is_black = matches!(&*text, "" | "?") && surface.contains_key(&cell);
            let black = |token: &str| is_black.then(|| Clue::Word(token.into()));
            let way = WAYS.iter().position(|way| *way == text).map(|at| Clue::Number(at as u32 + 1));
            let word = Some(Clue::Word(text.clone()));
            let clues =
                [self.clue(&text), digits(&text), arrow(&text).map(Clue::Word), word, way, black("#"), black("x")];
            clues.into_iter().flatten().find(|clue| *clue != Clue::Blank && format.has(clue))
        })
    }

    /// Symbols as the words of a format, and the numbers of a compass.
    fn words(&mut self, format: &Cells) -> Option<BTreeMap<Cell, String>> {
        let mut words = BTreeMap::new();
        let has = |word: &str| format.has(&Clue::Word(word.into()));
        for (cell, kind) in self.symbols(&ARROW_SYMBOLS, centre) {
            words.insert(cell, way(kind)?.to_string());
        }
        for (cell, kind) in self.symbols(&CIRCLES, centre) {
            let colour = [(1, "w"), (2, "b")].into_iter().find(|(known, _)| *known == kind)?.1;
            words.insert(cell, if has(colour) { colour } else { "o" }.to_string());
        }
        for cell in self.symbols(&["triup_L", "triup_M", "triup_S"], centre).into_keys() {
            words.insert(cell, "t".into());
        }
        if !self.sides.is_empty() {
            self.symbols(&["compass"], centre);
        }
        for (cell, [top, right, left, bottom]) in take(&mut self.sides) {
            words.insert(cell, [top, bottom, left, right].join(","));
        }
        Some(words)
    }

    /// Signs as texts, and lines of these forms as signs.
    fn signs(&mut self, signs: &[&str]) -> Option<Vec<Clue>> {
        let forms = [(1, "-"), (2, "|"), (5, "+")];
        for (cell, kind) in self.symbols(&["line"], centre) {
            let sign = forms.iter().find(|(form, _)| *form == kind)?.1;
            self.numbers.entry(cell).or_insert_with(|| sign.into());
        }
        let numbers = take(&mut self.numbers);
        self.by_cell(numbers, |_, text| match &*text {
            "?" => Some(Clue::Any),
            text => signs.contains(&text).then(|| Clue::Word(text.into())),
        })
    }

    /// Black cells with or without a number.
    fn black_cells(&mut self) -> Option<Vec<Clue>> {
        let mut clues = self.numbers()?;
        for (cell, colour) in take(&mut self.surface) {
            let clue = &mut clues[self.at(cell)];
            match clue {
                _ if !is_dark(colour) => return None,
                Clue::Blank => *clue = Clue::Any,
                _ => {}
            }
        }
        Some(clues)
    }

    /// Numbers, and in some genres symbols that stand for numbers or frame them.
    fn numbers_and_symbols(&mut self) -> Option<Vec<Clue>> {
        let mut clues = self.numbers()?;
        let (name, is_number) = match self.genre.name {
            "hakoiri" => ("ox_B", true),
            "tasquare" => ("square_L", false),
            _ => return Some(clues),
        };
        for (cell, kind) in self.symbols(&[name], centre) {
            let clue = &mut clues[self.at(cell)];
            match clue {
                Clue::Blank if is_number => *clue = (1..=3).contains(&kind).then_some(Clue::Number(kind as u32))?,
                Clue::Blank => *clue = Clue::Any,
                _ if is_number => return None,
                _ => {}
            }
        }
        Some(clues)
    }

    fn numbers_and_holes(&mut self) -> Option<Vec<Clue>> {
        let mut clues = self.numbers()?;
        if clues.contains(&Clue::Number(HOLE)) {
            return None;
        }
        for (cell, colour) in take(&mut self.surface) {
            let clue = &mut clues[self.at(cell)];
            if !is_dark(colour) || *clue != Clue::Blank {
                return None;
            }
            *clue = Clue::Number(HOLE);
        }
        Some(clues)
    }

    /// Numbers of rooms, one in each room at most.
    fn room_numbers(&mut self) -> Option<Vec<Clue>> {
        let mut numbers = take(&mut self.numbers);
        numbers.append(&mut self.small);
        let homes: BTreeSet<u32> = numbers.keys().map(|cell| self.rooms[self.at(*cell)]).collect();
        if homes.len() < numbers.len() {
            return None;
        }
        self.by_cell(numbers, |_, text| self.clue(&text))
    }

    fn rooms_with_holes(&mut self) -> Option<Vec<Clue>> {
        let mut clues: Vec<Clue> = self.rooms.iter().map(|room| Clue::Number(*room)).collect();
        for (cell, colour) in take(&mut self.surface) {
            clues[self.at(cell)] = is_dark(colour).then_some(Clue::Blank)?;
        }
        Some(clues)
    }

    fn numbers_at_corners(&mut self) -> Option<Vec<Clue>> {
        let wide = self.cols + 1;
        let mut clues = vec![Clue::Blank; (self.rows + 1) * wide];
        for (row, col) in self.symbols(&CIRCLES, corner).into_keys() {
            clues[row * wide + col] = Clue::Any;
        }
        for ((row, col), text) in take(&mut self.corners) {
            clues[row * wide + col] = self.clue(&text)?;
        }
        Some(clues)
    }

    fn numbers_with_arrows(&mut self) -> Option<Vec<Clue>> {
        let numbers = take(&mut self.numbers);
        self.surface.retain(|cell, colour| !numbers.contains_key(cell) || !is_dark(*colour));
        self.framed.extend(numbers.keys());
        self.by_cell(numbers, |_, text| match &*text {
            "" | "?" => Some(Clue::Any),
            text => arrow(text).map(Clue::Word),
        })
    }

    /// White, grey and black cells, with or without a number and an arrow.
    fn coloured_cells(&mut self) -> Option<Vec<Clue>> {
        let mut cells: BTreeMap<Cell, &str> = self.numbers.keys().map(|cell| (*cell, "w")).collect();
        for (cell, colour) in take(&mut self.surface) {
            cells.insert(cell, [(3, "g"), (4, "b")].into_iter().find(|(known, _)| *known == colour)?.1);
        }
        let numbers = take(&mut self.numbers);
        self.framed.extend(cells.keys());
        self.by_cell(cells, |cell, colour| match numbers.get(&cell).map_or("", String::as_str) {
            "" | "?" => Some(Clue::Word(colour.into())),
            text => Some(Clue::Word(format!("{colour},{}", arrow(text)?))),
        })
    }

    fn stars(&mut self) -> Option<Vec<Clue>> {
        let wide = 2 * self.cols - 1;
        let mut clues = vec![Clue::Blank; (2 * self.rows - 1) * wide];
        for ((row, col), kind) in self.symbols(&CIRCLES, Some) {
            *clues.get_mut(row * wide + col)? = one_or_two(kind)?;
        }
        Some(clues)
    }

    /// White and black circles, with or without a number.
    fn numbered_circles(&mut self) -> Option<Vec<Clue>> {
        let circles = self.symbols(&CIRCLES, centre);
        let numbers = take(&mut self.numbers);
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

    /// Dots on borders: the upright borders row by row, then the level ones.
    fn dots(&mut self) -> Option<Vec<Clue>> {
        let (rows, cols) = (self.rows, self.cols);
        let mut clues = vec![Clue::Blank; rows * (cols - 1) + (rows - 1) * cols];
        let border = |(row, col): HalfSteps| match (row % 2, col % 2) {
            (0, 1) => Some(row / 2 * (cols - 1) + col / 2),
            (1, 0) => Some(rows * (cols - 1) + row / 2 * cols + col / 2),
            _ => None,
        };
        for (at, kind) in self.symbols(&CIRCLES, border) {
            clues[at] = one_or_two(kind)?;
        }
        Some(clues)
    }

    /// Numbers, and tips of pencils with their directions.
    fn pencils(&mut self) -> Option<Vec<Clue>> {
        let tips = self.symbols(&["pencils"], centre);
        self.framed.extend(tips.keys());
        let mut clues = self.numbers()?;
        for (cell, kind) in tips {
            let way = ["left", "up", "right", "down"].get((kind as usize).checked_sub(1)?)?;
            clues[self.at(cell)] = Clue::Word((*way).into());
        }
        Some(clues)
    }

    /// The clues at the top, bottom, left and right.
    pub(super) fn outside(&mut self) -> Option<Vec<Clue>> {
        let (rows, cols) = (self.rows, self.cols);
        let mut clues = vec![Clue::Blank; 2 * (rows + cols)];
        for ((row, col), text) in take(&mut self.outside) {
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

    /// The columns and rows of the start and the end of a path.
    fn ends(&mut self) -> Option<Vec<Clue>> {
        let mut clues = vec![];
        for mark in ["S", "G"] {
            let cell = *self.numbers.iter().find(|(_, text)| *text == mark)?.0;
            self.numbers.remove(&cell);
            clues.extend([cell.col, cell.row].map(|at| Clue::Number(at as u32 + 1)));
        }
        Some(clues)
    }

    /// Lists of numbers above and to the left, each from the board outwards, with blanks up to half the length of the
    /// line.
    fn lists(&mut self) -> Option<Vec<Clue>> {
        let (deep, wide) = (self.rows.div_ceil(2), self.cols.div_ceil(2));
        let mut above: Vec<Vec<Clue>> = vec![vec![]; self.cols];
        let mut left: Vec<Vec<Clue>> = vec![vec![]; self.rows];
        for ((row, col), text) in take(&mut self.outside).into_iter().rev() {
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
            let texts: Vec<String> = take(&mut self.outside).into_values().collect();
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
