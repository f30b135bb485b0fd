//! Jane Street's monthly grid puzzles of `jane_street.json`.
//!
//! Some answers follow from the finished grid in a way that the language can't express: areas of empty groups, the best choice
//! of one cell in each line. These are computed here, and the table marks them.

use super::picture::{cells, edges, full, list, numbers, outside, regions, with_zeros};
use super::{Case, Check, Grid, When, grid};
use serde_json::Value;

/// The best divisor of nine unknown numbers of nine digits: not found in minutes.
const SLOW: &str = "sudoku_gcd_max";

pub(super) fn case(puzzle: &Value) -> Case {
    let kind = puzzle["kind"].as_str().expect("a kind").to_string();
    Case {
        id: puzzle["id"].as_str().expect("an id").to_string(),
        script: script(&kind, puzzle),
        checks: checks(&kind, puzzle),
        when: if kind == SLOW { When::All } else { When::Always },
        kind,
    }
}

fn checks(kind: &str, puzzle: &Value) -> Vec<Check> {
    let solution = || Check::unique_grid("x", solution(kind, puzzle));
    let answer = || puzzle["answer"].as_i64().expect("an answer");
    let prints = |rule: &str| vec![solution(), Check::solves(), Check::prints(rule, answer())];
    match kind {
        // Two grids, with one answer.
        "block_party_line" if puzzle["solution_count"] == 2 => {
            vec![Check::count(2), Check::solves(), Check::prints(CONCATENATED, answer())]
        }
        "block_party_line" => prints(CONCATENATED),
        "block_party_taxicab" => prints("sum(product(r) for r in rows(x))"),
        "block_party_taxicab_idbug" => vec![Check::unique_status("multiple")],
        "hooks_fixed" => prints("sum(c for c in x where (row(c) + col(c)) % 2 = 0)"),
        "hooks_free" => vec![solution(), Check::computes(largest_choice, answer())],
        "number_cross_sum_or_product" => prints("sum(x)"),
        "knight_path" => prints("max(product(max(c, 1) for c in line) for line in rows(x) + cols(x))"),
        "knight_path_regionsum" => prints("sum(max(r) * max(r) for r in rows(x))"),
        "sudoku_remote" | "sudoku_neighbour_product" => prints("sum(c * c for c in clue)"),
        "sudoku_gcd_max" => vec![
            Check::optimum("maximize g", puzzle["optimum"].as_i64().expect("an optimum")),
            Check::prints("number(r5)", answer()),
        ],
        "die_path" => vec![
            Check::solves(),
            Check::prints(
                "sum(n[c] for c in board where none(i[t] = row(c) and j[t] = col(c) for t in 1..last + 1))",
                answer(),
            ),
        ],
        "choco_banana" if puzzle["answer"].is_i64() => prints("product(count(not c for c in r) for r in rows(x))"),
        _ if puzzle["answer"].is_i64() => vec![solution(), Check::computes(product_of_empty_areas, answer())],
        _ => vec![solution()],
    }
}

/// Black cells are holes; in the other kinds an empty cell has the value 0.
fn solution(kind: &str, puzzle: &Value) -> Grid {
    let mut expected = grid(&puzzle["solution"]);
    if kind == "number_cross_sum_or_product" {
        for cell in numbers(&puzzle["clues"]["black"]) {
            expected[cell[0] as usize][cell[1] as usize] = None;
        }
    }
    expected
}

/// For each region the largest number that one row has in it, read from left to right.
const CONCATENATED: &str =
    "sum(max(number([c for c in g where row(c) = i]) for i in {row(c) for c in g}) for g in cage)";

fn script(kind: &str, puzzle: &Value) -> String {
    let n = puzzle["rows"].as_u64().expect("a size") as usize;
    let clues = &puzzle["clues"];
    let cage = || regions("cage", &clues["regions"]);
    let givens = || cells("givens", n, n, &clues["givens"]);
    let sums = || outside("total", &[("top", list(&clues["col_sum"])), ("left", list(&clues["row_sum"]))]);
    match kind {
        "block_party_line" | "block_party_taxicab" | "block_party_taxicab_idbug" => {
            let largest = match kind {
                "block_party_taxicab_idbug" => "label(g)",
                _ => "size(g)",
            };
            let near = if kind == "block_party_line" { LINE } else { "" };
            let rule = if kind == "block_party_line" { NEAREST_IN_LINE } else { NEAREST_TAXICAB };
            format!(
                "grid x {n}x{n} in 1..10\n{}{}\n{FILLED}{near}\nfor g in cage, c in g, k in 1..{largest} {{\n{rule}}}\n",
                cage(),
                givens()
            )
        }
        "hooks_fixed" => format!("grid x 9x9 in 0..9\n{}{HOOKS_FIXED}{SUMS}", sums()),
        "hooks_free" => format!("grid x 9x9 in 0..9\n{}{HOOKS}{HOOK_DIGITS}{SUMS}", sums()),
        "hooks_edge_product" => {
            format!("grid x 9x9 in 0..9\n{}{HOOKS}{HOOK_DIGITS}{ONE_PIECE}{FIRST_TWO}", edges("seen", clues))
        }
        "hooks_edge_blocksum" => {
            format!("grid x 9x9 in 0..9\n{}{HOOKS}{HOOK_DIGITS}{ONE_PIECE}{FIRST_RUN}", edges("seen", clues))
        }
        "hooks_regions" | "hooks_regions_anydigit" => {
            let digits = if kind == "hooks_regions" { HOOK_DIGITS } else { ANY_HOOK_DIGITS };
            format!(
                "grid x 9x9 in 0..9\n{}{}{HOOKS}{digits}{ONE_PIECE}for g in cage {{ sum(g) = {} }}\n",
                cage(),
                givens(),
                clues["region_sum"]
            )
        }
        "hooks_neighbour_sum" => {
            let around = cells("clues around", n, n, &clues["clue_cells"]);
            let rule = "for c in around { c = 0; sum(neighbors(c)) = around[c] }\n";
            format!("grid x 9x9 in 0..9\n{around}{HOOKS}{ANY_HOOK_DIGITS}{ONE_PIECE}{rule}")
        }
        "twenty_four_seven" => {
            let seen = edges("seen", clues);
            let rule = if seen.is_empty() { "" } else { FIRST_SEEN };
            format!("grid x 7x7 in 0..7\n{}{seen}{TWENTY_FOUR_SEVEN}{ONE_PIECE}{rule}", givens())
        }
        "twenty_four_seven_four" => {
            format!(
                "grid x 12x12 in 0..7\n{}{}{FOUR_IN_ONE}{ONE_PIECE}{FIRST_SEEN_OR_SUM}",
                givens(),
                edges("seen", clues)
            )
        }
        "number_cross_sum_or_product" => number_cross(clues),
        "knight_path" => {
            format!(
                "let steps = {}\ngrid x 8x8 in 0..steps\n{}{}{KNIGHT_PATH}{QUARTER_TURN}{SUMS}",
                clues["steps"],
                givens(),
                sums()
            )
        }
        "knight_path_regions" => format!(
            "let steps = {}\ngrid x 10x10 in 0..steps\n{}{}{KNIGHT_PATH}{LEAVES_REGION}\
             for line in rows(x) + cols(x) {{ count(c > 0 for c in line) = {} }}\n\
             for g in cage {{ count(c > 0 for c in g) = {} }}\n",
            clues["steps"],
            cage(),
            givens(),
            clues["per_line"],
            clues["per_region"]
        ),
        "knight_path_regionsum" => format!(
            "let steps = {}\ngrid x 10x10 in 0..steps\n{}{}{KNIGHT_PATH}for g in cage {{ sum(g) = {} }}\n",
            clues["steps"],
            cage(),
            givens(),
            clues["region_sum"]
        ),
        "sudoku_remote" => format!("{SUDOKU}{}{REMOTE}", full("clues clue", &numbers(&clues["distance"]))),
        "sudoku_neighbour_product" => {
            format!("{SUDOKU}{}{NEIGHBOUR_PRODUCT}", full("clues clue", &numbers(&clues["product"])))
        }
        "sudoku_gcd_max" => format!("grid x 9x9 in 0..9\n{}{GCD}", givens()),
        "kenken_concatenated" => kenken(clues),
        "die_path" => format!("{}{DIE}", with_zeros("clues n of board", &numbers(&clues["grid"]))),
        "choco_banana" => {
            let w = puzzle["cols"].as_u64().expect("a size") as usize;
            format!("grid x {n}x{w} in bool\n{}{CHOCO_BANANA}", cells("clues area", n, w, &clues["givens"]))
        }
        _ => panic!("puzzle of a new kind: {kind}"),
    }
}

const FILLED: &str = "\
for g in cage {
  distinct(g)
  for c in g { c <= size(g) }
}
";

const LINE: &str = "
## The cells of c's row and column.
def line(c) = rows(x)[row(c)] + cols(x)[col(c)]
";

const NEAREST_IN_LINE: &str =
    "  c = k => any(d = k for d in line(c) where dist(c, d) = k) and none(d = k for d in line(c) where 0 < dist(c, d) < k)
";

const NEAREST_TAXICAB: &str = "  c = k => any(d = k for d in at(c, k)) and none(d = k for d in within(c, k - 1))
";

const SUMS: &str = "for k, line in total { sum(line) = k }\n";

const HOOKS_FIXED: &str = "
for c in x { c in {0, max(row(c), col(c))} }
for k in 1..9 { occurs(x, k) = k }
";

/// The square of side k that is left when larger hooks are taken away; hook k is what it has more than the next.
const HOOKS: &str = "
hidden var first_row[9], first_col[9] in 1..9          # where the square of side k starts
first_row[9] = 1
first_col[9] = 1
for k in 1..8 {
  first_row[k] - first_row[k + 1] in {0, 1}
  first_col[k] - first_col[k + 1] in {0, 1}
}
hidden grid hook 9x9 in 1..9
for c in x {
  hook[c] = 10 - count(0 <= row(c) - first_row[k] < k and 0 <= col(c) - first_col[k] < k for k in 1..9)
}
for k in 1..9 { occurs(x, k) = k }
";

const HOOK_DIGITS: &str = "for c in x { c = 0 or c = hook[c] }\n";

const ANY_HOOK_DIGITS: &str = "
hidden var digit[9] in 1..9
distinct(digit)
for c in x { c = 0 or c = digit[hook[c]] }
";

const ONE_PIECE: &str = "
for w in windows(x, 2, 2) { any(c = 0 for c in w) }
connected(c > 0 for c in x)
";

const FIRST_TWO: &str = "
for k, line in seen {
  any(line[i] * line[j] = k and sum(line[1..j]) = line[i] + line[j] for j in 2..9, i in 1..j - 1)
}
";

const FIRST_RUN: &str = "
def in_first_run(line, i) =
  line[i] > 0 and (all(c = 0 for c in line[1..i - 1]) or i > 1 and in_first_run(line, i - 1))
for k, line in seen { sum(line[i] for i in 1..9 where in_first_run(line, i)) = k }
";

const TWENTY_FOUR_SEVEN: &str = "
for k in 1..7 { occurs(x, k) = k }
for line in rows(x) + cols(x) {
  count(c > 0 for c in line) = 4
  sum(line) = 20
}
";

const FOUR_IN_ONE: &str = "
for i in [1, 6], j in [1, 6] {
  let part = block(x, i, j, 7, 7)
  for k in 1..7 { occurs(part, k) = k }
  for line in rows(part) + cols(part) {
    count(c > 0 for c in line) = 4
    sum(line) = 20
  }
}
";

const FIRST_SEEN: &str = "
for k, line in seen { any(line[i] = k and sum(line[1..i - 1]) = 0 for i in 1..size(line)) }
";

const FIRST_SEEN_OR_SUM: &str = "
for k, line in seen {
  if k > 7 { sum(line) = k } else { any(line[i] = k and sum(line[1..i - 1]) = 0 for i in 1..size(line)) }
}
";

const KNIGHT_PATH: &str = "
for k in 1..steps { occurs(x, k) = 1 }
for c in x, k in 1..steps - 1 { c = k => any(d = k + 1 for d in knights(c)) }
";

const QUARTER_TURN: &str = "for c in x { c > 0 <=> x[col(c), 9 - row(c)] > 0 }\n";

const LEAVES_REGION: &str = "for c in x, d in knights(c) where cage[c] is cage[d] { c > 0 => d != c + 1 }\n";

const SUDOKU: &str = "
grid x 9x9 in 1..9
for line in rows(x) + cols(x) + boxes(x, 3, 3) { distinct(line) }
";

const REMOTE: &str = "
for c in clue { any(d = clue[c] for d in at(c, clue[c]) where row(d) = row(c) or col(d) = col(c)) }
";

const NEIGHBOUR_PRODUCT: &str = "
for c in clue { any(a * b = clue[c] for a, b in all_pairs(neighbors(c))) }
";

const GCD: &str = "
for line in rows(x) + cols(x) + boxes(x, 3, 3) { distinct(line) }

var missing in 0..9
for c in x { c != missing }

var g in 1..123456789                       # nine different multiples of g have nine digits at most
for line in rows(x) { number(line) % g = 0 }
";

const DIE: &str = "
grid board 6x6
let score = [n[c] for c in board]
let last = 40                               # the path has at most as many rolls

enum way { north south east west stay }
hidden var roll[last] in way
var i[last + 1], j[last + 1] in 1..6
i[1] = 6
j[1] = 1
i[last + 1] = 1
j[last + 1] = 6

# A die has faces 1 to 6, opposite ones add up to 7, and each has an unknown value.
hidden var face[6] in -1000..1000
hidden var top[last + 1], north_face[last + 1], east_face[last + 1] in 1..6
top[1] = 1
north_face[1] = 2
east_face[1] = 3

for t in 1..last {
  roll[t] = stay <=> i[t] = 1 and j[t] = 6
  i[t + 1] - i[t] = (roll[t] = south) - (roll[t] = north)
  j[t + 1] - j[t] = (roll[t] = east) - (roll[t] = west)
  roll[t] in {north, south} => east_face[t + 1] = east_face[t]
  roll[t] in {east, west} => north_face[t + 1] = north_face[t]
  roll[t] = north => top[t + 1] = 7 - north_face[t] and north_face[t + 1] = top[t]
  roll[t] = south => top[t + 1] = north_face[t] and north_face[t + 1] = 7 - top[t]
  roll[t] = east => top[t + 1] = 7 - east_face[t] and east_face[t + 1] = top[t]
  roll[t] = west => top[t + 1] = east_face[t] and east_face[t + 1] = 7 - top[t]
  roll[t] != stay => score[6 * i[t + 1] + j[t + 1] - 6] = score[6 * i[t] + j[t] - 6] + t * face[top[t + 1]]
}
";

const CHOCO_BANANA: &str = "
hidden partition piece of x
for a, b in adjacent(x) { same(piece, a, b) <=> (a <=> b) }
for c in area { piece_size(piece, c) = area[c] }

# A shaded piece is a rectangle: it has no inner corner. An unshaded one has an inner corner somewhere: each
# unshaded cell is joined to one, and so to a cell beside the board.
for w in windows(x, 2, 2) { count(w) != 3 }
def bends(c) = not c and any(count(w) = 1 for w in windows(x, 2, 2) where contains(w, c))
grid beside 1x1
let away = beside.r1c1
def joined(a, b) = if a is away then x[b] or bends(b) else not a and not b
connected((a, b) for a, b in adjacent(x) + [(away, c) for c in x] where joined(a, b), places: [])
";

const CONCATENATED_CAGES: &str = "
for line in rows(x) + cols(x) { distinct(line) }

## The digits of each row of the cage, read as one number, from the top.
def parts(cells) = [number([c for c in cells where row(c) = i]) for i in sorted({row(c) for c in cells})]
rule plus(cells, n) { sum(parts(cells)) = n }
rule times(cells, n) { product(parts(cells)) = n }
rule minus(cells, n) { let p = parts(cells); abs(p[1] - p[2]) = n }
rule divide(cells, n) { let p = parts(cells); p[1] = n * p[2] }
";

fn kenken(clues: &Value) -> String {
    let mut script = format!("grid x 9x9 in 1..9\n{}{CONCATENATED_CAGES}\n", regions("cage", &clues["cages"]));
    for clue in clues["ops"].as_array().expect("clues") {
        let rule = match clue[1].as_str() {
            Some("+") => "plus",
            Some("*") => "times",
            Some("-") => "minus",
            _ => "divide",
        };
        script += &format!("{rule}(cage.{}, {})\n", clue[0], clue[2]);
    }
    script
}

fn number_cross(clues: &Value) -> String {
    let mut black = vec![vec!["."; 9]; 9];
    for cell in numbers(&clues["black"]) {
        black[cell[0] as usize][cell[1] as usize] = "#";
    }
    let rows: String = black.iter().map(|row| format!("  {}\n", row.concat())).collect();
    let mut script = format!("clues black {{\n{rows}}}\ngrid x 9x9 in 1..9 except black\n");
    script += "rule entry(cells, n) { sum(cells) = n or product(cells) = n }\n\n";
    for entry in clues["entries"].as_array().expect("entries") {
        let cells = numbers(&entry["cells"]);
        let name = |c: &[i64]| format!("r{}c{}", c[0] + 1, c[1] + 1);
        script += &format!("entry({}..{}, {})\n", name(&cells[0]), name(&cells[cells.len() - 1]), entry["value"]);
    }
    script
}

/// The product of the areas of the orthogonally connected groups of empty cells.
fn product_of_empty_areas(grid: &Grid) -> i64 {
    let mut left: Vec<(usize, usize)> = (0..grid.len())
        .flat_map(|i| (0..grid[i].len()).map(move |j| (i, j)))
        .filter(|&(i, j)| grid[i][j] == Some(0))
        .collect();
    let mut product = 1;
    while let Some(start) = left.pop() {
        let mut group = vec![start];
        let mut next = 0;
        while next < group.len() {
            let (i, j) = group[next];
            let (near, far) = left.into_iter().partition(|&(a, b)| a.abs_diff(i) + b.abs_diff(j) == 1);
            left = far;
            group.extend::<Vec<_>>(near);
            next += 1;
        }
        product *= group.len() as i64;
    }
    product
}

/// The largest product of one cell a row and a column.
fn largest_choice(grid: &Grid) -> i64 {
    // best[s]: over the first rows, as many as s has bits, with the columns of s used.
    let n = grid.len();
    let mut best = vec![0; 1 << n];
    best[0] = 1;
    for used in 1usize..1 << n {
        let row = used.count_ones() as usize - 1;
        best[used] = (0..n)
            .filter(|j| used >> j & 1 == 1)
            .map(|j| best[used & !(1 << j)] * grid[row][j].unwrap_or(0))
            .max()
            .unwrap_or(0);
    }
    best[(1 << n) - 1]
}
