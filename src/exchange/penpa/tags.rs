//! The tags by which penpa's users say what a puzzle is, as genres of `puzzlink`.

use super::super::Imported;
use super::super::puzzlink::codec::Clue;
use super::super::puzzlink::drawn::Drawn;
use super::super::puzzlink::{self, GENRES, Genre, Part};
use super::board::{Board, Point};
use serde_json::Value;

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
        let genre = genre(tag).filter(|genre| Drawn::can_be(genre))?;
        let (rows, cols) = (self.rows, self.cols);
        let mut numbers = vec![Clue::Blank; rows * cols];
        let mut outside = vec![Clue::Blank; 2 * (rows + cols)];
        for (place, value) in drawn.get("number").and_then(Value::as_object).into_iter().flatten() {
            let text = value.get(0).map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_string))?;
            let clue = match text.trim() {
                "" => continue,
                "?" => Clue::Any,
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
                Point::Corner(..) | Point::Edge(..) => return None,
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
            Part::Outside2(_) | Part::Outside4(_) => outside.clone(),
            _ => numbers.clone(),
        };
        let uses = |test: fn(&Part) -> bool| genre.parts.iter().any(test);
        let blank = |clues: &[Clue]| clues.iter().all(|clue| *clue == Clue::Blank);
        let in_cells = uses(|part| {
            !matches!(part, Part::Rooms(_) | Part::Circles(..) | Part::Outside2(_) | Part::Outside4(_) | Part::Slash)
        });
        if !in_cells && !blank(&numbers)
            || !uses(|part| matches!(part, Part::Circles(..))) && !blank(&circles)
            || !uses(|part| matches!(part, Part::Outside2(_) | Part::Outside4(_))) && !blank(&outside)
            || drawn.get("surface").and_then(Value::as_object).is_some_and(|cells| !cells.is_empty())
        {
            return None;
        }
        let parts = genre.parts.iter().map(|part| (*part, clues(part))).collect();
        puzzlink::import(&Drawn { genre, rows, cols, parts }.link()?).ok()
    }
}
