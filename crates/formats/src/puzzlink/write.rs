//! Export to pzpr: finds the genre by the rules in use, and encodes its pictures part by part.

use super::super::Problem;
use super::super::outgoing::{Outgoing, in_order};
use super::calls::{calls, parameters};
use super::codec::{Clue, Reader};
use super::mend::flag_of;
use super::own::{Frame, Spot};
use super::pieces::{self, Piece};
use super::rooms::{self, Neighbours};
use super::{GENRES, Genre, HOLE, LONGEST_SIDE, Marked, Part, curves, encode, signs, sums, ways};
use sator_model::shape::Place;
use sator_model::{Argument, Kind, PictureContent, RuleUse};

/// A link that puzz.link opens.
///
/// # Errors
/// A puzzle whose genre has no link, or with clues that the link can't hold.
pub fn link(out: &mut Outgoing) -> Result<String, Problem> {
    let fits = |genre: &&Genre| {
        let calls = calls(genre);
        !calls.is_empty() && calls.iter().all(|(rule, _)| out.uses(rule))
    };
    // Prefers the genre with the most of the rules in use.
    let candidates: Vec<&Genre> = GENRES.iter().filter(fits).collect();
    let most = candidates.iter().map(|genre| calls(genre).len()).max().unwrap_or(0);
    let mut problem = None;
    for genre in candidates.into_iter().filter(|genre| calls(genre).len() == most) {
        let written = GenreWriter::new(genre, out).and_then(|writing| Ok((writing.link(out)?, writing)));
        match written {
            Ok((link, writing)) => {
                for (rule, _) in calls(genre) {
                    if let Some(used) = out.take(rule) {
                        out.take_links(used);
                    }
                }
                if out.model.uses.iter().any(|used| &*used.rule == "seeds" && writing.has_as_many_in_each(used)) {
                    out.take("seeds");
                }
                return Ok(link);
            }
            Err(why) => problem = problem.or(Some(why)),
        }
    }
    Err(problem.unwrap_or_else(|| {
        Problem::new("no genre of puzz.link has the rules used here")
            .help("`help link` lists the genres; `export link penpa` draws any grid")
    }))
}

/// A genre during export.
struct GenreWriter {
    genre: &'static Genre,
    /// The arguments for the names in the script.
    bound: Vec<(&'static str, Argument)>,
    pools: bool,
    /// Flags for arguments of the rule.
    flags: String,
    rows: usize,
    cols: usize,
}

impl GenreWriter {
    fn new(genre: &'static Genre, out: &Outgoing) -> Result<GenreWriter, Problem> {
        let mut bound: Vec<(&'static str, Argument)> = vec![];
        let mut pools = false;
        let mut flags = String::new();
        for (rule, arguments) in calls(genre) {
            let used = out.model.uses.iter().find(|used| &*used.rule == rule);
            let Some(used) = used else { continue };
            let names = parameters(rule);
            let mut written = vec![];
            for (at, (name, text)) in arguments.iter().enumerate() {
                let name = name.or_else(|| names.get(at).copied()).unwrap_or("");
                written.push(name);
                let value = used.argument(name).clone();
                let literal = text.parse::<i64>().ok();
                if literal.is_some_and(|n| value != Argument::Int(n))
                    || *text == "true" && value != Argument::Bool(true)
                {
                    return Err(other_argument(genre, used, name));
                }
                bound.push((text, value));
            }
            for (name, value) in used.arguments.iter().filter(|(name, _)| !written.contains(&&**name)) {
                match (&**name, value) {
                    ("pools", Argument::Bool(on)) => pools = *on,
                    (_, Argument::None) => {}
                    ("blank", Argument::Int(n)) if *n == empty_value(genre.name) => {}
                    (_, Argument::Bool(false)) => {}
                    (name, Argument::Bool(true)) if flag_of(genre, name).is_some() => {
                        flags.extend(flag_of(genre, name))
                    }
                    (name, _) => return Err(other_argument(genre, used, name)),
                }
            }
        }
        let more = usize::from(genre.parts.iter().any(|part| part.is_on_larger_grid()));
        let (rows, cols) = (out.grid.rows - more, out.grid.cols - more);
        if rows.max(cols) > LONGEST_SIDE || rows.min(cols) == 0 {
            return Err(Problem::new(format!("a link of pzpr has 1 to {LONGEST_SIDE} rows and columns")));
        }
        let writing = GenreWriter { genre, bound, pools, flags, rows, cols };
        writing.check_grid(out)?;
        Ok(writing)
    }

    /// Checks that the grid has the holes and values that a link of the genre gives it.
    fn check_grid(&self, out: &Outgoing) -> Result<(), Problem> {
        let holds_holes = self.genre.script.contains(" except ");
        if !holds_holes && out.grid.present.iter().any(|present| !present) {
            return Err(Problem::new(format!("a {} link has no holes in its board", self.genre.title)));
        }
        for (name, value) in &self.bound {
            let grid = match value {
                Argument::Grid(grid) => *grid,
                Argument::Lines(lines) => out.grid_of(*lines),
                _ => continue,
            };
            if grid != out.id {
                return Err(Problem::new(format!("`{name}` doesn't belong to the first grid of this puzzle")));
            }
        }
        Ok(())
    }

    /// Whether the genre requires the same number of this picture's clues in each piece.
    fn has_as_many_in_each(&self, used: &RuleUse) -> bool {
        let count =
            [("one", 1), ("two", 2)].into_iter().find(|(word, _)| self.genre.script.contains(&format!(", {word} ")));
        let picture = used.argument("in each");
        count.is_some_and(|(_, k)| used.number("count") == Some(k))
            && self.bound.iter().any(|(_, value)| value == picture)
    }

    fn argument(&self, name: &str) -> &Argument {
        self.bound.iter().find(|(bound, _)| *bound == name).map_or(&Argument::None, |(_, value)| value)
    }

    /// The clues of a picture, row by row; blanks if there is no picture.
    fn clues(&self, out: &Outgoing, name: &str, rows: usize, cols: usize) -> Result<Vec<Clue>, Problem> {
        let words = match out.picture(self.argument(name)).map(|picture| &picture.content) {
            None => vec![None; rows * cols],
            Some(PictureContent::Clues { words, .. }) if words.len() == rows * cols => words.clone(),
            Some(_) => {
                return Err(Problem::new(format!(
                    "the picture of `{name}` doesn't have {rows} rows and {cols} columns"
                )));
            }
        };
        Ok(words.iter().map(|word| clue(word.as_deref())).collect())
    }

    /// What is known about the cells, as clues.
    fn givens(&self, out: &mut Outgoing) -> Vec<Clue> {
        let empty = empty_value(self.genre.name);
        let domain = out.grid.content.as_ref().map(|(_, domain)| domain.clone());
        let mut clues = vec![];
        let mut lost = vec![];
        for at in 0..out.grid.len() {
            let clue = match out.allowed[at].as_deref() {
                None => Clue::Blank,
                Some([value]) if *value >= 0 => Clue::Number(*value as u32),
                Some(values) => {
                    // All values except the empty one: a clue with an unknown number.
                    let any =
                        domain.as_ref().is_some_and(|d| d.contains(empty) && d.size() as usize == values.len() + 1)
                            && !values.contains(&empty);
                    if !any {
                        lost.push(at);
                    }
                    if any { Clue::Any } else { Clue::Blank }
                }
            };
            clues.push(clue);
        }
        for at in lost {
            out.leave_out(candidates(out, at));
        }
        clues
    }

    fn groups(&self, out: &Outgoing, name: &str) -> Result<Vec<Option<u32>>, Problem> {
        let groups = out.groups(self.argument(name));
        let groups =
            groups.ok_or_else(|| Problem::new(format!("the regions `{name}` aren't a picture of the whole grid")))?;
        if let Some(at) = (0..groups.len()).find(|at| groups[*at].is_none() && out.grid.present[*at]) {
            let (row, col) = (at / self.cols + 1, at % self.cols + 1);
            return Err(Problem::new(format!("r{row}c{col} is in no region, which a link can't express")));
        }
        // Borders surround a hole.
        let hole =
            |(at, group): (usize, Option<u32>)| group.filter(|_| out.grid.present[at]).or(Some(u32::MAX - at as u32));
        Ok(groups.into_iter().enumerate().map(hole).collect())
    }

    /// Borders that end inside a room.
    fn walls(&self, out: &Outgoing) -> Result<Vec<Neighbours>, Problem> {
        let pairs = out
            .pairs(self.argument("{walls}"))
            .ok_or_else(|| Problem::new("`walls` isn't a list of pairs of cells"))?;
        let place = |(row, col): Place| row * self.cols + col;
        let walls = pairs.into_iter().map(|(a, b)| (place(a.min(b)), place(a.max(b))));
        Ok(walls.collect())
    }

    fn link(&self, out: &mut Outgoing) -> Result<String, Problem> {
        let (rows, cols) = (self.rows, self.cols);
        let unwritable = || Problem::new(format!("a {} link can't contain a clue of this puzzle", self.genre.title));
        let mut data = String::new();
        let mut groups: Vec<Option<u32>> = vec![];
        let mut takes_givens = false;
        for part in self.genre.parts {
            let clues = |out: &mut Outgoing, name: &str| -> Result<Vec<Clue>, Problem> {
                if name == "givens" { Ok(self.givens(out)) } else { self.clues(out, name, rows, cols) }
            };
            let kinds = |clues: &[Clue], words: &[&str]| -> Option<Vec<u32>> {
                let kind = |clue: &Clue| match clue {
                    Clue::Blank => Some(0),
                    other => words.iter().position(|word| *word == other.token()).map(|at| at as u32 + 1),
                };
                clues.iter().map(kind).collect()
            };
            takes_givens |= part.has_givens();
            let written = match *part {
                Part::Cells(name, cells) => (cells.write)(&clues(out, name)?),
                Part::Own(own) => {
                    let mut pictures = vec![];
                    for (name, place) in own.pictures {
                        pictures.push(match place {
                            Spot::Cells => clues(out, name)?,
                            Spot::Halves => self.clues(out, name, 2 * rows - 1, 2 * cols - 1)?,
                            Spot::Sides => self.sides(out, name, 1)?.concat(),
                            Spot::Holes => {
                                out.grid.present.iter().map(|on| if *on { Clue::Blank } else { Clue::Any }).collect()
                            }
                        });
                    }
                    (own.write)(&pictures, &Frame { rows, cols, flags: &[] })
                }
                Part::Halves(name, cells) => (cells.write)(&self.clues(out, name, 2 * rows - 1, 2 * cols - 1)?),
                Part::Four(name) => encode::four(&clues(out, name)?),
                Part::Sixteen(name) => encode::sixteen(&clues(out, name)?),
                Part::Ten(name) => encode::ten(&clues(out, name)?),
                Part::ThirtySix(name) => encode::thirty_six(&clues(out, name)?),
                Part::Corners(name) => encode::four(&self.clues(out, name, rows + 1, cols + 1)?),
                Part::Rooms(name) => {
                    groups = self.groups(out, name)?;
                    let text = rooms::write(&groups, &self.walls(out)?, cols);
                    if !Reader::new(&text).rooms(rows, cols)?.are(&groups) {
                        return Err(rooms::several_parts());
                    }
                    Some(text)
                }
                Part::RoomNumbers(name) => {
                    let all = clues(out, name)?;
                    let order = in_order(&groups);
                    let rooms = order.iter().flatten().max().map_or(0, |most| most + 1);
                    let number = |room: u32| {
                        let here = (0..all.len()).filter(|at| order[*at] == Some(room));
                        here.map(|at| all[at].clone()).find(|c| *c != Clue::Blank).unwrap_or(Clue::Blank)
                    };
                    encode::sixteen(&(0..rooms).map(number).collect::<Vec<Clue>>())
                }
                Part::Circles("givens", _) => {
                    let kind = |clue: &Clue| match clue {
                        Clue::Number(n) => n + 1,
                        _ => 0,
                    };
                    Some(encode::circles(&self.givens(out).iter().map(kind).collect::<Vec<u32>>()))
                }
                Part::Circles(name, words) => kinds(&clues(out, name)?, &words).map(|kinds| encode::circles(&kinds)),
                Part::Marks(name, _) => {
                    Some(encode::marks(&clues(out, name)?.iter().map(|c| *c != Clue::Blank).collect::<Vec<bool>>()))
                }
                Part::Empty(name) => {
                    let on: Vec<bool> = match self.argument(name) {
                        Argument::None => out.grid.present.iter().map(|present| !present).collect(),
                        _ => clues(out, name)?.iter().map(|c| *c != Clue::Blank).collect(),
                    };
                    // Without holes nothing stands at the end.
                    let is_last = self.genre.parts.last().and_then(|last| last.picture()) == Some(name);
                    Some(if is_last && !on.contains(&true) { String::new() } else { encode::flags(&on) })
                }
                Part::Arrows(name) => encode::arrows(&clues(out, name)?),
                Part::Castle(name) => encode::castle(&clues(out, name)?),
                Part::Stars(name) => {
                    let all = self.clues(out, name, 2 * rows - 1, 2 * cols - 1)?;
                    let kind = |clue: &Clue| match clue.token().as_str() {
                        "." => 0,
                        "b" => 2,
                        _ => 1,
                    };
                    Some(encode::stars(&all.iter().map(kind).collect::<Vec<u32>>()))
                }
                Part::Tapa(name) => encode::tapa(&clues(out, name)?),
                Part::Triplace(name) => encode::triplace(&self.clues(out, name, rows + 1, cols + 1)?, cols + 1),
                Part::Kakuro(name) => encode::kakuro(&self.clues(out, name, rows + 1, cols + 1)?, cols + 1),
                Part::Balance(name) => signs::balance(&clues(out, name)?),
                Part::Fivecells(name, _) => {
                    let mut all = clues(out, name)?;
                    for (at, present) in out.grid.present.iter().enumerate() {
                        if !present {
                            all[at] = Clue::Number(HOLE);
                        }
                    }
                    encode::ten(&all)
                }
                Part::Outside2(name) => {
                    let sides = self.sides(out, name, 1)?;
                    if !sides[1].iter().chain(&sides[3]).all(|c| *c == Clue::Blank) {
                        return Err(Problem::new(format!(
                            "a {} link has clues only above and on the left",
                            self.genre.title
                        )));
                    }
                    encode::sixteen(&[&sides[0][..], &sides[2]].concat())
                }
                Part::Slash => Some("/".into()),
                Part::Signs(name, words) => signs::signs(&clues(out, name)?, words),
                Part::Dots => {
                    let pairs = |name: &str| out.pairs(self.argument(name));
                    pairs("{white}")
                        .zip(pairs("{black}"))
                        .and_then(|(white, black)| signs::dots(&white, &black, rows, cols))
                }
                Part::Outside4(name) => encode::sixteen(&self.sides(out, name, 1)?.concat()),
                Part::Nonogram(name) => {
                    let (deep, wide) = (rows.div_ceil(2), cols.div_ceil(2));
                    let sides = self.sides(out, name, 0)?;
                    if !sides[1].iter().chain(&sides[3]).all(|c| *c == Clue::Blank) {
                        return Err(unwritable());
                    }
                    let mut all = vec![];
                    for (side, most) in [(&sides[0], deep), (&sides[2], wide)] {
                        for clue in side {
                            let clue = if self.genre.name == "nonogram" { sums::of_nonogram(clue)? } else { clue };
                            all.extend(sums::outwards(clue, most).ok_or_else(unwritable)?);
                        }
                    }
                    encode::sixteen(&all)
                }
                Part::Walls(name, _, marked) => {
                    let regions = out.groups(self.argument(name)).ok_or_else(unwritable)?;
                    let holes: Vec<bool> = out.grid.present.iter().map(|present| !present).collect();
                    if (0..regions.len()).any(|at| regions[at].is_none() != holes[at]) {
                        return Err(Problem::new("a link can't contain cells without a region, or holes within one"));
                    }
                    let text = rooms::write(&regions, &self.walls(out)?, cols);
                    let marks = if marked == Marked::Bits { encode::flags(&holes) } else { encode::gaps(&holes) };
                    let text = text + &marks;
                    if !Reader::new(&text).rooms_with_holes(rows, cols, marked)?.1.are(&regions) {
                        return Err(rooms::several_parts());
                    }
                    Some(text)
                }
                Part::Lists(name) => encode::lists(&clues(out, name)?),
                Part::Ships(name) => encode::ships(&clues(out, name)?),
                Part::Fleet => {
                    let lengths: Vec<usize> = match self.argument("{fleet}") {
                        Argument::List(items) => {
                            let length = |item: &Argument| match item {
                                Argument::Int(n @ 1..=35) => Some(*n as usize),
                                _ => None,
                            };
                            items.iter().map(length).collect::<Option<Vec<usize>>>().ok_or_else(unwritable)?
                        }
                        _ => return Err(unwritable()),
                    };
                    pieces::write(&lengths.into_iter().map(Piece::of_length).collect::<Vec<Piece>>(), false)
                }
                Part::Pieces(name) => match out.picture(self.argument(name)).map(|picture| &picture.content) {
                    Some(PictureContent::Regions { cols, groups, .. }) => {
                        pieces::write(&pieces::of_tray(&in_order(groups), *cols), true)
                    }
                    _ => return Err(Problem::new(format!("the pieces `{name}` aren't a picture, which a link needs"))),
                },
                Part::Points(name, cells) => (cells.write)(&self.clues(out, name, rows + 1, cols + 1)?),
                Part::Inner(name) => sums::without_margin(&self.clues(out, name, rows + 2, cols + 2)?, cols)
                    .and_then(|inner| encode::sixteen(&inner)),
                Part::Curves(name) => {
                    let apart = out.pairs(self.argument("{apart}")).and_then(|pairs| signs::apart(&pairs, rows, cols));
                    let apart = apart.map(|text| if text.is_empty() { text } else { format!("b{text}/") });
                    match out.picture(self.argument(name)).map(|picture| &picture.content) {
                        Some(PictureContent::Clues { cols, words, .. }) => {
                            apart.zip(curves::write(words, *cols)).map(|(apart, curves)| apart + &curves)
                        }
                        _ => None,
                    }
                }
                Part::Pencils(name) => signs::pencils(&clues(out, name)?),
                Part::Lights(name) => signs::lights(&self.sides(out, name, 0)?.concat()),
                Part::Ends => {
                    let Some(Part::WithEnds(name)) = self.genre.parts.iter().find(|p| matches!(p, Part::WithEnds(_)))
                    else {
                        return Err(unwritable());
                    };
                    ways::write_ends(&clues(out, name)?, cols)
                }
                Part::WithEnds(name) => {
                    let plain = |found: &Clue| {
                        let word = found.token();
                        let rest: Vec<&str> =
                            word.split(',').filter(|part| !matches!(*part, "S" | "G" | ".")).collect();
                        clue(rest.first().copied())
                    };
                    encode::sixteen(&clues(out, name)?.iter().map(plain).collect::<Vec<Clue>>())
                }
                Part::Number => match self.argument("{n}") {
                    Argument::Int(n) => Some(format!("{n}/")),
                    _ => Some(format!("{}/", out.grid.content.as_ref().map_or(0, |(_, domain)| domain.max()))),
                },
                Part::Apart => out.pairs(self.argument("{apart}")).and_then(|pairs| signs::apart(&pairs, rows, cols)),
                Part::Optional => {
                    takes_givens |= self.genre.parts.iter().any(|part| part.has_givens());
                    if out.allowed.iter().all(Option::is_none) {
                        break;
                    }
                    Some(String::new())
                }
            };
            data.push_str(&written.ok_or_else(unwritable)?);
        }
        if !takes_givens {
            for at in (0..out.grid.len()).filter(|at| out.allowed[*at].is_some()).collect::<Vec<usize>>() {
                out.leave_out(candidates(out, at));
            }
        }
        let flag = match self.genre.name {
            "aquarium" if !self.pools => "r/".to_string(),
            "slalom" => "d/".to_string(),
            _ if self.flags.is_empty() => String::new(),
            _ => format!("{}/", self.flags),
        };
        Ok(format!("https://puzz.link/p?{}/{flag}{cols}/{rows}/{data}", self.genre.name))
    }

    /// The clues outside at the top, bottom, left and right. A list of words becomes one word with commas.
    fn sides(&self, out: &Outgoing, name: &str, most: usize) -> Result<[Vec<Clue>; 4], Problem> {
        let blank = [vec![], vec![], vec![], vec![]];
        let seen = match out.picture(self.argument(name)).map(|picture| &picture.content) {
            Some(PictureContent::Outside { words: sides, .. }) => sides,
            None => &blank,
            Some(_) => return Err(Problem::new(format!("`{name}` isn't an outside picture"))),
        };
        let lengths = [self.cols, self.cols, self.rows, self.rows];
        let side = |k: usize| -> Result<Vec<Clue>, Problem> {
            let words = |at: usize| match seen[k].get(at).map_or(&[][..], Vec::as_slice) {
                [] => Ok(Clue::Blank),
                [one] => Ok(clue(Some(one))),
                several if most == 0 => Ok(Clue::Word(several.join(","))),
                _ => Err(Problem::new(format!("a {} link has only one number for each line", self.genre.title))),
            };
            (0..lengths[k]).map(words).collect()
        };
        Ok([side(0)?, side(1)?, side(2)?, side(3)?])
    }
}

/// A token of a picture as a clue.
fn clue(word: Option<&str>) -> Clue {
    match word {
        None => Clue::Blank,
        Some("?") => Clue::Any,
        Some(word) => match word.parse() {
            Ok(number) => Clue::Number(number),
            Err(_) if word == "#" => Clue::Any,
            Err(_) => Clue::Word(word.into()),
        },
    }
}

/// The value of an empty cell, in genres with empty cells; otherwise a value that can't occur.
pub fn empty_value(genre: &str) -> i64 {
    match genre {
        "sukoro" | "sukororoom" | "nanro" | "hakoiri" | "alter" | "toichika" => 0,
        "view" => -1,
        _ => i64::MIN,
    }
}

fn other_argument(genre: &Genre, used: &RuleUse, name: &str) -> Problem {
    Problem::new(format!("`{}` has a `{name}` that a {} link can't express", used.text, genre.title))
}

/// What is known about a cell, in words.
pub fn candidates(out: &Outgoing, at: usize) -> String {
    let (row, col) = (at / out.grid.cols + 1, at % out.grid.cols + 1);
    let kind = out.grid.content.as_ref().map_or(Kind::Int, |(kind, _)| *kind);
    let values: Vec<String> =
        out.allowed[at].iter().flatten().take(20).map(|value| out.model.value_text(kind, *value)).collect();
    match &values[..] {
        [value] => format!("r{row}c{col} = {value}"),
        values => format!("r{row}c{col} in {{{}}}", values.join(", ")),
    }
}
