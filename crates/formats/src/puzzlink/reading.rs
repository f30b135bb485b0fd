//! A link while its parts are read one after the other, and the script made of them.

use super::codec::{CORNERS, Clue, Reader};
use super::own::{Frame, Own, Spot};
use super::placed::Places;
use super::rooms::{self, Borders, Rooms};
use super::{HOLE, Link, Marked, Part, pieces, write};
use crate::Problem;
use crate::script::{Cell, Script, clip};

/// The contents of the parts read so far.
pub(super) struct Reading<'a> {
    link: &'a Link<'a>,
    reader: Reader<'a>,
    /// The statement of the grid, without its placeholders filled.
    declaration: &'static str,
    /// The name of the grid.
    grid: &'static str,
    /// The cells left out.
    holes: Vec<bool>,
    rooms: Rooms,
    /// The borders between rooms and the name of the rooms, with the pictures before them. A later part can hold the
    /// holes, which decide which rooms there are.
    bordered: Option<(&'static str, Borders, Script)>,
    /// The clues in cells that bound the numbers of the puzzle.
    clues: Vec<Clue>,
    /// The column and the row of the start of a path, then those of its end.
    ends: [usize; 4],
    /// `{n}` in the script.
    number: u32,
    /// `{fleet}` in the script.
    fleet: String,
    /// `{white}` and `{black}` in the script.
    dots: [Vec<String>; 2],
    /// `{apart}` in the script.
    apart: Vec<String>,
    pictures: Script,
    givens: Script,
    /// The clues in cells as tokens.
    numbers: Vec<String>,
}

/// A picture of these tokens, row by row.
fn picture(script: &mut Script, head: &str, width: usize, tokens: &[String]) {
    let rows: Vec<Vec<String>> = tokens.chunks(width).map(<[String]>::to_vec).collect();
    script.picture(head, &rows);
}

/// The same before its grid.
fn picture_before_grid(script: &mut Script, head: &str, width: usize, tokens: &[String]) {
    let rows: Vec<Vec<String>> = tokens.chunks(width).map(<[String]>::to_vec).collect();
    script.picture_before_grid(head, &rows);
}

fn outside(script: &mut Script, name: &str, sides: &[(&str, &[String])]) {
    script.line(&format!("outside {name} {{"));
    for (side, clues) in sides {
        script.line(&format!("  {side:<6} {}", clues.join(" ")));
    }
    script.line("}");
}

fn tokens(clues: &[Clue]) -> Vec<String> {
    clues.iter().map(Clue::token).collect()
}

impl<'a> Reading<'a> {
    pub(super) fn new(link: &'a Link<'a>) -> Reading<'a> {
        let declaration = link.genre.script.lines().next().unwrap_or("");
        Reading {
            link,
            reader: Reader::new(link.data),
            declaration,
            grid: declaration.split(' ').nth(1).unwrap_or("x"),
            holes: vec![false; link.rows * link.cols],
            rooms: Rooms::default(),
            bordered: None,
            clues: vec![],
            ends: [0; 4],
            number: 0,
            fleet: String::new(),
            dots: [vec![], vec![]],
            apart: vec![],
            pictures: Script::default(),
            givens: Script::default(),
            numbers: vec![],
        }
    }

    /// Reads all parts of the genre. `script` receives what they can't express.
    pub(super) fn parts(&mut self, script: &mut Script) -> Result<(), Problem> {
        for part in self.link.genre.parts {
            if matches!(part, Part::Optional) && self.reader.is_done() {
                break;
            }
            self.part(*part, script)?;
        }
        if let Some((name, borders, mut before)) = self.bordered.take() {
            self.rooms = Rooms::between(&borders, self.link.rows, self.link.cols, &self.holes);
            self.regions(&mut before, name);
            before.append(std::mem::take(&mut self.pictures));
            self.pictures = before;
        }
        self.link.mend(&self.reader, script)
    }

    fn part(&mut self, part: Part, script: &mut Script) -> Result<(), Problem> {
        let (rows, cols) = (self.link.rows, self.link.cols);
        match part {
            Part::Rooms(name) => self.read_rooms(name)?,
            Part::RoomNumbers(name) => {
                let numbers = self.reader.room_numbers(&self.rooms)?;
                self.add_picture(part, name, Places::Cells, &numbers);
            }
            Part::RoomMarks(name) => {
                let numbers = self.reader.room_numbers(&self.rooms)?;
                self.add_picture(part, name, Places::Cells, &super::rooms::marks_of(&numbers));
            }
            Part::Walls(name, holes, marked) => self.read_walls(name, holes, marked)?,
            Part::Own(own) => self.read_own(own)?,
            Part::Fivecells(name, holes) => self.read_fivecells(part, name, holes)?,
            Part::Outside2(_) | Part::Outside4(_) | Part::Lights(_) | Part::Nonogram(_) => self.read_outside(part)?,
            Part::Curves(name) => self.read_curves(name)?,
            Part::Pieces(name) => self.read_pieces(name)?,
            Part::Fleet => self.read_fleet(script)?,
            Part::Ends => self.read_ends()?,
            Part::Dots => self.dots = self.reader.dots(rows, cols)?,
            Part::Apart => self.apart = self.reader.apart(rows, cols)?,
            Part::Number => self.number = self.reader.number_part()?,
            Part::Slash => self.reader.slash(),
            Part::Optional => {}
            _ => self.read_placed(part, script)?,
        }
        Ok(())
    }

    /// A part with a clue for each place of one picture.
    fn read_placed(&mut self, part: Part, script: &mut Script) -> Result<(), Problem> {
        let (rows, cols) = (self.link.rows, self.link.cols);
        let (Some(name), Some(places)) = (part.picture(), part.places()) else { return Ok(()) };
        let bare = self.link.bare_number();
        let mut clues = match part {
            Part::Corners(_) if self.link.is_old() => self.reader.plain_four((rows + 1) * (cols + 1))?,
            _ => self.reader.placed(part, rows, cols, bare.as_ref())?,
        };
        match part {
            Part::Sixteen(_) => self.link.zeros(&mut clues, script),
            Part::WithEnds(_) => self.mark_ends(&mut clues),
            Part::Ships(_) if self.link.genre.has_straight_fleet() => straighten(&mut clues, cols, script),
            Part::Empty(_) => self.leave_out(name, &clues),
            _ => {}
        }
        self.add_picture(part, name, places, &clues);
        if matches!(part, Part::Sixteen(_) | Part::Ten(_) | Part::Cells("givens", _)) {
            self.clues = clues;
        }
        Ok(())
    }

    /// Writes a picture, which stands before the grid if the grid takes its holes from it.
    fn writer(&self) -> fn(&mut Script, &str, usize, &[String]) {
        if self.declaration.contains(" except ") { picture_before_grid } else { picture }
    }

    /// Adds the picture of a part.
    fn add_picture(&mut self, part: Part, name: &str, places: Places, clues: &[Clue]) {
        let tokens: Vec<String> = clues.iter().map(|clue| part.token(clue)).collect();
        let (_, width) = places.size(self.link.rows, self.link.cols);
        if name == "givens" {
            picture(&mut self.givens, "givens x", width, &tokens);
        } else {
            let write = self.writer();
            write(&mut self.pictures, &format!("clues {name}{}", places.of_grid(self.grid)), width, &tokens);
            self.numbers.extend(tokens);
        }
    }

    /// Makes holes of the cells with a clue, if the grid takes its holes from this picture.
    fn leave_out(&mut self, name: &str, clues: &[Clue]) {
        if self.declaration.ends_with(&format!(" except {name}")) {
            self.holes = clues.iter().map(|clue| *clue != Clue::Blank).collect();
        }
    }

    fn regions(&self, script: &mut Script, name: &str) {
        let write = self.writer();
        write(script, &format!("regions {name}"), self.link.cols, &rooms::labels(&self.rooms.room));
    }

    fn read_rooms(&mut self, name: &'static str) -> Result<(), Problem> {
        let (rows, cols) = (self.link.rows, self.link.cols);
        let borders = match self.link.is_old() {
            true => self.reader.plain_borders(rows, cols),
            false => self.reader.borders(rows, cols),
        }?;
        self.rooms = Rooms::between(&borders, rows, cols, &self.holes);
        self.bordered = Some((name, borders, std::mem::take(&mut self.pictures)));
        Ok(())
    }

    fn read_walls(&mut self, name: &str, holes: &str, marked: Marked) -> Result<(), Problem> {
        let (rows, cols) = (self.link.rows, self.link.cols);
        let out;
        (out, self.rooms) = self.reader.rooms_with_holes(rows, cols, marked)?;
        let hole = |on: &bool| if *on { "#" } else { "." }.to_string();
        let tokens: Vec<String> = out.iter().map(hole).collect();
        picture_before_grid(&mut self.pictures, &format!("clues {holes}"), cols, &tokens);
        let mut pictures = std::mem::take(&mut self.pictures);
        self.regions(&mut pictures, name);
        self.pictures = pictures;
        Ok(())
    }

    fn read_fivecells(&mut self, part: Part, name: &str, holes: &str) -> Result<(), Problem> {
        let cells = self.reader.placed(part, self.link.rows, self.link.cols, None)?;
        let is_hole = |clue: &Clue| *clue == Clue::Number(HOLE);
        let hole = |clue: &Clue| if is_hole(clue) { Clue::Word("#".into()) } else { Clue::Blank };
        let number = |clue: &Clue| if is_hole(clue) { Clue::Blank } else { clue.clone() };
        self.add_picture(part, holes, Places::Cells, &cells.iter().map(hole).collect::<Vec<Clue>>());
        self.add_picture(part, name, Places::Cells, &cells.iter().map(number).collect::<Vec<Clue>>());
        Ok(())
    }

    fn read_own(&mut self, own: &Own) -> Result<(), Problem> {
        let frame = Frame { rows: self.link.rows, cols: self.link.cols, flags: &self.link.flags };
        for ((name, place), read) in own.pictures.iter().zip((own.read)(&mut self.reader, &frame)?) {
            let tokens = tokens(&read);
            match place {
                Spot::Sides => outside(&mut self.pictures, name, &frame.by_side(&tokens)),
                Spot::Halves => {
                    let head = format!("clues {name} of borders {}", self.grid);
                    picture(&mut self.pictures, &head, 2 * frame.cols - 1, &tokens);
                }
                Spot::Corners => {
                    let head = format!("clues {name} of corners {}", self.grid);
                    picture(&mut self.pictures, &head, frame.cols + 1, &tokens);
                }
                Spot::Regions => picture(&mut self.pictures, &format!("regions {name}"), frame.cols, &tokens),
                Spot::Cells if *name == "givens" => {
                    picture(&mut self.givens, "givens x", frame.cols, &tokens);
                    self.clues = read;
                }
                Spot::Cells | Spot::Holes => {
                    self.leave_out(name, &read);
                    let write = self.writer();
                    write(&mut self.pictures, &format!("clues {name}"), frame.cols, &tokens);
                }
            }
        }
        Ok(())
    }

    /// Clues around the grid.
    fn read_outside(&mut self, part: Part) -> Result<(), Problem> {
        let (rows, cols) = (self.link.rows, self.link.cols);
        let Some(name) = part.picture() else { return Ok(()) };
        match part {
            Part::Outside2(_) => {
                let clues = tokens(&self.reader.sixteen(cols + rows)?);
                outside(&mut self.pictures, name, &[("top", &clues[..cols]), ("left", &clues[cols..])]);
            }
            Part::Nonogram(_) => {
                let is_none = self.link.genre.name == "nonogram";
                let (mut above, mut left) = self.reader.lists_outside(rows, cols, is_none)?;
                if self.link.genre.name == "cts" {
                    above.iter_mut().chain(&mut left).for_each(|list| *list = with_stars(list));
                }
                outside(&mut self.pictures, name, &[("top", &above), ("left", &left)]);
            }
            _ => {
                self.reader.slash();
                let count = 2 * (cols + rows);
                let clues = match part {
                    Part::Lights(_) => self.reader.lights(count)?,
                    _ => self.reader.sixteen(count)?,
                };
                let frame = Frame { rows, cols, flags: &self.link.flags };
                outside(&mut self.pictures, name, &frame.by_side(&tokens(&clues)));
            }
        }
        Ok(())
    }

    fn read_curves(&mut self, name: &str) -> Result<(), Problem> {
        self.apart = self.reader.curve_borders(self.link.rows, self.link.cols)?;
        let curves = self.reader.curves()?;
        self.pictures.line(&format!("grid tray {}x{}", curves.rows, curves.cols));
        let head = format!("clues {name} of borders tray");
        picture(&mut self.pictures, &head, 2 * curves.cols - 1, &curves.tokens);
        Ok(())
    }

    fn read_pieces(&mut self, name: &str) -> Result<(), Problem> {
        let tray = pieces::tray(&self.reader.pieces(self.link.genre.has_pieces_of_any_shape())?);
        let wide = tray.first().map_or(1, Vec::len);
        self.pictures.line(&format!("grid tray {}x{wide}", tray.len().max(1)));
        let room = |piece: &Option<usize>| piece.unwrap_or(usize::MAX);
        let rooms: Vec<usize> = tray.iter().flatten().map(room).collect();
        let rooms = if rooms.is_empty() { vec![usize::MAX] } else { rooms };
        picture(&mut self.pictures, &format!("regions {name} of tray"), wide, &rooms::labels(&rooms));
        Ok(())
    }

    fn read_fleet(&mut self, script: &mut Script) -> Result<(), Problem> {
        let mut lengths = vec![];
        for piece in self.reader.pieces(false)? {
            match piece.ship() {
                Some(length) => lengths.push(length),
                None => script.untranslated("a ship that isn't straight"),
            }
        }
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        self.fleet = lengths.iter().map(usize::to_string).collect::<Vec<String>>().join(", ");
        Ok(())
    }

    fn read_ends(&mut self) -> Result<(), Problem> {
        let (rows, cols) = (self.link.rows, self.link.cols);
        for end in &mut self.ends {
            *end = self.reader.one_number()? as usize;
        }
        let is_outside = |ends: &[usize; 4]| {
            ends.iter().enumerate().any(|(k, end)| !(1..=if k % 2 == 0 { cols } else { rows }).contains(end))
        };
        // Older links count in half cells.
        if is_outside(&self.ends) && self.ends.iter().all(|end| end % 2 == 1) {
            self.ends = self.ends.map(|end| end.div_ceil(2));
        }
        if is_outside(&self.ends) {
            return Err(Problem::new("the path of this link starts or ends outside the board"));
        }
        Ok(())
    }

    fn mark_ends(&self, clues: &mut [Clue]) {
        for (k, mark) in [(0, "S"), (2, "G")] {
            let clue = &mut clues[(self.ends[k + 1] - 1) * self.link.cols + self.ends[k] - 1];
            let word = if *clue == Clue::Blank { mark.into() } else { format!("{mark},{}", clue.token()) };
            *clue = Clue::Word(word);
        }
    }

    /// Writes the script.
    pub(super) fn write(self, script: &mut Script) {
        let walls = rooms::pairs(&self.rooms.walls, self.link.cols);
        if !walls.is_empty() && !self.link.reads_walls() {
            script.untranslated(&format!("borders that end inside a room, between {}", walls.join(", ")));
        }
        let declaration = self.filled(self.declaration);
        let statements: Vec<String> =
            self.link.genre.script.lines().skip(1).map(|line| self.statement(line, &walls)).collect();
        // A picture stands below its grid, unless the grid takes its holes from the picture.
        if declaration.contains(" except ") {
            script.append(self.pictures);
            script.line(&declaration);
        } else {
            script.line(&declaration);
            script.append(self.pictures);
        }
        script.append(self.givens);
        for statement in &statements {
            script.line(statement);
        }
        self.link.note_shaded_cell(self.grid, &self.numbers, script);
        // A clue with an unknown number still isn't empty.
        let empty = write::empty_value(self.link.genre.name);
        if empty > i64::MIN {
            for (at, _) in self.clues.iter().enumerate().filter(|(_, clue)| **clue == Clue::Any) {
                script.line(&format!("{} != {empty}", Cell::new(at / self.link.cols, at % self.link.cols)));
            }
        }
    }

    fn filled(&self, line: &str) -> String {
        self.link.filled(line, self.number, &self.rooms.room, &self.clues)
    }

    /// A statement of the genre's script with the lists and arguments that the link holds.
    fn statement(&self, line: &str, walls: &[String]) -> String {
        let mut line = self.filled(line).replace("{fleet}", &format!("[{}]", self.fleet));
        if self.apart.is_empty() {
            line = line.replace(", apart: {apart}", "").replace(", walls: {apart}", "");
        }
        if walls.is_empty() {
            line = line.replace(", walls: {walls}", "");
        }
        let [white, black] = &self.dots;
        for (name, pairs) in [("{white}", &white[..]), ("{black}", black), ("{apart}", &self.apart), ("{walls}", walls)]
        {
            line = line.replace(name, &format!("[{}]", pairs.join(", ")));
        }
        let (genre, flags) = (self.link.genre.name, &self.link.flags);
        if genre == "aquarium" && !flags.contains(&"r") {
            line = line.replace(", sky", ", sky, pools: true");
        }
        if genre == "arukone" && flags.contains(&"e") {
            line = line.replace(", full: true", "");
        }
        for name in flags.iter().filter_map(|flag| self.link.argument_of_flag(flag)) {
            if let Some(call) = line.strip_suffix(')') {
                line = format!("{call}, {name}: true)");
            }
        }
        line
    }
}

/// A list of lengths where 0 stands for any number of blocks.
fn with_stars(list: &str) -> String {
    list.split(',').map(|length| if length == "0" { "*" } else { length }).collect::<Vec<&str>>().join(",")
}

/// Reports ship parts at a bend, and replaces each by a part of any shape.
fn straighten(parts: &mut [Clue], cols: usize, script: &mut Script) {
    let is_bend = |part: &Clue| matches!(part, Clue::Word(word) if CORNERS.contains(&&word[..]));
    for (at, part) in parts.iter_mut().enumerate().filter(|(_, part)| is_bend(part)) {
        script.untranslated(&format!("the bend of the ship at {}", Cell::new(at / cols, at % cols)));
        *part = Clue::Word("s".into());
    }
}

impl Link<'_> {
    pub(super) fn write(&self, script: &mut Script) -> Result<(), Problem> {
        let mut reading = Reading::new(self);
        reading.parts(script)?;
        self.report_flags(script);
        reading.write(script);
        Ok(())
    }

    /// Reports the flags that the script can't express.
    fn report_flags(&self, script: &mut Script) {
        for flag in self.flags.iter().filter(|flag| !flag.is_empty()) {
            // Flags for the display, or for a choice between rules that the script already makes.
            match (self.genre.name, *flag) {
                ("aquarium", "r") | ("yajilin" | "koburin" | "retsurin" | "lixloop", "b") | ("arukone", "e") => {}
                ("slalom", "d" | "p") | ("icelom", "a") | ("bosanowa", "h" | "t") | ("kramma" | "bonsan", "c") => {}
                _ if self.argument_of_flag(flag).is_some() => {}
                (_, "d") if self.is_old() => {}
                (_, "v:") => script.untranslated("the rules of a variant, which the link doesn't name"),
                _ => script.untranslated(&format!("the variant rule of the flag `{}` in the link", clip(flag))),
            }
        }
    }
}
