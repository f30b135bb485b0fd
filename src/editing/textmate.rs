//! The language as a TextMate grammar, for editors and web sites that colour by one: VS Code, Sublime Text, Shiki, GitHub.
//!
//! The words come from the lists of the parser and of help, so that a new one is coloured too. The format:
//! <https://macromates.com/manual/en/language_grammars>.

use super::names::{Class, Names};
use sator_lang::syntax::words;
use serde_json::{Value, json};

/// A statement starts here.
const START: &str = r"(?:^|(?<=[;{}])|(?<=\bhidden)|(?<=\btry)|(?<=\bcompare))[ \t]*";
/// The text behind a name that makes it an operand and not the first word of a statement.
const OPERAND: &str = r"(?!\(|[ \t]*(?:=(?!>)|[<>!\[.+*/%]))";

/// The grammar as JSON.
pub(crate) fn grammar() -> Value {
    let names = Names::plain();
    let of_class = |class: Class| alternatives(names.all.iter().filter(|n| n.class == class).map(|n| n.text.as_str()));
    let first = |all: &str, scope: &str| json!({"match": format!(r"{START}({all})\b{OPERAND}"), "captures": {"1": {"name": scope}}});
    let word = |all: &str, scope: &str| json!({"match": format!(r"(?<![\w.])(?:{all})\b"), "name": scope});
    let declarations = alternatives(words::DECLARATIONS.iter().copied());
    json!({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "sator",
        "scopeName": "source.sator",
        "fileTypes": ["puz"],
        "patterns": [
            {"include": "#comment"},
            {"include": "#picture"},
            {"include": "#string"},
            {"include": "#first"},
            {"include": "#word"},
        ],
        "repository": {
            "comment": {"patterns": [
                {"match": "##.*$", "name": "comment.line.documentation.sator"},
                {"match": "#.*$", "name": "comment.line.number-sign.sator"},
            ]},
            "string": {
                "begin": "\"", "end": "\"|$", "name": "string.quoted.double.sator",
                "patterns": [{"match": r"\\.", "name": "constant.character.escape.sator"}],
            },
            // A `#` in a picture is a token.
            "picture": {
                "begin": format!(r#"{START}(?:(regions|givens|clues|outside)|(expect)(?=[ \t]+solution))\b{OPERAND}([^{{}}=;\n#"]*)(\{{)"#),
                "end": r"\}",
                "beginCaptures": {
                    "1": {"name": "keyword.other.declaration.sator"},
                    "2": {"name": "keyword.control.question.sator"},
                    "3": {"patterns": [{"include": "#word"}]},
                    "4": {"name": "punctuation.section.braces.sator"},
                },
                "endCaptures": {"0": {"name": "punctuation.section.braces.sator"}},
                "name": "meta.picture.sator",
                "patterns": [
                    {"match": "[._?]", "name": "comment.blank.sator"},
                    {"match": r"[^\s;}._?]+", "name": "constant.other.token.sator"},
                ],
            },
            "first": {"patterns": [
                first(&declarations, "keyword.other.declaration.sator"),
                first(&alternatives(words::questions()), "keyword.control.question.sator"),
                first(&alternatives(words::commands()), "keyword.control.command.sator"),
            ]},
            "word": {"patterns": [
                word(&of_class(Class::Keyword), "keyword.operator.word.sator"),
                word(&of_class(Class::Function), "support.function.sator"),
                word(&of_class(Class::Rule), "support.function.rule.sator"),
                word(&of_class(Class::Known), "constant.language.sator"),
                {"match": r"(?<![\w.])(?:r\d+c\d+|r\d+|c\d+)\b", "name": "variable.other.cell.sator"},
                {"match": r"(?:(?<![\w.])|(?<=\.\.))\d+(?:x\d+|\.\d+)?", "name": "constant.numeric.sator"},
            ]},
        },
    })
}

/// The words as alternatives of a regular expression, the longest first.
fn alternatives<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut all: Vec<&str> = words.collect();
    all.sort_unstable_by_key(|word| (std::cmp::Reverse(word.len()), *word));
    all.dedup();
    all.join("|")
}
