//! Input that is too much: one clear error each, on a small stack.

use super::super::complete::is_complete;
use super::*;
use crate::diagnostic::Code;

/// Runs `f` on a stack of 2 MiB, the size of a Rust thread's.
fn on_a_small_stack(f: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(f).unwrap().join().unwrap();
}

fn code(text: &str) -> &'static str {
    super::super::parse(SourceId(0), text).map_or_else(|d| d.code.word(), |_| "fine")
}

/// Parts and how often they are repeated before something else follows.
fn nested(open: &str, middle: &str, close: &str, times: usize) -> String {
    format!("{}{middle}{}", open.repeat(times), close.repeat(times))
}

#[test]
fn deep_nesting_is_an_error() {
    on_a_small_stack(|| {
        let deep = [
            nested("(", "a", ")", 10_000),
            nested("(", "", "", 10_000),
            nested("[", "a", "]", 10_000),
            nested("{", "", "", 10_000),
            nested("f(", "a", ")", 10_000),
            nested("a[", "1", "]", 10_000),
            nested("not ", "a", "", 10_000),
            nested("-", "a", "", 10_000),
            nested("a => ", "a", "", 10_000),
            nested("if a then b else ", "c", "", 10_000),
            nested("if ", "c", " then a else b", 10_000),
            nested("if p { ", "a", " }", 10_000),
            nested("if p { a } else ", "if p { a }", "", 10_000),
            nested("for a in b { ", "a", " }", 10_000),
            nested("rule f() { ", "a", " }", 10_000),
            nested("f(a for b in ", "c", ")", 10_000),
            nested("a <=> b => c or d and not e = f..g + h * -f(x: [", "a", "])", 10_000),
            nested("(a, [{f(b for c in ", "c", ")}])", 10_000),
        ];
        for text in deep {
            assert_eq!(code(&text), "too-deep", "{}", &text[..60]);
            assert!(is_complete(&text));
        }
    });
}

#[test]
fn what_is_just_shallow_enough_can_be_used() {
    on_a_small_stack(|| {
        let shallow = [
            nested("(", "a", ")", 120),
            nested("[", "a", "]", 120),
            nested("not ", "a", "", 250),
            nested("-", "a", "", 250),
            nested("a => ", "a", "", 250),
            nested("f(x: ", "a", ")", 120),
            nested("if a then b else ", "c", "", 120),
            nested("if p { ", "a", " }", 60),
            nested("if p { a } else ", "if p { a }", "", 120),
            nested("a <=> b => c or d and not e = f..g + h * -f(x: [", "a", "])", 16),
            nested("(a, [{f(b for c in ", "c", ")}])", 20),
            nested("a + ", "a", "", 900),
            format!("a{}", ".b".repeat(900)),
            format!("a{}", "(b)".repeat(900)),
            format!("{}a", "a and b = c * d + ".repeat(300)),
        ];
        for text in shallow {
            assert_eq!(code(&text), "fine", "{}", &text[..20]);
            let tree = statements(&text);
            let printed: String = tree.iter().map(print_statement).collect();
            let again = statements(&printed);
            assert_eq!(tree.clone().len(), again.len());
            assert_eq!(printed, again.iter().map(print_statement).collect::<String>());
        }
    });
}

#[test]
fn long_chains_are_read_or_refused() {
    on_a_small_stack(|| {
        for text in [
            nested("a + ", "a", "", 10_000),
            nested("a and ", "a", "", 10_000),
            nested("a * b - ", "a", "", 10_000),
            format!("a{}", ".b".repeat(10_000)),
            format!("a{}", "[1]".repeat(10_000)),
            format!("f{}", "()".repeat(10_000)),
            format!("({}a) )", "a + ".repeat(10_000)),
        ] {
            assert_eq!(code(&text), "too-long", "{}", &text[..20]);
        }
        for text in [
            nested("a = ", "a", "", 10_000),
            nested("a..", "a", "", 10_000),
            nested("a, ", "a", "]", 1).replace("a, a]", &format!("[{}]", "a, ".repeat(10_000))),
            format!("f({})", "a: 1, ".repeat(10_000)),
            "a\n".repeat(10_000),
        ] {
            assert_eq!(code(&text), "fine", "{}", &text[..20]);
        }
    });
}

#[test]
fn huge_numbers_are_located() {
    for (text, place) in [
        ("a = 9223372036854775808", 4..23),
        ("a = r4294967296c1", 4..17),
        ("c99999999999", 0..12),
        ("grid x 9x4294967296", 9..19),
        ("drop 4294967296", 5..15),
    ] {
        let d = error(text);
        assert_eq!(d.code, Code::NumberTooLarge, "{text}");
        assert_eq!(d.labels[0].span.start..d.labels[0].span.end, place, "{text}");
    }
    assert_eq!(code(&"9".repeat(100_000)), "number-too-large");
}

#[test]
fn ten_megabytes_in_one_line() {
    on_a_small_stack(|| {
        let size = 10 << 20;
        let long = |part: &str| part.repeat(size / part.len());
        for (text, expected) in [
            (long("a"), "fine"),
            (long(" "), "fine"),
            (long(";"), "fine"),
            (format!("{}a", long("## ")), "fine"),
            (format!("\"{}\"", long("a")), "fine"),
            (format!("{}a", long("\n")), "fine"),
            (format!("({}{}a)", "not ".repeat(120), long(" ")), "fine"),
            (format!("{}a{}", "not ".repeat(120), long(" ")), "fine"),
            (format!("{}{}", "not ".repeat(120), long("a")), "fine"),
            (format!("givens x {{ {} }}", long("a")), "fine"),
            (long("("), "too-deep"),
            (long("1 "), "side-by-side"),
            (long("1,"), "syntax"),
            (long("9"), "number-too-large"),
            (long("1+"), "too-long"),
            (long("\""), "side-by-side"),
            (long("\u{0}"), "control-character"),
            (format!("[a for b in c, {}]", long("d,")), "too-large"),
        ] {
            assert_eq!(code(&text), expected, "{}", &text[..20]);
        }
    });
}

#[test]
fn anything_at_all_is_read_or_refused() {
    let pieces = [
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ";",
        "\n",
        ":",
        "?",
        "..",
        ".",
        "=",
        "=>",
        "-",
        "not ",
        "if ",
        "then ",
        "else ",
        "for ",
        "in ",
        "where ",
        "a",
        "r1c1",
        "7",
        "\"",
        "\"s\"",
        "#",
        "##",
        "grid ",
        "let ",
        "rule ",
        "def ",
        "var ",
        "givens ",
        "why ",
        "try ",
        "is ",
        "set ",
        "help ",
        "expect ",
        "solution ",
        "é",
        "\\",
        "\r\n",
        "\t",
        "9x9 ",
    ];
    let mut state = 1u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..12 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            text.push_str(pieces[(state >> 33) as usize % pieces.len()]);
        }
        is_complete(&text);
        match super::super::parse(SourceId(0), &text) {
            Ok(_) => assert_round_trip(&text),
            Err(d) => {
                let span = d.labels[0].span;
                assert!(text.get(span.start as usize..span.end as usize).is_some(), "{text:?}: {d:?}");
                assert!(!d.message.is_empty() && d.message != "this text can't be read", "{text:?}");
            }
        }
    }
}
