//! penpa-edit: `#m=edit&p=DATA` or `m=solve`; base64 of a raw deflate of lines of text. Line 1 is the head, line 2 the
//! margins, line 4 the setter's drawing as JSON with short keys, line 5 the solver's.
//!
//! Points are numbered over the grid, its margins and two more cells on each side: cells first, then corners, then two
//! kinds of edges. A drawing has no rules, unless a tag in the link names them.

mod answer;
mod board;
mod drawing;
mod keys;
mod layers;
mod own;
mod paper;
pub(super) mod played;
mod shapes;
mod tags;
pub(crate) mod write;

use super::puzzlink::{GENRES, Genre, genre_named};
use super::script::{Cell, Script, clip};
use super::{Imported, MOST, Problem, base64};
use board::Board;
use own::Own;
use serde_json::{Map, Value};
use tags::Tagged;

fn data_of(text: &str) -> Option<&str> {
    let (_, query) = text.split_once("m=edit").or_else(|| text.split_once("m=solve"))?;
    query.split(['&', '#', '?']).find_map(|part| part.strip_prefix("p="))
}

pub(super) fn is_link(text: &str) -> bool {
    text.contains("penpa") || data_of(text).is_some()
}

/// A link whose data can't be read.
fn damaged() -> Problem {
    Problem::new("the data of this penpa link is damaged or cut short").help("copy the whole link again")
}

/// The text of deflated data.
fn inflated(bytes: &[u8]) -> Result<String, Problem> {
    let text = miniz_oxide::inflate::decompress_to_vec_with_limit(bytes, MOST).map_err(|e| match e.status {
        miniz_oxide::inflate::TINFLStatus::HasMoreOutput => {
            Problem::new("the data of this link expands to more than 8 MiB, too much for a puzzle")
        }
        _ => damaged(),
    })?;
    String::from_utf8(text).map_err(|_| damaged())
}

/// The lines of a link's data.
fn lines_of(link: &str) -> Result<Vec<String>, Problem> {
    let Some(data) = data_of(link) else {
        return Err(Problem::new("this penpa link has no puzzle in it")
            .help("use a link with `m=edit&p=...` or `m=solve&p=...` in it"));
    };
    let bytes = base64::decode(&base64::unescape(data).replace(' ', "+")).ok_or_else(damaged)?;
    Ok(keys::long_keys(&inflated(&bytes)?).split('\n').map(String::from).collect())
}

/// A link that was taken apart.
struct Opened {
    lines: Vec<String>,
    board: Board,
}

impl Opened {
    fn new(link: &str) -> Result<Opened, Problem> {
        let lines = lines_of(link)?;
        let board = Board::new(&lines[0], lines.get(1).map_or("", String::as_str))?;
        Ok(Opened { lines, board })
    }

    /// The JSON of a line: 3 is the puzzle's drawing, 4 that of the player.
    fn drawing(&self, line: usize) -> Result<Value, Problem> {
        serde_json::from_str(self.lines.get(line).ok_or_else(damaged)?).map_err(|_| damaged())
    }

    /// The puzzle of the link with these tags.
    fn read(&self, link: &str, tags: &[String]) -> Result<Imported, Problem> {
        self.board.read(link, &self.lines[0], &self.drawing(3)?, tags)
    }

    /// The puzzle of the link with its own tags.
    fn import(&self, link: &str) -> Result<Imported, Problem> {
        let tags: Vec<String> = self.lines.get(17).and_then(|tags| serde_json::from_str(tags).ok()).unwrap_or_default();
        self.read(link, &tags)
    }
}

pub(super) fn import(text: &str) -> Result<Imported, Problem> {
    Opened::new(text)?.import(text)
}

/// Reads a drawing as a puzzle of this genre, whatever tag it has.
///
/// # Errors
/// A damaged link, another genre, or a drawing that the genre doesn't take.
pub(super) fn import_as(text: &str, name: &str) -> Result<Imported, Problem> {
    let (tag, title) = match (Own::named(name), genre_named(name)) {
        (Some(own), _) => (own.names[0], own.title),
        (None, Some(genre)) => (tags::tag(genre), genre.title),
        (None, None) => {
            let message = format!("sator reads no penpa drawing as `{}`", clip(name));
            let help = "name a genre by its rule or its name in links: `nurikabe`, `yajilin`, `heyawake`";
            return Err(Problem::new(message).help(help));
        }
    };
    let opened = Opened::new(text)?;
    let read = opened.read(text, &[tag.to_string()])?;
    if !lacks_rules(&read) {
        return Ok(read);
    }
    let others: Vec<&str> = read.untranslated.iter().map(String::as_str).filter(|what| *what != NO_RULES).collect();
    let reason = opened.board.in_the_way(tag, &opened.drawing(3)?);
    let found = match (reason, &others[..]) {
        (Some(reason), _) => format!(": {reason}"),
        (None, []) => String::new(),
        (None, others) => format!(": it contains {}", others.join("; ")),
    };
    let problem = Problem::new(format!("this penpa drawing can't be read as {title}{found}"));
    Err(problem.help("leave out `as` to load the drawing alone; `sator --understand FILE` looks for its genre"))
}

/// The sentence for a drawing whose rules are unknown.
const NO_RULES: &str = "the rules, which a penpa drawing doesn't contain";

fn lacks_rules(read: &Imported) -> bool {
    read.untranslated.iter().any(|what| what == NO_RULES)
}

/// A drawing without rules, read as each genre that takes everything in it; none if a tag gives it rules.
pub(super) fn readings(text: &str) -> Result<Vec<Imported>, Problem> {
    let opened = Opened::new(text)?;
    if !lacks_rules(&opened.import(text)?) {
        return Ok(vec![]);
    }
    // Other genres have too many drawings in common: numbers alone can be one of a dozen.
    let is_drawn = |genre: &&Genre| genre.parts.iter().all(|part| part.is_drawn());
    let tags = GENRES.iter().filter(is_drawn).map(tags::tag).chain(Own::tags());
    let all: Vec<Imported> = tags.map(|tag| opened.read(text, &[tag.into()])).collect::<Result<_, _>>()?;
    Ok(all.into_iter().filter(|read| read.untranslated.is_empty()).collect())
}

/// The text at a point as a token.
fn number_of(value: &Value) -> Option<String> {
    value.get(0).map(|v| v.as_str().map_or_else(|| v.to_string(), |text| text.trim().to_string()))
}

impl Board {
    fn read(&self, link: &str, head: &str, drawn: &Value, tags: &[String]) -> Result<Imported, Problem> {
        let mut script = Script::default();
        let fields: Vec<&str> = head.split(',').collect();
        let escaped = |text: &str| {
            text.replace("%2C", ",").replace("%2D", "\n").replace("%2E", "&").replace("%2F", "=").replace("<br>", "\n")
        };
        for (k, field) in fields.iter().enumerate() {
            match field.split_once(':') {
                Some(("Title", title)) => script.title(&escaped(title)),
                Some(("Author", author)) => {
                    script.author(&escaped(author));
                    // The field after the author is the source, and the rules follow it.
                    script.rules(&fields.get(k + 2).map_or(String::new(), |rules| escaped(rules)));
                }
                _ => {}
            }
        }
        script.line(&format!("# {}", super::script::plain(link)));
        script.blank();
        let stored = answer::of_link(link);
        let stars = stored.iter().flatten().next().and_then(|lists| answer::stars(lists, self.rows));
        if let Some(Tagged { read: mut rule, framed, small }) =
            tags.iter().find_map(|tag| self.tagged(tag, drawn, stars))
        {
            rule.script = self.with_regions(rule.script, drawn);
            let is_statement =
                |line: &&str| !line.starts_with('#') && !line.trim().is_empty() && !line.starts_with("untranslated ");
            rule.script.lines().filter(is_statement).for_each(|line| script.line(line));
            rule.untranslated.iter().for_each(|what| script.untranslated(what));
            self.stray_edges(&rule.script, drawn, &framed, &mut script);
            let small = small | self.shapes(drawn, tags, &mut script);
            let read = [("numberS", small), ("deletelineE", !framed.is_empty())];
            let read: Vec<&str> = read.into_iter().filter(|(_, is_read)| *is_read).map(|(key, _)| key).collect();
            self.left(drawn, &read, &mut script);
            self.variants_left(&rule.script, drawn, &mut script);
            match stored {
                Some(Some(lists)) if script.is_whole() => {
                    let givens = self.tokens(drawn, "number", number_of).into_iter().flatten().enumerate();
                    let cell = |at: usize| Cell::new(at / self.cols, at % self.cols);
                    let givens =
                        givens.filter(|(_, token)| token != ".").map(|(at, token)| (cell(at), token)).collect();
                    self.expected(&lists, &rule.script, &givens, &mut script);
                }
                answer => self.comment_answer(answer, &mut script),
            }
            return Ok(script.finish("penpa"));
        }
        self.drawing(drawn, &mut script);
        self.left(drawn, &[], &mut script);
        script.untranslated(NO_RULES);
        self.comment_answer(stored, &mut script);
        Ok(script.finish("penpa"))
    }

    /// Writes the answer of a link as comments.
    fn comment_answer(&self, answer: Option<Option<Vec<Vec<String>>>>, script: &mut Script) {
        match answer {
            Some(Some(lists)) => self.describe_answer(&lists, script),
            Some(None) => script.comment("The link has an answer that can't be read."),
            None => {}
        }
    }

    /// Lists what is drawn beside the digits of a sudoku as untranslated.
    fn variants_left(&self, rule: &str, drawn: &Value, script: &mut Script) {
        if !rule.contains("\nsudoku(x)\n") && !rule.contains("\njigsaw(x, region)\n") {
            return;
        }
        let layer = |key: &str| drawn.get(key).and_then(Value::as_object).into_iter().flatten();
        let is_beside = |place: &&String| !matches!(self.point(place), Some(board::Point::Cell(_)));
        let texts = layer("number").map(|(place, _)| place).filter(is_beside).count();
        for (what, count) in [
            ("symbols", layer("symbol").count()),
            ("coloured cells", layer("surface").count()),
            ("texts beside cells", texts),
        ] {
            if count > 0 {
                script.untranslated(&format!("{what}, {count} of them"));
            }
        }
    }

    /// Lists everything drawn that was not read as untranslated.
    fn left(&self, drawn: &Value, read: &[&str], script: &mut Script) {
        for (key, value) in drawn.as_object().into_iter().flatten() {
            let what = match key.as_str() {
                key if read.contains(&key) => continue,
                "number" | "symbol" | "surface" | "lineE" => continue,
                "killercages" | "thermo" | "nobulbthermo" | "arrows" => continue,
                "special" | "board" | "command_redo" | "command_undo" | "command_replay" => continue,
                "line" => "lines",
                "wall" => "walls",
                "cage" => "frames",
                "freeline" => "free lines",
                "freelineE" => "free edges",
                "numberS" => "small numbers",
                "deletelineE" => "removed edges",
                other => &clip(other),
            };
            let count = value.as_array().map(Vec::len).or(value.as_object().map(Map::len)).unwrap_or(0);
            if count > 0 {
                script.untranslated(&format!("{what}, {count} of them"));
            }
        }
    }
}
