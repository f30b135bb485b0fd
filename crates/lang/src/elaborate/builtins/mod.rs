//! The built-in functions: one table for calls, completion and help.

mod aggregates;
mod lists;
mod numbers;
mod pieces;
mod polyominoes;
mod runs;
mod shapes;
mod strokes;
mod topology;

use super::Elaborator;
use super::value::{Args, Builtin, Value};
use crate::diagnostic::Result;
use rustc_hash::FxHashMap;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

const fn function(
    name: &'static str,
    arity: RangeInclusive<usize>,
    run: fn(&mut Elaborator, Args) -> Result<Value>,
    signature: &'static str,
    help: &'static str,
) -> Builtin {
    Builtin { name, signature, help, arity, generator: false, named: &[], run }
}

/// A function whose first argument can be `E for ...`.
const fn aggregate(
    name: &'static str,
    arity: RangeInclusive<usize>,
    run: fn(&mut Elaborator, Args) -> Result<Value>,
    signature: &'static str,
    help: &'static str,
) -> Builtin {
    Builtin { name, signature, help, arity, generator: true, named: &[], run }
}

/// All functions, by family.
pub static BUILTINS: &[Builtin] = &[
    aggregate("all", 1..=1, aggregates::all, "all(E for c in l)", "every condition holds"),
    aggregate("any", 1..=1, aggregates::any, "any(E for c in l)", "some condition holds"),
    aggregate("none", 1..=1, aggregates::none, "none(E for c in l)", "no condition holds"),
    aggregate("count", 1..=1, aggregates::count, "count(E for c in l)", "how many conditions hold"),
    aggregate("sum", 1..=1, aggregates::sum, "sum(E for c in l)", "the sum"),
    aggregate("product", 1..=1, aggregates::product, "product(E for c in l)", "the product"),
    aggregate("min", 1..=usize::MAX, aggregates::min, "min(l)", "the smallest; also `min(a, b)` and `min(E for ...)`"),
    aggregate("max", 1..=usize::MAX, aggregates::max, "max(l)", "the largest; also `max(a, b)` and `max(E for ...)`"),
    Builtin {
        named: &["except"],
        ..aggregate(
            "distinct",
            1..=1,
            aggregates::distinct,
            "distinct(l, except: 0)",
            "all different; values named by `except` may repeat",
        )
    },
    function("occurs", 2..=2, aggregates::occurs, "occurs(l, v)", "how often v is in l"),
    Builtin {
        named: &["ring"],
        ..function(
            "runs",
            2..=2,
            runs::runs,
            "runs(l, [3, 1])",
            "in a list of yes/no, the blocks of consecutive yes have exactly these lengths, in order (\"?\" is any); with \
             `ring: true` the list closes to a ring, and the order does not matter",
        )
    },
    function("abs", 1..=1, numbers::abs, "abs(e)", "the absolute value"),
    function(
        "number",
        1..=usize::MAX,
        numbers::number,
        "number(S, E, N, D)",
        "decimal digits, or a list of them, as one number",
    ),
    function(
        "domain",
        1..=1,
        numbers::domain,
        "domain(c)",
        "the values that a cell, unknown or grid was declared with; of another number, what its bounds allow",
    ),
    function(
        "list",
        1..=1,
        lists::list,
        "list(v)",
        "v as a list: its elements if it has any, [v] for a single thing, [] for none",
    ),
    function(
        "unknowns",
        1..=1,
        lists::unknowns,
        "unknowns(v)",
        "v as a list of cells or other unknowns; for rules about places: a value made of them, as r1c1 - r1c2, is an error",
    ),
    function("size", 1..=1, lists::size, "size(l)", "how many elements"),
    function(
        "contains",
        2..=2,
        lists::contains,
        "contains(l, c)",
        "whether the place c (or the tuple of places) is in l",
    ),
    function(
        "positions",
        2..=2,
        lists::positions,
        "positions(l, v)",
        "where in l the elements are that are v, or that hold the place v (lists, regions): positions from 1",
    ),
    function("reverse", 1..=1, lists::reverse, "reverse(l)", "the list from the end"),
    function(
        "sorted",
        1..=1,
        lists::sorted,
        "sorted(l)",
        "known values in increasing order: numbers, or tuples and lists of them, and cells in reading order",
    ),
    function("first", 1..=1, lists::first, "first(l)", "the first element; none if the list is empty"),
    function("last", 1..=1, lists::last, "last(l)", "the last element; none if the list is empty"),
    function("zip", 2..=usize::MAX, lists::zip, "zip(a, b)", "tuples of elements in the same position"),
    function("pairs", 1..=1, lists::pairs, "pairs(l)", "each element with the next one"),
    function("all_pairs", 1..=1, lists::all_pairs, "all_pairs(l)", "each two elements once"),
    function("label", 1..=1, lists::label, "label(g)", "the label of a region, a number if it is one"),
    function(
        "cells",
        1..=1,
        shapes::cells,
        "cells(x)",
        "the cells, row by row; of links, fences and partitions those of their grid; of clues on corners or borders all their \
         places",
    ),
    function("rows", 1..=1, shapes::rows, "rows(x)", "the rows, each a list of cells"),
    function("cols", 1..=1, shapes::cols, "cols(x)", "the columns, each a list of cells"),
    function(
        "boxes",
        1..=3,
        shapes::boxes,
        "boxes(x, h, w)",
        "the grid cut into boxes of h rows and w columns; `boxes(x)`: as in a sudoku of that size",
    ),
    function("diagonals", 1..=1, shapes::diagonals, "diagonals(x)", "the main diagonal, then the other one"),
    function("windows", 3..=3, shapes::windows, "windows(x, h, w)", "every block of h by w, overlapping"),
    function(
        "block",
        5..=5,
        shapes::block,
        "block(x, i, j, h, w)",
        "the part of h by w cells whose first is in row i, column j",
    ),
    function("row", 1..=1, shapes::row, "row(c)", "the row of a cell, from 1"),
    function("col", 1..=1, shapes::col, "col(c)", "the column of a cell, from 1"),
    function(
        "height",
        1..=2,
        shapes::height,
        "height(x)",
        "the number of rows; `height(p, c)`: of the rows that the piece of c in a partition takes up",
    ),
    function(
        "width",
        1..=2,
        shapes::width,
        "width(x)",
        "the number of columns; `width(p, c)`: of the columns that the piece of c in a partition takes up",
    ),
    function("dist", 2..=2, shapes::dist, "dist(c, d)", "the taxicab distance of two cells"),
    function("neighbors", 1..=1, shapes::neighbors, "neighbors(c)", "the orthogonal neighbours"),
    function("touching", 1..=1, shapes::touching, "touching(c)", "the up to eight cells around"),
    function("knights", 1..=1, shapes::knights, "knights(c)", "the cells a knight's move away"),
    function("at", 2..=2, shapes::at, "at(c, k)", "the cells at taxicab distance exactly k"),
    function("within", 2..=2, shapes::within, "within(c, k)", "the cells at taxicab distance 1 to k"),
    function("adjacent", 1..=1, shapes::adjacent, "adjacent(x)", "each orthogonal pair once, in reading order"),
    function("next", 2..=2, shapes::next, "next(c, up)", "the cell one step in a direction, or none"),
    function("opposite", 1..=1, shapes::opposite, "opposite(way)", "the direction that leads back"),
    function("ray", 2..=2, shapes::ray, "ray(c, right)", "the cells outward from c, without c"),
    function("on_grid", 3..=3, shapes::on_grid, "on_grid(x, i, j)", "whether there is a cell in row i, column j"),
    Builtin {
        named: &["to", "diagonal", "by", "places"],
        ..aggregate(
            "connected",
            1..=1,
            topology::connected,
            "connected(P for c in x, to: edge)",
            "the cells where P holds are one piece, or none; with `to:` each is connected to the rim, or to a cell of a \
             list; with `diagonal: true` cells that touch at a corner are neighbours too, with `by: knights`, or a `def` of \
             your own, those it lists; also `connected(e)` of what is drawn, and \
             `connected((a, b) for a, b in l where P, places: cells)`, where the places belong to the piece though no \
             edge may touch them",
        )
    },
    aggregate(
        "areas",
        1..=1,
        topology::areas,
        "areas(P for c in x)",
        "the connected areas of cells where P holds, which must be known now: a list of lists of cells; `areas(p)` of a \
         partition are its pieces, of links what they join",
    ),
    Builtin {
        named: &["diagonal", "by"],
        ..aggregate(
            "no_loops",
            1..=1,
            topology::no_loops,
            "no_loops(e)",
            "what is drawn has no closed loop; also `no_loops((a, b) for a, b in l where P)`, and of the cells where P \
             holds `no_loops(P for c in x)`, `diagonal: true` or `by: f` as for `connected`",
        )
    },
    Builtin {
        named: &["crossing"],
        ..function(
            "single_loop",
            1..=1,
            strokes::single_loop,
            "single_loop(e)",
            "what is drawn is exactly one closed loop; with `crossing: true` the links may cross: where four meet, the \
             loop goes straight on both ways",
        )
    },
    function("degree", 2..=2, strokes::degree, "degree(e, c)", "the number of links at c"),
    function(
        "arm",
        3..=3,
        strokes::arm,
        "arm(e, c, way)",
        "how far the links go straight from c in a direction, in steps: 0 if there is none; of a partition, how many \
         cells in that direction are in c's piece before another one begins",
    ),
    function(
        "turns",
        2..=2,
        strokes::turns,
        "turns(e, c)",
        "whether the line turns in c: one link up or down, one to a side",
    ),
    function(
        "straight",
        2..=2,
        strokes::straight,
        "straight(e, c)",
        "whether the line goes straight through c: links up and down, or left and right",
    ),
    function(
        "inside",
        2..=2,
        strokes::inside,
        "inside(e, c)",
        "whether the loop goes around c; a cell that links go through is not inside",
    ),
    function("around", 2..=2, strokes::around, "around(e, c)", "the four fences of c: up, left, right, down"),
    function(
        "corners",
        1..=1,
        strokes::corners,
        "corners(e)",
        "for each corner the list of the fences that meet there",
    ),
    function("same", 3..=3, pieces::same, "same(p, c, d)", "whether c and d are in one piece of the partition"),
    function("piece_size", 2..=2, pieces::piece_size, "piece_size(p, c)", "the size of c's piece"),
    function("rectangles", 1..=1, pieces::rectangles, "rectangles(p)", "every piece of the partition is a rectangle"),
    function(
        "turned",
        1..=1,
        polyominoes::turned,
        "turned(s)",
        "a shape, a list of cells or of `(row, column)`, after a quarter turn to the right: a sorted list of `(row, \
         column)`, moved to the top left corner",
    ),
    function(
        "mirrored",
        1..=1,
        polyominoes::mirrored,
        "mirrored(s)",
        "a shape with left and right exchanged, as from `turned`",
    ),
    function(
        "shape",
        1..=1,
        polyominoes::shape,
        "shape(s)",
        "a list of cells as a sorted list of `(row, column)`, moved to the top left corner: two pieces look the same where \
         their shapes are equal",
    ),
    function(
        "shapes",
        1..=1,
        polyominoes::shapes,
        "shapes(s)",
        "a shape in its one to eight different positions, turned and mirrored",
    ),
];

/// The function with this name.
pub(super) fn find(name: &str) -> Option<&'static Builtin> {
    static BY_NAME: LazyLock<FxHashMap<&str, &Builtin>> =
        LazyLock::new(|| BUILTINS.iter().map(|b| (b.name, b)).collect());
    BY_NAME.get(name).copied()
}
