//! Tags, by which penpa's users name the kind of a puzzle, as genres of `puzzlink`.

use super::super::Imported;
use super::super::outgoing::{boxes, in_order, usual_box};
use super::super::puzzlink::genre_drawing::GenreDrawing;
use super::super::puzzlink::{self, GENRES, Genre};
use super::super::script::{Cell, Script};
use super::board::{Board, Point};
use super::layers::Layers;
use super::number_of;
use sator_base::text::counted;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Tags that differ from the name of their genre.
const TAGS: &[(&str, &str)] = &[
    ("classic", "sudoku"),
    ("masyu", "mashu"),
    ("slitherlink", "slither"),
    ("minesweeper", "mines"),
    ("kuromasu", "kurodoko"),
    ("numberlink", "numlin"),
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
    ("suguru (capsules)", "suguru"),
    ("shimaguni (islands)", "shimaguni"),
    ("ayeheya (ekawayeh)", "ayeheya"),
    ("yajikazu (yajisan-kazusan)", "yajikazu"),
    ("hakoiri (Hakoiri-masashi)", "hakoiri"),
    ("spiralgalaxies", "tentaisho"),
    ("balanceloop", "balance"),
    ("castlewall", "castle"),
    ("battleships", "battleship"),
    ("skyscraper", "skyscrapers"),
    ("doppelblocks", "doppelblock"),
    ("double choco", "dbchoco"),
    ("double back", "doubleback"),
    ("ring-ring", "ringring"),
    ("firefly (hotaru beam)", "firefly"),
    ("hanare-gumi", "hanare"),
    ("meandering numbers", "meander"),
    ("renban (renban-madoguchi)", "renban"),
    ("regional yajilin", "yajilin-regions"),
    ("symmetry area", "symmarea"),
    ("ichimagam (magnetic ichimaga)", "ichimagam"),
    ("ichimagamx (crossing ichimaga)", "ichimagax"),
    ("canal view", "canal"),
    ("choco banana", "cbanana"),
    ("dotchi-loop", "dotchi"),
    ("one room one door", "oneroom"),
    ("tapalikeloop", "tapaloop"),
];

/// The genre of a tag.
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

/// Whether the board is divided into as many regions as it has rows, each with as many cells.
pub(super) fn is_jigsaw(groups: &[Option<u32>], side: usize) -> bool {
    let order = in_order(groups);
    let count = |group: u32| order.iter().filter(|other| **other == Some(group)).count();
    order.iter().all(Option::is_some)
        && order.iter().flatten().max() == Some(&(side as u32 - 1))
        && (0..side as u32).all(|group| count(group) == side)
}

/// A puzzle imported by the rule of a tag.
pub(super) struct Tagged {
    pub read: Imported,
    /// Cells whose edges frame their clues.
    pub framed: BTreeSet<Cell>,
    /// Whether small numbers were read.
    pub small: bool,
}

impl Board {
    /// Imports the puzzle by the rule of its tag, if the drawing contains what the rule needs and nothing else. `stars`
    /// is the number of stars in a row of the stored answer.
    pub(super) fn tagged(&self, tag: &str, drawn: &Value, stars: Option<u32>) -> Option<Tagged> {
        let genre = genre(tag)?;
        if genre.name == "kakuro" {
            return self.kakuro(drawn).map(|read| Tagged { read, framed: BTreeSet::new(), small: true });
        }
        if !genre.parts.iter().all(|part| part.is_drawn() || part.is_text()) {
            return None;
        }
        let mut layers = Layers::read(self, drawn, genre, stars)?;
        let mut parts = vec![];
        for part in genre.parts {
            parts.push((*part, layers.part(part)?));
        }
        if !layers.is_read() {
            return None;
        }
        let drawn = GenreDrawing { genre, rows: self.rows, cols: self.cols, parts, walls: self.rooms(drawn).walls };
        let link = drawn.link()?;
        let small = layers.has_small();
        Some(Tagged { read: puzzlink::import(&link).ok()?, framed: layers.into_framed(), small })
    }

    /// Imports a Kakuro. Black cells are symbols or dark surfaces, with the sums as small numbers: down in the lower
    /// left corner, to the right in the upper right corner.
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

    /// The rule of a sudoku; a jigsaw if its thick edges form regions of the right number and size that are no boxes.
    pub(super) fn with_regions(&self, rule: String, drawn: &Value) -> String {
        let groups: Vec<Option<u32>> = self.groups(drawn).iter().flatten().map(|room| Some(*room as u32)).collect();
        if !rule.contains("\nsudoku(x)\n") || !is_jigsaw(&groups, self.rows) || self.rows != self.cols {
            return rule;
        }
        let (high, wide) = usual_box(self.rows);
        if in_order(&groups) == boxes(self.rows, high, wide) {
            return rule;
        }
        let label = |group: &Option<u32>| group.map_or(".".to_string(), |group| group.to_string());
        let rows: Vec<Vec<String>> = groups.chunks(self.cols).map(|row| row.iter().map(label).collect()).collect();
        let mut jigsaw = Script::default();
        jigsaw.picture("regions region", &rows);
        jigsaw.line("jigsaw(x, region)");
        rule.replace("\nsudoku(x)\n", &format!("\n{}", jigsaw.finish("penpa").script))
    }

    /// Lists thick edges inside a board whose rule has no rooms as untranslated. Edges of sudoku boxes, frames of
    /// clues, and guide lines for counting are ignored.
    pub(super) fn stray_edges(&self, rule: &str, drawn: &Value, framed: &BTreeSet<Cell>, script: &mut Script) {
        if rule.contains("\nnonogram(") {
            return;
        }
        let [below, right] = self.walls(drawn);
        let plain = |row: usize, col: usize| !framed.contains(&Cell::new(row, col));
        let below = below.iter().filter(|&&(row, col)| row + 1 < self.rows && plain(row, col) && plain(row + 1, col));
        let right = right.iter().filter(|&&(row, col)| col + 1 < self.cols && plain(row, col) && plain(row, col + 1));
        let inner = below.count() + right.count();
        let rooms: Vec<Option<u32>> = self.groups(drawn).iter().flatten().map(|room| Some(*room as u32)).collect();
        let (high, wide) = usual_box(self.rows);
        let boxes =
            rule.contains("\nsudoku(x)") && self.rows == self.cols && in_order(&rooms) == boxes(self.rows, high, wide);
        if inner > 0 && !boxes && !rule.contains("\nregions ") {
            script.untranslated(&counted(inner as u64, "thick edge"));
        }
    }
}
