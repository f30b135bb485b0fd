//! Title, author, rules in words and drawn lines of a published puzzle.

use super::out::{export, session};
use super::script;

const OWN: &str = r#"title "Apart, & together"
author "V. Setter"
grid x 9x9 in 1..9
sudoku(x)
## Neighbouring digits along a red line differ by at least {gap}.
rule apart(line, gap = 5) { draw line(line, colour: "red"); for a, b in pairs(line) { abs(a - b) >= gap } }
apart(r2c5..r6c1)
apart(r6c7..r9c7..r9c8, gap: 4)
thermo(r1c1..r1c4)
killer(r3c1..r3c3, 12)
"#;

const SENTENCES: [&str; 5] = [
    "Place one of the digits 1 to 9 in each cell so that none repeats in a row, column or box.",
    "Neighbouring digits along a red line differ by at least 5.",
    "Neighbouring digits along a red line differ by at least 4.",
    "Along a thermometer, digits increase from the bulb to the tip.",
    "Digits don't repeat in a cage. The number in the corner of a cage, if any, is the sum of its digits.",
];

const FORMATS: [&str; 3] = ["link sudokupad", "link fpuzzles", "link penpa"];

fn words(text: &str) -> Vec<String> {
    session(text).model().rules_in_words().to_vec()
}

#[test]
fn rules_become_sentences_once_each() {
    assert_eq!(words(OWN), SENTENCES);
    // The author's own text takes their place.
    let stated = format!("{OWN}rulestext \"Normal rules.\"\nrulestext \"And more.\"");
    assert_eq!(words(&stated), ["Normal rules.", "And more."]);
    // A rule with a sentence covers the rules inside it; one without adds theirs.
    let inside = |doc: &str| words(&format!("grid x 4x4 in 0..3\n{doc}rule all(x) {{ sudoku(x) }}\nall(x)"));
    assert_eq!(inside("## Mine.\n## Use: all(x)\n"), ["Mine."]);
    assert_eq!(inside("## Help.\n## Rules: Mine,\n## in two lines.\n## Use: all(x)\n"), ["Mine, in two lines."]);
    assert_eq!(
        inside(""),
        ["Place one of the digits 0 to 3 in each cell so that none repeats in a row, column or box."]
    );
}

#[test]
fn placeholders_of_sentences() {
    let of = |parameters: &str, sentence: &str, arguments: &str| {
        let text = format!("grid x 2x2 in {{2, 4, 7}}\n## {sentence}\nrule r({parameters}) {{ }}\nr({arguments})");
        words(&text).join("")
    };
    assert_eq!(of("a", "A {a}, {b}, [a b], [b: c].", "3"), "A 3, {b}, [a b], [b: c].");
    assert_eq!(of("y", "{values y} up to {greatest y}", "x"), "the digits 2, 4 and 7 up to 7");
    assert_eq!(of("a = false, b = none", "A[a: a][!a: no a][b: b].", ""), "A no a.");
    assert_eq!(of("a = false, b = none", "A[a: a][!a: no a][b: b].", "true, 0"), "A a b.");
    assert_eq!(of("fleet", "Lengths {fleet}.", "[3, 2, 1]"), "Lengths 3, 2 and 1.");
    let picture = |clues: &str| {
        words(&format!("grid x 1x2\nclues n {{ {clues} }}\n## A.[?: A ? is any.]\nrule r(n) {{ }}\nr(n)")).join("")
    };
    assert_eq!((picture("1 ?").as_str(), picture("1 2").as_str()), ("A. A ? is any.", "A."));
}

#[test]
fn the_words_go_out_and_come_back() {
    for format in FORMATS {
        let text = script(&export(OWN, format).expect("writes").text);
        for line in ["title \"Apart, & together\"", "author \"V. Setter\""] {
            assert!(text.contains(line), "{format}: {line}\n{text}");
        }
        for sentence in SENTENCES {
            assert!(text.contains(&format!("rulestext \"{sentence}\"\n")), "{format}: {sentence}\n{text}");
        }
    }
}

/// Shapes that no constraint of a format stands for are drawn, and the rest of the puzzle is read back.
#[test]
fn lines_of_own_rules_go_out_as_lines() {
    for format in FORMATS {
        let text = script(&export(OWN, format).expect("writes").text);
        for line in ["r2c5..r6c1", "r6c7..r9c7..r9c8"] {
            let drawn = text.lines().any(|l| l.starts_with("let ") && l.ends_with(line));
            assert!(drawn, "{format}: {line}\n{text}");
        }
        for rule in ["sudoku(x)", "killer(", "title"] {
            assert!(text.contains(rule), "{format}: {rule}\n{text}");
        }
    }
    let more = format!("{OWN}whispers(r5c5..r5c8)\nwhite_dot(r8c1, r8c2)\neven(r9c9)\nquadruple(r7c1, [1, 2])\n");
    let text = script(&export(&more, "link penpa").expect("writes").text);
    for part in ["sudoku(x)\n", "r5c5..r5c8", "symbols, 3 of them", "texts beside cells, 1 of them"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

/// A drawing without rules has no solutions that could be counted.
#[test]
fn a_drawing_alone_is_not_unique() {
    let shared = export("grid x 3x3 in 1..3\nr1c1 + r1c2 = r1c3\n", "link penpa").expect("writes");
    assert!(!shared.left_out.is_empty() && shared.without.is_none(), "{shared:?}");
}

/// The rules of each example in words, free of the language's own words.
#[test]
fn every_example_has_rules_in_words() {
    for example in sator::gallery::EXAMPLES.iter().filter(|e| e.name.starts_with("rules/")) {
        let words = words(example.text);
        assert!(!words.is_empty(), "{}", example.name);
        for sentence in words {
            assert!(
                !sentence.contains(['{', '[', '`', '_']) && sentence.ends_with('.'),
                "{}: {sentence}",
                example.name
            );
        }
    }
}
