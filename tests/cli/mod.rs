//! The program from outside: exact output and exit codes.

mod book;
mod division;
mod parameters;

use crate::support::Program;

/// Returns both outputs of a run, and its exit code.
fn run(args: &[&str], input: &str) -> String {
    let run = Program::with(args).input(input).run();
    let errors = if run.err.is_empty() { String::new() } else { format!("--- errors\n{}", run.err) };
    format!("{}{errors}--- exit {}", run.out, run.code.unwrap_or(-1))
}

/// Times differ from run to run.
fn without_times(text: &str) -> String {
    let cut = |line: &str| match line.find(",\"version\":1,\"ms\":") {
        Some(at) => format!("{}}}", &line[..at]),
        None => line.to_string(),
    };
    text.lines().map(cut).collect::<Vec<_>>().join("\n")
}

const SQUARE: &str = "grid x 2x2 in 1..2\nfor l in rows(x) + cols(x) { distinct(l) }\n";

/// Exchanges the two solutions of a square in an output, if needed, so that the one with a 1 at r1c1 comes first. Engines
/// differ in which one they find first. `asked` has the questions of the JSON answers to change.
fn in_order(printed: &str, asked: &[&str]) -> String {
    let swapped = |line: &str| -> String {
        let swap = |c| match c {
            '1' => '2',
            '2' => '1',
            c => c,
        };
        line.chars().map(swap).collect()
    };
    let board = |line: &str| line.chars().all(|c| "12* ".contains(c));
    // `"x":[[2,1],[1,2]]`, `r1c1 = 2`: the number of a line or a cell stays.
    let parts = |line: &str| -> String {
        let fields: Vec<&str> = line.split_inclusive("\"x\":").collect();
        let field = |(i, text): (usize, &&str)| match text.find("]]") {
            Some(end) if i > 0 => swapped(&text[..end]) + &text[end..],
            _ => (*text).to_string(),
        };
        fields.iter().enumerate().map(field).collect()
    };
    let fix = |line: &str| line.replace("r1c1 = 2", "r1c1 = 1");
    let second = printed.starts_with('2')
        || printed.contains("\"query\":\"solve\",\"line\":9,\"status\":\"sat\",\"solution\":{\"x\":[[2");
    if !second {
        return printed.to_string();
    }
    let line = |line: &str| match line {
        _ if board(line) => swapped(line),
        _ if asked.iter().any(|q| line.starts_with(&format!("{{\"query\":\"{q}\""))) => fix(&parts(line)),
        _ if line.starts_with("with ") => fix(line),
        _ => line.to_string(),
    };
    printed.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn answers_as_drawings() {
    insta::assert_snapshot!(run(
        &["-"],
        &format!("{SQUARE}r1c1 = 1\nsolve\nunique\ncandidates\nforced\nprint sum(r1), \"and\", r2\n")
    ));
}

#[test]
fn more_than_one_solution() {
    let script = format!("{SQUARE}solve\nanother\nanother\nunique\ncount\nsolutions 1\ncount limit 1\n");
    insta::assert_snapshot!(in_order(&run(&["-"], &script), &[]));
}

#[test]
fn answers_as_json() {
    let script = format!(
        "{SQUARE}enum e {{ red green }}\nvar c in e\nhidden var h in 1..3\nvar q[2] in 0..1\nq[1] < q[2]\nc = red\nsolve\nanother\nanother\n\
         unique\ncount\ncandidates\nforced\nmaximize r1c1\ntry r1c1 = 3\nprint r1, c\nexpect count = 2\nexpect count = 3\nshow\nlist\n"
    );
    let printed = without_times(&run(&["--json", "-"], &script));
    insta::assert_snapshot!(in_order(&printed, &["solve", "another", "unique"]));
}

/// A picture after "several" is that of one solution, which is said.
#[test]
fn a_picture_of_one_of_several_solutions() {
    let folder = tempfile::tempdir().expect("a folder");
    let noted = |script: &str| {
        let run = Program::with(&["--png", "a.png", "-"]).input(script).folder(folder.path()).run();
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.err.contains("note: a.png shows one of several solutions")
    };
    assert!(noted(&format!("{SQUARE}unique\n")));
    assert!(!noted(&format!("{SQUARE}r1c1 = 1\nunique\n")));
    assert!(!noted(&format!("{SQUARE}unique\nr1c1 = 1\nunique\n")));
}

#[test]
fn an_error_as_json() {
    insta::assert_snapshot!(run(&["--json", "-"], "grid x 2x2 in 1..2\nr9c9 = 1\n"));
}

#[test]
fn a_failed_expectation_runs_on() {
    insta::assert_snapshot!(run(
        &["-"],
        &format!(
            "{SQUARE}r1c1 = 1\nexpect r1c2 = 1\nexpect count = 5\nexpect unsat\nexpect solution x {{ 21 ; 12 }}\nexpect unique\nprint 1\n"
        )
    ));
}

#[test]
fn nothing_known_in_time_is_unknown() {
    let pigeons = "grid x 14x13 in bool\nfor r in rows(x) { count(r) >= 1 }\nfor c in cols(x) { count(c) <= 1 }\nsolve\nprint 1\n";
    insta::assert_snapshot!(run(&["--timeout", "200ms", "-"], pigeons));
}

#[test]
fn text_on_the_command_line() {
    insta::assert_snapshot!(run(&["-e", "var a in 1..3", "-e", "a > 2; unique"], ""));
}

/// `sator help load` prints the page that `help load` prints at the prompt; a file of that name is a script.
#[test]
fn help_on_the_command_line() {
    let page = crate::support::Program::with(&["help", "load"]).run();
    assert!(page.out.contains("Runs another file here"), "{}", page.out);
    assert_eq!(page.out, crate::support::Program::with(&["-e", "help load"]).run().out);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("help"), "var a in 1..3\na = 2\nsolve\n").unwrap();
    let solved = crate::support::Program::with(&["help"]).folder(folder.path()).run();
    assert!(solved.out.contains("a = 2"), "{}", solved.out);
}

#[test]
fn a_wrong_command_line() {
    insta::assert_snapshot!(run(&["--encoding", "sat"], ""));
}

#[test]
fn quiet_prints_only_failures() {
    insta::assert_snapshot!(run(&["--quiet", "-"], &format!("{SQUARE}solve\nexpect unique\n")));
}

#[test]
fn statements_are_listed_and_taken_back() {
    let script =
        "r1c1 = 1\nlist\ndrop 3\nundo\nundo\nredo\nlist\nset engine auto\nset\nset seed 7\nset seed\nreset\nlist\n";
    insta::assert_snapshot!(run(&["-"], &format!("{SQUARE}{script}")));
}

/// Clues that no statement looks at are mentioned where they matter, and no others.
#[test]
fn unread_clues() {
    let notes = |script: &str| {
        let printed = run(&["--json", "-"], script);
        let line = printed.lines().find(|l| l.contains("\"query\":\"unique\"")).expect("an answer").to_string();
        let answer: serde_json::Value = serde_json::from_str(&line).expect("an object");
        answer["notes"].as_array().cloned().unwrap_or_default()
    };
    let grid = "grid x 2x2 in 0..4\nclues m of corners x { 1 . .; . 2 .; . . 0 }\nclues l { 1 2 }\n";
    // Borders of so small a grid are as many as corners.
    let borders = "grid x 2x2 in 0..4\nclues b of borders x { . 1 .; 2 . 3; . 4 . }\nr1c1 = b[1, 2]\nunique";
    let note = "no statement reads the clue 2 in row 2, column 1 of b, nor 2 more of its clues";
    assert_eq!(notes(borders), [note]);
    let all = "for p in m where row(p) < 3 { x[row(p), col(p)] = m[p] }\nx[1, 2] = l[1]";
    let read = |text: &str| notes(&format!("{grid}{text}\nunique"));
    assert_eq!(
        read("x[1, 1] = m[1, 1]; r1c2 = l[2]"),
        ["no statement reads the clue 2 at the bottom right corner of r1c1 of m, nor 1 more of its clues"]
    );
    assert_eq!(read("r1c1 = 1"), ["no statement reads the picture m", "no statement reads the picture l"]);
    assert!(read(all).is_empty());
    // `undo` of a statement makes its clues unread again. The statement that cuts out a hole reads it.
    assert_eq!(notes(&format!("{grid}{all}\nundo\nundo\nunique")).len(), 2);
    assert!(notes("clues wall { # .; . . }\ngrid x 2x2 in 1..2 except wall\nunique").is_empty());
    let sky = "grid x 2x2 in 1..2\noutside sky { top 1 2; left 2 . }\n";
    assert_eq!(
        notes(&format!("{sky}zip(sky.top, [1, 2]) = []\nunique")),
        ["no statement reads the clue 2 left of row 1 of sky"]
    );
    assert!(notes(&format!("{sky}for k, line in sky {{ line[1] = k }}\nunique")).is_empty());
}

#[test]
fn the_memory_limit_is_unknown_like_the_time_limit() {
    insta::assert_snapshot!(run(&["--memory", "1MB", "-"], &format!("{SQUARE}solve\n")));
    insta::assert_snapshot!(without_times(&run(
        &["--memory", "1MB", "--json", "-"],
        "set memory\nvar a in 1..2\nsolve\n"
    )));
    insta::assert_snapshot!(run(&["--memory", "plenty", "-"], ""));
    // An allocation that would exceed the limit is not begun.
    insta::assert_snapshot!(run(&["--memory", "100MB", "-"], "grid x 1000x1000 in 0..1\n"));
    insta::assert_snapshot!(run(&["--memory", "200MB", "-"], "grid x 1000x1000 in 0..1\nsolve\n"));
}

/// Solutions that are only counted are not kept: all of them, at a few hundred bytes each, would not fit.
#[test]
fn counting_takes_no_memory_for_each_solution() {
    let script = "set engine sat\nvar q[7] in 1..9\ndistinct(q)\ncount limit 100000\n";
    assert_eq!(run(&["--memory", "25MB", "-"], script), "more than 100000 solutions\n--- exit 0");
}

#[test]
fn a_statement_that_meets_a_limit_ends_the_script() {
    let endless = "def f(n, m) = if n < 2 then 1 else f(n - 1, 2 * m % 1000003) + f(n - 2, (2 * m + 1) % 1000003)\n\
                   print 1\nlet k = f(60, 1)\nprint 2\n";
    // Where it stood at that moment differs from run to run.
    let printed = run(&["--timeout", "100ms", "-"], endless);
    assert!(printed.starts_with("1\n--- errors\nerror: the time limit was met while this was read\n"), "{printed}");
    assert!(printed.ends_with("--- exit 3"), "{printed}");
    let printed = run(&["--timeout", "100ms", "--json", "-"], endless);
    assert!(printed.contains("{\"error\":{\"code\":\"timeout\","), "{printed}");
    assert!(printed.ends_with("--- exit 3") && !printed.contains("\"text\":\"2\""), "{printed}");
}

const SUDOKU: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn a_batch_answers_line_by_line() {
    let list = format!(
        "# three puzzles and three slips\n{SUDOKU}\n\n{{\"id\": \"sum\", \"script\": \"var a in 1..3\\na > 2\\nsolve\\nexpect a = 2\"}}\n\
         no/such/file.puz\n{{\"id\": 4}}\n{{\"script\": \"grid x\"}}\n{{\"script\": \"print 1 + 1\"}}\n"
    );
    insta::assert_snapshot!(times_out_of(&run(&["--batch", "-", "--jobs", "3"], &list)));
}

/// Times differ from run to run.
fn times_out_of(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::new();
    while let Some(at) = rest.find(",\"ms\":") {
        kept.push_str(&rest[..at]);
        rest = rest[at + 6..].trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    }
    kept + rest
}

#[test]
fn scripts_side_by_side_say_what_they_say_one_after_the_other() {
    let scripts = ["solve\nunique", "r1c1 = 3", "expect count = 3", "count"];
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<String> = scripts
        .iter()
        .enumerate()
        .map(|(i, script)| {
            let path = folder.path().join(format!("{i}.puz"));
            std::fs::write(&path, format!("{SQUARE}{script}\n")).unwrap();
            path.display().to_string()
        })
        .collect();
    let with = |more: &[&'static str]| {
        let args: Vec<&str> = more.iter().copied().chain(files.iter().map(String::as_str)).collect();
        run(&args, "")
    };
    let one_by_one = with(&[]);
    assert!(one_by_one.ends_with("--- exit 2") || one_by_one.ends_with("--- exit 1"), "{one_by_one}");
    assert_eq!(with(&["--jobs", "3"]), one_by_one);
    assert_eq!(without_times(&with(&["--json", "-j", "2"])), without_times(&with(&["--json"])));
}

#[test]
fn a_list_that_is_not_there() {
    let printed = run(&["--batch", "no/such/list"], "");
    assert!(printed.contains("error: no/such/list can't be read"), "{printed}");
    assert!(printed.ends_with("--- exit 2"), "{printed}");
    assert!(run(&["--batch", "-", "a.puz"], "").ends_with("--- exit 2"));
}

/// Loading libz3 takes as long as many a puzzle, so only a question that needs Z3 loads it. The system's loader lists what it
/// would load with the program.
#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(any(feature = "vendored", feature = "gh-release"))))]
fn z3_is_not_loaded_with_the_program() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sator"));
    let listed = command.env("LD_TRACE_LOADED_OBJECTS", "1").output().unwrap();
    let listed = String::from_utf8_lossy(&listed.stdout);
    // Another loader than glibc's starts the program instead, and lists nothing.
    assert!(!listed.contains("libz3"), "{listed}");
    assert!(run(&["--engine", "z3", "-e", "var x in 1..2\nx > 1\nsolve"], "").contains("x = 2"));
}

/// A script without a question prints a warning on standard error, with `--json` as an object.
#[test]
fn a_script_that_asks_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("f.puz").display().to_string();
    std::fs::write(&file, SQUARE).expect("written");
    let run = Program::with(&[&file]).run();
    assert_eq!((run.out.as_str(), run.code), ("", Some(0)));
    assert!(run.err.contains("contains no question"), "{}", run.err);
    let run = Program::with(&["--json", &file]).run();
    assert!(run.out.is_empty() && run.err.contains("\"code\":\"asks-nothing\""), "{}", run.err);
    for arguments in [vec!["-q", &file], vec![&file, "-e", "count"], vec![&file, "--svg", "/dev/null"]] {
        let run = Program::with(&arguments).run();
        assert!(!run.err.contains("contains no question"), "{arguments:?}: {}", run.err);
    }
}

/// With `--json --progress` each solution of a list is an object, and the list follows.
#[test]
fn solutions_one_a_line() {
    let script = "grid x 2x2 in 1..2\nfor l in rows(x) + cols(x) { distinct(l) }\nsolutions\n";
    let objects = Program::with(&["--json", "--progress", "-"]).input(script).run().objects();
    let (list, found) = objects.split_last().expect("an answer");
    let solutions: Vec<_> = found.iter().map(|object| object["solution"].clone()).collect();
    assert_eq!(list["solutions"], serde_json::Value::from(solutions));
    let numbers: Vec<_> = found.iter().map(|object| (object["progress"].as_str(), object["number"].as_u64())).collect();
    assert_eq!(numbers, [(Some("solution"), Some(1)), (Some("solution"), Some(2))]);
    assert_eq!(Program::with(&["--json", "-"]).input(script).run().objects().len(), 1);
}

/// A solution is printed before the others are searched: here is no end to them.
#[test]
fn solutions_are_printed_when_they_are_found() {
    use std::io::BufRead;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_sator"))
        .args(["-e", "var q[99] in 1..9; solutions 1000000000000"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = std::io::BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let first = lines.next().expect("a line").expect("text");
    // A pipe that is closed ends the question.
    drop(lines);
    assert!(child.wait().is_ok());
    assert_eq!(first, "solution 1:");
}

/// With `--json --progress` each better solution is an object, and the last one is that of the answer.
#[test]
fn better_solutions_one_a_line() {
    let script = "var a, b in 0..40\na + b >= 9\na * b >= 12\nminimize 3 * a + 2 * b\n";
    let run = Program::with(&["--json", "--progress", "-"]).input(script).run();
    assert_eq!(run.code, Some(0));
    let objects = run.objects();
    let (better, answers): (Vec<_>, Vec<_>) = objects.iter().partition(|object| object.get("progress").is_some());
    assert!(!better.is_empty() && answers.len() == 1, "{}", run.out);
    let value = |object: &serde_json::Value| object["value"].as_i64().expect("a number");
    assert!(better.windows(2).all(|pair| value(pair[1]) < value(pair[0])), "{}", run.out);
    let last = better[better.len() - 1];
    assert_eq!((&last["solution"], value(last)), (&answers[0]["solution"], value(answers[0])));
    assert!(better.iter().all(|object| object["progress"] == "better"));
    // Without JSON, words go to standard error and the answer stays alone.
    let run = Program::with(&["--progress", "-"]).input(script).run();
    assert_eq!(run.out.lines().filter(|line| line.contains("best")).count(), 1, "{}", run.out);
}
