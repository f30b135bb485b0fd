//! The message, the code and the place of each mistake.

use super::*;
use crate::diagnostic::Code;

#[test]
fn every_mistake_has_its_message_and_place() {
    for (text, message, place) in CASES {
        let d = error(text);
        let span = d.labels[0].span;
        let covered = &text[span.start as usize..span.end as usize];
        assert_eq!((format!("{}: {}", d.code.word(), d.message).as_str(), covered), (*message, *place), "{text}");
        assert!(d.labels.iter().all(|label| label.span.end as usize <= text.len()), "{text}");
    }
}

#[test]
fn mistakes_come_with_advice() {
    let without = CASES.iter().filter(|(text, ..)| {
        let d = error(text);
        d.help.is_none() && d.labels.iter().all(|label| label.text.is_empty())
    });
    assert_eq!(without.map(|(text, ..)| *text).collect::<Vec<_>>(), ["let x = 3 as \"a\""]);
}

#[test]
fn an_open_bracket_shows_both_its_places() {
    let text = "distinct(r1\nsum(r2) = 3";
    let d = error(text);
    let places: Vec<_> = d.labels.iter().map(|label| (label.span.start, label.text.as_str())).collect();
    assert_eq!(places, [(8, "opened here"), (12, "still open here, where `)` was expected")]);
    assert_eq!(d.help.as_deref(), Some("write the missing `)`"));
}

#[test]
fn errors_of_a_later_line_point_there() {
    let d = error("a = 1\r\n# é\r\nb = = c");
    assert_eq!((d.labels[0].span.start, d.labels[0].span.end), (17, 18));
}

#[test]
fn words_of_other_languages_are_known_wherever_an_expression_ends() {
    let places = [
        "a mod 2",
        "a = b mod 2",
        "print 7 mod 2",
        "print 1, 7 mod 2",
        "let a = 7 mod 2",
        "def f(a) = a mod 2",
        "def f(a = 7 mod 2) = a",
        "rule f(a) { a mod 2 = 1 }",
        "if a mod 2 = 1 { b }",
        "if a mod 2 = 1 then b else c",
        "let x = if a then b mod 2 else c",
        "let x = if a then b else c mod 2",
        "for c in x where c mod 2 = 1 { c }",
        "for c in a mod 2 { c }",
        "sum(c mod 2 for c in x)",
        "sum(c for c in x where c mod 2 = 1)",
        "sum(c for c in x mod 2)",
        "f(a mod 2, b)",
        "f(a, gap: b mod 2)",
        "f(a mod\n2)",
        "[a, b mod 2]",
        "{a mod 2}",
        "(a mod 2) = 1",
        "l[i mod 2]",
        "l[1, i mod 2]",
        "a and b mod 2 = 1",
        "var q[8 mod 3] in 1..9",
        "var q in 1..a mod 2",
        "grid x 9x9 in 1..a mod 2",
        "grid x a by b mod 2",
        "grid x a mod 2 by b",
        "require a mod 2 = 1, \"odd\"",
        "require a, b mod 2",
        "prefer a mod 2 = 1",
        "prefer a weight 3 mod 2",
        "maximize a mod 2",
        "why a mod 2 = 1",
        "try a mod 2 = 1",
        "a because b mod 2",
        "draw line(a mod 2)",
    ];
    for text in places {
        let d = error(text);
        assert_eq!((d.help.as_deref(), d.code), (Some("write `a % b`"), Code::SideBySide), "{text}: {}", d.message);
    }
}

#[test]
fn notes_and_functions_of_other_languages_are_known_wherever_an_expression_ends() {
    let cases = [
        ("let n = 9 -- the size", "comments start with `#`"),
        ("print 9 -- the size", "comments start with `#`"),
        ("let n = 9 % the size", "`%` is the remainder of a division; comments start with `#`"),
        ("let f = lambda a: a + 1", "write `def f(a) = a + 1`"),
        ("map(lambda a: a + 1, x)", "write `def f(a) = a + 1`"),
        ("sum(c for c in x when c > 2)", "write `where`: `sum(c for c in x where c > 2)`"),
    ];
    for (text, help) in cases {
        let d = error(text);
        assert_eq!(d.help.as_deref(), Some(help), "{text}: {}", d.message);
    }
}

#[test]
fn a_mistake_at_a_line_break_in_the_head_of_a_loop_names_the_one_line() {
    let broken = [
        "for c in x where if r1c1 = 1\nthen c > 1 else c > 2 {\n c = 3\n}",
        "for c in x where if r1c1 = 1 # a note\nthen c > 1 else c > 2 {\n c = 3\n}",
        "for c in if a\nthen x else y {\n c = 3\n}",
        "for c\nin x {\n c = 3\n}",
        "for c in x\nwhere c = 3 {\n c = 3\n}",
    ];
    for text in broken {
        let d = error(text);
        assert!(d.help.as_deref().is_some_and(|help| help.contains("stays on one line")), "{text}: {d:?}");
    }
    for text in ["for c in x where if r1c1 = 1 { c = 3 }", "for c in x where if r1c1 = 1\n"] {
        let d = error(text);
        assert!(!d.help.as_deref().is_some_and(|help| help.contains("stays on one line")), "{text}: {d:?}");
    }
}

/// A text, `code: message`, and what the first label covers.
const CASES: &[(&str, &str, &str)] = &[
    ("distinct(r1\nsum(r2) = 3", "unclosed: this `(` is never closed", "("),
    ("distinct(r1", "unclosed: this `(` is never closed", "("),
    ("f(a]", "unclosed: `]` can't close `(`", "]"),
    ("f(a b)", "syntax: expected `,` or `)`, found `b`", "b"),
    ("f(a,,b)", "syntax: there is nothing before this comma", ","),
    ("f(,a)", "syntax: there is nothing before this comma", ","),
    ("a )", "unopened: this `)` closes nothing", ")"),
    ("}", "unopened: this `}` closes nothing", "}"),
    ("for c in x { a", "unclosed: this `{` is never closed", "{"),
    ("for c in x {\n a\n", "unclosed: this `{` is never closed", "{"),
    ("givens x {\n 1 2\ngivens y {\n 1 2 }", "unclosed: this picture is not closed before the next `{`", "{"),
    ("givens x {\n 1 2\n", "unclosed: this `{` is never closed", "{"),
    ("a && b", "foreign-operator: `&&` is not an operator of this language", "&&"),
    ("(a || b)", "foreign-operator: `||` is not an operator of this language", "||"),
    ("!a", "foreign-operator: `!` is not an operator of this language", "!"),
    ("a = !b", "foreign-operator: `!` is not an operator of this language", "!"),
    ("x := 3", "foreign-operator: `:=` is not an operator of this language", ":="),
    ("let x := 3", "foreign-operator: `:=` is not an operator of this language", ":="),
    ("a === b", "foreign-operator: `===` is not an operator of this language", "==="),
    ("a =< b", "foreign-operator: `=<` is not an operator of this language", "=<"),
    ("a <> b", "foreign-operator: `<>` is not an operator of this language", "<>"),
    ("a -> b", "foreign-operator: `->` is not an operator of this language", "->"),
    ("a <-> b", "foreign-operator: `<->` is not an operator of this language", "<->"),
    ("a ** 2", "foreign-operator: `**` is not an operator of this language", "**"),
    ("a ^ 2", "foreign-operator: `^` is not an operator of this language", "^"),
    ("// a note", "foreign-operator: `//` divides and rounds down: it starts no comment", "//"),
    ("a = 3 // from the hint", "foreign-operator: `//` divides and rounds down: it starts no comment", "//"),
    ("sum([a, // the first\n b])", "foreign-operator: `//` divides and rounds down: it starts no comment", "//"),
    ("a = 3 // note.", "foreign-operator: `//` divides and rounds down: it starts no comment", "//"),
    ("a = 3 // 2 hints say so", "side-by-side: two things side by side: `hints` follows a division", "hints"),
    ("a += 1", "foreign-operator: `+=` is not an operator of this language", "+="),
    ("a = 'b'", "foreign-operator: `'` has no meaning here", "'"),
    ("1 ... 3", "foreign-operator: `...` is not an operator of this language", "..."),
    ("a @ b", "foreign-operator: `@` has no meaning here", "@"),
    ("f($a)", "foreign-operator: `$` has no meaning here", "$"),
    ("a × b", "unicode: the character `×` (U+00D7) has no meaning here", "×"),
    ("“a”", "unicode: the character `“` (U+201C) has no meaning here", "“"),
    ("größe = 3", "unicode: the character `ö` (U+00F6) has no meaning here", "ö"),
    ("a = b\u{a0}+ c", "unicode: the character (U+00A0) has no meaning here", "\u{a0}"),
    ("a = é", "unicode: the character `é` (U+00E9) has no meaning here", "é"),
    ("a\0b", "control-character: the text contains a NUL byte", "\0"),
    ("a\u{7}b", "control-character: the text contains the control character U+0007", "\u{7}"),
    ("a\rb", "control-character: the text contains a carriage return without a newline", "\r"),
    ("\"abc", "unclosed-string: this string is not closed before the line ends", "\"abc"),
    ("a = \"abc\nb", "unclosed-string: this string is not closed before the line ends", "\"abc"),
    ("a = \"C:\\dir\"", "bad-escape: `\\d` has no meaning in a string", "\\d"),
    ("a = 1.5.2", "not-an-integer: expected a whole number, found `1.5.2`", "1.5.2"),
    ("a = 9x9", "syntax: `9x9` is neither a number nor a name", "9x9"),
    ("a = 9abc", "syntax: `9abc` is neither a number nor a name", "9abc"),
    ("a = 1_000", "syntax: `1_000` is neither a number nor a name", "1_000"),
    ("r0c1 = 3", "counts-from-1: there is no `r0c1`: rows and columns count from 1", "r0c1"),
    ("c0", "counts-from-1: there is no `c0`: rows and columns count from 1", "c0"),
    ("grid x 9 x 9", "syntax: the size of a grid is written without blanks: `9x9`", "9 x 9"),
    ("grid x 9X9", "syntax: the size of a grid is written without blanks: `9x9`", "9X9"),
    ("grid x 9*9", "syntax: expected `by` and the number of columns, found the end of the text", ""),
    ("grid 9x9", "syntax: expected a name for the grid, found `9x9`", "9x9"),
    ("grid r1 9x9", "reserved-name: `r1` always means row 1 of the grid and can't be a name for the grid", "r1"),
    ("grid x", "syntax: expected the size of the grid, found the end of the text", ""),
    ("grid x in 1..9", "syntax: expected the size of the grid, found `in`", "in"),
    ("grid x 9x9 1..9", "syntax: expected `in` and a domain, or the end of the statement, found `1`", "1"),
    ("grid then 9x9", "reserved-name: `then` is a word of the language and can't be a name for the grid", "then"),
    ("var x", "missing-domain: a `var` needs a domain: expected `in`, found the end of the text", ""),
    ("var x[3 in 1..9", "unclosed: this `[` is never closed", "["),
    ("enum colour red green", "syntax: expected `{` and the values of the enum, found `red`", "red"),
    ("enum colour { red 3 }", "syntax: expected a value of the enum, or `}`, found `3`", "3"),
    ("enum colour { red in }", "reserved-name: `in` is a word of the language and can't be a value of the enum", "in"),
    ("let x 3", "syntax: expected `=` and a value, found `3`", "3"),
    ("let f(x) = 3", "syntax: a `let` takes no parameters", "("),
    ("let a, b = p", "syntax: write several names in brackets", ","),
    ("let x =", "unfinished: the text ends after `=`, where something must follow", ""),
    ("let x = )", "unopened: this `)` closes nothing", ")"),
    ("let (a, 3) = p", "syntax: expected a name for a part of the tuple, found `3`", "3"),
    ("hidden x 9x9", "syntax: expected `grid`, `var`, `links`, `fences` or `partition` after `hidden`, found `x`", "x"),
    ("title Block", "syntax: expected a title in double quotes, found `Block`", "Block"),
    ("regions {", "syntax: expected a name for the picture, found `{`", "{"),
    ("regions cage", "syntax: expected `{` and the picture, found the end of the text", ""),
    ("regions cage\n{ a }", "syntax: this `{` stands on a line of its own", "{"),
    ("clues top of { 3 }", "syntax: expected the name of a grid after `of`, found `{`", "{"),
    ("for c x", "missing-in: expected `in` after `for c`, found `x`", "x"),
    ("for c", "missing-in: expected `in` after `for c`, found the end of the text", ""),
    ("for 3 in x {", "syntax: expected a name for the loop variable, found `3`", "3"),
    ("for c in", "unfinished: the text ends after `in`, where something must follow", ""),
    ("for c in x", "syntax: expected `{` and the statements of the loop, found the end of the text", ""),
    ("for c in x:", "syntax: the body of a statement needs braces", ":"),
    ("for c in x\n{", "syntax: this `{` stands on a line of its own", "{"),
    ("for c in x a = 3", "syntax: expected `{` and the statements of the loop, found `a`", "a"),
    ("else { a }", "else-without-if: this `else` has no `if`", "else"),
    ("a else b", "else-without-if: this `else` has no `if`", "else"),
    ("if a = b then c", "missing-else: expected `else`, found the end of the text", ""),
    ("if a = b then c\nd = e", "missing-else: expected `else`, found the end of the line", ""),
    ("if a", "syntax: expected `{` or `then`, found the end of the text", ""),
    ("if a = b", "syntax: expected `{` or `then`, found the end of the text", ""),
    ("if { a }", "syntax: this `if` has no condition", "if"),
    ("a = b then c", "syntax: this `then` has no `if`", "then"),
    ("a if b", "syntax: `if` can't follow a statement", "if"),
    ("a for c in x", "syntax: a `for` follows its statement", "for"),
    ("a where b", "syntax: `where` can't follow a statement", "where"),
    ("if a { b } elif c { d }", "syntax: `elif` is written `else if`", "elif"),
    ("a + if b then c else d", "needs-brackets: `if` binds more loosely than the operator before it", "if"),
    ("a = not b", "needs-brackets: `not` binds more loosely than the operator before it", "not"),
    ("a + not b", "needs-brackets: `not` binds more loosely than the operator before it", "not"),
    ("a +", "unfinished: the text ends after `+`, where something must follow", ""),
    ("a + )", "unopened: this `)` closes nothing", ")"),
    ("a + * b", "syntax: `+` needs something on its right, found `*`", "*"),
    ("a = +3", "syntax: `=` needs something on its right, found `+`", "+"),
    ("a = then", "syntax: `=` needs something on its right, found `then`", "then"),
    ("= 3", "syntax: expected a statement, found `=`", "="),
    ("a\nand b", "syntax: expected a statement, found `and`", "and"),
    ("and b", "syntax: expected a statement, found `and`", "and"),
    ("where b", "syntax: expected a statement, found `where`", "where"),
    ("in x", "syntax: expected a statement, found `in`", "in"),
    ("()", "syntax: these brackets are empty", "()"),
    ("a[]", "syntax: expected an index, found `]`", "]"),
    ("a.", "syntax: a statement ends with its line, without a `.`", "."),
    ("a. b", "syntax: expected a label, a cell or a row right after `.`, found `b`", "b"),
    ("a ..", "unfinished: the text ends after `..`, where something must follow", ""),
    ("3(a)", "syntax: a number stands right before a bracket", "("),
    ("f(a: )", "syntax: expected a value for the argument, found `)`", ")"),
    ("f(a: 1, b)", "argument-order: an argument without a name follows one with a name", "b"),
    ("f(a, b for c in x)", "argument-order: a generator can stand only first", "b for c in x"),
    ("f(a for b in c, d)", "argument-order: after a generator only named arguments can follow", "d"),
    ("[a, b for a, b in l]", "syntax: expected `,` or `]`, found `for`", "for"),
    ("(a for c in x)", "syntax: expected `,` or `)`, found `for`", "for"),
    ("sum(a for c x)", "missing-in: expected `in` after `for c`, found `x`", "x"),
    ("a b", "side-by-side: two things side by side: `b` follows a finished expression", "b"),
    ("a 3", "side-by-side: two things side by side: `3` follows a finished expression", "3"),
    ("a, b", "syntax: this `,` stands outside brackets", ","),
    ("a {", "syntax: nothing before this `{` takes a body or a picture", "{"),
    ("a ?", "syntax: only a question can end in `?`", "?"),
    ("a: b", "syntax: a `:` has no meaning here", ":"),
    ("r1c1 (3)", "syntax: this bracket follows a finished expression", "("),
    ("rule f { a }", "syntax: expected `(` and the parameters, found `{`", "{"),
    ("rule f(a b) { a }", "syntax: expected `,` or `)`, found `b`", "b"),
    ("rule f(r1) { a }", "reserved-name: `r1` always means row 1 of the grid and can't be a parameter", "r1"),
    ("rule (a) { a }", "syntax: expected a name for the rule, found `(`", "("),
    ("rule f(a = ) { a }", "syntax: expected a default value for the parameter, found `)`", ")"),
    ("rule f(a)", "syntax: expected `{` and the statements of the rule, found the end of the text", ""),
    ("def f = 3", "syntax: expected `(` and the parameters, found `=`", "="),
    ("def f(a)", "syntax: expected `=` and an expression, found the end of the text", ""),
    ("def f(a) a", "syntax: expected `=` and an expression, found `a`", "a"),
    ("load common", "syntax: expected a name in double quotes, found `common`", "common"),
    ("save f", "syntax: expected a file name in double quotes, found `f`", "f"),
    ("export \"f\"", "syntax: expected a format, found a string", "\"f\""),
    ("export svg", "syntax: expected a file name in double quotes, found the end of the text", ""),
    ("drop", "syntax: expected the number of a statement, found the end of the text", ""),
    ("drop x", "syntax: expected the number of a statement, found `x`", "x"),
    ("undo x", "syntax: expected the end of the statement, found `x`", "x"),
    ("set 3", "syntax: expected the name of a setting, found `3`", "3"),
    ("is it", "syntax: expected a question after `is`, found `it`", "it"),
    ("is it good?", "syntax: expected a question after `is`, found `it`", "it"),
    ("try", "syntax: expected a statement to try, found the end of the text", ""),
    ("try solve", "syntax: a question or a command can't be tried", "solve"),
    ("maximize", "syntax: expected what to maximize, found the end of the text", ""),
    ("print", "syntax: expected what to print, found the end of the text", ""),
    ("print a,", "unfinished: the text ends after a comma, where something must follow", ""),
    ("why is", "syntax: expected a cell or a condition, found the end of the text", ""),
    ("why r1c1 5", "syntax: expected the end of the question, found `5`", "5"),
    ("generate x symmetric spiral", "syntax: expected a symmetry, found `spiral`", "spiral"),
    ("compare foo", "syntax: expected a question to compare, found `foo`", "foo"),
    ("solve it", "syntax: expected the end of the question, found `it`", "it"),
    ("unique, count", "syntax: this `,` stands outside brackets", ","),
    ("expect", "syntax: expected what to expect, found the end of the text", ""),
    ("count limit", "syntax: expected the largest number of solutions to count, found the end of the text", ""),
    ("f(a) as left", "syntax: expected a label in double quotes after `as`, found `left`", "left"),
    ("let x = 3 as \"a\"", "syntax: only a condition or the use of a rule can have a label with `as`", "as"),
    ("a = \"b\" \"c\"", "side-by-side: two things side by side: a string follows a finished expression", "\"c\""),
];
