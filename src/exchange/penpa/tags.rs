//! The tags by which penpa's users say what a puzzle is, as genres of `puzzlink`.

use super::super::puzzlink::{GENRES, Genre};

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
pub(super) fn genre(tag: &str) -> Option<&'static Genre> {
    let name = TAGS.iter().find(|(known, _)| *known == tag).map_or(tag, |(_, name)| name);
    GENRES.iter().find(|genre| genre.name == name)
}

/// The tag of a genre.
pub(super) fn tag(genre: &Genre) -> &'static str {
    TAGS.iter()
        .find(|(_, name)| *name == genre.name)
        .map_or(GENRES.iter().find(|known| known.name == genre.name).map_or("", |known| known.name), |(tag, _)| tag)
}
