//! The drawing of each part of a genre.

use super::{ARROWS, BLACK, GREY, Paper, letter};
use crate::puzzlink::codec::Clue;
use crate::puzzlink::genre_drawing::GenreDrawing;
use crate::puzzlink::{Genre, HOLE, Part};
use serde_json::json;

/// The text of a number. Numbers of Easy as ABC are letters.
fn text(genre: &Genre, clue: &Clue) -> Option<String> {
    match clue {
        Clue::Number(n) if genre.name == "easyasabc" => letter(*n),
        clue => Some(clue.token()),
    }
}

impl Paper {
    /// Draws a part; `None` if two things would stand in one place.
    pub(super) fn part(&mut self, drawn: &GenreDrawing, part: &Part, clues: &[Clue]) -> Option<()> {
        let groups = || -> Vec<Option<u32>> { clues.iter().map(|room| room.token().parse().ok()).collect() };
        match part {
            Part::Number => return self.number_outside(drawn.genre, clues.first()?),
            Part::Ends => return self.ends(clues),
            Part::Rooms(_) => {
                self.borders(&groups(), &drawn.walls);
                return Some(());
            }
            Part::Walls(..) => {
                self.borders(&groups(), &drawn.walls);
                // A cell that is left out belongs to no room.
                for (k, _) in clues.iter().enumerate().filter(|(_, room)| **room == Clue::Blank) {
                    self.colour(self.at(k), BLACK);
                }
                return Some(());
            }
            Part::Castle(_) => {
                let alone = |(k, clue): (usize, &Clue)| (*clue != Clue::Blank).then_some(k as u32);
                self.borders(&clues.iter().enumerate().map(alone).collect::<Vec<Option<u32>>>(), &[]);
            }
            _ => {}
        }
        for (k, clue) in clues.iter().enumerate().filter(|(_, clue)| **clue != Clue::Blank) {
            self.clue(drawn.genre, part, k, clue)?;
        }
        Some(())
    }

    /// Draws the clue at index `k` of a part.
    fn clue(&mut self, genre: &Genre, part: &Part, k: usize, clue: &Clue) -> Option<()> {
        let token = clue.token();
        let kind: u32 = token.parse().unwrap_or(1);
        match part {
            Part::Circles(..) => {
                let name = if genre.name == "moonsun" { "sun_moon" } else { "circle_L" };
                self.symbol(self.cell(self.at(k)), name, kind);
            }
            Part::Stars(_) => {
                let wide = 2 * self.cols - 1;
                self.symbol(self.halfway(k / wide, k % wide), "circle_SS", kind);
            }
            Part::Dots => self.dot(k, kind),
            Part::Fivecells(..) if *clue == Clue::Number(HOLE) => self.colour(self.at(k), BLACK),
            Part::Marks(..) => self.symbol(self.cell(self.at(k)), "tents", 1),
            // penpa's Tentai Show has no holes.
            Part::Empty(_) if genre.name == "tentaisho" => return None,
            Part::Empty(_) => self.colour(self.at(k), BLACK),
            Part::Four(_) if matches!(genre.name, "akari" | "shakashaka") => {
                let text = if *clue == Clue::Any { " " } else { &token };
                self.colour(self.at(k), BLACK);
                self.put("number", self.cell(self.at(k)).to_string(), json!([text, 7, "1"]));
            }
            Part::Tapa(_) => {
                let point = self.cell(self.at(k)).to_string();
                self.put("number", point, json!([token.replace(',', ""), 1, "4"]));
            }
            Part::Corners(_) => self.text(self.corner(k / (self.cols + 1), k % (self.cols + 1)), &token),
            Part::Arrows(_) => match token.split_once(',') {
                Some((number, way)) => self.arrow(self.at(k), number, way),
                None => self.number(self.at(k), "?"),
            },
            Part::Castle(_) => self.coloured_cell(k, &token),
            Part::Balance(_) => self.numbered_circle(k, &token),
            Part::Pencils(_) => match ["left", "up", "right", "down"].iter().position(|way| *way == token) {
                Some(way) => self.symbol(self.cell(self.at(k)), "pencils", way as u32 + 1),
                None => self.number(self.at(k), &token),
            },
            Part::Nonogram(_) => self.number(self.place_in_list(k), &token),
            // A start or end can't have a number beside its letter.
            Part::WithEnds(_) if self.fields["number"].get(self.cell(self.at(k)).to_string()).is_some() => return None,
            Part::WithEnds(_) => self.number(self.at(k), &token),
            Part::Outside2(_) | Part::Outside4(_) => self.number(self.outside(k), &text(genre, clue)?),
            _ => self.number(self.at(k), &text(genre, clue)?),
        }
        Some(())
    }

    /// The place of a number in the lists above, then in those on the left, each from the board outwards.
    fn place_in_list(&self, k: usize) -> (i64, i64) {
        let (above, line) = (self.top * self.cols, self.left);
        match k.checked_sub(above) {
            None => (-1 - (k % self.top) as i64, (k / self.top) as i64),
            Some(k) => ((k / line) as i64, -1 - (k % line) as i64),
        }
    }

    /// The number of stars in each line, or the letters in use.
    fn number_outside(&mut self, genre: &Genre, clue: &Clue) -> Option<()> {
        let Clue::Number(n) = clue else { return None };
        if genre.name == "easyasabc" {
            self.number((-1, -1), &format!("(A-{})", letter(*n)?));
        } else {
            self.number((-1, 0), &n.to_string());
            self.symbol(self.cell((-1, 1)), "star", 2);
        }
        Some(())
    }

    /// The letters at the start and the end of a path.
    fn ends(&mut self, clues: &[Clue]) -> Option<()> {
        for (ends, mark) in clues.chunks(2).zip(["S", "G"]) {
            let [Clue::Number(col), Clue::Number(row)] = ends else { return None };
            self.number((i64::from(*row) - 1, i64::from(*col) - 1), mark);
        }
        Some(())
    }

    /// A dot on a border; the upright borders are numbered before the level ones.
    fn dot(&mut self, k: usize, kind: u32) {
        let upright = self.rows * (self.cols - 1);
        let (row, col) = match k.checked_sub(upright) {
            None => (2 * (k / (self.cols - 1)), 2 * (k % (self.cols - 1)) + 1),
            Some(k) => (2 * (k / self.cols) + 1, 2 * (k % self.cols)),
        };
        self.symbol(self.halfway(row, col), "circle_SS", kind);
    }

    /// A white, grey or black cell, with or without a number and an arrow: `b,2,up`.
    fn coloured_cell(&mut self, k: usize, token: &str) {
        let at = self.at(k);
        let (colour, clue) = token.split_once(',').map_or((token, None), |(colour, rest)| (colour, Some(rest)));
        match colour {
            "b" => self.colour(at, BLACK),
            "g" => self.colour(at, GREY),
            _ => {}
        }
        match clue.and_then(|clue| clue.split_once(',')) {
            Some((number, way)) => self.arrow(at, number, way),
            None => self.number(at, ""),
        }
    }

    /// A white or black circle, with or without a number: `4,w`.
    fn numbered_circle(&mut self, k: usize, token: &str) {
        let (number, colour) = token.rsplit_once(',').map_or((None, token), |(n, c)| (Some(n), c));
        self.symbol(self.cell(self.at(k)), "circle_L", if colour == "w" { 1 } else { 2 });
        if let Some(number) = number {
            self.number(self.at(k), number);
        }
    }

    /// A number with an arrow beside it, `2,up`.
    fn arrow(&mut self, at: (i64, i64), number: &str, way: &str) {
        let way = ARROWS.iter().position(|arrow| *arrow == way).unwrap_or(0);
        let point = self.cell(at).to_string();
        self.put("number", point, json!([format!("{number}_{way}"), 1, "2"]));
    }
}
