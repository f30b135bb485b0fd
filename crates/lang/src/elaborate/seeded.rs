//! `partition p of x, one number in each`: a partition in which each piece contains a fixed number of some cells, its
//! seeds.
//!
//! The first seed of a piece in reading order identifies the piece, and each cell of the piece has that seed's number
//! as its *owner*. Owners are far quicker to solve than borders: "two cells are in one piece" is an equation, and the
//! cells of one owner are a connected set that contains a known cell.

use super::Elaborator;
use super::value::{DrawnLines, Owners, Value};
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::syntax::ast::{Expr, Seeds};
use rustc_hash::FxHashMap;
use sator_base::source::Span;
use sator_model::graph::{Edge, Structure};
use sator_model::lines::STEPS;
use sator_model::node::{FALSE, TRUE};
use sator_model::{Domain, ExprId, Kind, LinesId, Unknown, UnknownId, ValueWording};

impl Elaborator {
    /// Makes the owners of the partition just declared.
    pub(super) fn seed_partition(&mut self, drawn: &DrawnLines, seeds: &Seeds, span: Span) -> Result<Owners> {
        let places = self.seed_places(drawn.id, seeds.count, &seeds.of)?;
        let many = seeds.count as usize;
        let lines = self.lines(drawn.id);
        let (cols, name, grid) = (lines.cols, lines.name.clone(), lines.grid);
        let present = self.model.grid(grid).present.clone();
        self.tick_many(present.len() * places.len().max(1), span)?;
        let domains = self.owner_domains(&present, cols, &places, many);
        let mut of: Vec<Option<ExprId>> = vec![None; present.len()];
        let mut unknowns = vec![None; present.len()];
        for (at, domain) in domains.into_iter().enumerate().filter(|&(at, _)| present[at]) {
            if domain.is_empty() {
                let cell = format!("r{}c{}", at / cols + 1, at % cols + 1);
                let message = format!("no seed can be reached from {cell}, so it is in no piece");
                return fail(Diagnostic::at(Code::Seeds, seeds.of.span, message));
            }
            let unknown = Unknown {
                name: format!("owner({name}, r{}c{})", at / cols + 1, at % cols + 1),
                kind: Kind::Int,
                domain,
                hidden: true,
                inner: true,
            };
            let id = self.model.add_unknown(unknown);
            unknowns[at] = Some(id);
            of[at] = Some(self.model.pool.int_var(id, &self.model.unknowns[id]));
        }
        self.add_owner_wording(format!("owner({name})"), unknowns, cols, (&places, many));
        let owners = self.assert_owners(drawn, of, &places, many, span)?;
        self.check_size(span)?;
        Ok(owners)
    }

    /// Adds a hidden grid of the owners with its wording, so that steps can mention them: `r1c2 is in the piece of
    /// r3c3`. A piece with several seeds is named by its first: that `r3c5 isn't in the piece of r3c5` would say the contrary.
    fn add_owner_wording(
        &mut self,
        name: String,
        unknowns: Vec<Option<UnknownId>>,
        cols: usize,
        (places, many): (&[usize], usize),
    ) {
        let whose = if many > 1 { "in the piece whose first clue is at" } else { "in the piece of" };
        let present: Vec<bool> = unknowns.iter().map(Option::is_some).collect();
        let grid = self.model.add_grid(&name, (present.len() / cols, cols), None, present, true);
        let of = unknowns.iter().flatten().map(|&u| (u, None)).collect();
        self.model.grids[grid].unknowns = unknowns;
        let piece = |&at: &usize| format!("{whose} r{}c{}", at / cols + 1, at % cols + 1).into();
        self.model.value_words.push(ValueWording { of, from: 1, words: places.iter().map(piece).collect() });
    }

    /// The seeds as places of the grid, in reading order.
    fn seed_places(&mut self, id: LinesId, count: u32, of: &Expr) -> Result<Vec<usize>> {
        let span = of.span;
        let value = self.expression(of)?;
        self.note_all_read(&value);
        // `number`, without a picture of that name.
        if matches!(value, Value::Builtin(_)) {
            return fail(self.wrong("a picture or a list of cells", &value, span).help(
                "there is no picture of this name: declare it first, `clues number { ... }`; if `generate` makes the picture, the \
                 partition has no seeds: `partition p of x`",
            ));
        }
        let list = self.list(&value, span)?;
        let cols = self.lines(id).cols;
        let mut places = Vec::with_capacity(list.len());
        for item in list.iter() {
            let Value::Cell(cell) = *item else {
                return fail(self.wrong("a picture or a list of cells", item, span).help(
                    "the seeds are the cells with a clue of a picture, or a list of cells: `partition p of x, one \
                     number in each`",
                ));
            };
            let (row, col) = self.place_on(id, cell, span)?;
            places.push(row * cols + col);
        }
        places.sort_unstable();
        places.dedup();
        let many = count as usize;
        if places.is_empty() || many == 0 || !places.len().is_multiple_of(many) {
            let message = format!("{} cells can't be shared out, {many} to each piece", places.len());
            return fail(
                Diagnostic::at(Code::Seeds, span, message)
                    .help("the number of cells must be a multiple of the number in each piece"),
            );
        }
        Ok(places)
    }

    /// By cell: the seeds that can own it, because a path leads there that avoids the seeds of other pieces.
    fn owner_domains(&self, present: &[bool], cols: usize, places: &[usize], many: usize) -> Vec<Domain> {
        let mut by_cell: Vec<Vec<i64>> = vec![Vec::new(); present.len()];
        for (k, &start) in places.iter().enumerate() {
            let passable = |at: usize| present[at] && (many > 1 || places.binary_search(&at).is_err());
            let mut seen = vec![false; present.len()];
            seen[start] = true;
            let mut open = vec![start];
            while let Some(at) = open.pop() {
                by_cell[at].push(k as i64 + 1);
                for next in around(at, cols, present.len()) {
                    if !seen[next] && passable(next) {
                        seen[next] = true;
                        open.push(next);
                    }
                }
            }
        }
        // The owner is the first seed of its piece.
        for (k, &at) in places.iter().enumerate() {
            by_cell[at].retain(|&owner| owner <= k as i64 + 1);
        }
        by_cell.into_iter().map(Domain::from_values).collect()
    }

    /// Asserts the conditions on owners: a border lies between different owners, and the cells of an owner are
    /// connected to its seed.
    fn assert_owners(
        &mut self,
        drawn: &DrawnLines,
        of: Vec<Option<ExprId>>,
        places: &[usize],
        many: usize,
        span: Span,
    ) -> Result<Owners> {
        let edges = drawn.graph.edges.clone();
        for edge in edges.iter() {
            let (Some(a), Some(b)) = (of[edge.ends.0 as usize], of[edge.ends.1 as usize]) else { continue };
            let equal = self.model.pool.eq(a, b);
            let equal = self.overflow(equal, span)?;
            let joined = self.model.pool.iff(edge.on, equal);
            self.assert(joined, span, None)?;
        }
        let mut sizes = Vec::with_capacity(places.len());
        for k in 0..places.len() {
            self.step(span)?;
            let owned = self.owned_by(&of, k, span)?;
            let seed = owned[places[k]];
            if many > 1 {
                for &holds in &owned {
                    let only = self.model.pool.implies(holds, seed);
                    if only != TRUE {
                        self.assert(only, span, None)?;
                    }
                }
                // A seed that owns anything owns exactly `many` seeds.
                let mut terms: Vec<(i64, ExprId)> =
                    places.iter().map(|&at| (1, self.model.pool.from_bool(owned[at]))).collect();
                terms.push((-(many as i64), self.model.pool.from_bool(seed)));
                let balance = self.model.pool.linear(terms, 0);
                let (balance, zero) = (self.overflow(balance, span)?, self.model.pool.int(0));
                let balanced = self.model.pool.eq(balance, zero);
                let balanced = self.overflow(balanced, span)?;
                self.assert(balanced, span, None)?;
            }
            let connected = self.connected_cells(&owned, &edges);
            if connected != TRUE {
                self.assert(connected, span, None)?;
            }
            let terms: Vec<(i64, ExprId)> =
                owned.iter().filter(|&&e| e != FALSE).map(|&e| (1, self.model.pool.from_bool(e))).collect();
            let size = self.model.pool.linear(terms, 0);
            sizes.push(self.overflow(size, span)?);
        }
        Ok(Owners { of, sizes, seeds: places.to_vec(), many })
    }

    /// Asserts that each piece contains `count` cells of another kind.
    pub(super) fn share_out(&mut self, id: LinesId, owners: &Owners, count: u32, of: &Expr, span: Span) -> Result<()> {
        let places = self.seed_places(id, count, of)?;
        let pieces = owners.seeds.len() / owners.many;
        if places.len() != pieces * count as usize {
            let message = format!("{} cells can't be shared out, {count} to each of {pieces} pieces", places.len());
            return fail(
                Diagnostic::at(Code::Seeds, of.span, message)
                    .help("each kind of cells in `in each` must fill the same number of pieces"),
            );
        }
        for k in 0..owners.seeds.len() {
            self.step(span)?;
            let owned = self.owned_by(&owners.of, k, span)?;
            let mut terms: Vec<(i64, ExprId)> =
                places.iter().map(|&at| (1, self.model.pool.from_bool(owned[at]))).collect();
            terms.push((-i64::from(count), self.model.pool.from_bool(owned[owners.seeds[k]])));
            let balance = self.model.pool.linear(terms, 0);
            let (balance, zero) = (self.overflow(balance, span)?, self.model.pool.int(0));
            let balanced = self.model.pool.eq(balance, zero);
            let balanced = self.overflow(balanced, span)?;
            self.assert(balanced, span, None)?;
        }
        Ok(())
    }

    /// By cell: whether the seed with this number, from 0, owns it.
    fn owned_by(&mut self, of: &[Option<ExprId>], seed: usize, span: Span) -> Result<Vec<ExprId>> {
        let number = self.model.pool.int(seed as i64 + 1);
        let mut owned = Vec::with_capacity(of.len());
        for &owner in of {
            owned.push(match owner {
                Some(owner) => {
                    let holds = self.model.pool.eq(owner, number);
                    self.overflow(holds, span)?
                }
                None => FALSE,
            });
        }
        Ok(owned)
    }

    /// The condition that the cells where `there` holds are connected. Cells known to be outside are left out.
    fn connected_cells(&mut self, there: &[ExprId], edges: &[Edge]) -> ExprId {
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        let mut vertices = Vec::new();
        for (at, &holds) in there.iter().enumerate().filter(|(_, e)| **e != FALSE) {
            numbers.insert(at as u32, vertices.len() as u32);
            vertices.push(holds);
        }
        let joined = edges.iter().filter_map(|edge| {
            let ends = (*numbers.get(&edge.ends.0)?, *numbers.get(&edge.ends.1)?);
            Some(Edge { ends, on: TRUE })
        });
        let edges: Box<[Edge]> = joined.collect();
        let shape = Structure { size: vertices.len(), vertices: Some(vertices.into()), edges, faces: None };
        let graph = self.model.pool.graph(shape);
        self.model.pool.connected(&graph)
    }

    /// Whether two cells, given as vertices of the partition's graph, are in one piece.
    pub(super) fn in_one_piece(&mut self, drawn: &DrawnLines, u: u32, v: u32, span: Span) -> Result<ExprId> {
        let cols = self.lines(drawn.id).cols as u32;
        // Neighbours in one piece are joined.
        let step = ((v / cols) as i64 - (u / cols) as i64, (v % cols) as i64 - (u % cols) as i64);
        if step.0.abs() + step.1.abs() == 1 {
            let edge = drawn.graph.at[u as usize].iter().find(|at| at.1 == v);
            return Ok(edge.map_or(FALSE, |&(edge, _)| drawn.graph.edges[edge as usize].on));
        }
        // The first of two seeds in one piece owns the other.
        if let Some(owners) = &drawn.owners
            && owners.many == 2
            && let (Ok(first), Ok(_)) =
                (owners.seeds.binary_search(&(u.min(v) as usize)), owners.seeds.binary_search(&(u.max(v) as usize)))
            && let Some(owner) = owners.of[u.max(v) as usize]
            && u != v
        {
            let first = self.model.pool.int(first as i64 + 1);
            let equal = self.model.pool.eq(owner, first);
            return self.overflow(equal, span);
        }
        if let Some(owners) = &drawn.owners
            && let (Some(a), Some(b)) = (owners.of[u as usize], owners.of[v as usize])
        {
            let equal = self.model.pool.eq(a, b);
            return self.overflow(equal, span);
        }
        Ok(self.model.pool.reaches(&drawn.graph, u, v))
    }

    /// The number of cells in a cell's piece: a count over owners if the owner is known.
    pub(super) fn size_of_piece(&mut self, drawn: &DrawnLines, v: u32) -> ExprId {
        let owner =
            drawn.owners.as_ref().and_then(|owners| Some((owners, self.model.pool.constant(owners.of[v as usize]?)?)));
        match owner {
            Some((owners, k)) => owners.sizes[k as usize - 1],
            None => self.model.pool.piece_size(&drawn.graph, v),
        }
    }
}

fn around(at: usize, cols: usize, cells: usize) -> impl Iterator<Item = usize> {
    let (row, col, rows) = ((at / cols) as i64, (at % cols) as i64, (cells / cols) as i64);
    STEPS.into_iter().filter_map(move |(dr, dc)| {
        let (r, c) = (row + dr, col + dc);
        ((0..rows).contains(&r) && (0..cols as i64).contains(&c)).then_some((r * cols as i64 + c) as usize)
    })
}
