//! The built-in functions: one table for calls, completion and help.

mod aggregates;
mod automaton;
mod lists;
mod numbers;
mod pieces;
mod polyominoes;
mod runs;
mod sets;
mod shapes;
mod strokes;
mod topology;

use super::value::{Args, Builtin, Value};
use super::{Elaborator, data};
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
            "all different; the values in `except` can repeat",
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
    Builtin {
        named: &["base"],
        ..function(
            "number",
            1..=usize::MAX,
            numbers::number,
            "number(S, E, N, D)",
            "decimal digits, or a list of them, as one number; with `base: 2` the digits of another base",
        )
    },
    function("power", 2..=2, numbers::power, "power(e, 3)", "a power whose exponent is known"),
    function("gcd", 2..=2, numbers::gcd, "gcd(a, b)", "the greatest common divisor; 0 if both are 0"),
    function("is_square", 1..=1, numbers::is_square, "is_square(e)", "whether e is the square of a whole number"),
    function("primes", 1..=1, numbers::primes, "primes(n)", "the set of the primes up to n: `r1c1 in primes(100)`"),
    function(
        "automaton",
        2..=2,
        automaton::automaton,
        "automaton(\"1* 2\", values)",
        "a regular expression over known values as (moves, start, accepting), as `regular` uses it",
    ),
    function(
        "domain",
        1..=1,
        numbers::domain,
        "domain(c)",
        "the values that a cell, unknown or grid was declared with; for another number, the values that its bounds allow",
    ),
    function(
        "list",
        1..=1,
        lists::list,
        "list(v)",
        "v as a list: its elements if it is a list, [v] for a single value, [] for none",
    ),
    function(
        "unknowns",
        1..=1,
        lists::unknowns,
        "unknowns(v)",
        "v as a list of cells or other unknowns, for rules about places; a value computed from them, such as r1c1 - r1c2, is an error",
    ),
    Builtin {
        named: &["header", "separator"],
        ..function(
            "csv",
            1..=1,
            data::read_csv,
            "csv(\"cost.csv\")",
            "the table in a file: a list of records if its first line names the columns, else a list of lists, or a list \
             of values if it has one column; the first line names the columns if it has only words and a number comes \
             later (`header: true` and `header: false` say it); the separator is `,`, `;` or a tab (`separator: \"|\"`)",
        )
    },
    function(
        "json",
        1..=1,
        data::read_json,
        "json(\"d.json\")",
        "the JSON in a file: arrays are lists, objects records, strings words, `null` is none",
    ),
    function(
        "lines",
        1..=1,
        data::read_lines,
        "lines(\"board.txt\")",
        "the lines of a file: a number or a word each, or a list of them where blanks separate several",
    ),
    function("size", 1..=1, lists::size, "size(l)", "the number of elements"),
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
        "the positions in l, from 1, of the elements that equal v, and of the lists and regions that contain the place v",
    ),
    function("reverse", 1..=1, lists::reverse, "reverse(l)", "the list in reverse order"),
    function(
        "sorted",
        1..=1,
        lists::sorted,
        "sorted(l)",
        "the values of the list in increasing order, also of unknowns: `sorted(l)[1]` is the smallest. Tuples and lists of \
         known things have the order of a dictionary, places without a value have reading order",
    ),
    function("sort", 1..=1, lists::sorted, "sort(l)", "another name of `sorted(l)`"),
    function("first", 1..=1, lists::first, "first(l)", "the first element; none if the list is empty"),
    function("last", 1..=1, lists::last, "last(l)", "the last element; none if the list is empty"),
    function(
        "zip",
        2..=usize::MAX,
        lists::zip,
        "zip(a, b)",
        "tuples of elements in the same position, as many as the shortest list has",
    ),
    function(
        "flatten",
        1..=1,
        lists::flatten,
        "flatten(l)",
        "the elements of the lists in a list, as one list: of an array with several indices all unknowns",
    ),
    function(
        "union",
        1..=usize::MAX,
        sets::union,
        "union(a, b)",
        "the set of the known values that are in any of the sets",
    ),
    function(
        "intersection",
        1..=usize::MAX,
        sets::intersection,
        "intersection(a, b)",
        "the set of the known values that are in all of the sets",
    ),
    function(
        "minus",
        2..=usize::MAX,
        sets::minus,
        "minus(a, b)",
        "the set of the known values that are in the first set and in none of the others",
    ),
    function("pairs", 1..=1, lists::pairs, "pairs(l)", "each element with the next one"),
    function("all_pairs", 1..=1, lists::all_pairs, "all_pairs(l)", "all pairs of two elements, each pair once"),
    function("label", 1..=1, lists::label, "label(g)", "the label of a region, as a number if it is one"),
    function(
        "cells",
        1..=1,
        shapes::cells,
        "cells(x)",
        "the cells, row by row; for links, fences and partitions the cells of their grid; for clues on corners or borders all their \
         places",
    ),
    function("rows", 1..=1, shapes::rows, "rows(x)", "the rows, each a list of cells; also of a list of lists"),
    function(
        "cols",
        1..=1,
        shapes::cols,
        "cols(x)",
        "the columns, each a list of cells; of a list of lists the lists of their first elements, their second ones, and so \
         on",
    ),
    function(
        "boxes",
        1..=3,
        shapes::boxes,
        "boxes(x, h, w)",
        "the boxes of h rows and w columns; `boxes(x)`: the usual boxes of a sudoku of that size; also of a list of lists",
    ),
    function("diagonals", 1..=1, shapes::diagonals, "diagonals(x)", "the main diagonal, then the other one"),
    function(
        "windows",
        2..=3,
        shapes::windows,
        "windows(x, h, w)",
        "every block of h by w, overlapping; `windows(line, n)`: every n neighbours in a list or line",
    ),
    function(
        "block",
        5..=5,
        shapes::block,
        "block(x, i, j, h, w)",
        "the block of h by w cells whose top left cell is in row i, column j",
    ),
    function("row", 1..=1, shapes::row, "row(c)", "the row of a cell, from 1"),
    function("col", 1..=1, shapes::col, "col(c)", "the column of a cell, from 1"),
    function(
        "height",
        1..=2,
        shapes::height,
        "height(x)",
        "the number of rows; `height(p, c)`: the number of rows that c's piece of the partition p covers",
    ),
    function(
        "width",
        1..=2,
        shapes::width,
        "width(x)",
        "the number of columns; `width(p, c)`: the number of columns that c's piece of the partition p covers",
    ),
    function("dist", 2..=2, shapes::dist, "dist(c, d)", "the taxicab distance between two cells"),
    function(
        "neighbors",
        1..=2,
        shapes::neighbors,
        "neighbors(c)",
        "the orthogonal neighbours; `neighbors(g, p)`: the places that an edge of the graph g joins to p",
    ),
    function(
        "edges",
        1..=1,
        topology::edges,
        "edges(g)",
        "the edges of a graph, as pairs of places; a list of pairs stays as it is",
    ),
    function("touching", 1..=1, shapes::touching, "touching(c)", "the up to eight cells around"),
    function("knights", 1..=1, shapes::knights, "knights(c)", "the cells a knight's move away"),
    function("at", 2..=2, shapes::at, "at(c, k)", "the cells at taxicab distance exactly k"),
    function("within", 2..=2, shapes::within, "within(c, k)", "the cells at taxicab distance 1 to k"),
    function("adjacent", 1..=1, shapes::adjacent, "adjacent(x)", "each orthogonal pair once, in reading order"),
    function("next", 2..=2, shapes::next, "next(c, up)", "the cell one step in a direction, or none"),
    function("opposite", 1..=1, shapes::opposite, "opposite(way)", "the opposite direction"),
    function("ray", 2..=2, shapes::ray, "ray(c, right)", "the cells outward from c, without c"),
    function("on_grid", 3..=3, shapes::on_grid, "on_grid(x, i, j)", "whether there is a cell in row i, column j"),
    Builtin {
        named: &["to", "diagonal", "by", "places"],
        ..aggregate(
            "connected",
            1..=1,
            topology::connected,
            "connected(P for c in x, to: edge)",
            "the cells where P holds form one connected piece, or there are none; with `to:` each of them is connected to \
             the rim (`edge`) or to a cell of a list; with `diagonal: true` cells that touch at a corner are neighbours \
             too; with `by: knights`, or a `def` of your own, the neighbours are those that it lists; also `connected(e)` \
             for lines, and `connected((a, b) for a, b in l where P, places: cells)` for any graph, where all `places` \
             belong to the piece, even those that no edge touches",
        )
    },
    aggregate(
        "areas",
        1..=1,
        topology::areas,
        "areas(P for c in x)",
        "the connected areas of cells where P, a known condition, holds: a list of lists of cells; `areas(p)` lists the \
         pieces of a partition, or the sets of cells that links join",
    ),
    Builtin {
        named: &["diagonal", "by"],
        ..aggregate(
            "no_loops",
            1..=1,
            topology::no_loops,
            "no_loops(e)",
            "the lines contain no closed loop; also `no_loops((a, b) for a, b in l where P)`, and for the cells where P \
             holds `no_loops(P for c in x)`, with `diagonal: true` or `by: f` as for `connected`",
        )
    },
    Builtin {
        named: &["crossing"],
        ..aggregate(
            "single_loop",
            1..=1,
            strokes::single_loop,
            "single_loop(e)",
            "the lines form exactly one closed loop; with `crossing: true` the loop can cross itself: where four links meet, the \
             loop goes straight both ways; also `single_loop((a, b) for a, b in l where P)` for the edges of any graph",
        )
    },
    function(
        "degree",
        2..=2,
        strokes::degree,
        "degree(e, c)",
        "the number of links at c, a cell or a place of a graph",
    ),
    function(
        "arm",
        3..=3,
        strokes::arm,
        "arm(e, c, way)",
        "the number of links in a straight line from c in a direction; for a partition, the number of \
         cells in that direction before another piece begins",
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
        "whether c is inside the loop; a cell that the loop passes through is not inside",
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
    function(
        "parts",
        2..=2,
        pieces::parts,
        "parts(p, l)",
        "the partition p with each piece divided into its cells in the list l and its other cells",
    ),
    function(
        "congruent",
        3..=3,
        pieces::congruent,
        "congruent(p, c, d)",
        "whether the pieces of c and d have the same shape, which can be turned and mirrored",
    ),
    function("piece_size", 2..=2, pieces::piece_size, "piece_size(p, c)", "the size of c's piece"),
    function("rectangles", 1..=1, pieces::rectangles, "rectangles(p)", "every piece of the partition is a rectangle"),
    function(
        "turned",
        1..=1,
        polyominoes::turned,
        "turned(s)",
        "a shape (a list of cells or of `(row, column)`) turned right by a quarter: a sorted list of `(row, \
         column)`, moved to the top left corner",
    ),
    function(
        "mirrored",
        1..=1,
        polyominoes::mirrored,
        "mirrored(s)",
        "a shape with left and right exchanged, as a list like that of `turned`",
    ),
    function(
        "shape",
        1..=1,
        polyominoes::shape,
        "shape(s)",
        "a list of cells as a sorted list of `(row, column)`, moved to the top left corner: two pieces look the same if \
         their shapes are equal",
    ),
    function(
        "shapes",
        1..=1,
        polyominoes::shapes,
        "shapes(s)",
        "the one to eight different orientations of a shape, turned and mirrored",
    ),
];

/// The function with this name.
pub(super) fn find(name: &str) -> Option<&'static Builtin> {
    static BY_NAME: LazyLock<FxHashMap<&str, &Builtin>> =
        LazyLock::new(|| BUILTINS.iter().map(|b| (b.name, b)).collect());
    BY_NAME.get(name).copied()
}
