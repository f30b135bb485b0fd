//! Links of puzz.link, pzv.jp, pzprxs and other sites with pzpr: `...?GENRE/[FLAGS/]COLS/ROWS/DATA`.
//!
//! A link with a file (`...?pzprv3/GENRE/...`) becomes such a link first (`file.rs`).
//! A genre is a row of [`genres::GENRES`]: the parts of its data, and the script to write. A genre without a row is an
//! error.

mod bounds;
mod calls;
mod cells;
pub mod codec;
mod curves;
mod encode;
pub(crate) mod file;
pub mod genre_drawing;
mod genres;
mod lists;
mod mend;
mod own;
mod part;
mod pieces;
mod points;
pub(crate) mod rooms;
mod signs;
mod sums;
mod ways;
pub mod write;

use super::script::{Cell, Script};
use super::{Imported, LONGEST_SIDE, Problem, base64};
pub use cells::Cells;
use codec::{Clue, Reader};
pub use genres::GENRES;
pub use own::Own;
use own::{Frame, Spot};
pub use part::HOLE;
pub use part::{Genre, Marked, Part};
use rooms::Rooms;

/// The parts of a link before and with its data.
struct Link<'a> {
    genre: &'static Genre,
    flags: Vec<&'a str>,
    cols: usize,
    rows: usize,
    data: &'a str,
}

const HOSTS: [&str; 6] = ["puzz.link/", "pzv.jp/", "pzprxs", "pzplus", "pzpr", "puzz.link?"];

/// Whether the text is a link of this kind.
pub fn is_link(text: &str) -> bool {
    HOSTS.iter().any(|host| text.contains(host)) && text.contains('?')
        || text.split_once("/p?").or_else(|| text.split_once("p.html?")).is_some_and(|(_, rest)| rest.contains('/'))
}

/// A text of the link, shortened for a message.
pub fn clip(text: &str) -> String {
    super::fpuzzles::clip(text)
}

/// Reads a link.
///
/// # Errors
/// A genre without a rule here, or data that is damaged or of another length.
pub fn import(text: &str) -> Result<Imported, Problem> {
    let of_file = file::of(text).map(file::query).transpose()?;
    let query = of_file.as_deref().unwrap_or_else(|| text.split_once('?').map_or(text, |(_, query)| query));
    let query = query.strip_prefix("type=editor&").or_else(|| query.strip_prefix("type=player&")).unwrap_or(query);
    // Other sites append parameters to a link.
    let query = query.split(['#', '&']).next().unwrap_or(query);
    let read = |query: &str| -> Result<Imported, Problem> {
        let link = parse(query)?;
        let mut script = Script::default();
        script.comment(&format!("{}, from a link of pzpr.", link.genre.title));
        script.line(&format!("# {}", super::script::plain(text)));
        script.blank();
        link.write(&mut script)?;
        Ok(script.finish("puzz.link"))
    };
    // A percent sign can be part of pzpr's data.
    let plain = base64::unescape(query);
    let as_written = read(query);
    if plain == query || as_written.as_ref().is_ok_and(|read| read.mended.is_empty()) {
        return as_written;
    }
    match read(plain.trim_end()) {
        Ok(read) if read.mended.is_empty() || as_written.is_err() => Ok(read),
        Err(problem) if as_written.is_err() => Err(problem),
        _ => as_written,
    }
}

fn parse(query: &str) -> Result<Link<'_>, Problem> {
    let (name, rest) = query.split_once('/').unwrap_or((query, ""));
    let mut flags = vec![];
    let plain = name.strip_prefix("v:").unwrap_or(name);
    if plain != name {
        flags.push("v:");
    }
    let plain = plain.strip_suffix("_edit").or_else(|| plain.strip_suffix("_play")).unwrap_or(plain);
    let lower = plain.to_ascii_lowercase();
    let found = GENRES.iter().find(|g| g.name == lower || g.aliases.contains(&lower.as_str()));
    let Some(genre) = found else {
        let names: Vec<&str> = GENRES.iter().map(|g| g.name).collect();
        return Err(Problem::new(format!("sator doesn't know the genre `{}`", clip(plain)))
            .help(format!("it knows {}", names.join(", "))));
    };
    let mut fields = rest.split('/');
    let mut offset = 0;
    let mut sizes = vec![];
    while sizes.len() < 2 {
        let field = fields.next().ok_or_else(|| {
            Problem::new(format!("this {} link has no size", genre.title))
                .help("a link has the form `...?GENRE/COLUMNS/ROWS/DATA`")
        })?;
        offset += field.len() + 1;
        let (variant, plain) = field.strip_prefix("v:").map_or((false, field), |plain| (true, plain));
        match field.parse::<usize>() {
            Ok(size) => sizes.push(size),
            Err(_) if sizes.is_empty() && plain.chars().all(|c| c.is_ascii_alphabetic()) => {
                if flags.len() > 4 {
                    return Err(Problem::new("this link has no size"));
                }
                flags.extend(variant.then_some("v:"));
                // Several flags stand together, as letters.
                match plain.len() {
                    2..=4 => flags.extend((0..plain.len()).map(|k| &plain[k..=k])),
                    _ => flags.push(plain),
                }
            }
            Err(_) => {
                let message = format!("a board has 1 to {LONGEST_SIDE} columns and rows, not `{}`", clip(field));
                return Err(Problem::new(message));
            }
        }
    }
    let (cols, rows) = (sizes[0], sizes[1]);
    if !(1..=LONGEST_SIDE).contains(&cols) || !(1..=LONGEST_SIDE).contains(&rows) {
        return Err(Problem::new(format!("a board has 1 to {LONGEST_SIDE} columns and rows, not {cols} and {rows}")));
    }
    let data = rest.get(offset..).unwrap_or("");
    Ok(Link { genre, flags, cols, rows, data })
}

impl Link<'_> {
    /// Whether the data has one character for each cell or corner, the old encoding of these genres.
    fn is_old(&self) -> bool {
        matches!(self.genre.name, "lits" | "gokigen" | "creek") && self.flags.contains(&"d")
    }

    fn write(&self, script: &mut Script) -> Result<(), Problem> {
        let (rows, cols) = (self.rows, self.cols);
        let count = rows * cols;
        let mut reader = Reader::new(self.data);
        let mut rooms = Rooms::default();
        // The borders between rooms, with the pictures before them.
        let mut bordered = None;
        let mut number = 0;
        let mut clues: Vec<Clue> = vec![];
        let mut fleet = String::new();
        let mut dots = [vec![], vec![]];
        let mut apart = vec![];
        let mut ends = [0; 4];
        // A picture stands below its grid, unless the grid takes its holes from the picture.
        let first = self.genre.script.lines().next().unwrap_or("");
        let grid = first.split(' ').nth(1).unwrap_or("x");
        let mut pictures = Script::default();
        let mut givens = Script::default();
        let mut holes = vec![false; count];
        for part in self.genre.parts {
            let words = |clues: &[Clue]| clues.iter().map(Clue::token).collect::<Vec<String>>();
            let (head, width, tokens) = match *part {
                Part::Cells(name, cells) => {
                    let read = (cells.read)(&mut reader, count)?;
                    let tokens = words(&read);
                    if name == "givens" {
                        clues = read;
                    }
                    (name, cols, tokens)
                }
                Part::Halves(name, cells) => {
                    let width = 2 * cols - 1;
                    (name, width, words(&(cells.read)(&mut reader, width * (2 * rows - 1))?))
                }
                Part::Four(name) => {
                    // A black cell without a number differs from a clue with an unknown number.
                    let token = |clue: &Clue| match clue {
                        Clue::Any if name == "black" => "#".to_string(),
                        clue => clue.token(),
                    };
                    (name, cols, reader.four(count)?.iter().map(token).collect())
                }
                Part::Sixteen(name) => {
                    clues = reader.sixteen(count)?;
                    self.zeros(&mut clues, script);
                    (name, cols, words(&clues))
                }
                Part::Ten(name) => {
                    clues = reader.ten(count)?;
                    (name, cols, words(&clues))
                }
                Part::ThirtySix(name) => (name, cols, words(&reader.thirty_six(count)?)),
                Part::Corners(name) => {
                    let corners = (rows + 1) * (cols + 1);
                    let clues = if self.is_old() { reader.plain_four(corners) } else { reader.four(corners) };
                    (name, cols + 1, words(&clues?))
                }
                Part::Rooms(name) => {
                    let borders =
                        if self.is_old() { reader.plain_borders(rows, cols) } else { reader.borders(rows, cols) }?;
                    rooms = Rooms::between(&borders, rows, cols, &holes);
                    bordered = Some((name, borders, std::mem::take(&mut pictures)));
                    continue;
                }
                Part::Own(own) => {
                    let frame = Frame { rows, cols, flags: &self.flags };
                    for ((name, place), read) in own.pictures.iter().zip((own.read)(&mut reader, &frame)?) {
                        let tokens = words(&read);
                        match place {
                            Spot::Sides => outside(&mut pictures, name, &frame.by_side(&tokens)),
                            Spot::Halves => {
                                let head = format!("clues {name} of borders {grid}");
                                self.picture(&mut pictures, &head, 2 * cols - 1, tokens);
                            }
                            Spot::Cells if *name == "givens" => self.picture(&mut givens, "givens x", cols, tokens),
                            Spot::Cells | Spot::Holes => {
                                if first.ends_with(&format!(" except {name}")) {
                                    holes = read.iter().map(|clue| *clue != Clue::Blank).collect();
                                }
                                self.picture(&mut pictures, &format!("clues {name}"), cols, tokens);
                            }
                        }
                    }
                    continue;
                }
                Part::RoomNumbers(name) => {
                    let numbers = reader.sixteen(rooms.count())?;
                    let token =
                        |at: usize| if rooms.starts_at(at) { numbers[rooms.room[at]].token() } else { ".".into() };
                    (name, cols, (0..count).map(token).collect())
                }
                Part::Circles(name, [one, two]) => {
                    let token = |kind: &u32| [".", one, two][*kind as usize].to_string();
                    (name, cols, reader.circles(count)?.iter().map(token).collect())
                }
                Part::Marks(name, word) => {
                    let token = |on: &bool| if *on { word.to_string() } else { ".".into() };
                    (name, cols, reader.marks(count)?.iter().map(token).collect())
                }
                Part::Empty(name) => {
                    let flags = if reader.is_done() { vec![false; count] } else { reader.flags(count)? };
                    if first.ends_with(&format!(" except {name}")) {
                        holes.clone_from(&flags);
                    }
                    (name, cols, flags.iter().map(|on| if *on { "#" } else { "." }.to_string()).collect())
                }
                Part::Arrows(name) => (name, cols, words(&reader.arrows(count, self.bare_number().as_ref())?)),
                Part::Castle(name) => (name, cols, words(&reader.castle(count)?)),
                Part::Stars(name) => {
                    let token = |kind: &u32| [".", "o", "b"][*kind as usize].to_string();
                    let width = 2 * cols - 1;
                    (name, width, reader.stars(width * (2 * rows - 1))?.iter().map(token).collect())
                }
                Part::Tapa(name) => (name, cols, words(&reader.tapa(count)?)),
                Part::Kakuro(name) => (name, cols + 1, words(&reader.kakuro(rows, cols)?)),
                Part::Triplace(name) => (name, cols + 1, words(&reader.triplace(rows, cols)?)),
                Part::Balance(name) => {
                    let circles: Vec<Clue> = reader.sixteen(count)?.iter().map(signs::balanced).collect();
                    (name, cols, words(&circles))
                }
                Part::Fivecells(name, holes) => {
                    let cells = reader.ten(count)?;
                    let hole = |clue: &Clue| if *clue == Clue::Number(HOLE) { "#" } else { "." }.to_string();
                    self.picture(&mut pictures, &format!("clues {holes}"), cols, cells.iter().map(hole).collect());
                    let token = |clue: &Clue| if *clue == Clue::Number(HOLE) { ".".into() } else { clue.token() };
                    (name, cols, cells.iter().map(token).collect())
                }
                Part::Signs(name, signs) => (name, cols, words(&reader.signs(count, signs)?)),
                Part::Dots => {
                    dots = reader.dots(rows, cols)?;
                    continue;
                }
                Part::Apart => {
                    apart = reader.apart(rows, cols)?;
                    continue;
                }
                Part::Slash => {
                    reader.slash();
                    continue;
                }
                Part::Outside2(name) => {
                    let clues = words(&reader.sixteen(cols + rows)?);
                    outside(&mut pictures, name, &[("top", &clues[..cols]), ("left", &clues[cols..])]);
                    continue;
                }
                Part::Outside4(name) | Part::Lights(name) => {
                    reader.slash();
                    let clues = match part {
                        Part::Lights(_) => words(&reader.lights(2 * (cols + rows))?),
                        _ => words(&reader.sixteen(2 * (cols + rows))?),
                    };
                    let frame = Frame { rows, cols, flags: &self.flags };
                    outside(&mut pictures, name, &frame.by_side(&clues));
                    continue;
                }
                Part::Nonogram(name) => {
                    let (above, left) = reader.lists_outside(rows, cols, self.genre.name == "nonogram")?;
                    outside(&mut pictures, name, &[("top", &above), ("left", &left)]);
                    continue;
                }
                Part::Walls(name, holes, marked) => {
                    let out;
                    (out, rooms) = reader.rooms_with_holes(rows, cols, marked)?;
                    let hole = |on: &bool| if *on { "#" } else { "." }.to_string();
                    self.picture(&mut pictures, &format!("clues {holes}"), cols, out.iter().map(hole).collect());
                    self.picture(&mut pictures, &format!("regions {name}"), cols, rooms::labels(&rooms.room));
                    continue;
                }
                Part::Points(name, cells) => {
                    (name, cols + 1, words(&(cells.read)(&mut reader, (rows + 1) * (cols + 1))?))
                }
                Part::Inner(name) => (name, cols + 2, sums::with_margin(&words(&reader.sixteen(count)?), cols)),
                Part::Curves(name) => {
                    apart = reader.curve_borders(rows, cols)?;
                    let curves = reader.curves()?;
                    pictures.line(&format!("grid tray {}x{}", curves.rows, curves.cols));
                    let head = format!("clues {name} of borders tray");
                    self.picture(&mut pictures, &head, 2 * curves.cols - 1, curves.tokens);
                    continue;
                }
                Part::Pencils(name) => (name, cols, words(&reader.pencils(count)?)),
                Part::Pieces(name) => {
                    let tray = pieces::tray(&reader.pieces(true)?);
                    let wide = tray.first().map_or(1, Vec::len);
                    pictures.line(&format!("grid tray {}x{wide}", tray.len().max(1)));
                    let room = |piece: &Option<usize>| piece.unwrap_or(usize::MAX);
                    let rooms: Vec<usize> = tray.iter().flatten().map(room).collect();
                    let rooms = if rooms.is_empty() { vec![usize::MAX] } else { rooms };
                    self.picture(&mut pictures, &format!("regions {name} of tray"), wide, rooms::labels(&rooms));
                    continue;
                }
                Part::Lists(name) => (name, cols, words(&reader.lists(count)?)),
                Part::Ships(name) => {
                    let mut parts = words(&reader.ships(count)?);
                    for (at, part) in parts.iter_mut().enumerate().filter(|(_, part)| *part == codec::BEND) {
                        let cell = Cell::new(at / cols, at % cols);
                        script.untranslated(&format!("the bend of the ship at {cell}"));
                        *part = "s".into();
                    }
                    (name, cols, parts)
                }
                Part::Fleet => {
                    let mut lengths = vec![];
                    for piece in reader.pieces(false)? {
                        match piece.ship() {
                            Some(length) => lengths.push(length),
                            None => script.untranslated("a ship that isn't straight"),
                        }
                    }
                    lengths.sort_unstable_by(|a, b| b.cmp(a));
                    fleet = lengths.iter().map(usize::to_string).collect::<Vec<String>>().join(", ");
                    continue;
                }
                Part::Ends => {
                    for end in &mut ends {
                        *end = reader.one_number()? as usize;
                    }
                    // Older links count in half cells.
                    let outside = |ends: &[usize; 4]| {
                        ends.iter()
                            .enumerate()
                            .any(|(k, end)| !(1..=if k % 2 == 0 { cols } else { rows }).contains(end))
                    };
                    if outside(&ends) && ends.iter().all(|end| end % 2 == 1) {
                        ends = ends.map(|end| end.div_ceil(2));
                    }
                    if outside(&ends) {
                        return Err(Problem::new("the path of this link starts or ends outside the board"));
                    }
                    continue;
                }
                Part::WithEnds(name) => {
                    let mut tokens = words(&reader.sixteen(count)?);
                    for (k, mark) in [(0, "S"), (2, "G")] {
                        let at = (ends[k + 1] - 1) * cols + ends[k] - 1;
                        tokens[at] = if tokens[at] == "." { mark.into() } else { format!("{mark},{}", tokens[at]) };
                    }
                    (name, cols, tokens)
                }
                Part::Number => {
                    number = reader.number_part()?;
                    continue;
                }
                Part::Optional => {
                    if reader.is_done() {
                        break;
                    }
                    continue;
                }
            };
            let head = match part {
                _ if head == "givens" => "givens x".to_string(),
                Part::Corners(_) | Part::Inner(_) => format!("clues {head} of corners {grid}"),
                Part::Stars(_) | Part::Halves(..) => format!("clues {head} of cells and borders {grid}"),
                _ => format!("clues {head}"),
            };
            let script = if head.starts_with("givens ") { &mut givens } else { &mut pictures };
            self.picture(script, &head, width, tokens);
        }
        if let Some((name, borders, mut before)) = bordered {
            rooms = Rooms::between(&borders, rows, cols, &holes);
            self.picture(&mut before, &format!("regions {name}"), cols, rooms::labels(&rooms.room));
            before.append(pictures);
            pictures = before;
        }
        self.mend(&reader, script)?;
        for flag in self.flags.iter().filter(|flag| !flag.is_empty()) {
            // Flags for the display, or for a choice between rules that the script already makes.
            match (self.genre.name, *flag) {
                ("aquarium", "r") | ("yajilin" | "koburin", "b") | ("arukone", "e") => {}
                ("slalom", "d" | "p") | ("icelom", "a") | ("bosanowa", "h" | "t") => {}
                _ if self.argument_of_flag(flag).is_some() => {}
                (_, "d") if self.is_old() => {}
                (_, "v:") => script.untranslated("the rules of a variant, which the link doesn't name"),
                _ => script.untranslated(&format!("the variant rule of the flag `{}` in the link", clip(flag))),
            }
        }
        let walls = rooms::pairs(&rooms.walls, cols);
        if !walls.is_empty() && !self.reads_walls() {
            script.untranslated(&format!("borders that end inside a room, between {}", walls.join(", ")));
        }
        let first = self.filled(first, number, &rooms.room, &clues);
        if first.contains(" except ") {
            script.append(pictures);
            script.line(&first);
        } else {
            script.line(&first);
            script.append(pictures);
        }
        script.append(givens);
        for line in self.genre.script.lines().skip(1) {
            let mut line = self.filled(line, number, &rooms.room, &clues).replace("{fleet}", &format!("[{fleet}]"));
            if apart.is_empty() {
                line = line.replace(", apart: {apart}", "").replace(", walls: {apart}", "");
            }
            if walls.is_empty() {
                line = line.replace(", walls: {walls}", "");
            }
            let pairs = dots.iter().chain([&apart, &walls]);
            for (name, pairs) in ["{white}", "{black}", "{apart}", "{walls}"].iter().zip(pairs) {
                line = line.replace(name, &format!("[{}]", pairs.join(", ")));
            }
            if self.genre.name == "aquarium" && !self.flags.contains(&"r") {
                line = line.replace(", sky", ", sky, pools: true");
            }
            if self.genre.name == "arukone" && self.flags.contains(&"e") {
                line = line.replace(", full: true", "");
            }
            for name in self.flags.iter().filter_map(|flag| self.argument_of_flag(flag)) {
                if let Some(call) = line.strip_suffix(')') {
                    line = format!("{call}, {name}: true)");
                }
            }
            script.line(&line);
        }
        // A clue with an unknown number still isn't empty.
        let empty = write::empty_value(self.genre.name);
        if empty > i64::MIN {
            for (at, _) in clues.iter().enumerate().filter(|(_, clue)| **clue == Clue::Any) {
                script.line(&format!("r{}c{} != {empty}", at / cols + 1, at % cols + 1));
            }
        }
        Ok(())
    }

    fn picture(&self, script: &mut Script, head: &str, width: usize, tokens: Vec<String>) {
        let rows: Vec<Vec<String>> = tokens.chunks(width).map(<[String]>::to_vec).collect();
        script.picture(head, &rows);
    }
}

fn outside(script: &mut Script, name: &str, sides: &[(&str, &[String])]) {
    script.line(&format!("outside {name} {{"));
    for (side, clues) in sides {
        script.line(&format!("  {side:<6} {}", clues.join(" ")));
    }
    script.line("}");
}
