//! Texts of data against the values that they are.

use super::*;
use crate::elaborate::Elaborator;

/// A text as read, or the message of its mistake.
fn read(parse: impl Fn(Text) -> Result<Value>, text: &str) -> String {
    let mut elaborator = Elaborator::default();
    let source = elaborator.sources.add("data", text);
    let limits = Limits::none();
    match parse(Text { source, text, limits: &limits }) {
        Ok(value) => elaborator.text_of(&value),
        Err(error) => {
            let span = error.labels[0].span;
            format!("{}..{}: {}", span.start, span.end, error.message)
        }
    }
}

fn table(text: &str) -> String {
    read(|text| csv(text, CsvForm::default()), text)
}

#[test]
fn numbers_are_exact() {
    let number = |text: &str| match decimal(text) {
        Decimal::Number(Value::Int(k)) => k.to_string(),
        Decimal::Number(Value::Fraction(num, den)) => format!("{num}/{den}"),
        Decimal::TooLarge => "too large".into(),
        _ => "no number".into(),
    };
    for (text, value) in [
        ("12", "12"),
        ("-3", "-3"),
        ("+7", "7"),
        ("0", "0"),
        ("-0.0", "0"),
        ("1.50", "3/2"),
        ("-0.25", "-1/4"),
        ("2.000", "2"),
        ("1e3", "1000"),
        ("2.5E-3", "1/400"),
        ("9223372036854775807", "9223372036854775807"),
        ("9223372036854775808", "too large"),
        ("1e99", "too large"),
        ("1e-19", "too large"),
        ("007", "no number"),
        ("1.", "no number"),
        (".5", "no number"),
        ("1e", "no number"),
        ("--1", "no number"),
        ("1 2", "no number"),
        ("0x10", "no number"),
        ("", "no number"),
    ] {
        assert_eq!(number(text), value, "{text}");
    }
}

#[test]
fn tables_in_every_form() {
    for (text, value) in [
        ("", "[]"),
        ("1", "[1]"),
        ("1,2\n", "[[1, 2]]"),
        ("1,2\r\n3,4\r\n", "[[1, 2], [3, 4]]"),
        ("\u{feff}a,b\n1,2", "[(a: 1, b: 2)]"),
        ("a;b\n1;2", "[(a: 1, b: 2)]"),
        ("a\tb\n1\t2", "[(a: 1, b: 2)]"),
        ("a,b\nc,d", "[[\"a\", \"b\"], [\"c\", \"d\"]]"),
        (" a , b \n 1 , x y ", "[(a: 1, b: \"x y\")]"),
        ("a,b\n1,\n,2\n", "[(a: 1, b: none), (a: none, b: 2)]"),
        ("a,b\n\n1,2\n\n", "[(a: 1, b: 2)]"),
        ("1,2,\n", "[[1, 2, none]]"),
        ("1,2,", "[[1, 2, none]]"),
        ("\"a\nb\",\"c,d\"\n\"1\",2", "[(a\nb: \"1\", c,d: 2)]"),
        ("true,false", "[[true, false]]"),
        ("1,2\n3", "4..5: this line has 1 value, and the first line 2"),
        ("a,b\n1,2,3", "4..9: this line has 3 values, and the first line 2"),
        ("\"a", "0..1: this quote is not closed"),
        ("\"a\"b,c", "3..4: expected `,` or the end of the line after a quoted value"),
        ("a,a\n1,2", "2..3: two columns are called `a`"),
    ] {
        assert_eq!(table(text), value, "{text:?}");
    }
    let form = CsvForm { header: Some(false), separator: Some('|') };
    assert_eq!(read(|text| csv(text, form), "a|b\n1|2"), "[[\"a\", \"b\"], [1, 2]]");
}

#[test]
fn json_of_every_kind() {
    for (text, value) in [
        ("1", "1"),
        (" [ ] ", "[]"),
        ("{}", "()"),
        ("[1, -2.5, 1e2, true, false, null, \"a\"]", "[1, -5/2, 100, true, false, none, \"a\"]"),
        ("{\"a\": {\"b\": [1]}}", "(a: (b: [1]))"),
        (r#""\u0041\ud83d\ude00\n\/""#, "\"A😀\\n/\""),
        ("", "0..0: the JSON ends where a value is expected"),
        ("[1", "2..2: the JSON ends where `,` or `]` is expected"),
        ("[1 2]", "3..4: expected `,` or `]` in this JSON, found `2`"),
        ("{a: 1}", "1..2: expected a name in double quotes in this JSON, found `a`"),
        ("{\"a\" 1}", "5..6: expected `:` in this JSON, found `1`"),
        ("1 2", "2..3: expected the end of the text in this JSON, found `2`"),
        ("\"a", "0..1: this string is not closed"),
        ("\"\\q\"", "1..3: this escape has no meaning in JSON"),
        ("\"\\ud800\"", "1..7: this escape is no character"),
        ("\"\\u12\"", "1..3: `\\u` needs four hexadecimal digits"),
        ("01", "0..2: this is no JSON number"),
        ("nul", "0..1: expected a value in this JSON, found `n`"),
    ] {
        assert_eq!(read(json, text), value, "{text:?}");
    }
    let deep = "[".repeat(100_000);
    assert!(read(json, &deep).contains("nested more than 200 deep"));
}

#[test]
fn lines_of_text() {
    for (text, value) in [
        ("", "[]"),
        ("\n\n", "[]"),
        ("3\nann\r\n\n1 2\tb\n\n", "[3, \"ann\", none, [1, 2, \"b\"]]"),
        ("007\n1.5", "[\"007\", 3/2]"),
    ] {
        assert_eq!(read(lines, text), value, "{text:?}");
    }
}

/// Nothing in a file makes the program panic.
#[test]
fn anything_is_data_or_a_mistake() {
    let pieces = [
        "\"", ",", ";", "\n", "\r", "\r\n", "a", "1", ".", "-", "e", "{", "}", "[", "]", ":", "\\", "\\u", "é", "\t",
        " ", "\u{feff}", "😀",
    ];
    let mut random: u64 = 7;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..random % 9 {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            text.push_str(pieces[(random >> 33) as usize % pieces.len()]);
        }
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        table(&text);
        read(json, &text);
        read(lines, &text);
    }
}
