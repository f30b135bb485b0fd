//! The texts after which the prompt reads another line.

use super::super::complete::is_complete;

#[test]
fn the_prompt_reads_on_only_where_more_can_help() {
    let unfinished = [
        "f(",
        "f(a,",
        "f(a",
        "f(a # note",
        "[1, 2",
        "s = {1,",
        "for c in x {",
        "for c in x {\n  c = 1",
        "for c in x { if p {",
        "rule f(a) {",
        "rule f(",
        "if p { a } else {",
        "givens x {",
        "givens x {\n 1 2 3",
        "regions cage of x { a b",
        "expect solution x {",
        "enum colour { red",
        "a +",
        "a and",
        "a =",
        "a in",
        "not",
        "-",
        "1..",
        "a => # why",
        "let x =",
        "def f(x) =",
        "var a,",
        "print a,",
        "var q in",
        "for c in",
        "for a,",
        "for",
        "sum(c for",
        "if",
        "x = (if p then",
        "x = if p then a else",
        "for c in x where",
        "why a and",
        "try {1, 2",
    ];
    for text in unfinished {
        assert!(!is_complete(text), "{text:?} needs more");
        assert!(!is_complete(&format!("{text}\n")), "{text:?} and a newline needs more");
        assert!(!is_complete(&format!("a = 1\n{text}  ")), "{text:?} after a statement needs more");
    }
    let finished = [
        "",
        "\n\n",
        "# note",
        "a",
        "a = 1",
        "f(a)",
        "for c in x { c = 1 }",
        "if p { a }",
        "if p { a } else { b }",
        "givens x { 1 2 }",
        "\"open",
        "f(\"open",
        "f(a b",
        "f(a\nb",
        "f(]",
        "(1.5.2",
        "[r0c1",
        "a )",
        "}",
        "grid",
        "grid x",
        "let x",
        "print",
        "why",
        "for c",
        "for c x",
        "if p",
        "x = if p then a",
        "x = if p then",
        "if p then",
        "var x",
        "(a\u{0}",
        "f(a && ",
        "\u{feff}a",
    ];
    for text in finished {
        assert!(is_complete(text), "{text:?} is finished");
    }
}
