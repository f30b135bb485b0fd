//! The sections of each genre's files, after `decodeData` of its file in the source of pzpr (github.com/robx/pzprjs, 2024).

use super::cell_values as cell;
use super::dot_values as dot;
use super::genre_values as genre;
use super::values::{self, Item, Meaning};
use crate::puzzlink::codec::Clue;
use crate::puzzlink::own::word;

/// A section of a file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Section {
    /// A number, a list of numbers, `-` (a clue without its number) or `.` for each cell.
    Clues,
    /// `#` or `+` for each cell; in some genres 1 is shaded.
    Marks,
    /// Numbers that a player writes.
    Values,
    /// Values of cells with another meaning.
    Cells(Meaning),
    /// Values of cells, and clues in rows and columns around them, which fill the picture with this number.
    Framed(Frame, usize, fn(&str) -> Option<Clue>, Meaning),
    /// Gates, black cells and the start of a Slalom.
    Gated,
    /// Values at the corners of cells: clues of the first picture.
    Corners(Meaning),
    /// A character for each cell, border and corner: a dot of a kind, or a cell left out.
    Dots(fn(u32) -> Option<Clue>),
    /// Clues between cells: those beside each other first.
    Between(fn(&str) -> Option<Clue>),
    /// Clues on borders, in the first picture, and borders that a player draws.
    Signs(fn(&str) -> Option<(Clue, bool)>),
    /// Arrows across borders, 1 to the left or up: in the picture with this number, with the rim of the board or without.
    Across(usize, bool),
    /// Strokes from cell to cell, `-1` where one is crossed out.
    Lines,
    /// The same with strokes from cells over the rim.
    RimLines,
    /// Strokes on the borders of all cells, the rim too.
    Fences,
    /// The same since this version of the file, before it without the rim.
    FencesSince(u32),
    /// Strokes from corner to corner of a grid that surrounds the cells.
    CornerLines,
    /// Borders between cells: 1 or 2 is drawn, -1 is crossed out, `X` and `-2` are given.
    Borders,
    /// Borders that follow from other marks.
    SkippedBorders,
    /// Borders around cells with equal numbers.
    Outlines,
    /// Borders around dominoes, which are links here.
    Dominoes,
    /// Borders around zones between shaded cells, where those of a shaded cell need not be drawn.
    Zones,
    /// Strokes from the centres of cells to their sides: three of a cell are a junction, a value here.
    Junctions,
    /// Strokes inside blocks of three or four cells, whose kinds are values here.
    Blocks,
    /// Straight lines by the places of their ends, behind their number.
    Segments,
    /// Letters of pieces: cells with different letters have a border between them.
    Letters,
    /// The sizes of rooms that a player writes, each in a cell.
    Sizes,
    /// The number of rooms and the room of each cell, or since this version of the file a flag for each border.
    Rooms(u32),
    /// The same without a version: always the room of each cell; `#` are cells left out.
    NumberedRooms,
    /// Flags for the borders of rooms.
    Bordered,
    /// Given borders, those of rooms, among borders that a player draws.
    GivenRooms,
    /// Borders of regions, and those of them that a player draws: 1 and 3 are drawn.
    Joined,
    /// Borders of rooms (1) and of tiles (2).
    Tiles,
    /// Values of cells with another meaning, since this version.
    CellsSince(u32, Meaning),
    /// Flags for given borders of pieces.
    Apart,
    /// A line of settings, since this version.
    Settings(u32),
    /// Whether a line passes all cells.
    PassesAll,
    /// A setting of one letter.
    Flag,
    /// Background colours, since this version.
    Colours(u32),
    /// A number before the data of the link.
    Count,
    /// The place of the goal, a clue of the first picture.
    Goal,
    /// The places of the start and the goal.
    Ends,
    /// The borders where a path comes in and goes out, as the picture with this number.
    Gates(usize),
    /// A line without a meaning.
    Line,
    /// A set of pieces.
    Pieces,
    /// Borders of rooms, with sums on borders.
    BorderSums,
    /// Curves and the borders between cells.
    Curves,
}
use Section::*;

/// The rows and columns of clues around cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// One above and one on the left.
    Two,
    /// One on each side.
    Four,
    /// Half as many as the cells have, above and on the left.
    Lists,
    /// Two above and two on the left: the minuses of each line stand next to the grid.
    Poles,
    /// One above and one on the left, as cells of a larger picture with sums; whether 0 is none.
    Sums(bool),
}
use Frame::{Four, Lists, Poles, Sums, Two};

/// A number outside, behind a `c` where the player ticks it off.
fn outside(value: &str) -> Option<Clue> {
    values::clue(value.strip_prefix('c').unwrap_or(value))
}

/// The clue of a line of Anglers: a fish is 0.
fn angler(value: &str) -> Option<Clue> {
    outside(value)
}

/// Obstacles, fish and numbers in cells.
fn fish(value: &str) -> Option<Vec<Item>> {
    Some(match value {
        "#" => vec![Item::Clue(0, word("#"))],
        "0" => vec![Item::Clue(1, word("f"))],
        _ => vec![Item::Clue(1, values::clue(value)?)],
    })
}

/// The sum of the places of a line, 0 if the file ends before it.
fn place_sum(value: &str) -> Option<Clue> {
    outside(value).map(|clue| if clue == Clue::Blank { Clue::Number(0) } else { clue })
}

/// Black, grey and white circles.
fn circle(kind: u32) -> Option<Clue> {
    ["b", "g", "w"].get(kind as usize - 1).map(|colour| word(colour))
}

/// A dot of one of two kinds.
fn star(kind: u32) -> Option<Clue> {
    (kind <= 2).then_some(Clue::Number(kind))
}

/// A difference, or a sign by the side to which it points.
fn difference(value: &str) -> Option<Clue> {
    match value {
        "0" => Some(Clue::Blank),
        "a" => Some(word("<")),
        "b" => Some(word(">")),
        "." => Some(Clue::Any),
        number => number.parse().ok().map(Clue::Number),
    }
}

/// A white or black dot.
fn kropki_dot(value: &str) -> Option<Clue> {
    match value {
        "0" => Some(Clue::Blank),
        "1" => Some(Clue::Number(1)),
        "2" => Some(Clue::Number(2)),
        _ => None,
    }
}

const SHADED_CLUES: Section = Cells(values::shaded_clues);
const CLUES_AND_MARKS: Section = Cells(values::clues_and_marks);
const ARROWS: Section = Cells(values::arrows);
const IGNORED: Section = Cells(values::ignored);
const ONE_OF_TWO: Section = Cells(values::one_of_two);
const WALKS: Section = Cells(values::walks);
const NUMBERS_AND_HOLES: Section = Cells(values::numbers_and_holes);
const CIRCLES: Section = Dots(circle);
const KINDS: Section = Dots(star);

/// The sections of each genre.
#[rustfmt::skip]
pub(super) const FILES: &[(&str, &[Section])] = &[
    ("aho", &[Clues, Borders]),
    ("akari", &[CLUES_AND_MARKS]),
    ("akichi", &[Rooms(1), Clues, Marks]),
    ("alter", &[NumberedRooms, Clues, Values]),
    ("amibo", &[Cells(dot::lines_and_circles), SkippedBorders]),
    ("anglers", &[Framed(Four, 2, angler, fish), RimLines]),
    ("antmill", &[Signs(dot::square_or_cross), Marks]),
    ("aqre", &[Rooms(1), Clues, Marks]),
    ("aquapelago", &[SHADED_CLUES]),
    ("aquarium", &[Bordered, Framed(Two, 0, outside, values::marks)]),
    ("araf", &[Clues, Borders]),
    ("arrowflow", &[Cells(genre::counted_goals), Values]),
    ("arukone", &[PassesAll, Cells(genre::letters), Lines]),
    ("ayeheya", &[Rooms(1), Clues, Marks]),
    ("balance", &[Cells(values::balances), Lines]),
    ("barns", &[Cells(values::spots), Apart, Lines]),
    ("batten", &[Corners(cell::corner_marks), Framed(Two, 1, outside, values::marks)]),
    ("battleship", &[Pieces, Framed(Two, 0, outside, genre::ships), Marks]),
    ("bdblock", &[Cells(cell::second_clues), Corners(dot::round_dots), Borders]),
    ("bonsan", &[Clues, IGNORED, SkippedBorders, Lines]),
    ("bosanowa", &[Cells(genre::bosanowa), Cells(genre::values_from_one)]),
    ("bosnianroad", &[Clues, Marks]),
    ("box", &[Framed(Two, 0, place_sum, values::marks)]),
    ("bramble", &[Rooms(1), Clues, Marks]),
    ("brownies", &[Cells(dot::circles_around), Lines]),
    ("bwloop", &[Clues, Lines]),
    ("canal", &[Clues, Marks]),
    ("castle", &[Cells(genre::castles), Lines]),
    ("cave", &[Clues, Marks]),
    ("cbanana", &[Clues, Marks]),
    ("cbblock", &[Joined]),
    ("chainedb", &[SHADED_CLUES]),
    ("chocona", &[Rooms(1), Clues, Marks]),
    ("circlesquare", &[Clues, Marks]),
    ("cityspace", &[Clues, Marks]),
    ("cocktail", &[Rooms(1), Clues, Marks]),
    ("coffeemilk", &[Cells(genre::drinks), Lines]),
    ("cojun", &[Rooms(0), Clues, Values]),
    ("compass", &[Cells(genre::compasses), Borders]),
    ("context", &[Clues, Marks]),
    ("coral", &[Framed(Lists, 0, outside, values::marks)]),
    ("cornerch", &[Clues, Marks]),
    ("country", &[Settings(1), Rooms(2), Clues, Lines]),
    ("creek", &[Corners(values::clues), Marks]),
    ("cts", &[Framed(Lists, 0, outside, values::marks)]),
    ("curvedata", &[Count, Cells(genre::curves), Curves]),
    ("curving", &[Clues, Marks]),
    ("dbchoco", &[Cells(genre::greys), Borders]),
    ("detour", &[Rooms(2), Clues, Lines]),
    ("disco", &[Rooms(0), Marks]),
    ("distopia", &[Pieces, Flag, Clues, Marks]),
    ("dominion", &[Clues, Marks]),
    ("doppelblock", &[Framed(Two, 0, outside, values::given_values_and_none)]),
    ("dosufuwa", &[NumberedRooms, Values]),
    ("dotchi", &[Rooms(2), Clues, Lines]),
    ("dotchi2", &[Rooms(2), Clues, Lines]),
    ("doubleback", &[Rooms(2), Cells(values::spots), Lines]),
    ("easyasabc", &[Count, Framed(Four, 0, outside, values::given_values_and_none)]),
    ("edamame", &[Clues, Cells(dot::circles), Lines]),
    ("energywalk", &[WALKS, RimLines]),
    ("evolmino", &[Cells(genre::growth), Across(1, false), Cells(genre::squares)]),
    ("factors", &[Rooms(0), Clues, Values]),
    ("fakearrow", &[Bordered, Cells(dot::arrows_and_holes), Lines, Marks]),
    ("familyphoto", &[Cells(cell::circled_numbers), Borders]),
    ("fillmat", &[Clues, Borders]),
    ("fillomino", &[Clues, Values, Outlines]),
    ("firefly", &[ARROWS, Lines]),
    ("firewalk", &[WALKS, RimLines]),
    ("fivecells", &[NUMBERS_AND_HOLES, Fences]),
    ("forestwalk", &[WALKS, RimLines]),
    ("fourcells", &[NUMBERS_AND_HOLES, FencesSince(1)]),
    ("fracdiv", &[Cells(genre::fractions), Borders]),
    ("geradeweg", &[Clues, Lines]),
    ("goishi", &[Cells(cell::stones)]),
    ("gokigen", &[Corners(values::clues), ONE_OF_TWO]),
    ("guidearrow", &[Goal, Cells(values::ways), Marks]),
    ("haisu", &[Ends, Bordered, Clues, Lines]),
    ("hakoiri", &[NumberedRooms, Clues, Values]),
    ("hamlepaths", &[Clues, IGNORED, Lines]),
    ("hanare", &[Bordered, Cells(values::crossed), Sizes]),
    ("hashi", &[Clues, Lines]),
    ("hasunomura", &[Clues, Marks]),
    ("heavydots", &[Clues, Corners(dot::heavy_dots), Borders]),
    ("hebi", &[ARROWS, Values]),
    ("herugolf", &[Cells(genre::golf), Lines]),
    ("heteromino", &[NUMBERS_AND_HOLES, Fences]),
    ("heyablock", &[Rooms(1), Clues, Marks]),
    ("heyabon", &[Clues, IGNORED, Bordered, Lines]),
    ("heyawake", &[Rooms(1), Clues, Marks]),
    ("hinge", &[Rooms(1), Clues, Marks]),
    ("hitori", &[Clues, Marks]),
    ("icebarn", &[Gates(2), Cells(values::spots), Across(1, true), RimLines]),
    ("icelom", &[Gates(2), Line, Cells(genre::ice), RimLines]),
    ("icelom2", &[Gates(2), Line, Cells(genre::ice), RimLines]),
    ("icewalk", &[WALKS, RimLines]),
    ("ichimaga", &[Settings(0), Clues, Lines]),
    ("ichimagam", &[Settings(0), Clues, Lines]),
    ("ichimagax", &[Settings(0), Clues, Lines]),
    ("interbd", &[Cells(genre::colours)]),
    ("invlitso", &[Rooms(1), Marks]),
    ("island", &[Clues, Marks]),
    ("isowatari", &[Count, Cells(genre::islets), IGNORED, IGNORED, Marks]),
    ("japanesesums", &[Count, Framed(Lists, 0, outside, values::given_values_and_none)]),
    ("juosan", &[NumberedRooms, Clues, ONE_OF_TWO]),
    ("kaidan", &[Clues, IGNORED, Lines]),
    ("kakuro", &[Framed(Sums(true), 0, outside, genre::kakuro), Values]),
    ("kakuru", &[Cells(cell::sums), Cells(cell::numbers_from_one)]),
    ("kazunori", &[BorderSums, Values]),
    ("keywest", &[Clues, Lines, Values]),
    ("kinkonkan", &[NumberedRooms, Framed(Four, 0, genre::light, genre::mirrors), Cells(genre::mirrors)]),
    ("kissing", &[Pieces, Signs(dot::bar), Cells(dot::second_crosses)]),
    ("koburin", &[Clues, Marks, Lines]),
    ("kouchoku", &[Corners(genre::circles_of_letters), Segments]),
    ("kramma", &[Clues, Corners(values::ignored), Borders]),
    ("kramman", &[Cells(cell::second_clues), Corners(cell::corner_marks), Borders]),
    ("kropki", &[Between(kropki_dot), Values]),
    ("kurarin", &[CIRCLES, Marks, Lines]),
    ("kurochute", &[Clues, Marks]),
    ("kuroclone", &[NumberedRooms, ARROWS, Marks]),
    ("kurodoko", &[Clues, Marks]),
    ("kuromenbun", &[Bordered, Clues, Marks]),
    ("kurotto", &[Clues, Marks]),
    ("kusabi", &[Clues, Lines]),
    ("lapaz", &[Cells(genre::numbers_beside_holes), Dominoes, Marks]),
    ("lightshadow", &[Cells(values::shaded_balances), ONE_OF_TWO]),
    ("lineofsight", &[ARROWS, Fences]),
    ("lither", &[Clues, Colours(1), Fences]),
    ("lits", &[Rooms(1), Marks]),
    ("lixloop", &[Cells(dot::frequent), Marks, Lines]),
    ("lohkous", &[Clues, Borders]),
    ("lookair", &[Clues, Marks]),
    ("loute", &[Cells(cell::corners), Borders]),
    ("lring", &[Clues, Lines]),
    ("magnets", &[Bordered, Framed(Poles, 0, outside, genre::poles)]),
    ("makaro", &[NumberedRooms, Cells(genre::makaro), Values]),
    ("mannequin", &[Bordered, Clues, Marks]),
    ("martini", &[Rooms(1), Cells(cell::counted_circles), Marks]),
    ("marutaring", &[Rooms(1), Clues, Marks]),
    ("mashu", &[Clues, Lines]),
    ("maxi", &[Rooms(2), Clues, Lines]),
    ("meander", &[Rooms(0), Clues, Values]),
    ("midloop", &[KINDS, Lines]),
    ("minarism", &[Between(difference), Values]),
    ("mines", &[Clues, Marks]),
    ("mintonette", &[Cells(cell::sights), Lines]),
    ("mochikoro", &[Clues, Marks]),
    ("mochinyoro", &[Clues, Marks]),
    ("moonsun", &[Rooms(2), Clues, Lines]),
    ("morningwalk", &[WALKS, RimLines]),
    ("mukkonn", &[Cells(genre::compasses), Lines]),
    ("myopia", &[Cells(genre::aims), IGNORED, Fences]),
    ("nagenawa", &[NumberedRooms, Clues, Lines]),
    ("nanro", &[Rooms(1), Clues, Values]),
    ("nawabari", &[Clues, Fences]),
    ("news", &[NumberedRooms, Cells(cell::news), Values]),
    ("nibunnogo", &[Corners(values::clues), ONE_OF_TWO]),
    ("nikoji", &[Cells(genre::places_in_alphabet), Borders]),
    ("nondango", &[NumberedRooms, Cells(genre::dumplings)]),
    ("nonogram", &[Framed(Lists, 0, outside, values::marks)]),
    ("norinori", &[Rooms(1), Marks]),
    ("norinuri", &[Clues, Marks]),
    ("nothing", &[Rooms(2), IGNORED, Lines]),
    ("nothree", &[KINDS, Marks]),
    ("numcity", &[Clues, Values, GivenRooms]),
    ("numlin", &[Clues, Lines]),
    ("numrope", &[Cells(cell::sums), Apart, Cells(cell::numbers_from_one)]),
    ("nuribou", &[Clues, Marks]),
    ("nurikabe", &[CLUES_AND_MARKS]),
    ("nuriloop", &[Clues, Colours(0), Lines]),
    ("nurimaze", &[NumberedRooms, Cells(genre::maze), Marks]),
    ("nurimisaki", &[Clues, Marks]),
    ("nuritwin", &[Rooms(1), Clues, Marks]),
    ("nuriuzu", &[KINDS, Marks]),
    ("oasis", &[Clues, Marks]),
    ("oneroom", &[Rooms(1), Clues, Marks]),
    ("onsen", &[Rooms(2), Clues, Lines]),
    ("outofsight", &[Cells(cell::sights), Marks]),
    ("ovotovata", &[Rooms(2), Cells(cell::room_marks), Lines]),
    ("paintarea", &[NumberedRooms, Clues, Marks]),
    ("parquet", &[Tiles, Marks]),
    ("patchwork", &[CLUES_AND_MARKS, Borders]),
    ("pencils", &[Cells(genre::pencils), SkippedBorders, Lines, Cells(genre::tips)]),
    ("pentatouch", &[Pieces, Corners(dot::round_dots), Cells(dot::second_crosses)]),
    ("pentominous", &[Cells(genre::pentominoes), Letters, Borders]),
    ("pentopia", &[Pieces, Flag, Cells(genre::aims), Marks]),
    ("pipelink", &[Line, Cells(genre::pipes), Lines]),
    ("pipelinkr", &[Line, Cells(genre::pipes), Lines]),
    ("putteria", &[Bordered, Cells(values::crossed), Sizes]),
    ("railpool", &[Clues, Cells(values::holes), NumberedRooms, Lines]),
    ("rassi", &[Rooms(2), Cells(values::spots), Lines]),
    ("rectslider", &[Clues, IGNORED, Lines]),
    ("reflect", &[Cells(dot::mirrors), Lines]),
    ("regional-poly", &[Pieces, Bordered, Cells(dot::crosses)]),
    ("renban", &[Rooms(0), Clues, Values]),
    ("retsurin", &[Clues, Marks, Lines]),
    ("ringring", &[Cells(values::spots), Lines]),
    ("ripple", &[Rooms(0), Clues, Values]),
    ("roboticwalk", &[WALKS, RimLines]),
    ("roma", &[NumberedRooms, Cells(genre::goals), Values]),
    ("roundtrip", &[Framed(Four, 0, outside, values::ignored), Lines]),
    ("ruleofthree", &[Cells(dot::bars), SkippedBorders]),
    ("sananko", &[Cells(cell::sums), Cells(cell::numbers_from_one)]),
    ("sansaroad", &[CIRCLES, Marks]),
    ("sashigane", &[Cells(genre::bends), Borders]),
    ("sashikabe", &[Cells(cell::bends_and_marks)]),
    ("sashikazune", &[Clues, Borders, IGNORED]),
    ("satogaeri", &[Clues, IGNORED, Bordered, Lines]),
    ("scrin", &[Clues, Marks]),
    ("shakashaka", &[Cells(genre::black_numbers), Cells(genre::triangles)]),
    ("shikaku", &[Clues, Borders]),
    ("shimaguni", &[Rooms(1), Clues, Marks]),
    ("shugaku", &[Cells(cell::beds)]),
    ("shwolf", &[Cells(cell::second_clues), Corners(cell::corner_marks), Borders]),
    ("simplegako", &[Clues, Values]),
    ("simpleloop", &[Cells(values::spots), Lines]),
    ("skyscrapers", &[Framed(Four, 0, outside, values::given_values)]),
    ("slalom", &[Gated, Lines]),
    ("slither", &[Clues, Colours(1), Fences]),
    ("slovak", &[Count, Cells(dot::sums_and_circles), Values]),
    ("smullyan", &[Clues, Marks]),
    ("snake", &[Framed(Two, 1, outside, genre::snakes)]),
    ("snakepit", &[Cells(cell::second_clues), Cells(cell::snakes), Values, Outlines]),
    ("squarejam", &[Clues, Borders]),
    ("starbattle", &[Count, NumberedRooms, Marks]),
    ("statuepark", &[Pieces, Clues, Marks]),
    ("stostone", &[Rooms(1), Clues, Marks]),
    ("sudoku", &[Clues, Values]),
    ("suguru", &[Rooms(0), Clues, Values]),
    ("sukoro", &[Clues, Values]),
    ("sukororoom", &[Rooms(0), Clues, Values]),
    ("sumiwake", &[Rooms(1), Corners(values::clues), Marks]),
    ("swslither", &[Cells(genre::animals), Colours(1), Fences]),
    ("symmarea", &[Clues, Values, Outlines]),
    ("takoyaki", &[Clues, Cells(dot::circles), Lines]),
    ("tapa", &[CLUES_AND_MARKS]),
    ("tapaloop", &[Clues, Lines]),
    ("tasquare", &[CLUES_AND_MARKS]),
    ("tatamibari", &[Cells(genre::mats), Borders]),
    ("tateyoko", &[Cells(genre::bars), ONE_OF_TWO]),
    ("tentaisho", &[KINDS, Borders]),
    ("tents", &[Framed(Two, 0, outside, genre::camps)]),
    ("teri", &[Clues, Marks]),
    ("tetrochain", &[ARROWS, Marks]),
    ("tetrochaink", &[CIRCLES, Marks]),
    ("tetroctb", &[Rooms(1), Clues, Marks]),
    ("tetrominous", &[Cells(genre::tetrominoes), Letters, Borders]),
    ("tilecity", &[NumberedRooms, Clues, Marks]),
    ("tilepaint", &[NumberedRooms, Framed(Two, 0, outside, values::ignored), Marks]),
    ("tjunction", &[Clues, Junctions, IGNORED]),
    ("toichika", &[NumberedRooms, Clues, Values]),
    ("toichika2", &[NumberedRooms, Clues, Values]),
    ("tontonbeya", &[NumberedRooms, Clues, Values]),
    ("tontti", &[Clues, CornerLines]),
    ("triplace", &[Framed(Sums(false), 0, outside, genre::triplace), Borders]),
    ("trizone", &[Cells(genre::numbers_beside_holes), Zones, Marks]),
    ("tslither", &[Clues, Colours(0), Fences]),
    ("turnaround", &[Clues, Lines]),
    ("twinarea", &[Bordered, Cells(cell::twin_areas), Sizes]),
    ("usoone", &[NumberedRooms, Clues, Cells(genre::doubts)]),
    ("usotatami", &[Clues, Borders]),
    ("uturns", &[Clues, Lines]),
    ("vertigo", &[Cells(values::spots), Lines]),
    ("view", &[Clues, Values]),
    ("voxas", &[Signs(dot::sign)]),
    ("vslither", &[Clues, Colours(0), Fences]),
    ("wafusuma", &[Between(values::clue), CellsSince(1, cell::third_clues), Values, Outlines]),
    ("walllogic", &[Cells(dot::numbers_and_black), Cells(dot::drawn_arrows)]),
    ("waterwalk", &[WALKS, RimLines]),
    ("wblink", &[Clues, Lines]),
    ("wittgen", &[Clues, IGNORED, Lines]),
    ("yajikazu", &[ARROWS, Marks]),
    ("yajilin", &[ARROWS, Marks, Lines]),
    ("yajilin-regions", &[NumberedRooms, Clues, Marks, Lines]),
    ("yajirushi", &[Cells(dot::black_and_arrows), Values]),
    ("yajirushi2", &[Clues, Values]),
    ("yajisoko", &[Cells(dot::boxes), Lines]),
    ("yajitatami", &[ARROWS, Apart, Borders]),
    ("yinyang", &[Clues, Cells(values::circled)]),
    ("yosenabe", &[Cells(genre::pots), Lines]),
    ("zabajaba", &[Clues, IGNORED, Blocks]),
];
