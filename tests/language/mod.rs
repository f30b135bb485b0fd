//! The meaning of expressions, as a table: what is known now is printed without a solver, what is unknown
//! in the one solution of a small puzzle.

mod another;
mod arithmetic;
mod arrays;
mod open;
mod printing;
mod words;

use sator::session::{Answer, Session, Settings};
use sator_base::limits::Interrupt;

/// Returns the output of `print EXPR` after `setup`, or the message of an error.
fn printed(setup: &str, expr: &str) -> String {
    let mut session = Session::new(Settings::of_environment(), Interrupt::new());
    let mut result = String::new();
    let text = format!("{setup}\nprint {expr}\n");
    let statements = match session.read("test", &text, None) {
        Ok(statements) => statements,
        Err(error) => return format!("error: {}", error.message),
    };
    for statement in &statements {
        let done = session.run(statement, &mut |_, report| match report.answer {
            Answer::Print { text, .. } => result = text,
            other => result = format!("{other:?}"),
        });
        if let Err(error) = done {
            return format!("error: {}", error.message);
        }
    }
    result
}

/// The number of solutions of a script.
fn count(script: &str) -> u64 {
    let mut session = Session::new(Settings::of_environment(), Interrupt::new());
    let mut counted = None;
    for statement in &session.read("test", &format!("{script}count\n"), None).expect("it is read") {
        let done = session.run(statement, &mut |_, report| {
            if let Answer::Count { count, exact: true, .. } = report.answer {
                counted = Some(count);
            }
        });
        done.unwrap_or_else(|error| panic!("{script}: {}", error.message));
    }
    counted.expect("a count")
}

fn table(setup: &str, rows: &[(&str, &str)]) {
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|(expr, expected)| {
            let found = printed(setup, expr);
            (found != *expected).then(|| format!("{expr}: {found}, expected {expected}"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn numbers() {
    table(
        "",
        &[
            ("7 // 2", "3"),
            ("-7 // 2", "-4"),
            ("7 // -2", "-4"),
            ("7 / 2", "7/2"),
            ("-6 / -4", "3/2"),
            ("6 / -4", "-3/2"),
            ("8 / 2", "4"),
            ("1 / 3 + 1 / 6", "1/2"),
            ("1 / 3 - 4 / 3", "-1"),
            ("(2 / 3) * (9 / 4)", "3/2"),
            ("(2 / 3) / (4 / 9)", "3/2"),
            ("(7 / 2) // 1", "3"),
            ("(-7 / 2) // (3 / 2)", "-3"),
            ("abs(-7 / 2)", "7/2"),
            ("-(7 / 2)", "-7/2"),
            ("min(1 / 2, 1 / 3, 1)", "1/3"),
            ("max([1 / 2, 1 / 3, -1])", "1/2"),
            ("sum([1 / 2, 1 / 3, 1 / 6])", "1"),
            ("product(k / (k + 1) for k in 1..4)", "1/5"),
            ("sorted([3 / 2, 1, 4 / 3])", "[1, 4/3, 3/2]"),
            ("1 / 2 < 2 / 3 <= 4 / 6", "true"),
            ("1 / 2 = 2 / 4", "true"),
            ("[1 / 2, 1] = [2 / 4, 1]", "true"),
            ("3 / 2 in 1..9", "false"),
            ("3 / 2 not in 1..9", "true"),
            ("3 / 2 in {1, 6 / 4}", "true"),
            ("(3 / 2, 1) in {(1, 1), (2, 1)}", "false"),
            ("size({1 / 2, 2 / 4, 1 / 3})", "2"),
            ("positions([1 / 2, 1, 2 / 4], 1 / 2)", "[1, 3]"),
            ("if 1 / 2 > 0 then 1 / 4 else 0", "1/4"),
            ("[5, 6, 7][6 / 2]", "7"),
            ("[5, 6, 7][3 / 2]", "error: this must be a whole number, but it is 3/2"),
            ("(3 / 2) % 2", "3/2"),
            ("size([k for k in 1..7 / 2])", "error: this must be a whole number, but it is 7/2"),
            ("distinct([1 / 2, 1 / 3])", "true"),
            ("number(1 / 2, 1)", "error: this must be a whole number, but it is 1/2"),
            ("(1 / 9223372036854775807) / 2", "error: this could leave the 64-bit integers"),
            ("1 / (1 / 2 - 2 / 4)", "error: division by zero"),
            ("-7 % 2", "1"),
            ("7 % -2", "-1"),
            ("2 + 3 * 4", "14"),
            ("-2 * -3", "6"),
            ("10 - 3 - 2", "5"),
            ("true + true", "2"),
            ("number(1, 2, 3)", "123"),
            ("number([4, 5])", "45"),
            ("abs(-5)", "5"),
            ("min(3, 1, 2)", "1"),
            ("max([3, 1, 2])", "3"),
            ("1 / 0", "error: division by zero"),
            ("9223372036854775807 + 1", "9223372036854775808"),
            ("not 1", "error: expected a condition, found a number"),
        ],
    );
}

#[test]
fn conditions() {
    table(
        "",
        &[
            ("1 < 2 < 3", "true"),
            ("1 < 3 < 2", "false"),
            ("1 = 1 and 2 != 2", "false"),
            ("false => 1", "true"),
            ("true xor true", "false"),
            ("true <=> false", "false"),
            ("not 1 in {1, 2}", "false"),
            ("3 not in 1..2", "true"),
            ("(1, 2) in {(1, 2), (2, 4)}", "true"),
            ("if 1 < 2 then 5 else 1 / 0", "5"),
            ("none is none", "true"),
            ("none = 1", "false"),
            ("none != 1", "true"),
            ("none + 1", "error: expected a number, found none"),
            ("runs([true, true, false, true], [2, 1])", "true"),
            ("runs([true, true, false, true], [1, 2])", "false"),
            ("runs([false], [])", "true"),
            ("runs([true], [2])", "false"),
        ],
    );
}

#[test]
fn lists() {
    table(
        "let l = [4, 5, 6]",
        &[
            ("l[1]", "4"),
            ("l[2..9]", "[5, 6]"),
            ("l[0..1]", "[4]"),
            ("l[4]", "error: index 4 is outside the list: it goes from 1 to 3"),
            ("l + [7]", "[4, 5, 6, 7]"),
            ("l = [4, 5, 6]", "true"),
            ("l = 4..6", "true"),
            ("size(3..1)", "0"),
            ("reverse(l)", "[6, 5, 4]"),
            ("sorted([3, 1, 2])", "[1, 2, 3]"),
            ("first([])", "none"),
            ("last(l)", "6"),
            ("zip(l, 1..3)", "[(4, 1), (5, 2), (6, 3)]"),
            ("pairs(l)", "[(4, 5), (5, 6)]"),
            ("all_pairs(l)", "[(4, 5), (4, 6), (5, 6)]"),
            ("occurs([1, 2, 1], 1)", "2"),
            ("sum(k for k in 1..4 where k != 2)", "8"),
            ("[k * k for k in 1..3]", "[1, 4, 9]"),
            ("{(k, k + 1) for k in 1..2}", "{(1, 2), (2, 3)}"),
            ("[a + b for a in 1..2, b in 10..11]", "[11, 12, 12, 13]"),
            ("[a for a, b in zip(l, 1..3) where b > 1]", "[5, 6]"),
            ("[k for k in 1..9 while k < 4]", "[1, 2, 3]"),
            ("count(k > 2 for k in 1..5)", "3"),
            ("any(k = 3 for k in 1..2)", "false"),
            ("all(k < 3 for k in 1..2)", "true"),
            ("none(k = 3 for k in 1..2)", "true"),
            ("product(1..5)", "120"),
            ("min(k for k in l)", "4"),
            ("distinct([1, 2, 1])", "false"),
            ("distinct([0, 2, 0], except: 0)", "true"),
            ("contains([(1, 2)], (1, 2))", "true"),
            ("positions([4, 7, 4], 4)", "[1, 3]"),
            ("positions([4, 7, 4], 5)", "[]"),
            ("positions([(1, 2), (2, 1)], (2, 1))", "[2]"),
        ],
    );
}

#[test]
fn places() {
    table(
        "grid b 4x5\nregions g { a a a b b ; a a a b b ; . . c c c ; . . c c c }\nclues k of b { . 3 . . . ; 0 . w . . ; . . 1,2 . . ; up . . . . }\n\
         outside s of b { top 1 . . . 5\n left . 2 . . }",
        &[
            ("row(r2c3)", "2"),
            ("col(r2c3)", "3"),
            ("height(b) * 10 + width(b)", "45"),
            ("dist(r1c1, r3c4)", "5"),
            ("neighbors(r1c1)", "[r1c2, r2c1]"),
            ("size(touching(r2c2))", "8"),
            ("size(knights(r1c1))", "2"),
            ("at(r1c1, 2)", "r1c3..r3c1"),
            ("size(within(r1c1, 2))", "5"),
            ("r1c1..r1c3..r3c3", "r1c1..r1c3..r3c3"),
            ("r1c1..r2c3", "error: r1c1..r2c3 is not straight: not in one row, column or diagonal"),
            ("next(r1c1, up)", "none"),
            ("next(r1c1, downright)", "r2c2"),
            ("ray(r2c3, left)", "[r2c2, r2c1]"),
            ("size(adjacent(b))", "31"),
            ("size(windows(b, 2, 2))", "12"),
            ("size(boxes(b, 2, 5))", "2"),
            ("boxes(b, 3, 5)", "error: a grid of 4x5 can't be cut into boxes of 3x5"),
            ("diagonals(b)[2]", "r1c5..r4c2"),
            ("rows(block(b, 2, 2, 2, 3))[1]", "r2c2..r2c4"),
            ("on_grid(b, 4, 5)", "true"),
            ("on_grid(b, 5, 4)", "false"),
            ("g.a[4]", "r2c1"),
            ("g[r1c5] is g.b", "true"),
            ("g[r4c1]", "none"),
            ("label(g[r3c3])", "c"),
            ("[size(p) for p in g]", "[6, 4, 6]"),
            ("k[r1c2] + 1", "4"),
            ("k[r2c1]", "0"),
            ("k[r1c1] is none", "true"),
            ("k[r2c3] = \"w\"", "true"),
            ("k[r3c3]", "[1, 2]"),
            ("k[r4c1] = up", "true"),
            ("size([c for c in k])", "5"),
            ("[n for n, line in s]", "[1, 5, 2]"),
            ("[size(line) for n, line in s]", "[4, 4, 5]"),
            ("contains(g.a, r1c1)", "true"),
            ("contains(block(b, 2, 2, 2, 2), r3c3)", "true"),
            ("contains(block(b, 2, 2, 2, 2), r3c4)", "false"),
            ("positions(g, r1c1)", "[1]"),
            ("positions(rows(b), r3c2)", "[3]"),
            ("positions([r1c1, r1c2, r1c1], r1c1)", "[1, 3]"),
            ("positions([block(b, 1, 1, 2, 2), b, r1], r1c2)", "[1, 2, 3]"),
            ("r1c1 is r1c1", "true"),
            ("r1c1 = r1c2", "error: r1c1 is only a place: the cells of grid b have no values"),
            ("r9c9", "error: there is no cell r9c9: grid b is 4x5"),
            ("b[2, 3]", "r2c3"),
            ("count(d for d in ray(r1c1, right) while k[d] is not none)", "1"),
        ],
    );
}

#[test]
fn unknowns() {
    let setup = "grid x 1x4 in 0..5\nenum colour { red green }\nvar h[2] in colour\nvar i in 1..9\nx = [3, 1, 0, 5]\nh = [green, red]\ni = 3";
    table(
        setup,
        &[
            ("r1", "[3, 1, 0, 5]"),
            ("sum(r1)", "9"),
            ("x[1, i]", "0"),
            ("r1[i + 1]", "5"),
            ("h[1]", "green"),
            ("h[1] = \"green\"", "true"),
            ("count(c > 0 for c in x)", "3"),
            ("sum(c for c in x where c > 2)", "8"),
            ("count(c for c in x while c > 0)", "2"),
            ("r1c1 // r1c3 = 3", "false"),
            ("r1c1 / r1c3 != 3 or r1c1 / r1c4 = 3 / 5", "true"),
            ("r1c1 / r1c4", "3/5"),
            ("r1c4 / r1c2", "5"),
            ("[r1c1 / r1c4, r1c4 / r1c3]", "[3/5, none]"),
            ("[1 / 2, r1c1 / 2, 3][i - 1]", "3/2"),
            ("max(c / 2 for c in x where c < 4)", "3/2"),
            ("sum(c / i for c in x)", "3"),
            ("r1c1 / r1c3 = 3", "false"),
            ("not r1c1 / r1c3 = 3", "true"),
            ("r1c1 / r1c3 != 3", "false"),
            ("r1c1 % r1c3 < 9 or true", "true"),
            ("r1[i + 4] = 1", "false"),
            ("if r1c1 > 2 then 10 else 20", "10"),
            ("max(r1) - min(r1)", "5"),
            ("abs(r1c3 - r1c4)", "5"),
            ("number(r1)", "3105"),
            ("occurs(r1, 5)", "1"),
            ("distinct(r1)", "true"),
            ("(r1c1, r1c2) in {(3, 1), (9, 9)}", "true"),
            ("r1c1 in {1, 3}", "true"),
            ("product(r1)", "0"),
        ],
    );
}

#[test]
fn names_hide_each_other() {
    table("let count = 5\nlet up = 7", &[("count + up", "12")]);
    table("let n = 1\ndef f(a) = a + n\nrule r() { let n = 2 }\nr()", &[("f(n)", "2")]);
    table("def f(n) = g(n)\ndef g(m) = m * 2", &[("f(4)", "8")]);
    table("def f(a, b = a + 1) = a * b", &[("f(2)", "6"), ("f(2, b: 5)", "10"), ("f(b: 1, a: 3)", "3")]);
    table("let (a, b) = (1, 2)", &[("b - a", "1")]);
    table("def f(n) = if n = 0 then 1 else n * f(n - 1)", &[("f(10)", "3628800")]);
}

#[test]
fn pictures_by_row_and_column() {
    table(
        "grid x 2x2 in 1..4\nclues n { 1 w; . 3,4 }\nregions g { a a; . b }\nclues k of corners x { 1 . .; . 2 .; . . 0 }\n\
         clues d of borders x { . w .; . . b; . . . }",
        &[
            ("n[1, 2]", "w"),
            ("n[2, 1]", "none"),
            ("n[2, 2]", "[3, 4]"),
            ("n[3, 1]", "error: there is nothing at [3, 1]: rows go from 1 to 2, columns from 1 to 2"),
            ("label(g[1, 2]), g[2, 1]", "a none"),
            ("[(row(p), col(p), k[p]) for p in k]", "[(1, 1, 1), (2, 2, 2), (3, 3, 0)]"),
            ("[(row(p), col(p)) for p in d]", "[(1, 2), (2, 3)]"),
            ("size(cells(k)), height(d), size(touching(first(cells(k))))", "9 3 3"),
        ],
    );
}

/// One row is a list, and a picture of a grid of one row, which may be declared after it.
#[test]
fn pictures_of_one_row() {
    table(
        "clues n { . 3 . }\ngrid x 1x3 in 1..3",
        &[("n[r1c2]", "3"), ("[c is r1c2 for c in n]", "[true]"), ("n[1, 2]", "3")],
    );
    table(
        "clues n { . 3 . }\ngrid x 2x3 in 1..3",
        &[("n[2]", "3"), ("n", "[none, 3, none]"), ("[k for k in n]", "[none, 3, none]"), ("size(n)", "3")],
    );
}
