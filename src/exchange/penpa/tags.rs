//! The tags by which penpa's users say what a puzzle is, as genres of `puzzlink`.

use super::super::Imported;
use super::super::outgoing::{boxes, in_order, usual_box};
use super::super::puzzlink::codec::Clue;
use super::super::puzzlink::drawn::Drawn;
use super::super::puzzlink::{self, GENRES, Genre, Part};
use super::super::script::{Cell, Script};
use super::board::{Board, Point};
use super::number_of;
use super::paper::ARROWS;
use serde_json::Value;
use std::collections::BTreeMap;

/// Those whose name is not that of the genre.
const TAGS: &[(&str, &str)] = &[
    ("classic", "sudoku"),
    ("masyu", "mashu"),
    ("slitherlink", "slither"),
    ("minesweeper", "mines"),
    ("kuromasu", "kurodoko"),
    ("numberlink", "numlin"),
    ("arukone", "numlin"),
    ("country road", "country"),
    ("hashiwokakero (hashi/bridges)", "hashi"),
    ("maxi loop", "maxi"),
    ("ripple effect", "ripple"),
    ("moon or sun", "moonsun"),
    ("easy as abc", "easyasabc"),
    ("hebi-ichigo", "hebi"),
    ("all or nothing", "nothing"),
    ("yin-yang", "yinyang"),
    ("simple loop", "simpleloop"),
    ("slant (gokigen)", "gokigen"),
    ("territory (nawabari)", "nawabari"),
    ("rassi silai", "rassi"),
    ("spiralgalaxies", "tentaisho"),
    ("balanceloop", "balance"),
    ("castlewall", "castle"),
    ("battleships", "battleship"),
    ("skyscraper", "skyscrapers"),
    ("doppelblocks", "doppelblock"),
];

/// The genre that a tag names.
fn genre(tag: &str) -> Option<&'static Genre> {
    let name = TAGS.iter().find(|(known, _)| *known == tag).map_or(tag, |(_, name)| name);
    GENRES.iter().find(|genre| genre.name == name)
}

/// The tag of a genre.
pub(super) fn tag(genre: &Genre) -> &'static str {
    TAGS.iter()
        .find(|(_, name)| *name == genre.name)
        .map_or(GENRES.iter().find(|known| known.name == genre.name).map_or("", |known| known.name), |(tag, _)| tag)
}

impl Board {
    /// The puzzle by the rule of its tag, where the drawing has what the rule asks for and nothing else.
    pub(super) fn tagged(&self, tag: &str, drawn: &Value) -> Option<Imported> {
        let genre = genre(tag)?;
        if genre.name == "kakuro" {
            return self.kakuro(drawn);
        }
        if !Drawn::can_be(genre) {
            return None;
        }
        let (rows, cols) = (self.rows, self.cols);
        let mut numbers = vec![Clue::Blank; rows * cols];
        let mut outside = vec![Clue::Blank; 2 * (rows + cols)];
        let mut corners = vec![Clue::Blank; (rows + 1) * (cols + 1)];
        let uses = |test: fn(&Part) -> bool| genre.parts.iter().any(test);
        let with_arrows = uses(|part| matches!(part, Part::Arrows(_)));
        for (place, value) in drawn.get("number").and_then(Value::as_object).into_iter().flatten() {
            let text = value.get(0).map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_string))?;
            let clue = match text.trim() {
                "" => continue,
                "?" => Clue::Any,
                text if genre.name == "tapa" => digits(text)?,
                text if with_arrows => arrow(text)?,
                text => Clue::Number(text.parse().ok()?),
            };
            match self.point(place)? {
                Point::Cell(cell) => numbers[cell.row * cols + cell.col] = clue,
                Point::Outside(row, col) => {
                    let (row, col) = (usize::try_from(row).ok()?, usize::try_from(col).ok()?);
                    let at = match (row, col) {
                        (0, col) if (1..=cols).contains(&col) => col - 1,
                        (row, col) if row == rows + 1 && (1..=cols).contains(&col) => cols + col - 1,
                        (row, 0) if (1..=rows).contains(&row) => 2 * cols + row - 1,
                        (row, col) if col == cols + 1 && (1..=rows).contains(&row) => 2 * cols + rows + row - 1,
                        _ => return None,
                    };
                    outside[at] = clue;
                }
                Point::Corner(row, col) => corners[row * (cols + 1) + col] = clue,
                Point::Edge(..) => return None,
            }
        }
        let mut circles = vec![Clue::Blank; rows * cols];
        for (place, value) in drawn.get("symbol").and_then(Value::as_object).into_iter().flatten() {
            let (Point::Cell(cell), Some("circle_L" | "circle_M" | "circle_S")) =
                (self.point(place)?, value.get(1).and_then(Value::as_str))
            else {
                return None;
            };
            let kind = value.get(0).and_then(Value::as_u64).filter(|kind| (1..=2).contains(kind))?;
            circles[cell.row * cols + cell.col] = Clue::Number(kind as u32);
        }
        let rooms: Vec<Clue> =
            self.groups(drawn).into_iter().flatten().map(|room: usize| Clue::Number(room as u32)).collect();
        let clues = |part: &Part| match part {
            Part::Rooms(_) => rooms.clone(),
            Part::Circles(..) => circles.clone(),
            Part::Corners(_) => corners.clone(),
            Part::Outside2(_) | Part::Outside4(_) => outside.clone(),
            _ => numbers.clone(),
        };
        let blank = |clues: &[Clue]| clues.iter().all(|clue| *clue == Clue::Blank);
        let in_cells = uses(|part| {
            !matches!(
                part,
                Part::Rooms(_)
                    | Part::Circles(..)
                    | Part::Corners(_)
                    | Part::Outside2(_)
                    | Part::Outside4(_)
                    | Part::Slash
            )
        });
        // The cells of arrows are often coloured.
        let stray = |(place, _): (&String, &Value)| match self.point(place) {
            Some(Point::Cell(cell)) => !with_arrows || numbers[cell.row * cols + cell.col] == Clue::Blank,
            _ => true,
        };
        if !in_cells && !blank(&numbers)
            || !uses(|part| matches!(part, Part::Circles(..))) && !blank(&circles)
            || !uses(|part| matches!(part, Part::Outside2(_) | Part::Outside4(_))) && !blank(&outside)
            || !uses(|part| matches!(part, Part::Corners(_))) && !blank(&corners)
            || drawn.get("surface").and_then(Value::as_object).is_some_and(|cells| cells.iter().any(stray))
        {
            return None;
        }
        let parts = genre.parts.iter().map(|part| (*part, clues(part))).collect();
        puzzlink::import(&Drawn { genre, rows, cols, parts }.link()?).ok()
    }

    /// Black cells are symbols or dark surfaces, with the sums as small numbers: down in the lower left corner, to the right in the upper right.
    fn kakuro(&self, drawn: &Value) -> Option<Imported> {
        let layer = |key: &str| drawn.get(key).and_then(Value::as_object).into_iter().flatten();
        let mut black: BTreeMap<Cell, [Option<String>; 2]> = BTreeMap::new();
        for (place, value) in layer("symbol") {
            match (self.point(place)?, value.get(1).and_then(Value::as_str)) {
                (Point::Cell(cell), Some("kakuro")) => black.entry(cell).or_default(),
                _ => return None,
            };
        }
        for (place, value) in layer("surface") {
            match (self.point(place)?, value.as_u64()) {
                (Point::Cell(cell), Some(1 | 3 | 4 | 8)) => black.entry(cell).or_default(),
                _ => return None,
            };
        }
        for (place, value) in layer("numberS") {
            let (cell, corner) = self.in_corner(place)?;
            let sum = number_of(value)?.parse::<u32>().ok()?.to_string();
            let at = match corner {
                1 => 1,
                2 => 0,
                _ => return None,
            };
            black.get_mut(&cell)?[at] = Some(sum);
        }
        let token = |row: usize, col: usize| match black.get(&Cell::new(row, col)) {
            None => ".".to_string(),
            Some([None, None]) => "#".into(),
            Some(sums) => sums.each_ref().map(|sum| sum.as_deref().unwrap_or(".")).join(","),
        };
        let rows: Vec<Vec<String>> =
            (0..self.rows).map(|row| (0..self.cols).map(|col| token(row, col)).collect()).collect();
        let mut script = Script::default();
        script.picture("clues sums", &rows);
        script.line(&format!("grid x {}x{} in 1..9 except sums", self.rows, self.cols));
        script.line("kakuro(x, sums)");
        for (place, value) in layer("number") {
            let Point::Cell(cell) = self.point(place)? else { return None };
            let given = number_of(value)?.parse::<u32>().ok().filter(|_| !black.contains_key(&cell))?;
            script.line(&format!("{cell} = {given}"));
        }
        Some(script.finish("penpa"))
    }

    /// Thick edges inside a board whose rule has no rooms are named, unless they are the boxes of a sudoku.
    pub(super) fn stray_edges(&self, rule: &str, drawn: &Value, script: &mut Script) {
        let [below, right] = self.walls(drawn);
        let inner = below.iter().filter(|(row, _)| row + 1 < self.rows).count()
            + right.iter().filter(|(_, col)| col + 1 < self.cols).count();
        let rooms: Vec<Option<u32>> = self.groups(drawn).iter().flatten().map(|room| Some(*room as u32)).collect();
        let (high, wide) = usual_box(self.rows);
        let boxes =
            rule.contains("\nsudoku(x)") && self.rows == self.cols && in_order(&rooms) == boxes(self.rows, high, wide);
        if inner > 0 && !boxes && !rule.contains("\nregions ") {
            script.untranslated(&format!("thick edges, {inner} of them"));
        }
    }
}

/// A number with the arrow behind it, `2_0` is 2 upwards; without an arrow only `?` is a clue.
fn arrow(text: &str) -> Option<Clue> {
    let (number, way) = text.rsplit_once('_')?;
    let way = ARROWS.get(way.parse::<usize>().ok()?)?;
    let number = number.trim();
    (number == "?" || number.parse::<u32>().is_ok()).then(|| Clue::Word(format!("{number},{way}")))
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
