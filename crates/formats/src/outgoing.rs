//! A puzzle during export: its main grid, what is known about single cells, and the standard rules in use. A format
//! takes what it can represent; the rest is listed as left out.

use super::Problem;
use rustc_hash::{FxHashMap, FxHashSet};
use sator_model::evaluate::{Assignment, node_value};
use sator_model::shape::{Colour, Form, Place};
use sator_model::{
    Argument, ExprId, Grid, GridId, Kind, LineKind, LinesId, Model, Node, Origin, Picture, PictureContent, RuleUse,
    UnknownId, Variable,
};

/// Cells with larger domains don't occur in other programs' puzzles.
const MOST_VALUES: u64 = 1000;

/// A puzzle in another program's format.
#[derive(Debug)]
pub struct Written {
    /// The link, the line or the file.
    pub text: String,
    /// The parts of the puzzle that the format can't represent, one line each.
    pub left_out: Vec<String>,
}

/// A puzzle to export.
pub struct PuzzleToWrite<'a> {
    /// The puzzle.
    pub model: &'a Model,
    /// The user's name for the condition with this origin.
    pub describe: &'a dyn Fn(&Origin) -> String,
    /// A solution, if one is known.
    pub solution: Option<&'a Assignment>,
    /// Whether the solution is known to be unique.
    pub unique: bool,
}

#[derive(Clone)]
pub struct Outgoing<'a> {
    pub model: &'a Model,
    pub id: GridId,
    pub grid: &'a Grid,
    solution: Option<&'a Assignment>,
    unique: bool,
    /// By cell, row by row: the values that conditions on this cell alone allow.
    pub allowed: Vec<Option<Vec<i64>>>,
    /// Uses of standard rules that are not written yet.
    uses: Vec<&'a RuleUse>,
    left_out: Vec<String>,
}

/// The range in the first declaration of a script that starts with this word.
fn range_of(word: &str, script: &str) -> Option<(i64, i64)> {
    let (_, range) = script.lines().find(|line| line.starts_with(word))?.split_once(" in ")?;
    let (least, most) = range.split_once("..")?;
    let most: String = most.chars().take_while(char::is_ascii_digit).collect();
    Some((least.parse().ok()?, most.parse().ok()?))
}

impl<'a> Outgoing<'a> {
    pub fn new(puzzle: &PuzzleToWrite<'a>) -> Result<Outgoing<'a>, Problem> {
        let model = puzzle.model;
        let Some(id) = model.main_grid() else {
            return Err(Problem::new("there is no grid to export").help("`grid x 9x9 in 1..9` declares one"));
        };
        let grid = model.grid(id);
        let mut out = Outgoing {
            model,
            id,
            grid,
            solution: puzzle.solution,
            unique: puzzle.unique,
            allowed: vec![None; grid.len()],
            uses: model.uses.iter().filter(|used| !is_of_another(model, used)).collect(),
            left_out: model.untranslated.clone(),
        };
        out.single_cells(puzzle);
        for other in model.grids.iter().filter(|g| !g.hidden && g.content.is_some() && g.name != grid.name) {
            out.leave_out(format!("the grid {}", other.name));
        }
        for variable in model.variables.iter().filter(|v| !v.hidden) {
            out.leave_out(text_of(variable));
        }
        if !model.preferences.is_empty() {
            out.leave_out(model.preferences_text());
        }
        Ok(out)
    }

    /// Evaluates the conditions that no rule use added. Conditions on one cell restrict `allowed`, also as parts of a
    /// conjunction; others are left out.
    fn single_cells(&mut self, puzzle: &PuzzleToWrite) {
        let model = self.model;
        let mut of_rules = FxHashSet::default();
        of_rules.extend(model.uses.iter().flat_map(|used| used.constraints.clone()));
        let at: FxHashMap<UnknownId, usize> =
            self.grid.unknowns.iter().enumerate().filter_map(|(at, u)| Some(((*u)?, at))).collect();
        for (_, constraint) in model.constraints.iter().enumerate().filter(|(k, _)| !of_rules.contains(k)) {
            let small = |u: &UnknownId| model.unknown(*u).domain.size() <= MOST_VALUES;
            for part in conjuncts(model, constraint.expr) {
                match only_unknown(model, part).filter(small).and_then(|u| Some((u, *at.get(&u)?))) {
                    Some((unknown, at)) => {
                        let left = values_left(model, part, unknown);
                        match &mut self.allowed[at] {
                            Some(values) => values.retain(|v| left.contains(v)),
                            none => *none = Some(left),
                        }
                    }
                    None => {
                        let text = (puzzle.describe)(&constraint.origin);
                        self.leave_out(text);
                    }
                }
            }
        }
    }

    pub fn leave_out(&mut self, what: String) {
        if !self.left_out.contains(&what) {
            self.left_out.push(what);
        }
    }

    /// Lists the range of the grid's numbers as left out, if the grid of `script` has more numbers: then the puzzle can have other
    /// solutions there. The script is that of the written text, read back.
    pub fn leave_out_range(&mut self, script: &str) {
        self.leave_out_range_of_links(script);
        let Some((Kind::Int, domain)) = &self.grid.content else { return };
        let range = range_of("grid ", script);
        if range.is_some_and(|(least, most)| least < domain.min() || most > domain.max()) {
            self.leave_out(format!("`{}` in {}..{}", self.grid.name, domain.min(), domain.max()));
        }
    }

    /// The same of the numbers of links, where fewer of them in `script` make another puzzle too.
    fn leave_out_range_of_links(&mut self, script: &str) {
        let Some(written) = range_of("links ", script) else { return };
        for lines in self.model.lines.iter().filter(|lines| lines.kind == LineKind::Links) {
            let range = (lines.content.1.min(), lines.content.1.max());
            if range != written {
                self.leave_out(format!("`{}` in {}..{}", lines.name, range.0, range.1));
            }
        }
    }

    /// Lists a use as left out.
    pub fn leave_out_use(&mut self, used: &RuleUse) {
        self.leave_out(used.text.clone());
    }

    /// Takes all remaining uses.
    pub fn take_uses(&mut self) -> Vec<&'a RuleUse> {
        std::mem::take(&mut self.uses)
    }

    /// Returns a use that could not be written after all.
    pub fn put_back(&mut self, used: &'a RuleUse) {
        self.uses.push(used);
    }

    /// Takes the first use of this rule.
    pub fn take(&mut self, rule: &str) -> Option<&'a RuleUse> {
        let at = self.uses.iter().position(|used| &*used.rule == rule)?;
        Some(self.uses.remove(at))
    }

    /// Takes the first use of this rule for the whole grid.
    fn take_whole(&mut self, rule: &str) -> Option<&'a RuleUse> {
        let at = self.uses.iter().position(|used| &*used.rule == rule && self.is_whole(used.argument("x")))?;
        Some(self.uses.remove(at))
    }

    /// The regions of a sudoku, none for cells of no region; takes the use that defines them.
    pub fn regions(&mut self) -> Result<Vec<Option<u32>>, Problem> {
        let side = self.grid.rows;
        if let Some(used) = self.take_whole("sudoku") {
            let (height, width) = match (used.number("h"), used.number("w")) {
                (Some(h), Some(w)) => (h as usize, w as usize),
                _ => usual_box(side),
            };
            return Ok(boxes(side, height, width));
        }
        if let Some(used) = self.take_whole("jigsaw") {
            match self.groups(used.argument("regions_of_x")) {
                Some(groups) => return Ok(groups),
                None => self.put_back(used),
            }
        }
        if self.take_whole("latin").is_some() {
            return Ok(vec![None; side * side]);
        }
        Err(Problem::new("this format has sudokus only, and this grid lacks a rule for its rows and columns")
            .help("write `sudoku(x)`, `jigsaw(x, region)` or `latin(x)` for the whole grid"))
    }

    pub fn uses(&self, rule: &str) -> bool {
        self.uses.iter().any(|used| &*used.rule == rule)
    }

    /// The value of a cell, if conditions on this cell alone determine it.
    pub fn given(&self, at: usize) -> Option<i64> {
        match self.allowed[at].as_deref() {
            Some([value]) => Some(*value),
            _ => None,
        }
    }

    /// The solution to include, only if it is unique: another program would mark a different solution as wrong.
    pub fn solution(&mut self) -> Option<&'a Assignment> {
        if self.solution.is_some() && !self.unique {
            self.leave_out("the solution, because it isn't known to be the only one: ask `unique` first".into());
            return None;
        }
        self.solution
    }

    /// The values of the solution, row by row, if the grid has no holes.
    pub fn solved(&mut self) -> Option<Vec<i64>> {
        let solution = self.solution()?;
        self.grid.unknowns.iter().map(|unknown| unknown.map(|u| solution.get(u))).collect()
    }

    /// The latest picture of this name.
    pub fn picture(&self, argument: &Argument) -> Option<&'a Picture> {
        let Argument::Picture(name) = argument else { return None };
        self.model.pictures.iter().rev().find(|picture| picture.name == *name)
    }

    pub fn is_whole(&self, argument: &Argument) -> bool {
        *argument == Argument::Grid(self.id)
    }

    /// Whether the grid is a square with the digits 1 to its side and no holes.
    pub fn is_square_of_digits(&self) -> bool {
        let side = self.grid.rows;
        let digits = self
            .grid
            .content
            .as_ref()
            .is_some_and(|(kind, domain)| *kind == Kind::Int && domain.iter().eq(1..=side as i64));
        side == self.grid.cols && digits && self.grid.present.iter().all(|p| *p)
    }

    /// The region of each cell, numbered in reading order, if the argument is a picture or lists of cells.
    pub fn groups(&self, argument: &Argument) -> Option<Vec<Option<u32>>> {
        let groups = match argument {
            Argument::Picture(_) => match &self.picture(argument)?.content {
                PictureContent::Regions { rows, cols, groups }
                    if (*rows, *cols) == (self.grid.rows, self.grid.cols) =>
                {
                    groups.clone()
                }
                _ => return None,
            },
            Argument::List(lists) => {
                let mut groups = vec![None; self.grid.len()];
                for (k, list) in lists.iter().enumerate() {
                    for (row, col) in list.places(self.id)? {
                        groups[row * self.grid.cols + col] = Some(k as u32);
                    }
                }
                groups
            }
            _ => return None,
        };
        Some(in_order(&groups))
    }

    /// A list of pairs of cells of the grid; empty if the argument is missing.
    pub fn pairs(&self, argument: &Argument) -> Option<Vec<(Place, Place)>> {
        let pair = |item: &Argument| match item.places(self.id)? {
            [a, b] => Some((*a, *b)),
            _ => None,
        };
        match argument {
            Argument::None => Some(vec![]),
            Argument::List(items) => items.iter().map(pair).collect(),
            _ => None,
        }
    }

    /// Takes the links of a graph that a use is about.
    pub fn take_links(&mut self, used: &RuleUse) {
        for (_, argument) in &used.arguments {
            let Argument::GraphLinks(links) = argument else { continue };
            let of_links = |variable: &&Variable| variable.unknowns.iter().all(|unknown| links.contains(unknown));
            for variable in self.model.variables.iter().filter(of_links) {
                let text = text_of(variable);
                self.left_out.retain(|left_out| *left_out != text);
            }
        }
    }

    /// The grid of these lines.
    pub fn grid_of(&self, lines: LinesId) -> GridId {
        self.model.lines[lines].grid
    }

    /// The shapes on the grid that no written use stands for.
    pub fn unwritten_shapes(&self) -> impl Iterator<Item = &'a Form> {
        let is_written = |used: &RuleUse| {
            !self.uses.iter().any(|open| std::ptr::eq(*open, used)) && !self.left_out.contains(&used.text)
        };
        let written: Vec<_> = self.model.uses.iter().filter(|used| is_written(used)).map(|used| &used.shapes).collect();
        let unwritten = move |k: usize| !written.iter().any(|shapes| shapes.contains(&k));
        let (shapes, grid) = (self.model.shapes.iter().enumerate(), self.id);
        shapes.filter(move |(k, shape)| shape.grid == grid && unwritten(*k)).map(|(_, shape)| &shape.form)
    }

    /// The text, and everything that was left out.
    pub fn finish(mut self, text: String) -> Written {
        for used in self.take_uses() {
            self.leave_out_use(used);
        }
        Written { text, left_out: self.left_out }
    }
}

/// An unknown as something that is left out.
fn text_of(variable: &Variable) -> String {
    format!("the unknown {}", variable.name)
}

/// The colour of a line or an area, of those that the programs offer.
pub(super) fn hex(colour: Colour) -> &'static str {
    match colour {
        Colour::Grey => "#CFCFCF",
        Colour::Red => "#E6261F",
        Colour::Orange => "#EB7532",
        Colour::Gold => "#C9A227",
        Colour::Yellow => "#F7D038",
        Colour::Green => "#67F067",
        Colour::Blue => "#34BBE6",
        Colour::Purple => "#D23BE7",
        Colour::Pink => "#FF8FC8",
        Colour::Black => "#000000",
    }
}

/// Whether the use belongs to a partition that is another rule's argument.
fn is_of_another(model: &Model, used: &RuleUse) -> bool {
    let given =
        |other: &RuleUse| other.arguments.iter().any(|(_, value)| used.arguments.iter().any(|(_, own)| own == value));
    &*used.rule == "partition" && model.uses.iter().any(|other| &*other.rule != "partition" && given(other))
}

/// Groups, renumbered by their first cells.
pub(super) fn in_order(groups: &[Option<u32>]) -> Vec<Option<u32>> {
    let mut seen: Vec<u32> = vec![];
    let mut number = |group: u32| {
        let at = seen.iter().position(|g| *g == group).unwrap_or_else(|| {
            seen.push(group);
            seen.len() - 1
        });
        at as u32
    };
    groups.iter().map(|group| group.map(&mut number)).collect()
}

/// The groups of boxes of this height and width.
pub(super) fn boxes(side: usize, height: usize, width: usize) -> Vec<Option<u32>> {
    let across = side.div_ceil(width.max(1));
    let groups: Vec<Option<u32>> = (0..side * side)
        .map(|at| Some((at / side / height.max(1) * across + at % side / width.max(1)) as u32))
        .collect();
    in_order(&groups)
}

/// Height and width of a sudoku's default boxes: as near to a square as possible, wide rather than high.
pub(super) fn usual_box(side: usize) -> (usize, usize) {
    let height = (1..=side).take_while(|h| h * h <= side).filter(|h| side.is_multiple_of(*h)).last().unwrap_or(1);
    (height, side / height)
}

/// The conjuncts of a condition.
fn conjuncts(model: &Model, e: ExprId) -> Vec<ExprId> {
    let (mut open, mut parts) = (vec![e], vec![]);
    while let Some(e) = open.pop() {
        match model.pool.node(e) {
            Node::And(inner) => open.extend(inner.iter().copied()),
            _ => parts.push(e),
        }
    }
    parts
}

/// The only unknown of a condition.
fn only_unknown(model: &Model, e: ExprId) -> Option<UnknownId> {
    let mut found = None;
    for e in within(model, e) {
        if let Node::BoolVar(u) | Node::IntVar(u) = model.pool.node(e)
            && found.replace(*u).is_some_and(|other| other != *u)
        {
            return None;
        }
    }
    found
}

/// All parts of an expression, each after its own parts.
fn within(model: &Model, e: ExprId) -> Vec<ExprId> {
    let mut all: Vec<ExprId> = model.pool.nodes_under(&[e]).collect();
    all.sort_unstable();
    all
}

/// The values of the only unknown for which a condition holds.
fn values_left(model: &Model, e: ExprId, unknown: UnknownId) -> Vec<i64> {
    let parts = within(model, e);
    let holds = |value: i64| {
        let mut values: FxHashMap<ExprId, i64> = FxHashMap::default();
        for part in &parts {
            let here = node_value(model.pool.node(*part), |_| value, |child| values.get(&child).copied().unwrap_or(0));
            values.insert(*part, here);
        }
        values[&e] != 0
    };
    model.unknown(unknown).domain.iter().filter(|v| holds(*v)).collect()
}
