//! Nothing that a user can type or load makes the program panic: nasty files through the program,
//! random and mutated scripts through the stages that read them.

use crate::support::{self, Program};
use proptest::prelude::*;
use sator_lang::diagnostic::Code;
use sator_lang::elaborate::Elaborator;
use sator_lang::syntax::{self, ast::StatementKind};
use std::path::Path;

/// Parses a text and elaborates what it declares and asserts, as far as it goes. Questions are not asked.
fn read(text: &str) {
    let mut elaborator = Elaborator::default();
    elaborator.expansion.size = 20_000;
    let source = elaborator.sources.add("<random>", text);
    let Ok(statements) = syntax::parse(source, text) else { return };
    for statement in &statements {
        let printed = syntax::print::print_statement(statement);
        assert!(!printed.is_empty());
        match statement.kind {
            StatementKind::Question(_) | StatementKind::Command(_) | StatementKind::Load { .. } => {}
            _ => {
                // An error is as good as an answer here.
                let _ = elaborator.add(statement);
            }
        }
    }
}

/// As [`read`], then asks: what was taken is lowered and solved, in this encoding, for a moment.
fn ask(text: &str, encoding: &str) {
    let mut session = support::session(&[("encoding", encoding), ("limit", "3000"), ("timeout", "100ms")]);
    let Ok(statements) = session.read("<random>", text, None) else { return };
    for statement in &statements {
        match statement.kind {
            StatementKind::Question(_) | StatementKind::Command(_) | StatementKind::Load { .. } => {}
            _ => {
                let _ = session.run(statement, &mut |_, _| {});
            }
        }
    }
    let questions = session.read("<questions>", "solve\nunique\nhint", None).expect("they are right");
    for question in &questions {
        if let Err(error) = session.run(question, &mut |_, _| {}) {
            assert_ne!(error.code, Code::Internal, "{}\n{text}", error.message);
        }
    }
}

fn examples() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut texts: Vec<String> = std::fs::read_dir(folder)
        .expect("the examples are there")
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|e| e == "puz"))
        .map(|entry| std::fs::read_to_string(entry.path()).expect("an example is text"))
        .collect();
    texts.sort();
    texts
}

/// Pieces of the language, and things that are not quite.
const PIECES: &[&str] = &[
    "grid x 9x9 in 1..9\n",
    "grid y 2x3 in bool\n",
    "var q[3] in 0..5\n",
    "let n = 4\n",
    "regions cage { a a b ; . c b }\n",
    "givens x { 1 2 3 }\n",
    "clues k { 1 . w }\n",
    "outside s of x { top 1 2 }\n",
    "enum colour { red green }\n",
    "rule f(a, b = 2) { ",
    "def g(a) = ",
    "for c in x { ",
    "if ",
    " else ",
    " then ",
    "}",
    "{",
    "(",
    ")",
    "[",
    "]",
    "\n",
    ";",
    " + ",
    " - ",
    " * ",
    " / ",
    " // ",
    " % ",
    " = ",
    " != ",
    " <= ",
    " in ",
    " not in ",
    " is ",
    " is not ",
    "..",
    ",",
    ".",
    ":",
    " => ",
    " <=> ",
    " and ",
    " or ",
    " xor ",
    "not ",
    " where ",
    " while ",
    " for ",
    "r1c1",
    "r3",
    "c4",
    "r0c0",
    "r99999999999c1",
    "x",
    "q",
    "n",
    "cage.a",
    "cage",
    "k",
    "s",
    "red",
    "up",
    "none",
    "true",
    "sum",
    "count",
    "distinct",
    "max",
    "product",
    "abs",
    "number",
    "windows",
    "boxes",
    "block",
    "ray",
    "at",
    "within",
    "neighbors",
    "next",
    "pairs",
    "all_pairs",
    "runs",
    "occurs",
    "reverse",
    "sorted",
    "zip",
    "first",
    "last",
    "size",
    "label",
    "dist",
    "rows",
    "cols",
    "diagonals",
    "1",
    "0",
    "-1",
    "9223372036854775807",
    "99999999999999999999",
    "\"a\"",
    "\"",
    "#",
    "##",
    "\u{0}",
    "\t",
    "\r\n",
    "\u{feff}",
    "é",
    "≠",
    "🦀",
    "solve",
    "unique",
    "expect ",
    "print ",
    "as ",
    "title ",
    "hidden ",
    "var ",
    "let ",
    "grid ",
    "by ",
    "like ",
    "except ",
    "try ",
    "minimize ",
    "load ",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_text(text in any::<String>()) {
        read(&text);
    }

    #[test]
    fn random_pieces(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40)) {
        read(&pieces.concat());
    }

    /// An example with a piece put in, in the place of some bytes.
    #[test]
    fn mutated_examples(
        example in prop::sample::select(examples()),
        at in any::<prop::sample::Index>(),
        gone in 0usize..12,
        piece in prop::sample::select(PIECES),
    ) {
        let characters: Vec<char> = example.chars().collect();
        let at = at.index(characters.len());
        let end = (at + gone).min(characters.len());
        let text: String = characters[..at].iter().collect::<String>() + piece + &characters[end..].iter().collect::<String>();
        read(&text);
    }

    /// An example that ends anywhere.
    #[test]
    fn cut_examples(example in prop::sample::select(examples()), at in any::<prop::sample::Index>()) {
        let characters: Vec<char> = example.chars().collect();
        read(&characters[..at.index(characters.len())].iter().collect::<String>());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// An example with a piece put in, solved.
    #[test]
    fn mutated_examples_are_solved(
        example in prop::sample::select(small_examples()),
        at in any::<prop::sample::Index>(),
        gone in 0usize..12,
        piece in prop::sample::select(PIECES),
        encoding in prop::sample::select(&["fd", "int"]),
    ) {
        let characters: Vec<char> = example.chars().collect();
        let at = at.index(characters.len());
        let end = (at + gone).min(characters.len());
        let text: String = characters[..at].iter().collect::<String>() + piece + &characters[end..].iter().collect::<String>();
        ask(&text, encoding);
    }

    /// Short conditions of all kinds, solved.
    #[test]
    fn random_conditions_are_solved(
        lines in prop::collection::vec(prop::collection::vec(prop::sample::select(PIECES), 1..7), 1..10),
        encoding in prop::sample::select(&["fd", "int"]),
    ) {
        let lines: Vec<String> = lines.iter().map(|pieces| pieces.concat()).collect();
        ask(&format!("grid x 3x3 in -2..3\nvar q[3] in 0..5\nlet n = 4\nenum colour {{ red green }}\n{}", lines.join("\n")), encoding);
    }
}

/// Lines to type into one session: statements, questions, commands, and lines that are none of these.
const TYPED: &[&str] = &[
    "grid x 3x3 in 1..3",
    "grid y 2x2 in bool",
    "var q[3] in 0..5",
    "let n = 4",
    "enum colour { red green }",
    "for line in rows(x) + cols(x) { distinct(line) }",
    "r1c1 = 1",
    "r1c1 != r2c2",
    "sum(r1) = 6",
    "q[1] + q[2] > q[3]",
    "givens x { 1..; ...; ..2 }",
    "connected(y)",
    "fences e of y",
    "single_loop(e)",
    "links l of y",
    "partition p of y",
    "regions cage { aab; cbb; cc. }",
    "for k in cage { distinct(k) }",
    "rule f(a) { a = 1 }",
    "f(r3c3)",
    "prefer r1c1 = 2",
    "solve",
    "another",
    "unique",
    "unique fix",
    "unique fix keep",
    "count",
    "count limit 3",
    "solutions 3",
    "candidates",
    "forced",
    "hint",
    "hint apply",
    "hint 3",
    "solve steps",
    "next",
    "back",
    "steps 2",
    "grade",
    "why",
    "why r1c1 = 1",
    "why not r1c1 = 2",
    "why fewest",
    "why all",
    "maximize sum(r1)",
    "minimize q[1]",
    "redundant",
    "redundant minimal",
    "check",
    "show",
    "print r1c1",
    "print q",
    "try r1c1 = 3",
    "expect unique",
    "expect unsat",
    "expect count 2",
    "compare",
    "compare count",
    "generate x seed 1",
    "generate x clues fewest seed 2",
    "list",
    "stats",
    "undo",
    "undo 2",
    "redo",
    "drop 2",
    "drop",
    "push",
    "pop",
    "reset",
    "set encoding int",
    "set encoding fd",
    "set encoding auto",
    "set engine z3",
    "set engine sat",
    "set engine auto",
    "set verify on",
    "help solve",
    "examples",
    "load example \"block-party-4\"",
    "edit 1",
    "nonsense(",
    "}",
];

/// Runs a session line by line, as a prompt does. No answer can be an internal error.
fn type_in(lines: &[&str]) {
    let mut session = support::session(&[("timeout", "100ms"), ("limit", "3000")]);
    session.interactive = true;
    for line in lines {
        let Ok(statements) = session.read("prompt", line, None) else { continue };
        for statement in &statements {
            let before: Vec<String> = session.entries().iter().map(|entry| entry.text.clone()).collect();
            let mut lines = 0;
            let done = session.run(statement, &mut |session, report| {
                lines +=
                    sator_draw::render::draw_report(session.model(), &report, &sator_draw::render::Look::default())
                        .lines()
                        .len();
                assert!(
                    sator_draw::render::report_object(session.elaborator(), &report, true).is_some()
                        || lines < usize::MAX
                );
            });
            if let Err(error) = done {
                assert_ne!(error.code, Code::Internal, "{}\n{lines:?}", error.message);
                let after: Vec<String> = session.entries().iter().map(|entry| entry.text.clone()).collect();
                assert_eq!(before, after, "an error changes nothing: {lines:?}");
            }
        }
        session.check_last();
    }
}

/// Whole sessions, at random: many with `scripts/test --slow`, else some.
#[test]
fn random_sessions() {
    use proptest::strategy::ValueTree;
    let sessions = if std::env::var_os("SATOR_TEST_ALL").is_some() { 2600 } else { 130 };
    let mut runner = proptest::test_runner::TestRunner::default();
    let typed = prop::collection::vec(prop::sample::select(TYPED), 1..25);
    for _ in 0..sessions {
        let lines = typed.new_tree(&mut runner).expect("lines are drawn").current();
        if std::panic::catch_unwind(|| type_in(&lines)).is_err() {
            panic!("typed:\n{}", lines.join("\n"));
        }
    }
}

/// The examples that are lowered quickly.
fn small_examples() -> Vec<String> {
    let small: Vec<String> = examples().into_iter().filter(|text| text.len() < 1_500).collect();
    assert!(small.len() >= 5, "there are {} small examples", small.len());
    small
}

/// Runs a text on standard input. Returns the exit code and both outputs.
fn run(text: &[u8]) -> (Option<i32>, String) {
    let run = Program::with(&["--color", "never", "--timeout", "10s", "-"]).input(text).run();
    (run.code, run.all())
}

fn is_refused(what: &str, text: &[u8]) {
    let (code, output) = run(text);
    assert_eq!(code, Some(2), "{what}: {output}");
    assert!(output.contains("error"), "{what}: {output}");
    assert!(!output.contains("panicked"), "{what}: {output}");
    assert!(output.len() < 4000, "{what}: {} bytes of message", output.len());
}

fn is_taken(what: &str, text: &[u8]) {
    let (code, output) = run(text);
    assert_eq!(code, Some(0), "{what}: {output}");
}

#[test]
fn nasty_text_is_refused() {
    is_refused("opening parentheses", format!("let n = {}", "(".repeat(10_000)).as_bytes());
    is_refused("nested parentheses", format!("let n = {}1{}", "(".repeat(10_000), ")".repeat(10_000)).as_bytes());
    is_refused("opening brackets", "[".repeat(10_000).as_bytes());
    is_refused("opening braces", format!("if true {}", "{".repeat(10_000)).as_bytes());
    is_refused("a chain of not", format!("{}true", "not ".repeat(10_000)).as_bytes());
    is_refused("a chain of minus", format!("let n = {}1", "-".repeat(10_000)).as_bytes());
    is_refused("a chain of if", format!("let n = {}1", "if true then 1 else ".repeat(10_000)).as_bytes());
    is_refused("a chain of =>", format!("var a in bool\n{}a", "a => ".repeat(10_000)).as_bytes());
    is_refused("a long sum", format!("let n = 1{}", " + 1".repeat(100_000)).as_bytes());
    is_refused("a huge number", format!("let n = {}", "9".repeat(100_000)).as_bytes());
    is_refused("a huge grid", b"grid x 4294967295x4294967295 in 1..9");
    is_refused("a huge list", b"var q[9000000000000] in 1..9");
    is_refused("a NUL", b"let n = 1\0");
    is_refused("invalid UTF-8", b"let n = \xff\xfe");
    is_refused("a binary file", &(0..=255).cycle().take(20_000).collect::<Vec<u8>>());
    is_refused("a line of 10 MB", "a".repeat(10_000_000).as_bytes());
    is_refused(
        "a picture row of 10 MB",
        format!("grid x 3x3 in 1..3\ngivens {{\n{}\n}}", "1".repeat(10_000_000)).as_bytes(),
    );
    is_refused("a word that is not known, 100 kB", "x".repeat(100_000).as_bytes());
}

#[test]
fn odd_text_is_taken() {
    is_taken("nothing", b"");
    is_taken("blank lines", b"\n\n \t\n");
    is_taken("only a comment", b"# nothing");
    is_taken("a byte order mark", "\u{feff}let n = 1\n".as_bytes());
    is_taken("CRLF", b"grid x 2x2 in 1..2\r\ngivens {\r\n  1 .\r\n  . 1\r\n}\r\nfor line in rows(x) {\r\n  distinct(line)\r\n}\r\nsolve\r\n");
    is_taken("a comment of 10 MB", format!("# {}\nlet n = 1\n", "x".repeat(10_000_000)).as_bytes());
    is_taken("no line break at the end", b"let n = 1");
    is_taken("a long sum", format!("let n = 1{}", " + 1".repeat(900)).as_bytes());
}

/// Conditions as deep as the script is long are lowered too: answered, or unknown.
#[test]
fn deep_chains_are_answered() {
    let lines = |line: &dyn Fn(usize) -> String| -> String { (1..=8_000).map(line).collect() };
    let grid = "grid x 2x2 in 1..3\n";
    for (what, text) in [
        ("a product", "grid x 90x90 in 0..1\nproduct(c for c in cells(x)) = 1\n".to_string()),
        (
            "abs",
            format!("{grid}let a0 = r1c2\n{}a8000 = 1\n", lines(&|i| format!("let a{i} = abs(a{} - r1c1)\n", i - 1))),
        ),
        (
            "and, not, or",
            format!(
                "{grid}let a0 = r1c1 = 1\n{}a8000\n",
                lines(&|i| format!("let a{i} = r1c2 = {} and not (r1c1 = 2 or a{})\n", i % 3, i - 1))
            ),
        ),
        (
            "if",
            format!(
                "{grid}let a0 = r1c1\n{}a8000 = 3\n",
                lines(&|i| format!("let a{i} = if r1c2 = 1 then a{} else 5\n", i - 1))
            ),
        ),
    ] {
        for encoding in ["fd", "int"] {
            // With integers Z3 works on some of these until the limit, long after the formulas were built.
            let limit = if encoding == "int" && std::env::var_os("SATOR_TEST_ALL").is_none() { "2s" } else { "10s" };
            let limits = format!("set encoding {encoding}\nset timeout {limit}\n");
            let (code, output) = run(format!("{limits}{text}solve\n").as_bytes());
            assert!(matches!(code, Some(0 | 3)), "{what}, {encoding}: {code:?} {}", &output[..output.len().min(500)]);
        }
    }
}

#[test]
fn what_is_not_a_script_is_refused() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let missing = folder.path().join("missing.puz");
    for path in [folder.path(), &missing] {
        let run = Program::with(&[path.to_str().expect("UTF-8")]).run();
        assert_eq!(run.code, Some(2), "{}", run.all());
        assert!(!run.all().contains("panicked"), "{}", run.all());
    }
}
