//! Export to the Interactive Sudoku Solver: the table of constraints read in reverse, and those that need more than a row
//! of it.

mod outside;

use super::super::outgoing::{Outgoing, boxes};
use super::super::{Problem, base64};
use super::board::Board;
use super::{Cell, FORMS, Form};
use outside::numbers_outside;
use rustc_hash::FxHashMap;
use sator_model::shape::Place;
use sator_model::{Argument, Kind, PictureContent, RuleUse};

/// The longest side of the solver's boards.
const LARGEST: usize = 16;

/// The numbers of rules that a use can leave to the rule.
const USUAL: [(&str, i64); 6] =
    [("killer", 0), ("whispers", 5), ("modular", 3), ("lockout", 4), ("white_dot", 1), ("black_dot", 2)];

/// The names of regions in a layout. Cells of no region share the 0.
const REGIONS: &[u8; LARGEST + 1] = b"0123456789ABCDEFG";

/// A link that the solver opens.
pub(crate) fn link(out: &mut Outgoing) -> Result<String, Problem> {
    Ok(format!("https://sigh.github.io/Interactive-Sudoku-Solver/?q={}", base64::escape(&string(out)?)))
}

fn string(out: &mut Outgoing) -> Result<String, Problem> {
    let side = out.grid.rows;
    let values = match &out.grid.content {
        Some((Kind::Int, domain)) => Some((domain.min(), domain.max())).filter(|(low, high)| {
            [0, 1].contains(low) && domain.size() as usize == side && *high == low + side as i64 - 1
        }),
        _ => None,
    };
    let is_square = side == out.grid.cols && out.grid.present.iter().all(|p| *p);
    let Some(values) = values.filter(|_| is_square && (2..=LARGEST).contains(&side)) else {
        return Err(Problem::new(format!(
            "the Interactive Sudoku Solver gets squares of 2 to {LARGEST} rows here, with as many digits from 0 or 1 on"
        ))
        .help("other grids go into `export link puzzlink` or `export link penpa`"));
    };
    let board = Board::of(side, side, values);
    let groups = out.regions()?;
    let mut sudoku = Sudoku { board, text: String::new(), outside: FxHashMap::default(), dots: [vec![], vec![]] };
    sudoku.shape(&groups)?;
    sudoku.givens(out);
    let (closing, uses): (Vec<_>, Vec<_>) = out
        .take_uses()
        .into_iter()
        .partition(|used| matches!(&*used.rule, "kropki" | "xv" | "no_other_dots" | "no_other_xv"));
    for used in uses {
        if sudoku.write(out, used, &groups).is_none() {
            out.leave_out_use(used);
        }
    }
    // Rules on the pairs without dots or marks follow all rules that place these.
    let (listed, unlisted): (Vec<_>, Vec<_>) =
        closing.into_iter().partition(|used| sudoku.listed_pairs(out, used).is_some());
    for used in unlisted {
        out.leave_out_use(used);
    }
    for used in listed {
        if sudoku.no_other(out, used).is_none() {
            out.leave_out_use(used);
        }
    }
    if sudoku.board.ties {
        sudoku.add("FullRankTies", &["any".into()]);
    }
    Ok(sudoku.text)
}

struct Sudoku {
    board: Board,
    text: String,
    /// The numbers at the lines, by constraint, line and end.
    outside: FxHashMap<(&'static str, String, bool), i64>,
    /// The pairs with dots, and those with marks.
    dots: [Vec<(Place, Place)>; 2],
}

fn name((row, col): Place) -> String {
    format!("R{}C{}", row + 1, col + 1)
}

fn names(places: &[Place]) -> Vec<String> {
    places.iter().map(|place| name(*place)).collect()
}

/// The number of a rule whose use states none.
fn usual_of(rule: &str) -> Option<i64> {
    USUAL.iter().find(|(name, _)| *name == rule).map(|(_, number)| *number)
}

/// Whether no cell occurs twice, and there is one.
fn is_set(places: &[Place]) -> bool {
    !places.is_empty() && (1..places.len()).all(|k| !places[..k].contains(&places[k]))
}

/// Whether all arguments after the first ones are left to the rule.
fn has_only(used: &RuleUse, first: usize) -> bool {
    used.arguments.iter().skip(first).all(|(_, argument)| *argument == Argument::None)
}

impl Sudoku {
    fn add(&mut self, constraint: &str, arguments: &[String]) {
        self.text.push('.');
        self.text.push_str(constraint);
        for argument in arguments {
            self.text.push('~');
            self.text.push_str(argument);
        }
    }

    fn add_cells(&mut self, constraint: &str, number: Option<i64>, places: &[Place]) {
        let number = number.map(|n| n.to_string());
        self.add(constraint, &number.into_iter().chain(names(places)).collect::<Vec<_>>());
    }

    /// Writes size, digits and regions.
    fn shape(&mut self, groups: &[Option<u32>]) -> Result<(), Problem> {
        let (side, (low, high)) = (self.board.rows, self.board.values);
        let size = format!("{side}x{side}");
        match low {
            1 if side == 9 => {}
            1 => self.add("Shape", &[size]),
            _ => self.add("Shape", &[size, format!("{low}-{high}")]),
        }
        if self.board.box_size().is_some_and(|(h, w)| groups == boxes(side, h, w)) {
            return Ok(());
        }
        self.add("NoBoxes", &[]);
        if groups.iter().all(Option::is_none) {
            return Ok(());
        }
        let cells = |group: &Option<u32>| groups.iter().filter(|other| *other == group).count();
        if groups.iter().any(|group| (cells(group) == side) != group.is_some()) {
            return Err(Problem::new("the Interactive Sudoku Solver has regions with as many cells as digits only"));
        }
        let layout = groups.iter().map(|group| char::from(REGIONS[group.map_or(0, |g| g as usize + 1)]));
        self.add("Jigsaw", &[layout.collect()]);
        Ok(())
    }

    fn givens(&mut self, out: &mut Outgoing) {
        let side = self.board.rows;
        let mut givens = vec![];
        for at in 0..side * side {
            let place = (at / side, at % side);
            match out.allowed[at].as_deref() {
                Some([]) => {
                    out.leave_out(format!("the condition that leaves no value for {}", Cell::new(place.0, place.1)))
                }
                Some(values) if values.len() < side => {
                    let values: Vec<String> = values.iter().map(i64::to_string).collect();
                    givens.push(format!("{}_{}", name(place), values.join("_")));
                }
                _ => {}
            }
        }
        if !givens.is_empty() {
            self.add("", &givens);
        }
    }

    /// Writes one use of a rule; `None` if the solver has no constraint for it.
    fn write(&mut self, out: &Outgoing, used: &RuleUse, groups: &[Option<u32>]) -> Option<()> {
        let has_circle = *used.argument("circle") != Argument::None;
        if let Some((constraint, form)) = FORMS.iter().find(|(_, form)| form.rule() == &*used.rule)
            && !has_circle
        {
            return self.form(out, used, constraint, form);
        }
        let places = |name: &str| used.places(name, out.id);
        match &*used.rule {
            "latin" if out.is_whole(used.argument("x")) => {}
            "diagonal" if out.is_whole(used.argument("x")) => {
                let ways: &[&str] = match used.argument("direction") {
                    Argument::None => &["1", "-1"],
                    Argument::Word(word) if &**word == "upright" => &["1"],
                    Argument::Word(word) if &**word == "downright" => &["-1"],
                    _ => return None,
                };
                ways.iter().for_each(|way| self.add("Diagonal", &[(*way).into()]));
            }
            "killers" => {
                let cages = out.groups(used.argument("cages"))?;
                let PictureContent::Clues { words, .. } = &out.picture(used.argument("totals"))?.content else {
                    return None;
                };
                let mut entries = vec![];
                for cage in 0..=*cages.iter().flatten().max()? {
                    let cells: Vec<usize> = (0..cages.len()).filter(|at| cages[*at] == Some(cage)).collect();
                    let total = match cells.iter().find_map(|at| words[*at].as_ref()) {
                        Some(word) => word.parse().ok().filter(|total| *total > 0)?,
                        None => 0,
                    };
                    let cells: Vec<Place> =
                        cells.iter().map(|at| (at / self.board.cols, at % self.board.cols)).collect();
                    entries.push((total, cells));
                }
                entries.iter().for_each(|(total, cells)| self.add_cells("Cage", Some(*total), cells));
            }
            "quadruple" => {
                let cells = places("place")?;
                let (row, col) = *cells.iter().min()?;
                let square = [(row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)];
                let is_square = cells.len() == 1 || cells.len() == 4 && square.iter().all(|c| cells.contains(c));
                let Argument::List(digits) = used.argument("digits") else { return None };
                let digit = |digit: &Argument| if let Argument::Int(n) = digit { Some(n.to_string()) } else { None };
                let digits: Option<Vec<String>> = digits.iter().map(digit).collect();
                // The solver joins several at one place.
                let is_new = !self.text.contains(&format!(".Quad~{}~", name((row, col))));
                let arguments = [vec![name((row, col))], digits?].concat();
                (is_square && is_new).then(|| self.add("Quad", &arguments))?;
            }
            "region_sum" => {
                let line = places("line").filter(|line| is_set(line))?;
                let (h, w) = self.board.box_size()?;
                let usual = boxes(self.board.rows, h, w);
                (groups == usual && out.groups(used.argument("regions_of_x"))? == usual)
                    .then(|| self.add_cells("RegionSumLine", None, line))?;
            }
            // The circle of another arrow is the first cell of its line.
            "arrow" => {
                let line = places("line").filter(|line| is_set(line))?;
                let circle = places("circle").filter(|circle| is_set(circle))?;
                let cells = [circle, line].concat();
                match circle.len() {
                    1 => self.add_cells("Arrow", None, &cells),
                    // The solver reads the digits of a pill from left to right and from top to bottom.
                    2 | 3 if circle.is_sorted() => self.add_cells("PillArrow", Some(circle.len() as i64), &cells),
                    _ => return None,
                }
            }
            "row_indexer" | "column_indexer" if out.is_whole(used.argument("x")) => {
                let way = if &*used.rule == "row_indexer" { "R" } else { "C" };
                let cells = names(places("l").filter(|cells| is_set(cells))?);
                self.add("Indexing", &[vec![way.into()], cells].concat());
            }
            "same_values" => {
                let Argument::List(sets) = used.argument("sets") else { return None };
                let sets: Vec<&[Place]> = sets.iter().map(|set| set.places(out.id)).collect::<Option<_>>()?;
                let is_even = sets.iter().all(|set| set.len() == sets[0].len() && is_set(set));
                (sets.len() > 1 && is_even)
                    .then(|| self.add_cells("SameValues", Some(sets.len() as i64), &sets.concat()))?;
            }
            _ => self.by_other_constraints(out, used)?,
        }
        Some(())
    }

    /// Writes a rule that constraints with other names express.
    fn by_other_constraints(&mut self, out: &Outgoing, used: &RuleUse) -> Option<()> {
        let places = |name: &str| used.places(name, out.id);
        match &*used.rule {
            "odd" | "even" => {
                let (low, high) = self.board.values;
                let remainder = i64::from(&*used.rule == "odd");
                let digits: Vec<String> =
                    (low..=high).filter(|digit| digit % 2 == remainder).map(|d| d.to_string()).collect();
                let cells = places("l").filter(|cells| !cells.is_empty())?;
                let givens = names(cells).into_iter().map(|cell| format!("{cell}_{}", digits.join("_")));
                self.add("", &givens.collect::<Vec<_>>());
            }
            "minimum" | "maximum" => {
                let cells = places("l")?;
                for &cell in cells {
                    for other in self.neighbours(cell).filter(|other| !cells.contains(other)) {
                        let larger = if &*used.rule == "minimum" { (other, cell) } else { (cell, other) };
                        self.pair("GreaterThan", larger);
                    }
                }
            }
            "clone" => {
                for (a, b) in places("a")?.iter().zip(places("b")?).filter(|(a, b)| a != b) {
                    self.add_cells("SameValues", Some(2), &[*a, *b]);
                }
            }
            "box_indexer" if self.board.values.0 == 1 => {
                let (h, w) = self.board.box_size()?;
                let usual = boxes(self.board.rows, h, w);
                let regions = used.argument("regions_of_x");
                let is_sorted = match regions {
                    Argument::List(regions) => {
                        regions.iter().all(|r| r.places(out.id).is_some_and(<[Place]>::is_sorted))
                    }
                    _ => true,
                };
                (is_sorted && out.groups(regions)? == usual).then_some(())?;
                for &cell in places("l")? {
                    self.box_index(cell, (h, w));
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// The cells that share a side with a cell.
    fn neighbours(&self, (row, col): Place) -> impl Iterator<Item = Place> + use<> {
        let side = self.board.rows;
        let steps = [(-1, 0), (1, 0), (0, -1), (0, 1)];
        let next = move |(down, right)| Some((row.checked_add_signed(down)?, col.checked_add_signed(right)?));
        steps.into_iter().filter_map(next).filter(move |(row, col)| *row < side && *col < side)
    }

    /// Writes that the place of a box that a cell of it names has the place of the cell: a case for each digit.
    fn box_index(&mut self, cell: Place, (h, w): (usize, usize)) {
        let (top, left) = (cell.0 - cell.0 % h, cell.1 - cell.1 % w);
        let own = (cell.0 - top) * w + cell.1 - left + 1;
        self.add("Or", &[]);
        for place in 0..h * w {
            let named = (top + place / w, left + place % w);
            self.add("", &[format!("{}_{}", name(cell), place + 1), format!("{}_{own}", name(named))]);
        }
        self.add("End", &[]);
    }

    fn form(&mut self, out: &Outgoing, used: &RuleUse, constraint: &'static str, form: &Form) -> Option<()> {
        let rule = &*used.rule;
        let first = &used.arguments.first()?.1;
        match form {
            Form::Cells(_) => {
                let cells = first.places(out.id).filter(|cells| is_set(cells) && has_only(used, 1))?;
                self.add_cells(constraint, None, cells);
            }
            Form::Numbered(_) => {
                let cells = first.places(out.id).filter(|cells| is_set(cells) && has_only(used, 2))?;
                let number = self.number_of(used, 1)?;
                // A cage of 0 has no total.
                let is_written = rule != "killer" || has_only(used, 1) || number > 0;
                is_written.then(|| self.add_cells(constraint, Some(number), cells))?;
            }
            Form::Pairs(_) => {
                let ([a], [b]) = (used.places("a", out.id)?, used.places("b", out.id)?) else { return None };
                if self.number_of(used, 2) != usual_of(rule) || a.0.abs_diff(b.0) + a.1.abs_diff(b.1) != 1 {
                    return None;
                }
                self.pair(constraint, (*a, *b));
            }
            Form::Grid(_) => {
                let ninth = ["GlobalEntropy", "GlobalMod", "DutchFlatmates", "Windoku"].contains(&constraint);
                let fits = match constraint {
                    "DisjointSets" => self.board.box_size().is_some(),
                    _ => !ninth || self.board.values == (1, 9),
                };
                (fits && out.is_whole(first) && has_only(used, 1)).then(|| self.add(constraint, &[]))?;
            }
            Form::BothEnds(_) => {
                if rule == "full_rank" {
                    self.set_ties(out, used)?;
                }
                for (line, number) in numbers_outside(out, used)? {
                    let (line, is_reversed) = self.whole_line(&line)?;
                    // The solver takes these for no clue.
                    if number <= 0 && !["HiddenSkyscraper", "NumberedRoom"].contains(&constraint) {
                        return None;
                    }
                    let ends =
                        if is_reversed { ["".into(), number.to_string()] } else { [number.to_string(), "".into()] };
                    if self.is_new(constraint, &line, is_reversed, number)? {
                        self.add(constraint, &[vec![line], ends.to_vec()].concat());
                    }
                }
            }
            Form::OneEnd(_) => {
                if rule == "sandwich" {
                    let ends = (used.number("low").unwrap_or(1), used.number("high").unwrap_or(9));
                    (ends == self.board.values).then_some(())?;
                }
                for (line, number) in numbers_outside(out, used)? {
                    let line = match rule {
                        "sandwich" => self.whole_line(&line)?.0,
                        _ => self.diagonal(&line)?,
                    };
                    if self.is_new(constraint, &line, false, number)? {
                        self.add(constraint, &[number.to_string(), line]);
                    }
                }
            }
        }
        Some(())
    }

    /// The number at this place of the arguments, or that of the rule.
    fn number_of(&self, used: &RuleUse, at: usize) -> Option<i64> {
        match used.arguments.get(at).map(|(_, argument)| argument) {
            Some(Argument::Int(number)) => Some(*number),
            None | Some(Argument::None) => usual_of(&used.rule),
            _ => None,
        }
    }

    fn pair(&mut self, constraint: &str, (a, b): (Place, Place)) {
        self.add_cells(constraint, None, &[a, b]);
        match constraint {
            "WhiteDot" | "BlackDot" => self.dots[0].push((a.min(b), a.max(b))),
            "X" | "V" => self.dots[1].push((a.min(b), a.max(b))),
            _ => {}
        }
    }

    /// Writes the dots or marks of a rule that lists them all.
    fn listed_pairs(&mut self, out: &Outgoing, used: &RuleUse) -> Option<()> {
        let lists = match &*used.rule {
            "kropki" if *used.argument("dots") == Argument::None => [("white", "WhiteDot"), ("black", "BlackDot")],
            "xv" => [("tens", "X"), ("fives", "V")],
            "kropki" => return None,
            _ => return Some(()),
        };
        for (parameter, constraint) in lists {
            for pair in out.pairs(used.argument(parameter))? {
                self.pair(constraint, pair);
            }
        }
        Some(())
    }

    /// Writes that there are no other dots or marks; `None` unless the rule lists exactly the pairs written.
    fn no_other(&mut self, out: &Outgoing, used: &RuleUse) -> Option<()> {
        let (constraint, written) = match &*used.rule {
            "kropki" | "no_other_dots" => ("StrictKropki", &self.dots[0]),
            _ => ("StrictXV", &self.dots[1]),
        };
        let listed = match &*used.rule {
            "kropki" => [out.pairs(used.argument("white"))?, out.pairs(used.argument("black"))?].concat(),
            "xv" => [out.pairs(used.argument("tens"))?, out.pairs(used.argument("fives"))?].concat(),
            _ if has_only(used, 2) => out.pairs(used.argument("marked"))?,
            _ => return None,
        };
        let listed: Vec<_> = listed.iter().map(|(a, b)| (*a.min(b), *a.max(b))).collect();
        let is_same = listed.iter().all(|pair| written.contains(pair)) && written.iter().all(|p| listed.contains(p));
        (out.is_whole(used.argument("x")) && is_same).then(|| self.add(constraint, &[]))
    }
}
