//! Words that reach over unknown things: filters of `max`, `min` and `distinct`, an unknown for each region, unknown
//! directions. Held against a walk over all values, in both encodings.

use crate::support::{count_of, run_under};
use sator_solve::lower::Encoding;

/// The number of solutions of a script, on which both encodings agree.
#[track_caller]
fn counts(script: &str, expected: usize) {
    for encoding in [Encoding::Fd, Encoding::Int] {
        let found = run_under(encoding, &format!("{script}\ncount\n"), &count_of);
        assert_eq!(found, [expected.to_string()], "{encoding:?}\n{script}");
    }
}

/// Values of three numbers from 0 to 2 and three conditions, for which something holds.
fn of_all(holds: impl Fn([i64; 3], [bool; 3]) -> bool) -> usize {
    let all = (0..27 * 8).filter(|code| {
        let v = [code % 3, code / 3 % 3, code / 9 % 3].map(|v| v as i64);
        holds(v, [code / 27 % 2 == 1, code / 54 % 2 == 1, code / 108 % 2 == 1])
    });
    all.count()
}

#[test]
fn filters_on_unknowns() {
    let setup = "var v[3] in 0..2\nvar b[3] in bool\n";
    let chosen = |v: [i64; 3], b: [bool; 3]| -> Vec<i64> { (0..3).filter(|&i| b[i]).map(|i| v[i]).collect() };
    let check = |condition: &str, holds: &dyn Fn(Vec<i64>) -> bool| {
        counts(&format!("{setup}{condition}"), of_all(|v, b| holds(chosen(v, b))));
        counts(&format!("{setup}not ({condition})"), of_all(|v, b| !holds(chosen(v, b))));
    };
    let turns = "v[i] for i in 1..3 where b[i]";
    // An empty list has no maximum, and the smallest condition around it is false.
    check(&format!("max({turns}) = 1"), &|l| l.iter().max() == Some(&1));
    check(&format!("min({turns}) <= 1"), &|l| l.iter().min().is_some_and(|&m| m <= 1));
    check(&format!("max({turns}) - min({turns}) = 2"), &|l| {
        l.iter().max().zip(l.iter().min()).is_some_and(|(a, b)| a - b == 2)
    });
    check(&format!("product({turns}) = 2"), &|l| l.iter().product::<i64>() == 2);
    let distinct = |l: &[i64]| (0..l.len()).all(|i| (0..i).all(|j| l[i] != l[j]));
    check(&format!("distinct({turns})"), &|l| distinct(&l));
    check(&format!("distinct({turns}, except: 0)"), &|l| {
        distinct(&l.into_iter().filter(|&v| v != 0).collect::<Vec<_>>())
    });
    check("distinct((v[i], 1) for i in 1..3 where b[i])", &|l| distinct(&l));
    check("distinct(v[i] + 1 for i in 1..3 where b[i] or v[i] > 5)", &|l| distinct(&l));
}

#[test]
fn one_for_each_region() {
    let setup = "grid x 2x3 in 0..1\nregions room { a a b; c b b }\nvar v[room] in 0..3\n";
    counts(&format!("{setup}for g in room {{ v[g] = sum(g) }}"), 64);
    counts(&format!("{setup}for c in x {{ v[c] = sum(room[c]) }}\nv[\"a\"] = 2\nv.b <= 1"), 8);
    counts(&format!("{setup}x = [0, 0, 0, 0, 0, 0]\nsum(v) = 8\nv[room.c] = 3"), 2);
}

#[test]
fn one_for_each_value_of_an_enum() {
    let setup = "enum pet { cat dog owl }\nvar v[pet] in 0..3\n";
    counts(&format!("{setup}v[cat] < v.dog\nv[owl] = 3"), 6);
    counts(&format!("{setup}for p in pet {{ v[p] = (if p = dog then 1 else 2) }}"), 1);
    // The value that picks may be unknown, in a cell or alone.
    counts(&format!("{setup}v[cat] = 0\nv[dog] = 1\nv[owl] = 1\nvar p in pet\nv[p] = 1"), 2);
    counts(&format!("{setup}sum(v) = 1\ngrid x 1x2 in pet\nv[r1c1] + v[r1c2] = 2"), 3);
    counts("enum pet { cat dog }\nenum room { hall bath }\nvar in_[pet] in room\nin_[cat] != in_[dog]", 2);
}

/// `table[i, j]` of a list of lists, held against the table itself.
#[test]
fn tables() {
    let table = [[3, 1, 2], [2, 2, 0]];
    let setup = "let t = [[3, 1, 2], [2, 2, 0]]\nvar i in 1..2\nvar j in 1..3\nvar k in 0..5\n";
    let pairs = || (0..2).flat_map(|i| (0..3).map(move |j| (i, j)));
    let known = pairs().filter(|&(i, j)| table[i][j] == 2).count();
    counts(&format!("{setup}k = 0\nt[i, j] = 2"), known);
    counts(&format!("{setup}k = t[i, j]"), 6);
    counts(&format!("{setup}k = 0\nt[2, j] = 2"), 2 * 2);
    counts(&format!("{setup}k = 0\nt[i, 3] > 0"), 3);
    counts(&format!("{setup}k = 0\nt[2, 1] = 2"), 6);
    // Outside there is no value.
    counts(&format!("{setup}i = 1\nj = 1\nt[i + 1, k] >= 0"), 3);
    counts(&format!("{setup}i = 1\nj = 1\nnot (t[i + 1, k] >= 0)"), 3);
    // Indexes into tuples, and into lists of unknowns.
    counts("let t = [(1, 5), (2, 6)]\nvar i in 1..2\nvar k in 0..9\nk = t[i, 2]", 2);
    counts("var a[2] in 0..1\nlet t = [a, [1, 1]]\nvar i in 1..2\nvar j in 1..2\nt[i, j] = 1", 4 * 2 + 4);
}

#[test]
fn unknown_directions() {
    counts("var d, e in {up, down, left}\nd != e\nd != up", 4);
    counts("var d in directions\nopposite(d) in {up, right}", 2);
    counts("grid a 1x2 in {up, right}\na[1, 1] = a[1, 2] => r1c1 = up", 3);
    counts("var d in {up, right}\nlet a = if d = up then left else d\na = right", 1);
    // The direction of the only link at a cell.
    counts("grid x 2x2\nlinks e of x\nvar d in directions\ne[r1c1, d]", 16);
    counts("grid x 1x3\nlinks e of x in 0..2\nvar d in {left, right}\ne[r1c2, d] = 2", 6);
    counts("grid a 2x2 in {up, down}\ngivens a { up .; . down }\ndistinct([a[1, 1], a[1, 2]])", 2);
}

/// A clue by its row and column, also of a picture that has a row and a column more than the grid.
#[test]
fn clues_by_row_and_column() {
    let known = "for i in 1..2, j in 1..2 where n[i, j] is not none { x[i, j] = n[i, j] }";
    counts(&format!("grid x 2x2 in 0..3\nclues n of x {{ 1 .; . 2 }}\n{known}"), 16);
    let corners = "clues n of corners x { 0 1 2; 1 . 2; 2 2 0 }";
    let least = "for c in x where n[row(c), col(c)] is not none { c >= n[row(c), col(c)] }";
    counts(&format!("grid x 2x2 in 0..2\n{corners}\n{least}"), 36);
}
