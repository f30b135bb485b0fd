//! Lines, most of them drawn through a board of one row.

use super::{Case, case, check, distinct};

/// A line through all cells of a row.
fn line(rule: &'static str, grid: &str, script: &str, holds: impl Fn(&[i64]) -> bool + 'static) -> Case {
    case(rule, grid, script, move |x| holds(&x[0]))
}

fn far_apart(l: &[i64], gap: u64) -> bool {
    l.windows(2).all(|pair| pair[0].abs_diff(pair[1]) >= gap)
}

/// The least and the greatest of the ends, and what lies between the ends.
fn ends(l: &[i64]) -> (i64, i64, &[i64]) {
    let (a, b) = (l[0], l[l.len() - 1]);
    (a.min(b), a.max(b), &l[1..l.len() - 1])
}

fn lockout(l: &[i64], gap: i64) -> bool {
    let (low, high, inside) = ends(l);
    high - low >= gap && inside.iter().all(|v| !(low..=high).contains(v))
}

/// Every stretch of n cells has n kinds of values; so has a line that is shorter.
fn all_kinds(l: &[i64], n: usize, kind: impl Fn(i64) -> i64) -> bool {
    let kinds: Vec<i64> = l.iter().map(|&v| kind(v)).collect();
    kinds.windows(n.min(l.len())).all(|stretch| distinct(stretch.to_vec()))
}

fn zipped(l: &[i64]) -> bool {
    let (n, sum) = (l.len(), |k: usize| l[k] + l[l.len() - 1 - k]);
    let first = if n % 2 == 1 { l[n / 2] } else { sum(0) };
    (0..n / 2).all(|k| sum(k) == first)
}

/// Whether some set of cuts leaves stretches that each have this sum.
fn can_be_cut(l: &[i64], total: i64) -> bool {
    l.is_empty() || (1..=l.len()).any(|k| l[..k].iter().sum::<i64>() == total && can_be_cut(&l[k..], total))
}

/// The same for a ring, which is opened at each place in turn.
fn ring_can_be_cut(l: &[i64], total: i64) -> bool {
    (0..l.len()).any(|k| can_be_cut(&[&l[k..], &l[..k]].concat(), total))
}

fn ordered() -> Vec<Case> {
    vec![
        line("thermo", "1x3 in 1..4", "thermo(r1)", |l| l[0] < l[1] && l[1] < l[2]),
        line("thermo", "1x3 in 1..4", "thermo(r1c3..r1c2)", |l| l[2] < l[1]),
        case("thermo", "2x2 in 1..4", "thermo([r1c1, r2c2, r1c2])", |x| x[0][0] < x[1][1] && x[1][1] < x[0][1]),
        line("slow_thermo", "1x3 in 1..4", "slow_thermo(r1)", |l| l[0] <= l[1] && l[1] <= l[2]),
        case("slow_thermo", "2x2 in 1..4", "slow_thermo(r2c2..r2c1..r1c1)", |x| {
            x[1][1] <= x[1][0] && x[1][0] <= x[0][0]
        }),
        line("palindrome", "1x4 in 1..3", "palindrome(r1)", |l| l[0] == l[3] && l[1] == l[2]),
        line("palindrome", "1x5 in 1..3", "palindrome(r1)", |l| l[0] == l[4] && l[1] == l[3]),
        line("renban", "1x3 in 1..4", "renban(r1)", |l| {
            let low = *l.iter().min().expect("three cells");
            (low..low + 3).all(|v| l.contains(&v))
        }),
        line("renban", "1x4 in {1, 2, 4, 5}", "renban(r1c1..r1c2)", |l| l[0].abs_diff(l[1]) == 1),
        line("renban", "1x4 in 0..4", "renban(r1)", |l| {
            let low = *l.iter().min().expect("four cells");
            (low..low + 4).all(|v| l.contains(&v))
        }),
        case("renban", "2x3 in 1..4", "for part in g { renban(part) }", |x| {
            let mut three = [x[0][0], x[0][1], x[1][0]];
            three.sort_unstable();
            three[1] == three[0] + 1 && three[2] == three[1] + 1 && x[0][2].abs_diff(x[1][2]) == 1
        })
        .before("regions g { a a b; a c b }"),
        case("renban", "2x3 in 1..4", "renban(g)", |x| {
            let mut three = [x[0][1], x[0][2], x[1][2]];
            three.sort_unstable();
            three[1] == three[0] + 1 && three[2] == three[1] + 1 && x[0][0].abs_diff(x[1][0]) == 1
        })
        .before("regions g { b a a; b c a }"),
        line("whispers", "1x3 in 1..9", "whispers(r1)", |l| far_apart(l, 5)),
        line("whispers", "1x3 in 1..6", "whispers(r1, gap: 4)", |l| far_apart(l, 4)),
        line("whispers", "1x4 in 1..4", "whispers(r1c2..r1c4, 2)", |l| far_apart(&l[1..], 2)),
        line("between", "1x4 in 1..4", "between(r1)", |l| {
            let (low, high, inside) = ends(l);
            inside.iter().all(|&v| low < v && v < high)
        }),
        line("between", "1x3 in 1..6", "between(r1)", |l| l[0] < l[1] && l[1] < l[2] || l[2] < l[1] && l[1] < l[0]),
        line("lockout", "1x3 in 1..7", "lockout(r1)", |l| lockout(l, 4)),
        line("lockout", "1x4 in 1..5", "lockout(r1, gap: 2)", |l| lockout(l, 2)),
        line("lockout", "1x2 in 1..7", "lockout(r1)", |l| lockout(l, 4)),
        line("nabner", "1x3 in 1..6", "nabner(r1)", |l| {
            [(0, 1), (1, 2), (0, 2)].iter().all(|&(a, b): &(usize, usize)| l[a].abs_diff(l[b]) > 1)
        }),
    ]
}

fn kinds() -> Vec<Case> {
    vec![
        line("entropic", "1x4 in 1..3", "entropic(r1)", |l| all_kinds(l, 3, |v| v)),
        line("entropic", "1x4 in 1..6", "entropic(r1)", |l| all_kinds(l, 3, |v| (v - 1) / 2)).givens("...5"),
        line("entropic", "1x3 in 0..8", "entropic(r1)", |l| all_kinds(l, 3, |v| v / 3)),
        line("entropic", "1x3 in {1, 2, 7, 8, 20, 30}", "entropic(r1)", |l| all_kinds(l, 3, |v| v.min(10) / 5)),
        line("entropic", "1x2 in 1..9", "entropic(r1)", |l| (l[0] - 1) / 3 != (l[1] - 1) / 3),
        line("modular", "1x4 in 1..4", "modular(r1)", |l| all_kinds(l, 3, |v| v % 3)),
        line("modular", "1x3 in 0..5", "modular(r1, m: 2)", |l| all_kinds(l, 2, |v| v % 2)),
        line("modular", "1x3 in 1..6", "modular(r1, 4)", |l| all_kinds(l, 4, |v| v % 4)),
        line("count_distinct", "1x4 in 1..3", "count_distinct(r1)", |l| {
            l[0] == (1..=3).filter(|v| l[1..].contains(v)).count() as i64
        }),
        line("count_distinct", "1x5 in 0..3", "count_distinct(r1c5..r1c2)", |l| {
            l[4] == (0..=3).filter(|v| l[1..4].contains(v)).count() as i64
        })
        .givens("1...."),
        line("value_indexing", "1x4 in 1..3", "value_indexing(r1)", |l| l[1] < 3 && l[1 + l[1] as usize] == l[0]),
        line("value_indexing", "1x5 in 1..4", "value_indexing(r1)", |l| l[1] < 4 && l[1 + l[1] as usize] == l[0])
            .givens("..13."),
        line("value_indexing", "1x3 in 0..3", "value_indexing(r1)", |l| l[1] == 1 && l[2] == l[0]),
    ]
}

fn sums() -> Vec<Case> {
    vec![
        line("region_sum", "1x4 in 1..3", "region_sum(r1, boxes(x, 1, 2))", |l| l[0] + l[1] == l[2] + l[3]),
        line("region_sum", "1x4 in 1..4", "region_sum(r1c2..r1c4, part)", |l| l[1] == l[2] + l[3])
            .before("regions part { a a b b }"),
        // In and out and in again.
        case("region_sum", "2x2 in 1..4", "region_sum([r1c1, r1c2, r2c2], part)", |x| {
            x[0][0] == x[0][1] && x[0][1] == x[1][1]
        })
        .before("regions part { a b; a a }"),
        case("region_sum", "2x3 in 1..4", "region_sum([r1c1, r1c2, r2c2, r2c1], part)", |x| {
            x[0][0] == x[0][1] + x[1][1] && x[0][0] == x[1][0]
        })
        .before("regions part { a b c; a b c }")
        .givens("... ..1"),
        line("zipper", "1x3 in 1..4", "zipper(r1)", |l| l[0] + l[2] == l[1]),
        line("zipper", "1x5 in 1..4", "zipper(r1)", zipped),
        line("zipper", "1x4 in 1..4", "zipper(r1)", zipped),
        line("zipper", "1x6 in 1..3", "zipper(r1)", zipped),
        line("double_arrow", "1x4 in 1..4", "double_arrow(r1)", |l| l[0] + l[3] == l[1] + l[2]),
        line("double_arrow", "1x3 in 1..6", "double_arrow(r1)", |l| l[0] + l[2] == l[1]),
        line("arrow", "1x3 in 1..5", "arrow(r1)", |l| l[0] == l[1] + l[2]),
        line("arrow", "1x4 in 0..3", "arrow(r1c4..r1c1)", |l| l[3] == l[0] + l[1] + l[2]),
        case("arrow", "2x2 in 1..4", "arrow([r2c2, r1c1], circle: r2c1)", |x| x[1][0] == x[1][1] + x[0][0]),
        line("arrow", "1x4 in 1..9", "arrow(r1c3..r1c4, circle: [r1c1, r1c2])", |l| 10 * l[0] + l[1] == l[2] + l[3]),
        line("arrow", "1x4 in 1..9", "arrow(r1c3..r1c4, circle: [r1c2, r1c1])", |l| 10 * l[1] + l[0] == l[2] + l[3]),
        case("arrow", "2x3 in 0..9", "arrow(r2c3..r2c1, circle: r1c1..r1c3)", |x| {
            100 * x[0][0] + 10 * x[0][1] + x[0][2] == x[1].iter().sum::<i64>()
        })
        .givens("0.. ..7"),
        line("sum_line", "1x4 in 1..5", "sum_line(r1, 5)", |l| can_be_cut(l, 5)),
        line("sum_line", "1x6 in 1..3", "sum_line(r1, 3)", |l| can_be_cut(l, 3)),
        line("sum_line", "1x5 in 0..3", "sum_line(r1, 3)", |l| can_be_cut(l, 3)),
        case("sum_line", "2x2 in 1..4", "sum_line([r1c1, r1c2, r2c2, r2c1], 4, loop: true)", |x| {
            ring_can_be_cut(&[x[0][0], x[0][1], x[1][1], x[1][0]], 4)
        }),
        case("sum_line", "2x3 in 1..3", "sum_line(r1c1..r1c3..r2c3..r2c1, 3, loop: true)", |x| {
            ring_can_be_cut(&[x[0][0], x[0][1], x[0][2], x[1][2], x[1][1], x[1][0]], 3)
        }),
        case("sum_line", "2x2 in 0..2", "sum_line([r1c1, r1c2, r2c2, r2c1], 2, loop: true)", |x| {
            ring_can_be_cut(&[x[0][0], x[0][1], x[1][1], x[1][0]], 2)
        }),
    ]
}

#[test]
fn mean_what_they_say() {
    let mut cases = ordered();
    cases.extend(kinds());
    cases.extend(sums());
    check("lines", cases);
}
