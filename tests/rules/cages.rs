//! Cages, dots, and clues outside the grid.

use super::{Board, Case, beside, case, check, column, distinct, latin, places, unknowns};

fn row(rule: &'static str, grid: &str, script: &str, holds: impl Fn(&[i64]) -> bool + 'static) -> Case {
    case(rule, grid, script, move |x| holds(&x[0]))
}

fn sum(l: &[i64]) -> i64 {
    l.iter().sum()
}

fn set(l: &[i64]) -> bool {
    distinct(l.to_vec())
}

fn reversed(l: &[i64]) -> Vec<i64> {
    l.iter().rev().copied().collect()
}

/// No choice of one or more of the values has this sum.
fn no_part_sums_to(l: &[i64], total: i64) -> bool {
    (1..1u32 << l.len()).all(|part| (0..l.len()).filter(|k| part >> k & 1 == 1).map(|k| l[k]).sum::<i64>() != total)
}

fn lunchbox(l: &[i64], total: i64) -> bool {
    let at = |v: Option<&i64>| l.iter().position(|a| Some(a) == v).expect("the value is there");
    let (a, b) = (at(l.iter().min()), at(l.iter().max()));
    set(l) && sum(&l[a.min(b) + 1..a.max(b)]) == total
}

/// For digits from 1 to n.
fn equality(l: &[i64], n: i64) -> bool {
    let count = |p: &dyn Fn(i64) -> bool| l.iter().filter(|&&v| p(v)).count();
    set(l)
        && 2 * count(&|v| v % 2 == 0) == l.len()
        && 2 * count(&|v| 2 * v <= n) == l.len()
        && 2 * count(&|v| 2 * v > n + 1) == l.len()
}

fn consecutive(a: i64, b: i64) -> bool {
    a.abs_diff(b) == 1
}

fn double(a: i64, b: i64) -> bool {
    a == 2 * b || b == 2 * a
}

/// Each pair of neighbours: its places and values.
fn neighbours(x: &Board, fine: impl Fn([(usize, usize); 2], i64, i64) -> bool) -> bool {
    places(x).all(|a| beside(x, a).into_iter().filter(|&b| b > a).all(|b| fine([a, b], x[a.0][a.1], x[b.0][b.1])))
}

fn sandwich(l: &[i64], low: i64, high: i64, total: i64) -> bool {
    let at = |v: i64| l.iter().position(|&a| a == v);
    let once = |v: i64| l.iter().filter(|&&a| a == v).count() == 1;
    match (at(low), at(high)) {
        (Some(a), Some(b)) => once(low) && once(high) && sum(&l[a.min(b) + 1..a.max(b)]) == total,
        _ => false,
    }
}

fn x_sum(l: &[i64], total: i64) -> bool {
    l[0] as usize <= l.len() && sum(&l[..l[0] as usize]) == total
}

fn seen(l: &[i64]) -> i64 {
    (0..l.len()).filter(|&k| l[k] > 0 && l[..k].iter().all(|&v| v < l[k])).count() as i64
}

/// The first building that another hides.
fn hidden(l: &[i64]) -> Option<i64> {
    (0..l.len()).find(|&k| l[..k].iter().any(|&v| v >= l[k])).map(|k| l[k])
}

fn room(l: &[i64]) -> Option<i64> {
    l.get(l[0] as usize - 1).copied()
}

fn count_in(l: &[i64], v: i64) -> usize {
    l.iter().filter(|&&a| a == v).count()
}

fn cages() -> Vec<Case> {
    vec![
        row("killer", "1x3 in 1..5", "killer(r1, 8)", |l| set(l) && sum(l) == 8),
        row("killer", "1x3 in 1..4", "killer(r1c1..r1c2)", |l| l[0] != l[1]),
        case("killer", "2x2 in 1..4", "killer(part.a, 7)", |x| {
            set(&[x[0][0], x[0][1], x[1][0]]) && x[0][0] + x[0][1] + x[1][0] == 7
        })
        .before("regions part { a a; a . }"),
        row("killer", "1x2 in 0..3", "killer(r1, 3)", |l| set(l) && sum(l) == 3),
        row("killer", "1x3 in 1..6", "killer(r1c1..r1c2, r1c3)", |l| l[0] != l[1] && l[0] + l[1] == l[2]),
        row("killer", "1x3 in 1..4", "killer([2 * r1c1, r1c2], 5)", |l| 2 * l[0] != l[1] && 2 * l[0] + l[1] == 5),
        unknowns("killer", "var q[3] in 1..5\nkiller(q, 9)", vec![(1..=5).collect(); 3], |l| set(l) && sum(l) == 9),
        case("killers", "2x3 in 1..4", "killers(part, total)", |x| {
            set(&[x[0][0], x[1][0]])
                && x[0][0] + x[1][0] == 5
                && set(&[x[0][1], x[0][2], x[1][1]])
                && x[0][1] + x[0][2] + x[1][1] == 6
        })
        .before("regions part { a b b; a b . }\nclues total { 5 . .; . 6 . }"),
        case("killers", "2x2 in 0..3", "killers(part, total)", |x| {
            x[0][0] != x[0][1] && x[1][0] != x[1][1] && x[0][0] + x[0][1] == 3
        })
        .before("regions part { a a; b b }\nclues total { . 3; . . }"),
        row("sum_cage", "1x3 in 1..5", "sum_cage(r1, 8)", |l| sum(l) == 8),
        row("sum_cage", "1x3 in 0..3", "sum_cage(r1c1..r1c2, 0)", |l| l[0] + l[1] == 0),
        row("rellik", "1x3 in 1..6", "rellik(r1, 7)", |l| set(l) && no_part_sums_to(l, 7)),
        row("rellik", "1x4 in 1..5", "rellik(r1, 11)", |l| set(l) && no_part_sums_to(l, 11)),
        row("rellik", "1x3 in 1..6", "rellik(r1c1..r1c2, 4)", |l| set(&l[..2]) && no_part_sums_to(&l[..2], 4)),
        row("lunchbox", "1x4 in 1..5", "lunchbox(r1, 3)", |l| lunchbox(l, 3)),
        row("lunchbox", "1x4 in 1..5", "lunchbox(r1, 0)", |l| lunchbox(l, 0)),
        row("lunchbox", "1x3 in 1..5", "lunchbox(r1, total: 4)", |l| lunchbox(l, 4)),
        row("lunchbox", "1x2 in 1..5", "lunchbox(r1, 0)", |l| lunchbox(l, 0)),
        row("equality_cage", "1x2 in 1..9", "equality_cage(r1)", |l| equality(l, 9)),
        row("equality_cage", "1x4 in 1..6", "equality_cage(r1)", |l| equality(l, 6)),
        row("equality_cage", "1x4 in 1..5", "equality_cage(r1)", |l| equality(l, 5)),
        row("kenken", "1x2 in 1..6", "kenken(r1, 2, \"-\")", |l| l[0].abs_diff(l[1]) == 2),
        row("kenken", "1x2 in 1..6", "kenken(r1, 2, \"/\")", |l| double(l[0], l[1])),
        row("kenken", "1x3 in 1..6", "kenken(r1, 12, \"*\")", |l| l[0] * l[1] * l[2] == 12),
        row("kenken", "1x3 in 1..4", "kenken(r1, 4, operation: \"x\")", |l| l[0] * l[1] * l[2] == 4),
        row("kenken", "1x3 in 1..6", "kenken(r1, 6, \"+\")", |l| sum(l) == 6),
        row("kenken", "1x2 in 1..6", "kenken(r1, 2)", |l| {
            let (a, b) = (l[0], l[1]);
            a + b == 2 || a * b == 2 || a.abs_diff(b) == 2 || double(a, b)
        }),
        row("kenken", "1x3 in 1..4", "kenken(r1, 8)", |l| sum(l) == 8 || l[0] * l[1] * l[2] == 8),
        row("kenken", "1x2 in 1..4", "kenken(r1c2, 3)", |l| l[1] == 3),
        case("kenkens", "3x3 in 1..3", "kenkens(x, part, clue)", |x| {
            latin(x)
                && x[0][0] + x[0][1] == 3
                && x[0][2].abs_diff(x[1][2]) == 1
                && x[1][0] * x[1][1] * x[2][0] == 6
                && (double(x[2][1], x[2][2]) || x[2][1] + x[2][2] == 2 || x[2][1].abs_diff(x[2][2]) == 2)
        })
        .before("regions part { a a b; c c b; c d d }\nclues clue { 3,+ . 1,-; 6,x . .; . 2 . }"),
        case("kenkens", "3x3 in 1..3", "kenkens(x, part, clue)", |x| {
            latin(x) && x[1][0] == 2 && (x[1][1] == 3 * x[1][2] || x[1][2] == 3 * x[1][1])
        })
        .before("regions part { . . .; a c c; . d d }\nclues clue { . . .; 2 . 3,/; . . . }"),
    ]
}

fn dots() -> Vec<Case> {
    vec![
        row("white_dot", "1x2 in 1..5", "white_dot(r1c1, r1c2)", |l| consecutive(l[0], l[1])),
        row("white_dot", "1x2 in 1..5", "white_dot(r1c1, r1c2, gap: 3)", |l| l[0].abs_diff(l[1]) == 3),
        row("black_dot", "1x2 in 0..8", "black_dot(r1c1, r1c2)", |l| double(l[0], l[1])),
        row("black_dot", "1x2 in 1..8", "black_dot(r1c1, r1c2, ratio: 3)", |l| l[0] == 3 * l[1] || l[1] == 3 * l[0]),
        case("kropki", "2x3 in 1..5", "kropki(x, white: [(r1c1, r1c2)], black: [(r2c3, r2c2)])", |x| {
            neighbours(x, |places, a, b| match places {
                [(0, 0), (0, 1)] => consecutive(a, b),
                [(1, 1), (1, 2)] => double(a, b),
                _ => !consecutive(a, b) && !double(a, b),
            })
        }),
        row("kropki", "1x3 in 1..4", "kropki(x, white: [(r1c1, r1c2)])", |l| {
            consecutive(l[0], l[1]) && !consecutive(l[1], l[2]) && !double(l[1], l[2])
        }),
        row("kropki", "1x3 in 1..4", "kropki(x, black: [(r1c3, r1c2)])", |l| {
            double(l[1], l[2]) && !consecutive(l[0], l[1]) && !double(l[0], l[1])
        }),
        case("no_other_dots", "2x2 in 1..5", "no_other_dots(x)", |x| {
            neighbours(x, |_, a, b| !consecutive(a, b) && !double(a, b))
        }),
        case("no_other_dots", "2x2 in 1..4", "no_other_dots(x, [(r2c1, r1c1)])", |x| {
            neighbours(x, |places, a, b| places == [(0, 0), (1, 0)] || !consecutive(a, b) && !double(a, b))
        }),
        row("x_mark", "1x3 in 1..9", "x_mark(r1c1, r1c2)", |l| l[0] + l[1] == 10),
        row("v_mark", "1x3 in 1..6", "v_mark(r1c1, r1c3)", |l| l[0] + l[2] == 5),
        case("xv", "2x2 in 1..9", "xv(x, tens: [(r1c1, r1c2)], fives: [(r2c2, r1c2)])", |x| {
            neighbours(x, |places, a, b| match places {
                [(0, 0), (0, 1)] => a + b == 10,
                [(0, 1), (1, 1)] => a + b == 5,
                _ => a + b != 10 && a + b != 5,
            })
        }),
        row("xv", "1x3 in 1..6", "xv(x, fives: [(r1c1, r1c2)])", |l| {
            l[0] + l[1] == 5 && l[1] + l[2] != 5 && l[1] + l[2] != 10
        }),
        row("xv", "1x3 in 1..6", "xv(x)", |l| l.windows(2).all(|pair| sum(pair) != 5 && sum(pair) != 10)),
        row("no_other_xv", "1x3 in 4..9", "no_other_xv(x, [(r1c1, r1c2)])", |l| l[1] + l[2] != 10),
        case("quadruple", "2x2 in 1..4", "quadruple(r1c1, [1, 4, 4])", |x| {
            count_in(&x.concat(), 1) >= 1 && count_in(&x.concat(), 4) >= 2
        }),
        case("quadruple", "2x3 in 1..4", "quadruple([r1c2, r1c3, r2c2, r2c3], 3)", |x| {
            [x[0][1], x[0][2], x[1][1], x[1][2]].contains(&3)
        })
        .givens("1.. 32."),
        row("inequality", "1x3 in 1..4", "inequality(r1c1, r1c3)", |l| l[0] > l[2]),
        row("counting_circles", "1x4 in 1..3", "counting_circles(r1)", |l| {
            l.iter().all(|&v| count_in(l, v) as i64 == v)
        }),
        row("counting_circles", "1x4 in 0..4", "counting_circles([r1c1, r1c2, r1c4])", |l| {
            let circles = [l[0], l[1], l[3]];
            circles.iter().all(|&v| count_in(&circles, v) as i64 == v)
        }),
    ]
}

/// The rank of a number among all rows and columns read from both ends: each row and then each column, forwards and backwards.
fn rank(x: &Board, at: usize, ties: bool) -> Option<usize> {
    let lines = x.iter().cloned().chain((0..x[0].len()).map(|c| column(x, c)));
    let numbers: Vec<Vec<i64>> = lines.flat_map(|line| [line.clone(), reversed(&line)]).collect();
    let lower = numbers.iter().filter(|other| **other < numbers[at]).count();
    let equal = numbers.iter().filter(|other| **other == numbers[at]).count();
    (ties || equal == 1).then_some(1 + lower)
}

fn outside() -> Vec<Case> {
    vec![
        case("little_killer", "3x3 in 1..4", "little_killer(r1c2..r2c3, 6)\nlittle_killer(r3c1..r1c3, 8)", |x| {
            x[0][1] + x[1][2] == 6 && x[2][0] + x[1][1] + x[0][2] == 8
        })
        .givens("1.. 2.. .1."),
        row("sandwich", "1x4 in 1..4", "sandwich(r1, 3, high: 4)", |l| sandwich(l, 1, 4, 3)),
        row("sandwich", "1x4 in 1..4", "sandwich(r1, 0, high: 4)", |l| sandwich(l, 1, 4, 0)),
        row("sandwich", "1x4 in 0..4", "sandwich(r1, 6, low: 0, high: 3)", |l| sandwich(l, 0, 3, 6)),
        row("sandwich", "1x4 in {1, 2, 5, 9}", "sandwich(r1, 7)", |l| sandwich(l, 1, 9, 7)),
        case("sandwich", "3x3 in 1..4", "sandwich(sky, high: 4)", |x| {
            sandwich(&column(x, 1), 1, 4, 2) && sandwich(&x[0], 1, 4, 0)
        })
        .before("outside sky { top . 2 .; left 0 . . }")
        .givens("... 3.3 ..."),
        row("x_sum", "1x4 in 1..4", "x_sum(r1, 6)", |l| x_sum(l, 6)),
        row("x_sum", "1x3 in 1..5", "x_sum(reverse(r1), 4)", |l| x_sum(&reversed(l), 4)),
        row("x_sum", "1x3 in 1..5", "x_sum(r1, 1)", |l| x_sum(l, 1)),
        case("x_sum", "2x3 in 1..3", "x_sum(sky)", |x| x_sum(&reversed(&x[0]), 5) && x_sum(&column(x, 0), 3))
            .before("outside sky { right 5 .; top 3 . . }"),
        row("margin_sum", "1x4 in 1..4", "margin_sum(r1, 6)", |l| sum(&l[..3]) == 6),
        row("margin_sum", "1x4 in 0..3", "margin_sum(reverse(r1), 5, depth: 2)", |l| l[2] + l[3] == 5),
        case("margin_sum", "3x3 in 1..3", "margin_sum(sky)", |x| sum(&x[0]) == 4 && sum(&column(x, 1)) == 7)
            .before("outside sky { left 4 . ?; top ? . .; bottom . 7 . }")
            .givens("... .3. 1.2"),
        row("skyscraper", "1x4 in 1..4", "skyscraper(r1, 2)", |l| seen(l) == 2),
        row("skyscraper", "1x4 in 1..4", "skyscraper(reverse(r1), 3)", |l| seen(&reversed(l)) == 3),
        row("skyscraper", "1x4 in 0..3", "skyscraper(r1, 1)", |l| seen(l) == 1),
        row("skyscraper", "1x3 in 0..2", "skyscraper(r1, 0)", |l| seen(l) == 0),
        case("skyscraper", "2x3 in 1..3", "skyscraper(sky)", |x| {
            seen(&reversed(&x[1])) == 2 && seen(&column(x, 2)) == 1 && seen(&[x[1][0], x[0][0]]) == 2
        })
        .before("outside sky { right . 2; top . . 1; bottom 2 . . }"),
        row("hidden_skyscraper", "1x4 in 1..4", "hidden_skyscraper(r1, 2)", |l| hidden(l) == Some(2)),
        row("hidden_skyscraper", "1x3 in 1..6", "hidden_skyscraper(reverse(r1), 5)", |l| {
            hidden(&reversed(l)) == Some(5)
        }),
        case("hidden_skyscraper", "2x3 in 1..3", "hidden_skyscraper(sky)", |x| {
            hidden(&column(x, 1)) == Some(1) && hidden(&reversed(&x[0])) == Some(2)
        })
        .before("outside sky { top . 1 .; right 2 . }"),
        row("numbered_rooms", "1x4 in 1..4", "numbered_rooms(r1, 3)", |l| room(l) == Some(3)),
        row("numbered_rooms", "1x3 in 1..5", "numbered_rooms(r1, 1)", |l| room(l) == Some(1)),
        case("numbered_rooms", "2x3 in 1..3", "numbered_rooms(sky)", |x| {
            room(&reversed(&x[1])) == Some(2) && room(&column(x, 0)) == Some(3)
        })
        .before("outside sky { right . 2; top 3 . . }"),
        case("full_rank", "2x2 in 1..4", "full_rank(x, r1, 3)", |x| rank(x, 0, false) == Some(3)),
        case("full_rank", "3x3 in 1..3", "full_rank(x, reverse(c2), 5)", |x| rank(x, 9, false) == Some(5))
            .givens("1.. .2. ..."),
        case("full_rank", "2x2 in 0..3", "full_rank(x, reverse(r2), 5, ties: \"allowed\")", |x| {
            rank(x, 3, true) == Some(5)
        }),
        case("full_rank", "2x2 in 1..4", "full_rank(x, sky)", |x| {
            rank(x, 4, false) == Some(4) && rank(x, 1, false) == Some(6)
        })
        .before("outside sky { top 4 .; left ? .; right 6 . }"),
        case("row_indexer", "3x2 in 1..3", "row_indexer(x, r1c1)", |x| x[x[0][0] as usize - 1][0] == 1)
            .givens(".. .2 .."),
        case("row_indexer", "3x2 in 1..4", "row_indexer(x, [r1c1, r3c1])", |x| {
            [0, 2].into_iter().all(|r| x.get(x[r][0] as usize - 1).is_some_and(|row| row[0] == r as i64 + 1))
        })
        .givens(".. .1 .."),
        case("column_indexer", "2x3 in 1..3", "column_indexer(x, c2)", |x| {
            (0..2).all(|r| x[r][x[r][1] as usize - 1] == 2)
        }),
        case("column_indexer", "1x3 in 1..4", "column_indexer(x, r1c3)", |x| {
            x[0].get(x[0][2] as usize - 1) == Some(&3)
        }),
        case("box_indexer", "2x4 in 1..4", "box_indexer(boxes(x, 2, 2), [r1c2, r2c3])", |x| {
            let left = [x[0][0], x[0][1], x[1][0], x[1][1]];
            let right = [x[0][2], x[0][3], x[1][2], x[1][3]];
            left[left[1] as usize - 1] == 2 && right[right[2] as usize - 1] == 3
        })
        .givens("1..2 .4.."),
        case("box_indexer", "2x3 in 1..4", "box_indexer(part, r2c2)", |x| {
            let part = [x[0][1], x[0][2], x[1][1]];
            part.get(x[1][1] as usize - 1) == Some(&3)
        })
        .before("regions part { . a a; b a b }")
        .givens("1.. 2.2"),
    ]
}

#[test]
fn mean_what_they_say() {
    let mut cases = cages();
    cases.extend(dots());
    cases.extend(outside());
    check("cages", cases);
}
