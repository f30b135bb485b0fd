//! The prompt in memory: what is typed and what comes back, without a terminal.

use crate::support::{self, Program, sample};
use proptest::prelude::*;
use sator::gallery;
use sator::repl::{self, Lines, PromptLook};
use sator::session::{Answer, Clash, Session, Settings};
use sator_base::limits::Interrupt;
use sator_draw::render;
use sator_lang::syntax::ast::Question;

const LOOK: PromptLook = PromptLook { color: false, echo: true, progress: false, ascii: false };

fn session() -> Session {
    Session::new(Settings::of_environment(), Interrupt::new())
}

/// Types a text into a session, line by line. Returns the output.
fn type_into(session: &mut Session, text: &str, look: PromptLook) -> String {
    let mut out = Vec::new();
    repl::run(session, &mut Lines::new(text.as_bytes()), &mut out, look).expect("memory can be written");
    String::from_utf8(out).expect("answers are UTF-8")
}

/// Types a text into a new session. Returns the output without the greeting.
fn typed(text: &str) -> String {
    let output = type_into(&mut session(), text, LOOK);
    output.split_once('\n').map_or(String::new(), |(_, rest)| rest.to_string())
}

/// The answers to a script as a whole, without the lines of the questions.
fn script(text: &str) -> String {
    let mut session = session();
    let mut output = String::new();
    for statement in session.read("script", text, None).expect("the script reads") {
        let done = session.run(&statement, &mut |session, report| {
            output += &render::render_terminal(
                &render::draw_report(session.model(), &report, &render::Look::default()),
                false,
            );
        });
        done.expect("the script runs");
    }
    output
}

/// Lines of an answer that have no times in them, and are no part of a drawing: which of several
/// solutions comes first is the solver's choice.
fn steady(output: &str) -> Vec<&str> {
    let drawn = |l: &str| l.starts_with(|c: char| "┏┃┣┗┌│├└ ".contains(c) || c.is_ascii_digit());
    output
        .lines()
        .filter(|l| !l.contains(" ms") && !l.starts_with("fd ") && !l.starts_with("int ") && !drawn(l))
        .collect()
}

#[test]
fn examples_line_by_line() {
    let quiet = PromptLook { echo: false, ..LOOK };
    for example in sample(6, gallery::EXAMPLES.iter()) {
        let mut unlabelled = session();
        unlabelled.settings.labels = Some(false);
        let (whole, lines) = (script(example.text), type_into(&mut unlabelled, example.text, quiet));
        assert_eq!(steady(&lines), steady(&whole), "{}", example.name);
    }
}

#[test]
fn each_statement_prints_one_line() {
    insta::assert_snapshot!(typed(
        "grid x 9x9 in 1..9\n\
         var S, q[3] in 0..9\n\
         hidden grid y 2x2 in bool\n\
         rule killer(cage, total) {\n  distinct(cage)\n  sum(cage) = total\n}\n\
         killer(r1c1..r1c3, 15) as \"left cage\"\n\
         for line in rows(x) { distinct(line) }\n\
         givens {\n  53..7....\n  6..195...\n  .98....6.\n  8...6...3\n  4..8.3..1\n  7...2...6\n  .6....28.\n  ...419..5\n  ....8..79\n}\n\
         let n = 3\n\
         title \"none\"\n\
         1 + 2\n"
    ));
}

#[test]
fn clashes_are_named() {
    insta::assert_snapshot!(typed(
        "grid x 4x4 in 1..4\n\
         for line in rows(x) + cols(x) { distinct(line) }\n\
         r2c2 = 3\n\
         r1c1 = 1\n\
         r1c4 = 1\n\
         r4c4 = 2\n\
         list\n\
         drop 5\n\
         r1c1 > 4\n\
         undo\n\
         set check off\n\
         r1c1 = 2\n"
    ));
}

#[test]
fn steps_go_back_and_forth() {
    insta::assert_snapshot!(typed(
        "undo\nredo\npop\n\
         grid x 2x2 in 1..2\n\
         r1c1 = 1\n\
         r1c2 = 2\n\
         push\n\
         r2c1 = 2\n\
         r2c2 = 1\n\
         list\n\
         pop\n\
         undo\n\
         drop 2\n\
         list\n\
         undo\nredo\nredo\n\
         drop 1\ndrop 9\n\
         reset\n\
         list\n\
         undo\n\
         count\n"
    ));
}

#[test]
fn edit_replaces_a_statement() {
    insta::assert_snapshot!(typed(
        "grid x 2x2 in 1..2\n\
         r1c1 = 1\n\
         r1c2 != r1c1\n\
         edit 2\nr1c1 = 2\n\
         edit 3\n\n\
         edit 1\ngrid y 2x2 in 1..2\n\
         edit 2\nsolve\n\
         edit 2\nr1c1 = 1; r2c2 = 1\n\
         list\n\
         solve\n\
         undo\n\
         count\n"
    ));
}

#[test]
fn an_unfinished_statement_is_not_lost() {
    insta::assert_snapshot!(typed("grid x 2x2 in 1..2\ngivens {\n  1.\n"));
}

#[test]
fn errors_name_the_topic() {
    insta::assert_snapshot!(typed(
        "grid x 2x2 in 1..2\n\
         givens {\n  13\n  ..\n}\n\
         boxes(x)[1] = 1 = boxes(x, 1)\n\
         foo(3); r1c1 = 1; r1c2 = 2\n\
         set speed 3\n\
         help xyzzy\n\
         load example \"sodoku\"\n"
    ));
}

#[test]
fn help_knows_the_rules_of_the_session() {
    insta::assert_snapshot!(typed(
        "## The cells add up to the total.\n\
         rule cage_sum(cells, total = 10) { sum(cells) = total }\n\
         help cage_sum\n\
         help unique\n"
    ));
}

#[test]
fn a_solution_that_still_holds_is_kept() {
    let mut session = session();
    let output = type_into(&mut session, "grid x 3x3 in 1..3\nr1c1 = 2\nsolve\nr1c1 > 1\nsolve\nstats\n", LOOK);
    assert!(output.contains("kept without a search"), "{output}");
    let output = type_into(&mut session, "r1c2 != 1\nr1c2 != 2\nsolve\nstats\n", LOOK);
    assert!(!output.contains("kept without a search"), "{output}");
}

/// The statistics that Z3 reports, under its own names.
#[test]
fn statistics_of_z3() {
    let puzzle = "grid x 3x3 in 1..3\nlatin(x)\nunique\nstats\n";
    for encoding in ["fd", "int"] {
        let run = crate::support::Program::with(&["--json", "--encoding", encoding, "-"])
            .input(format!("set engine z3\n{puzzle}"))
            .run();
        let stats = run.objects().pop().expect("an object");
        let own = stats["formula"]["z3"].as_object().unwrap_or_else(|| panic!("{stats}"));
        assert!(own.contains_key("rlimit count") && own.values().all(serde_json::Value::is_number), "{stats}");
    }
    assert!(typed(&format!("set engine z3\n{puzzle}")).contains("Z3 itself: "));
    assert!(!typed(&format!("set engine sat\n{puzzle}")).contains("Z3 itself: "));
}

#[test]
fn questions_in_words() {
    let output = typed("var a in 1..2\nis there another solution?\nanother?\nis it unique?\n");
    assert!(output.contains("not unique"), "{output}");
}

#[test]
fn save_keeps_what_was_typed() {
    let folder = tempfile::tempdir().expect("a folder");
    let common = folder.path().join("common.puz");
    std::fs::write(&common, "rule pair(a, b) { a != b }\n").expect("written");
    let file = folder.path().join("mine.puz");
    let text = format!(
        "# A small one\n\ngrid x 2x2 in 1..2   # two by two\n\n\n# what is known\ngivens {{\n  1 .   # . is no comment in a picture\n\
         }}\nload {:?}\nsolve   # not kept\n## Different.\nrule other(a, b) {{\n  # inside\n  a != b\n}}\n\
         r1c1 = 1; r2c2 = 1\n# the end\nsave {:?}\n",
        common.display().to_string(),
        file.display().to_string(),
    );
    let text = text.replace("  1 .   # . is no comment in a picture\n", "  1 .\n  . .\n");
    let mut first = session();
    let output = type_into(&mut first, &text, LOOK);
    assert!(output.contains("saved 6 statements"), "{output}");
    let saved = std::fs::read_to_string(&file).expect("saved");
    let expected = "# A small one\ngrid x 2x2 in 1..2  # two by two\n# what is known\ngivens {\n  1 .\n  . .\n}\nrule pair(a, b) { a != b }\n\
         ## Different.\nrule other(a, b) {\n  # inside\n  a != b\n}\nr1c1 = 1\nr2c2 = 1\n# the end\n# whole, as saved by sator\n";
    assert_eq!(saved, expected);
    // Read back and saved again, nothing changes; of a script also empty lines stay.
    let saved = saved.replace("# what", "\n# what").replace("# A small one\n", "# A small one\n\n");
    let mut second = fresh(std::slice::from_ref(&saved));
    let texts = |s: &Session| s.entries().iter().map(|e| e.text.clone()).collect::<Vec<_>>();
    assert_eq!(texts(&first), texts(&second));
    let again = folder.path().join("again.puz");
    type_into(&mut second, &format!("save {:?}\n", again.display().to_string()), LOOK);
    assert_eq!(std::fs::read_to_string(again).expect("saved"), saved);
}

/// A small step in a session: a statement added, or the list changed.
fn step() -> impl Strategy<Value = String> {
    let cell = || (1..3u8, 1..3u8).prop_map(|(r, c)| format!("r{r}c{c}"));
    prop_oneof![
        6 => (cell(), prop_oneof![Just("="), Just("!="), Just("<=")], 1..4u8).prop_map(|(c, op, k)| format!("{c} {op} {k}")),
        3 => (cell(), prop_oneof![Just("<"), Just("!="), Just("=")], cell()).prop_map(|(a, op, b)| format!("{a} {op} {b}")),
        1 => Just("distinct(x)".to_string()),
        1 => Just("sum(x) = 8".to_string()),
        1 => Just("connected(c = 1 for c in x)".to_string()),
        1 => Just("why".to_string()),
        1 => (cell(), 1..4u8).prop_map(|(c, k)| format!("why {c} = {k}")),
        1 => (0..9u8).prop_map(|n| format!("var v{n} in 1..2; v{n} < r1c1")),
        3 => Just("solve".to_string()),
        1 => Just("another".to_string()),
        3 => Just("undo".to_string()),
        2 => Just("redo".to_string()),
        2 => (1..9u8).prop_map(|n| format!("drop {n}")),
        1 => (2..9u8, cell(), 1..4u8).prop_map(|(n, c, k)| format!("edit {n}\n{c} = {k}")),
        1 => Just("push".to_string()),
        1 => Just("pop".to_string()),
        1 => (cell(), 1..4u8).prop_map(|(c, k)| format!("try {c} = {k}")),
    ]
}

fn count(session: &mut Session) -> u64 {
    let statement = &session.read("count", "count", None).expect("it reads")[0];
    match session.ask(&Question::Count { limit: None }, statement.span).expect("it is answered").answer {
        Answer::Count { count, exact: true, .. } => count,
        // Where nothing is declared there is nothing to count.
        Answer::Unknown(_) if session.model().unknowns.is_empty() => 1,
        other => panic!("{other:?}"),
    }
}

/// The clash that the list of statements shows, if any.
fn clash_listed(session: &mut Session) -> Option<Clash> {
    let answer = support::answers(session, "list").pop();
    let Some(Answer::List { entries, .. }) = answer else { panic!("{answer:?}") };
    entries.into_iter().find_map(|entry| entry.clash)
}

/// A new session with these statements.
fn fresh(texts: &[String]) -> Session {
    let mut session = session();
    for statement in session.read("fresh", &texts.join("\n"), None).expect("it reads") {
        session.run(&statement, &mut |_, _| {}).expect("it runs");
    }
    session
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// After any series of statements, `undo` and `redo`, the answers are those of a new session with the statements that are
    /// left, and statements that are reported to clash do clash.
    #[test]
    fn the_list_is_the_truth(steps in prop::collection::vec(step(), 1..14)) {
        let mut session = session();
        type_into(&mut session, "grid x 2x2 in 1..3\n", LOOK);
        for step in steps {
            type_into(&mut session, &format!("{step}\n"), LOOK);
            let texts: Vec<String> = session.entries().iter().map(|e| e.text.clone()).collect();
            if let Some(clash) = clash_listed(&mut session) {
                let named = |n: u32| clash.with.as_ref().is_none_or(|with| with.contains(&n)) || n == clash.number;
                let chosen = session.entries().iter().filter(|e| named(e.number) || e.text.starts_with("grid") || e.text.starts_with("var"));
                let chosen: Vec<String> = chosen.map(|e| e.text.clone()).collect();
                prop_assert_eq!(count(&mut fresh(&chosen)), 0, "{:?} of {:?}", clash, texts);
            }
            prop_assert_eq!(count(&mut session), count(&mut fresh(&texts)), "{:?}", texts);
        }
    }
}

/// Runs the program with arguments and standard input. Returns both outputs and the exit code.
fn program(arguments: &[&str], input: &str) -> (String, Option<i32>) {
    let run = Program::with(arguments).input(input).run();
    (run.all(), run.code)
}

#[test]
fn piped_input_is_a_script() {
    let (output, code) = program(&[], "var a in 1..3\na = 2\nprint a\n");
    let note = "note: this is so in one solution; `solve` shows which";
    assert_eq!((output, code), (format!("2\n{note}\n"), Some(0)));
    let (output, code) = program(&[], "var a in 1..3\nprint a +");
    assert!(output.contains("the text ends after"), "{output}");
    assert_eq!(code, Some(2));
}

#[test]
fn several_files_go_on_and_the_worst_code_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let wrong = file("wrong.puz", "grid\n");
    let failing = file("failing.puz", "var a in 1..2\na = 1\nexpect a = 2\n");
    let fine = file("fine.puz", "print 7\n");
    let (output, code) = program(&[&failing, &fine], "");
    assert!(output.contains('7') && code == Some(1), "{output}");
    let (output, code) = program(&[&wrong, &failing, &fine], "");
    assert!(output.contains('7') && output.contains("expect failed") && code == Some(2), "{output}");
    let (output, code) = program(&["-i", &fine], "print 8\n");
    assert!(output.contains("7\n8") && code == Some(0), "{output}");
}

#[test]
fn completions_and_the_manual_page_are_printed() {
    for shell in ["bash", "zsh", "fish"] {
        let (output, code) = program(&["--completions", shell], "");
        assert!(output.contains("encoding") && code == Some(0), "{shell}: {output}");
    }
    let (output, code) = program(&["--man"], "");
    assert!(output.contains(".TH sator") && code == Some(0), "{output}");
}

/// Each lesson's lines run without an error and print the text that the lesson points at.
#[test]
fn the_tutorial_prints_what_its_lessons_point_at() {
    let mut session = session();
    let lessons: Vec<_> = sator::help::topics().iter().filter(|t| t.family == "tutorial").collect();
    assert_eq!(lessons.len(), 10);
    for lesson in lessons {
        let typed: String =
            lesson.text.lines().filter_map(|l| l.strip_prefix("    ")).map(|l| format!("{l}\n")).collect();
        assert!(!typed.is_empty(), "{}", lesson.name);
        let output = type_into(&mut session, &typed, LOOK);
        let prose = lesson.text.replace('\n', " ");
        let (_, landmark) =
            prose.split_once("ook at `").unwrap_or_else(|| panic!("{} names nothing to look at", lesson.name));
        let landmark = landmark.split('`').next().unwrap_or_default();
        assert!(output.contains(landmark), "{}: no `{landmark}` in\n{output}", lesson.name);
        assert!(!output.contains("error:"), "{}:\n{output}", lesson.name);
    }
}

#[test]
fn several_steps_at_once() {
    insta::assert_snapshot!(typed(
        "solve\nhint\n\
         var a, b in 1..3\na < b\na + b\nsolve\nprint a + b\n\
         b < 3\na != 1\nanother\nlist\n\
         undo 2\nredo 5\ndrop last\ndrop 2..3\ndrop 7..9\ndrop 3..2\nundo 9\nlist\n\
         if a = 1 then b\nlist\nq\nls\nclear\ndelete 2\n?\n"
    ));
}

/// A limit ends `undo` and `redo` in the middle. Both can be tried again.
#[test]
fn undo_and_redo_can_be_tried_again() {
    let back = typed("grid x 9x9 in 1..9\nsudoku(x)\ndrop 2\nset limit 10\nundo\nset limit 1000000\nundo\n");
    assert!(back.contains("expands to more than 10") && back.ends_with("put back #2 sudoku(x)\n"), "{back}");
    let again = typed("grid x 9x9 in 1..9\nsudoku(x)\nundo\nset limit 10\nredo\nset limit 1000000\nredo\n");
    assert!(again.contains("expands to more than 10") && again.ends_with("#2 sudoku(x)\n"), "{again}");
}

/// A saved session is the same list of statements when it is loaded, and each of them can be undone.
#[test]
fn load_gives_the_statements_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.puz").display().to_string();
    let mut first = session();
    let text = "grid x 2x2 in 1..2\n# rows\nfor r in rows(x) { distinct(r) }\nr1c1 = 1\n";
    type_into(&mut first, &format!("{text}save {file:?}\n"), LOOK);
    assert!(first.unsaved().is_none());
    let mut second = session();
    let output = type_into(&mut second, &format!("load {file:?}\nlist\n"), LOOK);
    assert!(output.contains("#1 to #3: 4 unknowns, 3 conditions"), "{output}");
    let numbered = |s: &Session| s.entries().iter().map(|e| (e.number, e.text.clone())).collect::<Vec<_>>();
    assert_eq!(numbered(&second), numbered(&first));
    assert!(second.unsaved().is_none());
    type_into(&mut second, "drop 3\n", LOOK);
    assert_eq!(second.entries().len(), 2);
    assert!(second.unsaved().is_some_and(|text| text.contains("# rows")));
    type_into(&mut second, "undo 2\n", LOOK);
    assert_eq!(second.entries().len(), 0);
    // A mistake in the file leaves nothing behind.
    std::fs::write(&file, "grid y 2x2 in 1..2\ny.r1c1 = 7 +\n").expect("written");
    let output = type_into(&mut second, &format!("load {file:?}\n"), LOOK);
    assert!(output.contains("error"), "{output}");
    assert_eq!(second.entries().len(), 0);
}

/// A rule typed again at the prompt is a correction: what uses it is made again, or the old one stays.
#[test]
fn a_corrected_rule_takes_the_place_of_the_old_one() {
    let mut session = session();
    let typed = "var q[2] in 1..9\nrule far(l) { l[2] - l[1] >= 3 }\nfar(q)\nrule far(l) { l[2] - l[1] >= 8 }\n";
    let output = type_into(&mut session, typed, LOOK);
    assert!(output.contains("not `rule far(l) { l[2] - l[1] >= 3 }`; #3 is made again"), "{output}");
    assert!(type_into(&mut session, "solve\n", LOOK).contains("q = [1, 9]"));
    let output = type_into(&mut session, "rule far(l, n) { l[2] - l[1] >= n }\n", LOOK);
    assert!(output.contains("after this change, #3 is an error"), "{output}");
    let output = type_into(&mut session, "def twice(a) = 2 * a\ndef twice(a) = a + a\nunique\n", LOOK);
    assert!(output.contains("no statement depends on it") && output.contains("the only solution"), "{output}");
    assert_eq!(session.entries().len(), 4);
}

#[test]
fn examples_are_taken_apart() {
    let mut session = session();
    let output = type_into(&mut session, "load example \"classic-sudoku\"\n", LOOK);
    assert!(
        output.contains("its questions, not asked: solve; unique; expect unique; expect solution x { ... }"),
        "{output}"
    );
    let statements = session.entries().len();
    assert!(statements > 1);
    let output = type_into(&mut session, "load example \"classic-sudoku\"\n", LOOK);
    assert!(output.contains("`x` is already declared") && output.contains("`reset` drops them"), "{output}");
    assert_eq!(session.entries().len(), statements);
    let output = type_into(&mut session, "show example \"classic-sudoku\"\n", LOOK);
    assert!(output.contains("givens"), "{output}");
}
