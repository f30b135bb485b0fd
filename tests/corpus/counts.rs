//! The counted and optimum problems of `word_and_counts.json`: each kind one text over `n`, `h`, `w`.

use super::Check;
use super::words::count;
use serde_json::Value;

/// Thousands of solutions, wide sums, or a long proof.
pub(super) const SLOW: [&str; 12] = [
    "saturn-planets",
    "hawaii-states",
    "latin-5",
    "sudoku6-grids",
    "magic-4",
    "magic-hexagon-3",
    "golomb-8",
    "knights-tour-5-open",
    "knights-tour-6-closed",
    "dominoes-6x6",
    "pentomino-3x20",
    "pentomino-4x15",
];

pub(super) fn script_and_checks(kind: &str, puzzle: &Value) -> (String, Vec<Check>) {
    let params = &puzzle["params"];
    let n = |name: &str| params[name].as_u64().expect("a parameter");
    let size = |name: &str, text: &str| format!("let n = {}\n{text}", n(name));
    let board = |text: &str| format!("let h = {}\nlet w = {}\n{text}", n("rows"), n("cols"));
    let best = |question: &str| vec![Check::optimum(question, puzzle["optimum"].as_i64().expect("an optimum"))];
    match kind {
        "queens" => (size("n", QUEENS), vec![count(puzzle)]),
        "latin" => (size("n", LATIN), vec![count(puzzle)]),
        "sudoku_grids" => (board(SUDOKU_GRIDS), vec![count(puzzle)]),
        "magic_square" => (size("n", MAGIC_SQUARE), vec![count(puzzle)]),
        "magic_hexagon" => (MAGIC_HEXAGON.to_string(), vec![count(puzzle)]),
        "langford" => (size("n", LANGFORD), vec![count(puzzle)]),
        "golomb" => (size("marks", GOLOMB), best("minimize last(mark)")),
        "costas" => (size("n", COSTAS), vec![count(puzzle)]),
        "all_interval" => (size("n", ALL_INTERVAL), vec![count(puzzle)]),
        "magic_sequence" => (size("n", MAGIC_SEQUENCE), vec![count(puzzle)]),
        "number_partitioning" => (size("n", PARTITION), vec![count(puzzle)]),
        "knights_tour" => {
            let tour = if params["closed"] == true { CLOSED_TOUR } else { OPEN_TOUR };
            (board(tour), vec![count(puzzle)])
        }
        "domino" => (board(DOMINO), vec![count(puzzle)]),
        "pentomino" => (board(PENTOMINO), vec![count(puzzle)]),
        "schur" => (size("n", SCHUR), vec![count(puzzle)]),
        "waerden" => (size("n", WAERDEN), vec![count(puzzle)]),
        "ramsey" => (size("n", RAMSEY), vec![count(puzzle)]),
        "colouring" => (colouring(params), vec![count(puzzle)]),
        "still_life" => (size("n", STILL_LIFE), best("maximize count(x)")),
        "peaceable_queens" => (size("n", PEACEABLE_QUEENS), best("maximize occurs(x, 1)")),
        "steiner" => (size("n", STEINER), vec![count(puzzle)]),
        "orthogonal_latin" => (size("n", ORTHOGONAL_LATIN), vec![count(puzzle)]),
        _ => panic!("problem of a new kind: {kind}"),
    }
}

fn colouring(params: &Value) -> String {
    // Vertices are numbers from 0, or names.
    let colours = &params["colours"];
    let edges = params["edges"].as_array().expect("edges").iter();
    if let Some(vertices) = params["vertices"].as_array() {
        let text = |v: &Value| v.as_str().expect("a name").to_string();
        let names: Vec<String> = vertices.iter().map(text).collect();
        let lines: String = edges.map(|e| format!("{} != {}\n", text(&e[0]), text(&e[1]))).collect();
        return format!("var {} in 1..{colours}\n{lines}", names.join(", "));
    }
    let pairs: Vec<String> = edges.map(|e| format!("({}, {})", e[0], e[1])).collect();
    format!(
        "var v[{}] in 1..{colours}\nfor a, b in [{}] {{ v[a + 1] != v[b + 1] }}\n",
        params["vertices"],
        pairs.join(", ")
    )
}

/// Row by row, the column of the queen.
const QUEENS: &str = "
var q[n] in 1..n
distinct(q)
distinct(q[i] + i for i in 1..n)
distinct(q[i] - i for i in 1..n)
";

const LATIN: &str = "
grid x n by n in 1..n
for line in rows(x) + cols(x) { distinct(line) }
";

const SUDOKU_GRIDS: &str = "
grid x h * w by h * w in 1..h * w
for line in rows(x) + cols(x) + boxes(x, h, w) { distinct(line) }
";

const MAGIC_SQUARE: &str = "
grid x n by n in 1..n * n
distinct(x)
for line in rows(x) + cols(x) + diagonals(x) { sum(line) = n * (n * n + 1) / 2 }
";

const MAGIC_HEXAGON: &str = "
clues hole {
  ##...
  #....
  .....
  ....#
  ...##
}
grid x 5x5 in 1..19 except hole
distinct(x)
for line in rows(x) + cols(x) { sum(line) = 38 }
for k in 4..8 { sum(c for c in x where row(c) + col(c) = k) = 38 }
";

const LANGFORD: &str = "
var s[2 * n] in 1..n
for k in 1..n { any(s[i] = k and s[i + k + 1] = k for i in 1..2 * n - k - 1) }
";

const GOLOMB: &str = "
var mark[n] in 0..n * n
mark[1] = 0
for a, b in pairs(mark) { a < b }
distinct(b - a for a, b in all_pairs(mark))
";

const COSTAS: &str = "
var p[n] in 1..n
distinct(p)
for d in 1..n - 1 { distinct(p[i + d] - p[i] for i in 1..n - d) }
";

const ALL_INTERVAL: &str = "
var s[n] in 0..n - 1
distinct(s)
distinct(abs(a - b) for a, b in pairs(s))
";

const MAGIC_SEQUENCE: &str = "
var s[n] in 0..n - 1
for i in 1..n { s[i] = occurs(s, i - 1) }
";

/// The set that holds 1 is the first.
const PARTITION: &str = "
var chosen[n] in bool
chosen[1]
count(chosen) = n / 2
2 * sum(i for i in 1..n where chosen[i]) = sum(i for i in 1..n)
2 * sum(i * i for i in 1..n where chosen[i]) = sum(i * i for i in 1..n)
";

/// The value of a cell is the number of its step. The redundant second half, from the other end, prunes more.
const OPEN_TOUR: &str = "
let n = h * w
grid x h by w in 1..n
distinct(x)
for c in x {
  c < n => any(d = c + 1 for d in knights(c))
  c > 1 => any(d = c - 1 for d in knights(c))
}
";

/// The corner has two neighbours: from it to one of them and back by the other, so each tour is counted
/// in one direction only.
const CLOSED_TOUR: &str = "
let n = h * w
grid x h by w in 1..n
distinct(x)
r1c1 = 1
r2c3 = 2
for c in x {
  any(d = c % n + 1 for d in knights(c))
  any(c = d % n + 1 for d in knights(c))
}
";

/// The value of a cell is the place of the other half of its domino.
const DOMINO: &str = "
grid other h by w in 1..h * w
def place(c) = (row(c) - 1) * w + col(c)
for c in other { any(c = place(d) and d = place(c) for d in neighbors(c)) }
";

/// A yes or no for every way to put a piece on the board.
const PENTOMINO: &str = "
grid board h by w

# A piece, and how many quarter turns and reflections of it are different.
let pieces = [
  (\"F\", [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)], 4, 2),
  (\"I\", [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)], 2, 1),
  (\"L\", [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)], 4, 2),
  (\"N\", [(0, 0), (0, 1), (1, 1), (1, 2), (1, 3)], 4, 2),
  (\"P\", [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)], 4, 2),
  (\"T\", [(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)], 4, 1),
  (\"U\", [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)], 4, 1),
  (\"V\", [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)], 4, 1),
  (\"W\", [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)], 4, 1),
  (\"X\", [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)], 1, 1),
  (\"Y\", [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1)], 4, 2),
  (\"Z\", [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)], 2, 2)
]
def turned(shape, times) = if times = 0 then shape else turned([(j, -i) for i, j in shape], times - 1)
def reflected(shape, times) = if times = 0 then shape else [(i, -j) for i, j in shape]

let spots = [
  (name, [board[i + a, j + b] for a, b in shape])
  for name, piece, turns, sides in pieces, t in 1..turns, s in 1..sides, shape in [reflected(turned(piece, t - 1), s - 1)],
      i in -3..h + 4, j in -3..w + 4
  where all(on_grid(board, i + a, j + b) for a, b in shape)
]
let names = [name for name, spot in spots]
let places = [spot for name, spot in spots]

var used[size(spots)] in bool
for name, piece, turns, sides in pieces { count(u for u, m in zip(used, names) where m = name) = 1 }
for c in board { count(u for u, spot in zip(used, places) where contains(spot, c)) = 1 }
";

const SCHUR: &str = "
var colour[n] in 1..3
for a in 1..n, b in a..n - a { not (colour[a] = colour[b] = colour[a + b]) }
";

const WAERDEN: &str = "
var colour[n] in 1..2
for a in 1..n, d in 1..(n - a) // 2 { not (colour[a] = colour[a + d] = colour[a + 2 * d]) }
";

/// The colour of the edge between i and j; on the diagonal there is no edge.
const RAMSEY: &str = "
grid edge n by n in 1..2
for i in 1..n, j in 1..n { edge[i, j] = edge[j, i] }
for i in 1..n { edge[i, i] = 1 }
for i in 1..n, j in i + 1..n, k in j + 1..n { not (edge[i, j] = edge[i, k] = edge[j, k]) }
";

/// With a dead rim around the square, on which nothing may be born.
const STILL_LIFE: &str = "
grid x n + 2 by n + 2 in bool
for c in x {
  let around = count(touching(c))
  c => 2 <= around <= 3
  not c => around != 3
}
for line in [first(rows(x)), last(rows(x)), first(cols(x)), last(cols(x))] { none(line) }
";

/// 0 is an empty cell, 1 a white queen, 2 a black one.
const PEACEABLE_QUEENS: &str = "
grid x n by n in 0..2
for c in x, way in [right, downright, down, downleft], d in ray(c, way) { c * d != 2 }
occurs(x, 1) = occurs(x, 2)
";

const STEINER: &str = "
let triples = [[a, b, c] for a in 1..n, b in a + 1..n, c in b + 1..n]
var used[size(triples)] in bool
for a in 1..n, b in a + 1..n {
  count(u for u, t in zip(used, triples) where a in t and b in t) = 1
}
";

const ORTHOGONAL_LATIN: &str = "
grid a n by n in 1..n
grid b n by n in 1..n
for line in rows(a) + cols(a) + rows(b) + cols(b) { distinct(line) }
distinct(n * c + b[c] for c in a)
";
