//! Other programs' puzzles: encoded here as their own tools do it, then read, built and solved.

mod fpuzzles;
mod hostile;
mod janko;
mod kudamono;
mod lines;
mod made;
mod out;
mod published;
mod puzzlekit;
mod puzzlink;
mod puzzlink_examples;
mod puzzlink_mended;
mod pzpr_file;
mod solver_string;
mod sudokupad;
mod tatham;

use crate::support::Program;
use sator::session::Answer;
use sator_solve::lower::Encoding;
use std::collections::BTreeSet;

/// The files of `examples/imports`: all of each is understood, and has one solution and a picture.
#[test]
fn examples_of_imports() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let files = std::fs::read_dir(root.join("imports")).expect("a folder").map(|file| file.expect("a file").path());
    let files: Vec<_> = files.filter(|file| file.extension().is_some_and(|end| end != "md")).collect();
    let readme = std::fs::read_to_string(root.join("imports/README.md")).expect("a text");
    let mut formats = BTreeSet::new();
    for file in &files {
        let text = std::fs::read_to_string(file).expect("a text");
        let imported = sator_formats::import(&text).expect("no script").expect("it reads");
        assert_eq!(imported.untranslated, Vec::<String>::new(), "{file:?}");
        assert_eq!(count(&imported.script, 2), 1, "{file:?}");
        formats.insert(imported.format);
        let name = file.file_stem().and_then(|name| name.to_str()).expect("a name");
        let picture = root.join(format!("pictures/imports/{name}.svg"));
        assert!(std::fs::read_to_string(picture).is_ok_and(|svg| svg.starts_with("<svg")), "{name}");
        assert!(readme.contains(&format!("pictures/imports/{name}.svg")), "{name}");
    }
    assert!(files.len() >= 6 && formats.len() >= 6, "{formats:?}");
}

/// The command line, the prompt and `--batch` read the files of `export json`.
#[test]
fn our_own_files_are_read_everywhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.json");
    let script = "grid x 2x2 in 1..2\nlatin(x)\nr1c1 = 2\nexport json \"a.json\"\n";
    assert_eq!(Program::with(&[]).input(script).folder(folder.path()).run().code, Some(0));
    let path = file.to_str().expect("a path");
    let run = Program::with(&[path]).run();
    assert!(run.out.contains("2 1\n1 2\n") && run.out.contains("unique") && run.code == Some(0), "{}", run.out);
    let run = Program::with(&[]).input(format!("load {file:?}\nunique\n")).run();
    assert!(run.out.contains("2 1\n1 2\n"), "{} {}", run.out, run.err);
    assert_eq!(Program::with(&["--to-script", path]).run().out, "grid x 2x2 in 1..2\nlatin(x)\nr1c1 = 2\n");
    let whole: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&file).expect("a text")).expect("JSON");
    let run = Program::with(&["--batch", "-", "--json"]).input(format!("{whole}\n")).run();
    assert!(run.out.contains("\"exit\":0"), "{} {}", run.out, run.err);
}

/// So do links, fences and partitions, stroke by stroke.
#[test]
fn our_own_files_keep_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.json");
    let puzzle = "grid y 1x1 in 1..1\ngrid x 2x3\nlinks b of x in 0..2\nb[x[1, 1], x[2, 1]] = 2\n\
        degree(b, x[1, 2]) + degree(b, x[1, 3]) + degree(b, x[2, 2]) + degree(b, x[2, 3]) = 0\n\
        clues n of x { ...; ..4 }\nfences e of x\nslitherlink(e, n)\n\
        partition p of x\nsame(p, x[1, 1], x[2, 2])\nnot same(p, x[1, 3], x[2, 3])\n\
        not same(p, x[1, 2], x[1, 3])\nnot same(p, x[2, 2], x[2, 3])\nrectangles(p)\n";
    let run = Program::with(&[]).input(format!("{puzzle}unique\nexport json \"a.json\"\n")).folder(folder.path()).run();
    assert_eq!(run.code, Some(0), "{} {}", run.out, run.err);
    let path = file.to_str().expect("a path");
    let read = Program::with(&["--to-script", path]).run();
    for part in [
        "expect b[x[1, 1], x[2, 1]] = 2\n",
        "expect e[x[2, 3], up] and\n  e[x[2, 3], down] and\n  e[x[2, 3], left] and\n  e[x[2, 3], right]\n",
        "expect same(p, x[1, 1], x[1, 2]) and\n  same(p, x[1, 1], x[2, 1]) and\n  not same(p, x[1, 2], x[1, 3])",
    ] {
        assert!(read.out.contains(part), "{part}\n{} {}", read.out, read.err);
    }
    let run = Program::with(&[path]).run();
    assert_eq!(run.code, Some(0), "{} {}", run.out, run.err);
    let text = std::fs::read_to_string(&file).expect("a text");
    let mut wrong: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    wrong["solution"]["p"] = serde_json::json!([[1, 2, 2], [1, 1, 3]]);
    std::fs::write(&file, wrong.to_string()).expect("writes");
    assert_eq!(Program::with(&[path]).run().code, Some(1));
}

/// The solution in a file of `export json` is expected where it was proved the only one; what was loaded is part of the file.
#[test]
fn our_own_files_keep_the_solution() {
    let folder = tempfile::tempdir().expect("a folder");
    let (inner, file) = (folder.path().join("inner.puz"), folder.path().join("a.json"));
    std::fs::write(&inner, "enum Colour { red, blue }\ngrid x 2x2 in 1..2\ngrid y 1x2 in Colour\nlatin(x)\n")
        .expect("writes");
    for (ask, expects) in [("unique", true), ("count", true), ("solve", false)] {
        let script = format!(
            "load {inner:?}\ngrid b 1x2 in bool\nb[1, 1]\nnot b[1, 2]\ny[1, 1] = red\ny[1, 2] = blue\nr1c1 = 2\n{ask}\nexport json \"a.json\"\n"
        );
        let run = Program::with(&[]).input(&script).folder(folder.path()).run();
        assert_eq!(run.code, Some(0), "{}", run.err);
        let path = file.to_str().expect("a path");
        let read = Program::with(&["--to-script", path]).run();
        assert!(!read.out.contains("load"), "{} {}", read.out, read.err);
        for picture in [
            "expect solution x {\n  21\n  12\n}",
            "expect solution y {\n  red  blue\n}",
            "expect solution b {\n  #-\n}",
        ] {
            let picture = if expects { picture.to_string() } else { format!("# {}", picture.replace('\n', "\n# ")) };
            assert!(read.out.contains(&picture), "{picture}\n{}", read.out);
        }
        let run = Program::with(&[path]).run();
        assert_eq!(run.code, Some(0), "{} {}", run.out, run.err);
        // A solution other than sator's is reported.
        let wrong = std::fs::read_to_string(&file).expect("a text").replace("\\nr1c1 = 2", "\\nr1c1 = 1");
        std::fs::write(&file, wrong).expect("writes");
        assert_eq!(Program::with(&[path]).run().code, Some(i32::from(expects)));
    }
}

/// The script that a text becomes.
pub(crate) fn script(text: &str) -> String {
    match sator_formats::import(text) {
        Some(Ok(imported)) => imported.script,
        Some(Err(problem)) => panic!("{problem:?}\n{text}"),
        None => panic!("taken for a script: {text}"),
    }
}

/// Returns the message about a text that can't be imported.
pub(crate) fn problem(text: &str) -> String {
    match sator_formats::import(text) {
        Some(Err(problem)) => problem.message,
        Some(Ok(imported)) => panic!("read as\n{}", imported.script),
        None => panic!("taken for a script: {text}"),
    }
}

/// How many solutions a script has, up to a limit.
pub(crate) fn count(script: &str, limit: usize) -> u64 {
    let text = format!("{script}\ncount limit {limit}\n");
    let found = crate::support::run_under(Encoding::Fd, &text, &|_, answer| match answer {
        Answer::Count { count, .. } => count.to_string(),
        Answer::Expect { ok: true, .. } | Answer::Done(_) => String::new(),
        other => format!("{other:?}"),
    });
    let last = found.iter().rfind(|text| !text.is_empty()).expect("an answer");
    last.parse().unwrap_or_else(|_| panic!("{last}\n{text}"))
}

/// The import has one solution, and what is stated next leaves it or takes it away.
pub(crate) fn solves(text: &str, right: &str) {
    let script = script(text);
    assert_eq!(count(&script, 3), 1, "{script}");
    assert_eq!(count(&format!("{script}\n{right}"), 3), 1, "{script}\n{right}");
}

/// A penpa drawing without a rule, and a puzzle with a flag that is not understood: no status can be taken for an answer.
#[test]
fn nothing_is_claimed_of_what_was_not_understood() {
    let statuses = |link: &str, question: &str| {
        let run = Program::with(&["--json", link, "-e", question]).run();
        let objects = run.out.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
        let statuses: BTreeSet<String> = objects.map(|object| object["status"].to_string()).collect();
        (statuses, run.code)
    };
    let unknown = || (BTreeSet::from(["\"unknown\"".to_string()]), Some(3));
    let lone = "grid x 4x4 in 1..4\nthermo(r1c1..r1c3)\nr2c2 = 1\n";
    let drawing = out::export(lone, "link penpa").expect("writes");
    assert!(!script(&drawing.text).contains("\nthermo("), "the drawing has no rule: {}", script(&drawing.text));
    for question in ["unique", "solve", "count", "solutions 2", "candidates", "redundant", "hint", "expect unique"] {
        assert_eq!(statuses(&drawing.text, question), unknown(), "{question}");
    }
    // Two ones in a row, which another reading of the rows may allow.
    let rows = |flag: &str| {
        let row = |first: &str| format!("[{first}, {{}}, {{}}]");
        let grid =
            [row(r#"{"value": 1, "given": true}, {"value": 1, "given": true}"#), row("{}"), row("{}"), row("{}")];
        format!(r#"{{"size": 4, {flag}"grid": [{}]}}"#, grid.join(", ").replace("[{}, {}, {}]", "[{}, {}, {}, {}]"))
    };
    let link = |json: String| format!("https://f-puzzles.com/?load={}", sator_formats::lz_string::compress(&json));
    let (known, flagged) = (link(rows("")), link(rows(r#""twisted": true, "#)));
    assert_eq!(statuses(&known, "solve"), (BTreeSet::from(["\"unsat\"".to_string()]), Some(0)));
    for question in ["unique", "solve", "count", "solutions 2"] {
        assert_eq!(statuses(&flagged, question), unknown(), "{question}");
    }
}
