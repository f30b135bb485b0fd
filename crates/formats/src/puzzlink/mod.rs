//! Links of puzz.link, pzv.jp, pzprxs and other sites with pzpr: `...?GENRE/[FLAGS/]COLS/ROWS/DATA`.
//!
//! A link with a file (`...?pzprv3/GENRE/...`) becomes such a link first (`file.rs`).
//! A genre is a row of [`genres::GENRES`]: the parts of its data, and the script to write. A genre without a row is an
//! error.

mod around;
mod bounds;
mod calls;
mod cells;
pub mod codec;
mod curves;
mod dots;
mod encode;
pub(crate) mod file;
pub mod genre_drawing;
mod genres;
pub(crate) mod janko;
pub(crate) mod kudamono;
mod letters;
mod lists;
mod mend;
mod own;
mod part;
mod pieces;
mod placed;
mod points;
pub(crate) mod puzzlekit;
mod reading;
mod regions;
pub(crate) mod rooms;
mod signs;
mod sums;
mod ways;
pub mod write;

use super::script::{Script, clip};
use super::{Imported, LONGEST_SIDE, Problem, base64};
pub use cells::Cells;
use codec::Reader;
pub use genres::GENRES;
pub use mend::VARIANTS;
pub use own::Own;
pub(crate) use own::Spot;
pub use part::HOLE;
pub use part::{Genre, Marked, Part};

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
    let genre = if genre.name == "battleship" && pieces::are_bent(data) { &genres::BENT_FLEET } else { genre };
    let genre = match other_name(genre.name, &mut flags, (cols, rows), data) {
        Some(name) => GENRES.iter().find(|g| g.name == name).unwrap_or(genre),
        None => genre,
    };
    Ok(Link { genre, flags, cols, rows, data })
}

/// The name of another genre that a link with these flags and this data is of: pzpr decides it in the same way.
fn other_name(name: &str, flags: &mut Vec<&str>, (cols, rows): (usize, usize), data: &str) -> Option<&'static str> {
    let mut reader = Reader::new(data);
    let is_any = |read: Result<Vec<bool>, Problem>| read.is_ok_and(|marks| marks.contains(&true));
    match name {
        "ichimaga" => {
            let (at, found) = [("m", "ichimagam"), ("x", "ichimagax")]
                .into_iter()
                .find_map(|(flag, found)| Some((flags.iter().position(|known| *known == flag)?, found)))?;
            flags.remove(at);
            Some(found)
        }
        "icelom" if !flags.contains(&"a") => Some("icelom2"),
        "pipelink" if data.contains(|c: char| c.is_ascii_digit()) => Some("pipelinkr"),
        "kramma" if !flags.contains(&"c") => is_any(reader.gaps((rows - 1) * (cols - 1))).then_some("kramman"),
        "bonsan" if !flags.contains(&"c") => {
            let has_rooms = is_any(reader.flags(rows * (cols - 1))) || is_any(reader.flags((rows - 1) * cols));
            has_rooms.then_some("heyabon")
        }
        _ => None,
    }
}

impl Link<'_> {
    /// Whether the data has one character for each cell or corner, the old encoding of these genres.
    fn is_old(&self) -> bool {
        matches!(self.genre.name, "lits" | "gokigen" | "creek") && self.flags.contains(&"d")
    }
}

/// The letters and digits of a name, by which names are compared.
pub(crate) fn letters(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// The genre by a name of pzpr, of janko.at or by its title, whatever stands between the letters.
pub(crate) fn genre_named(name: &str) -> Option<&'static Genre> {
    let wanted = letters(name);
    let is_named = |genre: &&Genre| {
        let names = [genre.name, genre.title].into_iter().chain(genre.aliases.iter().copied());
        names.into_iter().any(|known| letters(known) == wanted)
    };
    janko::genre_named(&wanted).or_else(|| GENRES.iter().find(is_named))
}
