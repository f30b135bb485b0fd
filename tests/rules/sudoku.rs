//! Latin squares, sudoku, and what is asked of single cells and of places that repeat.

use super::{Board, Case, beside, case, check, distinct, latin, places};

/// The cells of each part of h rows and w columns hold no value twice; a hole belongs to none.
fn parts(x: &Board, h: usize, w: usize) -> bool {
    let corners = places(x).filter(|&(r, c)| r % h == 0 && c % w == 0);
    corners.map(|at| part(x, at, h, w)).all(distinct)
}

fn part(x: &Board, (top, left): (usize, usize), h: usize, w: usize) -> Vec<i64> {
    x[top..top + h].iter().flat_map(|row| row[left..left + w].to_vec()).collect()
}

/// A sudoku of n by n cells with boxes of h by w in a larger board.
fn sudoku_at(x: &Board, (top, left): (usize, usize), n: usize, h: usize, w: usize) -> bool {
    let x: Vec<Vec<i64>> = x[top..top + n].iter().map(|row| row[left..left + n].to_vec()).collect();
    parts(&x, h, w) && latin(&x)
}

fn all_pairs(x: &Board, fine: impl Fn(i64, i64, usize, usize) -> bool) -> bool {
    places(x).all(|a| {
        places(x).filter(|&b| b > a).all(|b| fine(x[a.0][a.1], x[b.0][b.1], a.0.abs_diff(b.0), a.1.abs_diff(b.1)))
    })
}

fn squares(x: &Board) -> impl Iterator<Item = Vec<i64>> + '_ {
    let corners = places(x).filter(|&(r, c)| r + 1 < x.len() && c + 1 < x[0].len());
    corners.map(|at| part(x, at, 2, 2))
}

/// Every 2x2 block has a value of each of these kinds.
fn each_kind(x: &Board, kinds: i64, kind: impl Fn(i64) -> i64) -> bool {
    squares(x).all(|square| (0..kinds).all(|k| square.iter().any(|&v| kind(v) == k)))
}

fn knights(a: i64, b: i64, rows: usize, cols: usize) -> bool {
    a != b || (rows, cols) != (1, 2) && (rows, cols) != (2, 1)
}

fn kings(a: i64, b: i64, rows: usize, cols: usize) -> bool {
    a != b || rows.max(cols) > 1
}

fn taxicab(a: i64, b: i64, rows: usize, cols: usize) -> bool {
    a != b || a != (rows + cols) as i64
}

fn flatmates(x: &Board) -> bool {
    places(x)
        .filter(|&(r, c)| x[r][c] == 5)
        .all(|(r, c)| r > 0 && x[r - 1][c] == 1 || x.get(r + 1).is_some_and(|row| row[c] == 9))
}

fn magic_at(x: &Board, left: usize) -> bool {
    let x: Vec<&[i64]> = x.iter().map(|row| &row[left..left + 3]).collect();
    let all: Vec<i64> = x.concat();
    let sum = |cells: [usize; 3]| cells.iter().map(|&k| all[k]).sum::<i64>();
    let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    lines.iter().all(|&line| sum(line) == sum(lines[0])) && distinct(all)
}

fn sorted(mut values: Vec<i64>) -> Vec<i64> {
    values.sort_unstable();
    values
}

fn whole_grids() -> Vec<Case> {
    vec![
        case("latin", "3x3 in 1..3", "latin(x)", latin),
        case("latin", "2x3 in 1..4", "latin(x)", latin),
        case("latin", "3x3 in 0..2", "latin(block(x, 1, 2, 2, 2))", |x| {
            distinct([x[0][1], x[0][2]])
                && distinct([x[1][1], x[1][2]])
                && distinct([x[0][1], x[1][1]])
                && distinct([x[0][2], x[1][2]])
        })
        .givens("1.. ... 211"),
        case("sudoku", "4x4 in 1..4", "sudoku(x)", |x| latin(x) && parts(x, 2, 2)).givens("1..4 .4.. 4..2 ..43"),
        case("sudoku", "2x4 in 1..4", "sudoku(x, 2, 2)", |x| latin(x) && parts(x, 2, 2)),
        case("sudoku", "4x2 in 1..4", "sudoku(x, h: 2, w: 2)", |x| latin(x) && parts(x, 2, 2)),
        case("sudoku", "2x4 in 1..4", "sudoku([[x[i, j] for j in 1..4] for i in 1..2], 2, 2)", |x| {
            latin(x) && parts(x, 2, 2)
        }),
        case("sudoku", "2x6 in 1..6", "sudoku(x, 2, 3)", |x| latin(x) && parts(x, 2, 3)).givens("123... 4..12."),
        case("sudoku", "6x2 in 1..6", "sudoku(x, 3, 2)", |x| latin(x) && parts(x, 3, 2)).givens("14 2. 3. .1 .2 .."),
        case("sudoku", "6x6 in 1..6", "sudoku(x)", |x| latin(x) && parts(x, 2, 3))
            .givens("235641 4..3.5 524136 316254 64.5.. 153462"),
        case("sudoku", "5x4 in 1..4", "sudoku(block(x, 2, 1, 4, 4))", |x| sudoku_at(x, (1, 0), 4, 2, 2))
            .givens("1.11 12.4 3..2 2..3 .3.1"),
        // Two that overlap in a box.
        case("sudoku", "6x6 in 1..4 except wall", "sudoku(block(x, 1, 1, 4, 4))\nsudoku(block(x, 3, 3, 4, 4))", |x| {
            sudoku_at(x, (0, 0), 4, 2, 2) && sudoku_at(x, (2, 2), 4, 2, 2)
        })
        .before("clues wall { ....##; ....##; ......; ......; ##....; ##.... }")
        .givens("1234## 34.2## 21..12 43...4 ##1..3 ##3421"),
        case("jigsaw", "3x3 in 1..3", "jigsaw(x, part)", |x| {
            latin(x) && distinct([x[0][0], x[0][1], x[1][0]]) && distinct([x[0][2], x[1][1], x[1][2]])
        })
        .before("regions part { a a b; a b b; c c c }"),
        case("jigsaw", "3x3 in 1..4", "jigsaw(x, part)", |x| latin(x) && distinct([x[0][0], x[0][1], x[1][1]]))
            .before("regions part { 1 1 .; . 1 .; . . . }")
            .givens("... 3.. ..2"),
        case("diagonal", "3x3 in 1..3", "diagonal(x)", |x| {
            distinct([x[0][0], x[1][1], x[2][2]]) && distinct([x[0][2], x[1][1], x[2][0]])
        })
        .givens(".1. 1.1 .1."),
        case("diagonal", "3x3 in 1..3", "diagonal(x, downright)", |x| distinct([x[0][0], x[1][1], x[2][2]]))
            .givens("1.2 1.1 .12"),
        case("diagonal", "3x3 in 1..3", "diagonal(x, direction: upright)", |x| distinct([x[0][2], x[1][1], x[2][0]]))
            .givens("1.2 1.1 .12"),
        case("windoku", "4x4 in 1..4", "windoku(x)", |x| distinct([x[1][1], x[1][2], x[2][1], x[2][2]]))
            .givens("111. 1..1 1..1 1111"),
        case("windoku", "9x9 in 1..9", "windoku(x)", |x| {
            [(1, 1), (1, 5), (5, 1), (5, 5)].into_iter().all(|at| distinct(part(x, at, 3, 3)))
        })
        .givens(".34967512 7.25483.9 596312748 6784251.3 325179684 149836257 261784935 45.291876 987653421"),
        case("disjoint_groups", "2x4 in 1..2", "disjoint_groups(x, 2, 2)", |x| {
            x.iter().all(|row| row[0] != row[2] && row[1] != row[3])
        }),
        case("disjoint_groups", "4x4 in 1..4", "disjoint_groups(x)", |x| {
            let corner = [(0, 0), (0, 1), (1, 0), (1, 1)];
            corner.iter().all(|&(r, c)| distinct([x[r][c], x[r][c + 2], x[r + 2][c], x[r + 2][c + 2]]))
        })
        .givens("12.. 34.. ..34 .1.2"),
        case("nonconsecutive", "2x3 in 1..4", "nonconsecutive(x)", |x| {
            all_pairs(x, |a, b, rows, cols| rows + cols != 1 || a.abs_diff(b) != 1)
        })
        .givens("... .1."),
        case("anti_knight", "3x3 in 1..2", "anti_knight(x)", |x| all_pairs(x, knights)),
        case("anti_knight", "3x4 in 1..3", "anti_knight(x)", |x| all_pairs(x, knights)).givens("1..2 .3.. ...1"),
        case("anti_knight", "3x3 in 1..2", "anti_knight(block(x, 1, 2, 3, 2))", |x| {
            x[0][1] != x[2][2] && x[0][2] != x[2][1]
        }),
        case("anti_king", "2x3 in 1..4", "anti_king(x)", |x| all_pairs(x, kings)),
        case("anti_king", "3x3 in 1..4", "anti_king(x)", |x| all_pairs(x, kings)).givens("1.. ... ..2"),
        case("anti_king", "3x2 in 1..4", "anti_king(block(x, 2, 1, 2, 2))", |x| distinct(x[1..].concat()))
            .givens(".. 1. .."),
        case("anti_taxicab", "2x3 in 1..3", "anti_taxicab(x)", |x| all_pairs(x, taxicab)),
        case("anti_taxicab", "2x3 in 0..2", "anti_taxicab(x)", |x| all_pairs(x, taxicab)),
        case("anti_taxicab", "3x3 in 2..4", "anti_taxicab(x)", |x| all_pairs(x, taxicab)).givens("2.. .3. ..."),
        case("global_entropy", "2x3 in 1..3", "global_entropy(x)", |x| each_kind(x, 3, |v| v - 1)),
        case("global_entropy", "2x3 in 1..6", "global_entropy(x)", |x| each_kind(x, 3, |v| (v - 1) / 2))
            .givens("1.. ..6"),
        case("global_entropy", "2x2 in 0..8", "global_entropy(x)", |x| each_kind(x, 3, |v| v / 3)).givens("0. .5"),
        case("global_modulo", "2x3 in 1..3", "global_modulo(x)", |x| each_kind(x, 3, |v| v % 3)),
        case("global_modulo", "2x3 in 0..2", "global_modulo(x, m: 2)", |x| each_kind(x, 2, |v| v % 2))
            .givens("0.. ..."),
    ]
}

fn single_cells_and_places() -> Vec<Case> {
    vec![
        case("dutch_flatmates", "3x2 in {1, 5, 9}", "dutch_flatmates(x)", flatmates),
        case("dutch_flatmates", "4x1 in 1..9", "dutch_flatmates(x)", flatmates).givens(". . 5 ."),
        case("even", "1x3 in 1..4", "even([r1c1, r1c3])", |x| x[0][0] % 2 == 0 && x[0][2] % 2 == 0),
        case("even", "1x3 in -2..2", "even(r1c2)", |x| x[0][1] % 2 == 0),
        case("odd", "1x3 in 1..4", "odd([r1c1, r1c3])", |x| x[0][0] % 2 != 0 && x[0][2] % 2 != 0),
        case("odd", "1x3 in -2..2", "odd(r1c2)", |x| x[0][1] % 2 != 0),
        case("minimum", "2x3 in 1..3", "minimum(r1c2)", |x| [x[0][0], x[0][2], x[1][1]].iter().all(|&v| x[0][1] < v)),
        case("minimum", "3x3 in 1..3", "minimum([r2c2, r1c3])", |x| {
            [(1, 1), (0, 2)].iter().all(|&at| beside(x, at).iter().all(|&(r, c)| x[at.0][at.1] < x[r][c]))
        })
        .givens("1.. ... .21"),
        case("maximum", "2x3 in 1..3", "maximum(r2c1)", |x| x[1][0] > x[0][0] && x[1][0] > x[1][1]),
        case("maximum", "3x3 in 1..3", "maximum([r2c2, r3c3])", |x| {
            [(1, 1), (2, 2)].iter().all(|&at| beside(x, at).iter().all(|&(r, c)| x[at.0][at.1] > x[r][c]))
        })
        .givens("1.. ... 1.."),
        case("clone", "2x3 in 1..3", "clone(r1, r2)", |x| x[0] == x[1]),
        case("clone", "1x4 in 1..4", "clone(r1c1..r1c2, r1c3..r1c4)", |x| x[0][..2] == x[0][2..]),
        case("clone", "1x3 in 1..4", "clone(r1c1, r1c3)", |x| x[0][0] == x[0][2]),
        case("same_values", "2x3 in 1..3", "same_values([r1, r2])", |x| sorted(x[0].clone()) == sorted(x[1].clone())),
        case("same_values", "3x2 in 1..4", "same_values(rows(x))", |x| {
            x.iter().all(|row| sorted(row.clone()) == sorted(x[0].clone()))
        }),
        case("extra_region", "2x2 in 1..4", "extra_region([r1c1, r2c2, r1c2])", |x| {
            distinct([x[0][0], x[1][1], x[0][1]])
        }),
        case("extra_region", "2x3 in 1..4", "extra_region(part.b)", |x| distinct([x[0][2], x[1][1], x[1][2]]))
            .before("regions part { a a b; . b b }")
            .givens("1.. 2.."),
        case("magic", "3x3 in 1..9", "magic(x)", |x| magic_at(x, 0)).givens("2.6 .5. ..8"),
        case("magic", "3x3 in 0..9", "magic(x)", |x| magic_at(x, 0)).givens("1.5 .4. ..7"),
        case("magic", "3x4 in 1..9", "magic(block(x, 1, 2, 3, 3))", |x| magic_at(x, 1)).givens(".8.6 135. 14.."),
        case("multi_sudoku", "2x3 in 1..2", "multi_sudoku(x, [(1, 1), (1, 2)], 2)", |x| {
            (0..2).all(|c| {
                [x[0][c], x[1][c]] != [x[0][c + 1], x[1][c + 1]] && x[0][c] != x[1][c] && x[0][c] != x[0][c + 1]
            }) && x[0][2] != x[1][2]
        }),
        case("samurai", "21x21 in 1..9 except wall", "samurai(x)", |x| {
            [(6, 6), (0, 0), (0, 12), (12, 0), (12, 12)].into_iter().all(|at| sudoku_at(x, at, 9, 3, 3))
        })
        .before(&format!("clues wall {{ {} }}", SAMURAI.map(|row| row.replace(|c| c != '#', ".")).join("; ")))
        .givens(&SAMURAI.join(" ")),
    ]
}

/// Two ways to fill in the four blanks of the middle, one for that in the overlap.
const SAMURAI: [&str; 21] = [
    "362418759###276384519",
    "497523186###154296378",
    "158697234###839157264",
    "239176845###325418697",
    "816254973###641579823",
    "745389621###987623145",
    "9817354.2987513742986",
    "524861397251468931752",
    "673942518436792865431",
    "######65..42987######",
    "######72..98645######",
    "######984765231######",
    "295748136529874325169",
    "143269875614329167458",
    "768135249873156489237",
    "532416798###413276895",
    "419872563###265948713",
    "876593412###798513642",
    "654321987###542731986",
    "321987654###631892574",
    "987654321###987654321",
];

#[test]
fn mean_what_they_say() {
    let mut cases = whole_grids();
    cases.extend(single_cells_and_places());
    check("sudoku", cases);
}
