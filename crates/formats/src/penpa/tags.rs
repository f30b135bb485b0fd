//! Tags, by which penpa's users name the kind of a puzzle, as genres of `puzzlink`.

use super::super::Imported;
use super::super::outgoing::{boxes, in_order, usual_box};
use super::super::puzzlink::genre_drawing::GenreDrawing;
use super::super::puzzlink::{self, GENRES, Genre, Part};
use super::super::script::{Cell, Script};
use super::board::Board;
use super::layers::Layers;
use super::own::Own;
use sator_base::text::counted;
use serde_json::Value;
use std::collections::BTreeSet;

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
        if let Some(own) = Own::named(tag) {
            return (own.read)(self, drawn).map(|read| Tagged { read, framed: BTreeSet::new(), small: true });
        }
        let genre = genre(tag)?;
        if !genre.parts.iter().all(|part| part.is_drawn() || part.is_text()) {
            return None;
        }
        let mut layers = Layers::read(self, drawn, genre, stars)?;
        let mut parts = vec![];
        for part in genre.parts {
            parts.push((*part, layers.part(part)?));
        }
        if layers.unread().is_some() {
            return None;
        }
        let drawn = GenreDrawing { genre, rows: layers.rows, cols: layers.cols, parts, walls: self.rooms(drawn).walls };
        let link = drawn.link()?;
        let small = layers.has_small();
        Some(Tagged { read: puzzlink::import(&link).ok()?, framed: layers.into_framed(), small })
    }

    /// The reason why the drawing is no puzzle of a tag's genre, in words.
    pub(super) fn in_the_way(&self, tag: &str, drawn: &Value) -> Option<String> {
        let genre = genre(tag)?;
        let mut layers = Layers::read(self, drawn, genre, None)?;
        for part in genre.parts {
            let before = layers.clone();
            if layers.part(part).is_none() {
                if matches!(part, Part::Number) {
                    return Some(match genre.name {
                        "starbattle" => "no text around the board is the number of its stars".into(),
                        name => {
                            let (what, range) =
                                if name == "easyasabc" { ("letters", "(A-C)") } else { ("digits", "(1-5)") };
                            format!("its {what} aren't known; write their range outside the board, such as {range}")
                        }
                    });
                }
                layers = before;
            }
        }
        layers.unread().map(|unread| format!("in the way are {unread}"))
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
