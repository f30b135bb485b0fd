//! The data of a link, part by part, from the pictures and lists of a puzzle.

use super::super::codec::{Clue, Reader};
use super::super::own::{Frame, Own, Spot};
use super::super::pieces::{self, Piece};
use super::super::placed::{self, Places};
use super::super::rooms::{self, Neighbours};
use super::super::{HOLE, Marked, Part, curves, encode, signs, sums, ways};
use super::{GenreWriter, candidates, clue, empty_value};
use crate::Problem;
use crate::outgoing::{Outgoing, in_order};
use sator_model::shape::Place;
use sator_model::{Argument, PictureContent};

impl GenreWriter {
    /// The data of all parts, without the optional ones if no cell has a given.
    pub(super) fn data(&self, out: &mut Outgoing) -> Result<String, Problem> {
        let mut data = String::new();
        // The rooms of a part before the numbers in them.
        let mut groups = vec![];
        for part in self.genre.parts {
            if matches!(part, Part::Optional) && out.allowed.iter().all(Option::is_none) {
                break;
            }
            let written = self.part(out, *part, &mut groups)?;
            data.push_str(&written.ok_or_else(|| self.unwritable())?);
        }
        Ok(data)
    }

    fn unwritable(&self) -> Problem {
        Problem::new(format!("a {} link can't contain a clue of this puzzle", self.genre.title))
    }

    /// The data of a part; `None` if the format can't represent a clue.
    fn part(&self, out: &mut Outgoing, part: Part, groups: &mut Vec<Option<u32>>) -> Result<Option<String>, Problem> {
        let (rows, cols) = (self.rows, self.cols);
        Ok(match part {
            Part::Own(own) => self.own(out, own)?,
            Part::Rooms(name) => {
                *groups = self.groups(out, name)?;
                let text = rooms::write(groups, &self.walls(out)?, cols);
                if !Reader::new(&text).rooms(rows, cols)?.are(groups) {
                    return Err(rooms::several_parts());
                }
                Some(text)
            }
            Part::RoomNumbers(name) => rooms::write_numbers(groups, &self.clues_or_givens(out, name, Places::Cells)?),
            Part::RoomMarks(name) => {
                let marks = self.clues_or_givens(out, name, Places::Cells)?;
                rooms::codes_of(&marks).and_then(|codes| rooms::write_numbers(groups, &codes))
            }
            Part::Walls(name, _, marked) => Some(self.rooms_with_holes(out, name, marked)?),
            Part::Empty(name) => Some(self.holes(out, name)?),
            Part::Outside2(name) | Part::Outside4(name) | Part::Lights(name) => self.outside(out, part, name)?,
            Part::Nonogram(name) => self.lists_outside(out, name)?,
            Part::Curves(name) => self.curves(out, name),
            Part::Pieces(name) => match out.picture(self.argument(name)).map(|picture| &picture.content) {
                Some(PictureContent::Regions { cols, groups, .. }) => {
                    pieces::write(&pieces::of_tray(&in_order(groups), *cols), self.genre.has_pieces_of_any_shape())
                }
                _ => return Err(Problem::new(format!("the pieces `{name}` aren't a picture, which a link needs"))),
            },
            Part::Fleet => self.fleet(),
            Part::Ends => self.ends(out)?,
            Part::Number => match self.argument("{n}") {
                Argument::Int(n) => Some(format!("{n}/")),
                _ => Some(format!("{}/", out.grid.content.as_ref().map_or(0, |(_, domain)| domain.max()))),
            },
            Part::Dots => match self.argument("{dots}") {
                Argument::None => {
                    let [white, black] = ["{white}", "{black}"].map(|name| out.pairs(self.argument(name)));
                    white.zip(black).and_then(|(white, black)| signs::dots(&white, &black, rows, cols))
                }
                _ => signs::dots_of_picture(&self.clues(out, "{dots}", Places::Halves)?, cols),
            },
            Part::Apart => {
                let pairs = out.pairs(self.argument("{apart}"));
                pairs.and_then(|pairs| signs::apart(&pairs, rows, cols, self.genre.ends_with_borders()))
            }
            Part::Slash => Some("/".into()),
            Part::Optional => Some(String::new()),
            _ => self.placed(out, part)?,
        })
    }

    /// A part with a clue for each place of one picture.
    fn placed(&self, out: &mut Outgoing, part: Part) -> Result<Option<String>, Problem> {
        let (Some(name), Some(places)) = (part.picture(), part.places()) else { return Ok(None) };
        let clues = self.clues_or_givens(out, name, places)?;
        let clues = match part {
            Part::Fivecells(_, holes) => {
                let cells = clues.into_iter().zip(self.left_out(out, holes)?);
                cells.map(|(clue, is_hole)| if is_hole { Clue::Number(HOLE) } else { clue }).collect()
            }
            _ => clues,
        };
        let Some(clues) = encodable(part, clues) else { return Ok(None) };
        Ok(placed::write(part, &clues, self.cols))
    }

    fn own(&self, out: &mut Outgoing, own: &Own) -> Result<Option<String>, Problem> {
        let mut pictures = vec![];
        for (name, place) in own.pictures {
            pictures.push(match place {
                Spot::Cells => self.clues_or_givens(out, name, Places::Cells)?,
                Spot::Halves => self.clues(out, name, Places::Halves)?,
                Spot::Corners => self.clues(out, name, Places::Corners)?,
                Spot::Sides => self.sides(out, name, 1)?.concat(),
                Spot::Regions => self.regions(out, name)?,
                Spot::Holes => out.grid.present.iter().map(|on| if *on { Clue::Blank } else { Clue::Any }).collect(),
            });
        }
        Ok((own.write)(&pictures, &Frame { rows: self.rows, cols: self.cols, flags: &[] }))
    }

    /// Whether each cell is left out or marked.
    fn left_out(&self, out: &mut Outgoing, name: &str) -> Result<Vec<bool>, Problem> {
        Ok(match self.argument(name) {
            Argument::None => out.grid.present.iter().map(|present| !present).collect(),
            _ => self.clues_or_givens(out, name, Places::Cells)?.iter().map(|c| *c != Clue::Blank).collect(),
        })
    }

    /// Cells left out, or marked cells.
    fn holes(&self, out: &mut Outgoing, name: &str) -> Result<String, Problem> {
        let on = self.left_out(out, name)?;
        // Without holes nothing stands at the end, or before pieces.
        let last = self.genre.parts.iter().rfind(|part| !matches!(part, Part::Pieces(_)));
        let is_last = last.and_then(|last| last.picture()) == Some(name);
        Ok(if is_last && !on.contains(&true) { String::new() } else { encode::flags(&on) })
    }

    fn rooms_with_holes(&self, out: &Outgoing, name: &str, marked: Marked) -> Result<String, Problem> {
        let regions = out.groups(self.argument(name)).ok_or_else(|| self.unwritable())?;
        let holes: Vec<bool> = out.grid.present.iter().map(|present| !present).collect();
        if (0..regions.len()).any(|at| regions[at].is_none() != holes[at]) {
            return Err(Problem::new("a link can't contain cells without a region, or holes within one"));
        }
        let text = rooms::write(&regions, &self.walls(out)?, self.cols);
        let marks = if marked == Marked::Bits { encode::flags(&holes) } else { encode::gaps(&holes) };
        let text = text + &marks;
        if !Reader::new(&text).rooms_with_holes(self.rows, self.cols, marked)?.1.are(&regions) {
            return Err(rooms::several_parts());
        }
        Ok(text)
    }

    /// One clue for each line around the grid.
    fn outside(&self, out: &Outgoing, part: Part, name: &str) -> Result<Option<String>, Problem> {
        match part {
            Part::Outside2(_) => {
                let sides = self.sides(out, name, 1)?;
                if !is_above_and_left(&sides) {
                    let title = self.genre.title;
                    return Err(Problem::new(format!("a {title} link has clues only above and on the left")));
                }
                Ok(encode::sixteen(&[&sides[0][..], &sides[2]].concat()))
            }
            Part::Lights(_) => Ok(signs::lights(&self.sides(out, name, 0)?.concat())),
            _ => Ok(encode::sixteen(&self.sides(out, name, 1)?.concat())),
        }
    }

    /// A list of clues for each line, above and on the left.
    fn lists_outside(&self, out: &Outgoing, name: &str) -> Result<Option<String>, Problem> {
        let sides = self.sides(out, name, 0)?;
        if !is_above_and_left(&sides) {
            return Ok(None);
        }
        let mut all = vec![];
        for (side, most) in [(&sides[0], self.rows.div_ceil(2)), (&sides[2], self.cols.div_ceil(2))] {
            for clue in side {
                let clue = if self.genre.name == "nonogram" { sums::of_nonogram(clue)? } else { clue };
                let Some(list) = sums::outwards(clue, most) else { return Ok(None) };
                all.extend(list);
            }
        }
        Ok(encode::sixteen(&all))
    }

    fn curves(&self, out: &Outgoing, name: &str) -> Option<String> {
        let pairs = out.pairs(self.argument("{apart}"))?;
        let apart = signs::apart(&pairs, self.rows, self.cols, true)?;
        let apart = if apart.is_empty() { apart } else { format!("b{apart}/") };
        match &out.picture(self.argument(name))?.content {
            PictureContent::Clues { cols, words, .. } => Some(apart + &curves::write(words, *cols)?),
            _ => None,
        }
    }

    fn fleet(&self) -> Option<String> {
        let Argument::List(items) = self.argument("{fleet}") else { return None };
        let ship = |item: &Argument| match item {
            Argument::Int(n @ 1..=35) => Some(Piece::of_length(*n as usize)),
            _ => None,
        };
        pieces::write(&items.iter().map(ship).collect::<Option<Vec<Piece>>>()?, false)
    }

    fn ends(&self, out: &mut Outgoing) -> Result<Option<String>, Problem> {
        let marked = self.genre.parts.iter().find(|part| matches!(part, Part::WithEnds(_)));
        let Some(name) = marked.and_then(|part| part.picture()) else { return Ok(None) };
        Ok(ways::write_ends(&self.clues_or_givens(out, name, Places::Cells)?, self.cols))
    }

    fn clues_or_givens(&self, out: &mut Outgoing, name: &str, places: Places) -> Result<Vec<Clue>, Problem> {
        if name == "givens" { Ok(self.givens(out)) } else { self.clues(out, name, places) }
    }

    /// The clues of a picture, row by row; blanks if there is no picture.
    fn clues(&self, out: &Outgoing, name: &str, places: Places) -> Result<Vec<Clue>, Problem> {
        let (rows, cols) = places.size(self.rows, self.cols);
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

    /// The givens of the cells, as clues.
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

    /// The group of each cell in a picture of regions. A hole is a group of its own, as borders surround it.
    fn groups(&self, out: &Outgoing, name: &str) -> Result<Vec<Option<u32>>, Problem> {
        let groups = out.groups(self.argument(name));
        let groups =
            groups.ok_or_else(|| Problem::new(format!("the regions `{name}` aren't a picture of the whole grid")))?;
        if let Some(at) = (0..groups.len()).find(|at| groups[*at].is_none() && out.grid.present[*at]) {
            let (row, col) = (at / self.cols + 1, at % self.cols + 1);
            return Err(Problem::new(format!("r{row}c{col} is in no region, which a link can't express")));
        }
        let hole =
            |(at, group): (usize, Option<u32>)| group.filter(|_| out.grid.present[at]).or(Some(u32::MAX - at as u32));
        Ok(groups.into_iter().enumerate().map(hole).collect())
    }

    /// The region of each cell as a clue. Borders alone don't describe a region that consists of several parts.
    fn regions(&self, out: &Outgoing, name: &str) -> Result<Vec<Clue>, Problem> {
        let groups = self.groups(out, name)?;
        let text = rooms::write(&groups, &[], self.cols);
        if !Reader::new(&text).rooms(self.rows, self.cols)?.are(&groups) {
            return Err(rooms::several_parts());
        }
        Ok(groups.into_iter().map(|group| group.map_or(Clue::Blank, Clue::Number)).collect())
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

/// The clues of a picture as [`placed::write`] takes them; `None` if one is no clue of this part.
fn encodable(part: Part, clues: Vec<Clue>) -> Option<Vec<Clue>> {
    let each = |encoded: &dyn Fn(&Clue) -> Clue| Some(clues.iter().map(encoded).collect());
    match part {
        Part::Circles("givens", _) => each(&|clue| match clue {
            Clue::Number(n) => Clue::Number(n + 1),
            _ => Clue::Blank,
        }),
        Part::Circles(_, words) => {
            let kind = |clue: &Clue| match clue {
                Clue::Blank => Some(Clue::Blank),
                other => words.iter().position(|word| *word == other.token()).map(|at| Clue::Number(at as u32 + 1)),
            };
            clues.iter().map(kind).collect()
        }
        Part::Stars(_) => each(&|clue| match clue.token().as_str() {
            "." => Clue::Blank,
            "b" => Clue::Number(2),
            _ => Clue::Number(1),
        }),
        Part::WithEnds(_) => each(&|found| {
            let word = found.token();
            clue(word.split(',').find(|part| !matches!(*part, "S" | "G" | ".")))
        }),
        _ => Some(clues),
    }
}

fn is_above_and_left(sides: &[Vec<Clue>; 4]) -> bool {
    sides[1].iter().chain(&sides[3]).all(|clue| *clue == Clue::Blank)
}
