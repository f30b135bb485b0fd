//! The puzzle as mathematics: unknowns over finite domains, typed expressions with bounds, and constraints with their
//! origins. The model knows no solver.

#![warn(missing_docs)]

pub mod arithmetic;
pub mod atom;
pub mod bounds;
pub mod chart;
pub mod checker;
mod conditions;
pub mod congruent;
mod cuts;
pub mod domain;
mod endless;
pub mod evaluate;
pub mod expr_id;
pub mod graph;
mod graph_conditions;
pub mod interval;
pub mod lines;
mod mark;
pub mod node;
pub mod origin;
pub mod picture;
pub mod pool;
mod predicate;
#[cfg(feature = "recipes")]
pub mod recipes;
pub mod rule_use;
pub mod sentence;
pub mod shape;
mod symmetry;
pub mod topology;
pub mod view;
pub mod wording;

pub use atom::Atom;
pub use chart::Chart;
pub use checker::Checker;
pub use cuts::Cuts;
pub use domain::{Domain, NO_END};
pub use evaluate::Assignment;
pub use expr_id::ExprId;
pub use graph::{Graph, GraphId, GraphRef};
pub use interval::{Bounds, Overflow};
pub use lines::{GraphLines, LineKind, Lines, LinesId};
pub use mark::Mark;
pub use node::Node;
pub use origin::{Frame, FrameKind, LoopTurn, LoopVariable, NamedUse, Origin, PlaceKind, PlaceName};
pub use picture::{Picture, PictureContent, PictureOf};
pub use pool::Pool;
pub use predicate::Predicate;
pub use rule_use::{Argument, RuleUse};
pub use sentence::Sentence;
pub use shape::{Form, Shape};
pub use symmetry::{Symmetry, symmetry};
pub use topology::{CellId, Grid, GridDrawing, GridId};
pub use view::View;
pub use wording::{ValueWording, YesNoWording};

use std::sync::Arc;

sator_base::ids::id! {
    /// The number of an unknown.
    pub struct UnknownId;
    /// The number of an enum.
    pub struct EnumId;
}

/// The kind of value that an integer of the model stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A number.
    Int,
    /// 0 is false, 1 is true.
    Bool,
    /// Position of the value in its enum, from 0.
    Enum(EnumId),
}

/// A variable of the puzzle.
#[derive(Clone, Debug)]
pub struct Unknown {
    /// The name as a user writes it: `r1c2`, `y.r1c2`, `S`, `q[3]`.
    pub name: String,
    /// The meaning of its value.
    pub kind: Kind,
    /// The possible values.
    pub domain: Domain,
    /// Whether answers leave it out. Two solutions that differ only in hidden unknowns count as one.
    pub hidden: bool,
    /// Whether a rule declares it. Steps don't name such an unknown, because users don't know how a rule is built.
    pub inner: bool,
}

/// A named scalar or list of unknowns, in the order of declaration. Grids are stored apart.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name in the declaration.
    pub name: String,
    /// One unknown, or the unknowns of a list.
    pub unknowns: Vec<UnknownId>,
    /// Whether it is a list.
    pub list: bool,
    /// Whether answers leave it out.
    pub hidden: bool,
    /// The number of the declaration; one declaration can declare several variables.
    pub group: u32,
    /// Its place in an array, if it is a part of one.
    pub place: Option<std::sync::Arc<ArrayPlace>>,
}

impl Variable {
    /// Whether a declaration of this name declares it.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.place.as_ref().is_some_and(|place| place.array == name)
    }
}

/// The place of a variable in an array. The elements of an array with one index that has names are variables of their
/// own; in an array with several indices, those that differ only in the last index are one variable.
#[derive(Clone, Debug)]
pub struct ArrayPlace {
    /// The name of the array.
    pub array: String,
    /// The indices in front.
    pub path: Vec<ArrayKey>,
    /// The names of the last index; `None` if it is a number from 1, or none is left.
    pub heads: Option<std::sync::Arc<[String]>>,
}

/// An index of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArrayKey {
    /// A name, such as a value of an enum.
    Name(String),
    /// A number, counted from 0.
    Number(usize),
}

/// An enum that a script declares.
#[derive(Clone, Debug)]
pub struct Enum {
    /// The name in the declaration.
    pub name: String,
    /// The span of its name in the declaration.
    pub declared: sator_base::source::Span,
    /// The names of the values.
    pub values: Vec<String>,
    /// Whether this is the enum of the directions, made when unknowns range over them. The names of directions keep
    /// their own meaning.
    pub directions: bool,
}

/// A condition that must hold, and its origin.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// The condition.
    pub expr: ExprId,
    /// Its origin.
    pub origin: Origin,
}

/// A condition that the blocks of consecutive yes in a line have these lengths, in order.
#[derive(Clone, Debug)]
pub struct BlockLine {
    /// The condition.
    pub expr: ExprId,
    /// The conditions of the line, in order.
    pub line: Box<[ExprId]>,
    /// The lengths of the blocks, each at least 1; `None` for any length.
    pub lengths: Box<[Option<usize>]>,
}

/// A condition that a solution can break at the price of its weight.
#[derive(Clone, Debug)]
pub struct Preference {
    /// The condition.
    pub expr: ExprId,
    /// At least 1.
    pub weight: i64,
    /// Its origin.
    pub origin: Origin,
}

/// A puzzle, complete for every question about it. It only grows, except by [`Model::rollback`].
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The title of the puzzle.
    pub title: Option<String>,
    /// The author of the puzzle.
    pub author: Option<String>,
    /// The rules in the author's words, by paragraph.
    pub rules_text: Vec<String>,
    /// A sentence for solvers about each rule in use, each once.
    pub rule_sentences: Vec<String>,
    /// Parts of the puzzle that no statement expresses.
    pub untranslated: Vec<String>,
    /// The expressions.
    pub pool: Pool,
    /// The unknowns.
    pub unknowns: Vec<Unknown>,
    /// Unknowns without an upper end. Their domains stop at [`NO_END`], so that a search that finds nothing proves
    /// nothing.
    pub open: Vec<UnknownId>,
    /// The grids, in the order of declaration.
    pub grids: Vec<Grid>,
    /// The named unknowns outside grids.
    pub variables: Vec<Variable>,
    /// The lines on grids.
    pub lines: Vec<Lines>,
    /// The links of graphs whose places are cells.
    pub graph_lines: Vec<GraphLines>,
    /// The enums.
    pub enums: Vec<Enum>,
    /// The conditions that must hold.
    pub constraints: Vec<Constraint>,
    /// Conditions that follow from the constraints, each with the text that names its step in an explanation. Nothing but
    /// explanations reads them.
    pub patterns: Vec<Constraint>,
    /// Conditions on the blocks of lines. Nothing but explanations reads them.
    pub block_lines: Vec<BlockLine>,
    /// The conditions that are preferred.
    pub preferences: Vec<Preference>,
    /// The shapes that rules draw, in the order of their uses.
    pub shapes: Vec<Shape>,
    /// The charts that rules draw.
    pub charts: Vec<Chart>,
    /// The wording of yes and no for unknowns outside cells.
    pub sentences: Vec<YesNoWording>,
    /// The wording of the values of unknowns.
    pub value_words: Vec<ValueWording>,
    /// The pictures, in the order in which they were read.
    pub pictures: Vec<Picture>,
    /// The standard rules that the script uses, in order.
    pub uses: Vec<RuleUse>,
    /// When a rule is used again with other clues: the unknowns of the first use. The declarations of the second use
    /// take them in order.
    pub reused: std::ops::Range<usize>,
    cells: u32,
}

/// The part of a model that a formula depends on: its expressions and their unknowns, but not which conditions must
/// hold.
#[derive(Clone, Copy, Debug)]
pub struct Expressions<'a> {
    /// The expressions.
    pub pool: &'a Pool,
    /// The unknowns.
    pub unknowns: &'a [Unknown],
}

impl Expressions<'_> {
    /// The unknown with this id.
    pub fn unknown(&self, id: UnknownId) -> &Unknown {
        &self.unknowns[id]
    }
}

impl Model {
    /// The expressions and the unknowns.
    pub fn expressions(&self) -> Expressions<'_> {
        Expressions { pool: &self.pool, unknowns: &self.unknowns }
    }

    /// The conditions of the constraints.
    pub fn conditions(&self) -> Vec<ExprId> {
        self.constraints.iter().map(|c| c.expr).collect()
    }

    /// The paragraphs of the rules for solvers: the author's text, or else the sentences about the rules in use.
    pub fn rules_in_words(&self) -> &[String] {
        if self.rules_text.is_empty() { &self.rule_sentences } else { &self.rules_text }
    }

    /// `3 preferences`: names them in messages about programs that have none.
    pub fn preferences_text(&self) -> String {
        sator_base::text::counted(self.preferences.len() as u64, "preference")
    }

    /// Adds an unknown with a nonempty domain. An unknown that is declared again keeps its id.
    pub fn add_unknown(&mut self, unknown: Unknown) -> UnknownId {
        let id = UnknownId(self.reused.start as u32);
        let same = |u: &Unknown| (u.kind, &u.domain, u.hidden) == (unknown.kind, &unknown.domain, unknown.hidden);
        if !self.reused.is_empty() && same(&self.unknowns[id]) {
            self.reused.start += 1;
            return id;
        }
        self.unknowns.push(unknown);
        UnknownId(self.unknowns.len() as u32 - 1)
    }

    /// Adds a grid, and an unknown for each present cell if `content` is given. `present` lists the cells row by row,
    /// `rows * cols` of them.
    pub fn add_grid(
        &mut self,
        name: &str,
        (rows, cols): (usize, usize),
        content: Option<(Kind, Domain)>,
        present: Vec<bool>,
        hidden: bool,
    ) -> GridId {
        let main = !hidden && self.grids.iter().all(|g| g.hidden);
        let first = CellId(self.cells);
        self.cells += (rows * cols) as u32;
        let mut unknowns = vec![None; rows * cols];
        if let Some((kind, domain)) = &content {
            for (i, slot) in unknowns.iter_mut().enumerate().filter(|&(i, _)| present[i]) {
                let mut unknown =
                    Unknown { name: String::new(), kind: *kind, domain: domain.clone(), hidden, inner: false };
                if !main {
                    unknown.name.push_str(name);
                    unknown.name.push('.');
                }
                topology::push_place(&mut unknown.name, i / cols, i % cols);
                *slot = Some(self.add_unknown(unknown));
            }
        }
        self.grids.push(Grid {
            name: name.into(),
            rows,
            cols,
            hidden,
            content,
            first,
            present,
            unknowns,
            drawing: Arc::new(GridDrawing { givens: vec![false; rows * cols], ..GridDrawing::default() }),
        });
        GridId(self.grids.len() as u32 - 1)
    }

    /// The enum of the directions, if some unknowns range over them.
    pub fn directions(&self) -> Option<EnumId> {
        self.enums.iter().position(|e| e.directions).map(EnumId::at)
    }

    /// The grid with this id.
    pub fn grid(&self, id: GridId) -> &Grid {
        &self.grids[id]
    }

    /// The drawing of a grid, to be changed.
    pub fn drawing_mut(&mut self, id: GridId) -> &mut GridDrawing {
        Arc::make_mut(&mut self.grids[id].drawing)
    }

    /// The unknown with this id.
    pub fn unknown(&self, id: UnknownId) -> &Unknown {
        &self.unknowns[id]
    }

    /// Whether the unknown is a line between two cells.
    pub fn is_line(&self, u: UnknownId) -> bool {
        self.lines.iter().any(|lines| lines.place_of(u).is_some())
    }

    /// The grid that a cell belongs to.
    pub fn grid_of(&self, cell: CellId) -> GridId {
        GridId(self.grids.partition_point(|g| g.first.0 <= cell.0) as u32 - 1)
    }

    /// Row and column, counted from 0.
    pub fn position(&self, cell: CellId) -> (usize, usize) {
        self.grid(self.grid_of(cell)).position(cell)
    }

    /// The unknown in a cell; `None` in a grid of places only.
    pub fn unknown_at(&self, cell: CellId) -> Option<UnknownId> {
        let grid = self.grid(self.grid_of(cell));
        grid.unknowns[grid.index(cell)]
    }

    /// The strokes that start at a cell or bound it, of all visible lines on its grid.
    pub fn strokes_at(&self, cell: CellId) -> Vec<UnknownId> {
        let at = self.position(cell);
        let lines = self.lines.iter().filter(|l| !l.hidden && l.grid == self.grid_of(cell));
        let around = lines.flat_map(|l| [(-1, 0), (0, -1), (0, 1), (1, 0)].map(|step| l.toward(at, step)));
        around.flatten().collect()
    }

    /// The first grid declared that is not hidden.
    pub fn main_grid(&self) -> Option<GridId> {
        self.grids.iter().position(|g| !g.hidden).map(GridId::at)
    }

    /// `r3c4`, or `y.r3c4` for a cell outside the main grid.
    pub fn cell_name(&self, cell: CellId) -> String {
        let mut name = String::with_capacity(8);
        self.write_cell_name(cell, &mut name);
        name
    }

    /// Appends [`Model::cell_name`] to a text, without an allocation.
    pub fn write_cell_name(&self, cell: CellId, text: &mut String) {
        let id = self.grid_of(cell);
        let grid = self.grid(id);
        if self.main_grid() != Some(id) {
            text.push_str(&grid.name);
            text.push('.');
        }
        grid.write_place(cell, text);
    }

    /// The unknowns by which solutions are distinguished.
    pub fn visible(&self) -> impl Iterator<Item = UnknownId> + '_ {
        (0..self.unknowns.len() as u32).map(UnknownId).filter(|&u| !self.unknown(u).hidden)
    }

    /// The pictures of a grid, in the order in which they were read.
    pub fn pictures_of(&self, grid: GridId) -> impl Iterator<Item = &Picture> {
        let main = self.main_grid() == Some(grid);
        self.pictures.iter().filter(move |picture| match &picture.of {
            PictureOf::Grid(id) => *id == grid,
            PictureOf::Named(name) => *self.grid(grid).name == **name,
            PictureOf::Main => main,
        })
    }

    /// The node of an unknown: a condition for a bool, else an integer.
    pub fn node_of(&mut self, id: UnknownId) -> ExprId {
        let unknown = &self.unknowns[id];
        match unknown.kind {
            Kind::Bool => self.pool.bool_var(id, unknown),
            _ => self.pool.int_var(id, unknown),
        }
    }

    /// The condition that an unknown has this value.
    pub fn value_is(&mut self, id: UnknownId, value: i64) -> ExprId {
        let e = self.node_of(id);
        match (self.unknowns[id].kind, value) {
            (Kind::Bool, 0) => self.pool.not(e),
            (Kind::Bool, _) => e,
            _ => self.pool.member(e, &Domain::range(value, value)),
        }
    }

    /// The place of an unknown for users: the name of a cell or variable, or the place of a stroke.
    pub fn place_of(&self, u: UnknownId) -> String {
        self.lines.iter().find_map(|l| l.place_of(u)).unwrap_or_else(|| self.unknown(u).name.clone())
    }

    /// A value of an unknown, as a user writes it.
    pub fn value_text(&self, kind: Kind, value: i64) -> String {
        match kind {
            Kind::Int => value.to_string(),
            Kind::Bool => (value != 0).to_string(),
            Kind::Enum(id) => self.enums[id].values[value as usize].clone(),
        }
    }
}
