//! `export smt2`: other solvers give the verdict that sator gives, on every example.
//!
//! Z3's own program and the Python module of cvc5 are both in wheels, which `scripts/setup --tests` puts into `.peers`. Without
//! them the test uses those of the system, and reports each solver that is missing.

use crate::support::{not_run, sample};
use sator::session::{Answer, ExportOptions, Format, Session, Settings};
use sator_base::limits::Interrupt;
use sator_base::source::{SourceId, Span};
use sator_lang::syntax::ast::{Question, StatementKind};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Seconds for each puzzle and solver. One that takes longer has no verdict, and none is asked of it.
const PATIENCE: u32 = 2;

/// Answers of cvc5 for files, one a line.
const CVC5: &str = "
import cvc5, sys
for path in sys.argv[2:]:
    manager = cvc5.TermManager()
    solver = cvc5.Solver(manager)
    solver.setOption('tlimit-per', str(int(sys.argv[1]) * 1000))
    symbols = cvc5.SymbolManager(manager)
    parser = cvc5.InputParser(solver, symbols)
    parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, path)
    verdicts = ''
    command = parser.nextCommand()
    while not command.isNull():
        verdicts += command.invoke(solver, symbols)
        command = parser.nextCommand()
    print(verdicts.strip(), flush=True)
";

/// A session with the statements of a script, and the file of its formula; the verdict.
fn formula(script: &str, file: &Path) -> &'static str {
    let mut session = Session::new(Settings::of_environment(), Interrupt::new());
    let mut statements = session.read("test", script, None).expect("the script reads");
    // `generate ... keep` adds to the puzzle; no other question does.
    statements.retain(|s| match &s.kind {
        StatementKind::Question(Question::Generate(made)) => made.keep,
        StatementKind::Question(_) | StatementKind::Command(_) => false,
        _ => true,
    });
    for statement in &statements {
        session.run(statement, &mut |_, _| {}).expect("the script runs");
    }
    let nowhere = Span::new(SourceId(0), 0, 0);
    let export = session.export(Format::Smt2, ExportOptions::default(), file, nowhere).expect("there is a formula");
    sator::files::write(&session, &export).expect("the formula is written");
    let mut verdict = "unknown";
    for statement in session.read("test", "solve", None).expect("the question reads") {
        let listen = &mut |_: &Session, report: sator::session::Report| {
            verdict = match report.answer {
                Answer::Solution { .. } => "sat",
                Answer::None => "unsat",
                // It comes after that.
                Answer::Clash { .. } | Answer::Unexplained(_) => return,
                other => panic!("{other:?}"),
            };
        };
        session.run(&statement, listen).expect("the question is answered");
    }
    verdict
}

/// A program of `.peers`, else the system's.
fn program(name: &str) -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join(".peers/bin").join(name);
    if own.exists() { own } else { PathBuf::from(name) }
}

/// The verdicts of a solver, or why it was not run.
fn ask(solver: &str, files: &[PathBuf]) -> Result<Vec<String>, String> {
    let patience = PATIENCE.to_string();
    let run = |command: &mut Command| -> Result<String, String> {
        let output = command.output().map_err(|e| e.to_string())?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_string();
        let (verdicts, errors) = (text(&output.stdout), text(&output.stderr));
        if verdicts.is_empty() && !errors.is_empty() { Err(errors) } else { Ok(verdicts) }
    };
    if solver == "cvc5" {
        let output = run(Command::new(program("python3")).args(["-c", CVC5, &patience]).args(files))?;
        return Ok(output.lines().map(String::from).collect());
    }
    run(Command::new(program("z3")).arg("--version"))?;
    files.iter().map(|file| run(Command::new(program("z3")).arg(format!("-T:{PATIENCE}")).arg(file))).collect()
}

fn agree(scripts: &[(String, String)]) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |i: usize| folder.path().join(format!("{i}.smt2"));
    let verdicts: Vec<&str> = scripts.iter().enumerate().map(|(i, s)| formula(&s.1, &file(i))).collect();
    let files: Vec<PathBuf> = (0..scripts.len()).map(file).collect();
    for solver in ["z3", "cvc5"] {
        let found = match ask(solver, &files) {
            Ok(found) => found,
            Err(why) => {
                not_run(&format!("export smt2: {solver}"), why.lines().last().unwrap_or_default());
                continue;
            }
        };
        assert_eq!(found.len(), scripts.len(), "{solver}: {found:?}");
        let mut open = 0;
        for ((name, _), (found, verdict)) in scripts.iter().zip(found.iter().zip(&verdicts)) {
            match found.as_str() {
                "sat" | "unsat" => assert_eq!(found, verdict, "{solver} on {name}"),
                open_one if open_one.starts_with("unknown") || open_one == "timeout" => open += 1,
                other => panic!("{solver} on {name}: {other}"),
            }
        }
        println!("{solver}: {} verdicts, {open} not found in {PATIENCE} s", found.len() - open);
    }
}

/// Small puzzles about each kind of condition on a graph, with and without a solution; run with Z3's library too.
#[test]
fn other_solvers_agree_on_small_puzzles() {
    let scripts = [
        "grid x 3x3 in 1..3\nlatin(x)\nr1c1 = 1",
        "grid x 3x3 in 1..3\nlatin(x)\nr1c1 = 1\nr1c2 = 1",
        "grid s 3x3 in bool\nconnected(s[c] for c in s)\nr1c1\nr3c3\nsum(s) = 5",
        "grid s 3x3 in bool\nconnected(s[c] for c in s)\nr1c1\nr3c3\nsum(s) = 4",
        "grid s 3x3 in bool\nnot connected(s[c] for c in s)\nsum(s) = 7",
        "grid s 3x3 in bool\nnot connected(s[c] for c in s)\nsum(s) = 8",
        "grid x 3x3\nfences e of x\nsingle_loop(e)\nsum(e) = 12",
        "grid x 2x2\nfences e of x\nsingle_loop(e)\nsum(e) = 12",
        "grid x 2x2\nlinks e of x\nno_loops(e)\nsum(e) = 3",
        "grid x 2x2\nlinks e of x\nno_loops(e)\nsum(e) = 4",
        "grid x 2x2\npartition p of x\npiece_size(p, r1c1) = 3\nsame(p, r1c1, r2c2)",
        "grid x 2x2\npartition p of x\npiece_size(p, r1c1) = 2\nsame(p, r1c1, r2c2)",
        "var a, b in -5..5\na // b = -3\na % b = -1\na * b < -4",
        "var a, b in -5..5\na % b = 3\nb < 0",
    ];
    let expected = [
        "sat", "unsat", "sat", "unsat", "sat", "unsat", "sat", "unsat", "sat", "unsat", "sat", "unsat", "sat", "unsat",
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let named: Vec<(String, String)> = scripts.iter().map(|s| (s.to_string(), s.to_string())).collect();
    for (script, verdict) in scripts.iter().zip(expected) {
        assert_eq!(formula(script, &folder.path().join("a.smt2")), verdict, "{script}");
    }
    agree(&named);
}

/// The gallery.
#[test]
fn other_solvers_agree_on_examples() {
    let named = sator::gallery::EXAMPLES.iter().filter(|e| !e.name.contains('/'));
    agree(&sample(4, named).map(|e| (e.name.to_string(), e.text.to_string())).collect::<Vec<_>>());
}

/// A comment of the formula states what it leaves out.
#[test]
fn left_out_preferences_are_mentioned() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.smt2");
    for (script, line) in [
        ("var a, b in 1..3\na + b = 4\nprefer a = b weight 2\nprefer a = 1", Some("; left out: 2 preferences")),
        ("var a, b in 1..3\na + b = 4\nprefer a = b", Some("; left out: 1 preference")),
        ("var a, b in 1..3\na + b = 4", None),
    ] {
        assert_eq!(formula(script, &file), "sat", "{script}");
        let text = std::fs::read_to_string(&file).expect("the formula");
        assert_eq!(text.lines().find(|line| line.contains("left out")), line, "{script}");
    }
}
