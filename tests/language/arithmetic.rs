//! Functions of whole numbers, on known and unknown values, against a walk over all values in both encodings.

use super::{printed, table};
use crate::support::{count_of, run_under};
use sator_solve::lower::Encoding;

/// Compares the number of solutions on unknowns a, b and c from 0 to `most` with the number of triples that fit.
#[track_caller]
fn counts(most: i64, script: &str, holds: impl Fn([i64; 3]) -> bool) {
    let all = (0..=most).flat_map(|a| (0..=most).flat_map(move |b| (0..=most).map(move |c| [a, b, c])));
    let expected = all.filter(|&v| holds(v)).count();
    for encoding in [Encoding::Fd, Encoding::Int] {
        let found = run_under(encoding, &format!("var a, b, c in 0..{most}\n{script}\ncount\n"), &count_of);
        assert_eq!(found, [expected.to_string()], "{encoding:?}\n{script}");
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

#[test]
fn known_numbers() {
    table(
        "",
        &[
            ("gcd(12, 18)", "6"),
            ("gcd(-12, 18)", "6"),
            ("gcd(0, 5)", "5"),
            ("gcd(0, 0)", "0"),
            ("gcd(1836311903, 1134903170)", "1"),
            ("gcd(6000000000, 4000000000)", "2000000000"),
            ("power(2, 10)", "1024"),
            ("power(-3, 3)", "-27"),
            ("power(7, 0)", "1"),
            ("power(-1, 1000001)", "-1"),
            ("power(10, 19)", "10000000000000000000"),
            ("power(10, 40)", "error: this could leave the 64-bit integers"),
            ("power(7, 10000000000)", "error: this could leave the 64-bit integers"),
            ("power(2, -1)", "error: the exponent is -1, the least is 0"),
            ("is_square(144)", "true"),
            ("is_square(-4)", "false"),
            ("is_square(9223372030926249001)", "true"),
            ("is_square(9 / 4)", "false"),
            ("primes(20)", "{2, 3, 5, 7, 11, 13, 17, 19}"),
            ("primes(1)", "{}"),
            ("primes(-5)", "{}"),
            ("size(primes(10000))", "1229"),
            ("primes(100000000)", "error: primes are listed up to 10000000, not 100000000"),
            ("number(1, 0, 1, base: 2)", "5"),
            ("number([15, 15], base: 16)", "255"),
            ("number(1, base: 1)", "error: the base is 1, the least is 2"),
            ("sort([3, 1, 2, 1])", "[1, 1, 2, 3]"),
            ("sort([])", "[]"),
            ("sorted([\"b\", \"ab\", \"a\"])", "[\"a\", \"ab\", \"b\"]"),
            ("[1, 2] < [1, 2, 0]", "true"),
            ("(2, 1) <= (1, 9)", "false"),
            ("[3, 4] in [[1, 2], [3, 4]]", "true"),
            ("(3, 4) in [[1, 2], (4, 4)]", "false"),
            (
                "(1, 2) in [[1, 2], [3]]",
                "error: a tuple of 2 can only be in a set of tuples of 2, this has a list of 1",
            ),
        ],
    );
}

/// A division by zero anywhere in a comparison makes it false, also where the value would not matter.
#[test]
fn divisions_by_zero() {
    for condition in [
        "gcd(a // b, c) >= 0",
        "gcd(100000 * (a // b), c) >= 0",
        "power(a // b, 0) = 1",
        "power(a / b, 0) = 1",
        "(c, a // b) < (c + 1, 7)",
        "[c, a // b] >= [c - 1, a]",
        "([0, a // b], 5) <= ([1, a], 5)",
        "0 * (a // b) = 0",
        "(c, a // b) != (c + 1, 7)",
    ] {
        counts(3, condition, |[_, b, _]| b != 0);
        counts(3, &format!("not ({condition})"), |[_, b, _]| b == 0);
    }
}

#[test]
fn divisors() {
    counts(9, "gcd(a, b) = c", |[a, b, c]| gcd(a, b) == c);
    counts(6, "gcd(a - 3, 4) > b\nc = 0", |[a, b, c]| gcd(a - 3, 4) > b && c == 0);
    // Larger numbers take the steps of Euclid's algorithm.
    counts(2, "gcd(1000 + a, 3 + b) = c", |[a, b, c]| gcd(1000 + a, 3 + b) == c);
}

#[test]
fn powers_and_squares() {
    counts(5, "power(a, 2) + power(b, 2) = power(c, 2)", |[a, b, c]| a * a + b * b == c * c);
    counts(4, "power(a - 2, 3) = b - c", |[a, b, c]| (a - 2).pow(3) == b - c);
    counts(2, "power(a - 1, 5) + power(b - 1, 4) = c", |[a, b, c]| (a - 1).pow(5) + (b - 1).pow(4) == c);
    counts(6, "is_square(a * b + c)", |[a, b, c]| (0..9).any(|k| k * k == a * b + c));
    counts(6, "not is_square(a - b)\nc = 1", |[a, b, c]| c == 1 && !(0..9).any(|k| k * k == a - b));
    counts(6, "a + b in primes(12)\nc not in primes(5)", |[a, b, c]| {
        [2, 3, 5, 7, 11].contains(&(a + b)) && ![2, 3, 5].contains(&c)
    });
    counts(3, "number([a, b, c], base: 3) = 20", |[a, b, c]| 9 * a + 3 * b + c == 20);
}

#[test]
fn sorted_values() {
    let sort = |mut v: [i64; 3]| {
        v.sort_unstable();
        v
    };
    counts(3, "sort([a, b, c]) = [1, 2, 2]", move |v| sort(v) == [1, 2, 2]);
    counts(3, "sorted([a, b, c]) = [1, 2, 2]", move |v| sort(v) == [1, 2, 2]);
    counts(3, "sort([a, b, c])[2] = a", move |v| sort(v)[1] == v[0]);
    counts(2, "sort([a, b, c, 1, a + b])[4] = 2", |[a, b, c]| {
        let mut list = [a, b, c, 1, a + b];
        list.sort_unstable();
        list[3] == 2
    });
    // Cells sort by their values, as other unknowns do.
    counts(3, "grid x 1x3 in 0..3\nx[1, 1] = a\nx[1, 2] = b\nx[1, 3] = c\nsorted(x) = [1, 2, 2]", move |v| {
        sort(v) == [1, 2, 2]
    });
    let days = "enum day { mon tue wed }\nvar on[3] in day\nfor d, v in zip(on, [a, b, c]) { d = mon + v }";
    counts(2, &format!("{days}\nsorted(on) = [mon, tue, tue]"), move |v| sort(v) == [0, 1, 1]);
    counts(2, &format!("{days}\nsorted(on + [tue])[4] = tue"), move |v| sort(v)[2] <= 1);
}

/// Sums beyond 64 bits: by hand they take columns and carries.
#[test]
fn wide_sums() {
    let k = 37_000_000_000_000_000_000i128;
    let with = |condition: &str| format!("let k = power(10, 18) * 37\n{condition}");
    let wide = |v: [i64; 3]| v.map(i128::from);
    counts(3, &with("k * a + b = k * c + 2"), |v| {
        let [a, b, c] = wide(v);
        k * a + b == k * c + 2
    });
    counts(3, &with("k * a - k * b < c - 2"), |v| {
        let [a, b, c] = wide(v);
        k * a - k * b < c - 2
    });
    counts(3, &with("not (k * a >= 3 * k - b + c)"), |v| {
        let [a, b, c] = wide(v);
        k * a < 3 * k - b + c
    });
    counts(3, &with("sum([k * a, k * b, 1]) != k * c + 1\nk * a <= k * 2 + b - 1"), |v| {
        let [a, b, c] = wide(v);
        k * a + k * b != k * c && k * a < k * 2 + b
    });
    table(
        "",
        &[
            ("number([9 for k in 1..25])", "9999999999999999999999999"),
            ("number([9 for k in 1..25]) - number([9 for k in 1..25]) + 5", "5"),
            ("number([1 for k in 1..20]) * 2 > number([2 for k in 1..20])", "false"),
            ("number([9 for k in 1..40])", "error: this could leave the 64-bit integers"),
            ("number([9 for k in 1..25]) % 7", "error: this could leave the 64-bit integers"),
        ],
    );
    // To multiply 210526315789473684 by 2 moves its last digit to the front; the zeros before it make the sums long. With five open
    // digits a SAT engine alone counts it too.
    let digits = "d[1..4] = [0, 0, 0, 0]\nd[5] > 0\nd[10..22] = [6, 3, 1, 5, 7, 8, 9, 4, 7, 3, 6, 8, 4]\n";
    let script = format!("var d[22] in 0..9\n{digits}2 * number(d) = number([0, 0, 0, 0, d[22]] + d[5..21])\n");
    for encoding in [Encoding::Fd, Encoding::Int] {
        assert_eq!(run_under(encoding, &format!("{script}count\n"), &count_of), ["1"], "{encoding:?}");
    }
}

/// Networks of all small sizes sort every list of zeros and ones, and so every list (Knuth, the 0-1 principle).
#[test]
fn networks_sort() {
    for n in 0..9 {
        for code in 0..1 << n {
            let mut list: Vec<i64> = (0..n).map(|k| code >> k & 1).collect();
            let text = format!("sort({list:?})");
            list.sort_unstable();
            assert_eq!(printed("", &text), format!("{list:?}"), "{text}");
        }
    }
}
