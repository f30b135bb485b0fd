//! Arrays, slices, records, sets and the order of enums: what is known, and by brute force what is unknown.

use super::{count, table};

const KNOWN: &str = "enum day { mon tue wed }\nlet l = [1, 2, 3, 4]\nlet t = [[1, 2, 3], [4, 5, 6]]\n\
    let r = (a: 1, b: [2, 3])\nlet rows = [(a: 1, b: 2), (a: 3, b: 4)]\n";

#[test]
fn known_values() {
    table(
        KNOWN,
        &[
            ("l[2..]", "[2, 3, 4]"),
            ("l[..2]", "[1, 2]"),
            ("l[..]", "[1, 2, 3, 4]"),
            ("l[..0]", "[]"),
            ("l[9..]", "[]"),
            ("l[..size(l) - 1]", "[1, 2, 3]"),
            ("l[[4, 1]]", "[4, 1]"),
            ("t[1, ..]", "[1, 2, 3]"),
            ("t[.., 2]", "[2, 5]"),
            ("t[.., 2..]", "[[2, 3], [5, 6]]"),
            ("t[2, ..2]", "[4, 5]"),
            ("t[.., ..]", "[[1, 2, 3], [4, 5, 6]]"),
            ("t[2][1..][2]", "5"),
            ("[5, 6, 7][tue]", "6"),
            ("t[2][wed]", "6"),
            ("l[tue]", "error: a list of 4 has no element for each of the 3 values of `day`"),
            ("mon < tue", "true"),
            ("wed <= tue", "false"),
            ("mon + 2", "wed"),
            ("2 + mon", "wed"),
            ("wed - 1", "tue"),
            ("wed - mon", "2"),
            ("mon - wed", "-2"),
            ("mon..wed", "[mon, tue, wed]"),
            ("wed..mon", "[]"),
            ("first(day)", "mon"),
            ("last(day)", "wed"),
            ("wed + 1", "error: enum day has no value after `wed`"),
            ("mon - 1", "error: enum day has no value before `mon`"),
            ("r.a", "1"),
            ("r[\"b\"]", "[2, 3]"),
            ("r[2]", "[2, 3]"),
            ("r.b[1]", "2"),
            ("r = (a: 1, b: [2, 3])", "true"),
            ("rows.b", "[2, 4]"),
            ("rows[2].a", "3"),
            ("rows[2, 1]", "3"),
            ("sum(a * b for a, b in rows)", "14"),
            ("size({(a: 1, b: 2), (a: 1, b: 2), (a: 2, b: 1)})", "2"),
            ("windows(l, 3)", "[[1, 2, 3], [2, 3, 4]]"),
            ("windows(l, 5)", "[]"),
            ("windows(l, 0)", "error: a height or width can't be 0"),
            ("zip(l, [5, 6], \"x\"..1)", "error: expected a number, found a string"),
            ("zip(l, [5, 6])", "[(1, 5), (2, 6)]"),
            ("zip(l, [])", "[]"),
            ("union(l, {3, 9})", "{1, 2, 3, 4, 9}"),
            ("intersection(l, 2..3)", "{2, 3}"),
            ("minus(l, [1], {4})", "{2, 3}"),
            ("minus({mon, tue}, {tue})", "{mon}"),
            ("1.5 + 1", "2.5"),
            ("1.5 * 2", "3"),
            ("-0.05", "-0.05"),
            ("[0.1, 2, 1 / 3]", "[0.1, 2, 1/3]"),
            ("1.50", "1.5"),
            ("0.1 + 0.2 = 0.3", "true"),
        ],
    );
}

/// The number of solutions is the number of ways to choose the unknown indices, counted by hand.
#[test]
fn unknown_indices() {
    let setup = "enum who { ann bob }\nenum day { mon tue wed }\nvar x[who, day] in 0..5\nvar p, q in who\nvar d, e in day\n\
        x[ann, ..] = [3, 1, 4]\nx[bob, ..] = [1, 5, 3]\n";
    let known = [[3, 1, 4], [1, 5, 3]];
    let pairs = || (0..2).flat_map(|p| (0..3).map(move |d| (p, d)));
    let all = || pairs().flat_map(|a| pairs().map(move |b| (a, b)));
    let ways =
        |holds: &dyn Fn((usize, usize), (usize, usize)) -> bool| all().filter(|&(a, b)| holds(a, b)).count() as u64;
    let at = |(p, d): (usize, usize)| known[p][d];
    for (condition, wanted) in [
        ("x[p, d] = x[q, e]", ways(&|a, b| at(a) == at(b))),
        ("x[p, d] > 3", ways(&|a, _| at(a) > 3)),
        ("x[p, mon] = 1", ways(&|a, _| known[a.0][0] == 1)),
        ("sum(x[p, ..]) = 9", ways(&|a, _| known[a.0].iter().sum::<i64>() == 9)),
        ("sum(x[.., d]) = 6", ways(&|a, _| known[0][a.1] + known[1][a.1] == 6)),
        ("[3, 1, 4][d] > [1, 4, 3][e]", ways(&|a, b| known[0][a.1] > [1, 4, 3][b.1])),
        ("[[3, 1, 4], [1, 5, 3]][p, d] > 3", ways(&|a, _| at(a) > 3)),
        ("p < q", ways(&|a, b| a.0 < b.0)),
        ("d + 1 = e", ways(&|a, b| a.1 + 1 == b.1)),
        ("d + 1 != e", ways(&|a, b| a.1 + 1 < 3 && a.1 + 1 != b.1)),
        ("not (d + 1 = e)", ways(&|a, b| a.1 + 1 != b.1)),
        ("d - e >= 1", ways(&|a, b| a.1 > b.1)),
        ("abs(d - e) = 2", ways(&|a, b| a.1.abs_diff(b.1) == 2)),
        ("x[p, d + 1] = x[p, d]", ways(&|a, _| a.1 + 1 < 3 && known[a.0][a.1 + 1] == known[a.0][a.1])),
        ("x[p, d] * 0.5 <= 1.5", ways(&|a, _| at(a) <= 3)),
    ] {
        assert_eq!(count(&format!("{setup}{condition}\n")), wanted, "{condition}");
    }
}

/// A row of a table can have words beside the number that is asked for.
#[test]
fn unknown_rows_of_a_table() {
    let setup = "let rows = [(name: \"a\", x: 3), (name: \"b\", x: 5), (name: \"c\", x: 3)]\nvar i, j in 1..3\n";
    for (condition, wanted) in [("rows[i].x = 3", 6), ("rows[i].x + rows[j].x = 8", 4), ("rows[i].x = rows[j].x", 5)] {
        assert_eq!(count(&format!("{setup}{condition}\n")), wanted, "{condition}");
    }
}
